//! What the buttons of a bag mean. They share their tag with those of the table, as they always have; their words differ.

use gatemaster_discord::press::{Reader, Writer};
use gatemaster_rules::bag::PoolId;

use crate::table::press::{self, GamePress};

pub type BagPressed = press::Pressed<BagPress>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BagPress {
    Draw,
    NextTurn,
    /// Ask which dice, where there is more than one answer.
    Pick(Handling),
    Do(Handling, PoolId),
    /// Show the form for the set-up; the form itself comes back with it.
    SetUpForm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handling {
    Return,
    TakeOut,
    PutIn,
}

impl Handling {
    pub const ALL: [Handling; 3] = [Handling::Return, Handling::TakeOut, Handling::PutIn];

    /// The words for asking which dice, and for doing it.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Handling::Return => ("bag-return", "bag-return-one"),
            Handling::TakeOut => ("bag-out", "bag-out-one"),
            Handling::PutIn => ("bag-in", "bag-in-one"),
        }
    }
}

impl GamePress for BagPress {
    const TAG: &'static str = press::Press::TAG;

    fn write(&self, words: &mut Writer) {
        match self {
            BagPress::Draw => words.add("bag-draw"),
            BagPress::NextTurn => words.add("bag-next"),
            BagPress::Pick(handling) => words.add(handling.words().0),
            BagPress::Do(handling, pool) => words.add(handling.words().1).add(pool.0),
            BagPress::SetUpForm => words.add("setup"),
        };
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        let word = words.word()?;
        if let Some(handling) = Handling::ALL.into_iter().find(|h| h.words().0 == word) {
            return Some(BagPress::Pick(handling));
        }
        if let Some(handling) = Handling::ALL.into_iter().find(|h| h.words().1 == word) {
            return Some(BagPress::Do(handling, PoolId(words.number()?)));
        }
        match word {
            "bag-draw" => Some(BagPress::Draw),
            "bag-next" => Some(BagPress::NextTurn),
            "setup" => Some(BagPress::SetUpForm),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use gatemaster_discord::limits;
    use gatemaster_discord::press::{decode, encode};
    use gatemaster_rules::ids::Seq;

    use super::*;

    #[test]
    fn every_press_of_a_bag_survives_its_custom_id_and_is_none_of_the_table_s() {
        let mut presses = vec![BagPress::Draw, BagPress::NextTurn, BagPress::SetUpForm];
        for handling in Handling::ALL {
            presses.push(BagPress::Pick(handling));
            presses.push(BagPress::Do(handling, PoolId(11)));
        }
        for press in presses {
            let pressed = BagPressed::new(&"g".repeat(32), Seq(u32::MAX), press);
            let id = encode(&pressed);
            assert!(id.len() <= limits::CUSTOM_ID, "{id}");
            assert_eq!(decode(&id), Some(pressed), "{id}");
            assert_eq!(decode::<press::Pressed<press::Press>>(&id), None, "{id}");
        }
    }

    #[test]
    fn odd_ids_mean_nothing_to_a_bag() {
        for odd in
            ["g1:abc:1:bag-draw:1", "g1:abc:1:bag-in-one", "g1:abc:1:bag-in:1", "g1:abc:1:undo"]
        {
            assert_eq!(decode::<BagPressed>(odd), None, "{odd}");
        }
    }
}
