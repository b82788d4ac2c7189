//! Small pictures within a text: the faces of dice and other marks, as emoji of the application's own. Whoever writes a text puts
//! in a sign, which carries its name and the plain characters that say the same. What is sent shows the emoji where the
//! application has it, and the plain characters anywhere else, so a text can always be read, aloud too.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// Around and within a sign; nobody can type them, as names and texts of people are cleaned of private characters.
const BEGIN: char = '\u{F0000}';
const MIDDLE: char = '\u{F0001}';
const END: char = '\u{F0002}';

/// What a die came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Look {
    /// A number, neither good nor bad.
    Plain,
    Hit,
    Miss,
    /// A success that nothing can turn aside.
    Lucky,
    /// A failure whatever was needed.
    Dud,
}

impl Look {
    pub const ALL: [Look; 5] = [Look::Plain, Look::Hit, Look::Miss, Look::Lucky, Look::Dud];

    fn word(self) -> &'static str {
        match self {
            Look::Plain => "",
            Look::Hit => "_hit",
            Look::Miss => "_miss",
            Look::Lucky => "_lucky",
            Look::Dud => "_dud",
        }
    }

    fn mark(self) -> &'static str {
        match self {
            Look::Plain => "",
            Look::Hit => "✓",
            Look::Miss => "✗",
            Look::Lucky => "★",
            Look::Dud => "✖",
        }
    }
}

/// A sign by its name, and what is shown where there is no emoji of that name.
pub fn sign(name: &str, plain: &str) -> String {
    format!("{BEGIN}{name}{MIDDLE}{plain}{END}")
}

/// The face of a die: "7✓".
pub fn die(sides: u8, face: u8, look: Look) -> String {
    sign(&die_name(sides, face, look), &format!("{face}{}", look.mark()))
}

/// `d10_7_hit`
pub fn die_name(sides: u8, face: u8, look: Look) -> String {
    format!("d{sides}_{face}{}", look.word())
}

/// The emoji that the application has, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Emojis(HashMap<String, u64>);

impl Emojis {
    pub fn new(ids: impl IntoIterator<Item = (String, u64)>) -> Self {
        Self(ids.into_iter().collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same without this one.
    #[must_use]
    pub fn without(&self, name: &str) -> Emojis {
        let mut rest = self.0.clone();
        rest.remove(name);
        Emojis(rest)
    }

    /// How many characters the text has as it is sent.
    pub fn dressed_length(&self, text: &str) -> usize {
        self.dress(text).chars().count()
    }

    /// The text as it is sent.
    pub fn dress(&self, text: &str) -> String {
        let mut dressed = String::with_capacity(text.len());
        for piece in pieces(text) {
            match piece {
                Piece::Letter(letter) => dressed.push(letter),
                Piece::Emoji(text) => dressed.push_str(text),
                Piece::Sign { name, plain, .. } => match self.0.get(name) {
                    Some(id) => dressed.extend(["<:", name, ":", &id.to_string(), ">"]),
                    None => dressed.push_str(plain),
                },
            }
        }
        dressed
    }
}

/// The text with plain characters for signs: for files, logs, and whatever is read aloud.
pub fn plainly(text: &str) -> String {
    Emojis::default().dress(text)
}

/// How many characters the text has once its signs are plain.
pub fn plain_length(text: &str) -> usize {
    pieces(text).map(Piece::length).sum()
}

/// Whether this character belongs to a sign, and so to nobody's text.
pub fn is_of_sign(c: char) -> bool {
    matches!(c, BEGIN | MIDDLE | END)
}

/// What somebody else has written, without anything that could be taken for a sign: nobody can fake a die.
pub fn without_signs(text: &str) -> Cow<'_, str> {
    if text.contains(is_of_sign) {
        Cow::Owned(text.chars().filter(|c| !is_of_sign(*c)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// A part of a text that is not cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    Letter(char),
    Sign {
        whole: &'a str,
        name: &'a str,
        plain: &'a str,
    },
    /// `<:d10_7_hit:77>`
    Emoji(&'a str),
}

impl Piece<'_> {
    pub(crate) fn length(self) -> usize {
        match self {
            Piece::Letter(_) => 1,
            Piece::Sign { plain, .. } => plain.chars().count(),
            Piece::Emoji(text) => text.chars().count(),
        }
    }

    /// As it stands in the text.
    pub(crate) fn push_to(self, text: &mut String) {
        match self {
            Piece::Letter(letter) => text.push(letter),
            Piece::Sign { whole, .. } | Piece::Emoji(whole) => text.push_str(whole),
        }
    }
}

/// The parts of a text, in order. What is left of a sign that somebody has cut is left out.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let letter = rest.chars().next()?;
            let found = match letter {
                BEGIN => whole_sign(rest),
                '<' => whole_emoji(rest).map(|emoji| (Piece::Emoji(emoji), emoji.len())),
                _ => None,
            };
            let (piece, length) = found.unwrap_or((Piece::Letter(letter), letter.len_utf8()));
            rest = rest.get(length..)?;
            if !matches!(piece, Piece::Letter(letter) if is_of_sign(letter)) {
                return Some(piece);
            }
        }
    })
}

fn whole_sign(text: &str) -> Option<(Piece<'_>, usize)> {
    let inside = text.strip_prefix(BEGIN)?;
    let (inside, _) = inside.split_once(END)?;
    let (name, plain) = inside.split_once(MIDDLE)?;
    let length = BEGIN.len_utf8() + inside.len() + END.len_utf8();
    Some((Piece::Sign { whole: text.get(..length)?, name, plain }, length))
}

fn whole_emoji(text: &str) -> Option<&str> {
    let (emoji, _) = text.split_at_checked(text.find('>')? + 1)?;
    let (name, id) = emoji.strip_prefix("<:")?.strip_suffix('>')?.split_once(':')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let fits = !name.is_empty() && name.chars().all(is_name);
    (fits && !id.is_empty() && id.chars().all(|c| c.is_ascii_digit())).then_some(emoji)
}

/// One process is one application, so what it has is known to whatever is sent from here.
static KNOWN: RwLock<Option<Arc<Emojis>>> = RwLock::new(None);

/// The application has these from now on.
pub fn know(emojis: Emojis) {
    *KNOWN.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(emojis));
}

/// What the application has.
pub fn known() -> Arc<Emojis> {
    KNOWN.read().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_die_is_an_emoji_where_the_application_has_it_and_a_figure_elsewhere() {
        let text = format!("hits: {} {}", die(10, 3, Look::Hit), die(10, 10, Look::Dud));
        assert_eq!(plainly(&text), "hits: 3✓ 10✖");
        let some = Emojis::new([("d10_3_hit".to_owned(), 77)]);
        assert_eq!(some.dress(&text), "hits: <:d10_3_hit:77> 10✖");
    }

    #[test]
    fn what_is_left_of_a_sign_that_was_cut_shows_nothing_odd() {
        let cut: String = format!("a{}", sign("pin", "📌")).chars().take(4).collect();
        assert_eq!(plainly(&cut), "api");
        assert_eq!(plainly(&format!("a{END}b{MIDDLE}")), "ab");
        assert_eq!(plainly(&format!("a{BEGIN}pin{END}b")), "apinb");
    }

    #[test]
    fn lengths_are_those_that_are_seen() {
        let text = format!("{} hits <:pin_marker:7>", die(10, 3, Look::Hit));
        assert_eq!(plain_length(&text), "3✓ hits <:pin_marker:7>".chars().count());
        assert_eq!(plain_length(""), 0);
    }

    #[test]
    fn nobody_can_fake_a_die() {
        let faked = format!("Bob {}", die(10, 1, Look::Lucky));
        let harmless = without_signs(&faked);
        assert_eq!(plainly(&harmless), harmless);
        assert!(!Emojis::new([("d10_1_lucky".to_owned(), 7)]).dress(&harmless).contains('<'));
        assert!(matches!(without_signs("Bob"), Cow::Borrowed("Bob")));
        for shown in [crate::words::esc(&faked), crate::words::code(&faked)] {
            assert!(!shown.contains(is_of_sign), "{shown}");
        }
    }
}
