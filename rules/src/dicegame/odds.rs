//! Exact odds, counted and not simulated: every roll of n dice is one of 6ⁿ.

use super::faces::{Control, FACES, Faces, Fate};
use super::state::{BUST, FATE_DICE, FATE_POINTS, SKIRMISH_DICE};

/// So many of all the ways in which dice can fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    pub ways: u64,
    pub of: u64,
}

impl Chance {
    #[expect(clippy::cast_precision_loss, reason = "6¹⁰ is far below what a float holds")]
    pub fn share(self) -> f64 {
        self.ways as f64 / self.of.max(1) as f64
    }

    pub fn is_never(self) -> bool {
        self.ways == 0
    }
}

/// As many counts as six dice can show: none to six victories.
pub const COUNTS: usize = SKIRMISH_DICE as usize + 1;

/// The chance of each number of victories in all, after rolling so many dice beside the victories that stay.
pub fn counts(faces: &Faces, staying: u8, dice: u8) -> [Chance; COUNTS] {
    let dice = dice.min(SKIRMISH_DICE);
    let of = ways(FACES as u64, dice);
    let mut chances = [Chance { ways: 0, of }; COUNTS];
    let (hit, miss) = (u64::from(faces.victories()), FACES as u64 - u64::from(faces.victories()));
    for victories in 0..=dice {
        let fall = choose(dice, victories) * ways(hit, victories) * ways(miss, dice - victories);
        if let Some(chance) = chances.get_mut(usize::from(staying) + usize::from(victories)) {
            chance.ways += fall;
        }
    }
    chances
}

/// The chance that the next roll busts: exactly five victories in all (D-ROL-3, D-ROL-7).
pub fn bust(faces: &Faces, staying: u8, dice: u8) -> Chance {
    counts(faces, staying, dice)[usize::from(BUST)]
}

/// The chance that at least one of so many fate dice routs (D-FAT-6).
pub fn rout(faces: &Faces, dice: u8) -> Chance {
    let dice = dice.min(FATE_DICE);
    let of = ways(FACES as u64, dice);
    let calm = ways(FACES as u64 - u64::from(faces.fates(Fate::Routed)), dice);
    Chance { ways: of - calm, of }
}

/// What can come of a roll with fate dice in the hand: a rout ends the turn before anything is counted (D-ROL-8), so
/// these chances and that of a rout add up to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollOdds {
    pub rout: Chance,
    /// By the victories in all, where nothing routs.
    pub counts: [Chance; COUNTS],
}

impl RollOdds {
    /// Rolling so many dice beside the victories that stay, with so many fate dice among them.
    pub fn of(faces: &Faces, staying: u8, dice: u8, fate: u8) -> Self {
        let rout = rout(faces, fate);
        let calm = rout.of - rout.ways;
        let counts = counts(faces, staying, dice)
            .map(|chance| Chance { ways: chance.ways * calm, of: chance.of * rout.of });
        Self { rout, counts }
    }

    /// Exactly five victories, and no rout before (D-ROL-3, D-ROL-8).
    pub fn bust(&self) -> Chance {
        self.counts[usize::from(BUST)]
    }
}

/// What a claimed control die is worth on average, a fate face counting as the fate die that it claims.
pub fn control_die(faces: &Faces) -> f64 {
    let sum: u32 = Control::ALL
        .into_iter()
        .map(|face| {
            let worth = face.points().map_or(FATE_POINTS, |points| points.number().into());
            faces.controls(face) * worth
        })
        .sum();
    Chance { ways: sum.into(), of: FACES as u64 }.share()
}

fn ways(base: u64, power: u8) -> u64 {
    base.pow(power.into())
}

fn choose(of: u8, some: u8) -> u64 {
    (0..u64::from(some)).fold(1, |ways, i| ways * (u64::from(of) - i) / (i + 1))
}
