//! Messages with a person's own dice buttons, for an evening at the voice table.

use gatemaster_sandbox::{Person, Seen};

use crate::club::Club;

const LINES: &str = "to hit: 8d6 4+\nattack 2d20kh1+5\nd66";

fn labels(seen: &Seen) -> Vec<&str> {
    seen.buttons.iter().map(|button| button.label.as_str()).collect()
}

async fn makes_panel(club: &Club, person: &Person, title: &str, lines: &str) -> Seen {
    let form = person.at(&club.hall).slash("/rolls panel").await.modal().unwrap();
    form.submit(&[("title", title), ("rolls", lines)]).await.message()
}

/// How many messages everybody sees in the hall.
fn seen_by_all(club: &Club) -> usize {
    club.hall.everything_said().len()
}

#[tokio::test]
async fn anybody_presses_a_panel_and_rolls_for_all_to_see_after_a_restart_too() {
    let mut club = Club::open().await;
    let panel = makes_panel(&club, &club.ann, "Outcasts", LINES).await;
    assert!(!panel.private);
    assert_eq!(labels(&panel), ["to hit", "attack", "D66", "Change", "Remove"]);
    assert_eq!(panel.embeds[0].title, "🎲 Outcasts");
    assert_eq!(panel.embeds[0].description, "to hit `8d6>=4`\nattack `2d20kh1+5`\nD66 `D66`");
    club.restart_bot().await;
    for (button, head) in [
        ("to hit", "🎲 **Bob**, to hit: **"),
        ("attack", "🎲 **Bob**, attack: **"),
        ("D66", "🎲 **Bob**: **"),
    ] {
        let rolled = club.bob.clicks(&panel, button).await.message();
        assert!(!rolled.private && rolled.text.starts_with(head), "{}", rolled.text);
        assert!(rolled.embeds[0].footer.contains("of cup"), "{}", rolled.embeds[0].footer);
        assert_ne!(rolled.id, panel.id, "the panel stays as it is");
        assert!(rolled.button("Roll again").is_some());
    }
    assert_eq!(labels(&panel.again().unwrap()).len(), 5);
}

#[tokio::test]
async fn the_owner_alone_changes_a_panel() {
    let club = Club::open().await;
    let panel = makes_panel(&club, &club.ann, "Outcasts", LINES).await;
    let refused = club.bob.clicks(&panel, "Change").await;
    assert!(
        refused.is_private() && refused.text().contains("Ann's to change"),
        "{}",
        refused.text()
    );
    let managers = club.mia.clicks(&panel, "Change").await;
    assert!(managers.is_private() && managers.modal().is_none(), "not even managers");
    let form = club.ann.clicks(&panel, "Change").await.modal().unwrap();
    form.submit(&[("title", "Rebels"), ("rolls", "volley: 6d10<=5\nto hit: 8d6 4+")])
        .await
        .settled()
        .await;
    let changed =
        club.hall.wait_for(|seen| seen.id == panel.id && seen.button("volley").is_some()).await;
    assert_eq!(labels(&changed), ["volley", "to hit", "Change", "Remove"]);
    assert_eq!(changed.embeds[0].title, "🎲 Rebels");
    // a button of the panel as it was rolls nothing, and shows the panel as it is
    let before = seen_by_all(&club);
    club.bob.clicks_as_seen(&panel, "attack").await.settled().await;
    assert_eq!(seen_by_all(&club), before, "nothing was rolled");
    let last = club.bob.at(&club.hall).slash("/rolls last").await.text();
    assert!(last.contains("Nothing has been rolled here yet"), "{last}");
    let rolled = club.bob.clicks(&changed, "volley").await.message();
    assert!(rolled.text.starts_with("🎲 **Bob**, volley: **"), "{}", rolled.text);
}

#[tokio::test]
async fn a_panel_is_removed_by_its_owner_or_by_whoever_manages() {
    let club = Club::open().await;
    for (remover, name) in [(&club.ann, "Ann"), (&club.mia, "Mia")] {
        let panel = makes_panel(&club, &club.ann, "Outcasts", LINES).await;
        let refused = club.bob.clicks(&panel, "Remove").await;
        assert!(refused.is_private() && refused.text().contains("Only Ann"), "{}", refused.text());
        remover.clicks(&panel, "Remove").await.settled().await;
        let gone = club.hall.wait_for(|seen| seen.id == panel.id && seen.buttons.is_empty()).await;
        assert!(
            gone.text.starts_with(&format!("{name} removed the dice panel **Outcasts**")),
            "{}",
            gone.text
        );
        assert!(gone.embeds[0].description.contains("`2d20kh1+5`"), "what stood on it can be read");
        club.bob.clicks_as_seen(&panel, "attack").await.settled().await;
        let gone = panel.again().unwrap();
        assert!(gone.text.contains("is gone"), "{}", gone.text);
    }
}

#[tokio::test]
async fn a_panel_is_brought_to_another_channel_and_removed_by_name() {
    let club = Club::open().await;
    let first = makes_panel(&club, &club.ann, "Outcasts", LINES).await;
    let yard = club.discord.channel("yard");
    let ann = club.ann.at(&yard);
    let offered = ann.completes("/rolls panel panel:out").await;
    assert_eq!(offered.iter().map(|choice| choice.name.as_str()).collect::<Vec<_>>(), ["Outcasts"]);
    assert!(club.bob.at(&yard).completes("/rolls panel panel:").await.is_empty());
    let here = ann.slash("/rolls panel panel:Outcasts").await.message();
    assert_eq!(labels(&here), labels(&first));
    club.bob.clicks(&first, "attack").await.settled().await;
    let there = first.again().unwrap();
    assert!(
        there.text.contains("stands elsewhere now") && there.buttons.is_empty(),
        "{}",
        there.text
    );
    let rolled = club.bob.clicks(&here, "attack").await.message();
    assert!(rolled.text.starts_with("🎲 **Bob**, attack: **"), "{}", rolled.text);
    let refused = club.bob.at(&yard).slash("/rolls panel panel:Outcasts remove:True").await;
    assert!(
        refused.is_private() && refused.text().contains("no such dice panel"),
        "{}",
        refused.text()
    );
    let removed = club.mia.at(&yard).slash("/rolls panel panel:Outcasts remove:True").await;
    assert!(removed.is_private() && removed.text().contains("is removed"), "{}", removed.text());
    assert!(ann.completes("/rolls panel panel:").await.is_empty());
}

#[tokio::test]
async fn the_form_begins_with_saved_rolls_and_gives_back_what_was_typed_wrong() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    ann.slash("/rolls save name:smite dice:2d8+4").await;
    let form = ann.slash("/rolls panel").await.modal().unwrap();
    let value =
        |key: &str| form.inputs.iter().find(|input| input.custom_id == key).unwrap().value.clone();
    assert_eq!(value("rolls"), "smite: 2d8+4");
    assert_eq!(value("title"), "Ann's dice");
    let wrong = form.submit(&[("rolls", "smite: 2d8+4\ncharge: 2d6>=9")]).await;
    assert!(wrong.is_private());
    let wrong = wrong.message();
    assert!(wrong.text.starts_with("Line 2: No d6 shows 9 or more"), "{}", wrong.text);
    assert!(wrong.text.contains("Perhaps you mean `(2d6)>=9`"), "{}", wrong.text);
    assert!(
        wrong.embeds[0].description.contains("smite: 2d8+4\ncharge: 2d6>=9"),
        "it is there to copy"
    );
    let again = club.ann.clicks(&wrong, "Open the form again").await.modal().unwrap();
    let panel = again.submit(&[("title", ""), ("rolls", "charge: (2d6)>=9")]).await;
    let all = panel.wait_for_messages(2).await;
    let panel = all.iter().find(|seen| !seen.private).unwrap();
    assert_eq!(panel.embeds[0].title, "🎲 Ann's dice");
    let many: Vec<String> = (1..=20).map(|n| format!("roll {n}: {n}d6")).collect();
    let full = makes_panel(&club, &club.bob, "Many", &many.join("\n")).await;
    assert_eq!(full.buttons.len(), 22);
    let rolled = club.ann.clicks(&full, "roll 20").await.message();
    assert!(rolled.text.starts_with("🎲 **Ann**, roll 20: **"), "{}", rolled.text);
    let more = format!("{}\none more: d6", many.join("\n"));
    let refused = makes_panel(&club, &club.bob, "Many", &more).await;
    assert!(
        refused.private && refused.text.contains("20 buttons at most; these are 21"),
        "{}",
        refused.text
    );
}

#[tokio::test]
async fn a_panel_goes_with_the_person_who_made_it() {
    let club = Club::open().await;
    let panel = makes_panel(&club, &club.ann, "Outcasts", LINES).await;
    let asked = club.ann.at(&club.hall).slash("/privacy delete").await.message();
    club.ann.clicks(&asked, "Delete it all").await.settled().await;
    club.bob.clicks(&panel, "attack").await.settled().await;
    let gone = panel.again().unwrap();
    assert!(gone.text.contains("is gone") && gone.buttons.is_empty(), "{}", gone.text);
    assert!(!gone.all_text().contains("Ann"), "{}", gone.all_text());
}

#[tokio::test]
async fn twenty_panels_are_the_most_for_one_person() {
    let club = Club::open().await;
    for n in 0..20 {
        assert!(!makes_panel(&club, &club.ann, &format!("Panel {n}"), "d6").await.private);
    }
    let refused = makes_panel(&club, &club.ann, "One more", "d6").await;
    assert!(
        refused.private && refused.text.contains("20 dice panels are the most"),
        "{}",
        refused.text
    );
    club.ann.at(&club.hall).slash("/rolls panel panel:Panel 7 remove:True").await;
    assert!(!makes_panel(&club, &club.ann, "One more", "d6").await.private);
}
