//! Every message of a game of AT-43 as people read it in the channel, kept as a text that somebody has read from beginning to
//! end. The script says who does what and how the dice fall; `UPDATE_GOLDEN=1` writes the text anew.

use crate::club::Club;
use crate::mission::{GOLEMS, Mission, STARS, written};
use crate::reading::{Reading, Told, compare};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/mission.script");
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/mission.txt");

impl Told for Mission {
    fn tag(&self) -> &'static str {
        "t1"
    }

    fn id(&self) -> &str {
        &self.id
    }

    async fn steps(&self) -> u32 {
        Mission::steps(self).await
    }

    async fn dice(&self) -> usize {
        Mission::dice(self).await.len()
    }
}

#[tokio::test]
async fn every_message_of_a_mission_is_short_and_clear() {
    let club = Club::open().await;
    let mission = Mission::with(&club, written(STARS), written(GOLEMS)).await;
    mission.board().await;
    let script = std::fs::read_to_string(SCRIPT).unwrap();
    compare(&Reading::of(club, mission).read(&script).await, GOLDEN);
}
