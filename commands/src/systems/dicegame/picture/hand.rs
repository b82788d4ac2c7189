//! Whose turn it is, the six skirmish dice, and what their victories claim.

use gatemaster_discord::picture::text::{Style, bold, plain};
use gatemaster_discord::picture::{Area, Rgb, mix};
use gatemaster_rules::dicegame::faces::Skirmish;
use gatemaster_rules::dicegame::state::{FATE_DICE, Reward, Stage, TurnEnd};

use super::dice::{Look, WRONG};
use super::moment::{Before, Moment, strikes_text, victories, victories_text};
use super::{Board, FELT_EDGE, LIT, QUIET, TRAY, WORDS};
use crate::die::RING;

const TURN: Style = plain(22);
const MOMENTS: [Style; 4] = [bold(32), bold(29), bold(26), bold(23)];
const LABEL: Style = plain(20);
const SUM: Style = bold(26);
const SMALL_SUM: Style = plain(24);
const CELL: Style = bold(23);
const OR: Style = plain(18);

/// Dice that were just rolled lie as they fell. By their place, not by chance: a picture drawn again
/// must not look as if the dice had been touched.
const FALLS: [i8; 6] = [-6, 4, -3, 7, -5, 3];

const MAX_PITCH: u16 = 74;
const GROUP_GAP: u16 = 20;
const PAD: u16 = 7;
const SIGN: u16 = 26;
/// A die in the chart.
const SMALL: u16 = 18;

/// What says how a turn ended is written in white on these.
pub(super) const BUST: Rgb = 0x00c4_2b3c;
pub(super) const ROUTED: Rgb = 0x0078_4fbd;
pub(super) const STOPPED: Rgb = 0x0040_5068;

/// Dice that lie together, and the word below them.
struct Group {
    word: String,
    dice: Dice,
}

enum Dice {
    Kept(Vec<Skirmish>),
    Rolled(Vec<Skirmish>),
    /// With the colour of how that turn ended.
    Past(Vec<Skirmish>, Rgb),
    InHand(usize),
    Fate(usize),
}

impl Dice {
    fn number(&self) -> usize {
        match self {
            Dice::Kept(faces) | Dice::Rolled(faces) | Dice::Past(faces, _) => faces.len(),
            Dice::InHand(dice) | Dice::Fate(dice) => *dice,
        }
    }

    /// How each looks, and how its shadow lies if it is in the open.
    fn looks(&self, size: u16) -> Vec<(Look, Option<i8>)> {
        match self {
            Dice::Kept(faces) => faces.iter().map(|face| (Look::Kept(*face, size), None)).collect(),
            Dice::Rolled(faces) => faces
                .iter()
                .zip(FALLS.into_iter().cycle())
                .map(|(face, fall)| (Look::Fallen(*face, fall, size), Some(fall)))
                .collect(),
            Dice::Past(faces, _) => {
                faces.iter().map(|face| (Look::Past(*face, size), None)).collect()
            }
            Dice::InHand(dice) => vec![(Look::InHand(size), Some(0)); *dice],
            Dice::Fate(dice) => vec![(Look::Fate(size), Some(0)); *dice],
        }
    }

    /// The edge of the tray that they stand in.
    fn tray(&self) -> Option<Rgb> {
        match self {
            Dice::Kept(_) => Some(FELT_EDGE),
            Dice::Past(_, end) => Some(*end),
            Dice::Rolled(_) | Dice::InHand(_) | Dice::Fate(_) => None,
        }
    }
}

fn look_of(end: TurnEnd) -> (&'static str, Rgb) {
    match end {
        TurnEnd::Bust => ("BUST", BUST),
        TurnEnd::Routed => ("ROUTED", ROUTED),
        TurnEnd::Stopped => ("stopped", STOPPED),
    }
}

pub(super) fn draw(board: &mut Board, moment: &Moment) -> Option<()> {
    let area = board.layout.hand;
    board.write(&moment.turn, TURN, (area.left, area.top + 33), area.width, QUIET);
    let style = board.letters.largest(&moment.text, &MOMENTS, area.width);
    board.write(&moment.text, style, (area.left, area.top + 68), area.width, WORDS);

    let past = past(board, moment);
    draw_dice(board, &groups(moment, past), area)?;
    let showing = moment.showing();
    if let Some(last) = &moment.last {
        draw_end(board, last, past.is_some())?;
    } else if showing.is_empty() {
        let line = area.top + 209 + SUM.drop();
        board.write("Nothing is rolled yet", SUM, (area.left, line), area.width, QUIET);
    } else {
        draw_sum(board, &showing, (area.left, area.top + 209), WORDS)?;
    }
    // dice in the hand may still change it
    let reached = match past {
        Some(last) => Some(victories(&last.dice)).filter(|_| last.end == TurnEnd::Bust),
        None => Some(victories(&showing)).filter(|_| !showing.is_empty() && moment.in_hand == 0),
    };
    draw_chart(board, reached)
}

/// The turn before, while its dice still lie there.
fn past<'a>(board: &Board, moment: &'a Moment) -> Option<&'a Before> {
    let ready = board.state.turn.as_ref().is_none_or(|turn| turn.stage == Stage::Ready);
    moment.last.as_ref().filter(|_| ready)
}

fn turn_of(last: &Before) -> String {
    format!("{}, the turn before", last.faction)
}

/// The dice of this turn; or those of the turn before, until they are in the next hand.
fn groups(moment: &Moment, past: Option<&Before>) -> Vec<Group> {
    if let Some(last) = past {
        let dice = Dice::Past(last.dice.clone(), look_of(last.end).1);
        return vec![Group { word: turn_of(last), dice }];
    }
    let fate = usize::from(moment.fate_in_hand.min(FATE_DICE));
    let all = [
        ("kept", Dice::Kept(moment.kept.clone())),
        ("rolled", Dice::Rolled(moment.rolled.clone())),
        ("in hand", Dice::InHand(moment.in_hand)),
        ("fate", Dice::Fate(fate)),
    ];
    all.into_iter()
        .filter(|(_, dice)| dice.number() > 0)
        .map(|(word, dice)| Group { word: word.to_owned(), dice })
        .collect()
}

fn draw_dice(board: &mut Board, groups: &[Group], area: Area) -> Option<()> {
    let small = |number: usize| u16::try_from(number).unwrap_or(0);
    let dice: u16 = small(groups.iter().map(|group| group.dice.number()).sum());
    let gaps = small(groups.len().saturating_sub(1)) * GROUP_GAP + 2 * PAD;
    let pitch = ((area.width - gaps) / dice.max(1)).min(MAX_PITCH);
    let size = pitch - pitch / 8;
    let y = area.top + 122;
    let mut left = area.left;
    for group in groups {
        let wide = small(group.dice.number()) * pitch;
        let tray = Area { left, top: y - pitch / 2 - 3, width: wide + PAD, height: pitch + 6 };
        if let Some(edge) = group.dice.tray() {
            board.panel(tray, TRAY, edge, 2.5)?;
        }
        let mut x = left + PAD / 2 + pitch / 2;
        for (look, shadow) in group.dice.looks(size) {
            if let Some(fall) = shadow {
                board.put(Look::Shadow(fall, size), x + 3, y + 4)?;
            }
            board.put(look, x, y)?;
            x += pitch;
        }
        let middle = left + tray.width / 2;
        board.write_around(&group.word, LABEL, (middle, area.top + 184), area, QUIET);
        left += wide + GROUP_GAP;
    }
    Some(())
}

/// "▲ 3 victories ⚡ 4 strikes"
fn draw_sum(board: &mut Board, faces: &[Skirmish], (mut x, y): (u16, u16), rgb: Rgb) -> Option<()> {
    let both = [
        (Look::Victory(SIGN), victories_text(faces)),
        (Look::Strike(SIGN + 6), strikes_text(faces)),
    ];
    for (sign, text) in both {
        board.put(sign, x + SIGN / 2, y)?;
        x += SIGN + 7;
        x += board.write(&text, SUM, (x, y + SUM.drop()), 200, rgb) + 22;
    }
    Some(())
}

/// How the turn before ended, and with what.
fn draw_end(board: &mut Board, last: &Before, dice_shown: bool) -> Option<()> {
    let area = board.layout.hand;
    let y = area.top + 209;
    let (word, rgb) = look_of(last.end);
    let wide = board.letters.width(word, SUM) + 24;
    let pill = Area { left: area.left, top: y - 17, width: wide, height: 34 };
    board.panel(pill, rgb, mix(rgb, WORDS, 90), 2.0)?;
    board.write(word, SUM, (pill.left + 12, y + SUM.drop()), wide, WORDS);
    let left = pill.right() + 16;
    if dice_shown {
        return draw_sum(board, &last.dice, (left, y), QUIET);
    }
    let room = area.right() - left;
    board.write(&turn_of(last), SMALL_SUM, (left, y + SMALL_SUM.drop()), room, QUIET);
    Some(())
}

/// What each number of victories claims; the one that is reached stands out.
fn draw_chart(board: &mut Board, reached: Option<u8>) -> Option<()> {
    const CELLS: [(&str, u8, u16); 6] =
        [("0–1", 0, 58), ("2", 2, 56), ("3", 3, 56), ("4", 4, 76), ("5", 5, 56), ("6", 6, 156)];
    const GAP: u16 = 4;
    let area = board.layout.hand;
    let mut left = area.left;
    for (word, victories, width) in CELLS {
        let reward = Reward::for_victories(victories);
        let here = reached.is_some_and(|reached| Reward::for_victories(reached) == reward);
        let cell = Area { left, top: area.bottom() - 50, width, height: 38 };
        draw_cell(board, cell, word, reward, here)?;
        left += width + GAP;
    }
    Some(())
}

fn draw_cell(board: &mut Board, cell: Area, word: &str, reward: Reward, here: bool) -> Option<()> {
    let (ground, edge, line) = match (here, reward == Reward::Bust) {
        (true, true) => (BUST, WORDS, 3.0),
        (true, false) => (LIT, RING, 3.0),
        (false, _) => (TRAY, FELT_EDGE, 1.5),
    };
    board.panel(cell, ground, edge, line)?;
    let rgb = if here { WORDS } else { QUIET };
    let y = cell.top + cell.height / 2;
    let mut x = cell.left + 8;
    x += board.write(word, CELL, (x, y + CELL.drop()), cell.width, rgb) + 6;
    let (control, fate) = match reward {
        Reward::Nothing => (0, 0),
        Reward::Bust => {
            let rgb = if here { WORDS } else { WRONG };
            return board.put(Look::Cross(rgb, SMALL), x + SMALL / 2, y);
        }
        Reward::Control(dice) => (dice, 0),
        Reward::Fate(dice) => (0, dice),
        Reward::Either { control, fate } => (control, fate),
    };
    for _ in 0..control {
        board.put(Look::Control(SMALL), x + SMALL / 2, y)?;
        x += SMALL + 2;
    }
    if control > 0 && fate > 0 {
        x += board.write("or", OR, (x + 2, y + OR.drop()), 40, rgb) + 6;
    }
    for _ in 0..fate {
        board.put(Look::Fate(SMALL), x + SMALL / 2, y)?;
        x += SMALL + 2;
    }
    Some(())
}
