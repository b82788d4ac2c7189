//! `/order`, `/move`, `/assault` and `/deploy`: each does its action in one go.

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::buildings::{self, Berth, Facing, Spot};
use gatemaster_rules::antares::command::{Answer, Command, Consolidation, GiveOrder, Nerve};
use gatemaster_rules::antares::event::Pace;
use gatemaster_rules::antares::flow::{Acting, Task};
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::orders::is_before_the_first_die;
use gatemaster_rules::antares::state::{Phase, UnitId};
use gatemaster_rules::antares::values::commanders_for;

use super::super::{holds, play_here};
use super::choose::{enemies, usable};
use super::places::{elsewhere, named_place, place_name, usual};
use super::read::{Way, cover, named};
use super::two::{Plan, carry_out};
use super::{act, deploy as deployment, drawn_seat, must_be_free, offers, unit};
use crate::desk::Loaded;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use crate::words::{esc, list};

/// Give the drawn die to a unit of its side.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild|BotDm")]
#[expect(clippy::too_many_arguments, reason = "the options of a command")]
pub async fn order(
    ctx: Ctx<'_>,
    #[description = "Which unit acts"]
    #[autocomplete = "offers::units"]
    #[max_length = 100]
    unit: String,
    #[description = "Fire, Advance, Run, Sprint, Ambush, Rally or Down"]
    #[autocomplete = "offers::orders"]
    #[max_length = 100]
    order: String,
    #[description = "With Run: at a sprint"] sprint: Option<bool>,
    #[description = "With Run: the enemy it assaults"]
    #[autocomplete = "offers::enemies"]
    #[max_length = 100]
    assault: Option<String>,
    #[description = "A unit whose commander helps in the order test, within 10″"]
    #[autocomplete = "offers::commanders"]
    #[max_length = 100]
    help: Option<String>,
    #[description = "Wake the soma grafts for the order test"] grafts: Option<bool>,
    #[description = "Rolled by hand: the faces in order"]
    #[max_length = 1000]
    dice: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/order", move |hall, request| async move {
        play_here(&hall, &request, dice, |state| {
            let seat = drawn_seat(state)?;
            let unit = waiting(state, &unit)?;
            let (order, sprinting) = order_named(&order)?;
            let foes = enemies(state, seat);
            let assault = assault.map(|name| named(state, &name, &foes, "an enemy on the table"));
            Ok(Command::Order(GiveOrder {
                unit,
                order,
                sprint: sprint.unwrap_or(sprinting) || sprinting,
                assault: assault.transpose()?,
                nerve: nerve(state, unit, help, grafts)?,
            }))
        })
        .await
    })
    .await
}

/// Move a unit: the one that acts, or with the drawn die.
#[poise::command(
    slash_command,
    rename = "move",
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[expect(clippy::too_many_arguments, reason = "the options of a command")]
pub async fn move_(
    ctx: Ctx<'_>,
    #[description = "Which unit; the one that acts if you leave this out"]
    #[autocomplete = "offers::movers"]
    #[max_length = 100]
    unit: Option<String>,
    #[description = "With the drawn die: how it moves. “Stay” ends its action or lets a move go"]
    pace: Option<Going>,
    #[description = "In or on which building it ends: a building, a block, a roof, or outside"]
    #[autocomplete = "offers::places"]
    #[max_length = 100]
    into: Option<String>,
    #[description = "Obstacles it crosses, by name: the wall, the ditch"]
    #[autocomplete = "offers::obstacles"]
    #[max_length = 400]
    obstacles: Option<String>,
    #[description = "Difficult ground it enters or starts in, by name"]
    #[autocomplete = "offers::difficult"]
    #[max_length = 400]
    difficult: Option<String>,
    #[description = "An obstacle it has defended and leaves over"]
    #[autocomplete = "offers::obstacles"]
    #[max_length = 400]
    defended: Option<String>,
    #[description = "Immobilised models it leaves behind: how many, or all"]
    #[max_length = 10]
    leave: Option<String>,
    #[description = "A unit whose commander helps in the order test, within 10″"]
    #[autocomplete = "offers::commanders"]
    #[max_length = 100]
    help: Option<String>,
    #[description = "Wake the soma grafts for the order test"] grafts: Option<bool>,
    #[description = "Rolled by hand: the faces in order"]
    #[max_length = 1000]
    dice: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/move", move |hall, request| async move {
        let way = Way {
            obstacles: obstacles.unwrap_or_default(),
            difficult: difficult.unwrap_or_default(),
            defended: defended.unwrap_or_default(),
            leave: leave.unwrap_or_default(),
            into: into.unwrap_or_default(),
        };
        let typed = unit.as_deref();
        let plan = |game: &Loaded, state: &State| {
            let plan = plan_move(game, &request, state, typed, pace, &way)?;
            helped(state, plan, help, grafts)
        };
        Box::pin(carry_out(&hall, &request, dice, plan)).await
    })
    .await
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum Going {
    Advance,
    Run,
    Sprint,
    Stay,
}

/// Charge an enemy: with the drawn die, or the assault that was ordered.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild|BotDm")]
#[expect(clippy::too_many_arguments, reason = "the options of a command")]
pub async fn assault(
    ctx: Ctx<'_>,
    #[description = "The enemy"]
    #[autocomplete = "offers::enemies"]
    #[max_length = 100]
    target: String,
    #[description = "Which unit charges; the one that acts if you leave this out"]
    #[autocomplete = "offers::chargers"]
    #[max_length = 100]
    unit: Option<String>,
    #[description = "Whether it reaches the enemy; yes if you leave this out"] contact: Option<
        bool,
    >,
    #[description = "The enemy's cover against point-blank shooting: 1 or 2"]
    #[min = 0]
    #[max = 2]
    cover: Option<u8>,
    #[description = "At a sprint"] sprint: Option<bool>,
    #[description = "Obstacles it crosses, by name: the wall, the ditch"]
    #[autocomplete = "offers::obstacles"]
    #[max_length = 400]
    obstacles: Option<String>,
    #[description = "Difficult ground it enters or starts in, by name"]
    #[autocomplete = "offers::difficult"]
    #[max_length = 400]
    difficult: Option<String>,
    #[description = "A unit whose commander helps in the order test, within 10″"]
    #[autocomplete = "offers::commanders"]
    #[max_length = 100]
    help: Option<String>,
    #[description = "Wake the soma grafts for the order test"] grafts: Option<bool>,
    #[description = "An obstacle it has defended and leaves over"]
    #[autocomplete = "offers::obstacles"]
    #[max_length = 400]
    defended: Option<String>,
    #[description = "Immobilised models it leaves behind: how many, or all"]
    #[max_length = 10]
    leave: Option<String>,
    #[description = "Rolled by hand: the faces in order"]
    #[max_length = 1000]
    dice: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/assault", move |hall, request| async move {
        let way = Way {
            obstacles: obstacles.unwrap_or_default(),
            difficult: difficult.unwrap_or_default(),
            defended: defended.unwrap_or_default(),
            leave: leave.unwrap_or_default(),
            into: String::new(),
        };
        let charging = Charging {
            target,
            unit,
            contact: contact.unwrap_or(true),
            cover: cover.unwrap_or(0),
            sprint: sprint.unwrap_or(false),
            help,
            grafts,
            way,
        };
        let plan = |_: &Loaded, state: &State| charging.plan(state);
        Box::pin(carry_out(&hall, &request, dice, plan)).await
    })
    .await
}

/// Put a unit on the table with the die that was drawn, or into a building.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild|BotDm")]
pub async fn deploy(
    ctx: Ctx<'_>,
    #[description = "Which unit comes onto the table"]
    #[autocomplete = "offers::reserves"]
    #[max_length = 100]
    unit: String,
    #[description = "Inside or on a building in its own zone: a building, a block, a roof"]
    #[autocomplete = "offers::berths"]
    #[max_length = 100]
    into: Option<String>,
    #[description = "For what is emplaced inside: the side it looks out of"] opening: Option<
        Opening,
    >,
) -> Result<(), Fault> {
    run(ctx, "/deploy", move |hall, request| async move {
        play_here(&hall, &request, None, |state| {
            let (unit, into) = (unit.as_str(), into.as_deref());
            deploy_as(state, unit, into, opening.map(Opening::facing))
        })
        .await
    })
    .await
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum Opening {
    Front,
    Right,
    Back,
    Left,
}

impl Opening {
    fn facing(self) -> Facing {
        match self {
            Self::Front => Facing::Front,
            Self::Right => Facing::Right,
            Self::Back => Facing::Back,
            Self::Left => Facing::Left,
        }
    }
}

/// With the drawn die; or before the first one, where models stand on the table already and some are inside (B-DEP-1).
fn deploy_as(
    state: &State,
    typed: &str,
    into: Option<&str>,
    opening: Option<Facing>,
) -> Result<Command, Trouble> {
    let garrison = into.is_some() && is_before_the_first_die(state);
    let unit = if garrison {
        let everybody: Vec<UnitId> = state.ids().collect();
        named(state, typed, &everybody, "in this battle")?
    } else {
        if !matches!(state.phase, Phase::DeployingSnipers | Phase::Deploying) {
            let inside = deployment::garrisons(state);
            let said = format!("Everybody is on the table already. {inside}");
            return Err(Trouble::refused(said.trim_end()));
        }
        let units = state.waiting_for_orders(drawn_seat(state)?);
        let units: Vec<UnitId> = units.map(|(id, _)| id).collect();
        named(state, typed, &units, "one that deploys now")?
    };
    let Some(into) = into else {
        return match opening {
            None => Ok(Command::Deploy { unit, into: None }),
            Some(_) => Err(Trouble::refused(
                "An opening belongs to a building: say `into` which one, or leave `opening` out.",
            )),
        };
    };
    match named_place(state, into, &deployment::berths(state, unit))? {
        Some(spot) => Ok(Command::Deploy { unit, into: Some(Berth { spot, opening }) }),
        // whoever stands on the table is there without a word
        None if garrison => Err(Trouble::refused(
            "Whoever stands on the table needs no `/deploy` here; say `into` which building.",
        )),
        None => Ok(Command::Deploy { unit, into: None }),
    }
}

/// "Sprint" is a Run.
fn order_named(typed: &str) -> Result<(Order, bool), Trouble> {
    let typed = typed.trim().to_lowercase();
    if typed == "sprint" {
        return Ok((Order::Run, true));
    }
    let order = Order::ALL.into_iter().find(|order| order.name().to_lowercase() == typed);
    order.map(|order| (order, false)).ok_or_else(|| {
        let names = Order::ALL.map(Order::name);
        Trouble::refused(format!("The orders are {}; or Sprint, which is a Run.", list(&names)))
    })
}

fn nerve(
    state: &State,
    unit: UnitId,
    help: Option<String>,
    grafts: Option<bool>,
) -> Result<Nerve, Trouble> {
    let commanders = commanders_for(state, unit);
    let commander =
        help.map(|name| named(state, &name, &commanders, "a commander whose Command is higher"));
    Ok(Nerve { commander: commander.transpose()?, soma: grafts.unwrap_or(false) })
}

/// A unit that can use the drawn die.
fn waiting(state: &State, typed: &str) -> Result<UnitId, Trouble> {
    let seat = drawn_seat(state)?;
    named(state, typed, &usable(state, seat), "one that can use the drawn die")
}

/// The one that was named, or the only one there is.
fn named_or_only(
    state: &State,
    typed: Option<&str>,
    offered: &[UnitId],
    what: &str,
) -> Result<UnitId, Trouble> {
    match (typed, offered) {
        (Some(typed), _) => named(state, typed, offered, what),
        (None, [only]) => Ok(*only),
        (None, _) => {
            let names: Vec<String> = offered.iter().map(|id| esc(state.unit_name(*id))).collect();
            Err(Trouble::refused(match names.as_slice() {
                [] => "No unit can do that now.".to_owned(),
                _ => format!("Say which `unit`: {}.", list(&names)),
            }))
        }
    }
}

fn plan_move(
    game: &Loaded,
    request: &Request,
    state: &State,
    typed: Option<&str>,
    pace: Option<Going>,
    way: &Way,
) -> Result<Plan, Trouble> {
    let moves_now = "the unit that moves now";
    let one = |answer| Ok(Plan::One(Command::Answer(answer)));
    match state.flow.tasks.last() {
        Some(Task::BonusMove { unit }) => {
            named_or_only(state, typed, &[*unit], moves_now)?;
            if !way.into.trim().is_empty() {
                return Err(Trouble::refused(
                    "The last inches of a sprint lead into no building; leave `into` out.",
                ));
            }
            let take = pace != Some(Going::Stay);
            one(Answer::BonusMove { take, features: way.features(), contact: false })
        }
        Some(Task::Consolidate { unit: id }) => {
            named_or_only(state, typed, &[*id], moves_now)?;
            let moved = (pace != Some(Going::Stay)).then(|| way.features());
            let left_behind = way.left_behind(unit(state, *id)?)?;
            let to = match moved {
                Some(_) => consolidates_to(state, *id, &way.into)?,
                None => must_stay(way)?,
            };
            one(Answer::Consolidate(Consolidation { moved, to, left_behind }))
        }
        Some(Task::Act) => {
            let Some(acting) = state.flow.acting else {
                return plan_order(state, typed, pace, way);
            };
            named_or_only(state, typed, &[acting.unit], "the unit that acts now")?;
            if pace == Some(Going::Stay) {
                must_stay(way)?;
                return Ok(Plan::One(Command::Finish));
            }
            must_fit(state, acting, pace)?;
            let pace = match (acting.order, acting.sprint) {
                (Order::Run, true) => Pace::Sprint,
                (Order::Run, false) => Pace::Run,
                (Order::Fire | Order::Advance | Order::Ambush | Order::Rally | Order::Down, _) => {
                    Pace::Advance
                }
            };
            Ok(Plan::One(moves(state, acting.unit, pace, way)?))
        }
        Some(_) => {
            must_be_free(state)?;
            plan_order(state, typed, pace, way)
        }
        None if state.phase == Phase::Infiltrating => {
            let seats: Vec<_> = state.seats().collect();
            let own = seats.iter().filter(|seat| holds(game, request, **seat).is_ok());
            let units: Vec<UnitId> =
                own.flat_map(|seat| deployment::infiltrators(state, *seat)).collect();
            let unit = named_or_only(state, typed, &units, "one of your infiltrators")?;
            let (moved, to) = match pace {
                Some(Going::Stay) => (None, must_stay(way)?),
                None | Some(Going::Run) => {
                    let usual = usual(state, unit, Pace::Infiltrate);
                    let to = way.end(state, usual, &deployment::infiltrator_places(state, unit))?;
                    (Some(way.features()), to)
                }
                Some(Going::Advance | Going::Sprint) => {
                    return Err(Trouble::refused(
                        "Infiltrators run before the first turn; leave `pace` out, or choose Stay.",
                    ));
                }
            };
            Ok(Plan::One(Command::Infiltrate { unit, moved, to }))
        }
        None => plan_order(state, typed, pace, way),
    }
}

/// The move of an order, to where it was said to end.
fn moves(state: &State, id: UnitId, pace: Pace, way: &Way) -> Result<Command, Trouble> {
    let to = way.end(state, usual(state, id, pace), &elsewhere(state, id, pace))?;
    Ok(Command::Move(way.as_move(unit(state, id)?, to)?))
}

/// Whoever stays goes nowhere.
fn must_stay(way: &Way) -> Result<Option<Spot>, Trouble> {
    if way.into.trim().is_empty() {
        return Ok(None);
    }
    Err(Trouble::refused("Whoever stays goes nowhere; leave `into` out, or choose another `pace`."))
}

/// Where a unit ends after a fight (B-ASL-2): as it was said, or the one thing that goes without saying.
pub(in crate::systems::antares) fn consolidates_to(
    state: &State,
    id: UnitId,
    typed: &str,
) -> Result<Option<Spot>, Trouble> {
    let ways = buildings::consolidations(state, id);
    if !typed.trim().is_empty() {
        return named_place(state, typed, &ways);
    }
    let here = unit(state, id)?.spot;
    match ways.as_slice() {
        [only] => Ok(*only),
        several if several.contains(&here) => Ok(here),
        // the rules say why nothing is open to it
        [] => Ok(None),
        several => {
            let names: Vec<String> =
                several.iter().map(|to| format!("“{}”", esc(&place_name(state, *to)))).collect();
            Err(Trouble::refused(format!(
                "Say with `into` where {} goes: {}.",
                esc(state.unit_name(id)),
                list(&names)
            )))
        }
    }
}

/// The same plan with what helps in its order test.
fn helped(
    state: &State,
    plan: Plan,
    help: Option<String>,
    grafts: Option<bool>,
) -> Result<Plan, Trouble> {
    match plan {
        Plan::Two(order, then) => {
            let nerve = nerve(state, order.unit, help, grafts)?;
            Ok(Plan::Two(GiveOrder { nerve, ..order }, then))
        }
        Plan::One(_) if help.is_some() || grafts.is_some() => {
            Err(Trouble::refused("Help is for an order test, and none is taken here."))
        }
        one @ Plan::One(_) => Ok(one),
    }
}

/// The drawn die makes the unit move.
fn plan_order(
    state: &State,
    typed: Option<&str>,
    pace: Option<Going>,
    way: &Way,
) -> Result<Plan, Trouble> {
    let seat = drawn_seat(state)?;
    let units = usable(state, seat);
    let id = named_or_only(state, typed, &units, "one that can use the drawn die")?;
    let run = GiveOrder::plain(id, Order::Run);
    let (order, pace) = match pace {
        None | Some(Going::Advance) => (GiveOrder::plain(id, Order::Advance), Pace::Advance),
        Some(Going::Run) => (run, Pace::Run),
        Some(Going::Sprint) => (GiveOrder { sprint: true, ..run }, Pace::Sprint),
        Some(Going::Stay) => {
            return Err(Trouble::refused(
                "The drawn die gives an order. For one without a move, use `/order`.",
            ));
        }
    };
    Ok(Plan::Two(order, moves(state, id, pace, way)?))
}

/// The pace comes with the order; saying another one is a slip.
fn must_fit(state: &State, acting: Acting, pace: Option<Going>) -> Result<(), Trouble> {
    let has = match acting.order {
        Order::Advance => Some(Going::Advance),
        Order::Run if acting.sprint => Some(Going::Sprint),
        Order::Run => Some(Going::Run),
        Order::Fire | Order::Ambush | Order::Rally | Order::Down => None,
    };
    match (pace, has) {
        (Some(said), Some(has)) if said != has => Err(Trouble::refused(format!(
            "{} has its order and goes at its pace ({has:?}); leave `pace` out.",
            esc(state.unit_name(acting.unit))
        ))),
        _ => Ok(()),
    }
}

/// A charge as it was typed.
struct Charging {
    target: String,
    unit: Option<String>,
    contact: bool,
    cover: u8,
    sprint: bool,
    help: Option<String>,
    grafts: Option<bool>,
    way: Way,
}

impl Charging {
    fn plan(self, state: &State) -> Result<Plan, Trouble> {
        let of_assault = state.flow.assault.as_ref();
        let only = |id: UnitId, enemy: UnitId| -> Result<(), Trouble> {
            named_or_only(state, self.unit.as_deref(), &[id], "the unit that charges now")?;
            named(state, &self.target, &[enemy], "the enemy it assaults").map(|_| ())
        };
        match (state.flow.tasks.last(), of_assault, state.flow.acting) {
            (Some(Task::Contact), Some(assault), _) => {
                only(assault.attacker, assault.defender)?;
                Ok(Plan::One(Command::Answer(Answer::Contact(self.contact))))
            }
            (Some(Task::BonusMove { unit }), Some(assault), _) => {
                only(*unit, assault.defender)?;
                let (features, contact) = (self.way.features(), self.contact);
                let bonus = Answer::BonusMove { take: true, features, contact };
                Ok(Plan::One(Command::Answer(bonus)))
            }
            (Some(Task::Act), _, Some(Acting { unit, assault: Some(enemy), .. })) => {
                only(unit, enemy)?;
                Ok(Plan::One(self.charge(state, unit, enemy)?))
            }
            (Some(Task::Act), _, Some(Acting { unit, assault: None, .. })) => {
                Err(Trouble::refused(format!(
                    "{} acts now, and no assault was declared with its order.",
                    esc(state.unit_name(unit))
                )))
            }
            _ => {
                let seat = drawn_seat(state)?;
                let units = usable(state, seat);
                let what = "one that can use the drawn die";
                let unit = named_or_only(state, self.unit.as_deref(), &units, what)?;
                let foes = enemies(state, seat);
                let enemy = named(state, &self.target, &foes, "an enemy on the table")?;
                let order = GiveOrder {
                    unit,
                    order: Order::Run,
                    sprint: self.sprint,
                    assault: Some(enemy),
                    nerve: nerve(state, unit, self.help.clone(), self.grafts)?,
                };
                Ok(Plan::Two(order, self.charge(state, unit, enemy)?))
            }
        }
    }

    fn charge(&self, state: &State, id: UnitId, enemy: UnitId) -> Result<Command, Trouble> {
        if let Some((unit, spot, _)) = act::behind_walls(state, enemy).filter(|_| self.cover > 0) {
            return Err(Trouble::refused(format!(
                "{} is inside {}, whose walls count by themselves; leave `cover` out.",
                esc(&unit.name),
                esc(&state.spot_name(spot))
            )));
        }
        let charge = self.way.as_charge(unit(state, id)?, self.contact, cover(self.cover))?;
        Ok(Command::Charge(charge))
    }
}
