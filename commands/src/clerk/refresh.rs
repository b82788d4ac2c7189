//! Posts that change with their book are edited in place: who is in, how it stands, what waits for an answer.

use gatemaster_discord::card::Card;
use gatemaster_discord::send::SendFault;
use gatemaster_league::campaign::Campaign;
use gatemaster_league::{Book as _, League, Stored as _};
use gatemaster_rules::dice::hex;
use gatemaster_store::{BookPost, BookRow, EntryRow, PostKind, SharedTable};
use serde_json::{Value, json};
use serenity::all::{ChannelId, MessageId};
use sha2::{Digest as _, Sha256};

use super::Clerk;
use super::draft::{ChannelPosts, Speaks, retold};
use crate::boxed;
use crate::league::table;
use crate::prefs::ServerPrefs;
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

    /// Tables that somebody has shown to everybody in a channel.
    #[boxed]
    pub(super) async fn refresh_shared_tables(&self) -> Result<(), Trouble> {
        for shared in self.desk.store.old_shared_tables().await? {
            if self.stopping.is_cancelled() {
                return Ok(());
            }
            let name = format!("shared table {}", shared.message_id);
            if self.retries.waits(&name) {
                continue;
            }
            match self.refresh_shared(shared).await {
                Ok(()) => self.retries.forget(&name),
                Err(trouble) => self.put_off(&name, &trouble),
            }
        }
        Ok(())
    }

    /// With the next season it is drawn for the last time: who looks at an old message wants to know how that one ended.
    #[boxed]
    async fn refresh_shared(&self, shared: SharedTable) -> Result<(), Trouble> {
        let store = &self.desk.store;
        let kept = self.ledger.load_any::<League>(&shared.book_id).await?;
        let Some(mut kept) = kept else {
            return Ok(store.forget_shared_table(shared.message_id).await?);
        };
        let Some(season) = kept.book.season(shared.season).cloned() else {
            return Ok(store.forget_shared_table(shared.message_id).await?);
        };
        let goes_on = kept.book.season.number == season.number;
        kept.book.season = season;
        let pictures = ServerPrefs::load(store, Some(kept.guild)).await?.pictures;
        let card = table::card(&kept, shared.division, pictures);
        let card = if goes_on { card } else { table::of_earlier_season(card) };
        let body = card.edit_body();
        let drawn = fingerprint(&body);
        let place = (shared.channel_id, shared.message_id);
        let stands = drawn == shared.drawn || self.edit(&kept.id, place, &body).await?;
        if stands && goes_on {
            let shared = SharedTable { shown: kept.seq, drawn, ..shared };
            Ok(store.note_shared_table(&shared).await?)
        } else {
            Ok(store.forget_shared_table(shared.message_id).await?)
        }
    }

    /// Whether the message looks so now; one that is gone, or that we may not edit, stays as it is.
    async fn edit(
        &self,
        book: &str,
        (channel, message): (u64, u64),
        body: &Value,
    ) -> Result<bool, Trouble> {
        match self.post.edit((ChannelId::new(channel), MessageId::new(message)), body).await {
            Ok(()) => Ok(true),
            Err(SendFault::Other(fault)) => Err(Trouble::fault(fault)),
            Err(fault) => {
                tracing::info!(book, %fault, "a post stays as it is");
                Ok(false)
            }
        }
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
                PostKind::Standings => standing.standings = true,
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
        let place = (post.channel_id, post.message_id);
        let stands = drawn == post.drawn || self.edit(&post.book_id, place, &body).await?;
        if stands && live {
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
