use gatemaster_rules::at43::company::{Chosen, Unpriced, Value, value};

use super::{book, more, unit, written_of};

fn cost(text: &str) -> u32 {
    value(book(), &unit(text)).unwrap().total()
}

/// T-BLD-5
#[test]
fn every_number_between_standard_and_maximum_has_its_price() {
    let row = |name: &str, numbers: std::ops::RangeInclusive<u8>, with: &str| -> Vec<u32> {
        numbers.map(|number| cost(&format!("{number} {name}{with}"))).collect()
    };
    assert_eq!(row("star troopers", 8..=12, ""), [175, 195, 215, 235, 250]);
    assert_eq!(row("star troopers", 8..=12, ", grenades"), [210, 235, 260, 285, 300]);
    assert_eq!(row("star troopers", 8..=12, ", triple lens helmet"), [215, 240, 265, 290, 310]);
    assert_eq!(row("star troopers", 8..=12, ", helmet, grenades"), [250, 280, 310, 340, 360]);
    assert_eq!(row("steel troopers", 6..=9, ""), [175, 205, 235, 275]);
    assert_eq!(row("steel troopers", 6..=9, ", grenades"), [200, 235, 270, 310]);
    assert_eq!(row("steel troopers", 6..=9, ", helmet"), [205, 240, 275, 320]);
    assert_eq!(row("steel troopers", 6..=9, ", grenades, helmet"), [230, 270, 310, 355]);
    assert_eq!(row("storm golems", 6..=9, ", nanostorms"), [275, 320, 365, 430]);
    assert_eq!(row("storm golems", 6..=9, ", relay, nanostorms"), [280, 325, 370, 435]);
    assert_eq!(row("assault medusas", 4..=7, ""), [225, 280, 335, 425]);
    assert_eq!(row("assault medusas", 4..=7, ", relay"), [230, 285, 340, 430]);
    assert_eq!(row("TacArms", 2..=3, ""), [200, 300]);
    assert_eq!(row("TacArms", 2..=3, ", laser targeter"), [210, 315]);
    assert_eq!(row("Fire Toads", 1..=3, ""), [200, 400, 600]);
    assert_eq!(row("goliaths", 2..=3, ", relay"), [255, 380]);
    assert_eq!(row("Wraith", 1..=1, ", relay"), [355]);
}

/// T-BLD-6
#[test]
fn a_surcharge_is_paid_once_for_all_bearers_and_not_without_them() {
    assert_eq!(cost("9 steel troopers, 1 missile launcher"), 300);
    assert_eq!(cost("9 steel troopers, 2 missile launchers"), 300);
    assert_eq!(cost("9 steel troopers, 2 laser guns"), 275);
    assert_eq!(cost("9 golems, 3 flamers"), 425);
    let nobody = Chosen { bearers: 0, ..unit("9 steel troopers, 1 missile launcher") };
    assert_eq!(value(book(), &nobody).unwrap().total(), 275);
}

/// T-BLD-3, T-BLD-4, T-BLD-7
#[test]
fn a_value_is_told_part_by_part_and_specialists_are_free() {
    let colonel = unit("12 steel troopers, colonel, 2 missile launchers, 2 medics, grenades");
    assert_eq!(
        value(book(), &colonel),
        Ok(Value { fighters: 310, beyond: 3 * 35, special: 25, officer: 60, hero: 0 })
    );
}

/// T-HER-1
#[test]
fn a_hero_adds_his_cost_and_brings_the_bonus_of_his_rank_but_is_not_counted() {
    let library = more();
    let company = written_of(&library, "11 steel troopers, Captain Newton");
    let value = value(&library, &company.units[0]).unwrap();
    assert_eq!((value.fighters, value.beyond, value.hero, value.total()), (275, 60, 100, 435));
}

#[test]
fn what_has_no_price_says_which_part_has_none() {
    let plain = unit("9 steel troopers");
    let of = |chosen: Chosen| value(book(), &chosen).unwrap_err();
    assert_eq!(of(Chosen { unit: "steel".into(), ..plain.clone() }), Unpriced::Unit);
    assert_eq!(of(Chosen { number: 5, ..plain.clone() }), Unpriced::Number);
    assert_eq!(
        of(Chosen { equipment: vec!["relay".into()], ..plain.clone() }),
        Unpriced::Equipment
    );
    let flamers = Chosen { special: Some("flamer".into()), bearers: 1, ..plain.clone() };
    assert_eq!(of(flamers), Unpriced::Special);
    assert_eq!(of(Chosen { officer: 9, ..plain.clone() }), Unpriced::Officer);
    assert_eq!(of(Chosen { hero: Some("borz".into()), ..plain }), Unpriced::Hero);
    assert_eq!(of(unit("4 TacArms")), Unpriced::Number);
}
