use gatemaster_rules::at43::company::{
    Limits, MusteredUnit, check, muster, place, sheet, sums, value,
};
use gatemaster_rules::at43::data;

use super::{book, faults_of, said, written};

pub(super) const UNA: &str = "White Stars: Baker Company
    9 steel troopers, 2 missile launchers
    9 steel troopers
    2 steel TacArms
    1 Fire Toad, sergeant
    2 Fire Toads
    9 steel troopers, sergeant, 2 missile launchers
    3 steel TacArms";

pub(super) const THERIANS: &str = "Therians
    9 golems
    9 golems
    2 goliaths
    2 goliaths
    Wraith, alpha
    9 golems";

fn values(text: &str) -> Vec<u32> {
    let company = written(text);
    company.units.iter().map(|unit| value(book(), unit).unwrap().total()).collect()
}

/// T-BLD-1, T-BLD-2
#[test]
fn the_una_company_of_the_battle_report_is_worth_2000_and_fills_two_platoons() {
    let company = written(UNA);
    assert_eq!(values(UNA), [300, 275, 200, 215, 400, 310, 300]);
    assert_eq!(sums(book(), &company).total(), 2000);
    assert_eq!(said(&check(book(), &company, &Limits::without_reinforcements(2000))), [""; 0]);
    let platoons = place(book(), &company).unwrap();
    assert_eq!(platoons.len(), 2);
    assert!(platoons[0].slots.iter().all(Option::is_some));
    assert_eq!(platoons[1].units().count(), 2);
}

/// T-BLD-2
#[test]
fn the_therians_of_the_battle_report_have_a_legal_pattern_and_cost_2065() {
    let company = written(THERIANS);
    assert_eq!(values(THERIANS), [400, 400, 250, 250, 365, 400]);
    assert_eq!(said(&check(book(), &company, &Limits::without_reinforcements(2065))), [""; 0]);
    let platoons = place(book(), &company).unwrap();
    assert_eq!(platoons.iter().map(|one| one.units().count()).collect::<Vec<_>>(), [5, 1]);
}

/// T-BLD-1, T-BLD-5
#[test]
fn the_ready_companies_are_legal_and_cost_1000_and_960() {
    let stars = "White Stars
        9 steel troopers, lieutenant, 2 laser guns
        3 TacArms
        6 steel troopers, 1 missile launcher, medic
        Fire Toad";
    let therians = "Therians
        9 golems, Omicron, 3 sonic guns
        6 golems, 1 sonic gun, relay, nanostorms
        2 goliaths, relay";
    assert_eq!(values(stars), [300, 300, 200, 200]);
    assert_eq!(values(therians), [425, 280, 255]);
    assert_eq!(faults_of(book(), stars), [""; 0]);
    assert_eq!(faults_of(book(), therians), [""; 0]);
}

/// T-BLD-1
#[test]
fn every_company_that_comes_with_the_program_is_legal_at_its_price() {
    let ready = data::companies();
    assert_eq!(ready.len(), 4);
    for one in ready {
        let limits = Limits::without_reinforcements(one.points);
        assert_eq!(said(&check(book(), &one.company, &limits)), [""; 0], "{}", one.key);
        assert_eq!(sums(book(), &one.company).total(), one.points, "{}", one.key);
    }
}

/// T-BLD-9, T-TAC-2
#[test]
fn the_ready_companies_give_lp_pools_of_nine_and_seven() {
    let pool = |key: &str| {
        let ready = data::companies().iter().find(|one| one.key == key).unwrap();
        let units = muster(book(), &ready.company).unwrap();
        let rank = units.iter().map(|unit| unit.rank).max().unwrap();
        let entry = book().entry(units[0].entry).unwrap();
        let army = book().army(entry.army).unwrap();
        usize::from(army.ranks[usize::from(rank)].leadership) + units.len()
    };
    assert_eq!(pool("white-stars-ready"), 9);
    assert_eq!(pool("therians-ready"), 7);
}

/// T-BLD-2: the example of p.79.
#[test]
fn a_third_unit_of_fire_toads_finds_no_slot_and_the_refusal_says_what_is_missing() {
    let faults = faults_of(
        book(),
        "9 steel troopers, sergeant
        3 Fire Toads
        3 Fire Toads
        3 Fire Toads",
    );
    assert_eq!(
        faults,
        [
            "No slot is left for Fire Toads 3: platoon 1 is not complete. Fill slot 2 (soldiers of type 2 or 3) and slot 3 \
          (soldiers of type 2, or support of type 1 or 2) before a new platoon begins."
        ]
    );
}

/// T-BLD-4, T-BLD-5: the example of p.80.
#[test]
fn ten_steel_troopers_with_a_master_sergeant_cost_320() {
    assert_eq!(values("10 steel troopers, master sergeant"), [320]);
    assert_eq!(faults_of(book(), "10 steel troopers, master sergeant"), [""; 0]);
    assert_eq!(
        faults_of(book(), "10 steel troopers, sergeant"),
        ["Steel troopers: 10 are too many. With a Sergeant the unit has 6 to 9."]
    );
}

/// T-BLD-2
#[test]
fn mustered_units_have_names_values_and_slots() {
    let units = muster(book(), &written(UNA)).unwrap();
    let names: Vec<&str> = units.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Steel troopers 1",
            "Steel troopers 2",
            "Steel TacArms 1",
            "Fire Toads 1",
            "Fire Toads 2",
            "Steel troopers 3",
            "Steel TacArms 2"
        ]
    );
    let MusteredUnit { value, number, rank, bearers, special, .. } = &units[5];
    assert_eq!((*value, *number, *rank, *bearers), (310, 9, 1, 2));
    assert_eq!(*special, book().weapon_of_key("missile-launcher"));
    let mut slots: Vec<(usize, usize)> =
        units.iter().map(|unit| (unit.platoon, unit.slot)).collect();
    slots.sort_unstable();
    slots.dedup();
    assert_eq!(slots.len(), 7);
    assert!(muster(book(), &written("White Stars\n9 steel troopers")).is_err());
    let sheet = sheet(book(), &written(UNA), &Limits::without_reinforcements(2000));
    assert_eq!(sheet.platoons.iter().map(|one| one.value).sum::<u32>(), 2000);
}
