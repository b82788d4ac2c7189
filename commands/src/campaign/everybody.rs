//! `/campaign`: what everybody can do.

use gatemaster_discord::card::Card;
use gatemaster_league::Book as _;
use gatemaster_league::campaign::{Action, BattleNo, BattlePoints, Campaign, EntryNo, State};
use serenity::all::Attachment;

use super::show::{self, Reader};
use super::typed::TypedOutcome;
use super::{files, find, offers, play, told, told_as_written, write};
use crate::answer::{Answer, Reply};
use crate::app::App;
use crate::boxed;
use crate::league::{PlayedChoice, played};
use crate::ledger::{self, BookOutcome, StoredBook};
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::table::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::words::{count, esc, ids};

/// Campaigns of this server: join a side, fight, report, read the chronicle.
#[poise::command(
    slash_command,
    subcommands(
        "new",
        "list",
        "info",
        "join",
        "leave",
        "battle",
        "report",
        "play_",
        "map",
        "units",
        "note",
        "strike",
        "chronicle",
        "export",
        "import"
    ),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn campaign(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Open a campaign. You become its organiser; /chronicler is yours then.
#[poise::command(slash_command)]
async fn new(
    ctx: Ctx<'_>,
    #[description = "A name for the campaign"]
    #[max_length = 64]
    name: String,
    #[description = "A game that I keep: battles report themselves"] system: Option<PlayedChoice>,
    #[description = "Any other game, by its name"]
    #[max_length = 64]
    game: Option<String>,
    #[description = "A few words about it"]
    #[max_length = 500]
    about: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/campaign new", move |app, request| async move {
        let action = Action::Open {
            name,
            about: about.unwrap_or_default(),
            played: played(system, game)?,
            points: BattlePoints::default(),
        };
        let written: BookOutcome<Campaign> = app.ledger.open(&request, action).await?;
        app.clerk.nudge();
        let line = format!(
            "“{}” begins, and {} tells its story. Organisers: `/chronicler side` adds sides, `/chronicler round` opens a \
             round, `/chronicler plan` plans its battles.",
            esc(&written.kept.book.name),
            esc(&request.actor.player.name),
        );
        Ok(told(&written, Card::line(line)))
    })
    .await
}

/// The campaigns of this server.
#[poise::command(slash_command)]
async fn list(
    ctx: Ctx<'_>,
    #[description = "Closed ones as well"] closed: Option<bool>,
) -> Result<(), Fault> {
    run(ctx, "/campaign list", move |app, request| async move {
        let all = app.ledger.all_on::<Campaign>(ledger::server(&request)?).await?;
        let shown: Vec<&StoredBook<Campaign>> =
            all.iter().filter(|kept| closed == Some(true) || kept.book.is_open()).collect();
        let lines: Vec<String> = shown.iter().take(25).map(|kept| show::list_line(kept)).collect();
        let more = match all.len() - shown.len() {
            0 => String::new(),
            hidden => format!(
                "\n\n{} with `closed:True`.",
                count(show::number(hidden), "closed one", "closed ones")
            ),
        };
        let text = if lines.is_empty() {
            format!("No campaign is on. `/campaign new` opens one.{more}")
        } else {
            format!("{}{more}", lines.join("\n"))
        };
        let title = "Campaigns of this server".to_owned();
        Ok(Answer::private(Card { title, text, colour: Some(NEUTRAL), ..Card::default() }).into())
    })
    .await
}

/// What a campaign is, how it stands, and what waits for you.
#[poise::command(slash_command)]
async fn info(
    ctx: Ctx<'_>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
    #[description = "Show it to everybody here"] share: Option<bool>,
) -> Result<(), Fault> {
    run(ctx, "/campaign info", move |app, request| async move {
        let kept = find::campaign(&app, &request, campaign.as_deref()).await?;
        if share == Some(true) {
            // everybody sees it, so everybody may join and only look
            let anybody = Reader { side: None, organises: false };
            return Ok(Answer::public(show::info(&kept, anybody)).into());
        }
        Ok(Answer::private(show::info(&kept, reader(&kept, &request))).into())
    })
    .await
}

pub(super) fn reader(kept: &StoredBook<Campaign>, request: &Request) -> Reader {
    Reader::of(&kept.book, request.user(), find::organises(&kept.book, request))
}

/// Join a side.
#[poise::command(slash_command)]
async fn join(
    ctx: Ctx<'_>,
    #[description = "Which side; left out, you choose from a list"]
    #[autocomplete = "offers::sides"]
    #[max_length = 100]
    side: Option<String>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/campaign join", move |app, request| async move {
        let kept = find::campaign(&app, &request, campaign.as_deref()).await?;
        let Some(side) = side else { return which_side(&kept) };
        let written = write(&app, &request, &kept.id, |kept| {
            Ok(Action::Join { side: find::side(&kept.book, &side)? })
        })
        .await?;
        Ok(told_as_written(&written))
    })
    .await
}

fn which_side(kept: &StoredBook<Campaign>) -> Result<Reply, Trouble> {
    let name = esc(&kept.book.name);
    let Some(list) = show::join_list(kept) else {
        return Err(Trouble::refused(format!(
            "“{name}” has no sides yet. An organiser adds them with `/chronicler side`."
        )));
    };
    let card = Card {
        selects: vec![list],
        ..Card::line(format!("For which side of “{name}” do you fight?"))
    };
    Ok(Answer::private(card).into())
}

/// Leave your side.
#[poise::command(slash_command)]
async fn leave(
    ctx: Ctx<'_>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/campaign leave", move |app, request| async move {
        let kept = find::campaign(&app, &request, campaign.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |_| Ok(Action::Leave)).await?;
        Ok(told_as_written(&written))
    })
    .await
}

/// One battle with everything about it: confirm or contest its report here.
#[poise::command(slash_command)]
async fn battle(
    ctx: Ctx<'_>,
    #[description = "Its number; left out, your only open one"]
    #[autocomplete = "offers::battles"]
    #[rename = "battle"]
    #[max_length = 10]
    number: Option<String>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/campaign battle", move |app, request| async move {
        let kept = find::campaign(&app, &request, campaign.as_deref()).await?;
        let no = find::spoken_of(&kept.book, request.user(), number.as_deref())?;
        let battle = find::battle(&kept.book, no)?;
        Ok(Answer::private(show::battle_card(&kept, battle, reader(&kept, &request))).into())
    })
    .await
}

/// Report how a battle ended. Another side confirms it; an organiser's word counts at once.
#[poise::command(slash_command)]
async fn report(
    ctx: Ctx<'_>,
    #[description = "Who won; with scores this may be left out"]
    #[autocomplete = "offers::winners"]
    #[max_length = 100]
    winner: Option<String>,
    #[description = "A score for each side, in the battle's order, such as 12, 7"]
    #[max_length = 100]
    scores: Option<String>,
    #[description = "Who holds the place now; left out, the winner"]
    #[autocomplete = "offers::holders"]
    #[max_length = 100]
    takes: Option<String>,
    #[description = "Other points than usual for each side, such as 5, 1; for organisers"]
    #[max_length = 100]
    points: Option<String>,
    #[description = "The number of the battle; left out, your only open one"]
    #[autocomplete = "offers::open_battles"]
    #[rename = "battle"]
    #[max_length = 10]
    number: Option<String>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/campaign report", move |app, request| async move {
        let kept = find::campaign(&app, &request, campaign.as_deref()).await?;
        let no = find::spoken_of(&kept.book, request.user(), number.as_deref())?;
        let [winner, scores, takes, points] =
            [winner, scores, takes, points].map(Option::unwrap_or_default);
        let said = TypedOutcome { winner, scores, points, takes };
        report_it(&app, &request, &kept.id, no, &said).await
    })
    .await
}

#[boxed]
pub(super) async fn report_it(
    app: &App,
    request: &Request,
    id: &str,
    no: BattleNo,
    said: &TypedOutcome,
) -> Result<Reply, Trouble> {
    let written = write(app, request, id, |kept| {
        let told = said.outcome(&kept.book, find::battle(&kept.book, no)?)?;
        Ok(Action::Report { battle: no, told })
    })
    .await?;
    Ok(reported(&written, no))
}

/// Where the campaign has no channel, those who are to confirm it are asked here.
fn reported(written: &BookOutcome<Campaign>, no: BattleNo) -> Reply {
    let kept = &written.kept;
    let mut card = Card::line(show::happened(&kept.book, &written.events));
    if let Some(battle) = kept.book.battle(no)
        && let State::Reported { side, .. } = battle.state
        && kept.book.announce.is_none()
    {
        card.pings = ids(show::others_of(&kept.book, battle, Some(side)));
        card = card.with_row(show::confirm_buttons(kept, battle));
    }
    told(written, card)
}

/// Open a game for a battle of yours in this channel; its result is written down by itself.
#[poise::command(slash_command, rename = "play")]
async fn play_(
    ctx: Ctx<'_>,
    #[description = "The number of the battle; left out, your only open one"]
    #[autocomplete = "offers::open_battles"]
    #[rename = "battle"]
    #[max_length = 10]
    number: Option<String>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/campaign play", move |app, request| async move {
        let kept = find::campaign(&app, &request, campaign.as_deref()).await?;
        let no = find::spoken_of(&kept.book, request.user(), number.as_deref())?;
        Box::pin(play::play(&app, &request, &kept.id, no)).await
    })
    .await
}

/// The map, as a picture and in words.
#[poise::command(slash_command)]
async fn map(
    ctx: Ctx<'_>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
    #[description = "Show it to everybody here"] share: Option<bool>,
) -> Result<(), Fault> {
    run(ctx, "/campaign map", move |app, request| async move {
        let kept = find::campaign(&app, &request, campaign.as_deref()).await?;
        let ground = app.desk.store.book_picture(&kept.id).await?;
        Ok(seen_by(share, show::map(&kept, request.server.pictures, ground.as_deref())))
    })
    .await
}

fn seen_by(share: Option<bool>, card: Card) -> Reply {
    if share == Some(true) { Answer::public(card) } else { Answer::private(card) }.into()
}

/// The units and what they carry from battle to battle.
#[poise::command(slash_command)]
async fn units(
    ctx: Ctx<'_>,
    #[description = "Of which side; left out, all"]
    #[autocomplete = "offers::sides"]
    #[max_length = 100]
    side: Option<String>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
    #[description = "Show it to everybody here"] share: Option<bool>,
) -> Result<(), Fault> {
    run(ctx, "/campaign units", move |app, request| async move {
        let kept = find::campaign(&app, &request, campaign.as_deref()).await?;
        let side = side.map(|side| find::side(&kept.book, &side)).transpose()?;
        Ok(seen_by(share, show::units(&kept, side)))
    })
    .await
}

/// Write a line of your own into the chronicle.
#[poise::command(slash_command)]
async fn note(
    ctx: Ctx<'_>,
    #[description = "What you want to tell"]
    #[max_length = 500]
    text: String,
    #[description = "About which battle"]
    #[autocomplete = "offers::battles"]
    #[rename = "battle"]
    #[max_length = 10]
    number: Option<String>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/campaign note", move |app, request| async move {
        let kept = find::campaign(&app, &request, campaign.as_deref()).await?;
        let battle = number.as_deref().map(find::battle_number).transpose()?;
        let written =
            write(&app, &request, &kept.id, |_| Ok(Action::Note { text: text.clone(), battle }))
                .await?;
        let line = written.kept.book.chronicle.last().map_or(0, |entry| entry.no.0);
        let said = show::happened(&written.kept.book, &written.events);
        Ok(told(&written, Card::line(format!("Line {line} of the chronicle: {said}"))))
    })
    .await
}

/// Strike a note of yours from the chronicle; organisers strike anybody's.
#[poise::command(slash_command)]
async fn strike(
    ctx: Ctx<'_>,
    #[description = "The number of the line"]
    #[min = 1]
    #[max = 3000]
    line: u32,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/campaign strike", move |app, request| async move {
        let kept = find::campaign(&app, &request, campaign.as_deref()).await?;
        let entry = EntryNo(line);
        let written = write(&app, &request, &kept.id, |_| Ok(Action::Strike { entry })).await?;
        // nobody needs to hear of it who has not read the note
        Ok(Answer::private(Card::line(show::happened(&written.kept.book, &written.events))).into())
    })
    .await
}

/// The story so far, the newest line first.
#[poise::command(slash_command)]
async fn chronicle(
    ctx: Ctx<'_>,
    #[description = "From this line back; left out, from the latest"]
    #[min = 1]
    #[max = 3000]
    line: Option<u32>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/campaign chronicle", move |app, request| async move {
        let kept = find::campaign(&app, &request, campaign.as_deref()).await?;
        Ok(Answer::private(show::chronicle(&kept, line.unwrap_or(0))).into())
    })
    .await
}

/// The campaign as files: the chronicle to read, and everything as JSON.
#[poise::command(slash_command)]
async fn export(
    ctx: Ctx<'_>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/campaign export", move |app, request| async move {
        let kept = find::campaign(&app, &request, campaign.as_deref()).await?;
        files::export(&app, &request, &kept).await
    })
    .await
}

/// Open a campaign from its JSON file. You become its organiser.
#[poise::command(slash_command)]
async fn import(
    ctx: Ctx<'_>,
    #[description = "A file from /campaign export"] file: Attachment,
    #[description = "Another name, where the old one is taken"]
    #[max_length = 64]
    name: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/campaign import", move |app, request| async move {
        files::import(&app, &request, &file, name).await
    })
    .await
}
