//! What the buttons, lists and forms of a league mean, carried in their `custom_id`: a word and up to three numbers.

use gatemaster_discord::press::{Press, Reader, Writer, is_id};
use gatemaster_league::{EntrantId, FixtureId};

/// A button of a league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaguePressed {
    pub league: String,
    pub press: LeaguePress,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeaguePress {
    /// What the league is and how it stands, privately.
    Info,
    Join,
    /// The table of a division, privately; page counted from 0.
    Table {
        division: u8,
    },
    /// The same as a picture, privately.
    Picture {
        division: u8,
    },
    /// One match with what can be done about it, privately; it is picked from a list, and a message may have several.
    Match {
        list: u8,
    },
    /// The matches of a round, privately; 0 is the present one.
    Fixtures {
        round: u16,
    },
    /// One's own matches, privately.
    My,
    Confirm {
        fixture: FixtureId,
        revision: u16,
    },
    /// Opens the form for an objection, and is what that form comes back with.
    Dispute {
        fixture: FixtureId,
        revision: u16,
    },
    Withdraw {
        fixture: FixtureId,
    },
    /// The form for a result, of the one who plays or of the organiser.
    Report {
        fixture: FixtureId,
    },
    /// The form for the scores; the button says how it ended.
    ReportAs {
        fixture: FixtureId,
        ended: Ended,
    },
    Settle {
        fixture: FixtureId,
    },
    /// Opens a game for the match in this channel.
    Play {
        fixture: FixtureId,
    },
    /// Takes the result of a game that has ended.
    TakeGame {
        fixture: FixtureId,
        game: String,
    },
    /// A file that waits for an organiser's word.
    File {
        draft: String,
        press: FilePress,
    },
    Start,
    NextRound,
    /// Level people play for a place, or a lot is drawn for it.
    Decider,
    DrawLot,
    CloseAnyway,
    /// Why somebody stands where they stand; from a list when nobody is named.
    Explain {
        entrant: Option<EntrantId>,
    },
}

/// How a match ended for whoever says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Won,
    Lost,
    Draw,
}

impl Ended {
    fn word(self) -> &'static str {
        match self {
            Ended::Won => "won",
            Ended::Lost => "lost",
            Ended::Draw => "draw",
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "won" => Ended::Won,
            "lost" => Ended::Lost,
            "draw" => Ended::Draw,
            _ => return None,
        })
    }
}

/// What is done with a file that was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePress {
    /// `seq` is the league, and `answers` what was said about names, when it was shown.
    BringIn {
        seq: u32,
        answers: u16,
    },
    Leave,
    Page {
        page: u16,
    },
    /// Whom the name means that stands there among the names of the file.
    Who {
        seq: u32,
        name: u16,
    },
    /// Everybody who is still unclear is a new guest.
    Guests {
        seq: u32,
    },
    /// What was said about names is forgotten.
    Anew,
}

impl LeaguePressed {
    pub fn new(league: &str, press: LeaguePress) -> Self {
        Self { league: league.to_owned(), press }
    }
}

impl Press for LeaguePressed {
    const TAG: &'static str = "l1";

    fn write(&self, words: &mut Writer) {
        words.add(&self.league);
        for word in self.press.words() {
            words.add(word);
        }
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        let league = words.id()?.to_owned();
        Some(Self { league, press: LeaguePress::from_words(&words.rest())? })
    }
}

impl LeaguePress {
    fn words(&self) -> Vec<String> {
        let word = |word: &str| vec![word.to_owned()];
        let about = |word: &str, fixture: &FixtureId| vec![word.to_owned(), fixture.to_string()];
        match self {
            LeaguePress::Info => word("info"),
            LeaguePress::Join => word("join"),
            LeaguePress::Table { division } => vec!["table".to_owned(), division.to_string()],
            LeaguePress::Picture { division } => vec!["picture".to_owned(), division.to_string()],
            LeaguePress::Match { list } => vec!["match".to_owned(), list.to_string()],
            LeaguePress::Fixtures { round } => vec!["fixtures".to_owned(), round.to_string()],
            LeaguePress::My => word("my"),
            LeaguePress::Confirm { fixture, revision } => {
                vec!["confirm".to_owned(), fixture.to_string(), revision.to_string()]
            }
            LeaguePress::Dispute { fixture, revision } => {
                vec!["dispute".to_owned(), fixture.to_string(), revision.to_string()]
            }
            LeaguePress::Withdraw { fixture } => about("withdraw", fixture),
            LeaguePress::Report { fixture } => about("report", fixture),
            LeaguePress::ReportAs { fixture, ended } => {
                vec!["report".to_owned(), fixture.to_string(), ended.word().to_owned()]
            }
            LeaguePress::Settle { fixture } => about("settle", fixture),
            LeaguePress::Play { fixture } => about("play", fixture),
            LeaguePress::TakeGame { fixture, game } => {
                vec!["game".to_owned(), fixture.to_string(), game.clone()]
            }
            LeaguePress::File { draft, press } => {
                let mut words = vec!["file".to_owned(), draft.clone()];
                words.extend(press.words());
                words
            }
            LeaguePress::Start => word("start"),
            LeaguePress::NextRound => word("next"),
            LeaguePress::Decider => word("decider"),
            LeaguePress::DrawLot => word("lot"),
            LeaguePress::CloseAnyway => word("close"),
            LeaguePress::Explain { entrant: None } => word("explain"),
            LeaguePress::Explain { entrant: Some(entrant) } => {
                vec!["explain".to_owned(), entrant.to_string()]
            }
        }
    }

    fn from_words(words: &[&str]) -> Option<Self> {
        let fixture = |text: &str| text.parse().ok().map(FixtureId);
        Some(match *words {
            ["info"] => LeaguePress::Info,
            ["join"] => LeaguePress::Join,
            ["table", division] => LeaguePress::Table { division: division.parse().ok()? },
            ["picture", division] => LeaguePress::Picture { division: division.parse().ok()? },
            ["match", list] => LeaguePress::Match { list: list.parse().ok()? },
            ["fixtures", round] => LeaguePress::Fixtures { round: round.parse().ok()? },
            ["my"] => LeaguePress::My,
            ["confirm", no, revision] => {
                LeaguePress::Confirm { fixture: fixture(no)?, revision: revision.parse().ok()? }
            }
            ["dispute", no, revision] => {
                LeaguePress::Dispute { fixture: fixture(no)?, revision: revision.parse().ok()? }
            }
            ["withdraw", no] => LeaguePress::Withdraw { fixture: fixture(no)? },
            ["report", no] => LeaguePress::Report { fixture: fixture(no)? },
            ["report", no, word] => {
                LeaguePress::ReportAs { fixture: fixture(no)?, ended: Ended::from_word(word)? }
            }
            ["settle", no] => LeaguePress::Settle { fixture: fixture(no)? },
            ["play", no] => LeaguePress::Play { fixture: fixture(no)? },
            ["game", no, game] if is_id(game) => {
                LeaguePress::TakeGame { fixture: fixture(no)?, game: game.to_owned() }
            }
            ["file", draft, ref rest @ ..] if is_id(draft) => {
                LeaguePress::File { draft: draft.to_owned(), press: FilePress::from_words(rest)? }
            }
            ["start"] => LeaguePress::Start,
            ["next"] => LeaguePress::NextRound,
            ["decider"] => LeaguePress::Decider,
            ["lot"] => LeaguePress::DrawLot,
            ["close"] => LeaguePress::CloseAnyway,
            ["explain"] => LeaguePress::Explain { entrant: None },
            ["explain", no] => {
                LeaguePress::Explain { entrant: Some(no.parse().ok().map(EntrantId)?) }
            }
            _ => return None,
        })
    }
}

impl FilePress {
    fn words(self) -> Vec<String> {
        match self {
            FilePress::BringIn { seq, answers } => {
                vec!["in".to_owned(), seq.to_string(), answers.to_string()]
            }
            FilePress::Leave => vec!["leave".to_owned()],
            FilePress::Page { page } => vec!["page".to_owned(), page.to_string()],
            FilePress::Who { seq, name } => {
                vec!["who".to_owned(), seq.to_string(), name.to_string()]
            }
            FilePress::Guests { seq } => vec!["guests".to_owned(), seq.to_string()],
            FilePress::Anew => vec!["anew".to_owned()],
        }
    }

    fn from_words(words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["in", seq, answers] => {
                FilePress::BringIn { seq: seq.parse().ok()?, answers: answers.parse().ok()? }
            }
            ["leave"] => FilePress::Leave,
            ["page", page] => FilePress::Page { page: page.parse().ok()? },
            ["who", seq, name] => {
                FilePress::Who { seq: seq.parse().ok()?, name: name.parse().ok()? }
            }
            ["guests", seq] => FilePress::Guests { seq: seq.parse().ok()? },
            ["anew"] => FilePress::Anew,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use gatemaster_discord::press::{decode, encode};

    use super::*;

    #[test]
    fn every_press_of_a_league_comes_back_as_it_went() {
        let fixture = FixtureId(12);
        let all = [
            LeaguePress::Info,
            LeaguePress::Join,
            LeaguePress::Table { division: 2 },
            LeaguePress::Fixtures { round: 0 },
            LeaguePress::My,
            LeaguePress::Confirm { fixture, revision: 3 },
            LeaguePress::Dispute { fixture, revision: 3 },
            LeaguePress::Withdraw { fixture },
            LeaguePress::Picture { division: 2 },
            LeaguePress::Match { list: 3 },
            LeaguePress::Report { fixture },
            LeaguePress::ReportAs { fixture, ended: Ended::Won },
            LeaguePress::ReportAs { fixture, ended: Ended::Lost },
            LeaguePress::ReportAs { fixture, ended: Ended::Draw },
            LeaguePress::Settle { fixture },
            LeaguePress::Play { fixture },
            LeaguePress::TakeGame { fixture, game: "0123456789".to_owned() },
            LeaguePress::Start,
            LeaguePress::NextRound,
            LeaguePress::Decider,
            LeaguePress::DrawLot,
            LeaguePress::CloseAnyway,
            LeaguePress::Explain { entrant: None },
            LeaguePress::Explain { entrant: Some(EntrantId(7)) },
        ];
        let files = [
            FilePress::BringIn { seq: u32::MAX, answers: u16::MAX },
            FilePress::Leave,
            FilePress::Page { page: 3 },
            FilePress::Who { seq: 7, name: 2 },
            FilePress::Guests { seq: 7 },
            FilePress::Anew,
        ];
        let files = files.map(|press| LeaguePress::File { draft: "0123456789".to_owned(), press });
        let all = all.into_iter().chain(files);
        for press in all {
            let pressed = LeaguePressed::new("0123456789", press);
            let id = encode(&pressed);
            assert!(id.len() <= gatemaster_discord::limits::CUSTOM_ID, "{id}");
            assert_eq!(decode(&id), Some(pressed));
        }
        for odd in [
            "l1:a:confirm:1",
            "l1:a b:info",
            "l1:a:game:1:x-y",
            "l1:a:table:999",
            "l1:a:report:1:x",
            "l1:a",
        ] {
            assert_eq!(decode::<LeaguePressed>(odd), None, "{odd}");
        }
    }
}
