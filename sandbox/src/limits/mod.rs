//! What Discord refuses. Everything here looks at a request body and at nothing else.
//!
//! Lengths are counted in Unicode code points.

pub(crate) mod autocomplete;
pub(crate) mod command;
pub(crate) mod components;
pub(crate) mod embed;
pub(crate) mod form;
pub(crate) mod message;
pub(crate) mod modal;

pub(crate) use form::{Form, Refusal};
