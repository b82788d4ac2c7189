//! Standing orders: what a player wants done without being asked. They are that player's own business until they are
//! carried out.

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::command::{Answer, Command};
use gatemaster_rules::antares::flow::Task;
use gatemaster_rules::antares::question::{down_spares_hits, question};
use gatemaster_rules::game;
use gatemaster_rules::table::{Action, AskedFor, Player};
use gatemaster_store::Store;
use serde::{Deserialize, Serialize};

use crate::boxed;
use crate::desk::Loaded;
use crate::notes::Note;
use crate::trouble::Trouble;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Standing {
    pub go_down: GoDown,
    /// Hits on their own units are spread by default.
    pub spread_hits: bool,
    /// So are the small choices: which miss the spotter sees, hand weapons, who helps in a test.
    pub small_choices: bool,
    /// Enemies pass unharmed: no ambush is sprung.
    pub let_pass: bool,
    /// The turn in which the others may undo without asking.
    pub undo_in_turn: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoDown {
    #[default]
    Ask,
    /// Wherever that spares hits. Where it would only cost the order for a test to recover, they are asked.
    Always,
    Never,
}

impl Note for Standing {
    const NAME: &'static str = "standing";
}

impl Standing {
    /// What they would answer to what the battle waits for; `None` asks them.
    pub fn answer_to(&self, state: &State) -> Option<Command> {
        let task = state.flow.tasks.last()?;
        let asked = question(state, task)?;
        let unthinking = || asked.options.first().cloned();
        match task {
            Task::GoDown { volley } => match self.go_down {
                GoDown::Ask => None,
                GoDown::Always => {
                    let shots = state.flow.volleys.get(*volley)?;
                    down_spares_hits(state, shots).then_some(Command::Answer(Answer::GoDown(true)))
                }
                GoDown::Never => Some(Command::Answer(Answer::GoDown(false))),
            },
            Task::PlaceRest { .. } if self.spread_hits => unthinking(),
            Task::Ambushes { .. } if self.let_pass => Some(Command::Answer(Answer::Spring(None))),
            Task::Spot { .. }
            | Task::PlaceLucky { .. }
            | Task::ChartAgain { .. }
            | Task::BreakTest { .. }
            | Task::HandWeapons { .. }
            | Task::OddHits { .. }
                if self.small_choices =>
            {
                unthinking()
            }
            Task::PlaceRest { .. }
            | Task::Ambushes { .. }
            | Task::Spot { .. }
            | Task::PlaceLucky { .. }
            | Task::ChartAgain { .. }
            | Task::BreakTest { .. }
            | Task::HandWeapons { .. }
            | Task::OddHits { .. }
            | Task::Entrance { .. }
            | Task::Land { .. }
            | Task::DamageBuildings { .. }
            | Task::Occupy { .. }
            | Task::Act
            | Task::EndAction
            | Task::Exhaustion { .. }
            | Task::BonusMove { .. }
            | Task::Contact
            | Task::Arrived { .. }
            | Task::RollShots { .. }
            | Task::ForceRerolls { .. }
            | Task::Astray { .. }
            | Task::Template { .. }
            | Task::CountHits { .. }
            | Task::Wounds { .. }
            | Task::Pins { .. }
            | Task::Settle { .. }
            | Task::AfterShooting { .. }
            | Task::Resist { .. }
            | Task::Charts { .. }
            | Task::Harm { .. }
            | Task::RollBlows { .. }
            | Task::PointBlank { .. }
            | Task::BreakOff { .. }
            | Task::Spinner { .. }
            | Task::Assault(_)
            | Task::Consolidate { .. } => None,
        }
    }
}

/// Whether a question is on top of what is to be done.
pub fn is_asked(state: &State) -> bool {
    state.flow.tasks.last().is_some_and(|task| question(state, task).is_some())
}

/// What this player has said beforehand to what the table waits for.
#[boxed]
pub async fn answer(
    store: &Store,
    game: &Loaded,
    state: &State,
    player: &Player,
) -> Result<Option<Action>, Trouble> {
    if let Some(asked) = &game.table.asked {
        let AskedFor::Undo(_) = asked.what else { return Ok(None) };
        let standing = Standing::load(store, &game.id, player.id).await?;
        return Ok((standing.undo_in_turn == Some(state.turn)).then_some(Action::Agree));
    }
    let waits = state.flow.tasks.last().and_then(|task| question(state, task));
    if waits.is_none_or(|waits| game.table.player_at(waits.seat) != Some(player)) {
        return Ok(None);
    }
    let standing = Standing::load(store, &game.id, player.id).await?;
    let command = standing.answer_to(state).map(game::Command::Antares);
    Ok(command.map(Action::Play))
}
