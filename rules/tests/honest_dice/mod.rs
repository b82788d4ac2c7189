//! Dice that nobody can bend: who may type which die, and that whatever is changed in an export is found.

mod tampering;
mod throws;

use gatemaster_rules::bag;
use gatemaster_rules::dice::{Keeper, Seed, Seeded};
use gatemaster_rules::export::{Export, FORMAT};
use gatemaster_rules::game::{Command, Setup};
use gatemaster_rules::history;
use gatemaster_rules::ids::{Seat, Seq, UserId};
use gatemaster_rules::record::record;
use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::table::{
    self, Action, Actor, ByHand, Event, Moment, Player, Settings, SettingsChange, Step, Table,
};

pub const ANN: u64 = 1;
pub const BOB: u64 = 2;
pub const CID: u64 = 3;
pub const MIA: u64 = 4;
const GAME: &str = "honest";

/// A game with its log, whose dice come from a seed as in a real one.
pub struct Played {
    pub steps: Vec<Step>,
    pub table: Table,
    seed: Seed,
}

pub fn person(id: u64) -> Player {
    let name = ["Gatemaster", "Ann", "Bob", "Cid", "Mia"][usize::try_from(id).unwrap()];
    Player { id: UserId(id), name: name.into() }
}

pub fn by_hand(hand: ByHand) -> Action {
    Action::Change(SettingsChange { hand: Some(hand), ..SettingsChange::default() })
}

pub fn draw() -> Action {
    Action::Play(Command::Bag(bag::Command::Draw))
}

pub fn typed(faces: &[u32]) -> Action {
    Action::TypeDice { faces: faces.to_vec() }
}

impl Played {
    pub fn open(setup: Setup, organiser: Option<u64>) -> Self {
        let system = setup.system();
        let action = Action::Open {
            settings: Settings::default(),
            name: "Friday".into(),
            setup,
            organiser: organiser.map(person),
            start: false,
        };
        let actor = Actor { player: person(ANN), manager: false };
        let decided = table::open_table(&actor, &action).unwrap();
        let steps = vec![Step::new(Seq(1), system, &actor, action, vec![], decided, 1_000)];
        Self { table: history::fold(&steps).unwrap(), steps, seed: Seed::new([9; 32]) }
    }

    /// Ann and Bob have sat down and begun.
    pub fn begun(setup: Setup, organiser: Option<u64>) -> Self {
        let mut game = Self::open(setup, organiser);
        game.must(ANN, Action::Join { seat: None, salt: Some("pepper".into()) });
        game.must(BOB, Action::Join { seat: None, salt: None });
        game.must(ANN, Action::Start);
        game
    }

    pub fn bag(organiser: Option<u64>) -> Self {
        Self::begun(Setup::Bag(bag::Setup::parse("Red 3, Blue 2", "").unwrap()), organiser)
    }

    pub fn act(&mut self, user: u64, action: Action) -> Result<Vec<Event>, Refusal> {
        let actor = Actor { player: person(user), manager: false };
        let seq = Seq(u32::try_from(self.steps.len()).unwrap() + 1);
        let next_die = history::next_die(&self.steps);
        let salts: Vec<String> = self.table.salts.iter().map(|salt| salt.text.clone()).collect();
        let salts = salts.iter().map(String::as_str);
        let mut stream = Seeded::new(self.seed.clone(), GAME, salts, next_die);
        let mut dice = Keeper::new(&mut stream);
        let rules = self.table.system.version();
        let moment = Moment { next_die, undoable: history::undoable(&self.steps), seq, rules };
        let decided = table::decide(&self.table, &actor, &action, moment, &mut dice)?;
        let (rolled, events) = (dice.into_rolled(), decided.events.clone());
        let at_ms = i64::from(seq.0) * 1_000;
        let step = Step::new(seq, self.table.system, &actor, action, rolled, decided, at_ms);
        self.steps.push(step);
        self.table = history::fold(&self.steps).unwrap();
        Ok(events)
    }

    pub fn must(&mut self, user: u64, action: Action) -> Vec<Event> {
        let shown = format!("{action:?}");
        self.act(user, action).unwrap_or_else(|refusal| panic!("{shown}: {refusal}"))
    }

    pub fn refused(&mut self, user: u64, action: Action, says: &str) {
        let refusal = self.act(user, action).unwrap_err();
        assert!(refusal.sentence().contains(says), "{refusal}");
    }

    /// Who is to roll what, as the table says.
    pub fn waits_for(&self) -> Option<(u64, String)> {
        let thrower = self.table.thrower()?;
        Some((thrower.id.0, self.table.throw.as_ref()?.wanted.sentence()))
    }

    /// How the log would be exported now.
    pub fn export(&self) -> Export {
        let ended = self.table.phase == table::Phase::Ended;
        Export {
            format: FORMAT.into(),
            game: GAME.into(),
            system: self.table.system,
            program: Some("a test".into()),
            rules_version: self.table.system.version(),
            seed_hash: self.seed.hash(),
            seed: ended.then(|| self.seed.reveal()),
            record: record(&self.table),
            steps: self.steps.clone(),
        }
    }

    /// The last step's dice: number and face.
    pub fn last_dice(&self) -> Vec<(Option<u64>, u32)> {
        self.steps.last().unwrap().dice.iter().map(|roll| (roll.number, roll.face)).collect()
    }
}

/// Seats of a table of two.
pub const RED: Seat = Seat(0);
pub const BLUE: Seat = Seat(1);
