//! A player of modest skill for an empty chair: it weighs every choice of dice by exact odds, and minds little beyond its
//! own turn. What it chooses goes through the same commands as anybody's.

use super::command::{Command, SixChoice, TraitTarget, TraitUse};
use super::decide::usable;
use super::faces::{FACES, Faces, Fate, Skirmish};
use super::odds::{self, COUNTS, Chance};
use super::state::{BUST, DieState, FATE_POINTS, Reward, SKIRMISH_DICE, Stage, State, Turn};
use crate::ids::Seat;

/// What this seat does about what the game waits for; `None` where it waits for somebody else.
pub fn choose(state: &State, seat: Seat) -> Option<Command> {
    let turn = state.turn.as_ref().filter(|_| state.ending.is_none())?;
    if let Stage::Adding { asked, .. } = turn.stage {
        let asked = asked.filter(|asked| *asked == seat)?;
        return Some(Command::AddFate { seat: asked, dice: fate_dice_to_add(state, turn, seat) });
    }
    if turn.roller != seat {
        return None;
    }
    match turn.stage {
        Stage::Ready => Some(Command::Roll { fate: 0 }),
        Stage::Rolled => Some(match best_reroll(state, turn) {
            Some(dice) => Command::RollAgain { dice, fate: 0 },
            None => Command::Stop,
        }),
        Stage::Traits => Some(Command::Trait(best_trait(state, seat))),
        Stage::Six => {
            let worth = Worth::of(state, seat);
            let control = worth.control(three_or_two().0) >= worth.fate(three_or_two().1);
            Some(Command::Claim(if control { SixChoice::Control } else { SixChoice::Fate }))
        }
        Stage::TakingFate => {
            let from = leader(state, state.others_with_fate(seat))?;
            Some(Command::TakeFateFrom { seat: from })
        }
        Stage::Adding { .. } | Stage::Claiming => None,
    }
}

/// What six victories offer, from the chart (D-ROL-2).
fn three_or_two() -> (u8, u8) {
    match Reward::for_victories(SKIRMISH_DICE) {
        Reward::Either { control, fate } => (control, fate),
        Reward::Nothing | Reward::Control(_) | Reward::Fate(_) | Reward::Bust => (0, 0),
    }
}

/// The average points of each claim, as the table stands.
struct Worth {
    control_die: f64,
    gate: u8,
    fates: u8,
}

impl Worth {
    fn of(state: &State, seat: Seat) -> Self {
        let held: u8 = state
            .clockwise_from(seat)
            .into_iter()
            .filter_map(|other| state.at(other))
            .fold(0, |sum, at| sum.saturating_add(at.fate));
        Self {
            control_die: odds::control_die(&state.faces),
            gate: state.gate,
            fates: state.fate_on_table.saturating_add(held),
        }
    }

    fn control(&self, dice: u8) -> f64 {
        f64::from(dice.min(self.gate)) * self.control_die
    }

    fn fate(&self, dice: u8) -> f64 {
        f64::from(dice.min(self.fates)) * f64::from(FATE_POINTS)
    }

    fn of_victories(&self, victories: u8) -> f64 {
        match Reward::for_victories(victories) {
            Reward::Nothing | Reward::Bust => 0.0,
            Reward::Control(dice) => self.control(dice),
            Reward::Fate(dice) => self.fate(dice),
            Reward::Either { control, fate } => self.control(control).max(self.fate(fate)),
        }
    }
}

/// What a roll of so many dice beside so many victories is worth with best play, for every such roll.
#[derive(Debug)]
pub struct Plan {
    worth: [f64; COUNTS],
    /// By the victories that stay, and the dice that are rolled.
    rolling: [[f64; COUNTS]; COUNTS],
}

impl Plan {
    pub fn of(state: &State, seat: Seat) -> Plan {
        let worth = Worth::of(state, seat);
        let mut plan = Plan { worth: [0.0; COUNTS], rolling: [[0.0; COUNTS]; COUNTS] };
        for (victories, points) in (0_u8..).zip(&mut plan.worth) {
            *points = worth.of_victories(victories);
        }
        for dice in 1..=SKIRMISH_DICE {
            for staying in 0..=(SKIRMISH_DICE - dice) {
                plan.rolling[usize::from(staying)][usize::from(dice)] =
                    plan.roll(&state.faces, staying, dice);
            }
        }
        plan
    }

    /// The average of a roll, if everything after it is played best.
    pub fn rolling(&self, staying: u8, dice: u8) -> f64 {
        let row = self.rolling.get(usize::from(staying));
        row.and_then(|row| row.get(usize::from(dice))).copied().unwrap_or(0.0)
    }

    fn roll(&self, faces: &Faces, staying: u8, dice: u8) -> f64 {
        let chances = odds::counts(faces, staying, dice);
        (0_u8..)
            .zip(chances)
            .filter(|(all, _)| *all >= staying && *all != BUST)
            .map(|(all, chance)| chance.share() * self.best(staying, dice, all - staying).0)
            .sum()
    }

    /// The best that can be made of a roll of so many dice with so many victories: its points, and how many victories and
    /// others to roll again, if any.
    fn best(&self, staying: u8, dice: u8, victories: u8) -> (f64, Option<(u8, u8)>) {
        let stop = self.worth.get(usize::from(staying + victories)).copied().unwrap_or(0.0);
        let mut best = (stop, None);
        for again in 0..=victories {
            for others in 0..=dice.saturating_sub(victories) {
                let rolled = again + others;
                if rolled == 0 || rolled >= dice {
                    continue;
                }
                let points = self.rolling(staying + victories - again, rolled);
                if points > best.0 {
                    best = (points, Some((again, others)));
                }
            }
        }
        best
    }
}

fn best_reroll(state: &State, turn: &Turn) -> Option<Vec<u8>> {
    let rolled = turn.places(DieState::JustRolled);
    let face = |place: &u8| turn.dice.get(usize::from(*place)).map(|die| die.face);
    let (hits, others): (Vec<u8>, Vec<u8>) =
        rolled.iter().copied().partition(|place| face(place).is_some_and(Skirmish::is_victory));
    let number = |dice: &[u8]| u8::try_from(dice.len()).unwrap_or(0);
    let staying = turn.victories().saturating_sub(number(&hits));
    let plan = Plan::of(state, turn.roller);
    let (_, choice) = plan.best(staying, number(&rolled), number(&hits));
    let (again, rest) = choice?;
    let mut dice: Vec<u8> = hits.into_iter().take(again.into()).collect();
    dice.extend(others.into_iter().take(rest.into()));
    dice.sort_unstable();
    Some(dice)
}

/// A fate die is worth keeping unless it is likely to cost the leader more.
fn fate_dice_to_add(state: &State, turn: &Turn, seat: Seat) -> u8 {
    let ahead = leader(state, state.clockwise_from(seat)) == Some(turn.roller);
    u8::from(ahead && harm(state, turn) > f64::from(FATE_POINTS))
}

/// The points that one fate die more costs the roller on average.
fn harm(state: &State, turn: &Turn) -> f64 {
    let log = state.at(turn.roller).map(|at| at.log).unwrap_or_default();
    let share = |face| Chance { ways: state.faces.fates(face).into(), of: FACES as u64 }.share();
    let sabotage = log.highest().map_or(0, super::faces::Points::number);
    let turn_worth = Plan::of(state, turn.roller).rolling(turn.victories(), turn.in_hand());
    share(Fate::Sabotage) * f64::from(sabotage)
        + share(Fate::Warped) * f64::from(log.dice())
        + share(Fate::Routed) * turn_worth
}

fn best_trait(state: &State, seat: Seat) -> Option<TraitUse> {
    let options = usable(state);
    let against: Vec<Seat> = options
        .iter()
        .filter_map(|wish| match wish.on {
            Some(TraitTarget::Player(other)) => Some(other),
            Some(TraitTarget::Own(_)) | None => None,
        })
        .collect();
    let target = leader(state, against);
    debug_assert!(target != Some(seat));
    options.into_iter().find(|wish| match wish.on {
        Some(TraitTarget::Player(other)) => Some(other) == target,
        Some(TraitTarget::Own(_)) | None => true,
    })
}

/// Who of these has the most points, the first of them if several have.
fn leader(state: &State, of: Vec<Seat>) -> Option<Seat> {
    of.into_iter().rev().max_by_key(|seat| state.score(*seat).total())
}
