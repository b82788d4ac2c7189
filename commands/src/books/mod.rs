//! What the books, leagues and campaigns, have in common on Discord.

pub mod opening;

use gatemaster_discord::card::Card;
use gatemaster_league::Book;

use crate::answer::{Answer, Reply};
use crate::app::App;
use crate::boxed;
use crate::ledger::{BookOutcome, Choose, StoredBook, server};
use crate::request::Request;
use crate::trouble::Trouble;

/// Writes one entry and lets the clerk know.
pub async fn write<B: Book>(
    app: &App,
    request: &Request,
    id: &str,
    choose: Choose<'_, B>,
) -> Result<BookOutcome<B>, Trouble> {
    let written = app.ledger.write(request, id, choose).await?;
    app.clerk.nudge();
    Ok(written)
}

/// What came of it. A book with a channel of its own tells everybody there; another one tells it here.
pub fn told<B: Book>(written: &BookOutcome<B>, card: Card) -> Reply {
    if written.kept.book.announce().is_some() {
        Answer::private(Card { pings: Vec::new(), ..card }).into()
    } else {
        Answer::public(card).into()
    }
}

pub fn organises<B: Book>(book: &B, request: &Request) -> bool {
    book.is_organised_by(&request.actor)
}

/// For what organisers do: without a word, the only open book that names the asker as one.
#[boxed]
pub async fn organised<B: Book>(
    app: &App,
    request: &Request,
    word: Option<&str>,
) -> Result<StoredBook<B>, Trouble> {
    let me = request.user();
    let theirs = |book: &B| book.organisers().iter().any(|organiser| organiser.id == me);
    app.ledger.meant(request, word, &theirs).await
}

/// Closed ones count here; without a word, the only one that the asker organises at all.
#[boxed]
pub async fn to_go_on<B: Book>(
    app: &App,
    request: &Request,
    word: Option<&str>,
) -> Result<StoredBook<B>, Trouble> {
    if word.is_none() {
        let all = app.ledger.all_on::<B>(server(request)?).await?;
        let mut mine: Vec<StoredBook<B>> =
            all.into_iter().filter(|kept| organises(&kept.book, request)).collect();
        if mine.len() == 1 {
            return Ok(mine.swap_remove(0));
        }
    }
    organised(app, request, word).await
}
