//! The table in words: what somebody's points are made of, and what separates them from their neighbours.

use gatemaster_rules::text::{count, list};

use super::bracket::{self, Fate};
use super::count::{Kind, Records};
use super::{Parted, Row, bracket_stage, final_order, ladder, table};
use crate::ids::EntrantId;
use crate::league::{Entrant, Season, Stage};
use crate::settings::{Format, TieBreaker, Unplayed};

/// How many of the results that moved somebody on a ladder are told.
const LAST_MOVES: usize = 3;

/// A few short sentences, without markup.
pub fn explain(season: &Season, entrant: EntrantId) -> Vec<String> {
    let Some(person) = season.entrant(entrant) else { return Vec::new() };
    match season.settings.format {
        Format::Ladder { .. } => on_the_ladder(season, person),
        Format::Knockout { .. } => in_the_bracket(season, person),
        Format::RoundRobin { .. } | Format::Swiss { .. } | Format::Open { .. } => {
            in_the_table(season, person)
        }
    }
}

fn in_the_table(season: &Season, person: &Entrant) -> Vec<String> {
    let rows = table(season, person.division);
    let Some(at) = rows.iter().position(|row| row.entrant == person.no) else { return Vec::new() };
    let mut sentences = vec![what_points_are_made_of(season, person, &rows[at])];
    let mut decided: Vec<TieBreaker> = Vec::new();
    let above = at.checked_sub(1).and_then(|above| rows.get(above));
    let below = rows.get(at + 1);
    for (relation, neighbour) in [("Behind", above), ("Ahead of", below)] {
        let Some(neighbour) = neighbour else { continue };
        let name = season.name_of(neighbour.entrant);
        let (sentence, breaker) = beside(&rows[at], neighbour, relation, name);
        sentences.push(sentence);
        decided.extend(breaker.filter(|breaker| !decided.contains(breaker)));
    }
    let by_score = decided
        .iter()
        .any(|breaker| matches!(breaker, TieBreaker::ScoreDifference | TieBreaker::ScoreFor));
    sentences.extend(decided.into_iter().map(meaning));
    if by_score {
        sentences.extend(scores_without_matches(season, person));
    }
    sentences.extend(after_the_finals(season, person));
    sentences
}

fn what_points_are_made_of(season: &Season, person: &Entrant, row: &Row) -> String {
    let records = Records::new(season, person.division);
    let of = |kind: Kind, one: &str, many: &str| {
        let number = records.how_many(person.no, &[kind]);
        (number > 0)
            .then(|| format!("{} × {}", count(number, one, many), signed(records.worth(kind))))
    };
    let mut parts: Vec<String> = [
        (Kind::Won, "win", "wins"),
        (Kind::Drawn, "draw", "draws"),
        (Kind::WonByWalkover, "walkover won", "walkovers won"),
        (Kind::Bye, "bye", "byes"),
    ]
    .into_iter()
    .filter_map(|(kind, one, many)| of(kind, one, many))
    .collect();
    // Defeats are worth a word when they bring points, or when there is nothing else to tell.
    let nothing_else = parts.is_empty();
    parts.extend(
        [(Kind::Lost, "loss", "losses"), (Kind::LostByWalkover, "walkover lost", "walkovers lost")]
            .into_iter()
            .filter(|(kind, _, _)| nothing_else || records.worth(*kind) != 0)
            .filter_map(|(kind, one, many)| of(kind, one, many)),
    );
    parts.extend(adjustments(season, person.no));
    let points = if row.points == 1 {
        "1 point".to_owned()
    } else {
        format!("{} points", signed(row.points))
    };
    if parts.is_empty() {
        format!("{} has {points}: nothing has counted yet.", person.name)
    } else {
        format!("{} has {points}: {}.", person.name, parts.join(", "))
    }
}

fn adjustments(season: &Season, entrant: EntrantId) -> impl Iterator<Item = String> {
    season
        .adjustments
        .iter()
        .filter(move |adjustment| {
            adjustment.entrant == entrant && !adjustment.revoked && adjustment.points != 0
        })
        .map(|adjustment| {
            let kind = if adjustment.points > 0 { "bonus" } else { "penalty" };
            let points = signed(adjustment.points);
            match adjustment.why.trim_end_matches('.') {
                "" => format!("{kind} {points}"),
                why => format!("{kind} {points}: {why}"),
            }
        })
}

/// What separates two neighbours, and the tie-breaker that did it, if one did.
fn beside(own: &Row, neighbour: &Row, relation: &str, name: &str) -> (String, Option<TieBreaker>) {
    if own.points != neighbour.points {
        let (own, theirs) = (own.points, neighbour.points);
        let word = if own == 1 { "point" } else { "points" };
        let sentence =
            format!("{relation} {name}: {} {word} against {}.", signed(own), signed(theirs));
        return (sentence, None);
    }
    let mut level = vec![format!("points ({})", signed(own.points))];
    for (own, theirs) in own.ties.iter().zip(&neighbour.ties) {
        let title = own.breaker.title();
        if own.halves != theirs.halves {
            let level = list(&level);
            let sentence = match own.breaker {
                TieBreaker::Lot => format!("{relation} {name}: level on {level}, lots were drawn."),
                TieBreaker::Wins
                | TieBreaker::HeadToHead
                | TieBreaker::Schedule
                | TieBreaker::ScheduleCut
                | TieBreaker::Beaten
                | TieBreaker::ScoreDifference
                | TieBreaker::ScoreFor => {
                    let (own, theirs) = (halved(own.halves), halved(theirs.halves));
                    format!("{relation} {name}: level on {level}, {title} {own} against {theirs}.")
                }
            };
            return (sentence, Some(own.breaker));
        }
        level.push(format!("{title} ({})", halved(own.halves)));
    }
    if own.place == neighbour.place {
        return (format!("Level with {name} in everything; they share the place."), None);
    }
    // those behind a ruling may be level among themselves; what separated them stands beside the other
    let by = [own.parted, neighbour.parted].into_iter().flatten().find(|by| *by != Parted::Level);
    let sentence = match by {
        Some(Parted::Lot) => format!("{relation} {name}: level in everything, a lot was drawn."),
        Some(Parted::Decider) => {
            format!("{relation} {name}: level in everything, the decider separated them.")
        }
        Some(Parted::Ruling) => {
            format!("{relation} {name}: level in everything, an organiser ruled who comes first.")
        }
        Some(Parted::Level) | None => {
            format!("{relation} {name}: level in everything, but one of them has left.")
        }
    };
    (sentence, None)
}

/// What counts as somebody's score where they had nobody across the table.
fn scores_without_matches(season: &Season, person: &Entrant) -> Vec<String> {
    if season.settings.points.unplayed == Unplayed::Nothing {
        return Vec::new();
    }
    let records = Records::new(season, person.division);
    let score = |halves: i64| halved(Some(super::to_size(halves)));
    [
        (Kind::Bye, "bye", "byes"),
        (Kind::WonByWalkover, "walkover won", "walkovers won"),
        (Kind::LostByWalkover, "walkover lost", "walkovers lost"),
    ]
    .into_iter()
    .filter(|(kind, _, _)| records.how_many(person.no, &[*kind]) > 0)
    .map(|(kind, one, many)| {
        let number = records.how_many(person.no, &[kind]);
        let [own, against] = records.score_without_match(person.no, kind);
        format!(
            "Of {}, {} as {}–{} in scores.",
            person.name,
            count(number, &format!("{one} counts"), &format!("{many} count each")),
            score(own),
            score(against)
        )
    })
    .collect()
}

/// Which score a bye and a walkover count with, in a sentence; nothing where they count with none.
pub fn unplayed_meaning(unplayed: Unplayed) -> Option<String> {
    match unplayed {
        Unplayed::Nothing => None,
        Unplayed::Average => Some(
            "A bye and a walkover count with one's own average of scores for and against, to the nearest half; whoever did \
             not come has scored nothing."
                .to_owned(),
        ),
        Unplayed::Fixed { .. } => Some(format!(
            "A bye and a walkover count as {} in scores; whoever did not come has it the other way round.",
            unplayed.title()
        )),
    }
}

/// What a tie-breaker counts, in a sentence.
pub fn meaning(breaker: TieBreaker) -> String {
    match breaker {
        TieBreaker::Wins => "Wins are those at the table and by walkover; byes do not count.",
        TieBreaker::HeadToHead => {
            "Head to head counts the points from matches among those who are level."
        }
        TieBreaker::Schedule => {
            "Strength of schedule is the points of everybody one has met; a bye or a walkover counts as somebody with as \
             many points as one has oneself."
        }
        TieBreaker::ScheduleCut => {
            "Strength of schedule without the weakest is the points of everybody one has met, except the one with the \
             fewest."
        }
        TieBreaker::Beaten => {
            "Strength of those beaten is the points of everybody one has beaten, and half of those one has drawn with."
        }
        TieBreaker::ScoreDifference => {
            "Score difference is what one has scored less what the others have scored against one."
        }
        TieBreaker::ScoreFor => "Score is everything that one has scored.",
        TieBreaker::Lot => "Lots are drawn once for the whole season.",
    }
    .to_owned()
}

fn after_the_finals(season: &Season, person: &Entrant) -> Option<String> {
    let finals = season
        .fixtures
        .iter()
        .any(|fixture| fixture.stage == Stage::Finals && fixture.division == person.division);
    let order = finals.then(|| final_order(season, person.division))?;
    let (place, _) = order.into_iter().find(|(_, entrant)| *entrant == person.no)?;
    Some(format!("With the finals counted, {} has place {place}.", person.name))
}

fn in_the_bracket(season: &Season, person: &Entrant) -> Vec<String> {
    let name = &person.name;
    let places = bracket::places(season, bracket_stage(season), person.division);
    let Some(came) = places.get(&person.no) else {
        return vec![format!("{name} is not in the bracket.")];
    };
    let sharing = places.values().filter(|other| other.place == came.place).count();
    vec![match came.fate {
        Fate::Champion => format!("{name} has won the final."),
        Fate::StillIn => {
            format!(
                "{name} is still in it. Everybody who is not beaten shares place 1 until the final."
            )
        }
        Fate::Beaten if sharing > 1 => format!(
            "{name} is out and has place {}. Those who are beaten in the same round share it.",
            came.place
        ),
        Fate::Beaten => format!("{name} is out and has place {}.", came.place),
    }]
}

fn on_the_ladder(season: &Season, person: &Entrant) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    let order = ladder::replay(season, |fixture, before, after| {
        let rung = |order: &[EntrantId]| {
            order.iter().position(|entrant| *entrant == person.no).map(|above| above + 1)
        };
        let (Some(from), Some(to)) = (rung(before), rung(after)) else { return };
        let Some(winner) = fixture.winner() else { return };
        let Some(loser) = fixture.opponent_of(winner) else { return };
        let (winner_name, loser_name) = (season.name_of(winner), season.name_of(loser));
        let no = fixture.no;
        if winner == person.no {
            moves.push(format!("Up from {from} to {to}: beat {loser_name} (match {no})."));
        } else if loser == person.no {
            moves.push(format!("Down from {from} to {to}: lost to {winner_name} (match {no})."));
        } else if from != to {
            moves.push(format!(
                "Down from {from} to {to}: {winner_name} passed by beating {loser_name} (match {no})."
            ));
        }
    });
    let name = &person.name;
    let Some(above) = order.iter().position(|entrant| *entrant == person.no) else {
        return vec![format!("{name} has left the ladder.")];
    };
    let mut sentences = vec![format!("{name} stands on rung {} of {}.", above + 1, order.len())];
    if moves.is_empty() {
        sentences.push(format!("No result has moved {name} yet."));
    }
    let told = moves.len().saturating_sub(LAST_MOVES);
    sentences.extend(moves.drain(told..));
    sentences
}

/// With a real minus.
fn signed(number: i32) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

/// "21", "21½", "−½".
fn halved(halves: Option<i32>) -> String {
    let Some(halves) = halves else { return "nothing".to_owned() };
    let sign = if halves < 0 { "−" } else { "" };
    let whole = halves.unsigned_abs() / 2;
    match (whole, halves % 2 != 0) {
        (0, true) => format!("{sign}½"),
        (whole, true) => format!("{sign}{whole}½"),
        (whole, false) => format!("{sign}{whole}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_read_like_numbers() {
        let read = [42, 43, 1, 0, -1, -4, -5].map(|halves| halved(Some(halves)));
        assert_eq!(read, ["21", "21½", "½", "0", "−½", "−2", "−2½"]);
        assert_eq!(halved(Some(i32::MIN)), "−1073741824");
    }
}
