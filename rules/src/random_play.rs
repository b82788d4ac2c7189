//! Random play for any system on the contract: it finds dead ends, illegal states and logs that do not fold.
//! Tests of this crate and of the Discord face both walk with it; a failure names its seed and replays.

#[cfg(test)]
mod tests;

use crate::dice::{Keeper, Seed, Seeded};
use crate::game::{Setup, SystemId};
use crate::history::{self, Step};
use crate::ids::{Seat, Seq, UserId};
use crate::refusal::Refusal;
use crate::table::{
    self, Action, Actor, Decided, Moment, Phase, Player, Settings, SettingsChange, Table,
};
use crate::version::RulesVersion;

/// A small generator for choosing what to try. Dice come from the game's own stream.
#[derive(Clone, Debug)]
pub struct Chooser(u64);

impl Chooser {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// `SplitMix64`: one line of arithmetic, the same everywhere.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 when `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "the remainder is below a usize")]
        let choice = (self.number() % (n.max(1) as u64)) as usize;
        choice
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A game that plays itself, one action after another.
#[derive(Debug)]
pub struct Walk {
    pub seed: u64,
    pub table: Table,
    pub steps: Vec<Step>,
    pub refusals: usize,
    /// By which every step is judged.
    pub rules: RulesVersion,
    chooser: Chooser,
    game_seed: Seed,
}

const GAME: &str = "walk";
const MANAGER: u64 = 900;
const PASSER_BY: u64 = 901;

impl Walk {
    /// Opens a table with its default set-up, seats everybody and starts.
    pub fn start(system: SystemId, seed: u64) -> Self {
        Self::with_setup(system.default_setup(), seed)
    }

    pub fn with_setup(setup: Setup, seed: u64) -> Self {
        let today = setup.system().version();
        Self::by_rules(today, setup, seed)
    }

    /// As games were played under earlier rules.
    pub fn by_rules(rules: RulesVersion, setup: Setup, seed: u64) -> Self {
        let mut chooser = Chooser::new(seed);
        let organiser = chooser.one_in(2).then(|| player(MANAGER));
        let game_seed = Seed::new(std::array::from_fn(|_| chooser.number().to_le_bytes()[0]));
        let system = setup.system();
        let seats = setup.seats().len();
        let settings = Settings { compact: chooser.one_in(2), ..Settings::default() };
        let open =
            Action::Open { name: "Random walk".into(), setup, organiser, start: false, settings };
        let actor = actor(1);
        let decided = table::open_table_by(&actor, &open, rules)
            .unwrap_or_else(|refusal| panic!("seed {seed}: the table does not open: {refusal}"));
        let step = make_step(Seq(1), (system, rules), &actor, open, Vec::new(), decided);
        let table = history::fold(std::slice::from_ref(&step))
            .unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        let mut walk =
            Self { seed, table, steps: vec![step], refusals: 0, rules, chooser, game_seed };
        for (i, user) in (0..seats).zip(1..) {
            let seat = u8::try_from(i).ok().map(Seat);
            walk.must(user, Action::Join { seat, salt: Some(format!("salt {user}")) });
        }
        walk.must(1, Action::Start);
        walk
    }

    /// One random thing: mostly a legal move, sometimes table business, sometimes nonsense.
    pub fn go(&mut self) {
        if self.table.phase != Phase::Playing {
            return self.leave_lobby();
        }
        match self.chooser.below(20) {
            0 => self.try_odd(),
            1 => self.try_undo(),
            2 => {
                let user = self.anybody();
                let answer = if self.chooser.one_in(2) { Action::Agree } else { Action::Refuse };
                let _ = self.act(user, answer);
            }
            _ => self.play_an_option(),
        }
    }

    /// Undo can lead back behind the start; then somebody starts again. A game that has ended stays so.
    fn leave_lobby(&mut self) {
        match self.table.phase {
            Phase::Lobby => self.must(1, Action::Start),
            Phase::Shelved => self.must(1, Action::Resume),
            Phase::Ended => {
                let user = self.anybody();
                let refused = self.act(user, Action::Start);
                assert!(refused.is_err(), "seed {}: an ended game was started again", self.seed);
            }
            Phase::Playing => {}
        }
    }

    fn play_an_option(&mut self) {
        let open = self.table.open();
        assert!(
            open.iter().any(|open| !open.options.is_empty()),
            "seed {}: nothing can be done, yet the game is not over",
            self.seed
        );
        let choices: Vec<_> =
            open.iter().flat_map(|open| open.options.iter().map(|o| (&open.who, o))).collect();
        let (who, option) = choices[self.chooser.below(choices.len())];
        let seats: Vec<Seat> = self.table.all_seats().collect();
        let able: Vec<Seat> = seats.into_iter().filter(|seat| who.includes(&[*seat])).collect();
        let seat = able[self.chooser.below(able.len())];
        let user = self.table.player_at(seat).map_or(1, |player| player.id.0);
        self.must(user, Action::Play(option.clone()));
    }

    fn try_undo(&mut self) {
        let latest = history::undoable(&self.steps).map_or(Seq(1), |step| step.seq);
        let step = if self.chooser.one_in(4) { Seq(latest.0 / 2) } else { latest };
        let user = self.anybody();
        let _ = self.act(user, Action::Undo { step });
    }

    /// Things that are refused, or at least must not break anything.
    fn try_odd(&mut self) {
        let user = self.anybody();
        // a passer-by must stay one, see below
        let somebody = match self.anybody() {
            PASSER_BY => MANAGER,
            somebody => somebody,
        };
        let action = match self.chooser.below(14) {
            8 => Action::HandOver { seat: None, to: player(somebody) },
            9 => Action::HandOver { seat: Some(Seat(0)), to: player(somebody) },
            10 => Action::TakeOver,
            11 => Action::TurnDown,
            12 => Action::Shelve,
            13 => Action::Keep,
            6 => Action::Unseat { player: player(PASSER_BY) },
            7 => Action::Seat { player: player(PASSER_BY), seat: None },
            0 => Action::Join { seat: Some(Seat(200)), salt: None },
            1 => Action::Join { seat: None, salt: Some("late".into()) },
            2 => Action::SetUp { setup: self.table.setup.clone(), name: None },
            3 => Action::Change(SettingsChange {
                name: Some("\u{202e}".into()),
                ..SettingsChange::default()
            }),
            4 => Action::Start,
            _ => {
                let open = self.table.open();
                let Some(option) = open.first().and_then(|open| open.options.first()) else {
                    return;
                };
                let refused = self.act(PASSER_BY, Action::Play(option.clone()));
                assert!(refused.is_err(), "seed {}: a passer-by could play", self.seed);
                return;
            }
        };
        let _ = self.act(user, action);
    }

    fn anybody(&mut self) -> u64 {
        let people = self.table.seats.len() + 2;
        match self.chooser.below(people) {
            0 => MANAGER,
            1 => PASSER_BY,
            n => n as u64 - 1,
        }
    }

    fn must(&mut self, user: u64, action: Action) {
        let shown = format!("{action:?}");
        if let Err(refusal) = self.act(user, action) {
            panic!("seed {}: {shown} was offered and then refused: {refusal}", self.seed);
        }
    }

    fn act(&mut self, user: u64, action: Action) -> Result<(), Refusal> {
        let before = self.table.clone();
        let actor = actor(user);
        let next_die = history::next_die(&self.steps);
        let salts: Vec<String> = self.table.salts.iter().map(|salt| salt.text.clone()).collect();
        let mut seeded =
            Seeded::new(self.game_seed.clone(), GAME, salts.iter().map(String::as_str), next_die);
        let mut dice = Keeper::new(&mut seeded);
        let seq = Seq(u32::try_from(self.steps.len()).unwrap_or(u32::MAX)).next();
        let (undoable, rules) = (history::undoable(&self.steps), self.rules);
        let moment = Moment { next_die, undoable, seq, rules };
        let decided = table::decide(&self.table, &actor, &action, moment, &mut dice);
        assert_eq!(self.table, before, "seed {}: deciding changed the state", self.seed);
        let decided = decided.inspect_err(|_| self.refusals += 1)?;
        let rolled = dice.into_rolled();
        self.steps.push(make_step(
            seq,
            (self.table.system, rules),
            &actor,
            action,
            rolled,
            decided,
        ));
        self.table = history::after(Some(before), &self.steps)
            .unwrap_or_else(|fault| panic!("seed {}: {fault}", self.seed));
        Ok(())
    }

    pub fn fold(&self) -> Table {
        history::fold(&self.steps)
            .unwrap_or_else(|fault| panic!("seed {}: the log does not fold: {fault}", self.seed))
    }

    /// The finished walk as an export with its seed, as if the game had been ended.
    pub fn end(mut self) -> crate::export::Export {
        if self.table.phase != Phase::Ended {
            let host = self.table.host.clone();
            let actor = Actor { player: host, manager: true };
            let decided = Decided {
                events: vec![table::Event::Ended {
                    grounds: if self.table.is_organiser(actor.id()) {
                        table::Grounds::Organiser
                    } else {
                        table::Grounds::Manager
                    },
                }],
                revokes: None,
            };
            let seq = Seq(u32::try_from(self.steps.len()).unwrap_or(u32::MAX)).next();
            self.steps.push(make_step(
                seq,
                (self.table.system, self.rules),
                &actor,
                Action::End,
                Vec::new(),
                decided,
            ));
        }
        crate::export::Export {
            format: crate::export::FORMAT.into(),
            game: GAME.into(),
            system: self.table.system,
            program: Some(crate::version::RELEASE.into()),
            rules_version: self.steps.first().map_or(self.rules, |step| step.deed.rules),
            seed_hash: self.game_seed.hash(),
            seed: Some(self.game_seed.reveal()),
            record: history::fold(&self.steps).ok().as_ref().and_then(crate::record::record),
            steps: self.steps,
        }
    }
}

fn player(user: u64) -> Player {
    Player { id: UserId(user), name: format!("Player {user}") }
}

fn actor(user: u64) -> Actor {
    Actor { player: player(user), manager: user == MANAGER }
}

fn make_step(
    seq: Seq,
    (system, rules): (SystemId, RulesVersion),
    actor: &Actor,
    action: Action,
    dice: Vec<crate::dice::Roll>,
    decided: Decided,
) -> Step {
    let at_ms = i64::from(seq.0) * 1_000;
    let mut step = Step::new(seq, system, actor, action, dice, decided, at_ms);
    step.deed.rules = rules;
    step
}
