//! Companies of thousands of army points through every list, page, sheet, picture, board and message. Discord refuses whatever
//! is too long, so what arrives is within its limits.

use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::state::Phase;
use gatemaster_sandbox::{Answer, Person, Seen};

use crate::club::Club;
use crate::mission::{BLUE, Mission, RED};

/// The message that came, which is no word about a fault or a refusal.
fn good(answer: &Answer) -> Seen {
    let seen = answer.message();
    let text = seen.all_text();
    for failed in ["went wrong", "out of date", "not offered"] {
        assert!(!text.contains(failed), "{text}");
    }
    seen
}

/// The page that follows on this one, if it is not the first again.
fn next_page(seen: &Seen, page: usize) -> Option<String> {
    let label = format!("Page {}", page + 1);
    let next = seen.buttons.iter().find(|button| button.label.ends_with(&label));
    next.map(|button| button.label.clone())
}

/// All pages of something, by its own buttons.
async fn pages(person: &Person, first: Seen) -> Vec<Seen> {
    let mut all = vec![first];
    while let Some(next) = next_page(&all[all.len() - 1], all.len()) {
        let seen = good(&person.clicks(&all[all.len() - 1], &next).await);
        all.push(seen);
    }
    all
}

/// What a list offers on all its pages.
async fn whole_list(person: &Person, seen: &Seen, placeholder: &str) -> Vec<String> {
    let (mut seen, mut labels) = (seen.clone(), Vec::new());
    loop {
        let list = seen.select(placeholder).unwrap().clone();
        let is_more = |label: &str| label.starts_with("Others…") || label.starts_with("More ▸");
        labels.extend(
            list.options
                .iter()
                .map(|option| option.label.clone())
                .filter(|label| !is_more(label) && !label.starts_with('◂')),
        );
        let more = list.options.iter().find(|option| is_more(&option.label));
        // "Others…" comes round to the first page again
        let Some(more) = more.filter(|more| more.value != "@0") else { break };
        let picked = person.selects(&seen, placeholder, &[&more.label]).await;
        seen = good(&picked);
    }
    labels
}

/// Looks at a quick company of so many points from all sides in the builder, then locks it.
async fn brings(club: &Club, mission: &Mission, person: &Person, army: &str, points: u32) {
    let opened = person.clicks(&mission.board().await, "My company…").await;
    let home = good(&opened);
    let label = format!("Quick {army} · ");
    let ready = &home.selects[0].options;
    let quick = ready.iter().find(|option| option.label.starts_with(&label));
    let quick = quick.unwrap_or_else(|| panic!("{ready:?}"));
    let sum: u32 = quick.label.trim_start_matches(&label).trim_end_matches(" AP").parse().unwrap();
    assert!(sum <= points && sum * 100 >= points * 85, "{sum} of {points}");

    let offered = person.at(&club.hall).completes("/at43 company name:quick").await;
    assert!(offered.iter().any(|one| one.name.starts_with(&label)), "{offered:?}");
    let line = format!("/at43 company name:Quick {army}");
    let bench = good(&person.at(&club.hall).slash(&line).await);
    assert!(bench.all_text().contains("Legal: you can lock it"), "{}", bench.all_text());
    let bench = pages(person, bench).await.pop().unwrap();
    let units = whole_list(person, &bench, "Change a unit…").await;
    let checked = good(&person.clicks(&bench, "Check").await);
    let bench = good(&person.clicks(&checked, "Back").await);
    let sheet = good(&person.clicks(&bench, "Sheet").await);
    let sheets = pages(person, sheet).await;
    let text: String = sheets.iter().map(Seen::all_text).collect();
    for unit in &units {
        assert!(text.contains(unit.as_str()), "{unit} in {text}");
    }
    let bench = good(&person.clicks(&sheets[sheets.len() - 1], "Back").await);
    let first = bench.select("Change a unit…").unwrap().options[0].label.clone();
    let unit = good(&person.selects(&bench, "Change a unit…", &[&first]).await);
    let bench = good(&person.clicks(&unit, "Back").await);
    let exported = good(&person.clicks(&bench, "Export").await);
    assert_eq!(exported.files.len(), 3);
    good(&person.clicks(&bench, "Lock").await);
}

/// The whole way to the first card with companies of so many points; gives how many units each of them has.
async fn a_game_of(points: u32) -> [usize; 2] {
    let club = Club::open().await;
    let mission = Mission::open(&club, Setup { points, ..Setup::default() }).await;
    let (ann, bob) = (club.ann.clone(), club.bob.clone());
    brings(&club, &mission, &ann, "White Stars", points).await;
    brings(&club, &mission, &bob, "Therians", points).await;
    let state = mission.state().await;
    assert_eq!(state.phase, Phase::Laying);
    let units = [BLUE, RED].map(|seat| state.units_of(seat).count());

    for line in ["/at43 sheet side:Blue", "/at43 sheet side:Red"] {
        pages(&club.pat, good(&club.pat.at(&club.hall).slash(line).await)).await;
    }
    let lists = good(&club.pat.at(&club.hall).slash("/unit").await);
    for (side, number) in [("Blue", units[0]), ("Red", units[1])] {
        let placeholder = format!("Look at a unit of {side}…");
        let names = whole_list(&club.pat, &lists, &placeholder).await;
        assert_eq!(names.len(), number, "{names:?}");
    }
    mission.play(&ann, Command::AgreeField { seat: BLUE }).await;
    mission.play(&bob, Command::AgreeField { seat: RED }).await;
    let board = mission.board().await;
    assert!(board.all_text().contains("sequence and wager"), "{}", board.all_text());
    assert!(board.files.iter().all(|file| file.description.chars().count() <= 1024));

    plans(&ann, &board, units[0]).await;
    let locks = bob.clicks(&board, "Lock: order of my sheet, wager 0");
    good(&club.with_dice("6 1", locks).await);
    let asked = mission.newest().await;
    good(&ann.clicks(&asked, "Blue begins").await);
    let turn = mission.newest().await;
    good(&ann.clicks(&turn, "Play the next card").await);
    mission.board().await;
    for line in ["/at43 mine", "/game log", "/game recap", "/explain"] {
        good(&ann.at(&club.hall).slash(line).await);
    }
    let unit = state.units_of(BLUE).last().unwrap().1.name.clone();
    let shown = good(&ann.at(&club.hall).slash(&format!("/unit unit:{unit}")).await);
    good(&ann.clicks(&shown, "Show everybody").await);
    units
}

/// Moves the last card to the front, types the order, and locks.
async fn plans(person: &Person, board: &Seen, cards: usize) {
    let mut form = good(&person.clicks(board, "My plan…").await);
    assert_eq!(form.button("Other cards").is_some(), cards > 25);
    while form
        .select("Move a card…")
        .unwrap()
        .options
        .iter()
        .all(|option| !option.label.starts_with(&format!("{cards}. ")))
    {
        form = good(&person.clicks(&form, "Other cards").await);
    }
    let last = form.select("Move a card…").unwrap().options.last().unwrap().label.clone();
    let form = good(&person.selects(&form, "Move a card…", &[&last]).await);
    let form = good(&person.clicks(&form, "First").await);
    let name = last.split_once(". ").unwrap().1.to_owned();
    assert_eq!(form.select("Move a card…").unwrap().options[0].label, format!("1. {name}"));
    let typed = person.clicks(&form, "Type it…").await.modal().unwrap();
    let order = typed.inputs[0].value.clone();
    assert_eq!(order.lines().count(), cards);
    let form = good(&typed.submit(&[(&typed.inputs[0].custom_id, &order)]).await);
    good(&person.clicks(&form, "Lock").await);
}

/// T-BLD-9, T-TAC-3
#[tokio::test]
async fn companies_of_three_thousand_points_go_through_everything() {
    let units = a_game_of(3_000).await;
    assert!(units.iter().all(|units| *units > 8), "{units:?}");
}

/// T-BLD-9, T-TAC-3
#[tokio::test]
async fn companies_of_more_units_than_a_list_holds_go_through_everything() {
    let units = a_game_of(9_000).await;
    assert!(units.iter().all(|units| *units > 25), "{units:?}");
}
