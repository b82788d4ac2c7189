//! `/weapon`: every mode of a weapon, what its rules mean, and who carries it.

use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::meaning;
use gatemaster_rules::antares::profile::{Profile, Weapon};
use gatemaster_rules::text::list;
use serenity::all::CreateAutocompleteResponse;

use super::arms::{self, Glossary};
use super::near::{Meant, meant};
use super::profile::not_found;
use super::sheet::{Sheet, heading};
use super::{LookPress, Mark, Reading, Shelf, Topic, library};
use crate::answer::Answer;
use crate::card::Choice;
use crate::game::offers;
use crate::limits::CHOICES;
use crate::request::Request;
use crate::show::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::words::esc;
use crate::{Ctx, run};

/// A weapon of Antares: every mode with ranges, strike value, shots and rules, and who carries it.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn weapon(
    ctx: Ctx<'_>,
    #[description = "Which weapon"]
    #[autocomplete = "weapons"]
    #[max_length = 100]
    weapon: String,
) -> Result<(), Fault> {
    run(ctx, "/weapon", move |face, request| async move {
        let library = library(&face, &request).await?;
        let found = named(&library, &weapon)?;
        Ok(Answer::private(reading(&library, found).own(0)).into())
    })
    .await
}

async fn weapons(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let face = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, face).await;
    let library = library(face, &request).await.ok();
    let weapons = library.iter().flat_map(|library| &library.weapons);
    let offered = weapons.map(|weapon| {
        (format!("{} ({} weapon)", weapon.name, weapon.class.name()), weapon.name.clone())
    });
    offers::choices(offered.filter(|(label, _)| offers::contains(label, typed)))
}

fn named<'l>(library: &'l Library, typed: &str) -> Result<&'l Weapon, Trouble> {
    let weapons = &library.weapons;
    let choice = |place: usize| {
        let weapon = &weapons[place];
        let class = format!("{} weapon", arms::capital(weapon.class.name()));
        Choice::new(&weapon.name, Mark::of(&weapon.key).0).more(class)
    };
    match meant(typed, weapons.iter().map(|weapon| weapon.name.as_str())) {
        Meant::One(place) => Ok(&weapons[place]),
        Meant::OneOf(places) => {
            let near: Vec<Choice> = places.into_iter().map(choice).collect();
            Err(not_found("weapon", typed, "Which one do you mean?", LookPress::PickWeapon, near))
        }
    }
}

pub(super) fn reading(library: &Library, weapon: &Weapon) -> Reading {
    let shelf = Shelf::of_books();
    let carriers: Vec<Choice> = carriers(library, weapon)
        .map(|unit| Choice::new(&unit.name, Mark::of(&unit.key).0).more(unit.faction.name()))
        .take(CHOICES.into())
        .collect();
    let selects = if carriers.is_empty() {
        Vec::new()
    } else {
        vec![shelf.select("Who carries it…", LookPress::PickProfile, carriers)]
    };
    Reading {
        shelf,
        topic: Topic::Weapon(Mark::of(&weapon.key)),
        sheet: sheet(library, weapon),
        selects,
        may_be_shown: true,
    }
}

fn carriers<'l>(library: &'l Library, weapon: &'l Weapon) -> impl Iterator<Item = &'l Profile> {
    library.units.iter().filter(|unit| {
        let carried = unit.troops.iter().flat_map(|troop| &troop.weapons);
        carried.chain(&unit.team_weapon).any(|key| *key == weapon.key)
    })
}

fn sheet(library: &Library, weapon: &Weapon) -> Sheet {
    let class = meaning::weapon_class(weapon.class);
    let mut lines = vec![format!(
        "**{} weapon**: {} {}",
        arms::capital(weapon.class.name()),
        class.text,
        arms::cited(class.row)
    )];
    lines.extend(arms::source(weapon.source).map(str::to_owned));
    lines.push(heading(if weapon.modes.len() == 1 { "Profile" } else { "Modes" }));
    lines.extend(weapon.modes.iter().map(arms::mode));
    let mut glossary = Glossary::default();
    glossary.weapon(weapon);
    let meanings = glossary.lines();
    if !meanings.is_empty() {
        lines.push(heading("What it means"));
        lines.extend(meanings);
    }
    lines.push(heading("Who carries it"));
    let names: Vec<String> = carriers(library, weapon)
        .map(|unit| format!("{} ({})", esc(&unit.name), unit.faction.name()))
        .collect();
    lines.push(if names.is_empty() { "nobody in the booklet".to_owned() } else { list(&names) });
    let footer = "Ranges: effective / long (−1 to hit) / extreme (−2)".to_owned();
    Sheet::new(&esc(&weapon.name), &lines, footer, NEUTRAL)
}
