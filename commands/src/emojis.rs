//! The application's own emoji: drawn by us, uploaded once, and known to whatever is sent from then on. It all happens
//! beside the bot's work. Until it is done, and wherever it fails, texts show plain figures.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use gatemaster_discord::picture::emoji::{self, Drawn};
use gatemaster_discord::send::{SendFault, classify};
use gatemaster_discord::signs::{self, Emojis};
use gatemaster_store::{EmojiRow, Store, StoreError};
use serde_json::json;
use serenity::all::{ApplicationId, CreateAttachment, EmojiId, Http};
use sha2::{Digest as _, Sha256};

use crate::boxed;
use crate::face::{Face, Systems};

/// How long to wait before the first new try, and at most before any.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_mins(30);

/// Why a round did not come to its end.
#[derive(Debug)]
enum Interrupted {
    Discord(SendFault),
    Store(StoreError),
}

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Interrupted::Discord(fault) => fault.fmt(f),
            Interrupted::Store(error) => error.fmt(f),
        }
    }
}

impl From<StoreError> for Interrupted {
    fn from(error: StoreError) -> Self {
        Interrupted::Store(error)
    }
}

/// An emoji as it should be.
struct Wanted {
    drawn: Drawn,
    drawing: String,
}

/// Makes sure that the application has every emoji, and keeps trying until it has or Discord will not have it.
#[boxed]
pub async fn bring(http: Arc<Http>, store: Store, systems: Systems) {
    let Some(application) = http.application_id().map(ApplicationId::get) else { return };
    let Ok(wanted) = tokio::task::spawn_blocking(move || wanted(systems)).await else { return };
    let bringing = Bringing { http: &http, store: &store, application, wanted: &wanted };
    let mut wait = FIRST_WAIT;
    if let Err(fault) = bringing.know_from_before().await {
        tracing::warn!(%fault, "the noted emoji could not be read");
    }
    loop {
        match bringing.round().await {
            Ok(made) => {
                tracing::info!(made, all = wanted.len(), "the application's emoji are ready");
                return;
            }
            Err(Interrupted::Discord(fault @ (SendFault::Refused(_) | SendFault::Forbidden))) => {
                tracing::warn!(%fault, "Discord has no emoji for us; figures are shown instead");
                return;
            }
            Err(fault) => {
                tracing::warn!(%fault, wait = ?wait, "the emoji are not ready; trying again");
                tokio::time::sleep(wait).await;
                wait = (wait * 2).min(LONGEST_WAIT);
            }
        }
    }
}

fn wanted(systems: Systems) -> Vec<Wanted> {
    let all = emoji::dice().into_iter().chain(systems.all().flat_map(Face::emojis));
    all.map(|drawn| Wanted { drawing: fingerprint(&drawn.png), drawn }).collect()
}

fn fingerprint(png: &[u8]) -> String {
    let digest = Sha256::digest(png);
    digest[..8].iter().fold(String::new(), |print, byte| format!("{print}{byte:02x}"))
}

struct Bringing<'a> {
    http: &'a Http,
    store: &'a Store,
    application: u64,
    wanted: &'a [Wanted],
}

impl Bringing<'_> {
    /// What an earlier run has brought is used right away, if it is all there: no line shows half of its dice as figures.
    async fn know_from_before(&self) -> Result<(), StoreError> {
        let ids: HashMap<String, u64> = self.noted().await?.into_values().map(named).collect();
        if self.wanted.iter().all(|wanted| ids.contains_key(&wanted.drawn.name)) {
            signs::know(Emojis::new(ids));
        }
        Ok(())
    }

    async fn noted(&self) -> Result<HashMap<String, EmojiRow>, StoreError> {
        let noted = self.store.emojis_of(self.application).await?;
        Ok(noted.into_iter().map(|row| (row.name.clone(), row)).collect())
    }

    /// Looks at what Discord has, and makes what is missing or drawn otherwise now. Gives how many were made.
    async fn round(&self) -> Result<usize, Interrupted> {
        let there = self.http.get_application_emojis().await;
        let there = there.map_err(|error| Interrupted::Discord(classify(error)))?;
        let there: HashMap<String, EmojiId> =
            there.into_iter().map(|emoji| (emoji.name, emoji.id)).collect();
        let noted = self.noted().await?;
        let (mut ready, mut made) = (HashMap::new(), 0);
        for wanted in self.wanted {
            let name = &wanted.drawn.name;
            let note = noted.get(name);
            if let Some(id) = there.get(name) {
                let is_noted = note.is_some_and(|note| note.id == id.get());
                // one that we know nothing of was made by an earlier database, and is taken as it is
                if !is_noted || note.is_some_and(|note| note.drawing == wanted.drawing) {
                    if !is_noted {
                        self.note(wanted, *id).await?;
                    }
                    ready.insert(name.clone(), id.get());
                    continue;
                }
                signs::know(signs::known().without(name));
                let gone = self.http.delete_application_emoji(*id).await;
                gone.map_err(|error| Interrupted::Discord(classify(error)))?;
            }
            let Some(id) = self.make(wanted).await? else { continue };
            self.note(wanted, id).await?;
            ready.insert(name.clone(), id.get());
            made += 1;
        }
        signs::know(Emojis::new(ready));
        Ok(made)
    }

    /// `None` where Discord does not take this one; the others may do.
    async fn make(&self, wanted: &Wanted) -> Result<Option<EmojiId>, Interrupted> {
        let Drawn { name, png } = &wanted.drawn;
        let image = CreateAttachment::bytes(png.as_slice(), format!("{name}.png")).to_base64();
        let made =
            self.http.create_application_emoji(&json!({ "name": name, "image": image })).await;
        match made.map_err(classify) {
            Ok(emoji) => Ok(Some(emoji.id)),
            Err(SendFault::Refused(why)) => {
                tracing::warn!(name, why, "an emoji was refused; its figure is shown instead");
                Ok(None)
            }
            Err(fault) => Err(Interrupted::Discord(fault)),
        }
    }

    async fn note(&self, wanted: &Wanted, id: EmojiId) -> Result<(), StoreError> {
        let (name, drawing) = (wanted.drawn.name.clone(), wanted.drawing.clone());
        self.store.note_emoji(self.application, &EmojiRow { name, id: id.get(), drawing }).await
    }
}

fn named(row: EmojiRow) -> (String, u64) {
    (row.name, row.id)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::systems;

    #[test]
    fn all_emoji_of_all_systems_have_names_of_their_own_that_discord_takes() {
        let wanted = wanted(systems::all());
        let names: HashSet<&str> = wanted.iter().map(|one| one.drawn.name.as_str()).collect();
        assert_eq!(names.len(), wanted.len());
        for name in &names {
            assert!(gatemaster_discord::limits::EMOJI_NAME.contains(&name.len()), "{name}");
            assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
        }
        for name in ["d10_7_hit", "d6_3", "order_ambush", "pin_marker"] {
            assert!(names.contains(name), "{name}");
        }
    }

    #[test]
    fn another_drawing_has_another_fingerprint_and_the_same_one_has_not() {
        let (once, again) = (wanted(systems::all()), wanted(systems::all()));
        let prints =
            |all: &[Wanted]| -> Vec<String> { all.iter().map(|one| one.drawing.clone()).collect() };
        assert_eq!(prints(&once), prints(&again));
        let different: HashSet<String> = prints(&once).into_iter().collect();
        assert_eq!(different.len(), once.len());
    }
}
