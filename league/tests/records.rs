//! From the books to what people have done.

use crate::club::{ANN, BOB, DAY, MONDAY, decided, fixture, league, season};
use gatemaster_league::league::How;
use gatemaster_league::person::Person;
use gatemaster_league::records::{self, Mark, Record, Totals};
use gatemaster_league::{League, Played, Side, Verdict};
use gatemaster_rules::ids::UserId;

fn ann() -> Person {
    Person::User(UserId(11))
}

fn bob() -> Person {
    Person::User(UserId(12))
}

fn numbers(records: &[Record]) -> Vec<u32> {
    records.iter().map(|record| record.fixture.0).collect()
}

#[test]
fn every_decided_match_of_every_season_is_listed_the_oldest_first() {
    let league = league();
    let records = records::games([&league].into_iter());
    assert_eq!(numbers(&records), [1, 2, 3, 4, 5, 9]);
    let fourth = &records[3];
    assert_eq!((fourth.league.as_str(), fourth.season), ("Winter league", 2));
    assert_eq!(fourth.system, "antares");
    assert_eq!(fourth.system_title, "Beyond the Gates of Antares");
    assert_eq!(fourth.persons, [bob(), ann()]);
    assert_eq!(fourth.names, ["Bob", "Ann"]);
    assert_eq!(fourth.scores, Some([-2, 5]));
    assert_eq!(fourth.game.as_deref(), Some("ABCDE"));
    assert_eq!((fourth.decided_ms, fourth.how), (MONDAY + 10 * DAY, How::Game));
    assert_eq!(records[0].factions, [Some("Freeborn".to_owned()), None], "as they entered");
    assert_eq!(records[1].persons, [Person::guest("cid"), Person::guest("=dan")]);
    assert!(records::games(std::iter::empty()).is_empty());
}

#[test]
fn totals_keep_walkovers_apart() {
    let league = league();
    let records = records::games([&league].into_iter());
    let totals = records::totals(&records, &ann());
    assert_eq!(totals, Totals { won: 3, walkovers_lost: 1, ..Totals::default() });
    assert_eq!(totals.played(), 3);
    let cid = records::totals(&records, &Person::guest("Cid"));
    assert_eq!(cid, Totals { drawn: 1, lost: 1, walkovers_won: 1, ..Totals::default() });
    let bob = records::totals(&records, &bob());
    assert_eq!(bob, Totals { lost: 2, walkovers_lost: 1, ..Totals::default() });
    assert!(records::totals(&records, &Person::guest("nobody")).is_empty());
}

#[test]
fn totals_are_told_by_system_and_by_faction() {
    let antares = league();
    let chess = League {
        name: "Chess evening".to_owned(),
        played: Played::Elsewhere("Chess".to_owned()),
        season: season(1, vec![fixture(1, ANN, Some(BOB), decided(Verdict::Draw, None, MONDAY))]),
        past: Vec::new(),
        ..league()
    };
    let records = records::games([&antares, &chess].into_iter());
    let systems = records::by_system(&records, &ann());
    assert_eq!(systems.len(), 2);
    assert_eq!(systems["antares"].1.won, 3);
    assert_eq!(
        systems["elsewhere:chess"],
        ("Chess".to_owned(), Totals { drawn: 1, ..Totals::default() })
    );
    let own = records::by_faction(&records, &ann());
    assert_eq!(own.keys().collect::<Vec<_>>(), ["Freeborn"], "capitals do not matter");
    assert_eq!(
        own["Freeborn"],
        Totals { won: 3, drawn: 1, walkovers_lost: 1, ..Totals::default() }
    );
    let against = records::against_faction(&records, &ann());
    assert_eq!(against["Algoryn"], Totals { won: 1, ..Totals::default() });
    assert_eq!(against["Ghar"], Totals { won: 1, walkovers_lost: 1, ..Totals::default() });
    assert_eq!(against.len(), 2, "Bob's faction of the first match is not known");
}

#[test]
fn head_to_head_is_seen_from_the_first_with_the_newest_on_top() {
    let league = league();
    let records = records::games([&league].into_iter());
    let (ann, bob) = (ann(), bob());
    let meeting = records::head_to_head(&records, &ann, &bob);
    assert_eq!(meeting.totals, Totals { won: 2, ..Totals::default() });
    assert_eq!(meeting.scores, [12, 1]);
    let list: Vec<u32> = meeting.newest_first.iter().map(|record| record.fixture.0).collect();
    assert_eq!(list, [4, 1]);
    let turned = records::head_to_head(&records, &bob, &ann);
    assert_eq!((turned.totals.lost, turned.scores), (2, [1, 12]));
    let alone = records::head_to_head(&records, &ann, &ann);
    assert!(alone.newest_first.is_empty());
}

#[test]
fn streaks_and_form_pass_over_what_nobody_played() {
    use Verdict::{Draw, Walkover, Win};
    let verdicts = [
        Win(Side::First),
        Win(Side::First),
        Walkover(Side::Second),
        Win(Side::First),
        Win(Side::Second),
        Win(Side::First),
        Draw,
        Verdict::NotPlayed,
    ];
    let fixtures = (1..)
        .zip(verdicts)
        .map(|(no, verdict)| {
            fixture(no, ANN, Some(BOB), decided(verdict, None, MONDAY + i64::from(no) * DAY))
        })
        .collect();
    let league = League { season: season(1, fixtures), past: Vec::new(), ..league() };
    let records = records::games([&league].into_iter());
    assert_eq!(records::longest_winning_streak(&records, &ann()), 3);
    assert_eq!(records::longest_winning_streak(&records, &bob()), 1);
    let form = records::form(&records, &ann());
    assert_eq!(form, [Mark::Drawn, Mark::Won, Mark::Lost, Mark::Won, Mark::Won]);
    let letters: String = form.into_iter().map(Mark::letter).collect();
    assert_eq!(letters, "DWLWW");
    assert_eq!(records::form(&records, &Person::guest("nobody")), []);
}

#[test]
fn only_what_was_played_is_rated() {
    let league = league();
    let records = records::games([&league].into_iter());
    let rated: Vec<u32> = records
        .iter()
        .filter(|record| record.rated().is_some())
        .map(|record| record.fixture.0)
        .collect();
    assert_eq!(rated, [1, 2, 4, 5]);
    let games: Vec<_> = records.iter().filter_map(Record::rated).collect();
    let ratings = gatemaster_league::rating::ratings(&games);
    assert_eq!(ratings.best_first()[0].0, &ann());
    assert_eq!(ratings.get(&ann()).unwrap().games, 3);
}
