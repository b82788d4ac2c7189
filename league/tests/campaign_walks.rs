//! Clubs that do whatever comes to their minds, from fixed seeds.

use std::collections::HashSet;

use crate::campaigners::*;
use gatemaster_league::book::Book;
use gatemaster_league::campaign::file::{from_json, to_json};
use gatemaster_league::campaign::{
    Action, Announce, BattleNo, BattlePoints, Campaign, Cell, EntryNo, Happening, PlaceNo,
    ReportedOutcome, SetAt, SideNo, UnitNo, UnitState, chronicle, map,
};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{Actor, Player};

/// The numbers of a small machine, the same every time.
struct Lots {
    state: u64,
    /// One more than there are: mostly what is there is meant, sometimes what is not.
    sides: u32,
    places: u32,
    battles: u32,
    units: u32,
}

impl Lots {
    fn below(&mut self, end: u32) -> u32 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(self.state >> 40).unwrap() % end
    }

    fn maybe<T>(&mut self, some: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(2) == 0).then(|| some(self))
    }

    fn side(&mut self) -> SideNo {
        SideNo(self.below(self.sides + 1))
    }

    fn place(&mut self) -> PlaceNo {
        PlaceNo(self.below(self.places + 1))
    }

    fn battle(&mut self) -> BattleNo {
        BattleNo(self.below(self.battles + 1))
    }

    /// Mostly small, sometimes far out.
    fn number(&mut self) -> i32 {
        let odd = [i32::MIN, i32::MAX, -1_001, -1, 900, 1_000];
        match self.below(12) {
            n @ 0..6 => odd[n as usize],
            _ => i32::try_from(self.below(6)).unwrap(),
        }
    }

    /// Mostly a name, sometimes what people type when they feel like it.
    fn text(&mut self) -> String {
        let odd = ["", " ", "**B**", "C\u{202e}", "d\ne", "`f`", "1. g", "<@77>"];
        match self.below(40) {
            n @ 0..8 => odd[n as usize].to_owned(),
            8 => "long ".repeat(120),
            n => format!("Name {n}"),
        }
    }

    fn cell(&mut self) -> Cell {
        Cell { x: u8::try_from(self.below(13)).unwrap(), y: u8::try_from(self.below(9)).unwrap() }
    }

    fn player(&mut self) -> Player {
        Player { id: UserId(u64::from(self.below(7))), name: self.text() }
    }

    fn told(&mut self) -> ReportedOutcome {
        ReportedOutcome {
            winner: self.maybe(Self::side),
            scores: self.maybe(|l| count(l.side(), l.number())).into_iter().collect(),
            points: (self.below(6) == 0)
                .then(|| count(self.side(), self.number()))
                .into_iter()
                .collect(),
            takes: self.maybe(Self::side),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm an action; the list is read, not followed")]
    fn action(&mut self, book: &Campaign) -> Action {
        self.sides = book.next.side.0;
        self.places = book.next.place.0;
        self.units = book.next.unit.0;
        self.battles = u32::try_from(book.battles.len()).unwrap() + 1;
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
            18 => Action::LinkGame { battle: self.battle(), game: format!("g{}", self.below(20)) },
            19..=22 => Action::Report { battle: self.battle(), told: self.told() },
            23 | 24 => {
                let battle = self.battle();
                Action::Confirm { battle, revision: revision(book, battle) }
            }
            25 => {
                let battle = self.battle();
                Action::Contest { battle, revision: revision(book, battle), says: self.text() }
            }
            26 => {
                let linked = book.battles.iter().rev().find(|battle| battle.game.is_some());
                let game = linked.and_then(|battle| battle.game.clone()).unwrap_or_default();
                let battle = linked.map_or(FIRST, |battle| battle.no);
                Action::GameEnded { battle, game, told: self.told() }
            }
            27 if self.below(2) == 0 => {
                let linked = book.battles.iter().rev().find(|battle| battle.game.is_some());
                let game = linked.and_then(|battle| battle.game.clone()).unwrap_or_default();
                let battle = linked.map_or(FIRST, |battle| battle.no);
                Action::GameReopened { battle, game }
            }
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
                unit: UnitNo(self.below(self.units + 1)),
                name: self.maybe(Self::text),
                kind: self.maybe(Self::text),
                experience: self.number(),
                losses: self.number(),
                state: self.maybe(|l| UnitState::ALL[l.below(3) as usize]),
                honour: self.maybe(Self::text),
                note: self.maybe(Self::text),
                battle: self.maybe(Self::battle),
            },
            40 => Action::UnitRemove { unit: UnitNo(self.below(self.units + 1)) },
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

/// Every kind of action but the first.
const KINDS: usize = 35;

/// Whatever is accepted is sound, can be read, and comes about again.
#[test]
fn whatever_people_do_the_book_holds_together() {
    let mut kinds = HashSet::new();
    let mut accepted = 0;
    for seed in 0..45 {
        let mut lots = Lots { state: seed, sides: 0, places: 0, battles: 0, units: 0 };
        let mut club = Club::ready();
        for _ in 0..600 {
            let action = lots.action(&club.book);
            let who = match (&action, lots.below(8)) {
                (Action::GameEnded { .. } | Action::GameReopened { .. }, 1..) | (_, 0) => bot(),
                (_, 1) => Actor { player: lots.player(), manager: false },
                (_, 2..=3) => [ann(), ben(), cleo()][lots.below(3) as usize].clone(),
                (_, _) => manager(),
            };
            let Some(events) = club.tries(&who, &action) else { continue };
            accepted += 1;
            kinds.insert(serde_json::to_value(&action).unwrap()["do"].to_string());
            assert!(!events.is_empty(), "{action:?} says nothing");
            let json = serde_json::to_string(&events).unwrap();
            assert_eq!(serde_json::from_str::<Vec<Happening>>(&json).unwrap(), events);
            if accepted % 10 == 0 {
                comes_back(&club, seed);
            }
        }
        comes_back(&club, seed);
        assert_eq!(map::layout(&club.book).len(), club.book.places.len());
        assert!(chronicle::text(&club.book).starts_with("# "));
        // Club::ready has its opening in the log, so the log is the whole story
        let mut again = None;
        for (who, action, moment) in &club.log {
            again = Some(Campaign::decide(again.as_ref(), who, action, *moment).unwrap().book);
        }
        assert_eq!(again.unwrap(), club.book, "seed {seed}");
    }
    assert_eq!(kinds.len(), KINDS, "{accepted} accepted, of these kinds: {kinds:?}");
}

#[track_caller]
fn comes_back(club: &Club, seed: u64) {
    match from_json(&to_json(&club.book).unwrap()) {
        Ok(back) => assert_eq!(back, without_its_server(club.book.clone()), "seed {seed}"),
        Err(refusal) => panic!("seed {seed}: {refusal}"),
    }
}
