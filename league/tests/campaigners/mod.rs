//! A club that plays a campaign, with a log of everything it does.
#![allow(dead_code, reason = "each test file uses a part of it")]

use gatemaster_league::book::{Book, Decided, Moment};
use gatemaster_league::campaign::standing::standing;
use gatemaster_league::campaign::{
    Action, BattleNo, BattlePoints, Campaign, Cell, Count, Happening, Outcome, PlaceNo,
    ReportedOutcome, SideNo, UnitNo,
};
use gatemaster_league::settings::Played;
use gatemaster_rules::colour::Colour;
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{Actor, Player};

pub const RED: SideNo = SideNo(1);
pub const BLUE: SideNo = SideNo(2);
pub const GREEN: SideNo = SideNo(3);
pub const MILL: PlaceNo = PlaceNo(1);
pub const BRIDGE: PlaceNo = PlaceNo(2);
pub const GUARD: UnitNo = UnitNo(1);
pub const FIRST: BattleNo = BattleNo(1);

/// The first of May 2026.
pub const MAY_MS: i64 = 1_777_593_600_000;
pub const DAY_MS: i64 = 86_400_000;

pub fn player(id: u64, name: &str) -> Player {
    Player { id: UserId(id), name: name.to_owned() }
}

fn actor(id: u64, name: &str) -> Actor {
    Actor { player: player(id, name), manager: false }
}

/// The organiser.
pub fn olga() -> Actor {
    actor(70, "Olga")
}

/// Of Red.
pub fn ann() -> Actor {
    actor(77, "Ann")
}

/// Of Blue.
pub fn ben() -> Actor {
    actor(78, "Ben")
}

/// Of Green.
pub fn cleo() -> Actor {
    actor(79, "Cleo")
}

/// Of no side.
pub fn guest() -> Actor {
    actor(99, "Guest")
}

pub fn manager() -> Actor {
    Actor { manager: true, ..actor(60, "Mona") }
}

pub fn bot() -> Actor {
    Actor { player: Player::bot(), manager: false }
}

pub fn opening() -> Action {
    Action::Open {
        name: "The Long Winter".into(),
        about: "Four clans, one valley.".into(),
        played: Played::Elsewhere("Frostgrave".into()),
        points: BattlePoints::default(),
    }
}

pub fn add_side(name: &str) -> Action {
    Action::AddSide { name: Some(name.into()), player: None, colour: None }
}

pub fn put_place(name: &str, worth: i32) -> Action {
    Action::PlacePut { name: name.into(), worth, owner: None, at: None, note: String::new() }
}

pub fn put_place_at(name: &str, x: u8, y: u8) -> Action {
    let at = Some(Cell { x, y });
    Action::PlacePut { name: name.into(), worth: 1, owner: None, at, note: String::new() }
}

pub fn put_unit(side: SideNo, name: &str) -> Action {
    let kind = "Infantry".into();
    let (name, note) = (name.into(), String::new());
    Action::UnitPut { side, name, kind, experience: 0, losses: 0, note }
}

/// A change of a unit that changes nothing; fill in the rest.
pub fn same_unit(unit: UnitNo) -> UnitChange {
    UnitChange { unit, experience: 0, losses: 0, honour: None }
}

pub struct UnitChange {
    pub unit: UnitNo,
    pub experience: i32,
    pub losses: i32,
    pub honour: Option<&'static str>,
}

impl UnitChange {
    pub fn action(self) -> Action {
        Action::UnitChange {
            unit: self.unit,
            name: None,
            kind: None,
            experience: self.experience,
            losses: self.losses,
            state: None,
            honour: self.honour.map(str::to_owned),
            note: None,
            battle: None,
        }
    }
}

pub fn open_round(name: &str) -> Action {
    Action::OpenRound { name: name.into(), about: String::new() }
}

pub fn plan(sides: &[SideNo], place: Option<PlaceNo>) -> Action {
    Action::Plan { name: None, sides: sides.to_vec(), place, note: String::new() }
}

pub fn won_by(side: SideNo) -> ReportedOutcome {
    ReportedOutcome { winner: Some(side), ..ReportedOutcome::default() }
}

pub fn with_place(side: SideNo) -> ReportedOutcome {
    ReportedOutcome { takes: Some(side), ..won_by(side) }
}

pub fn report(battle: BattleNo, told: ReportedOutcome) -> Action {
    Action::Report { battle, told }
}

pub fn correct(battle: BattleNo, told: ReportedOutcome) -> Action {
    Action::Correct { battle, told, why: "Misheard".into() }
}

pub fn note(text: &str) -> Action {
    Action::Note { text: text.into(), battle: None }
}

pub fn count(side: SideNo, count: i32) -> Count {
    Count { side, count }
}

pub struct Club {
    pub book: Campaign,
    pub log: Vec<(Actor, Action, Moment)>,
}

impl Club {
    /// A campaign that has just been opened.
    pub fn new() -> Self {
        let moment = Moment { now_ms: MAY_MS, lot: 0, seed: [7; 32] };
        let decided = Campaign::decide(None, &olga(), &opening(), moment).unwrap();
        Self { book: decided.book, log: vec![(olga(), opening(), moment)] }
    }

    /// Red (Ann), Blue (Ben) and Green (Cleo), the Old Mill and the Bridge, one unit, and a battle at the mill to be fought.
    pub fn ready() -> Self {
        let mut club = Self::new();
        for name in ["Red Host", "Blue Legion", "Green Band"] {
            club.does(&olga(), add_side(name));
        }
        for (who, side) in [(ann(), RED), (ben(), BLUE), (cleo(), GREEN)] {
            club.does(&who, Action::Join { side });
        }
        club.does(&olga(), put_place("Old Mill", 3));
        club.does(&olga(), put_place("Bridge", 1));
        club.does(&olga(), put_unit(RED, "Iron Guard"));
        club.does(&olga(), open_round("First Snow"));
        club.does(&olga(), plan(&[RED, BLUE], Some(MILL)));
        club
    }

    fn moment(&self) -> Moment {
        let days = i64::try_from(self.log.len()).unwrap();
        Moment { now_ms: MAY_MS + days * DAY_MS, lot: 0, seed: [7; 32] }
    }

    pub fn tries(&mut self, who: &Actor, action: &Action) -> Option<Vec<Happening>> {
        let moment = self.moment();
        let Decided { book, events } =
            Campaign::decide(Some(&self.book), who, action, moment).ok()?;
        self.book = book;
        self.log.push((who.clone(), action.clone(), moment));
        Some(events)
    }

    #[track_caller]
    pub fn does(&mut self, who: &Actor, action: Action) -> Vec<Happening> {
        let moment = self.moment();
        match Campaign::decide(Some(&self.book), who, &action, moment) {
            Ok(Decided { book, events }) => {
                self.book = book;
                self.log.push((who.clone(), action, moment));
                events
            }
            Err(refusal) => panic!("{} may not: {refusal}", who.player.name),
        }
    }

    #[track_caller]
    pub fn refuses(&self, who: &Actor, action: &Action) -> String {
        match Campaign::decide(Some(&self.book), who, action, self.moment()) {
            Ok(decided) => panic!("accepted: {:?}", decided.events),
            Err(refusal) => refusal.sentence().to_owned(),
        }
    }

    pub fn result(&self, no: BattleNo) -> Option<&Outcome> {
        self.book.battle(no).unwrap().result()
    }

    pub fn owner(&self, no: PlaceNo) -> Option<SideNo> {
        self.book.place(no).unwrap().owner
    }

    pub fn points(&self, side: SideNo) -> i32 {
        standing(&self.book).into_iter().find(|row| row.side == side).unwrap().points
    }

    pub fn revision(&self, no: BattleNo) -> u16 {
        self.book.battle(no).unwrap().revision
    }

    pub fn colour(&self, side: SideNo) -> Colour {
        self.book.side(side).unwrap().colour
    }
}

/// What a file does not bring along.
pub fn without_its_server(mut book: Campaign) -> Campaign {
    book.announce = None;
    for battle in &mut book.battles {
        if battle.is_unsettled() {
            battle.game = None;
        }
    }
    book
}
