//! The battle report of the rule book (p. 101 to 109) played from the first company to the end of its third round, with
//! fixed commands and fixed dice; told for somebody who looks on in `golden/at43-battle.txt`, and three of its salvos die by
//! die in `golden/at43-explained.txt`. `UPDATE_GOLDEN=1` writes the files anew. Where the report and the rules part, the
//! rules are played and a comment says so.

mod battle;
mod round1;
mod round2;
mod round3;
mod table;

use battle::{Battle, STARS, THERIANS};
use gatemaster_rules::at43::report::lines;
use gatemaster_rules::at43::{At43, State};
use gatemaster_rules::dice::Roll;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{System as _, Viewer};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/");

fn whole_battle() -> Battle {
    let mut battle = Battle::new();
    table::play(&mut battle);
    round1::play(&mut battle);
    round2::play(&mut battle);
    round3::play(&mut battle);
    battle
}

/// Compares line by line with a file, or writes it.
fn same_as_file(told: &str, file: &str) {
    let golden = format!("{GOLDEN}{file}");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(golden, told).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&golden).unwrap();
    let (told, expected): (Vec<&str>, Vec<&str>) =
        (told.lines().collect(), expected.lines().collect());
    let lines = told.len().max(expected.len());
    if let Some(line) = (0..lines).find(|line| told.get(*line) != expected.get(*line)) {
        panic!(
            "The words differ from line {} on.\n  expected: {}\n  told:     {}\nIf the new words are \
             right, run this test with UPDATE_GOLDEN=1 and look at the difference in {golden}.",
            line + 1,
            expected.get(line).unwrap_or(&"(the end)"),
            told.get(line).unwrap_or(&"(the end)"),
        );
    }
}

/// T-MIS-21, T-MIS-22, T-CTL-1 to T-CTL-3: 6 to 0, 12 to 5, 12 to 11.
#[test]
fn bridgehead_reads_as_it_was_played() {
    same_as_file(&whole_battle().report(), "at43-battle.txt");
}

#[test]
fn three_salvos_of_bridgehead_are_explained_die_by_die() {
    same_as_file(&whole_battle().explained(), "at43-explained.txt");
}

/// Whoever follows the game event by event reads the same as whoever looks at it anew each time.
#[test]
fn bridgehead_reads_the_same_for_whoever_has_followed_it() {
    let battle = whole_battle();
    for viewer in [Viewer::spectator(), Viewer::on(STARS), Viewer::on(THERIANS)] {
        let mut followed = At43::view(&battle.steps[0].before, &viewer);
        for step in &battle.steps {
            let (fresh, seen) = step.seen_by(&viewer);
            assert_eq!(lines(&followed, &seen), lines(&fresh, &seen), "{:?}", step.command);
            for event in &seen {
                followed = followed.after(event);
            }
        }
    }
}

/// The seat that has to throw, from what the throw is for: cover and morale are the owner's, all else the attacker's.
fn thrower(state: &State, what: &str) -> Seat {
    let unit = state
        .units
        .iter()
        .find(|unit| what.contains(&unit.name))
        .map(|unit| (unit.side, if unit.side == STARS { THERIANS } else { STARS }));
    let side = state.seats().find(|seat| what.contains(state.side_name(*seat)));
    let begins = |words: &[&str]| words.iter().any(|word| what.starts_with(word));
    match (unit, side) {
        (Some((own, _)), _) if begins(&["the cover of ", "the morale of "]) => own,
        (Some((own, _)), _) if begins(&["the salvo of ", "the re-roll for the salvo of "]) => own,
        (Some((own, _)), _) if begins(&["the reaper blades of "]) => own,
        (Some((_, enemy)), _) if begins(&["the damage to ", "where ", "running over "]) => enemy,
        (None, Some(side)) if begins(&["the Authority test of ", "the edge of "]) => side,
        _ => panic!("whose are the dice for {what}?"),
    }
}

/// Each throw is asked for by its name, of whoever has to throw, and only what the rules use.
#[test]
fn bridgehead_is_played_with_dice_rolled_by_hand() {
    let battle = whole_battle();
    let mut throws = 0;
    for step in &battle.steps {
        let by = Battle::by(step.by);
        let mut fallen: Vec<Roll> = Vec::new();
        let next =
            |fallen: &[Roll]| At43::next_throw(&step.before, &by, &step.command, fallen).unwrap();
        while let Some(wanted) = next(&fallen) {
            let sentence = wanted.sentence();
            assert_eq!(wanted.seat, thrower(&step.before, &wanted.what), "{sentence}");
            assert!(wanted.dice > 0 && !wanted.draw, "{sentence}");
            assert_eq!(wanted.sides, if wanted.what.starts_with("the edge") { 4 } else { 6 });
            let first = fallen.len();
            let faces = step.dice.get(first..first + wanted.dice as usize);
            let faces =
                faces.unwrap_or_else(|| panic!("{:?}: no dice left for {sentence}", step.command));
            fallen.extend(faces.iter().map(|face| Roll {
                number: None,
                sides: wanted.sides,
                face: *face,
            }));
            throws += 1;
        }
        assert_eq!(fallen.len(), step.dice.len(), "{:?}", step.command);
    }
    let dice: usize = battle.steps.iter().map(|step| step.dice.len()).sum();
    assert_eq!((throws, dice), (87, 235));
}
