//! Suggestions while people type (Discord's autocompletion), for every game.

use gatemaster_discord::limits::{CHOICE_NAME, CHOICES, clip};
use gatemaster_store::{GameSummary, Phase};
use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::desk::{Loaded, Which};
use crate::request::Request;
use crate::run::Ctx;

/// Games of this server by name, the open ones first.
pub async fn games(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, app.lookup()).await;
    let mut games = Vec::new();
    for ended in [false, true] {
        let found = app.desk.games_for(&request, ended, false, Some(typed), CHOICES.into()).await;
        games.extend(found.unwrap_or_else(|trouble| {
            let trouble = trouble.in_short();
            tracing::warn!(trouble, "games could not be offered");
            Vec::new()
        }));
    }
    choices(games.into_iter().map(|game| (game_label(&game), game.id)))
}

fn game_label(game: &GameSummary) -> String {
    let phase = match game.phase {
        Phase::Lobby => "in the lobby",
        Phase::Playing => "in play",
        Phase::Shelved => "put away",
        Phase::Ended => "ended",
    };
    format!("{} ({phase}, step {}, {})", game.name, game.seq, game.id)
}

/// The free seats of this channel's table.
pub async fn seats(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(game) = here(ctx).await else { return CreateAutocompleteResponse::new() };
    let free = game.table.free_seats().into_iter();
    let names = free.map(|seat| game.table.seats[seat.index()].name.clone());
    choices(names.filter(|name| contains(name, typed)).map(|name| (name.clone(), name)))
}

/// The seats of this channel's table that somebody plays.
pub async fn taken_seats(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(game) = here(ctx).await else { return CreateAutocompleteResponse::new() };
    let taken = game.table.seats.iter().filter_map(|chair| {
        let player = chair.player.as_ref()?;
        Some((format!("{} ({})", chair.name, player.name), chair.name.clone()))
    });
    let fitting: Vec<_> = taken.filter(|(label, _)| contains(label, typed)).collect();
    choices(fitting.into_iter())
}

/// The game of this channel, if there is one.
pub async fn here(ctx: Ctx<'_>) -> Option<Loaded> {
    let app = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, app.lookup()).await;
    app.desk.load(&request, &Which::Here).await.ok()
}

/// In bytes; labels that are offered have a hundred characters.
const LONGEST_TYPED: usize = 4 * CHOICE_NAME;

pub fn contains(name: &str, typed: &str) -> bool {
    // what is longer than anything that is offered fits nothing, and is not read for each of them
    let typed = typed.trim();
    typed.len() <= LONGEST_TYPED && name.to_lowercase().contains(&typed.to_lowercase())
}

/// What is longer than Discord takes is left out: cut, it would mean something else than what was typed.
pub fn choices(offers: impl Iterator<Item = (String, String)>) -> CreateAutocompleteResponse {
    let whole = offers.filter(|(_, value)| value.chars().count() <= CHOICE_NAME);
    let choices = whole
        .take(CHOICES.into())
        .map(|(label, value)| AutocompleteChoice::new(clip(&label, CHOICE_NAME), value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_offered_whole_is_not_offered() {
        let offer = |length: usize| ("A wall".to_owned(), "x".repeat(length));
        let shown = serde_json::to_value(choices([offer(101), offer(100)].into_iter())).unwrap();
        let values = shown["choices"].as_array().unwrap();
        assert_eq!(values.len(), 1, "{shown}");
        assert_eq!(values[0]["value"], "x".repeat(100));
    }

    #[test]
    fn what_is_longer_than_any_label_fits_nothing() {
        assert!(contains("Bridge at Dawn", " DAWN "));
        // a label of the same length would fit, if there could be one
        for filler in ["a", "ß", "あ", "👩", "\u{301}"] {
            let long = filler.repeat(100_000);
            assert!(!contains(&long, &long), "{filler}");
        }
    }
}
