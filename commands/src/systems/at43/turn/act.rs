//! The menu of the unit that acts.

use gatemaster_discord::card::{Button, Choice, Select, Style};
use gatemaster_rules::at43::activation::{end_drills, why_no_drills};
use gatemaster_rules::at43::command::Pace;
use gatemaster_rules::at43::flow::Acting;
use gatemaster_rules::at43::moves;
use gatemaster_rules::at43::state::{Drill, Unit};
use gatemaster_rules::at43::turn::DRILL;
use gatemaster_rules::at43::{View, label};
use gatemaster_rules::text::list;

use super::super::press::{BattlePressed, button};
use super::super::{aim, fight, go, mark_of, special};
use super::TurnPress;
use crate::desk::Loaded;
use crate::face::Controls;
use crate::words::esc;

/// What stands for a drill in a list.
pub fn drill_value(drill: Drill) -> &'static str {
    match drill {
        Drill::Knee => "knee",
        Drill::Overwatch => "overwatch",
        Drill::TakeCover => "cover",
        Drill::SplitFire => "split",
    }
}

pub fn controls(game: &Loaded, state: &View) -> Controls {
    let Some(acting) = &state.flow.acting else { return Controls::default() };
    let Some(unit) = state.unit(acting.unit) else { return Controls::default() };
    let (mut row, rush) = go::buttons(game, state, acting);
    let shooting = aim::at_whom(game, state);
    let mut reasons: Vec<String> = rush.into_iter().collect();
    reasons.extend(shooting.why_not.clone().filter(|why| !reasons.contains(why)));
    row.extend(fight::open_button(game, state));
    row.extend(special::open_button(game, state));
    let may_shoot = shooting.targets.is_some();
    let mut selects: Vec<Select> = shooting.targets.into_iter().collect();
    let mut last = Vec::new();
    let may_rush = moves::allowance(state, acting, Pace::Rush, false, false).is_ok();
    if may_rush && may_shoot {
        reasons.push("After a rush there is no shooting.".to_owned());
    }
    if !acting.must_enter {
        reasons.extend(why_no_drills(state).filter(|why| !reasons.contains(why)));
        selects.extend(drills(game, state, unit));
        last.push(end(game, acting));
    }
    let mut lines = vec![head(state, acting, unit)];
    if !reasons.is_empty() {
        lines.push(format!("-# {}", esc(&reasons.join(" "))));
    }
    let mut controls = Controls { text: lines.join("\n"), selects, buttons: Vec::new() };
    if !row.is_empty() {
        controls.buttons.push(row);
    }
    controls.add_row(last);
    controls
}

fn end(game: &Loaded, acting: &Acting) -> Button {
    let label = if acting.has_acted() { "Done" } else { "Do nothing" };
    button(game, label, TurnPress::End).marked("✅").styled(Style::Plain)
}

/// "🔵 **Steel troopers 1** act: 9 fighters · 3 LP." and what they have done.
fn head(state: &View, acting: &Acting, unit: &Unit) -> String {
    let side = state.side(unit.side);
    let pool = side.map_or(0, |side| side.pool);
    let who = gatemaster_rules::at43::report::Who::unit(state, acting.unit);
    let first = if acting.must_enter {
        format!("{} in from the edge of the table first", who.does("moves", "move"))
    } else if acting.has_acted() {
        let done = done(acting);
        if done.is_empty() {
            who.does("goes on", "go on").to_owned()
        } else {
            format!("{} {}", who.has(), list(&done))
        }
    } else {
        who.does("acts", "act").to_owned()
    };
    format!(
        "{} **{}** {first}. {} · {pool} LP.",
        mark_of(state, unit.side),
        esc(&unit.name),
        esc(&label::unit_line(state, acting.unit))
    )
}

fn done(acting: &Acting) -> Vec<&'static str> {
    let mut done = Vec::new();
    if acting.moved {
        done.push(if acting.rushed { "rushed" } else { "moved" });
    }
    if !acting.fired.is_empty() || acting.thrown {
        done.push("fired");
    }
    if acting.fought {
        done.push("fought");
    }
    done
}

/// The drills that could end the activation now; picking them ends it.
fn drills(game: &Loaded, state: &View, unit: &Unit) -> Option<Select> {
    let pool = state.side(unit.side).map_or(0, |side| side.pool);
    let able = end_drills(state);
    let most = usize::try_from(pool / DRILL).unwrap_or(usize::MAX).min(able.len());
    if most == 0 {
        return None;
    }
    let options: Vec<Choice> = able
        .iter()
        .map(|drill| {
            Choice::new(format!("{drill} ({DRILL} LP)"), drill_value(*drill)).more(meaning(*drill))
        })
        .collect();
    let press = BattlePressed::new(&game.id, game.at, TurnPress::EndWith.into());
    let mut list = Select::new("End with drills…", press, options);
    list.most = most;
    Some(list)
}

fn meaning(drill: Drill) -> &'static str {
    match drill {
        Drill::Knee => "Nobody hits it in a zone of fire",
        Drill::Overwatch => "Fires at an enemy who has just moved",
        Drill::TakeCover => "Cover stops impacts on 3+",
        Drill::SplitFire => "Bearers fire apart from the rest",
    }
}
