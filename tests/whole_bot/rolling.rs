//! `/roll` as people use it: typed, pressed, in secret, aloud, everywhere.

use std::collections::HashSet;

use gatemaster_sandbox::{Answer, Seen};

use crate::club::Club;

/// The dice and what came of them, below the headline.
fn working(seen: &Seen) -> &str {
    &seen.embeds[0].description
}

/// The numbers of the dice as the footer tells them: "dice 3 to 4 of cup …".
fn numbers(seen: &Seen) -> (u64, u64) {
    let footer = &seen.embeds[0].footer;
    let words: Vec<&str> = footer.split(' ').collect();
    let number = |at: usize| words[at].parse().unwrap_or_else(|_| panic!("{footer}"));
    match words[0] {
        "die" => (number(1), number(1)),
        "dice" => (number(1), number(3)),
        _ => panic!("{footer}"),
    }
}

/// The whole hash of the own seed of a secret roll.
fn own_hash(seen: &Seen) -> String {
    let (_, rest) = working(seen).split_once("\n-# Its own seed has the SHA-256 `").unwrap();
    let hash = rest.split('`').next().unwrap();
    assert_eq!(hash.len(), 64, "{hash}");
    hash.to_owned()
}

/// Which cup the dice came from.
fn cup(seen: &Seen) -> String {
    let footer = &seen.embeds[0].footer;
    footer.split("of cup ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap().to_owned()
}

fn is_spoken(seen: &Seen) -> bool {
    seen.raw["tts"] == true
}

/// The message of everybody among the messages of an answer.
async fn shown_to_all(answer: &Answer, count: usize) -> Seen {
    let messages = answer.wait_for_messages(count).await;
    messages.into_iter().find(|seen| !seen.private).expect("everybody sees something")
}

/// A button as somebody else might send it who has learned its id.
async fn planted(club: &Club, custom_id: &str) -> Seen {
    let body = serde_json::json!({"content": "planted", "components": [{"type": 1, "components": [
        {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id}]}]});
    club.as_bot("POST", &format!("channels/{}/messages", club.hall.id()), &body.to_string()).await;
    club.hall
        .wait_for(|seen| seen.text == "planted" && seen.buttons[0].custom_id == custom_id)
        .await
}

#[tokio::test]
async fn each_part_of_the_notation_is_explained_die_by_die() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    for (dice, faces, result, explained) in [
        // sums
        ("2d6+3", "4 2", "9", "2d6 + 3: 4 + 2 + 3 = 9"),
        ("d20", "14", "14", "d20: 14"),
        ("(2d6+1)*2", "4 2", "14", "(2d6 + 1) × 2: (4 + 2 + 1) × 2 = 14"),
        ("10-2d6", "4 2", "4", "10 − 2d6: 10 − (4 + 2) = 4"),
        ("d6/2", "5", "2", "d6 ÷ 2: 5 ÷ 2 = 2"),
        ("-2d6/4", "4 2", "−2", "−2d6 ÷ 4: −(4 + 2) ÷ 4 = −2"),
        // percentile, d3, d5, Fudge dice
        ("d%", "42", "42", "d%: 42"),
        ("d3+d5", "2 5", "7", "d3 + d5: 2 + 5 = 7"),
        ("4dF", "1 2 3 3", "1", "4dF: −1 + 0 + 1 + 1 = 1"),
        // successes over and under
        (
            "6d10<=5",
            "3 7 1 10 5 8",
            "3 successes",
            "6d10, 5 or less counts: **3**✓ 7 **1**✓ 10 **5**✓ 8 → 3 successes",
        ),
        ("3d6>=4", "4 3 6", "2 successes", "3d6, 4 or more counts: **4**✓ 3 **6**✓ → 2 successes"),
        (
            "3d10>=7f1",
            "8 1 5",
            "no successes",
            "3d10, 7 or more counts, 1 takes one away: **8**✓ 1✗ 5 → no successes",
        ),
        ("d20>=15", "15", "success", "d20, 15 or more counts: **15**✓ → success"),
        (
            "(3d10<=5)+2",
            "1 9 5",
            "4 successes",
            "(3d10, 5 or less counts) + 2: (**1**✓ 9 **5**✓ → 2) + 2 = 4 successes",
        ),
        // a total held against a number
        ("2d6+3>=9", "6 2", "11, yes by 2", "2d6 + 3, 9 or more: 6 + 2 + 3 = 11 → yes by 2"),
        ("d%-10<=40", "53", "43, no by 3", "d% − 10, 40 or less: 53 − 10 = 43 → no by 3"),
        // keep and drop
        ("4d6kh3", "6 5 2 1", "13", "4d6 keep highest 3: 6 + 5 + 2 ~~1~~ = 13"),
        ("2d20kl1", "17 4", "4", "2d20 keep lowest 1: ~~17~~ 4 = 4"),
        ("4d6dl1", "1 5 2 6", "13", "4d6 drop lowest 1: ~~1~~ 5 + 2 + 6 = 13"),
        ("3d6dh1", "1 5 2", "3", "3d6 drop highest 1: 1 ~~5~~ + 2 = 3"),
        // explode
        ("2d6!", "6 3 2", "11", "2d6 explode on 6: 6! + 3 + 2 = 11"),
        ("d6!o>=5", "5 6", "11", "d6 explode once on 5 or more: 5! + 6 = 11"),
        (
            "2d6!6>=5",
            "6 5 2",
            "2 successes",
            "2d6 explode on 6, 5 or more counts: **6!**✓ **5**✓ 2 → 2 successes",
        ),
        // re-roll once and until
        ("2d6r1", "3 1 1", "4", "2d6 re-roll 1 once: 3 + ~~1~~→1 = 4"),
        ("2d6rr<=2", "1 2 4 3", "7", "2d6 re-roll every 2 or less: ~~1~~→~~2~~→4 + 3 = 7"),
        // labels of terms
        (
            "2d6[fire]+d4[cold]+1[rage]",
            "3 4 2",
            "10",
            "2d6 \\[fire\\] + d4 \\[cold\\] + 1 \\[rage\\]: 3 + 4 + 2 + 1 = 10",
        ),
        // repeats and several rolls
        (
            "3x d6+1",
            "4 2 6",
            "5, 3, 7",
            "1. d6 + 1: 4 + 1 = 5\n2. d6 + 1: 2 + 1 = 3\n3. d6 + 1: 6 + 1 = 7\nhighest 7, lowest 3, sum 15",
        ),
        ("d6; d8", "4 2", "4; 2", "d6: 4\nd8: 2"),
    ] {
        let seen = ann.slash(&format!("/roll dice:{dice} faces:{faces}")).await.message();
        assert!(!seen.private, "{dice}: {}", seen.all_text());
        assert_eq!(seen.text, format!("🎲 **Ann**: **{result}**"), "{dice}");
        assert_eq!(working(&seen), explained, "{dice}");
        let (source, mark) = seen.embeds[0].footer.split_once(" · mark ").unwrap();
        assert_eq!(source, "hand-rolled dice, typed by Ann", "{dice}");
        assert_eq!(mark.len(), 12, "{dice}: {mark}");
    }
}

#[tokio::test]
async fn a_label_names_the_roll_however_it_is_given() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    for line in [
        "/roll dice:2d6 # to hit faces:4 1",
        "/roll dice:2d6 \"to hit\" faces:4 1",
        "/roll dice:2d6 label:to hit faces:4 1",
        "/roll dice:2d6 # something else label:to hit faces:4 1",
    ] {
        let seen = ann.slash(line).await.message();
        assert_eq!(seen.text, "🎲 **Ann**, to hit: **5**", "{line}");
        let again = club.bob.clicks(&seen, "Roll again").await.message();
        assert!(again.text.starts_with("🎲 **Bob**, to hit: **"), "{line}: {}", again.text);
    }
    // whatever stands in a label, the roll can be read again
    for label in ["a # b", "\"quoted\"", "; d6 ; (", "[x] ]", "2d6", "`code`", "# #", "\\"] {
        let seen = ann.slash(&format!("/roll dice:2d6 label:{label} faces:4 1")).await.message();
        assert!(seen.text.ends_with(": **5**") && !seen.private, "{label}: {}", seen.text);
        let more = club.ann.clicks(&seen, "+1 die").await.message();
        assert!(working(&more).starts_with("3d6: "), "{label}: {}", more.all_text());
        let about = |text: &str| text.rsplit_once(": **").unwrap().0.to_owned();
        assert_eq!(about(&more.text), about(&seen.text), "{label}");
    }
}

#[tokio::test]
async fn typed_faces_must_fit_the_dice() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    for (faces, says) in [
        ("4", "This needs more dice than the 1 you typed: die 2 is a d6."),
        ("4 1 6", "This rolls 2 dice, but you typed 3 faces."),
        ("4 7", "Die 2 is a d6, so its face is 1 to 6; you typed 7."),
        ("0 4", "Die 1 is a d6, so its face is 1 to 6; you typed 0."),
        ("four one", "The dice could not be read"),
        ("-1 4", "The dice could not be read"),
        ("99999999999999999999 1", "The dice could not be read"),
    ] {
        let refused = ann.slash(&format!("/roll dice:2d6 faces:{faces}")).await;
        assert!(refused.is_private(), "{faces}: {}", refused.text());
        assert!(refused.text().contains(says), "{faces}: {}", refused.text());
    }
    // nothing of that was a roll
    let none = ann.slash("/rolls last").await.text();
    assert!(none.contains("Nothing has been rolled here yet"), "{none}");
    let first = ann.slash("/roll dice:2d6").await.message();
    assert_eq!(numbers(&first), (1, 2));
}

#[tokio::test]
async fn a_text_that_is_no_dice_is_refused_with_the_place_and_the_way_out() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    for (dice, says) in [
        ("2d6+banana", "I understood `2d6+`, then I expected "),
        ("hello", "not `hello`"),
        ("2d", "I understood `2d`, then I expected "),
        ("2d6)", "has no opening bracket"),
        ("6d10<=5+2", "Put a comparison in brackets"),
        ("(2d6x3)", "To repeat a roll, say how often before or after all of it"),
        ("2d6 and 3d6", "I expected `+` or `;` before more dice"),
        ("0d6", "Roll at least one die"),
        ("201d6", "That is 201 dice; I roll at most 200 at once."),
        ("20x 11d6", "That is 220 dice; I roll at most 200 at once."),
        ("d6!>=1", "would never end"),
        ("d6rr<=6", "would never end"),
        ("10/(d6-1)", "nothing can be divided by 0"),
        ("9999999d6", "The greatest number I take is 1,000,000."),
        ("1000000*1000000*1000000", "more than I reckon with"),
        ("21x d6", "repeated 1 to 20 times"),
        ("🎲", "not `🎲`"),
        ("<@1> @everyone", "I expected"),
    ] {
        let refused = ann.slash(&format!("/roll dice:{dice}")).await;
        assert!(refused.is_private(), "{dice}: {}", refused.text());
        assert!(refused.text().contains(says), "{dice}: {}", refused.text());
        let way_out = "`/help topic:Rolling dice` shows how dice are written.";
        assert!(refused.text().ends_with(way_out), "{dice}: {}", refused.text());
    }
    let page = ann.slash("/help topic:Rolling dice").await.message();
    assert_eq!(page.embeds[0].title, "Rolling dice");
    assert!(club.hall.everything_said().is_empty(), "nobody else heard of it");
}

#[tokio::test]
async fn monsters_are_answered_within_limits() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    let sums = "d1000+".repeat(33) + "d1";
    let brackets = format!("{}d6{}", "(".repeat(20), ")".repeat(20));
    for dice in [
        sums.as_str(),
        &brackets,
        "200d1000",
        "200d6!>=2",
        "200d6rr<=5",
        "20x 10d6!>=2r1kh9>=3f1",
        "200d1000!>=950rr<=900>=500",
        "10d6;10d6;10d6;10d6;10d6;10d6;10d6;10d6;10d6;10d6",
    ] {
        let answer = ann.slash(&format!("/roll dice:{dice}")).await;
        assert!(!answer.is_private(), "{dice}: {}", answer.text());
        let (first, last) = numbers(&answer.message());
        assert!(last - first < 500, "{dice}: {first} to {last}");
    }
    // a roll that was stopped says so, however much there is to show
    for dice in ["200d6!>=2", "200d6rr<=5>=6", "200d1000rr<=990>=500"] {
        let seen = ann.slash(&format!("/roll dice:{dice}")).await.message();
        let (first, last) = numbers(&seen);
        assert_eq!(last - first + 1, 500, "{dice}");
        let text = working(&seen);
        assert!(text.contains("The roll had reached 500 dice"), "{dice}: {text}");
    }
    let one = ann.slash(&format!("/roll dice:d2! faces:{}", "2 ".repeat(21))).await.message();
    let says = "= 42\nOne die had led to 20 more dice and stopped there.";
    assert!(working(&one).ends_with(says), "{}", working(&one));
}

#[tokio::test]
async fn labels_ping_nobody_and_format_nothing() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    let bob = club.bob.mention();
    let label = format!("@everyone {bob} **x** [a](b)");
    for line in [
        format!("/roll dice:2d6 label:{label} faces:4 1"),
        format!("/roll dice:2d6 label:{label} faces:4 1 spoken:true"),
        format!("/roll dice:2d6[@here {bob} *x* ~~y~~] faces:4 1"),
    ] {
        let seen = ann.slash(&line).await.message();
        assert!(!seen.private && seen.all_text().contains('5'), "{line}: {}", seen.all_text());
        let again = club.pat.clicks(&seen, "Roll again").await.message();
        for seen in [&seen, &again] {
            let text = seen.all_text();
            assert!(seen.pinged.is_empty(), "{text} pings {:?}", seen.pinged);
            assert_eq!(seen.raw["mention_everyone"], false, "{text}");
            for formatting in [" **x**", " *x*", " ~~y~~", "[a](b)", " @everyone", " <@", "[@here"]
            {
                assert!(!text.contains(formatting), "{formatting} in {text}");
            }
        }
    }
    let secret = ann.slash(&format!("/roll dice:2d6 label:{label} secret:true")).await.message();
    let shown = club.ann.clicks(&secret, "Show it to everybody").await;
    let shown = shown_to_all(&shown, 2).await;
    assert!(shown.pinged.is_empty() && shown.raw["mention_everyone"] == false);
    assert!(shown.text.contains("\\@everyone \\<\\@"), "{}", shown.text);
}

#[tokio::test]
async fn names_of_people_format_nothing() {
    let club = Club::open().await;
    let odd = club.discord.person("**Z** _y_ `@here`");
    let seen = odd.at(&club.hall).slash("/roll dice:2d6 faces:4 1").await.message();
    assert_eq!(seen.text, "🎲 **\\*\\*Z\\*\\* \\_y\\_ \\`\\@here\\`**: **5**");
    let said = odd.at(&club.hall).slash("/roll dice:2d6 faces:4 1 spoken:true").await.message();
    assert!(said.text.starts_with("\\*\\*Z\\*\\* "), "{}", said.text);
    let last = club.ann.at(&club.hall).slash("/rolls last").await.text();
    assert!(last.contains("\\*\\*Z\\*\\*") && !last.contains(" `@here"), "{last}");
}

#[tokio::test]
async fn anybody_rolls_again_and_with_one_die_more_under_their_own_name() {
    let club = Club::open().await;
    let first = club.ann.at(&club.hall).slash("/roll dice:2d6+1 # charge").await.message();
    assert_eq!(numbers(&first), (1, 2));
    let own = club.ann.clicks(&first, "Roll again").await.message();
    assert!(own.text.starts_with("🎲 **Ann**, charge: **") && !own.private, "{}", own.text);
    assert!(working(&own).starts_with("2d6 + 1: "), "{}", working(&own));
    assert_eq!(numbers(&own), (3, 4));
    assert_ne!(own.id, first.id, "a new message");
    let bobs = club.bob.clicks(&first, "+1 die").await.message();
    assert!(bobs.text.starts_with("🎲 **Bob**, charge: **"), "{}", bobs.text);
    assert!(working(&bobs).starts_with("3d6 + 1: "), "{}", working(&bobs));
    assert_eq!(numbers(&bobs), (5, 7));
    let more = club.ann.clicks(&bobs, "+1 die").await.message();
    assert!(working(&more).starts_with("4d6 + 1: "), "{}", working(&more));
    assert!(
        first.again().unwrap().button("Roll again").is_some(),
        "the first roll stays as it was"
    );
    assert_eq!(first.again().unwrap().text, first.text);
    // hand-rolled once, rolled by the bot when pressed
    let typed = club.ann.at(&club.hall).slash("/roll dice:d6 faces:4").await.message();
    let pressed = club.ann.clicks(&typed, "Roll again").await.message();
    assert_eq!(numbers(&pressed), (12, 12));
}

#[tokio::test]
async fn no_die_is_added_where_none_fits() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    for dice in ["200d6", "20x 10d6", "5"] {
        let seen = ann.slash(&format!("/roll dice:{dice}")).await.message();
        assert!(seen.button("+1 die").unwrap().disabled, "{dice}");
        assert!(!seen.button("Roll again").unwrap().disabled, "{dice}");
        assert!(club.ann.clicks(&seen, "+1 die").attempt().await.is_err(), "{dice}");
        // a press on a button that should not be there
        let press = seen.button("+1 die").unwrap().custom_id.clone();
        let pressed = club.ann.clicks(&planted(&club, &press).await, "Press").await;
        assert!(pressed.is_private(), "{dice}");
        assert_eq!(pressed.text(), "One die more would be too many for one roll.", "{dice}");
    }
    let nearly = ann.slash("/roll dice:199d2").await.message();
    let full = club.ann.clicks(&nearly, "+1 die").await.message();
    assert!(full.button("+1 die").unwrap().disabled);
}

#[tokio::test]
async fn a_secret_roll_is_seen_by_nobody_else_in_any_way() {
    let club = Club::open().await;
    let secret = club.ann.at(&club.hall).slash("/roll dice:3d6 # ambush secret:true").await;
    assert!(secret.is_private(), "{}", secret.text());
    let secret = secret.message();
    assert!(secret.text.starts_with("🎲 **Ann**, ambush: **"), "{}", secret.text);
    assert!(secret.text.ends_with("** (in secret)"), "{}", secret.text);
    let bob = club.bob.at(&club.hall);
    assert!(bob.sees().is_empty(), "{:?}", bob.sees());
    let last = bob.slash("/rolls last").await.text();
    assert!(last.contains("Nothing has been rolled here yet"), "{last}");
    let own = club.ann.at(&club.hall).slash("/rolls last").await.text();
    let short = format!("· secret, its own seed {}", &own_hash(&secret)[..12]);
    assert!(own.contains("ambush") && own.contains(&short), "{own}");
    let proof = bob.slash("/rolls proof").await;
    assert!(
        proof.is_private() && proof.text().contains("Nothing has been rolled"),
        "{}",
        proof.text()
    );
    // and the numbers of the dice have no gap that gives it away
    let open = bob.slash("/roll dice:2d6").await.message();
    assert_eq!(numbers(&open), (1, 2));
    assert_ne!(cup(&open), cup(&secret), "a secret roll has a seed of its own");
    assert!(
        bob.completes("/roll dice:3d6").await.iter().all(|choice| !choice.name.contains("ambush"))
    );
    // the mark below the next roll holds the secret one, and it is one more number of twelve digits
    let footer = &open.embeds[0].footer;
    assert!(footer.split_once(" · mark ").unwrap().1.starts_with(|c: char| c.is_ascii_hexdigit()));
    let own = own_hash(&secret);
    assert!(!footer.contains(&own[..12]), "{footer}");
    // loud or not, it is for one person
    let whispered = club.ann.at(&club.hall).slash("/roll dice:d6 secret:true spoken:true").await;
    assert!(whispered.is_private() && !is_spoken(&whispered.message()));
}

#[tokio::test]
async fn a_secret_roll_is_shown_by_its_owner_once() {
    let mut club = Club::open().await;
    let typed = club.ann.at(&club.hall).slash("/roll dice:2d6 # morale secret:true faces:6 3");
    let secret = typed.await.message();
    let show = secret.button("Show it to everybody").unwrap().custom_id.clone();
    let again = secret.button("Roll again").unwrap().custom_id.clone();
    for press in [&show, &again] {
        let tried = club.bob.clicks(&planted(&club, press).await, "Press").await;
        assert!(tried.is_private());
        assert!(tried.text().contains("I do not have that roll any more"), "{}", tried.text());
        assert!(!tried.text().contains("morale") && !tried.text().contains('9'));
    }
    club.restart_bot().await;
    let shown = club.ann.clicks(&secret, "Show it to everybody").await;
    let shown = shown_to_all(&shown, 2).await;
    assert!(
        shown.text.starts_with("🎲 **Ann**, morale: **9**, rolled in secret <t:"),
        "{}",
        shown.text
    );
    let (rolled, seed) = working(&shown).split_once("\n-# Its own seed").unwrap();
    assert_eq!(rolled, "2d6: 6 + 3 = 9");
    assert!(seed.contains("as anybody can check"), "{seed}");
    assert_eq!(own_hash(&shown), own_hash(&secret), "everybody sees the hash that its owner saw");
    assert!(!working(&secret).contains("as anybody can check"), "its seed was secret until now");
    assert!(shown.embeds[0].footer.starts_with("hand-rolled dice, typed by Ann"));
    assert!(secret.again().unwrap().buttons.is_empty(), "what was offered is done");
    // the first showing may have got lost on its way, so it can be shown again
    let twice = club.ann.clicks_as_seen(&secret, "Show it to everybody").await;
    shown_to_all(&twice, 2).await;
    let others = club.bob.clicks(&planted(&club, &show).await, "Press").await;
    assert!(others.is_private(), "{}", others.text());
    let said = club.hall.everything_said();
    let told = said.iter().filter(|seen| !seen.private && seen.all_text().contains("morale"));
    assert_eq!(told.count(), 2);
    let last = club.bob.at(&club.hall).slash("/rolls last").await.text();
    assert!(last.contains("morale"), "now it is in everybody's list: {last}");
}

#[tokio::test]
async fn a_secret_roll_that_is_rolled_again_stays_secret() {
    let club = Club::open().await;
    let secret = club.ann.at(&club.hall).slash("/roll dice:2d6 secret:true").await.message();
    for (label, starts) in [("Roll again", "2d6: "), ("+1 die", "3d6: ")] {
        let again = club.ann.clicks(&secret, label).await;
        assert!(again.is_private(), "{}", again.text());
        let again = again.message();
        assert_ne!(again.id, secret.id);
        assert!(again.text.ends_with("(in secret)"), "{}", again.text);
        assert!(working(&again).starts_with(starts), "{}", working(&again));
        assert!(again.button("Show it to everybody").is_some());
    }
    assert!(club.bob.at(&club.hall).sees().is_empty());
    let shown = shown_to_all(&club.ann.clicks(&secret, "Show it to everybody").await, 2).await;
    assert!(
        working(&shown).starts_with(working(&secret)),
        "the one that was shown, not a newer one"
    );
}

#[tokio::test]
async fn an_interaction_that_comes_twice_rolls_once() {
    let club = Club::open().await;
    club.discord.misbehave().deliver_always_twice(true);
    club.discord.expect_fault("40060");
    let first = club.ann.at(&club.hall).slash("/roll dice:2d6").await.message();
    assert_eq!(numbers(&first), (1, 2));
    let again = club.bob.clicks(&first, "Roll again").await.message();
    assert_eq!(numbers(&again), (3, 4));
    let secret = club.ann.at(&club.hall).slash("/roll dice:d20 secret:true").await.message();
    let shown = shown_to_all(&club.ann.clicks(&secret, "Show it to everybody").await, 2).await;
    assert!(working(&shown).starts_with(working(&secret)));
    club.discord.misbehave().deliver_always_twice(false);
    let next = club.ann.at(&club.hall).slash("/roll dice:d6").await.message();
    assert_eq!(numbers(&next), (5, 5));
    assert_eq!(club.ann.at(&club.hall).slash("/rolls last").await.text().matches("🎲").count(), 4);
}

#[tokio::test]
async fn an_answer_that_got_lost_is_given_again_with_the_same_dice() {
    let club = Club::open().await;
    club.discord.misbehave().deliver_twice(1);
    club.discord.misbehave().next_requests(1).matching("POST", "/callback").fail_with(502);
    club.discord.expect_fault("40060");
    let seen = club.ann.at(&club.hall).slash("/roll dice:10d1000 # lost").await.message();
    assert_eq!(numbers(&seen), (1, 10));
    let store = club.store().await;
    let rows = store.rolls_by(club.ann.id()).await.unwrap();
    store.close().await;
    assert_eq!(rows.len(), 1, "one roll is kept");
    let kept: gatemaster_rules::roll::Rolled = serde_json::from_str(&rows[0].rolled).unwrap();
    let lines: Vec<String> =
        kept.explanation().iter().map(gatemaster_rules::roll::Line::plain).collect();
    assert_eq!(working(&seen), lines.join("\n"), "what is kept is what was shown");
}

#[tokio::test]
async fn a_secret_that_got_lost_on_its_way_to_everybody_is_shown_after_all() {
    let club = Club::open().await;
    let secret = club.ann.at(&club.hall).slash("/roll dice:10d1000 secret:true").await.message();
    club.discord.misbehave().deliver_twice(1);
    club.discord.misbehave().next_requests(1).matching("POST", "/callback").fail_with(502);
    club.discord.expect_fault("40060");
    club.ann.clicks(&secret, "Show it to everybody").await;
    let shown = club.hall.wait_for(|seen| !seen.private).await;
    assert!(working(&shown).starts_with(working(&secret)));
    assert_eq!(club.hall.everything_said().len(), 1, "once");
}

#[tokio::test]
async fn old_buttons_and_the_count_of_dice_outlive_the_process() {
    let mut club = Club::open().await;
    let first = club.ann.at(&club.hall).slash("/roll dice:2d6").await.message();
    let secret = club.ann.at(&club.hall).slash("/roll dice:2d6 secret:true").await.message();
    club.restart_bot().await;
    let again = club.bob.clicks(&first, "Roll again").await.message();
    assert_eq!((numbers(&again), cup(&again)), ((3, 4), cup(&first)));
    let more = club.ann.clicks(&secret, "+1 die").await;
    assert!(more.is_private() && working(&more.message()).starts_with("3d6: "), "{}", more.text());
    club.days_pass(400);
    club.restart_bot().await;
    let last = club.pat.clicks(&again, "+1 die").await.message();
    assert_eq!((numbers(&last), cup(&last)), ((5, 7), cup(&first)));
}

#[tokio::test]
async fn a_killed_bot_counts_on_from_the_last_die_it_showed() {
    let club = Club::without_bot(gatemaster_sandbox::Options::for_tests()).await;
    let mut shown: Option<Seen> = None;
    for kill in 0..3 {
        let mut command = crate::tools::gatemaster(&club, &["run", "--log", "error"], true);
        let mut bot = command.stdout(std::process::Stdio::null()).spawn().unwrap();
        club.discord.bot_ready().await;
        let expected = shown.as_ref().map_or(1, |seen| numbers(seen).1 + 1);
        let next = match &shown {
            None => club.ann.at(&club.hall).slash("/roll dice:2d6").await.message(),
            Some(old) => club.bob.clicks(old, "Roll again").await.message(),
        };
        assert_eq!(numbers(&next), (expected, expected + 1), "after {kill} kills");
        bot.kill().unwrap();
        bot.wait().unwrap();
        club.bot_is_gone().await;
        shown = Some(next);
    }
}

#[tokio::test]
async fn many_people_roll_at_once_and_no_die_is_rolled_twice() {
    let club = Club::open().await;
    let people: Vec<_> = (0..80).map(|n| club.discord.person(&format!("Roller {n}"))).collect();
    let mut rolling = tokio::task::JoinSet::new();
    for person in &people {
        let at = person.at(&club.hall);
        rolling.spawn(async move { at.slash("/roll dice:3d6").await });
    }
    let mut known = HashSet::new();
    while let Some(answer) = rolling.join_next().await {
        let answer = answer.unwrap();
        assert!(answer.failed().is_none(), "{:?}", answer.failed());
        // on a busy machine the answer may be acknowledged first and follow then
        let count = if answer.is_private() { 2 } else { 1 };
        let (first, last) = numbers(&shown_to_all(&answer, count).await);
        for number in first..=last {
            assert!(known.insert(number), "die {number} was rolled twice");
        }
    }
    assert_eq!(known, (1..=240).collect(), "and none was left out");
}

#[tokio::test]
async fn a_result_is_read_aloud_where_that_is_wished() {
    let mut club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    let silent = ann.slash("/roll dice:2d6 faces:4 1").await.message();
    assert!(!is_spoken(&silent));
    let said = ann.slash("/roll dice:2d6 # the charge faces:4 1 spoken:true").await.message();
    assert!(is_spoken(&said) && !said.private);
    // words to be read aloud, without marks; whoever only hears it hears as well that it was typed
    assert_eq!(said.text, "Ann rolled 5 for the charge, by hand and typed.");
    assert_eq!(working(&said), "2d6: 4 + 1 = 5");
    // the server's habit, which one roll can leave
    club.mia.at(&club.hall).slash("/settings spoken:true").await;
    club.restart_bot().await;
    let said = ann.slash("/roll dice:2d6").await.message();
    assert!(is_spoken(&said) && !said.text.contains("typed"), "{}", said.text);
    let again = club.bob.clicks(&silent, "Roll again").await.message();
    assert!(is_spoken(&again) && again.text.starts_with("Bob rolled "), "{}", again.text);
    let silent = ann.slash("/roll dice:2d6 spoken:false").await.message();
    assert!(!is_spoken(&silent));
    let refused = ann.slash("/roll dice:nonsense").await;
    assert!(refused.is_private() && !is_spoken(&refused.message()));
    let shown = ann.slash("/roll dice:2d6 secret:true").await;
    assert!(shown.is_private() && !is_spoken(&shown.message()));
}

#[tokio::test]
async fn it_rolls_in_direct_messages() {
    let club = Club::open().await;
    let dm = club.ann.dm();
    let seen = club.ann.at(&dm).slash("/roll dice:2d6").await.message();
    assert!(!seen.private, "{}", seen.text);
    assert_eq!(numbers(&seen), (1, 2));
    let more = club.ann.clicks(&seen, "+1 die").await.message();
    assert_eq!(numbers(&more), (3, 5));
    let secret = club.ann.at(&dm).slash("/roll dice:2d6 secret:true").await.message();
    let shown = club.ann.clicks(&secret, "Show it to everybody").await;
    assert!(shown_to_all(&shown, 2).await.text.contains("rolled in secret"));
    let proof = club.ann.at(&dm).slash("/rolls proof").await.message();
    assert_eq!(proof.files.len(), 1, "{}", proof.all_text());
    // each place has a cup and a list of its own
    let hall = club.ann.at(&club.hall).slash("/rolls last").await.text();
    assert!(hall.contains("Nothing has been rolled here yet"), "{hall}");
}

#[tokio::test]
async fn it_rolls_wherever_a_person_brings_it() {
    let club = Club::open().await;
    let elsewhere = club.discord.server("Strangers");
    elsewhere.remove_bot();
    club.pat.joins(&elsewhere);
    club.bob.joins(&elsewhere);
    let yard = elsewhere.channel("yard");
    assert!(club.pat.at(&yard).slash("/roll dice:d6").attempt().await.is_err(), "not installed");
    club.pat.installs_bot();
    for place in [yard, club.pat.private_chat(&[&club.bob])] {
        let pat = club.pat.at(&place);
        let seen = pat.slash("/roll dice:2d6 # raid").await.message();
        assert!(seen.text.starts_with("🎲 **Pat**, raid: **") && !seen.private, "{}", seen.text);
        assert_eq!(numbers(&seen), (1, 2));
        let again = club.bob.clicks(&seen, "Roll again").await.message();
        assert!(again.text.starts_with("🎲 **Bob**, raid: **"), "{}", again.text);
        assert_eq!(numbers(&again), (3, 4));
        let secret = pat.slash("/roll dice:d20 secret:true").await;
        assert!(secret.is_private());
        let shown = club.pat.clicks(&secret.message(), "Show it to everybody").await;
        assert!(shown_to_all(&shown, 2).await.text.contains("rolled in secret"));
        pat.slash("/rolls save name:raid dice:3d6").await;
        let saved = pat.slash("/roll dice:raid").await.message();
        assert!(working(&saved).starts_with("3d6: "), "{}", working(&saved));
        let last = pat.slash("/rolls last").await;
        assert!(last.is_private() && last.text().contains("raid"), "{}", last.text());
        let proof = pat.slash("/rolls proof").await.message();
        assert_eq!(proof.files.len(), 1, "{}", proof.all_text());
    }
}

#[tokio::test]
async fn a_compact_server_gets_one_short_message_that_rolls_on() {
    let club = Club::open().await;
    club.mia
        .at(&club.hall)
        .slash("/settings messages:compact: short, one board, no mentions")
        .await;
    let ann = club.ann.at(&club.hall);
    let first = ann.slash("/roll dice:2d6+1 faces:4 1").await.message();
    let rolled = "🎲 **Ann**: **6** · 2d6 + 1: 4 + 1 + 1 = 6 · hand-rolled, typed by Ann";
    let (shown, mark) = first.text.split_once(" · mark ").unwrap();
    assert_eq!(shown, format!("{rolled}\n-# hand-rolled dice, typed by Ann"));
    assert_eq!(mark.len(), 12, "{mark}");
    assert!(first.embeds.is_empty());
    let second = club.bob.clicks(&first, "Roll again").await.message();
    assert_eq!(second.id, first.id, "the message rolls on in place");
    let lines: Vec<&str> = second.text.lines().collect();
    assert_eq!(lines.len(), 3, "{}", second.text);
    assert!(lines[2].starts_with("-# dice 1 to 2 of cup "), "{}", second.text);
    assert_eq!(lines[0], format!("-# {rolled}"), "what was rolled before stays in small print");
    assert!(
        lines[1].starts_with("🎲 **Bob**: **") && lines[1].contains("2d6 + 1: "),
        "{}",
        lines[1]
    );
    assert!(second.embeds.is_empty() && second.pinged.is_empty());
    let third = club.ann.clicks(&second, "+1 die").await.message();
    assert_eq!(third.id, first.id);
    let lines: Vec<&str> = third.text.lines().collect();
    assert_eq!(lines.len(), 4, "{}", third.text);
    assert!(lines[0].starts_with("-# 🎲 **Ann**: **6**"), "{}", third.text);
    assert!(lines[1].starts_with("-# 🎲 **Bob**"), "{}", third.text);
    assert!(
        lines[2].starts_with("🎲 **Ann**: **") && lines[2].contains("3d6 + 1: "),
        "{}",
        third.text
    );
    let fourth = club.ann.clicks(&third, "Roll again").await.message();
    assert_eq!(fourth.text.lines().count(), 4, "only the last ones: {}", fourth.text);
    assert_eq!(club.hall.everything_said().iter().filter(|seen| !seen.private).count(), 1);
    // a secret roll is not told by a message that rolls on
    ann.slash("/roll dice:d6 # hush secret:true").await;
    let fifth = club.bob.clicks(&fourth, "Roll again").await.message();
    assert!(!fifth.text.contains("hush"), "{}", fifth.text);
    let secret = ann.slash("/roll dice:d6 secret:true").await.message();
    let again = club.ann.clicks(&secret, "Roll again").await.message();
    assert!(again.private && again.text.contains("(in secret)"), "{}", again.text);
    // the longest is still short
    let long = ann.slash("/roll dice:200d1000").await.message();
    assert!(long.text.chars().count() < 700, "{}", long.text);
}
