//! What every command can use: the hall (the desk and the systems), the ledger, the line to Discord, the live boards, the post.

use std::ops::Deref;
use std::sync::Arc;

use gatemaster_discord::answer::Line;
use serenity::all::{Cache, Http};
use tokio::sync::Notify;

use crate::boards::Boards;
use crate::boxed;
use crate::cups::Cups;
use crate::desk::Desk;
use crate::face::{Hall, Systems};
use crate::ledger::Ledger;
use crate::post::Post;
use crate::request::Lookup;

#[derive(Clone, Debug)]
pub struct App {
    hall: Hall,
    pub ledger: Ledger,
    pub line: Line,
    pub cache: Arc<Cache>,
    pub boards: Boards,
    pub post: Post,
    pub clerk: Bell,
    pub(crate) cups: Cups,
    /// Held while a thread is made for a game.
    pub opening: Arc<tokio::sync::Mutex<()>>,
}

/// The desk and the systems stand at hand as `app.desk` and `app.systems`.
impl Deref for App {
    type Target = Hall;

    fn deref(&self) -> &Hall {
        &self.hall
    }
}

/// Wakes the clerk before its next regular round.
#[derive(Clone, Debug, Default)]
pub struct Bell(Arc<Notify>);

impl Bell {
    /// Something was written in a book, or a game has changed: the next round comes at once.
    pub fn nudge(&self) {
        self.0.notify_one();
    }

    #[boxed]
    pub async fn rung(&self) {
        self.0.notified().await;
    }
}

impl App {
    pub fn new(desk: Desk, systems: Systems, http: Arc<Http>, cache: Arc<Cache>) -> Self {
        let boards = Boards::new(desk.clone(), systems, Arc::clone(&http));
        let post =
            Post::new(desk.clone(), systems, Arc::clone(&http), Arc::clone(&cache), boards.clone());
        let ledger = Ledger::new(desk.store.clone(), Arc::clone(&desk.clock)).within(desk.most);
        Self {
            hall: Hall { desk, systems },
            ledger,
            line: Line::new(http),
            cache,
            boards,
            post,
            clerk: Bell::default(),
            cups: Cups::default(),
            opening: Arc::default(),
        }
    }

    pub fn lookup(&self) -> Lookup<'_> {
        Lookup { store: &self.desk.store, cache: &self.cache }
    }
}
