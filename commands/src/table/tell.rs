//! Answers to what people do at a table: whether the result is told on the board, in a message of its own, or, when somebody
//! acted from another channel, in the game's channel.

use std::ops::ControlFlow;

use gatemaster_discord::card::{Card, SeenBy};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::{Event, Kind, Phase};
use gatemaster_store::StoryKind;

use super::board;
use super::outcome::{outcome, rolls_on_board, short_outcome, spoken};
use super::story::finished;
use crate::answer::{
    Answer, ChannelMessage, FinishedChapter, NewBoard, PressedMessage, Reply, Telling,
};
use crate::desk::{ActionWithDice, Choose, Loaded, Outcome, Which, Work};
use crate::face::{Controls, Face, Hall, Systems};
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::esc;

/// What an accepted action came to, told to everybody at the table. Somebody who acted from another channel gets
/// it privately: who is there need not know of the game.
pub fn told(systems: Systems, done: &Outcome, request: &Request) -> Answer {
    let game = &done.game;
    let changed = Some(game.id.clone());
    let spoken = spoken(systems, done);
    if game.channel == request.channel {
        let elsewhere: Vec<ChannelMessage> = spoken.into_iter().collect();
        return match (rolls_on_board(done), game.board) {
            (true, Some(_)) => {
                let short = Answer::private(short_outcome(systems, done));
                Answer { elsewhere, changed, ..short }
            }
            (true, None) => Answer { elsewhere, ..opened(systems, done.clone()) },
            (false, _) => {
                let answer =
                    Answer { tells: telling(done), ..Answer::public(outcome(systems, done)) };
                Answer { elsewhere, changed, ..as_story(systems, done, answer) }
            }
        };
    }
    let card = outcome(systems, done);
    let own = Card { selects: Vec::new(), buttons: Vec::new(), pings: Vec::new(), ..card.clone() };
    let message =
        ChannelMessage { tells: telling(done), ..ChannelMessage::new(game.channel, card) };
    let mut elsewhere = vec![message];
    elsewhere.extend(spoken);
    as_story(systems, done, Answer { elsewhere, changed, ..Answer::private(own) })
}

/// Which steps the message about this tells, or what it asks; nothing where it does neither.
fn telling(outcome: &Outcome) -> Option<Telling> {
    let game = &outcome.game;
    let (kind, first, last) = if outcome.is_told() && game.table.phase == Phase::Playing {
        let chapter = game.chapter();
        (StoryKind::Story, chapter.first, chapter.last())
    } else if game.table.can_reopen()
        || matches!(
            outcome.step.events[..],
            [Event::UndoAsked { .. }
                | Event::EndAsked { .. }
                | Event::ResultAsked { .. }
                | Event::PointsAsked { .. }
                | Event::SeatOffered { .. }
                | Event::Agreed { .. }]
                | [.., Event::HandAsked { .. }]
        )
    {
        (StoryKind::Question, outcome.step.seq, outcome.step.seq)
    } else {
        return None;
    };
    let (message, shown) = (None, game.seq);
    Some(Telling {
        game: game.id.clone(),
        channel: game.channel,
        message,
        kind,
        first,
        last,
        shown,
    })
}

/// The answer with what becomes of messages that have told the game so far.
fn as_story(systems: Systems, outcome: &Outcome, answer: Answer) -> Answer {
    let game = &outcome.game;
    let face = systems.of(game.table.system);
    let over = game.table.phase != Phase::Playing && outcome.is_told();
    let ended = outcome.finished.clone().or_else(|| over.then(|| game.chapter()));
    let revoked = outcome.made().find_map(|(_, step)| step.revokes);
    // what was taken back is marked otherwise
    let ended = ended.filter(|chapter| !chapter.steps.is_empty() && revoked.is_none());
    let finished = ended.map(|chapter| FinishedChapter {
        message: None,
        first: chapter.first,
        last: chapter.last(),
        card: finished(face, game, &chapter),
    });
    let turns = [face.turn(outcome.before.as_ref()), face.turn(game.table.game.as_ref())];
    let moves_board = game.table.phase == Phase::Playing && turns[0] > 0 && turns[0] < turns[1];
    Answer { finished, revoked, moves_board, ..answer }
}

/// A game that has just been opened: the answer is its board.
pub fn opened(systems: Systems, done: Outcome) -> Answer {
    let card = outcome(systems, &done);
    let board = Some(NewBoard { game: done.game, pin: false });
    Answer { board, ..Answer::public(card) }
}

/// Carries out an action at a table, and answers the press that asked for it.
pub fn act_and_answer<'a>(
    hall: &'a Hall,
    request: &'a Request,
    which: Which,
    choose: impl FnOnce(&Loaded) -> Result<ActionWithDice, Trouble> + Send + 'a,
    on: PressedMessage,
) -> Work<'a, Result<Reply, Trouble>> {
    let choose: Choose<'a> = Box::new(choose);
    Box::pin(async move {
        let outcome = hall.desk.act(request, &which, choose).await?;
        Ok(answer_press(hall.systems, &outcome, request, on).into())
    })
}

/// The game as it was when something was pressed. The same press may have come before, and moved the game on: then what it
/// came to is the answer.
pub async fn as_seen(
    hall: &Hall,
    request: &Request,
    which: &Which,
    on: PressedMessage,
) -> Result<ControlFlow<Reply, Loaded>, Trouble> {
    match hall.desk.load(request, which).await {
        Ok(game) => Ok(ControlFlow::Continue(game)),
        Err(trouble) => {
            let made = hall.desk.made_before(request).await?.ok_or(trouble)?;
            Ok(ControlFlow::Break(answer_press(hall.systems, &made, request, on).into()))
        }
    }
}

/// The answer to a press that made a step: the board redrawn in place, or a message of its own.
pub fn answer_press(
    systems: Systems,
    outcome: &Outcome,
    request: &Request,
    on: PressedMessage,
) -> Answer {
    let gathering = outcome.step.kind == Kind::Gathering;
    // whoever is quick presses before the message that was just posted is known as the board
    let gathering = gathering && outcome.then.is_empty();
    let just_posted = gathering && outcome.game.board.is_none() && !on.private;
    let on_board = on.board_of(&outcome.game) || just_posted;
    if (gathering || rolls_on_board(outcome)) && on_board {
        // an edit of the board may be under way with what was true a moment ago; the last word must be this
        let changed = Some(outcome.game.id.clone());
        let board = Answer::public(board(systems, &outcome.game)).in_place();
        let spoken = spoken(systems, outcome);
        return Answer { changed, elsewhere: spoken.into_iter().collect(), ..board };
    }
    let told = told(systems, outcome, request);
    // a game without a known board may be just posting it
    let on_board = outcome.game.board.is_none() || on.board_of(&outcome.game);
    if on.private || on_board || told.seen == SeenBy::One {
        return told;
    }
    on_story(outcome, told, on)
}

/// The answer to a press on the message that tells the story: it is redrawn while it goes on, unless somebody else has to be
/// rung for, which only a new message does. Where a new chapter begins, it keeps its own outcome alone.
fn on_story(outcome: &Outcome, mut told: Answer, on: PressedMessage) -> Answer {
    if let Some(finished) = &mut told.finished {
        finished.message = Some(on.message);
        told.finishes = Some(finished.card.clone());
        return told;
    }
    let story = told.tells.as_mut().filter(|telling| telling.kind == StoryKind::Story);
    match story {
        Some(telling) if outcome.finished.is_none() => {
            if told.card.pings.is_empty() {
                telling.message = Some(on.message);
                return told.in_place();
            }
            // the same tale goes on below; this message is deleted when that one is there
            told
        }
        _ => told.spends_pressed(),
    }
}

/// Other controls on the message whose button or list was pressed, with their words above its frame. Nothing has
/// happened in the game yet, so what the message tells stays as it is.
pub fn refine(face: &dyn Face, game: &Loaded, on: PressedMessage, controls: Controls) -> Reply {
    let Controls { text, selects, buttons } = controls;
    // on a compact board the words above the frame are the board
    let content = if on.board_of(game) && game.table.settings.compact {
        super::compact_with(face, game, &text)
    } else {
        text
    };
    let card = Card { selects, buttons, ..Card::line(content) };
    let refines = on.board_of(game).then(|| (game.id.clone(), game.seq));
    Answer { refines, ..Answer::public(card).keeps_frame() }.into()
}

/// What was done is told to everybody, and whoever did it gets this besides.
pub fn told_besides(systems: Systems, outcome: &Outcome, request: &Request, own: Answer) -> Answer {
    let told = told(systems, outcome, request);
    let mut elsewhere = told.elsewhere;
    if told.seen == SeenBy::All {
        let channel = outcome.game.channel;
        let (card, board, tells) = (told.card, told.board, told.tells);
        elsewhere.insert(0, ChannelMessage { channel, card, board, tells });
    }
    let Answer { changed, finished, revoked, moves_board, .. } = told;
    Answer { elsewhere, finished, revoked, moves_board, changed, ..own }
}

/// Only whoever holds this seat chooses for it: everybody sees the lists, but a stranger's choice would confuse.
pub fn holds(game: &Loaded, request: &Request, seat: Seat) -> Result<(), Trouble> {
    let user = request.user();
    if game.table.phase == Phase::Playing && game.table.seats_of(user).contains(&seat) {
        return Ok(());
    }
    let chair = game.table.seats.get(seat.index());
    let side = chair.map_or_else(|| "that side".to_owned(), |chair| esc(&chair.name));
    Err(Trouble::refused(match chair.and_then(|chair| chair.player.as_ref()) {
        Some(player) => {
            format!("It is for {} to choose: they play {side}.", esc(&player.name))
        }
        None => format!("Nobody plays {side} yet. Take the seat with `/game join`, then choose."),
    }))
}

/// What only the asker may see of a game, to them alone; it can be asked for again and again.
pub fn mine(systems: Systems, game: &Loaded, request: &Request) -> Result<Answer, Trouble> {
    if !game.table.is_seated(request.user()) {
        return Err(Trouble::refused(
            "You have no seat at this table, so nothing of it is yours alone.",
        ));
    }
    match systems.of(game.table.system).mine(game, request.user()) {
        Some(own) => Ok(Answer::own(own)),
        None => Err(Trouble::refused(
            "Nothing is hidden in this game: its board shows everything. `/game board` shows a fresh one.",
        )),
    }
}
