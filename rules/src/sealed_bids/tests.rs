use super::*;
use crate::dice::Scripted;

fn by(seat: u8) -> Doer {
    Doer { seats: vec![Seat(seat)], organiser: false }
}

fn play(state: &mut State, seat: u8, command: &Command, faces: &[u32]) -> Vec<Event> {
    let mut dice = Scripted::new(faces.iter().copied());
    let events = SealedBids::decide(state, &by(seat), command, &mut dice).unwrap();
    dice.finish().unwrap();
    for event in &events {
        SealedBids::apply(state, event);
    }
    events
}

fn bid(state: &mut State, seat: u8, amount: u32) -> Vec<Event> {
    let others = (0..).zip(&state.bidders).filter(|(other, _)| *other != seat);
    let last = others.map(|(_, bidder)| bidder.bid).all(|bid| bid.is_some());
    let faces: &[u32] = if last { &[2] } else { &[] };
    play(state, seat, &Command::Bid { seat: Seat(seat), amount }, faces)
}

#[test]
fn bids_are_shown_together_once_the_last_has_bid() {
    let mut state = SealedBids::set_up(&Setup {}).unwrap();
    assert_eq!(SealedBids::open(&state).len(), 3, "all bid side by side");
    play(&mut state, 1, &Command::Appraise { seat: Seat(1) }, &[5]);
    bid(&mut state, 1, 40);
    bid(&mut state, 0, 7);
    bid(&mut state, 0, 8);
    let shown = bid(&mut state, 2, 9);
    let bids = vec![(8, 3), (40, 5), (9, 3)];
    assert_eq!(shown.last(), Some(&Event::Revealed { bids, winner: Some(Seat(1)), extra: 2 }));
    assert_eq!((state.round, state.bidders[1].won), (2, 7));
    assert!(state.bidders.iter().all(|bidder| bidder.bid.is_none() && bidder.worth.is_none()));
}

#[test]
fn a_shared_best_bid_wins_nothing_and_three_rounds_are_all() {
    let mut state = SealedBids::set_up(&Setup {}).unwrap();
    for round in 1..=ROUNDS {
        assert_eq!(state.round, round);
        for seat in 0..3 {
            bid(&mut state, seat, 4);
        }
    }
    assert!(state.over);
    assert!(SealedBids::verdict(&state).sides.iter().all(|side| *side == (0, Outcome::SharedWin)));
}

#[test]
fn others_see_that_somebody_has_bid_and_not_what() {
    let mut state = SealedBids::set_up(&Setup {}).unwrap();
    let made = bid(&mut state, 2, 77);
    for viewer in [Viewer::spectator(), Viewer::on(Seat(0))] {
        let view = SealedBids::view(&state, &viewer);
        assert!(view.bidders[2].has_bid && view.bidders[2].own.is_none());
        let seen = SealedBids::seen(&made[0], &viewer);
        assert_eq!(seen, Some(Event::BidMade { seat: Seat(2), amount: None }));
    }
    let own = SealedBids::view(&state, &Viewer::on(Seat(2)));
    assert_eq!(own.bidders[2].own.as_ref().and_then(|own| own.bid), Some(77));
    let foreign = Command::Bid { seat: Seat(1), amount: 1 };
    let mut none = Scripted::new([]);
    assert!(SealedBids::decide(&state, &by(0), &foreign, &mut none).is_err());
}
