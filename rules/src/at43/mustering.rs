//! Companies are built in secret, locked, and shown once all are (T-BLD-1).

use super::command::Command;
use super::company::{self, Company, Fault, Limits, MAX_UNITS, marked, smallest};
use super::data::bounds::{MAX_TOGETHER, SPECIALISTS};
use super::data::{MAX_KEY, companies};
use super::event::Event;
use super::fielded::fielded;
use super::mission::{Ground, Role};
use super::run::Run;
use super::state::{Phase, Side, State, Unit};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::{Doer, Open, Who};
use crate::text::{clean_line, clean_title};

/// What a side may spend: the mission's figure for its role, else what the table has agreed on.
pub fn limits(state: &State, seat: Seat) -> Limits {
    let part = state.side(seat).and_then(|side| side.part).unwrap_or(Role::Attacker);
    let mission = state.mission.as_ref();
    mission
        .and_then(|mission| Limits::of(mission, part))
        .unwrap_or(Limits::without_reinforcements(state.points))
}

/// Everything wrong with a company but its cost, and how much it costs too much.
pub(super) fn looked_through(state: &State, seat: Seat, company: &Company) -> (Vec<Fault>, u32) {
    let mut above = 0_u32;
    let mut faults = company::check(&state.library, company, &limits(state, seat));
    faults.retain(|fault| match fault {
        Fault::Over { by, .. } => {
            above = above.saturating_add(*by);
            false
        }
        Fault::Name
        | Fault::UnknownArmy { .. }
        | Fault::NoUnits
        | Fault::TooManyUnits { .. }
        | Fault::Unit { .. }
        | Fault::NoOfficer
        | Fault::HighestRankTwice { .. }
        | Fault::HeroTwice { .. }
        | Fault::Platoons(_) => true,
    });
    (faults, above)
}

/// Whoever has yet to say whether this side may have that many army points (T-BLD-1).
pub fn to_accept(state: &State, of: Seat) -> Vec<Seat> {
    let Some(side) = state.side(of).filter(|side| side.locked && side.over > 0) else {
        return Vec::new();
    };
    state.seats().filter(|seat| *seat != of && !side.over_accepted_by.contains(seat)).collect()
}

pub(super) fn open(state: &State) -> Vec<Open<Command>> {
    let mut open: Vec<_> = state.seats().filter_map(|seat| company_of(state, seat)).collect();
    for of in state.seats() {
        let Some(side) = state.side(of) else { continue };
        open.extend(to_accept(state, of).into_iter().map(|seat| Open {
            who: Who::Seat(seat),
            what: format!("accept {} AP too many of {} or not", side.over, side.name),
            matter: format!("{} {}", of.0, side.over),
            options: [true, false].map(|accept| Command::AcceptOver { seat, of, accept }).to_vec(),
        }));
    }
    open
}

fn company_of(state: &State, seat: Seat) -> Option<Open<Command>> {
    let side = state.side(seat)?;
    let (who, what, options) = if side.locked {
        (Who::May(seat), "take the lock off the company", vec![Command::UnlockCompany { seat }])
    } else {
        let mut options = Vec::new();
        let done = side.company.as_ref();
        if done.is_some_and(|company| looked_through(state, seat, company).0.is_empty()) {
            options.push(Command::LockCompany { seat });
        }
        let ready = ready(state, seat).into_iter();
        options.extend(ready.map(|company| Command::Muster { seat, company }));
        (Who::Seat(seat), "build a company and lock it", options)
    };
    Some(Open { who, what: what.to_owned(), matter: "company".to_owned(), options })
}

/// Companies that could be played at once; what is too much is marked as reinforcement where there are such. An army
/// without any is shown with its first officer.
pub(super) fn ready(state: &State, seat: Seat) -> Vec<Company> {
    let limits = limits(state, seat);
    let legal = |company: &Company| looked_through(state, seat, company).0.is_empty();
    let mut ready: Vec<Company> = companies()
        .iter()
        .map(|ready| marked(&state.library, &ready.company, &limits))
        .filter(legal)
        .collect();
    for army in &state.library.armies {
        if !ready.iter().any(|company| company.army == army.key) {
            ready.extend(smallest(&state.library, &army.key).filter(legal));
        }
    }
    ready
}

/// A company fit to be kept: nothing in it is longer than any army list is.
fn tidy(company: &Company) -> Result<Company, Refusal> {
    let mut tidy = company.clone();
    if !company.name.is_empty() {
        tidy.name = clean_title(&company.name)
            .ok_or_else(|| Refusal::new("The company's name is too long or cannot be shown."))?;
    }
    if company.units.len() > MAX_UNITS {
        return Err(Refusal::new(format!("A company has at most {MAX_UNITS} units.")));
    }
    let is_key = |key: &String| key.is_empty() || clean_line(key, MAX_KEY).as_ref() == Some(key);
    let most = usize::from(*SPECIALISTS.end());
    for unit in &company.units {
        let keys = unit.equipment.iter().chain(&unit.special).chain(&unit.hero);
        let long = unit.equipment.len() > MAX_TOGETHER || unit.specialists.len() > most;
        if long || !is_key(&unit.unit) || !keys.into_iter().all(is_key) {
            return Err(Refusal::new("The company names something that is in no army list."));
        }
    }
    if !is_key(&company.army) {
        return Err(Refusal::new("There is no army of that name."));
    }
    Ok(tidy)
}

impl Run<'_> {
    fn own_company(&self, by: &Doer, seat: Seat) -> Result<&Side, Refusal> {
        self.must_be_in(
            Phase::Mustering,
            "Companies are built after the briefing and before the battle.",
        )?;
        if !by.holds(seat) {
            return Err(Refusal::new("You build your own company alone."));
        }
        self.state.side(seat).ok_or_else(|| Refusal::new("There is no such side in this game."))
    }

    pub fn muster(&mut self, by: &Doer, seat: Seat, company: &Company) -> Result<(), Refusal> {
        if self.own_company(by, seat)?.locked {
            return Err(Refusal::new("Your company is locked; take the lock off to change it."));
        }
        let company = Some(tidy(company)?);
        self.emit(Event::CompanyBuilt { seat, company });
        Ok(())
    }

    pub fn lock_company(&mut self, by: &Doer, seat: Seat) -> Result<(), Refusal> {
        let side = self.own_company(by, seat)?;
        if side.locked {
            return Err(Refusal::new("Your company is locked already."));
        }
        let Some(company) = &side.company else {
            return Err(Refusal::new("You have no company yet; build one first."));
        };
        let (faults, over) = looked_through(&self.state, seat, company);
        if !faults.is_empty() {
            return Err(in_one_text(&faults));
        }
        self.emit(Event::CompanyLocked { seat, over });
        self.show_companies_if_all_are_locked()
    }

    pub fn unlock_company(&mut self, by: &Doer, seat: Seat) -> Result<(), Refusal> {
        if !self.own_company(by, seat)?.locked {
            return Err(Refusal::new("Your company is not locked."));
        }
        self.emit(Event::CompanyUnlocked { seat });
        Ok(())
    }

    pub fn accept_over(
        &mut self,
        by: &Doer,
        seat: Seat,
        of: Seat,
        accept: bool,
    ) -> Result<(), Refusal> {
        self.must_be_in(Phase::Mustering, "The companies are known already.")?;
        if !by.holds(seat) && !by.organiser {
            return Err(Refusal::new("You answer for your own side alone."));
        }
        if !to_accept(&self.state, of).contains(&seat) {
            let side = self.state.side_name(of);
            return Err(Refusal::new(format!("No company of {side} waits for your word.")));
        }
        if !by.holds(seat) {
            self.emit(Event::AnsweredFor { seat });
        }
        self.emit(Event::OverAnswered { seat, of, accept });
        self.show_companies_if_all_are_locked()
    }

    fn show_companies_if_all_are_locked(&mut self) -> Result<(), Refusal> {
        let state = &self.state;
        let waits = |seat: Seat| {
            state.side(seat).is_none_or(|side| !side.locked) || !to_accept(state, seat).is_empty()
        };
        if state.seats().any(waits) {
            return Ok(());
        }
        let companies: Vec<Company> =
            state.sides.iter().map(|side| side.company.clone().unwrap_or_default()).collect();
        let mut units: Vec<Unit> = Vec::new();
        for (seat, company) in state.seats().zip(&companies) {
            let mustered =
                company::muster(&state.library, company).map_err(|it| in_one_text(&it))?;
            units.extend(mustered.iter().filter_map(|unit| fielded(&state.library, seat, unit)));
        }
        tell_apart(state, &mut units);
        self.emit(Event::CompaniesShown { companies, units });
        let ground = self.state.mission.as_ref().map(|mission| mission.ground);
        if ground == Some(Ground::TrenchWar) {
            let seats: Vec<Seat> = self.state.seats().collect();
            let what = "who picks a sector first";
            self.highest(&seats, what, |rolls, first| Event::SectorsRolled { rolls, first })?;
        }
        Ok(())
    }
}

/// Where several sides bring units of one name, each has its side's name before it: "Blue Steel troopers 1".
fn tell_apart(state: &State, units: &mut [Unit]) {
    let names: Vec<(Seat, String)> =
        units.iter().map(|unit| (unit.side, unit.name.clone())).collect();
    for unit in units {
        if names.iter().any(|(side, name)| *side != unit.side && *name == unit.name) {
            unit.name = format!("{} {}", state.side_name(unit.side), unit.name);
        }
    }
}

fn in_one_text(faults: &[Fault]) -> Refusal {
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    Refusal::new(faults.join(" "))
}
