//! What a league says in its channel: its entries in words, small ones together and big ones on their own. Pure rendering.

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_discord::limits::{CONTENT, ROWS, clip};
use gatemaster_league::league::{How, Phase};
use gatemaster_league::words::{result_in_words, state_in_words};
use gatemaster_league::{
    Action, Book as _, Entrant, EntrantId, Event, Fixture, FixtureId, Format, League, Season,
    State, Stored as _, decide,
};
use gatemaster_rules::ids::UserId;
use gatemaster_store::EntryRow;

use super::mark;
use crate::league::level;
use crate::league::press::LeaguePress;
use crate::league::show::{self, button, number};
use crate::ledger::StoredBook;
use crate::table::{NEUTRAL, QUIET};
use crate::words::{self, LARGEST_FORMER, count, esc, ids};

/// Mentions stand in the text above the frame; so many leave room for the words beside them.
const MOST_PINGS: usize = 60;
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
    pub card: Option<Card>,
}

/// What there is to say about entries that wait together, the oldest first.
pub fn announcements(
    kept: &StoredBook<League>,
    entries: &[(EntryRow, Vec<Event>)],
) -> Vec<Announcement> {
    let mut all = Vec::new();
    let mut small = MessageDraft::default();
    let mut last = None;
    for (entry, events) in entries {
        let said = said(kept, entry, events);
        let apart = said.frame.is_some() || !small.has_room_for(&said);
        if apart && let Some(seq) = last.take() {
            all.push(Announcement { seq, card: std::mem::take(&mut small).card(kept, seq) });
        }
        if said.frame.is_some() {
            all.push(Announcement { seq: entry.seq, card: said.card(kept, entry.seq) });
        } else {
            small.add(said);
            last = Some(entry.seq);
        }
    }
    if let Some(seq) = last {
        all.push(Announcement { seq, card: small.card(kept, seq) });
    }
    all
}

/// What one entry has to say by itself, as a message of its own.
pub fn announcement(kept: &StoredBook<League>, entry: &EntryRow, events: &[Event]) -> Option<Card> {
    said(kept, entry, events).card(kept, entry.seq)
}

/// Words and buttons on their way to a message.
#[derive(Clone, Debug, Default)]
struct MessageDraft {
    lines: Vec<String>,
    frame: Option<Card>,
    pings: Vec<UserId>,
    rows: Vec<Vec<Button>>,
}

impl MessageDraft {
    fn line(&mut self, line: impl Into<String>) {
        let line = line.into();
        // a report and its confirmation that wait together have become the same sentence
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    /// The first of many matches; the others are counted.
    fn matches(&mut self, what: &str, matches: &[(&Season, &Fixture)]) {
        const SHOWN: usize = 8;
        for (season, fixture) in matches.iter().take(SHOWN) {
            self.line(format!("{what}: {}", show::fixture_line(season, fixture)));
        }
        if let Some(more) = matches.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            self.line(format!("{what}: {} more, see `/league fixtures`.", number(more)));
        }
    }

    fn row(&mut self, row: Vec<Button>) {
        if !row.is_empty() && !self.rows.contains(&row) {
            self.rows.push(row);
        }
    }

    fn rings(&mut self, people: impl IntoIterator<Item = UserId>) {
        for id in people {
            if id.0 > LARGEST_FORMER && !self.pings.contains(&id) {
                self.pings.push(id);
            }
        }
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
    }

    fn card(mut self, kept: &StoredBook<League>, seq: u32) -> Option<Card> {
        let framed = self.frame.is_some();
        if self.lines.is_empty() && !framed {
            return None;
        }
        let name = esc(&kept.book.name);
        // the frame has the name as its title
        let words = match &self.lines[..] {
            lines if framed => lines.join("\n"),
            [only] => format!("**{name}**: {only}"),
            lines => format!("**{name}**\n{}", lines.join("\n")),
        };
        self.pings.truncate(MOST_PINGS);
        let mark = mark(League::KIND, &kept.id, seq);
        let room = CONTENT
            .saturating_sub(self.pings.len() * PING)
            .saturating_sub(mark.chars().count())
            .saturating_sub(2);
        let mut card = self.frame.unwrap_or_default();
        // what the entry is recognised by must not be cut off
        card.content = format!("{}\n{mark}", clip(&words, room));
        card.pings = ids(self.pings);
        let taken = card.selects.len() + card.buttons.len();
        card.buttons.extend(self.rows.into_iter().take(ROWS.saturating_sub(taken)));
        Some(card)
    }
}

fn said(kept: &StoredBook<League>, entry: &EntryRow, events: &[Event]) -> MessageDraft {
    let mut said = MessageDraft::default();
    let entered: Vec<EntrantId> = events
        .iter()
        .filter_map(|event| match event {
            Event::Entered { entrant, .. } => Some(*entrant),
            _ => None,
        })
        .collect();
    // a whole club that enters with a file is one line
    let crowd = entered.len() > MOST_LINES;
    if crowd {
        let names: Vec<String> = entered.iter().map(|no| esc(name_of(&kept.book, *no))).collect();
        let people = count(number(names.len()), "person is", "people are");
        said.line(clip(&format!("{people} in: {}.", words::list(&names)), MOST_LETTERS / 2));
    }
    for event in events {
        if crowd && matches!(event, Event::Entered { .. }) {
            continue;
        }
        tell(&mut said, kept, entry, events, event);
    }
    said
}

fn tell(
    said: &mut MessageDraft,
    kept: &StoredBook<League>,
    entry: &EntryRow,
    events: &[Event],
    event: &Event,
) {
    let league = &kept.book;
    let season = &league.season;
    let name = |no: &EntrantId| esc(name_of(league, *no));
    match event {
        Event::Opened => {
            said.line("A new league is open.");
            said.frame = Some(show::info(kept, UserId::BOT, false));
        }
        Event::Changed { what } => said.line(changed(what)),
        Event::Appointed { organiser } => {
            said.line(format!("{} is an organiser now.", esc(&organiser.name)));
        }
        Event::Dismissed { organiser } => {
            said.line(format!("{} is an organiser no longer.", esc(&organiser.name)));
        }
        Event::Entered { entrant, late } => entered(said, league, *entrant, *late),
        Event::Left { entrant } => {
            said.line(format!("{} has left.", leaver(league, entry, *entrant)));
        }
        Event::Returned { entrant } => said.line(format!("{} is back.", name(entrant))),
        // where somebody stands before the start is shown with the start; a game opened for a match stands in its channel
        Event::Placed { .. } | Event::Linked { .. } => {}
        Event::Started => started(said, kept),
        Event::Paired { round } => paired(said, kept, *round),
        Event::FinalsBegan => said.line("The finals begin."),
        Event::Deadline { round, fixture } => deadline(said, league, *round, *fixture),
        Event::Challenged { fixture } => {
            // a challenge that was reported in the same breath is told as the report
            if !events.contains(&Event::Reported { fixture: *fixture }) {
                challenged(said, kept, *fixture);
            }
        }
        Event::Reported { fixture } => reported(said, kept, *fixture),
        Event::Disputed { fixture } => disputed(said, kept, *fixture),
        Event::Withdrawn { fixture } => {
            open_again(said, league, *fixture, "The report was taken back; ", "");
        }
        Event::Decided { fixture, how } => {
            decided(said, league, *fixture, *how, &reason(entry, *fixture));
        }
        Event::Corrected { fixture, before } => {
            corrected(said, league, *fixture, before, &reason(entry, *fixture));
        }
        Event::Cancelled { fixture } => about(said, league, *fixture, |season, fixture| {
            format!("{}: {}", show::who(season, fixture), esc(&state_in_words(season, fixture)))
        }),
        Event::Reopened { fixture } => {
            open_again(said, league, *fixture, "", &reason(entry, *fixture));
        }
        Event::Imported { matches, corrected } => {
            let results = count(*matches, "result was", "results were");
            let of_them = match corrected {
                0 => String::new(),
                corrected => format!(", {corrected} of them corrected"),
            };
            said.line(format!("{results} brought in from a file{of_them}."));
        }
        Event::Adjusted { entrant, points, why } => {
            said.line(format!("{} for {}: {}", signed(*points), name(entrant), esc(why)));
        }
        Event::Revoked { entrant, points, why } => said.line(format!(
            "Taken back: {} for {} ({})",
            signed(*points),
            name(entrant),
            esc(why)
        )),
        Event::LotPromised { .. }
        | Event::LotDrawn { .. }
        | Event::ToPlay { .. }
        | Event::Ruled { .. } => about_level(said, league, event),
        Event::RoundDone { round } => round_done(said, kept, events, *round),
        Event::DueSoon { fixtures } => due_soon(said, kept, fixtures),
        Event::PastDue { fixtures } => past_due(said, kept, fixtures),
        Event::Closed => closed(said, kept, entry),
        Event::Resumed => said.line(format!("{} goes on.", season.title())),
        Event::SeasonOpened { number, promoted, relegated } => {
            season_opened(said, kept, *number, promoted, relegated);
        }
    }
}

/// A lot that was drawn at the close belongs to the season before, where the next one is open already.
fn about_level(said: &mut MessageDraft, league: &League, event: &Event) {
    let drawn_in = |season: &&Season| match event {
        Event::LotDrawn { lot, .. } => season.level.lots.contains(lot),
        _ => true,
    };
    if let Some(season) = league.seasons().rev().find(drawn_in) {
        let words = level::about_level(season, event);
        words.iter().flat_map(|words| words.lines()).for_each(|line| said.line(line));
    }
}

fn entered(said: &mut MessageDraft, league: &League, entrant: EntrantId, late: bool) {
    // whoever has left again before the start is in no list
    if let Some(entrant) = entrant_of(league, entrant) {
        let how = if late { "joins late" } else { "is in" };
        said.line(format!("{} {how}.", esc(&entrant.name)));
    }
}

fn started(said: &mut MessageDraft, kept: &StoredBook<League>) {
    let season = &kept.book.season;
    let people = count(number(season.active().count()), "person", "people");
    said.line(format!("{} has started with {people}.", season.title()));
    if let Some(promise) = season.level.promise.as_ref().filter(|_| counts_points(season)) {
        let hash = &promise.seed_hash;
        said.line(format!("-# SHA-256 of the seed for a lot between level people `{hash}`"));
    }
    if season.settings.format.by_challenge() {
        said.line("`/league challenge` asks somebody for a match.");
        said.row(vec![
            button(kept, "My matches", LeaguePress::My),
            button(kept, "Table", LeaguePress::Table { division: 0 }),
        ]);
    }
}

/// What an organiser said about why they did this to a match, after a colon.
fn reason(entry: &EntryRow, no: FixtureId) -> String {
    match Action::from_text(&entry.action) {
        Ok(Action::Settle { fixture, why, .. } | Action::Reopen { fixture, why })
            if fixture == no && !why.trim().is_empty() =>
        {
            format!(": {}", esc(why.trim()))
        }
        Ok(_) | Err(_) => String::new(),
    }
}

fn corrected(said: &mut MessageDraft, league: &League, no: FixtureId, before: &State, why: &str) {
    about(said, league, no, |season, fixture| {
        let was = Fixture { state: before.clone(), ..fixture.clone() };
        format!(
            "Corrected: {} → **{}**{why}",
            esc(&state_in_words(season, &was)),
            esc(&state_in_words(season, fixture))
        )
    });
}

fn due_soon(said: &mut MessageDraft, kept: &StoredBook<League>, fixtures: &[FixtureId]) {
    let open = still_open(&kept.book, fixtures);
    said.matches("Due soon", &open);
    for (season, fixture) in &open {
        said.rings(people_of(season, fixture));
    }
    if !open.is_empty() {
        said.row(vec![button(kept, "My matches", LeaguePress::My)]);
    }
}

fn season_opened(
    said: &mut MessageDraft,
    kept: &StoredBook<League>,
    number: u16,
    promoted: &[EntrantId],
    relegated: &[EntrantId],
) {
    let names = |all: &[EntrantId]| {
        words::list(&all.iter().map(|no| esc(name_of(&kept.book, *no))).collect::<Vec<_>>())
    };
    said.line(format!("Season {number} is open."));
    if !promoted.is_empty() {
        said.line(format!("Up: {}.", names(promoted)));
    }
    if !relegated.is_empty() {
        said.line(format!("Down: {}.", names(relegated)));
    }
    let mut card = show::info(kept, UserId::BOT, false);
    // how the last season ended stands in the same entry, where one action did both
    if let Some(ended) = said.frame.take() {
        card.fields.insert(0, (ended.title, clip(&ended.text, 1_000)));
    }
    said.frame = Some(card);
}

/// A match of whichever season it belongs to.
fn find(league: &League, no: FixtureId) -> Option<(&Season, &Fixture)> {
    league.seasons().rev().find_map(|season| season.fixture(no).map(|fixture| (season, fixture)))
}

fn entrant_of(league: &League, no: EntrantId) -> Option<&Entrant> {
    league.seasons().rev().find_map(|season| season.entrant(no))
}

fn name_of(league: &League, no: EntrantId) -> &str {
    entrant_of(league, no).map_or("somebody", |entrant| entrant.name.as_str())
}

/// Whoever left before the start is in no list any more, but in the entry if they went by themselves.
fn leaver(league: &League, entry: &EntryRow, no: EntrantId) -> String {
    match (entrant_of(league, no), Action::from_text(&entry.action)) {
        (Some(entrant), _) => esc(&entrant.name),
        (None, Ok(Action::Leave)) => esc(&entry.user_name),
        (None, _) => "Somebody".to_owned(),
    }
}

fn changed(what: &[String]) -> String {
    // a channel is named so that Discord shows it; everything else may hold words that people chose
    let shown = |phrase: &String| {
        if phrase.starts_with("announcements:") { phrase.clone() } else { esc(phrase) }
    };
    format!("Changed: {}.", what.iter().map(shown).collect::<Vec<_>>().join("; "))
}

fn signed(points: i32) -> String {
    let number = count(points.unsigned_abs(), "point", "points");
    if points < 0 { format!("−{number}") } else { format!("+{number}") }
}

fn about(
    said: &mut MessageDraft,
    league: &League,
    no: FixtureId,
    words: impl Fn(&Season, &Fixture) -> String,
) {
    if let Some((season, fixture)) = find(league, no) {
        said.line(format!("`{}` {}", no.0, words(season, fixture)));
    }
}

fn open_again(said: &mut MessageDraft, league: &League, no: FixtureId, after: &str, why: &str) {
    let Some((season, fixture)) = find(league, no) else { return };
    if fixture.state != State::Open {
        return as_it_stands(said, season, fixture);
    }
    let who = show::who(season, fixture);
    let end = if why.is_empty() { "." } else { why };
    said.line(format!("`{}` {after}{who} is open again{end}", no.0));
}

/// How a match stands, where it is not what the entry was about any more.
fn as_it_stands(said: &mut MessageDraft, season: &Season, fixture: &Fixture) {
    said.line(show::fixture_line(season, fixture));
}

fn people_of(season: &Season, fixture: &Fixture) -> Vec<UserId> {
    show::people_of(season, std::iter::once(fixture))
}

fn person(season: &Season, no: Option<EntrantId>) -> Option<UserId> {
    no.and_then(|no| season.entrant(no)).and_then(|entrant| entrant.id)
}

fn organisers(league: &League) -> impl Iterator<Item = UserId> {
    league.organisers.iter().map(|organiser| organiser.id)
}

fn still_open<'l>(league: &'l League, fixtures: &[FixtureId]) -> Vec<(&'l Season, &'l Fixture)> {
    fixtures
        .iter()
        .filter_map(|no| find(league, *no))
        .filter(|(_, fixture)| fixture.state == State::Open)
        .collect()
}

fn paired(said: &mut MessageDraft, kept: &StoredBook<League>, round: u16) {
    let season = &kept.book.season;
    if season.round(round).is_none() {
        // another season has begun since
        return;
    }
    said.frame = Some(show::pairings(kept, round, false));
    let open = season
        .fixtures_of_round(round)
        .filter(|fixture| fixture.second.is_some() && fixture.is_unsettled());
    said.rings(show::people_of(season, open));
}

fn deadline(
    said: &mut MessageDraft,
    league: &League,
    round: Option<u16>,
    fixture: Option<FixtureId>,
) {
    let due = |due: Option<i64>| match due {
        Some(due) => format!("is due {} ({}) now", words::moment(due), words::relative(due)),
        None => "has no deadline any more".to_owned(),
    };
    if let Some((season, fixture)) = fixture.and_then(|no| find(league, no)) {
        said.line(format!(
            "`{}` {} {}.",
            fixture.no.0,
            show::who(season, fixture),
            due(fixture.due_ms)
        ));
        said.rings(people_of(season, fixture));
    } else if let Some(found) = round.and_then(|round| league.season.round(round)) {
        said.line(format!("{} {}.", esc(&found.name), due(found.due_ms)));
    }
}

fn challenged(said: &mut MessageDraft, kept: &StoredBook<League>, no: FixtureId) {
    let Some((season, fixture)) = find(&kept.book, no) else { return };
    if fixture.state != State::Open {
        return as_it_stands(said, season, fixture);
    }
    let opponent = fixture.second.map_or("nobody", |second| season.name_of(second));
    let due = fixture.due_ms.map_or(String::new(), |due| format!(", due {}", words::relative(due)));
    said.line(format!(
        "`{}` **{}** challenges **{}**{due}.",
        no.0,
        esc(season.name_of(fixture.first)),
        esc(opponent)
    ));
    said.rings(person(season, fixture.second));
    said.row(vec![button(kept, "My matches", LeaguePress::My)]);
}

fn reported(said: &mut MessageDraft, kept: &StoredBook<League>, no: FixtureId) {
    let Some((season, fixture)) = find(&kept.book, no) else { return };
    let State::Reported { result, by, .. } = &fixture.state else {
        return as_it_stands(said, season, fixture);
    };
    let opponent = fixture.opponent_of(*by);
    let counts = decide::counts_at_ms(season, fixture)
        .map_or(String::new(), |at| format!(" Without a word it counts {}.", words::relative(at)));
    said.line(format!(
        "`{}` {} reports: **{}**. {}, is that so?{counts}",
        no.0,
        esc(season.name_of(*by)),
        esc(&result_in_words(season, fixture, result)),
        esc(opponent.map_or("Somebody", |no| season.name_of(no))),
    ));
    said.rings(person(season, opponent));
    if person(season, opponent).is_none() {
        // a guest cannot press anything; an organiser confirms for them
        said.rings(organisers(&kept.book));
    }
    said.row(show::confirm_buttons(kept, fixture));
}

fn disputed(said: &mut MessageDraft, kept: &StoredBook<League>, no: FixtureId) {
    let Some((season, fixture)) = find(&kept.book, no) else { return };
    let State::Disputed { result, by, says, .. } = &fixture.state else {
        return as_it_stands(said, season, fixture);
    };
    said.line(format!(
        "`{}` {} says that it was not so (“{}”): “{}” An organiser settles it.",
        no.0,
        esc(season.name_of(*by)),
        esc(&result_in_words(season, fixture, result)),
        esc(says)
    ));
    said.rings(organisers(&kept.book));
    let settle = LeaguePress::Settle { fixture: no };
    said.row(vec![button(kept, format!("Settle {no}…"), settle).styled(Style::Main)]);
}

fn decided(said: &mut MessageDraft, league: &League, no: FixtureId, how: How, why: &str) {
    let Some((season, fixture)) = find(league, no) else { return };
    let Some(result) = fixture.result() else { return as_it_stands(said, season, fixture) };
    let how = match how {
        How::Game => " (from the game itself)",
        How::Opponent => "",
        How::Deadline => " (nobody objected in time)",
        How::Organiser => " (settled by an organiser)",
        How::DropOut => " (the other one has left)",
        How::Import => " (from a file)",
    };
    let result = esc(&result_in_words(season, fixture, result));
    said.line(format!("`{}` **{result}**{how}{why}", no.0));
}

fn round_done(said: &mut MessageDraft, kept: &StoredBook<League>, events: &[Event], round: u16) {
    let season = &kept.book.season;
    let Some(found) = season.round(round) else { return };
    if events.iter().any(|event| matches!(event, Event::Corrected { .. })) {
        // it was done before the correction, and everybody has heard it
        return;
    }
    said.line(format!("**{} is done.**", esc(&found.name)));
    let went_on = events.iter().any(|event| matches!(event, Event::Paired { .. }));
    if went_on || !season.is_running() || season.unsettled().next().is_some() {
        return;
    }
    let row = show::organiser_buttons(kept);
    if !row.is_empty() {
        said.rings(organisers(&kept.book));
        said.row(row);
    } else if show::all_played(season) {
        said.line("Everything is played. An organiser closes the season with `/organise close`.");
        said.rings(organisers(&kept.book));
    }
}

fn past_due(said: &mut MessageDraft, kept: &StoredBook<League>, fixtures: &[FixtureId]) {
    let open = still_open(&kept.book, fixtures);
    if open.is_empty() {
        return;
    }
    said.matches("Past the deadline", &open);
    said.line(
        "Organisers, `/organise settle` gives a walkover or counts it as not played, `/organise deadline` gives more time.",
    );
    said.rings(organisers(&kept.book));
    let settle =
        open.iter().take(gatemaster_discord::limits::BUTTONS_PER_ROW).map(|(_, fixture)| {
            let no = fixture.no;
            button(kept, format!("Settle {no}…"), LeaguePress::Settle { fixture: no })
        });
    said.row(settle.collect());
}

fn closed(said: &mut MessageDraft, kept: &StoredBook<League>, entry: &EntryRow) {
    let mut seasons = kept.book.seasons().rev();
    let Some(season) = seasons.find(|season| season.closed_ms == Some(entry.at_ms)) else {
        // it goes on again
        return;
    };
    let honours = show::honours(season);
    let text = match season.started_ms {
        Some(_) if !honours.is_empty() && counts_points(season) => {
            format!("{honours}\n\n{}", table_lines(season, 10))
        }
        Some(_) if !honours.is_empty() => honours,
        Some(_) | None => "Nothing was played.".to_owned(),
    };
    let present = kept.book.season.number == season.number;
    let buttons = if present && kept.book.season.phase == Phase::Closed {
        vec![vec![button(kept, "Table", LeaguePress::Table { division: 0 })]]
    } else {
        Vec::new()
    };
    said.frame = Some(Card {
        title: format!("{}: {} is over", kept.book.name, season.title()),
        text,
        colour: Some(if present { NEUTRAL } else { QUIET }),
        buttons,
        ..Card::default()
    });
}

/// The first rows of each division's table.
pub(super) fn table_lines(season: &Season, rows: usize) -> String {
    let mut lines = Vec::new();
    for division in 0..season.settings.division_count() {
        let table = gatemaster_league::standings::table(season, division);
        if table.is_empty() {
            continue;
        }
        if let Some(name) = season.settings.division_name(division) {
            lines.push(format!("**{}**", esc(name)));
        }
        for row in table.iter().take(rows) {
            let points = if counts_points(season) {
                format!(" · **{}**", row.points)
            } else {
                String::new()
            };
            let parted = row.parted.map_or(String::new(), |by| format!(", {}", by.title()));
            lines.push(format!(
                "{}. {}{points} ({}–{}–{}){parted}",
                row.place,
                esc(season.name_of(row.entrant)),
                row.won,
                row.drawn,
                row.lost
            ));
        }
        let more = table.len().saturating_sub(rows);
        if more > 0 {
            lines.push(format!("… and {more} more."));
        }
    }
    if counts_points(season) {
        lines.push("-# points (won–drawn–lost)".to_owned());
    } else {
        lines.push("-# (won–drawn–lost)".to_owned());
    }
    lines.join("\n")
}

/// A ladder and a knockout are an order without points.
fn counts_points(season: &Season) -> bool {
    match season.settings.format {
        Format::Ladder { .. } | Format::Knockout { .. } => false,
        Format::RoundRobin { .. } | Format::Swiss { .. } | Format::Open { .. } => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatemaster_league::{Moment, Played, Settings};
    use gatemaster_rules::table::{Actor, Player};

    use gatemaster_discord::card::SeenBy;

    const FIRST: u64 = 100_000_000_000_000_000;

    /// A league with its entries, as the ledger would have written them.
    struct Club {
        kept: StoredBook<League>,
        entries: Vec<(EntryRow, Vec<Event>)>,
    }

    impl Club {
        fn act(&mut self, user: u64, action: &Action) {
            let name = format!("Player {user}");
            let player = Player { id: UserId(FIRST + user), name: name.clone() };
            let actor = Actor { player, manager: false };
            let moment =
                Moment { now_ms: 1_000_000 + i64::from(self.kept.seq), lot: 3, seed: [7; 32] };
            let decided = League::decide(Some(&self.kept.book), &actor, action, moment).unwrap();
            self.kept.book = decided.book;
            self.kept.seq += 1;
            let entry = EntryRow {
                seq: self.kept.seq,
                user_id: FIRST + user,
                user_name: name,
                action: serde_json::to_string(action).unwrap(),
                events: String::new(),
                at_ms: moment.now_ms,
            };
            self.entries.push((entry, decided.events));
        }

        fn all(&self) -> Vec<Announcement> {
            announcements(&self.kept, &self.entries)
        }
    }

    fn league_of(people: u64, format: Format) -> Club {
        let open = Action::Open {
            name: "*Winter*".to_owned(),
            about: String::new(),
            played: Played::Elsewhere("Chess".to_owned()),
            settings: Box::new(Settings::new(format)),
        };
        let player = Player { id: UserId(FIRST), name: "Mia".to_owned() };
        let actor = Actor { player, manager: false };
        let book = League::decide(None, &actor, &open, Moment { now_ms: 1, lot: 1, seed: [7; 32] })
            .unwrap()
            .book;
        let kept = StoredBook { id: "0123456789".to_owned(), guild: 1, seq: 1, book };
        let mut told = Club { kept, entries: Vec::new() };
        for user in 1..=people {
            told.act(user, &Action::Join { faction: None });
        }
        told
    }

    fn content(announcement: &Announcement) -> String {
        let body = announcement.card.as_ref().unwrap().body(SeenBy::All);
        body["content"].as_str().unwrap().to_owned()
    }

    #[test]
    fn small_things_are_told_together_and_big_ones_alone() {
        let mut told = league_of(3, Format::Swiss { rounds: 1 });
        told.act(2, &Action::Leave);
        told.act(0, &Action::Start);
        let all = told.all();
        assert_eq!(all.iter().map(|one| one.seq).collect::<Vec<_>>(), [5, 6]);
        let small = content(&all[0]);
        assert_eq!(
            small,
            "**\\*Winter\\***\nPlayer 1 is in.\nPlayer 3 is in.\nPlayer 2 has left.\n\
             -# league 0123456789 · entry 5"
        );
        assert_eq!(all[1].card.as_ref().unwrap().title, "*Winter*: Round 1");
    }

    #[test]
    fn a_message_is_recognised_however_many_people_it_rings_for() {
        let mut told = league_of(200, Format::Swiss { rounds: 3 });
        let entered = told.all();
        assert!(entered.len() > 10, "{}", entered.len());
        for one in &entered {
            assert!(
                content(one).ends_with(&format!("\n{}", mark(League::KIND, "0123456789", one.seq)))
            );
        }
        told.entries.clear();
        told.act(0, &Action::Start);
        let paired = told.all().remove(0);
        assert_eq!(paired.card.as_ref().unwrap().pings.len(), MOST_PINGS);
        let content = content(&paired);
        assert!(content.chars().count() <= CONTENT);
        assert!(content.ends_with(&mark(League::KIND, "0123456789", paired.seq)), "{content}");
    }

    #[test]
    fn only_people_with_an_opponent_are_rung_for() {
        let mut told = league_of(3, Format::Swiss { rounds: 1 });
        told.act(0, &Action::Start);
        let card = told.all().pop().unwrap().card.unwrap();
        assert_eq!(card.pings.len(), 2, "one of the three has a bye");
    }

    #[test]
    fn what_nobody_needs_to_hear_makes_no_message() {
        let mut told = league_of(2, Format::Open { meetings: 0 });
        told.act(0, &Action::Start);
        told.act(1, &Action::Challenge { opponent: EntrantId(2) });
        told.entries.clear();
        told.act(1, &Action::Link { fixture: FixtureId(1), game: "0123456789".to_owned() });
        assert_eq!(told.all(), [Announcement { seq: told.kept.seq, card: None }]);
        assert_eq!(announcements(&told.kept, &[]), []);
    }

    #[test]
    fn a_long_list_of_late_matches_keeps_its_buttons_and_its_way_out() {
        let mut told = league_of(60, Format::RoundRobin { legs: 1 });
        told.act(0, &Action::Start);
        told.entries.clear();
        let late = told.kept.book.season.fixtures.iter().map(|fixture| fixture.no).collect();
        let entry = EntryRow {
            seq: 99,
            user_id: 0,
            user_name: String::new(),
            action: String::new(),
            events: String::new(),
            at_ms: 1,
        };
        let card = announcement(&told.kept, &entry, &[Event::PastDue { fixtures: late }]).unwrap();
        let text = card.fitted_content();
        assert!(text.contains("1762 more") && text.contains("`/organise deadline`"), "{text}");
        assert_eq!(card.buttons.len(), 1);
        assert_eq!(card.pings, [FIRST]);
    }
}
