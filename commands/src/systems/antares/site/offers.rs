//! What Discord offers while people type a `/building` command.

use gatemaster_discord::limits::CHOICE_NAME;
use serenity::all::CreateAutocompleteResponse;

use super::ground::{names, plans};
use crate::offers::{choices, contains, here};
use crate::run::Ctx;

/// The buildings that there are.
pub async fn buildings(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(game) = here(ctx).await else { return CreateAutocompleteResponse::new() };
    let found = names(&plans(&game)).into_iter().filter(|name| contains(name, typed));
    choices(found.map(|name| (name.clone(), name)))
}

/// Both sides, and neither.
pub async fn zones(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(game) = here(ctx).await else { return CreateAutocompleteResponse::new() };
    let sides = game.table.seats.iter().map(|chair| chair.name.clone());
    let all = sides.chain(["none".to_owned()]).filter(|name| contains(name, typed));
    choices(all.map(|name| (name.clone(), name)))
}

/// One more building behind those that stand in the line already.
pub async fn links(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(game) = here(ctx).await else { return CreateAutocompleteResponse::new() };
    let offered = one_more(&names(&plans(&game)), typed);
    choices(offered.into_iter().map(|line| (line.clone(), line)))
}

fn one_more(names: &[String], typed: &str) -> Vec<String> {
    let (head, last) = typed.rsplit_once(',').unwrap_or(("", typed));
    let there: Vec<String> = head.split(',').map(|name| name.trim().to_lowercase()).collect();
    let fits = |name: &&String| contains(name, last) && !there.contains(&name.to_lowercase());
    let whole = |name: &String| match head.trim() {
        "" => name.clone(),
        head => format!("{head}, {name}"),
    };
    // a line that Discord would cut names a building that is not there
    names
        .iter()
        .filter(fits)
        .map(whole)
        .filter(|line| line.chars().count() <= CHOICE_NAME)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_offered_one_after_the_other() {
        let names = ["Tower".to_owned(), "Bunker".to_owned(), "x".repeat(95)];
        assert_eq!(one_more(&names[..2], ""), ["Tower", "Bunker"]);
        assert_eq!(one_more(&names[..2], "bu"), ["Bunker"]);
        assert_eq!(one_more(&names, "tower, "), ["tower, Bunker"]);
    }
}
