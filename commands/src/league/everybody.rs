//! `/league`: what everybody can do.

use gatemaster_discord::card::{Card, Style};
use gatemaster_league::{Action, League, Settings, State};
use serenity::all::{ChannelId, GuildChannel};

use super::choices::{self, FormatChoice, FormatNumbers, LevelChoice, PlayedChoice};
use super::find::{self, ReportedMatch, ResultChoice, TypedResult};
use super::{level, offers, press::LeaguePress, show, told, write};
use crate::answer::{Answer, Reply, TableShown};
use crate::app::App;
use crate::boxed;
use crate::ledger::{self, BookOutcome, StoredBook};
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::table::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::words::{self, count, esc};

/// The leagues of this server: join, see whom you play, report, look at the table.
#[poise::command(
    slash_command,
    subcommands(
        "new",
        "join",
        "leave",
        "close",
        "info",
        "list",
        "fixtures",
        "my",
        "table",
        "match_",
        "report",
        "challenge",
        "play",
        "export"
    ),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn league(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Open a league. You become its organiser; people enter with one press.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
async fn new(
    ctx: Ctx<'_>,
    #[description = "A name for the league"]
    #[max_length = 64]
    name: String,
    #[description = "How it is played"] format: FormatChoice,
    #[description = "A game that I keep: battles report themselves"] system: Option<PlayedChoice>,
    #[description = "Any other game, by its name: you report results by hand"]
    #[max_length = 64]
    game: Option<String>,
    #[description = "A few words about it"]
    #[max_length = 300]
    about: Option<String>,
    #[description = "Round robin: how often everybody meets everybody"]
    #[min = 1]
    #[max = 4]
    legs: Option<u8>,
    #[description = "Swiss: how many rounds; left out, as many as it takes"]
    #[min = 1]
    #[max = 20]
    rounds: Option<u8>,
    #[description = "Knockout: a match for third place"] third_place: Option<bool>,
    #[description = "Ladder: how many rungs up one may challenge"]
    #[min = 0]
    #[max = 200]
    reach: Option<u16>,
    #[description = "Open challenge: how often the same two may meet"]
    #[min = 0]
    #[max = 1000]
    meetings: Option<u16>,
    #[description = "How many go on to a knockout after the last round"]
    #[min = 2]
    #[max = 64]
    finals: Option<u8>,
    #[description = "Divisions from the highest to the lowest, such as Gold, Silver"]
    #[max_length = 300]
    divisions: Option<String>,
    #[description = "What separates level people where a place decides something; left out, a lot"]
    #[rename = "level"]
    last_resort: Option<LevelChoice>,
    #[description = "How many may enter"]
    #[min = 2]
    #[max = 200]
    limit: Option<u16>,
    #[description = "How many days a match may take; 0 is no deadline"]
    #[min = 0]
    #[max = 365]
    days: Option<u16>,
    #[description = "Where the league speaks; left out, here"]
    #[channel_types("Text", "News")]
    announce: Option<GuildChannel>,
) -> Result<(), Fault> {
    run(ctx, "/league new", move |app, request| async move {
        let numbers = FormatNumbers { legs, rounds, third_place, reach, meetings };
        let mut settings = Settings::new(numbers.format(format)?);
        settings.finals = finals.unwrap_or(0);
        settings.divisions = divisions.as_deref().map(choices::divisions).unwrap_or_default();
        settings.last_resort = last_resort.map(Into::into).unwrap_or_default();
        settings.limit = limit.unwrap_or(0);
        settings.days = days.unwrap_or(settings.days);
        let channel = announce.map_or(ChannelId::new(request.channel), |channel| channel.id);
        settings.announce = Some(may_speak(&request, channel.get())?);
        let action = Action::Open {
            name,
            about: about.unwrap_or_default(),
            played: choices::played(system, game)?,
            settings: Box::new(settings),
        };
        let written: BookOutcome<League> = app.ledger.open(&request, action).await?;
        app.clerk.nudge();
        let kept = &written.kept;
        let line = format!(
            "“{}” is open, and you organise it. I speak for it in <#{channel}>: people join there. *Start the season* when \
             everybody is in; `/organise settings` changes how it is set, `/league info` shows all of it.",
            esc(&kept.book.name),
        );
        let card = Card::line(line).with_row(show::organiser_buttons(kept));
        Ok(Answer::private(card).into())
    })
    .await
}

/// A channel in which the asker could say it themselves.
pub fn may_speak(request: &Request, channel: u64) -> Result<u64, Trouble> {
    use serenity::all::Permissions;
    // where a command was given, its answer is seen anyway
    if channel == request.channel || request.may_in(channel, Permissions::SEND_MESSAGES) {
        Ok(channel)
    } else {
        Err(Trouble::refused("You may not write in that channel, so the league does not either."))
    }
}

/// Enter a league.
#[poise::command(slash_command)]
async fn join(
    ctx: Ctx<'_>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
    #[description = "What you play"]
    #[max_length = 64]
    faction: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/league join", move |app, request| async move {
        let kept = to_join(&app, &request, league.as_deref()).await?;
        enter(&app, &request, &kept.id, faction).await
    })
    .await
}

/// Without a word, the only open league that the asker is not in.
async fn to_join(
    app: &App,
    request: &Request,
    word: Option<&str>,
) -> Result<StoredBook<League>, Trouble> {
    let me = request.user();
    let not_in = |league: &League| league.season.entrant_of(me).is_none_or(|entrant| entrant.out);
    app.ledger.meant(request, word, &not_in).await
}

#[boxed]
pub(super) async fn enter(
    app: &App,
    request: &Request,
    id: &str,
    faction: Option<String>,
) -> Result<Reply, Trouble> {
    let written =
        write(app, request, id, |_| Ok(Action::Join { faction: faction.clone() })).await?;
    let season = &written.kept.book.season;
    let people = season.active().count();
    let late = if season.is_running() {
        " You enter late and are paired from now on."
    } else {
        " You hear of me when it starts."
    };
    let line = format!(
        "You are in **{}**, {} so far.{late}",
        esc(&written.kept.book.name),
        count(show::number(people), "person", "people")
    );
    // the list of who is in shows it to everybody
    Ok(Answer::private(Card::line(line)).into())
}

/// Leave a league. Your open matches go to your opponents.
#[poise::command(slash_command)]
async fn leave(
    ctx: Ctx<'_>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/league leave", move |app, request| async move {
        let kept = find::league(&app, &request, league.as_deref()).await?;
        let open = open_matches_of(&kept, &request);
        let written = write(&app, &request, &kept.id, |_| Ok(Action::Leave)).await?;
        let given = match open {
            0 => String::new(),
            open => format!(
                " {} to your opponents.",
                count(show::number(open), "open match goes", "open matches go")
            ),
        };
        let line = format!("You have left **{}**.{given}", esc(&written.kept.book.name));
        Ok(told(&written, Card::line(line)))
    })
    .await
}

fn open_matches_of(kept: &StoredBook<League>, request: &Request) -> usize {
    let season = &kept.book.season;
    let me = season.entrant_of(request.user()).map(|me| me.no);
    me.map_or(0, |me| season.unsettled().filter(|fixture| fixture.has(me)).count())
}

/// Close the season: its table stands as it is. For organisers.
#[poise::command(slash_command)]
async fn close(
    ctx: Ctx<'_>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/league close", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        close_it(&app, &request, &kept, false).await
    })
    .await
}

#[boxed]
pub(super) async fn close_it(
    app: &App,
    request: &Request,
    kept: &StoredBook<League>,
    anyway: bool,
) -> Result<Reply, Trouble> {
    let closed = write(app, request, &kept.id, |_| Ok(Action::Close { anyway })).await;
    let written = match closed {
        Err(refused @ Trouble::Refused(_))
            if find::organises(&kept.book, request) && kept.book.season.unsettled().count() > 0 =>
        {
            let yes =
                show::button(kept, "Close anyway", LeaguePress::CloseAnyway).styled(Style::No);
            return Err(refused.with_row(vec![yes]));
        }
        Err(refused @ Trouble::Refused(_)) if find::organises(&kept.book, request) => {
            return Err(refused.with_row(level::ways_out(kept)));
        }
        other => other?,
    };
    if let Some(reply) = level::held_up(&written) {
        return Ok(reply);
    }
    let season = &written.kept.book.season;
    let card = Card {
        content: level::lots_told(&written),
        title: format!("{}: {} is closed", written.kept.book.name, season.title()),
        text: format!(
            "{}\n\n`/organise season` opens the next one with everybody who is still in.",
            show::honours(season)
        ),
        colour: Some(NEUTRAL),
        ..Card::default()
    };
    Ok(told(&written, card))
}

/// What a league is, how it is set, and how it stands.
#[poise::command(slash_command)]
async fn info(
    ctx: Ctx<'_>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/league info", move |app, request| async move {
        let kept = find::league(&app, &request, league.as_deref()).await?;
        let organises = find::organises(&kept.book, &request);
        Ok(Answer::private(show::info(&kept, request.user(), organises)).into())
    })
    .await
}

/// The leagues of this server.
#[poise::command(slash_command)]
async fn list(
    ctx: Ctx<'_>,
    #[description = "Closed ones as well"] closed: Option<bool>,
) -> Result<(), Fault> {
    run(ctx, "/league list", move |app, request| async move {
        use gatemaster_league::Book as _;
        let all = app.ledger.all_on::<League>(ledger::server(&request)?).await?;
        let shown: Vec<&StoredBook<League>> =
            all.iter().filter(|kept| closed == Some(true) || kept.book.is_open()).collect();
        let lines: Vec<String> = shown.iter().take(25).map(|kept| show::list_line(kept)).collect();
        let hidden = all.len() - shown.len();
        let more = if hidden > 0 && closed != Some(true) {
            format!(
                "\n\n{} with `closed:True`.",
                count(show::number(hidden), "closed one", "closed ones")
            )
        } else {
            String::new()
        };
        let text = if lines.is_empty() {
            format!("No league is open. `/league new` opens one.{more}")
        } else {
            format!("{}{more}", lines.join("\n"))
        };
        let card = Card {
            title: "Leagues of this server".to_owned(),
            text,
            colour: Some(NEUTRAL),
            ..Card::default()
        };
        Ok(Answer::private(card).into())
    })
    .await
}

/// Who plays whom, and by when.
#[poise::command(slash_command)]
async fn fixtures(
    ctx: Ctx<'_>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
    #[description = "Which round; left out, the present one"]
    #[min = 1]
    #[max = 1000]
    round: Option<u16>,
) -> Result<(), Fault> {
    run(ctx, "/league fixtures", move |app, request| async move {
        let kept = find::league(&app, &request, league.as_deref()).await?;
        Ok(Answer::private(show::fixtures(&kept, round)).into())
    })
    .await
}

/// Your matches: whom you play, what waits for your word, what you can report.
#[poise::command(slash_command)]
async fn my(
    ctx: Ctx<'_>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/league my", move |app, request| async move {
        if league.is_none()
            && let Some(all) = my_in_all(&app, &request).await?
        {
            return Ok(Answer::private(all).into());
        }
        let kept = find::league(&app, &request, league.as_deref()).await?;
        Ok(Answer::private(show::my(&kept, request.user())).into())
    })
    .await
}

/// Somebody in several leagues sees them together.
async fn my_in_all(app: &App, request: &Request) -> Result<Option<Card>, Trouble> {
    let me = request.user();
    let all = app.ledger.all_on::<League>(ledger::server(request)?).await?;
    let mine: Vec<StoredBook<League>> = all
        .into_iter()
        .filter(|kept| kept.book.season.is_running())
        .filter(|kept| kept.book.season.entrant_of(me).is_some_and(|entrant| !entrant.out))
        .collect();
    if mine.len() < 2 {
        return Ok(None);
    }
    Ok(Some(show::my_all(&mine, me)))
}

/// The table, as a picture and in words.
#[poise::command(slash_command)]
async fn table(
    ctx: Ctx<'_>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
    #[description = "Which division, by its name"]
    #[max_length = 64]
    division: Option<String>,
    #[description = "An earlier season, by its number"]
    #[min = 1]
    #[max = 200]
    season: Option<u16>,
    #[description = "Explain the place of this person"]
    #[autocomplete = "offers::entrants"]
    #[max_length = 100]
    explain: Option<String>,
    #[description = "Show it to everybody here"] share: Option<bool>,
) -> Result<(), Fault> {
    run(ctx, "/league table", move |app, request| async move {
        let mut kept = find::league(&app, &request, league.as_deref()).await?;
        let present = kept.book.season.number;
        let shown = season.unwrap_or(present);
        if shown != present {
            kept.book.season = kept.book.season(shown).cloned().ok_or_else(|| {
                Trouble::refused(format!("“{}” has no season {shown}.", esc(&kept.book.name)))
            })?;
        }
        if let Some(who) = explain {
            let no = find::entrant(&kept.book.season, &who)?;
            return Ok(Answer::private(super::table::explain_card(&kept, no)).into());
        }
        let division = match division {
            None => kept.book.season.entrant_of(request.user()).map_or(0, |me| me.division),
            Some(name) => division_named(&kept, &name)?,
        };
        let mut card = super::table::card(&kept, division, request.server.pictures);
        if shown != present {
            card = super::table::of_earlier_season(card);
        }
        if share != Some(true) {
            return Ok(Answer::private(card).into());
        }
        // an earlier season stands as it is
        let shares = (shown == present).then(|| TableShown {
            book: kept.id.clone(),
            channel: request.channel,
            season: shown,
            division,
            seq: kept.seq,
        });
        Ok(Answer { shares, ..Answer::public(card) }.into())
    })
    .await
}

pub fn division_named(kept: &StoredBook<League>, name: &str) -> Result<u8, Trouble> {
    let names = &kept.book.season.settings.divisions;
    let folded = name.trim().to_lowercase();
    let found = names.iter().position(|division| division.to_lowercase() == folded);
    found.and_then(|at| u8::try_from(at).ok()).ok_or_else(|| {
        let names: Vec<String> = names.iter().map(|name| esc(name)).collect();
        Trouble::refused(if names.is_empty() {
            "This league has no divisions.".to_owned()
        } else {
            format!("There is no such division; there are {}.", words::list(&names))
        })
    })
}

/// One match with everything about it, its earlier results included.
#[poise::command(slash_command, rename = "match")]
async fn match_(
    ctx: Ctx<'_>,
    #[description = "The number of the match"]
    #[autocomplete = "offers::matches"]
    #[rename = "match"]
    #[max_length = 10]
    number: String,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/league match", move |app, request| async move {
        let kept = find::league(&app, &request, league.as_deref()).await?;
        let fixture = find::fixture(&kept.book.season, match_number(&number)?)?;
        let me = kept.book.season.entrant_of(request.user()).map(|me| me.no);
        let organises = find::organises(&kept.book, &request);
        Ok(Answer::private(show::match_card(&kept, fixture, me, organises)).into())
    })
    .await
}

pub(super) fn match_number(text: &str) -> Result<u32, Trouble> {
    text.trim().trim_start_matches('#').parse().map_err(|_| {
        Trouble::refused("A match goes by its number, such as 12. `/league fixtures` lists them.")
    })
}

/// Report how a match of yours ended. Your opponent confirms it.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
async fn report(
    ctx: Ctx<'_>,
    #[description = "How it ended; with both scores this may be left out"] result: Option<
        ResultChoice,
    >,
    #[description = "Your score"]
    #[min = -1_000_000]
    #[max = 1_000_000]
    my_score: Option<i32>,
    #[description = "Your opponent's score"]
    #[min = -1_000_000]
    #[max = 1_000_000]
    their_score: Option<i32>,
    #[description = "Whom you played"]
    #[autocomplete = "offers::opponents"]
    #[max_length = 100]
    opponent: Option<String>,
    #[description = "The number of the match"]
    #[autocomplete = "offers::my_matches"]
    #[rename = "match"]
    #[max_length = 10]
    number: Option<String>,
    #[description = "What you played"]
    #[max_length = 64]
    my_faction: Option<String>,
    #[description = "What your opponent played"]
    #[max_length = 64]
    their_faction: Option<String>,
    #[description = "A finished game of mine: its result is taken over"]
    #[autocomplete = "crate::offers::games"]
    #[max_length = 100]
    game: Option<String>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/league report", move |app, request| async move {
        let kept = find::league(&app, &request, league.as_deref()).await?;
        let number = number.as_deref().map(match_number).transpose()?;
        let about = find::reported(&kept, request.user(), number, opponent.as_deref())?;
        if let Some(game) = game {
            let ReportedMatch::Fixture(fixture) = about else {
                return Err(Trouble::refused(
                    "Challenge your opponent first, then report the game for that match.",
                ));
            };
            return Box::pin(super::play::take_game(&app, &request, &kept, fixture, game.trim()))
                .await;
        }
        let said = TypedResult {
            scores: [my_score, their_score],
            factions: [my_faction, their_faction],
            ..TypedResult::new(result)
        };
        report_it(&app, &request, &kept.id, about, &said).await
    })
    .await
}

#[boxed]
pub(super) async fn report_it(
    app: &App,
    request: &Request,
    id: &str,
    about: ReportedMatch,
    said: &TypedResult,
) -> Result<Reply, Trouble> {
    let mine = said.result()?;
    let written = write(app, request, id, |kept| {
        let season = &kept.book.season;
        Ok(match about {
            ReportedMatch::Opponent(opponent) => Action::Played { opponent, result: mine.clone() },
            ReportedMatch::Fixture(no) => {
                let fixture = find::fixture(season, no.0)?;
                let me = season.entrant_of(request.user()).map(|me| me.no);
                let result =
                    me.map_or_else(|| mine.clone(), |me| find::from_side(fixture, me, &mine));
                Action::Report { fixture: no, result }
            }
        })
    })
    .await?;
    Ok(reported(&written, request))
}

/// What the reporter hears; where the league has no channel, the opponent hears it here.
fn reported(written: &BookOutcome<League>, request: &Request) -> Reply {
    let kept = &written.kept;
    let season = &kept.book.season;
    let Some(fixture) = super::show::fixture_told(written) else {
        return told(written, Card::line("Noted."));
    };
    let other = season
        .entrant_of(request.user())
        .and_then(|me| fixture.opponent_of(me.no))
        .and_then(|no| season.entrant(no));
    let announced = season.settings.announce.is_some();
    if matches!(fixture.state, State::Decided { .. }) {
        let line = format!("{}\nYou both say so: it counts.", show::fixture_line(season, fixture));
        return told(written, Card::line(line));
    }
    let waits = match other {
        Some(other) if other.id.is_some() && announced => {
            format!("{} is asked to confirm it.", esc(&other.name))
        }
        Some(other) if other.id.is_some() => format!("{}, is that so?", esc(&other.name)),
        _ => "An organiser confirms it, as your opponent is not on Discord.".to_owned(),
    };
    let counts = gatemaster_league::decide::counts_at_ms(season, fixture)
        .map_or(String::new(), |at| format!(" Without a word it counts {}.", words::relative(at)));
    let mut card = Card::line(format!("{}\n{waits}{counts}", show::fixture_line(season, fixture)));
    if announced {
        let back = LeaguePress::Withdraw { fixture: fixture.no };
        card = card.with_row(vec![show::button(kept, "Take it back", back)]);
    } else {
        card.pings = other.and_then(|other| other.id).into_iter().map(|id| id.0).collect();
        card = card.with_row(show::confirm_buttons(kept, fixture));
    }
    told(written, card)
}

/// Ask somebody for a match, in a ladder or an open challenge.
#[poise::command(slash_command)]
async fn challenge(
    ctx: Ctx<'_>,
    #[description = "Whom"]
    #[autocomplete = "offers::opponents"]
    #[max_length = 100]
    opponent: String,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/league challenge", move |app, request| async move {
        let kept = find::league(&app, &request, league.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |kept| {
            Ok(Action::Challenge { opponent: find::entrant(&kept.book.season, &opponent)? })
        })
        .await?;
        let season = &written.kept.book.season;
        let Some(fixture) = show::fixture_told(&written) else {
            return Ok(told(&written, Card::line("Noted.")));
        };
        let me = season.entrant_of(request.user()).map(|me| me.no);
        let mut card = Card::line(format!("A challenge:\n{}", show::fixture_line(season, fixture)));
        card.pings = fixture
            .second
            .and_then(|no| season.entrant(no))
            .and_then(|other| other.id)
            .into_iter()
            .map(|id| id.0)
            .collect();
        Ok(told(&written, card.with_row(show::match_buttons(&written.kept, fixture, me))))
    })
    .await
}

/// Open a game for a match of yours in this channel; its result goes into the table by itself.
#[poise::command(slash_command)]
async fn play(
    ctx: Ctx<'_>,
    #[description = "The number of the match; left out, your only open one"]
    #[autocomplete = "offers::my_matches"]
    #[rename = "match"]
    #[max_length = 10]
    number: Option<String>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/league play", move |app, request| async move {
        let kept = find::league(&app, &request, league.as_deref()).await?;
        let number = number.as_deref().map(match_number).transpose()?;
        let ReportedMatch::Fixture(fixture) = find::reported(&kept, request.user(), number, None)?
        else {
            return Err(Trouble::refused("Challenge somebody first: `/league challenge`."));
        };
        Box::pin(super::play::play(&app, &request, &kept, fixture)).await
    })
    .await
}

/// The league as files: tables and results for a spreadsheet, and everything as JSON.
#[poise::command(slash_command)]
async fn export(
    ctx: Ctx<'_>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/league export", move |app, request| async move {
        let kept = find::league(&app, &request, league.as_deref()).await?;
        super::files::export(&app, &request, &kept).await
    })
    .await
}
