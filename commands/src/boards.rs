//! The live board of each game: one message, edited in place. Discord allows about five edits in five
//! seconds, so changes that come quickly share an edit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use gatemaster_discord::answer::attachments;
use gatemaster_discord::card::Card;
use gatemaster_discord::send::{SendFault, persist};
use gatemaster_rules::ids::Seq;
use gatemaster_store::Board;
use serenity::all::{ChannelId, Http, MessageId};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::boxed;
use crate::desk::{Desk, Loaded};
use crate::face::Systems;
use crate::table;

/// The shortest time between two edits of one board.
const PAUSE: Duration = Duration::from_millis(1_200);

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

    fn is_at(&self, game: &str, seq: Seq) -> bool {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let looked_at = kept.get(game).copied();
        if looked_at.is_some_and(|looked_at| looked_at != seq) {
            // the game has gone on
            kept.remove(game);
        }
        looked_at == Some(seq)
    }
}

#[derive(Clone, Debug)]
pub struct Boards {
    desk: Desk,
    systems: Systems,
    http: Arc<Http>,
    /// Games whose board is being redrawn; `true` where it has changed again since.
    busy: Arc<Mutex<HashMap<String, bool>>>,
    refined: Refined,
    tasks: TaskTracker,
    stopping: CancellationToken,
}

impl Boards {
    pub fn new(desk: Desk, systems: Systems, http: Arc<Http>) -> Self {
        Self {
            desk,
            systems,
            http,
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

    /// Somebody pressed an old board: it is redrawn, whoever may be making up their mind on it.
    pub fn touch_anyway(&self, game: &str) {
        self.refined.forget(game);
        self.touch(game);
    }

    /// Somebody is making up their mind on the board as it was drawn at this step.
    pub fn refine(&self, game: &str, seq: Seq) {
        self.refined.note(game, seq);
    }

    fn is_refined(&self, game: &Loaded) -> bool {
        self.refined.is_at(&game.id, game.seq)
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
                    self.touch(game);
                }
            }
            Err(error) => tracing::warn!(%error, "boards could not be brought up to date"),
        }
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
        let Some(board) = game.board else {
            self.refined.forget(id);
            return;
        };
        if self.is_refined(&game) {
            return;
        }
        let card = table::board(self.systems, &game);
        // drawing takes its time
        if self.is_refined(&game) {
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
            self.retire(old, game, message).await;
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

    async fn retire(&self, old: Board, game: &Loaded, message: u64) {
        let link = crate::words::message_link(game.guild, game.channel, message);
        let card = Card::line(format!("The board has moved: {link}"));
        if let Err(fault) = self.edit(old, &card).await
            && fault != SendFault::Gone
        {
            tracing::warn!(game = game.id, %fault, "an old board could not be retired");
        }
        if old.pinned {
            let (channel, id) = (ChannelId::new(old.channel_id), MessageId::new(old.message_id));
            let _ = persist(|| self.http.unpin_message(channel, id, None)).await;
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
    fn a_board_is_left_alone_while_somebody_chooses_on_it_until_its_game_goes_on() {
        let refined = Refined::default();
        refined.note("g", Seq(3));
        assert!(refined.is_at("g", Seq(3)) && !refined.is_at("other", Seq(3)));
        assert!(!refined.is_at("g", Seq(4)));
        assert!(!refined.is_at("g", Seq(3)), "it was redrawn since");
    }

    #[test]
    fn boards_of_games_that_nobody_goes_on_with_do_not_pile_up() {
        let refined = Refined::default();
        for n in 0..300_000 {
            refined.note(&format!("game {n}"), Seq(1));
            assert!(refined.is_at(&format!("game {n}"), Seq(1)));
        }
        assert!(refined.0.lock().unwrap().len() <= Refined::BOARDS);
    }
}
