//! The full account of a step: every die with its number, what it needed term by term, and the rules behind it with their
//! pages.

use std::collections::BTreeSet;

use gatemaster_rules::at43::command::Mark;
use gatemaster_rules::at43::event::{Event, Rerolled, Victims};
use gatemaster_rules::at43::need::{Need, Reason, Test};
use gatemaster_rules::at43::report::{
    Explained, LONGEST, explain, lines, rolls, row_of_reason, rows,
};
use gatemaster_rules::at43::rulebook::rule;
use gatemaster_rules::dice::Roll;

use super::sample::Game;
use super::telling::{
    GOLEMS, OTHER_GOLEMS, TROOPERS, accuracy, combat, damage, die, every_event, game, once, salvo,
    seen_by_nobody, table, variations,
};

/// So many events can have dice in them.
const KINDS_WITH_DICE: usize = 13;

fn told(events: &[Event]) -> Vec<Explained> {
    explain(&seen_by_nobody(&game().state), events)
}

fn fired(weapon: &str, overwatch: bool) -> Event {
    let mut salvo = salvo(Mark::Unit(OTHER_GOLEMS));
    salvo.weapon = Game::weapon(weapon);
    Event::SalvoFired { unit: TROOPERS, salvo, overwatch, shooters: 6 }
}

fn rolled() -> Event {
    Event::ShotsRolled {
        unit: TROOPERS,
        test: accuracy(5, 4),
        dice: vec![
            Rerolled(vec![die(17, 5)]),
            Rerolled(vec![die(18, 2), die(20, 3)]),
            Rerolled(vec![die(19, 1), die(21, 4)]),
        ],
        impacts: 2,
    }
}

/// T-SHT-7, T-UTR-1, T-UTR-2, T-MEA-2
#[test]
fn every_die_of_a_salvo_stands_with_its_number_and_what_was_counted_for_it() {
    let told = told(&[fired("laser-rifle", false), rolled()]);
    assert_eq!(told.len(), 1, "{told:#?}");
    assert_eq!(
        told[0].text,
        "Steel troopers 1 fire 6 laser rifles at Storm golems 2, range 4: 4+ (Accuracy 5, range −4): \
         5 2→3 1→4: 2 impacts.\n\
         Counted for it: Accuracy 5 (T-SHT-7), range −4 (T-MEA-2); that makes 1, and a die needs 4+.\n\
         Dice for the shots of Steel troopers 1 with laser rifles: D6 no. 17: 5 met; D6 no. 18: 2 \
         missed, again D6 no. 20: 3 missed; D6 no. 19: 1 missed, again D6 no. 21: 4 met."
    );
    let numbers: Vec<_> =
        told[0].dice.iter().map(|die| (die.roll.number, die.again, die.met)).collect();
    assert_eq!(
        numbers,
        [
            (Some(17), 0, Some(true)),
            (Some(18), 0, Some(false)),
            (Some(20), 1, Some(false)),
            (Some(19), 0, Some(false)),
            (Some(21), 1, Some(true)),
        ]
    );
    assert!(told[0].dice.iter().all(|die| die.need == Some(Need::AtLeast(4))));
    let terms: Vec<_> =
        told[0].dice[0].counted.iter().map(|term| (term.reason, term.value, term.row)).collect();
    assert_eq!(
        terms,
        [(Reason::Accuracy, Some(5), "T-SHT-7"), (Reason::Range, Some(-4), "T-MEA-2")]
    );
    for row in ["T-SHT-7", "T-UTR-1", "T-UTR-2", "T-MEA-2", "T-SHT-3"] {
        assert!(told[0].rows.contains(&row), "{row} is not among {:?}", told[0].rows);
    }
    assert!(told[0].sources().contains("T-SHT-7 (page 64)"), "{}", told[0].sources());
}

/// T-WPN-1, T-WPN-3, T-IND-2, T-OVW-2, T-CBT-3
#[test]
fn the_rules_of_the_weapon_stand_behind_its_dice() {
    let rows = |event: Event| told(&[event, rolled()])[0].rows.clone();
    for (weapon, overwatch, row) in [
        ("missile-launcher", false, "T-WPN-1"),
        ("medium-nucleus-cannon", false, "T-WPN-3"),
        ("grenades", false, "T-IND-2"),
        ("laser-rifle", true, "T-OVW-2"),
    ] {
        let with = rows(fired(weapon, overwatch));
        assert!(with.contains(&row), "{row} is not among {with:?}");
        let without = rows(fired("laser-rifle", false));
        assert!(!without.contains(&row), "{row} is among {without:?}");
    }
    let fought = Event::Fought { unit: TROOPERS, combat: combat() };
    let blows = Event::ShotsRolled {
        unit: TROOPERS,
        test: table((2, Reason::Accuracy), (-5, Reason::Combat)),
        dice: once(&[6]),
        impacts: 1,
    };
    let told = told(&[fought, blows]);
    assert!(told[0].rows.contains(&"T-CBT-3") && !told[0].rows.contains(&"T-SHT-7"));
    assert!(told[0].text.contains("blows of Steel troopers 1 with combat knives"), "{told:?}");
}

#[test]
fn no_die_of_any_event_is_left_out() {
    let game = game();
    let view = seen_by_nobody(&game.state);
    let mut examples = every_event(&game.state);
    examples.extend(variations(&game.state));
    let mut kinds = BTreeSet::new();
    for event in examples {
        let told = explain(&view, std::slice::from_ref(&event));
        let faces = |dice: Vec<Roll>| {
            let mut dice: Vec<_> = dice.iter().map(|roll| (roll.number, roll.face)).collect();
            dice.sort_unstable();
            dice
        };
        let explained =
            told.iter().flat_map(|one| one.dice.iter().map(|die| die.roll)).collect::<Vec<_>>();
        assert_eq!(faces(explained), faces(rolls(&event)), "{event:?}");
        for roll in rolls(&event) {
            let number = format!("no. {}: {}", roll.number.unwrap(), roll.face);
            assert!(told.iter().any(|one| one.text.contains(&number)), "{number}: {told:?}");
        }
        assert!(rolls(&event).is_empty() || event.rolls(), "{event:?}");
        if !rolls(&event).is_empty() {
            kinds.insert(format!("{event:?}").split(' ').next().unwrap().to_owned());
        }
    }
    assert_eq!(kinds.len(), KINDS_WITH_DICE, "{kinds:?}");
}

#[test]
fn every_row_that_is_named_stands_in_the_rule_book() {
    let game = game();
    let mut examples = every_event(&game.state);
    examples.extend(variations(&game.state));
    let mut with_rows = 0;
    for event in &examples {
        for row in rows(event) {
            assert!(rule(row).is_some(), "there is no {row} for {event:?}");
            with_rows += 1;
        }
        // what people agree on among themselves needs no rule
        let agreed = matches!(
            event,
            Event::CompanyUnlocked { .. }
                | Event::AnsweredFor { .. }
                | Event::Proposed(_)
                | Event::ProposalAnswered { .. }
                | Event::ProposalWithdrawn
                | Event::Corrected { .. }
                | Event::Flow(_)
        );
        assert_eq!(rows(event).is_empty(), agreed, "{event:?}");
    }
    assert!(with_rows > 100);
    for reason in [
        Reason::Accuracy,
        Reason::Detection,
        Reason::Range,
        Reason::Combat,
        Reason::Penetration,
        Reason::Protection,
        Reason::Morale,
        Reason::MoraleDifficulty,
        Reason::LockedShot,
        Reason::ArtilleryStrike,
        Reason::Cover,
        Reason::TakeCover,
        Reason::RunOverFree,
        Reason::RunOverEngaged,
    ] {
        assert!(rule(row_of_reason(reason)).is_some(), "{reason}");
    }
}

/// T-DRL-5
#[test]
fn a_face_that_stands_fast_is_explained_as_such() {
    let cover = Event::CoverRolled {
        on: GOLEMS,
        test: Test::Fixed { face: 3, why: Reason::TakeCover },
        rolls: vec![Roll { number: None, sides: 6, face: 3 }],
        stopped: 1,
    };
    let told = told(&[cover]);
    assert_eq!(
        told[0].text,
        "Cover stops the impact on Storm golems 1, 3+ (Take cover!): 3.\n\
         Counted for it: Take cover! (T-DRL-5), whatever else; a die needs 3+.\n\
         Die for the cover of Storm golems 1: D6 by hand: 3 met."
    );
    assert_eq!(told[0].dice[0].counted[0].value, None);
}

#[test]
fn an_account_that_is_too_long_goes_on_in_the_next_text() {
    let faces: Vec<u32> = (0..120).map(|n| n % 6 + 1).collect();
    let rolled = Event::DamageRolled {
        on: Victims::Unit(GOLEMS),
        test: damage(5, 6),
        dice: once(&faces),
        successes: 60,
    };
    let told = told(&[rolled]);
    assert!(told.len() > 2, "{}", told.len());
    assert!(told.iter().all(|one| one.text.chars().count() < LONGEST && !one.text.is_empty()));
    assert!(told.iter().all(|one| one.rows == told[0].rows));
    assert_eq!(told.iter().map(|one| one.dice.len()).sum::<usize>(), 120);
    assert_eq!(told.iter().map(|one| one.text.matches("no. ").count()).sum::<usize>(), 120);
}

#[test]
fn the_account_says_all_that_the_report_says() {
    let game = game();
    let view = seen_by_nobody(&game.state);
    let events = [
        fired("laser-rifle", false),
        rolled(),
        Event::ImpactsTaken { on: Victims::Unit(OTHER_GOLEMS), impacts: 2, in_zone: false },
        Event::Ended { unit: TROOPERS },
    ];
    let account: Vec<String> = explain(&view, &events).into_iter().map(|one| one.text).collect();
    for line in lines(&view, &events) {
        assert!(account.iter().any(|text| text.contains(&line.text)), "{line}: {account:?}");
    }
    // what goes without saying leaves its rules with what was said before it
    let all = explain(&view, &events);
    assert!(all[0].rows.contains(&"T-SHT-9"), "{:?}", all[0].rows);
}
