//! Cards that tell everybody what a step did.

use gatemaster_discord::card::Card;
use gatemaster_discord::limits;
use gatemaster_rules::table::{AskedFor, Event, Grounds, Kind, Offer, Phase, SeenEvent, SeenStep};
use gatemaster_store::StoryKind;

use super::board::{
    answer_buttons, board, ended, offer_buttons, offer_text, question_rows, shelved, wish,
    with_question,
};
use super::hand::with_hand_dice;
use super::story::{ring, story};
use super::{NEUTRAL, QUIET, log};
use crate::answer::{ChannelMessage, Telling};
use crate::desk::{Loaded, Outcome, is_told};
use crate::face::{Face, Systems};
use crate::words::{esc, list};

/// Asks the one person who may take the seat, and tells them so.
fn offered(game: &Loaded, offer: &Offer) -> Card {
    let to = esc(&offer.to.name);
    let text = format!("{} {to}, do you take it over?", offer_text(&game.table, offer));
    let pings = if game.table.settings.pings() { vec![offer.to.id.0] } else { Vec::new() };
    Card {
        colour: Some(NEUTRAL),
        pings,
        buttons: vec![offer_buttons(game, offer)],
        ..Card::text(text)
    }
}

/// What a step did, for everybody in the channel.
pub fn outcome(systems: Systems, outcome: &Outcome) -> Card {
    let face = systems.of(outcome.game.table.system);
    let table = &outcome.game.table;
    let ends = |event: &SeenEvent| matches!(event, Event::Ended { .. } | Event::Closed);
    if table.phase == Phase::Ended && outcome.made().any(|(_, step)| step.events.iter().any(ends)) {
        return over(face, outcome);
    }
    let told: Vec<&SeenStep> = outcome.made().map(|(_, step)| step).collect();
    if outcome.is_told()
        && let Some(mut card) = story(face, &outcome.game)
    {
        ring(face, &mut card, outcome);
        return card;
    }
    let card = told_by_table(systems, outcome);
    with_hand_dice(face, &outcome.game, &told, card)
}

/// In the table's own words.
fn told_by_table(systems: Systems, outcome: &Outcome) -> Card {
    let face = systems.of(outcome.game.table.system);
    let Outcome { game, step, before, .. } = outcome;
    let table = &game.table;
    let line = |step: &SeenStep| log::short_line(face, before.as_ref(), table, step);
    match &step.events[..] {
        [
            Event::UndoAsked { .. }
            | Event::EndAsked { .. }
            | Event::ResultAsked { .. }
            | Event::PointsAsked { .. },
        ]
        | [.., Event::HandAsked { .. }] => question(face, game, step),
        [Event::Agreed { .. }] => Card {
            buttons: question_rows(game),
            colour: Some(NEUTRAL),
            ..Card::text(with_question(face, game, line(step)))
        },
        // back before its start
        [Event::Undone { .. }] => Card {
            colour: Some(QUIET),
            buttons: board(systems, game).buttons.into_iter().take(1).collect(),
            ..Card::text(line(step))
        },
        [Event::SeatOffered { offer }] => offered(game, offer),
        [Event::Shelved] => {
            let content = line(step);
            Card { content, ..shelved(game) }
        }
        [Event::Resumed] => {
            let content = line(step);
            Card { content, ..board(systems, game) }
        }
        [Event::Opened { .. }, ..] | [.., Event::Started { .. }] => board(systems, game),
        _ => Card::line(line(step)),
    }
}

/// How the game ended. What happened last is told by the message of its chapter; on a compact table it has none.
fn over(face: &dyn Face, outcome: &Outcome) -> Card {
    let game = &outcome.game;
    let compact = game.table.settings.compact;
    // a result that people have settled stands at the head of the card itself
    let settles =
        |step: &SeenStep| matches!(step.events[..], [Event::Settled { .. }, Event::Ended { .. }]);
    let told: Vec<String> = outcome
        .made()
        .filter(|(_, step)| !settles(step) && (compact || !is_told(step)))
        .map(|(before, step)| log::short_line(face, before, &game.table, step))
        .collect();
    let told = told.join("\n");
    let ending = face.ending(game);
    let told_within = ending.told_within;
    let card = ended(face, game, ending);
    // the lines tell what was typed as well
    if told_within && !told.is_empty() {
        let told = limits::clip(&told, limits::EMBED_TEXT / 2);
        return Card { text: format!("{told}\n\n{}", card.text), ..card };
    }
    Card { content: told, ..card }
}

/// Whether the board itself tells this: on a compact table the moves, so that one message serves a whole session.
pub fn rolls_on_board(outcome: &Outcome) -> bool {
    let table = &outcome.game.table;
    let undone = matches!(outcome.step.events[..], [Event::Undone { .. }, ..]);
    let flow = outcome.step.kind == Kind::Play || undone;
    table.settings.compact && table.phase == Phase::Playing && flow
}

/// One line for whoever typed a command on a compact table.
pub fn short_outcome(systems: Systems, outcome: &Outcome) -> Card {
    let face = systems.of(outcome.game.table.system);
    let told: Vec<String> = outcome
        .made()
        .map(|(before, step)| log::compact_line(face, before, &outcome.game.table, step))
        .collect();
    Card::line(told.join("\n"))
}

/// The result as a message of its own that Discord reads aloud, where the table wants that.
pub fn spoken(systems: Systems, outcome: &Outcome) -> Option<ChannelMessage> {
    let table = &outcome.game.table;
    let played = outcome
        .made()
        .any(|(_, step)| step.events.iter().any(|event| matches!(event, Event::Played(_))));
    if !table.settings.spoken || !played {
        return None;
    }
    let text = systems.of(table.system).spoken(outcome);
    let card = Card { spoken: true, ..Card::line(text) };
    let game = &outcome.game;
    let tells = Some(Telling {
        game: game.id.clone(),
        channel: game.channel,
        message: None,
        kind: StoryKind::Passing,
        first: game.seq,
        last: game.seq,
        shown: game.seq,
    });
    Some(ChannelMessage { tells, ..ChannelMessage::new(game.channel, card) })
}

/// Asks whoever may answer, and tells them so.
fn question(face: &dyn Face, game: &Loaded, step: &SeenStep) -> Card {
    let table = &game.table;
    let Some(asked) = &table.asked else {
        return Card::line("The question has been settled.");
    };
    let people = table.consenters(step.user);
    let names: Vec<String> = people.iter().map(|player| esc(&player.name)).collect();
    let dice = match asked.what {
        AskedFor::Undo(_) => " Dice do not come back: the next roll is a new one.",
        AskedFor::ByHand { .. } | AskedFor::Result { .. } | AskedFor::Points { .. }
            if table.others(step.user).len() > 1 =>
        {
            " Everybody has to agree."
        }
        AskedFor::End
        | AskedFor::ByHand { .. }
        | AskedFor::Draw { .. }
        | AskedFor::Result { .. }
        | AskedFor::Points { .. } => "",
    };
    let pings =
        if table.settings.pings() { people.iter().map(|p| p.id.0).collect() } else { Vec::new() };
    Card {
        text: format!(
            "**{}** asks {}.{dice}\n{}, do you agree?",
            esc(&asked.by.name),
            wish(face, table, asked),
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
        Grounds::Conceded => format!("{who} conceded"),
        Grounds::TurnLimit => "its last turn is over".to_owned(),
    }
}
