//! What a page sends: JSON, or a form with JSON and files.

use axum::extract::Request;
use serde::de::DeserializeOwned;

use super::Refused;
use crate::limits::message::Upload;
use crate::rest::body;

pub(super) async fn read<T: DeserializeOwned>(
    request: Request,
) -> Result<(T, Vec<Upload>), Refused> {
    let given = body::read(request).await?;
    let asked = serde_json::from_value(given.json)
        .map_err(|error| Refused(format!("that request is not understood: {error}")))?;
    Ok((asked, given.uploads))
}
