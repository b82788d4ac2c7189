//! Ranges that one side asks for and another one tells, and what only the table tells.

use gatemaster_rules::at43::command::{
    Answer, Command, Cover, Mark, Measured, Movement, Pace, Pair,
};
use gatemaster_rules::at43::event::{Event, Victims};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::measuring::known;
use gatemaster_rules::at43::need::{Millimetres, Range};
use gatemaster_rules::at43::state::{Drill, Role, UnitId};
use gatemaster_rules::ids::Seat;

use super::skirmish::{BLUE, RED, Skirmish, Team, has, impacts, under};

fn three() -> (Skirmish, [UnitId; 3]) {
    Skirmish::new(&[
        Team::blue("steel-troopers", 6).officer(),
        Team::red("storm-golems", 6).officer(),
        Team::red("storm-golems", 6),
    ])
}

fn ask(from: UnitId, to: &[UnitId]) -> Command {
    Command::Measure { pairs: to.iter().map(|to| Pair { from, to: *to }).collect() }
}

fn told(from: UnitId, to: UnitId, cm: u32) -> Measured {
    let range = Range::Measured(Millimetres::cm(cm));
    Measured { from, to, range, cover: Cover::None, seeing: None }
}

fn refused(field: &mut Skirmish, seat: Seat, command: &Command) -> String {
    field.try_with(seat, command, &[]).unwrap_err().sentence().to_owned()
}

/// T-MEA-3: what is told is kept with its cover, what is not named is out of sight; both hold until somebody moves.
#[test]
fn told_ranges_hold_until_one_of_the_two_moves() {
    let (mut field, [steel, alpha, golems]) = three();
    field.try_with(BLUE, &ask(steel, &[alpha, golems]), &[]).unwrap();
    assert_eq!(field.asked(), "measure for Blue");
    let seen = Measured { cover: Cover::Yes, ..told(steel, alpha, 24) };
    field.answer(RED, Answer::Measured(vec![seen]), &[]);
    assert_eq!(field.state.flow.tasks.last(), Some(&Task::Act));
    assert_eq!(known(&field.state, steel, alpha), Some(Some(seen)));
    assert_eq!(known(&field.state, steel, golems), Some(None));
    assert_eq!(field.state.last_range(steel, alpha), Some(seen.range));
    field.try_with(BLUE, &Command::Move(Movement::plain(Pace::Combat)), &[]).unwrap();
    assert_eq!(known(&field.state, steel, alpha), None);
    assert_eq!(known(&field.state, steel, golems), None);
    assert_eq!(field.state.last_range(steel, alpha), Some(seen.range), "still offered");
}

#[test]
fn a_unit_asks_before_it_moves_and_after_and_never_for_the_same_again() {
    let (mut field, [steel, alpha, golems]) = three();
    field.try_with(BLUE, &ask(steel, &[alpha]), &[]).unwrap();
    field.answer(RED, Answer::Measured(vec![]), &[]);
    let again = refused(&mut field, BLUE, &ask(steel, &[alpha]));
    assert!(again.contains("has been asked already"), "{again}");
    field.try_with(BLUE, &Command::Move(Movement::plain(Pace::Combat)), &[]).unwrap();
    field.try_with(BLUE, &ask(steel, &[alpha]), &[]).unwrap();
    field.answer(RED, Answer::Measured(vec![]), &[]);
    let often = refused(&mut field, BLUE, &ask(steel, &[golems]));
    assert!(often.contains("2 times"), "{often}");
}

#[test]
fn odd_questions_and_answers_are_refused() {
    let (mut field, [steel, alpha, golems]) = three();
    let six = [alpha; 6];
    for (odd, because) in [
        (ask(steel, &[]), "1 to 5"),
        (ask(steel, &six), "1 to 5"),
        (ask(steel, &[alpha, alpha]), "asked already"),
        (ask(alpha, &[steel]), "a unit of yours and an enemy"),
        (ask(steel, &[steel]), "a unit of yours and an enemy"),
        (ask(steel, &[UnitId(99)]), "no such unit"),
    ] {
        let sentence = refused(&mut field, BLUE, &odd);
        assert!(sentence.contains(because), "{sentence}");
    }
    let other = refused(&mut field, RED, &ask(steel, &[alpha]));
    assert!(other.contains("waits for Blue"), "{other}");
    field.try_with(BLUE, &ask(steel, &[alpha]), &[]).unwrap();
    let mine = refused(&mut field, BLUE, &Command::Answer(Answer::Measured(vec![])));
    assert!(mine.contains("waits for Red"), "{mine}");
    for (answer, because) in [
        (vec![told(steel, golems, 10)], "asked for once"),
        (vec![told(steel, alpha, 10); 2], "asked for once"),
        (vec![told(steel, alpha, 301)], "at most 300 cm"),
        (vec![Measured { seeing: Some(8), ..told(steel, alpha, 10) }], "1 to 7"),
        (vec![Measured { seeing: Some(0), ..told(steel, alpha, 10) }], "1 to 7"),
    ] {
        let sentence = refused(&mut field, RED, &Command::Answer(Answer::Measured(answer)));
        assert!(sentence.contains(because), "{sentence}");
    }
}

/// T-OVW-1: the side whose units watch asks for their ranges to whoever has moved, and to nobody else.
#[test]
fn units_in_overwatch_ask_how_far_the_mover_is() {
    let (mut field, [steel, alpha, golems]) = three();
    field.unit_mut(alpha).drills.push(Drill::Overwatch);
    field.try_with(BLUE, &Command::Move(Movement::plain(Pace::Combat)), &[]).unwrap();
    let idle = refused(&mut field, RED, &ask(golems, &[steel]));
    assert!(idle.contains("Units in overwatch"), "{idle}");
    field.try_with(RED, &ask(alpha, &[steel]), &[]).unwrap();
    field.answer(BLUE, Answer::Measured(vec![told(alpha, steel, 18)]), &[]);
    assert!(matches!(field.state.flow.tasks.last(), Some(Task::Overwatch { .. })));
    assert_eq!(known(&field.state, alpha, steel), Some(Some(told(alpha, steel, 18))));
    field.answer(RED, Answer::Watch(Some(alpha)), &[]);
}

#[test]
fn if_nobody_can_tell_the_default_stands() {
    let (mut field, [steel, alpha, _]) = three();
    field.try_with(BLUE, &ask(steel, &[alpha]), &[]).unwrap();
    let events = field.answer(RED, Answer::Pass, &[]);
    let unseen = |event: &Event| matches!(event, Event::RangesTold { sights, .. } if sights[0].told.is_none());
    assert!(has(events, unseen));
    assert!(field.state.flow.passed.is_empty());
}

/// T-STA-2: whoever cannot tell leaves it to the next side; of other things nobody else is asked.
#[test]
fn whoever_cannot_tell_leaves_it_to_the_next_side() {
    let (mut field, [steel, alpha, _]) = three();
    let pass = Command::Answer(Answer::Pass);
    field.touch(steel, alpha);
    field.state.flow.tasks =
        vec![Task::Act, Task::StillInContact { unit: steel, enemy: alpha }].into();
    field.try_with(BLUE, &pass, &[]).unwrap();
    let other = refused(&mut field, BLUE, &pass);
    assert!(other.contains("waits for Red"), "{other}");
    field.answer(RED, Answer::StillInContact(false), &[]);
    assert!(field.state.contacts.is_empty());
    field.state.flow.tasks = vec![Task::Pay { unit: steel, enters: None }].into();
    field.unit_mut(steel).members.retain(|member| member.role != Role::Officer);
    let own = refused(&mut field, BLUE, &pass);
    assert!(own.contains("for you to decide"), "{own}");
}

/// T-IND-5: whose fighters lie there is told by whoever sees the table, and the dice are still the shooter's.
#[test]
fn who_lies_under_a_template_can_be_left_to_the_other_side() {
    let (mut field, [_, golems]) = Skirmish::new(&[
        Team::blue("krasny-soldaty", 6).bearers(2, "grenade-launcher"),
        Team::red("storm-golems", 6),
    ]);
    let salvo = field.salvo_at("grenade-launcher", Mark::Fighter(golems, Role::Standard), 7);
    field.shoot(&salvo, &[3, 2, 4]);
    field.answer(BLUE, Answer::Pass, &[]);
    let events = field.answer(RED, Answer::Under(vec![under(golems, 3)]), &[4, 3, 2]).to_vec();
    assert_eq!(impacts(&events), [(Victims::Unit(golems), 3, false)]);
    assert!(field.is_quiet());
}
