use gatemaster_rules::game::SystemId;
use gatemaster_rules::table::Action;
use serenity::all::User;

use crate::answer::Answer;
use crate::request::chosen;
use crate::trouble::Fault;
use crate::{Ctx, run};

/// The systems as Discord offers them.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum SystemChoice {
    #[name = "Order-dice bag"]
    Bag,
}

impl From<SystemChoice> for SystemId {
    fn from(choice: SystemChoice) -> Self {
        match choice {
            SystemChoice::Bag => SystemId::Bag,
        }
    }
}

/// Open a table in this channel, thread or forum post.
#[poise::command(slash_command)]
pub async fn new(
    ctx: Ctx<'_>,
    #[description = "What is played"] system: SystemChoice,
    #[description = "A name for the game"]
    #[max_length = 32]
    name: Option<String>,
    #[description = "Somebody who may correct, undo and end without asking"] organiser: Option<
        User,
    >,
) -> Result<(), Fault> {
    run(ctx, "/game new", |face, request| async move {
        let system = SystemId::from(system);
        let action = Action::Open {
            name: name.unwrap_or_else(|| system.title().to_owned()),
            setup: system.default_setup(),
            organiser: organiser.as_ref().map(chosen).transpose()?,
            start: false,
        };
        let outcome = face.desk.open(&request, action).await?;
        Ok(Answer::opened(outcome).into())
    })
    .await
}
