//! What the buttons of a free roll mean.

use gatemaster_discord::press::{Press, Reader, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollPressed {
    pub id: String,
    pub press: RollPress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollPress {
    Again,
    /// The same with one die more.
    More,
    /// Show a secret roll to everybody.
    Show,
}

impl RollPressed {
    pub fn new(id: &str, press: RollPress) -> Self {
        Self { id: id.to_owned(), press }
    }
}

impl Press for RollPressed {
    const TAG: &'static str = "r1";

    fn write(&self, words: &mut Writer) {
        words.add(&self.id).add(match self.press {
            RollPress::Again => "again",
            RollPress::More => "more",
            RollPress::Show => "show",
        });
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        let id = words.id()?.to_owned();
        let press = match words.word()? {
            "again" => RollPress::Again,
            "more" => RollPress::More,
            "show" => RollPress::Show,
            _ => return None,
        };
        Some(Self { id, press })
    }
}

#[cfg(test)]
mod tests {
    use gatemaster_discord::limits;
    use gatemaster_discord::press::{decode, encode};

    use super::*;

    #[test]
    fn every_press_of_a_roll_survives_its_custom_id() {
        for press in [RollPress::Again, RollPress::More, RollPress::Show] {
            let pressed = RollPressed::new(&"g".repeat(32), press);
            let id = encode(&pressed);
            assert!(id.len() <= limits::CUSTOM_ID);
            assert_eq!(decode(&id), Some(pressed));
        }
        for odd in ["r1:abc", "r1:a b:again", "r1:abc:again:1", "r1:abc:twice"] {
            assert_eq!(decode::<RollPressed>(odd), None, "{odd}");
        }
    }
}
