use std::collections::HashMap;
use std::fmt::Write as _;

use gatemaster_store::{Absence, GameSummary, Phase};

use crate::answer::{Answer, Reply};
use crate::card::Card;
use crate::face::Face;
use crate::request::Request;
use crate::show::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::words::{self, esc};
use crate::{Ctx, run};

/// As many as can be read at a glance.
const SHOWN: usize = 25;

/// Every game on this server that waits for you, and for what; and whom you wait for.
#[poise::command(slash_command)]
pub async fn games(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/my games", |face, request| async move { my_games(&face, &request).await }).await
}

pub(crate) async fn my_games(face: &Face, request: &Request) -> Result<Reply, Trouble> {
    let games = face.desk.games_for(request, false, true, None, SHOWN * 4).await?;
    let away = match request.guild {
        Some(guild) => face.desk.store.away_at(guild, face.desk.clock.now_ms()).await?,
        None => Vec::new(),
    };
    Ok(Answer::private(card(&games, &away, request)).into())
}

fn card(games: &[GameSummary], away: &[Absence], request: &Request) -> Card {
    let me = request.user().0;
    let away: HashMap<u64, &Absence> = away.iter().map(|away| (away.user_id, away)).collect();
    let (mut mine, mut theirs, mut nobodys) = (Vec::new(), Vec::new(), Vec::new());
    for game in games {
        let link = words::game_link(request.guild, game.channel_id, game.board, &game.name);
        let owed = |seat: &&gatemaster_store::SeatRow| seat.owes;
        let own = game.seats.iter().filter(owed).find(|seat| seat.user_id == Some(me));
        let others: Vec<String> = game
            .seats
            .iter()
            .filter(owed)
            .filter(|seat| seat.user_id != Some(me))
            .map(|seat| waits_for(seat, &away))
            .collect();
        let at = words::relative(game.updated_at_ms);
        match (own, others.is_empty()) {
            (Some(own), _) => mine.push(format!("{link}: **{}** · {at}", esc(&own.owes_what))),
            (None, false) => theirs.push(format!("{link}: {} · {at}", others.join("; "))),
            (None, true) if game.phase == Phase::Lobby => {
                nobodys.push(format!("{link}: in the lobby · {at}"));
            }
            (None, true) => nobodys.push(format!("{link}: anybody's move · {at}")),
        }
    }
    let mut fields = Vec::new();
    for (title, lines) in
        [("They wait for you", mine), ("You wait for them", theirs), ("Open to anybody", nobodys)]
    {
        fields.extend(field(title, &lines));
    }
    let text = match (fields.is_empty(), request.guild) {
        (true, Some(_)) => {
            "You have no open game on this server. `/game list` shows what there is."
        }
        (true, None) => {
            "No game is open in these messages. On a server, this lists your games there."
        }
        (false, _) => "",
    };
    let title = "Your games".to_owned();
    Card { title, text: text.to_owned(), fields, colour: Some(NEUTRAL), ..Card::default() }
}

/// "🔵 Blue, @Bob (away until 3 December): act with your die"
fn waits_for(seat: &gatemaster_store::SeatRow, away: &HashMap<u64, &Absence>) -> String {
    let who = seat.user_id.map_or_else(|| "nobody yet".to_owned(), words::person);
    let away = seat.user_id.and_then(|user| away.get(&user));
    let away = away.map(|away| format!(" (away until {})", words::day(away.until_ms)));
    format!("{}, {who}{}: {}", esc(&seat.name), away.unwrap_or_default(), esc(&seat.owes_what))
}

/// Whole lines only, as many as a field holds.
fn field(title: &str, lines: &[String]) -> Option<(String, String)> {
    let mut text = String::new();
    for (i, line) in lines.iter().enumerate() {
        let more = lines.len() - i;
        if text.chars().count() + line.chars().count() > crate::limits::FIELD_VALUE - 30 {
            let _ = write!(text, "… and {more} more");
            break;
        }
        text += line;
        text.push('\n');
    }
    (!text.is_empty()).then(|| (title.to_owned(), text))
}
