//! The tactical phase as everybody sees it, and each player's plan as its owner alone does.

use gatemaster_discord::card::{Button, Card, Choice, Select, Style};
use gatemaster_discord::limits::{CHOICES, clip};
use gatemaster_rules::at43::odds::wager_table;
use gatemaster_rules::at43::report::Who;
use gatemaster_rules::at43::state::{Phase, UnitId};
use gatemaster_rules::at43::tactical::{authority, candidates, most_wager, named_winner};
use gatemaster_rules::at43::{View, label};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::count;

use super::super::aim::percent;
use super::super::ask::missing_seats;
use super::super::press::{BattlePressed, button};
use super::super::{mark_of, player};
use super::PlanPress;
use super::draft::Draft;
use crate::desk::Loaded;
use crate::face::Controls;
use crate::table::NEUTRAL;
use crate::words::esc;

/// As many cards as a list has room for.
pub const PAGE: usize = CHOICES as usize;

/// Who has locked, and the way to one's own plan.
pub fn controls(game: &Loaded, state: &View) -> Controls {
    let sides = state.seats().filter_map(|seat| {
        let side = state.side(seat)?;
        let has_cards = state.units_of(seat).any(|(_, unit)| unit.has_card());
        let (mark, what) = match (has_cards, side.planned) {
            (false, _) => ("–", "has no cards"),
            (true, true) => ("🔒", "locked"),
            (true, false) => ("✏️", "plans"),
        };
        Some(format!("{mark} {} {} {what}", mark_of(state, seat), player(game, seat)))
    });
    let mut lines = vec![format!(
        "**Round {}: sequence and wager**, in secret. It goes on when everybody has locked.",
        state.round
    )];
    lines.push(sides.collect::<Vec<_>>().join(" · "));
    let usual =
        if state.round == 1 { "Lock: order of my sheet" } else { "Lock: order as last round" };
    let mut row = vec![
        button(game, "My plan…", PlanPress::Open).marked("✏️").styled(Style::Main),
        button(game, format!("{usual}, wager 0"), PlanPress::LockUsual(state.round)).marked("🔒"),
    ];
    row.extend(missing_seats(game, state).into_iter().map(|seat| {
        let side = state.side_name(seat);
        let press = PlanPress::Fill(seat, state.round);
        button(game, format!("Organiser: fill in for {side}"), press)
    }));
    Controls { text: lines.join("\n"), selects: Vec::new(), buttons: vec![row] }
}

/// The plan of one player, to be changed and locked; `from` is the first card of the list.
pub fn private(game: &Loaded, own: &View, seat: Seat, draft: &Draft, from: u8) -> Card {
    let cards = &draft.plan.sequence;
    let from = usize::from(from).min(cards.len().saturating_sub(1));
    let from = from - from % PAGE;
    let mut selects = vec![card_list(game, own, draft, from)];
    selects.extend(wagers(game, own, seat, draft));
    selects.extend(commanders(game, own, seat, draft));
    let still = draft.chosen.is_none();
    let place = draft.chosen.and_then(|unit| draft.place_of(unit));
    let mut moves = vec![
        button(game, "Up", PlanPress::Up).marked("⬆️").disabled_if(still || place == Some(0)),
        button(game, "Down", PlanPress::Down)
            .marked("⬇️")
            .disabled_if(still || place.is_some_and(|place| place + 1 == cards.len())),
        button(game, "First", PlanPress::First).marked("⏫").disabled_if(still || place == Some(0)),
    ];
    if cards.len() > PAGE {
        let next = if from + PAGE < cards.len() { from + PAGE } else { 0 };
        let next = u8::try_from(next).unwrap_or(0);
        moves.push(button(game, "Other cards", PlanPress::Page(next)));
    }
    moves.push(button(game, "Type it…", PlanPress::Type));
    let locked = own.side(seat).is_some_and(|side| side.planned);
    let label = if locked { "Lock it like this" } else { "Lock" };
    let lock =
        vec![button(game, label, PlanPress::Lock(draft.sum())).marked("🔒").styled(Style::Yes)];
    Card {
        title: format!("Round {}: your plan", own.round),
        text: text(own, seat, draft, locked),
        colour: Some(NEUTRAL),
        selects,
        buttons: vec![moves, lock],
        ..Card::default()
    }
}

/// The longest line of a card of a very long company.
const LONG: usize = 60;

fn text(own: &View, seat: Seat, draft: &Draft, locked: bool) -> String {
    let cards = &draft.plan.sequence;
    let wide = if cards.len() > PAGE { 0 } else { LONG };
    let mut lines = Vec::new();
    if locked {
        lines.push(if draft.is_locked(own, seat) {
            "🔒 Locked; you may change it until everybody has locked.".to_owned()
        } else {
            "🔒 Another plan is locked; this one counts once you lock it.".to_owned()
        });
    }
    lines.extend(numbered(own, cards, draft.chosen, wide));
    let commander = commander(own, seat, draft);
    let pool = own.side(seat).map_or(0, |side| side.pool);
    let most = most_wager(own, seat, commander);
    let who = commander.map_or_else(
        || "nobody commands".to_owned(),
        |unit| {
            format!(
                "{} {}, Authority {}",
                esc(own.unit_name(unit)),
                Who::unit(own, unit).does("commands", "command"),
                authority(own, commander)
            )
        },
    );
    lines.push(String::new());
    if named_winner(own).is_some() {
        lines.push(format!("{who}. {pool} LP. Who begins this round is agreed, so nobody wagers."));
    } else {
        lines.push(format!(
            "Wager **{}** of at most {most} LP ({pool} in the pool); {who}.",
            draft.plan.wager
        ));
        let chances = chances(own, seat, draft.plan.wager);
        lines.extend(chances.and_then(|chances| chances_in_words(&chances)));
    }
    lines.join("\n")
}

/// "1. **Steel troopers 1** · 9 fighters", the chosen one marked.
fn numbered(own: &View, cards: &[UnitId], chosen: Option<UnitId>, wide: usize) -> Vec<String> {
    let line = |(number, card): (u32, &UnitId)| {
        let mark = if chosen == Some(*card) { "▶ " } else { "" };
        let name = esc(own.unit_name(*card));
        let more = match wide {
            0 => String::new(),
            wide => format!(" · {}", esc(&clip(&label::unit_line(own, *card), wide))),
        };
        format!("{number}. {mark}**{name}**{more}")
    };
    (1..).zip(cards).map(line).collect()
}

fn commander(own: &View, seat: Seat, draft: &Draft) -> Option<UnitId> {
    draft.plan.commander.or_else(|| own.side(seat).and_then(|side| side.commander))
}

/// The chance to win the test with this wager, against each of the other side.
fn chances(own: &View, seat: Seat, wager: u32) -> Option<Vec<String>> {
    if own.sides.len() != 2 {
        return None;
    }
    let table = wager_table(own, seat);
    let row = table.get(usize::try_from(wager).ok()?)?;
    Some(row.iter().map(|chance| percent(*chance)).collect())
}

/// "Against a wager of 0 you win 19%, of 1: 9%."
fn chances_in_words(chances: &[String]) -> Option<String> {
    let (first, others) = chances.split_first()?;
    let others = (1..).zip(others).map(|(theirs, chance)| format!(", of {theirs}: {chance}"));
    Some(format!("-# Against a wager of 0 you win {first}{}.", others.collect::<String>()))
}

fn card_list(game: &Loaded, own: &View, draft: &Draft, from: usize) -> Select {
    let options =
        (1_u32..).zip(&draft.plan.sequence).skip(from).take(PAGE).map(|(number, card)| {
            Choice::new(format!("{number}. {}", own.unit_name(*card)), card.0)
                .more(label::unit_line(own, *card))
                .chosen_if(draft.chosen == Some(*card))
        });
    let page = u8::try_from(from).unwrap_or(0);
    let press = BattlePressed::new(&game.id, game.at, PlanPress::Card(page).into());
    Select::new("Move a card…", press, options.collect())
}

fn wagers(game: &Loaded, own: &View, seat: Seat, draft: &Draft) -> Option<Select> {
    let most = most_wager(own, seat, commander(own, seat, draft));
    if most == 0 {
        return None;
    }
    let options = (0..=most).map(|wager| {
        let label = format!("Wager {}", count(wager, "LP", "LP"));
        let chances = (0..).zip(chances(own, seat, wager).unwrap_or_default());
        let chances = chances.map(|(theirs, chance)| format!("{chance} against {theirs}"));
        let more = match chances.collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => none,
            told => format!("wins {told}"),
        };
        Choice::new(label, wager).more(more).chosen_if(wager == draft.plan.wager)
    });
    let press = BattlePressed::new(&game.id, game.at, PlanPress::Wager.into());
    Some(Select::new("Wager…", press, options.take(PAGE).collect()))
}

/// Only where several officers are equal (T-TAC-2).
fn commanders(game: &Loaded, own: &View, seat: Seat, draft: &Draft) -> Option<Select> {
    let able = candidates(own, seat);
    if able.len() < 2 {
        return None;
    }
    let now = commander(own, seat, draft);
    let options = able.iter().take(PAGE).map(|unit| {
        let does = Who::unit(own, *unit).does("commands", "command");
        Choice::new(format!("{} {does}", own.unit_name(*unit)), unit.0)
            .more(label::unit_line(own, *unit))
            .chosen_if(now == Some(*unit))
    });
    let press = BattlePressed::new(&game.id, game.at, PlanPress::Commander.into());
    Some(Select::new("Commander…", press, options.collect()))
}

/// After locking: what was locked, and the way to change it.
pub fn locked(game: &Loaded, own: &View, seat: Seat) -> Option<Card> {
    let plan = own.side(seat)?.plan.as_ref()?;
    let first: Vec<String> = plan.sequence.iter().map(|unit| esc(own.unit_name(*unit))).collect();
    let open = own.phase == Phase::Tactical && own.flow.tasks.is_empty();
    let text = format!("🔒 Locked: {}. Wager {} LP.", first.join(", "), plan.wager);
    let row: Vec<Button> =
        if open { vec![button(game, "Change it…", PlanPress::Open)] } else { Vec::new() };
    Some(Card::line(clip(&text, 1_900)).with_row(row))
}

/// One's own plan and cards, to look at whenever one likes.
pub fn mine(game: &Loaded, own: &View) -> Card {
    // a person has one seat; whoever sees cards or a plan sees their own
    let seat = own.seats().find(|seat| {
        own.side(*seat)
            .is_some_and(|side| side.plan.is_some() || side.cards.iter().any(Option::is_some))
    });
    let Some((_, side)) = seat.and_then(|seat| Some((seat, own.side(seat)?))) else {
        // what is not begun is nobody's yet
        let open = own.phase == Phase::Tactical && own.flow.tasks.is_empty();
        if !open {
            return Card::line("Nothing of this game is hidden from the others for you now.");
        }
        let row = vec![button(game, "My plan…", PlanPress::Open).styled(Style::Main)];
        return Card::line("You have not locked a plan for this round yet.").with_row(row);
    };
    let mut lines = Vec::new();
    let cards: Vec<UnitId> = side.cards.iter().flatten().copied().collect();
    let (title, row) = match own.phase {
        Phase::Tactical => {
            let plan = side.plan.clone().unwrap_or_default();
            let head =
                if side.planned { "🔒 Locked." } else { "Not locked yet; as it was last round:" };
            lines.push(head.to_owned());
            lines.extend(numbered(own, &plan.sequence, None, 0));
            if side.planned {
                lines.push(format!("Wager {} LP.", plan.wager));
            }
            let open = own.flow.tasks.is_empty();
            let row = open.then(|| button(game, "My plan…", PlanPress::Open).styled(Style::Main));
            (format!("Round {}: your plan", own.round), row)
        }
        Phase::Activation if !cards.is_empty() => {
            lines.push("Only you see their order.".to_owned());
            lines.extend(numbered(own, &cards, None, LONG));
            (format!("Round {}: your next cards", own.round), None)
        }
        Phase::Briefing
        | Phase::Mustering
        | Phase::Laying
        | Phase::Activation
        | Phase::Control
        | Phase::Over => {
            lines.push("Nothing of this game is hidden from the others for you now.".to_owned());
            (format!("Round {}", own.round), None)
        }
    };
    Card { title, text: lines.join("\n"), colour: Some(NEUTRAL), ..Card::default() }
        .with_row(row.into_iter().collect())
}
