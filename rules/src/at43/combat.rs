//! Who can strike whom hand to hand, with what, and what the dice have to show (T-CBT-1 to T-CBT-3); and in which order
//! the defenders would be lost.

use super::command::{Against, Combat, Command, Hyper, RoutineName};
use super::flow::Acting;
use super::grammar::{does, has, is};
use super::need::{Reason, Test};
use super::profile::{Ability, Aim, Profile, Weapon, WeaponId};
use super::running_over::count;
use super::specials::WOUND_UP;
use super::state::{Member, MemberId, Role, State, Unit, UnitId};
use super::{damage, routines};
use crate::check::Check;
use crate::refusal::Refusal;

/// One combat with everything that its dice are about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blow {
    pub dice: u32,
    pub rerolls: u8,
    pub hit: Test,
    pub damage: Test,
    /// What a successful damage test inflicts: infantry falls to any.
    pub points: u8,
    /// Successes beyond these are wasted (T-CBT-4); machines are not counted.
    pub defenders: u32,
    pub machines: bool,
}

/// A combat that the unit that acts can still choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleCombat {
    pub weapon: WeaponId,
    pub hero: bool,
    /// Fighters who have not struck with it.
    pub attackers: u32,
    pub on: UnitId,
    pub against: Against,
    /// Of this kind, in contact or not.
    pub defenders: u32,
    pub hit: Test,
    pub damage: Test,
}

impl PossibleCombat {
    /// With so many of each, or as many as there are.
    pub fn with(&self, attackers: u32, defenders: u32) -> Combat {
        Combat {
            weapon: self.weapon,
            hero: self.hero,
            attackers: attackers.min(self.attackers),
            on: self.on,
            against: self.against,
            defenders: defenders.min(self.defenders),
            hyper: Hyper::No,
        }
    }
}

/// What the unit that acts can strike at, and with what.
pub fn combats(state: &State, acting: &Acting) -> Vec<PossibleCombat> {
    let Some(unit) = state.unit(acting.unit) else { return Vec::new() };
    if may_fight(state, acting, unit).is_err() {
        return Vec::new();
    }
    let mut possible = Vec::new();
    for hero in [false, true] {
        for weapon in close_weapons(state, unit, hero) {
            let attackers = able(state, unit, acting, *weapon, hero);
            if attackers == 0 {
                continue;
            }
            for on in state.enemies_in_contact(acting.unit) {
                let Some(enemy) = state.unit(on) else { continue };
                for against in KINDS {
                    let defenders = count(fitting(state, enemy, against).len());
                    let combat = Combat {
                        weapon: *weapon,
                        hero,
                        attackers,
                        on,
                        against,
                        defenders,
                        hyper: Hyper::No,
                    };
                    if let Ok(Blow { hit, damage, .. }) = blow(state, acting.unit, &combat) {
                        possible.push(PossibleCombat {
                            weapon: *weapon,
                            hero,
                            attackers,
                            on,
                            against,
                            defenders,
                            hit,
                            damage,
                        });
                    }
                }
            }
        }
    }
    possible
}

/// Whom combats are split by (T-CBT-2).
const KINDS: [Against; 4] =
    [Against::Fighters, Against::Hero, Against::Gunners, Against::SupportWeapons];

/// The dice of one combat and what they need (T-CBT-3), whatever the unit has done before.
pub fn blow(state: &State, unit: UnitId, combat: &Combat) -> Result<Blow, Refusal> {
    let refuse = |sentence: String| Err(Refusal::new(sentence));
    let (Some(attacker), Some(enemy)) = (state.unit(unit), state.unit(combat.on)) else {
        return refuse("There is no such unit in this game.".to_owned());
    };
    let defenders = fitting(state, enemy, combat.against);
    let profile = defenders
        .first()
        .and_then(|id| enemy.member(*id))
        .and_then(|member| state.profile(enemy, member));
    let Some(profile) = profile else {
        return refuse(format!("{} {} nobody of that kind left.", enemy.name, has(&enemy.name)));
    };
    if !close_weapons(state, attacker, combat.hero).contains(&combat.weapon) {
        return refuse(format!(
            "{} has no such close combat weapon.",
            if combat.hero { "The hero" } else { attacker.name.as_str() }
        ));
    }
    let Some(weapon) = state.library.weapon(combat.weapon) else {
        return refuse("There is no such weapon in this game.".to_owned());
    };
    let attackers = count(strikers(attacker, combat.hero));
    for (named, there, whose) in [
        (combat.attackers, attackers, &attacker.name),
        (combat.defenders, count(defenders.len()), &enemy.name),
    ] {
        if named == 0 {
            return refuse("At least one fighter strikes, and at least one is struck.".to_owned());
        }
        if named > there {
            return refuse(format!(
                "{there} of {whose} can be in this combat; {named} are too many."
            ));
        }
    }
    Ok(Blow {
        dice: combat.attackers.saturating_mul(u32::from(weapon.rate)),
        rerolls: weapon.rerolls,
        hit: hit(state, attacker, weapon, profile),
        damage: damage::against(weapon, profile.protection),
        points: weapon.damage,
        defenders: combat.defenders,
        machines: !state.is_infantry(enemy),
    })
}

/// T-CBT-3; a triple lens counts hand to hand too (T-EQP-4).
fn hit(state: &State, attacker: &Unit, weapon: &Weapon, defender: &Profile) -> Test {
    let accuracy = match weapon.aim {
        Aim::Accuracy(accuracy) => i32::from(accuracy),
        Aim::Needs(face) => return Test::Fixed { face: u32::from(face), why: Reason::Accuracy },
        // hand to hand there is no range
        Aim::Reaches(_) => 0,
    };
    let lens = i32::from(state.has(attacker, Ability::Detection));
    let check = Check::new(accuracy, Reason::Accuracy)
        .with(lens, Reason::Detection)
        .with(-i32::from(defender.combat), Reason::Combat);
    Test::Table(check)
}

/// A hero on foot has his own; special weapon bearers have none, which [`strikers`] sees to.
fn close_weapons<'a>(state: &'a State, unit: &Unit, hero: bool) -> &'a [WeaponId] {
    if hero {
        state.hero(unit).map_or(&[], |hero| hero.close.as_slice())
    } else if unit.lone_hero {
        &[]
    } else {
        state.entry(unit).map_or(&[], |entry| entry.close.as_slice())
    }
}

/// Fighters of a kind that may attack at all (T-CBT-1).
fn strikers(unit: &Unit, hero: bool) -> usize {
    let strikes = |role: Role| match role {
        Role::Hero => hero,
        Role::Standard | Role::Specialist(_) | Role::Officer | Role::Gunner => !hero,
        Role::Bearer | Role::SupportWeapon => false,
    };
    unit.living().filter(|(_, member)| strikes(member.role) && member.machine.is_none()).count()
}

/// Fighters who have not yet struck with this weapon in this activation.
pub(super) fn able(
    state: &State,
    unit: &Unit,
    acting: &Acting,
    weapon: WeaponId,
    hero: bool,
) -> u32 {
    if !state.is_infantry(unit) {
        return 0;
    }
    let used = acting
        .struck
        .iter()
        .filter(|struck| struck.weapon == weapon && struck.hero == hero)
        .fold(0_u32, |sum, struck| sum.saturating_add(struck.fighters));
    let lifted = if hero { 0 } else { acting.hoists };
    count(strikers(unit, hero)).saturating_sub(used.saturating_add(lifted))
}

pub(super) fn may_fight(state: &State, acting: &Acting, unit: &Unit) -> Result<(), Refusal> {
    let name = &unit.name;
    let refuse = |sentence: String| Err(Refusal::new(sentence));
    if !state.is_infantry(unit) {
        return refuse(format!(
            "{name} {} not fight hand to hand; machines shoot or run over.",
            does(name, "does", "do")
        ));
    }
    if acting.must_enter {
        return refuse(format!(
            "{name} {} in from the edge of the table first.",
            does(name, "moves", "move")
        ));
    }
    if acting.still {
        return refuse(format!(
            "{name} {} nothing else in this activation.",
            does(name, "does", "do")
        ));
    }
    if acting.wound_up {
        return refuse(WOUND_UP.to_owned());
    }
    if !state.is_engaged(acting.unit) {
        return refuse(format!("{name} {} in contact with nobody.", is(name)));
    }
    Ok(())
}

/// Combats that would be accepted now, as examples: all against all, and one against one.
pub(super) fn examples(state: &State, acting: &Acting) -> Vec<Command> {
    let mut examples = Vec::new();
    for possible in combats(state, acting) {
        let all = possible.with(possible.attackers, possible.attackers);
        let single = possible.with(1, 1);
        if routines::affordable(state, RoutineName::HyperNanonucleus, acting.unit) {
            examples.push(Combat { hyper: Hyper::Ask, ..all.clone() });
        }
        if single != all {
            examples.push(single);
        }
        examples.push(all);
    }
    examples.truncate(SHOWN);
    examples.into_iter().map(Command::Fight).collect()
}

/// As many examples as are shown.
const SHOWN: usize = 20;

/// Living members of this kind, those first whose loss is the default: standard fighters, the leader last of them.
pub fn fitting(state: &State, unit: &Unit, against: Against) -> Vec<MemberId> {
    let machines = !state.is_infantry(unit);
    let fits = |member: &Member| match against {
        Against::Fighters if machines => true,
        Against::Fighters => match member.role {
            Role::Standard | Role::Bearer | Role::Specialist(_) | Role::Officer => true,
            Role::Hero | Role::Gunner | Role::SupportWeapon => false,
        },
        Against::Hero => member.role == Role::Hero && !machines,
        Against::Gunners => member.role == Role::Gunner,
        Against::SupportWeapons => member.role == Role::SupportWeapon,
    };
    let mut members: Vec<MemberId> =
        unit.living().filter(|(_, member)| fits(member)).map(|(id, _)| id).collect();
    if machines {
        // of machines a hero's is the last to be shared in (T-HER-2)
        members.sort_by_key(|id| unit.member(*id).is_some_and(|member| member.role == Role::Hero));
    } else {
        members.sort_by_key(|id| worth(unit, *id));
    }
    members
}

/// Whose loss weighs less comes first; the leader comes after his equals.
fn worth(unit: &Unit, id: MemberId) -> (u8, bool) {
    let role = unit.member(id).map(|member| member.role);
    let rank = match role {
        Some(Role::Standard) => 0,
        Some(Role::Specialist(_)) => 1,
        Some(Role::Bearer | Role::Gunner | Role::SupportWeapon) => 2,
        Some(Role::Officer) => 3,
        Some(Role::Hero) => 4,
        None => 5,
    };
    (rank, id == unit.leader)
}

/// What makes one fighter another loss than the next: his role, and a Relay that falls with him (T-THR-5).
fn kind(unit: &Unit, id: MemberId) -> (Option<Role>, bool) {
    (unit.member(id).map(|member| member.role), unit.relay && id == unit.leader)
}

/// Ways in which so many of these fall: the default, and one that takes each kind of fighter first.
pub(super) fn each_kind_first(
    unit: &Unit,
    members: &[MemberId],
    falling: usize,
) -> Vec<Vec<MemberId>> {
    let mut kinds: Vec<_> = members.iter().map(|id| kind(unit, *id)).collect();
    kinds.dedup();
    let mut ways: Vec<Vec<MemberId>> = Vec::new();
    for first in kinds {
        let (mut way, rest): (Vec<MemberId>, Vec<MemberId>) =
            members.iter().partition(|id| kind(unit, **id) == first);
        way.extend(rest);
        way.truncate(falling);
        way.sort();
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways
}

/// Impacts as evenly as possible over the first so many machines.
pub(super) fn even_share(
    machines: &[MemberId],
    in_contact: usize,
    impacts: u32,
) -> Vec<(MemberId, u32)> {
    let struck = machines.get(..in_contact).unwrap_or(machines);
    struck.iter().copied().zip(damage::shares(impacts, struck.len())).collect()
}
