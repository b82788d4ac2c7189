//! Orders, moves, charges and deployment, by buttons and by commands.

use gatemaster_rules::antares::command::Cover;
use gatemaster_rules::antares::correct::Change;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{ModelId, Phase, Soma};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::Settings;
use gatemaster_sandbox::{Answer, Seen};

use crate::battlefield::{Battlefield, forces, on_the_table};
use crate::club::{Club, eventually};

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);

/// The message that tells what came of a press or command.
fn told(answer: &Answer) -> Seen {
    answer.messages().pop().unwrap_or_else(|| panic!("nothing was told: {:?}", answer.failed()))
}

/// The same for a press on a message that has served with it: it loses its buttons first.
async fn followed(answer: &Answer) -> Seen {
    answer.settled().await;
    told(answer)
}

/// The sentence that only the one who acted sees.
fn refusal(answer: &Answer) -> String {
    let seen = told(answer);
    assert!(seen.private, "everybody sees: {}", seen.all_text());
    seen.all_text()
}

fn labels(seen: &Seen) -> Vec<&str> {
    seen.buttons.iter().map(|button| button.label.as_str()).collect()
}

fn lists(seen: &Seen) -> Vec<&str> {
    seen.selects.iter().map(|select| select.placeholder.as_str()).collect()
}

fn options<'s>(seen: &'s Seen, list: &str) -> Vec<&'s str> {
    let select = seen.select(list).unwrap_or_else(|| panic!("no list “{list}”: {:?}", lists(seen)));
    select.options.iter().map(|option| option.label.as_str()).collect()
}

#[tokio::test]
async fn units_come_onto_the_table_one_drawn_die_at_a_time() {
    let club = Club::open().await;
    let (ann, bob, hall) = (&club.ann, &club.bob, &club.hall);
    let setup = forces(&["ai_squad", "ai_command_squad"], &["gang_fighters"]);
    let field = Battlefield::open(&club, setup).await;
    field.board().await;

    let drawn = told(&club.does(bob, hall, "/draw dice:Red").await);
    assert!(drawn.all_text().contains("within 5″ of its own table edge"), "{}", drawn.all_text());
    let which = "Which unit comes onto the table?";
    assert_eq!(options(&drawn, which), ["AI Squad", "AI Command Squad"]);
    let stranger = bob.selects(&drawn, which, &["AI Squad"]).await;
    assert!(refusal(&stranger).contains("Red"), "{}", refusal(&stranger));
    assert_eq!(field.steps().await, 3, "nothing has happened");
    let deployed = followed(&ann.selects(&drawn, which, &["AI Command Squad"]).await).await;
    assert!(deployed.all_text().contains("AI Command Squad"), "{}", deployed.all_text());
    assert!(field.unit("AI Command Squad").await.deployed);

    let drawn = told(&club.does(ann, hall, "/draw dice:Blue").await);
    assert!(drawn.selects.is_empty(), "one unit needs no list");
    bob.clicks(&drawn, "Deploy Gang Fighters").await;
    club.does(ann, hall, "/draw dice:Red").await;
    let wrong = refusal(&ann.at(hall).slash("/deploy unit:Gang Fighters").await);
    assert!(wrong.contains("You can name AI Squad"), "{wrong}");
    let offered = ann.at(hall).completes("/deploy unit:ai").await;
    assert_eq!(offered.len(), 1);
    assert!(offered[0].name.starts_with("AI Squad · 5 models"), "{}", offered[0].name);
    ann.at(hall).slash("/deploy unit:ai squad").await;
    let state = field.state().await;
    assert_eq!((state.phase, state.turn), (Phase::Orders, 1));
    let late = refusal(&ann.at(hall).slash("/deploy unit:AI Squad").await);
    assert!(late.contains("on the table already"), "{late}");
}

#[tokio::test]
async fn snipers_are_told_where_they_may_stand() {
    let club = Club::open().await;
    let setup = forces(&["phase_sniper", "ai_squad"], &["gang_fighters"]);
    let field = Battlefield::open(&club, setup).await;
    field.board().await;
    let drawn = told(&club.ann.at(&club.hall).slash("/draw").await);
    assert!(drawn.all_text().contains("anywhere in their own half"), "{}", drawn.all_text());
    club.ann.clicks(&drawn, "Deploy Phase Sniper").await;
    let drawn = told(&club.draws(&club.ann, &club.hall, "Blue").await);
    let warned = "within 5″ of its own table edge, not within 10″ of enemy snipers";
    assert!(drawn.all_text().contains(warned), "{}", drawn.all_text());
}

#[tokio::test]
async fn a_pinned_squad_is_helped_by_its_commander_and_obeys() {
    let club = Club::open().await;
    let (ann, bob, hall) = (&club.ann, &club.bob, &club.hall);
    let setup = on_the_table(&["ai_squad", "ai_command_squad"], &["gang_fighters"]);
    let field = Battlefield::open(&club, setup).await;
    field.set("AI Squad", Change::Pins(2)).await;
    field.board().await;
    let drawn = told(&club.does(bob, hall, "/draw dice:Red").await);
    let unit = drawn.select("Which unit acts?").unwrap();
    assert_eq!(unit.options[0].description, "5 models · 2 pins · order test needs 6 (Rally 8)");

    let before = field.steps().await;
    for stranger in [bob, &club.pat] {
        let refused = stranger.selects(&drawn, "Which unit acts?", &["AI Squad"]).await;
        assert!(refusal(&refused).contains("for Ann to choose"), "{}", refusal(&refused));
    }
    ann.selects(&drawn, "Which unit acts?", &["AI Squad"]).await;
    let sheet = drawn.again().unwrap();
    assert!(sheet.text.contains("needs 6 or less (Command 8, 2 pins −2)"), "{}", sheet.text);
    assert!(sheet.text.contains("Rally leaves the pins out: 8 or less"), "{}", sheet.text);
    assert!(sheet.text.contains("Advance 5″ · Run 10″ · Sprint 15″"), "{}", sheet.text);
    assert_eq!(lists(&sheet), ["Fire at…", "What helps in the order test?"]);
    assert_eq!(
        labels(&sheet),
        [
            "Fire",
            "Advance",
            "Run",
            "Sprint",
            "Ambush",
            "Rally",
            "Down",
            "Run and assault…",
            "Another unit"
        ]
    );
    let helps = "What helps in the order test?";
    let commander = "The commander of AI Command Squad, within 10″";
    assert_eq!(options(&sheet, helps), ["Nobody helps", commander]);
    ann.selects(&sheet, helps, &[commander]).await;
    let sheet = drawn.again().unwrap();
    assert!(sheet.text.contains("(commander's Command 9, 2 pins −2)"), "{}", sheet.text);
    assert!(sheet.select(helps).unwrap().options[1].chosen, "the choice stays");
    ann.clicks(&sheet, "Run and assault…").await;
    let page = drawn.again().unwrap();
    assert_eq!(lists(&page), ["Run and assault…", "Sprint and assault…"]);
    assert!(page.text.contains("commander's Command 9"), "the help is kept: {}", page.text);
    ann.clicks(&page, "Another order").await;
    let sheet = drawn.again().unwrap();
    let refused = bob.clicks(&sheet, "Advance").await;
    assert!(refusal(&refused).contains("Red"), "{}", refusal(&refused));
    assert_eq!(field.steps().await, before, "making up one's mind is no step");

    let given = followed(&ann.clicks(&sheet, "Down").await).await;
    assert!(given.all_text().contains("AI Squad goes down"), "{}", given.all_text());
    let squad = field.unit("AI Squad").await;
    assert_eq!((squad.order(), squad.pins), (Some(Order::Down), 2), "Down takes no test");
    assert_eq!(labels(&drawn.again().unwrap()), ["Draw next", "Undo", "Explain"]);
}

#[tokio::test]
async fn an_order_test_is_rolled_for_units_with_pins() {
    let club = Club::open().await;
    let (ann, hall) = (&club.ann, &club.hall);
    let setup = on_the_table(&["ai_squad", "ai_command_squad"], &["gang_fighters"]);
    let field = Battlefield::open(&club, setup).await;
    field.set("AI Squad", Change::Pins(2)).await;
    field.draw(RED).await;
    let line = "/order unit:AI Squad order:Advance help:AI Command Squad";
    let typed = refusal(&ann.at(hall).slash(&format!("{line} dice:7")).await);
    assert!(typed.contains("I roll the dice at this table"), "{typed}");
    let given = told(&club.does(ann, hall, &format!("{line} dice:7")).await);
    assert!(given.all_text().contains('7'), "{}", given.all_text());
    let squad = field.unit("AI Squad").await;
    assert_eq!((squad.order(), squad.pins), (Some(Order::Advance), 1), "7 of 9 − 2 is enough");
    assert_eq!(labels(&given)[..2], ["Moved (up to 5″)", "Moved through terrain…"]);
    assert!(given.button("Done, no move, no shooting").is_some(), "{:?}", labels(&given));
    ann.clicks(&given, "Done, no move, no shooting").await;

    field.set("AI Command Squad", Change::Pins(3)).await;
    field.draw(RED).await;
    let line = "/order unit:AI Command Squad order:Fire";
    let given = told(&club.does(ann, hall, &format!("{line} dice:10")).await);
    let squad = field.unit("AI Command Squad").await;
    assert_eq!((squad.order(), squad.pins), (Some(Order::Down), 3), "a 10 keeps every pin");
    assert!(given.button("Draw next").is_some(), "{:?}", labels(&given));
}

#[tokio::test]
async fn orders_are_offered_as_they_are_legal() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    let red = ["ai_squad", "ai_command_squad", "nhamak_light_support_drone"];
    let field = Battlefield::open(&club, on_the_table(&red, &["gang_fighters"])).await;
    let names = |choices: Vec<gatemaster_sandbox::Choice>| -> Vec<String> {
        choices.into_iter().map(|choice| choice.value.as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(ann.completes("/order unit:").await), [] as [&str; 0], "no die is drawn");
    let early = refusal(&ann.slash("/order unit:AI Squad order:Fire").await);
    assert!(early.contains("No die has been drawn"), "{early}");
    field.set("AI Squad", Change::Pins(1)).await;
    field.draw(RED).await;
    assert_eq!(names(ann.completes("/order unit:squad").await), ["AI Squad", "AI Command Squad"]);
    let all = ["Fire", "Advance", "Run", "Ambush", "Rally", "Down"];
    assert_eq!(names(ann.completes("/order unit:AI Squad order:").await)[..6], all);
    assert_eq!(names(ann.completes("/order unit:AI Squad order:spr").await), ["Sprint"]);
    let drone = "/order unit:Nhamak SC Light Support Drone order:";
    assert_eq!(names(ann.completes(drone).await), all, "drones do not sprint");
    let help = "/order unit:AI Squad order:Fire help:";
    assert_eq!(names(ann.completes(help).await), ["AI Command Squad"]);
    assert_eq!(names(ann.completes("/assault target:gang").await), ["Gang Fighters"]);
    let chargers = names(ann.completes("/assault target:Gang Fighters unit:").await);
    assert_eq!(chargers, ["AI Squad", "AI Command Squad"], "drones do not assault");
    for (line, sentence) in [
        ("/order unit:Rabble order:Fire", "There is no unit “Rabble” in this battle. You can name"),
        ("/order unit:Gang Fighters order:Fire", "Gang Fighters is not one that can use the drawn"),
        ("/order unit:AI Squad order:Dance", "The orders are Fire, Advance, Run, Ambush, Rally"),
        ("/order unit:AI Squad order:Fire sprint:True", "Sprints and assaults need a Run order"),
        (
            "/order unit:AI Squad order:Run assault:AI Squad",
            "AI Squad is not an enemy on the table",
        ),
        ("/order unit:AI Squad order:Fire help:Gang Fighters", "not a commander whose Command"),
        ("/order unit:AI Squad order:Fire grafts:True", "has no soma grafts"),
        ("/move", "Say which `unit`: AI Squad, AI Command Squad and Nhamak"),
        ("/move unit:AI Squad pace:Stay", "For one without a move, use `/order`"),
        ("/assault target:Gang Fighters unit:Nhamak SC Light Support Drone", "cannot assault"),
    ] {
        let refused = refusal(&ann.slash(line).await);
        assert!(refused.contains(sentence), "{line}: {refused}");
    }
    assert_eq!(field.state().await.flow.drawn, Some(RED), "the die still waits");
}

#[tokio::test]
async fn an_outdated_press_shows_the_board_as_it_is() {
    let club = Club::open().await;
    let (ann, hall) = (&club.ann, &club.hall);
    let setup = on_the_table(&["ai_squad", "ai_command_squad"], &["gang_fighters"]);
    let field = Battlefield::open(&club, setup).await;
    let drawn = told(&club.does(ann, hall, "/draw dice:Red").await);
    ann.selects(&drawn, "Which unit acts?", &["AI Squad"]).await;
    let sheet = drawn.again().unwrap();
    ann.at(hall).slash("/order unit:AI Command Squad order:Ambush").await;
    let steps = field.steps().await;
    for late in [
        ann.clicks_as_seen(&sheet, "Fire").await,
        ann.clicks_as_seen(&sheet, "Another unit").await,
        ann.selects_as_seen(&sheet, "Fire at…", &["Gang Fighters"]).await,
        ann.selects_as_seen(&sheet, "Run and assault…", &["Gang Fighters, at a sprint"]).await,
    ] {
        let fresh = refusal(&late);
        assert!(fresh.contains("The board has changed since you saw it"), "{fresh}");
        assert!(fresh.contains("👁️ Ambush **AI Command Squad**"), "{fresh}");
    }
    assert_eq!(field.steps().await, steps);
    assert_eq!(field.unit("AI Squad").await.order(), None);
}

#[tokio::test]
async fn the_distort_die_leaves_nothing_but_down() {
    let club = Club::open().await;
    let (ann, hall) = (&club.ann, &club.hall);
    let setup = on_the_table(&["ai_squad", "ai_command_squad"], &["ghar_battle_squad"]);
    let field = Battlefield::open(&club, setup).await;
    field.draw_distort().await;
    let drawn = told(&club.does(ann, hall, "/draw dice:Red").await);
    assert!(drawn.all_text().contains("must go **Down**"), "{}", drawn.all_text());
    let refused = refusal(&ann.at(hall).slash("/order unit:AI Squad order:Fire").await);
    assert!(refused.contains("distort die"), "{refused}");
    let offered = ann.at(hall).completes("/order unit:AI Squad order:").await;
    assert_eq!(offered.len(), 1);
    assert_eq!(offered[0].value, "Down");
    ann.selects(&drawn, "Which unit acts?", &["AI Squad"]).await;
    let sheet = drawn.again().unwrap();
    assert_eq!(labels(&sheet), ["Down", "Another unit"]);
    assert!(sheet.selects.is_empty());
    ann.clicks(&sheet, "Another unit").await;
    let again = drawn.again().unwrap();
    assert_eq!(options(&again, "Which unit acts?"), ["AI Squad", "AI Command Squad"]);
    ann.selects(&again, "Which unit acts?", &["AI Command Squad"]).await;
    ann.clicks(&drawn.again().unwrap(), "Down").await;
    assert_eq!(field.unit("AI Command Squad").await.order(), Some(Order::Down));
}

#[tokio::test]
async fn wild_grafts_choose_for_themselves() {
    let club = Club::open().await;
    let (ann, hall) = (&club.ann, &club.hall);
    let setup = on_the_table(&["feral_squad"], &["gang_fighters"]);
    let field = Battlefield::open(&club, setup).await;
    let unit = field.state().await.units[0].name.clone();
    field.set(&unit, Change::Pins(1)).await;
    let drawn = told(&club.does(ann, hall, "/draw dice:Red").await);
    let helps = "What helps in the order test?";
    assert_eq!(options(&drawn, helps), ["Nobody helps", "Wake the soma grafts"]);
    ann.selects(&drawn, helps, &["Wake the soma grafts"]).await;
    let sheet = drawn.again().unwrap();
    assert!(sheet.text.contains("needs anything but a 10 (soma graft 9)"), "{}", sheet.text);
    club.does(ann, hall, &format!("/order unit:{unit} order:Fire grafts:True dice:10 3")).await;
    assert_eq!(field.unit(&unit).await.soma, Soma::Wild, "a 10 lets them loose");
    assert_eq!(field.unit(&unit).await.order(), Some(Order::Run), "the 3 is a Run");
    field.set(&unit, Change::Orders(Vec::new())).await;
    let drawn = told(&club.does(ann, hall, "/draw dice:Red").await);
    assert_eq!(labels(&drawn)[0], "Let the grafts choose");
    assert!(drawn.selects.is_empty(), "{:?}", lists(&drawn));
    let rolled = told(&ann.clicks(&drawn, "Let the grafts choose").await);
    assert!(field.unit(&unit).await.order().is_some(), "{}", rolled.all_text());
}

#[tokio::test]
async fn a_run_through_terrain_is_written_into_a_form() {
    let club = Club::open().await;
    let (ann, bob, hall) = (&club.ann, &club.bob, &club.hall);
    let setup = on_the_table(&["ai_squad"], &["gang_fighters"]);
    let field = Battlefield::open(&club, setup).await;
    field.board().await;
    let drawn = told(&club.does(ann, hall, "/draw dice:Red").await);
    assert_eq!(labels(&drawn)[0], "Fire", "the only unit's orders are shown at once");
    let ordered = followed(&ann.clicks(&drawn, "Run").await).await;
    assert!(ordered.all_text().contains("may move up to 10″"), "{}", ordered.all_text());
    let stranger = bob.clicks(&ordered, "Ran through terrain…").await;
    assert!(refusal(&stranger).contains("for Ann to choose"), "{}", refusal(&stranger));
    let form = ann.clicks(&ordered, "Ran through terrain…").await.modal().unwrap();
    assert_eq!(form.title, "The way of AI Squad");
    assert_eq!(form.inputs.len(), 3, "nobody is immobilised");
    let long = form.submit(&[("obstacles", &"x".repeat(60))]).await;
    assert!(refusal(&long).contains("at most 40 plain characters"), "{}", refusal(&long));
    let form = ann.clicks(&ordered, "Ran through terrain…").await.modal().unwrap();
    let went = form.submit(&[("obstacles", " The  Wall"), ("difficult", "the wood")]).await;
    let went = followed(&went).await;
    assert!(went.all_text().contains("The Wall"), "{}", went.all_text());
    let state = field.state().await;
    assert!(state.flow.acting.is_none(), "a Run ends with its move");
    let again = form.submit(&[("obstacles", "the wall")]).await;
    assert!(refusal(&again).contains("The board has changed"), "{}", refusal(&again));
}

#[tokio::test]
async fn an_order_and_its_move_are_one_command() {
    let club = Club::open().await;
    let (ann, hall) = (&club.ann, &club.hall);
    let red = ["ai_squad", "ai_command_squad", "ai_x_howitzer_team"];
    let field = Battlefield::open(&club, on_the_table(&red, &["gang_fighters"])).await;
    field.board().await;
    field.draw(RED).await;
    let before = field.steps().await;

    let heavy = "/move unit:AI X-Howitzer Team pace:Run obstacles:the wall";
    let refused = refusal(&ann.at(hall).slash(heavy).await);
    assert!(refused.contains("cannot cross the wall at a run"), "{refused}");
    let run = "/move unit:AI Squad pace:Run obstacles:the wall";
    let refused = refusal(&ann.at(hall).slash(&format!("{run} dice:1 1")).await);
    assert!(refused.contains("I roll the dice at this table"), "{refused}");
    let stranger = refusal(&club.bob.at(hall).slash(run).await);
    assert!(stranger.contains("Red"), "{stranger}");
    assert_eq!(field.steps().await, before, "nothing is done by halves");

    let went = told(&club.does(ann, hall, &format!("{run} dice:1")).await);
    let text = went.all_text();
    assert!(text.contains("AI Squad runs through the gap in the wall"), "{text}");
    assert_eq!(field.steps().await, before + 2);
    let state = field.state().await;
    assert_eq!(state.gaps, ["the wall"]);
    assert!(state.flow.acting.is_none() && state.flow.drawn.is_none());
    let offered = ann.at(hall).completes("/move obstacles:the ditch, wa").await;
    let offered: Vec<&str> = offered.iter().map(|choice| choice.name.as_str()).collect();
    assert_eq!(offered, ["the ditch, wa", "the ditch, the wall (has a gap)"]);

    field.set("AI Command Squad", Change::Pins(1)).await;
    field.draw(RED).await;
    let sprint = "/move unit:AI Command Squad pace:Sprint";
    let refused = refusal(&ann.at(hall).slash(&format!("{sprint} dice:3 4")).await);
    assert!(refused.contains("I roll the dice at this table"), "{refused}");
    let failed = told(&club.does(ann, hall, "/move unit:AI Command Squad dice:9").await);
    assert!(failed.button("Draw next").is_some(), "it went down: {}", failed.all_text());
    let squad = field.unit("AI Command Squad").await;
    assert_eq!((squad.order(), squad.pins), (Some(Order::Down), 0));
}

#[tokio::test]
async fn the_acting_unit_moves_and_is_done_by_command() {
    let club = Club::open().await;
    let (ann, hall) = (&club.ann, &club.hall);
    let setup = on_the_table(&["ai_squad", "ai_command_squad"], &["gang_fighters"]);
    let field = Battlefield::open(&club, setup).await;
    field.draw(RED).await;
    ann.at(hall).slash("/order unit:AI Squad order:Advance").await;
    for (line, sentence) in [
        ("/move unit:AI Command Squad", "AI Command Squad is not the unit that acts now"),
        ("/move pace:Run", "leave `pace` out"),
        ("/move leave:1", "no immobilised models"),
        ("/assault target:Gang Fighters", "no assault was declared"),
        ("/order unit:AI Command Squad order:Fire", "First Red has to carry out the Advance order"),
    ] {
        let refused = refusal(&ann.at(hall).slash(line).await);
        assert!(refused.contains(sentence), "{line}: {refused}");
    }
    let moved = told(&ann.at(hall).slash("/move pace:Advance defended:the barricade").await);
    assert_eq!(lists(&moved), ["Shoot at…"]);
    assert!(moved.button("Done, no shooting").is_some(), "{:?}", labels(&moved));
    ann.at(hall).slash("/move pace:Stay").await;
    assert!(field.state().await.flow.acting.is_none());
}

#[tokio::test]
async fn a_two_step_command_that_comes_twice_counts_once() {
    let club = Club::open().await;
    let setup = on_the_table(&["ai_squad", "ai_command_squad"], &["gang_fighters"]);
    let field = Battlefield::open(&club, setup).await;
    field.board().await;
    field.draw(RED).await;
    let before = field.steps().await;
    club.discord.misbehave().deliver_twice(1);
    // the second acknowledgement of one interaction is refused by Discord, and that is how it should be
    club.discord.expect_fault("40060");
    club.ann.at(&club.hall).slash("/move unit:AI Squad pace:Run").await;
    let both = async || (field.steps().await == before + 2).then_some(());
    eventually("both steps are made", both).await;
    club.hall.wait_for(|seen| seen.all_text().contains("AI Squad runs, up to 10″")).await;
    club.discord.misbehave().deliver_twice(1);
    club.ann.at(&club.hall).slash("/move unit:AI Squad pace:Run").await;
    assert_eq!(field.steps().await, before + 2);
    assert_eq!(field.unit("AI Squad").await.dice.placed, [Order::Run]);
}

#[tokio::test]
async fn an_assault_is_previewed_and_charged_home_with_buttons() {
    let club = Club::open().await;
    let (ann, bob, hall) = (&club.ann, &club.bob, &club.hall);
    let setup = on_the_table(&["ai_assault_squad"], &["gang_fighters", "work_gang"]);
    let field = Battlefield::open(&club, setup).await;
    field.board().await;
    let drawn = told(&club.does(ann, hall, "/draw dice:Red").await);
    assert_eq!(lists(&drawn), ["Fire at…", "Run and assault…"]);
    assert_eq!(
        options(&drawn, "Run and assault…"),
        ["Gang Fighters", "Gang Fighters, at a sprint", "Work Gang", "Work Gang, at a sprint"]
    );
    let ordered = ann.selects(&drawn, "Run and assault…", &["Gang Fighters"]).await;
    let ordered = followed(&ordered).await;
    let text = ordered.all_text();
    assert!(text.contains("casualties to Gang Fighters"), "{text}");
    assert!(text.contains("you win") && text.contains(" %"), "{text}");
    assert_eq!(
        labels(&ordered)[..6],
        [
            "In contact",
            "In contact, enemy in cover +1",
            "In contact, enemy in cover +2",
            "Fell short",
            "Through terrain…",
            "Done, no charge"
        ]
    );
    let refused = bob.clicks(&ordered, "In contact").await;
    assert!(refusal(&refused).contains("waits for Red"), "{}", refusal(&refused));
    let charged = followed(&ann.clicks(&ordered, "Fell short").await).await;
    assert!(charged.all_text().contains("Gang Fighters"), "{}", charged.all_text());
    assert!(field.state().await.flow.acting.is_none(), "a charge that falls short is a run");
}

#[tokio::test]
async fn an_order_and_its_charge_are_one_command() {
    let club = Club::open().await;
    let (ann, bob, hall) = (&club.ann, &club.bob, &club.hall);
    let red = ["ai_assault_squad", "ai_command_squad"];
    let field = Battlefield::open(&club, on_the_table(&red, &["gang_fighters", "work_gang"])).await;
    field.board().await;
    field.set("AI Assault Squad", Change::Pins(1)).await;
    field.draw(RED).await;
    let before = field.steps().await;
    let line = "/assault target:Gang Fighters unit:AI Assault Squad help:AI Command Squad";
    for (by, more, sentence) in [
        (bob, "", "Red"),
        (ann, " obstacles:a, b, c, d, e, f, g, h, i", "at most 8 features"),
        (ann, " sprint:True dice:3 4", "I roll the dice at this table"),
    ] {
        let refused = refusal(&by.at(hall).slash(&format!("{line}{more}")).await);
        assert!(refused.contains(sentence), "{more}: {refused}");
    }
    let own = refusal(&ann.at(hall).slash("/assault target:AI Command Squad").await);
    assert!(own.contains("Say which `unit`"), "{own}");
    assert_eq!(field.steps().await, before, "nothing is done by halves");

    // the order is obeyed or not, as its die falls; the charge follows only where it is
    let charged = told(&ann.at(hall).slash(&format!("{line} cover:1 difficult:the scrub")).await);
    let text = charged.all_text();
    let squad = field.unit("AI Assault Squad").await;
    if squad.order() == Some(Order::Down) {
        assert_eq!(field.steps().await, before + 1);
        assert!(!text.contains("the scrub"), "{text}");
    } else {
        assert_eq!(field.steps().await, before + 2);
        assert!(text.contains("the scrub"), "{text}");
    }
    assert!(text.contains("AI Assault Squad"), "{text}");
}

#[tokio::test]
async fn a_charge_that_was_ordered_is_carried_home_by_command() {
    let club = Club::open().await;
    let (ann, hall) = (&club.ann, &club.hall);
    let setup = on_the_table(&["ai_assault_squad"], &["gang_fighters", "work_gang"]);
    let field = Battlefield::open(&club, setup).await;
    field.board().await;
    field.draw(RED).await;
    let order = "/order unit:AI Assault Squad order:Run assault:gang fighters";
    let ordered = told(&ann.at(hall).slash(order).await);
    let form = ann.clicks(&ordered, "Through terrain…").await.modal().unwrap();
    let keys: Vec<&str> = form.inputs.iter().map(|input| input.custom_id.as_str()).collect();
    assert_eq!(keys, ["obstacles", "difficult", "defended", "contact", "cover"]);
    for (key, value, sentence) in [
        ("contact", "perhaps", "Say `yes` if at least one model reached the enemy"),
        ("cover", "much", "The enemy's cover is a number"),
        ("cover", "5", "Cover adds 1 or 2"),
    ] {
        let refused = refusal(&form.submit(&[(key, value)]).await);
        assert!(refused.contains(sentence), "{value}: {refused}");
    }
    let wrong = refusal(&ann.at(hall).slash("/assault target:Work Gang").await);
    assert!(wrong.contains("Work Gang is not the enemy it assaults"), "{wrong}");
    let offered = ann.at(hall).completes("/assault target:").await;
    assert_eq!(offered.len(), 1, "{offered:?}");
    ann.at(hall).slash("/assault target:Gang Fighters cover:2").await;
    let state = field.state().await;
    let fought = state.flow.assault.map(|assault| (assault.contact, assault.cover));
    // asked about the point-blank shooting, the assault is still going on
    assert_eq!(fought, Some((true, Cover::Everybody(2))), "{:?}", state.flow.tasks);
}

#[tokio::test]
async fn a_charge_that_falls_short_in_a_form_is_a_run() {
    let club = Club::open().await;
    let (ann, hall) = (&club.ann, &club.hall);
    let setup = on_the_table(&["ai_assault_squad"], &["gang_fighters"]);
    let field = Battlefield::open(&club, setup).await;
    field.board().await;
    field.draw(RED).await;
    let order = "/order unit:AI Assault Squad order:Sprint assault:Gang Fighters";
    let ordered = told(&ann.at(hall).slash(order).await);
    let form = ann.clicks(&ordered, "Through terrain…").await.modal().unwrap();
    let short = form.submit(&[("defended", "the barricade"), ("contact", "no")]).await;
    let text = followed(&short).await.all_text();
    assert!(text.contains("the barricade"), "{text}");
    assert_eq!(field.unit("Gang Fighters").await.pins, 0, "nobody fought: {text}");
}

#[tokio::test]
async fn an_immobilised_drone_is_left_behind_in_a_form() {
    let club = Club::open().await;
    let (ann, hall) = (&club.ann, &club.hall);
    let setup = on_the_table(&["nhamak_light_support_drone"], &["gang_fighters"]);
    let field = Battlefield::open(&club, setup).await;
    field.board().await;
    let drones = "Nhamak SC Light Support Drone";
    field.set(drones, Change::Immobilised { model: ModelId(1), is: true }).await;
    field.draw(RED).await;
    let order = format!("/order unit:{drones} order:Advance");
    let ordered = told(&ann.at(hall).slash(&order).await);
    let form = ann.clicks(&ordered, "Moved through terrain…").await.modal().unwrap();
    let refused = refusal(&form.submit(&[("leave", "2")]).await);
    assert!(refused.contains("1 immobilised model: say how many stay behind"), "{refused}");
    let moved = followed(&form.submit(&[("leave", "1")]).await).await;
    assert!(field.unit(drones).await.models[1].lost, "{}", moved.all_text());
    assert_eq!(lists(&moved), ["Shoot at…"], "the others may still shoot");
}

#[tokio::test]
async fn an_overhead_weapon_fires_blind() {
    let club = Club::open().await;
    let (ann, hall) = (&club.ann, &club.hall);
    let setup = on_the_table(&["ai_x_launcher_team"], &["gang_fighters"]);
    let field = Battlefield::open(&club, setup).await;
    field.board().await;
    field.draw(RED).await;
    let ordered = told(&ann.at(hall).slash("/order unit:AI X-Launcher Team order:Fire").await);
    let stranger = club.bob.clicks(&ordered, "Fire blind…").await;
    assert!(refusal(&stranger).contains("for Ann to choose"), "{}", refusal(&stranger));
    let form = ann.clicks(&ordered, "Fire blind…").await.modal().unwrap();
    for (range, sentence) in [("far", "Say how far away in inches"), ("3", "reaches from")] {
        let refused = refusal(&form.submit(&[("range", range)]).await);
        assert!(refused.contains(sentence), "{range}: {refused}");
    }
    let fired = followed(&form.submit(&[("range", "22.5 in")]).await).await;
    assert!(fired.all_text().contains("blind"), "{}", fired.all_text());
    assert!(fired.all_text().contains("22½″"), "{}", fired.all_text());
}

#[tokio::test]
async fn on_a_compact_table_the_board_itself_takes_aim() {
    let mut club = Club::open().await;
    let setup = on_the_table(&["ai_squad", "ai_command_squad"], &["gang_fighters"]);
    let settings = Settings { compact: true, ..Settings::default() };
    let field = Battlefield::open_with(&club, setup, settings).await;
    let board = field.board().await;
    club.draws(&club.ann, &club.hall, "Red").await;
    let drawn = |seen: &Seen| seen.id == board.id && seen.select("Which unit acts?").is_some();
    club.hall.wait_for(drawn).await;
    club.ann.selects(&board, "Which unit acts?", &["AI Squad"]).await;
    let sheet = board.again().unwrap();
    assert!(sheet.text.contains("No pins, so no order test"), "{}", sheet.text);
    assert!(sheet.text.contains("The Gate"), "the board is still a board: {}", sheet.text);
    let messages = club.hall.everything().len();
    club.ann.selects(&board, "Fire at…", &["Gang Fighters"]).await;
    let aimed = board.again().unwrap();
    assert!(aimed.select("Circumstances").is_some(), "{:?}", lists(&aimed));
    assert!(aimed.text.contains("Fire order"), "{}", aimed.text);
    assert_eq!(field.unit("AI Squad").await.order(), Some(Order::Fire));
    // a bot that stops has redrawn every board that was to be redrawn
    club.stop_bot().await;
    let still = board.again().unwrap();
    assert!(still.select("Circumstances").is_some(), "it stays: {:?}", lists(&still));
    assert_eq!(club.hall.everything().len(), messages, "nothing but the board");
}

#[tokio::test]
async fn a_charge_at_drones_has_its_odds_on_a_button() {
    let club = Club::open().await;
    let (ann, bob, hall) = (&club.ann, &club.bob, &club.hall);
    let setup = on_the_table(&["ai_assault_squad"], &["nhamak_light_support_drone"]);
    Battlefield::open(&club, setup).await.board().await;
    let drawn = told(&club.does(ann, hall, "/draw dice:Red").await);
    let drone = "Nhamak SC Light Support Drone";
    let ordered = followed(&ann.selects(&drawn, "Run and assault…", &[drone]).await).await;
    assert!(!ordered.all_text().contains("casualties"), "{}", ordered.all_text());
    let stranger = bob.clicks(&ordered, "Odds…").await;
    assert!(refusal(&stranger).contains("for Ann to choose"), "{}", refusal(&stranger));
    ann.clicks(&ordered, "Odds…").await;
    let shown = ordered.again().unwrap();
    assert!(shown.text.contains("casualties to Nhamak"), "{}", shown.text);
    assert!(shown.button("Odds…").is_none() && shown.button("In contact").is_some());
}

#[tokio::test]
async fn infiltrators_move_before_the_first_turn_in_any_order() {
    let mut club = Club::open().await;
    let setup = on_the_table(
        &["ai_infiltration_squad", "ai_infiltration_squad"],
        &["ai_infiltration_squad", "gang_fighters"],
    );
    let field = Battlefield::open(&club, setup).await;
    let board = field.board().await;
    let (reds, blues) = ("Red: which infiltrators?", "Blue: which infiltrators?");
    assert_eq!(lists(&board), [reds, blues]);
    let (one, two) = ("AI Infiltration Squad 1", "AI Infiltration Squad 2");
    assert_eq!(options(&board, reds), [one, two]);
    let refused = club.bob.selects(&board, reds, &[one]).await;
    assert!(refusal(&refused).contains("for Ann to choose"), "{}", refusal(&refused));
    club.ann.selects(&board, reds, &[one]).await;
    let page = board.again().unwrap();
    assert_eq!(
        labels(&page),
        ["Runs up to 10″", "Through terrain…", "Stays hidden", "Another unit"]
    );
    let stranger = club.pat.clicks(&page, "Another unit").await;
    assert!(refusal(&stranger).contains("for Ann to choose"), "{}", refusal(&stranger));
    club.restart_bot().await;
    club.ann.clicks(&page, "Another unit").await;
    assert_eq!(lists(&board.again().unwrap()), [reds, blues]);
    club.ann.selects(&board, reds, &[one]).await;
    let refused = club.bob.clicks(&board.again().unwrap(), "Stays hidden").await;
    assert!(refusal(&refused).contains("not yours to move"), "{}", refusal(&refused));
    let ran = club.ann.clicks(&board.again().unwrap(), "Runs up to 10″").await;
    assert!(told(&ran).all_text().contains(one), "{}", told(&ran).all_text());

    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    let refused = refusal(&bob.slash("/move pace:Sprint").await);
    assert!(refused.contains("Infiltrators run before the first turn"), "{refused}");
    bob.slash("/move pace:Stay").await;
    assert!(field.unit("AI Infiltration Squad 3").await.infiltrated);
    let board = field.board().await;
    assert_eq!(lists(&board), [reds]);
    club.ann.selects(&board, reds, &[two]).await;
    let page = board.again().unwrap();
    assert!(page.button("Another unit").is_none(), "it is the last one");
    let form = club.ann.clicks(&page, "Through terrain…").await.modal().unwrap();
    form.submit(&[("difficult", "the marsh")]).await;
    let state = field.state().await;
    assert_eq!((state.phase, state.turn), (Phase::Orders, 1));
    let late = refusal(&ann.slash("/move").await);
    assert!(late.contains("No die has been drawn"), "{late}");
}

#[tokio::test]
async fn a_made_up_choice_is_refused_kindly() {
    let club = Club::open().await;
    let setup = on_the_table(&["ai_squad", "ai_command_squad"], &["gang_fighters"]);
    let field = Battlefield::open(&club, setup).await;
    field.draw(RED).await;
    let (game, seq) = (&field.id, field.steps().await);
    for (press, value) in [
        ("unit", "77"),
        ("unit", "2"),
        ("unit", "-1"),
        ("help:0", "70000"),
        ("help:0", "🙂"),
        ("help:2", "0"),
        ("fire:0.0", "0"),
        ("fire:0.0", "gang"),
        ("assault:0.0", "2ss"),
        ("assault:0.0", "1s"),
        ("shoot", "2"),
        ("deploy", "0"),
        ("infiltrators:0", "0"),
        ("infiltrators:9", "0"),
    ] {
        let id = format!("a1:{game}:{seq}:o:{press}");
        let text = format!("{press} {value}");
        let list = serde_json::json!({"type": 3, "custom_id": id, "options": [{"label": "x", "value": value}]});
        let body =
            serde_json::json!({"content": text, "components": [{"type": 1, "components": [list]}]});
        let path = format!("channels/{}/messages", club.hall.id());
        club.as_bot("POST", &path, &body.to_string()).await;
        let posted = club.hall.wait_for(|seen| seen.text == text).await;
        let answer = club.ann.selects(&posted, &id, &["x"]).await;
        assert!(answer.failed().is_none(), "{text}: {:?}", answer.failed());
        assert!(!refusal(&answer).contains("went wrong"), "{text}: {}", refusal(&answer));
    }
    assert_eq!(field.steps().await, seq, "nothing came of it");
}

#[tokio::test]
async fn a_choice_goes_on_after_a_restart() {
    let mut club = Club::open().await;
    let setup = on_the_table(&["ai_squad", "ai_command_squad"], &["gang_fighters"]);
    let field = Battlefield::open(&club, setup).await;
    field.board().await;
    let drawn = told(&club.draws(&club.ann, &club.hall, "Red").await);
    club.ann.selects(&drawn, "Which unit acts?", &["AI Squad"]).await;
    club.restart_bot().await;
    let ordered = followed(&club.ann.clicks(&drawn.again().unwrap(), "Advance").await).await;
    club.restart_bot().await;
    let moved = followed(&club.ann.clicks(&ordered, "Moved (up to 5″)").await).await;
    club.restart_bot().await;
    club.ann.clicks(&moved, "Done, no shooting").await;
    let state = field.state().await;
    assert_eq!(field.unit("AI Squad").await.order(), Some(Order::Advance));
    assert!(state.flow.acting.is_none() && state.flow.drawn.is_none());
    field.draw(BLUE).await;
    assert_eq!(field.state().await.flow.drawn, Some(BLUE));
}
