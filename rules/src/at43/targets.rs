//! What a unit could shoot at: examples for menus and for play at random, each of which would be accepted.

use super::aim::aim;
use super::armament::{Armament, Shooter, bearers, machine_weapons, weapons};
use super::command::{
    Answer, Body, Command, Cover, Hyper, InZone, MachinePart, Mark, RoutineName, Salvo, Strike,
    Under, Victim,
};
use super::flow::{Attack, Struckee, Volley, Watching};
use super::need::{Band, Range};
use super::profile::{Fire, Weapon, WeaponAbility};
use super::routines;
use super::spot::aim_strike;
use super::state::{Member, MemberId, Role, State, Unit, UnitId};
use crate::ids::Seat;

/// More than anybody looks through.
const MOST: usize = 40;
const MOST_STRIKES: usize = 6;
/// Offered where no range between two units is known yet.
const USUAL: Range = Range::Band(Band(1));
const CLOSE: Range = Range::Band(Band(0));
const FAR: Range = Range::Band(Band(4));

/// Shots that would be accepted now, of the unit that acts or of the one that watches.
pub(super) fn examples(state: &State) -> Vec<Command> {
    let Some(shooter) = Shooter::now(state) else { return Vec::new() };
    salvos(state, &shooter).take(MOST).map(Command::Shoot).collect()
}

/// Whether a unit in overwatch has anything to fire at whoever moved.
pub(super) fn could_watch(state: &State, unit: UnitId, mover: UnitId) -> bool {
    let watching = Watching { unit, fired: Vec::new(), thrown: false, group: None };
    let shooter = Shooter::watching(state, &watching, mover);
    salvos(state, &shooter).next().is_some()
}

fn salvos<'a>(state: &'a State, shooter: &'a Shooter) -> impl Iterator<Item = Salvo> + 'a {
    let armed = weapons(state, shooter).into_iter().filter(|armed| armed.why_not.is_none());
    armed
        .flat_map(move |armed| ideas(state, shooter, &armed))
        .filter(move |salvo| aim(state, shooter, salvo).is_ok())
}

/// Salvos that differ in what matters, whether they can be fired or not.
fn ideas(state: &State, shooter: &Shooter, armed: &Armament) -> Vec<Salvo> {
    let (Some(unit), Some(weapon)) = (state.unit(shooter.unit), state.library.weapon(armed.weapon))
    else {
        return Vec::new();
    };
    let enemies: Vec<UnitId> = match shooter.overwatch {
        Some(mover) => vec![mover],
        None => state.enemies_on_field(unit.side).map(|(id, _)| id).collect(),
    };
    let mut ideas: Vec<Salvo> =
        enemies.iter().map(|enemy| plain(state, shooter, armed, weapon, *enemy)).collect();
    if let Some(first) = ideas.first().cloned() {
        ideas.extend(variants(state, shooter, armed, weapon, &first));
    }
    for enemy in enemies {
        let Some(enemy_unit) = state.unit(enemy) else { continue };
        let machines = enemy_unit.living().filter(|(_, member)| member.machine.is_some());
        let machines: Vec<MemberId> = machines.map(|(machine, _)| machine).collect();
        if machines.len() > 1 {
            ideas.extend(machines.into_iter().map(|machine| Salvo {
                at: Mark::Machine(enemy, machine),
                ..plain(state, shooter, armed, weapon, enemy)
            }));
        }
    }
    if weapon.fire() == Fire::Indirect && state.wreck.is_some() {
        ideas.push(Salvo::plain(armed.weapon, Mark::Wreck, USUAL));
    }
    if weapon.fire() == Fire::Direct {
        let elements = u8::try_from(state.terrain.len()).unwrap_or(u8::MAX);
        let elements = (0..elements).map(super::state::TerrainId);
        ideas.extend(elements.map(|id| Salvo::plain(armed.weapon, Mark::Terrain(id), USUAL)));
    }
    ideas
}

fn plain(
    state: &State,
    shooter: &Shooter,
    armed: &Armament,
    weapon: &Weapon,
    enemy: UnitId,
) -> Salvo {
    let range = state.last_range(shooter.unit, enemy).unwrap_or(USUAL);
    match weapon.fire() {
        Fire::Direct => Salvo::plain(armed.weapon, Mark::Unit(enemy), range),
        Fire::Indirect => Salvo::plain(armed.weapon, one_of(state, enemy), range),
        Fire::Projection => Salvo::plain(armed.weapon, one_of(state, enemy), CLOSE),
    }
}

/// Its leader, for whoever aims at a single fighter.
pub(super) fn one_of(state: &State, id: UnitId) -> Mark {
    let role = state.unit(id).and_then(|unit| unit.member(unit.leader)).map(|leader| leader.role);
    Mark::Fighter(id, role.unwrap_or(Role::Standard))
}

fn variants(
    state: &State,
    shooter: &Shooter,
    armed: &Armament,
    weapon: &Weapon,
    plain: &Salvo,
) -> Vec<Salvo> {
    let mut more = vec![Salvo { range: FAR, ..plain.clone() }];
    match weapon.fire() {
        Fire::Direct => {
            more.push(Salvo { cover: Cover::Yes, ..plain.clone() });
            more.push(Salvo { cover: Cover::Disputed, ..plain.clone() });
            more.extend(
                in_the_way(state, shooter, plain)
                    .map(|entry| Salvo { zone: vec![entry], ..plain.clone() }),
            );
            if state.wreck.is_some() {
                let entry = InZone {
                    who: Body::Wreck,
                    role: Role::Standard,
                    fighters: 1,
                    cover: Cover::None,
                    on: 0,
                    which: None,
                };
                more.push(Salvo { zone: vec![entry], ..plain.clone() });
            }
            if bearers(state, shooter, armed.weapon).len() > 1 {
                more.push(Salvo { seeing: Some(1), ..plain.clone() });
            }
        }
        Fire::Indirect | Fire::Projection => {
            more.push(Salvo { at: one_of(state, shooter.unit), range: CLOSE, ..plain.clone() });
        }
    }
    if let Ok(all) = u8::try_from(armed.left)
        && all > 1
        && weapon.fire() != Fire::Projection
    {
        more.push(Salvo { each: all, ..plain.clone() });
    }
    if weapon.has(WeaponAbility::Sniper) && !shooter.moved && shooter.overwatch.is_none() {
        more.push(Salvo { moves_after: true, ..plain.clone() });
    }
    if routines::affordable(state, RoutineName::HyperNanonucleus, shooter.unit) {
        more.push(Salvo { hyper: Hyper::Ask, ..plain.clone() });
        more.push(Salvo { hyper: Hyper::Yes, ..plain.clone() });
    }
    more
}

/// One or two members of another unit that could stand between.
fn in_the_way<'a>(
    state: &'a State,
    shooter: &'a Shooter,
    salvo: &'a Salvo,
) -> impl Iterator<Item = InZone> + 'a {
    let others = state.on_field().filter(move |(id, _)| {
        let aimed_at = matches!(salvo.at, Mark::Unit(at) | Mark::Machine(at, _) if at == *id);
        *id != shooter.unit && !aimed_at
    });
    others.take(2).filter_map(|(id, unit)| {
        let (_, first) = unit.living().next()?;
        let fighters = u32::try_from(unit.living_of(first.role).min(2)).ok()?;
        let who = Body::Unit(id);
        Some(InZone { who, role: first.role, fighters, cover: Cover::None, on: 0, which: None })
    })
}

/// Artillery strikes that a side could call.
pub(super) fn strikes(state: &State, seat: Seat) -> Vec<Strike> {
    let spotter = state.on_field().find(|(_, unit)| unit.side == seat);
    let Some((seen_by, _)) = spotter else { return Vec::new() };
    let enemies = state.enemies_on_field(seat).map(|(id, _)| one_of(state, id));
    enemies
        .chain(state.wreck.map(|_| Mark::Wreck))
        .map(|at| Strike { seen_by, at })
        .filter(|strike| aim_strike(state, seat, strike).is_ok())
        .take(MOST_STRIKES)
        .collect()
}

/// Who may lie under the template of indirect fire; whoever was aimed at, if it went nowhere else.
pub(super) fn under_options(state: &State, volley: &Volley) -> Vec<Answer> {
    let at = match &volley.attack {
        Attack::Salvo(salvo) => salvo.at,
        Attack::Strike(strike) => strike.at,
        Attack::Combat(_) => return Vec::new(),
    };
    let one = super::caught::with_target(state, at, &[]);
    let mut options = vec![Answer::Under(Vec::new())];
    let on_target = volley.template.is_some_and(|template| template.shift == 0);
    options.insert(usize::from(!on_target), Answer::Under(one));
    if let Some((id, unit)) =
        super::spot::role_at(state, at).and_then(|(id, _)| Some((id, state.unit(id)?)))
    {
        let all = everybody(id, unit);
        options.push(Answer::Under(all.clone()));
        let other = state.on_field().find(|(other, _)| *other != id);
        if let Some((other, unit)) = other {
            let mut both = all;
            both.extend(everybody(other, unit));
            options.push(Answer::Under(both));
        }
    }
    options.dedup();
    options
}

fn everybody(id: UnitId, unit: &Unit) -> Vec<Under> {
    let mut entries: Vec<Under> = Vec::new();
    for (_, member) in unit.living() {
        match entries.iter_mut().find(|entry| entry.role == member.role) {
            Some(entry) => entry.fighters += 1,
            None => entries.push(Under {
                who: Body::Unit(id),
                role: member.role,
                fighters: 1,
                which: None,
            }),
        }
    }
    entries
}

/// How a sniper could share his impacts; the first as usual, nearest first (T-WPN-3).
pub(super) fn assignments(state: &State, volley: &Volley) -> Option<Vec<Answer>> {
    let target = volley.groups.last()?;
    let Struckee::Unit(on) = target.on else { return None };
    let unit = state.unit(on)?;
    let able: Vec<(MemberId, &Member)> = target
        .order
        .iter()
        .filter(|standing| standing.unit == on)
        .filter_map(|standing| Some((standing.member, unit.member(standing.member)?)))
        .filter(|(_, member)| !member.out)
        .collect();
    let number = usize::try_from(target.number).ok()?;
    let all_on = |victim: Victim| Answer::Victims(vec![victim; number]);
    let mut options = Vec::new();
    if able.iter().all(|(_, member)| member.machine.is_none()) {
        let in_turn = able.iter().cycle().take(number);
        options.push(Answer::Victims(
            in_turn.map(|(id, _)| Victim { member: *id, part: None }).collect(),
        ));
    }
    let weapons = machine_weapons(state, unit);
    let mut roles: Vec<Role> = Vec::new();
    for (id, member) in able {
        let victim = |part| Victim { member: id, part };
        let Some(machine) = &member.machine else {
            if !roles.contains(&member.role) {
                roles.push(member.role);
                options.push(all_on(victim(None)));
            }
            continue;
        };
        options.push(all_on(victim(Some(MachinePart::Frame))));
        if machine.propulsion > 0 {
            options.push(all_on(victim(Some(MachinePart::Propulsion))));
        }
        for weapon in intact_weapons(&weapons, &machine.weapons) {
            options.push(all_on(victim(Some(MachinePart::Weapon(weapon)))));
        }
    }
    let mut distinct: Vec<Answer> = Vec::new();
    for option in options {
        if !distinct.contains(&option) {
            distinct.push(option);
        }
    }
    (!distinct.is_empty()).then_some(distinct)
}

/// The weapons of a machine that still work, of equal ones with equally many points left only the first.
pub(super) fn intact_weapons(kinds: &[super::profile::WeaponId], points: &[u8]) -> Vec<u8> {
    let mut seen = Vec::new();
    let mut intact = Vec::new();
    for (place, (kind, left)) in kinds.iter().zip(points).enumerate() {
        if *left > 0 && !seen.contains(&(*kind, *left)) {
            seen.push((*kind, *left));
            intact.extend(u8::try_from(place));
        }
    }
    intact
}
