//! Shooting in a few words: with what, at whom, from how far, and what the dice need.

use super::super::arms::mode_of;
use super::super::command::{BuildingShot, Eyes, Scene, Shooters, Shot, Spring, Use};
use super::super::flow::{Manner, Volley};
use super::super::inches::Inches;
use super::super::question::manner;
use super::super::report::words::{Who, capital, number, number_needed, weapon_in_mode};
use super::super::shoot::{Firing, Shape, Shots, forced, is_hidden, shape, shooters};
use super::super::state::{State, Unit, UnitId};
use super::{Label, MAX_MORE, MAX_TEXT, clip, facts, fit};
use crate::text::list;

/// The longest name of a unit that is left whole where there is little room.
const SHORT_NAME: usize = 20;

/// One way of shooting: "4 × plasma carbine (single shot) and X-sling".
pub fn ways(state: &State, unit: UnitId, uses: &[Use]) -> String {
    let wordings = [true, false].map(|counted| with(state, unit, uses, counted));
    fit(wordings, MAX_MORE)
}

fn with(state: &State, from: UnitId, uses: &[Use], counted: bool) -> String {
    let words: Vec<String> = uses
        .iter()
        .map(|used| {
            let name = weapon_in_mode(state, used.weapon, used.mode);
            match state.unit(from).map_or(0, |unit| who_shoot(unit, used)) {
                0 | 1 => name,
                _ if !counted => name,
                models => format!("{models} × {name}"),
            }
        })
        .collect();
    if words.is_empty() { "nothing".into() } else { list(&words) }
}

/// Those still able to; all who are named where nobody is.
fn who_shoot(unit: &Unit, used: &Use) -> u32 {
    let able = shooters(unit, used).iter().map(|group| group.number).sum();
    match (&used.by, able) {
        (Shooters::Gun, _) => 1,
        (Shooters::Models(models), 0) => number(models.len()),
        (Shooters::Models(_), able) => able,
    }
}

/// A name that leaves room for the rest; the number at its end is kept.
pub(super) fn shortened(name: &str) -> String {
    if name.chars().count() <= SHORT_NAME {
        return name.to_owned();
    }
    let (head, tail) = match name.rsplit_once(' ') {
        Some((head, tail)) if tail.bytes().all(|byte| byte.is_ascii_digit()) => {
            (head, format!(" {tail}"))
        }
        _ => (name, String::new()),
    };
    clip(head, SHORT_NAME.saturating_sub(tail.chars().count())) + &tail
}

pub(super) fn shoot(state: &State, shots: &[Shot]) -> Label {
    let acting = state.flow.acting;
    let from = acting.map_or(UnitId(u16::MAX), |acting| acting.unit);
    let wording = |counted: bool, whole: bool| {
        let told: Vec<String> = shots
            .iter()
            .map(|shot| {
                let target = state.unit_name(shot.target);
                let target = if whole { target.to_owned() } else { shortened(target) };
                let eyes = match shot.scene.eyes {
                    Eyes::Own => String::new(),
                    Eyes::Patched(_) if !whole => ", patched".into(),
                    Eyes::Patched(unit) => format!(", seen by {}", state.unit_name(unit)),
                };
                let uses = with(state, from, &shot.uses, counted);
                format!("{target}, {}: {uses}{eyes}", shot.range)
            })
            .collect();
        told.join("; ")
    };
    let text = fit(
        [(true, true), (false, true), (true, false), (false, false)]
            .map(|(counted, whole)| format!("Shoot {}", wording(counted, whole))),
        MAX_TEXT,
    );
    let how = acting.and_then(|acting| manner(acting.order)).unwrap_or(Manner::Fire);
    Label::new(text, shots_need(state, from, how, shots))
}

pub(super) fn spring(state: &State, spring: &Spring) -> Label {
    let name = state.unit_name(spring.unit);
    let who = Who::new(name);
    let Some(shot) = spring.shots.first() else {
        return Label::new(format!("{name} {} at nobody", who.does("shoots", "shoot")), "");
    };
    let wording = |counted: bool, whole: bool| {
        let name = if whole { name.to_owned() } else { shortened(name) };
        let uses = with(state, spring.unit, &shot.uses, counted);
        format!("{name} {}: {uses}, {}", who.does("shoots", "shoot"), shot.range)
    };
    let text = fit(
        [(true, true), (false, true), (true, false), (false, false)]
            .map(|(counted, whole)| wording(counted, whole)),
        MAX_TEXT,
    );
    Label::new(text, shots_need(state, spring.unit, Manner::Fire, &spring.shots))
}

pub(super) fn shoot_building(state: &State, shot: &BuildingShot) -> Label {
    let acting = state.flow.acting;
    let from = acting.map_or(UnitId(u16::MAX), |acting| acting.unit);
    let place = state.part_name(shot.part);
    let text = fit(
        [true, false].map(|counted| {
            let with = with(state, from, &shot.uses, counted);
            format!("Shoot at {place} itself, {}: {with}", shot.range)
        }),
        MAX_TEXT,
    );
    let manner = acting.and_then(|acting| manner(acting.order)).unwrap_or(Manner::Fire);
    let BuildingShot { range, scene, uses, .. } = shot;
    let aim = Aim { from, at: None, manner, range: *range, scene, uses };
    Label::new(text, aim.facts(state))
}

pub(super) fn fire_blind(state: &State, range: Inches, uses: &[Use]) -> Label {
    let from = state.flow.acting.map_or(UnitId(u16::MAX), |acting| acting.unit);
    let text = format!("Fire blind, {range}: {}", with(state, from, uses, true));
    let scene = Scene { spotter_sees: false, ..Scene::default() };
    let aim = Aim { from, at: None, manner: Manner::Blind, range, scene: &scene, uses };
    Label::new(text, aim.facts(state))
}

pub(super) fn point_blank(state: &State, from: Option<UnitId>, uses: &[Use]) -> Label {
    if uses.is_empty() {
        return Label::new("Hold fire", "Saves ammunition");
    }
    let from = from.unwrap_or(UnitId(u16::MAX));
    let text = fit([true, false].map(|counted| with(state, from, uses, counted)), MAX_TEXT);
    let at =
        state.flow.assault.as_ref().map(|assault| {
            if from == assault.attacker { assault.defender } else { assault.attacker }
        });
    let (manner, range, scene) = (Manner::PointBlank, Inches::default(), &Scene::default());
    let aim = Aim { from, at, manner, range, scene, uses };
    Label::new(capital(&text), aim.facts(state))
}

fn shots_need(state: &State, from: UnitId, manner: Manner, shots: &[Shot]) -> String {
    let mut parts = Vec::new();
    for shot in shots {
        let aim = Aim {
            from,
            at: Some(shot.target),
            manner,
            range: shot.range,
            scene: &shot.scene,
            uses: &shot.uses,
        };
        parts.extend(aim.needs(state, shots.len() > 1 || shot.uses.len() > 1));
        if is_hidden(state, shot.target, shot.range) {
            parts.push("hidden by a camo drone".into());
        } else if state.unit(shot.target).and_then(forced).is_some() {
            parts.extend(aim.if_forced(state).map(str::to_owned));
        }
    }
    let all = parts.join(" · ");
    if all.chars().count() <= MAX_MORE {
        return capital(&all);
    }
    capital(&facts(&parts, MAX_MORE - 2)) + " …"
}

/// A shooting that is thought of, or declared and not rolled yet.
pub(super) struct Aim<'a> {
    pub from: UnitId,
    pub at: Option<UnitId>,
    pub manner: Manner,
    pub range: Inches,
    pub scene: &'a Scene,
    pub uses: &'a [Use],
}

impl<'a> Aim<'a> {
    pub fn of(volley: &'a Volley) -> Self {
        let Volley { from, at, manner, range, scene, uses, .. } = volley;
        Self { from: *from, at: *at, manner: *manner, range: *range, scene, uses }
    }

    fn facts(&self, state: &State) -> String {
        capital(&facts(&self.needs(state, self.uses.len() > 1), MAX_MORE))
    }

    /// What each weapon throws and needs: "8 shots need 5, SV 0", with its name where there are several.
    pub fn needs(&self, state: &State, named: bool) -> Vec<String> {
        self.uses
            .iter()
            .filter_map(|used| {
                let (_, mode) = mode_of(state, used.weapon, used.mode)?;
                let shapes = self.shapes(state, used);
                let sv = shapes.first().map_or(mode.sv, |(_, shape)| shape.sv);
                let mut words: Vec<String> =
                    shapes.iter().map(|(shooters, shape)| throws(*shooters, shape)).collect();
                if words.is_empty() {
                    words.push("out of reach".into());
                } else {
                    words.push(format!("SV {sv}"));
                    words.extend(mode.blast().map(|sides| format!("D{sides} hits each")));
                }
                let words = words.join(", ");
                let name = weapon_in_mode(state, used.weapon, used.mode);
                Some(if named { format!("{name}: {words}") } else { words })
            })
            .collect()
    }

    /// What becomes of hits on a unit that forces re-rolls (A-SHT-9, A-OVH-2); `None` of hits that need no roll.
    pub fn if_forced(&self, state: &State) -> Option<&'static str> {
        let (mut rolled, mut blasts) = (false, false);
        for used in self.uses {
            let blast = mode_of(state, used.weapon, used.mode)
                .is_some_and(|(_, mode)| mode.blast().is_some());
            blasts |= blast;
            rolled |= !blast && self.shapes(state, used).iter().any(|(_, shape)| !shape.automatic);
        }
        match (rolled, blasts) {
            (true, true) => Some("hits are rolled again and blasts halved"),
            (true, false) => Some("hits are rolled again"),
            (false, true) => Some("the hits of a blast are halved"),
            (false, false) => None,
        }
    }

    fn shapes(&self, state: &State, used: &Use) -> Vec<(u32, Shape)> {
        let Some(unit) = state.unit(self.from) else { return Vec::new() };
        let Self { at, manner, range, scene, .. } = *self;
        let firing = Firing { at, manner, range, scene };
        shooters(unit, used)
            .iter()
            .filter_map(|group| {
                let shape = shape(state, unit, firing, used, group)?;
                Some((group.number, shape))
            })
            .collect()
    }
}

/// "8 shots need 5", "3 × D6 shots need 7", "1 shot hits by itself"
fn throws(shooters: u32, shape: &Shape) -> String {
    let (shots, one) = match shape.shots {
        Shots::Fixed(1) => ("1 shot".to_owned(), true),
        Shots::Fixed(shots) => (format!("{shots} shots"), false),
        Shots::Die { sides, times } => match shooters * times {
            1 => (format!("D{sides} shots"), false),
            _ if times == 1 => (format!("{shooters} × D{sides} shots"), false),
            _ => (format!("{shooters} × D{sides} × {times} shots"), false),
        },
    };
    if shape.automatic {
        return format!("{shots} {} without a roll", if one { "hits" } else { "hit" });
    }
    let need = if one { "needs" } else { "need" };
    format!("{shots} {need} {}", number_needed(shape.check.target()))
}
