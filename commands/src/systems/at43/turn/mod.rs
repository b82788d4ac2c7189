//! A turn: the card and what goes before it, the acting unit's menu, its drills and its end.

mod act;
mod card;
mod typed;

use gatemaster_discord::forms::FilledForm;
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::Drill;

use super::press::Words;
use super::{At, play, read, state};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::table::holds;
use crate::trouble::Trouble;

pub use act::drill_value;
pub use typed::{card, end};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnPress {
    PlayCard,
    /// Asks in private where the first card goes.
    Relocate,
    /// Where it goes, picked from the private list.
    RelocateTo,
    Delay,
    Extra,
    /// The unit is done, without drills.
    End,
    /// The same with the drills that were picked.
    EndWith,
    SplitFire,
    /// The menu as it stands.
    Back,
}

impl TurnPress {
    pub fn words(self) -> Words {
        let word = match self {
            Self::PlayCard => "card",
            Self::Relocate => "relocate",
            Self::RelocateTo => "to",
            Self::Delay => "delay",
            Self::Extra => "extra",
            Self::End => "end",
            Self::EndWith => "drills",
            Self::SplitFire => "split",
            Self::Back => "back",
        };
        (word, Vec::new())
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        let known = Self::ALL.into_iter().find(|press| press.words().0 == word);
        known.filter(|_| numbers.is_empty())
    }

    const ALL: [Self; 9] = [
        Self::PlayCard,
        Self::Relocate,
        Self::RelocateTo,
        Self::Delay,
        Self::Extra,
        Self::End,
        Self::EndWith,
        Self::SplitFire,
        Self::Back,
    ];

    /// One of each kind, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        Self::ALL.to_vec()
    }
}

#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: TurnPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let command = match press {
        TurnPress::PlayCard => Command::PlayCard,
        TurnPress::Delay => Command::Delay,
        TurnPress::Extra => Command::ExtraActivation,
        TurnPress::SplitFire => Command::SplitFire,
        TurnPress::End => Command::End { drills: Vec::new() },
        TurnPress::EndWith => Command::End { drills: picked_drills(picked)? },
        TurnPress::Relocate => return card::where_to(hall, request, at).await,
        TurnPress::RelocateTo => return card::relocated(hall, request, at, picked).await,
        TurnPress::Back => {
            let game = hall.desk.load(request, &at.seen()).await?;
            let view = state(&game)?;
            if let Some(seat) = super::waits_for(view) {
                holds(&game, request, seat)?;
            }
            return Ok(super::refine(&game, on, super::controls::controls(&game, view)));
        }
    };
    play(hall, request, at.seen(), on, |_| Ok(command)).await
}

fn picked_drills(picked: &[String]) -> Result<Vec<Drill>, Trouble> {
    let known = [Drill::Knee, Drill::Overwatch, Drill::TakeCover];
    let drill = |value: &String| {
        let drill = known.into_iter().find(|drill| drill_value(*drill) == value);
        drill.ok_or_else(read::not_offered)
    };
    picked.iter().map(drill).collect()
}

#[boxed]
pub async fn filled_in(
    _: &Hall,
    _: &Request,
    _: &At,
    _: TurnPress,
    _: &FilledForm,
    _: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    Err(unknown())
}

/// What is waited for here, with everything to answer it.
pub fn controls(game: &Loaded, state: &View) -> Controls {
    match state.flow.tasks.last() {
        Some(Task::Turn) => card::controls(game, state),
        Some(Task::Act) => act::controls(game, state),
        _ => Controls::default(),
    }
}
