//! The face of the Dice Game: what it shows, and what its buttons do.

use gatemaster_discord::card::{Button, Card};
use gatemaster_discord::forms::FilledForm;
use gatemaster_discord::picture::Picture;
use gatemaster_discord::picture::emoji::Drawn;
use gatemaster_discord::press::decode;
use gatemaster_rules::dicegame::{Command, DiceGame, Event, Setup, State};
use gatemaster_rules::game::{self, SystemId};
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::table::{Action, Player, SeenStep};
use gatemaster_store::Store;

use super::press::DicePressed;
use super::{explain, guide, lobby, own, show, standing, standing_card};
use crate::answer::{Answer, PressedMessage, unknown};
use crate::desk::{Loaded, Log, Outcome, Page, StepInContext, Work};
use crate::face::{
    Answering, Book, Controls, Drawing, Ending, Example, Explained, Hall, Lesson, Report, Stage,
    SystemFace, Topic, Welcome,
};
use crate::request::Request;
use crate::secret::Secret;
use crate::table::{self, Framed};
use crate::trouble::Trouble;

#[derive(Debug)]
pub struct DiceGameFace;

const TRY: Example = Example::Open {
    key: "dice-game",
    label: "Open a table of the Dice Game",
    system: SystemId::DiceGame,
    start: false,
};

impl SystemFace for DiceGameFace {
    type System = DiceGame;

    fn called(&self) -> &'static str {
        "the Dice Game"
    }

    fn this_one(&self) -> &'static str {
        "This game"
    }

    fn played_here(&self) -> &'static str {
        "This channel has the Dice Game"
    }

    fn instead(&self, _: &str) -> &'static str {
        "the buttons on its board roll its dice, and `/rules` tells how it goes"
    }

    fn new_setup<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        sides: [Option<String>; 2],
    ) -> Work<'a, Result<Setup, Trouble>> {
        let wished = sides.iter().any(Option::is_some);
        Box::pin(async move {
            if wished {
                return Err(Trouble::refused(
                    "The Dice Game has dice, not forces, and everybody chooses a faction at the table; leave `force` and \
                     `against` out, or open a battle of Antares.",
                ));
            }
            own::setup(&hall.desk.store, request.guild).await
        })
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

    fn lobby(&self, game: &Loaded, setup: &Setup, head: Vec<String>) -> Card {
        lobby::lobby(self, game, setup, head)
    }

    fn set_up_line(&self, who: &str, setup: &Setup) -> String {
        format!("{who} set the table: {}.", show::setup_text(setup))
    }

    fn board(&self, game: &Loaded, view: &State) -> Card {
        // a question comes first: while it stands, only its answer is owed
        let controls = match game.table.asked {
            None => show::controls(game, view),
            Some(_) => Controls::default(),
        };
        let mut buttons = controls.buttons;
        buttons.extend(table::question_rows(game));
        // three buttons, and two more where a chair is free
        let mut own = show::table_row(game);
        let chairs =
            table::join_button(game).into_iter().flat_map(|join| [join, show::add_bot(game)]);
        // where the game waits for that very chair, they stand above already
        let offered =
            |chair: &Button| buttons.iter().flatten().any(|other| other.press == chair.press);
        own.extend(chairs.filter(|chair| !offered(chair)));
        buttons.push(own);
        table::framed(
            self,
            game,
            Framed {
                text: show::board_text(game, view) + &table::organiser_line(game),
                now: format!("{}\n\n{}", show::one_line(view), controls.text),
                // above the frame, where choosing dice redraws it
                above: controls.text,
                selects: controls.selects,
                buttons,
                colour: Some(show::colour(view)),
                picture: if game.pictures { self.picture(game, view) } else { None },
                ..Framed::default()
            },
        )
    }

    fn controls(&self, game: &Loaded, view: &State) -> Controls {
        show::controls(game, view)
    }

    fn now(&self, view: &State) -> String {
        format!("{}.", show::one_line(view))
    }

    fn in_one_line(&self, view: &State) -> String {
        show::one_line(view)
    }

    fn picture(&self, game: &Loaded, view: &State) -> Option<Picture> {
        show::picture(game, view)
    }

    fn ending(&self, game: &Loaded, view: &State) -> Ending {
        Ending {
            lines: show::score_sheet(game, view),
            buttons: vec![vec![show::rematch(game)]],
            picture: if game.pictures { self.picture(game, view) } else { None },
            told_within: true,
        }
    }

    /// A turn is a chapter. What the program does in its turns stands before the turn of whoever comes after it.
    fn page(&self, _: Option<&State>, before: &State, bots: &[Seat], step: &SeenStep) -> Page {
        let ends = show::events_of(step)
            .iter()
            .any(|event| matches!(event, Event::TurnBegan { .. } | Event::GameEnded { .. }));
        // before the first turn nobody rolls
        let by_person = before.roller().is_some_and(|roller| !bots.contains(&roller));
        if ends && by_person { Page::NextBegins } else { Page::GoesOn }
    }

    fn tale(&self, game: &Loaded, told: &[StepInContext]) -> String {
        show::tale(self, game, told)
    }

    fn terms(&self, _: &SeenStep) -> Vec<&'static str> {
        Vec::new()
    }

    fn stage(&self, game: &Loaded, view: &State) -> Stage {
        show::stage(game, view)
    }

    /// The board need not move: every message shows all of it.
    fn turn(&self, _: &State) -> u32 {
        0
    }

    fn lines(&self, before: &State, step: &SeenStep) -> Vec<String> {
        show::lines(before, step)
    }

    fn brief_lines(&self, _: &State, _: &SeenStep) -> Vec<String> {
        Vec::new()
    }

    fn event_line(&self, _: Option<&State>, who: &str, event: &Event) -> String {
        format!("{who}: {}.", show::in_short(std::iter::once(event)))
    }

    fn undoing(&self, _: &State, did: &[&Event]) -> Option<String> {
        Some(show::in_short(did.iter().copied()))
    }

    fn is_lot(&self, event: &Event) -> bool {
        matches!(event, Event::FirstDrawn { .. })
    }

    fn names_dice(&self) -> bool {
        true
    }

    fn spoken(&self, outcome: &Outcome) -> String {
        show::spoken(self, outcome)
    }

    fn explain(&self, _: &Loaded, before: &State, step: &SeenStep) -> Option<Explained> {
        if show::events_of(step).is_empty() {
            return None;
        }
        let lines = explain::in_full(before, step);
        Some(Explained { lines, each_die_named: true, ..Explained::default() })
    }

    fn report(&self, game: &Loaded, _: &Log) -> Report {
        Report::Head(match &game.table.game {
            Some(game::View::DiceGame(view)) => show::score_sheet(game, view),
            _ => Vec::new(),
        })
    }

    fn pressed<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        id: &str,
        picked: &'a [String],
        on: PressedMessage,
    ) -> Option<Answering<'a>> {
        let pressed = decode::<DicePressed>(id)?;
        Some(Box::pin(super::pressed(hall, request, pressed, picked, on)))
    }

    fn filled_in<'a>(
        &'a self,
        _: &'a Hall,
        _: &'a Request,
        id: &str,
        _: &'a FilledForm,
        _: Option<PressedMessage>,
    ) -> Option<Answering<'a>> {
        decode::<DicePressed>(id)?;
        Some(Box::pin(async { Err(unknown()) }))
    }

    fn drawn_at(&self, id: &str) -> Option<(String, Seq)> {
        decode::<DicePressed>(id).map(|pressed| (pressed.game, pressed.seq))
    }

    fn draw(&self, _: &Loaded, _: Option<&str>) -> Result<Drawing<Command>, Trouble> {
        Err(Trouble::refused(
            "The Dice Game is played in this channel, and it has no bag; the buttons on its board roll its dice.",
        ))
    }

    fn drawable(&self, _: &State) -> Vec<String> {
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
        hall: &'a Hall,
        request: &'a Request,
        game: Option<&'a Loaded>,
        book: Book,
        _: Option<&'a str>,
    ) -> Answering<'a> {
        Box::pin(async move {
            match (book, game) {
                (Book::Rules, Some(game)) => Ok(Answer::private(guide::guide(game)?).into()),
                (Book::Rules, None) => {
                    let setup = own::setup(&hall.desk.store, request.guild).await?;
                    Ok(Answer::private(guide::of_server(&setup)).into())
                }
                (Book::Unit | Book::Profile | Book::Weapon, _) => Err(Trouble::refused(
                    "The Dice Game has factions and dice, no units and weapons. `/rules` tells how it goes, \
                     `/dicegame list` its gate cards, faces and traits.",
                )),
            }
        })
    }

    fn offered<'a>(
        &'a self,
        _: &'a Hall,
        _: &'a Request,
        _: Option<&'a Loaded>,
        book: Book,
        _: &'a str,
    ) -> Work<'a, Vec<(String, String)>> {
        let page = "How the Dice Game is played";
        let offers = match book {
            Book::Rules => vec![(page.to_owned(), page.to_owned())],
            Book::Unit | Book::Profile | Book::Weapon => Vec::new(),
        };
        Box::pin(async move { offers })
    }

    fn standing<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: &'a Loaded,
    ) -> Option<Answering<'a>> {
        Some(Box::pin(async move {
            Ok(Answer::private(standing_card(hall, request, game).await?).into())
        }))
    }

    /// Nothing is hidden.
    fn mine(&self, _: &Loaded, _: Secret<State>) -> Option<Secret<Card>> {
        None
    }

    fn hears_beforehand(&self, view: &State) -> bool {
        standing::asked(view).is_some()
    }

    fn answer_beforehand<'a>(
        &'a self,
        store: &'a Store,
        game: &'a Loaded,
        view: &'a State,
        player: &'a Player,
    ) -> Work<'a, Result<Option<Action>, Trouble>> {
        Box::pin(standing::answer(store, game, view, player))
    }

    fn emojis(&self) -> Vec<Drawn> {
        Vec::new()
    }

    fn topics(&self) -> &'static [Topic] {
        &[TOPIC]
    }

    fn welcome(&self) -> Vec<Welcome> {
        vec![Welcome {
            title: "Play the Dice Game",
            text: "Factions roll for control of a gate. Alone? Gatemaster takes a seat as well.",
            line: "/game new system:Gates of Antares: The Dice Game",
            then: "Choose a faction, press *Add a bot*, then *Start*.",
        }]
    }

    fn has_winners(&self) -> bool {
        true
    }
}

const TOPIC: Topic = Topic {
    key: "dice-game",
    title: "The Dice Game",
    summary: "push your luck at the gate, two to five, or alone",
    words: "dice game dicegame gate antares faction bot alone solo bust victory strike fate control trait house card rematch quick",
    text: "**Set up.** `/game new system:Gates of Antares: The Dice Game` opens a table. Take a faction each, two to five of you; \
           *Add a bot* gives me a seat, so one person is enough. *House traits* switches them on; one press on *Start*, and it \
           begins.\n\
           **A turn.** *Roll all six*. Press a die to keep it or to take it up again, then roll on or *Stop*: your victories claim \
           control dice or fate dice. Exactly five are a bust. The odds stand beside the buttons.\n\
           **Fate dice** are points if you keep them, or trouble for whoever is about to roll. I ask whoever has one before each \
           roll; *Not this turn*, *Never for …* and *Fate dice…* answer beforehand.\n\
           **More.** `/dicegame guide` has the rules on a page, `/explain` shows every die of a step, *Rematch* plays again. \
           `/dicegame load` gives a server gate cards, traits and faces of its own.",
    examples: &[TRY],
    see: &["tables", "undo", "fair-dice", "by-post"],
};
