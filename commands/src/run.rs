//! Runs the work of commands and presses and sends the answer to Discord. Problems become messages here and nowhere else.

use std::future::Future;

use gatemaster_discord::answer::{self as transport, Done, Sent, Ticket, note};
use gatemaster_discord::card::{Button, Card, SeenBy};
use gatemaster_discord::send::SendFault;
use gatemaster_rules::ids::Seq;
use serenity::all::{ChannelId, MessageId, Permissions};

use crate::answer::{Answer, ChannelMessage, More, NewBoard, Reply, TableShown, Telling};
use crate::app::App;
use crate::boxed;
use crate::desk::{Which, Work};
use crate::request::Request;
use crate::table;
use crate::table::press::{Press, Pressed};
use crate::trouble::{self, Fault, Refused, Trouble};

pub type Command = poise::Command<App, Fault>;
pub type Ctx<'a> = poise::ApplicationContext<'a, App, Fault>;

/// What a command does, before it is begun. Boxed, because each command has another type of work: what serves them all is
/// then compiled once, not for each.
type Begin = Box<dyn FnOnce(App, Request) -> Work<'static, Result<Reply, Trouble>> + Send>;

/// Runs a slash command's work and answers it.
pub fn run<'a, F>(
    ctx: Ctx<'a>,
    place: &'static str,
    work: impl FnOnce(App, Request) -> F + Send + 'static,
) -> Work<'a, Result<(), Fault>>
where
    F: Future<Output = Result<Reply, Trouble>> + Send + 'static,
{
    let begin: Begin = Box::new(move |app, request| Box::pin(work(app, request)));
    Box::pin(run_command(ctx, place, begin))
}

async fn run_command(ctx: Ctx<'_>, place: &'static str, begin: Begin) -> Result<(), Fault> {
    let app = ctx.framework.user_data().await;
    let ticket = Ticket::command(ctx.interaction);
    let (at_work, interaction) = (app.clone(), Box::new(ctx.interaction.clone()));
    // reading the server's settings is part of the work that may be late
    let work = Box::pin(async move {
        let request = Request::from_command(&interaction, at_work.lookup()).await;
        let done = begin(at_work.clone(), request.clone()).await;
        in_words(&at_work, &request, done, place).await
    });
    deliver(app, ticket, place, work).await;
    Ok(())
}

/// Does the work and answers it.
#[boxed]
pub async fn deliver(app: &App, ticket: Ticket, place: &'static str, work: Work<'static, Reply>) {
    let _under_way = app.line.busy.token();
    let Some((done, late)) = transport::in_time(&app.line, &ticket, work).await else { return };
    let reply = match done {
        Done::With(reply) => reply,
        Done::Panicked => {
            Answer::private(Card::line(fault_sentence("a task panicked", place))).into()
        }
    };
    match reply {
        Reply::Form(form) => {
            if !transport::show_form(&app.line, &ticket, late, &form).await {
                let sorry = "That took me too long. Please press it again.";
                send(app, &ticket, late, Answer::private(Card::line(sorry))).await;
            }
        }
        Reply::Message(answer) => send(app, &ticket, late, *answer).await,
    }
}

/// What came of the work, as something that can be shown. Problems are told privately, to the asker.
#[boxed]
pub async fn in_words(
    app: &App,
    request: &Request,
    done: Result<Reply, Trouble>,
    place: &'static str,
) -> Reply {
    let told = match done {
        Ok(reply) => return reply,
        Err(trouble) => Box::pin(told(app, request, trouble, place)).await,
    };
    told.unwrap_or_else(|fault| Answer::private(Card::line(trouble::report(&fault, place))).into())
}

async fn told(app: &App, request: &Request, trouble: Trouble, place: &str) -> Result<Reply, Fault> {
    let card = match trouble {
        Trouble::Refused(refused) => refusal(app, request, *refused).await,
        Trouble::WrongGame(wrong) => Card::line(app.systems.why_not(wrong, place)),
        Trouble::First(card) => *card,
        Trouble::Stale(game) => {
            // whoever pressed an old board helps everybody by having it redrawn
            app.boards.touch_anyway(&game);
            match app.desk.load(request, &Which::Now(game)).await {
                Ok(game) => table::stale(app.systems, &game),
                Err(Trouble::Fault(fault)) => return Err(fault),
                Err(trouble) => return Box::pin(told(app, request, trouble, place)).await,
            }
        }
        Trouble::Fault(fault) => return Err(fault),
    };
    Ok(Answer::private(card).into())
}

async fn refusal(app: &App, request: &Request, refused: Refused) -> Card {
    let Refused { sentence, seats_of, selects, mut buttons } = refused;
    if let Some(game) = seats_of
        && let Ok(game) = app.desk.load(request, &Which::Now(game)).await
    {
        buttons.extend(table::seat_rows(&game));
    }
    Card { selects, buttons, ..Card::line(sentence) }
}

#[boxed]
async fn send(app: &App, ticket: &Ticket, late: bool, answer: Answer) {
    if let Some((game, seq)) = &answer.refines {
        app.boards.refine(game, *seq);
    }
    let Answer { elsewhere, changed, board, keeps_board, more, tells, shares, finished, .. } =
        answer;
    let (card, seen) = match answer.own {
        Some(own) => (own.for_the_asker_alone(), SeenBy::One),
        None => (answer.card, answer.seen),
    };
    let mut say = transport::Say {
        card,
        seen,
        place: answer.place,
        spends: answer.spends,
        finishes: answer.finishes,
        keeps_pressed: answer.keeps_pressed,
        keeps_frame: answer.keeps_frame,
    };
    let sent = transport::say(&app.line, ticket, late, &mut say).await;
    if matches!(sent, Err(SendFault::Unclear(_))) {
        transport::whisper(&app.line, ticket, perhaps_lost(changed.as_deref()), "lost").await;
    }
    if let (Some(more), Ok(_)) = (more, &sent) {
        send_more(app, ticket, seen, more).await;
    }
    if let (Some(tells), Ok(sent)) = (tells, &sent) {
        note_story(app, ticket, *sent, tells).await;
    }
    if let (Some(table), Ok(sent)) = (shares, &sent) {
        note_shared(app, ticket, *sent, table).await;
    }
    for (place, ChannelMessage { channel, card, board, tells }) in (1..).zip(elsewhere) {
        let posted =
            transport::post(&app.line, ticket, ChannelId::new(channel), place, &card).await;
        note(&posted, "elsewhere");
        if let (Some(tells), Ok(Some(message))) = (tells, &posted) {
            app.boards.note_story(tells, message.get(), true).await;
        }
        if let (Some(wish), Ok(message)) = (board, posted) {
            adopt_board(app, ticket, message, wish).await;
        }
    }
    if let Some(game) = &changed {
        app.boards.story_changed(game, finished, answer.revoked, answer.moves_board).await;
    }
    match (board, sent) {
        (Some(wish), Ok(message)) => adopt_board(app, ticket, message, wish).await,
        _ => {
            if let Some(game) = &changed {
                if !keeps_board {
                    app.boards.touch(game);
                }
                app.post.nudge();
                app.clerk.nudge();
            }
        }
    }
}

/// The message that was just sent tells these steps of a game.
async fn note_story(app: &App, ticket: &Ticket, sent: Sent, tells: Telling) {
    let sent = tells.message.map(MessageId::new).or(sent);
    match message_of(app, ticket, sent).await {
        Ok(message) => app.boards.note_story(tells, message.get(), true).await,
        Err(fault) => tracing::warn!(game = tells.game, %fault, "a story could not be noted"),
    }
}

/// The message that was just sent goes with its league from now on.
async fn note_shared(app: &App, ticket: &Ticket, sent: Sent, table: TableShown) {
    let book = table.book.clone();
    let noted = match message_of(app, ticket, sent).await {
        Ok(message) => {
            let noted = app.desk.store.share_table(&table.shared(message.get())).await;
            noted.map_err(|fault| fault.to_string())
        }
        Err(fault) => Err(fault.to_string()),
    };
    match noted {
        // an entry that came between is shown too
        Ok(()) => app.clerk.nudge(),
        Err(fault) => tracing::warn!(book, fault, "a shared table stays as it is"),
    }
}

/// Discord does not always say which message an answer has become.
async fn message_of(app: &App, ticket: &Ticket, sent: Sent) -> Result<MessageId, SendFault> {
    match sent {
        Some(message) => Ok(message),
        None => transport::original(&app.line, ticket).await,
    }
}

/// What the asker hears where nobody knows whether the answer has arrived: it is not said twice, but can be looked up.
fn perhaps_lost(changed: Option<&str>) -> Card {
    match changed {
        Some(game) => {
            let board = Pressed::new(game, Seq(0), Press::Board);
            Card::line(
                "It is done, but Discord stumbled over my answer. If nothing came, look at the board.",
            )
            .with_row(vec![Button::new("Show the board", board)])
        }
        None => {
            Card::line("Discord stumbled over my answer. If nothing came, please ask me again.")
        }
    }
}

/// One after the other; where one cannot be sent or made, the asker is told so.
async fn send_more(app: &App, ticket: &Ticket, seen: SeenBy, mut more: More) {
    while let Some(next) = more.0.recv().await {
        let sorry = match next {
            Ok(card) => match transport::say_more(&app.line, ticket, card, seen).await {
                Ok(_) => continue,
                Err(_) => {
                    "Discord did not take one of the files. Please ask for them again.".to_owned()
                }
            },
            Err(Trouble::Fault(fault)) => trouble::report(&fault, "more"),
            Err(trouble) => trouble.to_string(),
        };
        transport::whisper(&app.line, ticket, Card::line(sorry), "more").await;
        return;
    }
}

/// The message that was just sent becomes the live board of its game.
async fn adopt_board(app: &App, ticket: &Ticket, message: Sent, wish: NewBoard) {
    let moved = match message_of(app, ticket, message).await {
        Ok(message) => app.boards.moved_to(&wish.game, message.get(), wish.pin).await,
        Err(fault) => Err(fault),
    };
    match moved {
        Ok(()) => {}
        Err(SendFault::Forbidden) if wish.pin => {
            let sorry = "I may not pin messages in this channel. Give me “Pin Messages” (or “Manage \
                         Messages”), or pin the board yourself.";
            transport::whisper(&app.line, ticket, Card::line(sorry), "pin").await;
        }
        Err(fault) => tracing::warn!(game = wish.game.id, %fault, "a board could not be adopted"),
    }
    if let Some(missing) = missing_rights(ticket) {
        let sorry = format!(
            "I can answer you here, but to keep this board up to date by myself I also need {missing} in this \
             channel. Until then, `/game board` shows a fresh one."
        );
        transport::whisper(&app.line, ticket, Card::line(sorry), "rights").await;
    }
}

/// What the bot lacks here to edit its own boards; silence would puzzle everybody.
fn missing_rights(ticket: &Ticket) -> Option<String> {
    let needed = [
        (Permissions::VIEW_CHANNEL, "“View Channel”"),
        (Permissions::EMBED_LINKS, "“Embed Links”"),
    ];
    let missing: Vec<&str> = needed
        .into_iter()
        .filter(|(right, _)| !ticket.allows(*right))
        .map(|(_, name)| name)
        .collect();
    (!missing.is_empty()).then(|| gatemaster_rules::text::list(&missing))
}

/// For errors that poise finds before a command runs.
#[boxed]
pub async fn say_privately(app: &App, ticket: Ticket, sentence: String) {
    send(app, &ticket, false, Answer::private(Card::line(sentence))).await;
}

/// A fault that happened outside of any work, with its reference.
pub fn fault_sentence(what: &str, place: &str) -> String {
    trouble::report(&Fault::new(what), place)
}
