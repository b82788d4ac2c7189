//! Sealed bids: a small game for tests, because it has every kind of secret. Each round everybody bids in secret and side
//! by side, may have the prize appraised by a die that they alone see, and all is shown together once the last has bid.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::colour::Colour;
use crate::dice::Dice;
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::{Doer, Open, Outcome, SeatSpec, System, Verdict, Viewer, Who};
use crate::version::RulesVersion;

pub const ROUNDS: u32 = 3;
pub const PURSE: u32 = 1_000_000;
/// What a prize is worth to somebody who had it not appraised.
pub const PLAIN_WORTH: u32 = 3;
const DIE: u32 = 6;
const SEATS: [(&str, Colour); 3] =
    [("Amber", Colour::Yellow), ("Basalt", Colour::Black), ("Coral", Colour::Red)];

#[derive(Clone, Copy, Debug)]
pub struct SealedBids;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub round: u32,
    /// By seat.
    pub bidders: Vec<Bidder>,
    pub over: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bidder {
    pub bid: Option<u32>,
    /// What the appraiser told them.
    pub worth: Option<u32>,
    pub won: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Bid, or bid something else as long as not everybody has.
    Bid {
        seat: Seat,
        amount: u32,
    },
    Appraise {
        seat: Seat,
    },
    /// Nobody else even learns what it was that was done.
    Ponder {
        seat: Seat,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// `amount` is left out for others.
    BidMade { seat: Seat, amount: Option<u32> },
    /// `worth` is left out for others.
    Appraised { seat: Seat, worth: Option<u32> },
    /// Nothing that others hear of.
    Pondered { seat: Seat },
    /// Everybody's bid and what the prize was worth to them, by seat; the highest wins, and nobody where it is shared. A
    /// die that all see adds to what the winner gets.
    Revealed { bids: Vec<(u32, u32)>, winner: Option<Seat>, extra: u32 },
}

/// The game as one viewer may see it: what they may not know is not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub round: u32,
    pub bidders: Vec<SeenBidder>,
    pub over: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenBidder {
    pub has_bid: bool,
    pub has_appraised: bool,
    pub won: u32,
    /// What only they know.
    pub own: Option<Own>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own {
    pub bid: Option<u32>,
    pub worth: Option<u32>,
}

/// The first rules said `coins` where it is an `amount` now.
pub(crate) fn coins_became_an_amount(stored: &mut serde_json::Value) {
    for word in ["bid", "bid_made"] {
        if let Some(fields) = stored.get_mut(word).and_then(serde_json::Value::as_object_mut)
            && let Some(coins) = fields.remove("coins")
        {
            fields.insert("amount".to_owned(), coins);
        }
    }
}

impl State {
    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.bidders.len()).filter_map(|i| u8::try_from(i).ok()).map(Seat)
    }

    fn bidder(&self, seat: Seat) -> Option<&Bidder> {
        self.bidders.get(seat.index())
    }
}

impl System for SealedBids {
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type View = View;

    const KEY: &'static str = "sealed-bids";
    const TITLE: &'static str = "Sealed bids";
    const VERSION: RulesVersion = RulesVersion(2);
    const OLDEST: RulesVersion = Self::VERSION;
    const DICE_BY_HAND: bool = false;
    const ONE_SEAT_EACH: bool = true;
    const HAS_BOT: bool = false;
    const HIDES: bool = true;
    const KEEPS_SCORE: bool = true;

    fn seats(_: &Setup) -> Vec<SeatSpec> {
        SEATS.map(|(name, colour)| SeatSpec { name: name.to_owned(), colour }).into()
    }

    fn players_needed(_: &Setup) -> usize {
        SEATS.len()
    }

    fn set_up(_: &Setup) -> Result<State, Vec<String>> {
        Ok(State { round: 1, bidders: vec![Bidder::default(); SEATS.len()], over: false })
    }

    fn play_by(_: &mut State, _: RulesVersion) {}

    fn may_stand(_: &Setup) -> Result<(), Vec<String>> {
        Ok(())
    }

    fn without_empty_seats(_: &Setup, _: &[Seat]) -> Option<Setup> {
        None
    }

    /// Everybody who has not bid owes a bid, all side by side; whoever has may change it.
    fn open(state: &State) -> Vec<Open<Command>> {
        if state.over {
            return Vec::new();
        }
        let open = state.seats().zip(&state.bidders).map(|(seat, bidder)| {
            let mut options = vec![
                Command::Bid { seat, amount: u32::from(seat.0) + 1 },
                Command::Bid { seat, amount: 4 },
                Command::Ponder { seat },
            ];
            if bidder.worth.is_none() {
                options.push(Command::Appraise { seat });
            }
            Open {
                who: if bidder.bid.is_none() { Who::Seat(seat) } else { Who::May(seat) },
                what: "bid in secret".to_owned(),
                matter: format!("bid {}", state.round),
                options,
            }
        });
        open.collect()
    }

    fn decide(
        state: &State,
        by: &Doer,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let (Command::Bid { seat, .. } | Command::Appraise { seat } | Command::Ponder { seat }) =
            command;
        let bidder = state.bidder(*seat).filter(|_| by.holds(*seat));
        let bidder = bidder.ok_or_else(|| Refusal::new("You bid for your own seat alone."))?;
        if state.over {
            return Err(Refusal::new("The last prize is gone."));
        }
        match command {
            Command::Appraise { .. } if bidder.worth.is_some() => {
                Err(Refusal::new("You have had this prize appraised."))
            }
            Command::Appraise { seat } => {
                let worth = dice.roll(DIE)?.face;
                Ok(vec![Event::Appraised { seat: *seat, worth: Some(worth) }])
            }
            Command::Ponder { seat } => Ok(vec![Event::Pondered { seat: *seat }]),
            Command::Bid { amount, .. } if *amount > PURSE => {
                Err(Refusal::new(format!("Nobody has more than {PURSE}.")))
            }
            Command::Bid { seat, amount } => {
                let mut events = vec![Event::BidMade { seat: *seat, amount: Some(*amount) }];
                if let Some((bids, winner)) = shown_by(state, *seat, *amount) {
                    let extra = dice.roll(DIE)?.face;
                    events.push(Event::Revealed { bids, winner, extra });
                }
                Ok(events)
            }
        }
    }

    fn apply(state: &mut State, event: &Event) {
        match event {
            Event::BidMade { seat, amount } => {
                if let Some(bidder) = state.bidders.get_mut(seat.index()) {
                    bidder.bid = *amount;
                }
            }
            Event::Appraised { seat, worth } => {
                if let Some(bidder) = state.bidders.get_mut(seat.index()) {
                    bidder.worth = *worth;
                }
            }
            Event::Pondered { .. } => {}
            Event::Revealed { bids, winner, extra } => {
                for (seat, (bidder, (_, worth))) in state.bidders.iter_mut().zip(bids).enumerate() {
                    let won = winner.is_some_and(|winner| winner.index() == seat);
                    *bidder = Bidder {
                        won: bidder.won.saturating_add(if won { worth + extra } else { 0 }),
                        ..Bidder::default()
                    };
                }
                state.over = state.round >= ROUNDS;
                state.round += u32::from(!state.over);
            }
        }
    }
    fn begins_turn(_: &Event) -> Option<u32> {
        None
    }

    /// A bid that nobody else has seen can be taken back freely; what was shown, or told by a die, cannot be forgotten.
    fn reveals(event: &Event) -> bool {
        match event {
            Event::Revealed { .. } | Event::Appraised { .. } => true,
            Event::BidMade { .. } | Event::Pondered { .. } => false,
        }
    }

    fn corrects(_: &Command) -> bool {
        false
    }

    fn view(state: &State, viewer: &Viewer) -> View {
        let bidders = state.seats().zip(&state.bidders).map(|(seat, bidder)| SeenBidder {
            has_bid: bidder.bid.is_some(),
            has_appraised: bidder.worth.is_some(),
            won: bidder.won,
            own: viewer.holds(seat).then_some(Own { bid: bidder.bid, worth: bidder.worth }),
        });
        View { round: state.round, bidders: bidders.collect(), over: state.over }
    }

    fn seen_setup(setup: &Setup, _: &Viewer) -> Setup {
        setup.clone()
    }

    fn seen(event: &Event, viewer: &Viewer) -> Option<Event> {
        Some(match event {
            Event::BidMade { seat, amount } => {
                Event::BidMade { seat: *seat, amount: amount.filter(|_| viewer.holds(*seat)) }
            }
            Event::Appraised { seat, worth } => {
                Event::Appraised { seat: *seat, worth: worth.filter(|_| viewer.holds(*seat)) }
            }
            Event::Pondered { seat } if !viewer.holds(*seat) => return None,
            Event::Pondered { .. } | Event::Revealed { .. } => event.clone(),
        })
    }

    fn is_over(state: &State) -> bool {
        state.over
    }

    fn bot_plays(_: &View, _: Seat) -> Option<Command> {
        None
    }

    fn verdict(state: &State) -> Verdict {
        let best = state.bidders.iter().map(|bidder| bidder.won).max().unwrap_or(0);
        let shared = state.bidders.iter().filter(|bidder| bidder.won == best).count() > 1;
        let result = |bidder: &Bidder| match (state.over, bidder.won == best) {
            (false, _) => Outcome::Undecided,
            (true, true) if shared => Outcome::SharedWin,
            (true, true) => Outcome::Win,
            (true, false) => Outcome::Loss,
        };
        Verdict {
            decided: state.over,
            turns: Some(state.round),
            sides: state.bidders.iter().map(|bidder| (bidder.won, result(bidder))).collect(),
        }
    }

    fn force(_: &Setup, _: Seat) -> Option<String> {
        None
    }
}

/// Bids with their worth, and who wins.
type Shown = (Vec<(u32, u32)>, Option<Seat>);

/// What comes to light with this bid, if it is the last one.
fn shown_by(state: &State, seat: Seat, amount: u32) -> Option<Shown> {
    let bids: Option<Vec<(u32, u32)>> = state
        .seats()
        .zip(&state.bidders)
        .map(|(other, bidder)| {
            let bid = if other == seat { Some(amount) } else { bidder.bid };
            bid.map(|bid| (bid, bidder.worth.unwrap_or(PLAIN_WORTH)))
        })
        .collect();
    let bids = bids?;
    let best = bids.iter().map(|(bid, _)| *bid).max()?;
    let mut winners =
        state.seats().filter(|seat| bids.get(seat.index()).is_some_and(|b| b.0 == best));
    let winner = match (winners.next(), winners.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    };
    Some((bids, winner))
}
