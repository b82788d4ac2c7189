use gatemaster_rules::at43::company::{Company, Limits, sheet};

use super::{book, more, written, written_of};

/// T-BLD-9, T-TAC-2
#[test]
fn the_sheet_shows_platoons_slots_units_sums_and_who_commands() {
    let company = written(
        "White Stars: Rock
        9 steel troopers, lieutenant, 2 laser guns
        3 TacArms
        6 steel troopers, captain, 1 missile launcher, medic, grenades (reinforcement)
        Fire Toad, sergeant",
    );
    let limits = Limits { assault: 1000, reinforcement: Some(500) };
    assert_eq!(
        sheet(book(), &company, &limits).to_string(),
        "White Stars: Rock\n\
         1080 AP in all (assault 815 of 1000, reinforcement 265 of 500)\n\
         Platoon 1: 1080 AP\n\
         1. Steel troopers 1: 9 with Lieutenant and 2 × laser gun, 300 AP\n\
         2. Steel TacArms: 3, 300 AP\n\
         3. Steel troopers 2: 6 with Captain, 1 × missile launcher, medic and grenades, 265 AP, reinforcement\n\
         4. Fire Toads: 1 with Sergeant, 215 AP\n\
         5. free for striders of type 1, 2 or 3, or vehicles of type 1, 2 or 3\n\
         Commander: Lieutenant of Steel troopers 1."
    );
}

/// T-TAC-2, T-BLD-8
#[test]
fn officers_of_equal_rank_are_for_the_player_to_choose_and_reinforcements_never_command() {
    let limits = Limits::without_reinforcements(2000);
    let equal = written("White Stars\n6 steel troopers, sergeant\n6 steel troopers, sergeant");
    let told = sheet(book(), &equal, &limits).to_string();
    assert!(
        told.ends_with(
            "Commander, as you choose: Sergeant of Steel troopers 1 or Sergeant of Steel troopers 2."
        ),
        "{told}"
    );
    assert!(told.contains("\n370 of 2000 AP\n"), "{told}");
    let reserve =
        written("White Stars\n6 steel troopers\n6 steel troopers, sergeant (reinforcement)");
    assert!(sheet(book(), &reserve, &Limits::FREE).to_string().ends_with("Nobody commands."));
    let one = written(
        "White Stars\n6 steel troopers, sergeant\n6 steel troopers, sergeant (reinforcement)",
    );
    let told = sheet(book(), &one, &Limits::FREE).to_string();
    assert!(told.ends_with("Commander: Sergeant of Steel troopers 1."), "{told}");
    let library = more();
    let hero = written_of(&library, "9 steel troopers, Captain Newton");
    let told = sheet(&library, &hero, &Limits::FREE).to_string();
    assert!(told.ends_with("Commander: Captain Newton of Steel troopers."), "{told}");
}

/// T-BLD-9
#[test]
fn a_company_in_the_making_has_a_sheet_too() {
    let company =
        written("White Stars\n9 steel troopers\n3 Fire Toads\n3 Fire Toads\n3 Fire Toads");
    let found = sheet(book(), &company, &Limits::FREE);
    let left: Vec<&str> = found.left.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(left, ["Fire Toads 3"]);
    assert!(found.to_string().contains("Without a slot:\n- Fire Toads 3: 3, 600 AP"));
    let empty = sheet(book(), &Company::default(), &Limits::FREE).to_string();
    assert_eq!(empty, "No army yet\n0 AP\nNobody commands.");
    let odd = written("White Stars\n5 steel troopers");
    assert!(sheet(book(), &odd, &Limits::FREE).to_string().contains("Steel troopers: 5, no price"));
}
