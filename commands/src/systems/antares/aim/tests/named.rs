//! Models and weapons as people write them.

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::command::{Cover, Mark};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::state::{ModelId, Unit};

use super::super::models::{cover, marks, shooters, spell};
use super::{RED, aimed_with, battle};

fn squad(keys: &[&str]) -> (State, Unit) {
    let state = battle(keys, &["gang_fighters"]);
    let unit = state.unit(RED).unwrap().clone();
    (state, unit)
}

fn models(ids: &[u8]) -> Vec<Mark> {
    ids.iter().map(|id| Mark::Model(ModelId(*id))).collect()
}

#[test]
fn models_are_understood_as_people_write_them() {
    let (state, unit) = squad(&["c3_strike_squad"]);
    for (text, ids) in [
        ("Trooper 2, Leader", &[1, 2, 0][..]),
        ("2 troopers and the leader", &[1, 2, 0]),
        ("two Strike Troopers; strike leader", &[1, 2, 0]),
        ("2x trooper", &[1, 2]),
        ("trooper x3", &[1, 2, 3]),
        ("a trooper, a trooper", &[1, 2]),
        ("trooper", &[1]),
        ("troopers", &[1, 2, 3, 4]),
        ("all troopers", &[1, 2, 3, 4]),
        ("LEADER & 1 of the troopers", &[0, 1]),
        ("all", &[0, 1, 2, 3, 4]),
        ("everybody", &[0, 1, 2, 3, 4]),
        ("nobody", &[]),
        ("-", &[]),
        ("", &[]),
    ] {
        assert_eq!(marks(&state, &unit, text), Ok(models(ids)), "{text}");
    }
}

#[test]
fn the_fallen_are_not_counted_and_the_first_standing_are_taken() {
    let (state, mut unit) = squad(&["c3_strike_squad"]);
    unit.models[1].lost = true;
    assert_eq!(marks(&state, &unit, "Trooper 2"), Ok(models(&[2, 3])));
    assert_eq!(marks(&state, &unit, "troopers"), Ok(models(&[2, 3, 4])));
    let faults = marks(&state, &unit, "4 troopers").unwrap_err();
    assert_eq!(faults, ["C3 Strike Squad has 3 × Strike Trooper, not 4."]);
}

#[test]
fn every_fault_is_named() {
    let (state, unit) = squad(&["c3_strike_squad"]);
    let faults = marks(&state, &unit, "2 dragons, Leader 2, strike, 0 troopers").unwrap_err();
    assert_eq!(
        faults,
        [
            "I know no `2 dragons` in C3 Strike Squad; there is Strike Leader and Strike Trooper (4).",
            "C3 Strike Squad has 1 × Strike Leader, not 2.",
            "`strike` could be Strike Leader and Strike Trooper; write the whole name.",
            "Leave `0 troopers` out where nobody is meant.",
        ]
    );
    let twice = marks(&state, &unit, "leader, the leader").unwrap_err();
    assert_eq!(twice, ["`the leader` is more than is left of Strike Leader."]);
    let odd = marks(&state, &unit, "`**@everyone**`").unwrap_err();
    assert!(odd[0].starts_with("I know no `ˋ**@everyone**ˋ` in"), "{odd:?}");
}

#[test]
fn a_name_that_another_begins_with_is_still_told_apart() {
    let (state, unit) = squad(&["ai_squad"]);
    assert_eq!(marks(&state, &unit, "AI Trooper"), Ok(models(&[1])));
    assert_eq!(marks(&state, &unit, "trooper 3"), Ok(models(&[1, 2, 3])));
    assert_eq!(marks(&state, &unit, "micro-x launcher"), Ok(models(&[4])));
    assert_eq!(marks(&state, &unit, "AI Trooper with micro-X launcher"), Ok(models(&[4])));
}

#[test]
fn the_gun_of_a_team_is_named_like_a_model() {
    let (state, unit) = squad(&["ai_x_launcher_team"]);
    let gun = vec![Mark::Model(ModelId(0)), Mark::Gun];
    assert_eq!(marks(&state, &unit, "AI Crew, X-launcher"), Ok(gun.clone()));
    assert_eq!(spell(&state, &unit, &gun), "AI Crew, X-launcher");
    let all: Vec<Mark> = models(&[0, 1]).into_iter().chain([Mark::Gun]).collect();
    assert_eq!(marks(&state, &unit, "all"), Ok(all));
}

#[test]
fn what_is_spelled_is_understood_again() {
    let (state, unit) = squad(&["ai_squad"]);
    for which in [models(&[0]), models(&[1, 2]), models(&[0, 1, 2, 3, 4]), models(&[4])] {
        let text = spell(&state, &unit, &which);
        let mut again = marks(&state, &unit, &text).unwrap();
        again.sort_unstable();
        assert_eq!(again, which, "{text}");
    }
}

#[test]
fn cover_of_some_models_says_how_much() {
    let (_, unit) = squad(&["c3_strike_squad"]);
    let only = |bonus, ids: &[u8]| Cover::Only {
        bonus,
        models: ids.iter().copied().map(ModelId).collect(),
    };
    assert_eq!(cover(&unit, "Trooper 2, Leader", 1), Ok(only(1, &[1, 2, 0])));
    assert_eq!(cover(&unit, "+2: Trooper 2", 1), Ok(only(2, &[1, 2])));
    assert_eq!(cover(&unit, "+2 leader", 1), Ok(only(2, &[0])));
    assert_eq!(cover(&unit, "all", 2), Ok(Cover::Everybody(2)));
    assert_eq!(cover(&unit, "", 2), Ok(Cover::Nobody));
    assert_eq!(cover(&unit, "+5: leader", 1), Err(vec!["Cover adds +1 or +2, not +5.".into()]));
    assert_eq!(cover(&unit, "+: leader", 1), Err(vec!["Cover adds +1 or +2, not +.".into()]));
}

#[test]
fn shooters_are_named_by_weapon_or_by_model() {
    let (state, unit) = squad(&["ai_squad"]);
    let draft =
        aimed_with(&state, Manner::Fire, "mag pistol, 3 × mag gun and micro-X launcher (direct)");
    let uses = draft.uses_at(&state, Inches::whole(18));
    let who = |text: &str| {
        let only = shooters(&state, &unit, &uses, text)?;
        let only = only.map(|only| only.iter().map(|(_, model)| model.0).collect::<Vec<_>>());
        Ok::<_, Vec<String>>(only)
    };
    assert_eq!(who(""), Ok(None));
    assert_eq!(who("all"), Ok(None));
    assert_eq!(who("2 of mag gun"), Ok(Some(vec![1, 2])));
    assert_eq!(who("mag guns, leader"), Ok(Some(vec![1, 2, 3, 0])));
    assert_eq!(who("micro-X launcher"), Ok(Some(vec![4])));
    assert_eq!(who("nobody"), Err(vec!["Somebody has to shoot; name one model at least.".into()]));
    let faults = who("4 mag guns").unwrap_err();
    assert_eq!(faults, ["AI Squad has 3 × Mag gun, not 4."]);
}

#[test]
fn only_those_who_are_named_shoot_whatever_they_switch_to() {
    let state = battle(&["c3_strike_squad"], &["gang_fighters"]);
    let unit = state.unit(RED).unwrap();
    let mut draft = aimed_with(&state, Manner::Fire, "5 × plasma carbine (single shot)");
    let uses = draft.uses_at(&state, Inches::whole(18));
    draft.only = shooters(&state, unit, &uses, "3 of plasma carbine").unwrap();
    for (range, mode) in [(18, 0), (40, 0)] {
        let shot = draft.shot(&state, super::blue(&state), Inches::whole(range));
        assert_eq!((shot.uses.len(), shot.uses[0].mode), (1, mode));
        assert_eq!(super::super::outlook::outlooks(&state, &draft).len(), 3);
    }
    super::choose(&state, &mut draft, "5 × plasma carbine (scatter)");
    let shot = draft.shot(&state, super::blue(&state), Inches::whole(18));
    let words = gatemaster_rules::antares::label::ways(&state, RED, &shot.uses);
    assert_eq!(words, "3 × plasma carbine (scatter)");
}
