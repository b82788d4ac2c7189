//! What every command has at hand: the desk, the line to Discord, and the live boards.

use std::sync::Arc;

use serenity::all::Http;

use crate::boards::Boards;
use crate::desk::Desk;

#[derive(Clone, Debug)]
pub struct Face {
    pub desk: Desk,
    pub http: Arc<Http>,
    pub boards: Boards,
}

impl Face {
    pub fn new(desk: Desk, http: Arc<Http>) -> Self {
        let boards = Boards::new(desk.clone(), Arc::clone(&http));
        Self { desk, http, boards }
    }
}
