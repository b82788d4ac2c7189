//! A bag of order dice, and what happens to it.

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_rules::bag::{Event, Pool, PoolId, State};
use gatemaster_rules::dice::Roll;
use gatemaster_rules::game;
use gatemaster_rules::table::{self as rules_table, SeenStep};
use gatemaster_rules::text::{count, list};

use super::press::{BagPress, Handling};
use super::{BagFace, button};
use crate::desk::{Loaded, StepInContext};
use crate::face::{Face, Stage};
use crate::table;
use crate::table::press::Press;
use crate::words::esc;

pub fn pool_text(pool: &Pool) -> String {
    format!("{} {}", pool.colour.mark(), esc(&pool.name))
}

/// "🔴 Red"
fn named(state: &State, id: PoolId) -> String {
    state.pool(id).map_or_else(|| "a die".to_owned(), pool_text)
}

/// "🔴 Red 4 · 🔵 Blue 6"
pub fn contents(state: &State) -> String {
    if state.in_bag() == 0 {
        return "nothing, it is empty".to_owned();
    }
    let filled = state.pools.iter().filter(|pool| pool.in_bag > 0);
    filled
        .map(|pool| format!("{} {}", pool_text(pool), pool.in_bag))
        .collect::<Vec<_>>()
        .join(" · ")
}

/// The bag as the board shows it.
pub fn board_text(game: &Loaded, state: &State) -> String {
    let mut lines = vec![format!(
        "**Turn {}** · {} left in the bag",
        state.turn,
        count(state.in_bag(), "die", "dice")
    )];
    for pool in &state.pools {
        let owner = pool.seat.and_then(|seat| game.table.player_at(seat));
        let owner = owner.map(|player| format!(" ({})", esc(&player.name))).unwrap_or_default();
        let lost = if pool.lost > 0 { format!(", {} out", pool.lost) } else { String::new() };
        lines.push(format!(
            "{} **{}**{owner}: {} in the bag, {} on the table{lost}",
            pool.colour.mark(),
            esc(&pool.name),
            pool.in_bag,
            pool.on_table
        ));
    }
    if !state.drawn.is_empty() {
        lines.push(format!("Drawn this turn: {}", drawn_text(state)));
    }
    lines.join("\n")
}

/// The draws of this turn in order; a long turn shows its last ones.
fn drawn_text(state: &State) -> String {
    const SHOWN: usize = 24;
    let from = state.drawn.len().saturating_sub(SHOWN);
    let shown: Vec<String> = state.drawn[from..].iter().map(|id| named(state, *id)).collect();
    let more = if from > 0 { format!("… ({from} earlier) ") } else { String::new() };
    format!("{more}{}", shown.join(" "))
}

pub fn buttons(game: &Loaded, state: &State) -> Vec<Vec<Button>> {
    let press = |label: &str, press| button(game, label, press);
    let empty = state.in_bag() == 0;
    let on_table = state.pools.iter().any(|pool| pool.on_table > 0);
    let any = on_table || !empty;
    let next = press("Next turn", BagPress::NextTurn);
    vec![
        vec![
            press("Draw", BagPress::Draw).marked("🎲").styled(Style::Main).disabled_if(empty),
            if empty { next.styled(Style::Main) } else { next },
            table::button(game, "Undo", Press::Undo),
        ],
        vec![
            press("Return a die…", BagPress::Pick(Handling::Return)).disabled_if(!on_table),
            press("Take a die out…", BagPress::Pick(Handling::TakeOut)).disabled_if(!any),
            press("Put a die in…", BagPress::Pick(Handling::PutIn)),
        ],
    ]
}

/// The bag in one line, for a compact board.
pub fn one_line(state: &State) -> String {
    format!("turn {} · in the bag: {}", state.turn, contents(state))
}

/// The pools for which this handling makes sense now.
pub fn pools_for(state: &State, handling: Handling) -> Vec<PoolId> {
    let fits = |pool: &Pool| match handling {
        Handling::Return => pool.on_table > 0,
        Handling::TakeOut => pool.on_table + pool.in_bag > 0,
        Handling::PutIn => true,
    };
    state.ids().filter(|id| state.pool(*id).is_some_and(fits)).collect()
}

/// Asks one person privately which dice they mean.
pub fn picker(game: &Loaded, state: &State, handling: Handling) -> Card {
    let question = match handling {
        Handling::Return => "Which die goes back into the bag?",
        Handling::TakeOut => "Which die leaves the game?",
        Handling::PutIn => "Which die comes into the bag?",
    };
    let buttons: Vec<Button> = pools_for(state, handling)
        .into_iter()
        .filter_map(|id| {
            let pool = state.pool(id)?;
            let press = BagPress::Do(handling, id);
            Some(button(game, &pool.name, press).marked(pool.colour.mark()))
        })
        .collect();
    let rows = buttons.chunks(5).map(<[Button]>::to_vec).collect();
    Card { buttons: rows, ..Card::line(question) }
}

/// The bag's own events of a step.
pub fn events_of(step: &SeenStep) -> impl Iterator<Item = &Event> {
    step.events.iter().filter_map(|event| match event {
        rules_table::Event::Played(game::Event::Bag(event)) => Some(event),
        _ => None,
    })
}

/// What was drawn and done, with the dice and why they meant that.
pub fn tale(face: &dyn Face, game: &Loaded, told: &[StepInContext]) -> String {
    let mut tale = Vec::new();
    for told in told {
        let StepInContext { before, step } = told;
        tale.extend(table::aside(face, game, told));
        let Some(game::View::Bag(before)) = before else { continue };
        let who = esc(&step.name);
        // a pool that comes into the bag with this step has its name after it
        let after = match &game.table.game {
            Some(game::View::Bag(after)) => after,
            _ => before,
        };
        tale.extend(events_of(step).map(|event| match event {
            Event::Drawn { pool, position, of } => format!(
                "**{}!** {who} drew it{}",
                named(after, *pool),
                draw_reason(before, &step.dice, *pool, *position, *of)
            ),
            Event::Returned { .. }
            | Event::TakenOut { .. }
            | Event::PutIn { .. }
            | Event::TurnBegan { .. } => sentence(after, &who, event),
        }));
    }
    tale.join("\n")
}

/// What the newest message offers besides the tale.
pub fn stage(game: &Loaded, state: &State) -> Stage {
    let drawn = state.drawn.last().and_then(|id| state.pool(*id));
    let mut rows = match table::hand::throw_controls(&BagFace, game) {
        Some(controls) => controls.buttons,
        None => buttons(game, state),
    };
    rows.truncate(1);
    Stage {
        below: format!("In the bag: {}.", contents(state)),
        buttons: rows,
        colour: drawn.map(|pool| pool.colour.rgb()),
        rings: drawn
            .and_then(|pool| pool.seat)
            .and_then(|seat| game.table.player_at(seat))
            .map(|owner| (owner.id, "your die is out: choose who acts"))
            .into_iter()
            .collect(),
        ..Stage::default()
    }
}

/// ".\nDie 7 of this game picked number 3 of 11; 5 of those were 🔴 Red.", or " by hand; 5 of the 11 dice were 🔴 Red."
fn draw_reason(before: &State, dice: &[Roll], pool: PoolId, position: u32, of: u32) -> String {
    let chances = before.pool(pool).map_or(0, |pool| pool.in_bag);
    let were = if chances == 1 { "was" } else { "were" };
    let side = named(before, pool);
    match dice.first().and_then(|roll| roll.number) {
        Some(number) => format!(
            ".\nDie {number} of this game picked number {position} of {of}; {chances} of those {were} {side}."
        ),
        None => {
            format!(
                " by hand; {chances} of the {} in the bag {were} {side}.",
                count(of, "die", "dice")
            )
        }
    }
}

/// One line of the log.
pub fn sentence(state: &State, who: &str, event: &Event) -> String {
    match event {
        Event::Drawn { pool, position, of } => {
            format!("{who} drew {} (number {position} of {of}).", named(state, *pool))
        }
        Event::Returned { pool } => {
            format!("{who} put a drawn {} die back into the bag.", named(state, *pool))
        }
        Event::TakenOut { pool, from_bag } => format!(
            "{who} took a {} die out of the game, {}.",
            named(state, *pool),
            if *from_bag { "from the bag" } else { "from the table" }
        ),
        Event::PutIn { pool, dice, were_lost } => {
            let back = match were_lost {
                0 => String::new(),
                lost if lost == dice => ", back from being taken out".to_owned(),
                lost => format!(", {lost} of them back from being taken out"),
            };
            let dice = if *dice == 1 { "a".to_owned() } else { dice.to_string() };
            let noun = if dice == "a" { "die" } else { "dice" };
            format!("{who} put {dice} {} {noun} into the bag{back}.", named(state, *pool))
        }
        Event::TurnBegan { turn, kept } => {
            let kept: Vec<String> = state
                .pools
                .iter()
                .zip(kept)
                .filter(|(_, kept)| **kept > 0)
                .map(|(pool, kept)| format!("{} {kept}", pool_text(pool)))
                .collect();
            let kept = if kept.is_empty() {
                String::new()
            } else {
                format!("; kept out: {}", list(&kept))
            };
            format!("{who} began turn {turn}; the dice went back into the bag{kept}.")
        }
    }
}
