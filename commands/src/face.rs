//! What every command has at hand: the desk, the line to Discord, and the live boards.

use std::sync::Arc;

use serenity::all::{Cache, Http};
use tokio_util::task::TaskTracker;

use crate::boards::Boards;
use crate::clerk::Clerk;
use crate::desk::Desk;
use crate::ledger::Ledger;
use crate::post::Post;
use crate::roll::Cups;

#[derive(Clone, Debug)]
pub struct Face {
    pub desk: Desk,
    pub ledger: Ledger,
    pub http: Arc<Http>,
    pub cache: Arc<Cache>,
    pub boards: Boards,
    pub post: Post,
    pub clerk: Clerk,
    pub(crate) cups: Cups,
    /// Held while a thread is made for a game.
    pub opening: Arc<tokio::sync::Mutex<()>>,
    /// Answers that are under way.
    pub busy: TaskTracker,
}

impl Face {
    pub fn new(desk: Desk, http: Arc<Http>, cache: Arc<Cache>) -> Self {
        let boards = Boards::new(desk.clone(), Arc::clone(&http));
        let post = Post::new(desk.clone(), Arc::clone(&http), Arc::clone(&cache), boards.clone());
        let ledger = Ledger::new(desk.store.clone(), Arc::clone(&desk.clock));
        let clerk = Clerk::new(desk.clone(), ledger.clone(), post.clone());
        Self {
            desk,
            ledger,
            http,
            cache,
            boards,
            post,
            clerk,
            cups: Cups::default(),
            opening: Arc::default(),
            busy: TaskTracker::new(),
        }
    }

    /// Waits until every answer under way has gone out and every board is fresh.
    pub async fn settle(&self) {
        self.busy.close();
        self.busy.wait().await;
        self.clerk.settle().await;
        self.post.settle().await;
        self.boards.settle().await;
    }
}
