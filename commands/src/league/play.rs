//! A match at Gatemaster's own table: opened by one press, and taken into the book from a game that has ended.

use gatemaster_discord::limits::clip;
use gatemaster_league::words::state_in_words;
use gatemaster_league::{
    Action as LeagueAction, Entrant, Fixture, FixtureId, League, Season, Side, State,
};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{Action, Player};
use gatemaster_rules::text::MAX_NAME;

use super::from_game::{counted, entrant, game_into_book, people, person, result_of};
use super::press::LeaguePress;
use super::show::{self as league_show, button};
use crate::answer::{Answer, NewBoard, Reply};
use crate::app::App;
use crate::books::{opening, organises};
use crate::boxed;
use crate::desk::{Loaded, Which};
use crate::ledger::StoredBook;
use crate::request::Request;
use crate::table;
use crate::trouble::Trouble;
use crate::words::esc;

/// Opens a table for the match in this channel, with both of its people on their seats. If the program is stopped between
/// the steps, an ordinary game stands there, and the match is open as before.
#[boxed]
pub async fn play(
    app: &App,
    request: &Request,
    kept: &StoredBook<League>,
    fixture: FixtureId,
) -> Result<Reply, Trouble> {
    // one at a time: the same interaction delivered twice must find the game that the first one made
    let _turn = app.opening.lock().await;
    if let Some(reply) = opening::opened_before(app, request).await? {
        return Ok(reply);
    }
    // another press may have opened one while this one waited
    let kept = app.ledger.load::<League>(request, &kept.id).await?;
    let system = opening::kept_here(&kept.book.played)?;
    let season = &kept.book.season;
    let found = open_match(&kept, request, fixture)?;
    let says = format!("Match {fixture} of **{}** is being played", esc(&kept.book.name));
    opening::no_game_is_open(app, request, found.games.last().map(String::as_str), &says).await?;
    let pair = both(&kept, found)?;
    let open = Action::Open {
        name: clip(&pair.each_ref().map(|one| one.1.name.as_str()).join(" – "), MAX_NAME),
        setup: opening::setup(
            app,
            request,
            system,
            pair.each_ref().map(|one| one.0.faction.clone()),
        )
        .await?,
        organiser: None,
        start: false,
        settings: request.server.table_settings(),
    };
    let opened = app.desk.open(request, open).await?;
    let players = pair.iter().map(|(_, player)| player);
    // each on the seat of their faction where the table has one
    let seat_of = |game: &Loaded, player: &Player| {
        let (entrant, _) = pair.iter().find(|(_, one)| one.id == player.id)?;
        game.table.seat_named(entrant.faction.as_deref()?)
    };
    let outcome = Box::pin(opening::seat_all(app, request, players, seat_of, opened)).await;
    let game = outcome.game.id.clone();
    let link = app.ledger.write::<League>(request, &kept.id, |_| {
        Ok(LeagueAction::Link { fixture, game: game.clone() })
    });
    let words = match link.await {
        Ok(_) => format!(
            "Match {fixture} of **{}**: the table is set, and its result will count.",
            esc(&kept.book.name)
        ),
        // the game stands; that it does not count must be said
        Err(trouble) => {
            tracing::info!(
                game,
                trouble = trouble.in_short(),
                "a game was not linked to its match"
            );
            format!(
                "The table is set, but it could not be noted for match {fixture} of **{}**. Report the result by hand.",
                esc(&kept.book.name)
            )
        }
    };
    app.post.nudge();
    app.clerk.nudge();
    let mut card = table::board(app.systems, &outcome.game);
    card.content = words;
    let others = league_show::people_of(season, std::iter::once(found)).into_iter();
    card.pings = others.filter(|id| *id != request.user()).map(|id| id.0).collect();
    let board = Some(NewBoard { game: outcome.game, pin: false });
    Ok(Answer { board, ..Answer::public(card) }.into())
}

/// Takes the result of a game between exactly these two that has ended.
#[boxed]
pub async fn take_game(
    app: &App,
    request: &Request,
    kept: &StoredBook<League>,
    fixture: FixtureId,
    game_id: &str,
) -> Result<Reply, Trouble> {
    let game = app.desk.load(request, &Which::Now(game_id.to_owned())).await?;
    let kept = app.ledger.load::<League>(request, &kept.id).await?;
    // the same press once more, or the clerk was faster
    if has_taken(&kept, fixture, game_id) {
        return Ok(Answer::private(counted(&kept, fixture)).into());
    }
    let found = open_match(&kept, request, fixture)?;
    fits(&kept, found, &game)?;
    let linked = app.desk.store.book_of_game(game_id).await?;
    let here = linked.as_ref().is_some_and(|to| to.book_id == kept.id && to.place == fixture.0);
    if let Some(other) = linked.filter(|to| !here && to.noted) {
        return Err(Trouble::refused(format!(
            "That game counts for match {} already, and one game decides one match.",
            other.place
        )));
    }
    let ended = app.desk.store.game(game_id).await?.and_then(|row| row.ended_at_ms);
    if ended.is_some_and(|ended| ended < found.made_ms) {
        // or the luckier of two people would look for an old game that suits them
        return Err(Trouble::refused(format!(
            "“{}” ended before match {fixture} was drawn, so it was another one.",
            esc(&game.table.name)
        )));
    }
    if !here || found.games.last().map(String::as_str) != Some(game_id) {
        let link = LeagueAction::Link { fixture, game: game_id.to_owned() };
        app.ledger.write::<League>(request, &kept.id, |_| Ok(link.clone())).await?;
    }
    let kept = match game_into_book(&app.ledger, &kept, fixture, &game).await {
        Ok(kept) => kept,
        // the clerk has seen the link and was faster
        Err(trouble @ Trouble::Refused(_)) => {
            let now = app.ledger.load::<League>(request, &kept.id).await?;
            if !has_taken(&now, fixture, game_id) {
                return Err(trouble);
            }
            now
        }
        Err(trouble) => return Err(trouble),
    };
    app.clerk.nudge();
    Ok(Answer::public(counted(&kept, fixture)).spends_pressed().into())
}

/// Whether the match has its result from this game.
fn has_taken(kept: &StoredBook<League>, fixture: FixtureId, game_id: &str) -> bool {
    let result = kept.book.season.fixture(fixture).and_then(Fixture::result);
    result.is_some_and(|result| result.game.as_deref() == Some(game_id))
}

/// The match, if it is still open and the asker is one of the two or organises.
fn open_match<'k>(
    kept: &'k StoredBook<League>,
    request: &Request,
    no: FixtureId,
) -> Result<&'k Fixture, Trouble> {
    let season = &kept.book.season;
    let fixture = season.fixture(no).ok_or_else(|| {
        Trouble::refused(format!("This season has no match {no}. `/league fixtures` lists them."))
    })?;
    let mine = Side::BOTH.iter().any(|side| person(season, fixture, *side) == Some(request.user()));
    if !mine && !organises(&kept.book, request) {
        return Err(Trouble::refused(format!(
            "Match {no} is between others. `/league my` shows yours."
        )));
    }
    if fixture.state != State::Open || !season.is_running() {
        return Err(Trouble::refused(format!(
            "Match {no} is not open: {}.",
            esc(&state_in_words(season, fixture))
        )));
    }
    Ok(fixture)
}

/// Both of a match with the person that sits down for each.
type Pair<'s> = [(&'s Entrant, Player); 2];

fn both<'k>(kept: &'k StoredBook<League>, fixture: &Fixture) -> Result<Pair<'k>, Trouble> {
    let season = &kept.book.season;
    let one = |side| sits_down(season, fixture, side);
    match (one(Side::First), one(Side::Second)) {
        (Ok(first), Ok(second)) => Ok([first, second]),
        (Err(why), _) | (_, Err(why)) => {
            let report = LeaguePress::Report { fixture: fixture.no };
            let label = format!("Report {}…", fixture.no);
            Err(Trouble::refused(why).with_row(vec![button(kept, label, report)]))
        }
    }
}

fn sits_down<'s>(
    season: &'s Season,
    fixture: &Fixture,
    side: Side,
) -> Result<(&'s Entrant, Player), String> {
    let Some(entrant) = entrant(season, fixture, side) else {
        return Err("That is a bye; nobody sits on the other side.".to_owned());
    };
    let name = esc(&entrant.name);
    if entrant.out {
        return Err(format!("{name} has left the league."));
    }
    match person(season, fixture, side) {
        Some(id) => Ok((entrant, Player { id, name: entrant.name.clone() })),
        None => Err(format!(
            "{name} is not on Discord and cannot sit at my table. Play it at yours and report the result."
        )),
    }
}

/// Whether this game could have been that match.
fn fits(kept: &StoredBook<League>, fixture: &Fixture, game: &Loaded) -> Result<(), Trouble> {
    let name = esc(&game.table.name);
    if kept.book.played.system() != Some(game.table.system) {
        return Err(Trouble::refused(format!(
            "“{name}” is a game of {}, and “{}” plays {}.",
            game.table.system.title(),
            esc(&kept.book.name),
            esc(kept.book.played.title())
        )));
    }
    let Some(record) = game.record() else {
        return Err(Trouble::refused(format!("“{name}” has not ended yet.")));
    };
    let season = &kept.book.season;
    result_of(season, fixture, &record).map_err(Trouble::refused)?;
    let two: Vec<UserId> =
        Side::BOTH.iter().filter_map(|side| person(season, fixture, *side)).collect();
    if people(&record).iter().any(|id| !two.contains(id)) {
        return Err(Trouble::refused(format!(
            "Others played in “{name}” as well, so it says little about these two. Report the result by hand."
        )));
    }
    Ok(())
}
