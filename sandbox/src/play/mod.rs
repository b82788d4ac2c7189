//! Playing the people: the part of the sandbox that tests are written with.

pub(crate) mod act;
pub(crate) mod answer;
pub(crate) mod load;
pub(crate) mod person;
pub(crate) mod place;
pub(crate) mod seen;
pub(crate) mod wait;
