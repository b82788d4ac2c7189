//! An order-dice bag on Discord.

mod picture;
pub mod press;
pub mod show;
mod slash;

pub use slash::bag;

use gatemaster_discord::card::{Button, Card};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::picture::Picture;
use gatemaster_discord::picture::emoji::Drawn;
use gatemaster_discord::press::decode;
use gatemaster_rules::bag::{Bag, Command, Event, PoolId, Setup, State};
use gatemaster_rules::game::{self, SystemId};
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::table::{Action, Phase, Player, SeenStep};
use gatemaster_store::Store;

use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::desk::{ActionWithDice, Loaded, Log, Outcome, Page, StepInContext, Which, Work};
use crate::face::{
    Answering, Book, Controls, Drawing, Ending, Example, Explained, Hall, Lesson, Report, Stage,
    SystemFace, Topic, Welcome, setup_of,
};
use crate::request::Request;
use crate::secret::Secret;
use crate::table::{self, Framed, Lobby, NEUTRAL, act_and_answer, hand};
use crate::trouble::Trouble;
use crate::words::{chair_text, esc};
use press::{BagPress, BagPressed, Handling};

#[derive(Debug)]
pub struct BagFace;

const TRY: Example = Example::Open {
    key: "bag",
    label: "Fill a bag: Red 6, Blue 5",
    system: SystemId::Bag,
    start: true,
};

impl SystemFace for BagFace {
    type System = Bag;

    fn called(&self) -> &'static str {
        "a bag of dice"
    }

    fn this_one(&self) -> &'static str {
        "This table"
    }

    fn played_here(&self) -> &'static str {
        "This channel has a bag of order dice"
    }

    fn instead(&self, _: &str) -> &'static str {
        "`/draw` draws from it"
    }

    fn new_setup<'a>(
        &'a self,
        _: &'a Hall,
        _: &'a Request,
        sides: [Option<String>; 2],
    ) -> Work<'a, Result<Setup, Trouble>> {
        let wished = sides.iter().any(Option::is_some);
        Box::pin(async move {
            if wished {
                return Err(Trouble::refused(
                    "A bag holds dice, not forces; leave `force` and `against` out, or open a battle of Antares.",
                ));
            }
            Ok(Setup::default())
        })
    }

    fn example_setup<'a>(
        &'a self,
        _: &'a Hall,
        _: &'a Request,
    ) -> Work<'a, Result<Setup, Trouble>> {
        let setup = Setup::parse("Red 6, Blue 5", "");
        Box::pin(async move { setup.map_err(|faults| Trouble::refused(faults.join("\n"))) })
    }

    fn lesson(&self) -> Option<Lesson<Setup>> {
        None
    }

    fn sides(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn lobby(&self, game: &Loaded, setup: &Setup, mut lines: Vec<String>) -> Card {
        lines.extend(game.table.seats.iter().map(chair_text));
        let extras = setup.extras_text();
        let extras =
            if extras.is_empty() { String::new() } else { format!(" · extra: {}", esc(&extras)) };
        lines.push(format!("In the bag: {}{extras}", esc(&setup.sides_text())));
        let lobby = Lobby {
            lines,
            ready: "Everything is ready: press Start.".to_owned(),
            beside: vec![button(game, "Change the dice…", BagPress::SetUpForm)],
            ..Lobby::default()
        };
        table::framed_lobby(self, game, lobby)
    }

    fn set_up_line(&self, who: &str, setup: &Setup) -> String {
        let extras = setup.extras_text();
        let all = if extras.is_empty() {
            setup.sides_text()
        } else {
            format!("{}, {extras}", setup.sides_text())
        };
        format!("{who} changed the dice: {}.", esc(&all))
    }

    fn board(&self, game: &Loaded, view: &State) -> Card {
        let compact = game.table.settings.compact;
        let Controls { text: above, buttons, .. } = SystemFace::controls(self, game, view);
        table::framed(
            self,
            game,
            Framed {
                text: show::board_text(game, view) + &table::organiser_line(game),
                now: format!("{}\n{above}", show::one_line(view)).trim_end().to_owned(),
                above,
                buttons: table::playing_buttons(game, buttons),
                colour: Some(NEUTRAL),
                frameless: true,
                picture: if compact || !game.pictures { None } else { self.picture(game, view) },
                ..Framed::default()
            },
        )
    }

    fn controls(&self, game: &Loaded, view: &State) -> Controls {
        hand::throw_controls(self, game).unwrap_or_else(|| Controls {
            buttons: show::buttons(game, view),
            ..Controls::default()
        })
    }

    fn now(&self, view: &State) -> String {
        format!("In the bag: {}.", show::contents(view))
    }

    fn in_one_line(&self, view: &State) -> String {
        show::one_line(view)
    }

    fn picture(&self, _: &Loaded, view: &State) -> Option<Picture> {
        picture::bag(view)
    }

    fn ending(&self, _: &Loaded, view: &State) -> Ending {
        Ending { lines: vec![format!("It ended in turn {}.", view.turn)], ..Ending::default() }
    }

    /// A drawn die and what is done until the next one.
    fn page(&self, _: Option<&State>, _: &State, _: &[Seat], step: &SeenStep) -> Page {
        let begins = show::events_of(step)
            .any(|event| matches!(event, Event::Drawn { .. } | Event::TurnBegan { .. }));
        if begins { Page::Begins } else { Page::GoesOn }
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

    fn turn(&self, view: &State) -> u32 {
        view.turn
    }

    fn lines(&self, _: &State, _: &SeenStep) -> Vec<String> {
        Vec::new()
    }

    fn brief_lines(&self, _: &State, _: &SeenStep) -> Vec<String> {
        Vec::new()
    }

    fn event_line(&self, view: Option<&State>, who: &str, event: &Event) -> String {
        match view {
            Some(view) => show::sentence(view, who, event),
            None => format!("{who} used the bag."),
        }
    }

    fn undoing(&self, _: &State, _: &[&Event]) -> Option<String> {
        None
    }

    fn is_lot(&self, _: &Event) -> bool {
        true
    }

    fn names_dice(&self) -> bool {
        false
    }

    fn spoken(&self, outcome: &Outcome) -> String {
        table::short_line(self, outcome.before.as_ref(), &outcome.game.table, &outcome.step)
    }

    fn explain(&self, _: &Loaded, _: &State, _: &SeenStep) -> Option<Explained> {
        None
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
        on: PressedMessage,
    ) -> Option<Answering<'a>> {
        let pressed = decode::<BagPressed>(id)?;
        Some(Box::pin(pressed_by(hall, request, pressed, on)))
    }

    fn filled_in<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        id: &str,
        written: &'a FilledForm,
        on: Option<PressedMessage>,
    ) -> Option<Answering<'a>> {
        let pressed = decode::<BagPressed>(id)?;
        Some(Box::pin(set_up(hall, request, pressed, written, on)))
    }

    fn drawn_at(&self, id: &str) -> Option<(String, Seq)> {
        decode::<BagPressed>(id).map(|pressed| (pressed.game, pressed.seq))
    }

    fn draw(&self, game: &Loaded, dice: Option<&str>) -> Result<Drawing<Command>, Trouble> {
        let dice = match (dice, &game.table.game) {
            (Some(text), Some(game::View::Bag(view))) => Some(slash::position(view, text)?),
            (dice, _) => dice.map(str::to_owned),
        };
        Ok(Drawing { command: Command::Draw, dice })
    }

    fn drawable(&self, view: &State) -> Vec<String> {
        let filled = view.pools.iter().filter(|pool| pool.in_bag > 0);
        filled.map(|pool| pool.name.clone()).collect()
    }

    fn has_books(&self) -> bool {
        false
    }

    fn has_rule(&self, _: &str) -> bool {
        false
    }

    fn look_up<'a>(
        &'a self,
        _: &'a Hall,
        _: &'a Request,
        _: Option<&'a Loaded>,
        book: Book,
        _: Option<&'a str>,
    ) -> Answering<'a> {
        let sorry = match book {
            Book::Unit => {
                "This channel has no battle, so it has no units; `/bag show` shows what is in the bag."
            }
            Book::Profile | Book::Weapon | Book::Rules => {
                "A bag has no books of its own; `/help topic:bag` tells how it is used."
            }
        };
        Box::pin(async move { Err(Trouble::refused(sorry)) })
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

    fn standing<'a>(&'a self, _: &'a Hall, _: &'a Request, _: &'a Loaded) -> Option<Answering<'a>> {
        None
    }

    /// Nothing is hidden.
    fn mine(&self, _: &Loaded, _: Secret<State>) -> Option<Secret<Card>> {
        None
    }

    fn hears_beforehand(&self, _: &State) -> bool {
        false
    }

    fn answer_beforehand<'a>(
        &'a self,
        _: &'a Store,
        _: &'a Loaded,
        _: &'a State,
        _: &'a Player,
    ) -> Work<'a, Result<Option<Action>, Trouble>> {
        Box::pin(async { Ok(None) })
    }

    fn emojis(&self) -> Vec<Drawn> {
        Vec::new()
    }

    fn topics(&self) -> &'static [Topic] {
        &[Topic {
            key: "bag",
            title: "The order-dice bag",
            summary: "fill it, draw, turns",
            words: "bag order dice draw turn side colour distort return take out put in",
            text: "`/bag setup sides:Red 6, Blue 5` fills a bag and starts at once; `extras:Distort 1` adds dice of no side.\n\
                   *Draw* takes a die by chance and tells its side. *Next turn* puts the drawn dice back. *Return*, *Take out* and \
                   *Put in* are for units that come and go.\n\n\
                   Drawn by hand at a real table? `/game by-hand dice_of:everybody`, then `/bag draw dice:Red` notes it. `/bag next keep:Red 1` keeps dice out for the \
                   next turn.",
            examples: &[TRY],
            see: &["tables", "undo", "voice"],
        }]
    }

    fn welcome(&self) -> Vec<Welcome> {
        vec![Welcome {
            title: "Play with an order-dice bag",
            text: "A bag with six red and five blue dice; whoever's die is drawn goes next.",
            line: "/bag setup sides:Red 6, Blue 5",
            then: "You play Red now. Become Bob in the list of people, press *Play Blue*, and then *Draw* a die.",
        }]
    }

    fn has_winners(&self) -> bool {
        false
    }
}

/// A button of this bag as it stands.
fn button(game: &Loaded, label: impl Into<String>, press: BagPress) -> Button {
    Button::new(label, BagPressed::new(&game.id, game.at, press))
}

async fn pressed_by(
    hall: &Hall,
    request: &Request,
    pressed: BagPressed,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let BagPressed { game, seq, press } = pressed;
    let seen = Which::At(game.clone(), seq);
    let play = |command: Command| {
        act_and_answer(hall, request, seen.clone(), move |_| Ok(doing(command, None)), on)
    };
    match press {
        BagPress::Draw => play(Command::Draw).await,
        BagPress::NextTurn => play(Command::NextTurn { kept: Vec::new() }).await,
        BagPress::Do(handling, pool) => play(handle(handling, pool)).await,
        BagPress::Pick(handling) => {
            let choose = |game: &Loaded| pick(game, request, handling);
            act_and_answer(hall, request, seen, choose, on).await
        }
        BagPress::SetUpForm => set_up_form(hall, request, Which::Now(game)).await,
    }
}

async fn set_up_form(hall: &Hall, request: &Request, which: Which) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &which).await?;
    if game.table.phase != Phase::Lobby {
        return Err(Trouble::refused("The game has started, so its set-up stands."));
    }
    let setup = setup_of::<Bag>(&game)?;
    Ok(Reply::Form(Form {
        title: "Dice in the bag".to_owned(),
        press: BagPressed::new(&game.id, game.at, BagPress::SetUpForm).into(),
        inputs: vec![
            Input::line("sides", "Sides: a name and how many dice, each", setup.sides_text())
                .such_as("Red 6, Blue 5")
                .needed(),
            Input::line("extras", "Extra dice of no side", setup.extras_text())
                .such_as("Distort 1"),
        ],
    }))
}

async fn set_up(
    hall: &Hall,
    request: &Request,
    pressed: BagPressed,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    if pressed.press != BagPress::SetUpForm {
        return Err(unknown());
    }
    let setup = Setup::parse(written.get("sides"), written.get("extras"))
        .map_err(|faults| Trouble::refused(faults.join("\n")))?;
    let action = Action::SetUp { setup: game::Setup::Bag(setup), name: None };
    let which = Which::Now(pressed.game);
    let outcome = hall.desk.act(request, &which, |_| Ok(action.into())).await?;
    if on.is_some() {
        let board = Answer::public(table::board(hall.systems, &outcome.game)).in_place();
        return Ok(Answer { changed: Some(outcome.game.id.clone()), ..board }.into());
    }
    Ok(table::told(hall.systems, &outcome, request).into())
}

/// Asks which dice are meant, unless there is only one answer.
fn pick(game: &Loaded, request: &Request, handling: Handling) -> Result<ActionWithDice, Trouble> {
    let Some(game::View::Bag(view)) = &game.table.game else { return Err(unknown()) };
    // a stranger is not asked anything: the rules refuse whatever they would choose
    let stranger = !game.table.belongs(request.user());
    match show::pools_for(view, handling)[..] {
        [] => Err(Trouble::refused("There is no die that this could be done with.")),
        [only] => Ok(doing(handle(handling, only), None)),
        [first, ..] if stranger => Ok(doing(handle(handling, first), None)),
        _ => Err(Trouble::first(show::picker(game, view, handling))),
    }
}

fn handle(handling: Handling, pool: PoolId) -> Command {
    match handling {
        Handling::Return => Command::Return { pool },
        Handling::TakeOut => Command::TakeOut { pool },
        Handling::PutIn => Command::PutIn { pool, dice: 1 },
    }
}

fn doing(command: Command, dice: Option<String>) -> ActionWithDice {
    ActionWithDice { action: Action::Play(game::Command::Bag(command)), dice }
}
