//! Battles fought with dice that people roll themselves: they are asked for one throw after the other, and what they
//! have thrown is always exactly what the rules use.

use gatemaster_rules::antares::by_hand::{next_throw, throw_parts};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::{Antares, Setup, State};
use gatemaster_rules::dice::{Roll, Scripted};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Doer, System as _, Who};

/// Numbers that look random and are the same in every run.
struct Luck(u64);

impl Luck {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// Plays one step and gives the throws that were asked for.
fn step(state: &mut State, luck: &mut Luck) -> Option<Vec<String>> {
    let open = Antares::open(state);
    let pick = open.get(luck.below(open.len().max(1)))?;
    let seats = match pick.who {
        Who::Seat(seat) | Who::May(seat) => vec![seat],
        Who::AnyPlayer => vec![Seat(0)],
    };
    let by = Doer { seats, organiser: false };
    let command = &pick.options[luck.below(pick.options.len())];
    let (mut fallen, mut throws) = (Vec::new(), Vec::new());
    // what is still to fall of a volley, as it was said when it began
    let mut promised = 0;
    while let Some(wanted) = next_throw(state, &by, command, &fallen).unwrap() {
        assert!(wanted.dice > 0 && wanted.sides > 0);
        let parts = throw_parts(state, &by, command, &fallen).unwrap();
        let whole: u32 = parts.iter().map(|part| part.dice).sum();
        assert!(promised == 0 || promised == whole, "{promised} dice to come, not {parts:?}");
        if !parts.is_empty() {
            let mut so_far = 0;
            let begins = parts.iter().any(|part| {
                so_far += part.dice;
                so_far == wanted.dice
            });
            assert!(begins, "{parts:?} begin with {wanted:?}");
            assert!(parts.iter().all(|part| part.dice > 0 && part.what.contains(", ")));
            if whole > wanted.dice {
                throws.push(format!("a volley of {}", parts.len()));
            }
        }
        promised = whole.saturating_sub(wanted.dice);
        for _ in 0..wanted.dice {
            let face = u32::try_from(luck.below(wanted.sides as usize)).unwrap() + 1;
            fallen.push(Roll { number: None, sides: wanted.sides, face });
        }
        throws.push(wanted.sentence());
    }
    let mut dice = Scripted::new(fallen.iter().map(|roll| roll.face));
    let events = Antares::decide(state, &by, command, &mut dice).unwrap();
    dice.finish().unwrap();
    for event in &events {
        Antares::apply(state, event);
    }
    Some(throws)
}

#[test]
fn whole_battles_are_fought_with_dice_rolled_by_hand() {
    let mut told: Vec<String> = Vec::new();
    for (seed, (one, other)) in [
        (Faction::Algoryn, Faction::Ghar),
        (Faction::Boromite, Faction::Isorian),
        (Faction::Freeborn, Faction::Concord),
        (Faction::Ghar, Faction::Isorian),
    ]
    .into_iter()
    .enumerate()
    {
        let mut luck = Luck(seed as u64);
        let setup = Setup::quick(Library::built_in(), one, other).unwrap();
        let mut state = Antares::set_up(&setup).unwrap();
        let mut steps = 0;
        while let Some(throws) = step(&mut state, &mut luck) {
            told.extend(throws);
            steps += 1;
            assert!(steps < 5_000, "the battle goes on for ever");
        }
        assert!(Antares::is_over(&state));
    }
    for kind in
        ["the draw", "order test", "recovery test", "the hits of", "the Res of", "break test"]
    {
        assert!(told.iter().any(|throw| throw.contains(kind)), "no throw for {kind}");
    }
    let several = told.iter().find(|throw| throw.contains("the hits of") && throw.contains("dice"));
    assert!(several.is_some(), "shots are thrown together");
    let volleys = told.iter().filter(|throw| throw.contains("a volley of")).count();
    assert!(volleys > 0, "weapons that need other numbers are thrown together as well");
    assert!(!told.iter().any(|throw| throw.contains("what comes next")), "every throw has a name");
}

#[test]
fn a_face_that_the_die_does_not_have_and_one_too_many_are_refused() {
    let setup = Setup::quick(Library::built_in(), Faction::Algoryn, Faction::Concord).unwrap();
    let state = Antares::set_up(&setup).unwrap();
    let by = Doer { seats: vec![Seat(0)], organiser: false };
    let draw = gatemaster_rules::antares::Command::Draw;
    let wanted = next_throw(&state, &by, &draw, &[]).unwrap().unwrap();
    assert_eq!((wanted.dice, wanted.sides), (1, state.bag()));
    let one = Roll { number: None, sides: wanted.sides, face: 1 };
    assert_eq!(next_throw(&state, &by, &draw, &[one]).unwrap(), None);
    let large = next_throw(&state, &by, &draw, &[Roll { face: 99, ..one }]).unwrap_err();
    assert!(large.sentence().contains("you typed 99"), "{}", large.sentence());
    let many = next_throw(&state, &by, &draw, &[one, one]).unwrap_err();
    assert!(many.sentence().contains("you typed 2 faces"), "{}", many.sentence());
}
