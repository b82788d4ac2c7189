//! A campaign from its first line to its last, and how it reads.

use std::collections::HashSet;

use crate::campaigners::*;
use gatemaster_league::book::Book;
use gatemaster_league::campaign::chronicle::{self, md};
use gatemaster_league::campaign::map::{self, HEIGHT, WIDTH};
use gatemaster_league::campaign::sentence::sentence;
use gatemaster_league::campaign::standing::standing;
use gatemaster_league::campaign::{
    Action, Announce, BattleNo, BattlePoints, Campaign, Cell, EntryNo, Happening, ReportedOutcome,
    SetAt, SideNo, UnitState,
};
use gatemaster_rules::colour::Colour;

fn winter() -> Club {
    let mut club = Club::ready();
    club.does(&olga(), Action::Link { one: MILL, other: BRIDGE });
    let told = ReportedOutcome { scores: vec![count(RED, 12), count(BLUE, 7)], ..with_place(RED) };
    club.does(&ann(), report(FIRST, told));
    let revision = club.revision(FIRST);
    club.does(&ben(), Action::Confirm { battle: FIRST, revision });
    club.does(
        &olga(),
        Action::UnitChange {
            unit: GUARD,
            name: None,
            kind: None,
            experience: 2,
            losses: 1,
            state: Some(UnitState::Resting),
            honour: Some("Held the mill".into()),
            note: None,
            battle: Some(FIRST),
        },
    );
    club.does(&ben(), note("We shall be back!"));
    club.does(&olga(), Action::CloseRound);
    club.does(&olga(), Action::Award { side: GREEN, points: 1, why: "Best painted".into() });
    club.does(&olga(), open_round("Thaw"));
    club.does(&olga(), plan(&[RED, BLUE, GREEN], None));
    club.does(&olga(), report(BattleNo(2), ReportedOutcome::default()));
    club.does(&olga(), Action::CloseRound);
    club.does(&olga(), Action::Close);
    club
}

#[test]
fn a_campaign_is_told_from_its_first_line_to_its_last_without_how_the_stage_was_set() {
    let club = winter();
    assert!(!club.book.is_open());
    assert_eq!(club.book.name(), "The Long Winter");
    assert_eq!(club.book.wakes_at_ms(), None);
    let said: Vec<String> = chronicle::lines(&club.book, 0, usize::MAX)
        .into_iter()
        .map(|line| format!("{}: {}", line.by, line.sentence))
        .collect();
    let expected = [
        "Olga: The campaign begins.",
        "Olga: Round 1 (First Snow) begins.",
        "Olga: Battle 1 is planned at Old Mill: Red Host against Blue Legion.",
        "Ann: Red Host reports battle 1, Red Host against Blue Legion: Red Host wins (Red Host 12, Blue Legion 7), \
         points: Red Host 3, Blue Legion 0. It waits for another side's word.",
        "Ben: Battle 1, Red Host against Blue Legion: Red Host wins (Red Host 12, Blue Legion 7), points: Red Host 3, \
         Blue Legion 0 (confirmed).",
        "Ben: Red Host takes Old Mill after battle 1.",
        "Olga: Iron Guard gains 2 experience and takes 1 loss after battle 1.",
        "Olga: Iron Guard rests after battle 1.",
        "Olga: Iron Guard is honoured after battle 1: Held the mill.",
        "Ben: We shall be back!",
        "Olga: Round 1 (First Snow) is over.",
        "Olga: Green Band is given 1 point. Best painted.",
        "Olga: Round 2 (Thaw) begins.",
        "Olga: Battle 2 is planned: Red Host, Blue Legion and Green Band.",
        "Olga: Battle 2, Red Host, Blue Legion and Green Band: a draw, points: Red Host 1, Blue Legion 1, Green Band 1 \
         (by an organiser).",
        "Olga: Round 2 (Thaw) is over.",
        "Olga: The campaign is over.",
    ];
    assert_eq!(said, expected);
}

#[test]
fn the_standing_counts_points_then_places_then_wins() {
    let club = winter();
    let rows: Vec<_> = standing(&club.book)
        .into_iter()
        .map(|row| (row.place, row.side, row.points, row.worth, [row.won, row.drawn, row.lost]))
        .collect();
    assert_eq!(
        rows,
        [(1, RED, 4, 3, [1, 1, 0]), (2, GREEN, 2, 0, [0, 1, 0]), (3, BLUE, 1, 0, [0, 1, 1]),]
    );
}

#[test]
fn sides_that_nothing_separates_share_their_place() {
    let mut club = Club::ready();
    let places = |club: &Club| -> Vec<(u32, SideNo)> {
        standing(&club.book).into_iter().map(|row| (row.place, row.side)).collect()
    };
    assert_eq!(places(&club), [(1, RED), (1, BLUE), (1, GREEN)]);
    club.does(&olga(), Action::Take { place: BRIDGE, side: Some(GREEN) });
    assert_eq!(places(&club), [(1, GREEN), (2, RED), (2, BLUE)]);
    club.does(&olga(), Action::Take { place: MILL, side: Some(BLUE) });
    assert_eq!(places(&club), [(1, BLUE), (2, GREEN), (3, RED)]);
    // a win that brings no points still breaks the tie between those with the same places
    club.does(&olga(), Action::Take { place: MILL, side: None });
    club.does(&olga(), Action::Take { place: BRIDGE, side: None });
    let nothing = ReportedOutcome { points: vec![count(RED, 0), count(BLUE, 0)], ..won_by(BLUE) };
    club.does(&olga(), report(FIRST, nothing));
    assert_eq!(places(&club), [(1, BLUE), (2, RED), (2, GREEN)]);
}

#[test]
fn the_file_to_keep_tells_everything() {
    let text = chronicle::text(&winter().book);
    let expected = "\
# The Long Winter

Frostgrave, from 2026-05-01 to 2026-05-24.
Organised by Olga.

Four clans, one valley.

## Sides

| Place | Side | Points | Places held (worth) | Won | Drawn | Lost |
| ---: | --- | ---: | ---: | ---: | ---: | ---: |
| 1 | Red Host | 4 | 1 (3) | 1 | 1 | 0 |
| 2 | Green Band | 2 | 0 (0) | 0 | 1 | 0 |
| 3 | Blue Legion | 1 | 0 (0) | 0 | 1 | 1 |

- **Red Host** (red): Ann
- **Blue Legion** (blue): Ben
- **Green Band** (green): Cleo

## Rounds

### Round 1: First Snow

From 2026-05-11, to 2026-05-18.

- **Battle 1, Red Host against Blue Legion** at Old Mill: Red Host wins (Red Host 12, Blue Legion 7), points: Red Host 3, Blue Legion 0

### Round 2: Thaw

From 2026-05-20, to 2026-05-23.

- **Battle 2, Red Host, Blue Legion and Green Band**: a draw, points: Red Host 1, Blue Legion 1, Green Band 1

## Map

```text
2-
 .
1A
```

- A is Red Host (red)
- B is Blue Legion (blue)
- C is Green Band (green)
- 1A Old Mill: worth 3, held by Red Host; a way to Bridge.
- 2- Bridge: worth 1, nobody's; a way to Old Mill.

## Units

### Red Host

- **Iron Guard** (Infantry): experience 2, losses 1, resting; honours: Held the mill

## Chronicle

1. 2026-05-01, Olga: The campaign begins.
";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.ends_with("27. 2026-05-24, Olga: The campaign is over.\n"), "{text}");
}

#[test]
fn names_that_look_like_markup_stay_names() {
    let mut club = Club::new();
    club.does(&olga(), add_side("**x** | `y`"));
    club.does(&olga(), add_side("<b>[z](u)"));
    club.does(&olga(), open_round("# One"));
    club.does(&olga(), plan(&[RED, BLUE], None));
    club.does(&olga(), note("1. first\n## second"));
    let text = chronicle::text(&club.book);
    assert!(text.contains(r"- **\*\*x\*\* \| \`y\`** (red)"), "{text}");
    assert!(text.contains(r"| 1 | \<b\>\[z\](u) |"), "{text}");
    assert!(text.contains(r"### Round 1: \# One"), "{text}");
    assert!(text.contains(r"Olga: 1\. first \#\# second"), "{text}");
    assert_eq!(md("- a"), r"\- a");
    assert_eq!(md("12) a.b"), r"12\) a.b");
    assert_eq!(md("a-b\u{7}"), "a-b ");
    assert_eq!(md(""), "");
}

#[test]
fn pages_of_the_chronicle_are_where_they_are_asked_for() {
    let club = winter();
    let page = chronicle::lines(&club.book, 9, 1);
    assert_eq!(page.len(), 1);
    assert_eq!((page[0].no, page[0].note, page[0].by.as_str()), (EntryNo(20), true, "Ben"));
    assert_eq!(chronicle::lines(&club.book, 16, 10).len(), 1);
    assert_eq!(chronicle::lines(&club.book, usize::MAX, usize::MAX), []);
}

#[test]
fn a_struck_note_stays_in_the_book_and_is_not_read_out() {
    let mut club = Club::ready();
    club.does(&ann(), note("Ben cheats."));
    let no = club.book.chronicle.last().unwrap().no;
    let before = club.book.chronicle.len();
    assert_eq!(club.does(&olga(), Action::Strike { entry: no }), [Happening::Struck { entry: no }]);
    assert_eq!(club.book.chronicle.len(), before);
    let line = chronicle::lines(&club.book, 0, before).pop().unwrap();
    assert!(line.struck && line.note);
    assert_eq!(line.sentence, "A note, struck by Olga.");
    assert!(!chronicle::text(&club.book).contains("cheats"));
    let kept = &club.book.entry(no).unwrap().what;
    assert_eq!(*kept, Happening::Noted { text: "Ben cheats.".into(), battle: None });
}

#[test]
fn whoever_wrote_a_note_may_strike_it() {
    let mut club = Club::ready();
    club.does(&ann(), Action::Note { text: "A cold day".into(), battle: Some(FIRST) });
    let entry = club.book.chronicle.last().unwrap().no;
    let line = chronicle::lines(&club.book, 0, usize::MAX).pop().unwrap();
    assert_eq!(line.sentence, "On battle 1, Red Host against Blue Legion: A cold day");
    club.does(&ann(), Action::Strike { entry });
    assert_eq!(club.book.entry(entry).unwrap().struck.as_ref().unwrap().by, ann().player);
}

#[test]
fn what_is_renamed_is_called_by_its_new_name_everywhere() {
    let mut club = Club::ready();
    let name = Some("Crimson Host".into());
    club.does(&olga(), Action::ChangeSide { side: RED, name, colour: Some(Colour::Brown) });
    let text = chronicle::text(&club.book);
    assert!(!text.contains("Red Host"), "{text}");
    assert!(text.contains("Battle 1 is planned at Old Mill: Crimson Host against Blue Legion."));
    assert_eq!(club.colour(RED), Colour::Brown);
}

#[test]
fn what_was_removed_is_spoken_of_as_gone() {
    let mut club = Club::ready();
    club.does(&olga(), Action::Take { place: BRIDGE, side: Some(GREEN) });
    club.does(&olga(), put_unit(GREEN, "Scouts"));
    club.does(&olga(), Action::RemoveSide { side: GREEN });
    assert_eq!(club.owner(BRIDGE), None);
    assert_eq!(club.book.units.len(), 1);
    club.does(&olga(), Action::PlaceRemove { place: BRIDGE });
    club.does(&olga(), Action::UnitRemove { unit: GUARD });
    let all = club.book.chronicle.iter().map(|entry| sentence(&club.book, &entry.what));
    let text = all.collect::<Vec<_>>().join("\n");
    for said in [
        "Cleo joins a side that is gone by now.",
        "A side that is gone by now leaves the campaign.",
        "A side that is gone by now takes a place that is off the map by now.",
        "A unit that is off the roll by now takes the field for Red Host.",
        "A place that is off the map by now is taken off the map.",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    // numbers are not given twice, so the chronicle cannot speak of the wrong side
    club.does(&olga(), add_side("Grey Band"));
    assert_eq!(club.book.sides.last().unwrap().no, SideNo(4));
}

#[test]
fn a_player_can_be_a_side_and_be_forgotten_with_it() {
    let mut club = Club::new();
    let ann_alone = Action::AddSide { name: None, player: Some(ann().player), colour: None };
    club.does(&olga(), ann_alone);
    let named = Action::AddSide {
        name: Some("Ben's own".into()),
        player: Some(ben().player),
        colour: None,
    };
    club.does(&olga(), named);
    let [first, second] = club.book.sides.as_slice() else { panic!("two sides") };
    assert_eq!((first.id, first.name.as_str()), (Some(ann().id()), "Ann"));
    assert_eq!((second.id, second.name.as_str()), (None, "Ben's own"));
    assert!(first.has(ann().id()) && second.has(ben().id()));
    // what the keeper of the books does to everybody who asks for it
    let json = serde_json::to_string(&club.book).unwrap();
    assert!(json.contains(r#""id":"77","name":"Ann","colour""#), "{json}");
    let json = json.replace(r#""id":"77","name":"Ann""#, r#""id":"5","name":"Former player""#);
    let book: Campaign = serde_json::from_str(&json).unwrap();
    let text = chronicle::text(&book);
    assert!(!text.contains("Ann"), "{text}");
    assert!(text.contains("- **Former player** (red): Former player"), "{text}");
}

#[test]
fn every_setting_can_be_changed_and_is_told() {
    let mut club = Club::ready();
    let points = BattlePoints { win: 5, draw: 2, loss: 1 };
    let set = Action::Set {
        name: Some("The Short Winter".into()),
        about: Some(String::new()),
        announce: Some(Announce::Channel(55)),
        page: Some(false),
        points: Some(points),
    };
    club.does(&manager(), set);
    assert_eq!(club.book.name, "The Short Winter");
    assert_eq!((club.book.about.as_str(), club.book.announce), ("", Some(55)));
    assert!(!club.book.page);
    let last = &club.book.chronicle.last().unwrap().what;
    assert_eq!(
        sentence(&club.book, last),
        "Changed: the name, the description, where it is announced, whether it is on the public page and the points for \
         a battle."
    );
    club.does(&olga(), report(FIRST, won_by(BLUE)));
    assert_eq!((club.points(BLUE), club.points(RED)), (5, 1));
    let silent = Action::Set {
        name: None,
        about: None,
        announce: Some(Announce::Nowhere),
        page: None,
        points: None,
    };
    club.does(&olga(), silent);
    assert_eq!(club.book.announce, None);
}

#[test]
fn organisers_come_and_go_and_members_too() {
    let mut club = Club::ready();
    club.does(&olga(), Action::Appoint { organiser: ben().player });
    club.does(&ben(), Action::Dismiss { organiser: olga().player });
    assert_eq!(club.book.organisers, [ben().player]);
    club.does(&ann(), Action::Leave);
    assert!(club.book.side_of(ann().id()).is_none());
    club.does(&ben(), Action::Enlist { side: GREEN, player: ann().player });
    assert_eq!(club.book.side_of(ann().id()).unwrap().no, GREEN);
    club.does(&ben(), Action::Discharge { player: ann().player });
    assert!(club.book.side_of(ann().id()).is_none());
}

#[test]
fn a_closed_campaign_can_go_on_where_it_was() {
    let mut club = Club::ready();
    club.does(&olga(), Action::Close);
    assert!(club.book.closed_ms.is_some());
    club.does(&olga(), Action::Resume);
    assert_eq!((club.book.is_open(), club.book.closed_ms), (true, None));
    club.does(&olga(), report(FIRST, won_by(RED)));
    assert_eq!(club.points(RED), 3);
}

#[test]
fn places_change_and_ways_are_closed() {
    let mut club = Club::ready();
    club.does(&olga(), Action::Link { one: MILL, other: BRIDGE });
    assert_eq!(club.book.place(BRIDGE).unwrap().links, [MILL]);
    club.does(&olga(), Action::Unlink { one: BRIDGE, other: MILL });
    assert!(club.book.places.iter().all(|place| place.links.is_empty()));
    let change = Action::PlaceChange {
        place: MILL,
        name: Some("New Mill".into()),
        worth: Some(9),
        at: Some(SetAt::Cell(Cell { x: 11, y: 7 })),
        note: Some("Rebuilt".into()),
    };
    club.does(&olga(), change);
    let mill = club.book.place(MILL).unwrap();
    assert_eq!((mill.name.as_str(), mill.worth, mill.note.as_str()), ("New Mill", 9, "Rebuilt"));
    assert_eq!(map::layout(&club.book)[0].cell, Cell { x: 11, y: 7 });
    let anywhere = SetAt::Anywhere;
    let back = Action::PlaceChange {
        place: MILL,
        name: None,
        worth: None,
        at: Some(anywhere),
        note: Some(String::new()),
    };
    club.does(&olga(), back);
    assert_ne!(map::layout(&club.book)[0].cell, Cell { x: 11, y: 7 });
}

#[test]
fn sixty_places_have_a_cell_each_and_chosen_ones_are_kept() {
    let mut club = Club::new();
    for n in 0..60_u8 {
        if n % 3 == 0 {
            club.does(&olga(), put_place_at(&format!("Chosen {n}"), n % WIDTH, n / WIDTH + 2));
        } else {
            club.does(&olga(), put_place(&format!("Anywhere {n}"), 1));
        }
    }
    let spots = map::layout(&club.book);
    assert_eq!(spots.len(), 60);
    let cells: HashSet<Cell> = spots.iter().map(|spot| spot.cell).collect();
    assert_eq!(cells.len(), 60);
    assert!(cells.iter().all(|cell| cell.x < WIDTH && cell.y < HEIGHT));
    for (place, spot) in club.book.places.iter().zip(&spots) {
        assert_eq!(place.no, spot.place);
        assert_eq!(place.at.unwrap_or(spot.cell), spot.cell);
    }
    let drawn = map::text_map(&club.book);
    let width = drawn.rows[0].chars().count();
    assert!(drawn.rows.iter().all(|row| row.chars().count() == width && width <= 47));
    let marks = drawn.rows.iter().flat_map(|row| row.split_whitespace());
    assert_eq!(marks.filter(|mark| mark.ends_with('-')).count(), 60);
}

#[test]
fn the_map_in_words_shows_who_holds_what() {
    let mut club = Club::ready();
    club.does(&olga(), put_place_at("Ford", 4, 2));
    club.does(&olga(), Action::Take { place: BRIDGE, side: Some(BLUE) });
    let drawn = map::text_map(&club.book);
    let mut marks: Vec<&str> =
        drawn.rows.iter().flat_map(|row| row.split_whitespace()).filter(|m| *m != ".").collect();
    marks.sort_unstable();
    assert_eq!(marks, ["1-", "2B", "3-"]);
    assert_eq!(drawn.sides[1], "B is Blue Legion (blue)");
    assert_eq!(drawn.places[1], "2B Bridge: worth 1, held by Blue Legion.");
    assert_eq!(map::text_map(&Club::new().book).rows, Vec::<String>::new());
}
