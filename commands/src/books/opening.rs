//! A table of Gatemaster's own for a match or a battle of a book.

use gatemaster_rules::game::{Setup, SystemId};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::{Action, Actor, Player};

use crate::answer::{Answer, Reply};
use crate::app::App;
use crate::boxed;
use crate::desk::{Loaded, Outcome, Which};
use crate::face::Face;
use crate::request::Request;
use crate::table;
use crate::trouble::Trouble;
use crate::words::{esc, game_link};

/// What this very interaction has opened already, if it was delivered before.
#[boxed]
pub async fn opened_before(app: &App, request: &Request) -> Result<Option<Reply>, Trouble> {
    let Some(made) = app.desk.made_before(request).await? else { return Ok(None) };
    let now = app.desk.load(request, &Which::Now(made.game.id)).await?;
    Ok(Some(Answer::public(table::board(app.systems, &now)).into()))
}

/// The system of a book, if there are tables for it here.
pub fn kept_here(played: &gatemaster_league::Played) -> Result<SystemId, Trouble> {
    played.system().ok_or_else(|| {
        Trouble::refused(format!(
            "I keep no table for {}. Play it at yours and report the result.",
            esc(played.title())
        ))
    })
}

/// It is played at one table at a time; `says` begins the refusal.
#[boxed]
pub async fn no_game_is_open(
    app: &App,
    request: &Request,
    last: Option<&str>,
    says: &str,
) -> Result<(), Trouble> {
    let Some(last) = last else { return Ok(()) };
    let Some(game) = app.desk.load_any(last).await? else { return Ok(()) };
    if !game.table.phase.is_open() {
        return Ok(());
    }
    let place = if game.table.belongs(request.user()) || request.sees(game.channel) {
        game_link(game.guild, game.channel, game.board, &game.table.name)
    } else {
        "another channel".to_owned()
    };
    Err(Trouble::refused(format!("{says} already: {place}.")))
}

/// The usual set-up of a system, with these sides where it has such.
#[boxed]
pub async fn setup(
    app: &App,
    request: &Request,
    system: SystemId,
    sides: [Option<String>; 2],
) -> Result<Setup, Trouble> {
    let face = app.systems.of(system);
    // where sides cannot be wished for, people choose at the table
    let known = sides.map(|side| side.filter(|side| is_known(face, side)));
    match face.new_setup(app, request, known).await {
        // there is no sample of that force; everybody brings their own before the battle
        Err(trouble) if trouble.is_refusal() => face.new_setup(app, request, [None, None]).await,
        made => made,
    }
}

fn is_known(face: &dyn Face, side: &str) -> bool {
    face.sides().iter().any(|known| known.eq_ignore_ascii_case(side.trim()))
}

/// Who meets is agreed, so everybody is seated at once; `seat_of` says on which seat, if one is wished for.
pub async fn seat_all<'p>(
    app: &App,
    request: &Request,
    players: impl Iterator<Item = &'p Player> + Send,
    seat_of: impl Fn(&Loaded, &Player) -> Option<Seat> + Send + Sync,
    mut outcome: Outcome,
) -> Outcome {
    let game = outcome.game.id.clone();
    let by = Actor { player: request.actor.player.clone(), manager: true };
    let request = Request::made_up(by, request.guild, request.channel, None);
    let which = Which::Now(game.clone());
    for player in players {
        let seated = app.desk.act(&request, &which, |game| {
            let seat = seat_of(game, player).filter(|seat| game.table.player_at(*seat).is_none());
            Ok(if player.id == request.user() {
                Action::Join { seat, salt: None }
            } else {
                Action::Seat { player: player.clone(), seat }
            }
            .into())
        });
        match seated.await {
            Ok(next) => outcome = next,
            // the table stands, and a seat can be taken by hand
            Err(trouble) => {
                let trouble = trouble.in_short();
                tracing::info!(game, trouble, "somebody was not seated for their match");
            }
        }
    }
    outcome
}
