//! Movements, contacts, and who may shoot at them.

use super::super::command::{Cohesion, Movement, Pace};
use super::super::event::{Allowance, DrillLoss, Event, RunOver};
use super::super::need::Millimetres;
use super::super::running_over::test;
use super::super::state::{Group, State, UnitId};
use super::Told;
use super::words::{Who, group, names, needs, number, plain_faces, verb};
use crate::dice::Roll;
use crate::ids::Seat;

/// With the contacts it makes, where they come next.
pub fn moved(
    state: &State,
    unit: UnitId,
    movement: &Movement,
    allowance: Allowance,
    after: &[Event],
) -> Told {
    let who = Who::unit(state, unit);
    let most = Millimetres(allowance.millimetres);
    let far = match movement.distance {
        Some(distance) if distance != most => format!("{distance} of {most}"),
        Some(_) | None => format!("up to {most}"),
    };
    let does = match movement.pace {
        Pace::Combat => who.does("moves", "move"),
        Pace::Rush => who.does("rushes", "rush"),
    };
    let mut further = Vec::new();
    if movement.crosses {
        further.push(" over terrain".to_owned());
    }
    if !movement.contact.is_empty() {
        further.push(format!(" into contact with {}", names(state, &movement.contact)));
    }
    if movement.leaves {
        further.push(" and off the far edge of the table".into());
    }
    if movement.pilot_home {
        further.push(
            " and brings the pilot to the access zone"
                .replace("brings", who.does("brings", "bring")),
        );
    }
    let line = format!("{who} {does} {far}{} ({}).", further.concat(), reckoned(allowance));
    let told = matches!(
        after.first(),
        Some(Event::Contacts { unit: id, with }) if *id == unit && *with == movement.contact
    );
    Told::with(line, usize::from(told))
}

/// "Movement 12, rush +6, halved"
pub fn reckoned(allowance: Allowance) -> String {
    if allowance.dash {
        return "Dash".into();
    }
    let mut terms = vec![format!("Movement {}", allowance.movement)];
    if allowance.rush > 0 {
        terms.push(format!("rush +{}", allowance.rush));
    }
    if allowance.halved {
        terms.push("halved".into());
    }
    terms.join(", ")
}

/// Who falls is told by name after it.
pub fn ran_over(state: &State, unit: UnitId, on: UnitId, rolls: &[RunOver]) -> String {
    let (who, under) = (Who::unit(state, unit), state.unit_name(on));
    let goes = who.does("goes", "go");
    let killed = number(rolls.iter().filter(|one| one.eliminated).count());
    let outcome = match killed {
        0 => "nobody is caught".into(),
        n => format!("{n} {} caught", verb(n, "is", "are")),
    };
    let faces = |engaged: bool| {
        let dice: Vec<Roll> =
            rolls.iter().filter(|one| one.engaged == engaged).filter_map(|one| one.roll).collect();
        (!dice.is_empty()).then(|| format!("{}: {}", needs(&test(engaged)), plain_faces(&dice)))
    };
    let mut told: Vec<String> = [faces(false), faces(true)].into_iter().flatten().collect();
    if rolls.iter().any(|one| one.roll.is_none()) {
        told.push("support weapons without a die".into());
    }
    let dice = if told.is_empty() { String::new() } else { format!(", {}", told.join("; ")) };
    format!("{who} {goes} over {} of {under}: {outcome}{dice}.", rolls.len())
}

/// Where nothing has changed, nothing is said.
pub fn contacts(state: &State, unit: UnitId, with: &[UnitId]) -> Told {
    let mut before: Vec<UnitId> = state.enemies_in_contact(unit).collect();
    let mut now = with.to_vec();
    before.sort_unstable();
    now.sort_unstable();
    if before == now {
        return Told::nothing();
    }
    let who = Who::unit(state, unit);
    if with.is_empty() {
        format!("{who} {} out of contact with the enemy.", who.is()).into()
    } else {
        format!("{who} {} in contact with {}.", who.is(), names(state, with)).into()
    }
}

pub fn contact_lost(state: &State, unit: UnitId, enemy: UnitId) -> String {
    let (one, other) = (state.unit_name(unit), state.unit_name(enemy));
    format!("{one} and {other} are no longer in contact.")
}

/// That it is kept goes without saying.
pub fn cohesion(state: &State, unit: UnitId, cohesion: Cohesion) -> Told {
    let who = Who::unit(state, unit);
    match cohesion {
        Cohesion::Kept => Told::nothing(),
        Cohesion::Impossible => {
            format!("{who} cannot keep together, whatever {} {}.", who.it(), who.does("does", "do"))
                .into()
        }
        Cohesion::Broken => format!("{who} {} not keep together.", who.does("does", "do")).into(),
    }
}

pub fn held(state: &State, seat: Seat, mover: UnitId) -> String {
    let who = Who::side(state, seat);
    format!(
        "{who} {} fire and {} {} pass.",
        who.does("holds", "hold"),
        who.does("lets", "let"),
        state.unit_name(mover)
    )
}

pub fn watch_began(state: &State, unit: UnitId, mover: UnitId) -> String {
    let who = Who::unit(state, unit);
    let takes = who.does("takes", "take");
    format!("In overwatch, {who} {takes} aim at {}.", state.unit_name(mover))
}

/// With the drill that is used up by it.
pub fn watch_ended(
    state: &State,
    unit: UnitId,
    fired: bool,
    part: Option<Group>,
    after: &[Event],
) -> Told {
    let who = Who::unit(state, unit);
    if let Some(Event::DrillLost { unit: id, drill, why: DrillLoss::Used }) = after.first()
        && *id == unit
        && fired
    {
        return Told::with(format!("{who} {} fired and used up “{drill}”.", who.has()), 1);
    }
    match (fired, part) {
        (false, _) => format!("{who} {} fire after all.", who.does("holds", "hold")),
        (true, None) => format!("{who} {} fired in overwatch.", who.has()),
        (true, Some(part)) => {
            format!("Of {who} {} have fired in overwatch; the others still may.", group(part))
        }
    }
    .into()
}
