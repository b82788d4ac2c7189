use std::collections::HashMap;
use std::fmt::Write as _;

use gatemaster_discord::card::Card;
use gatemaster_store::{Absence, GameSummary, Phase};

use crate::answer::{Answer, Reply};
use crate::app::App;
use crate::boxed;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::table::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::words::{self, esc};

/// As many as can be read at a glance.
const SHOWN: usize = 25;

/// Every game on this server that waits for you, and for what; and whom you wait for.
#[poise::command(slash_command)]
pub async fn games(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/my games", move |app, request| async move { my_games(&app, &request).await }).await
}

#[boxed]
pub(crate) async fn my_games(app: &App, request: &Request) -> Result<Reply, Trouble> {
    let games = app.desk.games_for(request, false, true, None, SHOWN * 4).await?;
    let away = match request.guild {
        Some(guild) => app.desk.store.away_at(guild, app.desk.clock.now_ms()).await?,
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
        let offered = game.seats.iter().find(|seat| seat.offered_to == Some(me));
        let others: Vec<String> = game
            .seats
            .iter()
            .filter(owed)
            .filter(|seat| seat.user_id != Some(me))
            .map(|seat| waits_for(seat, &away))
            .collect();
        let at = words::relative(game.updated_at_ms);
        if let Some(seat) = offered {
            mine.push(format!("{link}: **will you take over {}?** · {at}", esc(&seat.name)));
            continue;
        }
        match (own, others.is_empty()) {
            (Some(own), _) => mine.push(format!("{link}: **{}** · {at}", esc(&own.owes_what))),
            (None, false) => theirs.push(format!("{link}: {} · {at}", others.join("; "))),
            (None, true) if game.phase == Phase::Lobby => {
                nobodys.push(format!("{link}: in the lobby · {at}"));
            }
            (None, true) => nobodys.push(format!("{link}: anybody's move · {at}")),
        }
    }
    let mut text = String::new();
    for (title, lines) in
        [("They wait for you", mine), ("You wait for them", theirs), ("Open to anybody", nobodys)]
    {
        add_section(&mut text, title, &lines);
    }
    if text.is_empty() {
        text.push_str(match request.guild {
            Some(_) => "You have no open game on this server. `/game list` shows what there is.",
            None => "No game is open in these messages. On a server, this lists your games there.",
        });
    }
    Card { title: "Your games".to_owned(), text, colour: Some(NEUTRAL), ..Card::default() }
}

/// "🔵 Blue, @Bob (away until 3 December): act with your die"
fn waits_for(seat: &gatemaster_store::SeatRow, away: &HashMap<u64, &Absence>) -> String {
    let Some(user) = seat.user_id else {
        return format!("somebody who plays {}", esc(&seat.name));
    };
    let who = words::person(user);
    let away = away.get(&user);
    let away = away.map(|away| format!(" (away until {})", words::day(away.until_ms)));
    format!("{}, {who}{}: {}", esc(&seat.name), away.unwrap_or_default(), esc(&seat.owes_what))
}

/// Whole lines only, as many as the message holds; what waits for the reader comes first.
fn add_section(text: &mut String, title: &str, lines: &[String]) {
    const ROOM: usize = gatemaster_discord::limits::EMBED_TEXT - 100;
    if lines.is_empty() {
        return;
    }
    let _ = write!(text, "{}**{title}**", if text.is_empty() { "" } else { "\n\n" });
    for (i, line) in lines.iter().enumerate() {
        if text.chars().count() + line.chars().count() > ROOM {
            let more = lines.len() - i;
            let _ = write!(text, "\n… and {more} more: `/game list mine:True`");
            return;
        }
        let _ = write!(text, "\n{line}");
    }
}
