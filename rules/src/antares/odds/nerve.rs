//! What becomes of a unit once it is hit: pins, break tests and automatic breaks, with nobody's help.

use super::super::command::Nerve;
use super::super::event::TestResult;
use super::super::flow::{BreakCause, Manner, Strike};
use super::super::order::Order;
use super::super::run::{Run, TEST_DIE, test_result};
use super::super::state::{Unit, UnitId};
use super::super::strike::{PINS_WHEN_ALREADY_DOWN, break_cause};
use super::super::values;
use super::dice::number;
use super::hits::Known;
use super::ranks::Ranks;
use super::target::Harm;

/// How a unit is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Life {
    There,
    /// Nobody is left.
    Lost,
    Broken,
}

/// A unit between two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    pub life: Life,
    pub left: usize,
    pub pins: u16,
    /// Pins newly placed, whatever a break test took or added since.
    pub placed: u16,
    pub down: bool,
    /// A failed test or a chart sent it Down.
    pub forced: bool,
}

impl Standing {
    pub fn is_there(&self) -> bool {
        self.life == Life::There
    }

    fn forced_down(&mut self) {
        self.forced |= !self.down;
        self.down = true;
    }
}

/// One of the units that the odds are about.
#[derive(Debug)]
pub struct Party {
    pub id: UnitId,
    pub ranks: Ranks,
    pub uses_chart: bool,
    pub start: Standing,
    before: Unit,
    // by what is left and the pins on it
    overwhelmed: Known<(usize, u16), bool>,
    faces: Known<(usize, u16), Faces>,
    causes: Known<(usize, u16, [bool; 4]), Option<BreakCause>>,
}

impl Party {
    pub fn new(unit: &Unit, id: UnitId, ranks: Ranks) -> Self {
        let start = Standing {
            life: Life::There,
            left: 0,
            pins: number(unit.pins as usize),
            placed: 0,
            down: unit.is_down(),
            forced: false,
        };
        Self {
            id,
            ranks,
            uses_chart: unit.kind().uses_chart(),
            start,
            before: unit.clone(),
            overwhelmed: Known::default(),
            faces: Known::default(),
            causes: Known::default(),
        }
    }

    /// Makes the unit on the private copy what it is in this standing.
    pub fn impose(&self, run: &mut Run<'_>, standing: &Standing) {
        self.ranks.impose(run, self.id, &self.before, standing.left);
        if let Some(unit) = run.state.units.get_mut(self.id.index()) {
            unit.pins = u32::from(standing.pins);
            unit.destroyed = !standing.is_there();
            unit.dice.placed.clone_from(&self.before.dice.placed);
            if standing.down && !unit.is_down() {
                unit.dice.placed.pop();
                unit.dice.placed.push(Order::Down);
            }
        }
    }

    /// What each face of a break test brings.
    fn faces(&mut self, run: &mut Run<'_>, standing: &Standing) -> Faces {
        let key = (standing.left, standing.pins);
        if let Some(known) = self.faces.get(&key) {
            return *known;
        }
        self.impose(run, standing);
        let target = run
            .state
            .unit(self.id)
            .map_or(0, |unit| values::command(&run.state, unit, Nerve::default(), false).target());
        let mut face = 0;
        let faces = [(); TEST_DIE as usize].map(|()| {
            face += 1;
            test_result(face, target)
        });
        self.faces.insert(key, faces);
        faces
    }

    /// Why its nerve is tested, if it is.
    fn cause(
        &mut self,
        run: &mut Run<'_>,
        manner: Manner,
        standing: &Standing,
        harm: &Harm,
        casualties: u16,
    ) -> Option<BreakCause> {
        let fight = manner == Manner::HandToHand;
        let (pinned, fewer) = (harm.pins > 0, casualties > 0);
        let key = (standing.left, standing.pins, [pinned, fewer, harm.test, fight]);
        if let Some(known) = self.causes.get(&key) {
            return *known;
        }
        self.impose(run, standing);
        let cause = break_cause(&run.state, &strike(self.id, manner, harm, casualties));
        self.causes.insert(key, cause);
        cause
    }

    fn is_shattered(&mut self, run: &mut Run<'_>, standing: &Standing) -> bool {
        self.impose(run, standing);
        run.state.unit(self.id).is_some_and(Unit::has_lost_more_than_half)
    }

    /// Losses and pins, and the break test they bring (A-BRK-1 to A-BRK-6).
    pub fn settle(
        &mut self,
        run: &mut Run<'_>,
        manner: Manner,
        before: &Standing,
        harm: &Harm,
        mut add: impl FnMut(Standing, f64),
    ) {
        let casualties = self.ranks.lost(harm.left) - self.ranks.lost(before.left);
        let mut after = Standing { left: harm.left, ..*before };
        if self.ranks.is_wiped_out(harm.left) {
            return add(Standing { life: Life::Lost, ..after }, 1.0);
        }
        if harm.down {
            after.forced_down();
        }
        after.pins += harm.pins;
        after.placed += harm.pins;
        let Some(cause) = self.cause(run, manner, &after, harm, casualties) else {
            return add(after, 1.0);
        };
        let broken = Standing { life: Life::Broken, ..after };
        if self.overwhelmed(run, &after) {
            // in a fight pins are compared first (A-ASL-12)
            let fought = manner == Manner::HandToHand;
            return add(if fought { after } else { broken }, 1.0);
        }
        let faces = self.faces(run, &after);
        let shattered = cause == BreakCause::Shot && self.is_shattered(run, &after);
        for result in faces {
            let mut tested = after;
            match result {
                TestResult::Bonus => tested.pins = tested.pins.saturating_sub(1),
                TestResult::Pass => {}
                TestResult::Fail if cause == BreakCause::Shot && !shattered => {
                    if after.down {
                        tested.pins += number(PINS_WHEN_ALREADY_DOWN as usize);
                    } else {
                        tested.forced_down();
                    }
                }
                TestResult::Fail | TestResult::Penalty => tested = broken,
            }
            if cause == BreakCause::Chart && result.passed() {
                tested.forced_down();
            }
            add(tested, 1.0 / f64::from(TEST_DIE));
        }
    }

    /// A-BRK-6
    pub fn overwhelmed(&mut self, run: &mut Run<'_>, standing: &Standing) -> bool {
        let key = (standing.left, standing.pins);
        if let Some(known) = self.overwhelmed.get(&key) {
            return *known;
        }
        self.impose(run, standing);
        let overwhelmed = run.state.unit(self.id).is_some_and(Unit::is_overwhelmed);
        self.overwhelmed.insert(key, overwhelmed);
        overwhelmed
    }

    /// The chance that it is destroyed by the test of a unit defeated hand to hand (A-ASL-11).
    pub fn broken_by_defeat(&mut self, run: &mut Run<'_>, standing: &Standing) -> f64 {
        if self.uses_chart {
            return 0.0;
        }
        let failed = self.faces(run, standing).iter().filter(|result| !result.passed()).count();
        f64::from(number(failed)) / f64::from(TEST_DIE)
    }
}

/// The results of a test, face by face.
type Faces = [TestResult; TEST_DIE as usize];

/// As much of a strike as the cause of a break test is told by.
fn strike(on: UnitId, manner: Manner, harm: &Harm, casualties: u16) -> Strike {
    Strike {
        from: on,
        on,
        manner,
        range: super::super::inches::Inches::default(),
        cover: super::super::command::Cover::Nobody,
        hits: Vec::new(),
        first: Vec::new(),
        then: Vec::new(),
        overhead_first: Vec::new(),
        overhead_then: Vec::new(),
        wounds: Vec::new(),
        leader_used: false,
        pins: u32::from(harm.pins),
        disrupted: false,
        damage_pins: 0,
        damage_dice: Vec::new(),
        casualties: u32::from(casualties),
        break_test: harm.test,
        went_down: harm.down,
    }
}
