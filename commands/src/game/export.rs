use gatemaster_discord::card::{Card, File};
use gatemaster_rules::export::Export;
use gatemaster_rules::stored;

use super::{offers, which_or_last};
use crate::answer::Answer;
use crate::boxed;
use crate::desk::{Desk, Loaded};
use crate::face::Systems;
use crate::parcel::with_files;
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::{Fault, Trouble};
use crate::words::esc;

/// The game as two files: JSON that can be verified, and a text to read.
#[poise::command(slash_command)]
pub async fn export(
    ctx: Ctx<'_>,
    #[description = "Another game of this server"]
    #[autocomplete = "offers::games"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/game export", move |app, request| async move {
        let game = app.desk.load(&request, &which_or_last(game)?).await?;
        let files = files_of(&app.desk, app.systems, &game).await?;
        let seed = if game.revealed_seed().is_some() {
            "Check it with `gatemaster verify`: every die and every event is recomputed."
        } else if game.table.can_reopen() {
            "The seed of the dice is left out while the end can be taken back. *Show the seed* on the game's last message \
             settles that; export it again then to verify every die."
        } else {
            "The seed of the dice is left out until the game has ended; export it again then to verify every die."
        };
        let named = vec![
            File { name: format!("{}.json", game.id), bytes: files.json.into_bytes() },
            File { name: format!("{}.txt", game.id), bytes: files.transcript.into_bytes() },
        ];
        let words =
            format!("“{}” as a file to verify and a text to read. {seed}", esc(&game.table.name));
        let answer = Answer::private(Card::line(words));
        Ok(with_files(answer, named, request.largest_file).await?.into())
    })
    .await
}

/// The two files of an export.
#[derive(Debug)]
pub struct Files {
    pub json: String,
    pub transcript: String,
}

/// Both files, if the game may be known to all by now.
#[boxed]
pub async fn files_of(desk: &Desk, systems: Systems, game: &Loaded) -> Result<Files, Trouble> {
    as_files(desk.export(game).await?, desk, systems, game).await
}

/// The same at any time, for whoever runs the program and has the database anyway.
#[boxed]
pub async fn whole_files_of(
    desk: &Desk,
    systems: Systems,
    game: &Loaded,
) -> Result<Files, Trouble> {
    as_files(desk.export_whole(game).await?, desk, systems, game).await
}

async fn as_files(
    export: Export,
    desk: &Desk,
    systems: Systems,
    game: &Loaded,
) -> Result<Files, Trouble> {
    let log = desk.log(game).await?;
    let transcript = table::transcript::transcript(systems, game, &log);
    Ok(Files { json: stored::write_export(&export)?, transcript })
}
