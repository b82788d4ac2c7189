//! Rounds, turns and cards; drills and morale.

use super::super::event::{Authority, DrillLoss, Event, MoraleCause, Spending};
use super::super::mission::PlaceKind;
use super::super::need::{Need, Test};
use super::super::state::{Drill, Gone, MemberId, PlaceId, Stands, State, Unit, UnitId};
use super::Told;
use super::special::routine_used;
use super::words::{Who, leadership, left, member, needs, place, routine, terms, verb};
use crate::dice::Roll;
use crate::ids::Seat;
use crate::text::list;

pub fn round_began(
    state: &State,
    round: u32,
    pools: &[u32],
    commanders: &[Option<UnitId>],
) -> String {
    let told: Vec<String> = state
        .seats()
        .zip(pools)
        .zip(commanders)
        .map(|((seat, pool), commander)| {
            let who = Who::side(state, seat);
            let under = match commander {
                Some(unit) => format!("commanded from {}", state.unit_name(*unit)),
                None => "without a Commander".into(),
            };
            format!("{who} {} {pool} LP, {under}", who.has())
        })
        .collect();
    format!("Round {round} begins: {}.", told.join("; "))
}

pub fn planned(state: &State, seat: Seat, filled_in: bool) -> String {
    let who = Who::side(state, seat);
    if filled_in {
        format!("The organiser has filled in the missing plan of {who}.")
    } else {
        format!("{who} {} a plan for the round.", who.has())
    }
}

pub fn answered_for(state: &State, seat: Seat) -> String {
    let whose = Who::side(state, seat).whose();
    format!("The organiser acts in {whose} place.")
}

pub fn wagers_shown(state: &State, wagers: &[u32], commanders: &[Option<UnitId>]) -> String {
    let told: Vec<String> = state
        .seats()
        .zip(wagers)
        .zip(commanders)
        .map(|((seat, wager), commander)| {
            let who = Who::side(state, seat);
            let pool = state.side(seat).map_or(0, |side| side.pool).saturating_sub(*wager);
            let wager = if *wager == 0 { "nothing".into() } else { format!("{wager} LP") };
            let known = state.side(seat).and_then(|side| side.commander);
            let under = match commander {
                Some(unit) if *commander != known => {
                    format!(", commanded from {}", state.unit_name(*unit))
                }
                Some(_) | None => String::new(),
            };
            let wagers = who.does("wagers", "wager");
            format!("{who} {wagers} {wager}, {}{under}", leadership(pool))
        })
        .collect();
    format!("All plans are in: {}.", told.join("; "))
}

pub fn authority_rolled(state: &State, rolls: &[Authority]) -> String {
    let best = rolls.iter().map(|roll| roll.total).max();
    let ahead: Vec<&str> = rolls
        .iter()
        .filter(|roll| Some(roll.total) == best)
        .map(|roll| state.side_name(roll.seat))
        .collect();
    let told: Vec<String> = rolls
        .iter()
        .map(|roll| {
            let mut terms = vec![
                format!("{} on the die", roll.roll.face),
                format!("Authority {}", roll.authority),
            ];
            if roll.wager > 0 {
                terms.push(format!("wager {}", roll.wager));
            }
            if roll.home_turf > 0 {
                terms.push(format!("home turf {}", roll.home_turf));
            }
            format!("{} {} ({})", state.side_name(roll.seat), roll.total, terms.join(" + "))
        })
        .collect();
    let outcome = match ahead.as_slice() {
        [] => "The Authority test has no dice".to_owned(),
        [one] => {
            let who = Who::new(one);
            format!("{who} {} the Authority test", who.does("leads", "lead"))
        }
        many => format!("{} are level in the Authority test and throw again", list(many)),
    };
    format!("{outcome}: {}.", told.join("; "))
}

pub fn authority_won(state: &State, winner: Seat, named_by_mission: bool) -> String {
    let who = Who::side(state, winner);
    if named_by_mission {
        format!("This round's winner is named before the game: {who}, without an Authority test.")
    } else {
        format!("{who} {} who takes the first turn.", who.does("says", "say"))
    }
}

pub fn first_chosen(state: &State, first: Seat) -> String {
    let who = Who::side(state, first);
    format!("{who} {} the first turn.", who.does("takes", "take"))
}

/// The round has just begun.
pub fn nobody_has_played(state: &State) -> bool {
    state.units.iter().all(|unit| !unit.played) && state.sides.iter().all(|side| !side.delayed)
}

pub fn lead_passed(state: &State, to: Seat) -> String {
    let who = Who::side(state, to);
    format!("{who} {} the lead.", who.has())
}

/// What was paid for something that is told with it: "for 1 LP", and what is left.
#[derive(Clone, Copy, Debug)]
pub struct Price {
    pub lp: u32,
    pub left: u32,
}

impl Price {
    fn of(state: &State, seat: Seat, lp: u32) -> Self {
        let pool = state.side(seat).map_or(0, |side| side.pool);
        Self { lp, left: pool.saturating_sub(lp) }
    }

    /// " for 1 LP; 4 LP left", and the end of the sentence.
    pub fn words(price: Option<Self>) -> String {
        match price {
            Some(price) => format!(" for {} LP; {}.", price.lp, leadership(price.left)),
            None => ".".into(),
        }
    }
}

pub fn relocated(state: &State, seat: Seat, price: Option<Price>) -> String {
    let who = Who::side(state, seat);
    let (moves, its) = (who.does("moves", "move"), who.its());
    format!("{who} {moves} {its} first card, unseen, to another place{}", Price::words(price))
}

pub fn delayed(state: &State, seat: Seat, price: Option<Price>) -> String {
    let who = Who::side(state, seat);
    let plays = who.does("delays and plays", "delay and play");
    format!("{who} {plays} no card this turn{}", Price::words(price))
}

pub fn extra_taken(state: &State, seat: Seat, price: Option<Price>) -> String {
    let who = Who::side(state, seat);
    let plays = who.does("plays", "play");
    format!("{who} {plays} two cards in this turn{}", Price::words(price))
}

pub fn revealed(state: &State, seat: Seat, unit: UnitId) -> String {
    let (who, unit) = (Who::side(state, seat), state.unit_name(unit));
    let cards = state.side(seat).map_or(0, |side| side.cards.len()).saturating_sub(1);
    let cards = match cards {
        0 => "it was the last card".into(),
        1 => "1 card is left".into(),
        cards => format!("{cards} cards are left"),
    };
    format!("{who} {} {unit} up; {cards}.", who.does("turns", "turn"))
}

pub fn dropped(state: &State, seat: Seat, unit: UnitId) -> String {
    let (whose, unit) = (Who::side(state, seat).whose(), Who::unit(state, unit));
    format!("{whose} next card is put aside: {unit} {} gone.", unit.is())
}

/// LP with what they were spent on; where that comes next, it is told in the same breath.
pub fn spent(state: &State, seat: Seat, lp: u32, on: Spending, after: &[Event]) -> Told {
    let price = Price::of(state, seat, lp);
    let next = after.first();
    let together = match (on, next) {
        (Spending::Relocate, Some(Event::Relocated { seat: by, .. })) if *by == seat => {
            Some(relocated(state, seat, Some(price)))
        }
        (Spending::Delay, Some(Event::Delayed { seat: by })) if *by == seat => {
            Some(delayed(state, seat, Some(price)))
        }
        (Spending::ExtraActivation, Some(Event::ExtraTaken { seat: by })) if *by == seat => {
            Some(extra_taken(state, seat, Some(price)))
        }
        (Spending::Rally(unit), Some(Event::Rallied { unit: who })) if *who == unit => {
            Some(rallied(state, unit, Some(price)))
        }
        (Spending::Drill(unit, drill), Some(Event::DrillGiven { unit: to, drill: given }))
            if (unit, drill) == (*to, *given) =>
        {
            Some(drill_given(state, unit, drill, Some(price)))
        }
        (
            Spending::Routine(unit, name),
            Some(Event::RoutineUsed { unit: by, routine: used, on }),
        ) if name == *used && (unit == *by || unit == *on) => {
            Some(routine_used(state, *by, name, *on, Some(price)))
        }
        _ => None,
    };
    if let Some(line) = together {
        return Told::with(line, 1);
    }
    let what = match on {
        Spending::Activation(unit) => format!("to activate {}", state.unit_name(unit)),
        Spending::Relocate => "to move a card to another place".into(),
        Spending::Delay => "to delay".into(),
        Spending::ExtraActivation => "to play two cards in this turn".into(),
        Spending::Rally(unit) => format!("to rally {}", state.unit_name(unit)),
        Spending::Drill(unit, drill) => {
            format!("on the drill “{drill}” for {}", state.unit_name(unit))
        }
        Spending::Artillery => "on an artillery strike".into(),
        Spending::Routine(unit, name) => {
            format!("on the routine {} for {}", routine(name), state.unit_name(unit))
        }
    };
    let who = Who::side(state, seat);
    let spends = who.does("spends", "spend");
    format!("{who} {spends} {lp} LP {what}; {}.", leadership(price.left)).into()
}

pub fn drill_ended(state: &State, unit: UnitId, drill: Drill) -> String {
    format!("For {} “{drill}” ends.", state.unit_name(unit))
}

pub fn drill_given(state: &State, unit: UnitId, drill: Drill, price: Option<Price>) -> String {
    let who = Who::unit(state, unit);
    format!("{who} {} “{drill}”{}", who.does("gets", "get"), Price::words(price))
}

pub fn drill_lost(state: &State, unit: UnitId, drill: Drill, why: DrillLoss) -> String {
    let who = Who::unit(state, unit);
    let loses = who.does("loses", "lose");
    match why {
        DrillLoss::Engaged => format!("Engaged, {who} {loses} “{drill}”."),
        DrillLoss::Grounded => format!("Grounded, {who} {loses} “{drill}”."),
        DrillLoss::Used => format!("{who} {} used up “{drill}”.", who.has()),
    }
}

/// Whoever is free can do anything, and whether a unit in reserve comes is told by itself.
pub fn activated(state: &State, unit: UnitId, free: bool) -> Told {
    let reserve = state.unit(unit).is_some_and(|unit| unit.stands == Stands::Reserve);
    if free || reserve {
        return Told::nothing();
    }
    let who = Who::unit(state, unit);
    format!("{who} {} {} activation engaged.", who.does("begins", "begin"), who.its()).into()
}

pub fn unpaid(state: &State, unit: UnitId) -> String {
    let who = Who::unit(state, unit);
    format!("{who} {} nothing: the activation is not paid for.", who.does("does", "do"))
}

pub fn waited(state: &State, unit: UnitId) -> String {
    let who = Who::unit(state, unit);
    format!("{who} {} on in reserve.", who.does("waits", "wait"))
}

pub fn entered(state: &State, unit: UnitId, through: PlaceId) -> String {
    let who = Who::unit(state, unit);
    let name = place(state, through);
    let how = match state.place(through).map(|place| place.kind) {
        Some(PlaceKind::DropPoint) => format!("{} at {name}", who.does("drops", "drop")),
        Some(PlaceKind::DeploymentZone) => {
            format!("{} up in {name}", who.does("lines", "line"))
        }
        Some(
            PlaceKind::AccessZone
            | PlaceKind::Point
            | PlaceKind::Container
            | PlaceKind::Nanogenerator
            | PlaceKind::Wreck,
        )
        | None => format!("{} onto the table through {name}", who.does("comes", "come")),
    };
    format!("{who} {how}.")
}

pub fn stood_up(state: &State, unit: UnitId, fighters: u32, whole_unit: bool) -> String {
    let name = state.unit_name(unit);
    let gets = verb(fighters, "gets", "get");
    let all = if whole_unit { ", and that is all the unit does" } else { "" };
    format!("{fighters} of {name} {gets} to their feet{all}.")
}

pub fn stayed_together(state: &State, unit: UnitId) -> String {
    let who = Who::unit(state, unit);
    format!("{who} {} with what cannot move any more.", who.does("stays", "stay"))
}

pub fn abandoned(state: &State, unit: UnitId, machine: MemberId) -> String {
    let what = member(state, unit, machine);
    let rest =
        state.unit(unit).map_or(0, |unit| unit.living().filter(|(id, _)| *id != machine).count());
    format!("Its crew gives up {what}, which counts as destroyed; {}.", left(rest))
}

/// With the lead that passes, where it does at once; nothing is left to be said of a unit that is gone.
pub fn ended(state: &State, unit: UnitId, after: &[Event]) -> Told {
    if state.unit(unit).is_none_or(Unit::is_gone) {
        return Told::nothing();
    }
    let who = Who::unit(state, unit);
    match after.first() {
        Some(Event::LeadPassed { to }) => {
            let next = Who::side(state, *to);
            Told::with(format!("{who} {} done; {next} {} the lead.", who.is(), next.has()), 1)
        }
        Some(_) | None => format!("{who} {} done.", who.is()).into(),
    }
}

/// With what comes of a failure, where it comes at once.
pub fn morale_tested(state: &State, event: &Event, after: &[Event]) -> Told {
    let Event::MoraleTested { unit, test, roll, passed, why } = event else {
        return Told::nothing();
    };
    let who = Who::unit(state, *unit);
    let cause = match why {
        MoraleCause::Few => {
            let left = state.unit(*unit).map_or(0, super::super::state::Unit::numbers);
            format!("with {left} left")
        }
        MoraleCause::Immobilised => "with none able to move".into(),
        MoraleCause::MachineLost => "after the loss of a machine".into(),
    };
    let die = morale_die(test, *roll);
    if *passed {
        let keeps = who.does("keeps", "keep");
        return format!("{who} {keeps} {} nerve {cause}: {die}.", who.its()).into();
    }
    match after.first() {
        Some(Event::Disorganized { unit: id }) if id == unit => {
            Told::with(format!("{who} {} disorganized {cause}: {die}.", who.is()), 1)
        }
        Some(Event::UnitGone { unit: id, gone: Gone::Routed }) if id == unit => {
            let line = format!(
                "{who} {} from the table {cause}: {die}, disorganized before.",
                who.does("routs", "rout")
            );
            Told::with(line, 1)
        }
        Some(_) | None => {
            let fails = who.does("fails", "fail");
            format!("{who} {fails} the morale test {cause}: {die}.").into()
        }
    }
}

/// "5+ (Morale 6, difficulty −8), and the die shows 2"
fn morale_die(test: &Test, roll: Option<Roll>) -> String {
    match (test.need(), roll) {
        (Need::AtLeast(_), Some(roll)) => {
            format!("{}, and the die shows {}", needs(test), roll.face)
        }
        (Need::Never, _) => format!("no die could help ({})", terms(test)),
        (Need::Always | Need::AtLeast(_), _) => needs(test),
    }
}

pub fn disorganized(state: &State, unit: UnitId) -> String {
    let who = Who::unit(state, unit);
    format!("{who} {} disorganized.", who.is())
}

pub fn rallied(state: &State, unit: UnitId, price: Option<Price>) -> String {
    let who = Who::unit(state, unit);
    format!("{who} {}{}", who.does("rallies", "rally"), Price::words(price))
}
