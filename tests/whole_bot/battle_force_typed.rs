//! The forces before a battle, typed: `/force`, and `/game new` with forces.

use gatemaster_rules::antares::state::Phase;
use gatemaster_sandbox::Choice;

use crate::battle_force::{NEW, battle, seated, units};
use crate::club::Club;

fn names(choices: Vec<Choice>) -> Vec<String> {
    choices.into_iter().map(|choice| choice.name).collect()
}

#[tokio::test]
async fn one_command_opens_a_battle_that_is_ready_to_start() {
    let club = Club::open().await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    let lobby = ann.slash(&format!("{NEW} force:Boromite against:Boromite")).await;
    let text = lobby.text();
    assert!(text.contains("🔴 **Boromite 1**") && text.contains("🔵 **Boromite 2**"), "{text}");
    ann.slash("/game join").await;
    bob.slash("/game join").await;
    let begun = bob.slash("/game start").await;
    assert!(begun.text().contains("Turn 1"), "{}", begun.text());
    for (n, (line, sides)) in [
        ("force:Ghar", ["Ghar", "Algoryn"]),
        ("force:Concord", ["Concord", "Ghar"]),
        ("against:Algoryn", ["Ghar", "Algoryn"]),
        ("against:Freeborn", ["Algoryn", "Freeborn"]),
    ]
    .into_iter()
    .enumerate()
    {
        let place = club.discord.channel(&format!("table-{n}"));
        let lobby = club.ann.at(&place).slash(&format!("{NEW} {line}")).await;
        for side in sides {
            assert!(lobby.text().contains(&format!("**{side}** (free)")), "{}", lobby.text());
        }
    }
    let bag = club.discord.channel("bag");
    let refused = club.ann.at(&bag).slash("/game new system:Order-dice bag force:Ghar").await;
    assert!(refused.is_private(), "{}", refused.text());
    assert!(refused.text().contains("A bag holds dice, not forces"), "{}", refused.text());
}

#[tokio::test]
async fn an_experienced_player_types_a_whole_force() {
    let club = Club::open().await;
    let lobby = seated(&club).await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    let told = bob.slash("/force sample force:Freeborn").await;
    assert_eq!(told.text(), "Bob set 🔵 Freeborn: the Freeborn sample force, 6 units in all.");
    let told = ann.slash("/force add unit:ai squad name:Strike count:2").await;
    assert_eq!(told.text(), "Ann set 🔴 Algoryn: 2 × AI Squad more, 8 units in all.");
    let told = ann.slash("/force remove unit:ai squad 2").await;
    assert_eq!(told.text(), "Ann set 🔴 Algoryn: AI Squad 2 taken out, 7 units in all.");
    let told = ann.slash("/force rename unit:AI Mag Cannon Team name:Hammer").await;
    assert_eq!(
        told.text(),
        "Ann set 🔴 Algoryn: AI Mag Cannon Team is called Hammer now, 7 units in all."
    );
    let told = ann.slash("/force side name:The *Iron* Fist colour:green").await;
    assert_eq!(
        told.text(),
        "Ann set 🟢 The \\*Iron\\* Fist: a new name and colour, 7 units in all."
    );
    assert_eq!(
        units(&club, 0).await,
        [
            "AI Command Squad",
            "AI Squad",
            "AI Infiltration Squad",
            "Hammer",
            "AI X-Launcher Team",
            "Strike-1",
            "Strike-2"
        ]
    );
    bob.slash("/force options deployed:false").await;
    let told = bob.slash("/force options deployed:true effective_range_only:true").await;
    assert_eq!(
        told.text(),
        "Bob set how it is played: All models are on the table already. House rule: weapons reach effective range only."
    );
    let board =
        club.hall.wait_for(|seen| seen.id == lobby.id && seen.all_text().contains("House rule"));
    let text = board.await.all_text();
    for line in
        ["• Strike-2 (AI Squad), 5 models", "🟢 **The \\*Iron\\* Fist** (Ann) · Algoryn, 7 units"]
    {
        assert!(text.contains(line), "{line}: {text}");
    }
    // a name that somebody chose stays with the side
    ann.slash("/force sample force:Concord").await;
    let shown = ann.slash("/force show").await;
    assert!(
        shown.text().contains("🟢 **The \\*Iron\\* Fist** (Ann) · Concord, 6 units"),
        "{}",
        shown.text()
    );
    let asked = bob.slash("/force options").await;
    assert!(asked.is_private() && asked.text().contains("House rule"), "{}", asked.text());
    bob.slash("/game start").await;
    let state = battle(&club).await;
    assert_eq!((state.phase, state.turn), (Phase::Orders, 1));
    assert!(state.options.effective_range_only);
}

#[tokio::test]
async fn wrong_words_are_refused_with_what_would_be_right() {
    let club = Club::open().await;
    seated(&club).await;
    let ann = club.ann.at(&club.hall);
    ann.slash("/force rename unit:AI X-Launcher Team name:Anvil").await;
    club.bob.at(&club.hall).slash("/force side name:Horde").await;
    let before = club.steps().await;
    for (line, says) in [
        ("/force add unit:dragons", "I know no unit “dragons”. Algoryn may take AI Command Squad"),
        ("/force add unit:Ghar Battle Squad", "The Algoryn force cannot take Ghar Battle Squad"),
        ("/force add unit:ai_squad count:20", "Algoryn has 26 units; a force has 1 to 20."),
        (
            "/force add unit:ai_squad name:hammer side:Zog",
            "no side of that name; it has Algoryn and Horde",
        ),
        (
            "/force remove unit:dragons",
            "No unit is called “dragons” here. There are AI Command Squad",
        ),
        ("/force rename unit:AI Squad 1 name:anvil", "Two units are called Anvil"),
        ("/force rename unit:AI Squad 1 name:\u{200b}", "A name is one line of 1 to 32 characters"),
        ("/force side", "Say what to change"),
        ("/force side colour:blue", "Horde has the blue dice; free are green, yellow"),
        ("/force side name:horde", "Both sides are called horde; rename one."),
        ("/force side name:Algoryn", "Nothing would change"),
        ("/force options deployed:true", "Nothing would change"),
        ("/force list text:AI Sqad", "did you mean AI Squad?"),
    ] {
        let refused = ann.slash(line).await;
        assert!(refused.is_private(), "{line}: {}", refused.text());
        assert!(refused.text().contains(says), "{line}: {}", refused.text());
    }
    assert_eq!(club.steps().await, before, "nothing has changed");
    let elsewhere = club.discord.channel("elsewhere");
    let refused = club.ann.at(&elsewhere).slash("/force show").await;
    assert!(
        refused.is_private() && refused.text().contains("No game is open"),
        "{}",
        refused.text()
    );
    club.ann.at(&elsewhere).slash("/bag setup sides:Red 1, Blue 1").await;
    let refused = club.ann.at(&elsewhere).slash("/force add unit:ai_squad").await;
    assert!(refused.is_private(), "{}", refused.text());
    assert!(refused.text().contains("a bag of order dice, not a battle"), "{}", refused.text());
}

#[tokio::test]
async fn a_list_comes_with_the_command_as_text_or_as_a_file() {
    let club = Club::open().await;
    seated(&club).await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    let told = ann
        .slash(
            "/force list text:Name: Fist, Force: Algoryn, 2x AI Squad, Hammer: AI Mag Cannon Team",
        )
        .await;
    assert_eq!(told.text(), "Ann set 🔴 Fist: a list of its own, 3 units in all.");
    assert_eq!(units(&club, 0).await, ["AI Squad 1", "AI Squad 2", "Hammer"]);

    let shown = ann.slash("/force list").await;
    assert!(shown.is_private(), "{}", shown.text());
    let text = shown.text();
    assert!(text.contains("🔴 Fist as a list"), "{text}");
    assert!(
        text.contains(
            "```text\nName: Fist\nForce: Algoryn\n2x AI Squad\nHammer: AI Mag Cannon Team\n```"
        ),
        "{text}"
    );

    let file = "\u{feff}Freeborn force\r\n- Freeborn Command Squad\r\n- 2 Domari Squads\r\n";
    let told = bob.slash("/force list").with_file("file", "bobs-list.txt", file).await;
    assert_eq!(told.text(), "Bob set 🔵 Freeborn: a list of its own, 3 units in all.");

    let before = club.steps().await;
    let too_large = vec![b'a'; 70_000];
    for (name, bytes, says) in [
        ("large.txt", too_large, "large.txt has 70000 bytes; I read up to 8000."),
        ("odd.txt", vec![0xff, 0xfe, 0x00], "odd.txt is not a plain text file"),
        ("empty.txt", b"# nothing\n".to_vec(), "There is no unit in the list."),
    ] {
        let refused = bob.slash("/force list").with_file("file", name, bytes).await;
        assert!(refused.is_private(), "{name}: {}", refused.text());
        assert!(refused.text().contains(says), "{name}: {}", refused.text());
    }
    let both = bob.slash("/force list text:Ghar").with_file("file", "list.txt", "Ghar").await;
    assert!(both.is_private() && both.text().contains("not both at once"), "{}", both.text());
    assert_eq!(club.steps().await, before);
}

#[tokio::test]
async fn typing_offers_what_the_force_may_take() {
    let club = Club::open().await;
    seated(&club).await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    let all = names(ann.completes("/force add unit:").await);
    assert_eq!(all[0], "AI Command Squad (Algoryn, 3 models)");
    assert!(all.iter().all(|name| !name.contains("Ghar,")), "{all:?}");
    assert_eq!(
        names(ann.completes("/force add unit:x-l").await),
        ["AI X-Launcher Team (Algoryn, 2 models)"]
    );
    assert!(ann.completes("/force add unit:outcast").await.is_empty(), "they are no Algoryn");
    let own = names(bob.completes("/force add unit:outcast").await);
    assert_eq!(own[0], "Outcast Command Squad (Ghar, 5 models)");
    let chosen = &ann.completes("/force add unit:x-l").await[0].value;
    ann.slash(&format!("/force add unit:{}", chosen.as_str().unwrap())).await;
    assert_eq!(units(&club, 0).await[6], "AI X-Launcher Team 2");

    assert_eq!(
        names(ann.completes("/force remove unit:launch").await),
        ["AI X-Launcher Team 1 · Algoryn", "AI X-Launcher Team 2 · Algoryn"]
    );
    assert!(ann.completes("/force rename unit:outcast").await.is_empty(), "they are Bob's");
    assert_eq!(names(ann.completes("/force side side:").await), ["Algoryn"]);
    assert_eq!(
        names(club.mia.at(&club.hall).completes("/force sample side:").await),
        ["Algoryn", "Ghar"]
    );
    let mia = names(club.mia.at(&club.hall).completes("/force add side:Ghar unit:battle").await);
    assert_eq!(mia, ["Ghar Battle Squad (Ghar, 3 models)"]);
    let elsewhere = club.discord.channel("elsewhere");
    assert!(club.ann.at(&elsewhere).completes("/force add unit:").await.is_empty());
}
