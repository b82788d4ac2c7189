//! A second reading of the booklet's unit, weapon and armour tables (A-FRC-1), read off the page
//! on its own and held against the shipped data: a slip of the finger in either is a difference.
//!
//! Units, weapons and armour are found by name, models by their place in the unit.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a slip in the table below is a failed test, and says where"
)]

use std::fmt::Display;

use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::profile::{Armour, Faction, Mode, Profile, Stat, Troop};

/// An empty name is a further mode of the weapon above. Ranges are in inches.
const WEAPONS: &str = "\
Weapon                   | Mode         | Class    | Min | Eff | Long | Ext | SV | Special
Plasma Pistol            | -            | hand     | 0   | 10  | 20   | 30  | 2  | -
Mag Pistol               | -            | hand     | 0   | 10  | 20   | 30  | 1  | -
X-Sling                  | -            | hand     | 0   | 10  | 20   | -   | 0  | Blast D3
Heavy Tractor Maul       | -            | hand     | 0   | 10  | -    | -   | 3  | 2 Attacks
Lectro Lash              | -            | hand     | 0   | -   | -    | -   | 1  | 3 Attacks
Lectro Lance             | -            | hand     | 0   | -   | -    | -   | 2  | -
Mag Lash                 | -            | hand     | 0   | 10  | -    | -   | 1  | 2 Attacks
Distort Spinner          | -            | hand     | 0   | -   | -    | -   | 0  | 2 Attacks, Variable 2, Grenade
Lavamite Spit            | -            | special  | 0   | -   | -    | -   | 2  | Point-Blank Only
Plasma Carbine           | Single Shot  | standard | 0   | 20  | 30   | 50  | 2  | -
                         | Scatter      |          | 0   | 20  | 30   | -   | 0  | RF2
Plasma Duocarb           | Single Shot  | standard | 0   | 20  | 30   | 50  | 3  | -
                         | Scatter      |          | 0   | 20  | 30   | -   | 0  | RF3
Mag Gun                  | -            | standard | 0   | 20  | 30   | 60  | 1  | -
Mag Repeater             | -            | standard | 0   | 20  | 30   | -   | 0  | RF2
Twin Mag Repeater        | -            | standard | 0   | 20  | 30   | -   | 0  | RF4
Micro-X Launcher         | Overhead     | standard | 10  | 20  | 30   | 50  | 0  | Overhead, Blast D4, No Cover
                         | Direct       |          | 0   | 20  | 30   | -   | 1  | -
Phase Rifle              | -            | standard | 0   | 20  | 30   | 100 | 2  | No Cover, D6 Shots on Fire, Lucky Hits Together
Scourer Cannon           | Dispersed    | standard | 0   | 20  | 30   | -   | 2  | RF3
                         | Concentrated |          | 0   | 20  | 30   | 40  | 4  | -
                         | Disruptor    |          | 0   | 20  | 30   | -   | 1  | Blast D4, No Cover, Disruptor
Lugger Gun               | -            | standard | 0   | 20  | 30   | -   | 0  | RF2, Limited Ammo
Plasma Light Support Gun | -            | support  | 0   | 30  | 40   | 80  | 3  | RF3
Plasma Cannon            | -            | support  | 0   | 30  | 40   | 80  | 6  | Plasma Fade
Mag Light Support Gun    | -            | support  | 0   | 30  | 50   | 100 | 2  | RF3
Mag Cannon               | -            | support  | 0   | 30  | 50   | 100 | 5  | Massive Damage
X-Launcher               | -            | support  | 10  | 30  | 60   | 120 | 1  | Overhead, Blast D5, No Cover
X-Howitzer               | -            | heavy    | 10  | 50  | 100  | 200 | 2  | Overhead, Blast D10, No Cover
Heavy Mag Cannon         | -            | heavy    | 0   | 50  | 100  | 250 | 6  | Massive Damage
Heavy Frag Borer         | -            | heavy    | 0   | 20  | 30   | 60  | 6  | Fractal Lock to 10
";

/// A-SHT-18, and of phase armour A-REA-2. `-` where the default bonus holds.
const ARMOUR: &str = "\
Armour             | Bonus | Close | Blasts | Hand to hand | Raises to | Needs                                  | Goes down
Reflex Armour      | 1     | -     | -      | -            | -         | -                                      | no
Impact Cloak       | 0     | -     | -      | 1            | -         | Reflex Armour                          | no
HL Armour          | 2     | 1     | 3      | -            | -         | -                                      | no
Phase Armour       | 2     | 1     | -      | -            | -         | -                                      | yes
HL Booster         | 1     | -     | -      | -            | -         | HL Armour, Phase Armour, Reflex Armour | no
Ghar Battle Armour | 0     | -     | -      | -            | 12        | -                                      | no
";

/// A unit's own line stands at the margin, with what it has beside its models; its models are
/// indented: number, Ag Acc Str Res Init Co as printed, armour, weapons, special rules.
const UNITS: &str = "\
Concord | infantry | C3 Strike Command Squad | drones: spotter drone
    1 x Strike Commander    | 5 6 5 5(7) 7 9 | HL Armour | Plasma Carbine, X-Sling                 | Command, Leader
    2 x Strike Trooper      | 5 6 5 5(7) 7 8 | HL Armour | Plasma Carbine                          | -
Concord | infantry | C3 Strike Squad | drones: spotter drone
    1 x Strike Leader       | 5 5 5 5(7) 7 8 | HL Armour | Plasma Carbine, X-Sling                 | Leader
    4 x Strike Trooper      | 5 5 5 5(7) 7 8 | HL Armour | Plasma Carbine                          | -
Concord | weapon drones | C3D1 Light Support Drone | drones: spotter drone, batter drone
    3 x Weapon Drone        | 7 6 1 8 8 8    | -         | Plasma Light Support Gun                | -
Concord | weapon drones | C3D2 Medium Support Drone | drones: spotter drone, batter drone
    1 x Weapon Drone        | 7 6 1 10 8 8   | -         | Plasma Light Support Gun                | -
Concord | weapon team | C3 Support Team with X-Howitzer | drones: spotter drone ; weapon: X-Howitzer
    3 x Strike Trooper Crew | 5 5 5 5(7) 7 8 | HL Armour | Plasma Pistol                           | Large, Slow
Concord | vehicle | C3M4 Medium Combat Drone | drones: spotter drone, batter drone ; also: Freeborn
    1 x C3M4 Combat Drone   | 5 6 1 13 8 8   | -         | Plasma Light Support Gun, Plasma Cannon | MOD2, Large

Algoryn | infantry | AI Command Squad | drones: spotter drone
    1 x AI Commander           | 5 5 5 6(7) 7 9 | Reflex Armour | Plasma Carbine, X-Sling       | Command, Leader
    2 x AI Trooper             | 5 5 5 6(7) 7 8 | Reflex Armour | Plasma Carbine                | -
Algoryn | infantry | AI Squad | drones: spotter drone
    1 x AI Leader              | 5 5 5 6(7) 7 8 | Reflex Armour | Mag Pistol, X-Sling           | Leader
    3 x AI Trooper             | 5 5 5 6(7) 7 8 | Reflex Armour | Mag Gun                       | -
    1 x AI Trooper             | 5 5 5 6(7) 7 8 | Reflex Armour | Micro-X Launcher              | -
Algoryn | infantry | AI Infiltration Squad | drones: spotter drone
    1 x AI Infiltrator Leader  | 5 5 5 6(7) 7 8 | Reflex Armour | Mag Pistol, X-Sling           | Leader, Infiltrator
    4 x AI Infiltrator Trooper | 5 5 5 6(7) 7 8 | Reflex Armour | Mag Repeater                  | Infiltrator
Algoryn | weapon team | AI Support Team with Mag Light Support Gun | drones: spotter drone ; weapon: Mag Light Support Gun
    2 x AI Crew                | 5 5 5 6(7) 7 8 | Reflex Armour | Mag Pistol                    | -
Algoryn | weapon team | AI Support Team with Mag Cannon | drones: spotter drone ; weapon: Mag Cannon
    2 x AI Crew                | 5 5 5 6(7) 7 8 | Reflex Armour | Mag Pistol                    | -
Algoryn | weapon team | AI Support Team with X-Launcher | drones: spotter drone ; weapon: X-Launcher
    2 x AI Crew                | 5 5 5 6(7) 7 8 | Reflex Armour | Mag Pistol                    | -
Algoryn | weapon team | AI Support Team with X-Howitzer | drones: spotter drone ; weapon: X-Howitzer
    3 x AI Crew                | 5 5 5 6(7) 7 8 | Reflex Armour | Mag Pistol                    | Large, Slow
Algoryn | infantry | AI Assault Squad |
    1 x AI Assault Leader      | 5 5 5 6(7) 7 8 | Reflex Armour | Mag Repeater, Distort Spinner | Leader
    4 x AI Assault Trooper     | 5 5 5 6(7) 7 8 | Reflex Armour | Mag Repeater, Distort Spinner | -

Boromite | infantry | Overseer Squad | drones: spotter drone
    1 x Overseer          | 4 5 6 6(7) 6 10 | Reflex Armour | Plasma Carbine               | Command, Leader
    2 x Gangers           | 4 5 6 6(7) 6 9  | Reflex Armour | Plasma Carbine               | -
Boromite | infantry | Gang Fighters |
    1 x Gang Leader       | 4 5 6 6(7) 6 9  | Reflex Armour | Mag Pistol                   | Leader
    4 x Gangers           | 4 5 6 6(7) 6 9  | Reflex Armour | Mag Gun                      | -
Boromite | infantry | Work Gang |
    1 x Gang Leader       | 4 5 6 6 6 9     | -             | Heavy Tractor Maul           | Leader
    4 x Gangers           | 4 5 6 6 6 9     | -             | Heavy Tractor Maul           | -
Boromite | beasts | Lavamites |
    1 x Handler           | 4 5 6 6(7) 6 9  | Reflex Armour | Lectro Lash, Plasma Pistol   | Leader
    3 x Lavamites         | 4 7 7 8 6 5     | -             | Lavamite Spit                | 3 Attacks, SV2
Boromite | weapon team | Boromite Support Team with Mag Light Support Gun | weapon: Mag Light Support Gun
    3 x Ganger Crew       | 4 5 6 6 6 9     | -             | Mag Pistol                   | -
Boromite | weapon team | Boromite Support Team with X-Launcher | drones: spotter drone ; weapon: X-Launcher
    3 x Ganger Crew       | 4 5 6 6 6 9     | -             | Mag Pistol                   | -
Boromite | weapon team | Boromite Support Team with Heavy Frag Borer | drones: spotter drone ; weapon: Heavy Frag Borer
    3 x Ganger Crew       | 4 5 6 6 6 9     | -             | Mag Pistol                   | Large, Slow
Boromite | mounted | Boromite Rock Rider Squad |
    1 x Rock Rider Leader | 4 5 8 7(8) 6 9  | Reflex Armour | Plasma Carbine, Lectro Lance | Leader, Large, Rapid Sprint, Locomite SV2
    2 x Rock Riders       | 4 5 8 7(8) 6 9  | Reflex Armour | Plasma Carbine, Lectro Lance | Large, Rapid Sprint, Locomite SV2

Freeborn | infantry | Freeborn Command Squad | drones: spotter drone
    1 x Freeborn Captain       | 5 6 5 5(6) 8 9 | Reflex Armour, Impact Cloak | Plasma Pistol            | Command, Leader
    2 x Bodyguard              | 5 6 5 5(6) 7 8 | Reflex Armour, Impact Cloak | Plasma Carbine           | -
Freeborn | infantry | Freeborn Vardanari Guard | drones: spotter drone
    1 x Vardanari Leader       | 5 5 5 5(6) 7 8 | Reflex Armour, Impact Cloak | Plasma Carbine           | Leader
    5 x Vardanari Guard        | 5 5 5 5(6) 7 8 | Reflex Armour, Impact Cloak | Plasma Carbine           | -
Freeborn | infantry | Freeborn Domari | drones: spotter drone
    1 x Domari Leader          | 5 5 5 5(6) 7 8 | Reflex Armour               | Mag Pistol               | Leader
    5 x Domari                 | 5 5 5 5(6) 7 8 | Reflex Armour               | Mag Gun                  | -
Freeborn | mounted | Skyraider Squad |
    1 x Skyraider Leader       | 5 5 5 5(7) 7 8 | Reflex Armour, HL Booster   | Twin Mag Repeater        | Leader, Large, Fast
    2 x Skyraider Troopers     | 5 5 5 5(7) 7 8 | Reflex Armour, HL Booster   | Twin Mag Repeater        | Large, Fast
Freeborn | weapon team | Freeborn Support Team with X-Launcher | drones: spotter drone ; weapon: X-Launcher
    2 x Freeborn Crew          | 5 5 5 5(6) 7 8 | Reflex Armour               | Mag Pistol               | -
Freeborn | vehicle | Freeborn Striker Attack Skimmer | drones: spotter drone, batter drone
    1 x Striker Attack Skimmer | 5 5 5 11 7 8   | -                           | Plasma Light Support Gun | Large, MOD2
Freeborn | infantry | Feral Squad |
    1 x Feral Leader           | 5 5 5 5 7 7    | -                           | Mag Gun                  | Leader, Soma Graft
    5 x Feral Fighter          | 5 5 5 5 7 7    | -                           | Mag Gun                  | Soma Graft

Isorian | infantry | Senatex Command Squad | drones: spotter drone
    1 x Senatex Commander | 5 6 5 5(7) 7 9 | Phase Armour | Plasma Carbine             | Command, Leader
    2 x Phase Trooper     | 5 6 5 5(7) 7 8 | Phase Armour | Plasma Carbine             | -
Isorian | infantry | Phase Squad | drones: spotter drone
    1 x Phase Leader      | 5 5 5 5(7) 7 8 | Phase Armour | Plasma Carbine             | Leader
    4 x Phase Trooper     | 5 5 5 5(7) 7 8 | Phase Armour | Plasma Carbine             | -
Isorian | weapon drones | Nhamak SC Light Support Drone | drones: spotter drone, batter drone
    3 x Weapon Drone      | 7 6 1 8 8 8    | -            | Plasma Light Support Gun   | -
Isorian | weapon team | Phase Sniper | drones: spotter drone, camo drone
    1 x Phase Sniper      | 5 8 5 5(7) 7 8 | Phase Armour | Plasma Pistol, Phase Rifle | Sniper
Isorian | infantry | Tsan Phase Squad |
    1 x Tsan Leader       | 5 5 7 6(8) 7 8 | Phase Armour | Plasma Duocarb             | Leader, Large
    2 x Tsan Trooper      | 5 5 7 6(8) 7 8 | Phase Armour | Plasma Duocarb             | Large

Ghar | infantry | Ghar Battle Squad | victory: 1
    1 x Ghar Leader               | 3 5 10 4(12) 8 8 | Ghar Battle Armour | Scourer Cannon                 | Leader, Large, Plasma Reactor
    2 x Ghar Troopers             | 3 5 10 4(12) 7 7 | Ghar Battle Armour | Scourer Cannon                 | Large, Plasma Reactor
Ghar | infantry | Outcast Command Squad | not more than: Outcast Squad
    1 x Ghar Outcast Slave Driver | 6 5 3 4 7 7      | -                  | Mag Lash                       | Leader, Command
    4 x Ghar Outcasts             | 6 5 3 4 7 7      | -                  | Mag Lash                       | -
Ghar | infantry | Outcast Squad |
    1 x Ghar Outcast Leader       | 6 5 3 4 7 7      | -                  | Lugger Gun                     | Leader
    9 x Ghar Outcasts             | 6 5 3 4 6 6      | -                  | Lugger Gun                     | -
Ghar | vehicle | Ghar Command Crawler |
    1 x Ghar Commander            | 5 5 10 13 8 9    | -                  | Scourer Cannon, Scourer Cannon | Command, Leader, Large, Crawler, MOD2
";

/// Other names that the data may have for the same. A force's name before a unit's, and a plural,
/// are taken off anyway.
const OTHER_NAMES: &str = "\
Lavamite Spit = Lava Spit
Single Shot = Single
Plasma Duocarb = Duocarb
Twin Mag Repeater = Twin Mag Repeater (Skyraiders)
Scourer Cannon = Scourer
Disruptor = Disrupter
Lugger Gun = Lugger
Plasma Light Support Gun = Plasma Light Support / Plasma Light Support Gun (PLS)
Mag Light Support Gun = Mag Light Support
Reflex Armour = Reflex
HL Armour = HL / Hyperlight / Hyperlight Armour
Phase Armour = Phase
Ghar Battle Armour = Battle Armour
C3 Strike Command Squad = C3 Strike Command Team
C3D1 Light Support Drone = C3D1 / Plasma LS Drone / C3D1 Plasma Light Support Drone
C3D2 Medium Support Drone = C3D2 / Medium Support Drone
C3 Support Team with X-Howitzer = C3 X-Howitzer Team / X-Howitzer Team / C3 X-Howitzer Support Team
C3M4 Medium Combat Drone = C3M4 Combat Drone / C3M4 / C3M4 Drone / M4 Drone
AI Support Team with Mag Light Support Gun = AI Mag Light Support Team / Mag Light Support Team
AI Support Team with Mag Cannon = AI Mag Cannon Team / Mag Cannon Team
AI Support Team with X-Launcher = AI X-Launcher Team / X-Launcher Team / Mag X-Launcher Team
AI Support Team with X-Howitzer = AI X-Howitzer Team / X-Howitzer Team / Mag X-Howitzer Team
Gang Fighters = Gang Fighter Squad
Work Gang = Work Gang Squad
Lavamites = Lavamite Squad
Boromite Support Team with Mag Light Support Gun = Mag Light Support Team
Boromite Support Team with X-Launcher = X-Launcher Team
Boromite Support Team with Heavy Frag Borer = Heavy Frag Borer Team
Boromite Rock Rider Squad = Rock Riders
Freeborn Vardanari Guard = Vardanari Squad / Vardanari Guard Squad
Freeborn Domari = Domari Squad
Skyraider Squad = Skyraiders
Freeborn Support Team with X-Launcher = X-Launcher Team / Mag X-Launcher Team
Freeborn Striker Attack Skimmer = Striker
Feral Squad = Ferals
Phase Squad = Senatex Phase Squad
Nhamak SC Light Support Drone = Nhamak Light Support Drone / Light Support Drone / Nhamak
Tsan Phase Squad = Tsan Ra Phase Squad
";

/// Names of one thing; the first is the one shown.
struct Names(Vec<&'static str>);

struct WeaponRow {
    names: Names,
    class: &'static str,
    modes: Vec<ModeRow>,
}

struct ModeRow {
    names: Names,
    minimum: Inches,
    /// Effective, long, extreme.
    bands: [Option<Inches>; 3],
    sv: u8,
    rules: Vec<&'static str>,
}

struct ArmourRow {
    names: Names,
    bonus: u8,
    close: Option<u8>,
    blasts: Option<u8>,
    hand_to_hand: Option<u8>,
    raises_to: Option<u8>,
    needs: Vec<&'static str>,
    goes_down: bool,
}

struct UnitRow {
    faction: &'static str,
    kind: &'static str,
    names: Names,
    drones: Vec<&'static str>,
    weapon: Option<&'static str>,
    also: Vec<&'static str>,
    victory: u8,
    not_more_than: Option<&'static str>,
    troops: Vec<TroopRow>,
}

struct TroopRow {
    name: &'static str,
    count: u8,
    /// In the order of [`Stat::ALL`], Res without armour.
    stats: [u8; 6],
    /// Res with the default bonus of the armour: the number in brackets, else the bare one.
    armoured: u8,
    armour: Vec<&'static str>,
    weapons: Vec<&'static str>,
    rules: Vec<&'static str>,
}

/// Letters and digits only: `C3 X-Howitzer` and `c3 x howitzer` are one name.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A unit's name without its force and without a plural.
fn plain_unit(name: &str, faction: &str) -> String {
    let name = plain(name);
    let name = name.strip_prefix(&plain(faction)).unwrap_or(&name);
    name.strip_suffix('s').unwrap_or(name).to_owned()
}

impl Names {
    fn read(first: &'static str) -> Self {
        let others = OTHER_NAMES
            .lines()
            .filter_map(|line| line.split_once(" = "))
            .filter(|(name, _)| *name == first)
            .flat_map(|(_, others)| others.split(" / "));
        Self(std::iter::once(first).chain(others).collect())
    }

    fn first(&self) -> &'static str {
        self.0[0]
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|own| plain(own) == plain(name))
    }

    fn has_unit(&self, name: &str, faction: &str) -> bool {
        self.0.iter().any(|own| plain_unit(own, faction) == plain_unit(name, faction))
    }
}

fn cells(line: &'static str) -> Vec<&'static str> {
    line.split('|').map(str::trim).collect()
}

fn list(cell: &'static str) -> Vec<&'static str> {
    if cell.is_empty() || cell == "-" {
        Vec::new()
    } else {
        cell.split(',').map(str::trim).collect()
    }
}

fn number(cell: &str) -> u8 {
    cell.parse().unwrap_or_else(|_| panic!("no number in the table: {cell:?}"))
}

fn number_or_none(cell: &str) -> Option<u8> {
    (cell != "-").then(|| number(cell))
}

fn distance(cell: &str) -> Option<Inches> {
    (cell != "-").then(|| Inches::parse(cell).unwrap_or_else(|| panic!("no distance: {cell:?}")))
}

fn weapon_rows() -> Vec<WeaponRow> {
    let mut rows: Vec<WeaponRow> = Vec::new();
    for line in WEAPONS.lines().skip(1) {
        let [name, mode, class, minimum, effective, long, extreme, sv, rules] = cells(line)[..]
        else {
            panic!("nine columns are wanted: {line}")
        };
        if !name.is_empty() {
            rows.push(WeaponRow { names: Names::read(name), class, modes: Vec::new() });
        }
        rows.last_mut().unwrap().modes.push(ModeRow {
            names: Names::read(if mode == "-" { "" } else { mode }),
            minimum: distance(minimum).unwrap(),
            bands: [effective, long, extreme].map(distance),
            sv: number(sv),
            rules: list(rules),
        });
    }
    rows
}

fn armour_rows() -> Vec<ArmourRow> {
    let rows = ARMOUR.lines().skip(1);
    rows.map(|line| {
        let [name, bonus, close, blasts, hand_to_hand, raises_to, needs, goes_down] =
            cells(line)[..]
        else {
            panic!("eight columns are wanted: {line}")
        };
        ArmourRow {
            names: Names::read(name),
            bonus: number(bonus),
            close: number_or_none(close),
            blasts: number_or_none(blasts),
            hand_to_hand: number_or_none(hand_to_hand),
            raises_to: number_or_none(raises_to),
            needs: list(needs),
            goes_down: goes_down == "yes",
        }
    })
    .collect()
}

fn unit_rows() -> Vec<UnitRow> {
    let mut rows: Vec<UnitRow> = Vec::new();
    for line in UNITS.lines().filter(|line| !line.is_empty()) {
        if line.starts_with(' ') {
            rows.last_mut().unwrap().troops.push(troop_row(line));
        } else {
            rows.push(unit_row(line));
        }
    }
    rows
}

fn unit_row(line: &'static str) -> UnitRow {
    let [faction, kind, names, beside] = cells(line)[..] else {
        panic!("four columns are wanted: {line}")
    };
    let mut row = UnitRow {
        faction,
        kind,
        names: Names::read(names),
        drones: Vec::new(),
        weapon: None,
        also: Vec::new(),
        victory: 0,
        not_more_than: None,
        troops: Vec::new(),
    };
    for part in beside.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let (word, value) = part.split_once(": ").unwrap();
        match word {
            "drones" => row.drones = list(value),
            "weapon" => row.weapon = Some(value),
            "also" => row.also = list(value),
            "victory" => row.victory = number(value),
            "not more than" => row.not_more_than = Some(value),
            _ => panic!("no such thing beside a unit: {line}"),
        }
    }
    row
}

fn troop_row(line: &'static str) -> TroopRow {
    let [model, printed, armour, weapons, rules] = cells(line)[..] else {
        panic!("five columns are wanted: {line}")
    };
    let (count, name) = model.split_once(" x ").unwrap();
    let printed: Vec<&str> = printed.split(' ').collect();
    assert_eq!(printed.len(), 6, "six stats are wanted: {line}");
    let stats = std::array::from_fn(|at| number(printed[at].split('(').next().unwrap()));
    let res = printed[3];
    let armoured = res.split_once('(').map_or(res, |(_, bracket)| bracket.trim_end_matches(')'));
    TroopRow {
        name,
        count: number(count),
        stats,
        armoured: number(armoured),
        armour: list(armour),
        weapons: list(weapons),
        rules: list(rules),
    }
}

/// The table's word for a name of the data, or that name itself.
fn in_table<'r>(name: &str, mut rows: impl Iterator<Item = &'r Names>) -> String {
    rows.find(|names| names.has(name)).map_or(name, |names| names.first()).to_owned()
}

fn weapon_word(name: &str, rows: &[WeaponRow]) -> String {
    in_table(name, rows.iter().map(|row| &row.names))
}

fn armour_word(name: &str, rows: &[ArmourRow]) -> String {
    in_table(name, rows.iter().map(|row| &row.names))
}

fn weapon_of_key(key: &str, rows: &[WeaponRow]) -> String {
    let found = Library::built_in().weapons.iter().find(|weapon| weapon.key == key);
    found.map_or_else(
        || format!("{key} (a key without a weapon)"),
        |weapon| weapon_word(&weapon.name, rows),
    )
}

fn armour_of_key(key: &str, rows: &[ArmourRow]) -> String {
    let found = Library::built_in().armours.iter().find(|armour| armour.key == key);
    found.map_or_else(
        || format!("{key} (a key without armour)"),
        |armour| armour_word(&armour.name, rows),
    )
}

/// Words in any order, repeats kept.
fn words<T: Display>(words: impl IntoIterator<Item = T>) -> String {
    let mut words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.sort();
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

fn or_none<T: Display>(value: Option<T>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

#[derive(Default)]
struct Differences(Vec<String>);

impl Differences {
    fn note(&mut self, what: String) {
        self.0.push(what);
    }

    fn compare(&mut self, place: &str, what: &str, table: impl Display, data: impl Display) {
        let (table, data) = (table.to_string(), data.to_string());
        if table != data {
            self.note(format!("{place}, {what}: the table says {table}, the data says {data}"));
        }
    }

    fn none_are_left(self) {
        let Self(all) = self;
        assert!(all.is_empty(), "{} differences\n{}", all.len(), all.join("\n"));
    }
}

/// Finds for each row of the table the one entry of the data; notes what is missing or left over.
fn pair<'d, R, D>(
    rows: &[R],
    data: &'d [D],
    same: impl Fn(&R, &D) -> bool,
    row_name: impl Fn(&R) -> String,
    data_name: impl Fn(&D) -> String,
    differences: &mut Differences,
) -> Vec<Option<&'d D>> {
    for entry in data {
        if !rows.iter().any(|row| same(row, entry)) {
            differences.note(format!("{}: in the data, not in the table", data_name(entry)));
        }
    }
    rows.iter()
        .map(|row| {
            let found: Vec<&D> = data.iter().filter(|entry| same(row, entry)).collect();
            match found[..] {
                [] => differences.note(format!("{}: in the table, not in the data", row_name(row))),
                [_] => {}
                _ => differences.note(format!(
                    "{}: {} times in the data ({})",
                    row_name(row),
                    found.len(),
                    words(found.iter().map(|entry| data_name(entry)))
                )),
            }
            found.first().copied()
        })
        .collect()
}

fn paired_units(rows: &[UnitRow], differences: &mut Differences) -> Vec<Option<&'static Profile>> {
    pair(
        rows,
        &Library::built_in().units,
        |row, unit| {
            row.faction == unit.faction.name() && row.names.has_unit(&unit.name, row.faction)
        },
        |row| format!("{} ({})", row.names.first(), row.faction),
        |unit| format!("{} ({})", unit.name, unit.faction.name()),
        differences,
    )
}

/// The reading itself: nothing skipped, and every word in it is one of its own words.
#[test]
fn the_second_reading_is_whole() {
    let (weapons, armour, units) = (weapon_rows(), armour_rows(), unit_rows());
    assert_eq!(weapons.len(), 26);
    assert_eq!(weapons.iter().map(|row| row.modes.len()).sum::<usize>(), 31);
    assert_eq!(armour.len(), 6);
    for (faction, count) in [
        ("Concord", 6),
        ("Algoryn", 8),
        ("Boromite", 8),
        ("Freeborn", 7),
        ("Isorian", 5),
        ("Ghar", 4),
    ] {
        let of_force = units.iter().filter(|row| row.faction == faction);
        assert_eq!(of_force.count(), count, "{faction}");
    }
    for unit in &units {
        assert!(!unit.troops.is_empty(), "{}", unit.names.first());
        for troop in &unit.troops {
            for word in troop.weapons.iter().chain(&unit.weapon) {
                assert!(weapons.iter().any(|row| row.names.first() == *word), "{word}");
            }
            for word in &troop.armour {
                assert!(armour.iter().any(|row| row.names.first() == *word), "{word}");
            }
            assert_eq!(troop.armoured > troop.stats[3], !troop.armour.is_empty(), "{}", troop.name);
        }
    }
}

/// A-FRC-1: every weapon with every mode.
#[test]
fn weapons_are_alike_in_both_readings() {
    let rows = weapon_rows();
    let mut differences = Differences::default();
    let found = pair(
        &rows,
        &Library::built_in().weapons,
        |row, weapon| row.names.has(&weapon.name),
        |row| row.names.first().to_owned(),
        |weapon| weapon.name.clone(),
        &mut differences,
    );
    for (row, weapon) in rows.iter().zip(found) {
        let Some(weapon) = weapon else { continue };
        let place = row.names.first();
        differences.compare(place, "class", row.class, weapon.class.name());
        differences.compare(place, "modes", row.modes.len(), weapon.modes.len());
        for (row_mode, mode) in row.modes.iter().zip(&weapon.modes) {
            compare_modes(place, row_mode, mode, &mut differences);
        }
    }
    differences.none_are_left();
}

fn compare_modes(weapon: &str, row: &ModeRow, mode: &Mode, differences: &mut Differences) {
    let place = format!("{weapon} {}", row.names.first());
    let place = place.trim_end();
    if !row.names.has(&mode.name) {
        differences.compare(place, "name of the mode", row.names.first(), &mode.name);
    }
    differences.compare(place, "minimum", row.minimum, mode.minimum);
    let bands = [("effective", mode.effective), ("long", mode.long), ("extreme", mode.extreme)];
    for (printed, (band, range)) in row.bands.into_iter().zip(bands) {
        differences.compare(place, band, or_none(printed), or_none(range));
    }
    differences.compare(place, "SV", row.sv, mode.sv);
    differences.compare(place, "special rules", words(&row.rules), words(&mode.rules));
}

/// A-SHT-18
#[test]
fn armour_is_alike_in_both_readings() {
    let rows = armour_rows();
    let mut differences = Differences::default();
    let found = pair(
        &rows,
        &Library::built_in().armours,
        |row, armour| row.names.has(&armour.name),
        |row| row.names.first().to_owned(),
        |armour| armour.name.clone(),
        &mut differences,
    );
    for (row, armour) in rows.iter().zip(found) {
        let Some(armour) = armour else { continue };
        let place = row.names.first();
        differences.compare(place, "bonus", row.bonus, armour.bonus);
        for (what, printed, data) in [
            ("within 10 inches", row.close, armour.close),
            ("against blasts", row.blasts, armour.blasts),
            ("hand to hand", row.hand_to_hand, armour.hand_to_hand),
            ("raises Res to", row.raises_to, armour.raises_to),
        ] {
            differences.compare(place, what, or_none(printed), or_none(data));
        }
        let needs = armour.needs.iter().map(|key| armour_of_key(key, &rows));
        differences.compare(place, "needs", words(&row.needs), words(needs));
        let goes_down = armour.goes_down_with_order;
        differences.compare(place, "goes down with an order", row.goes_down, goes_down);
    }
    differences.none_are_left();
}

/// A-FRC-1, with A-FRC-3 (who else may take it, not more than) and A-GAM-3 (dice for victory).
#[test]
fn units_are_alike_in_both_readings() {
    let (rows, weapons, armour) = (unit_rows(), weapon_rows(), armour_rows());
    let mut differences = Differences::default();
    let found = paired_units(&rows, &mut differences);
    for (row, unit) in rows.iter().zip(found) {
        let Some(unit) = unit else { continue };
        let place = format!("{} ({})", row.names.first(), row.faction);
        compare_units(&place, row, unit, &weapons, &mut differences);
        for (at, (row, troop)) in row.troops.iter().zip(&unit.troops).enumerate() {
            let place = format!("{place}, row {} ({})", at + 1, row.name);
            compare_troops(&place, row, troop, &weapons, &armour, &mut differences);
        }
    }
    differences.none_are_left();
}

fn compare_units(
    place: &str,
    row: &UnitRow,
    unit: &Profile,
    weapons: &[WeaponRow],
    differences: &mut Differences,
) {
    differences.compare(place, "kind", row.kind, unit.kind.name());
    let also = unit.also_serves.iter().map(|faction| faction.name());
    differences.compare(place, "also serves", words(&row.also), words(also));
    let drones = unit.gear.iter().map(|gear| gear.name());
    differences.compare(place, "drones", words(&row.drones), words(drones));
    let weapon = unit.team_weapon.as_ref().map(|key| weapon_of_key(key, weapons));
    differences.compare(place, "team weapon", or_none(row.weapon), or_none(weapon));
    differences.compare(place, "extra victory dice", row.victory, unit.extra_victory_dice);
    let limit = unit.not_more_than.as_ref().map(|key| {
        let limit = Library::built_in().units.iter().find(|unit| unit.key == *key);
        limit.map_or_else(|| format!("{key} (a key without a unit)"), |unit| unit.name.clone())
    });
    let alike = match (row.not_more_than, &limit) {
        (Some(printed), Some(data)) => {
            plain_unit(printed, row.faction) == plain_unit(data, row.faction)
        }
        (printed, data) => printed.is_none() && data.is_none(),
    };
    if !alike {
        differences.compare(place, "not more than", or_none(row.not_more_than), or_none(limit));
    }
    differences.compare(place, "rows of models", row.troops.len(), unit.troops.len());
}

fn compare_troops(
    place: &str,
    row: &TroopRow,
    troop: &Troop,
    weapons: &[WeaponRow],
    armour: &[ArmourRow],
    differences: &mut Differences,
) {
    differences.compare(place, "models", row.count, troop.count);
    for (stat, printed) in Stat::ALL.into_iter().zip(row.stats) {
        differences.compare(place, stat.name(), printed, troop.stats.get(stat));
    }
    let worn = troop.armour.iter().map(|piece| armour_word(&piece.name, armour));
    differences.compare(place, "armour", words(&row.armour), words(worn));
    let carried = troop.weapons.iter().map(|key| weapon_of_key(key, weapons));
    differences.compare(place, "weapons", words(&row.weapons), words(carried));
    differences.compare(place, "special rules", words(&row.rules), words(&troop.rules));
}

/// A-SHT-18: Res printed as 5(7) is 5 and the armour's default bonus; no brackets, no armour.
#[test]
fn default_armour_adds_up_to_the_printed_bracket() {
    let rows = unit_rows();
    // What is missing or left over is told by the test above.
    let found = paired_units(&rows, &mut Differences::default());
    let mut differences = Differences::default();
    for (row, unit) in rows.iter().zip(found) {
        let troops = unit.map_or(&[][..], |unit| &unit.troops);
        for (printed, troop) in row.troops.iter().zip(troops) {
            let place = format!("{} ({}), {}", row.names.first(), row.faction, printed.name);
            differences.compare(&place, "Res in armour", printed.armoured, default_res(troop));
        }
    }
    differences.none_are_left();
}

fn default_res(troop: &Troop) -> u8 {
    let works = |piece: &&Armour| {
        piece.needs.is_empty() || troop.armour.iter().any(|other| piece.needs.contains(&other.key))
    };
    let raised = troop.armour.iter().filter_map(|piece| piece.raises_to).max();
    let bonus: u8 = troop.armour.iter().filter(works).map(|piece| piece.bonus).sum();
    troop.stats.res.max(raised.unwrap_or(0)) + bonus
}

/// A-FRC-1: six units for each force (Ghar may have fewer), which it may take; A-FRC-3: no more of
/// a limited unit than of the one that limits it.
#[test]
fn each_force_has_a_quick_start_that_it_may_field() {
    let library = Library::built_in();
    let mut differences = Differences::default();
    for faction in Faction::ALL.into_iter().filter(|faction| *faction != Faction::Other) {
        let count = library.forces.iter().filter(|force| force.faction == faction).count();
        differences.compare(faction.name(), "quick starts", 1, count);
    }
    differences.compare("All forces", "quick starts", 6, library.forces.len());
    for force in &library.forces {
        let place = force.faction.name();
        let picks = &force.quick_start;
        let enough = match force.faction {
            Faction::Ghar => (1..=6).contains(&picks.len()),
            _ => picks.len() == 6,
        };
        if !enough {
            differences.note(format!("{place}: a quick start of {} units", picks.len()));
        }
        for key in picks {
            let Some(unit) = library.units.iter().find(|unit| unit.key == *key) else {
                differences.note(format!("{place}: the quick start's {key} is no unit"));
                continue;
            };
            if unit.faction != force.faction && !unit.also_serves.contains(&force.faction) {
                differences.note(format!("{place}: {} serves another force", unit.name));
            }
            let picked = |wanted: &str| picks.iter().filter(|pick| *pick == wanted).count();
            if let Some(limit) = &unit.not_more_than
                && picked(key) > picked(limit)
            {
                differences.note(format!("{place}: more {key} than {limit}"));
            }
        }
    }
    differences.none_are_left();
}
