//! A real poise bot plays on the sandbox.

use crate::bot;
use gatemaster_sandbox::{Options, Sandbox};

#[tokio::test]
async fn a_command_is_typed_and_answered() {
    let (discord, _bot) = bot::fresh().await;
    let ann = discord.person("Ann");
    let hall = discord.channel("hall");
    let answer = ann.at(&hall).slash("/roll dice:2d10 + 1 times:3").await;
    assert_eq!(answer.failed(), None);
    assert_eq!(answer.text(), "2d10 + 1 x3");
    assert!(!answer.is_private());
    assert_eq!(hall.everything_said().len(), 1);
    let answer = ann.at(&hall).slash("/game setup sides:Red 6, Blue 5 extras:Distort 1").await;
    assert_eq!(answer.text(), "[Red 6, Blue 5] [Distort 1]");
}

#[tokio::test]
async fn what_cannot_be_typed_is_refused_in_words() {
    let (discord, _bot) = bot::fresh().await;
    let ann = discord.person("Ann");
    let hall = discord.channel("hall");
    for (line, part) in [
        ("/rol dice:1", "there is no command \"rol\""),
        ("/roll", "needs dice"),
        ("/roll dice:d6 times:11", "out of range"),
        ("/roll dice:d6 times:x", "no whole number"),
        ("/roll sides:1", "is no option of /roll"),
        ("/game", "needs one of join, setup"),
        ("/slow quietly:perhaps", "neither true nor false"),
        ("/point who:@Nobody place:#hall", "nobody and nothing"),
        ("/manage", "may not use /manage"),
    ] {
        let reason = ann.at(&hall).slash(line).attempt().await.unwrap_err();
        assert!(reason.contains(part), "{line}: {reason}");
    }
    assert_eq!(discord.manager("Max").at(&hall).slash("/manage").await.text(), "managed");
}

#[tokio::test]
async fn secrets_are_for_one_person() {
    let (discord, _bot) = bot::fresh().await;
    let (ann, bob) = (discord.person("Ann"), discord.person("Bob"));
    let hall = discord.channel("hall");
    let answer = ann.at(&hall).slash("/secret").await;
    assert!(answer.is_private());
    assert_eq!(answer.wait_for_messages(2).await[1].text, "and more");
    assert_eq!(ann.at(&hall).sees().len(), 2);
    assert!(bob.at(&hall).sees().is_empty());
    assert!(hall.everything_said().is_empty());
}

#[tokio::test]
async fn a_deferred_answer_is_waited_for_and_stays_as_private_as_it_began() {
    let (discord, _bot) = bot::fresh().await;
    let ann = discord.person("Ann");
    let hall = discord.channel("hall");
    let open = ann.at(&hall).slash("/slow quietly:false").await;
    assert_eq!(open.text(), "thought about it");
    assert!(!open.is_private());
    let quiet = ann.at(&hall).slash("/slow quietly:true").await;
    assert_eq!(quiet.text(), "thought about it");
    assert!(quiet.is_private());
    assert_eq!(hall.everything_said().len(), 1);
}

#[tokio::test]
async fn silence_fails_after_three_seconds_of_the_sandboxs_clock() {
    let (discord, _bot) = bot::fresh().await;
    let ann = discord.person("Ann");
    let hall = discord.channel("hall");
    let answer = ann.at(&hall).slash("/silence").start().unwrap();
    discord.advance(std::time::Duration::from_secs(4));
    answer.settled().await;
    assert!(answer.failed().unwrap().contains("did not respond"));
}

#[tokio::test]
async fn buttons_and_selects_work() {
    let (discord, _bot) = bot::fresh().await;
    let (ann, bob) = (discord.person("Ann"), discord.person("Bob"));
    let hall = discord.channel("hall");
    let board = ann.at(&hall).slash("/show").await.message();
    assert_eq!(board.embeds[0].description, "0 drawn");
    assert_eq!(board.buttons.len(), 5);
    let drawn = ann.clicks(&board, "Draw").await;
    assert_eq!(drawn.message().embeds[0].description, "1 drawn");
    let late = bob.clicks_as_seen(&board, "Draw").await;
    assert_eq!(late.message().embeds[0].description, "1 drawn", "pressed on the old board");
    assert_eq!(drawn.message().id, board.id);
    assert_eq!(board.again().unwrap().embeds[0].description, "1 drawn");
    assert!(bob.clicks(&board, "Never").attempt().await.unwrap_err().contains("disabled"));
    assert!(bob.clicks(&board, "Fly").attempt().await.unwrap_err().contains("no button"));
    let whisper = bob.clicks(&board, "whisper").await;
    assert_eq!(whisper.text(), "psst");
    assert!(ann.at(&hall).sees().iter().all(|seen| seen.text != "psst"));
    let later = bob.clicks(&board, "Later").await;
    assert_eq!(later.message().id, board.id);
    assert!(board.again().unwrap().edited);
    later.wait_for_messages(2).await;
    assert!(
        bob.selects(&board, "Which side?", &["Green"])
            .attempt()
            .await
            .unwrap_err()
            .contains("not offered")
    );
    let picked = bob.selects(&board, "Which side?", &["Red"]).await;
    assert!(picked.text().contains("red"), "{}", picked.text());
    assert!(board.again().unwrap().buttons.is_empty());
    let again = ann.at(&hall).slash("/show").await.message();
    let who = ann.selects(&again, "Who?", &["@Bob"]).await;
    assert!(who.text().contains(&bob.id().to_string()));
}

#[tokio::test]
async fn forms_are_filled_in() {
    let (discord, _bot) = bot::fresh().await;
    let ann = discord.person("Ann");
    let hall = discord.channel("hall");
    let modal = ann.at(&hall).slash("/form").await.modal().unwrap();
    assert_eq!(modal.title, "Set up");
    assert_eq!(modal.inputs.len(), 2);
    assert!(modal.submit(&[]).attempt().await.unwrap_err().contains("must be filled in"));
    assert!(modal.submit(&[("Colour", "x")]).attempt().await.is_err());
    // poise acknowledges silently and answers on the command that opened the form.
    let answer = modal.submit(&[("Sides", "Red 6")]).await;
    assert_eq!(answer.text(), "sides Red 6 note None");
    let board = ann.at(&hall).slash("/show").await.message();
    let modal = ann.clicks(&board, "Form").await.modal().unwrap();
    assert_eq!(modal.inputs[0].value, "Nobody");
    assert_eq!(modal.submit(&[]).await.text(), "hello Nobody");
}

#[tokio::test]
async fn suggestions_come_while_typing() {
    let (discord, _bot) = bot::fresh().await;
    let at = discord.person("Ann").at(&discord.channel("hall"));
    let names: Vec<String> =
        at.completes("/game join seat:Bl").await.into_iter().map(|choice| choice.name).collect();
    assert_eq!(names, ["Blue", "Black"]);
    assert!(at.completes("/game join seat:").await.len() == 3);
    assert!(at.try_completes("/roll dice:1").await.unwrap_err().contains("no autocomplete"));
}

#[tokio::test]
async fn people_places_and_files_are_resolved() {
    let (discord, _bot) = bot::fresh().await;
    let (ann, bob) = (discord.person("Ann"), discord.person("Bob"));
    let hall = discord.channel("hall");
    let answer = ann
        .at(&hall)
        .slash("/point who:@Bob place:#hall")
        .with_file("file", "list.txt", *b"12345")
        .await;
    assert_eq!(answer.text(), format!("<@{}> at hall with 5", bob.id()));
    assert!(answer.message().pings(&bob));
    assert!(!answer.message().pings(&ann));
    let card = ann.at(&hall).slash("/picture").await.message();
    assert_eq!(card.files[0].name, "card.png");
    assert_eq!(card.files[0].description, "A card");
    assert_eq!(&*card.files[0].bytes, b"not really a picture");
}

#[tokio::test]
async fn messages_are_posted_pinned_and_heard() {
    let (discord, _bot) = bot::fresh().await;
    let ann = discord.person("Ann");
    let hall = discord.channel("hall");
    assert_eq!(ann.at(&hall).slash("/post").await.text(), "done");
    assert_eq!(hall.pinned().len(), 1);
    assert_eq!(hall.pinned()[0].text, "on the wall");
    ann.at(&hall).says("ping").await;
    let pong = hall.wait_for(|seen| seen.text.contains("pong")).await;
    assert!(pong.pings(&ann));
    let said = ann.at(&hall).says("remember me").await;
    assert_eq!(ann.at(&hall).uses_on_message("Quote", &said).await.text(), "\"remember me\"");
    assert_eq!(
        ann.at(&hall).uses_on_person("Profile", &discord.person("Bob")).await.text(),
        "this is bob"
    );
    let thread = hall.thread("battle one");
    assert_eq!(ann.at(&thread).slash("/roll dice:d6").await.text(), "d6 x1");
    let post = discord.forum("campaigns").thread("The long war");
    assert_eq!(ann.at(&post).slash("/roll dice:d6").await.text(), "d6 x1");
}

#[tokio::test]
async fn the_place_and_the_account_are_told() {
    let (discord, _bot) = bot::fresh().await;
    let (ann, bob) = (discord.person("Ann"), discord.person("Bob"));
    let hall = discord.channel("hall");
    let here = ann.at(&hall).slash("/anywhere").await.text();
    assert!(here.contains("Guild)") && here.contains("GuildInstall(Some("), "{here}");
    let dm = ann.at(&ann.dm()).slash("/anywhere").await.text();
    assert!(dm.contains("BotDm") && dm.contains("GuildInstall(None)"), "{dm}");
    let chat = ann.private_chat(&[&bob]);
    assert!(
        ann.at(&chat).slash("/anywhere").attempt().await.unwrap_err().contains("not installed")
    );
    ann.installs_bot();
    let private = ann.at(&chat).slash("/anywhere").await.text();
    assert!(private.contains("PrivateChannel") && private.contains("UserInstall"), "{private}");
}

#[tokio::test]
async fn another_server_has_its_own_places() {
    let (discord, _bot) = bot::fresh().await;
    let ann = discord.person("Ann");
    let other = discord.server("Other");
    ann.joins(&other);
    let place = other.channel("x");
    assert_eq!(ann.at(&place).slash("/roll dice:d6").await.text(), "d6 x1");
    assert!(
        discord
            .person("Bob")
            .at(&place)
            .slash("/roll dice:d6")
            .attempt()
            .await
            .unwrap_err()
            .contains("cannot see")
    );
}

#[tokio::test]
async fn the_world_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deep/state.json");
    let (message, channel);
    {
        let discord = Sandbox::start(Options::for_tests().kept_in(&file)).await.unwrap();
        let _bot = bot::start(&discord).await;
        discord.bot_ready().await;
        let hall = discord.channel("hall");
        let ann = discord.person("Ann");
        ann.at(&hall).slash("/picture").await;
        ann.at(&hall).slash("/secret").await.wait_for_messages(2).await;
        ann.at(&hall).slash("/post").await;
        let board = ann.at(&hall).slash("/show").await.message();
        (message, channel) = (board.id, hall.id());
        discord.stop().await;
    }
    let discord = Sandbox::start(Options::for_tests().kept_in(&file)).await.unwrap();
    let hall = discord.channel("hall");
    assert_eq!(hall.id(), channel);
    assert!(!discord.commands().is_empty());
    assert_eq!(&*hall.everything()[0].files[0].bytes, b"not really a picture");
    assert_eq!(
        discord.person("Ann").at(&hall).sees().iter().filter(|seen| seen.private).count(),
        2
    );
    assert_eq!(hall.pinned().len(), 1);
    let _bot = bot::start(&discord).await;
    discord.bot_ready().await;
    let board = hall.everything().into_iter().find(|seen| seen.id == message).unwrap();
    assert_eq!(
        discord.person("Ann").clicks(&board, "Draw").await.message().embeds[0].description,
        "1 drawn"
    );
}
