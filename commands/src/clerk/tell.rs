//! Leagues and campaigns speak in the channel that their organiser has chosen.

use gatemaster_discord::card::Card;
use gatemaster_discord::send::SendFault;
use gatemaster_league::campaign::Campaign;
use gatemaster_league::{Book, League, Stored as _};
use gatemaster_store::{BookPost, BookRow, EntryRow};
use serenity::all::{ChannelId, Message, MessageId};

use super::draft::{self, Announcement, Speaks};
use super::{Clerk, digest, mark, refresh};
use crate::boxed;
use crate::ledger::StoredBook;
use crate::trouble::Trouble;
use crate::words::esc;

/// What there is to say about some entries of one book, the oldest first.
type Rendered<'a, E> = &'a (dyn Fn(&[(EntryRow, Vec<E>)]) -> Vec<Announcement> + Send + Sync);

/// Where a book speaks, and how many entries it has.
#[derive(Clone, Copy)]
struct Speaking<'a> {
    book: &'a BookRow,
    channel: ChannelId,
    seq: u32,
}

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
                Campaign::KIND => self.tell_book::<Campaign>(&book).await,
                _ => self.tell_book::<League>(&book).await,
            };
            match told {
                Ok(()) => self.retries.forget(&name),
                Err(trouble) => self.put_off(&name, &trouble),
            }
        }
        Ok(())
    }

    #[boxed]
    async fn tell_book<B: Speaks>(&self, book: &BookRow) -> Result<(), Trouble> {
        let Some(kept) = self.ledger.load_any::<B>(&book.id).await? else { return Ok(()) };
        let Some(channel) = channel_of(&kept) else {
            return Ok(self.desk.store.note_announced(&book.id, book.seq).await?);
        };
        let speaking = Speaking { book, channel, seq: kept.seq };
        let entries = self.to_tell(speaking, &kept).await?;
        let standing = self.standing::<B>(&book.id, channel).await?;
        let rendered = |entries: &[_]| draft::announcements(&kept, entries, standing.clone());
        self.say_all(speaking, &entries, &rendered).await
    }

    /// What was entered since the last announcement, the oldest first, as far as the book was read: of what was entered since
    /// then it does not know how it stands, nor what to ask; the next round tells that.
    async fn to_tell<B: Speaks>(
        &self,
        speaking: Speaking<'_>,
        kept: &StoredBook<B>,
    ) -> Result<Vec<(EntryRow, Vec<B::Event>)>, Trouble> {
        let Speaking { book, channel, seq } = speaking;
        let store = &self.desk.store;
        let entries = store.entries(&book.id, book.told_seq, AT_ONCE).await?;
        let read = entries.into_iter().filter(|entry| entry.seq <= seq).map(|entry| {
            let events = B::Event::list_from_text(&entry.events)?;
            Ok::<_, Trouble>((entry, events))
        });
        let mut entries: Vec<_> = read.collect::<Result<_, _>>()?;
        if book.telling_seq > book.told_seq
            && let Some(message) = self.find_said(channel, book).await?
        {
            let told = entries.partition_point(|(entry, _)| entry.seq <= book.telling_seq);
            let later = entries.split_off(told);
            let standing = self.standing::<B>(&book.id, channel).await?;
            let said = draft::announcements(kept, &entries, standing).pop();
            if let (Some((first, _)), Some(said)) = (entries.first(), said) {
                // how it looks is not known, so it is drawn anew
                let post = BookPost {
                    book_id: book.id.clone(),
                    channel_id: channel.get(),
                    message_id: message.get(),
                    kind: said.kind,
                    first: first.seq,
                    last: book.telling_seq,
                    shown: 0,
                    drawn: String::new(),
                };
                store.note_book_post(&post).await?;
            }
            store.note_announced(&book.id, book.telling_seq).await?;
            entries = later;
        }
        Ok(entries)
    }

    /// Says what there is to say about these entries, as `rendered`, and notes each message once it stands there.
    async fn say_all<E: Sync>(
        &self,
        speaking: Speaking<'_>,
        entries: &[(EntryRow, Vec<E>)],
        rendered: Rendered<'_, E>,
    ) -> Result<(), Trouble> {
        let book = speaking.book;
        let mut left = entries;
        for announcement in rendered(entries) {
            if self.stopping.is_cancelled() {
                return Ok(());
            }
            let seq = announcement.seq;
            let (told, later) = left.split_at(left.partition_point(|(entry, _)| entry.seq <= seq));
            left = later;
            let first = told.first().map_or(seq, |(entry, _)| entry.seq);
            let said = match &announcement.card {
                Some(card) => self.say_once(speaking, first, &announcement, card).await?,
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
                    self.say_each(speaking, told, rendered).await?
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
        speaking: Speaking<'_>,
        entries: &[(EntryRow, Vec<E>)],
        rendered: Rendered<'_, E>,
    ) -> Result<Result<(), SendFault>, Trouble> {
        let book = speaking.book;
        for at in 0..entries.len() {
            let alone = entries.get(at..=at).unwrap_or_default();
            for announcement in rendered(alone) {
                let seq = announcement.seq;
                let Some(card) = &announcement.card else { continue };
                let hint = format!(
                    "**{}** has news that Discord does not let me show here. `/{} info` tells how it stands.\n{}",
                    esc(&book.name),
                    book.kind,
                    mark(&book.kind, &book.id, seq)
                );
                let mut said = Ok(());
                for card in [card, &card.plainly(), &Card::line(hint)] {
                    said = self.say_once(speaking, seq, &announcement, card).await?;
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
        speaking: Speaking<'_>,
        first: u32,
        announcement: &Announcement,
        card: &Card,
    ) -> Result<Result<(), SendFault>, Trouble> {
        let Speaking { book, channel, seq: shown } = speaking;
        let Announcement { seq, kind, .. } = *announcement;
        self.desk.store.note_telling(&book.id, seq).await?;
        let name = format!("{} {} entry {seq}", book.kind, book.id);
        let message = match self.post.post_as_it_is(channel, card, &name).await {
            Ok(message) => message,
            Err(SendFault::Other(fault)) => return Err(Trouble::fault(fault)),
            Err(fault) => return Ok(Err(fault)),
        };
        if refresh::changes(card) {
            let post = BookPost {
                book_id: book.id.clone(),
                channel_id: channel.get(),
                message_id: message.get(),
                kind,
                first,
                last: seq,
                shown,
                drawn: refresh::look_of(card, kind),
            };
            self.desk.store.note_book_post(&post).await?;
        }
        Ok(Ok(()))
    }

    /// What was begun before a stop, or failed a moment ago, and stands in the channel after all.
    async fn find_said(
        &self,
        channel: ChannelId,
        book: &BookRow,
    ) -> Result<Option<MessageId>, Trouble> {
        self.find_line(channel, &mark(&book.kind, &book.id, book.telling_seq)).await
    }

    /// Whether we have said this line lately.
    #[boxed]
    pub(super) async fn has_line(&self, channel: ChannelId, line: &str) -> Result<bool, Trouble> {
        Ok(self.find_line(channel, line).await?.is_some())
    }

    /// The message in which we have said this line lately. Where we may not look, nothing of ours can be found.
    async fn find_line(
        &self,
        channel: ChannelId,
        line: &str,
    ) -> Result<Option<MessageId>, Trouble> {
        let said = |message: &Message| message.content.lines().any(|said| said == line);
        match self.post.find_message(channel, said).await {
            Ok(found) => Ok(found),
            Err(SendFault::Other(fault)) => Err(Trouble::fault(fault)),
            Err(fault) => {
                tracing::info!(%fault, "a channel could not be looked through");
                Ok(None)
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
