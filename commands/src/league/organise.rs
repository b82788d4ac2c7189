//! `/organise`: what the organisers of a league do.

use gatemaster_discord::card::Card;
use gatemaster_league::settings::{LastResort, Seeding};
use gatemaster_league::{Action, Event, League};
use serenity::all::{Attachment, GuildChannel, User};

use super::choices::{FormatChoice, FormatNumbers, LevelChoice, SettingsOptions};
use super::everybody::{division_named, match_number, may_speak};
use super::find::{self, TypedResult, VerdictChoice};
use super::{level, offers, show, told, write};
use crate::answer::{Answer, Reply};
use crate::app::App;
use crate::books;
use crate::boxed;
use crate::ledger::{BookOutcome, StoredBook};
use crate::request::{Request, chosen};
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use crate::words::{self, count, esc};

/// For the organisers of a league: start, pair, settle, correct, seasons, settings.
#[poise::command(
    slash_command,
    subcommands(
        "start",
        "round",
        "settle",
        "cancel",
        "reopen",
        "points",
        "revoke",
        "enter",
        "drop_",
        "return_",
        "place",
        "deadline",
        "season",
        "resume",
        "appoint",
        "dismiss",
        "settings",
        "rename",
        "import",
        "level::level"
    ),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn organise(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Start the season: the first pairings are drawn and published.
#[poise::command(slash_command)]
async fn start(
    ctx: Ctx<'_>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise start", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        start_it(&app, &request, &kept.id).await
    })
    .await
}

#[boxed]
pub(super) async fn start_it(app: &App, request: &Request, id: &str) -> Result<Reply, Trouble> {
    let written = write(app, request, id, |_| Ok(Action::Start)).await?;
    Ok(paired(&written, "The season has started."))
}

/// Pair the next round, or the finals when all rounds are played.
#[poise::command(slash_command)]
async fn round(
    ctx: Ctx<'_>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise round", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        next_round(&app, &request, &kept.id).await
    })
    .await
}

#[boxed]
pub(super) async fn next_round(app: &App, request: &Request, id: &str) -> Result<Reply, Trouble> {
    let written = write(app, request, id, |_| Ok(Action::NextRound)).await?;
    Ok(level::held_up(&written).unwrap_or_else(|| paired(&written, "The next round is paired.")))
}

/// The pairings themselves stand in the league's channel, or here where it has none.
fn paired(written: &BookOutcome<League>, line: &str) -> Reply {
    let kept = &written.kept;
    let round = written.events.iter().find_map(|event| match event {
        Event::Paired { round } => Some(*round),
        _ => None,
    });
    match (round, kept.book.season.settings.announce) {
        (Some(round), None) => {
            let card = show::pairings(kept, round, true);
            Answer::public(Card { content: level::lots_told(written), ..card }).into()
        }
        (Some(round), Some(channel)) => {
            let card = show::pairings(kept, round, false);
            let content = format!("{line} I publish it in <#{channel}>.");
            Answer::private(Card { content, ..card }).into()
        }
        (None, _) => {
            let line = format!("{line} `/league challenge` asks somebody for a match.");
            told(written, Card::line(line))
        }
    }
}

/// Decide a match, or correct one: whatever stood there before stays in its history.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
async fn settle(
    ctx: Ctx<'_>,
    #[description = "The number of the match"]
    #[autocomplete = "offers::matches"]
    #[rename = "match"]
    #[max_length = 10]
    number: String,
    #[description = "How it ended; with both scores this may be left out"] result: Option<
        VerdictChoice,
    >,
    #[description = "The score of the first"]
    #[min = -1_000_000]
    #[max = 1_000_000]
    first_score: Option<i32>,
    #[description = "The score of the second"]
    #[min = -1_000_000]
    #[max = 1_000_000]
    second_score: Option<i32>,
    #[description = "What the first played"]
    #[max_length = 64]
    first_faction: Option<String>,
    #[description = "What the second played"]
    #[max_length = 64]
    second_faction: Option<String>,
    #[description = "Why; everybody reads it"]
    #[max_length = 300]
    why: Option<String>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise settle", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        let said = TypedResult {
            result: result.map(VerdictChoice::verdict),
            scores: [first_score, second_score],
            factions: [first_faction, second_faction],
        };
        let why = why.unwrap_or_default();
        settle_it(&app, &request, &kept.id, match_number(&number)?, &said, &why).await
    })
    .await
}

#[boxed]
pub(super) async fn settle_it(
    app: &App,
    request: &Request,
    id: &str,
    number: u32,
    said: &TypedResult,
    why: &str,
) -> Result<Reply, Trouble> {
    let result = said.result()?;
    let written = write(app, request, id, |kept| {
        let fixture = find::fixture(&kept.book.season, number)?.no;
        Ok(Action::Settle { fixture, result: result.clone(), why: why.to_owned() })
    })
    .await?;
    Ok(about_match(&written, &with_reason("Settled", why)))
}

/// The reason goes with it, because where a league has no channel of its own this is what everybody reads.
fn with_reason(done: &str, why: &str) -> String {
    match why.trim() {
        "" => format!("{done}."),
        why => format!("{done}: {}", esc(why)),
    }
}

fn about_match(written: &BookOutcome<League>, line: &str) -> Reply {
    let season = &written.kept.book.season;
    let stands = show::fixture_told(written)
        .map_or(String::new(), |fixture| format!("\n{}", show::fixture_line(season, fixture)));
    let card = Card::line(format!("{line}{stands}"));
    let mut row = show::organiser_buttons(&written.kept);
    row.truncate(1);
    told(written, card.with_row(row))
}

/// Take a match out: it counts for nothing and nobody.
#[poise::command(slash_command)]
async fn cancel(
    ctx: Ctx<'_>,
    #[description = "The number of the match"]
    #[autocomplete = "offers::matches"]
    #[rename = "match"]
    #[max_length = 10]
    number: String,
    #[description = "Why; everybody reads it"]
    #[max_length = 300]
    why: String,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise cancel", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        let number = match_number(&number)?;
        let written = write(&app, &request, &kept.id, |kept| {
            let fixture = find::fixture(&kept.book.season, number)?.no;
            Ok(Action::Cancel { fixture, why: why.clone() })
        })
        .await?;
        Ok(about_match(&written, "Cancelled."))
    })
    .await
}

/// Open a decided or cancelled match again.
#[poise::command(slash_command)]
async fn reopen(
    ctx: Ctx<'_>,
    #[description = "The number of the match"]
    #[autocomplete = "offers::matches"]
    #[rename = "match"]
    #[max_length = 10]
    number: String,
    #[description = "Why; everybody reads it"]
    #[max_length = 300]
    why: String,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise reopen", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        let number = match_number(&number)?;
        let written = write(&app, &request, &kept.id, |kept| {
            let fixture = find::fixture(&kept.book.season, number)?.no;
            Ok(Action::Reopen { fixture, why: why.clone() })
        })
        .await?;
        Ok(about_match(&written, &with_reason("Open again", &why)))
    })
    .await
}

/// Give bonus points, or take some as a penalty.
#[poise::command(slash_command)]
async fn points(
    ctx: Ctx<'_>,
    #[description = "Whom"]
    #[autocomplete = "offers::entrants"]
    #[max_length = 100]
    who: String,
    #[description = "How many; a penalty is a negative number"]
    #[min = -1000]
    #[max = 1000]
    points: i32,
    #[description = "What for"]
    #[max_length = 300]
    why: String,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise points", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |kept| {
            let entrant = find::entrant(&kept.book.season, &who)?;
            Ok(Action::Adjust { entrant, points, why: why.clone() })
        })
        .await?;
        let season = &written.kept.book.season;
        let given = season.adjustments.last();
        let name = given.map_or("somebody", |given| season.name_of(given.entrant));
        let why = given.map_or("", |given| given.why.as_str());
        let line = format!("{} has {points:+} points: {}", esc(name), esc(why));
        Ok(told(&written, Card::line(line)))
    })
    .await
}

/// Take a bonus or a penalty back.
#[poise::command(slash_command)]
async fn revoke(
    ctx: Ctx<'_>,
    #[description = "Whose"]
    #[autocomplete = "offers::entrants"]
    #[max_length = 100]
    who: String,
    #[description = "Which of theirs, counted from 1; left out, the latest"]
    #[min = 1]
    #[max = 1000]
    number: Option<u32>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise revoke", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |kept| {
            let season = &kept.book.season;
            let entrant = find::entrant(season, &who)?;
            let theirs: Vec<u32> = (0..)
                .zip(&season.adjustments)
                .filter(|(_, adjustment)| adjustment.entrant == entrant && !adjustment.revoked)
                .map(|(at, _)| at)
                .collect();
            let at = match number {
                None => theirs.last(),
                Some(number) => {
                    theirs.get(usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX))
                }
            };
            let adjustment = *at.ok_or_else(|| {
                Trouble::refused(format!(
                    "{} has no such bonus or penalty.",
                    esc(season.name_of(entrant))
                ))
            })?;
            Ok(Action::Revoke { adjustment })
        })
        .await?;
        Ok(told(&written, Card::line("Taken back.")))
    })
    .await
}

/// Enter somebody, or a guest who is not on Discord.
#[poise::command(slash_command)]
async fn enter(
    ctx: Ctx<'_>,
    #[description = "Somebody of this server"] player: Option<User>,
    #[description = "Or a guest, by name"]
    #[max_length = 64]
    guest: Option<String>,
    #[description = "What they play"]
    #[max_length = 64]
    faction: Option<String>,
    #[description = "The division, by its name; left out, the lowest"]
    #[max_length = 64]
    division: Option<String>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise enter", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        let player = player.as_ref().map(chosen).transpose()?;
        let name = match (&player, guest) {
            (Some(_), Some(_)) | (None, None) => {
                return Err(Trouble::refused(
                    "Name either a `player` of this server or a `guest`.",
                ));
            }
            (Some(player), None) => player.name.clone(),
            (None, Some(guest)) => guest,
        };
        let written = write(&app, &request, &kept.id, |kept| {
            let division =
                division.as_deref().map(|name| division_named(kept, name)).transpose()?;
            let (player, faction) = (player.clone(), faction.clone());
            Ok(Action::Enter { player, name: name.clone(), faction, division })
        })
        .await?;
        let season = &written.kept.book.season;
        let people = season.active().count();
        let line = format!(
            "{} is in **{}**, {} so far.",
            // as the book has it, without anything that nobody can see
            esc(season.entrants.last().map_or("Somebody", |entrant| &entrant.name)),
            esc(&written.kept.book.name),
            count(show::number(people), "person", "people")
        );
        Ok(told(&written, Card::line(line)))
    })
    .await
}

/// Take somebody out. Their open matches go to their opponents.
#[poise::command(slash_command, rename = "drop")]
async fn drop_(
    ctx: Ctx<'_>,
    #[description = "Whom"]
    #[autocomplete = "offers::entrants"]
    #[max_length = 100]
    who: String,
    #[description = "Cancel all their matches of this season, the played ones as well"]
    void: Option<bool>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise drop", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        let name = find::entrant(&kept.book.season, &who)
            .map(|no| kept.book.season.name_of(no).to_owned())
            .unwrap_or_default();
        let void = void.unwrap_or(false);
        let written = write(&app, &request, &kept.id, |kept| {
            Ok(Action::Drop { entrant: find::entrant(&kept.book.season, &who)?, void })
        })
        .await?;
        let rest = if void {
            "All their matches are cancelled."
        } else {
            "Their open matches go to their opponents."
        };
        Ok(told(&written, Card::line(format!("{} is out. {rest}", esc(&name)))))
    })
    .await
}

/// Bring somebody back who has left.
#[poise::command(slash_command, rename = "return")]
async fn return_(
    ctx: Ctx<'_>,
    #[description = "Whom"]
    #[autocomplete = "offers::entrants"]
    #[max_length = 100]
    who: String,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise return", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |kept| {
            Ok(Action::Return { entrant: find::entrant(&kept.book.season, &who)? })
        })
        .await?;
        Ok(told(
            &written,
            Card::line("Back again, from now on. Matches that were given away stay so until you reopen them."),
        ))
    })
    .await
}

/// Before the start: put somebody into a division, or at a place of the first order.
#[poise::command(slash_command)]
async fn place(
    ctx: Ctx<'_>,
    #[description = "Whom"]
    #[autocomplete = "offers::entrants"]
    #[max_length = 100]
    who: String,
    #[description = "The division, by its name"]
    #[max_length = 64]
    division: Option<String>,
    #[description = "Their place in the order that brackets, ladders and first pairings begin with"]
    #[min = 1]
    #[max = 200]
    seed: Option<u32>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise place", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        if division.is_none() && seed.is_none() {
            return Err(Trouble::refused("Say where: `division`, `seed`, or both."));
        }
        let written = write(&app, &request, &kept.id, |kept| {
            let entrant = find::entrant(&kept.book.season, &who)?;
            let division =
                division.as_deref().map(|name| division_named(kept, name)).transpose()?;
            Ok(Action::Place { entrant, division, seed })
        })
        .await?;
        let season = &written.kept.book.season;
        let mut order: Vec<&gatemaster_league::Entrant> = season.active().collect();
        order.sort_by_key(|entrant| (entrant.division, entrant.seed));
        let names: Vec<String> = order
            .iter()
            .take(30)
            .map(|entrant| match season.settings.division_name(entrant.division) {
                Some(division) => format!("{} ({})", esc(&entrant.name), esc(division)),
                None => esc(&entrant.name),
            })
            .collect();
        let line = format!("Placed. The order is now: {}.", names.join(", "));
        Ok(Answer::private(Card::line(line)).into())
    })
    .await
}

/// Move the deadline of a round or of one match.
#[poise::command(slash_command)]
async fn deadline(
    ctx: Ctx<'_>,
    #[description = "So many days from now; 0 takes the deadline away"]
    #[min = 0]
    #[max = 365]
    days: u16,
    #[description = "Which round; left out, the latest"]
    #[min = 1]
    #[max = 1000]
    round: Option<u16>,
    #[description = "Only this match"]
    #[autocomplete = "offers::open_matches"]
    #[rename = "match"]
    #[max_length = 10]
    number: Option<String>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise deadline", move |app, request| async move {
        const DAY_MS: i64 = 24 * 60 * 60 * 1000;
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        let number = number.as_deref().map(match_number).transpose()?;
        let now = app.desk.clock.now_ms();
        let due_ms = (days > 0).then(|| now.saturating_add(i64::from(days) * DAY_MS));
        let written = write(&app, &request, &kept.id, |kept| {
            let season = &kept.book.season;
            let fixture =
                number.map(|number| find::fixture(season, number)).transpose()?.map(|f| f.no);
            let round = round.or_else(|| show::present_round(season).map(|round| round.number));
            Ok(Action::Deadline { round: round.filter(|_| fixture.is_none()), fixture, due_ms })
        })
        .await?;
        let line = match due_ms {
            Some(due) => {
                format!("The deadline is now {} ({}).", words::moment(due), words::relative(due))
            }
            None => "The deadline is taken away.".to_owned(),
        };
        Ok(told(&written, Card::line(line)))
    })
    .await
}

/// Open the next season with everybody who is still in; people go up and down between divisions.
#[poise::command(slash_command)]
async fn season(
    ctx: Ctx<'_>,
    #[description = "A name for it, such as Winter"]
    #[max_length = 64]
    name: Option<String>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise season", move |app, request| async move {
        let kept = books::to_go_on::<League>(&app, &request, league.as_deref()).await?;
        let name = name.unwrap_or_default();
        let written =
            write(&app, &request, &kept.id, |_| Ok(Action::NextSeason { name: name.clone() }))
                .await?;
        if let Some(reply) = level::held_up(&written) {
            return Ok(reply);
        }
        let season = &written.kept.book.season;
        let line = format!(
            "{} of **{}** is open, with {} of the last one. `/organise start` starts it.",
            esc(&season.title()),
            esc(&written.kept.book.name),
            count(show::number(season.entrants.len()), "person", "people")
        );
        let lots = level::lots_told(&written);
        let line = if lots.is_empty() { line } else { format!("{lots}\n{line}") };
        Ok(told(&written, Card::line(line)))
    })
    .await
}

/// A closed season opens again.
#[poise::command(slash_command)]
async fn resume(
    ctx: Ctx<'_>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise resume", move |app, request| async move {
        let kept = books::to_go_on::<League>(&app, &request, league.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |_| Ok(Action::Resume)).await?;
        let line = format!("**{}** goes on.", esc(&written.kept.book.name));
        Ok(told(&written, Card::line(line)))
    })
    .await
}

/// Make somebody an organiser of the league.
#[poise::command(slash_command)]
async fn appoint(
    ctx: Ctx<'_>,
    #[description = "Whom"] player: User,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise appoint", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        let organiser = chosen(&player)?;
        let written = write(&app, &request, &kept.id, |_| {
            Ok(Action::Appoint { organiser: organiser.clone() })
        })
        .await?;
        let line =
            format!("{} organises **{}** too.", esc(&organiser.name), esc(&written.kept.book.name));
        Ok(told(&written, Card::line(line)))
    })
    .await
}

/// Somebody does not organise the league any more.
#[poise::command(slash_command)]
async fn dismiss(
    ctx: Ctx<'_>,
    #[description = "Whom"] player: User,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise dismiss", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        let organiser = chosen(&player)?;
        let written = write(&app, &request, &kept.id, |_| {
            Ok(Action::Dismiss { organiser: organiser.clone() })
        })
        .await?;
        let line = format!(
            "{} does not organise **{}** any more.",
            esc(&organiser.name),
            esc(&written.kept.book.name)
        );
        Ok(told(&written, Card::line(line)))
    })
    .await
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
enum SeedingChoice {
    #[name = "By lot"]
    Lot,
    #[name = "In the order of entry, or as placed"]
    Entry,
}

impl From<SeedingChoice> for Seeding {
    fn from(choice: SeedingChoice) -> Self {
        match choice {
            SeedingChoice::Lot => Seeding::Lot,
            SeedingChoice::Entry => Seeding::Entry,
        }
    }
}

/// How a league is set: points, tie-breakers, deadlines, divisions, announcements.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
async fn settings(
    ctx: Ctx<'_>,
    #[description = "Points as win/draw/loss, such as 3/1/0, or with walkovers and bye: 3/1/0/3/0/3"]
    #[max_length = 60]
    points: Option<String>,
    #[description = "Tie-breakers in order: wins, head-to-head, schedule, beaten, difference, score, lot"]
    #[max_length = 200]
    ties: Option<String>,
    #[description = "What separates level people where a place decides something"]
    #[rename = "level"]
    last_resort: Option<LevelChoice>,
    #[description = "The score of a bye or a walkover: average, none, or one such as 10-4"]
    #[max_length = 30]
    unplayed: Option<String>,
    #[description = "How many days a match may take; 0 is no deadline"]
    #[min = 0]
    #[max = 365]
    days: Option<u16>,
    #[description = "A report counts after so many hours without a word; 0 is never"]
    #[min = 0]
    #[max = 720]
    confirm_hours: Option<u16>,
    #[description = "How many may enter; 0 is as many as fit"]
    #[min = 0]
    #[max = 200]
    limit: Option<u16>,
    #[description = "How many go on to a knockout; 0 is no finals"]
    #[min = 0]
    #[max = 64]
    finals: Option<u8>,
    #[description = "Divisions from the highest to the lowest; “one” for a single one"]
    #[max_length = 300]
    divisions: Option<String>,
    #[description = "How many go up and down between divisions"]
    #[min = 0]
    #[max = 20]
    moves: Option<u8>,
    #[description = "Whether people may enter after the start"] late_entry: Option<bool>,
    #[description = "Whether matches may be drawn"] draws: Option<bool>,
    #[description = "Whether the next round follows by itself"] auto_rounds: Option<bool>,
    #[description = "The first order"] seeding: Option<SeedingChoice>,
    #[description = "Where the league speaks"]
    #[channel_types("Text", "News")]
    announce: Option<GuildChannel>,
    #[description = "The league says nothing by itself"] silent: Option<bool>,
    #[description = "A digest every Monday"] digest: Option<bool>,
    #[description = "Whether the league is on the public page"] page: Option<bool>,
    #[description = "Another format; before the start"] format: Option<FormatChoice>,
    #[description = "Round robin: legs"]
    #[min = 1]
    #[max = 4]
    legs: Option<u8>,
    #[description = "Swiss: rounds"]
    #[min = 0]
    #[max = 20]
    rounds: Option<u8>,
    #[description = "Knockout: a match for third place"] third_place: Option<bool>,
    #[description = "Ladder: how many rungs up one may challenge; 0 is any"]
    #[min = 0]
    #[max = 200]
    reach: Option<u16>,
    #[description = "Open challenge: how often the same two may meet; 0 is any"]
    #[min = 0]
    #[max = 1000]
    meetings: Option<u16>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise settings", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        let channel =
            announce.as_ref().map(|channel| may_speak(&request, channel.id.get())).transpose()?;
        let wish = SettingsOptions {
            format,
            numbers: FormatNumbers { legs, rounds, third_place, reach, meetings },
            points,
            unplayed,
            ties,
            last_resort: last_resort.map(LastResort::from),
            days,
            confirm_hours,
            limit,
            finals,
            divisions,
            moves,
            late_entry,
            draws,
            auto_rounds,
            seeding: seeding.map(Seeding::from),
            announce: channel,
            silent: silent.unwrap_or(false),
            digest,
            page,
        };
        change_settings(&app, &request, kept, &wish).await
    })
    .await
}

/// Without a wish, or with none that changes anything, it shows how the league is set.
async fn change_settings(
    app: &App,
    request: &Request,
    kept: StoredBook<League>,
    wish: &SettingsOptions,
) -> Result<Reply, Trouble> {
    let wished = |kept: &StoredBook<League>| wish.applied(&kept.book.season.settings);
    let (kept, how) = if wished(&kept)? == kept.book.season.settings {
        (kept, "how it is set")
    } else {
        let written = write(app, request, &kept.id, |kept| {
            Ok(Action::Set { settings: Box::new(wished(kept)?) })
        })
        .await?;
        (written.kept, "how it is set now")
    };
    let card = Card {
        title: format!("{}: {how}", kept.book.name),
        text: show::settings_text(&kept.book.season),
        colour: Some(crate::table::NEUTRAL),
        ..Card::default()
    };
    Ok(Answer::private(card).into())
}

/// Give the league another name or description.
#[poise::command(slash_command)]
async fn rename(
    ctx: Ctx<'_>,
    #[description = "The new name"]
    #[max_length = 64]
    name: Option<String>,
    #[description = "A few words about it"]
    #[max_length = 300]
    about: Option<String>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise rename", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        if name.is_none() && about.is_none() {
            return Err(Trouble::refused("Give a new `name`, a new `about`, or both."));
        }
        let written = write(&app, &request, &kept.id, |_| {
            Ok(Action::Rename { name: name.clone(), about: about.clone() })
        })
        .await?;
        let line = format!("It is called **{}** now.", esc(&written.kept.book.name));
        Ok(told(&written, Card::line(line)))
    })
    .await
}

/// Read results or players from a CSV file, which you see first, or a whole league from its JSON.
#[poise::command(slash_command)]
async fn import(
    ctx: Ctx<'_>,
    #[description = "results.csv, players.csv or league.json"] file: Attachment,
    #[description = "Which league; not needed for a whole one"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise import", move |app, request| async move {
        let whole = file.filename.to_lowercase().ends_with(".json");
        let kept = if whole {
            None
        } else {
            Some(find::organised(&app, &request, league.as_deref()).await?)
        };
        super::files::import(&app, &request, kept, &file).await
    })
    .await
}
