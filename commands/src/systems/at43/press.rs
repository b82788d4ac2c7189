//! What the buttons, lists and forms of a game of AT-43 mean, carried in their `custom_id`. Each part of the game has a little
//! language of its own: a word and a few numbers. No secret is ever in one.

use gatemaster_discord::card::Button;
use gatemaster_discord::press::{Reader, Writer};

use super::aim::AimPress;
use super::ask::AskPress;
use super::company::CompanyPress;
use super::control::ControlPress;
use super::correct::CorrectPress;
use super::field::FieldPress;
use super::fight::FightPress;
use super::go::GoPress;
use super::lobby::LobbyPress;
use super::look::LookPress;
use super::plan::PlanPress;
use super::special::SpecialPress;
use super::turn::TurnPress;
use crate::desk::Loaded;
use crate::table::press::{GamePress, Pressed};

/// A button, list or form of a game, as it was when it was shown.
pub type BattlePressed = Pressed<BattlePress>;

/// A word and its numbers.
pub type Words = (&'static str, Vec<u32>);

macro_rules! families {
    ($($(#[$doc:meta])* $variant:ident($inner:ident) = $tag:literal),+ $(,)?) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum BattlePress {
            $($(#[$doc])* $variant($inner),)+
        }

        impl BattlePress {
            fn words(self) -> (&'static str, Words) {
                match self {
                    $(Self::$variant(press) => ($tag, press.words()),)+
                }
            }

            fn from_words(family: &str, word: &str, numbers: &[u32]) -> Option<Self> {
                Some(match family {
                    $($tag => Self::$variant($inner::from_words(word, numbers)?),)+
                    _ => return None,
                })
            }

            #[cfg(test)]
            fn samples() -> Vec<Self> {
                let mut all = Vec::new();
                $(all.extend($inner::samples().into_iter().map(Self::$variant));)+
                all
            }
        }

        $(impl From<$inner> for BattlePress {
            fn from(press: $inner) -> Self {
                BattlePress::$variant(press)
            }
        })+
    };
}

families! {
    /// The table before the game: mission, points, roles and switches.
    Lobby(LobbyPress) = "l",
    /// Companies: built in private, kept under a name, shown to all once everybody has locked.
    Company(CompanyPress) = "c",
    /// Between the start and the first round: dice for mission and roles, over-sized companies, and the table as its players describe it.
    Field(FieldPress) = "f",
    /// The tactical phase: sequence and wager in secret, and one's own cards later on.
    Plan(PlanPress) = "p",
    /// A turn: the card and what goes before it, the acting unit's menu, its drills and its end.
    Turn(TurnPress) = "t",
    /// Movement, from the declaration to the contacts.
    Go(GoPress) = "g",
    /// Shooting, salvo by salvo: from the weapon to the dice, also in overwatch and by artillery.
    Aim(AimPress) = "s",
    /// Close combat: who strikes whom, in which order, and with what odds.
    Fight(FightPress) = "k",
    /// What specialists do, and the routines of overseers.
    Special(SpecialPress) = "r",
    /// The questions that come up in the middle, and answers given beforehand.
    Ask(AskPress) = "q",
    /// The control phase: who is near which place, and what the points buy.
    Control(ControlPress) = "v",
    /// Putting a mistake right, with the others' consent or by the organiser.
    Correct(CorrectPress) = "x",
    /// Looking things up: units, profiles, weapons, rules.
    Look(LookPress) = "b",
}

impl GamePress for BattlePress {
    const TAG: &'static str = "t1";

    fn write(&self, words: &mut Writer) {
        let (family, (word, numbers)) = self.words();
        words.add(family).add(word).numbers(&numbers);
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        let (family, word) = (words.word()?, words.word()?);
        Self::from_words(family, word, &words.numbers()?)
    }
}

/// A button of this game as it stands.
pub fn button(game: &Loaded, label: impl Into<String>, press: impl Into<BattlePress>) -> Button {
    Button::new(label, BattlePressed::new(&game.id, game.at, press.into()))
}

#[cfg(test)]
mod tests {
    use gatemaster_discord::limits;
    use gatemaster_discord::press::{decode, encode};
    use gatemaster_rules::ids::Seq;

    use super::*;

    #[test]
    fn every_press_of_at43_survives_its_custom_id() {
        for press in BattlePress::samples() {
            let pressed = BattlePressed::new(&"g".repeat(32), Seq(u32::MAX), press);
            let id = encode(&pressed);
            assert!(id.len() <= limits::CUSTOM_ID, "{id}");
            assert_eq!(decode(&id), Some(pressed), "{id}");
        }
    }

    #[test]
    fn odd_ids_mean_nothing_to_at43() {
        for odd in ["t1", "t1:abc:1:t", "t1:abc:1:z:open", "t1:a b:1:t:open", "t1:abc:x:t:open"] {
            assert_eq!(decode::<BattlePressed>(odd), None, "{odd}");
        }
    }
}
