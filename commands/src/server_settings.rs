//! `/settings`: how a server likes things.

use gatemaster_discord::card::Card;
use serenity::all::{Permissions, Role};

use crate::answer::Answer;
use crate::caps::{Caps, Most};
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
    #[description = "How many tables may be open on this server at once"]
    #[min = 1]
    #[max = 1_000_000]
    tables: Option<u32>,
    #[description = "How many of them one person may have opened"]
    #[min = 1]
    #[max = 1_000_000]
    tables_each: Option<u32>,
    #[description = "How many leagues may be open on this server at once, and as many campaigns"]
    #[min = 1]
    #[max = 1_000_000]
    books: Option<u32>,
    #[description = "How many of them one person may have opened"]
    #[min = 1]
    #[max = 1_000_000]
    books_each: Option<u32>,
) -> Result<(), Fault> {
    let wished = Caps { tables, tables_each, books, books_each };
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
            caps: changed_caps(before.caps, wished, app.desk.most)?,
        };
        if prefs != before {
            prefs.save(&app.desk.store, guild).await?;
            app.post.nudge();
        }
        Ok(Answer::private(card(&prefs, app.desk.most, prefs != before)).into())
    })
    .await
}

/// What was there, with what is wished for; more than the operator allows is refused.
fn changed_caps(before: Caps, wished: Caps, most: Most) -> Result<Caps, Trouble> {
    let within = |wished: Option<u32>, before: Option<u32>, most: u32, what: &str| match wished {
        Some(0) => Err(Trouble::refused(format!("At least 1 of the {what} must be allowed."))),
        Some(number) if number > most => Err(Trouble::refused(format!(
            "That is more {what} than whoever runs me allows a server: {most} is the most you can choose."
        ))),
        Some(number) => Ok(Some(number)),
        None => Ok(before),
    };
    Ok(Caps {
        tables: within(wished.tables, before.tables, most.tables, "tables")?,
        tables_each: within(wished.tables_each, before.tables_each, most.tables, "tables")?,
        books: within(wished.books, before.books, most.books, "leagues and campaigns")?,
        books_each: within(
            wished.books_each,
            before.books_each,
            most.books,
            "leagues and campaigns",
        )?,
    })
}

fn card(prefs: &ServerPrefs, most: Most, changed: bool) -> Card {
    let (tables, books) = (prefs.caps.tables(most), prefs.caps.books(most));
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
             aloud: **{}**\n\n**Leagues and campaigns**\nOn the public page, where there is one: **{}**\n\n**At most, at once**\nOpen tables: **{}**, by one person \
             **{}**\nOpen leagues, and as many campaigns: **{}**, by one person **{}**\n\nTables that are open keep their own: `/game settings`.",
            if prefs.compact { "compact: short, one board, no mentions" } else { "full" },
            on_off(prefs.pictures),
            on_off(prefs.spoken),
            on_off(prefs.public_page),
            tables.on_server,
            tables.by_one,
            books.on_server,
            books.by_one,
        ),
        colour: Some(NEUTRAL),
        ..Card::default()
    }
}
