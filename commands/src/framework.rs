//! Connects the commands with Discord's gateway: every event comes in here and is handed on.

use std::sync::Arc;

use gatemaster_discord::answer::Ticket;
use poise::{FrameworkError, FrameworkOptions};
use serenity::all::{Cache, FullEvent, Http, Interaction};

use crate::app::App;
use crate::boxed;
use crate::clerk::Clerk;
use crate::desk::Desk;
use crate::trouble::Fault;
use crate::{presses, privacy, run, systems};

/// The bot at work: what answers, and what goes round by itself.
#[derive(Clone, Debug)]
pub struct Bot {
    pub app: App,
    clerk: Clerk,
}

impl Bot {
    pub fn new(desk: Desk, http: Arc<Http>, cache: Arc<Cache>) -> Self {
        let app = App::new(desk, systems::all(), http, cache);
        Self { clerk: Clerk::new(&app), app }
    }

    /// Everything that goes round by itself begins to.
    pub fn start(&self) {
        let boards = self.app.boards.clone();
        tokio::spawn(async move { boards.catch_up().await });
        self.app.post.start();
        self.clerk.start();
        let app = self.app.clone();
        // waited for at the stop like an answer, as far as that waits
        self.app.line.busy.spawn(async move { privacy::go_on(&app).await });
    }

    /// Waits until every answer under way has gone out and every board is fresh.
    #[boxed]
    pub async fn settle(&self) {
        self.app.line.busy.close();
        self.app.line.busy.wait().await;
        self.clerk.settle().await;
        self.app.post.settle().await;
        self.app.boards.settle().await;
    }
}

pub fn options() -> FrameworkOptions<App, Fault> {
    FrameworkOptions {
        commands: crate::all(),
        on_error: |error| Box::pin(on_error(error)),
        event_handler: |framework, event| {
            Box::pin(async move {
                on_event(framework.user_data, event).await;
                Ok(())
            })
        },
        // nothing goes out through poise; if it ever did, it would ping nobody
        allowed_mentions: Some(serenity::all::CreateAllowedMentions::new()),
        initialize_owners: false,
        ..FrameworkOptions::default()
    }
}

async fn on_event(app: &App, event: &FullEvent) {
    match event {
        FullEvent::InteractionCreate { interaction: Interaction::Component(press) } => {
            Box::pin(presses::on_component(app, press)).await;
        }
        FullEvent::InteractionCreate { interaction: Interaction::Modal(form) } => {
            Box::pin(presses::on_modal(app, form)).await;
        }
        _ => {}
    }
}

/// Errors that poise meets before or around a command; ours are answered where they happen.
async fn on_error(error: FrameworkError<'_, App, Fault>) {
    let (ctx, sentence) = match error {
        FrameworkError::CommandPanic { ctx: poise::Context::Application(ctx), .. } => {
            (ctx, run::fault_sentence("a command panicked", "command"))
        }
        FrameworkError::ArgumentParse { ctx: poise::Context::Application(ctx), input, .. } => {
            let what = input.unwrap_or_default();
            let what = gatemaster_discord::limits::clip(&crate::words::esc(&what), 60);
            (ctx, format!("I could not make sense of “{what}” there. Pick from what Discord offers, or try again."))
        }
        FrameworkError::CommandStructureMismatch { ctx, .. } => (
            ctx,
            "Your Discord shows an older form of this command. Restart Discord, or try again in a minute."
                .to_owned(),
        ),
        FrameworkError::UnknownInteraction { interaction, framework, .. } => {
            let ticket = Ticket::command(interaction);
            let sentence = "I no longer have this command. Restart Discord to see the present ones.";
            run::say_privately(framework.user_data, ticket, sentence.to_owned()).await;
            return;
        }
        FrameworkError::Command { error, ctx: poise::Context::Application(ctx), .. } => {
            (ctx, run::fault_sentence(&error.what, "command"))
        }
        FrameworkError::Setup { error, .. } => {
            tracing::error!(fault = error.what, "the bot could not be set up");
            return;
        }
        other => {
            tracing::error!(kind = ?std::mem::discriminant(&other), "an error outside of any command");
            return;
        }
    };
    if ctx.interaction_type == poise::CommandInteractionType::Autocomplete {
        return;
    }
    let ticket = Ticket::command(ctx.interaction);
    run::say_privately(ctx.framework.user_data, ticket, sentence).await;
}
