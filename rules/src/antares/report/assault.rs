//! Assaults, beyond the dice: the charge and the result.

use super::super::command::Spinner;
use super::super::state::{UnitId, WeaponId};
use super::Teller;
use super::words::{on_dice, pins, weapon};
use crate::dice::Roll;
use crate::text::list;

impl Teller {
    pub(super) fn charged(&mut self, unit: UnitId, at: UnitId, contact: bool) {
        let (who, at) = (self.who(unit), self.who(at));
        let line = if contact {
            format!("{who} {} {at}: contact!", who.does("reaches", "reach"))
        } else {
            format!("{who} {} short of {at}; the charge was but a run.", who.does("falls", "fall"))
        };
        self.say(line);
    }

    pub(super) fn held_fire(&mut self, unit: UnitId) {
        let who = self.who(unit);
        self.say(format!("{who} {} {} fire.", who.does("holds", "hold"), who.its()));
    }

    pub(super) fn hand_weapons(&mut self, unit: UnitId, weapons: &[WeaponId]) {
        let mut names: Vec<String> = Vec::new();
        for name in weapons.iter().map(|id| weapon(&self.state, *id)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let who = self.who(unit);
        self.say(format!("{who} {} up the {}.", who.does("takes", "take"), list(&names)));
    }

    pub(super) fn first_to_consolidate(&mut self, unit: UnitId, roll: Roll) {
        let (who, rolled) = (self.who(unit), on_dice(&[roll]));
        self.say(format!("A die decides who consolidates first, {rolled}: {who}."));
    }

    pub(super) fn spinners(&mut self, unit: UnitId, spinner: Spinner) {
        let what = match spinner {
            Spinner::Strike => "strike",
            Spinner::Guard => "guard",
        };
        let line = format!("{} distort spinners are set to {what}.", self.who(unit).whose());
        self.say(line);
    }

    pub(super) fn assault_decided(
        &mut self,
        attacker: UnitId,
        defender: UnitId,
        counted: (u32, u32),
        losers: &[UnitId],
    ) {
        let (one, other) = (self.who(attacker), self.who(defender));
        let number = |n: u32| if n == 0 { "no pins".into() } else { pins(n) };
        let counted = format!(
            "{one} {} {}, {other} {} {}",
            one.has(),
            number(counted.0),
            other.has(),
            number(counted.1)
        );
        let line = match losers {
            [loser] => {
                let loser = self.who(*loser);
                format!("{counted}: {loser} {} the fight.", loser.does("loses", "lose"))
            }
            _ => format!("{counted}: a draw, in which both count as beaten."),
        };
        self.say(line);
    }
}
