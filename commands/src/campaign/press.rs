//! What the buttons, lists and forms of a campaign mean, carried in their `custom_id`: a word and up to two numbers.

use gatemaster_discord::press::{Press, Reader, Writer};
use gatemaster_league::campaign::{BattleNo, SideNo};

/// A button of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignPressed {
    pub campaign: String,
    pub press: CampaignPress,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CampaignPress {
    /// What the campaign is and how it stands, privately.
    Info,
    /// Joins this side; from a list when none is named.
    Join {
        side: Option<SideNo>,
    },
    Map,
    Units,
    /// The story from this line back to older ones, privately; 0 is the latest.
    Chronicle {
        from: u32,
    },
    /// One battle with everything about it, privately.
    Battle {
        battle: BattleNo,
    },
    /// The form for a result, of those who fought or of an organiser.
    Report {
        battle: BattleNo,
    },
    /// The form for the scores; the button says who won, and nobody is a draw.
    ReportAs {
        battle: BattleNo,
        winner: Option<SideNo>,
    },
    Settle {
        battle: BattleNo,
    },
    Confirm {
        battle: BattleNo,
        revision: u16,
    },
    /// Opens the form for an objection, and is what that form comes back with.
    Contest {
        battle: BattleNo,
        revision: u16,
    },
    /// Opens a game for the battle in this channel.
    Play {
        battle: BattleNo,
    },
}

/// Stands where a winner would.
const DRAW: &str = "draw";

impl CampaignPressed {
    pub fn new(campaign: &str, press: CampaignPress) -> Self {
        Self { campaign: campaign.to_owned(), press }
    }
}

impl Press for CampaignPressed {
    const TAG: &'static str = "c1";

    fn write(&self, words: &mut Writer) {
        words.add(&self.campaign);
        for word in self.press.words() {
            words.add(word);
        }
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        let campaign = words.id()?.to_owned();
        Some(Self { campaign, press: CampaignPress::from_words(&words.rest())? })
    }
}

impl CampaignPress {
    fn words(&self) -> Vec<String> {
        let word = |word: &str| vec![word.to_owned()];
        let about = |word: &str, number: u32| vec![word.to_owned(), number.to_string()];
        let seen = |word: &str, number: u32, revision: u16| {
            vec![word.to_owned(), number.to_string(), revision.to_string()]
        };
        match self {
            CampaignPress::Info => word("info"),
            CampaignPress::Join { side: None } => word("join"),
            CampaignPress::Join { side: Some(side) } => about("join", side.0),
            CampaignPress::Map => word("map"),
            CampaignPress::Units => word("units"),
            CampaignPress::Chronicle { from } => about("chronicle", *from),
            CampaignPress::Battle { battle } => about("battle", battle.0),
            CampaignPress::Report { battle } => about("report", battle.0),
            CampaignPress::ReportAs { battle, winner } => {
                let winner = winner.map_or(DRAW.to_owned(), |side| side.to_string());
                vec!["report".to_owned(), battle.to_string(), winner]
            }
            CampaignPress::Settle { battle } => about("settle", battle.0),
            CampaignPress::Confirm { battle, revision } => seen("confirm", battle.0, *revision),
            CampaignPress::Contest { battle, revision } => seen("contest", battle.0, *revision),
            CampaignPress::Play { battle } => about("play", battle.0),
        }
    }

    fn from_words(words: &[&str]) -> Option<Self> {
        let battle = |text: &str| text.parse().ok().map(BattleNo);
        Some(match *words {
            ["info"] => CampaignPress::Info,
            ["join"] => CampaignPress::Join { side: None },
            ["join", side] => CampaignPress::Join { side: Some(SideNo(side.parse().ok()?)) },
            ["map"] => CampaignPress::Map,
            ["units"] => CampaignPress::Units,
            ["chronicle", from] => CampaignPress::Chronicle { from: from.parse().ok()? },
            ["battle", no] => CampaignPress::Battle { battle: battle(no)? },
            ["report", no] => CampaignPress::Report { battle: battle(no)? },
            ["report", no, DRAW] => CampaignPress::ReportAs { battle: battle(no)?, winner: None },
            ["report", no, side] => {
                let winner = Some(SideNo(side.parse().ok()?));
                CampaignPress::ReportAs { battle: battle(no)?, winner }
            }
            ["settle", no] => CampaignPress::Settle { battle: battle(no)? },
            ["confirm", no, revision] => {
                CampaignPress::Confirm { battle: battle(no)?, revision: revision.parse().ok()? }
            }
            ["contest", no, revision] => {
                CampaignPress::Contest { battle: battle(no)?, revision: revision.parse().ok()? }
            }
            ["play", no] => CampaignPress::Play { battle: battle(no)? },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use gatemaster_discord::press::{decode, encode};

    use super::*;

    #[test]
    fn every_press_of_a_campaign_comes_back_as_it_went() {
        let battle = BattleNo(u32::MAX);
        let all = [
            CampaignPress::Info,
            CampaignPress::Join { side: None },
            CampaignPress::Join { side: Some(SideNo(3)) },
            CampaignPress::Map,
            CampaignPress::Units,
            CampaignPress::Chronicle { from: 0 },
            CampaignPress::Battle { battle },
            CampaignPress::Report { battle },
            CampaignPress::ReportAs { battle, winner: None },
            CampaignPress::ReportAs { battle, winner: Some(SideNo(u32::MAX)) },
            CampaignPress::Settle { battle },
            CampaignPress::Confirm { battle, revision: u16::MAX },
            CampaignPress::Contest { battle, revision: 3 },
            CampaignPress::Play { battle },
        ];
        for press in all {
            let pressed = CampaignPressed::new("0123456789", press);
            let id = encode(&pressed);
            assert!(id.len() <= gatemaster_discord::limits::CUSTOM_ID, "{id}");
            assert_eq!(decode(&id), Some(pressed));
        }
        for odd in [
            "c1:a:confirm:1",
            "c1:a b:info",
            "c1:a:play",
            "c1:a:play:-1",
            "c1:a:join:99999999999",
            "c1:a:confirm:1:70000",
            "c1:a",
            "c2:a:info",
        ] {
            assert_eq!(decode::<CampaignPressed>(odd), None, "{odd}");
        }
    }
}
