//! A battle to test on: Ann fights as Red, Bob as Blue. It is opened and moved along beside the running bot, so that a
//! test can begin where it gets interesting.

use std::sync::Arc;

use gatemaster_commands::desk::{ActionWithDice, Desk, Which, read_step};
use gatemaster_commands::request::Request;
use gatemaster_rules::antares::buildings::Plan;
use gatemaster_rules::antares::command::Command;
use gatemaster_rules::antares::correct::{Change, Correction};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::state::{Unit, UnitId};
use gatemaster_rules::antares::{Setup, State};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::dice::Scripted;
use gatemaster_rules::game::{self, View};
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::table::{Action, Actor, Player, Settings};
use gatemaster_sandbox::{Person, Place, Seen};

use crate::club::{Club, eventually};

/// Two mixed forces by the keys of their units, still to be deployed.
pub fn forces(red: &[&str], blue: &[&str]) -> Setup {
    let sides =
        [("Red", Colour::Red, Faction::Other, red), ("Blue", Colour::Blue, Faction::Other, blue)];
    Setup::of(Library::built_in(), sides).unwrap()
}

/// The same on the table already.
pub fn on_the_table(red: &[&str], blue: &[&str]) -> Setup {
    let mut setup = forces(red, blue);
    setup.options.already_deployed = true;
    setup
}

/// The same with these buildings.
pub fn with_buildings(setup: Setup, buildings: Vec<Plan>) -> Setup {
    Setup { buildings, ..setup }
}

pub struct Battlefield {
    pub id: String,
    desk: Desk,
    guild: u64,
    hall: Place,
    ann: Person,
    bob: Person,
}

impl Battlefield {
    /// A battle in the hall that has begun. It has no board yet.
    pub async fn open(club: &Club, setup: Setup) -> Self {
        Self::open_with(club, setup, Settings::default()).await
    }

    pub async fn open_with(club: &Club, setup: Setup, settings: Settings) -> Self {
        let mut field = Self {
            id: String::new(),
            desk: gatemaster_commands::open_desk(club.store().await, Arc::clone(&club.clock)),
            guild: club.discord.home().id(),
            hall: club.hall.clone(),
            ann: club.ann.clone(),
            bob: club.bob.clone(),
        };
        let setup = game::Setup::Antares(setup);
        let name = "The Gate".to_owned();
        let open = Action::Open { name, setup, organiser: None, start: true, settings };
        field.id = field.desk.open(&field.request(&field.ann), open).await.unwrap().game.id;
        let join = Action::Join { seat: Some(Seat(1)), salt: None };
        field.act(&field.bob, join.into()).await;
        field
    }

    fn request(&self, person: &Person) -> Request {
        let player = Player { id: UserId(person.id()), name: person.name() };
        let actor = Actor { player, manager: false };
        Request::made_up(actor, Some(self.guild), self.hall.id(), None)
    }

    async fn act(&self, person: &Person, doing: ActionWithDice) {
        let which = Which::Now(self.id.clone());
        self.desk.act(&self.request(person), &which, |_| Ok(doing)).await.unwrap();
    }

    /// Somebody does something without Discord, with dice as they are written.
    pub async fn play(&self, person: &Person, command: Command, dice: Option<&str>) {
        if let Some(faces) = dice {
            let faces = Scripted::parse(faces).unwrap();
            self.desk.clock.dice.lay_out(faces.faces().iter().copied());
        }
        self.act(person, Action::Play(game::Command::Antares(command)).into()).await;
        assert_eq!(self.desk.clock.dice.left(), 0, "all dice that were laid out have fallen");
    }

    /// A die of this side is drawn.
    pub async fn draw(&self, seat: Seat) {
        let state = self.state().await;
        let before: u32 = state.seats().take(seat.index()).map(|s| state.dice_in_bag(s)).sum();
        assert!(state.dice_in_bag(seat) > 0, "no die of that side is in the bag");
        self.play(&self.ann, Command::Draw, Some(&(before + 1).to_string())).await;
    }

    /// The Ghar's extra die is drawn.
    pub async fn draw_distort(&self) {
        let state = self.state().await;
        assert!(state.distort_in_bag());
        self.play(&self.ann, Command::Draw, Some(&state.bag().to_string())).await;
    }

    /// Both agree that something about a unit is otherwise.
    pub async fn set(&self, unit: &str, change: Change) {
        let correction = Correction::Unit { unit: self.id_of(unit).await, change };
        self.play(&self.ann, Command::Correct(correction), None).await;
        self.play(&self.bob, Command::AgreeToCorrection(true), None).await;
    }

    pub async fn state(&self) -> State {
        let game = self.desk.load_any(&self.id).await.unwrap().unwrap();
        match game.table.game {
            Some(View::Antares(state)) => state,
            other => panic!("no battle: {other:?}"),
        }
    }

    /// The numbers that all its dice have in the game's stream; none for those rolled by hand.
    pub async fn dice(&self) -> Vec<Option<u64>> {
        let steps = self.desk.store.steps(&self.id).await.unwrap();
        let steps: Vec<_> = steps.into_iter().map(|row| read_step(row).unwrap()).collect();
        steps.iter().flat_map(|step| &step.dice).map(|roll| roll.number).collect()
    }

    /// How many steps it has.
    pub async fn steps(&self) -> u32 {
        self.desk.load_any(&self.id).await.unwrap().unwrap().seq.0
    }

    pub async fn id_of(&self, unit: &str) -> UnitId {
        let state = self.state().await;
        let named = state.ids().find(|id| state.unit_name(*id) == unit);
        named.unwrap_or_else(|| panic!("there is no {unit}"))
    }

    pub async fn unit(&self, unit: &str) -> Unit {
        let id = self.id_of(unit).await;
        self.state().await.unit(id).unwrap().clone()
    }

    /// A fresh live board in the hall.
    pub async fn board(&self) -> Seen {
        let board = self.ann.at(&self.hall).slash("/game board").await.message();
        // the bot notes it as the board after it has answered
        eventually("the board is noted", async || {
            let game = self.desk.load_any(&self.id).await.unwrap().unwrap();
            game.board.filter(|known| known.message_id == board.id)
        })
        .await;
        board
    }
}
