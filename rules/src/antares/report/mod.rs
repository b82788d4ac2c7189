//! Events as sentences: what a step brought, told to people who were not at the table. Plain text, every die with
//! what it needed and why; used for battle reports and, line by line, for messages.

mod assault;
mod buildings;
pub(super) mod correction;
pub mod deed;
mod detail;
mod digest;
mod explain;
mod fate;
mod harm;
mod meant;
mod rows;
mod shooting;
mod summary;
mod test;
mod turn;
pub(super) mod words;

pub use digest::{Digest, digest};
pub use explain::{Explained, LONGEST, explain};
pub use fate::Fate;
pub use rows::{Moment, row_of_reason, rows_of};
pub use summary::summary;
pub use words::{Who, marks, plural, weapon, weapon_in_mode};

use super::apply::apply;
use super::command::Feature;
use super::correct::Correction;
use super::event::{DestroyedBy, Event, Pace, PinCause, Placed, Turned};
use super::moves;
use super::order::Order;
use super::state::{Ammo, ModelId, State, UnitId};
use crate::dice::Roll;
use crate::ids::Seat;
use crate::text::list;
pub(super) use words::capital;
use words::{now, of_troop, on_dice, pins};

/// The lines that tell one step, given the battle before it.
pub fn lines(before: &State, events: &[Event]) -> Vec<String> {
    let mut teller = Teller::new(before);
    let mut rest = events;
    while let Some((event, after)) = rest.split_first() {
        let further = teller.tell(event, after).min(after.len());
        for event in &rest[..=further] {
            apply(&mut teller.state, event);
        }
        rest = &rest[further + 1..];
    }
    teller.lines
}

/// Folds the events while telling them: names and totals are those of the moment.
struct Teller {
    state: State,
    lines: Vec<String>,
    /// The shooting that is rolled next has not been announced yet.
    just_declared: bool,
    /// The line before is this unit's test.
    just_tested: Option<UnitId>,
    /// The damage roll has said already that the gun is lost.
    gun_written_off: bool,
    /// Units on which the shooter has placed hits in this step.
    picked: Vec<UnitId>,
    /// Some of the turn's dice stay beside their units.
    dice_kept: bool,
    /// Terrain whose tests have been told of this move.
    terrain_tested: Vec<String>,
}

impl Teller {
    fn new(before: &State) -> Self {
        Self {
            state: before.clone(),
            lines: Vec::new(),
            just_declared: false,
            just_tested: None,
            gun_written_off: false,
            picked: Vec::new(),
            dice_kept: false,
            terrain_tested: Vec::new(),
        }
    }

    fn say(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
        self.just_tested = None;
    }

    /// A further sentence to the line before, of which it is the consequence.
    fn go_on(&mut self, sentence: &str) {
        match self.lines.last_mut() {
            Some(line) => {
                line.push(' ');
                line.push_str(sentence);
            }
            None => self.lines.push(sentence.to_owned()),
        }
    }

    fn who(&self, id: UnitId) -> Who<'_> {
        Who::unit(&self.state, id)
    }

    fn pins_of(&self, id: UnitId) -> u32 {
        self.state.unit(id).map_or(0, |unit| unit.pins)
    }

    /// Tells the event, and says how many of those after it were told with it.
    fn tell(&mut self, event: &Event, after: &[Event]) -> usize {
        match event {
            Event::Drawn { whose, .. } => self.drawn(*whose),
            Event::Idle { side } => self.idle(*side),
            Event::Deployed { unit, into } => self.deployed(*unit, *into),
            Event::WentTo { unit, spot, way } => self.went_to(*unit, *spot, *way, after),
            Event::LandedOn { .. } => self.landed_on(event),
            Event::BuildingDamaged { .. } => self.building_damaged(event),
            Event::Collapsed { part } => self.collapsed(*part),
            Event::SnipersDeployed => self.say("The snipers lie in wait; now the others deploy."),
            Event::AllDeployed => self.say("Everybody is on the table."),
            Event::Infiltrated { unit, ran: false } => self.stays(*unit, "hidden "),
            Event::TurnBegan { turn } => self.say(format!("Turn {turn} begins.")),
            Event::OrderGiven { .. } => self.ordered(event),
            Event::DiePlaced { unit, why, .. } => self.die_placed(*unit, *why),
            Event::DieTurned { unit, why, .. } => self.die_turned(*unit, *why),
            Event::DieLost { unit, from_bag } => self.die_lost(*unit, *from_bag),
            Event::SomaActivated { unit } => self.grafts_wake(*unit),
            Event::SomaWild { unit } => self.grafts_take_over(*unit),
            Event::RandomOrder { unit, roll, order } => self.grafts_choose(*unit, *roll, *order),
            Event::Tested(test) => self.tested(test),
            Event::Pinned { unit, pins, why, dice } => self.pinned(*unit, *pins, *why, dice),
            Event::Unpinned { unit, pins, dice } => self.unpinned(*unit, *pins, dice),
            Event::Moved { .. } => self.moved(event),
            Event::PathLeft { unit, name } => self.path_left(*unit, name),
            Event::LeftBehind { unit, model } => self.left_behind(*unit, *model),
            Event::Finished { unit } => self.does(*unit, ["does", "do"], "no more"),
            Event::Sprung { unit, at } => self.sprung(*unit, *at),
            Event::LetPass { mover } => self.let_pass(*mover),
            Event::Declared { part: Some(_), .. } => self.just_declared = true,
            Event::Declared { part: None, .. } => self.declared(event, after),
            Event::StoodFast { unit } => self.does(*unit, ["stays", "stay"], "up"),
            Event::Rolled { from, at, manner, range, batches, part } => {
                self.rolled(*from, (*at, *part), *manner, *range, batches);
            }
            Event::SpotterHeld { .. } => self.say("The spotter drone has nothing rolled again."),
            Event::SpotterRerolled { needs, roll, .. } => self.spotted(*needs, *roll),
            Event::HitsRerolled { on, why, needs, dice } => self.rerolled(*on, *why, *needs, dice),
            Event::Unseen { on } => self.unseen(*on),
            Event::Astray { weapon, roll, distance, .. } => self.astray(*weapon, *roll, *distance),
            Event::TemplateLaid { struck, .. } => self.template(struck),
            Event::Blast { weapon, roll, .. } => self.blast(*weapon, *roll),
            Event::BlastShared { shares } => self.shared(shares),
            Event::BlastHalved { on, from, to, why } => self.halved(*on, *from, *to, *why),
            Event::Hit { on, hits, lucky, .. } => return self.hit(*on, *hits, *lucky, after),
            Event::HitsPlaced { by, on, lucky, hits } => self.placed(*by, *on, *lucky, hits),
            Event::Resisted(resist) => return self.resisted(resist, after),
            Event::ChartRolled { .. } => self.chart(event),
            Event::ChartKept { unit } => self.chart_kept(*unit),
            Event::Casualty { unit, model } => return self.casualties(*unit, *model, after),
            Event::DroneLost { unit, drone } => self.drone_lost(*unit, *drone),
            Event::GunLost { unit } => self.gun_lost(*unit),
            Event::Malfunctioned { unit, mark, weapon } => {
                self.malfunctioned(*unit, *mark, *weapon);
            }
            Event::Reactor { unit, roll, .. } => return self.reactors(*unit, *roll, after),
            Event::Destroyed { unit, why } => self.destroyed(*unit, *why),
            Event::LockedOn { unit, on, bonus } => self.locked_on(*unit, *on, *bonus),
            Event::LockLost { unit } => self.lock_lost(*unit),
            Event::AmmoRolled { unit, roll, ammo } => self.ammunition(*unit, *roll, *ammo),
            Event::Charged { unit, at, contact } => self.charged(*unit, *at, *contact),
            Event::HeldFire { unit } => self.held_fire(*unit),
            Event::HandWeaponsChosen { unit, weapons } => self.hand_weapons(*unit, weapons),
            Event::BrokeOff { unit } => {
                self.does(*unit, ["breaks", "break"], "off before it comes to blows");
            }
            Event::SpinnerSet { unit, spinner } => self.spinners(*unit, *spinner),
            Event::AssaultDecided { attacker, defender, pins, losers } => {
                self.assault_decided(*attacker, *defender, *pins, losers);
            }
            Event::FirstToConsolidate { unit, roll } => self.first_to_consolidate(*unit, *roll),
            Event::HeldGround { unit } => self.stays(*unit, ""),
            Event::AssaultOver => self.say("The assault is over."),
            Event::BagEmptied { turn } => {
                self.say(format!("The bag is empty, and turn {turn} comes to its end."));
            }
            Event::BagFilled { turn } => {
                self.say(format!("There are dice in the bag again: turn {turn} goes on."));
            }
            Event::DiceReturned { unit, kept } => self.dice_returned(*unit, kept, after),
            Event::EndRolled { why, roll, ends } => self.end_rolled(*why, *roll, *ends),
            Event::Ended { lost, winner, reason } => self.ended(lost, *winner, *reason),
            Event::Proposed { by, correction } => self.proposed(*by, correction),
            Event::Corrected { correction, organiser } => self.corrected(correction, *organiser),
            Event::ProposalDropped { withdrawn } => self.proposal_dropped(*withdrawn),
            // what these bring is told by an event beside them
            Event::SprintBegan { .. }
            | Event::SprintEnded { .. }
            | Event::Infiltrated { ran: true, .. }
            | Event::GapFound { .. }
            | Event::PathFound { .. }
            | Event::Immobilised { .. }
            | Event::DistortReturned
            | Event::Flow(_) => {}
        }
        0
    }

    /// "Strike-1 stays up."
    fn does(&mut self, unit: UnitId, [one, many]: [&str; 2], what: &str) {
        let who = self.who(unit);
        self.say(format!("{who} {} {what}.", who.does(one, many)));
    }

    fn stays(&mut self, unit: UnitId, how: &str) {
        let who = self.who(unit);
        let stays = who.does("stays", "stay");
        self.say(format!("{who} {stays} {how}where {} {}.", who.it(), who.is()));
    }

    fn die_placed(&mut self, unit: UnitId, why: Placed) {
        match why {
            Placed::Ordered => {}
            Placed::WentDown => self.goes_down(unit),
            Placed::FailedBreak | Placed::Damage => self.goes_on_down(unit),
        }
    }

    fn die_turned(&mut self, unit: UnitId, why: Turned) {
        let who = self.who(unit);
        let (goes, it) = (who.does("goes", "go"), capital(who.it()));
        match why {
            Turned::FailedOrder => {
                let sentence = format!("{it} {goes} down instead.");
                self.go_on(&sentence);
            }
            Turned::FailedBreak | Turned::Damage => self.goes_on_down(unit),
            Turned::PlasmaFade => {
                let line = format!("The plasma fades on the 10: {who} {goes} down.");
                self.say(line);
            }
            Turned::WentDown => {
                let order = self.state.unit(unit).and_then(super::state::Unit::order);
                let line = if order == Some(Order::Ambush) {
                    let gives = who.does("gives", "give");
                    format!("{who} {gives} up {} ambush and {goes} down.", who.its())
                } else {
                    format!("{who} {goes} down in spite of {} order.", who.its())
                };
                self.say(line);
            }
            // told with the ambush, and with the grafts' choice
            Turned::Ambush | Turned::Random => {}
        }
    }

    fn die_lost(&mut self, unit: UnitId, from_bag: bool) {
        let who = self.who(unit);
        let from = if from_bag { "out of the bag" } else { "the last one placed" };
        self.say(format!("{who} {} an order die, {from}.", who.does("loses", "lose")));
    }

    fn grafts_wake(&mut self, unit: UnitId) {
        let whose = self.who(unit).whose();
        self.say(format!("{whose} soma grafts wake: from now on only a 10 fails a command test."));
    }

    fn grafts_take_over(&mut self, unit: UnitId) {
        let who = self.who(unit);
        let obeys = who.does("obeys", "obey");
        self.say(format!("The grafts take over: {who} {obeys} nobody any more."));
    }

    fn grafts_choose(&mut self, unit: UnitId, roll: Roll, order: Order) {
        let whose = self.who(unit).whose();
        self.say(format!("{whose} grafts choose, {}: {order}.", on_dice(&[roll])));
    }

    fn goes_down(&mut self, unit: UnitId) {
        let who = self.who(unit);
        self.say(format!("{who} {} down.", who.does("goes", "go")));
    }

    /// After a test, as its consequence; after damage, by itself.
    fn goes_on_down(&mut self, unit: UnitId) {
        let who = self.who(unit);
        if self.just_tested == Some(unit) {
            let sentence = format!("{} {} down.", capital(who.it()), who.does("goes", "go"));
            self.go_on(&sentence);
        } else {
            self.goes_down(unit);
        }
    }

    fn pinned(&mut self, unit: UnitId, number: u32, why: PinCause, dice: &[Roll]) {
        let who = self.who(unit);
        let takes = who.does("takes", "take");
        let had = self.pins_of(unit);
        let total = if had == 0 { String::new() } else { format!(", now {}", had + number) };
        let pins = pins(number);
        match why {
            PinCause::Hit => self.say(format!("{who} {takes} {pins}{total}.")),
            PinCause::Disrupted => {
                self.say(format!("The disruptor leaves {pins} on {who}{total}."));
            }
            PinCause::Casualties => {
                let losses = if number == 1 { "loss" } else { "losses" };
                self.say(format!("{who} {takes} {pins} for {} {losses}{total}.", who.its()));
            }
            PinCause::Damage => {
                let rolled =
                    if dice.is_empty() { String::new() } else { format!(" ({})", on_dice(dice)) };
                self.say(format!("{who} {takes} {pins} for the damage{rolled}{total}."));
            }
            PinCause::Exhausted | PinCause::Obstacle | PinCause::Terrain => {
                self.go_on(&format!("{}{total}.", capital(&pins)));
            }
            PinCause::Break => {
                let sentence = format!("Already down, {} {takes} {pins}{total}.", who.it());
                self.go_on(&sentence);
            }
        }
    }

    fn unpinned(&mut self, unit: UnitId, number: u32, dice: &[Roll]) {
        let left = now(self.pins_of(unit).saturating_sub(number));
        let off = if number == 0 { "no pin".into() } else { pins(number) };
        let sentence = if dice.is_empty() {
            format!("{} off, {left}.", capital(&off))
        } else {
            format!("{}: {off} off, {left}.", on_dice(dice))
        };
        self.go_on(&sentence);
    }

    /// What was crossed without a test: the tests have told of the rest.
    fn untested(&mut self, features: &[Feature]) -> String {
        let tested = std::mem::take(&mut self.terrain_tested);
        let crossed: Vec<String> = features
            .iter()
            .filter(|feature| !tested.iter().any(|name| name == feature.name()))
            .map(|feature| match feature {
                Feature::Obstacle { name, .. } if moves::knows(&self.state.gaps, name) => {
                    format!("through the gap in {name}")
                }
                Feature::Obstacle { name, .. } => format!("over {name}"),
                Feature::Difficult { name } => format!("through {name}"),
            })
            .collect();
        if crossed.is_empty() { String::new() } else { format!(" {}", list(&crossed)) }
    }

    fn moved(&mut self, event: &Event) {
        let Event::Moved { unit, how, distance, halted, features } = event else { return };
        let way = self.untested(features);
        let who = self.who(*unit);
        if *halted {
            self.say(format!("{who} {} no further.", who.does("gets", "get")));
            return;
        }
        let moves = match how {
            Pace::Infiltrate => who.does("slips forward", "slip forward"),
            Pace::Advance => who.does("advances", "advance"),
            Pace::Run => who.does("runs", "run"),
            Pace::Sprint => who.does("sprints", "sprint"),
            Pace::Consolidate => who.does("consolidates", "consolidate"),
            Pace::Bonus => {
                let goes = who.does("goes", "go");
                self.say(format!("{who} {goes} on{way}, up to {distance} more."));
                return;
            }
        };
        let full = self.state.unit(*unit).map(|unit| moves::distance(unit, *how));
        let half = if full.is_some_and(|full| *distance < full) { " at half pace" } else { "" };
        self.say(format!("{who} {moves}{way}{half}, up to {distance}."));
    }

    fn path_left(&mut self, unit: UnitId, name: &str) {
        let who = self.who(unit);
        let leaves = who.does("leaves", "leave");
        self.say(format!("{who} {leaves} {name} behind, and {} path with it.", who.its()));
    }

    fn left_behind(&mut self, unit: UnitId, model: ModelId) {
        let Some((unit, troop)) =
            self.state.unit(unit).and_then(|unit| Some((unit, unit.troop(model)?)))
        else {
            return;
        };
        let who = Who::new(&unit.name);
        let (leaves, model) = (who.does("leaves", "leave"), of_troop(troop, 1));
        self.say(format!("{who} {leaves} {model} behind, immobilised and lost."));
    }

    fn ammunition(&mut self, unit: UnitId, roll: Roll, ammo: Ammo) {
        let who = self.who(unit);
        let had = self.state.unit(unit).map_or(Ammo::Plenty, |unit| unit.ammo);
        let result = match ammo {
            _ if ammo == had => "enough left",
            Ammo::Plenty => "plenty again",
            Ammo::Low => "it runs low, and there is no more rapid fire",
            Ammo::Out => "not a round is left",
        };
        let line = format!("{} ammunition, {}: {result}.", who.whose(), on_dice(&[roll]));
        self.say(line);
    }

    fn destroyed(&mut self, unit: UnitId, why: DestroyedBy) {
        let who = self.who(unit);
        let (is, breaks) = (who.is(), who.does("breaks", "break"));
        let line = match why {
            DestroyedBy::Losses => format!("Nobody is left of {who}: destroyed."),
            DestroyedBy::BrokeUnderFire => format!("{who} {breaks} under fire and {is} destroyed."),
            DestroyedBy::BrokeInDefeat => format!("{who} {breaks} in defeat and {is} destroyed."),
            DestroyedBy::TooManyPins => {
                let command = self.state.unit(unit).map_or(0, super::state::Unit::command);
                let pins = pins(self.pins_of(unit));
                format!("{pins} against Command {command}: {who} {breaks} and {is} destroyed.")
            }
            DestroyedBy::Correction => format!("{who} {is} taken off the table."),
            DestroyedBy::Collapse => format!("{who} {is} buried under it: destroyed."),
            DestroyedBy::NoWayOut => format!("{who} cannot fall back and {is} destroyed."),
        };
        self.say(line);
    }

    fn proposed(&mut self, by: Seat, correction: &Correction) {
        let who = Who::side(&self.state, by);
        let what = correction::words(&self.state, correction);
        self.say(format!("{who} {} a correction: {what}.", who.does("proposes", "propose")));
    }

    fn corrected(&mut self, correction: &Correction, organiser: bool) {
        let by = if organiser { "the organiser or a manager of the server" } else { "agreement" };
        let what = correction::words(&self.state, correction);
        self.say(format!("Correction by {by}: {what}."));
    }

    fn proposal_dropped(&mut self, withdrawn: bool) {
        let how = if withdrawn { "taken back" } else { "refused" };
        self.say(format!("The proposed correction is {how}."));
    }
}
