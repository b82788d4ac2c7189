//! How a battle ended, from what somebody typed.

use gatemaster_league::campaign::{Battle, Campaign, Count, ReportedOutcome, SideNo};

use super::find;
use crate::trouble::Trouble;
use crate::words::{esc, list};

/// A result as it was typed; what is empty was left out.
#[derive(Clone, Debug, Default)]
pub struct TypedOutcome {
    /// A side, or “draw”.
    pub winner: String,
    /// One number for each side, in the battle's order.
    pub scores: String,
    pub points: String,
    /// A side, or “nobody” where the place stays as it is. Left out, the winner takes it.
    pub takes: String,
}

impl TypedOutcome {
    pub fn outcome(
        &self,
        campaign: &Campaign,
        battle: &Battle,
    ) -> Result<ReportedOutcome, Trouble> {
        let scores = numbers(campaign, battle, &self.scores)?;
        let winner = match self.winner.trim().to_lowercase().as_str() {
            "" if scores.is_empty() => {
                return Err(Trouble::refused(
                    "Say who won, or give a score for each side; a draw is `draw`.",
                ));
            }
            "" => best(&scores),
            "draw" | "drawn" | "a draw" => None,
            _ => Some(find::side(campaign, &self.winner)?),
        };
        let takes = match self.takes.trim().to_lowercase().as_str() {
            "" if battle.place.is_some() => winner,
            "" | "nobody" | "no" | "none" | "same" => None,
            _ => Some(find::side(campaign, &self.takes)?),
        };
        let points = numbers(campaign, battle, &self.points)?;
        Ok(ReportedOutcome { winner, scores, points, takes })
    }
}

/// Whoever has more than everybody else.
fn best(scores: &[Count]) -> Option<SideNo> {
    let most = scores.iter().map(|score| score.count).max()?;
    let mut best = scores.iter().filter(|score| score.count == most);
    match (best.next(), best.next()) {
        (Some(only), None) => Some(only.side),
        _ => None,
    }
}

/// "12, 7": one number for each side, in the order in which the battle names them.
fn numbers(campaign: &Campaign, battle: &Battle, text: &str) -> Result<Vec<Count>, Trouble> {
    let text = text.replace('−', "-");
    let between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '/' | '–');
    let words: Vec<&str> = text.split(between).filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let read: Option<Vec<i32>> = words.iter().map(|word| word.parse().ok()).collect();
    let Some(read) = read.filter(|read| read.len() == battle.sides.len()) else {
        let name = |no| esc(&gatemaster_league::campaign::sentence::side_name(campaign, no));
        let sides: Vec<String> = battle.sides.iter().map(|no| name(*no)).collect();
        return Err(Trouble::refused(format!(
            "Write one whole number for each side with commas between, in this order: {}.",
            list(&sides)
        )));
    };
    let counts = battle.sides.iter().zip(read);
    Ok(counts.map(|(side, count)| Count { side: *side, count }).collect())
}
