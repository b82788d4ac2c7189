//! Therian routines.

use super::command::Routine;
use super::run::Run;
use crate::refusal::Refusal;

impl Run<'_> {
    pub fn use_routine(&mut self, _: Routine) -> Result<(), Refusal> {
        Ok(())
    }
}
