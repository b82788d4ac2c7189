//! What the buttons of a player card mean, carried in their `custom_id`: whom it is about, and a word.

use gatemaster_discord::press::{Press, Reader, Writer, is_id};
use gatemaster_league::EntrantId;
use gatemaster_rules::ids::UserId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerPressed {
    pub who: Who,
    pub press: PlayerPress,
}

/// Whom a card is about. Guests go by their place in a league: their names could be too long for a button.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    User(UserId),
    Entrant { league: String, no: EntrantId },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerPress {
    Card,
    /// A list of opponents; who is meant is what was picked.
    Against,
    Luck,
}

impl PlayerPressed {
    pub fn new(who: &Who, press: PlayerPress) -> Self {
        Self { who: who.clone(), press }
    }
}

impl Press for PlayerPressed {
    const TAG: &'static str = "y1";

    fn write(&self, words: &mut Writer) {
        let word = match self.press {
            PlayerPress::Card => "card",
            PlayerPress::Against => "against",
            PlayerPress::Luck => "luck",
        };
        words.add(self.who.encode()).add(word);
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        let parts = words.rest();
        let (word, who) = parts.split_last()?;
        let press = match *word {
            "card" => PlayerPress::Card,
            "against" => PlayerPress::Against,
            "luck" => PlayerPress::Luck,
            _ => return None,
        };
        Some(Self { who: Who::decode(&who.join(":"))?, press })
    }
}

impl Who {
    /// The value of a choice as well.
    pub fn encode(&self) -> String {
        match self {
            Who::User(id) => format!("u:{id}"),
            Who::Entrant { league, no } => format!("e:{league}:{no}"),
        }
    }

    pub fn decode(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split(':').collect();
        let who = match parts[..] {
            ["u", id] => Who::User(UserId(id.parse().ok()?)),
            ["e", league, no] if is_id(league) => {
                Who::Entrant { league: league.to_owned(), no: EntrantId(no.parse().ok()?) }
            }
            _ => return None,
        };
        // a number has one way to be written
        (who.encode() == text).then_some(who)
    }
}

#[cfg(test)]
mod tests {
    use gatemaster_discord::press::{decode, encode};

    use super::*;

    #[test]
    fn every_press_of_a_player_card_comes_back_as_it_went() {
        let people = [
            Who::User(UserId(u64::MAX)),
            Who::User(UserId(0)),
            Who::Entrant { league: "a".repeat(32), no: EntrantId(u32::MAX) },
        ];
        for who in people {
            for press in [PlayerPress::Card, PlayerPress::Against, PlayerPress::Luck] {
                let pressed = PlayerPressed::new(&who, press);
                let id = encode(&pressed);
                assert!(id.len() <= gatemaster_discord::limits::CUSTOM_ID, "{id}");
                assert_eq!(decode(&id), Some(pressed));
            }
        }
    }

    #[test]
    fn odd_presses_mean_nothing() {
        for odd in [
            "y1",
            "y1:",
            "y1:card",
            "y1:u:1",
            "y1:u:1:card:1",
            "y1:u:+1:card",
            "y1:u:01:card",
            "y1:u:-1:card",
            "y1:u:99999999999999999999999:card",
            "y1:e:a b:1:card",
            "y1:e:abc:4294967296:card",
            "y1:e:abc:card",
            "y1:x:1:card",
            "y2:u:1:card",
            "y1:u:1:Card",
        ] {
            assert_eq!(decode::<PlayerPressed>(odd), None, "{odd}");
        }
    }
}
