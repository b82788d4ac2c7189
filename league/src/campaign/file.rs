//! A campaign as one JSON file, to keep and to take to another server.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use gatemaster_rules::refusal::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Campaign, validate};

/// The name of the format; a later one gets another number.
pub const FORMAT: &str = "gatemaster-campaign-1";

/// The most bytes a file may have: far more than any club writes.
pub const MOST_BYTES: usize = 16 * 1024 * 1024;

#[derive(Serialize)]
struct Written<'a> {
    format: &'static str,
    campaign: &'a Campaign,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

#[derive(Deserialize)]
struct Read {
    campaign: Campaign,
}

#[derive(Deserialize)]
struct ReadPicture {
    #[serde(default)]
    picture: Option<String>,
}

pub fn to_json(campaign: &Campaign) -> Result<String, serde_json::Error> {
    to_json_upon(campaign, None)
}

/// With the picture that its map is drawn upon. Programs that do not know of it read the rest.
pub fn to_json_upon(
    campaign: &Campaign,
    picture: Option<&[u8]>,
) -> Result<String, serde_json::Error> {
    let picture = picture.map(|bytes| BASE64_STANDARD.encode(bytes));
    serde_json::to_string_pretty(&Written { format: FORMAT, campaign, picture })
}

/// The picture in the file of a campaign, as it stands there; whoever takes it looks what it is.
pub fn picture_of(text: &str) -> Result<Option<Vec<u8>>, Refusal> {
    let unreadable =
        || Refusal::new("The picture in the file cannot be read; take one as it was exported.");
    let ReadPicture { picture } = serde_json::from_str(text).map_err(|_| unreadable())?;
    picture.map(|picture| BASE64_STANDARD.decode(picture).map_err(|_| unreadable())).transpose()
}

/// The campaign of a file, if everything in it is sound. It comes without its channel and without the games of battles that
/// are still open: those belong to the server it was written on, and a file must not speak or listen there.
pub fn from_json(text: &str) -> Result<Campaign, Refusal> {
    if text.len() > MOST_BYTES {
        return Err(Refusal::new(format!(
            "The file is larger than {} MiB; take one as it was exported.",
            MOST_BYTES / 1024 / 1024
        )));
    }
    let unreadable = |error: &serde_json::Error| {
        Refusal::new(format!(
            "The file cannot be read at line {}, column {}; take one as it was exported.",
            error.line(),
            error.column()
        ))
    };
    let value: Value = serde_json::from_str(text).map_err(|error| unreadable(&error))?;
    if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(Refusal::new(format!(
            "The file does not say that it is a campaign (“{FORMAT}”); take one as it was exported."
        )));
    }
    // read again from the text, which knows its lines and refuses a field that stands twice
    let Read { mut campaign } = serde_json::from_str(text).map_err(|error| unreadable(&error))?;
    campaign.announce = None;
    if let Some(fault) = validate::fault(&campaign) {
        return Err(Refusal::new(format!(
            "The file does not hold together: {fault} Take one as it was exported."
        )));
    }
    for battle in &mut campaign.battles {
        if battle.is_unsettled() {
            battle.game = None;
        }
    }
    Ok(campaign)
}
