//! Words that serve every game, by what is played in the channel: `/draw`, `/explain`, `/unit`, `/profile`, `/weapon`,
//! `/rules`.

mod books;
mod draw;
mod explain;

pub use books::{profile, rules, unit, weapon};
pub use draw::draw;
pub use explain::{explain, explain_this};
