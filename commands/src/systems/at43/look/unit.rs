//! `/unit`: a unit as it stands in this channel's game. Until companies are shown there are none but the asker's own, which
//! nobody else sees; of cards still to come nothing is said at any time.

use gatemaster_discord::card::{Card, Choice, Select};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::at43::company::{Limits, SheetUnit, sheet as company_sheet};
use gatemaster_rules::at43::label;
use gatemaster_rules::at43::state::{State, Unit, UnitId};
use gatemaster_rules::game::{self, Setup};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::list;

use super::{LookPress, Reading, Shelf, Topic, fielded, profile};
use crate::answer::{Answer, Reply, unknown};
use crate::desk::Loaded;
use crate::near::{NameMatch, meant};
use crate::request::Request;
use crate::systems::at43::own_view;
use crate::table::sheet::{Sheet, heading};
use crate::trouble::Trouble;
use crate::words::{code, esc};

/// A list of units that goes on shows this many and the way to the others.
const ON_A_LIST: usize = 23;

/// What somebody may look at.
enum Units<'g> {
    /// Companies have been shown: every unit, as everybody sees it.
    All(&'g State),
    /// The asker's own company, which is secret.
    Own { side: Seat, state: Box<State>, units: Vec<SheetUnit> },
}

/// One that can be looked at.
struct Offer {
    id: UnitId,
    side: Seat,
    /// What it is called, told apart from others of the same name.
    name: String,
    line: String,
}

impl<'g> Units<'g> {
    fn of(game: &'g Loaded, request: &Request) -> Result<Self, Trouble> {
        let state = match (&game.table.game, &game.table.setup) {
            (Some(game::View::At43(state)), _) => state,
            (None, Setup::At43(_)) => {
                return Err(Trouble::refused(
                    "Companies come once the game has started. `/profile` shows any unit of the army lists.",
                ));
            }
            _ => {
                return Err(Trouble::refused(
                    "AT-43 is not played in this channel, so it has no such units. `/at43 look` shows any unit of the army lists.",
                ));
            }
        };
        if !state.units.is_empty() {
            return Ok(Units::All(state));
        }
        let own = own_view(game, request)?;
        let seats = game.table.seats_of(request.user());
        let found = seats.into_iter().find_map(|seat| {
            let company = own.side(seat)?.company.as_ref()?;
            let sheet = company_sheet(&own.library, company, &Limits::FREE);
            let placed = sheet.platoons.into_iter().flat_map(|platoon| platoon.slots);
            let mut units: Vec<SheetUnit> = placed.filter_map(|slot| slot.unit).collect();
            units.extend(sheet.left);
            units.sort_by_key(|unit| unit.unit);
            Some((seat, units))
        });
        match found {
            Some((side, units)) => Ok(Units::Own { side, state: Box::new((*own).clone()), units }),
            None => Err(Trouble::refused(
                "Companies stay secret until all are locked; then `/unit` shows every unit. `/profile` shows any of the army lists.",
            )),
        }
    }

    fn offers(&self) -> Vec<Offer> {
        match self {
            Units::All(state) => state
                .ids()
                .zip(&state.units)
                .map(|(id, unit)| Offer {
                    id,
                    side: unit.side,
                    name: told_apart(state, unit),
                    line: label::unit_line(state, id),
                })
                .collect(),
            Units::Own { side, units, .. } => units
                .iter()
                .filter_map(|unit| {
                    let id = UnitId(u16::try_from(unit.unit).ok()?);
                    let line = sheet_line(unit);
                    Some(Offer { id, side: *side, name: unit.name.clone(), line })
                })
                .collect(),
        }
    }

    fn state(&self) -> &State {
        match self {
            Units::All(state) => state,
            Units::Own { state, .. } => state,
        }
    }
}

/// "Steel troopers 1", or where two sides bring the same "Steel troopers 1 (Blue)".
fn told_apart(state: &State, unit: &Unit) -> String {
    let alike = state.units.iter().filter(|other| other.name == unit.name).count();
    if alike > 1 {
        format!("{} ({})", unit.name, state.side_name(unit.side))
    } else {
        unit.name.clone()
    }
}

/// `/unit`: the card of a unit, or lists to choose one from.
pub(super) fn look_up(
    request: &Request,
    game: Option<&Loaded>,
    typed: Option<&str>,
) -> Result<Reply, Trouble> {
    let game = game.ok_or_else(|| {
        Trouble::refused("AT-43 is not played in this channel, so it has no units. `/at43 look` shows the army lists.")
    })?;
    let units = Units::of(game, request)?;
    let Some(typed) = typed else {
        return Ok(Answer::private(lists(game, request, None)?).into());
    };
    let offers = units.offers();
    match meant(typed, offers.iter().map(|offer| offer.name.as_str())) {
        NameMatch::One(place) => {
            let offer = offers.get(place).ok_or_else(unknown)?;
            Ok(Answer::private(reading(game, request, offer.id)?.own(0)).into())
        }
        NameMatch::OneOf(_) => {
            let typed = code(&gatemaster_discord::limits::clip(typed.trim(), 64));
            let sorry = format!("No unit here is just called {typed}. Which one?");
            Err(Trouble::refused(sorry).with_selects(selects(game, &units, None)))
        }
    }
}

/// The units of this channel's game, with how they stand.
pub(super) fn offered(request: &Request, game: Option<&Loaded>) -> Vec<(String, String)> {
    let Some(units) = game.and_then(|game| Units::of(game, request).ok()) else {
        return Vec::new();
    };
    let state = units.state();
    let offers = units.offers().into_iter();
    offers
        .map(|offer| {
            let side = state.side_name(offer.side);
            (format!("{} · {side}: {}", offer.name, offer.line), offer.name)
        })
        .collect()
}

/// What was picked from a list of units: one of them, or where the list is to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picked {
    Unit(UnitId),
    From(usize),
}

pub(super) fn picked(picked: &[String]) -> Result<Picked, Trouble> {
    let value = picked.first().map(String::as_str).unwrap_or_default();
    let found = match value.strip_prefix("from-") {
        Some(first) => first.parse().ok().map(Picked::From),
        None => value.parse().ok().map(|id| Picked::Unit(UnitId(id))),
    };
    found.ok_or_else(unknown)
}

/// All units, side by side, to choose one; of one side from a later one on.
pub(super) fn lists(
    game: &Loaded,
    request: &Request,
    from: Option<(Seat, usize)>,
) -> Result<Card, Trouble> {
    let units = Units::of(game, request)?;
    Ok(Card { selects: selects(game, &units, from), ..Card::line("Which unit?") })
}

fn selects(game: &Loaded, units: &Units<'_>, from: Option<(Seat, usize)>) -> Vec<Select> {
    let shelf = Shelf::of(Some(game));
    let state = units.state();
    let offers = units.offers();
    let list = |seat: Seat| {
        let of_side: Vec<Choice> = offers
            .iter()
            .filter(|offer| offer.side == seat)
            .map(|offer| Choice::new(profile::label(&offer.name), offer.id.0).more(&offer.line))
            .collect();
        let first = from.filter(|(of, _)| *of == seat).map_or(0, |(_, first)| first);
        let placeholder = match units {
            Units::All(_) => format!("Look at a unit of {}…", state.side_name(seat)),
            Units::Own { .. } => "Look at a unit of your company…".to_owned(),
        };
        shelf.select(placeholder, LookPress::PickUnit(seat), a_page(of_side, first))
    };
    state.seats().filter_map(list).collect()
}

/// As many as a list holds, with the way to those before and behind.
fn a_page(all: Vec<Choice>, first: usize) -> Vec<Choice> {
    if all.len() <= usize::from(CHOICES) {
        return all;
    }
    let first = if first < all.len() { first } else { 0 };
    let (last, whole) = ((first + ON_A_LIST).min(all.len()), all.len());
    let before = first.saturating_sub(ON_A_LIST);
    let back = (first > 0).then(|| Choice::new("◂ The units before", format!("from-{before}")));
    let more = (last < whole)
        .then(|| Choice::new(format!("More ▸ ({} further)", whole - last), format!("from-{last}")));
    let shown = all.into_iter().skip(first).take(ON_A_LIST);
    back.into_iter().chain(shown).chain(more).collect()
}

pub(super) fn reading(game: &Loaded, request: &Request, id: UnitId) -> Result<Reading, Trouble> {
    let units = Units::of(game, request)?;
    let (sheet, open) = match &units {
        Units::All(state) => (fielded::sheet(game, state, id), true),
        Units::Own { side, state, units } => (own_sheet(state, *side, units, id), false),
    };
    Ok(Reading {
        shelf: Shelf::of(Some(game)),
        topic: Topic::Unit(id),
        sheet: sheet.ok_or_else(unknown)?,
        selects: selects(game, &units, None),
        beside: Vec::new(),
        may_be_shown: open && game.channel == request.channel,
    })
}

/// "6 fighters · 2 × missile launcher · Sergeant · with grenades · 225 AP"
fn sheet_line(unit: &SheetUnit) -> String {
    let mut parts = vec![format!("{} strong", unit.number)];
    if let Some((bearers, weapon)) = unit.bearers.as_ref().filter(|(bearers, _)| *bearers > 0) {
        parts.push(format!("{bearers} × {weapon}"));
    }
    parts.extend(unit.officer.clone());
    parts.extend(unit.specialists.iter().cloned());
    if !unit.equipment.is_empty() {
        parts.push(format!("with {}", list(&unit.equipment)));
    }
    parts.extend(unit.value.map(|value| format!("{value} AP")));
    if unit.reinforcement {
        parts.push("reinforcement".to_owned());
    }
    parts.join(" · ")
}

/// A unit of the asker's own company before anybody else has seen it.
fn own_sheet(state: &State, side: Seat, units: &[SheetUnit], id: UnitId) -> Option<Sheet> {
    let unit = units.iter().find(|unit| unit.unit == usize::from(id.0))?;
    let side = state.side(side)?;
    let chosen = side.company.as_ref()?.units.get(unit.unit)?;
    let entry = state.library.entry(state.library.entry_of_key(&chosen.unit)?)?;
    let mut lines = vec![
        "🔒 Of your company; nobody else sees it until all are locked.".to_owned(),
        format!("**{}**", esc(&sheet_line(unit))),
        heading("In the army list"),
    ];
    lines.extend(profile::unit(&state.library, entry));
    Some(Sheet::new(&esc(&unit.name), &lines, String::new(), side.colour.rgb()))
}
