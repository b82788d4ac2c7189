//! The table before the game begins: factions to choose, the gate card, traits, and seats for the program.

use gatemaster_discord::card::{Button, Card, Choice, Select, Style};
use gatemaster_rules::dicegame::Setup;
use gatemaster_rules::dicegame::state::control_dice;
use gatemaster_rules::table::{Lacks, Player};
use gatemaster_rules::text::count;

use super::button;
use super::press::{DicePress, DicePressed};
use crate::desk::Loaded;
use crate::face::Face;
use crate::table::press::Press;
use crate::table::{self, Lobby, Missing};
use crate::words::chair_text;

/// `lines` say which table it is.
pub fn lobby(face: &dyn Face, game: &Loaded, setup: &Setup, mut lines: Vec<String>) -> Card {
    lines.extend(game.table.seats.iter().map(chair_text));
    lines.push(String::new());
    lines.extend(super::show::setup_lines(setup));
    lines.push(String::new());
    let mut options = options_row(game, setup);
    if game.table.free_seats().is_empty() && has_bots(game) {
        let join = table::button(game, "Take a bot's seat", Press::Join(None));
        options.insert(0, join.styled(Style::Main));
    }
    let lobby = Lobby {
        lines,
        selects: gates(game, setup).into_iter().collect(),
        missing: missing(game),
        ready: ready(game),
        beside: table_row(game),
        buttons: vec![options],
    };
    table::framed_lobby(face, game, lobby)
}

fn taken(game: &Loaded) -> usize {
    game.table.seats.iter().filter(|chair| chair.player.is_some()).count()
}

fn missing(game: &Loaded) -> Vec<Missing> {
    let lacks = match game.table.lacks() {
        Some(Lacks::Players { .. } | Lacks::People) => true,
        Some(Lacks::SetUp(_)) | None => false,
    };
    let text = "Choose a faction each, two to five of you. Alone? *Add a bot* gives me a seat.";
    lacks.then(|| Missing::text(text)).into_iter().collect()
}

fn ready(game: &Loaded) -> String {
    let taken = taken(game);
    let players = u32::try_from(taken).unwrap_or(u32::MAX);
    format!(
        "Press Start when everybody is here: {} fight over {} control dice.",
        count(players, "player", "players"),
        control_dice(taken)
    )
}

fn table_row(game: &Loaded) -> Vec<Button> {
    let mut row = Vec::new();
    if !game.table.free_seats().is_empty() {
        row.push(button(game, "Add a bot", DicePress::AddBot).marked("🤖"));
    }
    if has_bots(game) {
        row.push(button(game, "Send a bot away", DicePress::SendBotAway));
    }
    row.push(button(game, "How to play", DicePress::Guide).marked("📖"));
    row
}

fn has_bots(game: &Loaded) -> bool {
    game.table.seats.iter().flat_map(|chair| &chair.player).any(Player::is_bot)
}

fn options_row(game: &Loaded, setup: &Setup) -> Vec<Button> {
    let label = if setup.house_traits { "House traits: on" } else { "House traits: off" };
    vec![button(game, label, DicePress::HouseTraits(!setup.house_traits))]
}

/// A list is shown where there is something to choose (D-SET-5).
fn gates(game: &Loaded, setup: &Setup) -> Option<Select> {
    if setup.gates.len() < 2 {
        return None;
    }
    let options = setup.gates.iter().map(|gate| {
        Choice::new(&gate.name, &gate.key)
            .more(count(gate.points.into(), "point for its holder", "points for its holder"))
            .chosen_if(gate.key == setup.gate.key)
    });
    let press = DicePressed::new(&game.id, game.at, DicePress::Gate);
    Some(Select::new("Which gate is fought for", press, options.collect()))
}
