//! A face without its types, for code that serves any system: one implementation here for all of them.

use std::fmt::Debug;

use gatemaster_discord::card::Card;
use gatemaster_discord::forms::FilledForm;
use gatemaster_discord::picture::Picture;
use gatemaster_discord::picture::emoji::Drawn;
use gatemaster_rules::game::{self, ListedSystem, SystemId, View};
use gatemaster_rules::ids::{Seat, Seq, UserId};
use gatemaster_rules::table::{Action, Player, SeenStep, SeenTable};
use gatemaster_store::Store;

use super::{
    Answering, Book, Controls, Drawing, Ending, Explained, Hall, Lesson, Report, Stage, SystemFace,
    Topic, Welcome,
};
use crate::answer::PressedMessage;
use crate::desk::{Loaded, Log, Outcome, Page, StepInContext, Work};
use crate::request::Request;
use crate::secret::Secret;
use crate::trouble::Trouble;

/// See [`SystemFace`] for what each of these is.
pub trait Face: Debug + Send + Sync {
    fn id(&self) -> SystemId;
    fn called(&self) -> &'static str;
    fn this_one(&self) -> &'static str;
    fn played_here(&self) -> &'static str;
    fn instead(&self, word: &str) -> &'static str;
    fn new_setup<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        sides: [Option<String>; 2],
    ) -> Work<'a, Result<game::Setup, Trouble>>;
    fn example_setup<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
    ) -> Work<'a, Result<game::Setup, Trouble>>;
    fn lesson(&self) -> Option<Lesson<game::Setup>>;
    fn sides(&self) -> Vec<&'static str>;
    fn lobby(&self, game: &Loaded, head: Vec<String>) -> Card;
    fn set_up_line(&self, who: &str, setup: &game::Setup) -> String;
    /// `None` before the game has begun.
    fn board(&self, game: &Loaded) -> Option<Card>;
    fn controls(&self, game: &Loaded) -> Controls;
    fn now(&self, game: &Loaded) -> Option<String>;
    fn in_one_line(&self, game: &Loaded) -> Option<String>;
    fn picture(&self, game: &Loaded) -> Option<Picture>;
    fn ending(&self, game: &Loaded) -> Ending;
    fn page(&self, games: [Option<View>; 2], bots: &[Seat], step: &SeenStep) -> Page;
    fn tale(&self, game: &Loaded, told: &[StepInContext]) -> String;
    fn terms(&self, step: &SeenStep) -> Vec<&'static str>;
    /// `None` before the game has begun.
    fn stage(&self, game: &Loaded) -> Option<Stage>;
    fn turn(&self, view: Option<&View>) -> u32;
    fn lines(&self, before: Option<&View>, step: &SeenStep) -> Vec<String>;
    fn brief_lines(&self, before: Option<&View>, step: &SeenStep) -> Vec<String>;
    fn event_line(&self, table: &SeenTable, who: &str, event: &game::Event) -> String;
    fn undoing(&self, table: &SeenTable, did: &[game::Event]) -> Option<String>;
    fn is_lot(&self, event: &game::Event) -> bool;
    fn names_dice(&self) -> bool;
    fn spoken(&self, outcome: &Outcome) -> String;
    fn explain(&self, game: &Loaded, before: Option<&View>, step: &SeenStep) -> Option<Explained>;
    fn report(&self, game: &Loaded, log: &Log) -> Report;
    fn pressed<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        id: &str,
        picked: &'a [String],
        on: PressedMessage,
    ) -> Option<Answering<'a>>;
    fn filled_in<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        id: &str,
        written: &'a FilledForm,
        on: Option<PressedMessage>,
    ) -> Option<Answering<'a>>;
    fn drawn_at(&self, id: &str) -> Option<(String, Seq)>;
    fn draw(&self, game: &Loaded, dice: Option<&str>) -> Result<Drawing<game::Command>, Trouble>;
    fn drawable(&self, game: &Loaded) -> Vec<String>;
    fn has_books(&self) -> bool;
    fn has_rule(&self, typed: &str) -> bool;
    fn look_up<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: Option<&'a Loaded>,
        book: Book,
        typed: Option<&'a str>,
    ) -> Answering<'a>;
    fn offered<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: Option<&'a Loaded>,
        book: Book,
        typed: &'a str,
    ) -> Work<'a, Vec<(String, String)>>;
    fn standing<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: &'a Loaded,
    ) -> Option<Answering<'a>>;
    fn mine(&self, game: &Loaded, user: UserId) -> Option<Secret<Card>>;
    fn hears_beforehand(&self, game: &Loaded) -> bool;
    fn answer_beforehand<'a>(
        &'a self,
        store: &'a Store,
        game: &'a Loaded,
        player: &'a Player,
    ) -> Work<'a, Result<Option<Action>, Trouble>>;
    fn emojis(&self) -> Vec<Drawn>;
    fn topics(&self) -> &'static [Topic];
    fn welcome(&self) -> Vec<Welcome>;
    fn has_winners(&self) -> bool;
}

impl<F: SystemFace> Face for F {
    fn id(&self) -> SystemId {
        F::System::ID
    }

    fn called(&self) -> &'static str {
        SystemFace::called(self)
    }

    fn this_one(&self) -> &'static str {
        SystemFace::this_one(self)
    }

    fn played_here(&self) -> &'static str {
        SystemFace::played_here(self)
    }

    fn instead(&self, word: &str) -> &'static str {
        SystemFace::instead(self, word)
    }

    fn new_setup<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        sides: [Option<String>; 2],
    ) -> Work<'a, Result<game::Setup, Trouble>> {
        let setup = SystemFace::new_setup(self, hall, request, sides);
        Box::pin(async move { Ok(F::System::setup(setup.await?)) })
    }

    fn example_setup<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
    ) -> Work<'a, Result<game::Setup, Trouble>> {
        let setup = SystemFace::example_setup(self, hall, request);
        Box::pin(async move { Ok(F::System::setup(setup.await?)) })
    }

    fn lesson(&self) -> Option<Lesson<game::Setup>> {
        let Lesson { title, intro, setup } = SystemFace::lesson(self)?;
        Some(Lesson { title, intro, setup: F::System::setup(setup) })
    }

    fn sides(&self) -> Vec<&'static str> {
        SystemFace::sides(self)
    }

    fn lobby(&self, game: &Loaded, head: Vec<String>) -> Card {
        match F::System::setup_of(&game.table.setup) {
            Some(setup) => SystemFace::lobby(self, game, setup, head),
            None => Card::text(head.join("\n")),
        }
    }

    fn set_up_line(&self, who: &str, setup: &game::Setup) -> String {
        F::System::setup_of(setup)
            .map_or_else(String::new, |setup| SystemFace::set_up_line(self, who, setup))
    }

    fn board(&self, game: &Loaded) -> Option<Card> {
        view::<F>(game).map(|view| SystemFace::board(self, game, view))
    }

    fn controls(&self, game: &Loaded) -> Controls {
        view::<F>(game).map(|view| SystemFace::controls(self, game, view)).unwrap_or_default()
    }

    fn now(&self, game: &Loaded) -> Option<String> {
        view::<F>(game).map(|view| SystemFace::now(self, view))
    }

    fn in_one_line(&self, game: &Loaded) -> Option<String> {
        view::<F>(game).map(|view| SystemFace::in_one_line(self, view))
    }

    fn picture(&self, game: &Loaded) -> Option<Picture> {
        view::<F>(game).and_then(|view| SystemFace::picture(self, game, view))
    }

    fn ending(&self, game: &Loaded) -> Ending {
        view::<F>(game).map(|view| SystemFace::ending(self, game, view)).unwrap_or_default()
    }

    fn page(&self, games: [Option<View>; 2], bots: &[Seat], step: &SeenStep) -> Page {
        let [opening, before] = games.each_ref().map(Option::as_ref);
        let [opening, before] = [opening, before].map(|game| game.and_then(F::System::view_of));
        match before {
            Some(before) => SystemFace::page(self, opening, before, bots, step),
            None => Page::GoesOn,
        }
    }

    fn tale(&self, game: &Loaded, told: &[StepInContext]) -> String {
        SystemFace::tale(self, game, told)
    }

    fn terms(&self, step: &SeenStep) -> Vec<&'static str> {
        SystemFace::terms(self, step)
    }

    fn stage(&self, game: &Loaded) -> Option<Stage> {
        view::<F>(game).map(|view| SystemFace::stage(self, game, view))
    }

    fn turn(&self, view: Option<&View>) -> u32 {
        view.and_then(F::System::view_of).map_or(0, |view| SystemFace::turn(self, view))
    }

    fn lines(&self, before: Option<&View>, step: &SeenStep) -> Vec<String> {
        let before = before.and_then(F::System::view_of);
        before.map(|before| SystemFace::lines(self, before, step)).unwrap_or_default()
    }

    fn brief_lines(&self, before: Option<&View>, step: &SeenStep) -> Vec<String> {
        let before = before.and_then(F::System::view_of);
        before.map(|before| SystemFace::brief_lines(self, before, step)).unwrap_or_default()
    }

    fn event_line(&self, table: &SeenTable, who: &str, event: &game::Event) -> String {
        let view = table.game.as_ref().and_then(F::System::view_of);
        F::System::event_of(event)
            .map_or_else(String::new, |event| SystemFace::event_line(self, view, who, event))
    }

    fn undoing(&self, table: &SeenTable, did: &[game::Event]) -> Option<String> {
        let view = table.game.as_ref().and_then(F::System::view_of)?;
        let did: Vec<_> = did.iter().filter_map(F::System::event_of).collect();
        if did.is_empty() { None } else { SystemFace::undoing(self, view, &did) }
    }

    fn is_lot(&self, event: &game::Event) -> bool {
        F::System::event_of(event).is_some_and(|event| SystemFace::is_lot(self, event))
    }

    fn names_dice(&self) -> bool {
        SystemFace::names_dice(self)
    }

    fn spoken(&self, outcome: &Outcome) -> String {
        SystemFace::spoken(self, outcome)
    }

    fn explain(&self, game: &Loaded, before: Option<&View>, step: &SeenStep) -> Option<Explained> {
        before
            .and_then(F::System::view_of)
            .and_then(|view| SystemFace::explain(self, game, view, step))
    }

    fn report(&self, game: &Loaded, log: &Log) -> Report {
        SystemFace::report(self, game, log)
    }

    fn pressed<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        id: &str,
        picked: &'a [String],
        on: PressedMessage,
    ) -> Option<Answering<'a>> {
        SystemFace::pressed(self, hall, request, id, picked, on)
    }

    fn filled_in<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        id: &str,
        written: &'a FilledForm,
        on: Option<PressedMessage>,
    ) -> Option<Answering<'a>> {
        SystemFace::filled_in(self, hall, request, id, written, on)
    }

    fn drawn_at(&self, id: &str) -> Option<(String, Seq)> {
        SystemFace::drawn_at(self, id)
    }

    fn draw(&self, game: &Loaded, dice: Option<&str>) -> Result<Drawing<game::Command>, Trouble> {
        let Drawing { command, dice } = SystemFace::draw(self, game, dice)?;
        Ok(Drawing { command: F::System::command(command), dice })
    }

    fn drawable(&self, game: &Loaded) -> Vec<String> {
        view::<F>(game).map(|view| SystemFace::drawable(self, view)).unwrap_or_default()
    }

    fn has_books(&self) -> bool {
        SystemFace::has_books(self)
    }

    fn has_rule(&self, typed: &str) -> bool {
        SystemFace::has_rule(self, typed)
    }

    fn look_up<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: Option<&'a Loaded>,
        book: Book,
        typed: Option<&'a str>,
    ) -> Answering<'a> {
        SystemFace::look_up(self, hall, request, game, book, typed)
    }

    fn offered<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: Option<&'a Loaded>,
        book: Book,
        typed: &'a str,
    ) -> Work<'a, Vec<(String, String)>> {
        SystemFace::offered(self, hall, request, game, book, typed)
    }

    fn standing<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: &'a Loaded,
    ) -> Option<Answering<'a>> {
        SystemFace::standing(self, hall, request, game)
    }

    fn hears_beforehand(&self, game: &Loaded) -> bool {
        view::<F>(game).is_some_and(|view| SystemFace::hears_beforehand(self, view))
    }

    fn mine(&self, game: &Loaded, user: UserId) -> Option<Secret<Card>> {
        let own =
            game.own(user).map(|view| view.and_then(|view| F::System::view_of(&view).cloned()));
        SystemFace::mine(self, game, own.transpose()?)
    }

    fn answer_beforehand<'a>(
        &'a self,
        store: &'a Store,
        game: &'a Loaded,
        player: &'a Player,
    ) -> Work<'a, Result<Option<Action>, Trouble>> {
        let own = game.own(player.id);
        Box::pin(async move {
            match own.for_a_decision().as_ref().and_then(F::System::view_of) {
                Some(view) => SystemFace::answer_beforehand(self, store, game, view, player).await,
                None => Ok(None),
            }
        })
    }

    fn emojis(&self) -> Vec<Drawn> {
        SystemFace::emojis(self)
    }

    fn topics(&self) -> &'static [Topic] {
        SystemFace::topics(self)
    }

    fn welcome(&self) -> Vec<Welcome> {
        SystemFace::welcome(self)
    }

    fn has_winners(&self) -> bool {
        SystemFace::has_winners(self)
    }
}

/// The running game of this table, as the system knows it.
fn view<F: SystemFace>(game: &Loaded) -> Option<&super::ViewOf<F>> {
    game.table.game.as_ref().and_then(F::System::view_of)
}

/// A running game of this system as one person alone may see it, for what they decide; what is made of it is shown to nobody
/// else.
pub fn view_for<S: ListedSystem>(game: &Loaded, user: UserId) -> Option<S::View> {
    S::view_of(game.own(user).for_a_decision().as_ref()?).cloned()
}
