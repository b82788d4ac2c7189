//! Results: challenged, reported, confirmed, disputed, settled, corrected.

use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::text::count;

use super::entry::read_faction;
use super::rounds::{in_slot, slots_of_round};
use super::{Draft, words, words_or_nothing};
use crate::event::Event;
use crate::ids::{EntrantId, FixtureId};
use crate::league::{
    Adjustment, Change, Fixture, How, MatchResult, Phase, Side, Stage, State, Verdict,
};
use crate::settings::{Format, MOST_POINTS, MOST_SCORE};
use crate::standings::ladder;
use crate::words::result_in_words;

impl Draft<'_> {
    pub(super) fn challenge(&mut self, opponent: EntrantId) -> Result<FixtureId, Refusal> {
        self.running()?;
        let format = self.league.season.settings.format;
        if !format.by_challenge() {
            return Err(Refusal::new(
                "The pairings of this league come with its rounds; `/league my` shows whom you play.",
            ));
        }
        let me = self.myself()?;
        if me.out {
            return Err(Refusal::new("You have left this season."));
        }
        let (me, division) = (me.no, me.division);
        if me == opponent {
            return Err(Refusal::new("You cannot play against yourself. Choose an opponent."));
        }
        let other = self.entrant(opponent)?;
        let name = other.name.clone();
        if other.out {
            return Err(Refusal::new(format!("{name} has left this season.")));
        }
        if other.division != division {
            return Err(Refusal::new(format!("{name} plays in another division.")));
        }
        let season = &self.league.season;
        let together = |fixture: &&Fixture| fixture.has(me) && fixture.has(opponent);
        if let Some(open) = season.unsettled().find(together) {
            return Err(Refusal::new(format!(
                "You and {name} have an open match already: match {}. Play or call it off first.",
                open.no
            )));
        }
        match format {
            Format::Ladder { reach } => self.may_climb(me, opponent, &name, reach)?,
            Format::Open { meetings } if meetings > 0 => {
                let met = season
                    .fixtures
                    .iter()
                    .filter(together)
                    .filter(|fixture| !matches!(fixture.state, State::Cancelled { .. }))
                    .filter(|fixture| fixture.stage != Stage::Decider)
                    .count();
                if met >= usize::from(meetings) {
                    return Err(Refusal::new(format!(
                        "You and {name} have met {} this season, and that is the most. Choose somebody else.",
                        count(u32::from(meetings), "time", "times")
                    )));
                }
            }
            Format::Open { .. }
            | Format::RoundRobin { .. }
            | Format::Swiss { .. }
            | Format::Knockout { .. } => {}
        }
        self.room_for(1)?;
        let no = self.add_challenge(me, opponent);
        self.events.push(Event::Challenged { fixture: no });
        Ok(no)
    }

    fn may_climb(
        &self,
        me: EntrantId,
        opponent: EntrantId,
        name: &str,
        reach: u16,
    ) -> Result<(), Refusal> {
        let order = ladder::order(&self.league.season);
        let rung = |no: EntrantId| order.iter().position(|on| *on == no);
        let (Some(mine), Some(theirs)) = (rung(me), rung(opponent)) else { return Ok(()) };
        if theirs > mine {
            return Err(Refusal::new(format!(
                "{name} stands below you (rung {} to your {}). On a ladder one challenges upwards.",
                theirs + 1,
                mine + 1
            )));
        }
        let up = mine - theirs;
        if reach > 0 && up > usize::from(reach) {
            return Err(Refusal::new(format!(
                "{name} is {up} rungs above you; you may challenge up to {reach} above."
            )));
        }
        let open = self.league.season.unsettled().find(|fixture| fixture.first == me);
        match open {
            Some(open) => Err(Refusal::new(format!(
                "You have a challenge open already: match {}. One at a time.",
                open.no
            ))),
            None => Ok(()),
        }
    }

    pub(super) fn played(
        &mut self,
        opponent: EntrantId,
        result: &MatchResult,
    ) -> Result<(), Refusal> {
        let no = self.challenge(opponent)?;
        self.report(no, result)
    }

    pub(super) fn report(&mut self, no: FixtureId, result: &MatchResult) -> Result<(), Refusal> {
        self.running()?;
        let fixture = self.fixture(no)?;
        let me = self.my_side(fixture)?;
        let words = |result: &MatchResult| result_in_words(&self.league.season, fixture, result);
        match &fixture.state {
            State::Open => {}
            State::Reported { result: said, by, .. } if *by == me => {
                return Err(Refusal::new(format!(
                    "You have reported this match already: {}. Take that back first if it is wrong.",
                    words(said)
                )));
            }
            State::Reported { result: said, .. } => {
                if self.checked_result(fixture, result)?.verdict == said.verdict
                    && (result.scores.is_none() || result.scores == said.scores)
                {
                    let revision = fixture.revision;
                    return self.confirm(no, revision);
                }
                return Err(Refusal::new(format!(
                    "{} has reported it already: {}. Confirm that, or say that it was not so.",
                    self.opponent_name(fixture, me),
                    words(said)
                )));
            }
            State::Disputed { result: said, .. } => {
                return Err(Refusal::new(format!(
                    "This match is disputed ({}); an organiser settles it.",
                    words(said)
                )));
            }
            State::Decided { result: said, .. } => {
                return Err(Refusal::new(format!(
                    "This match counts already: {}. An organiser can correct it.",
                    words(said)
                )));
            }
            State::Bye => return Err(Refusal::new("That is a bye; there is nothing to report.")),
            State::Cancelled { why } => {
                return Err(Refusal::new(format!("This match was cancelled: {why}.")));
            }
        }
        let result = self.checked_result(fixture, result)?;
        let now = self.moment.now_ms;
        let fixture = self.fixture_mut(no)?;
        fixture.state = State::Reported { result, by: me, at_ms: now };
        fixture.revision = fixture.revision.saturating_add(1);
        self.events.push(Event::Reported { fixture: no });
        Ok(())
    }

    pub(super) fn confirm(&mut self, no: FixtureId, revision: u16) -> Result<(), Refusal> {
        self.running()?;
        let organises = self.organises();
        let me = self.league.season.entrant_of(self.actor.id()).map(|entrant| entrant.no);
        let fixture = self.fixture(no)?;
        let (result, by, disputed) = match &fixture.state {
            State::Reported { result, by, .. } => (result.clone(), *by, false),
            State::Disputed { result, by, .. } => {
                // who objected may think better of it
                let reporter = fixture.opponent_of(*by).unwrap_or(fixture.first);
                (result.clone(), reporter, true)
            }
            State::Decided { .. } => return Err(Refusal::new("This match counts already.")),
            State::Open | State::Bye | State::Cancelled { .. } => {
                return Err(Refusal::new("Nothing has been reported that could be confirmed."));
            }
        };
        if fixture.revision != revision {
            return Err(Refusal::new(
                "The report has changed since you saw it. `/league my` shows it as it is now.",
            ));
        }
        let how = match me.filter(|me| fixture.has(*me)) {
            Some(me) if me != by => How::Opponent,
            _ if organises && me != Some(by) => How::Organiser,
            Some(_) => {
                return Err(Refusal::new(format!(
                    "You reported this match yourself; {} confirms it.",
                    self.opponent_name(fixture, by)
                )));
            }
            None => return Err(not_yours(no)),
        };
        if disputed {
            self.keep_history(no, "the objection was taken back")?;
        }
        self.decide_fixture(no, result, how)
    }

    pub(super) fn dispute(
        &mut self,
        no: FixtureId,
        revision: u16,
        says: &str,
    ) -> Result<(), Refusal> {
        self.running()?;
        let says = words(says, "Say what happened instead")?;
        let fixture = self.fixture(no)?;
        let me = self.my_side(fixture)?;
        let State::Reported { result, by, .. } = &fixture.state else {
            return Err(Refusal::new(match fixture.state {
                State::Decided { .. } => {
                    "This match counts already. Ask an organiser to correct it with `/organise settle`."
                }
                State::Disputed { .. } => {
                    "This match is disputed already; an organiser settles it."
                }
                State::Open | State::Reported { .. } | State::Bye | State::Cancelled { .. } => {
                    "Nothing has been reported that could be disputed."
                }
            }));
        };
        if *by == me {
            return Err(Refusal::new("That is your own report; take it back if it is wrong."));
        }
        if fixture.revision != revision {
            return Err(Refusal::new(
                "The report has changed since you saw it. `/league my` shows it as it is now.",
            ));
        }
        let result = result.clone();
        let now = self.moment.now_ms;
        let fixture = self.fixture_mut(no)?;
        fixture.state = State::Disputed { result, by: me, says, at_ms: now };
        fixture.revision = fixture.revision.saturating_add(1);
        self.events.push(Event::Disputed { fixture: no });
        Ok(())
    }

    pub(super) fn withdraw(&mut self, no: FixtureId) -> Result<(), Refusal> {
        self.running()?;
        let ladder = matches!(self.league.season.settings.format, Format::Ladder { .. });
        let fixture = self.fixture(no)?;
        let me = self.my_side(fixture)?;
        match &fixture.state {
            State::Reported { by, .. } if *by == me => {
                self.keep_history(no, "the report was taken back")?;
                let fixture = self.fixture_mut(no)?;
                fixture.state = State::Open;
                fixture.revision = fixture.revision.saturating_add(1);
                self.events.push(Event::Withdrawn { fixture: no });
                Ok(())
            }
            State::Open if fixture.round.is_none() => {
                if ladder && fixture.first != me {
                    return Err(Refusal::new(
                        "On a ladder a challenge is played or lost; an organiser can cancel it.",
                    ));
                }
                // no name: the books could not forget it
                let who = if fixture.first == me { "the challenger" } else { "the challenged" };
                let fixture = self.fixture_mut(no)?;
                fixture.state = State::Cancelled { why: format!("{who} called it off") };
                fixture.revision = fixture.revision.saturating_add(1);
                self.events.push(Event::Cancelled { fixture: no });
                Ok(())
            }
            State::Reported { .. } => Err(Refusal::new(
                "Your opponent reported it: confirm it, or say that it was not so.",
            )),
            State::Open => Err(Refusal::new(
                "You have reported nothing for this match, and a pairing cannot be called off. Ask an organiser.",
            )),
            State::Disputed { .. } => {
                Err(Refusal::new("The match is disputed by now; an organiser settles it."))
            }
            State::Decided { .. } => {
                Err(Refusal::new("The match counts already. An organiser can correct it."))
            }
            State::Bye | State::Cancelled { .. } => {
                Err(Refusal::new("There is nothing to take back."))
            }
        }
    }

    pub(super) fn settle(
        &mut self,
        no: FixtureId,
        result: &MatchResult,
        why: &str,
    ) -> Result<(), Refusal> {
        self.organiser_only("settles a match")?;
        self.running()?;
        let why = words_or_nothing(why)?;
        let fixture = self.fixture(no)?;
        if fixture.second.is_none() {
            return Err(Refusal::new("That is a bye; there is nothing to settle."));
        }
        // what the organiser does not name stays as it was told
        let result = result.clone().or_as_before(fixture.told());
        let result = self.checked_result(fixture, &result)?;
        if fixture.result() == Some(&result) {
            return Err(Refusal::new("That is what counts already."));
        }
        self.goes_on_instead(no, result.verdict)?;
        let before = self.fixture(no)?.state.clone();
        if before == State::Open {
            if !why.is_empty() {
                self.keep_history(no, &why)?;
            }
            return self.decide_fixture(no, result, How::Organiser);
        }
        let counted = matches!(before, State::Decided { .. } | State::Cancelled { .. });
        let at_ms = match &before {
            // a correction counts from when the match was first decided: it was played then
            State::Decided { at_ms, .. } => *at_ms,
            State::Open
            | State::Reported { .. }
            | State::Disputed { .. }
            | State::Bye
            | State::Cancelled { .. } => self.moment.now_ms,
        };
        self.keep_history(no, if why.is_empty() { "settled by an organiser" } else { &why })?;
        let fixture = self.fixture_mut(no)?;
        fixture.state = State::Decided { result, how: How::Organiser, at_ms };
        fixture.revision = fixture.revision.saturating_add(1);
        if counted {
            self.events.push(Event::Corrected { fixture: no, before });
        } else {
            self.events.push(Event::Decided { fixture: no, how: How::Organiser });
            self.round_may_be_done(no);
        }
        Ok(())
    }

    pub(super) fn cancel(&mut self, no: FixtureId, why: &str) -> Result<(), Refusal> {
        self.organiser_only("cancels a match")?;
        self.running()?;
        let why = words(why, "Say why the match is cancelled")?;
        let fixture = self.fixture(no)?;
        if self.decides_who_goes_on(fixture) {
            return Err(Refusal::new(
                "Somebody must go on from a knockout match: settle it as a walkover, or as not played by both.",
            ));
        }
        match fixture.state {
            State::Bye => return Err(Refusal::new("A bye cannot be cancelled.")),
            State::Cancelled { .. } => return Err(Refusal::new("It is cancelled already.")),
            State::Open
            | State::Reported { .. }
            | State::Disputed { .. }
            | State::Decided { .. } => {}
        }
        if self.has_made_up_the_finals(fixture) {
            return Err(the_finals_are_on());
        }
        let was_open = fixture.is_unsettled();
        self.keep_history(no, &why)?;
        let fixture = self.fixture_mut(no)?;
        fixture.state = State::Cancelled { why };
        fixture.revision = fixture.revision.saturating_add(1);
        self.events.push(Event::Cancelled { fixture: no });
        if was_open {
            self.round_may_be_done(no);
        }
        Ok(())
    }

    pub(super) fn reopen(&mut self, no: FixtureId, why: &str) -> Result<(), Refusal> {
        self.organiser_only("opens a match again")?;
        self.running()?;
        let why = words(why, "Say why the match is open again")?;
        self.open_again(no, &why)
    }

    /// The match is open again, where nothing has been built on its result.
    fn open_again(&mut self, no: FixtureId, why: &str) -> Result<(), Refusal> {
        let fixture = self.fixture(no)?;
        match fixture.state {
            State::Decided { .. } | State::Cancelled { .. } => {}
            State::Open | State::Reported { .. } | State::Disputed { .. } => {
                return Err(Refusal::new(format!("Match {no} is still open.")));
            }
            State::Bye => return Err(Refusal::new("A bye cannot be played.")),
        }
        let gone = [Some(fixture.first), fixture.second].into_iter().flatten();
        for entrant in gone {
            if self.entrant(entrant)?.out {
                return Err(Refusal::new(format!(
                    "{} has left. `/organise return` brings them back first.",
                    self.name_of(entrant)
                )));
            }
        }
        if self.has_made_up_the_finals(fixture) {
            return Err(the_finals_are_on());
        }
        if self.decides_who_goes_on(fixture) && self.went_past(fixture) {
            return Err(Refusal::new(
                "The next round is paired already. Settle the match with another result instead.",
            ));
        }
        self.keep_history(no, why)?;
        let fixture = self.fixture_mut(no)?;
        // a bye that was cancelled with everything else of somebody is a bye again
        fixture.state = if fixture.second.is_some() { State::Open } else { State::Bye };
        fixture.revision = fixture.revision.saturating_add(1);
        self.events.push(Event::Reopened { fixture: no });
        Ok(())
    }

    pub(super) fn adjust(
        &mut self,
        entrant: EntrantId,
        points: i32,
        why: &str,
    ) -> Result<(), Refusal> {
        self.organiser_only("gives and takes points")?;
        self.running()?;
        let why = words(why, "Say what the points are for")?;
        self.entrant(entrant)?;
        if points == 0 || !(-MOST_POINTS..=MOST_POINTS).contains(&points) {
            return Err(Refusal::new(format!(
                "Give or take 1 to {MOST_POINTS} points; a penalty is a negative number."
            )));
        }
        match self.league.season.settings.format {
            Format::Ladder { .. } | Format::Knockout { .. } => {
                return Err(Refusal::new(
                    "A ladder and a knockout have no points; results alone decide.",
                ));
            }
            Format::RoundRobin { .. } | Format::Swiss { .. } | Format::Open { .. } => {}
        }
        self.league.season.adjustments.push(Adjustment {
            entrant,
            points,
            why: why.clone(),
            by: self.actor.player.clone(),
            at_ms: self.moment.now_ms,
            revoked: false,
        });
        self.events.push(Event::Adjusted { entrant, points, why });
        Ok(())
    }

    pub(super) fn revoke(&mut self, place: u32) -> Result<(), Refusal> {
        self.organiser_only("gives and takes points")?;
        self.running()?;
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        let Some(adjustment) = self.league.season.adjustments.get_mut(place) else {
            return Err(Refusal::new("There is no such bonus or penalty."));
        };
        if adjustment.revoked {
            return Err(Refusal::new("It has been taken back already."));
        }
        adjustment.revoked = true;
        let Adjustment { entrant, points, why, .. } = adjustment.clone();
        self.events.push(Event::Revoked { entrant, points, why });
        Ok(())
    }

    pub(super) fn link(&mut self, no: FixtureId, game: &str) -> Result<(), Refusal> {
        self.running()?;
        let organises = self.organises();
        let fixture = self.fixture(no)?;
        if !organises {
            self.my_side(fixture)?;
        }
        if fixture.state != State::Open {
            return Err(Refusal::new(format!("Match {no} is not open any more.")));
        }
        let game = game.to_owned();
        self.fixture_mut(no)?.games.push(game.clone());
        self.events.push(Event::Linked { fixture: no, game });
        Ok(())
    }

    pub(super) fn game_ended(
        &mut self,
        no: FixtureId,
        game: &str,
        result: &MatchResult,
    ) -> Result<(), Refusal> {
        if !self.actor.player.is_bot() {
            return Err(Refusal::new("Only a game itself can say that it has ended."));
        }
        self.running()?;
        let fixture = self.fixture(no)?;
        if fixture.games.last().map(String::as_str) != Some(game) {
            return Err(Refusal::new("Another game was opened for this match since."));
        }
        if matches!(fixture.state, State::Decided { .. } | State::Bye | State::Cancelled { .. }) {
            return Err(Refusal::new("This match is decided already."));
        }
        let mut result = self.checked_result(fixture, result)?;
        result.game = Some(game.to_owned());
        if fixture.state != State::Open {
            self.keep_history(no, "the game itself has ended")?;
        }
        self.decide_fixture(no, result, How::Game)
    }

    /// What the game said about its end has been taken back at its table.
    pub(super) fn game_reopened(&mut self, no: FixtureId, game: &str) -> Result<(), Refusal> {
        if !self.actor.player.is_bot() {
            return Err(Refusal::new("Only a game itself can say that it goes on."));
        }
        self.running()?;
        if !self.fixture(no)?.was_decided_by(game) {
            return Err(Refusal::new(format!("Match {no} was not decided by that game.")));
        }
        self.open_again(no, "the end was taken back at the table")
    }

    pub(super) fn decide_fixture(
        &mut self,
        no: FixtureId,
        result: MatchResult,
        how: How,
    ) -> Result<(), Refusal> {
        let now = self.moment.now_ms;
        let fixture = self.fixture_mut(no)?;
        fixture.state = State::Decided { result, how, at_ms: now };
        fixture.revision = fixture.revision.saturating_add(1);
        self.events.push(Event::Decided { fixture: no, how });
        self.round_may_be_done(no);
        Ok(())
    }

    pub(super) fn keep_history(&mut self, no: FixtureId, why: &str) -> Result<(), Refusal> {
        let (at_ms, by) = (self.moment.now_ms, self.actor.player.clone());
        let fixture = self.fixture_mut(no)?;
        let before = fixture.state.clone();
        fixture.history.push(Change { at_ms, by, before, why: why.to_owned() });
        Ok(())
    }

    /// Which of the two acts.
    fn my_side(&self, fixture: &Fixture) -> Result<EntrantId, Refusal> {
        let me = self.myself()?.no;
        if fixture.has(me) { Ok(me) } else { Err(not_yours(fixture.no)) }
    }

    fn opponent_name(&self, fixture: &Fixture, of: EntrantId) -> String {
        fixture.opponent_of(of).map_or_else(|| "nobody".to_owned(), |other| self.name_of(other))
    }

    /// The result with clean words, if it can be one of this match.
    pub(super) fn checked_result(
        &self,
        fixture: &Fixture,
        result: &MatchResult,
    ) -> Result<MatchResult, Refusal> {
        let mut result = result.clone();
        for faction in &mut result.factions {
            *faction = read_faction(faction.as_deref())?;
        }
        let sides = Side::BOTH.map(|side| fixture.entrant(side));
        for (faction, entrant) in result.factions.iter_mut().zip(sides) {
            let entrant = entrant.and_then(|no| self.league.season.entrant(no));
            if faction.is_none() && result.verdict.was_played() {
                *faction = entrant.and_then(|entrant| entrant.faction.clone());
            }
        }
        if let Some(scores) = result.scores {
            if scores.iter().any(|score| !(-MOST_SCORE..=MOST_SCORE).contains(score)) {
                return Err(Refusal::new(format!("Scores go up to {MOST_SCORE}.")));
            }
            match result.verdict {
                Verdict::Win(side) if scores[side.index()] < scores[side.other().index()] => {
                    return Err(Refusal::new(
                        "The winner would have the lower score. Look at the two numbers again.",
                    ));
                }
                Verdict::Walkover(_) | Verdict::NotPlayed => result.scores = None,
                Verdict::Win(_) | Verdict::Draw => {}
            }
        }
        if result.verdict == Verdict::Draw {
            if fixture.stage == Stage::Decider {
                return Err(Refusal::new(
                    "A decider needs a winner. Play on, or ask an organiser for a lot.",
                ));
            }
            if fixture.stage == Stage::Finals || self.decides_who_goes_on(fixture) {
                return Err(Refusal::new(
                    "A knockout match needs a winner. Play on, roll for it, or ask an organiser.",
                ));
            }
            if !self.league.season.settings.draws {
                return Err(Refusal::new(
                    "This league has no draws. Play on until one of you wins.",
                ));
            }
        }
        Ok(result)
    }

    fn decides_who_goes_on(&self, fixture: &Fixture) -> bool {
        let knockout = matches!(self.league.season.settings.format, Format::Knockout { .. });
        knockout || fixture.stage == Stage::Finals
    }

    /// Whether the next round of its bracket is paired; after a final there is none.
    fn went_past(&self, fixture: &Fixture) -> bool {
        let season = &self.league.season;
        let Some(round) = fixture.round.filter(|_| !fixture.third_place) else { return false };
        let later =
            season.rounds.iter().any(|one| one.stage == fixture.stage && one.number > round);
        later && slots_of_round(season, fixture.stage, fixture.division, round) > 1
    }

    /// A correction that lets somebody else go on is only possible while the next match has not begun. Where the two who
    /// lost before play for third place, they change places with it.
    pub(super) fn goes_on_instead(
        &mut self,
        no: FixtureId,
        verdict: Verdict,
    ) -> Result<(), Refusal> {
        let fixture = self.fixture(no)?;
        let before = fixture.winner();
        if self.has_made_up_the_finals(fixture) {
            return Err(the_finals_are_on());
        }
        let after = verdict.winner().and_then(|side| fixture.entrant(side));
        if !self.decides_who_goes_on(fixture) || !self.went_past(fixture) || before == after {
            return Ok(());
        }
        let round = fixture.round.map_or(0, |round| round + 1);
        let (division, slot) = (fixture.division, fixture.slot / 2);
        let season = &self.league.season;
        // with a bye they have gone on further still, and whoever left in between has not gone on at all
        let next = in_slot(season, round, division, slot)
            .filter(|next| !self.went_past(next) && before.is_some_and(|before| next.has(before)));
        let (Some(before), Some(after), Some(next)) = (before, after, next) else {
            return Err(Refusal::new(
                "The next round is paired already, so who went on from this match stays so.",
            ));
        };
        if self.entrant(after)?.out {
            return Err(Refusal::new(format!(
                "{} has left, and the next round is paired already; this result stands.",
                self.name_of(after)
            )));
        }
        let third = season
            .fixtures_of_round(round)
            .find(|other| other.third_place && other.division == division && other.has(after));
        let meant = [(Some(next), before, after), (third, after, before)];
        let mut swaps = Vec::new();
        for (fixture, out, into) in meant {
            let Some(fixture) = fixture else { continue };
            if !matches!(fixture.state, State::Open | State::Bye) || !fixture.games.is_empty() {
                return Err(Refusal::new(format!(
                    "{} has gone on and match {} has begun. Reopen that one first.",
                    self.name_of(out),
                    fixture.no
                )));
            }
            swaps.push((fixture.no, out, into));
        }
        for (no, out, into) in swaps {
            let fixture = self.fixture_mut(no)?;
            if fixture.first == out {
                fixture.first = into;
            } else {
                fixture.second = Some(into);
            }
        }
        Ok(())
    }

    /// Results that nobody objected to in time.
    pub(super) fn confirm_overdue(&mut self) -> Result<(), Refusal> {
        let season = &self.league.season;
        let now = self.moment.now_ms;
        let overdue: Vec<(FixtureId, MatchResult)> = season
            .fixtures
            .iter()
            .filter(|fixture| {
                super::time::counts_at_ms(season, fixture).is_some_and(|at| at <= now)
            })
            .filter_map(|fixture| match &fixture.state {
                State::Reported { result, .. } => Some((fixture.no, result.clone())),
                _ => None,
            })
            .collect();
        for (no, result) in overdue {
            self.decide_fixture(no, result, How::Deadline)?;
        }
        Ok(())
    }

    /// Whether matches can still be reported.
    pub(super) fn is_running(&self) -> bool {
        matches!(self.league.season.phase, Phase::Running | Phase::Finals)
    }
}

fn the_finals_are_on() -> Refusal {
    Refusal::new("The finals are on, and this decider has said who is in them; it stands.")
}

fn not_yours(no: FixtureId) -> Refusal {
    Refusal::new(format!("Match {no} is between others. `/league my` shows yours."))
}

/// The same result seen from the other side.
pub fn turned(result: &MatchResult) -> MatchResult {
    let verdict = match result.verdict {
        Verdict::Win(side) => Verdict::Win(side.other()),
        Verdict::Walkover(side) => Verdict::Walkover(side.other()),
        Verdict::Draw => Verdict::Draw,
        Verdict::NotPlayed => Verdict::NotPlayed,
    };
    let [first, second] = result.factions.clone();
    MatchResult {
        verdict,
        scores: result.scores.map(|[first, second]| [second, first]),
        factions: [second, first],
        game: result.game.clone(),
    }
}
