//! Once more, with the same people: one press opens the next table.

use gatemaster_rules::dicegame::Setup;
use gatemaster_rules::dicegame::faction::Faction;
use gatemaster_rules::game;
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::table::{Action, Phase, Player, SeenTable};

use crate::answer::{Answer, NewBoard, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Outcome, Which};
use crate::face::Hall;
use crate::request::Request;
use crate::table;
use crate::trouble::Trouble;
use crate::words::{LARGEST_FORMER, esc, list};

/// Opens a table in the same channel with the same cards and factions. Whoever pressed sits where they sat, so does the
/// program, and everybody else is asked to take their seat; with bots alone the game begins at once.
#[boxed]
pub async fn rematch(hall: &Hall, request: &Request, which: &Which) -> Result<Reply, Trouble> {
    let before = hall.desk.load(request, which).await?;
    let game::Setup::DiceGame(setup) = &before.table.setup else { return Err(unknown()) };
    if before.table.phase != Phase::Ended {
        return Err(Trouble::refused("This game is not over yet."));
    }
    if !before.table.belongs(request.user()) {
        return Err(Trouble::refused(
            "Only those who played may ask for a rematch. `/game new` opens a table for you.",
        ));
    }
    if before.channel != request.channel {
        return Err(Trouble::refused("Ask for the rematch in the channel where the game was."));
    }
    let open = Action::Open {
        name: before.table.name.clone(),
        setup: game::Setup::DiceGame(reopened(setup)),
        organiser: before.table.organiser.clone().filter(is_here),
        start: false,
        settings: before.table.settings.clone(),
    };
    if let Some(made) = hall.desk.made_before(request).await? {
        let now = hall.desk.load(request, &Which::Now(made.game.id.clone())).await?;
        return Ok(Answer::public(table::board(hall.systems, &now)).into());
    }
    let opened = hall.desk.open(request, open).await?;
    let outcome = Box::pin(seat_again(hall, request, &before, opened)).await;
    let card = table::board(hall.systems, &outcome.game);
    let board = Some(NewBoard { game: outcome.game, pin: false });
    let mut answer = Answer { board, ..Answer::public(card) };
    let others = people_beside(&before.table, request);
    if !others.is_empty() {
        let names: Vec<String> = others.iter().map(|player| esc(&player.name)).collect();
        answer.card.content = format!("A rematch: {}, take your seat again.", list(&names));
        if before.table.settings.pings() {
            answer.card.pings = others.iter().map(|player| player.id.0).collect();
        }
    }
    Ok(answer.into())
}

/// Those who played first, in their order; then the factions that nobody had.
fn reopened(setup: &Setup) -> Setup {
    let mut factions = setup.factions.clone();
    factions.extend(Faction::ALL.into_iter().filter(|faction| !setup.factions.contains(faction)));
    Setup { factions, ..setup.clone() }
}

/// Each is a step of its own; if the program is stopped between them, the table stands and seats can be taken by hand.
async fn seat_again(
    hall: &Hall,
    request: &Request,
    before: &Loaded,
    mut outcome: Outcome,
) -> Outcome {
    let game = outcome.game.id.clone();
    let mut actions: Vec<Action> = seats_of(&before.table, |id| id == request.user())
        .map(|seat| Action::Join { seat: Some(seat), salt: None })
        .collect();
    let seated = !actions.is_empty();
    let bots: Vec<Seat> = seats_of(&before.table, |id| id == UserId::BOT).collect();
    let with_bots = !bots.is_empty();
    actions.extend(bots.into_iter().map(|seat| Action::SeatBot { seat: Some(seat) }));
    if seated && with_bots && people_beside(&before.table, request).is_empty() {
        actions.push(Action::Start);
    }
    let quiet = request.without_interaction();
    for action in actions {
        let which = Which::Now(game.clone());
        match hall.desk.act(&quiet, &which, |_| Ok(action.into())).await {
            Ok(next) => outcome = next,
            // somebody was faster; the table stands, and what is missing can be pressed
            Err(trouble) => {
                let trouble = trouble.in_short();
                tracing::info!(game, trouble, "a rematch was not seated as before");
                break;
            }
        }
    }
    outcome
}

/// Somebody who has had their data deleted cannot be asked back.
fn is_here(player: &Player) -> bool {
    player.id.0 > LARGEST_FORMER
}

/// The others who played, as far as they are still there.
fn people_beside<'t>(table: &'t SeenTable, request: &Request) -> Vec<&'t Player> {
    table.others(request.user()).into_iter().filter(|player| is_here(player)).collect()
}

fn seats_of(table: &SeenTable, whose: impl Fn(UserId) -> bool) -> impl Iterator<Item = Seat> {
    table.all_seats().filter(move |seat| table.player_at(*seat).is_some_and(|p| whose(p.id)))
}
