//! Words and buttons of a book on their way to a message: small things together, big ones on their own. Pure rendering.

use gatemaster_discord::card::{Button, Card};
use gatemaster_discord::limits::{CONTENT, ROWS, clip};
use gatemaster_league::Book;
use gatemaster_rules::ids::UserId;
use gatemaster_store::{EntryRow, PostKind};

use super::mark;
use crate::ledger::StoredBook;
use crate::words::{LARGEST_FORMER, esc, ids};

/// Mentions stand in the text above the frame; so many leave room for the words beside them.
pub(super) const MOST_PINGS: usize = 60;
/// As many characters as a mention takes at most.
const PING: usize = 23;
/// A message of more lines is a wall; what comes after begins the next one.
const MOST_LINES: usize = 12;
/// Discord takes 2,000 characters; what several entries say together stays well below.
const MOST_LETTERS: usize = 1_400;

/// One message, and the last entry it tells. Entries with nothing to tell have no card.
#[derive(Clone, Debug, PartialEq)]
pub struct Announcement {
    pub seq: u32,
    pub kind: PostKind,
    pub card: Option<Card>,
}

/// What stands in the channel already and is kept up to date there, so that it need not be said again.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked about by itself")]
pub(super) struct ChannelPosts {
    /// The post that lists who is in.
    pub sign_up: bool,
    /// One that shows how it stands.
    pub standings: bool,
    /// Matches or battles whose report waits there for a word.
    pub reports: Vec<u32>,
    /// Another post shows by now how it stands.
    pub newer_standings: bool,
    /// A message that stands there is drawn anew.
    pub retold: bool,
}

/// A book that has something to say about its entries.
pub(super) trait Speaks: Book {
    fn said(
        kept: &StoredBook<Self>,
        entry: &EntryRow,
        events: &[Self::Event],
        standing: &ChannelPosts,
    ) -> MessageDraft;

    /// The match or battle that was reported.
    fn reported(event: &Self::Event) -> Option<u32>;
}

/// What there is to say about entries that wait together, the oldest first.
pub(super) fn announcements<B: Speaks>(
    kept: &StoredBook<B>,
    entries: &[(EntryRow, Vec<B::Event>)],
    mut standing: ChannelPosts,
) -> Vec<Announcement> {
    let mut all = Vec::new();
    let mut small = MessageDraft::default();
    let mut last = None;
    for (entry, events) in entries {
        let said = B::said(kept, entry, events, &standing);
        standing.sign_up |= said.kind() == PostKind::SignUp;
        standing.standings |= said.kind() == PostKind::Standings;
        standing.reports.extend(events.iter().filter_map(B::reported));
        let apart = said.frame.is_some() || !small.has_room_for(&said);
        if apart && let Some(seq) = last.take() {
            all.push(std::mem::take(&mut small).announcement(kept, seq));
        }
        if said.frame.is_some() {
            all.push(said.announcement(kept, entry.seq));
        } else {
            small.add(said);
            last = Some(entry.seq);
        }
    }
    if let Some(seq) = last {
        all.push(small.announcement(kept, seq));
    }
    all
}

/// The same entries in the one message in which they stand, as the book is now.
pub(super) fn retold<B: Speaks>(
    kept: &StoredBook<B>,
    entries: &[(EntryRow, Vec<B::Event>)],
    kind: PostKind,
    newer_standings: bool,
) -> Option<Card> {
    let sign_up = kind != PostKind::SignUp;
    let standing =
        ChannelPosts { sign_up, newer_standings, retold: true, ..ChannelPosts::default() };
    let mut draft = MessageDraft::default();
    for (entry, events) in entries {
        draft.add(B::said(kept, entry, events, &standing));
    }
    let last = entries.last().map_or(0, |(entry, _)| entry.seq);
    draft.announcement(kept, last).card
}

/// Words and buttons on their way to a message.
#[derive(Clone, Debug, Default)]
pub(super) struct MessageDraft {
    pub lines: Vec<String>,
    /// A message of its own, with what it shows.
    pub frame: Option<(PostKind, Card)>,
    pings: Vec<UserId>,
    rows: Vec<Vec<Button>>,
}

impl MessageDraft {
    pub(super) fn line(&mut self, line: impl Into<String>) {
        let line = line.into();
        // a report and its confirmation that wait together have become the same sentence
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    pub(super) fn row(&mut self, row: Vec<Button>) {
        if !row.is_empty() && !self.rows.contains(&row) {
            self.rows.push(row);
        }
    }

    pub(super) fn rings(&mut self, people: impl IntoIterator<Item = UserId>) {
        for id in people {
            if id.0 > LARGEST_FORMER && !self.pings.contains(&id) {
                self.pings.push(id);
            }
        }
    }

    fn kind(&self) -> PostKind {
        self.frame.as_ref().map_or(PostKind::News, |(kind, _)| *kind)
    }

    fn letters(&self) -> usize {
        self.lines.iter().map(|line| line.chars().count() + 1).sum::<usize>()
            + self.pings.len() * PING
    }

    fn has_room_for(&self, other: &MessageDraft) -> bool {
        self.lines.is_empty()
            || (self.lines.len() + other.lines.len() <= MOST_LINES
                && self.letters() + other.letters() <= MOST_LETTERS
                && self.rows.len() + other.rows.len() <= ROWS)
    }

    fn add(&mut self, other: MessageDraft) {
        for line in other.lines {
            self.line(line);
        }
        for row in other.rows {
            self.row(row);
        }
        self.rings(other.pings);
        self.frame = self.frame.take().or(other.frame);
    }

    fn announcement<B: Book>(self, kept: &StoredBook<B>, seq: u32) -> Announcement {
        Announcement { seq, kind: self.kind(), card: self.card(kept, seq) }
    }

    fn card<B: Book>(mut self, kept: &StoredBook<B>, seq: u32) -> Option<Card> {
        let framed = self.frame.is_some();
        if self.lines.is_empty() && !framed {
            return None;
        }
        let name = esc(kept.book.name());
        // the frame has the name as its title
        let words = match &self.lines[..] {
            lines if framed => lines.join("\n"),
            [only] => format!("**{name}**: {only}"),
            lines => format!("**{name}**\n{}", lines.join("\n")),
        };
        self.pings.truncate(MOST_PINGS);
        let mark = mark(B::KIND, &kept.id, seq);
        let room = CONTENT
            .saturating_sub(self.pings.len() * PING)
            .saturating_sub(mark.chars().count())
            .saturating_sub(2);
        let mut card = self.frame.map(|(_, card)| card).unwrap_or_default();
        // what the entry is recognised by must not be cut off
        card.content = match clip(&words, room) {
            words if words.is_empty() => mark,
            words => format!("{words}\n{mark}"),
        };
        card.pings = ids(self.pings);
        let taken = card.selects.len() + card.buttons.len();
        card.buttons.extend(self.rows.into_iter().take(ROWS.saturating_sub(taken)));
        Some(card)
    }
}
