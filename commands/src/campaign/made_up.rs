//! Campaigns for tests, made by the same actions as real ones.

use gatemaster_league::campaign::{
    Action, BattlePoints, Campaign, Cell, Count, PlaceNo, ReportedOutcome, SideNo,
};
use gatemaster_league::settings::Played;
use gatemaster_league::{Book as _, Moment};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{Actor, Player};

use crate::ledger::StoredBook;

pub const RED: SideNo = SideNo(1);
pub const BLUE: SideNo = SideNo(2);

pub fn person(id: u64, name: &str) -> Actor {
    let player = Player { id: UserId((1 << 50) + id), name: name.to_owned() };
    Actor { player, manager: false }
}

pub fn olga() -> Actor {
    person(1, "Olga")
}

pub fn ann() -> Actor {
    person(2, "Ann")
}

pub fn ben() -> Actor {
    person(3, "Ben")
}

#[expect(clippy::needless_pass_by_value, reason = "actions are made on the spot")]
pub fn does(campaign: &mut Campaign, actor: &Actor, action: Action) {
    let moment = Moment { now_ms: 1_700_000_000_000, lot: 0, seed: [7; 32] };
    *campaign = Campaign::decide(Some(campaign), actor, &action, moment).unwrap().book;
}

pub fn named(name: &str) -> Campaign {
    let open = Action::Open {
        name: name.to_owned(),
        about: String::new(),
        played: Played::Elsewhere("Skirmish".to_owned()),
        points: BattlePoints::default(),
    };
    let moment = Moment { now_ms: 1_700_000_000_000, lot: 0, seed: [7; 32] };
    Campaign::decide(None, &olga(), &open, moment).unwrap().book
}

pub fn put(campaign: &mut Campaign, name: &str, owner: Option<SideNo>, at: Option<Cell>) {
    let (name, note) = (name.to_owned(), String::new());
    does(campaign, &olga(), Action::PlacePut { name, worth: 2, owner, at, note });
}

pub fn link(campaign: &mut Campaign, one: u32, other: u32) {
    does(campaign, &olga(), Action::Link { one: PlaceNo(one), other: PlaceNo(other) });
}

/// Two sides with a member each, four places with ways between them, a unit, and a battle over the first place.
pub fn war() -> Campaign {
    let mut campaign = named("War for the North");
    for (name, player) in [("Red Host", ann()), ("Blue Legion", ben())] {
        let (name, player) = (Some(name.to_owned()), Some(player.player));
        does(&mut campaign, &olga(), Action::AddSide { name, player, colour: None });
    }
    let at = |x, y| Some(Cell { x, y });
    put(&mut campaign, "Old Mill", Some(BLUE), at(0, 0));
    put(&mut campaign, "Bridge", None, at(1, 0));
    put(&mut campaign, "Ford", Some(RED), at(2, 0));
    put(&mut campaign, "Keep", Some(BLUE), at(1, 1));
    for (one, other) in [(1, 2), (1, 3), (2, 4)] {
        link(&mut campaign, one, other);
    }
    let unit = Action::UnitPut {
        side: RED,
        name: "Iron Guard".to_owned(),
        kind: "Strike squad".to_owned(),
        experience: 4,
        losses: 1,
        note: String::new(),
    };
    does(&mut campaign, &olga(), unit);
    let (name, about) = ("The Crossing".to_owned(), String::new());
    does(&mut campaign, &olga(), Action::OpenRound { name, about });
    let place = Some(PlaceNo(1));
    let plan = Action::Plan { name: None, sides: vec![RED, BLUE], place, note: String::new() };
    does(&mut campaign, &olga(), plan);
    campaign
}

/// Red beats Blue 12 to 7.
pub fn red_wins() -> ReportedOutcome {
    let scores = vec![Count { side: RED, count: 12 }, Count { side: BLUE, count: 7 }];
    ReportedOutcome { winner: Some(RED), scores, points: Vec::new(), takes: None }
}

pub fn kept(book: Campaign) -> StoredBook<Campaign> {
    StoredBook { id: "0123456789".to_owned(), guild: 1, seq: 1, book }
}
