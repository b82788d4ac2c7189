//! Suggestions while people type `/at43 …`. They go to whoever types alone, and are made of what that person may see.

use gatemaster_rules::at43::armament::{Shooter, weapons};
use gatemaster_rules::at43::entering::ways_in;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::melee::combats;
use gatemaster_rules::at43::profile::Fire;
use gatemaster_rules::at43::state::{Stands, UnitId};
use gatemaster_rules::at43::{At43, View, label};
use gatemaster_rules::ids::{Seat, UserId};
use serenity::all::CreateAutocompleteResponse;

use super::state;
use crate::desk::Loaded;
use crate::face::view_for;
use crate::offers::{choices, contains, here};
use crate::run::Ctx;

/// The game of this channel as whoever types may see it, and their side.
pub struct Typing {
    pub view: View,
    pub seat: Option<Seat>,
}

impl Typing {
    pub async fn of(ctx: Ctx<'_>) -> Option<Self> {
        let game: Loaded = here(ctx).await?;
        state(&game).ok()?;
        let user = UserId(ctx.interaction.user.id.get());
        let seat = game.table.seats_of(user).first().copied();
        let view = view_for::<At43>(&game, user)?;
        Some(Self { view, seat })
    }

    /// The unit whose doings are typed: the one that acts, or that of one's own next card.
    pub fn unit(&self) -> Option<UnitId> {
        let view = &self.view;
        match (&view.flow.watching, &view.flow.acting) {
            (Some(watching), _) => Some(watching.unit),
            (None, Some(acting)) => Some(acting.unit),
            (None, None) => view.side(self.seat?)?.cards.first().copied().flatten(),
        }
    }

    fn enemies(&self) -> Vec<UnitId> {
        let Some(seat) = self.seat else { return Vec::new() };
        self.view.enemies_on_field(seat).map(|(id, _)| id).collect()
    }

    fn own(&self) -> Vec<UnitId> {
        let on_field = self.view.on_field();
        on_field.filter(|(_, unit)| Some(unit.side) == self.seat).map(|(id, _)| id).collect()
    }

    /// Each machine of these units by itself.
    fn machines(&self, units: &[UnitId]) -> Vec<(String, String)> {
        let units = units.iter().filter_map(|id| self.view.unit(*id));
        let several = units.filter(|unit| !self.view.is_infantry(unit) && unit.strength() > 1);
        let machines = several.flat_map(|unit| {
            let numbers = unit.living().map(|(machine, _)| u32::from(machine.0) + 1);
            numbers.map(|number| format!("{}, machine {number}", unit.name))
        });
        machines.map(|name| (name.clone(), name)).collect()
    }

    fn wreck(&self) -> Option<(String, String)> {
        let there = self.view.wreck.is_some_and(|wreck| wreck.structure > 0);
        there.then(|| ("The wreck".to_owned(), "wreck".to_owned()))
    }

    /// Whether whoever shoots has a weapon that can be aimed at friends as well (T-IND-1).
    fn fires_on_spots(&self) -> bool {
        let shooter = Shooter::now(&self.view).or_else(|| self.unit().map(Shooter::fresh));
        let Some(shooter) = shooter.filter(|shooter| shooter.overwatch.is_none()) else {
            return false;
        };
        weapons(&self.view, &shooter)
            .iter()
            .filter(|armed| armed.why_not.is_none())
            .filter_map(|armed| self.view.library.weapon(armed.weapon))
            .any(|weapon| weapon.fire() != Fire::Direct)
    }

    fn named(&self, units: &[UnitId]) -> Vec<(String, String)> {
        let from = self.unit();
        let line = |id: &UnitId| match from {
            Some(from) => label::target_line(&self.view, from, *id),
            None => label::unit_line(&self.view, *id),
        };
        let offer = |id: &UnitId| {
            let name = self.view.unit_name(*id).to_owned();
            (format!("{name} · {}", line(id)), name)
        };
        units.iter().map(offer).collect()
    }
}

/// Those that fit what has been typed.
pub fn fitting(offers: Vec<(String, String)>, typed: &str) -> CreateAutocompleteResponse {
    choices(offers.into_iter().filter(|(label, _)| contains(label, typed)))
}

/// The same for the last of several names apart by commas.
pub fn one_more(offers: Vec<(String, String)>, typed: &str) -> CreateAutocompleteResponse {
    let (before, last) = match typed.rsplit_once(',') {
        Some((before, last)) => (format!("{}, ", before.trim_end()), last),
        None => (String::new(), typed),
    };
    let fitting = offers.into_iter().filter(|(label, _)| contains(label, last));
    choices(fitting.map(|(label, value)| (format!("{before}{label}"), format!("{before}{value}"))))
}

/// Enemies on the table, apart by commas.
pub async fn enemies(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(typing) = Typing::of(ctx).await else { return CreateAutocompleteResponse::new() };
    one_more(typing.named(&typing.enemies()), typed)
}

/// Ways onto the table for the unit that comes in.
pub async fn ways_in_offers(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(typing) = Typing::of(ctx).await else { return CreateAutocompleteResponse::new() };
    let view = &typing.view;
    let unit = match view.flow.tasks.last() {
        Some(Task::Enter { unit }) => Some(*unit),
        _ => typing.unit(),
    };
    let reserve = unit.and_then(|id| view.unit(id)).filter(|it| it.stands == Stands::Reserve);
    let ways = reserve.map(|unit| ways_in(view, unit)).unwrap_or_default();
    let names = ways.into_iter().filter_map(|id| view.place(id)).map(|place| {
        let lies =
            if place.lies.is_empty() { String::new() } else { format!(" · {}", place.lies) };
        (format!("{}{lies}", place.name), place.name.clone())
    });
    fitting(names.collect(), typed)
}

/// What can be aimed at: enemy units, single machines, terrain and the wreck; with indirect fire and flamers friends as well.
pub async fn targets(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(typing) = Typing::of(ctx).await else { return CreateAutocompleteResponse::new() };
    let view = &typing.view;
    let mut offers = typing.named(&typing.enemies());
    offers.extend(typing.machines(&typing.enemies()));
    let elements = view.terrain.iter().filter(|element| !element.gone && element.tough.is_some());
    if view.switches.terrain_damage {
        offers.extend(elements.map(|element| (element.name.clone(), element.name.clone())));
    }
    offers.extend(typing.wreck());
    if !offers.is_empty() && typing.fires_on_spots() {
        offers.extend(typing.named(&typing.own()));
        offers.extend(typing.machines(&typing.own()));
    }
    fitting(offers, typed)
}

/// Whom an artillery strike can fall on: everybody on the table, the enemy first.
pub async fn under_artillery(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(typing) = Typing::of(ctx).await else { return CreateAutocompleteResponse::new() };
    let mut offers = typing.named(&typing.enemies());
    offers.extend(typing.machines(&typing.enemies()));
    offers.extend(typing.wreck());
    offers.extend(typing.named(&typing.own()));
    offers.extend(typing.machines(&typing.own()));
    fitting(offers, typed)
}

/// Ranged weapons of whoever shoots.
pub async fn arms(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(typing) = Typing::of(ctx).await else { return CreateAutocompleteResponse::new() };
    let view = &typing.view;
    let shooter = Shooter::now(view).or_else(|| typing.unit().map(Shooter::fresh));
    let Some(shooter) = shooter else { return CreateAutocompleteResponse::new() };
    let offers = weapons(view, &shooter).into_iter().map(|armed| {
        let name = view.weapon_name(armed.weapon).to_owned();
        match armed.why_not {
            Some(why) => (format!("{name} · not now: {why}"), name),
            None => (format!("{name} · {} can fire it", armed.bearers), name),
        }
    });
    fitting(offers.collect(), typed)
}

/// Enemies in contact with the unit that acts.
pub async fn struck(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(typing) = Typing::of(ctx).await else { return CreateAutocompleteResponse::new() };
    let Some(unit) = typing.unit() else { return CreateAutocompleteResponse::new() };
    let enemies: Vec<UnitId> = typing.view.enemies_in_contact(unit).collect();
    fitting(typing.named(&enemies), typed)
}

/// Close combat weapons that can strike now.
pub async fn blades(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(typing) = Typing::of(ctx).await else { return CreateAutocompleteResponse::new() };
    let view = &typing.view;
    let mut names: Vec<String> = Vec::new();
    for possible in view.flow.acting.iter().flat_map(|acting| combats(view, acting)) {
        let name = view.weapon_name(possible.weapon).to_owned();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    fitting(names.into_iter().map(|name| (name.clone(), name)).collect(), typed)
}

/// One's own units on the table.
pub async fn own_units(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(typing) = Typing::of(ctx).await else { return CreateAutocompleteResponse::new() };
    fitting(typing.named(&typing.own()), typed)
}
