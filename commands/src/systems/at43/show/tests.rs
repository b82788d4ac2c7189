//! The board in words, the line of a compact board, what is read aloud, and the head of an export, of games at several moments.

use gatemaster_discord::limits::EMBED_TEXT;
use gatemaster_discord::signs::{Emojis, plain_length, plainly};
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::state::{Drill, Phase, State};
use gatemaster_rules::at43::{Event, Setup, report as told};
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::{System as _, Viewer};

use super::super::trial::{
    BLUE, RED, act, crowd, first_card, mustering, plan, play_on, seen, small,
};
use super::{At43, View, board, emojis, forces, left_off, one_line, said};
use crate::table::ROOM_FOR_QUESTIONS;
use crate::table::transcript::unescape;
use crate::words::esc;

/// What is left for the board below all that stands in its frame.
const ROOM: usize = EMBED_TEXT - ROOM_FOR_QUESTIONS - 1_500;

fn raw(state: &State) -> String {
    let heads: Vec<String> = state.sides.iter().map(|side| format!("**{}**", side.name)).collect();
    plainly(&board::of_all(&seen(state), &heads, ROOM))
}

/// As it is read.
fn text(state: &State) -> String {
    unescape(&raw(state))
}

fn line(state: &State) -> String {
    unescape(&one_line(&seen(state)))
}

#[test]
fn an_ordinary_board_is_a_screen_of_a_phone() {
    let state = first_card(false);
    let text = text(&state);
    let lines = text.lines().count();
    assert!(lines <= 24, "{lines} lines:\n{text}");
    assert!(text.starts_with("**Round 1 of 6** · cards are played · Seek and destroy"), "{text}");
    for unit in &state.units {
        let line =
            format!("🃏 **{}** {}/{}", esc(&unit.name), unit.members.len(), unit.members.len());
        assert!(text.contains(&line), "{line} in\n{text}");
    }
    assert!(text.contains(" · in reserve"), "{text}");
    assert!(text.contains("-# 🃏 to come"), "{text}");
    assert!(text.contains("-# Zones: Blue on the "), "{text}");
}

#[test]
fn what_changes_is_said_of_a_unit() {
    let mut state = first_card(false);
    let unit = &mut state.units[0];
    unit.members[3].out = true;
    unit.members[4].grounded = true;
    unit.drills = vec![Drill::Overwatch];
    unit.disorganized = true;
    unit.played = true;
    let text = text(&state);
    let name = esc(&state.units[0].name);
    let all = state.units[0].members.len();
    let left = all - 1;
    assert!(
        text.contains(&format!(
            "✔️ **{name}** {left}/{all} · in reserve · disorganized · 1 down · 👁️ Overwatch!"
        )),
        "{text}"
    );
}

#[test]
fn long_companies_stay_within_the_frame_of_a_message() {
    for (sides, units) in [(2, 12), (2, 20), (2, 30), (2, 60), (4, 60)] {
        for drilled in [false, true] {
            let mut state = crowd("hold-the-position", sides, units);
            for (place, unit) in state.units.iter_mut().enumerate() {
                unit.played = place % 3 == 0;
                if drilled {
                    unit.drills = vec![Drill::TakeCover];
                    unit.members[0].grounded = true;
                }
            }
            let long = plain_length(&raw(&state));
            assert!(long <= ROOM, "{sides} × {units}: {long}");
            let text = text(&state);
            assert!(!text.ends_with('…'), "{sides} × {units}: cut off:\n{text}");
            assert!(text.contains("held by nobody: Able 1 VP; Bravo 1 VP;"), "{text}");
            if units <= 30 && !drilled {
                // each unit is named, if only by its number
                for unit in &state.units {
                    let (base, number) = unit.name.rsplit_once(' ').unwrap();
                    assert!(text.contains(base), "{base}");
                    let named = text.contains(&format!("{base} {number}"))
                        || text.split([' ', ',', ':', '–']).any(|word| word == number)
                        || text.contains('–');
                    assert!(named, "{} in\n{text}", unit.name);
                }
            }
        }
    }
}

#[test]
fn who_holds_what_stands_below_the_sides() {
    let mut state = crowd("hold-the-position", 2, 4);
    state.places[1].controlled_by = Some(RED);
    state.places[1].captured_by = vec![BLUE, RED];
    state.places[2].captured_by = vec![BLUE];
    let shown = text(&state);
    assert!(shown.contains("🔴 **Bravo** held by Red, once by Blue · 1 VP"), "{shown}");
    assert!(shown.contains("▫️ **Charlie** held by nobody, once by Blue · 1 VP"), "{shown}");
    assert!(shown.contains("held by nobody: Able 1 VP; Doctor 1 VP; Container 1, 2: "), "{shown}");
    let mut state = crowd("bridgehead", 2, 4);
    assert!(text(&state).contains("▫️ **Hill** held by nobody · 5 VP"));
    state.places[0].gone = true;
    assert!(text(&state).contains("✖️ **Hill** destroyed"), "{}", text(&state));
}

#[test]
fn before_the_cards_it_is_said_who_is_waited_for_and_no_more() {
    let keys = ["white-stars-ready", "therians-ready"];
    let mut state = mustering(&Setup::default(), &keys);
    act(&mut state, RED, &Command::LockCompany { seat: RED }, &mut Chooser::new(1));
    let shown = text(&state);
    assert!(shown.contains("Before round 1** · companies are built"), "{shown}");
    assert!(
        shown.contains("⏳ builds a company") && shown.contains("✅ company locked"),
        "{shown}"
    );
    for secret in ["White Stars", "Therian", "troopers", "olems", " AP"] {
        assert!(!shown.contains(secret), "{secret} in {shown}");
        assert!(!line(&state).contains(secret), "{}", line(&state));
    }
    assert_eq!(
        line(&state),
        "Before round 1, companies are built; Blue: build a company and lock it"
    );

    // the export names nothing either, until the companies are shown
    let head = |state: &State| forces(&seen(state), |_| "Ann").join("\n");
    assert!(head(&state).contains("Red (Ann): company not shown yet, 0 VP"), "{}", head(&state));
    assert!(!head(&state).contains("troopers"));
    let begun = small();
    assert!(head(&begun).contains("Blue (Ann): White Stars, 0 VP"), "{}", head(&begun));
    assert!(head(&begun).contains("- Steel troopers"), "{}", head(&begun));
}

#[test]
fn a_plan_changes_no_word_for_others() {
    let base = small();
    let mut told = Vec::new();
    for turned in [false, true] {
        let mut state = base.clone();
        plan(&mut state, BLUE, turned, u32::from(turned));
        assert!(text(&state).contains("✅ plan locked"), "{}", text(&state));
        told.push((text(&state), line(&state), forces(&seen(&state), |_| "Ann")));
    }
    assert_eq!(told[0], told[1]);

    let mut after = Vec::new();
    for turned in [false, true] {
        let state = first_card(turned);
        let own: View = At43::view(&state, &Viewer::on(BLUE));
        assert_eq!(
            unescape(&one_line(&own)),
            line(&state),
            "a board is the same for whoever looks"
        );
        after.push((state.sides[0].cards.clone(), text(&state), line(&state)));
    }
    assert_ne!(after[0].0, after[1].0);
    assert_eq!((&after[0].1, &after[0].2), (&after[1].1, &after[1].2));
}

#[test]
fn a_compact_board_says_it_in_one_line() {
    let mut state = first_card(false);
    let told = line(&state);
    assert!(told.starts_with("Round 1 of 6, cards are played; Blue 0 VP, Red 0 VP; "), "{told}");
    let cards = state.sides.iter().map(|side| format!("{} {}", side.name, side.cards.len()));
    let cards = cards.collect::<Vec<_>>().join(", ");
    assert!(told.ends_with(&format!("; Blue: play the next card; cards left: {cards}")), "{told}");
    state.phase = Phase::Over;
    state.flow.tasks = Vec::new().into();
    assert_eq!(line(&state), "Round 1 of 6, over; Blue 0 VP, Red 0 VP");
}

/// The lines of a step as the face gives them.
fn lines_of(before: &View, events: &[Event]) -> impl Iterator<Item = String> {
    told::lines(before, events).into_iter().map(|line| esc(&line.text))
}

#[test]
fn what_is_read_aloud_is_short_and_has_no_marks() {
    let mut state = small();
    let mut longest = 0;
    let made = play_on(&mut state, 5, 400);
    let spoken: Vec<String> =
        made.iter().map(|(before, events)| said(lines_of(before, events))).collect();
    for text in &spoken {
        longest = longest.max(text.chars().count());
        assert!(!text.contains(['*', '\\', '`', '_', '~', '|']), "{text}");
        assert!(!text.contains('(') && !text.contains("  "), "{text}");
        assert!(!text.contains(" .") && !text.contains(" ;"), "{text}");
        assert!(text.is_empty() || text.ends_with(['.', '!', '?', '…']), "{text}");
    }
    assert!((60..=400).contains(&longest), "{longest}");
    assert!(spoken.iter().any(|text| text.contains(" fire")), "{spoken:#?}");

    let lines = ["One_two is hit *hard* (needs 4+).", "", &"Far away. ".repeat(60), "Never."];
    let text = said(lines.iter().map(|line| esc(line)));
    assert_eq!(text, "Onetwo is hit hard.", "a sentence that is too long is left out whole");
    let only = said(std::iter::once("x".repeat(900)));
    assert_eq!(only.chars().count(), 400);
}

#[test]
fn every_drill_has_a_picture_and_a_word() {
    let drawn = emojis();
    let names: Vec<&str> = drawn.iter().map(|emoji| emoji.name.as_str()).collect();
    assert_eq!(names, ["drill_overwatch", "drill_take_cover", "drill_knee", "drill_split_fire"]);
    for emoji in &drawn {
        assert!(emoji.png.len() < 16 * 1024, "{}", emoji.name);
    }
    let mut state = first_card(false);
    state.units[0].drills = vec![Drill::TakeCover];
    let heads = ["a".to_owned(), "b".to_owned()];
    let text = board::of_all(&seen(&state), &heads, ROOM);
    let known = Emojis::new([("drill_take_cover".to_owned(), 7)]);
    assert!(known.dress(&text).contains("<:drill_take_cover:7> Take cover!"), "{text}");
    assert!(plainly(&text).contains("🛡️ Take cover!"), "{text}");
}

#[test]
fn a_game_that_is_given_up_is_undecided() {
    assert_eq!(
        left_off(2, "Blue 3 VP, Red 1 VP"),
        "It was left off in round 2, undecided, at Blue 3 VP, Red 1 VP."
    );
    assert_eq!(
        left_off(0, "Blue 0 VP, Red 0 VP"),
        "It was left off before the first round, undecided."
    );
}
