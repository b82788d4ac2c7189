//! What hits do to a unit: Res tests, damage charts, casualties, pins and breaks.

use super::arms::hit_has;
use super::command::{Mark, Nerve, Spinner};
use super::event::{
    Chart, DestroyedBy, Event, PinCause, Placed, Resist, TestKind, TestResult, Turned,
};
use super::flow::{BreakCause, Hit, Manner, Strike, StrikeId, Task, VolleyId, Wound};
use super::place::is_disruptor;
use super::profile::{ModelRule, UnitKind, WeaponClass, WeaponRule};
use super::reason::Reason;
use super::run::{Run, TEST_DIE, test_result};
use super::state::{ModelId, State, Unit, UnitId, WeaponId};
use super::values::{self, Blow, is_heavily_armoured};
use crate::check::Check;
use crate::dice::Roll;
use crate::refusal::Refusal;

/// A-DMG-1: a D10; for a heavily armoured target a D5, which is half of it rounded up (A-DMG-2, A-TST-4).
pub const CHART_DIE: u32 = 10;
pub const HIGHEST_ROW: u32 = 10;
/// A-SHT-17
pub const PINS_FOR_A_HIT: u32 = 1;
/// A-SPC-3
pub const PINS_FOR_A_DISRUPTOR: u32 = 2;
/// A-SPC-5
pub const REACTOR_DIE: u32 = 10;
pub const REACTOR_EXPLODES_ON: u32 = 10;
/// A-BRK-4
pub const PINS_WHEN_ALREADY_DOWN: u32 = 1;

/// What a chart's row does (A-DMG-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a row of a chart, as printed")]
pub struct Damage {
    pub pins: DamagePins,
    pub down: bool,
    pub immobilised: bool,
    pub malfunction: bool,
    /// Destroyed if failed, Down if passed.
    pub break_test: bool,
    pub loses_die: bool,
    pub destroyed: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DamagePins {
    #[default]
    None,
    One,
    Die(u32),
}

/// The three charts, row by row.
pub fn damage(chart: Chart, row: u8) -> Damage {
    let one = Damage { pins: DamagePins::One, ..Damage::default() };
    let d3_down = Damage { pins: DamagePins::Die(3), down: true, ..Damage::default() };
    let d6_test = Damage { pins: DamagePins::Die(6), break_test: true, ..Damage::default() };
    let destroyed = Damage { destroyed: true, ..Damage::default() };
    match chart {
        Chart::WeaponDrone => match row {
            0 | 1 => Damage { down: true, ..one },
            2 => d3_down,
            3 => Damage { immobilised: true, ..d3_down },
            4 => Damage { malfunction: true, ..d3_down },
            5 => d6_test,
            6.. => destroyed,
        },
        Chart::Vehicle => match row {
            0 | 1 => Damage::default(),
            2 | 3 => one,
            4 | 5 => Damage { down: true, ..one },
            6 => Damage { loses_die: true, ..d3_down },
            7 => Damage { loses_die: true, immobilised: true, ..d3_down },
            8 => Damage { loses_die: true, malfunction: true, ..d3_down },
            9 => Damage { loses_die: true, ..d6_test },
            10.. => destroyed,
        },
        Chart::HeavyWeapon => match row {
            0 | 1 => Damage { down: true, ..one },
            2 => d3_down,
            3..=5 => Damage { malfunction: true, ..d3_down },
            6.. => destroyed,
        },
    }
}

/// The row that dice give (A-DMG-2, A-DMG-3).
pub fn chart_row(faces: &[u32], armoured: bool) -> u8 {
    let values: Vec<u32> =
        faces.iter().map(|face| if armoured { face.div_ceil(2) } else { *face }).collect();
    let best = values.iter().copied().max().unwrap_or(1);
    let double = values.len() > 1 && values.windows(2).all(|pair| pair[0] == pair[1]);
    u8::try_from((best + u32::from(double)).min(HIGHEST_ROW)).unwrap_or(u8::MAX)
}

/// The chart a mark rolls on when it fails, if it does (A-SHT-14).
pub fn chart_of(state: &State, unit: &Unit, mark: Mark) -> Option<Chart> {
    match (mark, unit.kind()) {
        (Mark::Model(_), UnitKind::WeaponDrones) => Some(Chart::WeaponDrone),
        (Mark::Model(_), UnitKind::Vehicle) => Some(Chart::Vehicle),
        (Mark::Gun, _) => {
            let gun = unit.gun?;
            let heavy = state.weapon(gun.weapon)?.class == WeaponClass::Heavy;
            heavy.then_some(Chart::HeavyWeapon)
        }
        (Mark::Model(_) | Mark::Drone(_), _) => None,
    }
}

/// What a hit on this mark is resisted at.
pub fn resist_check(
    state: &State,
    strike: &Strike,
    mark: Mark,
    hit: Hit,
    sv: u32,
) -> Check<Reason> {
    let Some(unit) = state.unit(strike.on) else { return Check::new(0, Reason::Res) };
    let no_cover = hit_has(state, hit, WeaponRule::NoCover);
    let spinner = state.flow.assault.as_ref().and_then(|assault| {
        assault.spinners.iter().find(|(unit, _)| *unit == strike.on).map(|(_, spinner)| *spinner)
    });
    Blow {
        armoury: &state.armoury,
        unit,
        mark,
        manner: strike.manner,
        range: strike.range,
        cover: &strike.cover,
        sv,
        blast: hit.blast,
        overhead: hit.overhead,
        no_cover,
        inside: state.closed_in(unit).is_some(),
        guards: spinner == Some(Spinner::Guard),
    }
    .check()
}

/// One Res test: a hit, or several that the grenade rule sums up (A-ASL-14).
#[derive(Clone, Debug)]
pub struct ResTest {
    pub mark: Mark,
    pub hits: u32,
    pub lucky: bool,
    pub massive: bool,
    pub check: Check<Reason>,
}

/// The tests a strike brings, model after model.
pub fn res_tests(state: &State, strike: &Strike) -> Vec<ResTest> {
    let mut marks: Vec<Mark> = strike.hits.iter().filter_map(|hit| hit.on).collect();
    marks.sort();
    marks.dedup();
    let mut tests = Vec::new();
    for mark in marks.into_iter().filter(|mark| !matches!(mark, Mark::Drone(_))) {
        let mut grenades: Option<(Hit, u32, u32)> = None;
        for hit in strike.hits.iter().copied().filter(|hit| hit.on == Some(mark)) {
            if hit_has(state, hit, WeaponRule::Grenade) && strike.manner == Manner::HandToHand {
                let (first, number, sv) = grenades.unwrap_or((hit, 0, 0));
                let lucky = first.lucky || hit.lucky;
                grenades = Some((Hit { lucky, ..first }, number + 1, sv + u32::from(hit.sv)));
            } else {
                tests.push(ResTest {
                    mark,
                    hits: 1,
                    lucky: hit.lucky,
                    massive: hit_has(state, hit, WeaponRule::MassiveDamage),
                    check: resist_check(state, strike, mark, hit, u32::from(hit.sv)),
                });
            }
        }
        if let Some((hit, hits, sv)) = grenades {
            tests.push(ResTest {
                mark,
                hits,
                lucky: hit.lucky,
                massive: hit_has(state, hit, WeaponRule::MassiveDamage),
                check: resist_check(state, strike, mark, hit, sv),
            });
        }
    }
    tests
}

/// A lucky hit on a drone pins its unit unless the unit is heavily armoured.
pub fn drone_hit_pins(state: &State, strike: &Strike, hit: Hit) -> bool {
    strike.first.iter().chain(&strike.then).chain(&strike.overhead_first).any(|mark| {
        !is_heavily_armoured(&resist_check(state, strike, *mark, hit, u32::from(hit.sv)))
    })
}

/// A-SPC-3: two pins on everybody but the Ghar.
pub fn is_disrupted(state: &State, strike: &Strike) -> bool {
    state.unit(strike.on).is_some_and(|unit| !unit.is_ghar())
        && strike.hits.iter().any(|hit| is_disruptor(state, *hit))
}

/// A-BRK-1, A-BRK-5
pub fn break_cause(state: &State, strike: &Strike) -> Option<BreakCause> {
    let unit = state.unit(strike.on).filter(|unit| !unit.destroyed)?;
    if unit.kind().uses_chart() {
        return strike.break_test.then_some(BreakCause::Chart);
    }
    if strike.manner == Manner::HandToHand {
        return None;
    }
    let pinned = strike.pins > 0 || strike.disrupted || strike.damage_pins > 0;
    let crowded = pinned && unit.pins >= unit.alive();
    let halved = strike.casualties > 0 && unit.has_lost_half();
    (crowded || halved).then_some(BreakCause::Shot)
}

impl Run<'_> {
    fn strikes_of(&self, volleys: &[VolleyId]) -> Vec<StrikeId> {
        volleys
            .iter()
            .filter_map(|volley| self.state.flow.volleys.get(*volley))
            .flat_map(|volley| volley.strikes.iter().copied())
            .collect()
    }

    /// Everything up to the casualties; strikes that happen at once go side by side.
    pub fn wounds(&mut self, volleys: &[VolleyId]) {
        let strikes = self.strikes_of(volleys);
        let mut tasks = Vec::new();
        for strike in &strikes {
            tasks.push(Task::PlaceLucky { strike: *strike });
            tasks.push(Task::PlaceRest { strike: *strike });
        }
        for strike in &strikes {
            tasks.push(Task::Resist { strike: *strike });
            tasks.push(Task::Charts { strike: *strike });
            tasks.push(Task::ChartAgain { strike: *strike });
        }
        tasks.extend(strikes.iter().map(|strike| Task::Harm { strike: *strike }));
        self.push(tasks);
    }

    pub fn resist(&mut self, id: StrikeId) -> Result<(), Refusal> {
        let Some(strike) = self.state.flow.strikes.get(id).cloned() else { return Ok(()) };
        let Some(unit) = self.state.unit(strike.on).cloned() else { return Ok(()) };
        let mut pinned = false;
        for hit in &strike.hits {
            if let Some(Mark::Drone(drone)) = hit.on {
                pinned |= drone_hit_pins(&self.state, &strike, *hit);
                self.emit(Event::DroneLost { unit: strike.on, drone });
            }
        }
        let tests = res_tests(&self.state, &strike);
        let mut wounds = Vec::new();
        let mut leader_used = strike.leader_used;
        let mut from = 0;
        while from < tests.len() {
            let mark = tests[from].mark;
            let to = tests[from..].iter().take_while(|test| test.mark == mark).count() + from;
            let tests = &tests[from..to];
            from = to;
            let mut results = Vec::new();
            for test in tests {
                let roll = self.roll(TEST_DIE)?;
                results.push((roll, test_result(roll.face, test.check.target()).passed()));
            }
            let again = second_chance(&unit, mark, tests, &results, leader_used);
            for (number, (test, (roll, mut passed))) in tests.iter().zip(results).enumerate() {
                let mut second = None;
                if again == Some(number) {
                    leader_used = true;
                    let roll = self.roll(TEST_DIE)?;
                    passed = test_result(roll.face, test.check.target()).passed();
                    second = Some(roll);
                }
                let armoured = is_heavily_armoured(&test.check);
                pinned |= !armoured || !passed;
                if !passed {
                    let (massive, lucky) = (test.massive, test.lucky);
                    wounds.push(Wound { mark, armoured, massive, lucky, row: None });
                }
                self.emit(Event::Resisted(Resist {
                    unit: strike.on,
                    mark,
                    hits: test.hits,
                    lucky: test.lucky,
                    check: test.check.clone(),
                    roll,
                    again: second,
                    passed,
                }));
            }
        }
        let disrupted = is_disrupted(&self.state, &strike) && strike.manner != Manner::HandToHand;
        let open = &mut self.state.flow.strikes[id];
        open.wounds = wounds;
        open.leader_used = leader_used;
        if strike.manner != Manner::HandToHand {
            open.pins = if pinned { PINS_FOR_A_HIT } else { 0 };
            open.disrupted = disrupted;
        }
        Ok(())
    }

    pub fn charts(&mut self, id: StrikeId) -> Result<(), Refusal> {
        let wounds = self.state.flow.strikes.get(id).map_or(0, |strike| strike.wounds.len());
        for wound in 0..wounds {
            self.roll_chart(id, wound, false)?;
        }
        Ok(())
    }

    fn roll_chart(&mut self, id: StrikeId, wound: usize, again: bool) -> Result<(), Refusal> {
        let strike = &self.state.flow.strikes[id];
        let (on, hurt) = (strike.on, strike.wounds[wound].clone());
        let Some(chart) =
            self.state.unit(on).and_then(|unit| chart_of(&self.state, unit, hurt.mark))
        else {
            return Ok(());
        };
        let dice = self.rolls(if hurt.massive { 2 } else { 1 }, CHART_DIE)?;
        let faces: Vec<u32> = dice.iter().map(|roll| roll.face).collect();
        let row = chart_row(&faces, hurt.armoured);
        self.state.flow.strikes[id].wounds[wound].row = Some(row);
        let armoured = hurt.armoured;
        self.emit(Event::ChartRolled {
            unit: on,
            mark: hurt.mark,
            chart,
            dice,
            armoured,
            row,
            again,
        });
        Ok(())
    }

    /// A-SHT-16: a leader that uses a chart has its result rolled again instead.
    pub fn chart_again(&mut self, id: StrikeId, wound: Option<usize>) -> Result<(), Refusal> {
        let Some(wound) = wound else {
            let unit = self.state.flow.strikes[id].on;
            self.emit(Event::ChartKept { unit });
            return Ok(());
        };
        if !chart_choices(&self.state, id).contains(&wound) {
            return Err(Refusal::new(
                "Only a result of the leader's own can be rolled again, and only once.",
            ));
        }
        self.state.flow.strikes[id].leader_used = true;
        self.roll_chart(id, wound, true)
    }

    /// Casualties fall, charts do their work, reactors explode.
    pub fn harm(&mut self, id: StrikeId) -> Result<(), Refusal> {
        let Some(strike) = self.state.flow.strikes.get(id).cloned() else { return Ok(()) };
        let on = strike.on;
        let mut fallen: Vec<ModelId> = Vec::new();
        let mut blown: Vec<ModelId> = Vec::new();
        let mut down = false;
        let doomed = self.is_doomed(on, &strike.wounds);
        for wound in &strike.wounds {
            let effect = self.effect(on, wound);
            if !doomed {
                self.damage_pins(id, effect.pins)?;
            }
            down |= effect.down;
            self.state.flow.strikes[id].break_test |= effect.break_test;
            if effect.loses_die {
                self.lose_die(on);
            }
            if effect.malfunction {
                self.malfunction(on, wound.mark);
            }
            match wound.mark {
                Mark::Model(model) => {
                    if effect.immobilised && self.is_mobile(on, model) {
                        self.emit(Event::Immobilised { unit: on, model });
                    }
                    if effect.destroyed {
                        if !fallen.contains(&model) {
                            fallen.push(model);
                        }
                        if wound.lucky && self.has_reactor(on, model) && !blown.contains(&model) {
                            blown.push(model);
                        }
                    }
                }
                Mark::Gun if effect.destroyed => {
                    if self.state.unit(on).is_some_and(Unit::gun_stands) {
                        self.emit(Event::GunLost { unit: on });
                    }
                }
                Mark::Gun | Mark::Drone(_) => {}
            }
        }
        for model in &fallen {
            self.emit(Event::Casualty { unit: on, model: *model });
        }
        let mut casualties = fallen.len();
        for _ in &blown {
            casualties += self.reactors(on)?;
        }
        let casualties = u32::try_from(casualties).unwrap_or(u32::MAX);
        let open = &mut self.state.flow.strikes[id];
        open.casualties = casualties;
        if strike.manner == Manner::HandToHand {
            open.pins = casualties;
        }
        if self.unit(on)?.alive() == 0 {
            self.destroy(on, DestroyedBy::Losses);
        } else if down {
            self.state.flow.strikes[id].went_down = true;
            self.force_down(on, Placed::Damage, Turned::Damage);
        }
        Ok(())
    }

    /// What a failed Res test does: the row of a chart, or the end of a model without one.
    fn effect(&self, on: UnitId, wound: &Wound) -> Damage {
        let chart = self.state.unit(on).and_then(|unit| chart_of(&self.state, unit, wound.mark));
        chart
            .zip(wound.row)
            .map_or(Damage { destroyed: true, ..Damage::default() }, |(chart, row)| {
                damage(chart, row)
            })
    }

    /// Nobody will be left to take pins, so no dice are rolled for them.
    fn is_doomed(&self, on: UnitId, wounds: &[Wound]) -> bool {
        self.state.unit(on).is_some_and(|unit| {
            unit.living().all(|model| {
                wounds.iter().any(|wound| {
                    wound.mark == Mark::Model(model) && self.effect(on, wound).destroyed
                })
            })
        })
    }

    fn is_mobile(&self, on: UnitId, model: ModelId) -> bool {
        self.state
            .unit(on)
            .and_then(|unit| unit.models.get(model.index()))
            .is_some_and(|model| !model.immobilised)
    }

    fn has_reactor(&self, on: UnitId, model: ModelId) -> bool {
        self.state.unit(on).is_some_and(|unit| unit.model_has(model, ModelRule::PlasmaReactor))
    }

    fn damage_pins(&mut self, id: StrikeId, pins: DamagePins) -> Result<(), Refusal> {
        match pins {
            DamagePins::None => {}
            DamagePins::One => self.state.flow.strikes[id].damage_pins += 1,
            DamagePins::Die(sides) => {
                let roll = self.roll(sides)?;
                let strike = &mut self.state.flow.strikes[id];
                strike.damage_pins += roll.face;
                strike.damage_dice.push(roll);
            }
        }
        Ok(())
    }

    /// A-DMG-6
    fn lose_die(&mut self, on: UnitId) {
        let Some(unit) = self.state.unit(on) else { return };
        if unit.dice.total > unit.dice.lost.saturating_add(1) {
            let from_bag = unit.dice.in_bag() > 0;
            self.emit(Event::DieLost { unit: on, from_bag });
        }
    }

    /// A-DMG-4: the weapon with the highest strike value that still works.
    pub(super) fn malfunction(&mut self, on: UnitId, mark: Mark) {
        let Some(unit) = self.state.unit(on) else { return };
        let weapon = match mark {
            Mark::Gun => unit.gun.filter(|_| unit.gun_works()).map(|gun| gun.weapon),
            Mark::Model(id) => unit.models.get(id.index()).and_then(|model| {
                let works = |weapon: &&WeaponId| unit.working(id, **weapon) > 0;
                let weapons = model.weapons.iter().filter(works).copied();
                weapons.rev().max_by_key(|weapon| strongest(&self.state, *weapon))
            }),
            Mark::Drone(_) => None,
        };
        if let Some(weapon) = weapon {
            self.emit(Event::Malfunctioned { unit: on, mark, weapon });
        }
    }

    /// A-SPC-5: a die for every survivor; explosions do not chain.
    fn reactors(&mut self, on: UnitId) -> Result<usize, Refusal> {
        let survivors: Vec<ModelId> =
            self.state.unit(on).map_or_else(Vec::new, |unit| unit.living().collect());
        let mut exploded = Vec::new();
        for model in survivors {
            let roll = self.roll(REACTOR_DIE)?;
            self.emit(Event::Reactor { unit: on, model, roll });
            if roll.face >= REACTOR_EXPLODES_ON {
                exploded.push(model);
            }
        }
        for model in &exploded {
            self.emit(Event::Casualty { unit: on, model: *model });
        }
        Ok(exploded.len())
    }

    /// A-SHT-17, A-SPC-3, A-ASL-10, and what charts add.
    pub fn pins(&mut self, volleys: &[VolleyId]) {
        for id in self.strikes_of(volleys) {
            let strike = self.state.flow.strikes[id].clone();
            if self.state.unit(strike.on).is_none_or(|unit| unit.destroyed) {
                continue;
            }
            if strike.disrupted {
                self.pin(strike.on, PINS_FOR_A_DISRUPTOR, PinCause::Disrupted, Vec::new());
            } else if strike.manner == Manner::HandToHand {
                self.pin(strike.on, strike.pins, PinCause::Casualties, Vec::new());
            } else {
                self.pin(strike.on, strike.pins, PinCause::Hit, Vec::new());
            }
            self.pin(strike.on, strike.damage_pins, PinCause::Damage, strike.damage_dice);
        }
    }

    /// An automatic break comes before a test due at the same moment (A-BRK-6).
    pub fn settle(&mut self, volleys: &[VolleyId]) {
        let mut tests = Vec::new();
        for id in self.strikes_of(volleys) {
            let strike = &self.state.flow.strikes[id];
            let on = strike.on;
            let fought = strike.manner == Manner::HandToHand;
            let Some(cause) = break_cause(&self.state, strike) else { continue };
            if self.state.unit(on).is_some_and(Unit::is_overwhelmed) {
                // in a fight pins are compared first (A-ASL-12)
                if !fought {
                    self.destroy(on, DestroyedBy::TooManyPins);
                }
            } else {
                tests.push(Task::BreakTest { unit: on, cause });
            }
        }
        self.push(tests);
    }

    /// A-BRK-3 to A-BRK-5
    pub fn break_test(
        &mut self,
        id: UnitId,
        cause: BreakCause,
        nerve: Nerve,
    ) -> Result<(), Refusal> {
        let unit = self.unit(id)?;
        if unit.destroyed {
            return Ok(());
        }
        if nerve.soma {
            self.emit(Event::SomaActivated { unit: id });
        }
        let check = values::command(&self.state, self.unit(id)?, nerve, false);
        let result = self.test(id, TestKind::Break(cause), check, nerve)?;
        let unit = self.unit(id)?;
        let (down, shattered) = (unit.is_down(), unit.has_lost_more_than_half());
        let why = match cause {
            BreakCause::Shot | BreakCause::Chart => DestroyedBy::BrokeUnderFire,
            BreakCause::Defeat => DestroyedBy::BrokeInDefeat,
        };
        match result {
            TestResult::Bonus => self.unpin(id, 1, Vec::new()),
            TestResult::Pass => {}
            TestResult::Fail if cause == BreakCause::Shot && !shattered => {
                if down {
                    self.pin(id, PINS_WHEN_ALREADY_DOWN, PinCause::Break, Vec::new());
                } else {
                    self.force_down(id, Placed::FailedBreak, Turned::FailedBreak);
                }
            }
            TestResult::Fail | TestResult::Penalty => self.destroy(id, why),
        }
        let latest = self.state.flow.strikes.iter().rev().find(|strike| strike.on == id);
        let already = latest.is_some_and(|strike| strike.went_down);
        if cause == BreakCause::Chart && result.passed() && !already {
            self.force_down(id, Placed::Damage, Turned::Damage);
        }
        Ok(())
    }
}

fn strongest(state: &State, weapon: WeaponId) -> u8 {
    state
        .weapon(weapon)
        .and_then(|weapon| weapon.modes.iter().map(|mode| mode.sv).max())
        .unwrap_or(0)
}

/// Which of its leader's chart results a unit may have rolled again (A-SHT-16). Row one is the best there is.
pub fn chart_choices(state: &State, id: StrikeId) -> Vec<usize> {
    let Some(strike) = state.flow.strikes.get(id).filter(|strike| !strike.leader_used) else {
        return Vec::new();
    };
    let Some(unit) = state.unit(strike.on) else { return Vec::new() };
    let mut choices: Vec<usize> = strike
        .wounds
        .iter()
        .enumerate()
        .filter(|(_, wound)| {
            let leads =
                matches!(wound.mark, Mark::Model(id) if unit.model_has(id, ModelRule::Leader));
            leads && wound.row.is_some_and(|row| row > 1)
        })
        .map(|(place, _)| place)
        .collect();
    choices.sort_by_key(|place| std::cmp::Reverse(strike.wounds[*place].row));
    choices
}

/// A-SHT-16: the leader's own failed test again. With two failed ones a single re-roll saves nobody, but it may spare
/// the others a reactor that a lucky hit would set off (A-SPC-5).
fn second_chance(
    unit: &Unit,
    mark: Mark,
    tests: &[ResTest],
    results: &[(Roll, bool)],
    used: bool,
) -> Option<usize> {
    let Mark::Model(model) = mark else { return None };
    if used || !unit.model_has(model, ModelRule::Leader) || unit.kind().uses_chart() {
        return None;
    }
    let failed: Vec<usize> = (0..results.len()).filter(|number| !results[*number].1).collect();
    let lucky: Vec<usize> = failed.iter().copied().filter(|number| tests[*number].lucky).collect();
    match (failed.as_slice(), lucky.as_slice()) {
        ([only], _) => Some(*only),
        (_, [only]) if unit.model_has(model, ModelRule::PlasmaReactor) => Some(*only),
        _ => None,
    }
}
