//! The lines below the first: what was done, the dice, and what follows.

use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::{Mark, Movement, Pace};
use gatemaster_rules::at43::event::{Allowance, MoraleCause, RunOver, Skip};
use gatemaster_rules::at43::label::members_in_words;
use gatemaster_rules::at43::lineup::melee;
use gatemaster_rules::at43::need::{Millimetres, Need, Test};
use gatemaster_rules::at43::profile::Aim;
use gatemaster_rules::at43::report::deed::{Attacked, Deed, Harm, How, Tested};
use gatemaster_rules::at43::report::words::{mark, part, place, weapons};
use gatemaster_rules::at43::report::{Digest, Fate, Who};
use gatemaster_rules::at43::running_over::{ENGAGED, FREE};
use gatemaster_rules::at43::state::{Gone, UnitId};
use gatemaster_rules::text::{count, list};

use super::dice::{Faces, needing};
use super::headline::plain;
use crate::words::{capital, esc};

/// Everything but what the first line has told by itself.
pub fn of(digest: &Digest, told: &[usize]) -> Vec<String> {
    let faces = Faces::for_deeds(&digest.deeds);
    let mut writer = Writer { state: &digest.after, digest, faces, lines: Vec::new() };
    for (place, deed) in digest.deeds.iter().enumerate() {
        if !told.contains(&place) {
            writer.deed(deed);
        }
    }
    writer.last();
    writer.lines
}

struct Writer<'a> {
    state: &'a State,
    digest: &'a Digest,
    faces: Faces,
    lines: Vec<String>,
}

/// "Storm golems 2", "machine 2 of Fire Toads 1"
pub fn aimed_at(state: &State, at: Mark) -> String {
    esc(&mark(state, at))
}

/// "Steel troopers 1 rush up to 20 cm into contact with Storm golems 2"
pub fn movement(state: &State, unit: UnitId, movement: &Movement, allowance: Allowance) -> String {
    let who = Who::unit(state, unit);
    let (mark, does) = match movement.pace {
        Pace::Combat => ("🚶", who.does("moves", "move")),
        Pace::Rush => ("🏃", who.does("rushes", "rush")),
    };
    let far = match movement.distance {
        Some(far) => far.to_string(),
        None => format!("up to {}", Millimetres(allowance.millimetres)),
    };
    let mut more = Vec::new();
    if allowance.dash {
        more.push("with Dash".to_owned());
    }
    if movement.crosses {
        more.push("over a wall or container".to_owned());
    }
    if movement.leaves {
        more.push("off the table".to_owned());
    }
    if movement.pilot_home {
        more.push("with the pilot to his own edge".to_owned());
    }
    let met: Vec<String> =
        movement.contact.iter().map(|enemy| esc(state.unit_name(*enemy))).collect();
    if !met.is_empty() {
        more.push(format!("into contact with {}", list(&met)));
    }
    let more = if more.is_empty() { String::new() } else { format!(" {}", more.join(", ")) };
    format!("{mark} {} {does} {far}{more}", esc(state.unit_name(unit)))
}

impl Writer<'_> {
    fn name(&self, unit: UnitId) -> String {
        esc(self.state.unit_name(unit))
    }

    fn deed(&mut self, deed: &Deed) {
        match deed {
            // the card shows in what its unit does
            Deed::Revealed { .. } | Deed::Activated { .. } => {}
            Deed::Entered { unit, through } => {
                let enters = Who::unit(self.state, *unit).does("enters", "enter");
                let by = esc(&place(self.state, *through));
                self.lines.push(format!("{} {enters} by {by}", self.name(*unit)));
            }
            Deed::Unpaid(unit) => {
                let who = Who::unit(self.state, *unit);
                self.lines.push(format!("{} {} not paid for", self.name(*unit), who.is()));
            }
            Deed::Waited(unit) => {
                let waits = Who::unit(self.state, *unit).does("waits", "wait");
                self.lines.push(format!("{} {waits} in reserve", self.name(*unit)));
            }
            Deed::Tested(tested) => self.tested(tested),
            Deed::Rallied(unit) => {
                let rallies = Who::unit(self.state, *unit).does("rallies", "rally");
                self.lines.push(format!("📣 {} {rallies}", self.name(*unit)));
            }
            Deed::StoodUp { unit, fighters, whole_unit } => {
                let who = self.name(*unit);
                let all = if *whole_unit { ", and that is all this time" } else { "" };
                let up = if *fighters == 1 { "gets up" } else { "get up" };
                self.lines.push(format!("{fighters} of {who} {up}{all}"));
            }
            Deed::Moved { unit, movement: made, allowance } => {
                self.lines.push(movement(self.state, *unit, made, *allowance));
            }
            Deed::RanOver { on, rolls, fallen, .. } => self.ran_over(*on, rolls, fallen.len()),
            Deed::Attacked(attacked) => self.attacked(attacked),
            Deed::Drilled { unit, drills } => {
                let drills: Vec<String> = drills.iter().map(ToString::to_string).collect();
                self.lines.push(format!("📣 {}: {}", self.name(*unit), drills.join(" ")));
            }
            Deed::Told { text, .. } => {
                // an organiser may answer for the same side several times in a turn
                let line = plain(text);
                if !self.lines.contains(&line) {
                    self.lines.push(line);
                }
            }
        }
    }

    /// "Morale 4+: 2✗ – disorganized"
    fn tested(&mut self, tested: &Tested) {
        let who = self.name(tested.unit);
        let why = match tested.why {
            MoraleCause::Few => "few are left",
            MoraleCause::Immobilised => "immobilised",
            MoraleCause::MachineLost => "a machine is lost",
        };
        let die = match tested.roll {
            Some(roll) => format!(" {}", self.faces.rolled(tested.test.need(), &[roll])),
            None => String::new(),
        };
        let came_to = match (tested.passed, tested.disorganized, tested.gone) {
            (true, ..) => "it holds",
            (false, _, Some(Gone::Routed)) => "it routs",
            (false, true, _) => "disorganized",
            (false, false, _) => "failed",
        };
        let needs = needing(&tested.test);
        self.lines.push(format!("{who}, {why}: morale {needs}:{die} – {came_to}"));
    }

    fn ran_over(&mut self, on: UnitId, rolls: &[RunOver], fallen: usize) {
        let need = |engaged: bool| Need::AtLeast(if engaged { ENGAGED } else { FREE });
        let dice: Vec<String> = rolls
            .iter()
            .filter_map(|over| over.roll.map(|roll| self.faces.rolled(need(over.engaged), &[roll])))
            .collect();
        let dice = if dice.is_empty() { String::new() } else { format!(": {}", dice.join(" ")) };
        let falls = match fallen {
            0 => "nobody falls".to_owned(),
            1 => "1 falls".to_owned(),
            more => format!("{more} fall"),
        };
        self.lines.push(format!("Over {}{dice} – {falls}", self.name(on)));
    }

    /// What was fired or struck at whom, then the dice line by line.
    fn attacked(&mut self, attacked: &Attacked) {
        self.lines.extend(self.what(&attacked.how));
        if attacked.out_of_reach {
            self.lines.push("Too far: nothing is hit".to_owned());
            return;
        }
        if let Some(test) = &attacked.test {
            let hits = match attacked.impacts {
                0 => "no hit".to_owned(),
                hits => count(hits, "hit", "hits"),
            };
            self.lines.push(self.dice(&needing(test), test, &attacked.dice, &hits));
        }
        for skipped in &attacked.skipped {
            let who = skipped.unit.map_or_else(|| "the wreck".to_owned(), |unit| self.name(unit));
            let why = why_skipped(skipped.why);
            self.lines.push(format!("-# Passed over: {} of {who} ({why})", skipped.fighters));
        }
        if let Some(template) = attacked.template {
            let lies = match template.direction {
                Some(direction) => format!("{} cm off towards {direction}", template.shift),
                None => "on target".to_owned(),
            };
            let twice = if template.impacts_each > 1 { ", two hits each" } else { "" };
            self.lines.push(format!("Template {lies}, radius {} cm{twice}", template.radius));
        }
        let several = attacked.harms.len() > 1 || attacked.harms.iter().any(|harm| harm.in_zone);
        for harm in &attacked.harms {
            self.harm(harm, several || Self::is_another(&attacked.how, harm));
        }
    }

    /// Whether somebody else is struck than whoever was aimed at.
    fn is_another(how: &How, harm: &Harm) -> bool {
        let aimed = match how {
            How::Salvo { salvo, .. } => unit_of(salvo.at),
            How::Strike { strike, .. } => unit_of(strike.at),
            How::Combat { combat, .. } => Some(combat.on),
            How::GoingOn => None,
        };
        harm.unit() != aimed
    }

    fn dice(
        &self,
        needs: &str,
        test: &Test,
        dice: &[gatemaster_rules::at43::event::Rerolled],
        came_to: &str,
    ) -> String {
        if dice.is_empty() {
            return format!("{} – {came_to}", capital(needs));
        }
        format!("{needs}: {} – {came_to}", self.faces.thrown(test.need(), dice))
    }

    /// "🎯 Steel troopers 1: 7 laser rifles at Storm golems 2, 24 cm"
    fn what(&self, how: &How) -> Option<String> {
        Some(match how {
            How::Salvo { unit, salvo, overwatch, shooters } => {
                let mark = if *overwatch { "👁️" } else { "🎯" };
                let number = shooters.saturating_mul(u32::from(salvo.each));
                let arms = esc(&weapons(self.state, salvo.weapon, number));
                let at = aimed_at(self.state, salvo.at);
                let fixed = self
                    .state
                    .library
                    .weapon(salvo.weapon)
                    .is_some_and(|weapon| matches!(weapon.aim, Aim::Needs(_)));
                let far = if fixed { String::new() } else { format!(", {}", salvo.range) };
                let with = self.in_melee(salvo.at);
                format!("{mark} {}: {arms} at {at}{with}{far}", self.name(*unit))
            }
            How::Strike { strike, .. } => {
                format!("💥 Artillery on {}", aimed_at(self.state, strike.at))
            }
            How::Combat { unit, combat } => {
                let arms = esc(&weapons(self.state, combat.weapon, combat.attackers));
                format!("⚔️ {}: {arms} at {}", self.name(*unit), self.name(combat.on))
            }
            How::GoingOn => return None,
        })
    }

    fn in_melee(&self, at: Mark) -> String {
        let Mark::Unit(unit) = at else { return String::new() };
        let others: Vec<String> =
            melee(self.state, unit).into_iter().skip(1).map(|id| self.name(id)).collect();
        if others.is_empty() { String::new() } else { format!(" in melee with {}", list(&others)) }
    }

    fn harm(&mut self, harm: &Harm, named: bool) {
        let mut parts = Vec::new();
        let who = harm.unit().map(|unit| self.name(unit));
        let whose = match (&who, named) {
            (Some(who), true) => {
                let between = if harm.in_zone { " (in the way)" } else { "" };
                format!("{who}{between}: ")
            }
            _ => String::new(),
        };
        if named && harm.impacts > 0 {
            parts.push(count(harm.impacts, "hit", "hits"));
        }
        if let Some(test) = harm.cover_test.as_ref().filter(|_| !harm.cover.is_empty()) {
            let stopped = match harm.covered {
                0 => "nothing stopped".to_owned(),
                stopped => format!("{stopped} stopped"),
            };
            let dice = self.faces.rolled(test.need(), &harm.cover);
            parts.push(format!("cover {}: {dice} – {stopped}", test.need()));
        }
        if let Some(test) = &harm.damage {
            let came_to = self.came_to(harm);
            parts.push(self.dice(&format!("damage {}", needing(test)), test, &harm.dice, &came_to));
        } else if !harm.fallen.is_empty() {
            parts.push(self.came_to(harm));
        }
        if harm.grounded > 0 && harm.fallen.is_empty() && harm.damage.is_none() {
            parts.push(format!("{} on the ground", harm.grounded));
        }
        if parts.is_empty() {
            return;
        }
        let line = format!("{whose}{}", parts.join("; "));
        self.lines.push(capital(&line));
    }

    /// "2 fall", "3 SP: frame 3, propulsion 1 – destroyed"
    fn came_to(&self, harm: &Harm) -> String {
        let Some(id) = harm.unit() else {
            let left = u32::try_from(harm.left).unwrap_or(u32::MAX);
            return if harm.gone || left == 0 {
                "destroyed".to_owned()
            } else {
                format!("{left} SP left")
            };
        };
        let unit = self.state.unit(id);
        let mut told = Vec::new();
        if !harm.fallen.is_empty() {
            let who = unit.map(|unit| members_in_words(unit, &harm.fallen));
            let falls = if harm.fallen.len() == 1 { "falls" } else { "fall" };
            told.push(format!("{} {falls}", who.unwrap_or_default()));
        }
        if !harm.saved.is_empty() {
            told.push(format!("{} saved by a medic", harm.saved.len()));
        }
        if harm.grounded > 0 {
            told.push(format!("{} on the ground", harm.grounded));
        }
        let mut lost: Vec<(String, u32)> = Vec::new();
        for loss in &harm.structure {
            let name = part(self.state, id, loss.part);
            match lost.iter_mut().find(|(known, _)| *known == name) {
                Some((_, points)) => *points += u32::from(loss.lost),
                None => lost.push((name, u32::from(loss.lost))),
            }
        }
        if !lost.is_empty() {
            let parts: Vec<String> =
                lost.iter().map(|(name, points)| format!("{} −{points}", esc(name))).collect();
            told.push(parts.join(", "));
        }
        if !harm.machines.is_empty() {
            let machines = u32::try_from(harm.machines.len()).unwrap_or(u32::MAX);
            told.push(match unit.map(|unit| unit.members.len()) {
                Some(1) => "destroyed".to_owned(),
                _ => format!("{} destroyed", count(machines, "machine", "machines")),
            });
        }
        if told.is_empty() {
            return match harm.successes {
                0 => "no harm".to_owned(),
                some => count(some, "success", "successes"),
            };
        }
        told.join(", ")
    }

    /// What follows for units: leaders, drills, and LP.
    fn last(&mut self) {
        let mut told: Vec<String> = Vec::new();
        for fate in &self.digest.fates {
            told.extend(self.followed(fate));
        }
        let spent = self.digest.spent.iter().zip(&self.digest.left).zip(&self.state.sides);
        let spent = spent.filter(|((lp, _), _)| **lp > 0);
        told.extend(
            spent.map(|((lp, left), side)| format!("{} −{lp} LP, {left} left", esc(&side.name))),
        );
        if !told.is_empty() {
            self.lines.push(format!("-# {}", told.join(" · ")));
        }
    }

    fn followed(&self, fate: &Fate) -> Vec<String> {
        let mut told = Vec::new();
        if fate.gone.is_some() {
            return told;
        }
        let name = self.name(fate.unit);
        if fate.leader_lost {
            told.push(format!("{name}: a new leader"));
        }
        if fate.relay_lost {
            told.push(format!("{name}: Relay lost"));
        }
        if !fate.drills_lost.is_empty() {
            let drills: Vec<String> = fate.drills_lost.iter().map(ToString::to_string).collect();
            told.push(format!("{name}: {} over", list(&drills)));
        }
        told
    }
}

fn unit_of(at: Mark) -> Option<UnitId> {
    match at {
        Mark::Unit(unit) | Mark::Machine(unit, _) | Mark::Fighter(unit, _) => Some(unit),
        Mark::Terrain(_) | Mark::Wreck => None,
    }
}

/// Why somebody in the zone of fire takes no hit.
pub fn why_skipped(why: Skip) -> &'static str {
    match why {
        Skip::Smaller => "smaller",
        Skip::Grounded => "on the ground",
        Skip::Knee => "Knee to the ground!",
    }
}
