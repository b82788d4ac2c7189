use crate::stage::Stage;

#[tokio::test]
async fn when_the_bot_is_away_the_page_says_so_as_discord_does() {
    let mut stage = Stage::open().await;
    let ann = stage.tab("Ann").await;
    let bob = stage.tab("Bob").await;
    ann.types("/bag setup sides:Red 2, Blue 2").await;
    bob.sees("4 dice left in the bag").await;
    bob.sees_bot("connected").await;

    stage.club.stop_bot().await;
    bob.sees_bot("away").await;
    ann.sees_bot("away").await;
    ann.types("/bag draw").await;
    stage.nobody_answers().await;
    ann.sees_in(".failed", "The application did not respond").await;
    ann.presses_on("left in the bag", "Draw").await;
    ann.sees_a("li[data-message] button[aria-busy=true]").await;
    stage.nobody_answers().await;
    ann.sees_in(".failed", "This interaction failed").await;
    ann.sees_no("[aria-busy=true]").await;

    // That is Ann's trouble alone, and people can still talk.
    ann.types("Is it asleep?").await;
    bob.sees("Is it asleep?").await;
    bob.sees_no(".failed").await;
    bob.does_not_see("did not respond").await;

    stage.club.start_bot().await;
    ann.sees_bot("connected").await;
    ann.types("/bag draw").await;
    for tab in [&ann, &bob] {
        tab.sees("Ann drew it").await;
        tab.sees("3 dice left in the bag").await;
    }
    ann.closes().await;
    bob.closes().await;
}
