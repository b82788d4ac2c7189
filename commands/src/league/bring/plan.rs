//! What a file would do: its lines with the people whom its names mean, as far as that is known.

use std::collections::{BTreeMap, HashSet};

use gatemaster_league::action::{Imported, MatchPlace, Newcomer, Who};
use gatemaster_league::books::players::{self, ReadPlayer};
use gatemaster_league::books::results::{self, ReadResults};
use gatemaster_league::decide::{ImportTrial, named, try_import};
use gatemaster_league::{Book as _, EntrantId, League, Moment, Season, State};
use gatemaster_rules::table::{Actor, Player};
use serde::{Deserialize, Serialize};

use super::likely::Candidates;
use super::preview::changes;
use crate::trouble::Trouble;
use crate::words::esc;

/// A file, read.
pub(super) enum Table {
    Results(ReadResults),
    People(Vec<ReadPlayer>),
}

fn names_of(imported: &Imported) -> [&str; 2] {
    [&imported.first, &imported.second]
}

/// What a table holds, by its first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TableKind {
    Results,
    People,
    Unclear,
}

impl Table {
    /// Or everything that is wrong with it.
    pub(super) fn read(text: &str, season: &Season) -> Result<Self, Vec<String>> {
        match TableKind::guessed(text) {
            TableKind::Results => results::read(text.as_bytes()).map(Table::Results),
            TableKind::People => {
                players::read(text.as_bytes(), &season.settings.divisions).map(Table::People)
            }
            TableKind::Unclear => Err(vec![
                "I cannot tell what this file holds. For results its first line names the columns first, second and \
                 result; for people, name. What /league export gives you has both to look at."
                    .to_owned(),
            ]),
        }
    }
}

impl Table {
    /// Every name that stands in it, once, in its order.
    pub(super) fn names(&self) -> Vec<&str> {
        let all: Vec<&str> = match self {
            Table::Results(read) => read.matches.iter().flat_map(names_of).collect(),
            Table::People(read) => read.iter().map(|one| one.name.as_str()).collect(),
        };
        let mut seen = HashSet::new();
        all.into_iter().filter(|name| seen.insert(name.to_lowercase())).collect()
    }

    /// Where a name stands among them.
    pub(super) fn place_of(&self, name: &str) -> Option<u16> {
        let folded = name.to_lowercase();
        let at = self.names().iter().position(|one| one.to_lowercase() == folded)?;
        u16::try_from(at).ok()
    }
}

impl TableKind {
    fn guessed(text: &str) -> Self {
        let separators = [',', ';', '\t'];
        let text = text.trim_start_matches('\u{feff}');
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let head = lines.next().unwrap_or_default();
        let heads: Vec<String> = head
            .split(separators)
            .map(|cell| cell.trim().trim_matches('"').trim().to_lowercase())
            .collect();
        let has = |column: &str| heads.iter().any(|head| head == column);
        if has("second") {
            TableKind::Results
        } else if has("name") || !text.contains(separators) {
            // or a name on each line, and nothing else
            TableKind::People
        } else {
            TableKind::Unclear
        }
    }
}

/// Whom the organiser says that a name means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum NameAnswer {
    Entrant(EntrantId),
    Player(Player),
    Guest,
    /// Their lines are left out.
    Nobody,
}

/// By the name in small letters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Answers(BTreeMap<String, NameAnswer>);

impl Answers {
    pub(super) fn from_text(text: &str) -> Result<Self, Trouble> {
        Ok(serde_json::from_str(text)?)
    }

    pub(super) fn to_text(&self) -> Result<String, Trouble> {
        Ok(serde_json::to_string(self)?)
    }

    pub(super) fn say(&mut self, name: &str, answer: NameAnswer) {
        self.0.insert(name.to_lowercase(), answer);
    }

    fn about(&self, name: &str) -> Option<&NameAnswer> {
        self.0.get(&name.to_lowercase())
    }

    pub(super) fn number(&self) -> u16 {
        u16::try_from(self.0.len()).unwrap_or(u16::MAX)
    }
}

#[derive(Debug)]
pub(super) struct Plan {
    pub(super) matches: Vec<Imported>,
    pub(super) people: Vec<Newcomer>,
    /// Names that the league does not know and about which nothing was said yet. Their lines wait.
    pub(super) unclear: Vec<String>,
    /// Lines that are no results yet.
    pub(super) no_result: u32,
    /// Lines that are left out because of a name.
    pub(super) left_out: u32,
    /// People who are in the league already.
    pub(super) known: u32,
}

/// Whom a name means.
enum Meaning {
    Is(Who),
    LeftOut,
    Unclear,
}

impl Plan {
    /// In a list of people only names that look like somebody's are asked about; all others enter as guests, and are shown.
    pub(super) fn of(
        league: &League,
        table: &Table,
        answers: &Answers,
        candidates: &Candidates,
    ) -> Self {
        let mut plan = Self {
            matches: Vec::new(),
            people: Vec::new(),
            unclear: Vec::new(),
            no_result: 0,
            left_out: 0,
            known: 0,
        };
        match table {
            Table::Results(read) => {
                plan.no_result = read.left_out;
                for imported in &read.matches {
                    plan.add_match(league, imported, answers);
                }
            }
            Table::People(read) => {
                for player in read {
                    plan.add_person(&league.season, player, answers, candidates);
                }
            }
        }
        plan
    }

    fn add_match(&mut self, league: &League, imported: &Imported, answers: &Answers) {
        let season = &league.season;
        let mut imported = imported.clone();
        // a season that is over knows its own people
        if imported.place.season.is_none_or(|number| number == season.number) {
            let meant = [&imported.first, &imported.second]
                .map(Clone::clone)
                .map(|name| self.meaning(season, &name, answers));
            let (first, second) = match meant {
                [Meaning::Is(first), Meaning::Is(second)] => (first, second),
                [Meaning::LeftOut, _] | [_, Meaning::LeftOut] => {
                    self.left_out = self.left_out.saturating_add(1);
                    return;
                }
                [Meaning::Unclear, _] | [_, Meaning::Unclear] => return,
            };
            // no other name than the one by which they can be forgotten again
            imported.first = self.name_of(season, first);
            imported.second = self.name_of(season, second);
            imported.first_is = Some(first);
            imported.second_is = Some(second);
        }
        self.matches.push(imported);
    }

    fn meaning(&mut self, season: &Season, name: &str, answers: &Answers) -> Meaning {
        if let [only] = named(season, name)[..] {
            return Meaning::Is(Who::Entrant(only));
        }
        match answers.about(name) {
            Some(NameAnswer::Nobody) => Meaning::LeftOut,
            Some(NameAnswer::Entrant(no)) if season.entrant(*no).is_some() => {
                Meaning::Is(Who::Entrant(*no))
            }
            Some(NameAnswer::Player(player)) => match season.entrant_of(player.id) {
                Some(entrant) => Meaning::Is(Who::Entrant(entrant.no)),
                None => Meaning::Is(self.newcomer(Newcomer {
                    player: Some(player.clone()),
                    ..Newcomer::guest(&player.name)
                })),
            },
            Some(NameAnswer::Guest) => Meaning::Is(self.newcomer(Newcomer::guest(name))),
            Some(NameAnswer::Entrant(_)) | None => {
                let folded = name.to_lowercase();
                if !self.unclear.iter().any(|one| one.to_lowercase() == folded) {
                    self.unclear.push(name.to_owned());
                }
                Meaning::Unclear
            }
        }
    }

    /// Somebody who enters with the file, once.
    fn newcomer(&mut self, new: Newcomer) -> Who {
        let same = |one: &Newcomer| match (&one.player, &new.player) {
            (Some(one), Some(other)) => one.id == other.id,
            (None, None) => one.name.to_lowercase() == new.name.to_lowercase(),
            _ => false,
        };
        let at = self.people.iter().position(same).unwrap_or_else(|| {
            self.people.push(new);
            self.people.len() - 1
        });
        Who::Newcomer(u32::try_from(at).unwrap_or(u32::MAX))
    }

    fn name_of(&self, season: &Season, who: Who) -> String {
        match who {
            Who::Entrant(no) => season.name_of(no).to_owned(),
            Who::Newcomer(at) => {
                let at = usize::try_from(at).unwrap_or(usize::MAX);
                self.people.get(at).map(|one| one.name.clone()).unwrap_or_default()
            }
        }
    }

    fn add_person(
        &mut self,
        season: &Season,
        read: &ReadPlayer,
        answers: &Answers,
        candidates: &Candidates,
    ) {
        let ReadPlayer { name, faction, division } = read.clone();
        if !named(season, &name).is_empty() {
            self.known = self.known.saturating_add(1);
            return;
        }
        let (faction, division) = (faction.as_ref(), division);
        let enters = |player: Option<Player>| Newcomer {
            name: player.as_ref().map_or_else(|| name.clone(), |player| player.name.clone()),
            player,
            faction: faction.cloned(),
            division,
        };
        let answer = answers.about(&name);
        match answer {
            Some(NameAnswer::Nobody) => self.left_out = self.left_out.saturating_add(1),
            Some(NameAnswer::Entrant(_)) => self.known = self.known.saturating_add(1),
            Some(NameAnswer::Player(player)) if season.entrant_of(player.id).is_some() => {
                self.known = self.known.saturating_add(1);
            }
            Some(NameAnswer::Player(player)) => {
                let player = player.clone();
                self.newcomer(enters(Some(player)));
            }
            None if !candidates.like(season, &name).is_empty() => self.unclear.push(name.clone()),
            Some(NameAnswer::Guest) | None => {
                self.newcomer(enters(None));
            }
        }
    }

    pub(super) fn tried(
        &self,
        league: &League,
        actor: &Actor,
        moment: Moment,
    ) -> Result<ImportTrial, Trouble> {
        try_import(league, actor, &self.matches, &self.people, moment)
            .map_err(|refusal| Trouble::refused(league.safe(refusal.sentence(), &esc)))
    }

    /// The lines that change something, each bound to the match that it was shown for.
    pub(super) fn pinned(&self, league: &League, trial: &ImportTrial) -> Vec<Imported> {
        let season = &trial.league.season;
        let lines = trial.lines.iter().filter(|line| changes(line));
        let pinned = lines.filter_map(|line| {
            let imported = self.matches.get(line.at)?;
            let fixture = season.fixture(line.fixture)?;
            let mut place = MatchPlace::default();
            if fixture.round.is_some() || fixture.no.0 < league.next_fixture {
                place.fixture = Some(fixture.no);
            } else {
                // it comes about with the file: one more meeting of the two
                let before = season.fixtures.iter().filter(|one| {
                    one.no < fixture.no
                        && one.has(fixture.first)
                        && fixture.second.is_some_and(|second| one.has(second))
                        && !matches!(one.state, State::Cancelled { .. })
                });
                place.leg = u16::try_from(before.count() + 1).ok();
            }
            Some(Imported { place, ..imported.clone() })
        });
        pinned.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_says_what_a_file_holds() {
        for (text, holds) in [
            ("first,second,result\nAnn,Bob,first", TableKind::Results),
            ("\n\"Date\";\"First\";\"Second\";\"Score first\"", TableKind::Results),
            ("\u{feff}second;first;result", TableKind::Results),
            ("name,faction\nAnn,Ghar", TableKind::People),
            ("Name", TableKind::People),
            ("Ann\nBob", TableKind::People),
            ("", TableKind::People),
            ("Ann,Bob,5,3", TableKind::Unclear),
        ] {
            assert_eq!(TableKind::guessed(text), holds, "{text}");
        }
    }
}
