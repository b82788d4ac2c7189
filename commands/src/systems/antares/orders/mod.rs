//! Orders, moves, charges and deployment.

mod act;
mod choose;
mod deploy;
mod offers;
mod places;
mod press;
mod read;
mod slash;
mod two;

use gatemaster_discord::forms::FilledForm;
use gatemaster_rules::antares::State;
use gatemaster_rules::antares::buildings::{self, Berth, Spot};
use gatemaster_rules::antares::command::{Charge, Command, Move};
use gatemaster_rules::antares::event::Pace;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::orders::is_before_the_first_die;
use gatemaster_rules::antares::question::{self, UnitOptions};
use gatemaster_rules::antares::state::{Phase, UnitId};
use gatemaster_rules::ids::{Seat, Seq};

use super::press::{BattlePress, BattlePressed};
use super::{
    AntaresFace, board_with, controls, doing, guide, holds, play, refine, seen, show, state,
};
use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Outcome};
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::table::{self, answer_press};
use crate::trouble::Trouble;
use places::{Picked, picked_place};
use read::{Way, picked_assault, picked_number, picked_target, picked_unit};

pub use act::acting;
pub use choose::drawn;
pub use deploy::{deployment, garrison_list, garrisons, infiltration};
pub(in crate::systems::antares) use places::{OUTSIDE, place_name};
pub use press::{OrderPress, Sheet};
pub(in crate::systems::antares) use slash::consolidates_to;
pub use slash::{assault, deploy, move_, order};

/// A button, or a list with what was picked from it.
#[boxed]
pub(crate) async fn pressed(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    press: OrderPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let step = |command: Command| play(hall, request, seen(at), on, move |_| Ok(command));
    match press {
        OrderPress::Unit
        | OrderPress::AnotherUnit
        | OrderPress::Garrison
        | OrderPress::Orders(_)
        | OrderPress::Help(_)
        | OrderPress::Assaults(_)
        | OrderPress::Again
        | OrderPress::DeployPlaces(_)
        | OrderPress::Infiltrators(_)
        | OrderPress::Infiltrator(_) => {
            let game = hall.desk.load(request, &seen(at)).await?;
            let controls = looked_at(&game, request, press, picked)?;
            Ok(refine(&game, on, controls))
        }
        OrderPress::Way
        | OrderPress::LeftWay
        | OrderPress::ChargeWay
        | OrderPress::Blind
        | OrderPress::InfiltrateWay(_) => {
            let game = hall.desk.load(request, &seen(at)).await?;
            form(&game, request, press)
        }
        OrderPress::Give { sheet, order, sprint } => {
            let give = move |state: &State| {
                Ok(Command::Order(choose::given(state, sheet, order, sprint, None)))
            };
            play(hall, request, seen(at), on, give).await
        }
        OrderPress::FireAt(sheet) => fire_at(hall, request, at, sheet, picked, on).await,
        OrderPress::Assault(sheet) | OrderPress::SprintingAssault(sheet) => {
            let give = |state: &State| {
                let enemies = choose::enemies(state, drawn_seat(state)?);
                let (enemy, sprint) = picked_assault(picked, &enemies)?;
                Ok(Command::Order(choose::given(state, sheet, Order::Run, sprint, Some(enemy))))
            };
            play(hall, request, seen(at), on, give).await
        }
        OrderPress::ShootAt => shoot_at(hall, request, at, picked, on).await,
        OrderPress::Odds => odds(hall, request, at, on).await,
        OrderPress::Moved => {
            let about = |state: &State| {
                let to = unit(state, doing_now(state)?.unit)?.spot;
                Ok(Command::Move(Move { to, ..Move::default() }))
            };
            play(hall, request, seen(at), on, about).await
        }
        OrderPress::Left => step(Command::Move(Move::default())).await,
        OrderPress::GoTo | OrderPress::DeployInto(_) | OrderPress::InfiltrateTo(_) => {
            Box::pin(gone_to(hall, request, at, press, picked, on)).await
        }
        OrderPress::Contact(cover) => {
            let cover = read::cover(cover);
            step(Command::Charge(Charge { contact: true, cover, ..Charge::default() })).await
        }
        OrderPress::FellShort => step(Command::Charge(Charge::default())).await,
        OrderPress::Done => step(Command::Finish).await,
        OrderPress::Deploy => Box::pin(deployed(hall, request, at, picked, on)).await,
        OrderPress::DeployUnit(unit) => step(Command::Deploy { unit, into: None }).await,
        OrderPress::Emplace { unit, spot, opening } => {
            let into = Some(Berth { spot, opening: Some(opening) });
            step(Command::Deploy { unit, into }).await
        }
        OrderPress::Infiltrate { unit, runs } => {
            let run = move |state: &State| {
                let to = if runs { places::usual(state, unit, Pace::Infiltrate) } else { None };
                Ok(Command::Infiltrate { unit, moved: runs.then(Vec::new), to })
            };
            play(hall, request, seen(at), on, run).await
        }
    }
}

/// A unit was picked to deploy: at once, or after saying where if buildings would take it in.
async fn deployed(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &seen(at)).await?;
    let battle = state(&game)?;
    let seat = drawn_seat(battle)?;
    let units: Vec<UnitId> = battle.waiting_for_orders(seat).map(|(id, _)| id).collect();
    let unit = picked_unit(picked, &units)?;
    if buildings::berths(battle, unit).is_empty() {
        let deploy = Command::Deploy { unit, into: None };
        return play(hall, request, seen(at), on, move |_| Ok(deploy)).await;
    }
    holds(&game, request, seat)?;
    Ok(refine(&game, on, deploy::places(&game, battle, unit)))
}

/// A place was picked for a move, a deployment or infiltrators; or a building, whose places are shown next.
async fn gone_to(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    press: OrderPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &seen(at)).await?;
    let battle = state(&game)?;
    let (id, offered) = match press {
        OrderPress::DeployInto(id) => (id, deploy::berths(battle, id)),
        OrderPress::InfiltrateTo(id) => (id, deploy::infiltrator_places(battle, id)),
        _ => {
            let doing = doing_now(battle)?;
            (doing.unit, act::places(battle, doing))
        }
    };
    let picked = picked_place(picked, &offered)?;
    let mine = || holds(&game, request, unit(battle, id)?.side);
    let command = match (press, picked) {
        (OrderPress::DeployInto(_), Picked::In(building)) => {
            mine()?;
            return Ok(refine(&game, on, deploy::places_in(&game, battle, id, building)));
        }
        (OrderPress::DeployInto(_), Picked::At(Some(spot)))
            if deploy::needs_opening(battle, id, spot) =>
        {
            mine()?;
            return Ok(refine(&game, on, deploy::openings(&game, battle, id, spot)));
        }
        (OrderPress::DeployInto(_), Picked::At(to)) => {
            Command::Deploy { unit: id, into: to.map(|spot| Berth { spot, opening: None }) }
        }
        (OrderPress::InfiltrateTo(_), Picked::In(building)) => {
            mine()?;
            return Ok(refine(&game, on, deploy::infiltrator_into(&game, battle, id, building)));
        }
        (OrderPress::InfiltrateTo(_), Picked::At(to)) => {
            Command::Infiltrate { unit: id, moved: Some(Vec::new()), to }
        }
        (_, Picked::In(building)) => {
            mine()?;
            let doing = doing_now(battle)?;
            return Ok(refine(&game, on, act::go_into(&game, battle, doing, building)));
        }
        (_, Picked::At(to)) => Command::Move(Move { to, ..Move::default() }),
    };
    play(hall, request, seen(at), on, move |_| Ok(command)).await
}

/// A form that was filled in.
#[boxed]
pub(crate) async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    press: OrderPress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let outcome = hall
        .desk
        .act(request, &seen(at), |game| written_command(state(game)?, press, written).map(doing))
        .await?;
    Ok(match on {
        Some(on) => answer_press(hall.systems, &outcome, request, on),
        None => table::told(hall.systems, &outcome, request),
    }
    .into())
}

/// What a form says.
fn written_command(
    state: &State,
    press: OrderPress,
    written: &FilledForm,
) -> Result<Command, Trouble> {
    let way = Way::of(written);
    match press {
        OrderPress::Way | OrderPress::LeftWay => {
            let doing = doing_now(state)?;
            let unit = unit(state, doing.unit)?;
            let usual = if press == OrderPress::Way { unit.spot } else { None };
            let to = way.end(state, usual, &act::places(state, doing))?;
            Ok(Command::Move(way.as_move(unit, to)?))
        }
        OrderPress::ChargeWay => {
            let (contact, cover) = read::contact_and_cover(written)?;
            let unit = unit(state, doing_now(state)?.unit)?;
            Ok(Command::Charge(way.as_charge(unit, contact, cover)?))
        }
        OrderPress::Blind => {
            let range = Inches::parse(read::range(written)).ok_or_else(|| {
                Trouble::refused("Say how far away in inches, such as `22` or `22.5`.")
            })?;
            let unit = unit(state, doing_now(state)?.unit)?;
            Ok(Command::FireBlind { range, uses: question::blind_uses(state, unit) })
        }
        OrderPress::InfiltrateWay(unit) => {
            let usual = places::usual(state, unit, Pace::Infiltrate);
            let to = way.end(state, usual, &deploy::infiltrator_places(state, unit))?;
            Ok(Command::Infiltrate { unit, moved: Some(way.features()), to })
        }
        OrderPress::Unit
        | OrderPress::AnotherUnit
        | OrderPress::Garrison
        | OrderPress::Orders(_)
        | OrderPress::Help(_)
        | OrderPress::Give { .. }
        | OrderPress::FireAt(_)
        | OrderPress::Assaults(_)
        | OrderPress::Assault(_)
        | OrderPress::SprintingAssault(_)
        | OrderPress::Moved
        | OrderPress::Left
        | OrderPress::GoTo
        | OrderPress::Again
        | OrderPress::Contact(_)
        | OrderPress::FellShort
        | OrderPress::Odds
        | OrderPress::ShootAt
        | OrderPress::Done
        | OrderPress::Deploy
        | OrderPress::DeployUnit(_)
        | OrderPress::DeployPlaces(_)
        | OrderPress::DeployInto(_)
        | OrderPress::Emplace { .. }
        | OrderPress::Infiltrators(_)
        | OrderPress::Infiltrate { .. }
        | OrderPress::InfiltrateTo(_)
        | OrderPress::Infiltrator(_) => Err(unknown()),
    }
}

/// Somebody makes up their mind: what they see next.
fn looked_at(
    game: &Loaded,
    request: &Request,
    press: OrderPress,
    picked: &[String],
) -> Result<Controls, Trouble> {
    let state = state(game)?;
    let drawn = || -> Result<Seat, Trouble> {
        let seat = drawn_seat(state)?;
        holds(game, request, seat)?;
        Ok(seat)
    };
    let sheet_of = |seat: Seat, sheet: Sheet| {
        if choose::usable(state, seat).contains(&sheet.unit) {
            Ok(choose::sheet(game, state, seat, sheet))
        } else {
            Err(unknown())
        }
    };
    match press {
        OrderPress::Unit => {
            let seat = drawn()?;
            let unit = picked_unit(picked, &choose::usable(state, seat))?;
            sheet_of(seat, Sheet::of(unit))
        }
        OrderPress::Garrison => {
            let units: Vec<UnitId> = deploy::insiders(state).collect();
            let id = picked_unit(picked, &units)?;
            holds(game, request, unit(state, id)?.side)?;
            Ok(deploy::places(game, state, id))
        }
        OrderPress::AnotherUnit => {
            if state.phase != Phase::Infiltrating && !is_before_the_first_die(state) {
                drawn()?;
            } else if !game.table.is_seated(request.user()) {
                let first =
                    state.seats().find(|seat| !deploy::infiltrators(state, *seat).is_empty());
                holds(game, request, first.unwrap_or(Seat(0)))?;
            }
            Ok(controls::controls(game, state))
        }
        OrderPress::Orders(sheet) => sheet_of(drawn()?, sheet),
        OrderPress::Help(unit) => {
            let seat = drawn()?;
            let help = press::help_of(picked_number(picked)?).ok_or_else(unknown)?;
            sheet_of(seat, Sheet { unit, help })
        }
        OrderPress::Assaults(sheet) => Ok(choose::assault_page(game, state, drawn()?, sheet)),
        OrderPress::Infiltrators(seat) => {
            holds(game, request, seat)?;
            let unit = picked_unit(picked, &deploy::infiltrators(state, seat))?;
            Ok(deploy::infiltrator(game, state, unit))
        }
        OrderPress::Infiltrator(id) => {
            holds(game, request, unit(state, id)?.side)?;
            Ok(deploy::infiltrator(game, state, id))
        }
        OrderPress::DeployPlaces(id) => {
            if is_before_the_first_die(state) {
                holds(game, request, unit(state, id)?.side)?;
            } else {
                drawn()?;
            }
            Ok(deploy::places(game, state, id))
        }
        OrderPress::Again => {
            holds(game, request, unit(state, doing_now(state)?.unit)?.side)?;
            Ok(controls::controls(game, state))
        }
        OrderPress::Give { .. }
        | OrderPress::FireAt(_)
        | OrderPress::Assault(_)
        | OrderPress::SprintingAssault(_)
        | OrderPress::Moved
        | OrderPress::Way
        | OrderPress::Left
        | OrderPress::LeftWay
        | OrderPress::GoTo
        | OrderPress::Contact(_)
        | OrderPress::FellShort
        | OrderPress::ChargeWay
        | OrderPress::Odds
        | OrderPress::ShootAt
        | OrderPress::Blind
        | OrderPress::Done
        | OrderPress::Deploy
        | OrderPress::DeployUnit(_)
        | OrderPress::DeployInto(_)
        | OrderPress::Emplace { .. }
        | OrderPress::Infiltrate { .. }
        | OrderPress::InfiltrateWay(_)
        | OrderPress::InfiltrateTo(_) => Err(unknown()),
    }
}

/// A form for whoever moves the unit.
fn form(game: &Loaded, request: &Request, press: OrderPress) -> Result<Reply, Trouble> {
    let state = state(game)?;
    let id = match press {
        OrderPress::InfiltrateWay(id) => id,
        _ => doing_now(state)?.unit,
    };
    let unit = unit(state, id)?;
    holds(game, request, unit.side)?;
    let meaning = BattlePressed::new(&game.id, game.at, BattlePress::Orders(press));
    Ok(Reply::Form(match press {
        OrderPress::ChargeWay => {
            let walls = doing_now(state)?.charges.and_then(|at| act::behind_walls(state, at));
            read::charge_form(state, unit, walls.is_none(), meaning)
        }
        OrderPress::Blind => read::blind_form(unit, meaning),
        _ => read::way_form(state, unit, may_enter(state, id), meaning),
    }))
}

/// Whether the move leads over open ground to somewhere in or on a building.
fn may_enter(state: &State, id: UnitId) -> bool {
    let (pace, offered): (Pace, Vec<Option<Spot>>) = match question::unit_options(state) {
        Some(doing) => match doing.moves {
            Some((pace, _)) => (pace, act::places(state, doing)),
            None => return false,
        },
        None => (Pace::Infiltrate, deploy::infiltrator_places(state, id)),
    };
    places::any_over_open_ground(state, id, pace, &offered)
}

/// The Fire order and its target in one press: if the unit obeys, it takes aim at once.
async fn fire_at(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    sheet: Sheet,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let outcome = hall
        .desk
        .act(request, &seen(at), |game| {
            let state = state(game)?;
            drawn_seat(state)?;
            picked_target(picked, &super::aim::targets(state, sheet.unit, Manner::Fire))?;
            let give = choose::given(state, sheet, Order::Fire, false, None);
            Ok(doing(Command::Order(give)))
        })
        .await?;
    let after = state(&outcome.game)?;
    let ready = question::unit_options(after)
        .filter(|doing| doing.unit == sheet.unit)
        .map(|doing| act::targets(after, doing));
    let target = ready.and_then(|targets| picked_target(picked, &targets).ok());
    let aimed = match target {
        Some(target) => aimed(hall, &outcome.game, request, sheet.unit, target).await,
        None => None,
    };
    Ok(match aimed {
        Some(controls) => told_with(hall, &outcome, request, on, controls),
        None => answer_press(hall.systems, &outcome, request, on),
    }
    .into())
}

/// The controls for aiming at this target; the order has been given whatever comes of them.
async fn aimed(
    hall: &Hall,
    game: &Loaded,
    request: &Request,
    unit: UnitId,
    target: super::aim::Target,
) -> Option<Controls> {
    match super::aim::controls_at(hall, game, request, unit, target).await {
        Ok(controls) => Some(controls),
        Err(trouble) => {
            tracing::warn!(game = game.id, trouble = trouble.in_short(), "no aim could be taken");
            None
        }
    }
}

/// What came of a press, with other controls than the battle's own: its player is a step ahead.
fn told_with(
    hall: &Hall,
    outcome: &Outcome,
    request: &Request,
    on: PressedMessage,
    mut controls: Controls,
) -> Answer {
    if let Ok(state) = state(&outcome.game) {
        controls.text = guide::below(&controls.text, &guide::aiming(state));
    }
    let mut answer = answer_press(hall.systems, outcome, request, on);
    let game = &outcome.game;
    let Ok(state) = state(game) else { return answer };
    if table::rolls_on_board(outcome) {
        if on.board_of(game) {
            answer.card = board_with(game, state, controls);
            // redrawn, it would lose them again
            answer.keeps_board = true;
        }
    } else if game.channel == request.channel {
        let stage = show::stage(game, state, controls);
        let pings = std::mem::take(&mut answer.card.pings);
        answer.card = table::story_with(&AntaresFace, game, &game.chapter(), stage);
        answer.card.pings = pings;
    }
    answer
}

async fn shoot_at(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &seen(at)).await?;
    let state = state(&game)?;
    let doing = doing_now(state)?;
    holds(&game, request, unit(state, doing.unit)?.side)?;
    let target = picked_target(picked, &act::targets(state, doing))?;
    match aimed(hall, &game, request, doing.unit, target).await {
        Some(controls) => Ok(refine(&game, on, controls)),
        None => Err(unknown()),
    }
}

/// Slow odds run off the request path.
async fn odds(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &seen(at)).await?;
    let battle = state(&game)?.clone();
    let doing = doing_now(&battle)?;
    holds(&game, request, unit(&battle, doing.unit)?.side)?;
    let work = tokio::task::spawn_blocking(move || act::odds(&battle, doing));
    let odds = work.await.map_err(|_| Trouble::fault("the odds of a charge panicked"))??;
    Ok(refine(&game, on, act::acting_with(&game, state(&game)?, doing, Some(&odds))))
}

/// The side whose die was drawn; everybody else hears what the battle waits for.
fn drawn_seat(state: &State) -> Result<Seat, Trouble> {
    must_be_free(state)?;
    state.flow.drawn.ok_or_else(|| {
        Trouble::refused(match state.phase {
            Phase::Infiltrating => "The infiltrators move before the first die is drawn.",
            Phase::TurnEnd => "The bag is empty: end the turn first.",
            Phase::Over => "This battle is over.",
            Phase::DeployingSnipers | Phase::Deploying | Phase::Orders => {
                "No die has been drawn. Press Draw next, or use `/draw`."
            }
        })
    })
}

/// Nothing else waits for an answer.
fn must_be_free(state: &State) -> Result<(), Trouble> {
    let open = state.flow.tasks.last().and_then(|task| question::question(state, task));
    match open {
        None => Ok(()),
        Some(open) => {
            let side = crate::words::esc(state.side_name(open.seat));
            Err(Trouble::refused(format!("First {side} has to {}.", crate::words::esc(&open.what))))
        }
    }
}

fn doing_now(state: &State) -> Result<UnitOptions, Trouble> {
    question::unit_options(state)
        .ok_or_else(|| Trouble::refused("No unit is carrying out an order now."))
}

fn unit(state: &State, id: UnitId) -> Result<&gatemaster_rules::antares::state::Unit, Trouble> {
    state.unit(id).ok_or_else(|| Trouble::refused("There is no such unit in this battle."))
}
