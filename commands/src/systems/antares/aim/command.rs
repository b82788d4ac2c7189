//! `/shoot`: a whole shot in one line.

use gatemaster_discord::card::Card;
use gatemaster_rules::antares::arms::targets as models_of;
use gatemaster_rules::antares::buildings::Facing;
use gatemaster_rules::antares::command::{Command, Intervening, Mark};
use gatemaster_rules::antares::flow::Task;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{Unit, UnitId};
use gatemaster_rules::antares::{State, label, question};
use gatemaster_rules::ids::Seq;
use gatemaster_rules::table::Action;
use serenity::all::{CreateAutocompleteResponse, ResolvedValue};

use super::draft::Draft;
use super::habits::{self, Habits};
use super::target::Target;
use super::typed::{How, Ready, Shooting, Typed, distance, find_target, helpers, shooting};
use super::{circumstances, controls, outlook};
use crate::answer::{Answer, Reply};
use crate::desk::{Loaded, Outcome, Which};
use crate::face::Hall;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::systems::antares::{doing, doing_with, holds, play_here, state};
use crate::trouble::{Fault, Trouble};
use crate::{offers, table};

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum CoverChoice {
    #[name = "+1"]
    One,
    #[name = "+2"]
    Two,
}

impl CoverChoice {
    fn bonus(self) -> u8 {
        match self {
            CoverChoice::One => 1,
            CoverChoice::Two => 2,
        }
    }
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum BetweenChoice {
    #[name = "an obstacle"]
    Obstacle,
    #[name = "light terrain"]
    LightTerrain,
}

impl From<BetweenChoice> for Intervening {
    fn from(between: BetweenChoice) -> Self {
        match between {
            BetweenChoice::Obstacle => Intervening::Obstacle,
            BetweenChoice::LightTerrain => Intervening::LightTerrain,
        }
    }
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum SideChoice {
    #[name = "front"]
    Front,
    #[name = "right"]
    Right,
    #[name = "back"]
    Back,
    #[name = "left"]
    Left,
}

impl From<SideChoice> for Facing {
    fn from(side: SideChoice) -> Self {
        match side {
            SideChoice::Front => Facing::Front,
            SideChoice::Right => Facing::Right,
            SideChoice::Back => Facing::Back,
            SideChoice::Left => Facing::Left,
        }
    }
}

/// Shoot with the unit that acts, from its ambush, or with a fresh Fire order.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild|BotDm")]
#[expect(clippy::too_many_arguments, reason = "what people see at the table, each by itself")]
pub async fn shoot(
    ctx: Ctx<'_>,
    #[description = "How far it is in inches, such as 18 or 17.5"]
    #[max_length = 20]
    range: String,
    #[description = "Who is shot at; without a target the acting unit fires its overhead weapons blind"]
    #[autocomplete = "enemies"]
    #[max_length = 100]
    target: Option<String>,
    #[description = "Who shoots; with a drawn die it gets the Fire order first"]
    #[autocomplete = "units"]
    #[max_length = 100]
    unit: Option<String>,
    #[description = "With what; as the last time if you leave this out"]
    #[autocomplete = "ways"]
    #[max_length = 100]
    weapons: Option<String>,
    #[description = "The target's cover"] cover: Option<CoverChoice>,
    #[description = "What lies between"] between: Option<BetweenChoice>,
    #[description = "Nothing is rolled: shows you alone what it needs and promises"]
    preview: Option<bool>,
    #[description = "Rolled by hand: the faces in order"]
    #[max_length = 1000]
    dice: Option<String>,
    #[description = "A batter shield is in the way"] shield: Option<bool>,
    #[description = "The target is in a building"] building: Option<bool>,
    #[description = "Outside the front arc of a heavy weapon"] arc: Option<bool>,
    #[description = "Who shoots, if not everybody: 3 of plasma carbine, Leader"]
    #[autocomplete = "own_models"]
    #[max_length = 300]
    shooters: Option<String>,
    #[description = "Models in cover, if not all: Trooper 2, Leader"]
    #[autocomplete = "their_models"]
    #[max_length = 300]
    cover_models: Option<String>,
    #[description = "Models that nobody sees: Trooper 2, Leader"]
    #[autocomplete = "their_models"]
    #[max_length = 300]
    hidden: Option<String>,
    #[description = "Models behind others of their unit: Trooper 2, Leader"]
    #[autocomplete = "their_models"]
    #[max_length = 300]
    behind: Option<String>,
    #[description = "Models under the template, if not all: Trooper 2, Leader"]
    #[autocomplete = "their_models"]
    #[max_length = 300]
    under: Option<String>,
    #[description = "Whether the unit's own spotter drone sees the target; yes if you leave this out"]
    spotter: Option<bool>,
    #[description = "Overhead fire: the unit whose spotter drone lends its eyes"]
    #[autocomplete = "lenders"]
    #[max_length = 100]
    eyes: Option<String>,
    #[description = "What helps in the test of the Fire order: a commander, or soma grafts"]
    #[autocomplete = "help_offers"]
    #[max_length = 100]
    help: Option<String>,
    #[description = "Split fire: whom the weapons that are not under shooters shoot at"]
    #[autocomplete = "other_enemies"]
    #[max_length = 100]
    second_target: Option<String>,
    #[description = "How far the second target is; the same if you leave this out"]
    #[max_length = 20]
    second_range: Option<String>,
    #[description = "Out of a building: how many openings look that way; enough for all if you leave this out"]
    #[min = 1]
    #[max = 20]
    openings: Option<u8>,
    #[description = "Out of a building: the side it goes out of"] side: Option<SideChoice>,
    #[description = "Split fire out of a building: the side for the second target"]
    second_side: Option<SideChoice>,
    #[description = "The target's parapet is not in the way, so it has no cover from it"]
    past_parapet: Option<bool>,
) -> Result<(), Fault> {
    let blind = target.is_none();
    let typed = Typed {
        target: target.unwrap_or_default(),
        range,
        unit,
        weapons,
        cover: cover.map(CoverChoice::bonus),
        between: between.map(Intervening::from).unwrap_or_default(),
        shield: shield.unwrap_or(false),
        building: building.unwrap_or(false),
        arc: arc.unwrap_or(false),
        spotter_blind: spotter == Some(false),
        eyes,
        cover_models,
        hidden,
        behind,
        under,
        shooters,
        second_target,
        second_range,
        help,
        openings,
        side: side.map(Facing::from),
        second_side: second_side.map(Facing::from),
        past_parapet: past_parapet.unwrap_or(false),
    };
    run(ctx, "/shoot", move |hall, request| async move {
        if blind {
            return Box::pin(fire_blind(&hall, &request, &typed, preview, dice)).await;
        }
        Box::pin(fire(&hall, &request, &typed, preview.unwrap_or(false), dice)).await
    })
    .await
}

/// Overhead fire at a place that nobody sees (A-OVH-7).
async fn fire_blind(
    hall: &Hall,
    request: &Request,
    typed: &Typed,
    preview: Option<bool>,
    dice: Option<String>,
) -> Result<Reply, Trouble> {
    let aimed = [&typed.unit, &typed.weapons, &typed.shooters, &typed.second_target];
    if preview.is_some() || aimed.into_iter().any(Option::is_some) {
        return Err(Trouble::refused(
            "Say who is the `target`. Blind fire has none, and takes `range` alone.",
        ));
    }
    play_here(hall, request, dice, |state| {
        let range = distance(&typed.range)?;
        let unit = question::unit_options(state).and_then(|doing| state.unit(doing.unit));
        let uses = unit.map(|unit| question::blind_uses(state, unit)).unwrap_or_default();
        if uses.is_empty() {
            return Err(Trouble::refused(
                "Say who is the `target`. Without one, a unit with a Fire order fires overhead weapons blind, and none \
                 does so now.",
            ));
        }
        Ok(Command::FireBlind { range, uses })
    })
    .await
}

async fn fire(
    hall: &Hall,
    request: &Request,
    typed: &Typed,
    preview: bool,
    dice: Option<String>,
) -> Result<Reply, Trouble> {
    if let Some(made) = hall.desk.made_before(request).await? {
        return Ok(table::told(hall.systems, &made, request).into());
    }
    let game = hall.desk.load(request, &Which::Here).await?;
    let battle = state(&game)?;
    let seat = shooting(battle)?.seat;
    if !preview {
        holds(&game, request, seat)?;
    }
    let store = &hall.desk.store;
    let habits = habits::load(store, &game.id, request.user().0).await;
    let ready = typed.read(battle, game.at, &habits)?;
    if preview {
        return looked_at(battle, &ready).await;
    }
    let outcome = Box::pin(act(hall, request, &game, &ready, dice)).await?;
    let (unit, user) = (ready.draft.unit, request.user().0);
    habits::remember(store, (&game.id, battle), user, unit, &ready.salvo).await;
    Ok(table::told(hall.systems, &outcome, request).into())
}

/// The numbers, for the asker alone.
async fn looked_at(state: &State, ready: &Ready) -> Result<Reply, Trouble> {
    let mut then = state.clone();
    let mut notes = Vec::new();
    let shooter = then.units.get_mut(ready.draft.unit.index());
    if let (Some(Command::Order(_)), Some(unit)) = (&ready.order, shooter)
        && unit.pins > 0
    {
        unit.pins -= 1;
        notes.push(
            "The order test comes first; these are the numbers after it is passed, with a pin less."
                .to_owned(),
        );
    }
    let outlooks = outlook::outlooks_of(&then, &ready.draft).await?;
    let text = controls::text(&then, &ready.draft, &outlooks, None, &notes);
    Ok(Answer::private(Card::line(text)).into())
}

/// The order where one is needed, and the shot if it is carried out as given.
async fn act(
    hall: &Hall,
    request: &Request,
    game: &Loaded,
    ready: &Ready,
    dice: Option<String>,
) -> Result<Outcome, Trouble> {
    let steps: Vec<&Command> = ready.order.iter().chain([&ready.command]).collect();
    let mut dealt = match dice {
        None => vec![None; steps.len()],
        Some(text) => {
            let actions: Vec<Action> =
                steps.iter().map(|command| doing((*command).clone()).action).collect();
            hall.desk.deal(request, game, &actions, &text)?
        }
    }
    .into_iter();
    let which = Which::At(game.id.clone(), game.seq);
    let first = doing_with(steps[0].clone(), dealt.next().flatten());
    let outcome = hall.desk.act(request, &which, |_| Ok(first)).await?;
    if ready.order.is_none() || !fires(&outcome.game, ready.draft.unit) {
        return Ok(outcome);
    }
    let which = Which::At(game.id.clone(), outcome.game.seq);
    let second = doing_with(ready.command.clone(), dealt.next().flatten());
    // a step of its own: this interaction has made the order already
    let later = request.without_interaction();
    match hall.desk.act(&later, &which, |_| Ok(second)).await {
        Ok(next) => Ok(outcome.followed_by(next)),
        // somebody was quicker; the order stands, and is told
        Err(trouble) => {
            let (game, trouble) = (&game.id, trouble.in_short());
            tracing::warn!(game, trouble, "an order was given, and its shot was not made");
            Ok(outcome)
        }
    }
}

/// The order was carried out as it was given.
fn fires(game: &Loaded, unit: UnitId) -> bool {
    state(game).is_ok_and(|state| {
        let acting = state.flow.acting;
        state.flow.tasks.last() == Some(&Task::Act)
            && acting.is_some_and(|acting| acting.unit == unit && acting.order == Order::Fire)
    })
}

/// What has been typed of the command so far.
struct PartialCommand {
    game: Loaded,
    user: u64,
}

impl PartialCommand {
    async fn of(ctx: Ctx<'_>) -> Option<Self> {
        let game = offers::here(ctx).await?;
        Some(Self { game, user: ctx.interaction.user.id.get() })
    }

    fn state(&self) -> Option<&State> {
        state(&self.game).ok()
    }

    fn shooting(&self) -> Option<Shooting> {
        shooting(self.state()?).ok()
    }

    fn unit(&self, ctx: Ctx<'_>) -> Option<UnitId> {
        self.shooting()?.unit(self.state()?, given(ctx, "unit").as_deref()).ok()
    }

    fn target(&self, ctx: Ctx<'_>) -> Option<Target> {
        let (state, shooting) = (self.state()?, self.shooting()?);
        let targets = shooting.targets(state, self.unit(ctx));
        find_target(state, &targets, &given(ctx, "target")?).ok()
    }
}

impl PartialCommand {
    /// What could be shot at, each with what there is to know of it.
    fn targets(&self, ctx: Ctx<'_>, fits: fn(&Target) -> bool) -> Option<Vec<(String, String)>> {
        let (state, shooting) = (self.state()?, self.shooting()?);
        let unit = self.unit(ctx);
        let from = unit.or_else(|| shooting.units.first().copied())?;
        let line = |target: Target| {
            let name = target.name(state);
            (format!("{name} · {}", target.line(state, from)), name)
        };
        Some(shooting.targets(state, unit).into_iter().filter(fits).map(line).collect())
    }
}

/// Another option of the same command, as far as it is filled in.
fn given(ctx: Ctx<'_>, name: &str) -> Option<String> {
    ctx.args.iter().find(|option| option.name == name).and_then(|option| match option.value {
        ResolvedValue::String(text) => Some(text.to_owned()),
        _ => None,
    })
}

fn named(offers: Vec<(String, String)>, typed: &str) -> CreateAutocompleteResponse {
    let fitting = offers.into_iter().filter(|(label, _)| offers::contains(label, typed));
    offers::choices(fitting)
}

async fn enemies(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(half) = PartialCommand::of(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    named(half.targets(ctx, |_| true).unwrap_or_default(), typed)
}

/// Fire at a building is not split.
async fn other_enemies(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(half) = PartialCommand::of(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    named(half.targets(ctx, |target| target.unit().is_some()).unwrap_or_default(), typed)
}

async fn units(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(half) = PartialCommand::of(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let units = || {
        let state = half.state()?;
        let line = |id: UnitId| {
            let name = state.unit_name(id).to_owned();
            (format!("{name} · {}", label::unit_line(state, id)), name)
        };
        Some(half.shooting()?.units.into_iter().map(line).collect())
    };
    named(units().unwrap_or_default(), typed)
}

async fn ways(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(half) = PartialCommand::of(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let hall = ctx.framework.user_data().await;
    let habits = habits::load(&hall.desk.store, &half.game.id, half.user).await;
    let ways = || {
        let draft = half_draft(&half, ctx, &habits)?;
        let state = half.state()?;
        let words = draft.choices(state);
        let words = words.iter().map(|way| label::ways(state, draft.unit, way));
        Some(words.map(|words| (words.clone(), words)).collect())
    };
    named(ways().unwrap_or_default(), typed)
}

/// The shot as far as it is known while it is typed.
fn half_draft(half: &PartialCommand, ctx: Ctx<'_>, habits: &Habits) -> Option<Draft> {
    let (state, shooting) = (half.state()?, half.shooting()?);
    let unit = half.unit(ctx)?;
    let target =
        half.target(ctx).or_else(|| shooting.targets(state, Some(unit)).first().copied())?;
    let firing = shooting.firing();
    let mut draft = Draft::begin(state, Seq(0), firing, unit, target, habits);
    draft.range = given(ctx, "range").and_then(|text| Inches::parse(&text));
    Some(draft)
}

async fn lenders(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(half) = PartialCommand::of(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let lenders = || {
        let state = half.state()?;
        let names = circumstances::lenders(state, half.unit(ctx)?);
        let names = names.map(|id| state.unit_name(id).to_owned());
        Some(names.map(|name| (name.clone(), name)).collect())
    };
    named(lenders().unwrap_or_default(), typed)
}

async fn help_offers(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(half) = PartialCommand::of(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let offers = || {
        let shooting = half.shooting().filter(|shooting| shooting.how == How::Drawn)?;
        let state = half.state()?;
        let unit = shooting.unit(state, given(ctx, "unit").as_deref()).ok()?;
        let names = helpers(state, unit).into_iter().map(|(name, _)| name);
        Some(names.map(|name| (name.clone(), name)).collect())
    };
    named(offers().unwrap_or_default(), typed)
}

async fn own_models(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(half) = PartialCommand::of(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let unit = half.unit(ctx).and_then(|id| half.state()?.unit(id));
    offers::choices(unit.map(|unit| with_next(unit, typed)).unwrap_or_default().into_iter())
}

async fn their_models(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(half) = PartialCommand::of(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let unit = half.target(ctx).and_then(|target| target.body(half.state()?));
    offers::choices(unit.map(|unit| with_next(unit, typed)).unwrap_or_default().into_iter())
}

/// What is typed so far with one more kind of model: "Trooper 2, " goes on with "Trooper 2, Strike Leader".
fn with_next(unit: &Unit, typed: &str) -> Vec<(String, String)> {
    let (before, begun) = match typed.rsplit_once(',') {
        Some((before, begun)) => (format!("{}, ", before.trim()), begun.trim()),
        None => (String::new(), typed.trim()),
    };
    let mut names: Vec<String> = Vec::new();
    for mark in models_of(unit) {
        let Mark::Model(id) = mark else { continue };
        let name = unit.troop(id).map(|troop| troop.name.clone());
        names.extend(name.filter(|name| !names.contains(name)));
    }
    let fitting = names.into_iter().filter(|name| offers::contains(name, begun));
    fitting.map(|name| format!("{before}{name}")).map(|text| (text.clone(), text)).collect()
}
