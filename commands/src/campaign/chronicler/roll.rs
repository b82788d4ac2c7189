//! The roll: units, and what they carry from one battle to the next.

use gatemaster_league::campaign::{Action, Campaign, UnitState};

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
    #[max_length = 64]
    name: Option<String>,
    #[description = "A new unit's side"]
    #[autocomplete = "offers::sides"]
    #[max_length = 100]
    side: Option<String>,
    #[description = "What it is, such as Strike squad"]
    #[max_length = 64]
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
    let remove = remove == Some(true);
    let wish = UnitWish { name, side, kind, note, change, remove };
    run(ctx, "/chronicler unit", move |app, request| async move {
        wish.check()?;
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |kept| wish.action(&kept.book)).await?;
        Ok(told_as_written(&written))
    })
    .await
}

/// The options of `/chronicler unit`.
#[derive(Clone, Debug)]
struct UnitWish {
    name: Option<String>,
    side: Option<String>,
    kind: Option<String>,
    note: Option<String>,
    change: Option<String>,
    remove: bool,
}

impl UnitWish {
    /// Whether these options go together.
    fn check(&self) -> Result<(), Trouble> {
        let wrong = match (&self.change, &self.name, &self.side) {
            (None, _, _) if self.remove => "Say which unit is removed with `change:`.",
            (None, None, _) | (None, _, None) => "A new unit needs a `name` and a `side`.",
            (Some(_), _, Some(_)) => {
                "A unit stays with its side; remove it and put it on the other roll."
            }
            (None, Some(_), Some(_)) | (Some(_), _, None) => return Ok(()),
        };
        Err(Trouble::refused(wrong))
    }

    fn action(&self, campaign: &Campaign) -> Result<Action, Trouble> {
        let Some(change) = &self.change else {
            return Ok(Action::UnitPut {
                side: find::side(campaign, self.side.as_deref().unwrap_or_default())?,
                name: self.name.clone().unwrap_or_default(),
                kind: self.kind.clone().unwrap_or_default(),
                experience: 0,
                losses: 0,
                note: self.note.clone().unwrap_or_default(),
            });
        };
        let unit = find::unit(campaign, change)?;
        if self.remove {
            return Ok(Action::UnitRemove { unit });
        }
        Ok(Action::UnitChange {
            unit,
            name: self.name.clone(),
            kind: self.kind.clone(),
            experience: 0,
            losses: 0,
            state: None,
            honour: None,
            note: self.note.clone(),
            battle: None,
        })
    }
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
