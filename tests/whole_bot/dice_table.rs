//! A table of the Dice Game to test on, opened with buttons. What the game waits for is read from the database beside the
//! running bot; everything is done by pressing what stands in the channel.

use std::sync::Arc;

use gatemaster_commands::desk::{ActionWithDice, Desk, Loaded, Which, read_step};
use gatemaster_commands::request::Request;
use gatemaster_commands::systems::dicegame::press::{DicePress, DicePressed};
use gatemaster_rules::dice::Scripted;
use gatemaster_rules::dicegame::{Command, Setup, State};
use gatemaster_rules::game::{self, View};
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::table::{Action, Actor, Player};
use gatemaster_sandbox::{Answer, Person, Seen};

use crate::club::{Club, eventually};

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
        Self::open_with(club, people, bots, Setup::default()).await
    }

    /// The same with other dice than the house's.
    pub async fn open_with(
        club: &Club,
        people: &[&Person],
        bots: usize,
        setup: Setup,
    ) -> (Self, Seen) {
        let host = people[0];
        let new = "/game new system:Gates of Antares: The Dice Game name:Xilos";
        let lobby = host.at(&club.hall).slash(new).await.message();
        let desk = gatemaster_commands::open_desk(club.store().await, Arc::clone(&club.clock));
        let id = desk.store.open_game_in(club.hall.id()).await.unwrap().unwrap().id;
        let mut players: Vec<Option<Person>> =
            people.iter().map(|person| Some((*person).clone())).collect();
        players.resize(people.len() + bots, None);
        let guild = club.discord.home().id();
        let table = Self { id, desk, guild, hall: club.hall.id(), players };
        if setup != Setup::default() {
            let setup = game::Setup::DiceGame(setup);
            table.act(host, Action::SetUp { setup, name: None }.into()).await;
        }
        for (person, faction) in people.iter().zip(FACTIONS) {
            person.clicks(&lobby, &format!("Play {faction}")).await;
        }
        for _ in 0..bots {
            host.clicks(&lobby.again().unwrap(), "Add a bot").await;
        }
        host.clicks(&lobby.again().unwrap(), "Start").await;
        (table, lobby.again().unwrap())
    }

    pub async fn loaded(&self) -> Loaded {
        self.desk.load_any(&self.id).await.unwrap().unwrap()
    }

    /// The open game of the hall, whichever it is.
    pub async fn opened_here(&self) -> Loaded {
        let open = self.desk.store.open_game_in(self.hall).await.unwrap().unwrap();
        self.desk.load_any(&open.id).await.unwrap().unwrap()
    }

    pub async fn steps(&self) -> Vec<gatemaster_rules::history::Step> {
        let rows = self.desk.store.steps(&self.id).await.unwrap();
        rows.into_iter().map(|row| read_step(row).unwrap()).collect()
    }

    pub async fn state(&self) -> State {
        match self.loaded().await.table.game {
            Some(View::DiceGame(state)) => state,
            other => panic!("no dice game: {other:?}"),
        }
    }

    pub fn person(&self, seat: Seat) -> &Person {
        self.players[seat.index()].as_ref().expect("a person plays this seat")
    }

    /// Somebody does something without Discord, with dice as they are written.
    pub async fn play(&self, seat: Seat, command: Command, dice: Option<&str>) {
        if let Some(faces) = dice {
            let faces = Scripted::parse(faces).unwrap();
            self.desk.clock.dice.lay_out(faces.faces().iter().copied());
        }
        self.act(self.person(seat), Action::Play(game::Command::DiceGame(command)).into()).await;
        assert_eq!(self.desk.clock.dice.left(), 0, "all dice that were laid out have fallen");
    }

    async fn act(&self, person: &Person, doing: ActionWithDice) {
        let player = Player { id: UserId(person.id()), name: person.name() };
        let actor = Actor { player, manager: false };
        let request = Request::made_up(actor, Some(self.guild), self.hall, None);
        let which = Which::Now(self.id.clone());
        self.desk.act(&request, &which, |_| Ok(doing)).await.unwrap();
    }

    /// This seat goes first.
    pub async fn first(&self, seat: Seat) {
        let lot = (seat.0 + 1).to_string();
        self.play(Seat(0), Command::DrawFirst, Some(&lot)).await;
    }

    /// A fresh live board in the hall.
    pub async fn board(&self, club: &Club) -> Seen {
        let board = self.person(Seat(0)).at(&club.hall).slash("/game board").await.message();
        // the bot notes it as the board after it has answered
        eventually("the board is noted", async || {
            self.loaded().await.board.filter(|known| known.message_id == board.id)
        })
        .await;
        board
    }

    /// The `custom_id` of a press as things stand.
    pub async fn press(&self, press: DicePress) -> String {
        gatemaster_discord::press::encode(&DicePressed::new(
            &self.id,
            self.loaded().await.seq,
            press,
        ))
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

    /// The message that tells the latest step, with the buttons for what comes next.
    pub async fn tells(&self, club: &Club) -> Seen {
        let seq = self.loaded().await.seq;
        let head = format!("d1:{}:{seq}:", self.id);
        let told = |seen: &Seen| {
            let live = seen.buttons.iter().any(|button| button.custom_id.starts_with(&head));
            live && seen.embeds.iter().all(|embed| embed.title.is_empty())
        };
        club.hall.wait_for(told).await
    }
}
