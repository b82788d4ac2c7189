//! A league that comes from a file opens a new book.

use crate::club;
use gatemaster_league::books::json::{from_json, to_json};
use gatemaster_league::{Action, Book as _, Decided, Event, League, Moment};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::table::{Actor, Player};

fn olga(manager: bool) -> Actor {
    Actor { player: Player { id: UserId(99), name: "Olga".to_owned() }, manager }
}

fn restored(
    before: Option<&League>,
    league: League,
    actor: &Actor,
) -> Result<Decided<League, Event>, Refusal> {
    let action = Action::Restore { league: Box::new(league) };
    League::decide(before, actor, &action, Moment { now_ms: club::MONDAY, lot: 0, seed: [7; 32] })
}

#[test]
fn a_manager_brings_a_league_back_with_all_its_results_and_organises_it() {
    let league = from_json(&to_json(&club::league()).unwrap(), &|_| true).unwrap();
    let Decided { book, events } = restored(None, league.clone(), &olga(true)).unwrap();
    assert_eq!(events, [Event::Opened]);
    assert_eq!(book.season.fixtures, league.season.fixtures);
    assert_eq!(book.past, league.past);
    assert_eq!(book.organisers[0].name, "Olga");
    assert_eq!(book.organisers[1..], league.organisers);
}

#[test]
fn it_speaks_nowhere_until_somebody_says_where() {
    let mut league = club::league();
    league.season.settings.announce = Some(7);
    let book = restored(None, league, &olga(true)).unwrap().book;
    assert_eq!(book.season.settings.announce, None);
}

#[test]
fn somebody_without_a_right_to_organise_is_refused() {
    let refused = restored(None, club::league(), &olga(false)).unwrap_err();
    assert!(refused.sentence().contains("`/league new`"), "{}", refused.sentence());
}

#[test]
fn a_book_that_is_open_is_not_replaced() {
    let before = club::league();
    let refused = restored(Some(&before), club::league(), &olga(true)).unwrap_err();
    assert_eq!(refused.sentence(), "This league is open already.");
}

#[test]
fn an_organiser_of_the_file_is_not_there_twice() {
    let mut league = club::league();
    league.organisers =
        (0..20).map(|id| Player { id: UserId(90 + id), name: format!("O{id}") }).collect();
    let book = restored(None, league, &olga(true)).unwrap().book;
    assert_eq!(book.organisers.len(), 20);
    assert_eq!(book.organisers.iter().filter(|one| one.id == UserId(99)).count(), 1);
    assert_eq!(book.organisers[0].name, "Olga");
}
