//! Books as text, and back: the one place that writes what is stored of leagues and campaigns, and reads what an earlier
//! version has stored. A new field has a default that means what was meant before there was such a field; a form that
//! changes is read here in its old form too.
//!
//! These are plain functions, one for each type, so that the code that reads and writes JSON is compiled once, here.

use serde_json::Error;

pub trait Stored: Sized {
    fn from_text(text: &str) -> Result<Self, Error>;
    fn to_text(&self) -> Result<String, Error>;
    fn list_from_text(text: &str) -> Result<Vec<Self>, Error>;
    fn list_to_text(list: &[Self]) -> Result<String, Error>;
}

/// For the types of a book, beside its `impl Book`.
macro_rules! stored_as_json {
    ($($type:ty),+) => {
        $(
            impl $crate::stored::Stored for $type {
                fn from_text(text: &str) -> Result<Self, serde_json::Error> {
                    serde_json::from_str(text)
                }

                fn to_text(&self) -> Result<String, serde_json::Error> {
                    serde_json::to_string(self)
                }

                fn list_from_text(text: &str) -> Result<Vec<Self>, serde_json::Error> {
                    serde_json::from_str(text)
                }

                fn list_to_text(list: &[Self]) -> Result<String, serde_json::Error> {
                    serde_json::to_string(list)
                }
            }
        )+
    };
}

pub(crate) use stored_as_json;
