//! A chapter of a battle as data: what became of each unit, and what was done one thing after the other. Who shows it finds
//! short words for it; what it leaves out stands in the full account of the same events.

use super::super::event::{Event, Fall, Victims};
use super::super::state::{MemberId, Unit, UnitId};
use super::super::view::View;
use super::deed::{Attacked, Deed, Harm, How, Skipped, Tested, unit_of};
use super::fate::{Fate, PartLoss};
use super::words::number;
use super::{Teller, topic};
use crate::ids::Seat;

#[derive(Clone, Debug)]
pub struct Digest {
    /// In the order in which something first happened to each.
    pub fates: Vec<Fate>,
    pub deeds: Vec<Deed>,
    /// LP spent, side by side in the order of the seats.
    pub spent: Vec<u32>,
    /// What was left of each pool after it was last spent from; the round may have ended since.
    pub left: Vec<u32>,
    /// The game after it all.
    pub after: View,
}

/// What these steps came to, each with the game before it; `None` for no steps.
pub fn digest<'a>(steps: impl IntoIterator<Item = (&'a View, &'a [Event])>) -> Option<Digest> {
    let mut all: Option<Reader> = None;
    for (before, events) in steps {
        let teller = Teller::new(before);
        let mut reader = match all.take() {
            Some(reader) => Reader { teller, ..reader },
            None => Reader::new(teller),
        };
        reader.read(events);
        all = Some(reader);
    }
    all.map(Reader::into_digest)
}

/// Folds the events while it reads them.
struct Reader {
    teller: Teller,
    fates: Vec<Fate>,
    deeds: Vec<Deed>,
    spent: Vec<u32>,
    left: Vec<u32>,
    /// Where among the deeds the attack stands that has not come to its end.
    attack: Option<usize>,
}

impl Reader {
    fn new(teller: Teller) -> Self {
        let spent = vec![0; teller.view.sides.len()];
        let left = vec![0; spent.len()];
        Self { teller, fates: Vec::new(), deeds: Vec::new(), spent, left, attack: None }
    }

    fn into_digest(mut self) -> Digest {
        let view = self.teller.view;
        for fate in &mut self.fates {
            fate.left = view.unit(fate.unit).map_or(0, Unit::strength);
        }
        Digest {
            fates: self.fates,
            deeds: self.deeds,
            spent: self.spent,
            left: self.left,
            after: view,
        }
    }

    fn read(&mut self, events: &[Event]) {
        let mut rest = events;
        while let Some((event, after)) = rest.split_first() {
            let further = self.event(event, after).min(after.len());
            for event in rest.iter().take(further + 1) {
                self.teller.view.go_on(event);
            }
            self.count_left();
            rest = rest.get(further + 1..).unwrap_or_default();
        }
    }

    fn fate(&mut self, unit: UnitId) -> &mut Fate {
        let place = self.fates.iter().position(|fate| fate.unit == unit).unwrap_or_else(|| {
            self.fates.push(Fate::of(unit));
            self.fates.len() - 1
        });
        &mut self.fates[place]
    }

    /// Something else begins.
    fn deed(&mut self, deed: Deed) {
        self.attack = None;
        self.deeds.push(deed);
    }

    /// Reads an event, and says how many of those after it were read with it.
    #[expect(clippy::too_many_lines, reason = "an arm for each event")]
    fn event(&mut self, event: &Event, after: &[Event]) -> usize {
        match event {
            Event::Spent { seat, lp, .. } => self.spent(*seat, *lp),
            Event::CardRevealed { seat, unit } => {
                let cards = self.teller.view.side(*seat).map_or(0, |side| side.cards.len());
                let left = cards.saturating_sub(1);
                self.deed(Deed::Revealed { seat: *seat, unit: *unit, left });
            }
            Event::Activated { unit, free } => {
                self.deed(Deed::Activated { unit: *unit, free: *free });
            }
            Event::Entered { unit, through } => {
                self.deed(Deed::Entered { unit: *unit, through: *through });
            }
            Event::Unpaid { unit } => self.deed(Deed::Unpaid(*unit)),
            Event::Waited { unit } => self.deed(Deed::Waited(*unit)),
            Event::StoodUp { unit, fighters, whole_unit } => {
                self.fate(*unit).stood_up += fighters;
                self.deed(Deed::StoodUp {
                    unit: *unit,
                    fighters: *fighters,
                    whole_unit: *whole_unit,
                });
            }
            Event::MoraleTested { unit, test, roll, passed, why } => {
                self.fate(*unit).held |= *passed;
                // of machines even in the middle of a salvo
                self.deeds.push(Deed::Tested(Tested {
                    unit: *unit,
                    test: test.clone(),
                    roll: *roll,
                    passed: *passed,
                    why: *why,
                    disorganized: false,
                    gone: None,
                }));
            }
            Event::Disorganized { unit } => {
                self.fate(*unit).disorganized = true;
                match self.last_test(*unit) {
                    Some(tested) => tested.disorganized = true,
                    None => return self.tell(event, after),
                }
            }
            Event::Rallied { unit } => {
                self.fate(*unit).rallied = true;
                self.deed(Deed::Rallied(*unit));
            }
            Event::DrillGiven { unit, drill } => match self.deeds.last_mut() {
                Some(Deed::Drilled { unit: same, drills }) if same == unit => drills.push(*drill),
                Some(_) | None => self.deed(Deed::Drilled { unit: *unit, drills: vec![*drill] }),
            },
            Event::DrillLost { unit, drill, .. } => self.fate(*unit).drills_lost.push(*drill),
            Event::Moved { unit, movement, allowance } => self.deed(Deed::Moved {
                unit: *unit,
                movement: movement.clone(),
                allowance: *allowance,
            }),
            Event::RanOver { unit, on, rolls, .. } => self.deed(Deed::RanOver {
                unit: *unit,
                on: *on,
                rolls: rolls.clone(),
                fallen: Vec::new(),
            }),

            Event::SalvoFired { unit, salvo, overwatch, shooters } => self.attack(How::Salvo {
                unit: *unit,
                salvo: salvo.clone(),
                overwatch: *overwatch,
                shooters: *shooters,
            }),
            Event::StrikeCalled { seat, strike } => {
                self.attack(How::Strike { seat: *seat, strike: strike.clone() });
            }
            Event::Fought { unit, combat } => {
                self.attack(How::Combat { unit: *unit, combat: combat.clone() });
            }
            Event::ShotsRolled { test, dice, impacts, .. } => self.attacked(|attacked| {
                attacked.test = Some(test.clone());
                attacked.dice.extend(dice.iter().cloned());
                attacked.impacts += impacts;
            }),
            Event::OutOfReach { test, .. } => self.attacked(|attacked| {
                attacked.test = Some(test.clone());
                attacked.out_of_reach = true;
            }),
            Event::Skipped { unit, fighters, why } => {
                let skipped = Skipped { unit: *unit, fighters: *fighters, why: *why };
                self.attacked(|attacked| attacked.skipped.push(skipped));
            }
            Event::Deviated { template, .. } => {
                self.attacked(|attacked| attacked.template = Some(*template));
            }
            Event::ImpactsTaken { on, impacts, in_zone } => {
                if let Some(unit) = unit_of(*on) {
                    self.fate(unit).impacts += impacts;
                }
                self.harm(*on, |harm| {
                    harm.impacts += impacts;
                    harm.in_zone |= *in_zone;
                });
            }
            Event::CoverRolled { on, test, rolls, stopped } => {
                self.harm(Victims::Unit(*on), |harm| {
                    harm.cover_test = Some(test.clone());
                    harm.cover.extend(rolls);
                    harm.covered += stopped;
                });
            }
            Event::DamageRolled { on, test, dice, successes } => self.harm(*on, |harm| {
                harm.damage = Some(test.clone());
                harm.dice.extend(dice.iter().cloned());
                harm.successes += successes;
            }),
            Event::PartHit { unit, machine, part, lost, left } => {
                let loss = PartLoss { machine: *machine, part: *part, lost: *lost, left: *left };
                self.fate(*unit).structure.push(loss);
                self.harm(Victims::Machine(*unit, *machine), |harm| harm.structure.push(loss));
            }
            Event::MachineDestroyed { unit, machine } => {
                self.fate(*unit).machines.push(*machine);
                let on = Victims::Machine(*unit, *machine);
                self.harm(on, |harm| harm.machines.push(*machine));
            }
            Event::Abandoned { unit, machine } => {
                self.attack = None;
                self.fate(*unit).machines.push(*machine);
                return self.tell(event, after);
            }
            Event::Fell { unit, members, why } => self.fell(*unit, members, *why, event, after),
            Event::Grounded { unit, members } => {
                let many = number(members.len());
                self.fate(*unit).grounded += many;
                self.harm(Victims::Unit(*unit), |harm| harm.grounded += many);
            }
            Event::Rescued { unit, member, .. } => {
                let fate = self.fate(*unit);
                fate.fallen.retain(|fallen| fallen != member);
                fate.saved.push(*member);
                self.harm(Victims::Unit(*unit), |harm| harm.saved.push(*member));
            }
            // what is left is counted after each event
            Event::WreckHit { .. } => self.harm(Victims::Wreck, |_| {}),
            Event::ElementHit { element, .. } => self.harm(Victims::Terrain(*element), |_| {}),
            Event::ElementGone { element } => {
                if self.attack.is_some() {
                    self.harm(Victims::Terrain(*element), |harm| harm.gone = true);
                } else {
                    return self.tell(event, after);
                }
            }
            Event::LeaderChanged { unit, .. } => self.fate(*unit).leader_lost = true,
            Event::RelayLost { unit } => self.fate(*unit).relay_lost = true,
            Event::UnitGone { unit, gone } => {
                self.fate(*unit).gone = Some(*gone);
                if let Some(tested) = self.last_test(*unit) {
                    tested.gone = Some(*gone);
                } else if self.attack.is_some() {
                    self.harm(Victims::Unit(*unit), |harm| harm.gone = true);
                } else {
                    return self.tell(event, after);
                }
            }
            Event::Lost { unit, what, .. } => self.fate(*unit).counts_as.push(*what),
            Event::PartRepaired { unit, machine, part, .. } => {
                self.fate(*unit).repaired.push((*machine, *part));
                return self.tell(event, after);
            }
            Event::Returned { unit, returns, .. } => {
                let fate = self.fate(*unit);
                fate.fallen.retain(|fallen| fallen != returns);
                fate.back.push(*returns);
                return self.tell(event, after);
            }

            Event::MissionRolled { .. }
            | Event::MissionRolledAgain { .. }
            | Event::RolesRolled { .. }
            | Event::CompanyBuilt { .. }
            | Event::CompanyLocked { .. }
            | Event::CompanyUnlocked { .. }
            | Event::OverAnswered { .. }
            | Event::CompaniesShown { .. }
            | Event::EdgesDrawn { .. }
            | Event::SectorsRolled { .. }
            | Event::FieldLaid { .. }
            | Event::FieldAgreed { .. }
            | Event::FieldSet { .. }
            | Event::RoundBegan { .. }
            | Event::Planned { .. }
            | Event::WagersShown { .. }
            | Event::AuthorityRolled { .. }
            | Event::AuthorityWon { .. }
            | Event::FirstChosen { .. }
            | Event::Relocated { .. }
            | Event::Delayed { .. }
            | Event::ExtraTaken { .. }
            | Event::CardDropped { .. }
            | Event::StayedTogether { .. }
            | Event::ContactLost { .. }
            | Event::RangesTold { .. }
            | Event::Cohesion { .. }
            | Event::CommanderChanged { .. }
            | Event::Tagged { .. }
            | Event::RoutineUsed { .. }
            | Event::UnitAppeared { .. }
            | Event::HeroJoined { .. }
            | Event::Counted { .. }
            | Event::AnsweredFor { .. }
            | Event::CountsDisputed { .. }
            | Event::Controlled { .. }
            | Event::Scored { .. }
            | Event::PilotMet { .. }
            | Event::PilotHome
            | Event::PilotDied
            | Event::Bought { .. }
            | Event::DoneBuying { .. }
            | Event::GameOver(_)
            | Event::Proposed(_)
            | Event::ProposalAnswered { .. }
            | Event::ProposalWithdrawn
            | Event::Corrected { .. } => return self.tell(event, after),
            Event::SpecialUsed { .. } | Event::RoutineDone { .. } => {
                self.attack = None;
                return self.tell(event, after);
            }
            // the points that follow tell that a round has ended
            Event::Ended { .. }
            | Event::WatchEnded { .. }
            | Event::ActivationOver
            | Event::ControlBegan => self.attack = None,
            // decisions that change nothing by themselves, and what others tell
            Event::LeadPassed { .. }
            | Event::DrillEnded { .. }
            | Event::Contacts { .. }
            | Event::Held { .. }
            | Event::WatchBegan { .. }
            | Event::RangesAsked { .. }
            | Event::LocationRolled { .. }
            | Event::Flow(_) => {}
        }
        0
    }

    /// The report's own sentences. What they tell with it is read by itself where it changes a fate.
    fn tell(&mut self, event: &Event, after: &[Event]) -> usize {
        let told = self.teller.tell(event, after);
        let topic = topic(event);
        for text in told.texts {
            self.deeds.push(Deed::Told { topic, text });
        }
        if let Some(Event::PartRepaired { unit, machine, part, .. }) =
            after.first().filter(|_| told.further > 0)
        {
            self.fate(*unit).repaired.push((*machine, *part));
        }
        told.further
    }

    fn spent(&mut self, seat: Seat, lp: u32) {
        if let Some(spent) = self.spent.get_mut(seat.index()) {
            *spent = spent.saturating_add(lp);
        }
        let pool = self.teller.view.side(seat).map_or(0, |side| side.pool);
        if let Some(left) = self.left.get_mut(seat.index()) {
            *left = pool.saturating_sub(lp);
        }
    }

    fn fell(
        &mut self,
        unit: UnitId,
        members: &[MemberId],
        why: Fall,
        event: &Event,
        after: &[Event],
    ) {
        self.fate(unit).fallen.extend(members);
        match why {
            Fall::RunOver | Fall::NoRoom => {
                let over = self.deeds.iter_mut().rev().find_map(|deed| match deed {
                    Deed::RanOver { on, fallen, .. } if *on == unit => Some(fallen),
                    _ => None,
                });
                match over {
                    Some(fallen) => fallen.extend(members),
                    None => _ = self.tell(event, after),
                }
            }
            Fall::Shot | Fall::Fight | Fall::Blast | Fall::Element if self.attack.is_some() => {
                self.harm(Victims::Unit(unit), |harm| harm.fallen.extend(members));
            }
            Fall::Shot | Fall::Fight | Fall::Blast | Fall::Element | Fall::NoGunner => {
                _ = self.tell(event, after);
            }
        }
    }

    /// The test that was read last, if it was this unit's and not passed.
    fn last_test(&mut self, unit: UnitId) -> Option<&mut Tested> {
        match self.deeds.last_mut() {
            Some(Deed::Tested(tested)) if tested.unit == unit && !tested.passed => Some(tested),
            Some(_) | None => None,
        }
    }

    fn attack(&mut self, how: How) {
        self.attack = Some(self.deeds.len());
        self.deeds.push(Deed::Attacked(Box::new(Attacked::new(how))));
    }

    /// More of the attack that is going on; where it began in an earlier chapter, a nameless one begins.
    fn attacked(&mut self, more: impl FnOnce(&mut Attacked)) {
        if self.attack.is_none() {
            self.attack(How::GoingOn);
        }
        let attack = self.attack.and_then(|place| self.deeds.get_mut(place));
        if let Some(Deed::Attacked(attacked)) = attack {
            more(attacked);
        }
    }

    /// More of what the attack came to for these; the machines of a unit are told together.
    fn harm(&mut self, on: Victims, more: impl FnOnce(&mut Harm)) {
        self.attacked(|attacked| {
            let known = attacked.harms.iter_mut().find(|harm| {
                harm.on == on || (harm.unit().is_some() && harm.unit() == unit_of(on))
            });
            if let Some(harm) = known {
                if let (Some(unit), true) = (unit_of(on), harm.on != on) {
                    harm.on = Victims::Unit(unit);
                }
                more(harm);
            } else {
                let mut harm = Harm::on(on);
                more(&mut harm);
                attacked.harms.push(harm);
            }
        });
    }

    /// What is left of everybody whom the attack has harmed.
    fn count_left(&mut self) {
        let Some(place) = self.attack else { return };
        let Some(Deed::Attacked(attacked)) = self.deeds.get_mut(place) else { return };
        let view = &self.teller.view;
        for harm in &mut attacked.harms {
            harm.left = match harm.on {
                Victims::Unit(unit) | Victims::Machine(unit, _) => {
                    view.unit(unit).map_or(0, Unit::strength)
                }
                Victims::Wreck => view.wreck.map_or(0, |wreck| usize::from(wreck.structure)),
                Victims::Terrain(id) => view
                    .element(id)
                    .and_then(|element| element.tough)
                    .map_or(0, |tough| usize::from(tough.structure)),
            };
        }
    }
}
