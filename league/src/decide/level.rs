//! Level people where a place decides something: a lot, a decider, or an organiser's word.

use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::text::list;

use super::rounds::{due_after, meeting};
use super::{Draft, words};
use crate::event::Event;
use crate::ids::{EntrantId, FixtureId};
use crate::league::{Fixture, Phase, Season, SeparatedBy, Separation, Stage, State};
use crate::lots::Promise;
use crate::pairing::round_robin;
use crate::settings::{Format, LastResort};
use crate::standings::level::{self, Question};

/// So many play everybody against everybody for a place; that is six matches, and more people draw lots.
pub const MOST_IN_A_DECIDER: usize = 4;

/// Whether what was asked for can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cleared {
    Yes,
    /// Something has to happen first, and it has been set going.
    NotYet,
}

/// What waits for a lot, a decider or a ruling as the season stands: at the finals where they are still to come, else at its
/// end. Nothing before all of it is played.
pub fn waiting(season: &Season) -> Vec<Question> {
    match next_line(season) {
        Ok(questions) => questions(season),
        Err(_) => Vec::new(),
    }
}

/// Those of them that the league would play a decider for.
pub fn to_be_played(season: &Season) -> Vec<Question> {
    let mut questions = waiting(season);
    questions.retain(playable);
    questions
}

fn playable(question: &Question) -> bool {
    question.among.len() <= MOST_IN_A_DECIDER && !question.played
}

type Questions = fn(&Season) -> Vec<Question>;

fn next_line(season: &Season) -> Result<Questions, Refusal> {
    let open = season.unsettled().any(|fixture| fixture.stage != Stage::Decider);
    let not_yet = || Err(Refusal::new("Who is level is known when everything is played."));
    match (season.phase, season.settings.format) {
        (Phase::Entry | Phase::Closed, _) => not_yet(),
        (_, Format::Ladder { .. } | Format::Knockout { .. }) => {
            Err(Refusal::new("A ladder and a bracket say themselves who comes first."))
        }
        (_, Format::Open { .. }) => Ok(level::at_the_close),
        _ if open => not_yet(),
        (Phase::Finals, _) => {
            if has_champions(season) {
                Ok(level::at_the_close)
            } else {
                not_yet()
            }
        }
        (Phase::Running, Format::Swiss { .. })
            if season.main_rounds() < usize::from(super::swiss_rounds(season)) =>
        {
            not_yet()
        }
        (Phase::Running, Format::Swiss { .. } | Format::RoundRobin { .. }) => {
            Ok(if season.settings.finals > 0 {
                level::before_the_finals
            } else {
                level::at_the_close
            })
        }
    }
}

/// Whether the last round of the finals has one slot in every division that has any.
fn has_champions(season: &Season) -> bool {
    let Some(last) = season.rounds.iter().rev().find(|round| round.stage == Stage::Finals) else {
        return false;
    };
    (0..season.settings.division_count()).all(|division| {
        super::rounds::slots_of_round(season, Stage::Finals, division, last.number) <= 1
    })
}

impl Draft<'_> {
    /// Nobody goes past a line while level people stand on both sides of it.
    pub(super) fn clear(&mut self, questions: Questions) -> Result<Cleared, Refusal> {
        let open = questions(&self.league.season);
        let by_play = self.league.season.settings.last_resort == LastResort::Decider;
        let to_play: Vec<Question> =
            open.iter().filter(|one| by_play && playable(one)).cloned().collect();
        if !to_play.is_empty() {
            self.pair_deciders(&to_play)?;
            return Ok(Cleared::NotYet);
        }
        self.draw_lots(&open)
    }

    /// Pairs the deciders that the end of the season still needs, if this league plays them; otherwise this refusal stands.
    pub(super) fn deciders_or(&mut self, refusal: Refusal) -> Result<(), Refusal> {
        let by_play = self.league.season.settings.last_resort == LastResort::Decider;
        let mut to_play = level::at_the_close(&self.league.season);
        to_play.retain(playable);
        if by_play && !to_play.is_empty() { self.pair_deciders(&to_play) } else { Err(refusal) }
    }

    /// Before the close. `anyway`: what could still be played for is drawn by lot.
    pub(super) fn clear_the_end(&mut self, anyway: bool) -> Result<Cleared, Refusal> {
        let open = level::at_the_close(&self.league.season);
        let by_play = self.league.season.settings.last_resort == LastResort::Decider;
        let to_play: Vec<String> = open
            .iter()
            .filter(|one| by_play && !anyway && playable(one))
            .map(|one| self.in_words(one))
            .collect();
        if !to_play.is_empty() {
            return Err(Refusal::new(format!(
                "{} In this league they play a decider: `/organise level how:decider` pairs it. Or `how:lot` draws a lot, and \
                 `how:ruling` takes your word with a reason.",
                to_play.join(" ")
            )));
        }
        self.draw_lots(&open)
    }

    /// "Ann and Bob are level for first place."
    fn in_words(&self, question: &Question) -> String {
        let names: Vec<String> = question.among.iter().map(|no| self.name_of(*no)).collect();
        let division = self.league.season.settings.division_name(question.division);
        let division = division.map_or(String::new(), |name| format!(" in {name}"));
        format!("{} are level {}{division}.", list(&names), question.stakes.title())
    }

    fn waiting_questions(&self) -> Result<Vec<Question>, Refusal> {
        self.running()?;
        Ok(next_line(&self.league.season)?(&self.league.season))
    }

    pub(super) fn decider(&mut self) -> Result<(), Refusal> {
        self.organiser_only("pairs a decider")?;
        let mut open = self.waiting_questions()?;
        if open.is_empty() {
            return Err(nobody_is_level());
        }
        let all = open.clone();
        open.retain(|one| playable(one) && !self.is_being_played(one));
        if open.is_empty() {
            let why = if all.iter().any(|one| self.is_being_played(one)) {
                "Their decider is paired already"
            } else if all.iter().any(|one| one.played) {
                "They have played a decider and are still level"
            } else {
                "More than four people are level, too many for a decider"
            };
            return Err(Refusal::new(format!(
                "{why}. `/organise level how:lot` draws a lot, `how:ruling` takes your word with a reason."
            )));
        }
        self.pair_deciders(&open)
    }

    pub(super) fn draw_lot(&mut self) -> Result<(), Refusal> {
        self.organiser_only("draws a lot")?;
        let open = self.waiting_questions()?;
        if open.is_empty() {
            return Err(nobody_is_level());
        }
        self.draw_lots(&open).map(|_| ())
    }

    pub(super) fn rule(&mut self, order: &[EntrantId], why: &str) -> Result<(), Refusal> {
        self.organiser_only("says who comes first")?;
        let why = words(why, "Say why they come first")?;
        let open = self.waiting_questions()?;
        if open.is_empty() {
            return Err(nobody_is_level());
        }
        let Some(question) = open
            .iter()
            .find(|one| !order.is_empty() && order.iter().all(|no| one.among.contains(no)))
        else {
            let told: Vec<String> = open.iter().map(|one| self.in_words(one)).collect();
            return Err(Refusal::new(format!("Name people who are level: {}", told.join(" "))));
        };
        let (division, stakes, among) =
            (question.division, question.stakes, question.among.clone());
        let twice = order.iter().enumerate().any(|(at, no)| order[..at].contains(no));
        if twice {
            return Err(Refusal::new("Name everybody once."));
        }
        self.call_deciders_off(&among, "an organiser has said who comes first");
        let behind: Vec<EntrantId> =
            among.iter().copied().filter(|no| !order.contains(no)).collect();
        let by = self.actor.player.clone();
        let how = SeparatedBy::Ruling { order: order.to_vec(), why: why.clone(), by };
        self.separated(division, among, how);
        self.events.push(Event::Ruled { stakes, order: order.to_vec(), behind, why });
        Ok(())
    }

    /// The hash of the next lot's seed, for everybody to see before it is drawn.
    pub(super) fn promise_lot(&mut self) {
        let season = &mut self.league.season;
        let number = season.level.lots.len() + 1;
        season.level.promise = Some(Promise::new(season.number, number, self.moment.seed));
    }

    /// One lot for all of these questions. Where no hash was shown before, that is done first and nothing is drawn yet.
    fn draw_lots(&mut self, open: &[Question]) -> Result<Cleared, Refusal> {
        if open.is_empty() {
            return Ok(Cleared::Yes);
        }
        let Some(promise) = self.league.season.level.promise.clone() else {
            self.promise_lot();
            self.tell_promise();
            return Ok(Cleared::NotYet);
        };
        let asked = open.iter().map(|one| (one.division, one.stakes, one.among.clone())).collect();
        let lot = promise.draw(asked, self.moment.now_ms).ok_or_else(|| {
            Refusal::new("The seed of the lot is damaged. Restore the league from a backup.")
        })?;
        for draw in &lot.draws {
            self.call_deciders_off(&draw.among, "a lot was drawn instead");
            let how = SeparatedBy::Lot { order: draw.order.clone() };
            self.separated(draw.division, draw.among.clone(), how);
        }
        self.league.season.level.lots.push(lot.clone());
        self.promise_lot();
        let next = self.league.season.level.promise.as_ref();
        let next_hash = next.map_or(String::new(), |next| next.seed_hash.clone());
        self.events.push(Event::LotDrawn { lot, next_hash });
        Ok(Cleared::Yes)
    }

    fn tell_promise(&mut self) {
        if let Some(promise) = &self.league.season.level.promise {
            self.events.push(Event::LotPromised { seed_hash: promise.seed_hash.clone() });
        }
    }

    fn separated(&mut self, division: u8, among: Vec<EntrantId>, how: SeparatedBy) {
        let at_ms = self.moment.now_ms;
        self.league.season.level.separations.push(Separation { division, among, how, at_ms });
    }

    fn pair_deciders(&mut self, questions: &[Question]) -> Result<(), Refusal> {
        let pairs: Vec<Vec<_>> = questions
            .iter()
            .map(|question| {
                let rounds = round_robin::rounds(&question.among, 1);
                let pairs = rounds.into_iter().flatten().filter(|pair| pair.second.is_some());
                pairs.map(|pair| meeting(question.division, pair)).collect()
            })
            .collect();
        self.room_for(pairs.iter().map(Vec::len).sum())?;
        let due = due_after(self.moment.now_ms, self.league.season.settings.days, 1);
        let all: Vec<_> = pairs.iter().flatten().copied().collect();
        let name = if all.len() == 1 { "Decider" } else { "Deciders" };
        let mut next = self.league.next_fixture;
        let round = self.add_round(Stage::Decider, name.to_owned(), due, all);
        for (question, pairs) in questions.iter().zip(pairs) {
            let fixtures = pairs.iter().zip(next..).map(|(_, no)| FixtureId(no)).collect();
            next = next.saturating_add(u32::try_from(pairs.len()).unwrap_or(u32::MAX));
            let Question { division, stakes, among, .. } = question.clone();
            self.separated(division, among.clone(), SeparatedBy::Decider { fixtures });
            self.events.push(Event::ToPlay { division, stakes, among });
        }
        self.events.push(Event::Paired { round });
        Ok(())
    }

    fn is_being_played(&self, question: &Question) -> bool {
        self.deciders_of(&question.among).next().is_some()
    }

    /// Their deciders that still wait for a result.
    fn deciders_of(&self, among: &[EntrantId]) -> impl Iterator<Item = FixtureId> {
        let season = &self.league.season;
        let fixtures = season.level.separations.iter().filter_map(move |one| match &one.how {
            SeparatedBy::Decider { fixtures } if one.among == among => Some(fixtures),
            SeparatedBy::Decider { .. } | SeparatedBy::Lot { .. } | SeparatedBy::Ruling { .. } => {
                None
            }
        });
        let waits = |no: &FixtureId| season.fixture(*no).is_some_and(Fixture::is_unsettled);
        fixtures.flatten().copied().filter(waits)
    }

    fn call_deciders_off(&mut self, among: &[EntrantId], why: &str) {
        let open: Vec<FixtureId> = self.deciders_of(among).collect();
        for no in open {
            self.call_off(no, why);
        }
    }

    /// A decider that nobody needs any more.
    fn call_off(&mut self, no: FixtureId, why: &str) {
        if self.fixture(no).is_ok_and(|fixture| fixture.state != State::Open) {
            let _ = self.keep_history(no, why);
        }
        let Ok(fixture) = self.fixture_mut(no) else { return };
        fixture.state = State::Cancelled { why: why.to_owned() };
        fixture.revision = fixture.revision.saturating_add(1);
        self.events.push(Event::Cancelled { fixture: no });
    }

    /// Results have changed who is level: deciders between other people are called off.
    pub(super) fn call_needless_deciders_off(&mut self) {
        let season = &self.league.season;
        let Ok(questions) = next_line(season) else { return };
        let asked: Vec<Vec<EntrantId>> =
            questions(season).into_iter().map(|one| one.among).collect();
        let needless: Vec<FixtureId> = season
            .level
            .separations
            .iter()
            .filter(|one| !asked.contains(&one.among))
            .flat_map(|one| match &one.how {
                SeparatedBy::Decider { fixtures } => fixtures.clone(),
                SeparatedBy::Lot { .. } | SeparatedBy::Ruling { .. } => Vec::new(),
            })
            .filter(|no| season.fixture(*no).is_some_and(Fixture::is_unsettled))
            .collect();
        for no in needless {
            self.call_off(no, "who is level has changed");
        }
    }

    /// A decider whose finals are on has decided who is in them.
    pub(super) fn has_made_up_the_finals(&self, fixture: &Fixture) -> bool {
        let season = &self.league.season;
        let finals = season.rounds.iter().find(|round| round.stage == Stage::Finals);
        fixture.stage == Stage::Decider
            && finals.is_some_and(|finals| fixture.round.is_some_and(|round| round < finals.number))
    }
}

fn nobody_is_level() -> Refusal {
    Refusal::new(
        "Nobody is level where a place decides something. `/league table` shows how everybody stands.",
    )
}

/// What an entry is about when nothing could go on yet: the hash of a lot that is still to be drawn, or a decider.
pub fn held_up(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::LotPromised { .. } | Event::ToPlay { .. }))
}
