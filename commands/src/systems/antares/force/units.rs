//! `/units`: the units, weapons and armour that a server adds to the booklet.

use gatemaster_discord::card::{Card, File};
use gatemaster_discord::limits::{CONTENT, EMBED_TEXT};
use gatemaster_rules::antares::data::{DataFault, Library};
use gatemaster_rules::antares::profile::Source;
use gatemaster_rules::text::{count, list as in_words};
use serenity::all::Attachment;

use super::own::read;
use crate::answer::Answer;
use crate::face::Hall;
use crate::own_file::{For, OwnFile};
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::table::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::words::esc;

/// A file to start from.
pub(super) const TEMPLATE: &str = include_str!("units.toml");

/// This server's own units for Antares: load a file of them, look, take it away.
#[poise::command(
    slash_command,
    subcommands("load", "list", "remove", "template"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn units(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Load a file of units, weapons and armour for everybody on this server; it replaces the one before.
#[poise::command(slash_command)]
pub async fn load(
    ctx: Ctx<'_>,
    #[description = "A TOML file; /units template gives you one to start from"] file: Attachment,
) -> Result<(), Fault> {
    run(ctx, "/units load", move |hall, request| async move {
        let guild = may_change(&request)?;
        let own = OwnFile::attached(&file, "units.toml").await?;
        let library = read(&own).map_err(|faults| Trouble::first(wrong(&faults)))?;
        if held(&library).is_empty() {
            return Err(Trouble::refused(format!(
                "{} holds no units, weapons or armour, so there is nothing to load. `/units template` gives you a file \
                 to start from.",
                esc(&own.file)
            )));
        }
        let before = own.replace(&hall.desk.store, guild, For::Units).await?;
        let replaced = match &before {
            Some(_) => "\nIt replaces the file before, which is attached here in case you want it back.",
            None => "",
        };
        let card = Card {
            title: format!("Loaded: {}", esc(&own.file)),
            text: format!(
                "{}\n\nEverybody on this server can field them now: `/force add`, or *Unit by unit…* on the board of a \
                 battle. Battles that are set up already keep what they have.{replaced}",
                shown(&library)
            ),
            colour: Some(NEUTRAL),
            files: before.map(File::from).into_iter().collect(),
            ..Card::default()
        };
        Ok(Answer::public(card).into())
    })
    .await
}

/// What this server has added, with the file itself.
#[poise::command(slash_command)]
pub async fn list(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/units list", move |hall, request| async move {
        let own = kept(&hall, &request).await?;
        let (text, colour) = match read(&own) {
            Ok(library) => (shown(&library), Some(NEUTRAL)),
            // loaded by an older version that knew other rules
            Err(faults) => {
                let mut card = wrong(&faults);
                card.files.push(own.into());
                return Ok(Answer::private(card).into());
            }
        };
        let title = format!("This server's own units: {}", esc(&own.file));
        let card = Card { title, text, colour, files: vec![own.into()], ..Card::default() };
        Ok(Answer::private(card).into())
    })
    .await
}

/// Take this server's file away; battles keep what they were set up with.
#[poise::command(slash_command)]
pub async fn remove(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/units remove", move |hall, request| async move {
        let guild = may_change(&request)?;
        let own = kept(&hall, &request).await?;
        OwnFile::remove(&hall.desk.store, guild, For::Units).await?;
        let card = Card {
            files: vec![own.into()],
            ..Card::line(
                "This server has the booklet's units alone now. Battles that are set up keep what they have. Here is the \
                 file, in case you want it back.",
            )
        };
        Ok(Answer::public(card).into())
    })
    .await
}

/// A small file to start from.
#[poise::command(slash_command)]
pub async fn template(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/units template", move |_, _| async move {
        let file = File { name: "units.toml".to_owned(), bytes: TEMPLATE.as_bytes().to_vec() };
        let card = Card {
            files: vec![file],
            ..Card::line(
                "One unit with a weapon of its own. Change it in any text editor, then `/units load`. If something in it \
                 is wrong, I tell you everything at once, and nothing is changed.",
            )
        };
        Ok(Answer::private(card).into())
    })
    .await
}

fn may_change(request: &Request) -> Result<u64, Trouble> {
    let Some(guild) = request.guild else {
        return Err(Trouble::refused("There is no server here that could have units of its own."));
    };
    if request.actor.manager {
        return Ok(guild);
    }
    Err(Trouble::refused(
        "Only people who manage this server, or have its role of organisers, change its units. `/units list` shows what \
         there is.",
    ))
}

async fn kept(hall: &Hall, request: &Request) -> Result<OwnFile, Trouble> {
    OwnFile::load(&hall.desk.store, request.guild, For::Units).await?.ok_or_else(|| {
        Trouble::refused(
            "This server has no units of its own, only the booklet's. `/units template` gives its managers a file to \
             start from.",
        )
    })
}

/// What a file adds, a kind a line: "Units: Gate Wardens (5 models, infantry)".
fn shown(library: &Library) -> String {
    gatemaster_discord::limits::clip(&held(library).join("\n"), EMBED_TEXT - 500)
}

fn held(library: &Library) -> Vec<String> {
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

/// Everything that is wrong with a file; what does not fit on the card is in a file beside it.
fn wrong(faults: &[DataFault]) -> Card {
    let lines: Vec<String> = faults.iter().map(DataFault::to_string).collect();
    told_together("The file has", "so nothing was loaded", &lines)
}

/// "The list has 2 things to put right, so nothing was changed:", and the things in a frame.
pub(crate) fn told_together(what: &str, so: &str, faults: &[String]) -> Card {
    /// Words around the frame.
    const ROOM: usize = CONTENT - 300;
    let number = u32::try_from(faults.len()).unwrap_or(u32::MAX);
    let head = format!("{what} {} to put right, {so}:", count(number, "thing", "things"));
    let mut fitting = String::new();
    let mut told = 0;
    for fault in faults {
        let line = fault.replace('`', "ˋ");
        if fitting.chars().count() + line.chars().count() + 1 > ROOM {
            break;
        }
        fitting.push_str(&line);
        fitting.push('\n');
        told += 1;
    }
    let left = u32::try_from(faults.len() - told).unwrap_or(u32::MAX);
    let mut card = Card::line(format!("{head}\n```text\n{fitting}```"));
    if left > 0 {
        use std::fmt::Write as _;
        let more = count(left, "more stands", "more stand");
        let _ = write!(card.content, "\n{more} in the file.");
        let bytes = faults.join("\n").into_bytes();
        card.files.push(File { name: "to-put-right.txt".to_owned(), bytes });
    }
    card
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatemaster_discord::limits;

    #[test]
    fn the_template_loads_and_says_what_it_holds() {
        let library = Library::built_in().extended("units.toml", TEMPLATE).unwrap();
        assert_eq!(
            shown(&library),
            "**Units:** Gate Wardens (5 models, infantry)\n**Weapons:** Gate lance"
        );
    }

    #[test]
    fn a_few_faults_are_told_and_many_are_attached() {
        let few = told_together("The file has", "so nothing was loaded", &["one `thing`".into()]);
        assert_eq!(
            few.content,
            "The file has 1 thing to put right, so nothing was loaded:\n```text\none ˋthingˋ\n```"
        );
        assert!(few.files.is_empty());
        let faults = vec!["x".repeat(150); 200];
        let many = told_together("The file has", "so nothing was loaded", &faults);
        assert!(many.content.chars().count() <= limits::CONTENT);
        assert!(many.content.ends_with("189 more stand in the file."), "{}", many.content);
        assert_eq!(many.files[0].bytes.len(), 200 * 151 - 1);
    }
}
