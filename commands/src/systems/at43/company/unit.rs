//! One unit of a company in the making, with all that it can have.

use gatemaster_discord::card::{Card, Choice, Select, Style};
use gatemaster_discord::limits::{ROWS, clip};
use gatemaster_rules::at43::company::{
    Offer, Offers, Step, UnitOffers, offers, offers_for, sheet, specialist_name,
};
use gatemaster_rules::at43::profile::Specialist;

use super::bench::Bench;
use super::choices::window;
use super::press::{CompanyPress, Part};
use super::show::{self, MOST_SAID, priced};
use super::words::left_words;
use crate::table::NEUTRAL;
use crate::words::{capital, esc, list};

/// What cannot be had now is one line.
const MOST_LATER: usize = 200;

/// One list of a unit, from this option on.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnitPlaces {
    pub second: bool,
    pub paged: Option<(Part, usize)>,
}

/// A unit with all that it can have.
pub fn unit(bench: &Bench, place: usize, at: UnitPlaces, said: &str) -> Option<Card> {
    let (library, limits, company) = (bench.library(), bench.limits(), &bench.draft.company);
    let own = offers_for(library, company, &limits, place)?;
    let all = offers(library, company, &limits);
    let hash = bench.draft.hash();
    let number = u8::try_from(place).ok()?;
    let mut lists: Vec<Select> = Part::ALL
        .into_iter()
        .filter_map(|part| {
            let offers = of_part(&own, part);
            // what cannot be otherwise is not asked
            if offers.iter().all(|offer| offer.chosen) {
                return None;
            }
            let options = (0..).zip(&offers).map(|(place, offer): (usize, _)| {
                priced(Choice::new(label(part, offer), place), String::new(), offer, &all, &limits)
            });
            let from = at.paged.filter(|(paged, _)| *paged == part).map_or(0, |(_, from)| from);
            let options = window(options.collect(), from);
            Some(bench.list(
                placeholder(part),
                CompanyPress::Set { hash, unit: number, part },
                options,
            ))
        })
        .collect();
    let room = ROWS - 1;
    let several = lists.len() > room;
    if several {
        let rest = lists.split_off(room);
        if at.second {
            lists = rest;
        }
    }
    let mut row =
        vec![bench.button("Back", CompanyPress::Bench(0)).marked("⬅️").styled(Style::Main)];
    if several {
        let press = CompanyPress::Show { hash, unit: number, second: !at.second };
        row.push(bench.button("More choices", press));
    }
    if let Some(other) = own.marks.iter().find(|mark| !mark.chosen) {
        let press = CompanyPress::Mark { hash, unit: number };
        row.push(bench.button(format!("Make it {}", other.label), press).marked("🚩"));
    }
    row.push(match &own.copy {
        Some(copy) => {
            let label = format!("One more like it ({:+} AP)", copy.change);
            bench.button(label, CompanyPress::Copy { hash, unit: number }).marked("➕")
        }
        None => bench
            .button("One more like it: no slot", CompanyPress::Copy { hash, unit: number })
            .disabled_if(true),
    });
    row.push(
        bench
            .button("Remove", CompanyPress::Remove { hash, unit: number })
            .marked("🗑️")
            .styled(Style::No),
    );
    Some(Card {
        title: clip(&own.name, 100),
        text: unit_text(bench, place, &all, &own.later, said),
        colour: Some(NEUTRAL),
        selects: lists,
        buttons: vec![row],
        ..Card::default()
    })
}

fn unit_text(bench: &Bench, place: usize, all: &Offers, later: &[String], said: &str) -> String {
    let (library, limits, company) = (bench.library(), bench.limits(), &bench.draft.company);
    let shown = sheet(library, company, &limits);
    let in_slots = shown.platoons.iter().flat_map(|platoon| &platoon.slots);
    let mut units = in_slots.filter_map(|slot| slot.unit.as_ref()).chain(&shown.left);
    let unit = units.find(|unit| unit.unit == place).map(ToString::to_string);
    let mut lines = Vec::new();
    if !said.is_empty() {
        lines.push(clip(said, MOST_SAID));
    }
    lines.push(esc(&unit.unwrap_or_default()));
    let left = left_words(all.left, &limits).map_or(String::new(), |left| format!(" · **{left}**"));
    lines.push(format!("Company: {}{left}", shown.points()));
    if !later.is_empty() {
        lines.push(show::later(&later.join(" · "), MOST_LATER));
    }
    lines.join("\n")
}

/// Everything that a list about this part of a unit offers.
pub fn of_part(own: &UnitOffers, part: Part) -> Vec<Offer> {
    match part {
        Part::Number => own.numbers.clone(),
        Part::Equipment => own.equipment.clone(),
        Part::Special => own.special.clone(),
        Part::Officer => own.officers.iter().chain(&own.heroes).cloned().collect(),
        Part::Specialists => own.specialists.clone(),
    }
}

fn label(part: Part, offer: &Offer) -> String {
    let what = match (part, &offer.step) {
        (Part::Number, _) => format!("Number {}", offer.label),
        (Part::Specialists, Step::Specialists { specialists, .. }) if !specialists.is_empty() => {
            capital(&counted(specialists))
        }
        (Part::Equipment | Part::Special | Part::Officer | Part::Specialists, _) => {
            capital(&offer.label)
        }
    };
    format!("{what} · {} AP", offer.value)
}

/// "2 medics", "mechanic and medic"
fn counted(specialists: &[Specialist]) -> String {
    let alike = specialists.chunk_by(|one, other| one == other);
    let named = alike.filter_map(|kind| {
        let name = specialist_name(*kind.first()?);
        Some(if kind.len() == 1 { name.to_owned() } else { format!("{} {name}s", kind.len()) })
    });
    list(&named.collect::<Vec<_>>())
}

fn placeholder(part: Part) -> &'static str {
    match part {
        Part::Number => "Number…",
        Part::Equipment => "Equipment…",
        Part::Special => "Special weapon and bearers…",
        Part::Officer => "Officer or hero…",
        Part::Specialists => "Specialists…",
    }
}
