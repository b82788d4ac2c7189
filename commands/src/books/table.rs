//! A table of Gatemaster's own for a match or a battle of a book.

use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::game::{Setup, SystemId};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::{Action, Actor, Player};

use crate::answer::{Answer, Reply};
use crate::battle::force::ready;
use crate::desk::{Loaded, Outcome, Which};
use crate::dicegame;
use crate::face::Face;
use crate::request::Request;
use crate::show;
use crate::trouble::Trouble;
use crate::words::{esc, game_link};

/// What this very interaction has opened already, if it was delivered before.
pub async fn opened_before(face: &Face, request: &Request) -> Result<Option<Reply>, Trouble> {
    let Some(made) = face.desk.made_before(request).await? else { return Ok(None) };
    let now = face.desk.load(request, &Which::Now(made.game.id)).await?;
    Ok(Some(Answer::public(show::board(&now)).into()))
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
pub async fn no_game_is_open(
    face: &Face,
    request: &Request,
    last: Option<&str>,
    says: &str,
) -> Result<(), Trouble> {
    let Some(last) = last else { return Ok(()) };
    let Some(game) = face.desk.load_any(last).await? else { return Ok(()) };
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

/// The usual set-up of a system, with these forces where it has such.
pub async fn setup(
    face: &Face,
    request: &Request,
    system: SystemId,
    forces: [Option<Faction>; 2],
) -> Result<Setup, Trouble> {
    Ok(match system {
        SystemId::Antares => match ready(face, request, forces).await {
            Ok(setup) => setup,
            // there is no sample of that force; everybody brings their own before the battle
            Err(Trouble::Refused(_)) => ready(face, request, [None, None]).await?,
            Err(trouble) => return Err(trouble),
        },
        SystemId::DiceGame => {
            Setup::DiceGame(dicegame::setup(&face.desk.store, request.guild).await?)
        }
        SystemId::Bag => system.default_setup(),
    })
}

/// Who meets is agreed, so everybody is seated at once; `seat_of` says on which seat, if one is wished for.
pub async fn seat_all<'p>(
    face: &Face,
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
        let seated = face.desk.act(&request, &which, |game| {
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
