//! Whole battles between two people, from the first command to the record: once with buttons and lists alone, once with
//! typed commands alone. Dice fall as they fall, so both play by what they see; the bot is restarted in the middle, and
//! somebody who does not play keeps pressing things.

use std::collections::BTreeSet;
use std::sync::Arc;

use gatemaster_commands::desk::Desk;
use gatemaster_rules::antares::arms::can_shoot;
use gatemaster_rules::antares::event::Event;
use gatemaster_rules::antares::flow::{Manner, Task};
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::question::unit_options;
use gatemaster_rules::antares::state::Phase;
use gatemaster_rules::antares::{Antares, State};
use gatemaster_rules::export::{Export, verify};
use gatemaster_rules::game::{self, Game, View};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::record::Outcome;
use gatemaster_rules::system::{System as _, Who};
use gatemaster_rules::table;
use gatemaster_sandbox::{Button, Person, Seen};

use crate::club::{Club, eventually};

/// More steps than any battle of this size takes.
const LONGEST: u32 = 2_000;
/// What one step may ask of a player after the draw.
const MOST_PRESSES: u32 = 3;

struct War {
    club: Club,
    desk: Desk,
    id: String,
}

impl War {
    /// Algoryn against Boromites, three units a side. Ann types one line; the rest is buttons, lists and one form each.
    async fn declared() -> Self {
        let club = Club::open().await;
        let (ann, bob) = (club.ann.clone(), club.bob.clone());
        let lobby = ann
            .at(&club.hall)
            .slash("/game new system:Beyond the Gates of Antares name:The pumping station")
            .await
            .message();
        ann.clicks(&lobby, "Play Algoryn").await;
        let lobby = lobby.again().unwrap();
        ann.selects(&lobby, "🔵 Play as…", &["Boromite"]).await;
        let lobby = lobby.again().unwrap();
        ann.clicks(&lobby, "Deploy by drawn dice").await;
        bob.clicks(&lobby, "Play Boromite").await;
        // six a side: what is told once in a battle must not weigh more than the activations
        let red = "Strike-1: AI Squad\nStrike-2: AI Squad\nStrike-3: AI Squad\nStrike-4: AI Squad\nAI Assault Squad\n\
                   AI Command Squad";
        let blue = "Gang-1: Gang Fighters\nGang-2: Gang Fighters\nGang-3: Gang Fighters\nWork Gang\nOverseer Squad\n\
                    Lavamites";
        for (who, units) in [(&ann, red), (&bob, blue)] {
            let form = who.clicks(&lobby.again().unwrap(), "Edit my list…").await.modal().unwrap();
            form.submit(&[("list", units)]).await;
        }
        ann.clicks(&lobby.again().unwrap(), "Start").await;
        Self::at(club).await
    }

    /// The same by typed commands alone.
    async fn declared_by_commands() -> Self {
        let club = Club::open().await;
        let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
        ann.slash(
            "/game new system:Beyond the Gates of Antares force:Algoryn against:Boromite \
             name:The pumping station",
        )
        .await;
        ann.slash("/game join seat:Algoryn").await;
        bob.slash("/game join seat:Boromite").await;
        ann.slash("/force list text:Strike-1: AI Squad; Strike-2: AI Squad; AI Command Squad")
            .await;
        bob.slash("/force list text:Gang Fighters; Overseer Squad; Lavamites").await;
        ann.slash("/force options deployed:false").await;
        ann.slash("/game start").await;
        Self::at(club).await
    }

    async fn at(club: Club) -> Self {
        let desk = gatemaster_commands::open_desk(club.store().await, Arc::clone(&club.clock));
        let store = club.store().await;
        let id = store.open_game_in(club.hall.id()).await.unwrap().unwrap().id;
        store.close().await;
        Self { club, desk, id }
    }

    async fn seq(&self) -> u32 {
        self.desk.load_any(&self.id).await.unwrap().unwrap().seq.0
    }

    /// The battle, until it is over.
    async fn state(&self) -> Option<State> {
        let game = self.desk.load_any(&self.id).await.unwrap().unwrap();
        match game.table.game {
            Some(View::Antares(state)) if game.table.phase == table::Phase::Playing => Some(state),
            Some(View::Antares(_)) => None,
            other => panic!("no battle: {other:?}"),
        }
    }

    fn player(&self, seat: Seat) -> &Person {
        if seat == Seat(0) { &self.club.ann } else { &self.club.bob }
    }

    /// Whom the battle waits for; anybody may draw, so they take turns.
    fn next(&self, state: &State, step: u32) -> &Person {
        let open = Antares::open(state);
        match open.first().map(|open| open.who.clone()) {
            Some(Who::Seat(seat) | Who::May(seat)) => self.player(seat),
            Some(Who::AnyPlayer) => self.player(Seat(u8::try_from(step % 2).unwrap())),
            None => panic!("the battle waits for nobody and is not over"),
        }
    }

    async fn newest(&self) -> Seen {
        self.club.newest_usable(&self.id, self.seq().await).await
    }

    /// Nothing can be pressed but the newest message that tells the battle, and the board.
    async fn only_the_newest_and_the_board_can_be_pressed(&self) {
        let store = self.club.store().await;
        let look = async || {
            let board = store.open_game_in(self.club.hall.id()).await.unwrap()?.board?.message_id;
            let said = self.club.hall.everything_said();
            let live: Vec<&Seen> = said.iter().filter(|seen| is_live(seen)).collect();
            let others: Vec<_> = live.iter().filter(|seen| seen.id != board).collect();
            let newest = said.iter().rfind(|seen| seen.id != board)?.id;
            (others.len() <= 1 && others.iter().all(|seen| seen.id == newest)).then_some(())
        };
        eventually("only the newest message and the board have buttons", look).await;
        store.close().await;
    }

    /// Somebody else tries the same, and nothing comes of it but a private word.
    async fn stranger_tries(&self, message: &Seen) {
        let (pat, before) = (&self.club.pat, self.seq().await);
        let answer = match (message.selects.first(), pressable(message)) {
            (Some(list), _) => {
                pat.selects(message, &list.custom_id, &[&list.options[0].value]).await
            }
            (None, Some(button)) => pat.clicks(message, &button.custom_id).await,
            (None, None) => return,
        };
        assert!(
            answer.is_private(),
            "a stranger's press is nobody else's business: {}",
            answer.text()
        );
        assert_eq!(self.seq().await, before, "a stranger moved the battle: {}", answer.text());
    }

    /// The end: told to everybody, provable to the last die, and ready for a league's books. Gives the orders that were given.
    async fn is_over_and_recorded(&self) -> (Vec<Order>, u32) {
        let club = &self.club;
        let told =
            club.hall.wait_for(|seen| seen.all_text().contains("The seed of its dice")).await;
        let answer = club.ann.at(&club.hall).slash("/game export").await;
        let message = answer.message();
        let json = message.files.iter().find(|file| file.name.contains(".json")).unwrap();
        let export: Export = serde_json::from_slice(&json.bytes).unwrap();
        let report = verify(&export);
        assert!(report.seed_shown && report.faults.is_empty(), "{report:?}");

        let table = gatemaster_rules::history::fold(&export.steps).unwrap();
        let Some(Game::Antares(state)) = &table.game else { panic!("no battle") };
        assert_eq!(state.phase, Phase::Over);
        let ending = state.ending.as_ref().unwrap();
        let record = export.record.as_ref().unwrap();
        assert!(record.decided);
        assert_eq!(record.turns, Some(state.turn));
        let names: Vec<&str> = record.sides.iter().map(|side| side.name.as_str()).collect();
        assert_eq!(names, ["Algoryn", "Boromite"]);
        for (seat, side) in (0..).map(Seat).zip(&record.sides) {
            assert_eq!(side.player.as_ref().unwrap().id.0, self.player(seat).id());
            let enemy = state.enemy_of(seat);
            let destroyed: u32 = state
                .units
                .iter()
                .filter(|unit| unit.side == enemy)
                .map(|unit| {
                    let extra = if unit.destroyed { unit.profile.extra_victory_dice } else { 0 };
                    u32::from(unit.dice.lost) + u32::from(extra)
                })
                .sum();
            assert_eq!(side.score, destroyed, "the dice that {} took", side.name);
            let expected = match ending.winner {
                None => Outcome::Draw,
                Some(winner) if winner == seat => Outcome::Win,
                Some(_) => Outcome::Loss,
            };
            assert_eq!(side.result, expected);
        }
        match ending.winner {
            Some(winner) => {
                let won = format!("{}** won", state.side_name(winner));
                assert!(told.all_text().contains(&won), "{}", told.all_text());
            }
            None => assert!(told.all_text().contains("A draw"), "{}", told.all_text()),
        }
        let text = message.files.iter().find(|file| file.name.contains(".txt")).unwrap();
        let report = String::from_utf8(text.bytes.to_vec()).unwrap();
        for part in ["The battle\n", "Turn 1\n", "Strike-1 (AI Squad)", "Every step and its dice\n"]
        {
            assert!(report.contains(part), "the report has no {part:?}");
        }
        let events = export.steps.iter().flat_map(|step| &step.events);
        let orders = events.filter_map(|event| match event {
            table::Event::Played(game::Event::Antares(Event::OrderGiven { order, .. })) => {
                Some(*order)
            }
            _ => None,
        });
        (orders.collect(), state.turn)
    }
}

/// Whether something can be done with it; a link is no deed.
fn is_live(message: &Seen) -> bool {
    let button = |button: &Button| !button.disabled && button.url.is_none();
    message.buttons.iter().any(button) || !message.selects.is_empty()
}

/// A button that moves the battle on.
fn pressable(message: &Seen) -> Option<&Button> {
    const ASIDE: [&str; 14] = [
        "Somebody joins me",
        "End it here",
        "Undo",
        "Explain",
        "Standing orders…",
        "Always…",
        "Another unit",
        "Another order",
        "Back",
        "Odds…",
        "Through terrain…",
        "Exact range, models…",
        "Place them one by one…",
        "Fire blind…",
    ];
    let usable = |button: &&Button| {
        !button.disabled
            && button.url.is_none()
            && !ASIDE.contains(&button.label.as_str())
            // a form follows, unless it is a long answer that was cut short
            && (!button.label.ends_with('…') || button.custom_id.contains(":q:a:"))
    };
    // the highlighted one is what most people want
    message
        .buttons
        .iter()
        .filter(usable)
        .find(|button| button.style == 1 || button.style == 3)
        .or_else(|| message.buttons.iter().find(usable))
}

/// What somebody presses who plays by what they see; `taste` makes them do other things at other times.
pub async fn press(person: &Person, message: &Seen, taste: u32) -> String {
    let list =
        |start: &str| message.selects.iter().find(|list| list.placeholder.starts_with(start));
    let button = |start: &str| {
        message.buttons.iter().find(|button| !button.disabled && button.label.starts_with(start))
    };
    let nth = |list: &gatemaster_sandbox::Select| {
        list.options[taste as usize % list.options.len()].value.clone()
    };
    let answer = if let Some(shoot) = button("Shoot") {
        person.clicks(message, &shoot.custom_id).await
    } else if button("Fire").is_some() && button("Rally").is_some() {
        // the order of a unit
        match (taste % 5, list("Fire at"), list("Run and assault"), button("Advance")) {
            (0 | 3, Some(fire), ..) => {
                person.selects(message, &fire.custom_id, &[&nth(fire)]).await
            }
            (2, _, Some(assault), _) => {
                person.selects(message, &assault.custom_id, &[&nth(assault)]).await
            }
            (1, .., Some(advance)) => person.clicks(message, &advance.custom_id).await,
            _ => person.clicks(message, "Ambush").await,
        }
    } else if let Some(list) = list("Which unit").or_else(|| list("Choose an answer")) {
        person.selects(message, &list.custom_id, &[&nth(list)]).await
    } else if let Some(button) = pressable(message) {
        person.clicks(message, &button.custom_id).await
    } else {
        panic!(
            "{} does not know what to press on:\n{}\n{:?}",
            person.name(),
            message.all_text(),
            message.buttons
        )
    };
    answer.text()
}

#[tokio::test]
async fn a_whole_battle_is_fought_with_buttons_alone() {
    let mut war = War::declared().await;
    let mut steps = 0;
    let mut asked = false;
    let mut orders = 0;
    let mut posted = BTreeSet::new();
    while let Some(mut state) = war.state().await {
        posted.extend(war.club.hall.everything_said().iter().map(|seen| seen.id));
        steps += 1;
        assert!(steps < LONGEST, "the battle goes on for ever");
        if steps % 9 == 0 {
            war.stranger_tries(&war.newest().await).await;
        }
        if steps % 10 == 0 {
            war.only_the_newest_and_the_board_can_be_pressed().await;
        }
        if [12, 40].contains(&steps) {
            war.club.restart_bot().await;
        }
        if state.flow.tasks.last().is_some_and(|task| matches!(task, Task::GoDown { .. })) && !asked
        {
            asked = true;
            // a decision that waits survives a restart, and only its player's word counts
            // the step is stored a moment before its message is there
            let asks = |seen: &Seen| !seen.private && seen.button("Stay up").is_some();
            let question = war.club.hall.wait_for(asks).await;
            war.club.restart_bot().await;
            let other = if std::ptr::eq(war.next(&state, 0), &raw const war.club.ann) {
                &war.club.bob
            } else {
                &war.club.ann
            };
            let refused = other.clicks(&question, "Stay up").await;
            assert!(refused.is_private(), "{}", refused.text());
            state = war.state().await.unwrap();
        }
        let before = war.seq().await;
        let person = war.next(&state, steps).clone();
        let mut said = Vec::new();
        let mut message = war.newest().await;
        for press_number in 1.. {
            said.push(press(&person, &message, orders).await);
            if war.seq().await != before {
                break;
            }
            assert!(
                press_number < MOST_PRESSES,
                "too many presses for one step: {said:#?}\n{}",
                message.all_text()
            );
            // what was chosen stands on the message on which it was chosen
            message = message.again().unwrap();
        }
        orders += u32::from(state.phase == Phase::Orders && state.flow.drawn.is_some());
    }
    assert!(asked, "nobody was ever asked whether to go down");
    let (given, turns) = war.is_over_and_recorded().await;
    // what was posted to ring for somebody is folded away: an activation is one message, and beside them there are the
    // deployment, the board and the end
    let left = || war.club.hall.everything_said().len();
    war.club.until(|| left() <= given.len() + 3).await;
    assert!(left() * 10 <= given.len() * 13, "{} messages, {} activations", left(), given.len());
    let most = given.len() * 2 + turns as usize + 3;
    assert!(posted.len() <= most, "{} posts, {} activations", posted.len(), given.len());
    for order in [Order::Fire, Order::Advance, Order::Run, Order::Ambush] {
        assert!(given.contains(&order), "nobody ever got a {order} order");
    }
}

/// The line that somebody types who knows the commands.
fn line(state: &State, taste: u32) -> String {
    if state.flow.tasks.last() == Some(&Task::Act) {
        let Some(doing) = unit_options(state) else { panic!("nothing to do") };
        let side = state.unit(doing.unit).unwrap().side;
        if let Some(enemy) = doing.charges {
            return format!("/assault target:{}", state.unit_name(enemy));
        }
        if doing.moves.is_some() {
            return "/move".to_owned();
        }
        let target = state.living(state.enemy_of(side)).next().unwrap().0;
        if doing.shoots.is_some() && taste.is_multiple_of(2) {
            return format!("/shoot target:{} range:10", state.unit_name(target));
        }
        return "/move pace:Stay".to_owned();
    }
    if !state.flow.tasks.is_empty() {
        return "/react answer:1".to_owned();
    }
    match (state.phase, state.flow.drawn) {
        (Phase::Deploying | Phase::DeployingSnipers, Some(seat)) => {
            let (unit, _) = state.waiting_for_orders(seat).next().unwrap();
            format!("/deploy unit:{}", state.unit_name(unit))
        }
        (Phase::Orders, Some(seat)) => {
            let (unit, ordered) = state.waiting_for_orders(seat).next().unwrap();
            let unit = state.unit_name(unit);
            let enemies: Vec<_> = state.living(state.enemy_of(seat)).collect();
            let enemy = state.unit_name(enemies[taste as usize % enemies.len()].0);
            match taste % 6 {
                // whoever handles beasts may have nobody left who shoots
                0 | 5 if can_shoot(state, ordered, Manner::Fire) => {
                    format!("/shoot target:{enemy} range:10 unit:{unit}")
                }
                2 if ordered.kind().may_assault() => format!("/assault target:{enemy} unit:{unit}"),
                1 => format!("/move unit:{unit} pace:Advance"),
                3 => format!("/order unit:{unit} order:Ambush"),
                _ => format!("/order unit:{unit} order:Down"),
            }
        }
        (Phase::Deploying | Phase::DeployingSnipers | Phase::Orders, None) => "/draw".to_owned(),
        (Phase::TurnEnd, _) => "/turn end".to_owned(),
        (Phase::Infiltrating | Phase::Over, _) => panic!("not in this battle"),
    }
}

#[tokio::test]
async fn a_whole_battle_is_fought_with_typed_commands_alone() {
    let mut war = War::declared_by_commands().await;
    let mut steps = 0;
    let mut typed: Vec<String> = Vec::new();
    let mut orders = 0;
    while let Some(state) = war.state().await {
        steps += 1;
        assert!(steps < LONGEST, "the battle goes on for ever");
        if [10, 33].contains(&steps) {
            war.club.restart_bot().await;
        }
        let line = line(&state, orders);
        orders += u32::from(state.phase == Phase::Orders && state.flow.drawn.is_some());
        let before = war.seq().await;
        if steps % 9 == 0 {
            let refused = war.club.pat.at(&war.club.hall).slash(&line).await;
            assert!(refused.is_private(), "{line}: {}", refused.text());
            assert_eq!(war.seq().await, before, "a stranger typed {line}: {}", refused.text());
        }
        let person = war.next(&state, steps);
        let answer = person.at(&war.club.hall).slash(&line).await;
        assert!(war.seq().await > before, "{line} did nothing: {}", answer.text());
        typed.push(line);
    }
    for command in
        ["/draw", "/deploy", "/order", "/shoot", "/assault", "/move", "/react", "/turn end"]
    {
        assert!(typed.iter().any(|line| line.starts_with(command)), "{command} was never typed");
    }
    war.is_over_and_recorded().await;
}
