//! What the buttons of a campaign card mean, carried in their `custom_id`.

use crate::press::Meaning;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignPressed {
    pub words: Vec<String>,
}

const VERSION: &str = "c1";

impl CampaignPressed {
    pub fn encode(&self) -> String {
        format!("{VERSION}:{}", self.words.join(":"))
    }

    pub fn decode(custom_id: &str) -> Option<Self> {
        let words = custom_id.strip_prefix(VERSION)?.strip_prefix(':')?;
        Some(Self { words: words.split(':').map(str::to_owned).collect() })
    }
}

impl From<CampaignPressed> for Meaning {
    fn from(pressed: CampaignPressed) -> Self {
        Meaning::Campaign(pressed)
    }
}
