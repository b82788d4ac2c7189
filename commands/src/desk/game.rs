//! A game as everybody may see it. Everything that shows a game gets these types; the whole of a running game stays in this
//! folder, and what one person alone may see comes out as a [`Secret`].

use std::fmt;
use std::sync::Arc;

use gatemaster_rules::dice::Seed;
use gatemaster_rules::game::{Game, View};
use gatemaster_rules::history::Step;
use gatemaster_rules::ids::{Seq, UserId};
use gatemaster_rules::record::{Record, record};
use gatemaster_rules::system::Viewer;
use gatemaster_rules::table::{Action, Owed, Phase, SeenStep, SeenTable, Table};
use gatemaster_rules::version::RulesVersion;
use gatemaster_store::Board;

use crate::secret::Secret;

/// A game as it stands for everybody, with what the store knows about it.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub id: String,
    pub guild: Option<u64>,
    pub channel: u64,
    pub seq: Seq,
    pub next_die: u64,
    pub seed_hash: String,
    pub rules_version: RulesVersion,
    pub board: Option<Board>,
    /// The table as everybody may see it.
    pub table: SeenTable,
    /// The last few steps, where the board tells them: on compact tables.
    pub recent: Vec<StepInContext>,
    /// Whether the server likes pictures on boards.
    pub pictures: bool,
    pub(super) whole: Arc<Whole>,
}

/// What nobody but the desk may look into.
#[derive(Clone)]
pub(super) struct Whole {
    pub table: Table,
    pub recent: Vec<Arc<WholeStep>>,
    pub seed: Seed,
}

/// A log line about a game must not hold its secrets.
impl fmt::Debug for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(the whole game)")
    }
}

/// A step, and the game as it was before it.
#[derive(Clone)]
pub(super) struct WholeStep {
    pub before: Option<Game>,
    pub step: Step,
}

impl fmt::Debug for WholeStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(step {})", self.step.seq)
    }
}

impl WholeStep {
    pub fn seen(&self, viewer: &Viewer) -> StepInContext {
        StepInContext {
            before: self.before.as_ref().map(|game| game.view(viewer)),
            step: self.step.seen(viewer),
        }
    }
}

/// A step with the game before it, as everybody may know them.
#[derive(Clone, Debug)]
pub struct StepInContext {
    pub before: Option<View>,
    pub step: SeenStep,
}

/// An accepted action, as everybody may see it: the game after it, and the step it made.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub game: Loaded,
    /// The game before the step.
    pub before: Option<View>,
    pub step: SeenStep,
    /// What came of it at once: the rest of the same command, and answers that players had given beforehand.
    pub then: Vec<StepInContext>,
}

impl Outcome {
    pub(super) fn new(game: Loaded, made: &WholeStep) -> Self {
        let StepInContext { before, step } = made.seen(&game.whole.table.onlooker());
        Self { game, before, step, then: Vec::new() }
    }

    /// For trying out how things are shown.
    pub fn for_show(game: Loaded, before: Option<Game>, step: Step) -> Self {
        Self::new(game, &WholeStep { before, step })
    }

    /// This, and what was done right after it, as one.
    #[must_use]
    pub fn followed_by(mut self, next: Outcome) -> Outcome {
        self.game = next.game;
        self.then.push(StepInContext { before: next.before, step: next.step });
        self.then.extend(next.then);
        self
    }

    /// All its steps in order.
    pub fn made(&self) -> impl Iterator<Item = (Option<&View>, &SeenStep)> {
        let first = std::iter::once((self.before.as_ref(), &self.step));
        first.chain(self.then.iter().map(|made| (made.before.as_ref(), &made.step)))
    }

    /// The last of its steps.
    pub fn last(&self) -> &SeenStep {
        self.then.last().map_or(&self.step, |made| &made.step)
    }
}

/// Stands for the step that undo would revoke, until the log has been read.
pub const LATEST: Seq = Seq(u32::MAX);

/// The action to be done, and the faces of its dice where they are typed.
#[derive(Clone)]
pub struct ActionWithDice {
    pub action: Action,
    pub dice: Option<String>,
}

/// What somebody does may be a secret.
impl fmt::Debug for ActionWithDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(what somebody does)")
    }
}

impl From<Action> for ActionWithDice {
    fn from(action: Action) -> Self {
        Self { action, dice: None }
    }
}

/// Which game is meant.
#[derive(Clone, Debug)]
pub enum Which {
    /// The open game of this channel.
    Here,
    /// The open game of this channel, or the last one that ended here.
    LastHere,
    /// This game, as somebody saw it at this step; it must not have moved on since.
    At(String, Seq),
    /// This game, however it stands now.
    Now(String),
}

impl Loaded {
    /// A game that is in no database, to be looked at: rendering is tried out with it.
    pub fn for_show(id: &str, seq: Seq, table: Table) -> Self {
        let seed = Seed::new([0; 32]);
        Self {
            id: id.to_owned(),
            guild: None,
            channel: 1,
            seq,
            next_die: 1,
            seed_hash: seed.hash(),
            rules_version: table.system.version(),
            board: None,
            table: table.seen(&table.onlooker()),
            recent: Vec::new(),
            pictures: true,
            whole: Arc::new(Whole { table, recent: Vec::new(), seed }),
        }
    }

    /// The running game as this person alone may see it.
    pub fn own(&self, user: UserId) -> Secret<Option<View>> {
        let table = &self.whole.table;
        Secret::new(table.game.as_ref().map(|game| game.view(&table.viewer(user))))
    }

    /// The seed, which is secret until the game has ended.
    pub fn revealed_seed(&self) -> Option<String> {
        (self.table.phase == Phase::Ended).then(|| self.whole.seed.reveal())
    }

    /// Who owes what now; everybody may know that.
    pub fn owed(&self) -> Vec<Owed> {
        self.whole.table.owed()
    }

    /// Whether the program itself is to act now.
    pub fn waits_for_the_program(&self) -> bool {
        self.whole.table.bot_owes().is_some()
    }

    /// What came of it, as a league keeps it; `None` before the end.
    pub fn record(&self) -> Option<Record> {
        record(&self.whole.table)
    }
}
