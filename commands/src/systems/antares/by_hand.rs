//! Tables whose people roll their own dice: what they do is asked for throw by throw, and kept until the last die of it
//! has been typed.

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::press::checksum;
use gatemaster_rules::antares::by_hand::{Wanted, next_throw};
use gatemaster_rules::antares::{Command, State};
use gatemaster_rules::dice::Scripted;
use gatemaster_rules::game::View;
use gatemaster_rules::ids::Seq;
use gatemaster_store::Store;
use serde::{Deserialize, Serialize};

use super::controls::button;
use super::press::{BattlePressed, Words};
use super::{doing_with, draw, seen, state};
use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::Hall;
use crate::notes;
use crate::request::Request;
use crate::table::{self, answer_press};
use crate::trouble::Trouble;
use crate::words::esc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandPress {
    /// Opens the form for the next throw, and is the form itself; the number tells what it is for.
    Type(u32),
    /// The dice of the table's own stream after all.
    RollForMe(u32),
    /// This die came out of the bag: its number, side after side.
    Drew(u32),
}

impl HandPress {
    pub fn words(self) -> Words {
        match self {
            Self::Type(what) => ("type", vec![what]),
            Self::RollForMe(what) => ("roll", vec![what]),
            Self::Drew(position) => ("drew", vec![position]),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        match (word, numbers) {
            ("type", [what]) => Some(Self::Type(*what)),
            ("roll", [what]) => Some(Self::RollForMe(*what)),
            ("drew", [position]) => Some(Self::Drew(*position)),
            _ => None,
        }
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        vec![Self::Type(u32::MAX), Self::RollForMe(u32::MAX), Self::Drew(u32::MAX)]
    }
}

/// Something that waits for dice.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Waiting {
    seq: Seq,
    command: Command,
    faces: Vec<u32>,
}

impl Waiting {
    /// Tells one prompt from another: the same button must not carry out something else.
    fn mark(&self) -> u32 {
        checksum(&serde_json::to_string(self).unwrap_or_default())
    }
}

const NOTE: &str = "hand";

/// At a table that rolls by hand: asks for the first throw of what somebody does.
#[boxed]
pub async fn ask_for_dice(
    store: &Store,
    request: &Request,
    game: &Loaded,
    command: &Command,
) -> Result<Card, Trouble> {
    let Some(View::Antares(state)) = &game.table.game else { return Err(unknown()) };
    let by = game.table.by(request.user());
    let wanted = next_throw(state, &by, command, &[])?.ok_or_else(unknown)?;
    let waiting = Waiting { seq: game.seq, command: command.clone(), faces: Vec::new() };
    notes::write(store, &game.id, request.user().0, NOTE, Some(&waiting)).await?;
    Ok(prompt(game, state, &waiting, &wanted))
}

/// Asks one person for the throw that comes next.
fn prompt(game: &Loaded, state: &State, waiting: &Waiting, wanted: &Wanted) -> Card {
    let mark = waiting.mark();
    let for_me = button(game, "Roll for me", HandPress::RollForMe(mark));
    if waiting.command == Command::Draw {
        let mut buttons = drew(game, state);
        buttons.push(for_me);
        return Card {
            buttons: vec![buttons],
            ..Card::line("Draw a die from your bag. Whose is it?")
        };
    }
    let faces: Vec<String> = waiting.faces.iter().map(u32::to_string).collect();
    let so_far =
        if faces.is_empty() { String::new() } else { format!("\n-# So far: {}", faces.join(" ")) };
    let text = format!(
        "🎲 Roll **{}**, then type what they show, in order.{so_far}",
        esc(&wanted.sentence())
    );
    let mut row = vec![button(game, "Type them…", HandPress::Type(mark)).styled(Style::Main)];
    if waiting.faces.is_empty() {
        row.push(for_me);
    }
    Card { buttons: vec![row], ..Card::line(text) }
}

/// One button for each kind of die in the bag.
pub fn drew(game: &Loaded, state: &State) -> Vec<Button> {
    let mut before = 0;
    let mut buttons = Vec::new();
    for seat in state.seats() {
        let dice = state.dice_in_bag(seat);
        if let Some(side) = state.sides.get(seat.index()).filter(|_| dice > 0) {
            let press = HandPress::Drew(before + 1);
            buttons.push(
                button(game, format!("{} came out", side.name), press)
                    .marked(side.colour.mark())
                    .styled(Style::Main),
            );
        }
        before += dice;
    }
    if state.distort_in_bag() {
        buttons.push(button(
            game,
            format!("{} came out", draw::DISTORT),
            HandPress::Drew(state.bag()),
        ));
    }
    buttons
}

#[boxed]
pub(crate) async fn pressed(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    press: HandPress,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        HandPress::Drew(position) => {
            let outcome = hall
                .desk
                .act(request, &seen(at), |game| {
                    state(game)?;
                    Ok(doing_with(Command::Draw, Some(position.to_string())))
                })
                .await?;
            Ok(answer_press(hall.systems, &outcome, request, on).into())
        }
        HandPress::Type(mark) => {
            let game = hall.desk.load(request, &seen(at)).await?;
            let (_, wanted) = waiting(hall, request, &game, mark).await?;
            let press = BattlePressed::new(&game.id, game.seq, HandPress::Type(mark).into());
            let input = Input::line("faces", "The faces in order, with spaces", "");
            Ok(Reply::Form(Form {
                title: wanted.sentence(),
                press: press.into(),
                inputs: vec![input.such_as("4 1 10").needed()],
            }))
        }
        HandPress::RollForMe(mark) => {
            let game = hall.desk.load(request, &seen(at)).await?;
            let (waiting, _) = waiting(hall, request, &game, mark).await?;
            let outcome = hall
                .desk
                .act_rolling(request, &seen(at), |_| Ok(super::doing(waiting.command)))
                .await?;
            Ok(answer_press(hall.systems, &outcome, request, on).into())
        }
    }
}

/// The faces of one throw.
#[boxed]
pub(crate) async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    mark: u32,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &seen(at)).await?;
    let (mut waiting, _) = waiting(hall, request, &game, mark).await?;
    let typed =
        Scripted::parse(written.get("faces")).map_err(gatemaster_rules::refusal::Refusal::from)?;
    waiting.faces.extend(typed.faces());
    let by = game.table.by(request.user());
    let battle = state(&game)?;
    if let Some(wanted) = next_throw(battle, &by, &waiting.command, &waiting.faces)? {
        notes::write(&hall.desk.store, &game.id, request.user().0, NOTE, Some(&waiting)).await?;
        let answer = Answer::private(prompt(&game, battle, &waiting, &wanted));
        return Ok(if on.is_some() { answer.in_place() } else { answer }.into());
    }
    let faces: Vec<String> = waiting.faces.iter().map(u32::to_string).collect();
    let doing = doing_with(waiting.command, Some(faces.join(" ")));
    let outcome = hall.desk.act(request, &seen(at), |_| Ok(doing)).await?;
    Ok(match on {
        Some(on) => answer_press(hall.systems, &outcome, request, on),
        None => table::told(hall.systems, &outcome, request),
    }
    .into())
}

/// What waits for this person's dice, and which ones.
async fn waiting(
    hall: &Hall,
    request: &Request,
    game: &Loaded,
    mark: u32,
) -> Result<(Waiting, Wanted), Trouble> {
    let note = notes::read(&hall.desk.store, &game.id, request.user().0, NOTE).await?;
    let waiting: Waiting =
        note.filter(|waiting: &Waiting| waiting.seq == game.seq).ok_or_else(unknown)?;
    if waiting.mark() != mark {
        return Err(Trouble::refused(
            "You have begun something else since; its dice are asked for further down.",
        ));
    }
    let by = game.table.by(request.user());
    let wanted = next_throw(state(game)?, &by, &waiting.command, &waiting.faces)?;
    Ok((waiting, wanted.ok_or_else(unknown)?))
}
