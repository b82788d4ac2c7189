//! AT-43, played from outside.

mod rulebook;
mod booklet;
