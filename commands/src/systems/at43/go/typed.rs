//! `/at43 move`: a whole movement in one line.

use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::{Cohesion, Command, Movement, Pace};
use gatemaster_rules::at43::state::UnitId;

use super::super::chain::{self, Way};
use super::super::{offers, read};
use super::draft::enemies;
use super::form;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum PaceChoice {
    #[name = "move"]
    Move,
    #[name = "rush"]
    Rush,
}

/// What was typed, before it is understood.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one movement")]
struct Typed {
    pace: PaceChoice,
    distance: Option<String>,
    contact: Option<String>,
    path: Option<String>,
    ranges: Option<String>,
    crosses: bool,
    dash: bool,
    apart: bool,
    leaves: bool,
    home: bool,
}

/// Move the unit of your next card, or the one that acts.
#[poise::command(slash_command, rename = "move")]
#[expect(clippy::too_many_arguments, reason = "what people see at the table, each by itself")]
pub async fn move_(
    ctx: Ctx<'_>,
    #[description = "A rush means no shooting"] pace: PaceChoice,
    #[description = "Enemies in contact at its end, apart by commas"]
    #[autocomplete = "offers::enemies"]
    #[max_length = 400]
    contact: Option<String>,
    #[description = "How far in cm; all the way if left out"]
    #[max_length = 20]
    distance: Option<String>,
    #[description = "From the reserve: by which way"]
    #[autocomplete = "offers::ways_in_offers"]
    #[max_length = 100]
    enter: Option<String>,
    #[description = "Crosses a wall, or ends on or behind a container"] crosses: Option<bool>,
    #[description = "A machine's rush runs over: Storm golems 1: 3, 1 engaged"]
    #[max_length = 400]
    path: Option<String>,
    #[description = "How far it is then: Storm golems 1: 24"]
    #[max_length = 400]
    ranges: Option<String>,
    #[description = "The routine Dash, 2 LP"] dash: Option<bool>,
    #[description = "Cohesion cannot be kept"] apart: Option<bool>,
    #[description = "Leaves the table by the far edge"] leaves: Option<bool>,
    #[description = "The pilot reaches his own edge"] home: Option<bool>,
    #[description = "By hand: the faces in order"]
    #[max_length = 400]
    dice: Option<String>,
) -> Result<(), Fault> {
    let typed = Typed {
        pace,
        distance,
        contact,
        path,
        ranges,
        crosses: crosses == Some(true),
        dash: dash == Some(true),
        apart: apart == Some(true),
        leaves: leaves == Some(true),
        home: home == Some(true),
    };
    run(ctx, "/at43 move", move |hall, request| async move {
        let before =
            |state: &State, by: &_| chain::until_it_acts(state, by, Way::Named(enter.as_deref()));
        let action = |state: &State| typed.movement(state).map(Command::Move);
        chain::carry_out(&hall, &request, dice, &before, &action).await
    })
    .await
}

impl Typed {
    fn movement(&self, state: &State) -> Result<Movement, Trouble> {
        let mut faults = Vec::new();
        let pace = match self.pace {
            PaceChoice::Move => Pace::Combat,
            PaceChoice::Rush => Pace::Rush,
        };
        let mut movement = Movement {
            crosses: self.crosses,
            dash: self.dash,
            cohesion: if self.apart { Cohesion::Impossible } else { Cohesion::Kept },
            leaves: self.leaves,
            pilot_home: self.home,
            ..Movement::plain(pace)
        };
        if let Some(text) = &self.distance {
            movement.distance = read::distance(text).map_err(|fault| faults.push(fault)).ok();
        }
        if let Some(text) = &self.path {
            movement.path = form::path(state, text).unwrap_or_else(|found| {
                faults.extend(found);
                Vec::new()
            });
        }
        if let Some(text) = &self.ranges {
            movement.ranges = form::ranges(state, text).unwrap_or_else(|found| {
                faults.extend(found);
                Vec::new()
            });
        }
        if !faults.is_empty() {
            return Err(Trouble::refused(faults.join("\n")));
        }
        movement.contact = self.touched(state)?;
        Ok(movement)
    }

    fn touched(&self, state: &State) -> Result<Vec<UnitId>, Trouble> {
        let Some(text) = self.contact.as_deref().filter(|text| !read::is_nobody(text)) else {
            return Ok(Vec::new());
        };
        let foes = enemies(state);
        let names = text.split([',', ';', '\n']).map(str::trim).filter(|name| !name.is_empty());
        names.map(|name| read::named(state, name, &foes, "an enemy on the table")).collect()
    }
}
