//! Leagues and campaigns speak in the channel that their organiser has chosen.

use gatemaster_discord::card::Card;
use gatemaster_discord::send::SendFault;
use gatemaster_league::campaign::Campaign;
use gatemaster_league::{Book, League, Stored as _};
use gatemaster_store::{BookRow, EntryRow};
use serenity::all::{ChannelId, Message};

use super::announce::{self, Announcement};
use super::{Clerk, campaigns, digest, mark};
use crate::boxed;
use crate::ledger::StoredBook;
use crate::trouble::Trouble;
use crate::words::esc;

/// What one kind of book has to say about some of its entries, the oldest first.
type Announcements<B> =
    fn(&StoredBook<B>, &[(EntryRow, Vec<<B as Book>::Event>)]) -> Vec<Announcement>;

/// The same for one book.
type Rendered<'a, E> = &'a (dyn Fn(&[(EntryRow, Vec<E>)]) -> Vec<Announcement> + Send + Sync);

/// As many entries as are told in one go; the rest follows in the next round.
const AT_ONCE: u32 = 200;

impl Clerk {
    #[boxed]
    pub(super) async fn tell(&self) -> Result<(), Trouble> {
        for book in self.desk.store.books_to_tell().await? {
            if self.stopping.is_cancelled() {
                return Ok(());
            }
            let name = format!("telling {}", book.id);
            if self.retries.waits(&name) {
                continue;
            }
            let told = match book.kind.as_str() {
                Campaign::KIND => self.tell_book(&book, campaigns::announcements).await,
                _ => self.tell_book(&book, announce::announcements).await,
            };
            match told {
                Ok(()) => self.retries.forget(&name),
                Err(trouble) => self.put_off(&name, &trouble),
            }
        }
        Ok(())
    }

    #[boxed]
    async fn tell_book<B: Book>(
        &self,
        book: &BookRow,
        announcements: Announcements<B>,
    ) -> Result<(), Trouble> {
        let Some(kept) = self.ledger.load_any::<B>(&book.id).await? else { return Ok(()) };
        let Some(channel) = channel_of(&kept) else {
            return Ok(self.desk.store.note_announced(&book.id, book.seq).await?);
        };
        let entries = self.to_tell(book, &kept, channel).await?;
        self.say_all(book, channel, &entries, &|entries| announcements(&kept, entries)).await
    }

    /// What was entered since the last announcement, the oldest first, as far as the book was read: of what was entered since
    /// then it does not know how it stands, nor what to ask; the next round tells that.
    async fn to_tell<B: Book>(
        &self,
        book: &BookRow,
        kept: &StoredBook<B>,
        channel: ChannelId,
    ) -> Result<Vec<(EntryRow, Vec<B::Event>)>, Trouble> {
        let store = &self.desk.store;
        let mut told = book.told_seq;
        if book.telling_seq > told && self.was_said(channel, book).await? {
            told = book.telling_seq;
            store.note_announced(&book.id, told).await?;
        }
        let entries = store.entries(&book.id, told, AT_ONCE).await?;
        let read = entries.into_iter().filter(|entry| entry.seq <= kept.seq).map(|entry| {
            let events = B::Event::list_from_text(&entry.events)?;
            Ok((entry, events))
        });
        read.collect()
    }

    /// Says what there is to say about these entries, as `rendered`, and notes each message once it stands there.
    async fn say_all<E: Sync>(
        &self,
        book: &BookRow,
        channel: ChannelId,
        entries: &[(EntryRow, Vec<E>)],
        rendered: Rendered<'_, E>,
    ) -> Result<(), Trouble> {
        let mut left = entries;
        for Announcement { seq, card } in rendered(entries) {
            if self.stopping.is_cancelled() {
                return Ok(());
            }
            let (told, later) = left.split_at(left.partition_point(|(entry, _)| entry.seq <= seq));
            left = later;
            let said = match card {
                Some(card) => self.say_once(book, channel, seq, &card).await?,
                None => Ok(()),
            };
            let said = match said {
                Err(SendFault::Refused(why)) => {
                    tracing::error!(
                        book = book.id,
                        seq,
                        why,
                        "an announcement was refused; each entry is told by itself"
                    );
                    self.say_each(book, channel, told, rendered).await?
                }
                said => said,
            };
            if let Err(fault) = said {
                tracing::warn!(book = book.id, %fault, "a book's channel cannot be spoken in");
                let last = entries.last().map_or(seq, |(entry, _)| entry.seq);
                return Ok(self.desk.store.note_announced(&book.id, last).await?);
            }
            self.desk.store.note_announced(&book.id, seq).await?;
        }
        Ok(())
    }

    /// The same one by one: as it is, or plainly, or at least that there is something.
    async fn say_each<E: Sync>(
        &self,
        book: &BookRow,
        channel: ChannelId,
        entries: &[(EntryRow, Vec<E>)],
        rendered: Rendered<'_, E>,
    ) -> Result<Result<(), SendFault>, Trouble> {
        for at in 0..entries.len() {
            let alone = entries.get(at..=at).unwrap_or_default();
            for Announcement { seq, card } in rendered(alone) {
                let Some(card) = card else { continue };
                let hint = format!(
                    "**{}** has news that Discord does not let me show here. `/{} info` tells how it stands.\n{}",
                    esc(&book.name),
                    book.kind,
                    mark(&book.kind, &book.id, seq)
                );
                let mut said = Ok(());
                for card in [&card, &card.plainly(), &Card::line(hint)] {
                    said = self.say_once(book, channel, seq, card).await?;
                    match &said {
                        Err(SendFault::Refused(why)) => {
                            tracing::error!(book = book.id, seq, why, "an entry was refused");
                        }
                        Ok(()) | Err(_) => break,
                    }
                }
                if said.is_err() {
                    return Ok(said);
                }
                self.desk.store.note_announced(&book.id, seq).await?;
            }
        }
        Ok(Ok(()))
    }

    /// Says it and leaves the note about it to the caller. What may work later is trouble; what will not is handed back.
    async fn say_once(
        &self,
        book: &BookRow,
        channel: ChannelId,
        seq: u32,
        card: &Card,
    ) -> Result<Result<(), SendFault>, Trouble> {
        self.desk.store.note_telling(&book.id, seq).await?;
        let name = format!("{} {} entry {seq}", book.kind, book.id);
        match self.post.post_as_it_is(channel, card, &name).await {
            Err(SendFault::Other(fault)) => Err(Trouble::fault(fault)),
            said => Ok(said),
        }
    }

    /// Whether what was begun before a stop, or failed a moment ago, stands in the channel after all.
    async fn was_said(&self, channel: ChannelId, book: &BookRow) -> Result<bool, Trouble> {
        self.has_line(channel, &mark(&book.kind, &book.id, book.telling_seq)).await
    }

    /// Whether we have said this line lately. Where we may not look, nothing of ours can be found.
    #[boxed]
    pub(super) async fn has_line(&self, channel: ChannelId, line: &str) -> Result<bool, Trouble> {
        let said = |message: &Message| message.content.lines().any(|said| said == line);
        match self.post.find(channel, said).await {
            Ok(found) => Ok(found),
            Err(SendFault::Other(fault)) => Err(Trouble::fault(fault)),
            Err(fault) => {
                tracing::info!(%fault, "a channel could not be looked through");
                Ok(false)
            }
        }
    }

    /// After a long stop there is one digest, not one for every week.
    #[boxed]
    pub(super) async fn send_digests(&self, now: i64) -> Result<(), Trouble> {
        for book in self.desk.store.open_books(League::KIND).await? {
            if self.stopping.is_cancelled() {
                return Ok(());
            }
            let name = format!("digest {}", book.id);
            if self.retries.waits(&name) {
                continue;
            }
            if let Err(trouble) = self.send_digest(&book, now).await {
                self.put_off(&name, &trouble);
            }
        }
        Ok(())
    }

    async fn send_digest(&self, book: &BookRow, now: i64) -> Result<(), Trouble> {
        if book.digest_ms >= digest::this_week_ms(now) {
            return Ok(());
        }
        let Some(kept) = self.ledger.load_any::<League>(&book.id).await? else { return Ok(()) };
        let Some(channel) = channel_of(&kept) else { return Ok(()) };
        if !digest::is_due(&kept.book.season, book.digest_ms, now) {
            return Ok(());
        }
        let week = digest::this_week_ms(now);
        let line = digest::mark(&book.id, week);
        // it goes out once a week, so looking for it every time costs nothing and needs no note beforehand
        if let Some(mut card) = digest::digest(&kept, now)
            && !self.has_line(channel, &line).await?
        {
            card.content = line;
            let name = format!("league {} week {week}", book.id);
            match self.post.post(channel, &card, &name).await {
                Ok(()) => {}
                Err(SendFault::Other(fault)) => return Err(Trouble::fault(fault)),
                Err(fault) => {
                    tracing::warn!(book = book.id, %fault, "a digest cannot be sent");
                }
            }
        }
        Ok(self.desk.store.note_digest(&book.id, now).await?)
    }
}

fn channel_of<B: Book>(kept: &StoredBook<B>) -> Option<ChannelId> {
    // Discord has no channel 0, and serenity does not survive one
    kept.book.announce().filter(|channel| *channel > 0).map(ChannelId::new)
}
