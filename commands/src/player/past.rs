//! What somebody has played on a server: matches of its leagues, and other games that the asker may know of.

use std::collections::HashSet;

use gatemaster_discord::limits::clip;
use gatemaster_league::league::{How, Stage};
use gatemaster_league::person::Person;
use gatemaster_league::records::{self, Record};
use gatemaster_league::{Book as _, Entrant, FixtureId, League, Side, Verdict};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::record::{Outcome, record};
use gatemaster_rules::stored;
use gatemaster_rules::table::{Phase, Table};
use gatemaster_store::GameRow;

use super::press::Who;
use crate::app::App;
use crate::boxed;
use crate::ledger::{StoredBook, server};
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::esc;

/// As many as can be read while somebody waits; the newest say most.
const MOST_GAMES: u32 = 200;

/// Stands for somebody of whom nothing tells the name.
pub(super) const NAMELESS: &str = "This player";

/// All leagues of a server and every match in them.
#[derive(Debug)]
pub(super) struct Archive {
    pub leagues: Vec<StoredBook<League>>,
    /// The oldest first.
    pub records: Vec<Record>,
}

/// Whom a card is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    pub who: Who,
    pub person: Person,
    pub name: String,
}

/// Games that belong to no league.
#[derive(Clone, Debug, Default)]
pub(super) struct Others {
    /// As if they were matches, the oldest first.
    pub records: Vec<Record>,
    /// Broken off, or without a winner by their nature.
    pub undecided: u32,
}

impl Archive {
    #[boxed]
    pub(super) async fn load(app: &App, request: &Request) -> Result<Self, Trouble> {
        let leagues = app.ledger.all_on::<League>(server(request)?).await?;
        let records = records::games(leagues.iter().map(|kept| &kept.book));
        Ok(Self { leagues, records })
    }

    /// Everybody in every season, the newest first.
    fn entrants(&self) -> impl Iterator<Item = (&StoredBook<League>, &Entrant)> {
        self.leagues.iter().flat_map(|kept| {
            let seasons = kept.book.seasons().rev();
            seasons.flat_map(move |season| season.entrants.iter().map(move |one| (kept, one)))
        })
    }

    /// Guests first, as nothing else leads to them; each name once.
    pub(super) fn names(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let mut people: Vec<&Entrant> = self.entrants().map(|(_, one)| one).collect();
        people.sort_by_key(|one| one.id.is_some());
        let names = people.into_iter().map(|one| &one.name);
        names.filter(|name| seen.insert(name.to_lowercase())).cloned().collect()
    }

    /// Somebody by the name they go by in a league.
    pub(super) fn named(&self, name: &str) -> Result<Subject, Trouble> {
        let folded = name.trim().to_lowercase();
        let found = self.entrants().find(|(_, one)| one.name.to_lowercase() == folded);
        found.map(|(kept, one)| subject(kept, one)).ok_or_else(|| {
            Trouble::refused(format!(
                "Nobody called “{}” has been in a league of this server. Pick from what Discord offers while you type, or \
                 use `who:` for somebody on Discord.",
                esc(&clip(name, 40))
            ))
        })
    }

    /// Somebody on Discord, by the name they are shown with or else the one in a league.
    pub(super) fn user(&self, id: UserId, shown: Option<&str>) -> Subject {
        let in_league = || self.entrants().find(|(_, one)| one.is(id)).map(|(_, one)| &*one.name);
        let name = shown.or_else(in_league).unwrap_or(NAMELESS).to_owned();
        Subject { who: Who::User(id), person: Person::User(id), name }
    }

    /// Whom a button was about.
    pub(super) fn meant(&self, who: &Who) -> Result<Subject, Trouble> {
        match who {
            Who::User(id) => Ok(self.user(*id, None)),
            Who::Entrant { league, no } => self
                .entrants()
                .find(|(kept, one)| kept.id == *league && one.no == *no)
                .map(|(kept, one)| subject(kept, one))
                .ok_or_else(|| {
                    Trouble::refused(
                        "That person is not in the league any more. `/player` shows a fresh card.",
                    )
                }),
        }
    }

    /// How a button names this person; nothing for those who are in no league as guests.
    pub(super) fn who_is(&self, person: &Person) -> Option<Who> {
        match person {
            Person::User(id) => Some(Who::User(*id)),
            Person::Guest(_) => self
                .entrants()
                .find(|(_, one)| Person::of(one) == *person)
                .map(|(kept, one)| Who::Entrant { league: kept.id.clone(), no: one.no }),
        }
    }
}

fn subject(kept: &StoredBook<League>, entrant: &Entrant) -> Subject {
    let who = match entrant.id {
        Some(id) => Who::User(id),
        None => Who::Entrant { league: kept.id.clone(), no: entrant.no },
    };
    Subject { who, person: Person::of(entrant), name: entrant.name.clone() }
}

/// The games of somebody that have ended on this server, the newest first, as far as the asker may know of them: those in
/// channels that they see, and those they played in.
#[boxed]
pub(super) async fn ended_games(
    app: &App,
    request: &Request,
    player: UserId,
    most: u32,
) -> Result<Vec<(GameRow, Table)>, Trouble> {
    let store = &app.desk.store;
    let mut games = Vec::new();
    for id in store.ended_games_of(server(request)?, player.0, most).await? {
        let Some(row) = store.game(&id).await? else { continue };
        let table = stored::read_table(&row.state)?;
        let known = request.sees(row.channel_id) || table.belongs(request.user());
        // it may have been taken up again since the list was made
        if known && table.phase == Phase::Ended {
            games.push((row, table));
        }
    }
    Ok(games)
}

/// The same without those that stand in the books of a league.
#[boxed]
pub(super) async fn other_games(
    app: &App,
    request: &Request,
    player: UserId,
) -> Result<Others, Trouble> {
    let mut others = Others::default();
    for (row, table) in ended_games(app, request, player, MOST_GAMES).await? {
        let book = app.desk.store.book_of_game(&row.id).await?;
        if book.is_some_and(|book| book.kind == League::KIND) {
            continue;
        }
        let at_ms = row.ended_at_ms.unwrap_or(row.updated_at_ms);
        match as_record(&row.id, &table, player, at_ms) {
            Some(record) => others.records.push(record),
            None => others.undecided = others.undecided.saturating_add(1),
        }
    }
    others.records.reverse();
    Ok(others)
}

/// A game as a match of this player, first, against the other one; several others are nobody in particular.
fn as_record(id: &str, table: &Table, player: UserId, decided_ms: i64) -> Option<Record> {
    let record = record(table).filter(|record| record.decided)?;
    let is_mine = |side: &&gatemaster_rules::record::SideRecord| {
        side.player.as_ref().is_some_and(|one| one.id == player)
    };
    let mine = record.sides.iter().find(is_mine)?;
    let others: Vec<_> = record.sides.iter().filter(|side| !is_mine(side)).collect();
    let verdict = match mine.result {
        Outcome::Win => Verdict::Win(Side::First),
        Outcome::Loss => Verdict::Win(Side::Second),
        Outcome::SharedWin | Outcome::Draw => Verdict::Draw,
        Outcome::Undecided => return None,
    };
    let points = |score: u32| i32::try_from(score).unwrap_or(i32::MAX);
    let (opponent, name, scores, faction) = match others[..] {
        // against oneself nothing is won
        [] => return None,
        [other] => {
            let person = other.player.as_ref().map_or_else(nobody, |one| Person::User(one.id));
            let name = other.player.as_ref().map_or(&other.name, |one| &one.name).clone();
            let scores = Some([points(mine.score), points(other.score)]);
            (person, name, scores, other.force.clone())
        }
        _ => (nobody(), format!("{} others", others.len()), None, None),
    };
    Some(Record {
        league: String::new(),
        season: 0,
        stage: Stage::Main,
        fixture: FixtureId(0),
        system: record.system.key().to_owned(),
        system_title: record.system.title().to_owned(),
        persons: [Person::User(player), opponent],
        names: [mine.player.as_ref().map(|one| one.name.clone()).unwrap_or_default(), name],
        verdict,
        scores,
        factions: [mine.force.clone(), faction],
        game: Some(id.to_owned()),
        decided_ms,
        how: How::Game,
    })
}

/// No guest has an empty name, so this is nobody in particular.
fn nobody() -> Person {
    Person::Guest(String::new())
}

pub(super) fn is_nobody(person: &Person) -> bool {
    *person == nobody()
}
