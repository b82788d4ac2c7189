//! The roll: units, and what they carry from one battle to the next.

use gatemaster_league::campaign::{Action, UnitState};

use super::super::{find, offers, told_as_written, write};
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum StateChoice {
    Ready,
    Resting,
    Lost,
}

impl StateChoice {
    fn state(self) -> UnitState {
        match self {
            StateChoice::Ready => UnitState::Ready,
            StateChoice::Resting => UnitState::Resting,
            StateChoice::Lost => UnitState::Lost,
        }
    }
}

/// Put a unit on a side's roll, or describe or remove one.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
pub async fn unit(
    ctx: Ctx<'_>,
    #[description = "Its name"]
    #[max_length = 32]
    name: Option<String>,
    #[description = "A new unit's side"]
    #[autocomplete = "offers::sides"]
    #[max_length = 100]
    side: Option<String>,
    #[description = "What it is, such as Strike squad"]
    #[max_length = 32]
    kind: Option<String>,
    #[description = "A few words about it"]
    #[max_length = 500]
    note: Option<String>,
    #[description = "Changes this unit instead of adding one"]
    #[autocomplete = "offers::units"]
    #[max_length = 100]
    change: Option<String>,
    #[description = "Removes that unit from the roll"] remove: Option<bool>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler unit", move |app, request| async move {
        match (&change, &name, &side) {
            (None, _, _) if remove == Some(true) => {
                return Err(Trouble::refused("Say which unit is removed with `change:`."));
            }
            (None, None, _) | (None, _, None) => {
                return Err(Trouble::refused("A new unit needs a `name` and a `side`."));
            }
            (Some(_), _, Some(_)) => {
                return Err(Trouble::refused(
                    "A unit stays with its side; remove it and put it on the other roll.",
                ));
            }
            (None, Some(_), Some(_)) | (Some(_), _, None) => {}
        }
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |kept| {
            let Some(change) = &change else {
                return Ok(Action::UnitPut {
                    side: find::side(&kept.book, side.as_deref().unwrap_or_default())?,
                    name: name.clone().unwrap_or_default(),
                    kind: kind.clone().unwrap_or_default(),
                    experience: 0,
                    losses: 0,
                    note: note.clone().unwrap_or_default(),
                });
            };
            let unit = find::unit(&kept.book, change)?;
            if remove == Some(true) {
                return Ok(Action::UnitRemove { unit });
            }
            Ok(Action::UnitChange {
                unit,
                name: name.clone(),
                kind: kind.clone(),
                experience: 0,
                losses: 0,
                state: None,
                honour: None,
                note: note.clone(),
                battle: None,
            })
        })
        .await?;
        Ok(told_as_written(&written))
    })
    .await
}

/// What a unit carries out of a battle: experience, losses, an honour, its state.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
pub async fn carry(
    ctx: Ctx<'_>,
    #[description = "Which unit"]
    #[autocomplete = "offers::units"]
    #[max_length = 100]
    unit: String,
    #[description = "More experience, or less below 0"]
    #[min = -1_000_000]
    #[max = 1_000_000]
    experience: Option<i32>,
    #[description = "More losses, or replacements below 0"]
    #[min = -1_000_000]
    #[max = 1_000_000]
    losses: Option<i32>,
    #[description = "How it is now"] state: Option<StateChoice>,
    #[description = "One more honour"]
    #[max_length = 100]
    honour: Option<String>,
    #[description = "The battle that it comes from"]
    #[autocomplete = "offers::battles"]
    #[rename = "battle"]
    #[max_length = 10]
    number: Option<String>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler carry", move |app, request| async move {
        let battle = number.as_deref().map(find::battle_number).transpose()?;
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |kept| {
            Ok(Action::UnitChange {
                unit: find::unit(&kept.book, &unit)?,
                name: None,
                kind: None,
                experience: experience.unwrap_or(0),
                losses: losses.unwrap_or(0),
                state: state.map(StateChoice::state),
                honour: honour.clone(),
                note: None,
                battle,
            })
        })
        .await?;
        Ok(told_as_written(&written))
    })
    .await
}
