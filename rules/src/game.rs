//! The closed list of game systems, and the one place that dispatches between them. A new system is one line in the list
//! at the end of this file: everything else follows from it.

use serde::{Deserialize, Serialize};

use crate::by_hand::{Part, Wanted};
use crate::dice::{Dice, Roll};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::{Doer, Open, SeatSpec, System, Verdict, Viewer};
use crate::version::RulesVersion;

/// A system of the list: converts between its own types and the enums that stand for any system.
pub trait ListedSystem: System {
    const ID: SystemId;

    fn setup_of(setup: &Setup) -> Option<&Self::Setup>;
    fn view_of(view: &View) -> Option<&Self::View>;
    fn event_of(event: &Event) -> Option<&Self::Event>;
    fn command_of(command: &Command) -> Option<&Self::Command>;
    fn setup(setup: Self::Setup) -> Setup;
    fn command(command: Self::Command) -> Command;
}

macro_rules! systems {
    ($($(#[$attr:meta])* $name:ident = $module:ident;)+) => {
        /// Which system. Commands, files and the database name it by `System::KEY`; within stored JSON it is this enum's own form.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum SystemId {
            $($(#[$attr])* $name,)+
        }

        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Setup {
            $($(#[$attr])* $name(crate::$module::Setup),)+
        }

        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[expect(clippy::large_enum_variant, reason = "there is one state to a game")]
        pub enum Game {
            $($(#[$attr])* $name(crate::$module::State),)+
        }

        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Command {
            $($(#[$attr])* $name(crate::$module::Command),)+
        }

        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Event {
            $($(#[$attr])* $name(crate::$module::Event),)+
        }

        /// A game as one viewer may see it.
        #[derive(Clone, Debug, PartialEq)]
        #[expect(clippy::large_enum_variant, reason = "there is one state to a game")]
        pub enum View {
            $($(#[$attr])* $name(crate::$module::View),)+
        }

        $(
            $(#[$attr])*
            impl ListedSystem for crate::$module::$name {
                const ID: SystemId = SystemId::$name;

                fn setup_of(setup: &Setup) -> Option<&Self::Setup> {
                    match setup {
                        Setup::$name(setup) => Some(setup),
                        #[allow(unreachable_patterns, reason = "the list may have one system")]
                        _ => None,
                    }
                }

                fn view_of(view: &View) -> Option<&Self::View> {
                    match view {
                        View::$name(view) => Some(view),
                        #[allow(unreachable_patterns, reason = "the list may have one system")]
                        _ => None,
                    }
                }

                fn event_of(event: &Event) -> Option<&Self::Event> {
                    match event {
                        Event::$name(event) => Some(event),
                        #[allow(unreachable_patterns, reason = "the list may have one system")]
                        _ => None,
                    }
                }

                fn command_of(command: &Command) -> Option<&Self::Command> {
                    match command {
                        Command::$name(command) => Some(command),
                        #[allow(unreachable_patterns, reason = "the list may have one system")]
                        _ => None,
                    }
                }

                fn setup(setup: Self::Setup) -> Setup {
                    Setup::$name(setup)
                }

                fn command(command: Self::Command) -> Command {
                    Command::$name(command)
                }
            }
        )+

        impl SystemId {
            pub const ALL: &'static [SystemId] = &[$($(#[$attr])* SystemId::$name,)+];

            /// The word in commands, files and the database.
            pub fn key(self) -> &'static str {
                match self {
                    $($(#[$attr])* SystemId::$name => crate::$module::$name::KEY,)+
                }
            }

            /// The name people read.
            pub fn title(self) -> &'static str {
                match self {
                    $($(#[$attr])* SystemId::$name => crate::$module::$name::TITLE,)+
                }
            }

            /// The number of its rules.
            pub fn version(self) -> RulesVersion {
                match self {
                    $($(#[$attr])* SystemId::$name => crate::$module::$name::VERSION,)+
                }
            }

            /// The oldest rules that its games are still played and judged by.
            pub fn oldest_version(self) -> RulesVersion {
                match self {
                    $($(#[$attr])* SystemId::$name => crate::$module::$name::OLDEST,)+
                }
            }

            /// Whether its whole log must wait for the end.
            pub fn hides(self) -> bool {
                match self {
                    $($(#[$attr])* SystemId::$name => crate::$module::$name::HIDES,)+
                }
            }

            pub fn takes_dice_by_hand(self) -> bool {
                match self {
                    $($(#[$attr])* SystemId::$name => crate::$module::$name::DICE_BY_HAND,)+
                }
            }

            /// Whether nobody plays two seats of it.
            pub fn one_seat_each(self) -> bool {
                match self {
                    $($(#[$attr])* SystemId::$name => crate::$module::$name::ONE_SEAT_EACH,)+
                }
            }

            /// Whether the program can play a seat of it.
            pub fn has_bot(self) -> bool {
                match self {
                    $($(#[$attr])* SystemId::$name => crate::$module::$name::HAS_BOT,)+
                }
            }

            /// Whether it counts who is ahead.
            pub fn keeps_score(self) -> bool {
                match self {
                    $($(#[$attr])* SystemId::$name => crate::$module::$name::KEEPS_SCORE,)+
                }
            }

            pub fn default_setup(self) -> Setup {
                match self {
                    $($(#[$attr])* SystemId::$name => Setup::$name(crate::$module::Setup::default()),)+
                }
            }
        }

        impl Setup {
            pub fn system(&self) -> SystemId {
                match self {
                    $($(#[$attr])* Setup::$name(_) => SystemId::$name,)+
                }
            }

            pub fn seats(&self) -> Vec<SeatSpec> {
                match self {
                    $($(#[$attr])* Setup::$name(setup) => crate::$module::$name::seats(setup),)+
                }
            }

            pub fn players_needed(&self) -> usize {
                match self {
                    $($(#[$attr])* Setup::$name(setup) => crate::$module::$name::players_needed(setup),)+
                }
            }

            /// Whether a table may stand like this before the game begins; to begin may take more.
            pub fn may_stand(&self) -> Result<(), Vec<String>> {
                match self {
                    $($(#[$attr])* Setup::$name(setup) => crate::$module::$name::may_stand(setup),)+
                }
            }

            /// The same with the taken seats alone, where play begins with whoever has come and some seats are empty.
            pub fn without_empty_seats(&self, taken: &[Seat]) -> Option<Setup> {
                match self {
                    $($(#[$attr])* Setup::$name(setup) => {
                        crate::$module::$name::without_empty_seats(setup, taken).map(Setup::$name)
                    })+
                }
            }

            pub fn set_up(&self) -> Result<Game, Vec<String>> {
                match self {
                    $($(#[$attr])* Setup::$name(setup) => crate::$module::$name::set_up(setup).map(Game::$name),)+
                }
            }

            /// The set-up as this viewer may see it.
            #[must_use]
            pub fn seen(&self, viewer: &Viewer) -> Setup {
                match self {
                    $($(#[$attr])* Setup::$name(setup) => {
                        Setup::$name(crate::$module::$name::seen_setup(setup, viewer))
                    })+
                }
            }

            /// The force that a seat fields, where the game has such.
            pub fn force(&self, seat: Seat) -> Option<String> {
                match self {
                    $($(#[$attr])* Setup::$name(setup) => crate::$module::$name::force(setup, seat),)+
                }
            }
        }

        impl Game {
            /// Just set up, it is played by these rules to its end; by today's, where nobody knows them any more.
            #[must_use]
            pub fn played_by(mut self, rules: RulesVersion) -> Game {
                match &mut self {
                    $($(#[$attr])* Game::$name(state) => {
                        let rules = if SystemId::$name.judges_by(rules) { rules } else { SystemId::$name.version() };
                        crate::$module::$name::play_by(state, rules);
                    })+
                }
                self
            }

            pub fn open(&self) -> Vec<Open<Command>> {
                match self {
                    $($(#[$attr])* Game::$name(state) => {
                        wrap(crate::$module::$name::open(state), Command::$name)
                    })+
                }
            }

            pub fn decide(
                &self,
                by: &Doer,
                command: &Command,
                dice: &mut dyn Dice,
            ) -> Result<Vec<Event>, Refusal> {
                match (self, command) {
                    $($(#[$attr])* (Game::$name(state), Command::$name(command)) => {
                        let events = crate::$module::$name::decide(state, by, command, dice)?;
                        Ok(events.into_iter().map(Event::$name).collect())
                    })+
                    #[allow(unreachable_patterns, reason = "the list may have one system")]
                    _ => Err(Refusal::new("That belongs to another game than the one at this table.")),
                }
            }

            /// The next throw that the command needs beyond the dice that have fallen.
            pub fn next_throw(
                &self,
                by: &Doer,
                command: &Command,
                fallen: &[Roll],
            ) -> Result<Option<Wanted>, Refusal> {
                match (self, command) {
                    $($(#[$attr])* (Game::$name(state), Command::$name(command)) => {
                        crate::$module::$name::next_throw(state, by, command, fallen)
                    })+
                    #[allow(unreachable_patterns, reason = "the list may have one system")]
                    _ => Err(Refusal::new("That belongs to another game than the one at this table.")),
                }
            }

            /// What that throw consists of.
            pub fn throw_parts(
                &self,
                by: &Doer,
                command: &Command,
                fallen: &[Roll],
            ) -> Result<Vec<Part>, Refusal> {
                match (self, command) {
                    $($(#[$attr])* (Game::$name(state), Command::$name(command)) => {
                        crate::$module::$name::throw_parts(state, by, command, fallen)
                    })+
                    #[allow(unreachable_patterns, reason = "the list may have one system")]
                    _ => Err(Refusal::new("That belongs to another game than the one at this table.")),
                }
            }

            pub fn apply(&mut self, event: &Event) {
                match (self, event) {
                    $($(#[$attr])* (Game::$name(state), Event::$name(event)) => {
                        crate::$module::$name::apply(state, event);
                    })+
                    // no game emits the events of another one
                    #[allow(unreachable_patterns, reason = "the list may have one system")]
                    _ => {}
                }
            }

            /// What the program does on this seat, where the game waits for it and it knows how to play.
            pub fn bot_plays(&self, seat: Seat) -> Option<Command> {
                match self {
                    $($(#[$attr])* Game::$name(state) => {
                        if !crate::$module::$name::HAS_BOT {
                            return None;
                        }
                        let view = crate::$module::$name::view(state, &Viewer::on(seat));
                        crate::$module::$name::bot_plays(&view, seat).map(Command::$name)
                    })+
                }
            }

            pub fn view(&self, viewer: &Viewer) -> View {
                match self {
                    $($(#[$attr])* Game::$name(state) => {
                        View::$name(crate::$module::$name::view(state, viewer))
                    })+
                }
            }

            pub fn is_over(&self) -> bool {
                match self {
                    $($(#[$attr])* Game::$name(state) => crate::$module::$name::is_over(state),)+
                }
            }

            /// How the game stands for the books.
            /// The force that a seat has brought in the game itself, once everybody may know.
            pub fn force_played(&self, seat: Seat) -> Option<String> {
                match self {
                    $($(#[$attr])* Game::$name(state) => crate::$module::$name::force_played(state, seat),)+
                }
            }

            pub fn verdict(&self) -> Verdict {
                match self {
                    $($(#[$attr])* Game::$name(state) => crate::$module::$name::verdict(state),)+
                }
            }
        }

        impl Event {
            /// The event as this viewer may see it in the log.
            pub fn seen(&self, viewer: &Viewer) -> Option<Event> {
                match self {
                    $($(#[$attr])* Event::$name(event) => {
                        crate::$module::$name::seen(event, viewer).map(Event::$name)
                    })+
                }
            }

            /// The turn that begins with it.
            pub fn begins_turn(&self) -> Option<u32> {
                match self {
                    $($(#[$attr])* Event::$name(event) => crate::$module::$name::begins_turn(event),)+
                }
            }

            pub fn reveals(&self) -> bool {
                match self {
                    $($(#[$attr])* Event::$name(event) => crate::$module::$name::reveals(event),)+
                }
            }
        }

        impl Command {
            /// Whether it puts a mistake right or answers somebody who wants to: that is judged as undo is.
            pub fn corrects(&self) -> bool {
                match self {
                    $($(#[$attr])* Command::$name(command) => crate::$module::$name::corrects(command),)+
                }
            }

            /// Whether it does nothing but agree with what another player says of the table.
            pub fn consents(&self) -> bool {
                match self {
                    $($(#[$attr])* Command::$name(command) => crate::$module::$name::consents(command),)+
                }
            }

            /// Whether it goes on for a seat that does not answer, or settles what its players cannot agree on.
            pub fn fills_in(&self) -> bool {
                match self {
                    $($(#[$attr])* Command::$name(command) => crate::$module::$name::fills_in(command),)+
                }
            }
        }
    };
}

impl SystemId {
    /// Whether these rules are still at hand: what they have judged must come out the same again.
    pub fn judges_by(self, rules: RulesVersion) -> bool {
        (self.oldest_version()..=self.version()).contains(&rules)
    }
}

fn wrap<C>(open: Vec<Open<C>>, into: impl Fn(C) -> Command) -> Vec<Open<Command>> {
    open.into_iter()
        .map(|open| Open {
            who: open.who,
            what: open.what,
            matter: open.matter,
            options: open.options.into_iter().map(&into).collect(),
        })
        .collect()
}

/// The rules of every system by title and number, in a few words.
pub fn rules_of_all() -> String {
    let each =
        SystemId::ALL.iter().map(|system| format!("{} {}", system.title(), system.version()));
    each.collect::<Vec<_>>().join(", ")
}

// The list: the name of a system, and its folder. `Setup`, `State`, `Command`, `Event` and `View` are found there.
systems! {
    Antares = antares;
    DiceGame = dicegame;
    Bag = bag;
    At43 = at43;
    #[cfg(feature = "sealed-bids")]
    SealedBids = sealed_bids;
}
