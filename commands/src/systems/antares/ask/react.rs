//! `/react`: the answer to what the battle waits for, in one line.

use gatemaster_rules::antares::command::{Answer, Command};
use gatemaster_rules::antares::label::{self, Label};
use gatemaster_rules::antares::{Antares, State};
use gatemaster_rules::game::View;
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::system::{System as _, Who};
use gatemaster_rules::table::Action;
use gatemaster_rules::text::list;
use serenity::all::CreateAutocompleteResponse;

use super::super::{doing_with, state};
use super::question::whom;
use super::{placing, template, terrain};
use crate::desk::{Loaded, Which};
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use crate::words::code;
use crate::{offers, table};

/// Answer what the battle asks of you: go down or stay, where hits go, who helps in a test.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild|BotDm")]
#[expect(clippy::too_many_arguments, reason = "the options of a command")]
pub async fn react(
    ctx: Ctx<'_>,
    #[description = "One of the answers, by its words or its number"]
    #[autocomplete = "answers"]
    #[max_length = 100]
    answer: Option<String>,
    #[description = "Where hits go, one after the other: leader, 2 troopers, drone; the rest falls as usual"]
    #[max_length = 1000]
    place: Option<String>,
    #[description = "Under the template: Strike-1: 3; Rabble (odd hits go to the first), or on Tower"]
    #[max_length = 1000]
    under: Option<String>,
    #[description = "After an assault: in or on which building the unit ends, or outside"]
    #[autocomplete = "places"]
    #[max_length = 100]
    into: Option<String>,
    #[description = "Obstacles that a move crosses: wall, hedge (defended)"]
    #[max_length = 300]
    obstacles: Option<String>,
    #[description = "Difficult ground that a move goes through: woods"]
    #[max_length = 300]
    difficult: Option<String>,
    #[description = "Rolled by hand: the faces in order"]
    #[max_length = 1000]
    dice: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/react", move |hall, request| async move {
        let outcome = hall
            .desk
            .act(&request, &Which::Here, |game| {
                if let Some(action) = to_the_table(game, request.user(), answer.as_deref()) {
                    return Ok(action.into());
                }
                let state = state(game)?;
                let ways = open(state, &game.table.seats_of(request.user()));
                if ways.is_empty() {
                    return Err(nothing_asked(game, state, request.user()));
                }
                let command = match (answer, place, under, into) {
                    (Some(answer), None, None, None) => match by_button(state, &ways, &answer) {
                        Some(command) => command,
                        None => chosen(&ways, &answer)?,
                    },
                    (None, Some(place), None, None) => placing::written(state, &place)?,
                    (None, None, Some(under), None) => template::written(state, &under)?,
                    (None, None, None, Some(into)) => terrain::consolidated(state, &into)?,
                    (None, None, None, None) => return Err(say_which(&ways)),
                    _ => {
                        return Err(Trouble::refused(
                            "One of `answer:`, `place:`, `under:` and `into:` is enough.",
                        ));
                    }
                };
                let features = terrain::features(
                    obstacles.as_deref().unwrap_or_default(),
                    difficult.as_deref().unwrap_or_default(),
                );
                Ok(doing_with(terrain::with(command, features)?, dice))
            })
            .await?;
        Ok(table::told(hall.systems, &outcome, &request).into())
    })
    .await
}

const AGREE: &str = "Agree";
const REFUSE: &str = "Refuse";
const TAKE_SEAT: &str = "Take the seat";
const DECLINE_SEAT: &str = "Decline the seat";

/// What the table itself asks this person: an undo, the end, a seat on offer.
fn asked_by_table(game: &Loaded, user: UserId) -> Vec<(&'static str, Action)> {
    let mut ways = Vec::new();
    let asked = game.table.asked.as_ref();
    if asked.is_some_and(|asked| {
        game.table.consenters(asked.by.id).iter().any(|player| player.id == user)
    }) {
        ways.extend([(AGREE, Action::Agree), (REFUSE, Action::Refuse)]);
    }
    if game.table.offer.as_ref().is_some_and(|offer| offer.to.id == user) {
        ways.extend([(TAKE_SEAT, Action::TakeOver), (DECLINE_SEAT, Action::TurnDown)]);
    }
    ways
}

fn to_the_table(game: &Loaded, user: UserId, typed: Option<&str>) -> Option<Action> {
    let typed = typed?.trim().to_lowercase();
    let ways = asked_by_table(game, user);
    ways.into_iter().find(|(words, _)| words.to_lowercase() == typed).map(|(_, action)| action)
}

/// Everything these seats could answer now.
fn open(state: &State, seats: &[Seat]) -> Vec<(Label, Command)> {
    let mut ways: Vec<Command> = Vec::new();
    for open in Antares::open(state) {
        let mine = matches!(open.who, Who::Seat(seat) if seats.contains(&seat));
        let ends = |way: &Command| matches!(way, Command::EndTurn(_));
        // whoever plays both sides ends the turn for one after the other
        if !mine || ways.iter().any(ends) && open.options.iter().any(ends) {
            continue;
        }
        ways.extend(open.options.into_iter().filter(|option| {
            matches!(option, Command::Answer(_) | Command::AgreeToCorrection(_) | Command::EndTurn(_))
                // an ambush is aimed like any other shot
                && !matches!(option, Command::Answer(Answer::Spring(Some(_))))
        }));
    }
    label::options(state, &ways).into_iter().zip(ways).collect()
}

/// By the words on its button, where those are shorter than its own.
fn by_button(state: &State, ways: &[(Label, Command)], typed: &str) -> Option<Command> {
    let commands: Vec<Command> = ways.iter().map(|(_, command)| command.clone()).collect();
    let wanted = typed.trim().to_lowercase();
    let short = label::differences(state, &commands)?;
    let place = short.iter().position(|words| words.to_lowercase() == wanted)?;
    commands.into_iter().nth(place)
}

/// By its words, its number, or words that only one answer has.
fn chosen(ways: &[(Label, Command)], typed: &str) -> Result<Command, Trouble> {
    let wanted = typed.trim().to_lowercase();
    let exact = ways.iter().find(|(label, _)| label.text.to_lowercase() == wanted);
    let number = || {
        let number = wanted.parse::<usize>().ok()?.checked_sub(1)?;
        ways.get(number)
    };
    let part = || {
        let mut fitting = ways.iter().filter(|(label, _)| offers::contains(&label.text, &wanted));
        fitting.next().filter(|_| fitting.next().is_none())
    };
    let found = exact.or_else(number).or_else(part);
    found.map(|(_, command)| command.clone()).ok_or_else(|| {
        Trouble::refused(format!("{} is no answer. {}", code(typed.trim()), say_which(ways)))
    })
}

/// "Your answers: 1 Stay up, 2 Go down."
fn say_which(ways: &[(Label, Command)]) -> Trouble {
    const SHOWN: usize = 10;
    let words: Vec<String> = ways
        .iter()
        .take(SHOWN)
        .enumerate()
        .map(|(place, (label, _))| format!("{} {}", place + 1, code(&label.text)))
        .collect();
    let more = if ways.len() > SHOWN { " Discord offers the others while you type." } else { "" };
    Trouble::refused(format!("You can answer: {}.{more}", list(&words)))
}

fn nothing_asked(game: &Loaded, state: &State, user: UserId) -> Trouble {
    let open = Antares::open(state).into_iter().find_map(|open| match open.who {
        Who::Seat(seat) => Some((seat, open.what)),
        Who::AnyPlayer | Who::May(_) => None,
    });
    Trouble::refused(match open {
        Some((seat, what)) if game.table.seats_of(user).contains(&seat) => {
            format!(
                "No question waits for an answer: it is for you to {}.",
                crate::words::esc(&what)
            )
        }
        Some((seat, what)) if game.table.player_at(seat).is_some() => format!(
            "Nothing is asked of you; the battle waits for {} to {}.",
            whom(game, seat),
            crate::words::esc(&what)
        ),
        _ => "Nothing is asked of you now. `/draw` draws the next die.".to_owned(),
    })
}

async fn answers(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let hall = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, hall.lookup()).await;
    let Ok(game) = hall.desk.load(&request, &Which::Here).await else {
        return CreateAutocompleteResponse::new();
    };
    let own = asked_by_table(&game, request.user()).into_iter().map(|(words, _)| words);
    let own = own.filter(|words| offers::contains(words, typed));
    let own: Vec<(String, String)> =
        own.map(|words| (words.to_owned(), words.to_owned())).collect();
    let Some(View::Antares(state)) = &game.table.game else {
        return offers::choices(own.into_iter());
    };
    let ways = open(state, &game.table.seats_of(request.user())).into_iter();
    let fitting = ways.filter(|(label, _)| offers::contains(&label.text, typed));
    offers::choices(own.into_iter().chain(fitting.map(|(label, _)| {
        let shown = if label.more.is_empty() {
            label.text.clone()
        } else {
            format!("{} ({})", label.text, label.more)
        };
        (shown, label.text)
    })))
}

/// Where the unit that consolidates may go.
async fn places(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let game = offers::here(ctx).await;
    let names = match game.as_ref().and_then(|game| game.table.game.as_ref()) {
        Some(View::Antares(state)) => terrain::place_names(state),
        _ => Vec::new(),
    };
    let fitting = names.into_iter().filter(|name| offers::contains(name, typed));
    offers::choices(fitting.map(|name| (name.clone(), name)))
}
