//! The table: the lobby, the board, and what comes of what people do there.

use gatemaster_rules::game::Game;
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::refusal::{Refusal, WayOut};
use gatemaster_rules::table::{AskedFor, Event, Grounds, Phase, Table};
use gatemaster_rules::text::list;

use super::{NEUTRAL, QUIET, bag, button, chair_text, log, seat_text, short_hash};
use crate::card::{Button, Card, Style, esc};
use crate::desk::{Loaded, Outcome};
use crate::press::Press;

/// The live message of a game, whatever its phase.
pub fn board(game: &Loaded) -> Card {
    match (&game.table.phase, &game.table.game) {
        (Phase::Playing, Some(Game::Bag(state))) => Card {
            title: esc(&game.table.name),
            text: with_question(game, bag::board_text(game, state)),
            footer: footer(game),
            colour: Some(NEUTRAL),
            buttons: playing_buttons(game, bag::buttons(game, state)),
            ..Card::default()
        },
        (Phase::Ended, _) => ended(game),
        (Phase::Lobby | Phase::Playing, _) => lobby(game),
    }
}

/// The same under the name that fits where a game has just been opened.
pub fn lobby_or_board(game: &Loaded) -> Card {
    let mut card = board(game);
    card.fields.push(("Fair dice".to_owned(), fair_dice(game)));
    card
}

fn fair_dice(game: &Loaded) -> String {
    format!(
        "The dice come from a secret seed. Its SHA-256 is\n`{}`\nand the seed is shown at the end, so anybody can \
         check every die. Before the first one, each player may add a salt: `/game settings salt:`.",
        game.seed_hash
    )
}

fn footer(game: &Loaded) -> String {
    format!("Step {} · game {} · dice {}", game.seq, game.id, short_hash(&game.seed_hash))
}

fn lobby(game: &Loaded) -> Card {
    let table = &game.table;
    let mut lines =
        vec![format!("**{}** · opened by {}", table.system.title(), esc(&table.host.name))];
    if let Some(organiser) = &table.organiser {
        lines.push(format!("Organiser: {}", esc(&organiser.name)));
    }
    lines.extend(table.seats.iter().map(chair_text));
    lines.push(setup_text(table));
    lines.push("Take a seat, then press Start.".to_owned());
    let seats = join_buttons(game);
    let mut buttons: Vec<Vec<Button>> = seats.chunks(5).map(<[Button]>::to_vec).collect();
    buttons.push(vec![
        button(game, "Start", Press::Start).styled(Style::Yes),
        button(game, "Change the dice…", Press::SetUpForm),
        button(game, "Leave", Press::Leave),
    ]);
    Card {
        title: esc(&table.name),
        text: lines.join("\n"),
        footer: footer(game),
        colour: Some(NEUTRAL),
        buttons,
        ..Card::default()
    }
}

fn setup_text(table: &Table) -> String {
    match &table.setup {
        gatemaster_rules::game::Setup::Bag(setup) => {
            let extras = setup.extras_text();
            let extras = if extras.is_empty() {
                String::new()
            } else {
                format!(" · extra: {}", esc(&extras))
            };
            format!("In the bag: {}{extras}", esc(&setup.sides_text()))
        }
    }
}

fn playing_buttons(game: &Loaded, mut rows: Vec<Vec<Button>>) -> Vec<Vec<Button>> {
    let free = game.table.free_seats();
    if let Some(asked) = &game.table.asked {
        rows.push(answer_buttons(game, asked.what));
    }
    if !free.is_empty() {
        let names: Vec<&str> =
            free.iter().map(|seat| game.table.seats[seat.index()].name.as_str()).collect();
        let label =
            if let [one] = names[..] { format!("Play {one}") } else { "Take a seat".into() };
        rows.push(vec![button(game, &label, Press::Join(None))]);
    }
    rows
}

fn with_question(game: &Loaded, text: String) -> String {
    match &game.table.asked {
        None => text,
        Some(asked) => {
            let what = match asked.what {
                AskedFor::Undo { step } => format!("to undo step {step}"),
                AskedFor::End => "to end the game".to_owned(),
            };
            format!(
                "{text}\n\n**{}** asks {what}; another player answers below.",
                esc(&asked.by.name)
            )
        }
    }
}

fn answer_buttons(game: &Loaded, what: AskedFor) -> Vec<Button> {
    let step = match what {
        AskedFor::Undo { step } => step,
        AskedFor::End => Seq(0),
    };
    vec![
        button(game, "Agree", Press::Agree(step)).styled(Style::Yes),
        button(game, "Refuse", Press::Refuse(step)).styled(Style::No),
    ]
}

fn ended(game: &Loaded) -> Card {
    let table = &game.table;
    let mut lines = vec![format!("**{}** · ended after {} steps", table.system.title(), game.seq)];
    lines.extend(table.seats.iter().map(chair_text));
    if let Some(Game::Bag(state)) = &table.game {
        lines.push(format!("It ended in turn {}.", state.turn));
    }
    if let Some(seed) = game.revealed_seed() {
        lines.push(format!("The seed of its dice: `{seed}`"));
        lines.push(format!("and its SHA-256, as shown at the start: `{}`", game.seed_hash));
        lines.push(format!(
            "`/game export game:{}` gives a file that `gatemaster verify` recomputes die by die.",
            game.id
        ));
    }
    Card {
        title: esc(&table.name),
        text: lines.join("\n"),
        footer: footer(game),
        colour: Some(QUIET),
        ..Card::default()
    }
}

/// What a step did, for everybody in the channel.
pub fn outcome(outcome: &Outcome) -> Card {
    let Outcome { game, step } = outcome;
    let who = esc(&step.name);
    if let Some(Event::Ended { grounds }) = step.events.last() {
        let mut card = ended(game);
        card.content = format!("{who} ended the game{}.", grounds_text(grounds));
        return card;
    }
    match &step.events[..] {
        [Event::Played(gatemaster_rules::game::Event::Bag(event))] => match &game.table.game {
            Some(Game::Bag(state)) => bag::outcome(game, state, step, event),
            None => Card::line(log::short_line(game, step)),
        },
        [Event::UndoAsked { .. } | Event::EndAsked { .. }] => question(outcome),
        [Event::Undone { .. }] => Card {
            colour: Some(QUIET),
            buttons: board(game).buttons.into_iter().take(1).collect(),
            ..Card::text(format!("{}\n{}", log::short_line(game, step), now_text(game)))
        },
        [Event::Opened { .. }, ..] | [Event::Started { .. }] => lobby_or_board(game),
        _ => Card::line(log::short_line(game, step)),
    }
}

fn now_text(game: &Loaded) -> String {
    match &game.table.game {
        Some(Game::Bag(state)) => format!("In the bag: {}.", bag::contents(state)),
        None => "The table is back before its start.".to_owned(),
    }
}

/// Asks the other side, and pings whoever may answer.
pub fn question(outcome: &Outcome) -> Card {
    let Outcome { game, step } = outcome;
    let table = &game.table;
    let Some(asked) = &table.asked else {
        return Card::line("The question has been settled.");
    };
    let what = match asked.what {
        AskedFor::Undo { step } => {
            format!("to undo step {step}. The dice that were rolled do not come back")
        }
        AskedFor::End => "to end this game".to_owned(),
    };
    let others = table.others(step.user);
    let names: Vec<String> = others.iter().map(|player| esc(&player.name)).collect();
    Card {
        text: format!("**{}** asks {what}.\n{}, do you agree?", esc(&asked.by.name), list(&names)),
        colour: Some(NEUTRAL),
        pings: others.iter().map(|player| player.id).collect(),
        buttons: vec![answer_buttons(game, asked.what)],
        ..Card::default()
    }
}

pub(super) fn grounds_text(grounds: &Grounds) -> String {
    match grounds {
        Grounds::Free => " (nothing had been rolled)".to_owned(),
        Grounds::Alone => String::new(),
        Grounds::Consent { of } => format!(" ({} agreed)", esc(&of.name)),
        Grounds::Organiser => " (as the organiser)".to_owned(),
        Grounds::Manager => " (as a manager of this server)".to_owned(),
        Grounds::Rules => " (by its rules)".to_owned(),
    }
}

/// How the table is set, for `/game settings` without changes.
pub fn settings(game: &Loaded) -> Card {
    let table = &game.table;
    let yes = |on: bool| if on { "on" } else { "off" };
    let organiser = table.organiser.as_ref().map_or_else(|| "nobody".to_owned(), |o| esc(&o.name));
    let salts = if table.salts.is_empty() {
        "none".to_owned()
    } else {
        let salts: Vec<String> =
            table.salts.iter().map(|salt| format!("“{}”", esc(&salt.text))).collect();
        list(&salts)
    };
    Card {
        title: esc(&table.name),
        text: format!(
            "Mentions for whoever owes an action: **{}**\nOrganiser: **{organiser}**\nSalts: {salts}",
            yes(table.settings.mentions)
        ),
        fields: vec![("Fair dice".to_owned(), fair_dice(game))],
        footer: footer(game),
        colour: Some(NEUTRAL),
        ..Card::default()
    }
}

/// A refusal, with a button where there is a way out.
pub fn refusal(game: &Loaded, refusal: &Refusal) -> Card {
    let card = Card::line(refusal.sentence());
    match refusal.way_out() {
        None => card,
        Some(WayOut::Join) => {
            let seats: Vec<Button> = join_buttons(game);
            Card { buttons: seats.chunks(5).map(<[Button]>::to_vec).collect(), ..card }
        }
    }
}

fn join_buttons(game: &Loaded) -> Vec<Button> {
    let table = &game.table;
    let seats = table.free_seats().into_iter().map(|seat| {
        let chair = &table.seats[seat.index()];
        button(game, &format!("Play {}", chair.name), Press::Join(Some(seat)))
            .marked(chair.colour.mark())
            .styled(Style::Main)
    });
    seats.collect()
}

pub(super) fn seat_sentence(table: &Table, seat: Seat, who: &str, took: bool) -> String {
    let seat = seat_text(table, seat);
    if took { format!("{who} plays {seat}.") } else { format!("{who} left {seat}.") }
}
