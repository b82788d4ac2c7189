//! Changes to the forces: who may make them, and what comes of them.

use gatemaster_discord::limits::clip;
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::roster::{self, Roster};
use gatemaster_rules::antares::setup::SideSetup;
use gatemaster_rules::antares::{Antares, Setup};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::game;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::{Action, Phase, SeenTable};
use gatemaster_rules::text::{clean_name, list};

use super::library::library;
use crate::boxed;
use crate::desk::{ActionWithDice, Loaded};
use crate::face::{Hall, setup_of};
use crate::own_file::told_together;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{esc, seat_text};

/// The forces of the booklet, which have a sample each.
pub const BOOKLET: [Faction; 6] = [
    Faction::Concord,
    Faction::Algoryn,
    Faction::Boromite,
    Faction::Freeborn,
    Faction::Isorian,
    Faction::Ghar,
];

/// A battle that can begin at once: these sample forces, or two that like to meet, with all models on the table.
#[boxed]
pub(crate) async fn ready(
    hall: &Hall,
    request: &Request,
    forces: [Option<Faction>; 2],
) -> Result<Setup, Trouble> {
    let library = library(&hall.desk.store, request.guild).await?;
    let (one, other) = match forces {
        [Some(one), Some(other)] => (one, other),
        [Some(Faction::Ghar), None] | [None, Some(Faction::Algoryn)] => {
            (Faction::Ghar, Faction::Algoryn)
        }
        [Some(one), None] => (one, Faction::Ghar),
        [None, other] => (Faction::Algoryn, other.unwrap_or(Faction::Ghar)),
    };
    let setup = Setup::quick(&library, one, other);
    // a server may have put units of its own in place of the booklet's that do not fit its samples
    let setup = setup.or_else(|_| Setup::quick(Library::built_in(), one, other));
    let mut setup = setup.map_err(|faults| Trouble::refused(esc(&faults.join(" "))))?;
    setup.options = setup.options.deployed(true);
    Ok(setup)
}

/// The forces of a battle that has not begun.
pub fn setup(game: &Loaded) -> Result<&Setup, Trouble> {
    let setup = setup_of::<Antares>(game)?;
    match game.table.phase {
        Phase::Lobby => Ok(setup),
        Phase::Playing => {
            Err(Trouble::refused("The battle has begun, so both forces stand as they are."))
        }
        Phase::Shelved => Err(Trouble::refused(
            "This battle has been put away. `/game resume` takes it up again.",
        )),
        Phase::Ended => Err(Trouble::refused("This battle has ended.")),
    }
}

/// One side of it.
pub fn side(setup: &Setup, seat: Seat) -> Result<&SideSetup, Trouble> {
    setup
        .sides
        .get(seat.index())
        .ok_or_else(|| Trouble::refused("This battle has no such side; `/force show` has both."))
}

/// Whoever plays a side chooses its force, anybody of the table while nobody does; the organiser and managers always.
pub fn may_change(game: &Loaded, request: &Request, seat: Seat) -> Result<(), Trouble> {
    let (table, user) = (&game.table, request.user());
    let named = seat_text(table, seat);
    let sentence = match table.player_at(seat) {
        Some(player) if player.id == user => return Ok(()),
        _ if table.is_organiser(user) || request.actor.manager => return Ok(()),
        None if table.belongs(user) => return Ok(()),
        Some(player) => {
            let own = match table.seats_of(user)[..] {
                [] if table.free_seats().is_empty() => String::new(),
                [] => " Take a seat of your own to choose for it.".to_owned(),
                [seat, ..] => format!(" You choose for {}.", seat_text(table, seat)),
            };
            format!("{} plays {named} and chooses its force.{own}", esc(&player.name))
        }
        None => format!("Take a seat first; then you choose what {named} fields."),
    };
    let refused = Trouble::refused(sentence);
    if table.seats_of(user).is_empty() {
        return Err(refused.with_seats_of(&game.id));
    }
    Err(refused)
}

/// The side that is named, or the asker's own, or the first that nobody plays.
pub fn meant(table: &SeenTable, request: &Request, named: Option<&str>) -> Result<Seat, Trouble> {
    let names = || {
        let names: Vec<String> = table.seats.iter().map(|chair| esc(&chair.name)).collect();
        list(&names)
    };
    if let Some(name) = named {
        return table.seat_named(name).ok_or_else(|| {
            Trouble::refused(format!("This battle has no side of that name; it has {}.", names()))
        });
    }
    match (&table.seats_of(request.user())[..], &table.free_seats()[..]) {
        ([only], _) => Ok(*only),
        ([], [free, ..]) => Ok(*free),
        ([], []) if request.actor.manager || table.is_organiser(request.user()) => {
            Err(Trouble::refused(format!("Say whose force you mean with `side:`: {}.", names())))
        }
        // refused in its own words
        ([], []) => Ok(Seat(0)),
        _ => Err(Trouble::refused(format!(
            "You play both sides; say which one you mean with `side:`: {}.",
            names()
        ))),
    }
}

/// Whether nobody has chosen this side's name: it is its force's.
pub fn is_named_after_its_force(side: &SideSetup) -> bool {
    let own = match side.faction {
        Faction::Other => "Mixed force",
        named => named.name(),
    };
    let number = side.name.strip_prefix(own).map(str::trim);
    number.is_some_and(|number| ["", "1", "2"].contains(&number))
}

/// The same force, to be changed.
pub fn as_it_is(side: &SideSetup) -> Roster {
    Roster { name: None, faction: Some(side.faction), units: side.units.clone() }
}

/// The booklet's sample of a force, as this server has it.
pub fn sample(library: &Library, faction: Faction) -> Result<Roster, Trouble> {
    read(library, faction.name())
}

/// Reads an army list, or tells everything that is wrong with it.
pub fn read(library: &Library, text: &str) -> Result<Roster, Trouble> {
    roster::parse(library, text).map_err(|faults| {
        Trouble::first(told_together("The list has", "so nothing was changed", &faults))
    })
}

/// A change of one side.
#[derive(Clone, Debug)]
pub struct Change {
    pub seat: Seat,
    pub roster: Roster,
    /// Goes before the list's own; without either, a name that somebody chose stays.
    pub name: Option<String>,
    pub colour: Option<Colour>,
}

impl Change {
    pub fn of(seat: Seat, roster: Roster) -> Self {
        Self { seat, roster, name: None, colour: None }
    }

    /// The step that makes it, if the asker may.
    pub fn doing(
        &self,
        game: &Loaded,
        request: &Request,
        library: &Library,
    ) -> Result<ActionWithDice, Trouble> {
        let before = setup(game)?;
        may_change(game, request, self.seat)?;
        let others = before.sides.iter().enumerate().filter(|(i, _)| *i != self.seat.index());
        for (_, other) in others {
            if self.colour == Some(other.colour) {
                return Err(taken(other, before));
            }
        }
        let old = side(before, self.seat)?;
        let chosen = (!is_named_after_its_force(old)).then_some(old.name.as_str());
        let name = self.name.as_deref().or(self.roster.name.as_deref()).or(chosen);
        let place = self.seat.index();
        let after = before
            .with_unfinished_side(library, place, &self.roster, name, self.colour)
            .map_err(|faults| Trouble::refused(esc(&faults.join(" "))))?;
        step(before, after)
    }
}

/// A set-up in place of another; the same again is no step.
pub fn step(before: &Setup, after: Setup) -> Result<ActionWithDice, Trouble> {
    if after == *before {
        return Err(Trouble::refused("Nothing would change: it is set up like that already."));
    }
    Ok(Action::SetUp { setup: game::Setup::Antares(after), name: None }.into())
}

fn taken(other: &SideSetup, setup: &Setup) -> Trouble {
    let used: Vec<Colour> = setup.sides.iter().map(|side| side.colour).collect();
    let free = Colour::ALL.into_iter().filter(|colour| !used.contains(colour));
    let free: Vec<&str> = free.map(Colour::name).collect();
    Trouble::refused(format!(
        "{} has the {} dice; free are {}.",
        esc(&other.name),
        other.colour.name(),
        list(&free)
    ))
}

/// What is missing before the battle can begin, as a line of its own.
pub fn missing(setup: &Setup) -> Option<String> {
    unfinished(setup).map(|told| format!("⚠️ {told}"))
}

/// The same as a sentence.
pub fn unfinished(setup: &Setup) -> Option<String> {
    const MOST: usize = 300;
    let missing = setup.unfinished();
    let told = || format!("Before it can start: {}", esc(&missing.join(" ")));
    (!missing.is_empty()).then(|| clip(&told(), MOST))
}

/// A name that somebody typed for a side or a unit.
pub fn named(text: &str) -> Result<String, Trouble> {
    clean_name(text).ok_or_else(|| {
        Trouble::refused("A name is one line of 1 to 32 characters, such as “Strike-1”.")
    })
}
