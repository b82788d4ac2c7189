//! Answers to interactions. Work that is quick is answered directly; slow work is acknowledged in time and answered when
//! it is done. Whatever happens, the person gets exactly one answer.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    Builder as _, ChannelId, CommandInteraction, ComponentInteraction, CreateAllowedMentions,
    CreateAttachment, CreateInteractionResponse, CreateInteractionResponseMessage,
    EditInteractionResponse, Http, InteractionId, MessageFlags, MessageId, ModalInteraction,
    Permissions,
};
use serenity::http::{LightMethod, Request, Route};
use tokio_util::task::TaskTracker;

use crate::boxed;
use crate::card::{Card, SeenBy};
use crate::forms::Form;
use crate::send::{Fate, SendFault, WAITS, classify, fate, persist};
use serde_json::{Value, json};

/// Discord waits three seconds for a sign of life; we give one after this.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// The line to Discord.
#[derive(Clone, Debug)]
pub struct Line {
    pub http: Arc<Http>,
    /// Answers that are under way.
    pub busy: TaskTracker,
}

impl Line {
    pub fn new(http: Arc<Http>) -> Self {
        Self { http, busy: TaskTracker::new() }
    }
}

/// A message as the answer to an interaction.
#[derive(Debug)]
pub struct Say {
    pub card: Card,
    pub seen: SeenBy,
    pub place: Place,
    /// Remove the pressed message's buttons.
    pub spends: bool,
    /// What the pressed message becomes, where it has served and another one goes on from it.
    pub finishes: Option<Card>,
    /// The private message whose button was pressed stays as it is.
    pub keeps_pressed: bool,
    /// Only the words above the frame and the controls of the pressed message change.
    pub keeps_frame: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A new message.
    New,
    /// The message whose button was pressed is redrawn.
    Pressed,
}

impl Say {
    pub fn private(card: Card) -> Self {
        Self {
            card,
            seen: SeenBy::One,
            place: Place::New,
            spends: false,
            finishes: None,
            keeps_pressed: false,
            keeps_frame: false,
        }
    }
}

/// What is needed to answer one interaction.
#[derive(Clone, Debug)]
pub struct Ticket {
    id: InteractionId,
    token: String,
    channel: ChannelId,
    kind: Kind,
    /// What the bot itself may do in this channel of a server, where Discord says so.
    rights: Option<Permissions>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Command,
    /// A button, or a form that a button opened; `private` where one person alone sees that message.
    Pressed {
        private: bool,
    },
}

impl Ticket {
    pub fn command(interaction: &CommandInteraction) -> Self {
        Self {
            id: interaction.id,
            token: interaction.token.clone(),
            channel: interaction.channel_id,
            kind: Kind::Command,
            rights: interaction.guild_id.and(interaction.app_permissions),
        }
    }

    pub fn component(interaction: &ComponentInteraction) -> Self {
        let private = is_private(interaction.message.flags);
        Self {
            id: interaction.id,
            token: interaction.token.clone(),
            channel: interaction.channel_id,
            kind: Kind::Pressed { private },
            rights: interaction.guild_id.and(interaction.app_permissions),
        }
    }

    pub fn modal(interaction: &ModalInteraction) -> Self {
        let kind = interaction
            .message
            .as_ref()
            .map_or(Kind::Command, |message| Kind::Pressed { private: is_private(message.flags) });
        Self {
            id: interaction.id,
            token: interaction.token.clone(),
            channel: interaction.channel_id,
            kind,
            rights: interaction.guild_id.and(interaction.app_permissions),
        }
    }

    /// Whether the bot has this right here. Where Discord does not say, there is nobody to forbid it: in direct messages.
    pub fn allows(&self, right: Permissions) -> bool {
        self.rights.is_none_or(|rights| rights.intersects(right | Permissions::ADMINISTRATOR))
    }

    /// Whether the button is on a message that one person alone sees.
    pub fn is_on_private_message(&self) -> bool {
        self.kind == Kind::Pressed { private: true }
    }
}

fn is_private(flags: Option<MessageFlags>) -> bool {
    flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
}

/// Discord's names for the ways to answer.
mod way {
    pub const MESSAGE: u8 = 4;
    pub const LATER: u8 = 5;
    pub const UPDATE_LATER: u8 = 6;
    pub const UPDATE: u8 = 7;
    pub const FORM: u8 = 9;
}

/// Does the work as a task of its own and gives what came of it, and whether it was so late that the interaction had to
/// be acknowledged first. A panic in it is [`Done::Panicked`], not silence; `None` where the same interaction came twice and
/// the other delivery answers.
pub async fn in_time<T: Send + 'static>(
    line: &Line,
    ticket: &Ticket,
    work: Pin<Box<dyn Future<Output = T> + Send>>,
) -> Option<(Done<T>, bool)> {
    let mut job = tokio::spawn(work);
    let quick = tokio::time::timeout(PATIENCE, &mut job).await;
    let late = quick.is_err();
    if late && defer(line, ticket).await == Err(SendFault::AlreadyAnswered) {
        let _ = job.await;
        return None;
    }
    let done = match quick {
        Ok(done) => done,
        Err(_) => job.await,
    };
    Some((done.map_or(Done::Panicked, Done::With), late))
}

/// What came of some work.
#[derive(Debug)]
pub enum Done<T> {
    With(T),
    Panicked,
}

/// A form cannot come late; `false` where it would.
#[boxed]
pub async fn show_form(line: &Line, ticket: &Ticket, late: bool, form: &Form) -> bool {
    if late {
        tracing::warn!(title = form.title, "a form came too late to be shown");
        return false;
    }
    note(&respond(line, ticket, way::FORM, &form.body(), &[]).await, "form");
    true
}

async fn defer(line: &Line, ticket: &Ticket) -> Result<(), SendFault> {
    let sent = match ticket.kind {
        Kind::Command => respond(line, ticket, way::LATER, &json!({ "flags": 64 }), &[]).await,
        Kind::Pressed { .. } => respond(line, ticket, way::UPDATE_LATER, &Value::Null, &[]).await,
    };
    note(&sent, "defer");
    sent
}

/// Sends the answer the way that fits: directly, as an update of the pressed message, or after an acknowledgement. What
/// comes too late for Discord, but is for everybody, is posted in the channel. The id of the message where it is known.
#[boxed]
pub async fn say(
    line: &Line,
    ticket: &Ticket,
    late: bool,
    answer: &mut Say,
) -> Result<Sent, SendFault> {
    if !ticket.allows(Permissions::ATTACH_FILES) {
        answer.card.picture = None;
    }
    let silenced = answer.card.spoken && !ticket.allows(Permissions::SEND_TTS_MESSAGES);
    if silenced {
        answer.card.spoken = false;
    }
    // what one person alone may see never becomes a message that others see too
    let place = match ticket.kind {
        Kind::Pressed { private: false } if answer.seen == SeenBy::One => Place::New,
        Kind::Pressed { .. } | Kind::Command => answer.place,
    };
    let sent = match (late, place, ticket.kind) {
        (false, Place::Pressed, Kind::Pressed { .. }) if answer.keeps_frame => {
            let body = answer.card.controls_body();
            respond(line, ticket, way::UPDATE, &body, &[]).await.map(|()| None)
        }
        (false, Place::Pressed, Kind::Pressed { .. }) => update(line, ticket, &answer.card).await,
        // a private picker has served; it is closed, and everybody sees the result
        (false, Place::New, Kind::Pressed { private: true })
            if answer.seen == SeenBy::All && !answer.keeps_pressed =>
        {
            match update(line, ticket, &Card::line("Done.")).await {
                Ok(_) => follow_up(line, ticket, answer).await,
                failed => failed,
            }
        }
        (false, Place::New, Kind::Pressed { private: false })
            if answer.spends || answer.finishes.is_some() =>
        {
            let body = answer.finishes.as_ref().map_or_else(spent, Card::edit_body);
            match respond(line, ticket, way::UPDATE, &body, &[]).await {
                Ok(()) => follow_up(line, ticket, answer).await,
                Err(fault) => Err(fault),
            }
        }
        (false, ..) => tell(line, ticket, &answer.card, answer.seen).await,
        (true, Place::Pressed, Kind::Pressed { .. }) if answer.keeps_frame => {
            let body = answer.card.controls_body();
            let edit =
                || line.http.edit_original_interaction_response(&ticket.token, &body, Vec::new());
            persist(edit).await.map(|message| Some(message.id))
        }
        (true, Place::Pressed, Kind::Pressed { .. }) => {
            edit_original(line, ticket, &answer.card).await
        }
        (true, _, Kind::Pressed { private }) => {
            if private && answer.seen == SeenBy::All && !answer.keeps_pressed {
                note(&edit_original(line, ticket, &Card::line("Done.")).await, "picker");
            } else if let Some(card) = &answer.finishes {
                note(&edit_original(line, ticket, card).await, "finished story");
            } else if answer.spends {
                note(&spend_original(line, ticket).await, "spent buttons");
            }
            follow_up(line, ticket, answer).await
        }
        (true, _, Kind::Command) if answer.seen == SeenBy::One => {
            edit_original(line, ticket, &answer.card).await
        }
        (true, _, Kind::Command) => match edit_original(line, ticket, &Card::line("Done.")).await {
            Ok(_) => follow_up(line, ticket, answer).await,
            failed => failed,
        },
    };
    let sent = match sent {
        // too late for Discord, but the step is made and everybody should hear of it
        Err(SendFault::Gone | SendFault::Refused(_)) if answer.seen == SeenBy::All => {
            post(line, ticket, ticket.channel, 0, &answer.card).await
        }
        // the last of several tries may have arrived after all
        Err(SendFault::Other(fault)) if answer.seen == SeenBy::All => {
            match said_in_channel(line, ticket, answer.seen).await {
                Some(Some(found)) => Ok(Some(found)),
                Some(None) => post(line, ticket, ticket.channel, 0, &answer.card).await,
                None => Err(SendFault::Unclear(fault)),
            }
        }
        other => other,
    };
    note(&sent, "answer");
    if silenced && sent.is_ok() {
        let sorry = "I may not have messages read aloud in this channel. Give me “Send Text-to-Speech Messages” for that.";
        note(&follow_up(line, ticket, &Say::private(Card::line(sorry))).await, "spoken");
    }
    sent
}

/// Logs what could not be delivered. The same interaction delivered twice is nobody's fault.
pub fn note<T>(sent: &Result<T, SendFault>, place: &str) {
    match sent {
        Ok(_) | Err(SendFault::AlreadyAnswered) => {}
        Err(fault) => tracing::warn!(place, %fault, "an answer could not be delivered"),
    }
}

/// The id of a message that was sent, where the way it went tells it.
pub type Sent = Option<MessageId>;

async fn update(line: &Line, ticket: &Ticket, card: &Card) -> Result<Sent, SendFault> {
    respond(line, ticket, way::UPDATE, &card.edit_body(), &attachments(card)).await?;
    Ok(None)
}

async fn respond(
    line: &Line,
    ticket: &Ticket,
    way: u8,
    data: &Value,
    files: &[CreateAttachment],
) -> Result<(), SendFault> {
    let mut body = json!({ "type": way });
    if !data.is_null() {
        body["data"] = data.clone();
    }
    arrived(
        persist(|| {
            line.http.create_interaction_response(ticket.id, &ticket.token, &body, files.to_vec())
        })
        .await,
    )
}

/// "Already acknowledged" in answer to a second try means that the first one did arrive.
fn arrived(sent: Result<(), SendFault>) -> Result<(), SendFault> {
    if sent == Err(SendFault::AnsweredByUs) { Ok(()) } else { sent }
}

/// A message as the direct answer.
async fn tell(line: &Line, ticket: &Ticket, card: &Card, seen: SeenBy) -> Result<Sent, SendFault> {
    if card.files.len() <= 1 {
        respond(line, ticket, way::MESSAGE, &card.body(seen), &attachments(card)).await?;
        return Ok(None);
    }
    // only serenity's own builder gives each of several files its number
    let message = CreateInteractionResponseMessage::new()
        .content(card.fitted_content())
        .allowed_mentions(CreateAllowedMentions::new())
        .ephemeral(seen == SeenBy::One)
        .files(attachments(card));
    let response = CreateInteractionResponse::Message(message);
    arrived(persist(|| response.clone().execute(&line.http, (ticket.id, &ticket.token))).await)?;
    Ok(None)
}

/// A further message to an interaction. Nothing tells Discord that a second one is the same as the first, so after an answer
/// that leaves it open the channel is looked through before another one is sent. Where that is not possible, because one
/// person alone would see it or we may not look, it is not sent again.
async fn follow_up(line: &Line, ticket: &Ticket, answer: &Say) -> Result<Sent, SendFault> {
    let body = answer.card.body(answer.seen);
    let files = attachments(&answer.card);
    let mut waits = WAITS.into_iter();
    loop {
        let send = line.http.create_followup_message(&ticket.token, &body, files.clone());
        let error = match send.await {
            Ok(message) => return Ok(Some(message.id)),
            Err(error) => error,
        };
        let (fate, fault) = (fate(&error), classify(error));
        let unclear = |fault: &SendFault| SendFault::Unclear(fault.to_string());
        if fate == Fate::Refused {
            return Err(fault);
        }
        let wait = waits.next();
        if let Some(wait) = wait {
            tokio::time::sleep(wait).await;
        }
        if fate == Fate::Done && answer.seen == SeenBy::One {
            return Ok(None);
        }
        if fate != Fate::NotDone {
            match said_in_channel(line, ticket, answer.seen).await {
                Some(Some(found)) => return Ok(Some(found)),
                Some(None) if fate == Fate::Unclear => {}
                Some(None) | None => return Err(unclear(&fault)),
            }
        }
        if wait.is_none() {
            return Err(fault);
        }
    }
}

/// The message for everybody with which we have answered this interaction, if it stands in its channel. `None` where
/// nobody can say.
async fn said_in_channel(line: &Line, ticket: &Ticket, seen: SeenBy) -> Option<Sent> {
    let may_look = ticket.allows(Permissions::VIEW_CHANNEL)
        && ticket.allows(Permissions::READ_MESSAGE_HISTORY);
    if seen == SeenBy::One || !may_look {
        return None;
    }
    // whatever other people's messages hold, these two fields are all that is read of them
    let look = || {
        let after = vec![("after", ticket.id.to_string()), ("limit", "100".to_owned())];
        let route = Route::ChannelMessages { channel_id: ticket.channel };
        let request = Request::new(route, LightMethod::Get).params(Some(after));
        line.http.fire::<Vec<Value>>(request)
    };
    let messages = persist(look).await.ok()?;
    let id = ticket.id.to_string();
    let ours = messages.iter().find(|message| message["interaction_metadata"]["id"] == id);
    let found = ours.and_then(|message| message["id"].as_str()?.parse().ok());
    Some(found.map(MessageId::new))
}

async fn edit_original(line: &Line, ticket: &Ticket, card: &Card) -> Result<Sent, SendFault> {
    let body = card.edit_body();
    let files = attachments(card);
    if files.len() > 1 {
        let message = EditInteractionResponse::new()
            .content(card.fitted_content())
            .allowed_mentions(CreateAllowedMentions::new());
        let message = files.into_iter().fold(message, EditInteractionResponse::new_attachment);
        let message = persist(|| message.clone().execute(&line.http, &ticket.token)).await?;
        return Ok(Some(message.id));
    }
    let edit = || line.http.edit_original_interaction_response(&ticket.token, &body, files.clone());
    Ok(Some(persist(edit).await?.id))
}

/// Takes the buttons off the message that was pressed.
async fn spend_original(line: &Line, ticket: &Ticket) -> Result<(), SendFault> {
    let body = spent();
    let edit = || line.http.edit_original_interaction_response(&ticket.token, &body, Vec::new());
    persist(edit).await.map(|_| ())
}

fn spent() -> Value {
    json!({ "components": [] })
}

/// Says it in the channel itself. The interaction's id as nonce keeps a retry from posting twice; `place` tells the
/// several things apart that one interaction may have to say.
#[boxed]
pub async fn post(
    line: &Line,
    ticket: &Ticket,
    channel: ChannelId,
    place: u64,
    card: &Card,
) -> Result<Sent, SendFault> {
    let mut body = card.body(SeenBy::All);
    let which = channel.get().wrapping_add(place) % 1_000_000;
    body["nonce"] = format!("{}{which:06}", ticket.id).into();
    body["enforce_nonce"] = true.into();
    let files = attachments(card);
    match persist(|| line.http.send_message(channel, files.clone(), &body)).await {
        // where files are forbidden, the words are enough
        Err(SendFault::Forbidden) if card.picture.is_some() => {
            let card = Card { picture: None, ..card.clone() };
            Box::pin(post(line, ticket, channel, place, &card)).await
        }
        sent => Ok(Some(sent?.id)),
    }
}

pub fn attachments(card: &Card) -> Vec<CreateAttachment> {
    let files = card.uploads().into_iter();
    files.map(|file| CreateAttachment::bytes(file.bytes, file.name)).collect()
}

/// A message that follows the answer, seen by the same people.
#[boxed]
pub async fn say_more(
    line: &Line,
    ticket: &Ticket,
    card: Card,
    seen: SeenBy,
) -> Result<Sent, SendFault> {
    let sent = follow_up(line, ticket, &Say { seen, ..Say::private(card) }).await;
    note(&sent, "more");
    sent
}

/// A word to the asker alone, besides the answer.
#[boxed]
pub async fn whisper(line: &Line, ticket: &Ticket, card: Card, place: &str) {
    note(&follow_up(line, ticket, &Say::private(card)).await, place);
}

/// The message that answered the interaction.
#[boxed]
pub async fn original(line: &Line, ticket: &Ticket) -> Result<MessageId, SendFault> {
    let get = || line.http.get_original_interaction_response(&ticket.token);
    persist(get).await.map(|message| message.id)
}
