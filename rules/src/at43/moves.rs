//! Movement: how far, who is in contact, who is run over; and how reserves come onto the table.

use super::command::Movement;
use super::run::Run;
use crate::refusal::Refusal;

impl Run<'_> {
    pub fn make_move(&mut self, _: &Movement) -> Result<(), Refusal> {
        Ok(())
    }
}
