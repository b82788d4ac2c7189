//! Which league, whom and which match somebody means, and what result they typed.

use gatemaster_league::league::Phase;
use gatemaster_league::{
    EntrantId, Fixture, FixtureId, League, MatchResult, Season, Side, Verdict,
};
use gatemaster_rules::ids::UserId;

use super::press::Ended;
use super::show;
use crate::app::App;
use crate::books;
pub use crate::books::organises;
use crate::boxed;
use gatemaster_discord::card::Card;
use gatemaster_discord::limits::{ROWS, clip};

use crate::ledger::StoredBook;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{esc, list};

/// The league that is meant; without a word, the only one that the asker has to do with.
#[boxed]
pub async fn league(
    app: &App,
    request: &Request,
    word: Option<&str>,
) -> Result<StoredBook<League>, Trouble> {
    let me = request.user();
    let theirs = |league: &League| league.season.entrant_of(me).is_some_and(|entrant| !entrant.out);
    app.ledger.meant(request, word, &theirs).await
}

/// The same for what organisers do: without a word, the only one that the asker organises.
#[boxed]
pub async fn organised(
    app: &App,
    request: &Request,
    word: Option<&str>,
) -> Result<StoredBook<League>, Trouble> {
    books::organised(app, request, word).await
}

/// Somebody in a season: by the number that Discord's list gave (`e12`), by a mention, or by name.
pub fn entrant(season: &Season, text: &str) -> Result<EntrantId, Trouble> {
    let text = text.trim();
    let by_number = text
        .strip_prefix('e')
        .and_then(|number| number.parse().ok())
        .map(EntrantId)
        .filter(|no| season.entrant(*no).is_some());
    if let Some(no) = by_number {
        return Ok(no);
    }
    let mention = text
        .strip_prefix("<@")
        .and_then(|rest| rest.strip_suffix('>'))
        .and_then(|id| id.trim_start_matches('!').parse().ok())
        .map(UserId);
    if let Some(id) = mention {
        return season.entrant_of(id).map(|entrant| entrant.no).ok_or_else(|| {
            Trouble::refused(format!("{} is not in this season.", crate::words::person(id.0)))
        });
    }
    let folded = text.trim_start_matches('@').to_lowercase();
    let exactly = season.entrants.iter().find(|entrant| entrant.name.to_lowercase() == folded);
    if let Some(found) = exactly {
        return Ok(found.no);
    }
    let like: Vec<&gatemaster_league::Entrant> = season
        .entrants
        .iter()
        .filter(|entrant| !folded.is_empty() && entrant.name.to_lowercase().contains(&folded))
        .collect();
    match like[..] {
        [only] => Ok(only.no),
        [] => Err(Trouble::refused(format!(
            "Nobody called “{}” is in this season. Pick from what Discord offers while you type.",
            esc(&clip(text, 40))
        ))),
        _ => {
            let names: Vec<String> = like.iter().take(8).map(|one| esc(&one.name)).collect();
            Err(Trouble::refused(format!("Do you mean {}? Write the whole name.", list(&names))))
        }
    }
}

/// A match by its number.
pub fn fixture(season: &Season, number: u32) -> Result<&Fixture, Trouble> {
    season.fixture(FixtureId(number)).ok_or_else(|| {
        Trouble::refused(format!(
            "This season has no match {number}. `/league fixtures` lists them."
        ))
    })
}

/// What a report is about: an open match of the asker, or a match that comes about by being reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedMatch {
    Fixture(FixtureId),
    Opponent(EntrantId),
}

/// The match that somebody reports: by its number, by the opponent, or the only one that they have open.
pub fn reported(
    kept: &StoredBook<League>,
    me: UserId,
    number: Option<u32>,
    opponent: Option<&str>,
) -> Result<ReportedMatch, Trouble> {
    let season = &kept.book.season;
    if let Some(number) = number {
        return fixture(season, number).map(|fixture| ReportedMatch::Fixture(fixture.no));
    }
    let Some(mine) = season.entrant_of(me) else {
        return Err(Trouble::refused(format!(
            "You are not in “{}”. `/league join` enters you while that is possible.",
            esc(&kept.book.name)
        )));
    };
    let opponent = opponent.map(|opponent| entrant(season, opponent)).transpose()?;
    if opponent == Some(mine.no) {
        return Err(Trouble::refused("You cannot play against yourself. Name your opponent."));
    }
    let with = |fixture: &&Fixture| {
        fixture.has(mine.no) && opponent.is_none_or(|opponent| fixture.has(opponent))
    };
    let open: Vec<&Fixture> = season.unsettled().filter(with).collect();
    if let [only] = open[..] {
        return Ok(ReportedMatch::Fixture(only.no));
    }
    if open.len() > 1 {
        let mut card = Card::line("You have several open matches. Which one is it?");
        card.selects = show::match_lists(kept, mine.no, &open, ROWS);
        return Err(Trouble::first(card));
    }
    match opponent {
        Some(opponent) if season.settings.format.by_challenge() => {
            Ok(ReportedMatch::Opponent(opponent))
        }
        // whatever stands there now says best why it cannot be reported
        Some(_) | None => {
            let last = season
                .fixtures
                .iter()
                .rev()
                .find(|fixture| with(fixture) && fixture.second.is_some());
            match last {
                Some(last) if season.phase != Phase::Entry => Ok(ReportedMatch::Fixture(last.no)),
                _ if season.phase == Phase::Entry => Err(Trouble::refused(format!(
                    "“{}” has not started yet; there is nothing to report.",
                    esc(&kept.book.name)
                ))),
                _ if season.settings.format.by_challenge() => {
                    Err(Trouble::refused("Say whom you played with `opponent:`."))
                }
                _ => Err(Trouble::refused("You have no match there. `/league my` shows yours.")),
            }
        }
    }
}

/// How a match ended for the one who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum ResultChoice {
    #[name = "I won"]
    Won,
    #[name = "I lost"]
    Lost,
    #[name = "Draw"]
    Draw,
    #[name = "My opponent did not come"]
    TheyWereNotThere,
    #[name = "I could not come"]
    IWasNotThere,
}

impl From<Ended> for ResultChoice {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Won => ResultChoice::Won,
            Ended::Lost => ResultChoice::Lost,
            Ended::Draw => ResultChoice::Draw,
        }
    }
}

/// How a match ended, as an organiser says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum VerdictChoice {
    #[name = "The first won"]
    First,
    #[name = "The second won"]
    Second,
    #[name = "Draw"]
    Draw,
    #[name = "Walkover for the first"]
    WalkoverFirst,
    #[name = "Walkover for the second"]
    WalkoverSecond,
    #[name = "Not played: both lose"]
    NotPlayed,
}

impl VerdictChoice {
    pub fn verdict(self) -> Verdict {
        match self {
            VerdictChoice::First => Verdict::Win(Side::First),
            VerdictChoice::Second => Verdict::Win(Side::Second),
            VerdictChoice::Draw => Verdict::Draw,
            VerdictChoice::WalkoverFirst => Verdict::Walkover(Side::First),
            VerdictChoice::WalkoverSecond => Verdict::Walkover(Side::Second),
            VerdictChoice::NotPlayed => Verdict::NotPlayed,
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Some(match text.trim().to_lowercase().as_str() {
            "first" | "1" | "the first won" => VerdictChoice::First,
            "second" | "2" | "the second won" => VerdictChoice::Second,
            "draw" | "drawn" | "0" => VerdictChoice::Draw,
            "walkover first" => VerdictChoice::WalkoverFirst,
            "walkover second" => VerdictChoice::WalkoverSecond,
            "not played" => VerdictChoice::NotPlayed,
            _ => return None,
        })
    }
}

impl ResultChoice {
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text.trim().to_lowercase().as_str() {
            "won" | "win" | "i won" | "w" => ResultChoice::Won,
            "lost" | "loss" | "i lost" | "l" => ResultChoice::Lost,
            "draw" | "drawn" | "d" => ResultChoice::Draw,
            "walkover" => ResultChoice::TheyWereNotThere,
            "gave up" | "conceded" => ResultChoice::IWasNotThere,
            _ => return None,
        })
    }

    fn verdict(self) -> Verdict {
        match self {
            ResultChoice::Won => Verdict::Win(Side::First),
            ResultChoice::Lost => Verdict::Win(Side::Second),
            ResultChoice::Draw => Verdict::Draw,
            ResultChoice::TheyWereNotThere => Verdict::Walkover(Side::First),
            ResultChoice::IWasNotThere => Verdict::Walkover(Side::Second),
        }
    }
}

/// What a result is made of, the reporter's own part first.
#[derive(Clone, Debug, Default)]
pub struct TypedResult {
    pub result: Option<Verdict>,
    pub scores: [Option<i32>; 2],
    pub factions: [Option<String>; 2],
}

impl TypedResult {
    pub fn new(result: Option<ResultChoice>) -> Self {
        Self { result: result.map(ResultChoice::verdict), ..Self::default() }
    }

    /// The result as the one who says it sees it: they are the first side.
    pub fn result(&self) -> Result<MatchResult, Trouble> {
        let scores = match self.scores {
            [Some(mine), Some(theirs)] => Some([mine, theirs]),
            [None, None] => None,
            _ => {
                return Err(Trouble::refused(
                    "Give both scores or none; one alone does not say how it ended.",
                ));
            }
        };
        let verdict = match (self.result, scores) {
            (Some(result), _) => result,
            (None, Some([mine, theirs])) if mine > theirs => Verdict::Win(Side::First),
            (None, Some([mine, theirs])) if mine < theirs => Verdict::Win(Side::Second),
            (None, Some(_)) => Verdict::Draw,
            (None, None) => {
                return Err(Trouble::refused(
                    "Say how it ended: with `result:`, or with both scores.",
                ));
            }
        };
        let mut result = MatchResult::plain(verdict);
        result.scores = scores;
        result.factions.clone_from(&self.factions);
        Ok(result)
    }
}

/// The result as the match knows it, whichever side said it.
pub fn from_side(fixture: &Fixture, me: EntrantId, result: &MatchResult) -> MatchResult {
    if fixture.first == me { result.clone() } else { gatemaster_league::decide::turned(result) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_alone_say_who_won_and_half_of_them_say_nothing() {
        let said = |mine, theirs| TypedResult { scores: [mine, theirs], ..TypedResult::default() };
        let verdict = |said: TypedResult| said.result().map(|result| result.verdict).ok();
        assert_eq!(verdict(said(Some(5), Some(3))), Some(Verdict::Win(Side::First)));
        assert_eq!(verdict(said(Some(3), Some(5))), Some(Verdict::Win(Side::Second)));
        assert_eq!(verdict(said(Some(4), Some(4))), Some(Verdict::Draw));
        assert_eq!(verdict(said(Some(4), None)), None);
        assert_eq!(verdict(said(None, None)), None);
        let word = TypedResult { result: Some(Verdict::Draw), ..said(Some(5), Some(3)) };
        assert_eq!(word.result().unwrap().verdict, Verdict::Draw);
    }
}
