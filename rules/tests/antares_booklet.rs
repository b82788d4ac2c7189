//! The booklet's tables once more, row by row: a slip in the data does not go unseen (A-FRC-1).

use std::collections::BTreeSet;

use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::{
    Faction, Gear, Mode, ModelRule, Profile, Source, Troop, UnitKind, WeaponClass,
};

/// Key, force, kind, drones and team weapon; below, each kind of model with Ag, Acc, Str, Res with
/// armour, Init, Co, what it wears and carries, and its special rules.
const UNITS: &str = "\
c3_strike_command_squad | concord | infantry | spotter
    1 Strike Commander | 5 6 5 5(7) 7 9 | hl plasma_carbine x_sling | Command, Leader
    2 Strike Trooper | 5 6 5 5(7) 7 8 | hl plasma_carbine
c3_strike_squad | concord | infantry | spotter
    1 Strike Leader | 5 5 5 5(7) 7 8 | hl plasma_carbine x_sling | Leader
    4 Strike Trooper | 5 5 5 5(7) 7 8 | hl plasma_carbine
c3d1_light_support_drone | concord | weapon drones | spotter+batter
    3 Weapon Drone | 7 6 1 8 8 8 | plasma_light_support
c3d2_medium_support_drone | concord | weapon drones | spotter+batter
    1 Weapon Drone | 7 6 1 10 8 8 | plasma_light_support
c3_x_howitzer_team | concord | weapon team | spotter | serves x_howitzer
    3 Strike Trooper Crew | 5 5 5 5(7) 7 8 | hl plasma_pistol | Large, Slow
c3m4_combat_drone | concord | vehicle | spotter+batter
    1 C3M4 Combat Drone | 5 6 1 13 8 8 | plasma_light_support plasma_cannon | MOD2, Large
ai_command_squad | algoryn | infantry | spotter
    1 AI Commander | 5 5 5 6(7) 7 9 | reflex plasma_carbine x_sling | Command, Leader
    2 AI Trooper | 5 5 5 6(7) 7 8 | reflex plasma_carbine
ai_squad | algoryn | infantry | spotter
    1 AI Leader | 5 5 5 6(7) 7 8 | reflex mag_pistol x_sling | Leader
    3 AI Trooper | 5 5 5 6(7) 7 8 | reflex mag_gun
    1 AI Trooper with micro-X launcher | 5 5 5 6(7) 7 8 | reflex micro_x_launcher
ai_infiltration_squad | algoryn | infantry | spotter
    1 AI Infiltrator Leader | 5 5 5 6(7) 7 8 | reflex mag_pistol x_sling | Leader, Infiltrator
    4 AI Infiltrator Trooper | 5 5 5 6(7) 7 8 | reflex mag_repeater | Infiltrator
ai_mag_light_support_team | algoryn | weapon team | spotter | serves mag_light_support
    2 AI Crew | 5 5 5 6(7) 7 8 | reflex mag_pistol
ai_mag_cannon_team | algoryn | weapon team | spotter | serves mag_cannon
    2 AI Crew | 5 5 5 6(7) 7 8 | reflex mag_pistol
ai_x_launcher_team | algoryn | weapon team | spotter | serves x_launcher
    2 AI Crew | 5 5 5 6(7) 7 8 | reflex mag_pistol
ai_x_howitzer_team | algoryn | weapon team | spotter | serves x_howitzer
    3 AI Crew | 5 5 5 6(7) 7 8 | reflex mag_pistol | Large, Slow
ai_assault_squad | algoryn | infantry
    1 AI Assault Leader | 5 5 5 6(7) 7 8 | reflex mag_repeater distort_spinner | Leader
    4 AI Assault Trooper | 5 5 5 6(7) 7 8 | reflex mag_repeater distort_spinner
overseer_squad | boromite | infantry | spotter
    1 Overseer | 4 5 6 6(7) 6 10 | reflex plasma_carbine | Command, Leader
    2 Ganger | 4 5 6 6(7) 6 9 | reflex plasma_carbine
gang_fighters | boromite | infantry
    1 Gang Leader | 4 5 6 6(7) 6 9 | reflex mag_pistol | Leader
    4 Ganger | 4 5 6 6(7) 6 9 | reflex mag_gun
work_gang | boromite | infantry
    1 Gang Leader | 4 5 6 6 6 9 | heavy_tractor_maul | Leader
    4 Ganger | 4 5 6 6 6 9 | heavy_tractor_maul
lavamites | boromite | beasts
    1 Handler | 4 5 6 6(7) 6 9 | reflex lectro_lash plasma_pistol | Leader
    3 Lavamite | 4 7 7 8 6 5 | lavamite_spit | 3 Attacks, SV2
boromite_mag_light_support_team | boromite | weapon team | serves mag_light_support
    3 Ganger Crew | 4 5 6 6 6 9 | mag_pistol
boromite_x_launcher_team | boromite | weapon team | spotter | serves x_launcher
    3 Ganger Crew | 4 5 6 6 6 9 | mag_pistol
boromite_heavy_frag_borer_team | boromite | weapon team | spotter | serves heavy_frag_borer
    3 Ganger Crew | 4 5 6 6 6 9 | mag_pistol | Large, Slow
rock_rider_squad | boromite | mounted
    1 Rock Rider Leader | 4 5 8 7(8) 6 9 | reflex plasma_carbine lectro_lance | Leader, Large, Rapid Sprint, Locomite SV2
    2 Rock Rider | 4 5 8 7(8) 6 9 | reflex plasma_carbine lectro_lance | Large, Rapid Sprint, Locomite SV2
freeborn_command_squad | freeborn | infantry | spotter
    1 Freeborn Captain | 5 6 5 5(6) 8 9 | reflex impact_cloak plasma_pistol | Command, Leader
    2 Bodyguard | 5 6 5 5(6) 7 8 | reflex impact_cloak plasma_carbine
vardanari_guard | freeborn | infantry | spotter
    1 Vardanari Leader | 5 5 5 5(6) 7 8 | reflex impact_cloak plasma_carbine | Leader
    5 Vardanari Guard | 5 5 5 5(6) 7 8 | reflex impact_cloak plasma_carbine
domari_squad | freeborn | infantry | spotter
    1 Domari Leader | 5 5 5 5(6) 7 8 | reflex mag_pistol | Leader
    5 Domari | 5 5 5 5(6) 7 8 | reflex mag_gun
skyraider_squad | freeborn | mounted
    1 Skyraider Leader | 5 5 5 5(7) 7 8 | reflex booster twin_mag_repeater | Leader, Large, Fast
    2 Skyraider Trooper | 5 5 5 5(7) 7 8 | reflex booster twin_mag_repeater | Large, Fast
freeborn_x_launcher_team | freeborn | weapon team | spotter | serves x_launcher
    2 Freeborn Crew | 5 5 5 5(6) 7 8 | reflex mag_pistol
striker_attack_skimmer | freeborn | vehicle | spotter+batter
    1 Striker Attack Skimmer | 5 5 5 11 7 8 | plasma_light_support | Large, MOD2
feral_squad | freeborn | infantry
    1 Feral Leader | 5 5 5 5 7 7 | mag_gun | Leader, Soma Graft
    5 Feral Fighter | 5 5 5 5 7 7 | mag_gun | Soma Graft
senatex_command_squad | isorian | infantry | spotter
    1 Senatex Commander | 5 6 5 5(7) 7 9 | phase plasma_carbine | Command, Leader
    2 Phase Trooper | 5 6 5 5(7) 7 8 | phase plasma_carbine
phase_squad | isorian | infantry | spotter
    1 Phase Leader | 5 5 5 5(7) 7 8 | phase plasma_carbine | Leader
    4 Phase Trooper | 5 5 5 5(7) 7 8 | phase plasma_carbine
nhamak_light_support_drone | isorian | weapon drones | spotter+batter
    3 Weapon Drone | 7 6 1 8 8 8 | plasma_light_support
phase_sniper | isorian | weapon team | spotter+camo
    1 Phase Sniper | 5 8 5 5(7) 7 8 | phase plasma_pistol phase_rifle | Sniper
tsan_phase_squad | isorian | infantry
    1 Tsan Leader | 5 5 7 6(8) 7 8 | phase plasma_duocarb | Leader, Large
    2 Tsan Trooper | 5 5 7 6(8) 7 8 | phase plasma_duocarb | Large
ghar_battle_squad | ghar | infantry
    1 Ghar Leader | 3 5 10 4(12) 8 8 | ghar_battle scourer_cannon | Leader, Large, Plasma Reactor
    2 Ghar Trooper | 3 5 10 4(12) 7 7 | ghar_battle scourer_cannon | Large, Plasma Reactor
outcast_command_squad | ghar | infantry
    1 Outcast Slave Driver | 6 5 3 4 7 7 | mag_lash | Leader, Command
    4 Outcast | 6 5 3 4 7 7 | mag_lash
outcast_squad | ghar | infantry
    1 Outcast Leader | 6 5 3 4 7 7 | lugger_gun | Leader
    9 Outcast | 6 5 3 4 6 6 | lugger_gun
ghar_command_crawler | ghar | vehicle
    1 Ghar Commander | 5 5 10 13 8 9 | scourer_cannon scourer_cannon | Command, Leader, Crawler, MOD2, Large
";

/// Key, class, mode, range, strike value, special rules.
const WEAPONS: &str = "\
mag_pistol | hand |  | 10/20/30 | 1
plasma_pistol | hand |  | 10/20/30 | 2
x_sling | hand |  | 10/20 | 0 | Blast D3
heavy_tractor_maul | hand |  | 10 | 3 | 2 Attacks
lectro_lash | hand |  | - | 1 | 3 Attacks
lectro_lance | hand |  | - | 2
mag_lash | hand |  | 10 | 1 | 2 Attacks
distort_spinner | hand |  | - | 0 | 2 Attacks, Variable 2, Grenade
mag_gun | standard |  | 20/30/60 | 1
mag_repeater | standard |  | 20/30 | 0 | RF2
twin_mag_repeater | standard |  | 20/30 | 0 | RF4
micro_x_launcher | standard | overhead | 10-20/30/50 | 0 | Overhead, Blast D4, No Cover
micro_x_launcher | standard | direct | 20/30 | 1
plasma_carbine | standard | single shot | 20/30/50 | 2
plasma_carbine | standard | scatter | 20/30 | 0 | RF2
plasma_duocarb | standard | single shot | 20/30/50 | 3
plasma_duocarb | standard | scatter | 20/30 | 0 | RF3
phase_rifle | standard |  | 20/30/100 | 2 | No Cover, D6 Shots on Fire, Lucky Hits Together
scourer_cannon | standard | dispersed | 20/30 | 2 | RF3
scourer_cannon | standard | concentrated | 20/30/40 | 4
scourer_cannon | standard | disruptor | 20/30 | 1 | Blast D4, No Cover, Disruptor
lugger_gun | standard |  | 20/30 | 0 | RF2, Limited Ammo
mag_light_support | support |  | 30/50/100 | 2 | RF3
mag_cannon | support |  | 30/50/100 | 5 | Massive Damage
plasma_light_support | support |  | 30/40/80 | 3 | RF3
plasma_cannon | support |  | 30/40/80 | 6 | Plasma Fade
x_launcher | support |  | 10-30/60/120 | 1 | Overhead, Blast D5, No Cover
heavy_mag_cannon | heavy |  | 50/100/250 | 6 | Massive Damage
x_howitzer | heavy |  | 10-50/100/200 | 2 | Overhead, Blast D10, No Cover
heavy_frag_borer | heavy |  | 20/30/60 | 6 | Fractal Lock to 10
lavamite_spit | special |  | - | 2 | Point-Blank Only
";

fn joined<T: ToString>(items: &[T], with: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(with)
}

fn head(unit: &Profile) -> String {
    let mut parts = vec![unit.key.clone(), unit.faction.name().to_lowercase()];
    parts.push(unit.kind.name().to_owned());
    if !unit.gear.is_empty() {
        let drone = |gear: &Gear| gear.name().trim_end_matches(" drone").to_owned();
        parts.push(joined(&unit.gear.iter().map(drone).collect::<Vec<_>>(), "+"));
    }
    if let Some(weapon) = &unit.team_weapon {
        parts.push(format!("serves {weapon}"));
    }
    parts.join(" | ")
}

/// Res with the bonus that armour gives most of the time, as cards print it: 5(7).
fn res(troop: &Troop) -> String {
    let bare = troop.stats.res;
    let bonus: u8 = troop.armour.iter().map(|piece| piece.bonus).sum();
    match troop.armour.iter().find_map(|piece| piece.raises_to) {
        Some(value) => format!("{bare}({value})"),
        None if troop.armour.is_empty() => bare.to_string(),
        None => format!("{bare}({})", bare + bonus),
    }
}

fn row(troop: &Troop) -> String {
    let stats = troop.stats;
    let mut carried: Vec<String> = troop.armour.iter().map(|piece| piece.key.clone()).collect();
    carried.extend(troop.weapons.iter().cloned());
    let text = format!(
        "{} {} | {} {} {} {} {} {} | {} | {}",
        troop.count,
        troop.name,
        stats.ag,
        stats.acc,
        stats.str,
        res(troop),
        stats.init,
        stats.co,
        carried.join(" "),
        joined(&troop.rules, ", ")
    );
    format!("    {}", text.trim_end_matches([' ', '|']))
}

fn band(mode: &Mode) -> String {
    let whole = |inches: gatemaster_rules::antares::inches::Inches| inches.hundredths() / 100;
    let bands: Vec<u32> =
        [mode.effective, mode.long, mode.extreme].into_iter().flatten().map(whole).collect();
    match (whole(mode.minimum), bands.is_empty()) {
        (_, true) => "-".to_owned(),
        (0, false) => joined(&bands, "/"),
        (minimum, false) => format!("{minimum}-{}", joined(&bands, "/")),
    }
}

/// A-FRC-1
#[test]
fn every_unit_of_the_six_forces_has_the_row_of_its_card() {
    let library = Library::built_in();
    let mut rows = Vec::new();
    for unit in &library.units {
        rows.push(head(unit));
        rows.extend(unit.troops.iter().map(row));
    }
    assert_eq!(rows.join("\n"), UNITS.trim_end());
    assert_eq!(library.units.len(), 38);
}

/// A-FRC-1, A-SHT-5
#[test]
fn every_weapon_has_the_rows_of_its_table() {
    let mut rows = Vec::new();
    for weapon in &Library::built_in().weapons {
        for mode in &weapon.modes {
            let row = format!(
                "{} | {} | {} | {} | {} | {}",
                weapon.key,
                weapon.class.name(),
                mode.name,
                band(mode),
                mode.sv,
                joined(&mode.rules, ", ")
            );
            rows.push(row.trim_end_matches([' ', '|']).to_owned());
        }
    }
    assert_eq!(rows.join("\n"), WEAPONS.trim_end());
    assert_eq!(Library::built_in().weapons.len(), 26);
}

/// A-SHT-18, A-REA-2
#[test]
fn armour_gives_what_the_booklet_says() {
    let library = Library::built_in();
    let values = |key: &str| {
        let piece = library.armour(key).unwrap();
        (piece.bonus, piece.close, piece.blasts, piece.hand_to_hand, piece.raises_to)
    };
    assert_eq!(values("reflex"), (1, None, None, None, None));
    assert_eq!(values("impact_cloak"), (0, None, None, Some(1), None));
    assert_eq!(values("hl"), (2, Some(1), Some(3), None, None));
    assert_eq!(values("phase"), (2, Some(1), None, None, None));
    assert_eq!(values("booster"), (1, None, None, None, None));
    assert_eq!(values("ghar_battle"), (0, None, None, None, Some(12)));
    assert_eq!(library.armour("impact_cloak").unwrap().needs, ["reflex"]);
    assert_eq!(library.armour("booster").unwrap().needs, ["hl", "phase", "reflex"]);
    let down: Vec<&str> = library
        .armours
        .iter()
        .filter(|piece| piece.goes_down_with_order)
        .map(|piece| piece.key.as_str())
        .collect();
    assert_eq!((library.armours.len(), down), (6, vec!["phase"]));
}

/// A-FRC-1
#[test]
fn only_the_heavy_mag_cannon_waits_for_someone_to_carry_it() {
    let library = Library::built_in();
    let carried: BTreeSet<&str> = library
        .units
        .iter()
        .flat_map(|unit| {
            let troops = unit.troops.iter().flat_map(|troop| &troop.weapons);
            troops.chain(&unit.team_weapon).map(String::as_str)
        })
        .collect();
    let idle: Vec<&str> = library
        .weapons
        .iter()
        .map(|weapon| weapon.key.as_str())
        .filter(|key| !carried.contains(key))
        .collect();
    assert_eq!(idle, ["heavy_mag_cannon"]);
}

/// A-FRC-1, A-FRC-3
#[test]
fn a_quick_start_is_six_units_of_the_force_with_a_commander_and_the_ghar_bring_five() {
    let library = Library::built_in();
    for faction in Faction::ALL.into_iter().filter(|faction| *faction != Faction::Other) {
        let force = library.force(faction).unwrap();
        let units: Vec<&Profile> =
            force.quick_start.iter().map(|key| library.unit(key).unwrap()).collect();
        let expected = if faction == Faction::Ghar { 5 } else { 6 };
        assert_eq!(units.len(), expected, "{faction:?}");
        assert!(units.iter().all(|unit| unit.faction == faction), "{faction:?}");
        assert!(units.iter().any(|unit| unit.any(ModelRule::Command)), "{faction:?}");
        assert!(library.too_many(&force.quick_start).is_empty(), "{faction:?}");
    }
    assert_eq!(library.forces.len(), 6);
    assert!(library.force(Faction::Other).is_none());
}

/// A-FRC-3
#[test]
fn outcast_commands_may_not_outnumber_outcast_squads() {
    let library = Library::built_in();
    let (command, squad) = ("outcast_command_squad", "outcast_squad");
    let too_many = |chosen: &[&str]| {
        library.too_many(chosen).iter().map(|unit| unit.key.clone()).collect::<Vec<_>>()
    };
    assert_eq!(too_many(&[command]), [command]);
    assert_eq!(too_many(&[command, squad, command]), [command]);
    assert!(too_many(&[command, squad]).is_empty());
    assert!(too_many(&[squad, squad, command]).is_empty());
    assert!(too_many(&["ghar_battle_squad", "no_such_unit"]).is_empty());
}

/// A-FRC-3
#[test]
fn the_m4_drone_also_serves_the_freeborn_and_nobody_else() {
    let library = Library::built_in();
    let takers: Vec<Faction> = Faction::ALL
        .into_iter()
        .filter(|faction| library.units_of(*faction).any(|unit| unit.key == "c3m4_combat_drone"))
        .collect();
    assert_eq!(takers, [Faction::Concord, Faction::Freeborn]);
    let numbers = Faction::ALL.map(|faction| library.units_of(faction).count());
    assert_eq!(numbers, [6, 8, 8, 8, 5, 4, 0]);
}

/// A-GAM-3, A-BAG-1
#[test]
fn dice_are_as_the_cards_say() {
    let library = Library::built_in();
    let several: Vec<(&str, u8)> = library
        .units
        .iter()
        .filter(|unit| unit.dice() > 1)
        .map(|unit| (unit.key.as_str(), unit.dice()))
        .collect();
    let expected =
        [("c3m4_combat_drone", 2), ("striker_attack_skimmer", 2), ("ghar_command_crawler", 2)];
    assert_eq!(several, expected);
    let extra: Vec<(&str, u8)> = library
        .units
        .iter()
        .filter(|unit| unit.extra_victory_dice > 0)
        .map(|unit| (unit.key.as_str(), unit.extra_victory_dice))
        .collect();
    assert_eq!(extra, [("ghar_battle_squad", 1)]);
}

/// A-SHT-6: no team starts short of crew, and every vehicle is large.
#[test]
fn teams_have_their_crews_and_vehicles_are_large() {
    let library = Library::built_in();
    let mut teams = 0;
    for unit in &library.units {
        if let Some(weapon) = unit.team_weapon.as_ref().map(|key| library.weapon(key).unwrap()) {
            let needed = if weapon.class == WeaponClass::Heavy { 3 } else { 2 };
            assert!(unit.models() >= needed, "{}", unit.key);
            let heavy = weapon.class == WeaponClass::Heavy;
            assert_eq!(unit.any(ModelRule::Large), heavy, "{}", unit.key);
            assert_eq!(unit.any(ModelRule::Slow), heavy, "{}", unit.key);
            teams += 1;
        }
        assert!(unit.kind != UnitKind::Vehicle || unit.any(ModelRule::Large), "{}", unit.key);
    }
    assert_eq!(teams, 9);
}

#[test]
fn what_was_repaired_says_so() {
    let library = Library::built_in();
    let units = library.units.iter().map(|unit| (unit.key.as_str(), unit.source));
    let weapons = library.weapons.iter().map(|weapon| (weapon.key.as_str(), weapon.source));
    let repaired: Vec<&str> = units
        .chain(weapons)
        .filter(|(_, source)| *source != Source::Printed)
        .map(|(key, source)| {
            assert_eq!(source, Source::Repaired, "{key}");
            key
        })
        .collect();
    let expected = [
        "ai_mag_light_support_team",
        "ai_x_howitzer_team",
        "work_gang",
        "skyraider_squad",
        "feral_squad",
        "ghar_battle_squad",
        "outcast_squad",
        "ghar_command_crawler",
        "x_sling",
        "lectro_lance",
        "distort_spinner",
    ];
    assert_eq!(repaired, expected);
}
