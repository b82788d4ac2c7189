//! Assaults on buildings, from block to block, and what becomes of the beaten.

use gatemaster_rules::antares::command::{Answer, Charge, Consolidation};
use gatemaster_rules::antares::event::DestroyedBy;
use gatemaster_rules::antares::state::Soma;

use super::*;
use crate::antares::drill::wood;
use crate::antares::field::{BLUE, aimed, resist_reasons};
use crate::antares::melee::{
    assault, charge, contact, declared, destroyed, few, go, hold_ground, offered, result,
};

/// Two gangers outside, two ferals in the building: few dice, nothing to choose before the fight.
fn siege(plans: &[Plan]) -> (Field, UnitId, UnitId) {
    let mut field = site(&["gang_fighters", "ai_squad"], &["feral_squad", "domari_squad"], plans);
    let (gang, ferals) = (field.red(0), field.blue(0));
    few(&mut field, gang, 2);
    few(&mut field, ferals, 2);
    field.unit_mut(ferals).soma = Soma::None;
    put(&mut field, ferals, ground(TOWER));
    (field, gang, ferals)
}

fn fall_back(to: Option<Spot>) -> Answer {
    Answer::Consolidate(Consolidation { moved: Some(Vec::new()), to, left_behind: Vec::new() })
}

/// Point-blank everybody misses: two gangers' shots, two ferals'.
const NOBODY_HITS: [u32; 4] = [9, 9, 9, 9];
/// Hand to hand the first ganger strikes a feral down, and nobody else hits.
const GANG_WINS: [u32; 5] = [1, 9, 9, 9, 10];
/// A feral strikes a ganger down, and nobody else hits.
const FERALS_WIN: [u32; 5] = [9, 9, 1, 9, 10];

fn dice(parts: &[&[u32]]) -> Vec<u32> {
    parts.concat()
}

/// B-ASL-1: point-blank the defender has the building's −1 and +2, the assailant nothing; hand to hand nobody has.
#[test]
fn storming_a_tower_takes_one_off_point_blank_and_nothing_hand_to_hand() {
    let (mut field, gang, ferals) = siege(&[tower()]);
    // a ganger hits point-blank and is resisted, which pins; the pinned ferals are not broken by it; blows that all
    // miss; one pin more loses the fight, and the test is passed
    let script = [2, 9, 9, 9, 1, 9, 9, 9, 9, 1];
    let events = assault(&mut field, gang, ferals, &script);
    assert_eq!(
        aimed(&events),
        [
            "needs 4: Acc 5, target in a building −1",
            "needs 4: Acc 5, target in a building −1",
            "needs 5: Acc 5",
            "needs 8: Str 6, assaulting +1, hand weapon +1",
            "needs 7: Str 6, assaulting +1",
            "needs 5: Str 5"
        ]
    );
    assert_eq!(resist_reasons(&events), ["needs 6: Res 5, cover +2, SV −1"]);
}

/// B-ASL-1, B-OCC-1: the winner moves in by itself once the loser has gone.
#[test]
fn the_winner_occupies_the_tower() {
    let (mut field, gang, ferals) = siege(&[tower()]);
    let script = dice(&[&NOBODY_HITS, &GANG_WINS, &[1]]);
    let events = assault(&mut field, gang, ferals, &script);
    assert_eq!(result(&events), Some(((0, 1), vec![ferals])));
    // out, or up to the roof; staying is no choice
    let ways_out = [fall_back(None), fall_back(Some(Spot::roof(TOWER, 0)))];
    assert_eq!(offered(&field), ways_out);
    assert_eq!(
        field.refused(BLUE, &Command::Answer(Answer::Consolidate(Consolidation::default()))),
        "Feral Squad has lost the fight for the building and has to leave it."
    );
    let nowhere = fall_back(Some(ground(TOWER)));
    assert_eq!(
        field.refused(BLUE, &Command::Answer(nowhere)),
        "Feral Squad cannot consolidate to Tower."
    );
    field.restart();
    let events = field.answer(BLUE, fall_back(None), &[]);
    assert_eq!(
        ways(&events),
        [(ferals, None, Way::FellBack), (gang, Some(ground(TOWER)), Way::Occupied)]
    );
    assert!(field.is_quiet());
}

/// B-ASL-2: the beaten may go up to the roof, or next door.
#[test]
fn the_loser_climbs_to_the_roof_or_goes_next_door() {
    let plan = Plan { blocks: 2, ..tower() };
    for to in [Spot::roof(TOWER, 0), Spot::block(TOWER, 1, 0)] {
        let (mut field, gang, ferals) = siege(std::slice::from_ref(&plan));
        let script = dice(&[&NOBODY_HITS, &GANG_WINS, &[1]]);
        assault(&mut field, gang, ferals, &script);
        let events = field.answer(BLUE, fall_back(Some(to)), &[]);
        assert_eq!(field.unit(ferals).spot, Some(to));
        assert_eq!(field.unit(gang).spot, Some(ground(TOWER)));
        // nothing is measured inside
        assert!(!events.iter().any(|event| matches!(event, Event::Moved { .. })));
    }
}

/// B-ASL-2: in a building of more than three storeys to a free level as well, and not to one that the enemy holds.
#[test]
fn in_a_tall_tower_the_loser_goes_upstairs() {
    let plan = Plan { storeys: 6, roof: Roof::None, ..tower() };
    let (mut field, gang, ferals) = siege(std::slice::from_ref(&plan));
    let upstairs = Spot::block(TOWER, 0, 1);
    let script = dice(&[&NOBODY_HITS, &GANG_WINS, &[1]]);
    let mut held = Field { state: field.state.clone(), last: Vec::new() };
    assault(&mut field, gang, ferals, &script);
    assert_eq!(offered(&field), [fall_back(None), fall_back(Some(upstairs))]);
    let squad = held.red(1);
    put(&mut held, squad, upstairs);
    // one way out only: it is gone without a question
    let events = assault(&mut held, gang, ferals, &script);
    assert_eq!(
        ways(&events),
        [(ferals, None, Way::FellBack), (gang, Some(ground(TOWER)), Way::Occupied)]
    );
}

/// B-ASL-2: whoever is emplaced cannot fall back, a draw included, and is destroyed.
#[test]
fn emplaced_losers_are_destroyed_even_in_a_draw() {
    let mut field = site(&["gang_fighters"], &["ai_x_howitzer_team"], &[tower()]);
    let (gang, howitzer) = (field.red(0), field.blue(0));
    few(&mut field, gang, 2);
    few(&mut field, howitzer, 2);
    field.unit_mut(howitzer).gear.clear();
    emplace(&mut field, howitzer, ground(TOWER), Facing::Front);
    // nobody hits anybody: a draw; both pass their tests
    let blows = [9, 9, 9, 9];
    let script = dice(&[&NOBODY_HITS, &blows, &[2, 2]]);
    let events = assault(&mut field, gang, howitzer, &script);
    assert_eq!(result(&events).map(|(_, losers)| losers.len()), Some(2));
    assert_eq!(destroyed(&events), [(howitzer, DestroyedBy::NoWayOut)]);
    // in a draw nobody has won, so nobody moves in
    assert_eq!(field.unit(gang).spot, None);
}

/// B-ASL-2: and so is whoever finds no way out at all.
#[test]
fn a_loser_without_a_way_out_is_lost() {
    let plan = Plan { storeys: 6, roof: Roof::Flat, ..tower() };
    let (mut field, gang, ferals) = siege(std::slice::from_ref(&plan));
    let (below, above) = (ground(TOWER), Spot::block(TOWER, 0, 1));
    put(&mut field, gang, below);
    put(&mut field, ferals, above);
    field.state.buildings[0].plan.roof = Roof::None;
    let script = dice(&[&NOBODY_HITS, &GANG_WINS, &[1]]);
    let events = assault(&mut field, gang, ferals, &script);
    assert_eq!(destroyed(&events), [(ferals, DestroyedBy::NoWayOut)]);
    assert_eq!(field.unit(gang).spot, Some(above));
}

/// B-ASL-3, B-MOV-1: from block to block; the beaten assailant falls back to where it came from.
#[test]
fn block_to_block_and_back_again() {
    let plan = Plan { blocks: 2, ..tower() };
    let (mut field, gang, ferals) = siege(std::slice::from_ref(&plan));
    let own = Spot::block(TOWER, 1, 0);
    put(&mut field, gang, own);
    field.give(&declared(gang, ferals), &[]);
    let carpet = Charge { features: vec![wood()], ..contact() };
    assert_eq!(
        field.refused(RED, &Command::Charge(carpet)),
        "Nothing lies in the way inside a building; leave the terrain out."
    );
    let mut won = Field { state: field.state.clone(), last: Vec::new() };
    let events = charge(&mut field, contact(), &dice(&[&NOBODY_HITS, &FERALS_WIN, &[1]]));
    // its own walls are behind it: the ferals shoot at it as in the open
    assert!(aimed(&events).contains(&"needs 5: Acc 5".into()), "{:?}", aimed(&events));
    assert_eq!(result(&events), Some(((1, 0), vec![gang])));
    // no need to move: it is in its own block still
    assert_eq!(offered(&field)[0], Answer::Consolidate(Consolidation::default()));
    field.answer(RED, Answer::Consolidate(Consolidation::default()), &[]);
    assert_eq!(field.unit(gang).spot, Some(own));
    charge(&mut won, contact(), &dice(&[&NOBODY_HITS, &GANG_WINS, &[1]]));
    won.answer(BLUE, fall_back(None), &[]);
    assert_eq!(won.unit(gang).spot, Some(ground(TOWER)));
}

/// B-ASL-3: out of one building and into another in the same run; whoever falls short ends in the open.
#[test]
fn out_of_the_hut_and_into_the_tower() {
    let (mut field, gang, ferals) = siege(&[tower(), hut()]);
    put(&mut field, gang, ground(OTHER));
    field.give(&declared(gang, ferals), &[]);
    let mut short = Field { state: field.state.clone(), last: Vec::new() };
    let events = charge(&mut field, contact(), &dice(&[&NOBODY_HITS, &GANG_WINS, &[1]]));
    assert_eq!(ways(&events), [(gang, None, Way::Out)]);
    field.answer(BLUE, fall_back(None), &[]);
    assert_eq!(field.unit(gang).spot, Some(ground(TOWER)));
    charge(&mut short, Charge::default(), &[]);
    assert_eq!(short.unit(gang).spot, None);
    assert!(short.is_quiet());
    // and at somebody in the open
    let (mut field, gang, ferals) = siege(&[tower(), hut()]);
    put(&mut field, gang, ground(OTHER));
    field.unit_mut(ferals).spot = None;
    let events = assault(&mut field, gang, ferals, &dice(&[&NOBODY_HITS, &GANG_WINS, &[1]]));
    assert_eq!(ways(&events), [(gang, None, Way::Out)]);
    assert!(!aimed(&events).iter().any(|needs| needs.contains("building")));
}

/// B-ASL-1: only the nominated defender fights; if others of the enemy hold the place still, the winner stays outside.
#[test]
fn a_second_garrison_keeps_the_winner_out() {
    let (mut field, gang, ferals) = siege(&[tower()]);
    let domari = field.blue(1);
    put(&mut field, domari, ground(TOWER));
    let events = assault(&mut field, gang, ferals, &dice(&[&NOBODY_HITS, &GANG_WINS, &[1]]));
    assert!(!events.iter().any(|event| matches!(event,
        Event::Rolled { from, .. } if *from == domari)));
    let events = field.answer(BLUE, fall_back(None), &[]);
    assert_eq!(ways(&events), [(ferals, None, Way::FellBack)]);
    // it consolidates outside instead
    let (seat, what, _) = field.asked();
    assert_eq!((seat, what.as_str()), (RED, "consolidate Gang Fighters"));
    field.answer(RED, Answer::Consolidate(Consolidation::default()), &[]);
    assert_eq!(field.unit(gang).spot, None);
}

/// B-ASL-1, B-ENT-1, B-ENT-2: whoever could not get in does not storm it.
#[test]
fn who_cannot_enter_cannot_storm() {
    let red = ["rock_rider_squad", "ghar_battle_squad", "outcast_squad", "gang_fighters"];
    let high = Plan { storeys: 6, ..tower() };
    let plans = [Plan::plain("Shed", Size::VerySmall, 2), high];
    let mut field = site(&red, &["feral_squad", "domari_squad"], &plans);
    let (ferals, domari) = (field.blue(0), field.blue(1));
    put(&mut field, ferals, ground(TOWER));
    put(&mut field, domari, Spot::block(OTHER, 0, 1));
    field.draw(RED);
    for (place, at, sentence) in [
        (0, ferals, "Rock Rider Squad is too large for Shed."),
        (1, ferals, "Ghar Battle Squad is too large for Shed."),
        (2, ferals, "Shed holds 6 models at most, and Outcast Squad has 10; it could not move in."),
        (
            3,
            domari,
            "Domari Squad is in Tower, floors 4 to 6, which Gang Fighters cannot reach from outside.",
        ),
    ] {
        let order = Command::Order(declared(field.red(place), at));
        assert_eq!(field.refused(RED, &order), sentence);
        assert!(!offers(&field, &order));
    }
    let gang = field.red(3);
    assert!(offers(&field, &Command::Order(declared(gang, ferals))));
    // an emplaced gun does not leave its window for a fight
    emplace(&mut field, gang, ground(OTHER), Facing::Back);
    assert_eq!(
        field.refused(RED, &Command::Order(declared(gang, ferals))),
        "Gang Fighters is emplaced and never moves."
    );
}

/// B-ROF-1, B-MOV-4: roofs are stormed from below or by the stairs, and fought over like open ground.
#[test]
fn a_fight_on_the_roof() {
    let (mut field, gang, ferals) = siege(&[tower()]);
    let roof = Spot::roof(TOWER, 0);
    put(&mut field, ferals, roof);
    field.draw(RED);
    assert_eq!(
        field.refused(RED, &Command::Order(declared(gang, ferals))),
        "Feral Squad is on the roof of Tower, which Gang Fighters cannot reach from outside."
    );
    put(&mut field, gang, ground(TOWER));
    let events = assault(&mut field, gang, ferals, &dice(&[&NOBODY_HITS, &GANG_WINS, &[1]]));
    assert_eq!(ways(&events), [(gang, Some(roof), Way::Roof)]);
    assert!(!aimed(&events).iter().any(|needs| needs.contains("building")));
    // nobody is driven off a roof: they stay, or move about on it
    assert_eq!(
        offered(&field),
        [Answer::Consolidate(Consolidation::default()), fall_back(Some(roof))]
    );
}

/// B-DMG-2, B-ASL-1: a point-blank shot brings the house down; there is nothing left to occupy.
#[test]
fn the_house_falls_in_the_middle_of_an_assault() {
    let mut field = changed(&["gang_fighters"], &["feral_squad"], |setup| {
        setup.buildings = vec![Plan { strength: 3, ..tower() }];
        let gun = setup.weapons.iter_mut().find(|weapon| weapon.key == "mag_pistol").unwrap();
        gun.modes[0].sv = 7;
    });
    let (gang, ferals) = (field.red(0), field.blue(0));
    few(&mut field, gang, 1);
    few(&mut field, ferals, 2);
    field.unit_mut(ferals).soma = Soma::None;
    put(&mut field, ferals, ground(TOWER));
    field.give(&declared(gang, ferals), &[]);
    // the leader's pistol hits, the feral stands it; the ferals miss; the wall does not stand it
    let events = go(&mut field, RED, &Command::Charge(contact()), &[2, 9, 9, 1, 1]);
    assert_eq!(destroyed(&events), [(ferals, DestroyedBy::Collapse)]);
    assert_eq!(hold_ground(&mut field), [gang]);
    assert_eq!(field.unit(gang).spot, None);
    assert!(field.state.ending.is_some());
}
