//! Which chapter of its story a game is in: kept between steps, and else found again in the log from the last message that
//! is known to tell one.

use std::sync::Arc;

use gatemaster_rules::history::{self, Step};
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::table::{Event, Phase, Player, Table};

use super::chapter::{Chapter, SeenChapter, is_aside, is_told};
use super::game::{StepInContext, Whole, WholeStep};
use super::{Desk, Entry, Loaded, read_step};
use crate::boxed;
use crate::trouble::Trouble;

impl Desk {
    /// Takes a step into the story; `table` is how it left the game. Gives the chapter that it has ended, if so.
    pub(super) fn tell(
        &self,
        chapter: &mut Chapter,
        table: &Table,
        made: &Arc<WholeStep>,
    ) -> Option<Chapter> {
        let viewer = table.onlooker();
        let StepInContext { before, step } = made.seen(&viewer);
        if !is_told(&step) {
            // the start ends whatever was told, and tells nothing itself
            if step.events.iter().any(|event| matches!(event, Event::Started { .. })) {
                *chapter = Chapter::after(step.seq);
            }
            return None;
        }
        let opening = chapter.steps.first().and_then(|made| made.before.as_ref());
        let opening = opening.map(|game| game.view(&viewer));
        let seats = (0..).map(Seat).zip(&table.seats);
        let bots: Vec<Seat> = seats
            .filter(|(_, chair)| chair.player.as_ref().is_some_and(Player::is_bot))
            .map(|(seat, _)| seat)
            .collect();
        let page = self.standing.page(table.system, [opening, before], &bots, &step);
        let terms = self.standing.terms(table.system, &step);
        chapter.take(Arc::clone(made), page, terms)
    }

    /// The same game with what its newest message tells.
    #[boxed]
    pub async fn with_chapter(&self, game: Loaded) -> Result<Loaded, Trouble> {
        if game.whole.chapter.is_some() {
            return Ok(game);
        }
        let kept = self.recent.of(&game).and_then(|lately| lately.chapter);
        let chapter = if let Some(chapter) = kept {
            chapter
        } else {
            let steps = self.steps_up_to(&game).await?;
            self.chapter_at(&game.id, &steps, game.seq.next()).await?.0
        };
        let whole = Whole { chapter: Some(chapter), ..Whole::clone(&game.whole) };
        let game = Loaded { whole: Arc::new(whole), ..game };
        self.recent.keep(&game);
        Ok(game)
    }

    /// The chapter that a game is in after these steps, and the one that the last of them has ended. Not every message may
    /// have been noted, so the steps are followed from the last one that was, and that tells `told` or waits for it.
    pub(super) async fn chapter_at(
        &self,
        id: &str,
        steps: &[Step],
        told: Seq,
    ) -> Result<(Chapter, Option<Chapter>), Trouble> {
        /// Where no message was noted: as many steps as a chapter hardly has.
        const LATELY: u32 = 30;
        let noted = self.store.story_begun_by(id, told.0).await?;
        let lately = told.0.saturating_sub(LATELY).max(1);
        let first = Seq(noted.map_or(lately, |story| story.first));
        let mut last_ended = None;
        let chapter = self.follow(steps, first, |ended| {
            last_ended = ended;
            false
        })?;
        Ok((chapter, last_ended))
    }

    /// The chapter that begins with this step, if it has ended by now.
    #[boxed]
    pub async fn ended_chapter(
        &self,
        game: &Loaded,
        first: Seq,
    ) -> Result<Option<SeenChapter>, Trouble> {
        let _in_use = self.rewrites.in_use(&game.id).await;
        let steps = self.steps_up_to(game).await?;
        let mut found = None;
        self.follow(&steps, first, |ended| {
            found = ended.filter(|chapter| chapter.first == first);
            found.is_some()
        })?;
        let viewer = game.table.onlooker();
        Ok(found.map(|chapter| chapter.seen(&viewer)))
    }

    /// Takes step after step into the story from this one on. `enough` hears which chapter each of them has ended.
    fn follow(
        &self,
        steps: &[Step],
        first: Seq,
        mut enough: impl FnMut(Option<Chapter>) -> bool,
    ) -> Result<Chapter, Trouble> {
        let from = (first.0 as usize).saturating_sub(1).min(steps.len());
        let mut table = history::fold(&steps[..from]).ok();
        let mut chapter = Chapter::after(Seq(first.0.saturating_sub(1)));
        if let Some(table) = &table {
            let viewer = table.onlooker();
            let terms = |step: &Step| self.standing.terms(table.system, &step.seen(&viewer));
            chapter.known = steps[..from].iter().flat_map(terms).collect();
        }
        for (place, step) in steps.iter().enumerate().skip(from) {
            let before = table.as_ref().and_then(|table| table.game.clone());
            let after = history::after(table, &steps[..=place])?;
            let made = Arc::new(WholeStep { before, step: step.clone() });
            if enough(self.tell(&mut chapter, &after, &made)) {
                break;
            }
            table = Some(after);
        }
        Ok(chapter)
    }

    /// These steps of a game, as a message tells them that is no longer the newest. What was taken back is left out, but for
    /// the one that took it back.
    #[boxed]
    pub async fn chapter_of(
        &self,
        game: &Loaded,
        first: Seq,
        last: Seq,
    ) -> Result<Vec<Entry>, Trouble> {
        let log = self.log(game).await?;
        let from = (first.0 as usize).saturating_sub(1);
        Ok(log.entries(from..last.0 as usize).filter(|entry| is_told(&entry.step)).collect())
    }

    /// Whether the game is as it was at this step: since then people have only taken seats or set the table.
    #[boxed]
    pub async fn stands_since(&self, game: &Loaded, seq: Seq) -> Result<bool, Trouble> {
        /// More than people settle among themselves while one of them makes up their mind.
        const AT_MOST: u32 = 20;
        if game.table.phase != Phase::Playing || seq > game.seq || game.seq.0 - seq.0 > AT_MOST {
            return Ok(false);
        }
        let rows = self.store.steps_between(&game.id, seq.0 + 1, game.seq.0).await?;
        let viewer = game.table.onlooker();
        for row in rows {
            if !is_aside(&read_step(row)?.seen(&viewer)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
