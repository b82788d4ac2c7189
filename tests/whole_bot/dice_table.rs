//! A table of the Dice Game to test on, opened with buttons. What the game waits for is read from the database beside the
//! running bot; everything is done by pressing what stands in the channel.

use std::sync::Arc;

use gatemaster_commands::desk::{Desk, Doing, Loaded, Which};
use gatemaster_commands::dicegame::press::{DicePress, DicePressed};
use gatemaster_commands::request::Request;
use gatemaster_rules::dicegame::{Command, State};
use gatemaster_rules::game::{self, Game};
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::table::{Action, Actor, Player};
use gatemaster_sandbox::{Answer, Person, Seen};

use crate::club::Club;

pub const FACTIONS: [&str; 5] = ["Concord", "Isorian", "Algoryn", "Boromite", "Ghar"];

pub struct DiceTable {
    pub id: String,
    desk: Desk,
    guild: u64,
    hall: u64,
    /// By seat; `None` where the program plays.
    pub players: Vec<Option<Person>>,
}

impl DiceTable {
    /// Each of these people takes a faction, the program takes so many more, and play begins. Gives the board.
    pub async fn open(club: &Club, people: &[&Person], bots: usize) -> (Self, Seen) {
        let host = people[0];
        let new = "/game new system:Gates of Antares: The Dice Game name:Xilos";
        let lobby = host.at(&club.hall).slash(new).await.message();
        for (person, faction) in people.iter().zip(FACTIONS) {
            person.clicks(&lobby, &format!("Play {faction}")).await;
        }
        for _ in 0..bots {
            host.clicks(&lobby.again().unwrap(), "Add a bot").await;
        }
        host.clicks(&lobby.again().unwrap(), "Start").await;
        let mut players: Vec<Option<Person>> =
            people.iter().map(|person| Some((*person).clone())).collect();
        players.resize(people.len() + bots, None);
        let mut table = Self {
            id: String::new(),
            desk: Desk::new(club.store().await, Arc::clone(&club.clock)),
            guild: club.discord.home().id(),
            hall: club.hall.id(),
            players,
        };
        let open = table.desk.store.open_game_in(table.hall).await.unwrap().unwrap();
        table.id = open.id;
        (table, lobby.again().unwrap())
    }

    pub async fn loaded(&self) -> Loaded {
        self.desk.load_any(&self.id).await.unwrap().unwrap()
    }

    pub async fn state(&self) -> State {
        match self.loaded().await.table.game {
            Some(Game::DiceGame(state)) => state,
            other => panic!("no dice game: {other:?}"),
        }
    }

    pub fn person(&self, seat: Seat) -> &Person {
        self.players[seat.index()].as_ref().expect("a person plays this seat")
    }

    /// Somebody does something without Discord, with dice as they are written.
    pub async fn play(&self, seat: Seat, command: Command, dice: Option<&str>) {
        let person = self.person(seat);
        let player = Player { id: UserId(person.id()), name: person.name() };
        let actor = Actor { player, manager: false };
        let request = Request::made_up(actor, Some(self.guild), self.hall, None);
        let action = Action::Play(game::Command::DiceGame(command));
        let doing = Doing { action, dice: dice.map(str::to_owned) };
        let which = Which::Now(self.id.clone());
        self.desk.act(&request, &which, |_| Ok(doing)).await.unwrap();
    }

    /// This seat goes first.
    pub async fn first(&self, seat: Seat) {
        let lot = (seat.0 + 1).to_string();
        self.play(Seat(0), Command::DrawFirst, Some(&lot)).await;
    }

    /// The `custom_id` of a press as things stand.
    pub async fn press(&self, press: DicePress) -> String {
        DicePressed::new(&self.id, self.loaded().await.seq, press).encode()
    }

    /// The latest message that has this button now.
    pub async fn offers(&self, club: &Club, press: DicePress) -> (Seen, String) {
        let id = self.press(press).await;
        let message = club.hall.wait_for(|seen| seen.button(&id).is_some()).await;
        (message, id)
    }

    /// A person presses it there.
    pub async fn presses(&self, club: &Club, person: &Person, press: DicePress) -> Answer {
        let (message, id) = self.offers(club, press).await;
        person.clicks(&message, &id).await
    }
}
