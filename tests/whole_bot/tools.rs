//! The program's other jobs, run as an operator runs them.

use std::process::{Command, Output};

use sqlx::{Connection as _, Executor as _, SqliteConnection};

use crate::club::Club;

/// The real binary with an environment of our own.
pub fn gatemaster(club: &Club, args: &[&str], with_token: bool) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gatemaster"));
    command
        .args(args)
        .current_dir(club.folder())
        .env_clear()
        .env("DATABASE_URL", club.database_url())
        .env("GATEMASTER_DATA", club.folder());
    if with_token {
        command
            .env("DISCORD_TOKEN", club.discord.token())
            .env("DISCORD_API_URL", club.discord.url());
    }
    command
}

pub async fn run(club: &Club, args: &[&str], with_token: bool) -> (bool, String) {
    let mut command = gatemaster(club, args, with_token);
    let Output { status, stdout, stderr } =
        tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let text = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    (status.success(), text)
}

#[tokio::test]
async fn replay_export_verify_and_backup_agree_with_the_game() {
    let club = Club::open().await;
    club.bag_game().await;
    for _ in 0..5 {
        club.ann.at(&club.hall).slash("/bag draw").await;
    }
    club.mia.at(&club.hall).slash("/game end").await;

    let (good, text) = run(&club, &["replay"], false).await;
    let counted = "1 games, 8 steps, 0 leagues and campaigns with 0 entries: every state";
    assert!(good && text.contains(counted), "{text}");

    let (good, text) = run(&club, &["export", "--out", "out"], false).await;
    assert!(good, "{text}");
    let json = std::fs::read_dir(club.folder().join("out"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|e| e == "json"))
        .unwrap();
    let (good, text) = run(&club, &["verify", json.to_str().unwrap()], false).await;
    assert!(good && text.contains("Everything adds up") && text.contains("5 dice"), "{text}");

    let forged = std::fs::read_to_string(&json).unwrap().replacen("\"face\": ", "\"face\": 1", 1);
    std::fs::write(club.folder().join("forged.json"), forged).unwrap();
    let (good, text) = run(&club, &["verify", "forged.json"], false).await;
    assert!(!good && text.contains("FAULT"), "{text}");
    let (good, text) =
        run(&club, &["verify", json.to_str().unwrap(), "--seed-hash", &"0".repeat(64)], false)
            .await;
    assert!(!good && text.contains("not the one shown"), "{text}");
    let other = std::fs::read_to_string(&json).unwrap().replace("\"rules\": ", "\"rules\": 9");
    let other = other.replacen("\"rules_version\": ", "\"rules_version\": 9", 1);
    let other = other.replacen("\"position\": ", "\"position\": 1", 1);
    std::fs::write(club.folder().join("other.json"), other).unwrap();
    let (good, text) = run(&club, &["verify", "other.json"], false).await;
    assert!(!good && text.contains("OTHER RULES") && !text.contains("FAULT"), "{text}");
    let (good, text) = run(&club, &["verify", "nothing.json"], false).await;
    assert!(!good && text.contains("nothing.json cannot be read"), "{text}");

    let (good, text) = run(&club, &["backup", "copy.db"], false).await;
    assert!(good, "{text}");
    let (good, text) = run(&club, &["backup", "copy.db"], false).await;
    assert!(!good && text.contains("exists already"), "{text}");
    let (good, text) = run(&club, &["replay", "--database-url", "sqlite:copy.db"], false).await;
    assert!(good && text.contains("1 games"), "{text}");
    let (good, text) = run(&club, &["replay", "--database-url", "sqlite:missing.db"], false).await;
    assert!(!good && text.contains("no database at missing.db"), "{text}");
    assert!(!club.folder().join("missing.db").exists());
}

#[tokio::test]
async fn replay_names_the_place_where_a_state_was_tampered_with() {
    let mut club = Club::open().await;
    club.bag_game().await;
    club.ann.at(&club.hall).slash("/bag draw").await;
    club.stop_bot().await;
    let mut database = SqliteConnection::connect(&club.database_url()).await.unwrap();
    let tamper = r#"UPDATE snapshots SET state = replace(state, '"turn":1', '"turn":7')"#;
    assert_eq!(database.execute(tamper).await.unwrap().rows_affected(), 1);
    database.close().await.unwrap();
    let (good, text) = run(&club, &["replay"], false).await;
    assert!(!good && text.contains("/game/bag/turn folds to 1, stored is 7"), "{text}");
}

#[tokio::test]
async fn a_damaged_database_and_a_second_program_are_refused_in_words() {
    let mut club = Club::open().await;
    club.bag_game().await;
    club.stop_bot().await;
    let path = club.folder().join("games.db");
    let held = gatemaster::lock::take(club.folder()).unwrap();
    let (good, text) = run(&club, &["run"], true).await;
    assert!(!good && text.contains("another Gatemaster is running"), "{text}");
    drop(held);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[4096..middle].fill(0xa5);
    std::fs::write(&path, bytes).unwrap();
    let (good, text) = run(&club, &["run"], true).await;
    assert!(!good && text.contains("damaged"), "{text}");
    assert!(!text.contains("Fault(") && !text.contains("panicked"), "{text}");
    let (good, text) = run(&club, &["doctor"], true).await;
    assert!(!good && text.contains("WRONG"), "{text}");
}

#[tokio::test]
async fn looking_leaves_nothing_behind() {
    let club = Club::without_bot(gatemaster_sandbox::Options::for_tests()).await;
    let (good, text) = run(&club, &["doctor"], true).await;
    assert!(good && text.contains("there is no database at"), "{text}");
    assert!(!club.folder().join("games.db").exists());
}

#[tokio::test]
async fn the_doctor_says_what_is_wrong_in_words() {
    let club = Club::without_bot(gatemaster_sandbox::Options::for_tests()).await;
    let (good, text) = run(&club, &["doctor"], true).await;
    assert!(good, "{text}");
    assert!(
        text.contains("Discord knows this bot as") && text.contains("all permissions are there"),
        "{text}"
    );
    assert!(!text.contains(club.discord.token()), "the token stays secret");

    let (good, text) = run(&club, &["doctor"], false).await;
    assert!(good && text.contains("DISCORD_TOKEN is not set"), "{text}");

    let mut odd = gatemaster(&club, &["doctor"], true);
    odd.env("DISCORD_TOKEN", "short").env("GATEMASTER_LOG", "loud");
    let output = tokio::task::spawn_blocking(move || odd.output().unwrap()).await.unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!output.status.success());
    assert!(text.contains("DISCORD_TOKEN:") && text.contains("GATEMASTER_LOG:"), "{text}");

    club.discord.expect_fault("401");
    let mut wrong = gatemaster(&club, &["doctor"], true);
    wrong.env("DISCORD_TOKEN", "MTIzNDU2Nzg5MDEyMzQ1Njc4.abcdef.not-the-right-token");
    let output = tokio::task::spawn_blocking(move || wrong.output().unwrap()).await.unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!output.status.success() && text.contains("does not accept this token"), "{text}");

    let (good, text) = run(&club, &["doctor", "--live"], true).await;
    assert!(!good && text.contains("no sign of life"), "{text}");
}

#[tokio::test]
async fn a_bad_configuration_is_told_all_at_once() {
    let club = Club::without_bot(gatemaster_sandbox::Options::for_tests()).await;
    let mut command = gatemaster(&club, &["run"], true);
    command.env("DATABASE_URL", "mysql://x").env("DISCORD_CA_FILE", "/nowhere.pem");
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(text.contains("DATABASE_URL:") && text.contains("DISCORD_API_URL:"), "{text}");
}

#[test]
fn the_readme_invites_with_the_rights_that_the_doctor_looks_for() {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let link = format!("permissions={}\n", gatemaster::tools::doctor::PERMISSIONS.bits());
    assert!(readme.contains(&link), "README.md should say {link}");
}

#[test]
fn the_command_reference_is_true() {
    let kept = std::fs::read_to_string("docs/commands.md").unwrap();
    assert!(
        kept == gatemaster_commands::manual::commands(),
        "docs/commands.md is out of date: cargo run -- commands > docs/commands.md"
    );
}

/// A-FRC-2
#[tokio::test]
async fn a_file_of_own_units_is_checked_before_it_is_used() {
    let club = Club::open().await;
    let good = r#"
        [[unit]]
        key = "gate_wardens"
        name = "Gate Wardens"
        force = "other"
        kind = "infantry"
        [[unit.model]]
        name = "Warden"
        count = 5
        ag = 5
        acc = 5
        str = 5
        res = 5
        init = 7
        co = 8
        armour = ["reflex"]
        weapons = ["mag_gun"]
    "#;
    std::fs::write(club.folder().join("good.toml"), good).unwrap();
    let (fine, text) = run(&club, &["check-units", "good.toml"], false).await;
    assert!(
        fine && text.contains("unit Gate Wardens (gate_wardens): infantry, 5 models"),
        "{text}"
    );

    let bad = good.replace("acc = 5", "acc = \"five\"").replace("mag_gun", "mag_gum");
    std::fs::write(club.folder().join("bad.toml"), bad).unwrap();
    let (fine, text) = run(&club, &["check-units", "bad.toml"], false).await;
    assert!(!fine && text.contains("2 things to put right"), "{text}");
    assert!(text.contains("bad.toml") && text.contains("gate_wardens"), "{text}");
    assert!(text.contains("acc") && text.contains("mag_gum") && text.contains("mag_gun"), "{text}");

    std::fs::write(club.folder().join("odd.toml"), [0xff, 0xfe, 0x00]).unwrap();
    let (fine, text) = run(&club, &["check-units", "odd.toml"], false).await;
    assert!(!fine && text.contains("save it as UTF-8"), "{text}");
    let (fine, text) = run(&club, &["check-units", "nowhere.toml"], false).await;
    assert!(!fine && text.contains("nowhere.toml cannot be read"), "{text}");

    let morale = "[[unit]]\nkey = \"star-troopers\"\nmorale = 7\n";
    std::fs::write(club.folder().join("stars.toml"), morale).unwrap();
    let (fine, text) = run(&club, &["check-units", "--game", "at43", "stars.toml"], false).await;
    let held = "unit Star troopers (star-troopers): soldiers, type 1, 8 to 12";
    assert!(fine && text.contains(held), "{text}");
    std::fs::write(club.folder().join("stars.toml"), morale.replace("morale", "moral")).unwrap();
    let (fine, text) = run(&club, &["check-units", "--game", "at43", "stars.toml"], false).await;
    assert!(!fine && text.contains("did you mean \"morale\"?"), "{text}");
}
