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
