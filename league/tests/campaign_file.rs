//! A campaign as a file: it comes back as it was, and what somebody has tampered with does not come in.
#![allow(clippy::unwrap_used, reason = "a failure here should stop the test")]

mod club;

use club::*;
use gatemaster_league::book::{Book, Moment};
use gatemaster_league::campaign::file::{FORMAT, MOST_BYTES, from_json, to_json};
use gatemaster_league::campaign::{
    Action, Announce, BattleNo, BattlePoints, Campaign, Cell, EntryNo, Happening, PlaceNo, SetAt,
    SideNo, Told, UnitNo, UnitState, chronicle, map,
};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{Actor, Player};
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

/// What a file does not bring along.
fn without_its_server(mut book: Campaign) -> Campaign {
    book.announce = None;
    for battle in &mut book.battles {
        if battle.is_unsettled() {
            battle.game = None;
        }
    }
    book
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
        ("/campaign/points/win", json!(5_000), "Points cannot be 5000"),
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
        ("/campaign/sides/1/members/0/id", json!("77"), "A member stands there twice"),
        ("/campaign/sides/1/members", many(json!({"id": "5", "name": "A"}), 41), "41 members"),
        ("/campaign/rounds/0/no", json!(2), "round 2 stands where round 1"),
        ("/campaign/rounds/0/name", json!(" "), "the name of a round"),
        ("/campaign/battles/0/no", json!(7), "battle 7 stands where battle 1"),
        ("/campaign/battles/0/round", json!(9), "battle 1 is in no round"),
        ("/campaign/battles/0/name", json!(""), "the name of a battle"),
        ("/campaign/battles/0/sides", json!([1]), "fewer than two sides"),
        ("/campaign/battles/0/sides", json!([1, 1]), "A side of a battle stands there twice"),
        ("/campaign/battles/0/sides", json!([1, 9]), "there is no side 9"),
        ("/campaign/battles/0/sides", json!([2, 1]), "not that of its sides"),
        ("/campaign/battles/0/place", json!(9), "there is no place 9"),
        ("/campaign/battles/0/place", json!(null), "a place that it is not about"),
        ("/campaign/battles/0/game", json!("<@77>"), "a game with an odd id"),
        ("/campaign/battles/1/game", json!("abc123"), "A game stands there twice"),
        ("/campaign/battles/0/note", json!("a\nb"), "odd characters"),
        ("/campaign/battles/0/state/outcome/winner", json!(3), "side 3 took no part in battle 1"),
        ("/campaign/battles/0/state/outcome/takes", json!(3), "side 3 took no part in battle 1"),
        ("/campaign/battles/0/state/outcome/takes", json!(2), "a battle that did not give it"),
        ("/campaign/battles/0/state/outcome/tallies", json!([]), "not that of its sides"),
        (
            "/campaign/battles/0/state/outcome/tallies/0/points",
            json!(1_001),
            "Points cannot be 1001",
        ),
        ("/campaign/battles/0/state/outcome/tallies/0/score", json!(i32::MIN), "A score cannot be"),
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
        ("/campaign/places/0/worth", json!(-1), "The worth of a place cannot be -1"),
        ("/campaign/places/0/at", json!({"x": 12, "y": 0}), "off the map"),
        ("/campaign/places/0/name", json!("bridge"), "name of a place stands there twice"),
        ("/campaign/places/0/links", json!([]), "a way from place 2 leads nowhere"),
        ("/campaign/places/0/links", json!([1]), "a way from place 1 leads nowhere"),
        ("/campaign/places/0/links", json!([2, 2]), "A way stands there twice"),
        ("/campaign/units/0/side", json!(9), "there is no side 9"),
        ("/campaign/units/0/experience", json!(u32::MAX), "carries too much"),
        ("/campaign/units/0/honours", json!([""]), "an honour is missing"),
        ("/campaign/units/0/honours", json!(["a", "a"]), "An honour stands there twice"),
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
        match file.pointer_mut(pointer) {
            Some(there) => *there = forged.clone(),
            None => {
                // a field that is left out where it is empty
                let (parent, key) = pointer.rsplit_once('/').unwrap();
                file.pointer_mut(parent).unwrap()[key] = forged.clone();
            }
        }
        match from_json(&file.to_string()) {
            Ok(_) => panic!("{pointer} = {forged} came in"),
            Err(refusal) => {
                assert!(refusal.sentence().contains(why), "{pointer}: {refusal}, expected: {why}")
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
        let moment = Moment { now_ms, lot: u64::MAX };
        let book = Campaign::decide(None, &olga(), &opening(), moment).unwrap().book;
        assert_eq!(from_json(&to_json(&book).unwrap()).unwrap(), book);
        assert!(chronicle::text(&book).contains("Olga: The campaign begins."));
    }
}

/// The numbers of a small machine, the same every time.
struct Lots(u64);

impl Lots {
    fn below(&mut self, end: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(self.0 >> 40).unwrap() % end
    }

    fn maybe<T>(&mut self, some: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(2) == 0).then(|| some(self))
    }

    fn side(&mut self) -> SideNo {
        SideNo(self.below(6))
    }

    fn place(&mut self) -> PlaceNo {
        PlaceNo(self.below(6))
    }

    fn battle(&mut self) -> BattleNo {
        BattleNo(self.below(8))
    }

    fn number(&mut self) -> i32 {
        let odd = [i32::MIN, i32::MAX, -1_001, -1, 0, 1, 2, 3, 5, 900];
        odd[self.below(10) as usize]
    }

    fn text(&mut self) -> String {
        let odd =
            ["", " ", "A", "**B**", "C\u{202e}", "Mill", "Red", "d\ne", "`f`", "1. g", "<@77>"];
        match self.below(12) {
            11 => "long ".repeat(120),
            n => odd[n as usize].to_owned(),
        }
    }

    fn cell(&mut self) -> Cell {
        Cell { x: u8::try_from(self.below(13)).unwrap(), y: u8::try_from(self.below(9)).unwrap() }
    }

    fn player(&mut self) -> Player {
        Player { id: UserId(u64::from(self.below(7))), name: self.text() }
    }

    fn told(&mut self) -> Told {
        Told {
            winner: self.maybe(Self::side),
            scores: self.maybe(|l| count(l.side(), l.number())).into_iter().collect(),
            points: (self.below(6) == 0)
                .then(|| count(self.side(), self.number()))
                .into_iter()
                .collect(),
            takes: self.maybe(Self::side),
        }
    }

    fn action(&mut self, book: &Campaign) -> Action {
        let revision = |book: &Campaign, no| book.battle(no).map_or(0, |battle| battle.revision);
        match self.below(44) {
            0 => Action::Set {
                name: self.maybe(Self::text),
                about: self.maybe(Self::text),
                announce: self.maybe(|l| Announce::Channel(u64::from(l.below(9)))),
                page: self.maybe(|l| l.below(2) == 0),
                points: self.maybe(|l| BattlePoints { win: l.number(), draw: 1, loss: 0 }),
            },
            1 => Action::Appoint { organiser: self.player() },
            2 => Action::Dismiss { organiser: self.player() },
            3 | 4 => Action::AddSide {
                name: self.maybe(Self::text),
                player: self.maybe(Self::player),
                colour: self.maybe(|l| Colour::ALL[l.below(9) as usize]),
            },
            5 => Action::ChangeSide {
                side: self.side(),
                name: self.maybe(Self::text),
                colour: self.maybe(|l| Colour::ALL[l.below(9) as usize]),
            },
            6 => Action::RemoveSide { side: self.side() },
            7 => Action::Join { side: self.side() },
            8 => Action::Leave,
            9 | 10 => Action::Enlist { side: self.side(), player: self.player() },
            11 => Action::Discharge { player: self.player() },
            12 => Action::OpenRound { name: self.text(), about: self.text() },
            13 => Action::CloseRound,
            14..=17 => Action::Plan {
                name: self.maybe(Self::text),
                sides: (0..self.below(4)).map(|_| self.side()).collect(),
                place: self.maybe(Self::place),
                note: self.text(),
            },
            18 => Action::LinkGame { battle: self.battle(), game: self.text() },
            19..=22 => Action::Report { battle: self.battle(), told: self.told() },
            23 | 24 => {
                let battle = self.battle();
                Action::Confirm { battle, revision: revision(book, battle) }
            }
            25 => {
                let battle = self.battle();
                Action::Contest { battle, revision: revision(book, battle), says: self.text() }
            }
            26 => Action::GameEnded { battle: self.battle(), game: "A".into(), told: self.told() },
            27 => Action::Cancel { battle: self.battle(), why: self.text() },
            28 | 29 => {
                Action::Correct { battle: self.battle(), told: self.told(), why: self.text() }
            }
            30 | 31 => Action::PlacePut {
                name: self.text(),
                worth: self.number(),
                owner: self.maybe(Self::side),
                at: self.maybe(Self::cell),
                note: self.text(),
            },
            32 => Action::PlaceChange {
                place: self.place(),
                name: self.maybe(Self::text),
                worth: self.maybe(Self::number),
                at: self.maybe(|l| SetAt::Cell(l.cell())),
                note: self.maybe(Self::text),
            },
            33 => Action::PlaceRemove { place: self.place() },
            34 => Action::Take { place: self.place(), side: self.maybe(Self::side) },
            35 => Action::Link { one: self.place(), other: self.place() },
            36 => Action::Unlink { one: self.place(), other: self.place() },
            37 => Action::UnitPut {
                side: self.side(),
                name: self.text(),
                kind: self.text(),
                experience: self.below(5),
                losses: self.below(5),
                note: self.text(),
            },
            38 | 39 => Action::UnitChange {
                unit: UnitNo(self.below(6)),
                name: self.maybe(Self::text),
                kind: self.maybe(Self::text),
                experience: self.number(),
                losses: self.number(),
                state: self.maybe(|l| UnitState::ALL[l.below(3) as usize]),
                honour: self.maybe(Self::text),
                note: self.maybe(Self::text),
                battle: self.maybe(Self::battle),
            },
            40 => Action::UnitRemove { unit: UnitNo(self.below(6)) },
            41 => Action::Award { side: self.side(), points: self.number(), why: self.text() },
            42 => Action::Note { text: self.text(), battle: self.maybe(Self::battle) },
            _ => match self.below(6) {
                0 => Action::Close,
                1..=3 => Action::Resume,
                _ => Action::Strike { entry: EntryNo(self.below(200)) },
            },
        }
    }
}

/// Clubs that do whatever comes to their minds. Whatever is accepted is sound, can be read, and comes about again.
#[test]
fn whatever_people_do_the_book_holds_together() {
    let mut accepted = 0;
    for seed in 0..30 {
        let mut lots = Lots(seed);
        let mut club = Club::new();
        for _ in 0..600 {
            let action = lots.action(&club.book);
            let who = match lots.below(8) {
                0 => bot(),
                1..=3 => Actor { player: lots.player(), manager: false },
                _ => manager(),
            };
            let Some(events) = club.tries(&who, &action) else { continue };
            accepted += 1;
            assert!(!events.is_empty(), "{action:?} says nothing");
            let json = serde_json::to_string(&events).unwrap();
            assert_eq!(serde_json::from_str::<Vec<Happening>>(&json).unwrap(), events);
        }
        let text = to_json(&club.book).unwrap();
        match from_json(&text) {
            Ok(back) => assert_eq!(back, without_its_server(club.book.clone()), "seed {seed}"),
            Err(refusal) => panic!("seed {seed}: {refusal}"),
        }
        assert_eq!(map::layout(&club.book).len(), club.book.places.len());
        assert!(chronicle::text(&club.book).starts_with("# "));
        let mut again = None;
        for (who, action, moment) in &club.log {
            again = Some(Campaign::decide(again.as_ref(), who, action, *moment).unwrap().book);
        }
        assert_eq!(again.unwrap(), club.book, "seed {seed}");
    }
    assert!(accepted > 2_000, "hardly anything was accepted: {accepted}");
}
