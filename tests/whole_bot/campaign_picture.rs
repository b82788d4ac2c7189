//! A campaign's map upon a picture of the organisers' own: as they draw it, as their phones take it, and in files.

use gatemaster_sandbox::Person;

use crate::campaign::{NEW, does, file, war};
use crate::club::Club;

/// A picture of two pixels: land and sea.
const LAND_AND_SEA: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x7b, 0x40, 0xe8,
    0xdd, 0x00, 0x00, 0x00, 0x0f, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0x88, 0xa8, 0x72, 0x52,
    0x0b, 0xa9, 0x01, 0x00, 0x07, 0x17, 0x02, 0x0b, 0x6d, 0x04, 0xc6, 0xfe, 0x00, 0x00, 0x00, 0x00,
    0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

#[tokio::test]
async fn an_organiser_draws_the_map_upon_a_picture_of_their_own() {
    let mut club = Club::open().await;
    war(&club, NEW).await;
    let upload = |person: &Person, name: &str, bytes: &[u8]| {
        person.at(&club.hall).slash("/chronicler map").with_file("picture", name, bytes.to_vec())
    };
    let plain = club.bob.at(&club.hall).slash("/campaign map").await.message();
    let refused = upload(&club.bob, "map.png", LAND_AND_SEA).await;
    assert!(refused.is_private() && refused.text().contains("rganise"), "{}", refused.text());
    let odd = upload(&club.ann, "map.jpg", b"no picture at all").await;
    assert!(odd.text().contains("map.jpg is not a PNG or JPEG picture"), "{}", odd.text());
    let nothing = club.ann.at(&club.hall).slash("/chronicler map").await;
    assert!(nothing.text().contains("Attach a PNG or JPEG"), "{}", nothing.text());

    let taken = upload(&club.ann, "map.png", LAND_AND_SEA).await;
    assert!(taken.text().contains("lies upon your picture now"), "{}", taken.text());
    does(&club.ann.at(&club.hall), "/chronicler place change:Bridge at:90%, 10%").await;
    club.restart_bot().await;
    let drawn = club.bob.at(&club.hall).slash("/campaign map").await.message();
    assert_ne!(drawn.files[0].bytes, plain.files[0].bytes, "it is another picture");
    assert!(drawn.all_text().contains("1B"), "{}", drawn.all_text());
    let gone = club.ann.at(&club.hall).slash("/chronicler map remove:True").await;
    assert!(gone.text().contains("the map is plain again"), "{}", gone.text());
}

/// By a phone that was held upright.
const PHOTOGRAPH: &[u8] = include_bytes!("../../discord/tests/fixtures/land-and-sea-turned.jpg");

#[tokio::test]
async fn a_photograph_lies_below_the_map_and_moves_to_another_server_with_its_campaign() {
    let club = Club::open().await;
    war(&club, NEW).await;
    let ann = club.ann.at(&club.hall);
    let taken =
        ann.slash("/chronicler map").with_file("picture", "map.jpg", PHOTOGRAPH.to_vec()).await;
    assert!(taken.text().contains("lies upon your picture now"), "{}", taken.text());
    let drawn = taken.message().files[0].bytes.clone();
    let json = file(&ann.slash("/campaign export").await, ".json");
    assert!(json.contains("\"picture\": \""), "the picture is in the file");

    let elsewhere = club.discord.server("Elsewhere");
    let lounge = elsewhere.channel("lounge");
    club.bob.joins(&elsewhere);
    let there = club.bob.at(&lounge);
    let import = |text: String| {
        there.slash("/campaign import").with_file("file", "war.json", text.into_bytes())
    };
    let broken = json.replace("\"picture\": \"", "\"picture\": \"AAAA");
    let refused = import(broken).await;
    assert!(
        refused.is_private() && refused.text().contains("The picture in the file"),
        "{}",
        refused.text()
    );
    let moved = import(json).await;
    assert!(moved.text().contains("goes on here"), "{}", moved.text());
    let there_drawn = there.slash("/campaign map").await.message();
    assert_eq!(there_drawn.files[0].bytes, drawn, "the map looks the same there");
}
