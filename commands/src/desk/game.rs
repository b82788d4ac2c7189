//! A game as everybody may see it. Everything that shows a game gets these types; the whole of a running game stays in this
//! folder, and what one person alone may see comes out as a [`Secret`].

use std::fmt;
use std::sync::Arc;

use gatemaster_rules::by_hand::Part;
use gatemaster_rules::dice::Seed;
use gatemaster_rules::game::{Game, View};
use gatemaster_rules::history::Step;
use gatemaster_rules::ids::{Seq, UserId};
use gatemaster_rules::record::{Record, record};
use gatemaster_rules::system::Viewer;
use gatemaster_rules::table::{Action, Owed, SeenStep, SeenTable, Table};
use gatemaster_rules::version::RulesVersion;
use gatemaster_store::Board;

use super::chapter::{Chapter, SeenChapter, is_told};
use crate::secret::Secret;

/// A game as it stands for everybody, with what the store knows about it.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub id: String,
    pub guild: Option<u64>,
    pub channel: u64,
    pub seq: Seq,
    /// The step that people look at: what came after it, if anything, has not changed what the game waits for. Buttons and
    /// half-made choices are bound to it.
    pub at: Seq,
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
    /// What the newest message tells; read when it is needed.
    pub chapter: Option<Chapter>,
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
    /// The chapter of the story that ended with it or before it, where another one has begun.
    pub finished: Option<SeenChapter>,
}

impl Outcome {
    pub(super) fn new(game: Loaded, made: &WholeStep) -> Self {
        let StepInContext { before, step } = made.seen(&game.whole.table.onlooker());
        Self { game, before, step, then: Vec::new(), finished: None }
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
        // the one that people have seen grow is the first of several
        self.finished = self.finished.or(next.finished);
        self
    }

    /// All its steps in order.
    pub fn made(&self) -> impl Iterator<Item = (Option<&View>, &SeenStep)> {
        let first = std::iter::once((self.before.as_ref(), &self.step));
        first.chain(self.then.iter().map(|made| (made.before.as_ref(), &made.step)))
    }

    /// Whether the story of the game goes on with it.
    pub fn is_told(&self) -> bool {
        self.made().any(|(_, step)| is_told(step))
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
            at: seq,
            next_die: 1,
            seed_hash: seed.hash(),
            rules_version: table.system.version(),
            board: None,
            table: table.seen(&table.onlooker()),
            recent: Vec::new(),
            pictures: true,
            whole: Arc::new(Whole { table, recent: Vec::new(), chapter: None, seed }),
        }
    }

    /// The running game as this person alone may see it.
    pub fn own(&self, user: UserId) -> Secret<Option<View>> {
        let table = &self.whole.table;
        Secret::new(table.game.as_ref().map(|game| game.view(&table.viewer(user))))
    }

    /// What the newest message tells; nothing where it has not been read.
    pub fn chapter(&self) -> SeenChapter {
        let viewer = self.whole.table.onlooker();
        let chapter = self.whole.chapter.as_ref().map(|chapter| chapter.seen(&viewer));
        chapter.unwrap_or_else(|| SeenChapter { first: self.seq.next(), ..SeenChapter::default() })
    }

    /// The seed, which is secret until nothing can change the end of the game any more.
    pub fn revealed_seed(&self) -> Option<String> {
        self.table.is_final().then(|| self.whole.seed.reveal())
    }

    /// What the throw consists of that is waited for; everybody may know that.
    pub fn throw_parts(&self) -> Vec<Part> {
        self.whole.table.throw_parts()
    }

    /// Who owes what now; everybody may know that.
    pub fn owed(&self) -> Vec<Owed> {
        self.whole.table.owed()
    }

    /// Whether the program itself is to act now.
    pub fn waits_for_the_program(&self) -> bool {
        self.whole.table.bot_owes().is_some()
    }

    /// Which turn it is, where the game has turns; everybody may know that.
    pub fn turn(&self) -> Option<u32> {
        self.whole.table.game.as_ref().and_then(|game| game.verdict().turns)
    }

    /// What came of it, as a league keeps it; `None` before the end.
    pub fn record(&self) -> Option<Record> {
        record(&self.whole.table)
    }
}
