//! What organisers choose in `/league new` and `/organise settings`, and how it becomes settings.

use std::borrow::Cow;

use gatemaster_league::settings::{LastResort, MOST_SCORE, Seeding, Unplayed};
use gatemaster_league::{Format, Played, Settings, TieBreaker};
use gatemaster_rules::game::SystemId;

use crate::game::choice;
use crate::systems;
use crate::trouble::Trouble;
use crate::words::{esc, list};

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum FormatChoice {
    #[name = "Round robin: everybody against everybody"]
    RoundRobin,
    #[name = "Swiss: a few rounds, level people meet"]
    Swiss,
    #[name = "Knockout"]
    Knockout,
    #[name = "Ladder: challenge people above you"]
    Ladder,
    #[name = "Open challenge: anybody against anybody"]
    Open,
}

/// The systems that a league can be played of, from the one list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedChoice(SystemId);

fn playable() -> Vec<SystemId> {
    let with_winners = systems::all().in_manual().filter(|face| face.has_winners());
    with_winners.map(crate::face::Face::id).collect()
}

impl poise::ChoiceParameter for PlayedChoice {
    fn list() -> Cow<'static, [poise::CommandParameterChoice]> {
        playable().into_iter().map(|system| choice(system.title())).collect()
    }

    fn from_index(index: usize) -> Option<Self> {
        playable().get(index).copied().map(PlayedChoice)
    }

    fn from_name(name: &str) -> Option<Self> {
        let system =
            playable().into_iter().find(|system| system.title().eq_ignore_ascii_case(name));
        system.map(PlayedChoice)
    }

    fn name(&self) -> &'static str {
        self.0.title()
    }

    fn localized_name(&self, _: &str) -> Option<&'static str> {
        None
    }
}

/// What separates level people at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum LevelChoice {
    #[name = "A lot, drawn as verifiable dice"]
    Lot,
    #[name = "A played decider"]
    Decider,
}

impl From<LevelChoice> for LastResort {
    fn from(choice: LevelChoice) -> Self {
        match choice {
            LevelChoice::Lot => LastResort::Lot,
            LevelChoice::Decider => LastResort::Decider,
        }
    }
}

/// The numbers that belong to one format each.
#[derive(Clone, Copy, Debug, Default)]
pub struct FormatNumbers {
    pub legs: Option<u8>,
    pub rounds: Option<u8>,
    pub third_place: Option<bool>,
    pub reach: Option<u16>,
    pub meetings: Option<u16>,
}

/// What is played: a system of ours, or anything else by its name.
pub fn played(system: Option<PlayedChoice>, game: Option<String>) -> Result<Played, Trouble> {
    match (system, game) {
        (Some(_), Some(_)) => Err(Trouble::refused(
            "Choose either `system`, for games that I keep, or `game`, for those you play elsewhere.",
        )),
        (Some(PlayedChoice(system)), None) => Ok(Played::System(system)),
        (None, Some(game)) => Ok(Played::Elsewhere(game)),
        (None, None) => Err(Trouble::refused(
            "Say what is played: `system`, for games that I keep, or `game` with the name of any other.",
        )),
    }
}

impl FormatNumbers {
    /// The format with its numbers. A number of another format is a misunderstanding and is said so.
    pub fn format(self, choice: FormatChoice) -> Result<Format, Trouble> {
        let format = match choice {
            FormatChoice::RoundRobin => Format::RoundRobin { legs: self.legs.unwrap_or(1) },
            FormatChoice::Swiss => Format::Swiss { rounds: self.rounds.unwrap_or(0) },
            FormatChoice::Knockout => {
                Format::Knockout { third_place: self.third_place.unwrap_or(false) }
            }
            FormatChoice::Ladder => Format::Ladder { reach: self.reach.unwrap_or(0) },
            FormatChoice::Open => Format::Open { meetings: self.meetings.unwrap_or(0) },
        };
        self.fits(format)
    }

    /// The same format with other numbers.
    pub fn changed(self, format: Format) -> Result<Format, Trouble> {
        let format = match format {
            Format::RoundRobin { legs } => Format::RoundRobin { legs: self.legs.unwrap_or(legs) },
            Format::Swiss { rounds } => Format::Swiss { rounds: self.rounds.unwrap_or(rounds) },
            Format::Knockout { third_place } => {
                Format::Knockout { third_place: self.third_place.unwrap_or(third_place) }
            }
            Format::Ladder { reach } => Format::Ladder { reach: self.reach.unwrap_or(reach) },
            Format::Open { meetings } => {
                Format::Open { meetings: self.meetings.unwrap_or(meetings) }
            }
        };
        self.fits(format)
    }

    fn fits(self, format: Format) -> Result<Format, Trouble> {
        let given = [
            (
                "legs",
                self.legs.is_some(),
                matches!(format, Format::RoundRobin { .. }),
                "a round robin",
            ),
            (
                "rounds",
                self.rounds.is_some(),
                matches!(format, Format::Swiss { .. }),
                "a Swiss league",
            ),
            (
                "third_place",
                self.third_place.is_some(),
                matches!(format, Format::Knockout { .. }),
                "a knockout",
            ),
            ("reach", self.reach.is_some(), matches!(format, Format::Ladder { .. }), "a ladder"),
            (
                "meetings",
                self.meetings.is_some(),
                matches!(format, Format::Open { .. }),
                "an open challenge",
            ),
        ];
        match given.into_iter().find(|(_, given, fits, _)| *given && !fits) {
            Some((name, _, _, of)) => {
                Err(Trouble::refused(format!("`{name}` belongs to {of}. Leave it out here.")))
            }
            None => Ok(format),
        }
    }
}

/// The options of `/organise settings`; what is left out stays as it is.
#[derive(Clone, Debug, Default)]
pub struct SettingsOptions {
    pub format: Option<FormatChoice>,
    pub numbers: FormatNumbers,
    pub points: Option<String>,
    pub unplayed: Option<String>,
    pub ties: Option<String>,
    pub last_resort: Option<LastResort>,
    pub days: Option<u16>,
    pub confirm_hours: Option<u16>,
    pub limit: Option<u16>,
    pub finals: Option<u8>,
    pub divisions: Option<String>,
    pub moves: Option<u8>,
    pub late_entry: Option<bool>,
    pub draws: Option<bool>,
    pub auto_rounds: Option<bool>,
    pub seeding: Option<Seeding>,
    pub announce: Option<u64>,
    /// It speaks nowhere, whatever is said of a channel.
    pub silent: bool,
    pub digest: Option<bool>,
    pub page: Option<bool>,
}

impl SettingsOptions {
    pub fn applied(&self, settings: &Settings) -> Result<Settings, Trouble> {
        let mut set = settings.clone();
        set.format = match self.format {
            Some(format) => self.numbers.format(format)?,
            None => self.numbers.changed(set.format)?,
        };
        if let Some(text) = &self.points {
            points(text, &mut set)?;
        }
        if let Some(text) = &self.unplayed {
            set.points.unplayed = unplayed(text)?;
        }
        if let Some(text) = &self.ties {
            set.ties = ties(text)?;
        }
        set.last_resort = self.last_resort.unwrap_or(set.last_resort);
        set.days = self.days.unwrap_or(set.days);
        set.confirm_hours = self.confirm_hours.unwrap_or(set.confirm_hours);
        set.limit = self.limit.unwrap_or(set.limit);
        set.finals = self.finals.unwrap_or(set.finals);
        if let Some(names) = &self.divisions {
            set.divisions = divisions(names);
            if set.divisions.len() == 1 {
                set.divisions.clear();
            }
        }
        set.moves = self.moves.unwrap_or(set.moves);
        set.late_entry = self.late_entry.unwrap_or(set.late_entry);
        set.draws = self.draws.unwrap_or(set.draws);
        set.auto_rounds = self.auto_rounds.unwrap_or(set.auto_rounds);
        set.seeding = self.seeding.unwrap_or(set.seeding);
        set.announce = if self.silent { None } else { self.announce.or(set.announce) };
        set.digest = self.digest.unwrap_or(set.digest);
        set.page = self.page.unwrap_or(set.page);
        Ok(set)
    }
}

/// "Gold, Silver, Bronze"
pub fn divisions(text: &str) -> Vec<String> {
    let names = text.split([',', ';']).map(str::trim).filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

/// "head-to-head, difference, wins", or "none".
fn ties(text: &str) -> Result<Vec<TieBreaker>, Trouble> {
    if text.trim().eq_ignore_ascii_case("none") {
        return Ok(Vec::new());
    }
    let mut ties = Vec::new();
    for word in text.split([',', ';', '>']).map(str::trim).filter(|word| !word.is_empty()) {
        let Some(tie) = TieBreaker::parse(word) else {
            let all: Vec<&str> = TieBreaker::ALL.into_iter().map(TieBreaker::key).collect();
            return Err(Trouble::refused(format!(
                "I know no tie-breaker “{}”. There are {}; write them in your order, with commas.",
                esc(&gatemaster_discord::limits::clip(word, 40)),
                list(&all)
            )));
        };
        ties.push(tie);
    }
    Ok(ties)
}

/// "3/1/0": win, draw, loss; "3/1/0/2/0/2" with walkover won, walkover lost and bye.
fn points(text: &str, settings: &mut Settings) -> Result<(), Trouble> {
    let wrong = || {
        Trouble::refused(
            "Write the points as `win/draw/loss`, such as `3/1/0`, or all six: \
             `win/draw/loss/walkover won/walkover lost/bye`, such as `3/1/0/2/-1/2`.",
        )
    };
    let numbers: Vec<i32> = text
        .split('/')
        .map(|number| number.trim().replace('−', "-").parse().map_err(|_| wrong()))
        .collect::<Result<_, _>>()?;
    let points = &mut settings.points;
    match numbers[..] {
        [win, draw, loss] => {
            (points.win, points.draw, points.loss) = (win, draw, loss);
            (points.walkover_win, points.walkover_loss, points.bye) = (win, loss, win);
        }
        [win, draw, loss, walkover_win, walkover_loss, bye] => {
            let unplayed = points.unplayed;
            *points = gatemaster_league::Points {
                win,
                draw,
                loss,
                walkover_win,
                walkover_loss,
                bye,
                unplayed,
            };
        }
        _ => return Err(wrong()),
    }
    Ok(())
}

/// "average", "none", or a score such as "10-4".
fn unplayed(text: &str) -> Result<Unplayed, Trouble> {
    let word = text.trim().to_lowercase();
    match word.as_str() {
        "average" => return Ok(Unplayed::Average),
        "none" => return Ok(Unplayed::Nothing),
        _ => {}
    }
    // a minus may stand before each of the two
    let word = word.replace(['−', '–'], "-");
    let split = word.char_indices().skip(1).find(|(at, letter)| {
        (*letter == '-' || *letter == ':' || *letter == '/')
            && word[..*at].ends_with(|before: char| before.is_ascii_digit() || before == ' ')
    });
    let (own, against) = match split {
        Some((at, _)) => (&word[..at], &word[at + 1..]),
        None => (word.as_str(), "0"),
    };
    match (own.trim().parse(), against.trim().parse()) {
        (Ok(own), Ok(against)) => Ok(Unplayed::Fixed { own, against }),
        _ => Err(Trouble::refused(format!(
            "Write `average`, `none`, or the score that counts for a bye and a walkover, such as `10-4`, up to {MOST_SCORE}."
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_another_format_are_not_swallowed() {
        let legs = FormatNumbers { legs: Some(2), ..FormatNumbers::default() };
        assert_eq!(legs.format(FormatChoice::RoundRobin).unwrap(), Format::RoundRobin { legs: 2 });
        let refused = legs.format(FormatChoice::Swiss).unwrap_err();
        assert!(refused.to_string().contains("belongs to a round robin"), "{refused}");
    }

    #[test]
    fn points_and_ties_are_read_as_people_write_them() {
        let mut settings = Settings::new(Format::Open { meetings: 0 });
        points("2 / 1 / 0", &mut settings).unwrap();
        assert_eq!((settings.points.win, settings.points.bye), (2, 2));
        points("3/1/0/2/−1/2", &mut settings).unwrap();
        assert_eq!((settings.points.walkover_loss, settings.points.bye), (-1, 2));
        assert_eq!(settings.points.unplayed, Unplayed::Average, "points leave it as it is");
        assert_eq!(unplayed(" None ").unwrap(), Unplayed::Nothing);
        for (text, own, against) in
            [("10", 10, 0), ("10-4", 10, 4), ("10 – 4", 10, 4), ("-3:−2", -3, -2), ("5--1", 5, -1)]
        {
            assert_eq!(unplayed(text).unwrap(), Unplayed::Fixed { own, against }, "{text}");
        }
        assert!(unplayed("much").unwrap_err().to_string().contains("`10-4`"));
        assert!(points("3/x/0", &mut settings).is_err() && points("3/1", &mut settings).is_err());
        assert_eq!(ties("Wins, head-to-head").unwrap(), [TieBreaker::Wins, TieBreaker::HeadToHead]);
        assert_eq!(ties("none").unwrap(), []);
        assert!(ties("luck").unwrap_err().to_string().contains("head-to-head"));
        assert_eq!(divisions("Gold, Silver ;Bronze"), ["Gold", "Silver", "Bronze"]);
    }
}
