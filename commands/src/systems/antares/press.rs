//! What the buttons, lists and forms of a battle mean, carried in their `custom_id`. Each part of the battle has a
//! little language of its own: a word and a few numbers.

use gatemaster_discord::press::{Reader, Writer};

use super::aim::AimPress;
use super::ask::AskPress;
use super::force::ForcePress;
use super::guide::GuidePress;
use super::look::LookPress;
use super::orders::OrderPress;
use super::site::SitePress;
use crate::table::press::{GamePress, Pressed};

/// A button, list or form of a battle, as it was when it was shown.
pub type BattlePressed = Pressed<BattlePress>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BattlePress {
    Draw,
    /// Orders, moves, charges, deployment.
    Orders(OrderPress),
    /// Shooting, from the target to the dice.
    Aim(AimPress),
    /// Answers to what the battle waits for.
    Ask(AskPress),
    /// The forces, before the battle.
    Force(ForcePress),
    /// Looking things up.
    Look(LookPress),
    /// The buildings on the table.
    Site(SitePress),
    /// What a guided battle has besides.
    Guide(GuidePress),
}

/// A word and its numbers.
pub type Words = (&'static str, Vec<u32>);

impl BattlePress {
    fn words(self) -> (&'static str, Words) {
        match self {
            Self::Draw => ("b", ("draw", Vec::new())),
            Self::Orders(press) => ("o", press.words()),
            Self::Aim(press) => ("s", press.words()),
            Self::Ask(press) => ("q", press.words()),
            Self::Force(press) => ("f", press.words()),
            Self::Look(press) => ("l", press.words()),
            Self::Site(press) => ("g", press.words()),
            Self::Guide(press) => ("h", press.words()),
        }
    }

    fn from_words(family: &str, word: &str, numbers: &[u32]) -> Option<Self> {
        Some(match family {
            "b" if word == "draw" && numbers.is_empty() => Self::Draw,
            "o" => Self::Orders(OrderPress::from_words(word, numbers)?),
            "s" => Self::Aim(AimPress::from_words(word, numbers)?),
            "q" => Self::Ask(AskPress::from_words(word, numbers)?),
            "f" => Self::Force(ForcePress::from_words(word, numbers)?),
            "l" => Self::Look(LookPress::from_words(word, numbers)?),
            "g" => Self::Site(SitePress::from_words(word, numbers)?),
            "h" => Self::Guide(GuidePress::from_words(word, numbers)?),
            _ => return None,
        })
    }
}

impl GamePress for BattlePress {
    const TAG: &'static str = "a1";

    fn write(&self, words: &mut Writer) {
        let (family, (word, numbers)) = self.words();
        words.add(family).add(word).numbers(&numbers);
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        let (family, word) = (words.word()?, words.word()?);
        Self::from_words(family, word, &words.numbers()?)
    }
}

macro_rules! into_press {
    ($($inner:ident => $variant:ident),*) => {$(
        impl From<$inner> for BattlePress {
            fn from(press: $inner) -> Self {
                BattlePress::$variant(press)
            }
        }
    )*};
}

into_press!(OrderPress => Orders, AimPress => Aim, AskPress => Ask, ForcePress => Force, LookPress => Look, SitePress => Site,
            GuidePress => Guide);

#[cfg(test)]
mod tests {
    use gatemaster_discord::press::{decode, encode};
    use gatemaster_rules::ids::Seq;

    use super::*;
    use gatemaster_discord::limits;

    #[test]
    fn every_press_of_a_battle_survives_its_custom_id() {
        let mut presses = vec![BattlePress::Draw];
        presses.extend(OrderPress::samples().into_iter().map(BattlePress::Orders));
        presses.extend(AimPress::samples().into_iter().map(BattlePress::Aim));
        presses.extend(AskPress::samples().into_iter().map(BattlePress::Ask));
        presses.extend(ForcePress::samples().into_iter().map(BattlePress::Force));
        presses.extend(LookPress::samples().into_iter().map(BattlePress::Look));
        presses.extend(SitePress::samples().into_iter().map(BattlePress::Site));
        presses.extend(GuidePress::samples().into_iter().map(BattlePress::Guide));
        for press in presses {
            let pressed = BattlePressed::new(&"g".repeat(32), Seq(u32::MAX), press);
            let id = encode(&pressed);
            assert!(id.len() <= limits::CUSTOM_ID, "{id}");
            assert_eq!(decode(&id), Some(pressed), "{id}");
        }
    }

    #[test]
    fn odd_ids_mean_nothing_to_a_battle() {
        for odd in [
            "a1",
            "a1:abc:1:b",
            "a1:abc:1:b:draw:1",
            "a1:abc:1:z:draw",
            "a1:a b:1:b:draw",
            "a1:abc:x:b:draw",
        ] {
            assert_eq!(decode::<BattlePressed>(odd), None, "{odd}");
        }
    }
}
