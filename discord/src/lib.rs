//! Discord without games: what is shown and how it fits, what a button means, who asks and what they may, how an answer
//! arrives in time, and the kit that pictures are drawn with. It knows no game, no league and no database.
//!
//! A button carries what it means, and a card keeps Discord's limits whatever is put into it:
//!
//! ```
//! use gatemaster_discord::card::{Button, Card, SeenBy};
//! use gatemaster_discord::limits;
//! use gatemaster_discord::press::{Press, Reader, Writer, decode};
//!
//! #[derive(Debug, PartialEq)]
//! struct Knock {
//!     times: u32,
//! }
//!
//! impl Press for Knock {
//!     const TAG: &'static str = "k1";
//!
//!     fn write(&self, words: &mut Writer) {
//!         words.add(self.times);
//!     }
//!
//!     fn read(words: &mut Reader<'_>) -> Option<Self> {
//!         Some(Knock { times: words.number()? })
//!     }
//! }
//!
//! let card = Card::text("Is anybody there? ".repeat(1_000))
//!     .with_row(vec![Button::new("Knock", Knock { times: 3 })]);
//! let body = card.body(SeenBy::All);
//!
//! let text = body["embeds"][0]["description"].as_str().unwrap();
//! assert!(text.chars().count() <= limits::EMBED_TEXT);
//! let custom_id = body["components"][0]["components"][0]["custom_id"].as_str().unwrap();
//! assert_eq!(decode::<Knock>(custom_id), Some(Knock { times: 3 }));
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod answer;
pub mod asker;
pub mod card;
pub mod forms;
pub mod limits;
pub mod picture;
pub mod press;
pub mod send;
pub mod signs;
pub mod words;

/// Whatever is offered to others to await is boxed: the body of an `async fn` would be compiled anew wherever it is awaited.
pub(crate) use async_recursion::async_recursion as boxed;
