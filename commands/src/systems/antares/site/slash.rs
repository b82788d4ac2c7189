//! `/building`: what stands on the table of this channel's battle.

use gatemaster_discord::card::Card;
use gatemaster_rules::antares::buildings::{Interior, Roof, Size};
use gatemaster_rules::game;

use super::super::force::setup;
use super::changes::BuildingChanges;
use super::ground::{added, called, changed, lobby, removed};
use super::listing::described;
use super::offers::{buildings, links, zones};
use super::own_list;
use crate::answer::{Answer, Reply};
use crate::desk::{ActionWithDice, Loaded, Which};
use crate::face::Hall;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::{Fault, Trouble};
use crate::words::esc;

/// Sizes as Discord offers them.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum SizeChoice {
    #[name = "standard"]
    Standard,
    #[name = "small"]
    Small,
    #[name = "very small"]
    VerySmall,
}

impl From<SizeChoice> for Size {
    fn from(choice: SizeChoice) -> Self {
        match choice {
            SizeChoice::Standard => Size::Standard,
            SizeChoice::Small => Size::Small,
            SizeChoice::VerySmall => Size::VerySmall,
        }
    }
}

/// Roofs as Discord offers them.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum RoofChoice {
    #[name = "nobody can stand on it"]
    None,
    #[name = "flat"]
    Flat,
    #[name = "flat with a parapet"]
    Parapet,
}

impl From<RoofChoice> for Roof {
    fn from(choice: RoofChoice) -> Self {
        match choice {
            RoofChoice::None => Roof::None,
            RoofChoice::Flat => Roof::Flat,
            RoofChoice::Parapet => Roof::Parapet,
        }
    }
}

/// Interiors as Discord offers them.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum InteriorChoice {
    #[name = "closed: units inside are off the table"]
    Closed,
    #[name = "modelled inside: rooms and walls to play in"]
    Modelled,
    #[name = "large hall"]
    Hall,
    #[name = "large hall with room for overhead fire"]
    HighHall,
}

impl From<InteriorChoice> for Interior {
    fn from(choice: InteriorChoice) -> Self {
        match choice {
            InteriorChoice::Closed => Interior::Closed,
            InteriorChoice::Modelled => Interior::Modelled,
            InteriorChoice::Hall => Interior::Hall { overhead: false },
            InteriorChoice::HighHall => Interior::Hall { overhead: true },
        }
    }
}

/// The buildings on the table of this channel's battle.
#[poise::command(
    slash_command,
    subcommands("add", "list", "change", "remove"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn building(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Put a building on the table; once the battle runs, the other side is asked.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "the options of a command")]
async fn add(
    ctx: Ctx<'_>,
    #[description = "What it is called"]
    #[max_length = 32]
    name: String,
    #[description = "How large; standard if you leave this out"] size: Option<SizeChoice>,
    #[description = "Storeys inside, the roof not counted; 1 if you leave this out"]
    #[min = 1]
    #[max = 12]
    storeys: Option<u8>,
    #[description = "Blocks side by side; 1 if you leave this out"]
    #[min = 1]
    #[max = 4]
    blocks: Option<u8>,
    #[description = "Its roof; nobody can stand on it if you leave this out"] roof: Option<
        RoofChoice,
    >,
    #[description = "Stairs or ramps outside, to every level"] stairs: Option<bool>,
    #[description = "Instant transporters: buildings between commas; its own name joins its blocks"]
    #[autocomplete = "links"]
    #[max_length = 500]
    links: Option<String>,
    #[description = "Damage value; 20 and 5 a storey above the third; 0 cannot be brought down"]
    #[min = 0]
    #[max = 200]
    damage: Option<u32>,
    #[description = "What its walls add to Res; 2 if you leave this out"]
    #[min = 0]
    #[max = 3]
    cover: Option<u8>,
    #[description = "The side in whose deployment zone it wholly lies"]
    #[autocomplete = "zones"]
    #[max_length = 100]
    zone: Option<String>,
    #[description = "What it is like inside; closed if you leave this out"] interior: Option<
        InteriorChoice,
    >,
) -> Result<(), Fault> {
    let changes = BuildingChanges {
        name: Some(name),
        size: size.map(Size::from),
        storeys,
        blocks,
        roof: roof.map(Roof::from),
        stairs,
        damage,
        cover,
        interior: interior.map(Interior::from),
        zone,
        links,
    };
    run(ctx, "/building add", move |hall, request| async move {
        work(&hall, &request, |game| {
            let (doing, plan) = added(game, &request, &changes, Vec::new())?;
            let described = described(&game.table, &plan);
            Ok((doing, format!("put {} on the table: {described}", esc(&plan.name))))
        })
        .await
    })
    .await
}

/// All buildings: what they are like, who is inside, and how much room is left.
#[poise::command(slash_command)]
async fn list(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/building list", move |hall, request| async move {
        let game = hall.desk.load(&request, &Which::LastHere).await?;
        if let game::Setup::Bag(_) | game::Setup::DiceGame(_) = &game.table.setup {
            // refused in its own words
            setup(&game)?;
        }
        Ok(Answer::private(own_list(&game, &request, 0)).into())
    })
    .await
}

/// Change a building before the battle; what you leave out stays as it is.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "the options of a command")]
async fn change(
    ctx: Ctx<'_>,
    #[description = "Which building"]
    #[autocomplete = "buildings"]
    #[max_length = 100]
    name: String,
    #[description = "What it is called from now on"]
    #[max_length = 32]
    rename: Option<String>,
    #[description = "How large"] size: Option<SizeChoice>,
    #[description = "Storeys inside, the roof not counted"]
    #[min = 1]
    #[max = 12]
    storeys: Option<u8>,
    #[description = "Blocks side by side"]
    #[min = 1]
    #[max = 4]
    blocks: Option<u8>,
    #[description = "Its roof"] roof: Option<RoofChoice>,
    #[description = "Stairs or ramps outside, to every level"] stairs: Option<bool>,
    #[description = "Instant transporters: buildings between commas, or none"]
    #[autocomplete = "links"]
    #[max_length = 500]
    links: Option<String>,
    #[description = "Damage value; 0 cannot be brought down"]
    #[min = 0]
    #[max = 200]
    damage: Option<u32>,
    #[description = "What its walls add to Res"]
    #[min = 0]
    #[max = 3]
    cover: Option<u8>,
    #[description = "The side in whose deployment zone it wholly lies, or none"]
    #[autocomplete = "zones"]
    #[max_length = 100]
    zone: Option<String>,
    #[description = "What it is like inside"] interior: Option<InteriorChoice>,
) -> Result<(), Fault> {
    let changes = BuildingChanges {
        name: rename,
        size: size.map(Size::from),
        storeys,
        blocks,
        roof: roof.map(Roof::from),
        stairs,
        damage,
        cover,
        interior: interior.map(Interior::from),
        zone,
        links,
    };
    run(ctx, "/building change", move |hall, request| async move {
        work(&hall, &request, |game| {
            let buildings = &lobby(game)?.buildings;
            let place = called(buildings, &name)?;
            if changes.is_empty() {
                return Err(Trouble::refused(
                    "Say what to change: `/building change name:Tower storeys:3`, for one.",
                ));
            }
            let old = &buildings[place];
            let (doing, plan) = changed(game, &request, place, old, &changes, Vec::new())?;
            let described = described(&game.table, &plan);
            Ok((doing, format!("changed {}: {described}", esc(&plan.name))))
        })
        .await
    })
    .await
}

/// Take a building off the table; once the battle runs, the other side is asked.
#[poise::command(slash_command)]
async fn remove(
    ctx: Ctx<'_>,
    #[description = "Which building"]
    #[autocomplete = "buildings"]
    #[max_length = 100]
    name: String,
) -> Result<(), Fault> {
    run(ctx, "/building remove", move |hall, request| async move {
        work(&hall, &request, |game| {
            let (doing, gone) = removed(game, &request, &name)?;
            Ok((doing, format!("took {} off the table", esc(&gone))))
        })
        .await
    })
    .await
}

/// One change of the buildings: in the lobby told in a line, while the battle runs like any correction.
async fn work(
    hall: &Hall,
    request: &Request,
    build: impl FnOnce(&Loaded) -> Result<(ActionWithDice, String), Trouble> + Send,
) -> Result<Reply, Trouble> {
    let mut done = None;
    let outcome = hall
        .desk
        .act(request, &Which::Here, |game| {
            let (doing, what) = build(game)?;
            done = lobby(game).is_ok().then_some(what);
            Ok(doing)
        })
        .await?;
    let Some(what) = done else { return Ok(table::told(hall.systems, &outcome, request).into()) };
    let line = format!("{} {what}.", esc(&request.actor.player.name));
    let changed = Some(outcome.game.id.clone());
    Ok(Answer { changed, ..Answer::public(Card::line(line)) }.into())
}
