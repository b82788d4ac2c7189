//! Campaigns as files: out to keep, and in from elsewhere.

use gatemaster_discord::card::{Card, File};
use gatemaster_league::campaign::file::{from_json, picture_of, to_json_upon};
use gatemaster_league::campaign::{Action, Campaign, chronicle};
use serenity::all::Attachment;

use super::picture::{self, GroundFault};
use super::{show, told};
use crate::answer::{Answer, Reply};
use crate::app::App;
use crate::boxed;
use crate::ledger::{BookOutcome, StoredBook};
use crate::own_file::text_of;
use crate::parcel::with_files;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{count, esc};

/// The most bytes that are taken in, as many as Discord takes without being asked; a campaign with its picture is smaller.
const MOST_BYTES: usize = 10 * 1024 * 1024;

#[boxed]
pub async fn export(
    app: &App,
    request: &Request,
    kept: &StoredBook<Campaign>,
) -> Result<Reply, Trouble> {
    let name = file_name(&kept.book.name);
    let ground = app.desk.store.book_picture(&kept.id).await?;
    let json = to_json_upon(&kept.book, ground.as_deref())?;
    let files = vec![
        File { name: format!("{name}.md"), bytes: chronicle::text(&kept.book).into_bytes() },
        File { name: format!("{name}.json"), bytes: json.into_bytes() },
    ];
    let line = format!(
        "**{}**: the chronicle to read, and everything for `/campaign import`. The second file holds the Discord ids of \
         those who take part.",
        esc(&kept.book.name)
    );
    let answer = Answer::private(Card::line(line));
    Ok(with_files(answer, files, request.largest_file).await?.into())
}

/// A name that every disk takes.
fn file_name(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "campaign".to_owned() } else { words.join("-") }
}

/// Whoever brings it in organises it; everybody else is a name in its story, because nobody asked them.
#[boxed]
pub async fn import(
    app: &App,
    request: &Request,
    file: &Attachment,
    name: Option<String>,
) -> Result<Reply, Trouble> {
    let text = text_of(file, MOST_BYTES).await?;
    let refused =
        |refusal: gatemaster_rules::refusal::Refusal| Trouble::refused(esc(refusal.sentence()));
    let mut read = from_json(&text).map_err(refused)?;
    if let Some(name) = name {
        read.name = name;
    }
    let ground = match picture_of(&text).map_err(refused)? {
        Some(bytes) => Some(ground_of(bytes, "The picture in the file").await?),
        None => None,
    };
    let restore = Action::Restore { campaign: Box::new(read) };
    let written: BookOutcome<Campaign> = app.ledger.open(request, restore).await?;
    if ground.is_some() {
        app.desk.store.set_book_picture(&written.kept.id, ground.as_deref()).await?;
    }
    app.clerk.nudge();
    let campaign = &written.kept.book;
    let line = format!(
        "“{}” goes on here with {} and {} of its chronicle, and {} organises it. `/campaign join` and \
         `/chronicler enlist` bring people to its sides.",
        esc(&campaign.name),
        count(show::number(campaign.sides.len()), "side", "sides"),
        count(show::number(campaign.chronicle.len()), "line", "lines"),
        esc(&request.actor.player.name),
    );
    Ok(told(&written, Card::line(line)))
}

/// A picture as it is kept below a map; `name` is what a refusal calls it. Reading it takes a while, so nobody else waits for
/// that.
#[boxed]
pub async fn ground_of(bytes: Vec<u8>, name: &str) -> Result<Vec<u8>, Trouble> {
    let made = tokio::task::spawn_blocking(move || picture::prepared(&bytes)).await;
    match made.map_err(|fault| Trouble::fault(fault.to_string()))? {
        Ok(ground) => Ok(ground),
        Err(GroundFault::Unreadable) => Err(Trouble::refused(format!(
            "{name} is not a PNG or JPEG picture that I can read. Most programs save or export a picture as one of these."
        ))),
        Err(GroundFault::TooLarge) => Err(Trouble::refused(format!(
            "{name} has too many pixels. Make it smaller; a map is drawn 752 pixels wide."
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_plain_name_whatever_the_campaign_is_called() {
        assert_eq!(file_name("War for the North!"), "war-for-the-north");
        assert_eq!(file_name("../../etc/passwd"), "etc-passwd");
        assert_eq!(file_name("⚔️"), "campaign");
    }
}
