//! AT-43, played from outside.

mod booklet;
mod booklet_missions;
mod units_docs;
