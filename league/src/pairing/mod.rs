//! Who plays whom: round robin, Swiss and knockout. Nothing here knows of names, results or people; numbers go in, pairs
//! come out.

pub mod knockout;
pub mod round_robin;
pub mod swiss;

use crate::ids::EntrantId;

/// Two who meet, or one who has a bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub first: EntrantId,
    pub second: Option<EntrantId>,
}
