//! The live board of each game: one message, edited in place. Discord allows about five edits in five
//! seconds, so changes that come quickly share an edit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use gatemaster_discord::answer::attachments;
use gatemaster_discord::card::{Card, SeenBy};
use gatemaster_discord::send::{SendFault, persist};
use gatemaster_rules::ids::Seq;
use gatemaster_rules::table::Phase;
use gatemaster_store::{Board, Story, StoryKind};
use serde_json::Value;
use serenity::all::{ChannelId, Http, MessageId};
use serenity::http::{LightMethod, Request, Route};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::answer::{FinishedChapter, Telling};
use crate::boxed;
use crate::desk::{Desk, Loaded};
use crate::face::Systems;
use crate::stories::Stories;
use crate::table;

/// The shortest time between two edits of one board.
const PAUSE: Duration = Duration::from_millis(1_200);

/// A board with more messages than this below it has scrolled away.
const SCREEN: usize = 10;

/// Boards on which somebody is making up their mind, and the step that they look at: redrawn, they would lose it.
#[derive(Clone, Debug, Default)]
struct Refined(Arc<Mutex<HashMap<String, Seq>>>);

impl Refined {
    /// As many boards as people are likely to make up their minds on in one hour.
    const BOARDS: usize = 1_000;

    fn note(&self, game: &str, seq: Seq) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= Self::BOARDS && !kept.contains_key(game) {
            // mostly of games that nobody goes on with; whoever still looks at one chooses once more
            kept.clear();
        }
        kept.insert(game.to_owned(), seq);
    }

    fn forget(&self, game: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(game);
    }

    fn looked_at(&self, game: &str) -> Option<Seq> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(game).copied()
    }
}

/// What is to be done at the next look at a game, besides redrawing its board.
#[derive(Clone, Debug, Default)]
struct Due {
    /// Steps that were taken back.
    revoked: Vec<Seq>,
    /// The board goes to the end of the channel.
    moves: bool,
    /// A message has come below the board, which may be far up by now.
    pushed: bool,
}

#[derive(Clone, Debug)]
pub struct Boards {
    desk: Desk,
    systems: Systems,
    http: Arc<Http>,
    /// Games whose board is being redrawn; `true` where it has changed again since.
    busy: Arc<Mutex<HashMap<String, bool>>>,
    refined: Refined,
    stories: Stories,
    due: Arc<Mutex<HashMap<String, Due>>>,
    tasks: TaskTracker,
    stopping: CancellationToken,
}

impl Boards {
    pub fn new(desk: Desk, systems: Systems, http: Arc<Http>) -> Self {
        let stories = Stories::new(desk.clone(), systems, Arc::clone(&http));
        Self {
            desk,
            systems,
            http,
            stories,
            due: Arc::default(),
            busy: Arc::default(),
            refined: Refined::default(),
            tasks: TaskTracker::new(),
            stopping: CancellationToken::new(),
        }
    }

    /// The game has changed: its board is redrawn now, or right after the pause.
    pub fn touch(&self, game: &str) {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(again) = busy.get_mut(game) {
            *again = true;
            return;
        }
        busy.insert(game.to_owned(), false);
        drop(busy);
        let boards = self.clone();
        let game = game.to_owned();
        self.tasks.spawn(async move { boards.keep_fresh(&game).await });
    }

    /// A message tells these steps of a game from now on.
    #[boxed]
    pub async fn note_story(&self, telling: Telling, message: u64, live: bool) {
        if telling.message.is_none() {
            self.is_due(&telling.game, |due| due.pushed = true);
        }
        self.stories.note(telling, message, live).await;
    }

    fn is_due(&self, game: &str, change: impl FnOnce(&mut Due)) {
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        change(due.entry(game.to_owned()).or_default());
    }

    /// What a step has done to the messages that told the game so far; it is carried out when its board is redrawn.
    #[boxed]
    pub async fn story_changed(
        &self,
        game: &str,
        finished: Option<FinishedChapter>,
        revoked: Option<Seq>,
        moves: bool,
    ) {
        if let Some(finished) = finished {
            self.stories.end(game, finished).await;
        }
        if revoked.is_some() || moves {
            self.is_due(game, |due| {
                due.revoked.extend(revoked);
                due.moves |= moves;
            });
        }
    }

    /// Somebody pressed an old board: it is redrawn, whoever may be making up their mind on it.
    pub fn touch_anyway(&self, game: &str) {
        self.refined.forget(game);
        self.touch(game);
    }

    /// Somebody is making up their mind on the board as it was drawn at this step.
    pub fn refine(&self, game: &str, seq: Seq) {
        self.refined.note(game, seq);
    }

    /// Whether somebody is choosing on the board as it still stands.
    async fn is_refined(&self, game: &Loaded) -> bool {
        match self.refined.looked_at(&game.id) {
            None => false,
            Some(seq) if seq == game.seq => true,
            Some(seq) => {
                let stands = self.desk.stands_since(game, seq).await.unwrap_or(false);
                if !stands {
                    self.refined.forget(&game.id);
                }
                stands
            }
        }
    }

    /// The messages that tell this game are brought up to date.
    async fn tell(&self, game: &Loaded, live: &[Story], revoked: &[Seq]) {
        let mut told = self.stories.tidy(game, live).await;
        for seq in revoked {
            told = told.and(self.stories.mark(game, *seq).await);
        }
        if let Err(trouble) = told {
            let trouble = trouble.in_short();
            tracing::error!(game = game.id, trouble, "messages could not be brought up to date");
        }
    }

    /// Whether the board is too far up: more than a screen of messages below it, or any at all where it is the only one that
    /// tells the game.
    async fn has_scrolled(&self, game: &Loaded, board: Board) -> bool {
        if game.table.phase != Phase::Playing || board.channel_id != game.channel {
            return false;
        }
        let most = if game.table.settings.compact { 0 } else { SCREEN };
        let after =
            vec![("after", board.message_id.to_string()), ("limit", (most + 3).to_string())];
        let look = || {
            let route = Route::ChannelMessages { channel_id: ChannelId::new(board.channel_id) };
            let request = Request::new(route, LightMethod::Get).params(Some(after.clone()));
            self.http.fire::<Vec<Value>>(request)
        };
        // what is read aloud goes away by itself
        let found = persist(look).await.unwrap_or_default();
        found.iter().filter(|message| message["tts"] != true).count() > most
    }

    /// The board as a new message at the end of the channel; the old one goes.
    async fn repost(&self, game: &Loaded, card: &Card) {
        let channel = ChannelId::new(game.channel);
        let mut body = card.body(SeenBy::All);
        body["nonce"] = format!("{}b{}", game.id, game.seq).into();
        body["enforce_nonce"] = true.into();
        let files = attachments(card);
        match persist(|| self.http.send_message(channel, files.clone(), &body)).await {
            Ok(message) => {
                if let Err(fault) = self.moved_to(game, message.id.get(), false).await {
                    tracing::warn!(game = game.id, %fault, "a board that was moved is not known");
                }
                if let Err(trouble) = self.stories.relink(&game.id).await {
                    let trouble = trouble.in_short();
                    tracing::warn!(game = game.id, trouble, "a message leads to an old board");
                }
            }
            Err(fault) => tracing::warn!(game = game.id, %fault, "a board could not be moved"),
        }
    }

    /// Boards that changed shortly before the last stop may never have been redrawn; now they are.
    #[boxed]
    pub async fn catch_up(&self) {
        const SHORTLY_MS: i64 = 15 * 60 * 1_000;
        const AT_MOST: u32 = 100;
        let since = self.desk.clock.now_ms().saturating_sub(SHORTLY_MS);
        match self.desk.store.boards_changed_since(since, AT_MOST).await {
            Ok(games) => {
                for game in &games {
                    // what a player had said beforehand may not have been done before the stop
                    let caught_up = Box::pin(self.desk.catch_up_on_standing_orders(game)).await;
                    if let Err(trouble) = caught_up {
                        let trouble = trouble.in_short();
                        tracing::warn!(game, trouble, "standing orders were not caught up on");
                    }
                    self.catch_up_on_undone(game).await;
                    self.touch(game);
                }
            }
            Err(error) => tracing::warn!(%error, "boards could not be brought up to date"),
        }
    }

    /// What was taken back shortly before the last stop may not be marked yet.
    async fn catch_up_on_undone(&self, game: &str) {
        const LATEST: u32 = 10;
        let Ok(Some(row)) = self.desk.store.game(game).await else { return };
        let from = row.seq.saturating_sub(LATEST).max(1);
        let steps = self.desk.store.steps_between(game, from, row.seq).await.unwrap_or_default();
        let revoked: Vec<Seq> = steps.iter().filter_map(|step| step.revokes.map(Seq)).collect();
        self.is_due(game, |due| due.revoked.extend(revoked));
    }

    async fn keep_fresh(&self, game: &str) {
        loop {
            self.redraw(game).await;
            tokio::select! {
                () = tokio::time::sleep(PAUSE) => {}
                () = self.stopping.cancelled() => {}
            }
            let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
            match busy.get_mut(game) {
                Some(again) if *again => *again = false,
                _ => {
                    busy.remove(game);
                    return;
                }
            }
        }
    }

    async fn redraw(&self, id: &str) {
        // read before the game: what is to be deleted has been given up by then, and is not edited below
        let live = match self.desk.store.live_stories(id).await {
            Ok(live) => live,
            Err(error) => {
                tracing::error!(game = id, %error, "the messages of a game could not be found");
                return;
            }
        };
        let game = match self.desk.load_any(id).await {
            Ok(Some(game)) => game,
            Ok(None) => return,
            Err(trouble) => {
                tracing::error!(
                    game = id,
                    trouble = trouble.in_short(),
                    "a board could not be drawn"
                );
                return;
            }
        };
        let due = self.due.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        let Due { revoked, moves, pushed } = due.unwrap_or_default();
        let pushed = pushed || game.table.settings.compact;
        self.tell(&game, &live, &revoked).await;
        let Some(board) = game.board else {
            self.refined.forget(id);
            return;
        };
        if self.is_refined(&game).await {
            return;
        }
        let card = table::board(self.systems, &game);
        // drawing takes its time
        if self.is_refined(&game).await {
            return;
        }
        if !board.pinned && (moves || pushed && self.has_scrolled(&game, board).await) {
            self.repost(&game, &card).await;
            return;
        }
        match self.edit(board, &card).await {
            Ok(()) | Err(SendFault::AlreadyAnswered | SendFault::AnsweredByUs) => {}
            Err(SendFault::Gone) => {
                // somebody deleted it; `/game board` posts a new one
                if let Err(error) = self.desk.store.set_board(id, None).await {
                    tracing::error!(game = id, %error, "a deleted board could not be forgotten");
                }
            }
            Err(fault) => tracing::warn!(game = id, %fault, "a board could not be redrawn"),
        }
    }

    async fn edit(&self, board: Board, card: &Card) -> Result<(), SendFault> {
        let body = card.edit_body();
        let (channel, message) =
            (ChannelId::new(board.channel_id), MessageId::new(board.message_id));
        let files = attachments(card);
        match persist(|| self.http.edit_message(channel, message, &body, files.clone())).await {
            // where files are forbidden, the words are enough
            Err(SendFault::Forbidden) if card.picture.is_some() => {
                let body = Card { picture: None, ..card.clone() }.edit_body();
                persist(|| self.http.edit_message(channel, message, &body, Vec::new())).await?;
            }
            edited => {
                edited?;
            }
        }
        Ok(())
    }

    /// This message is the game's board from now on; an older one points to it.
    #[boxed]
    pub async fn moved_to(&self, game: &Loaded, message: u64, pin: bool) -> Result<(), SendFault> {
        let row = || async { self.desk.store.game(&game.id).await.ok().flatten() };
        let before = row().await.and_then(|row| row.board);
        let was_pinned = before.is_some_and(|board| board.pinned);
        let mut board = Board { channel_id: game.channel, message_id: message, pinned: false };
        let pinned = if pin || was_pinned { self.pin(board).await } else { Ok(()) };
        board.pinned = (pin || was_pinned) && pinned.is_ok();
        if let Err(error) = self.desk.store.set_board(&game.id, Some(board)).await {
            return Err(SendFault::Other(error.to_string()));
        }
        if let Some(old) = before.filter(|old| old.message_id != message) {
            self.give_up(game, old).await;
        }
        // a step may have come between drawing the message and noting it as the board
        if row().await.is_none_or(|row| row.seq != game.seq.0) {
            self.touch(&game.id);
        }
        pinned
    }

    #[boxed]
    pub async fn pin(&self, board: Board) -> Result<(), SendFault> {
        let (channel, message) =
            (ChannelId::new(board.channel_id), MessageId::new(board.message_id));
        persist(|| self.http.pin_message(channel, message, None)).await
    }

    /// The message that was the board is to be deleted, which the next look at the game does.
    async fn give_up(&self, game: &Loaded, old: Board) {
        let passing = Story {
            game_id: game.id.clone(),
            channel_id: old.channel_id,
            message_id: old.message_id,
            kind: StoryKind::Passing,
            first: 1,
            last: 0,
            shown: 0,
            live: true,
        };
        match self.desk.store.note_story(passing).await {
            Ok(()) => self.touch(&game.id),
            Err(error) => tracing::error!(game = game.id, %error, "an old board stays"),
        }
    }

    /// Finishes what is under way; boards that changed during a pause are redrawn at once.
    #[boxed]
    pub async fn settle(&self) {
        self.stopping.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_games_that_nobody_goes_on_with_do_not_pile_up() {
        let refined = Refined::default();
        for n in 0..300_000 {
            refined.note(&format!("game {n}"), Seq(1));
            assert_eq!(refined.looked_at(&format!("game {n}")), Some(Seq(1)));
        }
        assert!(refined.0.lock().unwrap().len() <= Refined::BOARDS);
    }
}
