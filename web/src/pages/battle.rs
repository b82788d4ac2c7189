//! A battle that is over: what came of it, the board at its end, the whole report, and the file that proves it.

use gatemaster_commands::desk::Loaded;
use gatemaster_commands::game::{Files, files_of};
use gatemaster_commands::systems;
use gatemaster_commands::trouble::Trouble;
use gatemaster_discord::picture::Picture;
use gatemaster_league::campaign::{BattleNo, Campaign, sentence};
use gatemaster_league::{Book as _, FixtureId, League, words};
use gatemaster_rules::record::{Outcome, Record};
use gatemaster_rules::table::Phase;
use maud::{Markup, html};

use crate::answer::Answer;
use crate::boxed;
use crate::export::without_ids;
use crate::html::{Step, frame, scrolling};
use crate::site::Site;
use crate::when;

/// A game that everybody may look at, and what it was fought for.
struct Shown {
    game: Loaded,
    ended_ms: Option<i64>,
    trail: Vec<Step>,
    /// "Ann beat Bob 5–3", as the book has it.
    result: Option<String>,
}

/// Only games of a public book that were played to their end.
async fn shown(site: &Site, id: &str) -> Result<Option<Shown>, Trouble> {
    let Some(of) = site.store.book_of_game(id).await? else { return Ok(None) };
    let (guild, trail, result) = if of.kind == League::KIND {
        let Some(book) = site.shown::<League>(&of.book_id).await? else { return Ok(None) };
        if !book.games.contains(id) {
            return Ok(None);
        }
        let result = book.book.seasons().find_map(|season| {
            let fixture = season.fixture(FixtureId(of.place))?;
            let result = fixture.result()?;
            let words = words::result_in_words(season, fixture, result);
            Some(format!("Match {} of {}: {words}", fixture.no, season.title()))
        });
        (book.home.guild, super::league::trail(&book, true), result)
    } else {
        let Some(book) = site.shown::<Campaign>(&of.book_id).await? else { return Ok(None) };
        if !book.games.contains(id) {
            return Ok(None);
        }
        let result = book.book.battle(BattleNo(of.place)).and_then(|battle| {
            let words = sentence::result(&book.book, battle.result()?);
            Some(format!("Battle {} of the campaign: {words}", battle.no))
        });
        let trail = vec![
            (book.home.href(), book.home.name.clone()),
            (format!("/c/{}", book.id), book.book.name.clone()),
        ];
        (book.home.guild, trail, result)
    };
    let ended_ms = site.store.game(id).await?.and_then(|row| row.ended_at_ms);
    let game = site.desk.load_any(id).await?;
    let game = game.filter(|game| game.table.phase == Phase::Ended && game.guild == Some(guild));
    Ok(game.map(|game| Shown { game, ended_ms, trail, result }))
}

async fn files(site: &Site, game: &Loaded) -> Result<Files, Trouble> {
    files_of(&site.desk, systems::all(), game).await
}

#[boxed]
pub(crate) async fn page(site: &Site, id: &str) -> Result<Option<Answer>, Trouble> {
    let Some(Shown { game, ended_ms, trail, result }) = shown(site, id).await? else {
        return Ok(None);
    };
    let files = files(site, &game).await?;
    let drawn = picture_of(&game);
    let name = &game.table.name;
    let main = html! {
        h1 { (name) }
        p.lead {
            (game.table.system.title())
            @if let Some(ended_ms) = ended_ms { ", over since " (when::moment(ended_ms)) }
        }
        @if let Some(result) = result { p { (result) "." } }
        @if let Some(record) = game.record() { (outcome(&record)) }
        (board(&game, drawn.as_ref()))
        h2 { "To keep and to verify" }
        ul {
            li { a href={ "/g/" (game.id) "/game.json" } { "The whole game as a file (JSON)" } }
            li { a href={ "/g/" (game.id) "/report.txt" } { "The report as a text" } }
        }
        p {
            "All dice come from one seed. Its hash was shown before the first die fell: " code.hash { (game.seed_hash) } ". "
            code { "gatemaster verify " (game.id) ".json" }
            " recomputes every die and every event from the file, and compares the seed with that hash after "
            code { "--seed-hash" } ". In the file, people stand by numbers instead of their Discord ids."
        }
        h2 { "The report" }
        pre.report tabindex="0" { (files.transcript) }
    };
    Ok(Some(Answer::page(frame(&site.title, &trail, name, &main))))
}

fn outcome(record: &Record) -> Markup {
    let forces = record.sides.iter().any(|side| side.force.is_some());
    html! {
        (scrolling("What came of it", &html! {
            table {
                caption { "What came of it" @if let Some(turns) = record.turns { ", after turn " (turns) } }
                thead { tr {
                    th scope="col" { "Side" }
                    @if forces { th scope="col" { "Force" } }
                    th scope="col" { "Player" }
                    th.number scope="col" { "Score" }
                    th scope="col" { "Result" }
                } }
                tbody {
                    @for side in &record.sides {
                        tr {
                            th scope="row" { (side.name) }
                            @if forces { td { (side.force.as_deref().unwrap_or_default()) } }
                            td { (side.player.as_ref().map_or("nobody", |player| player.name.as_str())) }
                            td.number { (side.score) }
                            td { (result_word(side.result)) }
                        }
                    }
                }
            }
        }))
    }
}

fn result_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "won",
        Outcome::SharedWin => "shared the win",
        Outcome::Loss => "lost",
        Outcome::Draw => "drew",
        Outcome::Undecided => "undecided",
    }
}

fn board(game: &Loaded, drawn: Option<&Picture>) -> Markup {
    html! {
        @if let Some(drawn) = drawn {
            h2 { "The board at the end" }
            figure {
                img.board src={ "/g/" (game.id) "/board.png" } alt=(drawn.alt);
                figcaption { details { summary { "The board in words" } p { (drawn.alt) } } }
            }
        }
    }
}

fn picture_of(game: &Loaded) -> Option<Picture> {
    systems::all().of(game.table.system).picture(game)
}

#[boxed]
pub(crate) async fn picture(site: &Site, id: &str) -> Result<Option<Answer>, Trouble> {
    let Some(shown) = shown(site, id).await? else { return Ok(None) };
    let drawn = tokio::task::spawn_blocking(move || picture_of(&shown.game)).await;
    let drawn = drawn.map_err(|error| Trouble::fault(format!("a picture: {error}")))?;
    Ok(drawn.map(|drawn| Answer::of("image/png", drawn.png)))
}

#[boxed]
pub(crate) async fn file(site: &Site, id: &str) -> Result<Option<Answer>, Trouble> {
    let Some(shown) = shown(site, id).await? else { return Ok(None) };
    let json = without_ids(&files(site, &shown.game).await?.json);
    let json = json.ok_or_else(|| Trouble::fault("an export is no JSON"))?;
    let answer = Answer::of("application/json", json.into_bytes());
    Ok(Some(answer.kept_as(format!("{}.json", shown.game.id))))
}

#[boxed]
pub(crate) async fn report(site: &Site, id: &str) -> Result<Option<Answer>, Trouble> {
    let Some(shown) = shown(site, id).await? else { return Ok(None) };
    let text = files(site, &shown.game).await?.transcript;
    Ok(Some(Answer::of("text/plain; charset=utf-8", text.into_bytes())))
}
