//! Companies: built in private, kept under a name, shown to all once everybody has locked.

mod bench;
mod choices;
mod controls;
mod doing;
mod draft;
mod files;
mod kept;
mod lock;
mod offers;
mod press;
mod ready;
mod sheets;
mod shelf;
mod show;
#[cfg(test)]
mod tests;
mod typed;
mod unit;
mod words;

use gatemaster_discord::card::Card;
use gatemaster_discord::forms::FilledForm;
use gatemaster_rules::at43::company::{Company, Step, check, offers as offers_of, offers_for};
use gatemaster_store::KeptCompany;

use super::At;
use super::read::not_offered;
use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::boxed;
use crate::face::Hall;
use crate::request::Request;
use crate::secret::Secret;
use crate::trouble::Trouble;

pub use controls::controls;
pub use press::CompanyPress;
pub use sheets::{mine, sheets_button};
pub use typed::{company, sheet};

use bench::{Bench, ForSide};
use press::Part;
use show::{Places, UnitPlaces};
use words::{fault_lines, only_over};

/// An answer to one person, on the private message that they pressed where there is one.
fn privately(card: Card, on_private: bool) -> Reply {
    let answer = Answer::own(Secret::new(card));
    if on_private { answer.in_place() } else { answer }.into()
}

#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: CompanyPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        CompanyPress::Accept { of, over, accept } => {
            return lock::accept(hall, request, &at.now(), (of, over, accept), on).await;
        }
        CompanyPress::Sheets { of, page } => {
            let game = hall.desk.load(request, &at.now()).await?;
            return sheets::answer(&game, request, of, page, on.private);
        }
        CompanyPress::Unlock => return lock::unlock(hall, request, &at.now(), on.private).await,
        CompanyPress::TakeCopy { high, low, sum } => {
            let owner = u64::from(high) << 32 | u64::from(low);
            return files::take_copy(hall, request, owner, sum).await;
        }
        CompanyPress::KeepShown(of) => {
            let game = hall.desk.load(request, &at.now()).await?;
            return sheets::keep_shown(hall, request, &game, of).await;
        }
        CompanyPress::ExportShown(of) => {
            let game = hall.desk.load(request, &at.now()).await?;
            return sheets::export_shown(&game, of);
        }
        CompanyPress::Take | CompanyPress::TakeReady | CompanyPress::Lock(_)
            if bench::is_game(at) =>
        {
            if let Some(made) = hall.desk.made_before(request).await? {
                return lock::locked(hall, request, &made, None, on.private).await;
            }
            let done = match Bench::at(hall, request, at).await {
                Ok(bench) => on_bench(hall, request, bench, press, picked, on).await,
                Err(trouble) => Err(trouble),
            };
            // the other delivery of the same press may have been quicker
            return match (done, hall.desk.made_before(request).await?) {
                (Err(trouble), Some(made)) if trouble.is_refusal() => {
                    lock::locked(hall, request, &made, None, on.private).await
                }
                (done, _) => done,
            };
        }
        _ => {}
    }
    let bench = Bench::at(hall, request, at).await?;
    on_bench(hall, request, bench, press, picked, on).await
}

/// A press on somebody's own bench.
#[boxed]
async fn on_bench(
    hall: &Hall,
    request: &Request,
    mut bench: Bench,
    press: CompanyPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        CompanyPress::Open if bench.is_locked() => {
            return Ok(privately(sheets::on_bench(&bench, request, 0), on.private));
        }
        CompanyPress::Sheet(page) => {
            return Ok(privately(sheets::on_bench(&bench, request, page), on.private));
        }
        // looking at what is locked changes nothing
        CompanyPress::Save(_) | CompanyPress::Export(_) => {}
        _ => bench.must_be_open()?,
    }
    let (library, limits) = (bench.library(), bench.limits());
    let card = match press {
        CompanyPress::Open => {
            let all = choices::offered(hall, request, library, &limits).await?;
            show::home(&bench, &all, 0)
        }
        CompanyPress::Take | CompanyPress::LoadThis => {
            let all = choices::offered(hall, request, library, &limits).await?;
            if let Some(from) = choices::others_from(picked) {
                let loads = press == CompanyPress::LoadThis;
                let shown = if loads { show::load } else { show::home };
                return Ok(privately(shown(&bench, &all, from), on.private));
            }
            let one = choices::picked(all, picked)?;
            let company = one.taken()?;
            let locks = press == CompanyPress::Take;
            if one.kept && !locks {
                let kept = shelf::named(hall, request, &one.name).await?;
                return go_on_from(hall, request, bench, company, &kept, on.private).await;
            }
            return take(hall, request, bench, company, locks, on.private).await;
        }
        CompanyPress::TakeReady => {
            let Some(side) = &bench.side else { return Err(unknown()) };
            let Some(company) = ready::one(library, &limits, side.seat) else {
                let all = choices::offered(hall, request, library, &limits).await?;
                return Ok(privately(show::home(&bench, &all, 0), on.private));
            };
            return take(hall, request, bench, company, true, on.private).await;
        }
        CompanyPress::Load => {
            let all = choices::offered(hall, request, library, &limits).await?;
            show::load(&bench, &all, 0)
        }
        CompanyPress::Bench(page) => show::main(&bench, Places { page, ..Places::default() }, ""),
        CompanyPress::Check(page) => show::check_card(&bench, page),
        CompanyPress::Export(_) => {
            // beside the builder, so that it stays as it is
            let card = files::export(library, bench.company());
            return Ok(privately(card, false));
        }
        CompanyPress::Text(_) => return Ok(Reply::Form(files::text_form(&bench))),
        CompanyPress::Save(_) => return Ok(Reply::Form(files::name_form(&bench))),
        CompanyPress::RenameKept(sum) => {
            let kept = kept::of_sum(hall, request, sum).await?;
            return Ok(Reply::Form(kept::rename_form(&bench, &kept)));
        }
        CompanyPress::DeleteKept(sum) => {
            let kept = kept::of_sum(hall, request, sum).await?;
            // beside the builder, in which it still lies
            return Ok(privately(kept::delete(hall, request, &kept).await?, false));
        }
        CompanyPress::Share(_) => {
            not_secret(hall, request).await?;
            files::may_share(&bench, request)
        }
        CompanyPress::ShareNow(hash) => return share(hall, request, &bench, hash).await,
        CompanyPress::Lock(hash) => return lock_it(hall, request, &bench, hash, on.private).await,
        CompanyPress::Army(_)
        | CompanyPress::Add(_)
        | CompanyPress::Unit(_)
        | CompanyPress::Show { .. }
        | CompanyPress::Set { .. }
        | CompanyPress::Mark { .. }
        | CompanyPress::Copy { .. }
        | CompanyPress::Remove { .. }
        | CompanyPress::Undo(_)
        | CompanyPress::Anew(_) => {
            let shown = change(&mut bench, request, press, picked)?;
            bench.keep(hall, request).await?;
            shown.card(&bench)
        }
        CompanyPress::Unlock
        | CompanyPress::TakeCopy { .. }
        | CompanyPress::Accept { .. }
        | CompanyPress::KeepShown(_)
        | CompanyPress::ExportShown(_)
        | CompanyPress::Sheet(_)
        | CompanyPress::Sheets { .. } => return Err(unknown()),
    };
    Ok(privately(card, on.private))
}

/// What is looked at after a change.
enum Look {
    Company(Places, &'static str),
    Unit(usize, UnitPlaces, &'static str),
}

impl Look {
    fn card(self, bench: &Bench) -> Card {
        match self {
            Look::Company(at, said) => show::main(bench, at, said),
            Look::Unit(unit, at, said) => show::unit(bench, unit, at, said)
                .unwrap_or_else(|| show::main(bench, Places::default(), said)),
        }
    }
}

const CHANGED_SINCE: &str = "Your company has changed since that message was shown, in another message perhaps. This is how it stands.";

/// The hash with which a press was shown.
fn shown_with(press: CompanyPress) -> Option<u32> {
    match press {
        CompanyPress::Army(hash)
        | CompanyPress::Add(hash)
        | CompanyPress::Unit(hash)
        | CompanyPress::Show { hash, .. }
        | CompanyPress::Set { hash, .. }
        | CompanyPress::Mark { hash, .. }
        | CompanyPress::Copy { hash, .. }
        | CompanyPress::Remove { hash, .. }
        | CompanyPress::Undo(hash)
        | CompanyPress::Anew(hash) => Some(hash),
        _ => None,
    }
}

/// Carries out a press that changes the draft, or looks at a part of it.
fn change(
    bench: &mut Bench,
    request: &Request,
    press: CompanyPress,
    picked: &[String],
) -> Result<Look, Trouble> {
    let whole = |said| Look::Company(Places::default(), said);
    if bench.draft.was_changed_by(request.interaction) {
        return Ok(whole(""));
    }
    if shown_with(press).is_some_and(|hash| hash != bench.draft.hash()) {
        return Ok(whole(CHANGED_SINCE));
    }
    let others = choices::others_from(picked);
    let (step, look) = match press {
        CompanyPress::Army(_) | CompanyPress::Add(_) if others.is_some() => {
            let entries = others.unwrap_or_default();
            return Ok(Look::Company(Places { entries, ..Places::default() }, ""));
        }
        CompanyPress::Unit(_) => {
            if let Some(units) = others {
                return Ok(Look::Company(Places { units, ..Places::default() }, ""));
            }
            return Ok(Look::Unit(choices::place(picked)?, UnitPlaces::default(), ""));
        }
        CompanyPress::Show { unit, second, .. } => {
            return Ok(Look::Unit(unit.into(), UnitPlaces { second, paged: None }, ""));
        }
        CompanyPress::Army(_) => {
            let place = choices::place(picked)?;
            let armies = offers_of(bench.library(), &bench.draft.company, &bench.limits()).armies;
            (armies.into_iter().nth(place).map(|(step, _)| step), whole(""))
        }
        CompanyPress::Add(_) => {
            let place = choices::place(picked)?;
            let entries = offers_of(bench.library(), &bench.draft.company, &bench.limits()).entries;
            let step = entries.into_iter().nth(place).map(|offer| offer.step);
            // what the new unit can have is chosen next
            let unit = bench.draft.company.units.len();
            (step, Look::Unit(unit, UnitPlaces::default(), ""))
        }
        CompanyPress::Set { unit, part, .. } => {
            let unit = usize::from(unit);
            let second = is_second(bench, unit, part);
            if let Some(from) = others {
                return Ok(Look::Unit(unit, UnitPlaces { second, paged: Some((part, from)) }, ""));
            }
            let place = choices::place(picked)?;
            let own = offers_for(bench.library(), &bench.draft.company, &bench.limits(), unit);
            let offers = own.map(|own| show::of_part(&own, part)).unwrap_or_default();
            let step = offers.into_iter().nth(place).map(|offer| offer.step);
            (step, Look::Unit(unit, UnitPlaces { second, paged: None }, ""))
        }
        CompanyPress::Mark { unit, .. } => {
            let unit = usize::from(unit);
            let marked = bench.draft.company.units.get(unit).map(|chosen| chosen.reinforcement);
            let step = marked.map(|marked| Step::Mark { unit, reinforcement: !marked });
            (step, Look::Unit(unit, UnitPlaces::default(), ""))
        }
        CompanyPress::Copy { unit, .. } => {
            let copy = bench.draft.company.units.len();
            let said = "One more like it. This is the new one.";
            (Some(Step::Copy { unit: unit.into() }), Look::Unit(copy, UnitPlaces::default(), said))
        }
        CompanyPress::Remove { unit, .. } => (Some(Step::Remove { unit: unit.into() }), whole("")),
        CompanyPress::Undo(_) => {
            bench.draft.undo()?;
            bench.draft.changed_by(request.interaction);
            return Ok(whole(""));
        }
        CompanyPress::Anew(_) => {
            bench.draft.replace(Company::default());
            bench.draft.changed_by(request.interaction);
            return Ok(whole(""));
        }
        _ => return Err(unknown()),
    };
    let step = step.ok_or_else(not_offered)?;
    let library = bench.library().clone();
    bench.draft.step(&library, &step)?;
    bench.draft.changed_by(request.interaction);
    Ok(look)
}

/// Whether the list of this part stands on the second page of its unit.
fn is_second(bench: &Bench, unit: usize, part: Part) -> bool {
    let at = UnitPlaces { second: true, paged: None };
    let Some(card) = show::unit(bench, unit, at, "") else { return false };
    let number = u8::try_from(unit).unwrap_or(u8::MAX);
    let press = CompanyPress::Set { hash: bench.draft.hash(), unit: number, part };
    let id = gatemaster_discord::press::CustomId::from(bench.pressed(press));
    let all_fit = !card.buttons.iter().flatten().any(|button| button.label == "More choices");
    !all_fit && card.selects.iter().any(|list| list.press == id)
}

/// A company is taken as it is: in a game it is locked if it can be, else it lies on the bench.
#[boxed]
async fn take(
    hall: &Hall,
    request: &Request,
    mut bench: Bench,
    company: Company,
    locks: bool,
    on_private: bool,
) -> Result<Reply, Trouble> {
    bench.draft.replace(company.clone());
    bench.draft.changed_by(request.interaction);
    bench.keep(hall, request).await?;
    let faults = check(bench.library(), &company, &bench.limits());
    let said = match &bench.side {
        Some(side) if locks && faults.is_empty() => {
            return lock::lock(hall, request, side, company, on_private).await;
        }
        Some(_) if locks => format!("It is not locked:\n{}", fault_lines(&faults).join("\n")),
        Some(_) | None => String::new(),
    };
    Ok(privately(show::main(&bench, Places::default(), &said), on_private))
}

/// A kept one lies on the bench, with what else can be done with it.
#[boxed]
async fn go_on_from(
    hall: &Hall,
    request: &Request,
    mut bench: Bench,
    company: Company,
    kept: &KeptCompany,
    on_private: bool,
) -> Result<Reply, Trouble> {
    bench.draft.replace(company);
    bench.draft.changed_by(request.interaction);
    bench.keep(hall, request).await?;
    let card = show::main(&bench, Places::default(), "").with_row(kept::row(&bench, kept));
    Ok(privately(card, on_private))
}

/// What lies on the bench is locked, if it is what was shown and nothing but its cost is wrong.
#[boxed]
async fn lock_it(
    hall: &Hall,
    request: &Request,
    bench: &Bench,
    hash: u32,
    on_private: bool,
) -> Result<Reply, Trouble> {
    let Some(side) = &bench.side else { return Err(unknown()) };
    if bench.draft.hash() != hash {
        return Ok(privately(show::main(bench, Places::default(), CHANGED_SINCE), on_private));
    }
    lock_draft(hall, request, bench, side, on_private).await
}

#[boxed]
async fn lock_draft(
    hall: &Hall,
    request: &Request,
    bench: &Bench,
    side: &ForSide,
    on_private: bool,
) -> Result<Reply, Trouble> {
    let company = bench.draft.company.clone();
    let faults = check(bench.library(), &company, &bench.limits());
    if faults.is_empty() || only_over(&faults) {
        return lock::lock(hall, request, side, company, on_private).await;
    }
    let said = format!("It cannot be locked yet:\n{}", fault_lines(&faults).join("\n"));
    Ok(privately(show::main(bench, Places::default(), &said), on_private))
}

/// Nothing is shown to everybody while a company of whoever asks is secret in this very channel.
async fn not_secret(hall: &Hall, request: &Request) -> Result<(), Trouble> {
    match ForSide::load(hall, request, &crate::desk::Which::Here).await {
        Ok(_) => Err(Trouble::refused(
            "You bring a company to the game in this channel, and it is secret until all are locked. Share yours after that, or \
             in another channel.",
        )),
        Err(trouble) if trouble.is_refusal() => Ok(()),
        Err(fault) => Err(fault),
    }
}

#[boxed]
async fn share(hall: &Hall, request: &Request, bench: &Bench, hash: u32) -> Result<Reply, Trouble> {
    not_secret(hall, request).await?;
    if bench.side.is_some() || bench.draft.company.units.is_empty() {
        return Err(unknown());
    }
    if bench.draft.hash() != hash {
        return Ok(privately(show::main(bench, Places::default(), CHANGED_SINCE), true));
    }
    let kept = shelf::same(hall, request, bench.library(), &bench.draft.company).await?;
    Ok(files::shared(bench, request, kept.as_ref()).into())
}

#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: CompanyPress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let mut bench = Bench::at(hall, request, at).await?;
    if bench.is_locked() && matches!(press, CompanyPress::Save(_)) {
        let mut company = bench.company().clone();
        company.name = kept::title(files::name_of(written))?;
        shelf::keep(hall, request, bench.library(), &company).await?;
        return Ok(privately(typed::kept_card(request, &company.name), false));
    }
    bench.must_be_open()?;
    let on_private = on.is_some_and(|on| on.private);
    let said = match press {
        CompanyPress::Text(_) => {
            let company = files::from_form(&bench, written)?;
            bench.draft.replace(company);
            String::new()
        }
        CompanyPress::RenameKept(sum) => {
            let kept = kept::of_sum(hall, request, sum).await?;
            let name = kept::written(written).to_owned();
            let said = kept::rename(hall, request, bench.library(), &kept, &name).await?;
            if bench.draft.company.name == kept.name {
                let library = bench.library().clone();
                bench.draft.step(&library, &Step::Name { name })?;
            }
            format!("✏️ {said}")
        }
        CompanyPress::Save(_) => {
            let name = files::name_of(written).to_owned();
            let library = bench.library().clone();
            if !bench.draft.was_changed_by(request.interaction) {
                bench.draft.step(&library, &Step::Name { name })?;
            }
            shelf::keep(hall, request, &library, &bench.draft.company).await?;
            format!("💾 Kept. It is offered to you {}.", shelf::offered_in(request.guild))
        }
        _ => return Err(unknown()),
    };
    bench.draft.changed_by(request.interaction);
    bench.keep(hall, request).await?;
    Ok(privately(show::main(&bench, Places::default(), &said), on_private))
}
