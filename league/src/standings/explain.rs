//! The table in words: what somebody's points are made of, and what separates them from their neighbours.

use crate::ids::EntrantId;
use crate::league::Season;

/// A few short sentences, without markup.
pub fn explain(season: &Season, entrant: EntrantId) -> Vec<String> {
    let _ = (season, entrant);
    Vec::new()
}
