use crate::card::Card;
use crate::ledger::Kept;
use gatemaster_league::{EntrantId, League};
pub fn card(_kept: &Kept<League>, _division: u8, _pictures: bool) -> Card {
    Card::line("table")
}
pub fn explain_card(_kept: &Kept<League>, _no: EntrantId) -> Card {
    Card::line("table")
}
