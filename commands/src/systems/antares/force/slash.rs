//! `/force`: the forces of this channel's battle, before it begins.

use gatemaster_discord::card::Card;
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::roster::{self, MAX_LIST};
use gatemaster_rules::antares::setup::{MAX_POINTS_LIMIT, SideSetup};
use gatemaster_rules::antares::state::Options;
use gatemaster_rules::colour::Colour;
use gatemaster_rules::ids::Seat;
use serenity::all::Attachment;

use super::library::library;
use super::lobby::agreed;
use super::offers::{sides, units_here, units_to_add};
use super::sides::{
    Change, as_it_is, may_change, meant, missing, named, read, sample as sample_of, setup,
    side as side_at, step,
};
use super::single::{added, renamed, side_with, taken_out, unit_called, unit_of};
use crate::answer::{Answer, NewBoard, Reply};
use crate::desk::{Loaded, Which};
use crate::face::Hall;
use crate::own_file::text_of;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::table::{self, NEUTRAL};
use crate::trouble::{Fault, Trouble};
use crate::words::{count, esc, seat_text};

/// The forces of the booklet as Discord offers them.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum ForceChoice {
    #[name = "Concord"]
    Concord,
    #[name = "Algoryn"]
    Algoryn,
    #[name = "Boromite"]
    Boromite,
    #[name = "Freeborn"]
    Freeborn,
    #[name = "Isorian"]
    Isorian,
    #[name = "Ghar"]
    Ghar,
}

impl From<ForceChoice> for Faction {
    fn from(choice: ForceChoice) -> Self {
        match choice {
            ForceChoice::Concord => Faction::Concord,
            ForceChoice::Algoryn => Faction::Algoryn,
            ForceChoice::Boromite => Faction::Boromite,
            ForceChoice::Freeborn => Faction::Freeborn,
            ForceChoice::Isorian => Faction::Isorian,
            ForceChoice::Ghar => Faction::Ghar,
        }
    }
}

/// The colours of dice as Discord offers them.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum ColourChoice {
    #[name = "red"]
    Red,
    #[name = "blue"]
    Blue,
    #[name = "green"]
    Green,
    #[name = "yellow"]
    Yellow,
    #[name = "purple"]
    Purple,
    #[name = "orange"]
    Orange,
    #[name = "white"]
    White,
    #[name = "black"]
    Black,
    #[name = "brown"]
    Brown,
}

impl From<ColourChoice> for Colour {
    fn from(choice: ColourChoice) -> Self {
        match choice {
            ColourChoice::Red => Colour::Red,
            ColourChoice::Blue => Colour::Blue,
            ColourChoice::Green => Colour::Green,
            ColourChoice::Yellow => Colour::Yellow,
            ColourChoice::Purple => Colour::Purple,
            ColourChoice::Orange => Colour::Orange,
            ColourChoice::White => Colour::White,
            ColourChoice::Black => Colour::Black,
            ColourChoice::Brown => Colour::Brown,
        }
    }
}

/// What each side of this channel's battle fields, before it begins.
#[poise::command(
    slash_command,
    subcommands("sample", "add", "remove", "rename", "side", "list", "options", "show_"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn force(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Field a whole sample force of the booklet.
#[poise::command(slash_command)]
pub async fn sample(
    ctx: Ctx<'_>,
    #[description = "Which force"] force: ForceChoice,
    #[description = "For which side; your own if you leave this out"]
    #[autocomplete = "sides"]
    #[max_length = 100]
    side: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/force sample", move |hall, request| async move {
        let faction = Faction::from(force);
        change(&hall, &request, Whose::Side(side), |library, _, seat| {
            let what = format!("the {} sample force", faction.name());
            Ok((Change::of(seat, sample_of(library, faction)?), what))
        })
        .await
    })
    .await
}

/// Add a unit to a force, or several of it.
#[poise::command(slash_command)]
pub async fn add(
    ctx: Ctx<'_>,
    #[description = "Which unit; this server's own are there as well"]
    #[autocomplete = "units_to_add"]
    #[max_length = 100]
    unit: String,
    #[description = "A name of its own, such as Strike-1"]
    #[max_length = 32]
    name: Option<String>,
    #[description = "How many; one if you leave this out"]
    #[min = 1]
    #[max = 20]
    count: Option<u8>,
    #[description = "For which side; your own if you leave this out"]
    #[autocomplete = "sides"]
    #[max_length = 100]
    side: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/force add", move |hall, request| async move {
        let number = usize::from(count.unwrap_or(1));
        change(&hall, &request, Whose::Side(side), |library, before, seat| {
            let profile = unit_called(library, before, &unit)?;
            let change = added(before, seat, profile, name.as_deref(), number)?;
            let what = match number {
                1 => format!("{} more", esc(&profile.name)),
                _ => format!("{number} × {} more", esc(&profile.name)),
            };
            Ok((change, what))
        })
        .await
    })
    .await
}

/// Take a unit out of a force.
#[poise::command(slash_command)]
pub async fn remove(
    ctx: Ctx<'_>,
    #[description = "Which unit"]
    #[autocomplete = "units_here"]
    #[max_length = 100]
    unit: String,
) -> Result<(), Fault> {
    run(ctx, "/force remove", move |hall, request| async move {
        change(&hall, &request, Whose::Unit(unit.clone()), |_, before, seat| {
            let what = format!("{} taken out", esc(&unit_of(before, &unit)?.name));
            Ok((taken_out(before, seat, &unit)?, what))
        })
        .await
    })
    .await
}

/// Give a unit a name of its own.
#[poise::command(slash_command)]
pub async fn rename(
    ctx: Ctx<'_>,
    #[description = "Which unit"]
    #[autocomplete = "units_here"]
    #[max_length = 100]
    unit: String,
    #[description = "Its name in this battle, such as Strike-1"]
    #[max_length = 32]
    name: String,
) -> Result<(), Fault> {
    run(ctx, "/force rename", move |hall, request| async move {
        change(&hall, &request, Whose::Unit(unit.clone()), |_, before, seat| {
            let (old, new) = (esc(&unit_of(before, &unit)?.name), esc(&named(&name)?));
            let what = format!("{old} is called {new} now");
            Ok((renamed(before, seat, &unit, &name)?, what))
        })
        .await
    })
    .await
}

/// Name a side, or change the colour of its dice.
#[poise::command(slash_command)]
pub async fn side(
    ctx: Ctx<'_>,
    #[description = "What it is called in this battle"]
    #[max_length = 32]
    name: Option<String>,
    #[description = "The colour of its dice"] colour: Option<ColourChoice>,
    #[description = "Which side; your own if you leave this out"]
    #[autocomplete = "sides"]
    #[max_length = 100]
    side: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/force side", move |hall, request| async move {
        if name.is_none() && colour.is_none() {
            return Err(Trouble::refused(
                "Say what to change: `/force side name:The Iron Fist`, or `colour:green`, or both.",
            ));
        }
        change(&hall, &request, Whose::Side(side), |_, before, seat| {
            let what = match (&name, colour) {
                (Some(_), None) => "a new name",
                (None, _) => "another colour",
                (Some(_), Some(_)) => "a new name and colour",
            };
            let change = Change {
                name: name.as_deref().map(named).transpose()?,
                colour: colour.map(Colour::from),
                ..Change::of(seat, as_it_is(before))
            };
            Ok((change, what.to_owned()))
        })
        .await
    })
    .await
}

/// Field an army list, pasted or attached; without one, see the list as it is.
#[poise::command(slash_command)]
pub async fn list(
    ctx: Ctx<'_>,
    #[description = "Units between commas: Force: Algoryn, 2x AI Squad, Hammer: AI Mag Cannon Team"]
    #[max_length = 6000]
    text: Option<String>,
    #[description = "A text file with one unit a line"] file: Option<Attachment>,
    #[description = "For which side; your own if you leave this out"]
    #[autocomplete = "sides"]
    #[max_length = 100]
    side: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/force list", move |hall, request| async move {
        let text = match (text, file) {
            (Some(_), Some(_)) => {
                return Err(Trouble::refused(
                    "Give the list as text or as a file, not both at once.",
                ));
            }
            (None, None) => return written(&hall, &request, side.as_deref()).await,
            (Some(text), None) => text,
            (None, Some(file)) => text_of(&file, MAX_LIST).await?,
        };
        change(&hall, &request, Whose::Side(side), |library, _, seat| {
            Ok((Change::of(seat, read(library, &text)?), "a list of its own".to_owned()))
        })
        .await
    })
    .await
}

/// What the players agree on beside their forces.
#[poise::command(slash_command)]
pub async fn options(
    ctx: Ctx<'_>,
    #[description = "All models are on the table already; nothing is placed by drawn dice"]
    deployed: Option<bool>,
    #[description = "House rule: weapons reach effective range only"] effective_range_only: Option<
        bool,
    >,
    #[description = "The whole table lies inside something huge: no overhead fire"] indoors: Option<
        bool,
    >,
    #[description = "The points that each side may spend; 0 for no limit"]
    #[min = 0]
    #[max = 99999]
    points: Option<u32>,
) -> Result<(), Fault> {
    run(ctx, "/force options", move |hall, request| async move {
        let game = hall.desk.load(&request, &Which::Here).await?;
        let asks = deployed.is_none() && effective_range_only.is_none() && indoors.is_none();
        if asks && points.is_none() {
            return Ok(Answer::private(Card::line(agreed(setup(&game)?))).into());
        }
        let outcome = hall
            .desk
            .act(&request, &Which::Here, |game| {
                let before = setup(game)?;
                let mut after = before.clone();
                let old = before.options;
                let old = deployed.map_or(old, |deployed| old.deployed(deployed));
                after.options = Options {
                    effective_range_only: effective_range_only.unwrap_or(old.effective_range_only),
                    indoors: indoors.unwrap_or(old.indoors),
                    ..old
                };
                if let Some(limit) = points {
                    let limit = limit.min(MAX_POINTS_LIMIT);
                    after.points_limit = (limit > 0).then_some(limit);
                }
                step(before, after)
            })
            .await?;
        let agreed = agreed(setup(&outcome.game)?);
        let line = format!("{} set how it is played: {agreed}", esc(&request.actor.player.name));
        Ok(public(&outcome.game, line).into())
    })
    .await
}

/// Show both forces; the latest board shown stays live.
#[poise::command(slash_command, rename = "show")]
pub async fn show_(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/force show", move |hall, request| async move {
        let game = hall.desk.load(&request, &Which::Here).await?;
        setup(&game)?;
        if !game.table.belongs(request.user()) && !request.actor.manager {
            return Ok(Answer::private(table::board(hall.systems, &game)).into());
        }
        let card = table::board(hall.systems, &game);
        let board = Some(NewBoard { game, pin: false });
        Ok(Answer { board, ..Answer::public(card) }.into())
    })
    .await
}

/// Whose force is meant.
enum Whose {
    /// The side of this name; the asker's own without one.
    Side(Option<String>),
    /// The side that has this unit.
    Unit(String),
}

/// Changes one side of this channel's battle, and tells everybody what came of it.
async fn change(
    hall: &Hall,
    request: &Request,
    whose: Whose,
    build: impl FnOnce(&Library, &SideSetup, Seat) -> Result<(Change, String), Trouble> + Send,
) -> Result<Reply, Trouble> {
    let library = library(&hall.desk.store, request.guild).await?;
    let mut done = None;
    let outcome = hall
        .desk
        .act(request, &Which::Here, |game| {
            let setup = setup(game)?;
            let seat = match whose {
                Whose::Side(side) => meant(&game.table, request, side.as_deref())?,
                Whose::Unit(unit) => side_with(setup, &unit)?,
            };
            may_change(game, request, seat)?;
            let (change, what) = build(&library, side_at(setup, seat)?, seat)?;
            done = Some((seat, what));
            change.doing(game, request, &library)
        })
        .await?;
    Ok(match done {
        Some((seat, what)) => told(&outcome.game, request, seat, &what)?,
        None => table::told(hall.systems, &outcome, request),
    }
    .into())
}

/// "Ann set 🔴 Algoryn: 2 × AI Squad more, 8 units in all."
fn told(game: &Loaded, request: &Request, seat: Seat, what: &str) -> Result<Answer, Trouble> {
    let setup = setup(game)?;
    let units = u32::try_from(side_at(setup, seat)?.units.len()).unwrap_or(u32::MAX);
    let mut line = format!(
        "{} set {}: {what}, {} in all.",
        esc(&request.actor.player.name),
        seat_text(&game.table, seat),
        count(units, "unit", "units")
    );
    if let Some(missing) = missing(setup) {
        line = format!("{line}\n{missing}");
    }
    Ok(public(game, line))
}

fn public(game: &Loaded, line: String) -> Answer {
    Answer { changed: Some(game.id.clone()), ..Answer::public(Card::line(line)) }
}

/// A side's force as a list that can be copied, changed and given back.
async fn written(hall: &Hall, request: &Request, named: Option<&str>) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &Which::Here).await?;
    let seat = meant(&game.table, request, named)?;
    let list = roster::text(side_at(setup(&game)?, seat)?);
    let card = Card {
        title: format!("{} as a list", seat_text(&game.table, seat)),
        text: format!("```text\n{}```", list.replace('`', "ˋ")),
        footer: "Change it, then give it back: /force list, or “Edit my list…” on the board"
            .to_owned(),
        colour: Some(NEUTRAL),
        ..Card::default()
    };
    Ok(Answer::private(card).into())
}
