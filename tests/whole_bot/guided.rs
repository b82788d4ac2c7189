//! The guided first battle: opened by one press, played alone or with a friend, and the way from it to a real one.

use std::sync::Arc;

use gatemaster_commands::desk::{Desk, Loaded};
use gatemaster_rules::antares::State;
use gatemaster_rules::antares::turn::GUIDED_TURNS;
use gatemaster_rules::game::View;
use gatemaster_rules::table::Phase;
use gatemaster_sandbox::Seen;

use crate::battle_whole::press;
use crate::club::Club;

const LESSON: &str = "/game new system:Antares: a guided first battle";
/// Four units, two turns: a draw, a unit, an order, a shot and what follows from it.
const MOST_PRESSES: u32 = 120;

struct Lesson {
    club: Club,
    desk: Desk,
    id: String,
}

impl Lesson {
    async fn begun() -> (Self, Seen) {
        let club = Club::open().await;
        let board = club.ann.at(&club.hall).slash(LESSON).await.message();
        (Self::at(club).await, board)
    }

    async fn at(club: Club) -> Self {
        let store = club.store().await;
        let id = store.open_game_in(club.hall.id()).await.unwrap().unwrap().id;
        let desk = gatemaster_commands::open_desk(store, Arc::clone(&club.clock));
        Self { club, desk, id }
    }

    async fn game(&self) -> Loaded {
        self.desk.load_any(&self.id).await.unwrap().unwrap()
    }

    async fn seq(&self) -> u32 {
        self.game().await.seq.0
    }

    async fn state(&self) -> State {
        match self.game().await.table.game {
            Some(View::Antares(state)) => state,
            other => panic!("no battle: {other:?}"),
        }
    }

    async fn newest(&self) -> Seen {
        self.club.newest_usable(&self.id, self.seq().await).await
    }

    /// Ann does what the newest message says until one step more is made; gives the presses that took.
    async fn goes_on(&self, taste: u32) -> u32 {
        let before = self.seq().await;
        let mut message = self.newest().await;
        assert_eq!(
            message.all_text().matches("💡 **").count(),
            1,
            "one line says what to do and why:\n{}",
            message.all_text()
        );
        for presses in 1..=3 {
            press(&self.club.ann, &message, taste).await;
            if self.seq().await != before {
                return presses;
            }
            message = message.again().unwrap();
        }
        panic!("three presses made no step:\n{}", message.all_text());
    }
}

#[tokio::test]
async fn a_guided_battle_is_one_press_away_and_over_after_two_turns() {
    let (mut lesson, board) = Lesson::begun().await;
    let text = board.all_text();
    for line in [
        "you play both sides",
        "**Algoryn** (Ann)",
        "**Concord** (Ann)",
        "💡 **Press *Draw next*.**",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let (mut presses, mut steps) = (1, 0);
    while lesson.game().await.table.phase == Phase::Playing {
        presses += lesson.goes_on(steps).await;
        steps += 1;
        if steps == 7 {
            lesson.club.restart_bot().await;
        }
        assert!(presses <= MOST_PRESSES, "it does not end");
    }
    let state = lesson.state().await;
    assert!(state.turn <= GUIDED_TURNS && state.ending.is_some(), "turn {}", state.turn);

    // and on to a real one, on both seats as before
    let ended = |seen: &Seen| seen.button("Fight a real battle").is_some();
    let ended = lesson.club.hall.wait_for(ended).await;
    let lobby = lesson.club.ann.clicks(&ended, "Fight a real battle").await.message();
    let text = lobby.all_text();
    assert!(
        text.contains("**Algoryn** (Ann) · 6 units") && text.contains("**Ghar** (Ann)"),
        "{text}"
    );
    assert!(lobby.button("Start").is_some(), "{:?}", lobby.buttons);
    assert!(!text.contains("💡"), "{text}");
}

#[tokio::test]
async fn a_friend_takes_one_side_of_a_guided_battle() {
    let (lesson, board) = Lesson::begun().await;
    let (ann, bob) = (&lesson.club.ann, &lesson.club.bob);
    let room = ann.clicks(&board, "Somebody joins me").await;
    assert!(!room.is_private(), "{}", room.text());
    assert_eq!(room.text(), "Ann keeps one side. Concord is free: whoever presses first plays it.");
    bob.clicks(&room.message(), "Play Concord").await;
    let table = lesson.game().await.table;
    let names: Vec<_> =
        table.seats.iter().map(|chair| chair.player.as_ref().unwrap().name.clone()).collect();
    assert_eq!(names, ["Ann", "Bob"]);
    let shared = |seen: &Seen| seen.all_text().contains("**Concord** (Bob)");
    let board = lesson.club.hall.wait_for(shared).await;
    assert!(board.button("Somebody joins me").is_none(), "{:?}", board.buttons);
    // now it is for both of them to end it
    let asked = bob.clicks(&board, "End it here").await;
    assert!(asked.text().contains("asks to end this game"), "{}", asked.text());
    ann.clicks(&asked.message(), "Agree").await;
    let ended =
        lesson.club.hall.wait_for(|seen| seen.button("Fight a real battle").is_some()).await;
    let lobby = bob.clicks(&ended, "Fight a real battle").await.message();
    assert!(lobby.pings(ann), "{}", lobby.all_text());
    assert!(lobby.all_text().contains("A real battle: Ann, take a side."), "{}", lobby.all_text());
    assert!(lobby.all_text().contains("**Ghar** (Bob)"), "{}", lobby.all_text());
    assert!(lobby.button("Play Algoryn").is_some());
}

#[tokio::test]
async fn the_help_begins_a_lesson_and_whoever_has_enough_ends_it_alone() {
    let club = Club::open().await;
    let (ann, pat) = (club.ann.clone(), club.pat.clone());
    let page = ann.at(&club.hall).slash("/help topic:antares").await.message();
    let board = ann.clicks(&page, "Guided first battle").await.message();
    assert!(board.button("Draw next").is_some(), "{}", board.all_text());
    let lesson = Lesson::at(club).await;
    for refused in
        [pat.clicks(&board, "End it here").await, pat.clicks(&board, "Somebody joins me").await]
    {
        assert!(refused.is_private(), "{}", refused.text());
    }
    assert_eq!(lesson.game().await.table.phase, Phase::Playing);
    ann.clicks(&board, "End it here").await;
    let ended =
        lesson.club.hall.wait_for(|seen| seen.button("Fight a real battle").is_some()).await;
    assert!(
        ended.all_text().contains("It was left off in turn 1, undecided."),
        "{}",
        ended.all_text()
    );
}

#[tokio::test]
async fn a_lesson_has_forces_of_its_own_and_may_have_a_thread() {
    let club = Club::open().await;
    let refused = club.ann.at(&club.hall).slash(&format!("{LESSON} force:Ghar")).await;
    assert!(refused.is_private(), "{}", refused.text());
    assert!(refused.text().contains("forces of its own"), "{}", refused.text());
    club.ann.at(&club.hall).slash(&format!("{LESSON} thread:True name:Evening school")).await;
    let thread = club.hall.thread("Evening school");
    let board = thread.wait_for(|seen| seen.button("Draw next").is_some()).await;
    assert!(board.all_text().contains("**Concord** (Ann)"), "{}", board.all_text());
    assert!(board.all_text().contains("you play both sides"), "{}", board.all_text());
}
