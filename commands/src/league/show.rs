//! Leagues in words and buttons. Pure rendering: a league in, cards out.

mod mine;

pub use mine::{confirm_buttons, match_buttons, match_card, match_lists, my, my_all};

use std::fmt::Write as _;

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_discord::limits::clip;
use gatemaster_league::league::{Phase, Round, Stage};
use gatemaster_league::settings::{LastResort, Seeding, Unplayed};
use gatemaster_league::words::result_in_words;
use gatemaster_league::{Fixture, Format, League, Season, State, TieBreaker, decide, standings};
use gatemaster_rules::ids::UserId;

use super::press::{LeaguePress, LeaguePressed};
use crate::ledger::{BookOutcome, StoredBook};
use crate::table::{NEUTRAL, QUIET};
use crate::words::{self, count, esc, ids, on_off};

/// As many lines as a frame shows without becoming a wall.
const LINES: usize = 30;

pub fn button(kept: &StoredBook<League>, label: impl Into<String>, press: LeaguePress) -> Button {
    Button::new(label, LeaguePressed::new(&kept.id, press))
}

/// A number of things as people count them.
pub fn number(things: usize) -> u32 {
    u32::try_from(things).unwrap_or(u32::MAX)
}

/// "**Ann** – **Bob**", or who has the bye.
pub fn who(season: &Season, fixture: &Fixture) -> String {
    let first = esc(season.name_of(fixture.first));
    match fixture.second {
        Some(second) => format!("**{first}** – **{}**", esc(season.name_of(second))),
        None => format!("**{first}** has a bye"),
    }
}

/// "`12` **Ann** – **Bob** · open, due in 3 days"
pub fn fixture_line(season: &Season, fixture: &Fixture) -> String {
    let no = format!("`{}`", fixture.no.0);
    let who = who(season, fixture);
    let third = match (fixture.third_place, fixture.stage) {
        (true, _) => " (for third place)",
        (false, Stage::Decider) => " (decider)",
        (false, Stage::Main | Stage::Finals) => "",
    };
    let due = |fixture: &Fixture| {
        fixture.due_ms.map_or(String::new(), |due| format!(", due {}", words::relative(due)))
    };
    match &fixture.state {
        State::Open if fixture.games.is_empty() => {
            format!("{no} {who}{third} · open{}", due(fixture))
        }
        State::Open => format!("{no} {who}{third} · being played{}", due(fixture)),
        State::Bye => format!("{no} {who}"),
        State::Reported { result, .. } => {
            format!(
                "{no} {} · waits to be confirmed",
                esc(&result_in_words(season, fixture, result))
            )
        }
        State::Disputed { .. } => format!("{no} {who} · disputed, an organiser settles it"),
        State::Decided { result, .. } => {
            format!("{no} **{}**{third}", esc(&result_in_words(season, fixture, result)))
        }
        State::Cancelled { why } => format!("{no} {who} · cancelled: {}", esc(why)),
    }
}

/// People of these matches who are on Discord, to be told about them.
pub fn people_of<'f>(season: &Season, fixtures: impl Iterator<Item = &'f Fixture>) -> Vec<UserId> {
    let mut people = Vec::new();
    for fixture in fixtures {
        for no in [Some(fixture.first), fixture.second].into_iter().flatten() {
            let id = season.entrant(no).and_then(|entrant| entrant.id);
            if let Some(id) = id.filter(|id| id.0 > words::LARGEST_FORMER && !people.contains(id)) {
                people.push(id);
            }
        }
    }
    people
}

fn lines_of(lines: Vec<String>) -> String {
    let more = lines.len().saturating_sub(LINES);
    let mut text = lines.into_iter().take(LINES).collect::<Vec<_>>().join("\n");
    if more > 0 {
        let _ = write!(text, "\n… and {more} more.");
    }
    text
}

/// The pairings of one round with their deadline. The people who play are told when `rings`.
pub fn pairings(kept: &StoredBook<League>, round: u16, rings: bool) -> Card {
    let season = &kept.book.season;
    let fixtures: Vec<&Fixture> = season.fixtures_of_round(round).collect();
    let Some(found) = season.round(round) else {
        return Card::line("There is no such round yet.");
    };
    let due = found.due_ms.map_or(String::new(), |due| {
        format!("Play by {} ({}).\n\n", words::moment(due), words::relative(due))
    });
    let open = fixtures.iter().any(|fixture| fixture.is_unsettled());
    let pings = if rings { ids(people_of(season, fixtures.iter().copied())) } else { Vec::new() };
    Card {
        title: format!("{}: {}", kept.book.name, found.name),
        text: format!("{due}{}", by_division(season, found, &fixtures)),
        colour: Some(NEUTRAL),
        footer: "The number before a match is its name: /league report match:12".to_owned(),
        pings,
        buttons: if open {
            vec![vec![
                button(kept, "My matches", LeaguePress::My).styled(Style::Main),
                button(kept, "Table", LeaguePress::Table { division: 0 }),
            ]]
        } else {
            vec![vec![button(kept, "Table", LeaguePress::Table { division: 0 })]]
        },
        ..Card::default()
    }
}

/// Lines of matches, under the names of their divisions where there are several, each as far as its own bracket is.
fn by_division(season: &Season, round: &Round, fixtures: &[&Fixture]) -> String {
    let mut lines = Vec::new();
    for division in 0..season.settings.division_count() {
        let here: Vec<&&Fixture> =
            fixtures.iter().filter(|fixture| fixture.division == division).collect();
        if here.is_empty() {
            continue;
        }
        if let Some(name) = season.settings.division_name(division) {
            let stage = decide::stage_name(season, round, division);
            let stage = if stage == round.name { String::new() } else { format!(": {stage}") };
            lines.push(format!("**{}**{}", esc(name), esc(&stage)));
        }
        lines.extend(here.into_iter().map(|fixture| fixture_line(season, fixture)));
    }
    if lines.is_empty() { "No matches.".to_owned() } else { lines_of(lines) }
}

/// The round that is being played: the first with open matches, or the last.
pub fn present_round(season: &Season) -> Option<&Round> {
    let open = season
        .rounds
        .iter()
        .find(|round| season.fixtures_of_round(round.number).any(Fixture::is_unsettled));
    open.or_else(|| season.last_round())
}

/// The matches of a round, or of a league without rounds: those that are open, and the latest results.
pub fn fixtures(kept: &StoredBook<League>, round: Option<u16>) -> Card {
    let season = &kept.book.season;
    // where matches come from challenges, a decider is one of the open ones
    let present = present_round(season).filter(|_| !season.settings.format.by_challenge());
    let number = round.or_else(|| present.map(|round| round.number));
    if let Some(number) = number {
        let mut card = pairings(kept, number, false);
        let mut row = Vec::new();
        if number > 1 && season.round(number - 1).is_some() {
            row.push(button(kept, "◀ Round before", LeaguePress::Fixtures { round: number - 1 }));
        }
        if season.round(number + 1).is_some() {
            row.push(button(kept, "Next round ▶", LeaguePress::Fixtures { round: number + 1 }));
        }
        return std::mem::take(&mut card).with_row(row);
    }
    let mut open: Vec<&Fixture> = season.unsettled().collect();
    open.sort_by_key(|fixture| fixture.due_ms.unwrap_or(i64::MAX));
    let mut decided: Vec<&Fixture> =
        season.fixtures.iter().filter(|fixture| fixture.result().is_some()).collect();
    decided.sort_by_key(|fixture| std::cmp::Reverse(fixture.decided_ms()));
    decided.truncate(10);
    let lines = |fixtures: Vec<&Fixture>| {
        lines_of(fixtures.into_iter().map(|fixture| fixture_line(season, fixture)).collect())
    };
    let mut text = match season.phase {
        Phase::Entry => "The season has not started; there are no matches yet.".to_owned(),
        _ if open.is_empty() && season.settings.format.by_challenge() => {
            "No open matches. `/league challenge` asks somebody for one.".to_owned()
        }
        _ if open.is_empty() => "No open matches.".to_owned(),
        _ => format!("**Open**\n{}", lines(open)),
    };
    if !decided.is_empty() {
        let _ = write!(text, "\n\n**Latest results**\n{}", lines(decided));
    }
    Card {
        title: format!("{}: matches", kept.book.name),
        text,
        colour: Some(NEUTRAL),
        buttons: vec![vec![
            button(kept, "My matches", LeaguePress::My),
            button(kept, "Table", LeaguePress::Table { division: 0 }),
        ]],
        ..Card::default()
    }
}

/// What a league is, how it is set, and how it stands.
pub fn info(kept: &StoredBook<League>, user: UserId, organises: bool) -> Card {
    let league = &kept.book;
    let season = &league.season;
    let people = season.active().count();
    let limit = match season.settings.limit {
        0 => String::new(),
        limit => format!(" of {limit}"),
    };
    let (phase, colour) = match season.phase {
        Phase::Entry => ("open for entry", NEUTRAL),
        Phase::Running => ("on", NEUTRAL),
        Phase::Finals => ("in the finals", NEUTRAL),
        Phase::Closed => ("closed", QUIET),
    };
    let organisers: Vec<String> =
        league.organisers.iter().map(|one| words::person(one.id.0)).collect();
    let about =
        if league.about.is_empty() { String::new() } else { format!("{}\n\n", esc(&league.about)) };
    let round = present_round(season).map_or(String::new(), |round| {
        let due =
            round.due_ms.map_or(String::new(), |due| format!(", due {}", words::relative(due)));
        format!("\nNow: **{}**{due}", esc(&round.name))
    });
    let mut row = Vec::new();
    let mine = season.entrant_of(user).filter(|me| !me.out);
    match season.phase {
        Phase::Entry if mine.is_none() => {
            row.push(button(kept, "Join", LeaguePress::Join).styled(Style::Main));
        }
        Phase::Running if mine.is_none() && season.settings.late_entry => {
            row.push(button(kept, "Join late", LeaguePress::Join));
        }
        Phase::Entry | Phase::Running | Phase::Finals | Phase::Closed => {}
    }
    if mine.is_some() && season.is_running() {
        row.push(button(kept, "My matches", LeaguePress::My).styled(Style::Main));
    }
    if season.phase != Phase::Entry {
        row.push(button(kept, "Table", LeaguePress::Table { division: 0 }));
        row.push(button(kept, "Matches", LeaguePress::Fixtures { round: 0 }));
    }
    let mut card = Card {
        title: league.name.clone(),
        text: format!(
            "{about}**{}** · {} · {}\n{} is **{phase}** with **{}{limit}**{}.{round}\nOrganised by {}.",
            esc(league.played.title()),
            season.settings.format.title(),
            season.title(),
            season.title(),
            count(number(people), "person", "people"),
            division_note(season),
            words::list(&organisers),
        ),
        fields: vec![("How it is set".to_owned(), settings_text(season))],
        colour: Some(colour),
        ..Card::default()
    };
    let entered: Vec<String> = season.active().map(|entrant| esc(&entrant.name)).collect();
    if season.phase == Phase::Entry && !entered.is_empty() {
        card.fields.insert(0, ("In it".to_owned(), clip(&words::list(&entered), 1_000)));
    }
    card = card.with_row(row);
    if organises {
        card = card.with_row(organiser_buttons(kept));
    }
    card
}

/// What comes next for an organiser.
pub fn organiser_buttons(kept: &StoredBook<League>) -> Vec<Button> {
    let season = &kept.book.season;
    let mut row = Vec::new();
    match season.phase {
        Phase::Entry => {
            row.push(button(kept, "Start the season", LeaguePress::Start).styled(Style::Yes));
        }
        Phase::Running | Phase::Finals => {
            let done = season.last_round().is_some_and(|round| {
                !season.fixtures_of_round(round.number).any(Fixture::is_unsettled)
            });
            let waiting = decide::to_be_played(season);
            let decider = season.settings.last_resort == LastResort::Decider && !waiting.is_empty();
            if done && decider {
                row.push(button(kept, "Pair the decider", LeaguePress::Decider).styled(Style::Yes));
                row.push(button(kept, "Draw a lot", LeaguePress::DrawLot));
            } else if done && !all_played(season) {
                let label =
                    if starts_finals(season) { "Start the finals" } else { "Pair the next round" };
                row.push(button(kept, label, LeaguePress::NextRound).styled(Style::Yes));
            }
        }
        Phase::Closed => {}
    }
    row
}

/// Whether the next round is the first of the finals.
pub fn starts_finals(season: &Season) -> bool {
    season.phase == Phase::Running
        && season.settings.finals > 0
        && match season.settings.format {
            Format::Swiss { .. } => {
                season.main_rounds() >= usize::from(decide::swiss_rounds(season))
            }
            Format::RoundRobin { .. } => true,
            Format::Ladder { .. } | Format::Knockout { .. } | Format::Open { .. } => false,
        }
}

/// Whether no further round can come.
pub fn all_played(season: &Season) -> bool {
    let final_is_last = || season.last_proper_round().is_some_and(|round| round.name == "Final");
    match (season.phase, season.settings.format) {
        (Phase::Finals, _) | (_, Format::Knockout { .. }) => final_is_last(),
        (_, Format::Swiss { .. }) => {
            season.main_rounds() >= usize::from(decide::swiss_rounds(season))
                && season.settings.finals == 0
        }
        (_, Format::RoundRobin { .. }) => season.settings.finals == 0,
        (_, Format::Ladder { .. } | Format::Open { .. }) => true,
    }
}

fn division_note(season: &Season) -> String {
    if season.settings.divisions.is_empty() {
        return String::new();
    }
    let names: Vec<String> = (0..season.settings.division_count())
        .map(|division| {
            let name = season.settings.division_name(division).unwrap_or_default();
            let people = season.in_division(division).filter(|entrant| !entrant.out).count();
            format!("{} ({people})", esc(name))
        })
        .collect();
    format!(" in {}", words::list(&names))
}

/// How a league is set, a few short lines.
pub fn settings_text(season: &Season) -> String {
    let set = &season.settings;
    let points = set.points;
    let mut lines = Vec::new();
    if !matches!(set.format, Format::Ladder { .. } | Format::Knockout { .. }) {
        lines.push(format!(
            "Points: win {}, draw {}, loss {}, walkover {}/{}, bye {}",
            points.win,
            points.draw,
            points.loss,
            points.walkover_win,
            points.walkover_loss,
            points.bye
        ));
        let ties: Vec<&str> = set.ties.iter().map(|tie| TieBreaker::title(*tie)).collect();
        lines.push(if ties.is_empty() {
            "Level on points: they share the place".to_owned()
        } else {
            format!("Level on points: {}", ties.join(", then "))
        });
        lines.push(format!(
            "Still level where a place decides something: {}",
            set.last_resort.title()
        ));
        if set.counts_scores() && points.unplayed != Unplayed::Nothing {
            lines.push(format!("A bye or a walkover counts with {}", points.unplayed.title()));
        }
        if let Some(promise) = &season.level.promise {
            lines.push(format!("-# SHA-256 of the next lot's seed `{}`", promise.seed_hash));
        }
    }
    lines.push(match set.days {
        0 => "No deadlines".to_owned(),
        days => format!("A match may take {}", count(days.into(), "day", "days")),
    });
    lines.push(match set.confirm_hours {
        0 => "A reported result waits until somebody confirms it".to_owned(),
        hours => format!("A reported result counts after {} without a word", words::hours(hours)),
    });
    if set.finals > 0 {
        lines.push(format!("Finals: the best {} in a knockout", set.finals));
    }
    if set.divisions.len() > 1 {
        lines.push(format!("Promotion and relegation: {}", set.moves));
    }
    let seeding = match set.seeding {
        Seeding::Lot => "first order by lot",
        Seeding::Entry => "first order as entered or placed",
    };
    lines.push(format!(
        "Draws {} · late entry {} · {seeding} · rounds {}",
        on_off(set.draws),
        on_off(set.late_entry),
        if set.auto_rounds { "follow by themselves" } else { "are paired by the organiser" },
    ));
    let channel = set.announce.map_or("nowhere".to_owned(), |channel| format!("<#{channel}>"));
    lines.push(format!(
        "Announced {} · weekly digest {} · public page {}",
        if set.announce.is_some() { format!("in {channel}") } else { channel },
        on_off(set.digest),
        on_off(set.page)
    ));
    lines.join("\n")
}

/// Who has won what: the first three of each division.
pub fn honours(season: &Season) -> String {
    let mut lines = Vec::new();
    for division in 0..season.settings.division_count() {
        let order = standings::final_order(season, division);
        let best: Vec<String> = order
            .iter()
            .take_while(|(place, _)| *place <= 3)
            .take(8)
            .map(|(place, no)| format!("{place}. **{}**", esc(season.name_of(*no))))
            .collect();
        if best.is_empty() {
            continue;
        }
        let name = season
            .settings
            .division_name(division)
            .map_or(String::new(), |name| format!("{}: ", esc(name)));
        lines.push(format!("{name}{}", best.join(" · ")));
    }
    lines.join("\n")
}

/// Whether somebody in this stage can still be beaten out.
pub fn is_knockout(season: &Season, stage: Stage) -> bool {
    stage == Stage::Finals || matches!(season.settings.format, Format::Knockout { .. })
}

/// One league in a list.
pub fn list_line(kept: &StoredBook<League>) -> String {
    let season = &kept.book.season;
    let state = match season.phase {
        Phase::Entry => "people are entering".to_owned(),
        Phase::Running | Phase::Finals => {
            present_round(season).map_or_else(|| "on".to_owned(), |round| esc(&round.name))
        }
        Phase::Closed => "closed".to_owned(),
    };
    format!(
        "**{}** · {} · {} · {}, {} · {state}",
        esc(&kept.book.name),
        esc(kept.book.played.title()),
        season.settings.format.title(),
        season.title(),
        count(number(season.active().count()), "person", "people")
    )
}

/// The match that an entry was about.
pub fn fixture_told(written: &BookOutcome<League>) -> Option<&Fixture> {
    use gatemaster_league::Event;
    let no = written.events.iter().find_map(|event| match event {
        Event::Challenged { fixture }
        | Event::Reported { fixture }
        | Event::Disputed { fixture }
        | Event::Withdrawn { fixture }
        | Event::Decided { fixture, .. }
        | Event::Corrected { fixture, .. }
        | Event::Cancelled { fixture }
        | Event::Reopened { fixture }
        | Event::Linked { fixture, .. } => Some(*fixture),
        Event::Opened
        | Event::Changed { .. }
        | Event::Appointed { .. }
        | Event::Dismissed { .. }
        | Event::Entered { .. }
        | Event::Left { .. }
        | Event::Returned { .. }
        | Event::Placed { .. }
        | Event::Started
        | Event::Paired { .. }
        | Event::FinalsBegan
        | Event::Deadline { .. }
        | Event::Imported { .. }
        | Event::Adjusted { .. }
        | Event::Revoked { .. }
        | Event::LotPromised { .. }
        | Event::LotDrawn { .. }
        | Event::ToPlay { .. }
        | Event::Ruled { .. }
        | Event::RoundDone { .. }
        | Event::DueSoon { .. }
        | Event::PastDue { .. }
        | Event::Closed
        | Event::Resumed
        | Event::SeasonOpened { .. } => None,
    })?;
    written.kept.book.season.fixture(no)
}
