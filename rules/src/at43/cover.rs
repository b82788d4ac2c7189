//! Cover tests (T-COV-1 to T-COV-3).

use super::command::Cover;
use super::need::{Reason, Test};
use super::state::{Drill, State, UnitId};

/// T-COV-2
pub const COVER: u32 = 5;
/// T-DRL-5
pub const TAKE_COVER: u32 = 3;

/// What each impact is tested against, if anything; `watched`: overwatch fire is aimed at this very unit (T-DRL-5).
pub fn test(state: &State, unit: UnitId, cover: Cover, watched: bool) -> Option<Test> {
    let drilled = state.unit(unit).is_some_and(|unit| unit.has_drill(Drill::TakeCover));
    let hugs = drilled && !watched;
    match cover {
        Cover::None | Cover::TooClose => None,
        Cover::Disputed if !hugs => None,
        Cover::Yes | Cover::Disputed if hugs => {
            Some(Test::Fixed { face: TAKE_COVER, why: Reason::TakeCover })
        }
        Cover::Yes | Cover::Disputed => Some(Test::Fixed { face: COVER, why: Reason::Cover }),
    }
}
