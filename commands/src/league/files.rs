use crate::answer::Reply;
use crate::face::Face;
use crate::ledger::Kept;
use crate::request::Request;
use crate::trouble::Trouble;
use gatemaster_league::League;
use serenity::all::Attachment;
pub async fn export(
    _face: &Face,
    _request: &Request,
    _kept: &Kept<League>,
) -> Result<Reply, Trouble> {
    Err(crate::presses::unknown())
}
pub async fn import(
    _face: &Face,
    _request: &Request,
    _kept: Option<Kept<League>>,
    _file: &Attachment,
) -> Result<Reply, Trouble> {
    Err(crate::presses::unknown())
}
