//! What a league keeps of a game.

use gatemaster_rules::dice::Scripted;
use gatemaster_rules::dicegame::command::Command;
use gatemaster_rules::game::{self, Game, Setup, SystemId};
use gatemaster_rules::history::{self, Step};
use gatemaster_rules::ids::{Seq, UserId};
use gatemaster_rules::record::{Outcome, Record, record};
use gatemaster_rules::table::{
    self, Action, Actor, Event, Grounds, Moment, Phase, Player, Settings, Table,
};

use crate::dicegame::tabletop::{STOP, Tabletop, faces, house, roll};

fn actor(seat: usize) -> Actor {
    let id = UserId(u64::try_from(seat).unwrap() + 1);
    Actor { player: Player { id, name: format!("Player {seat}") }, manager: false }
}

fn act(table: &mut Table, seat: usize, action: &Action, letters: &str) -> Vec<Event> {
    let mut dice = Scripted::new(faces(letters));
    let (seq, rules) = (gatemaster_rules::ids::Seq(2), table.system.version());
    let moment = Moment { next_die: 1, undoable: None, seq, rules };
    let decided = table::decide(table, &actor(seat), action, moment, &mut dice).unwrap();
    dice.finish().unwrap();
    decided.events.iter().for_each(|event| table.apply(event));
    decided.events
}

/// A table in the middle of this game, with a player on every seat.
fn playing(tabletop: &Tabletop) -> Table {
    let players = tabletop.state.headquarters.len();
    let open = Action::Open {
        name: "The gate".into(),
        setup: Setup::DiceGame(house(players)),
        organiser: None,
        start: false,
        settings: Settings::default(),
    };
    let decided = table::open_table(&actor(0), &open).unwrap();
    let step = Step::new(Seq(1), SystemId::DiceGame, &actor(0), open, Vec::new(), decided, 0);
    let mut table = history::fold(&[step]).unwrap();
    for seat in 0..players {
        act(&mut table, seat, &Action::Join { seat: None, salt: None }, "");
    }
    act(&mut table, 0, &Action::Start, "");
    table.game = Some(Game::DiceGame(tabletop.state.clone()));
    table
}

fn play(command: Command) -> Action {
    Action::Play(game::Command::DiceGame(command))
}

/// Seat 0 claims the last die, and the table ends by the rules.
fn finished(tabletop: &Tabletop, last: &str) -> Record {
    let mut table = playing(tabletop);
    assert_eq!(record(&table), None, "not before the end");
    act(&mut table, 0, &play(roll()), "VVSSSS");
    let events = act(&mut table, 0, &play(STOP), last);
    assert_eq!(events.last(), Some(&Event::Ended { grounds: Grounds::Rules }));
    assert_eq!(table.phase, Phase::Ended);
    record(&table).unwrap()
}

fn results(record: &Record) -> Vec<(u32, Outcome)> {
    record.sides.iter().map(|side| (side.score, side.result)).collect()
}

/// D-END-2
#[test]
fn one_wins_and_the_others_lose_with_their_scores() {
    let mut tabletop = Tabletop::quiet(3);
    tabletop.fates(&[2, 0, 0]);
    tabletop.logs(1, 5, 0, 0);
    tabletop.logs(2, 4, 0, 0);
    let record = finished(&tabletop, "3");
    assert_eq!(results(&record), [(8, Outcome::Win), (5, Outcome::Loss), (4, Outcome::Loss)]);
    assert_eq!((record.system, record.decided, record.turns), (SystemId::DiceGame, true, Some(1)));
    let side = &record.sides[0];
    assert_eq!((&*side.name, side.force.as_deref()), ("Concord", Some("Concord")));
    assert_eq!(side.player, Some(actor(0).player));
}

/// D-END-2
#[test]
fn whoever_took_the_last_die_can_lose() {
    let mut tabletop = Tabletop::quiet(2);
    tabletop.logs(1, 0, 0, 8);
    let record = finished(&tabletop, "1");
    assert_eq!(results(&record), [(2, Outcome::Loss), (24, Outcome::Win)]);
}

/// D-END-4
#[test]
fn a_win_is_shared_by_those_who_have_the_best_score() {
    let mut tabletop = Tabletop::quiet(3);
    tabletop.logs(1, 3, 1, 0);
    tabletop.logs(2, 5, 0, 0);
    let record = finished(&tabletop, "1");
    assert_eq!(
        results(&record),
        [(2, Outcome::Loss), (5, Outcome::SharedWin), (5, Outcome::SharedWin)]
    );
}

/// D-END-2: a tie with the holder of the gate card is a win of theirs alone.
#[test]
fn a_tie_that_the_gate_card_breaks_is_no_shared_win() {
    let mut tabletop = Tabletop::quiet(2);
    tabletop.fates(&[2, 0]);
    tabletop.logs(1, 8, 0, 0);
    let record = finished(&tabletop, "3");
    assert_eq!(results(&record), [(8, Outcome::Win), (8, Outcome::Loss)]);
}

#[test]
fn a_game_that_was_broken_off_is_undecided_and_keeps_its_scores() {
    let mut tabletop = Tabletop::quiet(2);
    tabletop.fates(&[1, 0]);
    tabletop.logs(1, 0, 0, 3);
    let mut table = playing(&tabletop);
    act(&mut table, 0, &Action::End, "");
    assert_eq!(record(&table), None, "it was only asked");
    act(&mut table, 1, &Action::Agree, "");
    let record = record(&table).unwrap();
    assert_eq!(results(&record), [(2, Outcome::Undecided), (9, Outcome::Undecided)]);
    assert!(!record.decided);
}

#[test]
fn a_game_that_never_began_has_no_scores() {
    let mut tabletop = Tabletop::undrawn(&house(2));
    tabletop.state.turn = None;
    let mut table = playing(&tabletop);
    act(&mut table, 0, &Action::End, "");
    act(&mut table, 1, &Action::Agree, "");
    let record = record(&table).unwrap();
    assert_eq!((record.turns, record.decided), (None, false));
    assert_eq!(results(&record), [(0, Outcome::Undecided), (0, Outcome::Undecided)]);
}
