//! The table of a division as rows of cells: the text and the picture show the same.

use gatemaster_league::league::Stage;
use gatemaster_league::standings::{self, Parted, Row};
use gatemaster_league::{EntrantId, Format, League, Season, TieBreaker};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sheet {
    /// "Club League, Season 2, Gold", as people wrote it.
    pub title: String,
    pub heads: Vec<Head>,
    pub lines: Vec<Line>,
}

/// What stands above a column of numbers, and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub short: &'static str,
    pub means: String,
    /// The first to go where there is little room.
    pub spare: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub entrant: EntrantId,
    pub place: u32,
    pub name: String,
    /// They have left the league.
    pub out: bool,
    /// One below each head.
    pub cells: Vec<String>,
}

/// Stands behind the name of somebody who has left.
pub(crate) const LEFT: char = '†';

/// What a column counts.
#[derive(Clone, Copy)]
enum Column {
    Played,
    Won,
    Drawn,
    Lost,
    Byes,
    Points,
    /// How level people were separated.
    Level,
    Tie(TieBreaker),
}

impl Sheet {
    /// A division that does not exist has no lines.
    pub(crate) fn of(league: &League, division: u8) -> Sheet {
        let season = &league.season;
        let rows = placed(season, division);
        let columns = columns(season, &rows);
        let lines = rows
            .iter()
            .map(|(place, row)| Line {
                entrant: row.entrant,
                place: *place,
                name: season.name_of(row.entrant).to_owned(),
                out: season.entrant(row.entrant).is_some_and(|entrant| entrant.out),
                cells: columns.iter().map(|column| column.cell(row)).collect(),
            })
            .collect();
        let heads = columns.into_iter().map(|column| column.head(season)).collect();
        Sheet { title: title(league, division), heads, lines }
    }

    pub(crate) fn anybody_out(&self) -> bool {
        self.lines.iter().any(|line| line.out)
    }
}

impl Line {
    /// With the mark of those who have left.
    pub(crate) fn marked_name(&self) -> String {
        if self.out { format!("{}{LEFT}", self.name) } else { self.name.clone() }
    }
}

fn title(league: &League, division: u8) -> String {
    let season = &league.season;
    let mut title = format!("{}, {}", league.name, season.title());
    if let Some(name) = season.settings.division_name(division) {
        title.push_str(", ");
        title.push_str(name);
    }
    title
}

/// The rows with their places. A bracket has an order of its own, which is not that of points.
fn placed(season: &Season, division: u8) -> Vec<(u32, Row)> {
    let mut rows = standings::table(season, division);
    match season.settings.format {
        Format::Knockout { .. } => standings::final_order(season, division)
            .into_iter()
            .filter_map(|(place, entrant)| {
                let at = rows.iter().position(|row| row.entrant == entrant)?;
                Some((place, rows.swap_remove(at)))
            })
            .collect(),
        Format::Ladder { .. }
        | Format::RoundRobin { .. }
        | Format::Swiss { .. }
        | Format::Open { .. } => rows.into_iter().map(|row| (row.place, row)).collect(),
    }
}

fn columns(season: &Season, rows: &[(u32, Row)]) -> Vec<Column> {
    let mut columns = vec![Column::Played, Column::Won];
    if season.settings.draws || rows.iter().any(|(_, row)| row.drawn > 0) {
        columns.push(Column::Drawn);
    }
    columns.push(Column::Lost);
    match season.settings.format {
        // results alone decide there
        Format::Ladder { .. } | Format::Knockout { .. } => {}
        Format::RoundRobin { .. } | Format::Swiss { .. } | Format::Open { .. } => {
            if rows.iter().any(|(_, row)| row.byes > 0) {
                columns.push(Column::Byes);
            }
            columns.push(Column::Points);
            if rows.iter().any(|(_, row)| row.parted.is_some()) {
                columns.push(Column::Level);
            }
            columns.extend(season.settings.ties.iter().copied().filter_map(|tie| match tie {
                // wins have their column, and the number of a lot says nothing to anybody
                TieBreaker::Wins | TieBreaker::Lot => None,
                TieBreaker::HeadToHead
                | TieBreaker::Schedule
                | TieBreaker::ScheduleCut
                | TieBreaker::Beaten
                | TieBreaker::ScoreDifference
                | TieBreaker::ScoreFor => Some(Column::Tie(tie)),
            }));
        }
    }
    columns
}

impl Column {
    fn head(self, season: &Season) -> Head {
        let points = season.settings.points;
        let (short, means) = match self {
            Column::Played => ("P", "played".to_owned()),
            Column::Won => ("W", "won".to_owned()),
            Column::Drawn => ("D", "drawn".to_owned()),
            Column::Lost => ("L", "lost".to_owned()),
            Column::Byes => ("Bye", format!("byes, {} points each", signed(points.bye))),
            Column::Points => {
                let (win, loss) = (signed(points.win), signed(points.loss));
                let draw = if season.settings.draws {
                    format!(", {} for a draw", signed(points.draw))
                } else {
                    String::new()
                };
                ("Pts", format!("points, {win} for a win{draw}, {loss} for a loss"))
            }
            Column::Level => {
                ("Level", "how those were separated who are level in everything else".to_owned())
            }
            Column::Tie(tie) => (tie.short(), tie.title().to_owned()),
        };
        Head { short, means, spare: matches!(self, Column::Tie(_) | Column::Byes) }
    }

    fn cell(self, row: &Row) -> String {
        match self {
            Column::Played => row.played.to_string(),
            Column::Won => row.won.to_string(),
            Column::Drawn => row.drawn.to_string(),
            Column::Lost => row.lost.to_string(),
            Column::Byes => row.byes.to_string(),
            Column::Points => signed(row.points),
            Column::Level => row.parted.map_or("", Parted::title).to_owned(),
            Column::Tie(tie) => {
                let halves = row.ties.iter().find(|one| one.breaker == tie);
                match halves.and_then(|tie| tie.halves) {
                    None => "–".to_owned(),
                    Some(halves) => halved(halves),
                }
            }
        }
    }
}

/// Whether a bracket follows the table of this division.
pub(crate) fn has_finals(season: &Season, division: u8) -> bool {
    season
        .fixtures
        .iter()
        .any(|fixture| fixture.stage == Stage::Finals && fixture.division == division)
}

/// With a real minus.
pub(crate) fn signed(number: i32) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

/// "21", "21½", "−½".
fn halved(halves: i32) -> String {
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
    fn halves_and_minuses_read_like_numbers() {
        assert_eq!([42, 43, 1, 0, -1, -5].map(halved), ["21", "21½", "½", "0", "−½", "−2½"]);
        assert_eq!(halved(i32::MIN), "−1073741824");
        assert_eq!(signed(i32::MIN), "−2147483648");
    }
}
