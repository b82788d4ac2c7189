//! The messages that tell games: only the newest of a game shows buttons, what was taken back is marked, and what has served
//! is gone. What each message tells is stored, so that a restart changes nothing about that.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use gatemaster_discord::card::Card;
use gatemaster_discord::send::{SendFault, persist};
use gatemaster_rules::ids::Seq;
use gatemaster_rules::table::Phase;
use gatemaster_store::{Story, StoryKind};
use serde_json::json;
use serenity::all::{ChannelId, Http, MessageId};

use crate::answer::{FinishedChapter, Telling};
use crate::desk::{Desk, Loaded};
use crate::face::Systems;
use crate::table;
use crate::trouble::Trouble;

#[derive(Clone, Debug)]
pub struct Stories {
    desk: Desk,
    systems: Systems,
    http: Arc<Http>,
    /// Chapters that have just ended, by game: they need not be read from the log again.
    ended: Arc<Mutex<HashMap<String, Vec<FinishedChapter>>>>,
    /// Messages whose buttons were taken away here, and those that were given buttons. An answer to a press may edit one of
    /// them at that moment, and which of the two edits came last nobody knows, so that message is drawn once more.
    stripped: Edited,
    given: Edited,
}

/// Messages that were edited lately.
#[derive(Clone, Debug, Default)]
struct Edited(Arc<Mutex<HashSet<u64>>>);

impl Edited {
    /// As many as are likely to be edited between two looks at their games.
    const MOST: usize = 256;

    fn add(&self, message: u64) {
        let mut edited = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if edited.len() >= Self::MOST {
            edited.clear();
        }
        edited.insert(message);
    }

    fn take(&self, message: u64) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&message)
    }
}

impl Stories {
    /// As many games as are likely to be between two steps.
    const GAMES: usize = 256;
    /// So often a message is drawn anew at once because the game went on while it was drawn; the next step has its own turn.
    const TIMES: usize = 3;

    pub fn new(desk: Desk, systems: Systems, http: Arc<Http>) -> Self {
        let (stripped, given) = (Edited::default(), Edited::default());
        Self { desk, systems, http, ended: Arc::default(), stripped, given }
    }

    /// A message tells these steps from now on.
    pub async fn note(&self, telling: Telling, message: u64, live: bool) {
        let game = telling.game.clone();
        if let Err(error) = self.desk.store.note_story(telling.story(message, live)).await {
            tracing::error!(game, %error, "what a message tells could not be noted");
        }
    }

    /// A chapter has ended: whatever message told it is to hold its outcome alone. Where the press itself has made it so, that
    /// is only noted.
    pub async fn end(&self, game: &str, finished: FinishedChapter) {
        let FinishedChapter { message, first, last, .. } = finished;
        let Some(message) = message.filter(|message| !self.given.take(*message)) else {
            let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
            if ended.len() >= Self::GAMES {
                ended.clear();
            }
            ended.entry(game.to_owned()).or_default().push(finished);
            return;
        };
        let known = self.desk.store.story_in(message).await.ok().flatten();
        let channel = known.map_or(0, |story| story.channel_id);
        let kind = StoryKind::Story;
        let game = game.to_owned();
        let told = Telling { game, channel, message: None, kind, first, last, shown: last };
        self.note(told, message, false).await;
    }

    fn just_ended(&self, game: &str) -> Vec<FinishedChapter> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).remove(game).unwrap_or_default()
    }

    /// Brings all messages of a game up to date.
    pub async fn tidy(&self, game: &Loaded, live: &[Story]) -> Result<(), Trouble> {
        let ended = self.just_ended(&game.id);
        let newest = live.iter().rev().find(|story| story.kind == StoryKind::Story);
        for story in live {
            match story.kind {
                StoryKind::Passing => {
                    if story.shown < game.seq.0 {
                        self.delete(story).await?;
                    }
                }
                StoryKind::Question => {
                    if !is_asked(game) {
                        self.settle(story).await?;
                    }
                }
                StoryKind::Story if Some(story) == newest => {
                    self.refresh(game, story, &ended).await?;
                }
                StoryKind::Story => self.finish(game, story, &ended).await?,
            }
        }
        Ok(())
    }

    /// The newest message shows the game as it stands, with what can be done now; after the end it has served.
    async fn refresh(
        &self,
        game: &Loaded,
        story: &Story,
        ended: &[FinishedChapter],
    ) -> Result<(), Trouble> {
        let mut game = self.desk.with_chapter(game.clone()).await?;
        let mut story = story.clone();
        for _ in 0..Self::TIMES {
            let chapter = game.chapter();
            if game.table.phase != Phase::Playing || chapter.first != Seq(story.first) {
                return self.finish(&game, &story, ended).await;
            }
            let drawn = Seq(story.shown);
            let stands = drawn == game.seq || self.desk.stands_since(&game, drawn).await?;
            if stands && !self.stripped.take(story.message_id) {
                return Ok(());
            }
            let face = self.systems.of(game.table.system);
            let Some(card) = table::story(face, &game) else { return Ok(()) };
            self.given.add(story.message_id);
            story = Story { last: chapter.last().0, shown: game.seq.0, ..story };
            self.redraw(&story, &card).await?;
            // whoever was quicker has edited the message meanwhile, and this older drawing may have come last
            let now = self.desk.load_any(&game.id).await?.filter(|now| now.seq > game.seq);
            let Some(now) = now else { return Ok(()) };
            game = self.desk.with_chapter(now).await?;
        }
        Ok(())
    }

    /// The board has moved: the newest message leads to where it is now. Whatever somebody is choosing there stays as it is.
    pub async fn relink(&self, id: &str) -> Result<(), Trouble> {
        let live = self.desk.store.live_stories(id).await?;
        let newest = live.iter().rev().find(|story| story.kind == StoryKind::Story);
        let (Some(story), Some(game)) = (newest, self.desk.load_any(id).await?) else {
            return Ok(());
        };
        let game = self.desk.with_chapter(game).await?;
        let face = self.systems.of(game.table.system);
        let told = game.chapter().first == Seq(story.first) && Seq(story.shown) == game.seq;
        let Some(card) = table::story(face, &game).filter(|_| told) else { return Ok(()) };
        if card.picture.is_some() {
            return self.redraw(story, &card).await;
        }
        let body = json!({ "embeds": card.edit_body()["embeds"] });
        let (channel, message) = place(story);
        let edited = persist(|| self.http.edit_message(channel, message, &body, Vec::new())).await;
        self.noted(story.clone(), edited.map(|_| ())).await
    }

    /// The message keeps its outcome alone.
    async fn finish(
        &self,
        game: &Loaded,
        story: &Story,
        ended: &[FinishedChapter],
    ) -> Result<(), Trouble> {
        self.stripped.add(story.message_id);
        let known = ended.iter().find(|ended| ended.first == Seq(story.first));
        let served = Story { live: false, shown: game.seq.0, ..story.clone() };
        if let Some(ended) = known {
            return self.redraw(&Story { last: ended.last.0, ..served }, &ended.card).await;
        }
        // an answer may have been lost that would have told more of it
        let whole = self.desk.ended_chapter(game, Seq(story.first)).await?;
        if let Some(chapter) = whole.filter(|chapter| chapter.last() > Seq(story.last)) {
            let card = table::finished(self.systems.of(game.table.system), game, &chapter);
            return self.redraw(&Story { last: chapter.last().0, ..served }, &card).await;
        }
        // what it tells stands already; only what could be done is taken away
        let body = json!({ "content": "", "components": [], "allowed_mentions": { "parse": [] } });
        let (channel, message) = place(story);
        let edited = persist(|| self.http.edit_message(channel, message, &body, Vec::new())).await;
        self.noted(served, edited.map(|_| ())).await
    }

    /// Whatever told this step says that it was taken back, and by whom; the newest message goes on and tells that itself.
    pub async fn mark(&self, game: &Loaded, revoked: Seq) -> Result<(), Trouble> {
        let stories = self.desk.store.stories_of_step(&game.id, revoked.0).await?;
        let newest = self.desk.store.newest_story(&game.id).await?;
        let face = self.systems.of(game.table.system);
        for story in stories {
            if newest.as_ref().is_some_and(|newest| newest.message_id == story.message_id) {
                continue;
            }
            let told = self.desk.chapter_of(game, Seq(story.first), Seq(story.last)).await?;
            let undo = told.iter().filter_map(|entry| entry.taken_back_by).max();
            let undo = match undo {
                Some(undo) => self.desk.chapter_of(game, undo, undo).await?,
                None => Vec::new(),
            };
            let undo: Vec<String> = undo
                .iter()
                .map(|entry| {
                    table::short_line(face, entry.before.as_ref(), &entry.after, &entry.step)
                })
                .collect();
            let card = table::taken_back(face, game, &told, &undo.join("\n"));
            let marked = Story { live: false, shown: game.seq.0, ..story };
            self.redraw(&marked, &card).await?;
        }
        Ok(())
    }

    /// A question that was settled offers no answers any more.
    async fn settle(&self, story: &Story) -> Result<(), Trouble> {
        self.stripped.add(story.message_id);
        let body = json!({ "components": [] });
        let (channel, message) = place(story);
        let edited = persist(|| self.http.edit_message(channel, message, &body, Vec::new())).await;
        self.noted(Story { live: false, ..story.clone() }, edited.map(|_| ())).await
    }

    async fn redraw(&self, story: &Story, card: &Card) -> Result<(), Trouble> {
        let (channel, message) = place(story);
        let body = card.edit_body();
        let files = gatemaster_discord::answer::attachments(card);
        let edit = || self.http.edit_message(channel, message, &body, files.clone());
        let edited = persist(edit).await.map(|_| ());
        self.noted(story.clone(), edited).await
    }

    async fn delete(&self, story: &Story) -> Result<(), Trouble> {
        let (channel, message) = place(story);
        match persist(|| self.http.delete_message(channel, message, None)).await {
            Ok(()) | Err(SendFault::Gone) => {
                self.desk.store.story_is_gone(story.message_id).await?;
            }
            Err(fault) => {
                tracing::warn!(game = story.game_id, %fault, "a message could not be deleted");
                self.settle(story).await?;
            }
        }
        Ok(())
    }

    /// Keeps in mind how a message stands now. What somebody deleted, or what cannot be changed, is not tried again.
    async fn noted(&self, story: Story, edited: Result<(), SendFault>) -> Result<(), Trouble> {
        match edited {
            Ok(()) => self.desk.store.note_story(story).await?,
            Err(SendFault::Gone) => self.desk.store.story_is_gone(story.message_id).await?,
            Err(SendFault::Forbidden | SendFault::Refused(_)) => {
                self.desk.store.note_story(Story { live: false, ..story }).await?;
            }
            Err(fault) => {
                tracing::warn!(game = story.game_id, %fault, "a message could not be brought up to date");
            }
        }
        Ok(())
    }
}

fn place(story: &Story) -> (ChannelId, MessageId) {
    (ChannelId::new(story.channel_id), MessageId::new(story.message_id))
}

/// Whether the table still waits for an answer, or a settled end can still be taken back.
fn is_asked(game: &Loaded) -> bool {
    game.table.asked.is_some() || game.table.offer.is_some() || game.table.can_reopen()
}
