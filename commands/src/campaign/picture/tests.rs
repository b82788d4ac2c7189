use gatemaster_discord::picture::MAX_ALT;
use gatemaster_league::campaign::{Action, Campaign, Cell, PlaceNo, SideNo};

use super::*;
use crate::campaign::made_up::*;

fn drawn(campaign: &Campaign) -> Picture {
    campaign_map(campaign).unwrap()
}

fn size(picture: &Picture) -> (u32, u32) {
    let reader = png::Decoder::new(std::io::Cursor::new(&picture.png)).read_info().unwrap();
    (reader.info().width, reader.info().height)
}

#[test]
fn the_same_map_gives_the_same_bytes_and_any_change_others() {
    let before = drawn(&war());
    assert_eq!(before, drawn(&war()));
    let changes: [fn(&mut Campaign); 5] = [
        |war| does(war, &olga(), Action::Take { place: PlaceNo(1), side: Some(RED) }),
        |war| does(war, &olga(), Action::Take { place: PlaceNo(1), side: None }),
        |war| put(war, "Hill", None, None),
        |war| link(war, 3, 4),
        |war| {
            let name = Some("Windmill".to_owned());
            let (place, worth, at, note) = (PlaceNo(1), None, None, None);
            does(war, &olga(), Action::PlaceChange { place, name, worth, at, note });
        },
    ];
    for (no, change) in changes.into_iter().enumerate() {
        let mut war = war();
        change(&mut war);
        let after = drawn(&war);
        assert_ne!(before.png, after.png, "change {no}");
        assert_ne!(before.alt, after.alt, "change {no}");
    }
}

#[test]
fn a_map_without_places_is_no_picture() {
    assert_eq!(campaign_map(&named("Empty")), None);
}

#[test]
fn the_words_for_it_name_every_place_its_holder_and_its_ways() {
    assert_eq!(
        drawn(&war()).alt,
        "Map of War for the North with 4 places. 1 Old Mill, worth 2, held by Blue Legion, ways to 2 and 3. 2 Bridge, \
         worth 2, held by nobody, ways to 1 and 4. 3 Ford, worth 2, held by Red Host, a way to 1. 4 Keep, worth 2, held \
         by Blue Legion, a way to 2."
    );
}

#[test]
fn a_way_that_would_run_through_a_tile_goes_around_it() {
    let war = war();
    let layout = Layout::of(&war).unwrap();
    let cell = |x, y| Cell { x, y };
    let middle = |cell| point(layout.middle(cell));
    assert!(crosses(&layout, middle(cell(0, 0)), middle(cell(2, 0)), cell(1, 0)));
    assert!(!crosses(&layout, middle(cell(0, 0)), middle(cell(2, 0)), cell(1, 1)));
    assert!(!crosses(&layout, middle(cell(0, 0)), middle(cell(1, 1)), cell(2, 0)));
}

#[test]
fn the_largest_map_is_still_a_picture_and_its_words_fit() {
    let mut campaign = named(&"M".repeat(32));
    for no in 0..12 {
        let name = Some(format!("{:ß<30}{no:02}", ""));
        does(&mut campaign, &olga(), Action::AddSide { name, player: None, colour: None });
    }
    for (no, cell) in
        (0..60_u32).zip((0..8_u8).flat_map(|y| (0..12_u8).map(move |x| Cell { x, y })))
    {
        let at = if no == 0 { Some(Cell { x: 11, y: 7 }) } else { Some(cell) };
        put(&mut campaign, &format!("{:漢<30}{no:02}", ""), Some(SideNo(no % 12 + 1)), at);
    }
    let picture = drawn(&campaign);
    let (width, height) = size(&picture);
    assert!(width <= 1_400 && height <= 1_400, "{width} × {height}");
    assert!(picture.png.len() < 1024 * 1024, "{}", picture.png.len());
    assert!(picture.alt.chars().count() <= MAX_ALT);
    assert!(picture.alt.contains("60 places"), "{}", picture.alt);
}

#[test]
fn every_colour_is_clear_of_the_card() {
    for colour in gatemaster_rules::colour::Colour::ALL {
        assert!(contrast(clear(colour.rgb()), CARD) >= CLEAR, "{}", colour.name());
        let shade = mix(TILE, colour.rgb(), 40);
        assert!(contrast(WORDS, shade) >= 4.5, "words on {}", colour.name());
    }
}

/// To look at: `GATEMASTER_SCREENSHOTS=dir` keeps the picture.
#[test]
fn a_typical_map_is_of_a_size_that_discord_shows_well() {
    let picture = drawn(&war());
    if let Some(folder) = std::env::var_os("GATEMASTER_SCREENSHOTS") {
        std::fs::write(std::path::Path::new(&folder).join("campaign-map.png"), &picture.png)
            .unwrap();
    }
    let (width, height) = size(&picture);
    assert!((400..=800).contains(&width) && (200..=500).contains(&height), "{width} × {height}");
}
