use std::sync::Arc;
use std::time::Duration;

use gatemaster_commands::desk::Desk;
use gatemaster_rules::antares::flow::Task;
use gatemaster_rules::antares::question::question;
use gatemaster_rules::antares::state::Phase;
use gatemaster_rules::antares::{Antares, State};
use gatemaster_rules::game::View;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{System as _, Who};

use crate::stage::Stage;
use crate::tab::Tab;

const LOBBY: &str = "are on the table already";

/// The battle in the first channel, looked at beside the running bot.
pub struct Watch {
    desk: Desk,
    id: String,
}

impl Watch {
    /// The newest game of the club.
    pub async fn of(stage: &Stage) -> Self {
        let store = stage.club.store().await;
        let home = Some(stage.club.discord.home().id());
        let games = store.games_on(home, gatemaster_store::Filter::default(), 1, 0).await.unwrap();
        let desk = gatemaster_commands::open_desk(store, Arc::clone(&stage.club.clock));
        Self { desk, id: games[0].id.clone() }
    }

    pub async fn state(&self) -> (u32, State) {
        let game = self.desk.load_any(&self.id).await.unwrap().unwrap();
        match game.table.game {
            Some(View::Antares(state)) => (game.seq.0, state),
            other => panic!("no battle: {other:?}"),
        }
    }

    /// Waits until a step has been made after this one; not for ever, as a press may have met a button that was just
    /// being replaced.
    pub async fn goes_on_from(&self, seq: u32) -> bool {
        for _ in 0..1_200 {
            if self.state().await.0 > seq {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        false
    }
}

#[tokio::test]
async fn the_first_turn_of_a_battle_is_played_by_presses_alone() {
    let mut stage = Stage::open().await;
    let ann = stage.tab("Ann").await;
    let bob = stage.tab("Bob").await;
    for tab in [&ann, &bob] {
        tab.is_sized(1280, 1180, false).await;
        tab.sees_bot("connected").await;
    }
    ann.tries("fight a battle").await;
    bob.sees(LOBBY).await;
    ann.presses_on(LOBBY, "Play Algoryn").await;
    // the seats are drawn anew then, and a press in the middle of that would meet nothing
    bob.sees("Algoryn (Ann)").await;
    bob.presses_on(LOBBY, "Play Ghar").await;
    for tab in [&ann, &bob] {
        tab.sees("Algoryn (Ann)").await;
        tab.sees("Ghar (Bob)").await;
    }
    bob.picks("Ghar fields", "Boromite").await;
    ann.sees("Boromite (Bob)").await;
    ann.presses_on(LOBBY, "Start").await;
    ann.picks("which infiltrators", "AI Infiltration Squad").await;
    ann.presses("Stays hidden").await;
    bob.sees("Turn 1 begins").await;

    let watch = Watch::of(&stage).await;
    let (mut has_shot, mut presses, mut idle) = (false, 0, 0);
    loop {
        let (seq, state) = watch.state().await;
        if state.turn > 1 {
            break;
        }
        for tab in [&ann, &bob] {
            tab.sees_step(seq).await;
        }
        presses += 1;
        assert!(presses < 300, "the turn does not end");
        let player = |seat: Seat| if seat == Seat(0) { &ann } else { &bob };
        let asked = state.flow.tasks.last().and_then(|task| question(&state, task));
        let mut steps = 1;
        match (asked, state.phase, state.flow.drawn) {
            (Some(asked), ..) => {
                let tab = player(asked.seat);
                if matches!(state.flow.tasks.last(), Some(Task::GoDown { .. })) {
                    tab.looks_at("takes aim at").await;
                    tab.poses("battle-decision.png").await;
                }
                tab.presses_what_is_likely().await;
            }
            (None, Phase::Orders, None) => ann.presses("Draw next").await,
            (None, Phase::Orders, Some(seat)) => {
                // the order and the shot are a step each
                steps = order(player(seat), &state, seat, has_shot).await;
                has_shot |= steps > 1;
            }
            (None, Phase::TurnEnd, _) => {
                // each side has its own buttons, in the order in which they are waited for
                let tab = match Antares::open(&state).first().map(|open| open.who.clone()) {
                    Some(Who::Seat(seat) | Who::May(seat)) => player(seat),
                    Some(Who::AnyPlayer) | None => &bob,
                };
                tab.presses_what_is_likely().await;
            }
            other => panic!("not in this turn: {other:?}"),
        }
        // pressed once more, as a person would
        idle = if watch.goes_on_from(seq + steps - 1).await { 0 } else { idle + 1 };
        assert!(idle < 3, "nothing comes of the presses at step {seq}");
    }
    assert!(has_shot, "somebody has fired");
    for tab in [&ann, &bob] {
        tab.sees("Turn 2").await;
    }
    ann.looks_at("in the bag:").await;
    ann.poses("battle-board.png").await;
    stage.club.stop_bot().await;
    ann.closes().await;
    bob.closes().await;
}

/// The first shot of the turn if this unit can make one; else it lies low. Gives the number of steps that makes.
async fn order(tab: &Tab, state: &State, seat: Seat, has_shot: bool) -> u32 {
    let waiting: Vec<_> = state.waiting_for_orders(seat).collect();
    let squad = waiting.iter().find(|(_, unit)| {
        ["ai_squad", "ai_command_squad", "gang_fighters", "overseer_squad"]
            .contains(&unit.profile.key.as_str())
    });
    let (_, unit) = squad.unwrap_or(&waiting[0]);
    if waiting.len() > 1 {
        tab.picks("Which unit acts?", &unit.name).await;
    }
    if has_shot || squad.is_none() || unit.pins > 0 {
        tab.presses("Down").await;
        return 1;
    }
    let (_, target) = state.living(state.enemy_of(seat)).next().unwrap();
    tab.picks("Fire at", &target.name).await;
    tab.sees("breaks").await;
    tab.looks_at("gets a Fire order").await;
    tab.poses("battle-shot.png").await;
    tab.presses_one_like("Shoot").await;
    2
}

/// B-SIZ-1, B-ENT-1
#[tokio::test]
async fn a_tower_is_put_on_the_table_and_a_squad_runs_into_it() {
    let mut stage = Stage::open().await;
    let ann = stage.tab("Ann").await;
    let bob = stage.tab("Bob").await;
    for tab in [&ann, &bob] {
        tab.is_sized(1280, 1330, false).await;
        tab.sees_bot("connected").await;
    }
    ann.tries("fight a battle").await;
    bob.sees(LOBBY).await;
    ann.presses_on(LOBBY, "Add a building…").await;
    ann.fills("name", "Tower").await;
    ann.fills("size", "standard, thirty").await;
    ann.presses_in("dialog[open]", "Submit").await;
    // what is wrong is told to Ann alone, and what she wrote is kept
    ann.presses("Put it right…").await;
    ann.fills("size", "standard, 3").await;
    ann.fills("parts", "parapet, outer stairs").await;
    ann.presses_in("dialog[open]", "Submit").await;
    for tab in [&ann, &bob] {
        tab.sees("Tower (standard, 3 storeys)").await;
    }
    ann.presses_on(LOBBY, "Play Algoryn").await;
    bob.presses_on(LOBBY, "Play Ghar").await;
    ann.presses_on(LOBBY, "Start").await;
    ann.picks("which infiltrators", "AI Infiltration Squad").await;
    ann.presses("Stays hidden").await;
    bob.sees("Turn 1 begins").await;
    let general = stage.club.discord.channel("general");
    stage.club.next_draw(&general, "Algoryn").await;
    ann.types("/draw").await;
    ann.picks("Which unit acts?", "AI Squad 1").await;
    ann.presses("Run").await;
    ann.picks("Go to", "Run into Tower").await;
    for tab in [&ann, &bob] {
        tab.sees("AI Squad 1 enters Tower").await;
        tab.sees("AI Squad 1 (5) inside, room for 25 models and 2 units").await;
    }
    stage.club.next_draw(&general, "Ghar").await;
    ann.types("/draw").await;
    bob.picks("Which unit acts?", "Outcast Squad 1").await;
    bob.picks("Fire at", "AI Squad 1").await;
    bob.sees("In Tower: −1 to hit").await;
    bob.looks_at("gets a Fire order").await;
    bob.poses("battle-inside.png").await;
    bob.looks_at("in the bag:").await;
    bob.poses("battle-buildings.png").await;
    stage.club.stop_bot().await;
    ann.closes().await;
    bob.closes().await;
}
