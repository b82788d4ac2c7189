//! A campaign as a file: it comes back as it was, and what somebody has tampered with does not come in.

use crate::campaigners::*;
use gatemaster_league::book::{Book, Moment};
use gatemaster_league::campaign::file::{
    FORMAT, MOST_BYTES, from_json, picture_of, to_json, to_json_upon,
};
use gatemaster_league::campaign::{Action, Announce, BattleNo, Campaign, chronicle};
use gatemaster_rules::table::Actor;
use serde_json::{Value, json};

/// A book with something on every page.
fn full() -> Club {
    let mut club = Club::ready();
    club.does(&olga(), Action::Link { one: MILL, other: BRIDGE });
    club.does(&ann(), Action::LinkGame { battle: FIRST, game: "abc123".into() });
    club.does(&ann(), report(FIRST, with_place(RED)));
    club.does(&ben(), Action::Contest { battle: FIRST, revision: 1, says: "No".into() });
    club.does(&olga(), correct(FIRST, with_place(RED)));
    club.does(&olga(), UnitChange { experience: 2, ..same_unit(GUARD) }.action());
    club.does(&olga(), Action::Award { side: RED, points: 2, why: "Painted".into() });
    club.does(&ann(), note("Cold."));
    let entry = club.book.chronicle.last().unwrap().no;
    club.does(&ann(), Action::Strike { entry });
    club.does(&olga(), plan(&[BLUE, GREEN], Some(BRIDGE)));
    club.does(&cleo(), report(BattleNo(2), won_by(GREEN)));
    club
}

#[test]
fn a_campaign_comes_back_from_its_file_as_it_was() {
    let club = full();
    let text = to_json(&club.book).unwrap();
    assert!(text.contains(r#""format": "gatemaster-campaign-1""#));
    assert_eq!(from_json(&text).unwrap(), club.book);
    // and the story goes on from there
    let mut back = Club { book: from_json(&text).unwrap(), log: club.log };
    back.does(&ben(), Action::Confirm { battle: BattleNo(2), revision: 1 });
    assert_eq!(back.points(GREEN), 3);
}

#[test]
fn a_picture_goes_with_its_campaign() {
    let club = full();
    let text = to_json_upon(&club.book, Some(b"\x89PNG\0\xff")).unwrap();
    assert_eq!(from_json(&text).unwrap(), club.book);
    assert_eq!(picture_of(&text).unwrap().as_deref(), Some(&b"\x89PNG\0\xff"[..]));
    let plain = to_json(&club.book).unwrap();
    assert_eq!((picture_of(&plain), plain.contains("picture")), (Ok(None), false));
    for odd in ["{\"picture\": \"!\"}", "{\"picture\": 7}", ""] {
        let refused = picture_of(odd).unwrap_err();
        assert!(refused.sentence().starts_with("The picture in the file"), "{odd}: {refused}");
    }
}

#[test]
fn a_file_speaks_and_listens_nowhere_on_another_server() {
    let mut club = full();
    let set = Action::Set {
        name: None,
        about: None,
        announce: Some(Announce::Channel(55)),
        page: None,
        points: None,
    };
    club.does(&olga(), set);
    club.does(&olga(), plan(&[RED, GREEN], None));
    club.does(&olga(), Action::LinkGame { battle: BattleNo(3), game: "open1".into() });
    let back = from_json(&to_json(&club.book).unwrap()).unwrap();
    assert_eq!(back.announce, None);
    assert_eq!(back.battle(BattleNo(3)).unwrap().game, None);
    assert_eq!(back.battle(FIRST).unwrap().game.as_deref(), Some("abc123"));
    assert_eq!(back, without_its_server(club.book));
}

#[test]
fn people_stand_in_the_file_only_where_they_can_be_found() {
    let club = full();
    let mut found = 0;
    people(&serde_json::to_value(&club.book).unwrap(), &mut found);
    for (_, action, _) in &club.log {
        people(&serde_json::to_value(action).unwrap(), &mut found);
    }
    assert!(found > 20, "{found}");
}

/// Nothing but the name beside an id says who somebody is.
fn people(value: &Value, found: &mut usize) {
    match value {
        Value::Array(all) => all.iter().for_each(|value| people(value, found)),
        Value::Object(fields) => {
            let person = fields.contains_key("id");
            for (key, value) in fields {
                if person && key == "name" {
                    assert!(value.is_string());
                    *found += 1;
                } else {
                    people(value, found);
                }
            }
        }
        Value::String(text) => {
            assert!(!["Ann", "Ben", "Cleo", "Olga"].contains(&text.as_str()), "{text}");
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn what_is_no_campaign_is_refused_in_words() {
    let refused = |text: &str| from_json(text).unwrap_err().sentence().to_owned();
    assert_eq!(
        refused(""),
        "The file cannot be read at line 1, column 0; take one as it was exported."
    );
    let unmarked = "The file does not say that it is a campaign (“gatemaster-campaign-1”); take one as it was exported.";
    for text in ["{}", "[]", "7", r#"{"format":"gatemaster-league-1"}"#, r#"{"format":7}"#] {
        assert_eq!(refused(text), unmarked);
    }
    assert!(refused(&format!(r#"{{"format":"{FORMAT}"}}"#)).contains("cannot be read at line 1"));
    assert!(refused(&"[".repeat(100_000)).contains("cannot be read at line 1"));
    assert_eq!(
        refused(&" ".repeat(MOST_BYTES + 1)),
        "The file is larger than 16 MiB; take one as it was exported."
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table; it is read, not followed")]
fn whatever_somebody_tampers_with_is_found() {
    let long = "x".repeat(501);
    let sound = json!({"format": FORMAT, "campaign": full().book});
    let many = |what: Value, count: usize| Value::Array(vec![what; count]);
    let reported = "/campaign/battles/1/state";
    let tampered: Vec<(&str, Value, &str)> = vec![
        ("/campaign/name", json!(""), "the name of a campaign"),
        ("/campaign/name", json!("a\u{202e}b"), "the name of a campaign"),
        ("/campaign/about", json!(long), "a text is too long"),
        ("/campaign/played", json!({"elsewhere": ""}), "the name of a game"),
        ("/campaign/points/win", json!(5_000), "points cannot be 5000"),
        ("/campaign/points/win", json!(0), "a win is worth less"),
        ("/campaign/organisers", json!([]), "no organiser"),
        ("/campaign/organisers/0/id", json!("0"), "the bot stands where people belong"),
        ("/campaign/organisers/0/name", json!(""), "somebody has no name"),
        (
            "/campaign/organisers",
            many(json!({"id": "5", "name": "A"}), 2),
            "organiser stands there twice",
        ),
        ("/campaign/organisers", many(json!({"id": "5", "name": "A"}), 13), "13 organisers"),
        ("/campaign/opened_ms", json!(-1), "outside the calendar"),
        ("/campaign/opened_ms", json!(i64::MAX), "outside the calendar"),
        ("/campaign/closed_ms", json!(5), "open and closed at the same time"),
        ("/campaign/phase", json!("closed"), "open and closed at the same time"),
        ("/campaign/next/side", json!(3), "the number 3 of a side is out of order"),
        ("/campaign/next/side", json!(u32::MAX), "the next side cannot have"),
        ("/campaign/next/unit", json!(0), "out of order"),
        ("/campaign/sides/0/no", json!(0), "the number 0 of a side"),
        ("/campaign/sides/1/no", json!(1), "the number 1 of a side"),
        ("/campaign/sides/0/name", json!("Blue legion"), "name of a side stands there twice"),
        ("/campaign/sides/0/id", json!("0"), "the bot is a side"),
        ("/campaign/sides/0/awarded", json!(1_000_000), "awards of side 1 do not add up"),
        ("/campaign/sides/1/members/0/id", json!("77"), "a member stands there twice"),
        ("/campaign/sides/1/members", many(json!({"id": "5", "name": "A"}), 41), "41 members"),
        ("/campaign/rounds/0/no", json!(2), "round 2 stands where round 1"),
        ("/campaign/rounds/0/name", json!(" "), "the name of a round"),
        ("/campaign/battles/0/no", json!(7), "battle 7 stands where battle 1"),
        ("/campaign/battles/0/round", json!(9), "battle 1 is in no round"),
        ("/campaign/battles/0/name", json!(""), "the name of a battle"),
        ("/campaign/battles/0/sides", json!([1]), "fewer than two sides"),
        ("/campaign/battles/0/sides", json!([1, 1]), "a side of a battle stands there twice"),
        ("/campaign/battles/0/sides", json!([1, 9]), "there is no side 9"),
        ("/campaign/battles/0/sides", json!([2, 1]), "not that of its sides"),
        ("/campaign/battles/0/place", json!(9), "there is no place 9"),
        ("/campaign/battles/0/place", json!(null), "a place that it is not about"),
        ("/campaign/battles/0/game", json!("<@77>"), "a game with an odd id"),
        ("/campaign/battles/1/game", json!("abc123"), "a game stands there twice"),
        ("/campaign/battles/0/note", json!("a\nb"), "odd characters"),
        ("/campaign/battles/0/state/outcome/winner", json!(3), "side 3 took no part in battle 1"),
        ("/campaign/battles/0/state/outcome/takes", json!(3), "side 3 took no part in battle 1"),
        ("/campaign/battles/0/state/outcome/takes", json!(2), "a battle that did not give it"),
        ("/campaign/battles/0/state/outcome/tallies", json!([]), "not that of its sides"),
        (
            "/campaign/battles/0/state/outcome/tallies/0/points",
            json!(1_001),
            "points cannot be 1001",
        ),
        ("/campaign/battles/0/state/outcome/tallies/0/score", json!(i32::MIN), "a score cannot be"),
        ("/campaign/battles/0/state/at_ms", json!(-5), "outside the calendar"),
        ("/campaign/battles/1/state/side", json!(1), "side 1 took no part in battle 2"),
        (reported, json!({"is": "cancelled", "why": long}), "a text is too long"),
        ("/campaign/battles/0/history/0/by/name", json!("a\u{7}"), "odd characters"),
        ("/campaign/battles/0/history/0/why", json!(long), "a text is too long"),
        ("/campaign/battles/0/history/1/before/says", json!(""), "a text is missing"),
        (
            "/campaign/battles/0/history",
            many(sound.pointer("/campaign/battles/0/history/0").unwrap().clone(), 3_001),
            "3001 changes of results",
        ),
        ("/campaign/places/0/owner", json!(9), "there is no side 9"),
        ("/campaign/places/0/owner", json!(2), "a battle that did not give it"),
        ("/campaign/places/0/taken/battle", json!(2), "a battle that did not give it"),
        ("/campaign/places/0/taken/from", json!(9), "there is no side 9"),
        ("/campaign/places/0/worth", json!(-1), "the worth of a place cannot be -1"),
        ("/campaign/places/0/at", json!({"x": 12, "y": 0}), "off the map"),
        ("/campaign/places/0/name", json!("bridge"), "name of a place stands there twice"),
        ("/campaign/places/0/links", json!([]), "a way from place 2 leads nowhere"),
        ("/campaign/places/0/links", json!([1]), "a way from place 1 leads nowhere"),
        ("/campaign/places/0/links", json!([2, 2]), "a way stands there twice"),
        ("/campaign/units/0/side", json!(9), "there is no side 9"),
        ("/campaign/units/0/experience", json!(u32::MAX), "carries too much"),
        ("/campaign/units/0/honours", json!([""]), "an honour is missing"),
        ("/campaign/units/0/honours", json!(["a", "a"]), "an honour stands there twice"),
        ("/campaign/chronicle/0/no", json!(2), "line 2 stands where line 1"),
        ("/campaign/chronicle/0/by/name", json!(long), "a text is too long"),
        ("/campaign/chronicle/0/what", json!({"is": "set", "what": []}), "no setting"),
        (
            "/campaign/chronicle/0/what",
            json!({"is": "side_added", "side": 9}),
            "never was a side 9",
        ),
        (
            "/campaign/chronicle/0/what",
            json!({"is": "place_put", "place": 0}),
            "never was a place 0",
        ),
        (
            "/campaign/chronicle/0/what",
            json!({"is": "unit_changed", "unit": 2}),
            "never was a unit 2",
        ),
        (
            "/campaign/chronicle/0/what",
            json!({"is": "planned", "battle": 3}),
            "there is no battle 3",
        ),
        (
            "/campaign/chronicle/0/what",
            json!({"is": "round_opened", "round": 2}),
            "there is no round 2",
        ),
        (
            "/campaign/chronicle/0/what",
            json!({"is": "noted", "text": "", "battle": null}),
            "text is missing",
        ),
        ("/campaign/chronicle/0/what", json!({"is": "struck", "entry": 1}), "line of its own"),
        (
            "/campaign/chronicle/0/what",
            json!({"is": "awarded", "side": 1, "points": 1, "why": ""}),
            "awards of side 1 do not add up",
        ),
        (
            "/campaign/chronicle",
            many(sound.pointer("/campaign/chronicle/0").unwrap().clone(), 3_001),
            "do not add up",
        ),
        ("/campaign/sides/0/colour", json!("mauve"), "cannot be read"),
        ("/campaign/next/side", json!(-1), "cannot be read"),
    ];
    from_json(&sound.to_string()).unwrap();
    for (pointer, forged, why) in tampered {
        let mut file = sound.clone();
        // also a field that is left out where it is empty
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let parent = file.pointer_mut(parent).unwrap();
        match key.parse::<usize>() {
            Ok(index) => parent[index] = forged.clone(),
            Err(_) => parent[key] = forged.clone(),
        }
        match from_json(&file.to_string()) {
            Ok(_) => panic!("{pointer} = {forged} came in"),
            Err(refusal) => {
                assert!(refusal.sentence().contains(why), "{pointer}: {refusal}, expected: {why}");
            }
        }
    }
}

#[test]
fn a_struck_line_in_a_file_is_a_note() {
    let mut file = json!({"format": FORMAT, "campaign": full().book});
    file["campaign"]["chronicle"][0]["struck"] =
        json!({"by": {"id": "5", "name": "A"}, "at_ms": 1});
    let refusal = from_json(&file.to_string()).unwrap_err();
    assert!(refusal.sentence().contains("line 1 is struck and is not a note"), "{refusal}");
}

#[test]
fn people_with_names_that_cannot_be_seen_or_end_are_kept_readable() {
    let mut club = Club::new();
    club.does(&olga(), add_side("Red Host"));
    let unseen = Actor { player: player(5, "\u{3164}\u{200b}"), manager: true };
    club.does(&unseen, Action::Join { side: RED });
    let endless = Actor { player: player(6, &"ab ".repeat(5_000)), manager: true };
    club.does(
        &endless,
        Action::AddSide { name: None, player: Some(endless.player.clone()), colour: None },
    );
    let names: Vec<&str> =
        club.book.sides.iter().flat_map(|s| &s.members).map(|m| m.name.as_str()).collect();
    assert_eq!(names[0], "somebody");
    assert!(names[1].chars().count() <= 100);
    assert_eq!(club.book.sides[1].name, "Side 2");
    assert_eq!(from_json(&to_json(&club.book).unwrap()).unwrap(), club.book);
}

#[test]
fn a_clock_that_is_wrong_makes_no_book_that_cannot_be_read() {
    for now_ms in [i64::MIN, -1, i64::MAX] {
        let moment = Moment { now_ms, lot: u64::MAX, seed: [7; 32] };
        let book = Campaign::decide(None, &olga(), &opening(), moment).unwrap().book;
        assert_eq!(from_json(&to_json(&book).unwrap()).unwrap(), book);
        assert!(chronicle::text(&book).contains("Olga: The campaign begins."));
    }
}

#[test]
fn whoever_brings_a_file_in_organises_it_and_is_the_only_person_in_it() {
    let club = full();
    let moment = Moment { now_ms: 5, lot: 0, seed: [7; 32] };
    let restore = Action::Restore { campaign: Box::new(club.book.clone()) };
    let decided = Campaign::decide(None, &ann(), &restore, moment).unwrap();
    let book = decided.book;
    assert_eq!(book.organisers, [ann().player]);
    let members: Vec<_> = book.sides.iter().flat_map(|side| &side.members).collect();
    assert_eq!(members, [&ann().player], "she stays on her side");
    let text = to_json(&book).unwrap();
    for other in [olga(), ben(), cleo()] {
        assert!(!text.contains(&format!("\"id\": \"{}\"", other.id())), "{}", other.player.name);
        assert!(text.contains(&other.player.name), "{} is still in the story", other.player.name);
    }
    // the same line by line, and one more
    let lines = chronicle::lines(&club.book, 0, usize::MAX);
    let restored = chronicle::lines(&book, 0, usize::MAX);
    assert_eq!(restored[..lines.len()], lines);
    assert_eq!(restored.last().unwrap().sentence, "The campaign goes on.");
    assert_eq!(restored.len(), lines.len() + 1);
    assert_eq!(from_json(&text).unwrap(), book, "it can go on to the next server");
}

#[test]
fn a_file_is_no_way_around_the_rules_of_the_book() {
    let club = full();
    let moment = Moment { now_ms: 5, lot: 0, seed: [7; 32] };
    let mut odd = club.book.clone();
    odd.sides[0].awarded += 1_000;
    let restore = |campaign: &Campaign| Action::Restore { campaign: Box::new(campaign.clone()) };
    assert!(Campaign::decide(None, &ann(), &restore(&odd), moment).is_err());
    assert!(Campaign::decide(Some(&club.book), &olga(), &restore(&club.book), moment).is_err());
    let bot = Actor { player: gatemaster_rules::table::Player::bot(), manager: false };
    assert!(Campaign::decide(None, &bot, &restore(&club.book), moment).is_err());
}
