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
    /// What was probably meant instead, by its place among the guesses.
    Meant(u32),
}

/// A roll that is made after all, or instead of what was typed: the dice themselves stand in the button, as nothing has been
/// rolled yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeantPressed {
    pub secret: bool,
    pub spoken: bool,
    pub dice: String,
}

impl Press for MeantPressed {
    const TAG: &'static str = "m1";

    fn write(&self, words: &mut Writer) {
        words.add(match (self.secret, self.spoken) {
            (true, _) => "secret",
            (false, true) => "spoken",
            (false, false) => "open",
        });
        words.add(&self.dice);
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        let (secret, spoken) = match words.word()? {
            "secret" => (true, false),
            "spoken" => (false, true),
            "open" => (false, false),
            _ => return None,
        };
        // a label may hold colons
        Some(Self { secret, spoken, dice: words.rest().join(":") })
    }
}

impl RollPressed {
    pub fn new(id: &str, press: RollPress) -> Self {
        Self { id: id.to_owned(), press }
    }
}

impl Press for RollPressed {
    const TAG: &'static str = "r1";

    fn write(&self, words: &mut Writer) {
        words.add(&self.id);
        match self.press {
            RollPress::Again => words.add("again"),
            RollPress::More => words.add("more"),
            RollPress::Show => words.add("show"),
            RollPress::Meant(guess) => words.add("meant").add(guess),
        };
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        let id = words.id()?.to_owned();
        let press = match words.word()? {
            "again" => RollPress::Again,
            "more" => RollPress::More,
            "show" => RollPress::Show,
            "meant" => RollPress::Meant(words.number()?),
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
        for press in [RollPress::Again, RollPress::More, RollPress::Show, RollPress::Meant(1)] {
            let pressed = RollPressed::new(&"g".repeat(32), press);
            let id = encode(&pressed);
            assert!(id.len() <= limits::CUSTOM_ID);
            assert_eq!(decode(&id), Some(pressed));
        }
        for (secret, spoken) in [(true, false), (false, true), (false, false)] {
            let pressed = MeantPressed { secret, spoken, dice: "(2d6)>=9 # a: b::".to_owned() };
            assert_eq!(decode(&encode(&pressed)), Some(pressed));
        }
        for odd in ["r1:abc:meant", "r1:abc", "r1:a b:again", "r1:abc:again:1", "r1:abc:twice"] {
            assert_eq!(decode::<RollPressed>(odd), None, "{odd}");
        }
    }
}
