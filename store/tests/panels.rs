//! Dice panels.

use gatemaster_store::{Panel, Room};

use crate::common::{ANNA, BERT, House, SERVER};

const ROOMY: Room = Room { on_server: 9, by_one: 9 };

fn panel(id: &str, owner: u64) -> Panel {
    Panel {
        id: id.to_owned(),
        guild_id: Some(SERVER),
        channel_id: 7,
        owner,
        owner_name: format!("user {owner}"),
        title: "Dice".to_owned(),
        buttons: "[]".to_owned(),
        revision: 1,
        made_at_ms: 5,
    }
}

#[tokio::test]
async fn a_panel_is_kept_changed_by_its_owner_moved_and_removed() {
    let house = House::new().await;
    let store = &house.store;
    let made = panel("p1", ANNA);
    assert!(store.add_panel(&made, 1, ROOMY).await.unwrap());
    assert_eq!(store.panel("p1").await.unwrap().as_ref(), Some(&made));
    assert_eq!(store.panel_of_interaction(1).await.unwrap().as_ref(), Some(&made));
    // the same form again makes no second one
    assert!(!store.add_panel(&panel("p2", ANNA), 1, ROOMY).await.unwrap());
    assert_eq!(store.panels_of(ANNA).await.unwrap(), std::slice::from_ref(&made));

    assert!(!store.change_panel("p1", BERT, "Mine", "[1]").await.unwrap());
    assert!(store.change_panel("p1", ANNA, "Ours", "[1]").await.unwrap());
    assert!(store.move_panel("p1", None, 8).await.unwrap());
    let changed = Panel {
        guild_id: None,
        channel_id: 8,
        title: "Ours".to_owned(),
        buttons: "[1]".to_owned(),
        revision: 2,
        ..made
    };
    assert_eq!(store.panel("p1").await.unwrap().as_ref(), Some(&changed));
    assert!(store.panels_in(Some(SERVER), 7).await.unwrap().is_empty());
    assert_eq!(store.panels_in(None, 8).await.unwrap(), [changed]);
    assert!(store.remove_panel("p1").await.unwrap());
    assert!(!store.remove_panel("p1").await.unwrap());
    assert_eq!(store.panel("p1").await.unwrap(), None);
}

#[tokio::test]
async fn there_are_only_so_many_panels_of_one_person_and_in_one_place() {
    let house = House::new().await;
    let store = &house.store;
    let few = Room { on_server: 3, by_one: 2 };
    for (n, owner, taken) in
        [(1, ANNA, true), (2, ANNA, true), (3, ANNA, false), (4, BERT, true), (5, BERT, false)]
    {
        let new = panel(&format!("p{n}"), owner);
        assert_eq!(store.add_panel(&new, n, few).await.unwrap(), taken, "{n}");
    }
    // elsewhere there is room, in a channel without a server too
    let dm = Panel { guild_id: None, channel_id: 9, ..panel("p6", BERT) };
    assert!(store.add_panel(&dm, 6, few).await.unwrap());
    assert_eq!(store.panel("p6").await.unwrap(), Some(dm));
}
