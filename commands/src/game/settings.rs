use gatemaster_rules::table::{Action, SettingsChange};
use serenity::all::User;

use crate::answer::Answer;
use crate::desk::Which;
use crate::request::chosen;
use crate::trouble::Fault;
use crate::{Ctx, run, show};

/// Show or change how this channel's table is set.
#[poise::command(slash_command)]
pub async fn settings(
    ctx: Ctx<'_>,
    #[description = "A new name for the game"]
    #[max_length = 32]
    name: Option<String>,
    #[description = "Whether whoever owes an action is mentioned"] mentions: Option<bool>,
    #[description = "Who may correct, undo and end without asking"] organiser: Option<User>,
    #[description = "Any words, mixed into the dice before the first one is rolled"]
    #[max_length = 100]
    salt: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/game settings", |face, request| async move {
        let change = SettingsChange {
            name,
            mentions,
            organiser: organiser.as_ref().map(chosen).transpose()?,
            salt,
        };
        if change == SettingsChange::default() {
            let game = face.desk.load(&request, &Which::Here).await?;
            return Ok(Answer::private(show::settings(&game)).into());
        }
        let action = Action::Change(change);
        let outcome = face.desk.act(&request, &Which::Here, |_| Ok(action.into())).await?;
        Ok(Answer::told(&outcome, &request).into())
    })
    .await
}
