//! Sheets of companies: one's own at any time, everybody's once all are shown (T-BLD-9).

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::company::{Company, Limits, sheet};
use gatemaster_rules::at43::mustering::limits;
use gatemaster_rules::at43::profile::Library;
use gatemaster_rules::at43::state::{Phase, Side};
use gatemaster_rules::ids::Seat;

use super::super::picture;
use super::super::press::button;
use super::super::{mark_of, player, state};
use super::bench::{Bench, ForSide};
use super::press::CompanyPress;
use super::words::sheet_lines;
use super::{files, shelf};
use crate::answer::{Answer, Reply};
use crate::desk::Loaded;
use crate::face::Hall;
use crate::request::Request;
use crate::table::sheet::Sheet as Pages;
use crate::table::{NEUTRAL, sheet as paging};
use crate::trouble::Trouble;
use crate::words::esc;

/// A company as its sheet.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    pub library: &'a Library,
    pub company: &'a Company,
    pub limits: Limits,
    /// Whose it is, as plain words and as a heading; may be empty.
    pub whose: &'a str,
    pub colour: u32,
    /// Whether the server likes pictures.
    pub pictures: bool,
}

/// One page of it; the first has the picture. Gives how many pages follow the first.
pub fn page(shown: Shown<'_>, page: u32) -> (Card, u32) {
    let sheet = sheet(shown.library, shown.company, &shown.limits);
    let lines = sheet_lines(&sheet);
    let name = match (shown.company.name.as_str(), shown.whose) {
        ("", "") => "A company".to_owned(),
        (name, "") => name.to_owned(),
        ("", whose) => whose.to_owned(),
        (name, whose) => format!("{whose}: {name}"),
    };
    let pages: Pages = paging::Sheet::new(&esc(&name), &lines, String::new(), shown.colour);
    let mut card = pages.page(page);
    if page == 0 && shown.pictures {
        card.picture = picture::sheet(&sheet, shown.whose, shown.colour);
    }
    (card, pages.last_page())
}

/// The button for the next page, where there is one.
fn next(page: u32, last: u32) -> Option<u32> {
    match last {
        0 => None,
        last if page < last => Some(page + 1),
        _ => Some(0),
    }
}

/// The company on somebody's bench, to them alone.
pub fn on_bench(bench: &Bench, request: &Request, at: u32) -> Card {
    let whose = match &bench.side {
        Some(side) => side.own.side_name(side.seat).to_owned(),
        None => String::new(),
    };
    let colour =
        bench.side.as_ref().and_then(|side| side.side()).map_or(NEUTRAL, |it| it.colour.rgb());
    let shown = Shown {
        library: bench.library(),
        company: bench.company(),
        limits: bench.limits(),
        whose: &whose,
        colour,
        pictures: request.server.pictures,
    };
    let (card, last) = page(shown, at);
    let mut row = if bench.is_locked() {
        vec![bench.button("Change it…", CompanyPress::Unlock)]
    } else {
        vec![bench.button("Back", CompanyPress::Bench(0)).marked("⬅️")]
    };
    if let Some(next) = next(at, last) {
        row.push(bench.button(format!("Page {}", next + 1), CompanyPress::Sheet(next)));
    }
    card.with_row(row)
}

/// Whether all companies lie open.
pub fn are_shown(view: &View) -> bool {
    match view.phase {
        Phase::Briefing | Phase::Mustering => false,
        Phase::Laying | Phase::Tactical | Phase::Activation | Phase::Control | Phase::Over => {
            view.sides.iter().any(|side| side.company.is_some())
        }
    }
}

/// The way to the sheets, while people still look at what they face.
pub fn sheets_button(game: &Loaded, view: &View) -> Option<Button> {
    let lately = matches!(view.phase, Phase::Laying | Phase::Tactical);
    let press = CompanyPress::Sheets { of: None, page: 0 };
    (lately && are_shown(view)).then(|| button(game, "Sheets", press).marked("📋"))
}

/// A side's sheet to whoever asks: before all are shown their own alone.
pub fn answer(
    game: &Loaded,
    request: &Request,
    of: Option<Seat>,
    at: u32,
    in_place: bool,
) -> Result<Reply, Trouble> {
    let view = state(game)?;
    if !are_shown(view) {
        let side = ForSide::of(game.clone(), request)?;
        if of.is_some_and(|seat| seat != side.seat) {
            return Err(Trouble::refused(
                "That sheet is secret until all companies are locked. `/at43 sheet` shows your own.",
            ));
        }
        return own(side, request, at, in_place);
    }
    let theirs = game.table.seats_of(request.user());
    let usual = view.seats().find(|seat| !theirs.contains(seat)).unwrap_or(Seat(0));
    let seat = of.unwrap_or(usual);
    let (side, company) = shown_of(view, seat)?;
    let whose = match game.table.player_at(seat) {
        Some(player) => format!("{} ({})", side.name, player.name),
        None => side.name.clone(),
    };
    let shown = Shown {
        library: &view.library,
        company,
        limits: limits(view, seat),
        whose: &whose,
        colour: side.colour.rgb(),
        pictures: game.pictures,
    };
    let (card, last) = page(shown, at);
    let mut row: Vec<Button> = view
        .seats()
        .take(4)
        .map(|other| {
            let press = CompanyPress::Sheets { of: Some(other), page: 0 };
            let label = format!("{} {}", mark_of(view, other), view.side_name(other));
            let style = if other == seat { Style::Main } else { Style::Plain };
            button(game, label, press).styled(style)
        })
        .collect();
    if let Some(next) = next(at, last) {
        let press = CompanyPress::Sheets { of: Some(seat), page: next };
        row.push(button(game, format!("Page {}", next + 1), press));
    }
    let take = vec![
        button(game, "Keep a copy", CompanyPress::KeepShown(seat)).marked("💾"),
        button(game, "Export", CompanyPress::ExportShown(seat)).marked("📤"),
    ];
    let answer = Answer::private(card.with_row(row).with_row(take));
    Ok(if in_place { answer.in_place() } else { answer }.into())
}

fn shown_of(view: &View, seat: Seat) -> Result<(&Side, &Company), Trouble> {
    let side =
        view.side(seat).ok_or_else(|| Trouble::refused("There is no such side in this game."))?;
    let company = side.company.as_ref().filter(|_| are_shown(view));
    Ok((side, company.ok_or_else(|| Trouble::refused("That side's company is not shown yet."))?))
}

/// What a side plays with, under its side's name where it has none.
pub fn in_play(view: &View, seat: Seat) -> Result<Company, Trouble> {
    let (side, company) = shown_of(view, seat)?;
    let mut company = company.clone();
    if company.name.is_empty() {
        company.name.clone_from(&side.name);
    }
    Ok(company)
}

/// Whoever looks at an open sheet keeps what stands on it, under a name that is free.
pub async fn keep_shown(
    hall: &Hall,
    request: &Request,
    game: &Loaded,
    seat: Seat,
) -> Result<Reply, Trouble> {
    let view = state(game)?;
    let mut company = in_play(view, seat)?;
    // a second press, or a second delivery of the first, keeps nothing twice
    if shelf::same(hall, request, &view.library, &company).await?.is_none() {
        company.name = shelf::free_name(hall, request, &company.name).await?;
        shelf::keep(hall, request, &view.library, &company).await?;
    }
    Ok(Answer::private(files::taken(&company)).into())
}

pub fn export_shown(game: &Loaded, seat: Seat) -> Result<Reply, Trouble> {
    let view = state(game)?;
    Ok(Answer::private(files::export(&view.library, &in_play(view, seat)?)).into())
}

/// What somebody has brought, locked or not, before anybody else sees it.
fn own(side: ForSide, request: &Request, at: u32, in_place: bool) -> Result<Reply, Trouble> {
    use super::draft::Draft;
    use crate::secret::Secret;

    let Some(company) = side.brought().cloned() else {
        let open = button(&side.game, "My company…", CompanyPress::Open);
        return Err(Trouble::refused("You have locked no company yet.").with_row(vec![open]));
    };
    let bench = Bench { side: Some(Box::new(side)), shelf: None, draft: Draft::of(company) };
    let answer = Answer::own(Secret::new(on_bench(&bench, request, at)));
    Ok(if in_place { answer.in_place() } else { answer }.into())
}

/// One's own company while nobody else may see it, for what is looked at in private anywhere.
pub fn mine(game: &Loaded, own: &View) -> Card {
    let open = button(game, "My company…", CompanyPress::Open).styled(Style::Main);
    let brought = own.seats().find_map(|seat| {
        let side = own.side(seat)?;
        Some((seat, side, side.company.as_ref()?))
    });
    let Some((seat, side, company)) = brought else {
        return Card::line("You have locked no company yet. Only you see what you build.")
            .with_row(vec![open]);
    };
    let lock = if side.locked { "🔒 Locked." } else { "Not locked yet." };
    let who = player(game, seat);
    let shown = Shown {
        library: &own.library,
        company,
        limits: limits(own, seat),
        whose: &side.name,
        colour: side.colour.rgb(),
        pictures: false,
    };
    let (mut card, _) = page(shown, 0);
    card.text = format!("{who}: {lock} Nobody else sees it before all are locked.\n{}", card.text);
    card.with_row(vec![open])
}
