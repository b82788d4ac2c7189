//! `/help` and `/about`: pages to turn, examples to press.

use gatemaster_rules::game::SystemId;
use gatemaster_sandbox::Seen;

use crate::club::Club;

fn title(seen: &Seen) -> &str {
    &seen.embeds[0].title
}

#[tokio::test]
async fn without_a_topic_there_are_the_contents() {
    let club = Club::open().await;
    let answer = club.pat.at(&club.hall).slash("/help").await;
    assert!(answer.is_private());
    let contents = answer.message();
    assert_eq!(title(&contents), "Help");
    assert_eq!(contents.buttons.len(), 16);
    for button in &contents.buttons {
        assert!(
            contents.all_text().contains(&format!("**{}**: ", button.label)),
            "{}",
            button.label
        );
        assert!(!button.disabled);
    }
    assert!(club.bob.at(&club.hall).sees().is_empty(), "nobody else is bothered");
}

#[tokio::test]
async fn every_page_opens_in_place_and_leads_on() {
    let mut club = Club::open().await;
    let contents = club.pat.at(&club.hall).slash("/help").await.message();
    let labels: Vec<String> = contents.buttons.iter().map(|button| button.label.clone()).collect();
    for label in &labels {
        let contents = club.pat.at(&club.hall).slash("/help").await.message();
        let page = club.pat.clicks(&contents, label).await.message();
        assert_eq!(page.id, contents.id, "{label} is turned to in place");
        assert!(page.private, "{label}");
        assert_eq!(title(&page), label);
        assert!(page.embeds[0].description.chars().count() > 100, "{label}");
        for other in page.buttons.iter().filter(|button| labels.contains(&button.label)) {
            let next = club.pat.clicks_as_seen(&page, &other.custom_id).await.message();
            assert_eq!((next.id, title(&next)), (page.id, other.label.as_str()));
        }
    }
    // a page from before a restart still turns
    club.restart_bot().await;
    let page = club.pat.clicks(&contents, "Privacy").await.message();
    assert_eq!((page.id, title(&page)), (contents.id, "Privacy"));
}

#[tokio::test]
async fn words_lead_to_a_page() {
    let club = Club::open().await;
    let pat = club.pat.at(&club.hall);
    for (words, page) in [
        ("Rolling dice", "Rolling dice"),
        ("rolling DICE", "Rolling dice"),
        ("explode", "Rolling dice"),
        ("/roll", "Rolling dice"),
        ("holiday", "Play by post"),
        ("cheat", "Fair dice"),
        ("tts", "Live in a voice call"),
        ("delete my data", "Privacy"),
        ("consent", "Mistakes"),
        ("hand over seat", "Tables and seats"),
        ("league", "Leagues"),
        ("server settings", "For organisers"),
        ("chronicle", "Campaigns"),
        ("army list", "Antares"),
        ("dice game", "The Dice Game"),
        ("how do I shoot", "Antares"),
        ("How can I shhot?", "Antares"),
        ("how do I make a campain", "Campaigns"),
    ] {
        let answer = pat.slash(&format!("/help topic:{words}")).await;
        assert!(answer.is_private(), "{words}");
        assert_eq!(title(&answer.message()), page, "{words}");
    }
    let shoot = pat.slash("/help topic:how do I shoot").await.text();
    assert!(shoot.contains("Commands that fit") && shoot.contains("`/shoot` "), "{shoot}");
    // a word that stands on no page, but in a command
    let command = pat.slash("/help topic:template").await.text();
    assert!(command.contains("`/units template` "), "{command}");
    let offered = pat.completes("/help topic:").await;
    assert_eq!(offered.len(), 24);
    let offered = pat.completes("/help topic:remind").await;
    assert_eq!(offered[0].value, "Play by post");
    assert!(offered[0].name.starts_with("Play by post: "), "{}", offered[0].name);
    let chosen = pat.slash(&format!("/help topic:{}", offered[0].value.as_str().unwrap())).await;
    assert_eq!(title(&chosen.message()), "Play by post");
    assert!(pat.completes("/help topic:zxqv").await.is_empty());
}

#[tokio::test]
async fn nonsense_gets_an_apology_and_the_contents() {
    let club = Club::open().await;
    let pat = club.pat.at(&club.hall);
    for (words, shown) in [
        ("zxqv", "zxqv"),
        ("@everyone **x**", "\\@everyone \\*\\*x\\*\\*"),
        ("🎲🎲", "🎲🎲"),
        ("/", "/"),
    ] {
        let seen = pat.slash(&format!("/help topic:{words}")).await.message();
        assert!(seen.private, "{words}");
        assert_eq!(title(&seen), "Help", "{words}");
        let text = &seen.embeds[0].description;
        assert!(text.starts_with(&format!("I found nothing about “{shown}”. ")), "{words}: {text}");
        assert_eq!(seen.buttons.len(), 16, "{words}");
    }
}

#[tokio::test]
async fn an_example_of_a_roll_rolls_for_everybody_and_the_help_stays() {
    let club = Club::open().await;
    let page = club.pat.at(&club.hall).slash("/help topic:Rolling dice").await.message();
    let examples: Vec<&str> = page
        .buttons
        .iter()
        .map(|button| button.label.as_str())
        .filter(|label| label.starts_with("Roll "))
        .collect();
    assert_eq!(
        examples,
        ["Roll 2d6+1", "Roll 6d10<=5", "Roll 4d6kh3", "Roll 3d6!", "Roll 3x d20+4"]
    );
    for example in examples {
        let rolled = club.pat.clicks(&page, example).await.message();
        assert!(!rolled.private && rolled.id != page.id, "{example}");
        assert!(rolled.text.starts_with("🎲 **Pat**: **"), "{example}: {}", rolled.text);
        assert!(rolled.embeds[0].footer.contains("of cup "), "{example}");
        let stays = page.again().unwrap();
        assert_eq!((title(&stays), stays.buttons.len()), ("Rolling dice", page.buttons.len()));
        let again = club.bob.clicks(&rolled, "Roll again").await.message();
        assert!(again.text.starts_with("🎲 **Bob**: **"), "{example}: {}", again.text);
    }
}

#[tokio::test]
async fn an_example_of_a_bag_opens_a_game_to_play() {
    let club = Club::open().await;
    let page = club.ann.at(&club.hall).slash("/help topic:First steps").await.message();
    let opened = club.ann.clicks(&page, "Fill a bag: Red 6, Blue 5").await.message();
    assert!(!opened.private && opened.all_text().contains("11 dice left"), "{}", opened.all_text());
    assert!(opened.all_text().contains("🔴 **Red** (Ann)"), "{}", opened.all_text());
    assert_eq!(title(&page.again().unwrap()), "First steps", "the help stays");
    // it is a table like any other: its board is live
    let board = club.board_saying("11 dice left").await;
    assert_eq!(board.id, opened.id);
    club.bob.clicks(&board, "Play Blue").await;
    club.bob.at(&club.hall).slash("/bag draw").await;
    assert_eq!(club.board_saying("10 dice left").await.id, opened.id);
    let twice = club.ann.clicks(&page, "Fill a bag: Red 6, Blue 5").await;
    assert!(twice.is_private() && twice.text().contains("has this channel"), "{}", twice.text());
    let page = club.ann.at(&club.hall).slash("/help topic:Play by post").await.message();
    let mine = club.ann.clicks(&page, "Show my games").await;
    assert!(mine.is_private() && mine.text().contains("Order-dice bag"), "{}", mine.text());
}

#[tokio::test]
async fn an_example_of_the_dice_game_opens_a_table() {
    let club = Club::open().await;
    let page = club.ann.at(&club.hall).slash("/help topic:dice game").await.message();
    let opened = club.ann.clicks(&page, "Open a table of the Dice Game").await.message();
    assert!(!opened.private && opened.button("Play Algoryn").is_some(), "{}", opened.all_text());
    assert!(opened.all_text().contains("Gate: **Xilos**"), "{}", opened.all_text());
    assert_eq!(title(&page.again().unwrap()), "The Dice Game", "the help stays");
}

#[tokio::test]
async fn examples_do_what_they_say_in_direct_messages() {
    let club = Club::open().await;
    let dm = club.ann.dm();
    let page = club.ann.at(&dm).slash("/help topic:First steps").await.message();
    let rolled = club.ann.clicks(&page, "Roll 2d6+1").await.message();
    assert!(rolled.text.starts_with("🎲 **Ann**: **") && !rolled.private, "{}", rolled.text);
    let opened = club.ann.clicks(&page, "Fill a bag: Red 6, Blue 5").await.message();
    assert!(opened.all_text().contains("11 dice left"), "{}", opened.all_text());
    let drawn = club.ann.at(&dm).slash("/bag draw").await;
    assert!(drawn.text().contains("drew it"), "{}", drawn.text());
}

#[tokio::test]
async fn examples_are_safe_where_only_one_person_has_brought_the_bot() {
    let club = Club::open().await;
    let at_home = club.pat.at(&club.hall).slash("/help topic:First steps").await.message();
    let bag = at_home.button("Fill a bag: Red 6, Blue 5").unwrap().custom_id.clone();
    let elsewhere = club.discord.server("Strangers");
    elsewhere.remove_bot();
    club.pat.joins(&elsewhere);
    club.pat.installs_bot();
    for place in [elsewhere.channel("yard"), club.pat.private_chat(&[&club.bob])] {
        let pat = club.pat.at(&place);
        let page = pat.slash("/help topic:First steps").await.message();
        assert!(page.private);
        assert!(page.button(&bag).is_none(), "no game can be played here");
        let rolled = club.pat.clicks(&page, "Roll 2d6+1").await.message();
        assert!(rolled.text.starts_with("🎲 **Pat**: **") && !rolled.private, "{}", rolled.text);
        // a press that cannot be made, made all the same
        let mut forged = page.clone();
        forged.raw["components"][0]["components"][0]["custom_id"] = bag.clone().into();
        forged.buttons[0].custom_id.clone_from(&bag);
        let refused = club.pat.clicks_as_seen(&forged, &bag).await;
        assert!(refused.is_private(), "{}", refused.text());
        assert!(refused.text().contains("servers that have invited me"), "{}", refused.text());
        let games = pat.slash("/help topic:Play by post").await.message();
        let mine = club.pat.clicks(&games, "Show my games").await;
        assert!(mine.is_private() && mine.failed().is_none(), "{}", mine.text());
        assert!(pat.slash("/about").await.is_private());
    }
}

#[tokio::test]
async fn a_button_of_an_older_help_gets_a_plain_answer() {
    let club = Club::open().await;
    let page = club.pat.at(&club.hall).slash("/help topic:First steps").await.message();
    let example = &page.button("Roll 2d6+1").unwrap().custom_id;
    let topic = &page.button("Rolling dice").unwrap().custom_id;
    for (custom_id, says) in [
        (example.replace("roll-sum", "roll-gone"), "That example is out of date"),
        (topic.replace("rolling", "gone"), "That page has moved"),
    ] {
        assert!(custom_id != *example && custom_id != *topic);
        let mut old = page.clone();
        old.raw["components"][0]["components"][0]["custom_id"] = custom_id.clone().into();
        old.buttons[0].custom_id.clone_from(&custom_id);
        let answer = club.pat.clicks_as_seen(&old, &custom_id).await;
        assert!(answer.is_private() && answer.text().contains(says), "{}", answer.text());
    }
}

#[tokio::test]
async fn about_names_the_version_and_says_whose_work_it_is() {
    let club = Club::open().await;
    for place in [&club.hall, &club.pat.dm()] {
        let answer = club.pat.at(place).slash("/about").await;
        assert!(answer.is_private());
        let seen = answer.message();
        let footer = &seen.embeds[0].footer;
        let version = format!("Version {}; rules: ", env!("CARGO_PKG_VERSION"));
        assert!(footer.starts_with(&version), "{footer}");
        for system in SystemId::ALL {
            let rules = format!("{} {}", system.title(), system.version());
            assert!(footer.contains(&rules), "{footer}");
        }
        let text = seen.all_text();
        for words in [
            "unofficial fan work",
            "free software",
            "belong to their publishers",
            "`/privacy show`",
        ] {
            assert!(text.contains(words), "{words}: {text}");
        }
        let help = club.pat.clicks(&seen, "First steps").await.message();
        assert_eq!((help.id, title(&help)), (seen.id, "First steps"));
    }
}
