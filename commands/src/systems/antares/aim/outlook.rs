//! What a shot needs and what it would come to, band by band: the numbers, and words for what it needs.

use gatemaster_rules::antares::arms::{mode_of, reach};
use gatemaster_rules::antares::command::Use;
use gatemaster_rules::antares::odds::{self, Odds, Ruin};
use gatemaster_rules::antares::report::weapon_in_mode;
use gatemaster_rules::antares::shoot::{
    Firing, Shape, Shots, is_hidden, may_go_down, shape, shooters,
};
use gatemaster_rules::antares::state::{UnitId, WeaponId};
use gatemaster_rules::antares::values::Band as Reach;
use gatemaster_rules::antares::{State, label};
use gatemaster_rules::text::{count, list};

use super::bands::{Band, UpTo, bands};
use super::draft::{Draft, Salvo};
use crate::boxed;
use crate::trouble::Trouble;
use crate::words::esc;

/// A shot from one band.
#[derive(Clone, Debug)]
pub struct Outlook {
    pub upto: UpTo,
    pub uses: Vec<Use>,
    pub throws: Vec<Throw>,
    /// Why it cannot be shot from there.
    pub refused: Option<String>,
    /// Nothing where the rules find it too much to work out.
    pub odds: Option<Odds>,
    /// The same if the target goes down first, where it may and that saves it from hits.
    pub down: Option<Odds>,
    /// What becomes of a building that is shot at itself.
    pub ruin: Option<Ruin>,
}

/// Dice of one weapon against one number.
#[derive(Clone, Debug)]
pub struct Throw {
    weapon: WeaponId,
    mode: u8,
    shooters: u32,
    reach: Reach,
    shape: Shape,
}

/// Every band of the draft. This takes a while for many dice at many drones.
pub fn outlooks(state: &State, draft: &Draft) -> Vec<Outlook> {
    bands(state, draft).into_iter().map(|band| outlook(state, draft, band)).collect()
}

/// The same off the request path.
#[boxed]
pub async fn outlooks_of(state: &State, draft: &Draft) -> Result<Vec<Outlook>, Trouble> {
    let (state, draft) = (state.clone(), draft.clone());
    let work = move || outlooks(&state, &draft);
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| Trouble::fault("the odds were not worked out"))
}

fn outlook(state: &State, draft: &Draft, band: Band) -> Outlook {
    let Band { upto, uses } = band;
    let range = upto.range();
    let at = draft.target.unit();
    let firing = Firing { at, manner: draft.manner, range, scene: &draft.scene };
    let throws = throws(state, draft.unit, firing, &uses);
    let salvo = draft.salvo(state, range);
    let refused = match salvo.check(state, draft.unit, draft.manner) {
        Ok(()) if at.is_some_and(|at| is_hidden(state, at, range)) => {
            Some("It is down, and its camo drone hides it from there.".to_owned())
        }
        Ok(()) => None,
        Err(refusal) => Some(refusal.sentence().to_owned()),
    };
    let mut new = Outlook { upto, uses, throws, refused, odds: None, down: None, ruin: None };
    if new.refused.is_some() {
        return new;
    }
    match &salvo {
        Salvo::Units(shots) => {
            let Some(shot) = shots.last() else { return new };
            let odds = |down| odds::shot(state, draft.unit, draft.manner, shot, down).ok();
            new.odds = odds(false);
            let may = draft.target.body(state).is_some_and(|unit| may_go_down(state, unit));
            let saves = |down: &Odds| new.odds.as_ref().is_some_and(|up| up.hits != down.hits);
            new.down = if may { odds(true).filter(saves) } else { None };
        }
        Salvo::Building(shot) => {
            new.ruin = odds::at_building(state, draft.unit, draft.manner, shot).ok();
        }
    }
    new
}

fn throws(state: &State, from: UnitId, firing: Firing, uses: &[Use]) -> Vec<Throw> {
    let Some(unit) = state.unit(from) else { return Vec::new() };
    let mut throws = Vec::new();
    for used in uses {
        let Some((_, mode)) = mode_of(state, used.weapon, used.mode) else { continue };
        let Ok(reach) = reach(state, mode, firing.manner, firing.range) else { continue };
        for group in shooters(unit, used) {
            let shape = shape(state, unit, firing, used, &group);
            throws.extend(shape.map(|shape| Throw {
                weapon: used.weapon,
                mode: used.mode,
                shooters: group.number,
                reach,
                shape,
            }));
        }
    }
    throws
}

impl Outlook {
    /// What its dice need, each number once.
    pub fn needs(&self) -> Vec<String> {
        let mut needs: Vec<String> = Vec::new();
        for throw in &self.throws {
            let need = if throw.shape.automatic {
                "no roll".to_owned()
            } else {
                throw.shape.check.target().clamp(1, 9).to_string()
            };
            if !needs.contains(&need) {
                needs.push(need);
            }
        }
        needs
    }

    /// "Shoot, up to 20″ (needs 6)"
    pub fn button(&self) -> String {
        let needs = self.needs();
        let needs = match needs.as_slice() {
            [] => String::new(),
            [one] => format!(" (needs {one})"),
            [..] if needs.len() <= 3 => format!(" (needs {})", needs.join("/")),
            [..] => String::new(),
        };
        match self.upto {
            UpTo::At(range) => format!("Shoot at {range}{needs}"),
            UpTo::To(_) | UpTo::Under(_) | UpTo::NextBlock(_) => {
                format!("Shoot, {}{needs}", self.upto)
            }
        }
    }

    /// "effective", where it is the same for all its weapons.
    pub fn band(&self) -> Option<&'static str> {
        let bands: Vec<Reach> = self.throws.iter().map(|throw| throw.reach).collect();
        let same = bands.windows(2).all(|pair| pair[0] == pair[1]);
        bands.first().filter(|_| same).map(|band| band_name(*band))
    }

    /// "5 shots need 6 or less (Acc 5, Fire order +1)"; of several weapons each by its name, those that need the same together.
    pub fn throws_in_words(&self, state: &State) -> String {
        let mut groups: Vec<(String, Vec<&Throw>)> = Vec::new();
        for throw in &self.throws {
            let needs = throw.needs();
            match groups.iter_mut().find(|group| group.0 == needs) {
                Some(group) => group.1.push(throw),
                None => groups.push((needs, vec![throw])),
            }
        }
        let named = self.uses.len() > 1;
        let words = groups.into_iter().map(|(needs, throws)| {
            let one = throws.len() == 1 && throws[0].is_one_shot();
            let who: Vec<String> = throws
                .iter()
                .map(|throw| if named { throw.name(state) } else { throw.shots() })
                .collect();
            let (who, automatic) = (list(&who), throws[0].shape.automatic);
            match (automatic, one) {
                (true, true) => format!("{who} hits without a roll"),
                (true, false) => format!("{who} hit without a roll"),
                (false, true) => format!("{who} needs {needs}"),
                (false, false) => format!("{who} need {needs}"),
            }
        });
        words.collect::<Vec<_>>().join("; ")
    }
}

fn band_name(band: Reach) -> &'static str {
    match band {
        Reach::Effective => "effective",
        Reach::Long => "long",
        Reach::Extreme => "extreme",
    }
}

impl Throw {
    /// "3 shots"
    fn shots(&self) -> String {
        match self.shape.shots {
            Shots::Fixed(shots) => count(shots, "shot", "shots"),
            Shots::Die { sides, times } => match self.shooters.saturating_mul(times) {
                1 => format!("D{sides} shots"),
                dice => format!("{dice} × D{sides} shots"),
            },
        }
    }

    fn is_one_shot(&self) -> bool {
        matches!(self.shape.shots, Shots::Fixed(1))
    }

    /// "6 or less (Acc 5, Fire order +1)"; nothing where it hits by itself.
    fn needs(&self) -> String {
        let Shape { check, automatic, .. } = &self.shape;
        if *automatic {
            return String::new();
        }
        let needs = needed(check.target());
        match check.to_string().split_once(": ") {
            Some((_, reasons)) => format!("{needs} ({reasons})"),
            None => needs,
        }
    }

    /// "mag gun (3 shots)", "micro-X launcher (direct, 1 shot)"
    fn name(&self, state: &State) -> String {
        let name = esc(&weapon_in_mode(state, self.weapon, self.mode));
        match name.strip_suffix(')') {
            Some(open) => format!("{open}, {})", self.shots()),
            None => format!("{name} ({})", self.shots()),
        }
    }
}

/// A-SHT-7: a one always hits, a ten never.
fn needed(target: i32) -> String {
    match target {
        ..=1 => "a 1".to_owned(),
        2..=8 => format!("{target} or less"),
        9.. => "anything but a 10".to_owned(),
    }
}

/// "held: plasma cannon at Gang 2, up to 20″"
pub fn held(state: &State, draft: &Draft) -> Option<String> {
    if draft.held.is_empty() {
        return None;
    }
    let shots: Vec<String> = draft
        .held
        .iter()
        .map(|shot| {
            let with = esc(&label::ways(state, draft.unit, &shot.uses));
            let side = shot.scene.side.map(|side| format!(" from the {}", side.name()));
            let (name, side) = (esc(state.unit_name(shot.target)), side.unwrap_or_default());
            format!("{with} at **{name}**, {}{side}", shot.range)
        })
        .collect();
    Some(format!("Together with {}.", list(&shots)))
}
