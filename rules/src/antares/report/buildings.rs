//! Buildings: who goes in and out, what comes down on them, and their end.

use super::super::buildings::{Berth, Depth, Part, Spot, Way};
use super::super::command::Scene;
use super::super::event::Event;
use super::super::state::{Unit, UnitId};
use super::Teller;
use super::words::{capital, on_dice, weapon};
use crate::text::count;

impl Teller {
    pub(super) fn deployed(&mut self, unit: UnitId, into: Option<Berth>) {
        let who = self.who(unit);
        let line = match into {
            None => format!("{who} {} onto the table.", who.does("comes", "come")),
            Some(Berth { spot, opening: Some(side) }) => format!(
                "{who} {} emplaced at the {} of {}.",
                who.is(),
                side.name(),
                self.state.spot_name(spot)
            ),
            Some(Berth { spot, opening: None }) => {
                let on = if spot.is_roof() { "on" } else { "in" };
                let place = self.state.spot_name(spot);
                format!("{who} {} {on} {place}.", who.does("deploys", "deploy"))
            }
        };
        self.say(line);
    }

    /// Where a unit is now. Whoever steps out to go somewhere else is told once, with the move.
    pub(super) fn went_to(&mut self, unit: UnitId, spot: Option<Spot>, way: Way, after: &[Event]) {
        let who = self.who(unit);
        let from = self.state.unit(unit).and_then(|unit| unit.spot);
        let left = from.map(|spot| self.state.part_name(spot.part())).unwrap_or_default();
        let place = spot.map(|spot| self.state.spot_name(spot)).unwrap_or_default();
        let line = match way {
            Way::About if spot.is_none() => return,
            Way::About => format!("{who} {} over to {place}.", who.does("goes", "go")),
            Way::Out => format!("{who} {} {left}.", who.does("leaves", "leave")),
            Way::In => format!("{who} {} {place}.", who.does("enters", "enter")),
            Way::NextBlock => format!("{who} {} on to {place}.", who.does("moves", "move")),
            Way::Roof => format!("{who} {} onto {place}.", who.does("climbs", "climb")),
            Way::Transporter => {
                format!("{who} {} to {place} by transporter.", who.does("jumps", "jump"))
            }
            Way::Occupied => format!("{who} {} {place}.", who.does("occupies", "occupy")),
            Way::FellBack if spot.is_none() => {
                format!("{who} {} back out of {left}.", who.does("falls", "fall"))
            }
            Way::FellBack => format!("{who} {} back to {place}.", who.does("falls", "fall")),
            Way::Rubble => {
                format!(
                    "{who}, on the roof, {} down with it and {} in the rubble.",
                    who.does("comes", "come"),
                    who.does("stands", "stand")
                )
            }
        };
        let _ = after;
        self.say(line);
    }

    /// What a unit inside shoots through.
    pub(super) fn through_what(&self, shooter: &Unit, scene: &Scene) -> Vec<String> {
        if self.state.closed_in(shooter).is_none() {
            return Vec::new();
        }
        let openings = scene.openings.map(|n| count(u32::from(n), "opening", "openings"));
        match (openings, scene.side) {
            (Some(openings), Some(side)) => {
                vec![format!("Through {openings} on the {}.", side.name())]
            }
            (Some(openings), None) => vec![format!("Through {openings}.")],
            (None, Some(side)) => vec![format!("From the {}.", side.name())],
            (None, None) => Vec::new(),
        }
    }

    pub(super) fn landed_on(&mut self, event: &Event) {
        let Event::LandedOn { weapon: id, part, roll, sv, depth, .. } = event else { return };
        let total = roll.face + u32::from(*sv);
        let how = match depth {
            Depth::Roof => "no further than the roof",
            Depth::Top => "through the roof to the topmost floors",
            Depth::Through => "all the way through",
        };
        let line = format!(
            "The {} comes down on {}, {} + SV {sv} makes {total}: {how}.",
            weapon(&self.state, *id),
            self.state.part_name(*part),
            on_dice(&[*roll])
        );
        self.say(line);
    }

    pub(super) fn collapsed(&mut self, part: Part) {
        let line = format!("{} collapses!", capital(&self.state.part_name(part)));
        self.say(line);
    }

    pub(super) fn building_damaged(&mut self, event: &Event) {
        let Event::BuildingDamaged {
            part, weapon: id, roll, fractal, sv, blast, damage, left, ..
        } = event
        else {
            return;
        };
        let die = if *fractal {
            on_dice(&[*roll])
        } else {
            format!("{} on a D10, halved to {}", roll.face, roll.face.div_ceil(2))
        };
        let mut sum = vec![die];
        if *sv > 0 {
            sum.push(format!("SV {sv}"));
        }
        if *blast > 0 {
            sum.push(format!("{blast} blast hits"));
        }
        let had = self
            .state
            .building(part.building)
            .and_then(|it| it.columns.get(usize::from(part.column)).map(|column| column.left));
        let line = format!(
            "{} takes {damage} damage from the {} ({}): {} of {} left.",
            capital(&self.state.part_name(*part)),
            weapon(&self.state, *id),
            sum.join(" + "),
            left,
            had.unwrap_or(0)
        );
        self.say(line);
    }
}
