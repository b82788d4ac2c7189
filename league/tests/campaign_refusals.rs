//! What a campaign does not do, and what it says instead.

use crate::campaigners::*;
use gatemaster_league::book::{Book, Moment};
use gatemaster_league::campaign::limits::{
    KEPT_FOR_ORGANISERS, MOST_BATTLES, MOST_ENTRIES, MOST_HONOURS, MOST_MEMBERS, MOST_ORGANISERS,
    MOST_PLACES, MOST_ROUNDS, MOST_SIDES, MOST_UNITS,
};
use gatemaster_league::campaign::{
    Action, Announce, BattleNo, BattlePoints, Campaign, Cell, EntryNo, PlaceNo, SetAt, SideNo,
    UnitNo, UnitState,
};
use gatemaster_league::settings::Played;
use gatemaster_rules::colour::Colour;
use gatemaster_rules::table::{Actor, Player};

const SAME: &str = "Everything is so already; say what should be different.";

fn set_name(name: &str) -> Action {
    Action::Set { name: Some(name.into()), about: None, announce: None, page: None, points: None }
}

fn set_points(win: i32, draw: i32, loss: i32) -> Action {
    let points = Some(BattlePoints { win, draw, loss });
    Action::Set { name: None, about: None, announce: None, page: None, points }
}

/// One of each kind that is the organisers' alone.
fn organisers_business() -> Vec<Action> {
    vec![
        set_name("Other"),
        Action::Appoint { organiser: ann().player },
        Action::Dismiss { organiser: olga().player },
        add_side("More"),
        Action::ChangeSide { side: RED, name: Some("R".into()), colour: None },
        Action::RemoveSide { side: GREEN },
        Action::Enlist { side: RED, player: guest().player },
        Action::Discharge { player: ann().player },
        open_round("Next"),
        Action::CloseRound,
        plan(&[RED, BLUE], None),
        Action::Cancel { battle: FIRST, why: String::new() },
        correct(FIRST, won_by(RED)),
        put_place("Ford", 1),
        Action::PlaceChange { place: MILL, name: None, worth: Some(2), at: None, note: None },
        Action::PlaceRemove { place: BRIDGE },
        Action::Take { place: MILL, side: Some(RED) },
        Action::Link { one: MILL, other: BRIDGE },
        Action::Unlink { one: MILL, other: BRIDGE },
        put_unit(RED, "Scouts"),
        UnitChange { experience: 1, ..same_unit(GUARD) }.action(),
        Action::UnitRemove { unit: GUARD },
        Action::Award { side: RED, points: 1, why: String::new() },
        Action::Close,
        Action::Resume,
    ]
}

#[test]
fn what_is_the_organisers_is_refused_to_everybody_else() {
    let club = Club::ready();
    for action in organisers_business() {
        for who in [ann(), guest(), bot(), Actor { manager: true, ..bot() }] {
            assert_eq!(
                club.refuses(&who, &action),
                "That is for the organisers of The Long Winter; ask Olga.",
                "{action:?}"
            );
        }
    }
}

#[test]
fn whoever_manages_the_server_may_do_what_the_organisers_may() {
    let mut club = Club::ready();
    club.does(&manager(), add_side("Grey Band"));
    club.does(&manager(), report(FIRST, won_by(RED)));
    assert_eq!(club.points(RED), 3);
}

#[test]
fn a_closed_campaign_is_an_archive_until_it_is_resumed() {
    let mut club = Club::ready();
    assert_eq!(
        club.refuses(&olga(), &Action::Resume),
        "The Long Winter goes on; it is not closed."
    );
    club.does(&ann(), note("The end"));
    club.does(&olga(), Action::Close);
    let closed = "The Long Winter is closed; an organiser can resume it.";
    let keeps = [set_name("Other"), Action::Resume];
    let keeps_people =
        |action: &Action| matches!(action, Action::Appoint { .. } | Action::Dismiss { .. });
    for action in organisers_business() {
        if !keeps.contains(&action) && !keeps_people(&action) {
            assert_eq!(club.refuses(&olga(), &action), closed, "{action:?}");
        }
    }
    for action in [note("x"), Action::Leave, Action::Join { side: RED }, report(FIRST, won_by(RED))]
    {
        assert_eq!(club.refuses(&ann(), &action), closed, "{action:?}");
    }
    // what an archive needs is still possible
    let entry = club.book.chronicle[club.book.chronicle.len() - 2].no;
    club.does(&olga(), Action::Strike { entry });
    club.does(&olga(), set_name("The Old Winter"));
    club.does(&olga(), Action::Appoint { organiser: ann().player });
}

#[test]
fn a_campaign_is_opened_once_and_before_anything_else() {
    let moment = Moment { now_ms: MAY_MS, lot: 0, seed: [7; 32] };
    let first = |action: &Action, who: &Actor| {
        Campaign::decide(None, who, action, moment).unwrap_err().sentence().to_owned()
    };
    assert_eq!(first(&Action::Close, &olga()), "There is no such campaign yet; open one first.");
    assert_eq!(
        first(&opening(), &bot()),
        "A campaign is for people; name somebody else than the bot."
    );
    let open = |name: &str, about: &str, game: &str, win: i32| Action::Open {
        name: name.into(),
        about: about.into(),
        played: Played::Elsewhere(game.into()),
        points: BattlePoints { win, draw: 1, loss: 0 },
    };
    assert_eq!(
        first(&open(" ", "", "Chess", 3), &olga()),
        "A campaign needs a name of 1 to 64 characters on one line."
    );
    assert_eq!(
        first(&open("A", &"x".repeat(501), "Chess", 3), &olga()),
        "That text has 501 characters; up to 500 fit in the book."
    );
    assert_eq!(
        first(&open("A", "", "", 3), &olga()),
        "What is played needs a name of 1 to 64 characters on one line."
    );
    assert_eq!(
        first(&open("A", "", "Chess", 0), &olga()),
        "A win must be worth at least a draw, and a draw at least a loss."
    );
    assert_eq!(
        Club::ready().refuses(&olga(), &opening()),
        "The Long Winter is open already; open another one under another name."
    );
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let club = Club::ready();
    let nothing = Action::Set { name: None, about: None, announce: None, page: None, points: None };
    assert_eq!(club.refuses(&olga(), &nothing), SAME);
    assert_eq!(club.refuses(&olga(), &set_name("The Long Winter")), SAME);
    let silent = Action::Set {
        name: None,
        about: None,
        announce: Some(Announce::Nowhere),
        page: Some(true),
        points: None,
    };
    assert_eq!(club.refuses(&olga(), &silent), SAME);
    for odd in [i32::MAX, i32::MIN] {
        assert_eq!(
            club.refuses(&olga(), &set_points(odd, 0, 0)),
            "Points for a battle go from −1000 to 1000."
        );
    }
    assert_eq!(
        club.refuses(&olga(), &set_points(3, 1, 2)),
        "A win must be worth at least a draw, and a draw at least a loss."
    );
}

#[test]
fn organisers_are_people_and_never_none() {
    let mut club = Club::ready();
    assert_eq!(
        club.refuses(&olga(), &Action::Appoint { organiser: olga().player }),
        "Olga is an organiser already."
    );
    assert_eq!(
        club.refuses(&olga(), &Action::Appoint { organiser: Player::bot() }),
        "A campaign is for people; name somebody else than the bot."
    );
    assert_eq!(
        club.refuses(&olga(), &Action::Dismiss { organiser: ann().player }),
        "Ann is not an organiser of The Long Winter."
    );
    assert_eq!(
        club.refuses(&olga(), &Action::Dismiss { organiser: olga().player }),
        "Olga is the only organiser; appoint another one first."
    );
    for n in 1..MOST_ORGANISERS {
        let organiser = player(1_000 + n as u64, "Helper");
        club.does(&olga(), Action::Appoint { organiser });
    }
    assert_eq!(
        club.refuses(&olga(), &Action::Appoint { organiser: ann().player }),
        "A campaign has at most 12 organisers; dismiss one first."
    );
}

#[test]
fn sides_are_told_apart() {
    let mut club = Club::ready();
    assert_eq!(
        club.refuses(&olga(), &add_side("red host")),
        "There is a side called Red Host already; choose another name."
    );
    assert_eq!(
        club.refuses(&olga(), &Action::AddSide { name: None, player: None, colour: None }),
        "A side needs a name, or a player it is called after."
    );
    let red = Some(Colour::Red);
    assert_eq!(
        club.refuses(
            &olga(),
            &Action::AddSide { name: Some("X".into()), player: None, colour: red }
        ),
        "Red Host is red already; still free: yellow, purple, orange, white, black and brown."
    );
    let ann_again = Action::AddSide { name: None, player: Some(ann().player), colour: None };
    assert_eq!(
        club.refuses(&olga(), &ann_again),
        "Ann fights for Red Host; leave that side first."
    );
    let rename =
        |name: &str| Action::ChangeSide { side: BLUE, name: Some(name.into()), colour: None };
    assert_eq!(club.refuses(&olga(), &rename("Blue Legion")), SAME);
    assert!(club.refuses(&olga(), &rename("GREEN BAND")).starts_with("There is a side called"));
    assert_eq!(
        club.refuses(&olga(), &rename("")),
        "A side needs a name of 1 to 64 characters on one line."
    );
    assert_eq!(
        club.refuses(&olga(), &Action::RemoveSide { side: RED }),
        "Red Host stands in battle 1, so it stays in the book; rename it or let its members leave instead."
    );
    for n in 4..=MOST_SIDES {
        club.does(&olga(), add_side(&format!("Band {n}")));
    }
    assert_eq!(club.refuses(&olga(), &add_side("More")), "A campaign has at most 12 sides.");
    // more sides than colours: then they share, the fewest each
    let [tenth, last] = [SideNo(10), SideNo(12)];
    assert_eq!((club.colour(tenth), club.colour(last)), (Colour::Red, Colour::Green));
    club.does(&olga(), Action::ChangeSide { side: last, name: None, colour: red });
    assert_eq!(club.colour(last), Colour::Red);
}

#[test]
fn nobody_fights_for_two_sides_or_for_a_full_one() {
    let mut club = Club::ready();
    assert_eq!(
        club.refuses(&ann(), &Action::Join { side: BLUE }),
        "Ann fights for Red Host; leave that side first."
    );
    assert_eq!(
        club.refuses(&guest(), &Action::Join { side: SideNo(8) }),
        "This campaign has no side 8; choose one of its sides or add one."
    );
    assert_eq!(
        club.refuses(&bot(), &Action::Join { side: RED }),
        "A campaign is for people; name somebody else than the bot."
    );
    assert_eq!(club.refuses(&guest(), &Action::Leave), "You are on no side of The Long Winter.");
    assert_eq!(
        club.refuses(&olga(), &Action::Discharge { player: guest().player }),
        "Guest is on no side of The Long Winter."
    );
    for n in 1..MOST_MEMBERS {
        club.does(&olga(), Action::Enlist { side: RED, player: player(1_000 + n as u64, "Kin") });
    }
    assert_eq!(
        club.refuses(&guest(), &Action::Join { side: RED }),
        "Red Host has its 40 members; choose another side."
    );
}

#[test]
fn rounds_follow_one_another() {
    let mut club = Club::ready();
    assert_eq!(
        club.refuses(&olga(), &open_round("Next")),
        "Round 1, First Snow, is still on; close it first."
    );
    assert_eq!(
        club.refuses(&olga(), &Action::CloseRound),
        "Round 1 still waits for battle 1; report, confirm or cancel what is open first."
    );
    for _ in 0..9 {
        club.does(&olga(), plan(&[RED, BLUE], None));
    }
    assert_eq!(
        club.refuses(&olga(), &Action::CloseRound),
        "Round 1 still waits for battle 1, battle 2, battle 3, battle 4, battle 5 and 5 more; report, confirm or cancel \
         what is open first."
    );
    for no in 1..=10 {
        club.does(&olga(), Action::Cancel { battle: BattleNo(no), why: String::new() });
    }
    club.does(&olga(), Action::CloseRound);
    assert_eq!(club.refuses(&olga(), &Action::CloseRound), "No round is on; open one first.");
    assert_eq!(
        club.refuses(&olga(), &plan(&[RED, BLUE], None)),
        "A battle belongs to a round, and none is on; open one first."
    );
    assert_eq!(
        club.refuses(&olga(), &open_round("")),
        "A round needs a name of 1 to 64 characters on one line."
    );
    for _ in 1..MOST_ROUNDS {
        club.does(&olga(), open_round("Again"));
        club.does(&olga(), Action::CloseRound);
    }
    assert_eq!(
        club.refuses(&olga(), &open_round("More")),
        "A campaign has at most 60 rounds; close it and open a new volume."
    );
}

#[test]
fn battles_need_sides_that_meet_somewhere() {
    let mut club = Club::ready();
    for sides in [&[][..], &[RED]] {
        assert_eq!(
            club.refuses(&olga(), &plan(sides, None)),
            "A battle needs at least two sides; name those who meet."
        );
    }
    assert_eq!(
        club.refuses(&olga(), &plan(&[RED, BLUE, RED], None)),
        "Red Host is named twice; name each side once."
    );
    assert!(club.refuses(&olga(), &plan(&[RED, SideNo(0)], None)).contains("no side 0"));
    assert_eq!(
        club.refuses(&olga(), &plan(&[RED, BLUE], Some(PlaceNo(40)))),
        "This campaign has no place 40; choose one from its map."
    );
    for _ in 1..MOST_BATTLES {
        club.does(&olga(), plan(&[RED, BLUE], None));
    }
    assert_eq!(
        club.refuses(&olga(), &plan(&[RED, BLUE], None)),
        "A campaign has at most 500 battles; close it and open a new volume."
    );
}

#[test]
fn the_map_has_room_for_sixty_places_each_with_its_own_name_and_cell() {
    let mut club = Club::ready();
    assert_eq!(
        club.refuses(&olga(), &put_place("old mill", 1)),
        "Old Mill is on the map already; choose another name."
    );
    for odd in [-1, i32::MAX, i32::MIN] {
        assert_eq!(club.refuses(&olga(), &put_place("Ford", odd)), "A place is worth 0 to 1000.");
    }
    for (x, y) in [(12, 0), (0, 8), (255, 255)] {
        assert_eq!(
            club.refuses(&olga(), &put_place_at("Ford", x, y)),
            "The map has 12 columns and 8 rows; choose a cell of it."
        );
    }
    club.does(&olga(), put_place_at("Ford", 0, 0));
    assert_eq!(
        club.refuses(&olga(), &put_place_at("Pass", 0, 0)),
        "Ford is in that cell already; choose a free one."
    );
    let change = |at| Action::PlaceChange { place: MILL, name: None, worth: None, at, note: None };
    assert_eq!(club.refuses(&olga(), &change(None)), SAME);
    assert_eq!(club.refuses(&olga(), &change(Some(SetAt::Anywhere))), SAME);
    let there = Some(SetAt::Cell(Cell { x: 0, y: 0 }));
    assert!(club.refuses(&olga(), &change(there)).starts_with("Ford is in that cell"));
    assert_eq!(
        club.refuses(&olga(), &Action::PlaceRemove { place: MILL }),
        "Battle 1 stands in the book at Old Mill, so it stays on the map; rename it instead."
    );
    assert_eq!(club.refuses(&olga(), &Action::Take { place: MILL, side: None }), SAME);
    let taken = Action::Take { place: MILL, side: Some(SideNo(9)) };
    assert!(club.refuses(&olga(), &taken).contains("no side 9"));
    for n in 3..MOST_PLACES {
        club.does(&olga(), put_place(&format!("Place {n}"), 0));
    }
    assert_eq!(club.refuses(&olga(), &put_place("More", 1)), "The map has room for 60 places.");
}

#[test]
fn ways_lead_from_one_place_to_another_and_once() {
    let mut club = Club::ready();
    assert_eq!(
        club.refuses(&olga(), &Action::Link { one: MILL, other: MILL }),
        "A way leads from Old Mill to another place; name two."
    );
    assert_eq!(
        club.refuses(&olga(), &Action::Unlink { one: MILL, other: BRIDGE }),
        "There is no way between Old Mill and Bridge."
    );
    club.does(&olga(), Action::Link { one: MILL, other: BRIDGE });
    assert_eq!(
        club.refuses(&olga(), &Action::Link { one: BRIDGE, other: MILL }),
        "There is a way between Bridge and Old Mill already."
    );
}

#[test]
fn units_carry_no_more_than_they_can() {
    let mut club = Club::ready();
    assert_eq!(club.refuses(&olga(), &same_unit(GUARD).action()), SAME);
    let carries =
        |experience, losses| UnitChange { experience, losses, ..same_unit(GUARD) }.action();
    assert_eq!(
        club.refuses(&olga(), &carries(-1, 0)),
        "Iron Guard has 0 experience and cannot have 1 less; it stays between 0 and 1000000."
    );
    assert_eq!(
        club.refuses(&olga(), &carries(0, i32::MAX)),
        "Iron Guard has 0 losses and cannot have 2147483647 more; it stays between 0 and 1000000."
    );
    assert!(club.refuses(&olga(), &carries(i32::MIN, 0)).contains("cannot have 2147483648 less"));
    assert_eq!(
        club.refuses(&olga(), &UnitChange { experience: 1, ..same_unit(UnitNo(9)) }.action()),
        "This campaign has no unit 9; choose one from its roll."
    );
    let heavy = Action::UnitPut {
        side: RED,
        name: "Titan".into(),
        kind: String::new(),
        experience: u32::MAX,
        losses: 0,
        note: String::new(),
    };
    assert_eq!(club.refuses(&olga(), &heavy), "Experience and losses go from 0 to 1000000.");
    let after_nothing = Action::UnitChange {
        unit: GUARD,
        name: None,
        kind: None,
        experience: 1,
        losses: 0,
        state: Some(UnitState::Lost),
        honour: None,
        note: None,
        battle: Some(BattleNo(5)),
    };
    assert!(club.refuses(&olga(), &after_nothing).contains("no battle 5"));
    let honour = |honour| UnitChange { honour: Some(honour), ..same_unit(GUARD) }.action();
    assert_eq!(club.refuses(&olga(), &honour(" ")), "An honour needs a few words.");
    club.does(&olga(), honour("Brave"));
    assert_eq!(club.refuses(&olga(), &honour("Brave")), SAME);
    for n in 1..MOST_HONOURS {
        let name: &'static str = Box::leak(format!("Honour {n}").into_boxed_str());
        club.does(&olga(), honour(name));
    }
    assert_eq!(
        club.refuses(&olga(), &honour("More")),
        "Iron Guard bears 20 honours already, as many as a unit can."
    );
    for n in 1..MOST_UNITS {
        club.does(&olga(), put_unit(RED, &format!("Unit {n}")));
    }
    assert_eq!(
        club.refuses(&olga(), &put_unit(RED, "More")),
        "The roll has room for 300 units; remove one that is lost first."
    );
}

#[test]
fn awards_have_a_size() {
    let club = Club::ready();
    for odd in [0, i32::MAX, i32::MIN, 1_001] {
        assert_eq!(
            club.refuses(&olga(), &Action::Award { side: RED, points: odd, why: String::new() }),
            "An award gives or takes 1 to 1000 points."
        );
    }
}

#[test]
fn notes_are_written_by_those_who_take_part_and_struck_by_few() {
    let mut club = Club::ready();
    assert_eq!(
        club.refuses(&guest(), &note("Hello")),
        "The chronicle is written by those who take part in The Long Winter; join a side first."
    );
    assert_eq!(club.refuses(&ann(), &note("\u{200b} ")), "A note needs a few words.");
    let odd = Action::Note { text: "x".into(), battle: Some(BattleNo(50)) };
    assert!(club.refuses(&ann(), &odd).contains("no battle 50"));
    club.does(&ann(), note("Hello"));
    let entry = club.book.chronicle.last().unwrap().no;
    assert_eq!(
        club.refuses(&ben(), &Action::Strike { entry }),
        format!("Line {entry} was written by Ann; only they or an organiser can strike it.")
    );
    assert_eq!(
        club.refuses(&olga(), &Action::Strike { entry: EntryNo(1) }),
        "Line 1 tells what happened; only notes are struck. Results are corrected instead."
    );
    assert_eq!(
        club.refuses(&olga(), &Action::Strike { entry: EntryNo(0) }),
        "The chronicle has no line 0."
    );
    club.does(&olga(), Action::Strike { entry });
    assert_eq!(
        club.refuses(&olga(), &Action::Strike { entry }),
        format!("Line {entry} is struck already.")
    );
}

#[test]
fn a_full_chronicle_asks_for_a_new_volume_and_can_still_be_closed() {
    let mut club = Club::ready();
    let fill = |club: &mut Club, lines: usize| {
        // one after another through the front door would take a while
        let line = club.book.chronicle.last().unwrap().clone();
        while club.book.chronicle.len() < lines {
            let no = EntryNo(u32::try_from(club.book.chronicle.len()).unwrap() + 1);
            club.book.chronicle.push(gatemaster_league::campaign::Entry { no, ..line.clone() });
        }
    };
    fill(&mut club, MOST_ENTRIES - KEPT_FOR_ORGANISERS);
    assert_eq!(
        club.refuses(&ann(), &note("One more")),
        "The chronicle is nearly full, and its last lines are the organisers'; ask them to write this down."
    );
    club.does(&olga(), note("One more"));
    fill(&mut club, MOST_ENTRIES - 1);
    // a report that also takes a place needs two lines, and half a story is none
    assert_eq!(
        club.refuses(&olga(), &report(FIRST, with_place(RED))),
        "The chronicle has its 3000 lines; export it, close this campaign and open a new volume."
    );
    club.does(&olga(), report(FIRST, won_by(RED)));
    assert_eq!(club.book.chronicle.len(), MOST_ENTRIES);
    assert!(club.refuses(&olga(), &note("x")).contains("open a new volume"));
    club.does(&ann(), Action::Leave);
    club.does(&olga(), Action::Discharge { player: ben().player });
    club.does(&olga(), Action::Close);
    assert_eq!((club.book.chronicle.len(), club.book.is_open()), (MOST_ENTRIES, false));
}
