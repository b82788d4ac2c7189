//! A shot as it is typed into one command: names and numbers become what the rules understand.

use gatemaster_rules::antares::arms::can_shoot;
use gatemaster_rules::antares::buildings::{Facing, Part};
use gatemaster_rules::antares::command::{
    Command, Cover, Eyes, GiveOrder, Intervening, Nerve, Scene, Use,
};
use gatemaster_rules::antares::flow::{Manner, Task};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::moves::ambushers;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::orders::check_order;
use gatemaster_rules::antares::question::{nerves, question, unit_options};
use gatemaster_rules::antares::state::{Phase, UnitId};
use gatemaster_rules::antares::{State, label};
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::text::list;

use super::draft::{Draft, Firing, Salvo, picks};
use super::habits::Habits;
use super::target::{self, Target, enemies};
use super::{circumstances, form, models, split};
use crate::offers::contains;
use crate::trouble::Trouble;
use crate::words::{code, esc};

/// What stands in the options of `/shoot`.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "what people see at the table, each by itself")]
pub struct Typed {
    pub target: String,
    pub range: String,
    pub unit: Option<String>,
    pub weapons: Option<String>,
    pub cover: Option<u8>,
    pub between: Intervening,
    pub shield: bool,
    pub building: bool,
    pub arc: bool,
    pub spotter_blind: bool,
    pub eyes: Option<String>,
    pub cover_models: Option<String>,
    pub hidden: Option<String>,
    pub behind: Option<String>,
    pub under: Option<String>,
    pub shooters: Option<String>,
    pub second_target: Option<String>,
    pub second_range: Option<String>,
    pub help: Option<String>,
    pub openings: Option<u8>,
    pub side: Option<Facing>,
    pub second_side: Option<Facing>,
    pub past_parapet: bool,
}

/// Which units may shoot now, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shooting {
    pub seat: Seat,
    pub units: Vec<UnitId>,
    pub how: How,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The unit carries out its order.
    Acting(Manner),
    /// It would spring an ambush on this mover.
    Ambush(UnitId),
    /// A die is drawn, and the unit gets a Fire order first.
    Drawn,
}

/// Everything a shot needs, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Ready {
    pub draft: Draft,
    pub order: Option<Command>,
    pub salvo: Salvo,
    pub command: Command,
}

/// Who could shoot; one sentence with the way out where nobody can.
pub fn shooting(state: &State) -> Result<Shooting, Trouble> {
    match state.flow.tasks.last() {
        Some(Task::Act) => {
            let unit =
                unit_options(state).and_then(|doing| Some((state.unit(doing.unit)?.side, doing)));
            let Some((seat, doing)) = unit else { return Err(nobody()) };
            let manner = doing.shoots.ok_or_else(|| {
                let name = esc(state.unit_name(doing.unit));
                Trouble::refused(format!("{name} cannot shoot with its {} order.", doing.order))
            })?;
            Ok(Shooting { seat, units: vec![doing.unit], how: How::Acting(manner) })
        }
        Some(Task::Ambushes { mover, asked }) => {
            let units = ambushers(state, *mover, asked);
            let seat = units.first().and_then(|id| state.unit(*id)).map(|unit| unit.side);
            let seat = seat.ok_or_else(nobody)?;
            Ok(Shooting { seat, units, how: How::Ambush(*mover) })
        }
        Some(task) => {
            let open = question(state, task).ok_or_else(nobody)?;
            let side = esc(state.side_name(open.seat));
            Err(Trouble::refused(format!("First {side} has to {}.", esc(&open.what))))
        }
        None => {
            let Some(seat) = state.flow.drawn.filter(|_| state.phase == Phase::Orders) else {
                return Err(nobody());
            };
            let armed = state.waiting_for_orders(seat);
            let armed = armed.filter(|(_, unit)| can_shoot(state, unit, Manner::Fire));
            let units = armed.map(|(id, _)| id).collect();
            Ok(Shooting { seat, units, how: How::Drawn })
        }
    }
}

fn nobody() -> Trouble {
    Trouble::refused(
        "No unit can shoot now. Draw a die with `/draw`, and give a Fire or Advance order with it.",
    )
}

impl Shooting {
    /// Everything that this unit could shoot at, or of several all that any could.
    pub fn targets(&self, state: &State, unit: Option<UnitId>) -> Vec<Target> {
        match self.how {
            How::Ambush(mover) => vec![mover.into()],
            How::Acting(_) | How::Drawn => {
                let who: Vec<UnitId> = unit.map_or_else(|| self.units.clone(), |unit| vec![unit]);
                let mut all: Vec<Target> = Vec::new();
                for unit in who {
                    let more = target::targets(state, unit, self.firing().manner);
                    all.extend(
                        more.into_iter().filter(|one| !all.contains(one)).collect::<Vec<_>>(),
                    );
                }
                all
            }
        }
    }

    pub fn firing(&self) -> Firing {
        match self.how {
            How::Acting(manner) => Firing { manner, spring: false },
            How::Ambush(_) => Firing { manner: Manner::Fire, spring: true },
            How::Drawn => Firing { manner: Manner::Fire, spring: false },
        }
    }

    /// The unit that is meant; where only one can shoot, its name may be left out.
    pub fn unit(&self, state: &State, typed: Option<&str>) -> Result<UnitId, Trouble> {
        match (typed, self.how, self.units.as_slice()) {
            (None, How::Acting(_) | How::Ambush(_), [only]) => Ok(*only),
            (None, How::Ambush(_), _) => Err(Trouble::refused(format!(
                "Say which unit springs its ambush: {}.",
                names(state, &self.units)
            ))),
            (None, How::Acting(_) | How::Drawn, _) => Err(Trouble::refused(format!(
                "Say with `unit:` who gets the Fire order and shoots: {}.",
                names(state, &self.units)
            ))),
            (Some(typed), _, units) => find(state, units, typed),
        }
    }
}

fn names(state: &State, units: &[UnitId]) -> String {
    let names: Vec<String> = units.iter().map(|id| esc(state.unit_name(*id))).collect();
    if names.is_empty() { "nobody can now".to_owned() } else { list(&names) }
}

/// One of these units by its name, or by a part of it that no other has.
pub fn find(state: &State, units: &[UnitId], typed: &str) -> Result<UnitId, Trouble> {
    let wanted = typed.trim().to_lowercase();
    let name = |id: &&UnitId| state.unit_name(**id).to_lowercase();
    if let Some(unit) = units.iter().find(|id| name(id) == wanted) {
        return Ok(*unit);
    }
    let mut like = units.iter().filter(|id| !wanted.is_empty() && name(id).contains(&wanted));
    match (like.next(), like.next()) {
        (Some(unit), None) => Ok(*unit),
        _ => Err(Trouble::refused(format!(
            "{} is not one of them; it could be {}.",
            code(&gatemaster_discord::limits::clip(typed.trim(), 40)),
            names(state, units)
        ))),
    }
}

/// A unit by its name, or a building as "Tower itself"; its name alone is enough where no unit is called so.
pub fn find_target(state: &State, targets: &[Target], typed: &str) -> Result<Target, Trouble> {
    let wanted = typed.trim().to_lowercase();
    let own = |part: Part| state.part_name(part).to_lowercase();
    let building = targets.iter().find(|target| {
        let name = target.name(state).to_lowercase();
        target.part().is_some() && name == wanted
    });
    if let Some(building) = building {
        return Ok(*building);
    }
    let units: Vec<UnitId> = targets.iter().filter_map(|target| target.unit()).collect();
    match find(state, &units, typed) {
        Ok(unit) => Ok(unit.into()),
        Err(trouble) => {
            let named =
                targets.iter().find(|target| target.part().is_some_and(|p| own(p) == wanted));
            if let Some(building) = named {
                return Ok(*building);
            }
            let itself = wanted.strip_suffix(" itself").unwrap_or(&wanted);
            let stands = state.parts().find(|part| own(*part) == itself);
            Err(match stands {
                Some(part) => Trouble::refused(format!(
                    "{} cannot be shot at itself here: it takes a weapon with SV 5 or a blast of five hits, and walls that can fall.",
                    esc(&state.part_name(part))
                )),
                None => trouble,
            })
        }
    }
}

pub fn distance(text: &str) -> Result<Inches, Trouble> {
    let range = form::range(text.trim()).map_err(Trouble::refused)?;
    range.ok_or_else(|| Trouble::refused("Say how far the target is, in inches."))
}

impl Typed {
    /// All of it understood and checked; nothing is rolled before that.
    pub fn read(&self, state: &State, seq: Seq, habits: &Habits) -> Result<Ready, Trouble> {
        let shooting = shooting(state)?;
        let unit = shooting.unit(state, self.unit.as_deref())?;
        let order = self.order(state, &shooting, unit)?;
        let target = find_target(state, &shooting.targets(state, Some(unit)), &self.target)?;
        let range = distance(&self.range)?;
        let mut draft = Draft::begin(state, seq, shooting.firing(), unit, target, habits);
        draft.range = Some(range);
        draft.scene = self.scene(state, unit, target)?;
        if let Some(typed) = self.weapons.as_deref() {
            let choices = draft.choices(state);
            draft.way = picks(weapons(state, &draft, &choices, typed)?);
        }
        if draft.uses_at(state, range).is_empty() {
            return Err(Trouble::refused(form::out_of_reach(state, &draft, range)));
        }
        if let Some(typed) = self.shooters.as_deref() {
            draft.only = form::who_shoots(state, &draft, typed.trim())
                .map_err(|faults| together(&faults))?;
        }
        let (draft, range) = self.second(state, draft, range, habits)?;
        let salvo = draft.salvo(state, range);
        salvo.check(state, unit, draft.manner)?;
        let command = draft.command(salvo.clone());
        Ok(Ready { draft, order, salvo, command })
    }

    /// The Fire order that comes first, where a die waits for it.
    fn order(
        &self,
        state: &State,
        shooting: &Shooting,
        unit: UnitId,
    ) -> Result<Option<Command>, Trouble> {
        match shooting.how {
            How::Acting(_) | How::Ambush(_) if self.help.is_some() => Err(Trouble::refused(
                "Help is for the test of a Fire order, and none is given here.",
            )),
            How::Acting(_) | How::Ambush(_) => Ok(None),
            How::Drawn => {
                let nerve =
                    self.help.as_deref().map(|typed| help(state, unit, typed)).transpose()?;
                let nerve = nerve.unwrap_or_default();
                let order = GiveOrder { nerve, ..GiveOrder::plain(unit, Order::Fire) };
                check_order(state, shooting.seat, &order)?;
                Ok(Some(Command::Order(order)))
            }
        }
    }

    fn scene(&self, state: &State, unit: UnitId, target: Target) -> Result<Scene, Trouble> {
        let eyes = match self.eyes.as_deref() {
            None => Eyes::Own,
            Some(typed) => {
                let lenders: Vec<UnitId> = circumstances::lenders(state, unit).collect();
                Eyes::Patched(find(state, &lenders, typed)?)
            }
        };
        let said = Scene {
            terrain: self.between,
            shield: self.shield,
            building: self.building,
            out_of_arc: self.arc,
            spotter_sees: !self.spotter_blind,
            eyes,
            openings: self.openings,
            side: self.side,
            past_parapet: self.past_parapet,
            ..Scene::default()
        };
        let target = match target {
            Target::Unit(id) => state.unit(id).ok_or_else(nobody)?,
            Target::Building(part) => return self.scene_of_building(state, said, part),
        };
        let mut faults = Vec::new();
        let cover = match (self.cover_models.as_deref(), self.cover) {
            (Some(models), bonus) => models::cover(target, models, bonus.unwrap_or(1))
                .unwrap_or_else(|found| {
                    faults.extend(found);
                    Cover::Nobody
                }),
            (None, Some(bonus)) => Cover::Everybody(bonus),
            (None, None) => Cover::Nobody,
        };
        let mut marks = |typed: &Option<String>| match typed.as_deref() {
            None => Vec::new(),
            Some(typed) => models::marks(state, target, typed).unwrap_or_else(|found| {
                faults.extend(found);
                Vec::new()
            }),
        };
        let (hidden, behind, under) =
            (marks(&self.hidden), marks(&self.behind), marks(&self.under));
        if !faults.is_empty() {
            return Err(together(&faults));
        }
        let under = (!under.is_empty()).then_some(under);
        Ok(Scene { cover, hidden, behind, under, ..said })
    }

    /// Walls have no models, and nobody in cover.
    fn scene_of_building(&self, state: &State, said: Scene, part: Part) -> Result<Scene, Trouble> {
        let models = [&self.cover_models, &self.hidden, &self.behind, &self.under];
        if self.cover.is_some() || models.into_iter().any(Option::is_some) {
            return Err(Trouble::refused(format!(
                "{} itself has no cover and no models: leave `cover`, `cover_models`, `hidden`, `behind` and `under` out.",
                esc(&state.part_name(part))
            )));
        }
        Ok(said)
    }

    /// The rest at another target: a vehicle's other weapons, or those at another side of the building.
    fn second(
        &self,
        state: &State,
        draft: Draft,
        range: Inches,
        habits: &Habits,
    ) -> Result<(Draft, Inches), Trouble> {
        let Some(second) = self.second_target.as_deref() else { return Ok((draft, range)) };
        let Some(only) = draft.only.clone() else {
            return Err(Trouble::refused(
                "For split fire say with `shooters:` which weapons shoot at the first target; the others take the second.",
            ));
        };
        let far = self.second_range.as_deref().map_or(Ok(range), distance)?;
        let others = enemies(state, draft.unit).into_iter();
        let others: Vec<UnitId> = others.filter(|id| Target::Unit(*id) != draft.target).collect();
        if draft.target.unit().is_none() {
            return Err(Trouble::refused(
                "Fire at a building is not split; leave `second_target` out.",
            ));
        }
        let target = find(state, &others, second)?;
        let first = split::held_with(state, &draft, range, only)?;
        let mut rest = split::rest(state, first, target, habits)?;
        rest.range = Some(far);
        rest.scene = Scene { side: self.second_side, ..Scene::default() };
        rest.choose_side(state);
        if rest.uses_at(state, far).is_empty() {
            return Err(Trouble::refused(form::out_of_reach(state, &rest, far)));
        }
        Ok((rest, far))
    }
}

fn together(faults: &[String]) -> Trouble {
    Trouble::refused(faults.join("\n"))
}

/// The way whose words these are, or begin to be.
fn weapons<'a>(
    state: &State,
    draft: &Draft,
    choices: &'a [Vec<Use>],
    typed: &str,
) -> Result<&'a Vec<Use>, Trouble> {
    let words = |way: &[Use]| label::ways(state, draft.unit, way);
    let same = choices.iter().find(|way| words(way).to_lowercase() == typed.trim().to_lowercase());
    // the ways come best first, so that of several that fit the first is meant
    let like = same.or_else(|| choices.iter().find(|way| contains(&words(way), typed)));
    like.ok_or_else(|| {
        let known: Vec<String> = choices.iter().map(|way| esc(&words(way))).collect();
        if known.is_empty() {
            let range = draft.range.unwrap_or_default();
            return Trouble::refused(form::out_of_reach(state, draft, range));
        }
        Trouble::refused(format!(
            "{} is no way to shoot from there; there is: {}.",
            code(&gatemaster_discord::limits::clip(typed.trim(), 40)),
            known.join("; ")
        ))
    })
}

/// What a soma graft is called where help is asked for.
pub const GRAFTS: &str = "soma grafts";

/// What could help the unit in its order test, by name.
pub fn helpers(state: &State, unit: UnitId) -> Vec<(String, Nerve)> {
    let Some(body) = state.unit(unit) else { return Vec::new() };
    nerves(state, unit, body)
        .into_iter()
        .filter_map(|nerve| match nerve {
            Nerve { soma: true, .. } => Some((GRAFTS.to_owned(), nerve)),
            Nerve { commander: Some(id), .. } => Some((state.unit_name(id).to_owned(), nerve)),
            Nerve { commander: None, soma: false } => None,
        })
        .collect()
}

fn help(state: &State, unit: UnitId, typed: &str) -> Result<Nerve, Trouble> {
    let helpers = helpers(state, unit);
    let found = helpers.iter().find(|(name, _)| name.to_lowercase() == typed.trim().to_lowercase());
    let like = found.or_else(|| helpers.iter().find(|(name, _)| contains(name, typed)));
    like.map(|(_, nerve)| *nerve).ok_or_else(|| {
        let names: Vec<String> = helpers.iter().map(|(name, _)| esc(name)).collect();
        let name = esc(state.unit_name(unit));
        Trouble::refused(if names.is_empty() {
            format!("Nobody can help {name} in an order test.")
        } else {
            format!("What can help {name} is: {}.", list(&names))
        })
    })
}
