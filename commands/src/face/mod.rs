//! The contract of a system's face: everything that is shown of its games and done in them. A system fulfils
//! [`SystemFace`] in its own folder and stands in the one list of `systems`; the rest of the program knows it only as a
//! [`Face`]. Nothing here has a default, so what a new system leaves out does not compile.
//!
//! A face gets views and seen events, never the raw state, and what one person alone may see only as a [`Secret`]: what
//! somebody may not know cannot reach them.

mod any;
mod controls;
mod help;

pub use any::{Face, view_for};
pub use controls::Controls;
pub use help::{Example, Lesson, Topic, Welcome};

use std::fmt::Debug;

use gatemaster_discord::card::{Button, Card, Choice, Select};
use gatemaster_discord::forms::FilledForm;
use gatemaster_discord::picture::Picture;
use gatemaster_discord::picture::emoji::Drawn;
use gatemaster_discord::press::CustomId;
use gatemaster_rules::game::{ListedSystem, SystemId, View};
use gatemaster_rules::ids::{Seat, Seq, UserId};
use gatemaster_rules::system::System;
use gatemaster_rules::table::{Action, Phase, Player, SeenStep};
use gatemaster_store::Store;

use crate::answer::{PressedMessage, Reply};
use crate::desk::{Desk, Loaded, Log, Outcome, Page, Standing, StepInContext, Work};
use crate::request::Request;
use crate::secret::Secret;
use crate::trouble::{Trouble, WrongGame};

/// What a system's face can use: the desk, and every system as a [`Face`].
#[derive(Clone, Debug)]
pub struct Hall {
    pub desk: Desk,
    pub systems: Systems,
}

pub type SetupOf<F> = <<F as SystemFace>::System as System>::Setup;
pub type ViewOf<F> = <<F as SystemFace>::System as System>::View;
pub type EventOf<F> = <<F as SystemFace>::System as System>::Event;
pub type CommandOf<F> = <<F as SystemFace>::System as System>::Command;

/// The answer to somebody, made in its own time.
pub type Answering<'a> = Work<'a, Result<Reply, Trouble>>;

/// What one system shows and does.
pub trait SystemFace: Debug + Send + Sync + 'static {
    type System: ListedSystem;

    // What it is called

    /// "a battle": what people miss who use its words at another table.
    fn called(&self) -> &'static str;

    /// "This battle": the beginning of a sentence about a table of its own.
    fn this_one(&self) -> &'static str;

    /// "This channel has a bag of order dice": the beginning of a sentence for whoever uses another game's word here.
    fn played_here(&self) -> &'static str;

    /// What to use at this table instead of another game's word (`/shoot`), as the end of a sentence.
    fn instead(&self, word: &str) -> &'static str;

    // Before the game

    /// The set-up of a new table, with what was wished for its sides by name.
    fn new_setup<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        sides: [Option<String>; 2],
    ) -> Work<'a, Result<SetupOf<Self>, Trouble>>;

    /// The set-up of the table that an example in the help opens.
    fn example_setup<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
    ) -> Work<'a, Result<SetupOf<Self>, Trouble>>;

    /// A first game that explains itself, where there is one; one person must be able to play all of it.
    fn lesson(&self) -> Option<Lesson<SetupOf<Self>>>;

    /// What sides can be wished for by name when a table is opened.
    fn sides(&self) -> Vec<&'static str>;

    /// The table before the game begins; `head` says which table it is.
    fn lobby(&self, game: &Loaded, setup: &SetupOf<Self>, head: Vec<String>) -> Card;

    /// "Ann changed the dice: Red 6, Blue 5."
    fn set_up_line(&self, who: &str, setup: &SetupOf<Self>) -> String;

    // The game as it stands

    /// The live message of a game in play, full or compact as the table is set.
    fn board(&self, game: &Loaded, view: &ViewOf<Self>) -> Card;

    /// Words, lists and buttons for the decisions that are open.
    fn controls(&self, game: &Loaded, view: &ViewOf<Self>) -> Controls;

    /// How it stands, in a sentence.
    fn now(&self, view: &ViewOf<Self>) -> String;

    /// How it stands, in a few words for a compact board.
    fn in_one_line(&self, view: &ViewOf<Self>) -> String;

    fn picture(&self, game: &Loaded, view: &ViewOf<Self>) -> Option<Picture>;

    /// How it ended, or was left off.
    fn ending(&self, game: &Loaded, view: &ViewOf<Self>) -> Ending;

    // What happened

    /// Where a step stands in the story: what belongs together is told by one message. `opening` is the game as it was when
    /// the chapter began, where it has; `bots` are the seats that the program plays.
    fn page(
        &self,
        opening: Option<&ViewOf<Self>>,
        before: &ViewOf<Self>,
        bots: &[Seat],
        step: &SeenStep,
    ) -> Page;

    /// What the steps of a chapter came to: the outcome first, then the dice, then what follows.
    fn tale(&self, game: &Loaded, told: &[StepInContext]) -> String;

    /// What the special words of a step mean, a few words for each; told where they first appear in a game.
    fn terms(&self, step: &SeenStep) -> Vec<&'static str>;

    /// What stands around the tale while the game goes on from it.
    fn stage(&self, game: &Loaded, view: &ViewOf<Self>) -> Stage;

    /// Which turn it is, where a game has turns: a new one brings a new board.
    fn turn(&self, view: &ViewOf<Self>) -> u32;

    /// What a step did, a sentence for each thing; nothing where [`SystemFace::event_line`] says all.
    fn lines(&self, before: &ViewOf<Self>, step: &SeenStep) -> Vec<String>;

    /// The same for the log, without the reasons; nothing where there is nothing to shorten.
    fn brief_lines(&self, before: &ViewOf<Self>, step: &SeenStep) -> Vec<String>;

    /// One event in a sentence.
    fn event_line(&self, view: Option<&ViewOf<Self>>, who: &str, event: &EventOf<Self>) -> String;

    /// What a step did, for the question whether to take it back: "the draw of a die"; `None` where its lines are quoted.
    fn undoing(&self, view: &ViewOf<Self>, did: &[&EventOf<Self>]) -> Option<String>;

    /// Whether the die of this event was drawn or a lot, and so no die that anybody throws.
    fn is_lot(&self, event: &EventOf<Self>) -> bool;

    /// Whether its lines name their dice themselves.
    fn names_dice(&self) -> bool;

    /// The result as it is read aloud.
    fn spoken(&self, outcome: &Outcome) -> String;

    /// Every die of a step, what it needed and why.
    fn explain(&self, game: &Loaded, before: &ViewOf<Self>, step: &SeenStep) -> Option<Explained>;

    /// The game as a text that reads well years later.
    fn report(&self, game: &Loaded, log: &Log) -> Report;

    // What people do

    /// A button or list of this system, with what was picked; `None` where the id is not one of its own.
    fn pressed<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        id: &str,
        picked: &'a [String],
        on: PressedMessage,
    ) -> Option<Answering<'a>>;

    /// A form of this system that was filled in.
    fn filled_in<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        id: &str,
        written: &'a FilledForm,
        on: Option<PressedMessage>,
    ) -> Option<Answering<'a>>;

    /// The game and the step that a control of this system was drawn at.
    fn drawn_at(&self, id: &str) -> Option<(String, Seq)>;

    /// `/draw` at a table of this system; `dice` names the die where it was drawn by hand.
    fn draw(&self, game: &Loaded, dice: Option<&str>) -> Result<Drawing<CommandOf<Self>>, Trouble>;

    /// What could be drawn, for the one who types it.
    fn drawable(&self, view: &ViewOf<Self>) -> Vec<String>;

    /// Whether it has books of its own to look things up in. At the table of one that has none, the books of the first
    /// system that has some are open, as they are where nothing is played.
    fn has_books(&self) -> bool;

    /// Whether a rule of its own has just this title or number: it is found at any table.
    fn has_rule(&self, typed: &str) -> bool;

    /// `/unit`, `/profile`, `/weapon` and `/rules`: the game is that of the channel, if there is one.
    fn look_up<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: Option<&'a Loaded>,
        book: Book,
        typed: Option<&'a str>,
    ) -> Answering<'a>;

    /// What there is to look up, as label and value, while it is typed.
    fn offered<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: Option<&'a Loaded>,
        book: Book,
        typed: &'a str,
    ) -> Work<'a, Vec<(String, String)>>;

    /// What only one person may see of the game, for them to look at whenever they like; `None` where nothing is hidden.
    fn mine(&self, game: &Loaded, own: Secret<ViewOf<Self>>) -> Option<Secret<Card>>;

    // Answers beforehand

    /// `/standing`: what a player has said beforehand, to look at and to change; `None` where there is nothing to say.
    fn standing<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: &'a Loaded,
    ) -> Option<Answering<'a>>;

    /// Whether the game waits for something now that can have been said beforehand. It is asked after every step, so it is
    /// quick.
    fn hears_beforehand(&self, view: &ViewOf<Self>) -> bool;

    /// What a player has said beforehand to what the table waits for.
    fn answer_beforehand<'a>(
        &'a self,
        store: &'a Store,
        game: &'a Loaded,
        view: &'a ViewOf<Self>,
        player: &'a Player,
    ) -> Work<'a, Result<Option<Action>, Trouble>>;

    // Small pictures

    /// Emoji of its own for the application, beside the dice that every system has.
    fn emojis(&self) -> Vec<Drawn>;

    // Help

    /// The pages of the help about it. A system without any is not in the manual either.
    fn topics(&self) -> &'static [Topic];

    /// What the page of the sandbox offers to somebody who has never been here.
    fn welcome(&self) -> Vec<Welcome>;

    /// Whether a league can be played of it, and so whether it tells who won.
    fn has_winners(&self) -> bool;
}

/// What a message shows and offers beside the tale.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// Words above the frame, which choosing something redraws.
    pub above: String,
    /// Words below the tale.
    pub below: String,
    pub selects: Vec<Select>,
    pub buttons: Vec<Vec<Button>>,
    pub colour: Option<u32>,
    pub picture: Option<Picture>,
    /// People who hear of it although the game waits for nobody, and what they hear.
    pub rings: Vec<(UserId, &'static str)>,
}

/// How a game ended.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    pub lines: Vec<String>,
    pub buttons: Vec<Vec<Button>>,
    pub picture: Option<Picture>,
    /// What the last step did takes many words, and stands within the frame.
    pub told_within: bool,
}

/// A step in full.
#[derive(Clone, Debug, Default)]
pub struct Explained {
    pub lines: Vec<String>,
    /// The rules that the lines name, to be read, and what choosing one of them means.
    pub rules: Vec<Choice>,
    pub read_rule: Option<CustomId>,
    /// Whether each die is named where it counted.
    pub each_die_named: bool,
}

/// A game as a text.
#[derive(Clone, Debug)]
pub enum Report {
    /// The whole of it, below the head of the file.
    Whole(String),
    /// What stands before the steps, which are then told one by one.
    Head(Vec<String>),
}

/// A draw by `/draw`.
#[derive(Clone, Debug)]
pub struct Drawing<C> {
    pub command: C,
    /// Which die it was, where it was drawn by hand.
    pub dice: Option<String>,
}

/// What is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Book {
    Unit,
    Profile,
    Weapon,
    Rules,
}

/// Every system as a [`Face`]. Made of the list in `systems`, which knows them by name.
#[derive(Clone, Copy)]
pub struct Systems {
    face: fn(SystemId) -> &'static dyn Face,
}

impl Debug for Systems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(SystemId::ALL).finish()
    }
}

impl Systems {
    pub const fn new(face: fn(SystemId) -> &'static dyn Face) -> Self {
        Self { face }
    }

    pub fn of(self, system: SystemId) -> &'static dyn Face {
        (self.face)(system)
    }

    pub fn all(self) -> impl DoubleEndedIterator<Item = &'static dyn Face> {
        SystemId::ALL.iter().map(move |system| self.of(*system))
    }

    /// Those that the help and the manual know.
    pub fn in_manual(self) -> impl Iterator<Item = &'static dyn Face> {
        self.all().filter(|face| !face.topics().is_empty())
    }

    /// A word of one game was used at another game's table, or before the game has begun.
    pub fn why_not(self, wrong: WrongGame, word: &str) -> String {
        let WrongGame { here, wanted } = wrong;
        let (face, wanted_face) = (self.of(here), self.of(wanted));
        if here == wanted {
            return format!(
                "{} has not started yet. Press Start on its board, or use `/game start`.",
                face.this_one()
            );
        }
        format!(
            "{}, not {}; {}. `/game new system:{}` opens one elsewhere.",
            face.played_here(),
            wanted_face.called(),
            face.instead(word),
            wanted.title()
        )
    }
}

/// The running game of a table as this system knows it.
pub fn view_of<S: ListedSystem>(game: &Loaded) -> Result<&S::View, Trouble> {
    let wrong = WrongGame { here: game.table.system, wanted: S::ID };
    game.table.game.as_ref().and_then(S::view_of).ok_or(Trouble::WrongGame(wrong))
}

/// The set-up of a table of this system.
pub fn setup_of<S: ListedSystem>(game: &Loaded) -> Result<&S::Setup, Trouble> {
    let wrong = WrongGame { here: game.table.system, wanted: S::ID };
    S::setup_of(&game.table.setup).ok_or(Trouble::WrongGame(wrong))
}

/// The same as long as it can be changed.
pub fn lobby_of<S: ListedSystem>(game: &Loaded) -> Result<&S::Setup, Trouble> {
    let setup = setup_of::<S>(game)?;
    if game.table.phase == Phase::Lobby {
        return Ok(setup);
    }
    Err(Trouble::refused("The game has started, so its set-up stands."))
}

impl Standing for Systems {
    fn is_heard(&self, game: &Loaded) -> bool {
        self.of(game.table.system).hears_beforehand(game)
    }

    fn answer<'a>(
        &'a self,
        store: &'a Store,
        game: &'a Loaded,
        player: &'a Player,
    ) -> Work<'a, Result<Option<Action>, Trouble>> {
        self.of(game.table.system).answer_beforehand(store, game, player)
    }

    fn page(
        &self,
        system: SystemId,
        games: [Option<View>; 2],
        bots: &[Seat],
        step: &SeenStep,
    ) -> Page {
        self.of(system).page(games, bots, step)
    }

    fn terms(&self, system: SystemId, step: &SeenStep) -> Vec<&'static str> {
        self.of(system).terms(step)
    }
}
