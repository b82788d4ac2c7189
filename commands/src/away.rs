//! `/leave-of-absence`: reminders pause, and the people one plays with are told.

use gatemaster_discord::card::Card;
use gatemaster_rules::text::clean_line;
use gatemaster_store::{Absence, GameSummary};

use crate::answer::{Answer, ChannelMessage, Reply};
use crate::app::App;
use crate::prefs::PersonPrefs;
use crate::quiet::{days_later, end_of_day};
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::table::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::words::{self, esc};

const LONGEST_DAYS: u32 = 366;
const LONGEST_NOTE: usize = 120;
/// Each game is told in its own channel; more games than this are told of in the list only.
const MOST_TOLD: usize = 20;

/// Be away for a while: reminders pause, and the people you play with are told.
#[poise::command(
    slash_command,
    rename = "leave-of-absence",
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub async fn leave_of_absence(
    ctx: Ctx<'_>,
    #[description = "How many days"]
    #[min = 1]
    #[max = 366]
    days: Option<u32>,
    #[description = "The last day you are away, such as 2026-12-24"]
    #[max_length = 10]
    until: Option<String>,
    #[description = "A few words for the others"]
    #[max_length = 120]
    note: Option<String>,
    #[description = "You are back"] back: Option<bool>,
) -> Result<(), Fault> {
    run(ctx, "/leave-of-absence", move |app, request| async move {
        let guild = request
            .guild
            .ok_or_else(|| Trouble::refused("Absence is noted on a server; use this there."))?;
        if back == Some(true) {
            return come_back(&app, &request, guild).await;
        }
        if days.is_none() && until.is_none() {
            return show(&app, &request, guild).await;
        }
        let until_ms = end(&app, &request, days, until.as_deref()).await?;
        let note = match note {
            None => String::new(),
            Some(note) => clean_line(&note, LONGEST_NOTE).unwrap_or_default(),
        };
        let now = app.desk.clock.now_ms();
        let before = app.desk.store.absence(guild, request.user().0).await?;
        let before = before.filter(|away| away.until_ms > now);
        let absence = Absence {
            guild_id: guild,
            user_id: request.user().0,
            // who stays away longer has been away since the first day
            from_ms: before.as_ref().map_or(now, |away| away.from_ms),
            until_ms,
            note,
        };
        app.desk.store.set_absence(&absence).await?;
        let said = format!(
            "{} is away until {}{}. Reminders pause until then.",
            esc(&request.actor.player.name),
            words::moment(until_ms),
            noted(&absence.note)
        );
        let own = "`/leave-of-absence back:True` ends it early.";
        tell(&app, &request, &said, own, before.is_none()).await
    })
    .await
}

async fn end(
    app: &App,
    request: &Request,
    days: Option<u32>,
    until: Option<&str>,
) -> Result<i64, Trouble> {
    let now = app.desk.clock.now_ms();
    let zone = PersonPrefs::load(&app.desk.store, request.user().0).await?.time_zone();
    let end = match (days, until) {
        (_, Some(text)) => end_of_day(text, &zone).ok_or_else(|| {
            Trouble::refused("Write the last day as year, month, day: `2026-12-24`.")
        })?,
        (Some(days), None) => days_later(now, days, &zone)
            .ok_or_else(|| Trouble::refused("That is further ahead than I can count."))?,
        (None, None) => now,
    };
    let latest = days_later(now, LONGEST_DAYS, &zone).unwrap_or(i64::MAX);
    if end <= now {
        return Err(Trouble::refused("That day is over; name one that lies ahead."));
    }
    if end > latest {
        return Err(Trouble::refused(format!("An absence lasts {LONGEST_DAYS} days at most.")));
    }
    Ok(end)
}

async fn come_back(app: &App, request: &Request, guild: u64) -> Result<Reply, Trouble> {
    let now = app.desk.clock.now_ms();
    let absence = app.desk.store.absence(guild, request.user().0).await?;
    let Some(absence) = absence.filter(|away| away.until_ms > now) else {
        return Err(Trouble::refused("You are not away as far as I know."));
    };
    app.desk.store.set_absence(&Absence { until_ms: now.max(absence.from_ms), ..absence }).await?;
    app.post.nudge();
    let said = format!("{} is back.", esc(&request.actor.player.name));
    tell(app, request, &said, "Welcome back. Reminders go on from here.", false).await
}

/// Whether one is away, and who else is.
async fn show(app: &App, request: &Request, guild: u64) -> Result<Reply, Trouble> {
    let away = app.desk.store.away_at(guild, app.desk.clock.now_ms()).await?;
    let lines: Vec<String> = away
        .iter()
        .take(25)
        .map(|away| {
            let until = words::moment(away.until_ms);
            format!("{} until {until}{}", words::person(away.user_id), noted(&away.note))
        })
        .collect();
    let me = request.user().0;
    let own = if away.iter().any(|away| away.user_id == me) {
        "You are away; `/leave-of-absence back:True` ends that."
    } else {
        "You are here. Say how long you will be away: `/leave-of-absence days:7`, or `until:2026-12-24`."
    };
    let others = if lines.is_empty() { "Nobody is away now.".to_owned() } else { lines.join("\n") };
    let card = Card {
        title: "Away from this server".to_owned(),
        text: format!("{others}\n\n{own}"),
        colour: Some(NEUTRAL),
        ..Card::default()
    };
    Ok(Answer::private(card).into())
}

fn noted(note: &str) -> String {
    if note.is_empty() { String::new() } else { format!(" (“{}”)", esc(note)) }
}

/// Everybody one plays with hears it at their table, and the first time it rings; the asker alone hears here how many.
async fn tell(
    app: &App,
    request: &Request,
    said: &str,
    own: &str,
    rings: bool,
) -> Result<Reply, Trouble> {
    let games = app.desk.games_for(request, false, true, None, MOST_TOLD).await?;
    let me = request.user().0;
    let others = |game: &GameSummary| -> Vec<u64> {
        let mut people: Vec<u64> =
            game.seats.iter().filter_map(|seat| seat.user_id).filter(|user| *user != me).collect();
        people.sort_unstable();
        people.dedup();
        people
    };
    let sits = |game: &GameSummary| game.seats.iter().any(|seat| seat.user_id == Some(me));
    let mut elsewhere = Vec::new();
    for game in games.iter().filter(|game| sits(game)) {
        let people = others(game);
        if people.is_empty() {
            continue;
        }
        let Some(table) = app.desk.load_any(&game.id).await? else { continue };
        let pings = if rings && table.table.settings.pings() { people } else { Vec::new() };
        let card = Card { pings, ..Card::line(said.to_owned()) };
        elsewhere.push(ChannelMessage::new(game.channel_id, card));
    }
    let told = u32::try_from(elsewhere.len()).unwrap_or(u32::MAX);
    let told = match told {
        0 => "Nobody waits for you in a game here.".to_owned(),
        told => format!("The others hear of it in {}.", words::count(told, "game", "games")),
    };
    let card = Card::line(format!("{said} {told} {own}"));
    Ok(Answer { elsewhere, ..Answer::private(card) }.into())
}
