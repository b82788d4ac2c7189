//! Engineers, mechanics, targeters, and what is opened or lifted.

use super::command::Special;
use super::run::Run;
use crate::refusal::Refusal;

impl Run<'_> {
    pub fn use_special(&mut self, _: Special) -> Result<(), Refusal> {
        Ok(())
    }
}
