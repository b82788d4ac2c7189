//! Whether something may be done, and what comes of it.

use super::apply::apply;
use super::command::{Command, Event, Fallen, SixChoice, TraitDid, TraitTarget, TraitUse};
use super::data::{Effect, Trait};
use super::faces::{FACES, Fate, Points};
use super::state::{BUST, DieState, Ending, Reward, SKIRMISH_DICE, Stage, State, Turn};
use crate::dice::Dice;
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::Doer;
use crate::text::{count, list};

pub(super) fn decide(
    state: &State,
    by: &Doer,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    if by.seats.is_empty() {
        return Err(Refusal::new("Only players at this table roll its dice."));
    }
    if state.ending.is_some() {
        return Err(Refusal::new("The gate has fallen, and the game is over."));
    }
    let mut play = Play { state: state.clone(), events: Vec::new(), dice };
    match command {
        Command::DrawFirst => play.draw_first()?,
        Command::Roll { fate } => play.roll(by, *fate)?,
        Command::RollAgain { dice, fate } => play.roll_again(by, dice, *fate)?,
        Command::AddFate { seat, dice } => play.add_fate(by, *seat, *dice)?,
        Command::Stop => play.stop_here(by)?,
        Command::Trait(wish) => play.trait_or_not(by, *wish)?,
        Command::Claim(choice) => play.choose_six(by, *choice)?,
        Command::TakeFateFrom { seat } => play.take_fate_from(by, *seat)?,
    }
    Ok(play.events)
}

/// A command as it is carried out, on a private copy.
struct Play<'d> {
    state: State,
    events: Vec<Event>,
    dice: &'d mut dyn Dice,
}

/// The number of faces, as dice are asked for.
const SIDES: u32 = 6;
const _: () = assert!(SIDES as usize == FACES, "D-SET-4: a face for each side");

impl Play<'_> {
    fn emit(&mut self, event: Event) {
        apply(&mut self.state, &event);
        self.events.push(event);
    }

    fn turn(&self) -> Result<&Turn, Refusal> {
        self.state.turn.as_ref().ok_or_else(|| {
            Refusal::new("Nobody has been drawn to go first yet. Draw the first player.")
        })
    }

    fn roller(&self) -> Result<Seat, Refusal> {
        self.turn().map(|turn| turn.roller)
    }

    /// The turn of whoever asks, who must be the roller.
    fn own_turn(&self, by: &Doer) -> Result<&Turn, Refusal> {
        let turn = self.turn()?;
        if by.holds(turn.roller) {
            return Ok(turn);
        }
        Err(Refusal::new(format!(
            "It is {}'s turn, so that is for them to decide.",
            self.state.faction(turn.roller)
        )))
    }

    /// What the game waits for, for somebody who does something else.
    fn not_now(&self) -> Refusal {
        let open = super::open::open(&self.state);
        let waits: Vec<String> = open
            .iter()
            .map(|open| match open.who {
                crate::system::Who::Seat(seat) | crate::system::Who::May(seat) => {
                    format!("{} is to {}", self.state.faction(seat), open.what)
                }
                crate::system::Who::AnyPlayer => format!("anybody may {}", open.what),
            })
            .collect();
        Refusal::new(format!("That is not what the game waits for: {}.", list(&waits)))
    }

    /// One die of the game's stream; its place among the six faces.
    fn face(&mut self) -> Result<usize, Refusal> {
        let face = self.dice.roll(SIDES)?.face;
        Ok(usize::try_from(face).unwrap_or(1).saturating_sub(1).min(FACES - 1))
    }

    /// D-SET-3
    fn draw_first(&mut self) -> Result<(), Refusal> {
        if let Some(turn) = &self.state.turn {
            return Err(Refusal::new(format!(
                "The first player has been drawn; it is {}'s turn now.",
                self.state.faction(turn.roller)
            )));
        }
        let players = u32::try_from(self.state.headquarters.len()).unwrap_or(1);
        let lot = self.dice.roll(players)?.face.saturating_sub(1);
        let seat = Seat(u8::try_from(lot).unwrap_or(0));
        self.emit(Event::FirstDrawn { seat });
        self.emit(Event::TurnBegan { number: 1, roller: seat });
        Ok(())
    }

    /// D-ROL-1
    fn roll(&mut self, by: &Doer, fate: u8) -> Result<(), Refusal> {
        let turn = self.own_turn(by)?;
        if turn.stage != Stage::Ready {
            return Err(self.not_now());
        }
        let roller = turn.roller;
        self.holds_fate(roller, fate)?;
        self.emit(Event::Taken { dice: (0..SKIRMISH_DICE).collect(), fate });
        self.offer_fate_after(roller)
    }

    /// D-ROL-6
    fn roll_again(&mut self, by: &Doer, dice: &[u8], fate: u8) -> Result<(), Refusal> {
        let turn = self.own_turn(by)?;
        if turn.stage != Stage::Rolled {
            return Err(self.not_now());
        }
        let rolled = turn.places(DieState::JustRolled);
        let mut again = dice.to_vec();
        again.sort_unstable();
        again.dedup();
        if again.len() != dice.len() || again.iter().any(|die| !rolled.contains(die)) {
            return Err(Refusal::new(
                "Only dice of your last roll can be rolled again, each of them once; kept dice stay as they lie.",
            ));
        }
        if again.is_empty() {
            return Err(Refusal::new("Choose at least one die to roll again, or stop."));
        }
        if again.len() >= rolled.len() {
            return Err(Refusal::new(
                "At least one die of every roll must be kept; choose one of these to keep.",
            ));
        }
        let roller = turn.roller;
        self.holds_fate(roller, fate)?;
        self.emit(Event::Taken { dice: again, fate });
        self.offer_fate_after(roller)
    }

    fn holds_fate(&self, seat: Seat, dice: u8) -> Result<(), Refusal> {
        let held = self.state.at(seat).map_or(0, |at| at.fate);
        if dice <= held {
            return Ok(());
        }
        Err(Refusal::new(format!(
            "{} has {}, so {dice} cannot be added.",
            self.state.faction(seat),
            count(held.into(), "fate die", "fate dice")
        )))
    }

    /// Asks the next holder of a fate die, clockwise up to the roller; when all have answered, the dice fall (D-FAT-2).
    fn offer_fate_after(&mut self, seat: Seat) -> Result<(), Refusal> {
        let roller = self.roller()?;
        let mut round = self.state.clockwise_from(roller);
        if seat != roller {
            let answered = round.iter().position(|other| *other == seat).map_or(0, |at| at + 1);
            round.drain(..answered);
        }
        let holder =
            round.into_iter().find(|other| self.state.at(*other).is_some_and(|at| at.fate > 0));
        match holder {
            Some(seat) => {
                self.emit(Event::FateOffered { seat });
                Ok(())
            }
            None => self.throw(),
        }
    }

    fn add_fate(&mut self, by: &Doer, seat: Seat, dice: u8) -> Result<(), Refusal> {
        let turn = self.turn()?;
        let Stage::Adding { asked: Some(asked), .. } = turn.stage else {
            return Err(Refusal::new(
                "Fate dice are added before a roll, when you are asked; nobody is asked now.",
            ));
        };
        if seat != asked || !by.holds(seat) {
            return Err(Refusal::new(format!(
                "It is for {} to say now; fate dice are offered clockwise, to each player once.",
                self.state.faction(asked)
            )));
        }
        self.holds_fate(seat, dice)?;
        self.emit(Event::FateAdded { seat, dice });
        self.offer_fate_after(seat)
    }

    /// D-ROL-8: all dice together, then sabotage and warped, then routed, then the bust check.
    fn throw(&mut self) -> Result<(), Refusal> {
        let turn = self.turn()?;
        let places = match turn.places(DieState::InHand) {
            places if turn.dice.is_empty() => {
                debug_assert!(places.is_empty());
                (0..SKIRMISH_DICE).collect()
            }
            places => places,
        };
        let fates = turn.fate_in_hand();
        let rolled = places.len();
        let mut dice = Vec::new();
        for die in places {
            let face = self.face()?;
            dice.push(Fallen { die, face: self.state.faces.skirmish[face] });
        }
        let mut fate = Vec::new();
        for _ in 0..fates {
            let face = self.face()?;
            fate.push(self.state.faces.fate[face]);
        }
        self.emit(Event::Rolled { dice, fate: fate.clone() });
        for face in &fate {
            match face {
                Fate::Sabotage => self.sabotage()?,
                Fate::Warped => self.warp()?,
                Fate::Routed => {}
            }
        }
        // D-FAT-6: after all the others, and only once
        if fate.contains(&Fate::Routed) {
            self.emit(Event::Routed);
            return self.next_turn();
        }
        // D-ROL-3, D-ROL-7
        if self.turn()?.victories() == BUST {
            self.emit(Event::Bust);
            return self.next_turn();
        }
        // D-ROL-6: a single die cannot be rolled again, as one of each roll is kept
        if rolled == 1 { self.stop() } else { Ok(()) }
    }

    /// D-FAT-4
    fn sabotage(&mut self) -> Result<(), Refusal> {
        let roller = self.roller()?;
        let took = self.state.at(roller).and_then(|at| at.log.highest());
        self.emit(Event::Sabotaged { took });
        Ok(())
    }

    /// D-FAT-5
    fn warp(&mut self) -> Result<(), Refusal> {
        let roller = self.roller()?;
        let log = self.state.at(roller).map(|at| at.log).unwrap_or_default();
        let left = log.twos.saturating_add(log.threes);
        self.emit(Event::Warped { returned: log.ones, left });
        Ok(())
    }

    fn stop_here(&mut self, by: &Doer) -> Result<(), Refusal> {
        match self.own_turn(by)?.stage {
            Stage::Rolled => self.stop(),
            Stage::Ready => Err(Refusal::new("Roll the skirmish dice first; then you may stop.")),
            Stage::Adding { .. }
            | Stage::Traits
            | Stage::Six
            | Stage::TakingFate
            | Stage::Claiming => Err(self.not_now()),
        }
    }

    /// D-ROL-9
    fn stop(&mut self) -> Result<(), Refusal> {
        let turn = self.turn()?;
        let (victories, strikes) = (turn.victories(), turn.strikes());
        self.emit(Event::Stopped { victories, strikes });
        if usable(&self.state).is_empty() {
            return self.claim();
        }
        self.emit(Event::TraitsOffered);
        Ok(())
    }

    /// D-TRT-3
    fn trait_or_not(&mut self, by: &Doer, wish: Option<TraitUse>) -> Result<(), Refusal> {
        if self.own_turn(by)?.stage != Stage::Traits {
            return Err(Refusal::new(
                "Traits are used after a stop, before the claim, and with enough strikes.",
            ));
        }
        let Some(wish) = wish else {
            self.emit(Event::TraitsDone);
            return self.claim();
        };
        let did = self.trait_does(wish)?;
        self.emit(Event::TraitUsed { place: wish.place, did });
        if usable(&self.state).is_empty() {
            self.emit(Event::TraitsDone);
            return self.claim();
        }
        Ok(())
    }

    fn trait_does(&self, wish: TraitUse) -> Result<TraitDid, Refusal> {
        let options = usable(&self.state);
        if !options.contains(&wish) {
            let names: Vec<&str> = options
                .iter()
                .filter_map(|option| self.state.traits.get(usize::from(option.place)))
                .map(|held| held.name.as_str())
                .collect();
            return Err(Refusal::new(format!(
                "That cannot be used like this now; you may use {}, or go on without.",
                list(&names)
            )));
        }
        let effect = self.state.traits.get(usize::from(wish.place)).map(|held| held.effect);
        let did = match (effect, wish.on) {
            (Some(Effect::TurnUpOwn), Some(TraitTarget::Own(from))) => TraitDid::TurnedUp { from },
            (Some(Effect::FateFromTable), None) => TraitDid::TookFate,
            (Some(Effect::FateFromPlayerToTable), Some(TraitTarget::Player(of))) => {
                TraitDid::ReturnedFate { of }
            }
            (Some(Effect::ClaimOneMore), None) => TraitDid::ClaimsMore,
            (Some(Effect::TurnDownOther), Some(TraitTarget::Player(of))) => {
                let highest = self.state.at(of).and_then(|at| at.log.highest());
                TraitDid::TurnedDown { of, from: highest.unwrap_or(Points::One) }
            }
            _ => return Err(Refusal::new("That trait is used on something else.")),
        };
        Ok(did)
    }

    /// D-ROL-2
    fn claim(&mut self) -> Result<(), Refusal> {
        match Reward::for_victories(self.turn()?.victories()) {
            // a bust never comes this far
            Reward::Nothing | Reward::Bust => self.take_claim(0, 0),
            Reward::Control(dice) => self.take_claim(dice, 0),
            Reward::Fate(dice) => self.take_claim(0, dice),
            Reward::Either { .. } => {
                self.emit(Event::SixOffered);
                Ok(())
            }
        }
    }

    /// D-CTL-4
    fn choose_six(&mut self, by: &Doer, choice: SixChoice) -> Result<(), Refusal> {
        let turn = self.own_turn(by)?;
        if turn.stage != Stage::Six {
            return Err(Refusal::new(
                "There is nothing to choose now; six victories give a choice.",
            ));
        }
        let Reward::Either { control, fate } = Reward::for_victories(turn.victories()) else {
            return Err(self.not_now());
        };
        self.emit(Event::SixChosen { choice });
        match choice {
            SixChoice::Control => self.take_claim(control, 0),
            SixChoice::Fate => self.take_claim(0, fate),
        }
    }

    /// The control dice are rolled together, once; then fate dice are claimed one by one (D-CTL-2, D-CTL-3, D-FAT-8).
    fn take_claim(&mut self, control: u8, fate: u8) -> Result<(), Refusal> {
        let dice = control.saturating_add(self.turn()?.more).min(self.state.gate);
        let mut due = fate;
        if dice > 0 {
            let mut faces = Vec::new();
            for _ in 0..dice {
                let face = self.face()?;
                faces.push(self.state.faces.control[face]);
            }
            let fates = faces.iter().filter(|face| face.points().is_none()).count();
            due = due.saturating_add(u8::try_from(fates).unwrap_or(0));
            self.emit(Event::ControlRolled { faces });
        }
        if due > 0 {
            self.emit(Event::FateDue { dice: due });
        }
        self.claim_fates()
    }

    fn claim_fates(&mut self) -> Result<(), Refusal> {
        let roller = self.roller()?;
        loop {
            let due = self.turn()?.fates_due;
            if due == 0 {
                return self.after_claim();
            }
            if self.state.fate_on_table > 0 {
                self.emit(Event::FateClaimed { from: None });
                continue;
            }
            match self.state.others_with_fate(roller)[..] {
                [] => self.emit(Event::NoFateLeft { dice: due }),
                // one answer is no question
                [only] => self.emit(Event::FateClaimed { from: Some(only) }),
                _ => {
                    self.emit(Event::VictimAsked);
                    return Ok(());
                }
            }
        }
    }

    /// D-FAT-1
    fn take_fate_from(&mut self, by: &Doer, seat: Seat) -> Result<(), Refusal> {
        let turn = self.own_turn(by)?;
        if turn.stage != Stage::TakingFate {
            return Err(Refusal::new("There is no fate die to take from anybody now."));
        }
        let holders = self.state.others_with_fate(turn.roller);
        if !holders.contains(&seat) {
            let names: Vec<&str> = holders.iter().map(|seat| self.state.faction(*seat)).collect();
            return Err(Refusal::new(format!(
                "Take it from another player who has one: {}.",
                list(&names)
            )));
        }
        self.emit(Event::FateClaimed { from: Some(seat) });
        self.claim_fates()
    }

    /// D-END-3: once, after the whole claim.
    fn after_claim(&mut self) -> Result<(), Refusal> {
        if self.state.gate > 0 {
            return self.next_turn();
        }
        let ending = ending(&self.state, self.roller()?);
        self.emit(Event::GameEnded { ending });
        Ok(())
    }

    /// D-SET-3, D-ROL-9
    fn next_turn(&mut self) -> Result<(), Refusal> {
        let turn = self.turn()?;
        let number = turn.number.saturating_add(1);
        let roller = self.state.clockwise_from(turn.roller).first().copied().unwrap_or(turn.roller);
        self.emit(Event::TurnBegan { number, roller });
        Ok(())
    }
}

/// D-END-2, D-END-4
pub(super) fn ending(state: &State, holder: Seat) -> Ending {
    let scores: Vec<_> = state
        .seats()
        .map(|seat| {
            let mut score = state.score(seat);
            if seat == holder {
                score.card = state.card.points.into();
            }
            score
        })
        .collect();
    let best = scores.iter().map(|score| score.total()).max().unwrap_or(0);
    let mut winners: Vec<Seat> = state
        .seats()
        .zip(&scores)
        .filter(|(_, score)| score.total() == best)
        .map(|(seat, _)| seat)
        .collect();
    if winners.contains(&holder) {
        winners = vec![holder];
    }
    Ending { holder, scores, winners }
}

/// Every way to use a trait now that would do something (D-TRT-3).
pub fn usable(state: &State) -> Vec<TraitUse> {
    let Some(turn) = &state.turn else { return Vec::new() };
    let strikes = turn.strikes();
    let own = state.traits_of(turn.roller);
    let ready = own.filter(|(place, held)| held.strikes <= strikes && !turn.used.contains(place));
    ready.flat_map(|(place, held)| uses(state, turn, place, held)).collect()
}

fn uses(state: &State, turn: &Turn, place: u8, held: &Trait) -> Vec<TraitUse> {
    let on = |target: TraitTarget| TraitUse { place, on: Some(target) };
    let alone = |possible: bool| {
        if possible { vec![TraitUse { place, on: None }] } else { Vec::new() }
    };
    let log = |seat: Seat| state.at(seat).map(|at| at.log).unwrap_or_default();
    let others = || state.clockwise_from(turn.roller).into_iter();
    match held.effect {
        Effect::TurnUpOwn => Points::ALL
            .into_iter()
            .filter(|points| points.up().is_some() && log(turn.roller).of(*points) > 0)
            .map(|points| on(TraitTarget::Own(points)))
            .collect(),
        Effect::FateFromTable => alone(state.fate_on_table > 0),
        Effect::FateFromPlayerToTable => others()
            .filter(|seat| state.at(*seat).is_some_and(|at| at.fate > 0))
            .map(|seat| on(TraitTarget::Player(seat)))
            .collect(),
        Effect::ClaimOneMore => {
            let claimed = match Reward::for_victories(turn.victories()) {
                Reward::Control(dice) => dice,
                // with a choice to come, one more may always be of use
                Reward::Nothing | Reward::Fate(_) | Reward::Bust | Reward::Either { .. } => 0,
            };
            alone(state.gate > claimed.saturating_add(turn.more))
        }
        Effect::TurnDownOther => others()
            .filter(|seat| log(*seat).dice() > 0)
            .map(|seat| on(TraitTarget::Player(seat)))
            .collect(),
    }
}
