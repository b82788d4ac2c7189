//! Answers to interactions. Work that is quick is answered directly; slow work is acknowledged in time and
//! answered when it is done. Whatever happens, the person gets exactly one answer.

use std::future::Future;
use std::time::Duration;

use gatemaster_rules::ids::Seq;
use serde_json::{Value, json};
use serenity::all::{
    Builder as _, ChannelId, CommandInteraction, ComponentInteraction, CreateAllowedMentions,
    CreateAttachment, CreateInteractionResponse, CreateInteractionResponseMessage,
    EditInteractionResponse, InteractionId, MessageFlags, MessageId, ModalInteraction, Permissions,
};

use crate::card::{Card, Seen};
use crate::desk::{Loaded, Outcome};
use crate::face::Face;
use crate::forms::Form;
use crate::request::Request;
use crate::send::{SendFault, persist};
use crate::show;
use crate::trouble::{self, Fault, Trouble};

/// Discord waits three seconds for a sign of life; we give one after this.
const PATIENCE: Duration = Duration::from_millis(1_500);

#[derive(Debug)]
pub enum Reply {
    Message(Box<Answer>),
    /// A form to fill in. It cannot come late, so nothing slow may stand before it.
    Form(Form),
}

#[derive(Debug)]
pub struct Answer {
    pub card: Card,
    pub seen: Seen,
    pub place: Place,
    /// The message whose button was pressed loses its buttons: what they offered is done.
    pub spends: bool,
    /// The private message whose button was pressed stays as it is.
    pub keeps_pressed: bool,
    /// Only the words above the frame and the controls of the pressed message change.
    pub keeps_frame: bool,
    /// What is told in other channels: in the game's own, where that is another one than the asker's.
    pub elsewhere: Vec<Elsewhere>,
    /// The board that this refines while somebody makes up their mind, and the step it was drawn at.
    pub refines: Option<(String, Seq)>,
    /// The game whose board this changed.
    pub changed: Option<String>,
    /// This message becomes the game's live board.
    pub board: Option<BoardWish>,
}

/// A message for another channel; it may become the live board of a game.
#[derive(Debug)]
pub struct Elsewhere {
    pub channel: u64,
    pub card: Card,
    pub board: Option<BoardWish>,
}

#[derive(Debug)]
pub struct BoardWish {
    pub game: Loaded,
    pub pin: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A new message.
    New,
    /// The message whose button was pressed is redrawn.
    Pressed,
}

impl Answer {
    pub fn private(card: Card) -> Self {
        Self {
            card,
            seen: Seen::ByOne,
            place: Place::New,
            spends: false,
            keeps_pressed: false,
            keeps_frame: false,
            refines: None,
            elsewhere: Vec::new(),
            changed: None,
            board: None,
        }
    }

    pub fn public(card: Card) -> Self {
        Self { seen: Seen::ByAll, ..Self::private(card) }
    }

    /// What an accepted action came to, told to everybody at the table. Somebody who acted from another channel gets
    /// it privately: who is there need not know of the game.
    pub fn told(outcome: &Outcome, request: &Request) -> Self {
        let card = show::outcome(outcome);
        let game = &outcome.game;
        let changed = Some(game.id.clone());
        let spoken = show::spoken(outcome);
        if game.channel == request.channel {
            let elsewhere: Vec<Elsewhere> = spoken.into_iter().collect();
            return match (show::rolls_on_board(outcome), game.board) {
                (true, Some(_)) => {
                    let short = Self::private(show::short_outcome(outcome));
                    Self { elsewhere, changed, ..short }
                }
                (true, None) => Self { elsewhere, ..Self::opened(outcome.clone()) },
                (false, _) => Self { elsewhere, changed, ..Self::public(card) },
            };
        }
        let own =
            Card { selects: Vec::new(), buttons: Vec::new(), pings: Vec::new(), ..card.clone() };
        let mut elsewhere = vec![Elsewhere { channel: game.channel, card, board: None }];
        elsewhere.extend(spoken);
        Self { elsewhere, changed, ..Self::private(own) }
    }

    /// A game that has just been opened: the answer is its board.
    pub fn opened(outcome: Outcome) -> Self {
        let card = show::outcome(&outcome);
        let board = Some(BoardWish { game: outcome.game, pin: false });
        Self { board, ..Self::public(card) }
    }

    #[must_use]
    pub fn spends_pressed(mut self) -> Self {
        self.spends = true;
        self
    }

    /// Only the words above the frame and the controls of the pressed message are redrawn.
    #[must_use]
    pub fn keeps_frame(mut self) -> Self {
        self.place = Place::Pressed;
        self.keeps_frame = true;
        self
    }

    #[must_use]
    pub fn in_place(mut self) -> Self {
        self.place = Place::Pressed;
        self
    }
}

impl From<Answer> for Reply {
    fn from(answer: Answer) -> Self {
        Reply::Message(Box::new(answer))
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
    fn allows(&self, right: Permissions) -> bool {
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

/// Does the work and answers. The work runs as a task of its own: a panic in it is one fault, not silence.
pub async fn deliver(
    face: &Face,
    ticket: Ticket,
    place: &'static str,
    work: impl Future<Output = Result<Reply, Trouble>> + Send + 'static,
) {
    let _under_way = face.busy.token();
    let mut job = tokio::spawn(work);
    let quick = tokio::time::timeout(PATIENCE, &mut job).await;
    let late = quick.is_err();
    if late && defer(face, &ticket).await == Err(SendFault::AlreadyAnswered) {
        // the same interaction came twice, and the other delivery answers
        let _ = job.await;
        return;
    }
    let done = match quick {
        Ok(done) => done,
        Err(_) => job.await,
    };
    let result = done.unwrap_or_else(|_| Err(Trouble::fault("a task panicked")));
    let reply = result.unwrap_or_else(|trouble| in_words(trouble, place).into());
    match reply {
        Reply::Form(form) if late => {
            tracing::warn!(place, title = form.title, "a form came too late to be shown");
            let sorry =
                Answer::private(Card::line("That took me too long. Please press it again."));
            send(face, &ticket, late, sorry).await;
        }
        Reply::Form(form) => {
            let sent = respond(face, &ticket, way::FORM, &form.body(), &[]).await;
            note(&sent, place);
        }
        Reply::Message(answer) => send(face, &ticket, late, *answer).await,
    }
}

/// What a person is told when something was refused or went wrong; always privately.
fn in_words(trouble: Trouble, place: &'static str) -> Answer {
    let card = match trouble {
        Trouble::Refused(card) | Trouble::Stale(card) => *card,
        Trouble::Fault(fault) => Card::line(trouble::report(&fault, place)),
    };
    Answer::private(card)
}

async fn defer(face: &Face, ticket: &Ticket) -> Result<(), SendFault> {
    let sent = match ticket.kind {
        Kind::Command => respond(face, ticket, way::LATER, &json!({ "flags": 64 }), &[]).await,
        Kind::Pressed { .. } => respond(face, ticket, way::UPDATE_LATER, &Value::Null, &[]).await,
    };
    note(&sent, "defer");
    sent
}

async fn send(face: &Face, ticket: &Ticket, late: bool, mut answer: Answer) {
    if !ticket.allows(Permissions::ATTACH_FILES) {
        answer.card.picture = None;
    }
    if let Some((game, seq)) = &answer.refines {
        face.boards.refine(game, *seq);
    }
    let silenced = answer.card.spoken && !ticket.allows(Permissions::SEND_TTS_MESSAGES);
    if silenced {
        answer.card.spoken = false;
    }
    let sent = match (late, answer.place, ticket.kind) {
        (false, Place::Pressed, Kind::Pressed { .. }) if answer.keeps_frame => {
            let body = answer.card.controls_body();
            respond(face, ticket, way::UPDATE, &body, &[]).await.map(|()| None)
        }
        (false, Place::Pressed, Kind::Pressed { .. }) => update(face, ticket, &answer.card).await,
        // a private picker has served; it is closed, and everybody sees the result
        (false, Place::New, Kind::Pressed { private: true })
            if answer.seen == Seen::ByAll && !answer.keeps_pressed =>
        {
            match update(face, ticket, &Card::line("Done.")).await {
                Ok(_) => follow_up(face, ticket, &answer).await,
                failed => failed,
            }
        }
        (false, Place::New, Kind::Pressed { private: false }) if answer.spends => {
            match respond(face, ticket, way::UPDATE, &spent(), &[]).await {
                Ok(()) => follow_up(face, ticket, &answer).await,
                Err(fault) => Err(fault),
            }
        }
        (false, ..) => say(face, ticket, &answer.card, answer.seen).await,
        (true, Place::Pressed, Kind::Pressed { .. }) if answer.keeps_frame => {
            let body = answer.card.controls_body();
            let edit =
                || face.http.edit_original_interaction_response(&ticket.token, &body, Vec::new());
            persist(edit).await.map(|message| Some(message.id))
        }
        (true, Place::Pressed, Kind::Pressed { .. }) => {
            edit_original(face, ticket, &answer.card).await
        }
        (true, _, Kind::Pressed { private }) => {
            if private && answer.seen == Seen::ByAll && !answer.keeps_pressed {
                note(&edit_original(face, ticket, &Card::line("Done.")).await, "picker");
            } else if answer.spends {
                note(&spend_original(face, ticket).await, "spent buttons");
            }
            follow_up(face, ticket, &answer).await
        }
        (true, _, Kind::Command) if answer.seen == Seen::ByOne => {
            edit_original(face, ticket, &answer.card).await
        }
        (true, _, Kind::Command) => match edit_original(face, ticket, &Card::line("Done.")).await {
            Ok(_) => follow_up(face, ticket, &answer).await,
            failed => failed,
        },
    };
    let sent = match sent {
        // too late for Discord, but the step is made and everybody should hear of it
        Err(SendFault::Gone | SendFault::Refused(_) | SendFault::Other(_))
            if answer.seen == Seen::ByAll =>
        {
            post(face, ticket, ticket.channel, 0, &answer.card).await
        }
        other => other,
    };
    note(&sent, "answer");
    if silenced && sent.is_ok() {
        let sorry = "I may not have messages read aloud in this channel. Give me “Send Text-to-Speech Messages” for that.";
        note(&follow_up(face, ticket, &Answer::private(Card::line(sorry))).await, "spoken");
    }
    for (place, Elsewhere { channel, card, board }) in (1..).zip(answer.elsewhere) {
        let posted = post(face, ticket, ChannelId::new(channel), place, &card).await;
        note(&posted, "elsewhere");
        if let (Some(wish), Ok(message)) = (board, posted) {
            adopt_board(face, ticket, message, wish).await;
        }
    }
    match (answer.board, sent) {
        (Some(wish), Ok(message)) => adopt_board(face, ticket, message, wish).await,
        _ => {
            if let Some(game) = &answer.changed {
                face.boards.touch(game);
                face.post.nudge();
                face.clerk.nudge();
            }
        }
    }
}

/// Logs what could not be delivered. The same interaction delivered twice is nobody's fault.
fn note<T>(sent: &Result<T, SendFault>, place: &str) {
    match sent {
        Ok(_) | Err(SendFault::AlreadyAnswered) => {}
        Err(fault) => tracing::warn!(place, %fault, "an answer could not be delivered"),
    }
}

/// The id of a message that was sent, where the way it went tells it.
type Sent = Option<MessageId>;

async fn update(face: &Face, ticket: &Ticket, card: &Card) -> Result<Sent, SendFault> {
    respond(face, ticket, way::UPDATE, &card.edit_body(), &attachments(card)).await?;
    Ok(None)
}

async fn respond(
    face: &Face,
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
            face.http.create_interaction_response(ticket.id, &ticket.token, &body, files.to_vec())
        })
        .await,
    )
}

/// "Already acknowledged" in answer to a second try means that the first one did arrive.
fn arrived(sent: Result<(), SendFault>) -> Result<(), SendFault> {
    if sent == Err(SendFault::AnsweredByUs) { Ok(()) } else { sent }
}

/// A message as the direct answer.
async fn say(face: &Face, ticket: &Ticket, card: &Card, seen: Seen) -> Result<Sent, SendFault> {
    if card.files.len() <= 1 {
        respond(face, ticket, way::MESSAGE, &card.body(seen), &attachments(card)).await?;
        return Ok(None);
    }
    // only serenity's own builder gives each of several files its number
    let message = CreateInteractionResponseMessage::new()
        .content(card.fitted_content())
        .allowed_mentions(CreateAllowedMentions::new())
        .ephemeral(seen == Seen::ByOne)
        .files(attachments(card));
    let response = CreateInteractionResponse::Message(message);
    arrived(persist(|| response.clone().execute(&face.http, (ticket.id, &ticket.token))).await)?;
    Ok(None)
}

async fn follow_up(face: &Face, ticket: &Ticket, answer: &Answer) -> Result<Sent, SendFault> {
    let body = answer.card.body(answer.seen);
    let files = attachments(&answer.card);
    let message =
        persist(|| face.http.create_followup_message(&ticket.token, &body, files.clone())).await?;
    Ok(Some(message.id))
}

async fn edit_original(face: &Face, ticket: &Ticket, card: &Card) -> Result<Sent, SendFault> {
    let body = card.edit_body();
    let files = attachments(card);
    if files.len() > 1 {
        let message = EditInteractionResponse::new()
            .content(card.fitted_content())
            .allowed_mentions(CreateAllowedMentions::new());
        let message = files.into_iter().fold(message, EditInteractionResponse::new_attachment);
        let message = persist(|| message.clone().execute(&face.http, &ticket.token)).await?;
        return Ok(Some(message.id));
    }
    let edit = || face.http.edit_original_interaction_response(&ticket.token, &body, files.clone());
    Ok(Some(persist(edit).await?.id))
}

/// Takes the buttons off the message that was pressed.
async fn spend_original(face: &Face, ticket: &Ticket) -> Result<(), SendFault> {
    let body = spent();
    let edit = || face.http.edit_original_interaction_response(&ticket.token, &body, Vec::new());
    persist(edit).await.map(|_| ())
}

fn spent() -> Value {
    json!({ "components": [] })
}

/// Says it in the channel itself. The interaction's id as nonce keeps a retry from posting twice; `place` tells the
/// several things apart that one interaction may have to say.
async fn post(
    face: &Face,
    ticket: &Ticket,
    channel: ChannelId,
    place: u64,
    card: &Card,
) -> Result<Sent, SendFault> {
    let mut body = card.body(Seen::ByAll);
    let which = channel.get().wrapping_add(place) % 1_000_000;
    body["nonce"] = format!("{}{which:06}", ticket.id).into();
    body["enforce_nonce"] = true.into();
    let files = attachments(card);
    match persist(|| face.http.send_message(channel, files.clone(), &body)).await {
        // where files are forbidden, the words are enough
        Err(SendFault::Forbidden) if card.picture.is_some() => {
            let card = Card { picture: None, ..card.clone() };
            Box::pin(post(face, ticket, channel, place, &card)).await
        }
        sent => Ok(Some(sent?.id)),
    }
}

pub(crate) fn attachments(card: &Card) -> Vec<CreateAttachment> {
    let files = card.uploads().into_iter();
    files.map(|file| CreateAttachment::bytes(file.bytes, file.name)).collect()
}

/// The message that was just sent becomes the live board of its game.
async fn adopt_board(face: &Face, ticket: &Ticket, message: Sent, wish: BoardWish) {
    let message = match message {
        Some(message) => Ok(message),
        None => persist(|| face.http.get_original_interaction_response(&ticket.token))
            .await
            .map(|message| message.id),
    };
    let moved = match message {
        Ok(message) => face.boards.moved_to(&wish.game, message.get(), wish.pin).await,
        Err(fault) => Err(fault),
    };
    match moved {
        Ok(()) => {}
        Err(SendFault::Forbidden) if wish.pin => {
            let sorry = "I may not pin messages in this channel. Give me “Pin Messages” (or “Manage \
                         Messages”), or pin the board yourself.";
            note(&follow_up(face, ticket, &Answer::private(Card::line(sorry))).await, "pin");
        }
        Err(fault) => tracing::warn!(game = wish.game.id, %fault, "a board could not be adopted"),
    }
    if let Some(missing) = missing_rights(ticket) {
        let sorry = format!(
            "I can answer you here, but to keep this board up to date by myself I also need {missing} in this \
             channel. Until then, `/game board` shows a fresh one."
        );
        note(&follow_up(face, ticket, &Answer::private(Card::line(sorry))).await, "rights");
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
pub async fn say_privately(face: &Face, ticket: Ticket, sentence: String) {
    send(face, &ticket, false, Answer::private(Card::line(sentence))).await;
}

/// A fault that happened outside of any work, with its reference.
pub fn fault_sentence(what: &str, place: &str) -> String {
    trouble::report(&Fault::new(what), place)
}
