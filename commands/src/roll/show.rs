//! Rolls, as they are shown.

use std::fmt::Write as _;

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_discord::limits::{BUTTON_LABEL, EMBED_TEXT, clip};
use gatemaster_rules::roll::proof::Proof;
use gatemaster_rules::roll::{Fate, Line, Span};
use gatemaster_store::{SavedRoll, Secrecy};

use super::press::{RollPress, RollPressed};
use crate::roll::StoredRoll;
use crate::table::NEUTRAL;
use crate::words::{self, code, esc, short_hash};

/// The dice of one message; more than this is nothing to read.
const LONGEST: usize = 3_000;
/// No line is cut shorter than this.
const SHORTEST: usize = 120;

/// A roll for everybody.
pub(crate) fn result(thrown: &StoredRoll, compact: bool, remarks: &[String]) -> Card {
    if compact {
        let line = format!("{}{}\n-# {}", short(thrown), how_read(thrown, remarks), source(thrown));
        return Card { buttons: vec![again(thrown)], ..Card::line(line) };
    }
    Card {
        content: headline(thrown),
        text: format!("{}{}", working(thrown), how_read(thrown, remarks)),
        footer: source(thrown),
        colour: Some(NEUTRAL),
        buttons: vec![again(thrown)],
        ..Card::default()
    }
}

/// How it was read, and why that was hardly meant, each on a small line of its own.
fn how_read(thrown: &StoredRoll, remarks: &[String]) -> String {
    let doubt = thrown.expression.doubt().map(|doubt| doubt.sentence);
    remarks.iter().chain(&doubt).fold(String::new(), |lines, line| lines + "\n-# " + line)
}

/// A compact message that is rolled on in place: the newest result, and what came before it in small print.
pub(crate) fn rolling(thrown: &StoredRoll, earlier: &[StoredRoll]) -> Card {
    let mut lines: Vec<String> =
        earlier.iter().rev().map(|before| format!("-# {}", short(before))).collect();
    lines.push(short(thrown));
    lines.push(format!("-# {}", source(thrown)));
    Card { buttons: vec![again(thrown)], ..Card::line(lines.join("\n")) }
}

/// The words that Discord reads aloud are plain ones.
pub(crate) fn spoken(thrown: &StoredRoll, card: Card) -> Card {
    let about = thrown.rolled.label.as_deref().map(|label| format!(" for {}", esc(label)));
    let said = format!(
        "{} rolled {}{}{}.",
        esc(&thrown.user_name),
        thrown.rolled.headline(),
        about.unwrap_or_default(),
        if is_typed(thrown) { ", by hand and typed" } else { "" }
    );
    let text = if card.text.is_empty() { card.content.clone() } else { card.text.clone() };
    Card { content: clip(&said, 500), text, spoken: true, ..card }
}

/// A roll that one person sees.
pub(crate) fn secret(thrown: &StoredRoll, remarks: &[String]) -> Card {
    let mut row = vec![button("Show it to everybody", thrown, RollPress::Show).styled(Style::Main)];
    row.extend(again(thrown));
    Card {
        content: format!("{} (in secret)", headline(thrown)),
        text: format!("{}{}", committed(thrown), how_read(thrown, remarks)),
        footer: source(thrown),
        colour: Some(NEUTRAL),
        buttons: vec![row],
        ..Card::default()
    }
}

pub(crate) fn revealed(thrown: &StoredRoll) -> Card {
    let card = result(thrown, false, &[]);
    let content = format!("{}, rolled in secret {}", card.content, words::relative(thrown.at_ms));
    let mut text = committed(thrown);
    if let Some(seed) = &thrown.own_seed {
        let _ = write!(text, "\n-# That seed, as anybody can check: `{}`", seed.reveal());
    }
    Card { content, text, buttons: Vec::new(), ..card }
}

/// The dice, and the whole hash of the seed that is theirs alone: whoever has seen it knows later that nothing was exchanged.
fn committed(thrown: &StoredRoll) -> String {
    let dice = working(thrown);
    match &thrown.own_seed {
        Some(seed) => format!("{dice}\n-# Its own seed has the SHA-256 `{}`", seed.hash()),
        None => dice,
    }
}

fn again(thrown: &StoredRoll) -> Vec<Button> {
    let more = thrown.expression.one_more_die().is_none();
    let mut row = vec![
        button("Roll again", thrown, RollPress::Again).marked("🎲"),
        button("+1 die", thrown, RollPress::More).disabled_if(more),
    ];
    let meant = thrown.expression.doubt().map(|doubt| doubt.instead).unwrap_or_default();
    for (guess, meant) in (0..).zip(meant) {
        let label = clip(&format!("Roll {}", meant.without_label()), BUTTON_LABEL);
        row.push(button(&label, thrown, RollPress::Meant(guess)));
    }
    row
}

fn button(label: &str, thrown: &StoredRoll, press: RollPress) -> Button {
    Button::new(label, RollPressed::new(&thrown.id, press))
}

/// "🎲 **Ann**, to hit: **3 successes**"
fn headline(thrown: &StoredRoll) -> String {
    headline_within(thrown, usize::MAX, 300)
}

fn headline_within(thrown: &StoredRoll, label: usize, result: usize) -> String {
    let about = thrown.rolled.label.as_deref().map(|text| format!(", {}", esc(&clip(text, label))));
    format!(
        "🎲 **{}**{}: **{}**",
        esc(&thrown.user_name),
        about.unwrap_or_default(),
        clip(&thrown.rolled.headline(), result)
    )
}

/// "🎲 **Ann**: **9** · 2d6 + 1: 4 + 4 + 1 = 9", on one line.
fn short(thrown: &StoredRoll) -> String {
    format!("{} · {}{}", headline(thrown), in_a_row(thrown, 300), origin(thrown))
}

fn is_typed(thrown: &StoredRoll) -> bool {
    thrown.rolled.dice().iter().any(|die| die.is_hand_rolled())
}

/// Typed dice must never look like rolled ones, and what is secret never like what everybody has seen.
fn origin(thrown: &StoredRoll) -> String {
    let mut origin = String::new();
    if is_typed(thrown) {
        let _ = write!(origin, " · hand-rolled, typed by {}", esc(&thrown.user_name));
    }
    let hash = short_hash(&thrown.seed_hash);
    match thrown.secrecy {
        Secrecy::Open => {}
        Secrecy::Secret => {
            let _ = write!(origin, " · secret, its own seed {hash}");
        }
        Secrecy::Shown => {
            let _ = write!(origin, " · was secret, its own seed {hash}");
        }
    }
    origin
}

/// The whole line within so many characters, for lists.
fn short_within(thrown: &StoredRoll, most: usize) -> String {
    let head = headline_within(thrown, 30, 40);
    let origin = origin(thrown);
    let left = most.saturating_sub(head.chars().count() + origin.chars().count() + 3);
    if left < 10 {
        format!("{head}{origin}")
    } else {
        format!("{head} · {}{origin}", in_a_row(thrown, left))
    }
}

fn in_a_row(thrown: &StoredRoll, most: usize) -> String {
    let mut spans = Vec::new();
    for line in thrown.rolled.explanation() {
        if !spans.is_empty() {
            spans.push(Span::Text(" · ".to_owned()));
        }
        spans.extend(line.spans);
    }
    marked_within(&spans, most)
}

/// Each die, what it needed and what it came to.
fn working(thrown: &StoredRoll) -> String {
    let explained = thrown.rolled.explanation();
    let mut lines: Vec<String> = explained.iter().map(marked).collect();
    // where there is too much to show, that a roll was stopped and what it came to are worth more than the hundredth die
    for _ in 0..lines.len() {
        let length = |line: &String| line.chars().count();
        let over = (lines.iter().map(length).sum::<usize>() + lines.len()).saturating_sub(LONGEST);
        let Some(longest) = (0..lines.len()).max_by_key(|i| length(&lines[*i])) else { break };
        let most = length(&lines[longest]).saturating_sub(over).max(SHORTEST);
        if over == 0 {
            break;
        }
        lines[longest] = marked_within(&explained[longest].spans, most);
    }
    clip(&lines.join("\n"), LONGEST)
}

/// Where the dice came from, and the mark of everything rolled here so far.
fn source(thrown: &StoredRoll) -> String {
    let numbers: Vec<u64> = thrown.rolled.dice().iter().filter_map(|die| die.number).collect();
    let mark = thrown.mark.as_deref().map(|mark| format!(" · mark {}", short_hash(mark)));
    let mark = mark.unwrap_or_default();
    let dice = match (numbers.first(), numbers.last()) {
        (Some(first), Some(last)) if first == last => format!("die {first}"),
        (Some(first), Some(last)) => format!("dice {first} to {last}"),
        _ if thrown.rolled.dice().is_empty() => return "no dice".to_owned(),
        _ => return format!("hand-rolled dice, typed by {}{mark}", thrown.user_name),
    };
    let own = if thrown.own_seed.is_some() { " (its own)" } else { "" };
    let cup = short_hash(&thrown.seed_hash);
    format!("{dice} of cup {cup}{own}{mark} · /rolls proof checks them")
}

/// A line of the explanation with its dice marked: what counts in bold, what does not struck out.
fn marked(line: &Line) -> String {
    marked_within(&line.spans, usize::MAX)
}

/// The same within so many characters; no mark is left without its other half.
fn marked_within(spans: &[Span], most: usize) -> String {
    let all: Vec<String> = spans.iter().map(span).collect();
    let length = |texts: &[String]| texts.iter().map(|text| text.chars().count()).sum::<usize>();
    if length(&all) <= most {
        return all.concat();
    }
    let mut left = most.saturating_sub(1);
    let fits = |text: &&String| {
        let length = text.chars().count();
        let fits = length <= left;
        left = left.saturating_sub(length);
        fits
    };
    let shown: String = all.iter().take_while(fits).map(String::as_str).collect();
    shown + "…"
}

fn span(span: &Span) -> String {
    match span {
        Span::Text(text) => esc_text(text),
        Span::Die { value, fate, exploded } => {
            let minus = if *value < 0 { "−" } else { "" };
            let die = format!("{minus}{}{}", value.abs(), if *exploded { "!" } else { "" });
            match fate {
                Fate::Counted | Fate::Neither | Fate::Joined => die,
                Fate::Success => format!("**{die}**✓"),
                Fate::Failure => format!("{die}✗"),
                Fate::Dropped | Fate::Rerolled => format!("~~{die}~~"),
            }
        }
    }
}

/// Stars and lines of the text itself must not format.
fn esc_text(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '*' | '_' | '~' | '`' | '|' | '\\' | '<' | '@' | '[' | ']') {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

/// The saved rolls of a person and of their server.
pub(crate) fn saved(mine: &[SavedRoll], server: &[SavedRoll]) -> Card {
    let lines = |rolls: &[SavedRoll], nothing: &str| {
        let lines: Vec<String> = rolls
            .iter()
            .map(|roll| format!("**{}** {}", esc(&roll.name), code(&roll.dice)))
            .collect();
        if lines.is_empty() { nothing.to_owned() } else { clip(&lines.join("\n"), 1_900) }
    };
    let mut text = format!("__Yours__\n{}", lines(mine, "none yet: `/rolls save`"));
    if !server.is_empty() {
        let _ = write!(text, "\n\n__This server's__\n{}", lines(server, ""));
    }
    Card { title: "Saved rolls".to_owned(), text, colour: Some(NEUTRAL), ..Card::default() }
}

/// The last rolls of a channel, the latest first.
pub(crate) fn last(rolls: &[StoredRoll]) -> Card {
    // a line begins with its time and ends with a line break
    let most = (EMBED_TEXT / rolls.len().max(1)).saturating_sub(20).min(400);
    let lines: Vec<String> = rolls
        .iter()
        .map(|thrown| format!("{} {}", words::relative(thrown.at_ms), short_within(thrown, most)))
        .collect();
    let text = if lines.is_empty() {
        "Nothing has been rolled here yet. `/roll dice:2d6` is a start.".to_owned()
    } else {
        lines.join("\n")
    };
    Card { title: "Last rolls here".to_owned(), text, colour: Some(NEUTRAL), ..Card::default() }
}

/// The seed of a cup, shown when nobody rolls from it any more.
pub(crate) fn proof(proof: &Proof, again: bool) -> Card {
    let count = |n: usize| words::count(u32::try_from(n).unwrap_or(u32::MAX), "roll", "rolls");
    let (typed, rolled): (Vec<_>, Vec<_>) = proof.rolls.iter().partition(|roll| roll.is_typed());
    let own = rolled.iter().filter(|roll| roll.own_seed.is_some()).count();
    let mut others = String::new();
    if own > 0 {
        let _ = write!(others, ", and {} that had been secret from seeds of their own", count(own));
    }
    if !typed.is_empty() {
        let mut names: Vec<String> = typed.iter().map(|roll| esc(&roll.by)).collect();
        names.sort();
        names.dedup();
        let names = clip(&names.join(", "), 200);
        let _ = write!(
            others,
            ". Typed by hand: {}, by {names}; those prove nothing",
            count(typed.len())
        );
    }
    let marked = proof.rolls.iter().filter(|roll| roll.mark.is_some()).count();
    let left_out = proof.entries.len().saturating_sub(marked);
    if left_out > 0 {
        let _ = write!(others, ". Still secret or deleted: {}", count(left_out));
    }
    let first =
        if again { "The proof once more" } else { "The dice cup of this channel lies open" };
    let last = if again { "" } else { " From now on a fresh cup is in use." };
    Card::line(format!(
        "{first}: {} came from the seed\n`{}`\nwith the SHA-256\n`{}`{others}.\n`gatemaster verify` recomputes every die \
         from the file below.{last}",
        count(rolled.len() - own),
        proof.seed,
        proof.seed_hash
    ))
}
