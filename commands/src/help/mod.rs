//! `/help` and `/about`: how things are done, with examples that can be pressed.

pub mod press;
mod search;
mod topics;

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_discord::limits::{FIELD_VALUE, clip};
use gatemaster_rules::game::rules_of_all;
use gatemaster_rules::table::Action;
use gatemaster_rules::version::RELEASE;
use serenity::all::CreateAutocompleteResponse;

use crate::answer::{Answer, Reply};
use crate::app::App;
use crate::boxed;
use crate::face::{Example, Topic};
use crate::home::{Home, open_at, open_lesson};
use crate::request::Request;
use crate::roll::{self, RollRequest, Wanted};
use crate::run::{Ctx, run};
use crate::table::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::words::esc;
use crate::{my, offers};
use press::HelpPress;
use search::{KnownCommand, best, found};
use topics::{all, by_key, example_named, front, key_of, label_of, opens_game};

/// The list of all pages.
const CONTENTS: &str = "contents";
/// So many commands are named beside a page.
const COMMANDS: usize = 4;

/// How things are done here, with examples you can press.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn help(
    ctx: Ctx<'_>,
    #[description = "A topic, or any words to look for"]
    #[autocomplete = "topics_offered"]
    #[max_length = 100]
    topic: Option<String>,
) -> Result<(), Fault> {
    let known = known_commands(&ctx.framework().options.commands);
    run(ctx, "/help", move |_, request| async move {
        let card = match topic.as_deref().map(str::trim).filter(|words| !words.is_empty()) {
            None => contents("What would you like to know?"),
            Some(words) => answer_to(words, &known, &request),
        };
        Ok(Answer::private(card).into())
    })
    .await
}

/// The page that fits best, and beside it the commands that do.
fn answer_to(words: &str, known: &[KnownCommand], request: &Request) -> Card {
    let commands = search::commands(words, known, COMMANDS);
    let lines: Vec<String> =
        commands.iter().map(|command| format!("`/{}` {}", command.name, command.about)).collect();
    let mut card = match (best(words), lines.is_empty()) {
        (Some(topic), _) => page(topic, request),
        (None, true) => {
            contents(&format!("I found nothing about “{}”. This is what there is:", esc(words)))
        }
        (None, false) => Card {
            title: "Help".to_owned(),
            text: format!("What fits “{}”:", esc(words)),
            colour: Some(NEUTRAL),
            buttons: vec![vec![all_topics()]],
            ..Card::default()
        },
    };
    if !lines.is_empty() {
        card.fields.push(("Commands that fit".to_owned(), clip(&lines.join("\n"), FIELD_VALUE)));
    }
    card
}

/// Every command that does something, with the words it can be found by.
fn known_commands<U, E>(commands: &[poise::Command<U, E>]) -> Vec<KnownCommand> {
    let mut known = Vec::new();
    for command in commands {
        if command.subcommands.is_empty() {
            if let Some(about) = &command.description {
                let options = command.parameters.iter().map(|option| {
                    format!("{} {}", option.name, option.description.as_deref().unwrap_or_default())
                });
                known.push(KnownCommand {
                    name: command.qualified_name.to_string(),
                    about: about.to_string(),
                    options: options.collect::<Vec<_>>().join(" "),
                });
            }
        } else {
            known.extend(known_commands(&command.subcommands));
        }
    }
    known
}

/// What this bot is.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn about(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/about", move |_, _| async move {
        let card = Card {
            title: "Gatemaster".to_owned(),
            text: "A game master for tabletop wargames. You measure and push the models; I keep the dice, the state of \
                   the game and its history, ask each player for the decisions that are theirs, and explain every \
                   number.\n\n`/help` shows how, `/privacy show` what I keep.\n\nGatemaster is unofficial fan work and free \
                   software (MIT or Apache 2.0). The names of games belong to their publishers, who have nothing to do \
                   with it."
                .to_owned(),
            footer: format!("Version {RELEASE}; rules: {}", rules_of_all()),
            colour: Some(NEUTRAL),
            buttons: vec![all().take(1).map(topic_button).collect()],
            ..Card::default()
        };
        Ok(Answer::private(card).into())
    })
    .await
}

#[boxed]
pub async fn pressed(app: &App, request: &Request, press: &HelpPress) -> Result<Reply, Trouble> {
    match press {
        HelpPress::Topic(key) if key == CONTENTS => {
            Ok(Answer::private(contents("What would you like to know?")).in_place().into())
        }
        HelpPress::Topic(key) => {
            let card = by_key(key).map_or_else(
                || contents("That page has moved. This is what there is:"),
                |topic| page(topic, request),
            );
            Ok(Answer::private(card).in_place().into())
        }
        HelpPress::Example(key) => {
            let example = example_named(key).ok_or_else(|| {
                Trouble::refused("That example is out of date. `/help` has fresh ones.")
            })?;
            try_out(app, request, example).await
        }
    }
}

/// Does what the example says, as if the person had typed it.
async fn try_out(app: &App, request: &Request, example: Example) -> Result<Reply, Trouble> {
    let reply = match example {
        Example::Roll { dice, .. } => {
            let asked = RollRequest {
                dice: Wanted::Typed(dice.to_owned()),
                label: None,
                secret: false,
                faces: None,
                spoken: request.server.spoken,
            };
            roll::roll_and_answer(app, request, asked).await?
        }
        Example::Open { .. } | Example::Lesson { .. } if !request.is_at_home() => {
            return Err(Trouble::refused(
                "Games are played on servers that have invited me, and in direct messages with me.",
            ));
        }
        Example::Open { system, start, .. } => {
            let action = Action::Open {
                name: system.title().to_owned(),
                setup: app.systems.of(system).example_setup(app, request).await?,
                organiser: None,
                start,
                settings: request.server.table_settings(),
            };
            open_at(app, request, Home::Here, action).await?
        }
        Example::Lesson { system, .. } => {
            let lesson = app.systems.of(system).lesson().ok_or_else(|| {
                Trouble::refused("There is no lesson any more. `/help` has the pages.")
            })?;
            let action = Action::Open {
                name: lesson.title.to_owned(),
                setup: lesson.setup,
                organiser: None,
                start: true,
                settings: request.server.table_settings(),
            };
            open_lesson(app, request, Home::Here, action, lesson.intro).await?
        }
        Example::MyGames => my::my_games(app, request).await?,
    };
    Ok(match reply {
        // the help stays where it is, for the next example
        Reply::Message(answer) => Answer { keeps_pressed: true, ..*answer }.into(),
        form @ Reply::Form(_) => form,
    })
}

fn contents(intro: &str) -> Card {
    let lines: Vec<String> =
        front().map(|topic| format!("**{}**: {}", topic.title, topic.summary)).collect();
    let buttons: Vec<Button> = front().map(topic_button).collect();
    Card {
        title: "Help".to_owned(),
        text: format!("{intro}\n\n{}", lines.join("\n")),
        footer: "/help topic: takes any question, such as “how do I shoot”".to_owned(),
        colour: Some(NEUTRAL),
        buttons: buttons.chunks(5).map(<[Button]>::to_vec).collect(),
        ..Card::default()
    }
}

fn page(topic: &Topic, request: &Request) -> Card {
    let examples: Vec<Button> = topic
        .examples
        .iter()
        .filter(|example| !opens_game(**example) || request.is_at_home())
        .map(|example| {
            let press = HelpPress::Example(key_of(*example).to_owned());
            Button::new(label_of(*example), press).styled(Style::Main)
        })
        .collect();
    let others: Vec<Button> =
        topic.see.iter().filter_map(|key| by_key(key)).map(topic_button).collect();
    let ways: Vec<Button> = others.into_iter().chain([all_topics()]).collect();
    let buttons = examples.chunks(5).chain(ways.chunks(5)).map(<[Button]>::to_vec).collect();
    Card {
        title: topic.title.to_owned(),
        text: topic.text.to_owned(),
        colour: Some(NEUTRAL),
        buttons,
        ..Card::default()
    }
}

fn all_topics() -> Button {
    Button::new("All topics", HelpPress::Topic(CONTENTS.to_owned()))
}

fn topic_button(topic: &Topic) -> Button {
    Button::new(topic.title, HelpPress::Topic(topic.key.to_owned()))
}

#[expect(clippy::unused_async, reason = "poise wants it")]
async fn topics_offered(_: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let topics = found(typed).into_iter();
    offers::choices(
        topics.map(|topic| (format!("{}: {}", topic.title, topic.summary), topic.title.to_owned())),
    )
}
