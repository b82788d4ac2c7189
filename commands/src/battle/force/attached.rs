//! Text files that people attach to a command.

use std::time::Duration;

use serenity::all::Attachment;

use crate::trouble::Trouble;
use crate::words::esc;

/// How long Discord may take to hand a file over.
const PATIENCE: Duration = Duration::from_secs(5);

/// What stands in a file of at most so many bytes; nothing is fetched of a larger one.
pub async fn text_of(file: &Attachment, most: usize) -> Result<String, Trouble> {
    let name = esc(&file.filename);
    let size = usize::try_from(file.size).unwrap_or(usize::MAX);
    if size > most {
        return Err(Trouble::refused(format!("{name} has {size} bytes; I read up to {most}.")));
    }
    let again = || {
        Trouble::refused(format!(
            "Discord did not hand me {name}. Please attach it again in a moment."
        ))
    };
    let fetched = tokio::time::timeout(PATIENCE, file.download()).await;
    let bytes = match fetched {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(fault)) => {
            tracing::info!(%fault, "an attached file could not be fetched");
            return Err(again());
        }
        Err(_) => return Err(again()),
    };
    // a page that says why there is no file is not the file
    if bytes.len() != size {
        return Err(again());
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        Trouble::refused(format!("{name} is not a plain text file; save it as text in UTF-8."))
    })?;
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}
