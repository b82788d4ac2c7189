//! A player's own standing orders: seen and changed by nobody else.

use gatemaster_discord::card::{Card, Choice, Select};
use gatemaster_rules::antares::State;
use gatemaster_rules::game::SystemId;
use gatemaster_rules::table::Phase;

use super::super::press::BattlePressed;
use super::super::standing::{GoDown, Standing};
use super::super::state;
use super::AskPress;
use crate::answer::{Answer, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Which};
use crate::face::Hall;
use crate::notes::Note as _;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::table::{self, NEUTRAL};
use crate::trouble::{Fault, Trouble};
use crate::words::esc;

/// What a standing order can be about, in the order of the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StandingOrder {
    UnderFire,
    Hits,
    Small,
    Passing,
    Undo,
}

impl StandingOrder {
    const ALL: [StandingOrder; 5] = [
        StandingOrder::UnderFire,
        StandingOrder::Hits,
        StandingOrder::Small,
        StandingOrder::Passing,
        StandingOrder::Undo,
    ];

    fn title(self) -> &'static str {
        match self {
            StandingOrder::UnderFire => "Under fire",
            StandingOrder::Hits => "Hits on my units",
            StandingOrder::Small => "Small choices",
            StandingOrder::Passing => "Enemies passing my ambushers",
            StandingOrder::Undo => "Undo this turn",
        }
    }

    /// What it is about.
    fn about(self) -> &'static str {
        match self {
            StandingOrder::UnderFire => {
                "whether units that are shot at go down; “always” is wherever that spares them hits, else you are asked"
            }
            StandingOrder::Hits => "who of them takes which hit; spread for you, leaders come last",
            StandingOrder::Small => {
                "which miss the spotter sees, where lucky hits go, damage rolled again, help in break tests, hand weapons"
            }
            StandingOrder::Passing => "whether an ambush is sprung",
            StandingOrder::Undo => "whether the others may take a step back; until the turn ends",
        }
    }

    /// The first asks; the others decide.
    fn choices(self) -> &'static [&'static str] {
        match self {
            StandingOrder::UnderFire => &["ask me", "always go down", "never go down"],
            StandingOrder::Hits => &["ask me", "spread them for me"],
            StandingOrder::Small => &["ask me", "decide for me"],
            StandingOrder::Passing => &["ask me", "let them pass"],
            StandingOrder::Undo => &["ask me", "allow it"],
        }
    }

    /// Which of its choices stands now.
    fn now(self, standing: &Standing, turn: u32) -> usize {
        match self {
            StandingOrder::UnderFire => match standing.go_down {
                GoDown::Ask => 0,
                GoDown::Always => 1,
                GoDown::Never => 2,
            },
            StandingOrder::Hits => usize::from(standing.spread_hits),
            StandingOrder::Small => usize::from(standing.small_choices),
            StandingOrder::Passing => usize::from(standing.let_pass),
            StandingOrder::Undo => usize::from(standing.undo_in_turn == Some(turn)),
        }
    }

    fn set(self, standing: &mut Standing, choice: usize, turn: u32) {
        let wished = choice > 0;
        match self {
            StandingOrder::UnderFire => {
                standing.go_down = match choice {
                    1 => GoDown::Always,
                    2 => GoDown::Never,
                    _ => GoDown::Ask,
                };
            }
            StandingOrder::Hits => standing.spread_hits = wished,
            StandingOrder::Small => standing.small_choices = wished,
            StandingOrder::Passing => standing.let_pass = wished,
            StandingOrder::Undo => standing.undo_in_turn = wished.then_some(turn),
        }
    }
}

/// Everything a player orders, to be changed.
fn card(game: &Loaded, turn: u32, standing: &Standing) -> Card {
    let mut lines = vec![
        "What I should do for you without asking. Nobody else sees this; when I act on it, everybody is told."
            .to_owned(),
        String::new(),
    ];
    lines.extend(StandingOrder::ALL.map(|order| {
        let now = order.choices()[order.now(standing, turn)];
        format!("**{}**: {now}\n-# {}", order.title(), order.about())
    }));
    let lists = (0_u32..).zip(StandingOrder::ALL).map(|(place, order)| {
        let now = order.now(standing, turn);
        let options = order.choices().iter().enumerate().map(|(choice, words)| {
            Choice::new(format!("{}: {words}", order.title()), choice).chosen_if(choice == now)
        });
        let press = BattlePressed::new(&game.id, game.at, AskPress::Wish(place).into());
        Select::new(order.title(), press, options.collect())
    });
    Card {
        title: format!("Your standing orders in “{}”", esc(&game.table.name)),
        text: lines.join("\n"),
        colour: Some(NEUTRAL),
        selects: lists.collect(),
        ..Card::default()
    }
}

/// The battle of somebody who plays in it.
fn played<'a>(game: &'a Loaded, request: &Request) -> Result<&'a State, Trouble> {
    let state = state(game)?;
    if game.table.phase != Phase::Playing {
        return Err(Trouble::refused("Nothing is played here now, so nothing will be asked."));
    }
    if !game.table.is_seated(request.user()) {
        return Err(Trouble::refused(
            "Standing orders are for the players of a battle. Take a seat with `/game join` first.",
        ));
    }
    Ok(state)
}

/// The card with one's own orders.
#[boxed]
pub async fn shown(hall: &Hall, request: &Request, id: &str) -> Result<Reply, Trouble> {
    my_card(hall, request, &Which::Now(id.to_owned())).await
}

#[boxed]
pub async fn my_card(hall: &Hall, request: &Request, which: &Which) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, which).await?;
    let turn = played(&game, request)?.turn;
    let standing = Standing::load(&hall.desk.store, &game.id, request.user()).await?;
    Ok(Answer::private(card(&game, turn, &standing)).into())
}

/// One of the lists was used.
#[boxed]
pub async fn chosen(
    hall: &Hall,
    request: &Request,
    id: &str,
    place: u32,
    picked: &[String],
) -> Result<Reply, Trouble> {
    let order =
        usize::try_from(place).ok().and_then(|place| StandingOrder::ALL.get(place).copied());
    let order = order.ok_or_else(unknown)?;
    let choice = picked.first().and_then(|choice| choice.parse::<usize>().ok());
    let choice = choice.filter(|choice| *choice < order.choices().len()).ok_or_else(unknown)?;
    let which = Which::Now(id.to_owned());
    Ok(Box::pin(change(hall, request, &which, &[(order, choice)])).await?.in_place().into())
}

/// Stores the orders, and answers at once what waits for just that.
async fn change(
    hall: &Hall,
    request: &Request,
    which: &Which,
    orders: &[(StandingOrder, usize)],
) -> Result<Answer, Trouble> {
    let game = hall.desk.load(request, which).await?;
    let turn = played(&game, request)?.turn;
    let store = &hall.desk.store;
    let mut standing = Standing::load(store, &game.id, request.user()).await?;
    for (order, choice) in orders {
        order.set(&mut standing, *choice, turn);
    }
    standing.save(store, &game.id, request.user()).await?;
    let kept = Box::pin(hall.desk.keep_new_standing_orders(&game.id)).await?;
    let told: Vec<String> = orders
        .iter()
        .map(|(order, choice)| format!("{}: {}", order.title(), order.choices()[*choice]))
        .collect();
    let at_once = if kept.is_some() { " What waited for you is answered like that." } else { "" };
    let mut card = card(&game, turn, &standing);
    card.content = format!("From now on: {}.{at_once}", told.join("; "));
    let answer = Answer::private(card);
    Ok(match &kept {
        Some(outcome) => table::told_besides(hall.systems, outcome, request, answer),
        None => answer,
    })
}

/// What can be said beforehand at this table, whatever is played at it.
async fn beforehand(hall: &Hall, request: &Request, game: &Loaded) -> Result<Reply, Trouble> {
    let face = hall.systems.of(game.table.system);
    match face.standing(hall, request, game) {
        Some(standing) => standing.await,
        None => Err(Trouble::refused(format!(
            "{}, where nothing can be said beforehand.",
            face.played_here()
        ))),
    }
}

/// Under fire.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum UnderFire {
    #[name = "ask me"]
    Ask,
    #[name = "always go down"]
    Always,
    #[name = "never go down"]
    Never,
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Hits {
    #[name = "ask me"]
    Ask,
    #[name = "spread them for me"]
    Spread,
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Small {
    #[name = "ask me"]
    Ask,
    #[name = "decide for me"]
    Decide,
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Passing {
    #[name = "ask me"]
    Ask,
    #[name = "let them pass"]
    Pass,
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Undo {
    #[name = "ask me"]
    Ask,
    #[name = "allow it"]
    Allow,
}

/// Your standing orders in this battle: what I do for you without asking. Only you see them.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild|BotDm")]
pub async fn standing(
    ctx: Ctx<'_>,
    #[description = "Whether your units go down when they are shot at"] under_fire: Option<
        UnderFire,
    >,
    #[description = "Who of your units takes which hit"] hits: Option<Hits>,
    #[description = "The spotter's re-roll, lucky hits, help in break tests, hand weapons"]
    small: Option<Small>,
    #[description = "Enemies that pass your units in ambush"] passing: Option<Passing>,
    #[description = "Whether the others may take back a step, until this turn ends"] undo: Option<
        Undo,
    >,
) -> Result<(), Fault> {
    run(ctx, "/standing", move |hall, request| async move {
        let choices = [
            (StandingOrder::UnderFire, under_fire.map(|choice| choice as usize)),
            (StandingOrder::Hits, hits.map(|choice| choice as usize)),
            (StandingOrder::Small, small.map(|choice| choice as usize)),
            (StandingOrder::Passing, passing.map(|choice| choice as usize)),
            (StandingOrder::Undo, undo.map(|choice| choice as usize)),
        ];
        let orders: Vec<(StandingOrder, usize)> =
            choices.into_iter().filter_map(|(order, choice)| Some((order, choice?))).collect();
        let game = hall.desk.load(&request, &Which::Here).await?;
        if game.table.system != SystemId::Antares || orders.is_empty() {
            return beforehand(&hall, &request, &game).await;
        }
        Ok(Box::pin(change(&hall, &request, &Which::Here, &orders)).await?.into())
    })
    .await
}
