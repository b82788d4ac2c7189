//! How a test reads: one shooting from the order to the break test.

use gatemaster_rules::antares::command::{Answer, Command, Mark};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::ModelId;

use crate::antares::field::{BLUE, Field, RED, needed, resisted};

/// A-SHT-6, A-SHT-12, A-SHT-17: a squad with a Fire order shoots at another in the open.
#[test]
fn a_squad_fires_at_another_and_leaves_one_pin_and_one_casualty() {
    let mut field = Field::new(&["gang_fighters"], &["c3_strike_squad"]);
    let (gangers, squad) = (field.red(0), field.blue(0));
    field.order(gangers, Order::Fire, &[]);
    let uses = field.way_with(gangers, Manner::Fire, 18, "mag_gun", "");
    let shots = vec![field.shot(uses, squad, 18)];
    field.go(RED, &Command::Shoot { shots }, &[]);
    // the squad could go down and does not; four shots: two hits, a miss, a dud
    let events = field.answer(BLUE, Answer::GoDown(false), &[6, 3, 8, 10]);
    assert_eq!(needed(&events), (6, "needs 6: Acc 5, Fire order +1".into()));
    // it chooses whether its leader is among those hit; Res 5, HL armour +2, SV 1
    let troopers = [1, 2].map(|n| Some(Mark::Model(ModelId(n))));
    let events = field.answer(BLUE, Answer::Place(troopers.to_vec()), &[7, 6]);
    assert_eq!(resisted(&events), [(6, false), (6, true)]);
    assert_eq!(field.unit(squad).alive(), 4);
    assert_eq!(field.unit(squad).pins, 1);
    assert!(field.is_quiet());
}
