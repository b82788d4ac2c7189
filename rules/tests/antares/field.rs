//! A battlefield to test on: two sides, units by name, dice as written in the test.

use gatemaster_rules::antares::arms::{arms, ways};
use gatemaster_rules::antares::command::{
    Answer, Command, GiveOrder, Mark, Scene, Shooters, Shot, Use,
};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::shoot::may_go_down;
use gatemaster_rules::antares::state::{ModelId, Unit, UnitId};
use gatemaster_rules::antares::{Antares, Event, Setup, State};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::dice::Scripted;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Doer, Open, System, Who};

pub const RED: Seat = Seat(0);
pub const BLUE: Seat = Seat(1);

pub struct Field {
    pub state: State,
    /// What the last step brought.
    pub last: Vec<Event>,
}

pub fn seat(seat: Seat) -> Doer {
    Doer { seats: vec![seat], organiser: false }
}

/// The set-up of two mixed forces, by the keys of their units.
pub fn setup(red: &[&str], blue: &[&str]) -> Setup {
    let sides =
        [("Red", Colour::Red, Faction::Other, red), ("Blue", Colour::Blue, Faction::Other, blue)];
    Setup::of(Library::built_in(), sides).unwrap()
}

/// Both sides on the table, with something changed as a server's own file might.
pub fn changed(red: &[&str], blue: &[&str], change: impl FnOnce(&mut Setup)) -> Field {
    let mut setup = setup(red, blue);
    setup.options.already_deployed = true;
    change(&mut setup);
    Field::of(&setup)
}

/// A red and a blue unit; the blue one has its order, so that it is not asked whether it goes down.
pub fn duel(red: &str, blue: &str) -> (Field, UnitId, UnitId) {
    let mut field = Field::new(&[red], &[blue]);
    let (shooter, target) = (field.red(0), field.blue(0));
    field.lay(target, Order::Rally);
    (field, shooter, target)
}

impl Field {
    /// Everybody is on the table and the first turn has begun. Units are numbered red first, then blue.
    pub fn new(red: &[&str], blue: &[&str]) -> Self {
        let mut setup = setup(red, blue);
        setup.options.already_deployed = true;
        Self::of(&setup)
    }

    pub fn of(setup: &Setup) -> Self {
        Self { state: Antares::set_up(setup).unwrap(), last: Vec::new() }
    }

    pub fn unit(&self, id: UnitId) -> &Unit {
        self.state.unit(id).unwrap()
    }

    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.state.units[id.index()]
    }

    /// The nth unit of a side, from 0.
    pub fn of_side(&self, side: Seat, n: usize) -> UnitId {
        self.state.ids().filter(|id| self.unit(*id).side == side).nth(n).unwrap()
    }

    pub fn red(&self, n: usize) -> UnitId {
        self.of_side(RED, n)
    }

    pub fn blue(&self, n: usize) -> UnitId {
        self.of_side(BLUE, n)
    }

    pub fn pin(&mut self, id: UnitId, pins: u32) {
        self.unit_mut(id).pins = pins;
    }

    /// Lays an order die beside the unit, as if it had been given earlier this turn.
    pub fn lay(&mut self, id: UnitId, order: Order) {
        self.unit_mut(id).dice.placed.push(order);
    }

    /// Does it with these dice, which must be exactly as many as are rolled.
    pub fn go(&mut self, by: Seat, command: &Command, dice: &[u32]) -> Vec<Event> {
        self.go_as(&seat(by), command, dice)
    }

    pub fn go_as(&mut self, by: &Doer, command: &Command, dice: &[u32]) -> Vec<Event> {
        let mut scripted = Scripted::new(dice.iter().copied());
        let events = Antares::decide(&self.state, by, command, &mut scripted)
            .unwrap_or_else(|refusal| panic!("{command:?} was refused: {refusal}"));
        scripted.finish().unwrap_or_else(|fault| panic!("{command:?}: {fault}; {events:#?}"));
        for event in &events {
            Antares::apply(&mut self.state, event);
        }
        self.last.clone_from(&events);
        events
    }

    /// The sentence with which it is refused; no die is rolled for it.
    pub fn refused(&self, by: Seat, command: &Command) -> String {
        self.refused_as(&seat(by), command)
    }

    pub fn refused_as(&self, by: &Doer, command: &Command) -> String {
        let mut none = Scripted::new([]);
        match Antares::decide(&self.state, by, command, &mut none) {
            Ok(events) => panic!("{command:?} was accepted: {events:?}"),
            Err(refusal) => {
                let sentence = refusal.sentence().to_owned();
                assert!(
                    !sentence.contains("more dice than"),
                    "{command:?} rolled before: {sentence}"
                );
                sentence
            }
        }
    }

    pub fn answer(&mut self, by: Seat, answer: Answer, dice: &[u32]) -> Vec<Event> {
        self.go(by, &Command::Answer(answer), dice)
    }

    /// Draws a die of this side, whatever else is in the bag.
    pub fn draw(&mut self, side: Seat) {
        let before: u32 =
            self.state.seats().filter(|s| s.0 < side.0).map(|s| self.state.dice_in_bag(s)).sum();
        assert!(self.state.dice_in_bag(side) > 0, "no die of that side is in the bag");
        self.go(side, &Command::Draw, &[before + 1]);
        assert_eq!(self.state.flow.drawn, Some(side));
    }

    /// Draws a die of the unit's side and gives the order; `dice` are those of the order test.
    pub fn order(&mut self, id: UnitId, order: Order, dice: &[u32]) -> Vec<Event> {
        self.give(&GiveOrder::plain(id, order), dice)
    }

    pub fn give(&mut self, order: &GiveOrder, dice: &[u32]) -> Vec<Event> {
        let side = self.unit(order.unit).side;
        if self.state.flow.drawn.is_none() {
            self.draw(side);
        }
        self.go(side, &Command::Order(order.clone()), dice)
    }

    /// The first way this unit has to shoot at that range.
    pub fn first_way(&self, id: UnitId, manner: Manner, range: u32) -> Vec<Use> {
        ways(&self.state, self.unit(id), manner, Inches::whole(range)).into_iter().next().unwrap()
    }

    /// All ways of shooting whose every weapon is this one, in this mode.
    pub fn way_with(
        &self,
        id: UnitId,
        manner: Manner,
        range: u32,
        weapon: &str,
        mode: &str,
    ) -> Vec<Use> {
        ways(&self.state, self.unit(id), manner, Inches::whole(range))
            .into_iter()
            .flatten()
            .find(|used| {
                let found = self.state.weapon(used.weapon).unwrap();
                found.key == weapon && found.modes[usize::from(used.mode)].name == mode
            })
            .map_or_else(|| panic!("no {weapon} {mode} at {range}"), |used| vec![used])
    }

    pub fn shot(&self, uses: Vec<Use>, target: UnitId, range: u32) -> Shot {
        assert!(self.state.unit(target).is_some(), "nobody is there to be shot at");
        Shot { target, range: Inches::whole(range), uses, scene: Scene::default() }
    }

    /// What is open, for whom.
    pub fn open(&self) -> Vec<Open<Command>> {
        Antares::open(&self.state)
    }

    /// The one decision that is waited for.
    pub fn asked(&self) -> (Seat, String, Vec<Command>) {
        match self.open().as_slice() {
            [Open { who: Who::Seat(seat), what, options, .. }] => {
                (*seat, what.clone(), options.clone())
            }
            other => panic!("nobody in particular is asked: {other:?}"),
        }
    }

    /// Exactly this is asked of exactly this side, and the other side cannot answer it; gives the answers offered.
    pub fn asks(&self, whom: Seat, what: &str) -> Vec<Command> {
        let (seat, text, options) = self.asked();
        assert_eq!((seat, text.as_str()), (whom, what));
        let refusal = self.refused(self.state.enemy_of(whom), &options[0]);
        let side = self.state.side_name(whom);
        assert_eq!(refusal, format!("The battle waits for {side} to {what}."));
        options
    }

    /// The program stops and starts again: the battle is written down and read back.
    pub fn restart(&mut self) {
        let text = serde_json::to_string(&self.state).unwrap();
        let read: State = serde_json::from_str(&text).unwrap();
        assert_eq!(read, self.state);
        self.state = read;
    }

    /// This weapon in this mode, with everybody in the unit who has it.
    pub fn arm(&self, id: UnitId, manner: Manner, weapon: &str, mode: &str) -> Use {
        arms(&self.state, self.unit(id), manner)
            .into_iter()
            .find(|arm| {
                let found = self.state.weapon(arm.weapon).unwrap();
                found.key == weapon && found.modes[usize::from(arm.mode)].name == mode
            })
            .map_or_else(
                || panic!("no {weapon} {mode}"),
                |arm| Use { weapon: arm.weapon, mode: arm.mode, by: arm.by },
            )
    }

    /// Gives an unpinned unit the order and declares the shooting, with the dice that fall before anybody is asked.
    pub fn shoot(
        &mut self,
        from: UnitId,
        order: Order,
        shots: Vec<Shot>,
        dice: &[u32],
    ) -> Vec<Event> {
        self.order(from, order, &[]);
        let side = self.unit(from).side;
        self.go(side, &Command::Shoot { shots }, dice)
    }

    /// The same where the target stays up, asked or not; the dice are those that follow.
    pub fn shoot_standing(
        &mut self,
        from: UnitId,
        order: Order,
        shots: Vec<Shot>,
        dice: &[u32],
    ) -> Vec<Event> {
        let target = shots[0].target;
        if !may_go_down(&self.state, self.unit(target)) {
            return self.shoot(from, order, shots, dice);
        }
        let mut events = self.shoot(from, order, shots, &[]);
        events.extend(self.answer(self.unit(target).side, Answer::GoDown(false), dice));
        events
    }

    /// Whether the battle waits for nothing but the next die.
    pub fn is_quiet(&self) -> bool {
        self.state.flow.tasks.is_empty()
    }
}

/// The needed number of the first test or shot in these events.
pub fn needed(events: &[Event]) -> (i32, String) {
    events
        .iter()
        .find_map(|event| match event {
            Event::Tested(test) => Some((test.check.target(), test.check.to_string())),
            Event::Rolled { batches, .. } => {
                batches.first().map(|batch| (batch.check.target(), batch.check.to_string()))
            }
            _ => None,
        })
        .expect("no test in these events")
}

/// The needed numbers of all Res tests in these events.
pub fn resisted(events: &[Event]) -> Vec<(i32, bool)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Resisted(resist) => Some((resist.check.target(), resist.passed)),
            _ => None,
        })
        .collect()
}

/// What every group of shooters needed and why, in the order they shot.
pub fn aimed(events: &[Event]) -> Vec<String> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Rolled { batches, .. } => Some(batches),
            _ => None,
        })
        .flatten()
        .map(|batch| batch.check.to_string())
        .collect()
}

/// What every Res test in these events needed and why.
pub fn resist_reasons(events: &[Event]) -> Vec<String> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Resisted(resist) => Some(resist.check.to_string()),
            _ => None,
        })
        .collect()
}

/// Hits, and how many of them are lucky, of each strike in these events.
pub fn hits(events: &[Event]) -> Vec<(u32, u32)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Hit { hits, lucky, .. } => Some((*hits, *lucky)),
            _ => None,
        })
        .collect()
}

/// This weapon in the hands of these models only.
pub fn by(used: &Use, models: &[u8]) -> Use {
    let models = models.iter().copied().map(ModelId).collect();
    Use { by: Shooters::Models(models), ..used.clone() }
}

/// One answer of many that place hits.
#[expect(clippy::unnecessary_wraps, reason = "a hit may be left unplaced, so answers are optional")]
pub fn model(number: u8) -> Option<Mark> {
    Some(Mark::Model(ModelId(number)))
}
