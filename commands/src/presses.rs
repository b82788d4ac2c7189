//! Every button and form of every game comes through here, whoever posted it and however long ago.

use gatemaster_rules::bag::{Command as BagCommand, PoolId, Setup as BagSetup};
use gatemaster_rules::game::{Command, Game, Setup};
use gatemaster_rules::ids::Seq;
use gatemaster_rules::table::{Action, AskedFor, Phase};
use serenity::all::{ComponentInteraction, ModalInteraction};

use crate::answer::{Answer, Reply, Ticket, deliver};
use crate::desk::{LATEST, Loaded, Which};
use crate::face::Face;
use crate::forms::{Form, Input, written};
use crate::press::{BagPress, Handling, Press, Pressed};
use crate::request::Request;
use crate::show;
use crate::trouble::Trouble;

pub async fn on_component(face: &Face, interaction: &ComponentInteraction) {
    let ticket = Ticket::component(interaction);
    let request = Request::from_component(interaction);
    let pressed = Pressed::decode(&interaction.data.custom_id);
    let message = interaction.message.id.get();
    let at_work = face.clone();
    let work = async move { press(&at_work, &request, pressed, message).await };
    deliver(face, ticket, "button", work).await;
}

pub async fn on_modal(face: &Face, interaction: &ModalInteraction) {
    let ticket = Ticket::modal(interaction);
    let request = Request::from_modal(interaction);
    let pressed = Pressed::decode(&interaction.data.custom_id);
    let (sides, extras) = (written(interaction, "sides"), written(interaction, "extras"));
    let on_message = interaction.message.is_some();
    let at_work = face.clone();
    let work = async move {
        let Some(Pressed { game, press: Press::SetUpForm, .. }) = pressed else {
            return Err(unknown());
        };
        let setup = BagSetup::parse(&sides, &extras)
            .map_err(|faults| Trouble::refused(faults.join("\n")))?;
        let action = Action::SetUp { setup: Setup::Bag(setup) };
        let outcome = at_work.desk.act(&request, &Which::Now(game), None, |_| Ok(action)).await?;
        if on_message {
            let board = Answer::public(show::board(&outcome.game)).in_place();
            return Ok(Answer { changed: Some(outcome.game.id.clone()), ..board }.into());
        }
        Ok(Answer::told(&outcome).into())
    };
    deliver(face, ticket, "form", work).await;
}

async fn press(
    face: &Face,
    request: &Request,
    pressed: Option<Pressed>,
    message: u64,
) -> Result<Reply, Trouble> {
    let Pressed { game, seq, press } = pressed.ok_or_else(unknown)?;
    let now = Which::Now(game.clone());
    let seen = Which::At(game.clone(), seq);
    let act = |which, action| act(face, request, which, action, message);
    let done = match press {
        Press::Join(seat) => act(now, Action::Join { seat, salt: None }).await,
        Press::Leave => act(now, Action::Leave).await,
        Press::Start => act(now, Action::Start).await,
        Press::Undo => act(seen, Action::Undo { step: LATEST }).await,
        Press::Agree(about) => {
            answer_question(face, request, now, about, Action::Agree, message).await
        }
        Press::Refuse(about) => {
            answer_question(face, request, now, about, Action::Refuse, message).await
        }
        Press::SetUpForm => set_up_form(face, request, now).await,
        Press::Board => {
            let game = face.desk.load(request, &now).await?;
            Ok(Answer::private(show::board(&game)).into())
        }
        Press::Log(page) => {
            let game = face.desk.load(request, &now).await?;
            let steps = face.desk.steps(&game.id).await?;
            Ok(Answer::private(show::log_page(&game, &steps, page as usize)).in_place().into())
        }
        Press::Bag(BagPress::Draw) => act(seen, bag(BagCommand::Draw)).await,
        Press::Bag(BagPress::NextTurn) => {
            act(seen, bag(BagCommand::NextTurn { kept: Vec::new() })).await
        }
        Press::Bag(BagPress::Pick(handling)) => pick(face, request, seen, handling, message).await,
        Press::Bag(BagPress::Do(handling, pool)) => act(seen, bag(handle(handling, pool))).await,
    };
    if let Err(Trouble::Stale(_)) = &done {
        // whoever pressed an old board helps everybody by having it redrawn
        face.boards.touch(&game);
    }
    done
}

async fn act(
    face: &Face,
    request: &Request,
    which: Which,
    action: Action,
    message: u64,
) -> Result<Reply, Trouble> {
    let table_business = matches!(
        action,
        Action::Join { .. } | Action::Leave | Action::Start | Action::SetUp { .. }
    );
    let outcome = face.desk.act(request, &which, None, |_| Ok(action)).await?;
    let on_board = outcome.game.board.is_some_and(|board| board.message_id == message);
    if table_business && on_board {
        let card = if outcome.game.table.phase == Phase::Playing && outcome.game.next_die == 1 {
            show::lobby_or_board(&outcome.game)
        } else {
            show::board(&outcome.game)
        };
        // an edit of the board may be under way with what was true a moment ago; the last word must be this
        let changed = Some(outcome.game.id);
        return Ok(Answer { changed, ..Answer::public(card).in_place() }.into());
    }
    Ok(Answer::told(&outcome).into())
}

/// A question that was asked about another step is answered with the board as it stands.
async fn answer_question(
    face: &Face,
    request: &Request,
    which: Which,
    about: Seq,
    action: Action,
    message: u64,
) -> Result<Reply, Trouble> {
    let outcome = face
        .desk
        .act(request, &which, None, |game| {
            let open = game.table.asked.as_ref().map(|asked| match asked.what {
                AskedFor::Undo { step } => step,
                AskedFor::End => Seq(0),
            });
            if open == Some(about) { Ok(action) } else { Err(settled(game)) }
        })
        .await?;
    let on_board = outcome.game.board.is_some_and(|board| board.message_id == message);
    let told = Answer::told(&outcome);
    Ok(if on_board { told } else { told.in_place() }.into())
}

fn settled(game: &Loaded) -> Trouble {
    match game.table.phase {
        Phase::Ended => Trouble::refused("This game has ended; nothing waits for an answer."),
        Phase::Lobby | Phase::Playing => {
            Trouble::refused("That question has been settled, or play went on.")
        }
    }
}

async fn set_up_form(face: &Face, request: &Request, which: Which) -> Result<Reply, Trouble> {
    let game = face.desk.load(request, &which).await?;
    if game.table.phase != Phase::Lobby {
        return Err(Trouble::refused("The game has started, so its set-up stands."));
    }
    let Setup::Bag(setup) = &game.table.setup;
    Ok(Reply::Form(Form {
        title: "Dice in the bag".to_owned(),
        press: Pressed::new(&game.id, game.seq, Press::SetUpForm),
        inputs: vec![
            Input {
                key: "sides",
                label: "Sides: a name and how many dice, each",
                value: setup.sides_text(),
                placeholder: "Red 6, Blue 5",
                required: true,
            },
            Input {
                key: "extras",
                label: "Extra dice of no side",
                value: setup.extras_text(),
                placeholder: "Distort 1",
                required: false,
            },
        ],
    }))
}

/// Asks which dice are meant, unless there is only one answer.
async fn pick(
    face: &Face,
    request: &Request,
    which: Which,
    handling: Handling,
    message: u64,
) -> Result<Reply, Trouble> {
    let game = face.desk.load(request, &which).await?;
    let Some(Game::Bag(state)) = &game.table.game else { return Err(unknown()) };
    match show::bag::pools_for(state, handling)[..] {
        [] => Err(Trouble::refused("There is no die that this could be done with.")),
        [only] => act(face, request, which, bag(handle(handling, only)), message).await,
        _ => Ok(Answer::private(show::bag::picker(&game, state, handling)).into()),
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

fn unknown() -> Trouble {
    Trouble::refused(
        "This button is from an older time and no longer does anything. `/game board` shows a fresh one.",
    )
}
