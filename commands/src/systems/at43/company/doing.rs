//! What a line does with a company besides going on with it or locking it.

use std::sync::Arc;

use gatemaster_rules::at43::company::{Company, MAX_UNITS, check, sheet};
use gatemaster_rules::at43::profile::Library;
use gatemaster_rules::text::list;

use super::super::state;
use super::bench::{Bench, ForSide};
use super::sheets::{self, Shown};
use super::show::{self, Places};
use super::typed::{Doing, kept_card};
use super::words::{fault_lines, only_over};
use super::{files, kept, lock, not_secret, privately, shelf};
use crate::answer::Reply;
use crate::desk::Which;
use crate::face::Hall;
use crate::request::Request;
use crate::table::NEUTRAL;
use crate::table::sheet::Sheet as Pages;
use crate::trouble::Trouble;
use crate::words::esc;

/// What whoever asks plays with in the game of this channel, once all are shown, and its values.
async fn in_play(
    hall: &Hall,
    request: &Request,
) -> Result<Option<(Arc<Library>, Company)>, Trouble> {
    let game = match hall.desk.load(request, &Which::Here).await {
        Ok(game) => game,
        Err(trouble) if trouble.is_refusal() => return Ok(None),
        Err(fault) => return Err(fault),
    };
    let Ok(view) = state(&game) else { return Ok(None) };
    let seat = game.table.seats_of(request.user()).first().copied();
    let company = seat.and_then(|seat| sheets::in_play(view, seat).ok());
    Ok(company.map(|company| (Arc::clone(&view.library), company)))
}

fn nothing_there() -> Trouble {
    Trouble::refused(
        "There is no company on your bench. Name one of yours or a ready one with `name`.",
    )
}

/// Under the name that was typed, else its own; a copy gets one that is free.
async fn renamed(
    hall: &Hall,
    request: &Request,
    mut company: Company,
    doing: Doing,
    to: Option<&str>,
) -> Result<Company, Trouble> {
    company.name = match to {
        Some(to) => kept::title(to)?,
        None if doing == Doing::Copy => shelf::free_name(hall, request, &company.name).await?,
        None => company.name,
    };
    Ok(company)
}

/// Keeps what is meant, before it is locked.
pub async fn keep(
    hall: &Hall,
    request: &Request,
    bench: &Bench,
    meant: Option<Company>,
    to: Option<&str>,
) -> Result<Company, Trouble> {
    let company = meant.unwrap_or_else(|| bench.company().clone());
    if company.units.is_empty() {
        return Err(nothing_there());
    }
    let company = renamed(hall, request, company, Doing::Keep, to).await?;
    shelf::keep(hall, request, bench.library(), &company).await?;
    Ok(company)
}

/// The last change of the bench is taken back.
pub async fn undo(hall: &Hall, request: &Request, mut bench: Bench) -> Result<Reply, Trouble> {
    bench.must_be_open()?;
    // a second delivery of the line takes back no more
    if !bench.draft.was_changed_by(request.interaction) {
        bench.draft.undo()?;
        bench.draft.changed_by(request.interaction);
        bench.keep(hall, request).await?;
    }
    Ok(privately(show::main(&bench, Places::default(), ""), false))
}

/// Units in lines apart by semicolons, for the army that the company has.
pub fn add(library: &Library, company: &mut Company, text: &str) -> Result<(), Trouble> {
    let army = library.army_of_key(&company.army).and_then(|id| library.army(id));
    let army = army.ok_or_else(|| {
        Trouble::refused(
            "Your company has no army yet. Begin with one: `/at43 company text:Therians; 6 storm golems`.",
        )
    })?;
    let more = files::read(library, &format!("{}\n{}", army.name, text.replace(';', "\n")))?;
    if company.units.len() + more.units.len() > MAX_UNITS {
        return Err(Trouble::refused(format!("A company has at most {MAX_UNITS} units.")));
    }
    company.units.extend(more.units);
    Ok(())
}

/// Units by the names that the sheet gives them, apart by commas or semicolons.
pub fn remove(library: &Library, company: &mut Company, text: &str) -> Result<(), Trouble> {
    let named = gatemaster_rules::at43::company::names(library, company);
    let mut gone: Vec<usize> = Vec::new();
    let mut faults: Vec<String> = Vec::new();
    for typed in text.split([',', ';']).map(str::trim).filter(|typed| !typed.is_empty()) {
        let wanted = typed.to_lowercase();
        let with = |fits: &dyn Fn(&str) -> bool| {
            let all = (0..).zip(&named).filter(|(place, _)| !gone.contains(place));
            all.filter(|(_, name)| fits(&name.to_lowercase())).map(|(at, _)| at).collect()
        };
        let mut found: Vec<usize> = with(&|name| name == wanted);
        if found.is_empty() {
            found = with(&|name| name.starts_with(&wanted));
        }
        match found.as_slice() {
            [one] => gone.push(*one),
            [] => faults.push(format!("there is no {} in it", crate::words::code(typed))),
            several => {
                let names: Vec<String> =
                    several.iter().filter_map(|at| named.get(*at)).map(|name| esc(name)).collect();
                faults.push(format!("{} could be {}", crate::words::code(typed), list(&names)));
            }
        }
    }
    if !faults.is_empty() {
        return Err(Trouble::refused(format!("Nothing was removed: {}.", faults.join("; "))));
    }
    gone.sort_unstable();
    for at in gone.into_iter().rev() {
        company.units.remove(at);
    }
    Ok(())
}

/// The lock is taken off for another company, if that one can be locked in its place.
pub async fn unlocked_for(
    hall: &Hall,
    request: &Request,
    bench: Bench,
    company: Option<&Company>,
    ask: bool,
) -> Result<Bench, Trouble> {
    let Some(company) = company else { return Ok(bench) };
    let faults = check(bench.library(), company, &bench.limits());
    let over = only_over(&faults);
    let can_be_locked = faults.is_empty() || (over && ask);
    if !can_be_locked {
        let way = if over { "\n`ask:True` asks the others whether they accept that." } else { "" };
        return Err(Trouble::refused(format!(
            "The company that you locked stays; this one cannot take its place:\n{}{way}",
            fault_lines(&faults).join("\n")
        )));
    }
    // the step of this line is the one that locks again
    let quiet = request.without_interaction();
    let opened = lock::take_off(hall, &quiet, &Which::Here).await?;
    Bench::for_side(hall, request, ForSide::of(opened.game, request)?).await
}

/// Something is done with it; what lies on the bench stays as it is.
pub async fn look(
    hall: &Hall,
    request: &Request,
    mut bench: Bench,
    doing: Doing,
    meant: Option<Company>,
    to: Option<&str>,
) -> Result<Reply, Trouble> {
    if meant.is_none() && doing == Doing::Sheet {
        return Ok(privately(sheets::on_bench(&bench, request, 0), false));
    }
    let named = meant.is_some();
    let whole = matches!(doing, Doing::Export | Doing::Keep | Doing::Copy);
    let playing = if named || !whole { None } else { in_play(hall, request).await? };
    let company = match (meant, &playing) {
        (Some(meant), _) => meant,
        (None, Some((_, company))) => company.clone(),
        (None, None) => bench.company().clone(),
    };
    if company.units.is_empty() {
        return Err(nothing_there());
    }
    let library = playing.as_ref().map_or(bench.library(), |(library, _)| library.as_ref());
    let card = match doing {
        Doing::Sheet => {
            let shown = Shown {
                library,
                company: &company,
                limits: bench.limits(),
                whose: "",
                colour: NEUTRAL,
                pictures: request.server.pictures,
            };
            let (mut card, more) = sheets::page(shown, 0);
            if more > 0 {
                let text = sheet(library, &company, &bench.limits()).to_string();
                // with one file the words stay in their frame; with two they would not
                card.picture = None;
                card.files = vec![files::as_text(&company.name, "sheet", text)];
            }
            card
        }
        Doing::Check => {
            let faults = check(library, &company, &bench.limits());
            let mut lines = fault_lines(&faults);
            if lines.is_empty() {
                lines.push("✅ Nothing is wrong with it: it is legal.".to_owned());
            }
            let title = format!("{}: check", esc(&company.name));
            let pages = Pages::new(&title, &lines, String::new(), NEUTRAL);
            let mut card = pages.page(0);
            if pages.last_page() > 0 {
                let text: Vec<String> = faults.iter().map(ToString::to_string).collect();
                card.files = vec![files::as_text(&company.name, "check", text.join("\n"))];
            }
            card
        }
        Doing::Export => files::export(library, &company),
        Doing::Keep | Doing::Copy => {
            let company = renamed(hall, request, company, doing, to).await?;
            shelf::keep(hall, request, library, &company).await?;
            kept_card(request, &company.name)
        }
        Doing::Share => {
            not_secret(hall, request).await?;
            if named {
                bench.draft.replace(company);
                bench.keep(hall, request).await?;
            }
            files::may_share(&bench, request)
        }
        Doing::Rename
        | Doing::Delete
        | Doing::Undo
        | Doing::Unlock
        | Doing::Accept
        | Doing::Refuse => {
            return Err(Trouble::fault("these are done before"));
        }
    };
    Ok(privately(card, false))
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::at43::data::{companies, library};

    use super::*;

    fn names_of(company: &Company) -> Vec<String> {
        gatemaster_rules::at43::company::names(library(), company)
    }

    #[test]
    fn single_units_are_added_and_removed_by_their_names() {
        let mut company = companies()[0].company.clone();
        let before = company.clone();
        add(library(), &mut company, "6 steel troopers, sergeant; 2 steel TacArms").unwrap();
        assert_eq!(company.units.len(), before.units.len() + 2);
        let wrong = add(library(), &mut company, "9 unicorns").unwrap_err().to_string();
        assert!(wrong.contains("there is no unit"), "{wrong}");
        let names = names_of(&company);
        let last = names[before.units.len()..].join(", ").to_uppercase();
        remove(library(), &mut company, &last).unwrap();
        assert_eq!(company, before);
        let wrong = remove(library(), &mut company, "Wraiths; dragons").unwrap_err().to_string();
        assert_eq!(wrong.matches("there is no").count(), 2, "{wrong}");
        assert_eq!(company, before);
        let mut none = Company::default();
        assert!(add(library(), &mut none, "6 steel troopers").is_err());
    }
}
