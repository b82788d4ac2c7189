//! The state file: one JSON document, replaced as a whole so that a crash leaves either the old or the new world.

use std::io::Write;
use std::path::Path;

use super::World;

/// Channels are keyed by number in memory and kept as a plain list on disk.
pub(crate) mod channels {
    use std::collections::HashMap;

    use serde::{Deserialize, Deserializer, Serializer};

    use crate::world::{Channel, Id};

    pub(crate) fn serialize<S: Serializer>(
        channels: &HashMap<Id, Channel>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let mut list: Vec<&Channel> = channels.values().collect();
        list.sort_by_key(|channel| channel.id);
        to.collect_seq(list)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<HashMap<Id, Channel>, D::Error> {
        Ok(Vec::<Channel>::deserialize(from)?
            .into_iter()
            .map(|channel| (channel.id, channel))
            .collect())
    }
}

/// Attachments are kept as base64 so that the state stays one file.
pub(crate) mod files {
    use std::collections::{BTreeMap, HashMap};
    use std::sync::Arc;

    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::world::Id;

    pub(crate) fn serialize<S: Serializer>(
        files: &HashMap<Id, Arc<[u8]>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_map(files.iter().map(|(id, bytes)| (id, STANDARD.encode(bytes))))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<HashMap<Id, Arc<[u8]>>, D::Error> {
        BTreeMap::<Id, String>::deserialize(from)?
            .into_iter()
            .map(|(id, text)| Ok((id, STANDARD.decode(text).map_err(D::Error::custom)?.into())))
            .collect()
    }
}

pub(crate) fn load(path: &Path) -> std::io::Result<Option<World>> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

pub(crate) fn save(path: &Path, json: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let fresh = path.with_file_name(name);
    let mut file = std::fs::File::create(&fresh)?;
    file.write_all(json)?;
    file.sync_all()?;
    std::fs::rename(&fresh, path)
}
