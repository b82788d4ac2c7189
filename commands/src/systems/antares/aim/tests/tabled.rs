//! Bands of ranges, and what each promises.

use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::{State, label, odds};

use super::super::bands::bands;
use super::super::draft::Draft;
use super::super::outlook::outlooks;
use super::super::table::lines;
use super::{RED, aimed, aimed_with, battle, blue};

/// "up to 20″: 5 × plasma carbine (scatter)"
fn table(state: &State, draft: &Draft) -> Vec<String> {
    let line = |band: &super::super::bands::Band| {
        format!("{}: {}", band.upto, label::ways(state, draft.unit, &band.uses))
    };
    bands(state, draft).iter().map(line).collect()
}

#[test]
fn a_strike_squad_has_a_band_for_each_range_of_its_carbines() {
    let state = battle(&["c3_strike_squad"], &["gang_fighters"]);
    let single = aimed_with(&state, Manner::Fire, "5 × plasma carbine (single shot)");
    assert_eq!(
        table(&state, &single),
        [
            "up to 20″: 5 × plasma carbine (single shot)",
            "up to 30″: 5 × plasma carbine (single shot)",
            "up to 50″: 5 × plasma carbine (single shot)",
        ]
    );
    let sling = aimed_with(&state, Manner::Fire, "X-sling and 4 × plasma carbine (single shot)");
    assert_eq!(
        table(&state, &sling),
        [
            "up to 10″: X-sling and 4 × plasma carbine (single shot)",
            "up to 20″: X-sling and 4 × plasma carbine (single shot)",
            "up to 30″: 5 × plasma carbine (single shot)",
            "up to 50″: 5 × plasma carbine (single shot)",
        ]
    );
}

#[test]
fn beyond_the_reach_of_scatter_single_shots_are_offered() {
    let state = battle(&["c3_strike_squad"], &["gang_fighters"]);
    let scatter = aimed_with(&state, Manner::Fire, "5 × plasma carbine (scatter)");
    assert_eq!(
        table(&state, &scatter),
        [
            "up to 20″: 5 × plasma carbine (scatter)",
            "up to 30″: 5 × plasma carbine (scatter)",
            "up to 50″: 5 × plasma carbine (single shot)",
        ]
    );
    let choices = scatter.choices(&state);
    assert_eq!(choices.len(), 4, "each way once, however much of it reaches: {choices:?}");
}

#[test]
fn a_launcher_with_a_minimum_shoots_straight_at_what_is_nearer() {
    let state = battle(&["ai_squad"], &["gang_fighters"]);
    let lobbed =
        aimed_with(&state, Manner::Fire, "mag pistol, 3 × mag gun and micro-X launcher (overhead)");
    assert_eq!(
        table(&state, &lobbed),
        [
            "under 10″: mag pistol, 3 × mag gun and micro-X launcher (direct)",
            "up to 20″: mag pistol, 3 × mag gun and micro-X launcher (overhead)",
            "up to 30″: mag pistol, 3 × mag gun and micro-X launcher (overhead)",
            "up to 50″: 3 × mag gun and micro-X launcher (overhead)",
            "up to 60″: 3 × mag gun",
        ]
    );
    assert_eq!(bands(&state, &lobbed)[0].upto.range(), Inches::tenths(99));
    let straight =
        aimed_with(&state, Manner::Fire, "mag pistol, 3 × mag gun and micro-X launcher (direct)");
    let first = bands(&state, &straight)[0].upto;
    assert_eq!(first.to_string(), "up to 10″", "no weapon of these has a minimum");
}

#[test]
fn a_team_does_not_fire_its_howitzer_under_ten_inches() {
    let state = battle(&["c3_x_howitzer_team"], &["gang_fighters"]);
    let howitzer = aimed_with(&state, Manner::Fire, "X-howitzer");
    assert_eq!(
        table(&state, &howitzer),
        [
            "under 10″: 3 × plasma pistol",
            "up to 50″: X-howitzer",
            "up to 100″: X-howitzer",
            "up to 200″: X-howitzer",
        ]
    );
}

#[test]
fn with_effective_range_only_the_far_bands_are_gone() {
    let mut state = battle(&["c3_strike_squad"], &["gang_fighters"]);
    state.options.effective_range_only = true;
    let single = aimed_with(&state, Manner::Fire, "5 × plasma carbine (single shot)");
    assert_eq!(table(&state, &single), ["up to 20″: 5 × plasma carbine (single shot)"]);
}

#[test]
fn armour_that_is_weaker_close_up_and_camo_make_bands_of_their_own() {
    let state = battle(&["gang_fighters"], &["c3_strike_squad"]);
    let ends = |state: &State| {
        let draft = aimed(state, Manner::Fire);
        bands(state, &draft).iter().map(|band| band.upto.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(ends(&state), ["up to 10″", "up to 20″", "up to 30″", "up to 60″"]);

    let mut state = battle(&["c3d1_light_support_drone"], &["phase_sniper"]);
    assert_eq!(ends(&state), ["up to 10″", "up to 30″", "up to 40″", "up to 80″"]);
    let sniper = blue(&state);
    state.units[sniper.index()].dice.placed = vec![Order::Down];
    let draft = aimed(&state, Manner::Fire);
    let outlooks = outlooks(&state, &draft);
    assert!(outlooks[0].refused.is_none(), "near enough to be seen");
    assert!(outlooks[1].refused.as_ref().unwrap().contains("camo drone"), "{:?}", outlooks[1]);
}

#[test]
fn a_measured_range_is_the_only_band() {
    let state = battle(&["c3_strike_squad"], &["gang_fighters"]);
    let mut draft = aimed_with(&state, Manner::Fire, "5 × plasma carbine (single shot)");
    draft.range = Inches::parse("27.5");
    assert_eq!(table(&state, &draft), ["at 27½″: 5 × plasma carbine (single shot)"]);
    assert_eq!(draft.choices(&state).len(), 2, "an X-sling does not reach so far");
}

#[test]
fn each_band_says_what_the_rules_foretell() {
    let state = battle(&["c3_strike_squad"], &["gang_fighters"]);
    let draft = aimed_with(&state, Manner::Fire, "5 × plasma carbine (single shot)");
    let outlooks = outlooks(&state, &draft);
    let choices = draft.choices(&state);
    let wished = draft.chosen(&choices).unwrap();
    let told = lines(&state, &draft, &outlooks, wished, None);
    let percent = |chance: f64| match chance {
        chance if chance > 0.0 && chance < 0.005 => "<1".to_owned(),
        chance => format!("{:.0}", chance * 100.0),
    };
    for (range, needs) in [(20, "6"), (30, "5"), (50, "4")] {
        let shot = draft.shot(&state, super::blue(&state), Inches::whole(range));
        let foretold = |down| odds::shot(&state, RED, Manner::Fire, &shot, down).unwrap();
        let (odds, down) = (foretold(false), foretold(true));
        let far = format!("≤{range}″");
        let row = told.iter().find(|line| line.contains(&far)).unwrap();
        let row: Vec<&str> = row.split_whitespace().collect();
        let lost = format!("{:.1}/{:.1}", odds.expected_casualties(), down.expected_casualties());
        let hits = format!("{:.1}", odds.expected_hits());
        let pins = format!("{:.1}", odds.expected_pins());
        let breaks = format!("{}/{}%", percent(odds.breaks), percent(down.breaks));
        assert_eq!(row, [&far, needs, &hits, &lost, &pins, &breaks]);
    }
    let why = "-# up to 20″ (effective): 5 shots need 6 or less (Acc 5, Fire order +1).";
    assert!(told.iter().any(|line| line == why), "{told:#?}");
    let again = lines(&state, &draft, &outlooks, wished, Some(1));
    assert!(again.iter().any(|line| line.starts_with('>') && line.contains("≤30″")), "{again:#?}");
    assert!(
        again
            .iter()
            .any(|line| line.starts_with("-# up to 30″ (long) as last time: 5 shots need 5"))
    );
    let buttons: Vec<String> =
        outlooks.iter().map(super::super::outlook::Outlook::button).collect();
    assert_eq!(
        buttons,
        ["Shoot, up to 20″ (needs 6)", "Shoot, up to 30″ (needs 5)", "Shoot, up to 50″ (needs 4)"]
    );
}

#[test]
fn mixed_weapons_are_told_one_by_one_and_a_lone_target_by_its_end() {
    let state = battle(&["ai_squad"], &["ghar_command_crawler"]);
    let draft = aimed_with(
        &state,
        Manner::Advance,
        "mag pistol, 3 × mag gun and micro-X launcher (direct)",
    );
    let outlooks = outlooks(&state, &draft);
    let told = lines(&state, &draft, &outlooks, &outlooks[1].uses, Some(1));
    let foretold = outlooks[1].odds.as_ref().unwrap();
    let row = told.iter().find(|line| line.starts_with('>')).unwrap();
    let row: Vec<&str> = row.trim_start_matches('>').split_whitespace().collect();
    let hits = format!("{:.1}", foretold.expected_hits());
    let destroyed = format!("{:.0}%", foretold.destroyed * 100.0);
    let pins = format!("{:.1}", foretold.expected_pins());
    assert_eq!(row, ["≤20″", "4/5", &hits, &destroyed, &pins]);
    // those that need the same for the same reasons stand together
    let each = "mag pistol (1 shot) needs 4 or less (Acc 5, long range −1)";
    let together =
        "mag gun (3 shots) and micro-X launcher (direct, 1 shot) need 5 or less (Acc 5).";
    let others = "-# ≤50″ 3 × mag gun and micro-X launcher (overhead); ≤60″ without mag pistol and";
    for words in [each, together, others] {
        assert!(told.iter().any(|line| line.contains(words)), "{words}: {told:#?}");
    }
    assert!(
        told.contains(&"-# Few pins: none if armour turns every hit aside.".to_owned()),
        "{told:#?}"
    );
    assert!(outlooks[1].down.is_none(), "a crawler may go down, but that spares it no hit");
}

#[test]
fn a_sniper_begins_with_the_rifle() {
    let state = battle(&["phase_sniper"], &["gang_fighters"]);
    let draft = aimed(&state, Manner::Fire);
    assert_eq!(
        table(&state, &draft),
        ["up to 20″: phase rifle", "up to 30″: phase rifle", "up to 100″: phase rifle"]
    );
}
