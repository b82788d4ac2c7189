//! Whether an action is accepted, and what comes of it.

mod entry;
mod import;
mod level;
mod results;
mod rounds;
mod seasons;
mod time;

pub use import::{ImportTrial, LineFate, TriedLine, named, try_import};
pub use level::{MOST_IN_A_DECIDER, held_up, to_be_played, waiting};
pub use results::turned;
pub use rounds::{stage_name, swiss_rounds};
pub use time::counts_at_ms;

use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::table::{Actor, Player};
use gatemaster_rules::text::{MAX_TITLE, clean_line, clean_title};

use crate::action::Action;
use crate::book::{Book, Decided, Moment};
use crate::event::Event;
use crate::ids::{EntrantId, FixtureId};
use crate::league::{Entrant, Fixture, League, Level, Phase, Season};
use crate::lots::Promise;
use crate::settings::{Played, Settings};

/// The longest reason, objection or description.
pub const MOST_WORDS: usize = 300;
const MOST_ORGANISERS: usize = 20;
/// Results and ratings come with a whole league, so not everybody may bring one along.
pub const WHO_RESTORES: &str = "Only somebody who manages this server, or has its role of organisers, brings a whole \
                                league in. `/league new` opens an empty one for anybody.";

crate::stored::stored_as_json!(League, Action, Event);

impl Book for League {
    const KIND: &'static str = "league";
    type Action = Action;
    type Event = Event;

    fn name(&self) -> &str {
        &self.name
    }

    fn is_open(&self) -> bool {
        self.season.phase != Phase::Closed
    }

    fn organisers(&self) -> &[Player] {
        &self.organisers
    }

    fn announce(&self) -> Option<u64> {
        self.season.settings.announce
    }

    fn wakes_at_ms(&self) -> Option<i64> {
        time::wakes_at_ms(&self.season)
    }

    fn safe(&self, sentence: &str, escape: &dyn Fn(&str) -> String) -> String {
        let season = &self.season;
        let mut names: Vec<&str> =
            season.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        names.extend(self.organisers.iter().map(|organiser| organiser.name.as_str()));
        names.extend(season.settings.divisions.iter().map(String::as_str));
        names.push(&self.name);
        names.retain(|name| escape(name) != *name && sentence.contains(name));
        // the longest first: one name may be the beginning of another
        names.sort_by_key(|name| (std::cmp::Reverse(name.len()), *name));
        names.dedup();
        let mut safe = sentence.to_owned();
        // each is put away first, so that no name is looked for in what another has become
        for (at, name) in names.iter().enumerate() {
            safe = safe.replace(name, &format!("\u{0}{at}\u{0}"));
        }
        for (at, name) in names.iter().enumerate() {
            safe = safe.replace(&format!("\u{0}{at}\u{0}"), &escape(name));
        }
        safe
    }

    fn opens_game(action: &Action) -> Option<(&str, u32)> {
        match action {
            Action::Link { fixture, game } => Some((game, fixture.0)),
            _ => None,
        }
    }

    fn notes_game(action: &Action) -> Option<&str> {
        match action {
            Action::GameEnded { game, .. } => Some(game),
            _ => None,
        }
    }

    fn decide(
        before: Option<&Self>,
        actor: &Actor,
        action: &Action,
        moment: Moment,
    ) -> Result<Decided<Self, Event>, Refusal> {
        let Some(before) = before else {
            return match action {
                Action::Open { name, about, played, settings } => {
                    open(actor, name, about, played, settings, moment)
                }
                Action::Restore { league } => restore(actor, league, moment),
                _ => Err(Refusal::new("There is no such league yet. `/league new` opens one.")),
            };
        };
        let mut doing = Draft { league: before.clone(), actor, moment, events: Vec::new() };
        doing.run(action)?;
        Ok(Decided { book: doing.league, events: doing.events })
    }
}

fn open(
    actor: &Actor,
    name: &str,
    about: &str,
    played: &Played,
    settings: &Settings,
    moment: Moment,
) -> Result<Decided<League, Event>, Refusal> {
    let name = league_name(name)?;
    let about = words_or_nothing(about)?;
    let played = match played {
        Played::System(system) => Played::System(*system),
        Played::Elsewhere(game) => Played::Elsewhere(clean_title(game).ok_or_else(|| {
            Refusal::new(format!(
                "Say what is played in up to {MAX_TITLE} letters, such as “Bolt Action”."
            ))
        })?),
    };
    let season = Season {
        number: 1,
        name: String::new(),
        phase: Phase::Entry,
        settings: checked(settings)?,
        entrants: Vec::new(),
        rounds: Vec::new(),
        fixtures: Vec::new(),
        adjustments: Vec::new(),
        lot: moment.lot,
        level: promised(1, moment),
        opened_ms: moment.now_ms,
        started_ms: None,
        closed_ms: None,
    };
    let league = League {
        name,
        about,
        played,
        organisers: vec![actor.player.clone()],
        season,
        past: Vec::new(),
        next_entrant: 1,
        next_fixture: 1,
    };
    Ok(Decided { book: league, events: vec![Event::Opened] })
}

/// A season begins with the hash of its first lot's seed.
fn promised(season: u16, moment: Moment) -> Level {
    Level { promise: Some(Promise::new(season, 1, moment.seed)), ..Level::default() }
}

fn restore(
    actor: &Actor,
    league: &League,
    moment: Moment,
) -> Result<Decided<League, Event>, Refusal> {
    if !actor.manager {
        return Err(Refusal::new(WHO_RESTORES));
    }
    let mut league = league.clone();
    league.name = league_name(&league.name)?;
    league.season.settings.announce = None;
    // a file holds no seed that is still to be drawn with
    let drawn = league.season.level.lots.len();
    league.season.level.promise = Some(Promise::new(league.season.number, drawn + 1, moment.seed));
    league.organisers.retain(|organiser| organiser.id != actor.id());
    league.organisers.insert(0, actor.player.clone());
    league.organisers.truncate(MOST_ORGANISERS);
    Ok(Decided { book: league, events: vec![Event::Opened] })
}

fn league_name(name: &str) -> Result<String, Refusal> {
    clean_title(name)
        .ok_or_else(|| Refusal::new(format!("A league needs a name of 1 to {MAX_TITLE} letters.")))
}

fn checked(settings: &Settings) -> Result<Settings, Refusal> {
    let mut settings = settings.clone();
    for name in &mut settings.divisions {
        *name = clean_title(name).ok_or_else(|| {
            Refusal::new(format!("A division needs a name of 1 to {MAX_TITLE} letters."))
        })?;
    }
    let faults = settings.faults();
    if faults.is_empty() { Ok(settings) } else { Err(Refusal::new(faults.join("\n"))) }
}

fn words_or_nothing(text: &str) -> Result<String, Refusal> {
    if text.trim().is_empty() {
        return Ok(String::new());
    }
    clean_line(text, MOST_WORDS)
        .ok_or_else(|| Refusal::new(format!("Keep that text to {MOST_WORDS} letters.")))
}

fn words(text: &str, what: &str) -> Result<String, Refusal> {
    clean_line(text, MOST_WORDS).ok_or_else(|| {
        Refusal::new(format!(
            "{what} in 1 to {MOST_WORDS} letters, so that everybody understands it."
        ))
    })
}

/// A copy of the league that an action is tried on. A refusal throws it away.
struct Draft<'a> {
    league: League,
    actor: &'a Actor,
    moment: Moment,
    events: Vec<Event>,
}

impl Draft<'_> {
    fn run(&mut self, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Open { .. } | Action::Restore { .. } => {
                Err(Refusal::new("This league is open already."))
            }
            Action::Set { settings } => self.set(settings),
            Action::Rename { name, about } => self.rename(name.as_deref(), about.as_deref()),
            Action::Appoint { organiser } => self.appoint(organiser),
            Action::Dismiss { organiser } => self.dismiss(organiser),
            Action::Join { faction } => self.join(faction.as_deref()),
            Action::Enter { player, name, faction, division } => {
                self.enter(player.as_ref(), name, faction.as_deref(), *division)
            }
            Action::Leave => self.leave(),
            Action::Drop { entrant, void } => self.drop_out(*entrant, *void),
            Action::Return { entrant } => self.bring_back(*entrant),
            Action::Place { entrant, division, seed } => self.place(*entrant, *division, *seed),
            Action::Start => self.start(),
            Action::NextRound => {
                self.organiser_only("pairs the next round")?;
                self.next_round()
            }
            Action::Deadline { round, fixture, due_ms } => self.deadline(*round, *fixture, *due_ms),
            Action::Challenge { opponent } => self.challenge(*opponent).map(|_| ()),
            Action::Played { opponent, result } => self.played(*opponent, result),
            Action::Report { fixture, result } => self.report(*fixture, result),
            Action::Confirm { fixture, revision } => self.confirm(*fixture, *revision),
            Action::Dispute { fixture, revision, says } => self.dispute(*fixture, *revision, says),
            Action::Withdraw { fixture } => self.withdraw(*fixture),
            Action::Settle { fixture, result, why } => self.settle(*fixture, result, why),
            Action::Cancel { fixture, why } => self.cancel(*fixture, why),
            Action::Reopen { fixture, why } => self.reopen(*fixture, why),
            Action::Import { matches, people } => self.import(matches, people),
            Action::Adjust { entrant, points, why } => self.adjust(*entrant, *points, why),
            Action::Revoke { adjustment } => self.revoke(*adjustment),
            Action::Decider => self.decider(),
            Action::DrawLot => self.draw_lot(),
            Action::Rule { order, why } => self.rule(order, why),
            Action::Link { fixture, game } => self.link(*fixture, game),
            Action::GameEnded { fixture, game, result } => self.game_ended(*fixture, game, result),
            Action::GameReopened { fixture, game } => self.game_reopened(*fixture, game),
            Action::Tick => self.tick(),
            Action::Close { anyway } => self.close(*anyway),
            Action::Resume => self.resume(),
            Action::NextSeason { name } => self.next_season(name),
        }
    }

    fn set(&mut self, settings: &Settings) -> Result<(), Refusal> {
        self.organiser_only("changes how a league is set")?;
        self.not_closed()?;
        let new = checked(settings)?;
        let old = &self.league.season.settings;
        if self.league.season.phase != Phase::Entry {
            seasons::may_become(&self.league.season, &new)?;
        }
        let what = seasons::changes(old, &new);
        if what.is_empty() {
            return Err(Refusal::new("That is how the league is set already."));
        }
        let active = self.league.season.active().count();
        if new.limit > 0 && active > usize::from(new.limit) {
            return Err(Refusal::new(format!(
                "{active} people are in it already; a limit below that would shut somebody out."
            )));
        }
        let lowest = new.division_count() - 1;
        for entrant in &mut self.league.season.entrants {
            entrant.division = entrant.division.min(lowest);
        }
        self.league.season.settings = new;
        self.events.push(Event::Changed { what });
        Ok(())
    }

    fn rename(&mut self, name: Option<&str>, about: Option<&str>) -> Result<(), Refusal> {
        self.organiser_only("renames a league")?;
        let mut what = Vec::new();
        if let Some(name) = name {
            self.league.name = league_name(name)?;
            what.push("the name".to_owned());
        }
        if let Some(about) = about {
            self.league.about = words_or_nothing(about)?;
            what.push("the description".to_owned());
        }
        self.events.push(Event::Changed { what });
        Ok(())
    }

    fn appoint(&mut self, organiser: &Player) -> Result<(), Refusal> {
        self.organiser_only("appoints organisers")?;
        if self.league.is_organiser(organiser.id) {
            return Err(Refusal::new(format!("{} organises this league already.", organiser.name)));
        }
        if self.league.organisers.len() >= MOST_ORGANISERS {
            return Err(Refusal::new(format!(
                "A league has at most {MOST_ORGANISERS} organisers."
            )));
        }
        self.league.organisers.push(organiser.clone());
        self.events.push(Event::Appointed { organiser: organiser.clone() });
        Ok(())
    }

    fn dismiss(&mut self, organiser: &Player) -> Result<(), Refusal> {
        self.organiser_only("dismisses organisers")?;
        if !self.league.is_organiser(organiser.id) {
            return Err(Refusal::new(format!("{} does not organise this league.", organiser.name)));
        }
        if self.league.organisers.len() == 1 {
            return Err(Refusal::new("A league keeps one organiser. Appoint another one first."));
        }
        self.league.organisers.retain(|one| one.id != organiser.id);
        self.events.push(Event::Dismissed { organiser: organiser.clone() });
        Ok(())
    }

    fn organises(&self) -> bool {
        self.league.is_organised_by(self.actor)
    }

    fn organiser_only(&self, does: &str) -> Result<(), Refusal> {
        if self.organises() || self.actor.player.is_bot() {
            return Ok(());
        }
        let names: Vec<&str> =
            self.league.organisers.iter().map(|organiser| organiser.name.as_str()).collect();
        Err(Refusal::new(format!(
            "Only an organiser {does}: {}, or somebody who manages this server.",
            gatemaster_rules::text::list(&names)
        )))
    }

    fn not_closed(&self) -> Result<(), Refusal> {
        if self.league.season.phase == Phase::Closed {
            return Err(Refusal::new(format!(
                "{} of “{}” is closed, and its results stand. An organiser can open it again with `/organise resume`.",
                self.league.season.title(),
                self.league.name
            )));
        }
        Ok(())
    }

    fn running(&self) -> Result<(), Refusal> {
        self.not_closed()?;
        if self.league.season.phase == Phase::Entry {
            return Err(Refusal::new(format!(
                "“{}” has not started yet; people are still entering.",
                self.league.name
            )));
        }
        Ok(())
    }

    fn entrant(&self, no: EntrantId) -> Result<&Entrant, Refusal> {
        self.league.season.entrant(no).ok_or_else(|| {
            Refusal::new("Nobody of that name is in this season. `/league table` shows who is.")
        })
    }

    fn entrant_mut(&mut self, no: EntrantId) -> Result<&mut Entrant, Refusal> {
        self.league.season.entrants.iter_mut().find(|entrant| entrant.no == no).ok_or_else(|| {
            Refusal::new("Nobody of that name is in this season. `/league table` shows who is.")
        })
    }

    /// The entrant who acts.
    fn myself(&self) -> Result<&Entrant, Refusal> {
        self.league.season.entrant_of(self.actor.id()).ok_or_else(|| {
            Refusal::new(format!(
                "You are not in “{}”. `/league join` enters you while that is possible.",
                self.league.name
            ))
        })
    }

    fn fixture(&self, no: FixtureId) -> Result<&Fixture, Refusal> {
        self.league.season.fixture(no).ok_or_else(|| no_match(no))
    }

    fn fixture_mut(&mut self, no: FixtureId) -> Result<&mut Fixture, Refusal> {
        self.league
            .season
            .fixtures
            .iter_mut()
            .find(|fixture| fixture.no == no)
            .ok_or_else(|| no_match(no))
    }

    fn name_of(&self, no: EntrantId) -> String {
        self.league.season.name_of(no).to_owned()
    }
}

fn no_match(no: FixtureId) -> Refusal {
    Refusal::new(format!("This season has no match {no}. `/league fixtures` lists them."))
}
