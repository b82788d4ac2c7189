//! A game of AT-43 to test on: Ann plays Blue, the White Stars, Bob Red, the Therians. It is opened and moved along beside the
//! running bot, so that a test can begin where it gets interesting.

use std::sync::Arc;

use gatemaster_commands::desk::{ActionWithDice, Desk, Which, read_step};
use gatemaster_commands::request::Request;
use gatemaster_rules::at43::command::{Answer, Command, Entry};
use gatemaster_rules::at43::company::Company;
use gatemaster_rules::at43::correct::Correction;
use gatemaster_rules::at43::data::{self, companies};
use gatemaster_rules::at43::state::{Plan, Unit, UnitId};
use gatemaster_rules::at43::{Setup, View};
use gatemaster_rules::dice::Scripted;
use gatemaster_rules::game;
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::table::{Action, Actor, Phase, Player, Settings};
use gatemaster_sandbox::{Answer as Said, Person, Place, Seen};

use crate::club::{Club, eventually};
use crate::reading::is_board;

pub const BLUE: Seat = Seat(0);
pub const RED: Seat = Seat(1);

/// A company to start at once, by its key.
pub fn ready(key: &str) -> Company {
    let found = companies().iter().find(|ready| ready.key == key);
    found.unwrap_or_else(|| panic!("no ready company {key}")).company.clone()
}

/// A company as its player writes it.
pub fn written(text: &str) -> Company {
    let read = gatemaster_rules::at43::company::read(data::library(), text);
    read.unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

/// With all that the White Stars have: flamer, grenades, engineer, targeters, missiles, medic, mechanic, a strider.
pub const STARS: &str = "White Stars: Baker\n\
    8 star troopers, grenades, 1 flamer, sergeant, 1 combat engineer\n\
    2 steel TacArms, laser targeter\n\
    6 steel troopers, 1 missile launcher, 1 medic, 1 mechanic\n\
    1 fire toads";
/// Golems under an Omicron with a relay and nanostorms, more of them, and a golgoth, which is a sniper.
pub const GOLEMS: &str = "Therians: Wraith\n\
    6 storm golems, relay, nanostorms, 1 sonic gun, omicron\n\
    6 storm golems, 1 sonic gun\n\
    1 wraith golgoth";

pub struct Mission {
    pub id: String,
    desk: Desk,
    guild: u64,
    hall: Place,
    pub ann: Person,
    pub bob: Person,
}

impl Mission {
    /// A game in the hall that has begun; companies are to be brought. It has no board yet.
    pub async fn open(club: &Club, setup: Setup) -> Self {
        Self::open_with(club, setup, Settings::default()).await
    }

    pub async fn open_with(club: &Club, setup: Setup, settings: Settings) -> Self {
        Self::open_under(club, setup, settings, None).await
    }

    /// With somebody who may put things right.
    pub async fn open_under(
        club: &Club,
        setup: Setup,
        settings: Settings,
        organiser: Option<&Person>,
    ) -> Self {
        let mission = Self::lobby(club, setup, settings, organiser).await;
        for (person, seat) in [(&mission.ann, BLUE), (&mission.bob, RED)] {
            let join = Action::Join { seat: Some(seat), salt: None };
            mission.act(person, join.into()).await;
        }
        mission.act(&mission.ann, Action::Start.into()).await;
        mission
    }

    /// A table in the hall at which nobody has a seat yet. It has no board.
    pub async fn lobby(
        club: &Club,
        setup: Setup,
        settings: Settings,
        organiser: Option<&Person>,
    ) -> Self {
        let organiser =
            organiser.map(|person| Player { id: UserId(person.id()), name: person.name() });
        let mut mission = Self::at(club, "").await;
        let setup = game::Setup::At43(setup);
        let name = "The Mine".to_owned();
        let open = Action::Open { name, setup, organiser, start: false, settings };
        let ann = mission.request(&mission.ann);
        mission.id = mission.desk.open(&ann, open).await.unwrap().game.id;
        mission
    }

    /// A table that was opened by the bot itself: for a league, say.
    pub async fn at(club: &Club, id: &str) -> Self {
        Self {
            id: id.to_owned(),
            desk: gatemaster_commands::open_desk(club.store().await, Arc::clone(&club.clock)),
            guild: club.discord.home().id(),
            hall: club.hall.clone(),
            ann: club.ann.clone(),
            bob: club.bob.clone(),
        }
    }

    /// Ann alone against the program, which has brought its company; hers is to come.
    pub async fn alone(club: &Club) -> Self {
        let mission = Self::lobby(club, Setup::default(), Settings::default(), None).await;
        let join = Action::Join { seat: Some(BLUE), salt: None };
        for action in [join, Action::SeatBot { seat: Some(RED) }, Action::Start] {
            mission.act(&mission.ann, action.into()).await;
        }
        mission
    }

    /// Somebody presses Start.
    pub async fn starts(&self, person: &Person) {
        self.act(person, Action::Start.into()).await;
    }

    pub async fn table_phase(&self) -> Phase {
        self.desk.load_any(&self.id).await.unwrap().unwrap().table.phase
    }

    pub async fn seat_of(&self, person: &Person) -> Option<Seat> {
        let game = self.desk.load_any(&self.id).await.unwrap().unwrap();
        game.table.seats_of(UserId(person.id())).first().copied()
    }

    /// The game that has been opened in the hall by its players.
    pub async fn found(club: &Club) -> Self {
        let desk = gatemaster_commands::open_desk(club.store().await, Arc::clone(&club.clock));
        let id = desk.store.open_game_in(club.hall.id()).await.unwrap().unwrap().id;
        Self {
            id,
            desk,
            guild: club.discord.home().id(),
            hall: club.hall.clone(),
            ann: club.ann.clone(),
            bob: club.bob.clone(),
        }
    }

    /// The two ready companies of about a thousand points, on a plain table, before the plans of round 1.
    pub async fn begun(club: &Club) -> Self {
        Self::with(club, ready("white-stars-ready"), ready("therians-ready")).await
    }

    pub async fn with(club: &Club, blue: Company, red: Company) -> Self {
        let mission = Self::open(club, Setup::default()).await;
        mission.bring(blue, red).await;
        mission
    }

    /// A message that the game can be played on with now: the newest one, or the board where that one is late.
    pub async fn newest_or_board(&self) -> Seen {
        let now = format!("t1:{}:{}:", self.id, self.steps().await);
        // plans, corrections and books can be opened anywhere and at any time
        let beside = ["p:", "x:", "b:"];
        let plays = |id: &String| {
            let press = id.strip_prefix(&now);
            press.is_some_and(|press| !beside.iter().any(|beside| press.starts_with(beside)))
        };
        let usable = |seen: &Seen| {
            let buttons = seen.buttons.iter().filter(|button| !button.disabled);
            let mut ids = buttons.map(|button| &button.custom_id);
            let mut lists = seen.selects.iter().map(|list| &list.custom_id);
            !seen.private && (ids.any(plays) || lists.any(plays))
        };
        self.hall.wait_for(usable).await
    }

    /// Both lock these companies and agree on the table as it is.
    pub async fn bring(&self, blue: Company, red: Company) {
        for (person, seat, company) in [(&self.ann, BLUE, blue), (&self.bob, RED, red)] {
            self.play(person, Command::Muster { seat, company }).await;
            self.play(person, Command::LockCompany { seat }).await;
        }
        self.play(&self.ann, Command::AgreeField { seat: BLUE }).await;
        // the edges are drawn: Blue in the north, Red in the south
        self.play_with(&self.bob, Command::AgreeField { seat: RED }, "1").await;
    }

    fn request(&self, person: &Person) -> Request {
        let player = Player { id: UserId(person.id()), name: person.name() };
        let actor = Actor { player, manager: false };
        Request::made_up(actor, Some(self.guild), self.hall.id(), None)
    }

    /// Anything at all that somebody does at the table.
    pub async fn act(&self, person: &Person, doing: ActionWithDice) {
        let which = Which::Now(self.id.clone());
        self.desk.act(&self.request(person), &which, |_| Ok(doing)).await.unwrap();
    }

    /// Somebody does something without Discord; dice fall as they like.
    pub async fn play(&self, person: &Person, command: Command) {
        self.act(person, Action::Play(game::Command::At43(command)).into()).await;
    }

    /// The same with just these dice.
    pub async fn play_with(&self, person: &Person, command: Command, dice: &str) {
        let faces = Scripted::parse(dice).unwrap();
        self.desk.clock.dice.lay_out(faces.faces().iter().copied());
        self.play(person, command).await;
        assert_eq!(self.desk.clock.dice.left(), 0, "all dice that were laid out have fallen");
    }

    /// Both plan the round in the order of their units, and Blue begins.
    pub async fn planned(&self) {
        self.planned_in(&[], &[]).await;
    }

    /// The same with these cards first.
    pub async fn planned_in(&self, blue: &[&str], red: &[&str]) {
        for (person, seat, first, dice) in
            [(&self.ann, BLUE, blue, None), (&self.bob, RED, red, Some("6 1"))]
        {
            let state = self.state().await;
            let mut sequence: Vec<UnitId> = Vec::new();
            for name in first {
                sequence.push(self.id_of(name).await);
            }
            let all = state.units_of(seat).filter(|(_, unit)| unit.has_card()).map(|(id, _)| id);
            let rest: Vec<UnitId> = all.filter(|id| !sequence.contains(id)).collect();
            sequence.extend(rest);
            let plan = Command::Plan { seat, plan: Plan { sequence, wager: 0, commander: None } };
            match dice {
                None => self.play(person, plan).await,
                Some(dice) => self.play_with(person, plan, dice).await,
            }
        }
        self.play(&self.ann, Command::Answer(Answer::First(BLUE))).await;
    }

    /// Both agree that it stands like this.
    pub async fn corrects(&self, correction: Correction) {
        self.play(&self.ann, Command::Correct(correction)).await;
        self.play(&self.bob, Command::AgreeToCorrection(true)).await;
    }

    /// The active player's next card comes in by its own edge, moves in as far as it may and is done.
    pub async fn comes_in(&self, person: &Person) {
        use gatemaster_rules::at43::command::{Movement, Pace};
        use gatemaster_rules::at43::entering::ways_in;
        use gatemaster_rules::at43::flow::Task;

        self.play(person, Command::PlayCard).await;
        let state = self.state().await;
        if let Some(Task::Enter { unit }) = state.flow.tasks.last() {
            let way = ways_in(&state, state.unit(*unit).unwrap())[0];
            self.play(person, Command::Answer(Answer::Enter(Entry::Through(way)))).await;
        }
        if let Some(Task::Pay { .. }) = self.state().await.flow.tasks.last() {
            self.play(person, Command::Answer(Answer::Pay(true))).await;
        }
        self.play(person, Command::Move(Movement::plain(Pace::Combat))).await;
        self.play(person, Command::End { drills: Vec::new() }).await;
    }

    /// Everybody's card of the first round is played, and nobody does anything but come in.
    pub async fn all_come_in(&self) {
        self.planned().await;
        while let Some(seat) = self.state().await.flow.active {
            let person = if seat == BLUE { &self.ann } else { &self.bob };
            self.comes_in(person).await;
        }
    }

    /// The same where nobody is near anything: round 2 is to be planned.
    pub async fn deployed(&self) {
        self.all_come_in().await;
        assert_eq!(self.state().await.round, 2);
    }

    /// A round with everybody on the table, in which nobody does anything.
    pub async fn idle_round(&self) {
        use gatemaster_rules::at43::flow::Task;
        use gatemaster_rules::at43::state::Phase;

        self.planned().await;
        loop {
            let state = self.state().await;
            let active = state.flow.active.filter(|_| state.phase == Phase::Activation);
            let Some(seat) = active else { return };
            let person = if seat == BLUE { &self.ann } else { &self.bob };
            let command = match state.flow.tasks.last() {
                Some(Task::Turn) => Command::PlayCard,
                Some(Task::Pay { .. }) => Command::Answer(Answer::Pay(true)),
                Some(Task::Act) => Command::End { drills: Vec::new() },
                other => panic!("{other:?}"),
            };
            self.play(person, command).await;
        }
    }

    /// The game as everybody may see it.
    pub async fn state(&self) -> View {
        let game = self.desk.load_any(&self.id).await.unwrap().unwrap();
        match game.table.game {
            Some(game::View::At43(state)) => state,
            other => panic!("no game of AT-43: {other:?}"),
        }
    }

    /// How its table is set.
    pub async fn setup(&self) -> Setup {
        let game = self.desk.load_any(&self.id).await.unwrap().unwrap();
        match game.table.setup {
            game::Setup::At43(setup) => setup,
            other => panic!("no table of AT-43: {other:?}"),
        }
    }

    /// The numbers that all its dice have in the game's stream; none for those rolled by hand.
    pub async fn dice(&self) -> Vec<Option<u64>> {
        let steps = self.desk.store.steps(&self.id).await.unwrap();
        let steps: Vec<_> = steps.into_iter().map(|row| read_step(row).unwrap()).collect();
        steps.iter().flat_map(|step| &step.dice).map(|roll| roll.number).collect()
    }

    /// What was done last, as it is stored.
    pub async fn last_command(&self) -> Command {
        let steps = self.desk.store.steps(&self.id).await.unwrap();
        let step = read_step(steps.into_iter().next_back().unwrap()).unwrap();
        match step.deed.action {
            Action::Play(game::Command::At43(command)) => command,
            other => panic!("no move of the game: {other:?}"),
        }
    }

    /// Somebody who may not do it tries everything that can be pressed or picked on a message and is about the game itself;
    /// they get a private word each time, and nothing happens.
    pub async fn hands_off(&self, person: &Person, message: &Seen) {
        let before = self.steps().await;
        // what is everybody's: looking, and one's own plan and answers
        let own = ["p:", "q:standing", "b:"];
        let ours = format!("t1:{}:", self.id);
        let is_of_the_game = |id: &&String| {
            let press = id.strip_prefix(&ours).and_then(|rest| rest.split_once(':'));
            press.is_some_and(|(_, press)| !own.iter().any(|own| press.starts_with(own)))
        };
        let usable = message.buttons.iter().filter(|button| !button.disabled);
        let buttons: Vec<&String> =
            usable.map(|button| &button.custom_id).filter(is_of_the_game).collect();
        let lists: Vec<_> =
            message.selects.iter().filter(|list| is_of_the_game(&&list.custom_id)).collect();
        assert!(!(buttons.is_empty() && lists.is_empty()), "{}", message.all_text());
        let mut answers = Vec::new();
        for id in buttons {
            answers.push(person.clicks_as_seen(message, id).await);
        }
        for list in lists {
            let first = list.options[0].value.clone();
            answers.push(person.selects_as_seen(message, &list.custom_id, &[&first]).await);
        }
        for answer in answers {
            assert!(answer.modal().is_none(), "a form for {}", person.name());
            assert!(answer.is_private(), "{}: {}", person.name(), answer.text());
        }
        assert_eq!(self.steps().await, before, "{} moved the game", person.name());
    }

    /// The same for the plans of a round: a stranger makes none.
    pub async fn hands_off_plan(&self, person: &Person, message: &Seen) {
        let before = self.steps().await;
        for button in message.buttons.iter().filter(|button| button.custom_id.contains(":p:")) {
            let answer = person.clicks_as_seen(message, &button.custom_id).await;
            assert!(answer.is_private(), "{}: {}", button.label, answer.text());
        }
        assert_eq!(self.steps().await, before);
    }

    /// Every step with who made it.
    pub async fn log(&self) -> Vec<gatemaster_rules::history::Step> {
        let rows = self.desk.store.steps(&self.id).await.unwrap();
        rows.into_iter().map(|row| read_step(row).unwrap()).collect()
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

    /// The newest message of the hall that something can be done with now; the board only where there is no other.
    pub async fn newest(&self) -> Seen {
        let now = format!("t1:{}:{}:", self.id, self.steps().await);
        let said = self.hall.everything_said();
        let only_board = said.iter().all(|seen| seen.private || is_board(seen));
        let usable = |seen: &Seen| {
            let buttons = seen.buttons.iter().map(|button| &button.custom_id);
            let mut ids = buttons.chain(seen.selects.iter().map(|list| &list.custom_id));
            !seen.private && (only_board || !is_board(seen)) && ids.any(|id| id.starts_with(&now))
        };
        self.hall.wait_for(usable).await
    }
}

/// A private word, and why.
pub fn refused(answer: &Said, says: &str) {
    assert!(answer.is_private(), "{says}\n{}", answer.text());
    assert!(answer.text().contains(says), "{says}\n{}", answer.text());
}

/// What its buttons say.
pub fn labels(seen: &Seen) -> Vec<&str> {
    seen.buttons.iter().map(|button| button.label.as_str()).collect()
}

/// A message for everybody that says this.
pub async fn says(club: &Club, text: &str) -> Seen {
    club.hall.wait_for(|seen| !seen.private && seen.all_text().contains(text)).await
}
