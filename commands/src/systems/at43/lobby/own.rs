//! What a server adds to AT-43: one file of armies, weapons, units, heroes and missions.

use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::data::{self, Loaded};
use gatemaster_rules::text::list as in_words;
use gatemaster_store::Store;
use serenity::all::Attachment;

use super::about::in_one_line;
use crate::boxed;
use crate::own_file::{OwnKind, Words};
use crate::run::Ctx;
use crate::trouble::{Fault, Trouble};
use crate::words::esc;

pub static ARMIES: OwnKind<Loaded> = OwnKind {
    key: "at43_armies",
    command: "/armies",
    file_name: "armies.toml",
    template: include_str!("armies.toml"),
    read: |own| data::with_file(data::library(), data::missions(), &own.file, &own.text),
    added,
    listed: added,
    built_in: None,
    words: Words {
        may_hold: "armies, weapons, units, heroes or missions",
        own: "armies",
        changes: "armies",
        title: "This server's own AT-43",
        unread: "so new tables have the rule book's lists alone",
        none: "This server has no armies, units or missions of its own, only the rule book's. `/armies template` gives \
               its managers a file to start from.",
        loaded: "New tables of AT-43 on this server have this from now on. Games that are set up already keep what they \
                 have.",
        removed: "New tables of AT-43 here have the rule book's lists alone again. Games that are set up keep what they \
                  have.",
        template: "A change to a unit and a mission of one's own; docs/at43-units.md explains every field. Edit it in any \
                   text editor",
    },
};

/// The rule book with this server's file on top.
#[boxed]
pub async fn loaded(store: &Store, guild: Option<u64>) -> Result<Loaded, Trouble> {
    let book = || Loaded { library: data::library().clone(), missions: data::missions().to_vec() };
    let Some(own) = ARMIES.kept(store, guild).await? else { return Ok(book()) };
    Ok(ARMIES.read(&own).unwrap_or_else(|faults| {
        // a file from before an update; `/armies list` tells what is wrong with it now
        tracing::warn!(guild, faults = faults.len(), "a server's AT-43 file cannot be read");
        book()
    }))
}

/// The set-up that a new table of this server begins with.
#[boxed]
pub async fn setup(store: &Store, guild: Option<u64>) -> Result<Setup, Trouble> {
    let Loaded { library, missions } = loaded(store, guild).await?;
    Ok(Setup { library, missions, ..Setup::default() })
}

/// What is new or other than in the book, a kind a line. A pilot that an army was given for want of one is not the file's.
fn added(loaded: &Loaded) -> Vec<String> {
    let (book, library) = (data::library(), &loaded.library);
    let names = |names: Vec<&String>| names.into_iter().map(|name| esc(name)).collect::<Vec<_>>();
    let armies = library.armies.iter().filter(|it| !book.armies.contains(it));
    let units = library.entries.iter().filter(|it| !book.entries.contains(it));
    let weapons = library.weapons.iter().filter(|it| !book.weapons.contains(it));
    let equipment = library.equipment.iter().filter(|it| !book.equipment.contains(it));
    let heroes = library
        .heroes
        .iter()
        .filter(|it| !book.heroes.contains(it) && !it.sources.server.is_empty());
    let missions = loaded.missions.iter().filter(|it| !data::missions().contains(it));
    let missions: Vec<String> = missions
        .map(|mission| format!("{} ({})", esc(&mission.name), esc(&in_one_line(mission))))
        .collect();
    let kinds: [(&str, Vec<String>); 6] = [
        ("Armies", names(armies.map(|it| &it.name).collect())),
        ("Units", names(units.map(|it| &it.name).collect())),
        ("Weapons", names(weapons.map(|it| &it.name).collect())),
        ("Equipment", names(equipment.map(|it| &it.name).collect())),
        ("Heroes", names(heroes.map(|it| &it.name).collect())),
        ("Missions", missions),
    ];
    let kinds = kinds.into_iter().filter(|(_, names)| !names.is_empty());
    kinds.map(|(kind, names)| format!("**{kind}:** {}", in_words(&names))).collect()
}

/// This server's own armies, units and missions for AT-43: load a file of them, look, take it away.
#[poise::command(
    slash_command,
    subcommands("load", "list", "remove", "template"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn armies(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Load a file of armies, units and missions for everybody on this server; it replaces the one before.
#[poise::command(slash_command)]
pub async fn load(
    ctx: Ctx<'_>,
    #[description = "A TOML file; /armies template gives you one to start from"] file: Attachment,
) -> Result<(), Fault> {
    ARMIES.load(ctx, "/armies load", file).await
}

/// What this server has added or changed, with the file itself.
#[poise::command(slash_command)]
pub async fn list(ctx: Ctx<'_>) -> Result<(), Fault> {
    ARMIES.list(ctx, "/armies list").await
}

/// Take this server's file away; games keep what they were set up with.
#[poise::command(slash_command)]
pub async fn remove(ctx: Ctx<'_>) -> Result<(), Fault> {
    ARMIES.remove(ctx, "/armies remove").await
}

/// A small file to start from.
#[poise::command(slash_command)]
pub async fn template(ctx: Ctx<'_>) -> Result<(), Fault> {
    ARMIES.template(ctx, "/armies template").await
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::at43::setup::Setup;

    use super::*;

    /// T-MIS-5
    #[test]
    fn the_template_loads_says_what_it_holds_and_can_be_played() {
        let own =
            data::with_file(data::library(), data::missions(), "armies.toml", ARMIES.template);
        let loaded = own.unwrap();
        assert_eq!(
            ARMIES.added(&loaded),
            "**Units:** Star troopers\n\
             **Missions:** The crossroads (2 to 4 equal sides · 750 AP each · first to 12 VP)"
        );
        let Loaded { library, missions } = loaded;
        let mission = Some("the-crossroads".to_owned());
        let setup = Setup { library, missions, mission, ..Setup::default() };
        assert_eq!(setup.wrong(), [] as [&str; 0]);
    }
}
