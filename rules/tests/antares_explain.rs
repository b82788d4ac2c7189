//! Random battles, explained step by step: no die is left out, no step with dice goes unexplained, and every rule that
//! is named stands in the rule book.

use crate::town;
use std::collections::BTreeSet;

use gatemaster_rules::antares::command::{Command, Cover, Feature, Intervening, Mark, Move, Shot};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::report::{self, Explained, LONGEST};
use gatemaster_rules::antares::{Antares, Event, Setup, State, rulebook};
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::{Doer, System, Who};

/// Battles of each force against the next: enough to see nearly everything happen.
const BATTLES: u64 = 12;

/// Dice with numbers of a stream; now and then one is rolled by hand.
struct Stream<'a> {
    chooser: &'a mut Chooser,
    next: &'a mut u64,
}

impl Dice for Stream<'_> {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let face = u32::try_from(self.chooser.below(sides as usize)).unwrap() + 1;
        let number = (!self.chooser.one_in(10)).then(|| {
            *self.next += 1;
            *self.next
        });
        Ok(Roll { number, sides, face })
    }
}

/// The dice that the events carry, wherever they stand; what is waited for carries old ones.
fn dice_of(events: &[Event]) -> Vec<Roll> {
    fn collect(value: &serde_json::Value, into: &mut Vec<Roll>) {
        match value {
            serde_json::Value::Object(map) if map.contains_key("face") => {
                into.push(serde_json::from_value(value.clone()).unwrap());
            }
            serde_json::Value::Object(map) => map.values().for_each(|one| collect(one, into)),
            serde_json::Value::Array(list) => list.iter().for_each(|one| collect(one, into)),
            _ => {}
        }
    }
    let mut dice = Vec::new();
    for event in events.iter().filter(|event| !matches!(event, Event::Flow(_))) {
        collect(&serde_json::to_value(event).unwrap(), &mut dice);
    }
    dice
}

/// Everything that must be true of an explanation; gives the rows it names.
fn check(before: &State, events: &[Event], seed: u64) -> BTreeSet<&'static str> {
    let explained = report::explain(before, events);
    let context = || format!("seed {seed}: {events:?}\n{explained:#?}");
    let rolls = events.iter().any(Event::rolls);
    assert!(!rolls || !explained.is_empty(), "dice without a word: {}", context());
    let all = explained.iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join("\n");
    let mut named = BTreeSet::new();
    for Explained { text, rows } in &explained {
        assert!(text.chars().count() < LONGEST, "too long: {}", context());
        assert!(text.ends_with(['.', '!', ';', ':']), "no sentence: {text:?} of {}", context());
        assert!(!text.contains("  ") && !text.contains("\n\n"), "{text:?}");
        let agreed = text.contains("correction") || text.contains("Correction");
        assert!(agreed || !rows.is_empty(), "{text:?} rests on no rule: {}", context());
        for (place, row) in rows.iter().enumerate() {
            assert!(rulebook::rule(row).is_some(), "{row} is in no rule book");
            assert!(!rows[..place].contains(row), "{row} is named twice");
        }
        named.extend(rows);
    }
    for roll in dice_of(events) {
        let die = match roll.number {
            Some(number) => format!("D{} no. {number}: {}", roll.sides, roll.face),
            None => format!("D{} by hand: {}", roll.sides, roll.face),
        };
        assert!(all.contains(&die), "{die} is left out: {}", context());
    }
    for event in events {
        if let Event::Drawn { position, of, .. } = event {
            let place = format!("Number {position} of {of} dice");
            assert!(all.contains(&place) || *of == 1, "{place} is left out: {}", context());
        }
    }
    // what a report tells is all there, only with more beside it
    for line in report::lines(before, events) {
        let first = line.split(". ").next().unwrap();
        let first = first.strip_suffix('.').unwrap_or(first);
        assert!(line.chars().count() >= LONGEST || all.contains(first), "{first}: {}", context());
    }
    named
}

/// Circumstances that only people see, at random.
fn vary(chooser: &mut Chooser, state: &State, command: Command) -> Command {
    match command {
        Command::Shoot { shots } if chooser.one_in(2) => {
            let shots = shots
                .into_iter()
                .map(|mut shot: Shot| {
                    shot.scene.terrain =
                        [Intervening::Nothing, Intervening::Obstacle, Intervening::LightTerrain]
                            [chooser.below(3)];
                    shot.scene.building = chooser.one_in(5);
                    shot.scene.out_of_arc = chooser.one_in(5);
                    shot.range = Inches::tenths(u32::try_from(chooser.below(400)).unwrap());
                    let models = state.unit(shot.target).unwrap().living();
                    let some: Vec<_> = models.filter(|_| chooser.one_in(3)).collect();
                    if chooser.one_in(4) {
                        shot.scene.behind = some.iter().copied().map(Mark::Model).collect();
                    }
                    shot.scene.cover = match chooser.below(3) {
                        0 => Cover::Everybody(2),
                        1 => Cover::Only { bonus: 1, models: some },
                        _ => Cover::Nobody,
                    };
                    shot
                })
                .collect();
            Command::Shoot { shots }
        }
        Command::Move(of) if chooser.one_in(2) => {
            let features = (0..chooser.below(3))
                .map(|_| match chooser.below(3) {
                    0 => Feature::Difficult { name: "the wood".into() },
                    1 => Feature::Obstacle { name: "the wall".into(), defended: true },
                    _ => Feature::Obstacle { name: "the hedge".into(), defended: false },
                })
                .collect();
            Command::Move(Move { features, ..of })
        }
        other => other,
    }
}

fn play(setup: &Setup, seed: u64) -> BTreeSet<&'static str> {
    let mut state = Antares::set_up(setup).unwrap();
    let mut chooser = Chooser::new(seed);
    let mut next = 0;
    let mut named = BTreeSet::new();
    for _ in 0..3_000 {
        let open = Antares::open(&state);
        if open.is_empty() {
            assert!(Antares::is_over(&state));
            return named;
        }
        let open = &open[chooser.below(open.len())];
        let option = open.options[chooser.below(open.options.len())].clone();
        let seat = match open.who {
            Who::Seat(seat) | Who::May(seat) => seat,
            Who::AnyPlayer => Seat(0),
        };
        let by = Doer { seats: vec![seat], organiser: false };
        let varied = vary(&mut chooser, &state, option.clone());
        let mut dice = Stream { chooser: &mut chooser, next: &mut next };
        let events = Antares::decide(&state, &by, &varied, &mut dice)
            .or_else(|_| Antares::decide(&state, &by, &option, &mut dice))
            .unwrap_or_else(|refusal| panic!("seed {seed}: {option:?}: {refusal}"));
        named.append(&mut check(&state, &events, seed));
        for event in &events {
            Antares::apply(&mut state, event);
        }
    }
    panic!("seed {seed}: no end in sight");
}

#[test]
fn every_step_of_a_random_battle_can_be_explained() {
    let forces: Vec<Faction> =
        Faction::ALL.into_iter().filter(|faction| *faction != Faction::Other).collect();
    let mut named = BTreeSet::new();
    for (place, one) in forces.iter().enumerate() {
        let other = forces[(place + 1) % forces.len()];
        for seed in 0..BATTLES {
            let library = Library::built_in();
            let setup = if seed % 2 == 0 {
                Setup::quick(library, *one, other).unwrap()
            } else {
                everything(library, *one, other)
            };
            let mut setup = setup;
            setup.options.effective_range_only = seed % 6 == 5;
            if !seed.is_multiple_of(3) {
                setup.buildings = town::town(seed);
            }
            named.append(&mut play(&setup, seed * 100 + place as u64));
        }
    }
    assert!(named.len() > 125, "only {} rules came up: {named:?}", named.len());
}

/// All units of two forces, the additional ones too.
fn everything(library: &Library, one: Faction, other: Faction) -> Setup {
    let keys = |faction: Faction| -> Vec<&str> {
        library.units.iter().filter(|u| u.faction == faction).map(|u| u.key.as_str()).collect()
    };
    let (mine, theirs) = (keys(one), keys(other));
    let (red, blue) =
        (gatemaster_rules::colour::Colour::Red, gatemaster_rules::colour::Colour::Blue);
    Setup::of(library, [("One", red, one, &mine), ("Two", blue, other, &theirs)]).unwrap()
}
