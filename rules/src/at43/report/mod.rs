//! Events as sentences: what a step brought, told to people who were not at the table. Plain text, every die with what it
//! needed and why. Told from what a viewer may see: the same events make the same lines for everybody who may know of them.

mod before;
mod control;
mod correction;
pub mod deed;
mod digest;
mod explain;
mod fate;
mod harm;
pub(super) mod measuring;
mod moving;
mod rolls;
mod rows;
mod shooting;
mod special;
mod turn;
pub mod words;

pub use correction::words as correction_in_words;
pub use digest::{Digest, digest};
pub use explain::{Counted, Die, Explained, LONGEST, explain};
pub use fate::Fate;
pub use rolls::rolls;
pub use rows::{row_of_reason, rows};
pub use words::Who;

use super::event::Event;
use super::view::View;

/// One sentence of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub text: String,
    pub topic: Topic,
    /// Which of the step's events it tells: the first of those told together.
    pub event: usize,
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Mission, companies and table, before the first round.
    Before,
    /// Rounds, turns and cards.
    Frame,
    /// What a unit does.
    Deed,
    /// What dice came to.
    Dice,
    /// What that did to somebody.
    Harm,
    /// Places, points and the end.
    Points,
    Correction,
}

/// The lines that tell one step, given the game before it.
pub fn lines(before: &View, events: &[Event]) -> Vec<Line> {
    let mut teller = Teller::new(before);
    let mut rest = events;
    let mut lines = Vec::new();
    while let Some(first) = rest.first() {
        let (event, topic) = (events.len() - rest.len(), topic(first));
        let (told, group, left) = teller.next(rest);
        lines.extend(told.into_iter().map(|text| Line { text, topic, event }));
        teller.go_on(group);
        rest = left;
    }
    lines
}

/// Folds the events while telling them: names and totals are those of the moment.
struct Teller {
    view: View,
    /// The impacts that have just been told, all on their target.
    impacts: Option<u32>,
}

/// What an event is told by, and how many of those after it are told with it.
#[derive(Debug, Default)]
pub(super) struct Told {
    texts: Vec<String>,
    further: usize,
}

impl Told {
    fn nothing() -> Self {
        Self::default()
    }

    fn with(text: String, further: usize) -> Self {
        Self { texts: vec![text], further }
    }
}

impl From<String> for Told {
    fn from(text: String) -> Self {
        Self::with(text, 0)
    }
}

impl From<&str> for Told {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<Vec<String>> for Told {
    fn from(texts: Vec<String>) -> Self {
        Self { texts, further: 0 }
    }
}

impl Teller {
    fn new(before: &View) -> Self {
        Self { view: before.clone(), impacts: None }
    }

    /// The first of these events with all that is told with it, in these words; and what is left.
    fn next<'e>(&mut self, events: &'e [Event]) -> (Vec<String>, &'e [Event], &'e [Event]) {
        let Some((event, after)) = events.split_first() else { return (Vec::new(), &[], &[]) };
        let told = self.tell(event, after);
        let (group, left) = events.split_at((told.further + 1).min(events.len()));
        (told.texts, group, left)
    }

    fn go_on(&mut self, group: &[Event]) {
        for event in group {
            self.view.go_on(event);
        }
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each event")]
    fn tell(&mut self, event: &Event, after: &[Event]) -> Told {
        let impacts = self.impacts.take();
        let view = &self.view;
        match event {
            Event::MissionRolled { roll, mission } => {
                before::mission_rolled(view, *roll, mission).into()
            }
            Event::MissionRolledAgain { roll } => before::mission_rolled_again(*roll).into(),
            Event::RolesRolled { rolls, attacker } => {
                before::roles_rolled(view, rolls, *attacker).into()
            }
            Event::CompanyBuilt { seat, .. } => before::company_built(view, *seat).into(),
            Event::CompanyLocked { seat, over } => {
                before::company_locked(view, *seat, *over).into()
            }
            Event::CompanyUnlocked { seat } => before::company_unlocked(view, *seat).into(),
            Event::OverAnswered { seat, of, accept } => {
                before::over_answered(view, *seat, *of, *accept).into()
            }
            Event::CompaniesShown { companies, units } => {
                before::companies_shown(view, companies, units).into()
            }
            Event::EdgesDrawn { edges } => before::edges_drawn(view, edges).into(),
            Event::SectorsRolled { rolls, first } => {
                before::sectors_rolled(view, rolls, *first).into()
            }
            Event::FieldLaid { seat, field, alone } => {
                before::field_laid(view, *seat, field, *alone).into()
            }
            Event::FieldAgreed { seat } => before::field_agreed(view, *seat).into(),
            Event::FieldSet { places, terrain, wreck } => {
                before::field_set(places, terrain, wreck.is_some()).into()
            }

            Event::RoundBegan { round, pools, commanders } => {
                turn::round_began(view, *round, pools, commanders).into()
            }
            // what the plan says is nobody's business before its time
            Event::Planned { seat, plan: _, filled_in } => {
                turn::planned(view, *seat, *filled_in).into()
            }
            Event::WagersShown { wagers, commanders } => {
                turn::wagers_shown(view, wagers, commanders).into()
            }
            Event::AuthorityRolled { rolls } => turn::authority_rolled(view, rolls).into(),
            Event::AuthorityWon { winner, named_by_mission } => {
                turn::authority_won(view, *winner, *named_by_mission).into()
            }
            Event::FirstChosen { first } => turn::first_chosen(view, *first).into(),
            // who takes the first turn has just been told
            Event::LeadPassed { .. } if turn::nobody_has_played(view) => Told::nothing(),
            Event::LeadPassed { to } => turn::lead_passed(view, *to).into(),
            Event::ActivationOver => "Every card has been played.".into(),
            Event::Relocated { seat, to: _ } => turn::relocated(view, *seat, None).into(),
            Event::Delayed { seat } => turn::delayed(view, *seat, None).into(),
            Event::ExtraTaken { seat } => turn::extra_taken(view, *seat, None).into(),
            Event::CardRevealed { seat, unit } => turn::revealed(view, *seat, *unit).into(),
            Event::CardDropped { seat, unit } => turn::dropped(view, *seat, *unit).into(),
            Event::Spent { seat, lp, on } => turn::spent(view, *seat, *lp, *on, after),
            Event::DrillEnded { unit, drill } => turn::drill_ended(view, *unit, *drill).into(),
            Event::Activated { unit, free } => turn::activated(view, *unit, *free),
            Event::Unpaid { unit } => turn::unpaid(view, *unit).into(),
            Event::Waited { unit } => turn::waited(view, *unit).into(),
            Event::Entered { unit, through } => turn::entered(view, *unit, *through).into(),
            Event::StoodUp { unit, fighters, whole_unit } => {
                turn::stood_up(view, *unit, *fighters, *whole_unit).into()
            }
            Event::StayedTogether { unit } => turn::stayed_together(view, *unit).into(),
            Event::Abandoned { unit, machine } => turn::abandoned(view, *unit, *machine).into(),
            Event::DrillGiven { unit, drill } => {
                turn::drill_given(view, *unit, *drill, None).into()
            }
            Event::DrillLost { unit, drill, why } => {
                turn::drill_lost(view, *unit, *drill, *why).into()
            }
            Event::Ended { unit } => turn::ended(view, *unit, after),
            Event::MoraleTested { .. } => turn::morale_tested(view, event, after),
            Event::Disorganized { unit } => turn::disorganized(view, *unit).into(),
            Event::Rallied { unit } => turn::rallied(view, *unit, None).into(),

            Event::Moved { unit, movement, allowance } => {
                moving::moved(view, *unit, movement, *allowance, after)
            }
            Event::RanOver { unit, on, role: _, rolls } => {
                moving::ran_over(view, *unit, *on, rolls).into()
            }
            Event::Contacts { unit, with } => moving::contacts(view, *unit, with),
            Event::ContactLost { unit, enemy } => moving::contact_lost(view, *unit, *enemy).into(),
            Event::Cohesion { unit, cohesion } => moving::cohesion(view, *unit, *cohesion),
            Event::Held { seat, mover } => moving::held(view, *seat, *mover).into(),
            Event::WatchBegan { unit, mover } => moving::watch_began(view, *unit, *mover).into(),
            Event::WatchEnded { unit, fired, group } => {
                moving::watch_ended(view, *unit, *fired, *group, after)
            }

            Event::RangesAsked { seat, pairs } => measuring::asked(view, *seat, pairs).into(),
            Event::RangesTold { seat, sights } => measuring::told(view, *seat, sights).into(),

            Event::SalvoFired { .. } | Event::StrikeCalled { .. } | Event::Fought { .. } => {
                let told = shooting::attack(view, event, after);
                if told.further > 0 {
                    self.impacts = shooting::impacts(after.first());
                }
                told
            }
            Event::ShotsRolled { unit, test, dice, impacts } => {
                let line = shooting::shots_rolled(view, *unit, test, dice, *impacts, after);
                self.impacts = Some(*impacts);
                line.into()
            }
            Event::OutOfReach { unit, test } => shooting::out_of_reach(view, *unit, test).into(),
            Event::Skipped { unit, fighters, why } => {
                shooting::skipped(view, *unit, *fighters, *why).into()
            }
            // the dice have told of them already
            Event::ImpactsTaken { impacts: taken, in_zone: false, .. }
                if impacts == Some(*taken) =>
            {
                Told::nothing()
            }
            Event::ImpactsTaken { on, impacts, in_zone } => {
                shooting::impacts_taken(view, *on, *impacts, *in_zone).into()
            }
            Event::Deviated { roll, template } => shooting::deviated(*roll, template).into(),
            Event::CoverRolled { on, test, rolls, stopped } => {
                shooting::cover_rolled(view, *on, test, rolls, *stopped).into()
            }
            Event::DamageRolled { on, test, dice, successes } => {
                shooting::damage_rolled(view, *on, test, dice, *successes).into()
            }
            Event::LocationRolled { unit, machine, roll } => {
                harm::location_rolled(view, *unit, *machine, *roll, after)
            }
            Event::PartHit { unit, machine, part, lost, left } => {
                harm::part_hit(view, (*unit, *machine), *part, *lost, *left).into()
            }
            Event::MachineDestroyed { unit, machine } => {
                harm::machine_destroyed(view, *unit, *machine, after)
            }
            Event::Fell { unit, members, why } => harm::fell(view, *unit, members, *why, after),
            Event::Grounded { unit, members } => harm::grounded(view, *unit, members).into(),
            Event::Rescued { unit, member, medic: _, grounded } => {
                harm::rescued(view, *unit, *member, *grounded).into()
            }
            Event::WreckHit { left } => harm::wreck_hit(view, *left).into(),
            Event::ElementHit { element, left } => harm::element_hit(view, *element, *left).into(),
            Event::ElementGone { element } => harm::element_gone(view, *element).into(),
            Event::LeaderChanged { unit, leader } => {
                harm::leader_changed(view, *unit, *leader).into()
            }
            Event::RelayLost { unit } => harm::relay_lost(view, *unit).into(),
            Event::UnitGone { unit, gone } => harm::unit_gone(view, *unit, *gone).into(),
            Event::Lost { unit, what, by: _ } => harm::lost(view, *unit, *what).into(),
            Event::CommanderChanged { seat, unit } => {
                harm::commander_changed(view, *seat, *unit).into()
            }

            Event::SpecialUsed { unit, special } => {
                special::special_used(view, *unit, special, after)
            }
            Event::PartRepaired { unit, machine, part, left } => {
                special::part_repaired(view, (*unit, *machine), *part, *left).into()
            }
            Event::Tagged { seat, on } => special::tagged(view, *seat, *on).into(),
            Event::RoutineUsed { unit, routine, on } => {
                special::routine_used(view, *unit, *routine, *on, None).into()
            }
            Event::RoutineDone { unit, routine } => {
                special::routine_done(view, *unit, *routine, after)
            }
            Event::Returned { unit, leaves, returns } => {
                special::returned(view, *unit, *leaves, *returns).into()
            }
            Event::UnitAppeared { unit } => special::appeared(view, unit).into(),
            Event::HeroJoined { hero, unit } => special::hero_joined(view, *hero, *unit).into(),

            Event::ControlBegan => "The control phase begins.".into(),
            Event::Counted { seat, counts } => control::counted(view, *seat, counts).into(),
            Event::AnsweredFor { seat } => turn::answered_for(view, *seat).into(),
            Event::CountsDisputed { seat } => control::disputed(view, *seat).into(),
            Event::Controlled { counts: _, control, captured } => {
                control::controlled(view, control, captured).into()
            }
            Event::Scored { gains } => control::scored(view, gains).into(),
            Event::PilotMet { unit } => control::pilot_met(view, *unit).into(),
            Event::PilotHome => "The pilot is home.".into(),
            Event::PilotDied => "The pilot is dead.".into(),
            Event::Bought { seat, unit, rp } => control::bought(view, *seat, *unit, *rp).into(),
            Event::DoneBuying { seat } => control::done_buying(view, *seat).into(),
            Event::GameOver(ending) => control::game_over(view, ending).into(),

            Event::Proposed(proposal) => correction::proposed(view, proposal).into(),
            Event::ProposalAnswered { agreed } => correction::answered(*agreed).into(),
            Event::ProposalWithdrawn => "The proposed correction is taken back.".into(),
            Event::Corrected { correction, by_organiser, alone, change: _ } => {
                correction::corrected(view, correction, *by_organiser, *alone).into()
            }
            // what is waited for is asked by its own message
            Event::Flow(_) => Told::nothing(),
        }
    }
}

#[expect(clippy::too_many_lines, reason = "every event is named")]
fn topic(event: &Event) -> Topic {
    match event {
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
        | Event::FieldSet { .. } => Topic::Before,
        Event::RoundBegan { .. }
        | Event::Planned { .. }
        | Event::WagersShown { .. }
        | Event::AuthorityRolled { .. }
        | Event::AuthorityWon { .. }
        | Event::FirstChosen { .. }
        | Event::LeadPassed { .. }
        | Event::ActivationOver
        | Event::Relocated { .. }
        | Event::Delayed { .. }
        | Event::ExtraTaken { .. }
        | Event::CardRevealed { .. }
        | Event::CardDropped { .. }
        | Event::Spent { .. }
        | Event::DrillEnded { .. }
        | Event::Activated { .. }
        | Event::Unpaid { .. }
        | Event::Waited { .. }
        | Event::Held { .. }
        | Event::WatchEnded { .. }
        | Event::RangesAsked { .. }
        | Event::Ended { .. }
        | Event::ControlBegan
        | Event::AnsweredFor { .. }
        | Event::CommanderChanged { .. }
        | Event::Flow(_) => Topic::Frame,
        Event::Entered { .. }
        | Event::StoodUp { .. }
        | Event::StayedTogether { .. }
        | Event::Abandoned { .. }
        | Event::DrillGiven { .. }
        | Event::Rallied { .. }
        | Event::Moved { .. }
        | Event::Contacts { .. }
        | Event::ContactLost { .. }
        | Event::Cohesion { .. }
        | Event::WatchBegan { .. }
        | Event::RangesTold { .. }
        | Event::SalvoFired { .. }
        | Event::StrikeCalled { .. }
        | Event::Fought { .. }
        | Event::SpecialUsed { .. }
        | Event::PartRepaired { .. }
        | Event::Tagged { .. }
        | Event::RoutineUsed { .. }
        | Event::RoutineDone { .. }
        | Event::Returned { .. }
        | Event::UnitAppeared { .. }
        | Event::HeroJoined { .. } => Topic::Deed,
        Event::MoraleTested { .. }
        | Event::RanOver { .. }
        | Event::ShotsRolled { .. }
        | Event::OutOfReach { .. }
        | Event::Skipped { .. }
        | Event::ImpactsTaken { .. }
        | Event::Deviated { .. }
        | Event::CoverRolled { .. }
        | Event::DamageRolled { .. }
        | Event::LocationRolled { .. } => Topic::Dice,
        Event::DrillLost { .. }
        | Event::Disorganized { .. }
        | Event::PartHit { .. }
        | Event::MachineDestroyed { .. }
        | Event::Fell { .. }
        | Event::Grounded { .. }
        | Event::Rescued { .. }
        | Event::WreckHit { .. }
        | Event::ElementHit { .. }
        | Event::ElementGone { .. }
        | Event::LeaderChanged { .. }
        | Event::RelayLost { .. }
        | Event::UnitGone { .. }
        | Event::Lost { .. }
        | Event::PilotDied => Topic::Harm,
        Event::Counted { .. }
        | Event::CountsDisputed { .. }
        | Event::Controlled { .. }
        | Event::Scored { .. }
        | Event::PilotMet { .. }
        | Event::PilotHome
        | Event::Bought { .. }
        | Event::DoneBuying { .. }
        | Event::GameOver(_) => Topic::Points,
        Event::Proposed(_)
        | Event::ProposalAnswered { .. }
        | Event::ProposalWithdrawn
        | Event::Corrected { .. } => Topic::Correction,
    }
}
