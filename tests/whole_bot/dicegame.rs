//! The Dice Game, played with buttons: five people with fate dice flying, one person against bots, and everything that must
//! not happen.

use std::collections::BTreeSet;

use gatemaster_commands::systems::dicegame::press::{DicePress, Hand};
use gatemaster_rules::dicegame::DiceGame;
use gatemaster_rules::dicegame::Setup;
use gatemaster_rules::dicegame::command::{Command, Event, SixChoice};
use gatemaster_rules::dicegame::faces::{Control, Faces, Skirmish};
use gatemaster_rules::dicegame::state::{DieState, Stage};
use gatemaster_rules::export::{Export, verify};
use gatemaster_rules::game::{self, Game, View};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::record::Outcome;
use gatemaster_rules::system::System as _;
use gatemaster_rules::table;

use crate::club::{Club, eventually};
use crate::dice_table::DiceTable;

/// What somebody of a lively table presses: they roll on more often than is good for them, and keep no fate die for long.
pub fn lively(table: &View, chooser: &mut Chooser) -> Option<(Seat, DicePress)> {
    let View::DiceGame(state) = table else { return None };
    let Some(turn) = &state.turn else { return Some((Seat(0), DicePress::DrawFirst)) };
    let press = match &turn.stage {
        Stage::Ready => DicePress::Roll(0),
        Stage::Adding { asked, .. } => {
            let seat = (*asked)?;
            let held = state.at(seat)?.fate;
            let dice = if chooser.one_in(2) { held } else { 0 };
            return Some((seat, DicePress::AddFate { seat, dice }));
        }
        Stage::Rolled => match turn.victories() {
            4 | 6 => DicePress::Stop,
            // often enough, or a short game may see no second roll at all
            2 | 3 if chooser.one_in(2) => DicePress::Stop,
            _ => {
                let rolled = turn.places(DieState::JustRolled);
                let strikes: Vec<u8> = rolled
                    .iter()
                    .copied()
                    .filter(|die| !turn.dice[usize::from(*die)].face.is_victory())
                    .collect();
                let again = if strikes.is_empty() || strikes.len() == rolled.len() {
                    rolled[1..].to_vec()
                } else {
                    strikes
                };
                DicePress::RollAgain(Hand::of(&again))
            }
        },
        Stage::Traits => DicePress::Trait(None),
        Stage::Six if chooser.one_in(2) => DicePress::Claim(SixChoice::Fate),
        Stage::Six => DicePress::Claim(SixChoice::Control),
        Stage::TakingFate => DicePress::TakeFateFrom(state.others_with_fate(turn.roller)[0]),
        Stage::Claiming => return None,
    };
    Some((turn.roller, press))
}

/// D-UX-1, D-UX-2, D-SET-1, D-FAT-2, D-END-1: a whole game for five on buttons alone. The bot is restarted twice in the
/// middle, strangers try every kind of button, and the books show what the table showed.
#[tokio::test]
async fn five_players_fight_for_the_gate_with_fate_dice_flying() {
    let mut club = Club::open().await;
    let [cid, dan, eve] = ["Cid", "Dan", "Eve"].map(|name| club.discord.person(name));
    let (ann, bob) = (club.ann.clone(), club.bob.clone());
    let (table, board) = DiceTable::open(&club, &[&ann, &bob, &cid, &dan, &eve], 0).await;
    assert!(board.all_text().contains("12 control dice"), "{}", board.all_text());
    let mut chooser = Chooser::new(7);
    let mut strangers: BTreeSet<String> = BTreeSet::new();
    let mut presses = 0;
    loop {
        let loaded = eventually("the program has played", async || {
            let loaded = table.loaded().await;
            (!loaded.waits_for_the_program()).then_some(loaded)
        })
        .await;
        if loaded.table.phase == table::Phase::Ended {
            break;
        }
        let (seat, press) = lively(loaded.table.game.as_ref().unwrap(), &mut chooser)
            .expect("somebody has something to do");
        let person = table.person(seat).clone();
        if let DicePress::RollAgain(hand) = press {
            // the dice are chosen one by one, as a person does
            choose_dice(&club, &table, &person, hand).await;
        }
        let (_, id) = table.offers(&club, press).await;
        // somebody else at the table, and a passer-by, try every kind of button once
        let kind = id.split(':').nth(3).unwrap().to_owned();
        if press != DicePress::DrawFirst && strangers.insert(kind) {
            let other = table.person(Seat((seat.0 + 1) % 5)).clone();
            for stranger in [&other, &club.pat] {
                // an older edit of the message may come last; then it is drawn once more
                let (message, id) = table.offers(&club, press).await;
                let answer = stranger.clicks(&message, &id).await;
                assert!(answer.is_private(), "{id}: {}", answer.text());
                assert_eq!(table.loaded().await.seq, loaded.seq, "a stranger moved the game");
            }
        }
        let (message, id) = table.offers(&club, press).await;
        person.clicks(&message, &id).await;
        presses += 1;
        assert!(table.loaded().await.seq > loaded.seq, "{id} did nothing");
        assert!(presses < 3_000, "this game does not end");
        if [20, 60].contains(&presses) {
            club.restart_bot().await;
        }
    }
    let told = club.hall.wait_for(|seen| seen.all_text().contains("Score sheet")).await;
    let answer = ann.at(&club.hall).slash("/game export").await;
    let message = answer.message();
    let json = message.files.iter().find(|file| file.name.contains(".json")).unwrap();
    let export: Export = serde_json::from_slice(&json.bytes).unwrap();
    let report = verify(&export);
    assert!(report.seed_shown && report.faults.is_empty(), "{report:?}");

    let end = gatemaster_rules::history::fold(&export.steps).unwrap();
    let Some(Game::DiceGame(state)) = &end.game else { panic!("no dice game") };
    let ending = state.ending.as_ref().unwrap();
    let record = export.record.as_ref().unwrap();
    assert!(record.decided && record.sides.len() == 5);
    for (seat, side) in state.seats().zip(&record.sides) {
        assert_eq!(side.player.as_ref().unwrap().id.0, table.person(seat).id());
        assert_eq!(side.score, ending.scores[seat.index()].total());
        let expected = match &ending.winners[..] {
            [only] if *only == seat => Outcome::Win,
            several if several.contains(&seat) => Outcome::SharedWin,
            _ => Outcome::Loss,
        };
        assert_eq!(side.result, expected);
        let line = format!("({}): **{}**", table.person(seat).name(), side.score);
        assert!(told.all_text().contains(&line), "{line}: {}", told.all_text());
    }
    let flew: u32 = export
        .steps
        .iter()
        .flat_map(|step| &step.events)
        .map(|event| match event {
            table::Event::Played(game::Event::DiceGame(Event::FateAdded { dice, .. })) => {
                u32::from(*dice)
            }
            _ => 0,
        })
        .sum();
    assert!(flew > 0, "no fate die flew");
    for kind in ["roll", "again", "stop", "fate"] {
        assert!(strangers.contains(kind), "nobody tried {kind}: {strangers:?}");
    }
}

/// Presses dice until these are taken up, on whatever message shows them.
async fn choose_dice(
    club: &Club,
    table: &DiceTable,
    person: &gatemaster_sandbox::Person,
    wanted: Hand,
) {
    let goal = table.press(DicePress::RollAgain(wanted)).await;
    for _ in 0..8 {
        if club.hall.everything().iter().any(|seen| seen.button(&goal).is_some()) {
            return;
        }
        let seq = table.loaded().await.seq;
        let fits = |seen: &gatemaster_sandbox::Seen| {
            seen.buttons
                .iter()
                .any(|b| b.custom_id.starts_with(&format!("d1:{}:{seq}:choose", table.id)))
        };
        let message = club.hall.wait_for(fits).await;
        let now = message.buttons.iter().find(|b| b.custom_id.contains(":again:")).unwrap();
        let shown: u8 =
            now.custom_id.rsplit(':').next().unwrap().split('.').next().unwrap().parse().unwrap();
        if shown == wanted.again {
            return;
        }
        let differs = (0..6).find(|die| (shown ^ wanted.again) & (1 << die) != 0).unwrap();
        let next = Hand { again: shown, fate: 0 }.turned(differs);
        let id = table.press(DicePress::Choose(next)).await;
        // the message may be drawn once more at this very moment
        let answer = person.clicks_as_seen(&message, &id).await;
        assert!(!answer.is_private(), "{}", answer.text());
    }
    panic!("the dice could not be chosen");
}

/// A person alone learns the game: the program plays the other seats by the same commands, and waits for the person only.
#[tokio::test]
async fn one_person_plays_against_two_bots_and_again() {
    let mut club = Club::open().await;
    let ann = club.ann.clone();
    let (table, board) = DiceTable::open(&club, &[&ann], 2).await;
    assert!(board.all_text().contains("**Isorian** (Gatemaster)"), "{}", board.all_text());
    assert!(board.all_text().contains("10 control dice"), "{}", board.all_text());
    let mut chooser = Chooser::new(3);
    let mut presses = 0;
    loop {
        let loaded = table.loaded().await;
        if loaded.table.phase == table::Phase::Ended {
            break;
        }
        let (seat, press) = lively(loaded.table.game.as_ref().unwrap(), &mut chooser).unwrap();
        assert_eq!(seat, Seat(0), "the game waits for nobody but Ann");
        if let DicePress::RollAgain(hand) = press {
            choose_dice(&club, &table, &ann, hand).await;
        }
        table.presses(&club, &ann, press).await;
        presses += 1;
        assert!(presses < 1_500, "this game does not end");
        if presses == 10 {
            club.restart_bot().await;
        }
    }
    let steps = table.steps().await;
    let bots = steps.iter().filter(|step| step.user == gatemaster_rules::ids::UserId::BOT);
    assert!(bots.clone().count() > 0 && bots.clone().all(|step| !step.deed.standing));
    assert!(!club.hall.everything().iter().any(|seen| seen.text.contains("<@0>")));

    let told = club.hall.wait_for(|seen| seen.button("Rematch").is_some()).await;
    let stranger = club.bob.clicks(&told, "Rematch").await;
    assert!(stranger.is_private() && stranger.text().contains("Only those who played"));
    let again = ann.clicks(&told, "Rematch").await.message();
    assert!(again.button("Draw the first player").is_some(), "{}", again.all_text());
    let next = table.opened_here().await;
    assert!(next.id != table.id && next.table.phase == table::Phase::Playing);
    let seats: Vec<&str> = next.table.seats.iter().map(|chair| chair.name.as_str()).collect();
    assert_eq!(seats, ["Concord", "Isorian", "Algoryn"]);
    let twice = ann.clicks(&told, "Rematch").await;
    assert!(twice.is_private() && twice.text().contains("has this channel"), "{}", twice.text());
}

/// With people among the others, a rematch asks them to take their seats again.
#[tokio::test]
async fn a_rematch_asks_the_others_to_sit_down_again() {
    let club = Club::open().await;
    let (ann, bob) = (club.ann.clone(), club.bob.clone());
    let (table, _) = DiceTable::open(&club, &[&ann, &bob], 1).await;
    table.first(Seat(0)).await;
    club.mia.at(&club.hall).slash("/game end").await;
    let told = club.hall.wait_for(|seen| seen.button("Rematch").is_some()).await;
    assert!(told.all_text().contains("It was left off in turn 1"), "{}", told.all_text());
    let lobby = bob.clicks(&told, "Rematch").await.message();
    assert!(lobby.pings(&ann) && !lobby.pings(&bob), "{}", lobby.all_text());
    let text = lobby.all_text();
    for part in
        ["**Concord** (free)", "**Isorian** (Bob)", "**Algoryn** (Gatemaster)", "**Ghar** (free)"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    ann.clicks(&lobby, "Play Concord").await;
    ann.clicks(&lobby.again().unwrap(), "Start").await;
    assert!(lobby.again().unwrap().all_text().contains("Before turn 1"));
}

/// An undo stops the program, so that one can get behind its moves; a button lets it go on.
#[tokio::test]
async fn a_person_alone_takes_back_what_the_bot_did_and_lets_it_go_on() {
    let club = Club::open().await;
    let ann = club.ann.clone();
    let (table, _) = DiceTable::open(&club, &[&ann], 1).await;
    table.play(Seat(0), Command::DrawFirst, Some("2")).await;
    let before = table.loaded().await;
    assert_eq!(before.table.game.as_ref().and_then(waits_for), Some(Seat(0)), "the bot has played");
    let board = table.board(&club).await;
    ann.clicks(&board, "Undo").await;
    let message = table.tells(&club).await;
    assert!(message.all_text().contains("Taken back"), "{}", message.all_text());
    assert!(message.button("Go on, Gatemaster").is_some(), "{}", message.all_text());
    let pat = club.pat.clicks(&message, "Go on, Gatemaster").await;
    assert!(pat.is_private(), "{}", pat.text());
    ann.clicks(&message, "Go on, Gatemaster").await;
    assert_eq!(table.loaded().await.table.game.as_ref().and_then(waits_for), Some(Seat(0)));
}

fn waits_for(game: &View) -> Option<Seat> {
    let View::DiceGame(state) = game else { return None };
    let open = DiceGame::open(state);
    open.first().and_then(|open| match open.who {
        gatemaster_rules::system::Who::Seat(seat) => Some(seat),
        gatemaster_rules::system::Who::AnyPlayer | gatemaster_rules::system::Who::May(_) => None,
    })
}

/// D-UX-2: "not this turn" and "never for this player" spare the asking, nobody else learns of them, and they can be taken
/// back.
#[tokio::test]
async fn standing_answers_keep_the_dice_rolling() {
    let mut club = Club::open().await;
    let cid = club.discord.person("Cid");
    let (ann, bob) = (club.ann.clone(), club.bob.clone());
    // dice that cannot bust, and claim no fate dice
    let faces = Faces { skirmish: [Skirmish::Victory; 6], control: [Control::One; 6], ..house() };
    let setup = Setup { faces, ..Setup::default() };
    let (table, _) = DiceTable::open_with(&club, &[&ann, &bob, &cid], 0, setup).await;
    table.first(Seat(0)).await;
    table.board(&club).await;

    table.presses(&club, &ann, DicePress::Roll(0)).await;
    let asked = table.tells(&club).await;
    assert!(asked.pings(&bob) && !asked.pings(&cid), "{}", asked.all_text());
    assert!(asked.all_text().contains("Do you add fate dice?"), "{}", asked.all_text());
    assert_eq!(waiting(&table).await, Seat(1));
    table.presses(&club, &bob, DicePress::NotThisTurn(Seat(1))).await;
    assert_eq!(waiting(&table).await, Seat(2), "clockwise, the next one");
    let never = DicePress::NeverFor { seat: Seat(2), roller: Seat(0) };
    table.presses(&club, &cid, never).await;
    let rolled = table.tells(&club).await;
    let hers = "(Ann): keep or roll?";
    assert!(rolled.all_text().contains(hers), "{}", rolled.all_text());
    assert!(!rolled.pings(&ann), "she has just rolled, so she is looking");
    assert_eq!(waiting(&table).await, Seat(0), "the dice have fallen");

    // in the same turn nobody is asked again
    let again = vec![1, 2, 3, 4, 5];
    table.play(Seat(0), Command::RollAgain { dice: again, fate: 0 }, None).await;
    assert_eq!(table.state().await.turn.as_ref().unwrap().stage, Stage::Rolled);

    // until Ann rolls again: Bob is asked, Cid is not
    club.restart_bot().await;
    while table.state().await.turn.as_ref().unwrap().number < 4 {
        go_on(&table).await;
    }
    table.play(Seat(0), Command::Roll { fate: 0 }, None).await;
    assert_eq!(waiting(&table).await, Seat(1));
    table.play(Seat(1), Command::AddFate { seat: Seat(1), dice: 0 }, None).await;
    assert_ne!(waiting(&table).await, Seat(2), "Cid has said never");

    let board = table.board(&club).await;
    let own = cid.clicks(&board, "Fate dice…").await;
    assert!(
        own.is_private() && own.text().contains("You never add any for ⚪ **Concord**"),
        "{}",
        own.text()
    );
    let others = bob.clicks(&board, "Fate dice…").await;
    assert!(!others.text().contains("never add any"), "{}", others.text());
    let cleared = cid.clicks(&own.message(), "Ask me every time").await;
    assert!(cleared.text().contains("I ask you before every roll"), "{}", cleared.text());
    let stranger = club.pat.clicks(&board, "Fate dice…").await;
    assert!(stranger.is_private() && stranger.text().contains("no seat"), "{}", stranger.text());
}

async fn waiting(table: &DiceTable) -> Seat {
    table.loaded().await.table.game.as_ref().and_then(waits_for).unwrap()
}

/// Whoever owes something does the simplest thing, with no fate dice.
async fn go_on(table: &DiceTable) {
    let seat = waiting(table).await;
    let state = table.state().await;
    let command = match state.turn.as_ref().unwrap().stage {
        Stage::Ready => Command::Roll { fate: 0 },
        Stage::Adding { .. } => Command::AddFate { seat, dice: 0 },
        Stage::Rolled => Command::Stop,
        Stage::Traits => Command::Trait(None),
        Stage::Six => Command::Claim(SixChoice::Control),
        Stage::TakingFate => Command::TakeFateFrom { seat: state.others_with_fate(seat)[0] },
        Stage::Claiming => panic!("nothing is left to decide"),
    };
    table.play(seat, command, None).await;
}

/// D-UX-1: a turn is told on one message that is redrawn; the next player gets a new one that rings for them.
#[tokio::test]
async fn a_turn_is_one_message_and_the_next_player_is_called() {
    let club = Club::open().await;
    let (ann, bob) = (club.ann.clone(), club.bob.clone());
    let (table, _) = DiceTable::open(&club, &[&ann, &bob], 0).await;
    table.first(Seat(0)).await;
    // Bob's fate die goes back to the table, so that nobody is asked any more: two victories, and nothing to sabotage
    table.play(Seat(0), Command::Roll { fate: 0 }, None).await;
    let add = Command::AddFate { seat: Seat(1), dice: 1 };
    table.play(Seat(1), add, Some("1 2 4 5 6 4 1")).await;
    let board = table.board(&club).await;
    let before = club.hall.everything().len();
    let rolled = ann.clicks(&board, "Roll 4 again").await;
    let after = table.state().await;
    assert_eq!(after.turn.as_ref().unwrap().rolls, if busted(&after) { 0 } else { 2 });
    if !busted(&after) {
        assert_eq!(club.hall.everything().len(), before + 1, "the turn is told in one message");
        let text = rolled.message().all_text();
        assert!(text.contains("keep or roll?"), "{text}");
    }

    // a new turn is a new message, and the old one has served
    let (table, _) = other_table(&club, &ann, &bob).await;
    table.play(Seat(0), Command::Roll { fate: 0 }, None).await;
    let add = Command::AddFate { seat: Seat(1), dice: 1 };
    table.play(Seat(1), add, Some("4 5 6 4 5 6 1")).await;
    let board = table.board(&club).await;
    ann.clicks(&board, "Stop: nothing").await;
    let next = table.tells(&club).await;
    assert!(next.id != board.id && next.pings(&bob), "{}", next.all_text());
    bob.clicks(&next, "Roll all six").await;
    let state = table.state().await;
    if busted(&state) {
        let told = table.tells(&club).await;
        assert!(told.pings(&ann), "{}", told.all_text());
        let served = |seen: &gatemaster_sandbox::Seen| {
            seen.id == next.id && seen.buttons.is_empty() && seen.all_text().contains("Bust!")
        };
        club.hall.wait_for(served).await;
    } else {
        let last = club.hall.everything().pop().unwrap();
        assert_eq!(last.id, next.id, "nothing but the message of this turn");
        assert!(last.all_text().contains("keep or roll?"), "{}", last.all_text());
    }
}

/// The turn after a bust has no dice yet.
fn busted(state: &gatemaster_rules::dicegame::State) -> bool {
    state.turn.as_ref().is_some_and(|turn| turn.dice.is_empty())
}

async fn other_table(
    club: &Club,
    ann: &gatemaster_sandbox::Person,
    bob: &gatemaster_sandbox::Person,
) -> (DiceTable, gatemaster_sandbox::Seen) {
    club.mia.at(&club.hall).slash("/game end").await;
    let (table, board) = DiceTable::open(club, &[ann, bob], 0).await;
    table.first(Seat(0)).await;
    (table, board)
}

fn house() -> Faces {
    Setup::default().faces
}

/// A chair that somebody has left does not hold up the others, and whoever wants it back gets it.
#[tokio::test]
async fn the_bot_fills_a_chair_that_somebody_left_and_gives_it_back() {
    let club = Club::open().await;
    let (ann, bob) = (club.ann.clone(), club.bob.clone());
    let (table, _) = DiceTable::open(&club, &[&ann, &bob], 0).await;
    table.first(Seat(1)).await;
    bob.at(&club.hall).slash("/game leave").await;
    let board = table.board(&club).await;
    assert!(board.button("Play Isorian").is_some(), "{}", board.all_text());
    let stranger = club.pat.clicks(&board, "Let me play it").await;
    assert!(stranger.is_private(), "{}", stranger.text());
    ann.clicks(&board, "Let me play it").await;
    assert_eq!(waiting(&table).await, Seat(0), "the bot has rolled for the Isorians");
    // a chair that the program holds in the middle of a game is not for anybody who passes by
    let refused = club.pat.at(&club.hall).slash("/game join seat:Isorian").await;
    assert!(
        refused.is_private() && refused.text().contains("I play Isorian myself"),
        "{}",
        refused.text()
    );
    let hand_over = format!("/game hand-over to:{} seat:Isorian", club.pat.mention());
    let given = club.mia.at(&club.hall).slash(&hand_over).await;
    assert!(given.text().contains("which Gatemaster had, to Pat"), "{}", given.text());
    let seats = table.loaded().await.table.seats;
    assert_eq!(seats[1].player.as_ref().unwrap().name, "Pat");
}

/// In a voice call one board serves the whole game.
#[tokio::test]
async fn a_compact_table_rolls_on_one_message() {
    let club = Club::open().await;
    let ann = club.ann.clone();
    let (table, first) = DiceTable::open(&club, &[&ann], 1).await;
    ann.at(&club.hall).slash("/game settings compact:True").await;
    table.first(Seat(0)).await;
    let board = club
        .hall
        .wait_for(|seen| seen.text.contains("▸") && seen.button("Roll all six").is_some())
        .await;
    club.until(|| first.again().is_none()).await;
    let before = club.hall.everything().len();
    ann.clicks(&board, "Roll all six").await;
    let now = board.again().unwrap();
    assert!(now.text.contains("▸") && now.text.contains("rolls"), "{}", now.all_text());
    assert_eq!(club.hall.everything().len(), before, "nothing but the board");
}
