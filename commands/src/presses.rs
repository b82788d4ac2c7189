//! Every press of a button and every filled-in form comes through here, however old the message is. Each family of buttons
//! reads its own custom ids and carries them out.

use gatemaster_discord::answer::Ticket;
use gatemaster_discord::card::Card;
use gatemaster_discord::forms::FilledForm;
use gatemaster_discord::press::decode;
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::table::{Action, AskedFor, Phase};
use serenity::all::{ComponentInteraction, ComponentInteractionDataKind, ModalInteraction};

use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::app::App;
use crate::boxed;
use crate::campaign::press::CampaignPressed;
use crate::desk::{LATEST, Loaded, Which};
use crate::help::press::HelpPress;
use crate::league::press::LeaguePressed;
use crate::player::press::PlayerPressed;
use crate::privacy::press::PrivacyPress;
use crate::request::Request;
use crate::roll::panel::press::PanelPressed;
use crate::roll::press::{MeantPressed, RollPressed};
use crate::run::{deliver, in_words};
use crate::table::press::{Press, Pressed};
use crate::table::{self, LogPage, act_and_answer};
use crate::trouble::Trouble;
use crate::{campaign, help, home, league, player, privacy, roll};

#[boxed]
pub async fn on_component(app: &App, interaction: &ComponentInteraction) {
    let ticket = Ticket::component(interaction);
    let on = PressedMessage {
        message: interaction.message.id.get(),
        private: ticket.is_on_private_message(),
    };
    let (at_work, interaction) = (app.clone(), Box::new(interaction.clone()));
    let work = async move {
        let request = Request::from_component(&interaction, at_work.lookup()).await;
        let picked = match &interaction.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => values.as_slice(),
            _ => &[],
        };
        let done = pressed(&at_work, &request, &interaction.data.custom_id, picked, on).await;
        in_words(&at_work, &request, done, "button").await
    };
    deliver(app, ticket, "button", Box::pin(work)).await;
}

async fn pressed(
    app: &App,
    request: &Request,
    id: &str,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    if let Some(pressed) = decode::<Pressed<Press>>(id) {
        return Box::pin(at_table(app, request, pressed, on)).await;
    }
    for face in app.systems.all() {
        if let Some(work) = face.pressed(app, request, id, picked, on) {
            return work.await;
        }
    }
    if let Some(pressed) = decode::<LeaguePressed>(id) {
        return Box::pin(league::pressed(app, request, pressed, picked)).await;
    }
    if let Some(pressed) = decode::<CampaignPressed>(id) {
        return Box::pin(campaign::pressed(app, request, pressed, picked)).await;
    }
    if let Some(pressed) = decode::<PlayerPressed>(id) {
        return Box::pin(player::pressed(app, request, pressed, picked)).await;
    }
    if let Some(pressed) = decode::<RollPressed>(id) {
        return Box::pin(roll::pressed(app, request, &pressed.id, pressed.press)).await;
    }
    if let Some(pressed) = decode::<MeantPressed>(id) {
        return Box::pin(roll::pressed_meant(app, request, pressed)).await;
    }
    if let Some(pressed) = decode::<PanelPressed>(id) {
        return Box::pin(roll::panel::pressed(app, request, pressed)).await;
    }
    if let Some(press) = decode::<HelpPress>(id) {
        return Box::pin(help::pressed(app, request, &press)).await;
    }
    if let Some(press) = decode::<PrivacyPress>(id) {
        return Box::pin(privacy::pressed(app, request, press)).await;
    }
    Err(unknown())
}

#[boxed]
pub async fn on_modal(app: &App, interaction: &ModalInteraction) {
    let ticket = Ticket::modal(interaction);
    let written = FilledForm::of(interaction);
    let on = interaction.message.as_ref().map(|message| PressedMessage {
        message: message.id.get(),
        private: ticket.is_on_private_message(),
    });
    let (at_work, interaction) = (app.clone(), Box::new(interaction.clone()));
    let work = async move {
        let request = Request::from_modal(&interaction, at_work.lookup()).await;
        let id = &interaction.data.custom_id;
        let done = filled_in(&at_work, &request, id, &written, on).await;
        in_words(&at_work, &request, done, "form").await
    };
    deliver(app, ticket, "form", Box::pin(work)).await;
}

async fn filled_in(
    app: &App,
    request: &Request,
    id: &str,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    if let Some(Pressed { game, seq, press: Press::TypeDice }) = decode(id) {
        return table::hand::filled_in(app, request, (&game, seq), written, on).await;
    }
    if let Some(Pressed { game, press: Press::Result(press), .. }) = decode(id) {
        return table::result::filled_in(app, request, (&game, press), written, on).await;
    }
    for face in app.systems.all() {
        if let Some(work) = face.filled_in(app, request, id, written, on) {
            return work.await;
        }
    }
    if let Some(pressed) = decode::<LeaguePressed>(id) {
        return Box::pin(league::filled_in(app, request, pressed, written)).await;
    }
    if let Some(pressed) = decode::<CampaignPressed>(id) {
        return Box::pin(campaign::filled_in(app, request, pressed, written)).await;
    }
    if let Some(pressed) = decode::<PanelPressed>(id) {
        return Box::pin(roll::panel::filled_in(app, request, pressed, written)).await;
    }
    Err(unknown())
}

async fn turn_log(
    app: &App,
    request: &Request,
    which: Which,
    page: LogPage,
) -> Result<Reply, Trouble> {
    let game = app.desk.load(request, &which).await?;
    let log = app.desk.log(&game).await?;
    let card = table::log_page(app.systems, &game, &log, page);
    Ok(Answer::private(card).in_place().into())
}

/// A button that every table has.
async fn at_table(
    app: &App,
    request: &Request,
    pressed: Pressed<Press>,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let Pressed { game, seq, press } = pressed;
    let now = Which::Now(game.clone());
    let seen = Which::At(game.clone(), seq);
    let act =
        |which, action: Action| act_and_answer(app, request, which, move |_| Ok(action.into()), on);
    match press {
        Press::Join(seat) => act(now, Action::Join { seat, salt: None }).await,
        Press::Leave => act(now, Action::Leave).await,
        Press::Start => act(now, Action::Start).await,
        Press::StartAlone => table::start_alone(app, request, &game, on).await,
        Press::Undo => act(seen, Action::Undo { step: LATEST }).await,
        Press::TypeDice | Press::RollDice | Press::Drew(_) => {
            table::hand::pressed(app, request, (&game, seq), press, on).await
        }
        Press::Agree(about) => answer_question(app, request, now, about, Action::Agree, on).await,
        Press::Refuse(about) => answer_question(app, request, now, about, Action::Refuse, on).await,
        Press::TakeOver(seat) => {
            let take = move |game: &Loaded| on_offer(game, seat).map(|()| Action::TakeOver.into());
            act_and_answer(app, request, now, take, on).await
        }
        Press::TurnDown(seat) => {
            let turn_down =
                move |game: &Loaded| on_offer(game, seat).map(|()| Action::TurnDown.into());
            act_and_answer(app, request, now, turn_down, on).await
        }
        Press::Keep => act(now, Action::Keep).await,
        Press::Shelve => act(now, Action::Shelve).await,
        Press::Resume => home::resume(app, request, now).await,
        Press::Board => {
            let game = app.desk.load(request, &now).await?;
            let mut card = table::board(app.systems, &game);
            if game.channel != request.channel {
                card.buttons.clear();
            }
            Ok(Answer::private(card).into())
        }
        Press::LogTo(last) => turn_log(app, request, now, LogPage::To(last)).await,
        Press::LogFrom(first) => turn_log(app, request, now, LogPage::From(first)).await,
        Press::Explain(_) | Press::ExplainPage(..) | Press::ShowExplained(..) => {
            table::explain::pressed(app, request, &game, press, on).await
        }
        Press::Standing => {
            let game = app.desk.load(request, &now).await?;
            let face = app.systems.of(game.table.system);
            face.standing(app, request, &game).ok_or_else(unknown)?.await
        }
        Press::Mine => {
            let game = app.desk.load(request, &now).await?;
            Ok(table::mine(app.systems, &game, request)?.into())
        }
        Press::Result(press) => table::result::pressed(app, request, &game, press, on).await,
    }
}

/// A question that was asked about another step is answered with the board as it stands.
async fn answer_question(
    app: &App,
    request: &Request,
    which: Which,
    about: Seq,
    action: Action,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let stands =
        |game: &Loaded| game.table.asked.as_ref().is_some_and(|asked| asked.what.number() == about);
    let before = app.desk.load(request, &which).await?;
    if !stands(&before) && app.desk.made_before(request).await?.is_none() {
        // whoever presses a question that has lapsed helps everybody by taking its buttons away
        let told = Answer::private(Card::line(settled(&before)));
        let lapsed = !on.private && !on.board_of(&before);
        return Ok(if lapsed { told.spends_pressed() } else { told }.into());
    }
    let outcome = app
        .desk
        .act(request, &which, |game| {
            if stands(game) { Ok(action.into()) } else { Err(Trouble::refused(settled(game))) }
        })
        .await?;
    if let Some(AskedFor::Draw { .. }) = before.table.asked.map(|asked| asked.what) {
        // asked on the message that tells the story, not on one of its own
        return Ok(table::answer_press(app.systems, &outcome, request, on).into());
    }
    let told = table::told(app.systems, &outcome, request);
    // the question in the channel becomes its answer; a board or a private copy of it does not
    let on_question = !on.private && !on.board_of(&outcome.game);
    Ok(if on_question { told.in_place() } else { told }.into())
}

/// A button of an older offer must not take another seat.
fn on_offer(game: &Loaded, seat: Seat) -> Result<(), Trouble> {
    match &game.table.offer {
        Some(offer) if offer.seat == seat => Ok(()),
        _ => Err(Trouble::refused("That seat is not on offer any more.")),
    }
}

fn settled(game: &Loaded) -> &'static str {
    match game.table.phase {
        Phase::Shelved => "This game has been put away; nothing waits for an answer.",
        Phase::Ended => "This game has ended; nothing waits for an answer.",
        Phase::Lobby | Phase::Playing => "That question has been settled, or play went on.",
    }
}
