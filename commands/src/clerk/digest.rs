//! Once a week: what was played, who moved, what is due. Pure rendering, and the moment at which it is time.

use gatemaster_discord::card::Card;
use gatemaster_discord::limits::{FIELD_VALUE, clip};
use gatemaster_league::{EntrantId, Fixture, League, Season, State, standings};

use super::announce::table_lines;
use crate::league::press::LeaguePress;
use crate::league::show::{self, button, number};
use crate::ledger::StoredBook;
use crate::table::NEUTRAL;
use crate::words::{self, esc};

const HOUR_MS: i64 = 60 * 60 * 1_000;
const WEEK_MS: i64 = 7 * 24 * HOUR_MS;
/// Mondays at 09:00 UTC: the weekend's games are in, and it is day where most clubs are. 1970 began on a Thursday, so its
/// first Monday was the fifth day.
const FIRST_DIGEST_MS: i64 = (4 * 24 + 9) * HOUR_MS;
/// As many lines of a kind as fit into a field with room to breathe.
const LINES: usize = 8;
const ROWS_OF_TABLE: usize = 5;

/// The last Monday morning.
pub fn this_week_ms(now_ms: i64) -> i64 {
    now_ms.saturating_sub(now_ms.saturating_sub(FIRST_DIGEST_MS).rem_euclid(WEEK_MS))
}

/// Whether this week's digest is owed: the last one is older, and the season was there when the week began.
pub fn is_due(season: &Season, last_ms: i64, now_ms: i64) -> bool {
    let week = this_week_ms(now_ms);
    season.settings.digest && last_ms < week && season.opened_ms < week
}

/// What a digest is recognised by in its channel.
pub fn mark(league: &str, week_ms: i64) -> String {
    format!("-# league {league} · the week of {}", words::day(week_ms))
}

/// The week that ends now; nothing where there is nothing to tell.
pub fn digest(kept: &StoredBook<League>, now_ms: i64) -> Option<Card> {
    let season = &kept.book.season;
    let week_ago = now_ms.saturating_sub(WEEK_MS);
    let mut played: Vec<&Fixture> = season
        .fixtures
        .iter()
        .filter(|fixture| fixture.decided_ms().is_some_and(|at| at > week_ago))
        .collect();
    played.sort_by_key(|fixture| (fixture.decided_ms(), fixture.no));
    let soon = now_ms.saturating_add(WEEK_MS);
    let mut due: Vec<&Fixture> = season
        .unsettled()
        .filter(|fixture| fixture.due_ms.is_some_and(|due| due <= soon))
        .collect();
    due.sort_by_key(|fixture| (fixture.due_ms, fixture.no));
    let disputed: Vec<&Fixture> = season
        .unsettled()
        .filter(|fixture| matches!(fixture.state, State::Disputed { .. }))
        .collect();
    if !season.is_running() || (played.is_empty() && due.is_empty() && disputed.is_empty()) {
        return None;
    }
    let moved = if played.is_empty() { Vec::new() } else { moved(season, week_ago) };
    let mut fields = Vec::new();
    let mut field = |name: &str, text: String| {
        if !text.is_empty() {
            fields.push((name.to_owned(), clip(&text, FIELD_VALUE)));
        }
    };
    field("Results", lines(season, &played));
    if !played.is_empty() {
        field("Table", table_lines(season, ROWS_OF_TABLE));
    }
    field("Who moved", moved.join("\n"));
    field("Due by next week", lines(season, &due));
    field("Disputed", lines(season, &disputed));
    Some(Card {
        title: format!("{}: the week", kept.book.name),
        fields,
        colour: Some(NEUTRAL),
        buttons: vec![vec![
            button(kept, "My matches", LeaguePress::My),
            button(kept, "Table", LeaguePress::Table { division: 0 }),
        ]],
        ..Card::default()
    })
}

fn lines(season: &Season, fixtures: &[&Fixture]) -> String {
    let mut lines: Vec<String> =
        fixtures.iter().take(LINES).map(|fixture| show::fixture_line(season, fixture)).collect();
    let more = fixtures.len().saturating_sub(LINES);
    if more > 0 {
        lines.push(format!("… and {} more.", number(more)));
    }
    lines.join("\n")
}

/// "▲ Ann 4 → 2", those who moved furthest first.
fn moved(season: &Season, since_ms: i64) -> Vec<String> {
    let before = as_it_was(season, since_ms);
    let places = |season: &Season| -> Vec<(EntrantId, u32)> {
        (0..season.settings.division_count())
            .flat_map(|division| standings::table(season, division))
            .map(|row| (row.entrant, row.place))
            .collect()
    };
    let were = places(&before);
    let mut moves: Vec<(EntrantId, u32, u32)> = places(season)
        .into_iter()
        .filter_map(|(no, now)| {
            let was = were.iter().find(|(other, _)| *other == no)?.1;
            (was != now).then_some((no, was, now))
        })
        .collect();
    moves.sort_by_key(|(no, was, now)| (std::cmp::Reverse(was.abs_diff(*now)), *now, *no));
    moves.truncate(LINES);
    moves
        .into_iter()
        .map(|(no, was, now)| {
            let sign = if now < was { "▲ up" } else { "▼ down" };
            format!("{sign}: {} {was} → {now}", esc(season.name_of(no)))
        })
        .collect()
}

/// The season without what has come to count since; who was not in it yet is not in it.
fn as_it_was(season: &Season, at_ms: i64) -> Season {
    let mut before = season.clone();
    before.entrants.retain(|entrant| entrant.entered_ms <= at_ms);
    before.adjustments.retain(|adjustment| adjustment.at_ms <= at_ms);
    let known: Vec<EntrantId> = before.entrants.iter().map(|entrant| entrant.no).collect();
    before.fixtures.retain(|fixture| {
        let both = [Some(fixture.first), fixture.second].into_iter().flatten();
        fixture.made_ms <= at_ms && both.into_iter().all(|no| known.contains(&no))
    });
    for fixture in &mut before.fixtures {
        if fixture.decided_ms().is_some_and(|at| at > at_ms) {
            fixture.state = State::Open;
        }
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatemaster_league::{
        Action, Book as _, FixtureId, Format, MatchResult, Moment, Played, Settings, Side, Verdict,
    };
    use gatemaster_rules::ids::UserId;
    use gatemaster_rules::table::{Actor, Player};

    /// Monday, 16 November 2026, 09:00 UTC
    const MONDAY: i64 = 1_794_819_600_000;
    const ANN: u64 = 100_000_000_000_000_001;

    fn act(kept: &mut StoredBook<League>, id: u64, action: &Action, now_ms: i64) {
        let name = if id == ANN { "Ann" } else { "Bob_" }.to_owned();
        let actor = Actor { player: Player { id: UserId(id), name }, manager: false };
        let moment = Moment { now_ms, lot: 1, seed: [7; 32] };
        kept.book = League::decide(Some(&kept.book), &actor, action, moment).unwrap().book;
    }

    /// A ladder of two since a month ago.
    fn ladder() -> StoredBook<League> {
        let began = MONDAY - 4 * WEEK_MS;
        let mut settings = Settings::new(Format::Ladder { reach: 0 });
        settings.digest = true;
        let open = Action::Open {
            name: "Winter".to_owned(),
            about: String::new(),
            played: Played::Elsewhere("Chess".to_owned()),
            settings: Box::new(settings),
        };
        let actor =
            Actor { player: Player { id: UserId(ANN), name: "Ann".to_owned() }, manager: false };
        let moment = Moment { now_ms: began, lot: 1, seed: [7; 32] };
        let book = League::decide(None, &actor, &open, moment).unwrap().book;
        let mut kept = StoredBook { id: "0123456789".to_owned(), guild: 1, seq: 1, book };
        act(&mut kept, ANN, &Action::Join { faction: None }, began);
        act(&mut kept, ANN + 1, &Action::Join { faction: None }, began);
        act(&mut kept, ANN, &Action::Start, began);
        kept
    }

    #[test]
    fn a_week_begins_on_monday_at_nine() {
        assert_eq!(this_week_ms(MONDAY), MONDAY);
        assert_eq!(this_week_ms(MONDAY - 1), MONDAY - WEEK_MS);
        assert_eq!(this_week_ms(MONDAY + WEEK_MS - 1), MONDAY);
        assert!(this_week_ms(i64::MIN) <= this_week_ms(i64::MAX));
    }

    #[test]
    fn a_digest_is_due_once_a_week_and_not_before_the_league_has_seen_one() {
        let kept = ladder();
        let season = &kept.book.season;
        assert!(is_due(season, 0, MONDAY));
        assert!(!is_due(season, MONDAY, MONDAY + WEEK_MS - 1));
        assert!(is_due(season, MONDAY + 1, MONDAY + WEEK_MS));
        assert!(!is_due(season, 0, season.opened_ms), "it was opened this week");
    }

    #[test]
    fn a_quiet_week_needs_no_digest() {
        assert_eq!(digest(&ladder(), MONDAY), None);
    }

    #[test]
    fn a_digest_tells_results_moves_and_what_is_due() {
        let mut kept = ladder();
        let opponent = kept.book.season.entrants[0].no;
        let result = MatchResult::plain(Verdict::Win(Side::First));
        let at = MONDAY - WEEK_MS / 2;
        act(&mut kept, ANN + 1, &Action::Played { opponent, result }, at);
        let due = digest(&kept, MONDAY + WEEK_MS).unwrap().plain();
        assert!(due.contains("Due by next week") && due.contains("waits to be confirmed"), "{due}");
        act(&mut kept, ANN, &Action::Confirm { fixture: FixtureId(1), revision: 1 }, at + 1);
        let told = digest(&kept, MONDAY).unwrap().plain();
        for part in ["**Bob\\_ beat Ann**", "up: Bob\\_ 2 → 1", "down: Ann 1 → 2", "1. Bob\\_"]
        {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert_eq!(digest(&kept, MONDAY + 2 * WEEK_MS), None, "that was long ago");
    }
}
