//! The table: the lobby, the board, and what comes of what people do there.

use std::fmt::Write as _;

use gatemaster_rules::antares::State;
use gatemaster_rules::game::{self, Game, SystemId, View};
use gatemaster_rules::history::Step;
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::refusal::{Refusal, WayOut};
use gatemaster_rules::system::Viewer;
use gatemaster_rules::table::{Asked, AskedFor, Event, Grounds, Offer, Phase, Table};

use super::{NEUTRAL, QUIET, bag, battle, button, dicegame, log, steps_footer};
use crate::answer::Elsewhere;
use crate::battle::ask::AskPress;
use crate::battle::controls::{self, Controls};
use crate::battle::force;
use crate::battle::look::LookPress;
use crate::card::{Button, Card, Style};
use crate::desk::{Loaded, Outcome};
use crate::press::Press;
use crate::words::{self, chair_text, count, esc, list, seat_text};
use crate::{limits, picture};

/// The live message of a game, as everybody may see it.
pub fn board(game: &Loaded) -> Card {
    draw(game, &Viewer::spectator())
}

/// The board as one person may see it.
pub fn board_for(game: &Loaded, user: UserId) -> Card {
    draw(game, &game.table.viewer(user))
}

/// The fresh board for somebody who acted on an old one.
pub fn stale(game: &Loaded, user: UserId) -> Card {
    let content = match game.table.phase {
        Phase::Ended => "This game has ended.",
        Phase::Shelved => "This game has been put away.",
        Phase::Lobby | Phase::Playing => {
            "The board has changed since you saw it; here it is as it stands now."
        }
    };
    let board = board_for(game, user);
    // a compact board has its text where the apology goes
    let content = format!("{content}\n{}", board.content);
    Card { content: content.trim_end().to_owned(), ..board }
}

fn draw(game: &Loaded, viewer: &Viewer) -> Card {
    let view = game.table.game.as_ref().map(|state| state.view(viewer));
    match (&game.table.phase, view) {
        (Phase::Playing, Some(View::Antares(state))) => {
            battle_board(game, viewer, &state, controls::controls(game, &state))
        }
        (Phase::Playing, Some(View::Bag(state))) if game.table.settings.compact => Card {
            content: rolling_text(game, viewer, &bag::one_line(&state)),
            buttons: playing_buttons(game, bag::buttons(game, &state)),
            ..Card::default()
        },
        (Phase::Playing, Some(View::Bag(state))) => {
            let organiser = game.table.organiser.as_ref();
            let organiser = organiser.map(|o| format!("\nOrganiser: {}", esc(&o.name)));
            let text = bag::board_text(game, &state) + &organiser.unwrap_or_default();
            Card {
                title: esc(&game.table.name),
                text: with_question(game, text),
                fields: fair_dice_field(game),
                footer: footer(game),
                colour: Some(NEUTRAL),
                buttons: playing_buttons(game, bag::buttons(game, &state)),
                picture: if game.pictures { picture::bag(&state) } else { None },
                ..Card::default()
            }
        }
        (Phase::Playing, Some(View::DiceGame(state))) => dice_board(game, viewer, &state),
        (Phase::Ended, _) => ended(game),
        (Phase::Shelved, _) => shelved(game),
        (Phase::Lobby | Phase::Playing, _) => lobby(game),
    }
}

/// What an undo or an offered seat adds below the board.
const ROOM_FOR_QUESTIONS: usize = 600;

/// The live message of a battle with other controls than its own: somebody is a step ahead.
pub fn board_with(game: &Loaded, controls: Controls) -> Card {
    match (game.table.phase, &game.table.game) {
        (Phase::Playing, Some(Game::Antares(state))) => {
            battle_board(game, &Viewer::spectator(), state, controls)
        }
        _ => board(game),
    }
}

fn battle_board(game: &Loaded, viewer: &Viewer, state: &State, controls: Controls) -> Card {
    // a question comes first: while it stands, only its answer is owed; a seat on offer keeps nobody waiting
    let Controls { text, selects, buttons: mut rows } = match &game.table.asked {
        None => controls,
        Some(_) => Controls { buttons: question_rows(game), ..Controls::default() },
    };
    if let (None, Some(offer)) = (&game.table.asked, &game.table.offer) {
        battle::add_row(&mut rows, offer_buttons(game, offer), selects.len());
    }
    let seat = join_button(game);
    let own =
        seat.unwrap_or_else(|| controls::button(game, "Standing orders…", AskPress::Standing));
    let mut own = vec![button(game, "Undo", Press::Undo), own];
    // a compact board is the only message that tells the latest result
    if let (true, Some(first), Some(last)) =
        (game.table.settings.compact, game.recent.first(), game.recent.last())
    {
        let press = LookPress::explain(first.step.seq, last.step.seq);
        own.push(controls::button(game, "Explain", press));
    }
    battle::add_row(&mut rows, own, selects.len());
    // no row of its own: `/unit` does the same
    if let Some(last) = rows.last_mut().filter(|row| row.len() < limits::BUTTONS_PER_ROW) {
        last.push(controls::button(game, "Units…", LookPress::Units));
    }
    let card = Card {
        title: esc(&game.table.name),
        colour: Some(NEUTRAL),
        selects,
        buttons: rows,
        picture: if game.pictures { battle_picture(game, state) } else { None },
        ..Card::default()
    };
    let controls = if text.is_empty() { text } else { format!("\n\n{text}") };
    if game.table.settings.compact {
        let now = battle::one_line(state) + &controls;
        return Card { content: rolling_text(game, viewer, &now), ..card };
    }
    let organiser = game.table.organiser.as_ref();
    let organiser = organiser.map(|o| format!("\nOrganiser: {}", esc(&o.name)));
    // what is waited for must not be cut off below many damaged units
    let below = organiser.unwrap_or_default() + &controls;
    let room = limits::EMBED_TEXT.saturating_sub(below.chars().count() + ROOM_FOR_QUESTIONS);
    let text = battle::board_text(game, state, room) + &below;
    Card {
        text: with_question(game, text),
        fields: fair_dice_field(game),
        footer: footer(game),
        ..card
    }
}

/// A compact board's words with others below, while somebody makes up their mind.
pub fn compact_with(game: &Loaded, text: &str) -> String {
    match &game.table.game {
        Some(Game::Antares(state)) => {
            let now = format!("{}\n\n{text}", battle::one_line(state));
            rolling_text(game, &Viewer::spectator(), &now)
        }
        Some(Game::DiceGame(state)) => {
            let now = format!("{}\n\n{text}", dicegame::one_line(state));
            rolling_text(game, &Viewer::spectator(), &now)
        }
        Some(Game::Bag(_)) | None => text.to_owned(),
    }
}

fn dice_board(game: &Loaded, viewer: &Viewer, state: &dicegame::State) -> Card {
    // a question comes first: while it stands, only its answer is owed
    let controls = match game.table.asked {
        None => dicegame::controls(game, state),
        Some(_) => Controls::default(),
    };
    let mut rows = controls.buttons;
    rows.extend(question_rows(game));
    // three buttons, and two more where a chair is free
    let mut own = dicegame::table_row(game);
    let chairs = join_button(game).into_iter().flat_map(|join| [join, dicegame::add_bot(game)]);
    // where the game waits for that very chair, they stand above already
    let offered = |chair: &Button| rows.iter().flatten().any(|other| other.press == chair.press);
    own.extend(chairs.filter(|chair| !offered(chair)));
    rows.push(own);
    let card = Card {
        title: esc(&game.table.name),
        colour: Some(dicegame::colour(state)),
        buttons: rows,
        picture: if game.pictures { dicegame::picture(game, state) } else { None },
        ..Card::default()
    };
    if game.table.settings.compact {
        let now = format!("{}\n\n{}", dicegame::one_line(state), controls.text);
        return Card { content: rolling_text(game, viewer, &now), ..card };
    }
    let organiser = game.table.organiser.as_ref();
    let organiser = organiser.map(|o| format!("\nOrganiser: {}", esc(&o.name)));
    let text = dicegame::board_text(game, state) + &organiser.unwrap_or_default();
    Card {
        // above the frame, where choosing dice redraws it
        content: controls.text,
        text: with_question(game, text),
        fields: fair_dice_field(game),
        footer: footer(game),
        ..card
    }
}

fn battle_picture(game: &Loaded, state: &State) -> Option<picture::Picture> {
    let name = |seat| game.table.player_at(Seat(seat)).map(|player| player.name.as_str());
    picture::battle(state, &game.table.name, &[name(0), name(1)])
}

/// A compact board is the one message of a voice session: what just happened, then how things stand.
fn rolling_text(game: &Loaded, viewer: &Viewer, now: &str) -> String {
    let newest = game.recent.len().saturating_sub(1);
    let mut lines: Vec<String> = game
        .recent
        .iter()
        .enumerate()
        .map(|(i, made)| {
            let step = log::seen(&made.step, viewer);
            let line = log::compact_line(made.before.as_ref(), &game.table, &step);
            // the whole message holds 2,000 characters: the newest result as far as it fits, the others in short
            if i == newest {
                let room = 1_400_usize.saturating_sub(now.chars().count()).max(250);
                format!("**▸** {}", limits::clip(&line, room))
            } else {
                format!("-# {}", limits::clip(&line, 180))
            }
        })
        .collect();
    lines.push(format!("**{}** · {now}", esc(&game.table.name)));
    if game.next_die == 1 {
        lines.push(format!("-# Fair dice: the SHA-256 of their seed is `{}`", game.seed_hash));
    }
    with_question(game, lines.join("\n"))
}

/// Shown until the first die falls: afterwards the hash is fixed and salts are closed.
pub fn fair_dice_field(game: &Loaded) -> Vec<(String, String)> {
    if game.next_die > 1 { Vec::new() } else { vec![("Fair dice".to_owned(), fair_dice(game))] }
}

fn fair_dice(game: &Loaded) -> String {
    let salts = if game.next_die > 1 {
        ""
    } else {
        " Before the first one, each player may add a salt: `/game settings salt:`."
    };
    format!(
        "The dice come from a secret seed. Its SHA-256 is\n`{}`\nand the seed is shown at the end, so anybody can \
         check every die.{salts}",
        game.seed_hash
    )
}

pub fn footer(game: &Loaded) -> String {
    steps_footer(game, game.seq, game.seq)
}

fn lobby(game: &Loaded) -> Card {
    let table = &game.table;
    let mut lines =
        vec![format!("**{}** · opened by {}", table.system.title(), esc(&table.host.name))];
    if let Some(organiser) = &table.organiser {
        lines.push(format!("Organiser: {}", esc(&organiser.name)));
    }
    match &table.setup {
        game::Setup::Antares(setup) => return force::lobby(game, setup, &lines),
        game::Setup::DiceGame(setup) => return crate::dicegame::lobby(game, setup, lines),
        game::Setup::Bag(_) => {}
    }
    lines.extend(table.seats.iter().map(chair_text));
    lines.push(setup_text(table));
    lines.push("Take a seat, then press Start.".to_owned());
    let seats = join_buttons(game);
    let mut buttons: Vec<Vec<Button>> = seats.chunks(5).map(<[Button]>::to_vec).collect();
    buttons.extend(question_rows(game));
    buttons.push(vec![
        button(game, "Start", Press::Start).styled(Style::Yes),
        button(game, "Change the dice…", Press::SetUpForm),
        button(game, "Leave", Press::Leave),
    ]);
    Card {
        title: esc(&table.name),
        text: with_question(game, lines.join("\n")),
        fields: fair_dice_field(game),
        footer: footer(game),
        colour: Some(NEUTRAL),
        buttons,
        ..Card::default()
    }
}

fn setup_text(table: &Table) -> String {
    match &table.setup {
        game::Setup::Antares(_) | game::Setup::DiceGame(_) => String::new(),
        game::Setup::Bag(setup) => {
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
    rows.extend(question_rows(game));
    rows.extend(join_button(game).map(|join| vec![join]));
    rows
}

/// A seat that somebody could take in the middle of a game.
fn join_button(game: &Loaded) -> Option<Button> {
    match game.table.free_seats()[..] {
        [] => None,
        [only] => {
            let label = format!("Play {}", game.table.seats[only.index()].name);
            Some(button(game, &label, Press::Join(Some(only))))
        }
        _ => Some(button(game, "Take a seat", Press::Join(None))),
    }
}

/// What waits for an answer, below the board's text.
pub fn with_question(game: &Loaded, mut text: String) -> String {
    if let Some(asked) = &game.table.asked {
        let wish = wish(&game.table, asked);
        let _ = write!(text, "\n\n**{}** asks {wish}. Answer below.", esc(&asked.by.name));
    }
    if let Some(offer) = &game.table.offer {
        let _ = write!(text, "\n\n{}", offer_text(&game.table, offer));
    }
    text
}

pub fn question_rows(game: &Loaded) -> Vec<Vec<Button>> {
    let asked = game.table.asked.as_ref().map(|asked| answer_buttons(game, &asked.what));
    let offer = game.table.offer.as_ref().map(|offer| offer_buttons(game, offer));
    asked.into_iter().chain(offer).collect()
}

/// "**Ann** would hand 🔴 Red to **Cid**."
fn offer_text(table: &Table, offer: &Offer) -> String {
    let seat = seat_text(table, offer.seat);
    format!("**{}** would hand {seat} to **{}**.", esc(&offer.by.name), esc(&offer.to.name))
}

fn offer_buttons(game: &Loaded, offer: &Offer) -> Vec<Button> {
    let seat = &game.table.seats[offer.seat.index().min(game.table.seats.len() - 1)].name;
    vec![
        button(game, &format!("Take {seat}"), Press::TakeOver(offer.seat)).styled(Style::Yes),
        button(game, "No, thank you", Press::TurnDown(offer.seat)),
    ]
}

/// Asks the one person who may take the seat, and tells them so.
fn offered(game: &Loaded, offer: &Offer) -> Card {
    let to = esc(&offer.to.name);
    let text = format!("{} {to}, do you take it over?", offer_text(&game.table, offer));
    let pings = if game.table.settings.pings() { vec![offer.to.id] } else { Vec::new() };
    Card {
        colour: Some(NEUTRAL),
        pings,
        buttons: vec![offer_buttons(game, offer)],
        ..Card::text(text)
    }
}

/// "to take back step 4 (Bob drew 🔵 Blue)"
fn wish(table: &Table, asked: &Asked) -> String {
    match &asked.what {
        AskedFor::Undo(undoing) => format!("to take back {}", log::undoing_text(table, undoing)),
        AskedFor::End => "to end this game".to_owned(),
    }
}

fn answer_buttons(game: &Loaded, what: &AskedFor) -> Vec<Button> {
    let about = what.number();
    vec![
        button(game, "Agree", Press::Agree(about)).styled(Style::Yes),
        button(game, "Refuse", Press::Refuse(about)).styled(Style::No),
    ]
}

fn ended(game: &Loaded) -> Card {
    let table = &game.table;
    let steps = count(game.seq.0, "step", "steps");
    let mut lines = vec![format!("**{}** · ended after {steps}", table.system.title())];
    lines.extend(table.seats.iter().map(chair_text));
    match &table.game {
        Some(Game::Bag(state)) => lines.push(format!("It ended in turn {}.", state.turn)),
        Some(Game::Antares(state)) => lines.push(
            battle::ending(state)
                .unwrap_or_else(|| format!("It was left off in turn {}, undecided.", state.turn)),
        ),
        Some(Game::DiceGame(state)) => lines.extend(dicegame::score_sheet(game, state)),
        None => {}
    }
    if let Some(seed) = game.revealed_seed() {
        lines.push(format!("The seed of its dice: `{seed}`"));
        lines.push(format!("and its SHA-256, as shown at the start: `{}`", game.seed_hash));
        lines.push(format!(
            "`/game export game:{}` gives a file that `gatemaster verify` recomputes die by die.",
            game.id
        ));
    }
    let card = Card {
        title: esc(&table.name),
        text: lines.join("\n"),
        footer: footer(game),
        colour: Some(QUIET),
        ..Card::default()
    };
    match &table.game {
        Some(Game::DiceGame(state)) => Card {
            buttons: vec![vec![dicegame::rematch(game)]],
            picture: if game.pictures { dicegame::picture(game, state) } else { None },
            ..card
        },
        Some(Game::Antares(_) | Game::Bag(_)) | None => card,
    }
}

fn shelved(game: &Loaded) -> Card {
    let table = &game.table;
    let steps = count(game.seq.0, "step", "steps");
    let mut lines =
        vec![format!("**{}** · put away unfinished after {steps}", table.system.title())];
    lines.extend(table.seats.iter().map(chair_text));
    lines.push("Nothing is lost. Anybody of this table can take it up again.".to_owned());
    Card {
        title: esc(&table.name),
        text: lines.join("\n"),
        footer: footer(game),
        colour: Some(QUIET),
        buttons: vec![vec![button(game, "Take it up again", Press::Resume)]],
        ..Card::default()
    }
}

/// Asks whether a game that nobody has touched for long is still wanted.
pub fn still_wanted(game: &Loaded, since_ms: i64, put_away_at_ms: i64) -> Card {
    Card {
        colour: Some(NEUTRAL),
        footer: footer(game),
        buttons: vec![vec![
            button(game, "Keep it open", Press::Keep).styled(Style::Main),
            button(game, "Put it away", Press::Shelve),
        ]],
        ..Card::text(format!(
            "Nothing has happened in **{}** since {}. Is it still wanted?\nIf nobody answers, I put it away {}; it \
             can be taken up again at any time, and nothing of it is lost.",
            esc(&game.table.name),
            words::day(since_ms),
            words::relative(put_away_at_ms)
        ))
    }
}

/// What a step did, for everybody in the channel.
pub fn outcome(outcome: &Outcome) -> Card {
    let Outcome { game, step, before, .. } = outcome;
    let table = &game.table;
    let line = |step: &Step| log::short_line(before.as_ref(), table, step);
    if table.phase == Phase::Ended {
        let told: Vec<String> =
            outcome.made().map(|(before, step)| log::short_line(before, table, step)).collect();
        let told = told.join("\n");
        let card = ended(game);
        // the last dice of a battle may take many words
        return match table.game {
            Some(Game::Antares(_) | Game::DiceGame(_)) => {
                let told = limits::clip(&told, limits::EMBED_TEXT / 2);
                Card { text: format!("{told}\n\n{}", card.text), ..card }
            }
            Some(Game::Bag(_)) | None => Card { content: told, ..card },
        };
    }
    // a wish to undo may have been granted beforehand
    let undone = outcome.made().any(|(_, step)| matches!(step.events[..], [Event::Undone { .. }]));
    let played = matches!(step.events[..], [Event::Played(game::Event::Antares(_)), ..]);
    if let (true, Some(Game::Antares(state))) = (played || undone, &table.game) {
        let mut card = battle::outcome(outcome, state);
        if undone {
            let told: Vec<String> = outcome.made().map(|(_, step)| line(step)).collect();
            card.text = format!("{}\n{}", told.join("\n"), card.text);
        }
        return card;
    }
    // the program may have gone on after something else at the table
    let played = outcome.made().any(|(_, step)| {
        step.events.iter().any(|event| matches!(event, Event::Played(game::Event::DiceGame(_))))
    });
    if let (true, Some(Game::DiceGame(state))) = (played || undone, &table.game) {
        return dicegame::outcome(outcome, state);
    }
    match &step.events[..] {
        [Event::Played(game::Event::Bag(event))] => match &table.game {
            Some(Game::Bag(state)) => bag::outcome(game, state, step, event),
            Some(Game::Antares(_) | Game::DiceGame(_)) | None => Card::line(line(step)),
        },
        [Event::UndoAsked { .. } | Event::EndAsked { .. }] => question(game, step),
        [Event::Undone { .. }] => Card {
            colour: Some(QUIET),
            buttons: board_buttons(game).into_iter().take(1).collect(),
            ..Card::text(format!("{}\n{}", line(step), now_text(game)))
        },
        [Event::SeatOffered { offer }] => offered(game, offer),
        [Event::Shelved] => {
            let content = line(step);
            Card { content, ..shelved(game) }
        }
        [Event::Resumed] => {
            let content = line(step);
            Card { content, ..board(game) }
        }
        [Event::Opened { .. }, ..] | [.., Event::Started { .. }] => board(game),
        _ => Card::line(line(step)),
    }
}

/// What a step did in a battle, with other controls than its own.
pub fn outcome_with(done: &Outcome, controls: Controls) -> Card {
    match (done.game.table.phase, &done.game.table.game) {
        (Phase::Playing, Some(Game::Antares(state))) => battle::outcome_with(done, state, controls),
        _ => outcome(done),
    }
}

/// The buttons of the board alone; its picture need not be drawn for them.
fn board_buttons(game: &Loaded) -> Vec<Vec<Button>> {
    match (game.table.phase, &game.table.game) {
        (Phase::Playing, Some(Game::Bag(state))) => {
            playing_buttons(game, bag::buttons(game, state))
        }
        (Phase::Playing, Some(Game::Antares(state))) => {
            playing_buttons(game, controls::controls(game, state).buttons)
        }
        (Phase::Playing, Some(Game::DiceGame(state))) => {
            playing_buttons(game, dicegame::controls(game, state).buttons)
        }
        _ => board(game).buttons,
    }
}

/// Whether the board itself tells this: on a compact table the moves, so that one message serves a whole session.
pub fn rolls_on_board(outcome: &Outcome) -> bool {
    let table = &outcome.game.table;
    let flow = matches!(outcome.step.events[..], [Event::Played(_) | Event::Undone { .. }, ..]);
    table.settings.compact && table.phase == Phase::Playing && flow
}

/// One line for whoever typed a command on a compact table.
pub fn short_outcome(outcome: &Outcome) -> Card {
    let told: Vec<String> = outcome
        .made()
        .map(|(before, step)| log::compact_line(before, &outcome.game.table, step))
        .collect();
    Card::line(told.join("\n"))
}

/// The result as a message of its own that Discord reads aloud, where the table wants that.
pub fn spoken(outcome: &Outcome) -> Option<Elsewhere> {
    let table = &outcome.game.table;
    let played = matches!(outcome.step.events[..], [Event::Played(_), ..]);
    if !table.settings.spoken || !played {
        return None;
    }
    let text = match table.system {
        SystemId::Antares => battle::spoken(outcome),
        SystemId::DiceGame => dicegame::spoken(outcome),
        SystemId::Bag => log::short_line(outcome.before.as_ref(), table, &outcome.step),
    };
    let card = Card { spoken: true, ..Card::line(text) };
    Some(Elsewhere { channel: outcome.game.channel, card, board: None })
}

fn now_text(game: &Loaded) -> String {
    match &game.table.game {
        Some(Game::Bag(state)) => format!("In the bag: {}.", bag::contents(state)),
        Some(Game::Antares(state)) => format!("{}; {}.", battle::when(state), battle::bag(state)),
        Some(Game::DiceGame(state)) => format!("{}.", dicegame::one_line(state)),
        None => "The table is back before its start.".to_owned(),
    }
}

/// Asks whoever may answer, and tells them so.
fn question(game: &Loaded, step: &Step) -> Card {
    let table = &game.table;
    let Some(asked) = &table.asked else {
        return Card::line("The question has been settled.");
    };
    let people = table.consenters(step.user);
    let names: Vec<String> = people.iter().map(|player| esc(&player.name)).collect();
    let dice = match asked.what {
        AskedFor::Undo(_) => " Dice do not come back: the next roll is a new one.",
        AskedFor::End => "",
    };
    let pings =
        if table.settings.pings() { people.iter().map(|p| p.id).collect() } else { Vec::new() };
    Card {
        text: format!(
            "**{}** asks {}.{dice}\n{}, do you agree?",
            esc(&asked.by.name),
            wish(table, asked),
            list(&names)
        ),
        colour: Some(NEUTRAL),
        pings,
        buttons: vec![answer_buttons(game, &asked.what)],
        ..Card::default()
    }
}

/// By what right, as the end of a sentence.
pub(super) fn grounds_text(grounds: &Grounds, who: &str) -> String {
    match grounds {
        Grounds::Free => format!("by {who}; nothing had been rolled"),
        Grounds::Alone => format!("by {who}"),
        Grounds::Consent { asked_by, of } => {
            format!("{} asked, {} agreed", esc(&asked_by.name), esc(&of.name))
        }
        Grounds::Organiser => format!("by {who} as the organiser"),
        Grounds::Manager => format!("by {who} as a manager of this server"),
        Grounds::Rules => "by its rules".to_owned(),
    }
}

/// How the table is set, for `/game settings` without changes.
pub fn settings(game: &Loaded) -> Card {
    let table = &game.table;
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
            "Mentions for whoever owes an action: **{}**\nReminders for whoever owes an action: **{}**\n\
             Messages: **{}**\nDice: **{}**\nOrganiser: **{organiser}**\nSalts: {salts}",
            words::on_off(table.settings.mentions),
            match table.settings.remind_hours {
                0 => "off".to_owned(),
                hours => format!("after {}", words::hours(hours)),
            },
            match (table.settings.compact, table.settings.spoken) {
                (true, true) => "short, on one board, without mentions; results read aloud",
                (true, false) => "short, on one board, without mentions",
                (false, true) => "full; results read aloud",
                (false, false) => "full",
            },
            if table.settings.by_hand && table.system.takes_dice_by_hand() {
                "rolled by hand and typed"
            } else {
                "rolled by me"
            }
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

pub fn join_buttons(game: &Loaded) -> Vec<Button> {
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
