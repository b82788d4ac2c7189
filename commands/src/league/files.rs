//! A league as files: tables for spreadsheets, the whole of it to keep, and both back again.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use gatemaster_discord::card::{Card, File};
use gatemaster_discord::limits::{CONTENT, clip};
use gatemaster_league::books::players::{self, ReadPlayer};
use gatemaster_league::books::{csv, json, results};
use gatemaster_league::decide::WHO_RESTORES;
use gatemaster_league::{Action, Book as _, League, Moment};
use gatemaster_rules::ids::UserId;
use serenity::all::{Attachment, GuildId};

use super::press::LeaguePress;
use super::{show, write};
use crate::answer::{Answer, Reply};
use crate::app::App;
use crate::boxed;
use crate::ledger::{StoredBook, server};
use crate::own_file::text_of;
use crate::parcel::with_files;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{count, esc};

/// Two thousand lines with two names of 32 letters, even where each letter takes four bytes, and a few numbers.
const MOST_TABLE: usize = 1024 * 1024;
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
    if organises {
        words.push_str(
            " `league.json` is the whole league; `/organise import` brings it back, here or on another server. It holds the \
             ids of people, so keep it to yourself.",
        );
        files.push(file("league.json", json::to_json(league)?));
    }
    Ok((words, files))
}

/// `/organise import`: results or people for a league, or a whole league where none is given.
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
    match TableKind::guessed(&text) {
        TableKind::Results => import_results(app, request, &kept, &text).await,
        TableKind::People => import_people(app, request, &kept, &text).await,
        TableKind::Unclear => Err(Trouble::refused(
            "I cannot tell what this file holds. For results its first line names the columns `first`, `second` and \
             `result`; for people, `name`. `/league export` gives you both to look at.",
        )),
    }
}

/// What a table holds, by its first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TableKind {
    Results,
    People,
    Unclear,
}

impl TableKind {
    fn guessed(text: &str) -> Self {
        let separators = [',', ';', '\t'];
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let head = lines.next().unwrap_or_default();
        let heads: Vec<String> = head
            .split(separators)
            .map(|cell| cell.trim().trim_matches('"').trim().to_lowercase())
            .collect();
        let has = |column: &str| heads.iter().any(|head| head == column);
        if has("second") {
            TableKind::Results
        } else if has("name") || !text.contains(separators) {
            // or a name on each line, and nothing else
            TableKind::People
        } else {
            TableKind::Unclear
        }
    }
}

async fn import_results(
    app: &App,
    request: &Request,
    kept: &StoredBook<League>,
    text: &str,
) -> Result<Reply, Trouble> {
    let read = results::read(text.as_bytes()).map_err(|faults| all_faults(&faults))?;
    let written =
        write(app, request, &kept.id, |_| Ok(Action::Import { matches: read.matches.clone() }))
            .await?;
    let number = u32::try_from(read.matches.len()).unwrap_or(u32::MAX);
    let mut words = format!(
        "{} brought into “{}”.",
        count(number, "result was", "results were"),
        esc(&written.kept.book.name)
    );
    if read.left_out > 0 {
        let lines = count(read.left_out, "line is", "lines are");
        let _ = write!(words, " {lines} no result yet and stayed out.");
    }
    Ok(done(&written.kept, words))
}

/// Nobody enters unless everybody can, so that a file is brought in whole or not at all.
async fn import_people(
    app: &App,
    request: &Request,
    kept: &StoredBook<League>,
    text: &str,
) -> Result<Reply, Trouble> {
    let divisions = &kept.book.season.settings.divisions;
    let read = players::read(text.as_bytes(), divisions).map_err(|faults| all_faults(&faults))?;
    let (new, known): (Vec<ReadPlayer>, Vec<ReadPlayer>) =
        read.into_iter().partition(|player| !is_in(&kept.book, &player.name));
    let moment = Moment { now_ms: app.ledger.clock.now_ms(), lot: 0 };
    let mut tried = kept.book.clone();
    let mut faults = Vec::new();
    for player in &new {
        match League::decide(Some(&tried), &request.actor, &entering(player), moment) {
            Ok(decided) => tried = decided.book,
            Err(refusal) => faults.push(format!("{}: {}", player.name, refusal.sentence())),
        }
    }
    if !faults.is_empty() {
        return Err(all_faults(&faults));
    }
    let mut now = kept.clone();
    let each = request.without_interaction();
    for player in &new {
        now = write(app, &each, &kept.id, |_| Ok(entering(player))).await?.kept;
    }
    let number = |people: &[ReadPlayer]| u32::try_from(people.len()).unwrap_or(u32::MAX);
    let mut words = format!(
        "{} entered “{}”.",
        count(number(&new), "guest has", "guests have"),
        esc(&now.book.name)
    );
    if !known.is_empty() {
        let people = count(number(&known), "person was", "people were");
        let _ = write!(words, " {people} in it already.");
    }
    Ok(done(&now, words))
}

fn is_in(league: &League, name: &str) -> bool {
    let folded = name.to_lowercase();
    league.season.active().any(|entrant| entrant.name.to_lowercase() == folded)
}

fn entering(player: &ReadPlayer) -> Action {
    let ReadPlayer { name, faction, division } = player.clone();
    Action::Enter { player: None, name, faction, division }
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

/// Everything that is wrong with a file, so that it is mended in one go.
fn all_faults(faults: &[String]) -> Trouble {
    let told: Vec<String> = faults.iter().map(|fault| esc(fault)).collect();
    let text = format!("Nothing was brought in.\n{}", told.join("\n"));
    Trouble::refused(clip(&text, CONTENT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::made_up::league;

    #[test]
    fn the_first_line_says_what_a_file_holds() {
        for (text, holds) in [
            ("first,second,result\nAnn,Bob,first", TableKind::Results),
            ("\n\"Date\";\"First\";\"Second\";\"Score first\"", TableKind::Results),
            ("name,faction\nAnn,Ghar", TableKind::People),
            ("Name", TableKind::People),
            ("Ann\nBob", TableKind::People),
            ("", TableKind::People),
            ("Ann,Bob,5,3", TableKind::Unclear),
        ] {
            assert_eq!(TableKind::guessed(text), holds, "{text}");
        }
    }

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
