//! What a server adds to the Dice Game: one file of gate cards, traits and faces.

use gatemaster_rules::dicegame::Setup;
use gatemaster_rules::dicegame::data::{GateCard, Library, Source, Trait};
use gatemaster_rules::text::{count, list as in_words};
use gatemaster_store::Store;

use super::show::{faces_lines, trait_line};
use crate::boxed;
use crate::own_file::{BuiltIn, OwnKind, Words};
use crate::trouble::Trouble;
use crate::words::esc;

pub static CARDS: OwnKind<Library> = OwnKind {
    key: "dicegame_cards",
    command: "/dicegame",
    file_name: "cards.toml",
    template: include_str!("cards.toml"),
    read: |own| Library::built_in().extended(&own.file, &own.text),
    added,
    listed: everything,
    built_in: Some(BuiltIn { called: "the house's values", library: Library::built_in }),
    words: Words {
        may_hold: "gate cards, traits or faces",
        own: "gate cards",
        changes: "Dice Game",
        title: "The Dice Game here",
        unread: "so new tables have the house's values",
        none: "This server has no gate cards, traits or faces of its own. `/dicegame template` gives you a file to start \
               from.",
        loaded: "New tables of the Dice Game on this server have this from now on; traits count where a table switches \
                 them on. Games that are set up already keep what they have.",
        removed: "New tables of the Dice Game here have the house's values again. Games that are set up keep what they \
                  have.",
        template: "A gate card and a trait, with the faces to change if you like. Edit it in any text editor",
    },
};

/// The set-up that a new table of this server begins with.
#[boxed]
pub async fn setup(store: &Store, guild: Option<u64>) -> Result<Setup, Trouble> {
    let Some(own) = CARDS.kept(store, guild).await? else {
        return Ok(Setup::default());
    };
    Ok(match CARDS.read(&own) {
        Ok(library) => Setup::of(&library),
        // a file from before an update; `/dicegame list` tells what is wrong with it now
        Err(faults) => {
            tracing::warn!(guild, faults = faults.len(), "a server's gate cards cannot be read");
            Setup::default()
        }
    })
}

/// What a server's file adds to the house's values.
fn added(library: &Library) -> Vec<String> {
    let mut lines: Vec<String> =
        gate_line(library, |source| source == Source::Server).into_iter().collect();
    if library.faces_from == Source::Server {
        lines.extend(faces_lines(&library.faces, library.faces_from));
    }
    lines.extend(trait_lines("Traits", library, |source| source == Source::Server));
    lines
}

/// All that a new table has, each value with whose it is.
fn everything(library: &Library) -> Vec<String> {
    let mut lines: Vec<String> = gate_line(library, |_| true).into_iter().collect();
    lines.extend(faces_lines(&library.faces, library.faces_from));
    lines.extend(trait_lines(
        "House traits (house rules; a table switches traits on in its lobby)",
        library,
        |source| source != Source::Server,
    ));
    lines.extend(trait_lines("Traits of this server", library, |source| source == Source::Server));
    lines
}

fn gate_line(library: &Library, wanted: fn(Source) -> bool) -> Option<String> {
    let gates: Vec<String> =
        library.gates.iter().filter(|gate| wanted(gate.source)).map(gate_text).collect();
    (!gates.is_empty()).then(|| format!("**Gate cards:** {}", in_words(&gates)))
}

/// "Xilos (1 point, printed)"
fn gate_text(gate: &GateCard) -> String {
    let from = match gate.source {
        Source::Printed => "printed",
        Source::House => "house",
        Source::Server => "this server's own",
    };
    format!("{} ({}, {from})", esc(&gate.name), count(gate.points.into(), "point", "points"))
}

fn trait_lines(head: &str, library: &Library, wanted: fn(Source) -> bool) -> Vec<String> {
    let traits: Vec<&Trait> = library.traits.iter().filter(|held| wanted(held.source)).collect();
    if traits.is_empty() {
        return Vec::new();
    }
    let head = format!("**{head}:**");
    std::iter::once(head).chain(traits.into_iter().map(trait_line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatemaster_rules::dicegame::data::{MAX_GATES, MAX_TRAITS};
    use gatemaster_rules::dicegame::faction::Faction;
    use gatemaster_rules::text::MAX_NAME;

    /// D-SET-5, D-TRT-1
    #[test]
    fn the_template_loads_and_says_what_it_holds() {
        let library = Library::built_in().extended("cards.toml", CARDS.template).unwrap();
        assert_eq!(
            CARDS.added(&library),
            "**Gate cards:** Twin Gate (2 points, this server's own)\n\
             **Traits:**\n\
             🟢 Ghar, from 4 strikes ⚡: *Overrun* (this server's own), turn another player's highest logged die down by \
             one; a 1 goes back to the gate"
        );
    }

    /// D-SET-4: the faces in the template are the house's, so that whoever uncomments them begins with what they know.
    #[test]
    fn the_faces_of_the_template_are_the_house_s() {
        let with_faces: Vec<&str> = CARDS
            .template
            .lines()
            .map(|line| match line.strip_prefix("# ") {
                Some(rest) if rest.starts_with('[') || rest.contains(" = [") => rest,
                _ => line,
            })
            .collect();
        let library = Library::built_in().extended("cards.toml", &with_faces.join("\n")).unwrap();
        assert_eq!(library.faces_from, Source::Server);
        assert_eq!(library.faces, Library::built_in().faces);
    }

    #[test]
    fn the_house_s_values_are_marked_as_such() {
        let text = CARDS.listed(Library::built_in());
        assert!(text.starts_with("**Gate cards:** Xilos (1 point, printed)\n"), "{text}");
        assert!(text.contains("; house values, as the rules do not print them"), "{text}");
        assert!(text.contains("**House traits (house rules; "), "{text}");
        assert!(!text.contains("this server's own"), "{text}");
    }

    #[test]
    fn the_largest_file_is_listed_to_its_last_trait() {
        let name = |i: usize| "0".repeat(MAX_NAME - 2) + &format!("{i:02}");
        let gates = (0..MAX_GATES)
            .map(|i| format!("[[gate]]\nkey = \"g{i}\"\nname = \"{}\"\npoints = 9\n", name(i)));
        let traits = (0..MAX_TRAITS).map(|i| {
            let faction = Faction::ALL[i % Faction::ALL.len()].key();
            format!(
                "[[trait]]\nkey = \"t{i}\"\nname = \"{}\"\nfaction = \"{faction}\"\nstrikes = 6\n\
                 effect = \"turn_down_other\"\n",
                name(i)
            )
        });
        let text: Vec<String> = gates.chain(traits).collect();
        let text = text.concat();
        let library = Library::built_in().extended("cards.toml", &text).unwrap();
        assert!(CARDS.listed(&library).contains(&name(MAX_TRAITS - 1)));
    }
}
