//! `/at43 card` and `/at43 end`.

use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::{Answer, Command, Entry};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::Drill;

use super::super::chain::{self, Way};
use super::super::play_here;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum CardChoice {
    #[name = "play the next one"]
    Play,
    #[name = "play it and wait in reserve"]
    Wait,
    #[name = "relocate it (1 LP)"]
    Relocate,
    #[name = "delay (2 LP)"]
    Delay,
    #[name = "extra activation (2 LP)"]
    Extra,
}

/// Your turn: play the next card, put it elsewhere, delay, or play two.
#[poise::command(slash_command)]
pub async fn card(
    ctx: Ctx<'_>,
    #[description = "What to do; plays the next card if left out"] what: Option<CardChoice>,
    #[description = "Relocate: its new place, 2 or later; last if left out"]
    #[min = 2]
    #[max = 60]
    place: Option<u8>,
    #[description = "By hand: the faces in order"]
    #[max_length = 100]
    dice: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/at43 card", move |hall, request| async move {
        let command = match what.unwrap_or(CardChoice::Play) {
            CardChoice::Play => Command::PlayCard,
            CardChoice::Wait => {
                let before = |state: &State, by: &_| Ok(chain::until_it_enters(state, by));
                return chain::carry_out(&hall, &request, dice, &before, &waits).await;
            }
            CardChoice::Delay => Command::Delay,
            CardChoice::Extra => Command::ExtraActivation,
            CardChoice::Relocate => {
                let to = place.map(|place| usize::from(place).saturating_sub(1));
                return super::card::relocated_here(&hall, &request, to).await;
            }
        };
        play_here(&hall, &request, dice, |_, _| Ok(command)).await
    })
    .await
}

/// Free of charge (T-RES-1).
fn waits(state: &State) -> Result<Command, Trouble> {
    if let Some(Task::Enter { .. }) = state.flow.tasks.last() {
        return Ok(Command::Answer(Answer::Enter(Entry::Wait)));
    }
    let unit = state.flow.acting.as_ref().map(|acting| acting.unit);
    let unit = unit.map_or("", |unit| state.unit_name(unit));
    Err(Trouble::refused(format!(
        "{} cannot wait: only a unit in reserve does. `/at43 card` plays it.",
        crate::words::esc(unit)
    )))
}

/// End the activation, with drills for 1 LP each.
#[poise::command(slash_command)]
pub async fn end(
    ctx: Ctx<'_>,
    #[description = "Overwatch!: fires at an enemy who has just moved"] overwatch: Option<bool>,
    #[description = "Take cover!: cover stops impacts on 3+"] cover: Option<bool>,
    #[description = "Knee to the ground!: passed over in zones of fire"] knee: Option<bool>,
) -> Result<(), Fault> {
    run(ctx, "/at43 end", move |hall, request| async move {
        let wished =
            [(Drill::Knee, knee), (Drill::Overwatch, overwatch), (Drill::TakeCover, cover)];
        let drills: Vec<Drill> =
            wished.iter().filter(|(_, on)| *on == Some(true)).map(|(drill, _)| *drill).collect();
        let before = |state: &State, by: &_| chain::until_it_acts(state, by, Way::OnlyOne);
        let action =
            |_: &State| -> Result<Command, Trouble> { Ok(Command::End { drills: drills.clone() }) };
        chain::carry_out(&hall, &request, None, &before, &action).await
    })
    .await
}
