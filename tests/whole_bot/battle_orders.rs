//! Orders, moves, charges and deployment.

use gatemaster_rules::antares::state::Phase;
use gatemaster_rules::ids::Seat;

use crate::battlefield::{Battlefield, forces, on_the_table};
use crate::club::Club;

#[tokio::test]
async fn a_battle_is_set_before_ann_and_bob() {
    let club = Club::open().await;
    let field = Battlefield::open(&club, on_the_table(&["ai_squad"], &["outcast_squad"])).await;
    let state = field.state().await;
    assert_eq!((state.phase, state.turn), (Phase::Orders, 1));
    assert_eq!(field.unit("AI Squad").await.side, Seat(0));
    assert_eq!(field.unit("Outcast Squad").await.side, Seat(1));
    field.draw(Seat(1)).await;
    assert_eq!(field.state().await.flow.drawn, Some(Seat(1)));
    let other = Club::open().await;
    let field = Battlefield::open(&other, forces(&["ai_squad"], &["outcast_squad"])).await;
    assert_eq!(field.state().await.phase, Phase::Deploying);
}
