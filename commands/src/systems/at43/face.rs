//! The face of AT-43: what it shows, and what its buttons and forms do.

use gatemaster_discord::card::Card;
use gatemaster_discord::forms::FilledForm;
use gatemaster_discord::limits;
use gatemaster_discord::picture::Picture;
use gatemaster_discord::picture::emoji::Drawn;
use gatemaster_discord::press::decode;
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::at43::{At43, Command, Event, Setup, View};
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::table::{Action, Player, SeenStep};
use gatemaster_store::Store;

use super::press::BattlePressed;
use super::{ask, below, controls, lobby, look, picture, plan, show};
use crate::answer::PressedMessage;
use crate::desk::{Loaded, Log, Outcome, Page, StepInContext, Work};
use crate::face::{
    Answering, Book, Controls, Drawing, Ending, Explained, Hall, Lesson, Report, Stage, SystemFace,
    Topic, Welcome,
};
use crate::request::Request;
use crate::secret::Secret;
use crate::table::{self, Framed, NEUTRAL};
use crate::trouble::Trouble;

#[derive(Debug)]
pub struct At43Face;

impl SystemFace for At43Face {
    type System = At43;

    fn called(&self) -> &'static str {
        "a game of AT-43"
    }

    fn this_one(&self) -> &'static str {
        "This game"
    }

    fn played_here(&self) -> &'static str {
        "AT-43 is played in this channel"
    }

    fn instead(&self, word: &str) -> &'static str {
        match word {
            "/shoot" => "`/at43 shoot` fires here",
            "/move" => "`/at43 move` moves here",
            "/assault" => "`/at43 move` with `contact` and `/at43 fight` do that here",
            "/order" => "`/at43 card` plays a card here, and `/at43 end` gives drills",
            "/react" => "`/at43 answer` answers here",
            "/turn end" => "`/at43 end` ends what a unit does here",
            "/deploy" => "units come in with `/at43 move` here",
            _ => "the buttons below its newest message and `/at43` do everything",
        }
    }

    fn new_setup<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        sides: [Option<String>; 2],
    ) -> Work<'a, Result<Setup, Trouble>> {
        Box::pin(lobby::new_setup(hall, request, sides))
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

    /// Companies are brought in secret, so nothing is wished for by name.
    fn sides(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn lobby(&self, game: &Loaded, setup: &Setup, head: Vec<String>) -> Card {
        lobby::lobby(self, game, setup, head)
    }

    fn set_up_line(&self, who: &str, setup: &Setup) -> String {
        lobby::set_up_line(who, setup)
    }

    fn board(&self, game: &Loaded, view: &View) -> Card {
        let mut controls = if below::waits_for_an_answer(game) {
            Controls::default()
        } else {
            controls::controls(game, view)
        };
        below::on_board(&mut controls, game, view);
        let Controls { text, selects, buttons } = controls;
        let asked = if text.is_empty() { text } else { format!("\n\n{text}") };
        // what is waited for must not be cut off below many units
        let under = table::organiser_line(game) + &asked;
        let room =
            limits::EMBED_TEXT.saturating_sub(under.chars().count() + table::ROOM_FOR_QUESTIONS);
        table::framed(
            self,
            game,
            Framed {
                text: show::board_text(game, view, room) + &under,
                now: show::one_line(view) + &asked,
                selects,
                buttons,
                colour: Some(NEUTRAL),
                picture: if game.pictures { self.picture(game, view) } else { None },
                ..Framed::default()
            },
        )
    }

    fn controls(&self, game: &Loaded, view: &View) -> Controls {
        controls::controls(game, view)
    }

    fn now(&self, view: &View) -> String {
        format!("{}.", show::one_line(view))
    }

    fn in_one_line(&self, view: &View) -> String {
        show::one_line(view)
    }

    fn picture(&self, game: &Loaded, view: &View) -> Option<Picture> {
        let names: Vec<Option<&str>> = view
            .seats()
            .map(|seat| game.table.player_at(seat).map(|player| player.name.as_str()))
            .collect();
        picture::board(view, &game.table.name, &names)
    }

    fn ending(&self, game: &Loaded, view: &View) -> Ending {
        show::ending(game, view)
    }

    fn page(&self, opening: Option<&View>, before: &View, bots: &[Seat], step: &SeenStep) -> Page {
        show::page(opening, before, bots, step)
    }

    fn tale(&self, game: &Loaded, told: &[StepInContext]) -> String {
        show::tale(self, game, told)
    }

    fn terms(&self, step: &SeenStep) -> Vec<&'static str> {
        show::terms(step)
    }

    fn stage(&self, game: &Loaded, view: &View) -> Stage {
        show::stage(game, view)
    }

    fn turn(&self, view: &View) -> u32 {
        view.round
    }

    fn lines(&self, before: &View, step: &SeenStep) -> Vec<String> {
        show::lines(before, step)
    }

    fn brief_lines(&self, before: &View, step: &SeenStep) -> Vec<String> {
        show::brief_lines(before, step)
    }

    fn event_line(&self, view: Option<&View>, who: &str, event: &Event) -> String {
        match (view, event) {
            // a company in the making is its player's alone
            (Some(view), Event::Flow(_)) if view.phase == Phase::Mustering => {
                format!("{who} worked on a company in private.")
            }
            (Some(_), Event::Flow(_)) => format!("{who} answered."),
            (Some(view), event) => show::headline(view, &[event]),
            (None, _) => format!("{who} went on with the game."),
        }
    }

    fn undoing(&self, view: &View, did: &[&Event]) -> Option<String> {
        Some(show::headline(view, did))
    }

    fn is_lot(&self, _: &Event) -> bool {
        false
    }

    fn names_dice(&self) -> bool {
        true
    }

    fn spoken(&self, outcome: &Outcome) -> String {
        show::spoken(self, outcome)
    }

    fn explain(&self, game: &Loaded, before: &View, step: &SeenStep) -> Option<Explained> {
        show::explain(game, before, step)
    }

    fn report(&self, game: &Loaded, log: &Log) -> Report {
        show::report(self, game, log)
    }

    fn pressed<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        id: &str,
        picked: &'a [String],
        on: PressedMessage,
    ) -> Option<Answering<'a>> {
        let pressed = decode::<BattlePressed>(id)?;
        Some(Box::pin(super::pressed(hall, request, pressed, picked, on)))
    }

    fn filled_in<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        id: &str,
        written: &'a FilledForm,
        on: Option<PressedMessage>,
    ) -> Option<Answering<'a>> {
        let pressed = decode::<BattlePressed>(id)?;
        Some(Box::pin(super::filled_in(hall, request, pressed, written, on)))
    }

    fn drawn_at(&self, id: &str) -> Option<(String, Seq)> {
        // the books have no steps
        let pressed = decode::<BattlePressed>(id).filter(|pressed| pressed.seq > Seq(0))?;
        Some((pressed.game, pressed.seq))
    }

    /// The next card of whoever's turn it is.
    fn draw(&self, _: &Loaded, dice: Option<&str>) -> Result<Drawing<Command>, Trouble> {
        Ok(Drawing { command: Command::PlayCard, dice: dice.map(str::to_owned) })
    }

    fn drawable(&self, _: &View) -> Vec<String> {
        Vec::new()
    }

    fn has_books(&self) -> bool {
        true
    }

    fn has_rule(&self, typed: &str) -> bool {
        look::has_rule(typed)
    }

    fn look_up<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: Option<&'a Loaded>,
        book: Book,
        typed: Option<&'a str>,
    ) -> Answering<'a> {
        Box::pin(look::look_up(hall, request, game, book, typed))
    }

    fn offered<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: Option<&'a Loaded>,
        book: Book,
        typed: &'a str,
    ) -> Work<'a, Vec<(String, String)>> {
        Box::pin(look::offered(hall, request, game, book, typed))
    }

    fn mine(&self, game: &Loaded, own: Secret<View>) -> Option<Secret<Card>> {
        plan::mine(game, own)
    }

    fn standing<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: &'a Loaded,
    ) -> Option<Answering<'a>> {
        Some(Box::pin(ask::standing_card(hall, request, game)))
    }

    fn hears_beforehand(&self, view: &View) -> bool {
        ask::is_asked(view)
    }

    fn answer_beforehand<'a>(
        &'a self,
        store: &'a Store,
        game: &'a Loaded,
        view: &'a View,
        player: &'a Player,
    ) -> Work<'a, Result<Option<Action>, Trouble>> {
        Box::pin(ask::answer_beforehand(store, game, view, player))
    }

    fn emojis(&self) -> Vec<Drawn> {
        show::emojis()
    }

    fn topics(&self) -> &'static [Topic] {
        show::TOPICS
    }

    fn welcome(&self) -> Vec<Welcome> {
        show::welcome()
    }

    fn has_winners(&self) -> bool {
        true
    }
}
