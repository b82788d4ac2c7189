//! Fire that is laid on a spot: indirect fire, flamers and artillery strikes (T-IND-1, T-WPN-2, T-WPN-4).

use super::aim::{Aimed, firing, is_tagged, on_table, shooting_test};
use super::armament::Shooter;
use super::caught::{under, with_target};
use super::command::{Mark, Salvo, Strike};
use super::grammar::has;
use super::lineup;
use super::mission::Role as Part;
use super::need::{Band, Range};
use super::profile::{Aim, Fire, Weapon};
use super::state::{Role, State, Unit, UnitId};
use crate::ids::Seat;
use crate::refusal::Refusal;

/// The fighter, machine or wreck on which a template is laid (T-IND-1, T-WPN-2, T-MIS-64).
fn check_spot(
    state: &State,
    by: Seat,
    weapon: &Weapon,
    at: Mark,
) -> Result<Option<UnitId>, Refusal> {
    let what = &weapon.name;
    match at {
        Mark::Fighter(id, role) => {
            let unit = on_table(state, id)?;
            if unit.living_of(role) == 0 {
                let (name, words) = (&unit.name, lineup::words(role));
                return Err(Refusal::new(format!(
                    "{name} {} no {words} left to aim at.",
                    has(name)
                )));
            }
            Ok(Some(id))
        }
        Mark::Machine(id, machine) => {
            let unit = on_table(state, id)?;
            if unit.member(machine).is_none_or(|member| member.out || member.machine.is_none()) {
                let name = &unit.name;
                return Err(Refusal::new(format!(
                    "{name} {} no such machine left to aim at.",
                    has(name)
                )));
            }
            Ok(Some(id))
        }
        Mark::Unit(id) => {
            let name = state.unit_name(id);
            Err(Refusal::new(format!("{what} is aimed at one fighter of {name}: say which role.")))
        }
        Mark::Terrain(_) => {
            Err(Refusal::new(format!("{what} is aimed at a fighter, not at terrain.")))
        }
        Mark::Wreck if state.wreck.is_none_or(|wreck| wreck.structure == 0) => {
            Err(Refusal::new("There is no wreck on this table any more."))
        }
        Mark::Wreck if state.side(by).is_some_and(|side| side.part == Some(Part::Defender)) => {
            Err(Refusal::new("The defender does not fire at the wreck."))
        }
        Mark::Wreck => Ok(None),
    }
}

pub(super) fn indirect(
    state: &State,
    shooter: &Shooter,
    unit: &Unit,
    weapon: &Weapon,
    salvo: &Salvo,
) -> Result<Aimed, Refusal> {
    let on = check_spot(state, unit.side, weapon, salvo.at)?;
    let tagged = on.is_some_and(|on| is_tagged(state, unit.side, on));
    if salvo.seeing == Some(0) && !tagged {
        return Err(Refusal::new(format!(
            "Nobody in {} sees the fighter aimed at; somebody has to.",
            unit.name
        )));
    }
    let (shooters, fire) = firing(state, shooter, unit, weapon, salvo, true)?;
    Ok(Aimed {
        unit: shooter.unit,
        by: unit.side,
        weapon: salvo.weapon,
        fire: Fire::Indirect,
        sniper: false,
        overwatch: shooter.overwatch.is_some(),
        shooters,
        dice: fire.saturating_mul(u32::from(weapon.rate)),
        test: shooting_test(state, unit, weapon, salvo.range),
        rerolls: u32::from(weapon.rerolls),
        groups: Vec::new(),
        skipped: Vec::new(),
    })
}

/// T-WPN-2
pub(super) fn projected(
    state: &State,
    shooter: &Shooter,
    unit: &Unit,
    weapon: &Weapon,
    salvo: &Salvo,
) -> Result<Aimed, Refusal> {
    check_spot(state, unit.side, weapon, salvo.at)?;
    if let Aim::Reaches(most) = weapon.aim
        && salvo.range.band().0 > most
    {
        return Err(Refusal::new(format!(
            "{} reaches range {most}; the target stands at {}.",
            weapon.name, salvo.range
        )));
    }
    if salvo.seeing == Some(0) {
        return Err(Refusal::new("Whoever bears the flamer has to see his target."));
    }
    let who = with_target(state, salvo.at, &salvo.under);
    Ok(Aimed {
        unit: shooter.unit,
        by: unit.side,
        weapon: salvo.weapon,
        fire: Fire::Projection,
        sniper: false,
        overwatch: shooter.overwatch.is_some(),
        shooters: 1,
        dice: 0,
        test: None,
        rerolls: 0,
        groups: under(state, &who, 1)?,
        skipped: Vec::new(),
    })
}

/// An artillery strike (T-WPN-4); its LP are paid elsewhere.
pub fn aim_strike(state: &State, seat: Seat, strike: &Strike) -> Result<Aimed, Refusal> {
    if !state.switches.artillery {
        return Err(Refusal::new("Artillery strikes are not part of this game."));
    }
    if state.side(seat).is_none_or(|side| side.struck) {
        return Err(Refusal::new("You have called your artillery strike of this round."));
    }
    let (Some(id), spotter) = (state.library.artillery(), on_table(state, strike.seen_by)?) else {
        return Err(Refusal::new("There is no artillery in the lists of this game."));
    };
    let Some(weapon) = state.library.weapon(id) else {
        return Err(Refusal::new("There is no artillery in the lists of this game."));
    };
    if spotter.side != seat {
        return Err(Refusal::new("An officer or leader of your own sees the target of a strike."));
    }
    check_spot(state, seat, weapon, strike.at)?;
    Ok(Aimed {
        unit: strike.seen_by,
        by: seat,
        weapon: id,
        fire: Fire::Indirect,
        sniper: false,
        overwatch: false,
        shooters: 1,
        dice: u32::from(weapon.rate),
        test: shooting_test(state, spotter, weapon, Range::Band(Band::default())),
        rerolls: u32::from(weapon.rerolls),
        groups: Vec::new(),
        skipped: Vec::new(),
    })
}

/// The role of whoever is aimed at by himself.
pub fn role_at(state: &State, at: Mark) -> Option<(UnitId, Role)> {
    match at {
        Mark::Fighter(unit, role) => Some((unit, role)),
        Mark::Machine(unit, machine) => Some((unit, state.unit(unit)?.member(machine)?.role)),
        Mark::Unit(_) | Mark::Terrain(_) | Mark::Wreck => None,
    }
}
