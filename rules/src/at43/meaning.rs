//! What the words on a card and in a message mean: one sentence each, and the row of the rule ledger behind it.

#[cfg(test)]
mod tests;

use super::profile::{Ability, Specialist, WeaponAbility};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// As it is written on cards and in messages.
    pub word: &'static str,
    pub text: &'static str,
    /// The row of the rule ledger: `T-WPN-3`.
    pub row: &'static str,
}

const fn says(word: &'static str, row: &'static str, text: &'static str) -> Meaning {
    Meaning { word, text, row }
}

pub const fn of_ability(ability: Ability) -> Meaning {
    match ability {
        Ability::Stability => says(
            "Stability",
            "T-EQP-2",
            "Weapons with an Area of effect never ground this fighter.",
        ),
        Ability::Designator => says(
            "Designator",
            "T-EQP-3",
            "Tags an enemy unit it sees; until the round ends, Locked shot and indirect fire need no sight of it.",
        ),
        Ability::Detection => says(
            "Detection",
            "T-EQP-4",
            "+1 Accuracy with every weapon, and Stealth is no help against it.",
        ),
        Ability::Stealth => says(
            "Stealth",
            "T-EQP-4",
            "Hides from everybody without Detection; no unit in the book's lists has it.",
        ),
        Ability::Relay => says(
            "Relay",
            "T-THR-5",
            "The unit's activation costs no LP until its first leader is eliminated.",
        ),
        Ability::Hoist => says(
            "Hoist",
            "T-TER-4",
            "Instead of close combat it lifts a low wall in contact and puts it down elsewhere in contact.",
        ),
    }
}

pub const fn of_weapon_ability(ability: WeaponAbility) -> Meaning {
    match ability {
        WeaponAbility::LockedShot => says(
            "Locked shot",
            "T-WPN-1",
            "Hits machines only, on the same face at any range, past cover and zone of fire; never in overwatch.",
        ),
        WeaponAbility::Projection => says(
            "Projection",
            "T-WPN-2",
            "No dice to hit and no cover: within its short range everybody under the template takes a damage test.",
        ),
        WeaponAbility::Sniper => says(
            "Sniper",
            "T-WPN-3",
            "Without a movement it ignores cover and zone of fire and picks who, or which part, takes each impact.",
        ),
        WeaponAbility::ArtilleryStrike => says(
            "Artillery strike",
            "T-WPN-4",
            "For 3 LP, once a round, indirect fire from off the table on anybody whom an officer or leader sees.",
        ),
    }
}

pub const fn of_specialist(specialist: Specialist) -> Meaning {
    match specialist {
        Specialist::CombatEngineer => says(
            "Combat engineer",
            "T-SPE-1",
            "Once in his unit's activation he may remove terrain within 2.5 cm.",
        ),
        Specialist::Mechanic => says(
            "Mechanic",
            "T-SPE-2",
            "Gives 1 SP back to a friendly machine within 2.5 cm, as his unit's activation begins or ends.",
        ),
        Specialist::Medic => says(
            "Medic",
            "T-SPE-3",
            "Once a round he keeps a fighter of his unit in the game who has just been eliminated.",
        ),
    }
}

/// Words that stand for nothing in the data: drills, states, points, routines and the terms of the rules.
const OTHERS: [Meaning; 65] = [
    says(
        "Knee to the ground!",
        "T-DRL-3",
        "A drill for infantry: fire at somebody else passes the unit by in the zone of fire.",
    ),
    says(
        "Overwatch!",
        "T-DRL-4",
        "A drill for units that have not fired: they may shoot at an enemy unit that has just moved.",
    ),
    says("Take cover!", "T-DRL-5", "A drill for infantry: its cover tests need 3+ instead of 5+."),
    says(
        "Split fire!",
        "T-DRL-6",
        "A drill for infantry: special weapon bearers may shoot at another time than the others.",
    ),
    says(
        "Combat drill",
        "T-DRL-1",
        "Bought for 1 LP when a unit is activated, it lasts until its card comes up again.",
    ),
    says(
        "Free",
        "T-STA-1",
        "Nobody of the unit is in contact with the enemy, so it may rush and shoot.",
    ),
    says(
        "Engaged",
        "T-STA-1",
        "Infantry in contact with the enemy: it cannot rush, shoot or have drills.",
    ),
    says(
        "Grounded",
        "T-STA-4",
        "Lying on the ground: a unit more than half of which is down spends its activation getting up.",
    ),
    says("Valiant", "T-MOR-3", "In good order, as every unit begins."),
    says(
        "Disorganized",
        "T-MOR-4",
        "After one failed morale test the unit does nothing until it is rallied for 2 LP.",
    ),
    says(
        "Routed",
        "T-MOR-3",
        "A disorganized unit that fails another morale test is eliminated at once.",
    ),
    says("Rally", "T-MOR-4", "For 2 LP a disorganized unit whose card is played is valiant again."),
    says(
        "Nerves of steel",
        "T-MOR-1",
        "A Morale of “−” on the card: this unit never tests its morale.",
    ),
    says(
        "LP",
        "T-TAC-1",
        "Leadership points: a pool for orders and drills, counted anew in every round.",
    ),
    says("VP", "T-CTL-2", "Victory points: what the mission pays, round by round, for winning it."),
    says(
        "RP",
        "T-CTL-5",
        "Reinforcement points: 1 RP buys 1 AP of a reinforcement unit in the control phase.",
    ),
    says("A.P.", "T-BLD-1", "Army points: what units cost and companies are limited by."),
    says(
        "SP",
        "T-DMG-5",
        "Structure points: how much Damage a part of a machine takes before it is destroyed.",
    ),
    says(
        "AFV",
        "T-UNI-2",
        "Armored fighting vehicle: a combat strider or a vehicle, here a machine.",
    ),
    says("Infantry", "T-UNI-2", "Soldiers and support units."),
    says(
        "Special fighter",
        "T-UNI-2",
        "Officers, heroes, specialists, special weapon bearers, gunners and support weapons.",
    ),
    says(
        "Special weapon bearer",
        "T-BLD-6",
        "Carries the unit's special weapon and has no weapon for close combat.",
    ),
    says(
        "Static support unit",
        "T-UNI-5",
        "Support weapons with gunners: it never rushes, and shoots only if it does not move.",
    ),
    says("Leader", "T-UNI-3", "The fighter from whom everything about his unit is measured."),
    says("Officer", "T-BLD-3", "Leads his unit, makes its activation free and may be Commander."),
    says("Hero", "T-HER-1", "An officer with a name, whom his unit shields from impacts."),
    says(
        "Commander",
        "T-TAC-2",
        "The officer of highest rank in play: his LP and Authority count for the whole company.",
    ),
    says("Authority", "T-TAC-4", "Added to the die that decides who plays first in a round."),
    says("Rank", "T-BLD-3", "0 for fighters, 1 to 5 for officers."),
    says(
        "Numbers bonus",
        "T-BLD-4",
        "By so much an officer raises the maximum number of his unit.",
    ),
    says(
        "Home turf",
        "T-TAC-4",
        "The mission lies on a side's own ground: +1 to its Authority tests.",
    ),
    says("Type", "T-UNI-2", "1 to 3: regulars, elite and battlesuits, or the weight of a machine."),
    says(
        "Size",
        "T-LOS-1",
        "How tall a model is: who is seen over what, and who is hit in between.",
    ),
    says("Movement", "T-MOV-2", "How many centimetres a combat movement goes at most."),
    says("Morale", "T-MOR-1", "Tested against 8 when a unit may lose heart."),
    says("Protection", "T-DMG-1", "What a damage test has to beat."),
    says("Combat", "T-CBT-3", "What attackers have to beat in close combat."),
    says(
        "Accuracy",
        "T-SHT-7",
        "Set against the range, or in close combat against Combat, to hit.",
    ),
    says("Attack rate", "T-SHT-7", "How many dice the weapon rolls to hit."),
    says("Re-rolls", "T-UTR-2", "How many times all dice that missed are rolled again."),
    says("Penetration", "T-DMG-1", "Set against Protection in a damage test."),
    says(
        "Damage",
        "T-DMG-5",
        "How many SP a successful damage test takes; infantry falls to a single one.",
    ),
    says(
        "Area of effect",
        "T-IND-4",
        "The weapon fires indirectly, with a blast of so many centimetres for each success.",
    ),
    says(
        "Zone of fire",
        "T-SHT-8",
        "The ground between the shooting unit and its target; whoever stands in it is hit first.",
    ),
    says(
        "Range band",
        "T-MEA-2",
        "10 cm of distance, counted from 0: what Accuracy is set against in shooting.",
    ),
    says("Contact", "T-MEA-3", "Less than 2.5 cm between two bases."),
    says(
        "Cohesion",
        "T-UNI-4",
        "Everybody within 10 cm of the leader and 2.5 cm of a comrade when the unit has been played.",
    ),
    says("Cover test", "T-COV-2", "A die for each impact: 5+ cancels it, with Take cover! 3+."),
    says("Impact", "T-SHT-7", "A hit that has yet to pass cover and a damage test."),
    says("Salvo", "T-SHT-3", "All weapons of one type in a unit, fired together."),
    says(
        "Immobilised",
        "T-DMG-6",
        "The machine's propulsion is destroyed: it does not move any more, but shoots as ever.",
    ),
    says(
        "Transfer",
        "T-THR-8",
        "Routine, 1 LP: a soldier of the unit changes places with an eliminated one.",
    ),
    says(
        "Dash",
        "T-THR-9",
        "Routine, 2 LP: the unit's rush goes up to 30 cm, that of machines up to 50.",
    ),
    says(
        "Hyper nanonucleus",
        "T-THR-10",
        "Routine, 2 LP: the failed damage tests of a salvo or combat are rolled once more.",
    ),
    says("Reconstruction", "T-THR-11", "Routine, 3 LP: an eliminated fighter returns to his unit."),
    says("Repair", "T-THR-12", "Routine, 1 LP: a machine regains 1 SP."),
    says("Creation", "T-THR-13", "Routine, 4 LP: a new strider of type 1 beside the overseer."),
    says(
        "Fusion",
        "T-THR-14",
        "Routine, 4 LP: two striders of a unit become one of the next type.",
    ),
    says(
        "Relocate",
        "T-ACT-3",
        "For 1 LP your first card moves to another place of your sequence.",
    ),
    says("Delay", "T-ACT-4", "For 2 LP you pass this turn, but not twice running."),
    says(
        "Extra activation",
        "T-ACT-5",
        "For 2 LP, right after a Delay, two units act in one turn.",
    ),
    says(
        "Rush",
        "T-MOV-1",
        "A longer movement, +6 cm for infantry and +10 for machines, without shooting.",
    ),
    says(
        "Combat movement",
        "T-MOV-2",
        "Up to the Movement on the card, with shooting before or after it.",
    ),
    says("Reserve", "T-RES-1", "Off the table, but with a card: the unit may come in or wait."),
    says("Reinforcement", "T-CTL-5", "A unit that has to be bought with RP before it has a card."),
];

const OF_ABILITIES: [Meaning; 6] = [
    of_ability(Ability::Stability),
    of_ability(Ability::Designator),
    of_ability(Ability::Detection),
    of_ability(Ability::Stealth),
    of_ability(Ability::Relay),
    of_ability(Ability::Hoist),
];

const OF_WEAPON_ABILITIES: [Meaning; 4] = [
    of_weapon_ability(WeaponAbility::LockedShot),
    of_weapon_ability(WeaponAbility::Projection),
    of_weapon_ability(WeaponAbility::Sniper),
    of_weapon_ability(WeaponAbility::ArtilleryStrike),
];

const OF_SPECIALISTS: [Meaning; 3] = [
    of_specialist(Specialist::CombatEngineer),
    of_specialist(Specialist::Mechanic),
    of_specialist(Specialist::Medic),
];

/// Other ways to write a word.
const ALSO_WRITTEN: [(&str, &str); 17] = [
    ("army points", "A.P."),
    ("leadership points", "LP"),
    ("leadership", "LP"),
    ("victory points", "VP"),
    ("reinforcement points", "RP"),
    ("structure points", "SP"),
    ("armored fighting vehicle", "AFV"),
    ("armoured fighting vehicle", "AFV"),
    ("machine", "AFV"),
    ("disorganised", "Disorganized"),
    ("immobilized", "Immobilised"),
    ("engineer", "Combat engineer"),
    ("sabotage", "Combat engineer"),
    ("repairs", "Mechanic"),
    ("first aid", "Medic"),
    ("range", "Range band"),
    ("rout", "Routed"),
];

/// Every word that is explained: abilities, weapon abilities, specialists, then the others.
pub fn all() -> impl Iterator<Item = &'static Meaning> {
    OF_ABILITIES.iter().chain(&OF_WEAPON_ABILITIES).chain(&OF_SPECIALISTS).chain(&OTHERS)
}

/// What this word means, written in capitals or not, with its full stops and exclamation marks or without.
pub fn meaning(word: &str) -> Option<&'static Meaning> {
    let other = ALSO_WRITTEN.iter().find(|(other, _)| is_same(other, word));
    let word = other.map_or(word, |(_, word)| *word);
    all().find(|meaning| is_same(meaning.word, word))
}

fn is_same(one: &str, other: &str) -> bool {
    fn letters(word: &str) -> impl Iterator<Item = char> + '_ {
        word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
    }
    letters(one).eq(letters(other))
}
