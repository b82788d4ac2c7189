//! How the game is played, in a page, with the faces and traits of this very table.

use gatemaster_discord::card::Card;
use gatemaster_rules::dicegame::Setup;
use gatemaster_rules::game;

use crate::answer::unknown;
use crate::desk::Loaded;
use crate::table::NEUTRAL;
use crate::trouble::Trouble;

pub fn guide(game: &Loaded) -> Result<Card, Trouble> {
    let game::Setup::DiceGame(setup) = &game.table.setup else { return Err(unknown()) };
    Ok(page(setup))
}

/// The same before there is a table: what a new one on this server begins with.
pub fn of_server(setup: &Setup) -> Card {
    let mut card = page(setup);
    card.text.push_str(
        "\n-# `/game new` opens a table. `/dicegame list` has the traits that a table may switch on in its lobby.",
    );
    card
}

pub fn page(setup: &Setup) -> Card {
    let text = format!(
        "**The aim.** Control dice lie on the gate. Claim them, log them, and have the most points when the last one is \
         logged.\n\n\
         **Your turn.** Roll six skirmish dice. Keep at least one of every roll and roll the others again, or stop. Kept \
         dice stay as they lie. When you stop, your victories count:\n\
         0–1 nothing · 2 one control die · 3 one fate die · 4 two control dice · **5 bust** · 6 three control dice or two \
         fate dice\n\
         **Exactly five victories showing after any roll is a bust:** the turn is over and nothing is claimed. Six are \
         safe.\n\n\
         **Control dice** are rolled when you claim them: 1, 2 or 3 are points in your log; the fate face sends the die \
         back to the gate and gives you a fate die.\n\n\
         **Fate dice** are 2 points each at the end, if you keep them. Or put them into somebody's hand before they roll: \
         ⚙️ sabotage sends their best logged die back to the gate, 🌀 warped turns all their logged dice down by one, ✖️ \
         routed ends their turn. Used ones go back to the table; with none there, a claim takes one from another \
         player.\n\n\
         **The end** comes when the last control die is logged. Whoever logged it has the gate card, and wins ties.\n\n{}",
        crate::systems::dicegame::show::setup_lines(setup).join("\n")
    );
    Card {
        title: "How the Dice Game is played".to_owned(),
        colour: Some(NEUTRAL),
        ..Card::text(text)
    }
}
