//! Companies to take as they are: ready ones, and those that a person keeps.

use gatemaster_discord::card::Choice;
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::at43::company::{Company, Fault, Limits, Share, check, marked, quick, sums};
use gatemaster_rules::at43::data::companies;
use gatemaster_rules::at43::profile::Library;
use gatemaster_rules::text::clean_title;

use super::super::read::not_offered;
use super::shelf;
use crate::face::Hall;
use crate::request::Request;
use crate::trouble::Trouble;

/// One that can be picked from a list or named in a line.
#[derive(Clone, Debug)]
pub struct Offered {
    /// What stands for it in a list.
    pub value: String,
    pub name: String,
    pub kept: bool,
    /// `None` where what is kept cannot be read any more.
    pub company: Option<Company>,
    /// With the marks that its owner has set, where this game needs others (T-BLD-8).
    kept_as: Option<Company>,
    note: String,
}

/// The ready ones of the library's armies, then those kept by whoever asks. Where a game has reinforcements, the last units of
/// one without any are marked as such if it would cost too much otherwise; where a game has none, nothing is marked.
pub async fn offered(
    hall: &Hall,
    request: &Request,
    library: &Library,
    limits: &Limits,
) -> Result<Vec<Offered>, Trouble> {
    let mut all = ready(library, limits);
    for kept in shelf::all(hall, request).await? {
        let kept_as = shelf::read(library, &kept).ok();
        let company = kept_as.clone().map(|company| marked_here(library, company, limits));
        let from = if shelf::is_from_messages(&kept, request) {
            "From your messages"
        } else {
            "One of your own"
        };
        all.push(Offered {
            value: format!("k:{}", kept.name),
            name: kept.name,
            kept: true,
            company,
            kept_as,
            note: from.to_owned(),
        });
    }
    Ok(all)
}

/// Marks that its owner has set stay as they are, where they mean something.
fn marked_here(library: &Library, company: Company, limits: &Limits) -> Company {
    let own = company.units.iter().any(|unit| unit.reinforcement);
    if own && limits.reinforcement.is_some() { company } else { marked(library, &company, limits) }
}

pub fn ready(library: &Library, limits: &Limits) -> Vec<Offered> {
    let mut ready: Vec<Offered> = companies()
        .iter()
        .filter(|ready| library.army_of_key(&ready.company.army).is_some())
        .map(|ready| Offered {
            value: format!("r:{}", ready.key),
            name: ready.company.name.clone(),
            kept: false,
            company: Some(marked(library, &ready.company, limits)),
            kept_as: None,
            note: ready.note.clone(),
        })
        .collect();
    let quick = quick_ones(library, limits, &ready);
    ready.extend(quick);
    // what can be played as it is comes first
    ready.sort_by_key(|one| one.why_not(library, limits).is_some());
    ready
}

/// One that the program builds up to the points, for each army without a ready one of about that size.
fn quick_ones(library: &Library, limits: &Limits, ready: &[Offered]) -> Vec<Offered> {
    /// Of what may be spent, in per cent.
    const ENOUGH: u64 = 85;
    /// Where more is allowed, nothing in particular is agreed on.
    const MOST: u64 = 20_000;
    let all = u64::from(limits.assault) + u64::from(limits.reinforcement.unwrap_or(0));
    if all > MOST {
        return Vec::new();
    }
    let points = |company: &Company| u64::from(sums(library, company).total());
    let largest = |army: &str| {
        let legal = ready.iter().filter(|one| one.why_not(library, limits).is_none());
        let own = legal.filter_map(|one| one.company.as_ref()).filter(|one| one.army == army);
        own.map(points).max().unwrap_or(0)
    };
    let missing = library.armies.iter().filter_map(|army| {
        let largest = largest(&army.key);
        if largest * 100 >= all * ENOUGH {
            return None;
        }
        let mut company = quick(library, &army.key, limits)?;
        if points(&company) <= largest {
            return None;
        }
        company.name = clean_title(&format!("Quick {}", army.name)).unwrap_or_default();
        Some(Offered {
            value: format!("q:{}", army.key),
            name: format!("Quick {}", army.name),
            kept: false,
            company: Some(company),
            kept_as: None,
            note: "Built for these points: the dearest units that fit".to_owned(),
        })
    });
    missing.collect()
}

impl Offered {
    /// What is wrong with it here, in a few words.
    fn why_not(&self, library: &Library, limits: &Limits) -> Option<String> {
        let Some(company) = &self.company else {
            return Some("it cannot be read any more".to_owned());
        };
        let faults = check(library, company, limits);
        let over = faults.iter().find_map(over);
        match (faults.as_slice(), over) {
            ([], _) => None,
            (_, Some(over)) => Some(over),
            ([first, ..], None) => Some(first.to_string()),
        }
    }

    /// "White Stars patrol · 1000 AP"
    pub fn label(&self, library: &Library) -> String {
        match &self.company {
            Some(company) => format!("{} · {} AP", self.name, sums(library, company).total()),
            None => self.name.clone(),
        }
    }

    pub fn choice(&self, library: &Library, limits: &Limits) -> Choice {
        let choice = Choice::new(self.label(library), &self.value);
        match self.why_not(library, limits) {
            Some(why) => choice.more(why).marked("⚠️"),
            None if self.kept => choice.more(&self.note).marked("💾"),
            None => choice.more(&self.note).marked("⭐"),
        }
    }

    /// For another shelf or a file rather than for the game here.
    pub fn as_kept(&self) -> Result<Company, Trouble> {
        self.kept_as.clone().map_or_else(|| self.taken(), Ok)
    }

    pub fn taken(&self) -> Result<Company, Trouble> {
        self.company.clone().ok_or_else(|| {
            Trouble::refused(
                "That company cannot be read any more. `/at43 company` with `doing: delete` takes it away.",
            )
        })
    }
}

/// "1000 AP too many"
fn over(fault: &Fault) -> Option<String> {
    let Fault::Over { share, by, .. } = fault else { return None };
    Some(match share {
        Share::Whole => format!("{by} AP too many"),
        Share::Assault => format!("{by} AP of assault units too many"),
        Share::Reinforcement => format!("{by} AP of reinforcements too many"),
    })
}

/// The one that was picked from a list.
pub fn picked(all: Vec<Offered>, picked: &[String]) -> Result<Offered, Trouble> {
    let [value] = picked else { return Err(not_offered()) };
    all.into_iter().find(|one| one.value == *value).ok_or_else(not_offered)
}

/// The one that was typed: what a person keeps comes before what is ready.
pub fn named(all: &[Offered], typed: &str) -> Result<Offered, Trouble> {
    let typed = typed.trim().to_lowercase();
    let name = |one: &Offered| one.name.to_lowercase();
    let exact = |one: &&Offered| {
        let key = ["r:", "q:"].iter().find_map(|kind| one.value.strip_prefix(kind));
        name(one) == typed || key.is_some_and(|key| key == typed)
    };
    let kept = all.iter().find(|one| one.kept && exact(one));
    if let Some(found) = kept.or_else(|| all.iter().find(exact)) {
        return Ok(found.clone());
    }
    let parts: Vec<&Offered> =
        all.iter().filter(|one| !typed.is_empty() && name(one).contains(&typed)).collect();
    match parts.as_slice() {
        [one] => Ok((*one).clone()),
        _ => Err(Trouble::refused(
            "No ready company and none of your own has just that name. `/at43 company` lists them.",
        )),
    }
}

/// As many options as a list has room for, and the way to the others.
pub fn window(options: Vec<Choice>, from: usize) -> Vec<Choice> {
    const ROOM: usize = CHOICES as usize - 1;
    let all = options.len();
    if all <= usize::from(CHOICES) {
        return options;
    }
    let from = if from < all { from - from % ROOM } else { 0 };
    let next = if from + ROOM < all { from + ROOM } else { 0 };
    let mut shown: Vec<Choice> = options.into_iter().skip(from).take(ROOM).collect();
    let label = format!("Others… ({} more)", all - shown.len());
    shown.push(Choice::new(label, format!("@{next}")).marked("➡️"));
    shown
}

/// The place from which on others are to be shown, where that was picked.
pub fn others_from(picked: &[String]) -> Option<usize> {
    let [one] = picked else { return None };
    one.strip_prefix('@')?.parse().ok()
}

/// The option that was picked, by its place among all.
pub fn place(picked: &[String]) -> Result<usize, Trouble> {
    let [one] = picked else { return Err(not_offered()) };
    one.parse().map_err(|_| not_offered())
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::at43::data::library;

    use super::*;

    /// T-BLD-1
    #[test]
    fn each_army_has_a_ready_company_that_can_be_locked_at_a_thousand_points() {
        let limits = Limits::without_reinforcements(1000);
        for army in &library().armies {
            let ready = ready(library(), &limits);
            let own = ready.iter().find(|one| {
                let company = one.company.as_ref().unwrap();
                company.army == army.key && check(library(), company, &limits).is_empty()
            });
            assert!(own.is_some(), "{}", army.name);
        }
        let choices: Vec<Choice> =
            ready(library(), &limits).iter().map(|one| one.choice(library(), &limits)).collect();
        assert_eq!(choices[0].label, "White Stars patrol · 1000 AP");
        assert_eq!(choices[2].more, "1000 AP too many");
    }

    #[test]
    fn every_option_of_a_long_list_is_on_one_of_its_pages() {
        let options: Vec<Choice> = (0..60).map(|n| Choice::new(format!("unit {n}"), n)).collect();
        let mut from = 0;
        let mut seen = Vec::new();
        loop {
            let shown = window(options.clone(), from);
            assert!(shown.len() <= usize::from(CHOICES));
            let (last, own) = shown.split_last().unwrap();
            seen.extend(own.iter().map(|one| one.value.clone()));
            from = others_from(std::slice::from_ref(&last.value)).unwrap();
            if from == 0 {
                break;
            }
        }
        assert_eq!(seen, options.iter().map(|one| one.value.clone()).collect::<Vec<_>>());
        assert_eq!(window(options[..25].to_vec(), 24).len(), 25, "a list that fits has no pages");
    }

    #[test]
    fn a_company_is_found_by_name_key_and_part_of_its_name() {
        let all = ready(library(), &Limits::FREE);
        let found = |typed: &str| named(&all, typed).map(|one| one.value).ok();
        assert_eq!(found("white stars PATROL").as_deref(), Some("r:white-stars-ready"));
        assert_eq!(found("therians-ready").as_deref(), Some("r:therians-ready"));
        assert_eq!(found("wraith").as_deref(), Some("r:wraith-company"));
        assert_eq!(found("patrol"), None, "two are meant");
        assert_eq!(found(""), None);
    }
}
