//! Who stands in records and ratings: somebody on Discord by their id, a guest by their name.

use gatemaster_rules::ids::UserId;

use crate::league::Entrant;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Person {
    User(UserId),
    /// In small letters, because the same guest is rarely typed twice in the same way; make it with [`Person::guest`].
    Guest(String),
}

impl Person {
    pub fn guest(name: &str) -> Person {
        Person::Guest(name.to_lowercase())
    }

    pub fn of(entrant: &Entrant) -> Person {
        match entrant.id {
            Some(id) => Person::User(id),
            None => Person::guest(&entrant.name),
        }
    }
}
