//! What the buttons, lists and forms of a battle mean, carried in their `custom_id`. Each part of the battle has a
//! little language of its own: a word and a few numbers.

use gatemaster_rules::ids::Seq;

use super::aim::AimPress;
use super::ask::AskPress;
use super::by_hand::HandPress;
use super::force::ForcePress;
use super::look::LookPress;
use super::orders::OrderPress;
use super::site::SitePress;
use crate::press::{Meaning, is_game_id};

/// A button, list or form of a battle, as it was when it was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattlePressed {
    pub game: String,
    /// The step the message was drawn at.
    pub seq: Seq,
    pub press: BattlePress,
}

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
    /// Dice that people roll themselves.
    Hand(HandPress),
    /// The buildings on the table.
    Site(SitePress),
}

/// A word and its numbers.
pub type Words = (&'static str, Vec<u32>);

/// The version of this little language; a button of an older one is answered with the fresh board.
const VERSION: &str = "a1";

impl BattlePress {
    fn words(self) -> (&'static str, Words) {
        match self {
            Self::Draw => ("b", ("draw", Vec::new())),
            Self::Orders(press) => ("o", press.words()),
            Self::Aim(press) => ("s", press.words()),
            Self::Ask(press) => ("q", press.words()),
            Self::Force(press) => ("f", press.words()),
            Self::Look(press) => ("l", press.words()),
            Self::Hand(press) => ("h", press.words()),
            Self::Site(press) => ("g", press.words()),
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
            "h" => Self::Hand(HandPress::from_words(word, numbers)?),
            "g" => Self::Site(SitePress::from_words(word, numbers)?),
            _ => return None,
        })
    }
}

impl BattlePressed {
    pub fn new(game: &str, seq: Seq, press: BattlePress) -> Self {
        Self { game: game.to_owned(), seq, press }
    }

    pub fn encode(&self) -> String {
        let (family, (word, numbers)) = self.press.words();
        let head = format!("{VERSION}:{}:{}:{family}:{word}", self.game, self.seq);
        if numbers.is_empty() {
            return head;
        }
        let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
        format!("{head}:{}", numbers.join("."))
    }

    /// Understands what [`BattlePressed::encode`] wrote, and nothing else.
    pub fn decode(custom_id: &str) -> Option<Self> {
        let mut parts = custom_id.split(':');
        if parts.next()? != VERSION {
            return None;
        }
        let game = parts.next().filter(|game| is_game_id(game))?;
        let seq = Seq(parts.next()?.parse().ok()?);
        let (family, word) = (parts.next()?, parts.next()?);
        let numbers = match parts.next() {
            Some(numbers) => {
                numbers.split('.').map(str::parse).collect::<Result<Vec<u32>, _>>().ok()?
            }
            None => Vec::new(),
        };
        if parts.next().is_some() {
            return None;
        }
        Some(Self::new(game, seq, BattlePress::from_words(family, word, &numbers)?))
    }
}

impl From<BattlePressed> for Meaning {
    fn from(pressed: BattlePressed) -> Self {
        Meaning::Battle(pressed)
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

into_press!(OrderPress => Orders, AimPress => Aim, AskPress => Ask, ForcePress => Force, LookPress => Look, HandPress => Hand, SitePress => Site);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits;

    #[test]
    fn every_press_of_a_battle_survives_its_custom_id() {
        let mut presses = vec![BattlePress::Draw];
        presses.extend(OrderPress::samples().into_iter().map(BattlePress::Orders));
        presses.extend(AimPress::samples().into_iter().map(BattlePress::Aim));
        presses.extend(AskPress::samples().into_iter().map(BattlePress::Ask));
        presses.extend(ForcePress::samples().into_iter().map(BattlePress::Force));
        presses.extend(LookPress::samples().into_iter().map(BattlePress::Look));
        presses.extend(HandPress::samples().into_iter().map(BattlePress::Hand));
        presses.extend(SitePress::samples().into_iter().map(BattlePress::Site));
        for press in presses {
            let pressed = BattlePressed::new(&"g".repeat(32), Seq(u32::MAX), press);
            let id = pressed.encode();
            assert!(id.len() <= limits::CUSTOM_ID, "{id}");
            assert_eq!(Meaning::decode(&id), Some(Meaning::Battle(pressed)), "{id}");
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
            assert_eq!(Meaning::decode(odd), None, "{odd}");
        }
    }
}
