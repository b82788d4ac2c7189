use gatemaster_rules::table::{Action, SettingsChange};
use serenity::all::User;

use crate::answer::Answer;
use crate::desk::Which;
use crate::request::chosen;
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::Fault;

/// How long a table waits before it reminds somebody.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum RemindChoice {
    #[name = "never"]
    Never,
    #[name = "after 6 hours"]
    SixHours,
    #[name = "after 12 hours"]
    HalfDay,
    #[name = "after a day"]
    Day,
    #[name = "after 2 days"]
    TwoDays,
    #[name = "after 3 days"]
    ThreeDays,
    #[name = "after a week"]
    Week,
    #[name = "after 2 weeks"]
    TwoWeeks,
}

impl RemindChoice {
    pub fn hours(self) -> u16 {
        const DAY: u16 = 24;
        match self {
            Self::Never => 0,
            Self::SixHours => 6,
            Self::HalfDay => 12,
            Self::Day => DAY,
            Self::TwoDays => 2 * DAY,
            Self::ThreeDays => 3 * DAY,
            Self::Week => 7 * DAY,
            Self::TwoWeeks => 14 * DAY,
        }
    }
}

/// Show or change how this channel's table is set.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "the options of a command")]
pub async fn settings(
    ctx: Ctx<'_>,
    #[description = "A new name for the game"]
    #[max_length = 64]
    name: Option<String>,
    #[description = "Whether whoever owes an action is mentioned"] mentions: Option<bool>,
    #[description = "When whoever owes an action is reminded"] remind: Option<RemindChoice>,
    #[description = "Short messages on one board, without mentions: for play in a voice call"]
    compact: Option<bool>,
    #[description = "Discord reads results aloud"] spoken: Option<bool>,
    #[description = "You roll your own dice and type them; in a running game the others are asked"]
    by_hand: Option<bool>,
    #[description = "Who may correct, undo and end without asking"] organiser: Option<User>,
    #[description = "Any words, mixed into the dice before the first one is rolled"]
    #[max_length = 100]
    salt: Option<String>,
    #[description = "The game ends with this turn; 0 for no limit. Before the start only"]
    #[min = 0]
    #[max = 99]
    turns: Option<u16>,
) -> Result<(), Fault> {
    run(ctx, "/game settings", move |app, request| async move {
        let change = SettingsChange {
            name,
            mentions,
            remind_hours: remind.map(RemindChoice::hours),
            compact,
            spoken,
            by_hand,
            hand: None,
            organiser: organiser.as_ref().map(chosen).transpose()?,
            salt,
            turn_limit: turns,
        };
        if change == SettingsChange::default() {
            let game = app.desk.load(&request, &Which::Here).await?;
            return Ok(Answer::private(table::settings(&game)).into());
        }
        let action = Action::Change(change);
        let outcome = app.desk.act(&request, &Which::Here, |_| Ok(action.into())).await?;
        Ok(table::told(app.systems, &outcome, &request).into())
    })
    .await
}
