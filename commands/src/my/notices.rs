use gatemaster_discord::card::Card;
use serenity::all::CreateAutocompleteResponse;

use crate::answer::Answer;
use crate::prefs::{PersonPrefs, Reminders};
use crate::quiet::{Quiet, zone_named, zones_like};
use crate::run::{Ctx, run};
use crate::table::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::{offers, words};

/// How reminders reach a person.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum RemindersChoice {
    #[name = "by mention in the game's channel"]
    Mention,
    #[name = "by direct message"]
    Direct,
    #[name = "not at all"]
    Off,
}

/// Show or change how and when you are told that a game waits for you.
#[poise::command(slash_command)]
pub async fn notices(
    ctx: Ctx<'_>,
    #[description = "How reminders reach you"] reminders: Option<RemindersChoice>,
    #[description = "A direct message as soon as a game waits for you"] next: Option<bool>,
    #[description = "Hours in which I stay silent, such as 22:00-08:00; off for none"]
    #[max_length = 30]
    quiet: Option<String>,
    #[description = "Your time zone, such as Europe/Berlin"]
    #[autocomplete = "zones"]
    #[max_length = 60]
    zone: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/my notices", move |app, request| async move {
        let store = &app.desk.store;
        let user = request.user().0;
        let before = PersonPrefs::load(store, user).await?;
        let mut prefs = before.clone();
        if let Some(reminders) = reminders {
            prefs.reminders = match reminders {
                RemindersChoice::Mention => Reminders::Mention,
                RemindersChoice::Direct => Reminders::Direct,
                RemindersChoice::Off => Reminders::Off,
            };
        }
        if let Some(next) = next {
            prefs.next_up = next;
        }
        if let Some(zone) = zone {
            if zone_named(&zone).is_none() {
                return Err(Trouble::refused(
                    "I know no such time zone. Pick one from the list that Discord offers while you type, such as \
                     Europe/Berlin.",
                ));
            }
            prefs.zone = Some(zone.trim().to_owned());
        }
        if let Some(quiet) = quiet {
            prefs.quiet = quiet_hours(&quiet)?;
        }
        if prefs != before {
            prefs.save(store, user).await?;
            app.post.nudge();
        }
        Ok(Answer::private(card(&prefs)).into())
    })
    .await
}

fn quiet_hours(text: &str) -> Result<Option<Quiet>, Trouble> {
    let text = text.trim();
    if ["off", "none", "never", "no"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Ok(None);
    }
    let quiet = Quiet::parse(text).ok_or_else(|| {
        Trouble::refused("Write quiet hours as `22:00-08:00`, or `off` to have none.")
    })?;
    Ok(Some(quiet))
}

fn card(prefs: &PersonPrefs) -> Card {
    let reminders = match prefs.reminders {
        Reminders::Mention => "by mention in the game's channel",
        Reminders::Direct => "by direct message",
        Reminders::Off => "not at all",
    };
    let zone = prefs.zone.as_deref().unwrap_or("UTC (set yours with `zone:`)");
    let quiet = prefs.quiet.map_or_else(|| "none".to_owned(), |quiet| quiet.to_string());
    Card {
        title: "How I tell you".to_owned(),
        text: format!(
            "Reminders: **{reminders}**\n“You are next” by direct message: **{}**\nQuiet hours: **{quiet}**\nTime zone: \
             **{zone}**\n\nWhen a reminder is due is set at each table: `/game settings remind:`.",
            words::on_off(prefs.next_up),
        ),
        colour: Some(NEUTRAL),
        ..Card::default()
    }
}

#[expect(clippy::unused_async, reason = "poise wants it")]
async fn zones(_: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    offers::choices(zones_like(typed).into_iter().map(|zone| (zone.clone(), zone)))
}
