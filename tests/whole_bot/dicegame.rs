//! The Dice Game, played with buttons: five people with fate dice flying, one person against bots, and everything that must
//! not happen.

use std::collections::BTreeSet;

use gatemaster_commands::dicegame::press::{DicePress, Hand};
use gatemaster_rules::dicegame::command::{Command, Event, SixChoice};
use gatemaster_rules::dicegame::state::{Lies, Stage};
use gatemaster_rules::export::{Export, verify};
use gatemaster_rules::game::{self, Game};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::record::Outcome;
use gatemaster_rules::table;

use crate::club::Club;
use crate::dice_table::DiceTable;

/// What somebody of a lively table presses: they roll on more often than is good for them, and keep no fate die for long.
fn lively(table: &game::Game, chooser: &mut Chooser) -> Option<(Seat, DicePress)> {
    let Game::DiceGame(state) = table else { return None };
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
            2 | 4 | 6 => DicePress::Stop,
            3 if chooser.one_in(2) => DicePress::Stop,
            _ => {
                let rolled = turn.places(Lies::JustRolled);
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
        let loaded = table.loaded().await;
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
        let (message, id) = table.offers(&club, press).await;
        // somebody else at the table, and a passer-by, try every kind of button once
        let kind = id.split(':').nth(3).unwrap().to_owned();
        if press != DicePress::DrawFirst && strangers.insert(kind) {
            let other = table.person(Seat((seat.0 + 1) % 5)).clone();
            for stranger in [&other, &club.pat] {
                let answer = stranger.clicks(&message, &id).await;
                assert!(answer.is_private(), "{id}: {}", answer.text());
                assert_eq!(table.loaded().await.seq, loaded.seq, "a stranger moved the game");
            }
        }
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
    assert!(flew >= 5, "only {flew} fate dice flew");
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
            seen.buttons.iter().any(|b| b.custom_id.starts_with(&format!("d1:{}:{seq}:choose", table.id)))
        };
        let message = club.hall.wait_for(fits).await;
        let now = message.buttons.iter().find(|b| b.custom_id.contains(":again:")).unwrap();
        let shown: u8 = now.custom_id.rsplit(':').next().unwrap().split('.').next().unwrap().parse().unwrap();
        let differs = (0..6).find(|die| (shown ^ wanted.again) & (1 << die) != 0).unwrap();
        let next = Hand { again: shown, fate: 0 }.turned(differs);
        let id = table.press(DicePress::Choose(next)).await;
        let answer = person.clicks(&message, &id).await;
        assert!(!answer.is_private(), "{}", answer.text());
    }
    panic!("the dice could not be chosen");
}
