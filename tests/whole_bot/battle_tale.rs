//! Every message of a battle as people read it in the channel, kept as a text that somebody has read from beginning to end.
//! The script says who does what and how the dice fall; `UPDATE_GOLDEN=1` writes the text anew.

use crate::battlefield::{Battlefield, forces};
use crate::club::Club;
use crate::reading::{Reading, Told, compare};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/battle.script");
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/battle.txt");

impl Told for Battlefield {
    fn tag(&self) -> &'static str {
        "a1"
    }

    fn id(&self) -> &str {
        &self.id
    }

    async fn steps(&self) -> u32 {
        Battlefield::steps(self).await
    }

    async fn dice(&self) -> usize {
        Battlefield::dice(self).await.len()
    }
}

#[tokio::test]
async fn every_message_of_a_battle_is_short_and_clear() {
    let club = Club::open().await;
    let setup = forces(
        &["ai_squad", "ai_command_squad", "ai_assault_squad"],
        &["outcast_squad", "gang_fighters", "lavamites"],
    );
    let field = Battlefield::open(&club, setup).await;
    field.board().await;
    let script = std::fs::read_to_string(SCRIPT).unwrap();
    compare(&Reading::of(club, field).read(&script).await, GOLDEN);
}
