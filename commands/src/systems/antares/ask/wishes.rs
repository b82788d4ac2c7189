//! A player's own standing orders: seen and changed by nobody else.

use async_recursion::async_recursion as boxed;
use gatemaster_discord::card::{Card, Choice, Select};
use gatemaster_rules::antares::State;
use gatemaster_rules::game::SystemId;
use gatemaster_rules::table::Phase;

use super::super::press::BattlePressed;
use super::super::standing::{GoDown, Standing};
use super::super::state;
use super::AskPress;
use crate::answer::{Answer, Reply, unknown};
use crate::desk::{Loaded, Which};
use crate::face::Hall;
use crate::notes::Said as _;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::table::{self, NEUTRAL};
use crate::trouble::{Fault, Trouble};
use crate::words::esc;

/// What a player can wish for, in the order of the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    UnderFire,
    Hits,
    Small,
    Passing,
    Undo,
}

impl Wish {
    const ALL: [Wish; 5] = [Wish::UnderFire, Wish::Hits, Wish::Small, Wish::Passing, Wish::Undo];

    fn title(self) -> &'static str {
        match self {
            Wish::UnderFire => "Under fire",
            Wish::Hits => "Hits on my units",
            Wish::Small => "Small choices",
            Wish::Passing => "Enemies passing my ambushers",
            Wish::Undo => "Undo this turn",
        }
    }

    /// What it is about.
    fn about(self) -> &'static str {
        match self {
            Wish::UnderFire => "whether units that are shot at go down",
            Wish::Hits => "who of them takes which hit; spread for you, leaders come last",
            Wish::Small => {
                "which miss the spotter sees, where lucky hits go, damage rolled again, help in break tests, hand weapons"
            }
            Wish::Passing => "whether an ambush is sprung",
            Wish::Undo => "whether the others may take a step back; until the turn ends",
        }
    }

    /// The first asks; the others decide.
    fn choices(self) -> &'static [&'static str] {
        match self {
            Wish::UnderFire => &["ask me", "always go down", "never go down"],
            Wish::Hits => &["ask me", "spread them for me"],
            Wish::Small => &["ask me", "decide for me"],
            Wish::Passing => &["ask me", "let them pass"],
            Wish::Undo => &["ask me", "allow it"],
        }
    }

    /// Which of its choices stands now.
    fn now(self, standing: &Standing, turn: u32) -> usize {
        match self {
            Wish::UnderFire => match standing.go_down {
                GoDown::Ask => 0,
                GoDown::Always => 1,
                GoDown::Never => 2,
            },
            Wish::Hits => usize::from(standing.spread_hits),
            Wish::Small => usize::from(standing.small_choices),
            Wish::Passing => usize::from(standing.let_pass),
            Wish::Undo => usize::from(standing.undo_in_turn == Some(turn)),
        }
    }

    fn set(self, standing: &mut Standing, choice: usize, turn: u32) {
        let wished = choice > 0;
        match self {
            Wish::UnderFire => {
                standing.go_down = match choice {
                    1 => GoDown::Always,
                    2 => GoDown::Never,
                    _ => GoDown::Ask,
                };
            }
            Wish::Hits => standing.spread_hits = wished,
            Wish::Small => standing.small_choices = wished,
            Wish::Passing => standing.let_pass = wished,
            Wish::Undo => standing.undo_in_turn = wished.then_some(turn),
        }
    }
}

/// Everything a player wishes, to be changed.
fn card(game: &Loaded, turn: u32, standing: &Standing) -> Card {
    let mut lines = vec![
        "What I should do for you without asking. Nobody else sees this; when I act on it, everybody is told."
            .to_owned(),
        String::new(),
    ];
    if game.table.settings.by_hand {
        lines.insert(1, "At this table dice are rolled by hand, so you are asked all the same where dice follow.".to_owned());
    }
    lines.extend(Wish::ALL.map(|wish| {
        let now = wish.choices()[wish.now(standing, turn)];
        format!("**{}**: {now}\n-# {}", wish.title(), wish.about())
    }));
    let lists = (0_u32..).zip(Wish::ALL).map(|(place, wish)| {
        let now = wish.now(standing, turn);
        let options = wish.choices().iter().enumerate().map(|(choice, words)| {
            Choice::new(format!("{}: {words}", wish.title()), choice).chosen_if(choice == now)
        });
        let press = BattlePressed::new(&game.id, game.seq, AskPress::Wish(place).into());
        Select::new(wish.title(), press, options.collect())
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

/// The card with one's own wishes.
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
pub async fn wished(
    hall: &Hall,
    request: &Request,
    id: &str,
    place: u32,
    picked: &[String],
) -> Result<Reply, Trouble> {
    let wish = usize::try_from(place).ok().and_then(|place| Wish::ALL.get(place).copied());
    let wish = wish.ok_or_else(unknown)?;
    let choice = picked.first().and_then(|choice| choice.parse::<usize>().ok());
    let choice = choice.filter(|choice| *choice < wish.choices().len()).ok_or_else(unknown)?;
    let which = Which::Now(id.to_owned());
    Ok(Box::pin(change(hall, request, &which, &[(wish, choice)])).await?.in_place().into())
}

/// Stores the wishes, and answers at once what waits for just that.
async fn change(
    hall: &Hall,
    request: &Request,
    which: &Which,
    wishes: &[(Wish, usize)],
) -> Result<Answer, Trouble> {
    let game = hall.desk.load(request, which).await?;
    let turn = played(&game, request)?.turn;
    let store = &hall.desk.store;
    let mut standing = Standing::load(store, &game.id, request.user()).await?;
    for (wish, choice) in wishes {
        wish.set(&mut standing, *choice, turn);
    }
    standing.save(store, &game.id, request.user()).await?;
    let kept = Box::pin(hall.desk.keep_new_standing_orders(&game.id)).await?;
    let told: Vec<String> = wishes
        .iter()
        .map(|(wish, choice)| format!("{}: {}", wish.title(), wish.choices()[*choice]))
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
            (Wish::UnderFire, under_fire.map(|choice| choice as usize)),
            (Wish::Hits, hits.map(|choice| choice as usize)),
            (Wish::Small, small.map(|choice| choice as usize)),
            (Wish::Passing, passing.map(|choice| choice as usize)),
            (Wish::Undo, undo.map(|choice| choice as usize)),
        ];
        let wishes: Vec<(Wish, usize)> =
            choices.into_iter().filter_map(|(wish, choice)| Some((wish, choice?))).collect();
        let game = hall.desk.load(&request, &Which::Here).await?;
        if game.table.system != SystemId::Antares || wishes.is_empty() {
            return beforehand(&hall, &request, &game).await;
        }
        Ok(Box::pin(change(&hall, &request, &Which::Here, &wishes)).await?.into())
    })
    .await
}
