//! A company in the making: one person's, for a side of a game or for no table in particular.

use gatemaster_discord::press::checksum;
use gatemaster_rules::at43::company::{Company, Limits, Step, apply};
use gatemaster_rules::at43::profile::Library;
use serde::{Deserialize, Serialize};

use crate::trouble::Trouble;

/// So many changes can be taken back.
const MOST_UNDONE: usize = 12;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Draft {
    pub company: Company,
    /// How it was before, the latest last.
    before: Vec<Company>,
    /// What may be spent where no game says so.
    points: Option<Points>,
    /// The interaction that changed it last: Discord may deliver it again.
    by: Option<u64>,
}

/// Army points of a company for no game in particular.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    pub assault: u32,
    pub reinforcement: Option<u32>,
}

impl Draft {
    pub fn of(company: Company) -> Self {
        Self { company, ..Self::default() }
    }

    /// Buttons carry it. Two drafts that look alike but can be undone differently are told apart.
    pub fn hash(&self) -> u32 {
        let text = serde_json::to_string(&self.company).unwrap_or_default();
        checksum(&format!("{} {text}", self.before.len()))
    }

    pub fn limits(&self) -> Limits {
        match self.points {
            None => Limits::FREE,
            Some(Points { assault, reinforcement }) => Limits { assault, reinforcement },
        }
    }

    pub fn set_points(&mut self, points: Points) {
        self.points = Some(points);
    }

    /// Whether this very interaction has changed it already.
    pub fn was_changed_by(&self, interaction: Option<u64>) -> bool {
        interaction.is_some() && self.by == interaction
    }

    pub fn changed_by(&mut self, interaction: Option<u64>) {
        self.by = interaction;
    }

    pub fn step(&mut self, library: &Library, step: &Step) -> Result<(), Trouble> {
        let after = apply(library, &self.company, step)?;
        self.replace(after);
        Ok(())
    }

    /// Another company stands on the bench; the one before can be had back.
    pub fn replace(&mut self, after: Company) {
        if after == self.company {
            return;
        }
        let before = std::mem::replace(&mut self.company, after);
        self.before.push(before);
        if self.before.len() > MOST_UNDONE {
            self.before.remove(0);
        }
    }

    pub fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    pub fn undo(&mut self) -> Result<(), Trouble> {
        let before = self.before.pop();
        self.company = before.ok_or_else(|| Trouble::refused("There is nothing to take back."))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::at43::data::{companies, library};

    use super::*;

    fn add(draft: &mut Draft) {
        let add = Step::Add { unit: "steel-troopers".to_owned(), reinforcement: false };
        draft.step(library(), &add).unwrap();
    }

    #[test]
    fn every_change_can_be_taken_back_in_turn() {
        let mut draft = Draft::default();
        draft.step(library(), &Step::Army { army: "white-stars".to_owned() }).unwrap();
        let hashes: Vec<u32> = (0..3)
            .map(|_| {
                add(&mut draft);
                draft.hash()
            })
            .collect();
        assert_eq!(draft.company.units.len(), 3);
        for hash in hashes.into_iter().rev() {
            assert_eq!(draft.hash(), hash);
            draft.undo().unwrap();
        }
        draft.undo().unwrap();
        assert_eq!(draft.company, Company::default());
        assert!(draft.undo().is_err());
    }

    #[test]
    fn a_refused_step_changes_nothing() {
        let mut draft = Draft::of(companies()[2].company.clone());
        let before = draft.clone();
        let twelve = Step::Number { unit: 0, number: 200 };
        assert!(draft.step(library(), &twelve).is_err());
        assert_eq!(draft, before);
    }

    #[test]
    fn the_same_company_reached_by_another_way_has_another_mark() {
        let mut draft = Draft::of(companies()[2].company.clone());
        let hash = draft.hash();
        add(&mut draft);
        let unit = draft.company.units.len() - 1;
        draft.step(library(), &Step::Remove { unit }).unwrap();
        assert_eq!(draft.company, companies()[2].company);
        assert_ne!(draft.hash(), hash, "an undo would do something else");
    }
}
