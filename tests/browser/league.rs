use crate::stage::Stage;

/// Somebody opens a league with one press, two join, play nothing at all, and the table is right: by presses and a form.
#[tokio::test]
async fn two_people_play_a_season_on_the_page() {
    let mut stage = Stage::open().await;
    let ann = stage.tab("Ann").await;
    ann.is_sized(1280, 1180, false).await;
    ann.sees_bot("connected").await;
    ann.tries("league").await;
    ann.sees("“Autumn” is open, and you organise it.").await;
    // what the league says in its channel, for everybody to press
    ann.presses_on("is open for entry", "Join").await;
    ann.sees("You are in Autumn, 1 person so far.").await;

    let bob = stage.tab("Bob").await;
    bob.is_sized(1280, 1180, false).await;
    bob.sees_bot("connected").await;
    bob.presses_on("is open for entry", "Join").await;
    bob.sees("You are in Autumn, 2 people so far.").await;

    ann.presses("Start the season").await;
    ann.sees("Autumn: Round 1").await;
    ann.types("/league my").await;
    ann.presses("I won vs Bob…").await;
    ann.fills("mine", "7").await;
    ann.fills("theirs", "4").await;
    ann.presses_in("dialog[open]", "Submit").await;
    ann.sees("Bob is asked to confirm it.").await;

    bob.presses("Confirm 1").await;
    bob.sees("It counts.").await;
    bob.types("/league table").await;
    bob.sees("Autumn").await;
    bob.looks_at("Pts").await;
    bob.poses("league-table.png").await;
    ann.types("/league close").await;
    ann.sees("Season 1 is closed").await;
    stage.club.stop_bot().await;
    ann.closes().await;
    bob.closes().await;
}
