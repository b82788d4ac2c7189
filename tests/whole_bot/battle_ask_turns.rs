//! The end of a turn, and corrections.

use gatemaster_rules::antares::command::{Command, TurnEnd};
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::Phase;

use crate::battle_ask::{BLUE, GANG, RED, SQUAD, duel, labels, last_command, names, orders};
use crate::battlefield::{Battlefield, on_the_table};
use crate::club::Club;

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

    // Bob, who gave the last order, has gone by now
    club.hours_pass(1);
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
    let line = format!("/turn end keep:{boss} help:{help}");
    let ended = club.with_dice("9 10", ann.slash(&line)).await.message();
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

    let no = club.bob.clicks(&asked, "Refuse").await.message();
    assert!(no.all_text().contains("is refused"), "{}", no.all_text());
    assert_eq!(field.unit(GANG).await.pins, 0);

    let asked = ann.slash(pins).await.message();
    let back = club.ann.clicks(&asked, "Take it back").await.message();
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
    let draw = mia.slash("/draw").await;
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
