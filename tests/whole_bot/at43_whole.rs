//! A whole mission between two people, from the plans of round 1 to the record. Dice fall as they fall, so both play by what
//! they see, with presses and typed lines; the bot is restarted in the middle, the other player and somebody who does not play
//! keep pressing things, and everything that reaches anybody is listened to.

use std::collections::BTreeMap;

use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::at43::{At43, State, View};
use gatemaster_rules::export::{Export, verify};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::record::Outcome;
use gatemaster_rules::system::{System as _, Who};
use gatemaster_sandbox::{Answer, Person, Seen};

use crate::club::{Club, eventually};
use crate::mission::{BLUE, Mission};
use crate::secrets::{Heard, listen};

/// More steps than a mission of this size takes.
const LONGEST: u32 = 600;
/// What one step may ask of a player.
const MOST_PRESSES: u32 = 7;

/// What Ann brings, with a mark that nobody else may hear before everybody has locked.
const STARS: &str = "White Stars: Quiet Zephyrs; \
    6 steel troopers, 1 missile launcher, 1 medic, sergeant; 2 steel TacArms";

/// What a private plan says and nothing else does.
const PRIVATE: [&str; 6] = [
    "your plan",
    "Locked: ",
    "You win the Authority test",
    "Only you see their order",
    "Move a card",
    "is put at place",
];

struct War {
    club: Club,
    mission: Mission,
    heard: BTreeMap<&'static str, Heard>,
    /// How much of it has been looked through, by name.
    read: BTreeMap<&'static str, usize>,
}

impl War {
    /// From the first command to the plans of round 1, through Discord alone.
    async fn declared() -> Self {
        let club = Club::open().await;
        let mut heard = BTreeMap::new();
        for name in ["Ann", "Bob", "Pat"] {
            heard.insert(name, listen(&club, name).await);
        }
        let (ann, bob) = (club.ann.clone(), club.bob.clone());
        Mission::lobby(&club).await;
        let lobby = ann.at(&club.hall).slash("/game board").await.message();
        ann.clicks(&lobby, "Play Blue").await;
        bob.clicks(&lobby.again().unwrap(), "Play Red").await;
        let ready = club.hall.wait_for(|seen| seen.button("Start").is_some()).await;
        ann.clicks(&ready, "Start").await;
        let mission = Mission::found(&club).await;
        let mut war = Self { club, mission, heard, read: BTreeMap::new() };
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
        let (ann, bob) = (self.club.ann.clone(), self.club.bob.clone());
        for name in ["Ann", "Bob", "Pat"] {
            self.news(name).await;
        }
        let asks = |seen: &Seen| !seen.private && seen.button("My company…").is_some();
        let asked = self.club.hall.wait_for(asks).await;
        let refused = self.club.pat.clicks(&asked, "My company…").await;
        assert!(refused.is_private(), "{}", refused.text());
        self.news("Pat").await;
        let home = bob.clicks(&asked, "My company…").await.message();
        assert!(home.private, "{}", home.all_text());
        self.club.restart_bot().await;
        let list = &home.selects[0];
        let ready = list.options.iter().find(|option| option.label.contains("Therian patrol"));
        let ready = ready.unwrap_or_else(|| panic!("{:?}", list.options)).value.clone();
        bob.selects(&home, &list.custom_id, &[&ready]).await.settled().await;
        assert!(self.mission.state().await.sides[1].locked, "Bob has locked");
        for name in ["Ann", "Pat"] {
            let news = self.news(name).await;
            for secret in ["Storm golems", "storm-golems", "Therian patrol"] {
                assert!(!news.contains(secret), "{name} heard of {secret}");
            }
        }
        self.news("Bob").await;
        let line = format!("/at43 company text:{STARS}");
        let begun = ann.at(&self.club.hall).slash(&line).await;
        assert!(begun.is_private(), "{}", begun.text());
        for name in ["Bob", "Pat"] {
            let news = self.news(name).await;
            for secret in ["Zephyrs", "Steel", "steel-troopers", "TacArms"] {
                assert!(!news.contains(secret), "{name} heard of {secret}");
            }
        }
        let locked = ann.at(&self.club.hall).slash(&format!("{line} lock:True")).await;
        locked.settled().await;
        let state = self.mission.state().await;
        assert_eq!(state.phase, Phase::Laying, "{}", locked.text());
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

    /// What somebody has heard since it was looked through the last time.
    async fn news(&mut self, name: &'static str) -> String {
        let words = format!("hem {}", self.club.hall.everything().len());
        self.club.pat.at(&self.club.hall).says(&words).await;
        let heard = self.heard[name].clone();
        self.club.until(|| heard.text().contains(&words)).await;
        let text = heard.text();
        let from = self.read.insert(name, text.len()).unwrap_or(0);
        text[from..].to_owned()
    }

    /// Nobody has heard what somebody else does in private.
    async fn nobody_has_heard_of_plans(&mut self, of: &Person) {
        for name in ["Ann", "Bob", "Pat"] {
            let news = self.news(name).await;
            if name != of.name() {
                for words in PRIVATE {
                    assert!(!news.contains(words), "{name} heard of {}'s: {words}", of.name());
                }
            }
        }
    }

    /// Somebody plans the round: by presses or in one line, changed once, and nobody else hears of it.
    async fn plans(&mut self, person: &Person, round: u32) {
        // what came before is of no interest
        for name in ["Ann", "Bob", "Pat"] {
            self.news(name).await;
        }
        let last = {
            let state = self.mission.state().await;
            gatemaster_rules::at43::tactical::missing(&state).len() == 1
        };
        if round % 2 == 1 {
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
            if let Some(wager) = mine.select("Wager…") {
                let most = wager.options.last().unwrap().value.clone();
                person.selects(&mine, "Wager…", &[&most]).await;
            }
            if round == 1 {
                self.club.restart_bot().await;
            }
            if !last {
                self.nobody_has_heard_of_plans(person).await;
            }
            person.clicks(&mine, "Lock").await.settled().await;
        } else {
            person.at(&self.club.hall).slash("/at43 plan wager:1").await.settled().await;
        }
        if !last {
            person.at(&self.club.hall).slash("/at43 mine").await.settled().await;
            person.at(&self.club.hall).slash("/at43 plan wager:0").await.settled().await;
            let refused = self.club.bob.at(&self.club.hall).slash("/game export").await;
            assert!(refused.is_private(), "{}", refused.text());
            self.nobody_has_heard_of_plans(person).await;
        }
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
            let value = nth(drills);
            return person.selects(message, &drills.custom_id, &[&value]).await;
        }
        let end = button(":t:end").unwrap_or_else(|| panic!("no end: {}", message.all_text()));
        return person.clicks(message, &end.custom_id).await;
    }
    if let Some(answer) = button(":q:a:") {
        return person.clicks(message, &answer.custom_id).await;
    }
    if let Some(list) = list(":q:of") {
        return person.selects(message, &list.custom_id, &[&nth(list)]).await;
    }
    panic!(
        "{} does not know what to press on:\n{}\n{:?}",
        person.name(),
        message.all_text(),
        message.buttons
    )
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
    war.is_over_and_recorded().await;
}
