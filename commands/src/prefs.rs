//! What servers and people prefer, as it is kept in the store.

use gatemaster_rules::table::Settings;
use gatemaster_store::{Scope, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::boxed;
use crate::caps::Caps;
use crate::quiet::{Quiet, zone_named};

/// How a server likes things; `/settings` shows and changes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct ServerPrefs {
    /// New tables remind whoever owes something after this many hours; 0 is never.
    pub remind_hours: u16,
    /// New tables are compact.
    pub compact: bool,
    /// Boards carry a picture.
    pub pictures: bool,
    /// Discord reads results of `/roll` aloud.
    pub spoken: bool,
    /// People with this role may do what managers of the server may: correct, seat, end.
    pub organiser_role: Option<u64>,
    /// Games without a step for this many days are asked about; 0 is never.
    pub untouched_days: u16,
    /// Leagues and campaigns that are meant for the public page stand on it, where the operator has one.
    pub public_page: bool,
    /// How many tables, leagues and campaigns may be open at once.
    pub caps: Caps,
}

/// Shorter than this, a holiday would put games away.
pub const MIN_UNTOUCHED_DAYS: u16 = 7;

impl Default for ServerPrefs {
    fn default() -> Self {
        Self {
            remind_hours: 0,
            compact: false,
            pictures: true,
            spoken: false,
            organiser_role: None,
            untouched_days: 30,
            public_page: true,
            caps: Caps::default(),
        }
    }
}

const SERVER_KEY: &str = "preferences";

impl ServerPrefs {
    #[boxed]
    pub async fn load(store: &Store, guild: Option<u64>) -> Result<Self, StoreError> {
        let Some(guild) = guild else { return Ok(Self::default()) };
        let text = store.setting(&Scope::Server(guild), SERVER_KEY).await?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    #[boxed]
    pub async fn save(&self, store: &Store, guild: u64) -> Result<(), StoreError> {
        let text = serde_json::to_string(self).map_err(|e| StoreError::Other(e.to_string()))?;
        store.set_setting(Scope::Server(guild), SERVER_KEY, Some(&text)).await
    }

    /// How a new table on this server begins.
    pub fn table_settings(&self) -> Settings {
        Settings { remind_hours: self.remind_hours, compact: self.compact, ..Settings::default() }
    }
}

/// How a person likes to be told things.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonPrefs {
    pub reminders: Reminders,
    /// Told by direct message as soon as a game waits for them.
    pub next_up: bool,
    /// The name of their time zone.
    pub zone: Option<String>,
    pub quiet: Option<Quiet>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reminders {
    #[default]
    Mention,
    Direct,
    Off,
}

impl Reminders {
    const ALL: [(Reminders, &'static str); 3] =
        [(Self::Mention, "mention"), (Self::Direct, "direct"), (Self::Off, "off")];

    fn word(self) -> &'static str {
        match self {
            Self::Mention => "mention",
            Self::Direct => "direct",
            Self::Off => "off",
        }
    }
}

impl PersonPrefs {
    #[boxed]
    pub async fn load(store: &Store, user: u64) -> Result<Self, StoreError> {
        let mut prefs = Self::default();
        for (key, value) in store.settings(&Scope::Person(user)).await? {
            match key.as_str() {
                "reminders" => {
                    let known = Reminders::ALL.into_iter().find(|(_, word)| *word == value);
                    prefs.reminders = known.map(|(way, _)| way).unwrap_or_default();
                }
                // the store itself looks at this one
                "next_up" => prefs.next_up = value == "on",
                "zone" => prefs.zone = Some(value),
                "quiet" => prefs.quiet = Quiet::parse(&value),
                _ => {}
            }
        }
        Ok(prefs)
    }

    #[boxed]
    pub async fn save(&self, store: &Store, user: u64) -> Result<(), StoreError> {
        let quiet = self.quiet.map(|quiet| quiet.to_string());
        let values = [
            ("reminders", (self.reminders != Reminders::Mention).then_some(self.reminders.word())),
            ("next_up", self.next_up.then_some("on")),
            ("zone", self.zone.as_deref()),
            ("quiet", quiet.as_deref()),
        ];
        for (key, value) in values {
            store.set_setting(Scope::Person(user), key, value).await?;
        }
        Ok(())
    }

    pub fn time_zone(&self) -> jiff::tz::TimeZone {
        self.zone.as_deref().and_then(zone_named).unwrap_or(jiff::tz::TimeZone::UTC)
    }

    /// The end of the quiet hours that this moment lies in.
    pub fn quiet_until(&self, now_ms: i64) -> Option<i64> {
        self.quiet.and_then(|quiet| quiet.until(now_ms, &self.time_zone()))
    }
}
