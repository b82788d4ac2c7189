use gatemaster_rules::at43::company::{Company, place};

use super::{book, faults_of, more, written, written_of};

fn slots(company: &Company) -> Vec<[Option<usize>; 5]> {
    place(book(), company).unwrap().into_iter().map(|platoon| platoon.slots).collect()
}

/// T-BLD-2
#[test]
fn units_in_any_order_find_their_slots() {
    let company = written(
        "White Stars
        3 Fire Toads
        2 TacArms
        Fire Toad, sergeant
        8 star troopers
        6 steel troopers",
    );
    let [only] = slots(&company)[..] else { panic!("one platoon") };
    assert_eq!(only[0], Some(3), "star troopers fit the first slot alone");
    assert!(only.iter().all(Option::is_some));
}

/// T-BLD-2
#[test]
fn a_platoon_without_its_compulsory_slot_is_refused() {
    assert_eq!(
        faults_of(book(), "White Stars\nFire Toad, sergeant"),
        [
            "No slot is left for Fire Toads: platoon 1 begins with soldiers of type 1 or 2, and no such unit is free."
        ]
    );
}

/// T-BLD-2
#[test]
fn a_second_platoon_begins_only_when_the_first_is_full() {
    let faults = faults_of(
        book(),
        "6 steel troopers, sergeant\n6 steel troopers\n6 steel troopers\n6 steel troopers",
    );
    assert_eq!(
        faults,
        [
            "No slot is left for Steel troopers 4: platoon 1 is not complete. Fill slot 4 (soldiers of type 3, or striders of \
          type 1, or vehicles of type 1) and slot 5 (striders of type 1, 2 or 3, or vehicles of type 1, 2 or 3) before a new \
          platoon begins."
        ]
    );
}

/// T-BLD-2
#[test]
fn therian_slots_are_their_own() {
    let faults = faults_of(book(), "9 golems, alpha\n9 golems\nWraith\nWraith");
    assert!(faults[0].starts_with("No slot is left for Wraith golgoth 2: platoon 1"), "{faults:?}");
    assert!(faults[0].contains("slot 3 (soldiers of type 2 or 3, or support of type 2)"));
}

/// T-BLD-3
#[test]
fn two_captains_stand_in_two_platoons_or_nowhere() {
    let one = "9 steel troopers, captain\n6 steel troopers, captain\n6 steel troopers";
    assert_eq!(
        faults_of(book(), one),
        [
            "A platoon has at most one officer of rank 4 (Captain); Steel troopers 1 and Steel troopers 2 cannot be spread over \
          1 platoon."
        ]
    );
    let two = "White Stars
        9 steel troopers, captain
        6 steel troopers, captain
        6 steel troopers
        2 TacArms
        Fire Toad
        6 steel troopers";
    assert_eq!(faults_of(book(), two), [""; 0]);
    let found = slots(&written(two));
    let platoon_of =
        |unit: usize| found.iter().position(|slots| slots.contains(&Some(unit))).unwrap();
    assert_ne!(platoon_of(0), platoon_of(1));
}

/// T-BLD-3, T-HER-1
#[test]
fn a_hero_of_rank_four_counts_as_the_captain_of_his_platoon() {
    let library = more();
    let faults = faults_of(
        &library,
        "9 steel troopers, Captain Newton\n6 steel troopers, captain\n6 steel troopers",
    );
    assert!(faults[0].starts_with("A platoon has at most one officer of rank 4"), "{faults:?}");
}

/// T-BLD-2
#[test]
fn support_takes_the_third_slot() {
    let library = more();
    let company = written_of(
        &library,
        "White Stars\nrocket team, 2 missile launchers\n9 steel troopers, sergeant",
    );
    let platoons = place(&library, &company).unwrap();
    assert_eq!(platoons[0].slots, [Some(1), None, Some(0), None, None]);
}
