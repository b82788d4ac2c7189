//! A movement in the making.

use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::{Cohesion, Movement, Pace};
use gatemaster_rules::at43::need::Millimetres;
use gatemaster_rules::at43::state::UnitId;

use super::super::{drafts, read};
use super::show::allowance;
use crate::trouble::Trouble;

pub const NOTE: &str = "movement";

pub type Draft = drafts::Draft<Movement>;

/// What can be true of a movement beside its contacts, by the value in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Also {
    Crosses,
    Dash,
    Apart,
    Leaves,
    PilotHome,
}

impl Also {
    pub const ALL: [Also; 5] =
        [Also::Crosses, Also::Dash, Also::Apart, Also::Leaves, Also::PilotHome];

    pub fn value(self) -> &'static str {
        match self {
            Also::Crosses => "crosses",
            Also::Dash => "dash",
            Also::Apart => "apart",
            Also::Leaves => "leaves",
            Also::PilotHome => "pilot",
        }
    }

    pub fn holds(self, movement: &Movement) -> bool {
        match self {
            Also::Crosses => movement.crosses,
            Also::Dash => movement.dash,
            Also::Apart => movement.cohesion == Cohesion::Impossible,
            Also::Leaves => movement.leaves,
            Also::PilotHome => movement.pilot_home,
        }
    }

    pub fn set(self, movement: &mut Movement, on: bool) {
        match self {
            Also::Crosses => movement.crosses = on,
            Also::Dash => movement.dash = on,
            Also::Apart => {
                movement.cohesion = if on { Cohesion::Impossible } else { Cohesion::Kept };
            }
            Also::Leaves => movement.leaves = on,
            Also::PilotHome => movement.pilot_home = on,
        }
    }
}

/// At another pace, without what goes with the first one alone.
pub fn at_pace(state: &State, movement: &mut Movement, pace: Pace) {
    movement.pace = pace;
    match pace {
        Pace::Rush => movement.crosses = false,
        Pace::Combat => {
            movement.dash = false;
            movement.path.clear();
        }
    }
    let most = allowance(state, movement).ok().map(|most| Millimetres(most.millimetres));
    movement.distance = movement.distance.filter(|far| most.is_some_and(|most| *far <= most));
}

pub fn touch(state: &State, movement: &mut Movement, picked: &[String]) -> Result<(), Trouble> {
    movement.contact = read::picked_units(picked, &enemies(state))?;
    Ok(())
}

pub fn tick(state: &State, movement: &mut Movement, picked: &[String]) -> Result<(), Trouble> {
    let known = |text: &String| Also::ALL.iter().any(|also| also.value() == text);
    if !picked.iter().all(known) {
        return Err(read::not_offered());
    }
    for also in Also::ALL {
        also.set(movement, picked.iter().any(|text| text == also.value()));
    }
    // what is crossed is crossed with a combat movement (T-TER-1)
    if movement.crosses && movement.pace == Pace::Rush {
        at_pace(state, movement, Pace::Combat);
    }
    Ok(())
}

/// The enemies on the table of whoever moves.
pub fn enemies(state: &State) -> Vec<UnitId> {
    let acting = state.flow.acting.as_ref().and_then(|acting| state.unit(acting.unit));
    acting
        .map_or_else(Vec::new, |unit| state.enemies_on_field(unit.side).map(|(id, _)| id).collect())
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::at43::flow::Acting;

    use super::super::super::trial::crowd;
    use super::*;

    /// T-TER-1
    #[test]
    fn whoever_crosses_a_wall_does_not_rush() {
        let mut state = crowd("bridgehead", 2, 4);
        let infantry = state.on_field().find(|(_, unit)| state.is_infantry(unit));
        let id = infantry.map(|(id, _)| id).unwrap();
        state.flow.acting = Some(Acting::new(id, true));
        let mut movement = Movement { dash: true, ..Movement::plain(Pace::Rush) };
        tick(&state, &mut movement, &["crosses".to_owned()]).unwrap();
        let crossing = Movement { crosses: true, ..Movement::plain(Pace::Combat) };
        assert_eq!(movement, crossing);
    }
}
