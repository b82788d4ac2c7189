//! Every button and form of every game comes through here, whoever posted it and however long ago.

use gatemaster_rules::bag::{Command as BagCommand, PoolId, Setup as BagSetup};
use gatemaster_rules::game::{Command, Game, Setup};
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::table::{Action, Phase};
use serenity::all::{ComponentInteraction, ComponentInteractionDataKind, ModalInteraction};

use crate::answer::{Answer, BoardWish, Reply, Ticket, deliver};
use crate::card::Card;
use crate::desk::{Doing, LATEST, Loaded, Outcome, Which};
use crate::face::Face;
use crate::forms::{Form, Input, Written};
use crate::press::{BagPress, Handling, Meaning, Press, Pressed};
use crate::request::Request;
use crate::trouble::Trouble;
use crate::{battle, campaign, dicegame, help, league, player, privacy, roll, show};

pub async fn on_component(face: &Face, interaction: &ComponentInteraction) {
    let ticket = Ticket::component(interaction);
    let meaning = Meaning::decode(&interaction.data.custom_id);
    let on = On { message: interaction.message.id.get(), private: ticket.is_on_private_message() };
    let picked = match &interaction.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.clone(),
        _ => Vec::new(),
    };
    let (at_work, interaction) = (face.clone(), Box::new(interaction.clone()));
    let work = async move {
        let request = Request::from_component(&interaction, &at_work).await;
        match meaning {
            Some(Meaning::Game(pressed)) => press(&at_work, &request, pressed, on).await,
            Some(Meaning::Battle(pressed)) => {
                Box::pin(battle::pressed(&at_work, &request, pressed, &picked, on)).await
            }
            Some(Meaning::Dice(pressed)) => {
                Box::pin(dicegame::pressed(&at_work, &request, pressed, &picked, on)).await
            }
            Some(Meaning::League(pressed)) => {
                Box::pin(league::pressed(&at_work, &request, pressed, &picked)).await
            }
            Some(Meaning::Campaign(pressed)) => {
                Box::pin(campaign::pressed(&at_work, &request, pressed, &picked)).await
            }
            Some(Meaning::Player(pressed)) => {
                Box::pin(player::pressed(&at_work, &request, pressed, &picked)).await
            }
            Some(Meaning::Roll { id, press }) => {
                roll::pressed(&at_work, &request, &id, press).await
            }
            Some(Meaning::Help(press)) => help::pressed(&at_work, &request, &press).await,
            Some(Meaning::Privacy(press)) => privacy::pressed(&at_work, &request, press).await,
            Some(Meaning::Link(_)) | None => Err(unknown()),
        }
    };
    deliver(face, ticket, "button", Box::pin(work)).await;
}

pub async fn on_modal(face: &Face, interaction: &ModalInteraction) {
    let ticket = Ticket::modal(interaction);
    let meaning = Meaning::decode(&interaction.data.custom_id);
    let written = Written::of(interaction);
    let on = interaction
        .message
        .as_ref()
        .map(|message| On { message: message.id.get(), private: ticket.is_on_private_message() });
    let (at_work, interaction) = (face.clone(), Box::new(interaction.clone()));
    let work = async move {
        let request = Request::from_modal(&interaction, &at_work).await;
        let game = match meaning {
            Some(Meaning::Game(Pressed { game, press: Press::SetUpForm, .. })) => game,
            Some(Meaning::Battle(pressed)) => {
                return battle::filled_in(&at_work, &request, pressed, &written, on).await;
            }
            Some(Meaning::League(pressed)) => {
                return Box::pin(league::filled_in(&at_work, &request, pressed, &written)).await;
            }
            Some(Meaning::Campaign(pressed)) => {
                return Box::pin(campaign::filled_in(&at_work, &request, pressed, &written)).await;
            }
            _ => return Err(unknown()),
        };
        let setup = BagSetup::parse(written.get("sides"), written.get("extras"))
            .map_err(|faults| Trouble::refused(faults.join("\n")))?;
        let action = Action::SetUp { setup: Setup::Bag(setup), name: None };
        let outcome = at_work.desk.act(&request, &Which::Now(game), |_| Ok(action.into())).await?;
        if on.is_some() {
            let board = Answer::public(show::board(&outcome.game)).in_place();
            return Ok(Answer { changed: Some(outcome.game.id.clone()), ..board }.into());
        }
        Ok(Answer::told(&outcome, &request).into())
    };
    deliver(face, ticket, "form", Box::pin(work)).await;
}

/// The message a button is on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct On {
    message: u64,
    pub private: bool,
}

impl On {
    pub fn board_of(self, game: &Loaded) -> bool {
        game.board.is_some_and(|board| board.message_id == self.message)
    }
}

async fn press(face: &Face, request: &Request, pressed: Pressed, on: On) -> Result<Reply, Trouble> {
    let Pressed { game, seq, press } = pressed;
    let now = Which::Now(game.clone());
    let seen = Which::At(game.clone(), seq);
    let act =
        |which, action: Action| act_where(face, request, which, move |_| Ok(action.into()), on);
    let done = match press {
        Press::Join(seat) => act(now, Action::Join { seat, salt: None }).await,
        Press::Leave => act(now, Action::Leave).await,
        Press::Start => act(now, Action::Start).await,
        Press::Undo => act(seen, Action::Undo { step: LATEST }).await,
        Press::Agree(about) => answer_question(face, request, now, about, Action::Agree, on).await,
        Press::Refuse(about) => {
            answer_question(face, request, now, about, Action::Refuse, on).await
        }
        Press::TakeOver(seat) => {
            let take = move |game: &Loaded| on_offer(game, seat).map(|()| Action::TakeOver.into());
            act_where(face, request, now, take, on).await
        }
        Press::TurnDown(seat) => {
            let turn_down =
                move |game: &Loaded| on_offer(game, seat).map(|()| Action::TurnDown.into());
            act_where(face, request, now, turn_down, on).await
        }
        Press::Keep => act(now, Action::Keep).await,
        Press::Shelve => act(now, Action::Shelve).await,
        Press::Resume => resume(face, request, now).await,
        Press::SetUpForm => set_up_form(face, request, now).await,
        Press::Board => {
            let game = face.desk.load(request, &now).await?;
            let mut card = show::board_for(&game, request.user());
            if game.channel != request.channel {
                card.buttons.clear();
            }
            Ok(Answer::private(card).into())
        }
        Press::Log(page) => {
            let game = face.desk.load(request, &now).await?;
            let steps = face.desk.steps_of(&game).await?;
            Ok(Answer::private(show::log_page(&game, &steps, request.user(), page as usize))
                .in_place()
                .into())
        }
        Press::Bag(BagPress::Draw) => act(seen, bag(BagCommand::Draw)).await,
        Press::Bag(BagPress::NextTurn) => {
            act(seen, bag(BagCommand::NextTurn { kept: Vec::new() })).await
        }
        Press::Bag(BagPress::Pick(handling)) => {
            act_where(face, request, seen, move |game| pick(game, request, handling), on).await
        }
        Press::Bag(BagPress::Do(handling, pool)) => act(seen, bag(handle(handling, pool))).await,
    };
    if let Err(Trouble::Stale(_)) = &done {
        // whoever pressed an old board helps everybody by having it redrawn
        face.boards.touch_anyway(&game);
    }
    done
}

pub(crate) async fn act_where(
    face: &Face,
    request: &Request,
    which: Which,
    choose: impl FnOnce(&Loaded) -> Result<Doing, Trouble> + Send,
    on: On,
) -> Result<Reply, Trouble> {
    let outcome = face.desk.act(request, &which, choose).await?;
    Ok(told_where(&outcome, request, on).into())
}

/// What came of a press, told where it belongs: on the board, or as a message of its own.
pub(crate) fn told_where(outcome: &Outcome, request: &Request, on: On) -> Answer {
    let table_business = matches!(
        outcome.step.deed.action,
        Action::Join { .. }
            | Action::Leave
            | Action::Start
            | Action::SetUp { .. }
            | Action::SeatBot { .. }
            | Action::UnseatBot { .. }
    );
    // whoever is quick presses before the message that was just posted is known as the board
    let table_business = table_business && outcome.then.is_empty();
    let just_posted = table_business && outcome.game.board.is_none() && !on.private;
    let on_board = on.board_of(&outcome.game) || just_posted;
    if (table_business || show::rolls_on_board(outcome)) && on_board {
        // an edit of the board may be under way with what was true a moment ago; the last word must be this
        let changed = Some(outcome.game.id.clone());
        let board = Answer::public(show::board(&outcome.game)).in_place();
        let spoken = show::spoken(outcome);
        return Answer { changed, elsewhere: spoken.into_iter().collect(), ..board };
    }
    let told = Answer::told(outcome, request);
    // the board keeps its buttons, any other message has served; a game without a known board may be just posting it
    let served = outcome.game.board.is_some() && !on.board_of(&outcome.game);
    if served { told.spends_pressed() } else { told }
}

/// A question that was asked about another step is answered with the board as it stands.
async fn answer_question(
    face: &Face,
    request: &Request,
    which: Which,
    about: Seq,
    action: Action,
    on: On,
) -> Result<Reply, Trouble> {
    let stands =
        |game: &Loaded| game.table.asked.as_ref().is_some_and(|asked| asked.what.number() == about);
    let before = face.desk.load(request, &which).await?;
    if !stands(&before) && face.desk.made_before(request).await?.is_none() {
        // whoever presses a question that has lapsed helps everybody by taking its buttons away
        let told = Answer::private(settled(&before));
        let lapsed = !on.private && !on.board_of(&before);
        return Ok(if lapsed { told.spends_pressed() } else { told }.into());
    }
    let outcome = face
        .desk
        .act(request, &which, |game| {
            if stands(game) {
                Ok(action.into())
            } else {
                Err(Trouble::Refused(Box::new(settled(game))))
            }
        })
        .await?;
    let told = Answer::told(&outcome, request);
    // the question in the channel becomes its answer; a board or a private copy of it does not
    let on_question = !on.private && !on.board_of(&outcome.game);
    Ok(if on_question { told.in_place() } else { told }.into())
}

/// A button of an older offer must not take another seat.
fn on_offer(game: &Loaded, seat: Seat) -> Result<(), Trouble> {
    match &game.table.offer {
        Some(offer) if offer.seat == seat => Ok(()),
        _ => Err(Trouble::refused("That seat is not on offer any more.")),
    }
}

/// A game taken up again gets a fresh board.
pub async fn resume(face: &Face, request: &Request, which: Which) -> Result<Reply, Trouble> {
    let outcome = face.desk.act(request, &which, |_| Ok(Action::Resume.into())).await?;
    if outcome.game.channel == request.channel {
        return Ok(Answer::opened(outcome).into());
    }
    let mut told = Answer::told(&outcome, request);
    for message in &mut told.elsewhere {
        message.board = Some(BoardWish { game: outcome.game.clone(), pin: false });
    }
    Ok(told.into())
}

fn settled(game: &Loaded) -> Card {
    Card::line(match game.table.phase {
        Phase::Shelved => "This game has been put away; nothing waits for an answer.",
        Phase::Ended => "This game has ended; nothing waits for an answer.",
        Phase::Lobby | Phase::Playing => "That question has been settled, or play went on.",
    })
}

async fn set_up_form(face: &Face, request: &Request, which: Which) -> Result<Reply, Trouble> {
    let game = face.desk.load(request, &which).await?;
    if game.table.phase != Phase::Lobby {
        return Err(Trouble::refused("The game has started, so its set-up stands."));
    }
    let Setup::Bag(setup) = &game.table.setup else { return Err(unknown()) };
    Ok(Reply::Form(Form {
        title: "Dice in the bag".to_owned(),
        press: Pressed::new(&game.id, game.seq, Press::SetUpForm).into(),
        inputs: vec![
            Input::line("sides", "Sides: a name and how many dice, each", setup.sides_text())
                .such_as("Red 6, Blue 5")
                .needed(),
            Input::line("extras", "Extra dice of no side", setup.extras_text())
                .such_as("Distort 1"),
        ],
    }))
}

/// Asks which dice are meant, unless there is only one answer.
fn pick(game: &Loaded, request: &Request, handling: Handling) -> Result<Doing, Trouble> {
    let Some(Game::Bag(state)) = &game.table.game else { return Err(unknown()) };
    // a stranger is not asked anything: the rules refuse whatever they would choose
    let stranger = !game.table.belongs(request.user());
    match show::bag::pools_for(state, handling)[..] {
        [] => Err(Trouble::refused("There is no die that this could be done with.")),
        [only] => Ok(bag(handle(handling, only)).into()),
        [first, ..] if stranger => Ok(bag(handle(handling, first)).into()),
        _ => Err(Trouble::Refused(Box::new(show::bag::picker(game, state, handling)))),
    }
}

fn handle(handling: Handling, pool: PoolId) -> BagCommand {
    match handling {
        Handling::Return => BagCommand::Return { pool },
        Handling::TakeOut => BagCommand::TakeOut { pool },
        Handling::PutIn => BagCommand::PutIn { pool, dice: 1 },
    }
}

fn bag(command: BagCommand) -> Action {
    Action::Play(Command::Bag(command))
}

pub(crate) fn unknown() -> Trouble {
    Trouble::refused(
        "This button is from an older time and no longer does anything. `/game board` shows a fresh one.",
    )
}
