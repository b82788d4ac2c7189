//! Shooting, from the target to the dice.

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::arms::ways;
use gatemaster_rules::antares::command::{
    Command, Cover, Eyes, GiveOrder, Intervening, Mark, Move, Scene, Shooters, Shot, Use,
};
use gatemaster_rules::antares::correct::Change;
use gatemaster_rules::antares::flow::{Manner, Task, Volley};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::odds;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::question::question;
use gatemaster_rules::antares::state::ModelId;
use gatemaster_rules::ids::Seat;
use gatemaster_sandbox::{Answer, Person, Seen};
use gatemaster_store::Scope;
use serde_json::json;

use crate::battlefield::{Battlefield, on_the_table};
use crate::club::Club;

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);

/// A battle in which a die of Red has been drawn, and its board.
async fn drawn(club: &Club, red: &[&str], blue: &[&str]) -> (Battlefield, Seen) {
    let field = Battlefield::open(club, on_the_table(red, blue)).await;
    field.draw(RED).await;
    let board = field.board().await;
    (field, board)
}

/// Red's only unit is told to fire at this one, and takes aim.
async fn aims(club: &Club, board: &Seen, at: &str) -> Seen {
    club.ann.selects(board, "Fire at…", &[at]).await;
    let at = format!("aims at **{at}**");
    let aiming =
        |seen: &Seen| seen.select("Circumstances").is_some() && seen.all_text().contains(&at);
    club.hall.wait_for(aiming).await
}

trait WithList {
    /// The message of the answer that has this list.
    fn message_with(&self, list: &str) -> Seen;
}

impl WithList for Answer {
    fn message_with(&self, list: &str) -> Seen {
        let all = self.messages();
        let found = all.iter().find(|seen| seen.select(list).is_some()).cloned();
        let texts: Vec<String> = all.iter().map(Seen::all_text).collect();
        found.unwrap_or_else(|| panic!("no {list} on {texts:?}"))
    }
}

/// Everything that is still asked is answered without thinking.
async fn settle(club: &Club, field: &Battlefield) {
    loop {
        let state = field.state().await;
        let Some(open) = state.flow.tasks.last().and_then(|task| question(&state, task)) else {
            return;
        };
        let person = if open.seat == RED { &club.ann } else { &club.bob };
        field.play(person, open.options[0].clone(), None).await;
    }
}

/// The shooting that was declared and waits for somebody's word.
async fn declared(field: &Battlefield) -> Volley {
    let state = field.state().await;
    assert!(matches!(state.flow.tasks.last(), Some(Task::GoDown { .. })), "{:?}", state.flow.tasks);
    state.flow.volleys[0].clone()
}

fn chosen(seen: &Seen, list: &str) -> Vec<String> {
    let select = seen.select(list).unwrap_or_else(|| panic!("no {list}: {seen:?}"));
    let chosen = select.options.iter().filter(|option| option.chosen);
    chosen.map(|option| option.label.clone()).collect()
}

fn labels(seen: &Seen) -> Vec<&str> {
    seen.buttons.iter().map(|button| button.label.as_str()).collect()
}

/// The row of this range: "≤20″ 6 3.0 1.4/0.8 1.0 31/12%", from the number it needs on.
fn foretold(state: &State, shot: &Shot, needs: u32) -> String {
    let unit = state.ids().next().unwrap();
    let odds = |down| odds::shot(state, unit, Manner::Fire, shot, down).unwrap();
    let (up, down) = (odds(false), odds(true));
    let percent = |chance: f64| match chance {
        chance if chance > 0.0 && chance < 0.005 => "<1".to_owned(),
        chance => format!("{:.0}", chance * 100.0),
    };
    format!(
        "{needs} {:.1} {:.1}/{:.1} {:.1} {}/{}%",
        up.expected_hits(),
        up.expected_casualties(),
        down.expected_casualties(),
        up.expected_pins(),
        percent(up.breaks),
        percent(down.breaks)
    )
}

/// The row of the table that begins with this range, in single spaces.
fn row(text: &str, range: &str) -> String {
    let row = text.lines().find(|line| line.trim_start_matches(['>', ' ']).starts_with(range));
    let row = row.unwrap_or_else(|| panic!("no {range} in {text}"));
    row.split_whitespace()
        .skip_while(|cell| !cell.ends_with(range))
        .skip(1)
        .collect::<Vec<_>>()
        .join(" ")
}

#[tokio::test]
async fn three_presses_lead_from_the_drawn_die_to_the_shots() {
    let club = Club::open().await;
    let (field, board) =
        drawn(&club, &["c3_strike_squad", "work_gang"], &["ghar_command_crawler"]).await;
    club.ann.selects(&board, "Which unit acts?", &["C3 Strike Squad"]).await;
    let aiming = aims(&club, &board, "Ghar Command Crawler").await;
    let text = aiming.all_text();
    assert!(text.contains("**C3 Strike Squad** aims at **Ghar Command Crawler**"), "{text}");
    let before = field.steps().await;
    club.ann.clicks(&aiming, "Shoot, up to 20″ (needs 6)").await;
    let takes_aim = "C3 Strike Squad takes aim at Ghar Command Crawler, 20″";
    let told = club.hall.wait_for(|seen| seen.all_text().contains(takes_aim)).await;
    assert!(!told.private);
    assert!(field.steps().await > before);
    let board = field.board().await;
    let stays = club.bob.clicks(&board, "Stay up").await.message().all_text();
    assert!(stays.contains("C3 Strike Squad at Ghar Command Crawler, "), "{stays}");
    settle(&club, &field).await;
    assert_eq!(field.unit("C3 Strike Squad").await.order(), Some(Order::Fire));
}

#[tokio::test]
async fn what_is_shown_before_the_dice_is_what_the_rules_foretell() {
    let club = Club::open().await;
    let (field, board) = drawn(&club, &["c3_strike_squad"], &["gang_fighters"]).await;
    let aiming = aims(&club, &board, "Gang Fighters").await;
    let single = aiming.select("Weapons").unwrap().options[0].label.clone();
    assert_eq!(single, "5 × plasma carbine (single shot)");
    let aiming = club.ann.selects(&aiming, "Weapons", &[&single]).await.message();
    let state = field.state().await;
    let target = field.id_of("Gang Fighters").await;
    let shooter = field.unit("C3 Strike Squad").await;
    let shot = |range: u32, scene: Scene| {
        let range = Inches::whole(range);
        let uses = ways(&state, &shooter, Manner::Fire, range).swap_remove(0);
        Shot { target, range, uses, scene }
    };
    for (range, needs) in [(20, 6), (30, 5), (50, 4)] {
        let line = foretold(&state, &shot(range, Scene::default()), needs);
        assert_eq!(row(&aiming.text, &format!("≤{range}″")), line, "{}", aiming.text);
    }
    assert!(
        aiming
            .text
            .contains("up to 20″ (effective): 5 shots need 6 or less (Acc 5, Fire order +1)."),
        "{}",
        aiming.text
    );

    // what lies between changes the numbers, and is ticked from now on
    let picks = ["Cover +2", "Light terrain between"];
    let aiming = club.ann.selects(&aiming, "Circumstances", &picks).await.message();
    assert_eq!(chosen(&aiming, "Circumstances"), picks);
    let cover = Cover::Everybody(2);
    let scene = Scene { cover, terrain: Intervening::LightTerrain, ..Scene::default() };
    let line = foretold(&state, &shot(30, scene), 3);
    assert_eq!(row(&aiming.text, "≤30″"), line, "{}", aiming.text);
    assert!(aiming.button("Shoot, up to 20″ (needs 4)").is_some(), "{:?}", labels(&aiming));

    // both covers cannot be, and that is said
    let both = ["Cover +1", "Cover +2"];
    let aiming = club.ann.selects(&aiming, "Circumstances", &both).await.message();
    assert!(
        aiming.text.contains("Both cover +2 and cover +1 cannot be: cover +1 it is."),
        "{}",
        aiming.text
    );
    assert_eq!(chosen(&aiming, "Circumstances"), ["Cover +1"]);

    // the same look by a command, for the asker alone
    let line = "/shoot target:Gang Fighters range:20 weapons:5 × plasma carbine (single shot) preview:True";
    let look = club.ann.at(&club.hall).slash(line).await;
    assert!(look.is_private());
    let line = foretold(&state, &shot(20, Scene::default()), 6);
    assert_eq!(row(&look.text(), "20″"), line, "{}", look.text());
    assert_eq!(field.state().await, state, "nothing has happened");
}

#[tokio::test]
async fn the_next_shot_begins_with_what_was_chosen_last() {
    let picks = ["Obstacle between"];
    let mut shots = 0;
    // the dice fall as they like: now and then this shot destroys the crawler, and there is nothing to shoot at again
    let (club, field) = loop {
        let club = Club::open().await;
        let (field, board) =
            drawn(&club, &["c3m4_combat_drone"], &["ghar_command_crawler", "ghar_battle_squad"])
                .await;
        let aiming = aims(&club, &board, "Ghar Command Crawler").await;
        assert!(aiming.buttons.iter().all(|button| button.style == 2), "nothing to go by yet");
        let aiming = club.ann.selects(&aiming, "Circumstances", &picks).await.message();
        let forty = labels(&aiming).into_iter().find(|label| label.contains("up to 40″")).unwrap();
        club.ann.clicks(&aiming, forty).await;
        settle(&club, &field).await;
        if !field.unit("Ghar Command Crawler").await.destroyed {
            break (club, field);
        }
        shots += 1;
        assert!(shots < 20, "no crawler is destroyed that often");
    };

    // it has a second die
    field.draw(RED).await;
    let board = field.board().await;
    let aiming = aims(&club, &board, "Ghar Command Crawler").await;
    let text = aiming.all_text();
    assert_eq!(chosen(&aiming, "Circumstances"), picks);
    assert!(text.lines().any(|line| line.starts_with('>') && line.contains("≤40″")), "{text}");
    assert!(text.contains("as last time: "), "what it needs there is told first: {text}");
    let main: Vec<&str> =
        aiming.buttons.iter().filter(|b| b.style == 1).map(|b| b.label.as_str()).collect();
    assert_eq!(main.len(), 1);
    assert!(main[0].starts_with("Shoot, up to 40″"), "{main:?}");

    // at another target the range is remembered, what lies between is not
    club.ann.clicks(&aiming, "Back").await;
    let other = club.ann.selects(&aiming, "Shoot at…", &["Ghar Battle Squad"]).await.message();
    assert_eq!(chosen(&other, "Circumstances"), [] as [&str; 0]);
    let marked = other.text.lines().any(|line| line.starts_with('>') && line.contains("≤40″"));
    assert!(marked, "{}", other.text);
}

#[tokio::test]
async fn a_form_takes_the_range_and_every_model() {
    let club = Club::open().await;
    let (field, board) = drawn(&club, &["c3_strike_squad"], &["gang_fighters"]).await;
    let aiming = aims(&club, &board, "Gang Fighters").await;
    let form = club.ann.clicks(&aiming, "Exact range, models…").await.modal().unwrap();
    let inputs: Vec<&str> = form.inputs.iter().map(|input| input.custom_id.as_str()).collect();
    assert_eq!(inputs, ["range", "shooters", "cover", "hidden", "behind"]);

    let wrong = [
        ("range", "far"),
        ("shooters", "9 of plasma carbine"),
        ("cover", "+3: leader"),
        ("hidden", "2 dragons"),
        ("behind", "7 gangers"),
    ];
    let refused = form.submit(&wrong).await;
    let messages = refused.messages();
    let said = messages.iter().find(|seen| seen.private).unwrap().all_text();
    for fault in [
        "`far` is no distance",
        "5 × Plasma carbine, not 9",
        "not +3",
        "`2 dragons`",
        "4 × Ganger, not 7",
    ] {
        assert!(said.contains(fault), "{fault}: {said}");
    }

    let form = club.ann.clicks(&aiming, "Exact range, models…").await.modal().unwrap();
    let right = [
        ("range", "17.5"),
        ("shooters", "2 troopers, the leader"),
        ("cover", "+2: Ganger 2"),
        ("hidden", "leader"),
        ("behind", "a ganger"),
    ];
    let aiming = form.submit(&right).await.message();
    for words in [
        "with 3 × plasma carbine",
        "In cover +2: Ganger 2.",
        "Out of sight: Gang Leader.",
        "Behind the others: Ganger.",
        "at 17½″ (effective): ",
    ] {
        assert!(aiming.text.contains(words), "{words}: {}", aiming.text);
    }
    let form = club.ann.clicks(&aiming, "Exact range, models…").await.modal().unwrap();
    let values: Vec<&str> = form.inputs.iter().map(|input| input.value.as_str()).collect();
    assert_eq!(
        values,
        ["17½", "Strike Leader, Strike Trooper 2", "+2: Ganger 2", "Gang Leader", "Ganger"],
        "what was said stands there again"
    );
    let measured = aiming.buttons.iter().find(|button| button.label.starts_with("Shoot at 17½″"));
    let measured = measured.unwrap_or_else(|| panic!("{:?}", labels(&aiming)));
    assert_eq!(measured.style, 1);
    let shot = club.ann.clicks(&aiming, &measured.label).await;
    assert!(shot.failed().is_none());
    let volley = declared(&field).await;
    assert_eq!(volley.range, Inches::parse("17.5").unwrap());
    assert_eq!(volley.scene.hidden, [Mark::Model(ModelId(0))]);
    assert_eq!(volley.scene.behind, [Mark::Model(ModelId(1))]);
    let models = vec![ModelId(1), ModelId(2)];
    assert_eq!(volley.scene.cover, Cover::Only { bonus: 2, models });
    let [used] = volley.uses.as_slice() else { panic!("{:?}", volley.uses) };
    assert_eq!(used.by, Shooters::Models(vec![ModelId(0), ModelId(1), ModelId(2)]));
}

#[tokio::test]
async fn a_combat_drone_fires_at_two_targets_at_once() {
    let club = Club::open().await;
    let (field, board) =
        drawn(&club, &["c3m4_combat_drone"], &["gang_fighters", "work_gang"]).await;
    let aiming = aims(&club, &board, "Gang Fighters").await;
    let form = club.ann.clicks(&aiming, "Split fire…").await.modal().unwrap();
    let all = form.submit(&[("range", "18"), ("shooters", "all")]).await;
    let said: Vec<String> = all.messages().iter().map(Seen::all_text).collect();
    assert!(said.iter().any(|text| text.contains("That would be every weapon")), "{said:?}");

    let form = club.ann.clicks(&aiming, "Split fire…").await.modal().unwrap();
    let held = form.submit(&[("range", "18"), ("shooters", "plasma cannon")]).await.message();
    assert!(held.text.contains("plasma cannon at **Gang Fighters**, 18″"), "{}", held.text);
    let others = &held.select("The other weapons at…").unwrap().options;
    assert_eq!(others.len(), 1, "nobody is shot at twice: {others:?}");
    let aiming = club.ann.selects(&held, "The other weapons at…", &["Work Gang"]).await.message();
    assert!(aiming.text.contains("aims at **Work Gang**"), "{}", aiming.text);
    assert!(aiming.text.contains("Together with plasma cannon at **Gang Fighters**, 18″."));
    assert!(aiming.button("Split fire…").is_none(), "one system is left");
    let near = labels(&aiming).into_iter().find(|label| label.contains("up to 30″")).unwrap();
    club.ann.clicks(&aiming, near).await;
    declared(&field).await;
    let state = field.state().await;
    let [first, second] = state.flow.volleys.as_slice() else { panic!("{:?}", state.flow.volleys) };
    assert_eq!(first.at, Some(field.id_of("Gang Fighters").await));
    assert_eq!(second.at, Some(field.id_of("Work Gang").await));
    let name = |used: &[Use]| state.weapon_name(used[0].weapon).to_owned();
    assert_eq!(name(&first.uses), "Plasma cannon");
    assert_eq!(name(&second.uses), "Plasma light support gun");
    assert_eq!((first.range, second.range), (Inches::whole(18), Inches::whole(30)));
}

#[tokio::test]
async fn overhead_fire_names_who_lies_under_the_template() {
    let club = Club::open().await;
    let (field, board) =
        drawn(&club, &["ai_x_launcher_team", "ai_squad"], &["gang_fighters"]).await;
    club.ann.selects(&board, "Which unit acts?", &["AI X-Launcher Team"]).await;
    let aiming = aims(&club, &board, "Gang Fighters").await;
    let launcher = club.ann.selects(&aiming, "Weapons", &["X-launcher"]).await.message();
    let form = club.ann.clicks(&launcher, "Exact range, models…").await.modal().unwrap();
    let aiming = form.submit(&[("range", "45")]).await.message();
    let options: Vec<&str> = aiming
        .select("Circumstances")
        .unwrap()
        .options
        .iter()
        .map(|option| option.label.as_str())
        .collect();
    assert_eq!(
        options,
        [
            "Obstacle between",
            "Light terrain between",
            "Own spotter drone does not see it",
            "Sight patched through the spotter drone of AI Squad"
        ]
    );
    let eyes = ["Sight patched through the spotter drone of AI Squad"];
    let aiming = club.ann.selects(&aiming, "Circumstances", &eyes).await.message();
    let form = club.ann.clicks(&aiming, "Exact range, models…").await.modal().unwrap();
    let inputs: Vec<&str> = form.inputs.iter().map(|input| input.custom_id.as_str()).collect();
    assert_eq!(inputs, ["range", "shooters", "hidden", "under"]);
    let aiming = form.submit(&[("hidden", "all"), ("under", "2 gangers")]).await.message();
    assert!(aiming.text.contains("Under the template: Ganger 2."), "{}", aiming.text);
    let at = labels(&aiming).into_iter().find(|label| label.starts_with("Shoot at 45″")).unwrap();
    club.ann.clicks(&aiming, at).await;
    let volley = declared(&field).await;
    assert_eq!(volley.uses[0].by, Shooters::Gun);
    assert_eq!(volley.scene.eyes, Eyes::Patched(field.id_of("AI Squad").await));
    assert_eq!(volley.scene.under, Some(vec![Mark::Model(ModelId(1)), Mark::Model(ModelId(2))]));
    assert_eq!(volley.scene.hidden.len(), 5);
}

/// Bob's squad lies in ambush, and Ann's gang has run before it.
async fn before_an_ambush(club: &Club) -> Battlefield {
    let setup = on_the_table(&["gang_fighters"], &["c3_strike_squad", "phase_squad"]);
    let field = Battlefield::open(club, setup).await;
    field.draw(BLUE).await;
    let order = GiveOrder::plain(field.id_of("C3 Strike Squad").await, Order::Ambush);
    field.play(&club.bob, Command::Order(order), None).await;
    field.draw(RED).await;
    let order = GiveOrder::plain(field.id_of("Gang Fighters").await, Order::Run);
    field.play(&club.ann, Command::Order(order), None).await;
    field.play(&club.ann, Command::Move(Move::default()), None).await;
    field
}

#[tokio::test]
async fn an_ambush_is_aimed_and_sprung() {
    let club = Club::open().await;
    let field = before_an_ambush(&club).await;
    let board = field.board().await;
    let pressed = club.ann.selects(&board, "Spring an ambush with…", &["C3 Strike Squad"]).await;
    let said: Vec<String> = pressed.messages().iter().map(Seen::all_text).collect();
    assert!(said.iter().any(|text| text.contains("It is for Bob to choose")), "{said:?}");
    let aiming = club.bob.selects(&board, "Spring an ambush with…", &["C3 Strike Squad"]).await;
    let aiming = aiming.message_with("Circumstances");
    assert!(
        aiming.text.contains("**C3 Strike Squad** would spring its ambush on **Gang Fighters**"),
        "{}",
        aiming.text
    );
    club.bob.clicks(&aiming, "Back").await;
    assert!(board.again().unwrap().button("Let it pass").is_some());
    club.bob.selects(&board, "Spring an ambush with…", &["C3 Strike Squad"]).await;
    let aiming = board.again().unwrap();
    let thirty = labels(&aiming).into_iter().find(|label| label.contains("up to 30″")).unwrap();
    club.bob.clicks(&aiming, thirty).await;
    settle(&club, &field).await;
    let squad = field.unit("C3 Strike Squad").await;
    assert_eq!(squad.order(), Some(Order::Fire), "its die was turned");
}

#[tokio::test]
async fn an_enemy_may_be_let_pass_and_an_ambush_may_be_typed() {
    let club = Club::open().await;
    let field = before_an_ambush(&club).await;
    let board = field.board().await;
    club.ann.clicks(&board, "Let it pass").await;
    assert!(
        matches!(field.state().await.flow.tasks.last(), Some(Task::Ambushes { .. })),
        "not hers"
    );
    let passed = club.bob.clicks(&board, "Let it pass").await;
    assert!(passed.failed().is_none());
    assert_eq!(field.unit("C3 Strike Squad").await.order(), Some(Order::Ambush));
    assert_eq!(field.state().await.flow.tasks[..], []);

    let other = Club::open().await;
    let field = before_an_ambush(&other).await;
    let sprung = other.bob.at(&other.hall).slash("/shoot target:gang range:18").await;
    assert!(!sprung.is_private(), "{}", sprung.text());
    settle(&other, &field).await;
    assert_eq!(field.unit("C3 Strike Squad").await.order(), Some(Order::Fire));
}

#[tokio::test]
async fn strangers_old_messages_and_forged_presses_do_no_harm() {
    let club = Club::open().await;
    let (field, board) = drawn(&club, &["c3_strike_squad"], &["gang_fighters", "work_gang"]).await;
    let aiming = aims(&club, &board, "Gang Fighters").await;
    let steps = field.steps().await;
    let shoot = labels(&aiming)[0].to_owned();
    for person in [&club.bob, &club.pat] {
        for button in [&shoot, "Exact range, models…", "Back"] {
            let answer = person.clicks(&aiming, button).await;
            let said = private_words(&answer);
            assert!(said.contains("It is for Ann to choose"), "{button}: {said}");
        }
        let answer = person.selects(&aiming, "Circumstances", &["Cover +1"]).await;
        assert!(private_words(&answer).contains("It is for Ann to choose"));
    }
    // what a list or button never offered
    let (id, target) = (&field.id, field.id_of("Gang Fighters").await.0);
    for press in [
        format!("fire:{target}.0.99999999"),
        format!("fire:{target}.0.1800"),
        "fire:4294967295.1.1800".to_owned(),
        format!("arms:{target}"),
        format!("rest:{target}"),
        format!("split:{}", u32::from(target) + 7),
        "ambush".to_owned(),
        "exact:99".to_owned(),
    ] {
        let forged = forged(&aiming, &format!("a1:{id}:{steps}:s:{press}"));
        let answer = club.ann.clicks_as_seen(&forged, &forged.buttons[0].custom_id).await;
        assert!(answer.failed().is_none(), "{press}: {:?}", answer.failed());
        assert_eq!(field.steps().await, steps, "{press}");
    }
    let odd =
        club.ann.selects(&offering(&club, &aiming, "arms", "m99.9").await, "Odd", &["odd"]).await;
    assert!(private_words(&odd).contains("out of date"), "{}", private_words(&odd));
    let odd = club
        .ann
        .selects(&offering(&club, &aiming, "scene", "cover 9").await, "Odd", &["odd"])
        .await;
    assert!(private_words(&odd).contains("out of date"), "{}", private_words(&odd));
    assert_eq!(field.steps().await, steps);

    // the battle has moved on, and the old press is answered with the board
    let aiming = club.ann.clicks_as_seen(&aiming, "Back").await;
    assert!(aiming.failed().is_none());
    let fresh = field.board().await;
    let aiming = club.ann.selects(&fresh, "Shoot at…", &["Gang Fighters"]).await.message();
    let shoot = labels(&aiming)[0].to_owned();
    club.ann.clicks(&aiming, &shoot).await;
    let after = field.steps().await;
    assert!(after > steps);
    let late = club.ann.clicks_as_seen(&aiming, &shoot).await;
    assert!(private_words(&late).contains("The board has changed since you saw it"));
    assert_eq!(field.steps().await, after);
}

fn private_words(answer: &Answer) -> String {
    let private: Vec<String> =
        answer.messages().iter().filter(|seen| seen.private).map(Seen::all_text).collect();
    private.join("\n")
}

/// The message with a button that was never on it.
fn forged(message: &Seen, custom_id: &str) -> Seen {
    let mut forged = message.again().unwrap();
    let button = json!({ "type": 2, "style": 1, "label": "Odd", "custom_id": custom_id });
    forged.raw["components"] = json!([{ "type": 1, "components": [button] }]);
    forged.buttons.truncate(1);
    custom_id.clone_into(&mut forged.buttons[0].custom_id);
    forged
}

/// The message with a list that offers what it should not.
async fn offering(club: &Club, message: &Seen, list: &str, value: &str) -> Seen {
    let of =
        |select: &&gatemaster_sandbox::Select| select.custom_id.contains(&format!(":s:{list}"));
    let custom_id = message.selects.iter().find(of).unwrap().custom_id.clone();
    let option = json!({ "label": "odd", "value": value });
    let select = json!({
        "type": 3, "custom_id": custom_id, "placeholder": "Odd", "options": [option],
    });
    let body = json!({ "components": [{ "type": 1, "components": [select] }] });
    let path = format!("channels/{}/messages/{}", message.channel, message.id);
    club.as_bot("PATCH", &path, &body.to_string()).await;
    message.again().unwrap()
}

#[tokio::test]
async fn a_shot_that_was_changed_on_another_message_is_not_fired_unseen() {
    let club = Club::open().await;
    let (field, board) = drawn(&club, &["c3_strike_squad"], &["gang_fighters"]).await;
    let first = aims(&club, &board, "Gang Fighters").await;
    let second = field.board().await;
    let second = club.ann.selects(&second, "Shoot at…", &["Gang Fighters"]).await.message();
    club.ann.selects(&second, "Circumstances", &["Cover +2"]).await;
    let steps = field.steps().await;
    let shoot = labels(&first)[0].to_owned();
    club.ann.clicks(&first, &shoot).await;
    assert_eq!(field.steps().await, steps, "she had not seen the cover there");
    let first = first.again().unwrap();
    assert!(first.text.contains("This shot was changed on another message"), "{}", first.text);
    assert_eq!(chosen(&first, "Circumstances"), ["Cover +2"]);
    club.ann.clicks(&first, &shoot).await;
    assert_eq!(declared(&field).await.scene.cover, Cover::Everybody(2));
}

#[tokio::test]
async fn aim_is_kept_through_a_restart_and_begun_anew_where_the_note_is_lost() {
    let mut club = Club::open().await;
    let (field, board) = drawn(&club, &["c3_strike_squad"], &["gang_fighters"]).await;
    let aiming = aims(&club, &board, "Gang Fighters").await;
    let aiming = club.ann.selects(&aiming, "Circumstances", &["Cover +2"]).await.message();
    club.restart_bot().await;
    assert_eq!(chosen(&aiming.again().unwrap(), "Circumstances"), ["Cover +2"]);
    let steps = field.steps().await;
    let shoot = labels(&aiming)[0].to_owned();
    for lost in [r#"{"aims":"at the moon"}"#, "no json", "[]"] {
        note(&club, &field, &club.ann, "aim", lost).await;
        note(&club, &field, &club.ann, "shots", lost).await;
        club.ann.clicks(&aiming, &shoot).await;
        let anew = aiming.again().unwrap();
        assert_eq!(field.steps().await, steps, "what was shown is not known any more");
        assert_eq!(chosen(&anew, "Circumstances"), [] as [&str; 0], "{lost}");
        let again = ["Cover +2"];
        let ticked = club.ann.selects(&anew, "Circumstances", &again).await.message();
        assert_eq!(chosen(&ticked, "Circumstances"), again);
    }
    club.restart_bot().await;
    club.ann.clicks(&aiming, &shoot).await;
    assert_eq!(declared(&field).await.scene.cover, Cover::Everybody(2));
}

async fn note(club: &Club, field: &Battlefield, person: &Person, what: &str, text: &str) {
    let store = club.store().await;
    let key = format!("person:{}:{what}", person.id());
    store.set_setting(Scope::Game(field.id.clone()), &key, Some(text)).await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn a_whole_shot_is_typed_with_its_dice() {
    let club = Club::open().await;
    let field = Battlefield::open(
        &club,
        on_the_table(&["gang_fighters", "work_gang"], &["ghar_command_crawler", "phase_squad"]),
    )
    .await;
    field.set("Gang Fighters", Change::Pins(1)).await;
    // it has its order, so that nobody is asked before the dice
    field.set("Ghar Command Crawler", Change::Orders(vec![Order::Rally])).await;
    field.draw(RED).await;
    let ann = club.ann.at(&club.hall);
    let steps = field.steps().await;

    let bob = club.bob.at(&club.hall).slash("/shoot target:crawler range:18 unit:Gang").await;
    assert!(bob.text().contains("It is for Ann to choose"), "{}", bob.text());
    for (line, says) in [
        ("/shoot target:crawler range:18", "Say with `unit:` who gets the Fire order"),
        (
            "/shoot target:crawler range:90 unit:Gang Fighters",
            "Mag gun reaches 60″; the target is 90″ away.",
        ),
        (
            "/shoot target:dragon range:18 unit:Gang Fighters",
            "Ghar Command Crawler and Phase Squad",
        ),
        ("/shoot target:crawler range:18 unit:Gang Fighters shield:True", "has no batter drone"),
        ("/shoot target:crawler range:18 unit:Gang Fighters dice:3 9", "I roll the dice"),
    ] {
        let refused = ann.slash(line).await;
        assert!(
            refused.is_private() && refused.text().contains(says),
            "{line}: {}",
            refused.text()
        );
    }
    assert_eq!(field.steps().await, steps, "nothing is rolled before all is understood");

    // the test, a pistol and four guns of which two hit, and nothing gets through the armour
    let line = "/shoot target:crawler range:18 unit:Gang Fighters between:an obstacle";
    let told = club.with_dice("3 9 1 4 8 9 2 2", ann.slash(line)).await.message();
    let text = told.all_text();
    assert!(!told.private);
    for words in [
        "Gang Fighters",
        "Mag gun ≤5: 1★ 4✓ 8✗ 9✗ – 2 hits",
        "Gang Fighters at Ghar Command Crawler, 18″",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let full = ann.slash("/explain").await.text();
    assert!(full.contains("obstacle between −1"), "{full}");
    settle(&club, &field).await;
    assert_eq!(field.unit("Gang Fighters").await.pins, 0);
    assert_eq!(field.unit("Gang Fighters").await.order(), Some(Order::Fire));
    assert_eq!(field.state().await.flow.tasks[..], []);

    // a test that fails ends it
    field.set("Work Gang", Change::Pins(2)).await;
    field.draw(RED).await;
    let failed =
        club.with_dice("9", ann.slash("/shoot target:Phase Squad range:9 unit:Work Gang")).await;
    assert!(
        failed.text().contains("– failed, one pin off, 1 left, goes down"),
        "{}",
        failed.text()
    );
    assert_eq!(field.unit("Work Gang").await.order(), Some(Order::Down));
}

#[tokio::test]
async fn a_command_delivered_twice_shoots_once() {
    let club = Club::open().await;
    let field = Battlefield::open(
        &club,
        on_the_table(&["gang_fighters"], &["ghar_command_crawler", "work_gang"]),
    )
    .await;
    field.draw(RED).await;
    let steps = field.steps().await;
    club.discord.misbehave().deliver_twice(1);
    club.discord.expect_fault("40060");
    club.ann.at(&club.hall).slash("/shoot target:crawler range:18 unit:Gang Fighters").await;
    settle(&club, &field).await;
    let order_and_shot = field.steps().await - steps;
    assert!((2..=6).contains(&order_and_shot), "{order_and_shot}");
    let state = field.state().await;
    assert_eq!((state.flow.acting, state.flow.drawn), (None, None));
}

#[tokio::test]
async fn typing_offers_only_what_can_be_shot() {
    let club = Club::open().await;
    let field = Battlefield::open(
        &club,
        on_the_table(&["c3_strike_squad", "ai_x_launcher_team"], &["gang_fighters", "work_gang"]),
    )
    .await;
    let ann = club.ann.at(&club.hall);
    let names = |choices: Vec<gatemaster_sandbox::Choice>| {
        choices.into_iter().map(|choice| choice.name).collect::<Vec<_>>()
    };
    assert_eq!(names(ann.completes("/shoot target:").await), [] as [&str; 0], "no die is drawn");
    field.draw(RED).await;
    let targets = ann.completes("/shoot target:").await;
    assert_eq!(targets.len(), 2);
    assert!(targets[0].name.starts_with("Gang Fighters · 5 models"), "{}", targets[0].name);
    assert_eq!(targets[0].value, json!("Gang Fighters"));
    assert_eq!(ann.completes("/shoot target:work").await.len(), 1);
    let units = names(ann.completes("/shoot target:Gang Fighters range:18 unit:").await);
    assert_eq!(units.len(), 2, "{units:?}");
    let line = "/shoot target:Gang Fighters range:18 unit:C3 Strike Squad";
    let ways = names(ann.completes(&format!("{line} weapons:")).await);
    assert_eq!(ways.len(), 4, "{ways:?}");
    let line = "/shoot target:Gang Fighters range:40 unit:C3 Strike Squad";
    let ways = names(ann.completes(&format!("{line} weapons:")).await);
    assert_eq!(ways, ["5 × plasma carbine (single shot)"]);
    let models = names(ann.completes(&format!("{line} hidden:Ganger 2, ")).await);
    assert_eq!(models, ["Ganger 2, Gang Leader", "Ganger 2, Ganger"]);
    let line = "/shoot target:Gang Fighters range:40 unit:AI X-Launcher Team";
    assert_eq!(names(ann.completes(&format!("{line} eyes:")).await), ["C3 Strike Squad"]);
}
