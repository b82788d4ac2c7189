//! `/explain`, and "Explain this" on a message: every die of a result, what it needed and why, and the rules behind it.

use std::collections::HashSet;

use gatemaster_rules::antares::event::Event as BattleEvent;
use gatemaster_rules::antares::rulebook::{self, Rule};
use gatemaster_rules::antares::{State, report};
use gatemaster_rules::dice::Roll;
use gatemaster_rules::game::{self, Game};
use gatemaster_rules::history::{self, Step};
use gatemaster_rules::ids::Seq;
use gatemaster_rules::system::Viewer;
use gatemaster_rules::table::{Event, Table};
use gatemaster_rules::text::list;
use serenity::all::{
    ActionRowComponent, AutocompleteChoice, ButtonKind, CreateAutocompleteResponse, Message,
};

use super::sheet::{Sheet, heading};
use super::{LookPress, Reading, Shelf, Topic, rule};
use crate::answer::Answer;
use crate::card::Choice;
use crate::desk::{Loaded, Which};
use crate::face::Face;
use crate::limits::{CHOICE_NAME, CHOICES, clip};
use crate::press::Meaning;
use crate::request::Request;
use crate::show::{self, NEUTRAL, Told};
use crate::trouble::{Fault, Trouble};
use crate::words::{self, dice_text, esc};
use crate::{Ctx, dicegame, run};

/// As many steps as one message ever tells.
const AT_MOST: u32 = 100;

/// Why a step of this channel's game came out as it did: every die, what it needed, and the rules.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild|BotDm")]
pub async fn explain(
    ctx: Ctx<'_>,
    #[description = "The number of the step; without it, the latest one with dice"]
    #[autocomplete = "steps_offered"]
    #[min = 1]
    step: Option<u32>,
) -> Result<(), Fault> {
    run(ctx, "/explain", move |face, request| async move {
        let game = face.desk.load(&request, &Which::LastHere).await?;
        let step = if let Some(step) = step {
            Seq(step)
        } else {
            let steps = face.desk.steps_of(&game).await?;
            let rolled = steps.iter().rfind(|step| !step.dice.is_empty());
            rolled.map_or(game.seq, |step| step.seq)
        };
        Ok(Answer::private(reading(&face, &request, &game, step, step).await?.own(0)).into())
    })
    .await
}

/// Why the result in this message came out as it did.
#[poise::command(
    context_menu_command = "Explain this",
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
pub async fn explain_this(ctx: Ctx<'_>, message: Message) -> Result<(), Fault> {
    run(ctx, "Explain this", move |face, request| async move {
        let by_me = message.author.id == face.cache.current_user().id;
        let Told { game, first, last } = match told(&message) {
            Some(told) if by_me => told,
            _ if by_me && is_roll(&message) => {
                return Err(Trouble::refused(
                    "A free roll explains itself: each die stands on it, and why it counts. `/rolls proof` lets \
                     anybody check the dice.",
                ));
            }
            _ => return Err(tells_nothing(by_me)),
        };
        let game = face.desk.load(&request, &Which::Now(game)).await?;
        Ok(Answer::private(reading(&face, &request, &game, first, last).await?.own(0)).into())
    })
    .await
}

fn tells_nothing(by_me: bool) -> Trouble {
    let what =
        if by_me { "This message tells no step of a game." } else { "I did not write this." };
    Trouble::refused(format!(
        "{what} I can explain my own messages that tell a result, and boards. `/explain` explains the latest step with \
         dice, `/explain step:` any step of this channel's game."
    ))
}

/// Which steps a message of mine tells: its small print says so for good, its controls while it has them.
fn told(message: &Message) -> Option<Told> {
    let mut footers = message.embeds.iter().filter_map(|embed| embed.footer.as_ref());
    let written = footers.find_map(|footer| show::told_by(&footer.text));
    written.or_else(|| meanings(message).into_iter().find_map(drawn_at))
}

fn meanings(message: &Message) -> Vec<Meaning> {
    let components = message.components.iter().flat_map(|row| &row.components);
    let ids = components.filter_map(|component| match component {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => Some(custom_id.as_str()),
            ButtonKind::Link { .. } | ButtonKind::Premium { .. } => None,
        },
        ActionRowComponent::SelectMenu(menu) => menu.custom_id.as_deref(),
        _ => None,
    });
    ids.filter_map(Meaning::decode).collect()
}

/// The step a control was drawn at.
fn drawn_at(meaning: Meaning) -> Option<Told> {
    let (game, seq) = match meaning {
        Meaning::Game(pressed) => (pressed.game, pressed.seq),
        Meaning::Battle(pressed) => (pressed.game, pressed.seq),
        Meaning::Dice(pressed) => (pressed.game, pressed.seq),
        Meaning::League(_)
        | Meaning::Campaign(_)
        | Meaning::Player(_)
        | Meaning::Roll { .. }
        | Meaning::Help(_)
        | Meaning::Privacy(_)
        | Meaning::Link(_) => {
            return None;
        }
    };
    // the books have no steps
    (seq > Seq(0)).then_some(Told { game, first: seq, last: seq })
}

fn is_roll(message: &Message) -> bool {
    meanings(message).iter().any(|meaning| matches!(meaning, Meaning::Roll { .. }))
}

/// Steps of this channel's game, the latest first: those with dice, or those whose number is being typed.
async fn steps_offered(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let face = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, face).await;
    let offered = offered(face, &request, typed.trim()).await.unwrap_or_default();
    let choices = offered.into_iter().map(|(seq, did)| {
        AutocompleteChoice::new(clip(&format!("{seq}: {did}"), CHOICE_NAME), seq.0)
    });
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

async fn offered(
    face: &Face,
    request: &Request,
    typed: &str,
) -> Result<Vec<(Seq, String)>, Trouble> {
    let game = face.desk.load(request, &Which::LastHere).await?;
    let steps = face.desk.steps_of(&game).await?;
    let fits = |step: &&Step| {
        if typed.is_empty() {
            !step.dice.is_empty()
        } else {
            step.seq.to_string().starts_with(typed)
        }
    };
    let latest: Vec<&Step> = steps.iter().rev().filter(fits).take(CHOICES.into()).collect();
    let wanted: HashSet<Seq> = latest.iter().map(|step| step.seq).collect();
    let Some(first) = wanted.iter().min() else { return Ok(Vec::new()) };
    let mut lines = Vec::new();
    for Moment { before, after, step } in moments(&steps, *first, game.seq)? {
        if wanted.contains(&step.seq) {
            let did = show::short_line(before.as_ref(), &after, &seen_by_all(step));
            // Discord shows plain text here
            lines.push((step.seq, did.replace('\\', "")));
        }
    }
    lines.reverse();
    Ok(lines)
}

/// Both sides see the whole table; of a game that hides something, nobody is told more than everybody.
fn seen_by_all(step: &Step) -> Step {
    show::seen(step, &Viewer::spectator())
}

/// A step with the game before it and the table after it.
struct Moment<'s> {
    before: Option<Game>,
    after: Table,
    step: &'s Step,
}

fn moments(steps: &[Step], first: Seq, last: Seq) -> Result<Vec<Moment<'_>>, Trouble> {
    let from = (first.0 as usize).saturating_sub(1).min(steps.len());
    let to = (last.0 as usize).min(steps.len());
    let mut table = history::fold(&steps[..from]).ok();
    let mut moments = Vec::new();
    for place in from..to {
        let before = table.as_ref().and_then(|table| table.game.clone());
        let after = history::after(table.take(), &steps[..=place])?;
        table = Some(after.clone());
        moments.push(Moment { before, after, step: &steps[place] });
    }
    Ok(moments)
}

pub(super) async fn reading(
    face: &Face,
    request: &Request,
    game: &Loaded,
    first: Seq,
    last: Seq,
) -> Result<Reading, Trouble> {
    let steps = face.desk.steps_of(game).await?;
    in_full(game, &steps, request, (first, last))
}

pub(super) fn in_full(
    game: &Loaded,
    steps: &[Step],
    request: &Request,
    (first, last): (Seq, Seq),
) -> Result<Reading, Trouble> {
    let some = Seq(1) <= first && first <= last && last.0 - first.0 < AT_MOST;
    if !some || last > game.seq {
        return Err(Trouble::refused(format!(
            "“{}” has steps 1 to {}; name one of those.",
            esc(&game.table.name),
            game.seq
        )));
    }
    let mut account = Account::default();
    for moment in moments(steps, first, last)? {
        if first < last {
            account.lines.push(heading(&format!("Step {}", moment.step.seq)));
        }
        account.tell(steps, &moment);
    }
    account.how_to_check(game);
    let title = if first == last {
        format!("Step {last} explained")
    } else {
        format!("Steps {first} to {last} explained")
    };
    let shelf = Shelf::of(game);
    let rules: Vec<Choice> =
        account.rules.iter().take(CHOICES.into()).map(|rule| rule::choice(rule)).collect();
    let selects = if rules.is_empty() {
        Vec::new()
    } else {
        vec![shelf.select("Read a rule…", LookPress::OpenRule, rules)]
    };
    let footer = show::steps_footer(game, first, last);
    Ok(Reading {
        shelf,
        topic: Topic::Steps(first, last),
        sheet: Sheet::new(&title, &account.lines, footer, NEUTRAL),
        selects,
        may_be_shown: game.channel == request.channel,
    })
}

/// What is said of some steps, and the rules that it names.
#[derive(Default)]
struct Account {
    lines: Vec<String>,
    rules: Vec<&'static Rule>,
    /// Whether any of the dice can be recomputed, and whether any fell on a table.
    from_stream: bool,
    by_hand: bool,
}

impl Account {
    fn tell(&mut self, steps: &[Step], moment: &Moment<'_>) {
        let step = &seen_by_all(moment.step);
        let (who, when) = (esc(&step.name), words::moment(step.at_ms));
        self.lines.push(if step.deed.standing {
            format!("For **{who}**, {when}: done by itself, as they had said beforehand.")
        } else {
            format!("By **{who}**, {when}.")
        });
        let revoked_by = steps.iter().find(|later| later.revokes == Some(step.seq));
        if let Some(later) = revoked_by {
            self.lines.push(format!("**Taken back** later, by step {}.", later.seq));
        }
        let events = show::battle::events_of(step);
        match &moment.before {
            Some(Game::Antares(before)) if !events.is_empty() => {
                self.battle(before, &events, &who);
            }
            Some(Game::DiceGame(before)) if is_dice_game(step) => {
                self.lines.extend(dicegame::in_full(before, step));
            }
            Some(Game::Antares(_) | Game::Bag(_) | Game::DiceGame(_)) | None => {
                self.lines.push(show::short_line(moment.before.as_ref(), &moment.after, step));
            }
        }
        if step.revokes.is_some() {
            let dice = history::next_die(&steps[..step.seq.0 as usize]);
            self.lines.push(format!(
                "Dice that fell do not come back: the next one of this game is number {dice}."
            ));
        }
        let is_battle =
            step.events.iter().any(|event| matches!(event, Event::Played(game::Event::Antares(_))));
        self.dice(&step.dice, &who, is_battle || is_dice_game(step));
    }

    fn battle(&mut self, before: &State, events: &[BattleEvent], who: &str) {
        for explained in report::explain(before, events) {
            let rules: Vec<&Rule> =
                explained.rows.iter().filter_map(|row| rulebook::rule(row)).collect();
            let mut text = format!("▸ {}", esc(&explained.text));
            if !rules.is_empty() {
                text.push_str("\n-# ");
                text.push_str(
                    &rules.iter().map(|rule| cited(rule)).collect::<Vec<_>>().join(" · "),
                );
            }
            self.lines.push(text);
            for rule in rules {
                if !self.rules.contains(&rule) {
                    self.rules.push(rule);
                }
            }
        }
        let overruled = events
            .iter()
            .any(|event| matches!(event, BattleEvent::Corrected { organiser: true, .. }));
        if overruled {
            self.lines.push(format!(
                "⚖️ **The organiser's decision**: {who} set it right without asking the players."
            ));
        }
    }

    /// Who rolled, and which dice of the game's stream they were.
    fn dice(&mut self, dice: &[Roll], who: &str, each_named: bool) {
        let numbers: Vec<u64> = dice.iter().filter_map(|roll| roll.number).collect();
        let typed: Vec<String> = dice
            .iter()
            .filter(|roll| roll.is_hand_rolled())
            .map(|roll| format!("{} on a D{}", roll.face, roll.sides))
            .collect();
        if let (Some(first), Some(last)) = (numbers.first(), numbers.last()) {
            self.from_stream = true;
            let which = if first == last {
                format!("Die {first} of this game")
            } else {
                format!("Dice {first} to {last} of this game")
            };
            // an account in full names each die where it counted
            let faces = if each_named { String::new() } else { format!(" ({})", dice_text(dice)) };
            self.lines.push(format!("🎲 {which}{faces}, rolled by me from its sealed seed."));
        }
        if !typed.is_empty() {
            self.by_hand = true;
            self.lines.push(format!("✋ Rolled by hand, as {who} typed: {}.", list(&typed)));
        }
        if dice.is_empty() {
            self.lines.push("No dice were rolled for this.".to_owned());
        }
    }

    fn how_to_check(&mut self, game: &Loaded) {
        if !self.from_stream && !self.by_hand {
            return;
        }
        self.lines.push(heading("To check it yourself"));
        if self.from_stream {
            let export = format!("`/game export game:{}`", game.id);
            let hash = &game.seed_hash;
            self.lines.push(match game.revealed_seed() {
                Some(seed) => format!(
                    "The seed was `{seed}`; its SHA-256, shown since before the first die, is `{hash}`. {export} gives a \
                     file that `gatemaster verify` recomputes die by die."
                ),
                None => format!(
                    "The SHA-256 of the sealed seed, shown since before the first die, is `{hash}`. The seed itself is \
                     shown when the game has ended; {export} then gives a file that `gatemaster verify` recomputes die \
                     by die."
                ),
            });
        }
        if self.by_hand {
            self.lines.push(
                "Dice that were rolled by hand are known to those who saw them fall; the log says whose word it is."
                    .to_owned(),
            );
        }
    }
}

fn is_dice_game(step: &Step) -> bool {
    step.events.iter().any(|event| matches!(event, Event::Played(game::Event::DiceGame(_))))
}

/// "Hitting (A-SHT-6, page 15)"
fn cited(rule: &Rule) -> String {
    match rule.page {
        Some(page) => format!("{} ({}, page {page})", rule.title, rule.row),
        None => format!("{} ({})", rule.title, rule.row),
    }
}
