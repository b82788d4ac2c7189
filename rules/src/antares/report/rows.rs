//! Which rules stand behind an event: rows of the rule ledger, as the rule book numbers them.

use super::super::buildings::{Berth, Spot, Way, stands_behind_parapet};
use super::super::command::{Cover, Eyes, Feature, Intervening, Mark, Scene};
use super::super::event::{
    DestroyedBy, Drawn, Event, Pace, PinCause, Placed, Resist, RolledBatch, Test, TestKind,
    TestResult, Turned,
};
use super::super::flow::{BreakCause, Hit, Manner};
use super::super::order::Order;
use super::super::profile::ModelRule;
use super::super::reason::Reason;
use super::super::run::{ALWAYS_FAILS, ALWAYS_PASSES};
use super::super::state::{EndReason, Phase, Soma, State, Unit, UnitId};
use super::super::values::is_heavily_armoured;
use crate::check::Check;
use crate::dice::Roll;

/// The moment of an event: some do not say by themselves what brought them about.
#[derive(Clone, Debug)]
pub struct Moment<'a> {
    /// The battle before it.
    pub state: &'a State,
    /// The last test of the step.
    pub test: Option<&'a Test>,
    /// How the shots or blows at hand are dealt.
    pub manner: Option<Manner>,
    /// Terrain that was tested on the way that is being gone.
    pub crossed: &'a [String],
}

impl Moment<'_> {
    fn is_hand_to_hand(&self) -> bool {
        self.manner == Some(Manner::HandToHand)
    }

    fn is_assault(&self) -> bool {
        self.is_hand_to_hand() || self.manner == Some(Manner::PointBlank)
    }

    fn is_large(&self, unit: UnitId) -> bool {
        self.state.unit(unit).is_some_and(|unit| unit.any(ModelRule::Large))
    }

    fn has_many_dice(&self, unit: UnitId) -> bool {
        self.state.unit(unit).is_some_and(|unit| unit.dice.total > 1)
    }

    fn is_in_ambush(&self, unit: UnitId) -> bool {
        self.state.unit(unit).and_then(Unit::order) == Some(Order::Ambush)
    }

    fn is_clumsy(&self, unit: UnitId) -> bool {
        self.state.unit(unit).is_some_and(|unit| unit.is_clumsy(&self.state.armoury))
    }
}

/// The row behind a term of a check; `of` is what the check begins with.
pub fn row_of_reason(reason: Reason, of: Reason) -> &'static str {
    match reason {
        Reason::Ag => "A-TST-1",
        Reason::Acc
        | Reason::Aimed
        | Reason::RapidFireFar
        | Reason::Building
        | Reason::CrewShort(_)
        | Reason::OutOfArc => "A-SHT-6",
        // shots and orders suffer from pins by different rules
        Reason::Pins(_) if of == Reason::Acc => "A-SHT-6",
        Reason::Pins(_) => "A-ORD-3",
        Reason::Str | Reason::Assaulting | Reason::HandWeapon => "A-ASL-6",
        Reason::Res | Reason::StrikeValue => "A-SHT-12",
        Reason::Command => "A-TST-5",
        Reason::CommandersCommand => "A-ORD-9",
        Reason::SomaGraft => "A-ORD-10",
        Reason::BlindLuck => "A-OVH-7",
        Reason::TeamGun => "A-SHT-13",
        Reason::LongRange | Reason::ExtremeRange => "A-SHT-5",
        Reason::Obstacle | Reason::LightTerrain | Reason::BatterShield => "A-SHT-25",
        Reason::Overhead => "A-OVH-3",
        Reason::Armour => "A-SHT-18",
        Reason::Cover => "A-SHT-19",
        Reason::Spinner => "A-ASL-14",
    }
}

fn rows_of_check(check: &Check<Reason>) -> Vec<&'static str> {
    let of = check.base().reason;
    let terms = std::iter::once(check.base()).chain(check.modifiers());
    terms.map(|term| row_of_reason(term.reason, of)).collect()
}

/// The rows behind an event. Corrections rest on agreement, not on a rule, and what is waited for explains nothing.
pub fn rows_of(event: &Event, moment: &Moment) -> Vec<&'static str> {
    match event {
        Event::Drawn { whose, .. } => of_draw(*whose, moment),
        Event::Idle { .. } => vec!["A-BAG-6"],
        Event::Deployed { into, .. } => of_deployment(*into),
        Event::WentTo { spot, way, .. } => of_way(*spot, *way),
        Event::LandedOn { .. } => vec!["B-OVH-1", "B-OVH-3"],
        Event::BuildingDamaged { .. } => vec!["B-DMG-1"],
        Event::Collapsed { .. } => vec!["B-DMG-2"],
        Event::SnipersDeployed => vec!["A-BAG-9", "A-MOV-9"],
        Event::AllDeployed => vec!["A-BAG-5"],
        Event::Infiltrated { .. } => vec!["A-MOV-9"],
        Event::TurnBegan { turn: 0 | 1 } => vec!["A-BAG-1"],
        Event::TurnBegan { .. } => vec!["A-BAG-1", "A-TRN-3"],
        Event::OrderGiven { .. } => of_order(event, moment),
        Event::DiePlaced { why, .. } => of_placed_die(*why),
        Event::DieTurned { unit, why, .. } => of_turned_die(*unit, *why, moment),
        Event::DieLost { .. } => vec!["A-DMG-6"],
        Event::SomaActivated { .. } | Event::SomaWild { .. } | Event::RandomOrder { .. } => {
            vec!["A-ORD-10"]
        }
        Event::Tested(test) => of_test(test, moment),
        Event::Pinned { why, .. } => of_pins(*why),
        Event::Unpinned { .. } => of_lost_pins(moment),
        Event::Moved { how, features, .. } => of_move(*how, features),
        Event::SprintBegan { .. } => vec!["A-MOV-10", "A-SHT-9"],
        Event::SprintEnded { .. } => vec!["A-SHT-9"],
        Event::GapFound { .. } => vec!["A-MOV-4"],
        Event::PathFound { .. } | Event::PathLeft { .. } => vec!["A-MOV-7"],
        Event::LeftBehind { .. } | Event::Immobilised { .. } => vec!["A-DMG-7"],
        Event::Finished { .. } => vec!["A-ORD-11"],
        Event::Sprung { .. } | Event::LetPass { .. } => vec!["A-REA-3"],
        Event::Declared { part: Some(_), .. } => vec!["B-DMG-3"],
        Event::Declared { from, at, manner, scene, part: None, .. } => {
            let mut rows = of_declaration(*manner, scene);
            rows.extend(of_walls(moment.state, *from, *at, scene));
            rows
        }
        Event::StoodFast { .. } => vec!["A-REA-1"],
        Event::Rolled { manner, batches, .. } => {
            let mut rows = of_rolls(*manner, batches);
            rows.extend(moment.state.options.effective_range_only.then_some("A-GAM-4"));
            rows
        }
        Event::SpotterHeld { .. } => vec!["A-SHT-8"],
        Event::SpotterRerolled { .. } => vec!["A-SHT-8", "A-TST-3"],
        Event::HitsRerolled { .. } => vec!["A-SHT-9", "A-TST-3"],
        Event::Unseen { .. } => vec!["A-SPC-6"],
        Event::Astray { .. } | Event::TemplateLaid { .. } => {
            let blind = moment.manner == Some(Manner::Blind);
            if blind { vec!["A-OVH-7", "A-OVH-4"] } else { vec!["A-OVH-4"] }
        }
        Event::Blast { .. } => vec!["A-OVH-1"],
        Event::BlastShared { .. } => vec!["A-OVH-2", "A-OVH-4"],
        Event::BlastHalved { .. } => vec!["A-OVH-2", "A-SHT-9"],
        Event::Hit { .. } if moment.is_hand_to_hand() => vec!["A-ASL-8"],
        Event::Hit { .. } => vec!["A-SHT-10"],
        Event::HitsPlaced { hits, .. } => of_placed_hits(hits, moment),
        Event::Resisted(resist) => of_resist(resist, moment),
        Event::ChartRolled { dice, armoured, again, .. } => of_chart(dice, *armoured, *again),
        Event::ChartKept { .. } => vec!["A-SHT-16"],
        Event::Casualty { .. } => vec!["A-SHT-14"],
        Event::DroneLost { .. } => vec!["A-SHT-10", "A-SPC-7"],
        Event::GunLost { .. } => vec!["A-SHT-15"],
        Event::Malfunctioned { .. } => vec!["A-DMG-4"],
        Event::Reactor { .. } => vec!["A-SPC-5"],
        Event::Destroyed { why, .. } => of_end_of_unit(*why, moment),
        Event::LockedOn { .. } | Event::LockLost { .. } => vec!["A-SPC-2"],
        Event::AmmoRolled { .. } if moment.is_assault() => vec!["A-SPC-4", "A-ASL-17"],
        Event::AmmoRolled { .. } => vec!["A-SPC-4"],
        Event::Charged { .. } => vec!["A-ASL-1"],
        Event::HeldFire { .. } => vec!["A-ASL-2", "A-SPC-4"],
        Event::HandWeaponsChosen { .. } => vec!["A-ASL-6"],
        Event::BrokeOff { .. } => vec!["A-ASL-5"],
        Event::SpinnerSet { .. } => vec!["A-ASL-14"],
        Event::AssaultDecided { .. } => vec!["A-ASL-11"],
        Event::FirstToConsolidate { .. } | Event::HeldGround { .. } | Event::AssaultOver => {
            vec!["A-ASL-13"]
        }
        Event::BagEmptied { .. } | Event::BagFilled { .. } => vec!["A-BAG-3"],
        Event::DiceReturned { kept, .. } if kept.is_empty() => vec!["A-TRN-1"],
        Event::DiceReturned { .. } => vec!["A-TRN-1", "A-TRN-3"],
        Event::DistortReturned => vec!["A-BAG-8"],
        Event::EndRolled { why: EndReason::TurnLimit, .. } => vec!["A-GAM-1"],
        Event::EndRolled {
            why: EndReason::Losses | EndReason::WipedOut | EndReason::GuideOver,
            ..
        } => vec!["A-GAM-2"],
        Event::Ended { .. } => vec!["A-GAM-3"],
        Event::Proposed { .. }
        | Event::Corrected { .. }
        | Event::ProposalDropped { .. }
        | Event::Flow(_) => Vec::new(),
    }
}

fn of_draw(whose: Drawn, moment: &Moment) -> Vec<&'static str> {
    match (whose, moment.state.phase) {
        (Drawn::Distort, _) => vec!["A-BAG-2", "A-BAG-7", "A-BAG-8"],
        (Drawn::Side(_), Phase::DeployingSnipers) => vec!["A-BAG-2", "A-BAG-5", "A-BAG-9"],
        (Drawn::Side(_), Phase::Deploying) => vec!["A-BAG-2", "A-BAG-5"],
        (Drawn::Side(_), Phase::Infiltrating | Phase::Orders | Phase::TurnEnd | Phase::Over) => {
            vec!["A-BAG-2"]
        }
    }
}

fn of_deployment(into: Option<Berth>) -> Vec<&'static str> {
    let Some(berth) = into else { return vec!["A-BAG-5", "A-BAG-9"] };
    let mut rows = vec!["A-BAG-5", "B-DEP-1"];
    rows.extend(berth.opening.is_some().then_some("B-SHT-1"));
    rows
}

fn of_order(event: &Event, moment: &Moment) -> Vec<&'static str> {
    let Event::OrderGiven { unit, order, sprint, assault, distorted } = event else {
        return Vec::new();
    };
    let mut rows = vec!["A-ORD-1", "A-ORD-11"];
    let given = moment.state.unit(*unit);
    if given.is_some_and(|unit| unit.soma == Soma::Wild) {
        rows.push("A-ORD-10");
    } else if *order == Order::Down {
        rows.push("A-ORD-7");
    } else if given.is_some_and(|unit| unit.pins == 0) {
        rows.push("A-ORD-2");
    }
    rows.extend(sprint.then_some("A-MOV-10"));
    if assault.is_some() {
        rows.extend(["A-ASL-1", "A-ASL-16"]);
    }
    rows.extend((*distorted || moment.state.distort.pending).then_some("A-BAG-7"));
    rows
}

fn of_placed_die(why: Placed) -> Vec<&'static str> {
    match why {
        Placed::Ordered => vec!["A-BAG-2"],
        Placed::WentDown => vec!["A-REA-1"],
        Placed::FailedBreak => vec!["A-BRK-4"],
        Placed::Damage => vec!["A-DMG-4"],
    }
}

fn of_turned_die(unit: UnitId, why: Turned, moment: &Moment) -> Vec<&'static str> {
    match why {
        Turned::FailedOrder => match moment.test.map(|test| test.result) {
            Some(TestResult::Penalty) => vec!["A-ORD-6"],
            Some(TestResult::Fail | TestResult::Pass | TestResult::Bonus) | None => {
                vec!["A-ORD-5"]
            }
        },
        Turned::FailedBreak => vec!["A-BRK-4"],
        Turned::Damage => vec!["A-DMG-4"],
        Turned::PlasmaFade => vec!["A-SPC-1"],
        Turned::WentDown if moment.is_in_ambush(unit) => vec!["A-REA-4"],
        Turned::WentDown => vec!["A-REA-2"],
        Turned::Ambush => vec!["A-REA-3"],
        Turned::Random => vec!["A-ORD-10"],
    }
}

fn of_pins(why: PinCause) -> Vec<&'static str> {
    match why {
        PinCause::Hit => vec!["A-SHT-17"],
        PinCause::Disrupted => vec!["A-SPC-3"],
        PinCause::Damage => vec!["A-DMG-1", "A-DMG-4"],
        PinCause::Casualties => vec!["A-ASL-10"],
        PinCause::Exhausted => vec!["A-MOV-3"],
        PinCause::Obstacle => vec!["A-MOV-4"],
        PinCause::Terrain => vec!["A-MOV-8"],
        PinCause::Break => vec!["A-BRK-4"],
    }
}

fn of_lost_pins(moment: &Moment) -> Vec<&'static str> {
    match moment.test.map(|test| &test.what) {
        Some(TestKind::Order(Order::Rally)) => vec!["A-ORD-8"],
        Some(TestKind::Order(_)) => vec!["A-ORD-3"],
        Some(TestKind::Recovery) => vec!["A-TRN-2"],
        Some(TestKind::Break(_)) => vec!["A-BRK-3"],
        // a rally that the grafts chose
        Some(TestKind::Exhaustion | TestKind::Obstacle(_) | TestKind::Difficult(_)) | None => {
            vec!["A-ORD-10"]
        }
    }
}

fn of_move(how: Pace, features: &[Feature]) -> Vec<&'static str> {
    let mut rows = vec!["A-MOV-1"];
    match how {
        Pace::Infiltrate => rows.push("A-MOV-9"),
        Pace::Bonus => rows.push("A-MOV-3"),
        Pace::Consolidate => rows.push("A-ASL-13"),
        Pace::Sprint => rows.push("A-MOV-2"),
        Pace::Advance | Pace::Run => {}
    }
    rows.extend(features.iter().map(|feature| match feature {
        Feature::Obstacle { defended: true, .. } => "A-MOV-6",
        Feature::Obstacle { defended: false, .. } => "A-MOV-4",
        Feature::Difficult { .. } => "A-MOV-11",
    }));
    rows
}

fn of_placed_hits(hits: &[Hit], moment: &Moment) -> Vec<&'static str> {
    let mut rows =
        if moment.is_hand_to_hand() { vec!["A-ASL-8"] } else { vec!["A-SHT-10", "A-SHT-11"] };
    let drones = hits.iter().any(|hit| matches!(hit.on, Some(Mark::Drone(_))));
    rows.extend(drones.then_some("A-SPC-7"));
    rows.extend(hits.iter().any(|hit| hit.overhead).then_some("A-OVH-6"));
    rows
}

fn of_chart(dice: &[Roll], armoured: bool, again: bool) -> Vec<&'static str> {
    let mut rows = vec!["A-SHT-14", "A-DMG-1"];
    rows.extend(armoured.then_some("A-DMG-2"));
    rows.extend((dice.len() > 1).then_some("A-DMG-3"));
    rows.extend(again.then_some("A-SHT-16"));
    rows
}

fn of_end_of_unit(why: DestroyedBy, moment: &Moment) -> Vec<&'static str> {
    match why {
        DestroyedBy::Losses | DestroyedBy::Correction => vec!["A-BAG-4"],
        DestroyedBy::BrokeUnderFire => vec!["A-BRK-4", "A-BAG-4"],
        DestroyedBy::BrokeInDefeat => vec!["A-ASL-11", "A-BRK-4", "A-BAG-4"],
        DestroyedBy::TooManyPins if moment.is_assault() => {
            vec!["A-ASL-12", "A-BRK-6", "A-BAG-4"]
        }
        DestroyedBy::TooManyPins => vec!["A-BRK-6", "A-BAG-4"],
        DestroyedBy::Collapse => vec!["B-DMG-2", "A-BAG-4"],
        DestroyedBy::NoWayOut => vec!["B-ASL-2", "A-BAG-4"],
    }
}

fn of_test(test: &Test, moment: &Moment) -> Vec<&'static str> {
    let mut rows = match &test.what {
        TestKind::Order(Order::Rally) if test.result.passed() => vec!["A-ORD-8"],
        TestKind::Order(order) => {
            let mut rows = vec![match test.result {
                TestResult::Bonus => "A-ORD-4",
                TestResult::Pass => "A-ORD-3",
                TestResult::Fail => "A-ORD-5",
                TestResult::Penalty => "A-ORD-6",
            }];
            rows.extend((*order == Order::Rally).then_some("A-ORD-8"));
            rows
        }
        TestKind::Recovery if moment.has_many_dice(test.unit) => vec!["A-TRN-2", "A-SPC-8"],
        TestKind::Recovery => vec!["A-TRN-2"],
        TestKind::Break(cause) => {
            let mut rows = match cause {
                BreakCause::Shot if moment.is_assault() => vec!["A-ASL-4", "A-BRK-1", "A-BRK-2"],
                BreakCause::Shot => vec!["A-BRK-1", "A-BRK-2"],
                BreakCause::Chart => vec!["A-BRK-5", "A-DMG-5"],
                BreakCause::Defeat => vec!["A-BRK-1", "A-ASL-11"],
            };
            rows.extend(match test.result {
                TestResult::Bonus | TestResult::Penalty => Some("A-BRK-3"),
                TestResult::Fail if *cause == BreakCause::Shot => Some("A-BRK-4"),
                TestResult::Pass | TestResult::Fail => None,
            });
            rows
        }
        TestKind::Exhaustion => vec!["A-MOV-3"],
        TestKind::Obstacle(_) if moment.is_clumsy(test.unit) => vec!["A-MOV-4", "A-MOV-5"],
        TestKind::Obstacle(_) => vec!["A-MOV-4"],
        TestKind::Difficult(_) if moment.is_large(test.unit) => vec!["A-MOV-8", "A-MOV-11"],
        TestKind::Difficult(_) => vec!["A-MOV-7", "A-MOV-11"],
    };
    let always = matches!(test.result, TestResult::Bonus | TestResult::Penalty);
    rows.extend(always.then_some("A-TST-2"));
    rows.extend(rows_of_check(&test.check));
    rows
}

fn of_way(spot: Option<Spot>, way: Way) -> Vec<&'static str> {
    match way {
        Way::About if spot.is_some_and(Spot::is_roof) => vec!["B-ROF-1"],
        Way::About => vec!["B-MOV-3", "B-LRG-1"],
        Way::Out => vec!["B-MOV-2", "B-ENT-2"],
        Way::In => vec!["B-ENT-1", "B-OCC-1"],
        Way::NextBlock => vec!["B-MOV-1", "B-OCC-1"],
        Way::Roof => vec!["B-MOV-2", "B-ROF-1"],
        Way::Transporter => vec!["B-TRN-1", "B-OCC-1"],
        Way::Occupied => vec!["B-ASL-1", "B-OCC-1"],
        Way::FellBack if spot.is_some_and(Spot::is_roof) => vec!["B-ASL-2", "B-ROF-1"],
        Way::FellBack => vec!["B-ASL-2"],
        Way::Rubble => vec!["B-DMG-2"],
    }
}

/// What shooting out of a building, or at somebody in or on one, rests on.
fn of_walls(state: &State, from: UnitId, at: Option<UnitId>, scene: &Scene) -> Vec<&'static str> {
    let mut rows = Vec::new();
    let (shooter, target) = (state.unit(from), at.and_then(|at| state.unit(at)));
    if target.is_some_and(|unit| state.closed_in(unit).is_some()) {
        rows.extend(["B-SHT-4", "B-SHT-5"]);
    }
    rows.extend(target.is_some_and(|unit| stands_behind_parapet(state, unit)).then_some("B-ROF-1"));
    rows.extend(shooter.is_some_and(|unit| state.closed_in(unit).is_some()).then_some("B-SHT-1"));
    rows.extend(scene.side.is_some().then_some("B-SHT-2"));
    rows
}

fn of_declaration(manner: Manner, scene: &Scene) -> Vec<&'static str> {
    let mut rows = match manner {
        Manner::Fire | Manner::Advance => vec!["A-SHT-1", "A-SHT-24"],
        Manner::Blind => vec!["A-OVH-7"],
        Manner::PointBlank => vec!["A-ASL-2"],
        Manner::HandToHand => vec!["A-ASL-6"],
    };
    let between = scene.shield
        || match scene.terrain {
            Intervening::Nothing => false,
            Intervening::Obstacle | Intervening::LightTerrain => true,
        };
    rows.extend(between.then_some("A-SHT-25"));
    rows.extend((scene.building || scene.out_of_arc).then_some("A-SHT-6"));
    rows.extend((scene.cover != Cover::Nobody).then_some("A-SHT-26"));
    let unseen = !scene.hidden.is_empty() || !scene.behind.is_empty();
    rows.extend(unseen.then_some("A-SHT-11"));
    rows.extend(scene.under.is_some().then_some("A-OVH-6"));
    if matches!(scene.eyes, Eyes::Patched(_)) {
        rows.extend(["A-OVH-8", "A-OVH-9"]);
    }
    rows
}

fn of_rolls(manner: Manner, batches: &[RolledBatch]) -> Vec<&'static str> {
    let mut rows = match manner {
        Manner::Fire | Manner::Advance => Vec::new(),
        Manner::Blind => vec!["A-OVH-7"],
        Manner::PointBlank => vec!["A-ASL-2", "A-ASL-3"],
        Manner::HandToHand => vec!["A-ASL-6"],
    };
    let shoots = manner != Manner::HandToHand;
    let overhead = |batch: &RolledBatch| {
        batch.check.modifiers().iter().any(|term| term.reason == Reason::Overhead)
    };
    let overhead_first = batches.len() > 1 && batches.iter().any(overhead);
    rows.extend(overhead_first.then_some("A-SHT-20"));
    for batch in batches {
        let rolled = |face: u32| batch.dice.iter().any(|roll| roll.face == face);
        let many = batch.dice.len() > usize::try_from(batch.models).unwrap_or(usize::MAX);
        if batch.automatic > 0 {
            rows.push("A-SPC-2");
            continue;
        }
        rows.extend(rows_of_check(&batch.check));
        rows.extend((shoots && (many || !batch.shots.is_empty())).then_some("A-SHT-4"));
        rows.extend((overhead(batch) && rolled(ALWAYS_FAILS)).then_some("A-OVH-5"));
        if manner != Manner::Blind && (rolled(ALWAYS_PASSES) || rolled(ALWAYS_FAILS)) {
            rows.push(if shoots { "A-SHT-7" } else { "A-ASL-7" });
        }
    }
    rows
}

fn of_resist(resist: &Resist, moment: &Moment) -> Vec<&'static str> {
    let mut rows = rows_of_check(&resist.check);
    rows.extend(moment.is_hand_to_hand().then_some("A-ASL-9"));
    let unpinned = is_heavily_armoured(&resist.check) && !moment.is_hand_to_hand();
    rows.extend(unpinned.then_some("A-SHT-17"));
    rows.extend((resist.hits > 1).then_some("A-ASL-14"));
    rows.extend(resist.again.is_some().then_some("A-SHT-16"));
    rows
}
