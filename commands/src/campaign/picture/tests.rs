use gatemaster_discord::picture::{MAX_ALT, mix};
use gatemaster_league::campaign::{Action, Campaign, Cell, PlaceNo, SideNo};

use super::grid::{Layout, crosses};
use super::*;
use crate::campaign::made_up::*;

fn drawn(campaign: &Campaign) -> Picture {
    campaign_map(campaign, None).unwrap()
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
    assert_eq!(campaign_map(&named("Empty"), None), None);
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
    let mut campaign = named(&"M".repeat(64));
    for no in 0..12 {
        let name = Some(format!("{:ß<62}{no:02}", ""));
        does(&mut campaign, &olga(), Action::AddSide { name, player: None, colour: None });
    }
    for (no, cell) in
        (0..60_u32).zip((0..8_u8).flat_map(|y| (0..12_u8).map(move |x| Cell { x, y })))
    {
        let at = if no == 0 { Some(Cell { x: 11, y: 7 }) } else { Some(cell) };
        put(&mut campaign, &format!("{:漢<62}{no:02}", ""), Some(SideNo(no % 12 + 1)), at);
    }
    let picture = drawn(&campaign);
    let (width, height) = size(&picture);
    assert!(width <= 752 && height <= 3_000, "{width} × {height}");
    assert!(picture.png.len() < 1024 * 1024, "{}", picture.png.len());
    assert!(picture.alt.chars().count() <= MAX_ALT);
    assert!(picture.alt.contains("60 places"), "{}", picture.alt);
}

#[test]
fn every_colour_is_clear_of_the_card() {
    for colour in gatemaster_rules::colour::Colour::ALL {
        assert!(contrast(clear(colour.rgb()), CARD) >= CLEAR, "{}", colour.name());
        let shade = mix(grid::TILE, colour.rgb(), 40);
        assert!(contrast(WORDS, shade) >= 4.5, "words on {}", colour.name());
    }
}

/// To look at: `GATEMASTER_SCREENSHOTS=dir` keeps the picture.
fn kept_to_look_at(name: &str, picture: &Picture) {
    if let Some(folder) = std::env::var_os("GATEMASTER_SCREENSHOTS") {
        std::fs::write(std::path::Path::new(&folder).join(name), &picture.png).unwrap();
    }
}

/// Islands in a sea, as somebody might have painted them.
fn painted() -> Vec<u8> {
    let mut on = Pixmap::new(1_600, 1_000).unwrap();
    on.fill(tiny_skia::Color::from_rgba8(38, 84, 124, 255));
    for (x, y, radius) in [(420.0, 330.0, 260.0), (1_050.0, 420.0, 330.0), (700.0, 800.0, 150.0)] {
        fill(&mut on, &dot(x, y, radius).unwrap(), 0x0058_7a42, 1.0);
    }
    photo::png(&on).unwrap()
}

#[test]
fn every_map_is_as_wide_as_a_phone_can_show_with_letters_to_read() {
    let picture = drawn(&war());
    kept_to_look_at("campaign-map.png", &picture);
    let (width, height) = size(&picture);
    assert_eq!(width, 752);
    assert!((300..=900).contains(&height), "{width} × {height}");
    let mut many = named("Many");
    for no in 0..20 {
        put(&mut many, &format!("Village of the Long Road {no}"), None, None);
    }
    let picture = drawn(&many);
    kept_to_look_at("campaign-map-many.png", &picture);
    assert_eq!(size(&picture).0, 752);
}

#[test]
fn columns_and_rows_without_a_place_take_no_room() {
    let mut far = named("Far");
    put(&mut far, "Near", None, Some(Cell { x: 0, y: 0 }));
    put(&mut far, "Far", None, Some(Cell { x: 11, y: 7 }));
    let layout = Layout::of(&far).unwrap();
    let (near, far) = (layout.middle(Cell { x: 0, y: 0 }), layout.middle(Cell { x: 11, y: 7 }));
    assert!(layout.named, "two columns have room for names");
    assert_eq!((near.0, far.0), (200, 552), "one beside the other");
}

#[test]
fn an_own_picture_lies_below_the_map_and_another_one_changes_it() {
    let ground = prepared(&painted()).unwrap();
    let upon = campaign_map(&war(), Some(&ground)).unwrap();
    kept_to_look_at("campaign-map-own.png", &upon);
    assert_eq!(size(&upon).0, 752);
    assert_eq!(upon.alt, drawn(&war()).alt, "the words are the same");
    let other = photo::png(&Pixmap::new(40, 30).unwrap()).unwrap();
    let other = prepared(&other).unwrap();
    assert_ne!(campaign_map(&war(), Some(&other)).unwrap().png, upon.png);
    assert_eq!(campaign_map(&war(), Some(b"not a picture")), Some(drawn(&war())), "plain instead");
    assert_eq!(prepared(b"not a picture"), Err(GroundFault::Unreadable));
    let mut full = named("Full");
    for (no, cell) in (0..60).zip((0..8).flat_map(|y| (0..12).map(move |x| Cell { x, y }))) {
        put(&mut full, &format!("{:W<62}{no:02}", ""), None, Some(cell));
    }
    let picture = campaign_map(&full, Some(&ground)).unwrap();
    kept_to_look_at("campaign-map-own-full.png", &picture);
    assert!(picture.png.len() < 4 * 1024 * 1024, "{}", picture.png.len());
}

#[test]
fn a_long_name_stands_in_two_lines_broken_between_words() {
    let mut letters = Lettering::default();
    let style = bold(28);
    let lines = |letters: &mut Lettering, name: &str| two_lines(letters, name, style, 140);
    assert_eq!(lines(&mut letters, "Ford"), ["Ford"]);
    assert_eq!(lines(&mut letters, "The Old Mill"), ["The Old", "Mill"]);
    assert_eq!(lines(&mut letters, "Unbreakablename"), ["Unbreakablename"]);
}
