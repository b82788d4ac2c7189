//! What a battle asks of its players: by buttons, lists and forms, by command, and answered beforehand.

use gatemaster_rules::antares::arms::arms;
use gatemaster_rules::antares::command::{
    Answer, Command, Feature, GiveOrder, Mark, Move, Scene, Shot, Struck, Use,
};
use gatemaster_rules::antares::correct::Change;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::ModelId;
use gatemaster_rules::game;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::{Action, Deed};
use gatemaster_sandbox::{Choice, Person, Seen};

use crate::battlefield::{Battlefield, on_the_table};
use crate::club::Club;

pub const RED: Seat = Seat(0);
pub const BLUE: Seat = Seat(1);
pub const GANG: &str = "Gang Fighters";
pub const SQUAD: &str = "C3 Strike Squad";

/// Ann's gang and Bob's strike squad face each other.
pub async fn duel(club: &Club) -> Battlefield {
    Battlefield::open(club, on_the_table(&["gang_fighters"], &["c3_strike_squad"])).await
}

/// A unit gets this order with a die of its side; it carries it out at once, or never.
pub async fn orders(field: &Battlefield, person: &Person, seat: Seat, unit: &str, order: Order) {
    field.draw(seat).await;
    let give = GiveOrder::plain(field.id_of(unit).await, order);
    field.play(person, Command::Order(give), None).await;
}

/// Ann has a unit of hers fire at one of Bob's, with the dice that fall before anybody is asked.
pub async fn fires(club: &Club, field: &Battlefield, shot: (&str, &str, &str), dice: Option<&str>) {
    let (from, weapon, at) = shot;
    orders(field, &club.ann, RED, from, Order::Fire).await;
    let (from, target) = (field.id_of(from).await, field.id_of(at).await);
    let state = field.state().await;
    let armed = arms(&state, state.unit(from).unwrap(), Manner::Fire);
    let arm = armed.into_iter().find(|arm| state.weapon(arm.weapon).unwrap().key == weapon);
    let arm = arm.unwrap();
    let used = Use { weapon: arm.weapon, mode: arm.mode, by: arm.by };
    let range = Inches::whole(18);
    let shot = Shot { target, range, uses: vec![used], scene: Scene::default() };
    field.play(&club.ann, Command::Shoot { shots: vec![shot] }, dice).await;
}

/// Bob's squad has no order yet and may go down before the shots of Ann's gang.
pub async fn under_fire(club: &Club) -> Battlefield {
    let field = duel(club).await;
    fires(club, &field, (GANG, "mag_gun", SQUAD), None).await;
    field
}

/// Two of four shots have hit Bob's squad, which has its order already.
pub async fn hit_twice(club: &Club) -> Battlefield {
    let field = duel(club).await;
    field.set(SQUAD, Change::Orders(vec![Order::Rally])).await;
    fires(club, &field, (GANG, "mag_gun", SQUAD), Some("6 6 10 10")).await;
    field
}

/// What the last step of the battle was.
pub async fn last_command(club: &Club, field: &Battlefield) -> Command {
    let store = club.store().await;
    let steps = store.steps(&field.id).await.unwrap();
    store.close().await;
    let deed: Deed = serde_json::from_str(&steps.last().unwrap().action).unwrap();
    match deed.action {
        Action::Play(game::Command::Antares(command)) => command,
        other => panic!("no move of the battle: {other:?}"),
    }
}

pub fn names(choices: &[Choice]) -> Vec<&str> {
    choices.iter().map(|choice| choice.value.as_str().unwrap()).collect()
}

pub fn labels(seen: &Seen) -> Vec<&str> {
    seen.buttons.iter().map(|button| button.label.as_str()).collect()
}

#[tokio::test]
async fn whoever_is_shot_at_decides_by_a_button_and_nobody_else_does() {
    let mut club = Club::open().await;
    let field = under_fire(&club).await;
    let board = field.board().await;
    let text = board.all_text();
    assert!(text.contains("Bob: Go down with C3 Strike Squad?"), "{text}");
    assert_eq!(labels(&board)[..3], ["Stay up", "Go down", "Always…"], "{text}");
    assert_eq!(board.button("Stay up").unwrap().style, 1, "the usual answer stands out");

    let steps = field.steps().await;
    let ann = club.ann.clicks(&board, "Go down").await;
    assert!(ann.is_private() && ann.text().contains("waits for Blue"), "{}", ann.text());
    let pat = club.pat.clicks(&board, "Go down").await;
    assert!(pat.is_private() && pat.text().contains("Only people at this table"), "{}", pat.text());
    assert_eq!(field.steps().await, steps);

    club.restart_bot().await;
    let down = club.bob.clicks(&board, "Go down").await.message();
    assert!(!down.private && down.all_text().contains("goes down"), "{}", down.all_text());
    assert_eq!(field.unit(SQUAD).await.order(), Some(Order::Down));
    assert_eq!(field.steps().await, steps + 1);

    // the question has been answered; an old button says so
    let late = club.bob.clicks_as_seen(&board, "Stay up").await;
    assert!(late.is_private() && late.text().contains("has changed"), "{}", late.text());
    assert_eq!(field.steps().await, steps + 1);
}

#[tokio::test]
async fn an_experienced_player_answers_in_one_line() {
    let club = Club::open().await;
    let field = under_fire(&club).await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    let offered = bob.completes("/react answer:").await;
    assert_eq!(names(&offered), ["Stay up", "Go down"]);
    assert!(offered[1].name.contains("Hits are rolled again"), "{}", offered[1].name);
    assert_eq!(names(&bob.completes("/react answer:dow").await), ["Go down"]);
    assert!(ann.completes("/react answer:").await.is_empty(), "it is not for Ann to answer");

    let steps = field.steps().await;
    for (line, says) in [
        (
            "/react answer:Dance",
            "`Dance` is no answer. You can answer: 1 `Stay up` and 2 `Go down`.",
        ),
        ("/react", "You can answer: 1 `Stay up`"),
        ("/react answer:3", "`3` is no answer"),
        ("/react place:leader", "No hits wait to be placed"),
        ("/react under:Gang Fighters", "No template lies on the table"),
        ("/react answer:1 place:leader", "is enough"),
        ("/react answer:1 obstacles:wall", "Nothing moves with that answer"),
        ("/react answer:Stay up dice:6 6", "I roll the dice"),
    ] {
        let refused = bob.slash(line).await;
        assert!(
            refused.is_private() && refused.text().contains(says),
            "{line}: {}",
            refused.text()
        );
    }
    let refused = ann.slash("/react answer:Go down").await.text();
    assert!(refused.contains("waits for Bob to decide whether to go down"), "{refused}");
    assert_eq!(field.steps().await, steps);

    // a lucky hit is for the shooter to place, who has gone by now and is told so
    club.hours_pass(1);
    let stayed = club.with_dice("1 6 6 10", bob.slash("/react answer:stay UP")).await.message();
    assert!(stayed.pings(&club.ann) && !stayed.pings(&club.bob), "{}", stayed.all_text());
    assert!(stayed.all_text().contains("Ann: Hits on C3 Strike Squad"), "{}", stayed.all_text());
    let placed = club.with_dice("7 3 6 6", ann.slash("/react place:leader")).await.message();
    assert!(placed.button("Draw next").is_some(), "{}", placed.all_text());
    let squad = field.unit(SQUAD).await;
    assert_eq!((squad.alive(), squad.pins), (5, 1));
    let nothing = ann.slash("/react answer:1").await.text();
    assert!(nothing.contains("Nothing is asked of you now"), "{nothing}");
}

#[tokio::test]
async fn hits_are_placed_one_by_one() {
    let mut club = Club::open().await;
    let field = hit_twice(&club).await;
    let board = field.board().await;
    let labels: Vec<&str> = board.buttons.iter().map(|button| button.label.as_str()).collect();
    assert_eq!(labels[..2], ["Spare the Leader", "Leader takes one"], "{labels:?}");
    let text = board.all_text();
    assert!(text.contains("**Spare the Leader**: Hit 2 Troopers"), "{text}");
    let steps = field.steps().await;

    let refused = club.ann.clicks(&board, "Place them one by one…").await;
    assert!(
        refused.is_private() && refused.text().contains("for Bob to choose"),
        "{}",
        refused.text()
    );
    let asked = club.bob.clicks(&board, "Place them one by one…").await.message();
    assert_eq!(asked.id, board.id, "in place");
    assert!(asked.text.contains("**Hit 1 of 2** (Mag gun, SV 1)"), "{}", asked.text);
    let places = &asked.select("Where does this hit go?").unwrap().options;
    let found: Vec<(&str, &str)> =
        places.iter().map(|o| (o.label.as_str(), o.description.as_str())).collect();
    assert_eq!(
        found,
        [
            ("Strike Leader", "no hit yet · survives on 6 or less"),
            ("Strike Trooper", "no hit yet · survives on 6 or less")
        ]
    );
    let refused = club.pat.selects(&board, "Where does this hit go?", &["Strike Leader"]).await;
    assert!(
        refused.is_private() && refused.text().contains("for Bob to choose"),
        "{}",
        refused.text()
    );
    let asked =
        club.bob.selects(&board, "Where does this hit go?", &["Strike Trooper"]).await.message();
    assert!(asked.text.contains("Placed so far: Strike Trooper."), "{}", asked.text);
    assert!(asked.text.contains("**Hit 2 of 2**"), "{}", asked.text);
    let asked = club.bob.clicks(&board, "Take the last one back").await.message();
    assert!(asked.text.contains("**Hit 1 of 2**"), "{}", asked.text);
    club.bob.selects(&board, "Where does this hit go?", &["Strike Trooper"]).await;
    assert_eq!(field.steps().await, steps, "nothing has happened yet");

    club.restart_bot().await;
    let done = club.bob.selects(&board, "Where does this hit go?", &["Strike Leader"]).await;
    assert!(!done.is_private(), "{}", done.text());
    let placed = vec![Some(Mark::Model(ModelId(1))), Some(Mark::Model(ModelId(0)))];
    assert_eq!(last_command(&club, &field).await, Command::Answer(Answer::Place(placed)));
    assert_eq!(field.steps().await, steps + 1);
}

#[tokio::test]
async fn the_rest_of_the_hits_falls_as_usual() {
    let club = Club::open().await;
    let field = hit_twice(&club).await;
    let board = field.board().await;
    club.bob.clicks(&board, "Place them one by one…").await;
    let back = club.bob.clicks(&board, "All the ways…").await.message();
    assert!(back.button("Place them one by one…").is_some(), "{}", back.all_text());
    club.bob.clicks(&board, "Place them one by one…").await;
    club.bob.selects(&board, "Where does this hit go?", &["Strike Leader"]).await;
    // only troopers are left, so the second hit needs no choice
    let placed = vec![Some(Mark::Model(ModelId(0))), Some(Mark::Model(ModelId(1)))];
    assert_eq!(last_command(&club, &field).await, Command::Answer(Answer::Place(placed)));
}

#[tokio::test]
async fn hits_are_placed_in_words() {
    let club = Club::open().await;
    let field = hit_twice(&club).await;
    let bob = club.bob.at(&club.hall);
    for (line, says) in [
        (
            "/react place:drone",
            "Hit 1 cannot go on `drone`; it can go on Strike Leader and Strike Trooper.",
        ),
        ("/react place:2 leader", "Hit 2 cannot go on `leader`; it can go on Strike Trooper."),
        ("/react place:leader, 2 troopers", "There are 2 hits to place, and you have named more."),
    ] {
        let refused = bob.slash(line).await;
        assert!(
            refused.is_private() && refused.text().contains(says),
            "{line}: {}",
            refused.text()
        );
    }
    let placed = club.with_dice("2 3", bob.slash("/react place:leader")).await.message();
    assert!(placed.button("End the turn").is_some(), "{}", placed.all_text());
    assert_eq!((field.unit(SQUAD).await.alive(), field.unit(SQUAD).await.pins), (5, 1));
}

/// A launcher of Ann's has missed by two inches; she says who lies under the template.
async fn astray(club: &Club) -> Battlefield {
    let red = ["boromite_x_launcher_team", "work_gang"];
    let setup = on_the_table(&red, &["gang_fighters", "domari_squad"]);
    let field = Battlefield::open(club, setup).await;
    field.set("Boromite X-Launcher Team", Change::Remove(Mark::Drone(0))).await;
    field.set(GANG, Change::Orders(vec![Order::Rally])).await;
    fires(club, &field, ("Boromite X-Launcher Team", "x_launcher", GANG), Some("9 3")).await;
    field
}

fn under(unit: &Struck) -> Vec<u8> {
    let models = unit.under.iter().map(|mark| match mark {
        Mark::Model(id) => id.0,
        other => panic!("no model: {other:?}"),
    });
    models.collect()
}

#[tokio::test]
async fn a_template_finds_whoever_lies_under_it() {
    let club = Club::open().await;
    let field = astray(&club).await;
    let board = field.board().await;
    let lists: Vec<&str> = board.selects.iter().map(|list| list.placeholder.as_str()).collect();
    let (foes, friends) = ("Under the template: units of Blue", "Under the template: units of Red");
    assert_eq!(lists, [foes, friends]);
    let refused = club.bob.selects(&board, foes, &[GANG]).await;
    assert!(
        refused.is_private() && refused.text().contains("for Ann to choose"),
        "{}",
        refused.text()
    );

    let asked = club.ann.selects(&board, foes, &["Domari Squad"]).await.message();
    assert!(asked.text.contains("Under it: **Domari Squad (all 6)**."), "{}", asked.text);
    let asked = club.ann.selects(&board, friends, &["Work Gang"]).await.message();
    assert!(asked.text.contains("Odd hits go to Domari Squad first"), "{}", asked.text);
    let form = club.ann.clicks(&board, "How many models…").await.modal().unwrap();
    assert_eq!(form.inputs[0].value, "Domari Squad: 6\nWork Gang: 5");
    let wrong = form.submit(&[("under", "Domari Squad: 9")]).await;
    assert!(wrong.is_private() && wrong.text().contains("has 1 to 6 there"), "{}", wrong.text());
    let form = club.ann.clicks(&board, "How many models…").await.modal().unwrap();
    form.submit(&[("under", "Work Gang: leader, ganger\nDomari Squad: 3")]).await;
    let (work, domari) = (field.id_of("Work Gang").await, field.id_of("Domari Squad").await);
    let Command::Answer(Answer::Template(struck)) = last_command(&club, &field).await else {
        panic!("no template was laid");
    };
    let found: Vec<_> = struck.iter().map(|one| (one.unit, under(one))).collect();
    assert_eq!(
        found,
        [(work, vec![0, 1]), (domari, vec![1, 2, 3])],
        "in the order they were named"
    );
}

#[tokio::test]
async fn a_template_is_confirmed_by_a_button_or_laid_in_words() {
    let club = Club::open().await;
    let field = astray(&club).await;
    let board = field.board().await;
    club.ann.selects(&board, "Under the template: units of Blue", &["Domari Squad"]).await;
    club.ann.clicks(&board, "So it is").await;
    let Command::Answer(Answer::Template(struck)) = last_command(&club, &field).await else {
        panic!("no template was laid");
    };
    assert_eq!(struck.len(), 1);
    assert_eq!(under(&struck[0]), [0, 1, 2, 3, 4, 5]);

    let other = Club::open().await;
    let field = astray(&other).await;
    let ann = other.ann.at(&other.hall);
    let wrong = ann.slash("/react under:Rabble").await.text();
    assert!(wrong.contains("No unit on the table is called `Rabble`"), "{wrong}");
    other
        .with_dice("5 5 5 5 5 5", ann.slash("/react under:Domari Squad: 3; Work Gang: 2"))
        .await
        .message();
    let pins = [field.unit(GANG).await.pins, field.unit("Domari Squad").await.pins];
    assert_eq!((pins, field.unit("Work Gang").await.pins), ([0, 1], 1));
}

/// Ann's gang has sprinted and rolled a 1: it may go further.
async fn lucky_sprint(club: &Club) -> Battlefield {
    let field = duel(club).await;
    field.draw(RED).await;
    let run = GiveOrder::plain(field.id_of(GANG).await, Order::Run);
    field.play(&club.ann, Command::Order(GiveOrder { sprint: true, ..run }), None).await;
    field.play(&club.ann, Command::Move(Move::default()), Some("1")).await;
    field
}

fn wall_and_woods() -> Vec<Feature> {
    let wall = Feature::Obstacle { name: "old wall".into(), defended: true };
    vec![wall, Feature::Difficult { name: "woods".into() }]
}

#[tokio::test]
async fn a_sprint_goes_on_through_terrain() {
    let club = Club::open().await;
    let field = lucky_sprint(&club).await;
    let board = field.board().await;
    assert_eq!(labels(&board)[..3], ["Stop here", "Go on, up to 4″", "Through terrain…"]);
    let refused = club.bob.clicks(&board, "Through terrain…").await;
    assert!(
        refused.is_private() && refused.text().contains("for Ann to choose"),
        "{}",
        refused.text()
    );
    let form = club.ann.clicks(&board, "Through terrain…").await.modal().unwrap();
    assert_eq!(form.inputs.len(), 2, "nobody is charged and nobody is stuck");
    form.submit(&[("obstacles", "old wall (defended)"), ("difficult", "woods")]).await;
    let features = wall_and_woods();
    let further = Answer::BonusMove { take: true, features, contact: false };
    assert_eq!(last_command(&club, &field).await, Command::Answer(further));

    let other = Club::open().await;
    let field = lucky_sprint(&other).await;
    let ann = other.ann.at(&other.hall);
    let refused = ann.slash("/react answer:Stop here difficult:woods").await;
    assert!(refused.is_private() && refused.text().contains("Nothing moves"), "{}", refused.text());
    ann.slash("/react answer:go on obstacles:old wall (defended) difficult:woods").await;
    let further = Answer::BonusMove { take: true, features: wall_and_woods(), contact: false };
    assert_eq!(last_command(&other, &field).await, Command::Answer(further));
}
