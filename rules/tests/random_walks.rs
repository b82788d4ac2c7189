//! Thousands of random actions for every system: no dead end, no broken state, logs that fold, JSON that
//! comes back, exports that verify.

use gatemaster_rules::bag;
use gatemaster_rules::dicegame;
use gatemaster_rules::export::{Export, verify};
use gatemaster_rules::game::{Game, Setup, SystemId};
use gatemaster_rules::random_play::Walk;
use gatemaster_rules::table::{Phase, Table};
use gatemaster_rules::version::RulesVersion;

const WALKS: u64 = 40;
const ACTIONS: usize = 250;

/// Replays one walk when a failure has named its seed: `GATEMASTER_SEED=17 cargo test -p gatemaster-rules`.
fn seeds() -> Vec<u64> {
    match std::env::var("GATEMASTER_SEED").ok().and_then(|seed| seed.parse().ok()) {
        Some(seed) => vec![seed],
        None => (0..WALKS).collect(),
    }
}

fn walk(mut walk: Walk) -> Export {
    let seed = walk.seed;
    for _ in 0..ACTIONS {
        walk.go();
        sound(&walk.table, seed);
    }
    assert_eq!(walk.fold(), walk.table, "seed {seed}: folding gives another state");
    let json = serde_json::to_string(&walk.table).unwrap();
    let back: Table = serde_json::from_str(&json).unwrap();
    assert_eq!(back, walk.table, "seed {seed}: the state does not survive JSON");
    assert!(walk.refusals > 0, "seed {seed}: nothing was ever refused, so nothing odd was tried");
    walk.end()
}

fn sound(table: &Table, seed: u64) {
    match &table.game {
        Some(Game::DiceGame(state)) => {
            let players = state.headquarters.len();
            let logged: u8 = state.headquarters.iter().map(|at| at.log.dice()).sum();
            let control = dicegame::state::control_dice(players);
            assert_eq!(state.gate + logged, control, "seed {seed}: control dice come and go");
            let held: u8 = state.headquarters.iter().map(|at| at.fate).sum();
            let in_hand = state.turn.as_ref().map_or(0, dicegame::state::Turn::fate_in_hand);
            assert_eq!(
                state.fate_on_table + held + in_hand,
                dicegame::state::FATE_DICE,
                "seed {seed}: fate dice come and go"
            );
            assert_eq!(players, table.seats.len(), "seed {seed}: a headquarters for each seat");
            let over = state.ending.is_some();
            assert!(!over || state.gate == 0, "seed {seed}: over with dice on the gate");
            assert_eq!(
                over,
                table.phase == Phase::Ended,
                "seed {seed}: the table ends with the game"
            );
        }
        Some(Game::Bag(state)) => {
            for pool in &state.pools {
                assert!(
                    pool.in_bag + pool.on_table <= bag::MAX_DICE_PER_POOL,
                    "seed {seed}: too many dice"
                );
            }
            for id in state.ids() {
                let draws = state.drawn.iter().filter(|drawn| **drawn == id).count();
                assert!(
                    draws <= state.pools[id.index()].on_table as usize,
                    "seed {seed}: more draws remembered than dice on the table"
                );
            }
        }
        // what must hold in a battle is watched in `antares_battles.rs`; a new system adds here what it wants watched
        _ => {}
    }
}

#[test]
fn random_play_of_every_system_stays_sound_and_verifies() {
    for &system in SystemId::ALL {
        for seed in seeds() {
            let export = walk(Walk::start(system, seed));
            let text = serde_json::to_string(&export).unwrap();
            let back: Export = serde_json::from_str(&text).unwrap();
            assert_eq!(back, export, "seed {seed}: the export does not survive JSON");
            let report = verify(&back);
            assert_eq!(report.faults, Vec::<String>::new(), "seed {seed}");
            assert!(report.seed_shown && report.stream_dice > 0, "seed {seed}: {report:?}");
        }
    }
}

/// A program that knows newer rules goes on with it; only those of the start count.
#[test]
fn a_game_of_earlier_rules_goes_on_by_them_and_verifies() {
    for &system in SystemId::ALL {
        let oldest = system.oldest_version();
        for seed in seeds().into_iter().take(10) {
            let mut game = Walk::by_rules(oldest, system.default_setup(), seed);
            for _ in 0..ACTIONS {
                game.go();
            }
            game.rules = system.version();
            let report = verify(&walk(game));
            let differences = [report.faults, report.other_rules].concat();
            assert_eq!(differences, Vec::<String>::new(), "{} {seed}", system.title());
        }
    }
}

#[test]
fn a_forgery_in_a_game_of_earlier_rules_is_found() {
    let setup = SystemId::Antares.default_setup();
    let mut export = walk(Walk::by_rules(RulesVersion(1), setup, 3));
    assert_eq!(verify(&export).faults, Vec::<String>::new());
    let played = export.steps.iter().rposition(|step| !step.dice.is_empty()).unwrap();
    export.steps[played].events.pop();
    assert!(!verify(&export).faults.is_empty(), "{:#?}", verify(&export));
}

#[test]
fn a_crowded_bag_and_a_tiny_one_play_as_well() {
    let crowded = bag::Setup::parse("a 60,b 60,c 60,d 60,e 60,f 60,g 60,h 60", "i 60,j 1").unwrap();
    let tiny = bag::Setup::parse("🙂 1", "").unwrap();
    for setup in [crowded, tiny] {
        for seed in seeds().into_iter().take(5) {
            let export = walk(Walk::with_setup(Setup::Bag(setup.clone()), seed));
            assert_eq!(verify(&export).faults, Vec::<String>::new(), "seed {seed}");
        }
    }
}

/// Every kind of forgery that the export could carry is found.
#[test]
fn a_forged_export_is_found_out() {
    let honest = walk(Walk::start(SystemId::Bag, 7));
    let rolled = honest.steps.iter().position(|step| !step.dice.is_empty()).unwrap();
    let forge = |change: &dyn Fn(&mut Export)| {
        let mut forged = honest.clone();
        change(&mut forged);
        verify(&forged).faults
    };
    let found = |what: &str, faults: Vec<String>| assert!(!faults.is_empty(), "{what} went unseen");
    found(
        "another face",
        forge(&|e| {
            let die = &mut e.steps[rolled].dice[0];
            die.face = die.face % die.sides + 1;
        }),
    );
    found("another seed", forge(&|e| e.seed = Some("00".repeat(32))));
    found("another hash", forge(&|e| e.seed_hash = "00".repeat(32)));
    found(
        "a missing step",
        forge(&|e| {
            e.steps.remove(rolled);
        }),
    );
    found(
        "a dropped end",
        forge(&|e| {
            e.steps.pop();
        }),
    );
    found(
        "another result",
        forge(&|e| {
            for side in e.record.iter_mut().flat_map(|record| &mut record.sides) {
                side.score += 1;
            }
        }),
    );
    found("a hidden seed", forge(&|e| e.seed = None));
    found("a changed number", forge(&|e| e.steps[rolled].dice[0].number = Some(99)));
    found("a die passed off as hand-rolled", forge(&|e| e.steps[rolled].dice[0].number = None));
    found("other events", forge(&|e| e.steps[rolled].events.clear()));
    found("another player", forge(&|e| e.steps[rolled].user.0 = 901));
    found("another game's dice", forge(&|e| e.game = "other".into()));
    found("another format", forge(&|e| e.format = "gatemaster-game-0".into()));
}

#[test]
fn a_step_judged_by_other_rules_is_neither_accused_nor_vouched_for() {
    let mut export = walk(Walk::start(SystemId::Bag, 3));
    let played = export.steps.iter().position(|step| !step.dice.is_empty()).unwrap();
    export.steps[played].events.clear();
    assert!(!verify(&export).faults.is_empty(), "with the same rules this is a forgery");
    let others = RulesVersion(SystemId::Bag.version().0 + 1);
    export.steps[played].deed.rules = others;
    let report = verify(&export);
    let named = format!("was judged by rules {others} of Order-dice bag");
    assert!(report.other_rules.iter().any(|note| note.contains(&named)), "{report:?}");
}

/// Whatever numbers a file holds, verifying it ends with a report.
#[test]
fn nonsense_in_a_file_does_not_end_the_program() {
    let export = walk(Walk::start(SystemId::Bag, 5));
    let text = serde_json::to_string(&export).unwrap();
    let numbers = ["0", "4294967295", "18446744073709551615"];
    let mut chooser = gatemaster_rules::random_play::Chooser::new(1);
    let digits: Vec<usize> =
        text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
    let mut read = 0;
    for _ in 0..300 {
        let at = digits[chooser.below(digits.len())];
        let number = numbers[chooser.below(numbers.len())];
        let end = at + text[at..].find(|c: char| !c.is_ascii_digit()).unwrap();
        let odd = format!("{}{number}{}", &text[..at], &text[end..]);
        if let Ok(odd) = serde_json::from_str::<Export>(&odd) {
            let _ = verify(&odd);
            read += 1;
        }
    }
    assert!(read > 100, "only {read} odd files could be read at all");
}
