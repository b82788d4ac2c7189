use gatemaster_discord::card::Card;
use gatemaster_store::{GameSummary, Phase};

use crate::answer::Answer;
use crate::run::{Ctx, run};
use crate::table::NEUTRAL;
use crate::trouble::Fault;
use crate::words::{self, esc};

/// As many as fit in one message; the archive is searched by name.
const SHOWN: usize = 20;

/// The games of this server: open ones, or those in the archive.
#[poise::command(slash_command)]
pub async fn list(
    ctx: Ctx<'_>,
    #[description = "Show games that have ended instead"] archive: Option<bool>,
    #[description = "Only games you play or organise"] mine: Option<bool>,
    #[description = "Only games with this in their name"]
    #[max_length = 100]
    search: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/game list", move |app, request| async move {
        let ended = archive.unwrap_or(false);
        let mine = mine.unwrap_or(false);
        let search = search.as_deref().map(str::trim).filter(|search| !search.is_empty());
        let games = app.desk.games_for(&request, ended, mine, search, SHOWN).await?;
        let narrowed = mine || search.is_some();
        Ok(Answer::private(listed(&games, request.guild, ended, narrowed)).into())
    })
    .await
}

fn listed(games: &[GameSummary], guild: Option<u64>, ended: bool, narrowed: bool) -> Card {
    let lines: Vec<String> = games.iter().map(|game| line(game, guild)).collect();
    let nothing = match (ended, narrowed) {
        (true, false) => "No game has ended here yet.",
        (false, false) => "No game is open. `/game new` opens one.",
        (true, true) => "No ended game fits that.",
        (false, true) => "No open game fits that.",
    };
    let title = if ended { "Archive" } else { "Open games" };
    Card {
        title: title.to_owned(),
        text: if lines.is_empty() { nothing.to_owned() } else { lines.join("\n") },
        colour: Some(NEUTRAL),
        ..Card::default()
    }
}

fn line(game: &GameSummary, guild: Option<u64>) -> String {
    let players: Vec<String> = game
        .seats
        .iter()
        .map(|seat| match seat.user_id {
            Some(user) => format!("{} {}", esc(&seat.name), words::person(user)),
            None => format!("{} free", esc(&seat.name)),
        })
        .collect();
    let phase = match game.phase {
        Phase::Lobby => "in the lobby".to_owned(),
        Phase::Playing => format!("step {}", game.seq),
        Phase::Shelved => {
            format!("put away {}", words::day(game.ended_at_ms.unwrap_or(game.updated_at_ms)))
        }
        Phase::Ended => {
            format!("ended {}", words::day(game.ended_at_ms.unwrap_or(game.updated_at_ms)))
        }
    };
    // a mention cut in half would be noise, so whole players are left out
    let more =
        if players.len() > 4 { format!(" and {} more", players.len() - 4) } else { String::new() };
    let players = players[..players.len().min(4)].join(", ") + &more;
    let link = words::game_link(guild, game.channel_id, game.board, &game.name);
    format!("{link} · {phase} · {players}")
}
