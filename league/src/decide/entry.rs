//! Who takes part: entering, leaving, coming back, and where people stand before the start.

use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::table::Player;
use gatemaster_rules::text::{MAX_TITLE, clean_title};

use super::Draft;
use crate::event::Event;
use crate::ids::EntrantId;
use crate::league::{Entrant, Phase};
use crate::settings::{Format, MOST_ENTRANTS, Seeding};

impl Draft<'_> {
    pub(super) fn join(&mut self, faction: Option<&str>) -> Result<(), Refusal> {
        let player = self.actor.player.clone();
        if let Some(known) = self.league.season.entrant_of(player.id) {
            if !known.out {
                return Err(Refusal::new(format!("You are in “{}” already.", self.league.name)));
            }
            if self.league.season.phase != Phase::Entry {
                return Err(Refusal::new(
                    "You have left this season, and only an organiser can bring you back: `/organise return`.",
                ));
            }
            let no = known.no;
            return self.come_back(no);
        }
        if self.league.season.phase != Phase::Entry && !self.league.season.settings.late_entry {
            return Err(Refusal::new(format!(
                "“{}” has started and takes nobody in any more. The next season does.",
                self.league.name
            )));
        }
        let name = player.name.clone();
        self.take_in(Some(&player), &name, faction, None).map(|_| ())
    }

    pub(super) fn enter(
        &mut self,
        player: Option<&Player>,
        name: &str,
        faction: Option<&str>,
        division: Option<u8>,
    ) -> Result<(), Refusal> {
        self.organiser_only("enters other people")?;
        let known = match player {
            Some(player) => self.league.season.entrant_of(player.id),
            None => self.guest(name),
        };
        if let Some(known) = known {
            let already = format!("{} is in “{}” already.", known.name, self.league.name);
            let way_out = if known.out { " `/organise return` brings them back." } else { "" };
            return Err(Refusal::new(format!("{already}{way_out}")));
        }
        self.take_in(player, name, faction, division).map(|_| ())
    }

    pub(super) fn guest(&self, name: &str) -> Option<&Entrant> {
        let name = clean_title(name)?.to_lowercase();
        let mut entrants = self.league.season.entrants.iter();
        entrants.find(|entrant| entrant.name.to_lowercase() == name)
    }

    /// Somebody new; late, if the season has started.
    pub(super) fn take_in(
        &mut self,
        player: Option<&Player>,
        name: &str,
        faction: Option<&str>,
        division: Option<u8>,
    ) -> Result<EntrantId, Refusal> {
        self.not_closed()?;
        let season = &self.league.season;
        let settings = &season.settings;
        if season.phase == Phase::Finals {
            return Err(Refusal::new("The finals are on; the next season takes people in again."));
        }
        let late = season.phase != Phase::Entry;
        if late && matches!(settings.format, Format::Knockout { .. }) {
            return Err(Refusal::new(
                "The bracket is drawn, and nobody can be added to it. The next season takes people in again.",
            ));
        }
        let active = season.active().count();
        if settings.limit > 0 && active >= usize::from(settings.limit) {
            return Err(Refusal::new(format!(
                "“{}” is full: {active} people are in it. Ask an organiser to raise the limit.",
                self.league.name
            )));
        }
        if season.entrants.len() >= MOST_ENTRANTS {
            return Err(Refusal::new(format!("A league holds at most {MOST_ENTRANTS} people.")));
        }
        let lowest = settings.division_count() - 1;
        let division = division.unwrap_or(lowest);
        if division > lowest {
            return Err(Refusal::new("There is no such division."));
        }
        let name = clean_title(name).ok_or_else(|| {
            Refusal::new(format!("A guest needs a name of 1 to {MAX_TITLE} letters."))
        })?;
        let faction = read_faction(faction)?;
        if late && let Format::RoundRobin { legs } = settings.format {
            let others = season.in_division(division).filter(|entrant| !entrant.out).count();
            self.room_for(others.saturating_mul(legs.into()))?;
        }
        let from_round =
            if late { season.last_round().map_or(0, |round| round.number + 1) } else { 0 };
        let seed =
            season.entrants.iter().map(|entrant| entrant.seed).max().unwrap_or(0).saturating_add(1);
        // people keep their number from season to season
        let before = player.and_then(|player| {
            self.league.past.iter().rev().find_map(|season| season.entrant_of(player.id))
        });
        let no = before.map_or(EntrantId(self.league.next_entrant), |before| before.no);
        self.league.next_entrant = self.league.next_entrant.max(no.0.saturating_add(1));
        self.league.season.entrants.push(Entrant {
            no,
            id: player.map(|player| player.id),
            name,
            faction,
            division,
            seed,
            out: false,
            from_round,
            entered_ms: self.moment.now_ms,
        });
        self.events.push(Event::Entered { entrant: no, late });
        if late {
            self.give_matches_to_newcomer(no);
        }
        Ok(no)
    }

    pub(super) fn leave(&mut self) -> Result<(), Refusal> {
        self.not_closed()?;
        let me = self.myself()?;
        if me.out {
            return Err(Refusal::new("You have left this season already."));
        }
        let no = me.no;
        self.go(no, false)
    }

    pub(super) fn drop_out(&mut self, entrant: EntrantId, void: bool) -> Result<(), Refusal> {
        self.organiser_only("takes people out")?;
        self.not_closed()?;
        if self.entrant(entrant)?.out {
            return Err(Refusal::new(format!("{} has left already.", self.name_of(entrant))));
        }
        let knockout = matches!(self.league.season.settings.format, Format::Knockout { .. });
        if void && (knockout || self.league.season.phase == Phase::Finals) {
            return Err(Refusal::new(
                "In a knockout the matches that were played have decided who goes on, so they stand. Leave `void` out.",
            ));
        }
        self.go(entrant, void)
    }

    fn go(&mut self, no: EntrantId, void: bool) -> Result<(), Refusal> {
        if self.league.season.phase == Phase::Entry {
            // nothing was played, so nothing need be remembered
            self.league.season.entrants.retain(|entrant| entrant.no != no);
            // an entrant without a name cannot be told about; the event goes by number and is told as "somebody"
            self.events.push(Event::Left { entrant: no });
            return Ok(());
        }
        self.entrant_mut(no)?.out = true;
        self.events.push(Event::Left { entrant: no });
        self.give_matches_away(no, void);
        Ok(())
    }

    pub(super) fn bring_back(&mut self, entrant: EntrantId) -> Result<(), Refusal> {
        self.organiser_only("brings people back")?;
        self.not_closed()?;
        if !self.entrant(entrant)?.out {
            return Err(Refusal::new(format!("{} has not left.", self.name_of(entrant))));
        }
        let knockout = matches!(self.league.season.settings.format, Format::Knockout { .. });
        if knockout || self.league.season.phase == Phase::Finals {
            return Err(Refusal::new(
                "The bracket has gone on without them. The next season takes them in again.",
            ));
        }
        self.come_back(entrant)
    }

    fn come_back(&mut self, no: EntrantId) -> Result<(), Refusal> {
        self.entrant_mut(no)?.out = false;
        self.events.push(Event::Returned { entrant: no });
        Ok(())
    }

    pub(super) fn place(
        &mut self,
        no: EntrantId,
        division: Option<u8>,
        seed: Option<u32>,
    ) -> Result<(), Refusal> {
        self.organiser_only("places people")?;
        self.not_closed()?;
        self.entrant(no)?;
        if self.league.season.phase != Phase::Entry {
            return Err(Refusal::new(
                "The season has started, so everybody stays where they are until the next one.",
            ));
        }
        if let Some(division) = division {
            if division >= self.league.season.settings.division_count() {
                return Err(Refusal::new("There is no such division."));
            }
            self.entrant_mut(no)?.division = division;
        }
        if let Some(seed) = seed {
            self.put_at(no, seed);
            self.league.season.settings.seeding = Seeding::Entry;
        }
        self.events.push(Event::Placed { entrant: no });
        Ok(())
    }

    /// Moves somebody to this place of the order, counted from 1; the others close ranks.
    fn put_at(&mut self, no: EntrantId, seed: u32) {
        let mut order: Vec<(u32, EntrantId)> =
            self.league.season.entrants.iter().map(|entrant| (entrant.seed, entrant.no)).collect();
        order.sort_unstable();
        let mut order: Vec<EntrantId> =
            order.into_iter().map(|(_, no)| no).filter(|other| *other != no).collect();
        let at = usize::try_from(seed.saturating_sub(1)).unwrap_or(usize::MAX).min(order.len());
        order.insert(at, no);
        self.seed_by(&order);
    }

    /// Gives everybody their place in this order as their seed.
    pub(super) fn seed_by(&mut self, order: &[EntrantId]) {
        for (place, no) in (1..).zip(order) {
            if let Some(entrant) =
                self.league.season.entrants.iter_mut().find(|entrant| entrant.no == *no)
            {
                entrant.seed = place;
            }
        }
    }
}

pub(super) fn read_faction(faction: Option<&str>) -> Result<Option<String>, Refusal> {
    match faction.map(str::trim).filter(|faction| !faction.is_empty()) {
        None => Ok(None),
        Some(faction) => clean_title(faction).map(Some).ok_or_else(|| {
            Refusal::new(format!("A faction has a name of 1 to {MAX_TITLE} letters."))
        }),
    }
}
