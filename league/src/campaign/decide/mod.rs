//! Whether an action is accepted, and what comes of it.

mod battles;
mod lines;
mod outcome;
mod people;
mod places;
mod reopened;
mod rounds;
mod units;
mod words;

use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::table::{Actor, Player};

use super::action::{Action, Announce};
use super::happening::{Happening, Setting};
use super::ids::{BattleNo, EntryNo, PlaceNo, SideNo, UnitNo};
use super::import::anonymise_others;
use super::limits::{KEPT_FOR_ORGANISERS, LAST_MS, MOST_ENTRIES};
use super::validate::fault;
use super::{Battle, BattlePoints, Campaign, Entry, NextNumbers, Phase, Place, SideOf, Unit};
use crate::book::{Book, Decided, Moment};
use crate::settings::{MOST_POINTS, Played};
use words::{name_of, text_of, tidy};

pub(super) use battles::is_game_id;

crate::stored::stored_as_json!(Campaign, Action, Happening);

impl Book for Campaign {
    const KIND: &'static str = "campaign";
    type Action = Action;
    type Event = Happening;

    fn name(&self) -> &str {
        &self.name
    }

    fn is_open(&self) -> bool {
        match self.phase {
            Phase::Open => true,
            Phase::Closed => false,
        }
    }

    fn organisers(&self) -> &[Player] {
        &self.organisers
    }

    fn announce(&self) -> Option<u64> {
        self.announce
    }

    /// Its refusals have no marks of their own, so all of them may be escaped.
    fn safe(&self, sentence: &str, escape: &dyn Fn(&str) -> String) -> String {
        escape(sentence)
    }

    /// A campaign waits for people, never for the clock.
    fn wakes_at_ms(&self) -> Option<i64> {
        None
    }

    fn opens_game(action: &Action) -> Option<(&str, u32)> {
        match action {
            Action::LinkGame { battle, game } => Some((game, battle.0)),
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
    ) -> Result<Decided<Self, Happening>, Refusal> {
        // a clock that is wrong must not make a book that cannot be read
        let moment = Moment { now_ms: moment.now_ms.clamp(0, LAST_MS), ..moment };
        let book = match before {
            None => open(actor, action, moment)?,
            Some(before) => before.clone(),
        };
        let mut draft = Draft { book, actor, now_ms: moment.now_ms, told: Vec::new() };
        if before.is_none() {
            // the first line of a story from a file stands there already
            let restored = matches!(action, Action::Restore { .. });
            if !restored {
                draft.tell(Happening::Opened);
            } else if draft.book.is_open() {
                draft.tell(Happening::Resumed);
            }
        } else {
            draft.may_be_done(action)?;
            draft.act(action)?;
        }
        draft.written(action)
    }
}

fn open(actor: &Actor, action: &Action, moment: Moment) -> Result<Campaign, Refusal> {
    if let Action::Restore { campaign } = action {
        return restore(actor, campaign);
    }
    let Action::Open { name, about, played, points } = action else {
        return Err(Refusal::new("There is no such campaign yet; open one first."));
    };
    let organiser = somebody(&actor.player)?;
    points_are_sound(*points)?;
    Ok(Campaign {
        name: name_of(name, "A campaign")?,
        about: text_of(about)?,
        played: match played {
            Played::System(system) => Played::System(*system),
            Played::Elsewhere(game) => Played::Elsewhere(name_of(game, "What is played")?),
        },
        points: *points,
        organisers: vec![organiser],
        announce: None,
        page: true,
        phase: Phase::Open,
        sides: Vec::new(),
        rounds: Vec::new(),
        battles: Vec::new(),
        places: Vec::new(),
        units: Vec::new(),
        chronicle: Vec::new(),
        next: NextNumbers { side: SideNo(1), place: PlaceNo(1), unit: UnitNo(1) },
        opened_ms: moment.now_ms,
        closed_ms: None,
    })
}

/// A file names no organiser but the person who imports it, and brings no channel to announce in.
fn restore(actor: &Actor, campaign: &Campaign) -> Result<Campaign, Refusal> {
    let mut campaign = campaign.clone();
    let organiser = somebody(&actor.player)?;
    campaign.name = name_of(&campaign.name, "A campaign")?;
    campaign.announce = None;
    anonymise_others(&mut campaign, &organiser);
    match fault(&campaign) {
        None => Ok(campaign),
        Some(fault) => Err(Refusal::new(format!(
            "The file does not hold together: {fault} Take one as it was exported."
        ))),
    }
}

/// A person and not the program, as they are kept in the book.
fn somebody(player: &Player) -> Result<Player, Refusal> {
    if player.is_bot() {
        return Err(Refusal::new("A campaign is for people; name somebody else than the bot."));
    }
    Ok(tidy(player))
}

fn points_are_sound(points: BattlePoints) -> Result<(), Refusal> {
    let BattlePoints { win, draw, loss } = points;
    if [win, draw, loss].iter().any(|points| points.saturating_abs() > MOST_POINTS) {
        return Err(Refusal::new(format!(
            "Points for a battle go from −{MOST_POINTS} to {MOST_POINTS}."
        )));
    }
    if win < draw || draw < loss {
        return Err(Refusal::new(
            "A win must be worth at least a draw, and a draw at least a loss.",
        ));
    }
    Ok(())
}

/// Who an action is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doer {
    Organiser,
    /// Each decides by themselves who that is.
    Member,
    Bot,
}

/// What an action needs of the book.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Part of the story: only while it is told, and only while there is room for it.
    Story,
    /// Possible while the story is told, also when the chronicle is full.
    Tidying,
    /// Always possible.
    Keeping,
}

fn nature(action: &Action) -> (Doer, Kind) {
    match action {
        Action::AddSide { .. }
        | Action::ChangeSide { .. }
        | Action::Enlist { .. }
        | Action::OpenRound { .. }
        | Action::CloseRound
        | Action::Plan { .. }
        | Action::Cancel { .. }
        | Action::Correct { .. }
        | Action::PlacePut { .. }
        | Action::PlaceChange { .. }
        | Action::Take { .. }
        | Action::Link { .. }
        | Action::Unlink { .. }
        | Action::UnitPut { .. }
        | Action::UnitChange { .. }
        | Action::Award { .. } => (Doer::Organiser, Kind::Story),
        Action::RemoveSide { .. }
        | Action::Discharge { .. }
        | Action::PlaceRemove { .. }
        | Action::UnitRemove { .. }
        | Action::Close => (Doer::Organiser, Kind::Tidying),
        Action::Open { .. }
        | Action::Restore { .. }
        | Action::Set { .. }
        | Action::Appoint { .. }
        | Action::Dismiss { .. }
        | Action::Resume => (Doer::Organiser, Kind::Keeping),
        Action::Join { .. }
        | Action::LinkGame { .. }
        | Action::Report { .. }
        | Action::Confirm { .. }
        | Action::Contest { .. }
        | Action::Note { .. } => (Doer::Member, Kind::Story),
        Action::Leave => (Doer::Member, Kind::Tidying),
        Action::Strike { .. } => (Doer::Member, Kind::Keeping),
        Action::GameEnded { .. } | Action::GameReopened { .. } => (Doer::Bot, Kind::Story),
    }
}

/// A copy of the book that an action is tried on. A refusal throws it away.
struct Draft<'a> {
    book: Campaign,
    actor: &'a Actor,
    now_ms: i64,
    told: Vec<Happening>,
}

impl Draft<'_> {
    fn tell(&mut self, what: Happening) {
        self.told.push(what);
    }

    /// Whether the actor may act as an organiser.
    fn organises(&self) -> bool {
        !self.actor.player.is_bot() && self.book.is_organised_by(self.actor)
    }

    fn may_be_done(&self, action: &Action) -> Result<(), Refusal> {
        let (doer, kind) = nature(action);
        match doer {
            Doer::Organiser if !self.organises() => {
                let organisers: Vec<&str> =
                    self.book.organisers.iter().map(|player| player.name.as_str()).collect();
                return Err(Refusal::new(format!(
                    "That is for the organisers of {}; ask {}.",
                    self.book.name,
                    gatemaster_rules::text::list(&organisers)
                )));
            }
            Doer::Bot if !self.actor.player.is_bot() => {
                return Err(Refusal::new(
                    "The bot writes down by itself how its games end; report the battle instead.",
                ));
            }
            Doer::Organiser | Doer::Member | Doer::Bot => {}
        }
        match kind {
            Kind::Story | Kind::Tidying if !self.book.is_open() => Err(Refusal::new(format!(
                "{} is closed; an organiser can resume it.",
                self.book.name
            ))),
            Kind::Story | Kind::Tidying | Kind::Keeping => Ok(()),
        }
    }

    /// The chronicle with what was told, if there is room for it.
    fn written(mut self, action: &Action) -> Result<Decided<Campaign, Happening>, Refusal> {
        let (doer, kind) = nature(action);
        let by = tidy(&self.actor.player);
        let kept = match doer {
            Doer::Member if !self.organises() => KEPT_FOR_ORGANISERS,
            Doer::Organiser | Doer::Member | Doer::Bot => 0,
        };
        let room = (MOST_ENTRIES - kept).saturating_sub(self.book.chronicle.len());
        let lines = self.told.iter().filter(|what| is_a_line(what));
        match kind {
            Kind::Story if lines.clone().count() > room && kept > 0 => {
                return Err(Refusal::new(
                    "The chronicle is nearly full, and its last lines are the organisers'; ask them to write this down.",
                ));
            }
            Kind::Story if lines.clone().count() > room => {
                return Err(Refusal::new(format!(
                    "The chronicle has its {MOST_ENTRIES} lines; export it, close this campaign and open a new volume."
                )));
            }
            Kind::Story | Kind::Tidying | Kind::Keeping => {}
        }
        for what in lines.take(room) {
            let no = EntryNo(number_after(self.book.chronicle.len()));
            let (at_ms, by, what) = (self.now_ms, by.clone(), what.clone());
            self.book.chronicle.push(Entry { no, at_ms, by, what, struck: None });
        }
        Ok(Decided { book: self.book, events: self.told })
    }

    fn act(&mut self, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Open { .. } | Action::Restore { .. } => Err(Refusal::new(format!(
                "{} is open already; open another one under another name.",
                self.book.name
            ))),
            Action::Set { name, about, announce, page, points } => {
                self.set(name.as_deref(), about.as_deref(), *announce, *page, *points)
            }
            Action::Appoint { organiser } => self.appoint(organiser),
            Action::Dismiss { organiser } => self.dismiss(organiser),
            Action::AddSide { name, player, colour } => {
                self.add_side(name.as_deref(), player.as_ref(), *colour)
            }
            Action::ChangeSide { side, name, colour } => {
                self.change_side(*side, name.as_deref(), *colour)
            }
            Action::RemoveSide { side } => self.remove_side(*side),
            Action::Join { side } => self.enlist(*side, &self.actor.player.clone()),
            Action::Leave => self.leave(),
            Action::Enlist { side, player } => self.enlist(*side, player),
            Action::Discharge { player } => self.discharge(player),
            Action::OpenRound { name, about } => self.open_round(name, about),
            Action::CloseRound => self.close_round(),
            Action::Plan { name, sides, place, note } => {
                self.plan(name.as_deref(), sides, *place, note)
            }
            Action::LinkGame { battle, game } => self.link_game(*battle, game),
            Action::Report { battle, told } => self.report(*battle, told),
            Action::Confirm { battle, revision } => self.confirm(*battle, *revision),
            Action::Contest { battle, revision, says } => self.contest(*battle, *revision, says),
            Action::GameEnded { battle, game, told } => self.game_ended(*battle, game, told),
            Action::GameReopened { battle, game } => self.game_reopened(*battle, game),
            Action::Cancel { battle, why } => self.cancel(*battle, why),
            Action::Correct { battle, told, why } => self.correct(*battle, told, why),
            Action::PlacePut { name, worth, owner, at, note } => {
                self.put_place(name, *worth, *owner, *at, note)
            }
            Action::PlaceChange { place, name, worth, at, note } => {
                self.change_place(*place, name.as_deref(), *worth, *at, note.as_deref())
            }
            Action::PlaceRemove { place } => self.remove_place(*place),
            Action::Take { place, side } => self.take(*place, *side),
            Action::Link { one, other } => self.link(*one, *other),
            Action::Unlink { one, other } => self.unlink(*one, *other),
            Action::UnitPut { side, name, kind, experience, losses, note } => {
                self.put_unit(*side, name, kind, [*experience, *losses], note)
            }
            Action::UnitChange {
                unit,
                name,
                kind,
                experience,
                losses,
                state,
                honour,
                note,
                battle,
            } => {
                let before = self.told.len();
                self.describe_unit(*unit, name.as_deref(), kind.as_deref(), note.as_deref())?;
                self.carry_over(*unit, *experience, *losses, *battle)?;
                self.unit_becomes(*unit, *state, *battle)?;
                self.honour_unit(*unit, honour.as_deref(), *battle)?;
                if self.told.len() == before {
                    return Err(nothing_new());
                }
                Ok(())
            }
            Action::UnitRemove { unit } => self.remove_unit(*unit),
            Action::Award { side, points, why } => self.award(*side, *points, why),
            Action::Note { text, battle } => self.note(text, *battle),
            Action::Strike { entry } => self.strike(*entry),
            Action::Close => {
                self.book.phase = Phase::Closed;
                self.book.closed_ms = Some(self.now_ms);
                self.tell(Happening::Closed);
                Ok(())
            }
            Action::Resume => self.resume(),
        }
    }

    fn set(
        &mut self,
        name: Option<&str>,
        about: Option<&str>,
        announce: Option<Announce>,
        page: Option<bool>,
        points: Option<BattlePoints>,
    ) -> Result<(), Refusal> {
        let mut what = Vec::new();
        if let Some(name) = name {
            change(&mut self.book.name, name_of(name, "A campaign")?, Setting::Name, &mut what);
        }
        if let Some(about) = about {
            change(&mut self.book.about, text_of(about)?, Setting::About, &mut what);
        }
        if let Some(announce) = announce {
            let channel = match announce {
                Announce::Nowhere => None,
                Announce::Channel(channel) => Some(channel),
            };
            change(&mut self.book.announce, channel, Setting::Announce, &mut what);
        }
        if let Some(page) = page {
            change(&mut self.book.page, page, Setting::Page, &mut what);
        }
        if let Some(points) = points {
            points_are_sound(points)?;
            change(&mut self.book.points, points, Setting::Points, &mut what);
        }
        if what.is_empty() {
            return Err(nothing_new());
        }
        self.tell(Happening::Set { what });
        Ok(())
    }

    fn resume(&mut self) -> Result<(), Refusal> {
        match self.book.phase {
            Phase::Open => {
                Err(Refusal::new(format!("{} goes on; it is not closed.", self.book.name)))
            }
            Phase::Closed => {
                self.book.phase = Phase::Open;
                self.book.closed_ms = None;
                self.tell(Happening::Resumed);
                Ok(())
            }
        }
    }

    fn side(&self, no: SideNo) -> Result<&SideOf, Refusal> {
        self.book.side(no).ok_or_else(|| no_such_side(no))
    }

    fn side_mut(&mut self, no: SideNo) -> Result<&mut SideOf, Refusal> {
        self.book.sides.iter_mut().find(|side| side.no == no).ok_or_else(|| no_such_side(no))
    }

    fn battle(&self, no: BattleNo) -> Result<&Battle, Refusal> {
        self.book.battle(no).ok_or_else(|| no_such_battle(no))
    }

    fn battle_mut(&mut self, no: BattleNo) -> Result<&mut Battle, Refusal> {
        self.book.battles.iter_mut().find(|b| b.no == no).ok_or_else(|| no_such_battle(no))
    }

    fn place(&self, no: PlaceNo) -> Result<&Place, Refusal> {
        self.book.place(no).ok_or_else(|| no_such_place(no))
    }

    fn place_mut(&mut self, no: PlaceNo) -> Result<&mut Place, Refusal> {
        self.book.places.iter_mut().find(|place| place.no == no).ok_or_else(|| no_such_place(no))
    }

    fn unit_mut(&mut self, no: UnitNo) -> Result<&mut Unit, Refusal> {
        let unit = self.book.units.iter_mut().find(|unit| unit.no == no);
        unit.ok_or_else(|| {
            Refusal::new(format!("This campaign has no unit {no}; choose one from its roll."))
        })
    }
}

fn no_such_side(no: SideNo) -> Refusal {
    Refusal::new(format!("This campaign has no side {no}; choose one of its sides or add one."))
}

fn no_such_battle(no: BattleNo) -> Refusal {
    Refusal::new(format!("This campaign has no battle {no}; choose one of its battles."))
}

fn no_such_place(no: PlaceNo) -> Refusal {
    Refusal::new(format!("This campaign has no place {no}; choose one from its map."))
}

fn nothing_new() -> Refusal {
    Refusal::new("Everything is so already; say what should be different.")
}

/// A mark on a note is seen there, and needs no line that speaks of it.
fn is_a_line(what: &Happening) -> bool {
    !matches!(what, Happening::Struck { .. })
}

fn change<T: PartialEq>(old: &mut T, new: T, setting: Setting, what: &mut Vec<Setting>) {
    if *old != new {
        *old = new;
        what.push(setting);
    }
}

/// Of things that are never removed: the next one's number.
fn number_after(so_many: usize) -> u32 {
    u32::try_from(so_many).unwrap_or(u32::MAX).saturating_add(1)
}
