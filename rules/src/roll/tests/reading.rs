use super::{read, refused};
use crate::roll::{Expression, MAX_WRITTEN_DICE};

#[track_caller]
fn same(texts: &[&str], canonical: &str) {
    for text in texts {
        assert_eq!(read(text).to_string(), canonical, "{text}");
    }
    assert_eq!(read(canonical).to_string(), canonical);
}

#[test]
fn case_and_spaces_do_not_matter() {
    same(&["2d6+3", " 2 D 6  + 3 ", "2d6 +3"], "2d6+3");
    same(&["4DF", "4df", "4 d f"], "4dF");
    same(&["d%", "1D%", "1 d %"], "d%");
    same(&["d100"], "d100");
    same(&["4D6KH3", "4d6 k3", "4d6 kh 3"], "4d6kh3");
    same(&["2d20k", "2d20kh", "2d20 kh1"], "2d20kh1");
}

#[test]
fn signs_from_a_telephone_are_understood() {
    same(&["2d6×2÷3−1", "2d6*2/3-1", "2d6 * 2 / 3 – 1"], "2d6*2/3-1");
    same(&["6d10≤5", "6d10 <= 5"], "6d10<=5");
    same(&["6d10≥5", "6d10 >=5"], "6d10>=5");
}

#[test]
fn rules_of_the_same_dice_may_be_written_in_any_order() {
    same(&["4d6kh3!r1", "4d6r1!kh3", "4d6!6 kh3 r=1"], "4d6r1!6kh3");
    same(&["4d6dl1dh1"], "4d6dl1dh1");
    same(&["5d10!o>=9rr<=2"], "5d10rr<=2!o>=9");
}

#[test]
fn labels_are_cleaned_and_kept() {
    let roll = read("2d6[ fire ] + 1d4[cold]+3[long  range] # to   hit ");
    assert_eq!(roll.label(), Some("to hit"));
    assert_eq!(roll.to_string(), "2d6[fire]+d4[cold]+3[long range] # to hit");
    same(&["2d6 \"to hit\"", "2d6 “to hit”", "2d6#to hit"], "2d6 # to hit");
    same(&["6d10[shots]<=5", "6d10<=5[shots]"], "6d10<=5[shots]");
    same(&["2d6 #", "2d6 \"\"", "2d6[]", "2d6 # \u{202e}"], "2d6");
    same(&["2d6 # a # b; 2d6"], "2d6 # a # b; 2d6");
    assert_eq!(read("2d6").with_label("\u{202e}hit").unwrap().label(), Some("hit"));
    assert_eq!(roll.without_label().label(), None);
    assert_eq!(
        refused(&format!("2d6 # {}", "x".repeat(81))),
        "A label is at most 80 characters long."
    );
    assert!(read("2d6").with_label(&"x".repeat(81)).is_err());
}

#[test]
fn repeats_and_lists() {
    same(&["3x2d6+1", "3x 2d6+1", "3X  2d6 + 1"], "3x 2d6+1");
    same(&["3x(2d6+1)"], "3x (2d6+1)");
    same(&["1x 2d6"], "2d6");
    same(&["d6;2x d8 ; d10<=4 # all"], "d6; 2x d8; d10<=4 # all");
    assert_eq!(refused("21x d6"), "A roll can be repeated 1 to 20 times.");
    assert_eq!(refused("0x d6"), "A roll can be repeated 1 to 20 times.");
    assert_eq!(refused(&["d6"; 11].join(";")), "I take at most 10 rolls at once.");
}

#[test]
fn a_refusal_points_at_the_place() {
    assert_eq!(refused("2d6+"), "I understood `2d6+`, then I expected a number or dice.");
    assert_eq!(
        refused("2d6+fire"),
        "I understood `2d6+`, then I expected a number or dice, not `fire`."
    );
    assert_eq!(refused("hello"), "I expected a number or dice, not `hello`.");
    assert_eq!(
        refused("2d6 3"),
        "I understood `2d6`, then I expected a sign such as `+`, or the end, not `3`."
    );
    assert_eq!(refused("(2d6"), "I understood `(2d6`, then I expected a closing bracket `)`.");
    assert_eq!(
        refused("2d"),
        "I understood `2d`, then I expected the number of sides, such as `d6`."
    );
    assert_eq!(refused("6d6>="), "I understood `6d6>=`, then I expected a number to compare with.");
    assert_eq!(refused("  "), "Tell me what to roll, such as `2d6+3` or `6d10<=5`.");
    assert_eq!(refused("`\u{200b}"), "I expected a number or dice, not `'`.");
}

#[test]
fn common_slips_get_a_hint() {
    assert_eq!(
        refused("4d6d"),
        "I understood `4d6`, then I expected a sign such as `+`, or `dl1` to drop the lowest die, not `d`."
    );
    assert_eq!(
        refused("6d10<=5+2"),
        "Put a comparison in brackets to go on reckoning with it, such as `(6d10<=5)+2`."
    );
    assert_eq!(refused("6d10<=5>=2"), refused("6d10<=5+2"));
    for same in ["2d6+1>=5+2", "(6d10<=5+2)", "((2d6)>5*2)-1"] {
        assert_eq!(refused(same), refused("6d10<=5+2"), "{same}");
    }
    assert_eq!(
        refused("(2d6x3)"),
        "To repeat a roll, say how often before or after all of it, such as `3x 2d6`; to multiply, write `*`."
    );
    assert_eq!(
        refused("8d10f1"),
        "Failures come right after counted successes, such as `8d10>=7f1`."
    );
    assert!(refused("4d6r").contains("the face to roll again"));
    assert!(refused("2d6 \"to hit\" + 3").contains("nothing after the label in quotes"));
    assert!(refused("2d6 \"to hit").contains("a label that ends with a quote"));
    assert!(refused("2d6[fire + 3").contains("a label that ends with `]`"));
    assert!(refused("2d6)").contains("has no opening bracket"));
    for several in ["4d6!!o!5", "4d6!5!o6", "4d6!5!!6"] {
        assert!(refused(several).contains("choose one"), "{several}");
    }
}

#[test]
fn limits_hold() {
    assert_eq!(refused("d0"), "A die has 1 to 1000 sides, so a d0 is beyond me.");
    assert_eq!(refused("d1001"), "A die has 1 to 1000 sides, so a d1001 is beyond me.");
    assert_eq!(refused("0d6"), "Roll at least one die, such as `1d6`.");
    assert_eq!(refused("201d6"), "That is 201 dice; I roll at most 200 at once.");
    assert_eq!(refused("20x 11d6"), "That is 220 dice; I roll at most 200 at once.");
    assert_eq!(refused("100d6;101d6"), "That is 201 dice; I roll at most 200 at once.");
    assert_eq!(refused("1000001"), "The greatest number I take is 1,000,000.");
    assert_eq!(refused(&"9".repeat(199)), "The greatest number I take is 1,000,000.");
    assert_eq!(
        refused(&"1".repeat(201)),
        "A roll is at most 200 characters long; this one has 201."
    );
    assert_eq!(refused("4d6kh0"), "Keep or drop at least one die.");
    let nested = |n: usize| format!("{}d6{}", "(".repeat(n), ")".repeat(n));
    assert!(Expression::parse(&nested(20)).is_ok());
    assert!(refused(&nested(21)).contains("at most 20 deep"));
    assert!(refused(&format!("{}1", "-".repeat(150))).contains("at most 20 deep"));
    let long = "2d20k+".repeat(33);
    assert!(refused(&format!("{long}1")).starts_with("Written out in full"), "{long}");
    for whole in ["200d1000", "20x 10d6", "d1", "1000000*1000000"] {
        read(whole);
    }
}

#[test]
fn what_can_never_end_is_refused_beforehand() {
    for endless in ["d1!", "d6!>=1", "d6rr<=6", "dFrr>=-1", "d6rr<=5!", "3d6!>=4rr<4"] {
        assert!(refused(endless).ends_with("so that would never end."), "{endless}");
    }
    for ends in ["d1", "d1r1", "d1!o", "d6!>=2", "d6rr<=5", "d6rr<=5!o", "d6r<=6"] {
        read(ends);
    }
}

#[test]
fn what_could_divide_by_zero_or_overflow_is_refused_before_a_die_is_rolled() {
    assert_eq!(refused("2d6/0"), "Nothing can be divided by 0.");
    for zero in ["10/(d6-1)", "10/(d6-d6)", "10/4dF", "10/(6d6>=5)", "10/(2d6dl2)", "1/(1/2)"] {
        assert!(refused(zero).contains("can come out as 0"), "{zero}");
    }
    for fine in ["10/2d6", "10/-d6", "10/(d6+1)", "10/4d6!kh3", "10/(4dF+5)"] {
        read(fine);
    }
    assert!(refused("1000000*1000000*1000000").contains("grow beyond"));
    assert!(refused("-1000000*1000000*1000000*1000000*1000000*1000000").contains("grow beyond"));
    assert!(refused("(2d1000*1000000*1000000>=3)+1").contains("grow beyond"));
}

#[test]
fn a_face_cannot_be_a_success_and_a_failure() {
    assert!(refused("8d10>=7f>=9").contains("A face of 9 would be"));
    read("8d10>=7f<=6");
}

#[test]
fn one_more_die_goes_to_the_first_dice() {
    let more = |text: &str| read(text).one_more_die().map(|more| more.to_string());
    assert_eq!(more("d20"), Some("2d20".into()));
    assert_eq!(more("3+(2d6!kh1[fire])*2+d4 # hit"), Some("3+(3d6!6kh1[fire])*2+d4 # hit".into()));
    assert_eq!(more("6d10<=5;2d6"), Some("7d10<=5; 2d6".into()));
    assert_eq!(more("5;-2d6+1>=3"), Some("5; -3d6+1>=3".into()));
    assert_eq!(more("3+4"), None);
    assert_eq!(more(&format!("{MAX_WRITTEN_DICE}d6")), None);
    assert_eq!(more("20x 10d6"), None);
}

#[test]
fn an_expression_is_stored_as_its_text() {
    let roll = read("3x 4d6kh3+1 # stats");
    let json = serde_json::to_string(&roll).unwrap();
    assert_eq!(json, "\"3x 4d6kh3+1 # stats\"");
    assert_eq!(serde_json::from_str::<Expression>(&json).unwrap(), roll);
    assert!(serde_json::from_str::<Expression>("\"d6!>=1\"").is_err());
}
