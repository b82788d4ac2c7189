//! Somebody's matches, and what they can do about them: play, report, answer.

use gatemaster_discord::card::{Button, Card, Choice, Select, Style};
use gatemaster_discord::limits::{CHOICES, ROWS, clip};
use gatemaster_league::league::{Phase, Stage};
use gatemaster_league::words::{result_in_words, state_in_words};
use gatemaster_league::{EntrantId, Fixture, League, State, decide, standings};
use gatemaster_rules::ids::UserId;

use super::super::press::{Ended, LeaguePress, LeaguePressed};
use super::{button, fixture_line, is_knockout, lines_of};
use crate::ledger::StoredBook;
use crate::table::NEUTRAL;
use crate::words::{self, esc};

/// So many matches of somebody have their buttons below the message; more are picked from a list.
const MATCH_ROWS: usize = 3;
/// Beside such lists, so many rows ask for an answer.
const ANSWER_ROWS: usize = 2;
/// As much of a name as a button shows.
const NAME_ON_BUTTON: usize = 20;

/// One match with everything about it, and what the asker can do.
pub fn match_card(
    kept: &StoredBook<League>,
    fixture: &Fixture,
    me: Option<EntrantId>,
    organises: bool,
) -> Card {
    let season = &kept.book.season;
    let mut lines = vec![fixture_line(season, fixture)];
    if let State::Disputed { result, by, says, .. } = &fixture.state {
        lines.push(format!(
            "Reported: {}\n{} says: “{}”",
            esc(&result_in_words(season, fixture, result)),
            esc(season.name_of(*by)),
            esc(says)
        ));
    }
    if let Some(at) = decide::counts_at_ms(season, fixture) {
        lines.push(format!("Without a word it counts {}.", words::relative(at)));
    }
    for change in fixture.history.iter().rev().take(5) {
        let before = Fixture { state: change.before.clone(), ..fixture.clone() };
        lines.push(format!(
            "-# {} · {}: was {} ({})",
            words::moment(change.at_ms),
            esc(&change.by.name),
            esc(&state_in_words(season, &before)),
            esc(&change.why)
        ));
    }
    let mut card = Card {
        title: format!("{}: match {}", kept.book.name, fixture.no),
        text: lines.join("\n"),
        colour: Some(NEUTRAL),
        ..Card::default()
    };
    card.buttons.push(match_buttons(kept, fixture, me));
    if organises && fixture.state != State::Bye {
        let settle = LeaguePress::Settle { fixture: fixture.no };
        card.buttons.push(vec![button(kept, "Settle as organiser…", settle)]);
    }
    card
}

/// What somebody can do about a match of theirs.
pub fn match_buttons(
    kept: &StoredBook<League>,
    fixture: &Fixture,
    me: Option<EntrantId>,
) -> Vec<Button> {
    let Some(me) = me.filter(|me| fixture.has(*me)) else { return Vec::new() };
    let (no, revision) = (fixture.no, fixture.revision);
    match &fixture.state {
        State::Open => {
            let mut row = Vec::new();
            if kept.book.played.system().is_some() {
                row.push(
                    button(kept, format!("Play {no} here"), LeaguePress::Play { fixture: no })
                        .styled(Style::Main),
                );
            }
            row.extend(report_buttons(kept, fixture, me));
            if fixture.round.is_none() {
                row.push(button(
                    kept,
                    format!("Call {no} off"),
                    LeaguePress::Withdraw { fixture: no },
                ));
            }
            row
        }
        State::Reported { by, .. } if *by == me => {
            vec![button(
                kept,
                format!("Take report {no} back"),
                LeaguePress::Withdraw { fixture: no },
            )]
        }
        State::Reported { .. } => confirm_buttons(kept, fixture),
        State::Disputed { by, .. } if *by == me => vec![button(
            kept,
            format!("Accept {no} after all"),
            LeaguePress::Confirm { fixture: no, revision },
        )],
        State::Disputed { .. } | State::Decided { .. } | State::Bye | State::Cancelled { .. } => {
            Vec::new()
        }
    }
}

/// How it ended for this person; each opens a form for the scores.
fn report_buttons(kept: &StoredBook<League>, fixture: &Fixture, me: EntrantId) -> Vec<Button> {
    let season = &kept.book.season;
    let other = fixture.opponent_of(me).map_or("nobody", |no| season.name_of(no));
    let other = clip(other, NAME_ON_BUTTON);
    let report = |label: String, ended| {
        button(kept, label, LeaguePress::ReportAs { fixture: fixture.no, ended })
    };
    let mut row = vec![
        report(format!("I won vs {other}…"), Ended::Won),
        report(format!("I lost vs {other}…"), Ended::Lost),
    ];
    let needs_a_winner = fixture.stage == Stage::Decider || is_knockout(season, fixture.stage);
    if season.settings.draws && !needs_a_winner {
        row.push(report(format!("Draw vs {other}…"), Ended::Draw));
    }
    row
}

/// These matches of somebody in lists, so that any of them can be looked at and reported.
pub fn match_lists(
    kept: &StoredBook<League>,
    me: EntrantId,
    matches: &[&Fixture],
    rows: usize,
) -> Vec<Select> {
    let season = &kept.book.season;
    let choice = |fixture: &&Fixture| {
        let other = fixture.opponent_of(me).map_or("nobody", |no| season.name_of(no));
        let state = match fixture.state {
            State::Reported { .. } => "waits to be confirmed",
            State::Disputed { .. } => "disputed",
            State::Open if !fixture.games.is_empty() => "being played",
            State::Open | State::Decided { .. } | State::Bye | State::Cancelled { .. } => "open",
        };
        Choice::new(format!("{} against {other}", fixture.no), fixture.no.0).more(state)
    };
    let lists = (0..).zip(matches.chunks(CHOICES.into())).take(rows);
    lists
        .map(|(list, some)| {
            let press = LeaguePressed::new(&kept.id, LeaguePress::Match { list });
            Select::new("Report a match…", press, some.iter().map(choice).collect())
        })
        .collect()
}

/// Yes and no to a reported result.
pub fn confirm_buttons(kept: &StoredBook<League>, fixture: &Fixture) -> Vec<Button> {
    let (no, revision) = (fixture.no, fixture.revision);
    vec![
        button(kept, format!("Confirm {no}"), LeaguePress::Confirm { fixture: no, revision })
            .styled(Style::Yes),
        button(kept, format!("Not so ({no})…"), LeaguePress::Dispute { fixture: no, revision })
            .styled(Style::No),
    ]
}

/// Somebody's matches in one league.
pub fn my(kept: &StoredBook<League>, user: UserId) -> Card {
    let season = &kept.book.season;
    let Some(me) = season.entrant_of(user) else {
        return Card {
            buttons: vec![vec![button(kept, "Join", LeaguePress::Join).styled(Style::Main)]],
            ..Card::line(format!("You are not in “{}”.", esc(&kept.book.name)))
        };
    };
    let mut open: Vec<&Fixture> = season.unsettled().filter(|fixture| fixture.has(me.no)).collect();
    open.sort_by_key(|fixture| (fixture.due_ms.unwrap_or(i64::MAX), fixture.no));
    let place = standings::table(season, me.division).into_iter().find(|row| row.entrant == me.no);
    let standing = match (season.phase, place) {
        (Phase::Entry, _) | (_, None) => "The season has not started yet.".to_owned(),
        (_, Some(row)) => format!(
            "Place **{}** with **{}** ({} won, {} drawn, {} lost).",
            row.place,
            points(row.points),
            row.won,
            row.drawn,
            row.lost
        ),
    };
    let lines: Vec<String> = open.iter().map(|fixture| fixture_line(season, fixture)).collect();
    let text = if lines.is_empty() {
        format!("{standing}\n\nNothing waits for you.")
    } else {
        format!("{standing}\n\n{}", lines_of(lines))
    };
    let mut card = Card {
        title: format!("{}: {}", kept.book.name, me.name),
        text,
        colour: Some(NEUTRAL),
        ..Card::default()
    };
    let asks =
        |fixture: &&Fixture| matches!(fixture.state, State::Reported { by, .. } if by != me.no);
    // what waits for an answer first
    open.sort_by_key(|fixture| !asks(fixture));
    let (rows, listed) = if open.len() <= MATCH_ROWS {
        (open.len(), false)
    } else {
        (open.iter().filter(|fixture| asks(fixture)).count().min(ANSWER_ROWS), true)
    };
    for fixture in open.iter().take(rows) {
        card = card.with_row(match_buttons(kept, fixture, Some(me.no)));
    }
    if listed {
        card.selects = match_lists(kept, me.no, &open, ROWS - 1 - rows);
    }
    card.with_row(vec![
        button(kept, "Table", LeaguePress::Table { division: me.division }),
        button(kept, "All matches", LeaguePress::Fixtures { round: 0 }),
    ])
}

/// "9 points", "1 point", "−2 points".
fn points(points: i32) -> String {
    match points {
        1 => "1 point".to_owned(),
        0.. => format!("{points} points"),
        ..0 => format!("−{} points", points.unsigned_abs()),
    }
}

/// Somebody's open matches in all their leagues.
pub fn my_all(mine: &[StoredBook<League>], user: UserId) -> Card {
    let mut card =
        Card { title: "Your matches".to_owned(), colour: Some(NEUTRAL), ..Card::default() };
    let mut waiting: Vec<(bool, i64, Vec<Button>)> = Vec::new();
    let mut lists = Vec::new();
    for kept in mine {
        let season = &kept.book.season;
        let Some(me) = season.entrant_of(user) else { continue };
        let open: Vec<&Fixture> = season.unsettled().filter(|fixture| fixture.has(me.no)).collect();
        let lines: Vec<String> = open.iter().map(|fixture| fixture_line(season, fixture)).collect();
        let text =
            if lines.is_empty() { "Nothing waits for you.".to_owned() } else { lines.join("\n") };
        card.fields.push((kept.book.name.clone(), clip(&text, 1_000)));
        lists.extend(match_lists(kept, me.no, &open, 1).into_iter().map(|list| Select {
            placeholder: format!("Report a match of {}…", kept.book.name),
            ..list
        }));
        waiting.extend(open.into_iter().map(|fixture| {
            let asked = matches!(fixture.state, State::Reported { by, .. } if by != me.no);
            (!asked, fixture.due_ms.unwrap_or(i64::MAX), match_buttons(kept, fixture, Some(me.no)))
        }));
    }
    waiting.sort_by_key(|(later, due, _)| (*later, *due));
    waiting.retain(|(_, _, row)| !row.is_empty());
    if waiting.len() > ROWS {
        waiting.retain(|(later, _, _)| !later);
        waiting.truncate(ANSWER_ROWS);
        card.selects = lists.into_iter().take(ROWS - waiting.len()).collect();
    }
    for (_, _, row) in waiting {
        card = card.with_row(row);
    }
    card
}

#[cfg(test)]
mod tests {
    use super::super::super::made_up::{kept, league};
    use super::*;
    use gatemaster_discord::card::SeenBy;
    use gatemaster_discord::limits;

    /// Ann has this many open matches, against people with the longest names there are.
    fn busy(matches: u32) -> (StoredBook<League>, UserId) {
        let ann = UserId(1 << 51);
        let mut book = league(2 + matches, |no| format!("{:W<61}{no:03}", ""));
        let made = book.season.fixtures[0].clone();
        book.season.entrants[0].id = Some(ann);
        let all: Vec<EntrantId> = book.season.entrants.iter().map(|entrant| entrant.no).collect();
        book.season.fixtures.clear();
        for (no, other) in (1..).zip(all.iter().skip(1).take(matches as usize)) {
            let (first, second) = (all[0], Some(*other));
            let no = gatemaster_league::FixtureId(no);
            let fixture = Fixture { no, first, second, state: State::Open, ..made.clone() };
            book.season.fixtures.push(fixture);
        }
        (kept(book), ann)
    }

    #[test]
    fn each_match_of_a_few_has_its_buttons_with_the_opponents_name() {
        let (book, ann) = busy(2);
        let card = my(&book, ann);
        assert!(card.selects.is_empty());
        let labels: Vec<&str> = card.buttons[0].iter().map(|one| one.label.as_str()).collect();
        let name = format!("{}…", "W".repeat(19));
        let expected =
            [format!("I won vs {name}…"), format!("I lost vs {name}…"), format!("Draw vs {name}…")];
        assert_eq!(labels[..3], expected);
        assert_eq!(card.buttons.len(), 3, "two matches, and where else to look");
    }

    #[test]
    fn every_match_of_many_can_be_picked_and_nothing_is_too_long_for_discord() {
        let (book, ann) = busy(60);
        let card = my(&book, ann);
        let body = card.body(SeenBy::One);
        let rows = body["components"].as_array().unwrap();
        assert!(rows.len() <= limits::ROWS);
        let picked: usize = card.selects.iter().map(|list| list.options.len()).sum();
        assert_eq!(picked, 60, "all of them are offered");
        for list in &card.selects {
            for choice in &list.options {
                assert!(choice.label.chars().count() <= limits::CHOICE_NAME, "{}", choice.label);
            }
        }
        let several = my_all(&[book.clone(), book], ann);
        assert!(several.selects.len() + several.buttons.len() <= limits::ROWS);
        assert!(!several.selects.is_empty());
    }

    #[test]
    fn where_somebody_has_to_win_no_draw_is_offered() {
        let (mut book, ann) = busy(1);
        book.book.season.settings.draws = false;
        let labels = |card: Card| {
            card.buttons.into_iter().flatten().map(|one| one.label).collect::<Vec<_>>()
        };
        assert!(!labels(my(&book, ann)).iter().any(|label| label.starts_with("Draw")));
        book.book.season.settings.draws = true;
        book.book.season.fixtures[0].stage = Stage::Finals;
        assert!(!labels(my(&book, ann)).iter().any(|label| label.starts_with("Draw")));
    }
}
