//! A first battle: one line at each step that says what to do and why, a second person who may join, and the way to a real one.

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_rules::antares::State;
use gatemaster_rules::antares::flow::Task;
use gatemaster_rules::antares::question::unit_options;
use gatemaster_rules::antares::state::Phase;
use gatemaster_rules::antares::turn::GUIDED_TURNS;
use gatemaster_rules::game;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::{Action, Phase as TablePhase, Player};

use super::controls::button;
use super::force;
use super::press::Words;
use crate::answer::{Answer, NewBoard, PressedMessage, Reply};
use crate::boxed;
use crate::desk::{Loaded, Which};
use crate::face::Hall;
use crate::request::Request;
use crate::table::{self, answer_press};
use crate::trouble::Trouble;
use crate::words::{LARGEST_FORMER, esc, list};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuidePress {
    /// Whoever plays both sides leaves one of them to somebody else.
    MakeRoom,
    /// The guided battle ends here.
    Enough,
    /// A lobby for a whole battle, with the same people.
    Real,
}

impl GuidePress {
    pub fn words(self) -> Words {
        let word = match self {
            Self::MakeRoom => "room",
            Self::Enough => "enough",
            Self::Real => "real",
        };
        (word, Vec::new())
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        Some(match (word, numbers) {
            ("room", []) => Self::MakeRoom,
            ("enough", []) => Self::Enough,
            ("real", []) => Self::Real,
            _ => return None,
        })
    }

    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        vec![Self::MakeRoom, Self::Enough, Self::Real]
    }
}

/// What to do now and why, in a guided battle; empty in others.
pub fn line(state: &State) -> String {
    if !state.options.guided || state.phase == Phase::Over {
        return String::new();
    }
    format!("💡 {}", hint(state))
}

/// The same for somebody who aims: the order has been given.
pub fn aiming(state: &State) -> String {
    if !state.options.guided {
        return String::new();
    }
    "💡 **Measure, and press the range.** Each line says what to expect there; *Circumstances* has cover and the like. Not at a \
     table? Take 10″."
        .to_owned()
}

/// A line of the guide below what is asked.
pub fn below(asked: &str, line: &str) -> String {
    let parts: Vec<&str> = [asked, line].into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

fn hint(state: &State) -> &'static str {
    if let Some(task) = state.flow.tasks.last() {
        return in_the_middle(state, task);
    }
    let first = state.turn == 1 && state.units.iter().all(|unit| unit.dice.placed.is_empty());
    let pinned = |seat: Seat| state.waiting_for_orders(seat).any(|(_, unit)| unit.pins > 0);
    match (state.phase, state.flow.drawn) {
        (Phase::Orders, None) if first => {
            "**Press *Draw next*.** Each unit has a die in the bag; the colour that comes out says who acts, so nobody knows who is next."
        }
        (Phase::Orders, None) => {
            "**Draw the next die.** Whoever's colour it is gives an order to a unit that has none yet this turn."
        }
        (Phase::Orders, Some(seat)) if pinned(seat) => {
            "**Pick a unit, then an order.** A pinned unit tests its nerve first: each pin makes that harder, and a passed test \
             takes one off. *Rally* takes off more; *Down* needs no test."
        }
        (Phase::Orders, Some(_)) => {
            "**Pick a unit, then an order.** *Fire* at a target shoots best, *Advance* moves and shoots, *Run* moves twice as far, \
             *Down* makes it hard to hit."
        }
        (Phase::TurnEnd, _) if state.turn >= GUIDED_TURNS => {
            "**End the turn.** It is the last one of this battle: then the order dice that each side has lost are compared."
        }
        (Phase::TurnEnd, _) => {
            "**End the turn.** Every unit has acted: the dice go back into the bag, and whoever is down tests to get up."
        }
        (Phase::DeployingSnipers | Phase::Deploying | Phase::Infiltrating | Phase::Over, _) => {
            "**Draw next** to go on."
        }
    }
}

/// The unit that acts does something, or somebody is asked in the middle of it.
fn in_the_middle(state: &State, task: &Task) -> &'static str {
    match task {
        Task::Act => match unit_options(state) {
            Some(doing) if doing.charges.is_some() => {
                "**Push the models at the enemy, and say whether they got there.** In contact both sides shoot point-blank, then \
                 fight hand to hand."
            }
            Some(doing) if doing.moves.is_some() && doing.shoots.is_some() => {
                "**Push the models, then press *Moved*;** after that it may shoot, a little worse than with *Fire*."
            }
            Some(doing) if doing.moves.is_some() => {
                "**Push the models, then say so below.** That is all this order does."
            }
            Some(_) | None => {
                "**Pick a target.** You see the chances before any die falls; *done* leaves it at that."
            }
        },
        Task::Ambushes { .. } => {
            "**Spring the ambush, or let it pass.** A unit in ambush shoots at whoever moves in its sight; its die is used up by that."
        }
        Task::GoDown { .. } => {
            "**Stay up, or go down?** Down makes every shot harder to hit, but it is that unit's order for this turn."
        }
        Task::Spot { .. } => {
            "**The spotter drone may have one miss rolled again.** It costs nothing."
        }
        Task::PlaceLucky { .. } | Task::PlaceRest { .. } => {
            "**Share out the hits.** Every model takes one before any takes a second; the first answer is the usual one."
        }
        Task::BreakTest { .. } => {
            "**A test of nerve.** Who has lost many may break; a commander near by lends their own nerve."
        }
        Task::PointBlank { .. } => {
            "**Point-blank shooting comes before the blows.** Whoever is hit first has fewer to strike back with."
        }
        Task::Consolidate { .. } => {
            "**The assault is won: move a little, or stay.** It is the chance to get out of sight."
        }
        Task::EndAction
        | Task::Exhaustion { .. }
        | Task::BonusMove { .. }
        | Task::Entrance { .. }
        | Task::Contact
        | Task::Arrived { .. }
        | Task::RollShots { .. }
        | Task::ForceRerolls { .. }
        | Task::Astray { .. }
        | Task::Template { .. }
        | Task::Land { .. }
        | Task::OddHits { .. }
        | Task::DamageBuildings { .. }
        | Task::CountHits { .. }
        | Task::Wounds { .. }
        | Task::Pins { .. }
        | Task::Settle { .. }
        | Task::AfterShooting { .. }
        | Task::Resist { .. }
        | Task::Charts { .. }
        | Task::ChartAgain { .. }
        | Task::Harm { .. }
        | Task::RollBlows { .. }
        | Task::BreakOff { .. }
        | Task::Spinner { .. }
        | Task::HandWeapons { .. }
        | Task::Assault(_)
        | Task::Occupy { .. } => "**Choose an answer.** The first one is the usual one.",
    }
}

/// What a guided battle offers besides: company, and its end.
pub fn buttons(game: &Loaded, state: &State) -> Vec<Button> {
    if !state.options.guided || state.phase == Phase::Over {
        return Vec::new();
    }
    let mut buttons = Vec::new();
    if let Some(player) = game.table.player_at(Seat(0))
        && game.table.seats_of(player.id).len() == game.table.seats.len()
    {
        buttons.push(button(game, "Somebody joins me", GuidePress::MakeRoom));
    }
    buttons.push(button(game, "End it here", GuidePress::Enough));
    buttons
}

/// Below a guided battle that has ended.
pub fn what_next(game: &Loaded) -> Vec<Button> {
    vec![button(game, "Fight a real battle", GuidePress::Real).styled(Style::Yes).marked("⚔️")]
}

#[boxed]
pub(crate) async fn pressed(
    hall: &Hall,
    request: &Request,
    id: &str,
    press: GuidePress,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let which = Which::Now(id.to_owned());
    match press {
        GuidePress::MakeRoom => make_room(hall, request, &which).await,
        GuidePress::Enough => {
            let outcome = hall.desk.act(request, &which, |_| Ok(Action::End.into())).await?;
            Ok(answer_press(hall.systems, &outcome, request, on).into())
        }
        GuidePress::Real => real(hall, request, &which).await,
    }
}

/// All seats are given up and the first is taken again; if the program is stopped between the two, both are free.
async fn make_room(hall: &Hall, request: &Request, which: &Which) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, which).await?;
    let seats = game.table.seats_of(request.user());
    if game.table.phase != TablePhase::Playing {
        return Err(Trouble::refused("This battle has ended, so nobody can join it any more."));
    }
    if seats.len() < 2 {
        return Err(Trouble::refused(
            "You play one side only; whoever wants the other takes it with *Play*, or asks its player.",
        ));
    }
    hall.desk.act(&request.without_interaction(), which, |_| Ok(Action::Leave.into())).await?;
    let keep = Action::Join { seat: seats.first().copied(), salt: None };
    let outcome = hall.desk.act(request, which, |_| Ok(keep.into())).await?;
    let game = &outcome.game;
    let free: Vec<String> = game
        .table
        .free_seats()
        .into_iter()
        .filter_map(|seat| game.table.seats.get(seat.index()))
        .map(|chair| esc(&chair.name))
        .collect();
    let text = format!(
        "{} keeps one side. {} is free: whoever presses first plays it.",
        esc(&request.actor.player.name),
        list(&free)
    );
    let buttons = table::join_button(game).map(|join| vec![join.styled(Style::Main)]);
    let card = Card { buttons: buttons.into_iter().collect(), ..Card::line(text) };
    Ok(Answer { changed: Some(game.id.clone()), ..Answer::public(card) }.into())
}

/// Opens the lobby of a whole battle in the same channel. Whoever presses sits where they sat; the others are asked to take
/// their seats.
async fn real(hall: &Hall, request: &Request, which: &Which) -> Result<Reply, Trouble> {
    let before = hall.desk.load(request, which).await?;
    if before.table.phase != TablePhase::Ended {
        return Err(Trouble::refused("The guided battle is not over yet; *End it here* ends it."));
    }
    if before.channel != request.channel {
        return Err(Trouble::refused("Press it in the channel where the guided battle was."));
    }
    if let Some(made) = hall.desk.made_before(request).await? {
        let now = hall.desk.load(request, &Which::Now(made.game.id.clone())).await?;
        return Ok(Answer::public(table::board(hall.systems, &now)).into());
    }
    let setup = force::ready(hall, request, [None, None]).await?;
    let open = Action::Open {
        name: game::SystemId::Antares.title().to_owned(),
        setup: game::Setup::Antares(setup),
        organiser: None,
        start: false,
        settings: before.table.settings.clone(),
    };
    let mut outcome = hall.desk.open(request, open).await?;
    let id = outcome.game.id.clone();
    let quiet = request.without_interaction();
    for seat in before.table.seats_of(request.user()) {
        let join = Action::Join { seat: Some(seat), salt: None };
        match hall.desk.act(&quiet, &Which::Now(id.clone()), |_| Ok(join.into())).await {
            Ok(next) => outcome = next,
            // the table stands, and a seat can be taken by hand
            Err(trouble) => {
                let trouble = trouble.in_short();
                tracing::info!(game = id, trouble, "somebody was not seated for a real battle");
            }
        }
    }
    let mut card = table::board(hall.systems, &outcome.game);
    let others = before.table.others(request.user()).into_iter();
    let others: Vec<&Player> = others.filter(|player| player.id.0 > LARGEST_FORMER).collect();
    if !others.is_empty() {
        let names: Vec<String> = others.iter().map(|player| esc(&player.name)).collect();
        card.content = format!("A real battle: {}, take a side.", list(&names));
        if before.table.settings.pings() {
            card.pings = others.iter().map(|player| player.id.0).collect();
        }
    }
    let board = Some(NewBoard { game: outcome.game, pin: false });
    Ok(Answer { board, ..Answer::public(card) }.into())
}
