//! From the wish to play to the first order die, counted in presses: buttons, choices from lists and typed commands of everybody
//! together.

use gatemaster_commands::league::press::{LeaguePress, LeaguePressed};
use gatemaster_league::{Action, FixtureId, Format, Played};
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::state::Phase;
use gatemaster_rules::game::SystemId;
use gatemaster_rules::ids::Seat;
use gatemaster_sandbox::{Act, Answer, Person, Seen};

use crate::battle_force::{NEW, battle, setup};
use crate::club::Club;
use crate::league_table::{LeagueTable, message_with, settings};

/// For two people, and for one alone.
const MOST_FOR_TWO: u32 = 6;
const MOST_ALONE: u32 = 5;

/// Whatever people press at one club, counted.
struct Presses<'c> {
    club: &'c Club,
    count: u32,
}

impl<'c> Presses<'c> {
    fn at(club: &'c Club) -> Self {
        Self { club, count: 0 }
    }

    async fn done(&mut self, act: Act) -> Answer {
        self.count += 1;
        let answer = act.await;
        assert!(!answer.is_private(), "nothing came of press {}: {}", self.count, answer.text());
        answer
    }

    async fn types(&mut self, person: &Person, line: &str) -> Seen {
        let act = person.at(&self.club.hall).slash(line);
        self.done(act).await.message()
    }

    async fn presses(&mut self, person: &Person, on: &Seen, label: &str) -> Seen {
        let act = person.clicks(&on.again().unwrap(), label);
        self.done(act).await.message()
    }

    async fn picks(&mut self, person: &Person, on: &Seen, list: &str, what: &str) -> Seen {
        let act = person.selects(&on.again().unwrap(), list, &[what]);
        self.done(act).await.message()
    }

    /// The first die of the bag is drawn, which is Red's.
    async fn draws(&mut self, person: &Person, board: &Seen) {
        self.club.clock.dice.lay_out([1]);
        self.presses(person, board, "Draw next").await;
        let state = battle(self.club).await;
        assert_eq!((state.turn, state.phase), (1, Phase::Orders));
        assert_eq!(state.flow.drawn, Some(Seat(0)), "it is an order die, and waits for a unit");
    }
}

async fn forces(club: &Club) -> [Faction; 2] {
    let setup = setup(club).await;
    [setup.sides[0].faction, setup.sides[1].faction]
}

/// Who sits where, as the board says.
fn seated(board: &Seen, lines: [&str; 2]) {
    for line in lines {
        assert!(board.all_text().contains(line), "{line}\n{}", board.all_text());
    }
}

/// A-MOV-9: an Algoryn force has infiltrators, who stay where they stand.
#[tokio::test]
async fn two_people_draw_their_first_order_die_with_five_presses() {
    let club = Club::open().await;
    let (ann, bob) = (club.ann.clone(), club.bob.clone());
    let mut all = Presses::at(&club);
    let lobby = all.types(&ann, NEW).await;
    assert!(lobby.button("Start").is_none(), "nobody sits yet: {:?}", lobby.buttons);
    let text = lobby.all_text();
    assert!(text.contains("⚠️ Neither side has a player: press *Play*"), "{text}");
    let one = all.picks(&ann, &lobby, "🔴 Play as…", "Algoryn").await;
    assert!(one.all_text().contains("⚠️ 🔵 Ghar has no player"), "{}", one.all_text());
    assert!(one.button("Start").is_none() && one.button("Play Ghar").is_some());
    let both = all.picks(&bob, &lobby, "🔵 Play as…", "Isorian").await;
    seated(&both, ["🔴 **Algoryn** (Ann)", "🔵 **Isorian** (Bob)"]);
    assert!(!both.all_text().contains("⚠️"), "{}", both.all_text());
    let board = all.presses(&bob, &lobby, "Start").await;
    all.draws(&ann, &board).await;
    assert_eq!(forces(&club).await, [Faction::Algoryn, Faction::Isorian]);
    assert!(battle(&club).await.units.iter().all(|unit| unit.deployed));
    assert_eq!(all.count, 5);
    assert!(all.count <= MOST_FOR_TWO);
}

#[tokio::test]
async fn the_help_and_the_welcome_lead_there_in_one_press() {
    let club = Club::open().await;
    let (ann, bob) = (club.ann.clone(), club.bob.clone());
    let page = ann.at(&club.hall).slash("/help topic:antares").await.message();
    let mut all = Presses::at(&club);
    let lobby = all.presses(&ann, &page, "Open a battle: Algoryn against Ghar").await;
    all.picks(&ann, &lobby, "🔴 Play as…", "Concord").await;
    all.picks(&bob, &lobby, "🔵 Play as…", "Boromite").await;
    let board = all.presses(&ann, &lobby, "Start").await;
    all.draws(&bob, &board).await;
    assert_eq!(forces(&club).await, [Faction::Concord, Faction::Boromite]);
    assert!(all.count <= MOST_FOR_TWO, "{}", all.count);

    // the page of the sandbox types this with one press
    let lines: Vec<String> =
        gatemaster::sandbox::welcome().into_iter().map(|one| one.line).collect();
    assert!(lines.iter().any(|line| line == NEW), "{lines:?}");
}

#[tokio::test]
async fn a_match_of_a_league_is_three_presses_from_its_first_order_die() {
    let club = Club::open().await;
    let (ann, bob) = (club.ann.clone(), club.bob.clone());
    let played = Played::System(SystemId::Antares);
    let swiss = settings(Format::Swiss { rounds: 2 }, &club.hall);
    let league = LeagueTable::open(&club, "Winter", played, swiss).await;
    league.act(&ann, Action::Join { faction: Some("Algoryn".to_owned()) }).await;
    league.act(&bob, Action::Join { faction: Some("Freeborn".to_owned()) }).await;
    league.act(&club.mia, Action::Start).await;
    let play = LeaguePressed::new(&league.id, LeaguePress::Play { fixture: FixtureId(1) });
    let id = gatemaster_discord::press::encode(&play);
    let message = message_with(&club, "Play 1 here", &id).await;
    let mut all = Presses::at(&club);
    let lobby = all.presses(&ann, &message, &id).await;
    seated(&lobby, ["**Algoryn** (Ann)", "**Freeborn** (Bob)"]);
    let board = all.presses(&bob, &lobby, "Start").await;
    all.draws(&bob, &board).await;
    assert_eq!(all.count, 3);
    assert!(all.count <= MOST_FOR_TWO);
}

#[tokio::test]
async fn one_person_alone_chooses_both_forces_and_draws_with_five_presses() {
    let club = Club::open().await;
    let ann = club.ann.clone();
    let mut all = Presses::at(&club);
    let lobby = all.types(&ann, NEW).await;
    all.picks(&ann, &lobby, "🔴 Play as…", "Concord").await;
    let other = all.picks(&ann, &lobby, "🔵 Play as…", "Freeborn").await;
    seated(&other, ["🔴 **Concord** (Ann)", "🔵 **Freeborn** (free)"]);
    let board = all.presses(&ann, &lobby, "Start alone").await;
    seated(&board, ["🔴 **Concord** (Ann)", "🔵 **Freeborn** (Ann)"]);
    all.draws(&ann, &board).await;
    assert_eq!(all.count, MOST_ALONE);
}

#[tokio::test]
async fn whoever_takes_the_forces_as_they_lie_starts_alone_with_three_presses() {
    let club = Club::open().await;
    let ann = club.ann.clone();
    let mut all = Presses::at(&club);
    let lobby = all.types(&ann, NEW).await;
    let board = all.presses(&ann, &lobby, "Start alone").await;
    all.draws(&ann, &board).await;
    assert_eq!(all.count, 3);
}

#[tokio::test]
async fn nobody_starts_alone_at_a_table_where_another_sits() {
    let club = Club::open().await;
    let lobby = club.ann.at(&club.hall).slash(NEW).await.message();
    club.bob.selects(&lobby, "🔵 Play as…", &["Ghar"]).await;
    let before = club.steps().await;
    let refused = club.ann.clicks_as_seen(&lobby, "Start alone").await;
    assert!(refused.is_private(), "{}", refused.text());
    assert_eq!(
        refused.text(),
        "Bob sits here already. Take 🔴 Algoryn and play together.",
        "the way out is named"
    );
    assert_eq!(club.steps().await, before);
}

#[tokio::test]
async fn starting_alone_survives_a_second_delivery_of_its_press() {
    let club = Club::open().await;
    let lobby = club.ann.at(&club.hall).slash(NEW).await.message();
    club.discord.misbehave().deliver_twice(1);
    club.discord.expect_fault("40060");
    club.ann.clicks(&lobby, "Start alone").await;
    assert_eq!(club.steps().await, 4, "the opening, two seats and the start");
}

/// A-BAG-5
#[tokio::test]
async fn the_deployment_of_the_book_is_a_switch_and_one_message() {
    let club = Club::open().await;
    let ann = club.ann.clone();
    let lobby = ann.at(&club.hall).slash(NEW).await.message();
    ann.selects(&lobby, "🔴 Play as…", &["Concord"]).await;
    let lobby = lobby.again().unwrap();
    ann.selects(&lobby, "🔵 Play as…", &["Boromite"]).await;
    let switched = ann.clicks(&lobby.again().unwrap(), "Deploy by drawn dice").await;
    assert!(switched.text().contains("The units are placed by drawn dice."), "{}", switched.text());
    let board = ann.clicks(&lobby.again().unwrap(), "Start alone").await.message();
    assert_eq!(battle(&club).await.phase, Phase::Deploying);
    let mut message = ann.clicks(&board, "Draw next").await.message();
    let said = club.hall.everything_said().len();
    let mut presses = 0;
    while battle(&club).await.phase == Phase::Deploying {
        presses += 1;
        assert!(presses < 50, "the deployment does not end:\n{}", message.all_text());
        let act = match (message.selects.first(), message.button("Draw next")) {
            (Some(list), _) => ann.selects(&message, &list.custom_id, &[&list.options[0].value]),
            (None, Some(draw)) => ann.clicks(&message, &draw.custom_id),
            (None, None) => ann.clicks(&message, &message.buttons[0].custom_id),
        };
        let now = act.await.message();
        assert_eq!(now.id, message.id, "one message tells the whole deployment");
        message = now;
    }
    assert_eq!(club.hall.everything_said().len(), said);
}

/// A-MOV-9
#[tokio::test]
async fn infiltrators_may_run_until_the_first_die_is_drawn() {
    let club = Club::open().await;
    let ann = club.ann.clone();
    let lobby = ann.at(&club.hall).slash(NEW).await.message();
    let board = ann.clicks(&lobby, "Start alone").await.message();
    assert_eq!(battle(&club).await.phase, Phase::Infiltrating);
    assert!(board.button("Draw next").is_some(), "{}", board.all_text());
    let text =
        "Until the first die is drawn the infiltrators of 🔴 **Algoryn** may run; else they stay.";
    assert!(board.all_text().contains(text), "{}", board.all_text());
    ann.selects(&board, "Algoryn: which infiltrators?", &["AI Infiltration Squad"]).await;
    let runs = board.again().unwrap();
    let runs = runs.buttons.iter().find(|button| button.label.starts_with("Runs up to")).unwrap();
    let told = ann.clicks(&board.again().unwrap(), &runs.custom_id).await;
    assert!(
        told.text().contains("slip forward") || told.text().contains("slips forward"),
        "{}",
        told.text()
    );
    let state = battle(&club).await;
    assert_eq!((state.phase, state.turn), (Phase::Orders, 1));
}

#[tokio::test]
async fn an_own_list_takes_the_seat_when_it_is_right() {
    let club = Club::open().await;
    let lobby = club.ann.at(&club.hall).slash(NEW).await.message();
    let form = club.bob.selects(&lobby, "🔵 Play as…", &["Own list…"]).await.modal().unwrap();
    let refused = form.submit(&[("list", "Dragons")]).await;
    assert!(refused.is_private(), "{}", refused.text());
    assert_eq!(club.steps().await, 1, "a list with faults takes no seat");
    let again = club.bob.clicks(&refused.message(), "Put it right…").await.modal().unwrap();
    again.submit(&[("list", "Force: Ghar\n2x Outcast Squad")]).await;
    let board = club.hall.wait_for(|seen| seen.all_text().contains("**Ghar** (Bob)")).await;
    assert!(board.all_text().contains("2 units"), "{}", board.all_text());
    // unit by unit, too
    let lists = club.ann.selects(&board, "🔴 Play as…", &["Unit by unit…"]).await;
    assert!(lists.text().contains("6 units of 20"), "{}", lists.text());
    club.hall.wait_for(|seen| seen.all_text().contains("**Algoryn** (Ann)")).await;
}

/// From the first order die to the dice of the first shot: the unit, its target, the range, and the other's answer.
#[tokio::test]
async fn the_first_shot_takes_four_presses_more_and_three_messages_in_all() {
    let club = Club::open().await;
    let (ann, bob, hall) = (club.ann.clone(), club.bob.clone(), club.hall.clone());
    let mut all = Presses::at(&club);
    let lobby = all.types(&ann, NEW).await;
    all.picks(&ann, &lobby, "🔴 Play as…", "Concord").await;
    all.picks(&bob, &lobby, "🔵 Play as…", "Isorian").await;
    let board = all.presses(&bob, &lobby, "Start").await;
    all.draws(&ann, &board).await;
    let on_story = |seen: &Seen| seen.embeds.iter().all(|embed| embed.footer.is_empty());
    let acts = |seen: &Seen| on_story(seen) && seen.select("Which unit acts?").is_some();
    let drawn = hall.wait_for(acts).await;
    let shooter = battle(&club).await.units[1].name.clone();
    all.picks(&ann, &drawn, "Which unit acts?", &shooter).await;
    let target = drawn.again().unwrap().select("Fire at…").unwrap().options[0].label.clone();
    all.picks(&ann, &drawn, "Fire at…", &target).await;
    let aiming = drawn.again().unwrap();
    let shoot = aiming.buttons.iter().find(|button| button.label.starts_with("Shoot")).unwrap();
    all.presses(&ann, &aiming, &shoot.custom_id).await;
    // nobody is hit
    club.clock.dice.lay_out([9; 60]);
    let asked = hall.wait_for(|seen| on_story(seen) && seen.button("Stay up").is_some()).await;
    all.presses(&bob, &asked, "Stay up").await;
    let told = hall.wait_for(|seen| on_story(seen) && seen.all_text().contains("9✗")).await;
    assert!(told.all_text().contains(&shooter), "{}", told.all_text());
    assert_eq!(all.count, 9);
    // the board, what came before the first die, and the activation
    club.until(|| hall.everything_said().len() <= 3).await;
}
