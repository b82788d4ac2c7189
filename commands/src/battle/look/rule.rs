//! `/rules`: every rule in our own words, with the page to read on.

use gatemaster_rules::antares::data::letters_apart;
use gatemaster_rules::antares::rulebook::{self, Rule};
use serenity::all::CreateAutocompleteResponse;

use super::profile::not_found;
use super::sheet::Sheet;
use super::{LookPress, Mark, Reading, Shelf, Topic};
use crate::answer::Answer;
use crate::card::{Card, Choice};
use crate::desk::Which;
use crate::face::Face;
use crate::game::offers;
use crate::limits::clip;
use crate::request::Request;
use crate::show::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::{Ctx, dicegame, run};

/// How many further rules are named below one.
const SEE_ALSO: usize = 5;

/// The rules of Antares in our own words, with the page in the booklet; in a Dice Game, how that goes.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn rules(
    ctx: Ctx<'_>,
    #[description = "A word of it, its title, or its number such as A-SHT-4"]
    #[autocomplete = "titles"]
    #[max_length = 100]
    search: String,
) -> Result<(), Fault> {
    run(ctx, "/rules", move |face, request| async move {
        let found = rulebook::find(&search);
        let meant = found.first().is_some_and(|rule| is_named(rule, &search));
        if !meant && let Some(page) = dice_game_here(&face, &request).await {
            return Ok(Answer::private(page).into());
        }
        let Some((best, others)) = found.split_first() else { return Err(no_such_rule(&search)) };
        Ok(Answer::private(with_others(best, others.iter().copied()).own(0)).into())
    })
    .await
}

/// Whether somebody asked for this very rule, as whoever takes one from the list does.
fn is_named(rule: &Rule, search: &str) -> bool {
    let search = search.trim();
    rule.title.eq_ignore_ascii_case(search) || rule.row.eq_ignore_ascii_case(search)
}

/// Where the Dice Game is played, its rules are one page. The books are open whether or not there is a game.
async fn dice_game_here(face: &Face, request: &Request) -> Option<Card> {
    let game = face.desk.load(request, &Which::Here).await.ok()?;
    dicegame::guide(&game).ok()
}

#[expect(clippy::unused_async, reason = "poise wants it")]
async fn titles(_: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let label = |rule: &Rule| format!("{} ({})", rule.title, rule.section);
    let found = rulebook::find(typed).into_iter();
    offers::choices(found.map(|rule| (label(rule), rule.title.to_string())))
}

fn no_such_rule(search: &str) -> Trouble {
    let typed = search.trim().to_lowercase();
    let far = |rule: &&&'static Rule| {
        let words = rule.title.split_whitespace().chain([rule.title.as_ref()]);
        words.map(|word| letters_apart(&typed, &word.to_lowercase())).min()
    };
    let mut near = everything();
    near.sort_by_key(|rule| far(&rule));
    let near: Vec<Choice> = near.into_iter().take(SEE_ALSO).map(choice).collect();
    not_found("rule", search, "Perhaps one of these…", LookPress::PickRule, near)
}

fn everything() -> Vec<&'static Rule> {
    rulebook::find("")
}

pub(super) fn marked(mark: Mark) -> Option<&'static Rule> {
    everything().into_iter().find(|rule| Mark::of(&rule.title) == mark)
}

pub(super) fn choice(rule: &Rule) -> Choice {
    let about = clip(&rule.text, 100);
    Choice::new(rule.title.as_ref(), Mark::of(&rule.title).0).more(about)
}

pub(super) fn reading(rule: &'static Rule) -> Reading {
    with_others(rule, rulebook::find(&rule.title).into_iter())
}

fn with_others(rule: &'static Rule, others: impl Iterator<Item = &'static Rule>) -> Reading {
    let shelf = Shelf::of_books();
    // a word on a card leads to the rule behind it first; a rule that stands alone leads to its neighbours
    let behind = rulebook::rule(rule.row).into_iter();
    let neighbours = everything().into_iter().filter(|other| other.section == rule.section);
    let mut near: Vec<&Rule> = Vec::new();
    for other in behind.chain(others).chain(neighbours) {
        if other != rule && !near.contains(&other) {
            near.push(other);
        }
    }
    let near: Vec<Choice> = near.into_iter().take(SEE_ALSO).map(choice).collect();
    let selects = if near.is_empty() {
        Vec::new()
    } else {
        vec![shelf.select("See also…", LookPress::PickRule, near)]
    };
    Reading {
        shelf,
        topic: Topic::Rule(Mark::of(&rule.title)),
        sheet: sheet(rule),
        selects,
        may_be_shown: true,
    }
}

fn sheet(rule: &Rule) -> Sheet {
    let page = match rule.page {
        Some(page) => format!("page {page} of the booklet"),
        None if rule.is_of_buildings() => "from the rules for buildings".to_owned(),
        None => "not in the booklet: settled here".to_owned(),
    };
    let footer = format!("{} · {} · {page}", rule.section, rule.row);
    Sheet::new(&rule.title, &[rule.text.to_string()], footer, NEUTRAL)
}
