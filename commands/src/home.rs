//! Where a new game lives: in the channel it was asked for in, in a thread of its own, or in a post of a forum.

use gatemaster_discord::card::Card;
use gatemaster_discord::send::{SendFault, once, persist};
use gatemaster_rules::table::{Action, open_table};
use serenity::all::{ChannelId, Permissions, UserId};

use crate::answer::{Answer, ChannelMessage, NewBoard, Reply};
use crate::app::App;
use crate::boxed;
use crate::desk::{Outcome, Which};
use crate::request::Request;
use crate::table;
use crate::trouble::Trouble;
use crate::words::esc;
use serde_json::json;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    Here,
    Thread,
    Forum(u64),
}

impl Home {
    pub fn wished(thread: Option<bool>, forum: Option<u64>) -> Self {
        match (thread, forum) {
            (_, Some(forum)) => Self::Forum(forum),
            (Some(true), None) => Self::Thread,
            (Some(false) | None, None) => Self::Here,
        }
    }
}

/// Opens a table where it was wished for, and shows its board there.
#[boxed]
pub async fn open_at(
    app: &App,
    request: &Request,
    home: Home,
    action: Action,
) -> Result<Reply, Trouble> {
    if home == Home::Here {
        return Ok(table::opened(app.systems, app.desk.open(request, action).await?).into());
    }
    Ok(open_elsewhere(app, request, home, action, None).await?.into())
}

/// Opens a lesson and begins it, with the asker on every seat. If the program is stopped in between, the seats that are still free
/// can be taken on its board.
#[boxed]
pub async fn open_lesson(
    app: &App,
    request: &Request,
    home: Home,
    action: Action,
    intro: &str,
) -> Result<Reply, Trouble> {
    if home != Home::Here {
        return Ok(open_elsewhere(app, request, home, action, Some(intro)).await?.into());
    }
    let opened = app.desk.open(request, action).await?;
    let outcome = on_all_seats(app, request, opened).await?;
    let card = first_of_lesson(app, &outcome, intro);
    let board = Some(NewBoard { game: outcome.game, pin: false });
    Ok(Answer { board, ..Answer::public(card) }.into())
}

/// The board of a lesson that has just begun.
fn first_of_lesson(app: &App, outcome: &Outcome, intro: &str) -> Card {
    let board = table::board(app.systems, &outcome.game);
    let content = format!("{intro}\n{}", board.content);
    Card { content: content.trim_end().to_owned(), ..board }
}

async fn on_all_seats(app: &App, request: &Request, opened: Outcome) -> Result<Outcome, Trouble> {
    let seated = table::take_all_seats(app, request, &opened.game).await?;
    Ok(seated.unwrap_or(opened))
}

/// In a thread or a post of its own; `lesson` is what is said above the first message of one.
#[boxed]
async fn open_elsewhere(
    app: &App,
    request: &Request,
    home: Home,
    action: Action,
    lesson: Option<&str>,
) -> Result<Answer, Trouble> {
    // one at a time: the same interaction delivered twice must find the game that the first one made
    let _turn = app.opening.lock().await;
    if let Some(before) = app.desk.made_before(request).await? {
        return Ok(announced(app, home, before, None).await);
    }
    let Action::Open { name, .. } = &action else {
        return Err(Trouble::fault("only an opening makes a home"));
    };
    // what would be refused anyway must leave no empty thread behind
    open_table(&request.actor, &action)?;
    app.desk.has_room(request).await?;
    let thread = make_thread(app, request, home, name).await?;
    let opened = app.desk.open(&request.at(thread), action).await;
    let kept = matches!(&opened, Ok(outcome) if outcome.game.channel == thread);
    if !kept {
        // refused after all, or the same interaction came twice and the other delivery has made its own
        let _ = persist(|| app.line.http.delete_channel(ChannelId::new(thread), None)).await;
    }
    let mut outcome = opened?;
    if kept {
        let (thread, user) = (ChannelId::new(thread), UserId::new(request.user().0));
        if let Err(fault) = persist(|| app.line.http.add_thread_channel_member(thread, user)).await
        {
            tracing::info!(%fault, "somebody could not be added to their thread");
        }
        if lesson.is_some() {
            outcome = on_all_seats(app, &request.at(thread.get()), outcome).await?;
        }
    }
    let first = match lesson {
        Some(intro) => first_of_lesson(app, &outcome, intro),
        None => table::outcome(app.systems, &outcome),
    };
    Ok(announced(app, home, outcome, kept.then_some(first)).await)
}

/// The asker is told where to go; the board stands there, where it has just been opened.
async fn announced(app: &App, home: Home, outcome: Outcome, first: Option<Card>) -> Answer {
    let game = &outcome.game;
    let sentence = format!("“{}” is open in <#{}>.", esc(&game.table.name), game.channel);
    let mut answer = Answer::public(Card::line(sentence));
    let Some(first) = first else { return answer };
    if matches!(home, Home::Forum(_)) {
        // a forum post is named after its first message, and that becomes the board
        if let Err(fault) = app.boards.moved_to(game, game.channel, false).await {
            tracing::warn!(game = game.id, %fault, "a forum post did not become a board");
        }
        app.boards.touch(&game.id);
        return answer;
    }
    let message = ChannelMessage::new(game.channel, first);
    let board = Some(NewBoard { game: outcome.game, pin: false });
    answer.elsewhere.push(ChannelMessage { board, ..message });
    answer
}

/// Discord folds a quiet thread away after this long; that loses nothing.
const WEEK_IN_MINUTES: u16 = 7 * 24 * 60;

async fn make_thread(app: &App, request: &Request, home: Home, name: &str) -> Result<u64, Trouble> {
    let Some(_) = request.guild else {
        return Err(Trouble::refused(
            "There are no threads in direct messages; leave that out here.",
        ));
    };
    let made = match home {
        Home::Forum(forum) if !request.may_in(forum, Permissions::SEND_MESSAGES) => {
            return Err(Trouble::refused(
                "You may not post in that forum, so I open nothing there for you.",
            ));
        }
        Home::Forum(forum) => {
            let first =
                Card::line("The table is being set…").body(gatemaster_discord::card::SeenBy::All);
            let body = json!({
                "name": name,
                "auto_archive_duration": WEEK_IN_MINUTES,
                "message": {
                    "content": first["content"],
                    "allowed_mentions": first["allowed_mentions"],
                },
            });
            once(app.line.http.create_forum_post(ChannelId::new(forum), &body, None)).await
        }
        Home::Here | Home::Thread if request.thread_kind().is_none() => return Err(no_thread()),
        Home::Here | Home::Thread
            if !request.may_in(request.channel, Permissions::CREATE_PUBLIC_THREADS) =>
        {
            return Err(Trouble::refused(
                "You may not open threads in this channel, so I open none for you. Leave that out, or ask somebody who may.",
            ));
        }
        Home::Here | Home::Thread => {
            let body = json!({
                "name": name,
                "type": request.thread_kind(),
                "auto_archive_duration": WEEK_IN_MINUTES,
            });
            once(app.line.http.create_thread(ChannelId::new(request.channel), &body, None)).await
        }
    };
    match made {
        Ok(thread) => Ok(thread.id.get()),
        Err(SendFault::Forbidden) => Err(Trouble::refused(format!(
            "I may not open that here. Give me {}, or leave out the thread and the forum.",
            match home {
                Home::Forum(_) => "“View Channel” and “Create Posts” in that forum",
                Home::Here | Home::Thread =>
                    "“Create Public Threads” and “Send Messages in Threads”",
            }
        ))),
        Err(fault @ SendFault::Refused(_)) => {
            tracing::info!(%fault, "a thread could not be opened");
            Err(Trouble::refused(
                "Discord does not let me open that there; perhaps there are too many threads, or the forum wants a tag. \
                 Leave it out, or open the thread yourself and ask me in it.",
            ))
        }
        Err(fault) => Err(Trouble::fault(fault.to_string())),
    }
}

fn no_thread() -> Trouble {
    Trouble::refused(
        "A thread cannot be opened from here, perhaps because this is one already. Leave that out, or ask me in a \
         text channel.",
    )
}

/// A game taken up again gets a fresh board.
#[boxed]
pub async fn resume(app: &App, request: &Request, which: Which) -> Result<Reply, Trouble> {
    let outcome = app.desk.act(request, &which, |_| Ok(Action::Resume.into())).await?;
    if outcome.game.channel == request.channel {
        return Ok(table::opened(app.systems, outcome).into());
    }
    let mut told = table::told(app.systems, &outcome, request);
    for message in &mut told.elsewhere {
        message.board = Some(NewBoard { game: outcome.game.clone(), pin: false });
    }
    Ok(told.into())
}
