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
            LeaguePress::Settle { fixture } => about("settle", fixture),
            LeaguePress::Play { fixture } => about("play", fixture),
            LeaguePress::TakeGame { fixture, game } => {
                vec!["game".to_owned(), fixture.to_string(), game.clone()]
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
            ["settle", no] => LeaguePress::Settle { fixture: fixture(no)? },
            ["play", no] => LeaguePress::Play { fixture: fixture(no)? },
            ["game", no, game] if is_id(game) => {
                LeaguePress::TakeGame { fixture: fixture(no)?, game: game.to_owned() }
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
            LeaguePress::Report { fixture },
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
        for press in all {
            let pressed = LeaguePressed::new("0123456789", press);
            let id = encode(&pressed);
            assert!(id.len() <= gatemaster_discord::limits::CUSTOM_ID, "{id}");
            assert_eq!(decode(&id), Some(pressed));
        }
        for odd in ["l1:a:confirm:1", "l1:a b:info", "l1:a:game:1:x-y", "l1:a:table:999", "l1:a"] {
            assert_eq!(decode::<LeaguePressed>(odd), None, "{odd}");
        }
    }
}
