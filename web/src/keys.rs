//! Addresses of servers and people. Their Discord ids could be found again from a plain hash by trying all there are, so each
//! is hashed with a secret of this database.

use gatemaster_league::person::Person;
use gatemaster_rules::dice::hex;
use gatemaster_store::{Scope, Store, StoreError};
use hmac::{Hmac, KeyInit as _, Mac as _};
use rand::RngExt as _;
use sha2::Sha256;

use crate::boxed;

/// Settings of no server are the program's own.
const OWN: Scope = Scope::Server(0);
const KEY: &str = "page_secret";

#[derive(Clone)]
pub(crate) struct Secret(String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(secret)")
    }
}

impl Secret {
    /// The one that this database has, or a new one for it: addresses stay the same over restarts and backups.
    #[boxed]
    pub async fn of(store: &Store) -> Result<Secret, StoreError> {
        if let Some(kept) = store.setting(&OWN, KEY).await? {
            return Ok(Secret(kept));
        }
        let fresh: [u8; 32] = rand::rng().random();
        let fresh = hex(&fresh);
        store.set_setting(OWN, KEY, Some(&fresh)).await?;
        Ok(Secret(fresh))
    }

    pub fn server(&self, guild: u64) -> String {
        self.hashed(&["server", &guild.to_string()])
    }

    /// Different on every server, so that nobody is followed from one to the next.
    pub fn person(&self, guild: u64, person: &Person) -> String {
        let guild = guild.to_string();
        match person {
            Person::User(id) => self.hashed(&["user", &guild, &id.to_string()]),
            Person::Guest(name) => self.hashed(&["guest", &guild, name]),
        }
    }

    fn hashed(&self, parts: &[&str]) -> String {
        // a key of any length will do
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(self.0.as_bytes()) else {
            return String::new();
        };
        for part in parts {
            mac.update(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            mac.update(part.as_bytes());
        }
        hex(&mac.finalize().into_bytes()[..8])
    }
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::ids::UserId;

    use super::*;

    #[test]
    fn a_key_says_nothing_without_the_secret_and_differs_from_server_to_server() {
        let (one, other) = (Secret("one".to_owned()), Secret("other".to_owned()));
        assert_eq!(one.server(7).len(), 16);
        assert_ne!(one.server(7), other.server(7));
        assert_ne!(one.server(7), one.server(8));
        let ann = Person::User(UserId(7));
        assert_ne!(one.person(1, &ann), one.person(2, &ann));
        assert_ne!(one.person(1, &ann), one.person(1, &Person::guest("7")));
        assert!(!format!("{one:?}").contains("one"));
    }
}
