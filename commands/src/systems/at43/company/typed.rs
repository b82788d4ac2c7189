//! `/at43 company` and `/at43 sheet`: companies in one line, answered in private.

use gatemaster_discord::card::Card;
use gatemaster_rules::at43::company::{Company, MAX_FILE, check};
use serenity::all::Attachment;

use super::super::ask::{What, said_for};
use super::bench::Bench;
use super::draft::Points;
use super::offers::{names, units};
use super::show::{self, Places};
use super::words::only_over;
use super::{choices, doing, files, kept, lock, lock_draft, privately, sheets, shelf};
use crate::answer::{Answer, Reply};
use crate::boxed;
use crate::desk::Which;
use crate::face::Hall;
use crate::own_file::text_of;
use crate::request::Request;
use crate::run::{Ctx, run};
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
    #[name = "undo"]
    Undo,
    #[name = "unlock"]
    Unlock,
    #[name = "accept"]
    Accept,
    #[name = "refuse"]
    Refuse,
}

const TOO_MUCH: &str = "It costs too much, so it is not locked. *Lock, and ask the others* asks them whether they accept that; so does `ask:True` in the line.";

/// Everything that a line about a company says.
#[derive(Debug, Default)]
struct Line {
    name: Option<String>,
    lock: bool,
    /// The others may be asked whether they accept one that costs too much.
    ask: bool,
    doing: Option<Doing>,
    to: Option<String>,
    text: Option<String>,
    add: Option<String>,
    remove: Option<String>,
    file: Option<Attachment>,
    points: Option<Points>,
}

/// Your companies: build, pick, keep, share, or lock one. Only you see the answer.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
pub async fn company(
    ctx: Ctx<'_>,
    #[description = "One of yours or a ready one. To accept or refuse: the side"]
    #[autocomplete = "names"]
    #[max_length = 100]
    name: Option<String>,
    #[description = "Lock it in the game here"] lock: Option<bool>,
    #[description = "Lock it though it costs too much"] ask: Option<bool>,
    #[description = "What else to do with it"] doing: Option<Doing>,
    #[description = "The new name, for keep, copy and rename"]
    #[max_length = 64]
    to: Option<String>,
    #[description = "As text: Therians: Wraiths; 6 storm golems, 1 sonic gun, alpha"]
    #[max_length = 4000]
    text: Option<String>,
    #[description = "Units: 6 storm golems, 1 sonic gun; 3 bane goliaths"]
    #[max_length = 1000]
    add: Option<String>,
    #[description = "Units by name: Storm golems 1"]
    #[autocomplete = "units"]
    #[max_length = 1000]
    remove: Option<String>,
    #[description = "As a file: text, JSON or TOML"] file: Option<Attachment>,
    #[description = "Army points, where no game says so"]
    #[min = 1]
    #[max = 100_000]
    points: Option<u32>,
    #[description = "Army points of reinforcements besides"]
    #[min = 0]
    #[max = 100_000]
    reinforcements: Option<u32>,
    #[description = "The organiser brings one for this side"]
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
        let (lock, ask) = (lock.unwrap_or(false), ask.unwrap_or(false));
        let line = Line { name, lock, ask, doing, to, text, add, remove, file, points };
        carry_out(&hall, &request, line).await
    })
    .await
}

/// The sheet of a company: your own in private, everybody's once all are locked.
#[poise::command(slash_command)]
pub async fn sheet(
    ctx: Ctx<'_>,
    #[description = "Whose; your opponent's if left out, your own while they are secret"]
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

#[boxed]
async fn carry_out(hall: &Hall, request: &Request, line: Line) -> Result<Reply, Trouble> {
    if line.lock && line.doing.is_some_and(|doing| doing != Doing::Keep) {
        return Err(Trouble::refused(
            "Either `lock` or `doing`, please: only `doing:keep` goes together with `lock:True`.",
        ));
    }
    if line.lock
        && let Some(made) = hall.desk.made_before(request).await?
    {
        return lock::locked(hall, request, &made, None, false).await;
    }
    match line.doing {
        Some(Doing::Unlock) => return lock::unlock(hall, request, &Which::Here, false).await,
        Some(doing @ (Doing::Accept | Doing::Refuse)) => {
            let accept = doing == Doing::Accept;
            return lock::accept_typed(hall, request, line.name.as_deref(), accept).await;
        }
        Some(
            Doing::Sheet
            | Doing::Check
            | Doing::Keep
            | Doing::Copy
            | Doing::Rename
            | Doing::Delete
            | Doing::Export
            | Doing::Share
            | Doing::Undo,
        )
        | None => {}
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
        Some(Doing::Delete) => {
            let kept = shelf::named(hall, request, name_of(&line)?).await?;
            return Ok(Answer::private(kept::delete(hall, request, &kept).await?).into());
        }
        Some(Doing::Rename) => return rename(hall, request, &bench, &line).await,
        Some(Doing::Undo) => return doing::undo(hall, request, bench).await,
        Some(_) | None => {}
    }
    let meant = meant(hall, request, &bench, &line).await?;
    match line.doing {
        Some(Doing::Keep) if line.lock => {
            let company = doing::keep(hall, request, &bench, meant, line.to.as_deref()).await?;
            go_on(hall, request, bench, Some(company), &line).await
        }
        Some(doing) => doing::look(hall, request, bench, doing, meant, line.to.as_deref()).await,
        None => go_on(hall, request, bench, meant, &line).await,
    }
}

/// The company that the line brings, names or changes; nothing where that on the bench is meant as it is.
async fn meant(
    hall: &Hall,
    request: &Request,
    bench: &Bench,
    line: &Line,
) -> Result<Option<Company>, Trouble> {
    let named = brought_in(hall, request, bench, line).await?;
    if line.add.is_none() && line.remove.is_none() {
        return Ok(named);
    }
    let mut company = named.unwrap_or_else(|| bench.company().clone());
    if let Some(remove) = &line.remove {
        doing::remove(bench.library(), &mut company, remove)?;
    }
    if let Some(add) = &line.add {
        doing::add(bench.library(), &mut company, add)?;
    }
    Ok(Some(company))
}

async fn brought_in(
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
            Some(
                Doing::Sheet
                | Doing::Check
                | Doing::Delete
                | Doing::Undo
                | Doing::Unlock
                | Doing::Accept
                | Doing::Refuse,
            )
            | None => one.taken()?,
        }));
    };
    let mut company = files::read(bench.library(), &text)?;
    if let Some(name) = &line.name {
        company.name = kept::title(name)?;
    }
    Ok(Some(company))
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
    if line.lock && bench.is_locked() && meant.is_some() {
        bench = doing::unlocked_for(hall, request, bench, meant.as_ref(), line.ask).await?;
    }
    bench.must_be_open()?;
    let named = meant.is_some();
    if let Some(company) = meant {
        bench.draft.replace(company);
        bench.draft.changed_by(request.interaction);
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
        if !line.ask && only_over(&check(bench.library(), &bench.draft.company, &bench.limits())) {
            return Ok(privately(show::main(&bench, Places::default(), TOO_MUCH), false));
        }
        return lock_draft(hall, request, &bench, side, false).await;
    }
    if named || line.points.is_some() {
        return Ok(privately(show::main(&bench, Places::default(), ""), false));
    }
    let all = choices::offered(hall, request, bench.library(), &bench.limits()).await?;
    Ok(privately(show::home(&bench, &all, 0), false))
}

pub fn kept_card(request: &Request, name: &str) -> Card {
    Card::line(format!(
        "💾 **{}** is kept. It is offered to you {}; `/at43 company` changes it.",
        esc(name),
        shelf::offered_in(request.guild)
    ))
}

fn name_of(line: &Line) -> Result<&str, Trouble> {
    line.name.as_deref().ok_or_else(|| Trouble::refused("Say which one with `name`."))
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
    let said = kept::rename(hall, request, bench.library(), &kept, to).await?;
    Ok(Answer::private(Card::line(said)).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_that_can_be_shown() {
        assert_eq!(kept::title(" Rock and Roll ").unwrap(), "Rock and Roll");
        for odd in ["", "   ", &"x".repeat(65)] {
            assert!(kept::title(odd).is_err(), "{odd}");
        }
    }
}
