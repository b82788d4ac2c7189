//! What the fate dice of one roll did, in one line: whose they were, and what they came to together.

use gatemaster_rules::dicegame::faces::Points;
use gatemaster_rules::text::list;

#[derive(Debug, Default)]
pub(super) struct FateTold {
    /// Who has added some.
    from: Vec<String>,
    sabotages: u32,
    taken: Vec<Points>,
    warps: u32,
    returned: u32,
    /// Something was logged when the first one came.
    warped_some: bool,
}

impl FateTold {
    pub fn added_by(&mut self, who: String) {
        self.from.push(who);
    }

    pub fn sabotaged(&mut self, took: Option<Points>) {
        self.sabotages += 1;
        self.taken.extend(took);
    }

    pub fn warped(&mut self, returned: u8, left: u8) {
        self.warps += 1;
        self.returned += u32::from(returned);
        self.warped_some |= returned > 0 || left > 0;
    }

    /// "Fate from 🟢 **Ghar**: ⚙️ a logged 3 goes back to the gate; 🌀 every logged die drops by one, and one of them goes back
    /// to the gate."
    pub fn line(&self) -> Option<String> {
        let did: Vec<String> = [self.sabotage(), self.warp()].into_iter().flatten().collect();
        self.line_of(&list(&self.from), &did.join("; "))
    }

    /// The same as short as can be, with no more than two names: "Fate from 3 players: ⚙️ takes a logged 3, 🌀 turns the log
    /// down by one and takes 2 dice."
    pub fn in_short(&self) -> Option<String> {
        let from = match self.from.len() {
            0..=2 => list(&self.from),
            more => format!("{more} players"),
        };
        let sabotage = (self.sabotages > 0).then(|| match &self.taken[..] {
            [] => "⚙️ takes nothing".to_owned(),
            taken => {
                let taken: Vec<String> =
                    taken.iter().map(|points| format!("a {}", points.number())).collect();
                format!("⚙️ takes {}", list(&taken).replacen("a ", "a logged ", 1))
            }
        });
        let warp = (self.warps > 0).then(|| match (self.warped_some, self.returned) {
            (false, _) => "🌀 takes nothing".to_owned(),
            (true, 0) => format!("🌀 turns the log down by {}", self.warps_in_words()),
            (true, dice) => format!(
                "🌀 turns the log down by {} and takes {}",
                self.warps_in_words(),
                if dice == 1 { "one die".to_owned() } else { format!("{dice} dice") }
            ),
        });
        let did: Vec<String> = [sabotage, warp].into_iter().flatten().collect();
        self.line_of(&from, &did.join(", "))
    }

    fn warps_in_words(&self) -> String {
        match self.warps {
            1 => "one".to_owned(),
            2 => "two".to_owned(),
            more => more.to_string(),
        }
    }

    fn line_of(&self, from: &str, did: &str) -> Option<String> {
        match (self.from.is_empty(), did.is_empty()) {
            (true, true) => None,
            // a rout is told by itself
            (false, true) => Some(format!("Fate from {from}.")),
            (true, false) => Some(format!("Fate: {did}.")),
            (false, false) => Some(format!("Fate from {from}: {did}.")),
        }
    }

    fn sabotage(&self) -> Option<String> {
        let taken: Vec<String> =
            self.taken.iter().map(|points| format!("a logged {}", points.number())).collect();
        match (self.sabotages, &taken[..]) {
            (0, _) => None,
            (_, []) => Some("⚙️ nothing to sabotage".to_owned()),
            (_, [one]) => Some(format!("⚙️ {one} goes back to the gate")),
            (_, several) => Some(format!("⚙️ {} go back to the gate", list(several))),
        }
    }

    fn warp(&self) -> Option<String> {
        let dropped = match self.warps {
            0 => return None,
            _ if !self.warped_some => return Some("🌀 nothing to warp".to_owned()),
            _ => format!("🌀 every logged die drops by {}", self.warps_in_words()),
        };
        Some(match self.returned {
            0 => dropped,
            1 => format!("{dropped}, and one of them goes back to the gate"),
            dice => format!("{dropped}, and {dice} of them go back to the gate"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-UX-1
    #[test]
    fn on_a_phone_there_are_two_names_at_most_and_few_words() {
        let mut fate = FateTold::default();
        fate.added_by("Ghar".to_owned());
        fate.added_by("Concord".to_owned());
        fate.sabotaged(Some(Points::Two));
        assert_eq!(fate.in_short().unwrap(), "Fate from Ghar and Concord: ⚙️ takes a logged 2.");
        fate.added_by("Isorian".to_owned());
        fate.sabotaged(Some(Points::One));
        fate.warped(1, 1);
        assert_eq!(
            fate.in_short().unwrap(),
            "Fate from 3 players: ⚙️ takes a logged 2 and a 1, 🌀 turns the log down by one and takes one die."
        );
        assert!(fate.line().unwrap().starts_with("Fate from Ghar, Concord and Isorian: "));
    }

    fn told(from: &[&str], did: impl FnOnce(&mut FateTold)) -> Option<String> {
        let mut fate = FateTold::default();
        for who in from {
            fate.added_by((*who).to_owned());
        }
        did(&mut fate);
        fate.line()
    }

    /// D-FAT-4, D-FAT-5
    #[test]
    fn the_fate_dice_of_a_roll_are_one_line() {
        assert_eq!(told(&[], |_| ()), None);
        assert_eq!(told(&["Ghar"], |_| ()).unwrap(), "Fate from Ghar.");
        let one = told(&["Ghar"], |fate| fate.warped(1, 2)).unwrap();
        assert_eq!(
            one,
            "Fate from Ghar: 🌀 every logged die drops by one, and one of them goes back to the gate."
        );
        let nothing = told(&["Ghar"], |fate| {
            fate.sabotaged(None);
            fate.warped(0, 0);
        });
        assert_eq!(nothing.unwrap(), "Fate from Ghar: ⚙️ nothing to sabotage; 🌀 nothing to warp.");
        let four = told(&["Concord", "Ghar"], |fate| {
            fate.warped(0, 4);
            fate.sabotaged(Some(Points::Three));
            fate.warped(2, 1);
            fate.sabotaged(Some(Points::One));
        });
        assert_eq!(
            four.unwrap(),
            "Fate from Concord and Ghar: ⚙️ a logged 3 and a logged 1 go back to the gate; \
             🌀 every logged die drops by two, and 2 of them go back to the gate."
        );
    }
}
