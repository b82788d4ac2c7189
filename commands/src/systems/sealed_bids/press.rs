//! What the buttons of sealed bids mean. No amount is ever in one.

use gatemaster_discord::press::{Reader, Writer};

use crate::table::press::{GamePress, Pressed};

pub type BidPressed = Pressed<BidPress>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BidPress {
    /// Opens the form for a bid, and is what it comes back with.
    Form,
    Appraise,
    Ponder,
}

impl GamePress for BidPress {
    const TAG: &'static str = "s1";

    fn write(&self, words: &mut Writer) {
        words.add(match self {
            BidPress::Form => "bid",
            BidPress::Appraise => "appraise",
            BidPress::Ponder => "ponder",
        });
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        match words.word()? {
            "bid" => Some(BidPress::Form),
            "appraise" => Some(BidPress::Appraise),
            "ponder" => Some(BidPress::Ponder),
            _ => None,
        }
    }
}
