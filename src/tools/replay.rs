//! `gatemaster replay`: folds and judges every game of a database again and compares it with what is stored, and reads
//! every league and campaign with all its entries.

use gatemaster_commands::desk::{read_step, summary};
use gatemaster_league::campaign::Campaign;
use gatemaster_league::{Book, League, Stored as _};
use gatemaster_rules::dice::Seed;
use gatemaster_rules::history::{self, Step};
use gatemaster_rules::rejudge::rejudge;
use gatemaster_rules::stored;
use gatemaster_rules::table::Table;
use gatemaster_store::{BookRow, EntryRow, GameRow, Store};

use super::Finding;

use crate::boxed;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    pub games: usize,
    pub steps: usize,
    /// Leagues and campaigns.
    pub books: usize,
    pub entries: usize,
    /// What cannot have come about by play.
    pub differences: Vec<String>,
    /// What other rules than these have judged otherwise.
    pub other_rules: Vec<String>,
}

/// Prints what was found.
#[boxed]
pub async fn run(url: &str) -> anyhow::Result<Finding> {
    let store = super::look(url).await?;
    store.is_current().await?;
    let replayed = replay(&store).await?;
    store.close().await;
    for difference in &replayed.differences {
        println!("{difference}");
    }
    for difference in &replayed.other_rules {
        println!("OTHER RULES: {difference}");
    }
    println!("{}", replayed.in_words());
    Ok(Finding::new(replayed.differences.len(), replayed.other_rules.len()))
}

impl Replayed {
    fn in_words(&self) -> String {
        let found = match (self.differences.len(), self.other_rules.len()) {
            (0, 0) => "every state is exactly what its steps add up to, and every step what the rules give."
                .to_owned(),
            (0, n) => format!(
                "every state is what its steps add up to; other rules than these judged {}.",
                differently(n)
            ),
            (n, 0) => format!("{n} differences. The database was damaged or tampered with."),
            (n, other) => format!(
                "{n} differences. The database was damaged or tampered with. Other rules than these judged {}.",
                differently(other)
            ),
        };
        let Self { games, steps, books, entries, .. } = self;
        format!(
            "{games} games, {steps} steps, {books} leagues and campaigns with {entries} entries: {found}"
        )
    }
}

fn differently(steps: usize) -> String {
    match steps {
        1 => "1 step differently".to_owned(),
        n => format!("{n} steps differently"),
    }
}

#[boxed]
pub async fn replay(store: &Store) -> anyhow::Result<Replayed> {
    let mut replayed = Replayed { differences: store.check().await?, ..Replayed::default() };
    for id in store.all_game_ids().await? {
        replayed.games += 1;
        if let Err(difference) = replay_game(store, &id, &mut replayed).await? {
            replayed.differences.push(format!("Game {id}: {difference}"));
        }
    }
    for id in store.all_book_ids().await? {
        let Some((book, entries)) = store.book_with_entries(&id).await? else { continue };
        replayed.books += 1;
        replayed.entries += entries.len();
        replayed.differences.extend(unreadable_in(&book, &entries));
    }
    Ok(replayed)
}

/// A book is not folded: its state is the truth, and people correct it. All of it must be readable.
fn unreadable_in(book: &BookRow, entries: &[EntryRow]) -> Vec<String> {
    let found = match book.kind.as_str() {
        League::KIND => unreadable_as::<League>(book, entries),
        Campaign::KIND => unreadable_as::<Campaign>(book, entries),
        _ => vec!["it is neither a league nor a campaign.".to_owned()],
    };
    found.into_iter().map(|what| format!("Book {} ({}): {what}", book.id, book.kind)).collect()
}

fn unreadable_as<B: Book>(book: &BookRow, entries: &[EntryRow]) -> Vec<String> {
    let mut found = Vec::new();
    if B::from_text(&book.state).is_err() {
        found.push("its stored state cannot be read.".to_owned());
    }
    for EntryRow { seq, action, events, .. } in entries {
        if B::Action::from_text(action).is_err() || B::Event::list_from_text(events).is_err() {
            found.push(format!("entry {seq} cannot be read."));
        }
    }
    found
}

async fn replay_game(
    store: &Store,
    id: &str,
    replayed: &mut Replayed,
) -> anyhow::Result<Result<(), String>> {
    let Some(game) = store.game(id).await? else {
        return Ok(Err("its row is missing.".to_owned()));
    };
    // a running bot may add steps meanwhile; those up to the state that was read belong to it
    let rows = store.steps_between(id, 1, game.seq).await?;
    let mut steps = Vec::with_capacity(rows.len());
    for row in rows {
        let seq = row.seq;
        match read_step(row) {
            Ok(step) => steps.push(step),
            Err(_) => return Ok(Err(format!("step {seq} cannot be read."))),
        }
    }
    replayed.steps += steps.len();
    Ok(compare(&game, &steps, replayed))
}

fn compare(game: &GameRow, steps: &[Step], replayed: &mut Replayed) -> Result<(), String> {
    let folded = history::fold(steps).map_err(|fault| format!("{fault}."))?;
    for difference in rejudge(steps) {
        let found = format!("Game {}: {}", game.id, difference.in_words(folded.system));
        if difference.is_by_other_rules(folded.system) {
            replayed.other_rules.push(found);
        } else {
            replayed.differences.push(found);
        }
    }
    let same_rules = steps.iter().all(|step| folded.system.judges_by(step.deed.rules));
    match stored::read_table(&game.state) {
        Ok(stored) if stored == folded => {}
        // the steps are what counts: the state of an earlier version is made anew from them
        Ok(_) | Err(_) if !same_rules => replayed
            .other_rules
            .push(format!("Game {}: its state was stored under other rules.", game.id)),
        Ok(stored) => {
            let where_to = first_difference(&folded, &stored);
            return Err(format!("the stored state differs: {where_to}"));
        }
        Err(_) => return Err("its stored state cannot be read.".to_owned()),
    }
    let listed = summary(&folded);
    if (&listed.name, listed.phase) != (&game.name, game.phase) {
        return Err("its entry in the list differs from its state.".to_owned());
    }
    if Seed::new(*game.seed.expose()).hash() != game.seed_hash {
        return Err("its seed does not give the hash that was shown.".to_owned());
    }
    if history::next_die(steps) != game.next_die + 1 {
        return Err(format!("die {} should be next.", history::next_die(steps)));
    }
    Ok(())
}

/// Where two states part, as a path into their JSON.
fn first_difference(folded: &Table, stored: &Table) -> String {
    let as_json = |table| serde_json::from_str(&stored::write_table(table).unwrap_or_default());
    match (as_json(folded), as_json(stored)) {
        (Ok(folded), Ok(stored)) => differ(&folded, &stored, "")
            .unwrap_or_else(|| "only in what JSON does not show.".to_owned()),
        _ => "it cannot be written as JSON.".to_owned(),
    }
}

fn differ(folded: &serde_json::Value, stored: &serde_json::Value, path: &str) -> Option<String> {
    use serde_json::Value::{Array, Object};
    match (folded, stored) {
        (Object(a), Object(b)) => a
            .keys()
            .chain(b.keys())
            .find_map(|key| differ(&folded[key], &stored[key], &format!("{path}/{key}"))),
        (Array(a), Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().find_map(|(i, (a, b))| differ(a, b, &format!("{path}/{i}")))
        }
        (a, b) if a == b => None,
        (a, b) => Some(format!("{path} folds to {a}, stored is {b}.")),
    }
}
