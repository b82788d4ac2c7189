//! `/at43 company` and `/at43 sheet`: companies in one line, answered in private.

use gatemaster_discord::card::Card;
use gatemaster_rules::at43::company::{Company, MAX_FILE, check};
use gatemaster_rules::text::clean_title;
use serenity::all::Attachment;

use super::super::ask::{What, said_for};
use super::bench::{Bench, library_here};
use super::draft::Points;
use super::offers::names;
use super::sheets::{self, Shown};
use super::show::{self, Places};
use super::words::fault_lines;
use super::{choices, files, lock, lock_draft, not_secret, privately, shelf};
use crate::answer::{Answer, Reply};
use crate::desk::Which;
use crate::face::Hall;
use crate::own_file::text_of;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::table::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::words::esc;

/// What is done with a company, other than going on with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum Doing {
    #[name = "sheet"]
    Sheet,
    #[name = "check"]
    Check,
    #[name = "keep"]
    Keep,
    #[name = "copy"]
    Copy,
    #[name = "rename"]
    Rename,
    #[name = "delete"]
    Delete,
    #[name = "export"]
    Export,
    #[name = "share"]
    Share,
}

/// Everything that a line about a company says.
#[derive(Debug, Default)]
struct Line {
    name: Option<String>,
    lock: bool,
    doing: Option<Doing>,
    to: Option<String>,
    text: Option<String>,
    file: Option<Attachment>,
    points: Option<Points>,
}

/// Your companies: build, pick, keep, share, or lock one in the game here. Only you see the answer.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
pub async fn company(
    ctx: Ctx<'_>,
    #[description = "One of yours or a ready one; the one you are building if left out"]
    #[autocomplete = "names"]
    #[max_length = 100]
    name: Option<String>,
    #[description = "Lock it in the game of this channel"] lock: Option<bool>,
    #[description = "Something else to do with it"] doing: Option<Doing>,
    #[description = "The new name, for keep, copy and rename"]
    #[max_length = 64]
    to: Option<String>,
    #[description = "A company as text, such as: Therians: Wraiths; 6 storm golems, 1 sonic gun, alpha"]
    #[max_length = 4000]
    text: Option<String>,
    #[description = "A company as a file: text, JSON or TOML"] file: Option<Attachment>,
    #[description = "Army points, where no game says so"]
    #[min = 1]
    #[max = 100_000]
    points: Option<u32>,
    #[description = "Army points of reinforcements besides"]
    #[min = 0]
    #[max = 100_000]
    reinforcements: Option<u32>,
    #[description = "The organiser brings a company for this side, which brings none"]
    #[autocomplete = "crate::offers::taken_seats"]
    #[max_length = 100]
    fill: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/at43 company", move |hall, request| async move {
        if let Some(side) = fill {
            return said_for(&hall, &request, &side, What::Company).await;
        }
        let points = points.map(|assault| Points { assault, reinforcement: reinforcements });
        if points.is_none() && reinforcements.is_some() {
            return Err(Trouble::refused("Say `points` for the assault units as well."));
        }
        let lock = lock.unwrap_or(false);
        let line = Line { name, lock, doing, to, text, file, points };
        carry_out(&hall, &request, line).await
    })
    .await
}

/// The sheet of a company in the game here: your own in private, everybody's once all are locked.
#[poise::command(slash_command)]
pub async fn sheet(
    ctx: Ctx<'_>,
    #[description = "Whose; your opponent's if you leave this out, or your own while companies are secret"]
    #[autocomplete = "crate::offers::taken_seats"]
    #[max_length = 100]
    side: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/at43 sheet", move |hall, request| async move {
        let game = hall.desk.load(&request, &Which::Here).await?;
        let seat = match side {
            None => None,
            Some(side) => Some(
                game.table
                    .seat_named(&side)
                    .ok_or_else(|| Trouble::refused("No side of this game has that name."))?,
            ),
        };
        sheets::answer(&game, &request, seat, 0, false)
    })
    .await
}

async fn carry_out(hall: &Hall, request: &Request, line: Line) -> Result<Reply, Trouble> {
    if line.lock
        && let Some(made) = hall.desk.made_before(request).await?
    {
        return lock::locked(hall, request, &made, None, false).await;
    }
    let mut bench = Bench::here(hall, request).await?;
    if let Some(points) = line.points {
        if bench.side.is_some() {
            return Err(Trouble::refused("The game here says how many army points you have."));
        }
        bench.draft.set_points(points);
        bench.keep(hall, request).await?;
    }
    match line.doing {
        Some(Doing::Delete) => return delete(hall, request, &line).await,
        Some(Doing::Rename) => return rename(hall, request, &bench, &line).await,
        Some(
            Doing::Sheet | Doing::Check | Doing::Keep | Doing::Copy | Doing::Export | Doing::Share,
        )
        | None => {}
    }
    let meant = meant(hall, request, &bench, &line).await?;
    match line.doing {
        Some(doing) => look(hall, request, bench, doing, meant, line.to.as_deref()).await,
        None => go_on(hall, request, bench, meant, &line).await,
    }
}

/// The company that the line brings or names; nothing where that on the bench is meant.
async fn meant(
    hall: &Hall,
    request: &Request,
    bench: &Bench,
    line: &Line,
) -> Result<Option<Company>, Trouble> {
    let text = match (&line.text, &line.file) {
        (Some(_), Some(_)) => {
            return Err(Trouble::refused("Give the company as `text` or as `file`, not both."));
        }
        // a line has no ends of lines; a semicolon stands for one
        (Some(text), None) if text.trim_start().starts_with('{') => Some(text.clone()),
        (Some(text), None) => Some(text.replace(';', "\n")),
        (None, Some(file)) => Some(text_of(file, MAX_FILE).await?),
        (None, None) => None,
    };
    let Some(text) = text else {
        let Some(name) = &line.name else { return Ok(None) };
        let all = choices::offered(hall, request, bench.library(), &bench.limits()).await?;
        let one = choices::named(&all, name)?;
        return Ok(Some(match line.doing {
            Some(Doing::Keep | Doing::Copy | Doing::Rename | Doing::Export | Doing::Share) => {
                one.as_kept()?
            }
            Some(Doing::Sheet | Doing::Check | Doing::Delete) | None => one.taken()?,
        }));
    };
    let mut company = files::read(bench.library(), &text)?;
    if let Some(name) = &line.name {
        company.name = title(name)?;
    }
    Ok(Some(company))
}

fn title(name: &str) -> Result<String, Trouble> {
    clean_title(name)
        .ok_or_else(|| Trouble::refused("A company's name is one line of 1 to 64 letters."))
}

/// Goes on with it on the bench, or locks it.
async fn go_on(
    hall: &Hall,
    request: &Request,
    mut bench: Bench,
    meant: Option<Company>,
    line: &Line,
) -> Result<Reply, Trouble> {
    if bench.is_locked() && !line.lock && meant.is_none() {
        return Ok(privately(sheets::on_bench(&bench, request, 0), false));
    }
    bench.must_be_open()?;
    let named = meant.is_some();
    if let Some(company) = meant {
        bench.draft.replace(company);
        bench.keep(hall, request).await?;
    }
    if line.lock {
        let Some(side) = &bench.side else {
            return Err(Trouble::refused(
                "No game in this channel waits for a company of yours, so nothing is locked.",
            ));
        };
        if bench.draft.company.units.is_empty() {
            return Err(Trouble::refused(
                "Which one? Name one of yours or a ready one: `/at43 company name:… lock:True`.",
            ));
        }
        return lock_draft(hall, request, &bench, side, false).await;
    }
    if named || line.points.is_some() {
        return Ok(privately(show::main(&bench, Places::default(), ""), false));
    }
    let all = choices::offered(hall, request, bench.library(), &bench.limits()).await?;
    Ok(privately(show::home(&bench, &all, 0), false))
}

/// Something is done with it; what lies on the bench stays as it is.
async fn look(
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
    let mut company = meant.unwrap_or_else(|| bench.draft.company.clone());
    if company.units.is_empty() {
        return Err(Trouble::refused(
            "There is no company on your bench. Name one of yours or a ready one with `name`.",
        ));
    }
    let library = bench.library();
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
            sheets::page(shown, 0).0
        }
        Doing::Check => {
            let mut lines = fault_lines(&check(library, &company, &bench.limits()));
            if lines.is_empty() {
                lines.push("✅ Nothing is wrong with it: it is legal.".to_owned());
            }
            let title = format!("{}: check", esc(&company.name));
            crate::table::sheet::Sheet::new(&title, &lines, String::new(), NEUTRAL).page(0)
        }
        Doing::Export => files::export(library, &company),
        Doing::Keep | Doing::Copy => {
            company.name = match to {
                Some(to) => title(to)?,
                None if doing == Doing::Copy => {
                    shelf::free_name(hall, request, &company.name).await?
                }
                None => company.name,
            };
            shelf::keep(hall, request, library, &company).await?;
            kept_card(&company.name)
        }
        Doing::Share => {
            not_secret(hall, request).await?;
            if named {
                bench.draft.replace(company);
                bench.keep(hall, request).await?;
            }
            files::may_share(&bench, request)
        }
        Doing::Rename | Doing::Delete => {
            return Err(Trouble::fault("renaming and deleting are done before"));
        }
    };
    Ok(privately(card, false))
}

fn kept_card(name: &str) -> Card {
    Card::line(format!(
        "💾 **{}** is kept. It is offered to you in your games here; `/at43 company` changes it.",
        esc(name)
    ))
}

fn name_of(line: &Line) -> Result<&str, Trouble> {
    line.name.as_deref().ok_or_else(|| Trouble::refused("Say which one with `name`."))
}

async fn delete(hall: &Hall, request: &Request, line: &Line) -> Result<Reply, Trouble> {
    let kept = shelf::named(hall, request, name_of(line)?).await?;
    shelf::forget(hall, request, &kept.name).await?;
    let name = esc(&kept.name);
    let card = Card::line(format!("**{name}** is not among your companies any more."));
    // who did not mean it can have it back
    let library = &library_here(hall, request).await?;
    let card = match shelf::read(library, &kept) {
        Ok(company) => {
            let bytes = gatemaster_rules::at43::company::write(library, &company).into_bytes();
            let file = gatemaster_discord::card::File { name: "company.txt".to_owned(), bytes };
            Card { files: vec![file], ..card }
        }
        Err(_) => card,
    };
    Ok(Answer::private(card).into())
}

async fn rename(
    hall: &Hall,
    request: &Request,
    bench: &Bench,
    line: &Line,
) -> Result<Reply, Trouble> {
    let kept = shelf::named(hall, request, name_of(line)?).await?;
    let Some(to) = &line.to else {
        return Err(Trouble::refused("Say its new name with `to`."));
    };
    let to = title(to)?;
    let same = to.to_lowercase() == kept.name.to_lowercase();
    if !same && shelf::named(hall, request, &to).await.is_ok() {
        let to = esc(&to);
        return Err(Trouble::refused(format!("You keep another company named {to} already.")));
    }
    let mut company = shelf::read(bench.library(), &kept)?;
    company.name = to;
    // first the new one, so that nothing is lost in between
    shelf::keep(hall, request, bench.library(), &company).await?;
    if !same {
        shelf::forget(hall, request, &kept.name).await?;
    }
    let (old, new) = (esc(&kept.name), esc(&company.name));
    Ok(Answer::private(Card::line(format!("**{old}** is now named **{new}**."))).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_that_can_be_shown() {
        assert_eq!(title(" Rock and Roll ").unwrap(), "Rock and Roll");
        for odd in ["", "   ", &"x".repeat(65)] {
            assert!(title(odd).is_err(), "{odd}");
        }
    }
}
