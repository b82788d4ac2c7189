//! Words in a picture, in a typeface that is part of the program: they look the same wherever it runs.

mod faces;
mod letter;
mod line;

use std::collections::HashMap;

use tiny_skia::Pixmap;

use self::faces::{face_with, joins};
use self::letter::Letter;
use self::line::{Placed, Shape, line};
use super::{Rgb, channels};

/// Widths are counted in parts of a pixel, so that a long line is as long as its letters together.
const PARTS: i32 = 64;
/// Stands for every letter that no typeface has; it is drawn as an empty box.
const UNKNOWN: char = '\u{fffd}';
const MORE: char = '…';
/// A longer number at the end of a name is not kept when it is cut.
const MOST_DIGITS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Weight {
    Plain,
    Bold,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    weight: Weight,
    /// Of the whole letter with the room above and below it, in pixels.
    pub size: u16,
}

pub const fn plain(size: u16) -> Style {
    Style { weight: Weight::Plain, size }
}

pub const fn bold(size: u16) -> Style {
    Style { weight: Weight::Bold, size }
}

impl Style {
    /// How far below the middle of a capital its line is.
    pub fn drop(self) -> u16 {
        self.size * 9 / 25
    }
}

/// All letters of one picture.
#[derive(Default)]
pub struct Lettering {
    known: HashMap<(Shape, u16), Letter>,
}

impl std::fmt::Debug for Lettering {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({} letters drawn)", self.known.len())
    }
}

impl Lettering {
    /// How wide the text is, in whole pixels.
    pub fn width(&mut self, text: &str, style: Style) -> u16 {
        width_of(&shown(text), style)
    }

    /// The first of these styles in which the text fits, or the last.
    pub fn largest<const N: usize>(&mut self, text: &str, styles: &[Style; N], room: u16) -> Style {
        let fitting = styles.iter().find(|style| self.width(text, **style) <= room);
        *fitting.unwrap_or(&styles[N - 1])
    }

    /// Writes as much of the text as there is room for, with an ellipsis where some is left out.
    /// Gives its width.
    pub fn write(
        &mut self,
        on: &mut Pixmap,
        text: &str,
        style: Style,
        (x, y): (u16, u16),
        room: u16,
        rgb: Rgb,
    ) -> u16 {
        let placed = line(&fitting(text, style, room), style);
        let colour = channels(rgb);
        let mut pen = i32::from(x).saturating_mul(PARTS);
        for Placed { shape, advance, right, up, .. } in &placed {
            let letter = self
                .known
                .entry((*shape, style.size))
                .or_insert_with(|| Letter::draw(*shape, style));
            let nearest = |parts: i32| parts.saturating_add(PARTS / 2).div_euclid(PARTS);
            let at = nearest(pen.saturating_add(*right));
            letter.put(on, (at, i32::from(y).saturating_sub(nearest(*up))), colour);
            pen = pen.saturating_add(*advance);
        }
        pixels(&placed)
    }
}

fn width_of(letters: &[char], style: Style) -> u16 {
    pixels(&line(letters, style))
}

fn pixels(placed: &[Placed]) -> u16 {
    let parts = placed.iter().map(|one| one.advance).fold(0, i32::saturating_add);
    u16::try_from((parts.saturating_add(PARTS - 1)).div_euclid(PARTS).max(0)).unwrap_or(u16::MAX)
}

/// The letters of a text that fit into so many pixels, with an ellipsis for those that do not. A
/// number at its end stays: it tells squads apart that are called alike.
fn fitting(text: &str, style: Style, room: u16) -> Vec<char> {
    let mut letters = shown(text);
    if width_of(&letters, style) <= room {
        return letters;
    }
    let digits = letters.iter().rev().take_while(|letter| letter.is_ascii_digit()).count();
    let mut end = vec![MORE];
    if (1..=MOST_DIGITS).contains(&digits) {
        end.push(' ');
        end.extend_from_slice(&letters[letters.len() - digits..]);
        letters.truncate(letters.len() - digits);
    }
    while !end.is_empty() && width_of(&end, style) > room {
        end.pop();
    }
    letters.truncate(whole_letters(&letters, style, room - width_of(&end, style)));
    loop {
        while letters.last().is_some_and(|letter| letter.is_whitespace()) {
            letters.pop();
        }
        let whole = [&letters[..], &end].concat();
        // the last of joined letters looks otherwise than in the middle, and may be wider
        if width_of(&whole, style) <= room || letters.pop().is_none() {
            return whole;
        }
    }
}

/// How many of the first letters fit, without cutting through those that have one shape.
fn whole_letters(letters: &[char], style: Style, room: u16) -> usize {
    let mut advances: Vec<Option<i32>> = vec![None; letters.len()];
    for Placed { letter, advance, .. } in line(letters, style) {
        if let Some(sum) = advances.get_mut(letter) {
            *sum = Some(sum.unwrap_or(0).saturating_add(advance));
        }
    }
    let room = i32::from(room) * PARTS;
    let (mut fitting, mut width) = (0, 0_i32);
    for (at, advance) in advances.iter().enumerate() {
        // what has come before this one is whole
        if advance.is_some() && width <= room {
            fitting = at;
        }
        width = width.saturating_add(advance.unwrap_or(0));
    }
    if width <= room { letters.len() } else { fitting }
}

/// What of a text is drawn: one sign for each joined emoji, nothing for marks that only change the look of others, and
/// one box for each letter that no typeface has. Other signs that none has are left out, unless nothing else is there.
fn shown(text: &str) -> Vec<char> {
    let has = |letter: char| face_with(letter, Weight::Plain).is_some();
    let readable = text.chars().any(|letter| !letter.is_whitespace() && has(letter));
    let mut shown: Vec<char> = Vec::with_capacity(text.len());
    let mut joined = false;
    for letter in text.chars() {
        if (is_joiner(letter) || is_separator(letter)) && shown.last().is_some_and(|c| joins(*c)) {
            shown.push(letter);
        } else if is_joiner(letter) {
            joined = true;
        } else if !is_silent(letter) {
            // of those that are joined, the first stands for all
            let stands = !joined || letter.is_alphanumeric();
            if has(letter) {
                shown.extend(stands.then_some(letter));
            } else if letter.is_whitespace() {
                shown.push(' ');
            } else if stands && (letter.is_alphanumeric() || !readable) {
                shown.push(UNKNOWN);
            }
            joined = false;
        }
    }
    shown
}

fn is_joiner(letter: char) -> bool {
    letter == '\u{200d}'
}

/// Keeps letters apart that would join.
fn is_separator(letter: char) -> bool {
    letter == '\u{200c}'
}

/// Control and direction marks, accents that stand on the letter before them, and what only changes
/// the colour or look of an emoji.
fn is_silent(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{61c}' | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{fe20}'..='\u{fe2f}' | '\u{feff}' | '\u{1f3fb}'..='\u{1f3ff}'
            | '\u{e0000}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests;
