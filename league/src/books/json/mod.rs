//! A whole league as one file, to keep or to move to another server.

mod import;
mod validate;

use gatemaster_rules::ids::UserId;
use serde::{Deserialize, Serialize};

use super::faults::Faults;
use crate::league::League;

/// Says what the file is; another layout gets another mark.
pub const FORMAT: &str = "gatemaster-league-1";
/// The largest file that is read; the largest league fits several times.
pub const MOST_BYTES: usize = 32 * 1024 * 1024;

#[derive(Serialize)]
struct Written<'a> {
    format: &'a str,
    league: &'a League,
}

#[derive(Deserialize)]
struct Mark {
    format: String,
}

#[derive(Deserialize)]
struct Read {
    league: League,
}

/// Everything, with the ids of people; it is for the organiser. Only the seed of a lot that is still to be drawn stays here:
/// whoever knew it would know the lot.
pub fn to_json(league: &League) -> serde_json::Result<String> {
    let mut league = league.clone();
    for season in league.past.iter_mut().chain([&mut league.season]) {
        season.level.promise = None;
    }
    serde_json::to_string_pretty(&Written { format: FORMAT, league: &league })
}

/// The league of a file, or everything that is wrong with it. What is given back can be trusted as if it had been played
/// here: nobody is known by their id whom `known` does not know, and nothing leads to a channel or a game of another
/// server.
pub fn from_json(text: &str, known: &dyn Fn(UserId) -> bool) -> Result<League, Vec<String>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > MOST_BYTES {
        return Err(vec![format!(
            "The file is too large; a league fits into {} MB.",
            MOST_BYTES / 1024 / 1024
        )]);
    }
    let no_league =
        || vec![format!("This is not the file of a league: it has no mark “{FORMAT}”.")];
    let mark: Mark = serde_json::from_str(text).map_err(|_| no_league())?;
    if mark.format != FORMAT {
        return Err(no_league());
    }
    let Read { mut league } = serde_json::from_str(text).map_err(|error| {
        vec![format!(
            "The file is damaged at line {}, column {}; please export the league again.",
            error.line(),
            error.column()
        )]
    })?;
    import::drop_foreign(&mut league, known);
    let mut faults = Faults::default();
    validate::check(&mut league, &mut faults);
    faults.or(league)
}
