//! What a game at Gatemaster's table means for a match: who of the two won, and with which score.

use std::cmp::Ordering;

use gatemaster_discord::card::Card;
use gatemaster_discord::limits::clip;
use gatemaster_league::words::result_in_words;
use gatemaster_league::{
    Action, Entrant, Fixture, FixtureId, League, MatchResult, Season, Side, Verdict,
};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::record::{Outcome, Record, SideRecord};
use gatemaster_rules::text::{MAX_NAME, clean_name};

use super::press::LeaguePress;
use super::show::button;
use crate::boxed;
use crate::desk::Loaded;
use crate::ledger::{Ledger, StoredBook};
use crate::request::Request;
use crate::systems;
use crate::trouble::Trouble;
use crate::words::{LARGEST_FORMER, capital, esc};

/// The result of a match from the game that was played for it, or why there is none: a sentence for people.
pub fn result_of(
    season: &Season,
    fixture: &Fixture,
    record: &Record,
) -> Result<MatchResult, String> {
    let first = side_of(season, fixture, Side::First, record)?;
    let second = side_of(season, fixture, Side::Second, record)?;
    is_decided(record)?;
    let verdict = match compare(first, second) {
        Ordering::Greater => Verdict::Win(Side::First),
        Ordering::Less => Verdict::Win(Side::Second),
        Ordering::Equal => Verdict::Draw,
    };
    let scores = [first, second].map(|side| i32::try_from(side.score).unwrap_or(i32::MAX));
    // a game may be conceded or ruled on with the lower score; the books would take that for a slip
    let told = match verdict {
        Verdict::Win(side) => scores[side.index()] >= scores[side.other().index()],
        // an agreed draw says nothing about the count at that moment
        Verdict::Draw => scores[0] == scores[1],
        Verdict::Walkover(_) | Verdict::NotPlayed => true,
    };
    Ok(MatchResult {
        verdict,
        scores: told.then_some(scores),
        factions: [
            faction(first, entrant(season, fixture, Side::First)),
            faction(second, entrant(season, fixture, Side::Second)),
        ],
        game: None,
    })
}

/// Writes the end of a game into the book of its league. What stands against it comes back as a refusal.
#[boxed]
pub async fn game_into_book(
    ledger: &Ledger,
    kept: &StoredBook<League>,
    no: FixtureId,
    game: &Loaded,
) -> Result<StoredBook<League>, Trouble> {
    let record = game.record().ok_or_else(|| {
        Trouble::refused(format!("“{}” has not ended yet.", esc(&game.table.name)))
    })?;
    let request = Request::by_the_bot(kept.guild, game.channel);
    let written = ledger.write::<League>(&request, &kept.id, |kept| {
        let season = &kept.book.season;
        let fixture = season
            .fixture(no)
            .ok_or_else(|| Trouble::refused("The season of that match is over."))?;
        let result = result_of(season, fixture, &record).map_err(Trouble::refused)?;
        Ok(Action::GameEnded { fixture: no, game: game.id.clone(), result })
    });
    Ok(written.await?.kept)
}

/// "Match 12 of **Winter**: Ann beat Bob 5–3. It is in the table."
pub(crate) fn counted(kept: &StoredBook<League>, no: FixtureId) -> Card {
    let season = &kept.book.season;
    let told = season.fixture(no).and_then(|fixture| {
        fixture.result().map(|result| esc(&result_in_words(season, fixture, result)))
    });
    let told = told.unwrap_or_else(|| "the result counts".to_owned());
    Card {
        buttons: vec![vec![
            button(kept, "Table", LeaguePress::Table { division: 0 }),
            button(kept, "My matches", LeaguePress::My),
        ]],
        ..Card::line(format!(
            "Match {no} of **{}**: {told}. It is in the table.",
            esc(&kept.book.name)
        ))
    }
}

/// Whether anybody won, or why not: a sentence for people.
pub fn is_decided(record: &Record) -> Result<(), String> {
    if record.decided {
        return Ok(());
    }
    let face = systems::all().of(record.system);
    Err(if face.has_winners() {
        "The game was broken off before it was decided.".to_owned()
    } else {
        format!("{} does not know who won.", capital(face.called()))
    })
}

/// Somebody of a match who is on Discord and has not had their data deleted.
pub fn person(season: &Season, fixture: &Fixture, side: Side) -> Option<UserId> {
    let entrant = entrant(season, fixture, side)?;
    entrant.id.filter(|id| id.0 > LARGEST_FORMER)
}

pub fn entrant<'s>(season: &'s Season, fixture: &Fixture, side: Side) -> Option<&'s Entrant> {
    fixture.entrant(side).and_then(|no| season.entrant(no))
}

/// Everybody who played, each once; the program too, where it had a seat.
pub fn people(record: &Record) -> Vec<UserId> {
    let mut people = Vec::new();
    for player in record.sides.iter().filter_map(|side| side.player.as_ref()) {
        if !people.contains(&player.id) {
            people.push(player.id);
        }
    }
    people
}

/// Where this one sat; of several seats, the one that did best.
fn side_of<'r>(
    season: &Season,
    fixture: &Fixture,
    side: Side,
    record: &'r Record,
) -> Result<&'r SideRecord, String> {
    let id = person(season, fixture, side);
    best_of(record, |player| Some(player) == id).ok_or_else(|| {
        let name = entrant(season, fixture, side).map_or("Nobody", |entrant| &entrant.name);
        format!("{} did not sit at that table at its end.", esc(name))
    })
}

/// Of the seats of these people, the one that did best.
pub fn best_of(record: &Record, theirs: impl Fn(UserId) -> bool) -> Option<&SideRecord> {
    let seats = record.sides.iter().filter(|side| {
        side.player.as_ref().is_some_and(|player| !player.is_bot() && theirs(player.id))
    });
    seats.max_by_key(|side| (rank(side.result), side.score))
}

/// At a table of more than two, whoever of these two did better has won.
pub fn compare(first: &SideRecord, second: &SideRecord) -> Ordering {
    let by_result = rank(first.result).cmp(&rank(second.result));
    match first.result {
        // both lost to somebody else
        Outcome::Loss => by_result.then(first.score.cmp(&second.score)),
        Outcome::Win | Outcome::SharedWin | Outcome::Draw | Outcome::Undecided => by_result,
    }
}

fn rank(result: Outcome) -> u8 {
    match result {
        Outcome::Undecided => 0,
        Outcome::Loss => 1,
        Outcome::Draw => 2,
        Outcome::SharedWin => 3,
        Outcome::Win => 4,
    }
}

/// The force that was played. The name of a seat stands for it only where an entrant has declared none.
fn faction(side: &SideRecord, entrant: Option<&Entrant>) -> Option<String> {
    let declared = entrant.is_some_and(|entrant| entrant.faction.is_some());
    let seat = Some(&side.name).filter(|_| !declared);
    side.force.as_ref().or(seat).and_then(|name| clean_name(&clip(name, MAX_NAME)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatemaster_league::league::Phase;
    use gatemaster_league::{
        Action, Book as _, EntrantId, Format, League, Moment, Played, Settings,
    };
    use gatemaster_rules::game::SystemId;
    use gatemaster_rules::table::{Actor, Player};

    const ANN: u64 = 100_000_000_000_000_001;
    const BOB: u64 = 100_000_000_000_000_002;
    const CID: u64 = 100_000_000_000_000_003;

    fn season() -> Season {
        let actor = |id: u64, name: &str| Actor {
            player: Player { id: UserId(id), name: name.to_owned() },
            manager: false,
        };
        let moment = Moment { now_ms: 1, lot: 1, seed: [7; 32] };
        let open = Action::Open {
            name: "Winter".to_owned(),
            about: String::new(),
            played: Played::System(SystemId::DiceGame),
            settings: Box::new(Settings::new(Format::Open { meetings: 0 })),
        };
        let mut league = League::decide(None, &actor(ANN, "Ann"), &open, moment).unwrap().book;
        let opponent = EntrantId(2);
        for (id, action) in [
            (ANN, Action::Join { faction: None }),
            (BOB, Action::Join { faction: None }),
            (ANN, Action::Start),
            (ANN, Action::Challenge { opponent }),
        ] {
            let name = if id == ANN { "Ann" } else { "Bob*" };
            let decided = League::decide(Some(&league), &actor(id, name), &action, moment);
            league = decided.unwrap().book;
        }
        assert_eq!(league.season.phase, Phase::Running);
        league.season
    }

    fn side(id: u64, score: u32, result: Outcome) -> SideRecord {
        let player = Some(Player { id: UserId(id), name: "whoever".to_owned() });
        SideRecord {
            name: format!("Side {id}"),
            force: Some("Ghar".to_owned()),
            player,
            score,
            result,
        }
    }

    fn told(sides: Vec<SideRecord>) -> Result<MatchResult, String> {
        let season = season();
        let record = Record { system: SystemId::DiceGame, decided: true, turns: None, sides };
        result_of(&season, &season.fixtures[0], &record)
    }

    #[test]
    fn the_winner_of_the_table_wins_the_match_wherever_they_sat() {
        let result = told(vec![side(BOB, 5, Outcome::Loss), side(ANN, 8, Outcome::Win)]).unwrap();
        assert_eq!(result.verdict, Verdict::Win(Side::First));
        assert_eq!(result.scores, Some([8, 5]));
        assert_eq!(result.factions, [Some("Ghar".to_owned()), Some("Ghar".to_owned())]);
    }

    #[test]
    fn the_name_of_a_seat_is_no_army_where_one_was_declared() {
        let mut season = season();
        season.entrants[0].faction = Some("White Stars".to_owned());
        let [ann, bob] = [(ANN, 8, Outcome::Win), (BOB, 5, Outcome::Loss)]
            .map(|(id, score, result)| SideRecord { force: None, ..side(id, score, result) });
        let sides = vec![ann, bob];
        let record = Record { system: SystemId::At43, decided: true, turns: None, sides };
        let result = result_of(&season, &season.fixtures[0], &record).unwrap();
        assert_eq!(result.factions, [None, Some(format!("Side {BOB}"))]);
    }

    #[test]
    fn a_shared_win_is_a_draw() {
        let result =
            told(vec![side(ANN, 8, Outcome::SharedWin), side(BOB, 8, Outcome::SharedWin)]).unwrap();
        assert_eq!(result.verdict, Verdict::Draw);
    }

    #[test]
    fn among_several_only_the_two_are_compared() {
        let three = |ann, bob| {
            told(vec![
                side(CID, 9, Outcome::Win),
                side(ANN, ann, Outcome::Loss),
                side(BOB, bob, Outcome::Loss),
            ])
            .unwrap()
            .verdict
        };
        assert_eq!(three(3, 4), Verdict::Win(Side::Second));
        assert_eq!(three(4, 3), Verdict::Win(Side::First));
        assert_eq!(three(4, 4), Verdict::Draw);
    }

    #[test]
    fn of_several_seats_the_best_one_counts() {
        let result = told(vec![
            side(ANN, 1, Outcome::Loss),
            side(BOB, 5, Outcome::Loss),
            side(ANN, 8, Outcome::Win),
        ]);
        assert_eq!(result.unwrap().scores, Some([8, 5]));
    }

    #[test]
    fn a_win_with_the_lower_score_is_told_without_the_scores() {
        let result =
            told(vec![side(ANN, 2, Outcome::Win), side(BOB, u32::MAX, Outcome::Loss)]).unwrap();
        assert_eq!((result.verdict, result.scores), (Verdict::Win(Side::First), None));
    }

    #[test]
    fn a_match_needs_both_of_its_people_at_the_table_and_a_decision() {
        let others = told(vec![side(ANN, 2, Outcome::Win), side(CID, 1, Outcome::Loss)]);
        assert_eq!(others, Err("Bob\\* did not sit at that table at its end.".to_owned()));
        assert!(told(Vec::new()).is_err());
        let season = season();
        let sides = vec![side(ANN, 0, Outcome::Undecided), side(BOB, 0, Outcome::Undecided)];
        let record = Record { system: SystemId::Antares, decided: false, turns: None, sides };
        let broken_off = result_of(&season, &season.fixtures[0], &record);
        assert_eq!(broken_off, Err("The game was broken off before it was decided.".to_owned()));
    }
}
