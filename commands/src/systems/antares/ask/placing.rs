//! Hits that somebody places one by one. What was placed so far is noted for them until the last one has its place.

use gatemaster_discord::card::{Choice, Select, Style};
use gatemaster_discord::limits::{CHOICES, clip};
use gatemaster_rules::antares::State;
use gatemaster_rules::antares::command::{Answer, Command, Mark};
use gatemaster_rules::antares::flow::{Hit, Strike, Task};
use gatemaster_rules::antares::place::{Placer, completed, hits_for, next_marks};
use gatemaster_rules::antares::state::Unit;
use gatemaster_rules::antares::strike::resist_check;
use gatemaster_rules::ids::Seq;
use gatemaster_rules::text::list;
use serde::{Deserialize, Serialize};

use super::super::controls::button;
use super::super::press::BattlePressed;
use super::super::{notes, play, refine, seen, state};
use super::{AskPress, marks, question};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{code, count, esc};

const NOTE: &str = "placing";

/// Where hits have been put, in the battle as it was at this step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Placed {
    seq: u32,
    marks: Vec<Option<Mark>>,
}

/// The strike whose hits are placed, and by whom.
#[derive(Clone, Copy)]
pub struct Open<'a> {
    state: &'a State,
    strike: &'a Strike,
    unit: &'a Unit,
    placer: Placer,
}

/// Marks between which nothing is to choose.
pub struct Place {
    pub mark: Option<Mark>,
    label: String,
    more: String,
}

impl<'a> Open<'a> {
    pub fn of(state: &'a State) -> Option<Self> {
        let (strike, placer) = match state.flow.tasks.last()? {
            Task::PlaceLucky { strike } => (*strike, Placer::Shooter),
            Task::PlaceRest { strike } => (*strike, Placer::Target),
            _ => return None,
        };
        let strike = state.flow.strikes.get(strike)?;
        Some(Self { state, strike, unit: state.unit(strike.on)?, placer })
    }

    fn hits(self) -> Vec<Hit> {
        let places = hits_for(self.state, self.strike, self.placer);
        places.into_iter().map(|place| self.strike.hits[place]).collect()
    }

    /// How many hits a mark has taken with these.
    fn load(self, mark: Mark, marks: &[Option<Mark>]) -> usize {
        let before = self.strike.hits.iter().filter(|hit| hit.on == Some(mark)).count();
        before + marks.iter().filter(|on| **on == Some(mark)).count()
    }

    /// Where the next hit can go; of several that are alike, one stands for all.
    pub fn places(self, marks: &[Option<Mark>]) -> Vec<Place> {
        let hits = self.hits();
        let Some(hit) = hits.get(marks.len()) else { return Vec::new() };
        let mut places: Vec<Place> = Vec::new();
        for mark in next_marks(self.state, self.strike, self.placer, marks) {
            let place = self.place(mark, *hit, marks);
            let known = places
                .iter()
                .any(|other| (&other.label, &other.more) == (&place.label, &place.more));
            if !known {
                places.push(place);
            }
        }
        places
    }

    fn place(self, mark: Option<Mark>, hit: Hit, marks: &[Option<Mark>]) -> Place {
        let Some(on) = mark else {
            let side = self.state.side_name(self.unit.side);
            return Place { mark, label: format!("Leave it to {side}"), more: String::new() };
        };
        let load = match self.load(on, marks) {
            0 => "no hit yet".to_owned(),
            load => format!("{} already", count(number(load), "hit", "hits")),
        };
        let then = if let Mark::Drone(_) = on {
            "lost at once".to_owned()
        } else {
            let check = resist_check(self.state, self.strike, on, hit, u32::from(hit.sv));
            match check.target() {
                needs if needs <= 1 => "survives on a 1".to_owned(),
                needs => format!("survives on {} or less", needs.min(10)),
            }
        };
        let label = marks::name(self.state, self.unit, on);
        Place { mark, label, more: format!("{load} · {then}") }
    }

    /// These, and the rest as usual.
    pub fn completed(self, marks: &[Option<Mark>]) -> Vec<Option<Mark>> {
        completed(self.state, self.strike, self.placer, marks)
    }

    /// As long as there is but one place for the next hit, it goes there.
    fn forced(self, marks: &mut Vec<Option<Mark>>) {
        while let [only] = self.places(marks).as_slice() {
            marks.push(only.mark);
        }
    }

    /// "the leader, 2 × Strike Trooper"
    fn told(self, placed: &[Option<Mark>]) -> String {
        let mut told: Vec<(String, u32)> = Vec::new();
        for mark in placed {
            let name = mark.map_or_else(
                || format!("left to {}", self.state.side_name(self.unit.side)),
                |mark| marks::name(self.state, self.unit, mark),
            );
            match told.iter_mut().find(|(other, _)| *other == name) {
                Some((_, number)) => *number += 1,
                None => told.push((name, 1)),
            }
        }
        let words: Vec<String> = told
            .into_iter()
            .map(|(name, number)| match number {
                1 => esc(&name),
                number => format!("{number} × {}", esc(&name)),
            })
            .collect();
        list(&words)
    }

    /// "a lucky hit of the mag gun, SV 1"
    fn hit_words(self, hit: Hit) -> String {
        let lucky = if hit.lucky { "lucky, " } else { "" };
        let weapon = hit
            .weapon
            .map_or_else(|| "by hand".to_owned(), |weapon| esc(self.state.weapon_name(weapon)));
        format!("{lucky}{weapon}, SV {}", hit.sv)
    }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Asks for the next hit.
fn asked(game: &Loaded, open: Open<'_>, placed: &[Option<Mark>]) -> Controls {
    let hits = open.hits();
    let mut lines = vec![question::words(game, open.state)];
    if !placed.is_empty() {
        lines.push(format!("Placed so far: {}.", open.told(placed)));
    }
    if let Some(hit) = hits.get(placed.len()) {
        let left = count(number(hits.len() - placed.len()), "hit", "hits");
        lines.push(format!(
            "**Hit {} of {}** ({}): where does it go? {left} left.",
            placed.len() + 1,
            hits.len(),
            open.hit_words(*hit)
        ));
    }
    let places = open.places(placed);
    let options = places.iter().take(CHOICES.into()).enumerate();
    let options =
        options.map(|(place, one)| Choice::new(&one.label, place).more(&one.more)).collect();
    let so_far = number(placed.len());
    let press = BattlePressed::new(&game.id, game.at, AskPress::Put(so_far).into());
    let rest = button(game, "The rest as usual", AskPress::PutRest(so_far)).styled(Style::Main);
    let back = button(game, "Take the last one back", AskPress::PutBack(so_far));
    let mut row = vec![rest];
    if !placed.is_empty() {
        row.push(back);
    }
    row.push(button(game, "All the ways…", AskPress::Again));
    Controls {
        text: clip(&lines.join("\n"), MOST_TEXT),
        selects: vec![Select::new("Where does this hit go?", press, options)],
        buttons: vec![row],
    }
}

/// A refined message keeps this much text above its frame.
pub const MOST_TEXT: usize = 1_500;

async fn noted(hall: &Hall, request: &Request, game: &Loaded) -> Result<Placed, Trouble> {
    let store = &hall.desk.store;
    let note: Option<Placed> = notes::read(store, &game.id, request.user().0, NOTE).await?;
    let fresh = Placed { seq: game.at.0, marks: Vec::new() };
    Ok(note.filter(|note| note.seq == game.at.0).unwrap_or(fresh))
}

async fn note(
    hall: &Hall,
    request: &Request,
    game: &Loaded,
    marks: Option<Vec<Option<Mark>>>,
) -> Result<(), Trouble> {
    let note = marks.map(|marks| Placed { seq: game.at.0, marks });
    notes::write(&hall.desk.store, &game.id, request.user().0, NOTE, note.as_ref()).await
}

/// What has been placed is shown, or where everything has its place it is done.
async fn go_on(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    game: &Loaded,
    mut marks: Vec<Option<Mark>>,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let open = Open::of(state(game)?).ok_or_else(unknown)?;
    open.forced(&mut marks);
    if marks.len() >= open.hits().len() {
        // the note lapses with its step; until then the same answer can be given again
        let answer = Command::Answer(Answer::Place(marks));
        return play(hall, request, seen(at), on, |_| Ok(answer)).await;
    }
    let controls = asked(game, open, &marks);
    note(hall, request, game, Some(marks)).await?;
    Ok(refine(game, on, controls))
}

/// "Place them one by one…"
#[boxed]
pub async fn begun(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &seen(at)).await?;
    question::mine(&game, state(&game)?, request)?;
    go_on(hall, request, at, &game, Vec::new(), on).await
}

/// The next hit has its place. A press on what was shown before another hit was placed changes nothing.
#[boxed]
pub async fn put(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    placed: u32,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let Some((game, mut marks)) = so_far(hall, request, at).await? else {
        return repeated(hall, request, on).await;
    };
    if number(marks.len()) == placed {
        let open = Open::of(state(&game)?).ok_or_else(unknown)?;
        let place = picked.first().and_then(|place| place.parse::<usize>().ok());
        let places = open.places(&marks);
        let place = place.and_then(|place| places.get(place)).ok_or_else(unknown)?;
        marks.push(place.mark);
    }
    go_on(hall, request, at, &game, marks, on).await
}

/// The last hit that was chosen goes somewhere else; those that had no other place go with it.
#[boxed]
pub async fn put_back(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    placed: u32,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let Some((game, mut marks)) = so_far(hall, request, at).await? else {
        return repeated(hall, request, on).await;
    };
    let open = Open::of(state(&game)?).ok_or_else(unknown)?;
    if number(marks.len()) == placed {
        while marks.pop().is_some() && open.places(&marks).len() < 2 {}
    }
    go_on(hall, request, at, &game, marks, on).await
}

/// "The rest as usual"
#[boxed]
pub async fn put_rest(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    placed: u32,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let Some((game, marks)) = so_far(hall, request, at).await? else {
        return repeated(hall, request, on).await;
    };
    let open = Open::of(state(&game)?).ok_or_else(unknown)?;
    if number(marks.len()) != placed {
        return go_on(hall, request, at, &game, marks, on).await;
    }
    let whole = open.completed(&marks);
    go_on(hall, request, at, &game, whole, on).await
}

/// The battle and what its player has placed; `None` where this very press has been carried out before.
async fn so_far(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
) -> Result<Option<(Loaded, Vec<Option<Mark>>)>, Trouble> {
    if hall.desk.made_before(request).await?.is_some() {
        return Ok(None);
    }
    let game = hall.desk.load(request, &seen(at)).await?;
    question::mine(&game, state(&game)?, request)?;
    let marks = noted(hall, request, &game).await?.marks;
    Ok(Some((game, marks)))
}

async fn repeated(hall: &Hall, request: &Request, on: PressedMessage) -> Result<Reply, Trouble> {
    let made = hall.desk.made_before(request).await?.ok_or_else(unknown)?;
    Ok(crate::table::answer_press(hall.systems, &made, request, on).into())
}

/// Hits placed in words, one after the other; those that are not named fall as usual.
pub fn written(state: &State, text: &str) -> Result<Command, Trouble> {
    let open = Open::of(state).ok_or_else(|| {
        Trouble::refused("No hits wait to be placed; `place:` is for those. Leave it out.")
    })?;
    let hits = open.hits().len();
    let mut placed: Vec<Option<Mark>> = Vec::new();
    for marks::Item { number, words } in marks::items(text) {
        for _ in 0..number {
            if placed.len() == hits {
                return Err(Trouble::refused(format!(
                    "There are {} to place, and you have named more.",
                    count(self::number(hits), "hit", "hits")
                )));
            }
            placed.push(open.next(&words, &placed)?);
        }
    }
    Ok(Command::Answer(Answer::Place(open.completed(&placed))))
}

impl Open<'_> {
    /// The first place for the next hit that these words mean.
    fn next(self, words: &str, placed: &[Option<Mark>]) -> Result<Option<Mark>, Trouble> {
        let legal = next_marks(self.state, self.strike, self.placer, placed);
        let means = |mark: &Option<Mark>| match mark {
            Some(mark) => marks::means(&marks::name(self.state, self.unit, *mark), words),
            None => words.eq_ignore_ascii_case("leave"),
        };
        legal.iter().copied().find(means).ok_or_else(|| {
            let known: Vec<Mark> = legal.iter().flatten().copied().collect();
            let mut names = marks::names(self.state, self.unit, &known);
            if legal.contains(&None) {
                let or = if names.is_empty() { "" } else { " or " };
                names = format!("{names}{or}`leave`");
            }
            Trouble::refused(format!(
                "Hit {} cannot go on {}; it can go on {names}. Hits are spread as evenly as possible.",
                placed.len() + 1,
                code(words)
            ))
        })
    }
}
