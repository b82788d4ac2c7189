//! The numbers that tests are rolled against, each with its reasons. Preview and resolution share them.

use super::command::{Cover, Intervening, Mark, Nerve, Scene};
use super::flow::Manner;
use super::inches::Inches;
use super::profile::{Mode, ModelRule, Weapon, WeaponClass, WeaponRule};
use super::reason::Reason;
use super::state::{Ammo, ModelId, Options, Soma, State, Unit, UnitId};
use crate::check::Check;

/// A-SHT-6
pub const LONG_RANGE: i32 = -1;
pub const EXTREME_RANGE: i32 = -2;
pub const OBSTACLE: i32 = -1;
pub const LIGHT_TERRAIN: i32 = -2;
pub const AIMED: i32 = 1;
pub const RAPID_FIRE_FAR: i32 = -1;
pub const BUILDING: i32 = -1;
pub const OVERHEAD: i32 = -2;
pub const OUT_OF_ARC: i32 = -2;
pub const BATTER_SHIELD: i32 = -2;
pub const LIGHT_CREW: u32 = 2;
pub const HEAVY_CREW: u32 = 3;
/// A-ASL-6
pub const ASSAULTING: i32 = 1;
pub const HAND_WEAPON: i32 = 1;
/// A-SHT-13
pub const GUN_RES: i32 = 10;
/// A-SHT-12: over this is heavily armoured.
pub const HEAVILY_ARMOURED_OVER: i32 = 10;
/// A-SHT-18: hyperlight and phase armour are weaker up to here.
pub const CLOSE: Inches = Inches::whole(10);
/// A-ORD-10: a soma graft passes on anything but a ten.
pub const SOMA_VALUE: i32 = 9;
/// A-OVH-7: only a one.
pub const BLIND_VALUE: i32 = 1;

/// A-SHT-5
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Band {
    Effective,
    Long,
    Extreme,
}

/// Why a weapon does not reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutOfReach {
    TooNear(Inches),
    TooFar(Inches),
    NotShot,
}

/// A-SHT-5, A-GAM-4
pub fn band(mode: &Mode, range: Inches, options: Options) -> Result<Band, OutOfReach> {
    let Some(effective) = mode.effective else { return Err(OutOfReach::NotShot) };
    if range < mode.minimum {
        return Err(OutOfReach::TooNear(mode.minimum));
    }
    let (long, extreme) =
        if options.effective_range_only { (None, None) } else { (mode.long, mode.extreme) };
    if range <= effective {
        Ok(Band::Effective)
    } else if long.is_some_and(|long| range <= long) {
        Ok(Band::Long)
    } else if extreme.is_some_and(|extreme| range <= extreme) {
        Ok(Band::Extreme)
    } else {
        Err(OutOfReach::TooFar(extreme.or(long).unwrap_or(effective)))
    }
}

fn pins(unit: &Unit) -> (i32, Reason) {
    (-i32::try_from(unit.pins).unwrap_or(i32::MAX), Reason::Pins(unit.pins))
}

/// Command minus pins, with the best that helps (A-ORD-3, A-ORD-9, A-ORD-10). `ignoring_pins` is for Rally (A-ORD-8).
pub fn command(state: &State, unit: &Unit, nerve: Nerve, ignoring_pins: bool) -> Check<Reason> {
    if matches!(unit.soma, Soma::Active | Soma::Wild) {
        return Check::new(SOMA_VALUE, Reason::SomaGraft);
    }
    let own = unit.command();
    let lent = nerve
        .commander
        .and_then(|id| state.unit(id))
        .filter(|lender| !lender.destroyed)
        .map_or(0, commanders_command);
    let mut check = if lent > own {
        Check::new(i32::from(lent), Reason::CommandersCommand)
    } else {
        Check::new(i32::from(own), Reason::Command)
    };
    if !ignoring_pins {
        let (value, reason) = pins(unit);
        check.add(value, reason);
    }
    check
}

/// The best Command among the living commander models of a unit.
pub fn commanders_command(unit: &Unit) -> u8 {
    unit.living()
        .filter(|id| unit.model_has(*id, ModelRule::Command))
        .map(|id| unit.models[id.index()].stats.co)
        .max()
        .unwrap_or(0)
}

/// Other units of the side whose commander could lend more than the unit has itself.
pub fn commanders_for(state: &State, id: UnitId) -> Vec<UnitId> {
    let Some(unit) = state.unit(id) else { return Vec::new() };
    state
        .living(unit.side)
        .filter(|(other, lender)| {
            *other != id && lender.deployed && commanders_command(lender) > unit.command()
        })
        .map(|(other, _)| other)
        .collect()
}

pub fn agility(unit: &Unit) -> Check<Reason> {
    Check::new(i32::from(unit.agility()), Reason::Ag)
}

/// How many crew a team's weapon lacks (A-SHT-6).
pub fn crew_short(unit: &Unit, weapon: &Weapon) -> u32 {
    let needed = if weapon.class == WeaponClass::Heavy { HEAVY_CREW } else { LIGHT_CREW };
    needed.saturating_sub(unit.alive())
}

/// What one way of shooting needs to hit (A-SHT-6).
#[derive(Debug)]
pub struct Aim<'a> {
    pub unit: &'a Unit,
    /// The Acc of whoever shoots.
    pub acc: u8,
    pub weapon: &'a Weapon,
    pub mode: &'a Mode,
    pub team_gun: bool,
    pub manner: Manner,
    pub band: Band,
    pub scene: &'a Scene,
}

impl Aim<'_> {
    pub fn check(&self) -> Check<Reason> {
        if self.manner == Manner::Blind {
            return Check::new(BLIND_VALUE, Reason::BlindLuck);
        }
        let overhead = self.mode.is_overhead();
        let heavy = self.weapon.class == WeaponClass::Heavy;
        let mut check = Check::new(i32::from(self.acc), Reason::Acc);
        let (value, reason) = pins(self.unit);
        check.add(value, reason);
        match self.band {
            Band::Effective => {}
            Band::Long => check.add(LONG_RANGE, Reason::LongRange),
            Band::Extreme => check.add(EXTREME_RANGE, Reason::ExtremeRange),
        }
        match self.scene.terrain {
            Intervening::Nothing => {}
            Intervening::Obstacle => check.add(OBSTACLE, Reason::Obstacle),
            Intervening::LightTerrain => check.add(LIGHT_TERRAIN, Reason::LightTerrain),
        }
        if self.manner == Manner::Fire && !overhead && !heavy {
            check.add(AIMED, Reason::Aimed);
        }
        if self.is_rapid() && self.band != Band::Effective {
            check.add(RAPID_FIRE_FAR, Reason::RapidFireFar);
        }
        if self.scene.building && !overhead {
            check.add(BUILDING, Reason::Building);
        }
        if overhead {
            check.add(OVERHEAD, Reason::Overhead);
        }
        if self.team_gun {
            let short = crew_short(self.unit, self.weapon);
            check.add(-i32::try_from(short).unwrap_or(0), Reason::CrewShort(short));
        }
        if heavy && self.scene.out_of_arc {
            check.add(OUT_OF_ARC, Reason::OutOfArc);
        }
        if self.scene.shield && !overhead {
            check.add(BATTER_SHIELD, Reason::BatterShield);
        }
        check
    }

    /// A-SHT-4: a phase rifle on Fire counts as rapid fire; out of ammunition for it, nothing does (A-SPC-4).
    fn is_rapid(&self) -> bool {
        let low = self.mode.has(WeaponRule::LimitedAmmo) && self.unit.ammo != Ammo::Plenty;
        (self.mode.rapid_fire().is_some() && !low)
            || (self.mode.shots_on_fire().is_some() && self.manner == Manner::Fire)
    }
}

/// What a hit is resisted against (A-SHT-12, A-SHT-13, A-ASL-9).
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the circumstances of one hit")]
pub struct Blow<'a> {
    pub unit: &'a Unit,
    pub mark: Mark,
    pub manner: Manner,
    pub range: Inches,
    pub cover: &'a Cover,
    pub sv: u32,
    pub blast: bool,
    pub overhead: bool,
    pub no_cover: bool,
    /// Walls and a roof are around it (B-OVH-2).
    pub inside: bool,
    /// The spinners of the model's unit guard it (A-ASL-14).
    pub guards: bool,
    pub armoury: &'a [Weapon],
}

impl Blow<'_> {
    pub fn check(&self) -> Check<Reason> {
        let Mark::Model(model) = self.mark else {
            return Check::new(GUN_RES, Reason::TeamGun);
        };
        let res = self.unit.models.get(model.index()).map_or(0, |model| model.stats.res);
        let mut check = Check::new(i32::from(res), Reason::Res);
        check.add(self.armour(model, res), Reason::Armour);
        check.add(self.cover_for(model), Reason::Cover);
        if self.manner == Manner::HandToHand && self.guards {
            check.add(self.guard(model), Reason::Spinner);
        }
        check.add(-i32::try_from(self.sv).unwrap_or(i32::MAX), Reason::StrikeValue);
        check
    }

    /// A-SHT-18
    fn armour(&self, model: ModelId, res: u8) -> i32 {
        let Some(troop) = self.unit.troop(model) else { return 0 };
        let hand_to_hand = self.manner == Manner::HandToHand;
        let close = hand_to_hand || self.range <= CLOSE;
        let worn = |key: &String| troop.armour.iter().any(|piece| piece.key == *key);
        troop
            .armour
            .iter()
            .filter(|piece| piece.needs.is_empty() || piece.needs.iter().any(worn))
            .map(|piece| {
                if let Some(raised) = piece.raises_to {
                    return i32::from(raised) - i32::from(res);
                }
                let bonus = match (piece.blasts, piece.hand_to_hand, piece.close) {
                    (Some(blasts), _, _) if self.blast => blasts,
                    (_, Some(fighting), _) if hand_to_hand => fighting,
                    (_, _, Some(near)) if close => near,
                    _ => piece.bonus,
                };
                i32::from(bonus)
            })
            .sum()
    }

    /// A-SHT-19, A-SHT-26, A-ASL-9, B-SHT-4
    fn cover_for(&self, model: ModelId) -> i32 {
        let open = self.manner == Manner::HandToHand
            || self.overhead
            || self.no_cover
            || self.unit.model_has(model, ModelRule::Large);
        // B-OVH-2, B-DEP-1: walls stop overhead hits, and a heavy team inside counts as not large
        let walled = self.manner == Manner::HandToHand || (self.no_cover && !self.overhead);
        let none = if self.inside { walled } else { open };
        match self.cover {
            _ if none => 0,
            Cover::Everybody(bonus) => i32::from(*bonus),
            Cover::Only { bonus, models } if models.contains(&model) => i32::from(*bonus),
            Cover::Nobody | Cover::Only { .. } => 0,
        }
    }

    /// A-ASL-14: what the model's own spinner adds.
    fn guard(&self, model: ModelId) -> i32 {
        let Some(model) = self.unit.models.get(model.index()) else { return 0 };
        model
            .weapons
            .iter()
            .filter_map(|weapon| self.armoury.get(weapon.index()))
            .flat_map(|weapon| &weapon.modes)
            .filter_map(Mode::variable)
            .max()
            .map_or(0, i32::from)
    }
}

/// A-SHT-12: over 10 once everything is taken into account.
pub fn is_heavily_armoured(check: &Check<Reason>) -> bool {
    check.target() > HEAVILY_ARMOURED_OVER
}
