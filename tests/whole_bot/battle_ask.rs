//! What a battle asks of its players: by buttons, lists and forms, by command, and answered beforehand.

use gatemaster_rules::antares::arms::arms;
use gatemaster_rules::antares::command::{
    Answer, Command, Feature, GiveOrder, Mark, Move, Scene, Shot, Struck, TurnEnd, Use,
};
use gatemaster_rules::antares::correct::Change;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{ModelId, Phase};
use gatemaster_rules::game;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::{Action, Deed};
use gatemaster_sandbox::{Choice, Person, Seen};
use serde_json::Value;

use crate::battlefield::{Battlefield, on_the_table};
use crate::club::Club;

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);
const GANG: &str = "Gang Fighters";
const SQUAD: &str = "C3 Strike Squad";

/// Ann's gang and Bob's strike squad face each other.
async fn duel(club: &Club) -> Battlefield {
    Battlefield::open(club, on_the_table(&["gang_fighters"], &["c3_strike_squad"])).await
}

/// A unit gets this order with a die of its side; it carries it out at once, or never.
async fn orders(field: &Battlefield, person: &Person, seat: Seat, unit: &str, order: Order) {
    field.draw(seat).await;
    let give = GiveOrder::plain(field.id_of(unit).await, order);
    field.play(person, Command::Order(give), None).await;
}

/// Ann has a unit of hers fire at one of Bob's, with the dice that fall before anybody is asked.
async fn fires(club: &Club, field: &Battlefield, shot: (&str, &str, &str), dice: Option<&str>) {
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
async fn under_fire(club: &Club) -> Battlefield {
    let field = duel(club).await;
    fires(club, &field, (GANG, "mag_gun", SQUAD), None).await;
    field
}

/// Two of four shots have hit Bob's squad, which has its order already.
async fn hit_twice(club: &Club) -> Battlefield {
    let field = duel(club).await;
    field.set(SQUAD, Change::Orders(vec![Order::Rally])).await;
    fires(club, &field, (GANG, "mag_gun", SQUAD), Some("6 6 10 10")).await;
    field
}

/// What the last step of the battle was.
async fn last_command(club: &Club, field: &Battlefield) -> Command {
    let store = club.store().await;
    let steps = store.steps(&field.id).await.unwrap();
    store.close().await;
    let deed: Deed = serde_json::from_str(&steps.last().unwrap().action).unwrap();
    match deed.action {
        Action::Play(game::Command::Antares(command)) => command,
        other => panic!("no move of the battle: {other:?}"),
    }
}

fn names(choices: &[Choice]) -> Vec<&str> {
    choices.iter().map(|choice| choice.value.as_str().unwrap()).collect()
}

fn labels(seen: &Seen) -> Vec<&str> {
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
        ("/react answer:Stay up dice:6 6", "dice"),
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

    // a lucky hit is for the shooter to place, who is told so
    let stayed = bob.slash("/react answer:stay UP dice:1 6 6 10").await.message();
    assert!(stayed.pings(&club.ann) && !stayed.pings(&club.bob), "{}", stayed.all_text());
    assert!(stayed.all_text().contains("Ann: Hits on C3 Strike Squad"), "{}", stayed.all_text());
    let placed = ann.slash("/react place:leader dice:7 3 6 6").await.message();
    assert!(placed.button("Draw next").is_some(), "{}", placed.all_text());
    let squad = field.unit(SQUAD).await;
    assert_eq!((squad.alive(), squad.pins), (5, 1));
    let nothing = ann.slash("/react answer:1").await.text();
    assert!(nothing.contains("Nothing is asked of you now"), "{nothing}");
}

#[tokio::test]
async fn a_standing_order_answers_at_once_and_stays_private_until_then() {
    let club = Club::open().await;
    let field = under_fire(&club).await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    let stranger = club.pat.at(&club.hall).slash("/standing under_fire:always go down").await;
    assert!(
        stranger.is_private() && stranger.text().contains("Take a seat"),
        "{}",
        stranger.text()
    );

    let said = bob.slash("/standing under_fire:always go down hits:spread them for me").await;
    let text = said.text();
    assert!(said.is_private(), "{text}");
    assert!(text.contains("From now on: Under fire: always go down"), "{text}");
    assert!(text.contains("What waited for you is answered like that"), "{text}");
    let told = club.hall.wait_for(|seen| seen.all_text().contains("had said beforehand")).await;
    assert!(!told.private && told.all_text().contains("goes down"), "{}", told.all_text());
    assert!(told.all_text().contains("(as Bob had said beforehand)"), "{}", told.all_text());
    assert_eq!(field.unit(SQUAD).await.order(), Some(Order::Down));
    let seen_by_ann = ann.sees();
    assert!(seen_by_ann.iter().all(|seen| !seen.all_text().contains("spread them for me")));

    // the log tells who it was, and that it was said before
    let log = ann.slash("/game log").await.text();
    assert!(log.contains("Bob (beforehand)"), "{log}");
}

#[tokio::test]
async fn wishes_are_changed_on_a_card_of_one_s_own() {
    let club = Club::open().await;
    let field = under_fire(&club).await;
    let board = field.board().await;
    let refused = club.pat.clicks(&board, "Always…").await;
    assert!(refused.is_private() && refused.text().contains("Take a seat"), "{}", refused.text());

    // Ann's wishes are about Ann: the question is still Bob's
    let steps = field.steps().await;
    let card = club.ann.clicks(&board, "Standing orders…").await.message();
    assert!(card.private && card.selects.len() == 5, "{}", card.all_text());
    let card = club.ann.selects(&card, "Under fire", &["Under fire: always go down"]).await;
    assert!(card.text().contains("**Under fire**: always go down"), "{}", card.text());
    assert_eq!(field.steps().await, steps);

    let card = club.bob.clicks(&board, "Always…").await.message();
    assert!(card.all_text().contains("**Under fire**: ask me"), "{}", card.all_text());
    for (list, choice) in [
        ("Small choices", "Small choices: decide for me"),
        ("Enemies passing my ambushers", "Enemies passing my ambushers: let them pass"),
        ("Undo this turn", "Undo this turn: allow it"),
    ] {
        let set = club.bob.selects(&card, list, &[choice]).await.message();
        assert_eq!(set.id, card.id, "confirmed in place");
        assert!(set.all_text().contains(&format!("From now on: {choice}.")), "{}", set.all_text());
        let chosen = set.select(list).unwrap().options.iter().find(|option| option.chosen);
        assert_eq!(chosen.unwrap().label, choice);
    }
    assert_eq!(field.steps().await, steps, "none of these was asked");
    let set = club.bob.selects(&card, "Under fire", &["Under fire: never go down"]).await.message();
    assert!(set.private && set.all_text().contains("answered like that"), "{}", set.all_text());
    club.hall.wait_for(|seen| seen.all_text().contains("had said beforehand")).await;
    assert_eq!(field.unit(SQUAD).await.order(), None);
    let shown = club.bob.at(&club.hall).slash("/standing").await.text();
    for line in [
        "**Under fire**: never go down",
        "**Hits on my units**: ask me",
        "**Undo this turn**: allow it",
    ] {
        assert!(shown.contains(line), "{shown}");
    }
}

#[tokio::test]
async fn hits_are_placed_one_by_one() {
    let mut club = Club::open().await;
    let field = hit_twice(&club).await;
    let board = field.board().await;
    assert_eq!(board.buttons.iter().filter(|button| button.label.starts_with("Hit ")).count(), 2);
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
    let placed = bob.slash("/react place:leader dice:2 3").await.message();
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
    ann.slash("/react under:Domari Squad: 3; Work Gang: 2 dice:5 5 5 5 5 5").await.message();
    let pins = [field.unit(GANG).await.pins, field.unit("Domari Squad").await.pins];
    assert_eq!((pins, field.unit("Work Gang").await.pins), ([0, 1], 1));
}

#[tokio::test]
async fn both_sides_decide_about_their_ambushes_each_for_itself() {
    let club = Club::open().await;
    let field = duel(&club).await;
    orders(&field, &club.ann, RED, GANG, Order::Ambush).await;
    orders(&field, &club.bob, BLUE, SQUAD, Order::Ambush).await;
    assert_eq!(field.state().await.phase, Phase::TurnEnd);
    let board = field.board().await;
    assert!(board.all_text().contains("Both sides decide"), "{}", board.all_text());
    let choose = club.ann.clicks(&board, "Blue: choose…").await;
    assert!(
        choose.is_private() && choose.text().contains("for Bob to choose"),
        "{}",
        choose.text()
    );

    let kept = club.ann.clicks(&board, "Red: Keep Gang Fighters in ambush").await.message();
    assert!(kept.pings(&club.bob), "{}", kept.all_text());
    assert!(kept.select("Keep which ambushes?").is_some(), "{}", kept.all_text());
    let again = club.ann.clicks_as_seen(&board, "Red: Keep no ambush").await;
    assert!(again.is_private() && again.text().contains("decided already"), "{}", again.text());

    // Bob looks at the message from before Ann decided, and that does not matter
    let chooser = club.bob.clicks_as_seen(&board, "Blue: choose…").await.message();
    assert!(chooser.private, "{}", chooser.all_text());
    let chosen = club.bob.selects(&chooser, "Keep which ambushes?", &[]).await.message();
    assert_eq!(chosen.id, chooser.id);
    club.bob.clicks(&chooser, "Keep no ambush and end the turn").await;
    let state = field.state().await;
    assert_eq!((state.phase, state.turn), (Phase::Orders, 2));
    assert_eq!(field.unit(GANG).await.order(), Some(Order::Ambush));
    assert_eq!(field.unit(SQUAD).await.order(), None);
    let late = club.bob.clicks_as_seen(&board, "Blue: Keep C3 Strike Squad in ambush").await;
    assert!(late.is_private() && late.text().contains("has changed"), "{}", late.text());
}

#[tokio::test]
async fn a_turn_ends_in_one_line_with_help_for_those_who_are_down() {
    let club = Club::open().await;
    let setup = on_the_table(&["gang_fighters", "overseer_squad"], &["c3_strike_squad"]);
    let field = Battlefield::open(&club, setup).await;
    let boss = field.state().await.units[1].name.clone();
    orders(&field, &club.ann, RED, GANG, Order::Down).await;
    orders(&field, &club.ann, RED, &boss, Order::Ambush).await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    let early = ann.slash("/turn end").await.text();
    assert!(early.contains("There are dice in the bag"), "{early}");
    orders(&field, &club.bob, BLUE, SQUAD, Order::Down).await;

    let refused = bob.slash("/turn end").await.text();
    assert!(refused.contains("The turn's end waits for Red"), "{refused}");
    assert_eq!(names(&ann.completes("/turn end keep:").await), ["all", "none", boss.as_str()]);
    let help = format!("{GANG}: {boss}");
    assert_eq!(names(&ann.completes("/turn end help:").await), [help.as_str()]);
    assert!(bob.completes("/turn end keep:").await.is_empty());
    let wrong = ann.slash("/turn end keep:Gang Fighters").await.text();
    assert!(wrong.contains(&format!("In ambush: {boss}.")), "{wrong}");
    let wrong = ann.slash("/turn end help:Nobody").await.text();
    assert!(wrong.contains(&format!("there is `{help}`")), "{wrong}");

    // the gang recovers by its commander's word, the squad does not
    let ended = ann.slash(&format!("/turn end keep:{boss} help:{help} dice:9 10")).await.message();
    assert!(ended.button("Draw next").is_some(), "{}", ended.all_text());
    let Command::EndTurn(TurnEnd { keep, nerves }) = last_command(&club, &field).await else {
        panic!("the turn was not ended");
    };
    let (gang, boss_id) = (field.id_of(GANG).await, field.id_of(&boss).await);
    assert_eq!(keep, [boss_id]);
    assert_eq!(nerves.len(), 1);
    assert_eq!((nerves[0].0, nerves[0].1.commander), (gang, Some(boss_id)));
    assert_eq!(field.unit(GANG).await.order(), None);
    assert_eq!(field.unit(&boss).await.order(), Some(Order::Ambush));
    assert_eq!(field.unit(SQUAD).await.order(), Some(Order::Down));
}

#[tokio::test]
async fn where_one_side_alone_decides_its_lists_are_on_the_board() {
    let club = Club::open().await;
    let setup = on_the_table(&["gang_fighters", "overseer_squad"], &["c3_strike_squad"]);
    let field = Battlefield::open(&club, setup).await;
    let boss = field.state().await.units[1].name.clone();
    orders(&field, &club.ann, RED, GANG, Order::Ambush).await;
    orders(&field, &club.ann, RED, &boss, Order::Ambush).await;
    orders(&field, &club.bob, BLUE, SQUAD, Order::Run).await;
    field.play(&club.bob, Command::Finish, None).await;
    let board = field.board().await;
    assert_eq!(
        labels(&board)[..2],
        ["Keep both ambushes and end the turn", "Keep no ambush and end the turn"]
    );
    let refused = club.bob.clicks(&board, "Keep no ambush and end the turn").await;
    assert!(
        refused.is_private() && refused.text().contains("for Ann to choose"),
        "{}",
        refused.text()
    );
    let chosen = club.ann.selects(&board, "Keep which ambushes?", &[GANG]).await.message();
    assert_eq!(chosen.id, board.id);
    club.ann.clicks(&board, "Keep Gang Fighters in ambush and end the turn").await;
    assert_eq!(field.unit(GANG).await.order(), Some(Order::Ambush));
    assert_eq!(field.unit(&boss).await.order(), None);
}

#[tokio::test]
async fn a_turn_without_decisions_is_ended_by_anybody_who_plays() {
    let club = Club::open().await;
    let field = duel(&club).await;
    orders(&field, &club.ann, RED, GANG, Order::Rally).await;
    orders(&field, &club.bob, BLUE, SQUAD, Order::Rally).await;
    let board = field.board().await;
    let refused = club.pat.clicks(&board, "End the turn").await;
    assert!(refused.is_private(), "{}", refused.text());
    club.bob.clicks(&board, "End the turn").await;
    assert_eq!(field.state().await.turn, 2);
    let twice = club.ann.clicks_as_seen(&board, "End the turn").await;
    assert!(twice.is_private() && twice.text().contains("has changed"), "{}", twice.text());
    assert_eq!(field.state().await.turn, 2);
}

#[tokio::test]
async fn a_correction_is_proposed_and_the_other_side_answers() {
    let mut club = Club::open().await;
    let field = duel(&club).await;
    field.board().await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    let pins = "/correct change unit:gang fighters what:pins value:2";
    let asked = ann.slash(pins).await.message();
    let text = asked.all_text();
    assert!(text.contains("Gang Fighters have 2 pins"), "{text}");
    assert!(text.contains("**Bob**, do you agree?") && asked.pings(&club.bob), "{text}");
    let own = club.ann.clicks(&asked, "Agree").await;
    assert!(own.is_private() && own.text().contains("waits for Blue's answer"), "{}", own.text());
    let stranger = club.pat.clicks(&asked, "Agree").await;
    assert!(stranger.is_private(), "{}", stranger.text());
    let second = bob.slash("/correct change unit:Gang Fighters what:destroyed").await.text();
    assert!(second.contains("waiting for an answer already"), "{second}");

    let no = club.bob.clicks(&asked, "Refuse").await.wait_for_messages(2).await.remove(1);
    assert!(no.all_text().contains("is refused"), "{}", no.all_text());
    assert_eq!(field.unit(GANG).await.pins, 0);

    let asked = ann.slash(pins).await.message();
    let back = club.ann.clicks(&asked, "Take it back").await.wait_for_messages(2).await.remove(1);
    assert!(back.all_text().contains("taken back"), "{}", back.all_text());
    ann.slash(pins).await;
    let back = ann.slash("/correct withdraw").await.text();
    assert!(back.contains("taken back"), "{back}");
    ann.slash(pins).await;
    let no = bob.slash("/correct refuse").await.text();
    assert!(no.contains("is refused"), "{no}");

    ann.slash(pins).await;
    let asked = field.board().await;
    club.restart_bot().await;
    let agreed = club.bob.clicks(&asked, "Agree").await.message();
    assert!(agreed.all_text().contains("Correction by agreement"), "{}", agreed.all_text());
    assert_eq!(field.unit(GANG).await.pins, 2);

    club.ann.at(&club.hall).slash("/correct change unit:C3 Strike Squad what:pins value:1").await;
    club.bob.at(&club.hall).slash("/react answer:Agree").await;
    assert_eq!(field.unit(SQUAD).await.pins, 1);
    club.ann.at(&club.hall).slash("/correct change unit:C3 Strike Squad what:pins value:0").await;
    club.bob.at(&club.hall).slash("/correct agree").await;
    assert_eq!(field.unit(SQUAD).await.pins, 0);
}

#[tokio::test]
async fn a_manager_who_does_not_play_puts_things_right_at_once_and_it_shows() {
    let club = Club::open().await;
    let setup = on_the_table(&["gang_fighters"], &["c3_strike_squad", "domari_squad"]);
    let field = Battlefield::open(&club, setup).await;
    let mia = club.mia.at(&club.hall);
    let done = mia.slash("/correct change unit:C3 Strike Squad what:pins value:3").await.message();
    let text = done.all_text();
    assert!(text.contains("Correction by the organiser or a manager of the server"), "{text}");
    assert_eq!(field.unit(SQUAD).await.pins, 3);
    let log = club.ann.at(&club.hall).slash("/game log").await.text();
    assert!(log.contains("Mia: Correction by the organiser or a manager"), "{log}");
    let pat = club
        .pat
        .at(&club.hall)
        .slash("/correct change unit:C3 Strike Squad what:pins value:0")
        .await;
    assert!(pat.is_private() && pat.text().contains("Only people at this table"), "{}", pat.text());
    let draw = mia.slash("/draw dice:Red").await;
    assert!(draw.is_private(), "she corrects, and plays no side: {}", draw.text());

    // everything that can be set right, by what is offered while one types
    for (what, value, model, says) in [
        ("a model, gun or drone is lost", "Strike Trooper", "", "lost"),
        ("a model, gun or drone is back", "trooper", "", "back"),
        ("a model, gun or drone is lost", "spotter drone", "", "lost"),
        ("a model, gun or drone is back", "drone", "", "back"),
        ("orders beside it", "Rally", "", "order is Rally"),
        ("orders beside it", "none", "", "no order yet"),
        ("a stat of a model", "Res 7", "Strike Leader", "Res 7"),
        ("a model can or cannot move", "cannot move", "Strike Leader", "cannot move"),
        ("a model can or cannot move", "can move", "leader", "can move again"),
        ("a weapon works or jams", "x-sling jams", "", "jams"),
        ("a weapon works or jams", "x-sling works again", "", "works again"),
        ("ammunition", "low", "", "little ammunition"),
        ("destroyed", "", "", "destroyed"),
        ("not destroyed after all", "", "", "back on the table"),
    ] {
        let value = if value.is_empty() { String::new() } else { format!(" value:{value}") };
        let model = if model.is_empty() { String::new() } else { format!(" model:{model}") };
        let line = format!("/correct change unit:C3 Strike Squad what:{what}{value}{model}");
        let done = mia.slash(&line).await;
        assert!(!done.is_private() && done.text().contains(says), "{line}: {}", done.text());
    }
    for (line, says) in [
        ("unit:Rabble what:pins value:1", "No unit is called `Rabble`; there are Gang Fighters"),
        ("unit:C3 Strike Squad what:pins", "takes a number from 0 to 30"),
        ("unit:C3 Strike Squad what:pins value:many", "`many` does not fit here"),
        ("unit:C3 Strike Squad what:pins value:31", "at most 30 pins"),
        ("unit:C3 Strike Squad what:a stat of a model value:Res 5", "Say which `model:`"),
        ("unit:C3 Strike Squad what:soma grafts value:wild", "has no soma grafts"),
        ("unit:C3 Strike Squad what:its lock is lost", "has no lock"),
        ("unit:C3 Strike Squad what:not destroyed after all", "is not destroyed"),
        ("unit:C3 Strike Squad what:order dice lost value:1", "at least one order die"),
    ] {
        let refused = mia.slash(&format!("/correct change {line}")).await;
        assert!(
            refused.is_private() && refused.text().contains(says),
            "{line}: {}",
            refused.text()
        );
    }
    let head = "/correct change unit:C3 Strike Squad";
    let offered = mia.completes("/correct change unit:c3").await;
    assert_eq!(names(&offered), [SQUAD]);
    assert_eq!(
        names(&mia.completes(&format!("{head} what:ammunition value:")).await),
        ["plenty", "low", "out"]
    );
    let stats = mia.completes(&format!("{head} what:a stat of a model value:acc")).await;
    assert_eq!(names(&stats).len(), 10);
    let models = mia.completes(&format!("{head} what:a stat of a model value:Acc 5 model:")).await;
    assert_eq!(names(&models), ["Strike Leader", "Strike Trooper"]);
}

#[tokio::test]
async fn somebody_who_plays_alone_corrects_without_asking() {
    let club = Club::open().await;
    let field = duel(&club).await;
    let line = "/correct change unit:Gang Fighters what:pins value:1";
    club.ann.at(&club.hall).slash(line).await;
    club.bob.at(&club.hall).slash("/game leave").await;
    let agreed = club.ann.at(&club.hall).slash("/correct agree").await;
    assert!(agreed.text().contains("Correction by agreement"), "{}", agreed.text());
    assert_eq!(field.unit(GANG).await.pins, 1);
    club.ann.at(&club.hall).slash("/correct change unit:Gang Fighters what:pins value:0").await;
    assert_eq!(field.unit(GANG).await.pins, 0);
}

#[tokio::test]
async fn an_undo_that_was_allowed_beforehand_needs_no_answer() {
    let club = Club::open().await;
    let field = duel(&club).await;
    orders(&field, &club.ann, RED, GANG, Order::Rally).await;
    orders(&field, &club.bob, BLUE, SQUAD, Order::Down).await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    ann.slash("/turn end dice:2").await;
    assert_eq!(field.state().await.turn, 2);
    let asked = ann.slash("/game undo").await.message();
    assert!(asked.all_text().contains("Bob, do you agree?"), "{}", asked.all_text());
    let said = bob.slash("/standing undo:allow it").await.text();
    assert!(said.contains("answered like that"), "{said}");
    let told = club.hall.wait_for(|seen| seen.all_text().contains("Taken back")).await;
    assert!(told.all_text().contains("Ann asked, Bob agreed"), "{}", told.all_text());
    assert_eq!(field.state().await.turn, 1);

    // that was for turn 2; in turn 1 Bob is asked again, unless he allows that too
    ann.slash("/turn end dice:2").await;
    let undone = ann.slash("/game undo").await.message();
    assert!(undone.all_text().contains("Taken back"), "{}", undone.all_text());
    assert!(undone.all_text().contains("Ann asked to take back"), "{}", undone.all_text());
    assert_eq!((field.state().await.turn, field.state().await.phase), (1, Phase::TurnEnd));
}

#[tokio::test]
async fn what_an_undo_lays_bare_is_asked_anew() {
    let mut club = Club::open().await;
    let field = under_fire(&club).await;
    let bob = club.bob.at(&club.hall);
    bob.slash("/standing under_fire:always go down").await;
    assert_eq!(field.unit(SQUAD).await.order(), Some(Order::Down));
    let ann = club.ann.at(&club.hall);
    ann.slash("/standing undo:allow it").await;
    bob.slash("/game undo").await;
    assert_eq!(field.unit(SQUAD).await.order(), None, "the standing order does not strike twice");
    club.restart_bot().await;
    let board = field.board().await;
    assert!(board.button("Go down").is_some(), "{}", board.all_text());
    club.bob.at(&club.hall).slash("/react answer:Stay up dice:10 10 10 10").await;
    assert_eq!(field.unit(SQUAD).await.order(), None);
}

#[tokio::test]
async fn standing_orders_are_exported_and_deleted_with_their_person() {
    let club = Club::open().await;
    let _field = duel(&club).await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    bob.slash("/standing under_fire:never go down passing:let them pass").await;
    ann.slash("/standing small:decide for me").await;
    let mine = bob.slash("/privacy export").await.message();
    let mine: Value = serde_json::from_slice(&mine.files[0].bytes).unwrap();
    assert_eq!(mine["notes"].as_array().unwrap().len(), 1, "{mine}");
    assert_eq!(mine["notes"][0]["what"], "standing");
    assert_eq!(mine["notes"][0]["noted"]["go_down"], "never");
    assert_eq!(mine["notes"][0]["noted"]["let_pass"], true);

    let asked = bob.slash("/privacy delete").await.message();
    club.bob.clicks(&asked, "Delete it all").await;
    let store = club.store().await;
    assert!(store.notes_by(club.bob.id()).await.unwrap().is_empty());
    assert_eq!(store.notes_by(club.ann.id()).await.unwrap().len(), 1);
    store.close().await;
}

#[tokio::test]
async fn hits_are_spread_for_a_player_who_wishes_so() {
    let club = Club::open().await;
    let field = hit_twice(&club).await;
    club.bob.at(&club.hall).slash("/standing hits:spread them for me").await;
    let usual = vec![Some(Mark::Model(ModelId(1))), Some(Mark::Model(ModelId(2)))];
    assert_eq!(last_command(&club, &field).await, Command::Answer(Answer::Place(usual)));
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
