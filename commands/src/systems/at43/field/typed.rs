//! `/at43 table` and `/at43 roll`: the table and the dice before it, in one line.

use gatemaster_discord::card::Card;
use gatemaster_discord::limits::EMBED_TEXT;
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::command::{Command, Field};
use gatemaster_rules::at43::state::Phase;
use serenity::all::{Attachment, CreateAutocompleteResponse};

use super::super::ask::{What, said_for};
use super::super::{doing_with, own_seat, state};
use super::places::laid;
use super::terrain::{KNOWN, as_typed, groups, plain};
use super::{
    agree_button, brief, form, is_alone, load, must_lay, page, picture, places, terrain, to_lay,
    words,
};
use crate::answer::{Answer, ChannelMessage, Reply};
use crate::desk::{Loaded, Which};
use crate::face::Hall;
use crate::offers::{choices, contains, here};
use crate::own_file::told_together;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::{Fault, Trouble};
use crate::words::esc;

/// Before the battle: roll for the mission and for who attacks, where dice decide them.
#[poise::command(slash_command)]
pub async fn roll(
    ctx: Ctx<'_>,
    #[description = "By hand: the faces in order"]
    #[max_length = 1000]
    dice: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/at43 roll", move |hall, request| async move {
        let outcome = brief::rolled(&hall, &request, &Which::Here, dice).await?;
        Ok(table::told(hall.systems, &outcome, &request).into())
    })
    .await
}

/// The table before round 1: describe it, agree to it, or see how it is described.
#[poise::command(slash_command, rename = "table")]
#[expect(clippy::too_many_arguments, reason = "the options of a command")]
pub async fn table(
    ctx: Ctx<'_>,
    #[description = "Terrain to add: 3 low walls; Bunker, Size 4; Hut, Size 2, 8/2"]
    #[autocomplete = "terrain_offered"]
    #[max_length = 2000]
    add: Option<String>,
    #[description = "Terrain to take off, by name: 2 low walls; Bunker"]
    #[autocomplete = "terrain_there"]
    #[max_length = 1000]
    remove: Option<String>,
    #[description = "Where places lie: Able: on the crossroads; Bravo: the ruin"]
    #[autocomplete = "places_there"]
    #[max_length = 4000]
    places: Option<String>,
    #[description = "Containers of the mission"]
    #[min = 0]
    #[max = 12]
    containers: Option<u8>,
    #[description = "Nanogenerators of the mission"]
    #[min = 0]
    #[max = 12]
    nanogenerators: Option<u8>,
    #[description = "Anything else, or a link to a picture; - for nothing"]
    #[max_length = 600]
    words: Option<String>,
    #[description = "A picture of it, shown to everybody"] picture: Option<Attachment>,
    #[description = "Agree to it"] agree: Option<bool>,
    #[description = "By hand: the faces in order"]
    #[max_length = 100]
    dice: Option<String>,
    #[description = "The organiser agrees for this side"]
    #[autocomplete = "crate::offers::taken_seats"]
    #[max_length = 100]
    fill: Option<String>,
) -> Result<(), Fault> {
    let said = Said { add, remove, places, containers, nanogenerators, words };
    run(ctx, "/at43 table", move |hall, request| async move {
        if let Some(side) = fill {
            return said_for(&hall, &request, &side, What::Table).await;
        }
        let describes = said != Said::default();
        if !describes && agree != Some(true) {
            return match picture {
                Some(picture) => picture::alone(&hall, &request, &picture).await,
                None => shown(&hall, &request).await,
            };
        }
        if let Some(made) = hall.desk.made_before(&request).await? {
            return Ok(table::told(hall.systems, &made, &request).into());
        }
        let (game, _) = load(&hall, &request, &Which::Here).await?;
        let picture = match &picture {
            Some(picture) => Some(picture::fetched(picture).await?),
            None => None,
        };
        let choose = |game: &Loaded| {
            let view = state(game)?;
            must_lay(view)?;
            let command = if describes {
                // one line may say both: how it is, and that it stands like that
                let alone = is_alone(game) && agree != Some(true);
                to_lay(game, &request, view, said.upon(view)?, alone)?
            } else {
                Command::AgreeField { seat: own_seat(game, &request)? }
            };
            Ok(doing_with(command, dice))
        };
        let which = Which::At(game.id.clone(), game.seq);
        // what is half written on the private page stays, and is told to be about another table
        let outcome = hall.desk.act(&request, &which, choose).await?;
        let mut told = table::told(hall.systems, &outcome, &request);
        told.elsewhere.extend(
            picture.map(|file| {
                ChannelMessage::new(outcome.game.channel, picture::card(&request, file))
            }),
        );
        Ok(told.into())
    })
    .await
}

/// The table as it is described, or was; for whoever asks alone.
async fn shown(hall: &Hall, request: &Request) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &Which::LastHere).await?;
    let view = state(&game)?;
    let Some(mission) = &view.mission else {
        return Err(Trouble::refused(
            "The mission is not known yet: a die picks it. `/at43 roll` throws it.",
        ));
    };
    let text = words::described(view, &view.field, EMBED_TEXT - 100);
    let card = Card { title: format!("The table for {}", esc(&mission.name)), ..Card::text(text) };
    let own = own_seat(&game, request).is_ok();
    let row = if view.phase == Phase::Laying && own {
        vec![agree_button(&game, view), page::open_button(&game)]
    } else {
        Vec::new()
    };
    Ok(Answer::private(card.with_row(row)).into())
}

/// What is left out stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Said {
    add: Option<String>,
    remove: Option<String>,
    places: Option<String>,
    containers: Option<u8>,
    nanogenerators: Option<u8>,
    words: Option<String>,
}

impl Said {
    /// The description with this changed, or everything that is wrong with what was said.
    fn upon(&self, view: &View) -> Result<Field, Trouble> {
        let mut field = view.field.clone();
        let mut faults = Vec::new();
        if let Some(text) = &self.remove {
            match terrain::without(&field.elements, text) {
                Ok(left) => field.elements = left,
                Err(wrong) => faults.extend(wrong),
            }
        }
        if let Some(text) = &self.add {
            match terrain::read(text) {
                Ok(more) => field.elements.extend(more),
                Err(wrong) => faults.extend(wrong),
            }
        }
        if let (Some(text), Some(mission)) = (&self.places, &view.mission) {
            faults.extend(places::read(mission, &mut field, text).err().into_iter().flatten());
        }
        field.containers = self.containers.or(field.containers);
        field.nanogenerators = self.nanogenerators.or(field.nanogenerators);
        if let Some(text) = &self.words {
            match form::words(text.trim().trim_matches('-')) {
                Ok(words) => field.words = words,
                Err(wrong) => faults.push(wrong),
            }
        }
        if faults.is_empty() {
            return Ok(field);
        }
        Err(Trouble::first(told_together("What you wrote has", "so nothing was changed", &faults)))
    }
}

async fn view_here(ctx: Ctx<'_>) -> Option<View> {
    state(&here(ctx).await?).ok().cloned()
}

/// The last of several things apart by semicolons.
fn one_more(offers: Vec<String>, typed: &str) -> CreateAutocompleteResponse {
    let (before, last) = match typed.rsplit_once(';') {
        Some((before, last)) => (format!("{}; ", before.trim_end()), last),
        None => (String::new(), typed),
    };
    let fitting = offers.into_iter().filter(|offer| contains(offer, last));
    choices(fitting.map(|offer| {
        let whole = format!("{before}{offer}");
        (whole.clone(), whole)
    }))
}

#[expect(clippy::unused_async, reason = "suggestions are asked for like this")]
async fn terrain_offered(_: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let known = KNOWN.into_iter().filter_map(plain).map(|laid| laid.name);
    let mut offers: Vec<String> = known.collect();
    offers.extend(["Bunker, Size 4", "House, Size 5", "Hut, Size 2, 8/2"].map(str::to_owned));
    one_more(offers, typed)
}

async fn terrain_there(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(view) = view_here(ctx).await else { return CreateAutocompleteResponse::new() };
    let groups = groups(&view.field.elements);
    one_more(groups.iter().map(|(laid, number)| as_typed(laid, *number)).collect(), typed)
}

async fn places_there(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(view) = view_here(ctx).await else { return CreateAutocompleteResponse::new() };
    let Some(mission) = &view.mission else { return CreateAutocompleteResponse::new() };
    let places = laid(mission, &view.field);
    one_more(
        places.iter().map(|place| format!("{}: {}", place.spec.name, place.lies)).collect(),
        typed,
    )
}
