//! Results that people settle, and what becomes of them.

use super::*;
use crate::export::{Export, FORMAT, verify};
use crate::record::{Outcome, Record, record};

fn concede(user: u64, hall: &mut Hall) -> Vec<Event> {
    hall.act(user, Action::Settle(Claim::Concede { seat: None })).unwrap()
}

fn scores(scores: &[u32]) -> Scores {
    Scores { scores: scores.to_vec(), winner: None }
}

fn came_to(hall: &Hall) -> Vec<(u32, Outcome)> {
    kept(hall).sides.iter().map(|side| (side.score, side.result)).collect()
}

fn kept(hall: &Hall) -> Record {
    record(&hall.table).unwrap()
}

/// What a check of the log as a file finds. The dice of these tests are laid out by the test, which is no fault here.
fn faults(hall: &Hall, seed: Option<&str>) -> Vec<String> {
    let export = Export {
        format: FORMAT.into(),
        game: "game".into(),
        system: hall.table.system,
        program: None,
        rules_version: hall.table.system.version(),
        seed_hash: crate::dice::Seed::from_hex(&"0".repeat(64)).unwrap().hash(),
        seed: seed.map(str::to_owned),
        record: record(&hall.table),
        steps: hall.steps.clone(),
    };
    let told = verify(&export).faults.into_iter();
    told.filter(|fault| !fault.contains("was typed by hand")).collect()
}

#[test]
fn whoever_concedes_has_lost_and_is_not_asked_twice_by_the_table() {
    let mut hall = Hall::battle();
    let events = concede(ANN, &mut hall);
    assert!(matches!(events[..], [Event::Settled { .. }, Event::Ended { .. }]), "{events:?}");
    assert_eq!(came_to(&hall), [(0, Outcome::Loss), (0, Outcome::Win)]);
    assert!(kept(&hall).decided);
    assert_eq!(faults(&hall, None), [] as [&str; 0]);
}

#[test]
fn strangers_settle_nothing_and_players_do_not_rule() {
    let mut hall = Hall::playing(Some(MIA));
    for action in [
        Action::Settle(Claim::Draw),
        Action::Settle(Claim::Concede { seat: Some(Seat(0)) }),
        Action::Score { turn: None, points: vec![1, 0] },
    ] {
        refused(hall.act(CID, action), "Only people at this table");
    }
    let ruling = |winner| Action::Rule {
        scores: Scores { winner: Some(winner), ..Scores::default() },
        why: "time".into(),
    };
    refused(hall.act(ANN, ruling(Seat(0))), "may rule");
    // a manager who plays here is a player
    refused(hall.act_with(BOB, true, ruling(Seat(1)), &[]), "may rule");
    refused(hall.act(ANN, Action::Settle(Claim::Concede { seat: Some(Seat(1)) })), "your own side");
    refused(hall.act(MIA, ruling(Seat(7))), "no such side");
    hall.act(MIA, ruling(Seat(1))).unwrap();
    assert_eq!(came_to(&hall), [(0, Outcome::Loss), (0, Outcome::Win)]);
    assert_eq!(hall.table.result.unwrap().how, How::Ruled { why: "time".into() });
}

#[test]
fn a_draw_and_a_result_with_scores_wait_for_the_other_side() {
    let mut hall = Hall::battle();
    hall.act(ANN, Action::Settle(Claim::Draw)).unwrap();
    assert_eq!(hall.table.phase, Phase::Playing);
    assert!(hall.table.owed().iter().all(|owed| owed.what.contains("settle the result")));
    refused(hall.act(ANN, Action::Agree), "for Bob to answer");
    hall.act(BOB, Action::Refuse).unwrap();
    assert_eq!((hall.table.phase, &hall.table.asked), (Phase::Playing, &None));
    refused(hall.act(BOB, Action::Settle(Claim::Scores(scores(&[7])))), "one number for each side");
    refused(
        hall.act(BOB, Action::Settle(Claim::Scores(scores(&[7, MAX_SCORE + 1])))),
        "Scores go from 0 to 9999",
    );
    hall.act(BOB, Action::Settle(Claim::Scores(scores(&[7, 12])))).unwrap();
    hall.act(ANN, Action::Agree).unwrap();
    assert_eq!(came_to(&hall), [(7, Outcome::Loss), (12, Outcome::Win)]);
    assert_eq!(faults(&hall, None), [] as [&str; 0]);
}

#[test]
fn an_offered_draw_lapses_when_play_goes_on() {
    let mut hall = Hall::playing(None);
    hall.act(ANN, Action::Settle(Claim::Draw)).unwrap();
    hall.draw(BOB, 1);
    refused(hall.act(BOB, Action::Agree), "Nothing waits");
}

#[test]
fn a_named_winner_wins_with_any_score() {
    let mut hall = Hall::battle();
    let claim = Scores { scores: vec![3, 9], winner: Some(Seat(0)) };
    hall.act(ANN, Action::Settle(Claim::Scores(claim))).unwrap();
    hall.act(BOB, Action::Agree).unwrap();
    assert_eq!(came_to(&hall), [(3, Outcome::Win), (9, Outcome::Loss)]);
}

#[test]
fn points_are_entered_turn_by_turn_with_the_other_side_s_yes_and_decide_the_game() {
    let mut hall = Hall::playing(None);
    refused(hall.act(ANN, Action::Settle(Claim::Points)), "No scenario points");
    hall.act(ANN, Action::Score { turn: None, points: vec![2, 1] }).unwrap();
    // the question about points is as good after a move
    hall.draw(BOB, 1);
    hall.act(BOB, Action::Agree).unwrap();
    assert_eq!(hall.table.points_so_far(), Some(vec![2, 1]));
    refused(hall.act(BOB, Action::Score { turn: None, points: vec![2, 1] }), "already");
    refused(hall.act(BOB, Action::Score { turn: Some(2), points: vec![0, 1] }), "This is turn 1");
    hall.act(ANN, Action::Play(Command::Bag(bag::Command::NextTurn { kept: vec![] }))).unwrap();
    hall.act(BOB, Action::Score { turn: None, points: vec![0, 4] }).unwrap();
    hall.act(ANN, Action::Agree).unwrap();
    // an earlier turn is put right, not counted twice
    hall.act(ANN, Action::Score { turn: Some(1), points: vec![3, 1] }).unwrap();
    hall.act(BOB, Action::Agree).unwrap();
    assert_eq!(hall.table.points_so_far(), Some(vec![3, 5]));
    hall.act(ANN, Action::Settle(Claim::Points)).unwrap();
    hall.act(BOB, Action::Agree).unwrap();
    assert_eq!(came_to(&hall), [(3, Outcome::Loss), (5, Outcome::Win)]);
    assert_eq!(hall.table.result.as_ref().unwrap().how, How::Points);
    assert_eq!(faults(&hall, None), [] as [&str; 0]);
}

#[test]
fn entered_points_are_taken_back_by_consent_alone() {
    let mut hall = Hall::playing(None);
    hall.act(ANN, Action::Score { turn: None, points: vec![2, 1] }).unwrap();
    hall.act(BOB, Action::Agree).unwrap();
    let step = hall.last();
    let asked = hall.act(BOB, Action::Undo { step }).unwrap();
    let [Event::UndoAsked { undoing, .. }] = &asked[..] else { panic!("{asked:?}") };
    assert_eq!(undoing.points, Some(TurnPoints { turn: 1, points: vec![2, 1] }));
    hall.act(ANN, Action::Agree).unwrap();
    assert_eq!(hall.table.points_so_far(), None);
}

fn limited(setup: Setup, turns: u16) -> Hall {
    let mut hall = Hall::open_for(setup, None);
    let change = SettingsChange { turn_limit: Some(turns), ..SettingsChange::default() };
    hall.act(ANN, Action::Change(change)).unwrap();
    hall.started()
}

fn next_turn() -> Action {
    Action::Play(Command::Bag(bag::Command::NextTurn { kept: vec![] }))
}

#[test]
fn the_last_turn_of_the_limit_ends_the_game_by_its_points() {
    let mut hall = limited(Setup::Bag(bag::Setup::default()), 2);
    hall.act(ANN, next_turn()).unwrap();
    hall.act(ANN, Action::Score { turn: None, points: vec![1, 0] }).unwrap();
    hall.act(BOB, Action::Agree).unwrap();
    let events = hall.act(BOB, next_turn()).unwrap();
    let limit = Event::Ended { grounds: Grounds::TurnLimit };
    assert!(matches!(&events[..], [Event::Settled { .. }, ended] if *ended == limit), "{events:?}");
    assert_eq!(came_to(&hall), [(1, Outcome::Win), (0, Outcome::Loss)]);
    assert_eq!(kept(&hall).turns, Some(2), "no third turn has begun");
    assert_eq!(faults(&hall, None), [] as [&str; 0]);
}

#[test]
fn a_bag_alone_knows_no_winner_at_its_last_turn() {
    let mut hall = limited(Setup::Bag(bag::Setup::default()), 1);
    hall.act(BOB, next_turn()).unwrap();
    assert_eq!(hall.table.phase, Phase::Ended);
    assert!(!kept(&hall).decided);
    assert!(hall.table.is_final());
}

#[test]
fn the_last_turn_is_agreed_before_the_start() {
    let mut hall = Hall::playing(None);
    let change =
        |turns| Action::Change(SettingsChange { turn_limit: Some(turns), ..Default::default() });
    refused(hall.act(ANN, change(4)), "agreed before the start");
    let mut lobby = Hall::open(None);
    refused(lobby.act(ANN, change(MAX_TURNS + 1)), "turn 99 at the latest");
    lobby.act(ANN, change(4)).unwrap();
    assert_eq!(lobby.table.settings.turn_limit, 4);
}

#[test]
fn a_settled_end_is_taken_back_by_consent_and_the_game_goes_on() {
    let mut hall = Hall::playing(None);
    hall.draw(ANN, 1);
    concede(ANN, &mut hall);
    assert!(!hall.table.is_final() && hall.table.can_reopen());
    assert_eq!(
        faults(&hall, Some(&"0".repeat(64)))[0],
        "The seed is shown although the game can still go on."
    );
    let step = hall.last();
    refused(hall.act(CID, Action::Undo { step }), "may undo");
    refused(hall.act(ANN, next_turn()), "has ended");
    hall.act(ANN, Action::Undo { step }).unwrap();
    hall.act(BOB, Action::Agree).unwrap();
    assert_eq!((hall.table.phase, &hall.table.result), (Phase::Playing, &None));
    hall.draw(BOB, 1);
    assert_eq!(faults(&hall, None), [] as [&str; 0]);
}

#[test]
fn once_the_seed_is_shown_the_end_stands() {
    let mut hall = Hall::playing(None);
    concede(BOB, &mut hall);
    let step = hall.last();
    refused(hall.act(CID, Action::Close), "Only people of this table");
    hall.act(BOB, Action::Undo { step }).unwrap();
    hall.act(ANN, Action::Close).unwrap();
    assert!(hall.table.is_final() && hall.table.asked.is_none());
    refused(hall.act(BOB, Action::Undo { step }), "has ended");
    refused(hall.act(BOB, Action::Agree), "has ended");
    refused(hall.act(BOB, Action::Close), "has ended");
    assert_eq!(faults(&hall, None)[0], "The game has ended, but its seed is missing.");
    assert_eq!(faults(&hall, Some(&"0".repeat(64))), [] as [&str; 0]);
}

#[test]
fn a_game_that_was_given_up_stays_undecided_and_shows_its_seed_at_once() {
    let mut hall = Hall::playing(None);
    hall.act(ANN, Action::End).unwrap();
    hall.act(BOB, Action::Agree).unwrap();
    assert!(hall.table.is_final() && !kept(&hall).decided);
    refused(hall.act(ANN, Action::Close), "has ended");
    refused(hall.act(MIA, Action::Settle(Claim::Draw)), "has ended");
}

fn dice_game(users: &[u64]) -> Hall {
    let setup = dicegame::Setup { factions: Faction::ALL.to_vec(), ..Default::default() };
    let mut hall = Hall::open_for(Setup::DiceGame(setup), None);
    for user in users {
        if *user == BOT {
            hall.act(ANN, Action::SeatBot { seat: None }).unwrap();
        } else {
            hall.act(*user, Action::Join { seat: None, salt: None }).unwrap();
        }
    }
    hall.act(ANN, Action::Start).unwrap();
    hall
}

#[test]
fn with_three_at_the_table_nobody_concedes_for_the_others_and_everybody_agrees() {
    let mut hall = dice_game(&[ANN, BOB, CID]);
    refused(
        hall.act(ANN, Action::Settle(Claim::Concede { seat: None })),
        "could still win this among themselves",
    );
    hall.act(ANN, Action::Settle(Claim::Scores(scores(&[5, 8, 8])))).unwrap();
    let first = hall.act(BOB, Action::Agree).unwrap();
    assert!(matches!(first[..], [Event::Agreed { .. }]), "{first:?}");
    refused(hall.act(BOB, Action::Agree), "agreed already");
    hall.act(CID, Action::Agree).unwrap();
    assert_eq!(
        came_to(&hall),
        [(5, Outcome::Loss), (8, Outcome::SharedWin), (8, Outcome::SharedWin)]
    );
}

#[test]
fn the_program_accepts_a_concession_but_does_not_bargain() {
    let mut hall = dice_game(&[ANN, BOT]);
    refused(hall.act(ANN, Action::Settle(Claim::Draw)), "do not bargain");
    refused(hall.act(ANN, Action::Score { turn: None, points: vec![9, 0] }), "do not bargain");
    concede(ANN, &mut hall);
    assert_eq!(kept(&hall).sides[1].result, Outcome::Win);
    // nobody else could agree
    let step = hall.last();
    hall.act(ANN, Action::Undo { step }).unwrap();
    assert_eq!(hall.table.phase, Phase::Playing);
}

#[test]
fn whoever_plays_every_side_says_which_one_concedes() {
    let mut hall = Hall::open_for(Setup::Antares(antares::Setup::default()), None);
    for seat in [Seat(0), Seat(1)] {
        hall.act(ANN, Action::Join { seat: Some(seat), salt: None }).unwrap();
    }
    hall.act(ANN, Action::Start).unwrap();
    refused(hall.act(ANN, Action::Settle(Claim::Concede { seat: None })), "say which one");
    hall.act(ANN, Action::Settle(Claim::Concede { seat: Some(Seat(1)) })).unwrap();
    assert_eq!(came_to(&hall), [(0, Outcome::Win), (0, Outcome::Loss)]);
}

#[test]
fn nothing_is_settled_before_the_start() {
    let mut hall = Hall::open(None);
    hall.act(ANN, Action::Join { seat: None, salt: None }).unwrap();
    refused(hall.act(ANN, Action::Settle(Claim::Draw)), "has not started");
    refused(hall.act(ANN, Action::Score { turn: None, points: vec![1, 1] }), "has not started");
}

/// Plays whatever is offered, with the dice of a seed, until the game is over.
fn play_out(hall: &mut Hall) {
    let mut chooser = crate::random_play::Chooser::new(5);
    for _ in 0..1_000 {
        if hall.table.phase != Phase::Playing {
            return;
        }
        let open = hall.table.open();
        let options: Vec<_> =
            open.iter().flat_map(|open| open.options.iter().map(|o| (&open.who, o))).collect();
        let (who, command) = options[chooser.below(options.len())];
        let seat = hall.table.all_seats().find(|seat| who.includes(&[*seat])).unwrap();
        let actor = Actor { player: hall.table.player_at(seat).unwrap().clone(), manager: false };
        let (seq, next_die) =
            (hall.steps.last().unwrap().seq.next(), history::next_die(&hall.steps));
        let seed = crate::dice::Seed::from_hex(&"0".repeat(64)).unwrap();
        let mut stream = crate::dice::Seeded::new(seed, "game", std::iter::empty(), next_die);
        let mut dice = Keeper::new(&mut stream);
        let (rules, system) = (hall.table.system.version(), hall.table.system);
        let moment = Moment { next_die, undoable: None, seq, rules };
        let action = Action::Play(command.clone());
        let decided = decide(&hall.table, &actor, &action, moment, &mut dice).unwrap();
        let rolled = dice.into_rolled();
        hall.steps.push(Step::new(seq, system, &actor, action, rolled, decided, 0));
        hall.table = history::after(Some(hall.table.clone()), &hall.steps).unwrap();
    }
    panic!("it does not end");
}

/// A-GAM-3, D-END-2: after the last turn agreed, the game's own count decides.
#[test]
fn without_points_the_last_turn_is_decided_by_the_game_s_own_count() {
    let other = antares::profile::Faction::Other;
    let sides = [
        ("Red", crate::colour::Colour::Red, other, &["ai_squad"][..]),
        ("Blue", crate::colour::Colour::Blue, other, &["outcast_squad"][..]),
    ];
    let library = antares::data::Library::built_in();
    let mut battle = antares::Setup::of(library, sides).unwrap();
    battle.options.already_deployed = true;
    let duel = dicegame::Setup { factions: Faction::ALL[..2].to_vec(), ..Default::default() };
    for (setup, turns) in [(Setup::Antares(battle), 2), (Setup::DiceGame(duel), 4)] {
        let mut hall = limited(setup, turns);
        play_out(&mut hall);
        let last = hall.steps.last().unwrap().events.last().unwrap();
        assert_eq!(*last, Event::Ended { grounds: Grounds::TurnLimit });
        assert_eq!(hall.table.result.as_ref().unwrap().how, How::TurnLimit);
        let record = kept(&hall);
        assert_eq!(
            (record.turns, record.decided),
            (Some(turns.into()), true),
            "no further turn began"
        );
        let [one, other] = &came_to(&hall)[..] else { panic!("{record:?}") };
        let expected = match one.0.cmp(&other.0) {
            std::cmp::Ordering::Greater => [Outcome::Win, Outcome::Loss],
            std::cmp::Ordering::Less => [Outcome::Loss, Outcome::Win],
            std::cmp::Ordering::Equal => [Outcome::Draw, Outcome::Draw],
        };
        assert_eq!([one.1, other.1], expected);
        assert_eq!(faults(&hall, None), [] as [&str; 0]);
    }
}
