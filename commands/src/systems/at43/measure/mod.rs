//! Ranges that the other side has asked for: whoever plays without a table before them, the program for one, decides by them.
//! And the program itself, where it waits to be let go on.

mod typed;
mod written;

use std::fmt::Write as _;

use gatemaster_discord::card::{Choice, Select, Style};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::{CHOICES, INPUT_LABEL, MODAL_TITLE, ROWS, clip};
use gatemaster_rules::at43::aim::reach;
use gatemaster_rules::at43::command::{Answer, Command, Cover, Measured, Pair};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::measuring::MOST_PAIRS;
use gatemaster_rules::at43::need::{Band, Range};
use gatemaster_rules::at43::question::question;
use gatemaster_rules::at43::{State, View};

use super::press::{BattlePressed, Words, button};
use super::{At, ask, go, play, play_form, read, state};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::table::{answer_press, holds};
use crate::trouble::Trouble;
use crate::words::esc;

pub use typed::range;
pub use written::written;

/// One line of the form for each pair.
const KEYS: [&str; ROWS] = ["1", "2", "3", "4", "5"];
const _: () = assert!(MOST_PAIRS <= KEYS.len(), "each pair has its line in the form");
const SUCH_AS: &str = "24 · r2 · 24 cover · 24 cover, 3 see";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasurePress {
    /// The form with a line for each range; the form itself, too.
    Open,
    /// Nobody of them is in sight.
    Unseen,
    /// A band, picked from a list, where one range is asked for.
    Band,
    /// Somebody else knows.
    Pass,
    /// The program is let go on.
    GoOn,
}

impl MeasurePress {
    const ALL: [Self; 5] = [Self::Open, Self::Unseen, Self::Band, Self::Pass, Self::GoOn];

    pub fn words(self) -> Words {
        let word = match self {
            Self::Open => "open",
            Self::Unseen => "unseen",
            Self::Band => "band",
            Self::Pass => "pass",
            Self::GoOn => "go-on",
        };
        (word, Vec::new())
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        let known = Self::ALL.into_iter().find(|press| press.words().0 == word);
        known.filter(|_| numbers.is_empty())
    }

    /// One of each kind, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        Self::ALL.to_vec()
    }
}

#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: MeasurePress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let answer = match press {
        MeasurePress::Open => return form(hall, request, at).await,
        MeasurePress::GoOn => return go_on(hall, request, at, on).await,
        MeasurePress::Unseen => Answer::Measured(Vec::new()),
        MeasurePress::Pass => Answer::Pass,
        MeasurePress::Band => {
            let band: u8 = read::picked_number(picked)?;
            let choose = |view: &View| {
                let pairs = asked(view).ok_or_else(unknown)?;
                let ([pair], true) = (pairs, band <= last_band(view).0) else {
                    return Err(read::not_offered());
                };
                let range = Range::Band(Band(band));
                let told = Measured {
                    from: pair.from,
                    to: pair.to,
                    range,
                    cover: Cover::None,
                    seeing: None,
                };
                Ok(Command::Answer(Answer::Measured(vec![told])))
            };
            return play(hall, request, at.seen(), on, choose).await;
        }
    };
    play(hall, request, at.seen(), on, |_| Ok(Command::Answer(answer))).await
}

/// What is to be measured now.
fn asked(state: &State) -> Option<&[Pair]> {
    match state.flow.tasks.last() {
        Some(Task::Measure { pairs, .. }) => Some(pairs),
        _ => None,
    }
}

/// "Storm golems 1 from Steel troopers 1"
fn pair_in_words(state: &State, pair: Pair) -> String {
    format!("{} from {}", state.unit_name(pair.to), state.unit_name(pair.from))
}

async fn form(hall: &Hall, request: &Request, at: &At) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &at.seen()).await?;
    let battle = state(&game)?;
    let task = battle.flow.tasks.last().ok_or_else(unknown)?;
    let waits = question(battle, task).ok_or_else(unknown)?;
    holds(&game, request, waits.seat)?;
    let pairs = asked(battle).ok_or_else(unknown)?;
    let inputs = KEYS.into_iter().zip(pairs).map(|(key, pair)| {
        // one shooter is named by the title; of several, each is
        let one = pairs.iter().all(|other| other.from == pair.from);
        let label =
            if one { battle.unit_name(pair.to).to_owned() } else { pair_in_words(battle, *pair) };
        Input::line(key, clip(&label, INPUT_LABEL), String::new()).such_as(SUCH_AS)
    });
    let inputs = inputs.collect();
    let from = pairs.first().map_or("", |pair| battle.unit_name(pair.from));
    let press = BattlePressed::new(&game.id, game.at, MeasurePress::Open.into());
    Ok(Reply::Form(Form {
        title: clip(&format!("How far from {from}?"), MODAL_TITLE),
        press: press.into(),
        inputs,
    }))
}

#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: MeasurePress,
    text: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    if press != MeasurePress::Open {
        return Err(unknown());
    }
    play_form(hall, request, at.seen(), on, |view| {
        let pairs = asked(view).ok_or_else(unknown)?;
        let (mut told, mut faults) = (Vec::new(), Vec::new());
        for (key, pair) in KEYS.into_iter().zip(pairs) {
            match written::one(*pair, text.get(key)) {
                Ok(seen) => told.extend(seen),
                Err(fault) => {
                    faults.push(format!("{}: {fault}", esc(&pair_in_words(view, *pair))));
                }
            }
        }
        if faults.is_empty() {
            Ok(Command::Answer(Answer::Measured(told)))
        } else {
            Err(Trouble::refused(faults.join("\n")))
        }
    })
    .await
}

/// What is waited for here, with everything to answer it.
pub fn controls(game: &Loaded, state: &View) -> Controls {
    let Some(pairs) = asked(state) else { return Controls::default() };
    let mut row = vec![
        button(game, "Say how far…", MeasurePress::Open).marked("📏").styled(Style::Main),
        button(game, "All out of sight", MeasurePress::Unseen),
    ];
    if state.sides.len() > 2 {
        row.push(button(game, "I cannot tell", MeasurePress::Pass));
    }
    let selects = match pairs {
        [pair] => vec![bands(game, state, *pair)],
        _ => Vec::new(),
    };
    let mut text = ask::words(game, state);
    let last: Vec<String> = pairs
        .iter()
        .filter_map(|pair| {
            let last = state.last_range(pair.from, pair.to)?;
            Some(format!("{} {}", esc(&pair_in_words(state, *pair)), go::plain(last)))
        })
        .collect();
    if !last.is_empty() {
        let _ = write!(text, "\n-# Last told: {}", last.join(" · "));
    }
    Controls { text, selects, buttons: vec![row] }
}

/// As far as anybody shoots with the weapons of this game, and a list has room.
fn last_band(state: &State) -> Band {
    let carried = state.library.weapons.iter().filter(|weapon| !weapon.close);
    let farthest = carried.filter_map(reach).max().unwrap_or_default();
    farthest.min(Band(CHOICES.saturating_sub(1)))
}

/// One range is told in one press.
fn bands(game: &Loaded, state: &State, pair: Pair) -> Select {
    let options = (0..=last_band(state).0).map(|band| {
        let (from, to) = Band(band).centimetres();
        Choice::new(format!("{from}–{to} cm"), band).more(format!("Range {band}, no cover"))
    });
    let press = BattlePressed::new(&game.id, game.at, MeasurePress::Band.into());
    let name = clip(state.unit_name(pair.to), 60);
    Select::new(format!("How far is {name}?"), press, options.collect())
}

/// The program acts by itself; where it is seen waiting, something has been taken back or a stop came in between.
pub fn let_go_on(game: &Loaded) -> Controls {
    let go = button(game, "Go on, Gatemaster", MeasurePress::GoOn).marked("🤖").styled(Style::Main);
    let text =
        "It is for me to act. I wait until you let me go on, so that you can take back more.";
    Controls { text: text.to_owned(), selects: Vec::new(), buttons: vec![vec![go]] }
}

async fn go_on(
    hall: &Hall,
    request: &Request,
    at: &At,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &at.seen()).await?;
    if !game.table.belongs(request.user()) && !request.actor.manager {
        return Err(Trouble::refused(format!(
            "Only people at the table “{}” may do that.",
            esc(&game.table.name)
        )));
    }
    match hall.desk.keep_new_standing_orders(&game.id).await? {
        Some(outcome) => Ok(answer_press(hall.systems, &outcome, request, on).into()),
        None => Err(Trouble::refused("It is not for me to act now.")),
    }
}
