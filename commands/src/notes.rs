//! What is stored of one person at one table and shown to nobody else: choices that are half made, answers given beforehand.

use std::future::Future;

use gatemaster_rules::ids::UserId;
use gatemaster_store::{Scope, Store};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::boxed;
use crate::trouble::Trouble;

fn key(user: u64, what: &str) -> String {
    format!("person:{user}:{what}")
}

/// `None` where there is none, or it was written by an older version in another form.
#[boxed]
pub async fn read<T: DeserializeOwned>(
    store: &Store,
    game: &str,
    user: u64,
    what: &str,
) -> Result<Option<T>, Trouble> {
    let text = store.setting(&Scope::Game(game.to_owned()), &key(user, what)).await?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

#[boxed]
pub async fn write<T: Serialize + Sync>(
    store: &Store,
    game: &str,
    user: u64,
    what: &str,
    note: Option<&T>,
) -> Result<(), Trouble> {
    let text = note.map(serde_json::to_string).transpose()?;
    let scope = Scope::Game(game.to_owned());
    Ok(store.set_setting(scope, &key(user, what), text.as_deref()).await?)
}

/// Answers that a person has given beforehand at a table. While they are the default, nothing is stored.
pub trait Note: Serialize + DeserializeOwned + Default + PartialEq + Send + Sync {
    const NAME: &'static str;

    fn load(
        store: &Store,
        game: &str,
        user: UserId,
    ) -> impl Future<Output = Result<Self, Trouble>> + Send {
        async move { Ok(read(store, game, user.0, Self::NAME).await?.unwrap_or_default()) }
    }

    fn save(
        &self,
        store: &Store,
        game: &str,
        user: UserId,
    ) -> impl Future<Output = Result<(), Trouble>> + Send {
        async move {
            let note = (*self != Self::default()).then_some(self);
            write(store, game, user.0, Self::NAME, note).await
        }
    }
}
