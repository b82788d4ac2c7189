//! Reads a typed command line the way Discord's input box does: against the registered commands.

use serde_json::Value;

use crate::state::State;
use crate::world::Id;

/// A command with its options taken apart, as a page sends it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filled {
    /// `bag setup`
    pub command: String,
    pub options: Vec<(String, String)>,
    /// The option being typed, when suggestions are wanted.
    pub focused: Option<String>,
}

/// A command found among the registered ones, and the text given for each of its options.
#[derive(Debug)]
pub(super) struct Wanted {
    pub command: Value,
    /// Subcommand groups and the subcommand, each with its type.
    pub branches: Vec<(String, i64)>,
    /// The options of the command or subcommand.
    pub known: Vec<Value>,
    pub name: String,
    /// Indices into `known`, with texts.
    pub given: Vec<(usize, String)>,
    pub focus: Option<usize>,
}

fn next_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace)
        .map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// Splits `sides:Red 6, Blue 5 extras:Distort 1` at the options it knows.
fn split_options<'t>(
    text: &'t str,
    known: &[Value],
    name: &str,
) -> Result<Vec<(usize, &'t str)>, String> {
    let mut starts: Vec<(usize, usize, usize)> = Vec::new();
    for (index, option) in known.iter().enumerate() {
        let label = format!("{}:", option["name"].as_str().unwrap_or_default());
        let mut places = text
            .match_indices(&label)
            .map(|(at, _)| at)
            .filter(|at| *at == 0 || text[..*at].ends_with(char::is_whitespace));
        if let Some(at) = places.next() {
            starts.push((at, at + label.len(), index));
        }
        if places.next().is_some() {
            return Err(format!("{label} is given twice in \"/{name} {text}\""));
        }
    }
    starts.sort_unstable();
    let before = starts.first().map_or(text, |(at, ..)| &text[..*at]).trim();
    if !before.is_empty() {
        let names: Vec<&str> = known.iter().filter_map(|option| option["name"].as_str()).collect();
        return Err(format!(
            "\"{before}\" is no option of /{name}; it knows: {}",
            names.join(", ")
        ));
    }
    let ends = starts.iter().skip(1).map(|(at, ..)| *at).chain([text.len()]);
    Ok(starts
        .iter()
        .zip(ends)
        .map(|((_, from, index), to)| (*index, text[*from..to].trim()))
        .collect())
}

impl State {
    /// Follows the words to a command or subcommand; gives back what follows them.
    fn find_branch<'t>(
        &self,
        user: Id,
        channel: Id,
        words: &'t str,
    ) -> Result<(Wanted, &'t str), String> {
        let place = self.world.channels.get(&channel).ok_or("that channel is gone")?;
        if !self.world.may_see(user, place) {
            return Err(format!("{} cannot see that channel", self.world.name_of(user)));
        }
        let (word, mut rest) = next_word(words);
        let command = self.world.find_command(user, place, word, 1)?.clone();
        let mut path = vec![word.to_owned()];
        let mut known = command["options"].as_array().cloned().unwrap_or_default();
        let mut branches: Vec<(String, i64)> = Vec::new();
        while known.iter().any(|option| matches!(option["type"].as_i64(), Some(1 | 2))) {
            let (word, after) = next_word(rest);
            let Some(branch) = known.iter().find(|option| option["name"] == word) else {
                let names: Vec<&str> =
                    known.iter().filter_map(|option| option["name"].as_str()).collect();
                return Err(format!(
                    "/{} needs one of {} and got \"{word}\"",
                    path.join(" "),
                    names.join(", ")
                ));
            };
            branches.push((word.to_owned(), branch["type"].as_i64().unwrap_or(1)));
            path.push(word.to_owned());
            known = branch["options"].as_array().cloned().unwrap_or_default();
            rest = after;
        }
        let name = path.join(" ");
        Ok((Wanted { command, branches, known, name, given: Vec::new(), focus: None }, rest))
    }

    pub(super) fn read_line(
        &self,
        user: Id,
        channel: Id,
        line: &str,
        completing: bool,
    ) -> Result<Wanted, String> {
        let line = line.trim();
        let words = line
            .strip_prefix('/')
            .ok_or_else(|| format!("a slash command begins with /, not \"{line}\""))?;
        let (mut wanted, rest) = self.find_branch(user, channel, words)?;
        wanted.given = split_options(rest, &wanted.known, &wanted.name)?
            .into_iter()
            .map(|(index, text)| (index, text.to_owned()))
            .collect();
        wanted.focus = wanted.given.last().map(|(index, _)| *index).filter(|_| completing);
        Ok(wanted)
    }

    pub(super) fn read_filled(
        &self,
        user: Id,
        channel: Id,
        filled: &Filled,
    ) -> Result<Wanted, String> {
        let words = filled.command.trim().trim_start_matches('/');
        let (mut wanted, rest) = self.find_branch(user, channel, words)?;
        if !rest.is_empty() {
            return Err(format!("\"{rest}\" is no part of /{}", wanted.name));
        }
        let index = |name: &str| {
            wanted
                .known
                .iter()
                .position(|option| option["name"] == name)
                .ok_or_else(|| format!("/{} has no option \"{name}\"", wanted.name))
        };
        let given = filled
            .options
            .iter()
            .map(|(name, text)| Ok((index(name)?, text.trim().to_owned())))
            .collect::<Result<Vec<_>, String>>()?;
        wanted.focus = filled.focused.as_deref().map(index).transpose()?;
        wanted.given = given;
        Ok(wanted)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_runs_until_the_next_known_option() {
        let known = [json!({"name": "sides"}), json!({"name": "extras"})];
        let split =
            split_options("sides:Red 6, Blue 5 extras:note: 1", &known, "bag setup").unwrap();
        assert_eq!(split, [(0, "Red 6, Blue 5"), (1, "note: 1")]);
        assert!(split_options("colour:red", &known, "bag").unwrap_err().contains("sides, extras"));
        assert!(split_options("sides:1 sides:2", &known, "bag").unwrap_err().contains("twice"));
    }
}
