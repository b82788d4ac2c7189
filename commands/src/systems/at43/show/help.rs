//! What the help and the sandbox's page say of AT-43.

use crate::face::{Topic, Welcome};

pub const TOPICS: &[Topic] = &[];

pub fn welcome() -> Vec<Welcome> {
    Vec::new()
}
