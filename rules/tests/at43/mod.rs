//! AT-43, played from outside.

mod booklet;
mod company;
mod rulebook;
