//! How a game comes to a result by the word of its people: the words for it, the card with the ways to end it, and what its
//! buttons and forms do.

use std::fmt::Write as _;

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::clip;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::Outcome as SideOutcome;
use gatemaster_rules::table::{
    Action, Claim, Event, How, MAX_SCORE, Phase, Scores, SeenStep, SeenTable, Settlement,
    TurnPoints,
};

use super::outcome::grounds_text;
use super::press::{Press, Pressed, ResultPress};
use super::{NEUTRAL, answer_press, button, footer, told};
use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Which};
use crate::face::Hall;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{count, esc, list, seat_text};

/// "🔵 **Ghar** wins 12–7", "a draw"
fn verdict(table: &SeenTable, settlement: &Settlement) -> String {
    let sides = &settlement.sides;
    let named = |wanted: &[SideOutcome]| -> Vec<String> {
        let seats = table.all_seats().zip(sides);
        let seats = seats.filter(|(_, side)| wanted.contains(&side.result));
        seats.map(|(seat, _)| format!("**{}**", seat_text(table, seat))).collect()
    };
    let winners = named(&[SideOutcome::Win, SideOutcome::SharedWin]);
    let numbers = numbers(table, settlement);
    match &winners[..] {
        [] => format!("a draw{numbers}"),
        [only] => format!("{only} wins{numbers}"),
        several => format!("{} share the win{numbers}", list(several)),
    }
}

/// " 12–7", the winner's first; with more sides than two, each by name. Nothing where nobody named any.
fn numbers(table: &SeenTable, settlement: &Settlement) -> String {
    let scores: Option<Vec<u32>> = settlement.sides.iter().map(|side| side.score).collect();
    match scores.as_deref() {
        None | Some([]) => String::new(),
        Some([one, other]) => {
            let second = settlement.sides.get(1).is_some_and(|s| s.result == SideOutcome::Win);
            let [one, other] = if second { [other, one] } else { [one, other] };
            format!(" {one}–{other}")
        }
        Some(all) => format!(" ({})", each(table, all)),
    }
}

/// "🔴 Red 3, 🔵 Blue 1"
fn each(table: &SeenTable, numbers: &[u32]) -> String {
    let sides = table.all_seats().zip(numbers);
    let sides = sides.map(|(seat, number)| format!("{} {number}", seat_text(table, seat)));
    sides.collect::<Vec<_>>().join(", ")
}

/// How an ended game came out, for its board: "🏆 🔵 **Ghar** wins 12–7, as agreed."
pub(super) fn result_line(table: &SeenTable, settlement: &Settlement) -> String {
    let drawn = settlement.sides.iter().all(|side| side.result == SideOutcome::Draw);
    let mark = if drawn { "🤝" } else { "🏆" };
    let result = verdict(table, settlement);
    let result = if drawn { result.replacen("a draw", "A draw", 1) } else { result };
    let why = match &settlement.how {
        How::Conceded { seats } => {
            let names: Vec<String> = seats.iter().map(|seat| seat_text(table, *seat)).collect();
            format!("; {} conceded", list(&names))
        }
        How::Agreed => ", as agreed".to_owned(),
        How::Points => ", by scenario points".to_owned(),
        How::TurnLimit => format!(
            "; turn {} was the last one agreed, and the game's own count decides",
            table.settings.turn_limit
        ),
        How::Ruled { why } if why.is_empty() => ", as ruled".to_owned(),
        How::Ruled { why } => format!(", as ruled: “{}”", esc(why)),
    };
    format!("{mark} {result}{why}.")
}

/// What settling a result comes to, in the log: with who did it, and by what right.
pub(super) fn settled_line(table: &SeenTable, step: &SeenStep, settlement: &Settlement) -> String {
    let who = esc(&step.name);
    let grounds = step.events.iter().find_map(|event| match event {
        Event::Ended { grounds } => Some(grounds_text(grounds, &who)),
        _ => None,
    });
    let grounds = grounds.unwrap_or_default();
    let result = verdict(table, settlement);
    match &settlement.how {
        How::Conceded { .. } => format!("{who} concedes: {result}."),
        How::Agreed => format!("The result is agreed: {result} ({grounds})."),
        How::Points => format!("By scenario points: {result} ({grounds})."),
        How::TurnLimit => format!("Turn {} was the last: {result}.", table.settings.turn_limit),
        How::Ruled { why } => {
            let why = if why.is_empty() { String::new() } else { format!(" “{}”", esc(why)) };
            format!("Ruled {grounds}: {result}.{why}")
        }
    }
}

/// "to end the game here: 🔵 **Ghar** wins 12–7"
pub(super) fn result_wish(table: &SeenTable, settlement: &Settlement) -> String {
    let by = if settlement.how == How::Points { ", by the scenario points" } else { "" };
    format!("to end the game here: {}{by}", verdict(table, settlement))
}

/// "to enter the scenario points of turn 2: 🔴 Red 3, 🔵 Blue 1"
pub(super) fn points_wish(table: &SeenTable, entry: &TurnPoints) -> String {
    format!("to enter {}", points_text(table, entry))
}

pub(super) fn points_text(table: &SeenTable, entry: &TurnPoints) -> String {
    format!("the scenario points of turn {}: {}", entry.turn, each(table, &entry.points))
}

/// "Turn 4 is the last. Scenario points: 🔴 Red 5, 🔵 Blue 3 (up to turn 2)."
pub(super) fn agreed_line(table: &SeenTable) -> Option<String> {
    /// The rest of a board needs its room.
    const MOST: usize = 250;
    if !table.phase.is_open() {
        return None;
    }
    let limit = match table.settings.turn_limit {
        0 => String::new(),
        limit => format!("Turn {limit} is the last."),
    };
    let points = table.points_so_far().map(|sums| {
        let last = table.points.iter().map(|entry| entry.turn).max().unwrap_or_default();
        format!("Scenario points: {} (up to turn {last}).", each(table, &sums))
    });
    let parts: Vec<String> =
        [limit, points.unwrap_or_default()].into_iter().filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| clip(&format!("🏁 {}", parts.join(" ")), MOST))
}

/// What stands below a result that can still be taken back, and what can be done about it.
pub(super) fn open_end(game: &Loaded) -> Option<(String, Vec<Button>)> {
    if !game.table.can_reopen() {
        return None;
    }
    let words = "The seed of the dice stays sealed as long as this can be taken back. Whoever wants to check the dice presses \
                 *Show the seed*; then the end stands.";
    let row = vec![
        button(game, "Take it back…", Press::Undo),
        button(game, "Show the seed", Press::Result(ResultPress::Close)),
    ];
    Some((words.to_owned(), row))
}

/// The board with a way to its end, where it has room for one more button.
pub(super) fn with_result_button(game: &Loaded, mut card: Card) -> Card {
    use gatemaster_discord::limits::{BUTTONS_PER_ROW, ROWS};
    if game.table.phase != Phase::Playing || game.table.asked.is_some() {
        return card;
    }
    let result = button(game, "Result…", Press::Result(ResultPress::Panel)).marked("🏁");
    let room = card.selects.len() + card.buttons.len() < ROWS;
    match card.buttons.last_mut().filter(|row| row.len() < BUTTONS_PER_ROW) {
        Some(row) => row.push(result),
        None if room => card.buttons.push(vec![result]),
        None => {}
    }
    card
}

/// The ways to end a game, for one person of its table.
pub fn ways_to_end(game: &Loaded, request: &Request) -> Result<Answer, Trouble> {
    let table = &game.table;
    playing(table)?;
    let user = request.user();
    let rules = table.is_organiser(user) || request.actor.manager && !table.is_seated(user);
    if !table.is_seated(user) && !rules {
        return Err(Trouble::refused(
            "Only people at this table settle its result; somebody who manages this server may rule.",
        ));
    }
    let own = |label: String, press| button(game, label, Press::Result(press));
    let mut rows = Vec::new();
    let mut words = vec![format!("How does **{}** end?", esc(&table.name))];
    if table.is_seated(user) {
        let mut first = concede_buttons(game, request);
        first.push(own("Offer a draw".to_owned(), ResultPress::Draw));
        first.push(own("Agree on scores…".to_owned(), ResultPress::Scores));
        rows.push(first);
        let others: Vec<String> =
            table.consenters(user).iter().map(|person| esc(&person.name)).collect();
        if !others.is_empty() {
            words.push(format!(
                "Conceding takes a second press and no answer; anything else is asked of {} first.",
                list(&others)
            ));
        }
    }
    let mut second = vec![own("Scenario points…".to_owned(), ResultPress::Points)];
    if !table.points.is_empty() && table.is_seated(user) {
        second.push(own("Let the points decide".to_owned(), ResultPress::Count));
    }
    if rules {
        second.push(own("Rule on it…".to_owned(), ResultPress::Rule));
    }
    rows.push(second);
    words.extend(agreed_line(table));
    words.push("-# `/game end` gives the game up, undecided.".to_owned());
    Ok(Answer::private(Card {
        colour: Some(NEUTRAL),
        footer: footer(game),
        buttons: rows,
        ..Card::text(words.join("\n"))
    }))
}

/// One, or one for each side where somebody plays them all.
fn concede_buttons(game: &Loaded, request: &Request) -> Vec<Button> {
    let own = game.table.seats_of(request.user());
    if own.len() < game.table.seats.len() || own.len() == 1 {
        let press = Press::Result(ResultPress::Concede(None));
        return vec![button(game, "I concede…", press).styled(Style::No)];
    }
    let each = own.into_iter().take(2).map(|seat| {
        let side = &game.table.seats[seat.index()].name;
        let press = Press::Result(ResultPress::Concede(Some(seat)));
        button(game, format!("{side} concedes…"), press).styled(Style::No)
    });
    each.collect()
}

/// Asks once more before somebody gives up.
pub fn really_concede(
    game: &Loaded,
    request: &Request,
    seat: Option<Seat>,
) -> Result<Answer, Trouble> {
    playing(&game.table)?;
    if !game.table.is_seated(request.user()) {
        return Err(Trouble::refused(
            "You have no seat at this table, so there is nothing to concede.",
        ));
    }
    let own = game.table.seats_of(request.user());
    let only = seat.or(own.first().copied().filter(|_| own.len() == 1));
    let side = only.map_or_else(|| "your sides".to_owned(), |seat| seat_text(&game.table, seat));
    let press = Press::Result(ResultPress::ConcedeNow(seat));
    Ok(Answer::private(Card {
        colour: Some(NEUTRAL),
        buttons: vec![vec![
            button(game, "Yes, I concede", press).styled(Style::No),
            button(game, "No", Press::Result(ResultPress::Panel)),
        ]],
        ..Card::text(format!(
            "Do you concede **{}** for {side}? The game ends at once, as a loss, and counts in a league.",
            esc(&game.table.name)
        ))
    }))
}

fn playing(table: &SeenTable) -> Result<(), Trouble> {
    match table.phase {
        Phase::Playing => Ok(()),
        Phase::Lobby => Err(Trouble::refused(
            "The game has not started yet, so there is no result to settle. Press Start, or use `/game start`.",
        )),
        Phase::Shelved => Err(Trouble::refused(
            "This game has been put away unfinished. `/game resume` takes it up again.",
        )),
        Phase::Ended => Err(Trouble::refused(
            "This game has ended. As long as its seed is sealed, *Take it back…* on its last message opens it again.",
        )),
    }
}

/// A button about the result.
#[boxed]
pub(crate) async fn pressed(
    hall: &Hall,
    request: &Request,
    game: &str,
    press: ResultPress,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let now = Which::Now(game.to_owned());
    let action = match press {
        ResultPress::Panel => {
            let game = hall.desk.load(request, &now).await?;
            let answer = ways_to_end(&game, request)?;
            return Ok(if on.private { answer.in_place() } else { answer }.into());
        }
        ResultPress::Concede(seat) => {
            let game = hall.desk.load(request, &now).await?;
            return Ok(really_concede(&game, request, seat)?.in_place().into());
        }
        ResultPress::Scores | ResultPress::Points | ResultPress::Rule => {
            let game = hall.desk.load(request, &now).await?;
            playing(&game.table)?;
            return Ok(Reply::Form(form(&game, press)));
        }
        ResultPress::ConcedeNow(seat) => Action::Settle(Claim::Concede { seat }),
        ResultPress::Draw => Action::Settle(Claim::Draw),
        ResultPress::Count => Action::Settle(Claim::Points),
        ResultPress::Close => Action::Close,
    };
    let outcome = hall.desk.act(request, &now, move |_| Ok(action.into())).await?;
    Ok(answer_press(hall.systems, &outcome, request, on).into())
}

fn form(game: &Loaded, press: ResultPress) -> Form {
    let zeroes: Vec<String> =
        game.table.seats.iter().map(|chair| format!("{} 0", chair.name)).collect();
    let zeroes = zeroes.join(", ");
    let winner = || Input::line("winner", "Who won, if not the higher score", "").such_as("a side");
    let (title, inputs) = match press {
        ResultPress::Points => {
            let turn = game.turn().map(|turn| turn.to_string()).unwrap_or_default();
            let inputs = vec![
                Input::line("turn", "Turn", turn),
                Input::line("scores", "Scenario points of each side", zeroes).needed(),
            ];
            ("Scenario points", inputs)
        }
        ResultPress::Rule => {
            let inputs = vec![
                Input::line("scores", "The score of each side; empty for none", zeroes),
                winner(),
                Input::line("why", "Why", "").such_as("time ran out"),
            ];
            ("A ruling", inputs)
        }
        _ => {
            let inputs =
                vec![Input::line("scores", "The score of each side", zeroes).needed(), winner()];
            ("The result", inputs)
        }
    };
    let press = Pressed::<Press>::new(&game.id, game.at, Press::Result(press)).into();
    Form { title: title.to_owned(), press, inputs }
}

/// A form about the result.
#[boxed]
pub(crate) async fn filled_in(
    hall: &Hall,
    request: &Request,
    (game, press): (&str, ResultPress),
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let which = Which::Now(game.to_owned());
    let said = Said {
        scores: Some(written.get("scores")),
        winner: Some(written.get("winner")),
        turn: Some(written.get("turn")).filter(|turn| !turn.is_empty()),
        why: Some(written.get("why")),
    };
    let outcome = hall.desk.act(request, &which, |game| {
        let table = &game.table;
        let action = match press {
            ResultPress::Points => said.points(table)?,
            ResultPress::Rule => said.ruling(table)?,
            ResultPress::Scores => said.claim(table)?,
            _ => return Err(unknown()),
        };
        Ok(action.into())
    });
    let outcome = outcome.await?;
    Ok(match on {
        Some(on) => answer_press(hall.systems, &outcome, request, on),
        None => told(hall.systems, &outcome, request),
    }
    .into())
}

/// What somebody typed about a result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Said<'a> {
    pub scores: Option<&'a str>,
    pub winner: Option<&'a str>,
    pub turn: Option<&'a str>,
    pub why: Option<&'a str>,
}

impl Said<'_> {
    /// The scores that the players agree on.
    pub fn claim(&self, table: &SeenTable) -> Result<Action, Trouble> {
        let scores = self.read(table)?;
        if scores == Scores::default() {
            return Err(how_to_write(table));
        }
        Ok(Action::Settle(Claim::Scores(scores)))
    }

    /// Without scores and a winner it is a draw.
    pub fn ruling(&self, table: &SeenTable) -> Result<Action, Trouble> {
        let why = self.why.unwrap_or_default().to_owned();
        Ok(Action::Rule { scores: self.read(table)?, why })
    }

    pub fn points(&self, table: &SeenTable) -> Result<Action, Trouble> {
        let turn = match self.turn {
            None => None,
            Some(turn) => Some(turn.trim().parse().map_err(|_| {
                Trouble::refused(
                    "Say the turn as a number, such as 3, or leave it empty for this one.",
                )
            })?),
        };
        let points = read_numbers(table, self.scores.unwrap_or_default())?;
        if points.is_empty() {
            return Err(how_to_write(table));
        }
        Ok(Action::Score { turn, points })
    }

    fn read(&self, table: &SeenTable) -> Result<Scores, Trouble> {
        let winner = match self.winner.map(str::trim).filter(|name| !name.is_empty()) {
            None => None,
            Some(name) => Some(table.seat_named(name).ok_or_else(|| {
                let names: Vec<String> = table.seats.iter().map(|chair| esc(&chair.name)).collect();
                Trouble::refused(format!(
                    "“{}” does not play here: the sides are {}.",
                    esc(&clip(name, 60)),
                    list(&names)
                ))
            })?),
        };
        Ok(Scores { scores: read_numbers(table, self.scores.unwrap_or_default())?, winner })
    }
}

/// "12-7", "12 7" in the order of the seats, or "Ghar 7, Algoryn 12"; empty for none.
fn read_numbers(table: &SeenTable, text: &str) -> Result<Vec<u32>, Trouble> {
    /// Longer than any list of sides and numbers.
    const MOST: usize = 1_000;
    let text = text.trim();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    if text.chars().count() > MOST {
        return Err(how_to_write(table));
    }
    let plain = text.chars().all(|c| c.is_ascii_digit() || " ,;:/-–\n".contains(c));
    let numbers: Option<Vec<u32>> = if plain {
        let parts = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        parts.map(|part| part.parse().ok()).collect()
    } else {
        by_name(table, text)
    };
    let numbers = numbers.filter(|numbers| numbers.len() == table.seats.len());
    let numbers = numbers.ok_or_else(|| how_to_write(table))?;
    if numbers.iter().any(|number| *number > MAX_SCORE) {
        return Err(Trouble::refused(format!("Scores go from 0 to {MAX_SCORE}.")));
    }
    Ok(numbers)
}

/// Each side once, with its number.
fn by_name(table: &SeenTable, text: &str) -> Option<Vec<u32>> {
    let mut found: Vec<Option<u32>> = vec![None; table.seats.len()];
    for part in text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
        let (name, number) = part.rsplit_once([' ', ':', '='])?;
        let seat = table.seat_named(name.trim_end_matches([' ', ':', '=']))?;
        let place = found.get_mut(seat.index())?;
        if place.is_some() {
            return None;
        }
        *place = Some(number.trim().parse().ok()?);
    }
    found.into_iter().collect()
}

fn how_to_write(table: &SeenTable) -> Trouble {
    let mut example = String::new();
    for (place, chair) in table.seats.iter().enumerate() {
        let comma = if place == 0 { "" } else { ", " };
        let _ = write!(example, "{comma}{} {}", chair.name, 12_usize.saturating_sub(5 * place));
    }
    let sides = u32::try_from(table.seats.len()).unwrap_or(u32::MAX);
    Trouble::refused(format!(
        "Write one number for each of the {}, such as “{}”.",
        count(sides, "side", "sides"),
        esc(&clip(&example, 300))
    ))
}
