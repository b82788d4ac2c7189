//! A chapter of a battle as data: what became of each unit, and what was done one thing after the other. Who shows it finds
//! short words for it; what it leaves out stands in the full account of the same events.

use super::super::apply::apply;
use super::super::arms::mode_of;
use super::super::buildings::Part;
use super::super::command::Mark;
use super::super::event::{
    Event, Pace, PinCause, Placed, Resist, RolledBatch, Test, TestKind, Turned,
};
use super::super::flow::Manner;
use super::super::inches::Inches;
use super::super::order::Order;
use super::super::state::{State, UnitId};
use super::Teller;
use super::deed::{Again, Aimed, Deed, Harm, Reroll, Shots, Tested, Topic, cast};
use super::fate::Fate;
use crate::dice::Roll;

#[derive(Clone, Debug)]
pub struct Digest {
    /// In the order in which something first happened to each.
    pub fates: Vec<Fate>,
    pub deeds: Vec<Deed>,
    /// The battle after it all.
    pub after: State,
}

/// What these steps came to, each with the battle before it; `None` for no steps.
pub fn digest<'a>(steps: impl IntoIterator<Item = (&'a State, &'a [Event])>) -> Option<Digest> {
    let mut all: Option<Reader> = None;
    for (before, events) in steps {
        let teller = Teller::new(before);
        let reader = match all.take() {
            Some(reader) => Reader { teller, ..reader },
            None => Reader {
                teller,
                fates: Vec::new(),
                deeds: Vec::new(),
                springing: None,
                ducking: None,
            },
        };
        all = Some(reader.read(events));
    }
    all.map(|reader| Digest {
        fates: reader.fates,
        deeds: reader.deeds,
        after: reader.teller.state,
    })
}

/// Folds the events while it reads them.
struct Reader {
    teller: Teller,
    fates: Vec<Fate>,
    deeds: Vec<Deed>,
    /// Whose ambush has just been sprung.
    springing: Option<UnitId>,
    /// Who went down before a shooting that an earlier chapter declared.
    ducking: Option<UnitId>,
}

impl Reader {
    fn read(mut self, events: &[Event]) -> Self {
        let mut rest = events;
        while let Some((event, after)) = rest.split_first() {
            let further = self.event(event, after).min(after.len());
            for event in &rest[..=further] {
                apply(&mut self.teller.state, event);
            }
            rest = &rest[further + 1..];
        }
        self
    }

    fn fate(&mut self, unit: UnitId) -> &mut Fate {
        let place = self.fates.iter().position(|fate| fate.unit == unit).unwrap_or_else(|| {
            self.fates.push(Fate::of(unit));
            self.fates.len() - 1
        });
        &mut self.fates[place]
    }

    /// Reads an event, and says how many of those after it were read with it.
    #[expect(clippy::too_many_lines, reason = "an arm for each event")]
    fn event(&mut self, event: &Event, after: &[Event]) -> usize {
        match event {
            Event::Drawn { whose, .. } => self.deeds.push(Deed::Drawn(*whose)),
            Event::Deployed { unit, into } => {
                self.deeds.push(Deed::Deployed { unit: *unit, into: *into });
            }
            Event::OrderGiven { unit, order, sprint, assault, distorted } => {
                self.deeds.push(Deed::Ordered {
                    unit: *unit,
                    order: *order,
                    sprint: *sprint,
                    assault: *assault,
                    distorted: *distorted,
                });
            }
            Event::DiePlaced { unit, why, .. } => self.placed(*unit, *why),
            Event::DieTurned { unit, why, .. } => return self.turned(*unit, *why, event, after),
            Event::DieLost { unit, .. } => self.fate(*unit).dice_lost += 1,
            Event::Tested(test) => self.tested(test),
            Event::Pinned { unit, pins, why, .. } => self.pinned(*unit, *pins, *why),
            Event::Unpinned { unit, pins, dice } => self.unpinned(*unit, *pins, dice),
            Event::Sprung { unit, .. } => self.springing = Some(*unit),
            Event::Declared { from, at, manner, range, part, .. } => {
                self.aimed(*from, *at, *part, *manner, *range);
            }
            Event::Rolled { from, at, manner, range, batches, part } => {
                self.rolled(*from, (*at, *part), *manner, *range, batches);
            }
            Event::SpotterRerolled { from, weapon, needs, roll } => {
                let its = |shots: &Shots| shots.weapon == Some(*weapon);
                self.again(|aimed| aimed.from == *from, its, (Again::Spotter, *needs), &[*roll]);
            }
            // A-OVH-2: blasts are halved instead
            Event::HitsRerolled { on, why, needs, dice } => {
                let (again, its) = (Again::Target(*why), |shots: &Shots| !shots.blast);
                self.again(|aimed| aimed.at == Some(*on), its, (again, *needs), dice);
            }
            Event::Blast { .. } => return self.blast(event, after),
            Event::Hit { on, hits, .. } => self.fate(*on).hits += hits,
            Event::Resisted(resist) => self.resisted(resist),
            Event::Casualty { unit, model } | Event::LeftBehind { unit, model } => {
                self.lost(*unit, Mark::Model(*model));
            }
            Event::DroneLost { unit, drone } => self.lost(*unit, Mark::Drone(*drone)),
            Event::GunLost { unit } => self.lost(*unit, Mark::Gun),
            Event::Immobilised { unit, .. } => self.fate(*unit).immobilised = true,
            Event::Malfunctioned { unit, weapon, .. } => {
                self.fate(*unit).jammed.push(*weapon);
                self.tell_on(event);
            }
            Event::Destroyed { unit, why } => {
                self.fate(*unit).destroyed = Some(*why);
                if let Some(tested) = self.last_test(*unit) {
                    tested.destroyed = true;
                }
            }
            Event::Charged { unit, at, contact } => {
                self.deeds.push(Deed::Charged { unit: *unit, at: *at, contact: *contact });
            }
            Event::AssaultDecided { attacker, defender, pins, losers } => {
                self.deeds.push(Deed::Decided {
                    attacker: *attacker,
                    defender: *defender,
                    pins: *pins,
                    losers: losers.clone(),
                });
            }
            Event::DiceReturned { unit, kept } if kept.contains(&Order::Ambush) => {
                self.deeds.push(Deed::Kept(*unit));
            }
            Event::Finished { unit } => self.deeds.push(Deed::Finished(*unit)),
            Event::AmmoRolled { unit, ammo, .. } => {
                let had = self.teller.state.unit(*unit).map(|unit| unit.ammo);
                if had != Some(*ammo) {
                    return self.tell(Topic::Aside, event, after);
                }
            }
            Event::Moved { how: Pace::Consolidate, .. } => {
                return self.tell(Topic::Aside, event, after);
            }
            Event::Moved { .. } | Event::WentTo { .. } => {
                return self.tell(Topic::Moved, event, after);
            }
            Event::Unseen { .. }
            | Event::Idle { .. }
            | Event::BrokeOff { .. }
            | Event::BuildingDamaged { .. }
            | Event::Collapsed { .. } => return self.tell(Topic::Result, event, after),
            Event::Proposed { .. } | Event::Corrected { .. } | Event::ProposalDropped { .. } => {
                return self.tell(Topic::Correction, event, after);
            }
            Event::TurnBegan { turn } => self.deeds.push(Deed::TurnBegan(*turn)),
            Event::EndRolled { .. } | Event::Ended { .. } => {
                return self.tell(Topic::Ending, event, after);
            }
            Event::SomaActivated { .. }
            | Event::SomaWild { .. }
            | Event::RandomOrder { .. }
            | Event::Astray { .. }
            | Event::TemplateLaid { .. }
            | Event::LandedOn { .. }
            | Event::BlastShared { .. }
            | Event::BlastHalved { .. }
            | Event::ChartRolled { .. }
            | Event::Reactor { .. }
            | Event::LockedOn { .. }
            | Event::LockLost { .. }
            | Event::FirstToConsolidate { .. }
            | Event::Infiltrated { .. }
            | Event::BagEmptied { .. }
            | Event::BagFilled { .. } => return self.tell(Topic::Aside, event, after),
            // decisions that change nothing by themselves, and what others tell
            Event::SnipersDeployed
            | Event::AllDeployed
            | Event::StoodFast { .. }
            | Event::LetPass { .. }
            | Event::SpotterHeld { .. }
            | Event::HitsPlaced { .. }
            | Event::ChartKept { .. }
            | Event::HeldFire { .. }
            | Event::HandWeaponsChosen { .. }
            | Event::SpinnerSet { .. }
            | Event::HeldGround { .. }
            | Event::AssaultOver
            | Event::SprintBegan { .. }
            | Event::SprintEnded { .. }
            | Event::GapFound { .. }
            | Event::PathFound { .. }
            | Event::PathLeft { .. }
            | Event::DiceReturned { .. }
            | Event::DistortReturned
            | Event::Flow(_) => {}
        }
        0
    }

    /// The report's own sentences.
    fn tell(&mut self, topic: Topic, event: &Event, after: &[Event]) -> usize {
        let further = self.teller.tell(event, after);
        let told = std::mem::take(&mut self.teller.lines);
        self.deeds.extend(told.into_iter().map(|text| Deed::Told { topic, text }));
        further
    }

    /// A sentence that goes on from the one before.
    fn tell_on(&mut self, event: &Event) {
        self.teller.tell(event, &[]);
        let told = std::mem::take(&mut self.teller.lines).join(" ");
        if let (Some(Deed::Told { text, .. }), false) = (self.deeds.last_mut(), told.is_empty()) {
            text.push(' ');
            text.push_str(&told);
        }
    }

    fn placed(&mut self, unit: UnitId, why: Placed) {
        match why {
            Placed::Ordered => {}
            Placed::WentDown => self.ducked(unit),
            Placed::FailedBreak | Placed::Damage => self.forced_down(unit),
        }
    }

    fn turned(&mut self, unit: UnitId, why: Turned, event: &Event, after: &[Event]) -> usize {
        match why {
            Turned::FailedOrder | Turned::FailedBreak | Turned::Damage => self.forced_down(unit),
            Turned::WentDown => self.ducked(unit),
            Turned::PlasmaFade => {
                self.fate(unit).down = true;
                return self.tell(Topic::Aside, event, after);
            }
            Turned::Ambush | Turned::Random => {}
        }
        0
    }

    fn ducked(&mut self, unit: UnitId) {
        self.fate(unit).down = true;
        let aimed = self.deeds.iter_mut().rev().find_map(|deed| match deed {
            Deed::Aimed(aimed) if aimed.at == Some(unit) => Some(aimed),
            _ => None,
        });
        match aimed {
            Some(aimed) => aimed.ducked = true,
            None => self.ducking = Some(unit),
        }
    }

    fn forced_down(&mut self, unit: UnitId) {
        self.fate(unit).down = true;
        if let Some(tested) = self.last_test(unit) {
            tested.down = true;
        }
    }

    /// The test that was told last, if it was this unit's.
    fn last_test(&mut self, unit: UnitId) -> Option<&mut Tested> {
        match self.deeds.last_mut() {
            Some(Deed::Tested(tested)) if tested.test.unit == unit => Some(tested),
            _ => None,
        }
    }

    fn tested(&mut self, test: &Test) {
        if matches!(test.what, TestKind::Break(_)) && test.result.passed() {
            self.fate(test.unit).held = true;
        }
        self.deeds.push(Deed::Tested(Tested {
            test: test.clone(),
            off: 0,
            dice: Vec::new(),
            pins: 0,
            now: self.teller.pins_of(test.unit),
            down: false,
            destroyed: false,
        }));
    }

    fn pinned(&mut self, unit: UnitId, pins: u32, why: PinCause) {
        self.fate(unit).pins += pins;
        let now = self.teller.pins_of(unit).saturating_add(pins);
        match why {
            PinCause::Hit | PinCause::Disrupted | PinCause::Damage | PinCause::Casualties => {
                self.harm(unit, |harm| {
                    harm.pins += pins;
                    harm.now = now;
                });
            }
            PinCause::Exhausted | PinCause::Obstacle | PinCause::Terrain | PinCause::Break => {
                if let Some(tested) = self.last_test(unit) {
                    tested.pins += pins;
                    tested.now = now;
                }
            }
        }
    }

    fn unpinned(&mut self, unit: UnitId, off: u32, dice: &[Roll]) {
        self.fate(unit).pins_off += off;
        let now = self.teller.pins_of(unit).saturating_sub(off);
        if let Some(tested) = self.last_test(unit) {
            tested.off += off;
            tested.dice.extend(dice);
            tested.now = now;
        } else {
            self.deeds.push(Deed::Unpinned { unit, off, dice: dice.to_vec(), now });
        }
    }

    /// More of what the latest hits came to for this unit.
    fn harm(&mut self, unit: UnitId, more: impl FnOnce(&mut Harm)) {
        let since = self.deeds.iter().rposition(|deed| matches!(deed, Deed::Shots(_))).unwrap_or(0);
        let known =
            self.deeds.iter().enumerate().skip(since).find_map(|(place, deed)| match deed {
                Deed::Harm(harm) if harm.unit == unit => Some((place, harm.clone())),
                _ => None,
            });
        let mut harm = if let Some((place, harm)) = known {
            // it stands where it is complete: a drone is lost before the Res tests, models after them
            self.deeds.remove(place);
            harm
        } else {
            let left = self.teller.state.unit(unit).map_or(0, super::super::state::Unit::alive);
            let now = self.teller.pins_of(unit);
            Harm { unit, lost: Vec::new(), left, pins: 0, now }
        };
        more(&mut harm);
        self.deeds.push(Deed::Harm(harm));
    }

    fn lost(&mut self, unit: UnitId, mark: Mark) {
        let gear = match (mark, self.teller.state.unit(unit)) {
            (Mark::Drone(n), Some(unit)) => unit.gear.get(usize::from(n)).map(|drone| drone.kind),
            _ => None,
        };
        let fate = self.fate(unit);
        match mark {
            Mark::Model(_) => fate.models += 1,
            Mark::Drone(_) => fate.gear.extend(gear),
            Mark::Gun => fate.gun_lost = true,
        }
        self.harm(unit, |harm| {
            harm.lost.push(mark);
            if matches!(mark, Mark::Model(_)) {
                harm.left = harm.left.saturating_sub(1);
            }
        });
    }

    fn aimed(
        &mut self,
        from: UnitId,
        at: Option<UnitId>,
        part: Option<Part>,
        manner: Manner,
        range: Inches,
    ) {
        let sprung = self.springing.take_if(|unit| *unit == from).is_some();
        let ducked = self.ducking.take_if(|unit| Some(*unit) == at).is_some();
        let rolled = false;
        self.deeds.push(Deed::Aimed(Aimed {
            from,
            at,
            part,
            manner,
            range,
            sprung,
            ducked,
            rolled,
        }));
    }

    fn rolled(
        &mut self,
        from: UnitId,
        (at, part): (Option<UnitId>, Option<Part>),
        manner: Manner,
        range: Inches,
        batches: &[RolledBatch],
    ) {
        let same = |aimed: &Aimed| {
            (aimed.from, aimed.at, aimed.part, aimed.rolled) == (from, at, part, false)
        };
        let known = self.deeds.iter().rposition(|deed| match deed {
            Deed::Aimed(aimed) => same(aimed),
            _ => false,
        });
        if let Some(place) = known {
            // of several targets each has its dice below it
            let aimed = self.deeds.remove(place);
            self.deeds.push(aimed);
        } else {
            self.aimed(from, at, part, manner, range);
        }
        if let Some(Deed::Aimed(aimed)) = self.deeds.last_mut() {
            aimed.rolled = true;
        }
        let state = &self.teller.state;
        self.deeds.extend(batches.iter().map(|batch| {
            let needs = batch.check.target();
            let mode = batch.weapon.and_then(|weapon| mode_of(state, weapon, batch.mode));
            Deed::Shots(Shots {
                blast: mode.is_some_and(|(_, mode)| mode.blast().is_some()),
                weapon: batch.weapon,
                mode: batch.mode,
                manner,
                needs,
                number: batch.shots.clone(),
                dice: cast(&batch.dice, needs, manner),
                automatic: batch.automatic,
                again: Vec::new(),
                blasts: Vec::new(),
            })
        }));
    }

    /// The dice of the last shooting of this kind, weapon by weapon.
    fn volley(&mut self, which: impl Fn(&Aimed) -> bool) -> impl Iterator<Item = &mut Shots> {
        let begun = |deed: &Deed| matches!(deed, Deed::Aimed(aimed) if which(aimed));
        let from = self.deeds.iter().rposition(begun).map_or(self.deeds.len(), |place| place + 1);
        let deeds = self.deeds[from..].iter_mut();
        deeds.take_while(|deed| !matches!(deed, Deed::Aimed(_))).filter_map(|deed| match deed {
            Deed::Shots(shots) => Some(shots),
            _ => None,
        })
    }

    /// Dice that were rolled again stand with those they replace.
    fn again(
        &mut self,
        which: impl Fn(&Aimed) -> bool,
        its: impl Fn(&Shots) -> bool,
        (why, needs): (Again, i32),
        dice: &[Roll],
    ) {
        let new = cast(dice, needs, Manner::Fire);
        let known = self.volley(which).find(|shots| {
            shots.needs == needs && its(shots) && shots.could_roll_again(why, dice.len())
        });
        match known {
            Some(shots) => shots.again.push(Reroll { why, dice: new }),
            None => self.deeds.push(Deed::Again { why, needs, dice: new }),
        }
    }

    /// A hit of a blast stands with the die that made it.
    fn blast(&mut self, event: &Event, after: &[Event]) -> usize {
        let Event::Blast { from, weapon, mode, roll } = event else { return 0 };
        let known = self.volley(|aimed| aimed.from == *from).find(|shots| {
            (shots.weapon, shots.mode) == (Some(*weapon), *mode)
                && shots.blasts.len() < shots.hits()
        });
        match known {
            Some(shots) => {
                shots.blasts.push(*roll);
                0
            }
            None => self.tell(Topic::Aside, event, after),
        }
    }

    fn resisted(&mut self, resist: &Resist) {
        match self.deeds.last_mut() {
            Some(Deed::Saves { unit, tests }) if *unit == resist.unit => tests.push(resist.clone()),
            _ => {
                self.deeds.push(Deed::Saves { unit: resist.unit, tests: vec![resist.clone()] });
            }
        }
    }
}
