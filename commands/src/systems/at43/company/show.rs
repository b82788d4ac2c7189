//! A company in the making, as its player alone sees it: what it is, what can be added, and what each choice costs.

use gatemaster_discord::card::{Button, Card, Choice, Select, Style};
use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::company::{
    Absent, Limits, MAX_UNITS, Offer, Offers, Step, check, offers, sheet,
};
use gatemaster_rules::at43::profile::{Entry, Library};

use super::bench::Bench;
use super::choices::{Offered, window};
use super::press::CompanyPress;
use super::words::{fault_lines, in_short, left_words, limit_words, only_over, sheet_lines};
use crate::table::NEUTRAL;
use crate::table::sheet::Sheet as Pages;
use crate::words::{count, esc, list};

pub use super::unit::{UnitPlaces, of_part, unit};

/// What is told first, above the company: why something was not done, or what has become of it.
pub(super) const MOST_SAID: usize = 900;

/// "Your company for Blue"
fn title(bench: &Bench) -> String {
    match &bench.side {
        Some(side) => format!("Your company for {}", side.own.side_name(side.seat)),
        None => "A company of yours".to_owned(),
    }
}

/// What is ready, what is kept, and the way to build one.
pub fn home(bench: &Bench, all: &[Offered], from: usize) -> Card {
    let (library, limits) = (bench.library(), bench.limits());
    let begun = &bench.draft.company;
    let mut lines = Vec::new();
    if bench.side.is_some() {
        lines.push(format!(
            "You may bring {}. Pick a company from the list, and it is locked at once; you can change it until \
             everybody has locked. Until then nobody sees more than that you have.",
            limit_words(&limits)
        ));
        lines.push("-# In one line: `/at43 company name:… lock:True`.".to_owned());
    } else {
        lines.push(
            "Pick a company to look at or to change it, or build one from nothing. What you keep here is offered in \
             your games on this server."
                .to_owned(),
        );
    }
    if !begun.units.is_empty() {
        let name = if begun.name.is_empty() {
            String::new()
        } else {
            format!("**{}**, ", esc(&begun.name))
        };
        lines.push(format!("Begun: {name}{}.", in_short(library, begun, &limits)));
    }
    let build = if begun.units.is_empty() { "Build my own…" } else { "Go on building…" };
    let main = if bench.side.is_some() { Style::Plain } else { Style::Main };
    let row = vec![
        bench.button(build, CompanyPress::Bench(0)).marked("🛠️").styled(main),
        bench.button("As text…", CompanyPress::Text(bench.draft.hash())).marked("📝"),
    ];
    Card {
        title: title(bench),
        text: lines.join("\n"),
        colour: Some(NEUTRAL),
        selects: vec![bench.list(
            if bench.side.is_some() {
                "Ready companies and yours: pick one to lock it…"
            } else {
                "Ready companies and yours…"
            },
            CompanyPress::Take,
            choices(all, library, &limits, from),
        )],
        buttons: vec![row],
        ..Card::default()
    }
}

fn choices(all: &[Offered], library: &Library, limits: &Limits, from: usize) -> Vec<Choice> {
    window(all.iter().map(|one| one.choice(library, limits)).collect(), from)
}

/// The same to go on from, in the builder.
pub fn load(bench: &Bench, all: &[Offered], from: usize) -> Card {
    let (library, limits) = (bench.library(), bench.limits());
    let back = vec![bench.button("Back", CompanyPress::Bench(0)).marked("⬅️")];
    Card {
        title: title(bench),
        text:
            "Which one do you go on from? What you have built so far can be had back with *Undo*."
                .to_owned(),
        colour: Some(NEUTRAL),
        selects: vec![bench.list(
            "Go on from…",
            CompanyPress::LoadThis,
            choices(all, library, &limits, from),
        )],
        ..Card::default()
    }
    .with_row(back)
}

/// Which places of the lists of the builder are shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Places {
    pub page: u32,
    pub entries: usize,
    pub units: usize,
}

/// The whole company, with everything that can be done to it.
pub fn main(bench: &Bench, at: Places, said: &str) -> Card {
    let (library, limits) = (bench.library(), bench.limits());
    let company = &bench.draft.company;
    let offers = offers(library, company, &limits);
    let shown = sheet(library, company, &limits);
    let mut lines = sheet_lines(&shown);
    if let (Some(first), Some(left)) = (lines.first_mut(), left_words(offers.left, &limits)) {
        *first = format!("{first} · **{left}**");
    }
    if !company.name.is_empty() {
        lines.insert(0, format!("“{}”", esc(&company.name)));
    }
    let pages = Pages::new(&title(bench), &lines, String::new(), NEUTRAL);
    let mut card = pages.page(at.page);
    if !said.is_empty() {
        card.text = format!("{}\n\n{}", clip(said, MOST_SAID), card.text);
    } else if company.army.is_empty() {
        "Choose an army; then add unit by unit. Each choice shows what it costs."
            .clone_into(&mut card.text);
    } else if !company.units.is_empty() {
        card.text = format!("{}\n\n{}", card.text, verdict(bench, &offers));
    }
    if said.is_empty() && !company.army.is_empty() && !offers.absent.is_empty() {
        card.text = format!("{}\n{}", card.text, not_now(&offers.absent));
    }
    card.selects = lists(bench, &offers, at);
    card.buttons = rows(bench, &offers, pages.last_page(), at.page);
    card
}

/// "Not now: Fire Toads (fill slots 2 and 3 of platoon 1 first)"
fn not_now(absent: &[Absent]) -> String {
    const MOST: usize = 300;
    let absent = absent.iter().map(|one| format!("{} ({})", list(&one.names), one.why));
    later(&absent.collect::<Vec<_>>().join("; "), MOST)
}

/// What cannot be had now, as one line in small print.
pub(super) fn later(what: &str, most: usize) -> String {
    format!("-# Not now: {}", clip(&esc(what), most))
}

/// Whether it can be locked as it is.
fn verdict(bench: &Bench, offers: &Offers) -> String {
    let faults = &offers.faults;
    let number = u32::try_from(faults.len()).unwrap_or(u32::MAX);
    match (faults.as_slice(), bench.side.is_some()) {
        ([], true) => "✅ Legal: you can lock it.".to_owned(),
        ([], false) => "✅ Legal.".to_owned(),
        (_, true) if only_over(faults) => {
            "⚠️ It costs too much. You can lock it all the same; then the others are asked whether they accept that."
                .to_owned()
        }
        ([only], _) => clip(&format!("⚠️ {}", esc(&only.to_string())), 400),
        _ => format!("⚠️ Not legal yet: *Check* lists {}.", count(number, "thing", "things")),
    }
}

fn lists(bench: &Bench, offers: &Offers, at: Places) -> Vec<Select> {
    let (library, limits, company) = (bench.library(), bench.limits(), &bench.draft.company);
    let hash = bench.draft.hash();
    let mut lists = Vec::new();
    if company.units.is_empty() && offers.armies.len() > 1 {
        let armies = (0..).zip(&offers.armies).map(|(place, (step, name)): (usize, _)| {
            let chosen = matches!(step, Step::Army { army } if *army == company.army);
            Choice::new(name, place).chosen_if(chosen)
        });
        let armies = window(armies.collect(), at.entries);
        lists.push(bench.list("Army…", CompanyPress::Army(hash), armies));
    }
    let adding = (0..)
        .zip(&offers.entries)
        .map(|(place, offer): (usize, _)| added(library, offer, offers, &limits, place));
    let placeholder = if company.units.len() >= MAX_UNITS {
        "No more units fit"
    } else {
        "Add a unit: these fit a free slot…"
    };
    let adding = window(adding.collect(), at.entries);
    lists.push(bench.list(placeholder, CompanyPress::Add(hash), adding));
    let shown = sheet(library, company, &limits);
    let in_slots = shown.platoons.iter().flat_map(|platoon| &platoon.slots);
    let mut units: Vec<_> =
        in_slots.filter_map(|slot| slot.unit.as_ref()).chain(&shown.left).collect();
    units.sort_by_key(|unit| unit.unit);
    let units = units.into_iter().map(|unit| {
        let line = unit.to_string();
        let more = line.strip_prefix(&unit.name).map(|more| more.trim_start_matches(": "));
        Choice::new(&unit.name, unit.unit).more(more.unwrap_or_default())
    });
    let units = window(units.collect(), at.units);
    lists.push(bench.list("Change a unit…", CompanyPress::Unit(hash), units));
    lists
}

/// "Steel troopers · 150 AP · as reinforcement", with how many they are and what is left then.
fn added(
    library: &Library,
    offer: &Offer,
    offers: &Offers,
    limits: &Limits,
    place: usize,
) -> Choice {
    let entry = match &offer.step {
        Step::Add { unit, .. } => library.entry_of_key(unit).and_then(|id| library.entry(id)),
        _ => None,
    };
    let as_what = if offer.reinforcement { " · as reinforcement" } else { "" };
    let choice = Choice::new(format!("{} · {} AP{as_what}", offer.label, offer.value), place);
    let numbers = entry.map(numbers).unwrap_or_default();
    priced(choice, numbers, offer, offers, limits)
}

/// "6 to 9 · soldiers of type 1"
fn numbers(entry: &Entry) -> String {
    let numbers = if entry.standard == entry.maximum {
        entry.standard.to_string()
    } else {
        format!("{} to {}", entry.standard, entry.maximum)
    };
    format!("{numbers} · {} of type {}", entry.category.name(), entry.grade)
}

/// With what goes with it, what the company comes to then, and what is left.
pub(super) fn priced(
    choice: Choice,
    mut more: String,
    offer: &Offer,
    offers: &Offers,
    limits: &Limits,
) -> Choice {
    let mut say = |text: String| {
        if !more.is_empty() {
            more.push_str(" · ");
        }
        more.push_str(&text);
    };
    if offer.chosen {
        say("as it is".to_owned());
    } else {
        if let Some(taken_away) = &offer.takes_away {
            say(taken_away.clone());
        }
        let sum = i64::from(offers.sums.total()).saturating_add(offer.change);
        say(format!("{:+} AP, sum {sum}", offer.change));
        if *limits != Limits::FREE {
            let left = offers.left.share(offer.reinforcement).saturating_sub(offer.change);
            let of = match (limits.reinforcement, offer.reinforcement) {
                (None, _) => "",
                (Some(_), false) => " of assault",
                (Some(_), true) => " of reinforcement",
            };
            say(match left {
                0.. => format!("{left}{of} left"),
                _ => format!("{}{of} too many", left.unsigned_abs()),
            });
        }
    }
    let choice = choice.more(more).chosen_if(offer.chosen);
    if offer.within || offer.chosen { choice } else { choice.marked("⚠️") }
}

fn rows(bench: &Bench, offers: &Offers, last_page: u32, page: u32) -> Vec<Vec<Button>> {
    let draft = &bench.draft;
    let hash = draft.hash();
    let empty = draft.company.units.is_empty();
    let mut first = Vec::new();
    if bench.side.is_some() {
        let legal = offers.faults.is_empty();
        let may = legal || only_over(&offers.faults);
        let label = if may && !legal { "Lock, and ask the others" } else { "Lock" };
        let style = if legal { Style::Yes } else { Style::Plain };
        let lock = bench.button(label, CompanyPress::Lock(hash)).marked("🔒").styled(style);
        first.push(lock.disabled_if(!may));
    }
    first.extend([
        bench.button("Check", CompanyPress::Check(0)).marked("✔️").disabled_if(empty),
        bench.button("Undo", CompanyPress::Undo(hash)).marked("↩️").disabled_if(!draft.can_undo()),
        bench.button("Sheet", CompanyPress::Sheet(0)).marked("📋").disabled_if(empty),
        bench.button("Start anew", CompanyPress::Anew(hash)).disabled_if(empty),
    ]);
    let mut second = vec![
        bench.button("Keep as…", CompanyPress::Save(hash)).marked("💾").disabled_if(empty),
        bench.button("Go on from…", CompanyPress::Load).marked("📂"),
        bench.button("As text…", CompanyPress::Text(hash)).marked("📝"),
        bench.button("Export", CompanyPress::Export(hash)).marked("📤").disabled_if(empty),
    ];
    // the company of a game that waits for it is not for everybody yet
    let other = if last_page > 0 {
        let next = if page < last_page { page + 1 } else { 0 };
        Some(bench.button(format!("Page {}", next + 1), CompanyPress::Bench(next)).marked("📄"))
    } else {
        None
    };
    if bench.side.is_none() {
        let share = bench.button("Share…", CompanyPress::Share(hash)).marked("📣");
        second.push(share.disabled_if(empty));
        first.extend(other);
    } else {
        second.extend(other);
    }
    vec![first, second]
}

/// Everything that is wrong, at once.
pub fn check_card(bench: &Bench, page: u32) -> Card {
    let faults = check(bench.library(), &bench.draft.company, &bench.limits());
    let mut lines = fault_lines(&faults);
    if lines.is_empty() {
        lines.push("✅ Nothing is wrong with it: it is legal.".to_owned());
    } else if only_over(&faults) && bench.side.is_some() {
        lines.push(
            "That is all. It may be locked like this if the others accept what is too much; they are asked then."
                .to_owned(),
        );
    }
    let pages = Pages::new(&format!("{}: check", title(bench)), &lines, String::new(), NEUTRAL);
    let mut row = vec![bench.button("Back", CompanyPress::Bench(0)).marked("⬅️")];
    if pages.last_page() > 0 {
        let next = if page < pages.last_page() { page + 1 } else { 0 };
        row.push(bench.button(format!("Page {}", next + 1), CompanyPress::Check(next)));
    }
    pages.page(page).with_row(row)
}
