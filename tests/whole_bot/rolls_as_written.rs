//! Rolls as people write them, and what was probably meant where they did not mean what they wrote.

use gatemaster_rules::roll::proof::{Proof, verify};
use gatemaster_sandbox::Seen;

use crate::club::Club;

fn working(seen: &Seen) -> &str {
    &seen.embeds[0].description
}

fn labels(seen: &Seen) -> Vec<&str> {
    seen.buttons.iter().map(|button| button.label.as_str()).collect()
}

/// How many messages everybody sees in the hall.
fn seen_by_all(club: &Club) -> usize {
    club.hall.everything_said().len()
}

#[tokio::test]
async fn dice_are_understood_as_they_are_said() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    for (typed, faces, head, shown) in [
        ("3d6 to hit", "4 1 6", "🎲 **Ann**, to hit: **11**", "3d6: 4 + 1 + 6 = 11"),
        (
            "attack 2d20kh1+5",
            "4 17",
            "🎲 **Ann**, attack: **22**",
            "2d20 (keep highest 1) + 5: ~~4~~ 17 + 5 = 22",
        ),
        ("d20+5 dis", "4 17", "🎲 **Ann**: **9**", "2d20 (keep lowest 1) + 5: 4 ~~17~~ + 5 = 9"),
        (
            "4d6 5+ volley",
            "5 1 6 2",
            "🎲 **Ann**, volley: **2 successes**",
            "4d6, 5 or more counts: **5**✓ 1 **6**✓ 2 → 2 successes",
        ),
        (
            "1d20+5 vs 15",
            "12",
            "🎲 **Ann**: **17, yes by 2**",
            "d20 + 5, 15 or more: 12 + 5 = 17 → yes by 2",
        ),
        ("2#d6", "3 4", "🎲 **Ann**: **3, 4**", "1. d6: 3\n2. d6: 4\nhighest 4, lowest 3, sum 7"),
        ("4d6d1", "1 5 2 6", "🎲 **Ann**: **13**", "4d6 drop lowest 1: ~~1~~ 5 + 2 + 6 = 13"),
        ("2d6!!", "6 3 2", "🎲 **Ann**: **11**", "2d6 compound on 6: 9! (6+3) + 2 = 11"),
        ("2d6min3", "1 4", "🎲 **Ann**: **7**", "2d6 each at least 3: 3(1) + 4 = 7"),
        ("max(d6, d8)", "2 7", "🎲 **Ann**: **7**", "max(d6, d8): max(2, 7) = 7"),
        ("floor(d6/2)", "5", "🎲 **Ann**: **2**", "(d6 ÷ 2): (5 ÷ 2) = 2"),
    ] {
        let rolled = ann.slash(&format!("/roll dice:{typed} faces:{faces}")).await.message();
        assert_eq!(rolled.text, head, "{typed}");
        assert_eq!(working(&rolled), shown, "{typed}");
    }
}

#[tokio::test]
async fn where_tools_differ_the_answer_says_how_it_was_read() {
    let mut club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    for (typed, faces, said) in [
        (
            "5d6>4",
            "1 2 3 4 5",
            "`>4` was read as more than 4, so 4 does not count; `>=4` counts it.",
        ),
        ("2d6 x2", "1 2 3 4", "`x2` was read as 2 rolls; `*2` multiplies the total."),
        (
            "d66",
            "4 2",
            "`d66` was read as two d6, tens and ones; `d(66)` is one die with 66 sides.",
        ),
    ] {
        let rolled = ann.slash(&format!("/roll dice:{typed} faces:{faces}")).await.message();
        assert!(working(&rolled).ends_with(&format!("\n-# {said}")), "{}", working(&rolled));
    }
    let rolled = ann.slash("/roll dice:d66").await.message();
    // what is rolled again means the same, after a restart too
    club.restart_bot().await;
    let again = club.bob.clicks(&rolled, "Roll again").await.message();
    assert!(
        working(&again).starts_with("D66: ") && !working(&again).contains("-#"),
        "{}",
        working(&again)
    );
    let more = club.bob.clicks(&again, "+1 die").await.message();
    assert!(working(&more).starts_with("1. D66: "), "{}", working(&more));
    let saved = ann.slash("/rolls save name:table dice:d66").await.text();
    assert!(saved.starts_with("Saved: **table** rolls `D66`.\n-# `d66` was read"), "{saved}");
    // a die with 66 sides stays one wherever it was kept
    ann.slash("/rolls save name:big dice:d(66)").await;
    let big = ann.slash("/roll dice:big faces:65").await.message();
    assert_eq!(working(&big), "d66: 65");
    let again = club.bob.clicks(&big, "Roll again").await.message();
    assert!(working(&again).starts_with("d66: "), "{}", working(&again));
    let offered = ann.completes("/roll dice:").await;
    assert!(offered.iter().all(|choice| choice.value != "d66 # big"), "{offered:?}");
    // a compact server says it on one small line
    club.mia
        .at(&club.hall)
        .slash("/settings messages:compact: short, one board, no mentions")
        .await;
    let compact = ann.slash("/roll dice:2d6>4 faces:5 1").await.message();
    assert!(compact.text.contains("\n-# `>4` was read as more than 4"), "{}", compact.text);
}

#[tokio::test]
async fn what_can_never_succeed_is_pointed_out_before_a_die_is_rolled() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    let before = seen_by_all(&club);
    let asked = ann.slash("/roll dice:2d6>=9 charge").await;
    assert!(asked.is_private(), "{}", asked.text());
    let asked = asked.message();
    assert_eq!(
        asked.text,
        "No d6 shows 9 or more, so `2d6>=9` can never succeed. Perhaps you mean `(2d6)>=9`? Nothing has been rolled yet."
    );
    assert_eq!(labels(&asked), ["Roll (2d6)>=9", "As written: 2d6>=9"]);
    assert_eq!(seen_by_all(&club), before, "nobody else has seen anything");
    let meant = club.ann.clicks(&asked, "Roll (2d6)>=9").await.wait_for_messages(2).await;
    let meant = meant.into_iter().find(|seen| !seen.private).unwrap();
    assert!(meant.text.starts_with("🎲 **Ann**, charge: **"), "{}", meant.text);
    assert!(working(&meant).starts_with("(2d6), 9 or more: ("), "{}", working(&meant));
    // whoever means what they wrote has it
    let asked = ann.slash("/roll dice:2d6>=9 secret:true").await.message();
    let secret = club.ann.clicks(&asked, "As written: 2d6>=9").await.message();
    assert!(
        secret.private && secret.text.contains("**no successes** (in secret)"),
        "{}",
        secret.text
    );
    // faces of one's own do not fit into a button, so the notation is named
    let by_hand = ann.slash("/roll dice:2d6>=9 faces:6 5").await.message();
    assert!(by_hand.private && by_hand.text.contains("`(2d6)>=9`"), "{}", by_hand.text);
    assert!(by_hand.buttons.is_empty());
    // where nothing else comes to mind it is rolled
    let rolled = ann.slash("/roll dice:d20+5 vs 50").await.message();
    assert!(
        !rolled.private && working(&rolled).ends_with("so `>=50` can never succeed."),
        "{}",
        working(&rolled)
    );
}

#[tokio::test]
async fn a_saved_roll_is_made_as_it_was_saved_and_offers_what_was_meant() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    let saved = ann.slash("/rolls save name:charge dice:2d6>=9").await.text();
    assert!(saved.contains("\n-# No d6 shows 9 or more"), "{saved}");
    let rolled = ann.slash("/roll dice:charge").await.message();
    assert!(!rolled.private && rolled.text.contains("**no successes**"), "{}", rolled.text);
    assert_eq!(labels(&rolled), ["Roll again", "+1 die", "Roll (2d6)>=9"]);
    let meant = club.bob.clicks(&rolled, "Roll (2d6)>=9").await.message();
    assert!(meant.text.starts_with("🎲 **Bob**, charge: **"), "{}", meant.text);
    assert!(working(&meant).starts_with("(2d6), 9 or more: ("), "{}", working(&meant));
}

#[tokio::test]
async fn every_new_way_to_roll_is_proved_like_the_others() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    for dice in [
        "attack adv+5",
        "8d6 5+",
        "d66 x3",
        "20d6!!6>=8",
        "6d6min3max5ro1",
        "max(2d6, d12)+min(d4, 3)",
        "d(66)",
        "d20+5 vs 15",
    ] {
        ann.slash(&format!("/roll dice:{dice}")).await;
    }
    let file = club.pat.at(&club.hall).slash("/rolls proof").await.message();
    let proof: Proof = serde_json::from_slice(&file.files[0].bytes).unwrap();
    let report = verify(&proof);
    assert_eq!((report.rolls, report.faults), (8, Vec::<String>::new()));
    crate::verify_py::both_find_it_right(
        "rolls as people write them",
        &serde_json::to_value(&proof).unwrap(),
    );
}
