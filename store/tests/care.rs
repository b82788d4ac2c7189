//! Opening, backing up and checking the file.

use crate::common::{House, new_game, step, url_in};
use gatemaster_store::{Appended, Store, StoreError};
use sqlx::{Connection, SqliteConnection};

async fn refusal(url: &str) -> String {
    Store::open(url).await.expect_err("must be refused").to_string()
}

async fn edit(house: &House, sql: &'static str) {
    let mut raw: SqliteConnection = house.raw().await;
    sqlx::raw_sql(sql).execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
}

#[tokio::test]
async fn both_spellings_of_the_address_work_and_others_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let url = url_in(&folder).replace("sqlite:", "sqlite://");
    Store::open(&url).await.unwrap().close().await;
    assert!(folder.path().join("data/game.db").exists());
    for wrong in
        ["", "sqlite:", "sqlite::memory:", "postgres://host/db", "data/game.db", "sqlite:a\0b"]
    {
        assert!(refusal(wrong).await.contains("Write it as sqlite:"), "{wrong}");
    }
}

#[tokio::test]
async fn an_unwritable_place_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "x").unwrap();
    let below_a_file = format!("sqlite:{}", folder.path().join("file/deep/game.db").display());
    let a_folder = format!("sqlite:{}", folder.path().display());
    for url in [
        below_a_file.as_str(),
        a_folder.as_str(),
        "sqlite:/proc/gatemaster/game.db",
        "sqlite:/proc/game.db",
    ] {
        let sentence = refusal(url).await;
        assert!(
            sentence.contains("cannot be written") && sentence.contains("read-only"),
            "{sentence}"
        );
    }
}

#[tokio::test]
async fn a_newer_schema_is_refused_in_words() {
    let house = House::with_game("g1", 7).await;
    house.store.close().await;
    edit(
        &house,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9000, 'later', 1, x'00', 0)",
    )
    .await;
    let sentence = refusal(&url_in(&house.folder)).await;
    assert!(sentence.contains("newer Gatemaster") && sentence.contains("9000"), "{sentence}");
    edit(
        &house,
        "DELETE FROM _sqlx_migrations WHERE version = 9000; UPDATE _sqlx_migrations SET checksum = x'00'",
    )
    .await;
    let sentence = refusal(&url_in(&house.folder)).await;
    assert!(sentence.contains("other sources"), "{sentence}");
}

#[tokio::test]
async fn a_file_of_another_kind_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text.db");
    std::fs::write(&text, "This is a letter, not a database. ".repeat(200)).unwrap();
    let sentence = refusal(&format!("sqlite:{}", text.display())).await;
    assert!(sentence.contains("not a database"), "{sentence}");
    assert!(std::fs::read_to_string(&text).unwrap().starts_with("This is a letter"));

    let house = House::new().await;
    house.store.close().await;
    edit(&house, "DROP TABLE _sqlx_migrations").await;
    let sentence = refusal(&url_in(&house.folder)).await;
    assert!(sentence.contains("another program"), "{sentence}");
}

#[tokio::test]
async fn a_backup_opens_and_equals() {
    let house = House::with_game("g1", 7).await;
    house.store.append(step("g1", 1, Some(900))).await.unwrap();
    let copy = house.folder.path().join("backups/it's a copy.db");
    house.store.backup(&copy).await.unwrap();
    assert!(!copy.with_extension("db.part").exists());
    // The game goes on; the copy does not.
    house.store.append(step("g1", 2, None)).await.unwrap();

    let restored = Store::open(&format!("sqlite:{}", copy.display())).await.unwrap();
    assert!(restored.check().await.unwrap().is_empty());
    assert_eq!(
        restored.steps("g1").await.unwrap(),
        house.store.steps_between("g1", 1, 2).await.unwrap()
    );
    assert_eq!(restored.snapshot("g1").await.unwrap().unwrap().0, 2);
    assert_eq!(restored.append(step("g1", 2, None)).await.unwrap(), Appended::Done);
    assert_eq!(restored.game("g1").await.unwrap(), house.store.game("g1").await.unwrap());
}

#[tokio::test]
async fn a_backup_overwrites_nothing() {
    let house = House::with_game("g1", 7).await;
    for content in ["precious", ""] {
        let taken = house.folder.path().join("taken");
        std::fs::write(&taken, content).unwrap();
        assert_eq!(house.store.backup(&taken).await, Err(StoreError::BackupExists(taken.clone())));
        assert_eq!(std::fs::read_to_string(&taken).unwrap(), content);
    }
    let own = house.file();
    assert_eq!(house.store.backup(&own).await, Err(StoreError::BackupExists(own.clone())));
    let below_a_file = house.folder.path().join("taken/copy.db");
    let nowhere = house.store.backup(&below_a_file).await;
    assert!(matches!(nowhere, Err(StoreError::Backup { .. })), "{nowhere:?}");
}

#[tokio::test]
async fn damage_is_found_and_named() {
    for (damage, words) in [
        ("DELETE FROM steps WHERE seq = 2", "should have steps 1 to 3 but has 2, from 1 to 3"),
        ("DELETE FROM steps WHERE seq = 3", "should have steps 1 to 3 but has 2, from 1 to 2"),
        ("DELETE FROM steps WHERE game = 1", "should have steps 1 to 3 but has 0"),
        (
            "UPDATE snapshots SET seq = 2 WHERE game = 1",
            "snapshot of game g1 is of step 2, the game is at step 3",
        ),
        ("DELETE FROM snapshots WHERE game = 1", "Game g1 has no snapshot"),
        (
            "UPDATE games SET next_die = 9 WHERE key = 1",
            "next die is number 9, its last step says 4",
        ),
        (
            "UPDATE steps SET next_die = 9 WHERE seq = 2",
            "Step 3 of game g1 rolls dice that were rolled before",
        ),
        ("UPDATE steps SET seq = 8, revokes = 7 WHERE seq = 3", "Step 8 of game g1 revokes step 7"),
        ("UPDATE steps SET game = 99 WHERE seq = 3", "table steps belongs to a row of games"),
        (
            "PRAGMA ignore_check_constraints = ON; UPDATE games SET phase = 'gone' WHERE key = 1",
            "SQLite finds the file damaged: CHECK constraint failed",
        ),
    ] {
        let house = House::with_game("g1", 7).await;
        for seq in 1..3 {
            house.store.append(step("g1", seq, None)).await.unwrap();
        }
        house.store.create_game(new_game("g2", 8)).await.unwrap();
        assert_eq!(house.store.check().await.unwrap(), Vec::<String>::new());
        edit(&house, damage).await;
        let findings = house.store.check().await.unwrap();
        assert!(findings.iter().any(|finding| finding.contains(words)), "{damage}: {findings:?}");
        assert!(!findings.iter().any(|finding| finding.contains("g2")), "{damage}: {findings:?}");
    }
}

#[tokio::test]
async fn overwritten_pages_are_a_finding_or_an_error_but_no_panic() {
    let house = House::with_game("g1", 7).await;
    for seq in 1..200 {
        house.store.append(step("g1", seq, None)).await.unwrap();
    }
    house.store.close().await;
    let mut bytes = std::fs::read(house.file()).unwrap();
    for page in bytes.chunks_mut(4096).skip(3) {
        page.fill(0x5A);
    }
    std::fs::write(house.file(), bytes).unwrap();
    match Store::open(&url_in(&house.folder)).await {
        Err(error) => assert!(matches!(error, StoreError::Damaged(_)), "{error:?}"),
        Ok(store) => {
            assert!(!store.check().await.unwrap().is_empty());
            let tried = store.append(step("g1", 200, None)).await;
            assert!(matches!(tried, Err(StoreError::Damaged(_))), "{tried:?}");
        }
    }
}
