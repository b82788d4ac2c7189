//! `/at43 shoot`: a whole salvo in one line.

use gatemaster_discord::card::Card;
use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::armament::{Armament, Shooter};
use gatemaster_rules::at43::command::{Command, Cover, Hyper, Mark};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::need::Range;
use gatemaster_rules::at43::profile::{Fire, WeaponId};
use gatemaster_rules::at43::state::{MemberId, UnitId};
use gatemaster_rules::system::Doer;

use super::super::{chain, offers, own_view, read, state};
use super::form::Said;
use super::shot::{self, Shot, Target, asks_range};
use super::{begins_to_watch, marks, outlook, show};
use crate::answer::{Answer, Reply};
use crate::desk::Which;
use crate::face::Hall;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use crate::words::{code, esc, list};

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum CoverChoice {
    #[name = "in cover"]
    Yes,
    #[name = "in cover, but we are within 10 cm of its edge"]
    TooClose,
    #[name = "its height is disputed"]
    Disputed,
}

/// What was typed, before it is understood.
#[derive(Debug, Default)]
struct Typed {
    target: Option<String>,
    range: Option<String>,
    weapon: Option<String>,
    each: Option<u8>,
    cover: Option<CoverChoice>,
    zone: Option<String>,
    seeing: Option<String>,
    nearest: Option<String>,
    under: Option<String>,
    at: Option<String>,
    heights: Option<String>,
    unit: Option<String>,
    enter: Option<String>,
    moves_after: bool,
    hyper: bool,
}

/// Fire a salvo: with the unit of your next card, the one that acts, or in overwatch.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "what people see at the table, each by itself")]
pub async fn shoot(
    ctx: Ctx<'_>,
    #[description = "Who is shot at; in overwatch whoever has moved"]
    #[autocomplete = "offers::targets"]
    #[max_length = 100]
    target: Option<String>,
    #[description = "How far in cm, such as 24, or the band: r2"]
    #[max_length = 20]
    range: Option<String>,
    #[description = "With what; what promises most if left out"]
    #[autocomplete = "offers::arms"]
    #[max_length = 100]
    weapon: Option<String>,
    #[description = "The target's cover"] cover: Option<CoverChoice>,
    #[description = "Nearest first: Storm golems 2: 3, in cover; wreck"]
    #[max_length = 600]
    zone: Option<String>,
    #[description = "How many bearers see something; all if left out"]
    #[max_length = 10]
    seeing: Option<String>,
    #[description = "Shows you alone the odds; nothing is rolled"] preview: Option<bool>,
    #[description = "By hand: the faces in order"]
    #[max_length = 1000]
    dice: Option<String>,
    #[description = "Who of the target is nearest: 2 bearers, leader"]
    #[max_length = 400]
    nearest: Option<String>,
    #[description = "At whom of them: officer, bearer, machine 2"]
    #[max_length = 40]
    at: Option<String>,
    #[description = "Under a flamer besides, or on terrain that is shot at: Storm golems 2: 3"]
    #[max_length = 600]
    under: Option<String>,
    #[description = "How many of identical weapons each fires; all if left out"]
    #[min = 1]
    #[max = 20]
    each: Option<u8>,
    #[description = "Size that we and the target stand on: 0 2"]
    #[max_length = 10]
    heights: Option<String>,
    #[description = "In overwatch: which unit fires"]
    #[autocomplete = "offers::own_units"]
    #[max_length = 100]
    unit: Option<String>,
    #[description = "From the reserve: by which way"]
    #[autocomplete = "offers::ways_in_offers"]
    #[max_length = 100]
    enter: Option<String>,
    #[description = "A sniper who moves afterwards"] moves_after: Option<bool>,
    #[description = "Hyper nanonucleus for the damage dice, 2 LP"] hyper: Option<bool>,
) -> Result<(), Fault> {
    let typed = Typed {
        target,
        range,
        weapon,
        each,
        cover,
        zone,
        seeing,
        nearest,
        under,
        at,
        heights,
        unit,
        enter,
        moves_after: moves_after == Some(true),
        hyper: hyper == Some(true),
    };
    run(ctx, "/at43 shoot", move |hall, request| async move {
        if preview == Some(true) {
            return Box::pin(looked_at(&hall, &request, &typed)).await;
        }
        let before = |state: &State, by: &Doer| typed.first(state, by);
        let action = |state: &State| typed.salvo(state).map(Command::Shoot);
        chain::carry_out(&hall, &request, dice, &before, &action).await
    })
    .await
}

/// The numbers, for the asker alone: of the unit that could shoot now.
async fn looked_at(hall: &Hall, request: &Request, typed: &Typed) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &Which::Here).await?;
    state(&game)?;
    let own = own_view(&game, request)?;
    let watcher = typed.watcher(&own)?;
    let shooter = shot::shooter(&own, watcher).ok_or_else(|| {
        Trouble::refused("No unit can shoot now; a preview is for the one that acts or watches.")
    })?;
    let shot = typed.shot(&own, &shooter, watcher)?;
    let all = outlook::outlooks(&own, &shooter, &shot);
    let known = outlook::known(&own, &shooter, &shot, &all);
    let text = show::text(&own, &shooter, &shot, &all, known, &[]);
    Ok(Answer::private(Card::line(text)).into())
}

impl Typed {
    /// What comes before the salvo: the card, or the answer that a unit in overwatch fires.
    fn first(&self, state: &State, by: &Doer) -> Result<Option<Command>, Trouble> {
        if let Some(watcher) = self.watcher(state)? {
            return Ok(begins_to_watch(state, watcher));
        }
        chain::until_it_acts(state, by, chain::Way::Named(self.enter.as_deref()))
    }

    /// The unit that is to fire in overwatch, while that is asked.
    fn watcher(&self, state: &State) -> Result<Option<UnitId>, Trouble> {
        use gatemaster_rules::at43::command::Answer as Said;
        use gatemaster_rules::at43::question::question;

        let Some(task @ Task::Overwatch { .. }) = state.flow.tasks.last() else { return Ok(None) };
        let options = question(state, task).map(|asked| asked.options).unwrap_or_default();
        let units = options.into_iter().filter_map(|option| match option {
            Command::Answer(Said::Watch(unit)) => unit,
            _ => None,
        });
        let units: Vec<UnitId> = units.collect();
        let unit = self.unit.as_deref();
        read::named_or_only(state, unit, &units, "unit", "one that could fire in overwatch")
            .map(Some)
    }

    fn salvo(&self, state: &State) -> Result<gatemaster_rules::at43::command::Salvo, Trouble> {
        let shooter =
            shot::shooter(state, None).ok_or_else(|| Trouble::refused("No unit can shoot now."))?;
        let shot = self.shot(state, &shooter, None)?;
        let weapon = shot.weapon(state).ok_or_else(read::not_offered)?;
        if shot.measured || !asks_range(weapon) {
            return Ok(shot.salvo);
        }
        let Target::Unit(target) = shot.target() else { return Err(no_range(None)) };
        // nobody of the two has moved since it was told
        match state.range_that_holds(shooter.unit, target) {
            Some(range) => Ok(shot.at(range)),
            None => Err(no_range(state.last_range(shooter.unit, target))),
        }
    }

    fn shot(
        &self,
        state: &State,
        shooter: &Shooter,
        watcher: Option<UnitId>,
    ) -> Result<Shot, Trouble> {
        let (target, machine) = self.target(state, shooter)?;
        let salvo = match &self.weapon {
            None => shot::best(state, shooter, target),
            Some(name) => {
                let armed = armed(state, shooter, name)?;
                shot::plain(state, shooter, &armed, target)
            }
        };
        let salvo = salvo.ok_or_else(|| super::why_not(state, shooter))?;
        let mut shot = Shot::new(salvo, watcher);
        if let Some(each) = self.each {
            shot.salvo.each = each;
        }
        self.aim_at(state, &mut shot, machine)?;
        shot.salvo.cover = match self.cover {
            None => Cover::None,
            Some(CoverChoice::Yes) => Cover::Yes,
            Some(CoverChoice::TooClose) => Cover::TooClose,
            Some(CoverChoice::Disputed) => Cover::Disputed,
        };
        shot.salvo.moves_after = self.moves_after;
        shot.salvo.hyper = if self.hyper { Hyper::Yes } else { Hyper::No };
        let said = Said {
            range: self.range.as_deref(),
            seeing: self.seeing.as_deref(),
            zone: self.zone.as_deref(),
            under: self.under.as_deref(),
            nearest: self.nearest.as_deref(),
            heights: self.heights.as_deref(),
        };
        said.put(state, shooter, &mut shot)?;
        Ok(shot)
    }

    fn target(
        &self,
        state: &State,
        shooter: &Shooter,
    ) -> Result<(Target, Option<MemberId>), Trouble> {
        match (&self.target, shooter.overwatch) {
            (Some(name), _) => match shot::targets(state, shooter).as_slice() {
                [] => Err(super::why_not(state, shooter)),
                targets => target_named(state, name, targets),
            },
            (None, Some(mover)) => Ok((Target::Unit(mover), None)),
            (None, None) => {
                // one's own side is shot at only where that is said
                let mut targets = shot::targets(state, shooter);
                targets.retain(|target| !shot::is_own(state, shooter, *target));
                match targets.as_slice() {
                    [only] => Ok((*only, None)),
                    [] => Err(super::why_not(state, shooter)),
                    several => Err(Trouble::refused(format!(
                        "Say who is shot at, with `target`: {}.",
                        list(&units_named(state, several))
                    ))),
                }
            }
        }
    }

    /// A single fighter or machine, where one was named.
    fn aim_at(
        &self,
        state: &State,
        shot: &mut Shot,
        machine: Option<MemberId>,
    ) -> Result<(), Trouble> {
        let at = self.at.as_deref();
        if let Some(mark) = mark_named(state, shot.salvo.weapon, shot.target(), machine, at)? {
            shot.salvo.at = mark;
        }
        Ok(())
    }
}

fn units_named(state: &State, targets: &[Target]) -> Vec<String> {
    let units = targets.iter().filter_map(|target| match target {
        Target::Unit(unit) => Some(esc(state.unit_name(*unit))),
        Target::Terrain(_) | Target::Wreck => None,
    });
    units.collect()
}

/// The fighter or machine of a target that was named, if this weapon can be aimed at it.
pub fn mark_named(
    state: &State,
    with: WeaponId,
    target: Target,
    machine: Option<MemberId>,
    at: Option<&str>,
) -> Result<Option<Mark>, Trouble> {
    let Target::Unit(unit) = target else { return Ok(None) };
    let weapon = state.library.weapon(with).ok_or_else(read::not_offered)?;
    let wished = match (at, machine) {
        (None, None) => return Ok(None),
        (None, Some(machine)) => Mark::Machine(unit, machine),
        (Some(text), _) => {
            let party = read::parties(state, text, &[unit], Some(unit))
                .map_err(|faults| Trouble::refused(faults.join("\n")))?;
            let machines = state.unit(unit).is_some_and(|unit| !state.is_infantry(unit));
            match party.first().map(|(party, _)| (party.role, party.which)) {
                Some((_, Some(which))) if machines || weapon.fire() == Fire::Direct => {
                    Mark::Machine(unit, which)
                }
                Some((role, _)) => Mark::Fighter(unit, role),
                None => return Ok(None),
            }
        }
    };
    let all = marks::marks(state, weapon, target);
    if all.contains(&wished) {
        return Ok(Some(wished));
    }
    let known: Vec<String> =
        all.iter().map(|mark| esc(&marks::in_sentence(state, *mark))).collect();
    Err(Trouble::refused(format!(
        "With {} you can aim at {}.",
        esc(&state.weapon_in_sentence(with)),
        list(&known)
    )))
}

fn no_range(last: Option<Range>) -> Trouble {
    let last = last.map(|range| format!(" The last time it was {range}.")).unwrap_or_default();
    Trouble::refused(format!(
        "Say how far it is: `range:24` in centimetres, or the band: `range:r2`.{last}"
    ))
}

fn armed(state: &State, shooter: &Shooter, name: &str) -> Result<Armament, Trouble> {
    let typed = name.trim().to_lowercase();
    let all = gatemaster_rules::at43::armament::weapons(state, shooter);
    let called = |armed: &Armament| state.weapon_name(armed.weapon).to_lowercase();
    let found = all
        .iter()
        .find(|armed| called(armed) == typed)
        .or_else(|| all.iter().find(|armed| !typed.is_empty() && called(armed).contains(&typed)));
    if let Some(armed) = found {
        match &armed.why_not {
            None => Ok(armed.clone()),
            Some(why) => Err(Trouble::refused(esc(why))),
        }
    } else {
        let names: Vec<String> =
            all.iter().map(|armed| esc(state.weapon_name(armed.weapon))).collect();
        Err(Trouble::refused(format!(
            "{} has no {} to shoot with; it has {}.",
            esc(state.unit_name(shooter.unit)),
            code(&clip(name.trim(), 64)),
            list(&names)
        )))
    }
}

/// "Fire Toads 1", "Fire Toads 1, machine 2", "wreck", "Hut"
pub fn target_named(
    state: &State,
    typed: &str,
    targets: &[Target],
) -> Result<(Target, Option<MemberId>), Trouble> {
    let folded = typed.trim().to_lowercase();
    if ["wreck", "the wreck"].contains(&folded.as_str()) && targets.contains(&Target::Wreck) {
        return Ok((Target::Wreck, None));
    }
    let element = targets.iter().copied().find(|target| match target {
        Target::Terrain(id) => {
            state.element(*id).is_some_and(|element| element.name.to_lowercase() == folded)
        }
        Target::Unit(_) | Target::Wreck => false,
    });
    if let Some(element) = element {
        return Ok((element, None));
    }
    let (name, machine) = match folded.rsplit_once(", machine ") {
        Some((name, number)) => {
            let number: Option<u8> = number.trim().parse().ok();
            (name.to_owned(), number.and_then(|number| number.checked_sub(1)).map(MemberId))
        }
        None => (folded, None),
    };
    let units: Vec<UnitId> = targets
        .iter()
        .filter_map(|target| match target {
            Target::Unit(unit) => Some(*unit),
            Target::Terrain(_) | Target::Wreck => None,
        })
        .collect();
    let unit = read::named(state, &name, &units, "one that can be shot at now")?;
    Ok((Target::Unit(unit), machine))
}
