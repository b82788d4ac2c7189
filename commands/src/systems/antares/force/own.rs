//! What a server adds to the booklet: one file of units, weapons and armour.

use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::Source;
use gatemaster_rules::text::{count, list as in_words};

use crate::own_file::{OwnKind, Words};
use crate::words::esc;

pub static UNITS: OwnKind<Library> = OwnKind {
    key: "antares_units",
    command: "/units",
    file_name: "units.toml",
    template: include_str!("units.toml"),
    read: |own| Library::built_in().extended(&own.file, &own.text),
    added,
    listed: added,
    built_in: None,
    words: Words {
        may_hold: "units, weapons or armour",
        own: "units",
        changes: "units",
        title: "This server's own units",
        unread: "so nothing was loaded",
        none: "This server has no units of its own, only the booklet's. `/units template` gives its managers a file to \
               start from.",
        loaded: "Everybody on this server can field them now: `/force add`, or *Unit by unit…* on the board of a battle. \
                 Battles that are set up already keep what they have.",
        removed: "This server has the booklet's units alone now. Battles that are set up keep what they have.",
        template: "One unit with a weapon of its own. Change it in any text editor",
    },
};

/// What a file adds, a kind a line: "Units: Gate Wardens (5 models, infantry)".
fn added(library: &Library) -> Vec<String> {
    let printed = Library::built_in();
    let own = |source: Source| source == Source::Server;
    let units = library.units.iter().filter(|unit| own(unit.source)).map(|unit| {
        let models = count(u32::try_from(unit.models()).unwrap_or(u32::MAX), "model", "models");
        format!("{} ({models}, {})", esc(&unit.name), unit.kind.name())
    });
    let weapons = library.weapons.iter().filter(|weapon| own(weapon.source));
    let armours = library.armours.iter().filter(|armour| !printed.armours.contains(armour));
    let kinds: [(&str, Vec<String>); 3] = [
        ("Units", units.collect()),
        ("Weapons", weapons.map(|weapon| esc(&weapon.name)).collect()),
        ("Armour", armours.map(|armour| esc(&armour.name)).collect()),
    ];
    let kinds = kinds.into_iter().filter(|(_, names)| !names.is_empty());
    kinds.map(|(kind, names)| format!("**{kind}:** {}", in_words(&names))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_loads_and_says_what_it_holds() {
        let library = Library::built_in().extended("units.toml", UNITS.template).unwrap();
        assert_eq!(
            UNITS.added(&library),
            "**Units:** Gate Wardens (5 models, infantry)\n**Weapons:** Gate lance"
        );
    }
}
