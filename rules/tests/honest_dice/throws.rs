//! Dice by hand: whose they are, who is asked, and what the others may say about it.

use gatemaster_rules::antares;
use gatemaster_rules::antares::command::Command as BattleCommand;
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::dicegame;
use gatemaster_rules::export::verify;
use gatemaster_rules::game::{Command, Setup};
use gatemaster_rules::table::{Action, AskedFor, ByHand, Event, Grounds, Phase, SettingsChange};

use super::{ANN, BLUE, BOB, CID, MIA, Played, RED, by_hand, draw, person, typed};

fn honest(game: &Played) {
    let report = verify(&game.export());
    assert_eq!((report.faults, report.other_rules), (vec![], vec![]));
}

#[test]
fn nobody_types_dice_at_a_table_that_does_not_roll_by_hand() {
    let mut game = Played::bag(None);
    game.refused(ANN, typed(&[1]), "waits for no dice");
    game.must(ANN, draw());
    assert!(game.last_dice()[0].0.is_some(), "a die of the stream");
    honest(&game);
}

#[test]
fn whose_dice_are_rolled_by_hand_is_free_in_the_lobby_and_a_question_in_play() {
    let mut lobby = Played::open(Setup::Bag(gatemaster_rules::bag::Setup::default()), None);
    lobby.must(ANN, by_hand(ByHand::Everybody));
    assert!(lobby.table.settings.by_hand && lobby.table.asked.is_none());
    lobby.must(ANN, by_hand(ByHand::Nobody));
    lobby.refused(ANN, by_hand(ByHand::Side(gatemaster_rules::ids::Seat(9))), "no such seat");

    let mut game = Played::bag(None);
    let old = SettingsChange { by_hand: Some(true), ..SettingsChange::default() };
    game.must(ANN, Action::Change(old));
    assert!(!game.table.settings.by_hand, "it is only asked");
    let asked = game.table.asked.clone().unwrap();
    assert!(matches!(asked.what, AskedFor::ByHand { hand: ByHand::Everybody, .. }));
    game.refused(ANN, Action::Agree, "It is for Bob to answer");
    game.refused(CID, Action::Agree, "It is for Bob to answer");
    assert_eq!(game.table.owed().iter().map(|owed| owed.seat).collect::<Vec<_>>(), [BLUE]);
    // play goes on meanwhile, with the dice of the stream, and the question stands
    game.must(ANN, draw());
    assert!(game.table.asked.is_some());
    game.must(BOB, Action::Refuse);
    assert!(game.table.asked.is_none() && !game.table.settings.by_hand);
    game.must(ANN, by_hand(ByHand::Everybody));
    let agreed = game.must(BOB, Action::Agree);
    assert!(matches!(&agreed[0], Event::HandSettled { grounds: Grounds::Consent { .. } }));
    assert!(game.table.settings.by_hand && game.table.asked.is_none());
    honest(&game);
}

#[test]
fn every_other_player_has_to_agree_and_the_organiser_may_rule() {
    let setup = gatemaster_rules::bag::Setup::parse("Red 3, Blue 2, Green 2", "").unwrap();
    let mut game = Played::open(Setup::Bag(setup), Some(MIA));
    for user in [ANN, BOB, CID] {
        game.must(user, Action::Join { seat: None, salt: None });
    }
    game.must(ANN, Action::Start);
    game.must(ANN, by_hand(ByHand::Everybody));
    game.must(BOB, Action::Agree);
    assert!(!game.table.settings.by_hand, "Cid has not agreed");
    game.refused(BOB, Action::Agree, "agreed already");
    game.must(CID, Action::Agree);
    assert!(game.table.settings.by_hand);
    game.must(BOB, by_hand(ByHand::Nobody));
    let ruled = game.must(MIA, Action::Agree);
    assert!(matches!(&ruled[0], Event::HandSettled { grounds: Grounds::Organiser }));
    game.must(MIA, by_hand(ByHand::Side(BLUE)));
    assert_eq!(game.table.settings.hand_seats, [BLUE], "the organiser asks nobody");
    honest(&game);
}

#[test]
fn a_game_that_takes_no_dice_by_hand_never_does() {
    let mut game = Played::open(Setup::DiceGame(dicegame::Setup::default()), None);
    for hand in [ByHand::Everybody, ByHand::Side(RED), ByHand::NextThrow] {
        game.refused(ANN, by_hand(hand), "myself");
    }
}

#[test]
fn a_die_drawn_by_hand_is_named_by_whoever_drew_and_the_other_may_object_once() {
    let mut game = Played::bag(None);
    game.must(ANN, by_hand(ByHand::Everybody));
    game.must(BOB, Action::Agree);
    game.must(ANN, draw());
    assert_eq!(game.waits_for().unwrap().0, ANN);
    assert!(game.table.open().is_empty(), "nothing else is done meanwhile");
    game.refused(BOB, draw(), "waits for Ann's dice");
    game.refused(BOB, typed(&[1]), "for Ann to roll and type");
    game.refused(ANN, typed(&[6]), "you typed 6");
    game.refused(ANN, typed(&[1, 2]), "1 die (D5)");
    game.must(ANN, typed(&[1]));
    assert_eq!(game.last_dice(), [(None, 1)]);
    // shown to Bob before Ann does anything with it
    assert!(matches!(game.table.asked.as_ref().unwrap().what, AskedFor::Draw { .. }));
    game.refused(ANN, draw(), "Bob may look");
    let events = game.must(BOB, Action::Refuse);
    assert!(matches!(&events[..], [Event::Objected { by, .. }] if *by == person(BOB)));
    assert_eq!(game.waits_for().unwrap().0, ANN, "she draws again");
    game.must(ANN, typed(&[4]));
    assert!(game.table.asked.is_none(), "and this one stands");
    // the next draw may be objected to again; whoever acts on it has accepted it
    game.must(BOB, draw());
    game.must(BOB, typed(&[1]));
    assert!(game.table.asked.is_some());
    game.must(ANN, draw());
    assert!(game.table.asked.is_none(), "Ann went on, so it is right for her");
    game.must(ANN, typed(&[1]));
    game.must(BOB, Action::Agree);
    assert!(game.table.asked.is_none());
    honest(&game);
}

#[test]
fn one_side_or_one_throw_alone_can_be_by_hand() {
    let mut game = Played::bag(None);
    game.must(ANN, by_hand(ByHand::Side(BLUE)));
    game.must(BOB, Action::Agree);
    game.must(ANN, draw());
    assert!(game.last_dice()[0].0.is_some(), "Red's are rolled by the program");
    game.must(BOB, draw());
    assert_eq!(game.waits_for().unwrap().0, BOB);
    game.must(BOB, Action::RollDice);
    assert_eq!(game.last_dice()[0].0, Some(2), "Bob has it rolled after all");

    let mut game = Played::bag(None);
    game.must(BOB, by_hand(ByHand::NextThrow));
    game.must(ANN, Action::Agree);
    game.must(ANN, draw());
    game.must(ANN, typed(&[2]));
    assert!(!game.table.settings.next_by_hand);
    game.must(BOB, Action::Agree);
    game.must(BOB, draw());
    assert!(game.last_dice()[0].0.is_some(), "that was the one throw");
    honest(&game);
}

#[test]
fn a_throw_that_waits_is_rolled_when_the_table_rolls_again() {
    let mut game = Played::bag(Some(MIA));
    game.must(MIA, by_hand(ByHand::Everybody));
    game.must(ANN, draw());
    let events = game.must(MIA, by_hand(ByHand::Nobody));
    assert!(events.iter().any(|event| matches!(event, Event::Played(_))), "{events:?}");
    assert!(game.table.throw.is_none() && game.last_dice()[0].0.is_some());
    honest(&game);
}

#[test]
fn what_waits_for_dice_can_be_taken_back_and_left_to_others() {
    let mut game = Played::bag(None);
    game.must(ANN, by_hand(ByHand::Everybody));
    game.must(BOB, Action::Agree);
    game.must(ANN, draw());
    let step = game.steps.last().unwrap().seq;
    let undone = game.must(ANN, Action::Undo { step });
    assert!(matches!(&undone[..], [Event::Undone { grounds: Grounds::Free, .. }]), "{undone:?}");
    assert!(game.table.throw.is_none());
    // whoever should roll has left: the other player has it rolled
    game.must(ANN, draw());
    game.must(ANN, Action::Leave);
    game.must(BOB, Action::RollDice);
    assert!(game.table.throw.is_none());
    honest(&game);
}

/// A-SHT-1, A-SHT-13: whoever shoots rolls to hit, whoever is hit resists.
#[test]
fn nobody_types_the_dice_of_the_other_side() {
    let sides = |faction| antares::Setup::quick(Library::built_in(), faction, Faction::Boromite);
    let mut setup = sides(Faction::Algoryn).unwrap();
    setup.options.already_deployed = true;
    let mut game = Played::begun(Setup::Antares(setup), None);
    game.must(ANN, by_hand(ByHand::Everybody));
    game.must(BOB, Action::Agree);
    let mut whose = std::collections::BTreeSet::new();
    let mut luck = 7_u32;
    for _ in 0..4_000 {
        if game.table.phase != Phase::Playing || whose.len() > 12 {
            break;
        }
        if game.table.asked.is_some() {
            let by = game.table.asked.as_ref().unwrap().by.id.0;
            game.must(if by == ANN { BOB } else { ANN }, Action::Agree);
            continue;
        }
        if let Some((user, what)) = game.waits_for() {
            let wanted = game.table.throw.clone().unwrap().wanted;
            let acts = game.table.throw.as_ref().unwrap().by.id.0;
            let other = if user == ANN { BOB } else { ANN };
            let faces: Vec<u32> = (0..wanted.dice)
                .map(|_| {
                    luck = luck.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                    (luck >> 16) % wanted.sides + 1
                })
                .collect();
            game.refused(other, typed(&faces), "to roll and type");
            whose.insert((what.split(" for the ").nth(1).map(kind_of), user == acts));
            game.must(user, typed(&faces));
            continue;
        }
        let open = game.table.open();
        luck = luck.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        let pick = &open[(luck >> 16) as usize % open.len()];
        let command = &pick.options[(luck >> 8) as usize % pick.options.len()];
        let seats = [(ANN, RED), (BOB, BLUE)];
        let user = seats.iter().find(|(_, seat)| pick.who.includes(&[*seat])).unwrap().0;
        assert!(!matches!(command, Command::Antares(BattleCommand::Correct(_))));
        game.must(user, Action::Play(command.clone()));
    }
    let kinds: Vec<_> = whose.iter().collect();
    assert!(
        whose.contains(&(Some("hits"), false)),
        "hits that another's answer set off: {kinds:?}"
    );
    assert!(whose.contains(&(Some("Res"), false)), "{kinds:?}");
    honest(&game);
}

fn kind_of(what: &str) -> &'static str {
    match what.split(' ').next() {
        Some("hits") => "hits",
        Some("Res") => "Res",
        Some("draw:") => "draw",
        Some("order") => "order test",
        _ => "other",
    }
}
