//! The emoji of an application.

use crate::common::House;
use gatemaster_store::EmojiRow;

fn emoji(name: &str, id: u64, drawing: &str) -> EmojiRow {
    EmojiRow { name: name.to_owned(), id, drawing: drawing.to_owned() }
}

#[tokio::test]
async fn each_application_keeps_its_own_emoji_through_a_restart() {
    let house = House::with_game("g1", 7).await;
    let store = &house.store;
    store.note_emoji(1, &emoji("d10_7_hit", 70, "a")).await.unwrap();
    store.note_emoji(1, &emoji("d10_1_lucky", 71, "b")).await.unwrap();
    store.note_emoji(u64::MAX, &emoji("d10_7_hit", u64::MAX - 1, "a")).await.unwrap();
    // drawn anew, and so another one
    store.note_emoji(1, &emoji("d10_7_hit", 72, "c")).await.unwrap();

    let house = house.restart().await;
    let store = &house.store;
    let first = [emoji("d10_1_lucky", 71, "b"), emoji("d10_7_hit", 72, "c")];
    assert_eq!(store.emojis_of(1).await.unwrap(), first);
    let second = [emoji("d10_7_hit", u64::MAX - 1, "a")];
    assert_eq!(store.emojis_of(u64::MAX).await.unwrap(), second);
    assert!(store.emojis_of(2).await.unwrap().is_empty());
}
