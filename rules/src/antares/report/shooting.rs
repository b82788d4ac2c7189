//! Dice to hit: who shoots what at whom, re-rolls, strays and blasts.

use super::super::arms::mode_of;
use super::super::buildings::Part;
use super::super::command::{Eyes, Mark, Scene, Struck, Use};
use super::super::event::{Event, Forced, RolledBatch};
use super::super::flow::Manner;
use super::super::inches::Inches;
use super::super::profile::Gear;
use super::super::state::{UnitId, WeaponId};
use super::Teller;
use super::words::{
    capital, marks, marks_of, need, needs, number, number_needed, on_dice, shots, towards, weapon,
    weapon_in_mode, word,
};
use crate::dice::Roll;
use crate::text::{count, list};

impl Teller {
    /// Told with the dice where they fall at once; by itself where the other side may still go down.
    pub(super) fn declared(&mut self, event: &Event, after: &[Event]) {
        let Event::Declared { from, at, range, uses, scene, .. } = event else { return };
        let said = self.circumstances(*from, *at, uses, scene);
        let rolled = matches!(
            after.first(),
            Some(Event::Rolled { from: by, at: aimed, .. }) if by == from && aimed == at
        );
        if rolled && said.is_empty() {
            self.just_declared = true;
        } else if let Some(at) = at {
            let (who, at) = (self.who(*from), self.who(*at));
            self.say(format!("{who} {} aim at {at}, {range}.", who.does("takes", "take")));
        }
        for line in said {
            self.say(line);
        }
    }

    /// What people said of the scene and no number will show.
    fn circumstances(
        &self,
        from: UnitId,
        at: Option<UnitId>,
        uses: &[Use],
        scene: &Scene,
    ) -> Vec<String> {
        let Some(shooter) = self.state.unit(from) else { return Vec::new() };
        let overhead = uses.iter().any(|used| {
            mode_of(&self.state, used.weapon, used.mode).is_some_and(|(_, mode)| mode.is_overhead())
        });
        let mut said = Vec::new();
        if let Some(target) = at.and_then(|at| self.state.unit(at)) {
            if !scene.hidden.is_empty() {
                let hidden = marks_of(&self.state, target, &scene.hidden);
                said.push(format!("Out of sight: {hidden}."));
            }
            if !scene.behind.is_empty() {
                let behind = marks_of(&self.state, target, &scene.behind);
                said.push(format!("Behind the others: {behind}."));
            }
            if let Some(under) = scene.under.as_ref().filter(|_| overhead) {
                let under = marks_of(&self.state, target, under);
                said.push(format!("Under the template: {under}."));
            }
        }
        if let Eyes::Patched(eyes) = scene.eyes {
            said.push(format!("{} spotter drone lends its eyes.", self.who(eyes).whose()));
        } else if at.is_some() && !scene.spotter_sees && shooter.has_gear(Gear::Spotter) {
            said.push("The spotter drone does not see the target.".into());
        }
        said.extend(self.through_what(shooter, scene));
        said
    }

    pub(super) fn rolled(
        &mut self,
        from: UnitId,
        (at, part): (Option<UnitId>, Option<Part>),
        manner: Manner,
        range: Inches,
        batches: &[RolledBatch],
    ) {
        let far = if std::mem::take(&mut self.just_declared) {
            format!(", {range}")
        } else {
            String::new()
        };
        let who = self.who(from);
        let wall = part.map(|part| format!(" at {} itself", self.state.part_name(part)));
        let at = at.map(|at| format!(" at {}", self.who(at))).or(wall).unwrap_or_default();
        let shoots = who.does("shoots", "shoot");
        let head = match manner {
            Manner::Fire | Manner::Advance => format!("{who} {shoots}{at}{far}"),
            Manner::PointBlank => format!("{who} {shoots}{at} point-blank"),
            Manner::Blind => format!("{who} {} blind{far}", who.does("fires", "fire")),
            Manner::HandToHand => format!("{who} {} out{at}", who.does("strikes", "strike")),
        };
        let told: Vec<String> = batches.iter().map(|batch| self.batch(batch, manner)).collect();
        match told.as_slice() {
            [] => self.say(format!("{head}, with nothing.")),
            [one] => self.say(format!("{head}: {one}.")),
            _ => {
                self.say(format!("{head}:"));
                for one in told {
                    self.say(format!("{}.", capital(&one)));
                }
            }
        }
    }

    /// "4 × mag gun need 6 (Acc 5, Fire order +1): 6 hit, 3 hit, 8, 10 dud"
    fn batch(&self, batch: &RolledBatch, manner: Manner) -> String {
        let dice = number(batch.dice.len());
        let one = batch.models == 1;
        let with = match batch.weapon {
            Some(id) => {
                let arm = weapon_in_mode(&self.state, id, batch.mode);
                if one { arm } else { format!("{} × {arm}", batch.models) }
            }
            None => format!("{} with bare strength", word(batch.models)),
        };
        if batch.automatic > 0 {
            let hits = count(batch.automatic, "hit", "hits");
            return format!("{with}, locked on: {hits} without a die");
        }
        let many = match manner {
            Manner::HandToHand => count(dice, "blow", "blows"),
            Manner::Fire | Manner::Advance | Manner::PointBlank | Manner::Blind => {
                count(dice, "shot", "shots")
            }
        };
        let many = if !batch.shots.is_empty() {
            format!(", {many} ({}),", on_dice(&batch.shots))
        } else if dice == batch.models {
            String::new()
        } else {
            format!(", {many},")
        };
        let needs = if one { needs(&batch.check) } else { need(&batch.check) };
        format!("{with}{many} {needs}: {}", shots(&batch.dice, batch.check.target(), manner))
    }

    pub(super) fn sprung(&mut self, unit: UnitId, at: UnitId) {
        let (who, at) = (self.who(unit), self.who(at));
        let springs = who.does("springs", "spring");
        self.say(format!("{who} {springs} {} ambush on {at}!", who.its()));
    }

    pub(super) fn let_pass(&mut self, mover: UnitId) {
        let who = self.who(mover);
        self.say(format!("{who} may pass: no ambush is sprung."));
    }

    pub(super) fn locked_on(&mut self, unit: UnitId, on: UnitId, bonus: u8) {
        let (who, on) = (self.who(unit), self.who(on));
        self.say(format!(
            "{who} {} locked on {on}: {} next shot hits by itself, at SV +{bonus}.",
            who.is(),
            who.its()
        ));
    }

    pub(super) fn lock_lost(&mut self, unit: UnitId) {
        let who = self.who(unit);
        self.say(format!("{who} {} {} lock.", who.does("loses", "lose"), who.its()));
    }

    pub(super) fn unseen(&mut self, on: UnitId) {
        let who = self.who(on);
        let them = who.does("it", "them");
        self.say(format!("The camo drone hides {who}: nothing hits {them}."));
    }

    pub(super) fn spotted(&mut self, needs: i32, roll: Roll) {
        self.say(format!(
            "The spotter drone has a miss rolled again, needing {}: {}.",
            number_needed(needs),
            shots(&[roll], needs, Manner::Fire)
        ));
    }

    pub(super) fn rerolled(&mut self, on: UnitId, why: Forced, needs: i32, dice: &[Roll]) {
        let line = format!(
            "{}, so {} rolled again, needing {}: {}.",
            self.forced(on, why),
            if dice.len() == 1 { "the hit is".into() } else { format!("{} hits are", dice.len()) },
            number_needed(needs),
            shots(dice, needs, Manner::Fire)
        );
        self.say(line);
    }

    fn forced(&self, on: UnitId, why: Forced) -> String {
        let who = self.who(on);
        let why = match why {
            Forced::Down => "down",
            Forced::FastAndRunning => "running fast",
            Forced::Sprinting => "sprinting",
        };
        format!("{who} {} {why}", who.is())
    }

    pub(super) fn astray(&mut self, id: WeaponId, roll: Roll, distance: Inches) {
        let line = format!(
            "The {} lands astray, {}: {distance} towards {} (12 is straight on from the shooter).",
            weapon(&self.state, id),
            on_dice(&[roll]),
            towards(roll.face)
        );
        self.say(line);
    }

    pub(super) fn template(&mut self, struck: &[Struck]) {
        let under: Vec<String> = struck
            .iter()
            .filter_map(|one| Some(marks_of(&self.state, self.state.unit(one.unit)?, &one.under)))
            .collect();
        if under.is_empty() {
            self.say("Nobody lies under the template.");
        } else {
            self.say(format!("Under the template: {}.", under.join("; ")));
        }
    }

    pub(super) fn blast(&mut self, id: WeaponId, roll: Roll) {
        let line = format!(
            "The {} blast, {}: {}.",
            weapon(&self.state, id),
            on_dice(&[roll]),
            count(roll.face, "hit", "hits")
        );
        self.say(line);
    }

    pub(super) fn shared(&mut self, shares: &[(UnitId, u32)]) {
        let number = |hits: u32| if hits == 0 { "none".into() } else { hits.to_string() };
        let told: Vec<String> = shares
            .iter()
            .map(|(unit, hits)| format!("{} on {}", number(*hits), self.who(*unit)))
            .collect();
        self.say(format!("The hits are shared: {}.", list(&told)));
    }

    pub(super) fn halved(&mut self, on: UnitId, from: u32, to: u32, why: Forced) {
        let left = if to == 0 { "none".into() } else { to.to_string() };
        let line = format!(
            "{}, so {} {} halved to {left}.",
            self.forced(on, why),
            count(from, "blast hit", "blast hits"),
            if from == 1 { "is" } else { "are" }
        );
        self.say(line);
    }

    /// Where the hits went at once, that is told in the same breath.
    pub(super) fn hit(&mut self, on: UnitId, hits: u32, lucky: u32, after: &[Event]) -> usize {
        self.picked.retain(|picked| *picked != on);
        let Some(unit) = self.state.unit(on) else { return 0 };
        let fortune = match (hits, lucky) {
            (_, 0) => String::new(),
            (all, lucky) if all == lucky => ", all of them lucky".into(),
            _ => format!(", {lucky} of them lucky"),
        };
        let alone = unit.started_with() == 1 && unit.gun.is_none();
        let placed = match after.first() {
            Some(Event::HitsPlaced { on: placed, lucky: false, hits: marked, .. })
                if *placed == on && number(marked.len()) == hits =>
            {
                Some(marked.iter().filter_map(|hit| hit.on).collect::<Vec<Mark>>())
            }
            _ => None,
        };
        let told = usize::from(placed.is_some());
        // the die has told of a single hit; where it goes is all there is to add
        let line = match placed {
            None if hits == 1 && !self.lines.is_empty() => return told,
            Some(_) if hits == 1 && alone && !self.lines.is_empty() => return told,
            Some(which) if hits == 1 => {
                format!("It falls on {}.", marks_of(&self.state, unit, &which))
            }
            Some(which) if !alone => {
                let which = marks(&self.state, unit, &which);
                format!("{} on {}{fortune}: {which}.", count(hits, "hit", "hits"), unit.name)
            }
            Some(_) | None => {
                format!("{} on {}{fortune}.", count(hits, "hit", "hits"), unit.name)
            }
        };
        self.say(line);
        told
    }
}
