use gatemaster_rules::at43::company::{
    Chosen, Company, Fault, Limits, MAX_UNITS, Share, UnitFault, check,
};
use gatemaster_rules::at43::mission::Role;
use gatemaster_rules::at43::profile::Specialist::{self, CombatEngineer, Mechanic, Medic};
use gatemaster_rules::at43::{company, data};

use super::{book, faults_of, more, said, unit, written, written_of};

/// The faults of one changed unit beside a legal one.
fn changed(change: impl FnOnce(&mut Chosen)) -> Vec<String> {
    let mut company = written("6 steel troopers, sergeant\n9 steel troopers");
    change(&mut company.units[1]);
    said(&check(book(), &company, &Limits::FREE))
}

#[test]
fn unknown_words_are_answered_with_what_was_probably_meant() {
    assert_eq!(
        changed(|unit| unit.unit = "stel-troopers".into()),
        ["Unit 2: there is no unit \"stel-troopers\". Did you mean steel-troopers?"]
    );
    assert_eq!(
        changed(|unit| unit.equipment = vec!["granades".into()]),
        ["Steel troopers 2: there is no equipment \"granades\". Did you mean grenades?"]
    );
    assert_eq!(
        changed(|unit| {
            unit.special = Some("missile-launcer".into());
            unit.bearers = 1;
        }),
        [
            "Steel troopers 2: there is no special weapon \"missile-launcer\". Did you mean missile-launcher?"
        ]
    );
    assert_eq!(
        changed(|unit| unit.hero = Some("nobody".into())),
        ["Steel troopers 2: there is no hero \"nobody\"."]
    );
    let mut company = written("6 steel troopers, sergeant");
    company.army = "whte-stars".into();
    let faults = said(&check(book(), &company, &Limits::FREE));
    assert!(
        faults[0].starts_with("There is no army \"whte-stars\"; there are White Stars and Therians. Did you mean white-stars?"),
        "{faults:?}"
    );
    company.army.clear();
    let faults = said(&check(book(), &company, &Limits::FREE));
    assert_eq!(faults[0], "The company has no army yet; choose White Stars or Therians.");
    assert_eq!(
        changed(|unit| unit.unit.clear()),
        ["Unit 2: it has no kind yet; choose one from the army list."]
    );
}

/// T-BLD-2
#[test]
fn all_units_of_a_company_are_of_one_army() {
    assert_eq!(
        faults_of(book(), "White Stars\n9 steel troopers, sergeant\n9 golems"),
        [
            "Storm golems: it belongs to the Therians; all units of this company are of the White Stars."
        ]
    );
}

/// T-BLD-4
#[test]
fn too_few_and_too_many_are_told_with_the_range() {
    assert_eq!(
        changed(|unit| unit.number = 5),
        ["Steel troopers 2: 5 are too few. The unit has 6 to 9."]
    );
    assert_eq!(
        changed(|unit| unit.number = 255),
        ["Steel troopers 2: 255 are too many. The unit has 6 to 9."]
    );
    assert_eq!(
        faults_of(book(), "9 golems, alpha\n9 golems\n2 Wraiths"),
        ["Wraith golgoth: 2 are too many. The unit has 1."]
    );
}

/// T-BLD-4, T-BLD-5
#[test]
fn where_one_more_fighter_has_no_price_an_officer_brings_none() {
    let mut library = more();
    let toads = library.entries.iter_mut().find(|entry| entry.key == "steel-tacarms").unwrap();
    toads.officers = [Some(10), Some(15), Some(20), None, None];
    assert_eq!(
        faults_of(&library, "6 steel troopers\n4 TacArms, lieutenant"),
        ["Steel TacArms: 4 are too many. With a Lieutenant the unit has 2 to 3."]
    );
}

/// T-BLD-5
#[test]
fn equipment_comes_only_as_the_price_table_has_it() {
    assert_eq!(
        changed(|unit| unit.equipment = vec!["relay".into()]),
        [
            "Steel troopers 2: relay cannot be had for it. There is the standard equipment, Grenades, Triple lens helmet or \
          Grenades and Triple lens helmet."
        ]
    );
    assert_eq!(
        changed(|unit| unit.equipment = vec!["grenades".into(), "grenades".into()]).len(),
        1,
        "twice the same is no line of the table"
    );
    assert_eq!(
        changed(|unit| unit.equipment = vec!["grenades".into(); 5_000]),
        ["Steel troopers 2: 5000 pieces of equipment are too many to be read."]
    );
}

/// T-BLD-6
#[test]
fn bearers_have_one_kind_of_weapon_of_their_own_list_and_are_few() {
    let with = |special: Option<&str>, bearers: u8, number: u8| {
        changed(|unit| {
            unit.special = special.map(str::to_owned);
            unit.bearers = bearers;
            unit.number = number;
        })
    };
    assert_eq!(
        with(Some("flamer"), 1, 9),
        [
            "Steel troopers 2: it cannot have a flamer. Its special weapons are laser gun, MG or missile launcher, one kind in a \
          unit."
        ]
    );
    assert_eq!(
        with(None, 2, 9),
        [
            "Steel troopers 2: 2 bearers have no special weapon. Its special weapons are laser gun, MG or missile launcher, one \
          kind in a unit."
        ]
    );
    assert_eq!(
        with(Some("mg"), 0, 9),
        ["Steel troopers 2: nobody bears the MG. Choose a bearer, or no special weapon."]
    );
    assert_eq!(
        with(Some("mg"), 2, 8),
        [
            "Steel troopers 2: 2 special weapons are too many for 8 fighters; it has at most 1, and 2 from 9 fighters on."
        ]
    );
    assert_eq!(
        with(Some("mg"), 3, 9),
        ["Steel troopers 2: 3 special weapons are too many for 9 fighters; it has at most 2."]
    );
    assert_eq!(with(Some("mg"), 2, 9), [""; 0]);
    assert_eq!(with(None, 0, 9), [""; 0]);
    assert_eq!(
        faults_of(book(), "6 steel troopers, sergeant\n2 TacArms, laser gun"),
        [
            "Steel TacArms: it cannot have a laser gun. It has no special weapons.",
            "Steel TacArms: 1 special weapon is too many for 2 fighters; it has none."
        ]
    );
}

/// T-UNI-5
#[test]
fn of_a_mobile_support_unit_everybody_bears_a_weapon() {
    let library = more();
    let mut company =
        written_of(&library, "6 steel troopers, sergeant\n4 rocket team, missile launcher");
    assert_eq!(company.units[1].bearers, 4);
    assert_eq!(said(&check(&library, &company, &Limits::FREE)), [""; 0]);
    company.units[1].bearers = 3;
    assert_eq!(
        said(&check(&library, &company, &Limits::FREE)),
        [
            "Rocket team: all 4 bear a special weapon, not 3. Its special weapons are missile launcher or laser gun, one kind in \
          a unit."
        ]
    );
}

/// T-UNI-5
#[test]
fn a_static_support_unit_comes_in_whole_crews() {
    let library = more();
    let with =
        |number: u8| faults_of(&library, &format!("6 steel troopers, sergeant\n{number} mortars"));
    for whole in [3, 6, 9] {
        assert_eq!(with(whole), [""; 0]);
    }
    assert_eq!(
        with(7),
        ["Mortars: weapons come with their gunners, 3 together from 3 on; 7 makes no whole crews."]
    );
    let mut library = library;
    library.entries.iter_mut().find(|entry| entry.key == "mortars").unwrap().maximum = 8;
    let eight = "6 steel troopers, sergeant\n8 mortars";
    assert_eq!(faults_of(&library, eight), [""; 0], "the printed maximum is right as it is");
}

/// T-BLD-7
#[test]
fn specialists_are_few_and_of_the_kinds_of_the_list() {
    let with = |specialists: Vec<Specialist>| changed(|unit| unit.specialists = specialists);
    assert_eq!(with(vec![Medic, Mechanic]), [""; 0]);
    assert_eq!(with(vec![Medic, Medic]), [""; 0]);
    assert_eq!(
        with(vec![Medic, Medic, Mechanic]),
        ["Steel troopers 2: 3 specialists are too many; it has at most 2."]
    );
    assert_eq!(
        with(vec![CombatEngineer]),
        ["Steel troopers 2: it cannot have a combat engineer, only a mechanic or medic."]
    );
    assert_eq!(
        faults_of(book(), "9 golems, alpha, medic"),
        ["Storm golems: it has no specialists; leave out the one."]
    );
}

/// T-BLD-3
#[test]
fn officers_are_of_the_ranks_of_the_list_and_one_to_a_unit() {
    assert_eq!(
        faults_of(book(), "6 steel troopers\n2 TacArms, captain"),
        ["Steel TacArms: it cannot have a Captain, only a Sergeant."]
    );
    assert_eq!(
        faults_of(book(), "9 golems, alpha\n7 medusas, alpha"),
        ["Assault medusas: it has no officers, so no Alpha."]
    );
    assert_eq!(
        changed(|unit| unit.officer = 6),
        ["Steel troopers 2: there is no officer of rank 6; ranks go from 1 to 5."]
    );
    assert_eq!(
        faults_of(book(), "6 steel troopers\n9 steel troopers"),
        ["The company has no officer; at least one of its units needs one."]
    );
    assert_eq!(
        faults_of(book(), "6 steel troopers, colonel\n9 steel troopers, colonel"),
        [
            "A company has at most one officer of rank 5 (Colonel); here are 2 of them, in Steel troopers 1 and Steel troopers 2."
        ]
    );
}

/// T-HER-1
#[test]
fn a_hero_leads_one_unit_of_his_kind_that_has_no_other_officer() {
    let library = more();
    let faults = |text: &str| faults_of(&library, text);
    assert_eq!(faults("9 steel troopers, Captain Newton\n3 Fire Toads, Sergeant Borz"), [""; 0]);
    assert_eq!(faults("11 steel troopers, Captain Newton"), [""; 0], "a rank of 4 brings two more");
    assert_eq!(
        faults("12 steel troopers, Captain Newton"),
        ["Steel troopers: 12 are too many. With a Captain the unit has 6 to 11."]
    );
    assert_eq!(
        faults("9 steel troopers, Captain Newton, sergeant"),
        ["Steel troopers: it has one officer at most: either a Sergeant or Captain Newton."]
    );
    assert_eq!(
        faults("8 star troopers, Captain Newton"),
        ["Star troopers: Captain Newton cannot lead it; he leads soldiers of type 2."]
    );
    assert_eq!(
        faults("9 steel troopers, Sergeant Borz"),
        ["Steel troopers: Sergeant Borz cannot lead it; he leads Fire Toads."]
    );
    assert_eq!(
        faults("9 golems, Captain Newton"),
        ["Storm golems: Captain Newton serves another army and leads none of its units."]
    );
    assert_eq!(
        faults("6 steel troopers\n1 Fire Toad, Sergeant Borz\n1 Fire Toad, Sergeant Borz"),
        [
            "Sergeant Borz is one person and leads one unit; here he leads Fire Toads 1 and Fire Toads 2."
        ]
    );
}

/// T-MIS-61
#[test]
fn the_pilot_of_missions_is_in_no_company() {
    let mut library = more();
    library.heroes.iter_mut().for_each(|hero| hero.mission_pilot = true);
    assert_eq!(
        faults_of(&library, "9 steel troopers, Captain Newton"),
        ["Steel troopers: Captain Newton comes with missions and is in no company."]
    );
}

/// T-BLD-4, T-UNI-2
#[test]
fn officer_specialists_and_bearers_are_counted_in() {
    let mut library = more();
    let troopers = library.entries.iter_mut().find(|entry| entry.key == "steel-troopers").unwrap();
    (troopers.standard, troopers.specialists) = (2, 2);
    assert_eq!(
        faults_of(&library, "2 steel troopers, sergeant, MG, medic"),
        [
            "Steel troopers: officer, specialists and bearers are counted in, and here are 3 of them among 2."
        ]
    );
}

#[test]
fn a_number_without_a_price_is_told() {
    let mut library = more();
    let troopers = library.entries.iter_mut().find(|entry| entry.key == "steel-troopers").unwrap();
    troopers.prices[0].extra = None;
    assert_eq!(
        faults_of(&library, "8 steel troopers, sergeant"),
        ["Steel troopers: the list gives no price for 8; choose another number."]
    );
}

/// T-BLD-1
#[test]
fn a_company_over_the_limit_says_by_how_much_and_opponents_can_tell_it_from_all_else() {
    let company = written("White Stars\n9 steel troopers, lieutenant, 2 laser guns\n3 TacArms");
    let over = check(book(), &company, &Limits::without_reinforcements(500));
    assert_eq!(over, [Fault::Over { share: Share::Whole, by: 100, sum: 600, limit: 500 }]);
    assert_eq!(said(&over), ["The company costs 600 AP, 100 more than the 500 agreed."]);
    assert!(check(book(), &company, &Limits::without_reinforcements(600)).is_empty());
}

/// T-BLD-8
#[test]
fn assault_and_reinforcement_each_stay_within_their_share() {
    let company = written(
        "White Stars\n9 steel troopers, lieutenant\n3 TacArms (reinforcement)\nFire Toad (reinforcement)",
    );
    let hold = data::missions().iter().find(|mission| mission.key == "hold-the-position").unwrap();
    let attacker = Limits::of(hold, Role::Attacker).unwrap();
    let defender = Limits::of(hold, Role::Defender).unwrap();
    assert_eq!((attacker.assault, attacker.reinforcement), (1500, Some(500)));
    assert_eq!((defender.assault, defender.reinforcement), (1000, Some(1000)));
    assert!(check(book(), &company, &attacker).is_empty());
    let tight = Limits { assault: 299, reinforcement: Some(450) };
    assert_eq!(
        said(&check(book(), &company, &tight)),
        [
            "The assault units cost 300 AP, 1 more than the 299 agreed.",
            "The reinforcement units cost 500 AP, 50 more than the 450 agreed."
        ]
    );
    assert_eq!(
        said(&check(book(), &company, &Limits::without_reinforcements(2000))),
        [
            "Steel TacArms: it is marked as reinforcement, but this game has none. Mark it as assault unit.",
            "Fire Toads: it is marked as reinforcement, but this game has none. Mark it as assault unit."
        ]
    );
    let agreed = data::missions().iter().find(|mission| mission.key == "bridgehead").unwrap();
    assert_eq!(Limits::of(agreed, Role::Attacker), None);
}

/// T-BLD-1
#[test]
fn all_faults_come_together_and_say_which_unit() {
    let mut company = written("6 steel troopers\n9 steel troopers, sergeant");
    company.units[0].number = 20;
    company.units[1].officer = 7;
    company.units[1].special = Some("flamer".into());
    company.units[1].bearers = 1;
    company.name = "two\nlines".into();
    let faults = check(book(), &company, &Limits::without_reinforcements(1));
    assert!(matches!(faults[0], Fault::Name), "{faults:?}");
    assert!(matches!(&faults[1], Fault::Unit { unit: 0, fault: UnitFault::Number { .. }, .. }));
    assert!(matches!(
        &faults[2],
        Fault::Unit { unit: 1, fault: UnitFault::NotItsWeapon { .. }, .. }
    ));
    assert!(matches!(
        &faults[3],
        Fault::Unit { unit: 1, fault: UnitFault::NoSuchRank { rank: 7 }, .. }
    ));
    assert!(matches!(faults[4], Fault::Over { share: Share::Whole, limit: 1, .. }));
    assert_eq!(faults.len(), 5, "{faults:?}");
}

#[test]
fn an_empty_company_and_one_of_thousands_of_units_are_told_in_few_words() {
    let empty = Company { army: "therians".into(), ..Company::default() };
    assert_eq!(
        said(&check(book(), &empty, &Limits::FREE)),
        ["The company has no units yet; add one."]
    );
    let many = Company { units: vec![unit("9 golems, alpha"); 5_000], ..empty };
    assert_eq!(
        said(&check(book(), &many, &Limits::FREE)),
        [format!(
            "The company has 5000 units; at most {MAX_UNITS} can be brought. Leave some out."
        )]
    );
    assert_eq!(company::names(book(), &many).len(), MAX_UNITS);
}
