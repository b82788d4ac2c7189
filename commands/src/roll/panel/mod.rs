//! `/rolls panel`: a message with a person's own dice buttons. Whoever can see it may press, and the roll is like any other.

mod buttons;
pub mod press;
mod show;

use gatemaster_discord::card::Card;
use gatemaster_discord::forms::FilledForm;
use gatemaster_rules::text::clean_line;
use gatemaster_store::{Panel, Room, Shelf};
use serenity::all::CreateAutocompleteResponse;

use self::buttons::PanelButton;
use self::press::PanelPressed;
use super::{RollRequest, Wanted};
use crate::answer::{Answer, Reply};
use crate::app::App;
use crate::boxed;
use crate::desk::new_id;
use crate::offers;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use crate::words::esc;

/// More than anybody has at hand, and so few that nobody fills a machine with them.
const MOST: Room = Room { on_server: 200, by_one: 20 };
/// Characters in a panel's title.
const MAX_TITLE: usize = 80;

/// Put a message with your own dice buttons into this channel, or bring one you have here.
#[poise::command(slash_command)]
pub async fn panel(
    ctx: Ctx<'_>,
    #[description = "One of yours, to show it here; leave it out to make a new one"]
    #[autocomplete = "panels_offered"]
    #[max_length = 100]
    panel: Option<String>,
    #[description = "Remove that panel for good"] remove: Option<bool>,
) -> Result<(), Fault> {
    run(ctx, "/rolls panel", move |app, request| async move {
        match panel {
            None if remove == Some(true) => {
                Err(Trouble::refused("Choose with `panel:` which one I should remove."))
            }
            None => new_form(&app, &request).await,
            Some(named) if remove == Some(true) => {
                let panel = found(&app, &request, &named, request.actor.manager).await?;
                app.desk.store.remove_panel(&panel.id).await?;
                let line = format!("The dice panel **{}** is removed.", esc(&panel.title));
                Ok(Answer::private(Card::line(line)).into())
            }
            Some(named) => {
                let mut panel = found(&app, &request, &named, false).await?;
                app.desk.store.move_panel(&panel.id, request.guild, request.channel).await?;
                (panel.guild_id, panel.channel_id) = (request.guild, request.channel);
                shown(&panel)
            }
        }
    })
    .await
}

/// One's own panel by its id or its title; managers find those of others on their server too.
async fn found(
    app: &App,
    request: &Request,
    named: &str,
    of_others: bool,
) -> Result<Panel, Trouble> {
    let mut panels = app.desk.store.panels_of(request.user().0).await?;
    if of_others {
        panels.extend(app.desk.store.panels_in(request.guild, request.channel).await?);
    }
    let named = named.trim();
    let titled = |panel: &Panel| panel.title.to_lowercase() == named.to_lowercase();
    let at = panels.iter().position(|panel| panel.id == named);
    let at = at.or_else(|| panels.iter().position(titled));
    at.map(|at| panels.swap_remove(at)).ok_or_else(|| {
        Trouble::refused("You have no such dice panel; `/rolls panel` without a name makes one.")
    })
}

fn buttons_of(panel: &Panel) -> Result<Vec<PanelButton>, Trouble> {
    Ok(serde_json::from_str(&panel.buttons)?)
}

fn shown(panel: &Panel) -> Result<Reply, Trouble> {
    Ok(Answer::public(show::panel(panel, &buttons_of(panel)?)).into())
}

/// Instead of the message whose button was pressed.
fn in_place(card: Card) -> Reply {
    Answer::public(card).in_place().into()
}

/// The form begins with one's saved rolls.
async fn new_form(app: &App, request: &Request) -> Result<Reply, Trouble> {
    let saved = app.desk.store.saved_rolls(Shelf::Person(request.user().0)).await?;
    let lines = saved.into_iter().filter(|saved| super::can_be_typed(&saved.dice));
    let lines: Vec<String> = lines
        .filter(|saved| !saved.name.contains(':'))
        .map(|saved| format!("{}: {}", saved.name, saved.dice))
        .take(buttons::MOST)
        .collect();
    let title = format!("{}'s dice", request.actor.player.name);
    Ok(Reply::Form(show::form(PanelPressed::New, &title, lines.join("\n"))))
}

#[boxed]
pub async fn pressed(
    app: &App,
    request: &Request,
    pressed: PanelPressed,
) -> Result<Reply, Trouble> {
    let (panel, pressed) = match &pressed {
        PanelPressed::New => return new_form(app, request).await,
        PanelPressed::Roll { panel, .. }
        | PanelPressed::Change { panel }
        | PanelPressed::Remove { panel } => (app.desk.store.panel(panel).await?, pressed),
    };
    // whoever presses a message that has had its day helps everybody by having it redrawn
    let Some(panel) = panel else { return Ok(in_place(show::gone())) };
    if panel.channel_id != request.channel {
        return Ok(in_place(show::moved(&panel)));
    }
    let mine = panel.owner == request.user().0;
    let buttons = buttons_of(&panel)?;
    match pressed {
        PanelPressed::Roll { revision, button, .. } => {
            let button = buttons.get(button as usize).filter(|_| revision == panel.revision);
            match button {
                Some(button) => rolled(app, request, button).await,
                None => Ok(in_place(show::panel(&panel, &buttons))),
            }
        }
        PanelPressed::Change { .. } if mine => {
            let press = PanelPressed::Change { panel: panel.id.clone() };
            Ok(Reply::Form(show::form(press, &panel.title, buttons::lines(&buttons))))
        }
        PanelPressed::Change { .. } | PanelPressed::New => Err(Trouble::refused(format!(
            "This panel is {}'s to change. `/rolls panel` makes one of your own.",
            esc(&panel.owner_name)
        ))),
        PanelPressed::Remove { .. } if mine || request.actor.manager => {
            app.desk.store.remove_panel(&panel.id).await?;
            Ok(in_place(show::removed(&panel.title, &buttons, &request.actor.player.name)))
        }
        PanelPressed::Remove { .. } => Err(Trouble::refused(format!(
            "Only {} and people who manage or organise on this server remove this panel.",
            esc(&panel.owner_name)
        ))),
    }
}

async fn rolled(app: &App, request: &Request, button: &PanelButton) -> Result<Reply, Trouble> {
    let asked = RollRequest {
        dice: Wanted::Known(Box::new(button.dice.clone())),
        label: None,
        secret: false,
        faces: None,
        spoken: request.server.spoken,
    };
    super::roll_and_answer(app, request, asked).await
}

#[boxed]
pub async fn filled_in(
    app: &App,
    request: &Request,
    pressed: PanelPressed,
    written: &FilledForm,
) -> Result<Reply, Trouble> {
    let typed = written.get(show::ROLLS);
    let buttons = buttons::read(typed).map_err(|trouble| {
        Trouble::first(show::typed_wrong(&trouble.to_string(), typed, pressed.clone()))
    })?;
    let title = clean_line(written.get(show::TITLE), MAX_TITLE);
    let title = title.unwrap_or_else(|| format!("{}'s dice", request.actor.player.name));
    match pressed {
        PanelPressed::New => made(app, request, title, &buttons).await,
        PanelPressed::Change { panel } => changed(app, request, &panel, &title, &buttons).await,
        PanelPressed::Roll { .. } | PanelPressed::Remove { .. } => Err(crate::answer::unknown()),
    }
}

async fn made(
    app: &App,
    request: &Request,
    title: String,
    buttons: &[PanelButton],
) -> Result<Reply, Trouble> {
    let store = &app.desk.store;
    let interaction =
        request.interaction.ok_or_else(|| Trouble::fault("a panel needs its interaction"))?;
    let panel = Panel {
        id: new_id(),
        guild_id: request.guild,
        channel_id: request.channel,
        owner: request.user().0,
        owner_name: request.actor.player.name.clone(),
        title,
        buttons: serde_json::to_string(buttons)?,
        revision: 1,
        made_at_ms: app.desk.clock.now_ms(),
    };
    if store.add_panel(&panel, interaction, MOST).await? {
        return shown(&panel);
    }
    match store.panel_of_interaction(interaction).await? {
        Some(panel) => shown(&panel),
        None => Err(Trouble::refused(format!(
            "{} dice panels are the most for one person, and {} for a server. `/rolls panel` with `panel:` and \
             `remove:True` makes room.",
            MOST.by_one, MOST.on_server
        ))),
    }
}

async fn changed(
    app: &App,
    request: &Request,
    panel: &str,
    title: &str,
    buttons: &[PanelButton],
) -> Result<Reply, Trouble> {
    let store = &app.desk.store;
    let text = serde_json::to_string(buttons)?;
    let done = store.change_panel(panel, request.user().0, title, &text).await?;
    match store.panel(panel).await?.filter(|_| done) {
        Some(panel) => Ok(in_place(show::panel(&panel, buttons))),
        None => Ok(Answer::private(show::gone()).into()),
    }
}

async fn panels_offered(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, app.lookup()).await;
    let store = &app.desk.store;
    let mut panels = store.panels_of(request.user().0).await.unwrap_or_default();
    if request.actor.manager {
        let others = store.panels_in(request.guild, request.channel).await.unwrap_or_default();
        panels.extend(others.into_iter().filter(|panel| panel.owner != request.user().0));
    }
    panels.retain(|panel| offers::contains(&panel.title, typed));
    offers::choices(panels.into_iter().map(|panel| {
        let of = if panel.owner == request.user().0 { "" } else { panel.owner_name.as_str() };
        let name =
            if of.is_empty() { panel.title.clone() } else { format!("{} ({of})", panel.title) };
        (name, panel.id)
    }))
}
