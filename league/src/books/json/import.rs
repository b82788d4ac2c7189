//! Takes out of an imported league what belongs to another server: people who are not here, its games, its channel.

use std::collections::HashMap;

use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::Player;
use gatemaster_rules::text::{MAX_TITLE, clean_title};

use crate::league::{Entrant, League, Season, SeparatedBy, State};

/// Stands in the books for somebody whose id is not kept. Ids of people are far larger, and this one is shown as a former
/// player.
const NOBODY_HERE: UserId = UserId(1);

pub(super) fn drop_foreign(league: &mut League, known: &dyn Fn(UserId) -> bool) {
    // the program itself takes part in no league and organises none
    let known = |id: UserId| id != UserId::BOT && known(id);
    league.organisers.retain(|organiser| known(organiser.id));
    for organiser in &mut league.organisers {
        tidy(organiser);
    }
    let mut guests = Guests::default();
    for season in league.past.iter_mut().chain([&mut league.season]) {
        for entrant in &mut season.entrants {
            if !entrant.id.is_some_and(known) {
                guests.make_guest(entrant);
            }
        }
        season.settings.announce = None;
        without_games(season);
        for player in writers(season) {
            if !known(player.id) {
                player.id = NOBODY_HERE;
            }
            tidy(player);
        }
    }
}

/// Who has had which name so far. Guests are known by their names, so people whom only their ids told apart get a number.
#[derive(Default)]
struct Guests {
    holders: HashMap<String, Vec<Option<UserId>>>,
}

impl Guests {
    fn make_guest(&mut self, entrant: &mut Entrant) {
        // names that look alike are alike; one of which nothing is left is refused later
        if let Some(clean) = clean_title(&entrant.name) {
            entrant.name = clean;
        }
        let holders = self.holders.entry(entrant.name.to_lowercase()).or_default();
        let place = holders.iter().position(|id| *id == entrant.id).unwrap_or_else(|| {
            holders.push(entrant.id);
            holders.len() - 1
        });
        entrant.id = None;
        if place > 0 {
            let number = format!(" ({})", place + 1);
            let room = MAX_TITLE.saturating_sub(number.len());
            let name: String = entrant.name.chars().take(room).collect();
            entrant.name = format!("{}{number}", name.trim_end());
        }
    }
}

/// Their names are only shown beside what they did, so an odd one is no reason to refuse the file.
fn tidy(player: &mut Player) {
    player.name = clean_title(&player.name).unwrap_or_else(|| "somebody".to_owned());
}

fn without_games(season: &mut Season) {
    for fixture in &mut season.fixtures {
        fixture.games.clear();
        let before = fixture.history.iter_mut().map(|change| &mut change.before);
        for state in before.chain([&mut fixture.state]) {
            match state {
                State::Reported { result, .. }
                | State::Disputed { result, .. }
                | State::Decided { result, .. } => result.game = None,
                State::Open | State::Bye | State::Cancelled { .. } => {}
            }
        }
    }
}

/// Everybody who has changed something.
fn writers(season: &mut Season) -> impl Iterator<Item = &mut Player> {
    let changes = season.fixtures.iter_mut().flat_map(|fixture| &mut fixture.history);
    let rulings = season.level.separations.iter_mut().filter_map(|one| match &mut one.how {
        SeparatedBy::Ruling { by, .. } => Some(by),
        SeparatedBy::Lot { .. } | SeparatedBy::Decider { .. } => None,
    });
    changes
        .map(|change| &mut change.by)
        .chain(season.adjustments.iter_mut().map(|adjustment| &mut adjustment.by))
        .chain(rulings)
}
