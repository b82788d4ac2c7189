//! The table before the game: mission, points, roles and switches.

pub mod about;
mod change;
pub mod own;
mod page;
mod typed;
mod words;

#[cfg(test)]
mod tests;

use gatemaster_discord::card::{Button, Card, Choice, Select, Style};
use gatemaster_discord::forms::FilledForm;
use gatemaster_discord::limits::{BUTTONS_PER_ROW, ROWS};
use gatemaster_rules::at43::{At43, Setup};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{Action, Lacks, Player};

use super::press::{BattlePressed, Words, button};
use super::show::TOPICS;
use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{ActionWithDice, Loaded, Outcome};
use crate::face::{Face, Hall, lobby_of};
use crate::request::Request;
use crate::table::press::Press;
use crate::table::{self, Lobby, Missing, NEUTRAL, answer_press};
use crate::trouble::Trouble;
use crate::words::chair_text;

use change::Changes;
pub use own::armies;
pub use typed::setup;

/// Picked from the list of missions: a die does it.
const DIE: &str = "die";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LobbyPress {
    /// A list: which mission, or a die.
    Mission,
    /// The same list on the page of the settings.
    PageMission,
    /// The page with everything else.
    Settings,
    /// Lists of that page.
    Points,
    Attacker,
    Sides,
    Switches,
    /// The form for any number of points; the form itself, too.
    PointsTyped,
    AddBot,
    SendBotAway,
    /// A seat for whoever presses, Gatemaster on the others, and the game begins.
    Alone,
    Guide,
}

impl LobbyPress {
    pub fn words(self) -> Words {
        let word = match self {
            Self::Mission => "mission",
            Self::PageMission => "page-mission",
            Self::Settings => "settings",
            Self::Points => "points",
            Self::Attacker => "attacker",
            Self::Sides => "sides",
            Self::Switches => "switches",
            Self::PointsTyped => "typed",
            Self::AddBot => "bot",
            Self::SendBotAway => "no-bot",
            Self::Alone => "alone",
            Self::Guide => "guide",
        };
        (word, Vec::new())
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        Some(match (word, numbers) {
            ("mission", []) => Self::Mission,
            ("page-mission", []) => Self::PageMission,
            ("settings", []) => Self::Settings,
            ("points", []) => Self::Points,
            ("attacker", []) => Self::Attacker,
            ("sides", []) => Self::Sides,
            ("switches", []) => Self::Switches,
            ("typed", []) => Self::PointsTyped,
            ("bot", []) => Self::AddBot,
            ("no-bot", []) => Self::SendBotAway,
            ("alone", []) => Self::Alone,
            ("guide", []) => Self::Guide,
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        vec![
            Self::Mission,
            Self::PageMission,
            Self::Settings,
            Self::Points,
            Self::Attacker,
            Self::Sides,
            Self::Switches,
            Self::PointsTyped,
            Self::AddBot,
            Self::SendBotAway,
            Self::Alone,
            Self::Guide,
        ]
    }
}

/// A button, or a list with what was picked from it. Whatever the board looked like: several people set it up at once.
#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &super::At,
    press: LobbyPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        LobbyPress::Mission => mission(hall, request, at, picked, on).await,
        LobbyPress::PageMission => {
            configure(hall, request, at, Some(on), |setup| mission_picked(setup, picked)).await
        }
        LobbyPress::Points if page::is_other(picked) => {
            let game = may_set_up(hall, request, at).await?;
            Ok(Reply::Form(page::form(&game, lobby_of::<At43>(&game)?)))
        }
        LobbyPress::Points => {
            configure(hall, request, at, Some(on), |_| page::points_picked(picked)).await
        }
        LobbyPress::Attacker => {
            configure(hall, request, at, Some(on), |_| page::attacker_picked(picked)).await
        }
        LobbyPress::Sides => {
            configure(hall, request, at, Some(on), |_| page::sides_picked(picked)).await
        }
        LobbyPress::Switches => {
            configure(hall, request, at, Some(on), |setup| page::switches_picked(setup, picked))
                .await
        }
        LobbyPress::Settings => {
            let game = may_set_up(hall, request, at).await?;
            let card = page::card(&game, lobby_of::<At43>(&game)?);
            let answer = Answer::private(card);
            Ok(if on.private { answer.in_place() } else { answer }.into())
        }
        LobbyPress::PointsTyped => {
            let game = may_set_up(hall, request, at).await?;
            Ok(Reply::Form(page::form(&game, lobby_of::<At43>(&game)?)))
        }
        LobbyPress::AddBot => {
            let seat = |_: &Loaded| Ok(Action::SeatBot { seat: None }.into());
            let outcome = hall.desk.act(request, &at.now(), seat).await?;
            Ok(answer_press(hall.systems, &outcome, request, on).into())
        }
        LobbyPress::SendBotAway => {
            let outcome = hall.desk.act(request, &at.now(), last_bot).await?;
            Ok(answer_press(hall.systems, &outcome, request, on).into())
        }
        LobbyPress::Alone => table::start_against_bots(hall, request, at.now(), on).await,
        LobbyPress::Guide => Ok(Answer::private(guide().ok_or_else(unknown)?).into()),
    }
}

#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: &super::At,
    press: LobbyPress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    if press != LobbyPress::PointsTyped {
        return Err(unknown());
    }
    configure(hall, request, at, on, |_| page::points_written(written)).await
}

/// The list stands on the lobby, and on a copy of it that somebody has for themselves.
async fn mission(
    hall: &Hall,
    request: &Request,
    at: &super::At,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let choose = |game: &Loaded| {
        let setup = lobby_of::<At43>(game)?;
        mission_picked(setup, picked)?.step(setup)
    };
    let outcome = hall.desk.act(request, &at.now(), choose).await?;
    if !on.private {
        return Ok(answer_press(hall.systems, &outcome, request, on).into());
    }
    let changed = Some(outcome.game.id.clone());
    let board = table::board(hall.systems, &outcome.game);
    Ok(Answer { changed, ..Answer::private(board).in_place() }.into())
}

/// One change, chosen from the set-up as it stands.
async fn configure(
    hall: &Hall,
    request: &Request,
    at: &super::At,
    on: Option<PressedMessage>,
    change: impl FnOnce(&Setup) -> Result<Changes, Trouble> + Send,
) -> Result<Reply, Trouble> {
    let choose = |game: &Loaded| {
        let setup = lobby_of::<At43>(game)?;
        change(setup)?.step(setup)
    };
    let outcome = hall.desk.act(request, &at.now(), choose).await?;
    after(hall, request, &outcome, on)
}

/// The page of the settings stays with whoever changes them; the lobby shows everybody how they stand.
fn after(
    hall: &Hall,
    request: &Request,
    outcome: &Outcome,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let game = &outcome.game;
    Ok(match on {
        Some(on) if on.private => {
            let changed = Some(game.id.clone());
            // the same press delivered twice may come when the game has begun
            let Ok(setup) = lobby_of::<At43>(game) else { return Err(unknown()) };
            Answer { changed, ..Answer::private(page::card(game, setup)).in_place() }
        }
        Some(on) => answer_press(hall.systems, outcome, request, on),
        None => table::told(hall.systems, outcome, request),
    }
    .into())
}

/// The table, where whoever asks may set it up.
async fn may_set_up(hall: &Hall, request: &Request, at: &super::At) -> Result<Loaded, Trouble> {
    let game = hall.desk.load(request, &at.now()).await?;
    lobby_of::<At43>(&game)?;
    if game.table.belongs(request.user()) || request.actor.manager {
        return Ok(game);
    }
    let refused = Trouble::refused("Only people at this table may change the set-up.");
    Err(refused.with_seats_of(&game.id))
}

fn mission_picked(setup: &Setup, picked: &[String]) -> Result<Changes, Trouble> {
    let [key] = picked else { return Err(unknown()) };
    if key == DIE {
        return Ok(Changes::mission(None));
    }
    let known = setup.missions.iter().any(|mission| mission.key == *key);
    if known { Ok(Changes::mission(Some(key.clone()))) } else { Err(super::read::not_offered()) }
}

/// The seat that the program took last.
fn last_bot(game: &Loaded) -> Result<ActionWithDice, Trouble> {
    let seat = game.table.seats_of(UserId::BOT).last().copied();
    let seat = seat.ok_or_else(|| Trouble::refused("I do not play a seat at this table."))?;
    Ok(Action::UnseatBot { seat }.into())
}

/// How the game is played, in the words of the help.
fn guide() -> Option<Card> {
    let (first, more) = TOPICS.split_first()?;
    let others: Vec<&str> = more.iter().map(|topic| topic.title).collect();
    let more = if others.is_empty() {
        format!("\n-# `/help topic:{}` shows this page with examples.", first.key)
    } else {
        format!("\n-# `/help` has more pages: {}.", others.join(" · "))
    };
    Some(Card {
        title: first.title.to_owned(),
        colour: Some(NEUTRAL),
        ..Card::text(format!("{}{more}", first.text))
    })
}

/// A new table on this server, with its own units and missions where it has some.
#[boxed]
pub async fn new_setup(
    hall: &Hall,
    request: &Request,
    _sides: [Option<String>; 2],
) -> Result<Setup, Trouble> {
    own::setup(&hall.desk.store, request.guild).await
}

/// The table before the game begins.
pub fn lobby(face: &dyn Face, game: &Loaded, setup: &Setup, mut lines: Vec<String>) -> Card {
    lines.extend(game.table.seats.iter().map(chair_text));
    lines.push(String::new());
    lines.extend(words::lines(setup));
    lines.extend(words::attacks_in_vain(setup, &game.table.seats_of(UserId::BOT)));
    let beside = table_row(game);
    // seats, Start and what stands beside it, and a question that waits come before a list that the settings have as well
    let room = rows_of_buttons(game, beside.len()) + table::question_rows(game).len() < ROWS;
    let list = missions(game, setup, LobbyPress::Mission);
    let lobby = Lobby {
        lines,
        selects: if room { vec![list] } else { Vec::new() },
        missing: missing(game),
        ready: words::ready(setup),
        beside,
        buttons: Vec::new(),
    };
    table::framed_lobby(face, game, lobby)
}

/// So many rows take the seats, Start or not, and what stands beside it.
fn rows_of_buttons(game: &Loaded, beside: usize) -> usize {
    let (row, seats) = (BUTTONS_PER_ROW, game.table.free_seats().len());
    let own =
        beside + usize::from(game.table.lacks().is_none()) + usize::from(game.table.has_people());
    if seats + own <= row { 1 } else { seats.div_ceil(row) + own.div_ceil(row) }
}

fn missing(game: &Loaded) -> Vec<Missing> {
    let players = match game.table.lacks() {
        Some(Lacks::Players { .. } | Lacks::People) => true,
        Some(Lacks::SetUp(_)) | None => false,
    };
    let bot = match (game.table.system.has_bot(), people(game) <= 1, game.table.seats.len() > 2) {
        (false, ..) | (true, false, false) => "",
        (true, true, _) => " Alone? *Play against me* gives me the rest and begins.",
        (true, false, true) => " Short of players? *Add a bot* gives me a seat.",
    };
    let text = || format!("Every side needs a player: press *Play* for yours.{bot}");
    players.then(|| Missing::text(text())).into_iter().collect()
}

fn has_bots(game: &Loaded) -> bool {
    game.table.seats.iter().flat_map(|chair| &chair.player).any(Player::is_bot)
}

/// Those who have sat down.
fn people(game: &Loaded) -> usize {
    game.table.others(UserId::BOT).len()
}

fn table_row(game: &Loaded) -> Vec<Button> {
    let mut row = vec![button(game, "Points, roles, more…", LobbyPress::Settings).marked("⚙️")];
    let full = game.table.free_seats().is_empty();
    if game.table.system.has_bot() && !full {
        let alone = people(game) <= 1;
        if alone {
            let against = button(game, "Play against me", LobbyPress::Alone).marked("🤖");
            row.push(against.styled(Style::Main));
        }
        // of two sides that fills the last seat as well
        if !alone || game.table.seats.len() > 2 {
            row.push(button(game, "Add a bot", LobbyPress::AddBot).marked("➕"));
        }
    }
    if has_bots(game) {
        if full {
            let join = table::button(game, "Take a bot's seat", Press::Join(None));
            row.push(join.styled(Style::Main));
        }
        row.push(button(game, "Send a bot away", LobbyPress::SendBotAway));
    }
    if guide().is_some() {
        row.push(button(game, "How to play", LobbyPress::Guide).marked("📖"));
    }
    row
}

/// T-MIS-1
fn missions(game: &Loaded, setup: &Setup, press: LobbyPress) -> Select {
    let sides = setup.sides.len();
    let diced = setup.missions.iter().filter(|mission| mission.is_diced(sides)).count();
    let die = format!("When the game begins, one of {diced}");
    let mut options = vec![
        Choice::new("A die picks it", DIE)
            .more(die)
            .marked("🎲")
            .chosen_if(setup.mission.is_none()),
    ];
    options.extend(setup.missions.iter().map(|mission| {
        Choice::new(&mission.name, &mission.key)
            .more(about::in_one_line(mission))
            .chosen_if(setup.mission.as_ref() == Some(&mission.key))
    }));
    let press = BattlePressed::new(&game.id, game.at, press.into());
    Select::new("Mission", press, options)
}

/// "Ann set the table: …"
pub fn set_up_line(who: &str, setup: &Setup) -> String {
    format!("{who} set the table: {}.", words::in_short(setup))
}
