//! The frame of a battle: draws, orders, the turn's end and the end of it all.

use super::super::event::{Drawn, Event};
use super::super::order::Order;
use super::super::state::{EndReason, UnitId};
use super::Teller;
use super::words::{Who, on_dice};
use crate::dice::Roll;
use crate::ids::Seat;
use crate::text::{count, list};

impl Teller {
    pub(super) fn drawn(&mut self, whose: Drawn) {
        match whose {
            Drawn::Side(seat) => {
                let side = self.state.side_name(seat);
                self.say(format!("A die for {side}."));
            }
            Drawn::Distort => {
                self.say("The distort die! The next order die must be a Down, if at all possible.");
            }
        }
    }

    pub(super) fn idle(&mut self, side: Seat) {
        let side = self.state.side_name(side);
        self.say(format!("No unit of {side} can use the die, so it goes aside."));
    }

    pub(super) fn ordered(&mut self, event: &Event) {
        let Event::OrderGiven { unit, order, sprint, assault, distorted } = event else { return };
        let who = self.who(*unit);
        let purpose = match (assault.map(|enemy| self.who(enemy)), sprint) {
            (Some(enemy), true) => format!(" to assault {enemy} at a sprint"),
            (Some(enemy), false) => format!(" to assault {enemy}"),
            (None, true) => " to sprint".into(),
            (None, false) => String::new(),
        };
        let distorted = if *distorted { ", as the distort die demands" } else { "" };
        let article = if matches!(order, Order::Advance | Order::Ambush) { "an" } else { "a" };
        self.say(format!(
            "{who} {} {article} {order} order{purpose}{distorted}.",
            who.does("gets", "get")
        ));
    }

    /// Kept ambushes are told; that the other dice go back is said once, at the last of them.
    pub(super) fn dice_returned(&mut self, unit: UnitId, kept: &[Order], after: &[Event]) {
        if kept.contains(&Order::Ambush) {
            let who = self.who(unit);
            self.say(format!("{who} {} in ambush.", who.does("stays", "stay")));
        }
        self.dice_kept |= !kept.is_empty();
        let last = !after.iter().any(|event| matches!(event, Event::DiceReturned { .. }));
        if last {
            let distort = after.iter().any(|event| matches!(event, Event::DistortReturned));
            let too = if distort { ", and the distort die with them" } else { "" };
            let which = if self.dice_kept { "other order dice" } else { "order dice" };
            self.say(format!("The {which} go back into the bag{too}."));
        }
    }

    pub(super) fn end_rolled(&mut self, why: EndReason, roll: Roll, ends: bool) {
        let why = match why {
            EndReason::TurnLimit => "The battle may end with this turn".to_owned(),
            EndReason::Losses => {
                let broken: Vec<&str> = self
                    .state
                    .seats()
                    .filter(|seat| {
                        let (lost, all) = self.state.dice_lost(*seat);
                        lost * 2 > all
                    })
                    .map(|seat| self.state.side_name(seat))
                    .collect();
                let (has, its) = match broken.as_slice() {
                    [one] => (Who::new(one).has(), Who::new(one).its()),
                    _ => ("have", "their"),
                };
                let who = list(&broken);
                format!("{who} {has} lost more than half of {its} dice, so the battle may end")
            }
            EndReason::WipedOut | EndReason::GuideOver => "The battle ends".into(),
        };
        let result = if ends { "it ends here" } else { "it goes on" };
        self.say(format!("{why}. {}: {result}.", on_dice(&[roll])));
    }

    pub(super) fn ended(&mut self, lost: &[u32], winner: Option<Seat>, reason: EndReason) {
        if reason == EndReason::WipedOut {
            let gone: Vec<&str> = self
                .state
                .seats()
                .filter(|seat| self.state.living(*seat).next().is_none())
                .map(|seat| self.state.side_name(seat))
                .collect();
            let line = format!("Nobody of {} is left on the table.", list(&gone));
            self.say(line);
        }
        if reason == EndReason::GuideOver {
            let turns = count(self.state.turn, "turn", "turns");
            self.say(format!("The guided battle is over after {turns}."));
        }
        let lost: Vec<String> = self
            .state
            .seats()
            .zip(lost)
            .map(|(seat, lost)| {
                let who = Who::side(&self.state, seat);
                format!("{who} {} lost {}", who.has(), count(*lost, "die", "dice"))
            })
            .collect();
        let result = winner.map_or("It is a draw.".to_owned(), |seat| {
            let who = Who::side(&self.state, seat);
            format!("{who} {}!", who.does("wins", "win"))
        });
        let line = format!("The battle is over: {}. {result}", list(&lost));
        self.say(line);
    }
}
