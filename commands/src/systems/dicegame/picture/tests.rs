use std::path::PathBuf;

use gatemaster_discord::picture::{MAX_ALT, Picture, contrast};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::dicegame::faces::Skirmish::{self, Both, Strike, Victory};
use gatemaster_rules::dicegame::faction::Faction;
use gatemaster_rules::dicegame::state::{
    Added, DataLog, Die, DieState, Ending, LastTurn, Score, Stage, Turn, TurnEnd,
};
use gatemaster_rules::dicegame::{DiceGame, Setup, State};
use gatemaster_rules::game::{self, Game};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::random_play::Walk;
use gatemaster_rules::system::System;

use super::dice::{BRIGHT, GOLD, WRONG, past};
use super::layout::{Layout, WIDTH};
use super::{FADED, FELT, GROUNDS, LIT, PANEL, QUIET, STONE, TRAY, WORDS, dicegame, gate, hand};
use crate::die::{ENOUGH_CONTRAST, RING, edge, ink};

const PLAYERS: [Option<&str>; 5] = [
    Some("Ann"),
    Some("Gatemaster"),
    None,
    Some("Jörg 👩‍🚀 深い"),
    Some("WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"),
];
/// With as many rows as there can be: a phone shows the buttons below it as well.
const MAX_HEIGHT: u16 = 552;
/// What people who read small letters need, as WCAG counts it.
const READABLE: f32 = 4.5;

fn setup(players: usize) -> Setup {
    Setup { factions: Faction::ALL[..players].to_vec(), ..Setup::default() }
}

fn start(players: usize) -> State {
    DiceGame::set_up(&setup(players)).unwrap()
}

fn turn(roller: u8, dice: &[(Skirmish, DieState)], stage: Stage) -> Turn {
    Turn {
        number: 7,
        roller: Seat(roller),
        rolls: u8::from(!dice.is_empty()) * 2,
        dice: dice.iter().map(|(face, lies)| Die { face: *face, lies: *lies }).collect(),
        stage,
        used: Vec::new(),
        more: 0,
        fates_due: 0,
    }
}

/// Two dice are kept, four were just rolled.
fn rolled() -> State {
    let mut state = start(2);
    state.gate = 5;
    state.fate_on_table = 2;
    state.headquarters[0].log = DataLog { ones: 1, twos: 0, threes: 1 };
    state.headquarters[0].fate = 1;
    state.headquarters[1].log.twos = 2;
    state.headquarters[1].fate = 1;
    let dice = [
        (Victory, DieState::Kept),
        (Both, DieState::Kept),
        (Strike, DieState::JustRolled),
        (Strike, DieState::JustRolled),
        (Victory, DieState::JustRolled),
        (Strike, DieState::JustRolled),
    ];
    state.turn = Some(turn(0, &dice, Stage::Rolled));
    state
}

/// The second player is asked for fate dice; one is in the hand already.
fn asked() -> State {
    let mut state = rolled();
    let added = vec![Added { seat: Seat(0), dice: 1 }];
    let turn = state.turn.as_mut().unwrap();
    turn.stage = Stage::Adding { added, asked: Some(Seat(1)) };
    for die in &mut turn.dice[2..] {
        die.lies = DieState::InHand;
    }
    turn.dice[2].lies = DieState::Kept;
    state.headquarters[0].fate = 0;
    state
}

/// The first player's turn has ended, and the second is to roll.
fn after(end: TurnEnd) -> State {
    let mut state = rolled();
    let dice = vec![Victory, Victory, Both, Victory, Victory, Strike];
    state.last = Some(LastTurn { roller: Seat(0), dice, end });
    state.turn = Some(turn(1, &[], Stage::Ready));
    state
}

/// The second player rolls first dice after a bust, with two fate dice among them.
fn first_hand() -> State {
    let mut state = after(TurnEnd::Bust);
    let added = vec![Added { seat: Seat(0), dice: 2 }];
    state.turn.as_mut().unwrap().stage = Stage::Adding { added, asked: Some(Seat(0)) };
    state
}

/// Five of them, and the third rolls.
fn crowded() -> State {
    let mut state = start(5);
    for (at, dice) in state.headquarters.iter_mut().zip([4, 0, 1, 2, 3]) {
        at.log = DataLog { ones: dice, twos: dice / 2, threes: dice / 3 };
        at.fate = dice % 2;
    }
    state.turn = Some(turn(2, &[(Strike, DieState::JustRolled); 6], Stage::Rolled));
    state
}

fn over() -> State {
    let mut state = rolled();
    state.gate = 0;
    let score = |logged, fate, card| Score { logged, fate, card };
    state.ending = Some(Ending {
        holder: Seat(1),
        scores: vec![score(4, 2, 0), score(4, 2, 1)],
        winners: vec![Seat(1)],
    });
    state
}

fn picture(state: &State) -> Picture {
    dicegame(state, &PLAYERS).unwrap()
}

fn size(picture: &Picture) -> (u32, u32) {
    let reader = png::Decoder::new(std::io::Cursor::new(&picture.png)).read_info().unwrap();
    (reader.info().width, reader.info().height)
}

/// Keeps a picture to be looked at, where `GATEMASTER_SCREENSHOTS` names a folder for them.
fn keep(name: &str, picture: &Picture) {
    let Some(folder) = std::env::var_os("GATEMASTER_SCREENSHOTS") else { return };
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(PathBuf::from(folder).join(name), &picture.png).unwrap();
}

#[test]
fn the_same_table_gives_the_same_bytes() {
    for state in [start(2), rolled(), asked(), after(TurnEnd::Bust), over()] {
        assert_eq!(picture(&state), picture(&state));
    }
}

#[test]
fn every_moment_of_a_game_is_seen_and_said() {
    let moments = [
        ("start", start(2)),
        ("rolled", rolled()),
        ("asked", asked()),
        ("bust", after(TurnEnd::Bust)),
        ("routed", after(TurnEnd::Routed)),
        ("stopped", after(TurnEnd::Stopped)),
        ("first hand", first_hand()),
        ("over", over()),
        ("crowded", crowded()),
    ];
    let pictures = moments.map(|(name, state)| (name, picture(&state)));
    for (i, (name, one)) in pictures.iter().enumerate() {
        keep(&format!("dicegame-{name}.png"), one);
        for (other_name, other) in &pictures[..i] {
            assert_ne!(one.png, other.png, "{name} {other_name}");
            assert_ne!(one.alt, other.alt, "{name} {other_name}");
        }
    }
}

#[test]
fn whatever_changes_on_the_table_changes_the_picture_and_its_words() {
    let before = picture(&rolled());
    let changes: [fn(&mut State); 13] = [
        |state| state.gate -= 1,
        |state| state.fate_on_table -= 1,
        |state| state.card.name = "Shamasai".into(),
        |state| state.card.points = 3,
        |state| state.headquarters[0].faction = Faction::Ghar,
        |state| state.headquarters[0].log.ones += 1,
        |state| state.headquarters[1].log.threes += 1,
        |state| state.headquarters[1].fate += 1,
        |state| state.turn.as_mut().unwrap().roller = Seat(1),
        |state| state.turn.as_mut().unwrap().rolls += 1,
        |state| state.turn.as_mut().unwrap().dice[0].face = Strike,
        |state| state.turn.as_mut().unwrap().dice[2].lies = DieState::Kept,
        |state| state.turn.as_mut().unwrap().stage = Stage::Traits,
    ];
    for (i, change) in changes.into_iter().enumerate() {
        let mut state = rolled();
        change(&mut state);
        let after = picture(&state);
        assert_ne!(before.png, after.png, "change {i}");
        assert_ne!(before.alt, after.alt, "change {i}");
    }
    let other = dicegame(&rolled(), &[Some("Bob"), Some("Gatemaster")]).unwrap();
    assert_ne!(before, other);
    let mut shared = over();
    shared.ending.as_mut().unwrap().winners = vec![Seat(0), Seat(1)];
    assert_ne!(picture(&over()).png, picture(&shared).png);
    let mut held = over();
    held.ending.as_mut().unwrap().holder = Seat(0);
    assert_ne!(picture(&over()).png, picture(&held).png);
}

#[test]
fn the_words_say_what_the_picture_shows() {
    assert_eq!(
        picture(&rolled()).alt,
        "Turn 7, roll 2: Concord keeps dice or stops. The gate Xilos (1 point) has 5 control dice left; \
         2 fate dice on the table. Kept: 1 victory, 1 victory with strike. Just rolled: 1 victory, 3 strike. \
         3 victories, 4 strikes: that claims 1 fate die. \
         Concord (white, Ann), rolling: 6 points, logged 1 three and 1 one, 1 fate die. \
         Isorian (purple, Gatemaster): 6 points, logged 2 twos, 1 fate die."
    );
    assert_eq!(
        picture(&asked()).alt,
        "Turn 7, roll 2: Isorian may add fate dice. The gate Xilos (1 point) has 5 control dice left; \
         2 fate dice on the table. Kept: 1 victory, 1 victory with strike, 1 strike. \
         In the hand: 3 skirmish dice and 1 fate die. Showing 2 victories, 2 strikes. \
         Concord (white, Ann), rolling: 4 points, logged 1 three and 1 one. \
         Isorian (purple, Gatemaster), asked: 6 points, logged 2 twos, 1 fate die."
    );
    let said = |end| picture(&after(end)).alt;
    assert!(
        said(TurnEnd::Bust).contains(
            "Isorian is to roll. The gate Xilos (1 point) has 5 control dice left; 2 fate dice on the table. \
             The turn before, Concord went bust with 5 victories, 2 strikes \
             (4 victory, 1 victory with strike, 1 strike)."
        ),
        "{}",
        said(TurnEnd::Bust)
    );
    assert!(said(TurnEnd::Routed).contains("Concord was routed with"));
    assert!(said(TurnEnd::Stopped).contains("Concord stopped with"));
    let end = picture(&over()).alt;
    assert!(end.contains("Isorian wins."), "{end}");
    assert!(end.contains("Gatemaster), winner, has the gate card, +1: 7 points"), "{end}");
    let first = picture(&start(3)).alt;
    assert!(first.starts_with("Before turn 1: Who goes first? The gate"), "{first}");
    assert!(first.contains("Nothing is rolled yet."), "{first}");
    assert!(first.ends_with("Algoryn (red, free): 0 points, nothing logged."), "{first}");
}

#[test]
fn games_of_two_to_five_are_drawn_from_beginning_to_end() {
    let (mut largest, mut ended) = (0, 0);
    for players in 2..=5 {
        let mut walk = Walk::with_setup(game::Setup::DiceGame(setup(players)), 3);
        for step in 0..400 {
            if let Some(Game::DiceGame(state)) = &walk.table.game
                && (step % 23 == 0 || state.ending.is_some())
            {
                let picture = picture(state);
                let told = format!("{players} players, step {step}");
                // more than three stand two beside each other
                let rows = [148, 222, 132, 198][players - 2];
                assert_eq!(size(&picture), (u32::from(WIDTH), 330 + rows), "{told}");
                assert!(picture.alt.chars().count() < MAX_ALT, "{told}: {}", picture.alt);
                largest = largest.max(picture.png.len());
                if state.ending.is_some() {
                    ended += 1;
                    break;
                }
            }
            walk.go();
        }
    }
    assert!(largest < 60 * 1024, "{largest}");
    assert!(ended > 0, "some of them came to their end");
}

#[test]
fn odd_numbers_and_names_stay_within_the_picture_and_its_words() {
    let name = "W".repeat(32);
    let mut state = start(5);
    let huge = DataLog { ones: 255, twos: 255, threes: 255 };
    for at in &mut state.headquarters {
        (at.log, at.fate) = (huge, 255);
    }
    (state.gate, state.fate_on_table) = (255, 255);
    (state.card.name, state.card.points) = (name.clone(), 255);
    let added = vec![Added { seat: Seat(200), dice: 255 }; 3];
    let dice = [(Both, DieState::InHand); 300];
    let stage = Stage::Adding { added, asked: Some(Seat(200)) };
    let odd = Turn { number: u32::MAX, rolls: 255, fates_due: 255, ..turn(200, &dice, stage) };
    let score = Score { logged: u32::MAX, fate: u32::MAX, card: u32::MAX };
    let mut states = vec![state.clone()];
    state.turn = Some(odd);
    states.push(state.clone());
    state.last = Some(LastTurn { roller: Seat(9), dice: vec![Both; 300], end: TurnEnd::Bust });
    state.turn = Some(turn(3, &[], Stage::Ready));
    states.push(state.clone());
    let winners = (0..5).map(Seat).collect();
    state.ending = Some(Ending { holder: Seat(4), scores: vec![score; 5], winners });
    states.push(state.clone());
    state.headquarters = vec![state.headquarters[0].clone(); 300];
    states.push(state.clone());
    state.headquarters.clear();
    states.push(state);
    let names = vec![Some(name.as_str()); 5];
    for (i, state) in states.iter().enumerate() {
        let picture = dicegame(state, &names).unwrap();
        keep(&format!("dicegame-odd-{i}.png"), &picture);
        let (width, height) = size(&picture);
        assert!(width == u32::from(WIDTH) && height <= u32::from(MAX_HEIGHT), "{i}: {height}");
        assert!(picture.png.len() < 100 * 1024, "{i}: {}", picture.png.len());
        assert!(picture.alt.chars().count() <= MAX_ALT, "{i}: {}", picture.alt);
    }
}

#[test]
fn five_long_names_leave_room_for_everything_in_the_words() {
    let name = "W".repeat(32);
    let mut state = start(5);
    for at in &mut state.headquarters {
        (at.log, at.fate) = (DataLog { ones: 10, twos: 10, threes: 10 }, 4);
    }
    state.card.name.clone_from(&name);
    let dice = vec![Victory, Victory, Both, Victory, Victory, Strike];
    state.last = Some(LastTurn { roller: Seat(3), dice, end: TurnEnd::Bust });
    let added = vec![Added { seat: Seat(3), dice: 4 }];
    state.turn = Some(turn(3, &[], Stage::Adding { added, asked: Some(Seat(2)) }));
    let alt = dicegame(&state, &[Some(name.as_str()); 5]).unwrap().alt;
    assert!(alt.chars().count() < MAX_ALT, "{}", alt.chars().count());
    assert_eq!(alt.matches(&name).count(), 6, "{alt}");
    assert!(alt.ends_with("logged 10 threes, 10 twos and 10 ones, 4 fate dice."), "{alt}");
}

#[test]
fn the_dice_of_a_headquarters_stay_before_its_points() {
    for (dice, players) in (0..=255_u8).flat_map(|dice| [(dice, 2), (dice, 5)]) {
        let mut state = over();
        state.headquarters = start(players).headquarters;
        state.headquarters[1].log.twos = dice;
        state.headquarters[1].fate = 1;
        let layout = Layout::of(&state);
        let line = layout.line;
        let [_, left, points] = layout.columns(layout.rows[1]);
        let all = (u16::from(dice) + 1).min(line.most);
        let end = left + line.size + (all - 1) * line.step + super::layout::GROUP_GAP;
        assert!(end <= points - super::layout::CARD_ROOM, "{dice}: {line:?}");
        assert!(
            dice > 12 || line.most > dice.into(),
            "all that there are can be counted: {line:?}"
        );
    }
}

#[test]
fn dice_and_marks_are_clear_of_what_they_lie_on() {
    for ground in GROUNDS {
        for colour in [Colour::Yellow, Colour::Black] {
            let rgb = colour.rgb();
            let best = contrast(rgb, ground).max(contrast(edge(rgb, &GROUNDS), ground));
            assert!(best >= ENOUGH_CONTRAST, "{} on {ground:06x}: {best}", colour.name());
        }
    }
    for blues in [BRIGHT, past()] {
        for ground in [FELT, TRAY] {
            let best = contrast(blues.body, ground).max(contrast(blues.edge, ground));
            assert!(best >= ENOUGH_CONTRAST, "blue on {ground:06x}: {best}");
        }
    }
    for blues in [BRIGHT, past()] {
        for symbol in [blues.victory, blues.strike] {
            let seen = contrast(symbol, blues.body);
            assert!(seen >= ENOUGH_CONTRAST, "{symbol:06x} on {:06x}: {seen}", blues.body);
        }
    }
    for faction in Faction::ALL {
        let rgb = faction.colour().rgb();
        assert!(contrast(rgb, ink(rgb)) >= ENOUGH_CONTRAST, "{}", faction.name());
        for ground in [PANEL, LIT] {
            let best = contrast(rgb, ground).max(contrast(edge(rgb, &GROUNDS), ground));
            assert!(best >= ENOUGH_CONTRAST, "{} on {ground:06x}: {best}", faction.name());
        }
    }
    for (mark, ground) in [
        (RING, LIT),
        (RING, PANEL),
        (GOLD, LIT),
        (WRONG, TRAY),
        (WORDS, hand::BUST),
        (gate::LIGHT, TRAY),
    ] {
        assert!(contrast(mark, ground) >= ENOUGH_CONTRAST, "{mark:06x} on {ground:06x}");
    }
}

#[test]
fn every_word_can_be_read() {
    let words = [
        (WORDS, FELT),
        (QUIET, FELT),
        (WORDS, gate::DEEP),
        (QUIET, gate::DEEP),
        (WORDS, TRAY),
        (QUIET, TRAY),
        (WORDS, PANEL),
        (QUIET, PANEL),
        (FADED, PANEL),
        (WORDS, LIT),
        (QUIET, LIT),
        (GOLD, LIT),
        (WORDS, hand::BUST),
        (WORDS, hand::ROUTED),
        (WORDS, hand::STOPPED),
        (WORDS, STONE),
    ];
    for (word, ground) in words {
        let seen = contrast(word, ground);
        assert!(seen >= READABLE, "{word:06x} on {ground:06x}: {seen}");
    }
}
