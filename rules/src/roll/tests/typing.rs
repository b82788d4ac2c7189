//! Rolls as people write them.

use super::{read, refused, roll, successes, total, working};
use crate::roll::{Expression, Outcome, Reading};

/// What somebody types now, and what it is stored as.
#[track_caller]
fn typed(text: &str) -> String {
    let reading = Reading::of(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    let canonical = reading.expression.to_string();
    assert_eq!(read(&canonical), reading.expression, "{text}: what is stored means the same");
    canonical
}

#[track_caller]
fn all_are(texts: &[&str], canonical: &str) {
    for text in texts {
        assert_eq!(typed(text), canonical, "{text}");
    }
}

fn remarks(text: &str) -> Vec<String> {
    Reading::of(text).unwrap().remarks
}

fn meant(text: &str) -> (String, Vec<String>) {
    let doubt = Reading::of(text).unwrap().expression.doubt().expect(text);
    (doubt.sentence, doubt.instead.iter().map(Expression::to_string).collect())
}

#[test]
fn words_behind_the_dice_are_their_name() {
    all_are(&["3d6 to hit", "3d6  to   hit ", "3d6 for to hit"], "3d6 # to hit");
    all_are(&["2d6+3 fire", "2d6 + 3 fire"], "2d6+3 # fire");
    all_are(&["2d6+3 damage"], "2d6+3 # damage");
    all_are(&["6d10<=5 Volley"], "6d10<=5 # Volley");
    all_are(&["4d6kh3 keep these"], "4d6kh3 # keep these");
    all_are(&["2d6 damage"], "2d6 # damage");
    all_are(&["2d6 max damage"], "2d6 # max damage");
    all_are(&["2d6 rerolled"], "2d6 # rerolled");
    all_are(&["8d10>=7f1 fire"], "8d10>=7f1 # fire");
    all_are(&["8d10>=7 fire"], "8d10>=7 # fire");
    all_are(&["2d6 vs goblins"], "2d6 # vs goblins");
    all_are(&["2d6 x marks the spot"], "2d6 # x marks the spot");
    all_are(&["2d6 🔥"], "2d6 # 🔥");
    all_are(&["2d6 Öl, zwei Mal"], "2d6 # Öl, zwei Mal");
    all_are(&["d6; d8 both"], "d6; d8 # both");
    assert_eq!(refused("2d6fire"), refused("2d6f"), "a word stands by itself");
    assert!(refused("5 apples").contains("not `apples`"), "a name needs dice");
    assert!(refused(&format!("2d6 {}", "x".repeat(81))).contains("80 characters"));
}

#[test]
fn words_before_the_dice_are_their_name() {
    all_are(&["attack 2d20kh1+5", "attack: 2d20kh1+5", "attack - 2d20kh1+5"], "2d20kh1+5 # attack");
    all_are(&["damage 2d6"], "2d6 # damage");
    all_are(&["defence d6"], "d6 # defence");
    all_are(&["fire at will (2d6+1)*2"], "(2d6+1)*2 # fire at will");
    all_are(&["Squad 3 8d6>=4"], "8d6>=4 # Squad 3");
    all_are(&["attack 2d6 with the axe"], "2d6 # attack, with the axe");
    all_are(&["disarm 2d6", "disarm, 2d6"], "2d6 # disarm");
    all_are(&["🔥 2d6"], "2d6 # 🔥");
    assert_eq!(refused("hello"), "I expected a number or dice, not `hello`.");
    assert!(refused("attack 7").contains("not `attack 7`"), "a number is no roll");
    assert!(refused("attack 2d6+").contains("I understood `2d6+`"));
}

#[test]
fn dice_never_get_lost_in_a_name() {
    assert_eq!(
        refused("2d6 fire and 3d6 cold"),
        "I understood `2d6`, then I expected `+` or `;` before more dice, not `fire and 3d6`."
    );
    assert!(refused("3d6 to hit; d6 wounds").contains("`2d6[fire]; d8[cold]`"));
    assert!(refused("attack 2d6 3 4d6").contains("I understood `2d6`"));
}

#[test]
fn advantage_takes_the_better_of_two_and_disadvantage_the_worse() {
    all_are(&["adv", "advantage", "d20 adv", "1d20adv", "adv d20", "2d20 adv"], "2d20kh1");
    all_are(&["dis", "disadvantage", "d20 dis", "dis 1d20"], "2d20kl1");
    all_are(
        &["d20+5 adv", "d20 adv +5", "adv+5", "adv d20 + 5", "1d20 + 5 advantage"],
        "2d20kh1+5",
    );
    all_are(&["stealth adv+5", "adv+5 stealth", "d20+5 adv stealth"], "2d20kh1+5 # stealth");
    all_are(&["d20+5 adv vs 15", "d20+5 vs 15 adv"], "2d20kh1+5>=15");
    all_are(&["d6 dis"], "2d6kl1");
    all_are(&["adv x3"], "3x 2d20kh1");
    assert_eq!(total("d20+5 adv", [4, 17]), 22);
    assert_eq!(total("d20+5 dis", [4, 17]), 9);
    for not in ["3d6 adv", "5 adv", "2d20kh1 adv", "D66 adv"] {
        refused(not);
    }
    assert_eq!(
        refused("3d6 adv"),
        "Advantage and disadvantage are for a single die, such as `d20+5 adv`."
    );
}

#[test]
fn a_number_with_a_plus_is_what_the_dice_need() {
    all_are(&["8d6 5+", "8d6  5+ "], "8d6>=5");
    all_are(&["8d6 5+ to hit", "8d6 to hit 5+", "to hit 8d6 5+"], "8d6>=5 # to hit");
    all_are(&["8d6 on 5+"], "8d6>=5");
    all_are(&["8d6 5+ # volley"], "8d6>=5 # volley");
    all_are(&["6d6! 5+"], "6d6!6>=5");
    all_are(&["8d10 7+ f1", "8d10 7+f1"], "8d10>=7f1");
    all_are(&["2d6+1 9+"], "2d6+1>=9");
    all_are(&["(8d6 5+)+2"], "(8d6>=5)+2");
    all_are(&["8d6 5+; 4d6 4+"], "8d6>=5; 4d6>=4");
    assert_eq!(successes("8d6 5+", [1, 2, 3, 4, 5, 6, 5, 1]), 3);
    for not in ["8d6 5+2", "8d6 5+d6", "8d6 5+ d6", "8d6 5", "8d6 5-"] {
        refused(not);
    }
}

#[test]
fn versus_tests_the_total() {
    all_are(
        &["1d20+5 vs 15", "d20 + 5 vs. 15", "d20+5 versus AC 15", "d20+5 against DC15"],
        "d20+5>=15",
    );
    all_are(&["2d6 vs 9"], "(2d6)>=9");
    all_are(&["d20+5 vs 15 to hit"], "d20+5>=15 # to hit");
    let verdict = roll("1d20+5 vs 15", [12]);
    assert_eq!(verdict.headline(), "17, yes by 2");
    assert_eq!(remarks("d20+5 vs 15"), Vec::<String>::new());
    assert_eq!(
        remarks("d100 vs 45"),
        ["`vs 45` was read as 45 or more; to roll under it write `<=45`."]
    );
}

#[test]
fn a_roll_is_repeated_from_before_and_from_behind() {
    all_are(&["2d6 x3", "2d6x3", "2d6 x 3", "2d6 X3", "3x 2d6", "3#2d6", "3# 2d6"], "3x 2d6");
    all_are(&["6#4d6kh3", "6#4d6k3"], "6x 4d6kh3");
    all_are(&["6#4d6kh3 stats", "4d6kh3 x6 stats", "stats 6#4d6kh3"], "6x 4d6kh3 # stats");
    all_are(&["2d6 # 3d6 x3"], "2d6 # 3d6 x3");
    // a sign of a label, as it always was
    all_are(&["6 # 4d6kh3"], "6 # 4d6kh3");
    all_are(&["6#to hit"], "6 # to hit");
    assert_eq!(remarks("2d6 x3"), ["`x3` was read as 3 rolls; `*3` multiplies the total."]);
    assert!(remarks("3x 2d6").is_empty());
    for (many, why) in [
        ("2d6 x21", "1 to 20 times"),
        ("21#2d6", "1 to 20 times"),
        ("2d6 x0", "1 to 20 times"),
        ("3x 2d6 x3", "Say once"),
        ("20#11d6", "220 dice"),
        ("11d6 x20", "220 dice"),
    ] {
        assert!(refused(many).contains(why), "{many}: {}", refused(many));
    }
}

#[test]
fn a_d66_is_two_dice_where_it_is_typed_and_one_where_it_was_stored() {
    all_are(&["d66", "D66", "1d66"], "D66");
    all_are(&["d66+1"], "D66+1");
    all_are(&["2d66", "d66 x2", "2x d66", "2#d66"], "2x D66");
    all_are(&["d66>=40", "d66 vs 40"], "D66>=40");
    all_are(&["wounds d66"], "D66 # wounds");
    all_are(&["d(66)"], "d66");
    assert_eq!(
        remarks("d66"),
        ["`d66` was read as two d6, tens and ones; `d(66)` is one die with 66 sides."]
    );
    assert!(remarks("d(66)").is_empty());
    // every text that is kept means what it meant
    assert_eq!(total("d66", [65]), 65);
    assert_eq!(total("D66", [4, 2]), 42);
    assert_eq!(total("D66+1", [1, 1]), 12);
    assert_eq!(working("D66", [4, 2]), "D66: 42 (4 and 2)");
    assert_eq!(working("D66+1", [4, 2]), "D66 + 1: 42 (4 and 2) + 1 = 43");
    assert_eq!(working("D66>=40", [4, 2]), "D66, 40 or more: 42 (4 and 2) = 42 → yes by 2");
    assert_eq!(read("D66").one_more_die().unwrap().to_string(), "2x D66");
    assert_eq!(read("D66").written_dice(), 2);
    for not in ["2d66+2d66", "2d66+d6", "d66kh1", "d66!", "d66r1"] {
        let refusal = Reading::of(not).expect_err(not);
        assert!(refusal.sentence().contains("D66"), "{not}: {refusal}");
    }
    for few in ["201D66", "20x 6D66"] {
        assert!(Expression::parse(few).is_err(), "{few}");
    }
}

#[test]
fn the_lowest_is_dropped_and_a_die_is_rolled_again_once() {
    all_are(&["4d6d1", "4d6 d1", "4d6dl1", "4d6dl"], "4d6dl1");
    all_are(&["4d6ro1", "4d6 ro 1", "4d6r1"], "4d6r1");
    all_are(&["4d6ro<=2"], "4d6r<=2");
    assert_eq!(total("4d6d1", [1, 5, 2, 6]), 13);
    assert_eq!(total("2d6ro1", [1, 1, 4]), 5);
}

#[test]
fn a_compounding_die_and_all_it_brings_are_one() {
    all_are(&["3d6!!", "3d6!!6", "3d6 !!"], "3d6!!6");
    all_are(&["3d6!!>=5"], "3d6!!>=5");
    all_are(&["3d6!!o"], "3d6!!o6");
    // two explosions of the same dice are written apart, as they are stored
    all_are(&["3d6!6!5"], "3d6!6!5");
    assert_eq!(total("2d6!!", [6, 6, 3, 2]), 17);
    assert_eq!(working("2d6!!", [6, 3, 2]), "2d6 compound on 6: 9! (6+3) + 2 = 11");
    // one die of 15 and one of 2, where exploding dice would be four
    assert_eq!(successes("2d6!!6>=8", [6, 6, 3, 2]), 1);
    assert_eq!(
        working("2d6!!6>=8", [6, 6, 3, 2]),
        "2d6 compound on 6, 8 or more counts: 15!✓ (6+6+3) 2 → 1 success"
    );
    assert_eq!(total("2d6!!kh1", [6, 3, 5]), 9);
    assert_eq!(
        working("2d6!!kl1", [6, 3, 5]),
        "2d6 compound on 6, keep lowest 1: [9!] (6+3) 5 = 5"
    );
    assert_eq!(total("2d6!!r1", [1, 6, 2, 1, 3]), 11);
    assert_eq!(
        working("2d6!!r1", [1, 6, 2, 1, 3]),
        "2d6 re-roll 1 once, compound on 6: 8! (1→6+2) + 3 (1→3) = 11"
    );
    assert_eq!(total("d6!!o", [6, 6]), 12);
    assert_eq!(roll("d6!!6>=8", [6, 2]).headline(), "success");
    assert!(refused("d6!!>=1").contains("never end"));
    assert!(refused("4d6!!6>=5f>=9").contains("success and a failure"));
}

#[test]
fn a_die_is_worth_something_at_least_and_at_most() {
    all_are(&["4d6min3", "4d6mi3", "4d6 min 3"], "4d6min3");
    all_are(&["4d6max5min2", "4d6ma5mi2"], "4d6min2max5");
    assert_eq!(total("4d6min3", [1, 2, 3, 6]), 15);
    assert_eq!(
        working("3d6min3max5", [1, 4, 6]),
        "3d6 each at least 3, each at most 5: 3(1) + 4 + 5(6) = 12"
    );
    // what is rolled again and what explodes goes by what the die shows
    assert_eq!(total("2d6min3r1", [1, 2, 5]), 8);
    assert_eq!(total("2d6!max4", [6, 3, 2]), 9);
    assert_eq!(successes("3d6min5>=5", [1, 2, 3]), 3);
    assert_eq!(total("3d6min4kl1", [1, 5, 6]), 4);
    assert!(refused("4d6min5max2").contains("5 at least and 2 at most"));
    assert!(refused("200d6min1000000*1000000*1000000").contains("grow beyond"));
    assert!(refused("10/(d6max0)").contains("divided by 0"));
    read("10/(4dFmin1)");
}

#[test]
fn the_highest_and_the_lowest_of_several_values() {
    all_are(&["max(2d6,d12)", "MAX( 2d6 , 1d12 )"], "max(2d6,d12)");
    all_are(&["max(4d6)", "max(4d6)"], "4d6kh1");
    all_are(&["min(2d20)"], "2d20kl1");
    all_are(&["max(d20, 10)+3 stealth"], "max(d20,10)+3 # stealth");
    assert_eq!(total("max(2d6,d12)", [4, 2, 9]), 9);
    assert_eq!(total("min(2d6,d12)*2", [4, 2, 9]), 12);
    assert_eq!(working("max(d20,10)+3", [4]), "max(d20, 10) + 3: max(4, 10) + 3 = 13");
    assert_eq!(
        roll("max(d20,10)+3>=13", [4]).series[0].answers[0].outcome,
        Outcome::Verdict { total: 13, passed: true, by: 0 }
    );
    assert_eq!(read("max(d6,2d8)").written_dice(), 3);
    read("10/max(d6-1,1)");
    assert!(refused("10/min(d6-1,1)").contains("can come out as 0"));
    assert!(refused("max(d6,d8").contains("closing bracket"));
    assert!(refused("max(d6,)").contains("a number or dice"));
    assert!(refused(&format!("{}1{}", "max(".repeat(30), ")".repeat(30))).contains("20 deep"));
}

#[test]
fn division_rounds_down_so_floor_is_only_brackets() {
    all_are(&["floor(d6/2)", "FLOOR(d6/2)"], "(d6/2)");
    assert_eq!(total("floor(d6/2)", [5]), 2);
    assert_eq!(
        refused("ceil(d6/2)"),
        "Division rounds down here; to round a half up, add 1 first, such as `(d6+1)/2`."
    );
}

#[test]
fn what_other_tools_read_otherwise_is_said() {
    assert_eq!(
        remarks("5d6>4"),
        ["`>4` was read as more than 4, so 4 does not count; `>=4` counts it."]
    );
    assert_eq!(
        remarks("5d6<3"),
        ["`<3` was read as less than 3, so 3 does not count; `<=3` counts it."]
    );
    for clear in ["5d6>=4", "2d6+3>9", "5d6 4+", "4d6!>5", "4d6r1"] {
        assert_eq!(remarks(clear), Vec::<String>::new(), "{clear}");
    }
}

#[test]
fn what_can_never_succeed_is_found_with_what_was_meant() {
    assert_eq!(
        meant("2d6>=9"),
        ("No d6 shows 9 or more, so `2d6>=9` can never succeed.".into(), vec!["(2d6)>=9".into()])
    );
    assert_eq!(meant("2d6>=9[fire`] # hit").1, ["(2d6[fire`])>=9 # hit"]);
    assert_eq!(meant("3x 2d6 9+").1, ["3x (2d6)>=9"]);
    assert_eq!(meant("d6; 2d6>8").1, ["d6; (2d6)>8"]);
    assert_eq!(meant("4d6!6>=9").1, ["4d6!!6>=9", "(4d6!6)>=9"]);
    assert_eq!(
        meant("2d6<=9"),
        (
            "Every face of a d6 is 9 or less, so every die of `2d6<=9` succeeds.".into(),
            vec!["(2d6)<=9".into()]
        )
    );
    assert_eq!(
        meant("d6>=7"),
        ("No d6 shows 7 or more, so `d6>=7` can never succeed.".into(), vec![])
    );
    assert_eq!(
        meant("d20+5 vs 50"),
        ("It comes to 6 at least and 25 at most, so `>=50` can never succeed.".into(), vec![])
    );
    assert_eq!(
        meant("2d6d6"),
        ("`2d6dl6` drops every die that it rolls.".into(), vec!["2d6+d6".into()])
    );
    for fine in [
        "2d6>=6",
        "(2d6)>=9",
        "8d6>=1",
        "4d6d1",
        "2d6!!6>=9",
        "8d10>=7f1",
        "2d6",
        "4dF=0",
        "d66>=60",
    ] {
        assert_eq!(Reading::of(fine).unwrap().expression.doubt(), None, "{fine}");
    }
}

#[test]
fn a_result_with_every_new_rule_survives_being_stored() {
    for (text, faces) in
        [("D66", vec![3, 4]), ("2d6!!6min2max5>=8", vec![6, 1, 2]), ("max(d6,2)", vec![1])]
    {
        let mut dice = crate::dice::Scripted::new(faces);
        let rolled = read(text).roll(&mut dice).unwrap();
        let json = serde_json::to_string(&rolled).unwrap();
        assert_eq!(serde_json::from_str::<crate::roll::Rolled>(&json).unwrap(), rolled, "{json}");
    }
    // and what was stored before is written as it was
    let json = serde_json::to_string(&roll("2d6!kh1", [1, 2])).unwrap();
    assert!(!json.contains("compound") && !json.contains("at_"), "{json}");
}
