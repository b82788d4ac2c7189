//! Dice that people roll by hand: whoever's throw it is is asked for it, and what was typed is marked wherever it is told.

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_discord::forms::FilledForm;
use gatemaster_discord::limits::{BUTTONS_PER_ROW, EMBED_TEXT, clip};
use gatemaster_discord::signs::{self, Look};
use gatemaster_rules::dice::Roll;
use gatemaster_rules::ids::Seq;
use gatemaster_rules::table::{
    Action, Asked, AskedFor, ByHand, Event, SeenStep, SeenTable, Throw, Typed,
};

use super::press::Press;
use super::{answer_press, button, question_rows, told, type_dice};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{ActionWithDice, Loaded, Which};
use crate::face::{Controls, Drawing, Face, Hall};
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{esc, list};

/// What the table waits for while somebody rolls.
pub fn throw_controls(face: &dyn Face, game: &Loaded) -> Option<Controls> {
    let throw = game.table.throw.as_ref()?;
    let text = prompt(game, throw, Addressed::ByName);
    let for_me = button(game, "Roll for me", Press::RollDice);
    if throw.wanted.draw {
        let mut buttons = drew_buttons(face, game);
        buttons.push(for_me);
        let rows = buttons.chunks(BUTTONS_PER_ROW).map(<[Button]>::to_vec).collect();
        return Some(Controls { text, buttons: rows, ..Controls::default() });
    }
    let row = vec![button(game, "Type them…", Press::TypeDice).styled(Style::Main), for_me];
    Some(Controls { text, buttons: vec![row], ..Controls::default() })
}

/// How words begin that are for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Addressed {
    ByName,
    /// A mention stands before them.
    ByMention,
}

/// "🎲 **Ann**, roll **5 dice (D10) for the hits of Hammer, which need 6**, then type what they show, in order."
fn prompt(game: &Loaded, throw: &Throw, addressed: Addressed) -> String {
    let who = match addressed {
        Addressed::ByName => {
            let thrower = game.table.thrower().map(|player| esc(&player.name));
            format!("🎲 **{}**, ", thrower.as_deref().unwrap_or("Somebody"))
        }
        Addressed::ByMention => "🎲 ".to_owned(),
    };
    if throw.wanted.draw {
        return format!("{who}draw a die from your bag. Whose is it?");
    }
    let so_far: Vec<String> = throw.typed.iter().map(typed_text).collect();
    let so_far = if so_far.is_empty() {
        String::new()
    } else {
        format!("\n-# ✋ So far: {}", so_far.join("; "))
    };
    let parts = game.throw_parts();
    if parts.len() > 1 {
        let parts: Vec<String> = parts.iter().map(|part| esc(&part.in_short())).collect();
        let (what, parts) = (esc(&throw.wanted.what), parts.join("; "));
        return format!("{who}roll for {what}, all at once, then type it: **{parts}**.{so_far}");
    }
    let them = if throw.wanted.dice == 1 { "what it shows" } else { "what they show, in order" };
    format!("{who}roll **{}**, then type {them}.{so_far}", esc(&throw.wanted.sentence()))
}

/// One button for each kind of die that can come out of the bag.
pub fn drew_buttons(face: &dyn Face, game: &Loaded) -> Vec<Button> {
    let mut buttons = Vec::new();
    for name in face.drawable(game) {
        let position = face.draw(game, Some(&name)).ok().and_then(|drawing| drawing.dice);
        if let Some(position) = position.and_then(|dice| dice.parse().ok()) {
            let side = game.table.seats.iter().find(|chair| chair.name == name);
            let came = button(game, format!("{name} came out"), Press::Drew(position));
            buttons.push(match side {
                Some(chair) => came.marked(chair.colour.mark()).styled(Style::Main),
                None => came,
            });
        }
    }
    buttons
}

/// What a message about this game says and offers while dice are rolled by hand, or while a die that was drawn by hand is
/// looked at; all other messages stay as they are.
pub(super) fn with_hand_dice(
    face: &dyn Face,
    game: &Loaded,
    told: &[&SeenStep],
    card: Card,
) -> Card {
    let mut card = marked(told, card);
    let table = &game.table;
    let asked = table.asked.as_ref().filter(|asked| matches!(asked.what, AskedFor::Draw { .. }));
    let (buttons, owing) = match (throw_controls(face, game), asked) {
        (Some(controls), _) => {
            let thrower = table.thrower().map(|thrower| thrower.id.0);
            (controls.buttons, thrower.into_iter().collect())
        }
        (None, Some(asked)) => {
            let others = table.others(asked.by.id);
            (question_rows(game), others.iter().map(|player| player.id.0).collect::<Vec<_>>())
        }
        (None, None) => return card,
    };
    let words = |addressed| match (&table.throw, asked) {
        (Some(throw), _) => prompt(game, throw, addressed),
        (None, Some(asked)) => draw_question(table, asked, addressed),
        (None, None) => String::new(),
    };
    let own = told.last().map(|step| step.user.0);
    card.pings = if table.settings.pings() { owing } else { Vec::new() };
    card.pings.retain(|id| Some(*id) != own);
    let addressed = if card.pings.is_empty() { Addressed::ByName } else { Addressed::ByMention };
    let by_name = words(Addressed::ByName);
    // a system's own message may say so already; whom a mention names is not named again
    if card.text.contains(&by_name) {
        card.text = card.text.replace(&by_name, &words(addressed));
        card.content.clear();
    } else {
        card.content = words(addressed);
    }
    card.selects.clear();
    card.buttons = buttons;
    card
}

/// "**Bob**: Ann drew this die by hand. Is it right? …"
pub(super) fn draw_question(table: &SeenTable, asked: &Asked, addressed: Addressed) -> String {
    let others = table.others(asked.by.id);
    let names: Vec<String> = others.iter().map(|player| esc(&player.name)).collect();
    let whom = match addressed {
        Addressed::ByName => format!("**{}**: ", list(&names)),
        Addressed::ByMention => String::new(),
    };
    format!(
        "{whom}{} drew this die by hand. Is it right? Object once, and it is drawn and named again.",
        esc(&asked.by.name)
    )
}

/// "to roll everybody's dice by hand from now on"
pub(super) fn hand_wish(table: &SeenTable, hand: ByHand) -> String {
    match hand {
        ByHand::Everybody => "that everybody rolls their own dice by hand from now on".to_owned(),
        ByHand::Nobody => "that I roll all dice from now on".to_owned(),
        ByHand::Side(seat) => {
            let side = crate::words::seat_text(table, seat);
            format!("that the dice of {side} alone are rolled by hand from now on")
        }
        ByHand::NextThrow => "that the next throw is rolled by hand".to_owned(),
    }
}

/// "✋ Dice: rolled by hand and typed.", where any are.
pub(super) fn by_hand_line(table: &SeenTable) -> Option<String> {
    table.settings.has_hand_dice().then(|| format!("✋ Dice: {}.", dice_setting(table)))
}

/// How the dice of a table are rolled.
pub fn dice_setting(table: &SeenTable) -> String {
    let settings = &table.settings;
    let next = if settings.next_by_hand { "; the next throw by hand" } else { "" };
    if settings.by_hand {
        return format!("rolled by hand and typed{next}");
    }
    if settings.hand_seats.is_empty() {
        return format!("rolled by me{next}");
    }
    let sides: Vec<String> =
        settings.hand_seats.iter().map(|seat| crate::words::seat_text(table, *seat)).collect();
    format!("those of {} rolled by hand and typed, the others by me{next}", list(&sides))
}

/// What was typed in a step, and by whom, where it came to something.
pub fn typed_in(step: &SeenStep) -> Vec<String> {
    let thrown = step.events.iter().find_map(|event| match event {
        Event::Thrown { typed } => Some(typed.iter().map(typed_text).collect()),
        _ => None,
    });
    thrown.unwrap_or_else(|| {
        let waits = step.events.iter().any(|event| matches!(event, Event::Throwing(_)));
        let faces: Vec<String> =
            step.dice.iter().filter(|roll| roll.is_hand_rolled() && !waits).map(face_of).collect();
        // before dice had owners, whoever did something typed them
        if faces.is_empty() {
            Vec::new()
        } else {
            vec![format!("{} {}", esc(&step.name), faces.join(" "))]
        }
    })
}

/// "Ann 9 9 3 (the hits of Hammer, which need 6)"
fn typed_text(typed: &Typed) -> String {
    let who = esc(&typed.by.name);
    if typed.draw {
        return format!("{who} named the die that came out of the bag");
    }
    let faces: Vec<String> = typed.dice.iter().map(face_of).collect();
    format!("{who} {} ({})", faces.join(" "), esc(&typed.what))
}

/// A die as it fell.
fn face_of(roll: &Roll) -> String {
    match (u8::try_from(roll.sides), u8::try_from(roll.face)) {
        (Ok(sides), Ok(face)) => signs::die(sides, face, Look::Plain),
        _ => roll.face.to_string(),
    }
}

/// "✋ Typed by hand: Ann 9 9 3 (the hits of Hammer, which need 6)."
pub fn typed_line(step: &SeenStep) -> Option<String> {
    let typed = typed_in(step);
    (!typed.is_empty()).then(|| format!("✋ Typed by hand: {}.", typed.join("; ")))
}

/// The card with a line about the dice that were typed for it.
pub(super) fn marked(told: &[&SeenStep], mut card: Card) -> Card {
    let lines: Vec<String> = told.iter().filter_map(|step| typed_line(step)).collect();
    if lines.is_empty() {
        return card;
    }
    let mark = clip(&lines.join("\n"), EMBED_TEXT / 4);
    let told = if card.text.is_empty() { &mut card.content } else { &mut card.text };
    if !told.contains(&mark) {
        let room = EMBED_TEXT.saturating_sub(mark.chars().count() + 1);
        *told = format!("{}\n{mark}", clip(told, room));
    }
    card
}

/// "First 5 dice (D10) for the hits of Hammer": what is waited for, in the log.
pub(super) fn waiting_line(table: &SeenTable, step: &SeenStep, throw: &Throw) -> String {
    let who = esc(&step.name);
    let thrower = table.player_at(throw.wanted.seat).unwrap_or(&throw.by);
    let (thrower, wanted) = (esc(&thrower.name), esc(&throw.wanted.sentence()));
    let typed = step.dice.iter().filter(|roll| roll.is_hand_rolled());
    let faces: Vec<String> = typed.map(face_of).collect();
    match throw.typed.last().filter(|_| !faces.is_empty()) {
        Some(last) => format!(
            "✋ {who} typed {} for {}. Next: {thrower} rolls {wanted}.",
            faces.join(" "),
            esc(&last.what)
        ),
        None => format!("{who} does something that takes dice: {thrower} rolls {wanted}, by hand."),
    }
}

/// A button about dice by hand.
#[boxed]
pub(crate) async fn pressed(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    press: Press,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let which = Which::At(at.0.to_owned(), at.1);
    match press {
        Press::TypeDice => type_dice::form(hall, request, &which).await,
        Press::RollDice => {
            let outcome = hall.desk.act(request, &which, |_| Ok(Action::RollDice.into())).await?;
            Ok(answer_press(hall.systems, &outcome, request, on).into())
        }
        Press::Drew(position) => {
            let outcome = hall
                .desk
                .act(request, &which, |game| {
                    named(hall.systems.of(game.table.system), game, position)
                })
                .await?;
            Ok(answer_press(hall.systems, &outcome, request, on).into())
        }
        _ => Err(unknown()),
    }
}

/// The die that came out of the bag: it is drawn and named in one go, or named where the draw waits for that.
fn named(face: &dyn Face, game: &Loaded, position: u32) -> Result<ActionWithDice, Trouble> {
    if game.table.throw.is_some() {
        return Ok(Action::TypeDice { faces: vec![position] }.into());
    }
    let Drawing { command, .. } = face.draw(game, None)?;
    Ok(ActionWithDice { action: Action::Play(command), dice: Some(position.to_string()) })
}

/// The faces of one throw, from a form.
#[boxed]
pub(crate) async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let which = Which::At(at.0.to_owned(), at.1);
    let outcome = type_dice::filled_in(hall, request, &which, written).await?;
    Ok(match on {
        Some(on) => answer_press(hall.systems, &outcome, request, on),
        None => told(hall.systems, &outcome, request),
    }
    .into())
}
