//! AT-43 with three sides: plans, a turn each, an undo that another agrees to, and counts that another confirms.

use std::sync::Arc;

use gatemaster_commands::desk::{ActionWithDice, Desk, Which};
use gatemaster_commands::request::Request;
use gatemaster_rules::at43::command::{Answer as Word, Command};
use gatemaster_rules::at43::control::last_counts;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::setup::SideSetup;
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::at43::{Setup, View};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::game;
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::table::{Action, Actor, Player, Settings};
use gatemaster_sandbox::{Answer, Person, Seen};

use crate::club::{Club, eventually};
use crate::mission::ready;

/// More steps than a round of three sides takes.
const LONGEST: usize = 400;

struct Three {
    club: Club,
    desk: Desk,
    id: String,
}

impl Three {
    /// Ann, Bob and Pat have brought companies and agreed on a table.
    async fn begun() -> Self {
        let club = Club::open().await;
        let desk = gatemaster_commands::open_desk(club.store().await, Arc::clone(&club.clock));
        let mut three = Self { club, desk, id: String::new() };
        let mut setup = Setup { mission: Some("bridgehead".to_owned()), ..Setup::default() };
        setup.sides.push(SideSetup { name: "Green".to_owned(), colour: Colour::Green });
        let open = Action::Open {
            name: "The Mine".to_owned(),
            setup: game::Setup::At43(setup),
            organiser: None,
            start: false,
            settings: Settings::default(),
        };
        let ann = three.request(Seat(0));
        three.id = three.desk.open(&ann, open).await.unwrap().game.id;
        for seat in (0..3).map(Seat) {
            three.act(seat, Action::Join { seat: Some(seat), salt: None }.into()).await;
        }
        three.act(Seat(0), Action::Start.into()).await;
        let keys = ["white-stars-ready", "therians-ready", "white-stars-ready"];
        for (seat, key) in (0..).map(Seat).zip(keys) {
            three.play(seat, Command::Muster { seat, company: ready(key) }).await;
            three.play(seat, Command::LockCompany { seat }).await;
        }
        for seat in (0..3).map(Seat) {
            three.play(seat, Command::AgreeField { seat }).await;
        }
        three.person(Seat(0)).at(&three.club.hall).slash("/game board").await;
        three
    }

    fn person(&self, seat: Seat) -> Person {
        [&self.club.ann, &self.club.bob, &self.club.pat][seat.index()].clone()
    }

    fn request(&self, seat: Seat) -> Request {
        let person = self.person(seat);
        let player = Player { id: UserId(person.id()), name: person.name() };
        let guild = Some(self.club.discord.home().id());
        Request::made_up(Actor { player, manager: false }, guild, self.club.hall.id(), None)
    }

    async fn act(&self, seat: Seat, doing: ActionWithDice) {
        let which = Which::Now(self.id.clone());
        self.desk.act(&self.request(seat), &which, |_| Ok(doing)).await.unwrap();
    }

    async fn play(&self, seat: Seat, command: Command) {
        self.act(seat, Action::Play(game::Command::At43(command)).into()).await;
    }

    async fn types(&self, seat: Seat, line: &str) -> Answer {
        self.person(seat).at(&self.club.hall).slash(line).await
    }

    async fn state(&self) -> View {
        let game = self.desk.load_any(&self.id).await.unwrap().unwrap();
        let Some(game::View::At43(state)) = game.table.game else { panic!("no game of AT-43") };
        state
    }

    async fn steps(&self) -> u32 {
        self.desk.load_any(&self.id).await.unwrap().unwrap().seq.0
    }

    /// All plan in lines; whoever wins the test begins.
    async fn plans(&self) {
        for seat in (0..3).map(Seat) {
            assert_eq!(self.state().await.phase, Phase::Tactical);
            self.types(seat, "/at43 plan wager:0").await;
        }
        let state = self.state().await;
        if let Some(Task::ChooseFirst { winner }) = state.flow.tasks.last() {
            self.play(*winner, Command::Answer(Word::First(*winner))).await;
        }
        assert_eq!(self.state().await.phase, Phase::Activation);
    }

    /// The next card of this side, and whatever that asks, in the shortest answers.
    async fn short_turn(&self, seat: Seat) {
        self.types(seat, "/at43 card").await;
        for _ in 0..12 {
            let state = self.state().await;
            if state.flow.active != Some(seat) || state.phase != Phase::Activation {
                return;
            }
            match state.flow.tasks.last() {
                Some(Task::Turn) | None => return,
                Some(Task::Act) => {
                    // whoever has just come in moves onto the table first
                    self.types(seat, "/at43 move pace:move").await;
                    self.types(seat, "/at43 end").await;
                }
                Some(_) => {
                    let asked = gatemaster_rules::at43::question::question(
                        &state,
                        state.flow.tasks.last().unwrap(),
                    );
                    let first = asked.unwrap().options.into_iter().next().unwrap();
                    self.play(seat, first).await;
                }
            }
        }
        panic!("the turn does not end: {:?}", self.state().await.flow.tasks);
    }
}

/// T-MIS-5, T-TAC-1 to T-TAC-6, T-CTL-1
#[tokio::test]
async fn three_people_plan_play_a_turn_each_undo_and_count() {
    let three = Three::begun().await;
    assert_eq!(three.state().await.round, 1);
    three.plans().await;

    // a turn each, clockwise
    let first = three.state().await.flow.active.unwrap();
    let mut on = Vec::new();
    for _ in 0..3 {
        let seat = three.state().await.flow.active.unwrap();
        three.short_turn(seat).await;
        on.push(seat);
    }
    let clockwise: Vec<Seat> = (0..3).map(|more| Seat((first.0 + more) % 3)).collect();
    assert_eq!(on, clockwise, "nobody is left out");

    // a card that came to light is taken back when one of the two others says so; nobody consents to themselves
    let before = three.steps().await;
    let seat = three.state().await.flow.active.unwrap();
    three.types(seat, "/at43 card").await;
    assert!(three.steps().await > before);
    three.types(seat, "/game undo").await;
    let turned = three.state().await;
    let others: Vec<Seat> = (0..3).map(Seat).filter(|other| *other != seat).collect();
    let offered = |seen: &Seen| !seen.private && seen.button("Agree").is_some();
    let asked = three.club.hall.wait_for(offered).await;
    let own = three.person(seat).clicks(&asked, "Agree").await;
    assert!(own.is_private(), "{}", own.text());
    assert_eq!(three.state().await.flow.tasks, turned.flow.tasks);
    let asked = three.club.hall.wait_for(offered).await;
    three.person(others[1]).clicks(&asked, "Agree").await;
    eventually("it is taken back", async || {
        matches!(three.state().await.flow.tasks.last(), Some(Task::Turn)).then_some(())
    })
    .await;

    // the rest of the round
    for _ in 0..LONGEST {
        let state = three.state().await;
        let Some(seat) = state.flow.active.filter(|_| state.phase == Phase::Activation) else {
            break;
        };
        three.short_turn(seat).await;
    }
    let state = three.state().await;
    assert!(matches!(state.flow.tasks.last(), Some(Task::Count)), "{:?}", state.flow.tasks);
    three.play(Seat(0), Command::Count { seat: Seat(0), counts: last_counts(&state) }).await;
    assert!(matches!(three.state().await.flow.tasks.last(), Some(Task::Count)));
    let own = three.types(Seat(0), "/at43 count word:agree").await;
    assert!(own.is_private(), "nobody confirms their own figures: {}", own.text());
    three.types(Seat(2), "/at43 count word:agree").await;
    eventually("round 2 is planned", async || {
        let state = three.state().await;
        (state.round == 2 && state.phase == Phase::Tactical).then_some(())
    })
    .await;
}
