//! Sealed bids on Discord: a small game for tests, because it has every kind of secret.

mod press;

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::picture::Picture;
use gatemaster_discord::picture::emoji::Drawn;
use gatemaster_discord::press::decode;
use gatemaster_rules::game;
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::sealed_bids::{
    Command, Event, PLAIN_WORTH, ROUNDS, SealedBids, SeenBidder, Setup, View,
};
use gatemaster_rules::table::{self as rules_table, Action, Player, SeenStep};
use gatemaster_store::Store;

use crate::answer::{PressedMessage, Reply};
use crate::desk::{ActionWithDice, Loaded, Log, Outcome, Page, StepInContext, Which, Work};
use crate::face::{
    Answering, Book, Controls, Drawing, Ending, Explained, Hall, Lesson, Report, Stage, SystemFace,
    Topic, Welcome,
};
use crate::request::Request;
use crate::secret::Secret;
use crate::table::press::Press;
use crate::table::{self, Framed, Lobby, NEUTRAL};
use crate::trouble::Trouble;
use crate::words::{chair_text, esc, list};
use press::{BidPress, BidPressed};

#[derive(Debug)]
pub struct SealedBidsFace;

const SEATS: [&str; 3] = ["Amber", "Basalt", "Coral"];

fn name(seat: Seat) -> &'static str {
    SEATS.get(seat.index()).copied().unwrap_or("a bidder")
}

fn button(game: &Loaded, label: &str, press: BidPress) -> Button {
    Button::new(label, BidPressed::new(&game.id, game.at, press))
}

/// "Amber has bid, 5 won"; whatever the view holds is told.
fn bidder_line(seat: usize, bidder: &SeenBidder) -> String {
    let bid = match bidder.own.as_ref().and_then(|own| own.bid) {
        Some(bid) => format!("has bid {bid}"),
        None if bidder.has_bid => "has bid".to_owned(),
        None => "thinks".to_owned(),
    };
    let worth = if bidder.has_appraised { ", knows what it is worth" } else { "" };
    format!("{} {bid}{worth}, {} won", SEATS.get(seat).unwrap_or(&"a bidder"), bidder.won)
}

fn standing_line(view: &View) -> String {
    let bidders: Vec<String> =
        view.bidders.iter().enumerate().map(|(seat, bidder)| bidder_line(seat, bidder)).collect();
    format!("round {} of {ROUNDS}: {}", view.round, bidders.join("; "))
}

fn sentence(event: &Event) -> String {
    match event {
        Event::BidMade { seat, amount: Some(amount) } => {
            format!("{} has bid {amount}.", name(*seat))
        }
        Event::BidMade { seat, amount: None } => format!("{} has bid.", name(*seat)),
        Event::Appraised { seat, worth: Some(worth) } => {
            format!("{} had the prize appraised: worth {worth}.", name(*seat))
        }
        Event::Appraised { seat, worth: None } => {
            format!("{} had the prize appraised.", name(*seat))
        }
        Event::Pondered { seat } => format!("{} ponders.", name(*seat)),
        Event::Revealed { bids, winner, extra } => {
            let bids: Vec<String> = (0..)
                .map(Seat)
                .zip(bids)
                .map(|(seat, (bid, worth))| format!("{} {bid} (worth {worth})", name(seat)))
                .collect();
            let won = winner.map_or_else(
                || "nobody wins: the best bid is shared".to_owned(),
                |seat| format!("{} wins the prize and {extra} on top", name(seat)),
            );
            format!("The bids: {}; {won}.", list(&bids))
        }
    }
}

fn events_of(step: &SeenStep) -> Vec<&Event> {
    let played = step.events.iter().filter_map(|event| match event {
        rules_table::Event::Played(game::Event::SealedBids(event)) => Some(event),
        _ => None,
    });
    played.collect()
}

impl SystemFace for SealedBidsFace {
    type System = SealedBids;

    fn called(&self) -> &'static str {
        "a game of sealed bids"
    }

    fn this_one(&self) -> &'static str {
        "This game"
    }

    fn played_here(&self) -> &'static str {
        "This channel has sealed bids"
    }

    fn instead(&self, _: &str) -> &'static str {
        "the buttons on its board bid"
    }

    fn new_setup<'a>(
        &'a self,
        _: &'a Hall,
        _: &'a Request,
        _: [Option<String>; 2],
    ) -> Work<'a, Result<Setup, Trouble>> {
        Box::pin(async { Ok(Setup::default()) })
    }

    fn example_setup<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
    ) -> Work<'a, Result<Setup, Trouble>> {
        self.new_setup(hall, request, [None, None])
    }

    fn lesson(&self) -> Option<Lesson<Setup>> {
        None
    }

    fn sides(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn lobby(&self, game: &Loaded, _: &Setup, mut lines: Vec<String>) -> Card {
        lines.extend(game.table.seats.iter().map(chair_text));
        table::framed_lobby(self, game, Lobby { lines, ..Lobby::default() })
    }

    fn set_up_line(&self, who: &str, _: &Setup) -> String {
        format!("{who} set the table.")
    }

    fn board(&self, game: &Loaded, view: &View) -> Card {
        let lines: Vec<String> = view
            .bidders
            .iter()
            .enumerate()
            .map(|(seat, bidder)| bidder_line(seat, bidder))
            .collect();
        table::framed(
            self,
            game,
            Framed {
                text: format!("**Round {} of {ROUNDS}**\n{}", view.round, lines.join("\n"))
                    + &table::organiser_line(game),
                now: standing_line(view),
                buttons: table::playing_buttons(game, self.controls(game, view).buttons),
                colour: Some(NEUTRAL),
                ..Framed::default()
            },
        )
    }

    fn controls(&self, game: &Loaded, _: &View) -> Controls {
        let row = vec![
            button(game, "Bid…", BidPress::Form).styled(Style::Main),
            button(game, "Have it appraised", BidPress::Appraise),
            button(game, "Ponder", BidPress::Ponder),
            table::button(game, "What is mine", Press::Mine),
            table::button(game, "Undo", Press::Undo),
        ];
        Controls { buttons: vec![row], ..Controls::default() }
    }

    fn now(&self, view: &View) -> String {
        format!("{}.", standing_line(view))
    }

    fn in_one_line(&self, view: &View) -> String {
        standing_line(view)
    }

    fn picture(&self, _: &Loaded, _: &View) -> Option<Picture> {
        None
    }

    fn ending(&self, _: &Loaded, view: &View) -> Ending {
        Ending { lines: vec![standing_line(view)], told_within: true, ..Ending::default() }
    }

    /// A round is a chapter.
    fn page(&self, opening: Option<&View>, before: &View, _: &[Seat], _: &SeenStep) -> Page {
        let same = opening.is_none_or(|opening| opening.round == before.round);
        if same { Page::GoesOn } else { Page::Begins }
    }

    fn tale(&self, game: &Loaded, told: &[StepInContext]) -> String {
        let line = |told: &StepInContext| {
            table::short_line(self, told.before.as_ref(), &game.table, &told.step)
        };
        told.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    fn terms(&self, _: &SeenStep) -> Vec<&'static str> {
        Vec::new()
    }

    fn stage(&self, game: &Loaded, view: &View) -> Stage {
        Stage { buttons: self.controls(game, view).buttons, ..Stage::default() }
    }

    fn turn(&self, view: &View) -> u32 {
        view.round
    }

    fn lines(&self, _: &View, step: &SeenStep) -> Vec<String> {
        events_of(step).into_iter().map(sentence).collect()
    }

    fn brief_lines(&self, before: &View, step: &SeenStep) -> Vec<String> {
        self.lines(before, step)
    }

    fn event_line(&self, _: Option<&View>, _: &str, event: &Event) -> String {
        sentence(event)
    }

    fn undoing(&self, _: &View, _: &[&Event]) -> Option<String> {
        None
    }

    fn is_lot(&self, _: &Event) -> bool {
        false
    }

    fn names_dice(&self) -> bool {
        false
    }

    fn spoken(&self, outcome: &Outcome) -> String {
        table::short_line(self, outcome.before.as_ref(), &outcome.game.table, &outcome.step)
    }

    fn explain(&self, _: &Loaded, _: &View, step: &SeenStep) -> Option<Explained> {
        let events = events_of(step);
        if events.is_empty() {
            return None;
        }
        let lines = events.into_iter().map(|event| format!("▸ {}", sentence(event)));
        Some(Explained { lines: lines.collect(), ..Explained::default() })
    }

    fn report(&self, _: &Loaded, _: &Log) -> Report {
        Report::Head(Vec::new())
    }

    fn pressed<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        id: &str,
        _: &'a [String],
        _: PressedMessage,
    ) -> Option<Answering<'a>> {
        let pressed = decode::<BidPressed>(id)?;
        Some(Box::pin(async move {
            // side by side: that somebody else has bid meanwhile does not matter
            let which = Which::Now(pressed.game);
            match pressed.press {
                BidPress::Form => form(hall, request, &which).await,
                BidPress::Appraise => {
                    act(hall, request, &which, |seat| Command::Appraise { seat }).await
                }
                BidPress::Ponder => {
                    act(hall, request, &which, |seat| Command::Ponder { seat }).await
                }
            }
        }))
    }

    fn filled_in<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        id: &str,
        written: &'a FilledForm,
        _: Option<PressedMessage>,
    ) -> Option<Answering<'a>> {
        let pressed = decode::<BidPressed>(id).filter(|one| one.press == BidPress::Form)?;
        Some(Box::pin(async move {
            let amount = written.get("amount").parse().map_err(|_| {
                Trouble::refused("A bid is a whole number; press *Bid…* and type one.")
            })?;
            let which = Which::Now(pressed.game);
            act(hall, request, &which, |seat| Command::Bid { seat, amount }).await
        }))
    }

    fn drawn_at(&self, id: &str) -> Option<(String, Seq)> {
        decode::<BidPressed>(id).map(|pressed| (pressed.game, pressed.seq))
    }

    fn draw(&self, _: &Loaded, _: Option<&str>) -> Result<Drawing<Command>, Trouble> {
        Err(Trouble::refused("There is no bag here; the buttons on the board bid."))
    }

    fn drawable(&self, _: &View) -> Vec<String> {
        Vec::new()
    }

    fn has_books(&self) -> bool {
        true
    }

    fn has_rule(&self, _: &str) -> bool {
        false
    }

    fn look_up<'a>(
        &'a self,
        _: &'a Hall,
        _: &'a Request,
        _: Option<&'a Loaded>,
        _: Book,
        _: Option<&'a str>,
    ) -> Answering<'a> {
        Box::pin(async {
            Err(Trouble::refused("The best of the sealed bids wins the prize; that is all."))
        })
    }

    fn offered<'a>(
        &'a self,
        _: &'a Hall,
        _: &'a Request,
        _: Option<&'a Loaded>,
        _: Book,
        _: &'a str,
    ) -> Work<'a, Vec<(String, String)>> {
        Box::pin(async { Vec::new() })
    }

    fn mine(&self, game: &Loaded, own: Secret<View>) -> Option<Secret<Card>> {
        let round = game.table.name.clone();
        Some(own.map(|view| {
            let lines: Vec<String> = (0..)
                .map(Seat)
                .zip(&view.bidders)
                .filter_map(|(seat, bidder)| {
                    let own = bidder.own.as_ref()?;
                    let bid = own.bid.map_or_else(|| "none yet".to_owned(), |bid| bid.to_string());
                    let worth = own.worth.map_or_else(
                        || format!("not appraised, so {PLAIN_WORTH}"),
                        |worth| worth.to_string(),
                    );
                    Some(format!(
                        "{}: your bid is **{bid}**, the prize is worth {worth}",
                        name(seat)
                    ))
                })
                .collect();
            Card { title: esc(&round), ..Card::text(lines.join("\n")) }
        }))
    }

    fn standing<'a>(&'a self, _: &'a Hall, _: &'a Request, _: &'a Loaded) -> Option<Answering<'a>> {
        None
    }

    fn hears_beforehand(&self, _: &View) -> bool {
        false
    }

    fn answer_beforehand<'a>(
        &'a self,
        _: &'a Store,
        _: &'a Loaded,
        _: &'a View,
        _: &'a Player,
    ) -> Work<'a, Result<Option<Action>, Trouble>> {
        Box::pin(async { Ok(None) })
    }

    fn emojis(&self) -> Vec<Drawn> {
        Vec::new()
    }

    fn topics(&self) -> &'static [Topic] {
        &[]
    }

    fn welcome(&self) -> Vec<Welcome> {
        Vec::new()
    }

    fn has_winners(&self) -> bool {
        true
    }
}

async fn form(hall: &Hall, request: &Request, which: &Which) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, which).await?;
    own_seat(&game, request)?;
    let press = BidPressed::new(&game.id, game.at, BidPress::Form);
    let amount = Input::line("amount", "How much", "").such_as("a whole number").needed();
    Ok(Reply::Form(Form {
        title: "A sealed bid".to_owned(),
        press: press.into(),
        inputs: vec![amount],
    }))
}

fn own_seat(game: &Loaded, request: &Request) -> Result<Seat, Trouble> {
    let seat = game.table.seats_of(request.user()).first().copied();
    seat.ok_or_else(|| Trouble::refused("Only the bidders bid.").with_seats_of(&game.id))
}

/// Everybody hears that it was done; what it was, only the one who did it.
async fn act(
    hall: &Hall,
    request: &Request,
    which: &Which,
    command: impl FnOnce(Seat) -> Command + Send,
) -> Result<Reply, Trouble> {
    let outcome = hall
        .desk
        .act(request, which, |game| {
            let command = command(own_seat(game, request)?);
            Ok(ActionWithDice::from(Action::Play(game::Command::SealedBids(command))))
        })
        .await?;
    let mine = table::mine(hall.systems, &outcome.game, request)?;
    Ok(table::told_besides(hall.systems, &outcome, request, mine).into())
}
