//! `/at43 count`, `/at43 buy` and `/at43 done`.

use gatemaster_rules::at43::command::{Command, Counted};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::{State, View};
use gatemaster_rules::ids::Seat;
use serenity::all::CreateAutocompleteResponse;

use super::super::{offers, play_here};
use super::{buy as buying, count as counting, figures, speaker};
use crate::desk::Loaded;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum WordOnCount {
    #[name = "agree"]
    Agree,
    #[name = "dispute"]
    Dispute,
}

/// End of a round: who is near which place, or your word on the count.
#[poise::command(slash_command)]
pub async fn count(
    ctx: Ctx<'_>,
    #[description = "Infantry within 10 cm of each side: “Hill 3 0, Able 0 2”, or “nobody”"]
    #[autocomplete = "usual"]
    #[max_length = 2000]
    figures: Option<String>,
    #[description = "Your word on the other side's count"] word: Option<WordOnCount>,
) -> Result<(), Fault> {
    run(ctx, "/at43 count", move |hall, request| async move {
        play_here(&hall, &request, None, |game: &Loaded, view: &View| {
            let seat = speaker(game, &request)?;
            said(view, figures.as_deref(), word, seat)
        })
        .await
    })
    .await
}

fn said(
    view: &View,
    typed: Option<&str>,
    word: Option<WordOnCount>,
    seat: Seat,
) -> Result<Command, Trouble> {
    if view.flow.tasks.last() != Some(&Task::Count) {
        return Err(Trouble::refused(
            "Nothing is counted now: that comes at the end of a round, when all cards are played.",
        ));
    }
    let agrees = |agree| Command::AgreeCounts { seat, agree };
    Ok(match (typed, word) {
        (Some(_), Some(_)) => {
            return Err(Trouble::refused(
                "Give either `figures` of your own or your `word` on those that stand there.",
            ));
        }
        (None, Some(word)) => agrees(word == WordOnCount::Agree),
        (Some(typed), None) => {
            Command::Count { seat, counts: figures::read(view, typed, counting::prefilled(view))? }
        }
        (None, None) => Command::Count { seat, counts: counting::usual(view) },
    })
}

/// The figures that stand, to be changed.
async fn usual(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(typing) = offers::Typing::of(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let view = &typing.view;
    if view.flow.tasks.last() != Some(&Task::Count) {
        return CreateAutocompleteResponse::new();
    }
    offers::fitting(offered(view, typed), typed)
}

/// Places behind what is typed already, and at first the figures of the last round.
fn offered(state: &State, typed: &str) -> Vec<(String, String)> {
    let counts = counting::prefilled(state);
    let name = |place| state.place(place).map_or("", |place| place.name.as_str());
    let line = |counted: &Counted| {
        let said: Vec<String> = counted.fighters.iter().map(ToString::to_string).collect();
        format!("{} {}", name(counted.place), said.join(" "))
    };
    let all: Vec<String> = counts.iter().map(line).collect();
    let mut offers = vec![all.join(", "), "nobody".to_owned()];
    if !typed.trim().is_empty() {
        let before = typed.trim_end().trim_end_matches(',');
        offers.push(before.to_owned());
        let unnamed = counts
            .iter()
            .filter(|counted| !typed.to_lowercase().contains(&name(counted.place).to_lowercase()));
        offers.extend(unnamed.map(|counted| format!("{before}, {}", line(counted))));
    }
    // what is cut off would be another count
    offers.retain(|offer| offer.chars().count() <= gatemaster_discord::limits::CHOICE_NAME);
    offers.into_iter().map(|offer| (offer.clone(), offer)).collect()
}

/// Buy a reinforcement with your RP.
#[poise::command(slash_command)]
pub async fn buy(
    ctx: Ctx<'_>,
    #[description = "Which unit"]
    #[autocomplete = "purchases"]
    #[max_length = 100]
    unit: String,
) -> Result<(), Fault> {
    run(ctx, "/at43 buy", move |hall, request| async move {
        play_here(&hall, &request, None, |_, view| buying::named(view, &unit)).await
    })
    .await
}

async fn purchases(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(typing) = offers::Typing::of(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    offers::fitting(buying::offers(&typing.view, typing.seat), typed)
}

/// Buy nothing more this round.
#[poise::command(slash_command)]
pub async fn done(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/at43 done", move |hall, request| async move {
        play_here(&hall, &request, None, |_, view| buying::done_buying(view)).await
    })
    .await
}
