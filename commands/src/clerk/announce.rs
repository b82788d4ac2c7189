//! What a league says in its channel: its entries in words, small ones together and big ones on their own. Pure rendering.

use gatemaster_discord::card::{Card, Style};
use gatemaster_discord::limits::clip;
use gatemaster_league::league::{How, Phase};
use gatemaster_league::words::{result_in_words, state_in_words};
use gatemaster_league::{
    Action, Entrant, EntrantId, Event, Fixture, FixtureId, League, Season, State, Stored as _,
    decide,
};
use gatemaster_rules::ids::UserId;
use gatemaster_store::{EntryRow, PostKind};

use super::draft::{self, Announcement, ChannelPosts, MessageDraft, Speaks};
use crate::league::level;
use crate::league::posts::{self, counts_points};
use crate::league::press::LeaguePress;
use crate::league::show::{self, button, number};
use crate::ledger::StoredBook;
use crate::table::{NEUTRAL, QUIET};
use crate::words::{self, count, esc};

/// What there is to say about entries that wait together, the oldest first, where nothing stands in the channel yet.
pub fn announcements(
    kept: &StoredBook<League>,
    entries: &[(EntryRow, Vec<Event>)],
) -> Vec<Announcement> {
    draft::announcements(kept, entries, ChannelPosts::default())
}

/// What one entry has to say by itself, as a message of its own.
pub fn announcement(kept: &StoredBook<League>, entry: &EntryRow, events: &[Event]) -> Option<Card> {
    announcements(kept, &[(entry.clone(), events.to_vec())]).pop()?.card
}

impl Speaks for League {
    fn said(
        kept: &StoredBook<League>,
        entry: &EntryRow,
        events: &[Event],
        standing: &ChannelPosts,
    ) -> MessageDraft {
        let mut said = MessageDraft::default();
        for event in events {
            tell(&mut said, kept, entry, events, event, standing);
        }
        said
    }

    fn reported(event: &Event) -> Option<u32> {
        match event {
            Event::Reported { fixture } => Some(fixture.0),
            _ => None,
        }
    }
}

/// The first of many matches; the others are counted.
fn matches(said: &mut MessageDraft, what: &str, matches: &[(&Season, &Fixture)]) {
    const SHOWN: usize = 8;
    for (season, fixture) in matches.iter().take(SHOWN) {
        said.line(format!("{what}: {}", show::fixture_line(season, fixture)));
    }
    if let Some(more) = matches.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        said.line(format!("{what}: {} more, see `/league fixtures`.", number(more)));
    }
}

fn tell(
    said: &mut MessageDraft,
    kept: &StoredBook<League>,
    entry: &EntryRow,
    events: &[Event],
    event: &Event,
    standing: &ChannelPosts,
) {
    let league = &kept.book;
    let season = &league.season;
    let name = |no: &EntrantId| esc(name_of(league, *no));
    match event {
        Event::Opened => {
            said.line("A new league is open.");
            said.frame = sign_up(kept, entry);
        }
        Event::Changed { what } => said.line(changed(what)),
        Event::Appointed { organiser } => {
            said.line(format!("{} is an organiser now.", esc(&organiser.name)));
        }
        Event::Dismissed { organiser } => {
            said.line(format!("{} is an organiser no longer.", esc(&organiser.name)));
        }
        // who is new stands below how it stands as well
        Event::Entered { late: true, .. } if standing.standings => {}
        Event::Entered { late, .. } => listed(said, kept, entry, standing, *late),
        Event::Left { entrant } => match entrant_of(league, *entrant) {
            Some(entrant) => said.line(format!("{} has left.", esc(&entrant.name))),
            // before the start they are simply in the list no more
            None => listed(said, kept, entry, standing, false),
        },
        Event::Returned { entrant } => said.line(format!("{} is back.", name(entrant))),
        // where somebody stands before the start is shown with the start; a game opened for a match stands in its channel
        Event::Placed { .. } | Event::Linked { .. } => {}
        Event::Started => started(said, kept, entry, standing),
        Event::Paired { round } => paired(said, kept, entry, *round, standing),
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
            if !stands_as_report(events, *fixture, *how, standing) {
                decided(said, league, *fixture, *how, &reason(entry, *fixture));
            }
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
            season_opened(said, kept, entry, *number, promoted, relegated);
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

/// The list of who is in, as long as its season is the present one.
fn sign_up(kept: &StoredBook<League>, entry: &EntryRow) -> Option<(PostKind, Card)> {
    is_of_present(kept, entry).then(|| (PostKind::SignUp, posts::sign_up(kept)))
}

fn is_of_present(kept: &StoredBook<League>, entry: &EntryRow) -> bool {
    entry.at_ms >= kept.book.season.opened_ms
}

/// Somebody comes, or goes before the start: the list shows it, and is posted where there is none.
fn listed(
    said: &mut MessageDraft,
    kept: &StoredBook<League>,
    entry: &EntryRow,
    standing: &ChannelPosts,
    late: bool,
) {
    let phase = kept.book.season.phase;
    let wanted = if late { phase != Phase::Closed } else { phase == Phase::Entry };
    if !standing.sign_up && (standing.retold || wanted) {
        said.frame = sign_up(kept, entry);
    }
}

/// A report that came to count without more ado is told where it was reported; with the end of a round it is told again.
fn stands_as_report(events: &[Event], no: FixtureId, how: How, standing: &ChannelPosts) -> bool {
    let by_itself = match how {
        How::Opponent | How::Deadline => true,
        How::Game | How::Organiser | How::DropOut | How::Import => false,
    };
    by_itself
        && standing.reports.contains(&no.0)
        && !events.iter().any(|event| matches!(event, Event::RoundDone { .. }))
}

fn started(
    said: &mut MessageDraft,
    kept: &StoredBook<League>,
    entry: &EntryRow,
    standing: &ChannelPosts,
) {
    let season = &kept.book.season;
    if !is_of_present(kept, entry) {
        return;
    }
    let people = count(number(season.active().count()), "person", "people");
    said.line(format!("{} has started with {people}.", season.title()));
    if let Some(promise) = season.level.promise.as_ref().filter(|_| counts_points(season)) {
        let hash = &promise.seed_hash;
        said.line(format!("-# SHA-256 of the seed for a lot between level people `{hash}`"));
    }
    if season.settings.format.by_challenge() {
        said.line("`/league challenge` asks somebody for a match.");
        let card = posts::standings(kept, !standing.newer_standings);
        said.frame = Some((PostKind::Standings, card));
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
        Ok(Action::GameReopened { fixture, .. }) if fixture == no => {
            ": its end was taken back at the table".to_owned()
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
    matches(said, "Due soon", &open);
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
    entry: &EntryRow,
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
    let Some((kind, mut card)) = sign_up(kept, entry) else { return };
    // how the last season ended stands in the same entry, where one action did both
    if let Some((_, ended)) = said.frame.take() {
        card.fields.insert(0, (ended.title, clip(&ended.text, 1_000)));
    }
    said.frame = Some((kind, card));
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

fn paired(
    said: &mut MessageDraft,
    kept: &StoredBook<League>,
    entry: &EntryRow,
    round: u16,
    standing: &ChannelPosts,
) {
    if !is_of_present(kept, entry) {
        return;
    }
    let newest = !standing.newer_standings;
    let Some(round) = posts::round_shown(&kept.book.season, round, newest) else { return };
    said.frame = Some((PostKind::Standings, posts::round(kept, round, newest)));
    let season = &kept.book.season;
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
    let (result, by) = match &fixture.state {
        State::Reported { result, by, .. } => (result, by),
        State::Decided { how, .. } => return decided(said, &kept.book, no, *how, ""),
        State::Open | State::Disputed { .. } | State::Bye | State::Cancelled { .. } => {
            return as_it_stands(said, season, fixture);
        }
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
    matches(said, "Past the deadline", &open);
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
    let card = Card {
        title: format!("{}: {} is over", kept.book.name, season.title()),
        text,
        colour: Some(if present { NEUTRAL } else { QUIET }),
        buttons,
        ..Card::default()
    };
    said.frame = Some((PostKind::News, card));
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

#[cfg(test)]
mod tests {
    use super::*;
    use gatemaster_league::{Book as _, Format, Moment, Played, Settings};
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
    fn who_comes_and_goes_before_the_start_stands_in_one_list_and_nowhere_else() {
        let mut told = league_of(3, Format::Swiss { rounds: 1 });
        told.act(2, &Action::Leave);
        let all = told.all();
        assert_eq!(all.iter().map(|one| one.seq).collect::<Vec<_>>(), [2, 5]);
        assert_eq!((all[0].kind, &all[1].card), (PostKind::SignUp, &None));
        let list = all[0].card.as_ref().unwrap();
        assert_eq!(list.fields[0], ("In it: 2".to_owned(), "Player 1, Player 3".to_owned()));
        let standing = ChannelPosts { sign_up: true, ..ChannelPosts::default() };
        let silent = draft::announcements(&told.kept, &told.entries, standing);
        assert_eq!(silent.iter().filter(|one| one.card.is_some()).count(), 0, "{silent:?}");
    }

    #[test]
    fn who_joins_late_is_in_a_post_that_stands_there_and_in_no_message_of_their_own() {
        let mut told = league_of(2, Format::Open { meetings: 0 });
        told.act(0, &Action::Start);
        let started = std::mem::take(&mut told.entries);
        told.act(3, &Action::Join { faction: None });
        for (sign_up, standings) in [(true, false), (false, true)] {
            let standing = ChannelPosts { sign_up, standings, ..ChannelPosts::default() };
            let silent = draft::announcements(&told.kept, &told.entries, standing);
            assert!(silent.iter().all(|one| one.card.is_none()), "{silent:?}");
        }
        let stands = draft::retold(&told.kept, &started, PostKind::Standings, false).unwrap();
        let new = ("Joined since the start".to_owned(), "Player 3".to_owned());
        assert!(stands.fields.contains(&new), "{:?}", stands.fields);
        // where no post of the league is left, the list of who is in comes back
        let list = told.all().remove(0);
        assert_eq!(list.kind, PostKind::SignUp);
        assert_eq!(list.card.unwrap().fields[0].0, "In it: 3");
    }

    #[test]
    fn small_things_are_told_together_and_big_ones_alone() {
        let mut told = league_of(2, Format::Swiss { rounds: 1 });
        told.entries.clear();
        told.act(0, &Action::Start);
        let why = "late".to_owned();
        told.act(0, &Action::Adjust { entrant: EntrantId(1), points: -1, why: why.clone() });
        told.act(0, &Action::Adjust { entrant: EntrantId(2), points: 1, why });
        let all = told.all();
        assert_eq!(all.iter().map(|one| one.seq).collect::<Vec<_>>(), [4, 6]);
        assert_eq!(all[0].kind, PostKind::Standings);
        assert_eq!(all[0].card.as_ref().unwrap().title, "*Winter*: Round 1");
        assert_eq!(
            content(&all[1]),
            "**\\*Winter\\***\n−1 point for Player 1: late\n+1 point for Player 2: late\n\
             -# league 0123456789 · entry 6"
        );
    }

    #[test]
    fn a_message_is_recognised_however_many_people_it_rings_for() {
        let mut told = league_of(200, Format::Swiss { rounds: 3 });
        told.entries.clear();
        told.act(0, &Action::Start);
        let paired = told.all().remove(0);
        assert_eq!(paired.card.as_ref().unwrap().pings.len(), draft::MOST_PINGS);
        let content = content(&paired);
        assert!(content.chars().count() <= gatemaster_discord::limits::CONTENT);
        let mark = super::super::mark("league", "0123456789", paired.seq);
        assert!(content.ends_with(&mark), "{content}");
    }

    #[test]
    fn a_report_loses_its_buttons_where_it_stands_once_it_counts() {
        let mut told = league_of(4, Format::RoundRobin { legs: 1 });
        told.act(0, &Action::Start);
        told.entries.clear();
        let fixture = FixtureId(1);
        let first = told.kept.book.season.fixture(fixture).unwrap().first;
        let by = u64::from(first.0);
        let result = gatemaster_league::MatchResult::plain(gatemaster_league::Verdict::Win(
            gatemaster_league::Side::First,
        ));
        told.act(by, &Action::Report { fixture, result });
        let report = std::mem::take(&mut told.entries);
        let told_of =
            |told: &Club| draft::retold(&told.kept, &report, PostKind::News, false).unwrap();
        assert_eq!(told_of(&told).buttons.len(), 1);
        let opponent = told.kept.book.season.fixture(fixture).unwrap().second.unwrap();
        told.act(u64::from(opponent.0), &Action::Confirm { fixture, revision: 1 });
        let counts = told_of(&told);
        assert!(counts.buttons.is_empty() && counts.pings.is_empty(), "{counts:?}");
        assert!(counts.content.contains(" beat "), "{}", counts.content);
        let standing = ChannelPosts { reports: vec![1], ..ChannelPosts::default() };
        let after = draft::announcements(&told.kept, &told.entries, standing);
        assert!(after.iter().all(|one| one.card.is_none()), "{after:?}");
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
        let nothing = Announcement { seq: told.kept.seq, kind: PostKind::News, card: None };
        assert_eq!(told.all(), [nothing]);
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
