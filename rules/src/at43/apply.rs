//! The only place where a game's state changes.

use super::command::{MachinePart, Mark, Salvo};
use super::event::{Change, Event, GainWhy};
use super::need::Range;
use super::profile::Aim;
use super::state::{
    Contact, Drill, Gone, LastRange, Loss, LossKind, Machine, Member, MemberId, Phase, Pilot, Role,
    Stands, State, Tag, Unit, UnitId,
};
use crate::ids::Seat;

#[expect(clippy::too_many_lines, reason = "an arm for each event")]
pub fn apply(state: &mut State, event: &Event) {
    match event {
        Event::MissionRolled { mission, .. } => {
            let found = state.missions.iter().find(|known| known.key == *mission).cloned();
            state.mission = found;
            state.missions.clear();
            state.leave_briefing();
        }
        Event::RolesRolled { attacker, .. } => {
            if let Some(attacker) = attacker {
                state.set_attacker(*attacker);
                state.leave_briefing();
            }
        }
        Event::CompanyBuilt { seat, company } => side(state, *seat, |side| {
            side.company.clone_from(company);
        }),
        Event::CompanyLocked { seat, over } => side(state, *seat, |side| {
            side.locked = true;
            side.over = *over;
            side.over_accepted_by.clear();
        }),
        Event::CompanyUnlocked { seat } => side(state, *seat, |side| {
            side.locked = false;
            side.over = 0;
            side.over_accepted_by.clear();
        }),
        Event::OverAnswered { seat, of, accept } => side(state, *of, |side| {
            if *accept {
                side.over_accepted_by.push(*seat);
            } else {
                side.locked = false;
                side.over = 0;
                side.over_accepted_by.clear();
            }
        }),
        Event::CompaniesShown { companies, units } => {
            for (place, company) in companies.iter().enumerate() {
                let army = state.library.army_of_key(&company.army);
                if let Some(side) = state.sides.get_mut(place) {
                    side.company = Some(company.clone());
                    side.army = army;
                }
            }
            state.units.clone_from(units);
            state.phase = Phase::Laying;
        }
        Event::FieldLaid { seat, field, alone } => {
            state.field = field.clone();
            state.field_agreed = if *alone { Vec::new() } else { vec![*seat] };
        }
        Event::FieldAgreed { seat } => {
            if !state.field_agreed.contains(seat) {
                state.field_agreed.push(*seat);
            }
        }
        Event::FieldSet { places, terrain, wreck } => {
            state.places.clone_from(places);
            state.terrain.clone_from(terrain);
            state.wreck = *wreck;
        }
        Event::RoundBegan { round, pools, commanders } => {
            begin_round(state, *round, pools, commanders);
        }
        Event::Planned { seat, plan, .. } => side(state, *seat, |side| {
            side.planned = true;
            side.plan.clone_from(plan);
        }),
        Event::WagersShown { wagers, commanders } => {
            for ((side, wager), commander) in state.sides.iter_mut().zip(wagers).zip(commanders) {
                side.pool = side.pool.saturating_sub(*wager);
                side.commander = *commander;
            }
        }
        Event::AuthorityRolled { rolls } => {
            for roll in rolls {
                // those who tie throw again for the win alone (T-CTL-5)
                side(state, roll.seat, |side| {
                    side.total.get_or_insert(roll.total);
                });
            }
        }
        Event::AuthorityWon { winner, .. } => state.winner = Some(*winner),
        Event::FirstChosen { .. } => {
            state.phase = Phase::Activation;
            for side in &mut state.sides {
                // of whoever has nothing left to play, the plan is that of a round before
                let plan = side.plan.clone().filter(|_| side.planned).unwrap_or_default();
                side.cards = plan.sequence.into_iter().map(Some).collect();
            }
        }
        Event::Relocated { seat, to } => side(state, *seat, |side| {
            if let Some(to) = to
                && !side.cards.is_empty()
            {
                let first = side.cards.remove(0);
                side.cards.insert((*to).min(side.cards.len()), first);
            }
        }),
        Event::Delayed { seat } => side(state, *seat, |side| side.delayed = true),
        Event::CardRevealed { seat, unit: revealed } => {
            side(state, *seat, |side| {
                side.delayed = false;
                drop_card(&mut side.cards, *revealed);
            });
            unit(state, *revealed, |unit| unit.played = true);
        }
        Event::CardDropped { seat, unit: dropped } => {
            side(state, *seat, |side| drop_card(&mut side.cards, *dropped));
            // whoever comes back by a correction has had his card of this round
            unit(state, *dropped, |unit| unit.played = true);
        }
        Event::Spent { seat, lp, .. } => {
            side(state, *seat, |side| side.pool = side.pool.saturating_sub(*lp));
        }
        Event::StrikeCalled { seat, .. } => side(state, *seat, |side| side.struck = true),
        Event::DrillEnded { unit: id, drill } | Event::DrillLost { unit: id, drill, .. } => {
            unit(state, *id, |unit| lose_drill(unit, *drill));
        }
        Event::DrillGiven { unit: id, drill } => unit(state, *id, |unit| {
            if !unit.has_drill(*drill) {
                unit.drills.push(*drill);
            }
        }),
        Event::Activated { unit: id, .. } => {
            unit(state, *id, |unit| {
                unit.moved = false;
                unit.watched.clear();
            });
            // whoever stood between may have gone
            state.sights.retain(|sight| sight.from != *id || sight.told.is_some());
        }
        Event::Entered { unit: id, .. } => unit(state, *id, |unit| unit.stands = Stands::Field),
        Event::StoodUp { unit: id, .. } => unit(state, *id, |unit| {
            for member in &mut unit.members {
                member.grounded = false;
            }
        }),
        Event::Disorganized { unit: id } => unit(state, *id, |unit| unit.disorganized = true),
        Event::Rallied { unit: id } => unit(state, *id, |unit| unit.disorganized = false),
        Event::Moved { unit: id, movement, .. } => {
            unit(state, *id, |unit| unit.moved = true);
            for last in &mut state.ranges {
                last.holds &= last.pair.other(*id).is_none();
            }
            state.sights.retain(|sight| sight.from != *id && sight.to != *id);
            for told in &movement.ranges {
                remember_range(state, Contact::between(*id, told.unit), told.range);
            }
        }
        Event::Contacts { unit: id, with } => {
            state.contacts.retain(|contact| contact.other(*id).is_none());
            state.contacts.extend(with.iter().map(|enemy| Contact::between(*id, *enemy)));
        }
        Event::ContactLost { unit, enemy } => {
            let lost = Contact::between(*unit, *enemy);
            state.contacts.retain(|contact| *contact != lost);
        }
        Event::WatchEnded { unit: id, group, .. } => unit(state, *id, |unit| {
            unit.watched.extend(group);
        }),
        Event::RangesTold { sights, .. } => {
            for sight in sights {
                state.sights.retain(|known| (known.from, known.to) != (sight.from, sight.to));
                state.sights.push(*sight);
                if let Some(told) = sight.told {
                    remember_range(state, Contact::between(sight.from, sight.to), told.range);
                }
            }
        }
        Event::SalvoFired { unit: id, salvo, .. } => {
            let target = match salvo.at {
                Mark::Unit(target) | Mark::Machine(target, _) | Mark::Fighter(target, _) => target,
                Mark::Terrain(_) | Mark::Wreck => return,
            };
            remember_salvo(state, Contact::between(*id, target), salvo);
        }
        Event::PartHit { unit: id, machine, part, left, .. }
        | Event::PartRepaired { unit: id, machine, part, left } => {
            machine_of(state, *id, *machine, |machine| set_part(machine, *part, *left));
        }
        Event::MachineDestroyed { unit: id, machine } | Event::Abandoned { unit: id, machine } => {
            member(state, *id, *machine, |member| {
                member.out = true;
                if let Some(machine) = &mut member.machine {
                    machine.frame = 0;
                }
            });
        }
        Event::Fell { unit: id, members, .. } => {
            for fallen in members {
                member(state, *id, *fallen, |member| {
                    member.out = true;
                    member.grounded = false;
                });
            }
        }
        Event::Grounded { unit: id, members } => {
            for fallen in members {
                member(state, *id, *fallen, |member| member.grounded = true);
            }
        }
        Event::Rescued { unit: id, member: saved, medic, grounded } => {
            let round = state.round;
            member(state, *id, *saved, |member| {
                member.out = false;
                member.grounded = *grounded;
            });
            member(state, *id, *medic, |medic| medic.rescued_in = Some(round));
        }
        Event::WreckHit { left } => {
            if let Some(wreck) = &mut state.wreck {
                wreck.structure = *left;
            }
        }
        Event::ElementHit { element, left } => {
            let hit = state.terrain.get_mut(usize::from(element.0));
            if let Some(tough) = hit.and_then(|element| element.tough.as_mut()) {
                tough.structure = *left;
            }
        }
        Event::ElementGone { element } => {
            let place = state.terrain.get_mut(usize::from(element.0)).and_then(|element| {
                element.gone = true;
                element.place
            });
            if let Some(place) = place.and_then(|place| state.places.get_mut(usize::from(place.0)))
            {
                place.gone = true;
                place.controlled_by = None;
            }
        }
        Event::LeaderChanged { unit: id, leader } => {
            unit(state, *id, |unit| unit.leader = *leader);
        }
        Event::RelayLost { unit: id } => unit(state, *id, |unit| unit.relay = false),
        Event::UnitGone { unit: id, gone } => leave(state, *id, *gone),
        Event::Lost { unit: id, what, by } => {
            state.losses.push(Loss { unit: *id, what: *what, by: *by });
            if *what == LossKind::Officer {
                unit(state, *id, |unit| unit.officer_lost = true);
            }
        }
        Event::CommanderChanged { seat, unit } => {
            side(state, *seat, |side| side.commander = *unit);
        }
        Event::Tagged { seat, on } => {
            let tag = Tag { by: *seat, on: *on };
            if !state.tags.contains(&tag) {
                state.tags.push(tag);
            }
        }
        Event::Returned { unit: id, leaves, returns } => {
            if let Some(leaves) = leaves {
                member(state, *id, *leaves, |member| member.out = true);
            }
            member(state, *id, *returns, |member| {
                member.out = false;
                member.grounded = false;
            });
        }
        Event::UnitAppeared { unit } => appear(state, unit),
        Event::HeroJoined { hero, unit: joined } => join(state, *hero, *joined),
        Event::ControlBegan => {
            state.phase = Phase::Control;
            for side in &mut state.sides {
                side.cards.clear();
            }
        }
        Event::Controlled { counts, control, captured } => {
            for counted in counts {
                if let Some(place) = state.places.get_mut(usize::from(counted.place.0)) {
                    place.counts.clone_from(&counted.fighters);
                }
            }
            for (place, by) in state.places.iter_mut().zip(control) {
                place.controlled_by = *by;
            }
            for (place, by) in captured {
                if let Some(place) = state.places.get_mut(usize::from(place.0)) {
                    place.captured_by.push(*by);
                }
            }
        }
        Event::Scored { gains } => {
            for gain in gains {
                side(state, gain.seat, |side| {
                    side.vp = side.vp.saturating_add(gain.vp);
                    side.rp = side.rp.saturating_add(gain.rp);
                });
                if let (GainWhy::PilotHome, Some(wreck)) = (gain.why, &mut state.wreck) {
                    wreck.home_paid = true;
                }
            }
            state.losses.clear();
            for side in &mut state.sides {
                side.evacuated.clear();
            }
        }
        Event::PilotMet { unit } => pilot(state, Pilot::Out(*unit)),
        Event::PilotHome => pilot_home(state),
        Event::PilotDied => pilot(state, Pilot::Dead),
        Event::Bought { seat, unit: id, rp } => {
            side(state, *seat, |side| side.rp = side.rp.saturating_sub(*rp));
            unit(state, *id, |unit| unit.stands = Stands::Reserve);
        }
        Event::GameOver(ending) => {
            state.ending = Some(ending.clone());
            state.phase = Phase::Over;
        }
        Event::Proposed(proposal) => {
            state.proposal = Some(proposal.clone());
            state.proposals = state.proposals.saturating_add(1);
        }
        Event::ProposalAnswered { .. } | Event::ProposalWithdrawn => state.proposal = None,
        Event::Corrected { change, .. } => correct(state, change),
        Event::Flow(flow) => state.flow = (**flow).clone(),
        // these tell what was rolled, chosen or passed over; what came of it is told by others
        Event::MissionRolledAgain { .. }
        | Event::EdgesDrawn { .. }
        | Event::SectorsRolled { .. }
        | Event::LeadPassed { .. }
        | Event::ActivationOver
        | Event::ExtraTaken { .. }
        | Event::Unpaid { .. }
        | Event::Waited { .. }
        | Event::StayedTogether { .. }
        | Event::Ended { .. }
        | Event::MoraleTested { .. }
        | Event::Cohesion { .. }
        | Event::RanOver { .. }
        | Event::Held { .. }
        | Event::WatchBegan { .. }
        | Event::RangesAsked { .. }
        | Event::Fought { .. }
        | Event::ShotsRolled { .. }
        | Event::OutOfReach { .. }
        | Event::Skipped { .. }
        | Event::ImpactsTaken { .. }
        | Event::Deviated { .. }
        | Event::CoverRolled { .. }
        | Event::DamageRolled { .. }
        | Event::LocationRolled { .. }
        | Event::SpecialUsed { .. }
        | Event::RoutineUsed { .. }
        | Event::RoutineDone { .. }
        | Event::Counted { .. }
        | Event::AnsweredFor { .. }
        | Event::CountsDisputed { .. }
        | Event::DoneBuying { .. } => {}
    }
}

fn side(state: &mut State, seat: Seat, change: impl FnOnce(&mut super::state::Side)) {
    if let Some(side) = state.sides.get_mut(seat.index()) {
        change(side);
    }
}

fn unit(state: &mut State, id: UnitId, change: impl FnOnce(&mut Unit)) {
    if let Some(unit) = state.unit_mut(id) {
        change(unit);
    }
}

fn member(state: &mut State, id: UnitId, member: MemberId, change: impl FnOnce(&mut Member)) {
    if let Some(member) = state.unit_mut(id).and_then(|unit| unit.member_mut(member)) {
        change(member);
    }
}

fn machine_of(state: &mut State, id: UnitId, of: MemberId, change: impl FnOnce(&mut Machine)) {
    member(state, id, of, |member| {
        if let Some(machine) = &mut member.machine {
            change(machine);
        }
    });
}

fn set_part(machine: &mut Machine, part: MachinePart, left: u8) {
    match part {
        MachinePart::Propulsion => machine.propulsion = left,
        MachinePart::Frame => machine.frame = left,
        MachinePart::Weapon(weapon) => {
            if let Some(points) = machine.weapons.get_mut(usize::from(weapon)) {
                *points = left;
            }
        }
    }
}

fn drop_card(cards: &mut Vec<Option<UnitId>>, unit: UnitId) {
    if let Some(place) = cards.iter().position(|card| *card == Some(unit)) {
        cards.remove(place);
    }
}

fn lose_drill(unit: &mut Unit, drill: Drill) {
    unit.drills.retain(|given| *given != drill);
    if drill == Drill::Overwatch {
        unit.watched.clear();
    }
}

fn begin_round(state: &mut State, round: u32, pools: &[u32], commanders: &[Option<UnitId>]) {
    state.round = round;
    state.phase = Phase::Tactical;
    state.tags.clear();
    for ((side, pool), commander) in state.sides.iter_mut().zip(pools).zip(commanders) {
        side.pool = *pool;
        side.commander = *commander;
        side.planned = false;
        side.total = None;
        side.delayed = false;
        side.struck = false;
        side.cards.clear();
    }
    for unit in &mut state.units {
        unit.played = false;
    }
}

/// T-MEA-1: a range that was told for a salvo is remembered. A weapon that hits alike at every range needs none, so that only
/// a measured one was told; one that is only the farthest possible does not hold.
fn remember_salvo(state: &mut State, pair: Contact, salvo: &Salvo) {
    let measured = matches!(salvo.range, Range::Measured(_));
    let told = match state.library.weapon(salvo.weapon).map(|weapon| weapon.aim) {
        Some(Aim::Accuracy(_)) => true,
        Some(Aim::Needs(_) | Aim::Reaches(_)) | None => measured,
    };
    if !told {
        return;
    }
    if !salvo.up_to {
        remember_range(state, pair, salvo.range);
        return;
    }
    let known = |last: &LastRange| last.pair == pair && last.holds;
    let within = |last: &LastRange| last.range.band() <= salvo.range.band();
    if !state.ranges.iter().any(|last| known(last) && within(last)) {
        state.ranges.retain(|last| last.pair != pair);
        state.ranges.push(LastRange { pair, range: salvo.range, holds: false });
    }
}

fn remember_range(state: &mut State, pair: Contact, range: Range) {
    state.ranges.retain(|known| known.pair != pair);
    state.ranges.push(LastRange { pair, range, holds: true });
}

fn leave(state: &mut State, id: UnitId, gone: Gone) {
    off_the_table(state, id);
    let mut owner = None;
    unit(state, id, |unit| {
        unit.stands = Stands::Gone(gone);
        owner = Some(unit.side);
    });
    if let (Gone::Evacuated, Some(owner)) = (gone, owner) {
        side(state, owner, |side| side.evacuated.push(id));
    }
}

/// Nobody is in contact with it, aims at it or has orders for it.
fn off_the_table(state: &mut State, id: UnitId) {
    state.contacts.retain(|contact| contact.other(id).is_none());
    state.ranges.retain(|known| known.pair.other(id).is_none());
    state.sights.retain(|sight| sight.from != id && sight.to != id);
    state.tags.retain(|tag| tag.on != id);
    unit(state, id, |unit| {
        unit.drills.clear();
        unit.watched.clear();
        unit.disorganized = false;
        for member in &mut unit.members {
            member.grounded = false;
        }
    });
}

/// T-HER-4: he becomes officer and leader of the unit; its drills apply to him.
fn join(state: &mut State, hero: UnitId, joined: UnitId) {
    let Some(lone) = state.unit(hero) else { return };
    let (who, rank, value) = (lone.hero, lone.rank, lone.value);
    let pilot = state.wreck.is_some_and(|wreck| wreck.pilot == Pilot::Out(hero));
    leave(state, hero, Gone::Joined(joined));
    unit(state, joined, |unit| {
        unit.hero = who;
        unit.rank = rank;
        unit.officer_lost = false;
        unit.value = unit.value.saturating_add(value);
        if let Ok(place) = u8::try_from(unit.members.len()) {
            unit.leader = MemberId(place);
            unit.members.push(Member {
                role: Role::Hero,
                out: false,
                grounded: false,
                machine: None,
                rescued_in: None,
            });
        }
    });
    if pilot && let Some(wreck) = &mut state.wreck {
        wreck.pilot = Pilot::Out(joined);
    }
    for side in &mut state.sides {
        if side.commander == Some(hero) {
            side.commander = Some(joined);
        }
    }
}

fn pilot(state: &mut State, pilot: Pilot) {
    if let Some(wreck) = &mut state.wreck {
        wreck.pilot = pilot;
    }
}

/// A hero on foot leaves the unit of his machine: who falls there later is no officer (T-HER-3).
fn appear(state: &mut State, appeared: &Unit) {
    if appeared.lone_hero && appeared.hero.is_some() {
        for unit in &mut state.units {
            if unit.side == appeared.side && unit.hero == appeared.hero {
                unit.officer_lost = true;
            }
        }
    }
    state.units.push(appeared.clone());
}

/// He leaves the unit that he stood in, and nobody is paid for him.
fn pilot_home(state: &mut State) {
    if let Some(Pilot::Out(with)) = state.wreck.map(|wreck| wreck.pilot) {
        unit(state, with, |unit| {
            for member in unit.members.iter_mut().filter(|member| member.role == Role::Hero) {
                member.out = true;
            }
            unit.officer_lost = true;
        });
    }
    pilot(state, Pilot::Evacuated);
}

fn correct(state: &mut State, change: &Change) {
    match change {
        Change::Unit(id, changed) => {
            let had_card = state.unit(*id).is_some_and(Unit::has_card);
            unit(state, *id, |unit| unit.clone_from(changed));
            let officer = changed.officer().is_some();
            state
                .losses
                .retain(|loss| loss.unit != *id || (loss.what == LossKind::Officer && !officer));
            side(state, changed.side, |side| side.evacuated.retain(|gone| gone != id));
            plan_anew(state, *id, had_card);
        }
        Change::Pool(seat, pool) => side(state, *seat, |side| side.pool = *pool),
        Change::Points(seat, vp, rp) => side(state, *seat, |side| {
            side.vp = *vp;
            side.rp = *rp;
        }),
        Change::Place(id, changed) => {
            if let Some(place) = state.places.get_mut(usize::from(id.0)) {
                place.clone_from(changed);
            }
        }
        Change::Contacts(contacts) => state.contacts.clone_from(contacts),
        Change::Stands(id, stands) => {
            let had_card = state.unit(*id).is_some_and(Unit::has_card);
            unit(state, *id, |unit| unit.stands = *stands);
            if *stands != Stands::Field {
                off_the_table(state, *id);
            }
            plan_anew(state, *id, had_card);
        }
    }
}

/// A sequence names every card: if there is one more or less, it is planned anew.
fn plan_anew(state: &mut State, id: UnitId, had_card: bool) {
    let Some(unit) = state.unit(id) else { return };
    if state.phase == Phase::Tactical && unit.has_card() != had_card {
        let seat = unit.side;
        side(state, seat, |side| side.planned = false);
    }
}
