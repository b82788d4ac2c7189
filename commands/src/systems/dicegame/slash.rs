//! `/dicegame`: the gate cards, traits and faces that a server gives the Dice Game, and how it is played.

use gatemaster_discord::card::{Card, File};
use gatemaster_discord::limits::{EMBED_TEXT, clip};
use gatemaster_rules::dicegame::data::{GateCard, Library, Source, Trait};
use gatemaster_rules::file::DataFault;
use gatemaster_rules::text::{count, list as in_words};
use serenity::all::Attachment;

use super::guide::of_server;
use super::own::read;
use crate::answer::Answer;
use crate::own_file::{For, OwnFile};
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::systems::antares::force::told_together;
use crate::systems::dicegame::show::{faces_lines, trait_line};
use crate::table::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::words::esc;

/// A file to start from.
const TEMPLATE: &str = include_str!("cards.toml");

/// The Dice Game: how it is played, and this server's own gate cards, traits and faces.
#[poise::command(
    slash_command,
    subcommands("load", "list", "remove", "template", "guide"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn dicegame(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Load a file of gate cards, traits and faces for this server; it replaces the one before.
#[poise::command(slash_command)]
pub async fn load(
    ctx: Ctx<'_>,
    #[description = "A TOML file; /dicegame template gives you one to start from"] file: Attachment,
) -> Result<(), Fault> {
    run(ctx, "/dicegame load", move |hall, request| async move {
        let guild = may_change(&request)?;
        let own = OwnFile::attached(&file, "cards.toml").await?;
        let library = read(&own).map_err(|faults| {
            Trouble::first(wrong("so nothing was loaded", &faults))
        })?;
        if library == *Library::built_in() {
            return Err(Trouble::refused(format!(
                "{} holds no gate cards, traits or faces, so there is nothing to load. `/dicegame template` gives you a \
                 file to start from.",
                esc(&own.file)
            )));
        }
        let before = own.replace(&hall.desk.store, guild, For::DiceGame).await?;
        let replaced = match &before {
            Some(_) => "\nIt replaces the file before, which is attached here in case you want it back.",
            None => "",
        };
        let card = Card {
            title: format!("Loaded: {}", esc(&own.file)),
            text: format!(
                "{}\n\nNew tables of the Dice Game on this server have this from now on; traits count where a table \
                 switches them on. Games that are set up already keep what they have.{replaced}",
                shown(&added(&library))
            ),
            colour: Some(NEUTRAL),
            files: before.map(File::from).into_iter().collect(),
            ..Card::default()
        };
        Ok(Answer::public(card).into())
    })
    .await
}

/// The gate cards, faces and traits that new tables here have, and whose they are.
#[poise::command(slash_command)]
pub async fn list(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/dicegame list", move |hall, request| async move {
        let Some(own) = OwnFile::load(&hall.desk.store, request.guild, For::DiceGame).await? else {
            let card = Card {
                title: "The Dice Game here: the house's values".to_owned(),
                colour: Some(NEUTRAL),
                ..Card::text(shown(&everything(Library::built_in())))
            };
            return Ok(Answer::private(card).into());
        };
        let mut card = match read(&own) {
            Ok(library) => Card {
                title: format!("The Dice Game here: {}", esc(&own.file)),
                colour: Some(NEUTRAL),
                ..Card::text(shown(&everything(&library)))
            },
            // loaded by an older version that knew other fields
            Err(faults) => wrong("so new tables have the house's values", &faults),
        };
        card.files.push(own.into());
        Ok(Answer::private(card).into())
    })
    .await
}

/// Take this server's file away; games keep what they were set up with.
#[poise::command(slash_command)]
pub async fn remove(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/dicegame remove", move |hall, request| async move {
        let guild = may_change(&request)?;
        let own = OwnFile::load(&hall.desk.store, Some(guild), For::DiceGame).await?.ok_or_else(|| {
            Trouble::refused(
                "This server has no gate cards, traits or faces of its own. `/dicegame template` gives you a file to start \
                 from.",
            )
        })?;
        OwnFile::remove(&hall.desk.store, guild, For::DiceGame).await?;
        let card = Card {
            files: vec![own.into()],
            ..Card::line(
                "New tables of the Dice Game here have the house's values again. Games that are set up keep what they \
                 have. Here is the file, in case you want it back.",
            )
        };
        Ok(Answer::public(card).into())
    })
    .await
}

/// A small file to start from.
#[poise::command(slash_command)]
pub async fn template(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/dicegame template", move |_, _| async move {
        let file = File { name: "cards.toml".to_owned(), bytes: TEMPLATE.as_bytes().to_vec() };
        let card = Card {
            files: vec![file],
            ..Card::line(
                "A gate card and a trait, with the faces to change if you like. Edit it in any text editor, then \
                 `/dicegame load`. If something in it is wrong, I tell you everything at once, and nothing is changed.",
            )
        };
        Ok(Answer::private(card).into())
    })
    .await
}

/// How the Dice Game is played, with the gate card and faces that new tables here have.
#[poise::command(slash_command)]
pub async fn guide(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/dicegame guide", move |hall, request| async move {
        let setup = super::own::setup(&hall.desk.store, request.guild).await?;
        Ok(Answer::private(of_server(&setup)).into())
    })
    .await
}

fn may_change(request: &Request) -> Result<u64, Trouble> {
    let Some(guild) = request.guild else {
        return Err(Trouble::refused(
            "There is no server here that could have gate cards of its own.",
        ));
    };
    if request.actor.manager {
        return Ok(guild);
    }
    Err(Trouble::refused(
        "Only people who manage this server, or have its role of organisers, change its Dice Game. `/dicegame list` shows \
         what there is.",
    ))
}

fn shown(lines: &[String]) -> String {
    clip(&lines.join("\n"), EMBED_TEXT - 500)
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

/// Everything that is wrong with a file; what does not fit on the card is in a file beside it.
fn wrong(so: &str, faults: &[DataFault]) -> Card {
    let lines: Vec<String> = faults.iter().map(DataFault::to_string).collect();
    told_together("The file has", so, &lines)
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
        let library = Library::built_in().extended("cards.toml", TEMPLATE).unwrap();
        assert_eq!(
            shown(&added(&library)),
            "**Gate cards:** Twin Gate (2 points, this server's own)\n\
             **Traits:**\n\
             🟢 Ghar, from 4 strikes ⚡: *Overrun* (this server's own), turn another player's highest logged die down by \
             one; a 1 goes back to the gate"
        );
    }

    /// D-SET-4: the faces in the template are the house's, so that whoever uncomments them begins with what they know.
    #[test]
    fn the_faces_of_the_template_are_the_house_s() {
        let with_faces: Vec<&str> = TEMPLATE
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
        let text = shown(&everything(Library::built_in()));
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
        assert!(shown(&everything(&library)).contains(&name(MAX_TRAITS - 1)));
    }
}
