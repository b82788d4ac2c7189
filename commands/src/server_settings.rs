//! `/settings`: how a server likes things.

use gatemaster_discord::card::Card;
use serenity::all::{Permissions, Role};

use crate::answer::Answer;
use crate::game::RemindChoice;
use crate::prefs::ServerPrefs;
use crate::run::{Ctx, run};
use crate::table::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::words::{self, on_off};

/// How new tables speak.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum MessagesChoice {
    #[name = "full"]
    Full,
    #[name = "compact: short, one board, no mentions"]
    Compact,
}

/// When games that nobody touches are asked about.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum UntouchedChoice {
    #[name = "never"]
    Never,
    #[name = "after a week"]
    Week,
    #[name = "after 2 weeks"]
    TwoWeeks,
    #[name = "after 30 days"]
    Month,
    #[name = "after 60 days"]
    TwoMonths,
    #[name = "after 90 days"]
    ThreeMonths,
}

impl UntouchedChoice {
    fn days(self) -> u16 {
        match self {
            Self::Never => 0,
            Self::Week => 7,
            Self::TwoWeeks => 14,
            Self::Month => 30,
            Self::TwoMonths => 60,
            Self::ThreeMonths => 90,
        }
    }
}

/// Show or change how this server likes things; for people who manage it.
#[poise::command(
    slash_command,
    default_member_permissions = "MANAGE_GUILD",
    install_context = "Guild",
    interaction_context = "Guild"
)]
#[expect(clippy::too_many_arguments, reason = "the options of a command")]
pub async fn settings(
    ctx: Ctx<'_>,
    #[description = "New tables: when whoever owes an action is reminded"] reminders: Option<
        RemindChoice,
    >,
    #[description = "New tables: full or compact messages"] messages: Option<MessagesChoice>,
    #[description = "Boards with pictures"] pictures: Option<bool>,
    #[description = "Let Discord read the results of /roll aloud"] spoken: Option<bool>,
    #[description = "The role of organisers; @everyone means nobody but managers of the server"]
    organisers: Option<Role>,
    #[description = "When games that nobody touches are asked about"] untouched: Option<
        UntouchedChoice,
    >,
    #[description = "Whether this server's leagues and campaigns may stand on the public web page"]
    public_page: Option<bool>,
) -> Result<(), Fault> {
    run(ctx, "/settings", move |app, request| async move {
        let Some(guild) = request.guild else {
            return Err(Trouble::refused("There is no server here to set anything for."));
        };
        // Discord lets servers hand the command to others; what it changes stays with those who manage
        if !request.manages_server() {
            let needed = Permissions::MANAGE_GUILD.get_permission_names().join(", ");
            return Err(Trouble::refused(format!(
                "Only people with the right “{needed}” change how this server is set."
            )));
        }
        let before = request.server.clone();
        let prefs = ServerPrefs {
            remind_hours: reminders.map_or(before.remind_hours, RemindChoice::hours),
            compact: messages
                .map_or(before.compact, |messages| matches!(messages, MessagesChoice::Compact)),
            pictures: pictures.unwrap_or(before.pictures),
            spoken: spoken.unwrap_or(before.spoken),
            organiser_role: match organisers {
                Some(role) if role.id.get() == guild => None,
                Some(role) => Some(role.id.get()),
                None => before.organiser_role,
            },
            untouched_days: untouched.map_or(before.untouched_days, UntouchedChoice::days),
            public_page: public_page.unwrap_or(before.public_page),
        };
        if prefs != before {
            prefs.save(&app.desk.store, guild).await?;
            app.post.nudge();
        }
        Ok(Answer::private(card(&prefs, prefs != before)).into())
    })
    .await
}

fn card(prefs: &ServerPrefs, changed: bool) -> Card {
    let reminders = match prefs.remind_hours {
        0 => "off".to_owned(),
        hours => format!("after {}", words::hours(hours)),
    };
    let organisers = match prefs.organiser_role {
        Some(role) => format!("<@&{role}>, and people who manage this server"),
        None => "people who manage this server".to_owned(),
    };
    let untouched = match prefs.untouched_days {
        0 => "never asked about".to_owned(),
        days => format!("asked about after {}", words::count(days.into(), "day", "days")),
    };
    Card {
        title: if changed { "Saved: how this server is set" } else { "How this server is set" }
            .to_owned(),
        text: format!(
            "**New tables**\nReminders: **{reminders}**\nMessages: **{}**\n\n**All tables**\nPictures on boards: **{}**\n\
             Games nobody touches: **{untouched}**\nWho may correct, seat and end: **{organisers}**\n\n**Rolls**\nRead \
             aloud: **{}**\n\n**Leagues and campaigns**\nOn the public page, where there is one: **{}**\n\nTables that are open keep their own: `/game settings`.",
            if prefs.compact { "compact: short, one board, no mentions" } else { "full" },
            on_off(prefs.pictures),
            on_off(prefs.spoken),
            on_off(prefs.public_page),
        ),
        colour: Some(NEUTRAL),
        ..Card::default()
    }
}
