//! A whole battle with fixed commands and fixed dice, told as a battle report and compared with
//! `golden/antares-battle.txt`, and explained in full in `golden/antares-explained.txt`. `UPDATE_GOLDEN=1` writes the
//! files anew.

mod game;
mod turns;

use game::Game;

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/");

/// Compares line by line with a file, or writes it.
fn same_as_file(report: &str, file: &str) {
    let golden = format!("{GOLDEN}{file}");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(golden, report).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&golden).unwrap();
    let (told, expected): (Vec<&str>, Vec<&str>) =
        (report.lines().collect(), expected.lines().collect());
    if let Some(line) =
        (0..told.len().max(expected.len())).find(|line| told.get(*line) != expected.get(*line))
    {
        panic!(
            "The report differs from line {} on.\n  expected: {}\n  told:     {}\nIf the new words are \
             right, run this test with UPDATE_GOLDEN=1 and look at the difference in {golden}.",
            line + 1,
            expected.get(line).unwrap_or(&"(the end)"),
            told.get(line).unwrap_or(&"(the end)"),
        );
    }
}

#[test]
fn the_raid_on_the_pumping_station_reads_as_it_was_played() {
    let mut game = Game::new();
    turns::play(&mut game);
    same_as_file(&game.report(), "antares-battle.txt");
}

#[test]
fn the_raid_on_the_pumping_station_is_explained_die_by_die() {
    let mut game = Game::new();
    turns::play(&mut game);
    same_as_file(&game.explained(), "antares-explained.txt");
}
