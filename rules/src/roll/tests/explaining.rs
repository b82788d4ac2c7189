use super::{only, roll, working};
use crate::roll::{Fate, Span};

#[test]
fn every_number_is_explained() {
    assert_eq!(working("2d6+3", [4, 2]), "2d6 + 3: 4 + 2 + 3 = 9");
    assert_eq!(working("d20", [14]), "d20: 14");
    assert_eq!(working("2d6", [4, 2]), "2d6: 4 + 2 = 6");
    assert_eq!(working("5", []), "5: 5");
    assert_eq!(working("d%", [42]), "d%: 42");
    assert_eq!(working("2d6*3", [4, 2]), "2d6 × 3: (4 + 2) × 3 = 18");
    assert_eq!(working("10-2d6", [4, 2]), "10 − 2d6: 10 − (4 + 2) = 4");
    assert_eq!(working("-2d6/4", [4, 2]), "−2d6 ÷ 4: −(4 + 2) ÷ 4 = −2");
    assert_eq!(working("(2d6+1)*2", [4, 2]), "(2d6 + 1) × 2: (4 + 2 + 1) × 2 = 14");
    assert_eq!(working("4dF", [1, 2, 3, 3]), "4dF: −1 + 0 + 1 + 1 = 1");
}

#[test]
fn labels_stand_beside_their_terms() {
    assert_eq!(
        working("2d6[fire]+d4[cold]+1[rage]", [3, 4, 2]),
        "2d6 [fire] + d4 [cold] + 1 [rage]: 3 + 4 + 2 + 1 = 10"
    );
}

#[test]
fn successes_are_ticked() {
    assert_eq!(
        working("6d10<=5", [3, 7, 1, 10, 5, 8]),
        "6d10, 5 or less counts: 3✓ 7 1✓ 10 5✓ 8 → 3 successes"
    );
    assert_eq!(
        working("3d10>=7f1", [8, 1, 5]),
        "3d10, 7 or more counts, 1 takes one away: 8✓ 1✗ 5 → no successes"
    );
    assert_eq!(working("d20>=15", [15]), "d20, 15 or more counts: 15✓ → success");
    assert_eq!(working("d20>=15", [14]), "d20, 15 or more counts: 14 → no success");
    assert_eq!(
        working("(3d10<=5)+2", [1, 9, 5]),
        "(3d10, 5 or less counts) + 2: (1✓ 9 5✓ → 2) + 2 = 4 successes"
    );
}

#[test]
fn dice_left_out_and_rolled_again_can_be_seen() {
    assert_eq!(working("4d6kh3", [6, 5, 2, 1]), "4d6 keep highest 3: 6 + 5 + 2 [1] = 13");
    assert_eq!(
        working("4d6dl1+2", [1, 5, 2, 6]),
        "4d6 (drop lowest 1) + 2: [1] 5 + 2 + 6 + 2 = 15"
    );
    assert_eq!(working("2d6r1", [3, 1, 4]), "2d6 re-roll 1 once: 3 + 1→4 = 7");
    assert_eq!(working("2d6rr<=2", [1, 2, 4, 3]), "2d6 re-roll every 2 or less: 1→2→4 + 3 = 7");
    assert_eq!(working("2d6!", [6, 3, 2]), "2d6 explode on 6: 6! + 3 + 2 = 11");
    assert_eq!(working("d6!o>=5", [5, 3]), "d6 explode once on 5 or more: 5! + 3 = 8");
    assert_eq!(working("2d6dl2+1", [3, 4]), "2d6 (drop lowest 2) + 1: [3] [4] 0 + 1 = 1");
    assert_eq!(working("d6r1", [1, 4]), "d6 re-roll 1 once: 1→4 = 4");
    assert_eq!(
        working("3d6r1r2kh1", [1, 6, 2, 3, 4]),
        "3d6 re-roll 1 or 2 once, keep highest 1: 1→6 2→[3] [4] = 6"
    );
}

#[test]
fn a_tested_total_says_by_how_much() {
    assert_eq!(working("2d6+3>=9", [6, 2]), "2d6 + 3, 9 or more: 6 + 2 + 3 = 11 → yes by 2");
    assert_eq!(working("(2d6)>=9", [6, 3]), "(2d6), 9 or more: (6 + 3) = 9 → yes, exactly");
    assert_eq!(working("d100-10<=40", [53]), "d100 − 10, 40 or less: 53 − 10 = 43 → no by 3");
}

#[test]
fn repeats_are_numbered_and_summed_up() {
    assert_eq!(
        working("3x d6+1", [4, 2, 6]),
        "1. d6 + 1: 4 + 1 = 5\n2. d6 + 1: 2 + 1 = 3\n3. d6 + 1: 6 + 1 = 7\nhighest 7, lowest 3, sum 15"
    );
    let tests = working("2x d20+5>=15", [12, 3]);
    assert!(tests.ends_with("\n1 of 2 yes, highest 17, lowest 8"), "{tests}");
    assert_eq!(working("d6;d8", [4, 2]), "d6: 4\nd8: 2");
}

#[test]
fn a_roll_that_was_stopped_says_so() {
    let text = working("d6!", [6; 21]);
    assert!(text.ends_with("= 126\nOne die had led to 20 more dice and stopped there."), "{text}");
}

#[test]
fn headlines_are_short() {
    assert_eq!(roll("2d6+3", [4, 2]).headline(), "9");
    assert_eq!(roll("d6-5", [4]).headline(), "−1");
    assert_eq!(roll("6d10<=5", [3, 7, 1, 10, 5, 8]).headline(), "3 successes");
    assert_eq!(roll("2d10<=5", [3, 7]).headline(), "1 success");
    assert_eq!(roll("2d10<=5", [8, 7]).headline(), "no successes");
    assert_eq!(roll("2d10>=9f1", [1, 1]).headline(), "−2 successes");
    assert_eq!(roll("d10<=5", [3]).headline(), "success");
    assert_eq!(roll("2d6+3>=9", [6, 2]).headline(), "11, yes by 2");
    assert_eq!(roll("3x d6", [1, 2, 3]).headline(), "1, 2, 3");
    assert_eq!(roll("2x d6+1>=4; d6", [1, 5, 3]).headline(), "2, no by 2; 6, yes by 2; 3");
}

#[test]
fn a_shown_die_knows_how_it_should_look() {
    let rolled = roll("3d6!6kh2>=5", [6, 1, 5, 2]);
    let dice: Vec<Span> = only(&rolled)
        .working()
        .spans
        .into_iter()
        .filter(|span| matches!(span, Span::Die { .. }))
        .collect();
    let die = |value, fate, exploded| Span::Die { value, fate, exploded };
    assert_eq!(
        dice,
        [
            die(6, Fate::Success, true),
            die(1, Fate::Dropped, false),
            die(5, Fate::Success, false),
            die(2, Fate::Dropped, false),
        ]
    );
}
