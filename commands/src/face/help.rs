use gatemaster_rules::game::SystemId;

/// A page of the help.
#[derive(Debug)]
pub struct Topic {
    pub key: &'static str,
    pub title: &'static str,
    pub summary: &'static str,
    /// Other words that people look for.
    pub words: &'static str,
    pub text: &'static str,
    pub examples: &'static [Example],
    pub see: &'static [&'static str],
}

/// Something that happens at a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    Roll {
        key: &'static str,
        dice: &'static str,
    },
    /// Opens a table with the usual set-up; with `start`, play begins at once.
    Open {
        key: &'static str,
        label: &'static str,
        system: SystemId,
        start: bool,
    },
    MyGames,
    /// Opens a lesson, on all its seats, and begins it.
    Lesson {
        key: &'static str,
        label: &'static str,
        system: SystemId,
    },
}

/// A first game that explains itself: whoever opens it plays every side until somebody joins.
#[derive(Clone, Debug)]
pub struct Lesson<S> {
    /// How it is called in lists.
    pub title: &'static str,
    /// What is said above its first message.
    pub intro: &'static str,
    pub setup: S,
}

/// One thing to try for somebody who has never been here.
#[derive(Clone, Copy, Debug)]
pub struct Welcome {
    pub title: &'static str,
    pub text: &'static str,
    /// The command that does it.
    pub line: &'static str,
    /// What to do then.
    pub then: &'static str,
}
