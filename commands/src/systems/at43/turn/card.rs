//! Before a card: to play it, to put it elsewhere, to delay.

use gatemaster_discord::card::{Button, Card, Choice, Select, Style};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::report::Who;
use gatemaster_rules::at43::state::{Side, UnitId};
use gatemaster_rules::at43::turn::{ARTILLERY, DELAY, EXTRA_ACTIVATION, RELOCATE, TWO_CARDS};
use gatemaster_rules::text::count;

use super::super::aim::AimPress;
use super::super::press::{BattlePressed, button};
use super::super::{At, doing, done_in_secret, own_seat, own_view, plan, read, side_head, state};
use super::TurnPress;
use crate::answer::{Answer, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Outcome, Which};
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::secret::Secret;
use crate::table::holds;
use crate::trouble::Trouble;
use crate::words::esc;

/// A thing to do before a card, and why it cannot be done.
struct Way {
    label: String,
    press: super::super::press::BattlePress,
    why_not: Option<String>,
}

pub fn controls(game: &Loaded, state: &View) -> Controls {
    let Some((seat, side)) = state.flow.active.and_then(|seat| Some((seat, state.side(seat)?)))
    else {
        return Controls::default();
    };
    let cards = u32::try_from(side.cards.len()).unwrap_or(u32::MAX);
    let head = format!(
        "{} · {} LP · {} left.",
        side_head(game, state, seat),
        side.pool,
        count(cards, "card", "cards")
    );
    let ways = ways(state, side);
    let mut lines = vec![head];
    let reasons = ways.iter().filter_map(|way| {
        way.why_not
            .as_ref()
            .map(|why| format!("{}: {why}", way.label.split(" (").next().unwrap_or("")))
    });
    let reasons: Vec<String> = reasons.collect();
    if !reasons.is_empty() {
        lines.push(format!("-# {}", esc(&reasons.join(" · "))));
    }
    let play =
        button(game, "Play the next card", TurnPress::PlayCard).marked("🃏").styled(Style::Main);
    let others = ways.into_iter().map(|way| {
        let off = way.why_not.is_some();
        button(game, way.label, way.press).disabled_if(off)
    });
    let mine = plan::mine_button(game, state);
    let row: Vec<Button> = std::iter::once(play).chain(others).chain(mine).collect();
    Controls { text: lines.join("\n"), selects: Vec::new(), buttons: vec![row] }
}

/// What can be done before a card, in the order of the rules. What has no place in this turn is left out.
fn ways(state: &View, side: &Side) -> Vec<Way> {
    let short = |lp: u32| (side.pool < lp).then(|| format!("takes {lp} LP"));
    let few = (side.cards.len() < TWO_CARDS).then(|| "needs two cards".to_owned());
    let mut ways = vec![Way {
        label: format!("Relocate ({RELOCATE} LP)"),
        press: TurnPress::Relocate.into(),
        why_not: few.clone().or_else(|| short(RELOCATE)),
    }];
    if side.delayed {
        ways.push(Way {
            label: format!("Extra activation ({EXTRA_ACTIVATION} LP)"),
            press: TurnPress::Extra.into(),
            why_not: few.or_else(|| short(EXTRA_ACTIVATION)),
        });
    } else {
        ways.push(Way {
            label: format!("Delay ({DELAY} LP)"),
            press: TurnPress::Delay.into(),
            why_not: short(DELAY),
        });
    }
    if state.switches.artillery {
        let struck = side.struck.then(|| "called this round".to_owned());
        ways.push(Way {
            label: format!("Artillery ({ARTILLERY} LP)"),
            press: AimPress::Artillery.into(),
            why_not: struck.or_else(|| short(ARTILLERY)),
        });
    }
    ways
}

/// Where the first card goes is asked of its player alone.
#[boxed]
pub async fn where_to(hall: &Hall, request: &Request, at: &At) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &at.seen()).await?;
    let seat = state(&game)?.flow.active.ok_or_else(unknown)?;
    holds(&game, request, seat)?;
    let own = own_view(&game, request)?;
    let cards = own.side(seat).map(|side| side.cards.clone()).unwrap_or_default();
    let name = |place: usize| {
        let card = cards.get(place).copied().flatten();
        card.map_or("a card", |unit| own.unit_name(unit)).to_owned()
    };
    // the end of the sequence is meant most often
    let places = (1..cards.len()).rev().take(CHOICES.into());
    let options = places.map(|to| {
        let last = to + 1 == cards.len();
        let label = format!("Behind {}{}", name(to), if last { ", as the last" } else { "" });
        Choice::new(label, to)
    });
    let press = BattlePressed::new(&game.id, game.at, TurnPress::RelocateTo.into());
    let first = cards.first().copied().flatten();
    let goes = first.map_or("goes", |unit| Who::unit(&own, unit).does("goes", "go"));
    let list = Select::new(format!("{} {goes}…", name(0)), press, options.collect());
    let text = format!(
        "For {RELOCATE} LP your next card, **{}**, goes to another place, which only you know; the card behind it, **{}**, is \
         played now.",
        esc(&name(0)),
        esc(&name(1))
    );
    let card = Card { selects: vec![list], ..Card::line(text) };
    Ok(Answer::own(Secret::new(card)).into())
}

#[boxed]
pub async fn relocated(
    hall: &Hall,
    request: &Request,
    at: &At,
    picked: &[String],
) -> Result<Reply, Trouble> {
    let to: usize = read::picked_number(picked)?;
    let (outcome, own) = put_at(hall, request, &at.seen(), Some(to)).await?;
    Ok(done_in_secret(hall, request, &outcome, own.in_place()))
}

/// The same in one line; without a place it becomes the last card.
#[boxed]
pub async fn relocated_here(
    hall: &Hall,
    request: &Request,
    to: Option<usize>,
) -> Result<Reply, Trouble> {
    let (outcome, own) = put_at(hall, request, &Which::Here, to).await?;
    Ok(done_in_secret(hall, request, &outcome, own))
}

async fn put_at(
    hall: &Hall,
    request: &Request,
    which: &Which,
    to: Option<usize>,
) -> Result<(Outcome, Answer), Trouble> {
    // delivered once more, there is another card to be moved by now
    if let Some(made) = hall.desk.made_before(request).await? {
        let told = Card::line("It is where you put it; `/at43 mine` shows your cards.");
        return Ok((made, Answer::own(Secret::new(told))));
    }
    let mut told = String::new();
    let choose = |game: &Loaded| {
        let own = own_view(game, request)?;
        let seat = own_seat(game, request)?;
        let cards = own.side(seat).map(|side| side.cards.clone()).unwrap_or_default();
        let place = to.unwrap_or(cards.len().saturating_sub(1));
        told = put_behind(&own, &cards, place);
        Ok(doing(Command::Relocate { to: place }))
    };
    let outcome = hall.desk.act(request, which, choose).await?;
    Ok((outcome, Answer::own(Secret::new(Card::line(told)))))
}

/// "Steel troopers come after Fire Toads now, as the last."
fn put_behind(own: &View, cards: &[Option<UnitId>], place: usize) -> String {
    let card = |place: usize| cards.get(place).copied().flatten();
    let (Some(moved), Some(before)) = (card(0), card(place)) else {
        return "Your card has its new place.".to_owned();
    };
    let last = if place + 1 == cards.len() { ", as the last" } else { "" };
    format!(
        "{} {} after {} now{last}.",
        esc(own.unit_name(moved)),
        Who::unit(own, moved).does("comes", "come"),
        esc(own.unit_name(before))
    )
}
