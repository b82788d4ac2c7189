//! `gatemaster replay`: folds every game of a database again and compares it with what is stored.

use gatemaster_commands::desk::{read_step, summary};
use gatemaster_rules::dice::Seed;
use gatemaster_rules::history;
use gatemaster_rules::table::Table;
use gatemaster_store::Store;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    pub games: usize,
    pub steps: usize,
    pub differences: Vec<String>,
}

/// Prints what was found; `true` when everything agrees.
pub async fn run(url: &str) -> anyhow::Result<bool> {
    let store = super::look(url).await?;
    store.is_current().await?;
    let replayed = replay(&store).await?;
    for difference in &replayed.differences {
        println!("{difference}");
    }
    println!(
        "{} games, {} steps: {}",
        replayed.games,
        replayed.steps,
        match replayed.differences.len() {
            0 => "every state is exactly what its steps add up to.".to_owned(),
            n => format!("{n} differences."),
        }
    );
    store.close().await;
    Ok(replayed.differences.is_empty())
}

pub async fn replay(store: &Store) -> anyhow::Result<Replayed> {
    let mut replayed = Replayed { differences: store.check().await?, ..Replayed::default() };
    for id in store.all_game_ids().await? {
        replayed.games += 1;
        match replay_game(store, &id).await? {
            Ok(steps) => replayed.steps += steps,
            Err(difference) => replayed.differences.push(format!("Game {id}: {difference}")),
        }
    }
    Ok(replayed)
}

async fn replay_game(store: &Store, id: &str) -> anyhow::Result<Result<usize, String>> {
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
    let folded = match history::fold(&steps) {
        Ok(table) => table,
        Err(fault) => return Ok(Err(format!("{fault}."))),
    };
    let stored: Table = match serde_json::from_str(&game.state) {
        Ok(table) => table,
        Err(_) => return Ok(Err("its stored state cannot be read.".to_owned())),
    };
    if folded != stored {
        return Ok(Err(format!(
            "the stored state differs: {}",
            first_difference(&folded, &stored)
        )));
    }
    let listed = summary(&folded);
    if (&listed.name, listed.phase) != (&game.name, game.phase) {
        return Ok(Err("its entry in the list differs from its state.".to_owned()));
    }
    if Seed::new(*game.seed.expose()).hash() != game.seed_hash {
        return Ok(Err("its seed does not give the hash that was shown.".to_owned()));
    }
    if history::next_die(&steps) != game.next_die + 1 {
        return Ok(Err(format!("die {} should be next.", history::next_die(&steps))));
    }
    Ok(Ok(steps.len()))
}

/// Where two states part, as a path into their JSON.
fn first_difference(folded: &Table, stored: &Table) -> String {
    match (serde_json::to_value(folded), serde_json::to_value(stored)) {
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
