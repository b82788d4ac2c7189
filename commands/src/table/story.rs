//! The message that tells what happens: one for each chapter of a game, edited as it goes. While the game waits it offers what
//! can be done; in the end it holds the outcome alone.

use std::fmt::Write as _;

use gatemaster_discord::card::Card;
use gatemaster_discord::limits::{EMBED_TEXT, clip};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{AskedFor, Event, SeenStep};

use super::{NEUTRAL, QUIET, hand, log, with_question};
use crate::desk::{Entry, Loaded, Outcome, SeenChapter, StepInContext};
use crate::face::{Face, Stage};
use crate::words::{esc, list, message_link};

/// The newest message of a game in play: what happened in this chapter, and what can be done now.
pub fn story(face: &dyn Face, game: &Loaded) -> Option<Card> {
    let stage = face.stage(game)?;
    // a question comes first: while it stands, only its answer is waited for, and that is given where it was asked
    let waits = game.table.asked.as_ref().is_some_and(|asked| match asked.what {
        AskedFor::Undo(_) | AskedFor::End | AskedFor::Result { .. } => true,
        AskedFor::ByHand { .. } | AskedFor::Draw { .. } | AskedFor::Points { .. } => false,
    });
    let stage = if waits {
        let below = with_question(face, game, String::new()).trim().to_owned();
        Stage { below, colour: stage.colour, picture: stage.picture, ..Stage::default() }
    } else {
        stage
    };
    Some(story_with(face, game, &game.chapter(), stage))
}

/// The same with other controls than the game's own: somebody is a step ahead.
pub fn story_with(face: &dyn Face, game: &Loaded, chapter: &SeenChapter, stage: Stage) -> Card {
    let Stage { above, below, selects, buttons, colour, picture, rings: _ } = stage;
    let link = board_line(game);
    // a long tale must not cut off what is asked now
    let room = EMBED_TEXT.saturating_sub(below.chars().count() + link.chars().count() + 3);
    let tale = clip(&told(face, game, chapter), room);
    let gap = if tale.is_empty() || below.is_empty() { "" } else { "\n" };
    let parts = [tale, format!("{gap}{below}")];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let mut text = parts.join("\n");
    // a picture takes much of a phone's screen, so that small print shares its line
    let small = text.lines().last().is_some_and(|line| line.starts_with(SMALL));
    match link.strip_prefix(SMALL) {
        Some(link) if small && picture.is_some() => {
            let _ = write!(text, " · {link}");
        }
        _ if text.is_empty() || link.is_empty() => text.push_str(&link),
        _ => {
            let _ = write!(text, "\n{link}");
        }
    }
    let card = Card {
        content: above,
        text,
        colour: Some(colour.unwrap_or(NEUTRAL)),
        selects,
        buttons,
        picture,
        ..Card::default()
    };
    hand::with_hand_dice(face, game, &steps_of(chapter), card)
}

/// What a chapter came to, when nothing is to be done about it any more.
pub fn finished(face: &dyn Face, game: &Loaded, chapter: &SeenChapter) -> Card {
    let tale = told(face, game, chapter);
    let tale = if tale.is_empty() { "Nothing came of this.".to_owned() } else { tale };
    let card = Card { colour: Some(QUIET), ..Card::text(clip(&tale, EMBED_TEXT)) };
    hand::marked(&steps_of(chapter), card)
}

/// The tale, and what words in it mean that nobody has heard yet in this game.
fn told(face: &dyn Face, game: &Loaded, chapter: &SeenChapter) -> String {
    let tale = face.tale(game, &chapter.steps);
    if chapter.new_terms.is_empty() {
        return tale;
    }
    format!("{tale}\n-# {}", chapter.new_terms.join(" · "))
}

fn steps_of(chapter: &SeenChapter) -> Vec<&SeenStep> {
    chapter.steps.iter().map(|told| &told.step).collect()
}

/// The same for a message whose steps were taken back, all of them or some: those are struck out, and by whom is said.
pub fn taken_back(face: &dyn Face, game: &Loaded, told: &[Entry], undo: &str) -> Card {
    let context =
        |entry: &Entry| StepInContext { before: entry.before.clone(), step: entry.step.clone() };
    let (gone, stands): (Vec<&Entry>, Vec<&Entry>) =
        told.iter().partition(|entry| entry.taken_back_by.is_some());
    let tale = |entries: &[&Entry]| {
        let steps: Vec<StepInContext> = entries.iter().map(|entry| context(entry)).collect();
        face.tale(game, &steps)
    };
    let mut parts = Vec::new();
    if !stands.is_empty() {
        parts.push(tale(&stands));
    }
    if !gone.is_empty() {
        parts.push(struck(&tale(&gone)));
    }
    parts.push(undo.to_owned());
    Card { colour: Some(QUIET), ..Card::text(clip(&parts.join("\n"), EMBED_TEXT)) }
}

/// Each line struck out; marks within it would end that early.
fn struck(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let lines = lines.map(|line| {
        let line = line.trim_start_matches("-# ").replace("~~", "");
        format!("~~{}~~", line.trim())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What makes a line small print.
const SMALL: &str = "-# ";

/// Where the board is.
fn board_line(game: &Loaded) -> String {
    match game.board {
        Some(board) => {
            let link = message_link(game.guild, board.channel_id, board.message_id);
            format!("{SMALL}[The board]({link})")
        }
        None => String::new(),
    }
}

/// Whoever did something in this chapter so lately is still looking.
const LOOKING_MS: i64 = 10 * 60 * 1_000;

/// Tells whoever owes something now, unless they have just acted themselves: in one chapter nobody is rung for twice who plays
/// along.
pub fn ring(face: &dyn Face, card: &mut Card, outcome: &Outcome) {
    let table = &outcome.game.table;
    // dice by hand and drawn dice have said whom they wait for
    if !table.settings.pings() || !card.pings.is_empty() || table.throw.is_some() {
        return;
    }
    let owed = outcome.game.owed().into_iter().filter_map(|owed| {
        let player = table.player_at(owed.seat)?;
        (!player.is_bot()).then(|| (player.id, esc(&owed.what)))
    });
    let rings = face.stage(&outcome.game).map(|stage| stage.rings).unwrap_or_default();
    let rings = rings.into_iter().map(|(user, what)| (user, what.to_owned()));
    let mut asked = Vec::new();
    let chapter = outcome.game.chapter();
    let since = outcome.last().at_ms.saturating_sub(LOOKING_MS);
    let looks = |user: UserId| {
        let mut steps = chapter.steps.iter().map(|told| &told.step);
        steps.any(|step| step.user == user && !step.standing && step.at_ms >= since)
    };
    for (user, what) in owed.chain(rings) {
        if user != outcome.step.user && !looks(user) && !card.pings.contains(&user.0) {
            card.pings.push(user.0);
            asked.push(what);
        }
    }
    if !asked.is_empty() && card.content.is_empty() {
        card.content = format!("{}.", list(&asked));
    }
}

/// What a step did beside the game itself, or took back, as a line of the tale; nothing for what the game tells.
pub fn aside(face: &dyn Face, game: &Loaded, told: &StepInContext) -> Option<String> {
    let step = &told.step;
    // dice that are asked for are told of once they are typed
    let told_otherwise = step.events.iter().any(|event| {
        matches!(event, Event::Played(_) | Event::Throwing(_) | Event::DrawAccepted { .. })
    });
    (!told_otherwise).then(|| log::short_line(face, told.before.as_ref(), &game.table, step))
}

/// That somebody was to roll and has: the dice themselves tell it.
pub fn is_of_dice_by_hand(told: &StepInContext) -> bool {
    let events = &told.step.events;
    !events.is_empty()
        && events.iter().all(|event| {
            matches!(event, Event::Throwing(_) | Event::Thrown { .. } | Event::DrawAccepted { .. })
        })
}

/// Whose answers were given beforehand, in small print.
pub fn beforehand(told: &[StepInContext]) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for told in told.iter().filter(|told| told.step.standing) {
        let name = esc(&told.step.name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (!names.is_empty()).then(|| format!("-# As {} had said beforehand.", list(&names)))
}
