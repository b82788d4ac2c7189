//! `/at43 answer` and `/at43 standing`.

use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::{Answer, Command};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::label;
use serenity::all::CreateAutocompleteResponse;

use super::super::read::cannot_tell;
use super::super::{chain, measure, offers, play_here, read};
use super::standing::{self, Wish};
use super::{What, exactly, question, said_for, template};
use crate::desk::Which;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use crate::words::{code, esc, list};

/// Answer what is asked.
#[poise::command(slash_command)]
pub async fn answer(
    ctx: Ctx<'_>,
    #[description = "By words or number, or who: “2 fighters, officer”, “Fire Toads 1: 2”, “machine 1: 2”"]
    #[autocomplete = "offered"]
    #[max_length = 1000]
    answer: Option<String>,
    #[description = "By hand: the faces in order"]
    #[max_length = 1000]
    dice: Option<String>,
    #[description = "The organiser answers for this side"]
    #[autocomplete = "crate::offers::taken_seats"]
    #[max_length = 100]
    #[rename = "for"]
    side: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/at43 answer", move |hall, request| async move {
        let answer = match (answer, side) {
            (Some(answer), None) => answer,
            (None, Some(side)) => return said_for(&hall, &request, &side, What::Anything).await,
            (Some(_), Some(_)) => {
                return Err(Trouble::refused(
                    "With `for` a side gets what stands if nobody says anything, so leave `answer` out.",
                ));
            }
            (None, None) => {
                return Err(Trouble::refused(
                    "Say your `answer`, by its words or its number; `/game board` shows what is asked.",
                ));
            }
        };
        play_here(&hall, &request, dice, |_, view| meant(view, &answer)).await
    })
    .await
}

async fn offered(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(typing) = offers::Typing::of(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let Some(asked) = question::waits(&typing.view) else {
        return CreateAutocompleteResponse::new();
    };
    let labels = label::answers(&typing.view, &question::answers(&asked)).into_iter();
    offers::fitting(labels.map(|label| (label.text.clone(), label.text)).collect(), typed)
}

fn meant(state: &State, text: &str) -> Result<Command, Trouble> {
    let asked = question::waits(state).ok_or_else(|| {
        Trouble::refused(
            "Nothing is asked now that is answered so; `/game board` shows what waits.",
        )
    })?;
    let answers = question::answers(&asked);
    let labels = label::answers(state, &answers);
    let typed = text.trim().to_lowercase();
    let place = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let by_number = place.filter(|place| *place < answers.len());
    let called = |same: &dyn Fn(&str) -> bool| {
        let mut fitting =
            labels.iter().enumerate().filter(|(_, label)| same(&label.text.to_lowercase()));
        let first = fitting.next().map(|(place, _)| place);
        first.filter(|_| fitting.next().is_none())
    };
    let place = called(&|label| label == typed)
        .or(by_number)
        .or_else(|| called(&|label| !typed.is_empty() && label.starts_with(&typed)))
        .or_else(|| yes_or_no(&answers, &typed));
    if let Some(answer) = place.and_then(|place| answers.into_iter().nth(place)) {
        return Ok(Command::Answer(answer));
    }
    match state.flow.tasks.last() {
        _ if cannot_tell(text) => Ok(Command::Answer(Answer::Pass)),
        Some(Task::Template { .. }) => template::written(state, text),
        Some(Task::Measure { .. }) => measure::written(state, text),
        Some(
            Task::Fall { .. } | Task::Share { .. } | Task::Assign { .. } | Task::Immobilised { .. },
        ) => exactly::written(state, text),
        Some(Task::Enter { unit }) => {
            let place = chain::way_in(state, *unit, chain::Way::Answer(text))?;
            Ok(Command::Answer(Answer::Enter(gatemaster_rules::at43::command::Entry::Through(
                place,
            ))))
        }
        _ => {
            let known: Vec<String> = labels.iter().map(|label| esc(&label.text)).collect();
            Err(Trouble::refused(format!(
                "{} is none of the answers: {}.",
                code(&gatemaster_discord::limits::clip(text.trim(), 64)),
                list(&known)
            )))
        }
    }
}

/// "yes" is the first answer that does something, "no" the one that does not.
fn yes_or_no(answers: &[Answer], typed: &str) -> Option<usize> {
    let yes = match typed {
        "yes" | "y" => true,
        "no" | "n" => false,
        _ => return None,
    };
    answers.iter().position(|answer| match answer {
        Answer::Rally(on) | Answer::Pay(on) | Answer::Hyper(on) | Answer::StillInContact(on) => {
            *on == yes
        }
        Answer::Medic(who) => who.is_some() == yes,
        Answer::Join(unit) => unit.is_some() == yes,
        Answer::Watch(None) => !yes,
        _ => false,
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum OverwatchChoice {
    #[name = "ask me"]
    Ask,
    #[name = "fire at anything"]
    Anything,
    #[name = "fire at machines alone"]
    Machines,
    #[name = "fire at infantry alone"]
    Infantry,
    #[name = "hold"]
    Hold,
    #[name = "as the others (with unit)"]
    AsAll,
}

impl OverwatchChoice {
    /// Its place in the list of the rules; `None` is as all the others.
    fn place(self) -> Option<usize> {
        match self {
            Self::AsAll => None,
            Self::Ask | Self::Anything | Self::Machines | Self::Infantry | Self::Hold => {
                Some(self as usize)
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum MedicChoice {
    #[name = "ask me"]
    Ask,
    #[name = "always save one"]
    Always,
    #[name = "only bearers and officers"]
    Worthy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum UndoChoice {
    #[name = "ask me"]
    Ask,
    #[name = "allow it"]
    Allow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum PayChoice {
    #[name = "pay while it is enough for all"]
    WithEnough,
    #[name = "always pay"]
    Always,
    #[name = "ask me"]
    Ask,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum FirstChoice {
    #[name = "ask me"]
    Ask,
    #[name = "I begin"]
    Winner,
}

/// What I answer for you without asking.
#[poise::command(slash_command)]
pub async fn standing(
    ctx: Ctx<'_>,
    #[description = "What units in overwatch do"] overwatch: Option<OverwatchChoice>,
    #[description = "Only this unit, for overwatch"]
    #[autocomplete = "offers::own_units"]
    #[max_length = 100]
    unit: Option<String>,
    #[description = "Whom medics save"] medic: Option<MedicChoice>,
    #[description = "1 LP for each unit without officer or Relay"] pay: Option<PayChoice>,
    #[description = "Who begins when you win the Authority test"] first: Option<FirstChoice>,
    #[description = "Whether others may take back a step this round"] undo: Option<UndoChoice>,
) -> Result<(), Fault> {
    run(ctx, "/at43 standing", move |hall, request| async move {
        let (game, _, _) = standing::said(&hall, &request, &Which::Here, |view, own, standing| {
            match (&unit, overwatch.map(OverwatchChoice::place)) {
                (Some(name), Some(choice)) => {
                    let unit = read::named(view, name, own, "one of yours")?;
                    let what = choice.map(standing::overwatch_of_choice);
                    standing::say_of_unit(standing, unit, what);
                }
                (Some(_), None) => {
                    return Err(Trouble::refused("Say with `overwatch` what that unit does."));
                }
                (None, Some(Some(choice))) => Wish::Overwatch.set(standing, choice, view.round),
                (None, Some(None)) => {
                    return Err(Trouble::refused(
                        "Say with `unit` which unit does as all the others do.",
                    ));
                }
                (None, None) => {}
            }
            if let Some(choice) = medic {
                Wish::Medic.set(standing, choice as usize, view.round);
            }
            if let Some(choice) = pay {
                Wish::Pay.set(standing, choice as usize, view.round);
            }
            if let Some(choice) = first {
                Wish::First.set(standing, choice as usize, view.round);
            }
            if let Some(choice) = undo {
                Wish::Undo.set(standing, choice as usize, view.round);
            }
            Ok(())
        })
        .await?;
        let made = hall.desk.keep_new_standing_orders(&game.id).await?;
        let card = super::standing_card(&hall, &request, &game).await?;
        Ok(match (made, card) {
            (Some(outcome), crate::answer::Reply::Message(own)) => {
                crate::table::told_besides(hall.systems, &outcome, &request, *own).into()
            }
            (_, card) => card,
        })
    })
    .await
}
