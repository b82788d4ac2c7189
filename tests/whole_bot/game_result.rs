//! How games come to a result: by the word of their people, confirmed where it should be, counted by leagues, and taken back.

use gatemaster_commands::league::press::{LeaguePress, LeaguePressed};
use gatemaster_league::{Action, FixtureId, Format, Played, Side, State, Verdict};
use gatemaster_rules::export::{Export, verify};
use gatemaster_rules::game::SystemId;
use gatemaster_rules::record::Outcome;
use gatemaster_sandbox::Seen;

use crate::battlefield::{Battlefield, on_the_table};
use crate::club::Club;
use crate::league_table::{DiceMatch, LeagueTable, clerk_looks, message_with, settings};
use crate::verify_py;

/// The last game of the hall as a file. It must hold together, whoever checks it.
async fn export(club: &Club) -> Export {
    let files = club.pat.at(&club.hall).slash("/game export").await.message().files;
    let export: Export = serde_json::from_slice(&files[0].bytes).unwrap();
    assert_eq!(verify(&export).faults, Vec::<String>::new());
    let file = serde_json::from_slice(&files[0].bytes).unwrap();
    let (code, said) = verify_py::python(&file, Some(&export.seed_hash));
    assert_eq!(code, 0, "{said}");
    export
}

fn results(export: &Export) -> Vec<(u32, Outcome)> {
    let record = export.record.as_ref().unwrap();
    record.sides.iter().map(|side| (side.score, side.result)).collect()
}

async fn says(club: &Club, text: &str) -> Seen {
    club.hall.wait_for(|seen| !seen.private && seen.all_text().contains(text)).await
}

#[tokio::test]
async fn conceding_takes_a_second_press_and_is_taken_back_by_consent_until_the_seed_is_shown() {
    let mut club = Club::open().await;
    club.bag_game().await;
    club.ann.at(&club.hall).slash("/bag draw").await;
    let board = club.board_saying("Red").await;
    let stranger = club.pat.clicks(&board, "Result…").await;
    assert!(stranger.is_private() && stranger.text().contains("Only people at this table"));

    let ways = club.ann.clicks(&board, "Result…").await.message();
    assert!(ways.private, "{}", ways.all_text());
    let really = club.ann.clicks(&ways, "I concede…").await.message();
    assert!(really.all_text().contains("Do you concede"), "{}", really.all_text());
    assert_eq!(club.steps().await, 3, "nothing has happened yet");
    club.ann.clicks(&really, "Yes, I concede").await;
    let ended = says(&club, "🔴 Red conceded").await;
    assert!(ended.all_text().contains("🏆 **🔵 Blue** wins"), "{}", ended.all_text());
    assert!(ended.all_text().contains("stays sealed"), "{}", ended.all_text());
    let sealed = export(&club).await;
    assert_eq!((sealed.seed.as_ref(), results(&sealed)[1].1), (None, Outcome::Win));

    // the end and the question about it outlive the process
    club.restart_bot().await;
    let asked = club.ann.at(&club.hall).slash("/game undo").await.message();
    assert!(asked.pings(&club.bob), "{}", asked.all_text());
    assert!(asked.all_text().contains("Red conceded"), "{}", asked.all_text());
    let stranger = club.pat.clicks(&asked, "Agree").await;
    assert!(stranger.is_private() && stranger.text().contains("for Bob to answer"));
    club.restart_bot().await;
    club.bob.clicks(&asked, "Agree").await;
    club.board_saying("10 dice left").await;
    let drawn = club.bob.at(&club.hall).slash("/bag draw").await.text();
    assert!(drawn.contains("Die 2 of this game"), "{drawn}");

    let really = club.bob.at(&club.hall).slash("/game result outcome:I concede").await.message();
    club.bob.clicks(&really, "Yes, I concede").await;
    let ended = says(&club, "🔵 Blue conceded").await;
    let stranger = club.pat.clicks(&ended, "Show the seed").await;
    assert!(stranger.is_private(), "{}", stranger.text());
    club.ann.clicks(&ended, "Show the seed").await;
    let shown = says(&club, "The seed of its dice").await;
    assert!(shown.button("Take it back…").is_none(), "{}", shown.all_text());
    let late = club.bob.at(&club.hall).slash("/game undo").await;
    assert!(late.is_private() && late.text().contains("has ended"), "{}", late.text());
    let open = export(&club).await;
    assert!(open.seed.is_some() && verify(&open).seed_shown);
    assert_eq!(results(&open)[0].1, Outcome::Win);
}

#[tokio::test]
async fn a_battle_is_drawn_or_decided_by_scores_when_the_other_side_agrees() {
    let club = Club::open().await;
    let field = Battlefield::open(&club, on_the_table(&["ai_squad"], &["outcast_squad"])).await;
    let asked = club.ann.at(&club.hall).slash("/game result outcome:draw").await.message();
    assert!(asked.pings(&club.bob), "{}", asked.all_text());
    assert!(asked.all_text().contains("to end the game here: a draw"), "{}", asked.all_text());
    let refused = club.bob.clicks(&asked, "Refuse").await.text();
    assert!(refused.contains("Bob said no"), "{refused}");
    assert!(field.state().await.ending.is_none());

    let wrong = club.bob.at(&club.hall).slash("/game result scores:12").await;
    assert!(wrong.is_private() && wrong.text().contains("Red 12, Blue 7"), "{}", wrong.text());
    let ways = club.bob.at(&club.hall).slash("/game result").await.message();
    let form = club.bob.clicks(&ways, "Agree on scores…").await.modal().unwrap();
    form.submit(&[("scores", "Blue 12, Red 7"), ("winner", "")]).await;
    let asked = says(&club, "**🔵 Blue** wins 12–7").await;
    let ended = club.ann.clicks(&asked, "Agree").await.message();
    assert!(
        ended.all_text().starts_with("🏆")
            || ended.all_text().contains("🏆 **🔵 Blue** wins 12–7, as agreed")
    );
    assert_eq!(results(&export(&club).await), [(7, Outcome::Loss), (12, Outcome::Win)]);
}

#[tokio::test]
async fn scenario_points_are_entered_turn_by_turn_and_decide_at_the_last_turn_agreed() {
    let mut club = Club::open().await;
    let lobby =
        club.ann.at(&club.hall).slash("/game new system:Order-dice bag turns:2").await.message();
    assert!(lobby.all_text().contains("Turn 2 is the last."), "{}", lobby.all_text());
    club.ann.clicks(&lobby, "Play Red").await;
    club.bob.clicks(&lobby, "Play Blue").await;
    club.bob.clicks(&lobby, "Start").await;
    let late = club.ann.at(&club.hall).slash("/game settings turns:3").await;
    assert!(late.is_private() && late.text().contains("before the start"), "{}", late.text());

    let ways = club.ann.at(&club.hall).slash("/game result").await.message();
    let form = club.ann.clicks(&ways, "Scenario points…").await.modal().unwrap();
    form.submit(&[("turn", "1"), ("scores", "3 1")]).await;
    let asked = says(&club, "the scenario points of turn 1: 🔴 Red 3, 🔵 Blue 1").await;
    assert!(asked.pings(&club.bob));
    club.restart_bot().await;
    club.bob.clicks(&asked, "Agree").await;
    club.board_saying("Scenario points: 🔴 Red 3, 🔵 Blue 1 (up to turn 1)").await;
    club.ann.at(&club.hall).slash("/bag next").await;
    let entry = "/game result outcome:scenario points scores:Blue 4, Red 0";
    let asked = club.bob.at(&club.hall).slash(entry).await.message();
    club.ann.clicks(&asked, "Agree").await;
    let ended = club.ann.at(&club.hall).slash("/bag next").await.message();
    let text = ended.all_text();
    assert!(text.contains("🏆 **🔵 Blue** wins 5–3, by scenario points."), "{text}");
    let export = export(&club).await;
    assert_eq!(results(&export), [(3, Outcome::Loss), (5, Outcome::Win)]);
    assert_eq!(export.record.unwrap().turns, Some(2));
}

#[tokio::test]
async fn the_organiser_rules_and_players_do_not() {
    let club = Club::open().await;
    club.bag_game().await;
    let ruling = "/game result outcome:ruling side:Blue why:time ran out";
    let player = club.ann.at(&club.hall).slash(ruling).await;
    assert!(player.is_private() && player.text().contains("may rule"), "{}", player.text());
    let ways = club.mia.at(&club.hall).slash("/game result").await.message();
    assert!(ways.button("I concede…").is_none(), "{}", ways.all_text());
    let form = club.mia.clicks(&ways, "Rule on it…").await.modal().unwrap();
    form.submit(&[("scores", ""), ("winner", "Blue"), ("why", "time ran out")]).await;
    says(&club, "🏆 **🔵 Blue** wins, as ruled: “time ran out”.").await;
    let log = club.ann.at(&club.hall).slash("/game log").await.text();
    assert!(log.contains("Ruled by Mia as a manager of this server"), "{log}");
}

#[tokio::test]
async fn a_result_counts_in_its_league_and_leaves_it_when_it_is_taken_back() {
    let club = Club::open().await;
    let system = Played::System(SystemId::DiceGame);
    let swiss = settings(Format::Swiss { rounds: 2 }, &club.hall);
    let league = LeagueTable::of_two(&club, system, swiss).await;
    let press = LeaguePressed::new(&league.id, LeaguePress::Play { fixture: FixtureId(1) });
    let id = gatemaster_discord::press::encode(&press);
    let message = message_with(&club, "Play 1 here", &id).await;
    club.ann.clicks(&message, &id).await;
    league.until(|league| league.season.fixtures[0].games.len() == 1).await;
    let game = DiceMatch::at(&club, &league.fixture(1).await.games[0]).await;
    let ann = crate::league_table::player(&club.ann);
    game.act(ann, gatemaster_rules::table::Action::Start).await;

    let concede = "/game result outcome:I concede";
    let really = club.ann.at(&club.hall).slash(concede).await.message();
    club.ann.clicks(&really, "Yes, I concede").await;
    clerk_looks(&club);
    says(&club, "It is in the table.").await;
    let won_by = |fixture: gatemaster_league::Fixture| match fixture.state {
        State::Decided { result, .. } => Some(result.verdict),
        _ => None,
    };
    assert_eq!(won_by(league.fixture(1).await), Some(Verdict::Win(Side::Second)));

    let asked = club.ann.at(&club.hall).slash("/game undo").await.message();
    club.bob.clicks(&asked, "Agree").await;
    clerk_looks(&club);
    says(&club, "Match 1 of **Winter** is open again").await;
    assert_eq!(won_by(league.fixture(1).await), None, "an undone result is not counted");
    says(&club, "its end was taken back at the table").await;

    let asked = club.bob.at(&club.hall).slash("/game result scores:9-4").await.message();
    club.ann.clicks(&asked, "Agree").await;
    clerk_looks(&club);
    league.until(|league| league.season.fixtures[0].result().is_some()).await;
    let fixture = league.fixture(1).await;
    assert_eq!(fixture.result().unwrap().verdict, Verdict::Win(Side::First));
    assert_eq!(fixture.result().unwrap().scores, Some([9, 4]));
    assert_eq!(fixture.history.len(), 1, "what stood there before is kept");
    // nothing else can say so
    let reopened = Action::GameReopened { fixture: FixtureId(1), game: game.id.clone() };
    assert!(league.try_act(&club.mia, reopened).await.is_err());
}

#[tokio::test]
async fn the_lobby_of_a_battle_takes_its_last_turn_and_its_points_in_one_form() {
    let club = Club::open().await;
    let (ann, hall) = (&club.ann, &club.hall);
    let new = ann.at(hall).slash("/game new system:Beyond the Gates of Antares").await;
    let lobby = new.message();
    let form = ann.clicks(&lobby, "Turns, points…").await.modal().unwrap();
    let wrong = form.submit(&[("turn", "soon"), ("points", "500")]).await;
    assert!(wrong.is_private() && wrong.text().contains("“soon” is neither"), "{}", wrong.text());
    let again = ann.clicks(&wrong.message(), "Put it right…").await.modal().unwrap();
    let agreed = "Limit: 500 points a side. Turn 4 is the last.";
    let set = again.submit(&[("turn", "4"), ("points", "500")]).await;
    assert!(set.is_private() && set.text().contains(agreed), "{}", set.text());
    let tells = |seen: &Seen| !seen.private && seen.all_text().contains(agreed);
    let lobby = hall.wait_for(tells).await;
    let form = ann.clicks(&lobby, "Turns, points…").await.modal().unwrap();
    let filled: Vec<&str> = form.inputs.iter().map(|input| input.value.as_str()).collect();
    assert_eq!(filled, ["4", "500"]);
    let same = form.submit(&[("turn", "4"), ("points", "500")]).await;
    assert!(same.is_private() && same.text().contains("nothing has changed"), "{}", same.text());
    let stranger = club.pat.clicks(&lobby, "Turns, points…").await.modal().unwrap();
    let stranger = stranger.submit(&[("turn", "2"), ("points", "9")]).await;
    assert!(stranger.is_private(), "{}", stranger.text());
    let form = ann.clicks(&lobby, "Turns, points…").await.modal().unwrap();
    let messages = hall.everything_said().len();
    form.submit(&[("turn", ""), ("points", " ")]).await;
    let free = |seen: &Seen| {
        let text = seen.all_text();
        seen.button("Turns, points…").is_some() && !text.contains("Limit") && !text.contains("last")
    };
    hall.wait_for(free).await;
    assert_eq!(hall.everything_said().len(), messages, "the lobby tells it, and no message");
}
