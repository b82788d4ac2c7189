//! A server's own file with something wrong in it: every fault is named at once, with its place.

use gatemaster_rules::at43::data::MAX_FILE;

use super::data::read;

fn faults(text: &str) -> Vec<String> {
    let told = read(text).unwrap_err();
    told.into_iter()
        .map(|fault| fault.strip_prefix("club.toml, ").unwrap_or(&fault).to_owned())
        .collect()
}

/// T-MIS-5: everything that a mission lacks, at once.
#[test]
fn a_mission_that_cannot_be_played_is_told_what_it_lacks() {
    let text = r#"
        [[mission]]
        key = "nothing"
        name = "Nothing"
        roles = true
        ground = "map"
        attacker = { assault = 500, reinforcement = 100 }
        [[mission.place]]
        name = "Edge"
        kind = "access_zone"
    "#;
    assert_eq!(
        faults(text),
        [
            "mission \"nothing\", field \"ends\": it is missing; write { after_round = 6 } or { points = 10, tie = \"more_points\" }",
            "mission \"nothing\", field \"place\": the attacker needs an access or deployment zone",
            "mission \"nothing\", field \"place\": the defender needs an access or deployment zone",
            "mission \"nothing\", field \"attacker\": attacker and defender both have AP, or both are agreed at the table",
            "mission \"nothing\", field \"reinforcements\": there are AP for reinforcements; write reinforcements = true",
            "mission \"nothing\", field \"eliminated\": nothing in this mission pays victory points",
        ]
    );
}

/// One record and the only fault it has; the rest of the record is in order.
fn assert_only(record: &str, problem: &str) {
    assert_eq!(faults(record), [problem], "{record}");
}

#[rustfmt::skip]
const WEAPONS: [(&str, &str); 20] = [
    ("key = \"mg\"\narea = 11", "field \"area\": expected a whole number from 0 to 10, found 11"),
    ("key = \"mg\"\nrate = 0", "field \"rate\": expected a whole number from 1 to 8, found 0"),
    ("key = \"mg\"\npenetration = 31", "field \"penetration\": expected a whole number from 0 to 30, found 31"),
    ("key = \"mg\"\nacuracy = 3", "field \"acuracy\": unknown field (did you mean \"accuracy\"?); known are key, name, close, accuracy, needs, reaches, rate, rerolls, penetration, damage, area, abilities, printed, derived, house"),
    ("key = \"mg\"\naccuracy = 3\nneeds = 4", "field \"needs\": a weapon has only one of \"accuracy\", \"needs\" and \"reaches\""),
    ("key = \"mg\"\nabilities = [\"snipper\"]", "field \"abilities\": expected one of \"locked_shot\", \"projection\", \"sniper\", \"artillery_strike\", found \"snipper\" (did you mean \"sniper\"?)"),
    ("key = \"mg\"\nabilities = [\"sniper\", \"sniper\"]", "field \"abilities\": a word stands there twice"),
    ("key = \"mg\"\nneeds = 4", "field \"needs\": only locked_shot and artillery_strike need the same face at every range; other weapons have an accuracy"),
    ("key = \"mg\"\nreaches = 1", "field \"reaches\": only projection reaches so far without a test; other weapons have an accuracy"),
    ("key = \"mg\"\nabilities = [\"locked_shot\"]", "field \"needs\": it is missing; locked_shot and artillery_strike need the same face at every range"),
    ("key = \"flamer\"\narea = 0", "field \"area\": it is missing; projection and artillery_strike have one"),
    ("key = \"flamer\"\naccuracy = 2", "field \"reaches\": it is missing; projection reaches so many range bands without a test"),
    ("key = \"flamer\"\nrate = 2", "field \"rate\": projection rolls no test: it has rate 1 and no re-rolls"),
    ("key = \"missile-launcher\"\narea = 2", "field \"area\": close combat weapons, locked_shot and sniper have none"),
    ("key = \"electrolash\"\nabilities = [\"sniper\"]", "field \"abilities\": a close combat weapon has none"),
    ("key = \"medium-nucleus-cannon\"\nneeds = 4\nabilities = [\"sniper\", \"locked_shot\"]", "field \"abilities\": a weapon has one of them at most"),
    ("key = \"missile-launcher\"\nabilities = [\"artillery_strike\"]\narea = 1", "field \"abilities\": there is one artillery strike already: replace \"artillery-strike\""),
    ("key = \"mg\"\nhouse = [\"rates\"]", "field \"house\": there is no value \"rates\" (did you mean \"rate\"?)"),
    ("key = \"mg\"\nhouse = [\"rate\"]\nprinted = [\"rate\"]", "field \"house\": \"rate\" has two sources"),
    ("key = \"mg\"\nname = \"\\u200b\"", "field \"name\": expected a name of 1 to 32 characters, found \"\""),
];

/// T-UNI-1
#[test]
fn weapons_that_contradict_themselves_are_refused() {
    for (record, problem) in WEAPONS {
        let key = record.split('"').nth(1).unwrap();
        let told = faults(&format!("[[weapon]]\n{record}"));
        assert_eq!(told.first().unwrap(), &format!("weapon \"{key}\", {problem}"), "{record}");
    }
}

#[rustfmt::skip]
const UNITS: [(&str, &str, &str); 47] = [
    ("fire-toads", "size = 21", "field \"size\": expected a whole number from 1 to 20, found 21"),
    ("fire-toads", "movement = 61", "field \"movement\": expected a whole number from 0 to 60, found 61"),
    ("fire-toads", "morale = \"none\"", "field \"morale\": expected a whole number from 1 to 20, or \"-\" for Nerves of steel"),
    ("fire-toads", "category = \"strider\"", "field \"category\": expected one of \"soldiers\", \"support\", \"striders\", \"vehicles\", found \"strider\" (did you mean \"striders\"?)"),
    ("fire-toads", "army = \"therian\"", "field \"army\": there is no army \"therian\" (did you mean \"therians\"?)"),
    ("storm-golems", "type = 1", "field \"type\": no slot of Therians takes soldiers of type 1"),
    ("storm-golems", "frame = 2", "field \"frame\": soldiers have no structure points"),
    ("storm-golems", "ranged = [{ weapon = \"nanoblaster\", structure = 1 }]", "ranged 1, field \"structure\": weapons of soldiers have no structure points"),
    ("fire-toads", "ranged = [{ weapon = \"mg\" }]", "ranged 1, field \"structure\": it is missing; each weapon of a machine has structure points"),
    ("fire-toads", "ranged = [{ weapon = \"mg\", structure = 1, field = \"ahead\" }]", "ranged 1, field \"field\": only the weapons of vehicles do not see all round"),
    ("fire-toads", "category = \"vehicles\"", "ranged 1, field \"field\": it is missing; say what the vehicle's weapon sees, as in \"to the front\""),
    ("storm-golems", "ranged = [{ weapon = \"reaper-blades\" }]", "ranged 1, field \"weapon\": \"reaper-blades\" is a close combat weapon"),
    ("storm-golems", "ranged = [{ weapon = \"artillery-strike\" }]", "ranged 1, field \"weapon\": \"artillery-strike\" is called in and carried by nobody"),
    ("storm-golems", "ranged = [{ weapon = \"mg\" }, { weapon = \"mg\" }]", "ranged 2, field \"weapon\": it stands there twice; write count = 2"),
    ("storm-golems", "ranged = [{ count = 2 }]", "ranged 1, field \"weapon\": expected the weapon's key, it is missing"),
    ("storm-golems", "close = [\"nanoblaster\"]", "field \"close\": \"nanoblaster\" is no close combat weapon"),
    ("storm-golems", "close = [\"reaper-blades\", \"reaper-blades\"]", "field \"close\": a weapon stands there twice"),
    ("bane-goliaths", "ranged = []", "field \"ranged\": the unit has no weapon at all"),
    ("bane-goliaths", "standard = 4", "field \"maximum\": 3 is less than the standard number 4"),
    ("storm-golems", "bearers = [4, 3]", "field \"bearers\": expected at most 6 below the maximum number and 9 at it, and not fewer there"),
    ("storm-golems", "bearers = [1, 10]", "field \"bearers\": expected at most 6 below the maximum number and 9 at it, and not fewer there"),
    ("storm-golems", "bearers = [1]", "field \"bearers\": expected two numbers, as in [1, 2]: below the maximum number, and at it"),
    ("storm-golems", "bearers = [0, 0]", "field \"bearers\": somebody must bear the special weapons, as in bearers = [1, 2]"),
    ("storm-golems", "special = []", "field \"bearers\": there is nothing to bear, or all bear it"),
    ("storm-golems", "special = [{ weapon = \"electrolash\" }]", "special 1, field \"weapon\": \"electrolash\" is a close combat weapon"),
    ("storm-golems", "special = [{ weapon = \"mg\" }, { weapon = \"mg\" }]", "special 2, field \"weapon\": it stands there twice"),
    ("fire-toads", "special = [{ weapon = \"mg\" }]\nbearers = [0, 1]", "field \"special\": machines have no special weapon bearers"),
    ("storm-golems", "specialists = 1", "field \"specialists\": a number of specialists and their kinds belong together"),
    ("fire-toads", "specialists = 1\nspecialist_kinds = [\"medic\"]", "field \"specialists\": machines have none"),
    ("bane-goliaths", "specialists = 3\nspecialist_kinds = [\"medic\"]", "field \"specialists\": there are only 2 in the unit"),
    ("storm-golems", "category = \"support\"", "field \"gunners_each\": a support unit has either gunners or all_bearers = true"),
    ("bane-goliaths", "all_bearers = true", "field \"gunners_each\": only support units have gunners or are all bearers"),
    ("bane-goliaths", "category = \"support\"\ntype = 2\ngunners_each = 1", "field \"gunners_each\": a weapon and its gunners are 2: the numbers must be made up of them"),
    ("assault-medusas", "category = \"support\"\nspecial = []\nbearers = [0, 0]\nall_bearers = true", "field \"close\": special weapon bearers have no close combat weapon"),
    ("storm-golems", "category = \"support\"\ngunners_each = 2\nbearers = [1, 2]", "field \"special\": a static support unit has no special weapons"),
    ("storm-golems", "officers = [10, 5]", "field \"officers\": a higher rank costs no less than a lower one"),
    ("storm-golems", "officers = [10, 15, 20, 25, 30, 35]", "field \"officers\": expected up to 5, found 6"),
    ("storm-golems", "price = []", "field \"price\": expected at least one [[unit.price]], found none"),
    ("storm-golems", "price = [{ at_standard = 300, at_maximum = 290, extra = 10 }]", "price 1, field \"at_maximum\": 290 is less than at the standard number"),
    ("storm-golems", "price = [{ at_standard = 250, at_maximum = 400 }]", "price 1, field \"extra\": it is missing; the numbers in between are paid with it"),
    ("storm-golems", "price = [{ at_standard = 250, at_maximum = 300, extra = 40 }]", "price 1, field \"extra\": one below the maximum number would cost 330, more than at it"),
    ("storm-golems", "price = [{ at_standard = 10000, at_maximum = 10000, extra = 0 }]", "price 1, field \"at_standard\": expected a whole number from 0 to 9999, found 10000"),
    ("wraith-golgoth", "price = [{ at_standard = 350, at_maximum = 360 }]", "price 1, field \"at_maximum\": standard and maximum number are the same, and so is the price"),
    ("steel-tacarms", "officers = [10, 20]", "price 1, field \"extra\": it is missing; an officer's Numbers bonus is paid with it"),
    ("bane-goliaths", "price = [{ equipment = [\"relays\"], at_standard = 1, at_maximum = 2 }]", "price 1, field \"equipment\": there is no equipment \"relays\" (did you mean \"relay\"?)"),
    ("bane-goliaths", "price = [{ equipment = [\"relay\", \"relay\"], at_standard = 1, at_maximum = 2 }]" , "price 1, field \"equipment\": the same piece stands there twice"),
    ("bane-goliaths", "price = [{ at_standard = 1, at_maximum = 2 }, { at_standard = 3, at_maximum = 4 }]" , "price 2, field \"equipment\": another line has the same equipment"),
];

/// T-UNI-1
#[test]
fn units_that_contradict_themselves_are_refused() {
    for (key, record, problem) in UNITS {
        let told = faults(&format!("[[unit]]\nkey = \"{key}\"\n{record}"));
        let expected = format!("unit \"{key}\", {problem}");
        assert!(told.contains(&expected), "{record}\n{expected}\n{told:#?}");
    }
}

#[test]
fn armies_have_five_slots_and_six_ranks() {
    assert_only(
        "[[army]]\nkey = \"therians\"\nslot = [{ soldiers = [2] }]",
        "army \"therians\", field \"slot\": expected 5 slots, found 1",
    );
    assert_eq!(
        faults("[[army]]\nkey = \"karman\"\nname = \"Karman\"\nslot = [{}, { soldiers = [4] }]"),
        [
            "army \"karman\", field \"slot\": expected 5 slots, found 2",
            "army \"karman\", slot 1: a slot takes something, as in soldiers = [1, 2]",
            "army \"karman\", slot 2, field \"soldiers\": expected a whole number from 1 to 3, found 4",
            "army \"karman\", field \"rank\": expected 6 ranks, from the plain fighter to rank 5, found 0",
        ]
    );
    let ranks = "{ title = \"R\", leadership = 1 }, ".repeat(6);
    assert_only(
        &format!("[[army]]\nkey = \"therians\"\nrank = [{ranks}]"),
        "army \"therians\", field \"rank\": the first rank is the plain fighter, who leads nobody",
    );
}

#[rustfmt::skip]
const HEROES: [(&str, &str); 6] = [
    ("category = \"striders\"\ntype = 1", "field \"category\": a hero of machines needs \"aboard\", the unit whose machine he pilots"),
    ("category = \"striders\"\ntype = 1\naboard = \"fire-toad\"", "field \"aboard\": there is no unit \"fire-toad\" (did you mean \"fire-toads\"?)"),
    ("category = \"striders\"\ntype = 2\naboard = \"fire-toads\"", "field \"aboard\": \"fire-toads\" is of another army, category or type than he"),
    ("category = \"soldiers\"\ntype = 2\naboard = \"steel-troopers\"", "field \"aboard\": \"steel-troopers\" has no machine to pilot"),
    ("category = \"striders\"\ntype = 2\naboard = \"wraith-golgoth\"", "field \"aboard\": \"wraith-golgoth\" is of another army, category or type than he"),
    ("category = \"soldiers\"\ntype = 2\nmission_pilot = true", "field \"mission_pilot\": its army has a pilot for missions already; replace that one by its key"),
];

#[test]
fn heroes_lead_what_they_pilot() {
    let hero = |rest: &str| {
        format!(
            "[[hero]]\nkey = \"borz\"\nname = \"Borz\"\narmy = \"white-stars\"\nrank = 1\ncost = 50\nsize = 2\n\
             movement = 14\nmorale = 8\nprotection = 5\ncombat = 5\nclose = [\"combat-knife\"]\n{rest}"
        )
    };
    read(&hero("category = \"soldiers\"\ntype = 2")).unwrap();
    read(&hero("category = \"striders\"\ntype = 1\naboard = \"fire-toads\"")).unwrap();
    for (rest, problem) in HEROES {
        let told = faults(&hero(rest));
        assert_eq!(told, [format!("hero \"borz\", {problem}")], "{rest}");
    }
}

#[rustfmt::skip]
const THROWN: [(&str, &str); 5] = [
    ("thrown = \"mg\"", "field \"thrown\": \"mg\" is nothing to throw: that has an area and no abilities"),
    ("thrown = \"flamer\"", "field \"thrown\": \"flamer\" is nothing to throw: that has an area and no abilities"),
    ("thrown = \"grenade\"", "field \"thrown\": there is no weapon \"grenade\" (did you mean \"grenades\"?)"),
    ("thrown = \"grenades\"\nability = \"relay\"", "field \"thrown\": it gives an ability or something to throw, not both"),
    ("ability = \"relai\"", "field \"ability\": expected one of \"stability\", \"designator\", \"detection\", \"stealth\", \"relay\", \"hoist\", found \"relai\" (did you mean \"relay\"?)"),
];

#[test]
fn only_what_spreads_can_be_thrown() {
    for (record, problem) in THROWN {
        assert_only(
            &format!("[[equipment]]\nkey = \"bag\"\nname = \"Bag\"\n{record}"),
            &format!("equipment \"bag\", {problem}"),
        );
    }
}

#[rustfmt::skip]
const MISSIONS: [(&str, &str, &str); 17] = [
    ("seek-and-destroy", "attacker = { assault = 1 }", "field \"attacker\": without roles the AP stand under \"each\""),
    ("landing", "each = { assault = 1 }", "field \"each\": with roles \"attacker\" and \"defender\" have their own AP"),
    ("landing", "number = 6", "field \"number\": unknown field; known are key, name, roles, ground, each, attacker, defender, eliminated, containers, nanogenerators, container_pays, nanogenerator_pays, evacuated_infantry, evacuated_machines, rescue, may_wait, reinforcements, ends, told, printed, derived, house, place"),
    ("landing", "ends = { after_round = 6, points = 3 }", "ends, field \"points\": a mission ends after a round or at points, not both"),
    ("landing", "ends = { points = 3 }", "ends, field \"tie\": expected one of \"place\", \"more_objectives\", \"more_points\", it is missing"),
    ("landing", "ends = { points = 3, tie = \"place\" }", "field \"ends\": the tie \"place\" needs one place that pays, and here are 7"),
    ("skirmish", "ends = { points = 3, tie = \"more_objectives\" }", "field \"ends\": the tie \"more_objectives\" needs places that pay"),
    ("landing", "ends = 6", "field \"ends\": expected a table, as in { one = 1, two = 2 }"),
    ("landing", "rescue = { met = 5, evacuated = 5, protection = 11, structure = 5 }", "field \"place\": a rescue has one wreck, and here are 0"),
    ("bridgehead", "rescue = { met = 5, evacuated = 5, protection = 11, structure = 5 }", "field \"rescue\": a rescue needs an attacker; write roles = true"),
    ("bridgehead", "evacuated_infantry = 5", "field \"roles\": evacuation needs an attacker: roles = true"),
    ("bridgehead", "container_pays = { control = 100 }", "field \"reinforcements\": reinforcement points buy nothing here; write reinforcements = true"),
    ("bridgehead", "reinforcements = true\ncontainer_pays = { capture = 1, attacker_captures = true }", "field \"container_pays\": the mission has no attacker; write roles = true"),
    ("landing", "reinforcements = false", "field \"reinforcements\": there are AP for reinforcements; write reinforcements = true"),
    ("landing", "containers = 13", "field \"containers\": expected a whole number from 0 to 12, found 13"),
    ("landing", "attacker = { assault = 20001 }", "attacker, field \"assault\": expected a whole number from 0 to 20000, found 20001"),
    ("skirmish", "eliminated = {}", "field \"eliminated\": nothing in this mission pays victory points"),
];

/// T-MIS-5
#[test]
fn missions_that_contradict_themselves_are_refused() {
    for (key, record, problem) in MISSIONS {
        let told = faults(&format!("[[mission]]\nkey = \"{key}\"\n{record}"));
        let expected = format!("mission \"{key}\", {problem}");
        assert!(told.contains(&expected), "{record}\n{expected}\n{told:#?}");
    }
}

#[rustfmt::skip]
const PLACES: [(&str, &str, &str); 10] = [
    ("skirmish", "name = \"X\", kind = \"hill\"", "field \"kind\": expected one of \"point\", \"container\", \"nanogenerator\", \"wreck\", \"drop_point\", \"access_zone\", \"deployment_zone\", found \"hill\""),
    ("skirmish", "name = \"X\", kind = \"point\", of = \"attacker\"", "field \"of\": only a zone belongs to somebody"),
    ("skirmish", "name = \"X\", kind = \"deployment_zone\"", "field \"of\": it is missing; a deployment zone belongs to somebody"),
    ("skirmish", "name = \"X\", kind = \"access_zone\", of = \"each\"", "field \"of\": expected one of \"attacker\", \"defender\", found \"each\""),
    ("skirmish", "name = \"X\", kind = \"access_zone\", of = \"attacker\", control = 1", "field \"control\": nobody is paid for his own zone"),
    ("skirmish", "name = \"X\", kind = \"point\", pays = \"attacker\"", "field \"pays\": the place pays nothing; give it control = 1 or more"),
    ("skirmish", "name = \"X\", kind = \"point\", bars = \"attacker\"", "field \"bars\": only a neutral access zone or a drop point can be barred"),
    ("skirmish", "name = \"A\", kind = \"point\"", "field \"name\": \"A\" is another place already"),
    ("bridgehead", "name = \"X\", kind = \"point\", control = 1, pays = \"attacker\"", "field \"pays\": the mission has no roles; write roles = true"),
    ("bridgehead", "name = \"X\", kind = \"drop_point\", bars = \"attacker\"", "field \"bars\": the mission has no roles; write roles = true"),
];

/// T-MIS-5
#[test]
fn places_that_contradict_themselves_are_refused() {
    let zones = "{ name = \"A\", kind = \"access_zone\", of = \"attacker\" }, \
                 { name = \"D\", kind = \"access_zone\", of = \"defender\" }";
    for (key, place, problem) in PLACES {
        let told =
            faults(&format!("[[mission]]\nkey = \"{key}\"\nplace = [{zones}, {{ {place} }}]"));
        let expected = format!("mission \"{key}\", place 3, {problem}");
        assert!(told.contains(&expected), "{place}\n{expected}\n{told:#?}");
    }
}

#[test]
fn a_replaced_record_must_still_fit_what_the_book_does_with_it() {
    assert_only(
        "[[weapon]]\nkey = \"electrolash\"\nclose = false",
        "unit \"assault-medusas\", field \"close\": \"electrolash\" is no close combat weapon",
    );
}

#[test]
fn a_stand_in_for_a_value_with_a_fault_is_no_ground_for_another() {
    assert_only(
        "[[weapon]]\nkey = \"combat-knife\"\nclose = \"yes\"",
        "weapon \"combat-knife\", field \"close\": expected true or false, found \"yes\"",
    );
    assert_only(
        "[[unit]]\nkey = \"storm-golems\"\nstandard = 99",
        "unit \"storm-golems\", field \"standard\": expected a whole number from 1 to 20, found 99",
    );
}

#[test]
fn a_file_with_many_faults_hears_of_each_at_once() {
    let text = r#"
        soldiers = 3
        [[unit]]
        key = "Star Troopers"
        morale = 99
        [[unit]]
        key = "wing-troopers"
        name = "Wing troopers"
        army = "white-stars"
        category = "soldiers"
        type = 2
        size = 2
        movement = 20
        morale = 8
        protection = 5
        combat = "good"
        standard = 6
        maximum = 4
        ranged = [{ weapon = "laser-rifel" }]
        price = [{ at_standard = 200, at_maximum = 100, extra = 30 }]
        [[unit]]
        key = "wing-troopers"
        [[weapon]]
        name = "Nameless"
        accuracy = 3
        rate = 1
        penetration = 4
        damage = 1
        [[weapon]]
        key = "rocket"
        name = "Rocket"
        needs = 4
        rate = 1
        penetration = 13
        damage = 3
    "#;
    assert_eq!(
        faults(text),
        [
            "field \"soldiers\": unknown field; known are army, weapon, equipment, unit, hero, mission",
            "weapon 1, field \"key\": expected 1 to 40 small letters, digits and hyphens, it is missing",
            "unit \"Star Troopers\", field \"key\": expected 1 to 40 small letters, digits and hyphens, found \"Star Troopers\"",
            "unit \"Star Troopers\", field \"name\": expected a name of 1 to 32 characters, it is missing",
            "unit \"Star Troopers\", field \"army\": expected the army's key, it is missing",
            "unit \"Star Troopers\", field \"category\": expected one of \"soldiers\", \"support\", \"striders\", \"vehicles\", it is missing",
            "unit \"Star Troopers\", field \"type\": expected a whole number from 1 to 3, it is missing",
            "unit \"Star Troopers\", field \"size\": expected a whole number from 1 to 20, it is missing",
            "unit \"Star Troopers\", field \"movement\": expected a whole number from 0 to 60, it is missing",
            "unit \"Star Troopers\", field \"morale\": expected a whole number from 1 to 20, found 99",
            "unit \"Star Troopers\", field \"protection\": expected a whole number from 0 to 30, it is missing",
            "unit \"Star Troopers\", field \"combat\": expected a whole number from 0 to 20, it is missing",
            "unit \"Star Troopers\", field \"standard\": expected a whole number from 1 to 20, it is missing",
            "unit \"Star Troopers\", field \"maximum\": expected a whole number from 1 to 20, it is missing",
            "unit \"Star Troopers\", field \"price\": expected at least one [[unit.price]], found none",
            "unit \"wing-troopers\", field \"combat\": expected a whole number from 0 to 20, found \"good\"",
            "unit \"wing-troopers\", ranged 1, field \"weapon\": there is no weapon \"laser-rifel\" (did you mean \"laser-rifle\"?)",
            "unit \"wing-troopers\", field \"key\": it is used twice in this file",
            "weapon \"rocket\", field \"needs\": only locked_shot and artillery_strike need the same face at every range; other weapons have an accuracy",
            "unit \"Star Troopers\", field \"ranged\": the unit has no weapon at all",
            "unit \"wing-troopers\", field \"maximum\": 4 is less than the standard number 6",
            "unit \"wing-troopers\", price 1, field \"at_maximum\": 100 is less than at the standard number",
        ]
    );
}

#[test]
fn what_is_no_file_of_this_kind_is_told_so() {
    let big = "#".repeat(MAX_FILE + 1);
    assert_eq!(read(&big).unwrap_err(), ["club.toml: expected up to 64 KiB, found 65 KiB"]);
    assert_eq!(
        faults("unit = 3"),
        ["field \"unit\": expected tables under the heading [[unit]], found 3"]
    );
    let weapons = "[[weapon]]\nkey = \"mg\"\n".repeat(81);
    let told = faults(&weapons);
    assert_eq!(told[0], "field \"weapon\": expected up to 80, found 81");
    assert_eq!(told[1], "weapon \"mg\", field \"key\": it is used twice in this file");
}
