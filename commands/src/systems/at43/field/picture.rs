//! A picture of the table that somebody attaches: it is sent anew, because Discord's own links to what people attach end after a day.

use gatemaster_discord::card::{Card, File};
use serenity::all::Attachment;

use super::load;
use crate::answer::{Answer, Reply};
use crate::desk::Which;
use crate::face::Hall;
use crate::own_file::bytes_of;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::esc;

/// As large as Discord takes them without being asked.
const MOST_BYTES: usize = 10 * 1024 * 1024;
/// What Discord shows as a picture, and what such a file begins with.
const KINDS: [(&str, &[u8]); 4] =
    [("png", b"\x89PNG"), ("jpg", b"\xff\xd8\xff"), ("gif", b"GIF8"), ("webp", b"RIFF")];

pub async fn fetched(picture: &Attachment) -> Result<File, Trouble> {
    named(bytes_of(picture, MOST_BYTES).await?, &picture.filename)
}

/// Under a plain name, as people's own may say anything.
fn named(bytes: Vec<u8>, name: &str) -> Result<File, Trouble> {
    let kind = KINDS.into_iter().find(|(_, begins)| bytes.starts_with(begins));
    let (ending, _) = kind.ok_or_else(|| {
        Trouble::refused(format!(
            "{} is not a PNG, JPEG, GIF or WebP picture. Most programs save a picture as one of these.",
            esc(name)
        ))
    })?;
    Ok(File { name: format!("table.{ending}"), bytes })
}

pub fn card(request: &Request, picture: File) -> Card {
    let who = esc(&request.actor.player.name);
    Card { files: vec![picture], ..Card::line(format!("🖼️ {who} shows the table.")) }
}

/// Nothing else was said: the description stays as it is.
pub async fn alone(hall: &Hall, request: &Request, picture: &Attachment) -> Result<Reply, Trouble> {
    load(hall, request, &Which::Here).await?;
    Ok(Answer::public(card(request, fetched(picture).await?)).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_known_by_what_it_begins_with() {
        let name = |bytes: &[u8]| named(bytes.to_vec(), "a*b.png").map(|file| file.name);
        assert_eq!(name(b"\x89PNG\r\n").unwrap(), "table.png");
        assert_eq!(name(b"\xff\xd8\xff\xe0").unwrap(), "table.jpg");
        let refused = name(b"<html>").unwrap_err().to_string();
        assert!(refused.starts_with("a\\*b.png is not a PNG"), "{refused}");
    }
}
