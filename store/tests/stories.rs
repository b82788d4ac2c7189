//! Which message tells which steps of a game.

use crate::common::{House, new_game};
use gatemaster_store::{Story, StoryKind};

fn story(message_id: u64, first: u32, last: u32) -> Story {
    Story {
        game_id: "g1".to_owned(),
        channel_id: 7,
        message_id,
        kind: StoryKind::Story,
        first,
        last,
        shown: last,
        live: true,
    }
}

#[tokio::test]
async fn a_message_tells_more_as_the_game_goes_on_and_then_has_served() {
    let house = House::with_game("g1", 7).await;
    let store = &house.store;
    store.note_story(story(u64::MAX - 1, 2, 1)).await.unwrap();
    store.note_story(story(u64::MAX - 1, 2, 4)).await.unwrap();
    // noted late, although it was sent before
    store.note_story(story(u64::MAX - 1, 2, 3)).await.unwrap();
    assert_eq!(store.live_stories("g1").await.unwrap(), [story(u64::MAX - 1, 2, 4)]);

    store.note_story(Story { live: false, ..story(u64::MAX - 1, 2, 4) }).await.unwrap();
    store.note_story(story(u64::MAX, 5, 5)).await.unwrap();
    let house = house.restart().await;
    let store = &house.store;
    assert_eq!(store.live_stories("g1").await.unwrap(), [story(u64::MAX, 5, 5)]);
    assert_eq!(store.newest_story("g1").await.unwrap(), Some(story(u64::MAX, 5, 5)));
    let served = Story { live: false, ..story(u64::MAX - 1, 2, 4) };
    assert_eq!(store.stories_of_step("g1", 3).await.unwrap(), std::slice::from_ref(&served));
    assert_eq!(store.story_in(u64::MAX - 1).await.unwrap(), Some(served));
    assert!(store.stories_of_step("g1", 6).await.unwrap().is_empty());
    for (seq, message) in
        [(1, None), (2, Some(u64::MAX - 1)), (4, Some(u64::MAX - 1)), (9, Some(u64::MAX))]
    {
        let begun = store.story_begun_by("g1", seq).await.unwrap();
        assert_eq!(begun.map(|story| story.message_id), message, "step {seq}");
    }
    assert!(store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_tale_that_goes_on_in_a_new_message_leaves_the_old_one_to_be_deleted() {
    let house = House::with_game("g1", 7).await;
    let store = &house.store;
    store.note_story(Story { live: false, ..story(40, 2, 3) }).await.unwrap();
    store.note_story(story(41, 4, 5)).await.unwrap();
    store.note_story(story(42, 4, 6)).await.unwrap();
    // noted late
    store.note_story(story(42, 4, 7)).await.unwrap();
    store.note_story(story(41, 4, 5)).await.unwrap();
    let kinds: Vec<_> = store.live_stories("g1").await.unwrap();
    let kinds: Vec<_> = kinds.iter().map(|story| (story.message_id, story.kind)).collect();
    assert_eq!(kinds, [(41, StoryKind::Passing), (42, StoryKind::Story)]);
    assert_eq!(store.stories_of_step("g1", 5).await.unwrap(), [story(42, 4, 7)]);
    assert_eq!(store.stories_of_step("g1", 3).await.unwrap().len(), 1, "that was another tale");
}

#[tokio::test]
async fn what_was_read_aloud_tells_nothing_and_goes_away() {
    let house = House::with_game("g1", 7).await;
    let store = &house.store;
    store.create_game(new_game("g2", 8)).await.unwrap();
    let spoken = Story { kind: StoryKind::Passing, ..story(50, 2, 2) };
    store.note_story(spoken.clone()).await.unwrap();
    assert_eq!(store.live_stories("g1").await.unwrap(), [spoken]);
    assert!(store.live_stories("g2").await.unwrap().is_empty());
    assert_eq!(store.newest_story("g1").await.unwrap(), None);
    assert!(store.stories_of_step("g1", 2).await.unwrap().is_empty());
    store.story_is_gone(50).await.unwrap();
    assert!(store.live_stories("g1").await.unwrap().is_empty());
    // noted late, after it has been deleted
    store.note_story(story(50, 2, 4)).await.unwrap();
    assert!(store.live_stories("g1").await.unwrap().is_empty());
    store.note_story(Story { game_id: "g9".to_owned(), ..story(51, 1, 1) }).await.unwrap();
    assert_eq!(store.story_in(51).await.unwrap(), None, "there is no such game");
}
