//! Overwatch: whoever has moved may be fired at before anything else happens.

use gatemaster_discord::card::{Button, Choice, Select, Style};
use gatemaster_discord::limits::{BUTTONS_PER_ROW, CHOICES};
use gatemaster_rules::at43::armament::Shooter;
use gatemaster_rules::at43::command::{Answer, Command};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::question::question;
use gatemaster_rules::at43::state::UnitId;
use gatemaster_rules::at43::{State, View, label};

use super::super::ask;
use super::super::press::{BattlePressed, button};
use super::shot::{self, Draft, Shot, Target};
use super::{AimPress, show};
use crate::desk::Loaded;
use crate::face::Controls;

/// The question whether to fire, with a button for each unit that could.
pub fn asked(game: &Loaded, state: &View) -> Controls {
    let units = units(state);
    let fire = |unit: UnitId, label: String| {
        button(game, label, AimPress::Watch(unit)).marked("👁️").styled(Style::Main)
    };
    let hold = button(game, "Hold fire", AimPress::Hold);
    let always = ask::always_button(game);
    let mut selects = Vec::new();
    let mut row: Vec<Button> = Vec::new();
    match units.as_slice() {
        few if few.len() + 2 <= BUTTONS_PER_ROW => {
            row.extend(
                few.iter()
                    .map(|unit| fire(*unit, format!("Fire with {}…", state.unit_name(*unit)))),
            );
        }
        many => {
            let options = many.iter().take(CHOICES.into()).map(|unit| {
                Choice::new(state.unit_name(*unit), unit.0)
                    .more(label::unit_line(state, *unit))
                    .marked("👁️")
            });
            let press = BattlePressed::new(&game.id, game.at, AimPress::WatchOf.into());
            selects.push(Select::new("Fire with…", press, options.collect()));
        }
    }
    row.extend([hold, always]);
    Controls { text: ask::words(game, state), selects, buttons: vec![row] }
}

/// The units that could fire.
fn units(state: &View) -> Vec<UnitId> {
    let asked = state.flow.tasks.last().and_then(|task| question(state, task));
    let options = asked.map(|asked| asked.options).unwrap_or_default();
    let units = options.into_iter().filter_map(|option| match option {
        Command::Answer(Answer::Watch(unit)) => unit,
        _ => None,
    });
    units.collect()
}

/// A unit that has begun to fire and has something left to fire.
pub fn firing(game: &Loaded, state: &View) -> Controls {
    let enough = button(game, "Enough", AimPress::Enough).marked("✅");
    let plain = |text| Controls { text, selects: Vec::new(), buttons: vec![vec![enough.clone()]] };
    let Some(shooter) = Shooter::now(state) else { return plain(String::new()) };
    let Some(mover) = shooter.overwatch else { return plain(String::new()) };
    let Some(draft) = offered(game, state) else { return plain(ask::words(game, state)) };
    // there is nothing to go back to
    let mut controls = show::with_buttons(game, state, &shooter, &draft, &[], vec![enough.clone()]);
    let change = BattlePressed::new(&game.id, game.at, AimPress::At.into());
    let option = Choice::new(state.unit_name(mover), Target::Unit(mover).value())
        .more("Cover, zone of fire, another weapon, the exact range");
    controls.selects = vec![Select::new("More about this shot…", change, vec![option])];
    controls
}

/// The next salvo in overwatch as it is offered before anybody has chosen anything: nobody keeps it, as it follows from the game.
pub fn offered(game: &Loaded, state: &State) -> Option<Draft> {
    let Some(Task::WatchFire) = state.flow.tasks.last() else { return None };
    let shooter = Shooter::now(state)?;
    let salvo = shot::best(state, &shooter, Target::Unit(shooter.overwatch?))?;
    Some(Draft::fresh(game, Shot::new(salvo, None)))
}
