//! A league as files: tables for spreadsheets, the whole of it to keep, and both back again.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use gatemaster_discord::card::{Card, File};
use gatemaster_league::books::{csv, json};
use gatemaster_league::decide::WHO_RESTORES;
use gatemaster_league::{Action, League};
use gatemaster_rules::ids::UserId;
use serenity::all::{Attachment, GuildId};

use super::bring::{self, all_faults};
use super::press::LeaguePress;
use super::show;
use crate::answer::{Answer, Reply};
use crate::app::App;
use crate::boxed;
use crate::ledger::{StoredBook, server};
use crate::own_file::text_of;
use crate::parcel::with_files;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{count, esc};

/// Twenty thousand lines as we write them ourselves, with names and factions of usual length.
const MOST_TABLE: usize = 4 * 1024 * 1024;
/// Of so many people a file may name, I look up whether they are here.
const MOST_LOOKED_UP: usize = 1_000;

/// `/league export`: tables for everybody; the whole league, with the ids of people, for its organisers.
#[boxed]
pub async fn export(
    _face: &App,
    request: &Request,
    kept: &StoredBook<League>,
) -> Result<Reply, Trouble> {
    let (words, files) = exported(&kept.book, super::find::organises(&kept.book, request))?;
    let answer = Answer::private(Card::line(words));
    Ok(with_files(answer, files, request.largest_file).await?.into())
}

fn exported(league: &League, organises: bool) -> Result<(String, Vec<File>), Trouble> {
    let file = |name: &str, text: String| File { name: name.to_owned(), bytes: text.into_bytes() };
    let season = &league.season;
    let mut files = vec![
        file("standings.csv", csv::standings(season)),
        file("results.csv", csv::results(league)),
        file("players.csv", csv::players(season)),
    ];
    let mut words = format!(
        "“{}” for spreadsheets: the table of {}, every result of every season, and who takes part.",
        esc(&league.name),
        esc(&season.title())
    );
    if let Some(proof) = super::level::proof(league) {
        files.push(file("lots.json", serde_json::to_string_pretty(&proof)?));
        words.push_str(
            " `lots.json` is every lot that was drawn between level people; `gatemaster verify` checks it.",
        );
    }
    if organises {
        words.push_str(
            " `league.json` is the whole league; `/organise import` brings it back, here or on another server. It holds the \
             ids of people, so keep it to yourself.",
        );
        files.push(file("league.json", json::to_json(league)?));
    }
    Ok((words, files))
}

/// `/organise import`: results or people for a league, which are shown first, or a whole league where none is given.
#[boxed]
pub async fn import(
    app: &App,
    request: &Request,
    kept: Option<StoredBook<League>>,
    file: &Attachment,
) -> Result<Reply, Trouble> {
    let Some(kept) = kept else { return restore(app, request, file).await };
    if !super::find::organises(&kept.book, request) {
        return Err(Trouble::refused(format!(
            "Only an organiser of “{}” brings in files. `/league info` says who that is.",
            esc(&kept.book.name)
        )));
    }
    let text = text_of(file, MOST_TABLE).await?;
    bring::look_at(app, request, &kept, &text).await
}

async fn restore(app: &App, request: &Request, file: &Attachment) -> Result<Reply, Trouble> {
    let guild = server(request)?;
    if !request.actor.manager {
        return Err(Trouble::refused(WHO_RESTORES));
    }
    let text = text_of(file, json::MOST_BYTES).await?;
    let named = RefCell::new(BTreeSet::new());
    // the first reading only asks who is in it
    json::from_json(&text, &|id| {
        named.borrow_mut().insert(id);
        true
    })
    .map_err(|faults| all_faults(&faults))?;
    let here = who_is_here(app, request, guild, &named.into_inner()).await?;
    let league =
        json::from_json(&text, &|id| here.contains(&id)).map_err(|faults| all_faults(&faults))?;
    let league = Box::new(league);
    let written = app.ledger.open::<League>(request, Action::Restore { league }).await?;
    app.post.nudge();
    let book = &written.kept.book;
    let number = |many: usize| u32::try_from(many).unwrap_or(u32::MAX);
    let matches = book.seasons().map(|season| season.fixtures.len()).sum();
    let guests = book.season.entrants.iter().filter(|entrant| entrant.id.is_none()).count();
    let mut words = format!(
        "“{}” is here, with {}, {} and {}. You organise it.",
        esc(&book.name),
        count(number(book.seasons().count()), "season", "seasons"),
        count(number(book.season.entrants.len()), "person", "people"),
        count(number(matches), "match", "matches"),
    );
    if guests > 0 {
        let people = count(number(guests), "person came", "people came");
        let guests = if guests == 1 { "a guest" } else { "guests" };
        let _ = write!(
            words,
            " {people} in as {guests}: I tie a name to somebody on Discord only when I know them from this server."
        );
    }
    words.push_str(" `/organise settings` says where it speaks.");
    Ok(done(&written.kept, words))
}

/// Those of them who have had to do with me on this server. A file could name anybody.
async fn who_is_here(
    app: &App,
    request: &Request,
    guild: u64,
    named: &BTreeSet<UserId>,
) -> Result<HashSet<UserId>, Trouble> {
    let mut here = HashSet::from([request.user()]);
    for kept in app.ledger.all_on::<League>(guild).await? {
        here.extend(kept.book.organisers.iter().map(|organiser| organiser.id));
        let entrants = kept.book.seasons().flat_map(|season| &season.entrants);
        here.extend(entrants.filter_map(|entrant| entrant.id));
    }
    if let Some(guild) = app.cache.guild(GuildId::new(guild.max(1))) {
        here.extend(guild.members.keys().map(|id| UserId(id.get())));
    }
    for id in named.iter().take(MOST_LOOKED_UP) {
        if !here.contains(id) && !app.desk.store.ended_games_of(guild, id.0, 1).await?.is_empty() {
            here.insert(*id);
        }
    }
    Ok(here)
}

fn done(kept: &StoredBook<League>, words: String) -> Reply {
    let table = show::button(kept, "Table", LeaguePress::Table { division: 0 });
    Answer::private(Card::line(words).with_row(vec![table])).into()
}

#[cfg(test)]
mod tests {
    use gatemaster_discord::limits::CONTENT;

    use super::*;
    use crate::league::made_up::league;

    #[test]
    fn everybody_gets_the_tables_and_only_organisers_the_whole() {
        let league = league(4, |no| format!("*P{no}*"));
        let names = |organises: bool| -> Vec<String> {
            let (_, files) = exported(&league, organises).unwrap();
            files.iter().map(|file| file.name.clone()).collect()
        };
        assert_eq!(names(false), ["standings.csv", "results.csv", "players.csv"]);
        assert_eq!(names(true), ["standings.csv", "results.csv", "players.csv", "league.json"]);
        let (_, files) = exported(&league, true).unwrap();
        assert!(files.iter().all(|file| !file.bytes.is_empty()));
        let whole = String::from_utf8(files[3].bytes.clone()).unwrap();
        assert_eq!(json::from_json(&whole, &|_| true).unwrap().season.entrants.len(), 4);
    }

    #[test]
    fn faults_are_told_together_and_fit_a_message() {
        let many: Vec<String> = (0..500).map(|at| format!("Line {at}: *odd*")).collect();
        let told = all_faults(&many).to_string();
        assert!(told.starts_with("Nothing was brought in.\nLine 0\\: \\*odd\\*\n"), "{told}");
        assert_eq!(told.chars().count(), CONTENT);
    }
}
