//! Unit by unit with lists alone, on a private message beside the board.

use gatemaster_discord::card::{Card, Choice, Select};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::antares::Setup;
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::{Profile, Source};
use gatemaster_rules::antares::setup::MAX_UNITS;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::count;

use super::ForcePress;
use super::library::library;
use super::sides::{may_change, missing, setup, side};
use super::single::{added, offered, taken_out};
use crate::answer::{Answer, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Outcome, Which};
use crate::face::Hall;
use crate::request::Request;
use crate::systems::antares::press::BattlePressed;
use crate::trouble::Trouble;
use crate::words::esc;

/// The lists, for whoever may use them.
#[boxed]
pub async fn open(
    hall: &Hall,
    request: &Request,
    which: &Which,
    seat: Seat,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, which).await?;
    let setup = setup(&game)?;
    may_change(&game, request, seat)?;
    let library = library(&hall.desk.store, request.guild).await?;
    Ok(Answer::private(lists(&game, setup, &library, seat)?).into())
}

#[boxed]
pub async fn add(
    hall: &Hall,
    request: &Request,
    which: &Which,
    seat: Seat,
    key: &str,
) -> Result<Reply, Trouble> {
    let library = library(&hall.desk.store, request.guild).await?;
    let profile = library.unit(key).ok_or_else(unknown)?;
    let outcome = hall
        .desk
        .act(request, which, |game| {
            added(side(setup(game)?, seat)?, seat, profile, None, 1)?.doing(game, request, &library)
        })
        .await?;
    changed(&outcome, &library, seat)
}

#[boxed]
pub async fn take_out(
    hall: &Hall,
    request: &Request,
    which: &Which,
    seat: Seat,
    name: &str,
) -> Result<Reply, Trouble> {
    let library = library(&hall.desk.store, request.guild).await?;
    let outcome = hall
        .desk
        .act(request, which, |game| {
            taken_out(side(setup(game)?, seat)?, seat, name)?.doing(game, request, &library)
        })
        .await?;
    changed(&outcome, &library, seat)
}

/// The lists once more, and the board follows.
fn changed(outcome: &Outcome, library: &Library, seat: Seat) -> Result<Reply, Trouble> {
    let game = &outcome.game;
    let card = lists(game, setup(game)?, library, seat)?;
    let changed = Some(game.id.clone());
    Ok(Answer { changed, ..Answer::private(card).in_place() }.into())
}

fn lists(game: &Loaded, setup: &Setup, library: &Library, seat: Seat) -> Result<Card, Trouble> {
    let side = side(setup, seat)?;
    let press = |press: ForcePress| BattlePressed::new(&game.id, game.at, press.into());
    let add: Vec<Choice> = if side.units.len() < MAX_UNITS {
        offered(library, side.faction, "").map(choice).take(CHOICES.into()).collect()
    } else {
        Vec::new()
    };
    let more = offered(library, side.faction, "").count() > usize::from(CHOICES);
    let out = side.units.iter().map(|unit| {
        let profile = if unit.name == unit.profile.name { "" } else { &unit.profile.name };
        Choice::new(&unit.name, &unit.name).more(profile)
    });
    let number = u32::try_from(side.units.len()).unwrap_or(u32::MAX);
    let mut text = format!(
        "{} **{}** has {} of {MAX_UNITS} it may have.",
        side.colour.mark(),
        esc(&side.name),
        count(number, "unit", "units")
    );
    if more {
        text.push_str(" There are more units than this list holds: `/force add` finds them all.");
    }
    if let Some(missing) = missing(setup) {
        text = format!("{text}\n{missing}");
    }
    Ok(Card {
        selects: vec![
            Select::new("Add a unit…", press(ForcePress::Add(seat)), add),
            Select::new("Take a unit out…", press(ForcePress::TakeOut(seat)), out.collect()),
        ],
        ..Card::line(text)
    })
}

fn choice(unit: &Profile) -> Choice {
    let models = count(u32::try_from(unit.models()).unwrap_or(u32::MAX), "model", "models");
    let own = match unit.source {
        Source::Server => ", this server's own",
        Source::Printed | Source::Repaired | Source::House => "",
    };
    let points = super::points::of_unit(unit);
    Choice::new(&unit.name, &unit.key).more(format!("{models}, {}{points}{own}", unit.kind.name()))
}
