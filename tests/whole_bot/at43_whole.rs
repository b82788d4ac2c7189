//! A whole mission between two people, from the plans of round 1 to the record. Dice fall as they fall, so both play by what
//! they see, with presses and typed lines; the bot is restarted in the middle, the other player and somebody who does not play
//! keep pressing things, and everything that reaches anybody is listened to.

use gatemaster_rules::at43::event::Event;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::at43::tactical::missing;
use gatemaster_rules::at43::{At43, State, View};
use gatemaster_rules::export::{Export, verify};
use gatemaster_rules::game;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::record::Outcome;
use gatemaster_rules::system::{System as _, Who};
use gatemaster_rules::table;
use gatemaster_sandbox::{Answer, Person, Seen};

use crate::at43_ears::{Ears, cards_of, line_of, marks_of};
use crate::club::{Club, eventually};
use crate::mission::{BLUE, Mission, RED};
use crate::secrets::watched;

/// More steps than a mission of this size takes.
const LONGEST: u32 = 600;
/// What one step may ask of a player.
const MOST_PRESSES: u32 = 7;
/// With the seed, the id gives the dice.
const ID: &str = "m1ss10n043";
/// The dice of an ordinary run; `GATEMASTER_SEED` gives others.
const SEED: u8 = 6;

/// What Ann brings, with a name that nobody else may hear before everybody has locked.
const STARS: &str = "White Stars: Quiet Zephyrs; \
    6 steel troopers, 1 missile launcher, 1 medic, sergeant; 2 steel TacArms";

/// What a private plan says and nothing else does.
const PRIVATE: [&str; 9] = [
    "your plan",
    "your next cards",
    "Locked: ",
    "You win the",
    "wager of",
    "Wager **",
    "Only you see their order",
    "Move a card",
    "is put at place",
];

struct War {
    club: Club,
    mission: Mission,
    ears: Ears,
    /// The round in whose middle everybody has looked round.
    looked: u32,
    _logging: tracing::subscriber::DefaultGuard,
}

impl War {
    /// From the first command to the plans of round 1, through Discord alone.
    async fn declared() -> Self {
        let seed = std::env::var("GATEMASTER_SEED");
        let seed: u8 = seed.map_or(SEED, |seed| seed.parse().unwrap());
        println!("The dice are those of GATEMASTER_SEED={seed}");
        let (mut club, log, logging) = watched().await;
        club.clock.dice.seed_next(ID, [seed; 32]);
        club.start_bot().await;
        let ears = Ears::open(&club, log).await;
        let (ann, bob) = (club.ann.clone(), club.bob.clone());
        let lobby = ann.at(&club.hall).slash("/game new system:AT-43 name:The Mine").await;
        let lobby = lobby.message();
        ann.clicks(&lobby, "Play Blue").await;
        bob.clicks(&lobby.again().unwrap(), "Play Red").await;
        let ready = club.hall.wait_for(|seen| seen.button("Start").is_some()).await;
        ann.clicks(&ready, "Start").await;
        let mission = Mission::found(&club).await;
        assert_eq!(mission.id, ID);
        let mut war = Self { club, mission, ears, looked: 0, _logging: logging };
        war.companies().await;
        for person in [&war.club.ann, &war.club.bob] {
            let asks = |seen: &Seen| !seen.private && seen.button("Agreed").is_some();
            let asked = war.club.hall.wait_for(asks).await;
            let refused = war.club.pat.clicks_as_seen(&asked, "Agreed").await;
            assert!(refused.is_private(), "{}", refused.text());
            person.clicks(&asked, "Agreed").await.settled().await;
        }
        assert_eq!(war.mission.state().await.phase, Phase::Tactical);
        war.mission.board().await;
        war
    }

    /// Bob takes a ready company by two presses, Ann types hers; what they are is secret until both have locked.
    async fn companies(&mut self) {
        let (ann, bob, pat) = (self.club.ann.clone(), self.club.bob.clone(), self.club.pat.clone());
        let asks = |seen: &Seen| !seen.private && seen.button("My company…").is_some();
        let asked = self.club.hall.wait_for(asks).await;
        let refused = pat.clicks(&asked, "My company…").await;
        assert!(refused.is_private(), "{}", refused.text());
        self.ears.look_through(&self.club).await;
        let home = bob.clicks(&asked, "My company…").await.message();
        assert!(home.private, "{}", home.all_text());
        self.club.restart_bot().await;
        let list = &home.selects[0];
        let ready = list.options.iter().find(|option| option.label.contains("Therian patrol"));
        let ready = ready.unwrap_or_else(|| panic!("{:?}", list.options)).value.clone();
        bob.selects(&home, &list.custom_id, &[&ready]).await.settled().await;
        assert!(self.mission.state().await.sides[1].locked, "Bob has locked");
        self.ears
            .keep("Bob", ["Therian patrol", "Storm golems", "Bane goliaths"].map(str::to_owned));
        self.ears.look_round(&self.club, &[&ann, &bob, &pat]).await;

        let line = format!("/at43 company text:{STARS}");
        let begun = ann.at(&self.club.hall).slash(&line).await;
        assert!(begun.is_private(), "{}", begun.text());
        self.ears.keep("Ann", ["Zephyrs", "Steel troopers", "TacArms"].map(str::to_owned));
        self.ears.look_round(&self.club, &[&ann, &bob, &pat]).await;
        let locked = ann.at(&self.club.hall).slash(&format!("{line} lock:True")).await;
        locked.settled().await;
        let state = self.mission.state().await;
        assert_eq!(state.phase, Phase::Laying, "{}", locked.text());
        self.ears.look_through_but(&self.club, &["Ann", "Bob"]).await;
    }

    fn player(&self, seat: Seat) -> &Person {
        if seat == BLUE { &self.club.ann } else { &self.club.bob }
    }

    fn other(&self, person: &Person) -> &Person {
        if person.id() == self.club.ann.id() { &self.club.bob } else { &self.club.ann }
    }

    /// Whom the game waits for.
    fn next(&self, state: &View) -> Person {
        let open = At43::open(state);
        let seat = open.iter().find_map(|open| match open.who {
            Who::Seat(seat) => Some(seat),
            Who::May(_) | Who::AnyPlayer => None,
        });
        self.player(seat.unwrap_or_else(|| panic!("it waits for nobody: {open:?}"))).clone()
    }

    /// The order of somebody's cards is their secret from now on, with the line that told it to them when they locked it.
    async fn keeps_cards(&mut self, person: &Person, seat: Seat, line: bool) {
        let order = cards_of(&self.club, person).await;
        assert!(!order.is_empty(), "{} has cards", person.name());
        let mut marks = marks_of(&order);
        if line {
            let state = self.mission.state().await;
            marks.extend(line_of(&state, seat, &order));
        }
        self.ears.keep(name_of(seat), marks);
    }

    /// Somebody plans the round: by presses or in one line, changed once, and nobody else hears of it.
    async fn plans(&mut self, person: &Person, round: u32) {
        let seat = if person.id() == self.club.ann.id() { BLUE } else { RED };
        let other = self.other(person).clone();
        let state = self.mission.state().await;
        let last = missing(&state).len() == 1;
        if round % 2 == 1 {
            self.plans_by_presses(person, round).await;
        } else {
            let one_card =
                person.at(&self.club.hall).completes("/at43 plan order:").await.len() < 2;
            let order = if one_card { "" } else { " order:2 1" };
            // whoever has no officer left may not wager
            let before = self.mission.steps().await;
            for wager in [1, 0] {
                if self.mission.steps().await == before {
                    let line = format!("/at43 plan{order} wager:{wager}");
                    person.at(&self.club.hall).slash(&line).await.settled().await;
                }
            }
        }
        if last {
            // the wagers are shown now, and the cards are not
            self.keeps_cards(person, seat, true).await;
            return;
        }
        self.ears.nobody_else_hears(&self.club, name_of(seat), &PRIVATE).await;
        self.keeps_cards(person, seat, true).await;
        let changed = person.at(&self.club.hall).slash("/at43 plan wager:0").await;
        assert!(changed.is_private(), "{}", changed.text());
        self.ears.nobody_else_hears(&self.club, name_of(seat), &PRIVATE).await;
        let pat = self.club.pat.clone();
        self.ears.look_round(&self.club, &[person, &other, &pat]).await;
        if round == 1 {
            let remind = "/game settings remind:after 6 hours";
            self.club.ann.at(&self.club.hall).slash(remind).await.settled().await;
            self.club.hours_pass(7);
            let reminds = |seen: &Seen| seen.all_text().contains("-# Reminder");
            self.club.hall.wait_for(reminds).await;
        }
    }

    async fn plans_by_presses(&mut self, person: &Person, round: u32) {
        let board = self.mission.board().await;
        let mine = person.clicks(&board, "My plan…").await.message();
        let list = &mine.selects[0];
        let end = list.options.last().unwrap().value.clone();
        let mine = person.selects(&mine, &list.custom_id, &[&end]).await.message();
        // with one card there is nothing to move
        let mine = match mine.button("First").filter(|button| !button.disabled) {
            Some(_) => person.clicks(&mine, "First").await.message(),
            None => mine,
        };
        let most = mine.select("Wager…").map(|list| list.options.last().unwrap().value.clone());
        let mine = match most {
            Some(most) => person.selects(&mine, "Wager…", &[&most]).await.message(),
            None => mine,
        };
        if round == 1 {
            self.club.restart_bot().await;
        }
        let owner = if person.id() == self.club.ann.id() { "Ann" } else { "Bob" };
        self.ears.nobody_else_hears(&self.club, owner, &PRIVATE).await;
        let lock = mine.buttons.iter().find(|button| button.custom_id.contains(":p:lock")).unwrap();
        person.clicks(&mine, &lock.custom_id).await.settled().await;
    }

    /// Whose cards all lie open has no secret left; everything that has come is looked through for those of the others. In the
    /// middle of a round everybody looks round.
    async fn ears_are_open(&mut self, state: &State) {
        let hidden = |seat: Seat| state.side(seat).unwrap().cards.len();
        let shown = |seat: Seat| match state.phase {
            // nothing of the next round is planned yet
            Phase::Tactical => !state.sides.iter().any(|side| side.planned),
            Phase::Activation => hidden(seat) == 0,
            Phase::Briefing | Phase::Mustering | Phase::Laying => false,
            Phase::Control | Phase::Over => true,
        };
        let shown: Vec<&str> =
            [BLUE, RED].into_iter().filter(|seat| shown(*seat)).map(name_of).collect();
        self.ears.look_through_but(&self.club, &shown).await;
        let turned = state.phase == Phase::Activation && state.flow.acting.is_some();
        if turned && self.looked < state.round && [BLUE, RED].into_iter().all(|it| hidden(it) > 0) {
            self.looked = state.round;
            let people = [self.club.ann.clone(), self.club.bob.clone(), self.club.pat.clone()];
            for (seat, person) in [BLUE, RED].into_iter().zip(&people) {
                self.keeps_cards(person, seat, false).await;
            }
            let people: Vec<&Person> = people.iter().collect();
            self.ears.look_round(&self.club, &people).await;
        }
    }

    /// It was a mission in which something happened: units moved, shots were fired, and blows were struck.
    async fn has_been_fought(&self) {
        let log = self.mission.log().await;
        let events: Vec<&Event> = log
            .iter()
            .flat_map(|step| &step.events)
            .filter_map(|event| match event {
                table::Event::Played(game::Event::At43(event)) => Some(event),
                _ => None,
            })
            .collect();
        let count = |is: fn(&Event) -> bool| events.iter().filter(|event| is(event)).count();
        let moves = count(|event| matches!(event, Event::Moved { .. }));
        let shots = count(|event| matches!(event, Event::SalvoFired { .. }));
        let blows = count(|event| matches!(event, Event::Fought { .. }));
        let cards = count(|event| matches!(event, Event::CardRevealed { .. }));
        assert!(
            moves > 3 && shots > 3 && blows > 0 && cards > 5,
            "{moves} movements, {shots} shots, {blows} combats, {cards} cards"
        );
        assert!(self.ears.kept > 10, "{} marks", self.ears.kept);
        assert!(self.ears.log_is_kept(), "the log was never looked through");
    }

    /// The end: told to everybody, provable to the last die, and ready for a league's books.
    async fn is_over_and_recorded(&self) {
        let club = &self.club;
        let told =
            club.hall.wait_for(|seen| seen.all_text().contains("The seed of its dice")).await;
        let log = club.pat.at(&club.hall).slash("/game log").await;
        assert!(log.failed().is_none(), "{}", log.text());
        let message = club.ann.at(&club.hall).slash("/game export").await.message();
        let json = message.files.iter().find(|file| file.name.contains(".json")).unwrap();
        let export: Export = serde_json::from_slice(&json.bytes).unwrap();
        let report = verify(&export);
        assert!(report.seed_shown && report.faults.is_empty(), "{report:?}");
        let state = self.mission.state().await;
        assert_eq!(state.phase, Phase::Over);
        let winner = state.ending.as_ref().unwrap().winner;
        let record = export.record.as_ref().unwrap();
        assert!(record.decided);
        for (seat, side) in (0..).map(Seat).zip(&record.sides) {
            assert_eq!(side.player.as_ref().unwrap().id.0, self.player(seat).id());
            assert_eq!(side.score, state.side(seat).unwrap().vp);
            let expected = match winner {
                None => Outcome::Draw,
                Some(winner) if winner == seat => Outcome::Win,
                Some(_) => Outcome::Loss,
            };
            assert_eq!(side.result, expected);
        }
        let words = if winner.is_some() { "won" } else { "A draw" };
        assert!(told.all_text().contains(words), "{}", told.all_text());
        let text = message.files.iter().find(|file| file.name.contains(".txt")).unwrap();
        let report = String::from_utf8(text.bytes.to_vec()).unwrap();
        for part in ["Seek and destroy", "Steel troopers", "Storm golems 1"] {
            assert!(report.contains(part), "the report has no {part:?}");
        }
        // nothing of it can be pressed any more
        let look = async || {
            let said = club.hall.everything_said();
            let alive = |id: &str| id.starts_with("t1:");
            let live = said.iter().any(|seen| {
                seen.buttons.iter().any(|it| !it.disabled && alive(&it.custom_id))
                    || seen.selects.iter().any(|list| alive(&list.custom_id))
            });
            (!live).then_some(())
        };
        eventually("nothing of the game can be pressed", look).await;
    }
}

fn name_of(seat: Seat) -> &'static str {
    if seat == BLUE { "Ann" } else { "Bob" }
}

/// What somebody presses who plays by what they see; `taste` makes them do other things at other times.
async fn press(person: &Person, message: &Seen, taste: u32) -> Answer {
    let button = |part: &str| {
        let usable = message.buttons.iter().filter(|button| !button.disabled);
        usable.into_iter().find(|button| button.custom_id.contains(part))
    };
    let list = |part: &str| message.selects.iter().find(|list| list.custom_id.contains(part));
    let nth = |list: &gatemaster_sandbox::Select| {
        list.options[taste as usize % list.options.len()].value.clone()
    };
    // what was begun goes on
    for part in [":s:fire:", ":k:strike:", ":s:enough", ":t:card"] {
        if let Some(button) = button(part) {
            return person.clicks(message, &button.custom_id).await;
        }
    }
    if let Some(done) = button(":g:done:") {
        let touched = list(":g:contact").filter(|it| it.options.iter().all(|one| !one.chosen));
        if let Some(list) = touched {
            return person.selects(message, &list.custom_id, &[&nth(list)]).await;
        }
        return person.clicks(message, &done.custom_id).await;
    }
    // overwatch
    if let Some(hold) = button(":s:hold") {
        let fire = button(":s:watch:").filter(|_| !taste.is_multiple_of(3));
        return person.clicks(message, &fire.unwrap_or(hold).custom_id).await;
    }
    // the menu of a unit
    if list(":t:drills").is_some() || button(":t:end").is_some() || button(":g:go:").is_some() {
        if let Some(open) = button(":k:open") {
            return person.clicks(message, &open.custom_id).await;
        }
        let shoot = list(":s:at").filter(|_| !taste.is_multiple_of(4));
        if let Some(list) = shoot {
            return person.selects(message, &list.custom_id, &[&nth(list)]).await;
        }
        // a rush into contact
        if let Some(way) = button(":g:how:1").filter(|_| taste.is_multiple_of(2)) {
            return person.clicks(message, &way.custom_id).await;
        }
        if let Some(go) = button(":g:go:") {
            return person.clicks(message, &go.custom_id).await;
        }
        if let Some(drills) = list(":t:drills").filter(|_| taste.is_multiple_of(2)) {
            let watch = drills.options.iter().find(|option| option.label.contains("Overwatch"));
            let value = watch.map_or_else(|| nth(drills), |option| option.value.clone());
            return person.selects(message, &drills.custom_id, &[&value]).await;
        }
        if let Some(end) = button(":t:end") {
            return person.clicks(message, &end.custom_id).await;
        }
    }
    if let Some(answer) = button(":q:a:") {
        return person.clicks(message, &answer.custom_id).await;
    }
    if let Some(list) = list(":q:of") {
        return person.selects(message, &list.custom_id, &[&nth(list)]).await;
    }
    // whatever else is asked has a first answer
    let beside = [":p:", ":x:", ":b:", "back"];
    let other = message.buttons.iter().find(|button| {
        let of_the_game = button.custom_id.starts_with("t1:") && !button.disabled;
        of_the_game && !beside.iter().any(|beside| button.custom_id.contains(beside))
    });
    let other = other.unwrap_or_else(|| {
        panic!("{}: nothing to press: {}", person.name(), message.all_text());
    });
    person.clicks(message, &other.custom_id).await
}

/// What somebody types who knows the commands, where one line does it.
fn line(state: &State) -> Option<String> {
    match state.flow.tasks.last()? {
        Task::Turn => Some("/at43 move pace:move".to_owned()),
        Task::Act => Some("/at43 end".to_owned()),
        Task::ChooseFirst { .. } | Task::Template { .. } => {
            Some("/at43 answer answer:1".to_owned())
        }
        _ => None,
    }
}

#[tokio::test]
async fn a_whole_mission_is_played_and_nothing_secret_is_heard() {
    let mut war = War::declared().await;
    let mut steps = 0_u32;
    let mut asked = false;
    loop {
        let state = war.mission.state().await;
        if state.phase == Phase::Over {
            break;
        }
        steps += 1;
        assert!(steps < LONGEST, "the mission goes on for ever");
        war.ears_are_open(&state).await;
        if [9, 31].contains(&steps) {
            war.club.restart_bot().await;
        }
        let person = war.next(&state);
        if state.phase == Phase::Tactical && state.flow.tasks.is_empty() {
            war.plans(&person, state.round).await;
            continue;
        }
        let before = war.mission.steps().await;
        if !asked && matches!(state.flow.tasks.last(), Some(Task::Overwatch { .. })) {
            asked = true;
            // a question that is open survives a restart, and only its player's word counts
            let question = war.mission.newest_or_board().await;
            war.club.restart_bot().await;
            war.mission.hands_off(war.other(&person), &question).await;
        }
        if steps.is_multiple_of(8) {
            let message = war.mission.newest_or_board().await;
            war.mission.hands_off(&war.club.pat, &message).await;
            war.mission.hands_off(war.other(&person), &message).await;
        }
        // whoever has moved lies in wait, until somebody has walked past them
        if !asked
            && state.flow.tasks.last() == Some(&Task::Act)
            && state.flow.acting.as_ref().is_some_and(|acting| acting.moved)
        {
            person.at(&war.club.hall).slash("/at43 end overwatch:true").await.settled().await;
            if war.mission.steps().await > before {
                continue;
            }
        }
        if steps.is_multiple_of(5)
            && let Some(line) = line(&state)
        {
            let told = person.at(&war.club.hall).slash(&line).await;
            if war.mission.steps().await > before {
                continue;
            }
            assert!(told.is_private(), "{line}: {}", told.text());
        }
        let mut said = Vec::new();
        let mut message = war.mission.newest_or_board().await;
        for number in 1.. {
            said.push(press(&person, &message, steps).await.text());
            if war.mission.steps().await != before {
                break;
            }
            assert!(
                number < MOST_PRESSES,
                "too many presses for one step: {said:#?}\n{}",
                message.all_text()
            );
            // what was chosen stands on the message on which it was chosen
            message = message.again().unwrap();
        }
    }
    assert!(asked, "nobody was asked whether to fire in overwatch");
    let state = war.mission.state().await;
    war.ears_are_open(&state).await;
    war.has_been_fought().await;
    war.is_over_and_recorded().await;
}
