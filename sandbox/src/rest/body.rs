//! Reads a request's body, whether it is plain JSON or a form with files.

use axum::body::to_bytes;
use axum::extract::{FromRequest as _, Multipart, Request};
use axum::http::header;
use serde_json::Value;

use crate::limits::Refusal;
use crate::limits::message::Upload;

/// More than any set of attachments may weigh; only keeps a runaway from filling the memory.
const MOST: usize = 128 * 1024 * 1024;

#[derive(Debug)]
pub(crate) struct Given {
    pub json: Value,
    pub uploads: Vec<Upload>,
}

pub(crate) async fn read(request: Request) -> Result<Given, Refusal> {
    let kind = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .to_owned();
    if kind.starts_with("multipart/form-data") {
        return read_form(request).await;
    }
    let bytes = to_bytes(request.into_body(), MOST).await.map_err(|_| Refusal::too_large())?;
    if bytes.is_empty() {
        return Ok(Given { json: Value::Null, uploads: Vec::new() });
    }
    if !kind.starts_with("application/json") {
        let mut form = crate::limits::Form::new();
        form.fault("_", "CONTENT_TYPE_INVALID", format!("Expected \"Content-Type\" header to be one of {{'application/json', 'multipart/form-data'}}, not \"{kind}\"."));
        form.finish()?;
    }
    let json = serde_json::from_slice(&bytes).map_err(|_| Refusal::bad_json())?;
    Ok(Given { json, uploads: Vec::new() })
}

async fn read_form(request: Request) -> Result<Given, Refusal> {
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| Refusal::bad_json())?;
    let mut given = Given { json: Value::Null, uploads: Vec::new() };
    while let Some(field) = form.next_field().await.map_err(|_| Refusal::bad_json())? {
        let name = field.name().unwrap_or_default().to_owned();
        let filename = field.file_name().map(str::to_owned);
        let content_type = field.content_type().map(str::to_owned);
        let bytes = field.bytes().await.map_err(|_| Refusal::too_large())?;
        if name == "payload_json" {
            given.json = serde_json::from_slice(&bytes).map_err(|_| Refusal::bad_json())?;
            continue;
        }
        let slot = name
            .strip_prefix("files[")
            .and_then(|rest| rest.strip_suffix(']'))
            .and_then(|number| number.parse().ok());
        let (Some(slot), Some(filename)) = (slot, filename) else {
            let mut form = crate::limits::Form::new();
            form.fault(
                name,
                "FORM_FIELD_UNKNOWN",
                "A form has a payload_json and files[n] with a file name",
            );
            form.finish()?;
            continue;
        };
        given.uploads.push(Upload { slot, filename, content_type, bytes });
    }
    Ok(given)
}

/// `limit=5&before=1`, with the escapes undone.
pub(crate) fn query(text: &str) -> Vec<(String, String)> {
    text.split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(key, value)| (unescape(key), unescape(value)))
        .collect()
}

fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let hex = text.get(at + 1..at + 3).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        match (byte, hex) {
            (b'%', Some(value)) => {
                out.push(value);
                at += 2;
            }
            (b'+', _) => out.push(b' '),
            _ => out.push(*byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn escapes_are_undone() {
        assert_eq!(
            super::query("a=b%20c+d&e"),
            [("a".to_owned(), "b c d".to_owned()), ("e".to_owned(), String::new())]
        );
    }
}
