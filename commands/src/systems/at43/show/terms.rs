//! What the special words of a step mean, a few words for each: told where they first appear in a game.

use gatemaster_rules::at43::Event;
use gatemaster_rules::at43::state::Drill;
use gatemaster_rules::table::SeenStep;

use super::events_of;

const DISORGANIZED: &str =
    "disorganized: does nothing until it rallies for 2 LP; failing again, it routs";

pub fn terms(step: &SeenStep) -> Vec<&'static str> {
    let mut all = Vec::new();
    for event in events_of(step) {
        let term = match event {
            Event::WagersShown { .. } => "LP: leadership points, spent on cards, drills and more",
            Event::DrillGiven { drill: Drill::Overwatch, .. } => {
                "Overwatch!: may fire at an enemy who has just moved"
            }
            Event::DrillGiven { drill: Drill::TakeCover, .. } => {
                "Take cover!: cover stops impacts on 3+ instead of 5+"
            }
            Event::DrillGiven { drill: Drill::Knee, .. } => {
                "Knee to the ground!: passed over in zones of fire"
            }
            Event::DrillGiven { drill: Drill::SplitFire, .. } => {
                "Split fire!: bearers fire apart from the rest"
            }
            Event::Disorganized { .. } => DISORGANIZED,
            Event::Grounded { .. } => "on the ground: gets up when its card is played",
            Event::PartHit { .. } => "SP: structure points of a machine, part by part",
            Event::Scored { .. } => "VP: victory points · RP: points that buy reinforcements",
            _ => continue,
        };
        if !all.contains(&term) {
            all.push(term);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::at43::turn::RALLY;

    use super::*;

    /// T-MOR-4
    #[test]
    fn a_rally_costs_what_the_rules_take() {
        assert!(DISORGANIZED.contains(&format!("rallies for {RALLY} LP")));
    }
}
