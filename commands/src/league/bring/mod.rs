//! A table that is read into a league: the organiser sees what it would change and says whom its names mean, and only then
//! is anything written. The file waits in the store meanwhile, so its buttons work after a restart; they are bound to the
//! league as it was shown, and to what was said about names.

mod likely;
mod plan;
mod preview;

pub(super) use self::preview::all_faults;

use std::sync::atomic::{AtomicBool, Ordering};

use gatemaster_discord::card::{Card, Select, Style};
use gatemaster_league::{Action, Event, League, Moment};
use gatemaster_store::FileDraft;

use self::likely::Candidates;
use self::plan::{Answers, NameAnswer, Plan, Table};
use super::press::{FilePress, LeaguePress};
use super::{find, show, write};
use crate::answer::{Answer, Reply, unknown};
use crate::app::App;
use crate::boxed;
use crate::desk::new_id;
use crate::ledger::StoredBook;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{count, esc};

/// So long a file waits for a word.
const WAITS_MS: i64 = 30 * 24 * 60 * 60 * 1_000;
/// Discord has room for five rows, and one of them is for the buttons.
const ASKED_AT_ONCE: usize = 4;

/// A file that was just attached: what it would do, and nothing is done.
#[boxed]
pub(super) async fn look_at(
    app: &App,
    request: &Request,
    kept: &StoredBook<League>,
    text: &str,
) -> Result<Reply, Trouble> {
    let table = Table::read(text, &kept.book.season).map_err(|faults| all_faults(&faults))?;
    let now = app.ledger.clock.now_ms();
    let draft = FileDraft {
        id: new_id(),
        book_id: kept.id.clone(),
        user_id: request.user().0,
        made_at_ms: now,
        file: text.to_owned(),
        answers: Answers::default().to_text()?,
    };
    let seen = Seen::of(app, request, kept, &draft.id, &table, Answers::default()).await?;
    if !seen.trial.faults.is_empty() {
        return Err(all_faults(&seen.trial.faults));
    }
    if seen.waits() {
        app.ledger.store.keep_file_draft(&draft, now.saturating_sub(WAITS_MS)).await?;
    }
    Ok(Answer::private(seen.card(0, "")).into())
}

/// A button or list below such a look.
#[boxed]
pub(super) async fn pressed(
    app: &App,
    request: &Request,
    kept: &StoredBook<League>,
    id: &str,
    press: FilePress,
    picked: &[String],
) -> Result<Reply, Trouble> {
    if !find::organises(&kept.book, request) {
        return Err(Trouble::refused(format!(
            "Only an organiser of “{}” brings in files.",
            esc(&kept.book.name)
        )));
    }
    let store = &app.ledger.store;
    let draft = store.file_draft(id).await?;
    let draft = draft.filter(|draft| draft.book_id == kept.id && draft.user_id == request.user().0);
    if let FilePress::BringIn { seq, answers } = press {
        return bring_in(app, request, kept, draft, (seq, answers)).await;
    }
    let Some(draft) = draft else { return Err(gone()) };
    let mut answers = Answers::from_text(&draft.answers)?;
    let table =
        Table::read(&draft.file, &kept.book.season).map_err(|faults| all_faults(&faults))?;
    let (page, line) = match press {
        FilePress::BringIn { .. } => return Err(unknown()),
        FilePress::Leave => {
            store.forget_file_draft(id).await?;
            let line = format!("Left alone. “{}” is as it was.", esc(&kept.book.name));
            return Ok(Answer::private(Card::line(line)).in_place().into());
        }
        FilePress::Page { page } => (usize::from(page), ""),
        FilePress::Anew => {
            answers = Answers::default();
            (0, "")
        }
        FilePress::Who { seq, .. } | FilePress::Guests { seq } if seq != kept.seq => (0, CHANGED),
        FilePress::Who { name, .. } => {
            let names = table.names();
            let name = names.get(usize::from(name)).ok_or_else(unknown)?;
            let answer = picked.first().ok_or_else(unknown)?;
            answers.say(name, likely::chosen(app, request, answer).await?);
            (0, "")
        }
        FilePress::Guests { .. } => {
            let seen = Seen::of(app, request, kept, id, &table, answers.clone()).await?;
            for name in &seen.plan.unclear {
                answers.say(name, NameAnswer::Guest);
            }
            (0, "")
        }
    };
    if !store.answer_file_draft(id, &answers.to_text()?).await? {
        return Err(gone());
    }
    let seen = Seen::of(app, request, kept, id, &table, answers).await?;
    Ok(Answer::private(seen.card(page, line)).in_place().into())
}

const CHANGED: &str = "The league has changed since. This is what the file would do now.";

fn gone() -> Trouble {
    Trouble::refused(
        "This file does not wait any more: it is in the league, or you have attached another one. `/organise import` \
         reads it again.",
    )
}

/// Writes it all as one entry, if it is still what was shown; else it is shown again.
async fn bring_in(
    app: &App,
    request: &Request,
    kept: &StoredBook<League>,
    draft: Option<FileDraft>,
    shown: (u32, u16),
) -> Result<Reply, Trouble> {
    let answers = match &draft {
        Some(draft) => Answers::from_text(&draft.answers)?,
        None => Answers::default(),
    };
    let outdated = AtomicBool::new(false);
    let left_out = std::sync::atomic::AtomicU32::new(0);
    let moment = Moment { now_ms: app.ledger.clock.now_ms(), lot: 0, seed: [0; 32] };
    let written = write(app, request, &kept.id, |now| {
        let Some(draft) = &draft else { return Err(gone()) };
        let table =
            Table::read(&draft.file, &now.book.season).map_err(|faults| all_faults(&faults))?;
        let plan = Plan::of(&now.book, &table, &answers, &Candidates::default());
        let trial = plan.tried(&now.book, &request.actor, moment)?;
        let same = (now.seq, answers.number()) == shown;
        if !same || !plan.unclear.is_empty() || !trial.faults.is_empty() {
            outdated.store(true, Ordering::Relaxed);
            return Err(Trouble::refused(CHANGED));
        }
        left_out.store(plan.no_result, Ordering::Relaxed);
        Ok(Action::Import { matches: plan.pinned(&now.book, &trial), people: plan.people })
    })
    .await;
    if outdated.load(Ordering::Relaxed)
        && let Some(draft) = &draft
    {
        let now = app.ledger.load::<League>(request, &kept.id).await?;
        let table =
            Table::read(&draft.file, &now.book.season).map_err(|faults| all_faults(&faults))?;
        let seen = Seen::of(app, request, &now, &draft.id, &table, answers).await?;
        return Ok(Answer::private(seen.card(0, CHANGED)).in_place().into());
    }
    let written = written?;
    if let Some(draft) = &draft {
        app.ledger.store.forget_file_draft(&draft.id).await?;
    }
    let words = done(&written.kept.book, &written.events, left_out.load(Ordering::Relaxed));
    let table = show::button(&written.kept, "Table", LeaguePress::Table { division: 0 });
    Ok(Answer::private(Card::line(words).with_row(vec![table])).in_place().into())
}

/// What came of it.
fn done(league: &League, events: &[Event], no_result: u32) -> String {
    let name = esc(&league.name);
    let mut words = Vec::new();
    let entered: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Entered { entrant, .. } => league.season.entrant(*entrant),
            _ => None,
        })
        .collect();
    let guests = entered.iter().filter(|entrant| entrant.id.is_none()).count();
    for (people, one, many) in [
        (guests, "guest has", "guests have"),
        (entered.len() - guests, "person from this server has", "people from this server have"),
    ] {
        if people > 0 {
            words.push(format!("{} entered “{name}”.", count(show::number(people), one, many)));
        }
    }
    for event in events {
        if let Event::Imported { matches, corrected } = event {
            let results = count(*matches, "result was", "results were");
            words.push(format!("{results} brought into “{name}”."));
            if *corrected > 0 {
                words.push(format!("{corrected} of them had counted otherwise."));
            }
        }
    }
    if no_result > 0 {
        let lines = count(no_result, "line is", "lines are");
        words.push(format!("{lines} no result yet and stayed out."));
    }
    words.join(" ")
}

/// What an organiser sees of a file.
struct Seen<'a> {
    kept: &'a StoredBook<League>,
    draft: &'a str,
    table: &'a Table,
    answers: Answers,
    plan: Plan,
    trial: gatemaster_league::decide::ImportTrial,
    candidates: Candidates,
}

impl<'a> Seen<'a> {
    async fn of(
        app: &App,
        request: &Request,
        kept: &'a StoredBook<League>,
        draft: &'a str,
        table: &'a Table,
        answers: Answers,
    ) -> Result<Self, Trouble> {
        let mut candidates = Candidates::known(app, request).await?;
        let plan = Plan::of(&kept.book, table, &answers, &candidates);
        for name in plan.unclear.iter().take(ASKED_AT_ONCE) {
            candidates.search(app, request, name).await;
        }
        let moment = Moment { now_ms: app.ledger.clock.now_ms(), lot: 0, seed: [0; 32] };
        let trial = plan.tried(&kept.book, &request.actor, moment)?;
        Ok(Self { kept, draft, table, answers, plan, trial, candidates })
    }

    /// Whether there is anything to be done or said.
    fn waits(&self) -> bool {
        !self.plan.unclear.is_empty() || self.changes()
    }

    fn changes(&self) -> bool {
        !self.trial.newcomers.is_empty() || self.trial.lines.iter().any(preview::changes)
    }

    fn card(&self, page: usize, first: &str) -> Card {
        let button = |label: &str, press: FilePress| {
            let draft = self.draft.to_owned();
            show::button(self.kept, label, LeaguePress::File { draft, press })
        };
        let preview::Page { mut card, number: page, of: pages } =
            preview::page(&self.kept.book, &self.plan, &self.trial, page);
        if !first.is_empty() {
            card.text = format!("{first}\n\n{}", card.text);
        }
        if !self.waits() && self.trial.faults.is_empty() {
            return card;
        }
        let seq = self.kept.seq;
        for name in self.plan.unclear.iter().take(ASKED_AT_ONCE) {
            let Some(at) = self.table.place_of(name) else { continue };
            let press = FilePress::Who { seq, name: at };
            let draft = self.draft.to_owned();
            let press =
                super::press::LeaguePressed::new(&self.kept.id, LeaguePress::File { draft, press });
            let choices = self.candidates.choices(&self.kept.book.season, name);
            card.selects.push(Select::new(format!("Who is {name}?"), press, choices));
        }
        let mut row = Vec::new();
        let clear = self.plan.unclear.is_empty() && self.trial.faults.is_empty();
        if clear {
            let answers = self.answers.number();
            row.push(button("Bring it in", FilePress::BringIn { seq, answers }).styled(Style::Yes));
        } else if self.plan.unclear.len() > 1 {
            row.push(button("All of them are new guests", FilePress::Guests { seq }));
        }
        if self.answers.number() > 0 {
            row.push(button("Ask about names anew", FilePress::Anew));
        }
        for (label, to) in [("◀", page.checked_sub(1)), ("▶", Some(page + 1))] {
            let to = to.filter(|to| *to < pages).and_then(|to| u16::try_from(to).ok());
            if let Some(page) = to {
                row.push(button(label, FilePress::Page { page }));
            }
        }
        row.push(button("Leave it", FilePress::Leave).styled(Style::No));
        card.with_row(row)
    }
}
