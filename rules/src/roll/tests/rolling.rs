use super::{fates, only, outcome, read, roll, successes, total};
use crate::dice::{Scripted, Seed, Seeded};
use crate::roll::Fate::{Counted, Dropped, Failure, Neither, Rerolled, Success};
use crate::roll::{MAX_ROLLED_DICE, Note, Outcome};

#[test]
fn dice_are_added_and_reckoned_with() {
    assert_eq!(total("2d6+3", [4, 2]), 9);
    assert_eq!(total("d20-5", [2]), -3);
    assert_eq!(total("2+3*4", []), 14);
    assert_eq!(total("(2+3)*4", []), 20);
    assert_eq!(total("10-2-3", []), 5);
    assert_eq!(total("-2d6", [1, 2]), -3);
    assert_eq!(total("2--3", []), 5);
    assert_eq!(total("2*-(d6+1)", [4]), -10);
    assert_eq!(total("d6*10+d6", [3, 5]), 35);
}

#[test]
fn division_rounds_down() {
    assert_eq!(total("7/2", []), 3);
    assert_eq!(total("-7/2", []), -4);
    assert_eq!(total("7/-2", []), -4);
    assert_eq!(total("-7/-2", []), 3);
    assert_eq!(total("d6/2", [5]), 2);
    assert_eq!(total("8/2/2", []), 2);
}

#[test]
fn percentile_d3_d5_and_fudge_dice() {
    assert_eq!(total("d%", [100]), 100);
    assert_eq!(total("2d3+d5", [3, 1, 5]), 9);
    assert_eq!(total("4dF", [1, 2, 3, 3]), 1);
    assert_eq!(total("4dFkh2", [1, 2, 3, 3]), 2);
    assert_eq!(total("dFr=-1", [1, 3]), 1);
}

#[test]
fn successes_over_and_under() {
    assert_eq!(successes("6d10<=5", [3, 7, 1, 10, 5, 8]), 3);
    assert_eq!(successes("3d6>=5", [5, 4, 6]), 2);
    assert_eq!(successes("3d6>4", [5, 4, 6]), 2);
    assert_eq!(successes("3d6<5", [5, 4, 6]), 1);
    assert_eq!(successes("3d6=6", [5, 4, 6]), 1);
    assert_eq!(successes("d10<=0", [1]), 0);
    assert_eq!(fates("3d10>=7f1", [8, 1, 5]), [Success, Failure, Neither]);
    assert_eq!(successes("3d10>=7f<=2", [8, 1, 2]), -1);
}

#[test]
fn a_comparison_after_arithmetic_or_brackets_tests_the_total() {
    assert_eq!(outcome("2d6+3>=9", [6, 2]), Outcome::Verdict { total: 11, passed: true, by: 2 });
    assert_eq!(outcome("2d6+3>9", [4, 2]), Outcome::Verdict { total: 9, passed: false, by: 1 });
    assert_eq!(outcome("(2d6)>=9", [6, 3]), Outcome::Verdict { total: 9, passed: true, by: 0 });
    assert_eq!(outcome("d100-10<=40", [53]), Outcome::Verdict { total: 43, passed: false, by: 3 });
    assert_eq!(outcome("d20+1=5", [9]), Outcome::Verdict { total: 10, passed: false, by: 5 });
    assert_eq!(outcome("4dF+0>=-1", [1, 1, 2, 2]).number(), -2);
}

#[test]
fn counted_successes_can_be_reckoned_with_in_brackets() {
    assert_eq!(successes("(3d10<=5)+2", [1, 9, 5]), 4);
    assert_eq!(successes("(2d6>=5)-(2d6>=4)", [5, 6, 4, 1]), 1);
    assert_eq!(successes("(d20+5>=15)+(d20+5>=15)", [12, 3]), 1);
    assert_eq!(total("(2d6>=5)*10+d6", [5, 1, 4]), 14, "points beside successes make a total");
    assert_eq!(
        outcome("(3d10<=5)>=2", [1, 9, 5]),
        Outcome::Verdict { total: 2, passed: true, by: 0 }
    );
}

#[test]
fn keep_and_drop_leave_dice_out_and_equal_dice_rolled_first_stay() {
    assert_eq!(fates("4d6kh3", [6, 5, 2, 1]), [Counted, Counted, Counted, Dropped]);
    assert_eq!(fates("4d6dl1", [1, 5, 1, 6]), [Counted, Counted, Dropped, Counted]);
    assert_eq!(fates("3d6kl1", [4, 2, 2]), [Dropped, Counted, Dropped]);
    assert_eq!(fates("3d6dh1", [6, 6, 1]), [Counted, Dropped, Counted]);
    assert_eq!(total("2d20kl", [17, 4]), 4);
    assert_eq!(total("2d6kh5", [3, 4]), 7, "there are only two to keep");
    assert_eq!(total("2d6dl3", [3, 4]), 0);
}

#[test]
fn keep_and_drop_work_in_the_order_they_are_written() {
    assert_eq!(total("5d6dh1kh2", [6, 5, 4, 3, 2]), 9);
    assert_eq!(total("5d6kh2dh1", [6, 5, 4, 3, 2]), 5);
}

#[test]
fn successes_are_counted_among_the_dice_kept() {
    assert_eq!(fates("4d6kh2>=5", [6, 5, 4, 5]), [Success, Success, Dropped, Dropped]);
}

#[test]
fn an_explosion_comes_right_after_its_die() {
    let rolled = roll("2d6!", [6, 6, 2, 5]);
    let pool = only(&rolled).pools().next().unwrap();
    let exploded: Vec<bool> = pool.dice.iter().map(|die| die.exploded).collect();
    assert_eq!(exploded, [true, true, false, false]);
    assert_eq!(pool.value, 19);
    assert_eq!(total("2d6!o", [6, 6, 2]), 14, "the die that came by an explosion does not explode");
    assert_eq!(total("2d6!5", [5, 6, 1]), 12, "exactly 5");
    assert_eq!(total("2d6!>=5", [5, 6, 1, 2]), 14);
    assert_eq!(total("2d6!>5", [5, 6, 1]), 12);
    assert_eq!(total("2d6!<=2", [2, 6, 3]), 11);
    assert_eq!(total("2d6!=6", [6, 1, 3]), 10);
    assert_eq!(total("d6!1!6", [1, 6, 2]), 9);
    assert_eq!(total("4dF!", [3, 2, 2, 1, 2]), 0);
}

#[test]
fn exploding_successes_need_the_face_written_out() {
    assert_eq!(successes("3d6!6>=5", [6, 5, 1, 2]), 2);
    assert_eq!(total("3d6!>=5", [6, 5, 1, 2, 3]), 17, "the comparison belongs to the explosion");
}

#[test]
fn a_reroll_comes_right_after_its_die() {
    assert_eq!(fates("2d6r1", [1, 1, 4]), [Rerolled, Counted, Counted]);
    assert_eq!(fates("2d6rr1", [1, 1, 4, 3]), [Rerolled, Rerolled, Counted, Counted]);
    assert_eq!(total("2d6r<=2", [2, 5, 3]), 8);
    assert_eq!(total("d6r1r6", [6, 1]), 1, "once in all");
    assert_eq!(total("d6r1rr2", [1, 2, 1]), 1);
    assert_eq!(total("d6r>=4", [4, 2]), 2);
}

#[test]
fn dice_are_rolled_again_first_and_explode_then() {
    // 1 away, 6 explodes, its die: 1 away, 6 explodes once more, 3; then the second die
    assert_eq!(total("2d6!rr1", [1, 6, 1, 6, 3, 2]), 17);
    assert_eq!(total("4d6!kh3", [6, 5, 1, 2, 3]), 14, "dice from explosions can be kept");
}

#[test]
fn a_chain_stops_at_twenty_and_says_so() {
    let rolled = roll("d6!", [6; 21]);
    assert_eq!(only(&rolled).outcome, Outcome::Total(126));
    assert_eq!(only(&rolled).notes, [Note::DieStopped]);
    let mut faces = [1; 22];
    faces[21] = 5;
    let rolled = roll("2d6rr1", faces);
    assert_eq!(only(&rolled).outcome, Outcome::Total(6), "the last 1 stands");
    assert_eq!(only(&rolled).notes, [Note::DieStopped]);
    let rolled = roll("d6!", [6, 6, 1]);
    assert_eq!(only(&rolled).notes, []);
}

#[test]
fn a_whole_roll_stops_at_five_hundred_dice_and_says_so() {
    let mut dice = Scripted::new(std::iter::repeat_n(2, 2_000));
    let rolled = read("200d2!").roll(&mut dice).unwrap();
    assert_eq!(rolled.dice().len(), MAX_ROLLED_DICE as usize);
    assert_eq!(only(&rolled).notes, [Note::DieStopped, Note::RollStopped]);
    let mut dice = Scripted::new(std::iter::repeat_n(2, 2_000));
    let rolled = read("10x 20d2!").roll(&mut dice).unwrap();
    assert_eq!(rolled.dice().len(), MAX_ROLLED_DICE as usize);
    assert_eq!(rolled.series[0].answers[9].pools().next().unwrap().dice.len(), 20);
}

#[test]
fn dice_are_asked_for_in_reading_order() {
    assert_eq!(total("(d4+d6)*d8-d10", [4, 6, 8, 10]), 70);
    let rolled = roll("2x d4+d6; d8", [4, 6, 3, 5, 8]);
    let sides: Vec<u32> = rolled.dice().iter().map(|roll| roll.sides).collect();
    assert_eq!(sides, [4, 6, 4, 6, 8]);
}

#[test]
fn repeats_have_a_highest_a_lowest_and_a_sum() {
    let rolled = roll("3x 2d6+1 # stats", [4, 2, 6, 6, 1, 1]);
    let series = &rolled.series[0];
    assert_eq!((series.highest(), series.lowest(), series.sum()), (Some(13), Some(3), 23));
    assert_eq!(series.passed(), None);
    assert_eq!(rolled.label.as_deref(), Some("stats"));
    assert_eq!(rolled.notation, "3x 2d6+1");
    let rolled = roll("3x d20+5>=15", [12, 3, 10]);
    assert_eq!(rolled.series[0].passed(), Some((2, 3)));
}

#[test]
fn typed_faces_that_do_not_fit_are_refused_in_words() {
    let refusal = |faces: &[u32]| {
        let mut dice = Scripted::new(faces.iter().copied());
        read("2d6!").roll(&mut dice).unwrap_err().to_string()
    };
    assert_eq!(refusal(&[6, 1]), "This needs more dice than the 2 you typed: die 3 is a d6.");
    assert_eq!(refusal(&[7]), "Die 1 is a d6, so its face is 1 to 6; you typed 7.");
}

#[test]
fn seeded_dice_keep_their_numbers() {
    let mut dice = Seeded::new(Seed::new([7; 32]), "roll", [], 5);
    let rolled = read("3d10<=5").roll(&mut dice).unwrap();
    let numbers: Vec<Option<u64>> = rolled.dice().iter().map(|roll| roll.number).collect();
    assert_eq!(numbers, [Some(5), Some(6), Some(7)]);
}
