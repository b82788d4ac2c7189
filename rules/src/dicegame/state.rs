//! The table: the gate, the headquarters, and the turn that is being played.

use serde::{Deserialize, Serialize};

use super::data::{GateCard, Trait};
use super::faces::{Faces, Points, Skirmish};
use super::faction::Faction;
use super::setup::{MAX_PLAYERS, Setup};
use crate::ids::Seat;

/// D-SET-1
pub const SKIRMISH_DICE: u8 = 6;
/// D-SET-1
pub const FATE_DICE: u8 = 4;
/// All the control dice there are; fewer players leave some out (D-SET-1).
pub const CONTROL_DICE: u8 = 12;
/// Exactly so many victories are too many (D-ROL-3).
pub const BUST: u8 = 5;
/// What an unused fate die is worth at the end (D-FAT-1, D-END-2).
pub const FATE_POINTS: u32 = 2;

/// How many control dice lie on the gate at the start: 9, 10, 11 or 12 (D-SET-1).
pub fn control_dice(players: usize) -> u8 {
    let fewer = MAX_PLAYERS.saturating_sub(players);
    CONTROL_DICE.saturating_sub(u8::try_from(fewer).unwrap_or(0))
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub faces: Faces,
    pub card: GateCard,
    /// The traits that count; strict play has none (D-TRT-2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Trait>,
    /// Control dice on the gate.
    pub gate: u8,
    /// Fate dice on the table.
    pub fate_on_table: u8,
    /// By seat, which is the order of play.
    pub headquarters: Vec<Headquarters>,
    /// `None` until the first player has been drawn.
    pub turn: Option<Turn>,
    /// How the turn before ended, for everybody to see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<LastTurn>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Headquarters {
    pub faction: Faction,
    pub log: DataLog,
    /// Unused fate dice.
    pub fate: u8,
}

/// The logged control dice by what they show; a space holds any number of them (D-CTL-5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataLog {
    pub ones: u8,
    pub twos: u8,
    pub threes: u8,
}

impl DataLog {
    pub fn of(self, points: Points) -> u8 {
        match points {
            Points::One => self.ones,
            Points::Two => self.twos,
            Points::Three => self.threes,
        }
    }

    pub fn dice(self) -> u8 {
        self.ones.saturating_add(self.twos).saturating_add(self.threes)
    }

    pub fn points(self) -> u32 {
        u32::from(self.ones) + 2 * u32::from(self.twos) + 3 * u32::from(self.threes)
    }

    pub fn highest(self) -> Option<Points> {
        Points::ALL.into_iter().rev().find(|points| self.of(*points) > 0)
    }

    pub(super) fn space(&mut self, points: Points) -> &mut u8 {
        match points {
            Points::One => &mut self.ones,
            Points::Two => &mut self.twos,
            Points::Three => &mut self.threes,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Counted from 1 through the whole game.
    pub number: u32,
    pub roller: Seat,
    /// How often the skirmish dice have been rolled in this turn.
    pub rolls: u8,
    /// Six of them; none before the first roll.
    pub dice: Vec<Die>,
    pub stage: Stage,
    /// The traits used in this turn, by their place in [`State::traits`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub used: Vec<u8>,
    /// Control dice that a trait adds to the claim (D-TRT-7).
    #[serde(default)]
    pub more: u8,
    /// Fate dice that are still to be claimed.
    #[serde(default)]
    pub fates_due: u8,
}

/// A skirmish die of the roller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Die {
    pub face: Skirmish,
    pub lies: DieState,
}

/// Where a skirmish die lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DieState {
    /// Never rolled again (D-ROL-1).
    Kept,
    JustRolled,
    /// About to be rolled again; it does not show (D-ROL-7).
    InHand,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// All six are to be rolled.
    Ready,
    /// The dice are in the hand, and fate dice are offered clockwise (D-FAT-2).
    Adding { added: Vec<Added>, asked: Option<Seat> },
    /// Keep, roll again, or stop.
    Rolled,
    /// Stopped: a trait may be used before the claim.
    Traits,
    /// Six victories: three control dice or two fate dice.
    Six,
    /// Fate dice are claimed, and there are several players to take the next one from.
    TakingFate,
    /// Stopped, and nothing is left to be decided.
    Claiming,
}

/// Fate dice that somebody put into the roller's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    pub seat: Seat,
    pub dice: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastTurn {
    pub roller: Seat,
    pub dice: Vec<Skirmish>,
    pub end: TurnEnd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnEnd {
    Bust,
    Routed,
    Stopped,
}

/// The end, with everything that it was counted from (D-END-2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Who claimed the last control die, and has the gate card (D-END-1).
    pub holder: Seat,
    pub scores: Vec<Score>,
    /// One, or several who share the win (D-END-4).
    pub winners: Vec<Seat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    pub logged: u32,
    pub fate: u32,
    pub card: u32,
}

impl Score {
    pub fn total(self) -> u32 {
        self.logged.saturating_add(self.fate).saturating_add(self.card)
    }
}

/// What a count of victories claims (D-ROL-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    Nothing,
    Control(u8),
    Fate(u8),
    Bust,
    /// The player's choice.
    Either {
        control: u8,
        fate: u8,
    },
}

impl Reward {
    /// D-ROL-2
    pub fn for_victories(victories: u8) -> Reward {
        match victories {
            0 | 1 => Reward::Nothing,
            2 => Reward::Control(1),
            3 => Reward::Fate(1),
            4 => Reward::Control(2),
            BUST => Reward::Bust,
            _ => Reward::Either { control: 3, fate: 2 },
        }
    }
}

impl State {
    /// Before the first player is drawn nobody has a fate die (D-SET-2).
    pub(super) fn new(setup: &Setup) -> Self {
        let headquarters = setup.factions.iter().map(|faction| Headquarters {
            faction: *faction,
            log: DataLog::default(),
            fate: 0,
        });
        Self {
            faces: setup.faces.clone(),
            card: setup.gate.clone(),
            traits: if setup.house_traits { setup.traits.clone() } else { Vec::new() },
            gate: control_dice(setup.factions.len()),
            fate_on_table: FATE_DICE,
            headquarters: headquarters.collect(),
            turn: None,
            last: None,
            ending: None,
        }
    }

    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        (0..self.headquarters.len()).filter_map(|i| u8::try_from(i).ok()).map(Seat)
    }

    pub fn at(&self, seat: Seat) -> Option<&Headquarters> {
        self.headquarters.get(seat.index())
    }

    pub fn faction(&self, seat: Seat) -> &'static str {
        self.at(seat).map_or("that faction", |at| at.faction.name())
    }

    /// Whose turn it is, while the game goes on.
    pub fn roller(&self) -> Option<Seat> {
        self.turn.as_ref().filter(|_| self.ending.is_none()).map(|turn| turn.roller)
    }

    /// The seats after this one, clockwise, without it (D-SET-3).
    pub fn clockwise_from(&self, seat: Seat) -> Vec<Seat> {
        let (before, after): (Vec<Seat>, Vec<Seat>) =
            self.seats().filter(|other| *other != seat).partition(|other| *other < seat);
        after.into_iter().chain(before).collect()
    }

    /// The others who hold a fate die, clockwise.
    pub fn others_with_fate(&self, seat: Seat) -> Vec<Seat> {
        let holds = |other: &Seat| self.at(*other).is_some_and(|at| at.fate > 0);
        self.clockwise_from(seat).into_iter().filter(holds).collect()
    }

    /// What this seat would score if the game ended now, without the gate card.
    pub fn score(&self, seat: Seat) -> Score {
        let (logged, fate) =
            self.at(seat).map_or((0, 0), |at| (at.log.points(), u32::from(at.fate) * FATE_POINTS));
        Score { logged, fate, card: 0 }
    }

    /// The traits of this seat's faction, with their places.
    pub fn traits_of(&self, seat: Seat) -> impl Iterator<Item = (u8, &Trait)> {
        let faction = self.at(seat).map(|at| at.faction);
        let own = (0_u8..).zip(&self.traits);
        own.filter(move |(_, held)| Some(held.faction) == faction)
    }
}

impl Turn {
    pub(super) fn new(number: u32, roller: Seat) -> Self {
        Self {
            number,
            roller,
            rolls: 0,
            dice: Vec::new(),
            stage: Stage::Ready,
            used: Vec::new(),
            more: 0,
            fates_due: 0,
        }
    }

    /// The victories that show; dice in the hand do not (D-ROL-7).
    pub fn victories(&self) -> u8 {
        self.showing(Skirmish::is_victory)
    }

    pub fn strikes(&self) -> u8 {
        self.showing(Skirmish::is_strike)
    }

    fn showing(&self, fits: fn(Skirmish) -> bool) -> u8 {
        let fitting =
            self.dice.iter().filter(|die| die.lies != DieState::InHand && fits(die.face)).count();
        u8::try_from(fitting).unwrap_or(u8::MAX)
    }

    /// The places of the dice that lie like this.
    pub fn places(&self, lies: DieState) -> Vec<u8> {
        let dice = (0_u8..).zip(&self.dice);
        dice.filter(|(_, die)| die.lies == lies).map(|(place, _)| place).collect()
    }

    /// How many skirmish dice are in the hand.
    pub fn in_hand(&self) -> u8 {
        if self.dice.is_empty() {
            return SKIRMISH_DICE;
        }
        u8::try_from(self.places(DieState::InHand).len()).unwrap_or(SKIRMISH_DICE)
    }

    /// The fate dice that have been added to the hand.
    pub fn fate_in_hand(&self) -> u8 {
        match &self.stage {
            Stage::Adding { added, .. } => {
                added.iter().fold(0, |sum, added| sum.saturating_add(added.dice))
            }
            Stage::Ready
            | Stage::Rolled
            | Stage::Traits
            | Stage::Six
            | Stage::TakingFate
            | Stage::Claiming => 0,
        }
    }
}
