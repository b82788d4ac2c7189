//! Battles: planned, fought, reported, doubted, corrected.

use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::text::clean_line;

use super::words::{name_of, text_of, tidy, words_of};
use super::{Draft, number_after};
use crate::campaign::action::ReportedOutcome;
use crate::campaign::happening::Happening;
use crate::campaign::ids::{BattleNo, PlaceNo, SideNo};
use crate::campaign::limits::{LONGEST_GAME, MOST_BATTLES};
use crate::campaign::{Battle, Change, How, Outcome, State};

impl Draft<'_> {
    pub(super) fn plan(
        &mut self,
        name: Option<&str>,
        sides: &[SideNo],
        place: Option<PlaceNo>,
        note: &str,
    ) -> Result<(), Refusal> {
        let Some(round) = self.book.open_round().map(|round| round.no) else {
            return Err(Refusal::new(
                "A battle belongs to a round, and none is on; open one first.",
            ));
        };
        if self.book.battles.len() >= MOST_BATTLES {
            return Err(Refusal::new(format!(
                "A campaign has at most {MOST_BATTLES} battles; close it and open a new volume."
            )));
        }
        if sides.len() < 2 {
            return Err(Refusal::new("A battle needs at least two sides; name those who meet."));
        }
        for (index, side) in sides.iter().enumerate() {
            let known = self.side(*side)?;
            if sides[..index].contains(side) {
                return Err(Refusal::new(format!(
                    "{} is named twice; name each side once.",
                    known.name
                )));
            }
        }
        if let Some(place) = place {
            self.place(place)?;
        }
        let no = BattleNo(number_after(self.book.battles.len()));
        let battle = Battle {
            no,
            round,
            name: name.map(|name| name_of(name, "A battle")).transpose()?,
            sides: sides.to_vec(),
            place,
            game: None,
            state: State::Planned,
            note: text_of(note)?,
            revision: 0,
            history: Vec::new(),
        };
        self.book.battles.push(battle);
        self.tell(Happening::Planned { battle: no });
        Ok(())
    }

    pub(super) fn link_game(&mut self, no: BattleNo, game: &str) -> Result<(), Refusal> {
        let battle = self.battle(no)?;
        let takes_part = self.book.side_of(self.actor.id()).is_some_and(|side| battle.has(side.no));
        if !takes_part && !self.organises() && !self.actor.player.is_bot() {
            return Err(Refusal::new(format!(
                "The game of battle {no} is opened by those who fight it, or by an organiser."
            )));
        }
        match battle.state {
            State::Planned => {}
            State::Reported { .. }
            | State::Contested { .. }
            | State::Fought { .. }
            | State::Cancelled { .. } => {
                return Err(Refusal::new(format!(
                    "Battle {no} is no longer to be fought; plan another one for this game."
                )));
            }
        }
        let game = clean_line(game, LONGEST_GAME).filter(|game| is_game_id(game));
        let Some(game) = game else {
            return Err(Refusal::new("That is not the id of a game; choose one from the list."));
        };
        if let Some(other) = self.book.battle_of_game(&game) {
            return Err(Refusal::new(format!(
                "That game belongs to battle {} already; open another one.",
                other.no
            )));
        }
        self.battle_mut(no)?.game = Some(game);
        self.tell(Happening::GameLinked { battle: no });
        Ok(())
    }

    pub(super) fn report(&mut self, no: BattleNo, told: &ReportedOutcome) -> Result<(), Refusal> {
        let battle = self.battle(no)?;
        let side = self.book.side_of(self.actor.id()).map(|side| side.no);
        let side = side.filter(|side| battle.has(*side));
        let again = match battle.state {
            State::Planned => false,
            // whoever reported may say it better
            State::Reported { side: reported, .. } | State::Contested { side: reported, .. }
                if side == Some(reported) && !self.organises() =>
            {
                true
            }
            State::Reported { .. } => {
                return Err(Refusal::new(format!(
                    "Battle {no} has been reported already; confirm that, or contest it."
                )));
            }
            State::Contested { .. } => {
                return Err(Refusal::new(format!(
                    "The report of battle {no} is contested; an organiser corrects or confirms it."
                )));
            }
            State::Fought { .. } => {
                return Err(Refusal::new(format!(
                    "Battle {no} has its result; an organiser can correct it."
                )));
            }
            State::Cancelled { .. } => {
                return Err(Refusal::new(format!(
                    "Battle {no} is cancelled; an organiser can correct that."
                )));
            }
        };
        if self.organises() {
            let outcome = self.outcome(no, told)?;
            return self.counts(no, outcome, How::Organiser);
        }
        let Some(side) = side else {
            return Err(Refusal::new(format!(
                "Battle {no} is reported by those who fought it, or by an organiser."
            )));
        };
        if !told.points.is_empty() {
            return Err(Refusal::new(
                "Only an organiser gives other points than the campaign's own; leave them out.",
            ));
        }
        let outcome = self.outcome(no, told)?;
        let same = self.battle(no)?.state.outcome() == Some(&outcome);
        if again && same && matches!(self.battle(no)?.state, State::Reported { .. }) {
            return Err(Refusal::new(format!(
                "You have reported battle {no} just so; it waits for another side's word."
            )));
        }
        let state = State::Reported { outcome: outcome.clone(), side, at_ms: self.now_ms };
        self.becomes(no, state, "")?;
        self.tell(Happening::Reported { battle: no, side, outcome });
        Ok(())
    }

    pub(super) fn confirm(&mut self, no: BattleNo, revision: u16) -> Result<(), Refusal> {
        let battle = self.battle(no)?;
        let (outcome, how) = match &battle.state {
            State::Reported { outcome, side, .. } => {
                (outcome.clone(), self.whose_word(battle, *side, "confirms")?)
            }
            State::Contested { .. } if !self.organises() => {
                return Err(Refusal::new(format!(
                    "The report of battle {no} is contested; an organiser decides now."
                )));
            }
            State::Contested { outcome, .. } => (outcome.clone(), How::Organiser),
            State::Planned | State::Fought { .. } | State::Cancelled { .. } => {
                return Err(nothing_reported(no));
            }
        };
        is_what_was_seen(battle, revision)?;
        self.counts(no, outcome, how)
    }

    pub(super) fn contest(
        &mut self,
        no: BattleNo,
        revision: u16,
        says: &str,
    ) -> Result<(), Refusal> {
        let battle = self.battle(no)?;
        let (outcome, side) = match &battle.state {
            State::Reported { outcome, side, .. } => (outcome.clone(), *side),
            State::Contested { .. } => {
                return Err(Refusal::new(format!(
                    "The report of battle {no} is contested already; an organiser decides now."
                )));
            }
            State::Planned | State::Fought { .. } | State::Cancelled { .. } => {
                return Err(nothing_reported(no));
            }
        };
        self.whose_word(battle, side, "contests")?;
        is_what_was_seen(battle, revision)?;
        let says = words_of(says, "What was different")?;
        let at_ms = self.now_ms;
        let state = State::Contested { outcome, side, says: says.clone(), at_ms };
        self.becomes(no, state, "")?;
        self.tell(Happening::Contested { battle: no, says });
        Ok(())
    }

    pub(super) fn game_ended(
        &mut self,
        no: BattleNo,
        game: &str,
        told: &ReportedOutcome,
    ) -> Result<(), Refusal> {
        let battle = self.battle(no)?;
        if battle.game.as_deref() != Some(game) {
            return Err(Refusal::new(format!("Battle {no} is not fought in that game.")));
        }
        if !battle.is_unsettled() {
            return Err(Refusal::new(format!(
                "Battle {no} is settled already; an organiser can correct it."
            )));
        }
        let outcome = self.outcome(no, told)?;
        self.counts(no, outcome, How::Game)
    }

    pub(super) fn cancel(&mut self, no: BattleNo, why: &str) -> Result<(), Refusal> {
        let before = self.battle(no)?.state.clone();
        match before {
            State::Cancelled { .. } => {
                return Err(Refusal::new(format!("Battle {no} is cancelled already.")));
            }
            State::Planned
            | State::Reported { .. }
            | State::Contested { .. }
            | State::Fought { .. } => {}
        }
        let why = text_of(why)?;
        self.becomes(no, State::Cancelled { why: why.clone() }, &why)?;
        self.tell(Happening::Cancelled { battle: no, why });
        self.redraw_map(no, &before, None)
    }

    pub(super) fn correct(
        &mut self,
        no: BattleNo,
        told: &ReportedOutcome,
        why: &str,
    ) -> Result<(), Refusal> {
        let before = self.battle(no)?.state.clone();
        match before {
            State::Planned => {
                return Err(Refusal::new(format!(
                    "Battle {no} has no result to correct; report it instead."
                )));
            }
            State::Reported { .. }
            | State::Contested { .. }
            | State::Fought { .. }
            | State::Cancelled { .. } => {}
        }
        let outcome = self.outcome(no, told)?;
        if self.battle(no)?.result() == Some(&outcome) {
            return Err(Refusal::new(format!("That is the result of battle {no} already.")));
        }
        let why = text_of(why)?;
        let (how, at_ms, takes) = (How::Organiser, self.now_ms, outcome.takes);
        self.becomes(no, State::Fought { outcome: outcome.clone(), how, at_ms }, &why)?;
        self.tell(Happening::Corrected { battle: no, outcome, why });
        self.redraw_map(no, &before, takes)
    }

    fn counts(&mut self, no: BattleNo, outcome: Outcome, how: How) -> Result<(), Refusal> {
        let before = self.battle(no)?.state.clone();
        let (at_ms, takes) = (self.now_ms, outcome.takes);
        self.becomes(no, State::Fought { outcome: outcome.clone(), how, at_ms }, "")?;
        self.tell(Happening::Fought { battle: no, outcome, how });
        self.redraw_map(no, &before, takes)
    }

    /// What anybody had said about its end stays in its history.
    pub(super) fn becomes(&mut self, no: BattleNo, state: State, why: &str) -> Result<(), Refusal> {
        let (at_ms, by) = (self.now_ms, tidy(&self.actor.player));
        let battle = self.battle_mut(no)?;
        let before = std::mem::replace(&mut battle.state, state);
        battle.revision = battle.revision.saturating_add(1);
        match before {
            State::Planned => {}
            State::Reported { .. }
            | State::Contested { .. }
            | State::Fought { .. }
            | State::Cancelled { .. } => {
                battle.history.push(Change { at_ms, by, before, why: why.to_owned() });
            }
        }
        Ok(())
    }

    /// Whether the actor may judge what `reporter` has said, and in what capacity.
    fn whose_word(&self, battle: &Battle, reporter: SideNo, does: &str) -> Result<How, Refusal> {
        if self.organises() {
            return Ok(How::Organiser);
        }
        match self.book.side_of(self.actor.id()) {
            Some(side) if side.no == reporter => Err(Refusal::new(format!(
                "{} reported battle {}; another side that fought it {does} that, or an organiser.",
                side.name, battle.no
            ))),
            Some(side) if battle.has(side.no) => Ok(How::Opponent),
            Some(_) | None => Err(Refusal::new(format!(
                "Somebody of another side that fought battle {} {does} that, or an organiser.",
                battle.no
            ))),
        }
    }
}

fn is_what_was_seen(battle: &Battle, revision: u16) -> Result<(), Refusal> {
    if battle.revision == revision {
        return Ok(());
    }
    Err(Refusal::new(format!(
        "Battle {} has been told anew since; look at it again first.",
        battle.no
    )))
}

fn nothing_reported(no: BattleNo) -> Refusal {
    Refusal::new(format!("Battle {no} has no report that waits for anybody's word."))
}

/// Letters, digits and dashes, as our games have.
pub(in crate::campaign) fn is_game_id(game: &str) -> bool {
    !game.is_empty()
        && game.chars().count() <= LONGEST_GAME
        && game.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}
