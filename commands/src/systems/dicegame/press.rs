//! What the buttons and lists of the Dice Game mean, carried in their `custom_id`: a word and a few numbers.

use gatemaster_discord::press::{Reader, Writer};
use gatemaster_rules::dicegame::command::{SixChoice, TraitTarget, TraitUse};
use gatemaster_rules::dicegame::faces::Points;
use gatemaster_rules::ids::Seat;

use crate::table::press::{GamePress, Pressed};

/// A button or list of the Dice Game, as it was when it was shown.
pub type DicePressed = Pressed<DicePress>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DicePress {
    /// Let the program play the next free seat.
    AddBot,
    /// Free the last seat that the program plays.
    SendBotAway,
    HouseTraits(bool),
    /// The list of gate cards.
    Gate,
    /// How the game is played, privately.
    Guide,
    DrawFirst,
    /// Roll all six, with own fate dice.
    Roll(u8),
    /// Show what would be rolled again: nothing has been rolled yet.
    Choose(Hand),
    RollAgain(Hand),
    Stop,
    AddFate {
        seat: Seat,
        dice: u8,
    },
    /// No fate dice of this seat for the rest of this turn.
    NotThisTurn(Seat),
    /// None of this seat for that one, ever.
    NeverFor {
        seat: Seat,
        roller: Seat,
    },
    /// What somebody has said beforehand, privately.
    Standing,
    /// Ask me again about everything.
    AskAgain,
    /// Never ask me about anybody.
    NeverForAnybody,
    Trait(Option<TraitUse>),
    /// The list of the ways to use traits.
    PickTrait,
    Claim(SixChoice),
    TakeFateFrom(Seat),
    /// The program goes on where an undo has stopped it.
    PlayOn,
    Rematch,
}

/// The dice that somebody is about to roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// A bit for each skirmish die that is rolled again.
    pub again: u8,
    /// Own fate dice with them.
    pub fate: u8,
}

impl Hand {
    pub fn holds(self, die: u8) -> bool {
        self.again & bit(die) != 0
    }

    #[must_use]
    pub fn turned(self, die: u8) -> Hand {
        Hand { again: self.again ^ bit(die), ..self }
    }

    pub fn dice(self) -> Vec<u8> {
        (0..8).filter(|die| self.holds(*die)).collect()
    }

    pub fn of(dice: &[u8]) -> Hand {
        Hand { again: dice.iter().fold(0, |all, die| all | bit(*die)), fate: 0 }
    }
}

fn bit(die: u8) -> u8 {
    1_u8.checked_shl(die.into()).unwrap_or(0)
}

impl GamePress for DicePress {
    const TAG: &'static str = "d1";

    fn write(&self, words: &mut Writer) {
        let (word, numbers) = self.words();
        let numbers: Vec<u32> = numbers.into_iter().map(u32::from).collect();
        words.add(word).numbers(&numbers);
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        let word = words.word()?;
        let numbers = words.numbers()?.into_iter().map(u8::try_from);
        Self::from_words(word, &numbers.collect::<Result<Vec<u8>, _>>().ok()?)
    }
}

impl DicePress {
    fn words(self) -> (&'static str, Vec<u8>) {
        match self {
            Self::AddBot => ("bot", vec![]),
            Self::SendBotAway => ("no-bot", vec![]),
            Self::HouseTraits(on) => ("traits", vec![u8::from(on)]),
            Self::Gate => ("gate", vec![]),
            Self::Guide => ("guide", vec![]),
            Self::DrawFirst => ("first", vec![]),
            Self::Roll(fate) => ("roll", vec![fate]),
            Self::Choose(hand) => ("choose", vec![hand.again, hand.fate]),
            Self::RollAgain(hand) => ("again", vec![hand.again, hand.fate]),
            Self::Stop => ("stop", vec![]),
            Self::AddFate { seat, dice } => ("fate", vec![seat.0, dice]),
            Self::NotThisTurn(seat) => ("not-now", vec![seat.0]),
            Self::NeverFor { seat, roller } => ("never", vec![seat.0, roller.0]),
            Self::Standing => ("standing", vec![]),
            Self::AskAgain => ("ask", vec![]),
            Self::NeverForAnybody => ("never-any", vec![]),
            Self::Trait(None) => ("no-trait", vec![]),
            Self::Trait(Some(TraitUse { place, on })) => match on {
                None => ("trait", vec![place]),
                Some(TraitTarget::Own(points)) => ("trait-own", vec![place, points.number()]),
                Some(TraitTarget::Player(seat)) => ("trait-on", vec![place, seat.0]),
            },
            Self::PickTrait => ("pick-trait", vec![]),
            Self::Claim(SixChoice::Control) => ("claim-control", vec![]),
            Self::Claim(SixChoice::Fate) => ("claim-fate", vec![]),
            Self::TakeFateFrom(seat) => ("take", vec![seat.0]),
            Self::PlayOn => ("play-on", vec![]),
            Self::Rematch => ("rematch", vec![]),
        }
    }

    fn from_words(word: &str, numbers: &[u8]) -> Option<Self> {
        Some(match (word, numbers) {
            ("bot", []) => Self::AddBot,
            ("no-bot", []) => Self::SendBotAway,
            ("traits", [on @ (0 | 1)]) => Self::HouseTraits(*on == 1),
            ("gate", []) => Self::Gate,
            ("guide", []) => Self::Guide,
            ("first", []) => Self::DrawFirst,
            ("roll", [fate]) => Self::Roll(*fate),
            ("choose", [again, fate]) => Self::Choose(Hand { again: *again, fate: *fate }),
            ("again", [again, fate]) => Self::RollAgain(Hand { again: *again, fate: *fate }),
            ("stop", []) => Self::Stop,
            ("fate", [seat, dice]) => Self::AddFate { seat: Seat(*seat), dice: *dice },
            ("not-now", [seat]) => Self::NotThisTurn(Seat(*seat)),
            ("never", [seat, roller]) => {
                Self::NeverFor { seat: Seat(*seat), roller: Seat(*roller) }
            }
            ("standing", []) => Self::Standing,
            ("ask", []) => Self::AskAgain,
            ("never-any", []) => Self::NeverForAnybody,
            ("no-trait", []) => Self::Trait(None),
            ("trait", [place]) => Self::Trait(Some(TraitUse { place: *place, on: None })),
            ("trait-own", [place, points]) => {
                let on = Some(TraitTarget::Own(Points::of(*points)?));
                Self::Trait(Some(TraitUse { place: *place, on }))
            }
            ("trait-on", [place, seat]) => {
                let on = Some(TraitTarget::Player(Seat(*seat)));
                Self::Trait(Some(TraitUse { place: *place, on }))
            }
            ("pick-trait", []) => Self::PickTrait,
            ("claim-control", []) => Self::Claim(SixChoice::Control),
            ("claim-fate", []) => Self::Claim(SixChoice::Fate),
            ("take", [seat]) => Self::TakeFateFrom(Seat(*seat)),
            ("play-on", []) => Self::PlayOn,
            ("rematch", []) => Self::Rematch,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use gatemaster_discord::press::{decode, encode};
    use gatemaster_rules::ids::Seq;

    use super::*;
    use gatemaster_discord::limits;

    #[test]
    fn every_press_of_the_dice_game_survives_its_custom_id() {
        let seat = Seat(255);
        let hand = Hand { again: 255, fate: 255 };
        let presses = [
            DicePress::AddBot,
            DicePress::SendBotAway,
            DicePress::HouseTraits(true),
            DicePress::HouseTraits(false),
            DicePress::Gate,
            DicePress::Guide,
            DicePress::DrawFirst,
            DicePress::Roll(255),
            DicePress::Choose(hand),
            DicePress::RollAgain(hand),
            DicePress::Stop,
            DicePress::AddFate { seat, dice: 255 },
            DicePress::NotThisTurn(seat),
            DicePress::NeverFor { seat, roller: seat },
            DicePress::Standing,
            DicePress::AskAgain,
            DicePress::NeverForAnybody,
            DicePress::Trait(None),
            DicePress::Trait(Some(TraitUse { place: 255, on: None })),
            DicePress::Trait(Some(TraitUse {
                place: 255,
                on: Some(TraitTarget::Own(Points::Three)),
            })),
            DicePress::Trait(Some(TraitUse { place: 255, on: Some(TraitTarget::Player(seat)) })),
            DicePress::PickTrait,
            DicePress::Claim(SixChoice::Control),
            DicePress::Claim(SixChoice::Fate),
            DicePress::TakeFateFrom(seat),
            DicePress::PlayOn,
            DicePress::Rematch,
        ];
        for press in presses {
            let pressed = DicePressed::new(&"g".repeat(32), Seq(u32::MAX), press);
            let id = encode(&pressed);
            assert!(id.len() <= limits::CUSTOM_ID, "{id}");
            assert_eq!(decode(&id), Some(pressed), "{id}");
        }
    }

    #[test]
    fn odd_ids_mean_nothing_to_the_dice_game() {
        for odd in [
            "d1",
            "d1:abc:1",
            "d1:abc:1:roll",
            "d1:abc:1:roll:256",
            "d1:abc:1:roll:-1",
            "d1:abc:1:stop:1",
            "d1:abc:1:traits:2",
            "d1:abc:1:trait-own:0.9",
            "d1:a b:1:stop",
            "d1:abc:x:stop",
            "d1:abc:1:stop:",
        ] {
            assert_eq!(decode::<DicePressed>(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_hand_remembers_which_dice_it_holds() {
        let hand = Hand::of(&[0, 3, 5]);
        assert_eq!(hand.dice(), [0, 3, 5]);
        assert_eq!(hand.turned(3).turned(1).dice(), [0, 1, 5]);
        assert!(!hand.holds(200));
    }
}
