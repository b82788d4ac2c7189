//! The chapters of the story. One is open at a time.

use gatemaster_rules::refusal::Refusal;

use super::words::{name_of, text_of};
use super::{Draft, number_after};
use crate::campaign::Round;
use crate::campaign::happening::Happening;
use crate::campaign::ids::RoundNo;
use crate::campaign::limits::MOST_ROUNDS;

impl Draft<'_> {
    pub(super) fn open_round(&mut self, name: &str, about: &str) -> Result<(), Refusal> {
        if let Some(round) = self.book.open_round() {
            return Err(Refusal::new(format!(
                "Round {}, {}, is still on; close it first.",
                round.no, round.name
            )));
        }
        if self.book.rounds.len() >= MOST_ROUNDS {
            return Err(Refusal::new(format!(
                "A campaign has at most {MOST_ROUNDS} rounds; close it and open a new volume."
            )));
        }
        let no = RoundNo(number_after(self.book.rounds.len()));
        let (name, about) = (name_of(name, "A round")?, text_of(about)?);
        let round = Round { no, name, about, opened_ms: self.now_ms, closed_ms: None };
        self.book.rounds.push(round);
        self.tell(Happening::RoundOpened { round: no });
        Ok(())
    }

    pub(super) fn close_round(&mut self) -> Result<(), Refusal> {
        let Some(no) = self.book.open_round().map(|round| round.no) else {
            return Err(Refusal::new("No round is on; open one first."));
        };
        let unsettled: Vec<String> = self
            .book
            .battles_of_round(no)
            .filter(|battle| battle.is_unsettled())
            .map(|battle| format!("battle {}", battle.no))
            .collect();
        if !unsettled.is_empty() {
            return Err(Refusal::new(format!(
                "Round {no} still waits for {}; report, confirm or cancel what is open first.",
                short_list(&unsettled)
            )));
        }
        if let Some(round) = self.book.rounds.last_mut() {
            round.closed_ms = Some(self.now_ms);
        }
        self.tell(Happening::RoundClosed { round: no });
        Ok(())
    }
}

/// A refusal is one sentence, also where hundreds of battles are open.
fn short_list(items: &[String]) -> String {
    const SHOWN: usize = 5;
    if items.len() <= SHOWN + 1 {
        return gatemaster_rules::text::list(items);
    }
    format!("{} and {} more", items[..SHOWN].join(", "), items.len() - SHOWN)
}
