//! A game between two people who have an open match, played without the league knowing: one press counts it.

use std::collections::HashSet;

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_discord::limits::{BUTTON_LABEL, clip};
use gatemaster_league::{Fixture, League, Side, State};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::record::Record;

use super::{Clerk, LOOK_BACK_MS};
use crate::boxed;
use crate::league::from_game::{people, person, result_of};
use crate::league::press::LeaguePress;
use crate::league::show::button;
use crate::ledger::StoredBook;
use crate::trouble::Trouble;

/// More than that is a matter for `/league report`.
const MOST_OFFERS: usize = 3;

/// How far the clerk has looked. An offer that a stop swallows is made by nobody; the match can be reported by hand.
#[derive(Debug)]
pub(super) struct Offers {
    since_ms: i64,
    made: HashSet<String>,
}

impl Offers {
    pub fn since(now_ms: i64) -> Self {
        Self { since_ms: now_ms, made: HashSet::new() }
    }
}

impl Clerk {
    #[boxed]
    pub(super) async fn offer_games(&self, offers: &mut Offers, now: i64) -> Result<(), Trouble> {
        let mut found = HashSet::new();
        for guild in self.desk.store.servers_with_books().await? {
            for id in self.desk.store.ended_outside_books(guild, offers.since_ms).await? {
                if self.stopping.is_cancelled() {
                    return Ok(());
                }
                found.insert(id.clone());
                if !offers.made.insert(id.clone()) {
                    continue;
                }
                if let Err(trouble) = self.offer_game(guild, &id).await {
                    tracing::warn!(
                        game = id,
                        trouble = trouble.in_short(),
                        "a game could not be offered to a league"
                    );
                }
            }
        }
        offers.since_ms = offers.since_ms.max(now.saturating_sub(LOOK_BACK_MS));
        // what lies further back is not found any more and need not be remembered
        offers.made = found;
        Ok(())
    }

    async fn offer_game(&self, guild: u64, id: &str) -> Result<(), Trouble> {
        let Some(game) = self.desk.load_any(id).await? else { return Ok(()) };
        let Some(record) = game.record().filter(|record| record.decided) else {
            return Ok(());
        };
        let [one, other] = people(&record)[..] else { return Ok(()) };
        let leagues = self.ledger.all_on::<League>(guild).await?;
        let buttons: Vec<Button> = leagues
            .iter()
            .filter_map(|kept| open_match(kept, &record, [one, other]).map(|no| (kept, no)))
            .take(MOST_OFFERS)
            .map(|(kept, fixture)| {
                let label = clip(&format!("Count it for {}", kept.book.name), BUTTON_LABEL);
                let press = LeaguePress::TakeGame { fixture: fixture.no, game: id.to_owned() };
                button(kept, label, press).styled(Style::Main)
            })
            .collect();
        if buttons.is_empty() {
            return Ok(());
        }
        let line = "You two have an open match. Was this it?";
        self.say_at_table(&game, &Card::line(line).with_row(buttons), "offer").await
    }
}

/// The open match of these two in a league of this system that could take the result.
fn open_match<'l>(
    kept: &'l StoredBook<League>,
    record: &Record,
    two: [UserId; 2],
) -> Option<&'l Fixture> {
    let season = &kept.book.season;
    if kept.book.played.system() != Some(record.system) || !season.is_running() {
        return None;
    }
    season.unsettled().filter(|fixture| fixture.state == State::Open).find(|fixture| {
        let ids = Side::BOTH.map(|side| person(season, fixture, side));
        two.iter().all(|id| ids.contains(&Some(*id))) && result_of(season, fixture, record).is_ok()
    })
}
