//! The plans of a round: who is faster, by what dice and what wagers.

use gatemaster_rules::at43::event::Authority;
use gatemaster_rules::at43::report::Who;
use gatemaster_rules::at43::{Event, View};
use gatemaster_rules::text::list;

use gatemaster_discord::signs::Look;

use super::dice::Faces;
use crate::words::esc;

/// The lines of a chapter in which the plans were shown; nothing of any other.
pub fn lines(before: &View, events: &[Event]) -> Option<Vec<String>> {
    let shown = events.iter().any(|event| matches!(event, Event::WagersShown { .. }));
    shown.then_some(())?;
    let name = |seat| esc(before.side_name(seat));
    let mut throws: Vec<&[Authority]> = Vec::new();
    let mut head = String::new();
    let mut more = Vec::new();
    for event in events {
        match event {
            Event::AuthorityRolled { rolls } => throws.push(rolls),
            Event::AuthorityWon { winner, named_by_mission } => {
                let who = Who::side(before, *winner);
                let wins = who.does("wins", "win");
                head = if *named_by_mission {
                    format!("{} {wins} this round as agreed", name(*winner))
                } else {
                    format!("🎲 {} {wins} the Authority test", name(*winner))
                };
            }
            Event::FirstChosen { first } => {
                let who = Who::side(before, *first);
                more.push(format!("{} {}", name(*first), who.does("begins", "begin")));
            }
            Event::Planned { seat, filled_in: true, .. } => {
                more.push(format!("The organiser filled in the plan of {}", name(*seat)));
            }
            Event::AnsweredFor { seat } => {
                more.push(format!("The organiser answered for {}", name(*seat)));
            }
            _ => {}
        }
    }
    if let Some(last) = throws.last() {
        let mut totals: Vec<u32> = last.iter().map(|one| one.total).collect();
        totals.sort_unstable_by(|one, other| other.cmp(one));
        let totals: Vec<String> = totals.iter().map(ToString::to_string).collect();
        head = format!("{head}, {}", totals.join(" to "));
    }
    let mut lines = vec![head];
    let last = throws.len().saturating_sub(1);
    for (place, rolls) in throws.into_iter().enumerate() {
        let told: Vec<String> = rolls.iter().map(|one| total(before, one)).collect();
        let tied = if place < last { " – tied, thrown again" } else { "" };
        lines.push(format!("{}{tied}", told.join("; ")));
    }
    if !more.is_empty() {
        lines.push(list(&more));
    }
    Some(lines)
}

/// "Blue 4 + Authority 1 + wager 2 = 7"
fn total(before: &View, one: &Authority) -> String {
    let die = Faces::few().one(one.roll, Look::Plain);
    let mut terms = vec![format!("{} {die}", esc(before.side_name(one.seat)))];
    terms.push(format!("Authority {}", one.authority));
    if one.wager > 0 {
        terms.push(format!("wager {}", one.wager));
    }
    if one.home_turf > 0 {
        terms.push(format!("home turf {}", one.home_turf));
    }
    format!("{} = {}", terms.join(" + "), one.total)
}
