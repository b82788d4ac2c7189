use crate::answer::Reply;
use crate::face::Face;
use crate::ledger::Kept;
use crate::request::Request;
use crate::trouble::Trouble;
use gatemaster_league::{FixtureId, League};
pub async fn play(
    _face: &Face,
    _request: &Request,
    _kept: &Kept<League>,
    _fixture: FixtureId,
) -> Result<Reply, Trouble> {
    Err(crate::presses::unknown())
}
pub async fn take_game(
    _face: &Face,
    _request: &Request,
    _kept: &Kept<League>,
    _fixture: FixtureId,
    _game: &str,
) -> Result<Reply, Trouble> {
    Err(crate::presses::unknown())
}
