//! Dice beside what fair dice do.

use gatemaster_league::luck::{Die, Luck, Verdict, luck};

/// So many of each face, from 1 up.
fn d6(faces: [u32; 6]) -> Vec<Die> {
    (1..)
        .zip(faces)
        .flat_map(|(face, shown)| (0..shown).map(move |_| Die { sides: 6, face }))
        .collect()
}

fn only(dice: &[Die]) -> Luck {
    let [luck] = <[Luck; 1]>::try_from(luck(dice)).expect("one kind of die");
    luck
}

fn close(value: f64, known: f64) {
    assert!((value - known).abs() < 1e-6, "{value} is not {known}");
}

#[test]
fn a_lot_counted_by_hand_comes_out_the_same() {
    // 60 dice, 10 of each due: squares 25 + 4 + 1 + 1 + 4 + 25, divided by 10
    let luck = only(&d6([5, 8, 9, 11, 12, 15]));
    assert_eq!((luck.sides, luck.dice, luck.degrees), (6, 60, 5));
    close(luck.chi_square, 6.0);
    close(luck.mean, (5.0 + 16.0 + 27.0 + 44.0 + 60.0 + 90.0) / 60.0);
    close(luck.expected, 3.5);
    close(luck.standard_error, (35.0_f64 / 12.0 / 60.0).sqrt());
    close(luck.z, (luck.mean - 3.5) / luck.standard_error);
    assert!(luck.z > 2.0);
    // from a table: 6.064 is exceeded by 30 in 100
    let p = luck.p.expect("enough dice");
    assert!((p - 0.306_219).abs() < 1e-5, "{p}");
    assert_eq!(luck.verdict, Verdict::Ordinary);
    assert_eq!(
        luck.in_words(),
        "Of people with fair dice, about 1 in 3 looks this unusual or more."
    );
}

#[test]
fn under_fifty_dice_nothing_is_said() {
    let luck = only(&d6([0, 0, 0, 0, 0, 49]));
    assert_eq!((luck.verdict, luck.p), (Verdict::TooFew, None));
    assert_eq!(luck.in_words(), "It takes 50 dice of this kind before they say anything.");
    assert_eq!(only(&d6([0, 0, 0, 0, 0, 50])).verdict, Verdict::Rare);
}

#[test]
fn a_die_with_many_sides_needs_more_dice() {
    let hundred =
        |n: u32| -> Vec<Die> { (0..n).map(|at| Die { sides: 100, face: at % 100 + 1 }).collect() };
    let few = only(&hundred(499));
    assert_eq!(few.verdict, Verdict::TooFew);
    assert_eq!(few.in_words(), "It takes 500 dice of this kind before they say anything.");
    let enough = only(&hundred(500));
    assert_eq!(enough.verdict, Verdict::Ordinary);
    close(enough.p.expect("enough dice"), 1.0);
    assert_eq!(
        enough.in_words(),
        "Of people with fair dice, nearly all look this unusual or more."
    );
}

#[test]
fn unusual_and_rare_begin_where_they_should_and_accuse_nobody() {
    // 120 dice, 20 of each due; the bounds for chi-square are 11.07 and 20.52
    let unusual = only(&d6([10, 15, 20, 20, 25, 30]));
    close(unusual.chi_square, 12.5);
    assert_eq!(unusual.verdict, Verdict::Unusual);
    let rare = only(&d6([6, 14, 20, 20, 26, 34]));
    close(rare.chi_square, 23.2);
    assert_eq!(rare.verdict, Verdict::Rare);
    for words in [unusual.in_words(), rare.in_words()] {
        assert!(words.contains("about 1 in"), "{words}");
        assert!(!words.contains("cheat") && !words.contains("loaded"), "{words}");
    }
    assert_eq!(
        unusual.sample(),
        "120 dice: the average of fair dice would still wander by ±0.16 in two of three such lots."
    );
    let certain = only(&d6([0, 0, 0, 0, 0, 5000]));
    assert_eq!(
        certain.in_words(),
        "Of people with fair dice, fewer than 1 in a million looks this unusual or more. \
         Among many people and many evenings that happens too."
    );
    assert!(certain.sample().contains("±0.024"), "{}", certain.sample());
}

#[test]
fn kinds_are_kept_apart_and_faces_that_are_not_there_are_left_out() {
    let die = |sides, face| Die { sides, face };
    let found = luck(&[
        die(10, 10),
        die(6, 1),
        die(6, 7),
        die(6, 0),
        die(10, 1),
        die(1, 1),
        die(0, 0),
        die(u32::MAX, u32::MAX),
        die(u32::MAX, 0),
    ]);
    let kinds: Vec<(u32, u32)> = found.iter().map(|luck| (luck.sides, luck.dice)).collect();
    assert_eq!(kinds, [(6, 1), (10, 2), (u32::MAX, 1)]);
    assert!(found.iter().all(|luck| luck.verdict == Verdict::TooFew && luck.z.is_finite()));
    assert_eq!(
        found[0].sample(),
        "1 die: the average of fair dice would still wander by ±1.71 in two of three such lots."
    );
    assert_eq!(luck(&[]), []);
}

#[test]
fn of_many_lots_of_fair_dice_about_one_in_twenty_is_unusual() {
    // a generator of its own, so that nothing hangs on luck
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut roll = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        Die { sides: 6, face: u32::try_from((state >> 33) % 6).expect("small") + 1 }
    };
    let lots = 4000;
    let unusual = (0..lots)
        .filter(|_| {
            let dice: Vec<Die> = (0..120).map(|_| roll()).collect();
            matches!(only(&dice).verdict, Verdict::Unusual | Verdict::Rare)
        })
        .count();
    assert!((160..=240).contains(&unusual), "{unusual} of {lots}");
}
