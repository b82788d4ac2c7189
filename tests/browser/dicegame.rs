use std::sync::Arc;

use gatemaster_commands::desk::{Desk, Loaded};
use gatemaster_rules::dicegame::state::{Stage as Waits, State};
use gatemaster_rules::game::View;
use gatemaster_rules::table::Phase;

use crate::club::eventually;
use crate::dicegame_phone::fits_one_screen;
use crate::stage::Stage;
use crate::tab::Tab;

const LOBBY: &str = "Skirmish dice:";

struct Watch {
    desk: Desk,
    id: String,
}

impl Watch {
    /// Ann opens a game from the welcome and begins it against the bot.
    async fn begun(stage: &Stage, ann: &Tab) -> Self {
        ann.sees_bot("connected").await;
        ann.tries("dice game").await;
        ann.presses_on(LOBBY, "Play Algoryn").await;
        ann.sees("Algoryn (Ann)").await;
        ann.presses_on(LOBBY, "Add a bot").await;
        ann.sees("Concord (Gatemaster)").await;
        ann.presses_on(LOBBY, "Start").await;
        ann.presses("Draw the first player").await;
        // all that she was told to do is done
        ann.sees_no("#next").await;
        ann.sees("The lot falls on").await;
        let store = stage.club.store().await;
        let here = gatemaster_store::Filter::default();
        let games = store.games_on(Some(stage.club.discord.home().id()), here, 1, 0).await.unwrap();
        let id = games[0].id.clone();
        Self { desk: gatemaster_commands::open_desk(store, Arc::clone(&stage.club.clock)), id }
    }

    async fn game(&self) -> Loaded {
        self.desk.load_any(&self.id).await.unwrap().unwrap()
    }

    async fn goes_on_from(&self, seq: u32) {
        eventually(&format!("something came of the press at step {seq}"), async || {
            let game = self.game().await;
            // the bot may still be at it
            (game.seq.0 > seq && !game.waits_for_the_program()).then_some(())
        })
        .await;
    }
}

/// D-UX-1, D-UX-2: somebody who has never been here learns the game against the bot, with the mouse alone.
#[tokio::test]
async fn one_person_plays_a_whole_dice_game_by_presses_alone() {
    let mut stage = Stage::open().await;
    let ann = stage.tab("Ann").await;
    ann.is_sized(1280, 1180, false).await;
    let watch = Watch::begun(&stage, &ann).await;
    let (mut presses, mut posed) = (0, false);
    loop {
        let game = watch.game().await;
        if game.table.phase == Phase::Ended {
            break;
        }
        let Some(View::DiceGame(state)) = &game.table.game else { panic!("no dice game") };
        ann.sees_step(game.seq.0).await;
        presses += 1;
        assert!(presses < 400, "this game does not end");
        posed |= press(&ann, state, posed).await;
        watch.goes_on_from(game.seq.0).await;
    }
    ann.sees("Score sheet").await;
    ann.looks_at("Score sheet").await;
    ann.poses("dicegame-end.png").await;
    ann.presses("Rematch").await;
    ann.presses("Draw the first player").await;
    stage.club.stop_bot().await;
    ann.closes().await;
}

/// What Ann presses; whether her turn was worth a picture.
async fn press(ann: &Tab, state: &State, posed: bool) -> bool {
    let turn = state.turn.as_ref().unwrap();
    match &turn.stage {
        Waits::Ready => ann.presses("Roll all six").await,
        Waits::Adding { .. } => ann.presses("Add none").await,
        Waits::Rolled if turn.rolls == 1 && turn.victories() < 4 => {
            ann.presses_one_like("Roll ").await;
        }
        Waits::Rolled => {
            if !posed && turn.rolls == 2 && turn.number > 2 {
                ann.looks_at("keep or roll?").await;
                ann.poses("dicegame-turn.png").await;
                ann.presses_one_like("Stop: ").await;
                return true;
            }
            ann.presses_one_like("Stop: ").await;
        }
        Waits::Six => ann.presses_one_like("Claim ").await,
        Waits::TakingFate => ann.presses_one_like("From ").await,
        other @ (Waits::Traits | Waits::Claiming) => panic!("not in a strict game: {other:?}"),
    }
    false
}

/// D-UX-1: dice, odds and buttons of a turn are seen at once on a phone.
#[tokio::test]
async fn a_turn_fits_one_screen_of_a_phone() {
    let mut stage = Stage::open().await;
    let ann = stage.tab("Ann").await;
    ann.is_sized(390, 844, true).await;
    let watch = Watch::begun(&stage, &ann).await;
    for round in 0..6 {
        let game = watch.game().await;
        let Some(View::DiceGame(state)) = &game.table.game else { panic!("no dice game") };
        ann.sees_step(game.seq.0).await;
        fits_one_screen(&ann, &format!("round-{round}")).await;
        press(&ann, state, true).await;
        watch.goes_on_from(game.seq.0).await;
    }
    stage.club.stop_bot().await;
    ann.closes().await;
}
