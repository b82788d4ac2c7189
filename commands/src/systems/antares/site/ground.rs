//! Changes of what stands on the table: agreed on in the lobby, corrected by agreement while the battle runs.

use gatemaster_rules::antares::buildings::{BuildingId, Plan, wrong_with};
use gatemaster_rules::antares::command::Command;
use gatemaster_rules::antares::correct::{Correction, SiteChange};
use gatemaster_rules::antares::{Setup, State};
use gatemaster_rules::game::{self, View};
use gatemaster_rules::table::Phase;
use gatemaster_rules::text::list;

use super::super::force::{setup, step};
use super::super::{doing, state};
use super::changes::{BuildingChanges, plainest};
use crate::desk::{ActionWithDice, Loaded};
use crate::own_file::told_together;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{code, esc};

/// Where the buildings stand now.
enum Ground<'a> {
    Lobby(&'a Setup),
    Battle(&'a State),
}

fn ground(game: &Loaded) -> Result<Ground<'_>, Trouble> {
    match game.table.phase {
        Phase::Playing => state(game).map(Ground::Battle),
        Phase::Lobby | Phase::Shelved | Phase::Ended => setup(game).map(Ground::Lobby),
    }
}

/// The set-up, as long as it can be changed freely.
pub fn lobby(game: &Loaded) -> Result<&Setup, Trouble> {
    match ground(game)? {
        Ground::Lobby(setup) => Ok(setup),
        Ground::Battle(_) => Err(Trouble::refused(
            "The battle has begun: `/building remove` and `/building add` change the table by agreement.",
        )),
    }
}

/// The buildings on the table of this game, whatever has become of it.
pub fn plans(game: &Loaded) -> Vec<Plan> {
    match (&game.table.game, &game.table.setup) {
        (Some(View::Antares(state)), _) => {
            state.buildings_here().map(|(_, building)| building.plan.clone()).collect()
        }
        (None, game::Setup::Antares(setup)) => setup.buildings.clone(),
        _ => Vec::new(),
    }
}

/// Anybody of the table and managers, as with everything else that is agreed on.
pub fn may_build(game: &Loaded, request: &Request) -> Result<(), Trouble> {
    if game.table.belongs(request.user()) || request.actor.manager {
        return Ok(());
    }
    let refused = Trouble::refused("Only people at this table may change what stands on it.");
    Err(refused.with_seats_of(&game.id))
}

/// One building more.
pub fn added(
    game: &Loaded,
    request: &Request,
    changes: &BuildingChanges,
    faults: Vec<String>,
) -> Result<(ActionWithDice, Plan), Trouble> {
    let ground = ground(game)?;
    may_build(game, request)?;
    let (plan, more) = changes.upon(&plainest(), &game.table, &names(&plans(game)));
    let mut faults = faults;
    faults.extend(more);
    match ground {
        Ground::Lobby(before) => {
            let mut after = before.clone();
            after.buildings.push(plan.clone());
            faults.extend(wrong_with(&after.buildings));
            none_wrong(&faults)?;
            Ok((step(before, after)?, plan))
        }
        Ground::Battle(state) => {
            faults.extend(state.wrong_with_one_more(&plan));
            none_wrong(&faults)?;
            Ok((corrected(SiteChange::Add(plan.clone())), plan))
        }
    }
}

/// Another building in its place: like `like` in whatever is not said.
pub fn changed(
    game: &Loaded,
    request: &Request,
    place: usize,
    like: &Plan,
    changes: &BuildingChanges,
    faults: Vec<String>,
) -> Result<(ActionWithDice, Plan), Trouble> {
    let before = lobby(game)?;
    may_build(game, request)?;
    let mut after = before.clone();
    let old = after.buildings.get(place).map(|plan| plan.name.clone()).unwrap_or_default();
    let (mut plan, more) = changes.upon(like, &game.table, &names(&before.buildings));
    let mut faults = faults;
    faults.extend(more);
    renamed(&mut plan.links, &old, &plan.name);
    if let Some(there) = after.buildings.get_mut(place) {
        *there = plan.clone();
    }
    for other in &mut after.buildings {
        renamed(&mut other.links, &old, &plan.name);
    }
    faults.extend(wrong_with(&after.buildings));
    none_wrong(&faults)?;
    Ok((step(before, after)?, plan))
}

/// Transporters still lead to a building that has another name now.
fn renamed(links: &mut [String], old: &str, new: &str) {
    for link in links.iter_mut().filter(|link| link.to_lowercase() == old.to_lowercase()) {
        new.clone_into(link);
    }
}

/// One building less; transporters that led there lead nowhere any more.
pub fn removed(
    game: &Loaded,
    request: &Request,
    typed: &str,
) -> Result<(ActionWithDice, String), Trouble> {
    let ground = ground(game)?;
    may_build(game, request)?;
    match ground {
        Ground::Lobby(before) => {
            let place = called(&before.buildings, typed)?;
            let mut after = before.clone();
            let gone = after.buildings.remove(place).name;
            for plan in &mut after.buildings {
                plan.links.retain(|link| link.to_lowercase() != gone.to_lowercase());
            }
            Ok((step(before, after)?, gone))
        }
        Ground::Battle(state) => {
            let (id, name) = building_called(state, typed)?;
            Ok((corrected(SiteChange::Remove(id)), name))
        }
    }
}

fn corrected(change: SiteChange) -> ActionWithDice {
    doing(Command::Correct(Correction::Site(change)))
}

fn building_called(state: &State, typed: &str) -> Result<(BuildingId, String), Trouble> {
    let here: Vec<(BuildingId, Plan)> =
        state.buildings_here().map(|(id, building)| (id, building.plan.clone())).collect();
    let plans: Vec<Plan> = here.iter().map(|(_, plan)| plan.clone()).collect();
    let place = called(&plans, typed)?;
    let (id, plan) = &here[place];
    Ok((*id, plan.name.clone()))
}

pub fn names(plans: &[Plan]) -> Vec<String> {
    plans.iter().map(|plan| plan.name.clone()).collect()
}

/// A building by its name, or by a part of it that only one has.
pub fn called(plans: &[Plan], typed: &str) -> Result<usize, Trouble> {
    let low = typed.trim().to_lowercase();
    let exact = plans.iter().position(|plan| plan.name.to_lowercase() == low);
    let part = || {
        let mut found =
            (0..).zip(plans).filter(|(_, plan)| plan.name.to_lowercase().contains(&low));
        let first = found.next().filter(|_| !low.is_empty())?;
        found.next().is_none().then_some(first.0)
    };
    exact.or_else(part).ok_or_else(|| match plans {
        [] => Trouble::refused("No building stands on this table; `/building add` puts one there."),
        plans => {
            let there: Vec<String> = plans.iter().map(|plan| esc(&plan.name)).collect();
            let typed = code(&gatemaster_discord::limits::clip(typed.trim(), 40));
            Trouble::refused(format!("No building is called {typed}; there are {}.", list(&there)))
        }
    })
}

/// All faults together, or none.
fn none_wrong(faults: &[String]) -> Result<(), Trouble> {
    match faults {
        [] => Ok(()),
        [only] => Err(Trouble::refused(esc(only))),
        several => {
            let card = told_together("There are", "so nothing was changed", several);
            Err(Trouble::first(card))
        }
    }
}
