//! What the buttons of a player card mean, carried in their `custom_id`.

use crate::press::Meaning;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerPressed {
    pub words: Vec<String>,
}

const VERSION: &str = "y1";

impl PlayerPressed {
    pub fn encode(&self) -> String {
        format!("{VERSION}:{}", self.words.join(":"))
    }

    pub fn decode(custom_id: &str) -> Option<Self> {
        let words = custom_id.strip_prefix(VERSION)?.strip_prefix(':')?;
        Some(Self { words: words.split(':').map(str::to_owned).collect() })
    }
}

impl From<PlayerPressed> for Meaning {
    fn from(pressed: PlayerPressed) -> Self {
        Meaning::Player(pressed)
    }
}
