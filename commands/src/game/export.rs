use gatemaster_rules::export::{Export, FORMAT};
use gatemaster_rules::history::Step;
use gatemaster_rules::record::record;
use gatemaster_rules::table::Phase;

use super::{offers, which_or_last};
use crate::answer::Answer;
use crate::card::{Card, File};
use crate::desk::Loaded;
use crate::trouble::{Fault, Trouble};
use crate::words::esc;
use crate::{Ctx, run, show};

/// The game as two files: JSON that can be verified, and a text to read.
#[poise::command(slash_command)]
pub async fn export(
    ctx: Ctx<'_>,
    #[description = "Another game of this server"]
    #[autocomplete = "offers::games"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/game export", move |face, request| async move {
        let game = face.desk.load(&request, &which_or_last(game)?).await?;
        let steps = face.desk.steps_of(&game).await?;
        if game.table.system.hides() && game.table.phase != Phase::Ended {
            return Err(Trouble::refused(
                "Parts of this game are still hidden, so it can be exported when it has ended.",
            ));
        }
        let files = export_of(&game, steps)?;
        let seed = if game.revealed_seed().is_some() {
            "Check it with `gatemaster verify`: every die and every event is recomputed."
        } else {
            "The seed of the dice is left out until the game has ended; export it again then to verify every die."
        };
        let card = Card {
            files: vec![
                File { name: format!("{}.json", game.id), bytes: files.json.into_bytes() },
                File { name: format!("{}.txt", game.id), bytes: files.transcript.into_bytes() },
            ],
            ..Card::line(format!("“{}” as a file to verify and a text to read. {seed}", esc(&game.table.name)))
        };
        Ok(Answer::private(card).into())
    })
    .await
}

/// The two files of an export.
#[derive(Debug)]
pub struct Files {
    pub json: String,
    pub transcript: String,
}

pub fn export_of(game: &Loaded, steps: Vec<Step>) -> Result<Files, Trouble> {
    let transcript = show::transcript::transcript(game, &steps);
    let export = Export {
        format: FORMAT.to_owned(),
        game: game.id.clone(),
        system: game.table.system,
        rules_version: game.rules_version.clone(),
        seed_hash: game.seed_hash.clone(),
        seed: game.revealed_seed(),
        record: record(&game.table),
        steps,
    };
    Ok(Files { json: serde_json::to_string_pretty(&export)?, transcript })
}
