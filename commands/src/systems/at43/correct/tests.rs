//! What can be set right, read as it is typed, and drawn within Discord's limits.

use gatemaster_rules::at43::State;
use gatemaster_rules::at43::correct::Correction;
use gatemaster_rules::at43::state::{Contact, Drill, MemberId, Proposal, Role, Stands, UnitId};
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::table::Player;

use super::super::control::tests::{counting, crowded, fits, person, seated, shown};
use super::what::{self, Subject, What};
use super::{controls, menu, read, rings};
use crate::face::Controls;

/// Two companies in the middle of it: somebody fell, somebody lies on the ground, a machine is hurt, a unit is gone.
fn middle() -> State {
    let mut state = counting("hold-the-position", 0);
    let infantry: Vec<usize> =
        (0..state.units.len()).filter(|at| state.is_infantry(&state.units[*at])).collect();
    let machine = (0..state.units.len()).find(|at| !infantry.contains(at)).unwrap();
    let [one, other, ..] = infantry[..] else { panic!("too few units") };
    let last = state.units[one].members.len() - 1;
    state.units[one].members[last].out = true;
    state.units[one].members[last - 1].grounded = true;
    state.units[other].drills = vec![Drill::Overwatch];
    state.units[other].disorganized = true;
    let hurt = &mut state.units[machine].members[0].machine;
    hurt.as_mut().unwrap().frame = 1;
    let gone = state.units.len() - 1;
    for member in &mut state.units[gone].members {
        member.out = true;
    }
    state.units[gone].stands = Stands::Gone(gatemaster_rules::at43::state::Gone::Destroyed);
    state
}

fn controls_of(card: gatemaster_discord::card::Card) -> Controls {
    Controls { text: card.content, selects: card.selects, buttons: card.buttons }
}

/// T-CTL-1, T-UNI-3, T-DMG-5 and whatever else is kept count of
#[test]
fn everything_that_is_offered_can_be_set_right() {
    let mut state = middle();
    // nobody has cards in the control phase, so units can be put anywhere
    state.mission.as_mut().unwrap().reinforcements = true;
    for what in What::ALL {
        let subjects = what::subjects(&state, what);
        assert!(!subjects.is_empty(), "{what:?}");
        let mut possible = 0;
        for of in subjects {
            let name = of.name(&state).to_owned();
            assert_eq!(read::subject(&state, what, Some(&name)).unwrap(), of, "{what:?} {name}");
            assert_eq!(what.subject(of.number()), of);
            for value in what::values(&state, what, of) {
                if what == What::Structure {
                    let typed = format!("{}: frame 1", value.text);
                    read::correction(&state, what, of, &typed).unwrap();
                    continue;
                }
                let read = read::correction(&state, what, of, &value.text)
                    .unwrap_or_else(|why| panic!("{what:?} {name} {}: {why}", value.text));
                let checked = read.check(&state);
                assert!(checked.is_ok() || value.is, "{what:?} {name} {}: {checked:?}", value.text);
                possible += usize::from(checked.is_ok());
            }
        }
        assert!(possible > 0 || what.takes_number() || what == What::Structure, "{what:?}");
    }
}

fn unit(state: &State, fits: impl Fn(UnitId) -> bool) -> Subject {
    Subject::Unit(state.ids().find(|id| fits(*id)).unwrap())
}

/// T-UNI-3, T-CTL-4
#[test]
fn several_of_a_unit_and_several_captors_are_typed_in_one_line() {
    let state = middle();
    let infantry = unit(&state, |id| state.is_infantry(state.unit(id).unwrap()));
    let Subject::Unit(unit) = infantry else { panic!() };
    let of = state.unit(unit).unwrap();
    let officer = of.officer().unwrap();
    let fighters = of.living().filter(|(_, member)| member.role == Role::Standard);
    let fighters: Vec<MemberId> = fighters.map(|(which, _)| which).take(2).collect();
    let lost =
        |members: Vec<MemberId>| Correction::Members { unit, members, out: true, grounded: false };
    let place = what::subjects(&state, What::Captured)[0];
    let Subject::Place(id) = place else { panic!() };
    let captured =
        |by: &[u8]| Correction::Captured { place: id, by: by.iter().copied().map(Seat).collect() };
    let everybody: Vec<MemberId> = of.living().map(|(which, _)| which).collect();
    for (what, of, typed, meant) in [
        (What::Lost, infantry, "2 fighters, officer", lost([&fighters[..], &[officer]].concat())),
        (What::Lost, infantry, "2", lost(fighters.clone())),
        (What::Captured, place, "Red, blue", captured(&[1, 0])),
        (What::Captured, place, "nobody", captured(&[])),
    ] {
        let read = read::correction(&state, what, of, typed);
        assert_eq!(read.unwrap_or_else(|why| panic!("{what:?} {typed}: {why}")), meant);
    }
    let Ok(Correction::Members { members, .. }) =
        read::correction(&state, What::Lost, infantry, "all")
    else {
        panic!("all are several")
    };
    assert_eq!(members.len(), everybody.len());
    for (what, of, typed, says) in [
        (What::Lost, infantry, "99 fighters", "`99 fighters` does not fit"),
        (What::Lost, infantry, "0 fighters", "`0 fighters` does not fit"),
        (What::Captured, place, "Green", "sides apart by commas"),
    ] {
        let why = read::correction(&state, what, of, typed).unwrap_err().to_string();
        assert!(why.contains(says), "{typed}: {why}");
    }
}

#[test]
fn corrections_are_typed_in_one_line() {
    let state = middle();
    let infantry = unit(&state, |id| state.is_infantry(state.unit(id).unwrap()));
    let Subject::Unit(id) = infantry else { panic!() };
    let of = state.unit(id).unwrap();
    let officer = of.officer().unwrap();
    let last = MemberId(u8::try_from(of.members.len() - 1).unwrap());
    let member = |member, out, grounded| Correction::Member { unit: id, member, out, grounded };
    let foe = state.enemies_on_field(of.side).next().unwrap();
    let machine = unit(&state, |id| !state.is_infantry(state.unit(id).unwrap()));
    let Subject::Unit(walker) = machine else { panic!() };
    let whole = state.unit(walker).unwrap().members[0].machine.clone().unwrap();
    let blue = Subject::Side(Seat(0));
    let place = what::subjects(&state, What::Control)[0];
    let Subject::Place(place_id) = place else { panic!() };
    for (what, of, typed, meant) in [
        (What::Lost, infantry, "Officer", member(officer, true, false)),
        (What::Lost, infantry, "1 officer", member(officer, true, false)),
        (What::Back, infantry, "", member(last, false, false)),
        (
            What::Drills,
            infantry,
            "Overwatch!, take cover",
            Correction::Drills { unit: id, drills: vec![Drill::Overwatch, Drill::TakeCover] },
        ),
        (What::Drills, infantry, "none", Correction::Drills { unit: id, drills: vec![] }),
        (
            What::Morale,
            infantry,
            "disorganized",
            Correction::Morale { unit: id, disorganized: true },
        ),
        (What::Contact, infantry, &foe.1.name, Correction::Contact { unit: id, with: vec![foe.0] }),
        (What::Contact, infantry, "nobody", Correction::Contact { unit: id, with: vec![] }),
        (
            What::Stands,
            infantry,
            "reserve",
            Correction::Stands { unit: id, stands: Stands::Reserve },
        ),
        (
            What::Structure,
            machine,
            "machine 1: frame 2 propulsion 1",
            Correction::Machine {
                unit: walker,
                member: MemberId(0),
                frame: 2,
                propulsion: 1,
                weapons: whole.weapons.clone(),
            },
        ),
        (What::Leadership, blue, "7", Correction::Leadership { seat: Seat(0), pool: 7 }),
        (What::Victory, blue, "12", Correction::Points { seat: Seat(0), vp: 12, rp: 0 }),
        (What::Supplies, blue, "150", Correction::Points { seat: Seat(0), vp: 0, rp: 150 }),
        (What::Control, place, "red", Correction::Control { place: place_id, by: Some(Seat(1)) }),
        (What::Control, place, "nobody", Correction::Control { place: place_id, by: None }),
    ] {
        let read = read::correction(&state, what, of, typed);
        assert_eq!(read.unwrap_or_else(|why| panic!("{what:?} {typed}: {why}")), meant);
    }
    for (what, of, typed, says) in [
        (What::Lost, infantry, "wizard", "`wizard` does not fit"),
        (What::Lost, infantry, "", "Say how it should be with"),
        (What::Structure, machine, "machine 9: frame 2", "does not fit"),
        (What::Structure, machine, "machine 1: wings 2", "such as `machine 1: frame 3"),
        (What::Structure, machine, "machine 1: frame many", "does not fit"),
        (What::Drills, infantry, "dance", "drills apart by commas"),
        (What::Contact, infantry, "Ghosts", "No unit here is called `Ghosts`"),
        (What::Stands, infantry, "the moon", "`in reserve`"),
        (What::Leadership, blue, "many", "`many` does not fit Blue; it can be a number."),
        (What::Leadership, blue, "-1", "it can be a number"),
        (What::Control, place, "Green", "`Red`"),
    ] {
        let refused = read::correction(&state, what, of, typed).unwrap_err().to_string();
        assert!(refused.contains(says), "{what:?} {typed}: {refused}");
    }
    let nobody = read::subject(&state, What::Lost, Some("Ghosts")).unwrap_err().to_string();
    assert!(nobody.contains("`ghosts` fits nobody here"), "{nobody}");
    let silent = read::subject(&state, What::Leadership, None).unwrap_err().to_string();
    assert!(silent.contains("Blue and Red"), "{silent}");
}

#[test]
fn the_menu_of_the_largest_table_fits_on_a_message() {
    let mut state = crowded();
    for at in 0..state.units.len() {
        let (grounded, id) = (at % 5 == 0, UnitId(u16::try_from(at).unwrap()));
        let unit = &mut state.units[at];
        if grounded && unit.members[0].machine.is_none() {
            unit.members[0].grounded = true;
        }
        let last = unit.members.last_mut().unwrap();
        last.out = last.role != Role::Officer && at % 2 == 0 && last.machine.is_none();
        if at > 0 {
            state.contacts.push(Contact::between(UnitId(0), id));
        }
    }
    let (game, view) = shown(&state);
    fits(&controls_of(menu::what(&game)));
    for what in What::ALL {
        let subjects = what::subjects(&state, what);
        let last = u16::try_from(subjects.len() - 1).unwrap();
        for from in [0, 25, last, u16::MAX] {
            fits(&controls_of(menu::of_whom(&game, &view, what, from).unwrap()));
        }
        for of in subjects.iter().take(8) {
            match menu::how(&game, &view, what, of.number()).unwrap() {
                menu::How::List(card) => fits(&controls_of(*card)),
                menu::How::Form(form) => {
                    assert!(what.takes_number() || what == What::Structure, "{what:?}");
                    assert!(!form.inputs.is_empty());
                }
            }
        }
    }
    let with = state.enemies_on_field(Seat(0)).map(|(id, _)| id).collect();
    let correction = Correction::Contact { unit: UnitId(0), with };
    state.proposal = Some(Proposal { by: Seat(0), correction });
    let (game, view) = shown(&state);
    fits(&controls(&game, &view));
}

/// Corrections are for people to settle, so the program is asked for none.
#[test]
fn a_correction_is_for_people_of_other_sides_else_for_the_organiser_who_is_rung_for() {
    let mut state = counting("hold-the-position", 0);
    let correction = Correction::Leadership { seat: Seat(0), pool: 7 };
    state.proposal = Some(Proposal { by: Seat(0), correction });
    let (ann, bob, mia) = (person(1, "Ann"), person(2, "Bob"), person(3, "Mia"));
    let asked = |players: &[Player], organiser| {
        let (game, view) = seated(&state, players, organiser);
        (controls(&game, &view).text, rings(&game, &view))
    };
    let (text, rung) = asked(&[ann.clone(), bob], Some(mia.clone()));
    assert!(text.ends_with("**Bob**, do you agree?") && rung.is_empty(), "{text}");
    let (text, rung) = asked(&[ann.clone(), Player::bot()], Some(mia));
    assert!(text.ends_with("**Mia**, do you agree?"), "{text}");
    assert_eq!(rung, [(UserId(3), "answer the correction")]);
    let (text, rung) = asked(&[ann, Player::bot()], None);
    assert!(text.contains("Nobody else is here to agree") && rung.is_empty(), "{text}");
}
