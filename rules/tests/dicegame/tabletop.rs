//! A table to try things at: commands are played with scripted dice, every event is applied, and after each command the
//! dice are counted.

use gatemaster_rules::dice::{Dice, DiceFault, Roll, Scripted};
use gatemaster_rules::dicegame::command::{Command, Event, SixChoice, TraitTarget, TraitUse};
use gatemaster_rules::dicegame::faction::Faction;
use gatemaster_rules::dicegame::state::{DataLog, FATE_DICE, Stage, Turn, control_dice};
use gatemaster_rules::dicegame::{DiceGame, Setup, State};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::{Doer, System};

pub struct Tabletop {
    pub state: State,
    /// What came of the last command.
    pub events: Vec<Event>,
}

/// The set-up of the house for so many players: the first of the five factions, in their order.
pub fn house(players: usize) -> Setup {
    Setup { factions: Faction::ALL[..players].to_vec(), ..Setup::default() }
}

/// The same with traits.
pub fn house_traits(factions: &[Faction]) -> Setup {
    Setup { factions: factions.to_vec(), house_traits: true, ..Setup::default() }
}

pub fn by(seat: u8) -> Doer {
    Doer { seats: vec![Seat(seat)], organiser: false }
}

/// Faces of the house's dice by letters: skirmish V, B (both) and S; fate s, w and r; control 1, 2, 3 and f.
pub fn faces(letters: &str) -> Vec<u32> {
    letters
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(|letter| match letter {
            'V' | 's' | '1' => 1,
            'B' | 'w' | '2' => 3,
            'S' => 4,
            'r' | '3' => 5,
            'f' => 6,
            odd => panic!("no face is called {odd}"),
        })
        .collect()
}

impl Tabletop {
    /// Before the first player is drawn.
    pub fn undrawn(setup: &Setup) -> Tabletop {
        let state = DiceGame::set_up(setup).unwrap();
        Tabletop { state, events: Vec::new() }
    }

    /// The first player has been drawn, and it is seat 0.
    pub fn of(setup: &Setup) -> Tabletop {
        Tabletop::begun_by(setup, 0)
    }

    pub fn begun_by(setup: &Setup, first: u8) -> Tabletop {
        let mut table = Tabletop::undrawn(setup);
        table.throw(0, &Command::DrawFirst, vec![u32::from(first) + 1]);
        table
    }

    /// Strict play by so many, begun by seat 0, and nobody has a fate die: the four lie on the table.
    pub fn quiet(players: usize) -> Tabletop {
        let mut table = Tabletop::of(&house(players));
        table.fates(&vec![0; players]);
        table
    }

    /// Logged dice as a test needs them; they come from the gate.
    pub fn logs(&mut self, seat: u8, ones: u8, twos: u8, threes: u8) {
        let at = &mut self.state.headquarters[usize::from(seat)];
        self.state.gate += at.log.dice();
        at.log = DataLog { ones, twos, threes };
        self.state.gate = self.state.gate.checked_sub(at.log.dice()).expect("enough control dice");
        self.sound();
    }

    /// So many fate dice for each seat; the others lie on the table.
    pub fn fates(&mut self, held: &[u8]) {
        assert_eq!(held.len(), self.state.headquarters.len());
        for (at, held) in self.state.headquarters.iter_mut().zip(held) {
            at.fate = *held;
        }
        self.state.fate_on_table = FATE_DICE - held.iter().sum::<u8>();
        self.sound();
    }

    /// Leaves so many control dice on the gate; the others are logged as 1s by the last seat.
    pub fn gate(&mut self, dice: u8) {
        let gone = self.state.gate - dice;
        let last = self.state.headquarters.last_mut().unwrap();
        last.log.ones += gone;
        self.state.gate = dice;
        self.sound();
    }

    pub fn play(&mut self, seat: u8, command: &Command, letters: &str) -> &[Event] {
        self.throw(seat, command, faces(letters))
    }

    pub fn throw(&mut self, seat: u8, command: &Command, faces: Vec<u32>) -> &[Event] {
        let mut dice = Scripted::new(faces);
        let before = self.state.clone();
        let decided = DiceGame::decide(&self.state, &by(seat), command, &mut dice);
        let events = decided.unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
        dice.finish().unwrap_or_else(|fault| panic!("{command:?}: {fault} {events:?}"));
        assert_eq!(self.state, before, "deciding changes nothing");
        let told = serde_json::to_string(&events).unwrap();
        let events: Vec<Event> = serde_json::from_str(&told).unwrap();
        for event in &events {
            DiceGame::apply(&mut self.state, event);
        }
        self.sound();
        self.events = events;
        &self.events
    }

    /// The sentence with which this is refused, before any die is rolled.
    pub fn refusal(&self, seat: u8, command: &Command) -> String {
        let mut none = Scripted::new([]);
        let decided = DiceGame::decide(&self.state, &by(seat), command, &mut none);
        decided.expect_err("this should be refused").sentence().to_owned()
    }

    pub fn refused(&self, seat: u8, command: &Command, says: &str) {
        let sentence = self.refusal(seat, command);
        assert!(sentence.contains(says), "{sentence}");
    }

    pub fn turn(&self) -> &Turn {
        self.state.turn.as_ref().expect("somebody has been drawn")
    }

    pub fn stage(&self) -> &Stage {
        &self.turn().stage
    }

    pub fn roller(&self) -> u8 {
        self.turn().roller.0
    }

    pub fn log(&self, seat: u8) -> (u8, u8, u8) {
        let log = self.state.headquarters[usize::from(seat)].log;
        (log.ones, log.twos, log.threes)
    }

    /// The fate dice of each seat.
    pub fn held(&self) -> Vec<u8> {
        self.state.headquarters.iter().map(|at| at.fate).collect()
    }

    /// A turn of somebody that ends with nothing: six strikes.
    pub fn pass(&mut self) {
        self.rolls("SSSSSS");
        self.play(self.roller(), &STOP, "");
    }

    /// All six dice fall like this, and nobody adds a fate die.
    pub fn rolls(&mut self, letters: &str) {
        let roller = self.roller();
        let others = self.state.others_with_fate(Seat(roller));
        self.play(roller, &roll(), if others.is_empty() { letters } else { "" });
        for other in &others {
            let last = Some(other) == others.last();
            self.play(other.0, &add(other.0, 0), if last { letters } else { "" });
        }
    }

    pub fn asked(&self) -> Option<u8> {
        match self.stage() {
            Stage::Adding { asked, .. } => asked.map(|seat| seat.0),
            Stage::Ready
            | Stage::Rolled
            | Stage::Traits
            | Stage::Six
            | Stage::TakingFate
            | Stage::Claiming => None,
        }
    }

    pub fn sound(&self) {
        sound(&self.state, "at the tabletop");
    }
}

/// What holds at every moment: no die is lost and none comes from nowhere (D-SET-1).
pub fn sound(state: &State, when: &str) {
    let logged: u8 = state.headquarters.iter().map(|at| at.log.dice()).sum();
    let control = control_dice(state.headquarters.len());
    assert_eq!(state.gate + logged, control, "{when}: control dice {state:?}");
    let held: u8 = state.headquarters.iter().map(|at| at.fate).sum();
    let in_hand = state.turn.as_ref().map_or(0, Turn::fate_in_hand);
    assert_eq!(state.fate_on_table + held + in_hand, FATE_DICE, "{when}: fate dice {state:?}");
    if let Some(turn) = &state.turn {
        assert!(matches!(turn.dice.len(), 0 | 6), "{when}: {turn:?}");
        assert!(turn.rolls <= 6, "{when}: D-ROL-6 {turn:?}");
    }
    // an empty gate ends the game, though not before the whole claim is made (D-END-3)
    let claiming = state.turn.as_ref().is_some_and(|turn| turn.stage == Stage::TakingFate);
    let over = state.gate == 0 && (state.ending.is_some() || !claiming);
    assert_eq!(state.ending.is_some(), over, "{when}: D-END-3 {state:?}");
}

pub fn roll() -> Command {
    Command::Roll { fate: 0 }
}

pub fn again(dice: &[u8]) -> Command {
    Command::RollAgain { dice: dice.to_vec(), fate: 0 }
}

pub fn add(seat: u8, dice: u8) -> Command {
    Command::AddFate { seat: Seat(seat), dice }
}

pub fn take_from(seat: u8) -> Command {
    Command::TakeFateFrom { seat: Seat(seat) }
}

pub const STOP: Command = Command::Stop;
pub const THREE_CONTROL: Command = Command::Claim(SixChoice::Control);
pub const TWO_FATE: Command = Command::Claim(SixChoice::Fate);
pub const NO_TRAIT: Command = Command::Trait(None);

pub fn use_trait(place: u8, on: Option<TraitTarget>) -> Command {
    Command::Trait(Some(TraitUse { place, on }))
}

/// What happened, by the names of the events alone.
pub fn names(events: &[Event]) -> Vec<String> {
    let name = |event: &Event| match serde_json::to_value(event).unwrap() {
        serde_json::Value::String(name) => name,
        serde_json::Value::Object(fields) => fields.keys().next().unwrap().clone(),
        odd => panic!("{odd}"),
    };
    events.iter().map(name).collect()
}

/// Fair dice from a seed.
pub struct Fair<'a>(pub &'a mut Chooser);

impl Dice for Fair<'_> {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let face = u32::try_from(self.0.below(sides as usize)).unwrap() + 1;
        Ok(Roll { number: None, sides, face })
    }
}

/// Plays on until the end, each seat as `choose` says; how many commands it took.
pub fn play_out(
    state: &mut State,
    chance: &mut Chooser,
    most: usize,
    mut choose: impl FnMut(&State, Seat, &mut Chooser) -> Command,
) -> usize {
    use gatemaster_rules::system::Who;
    for step in 0..most {
        let open = DiceGame::open(state);
        let Some(open) = open.first() else {
            assert!(state.ending.is_some(), "a dead end: {state:?}");
            return step;
        };
        let (seat, command) = match open.who {
            Who::AnyPlayer => (Seat(0), open.options[0].clone()),
            Who::Seat(seat) | Who::May(seat) => (seat, choose(state, seat, chance)),
        };
        let decided = DiceGame::decide(state, &by(seat.0), &command, &mut Fair(chance));
        let events = decided.unwrap_or_else(|refusal| panic!("{command:?}: {refusal} {state:?}"));
        for event in &events {
            DiceGame::apply(state, event);
        }
        sound(state, "on the way");
    }
    panic!("no end after {most} commands: {state:?}");
}

/// Any of the options that are offered.
pub fn any_option(state: &State, _: Seat, chance: &mut Chooser) -> Command {
    let options = DiceGame::open(state).swap_remove(0).options;
    options[chance.below(options.len())].clone()
}

/// The same, but fate dice are mostly kept, so that the table runs out of them.
pub fn thrifty(state: &State, seat: Seat, chance: &mut Chooser) -> Command {
    let keeps = !chance.one_in(8);
    match any_option(state, seat, chance) {
        Command::Roll { .. } if keeps => roll(),
        Command::AddFate { seat, .. } if keeps => add(seat.0, 0),
        command => command,
    }
}
