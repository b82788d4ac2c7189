//! Posts that change with their book are edited in place: who is in, how it stands, what waits for an answer.

use gatemaster_discord::card::Card;
use gatemaster_discord::send::SendFault;
use gatemaster_league::campaign::Campaign;
use gatemaster_league::{Book as _, League, Stored as _};
use gatemaster_rules::dice::hex;
use gatemaster_store::{BookPost, BookRow, EntryRow, PostKind};
use serde_json::{Value, json};
use serenity::all::{ChannelId, MessageId};
use sha2::{Digest as _, Sha256};

use super::Clerk;
use super::draft::{ChannelPosts, Speaks, retold};
use crate::boxed;
use crate::trouble::Trouble;

impl Clerk {
    #[boxed]
    pub(super) async fn refresh_posts(&self) -> Result<(), Trouble> {
        for id in self.desk.store.books_with_old_posts().await? {
            if self.stopping.is_cancelled() {
                return Ok(());
            }
            let name = format!("posts of {id}");
            if self.retries.waits(&name) {
                continue;
            }
            let Some(book) = self.desk.store.book(&id).await? else { continue };
            let refreshed = match book.kind.as_str() {
                Campaign::KIND => self.refresh_book::<Campaign>(&book).await,
                _ => self.refresh_book::<League>(&book).await,
            };
            match refreshed {
                Ok(()) => self.retries.forget(&name),
                Err(trouble) => self.put_off(&name, &trouble),
            }
        }
        Ok(())
    }

    #[boxed]
    async fn refresh_book<B: Speaks>(&self, book: &BookRow) -> Result<(), Trouble> {
        let Some(kept) = self.ledger.load_any::<B>(&book.id).await? else { return Ok(()) };
        if book.told_seq < kept.seq {
            // what has come since is told first: a post that has served would not be known then as the one that tells it
            return Ok(());
        }
        let posts = self.desk.store.book_posts(&book.id).await?;
        for post in posts.iter().filter(|post| post.shown < kept.seq) {
            if self.stopping.is_cancelled() {
                return Ok(());
            }
            let entries = self.entries_of::<B>(post).await?;
            let newer = posts.iter().any(|other| {
                (post.kind, other.kind) == (PostKind::Standings, PostKind::Standings)
                    && other.channel_id == post.channel_id
                    && other.last > post.last
            });
            let card = retold(&kept, &entries, post.kind, newer);
            let post = BookPost { shown: kept.seq, ..post.clone() };
            self.redraw(post, card).await?;
        }
        Ok(())
    }

    async fn entries_of<B: Speaks>(
        &self,
        post: &BookPost,
    ) -> Result<Vec<(EntryRow, Vec<B::Event>)>, Trouble> {
        let most = post.last.saturating_sub(post.first).saturating_add(1);
        let before = post.first.saturating_sub(1);
        let entries = self.desk.store.entries(&post.book_id, before, most).await?;
        let read = entries.into_iter().map(|entry| {
            let events = B::Event::list_from_text(&entry.events)?;
            Ok((entry, events))
        });
        read.collect()
    }

    /// What stands in the channel of this book and is kept up to date there.
    #[boxed]
    pub(super) async fn standing<B: Speaks>(
        &self,
        id: &str,
        channel: ChannelId,
    ) -> Result<ChannelPosts, Trouble> {
        let mut standing = ChannelPosts::default();
        for post in self.desk.store.book_posts(id).await? {
            if post.channel_id != channel.get() {
                continue;
            }
            match post.kind {
                PostKind::SignUp => standing.sign_up = true,
                PostKind::Standings => {}
                PostKind::News => {
                    let entries = self.entries_of::<B>(&post).await?;
                    let events = entries.iter().flat_map(|(_, events)| events);
                    standing.reports.extend(events.filter_map(B::reported));
                }
            }
        }
        Ok(standing)
    }

    /// A message that has nothing more to say, or nothing to press, stays as it is from then on.
    async fn redraw(&self, post: BookPost, card: Option<Card>) -> Result<(), Trouble> {
        let (body, live) = match &card {
            Some(card) => (body_of(card, post.kind), changes(card)),
            None => (json!({ "components": [] }), false),
        };
        let drawn = fingerprint(&body);
        if drawn != post.drawn {
            let place = (ChannelId::new(post.channel_id), MessageId::new(post.message_id));
            match self.post.edit(place, &body).await {
                Ok(()) => {}
                Err(SendFault::Other(fault)) => return Err(Trouble::fault(fault)),
                Err(fault) => {
                    tracing::info!(book = post.book_id, %fault, "a post stays as it is");
                    return Ok(self.desk.store.forget_book_post(post.message_id).await?);
                }
            }
        }
        if live {
            Ok(self.desk.store.note_book_post(&BookPost { drawn, ..post }).await?)
        } else {
            Ok(self.desk.store.forget_book_post(post.message_id).await?)
        }
    }
}

/// Whether a message has something that may change with its book.
pub(super) fn changes(card: &Card) -> bool {
    !card.selects.is_empty() || card.buttons.iter().any(|row| !row.is_empty())
}

/// What a card looks like, to tell whether it has changed.
pub(super) fn look_of(card: &Card, kind: PostKind) -> String {
    fingerprint(&body_of(card, kind))
}

/// The words above a frame were said at their time, with what was promised then; only the frame goes with the book.
fn body_of(card: &Card, kind: PostKind) -> Value {
    let mut body = card.edit_body();
    if kind != PostKind::News
        && let Some(body) = body.as_object_mut()
    {
        body.remove("content");
        body.remove("allowed_mentions");
    }
    body
}

fn fingerprint(body: &Value) -> String {
    hex(&Sha256::digest(body.to_string())[..16])
}
