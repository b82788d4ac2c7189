//! Campaigns on Discord: `/campaign` for everybody, `/chronicler` for organisers, and the buttons of both.

mod chronicler;
mod everybody;
mod files;
mod find;
pub(crate) mod from_game;
#[cfg(test)]
pub(crate) mod made_up;
mod offers;
mod play;
pub mod press;
mod pressed;
mod said;
pub mod show;

pub use chronicler::chronicler;
pub use everybody::campaign;
pub(crate) use pressed::{filled_in, pressed};

use std::sync::atomic::{AtomicBool, Ordering};

use gatemaster_league::campaign::{Action, Campaign};

use crate::answer::{Answer, Reply};
use crate::card::Card;
use crate::face::Face;
use crate::ledger::{Kept, Ledger, Written};
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::esc;

/// Writes one entry and lets the clerk know.
async fn write(
    face: &Face,
    request: &Request,
    id: &str,
    choose: impl Fn(&Kept<Campaign>) -> Result<Action, Trouble> + Send + Sync,
) -> Result<Written<Campaign>, Trouble> {
    let written = write_in(&face.ledger, request, id, choose).await?;
    face.clerk.nudge();
    Ok(written)
}

/// Writes one entry. The book refuses with names as people wrote them; here they are made safe to be shown.
pub(crate) async fn write_in(
    ledger: &Ledger,
    request: &Request,
    id: &str,
    choose: impl Fn(&Kept<Campaign>) -> Result<Action, Trouble> + Send + Sync,
) -> Result<Written<Campaign>, Trouble> {
    let ours = AtomicBool::new(false);
    let written = ledger.write(request, id, |kept| {
        choose(kept).inspect_err(|_| ours.store(true, Ordering::Relaxed))
    });
    match written.await {
        Err(Trouble::Refused(card)) if !ours.load(Ordering::Relaxed) => {
            Err(Trouble::refused(esc(&card.content)))
        }
        written => written,
    }
}

/// What came of it. A campaign with a channel of its own tells everybody there; another one tells it here.
fn told(written: &Written<Campaign>, card: Card) -> Reply {
    if written.kept.book.announce.is_some() {
        Answer::private(Card { pings: Vec::new(), ..card }).into()
    } else {
        Answer::public(card).into()
    }
}

/// The same in the chronicle's own sentences.
fn told_as_written(written: &Written<Campaign>) -> Reply {
    told(written, Card::line(show::happened(&written.kept.book, &written.events)))
}
