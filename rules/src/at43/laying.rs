//! The table is described by one and agreed on by all (T-MIS-2 to T-MIS-4, T-TER-2).

use super::battlefield::{draw_edges, elements, known, places, wreck};
use super::command::{Command, Field, Laid};
use super::data::bounds::{MAX_LINE, ON_TABLE, PROTECTION, STRUCTURE};
use super::event::{DrawnEdge, Event};
use super::mission::Ground;
use super::run::Run;
use super::state::{ElementKind, Phase, State, Tough};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::{Doer, Open, Who};
use crate::text::{clean_line, clean_name};

pub const MOST_ELEMENTS: usize = 40;
pub const BIGGEST: u8 = 10;
/// Letters about the table as a whole.
pub const MAX_WORDS: usize = 600;

pub(super) fn open(state: &State) -> Vec<Open<Command>> {
    state.seats().map(|seat| open_for(state, seat)).collect()
}

fn open_for(state: &State, seat: Seat) -> Open<Command> {
    let wall = |name: &str, kind, size| Laid { name: name.to_owned(), kind, size, tough: None };
    let mut field = state.field.clone();
    if field.elements.is_empty() {
        field.elements =
            vec![wall("Low wall", ElementKind::LowWall, 1), wall("Bunker", ElementKind::Other, 4)];
        let tough = Some(Tough { protection: 8, structure: 2 });
        field.elements.push(Laid { tough, ..wall("Hut", ElementKind::Other, 2) });
    } else {
        field = Field::default();
    }
    let lay = Command::LayField { seat, field, alone: false };
    if state.field_agreed.contains(&seat) {
        let what = "describe the table otherwise".to_owned();
        return Open { who: Who::May(seat), what, matter: "table".to_owned(), options: vec![lay] };
    }
    Open {
        who: Who::Seat(seat),
        what: "agree on the table or describe it otherwise".to_owned(),
        matter: state.flow.step.to_string(),
        options: vec![Command::AgreeField { seat }, lay],
    }
}

/// A name that can be shown, or what the thing is called otherwise.
fn named(laid: &Laid) -> Result<Laid, Refusal> {
    let shown = |name: &str| Refusal::new(format!("{name} is too long, or cannot be shown."));
    let mut laid = laid.clone();
    let standard = known(laid.kind);
    laid.name = match standard {
        Some(standard) if laid.name.trim().is_empty() => standard.name.clone(),
        Some(_) | None => clean_name(&laid.name).ok_or_else(|| shown("A name of terrain"))?,
    };
    if let Some(standard) = standard {
        laid.size = standard.size;
        laid.tough = None;
        return Ok(laid);
    }
    if laid.size > BIGGEST {
        return Err(Refusal::new(format!(
            "{} has Size {}; terrain goes up to {BIGGEST}.",
            laid.name, laid.size
        )));
    }
    let bounded = |tough: &Tough| {
        PROTECTION.contains(&tough.protection) && STRUCTURE.contains(&tough.structure)
    };
    if !laid.tough.as_ref().is_none_or(bounded) {
        return Err(Refusal::new(format!(
            "{} can have Protection up to {} and {} to {} SP.",
            laid.name,
            PROTECTION.end(),
            STRUCTURE.start(),
            STRUCTURE.end()
        )));
    }
    Ok(laid)
}

fn line(text: &str, most: usize, what: &str) -> Result<String, Refusal> {
    if text.trim().is_empty() {
        return Ok(String::new());
    }
    clean_line(text, most).ok_or_else(|| {
        Refusal::new(format!("{what} can have up to {most} letters; please say it in fewer."))
    })
}

/// The description with everything cleaned and in bounds.
fn tidy(state: &State, field: &Field) -> Result<Field, Refusal> {
    if field.elements.len() > MOST_ELEMENTS {
        return Err(Refusal::new(format!("The table has room for {MOST_ELEMENTS} elements.")));
    }
    let most = ON_TABLE.end();
    let many = |number: Option<u8>| number.is_some_and(|number| !ON_TABLE.contains(&number));
    if many(field.containers) || many(field.nanogenerators) {
        return Err(Refusal::new(format!(
            "There can be up to {most} containers and {most} nanogenerators."
        )));
    }
    let named_places = state.mission.as_ref().map_or(0, |mission| mission.places.len());
    if field.places.len() > named_places {
        return Err(Refusal::new(format!("The mission names {named_places} places, no more.")));
    }
    Ok(Field {
        elements: field.elements.iter().map(named).collect::<Result<_, _>>()?,
        places: field
            .places
            .iter()
            .map(|lies| line(lies, MAX_LINE, "Where a place lies"))
            .collect::<Result<_, _>>()?,
        containers: field.containers,
        nanogenerators: field.nanogenerators,
        words: line(&field.words, MAX_WORDS, "The words about the table")?,
    })
}

impl Run<'_> {
    fn at_the_table(&self, by: &Doer, seat: Seat) -> Result<(), Refusal> {
        self.must_be_in(
            Phase::Laying,
            "The table is laid once all companies are known, before round 1.",
        )?;
        if by.holds(seat) && self.state.side(seat).is_some() {
            return Ok(());
        }
        Err(Refusal::new("You speak for your own side alone."))
    }

    /// Whoever describes it agrees, unless nobody else is there to say what is wrong with it: the program would agree at once,
    /// and the battle begin with whatever stands there.
    pub fn lay_field(
        &mut self,
        by: &Doer,
        seat: Seat,
        field: &Field,
        alone: bool,
    ) -> Result<(), Refusal> {
        self.at_the_table(by, seat)?;
        let field = tidy(&self.state, field)?;
        self.emit(Event::FieldLaid { seat, field, alone });
        self.begin_if_all_agree()
    }

    pub fn agree_field(&mut self, by: &Doer, seat: Seat) -> Result<(), Refusal> {
        self.at_the_table(by, seat)?;
        if self.state.field_agreed.contains(&seat) {
            return Err(Refusal::new("You have agreed already; the others have not."));
        }
        self.emit(Event::FieldAgreed { seat });
        self.begin_if_all_agree()
    }

    fn begin_if_all_agree(&mut self) -> Result<(), Refusal> {
        let state = &self.state;
        if state.seats().any(|seat| !state.field_agreed.contains(&seat)) {
            return Ok(());
        }
        let ground = state.mission.as_ref().map(|mission| mission.ground);
        let mut edges: Vec<DrawnEdge> = Vec::new();
        if ground == Some(Ground::NoMansLand) {
            edges = draw_edges(self)?;
            self.emit(Event::EdgesDrawn { edges: edges.clone() });
        }
        let places = places(&self.state, &edges);
        let terrain = elements(&self.state, &places);
        let wreck = wreck(&self.state);
        self.emit(Event::FieldSet { places, terrain, wreck });
        self.next_round();
        Ok(())
    }
}
