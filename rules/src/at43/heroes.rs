//! Heroes: pilots on foot, and those who join a unit (T-HER-1 to T-HER-4).

use super::run::Run;
use super::state::{MemberId, UnitId};

impl Run<'_> {
    /// A hero whose machine is lost stands beside it (T-HER-3).
    pub fn eject(&mut self, _: UnitId, _: MemberId) {}
}
