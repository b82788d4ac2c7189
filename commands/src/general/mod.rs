//! Words that serve every game, by what is played in the channel: `/draw`, `/dice`, `/explain`, `/unit`, `/profile`, `/weapon`,
//! `/rules`.

mod books;
mod dice;
mod draw;
mod explain;

pub use books::{profile, rules, unit, weapon};
pub use dice::dice;
pub use draw::draw;
pub use explain::{explain, explain_this};
