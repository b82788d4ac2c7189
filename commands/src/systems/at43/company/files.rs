//! Companies out of the bot and into it: as text, JSON and TOML, shown to others, and copied from what they have shown.

use std::fmt::Write as _;

use gatemaster_discord::card::{Button, Card, File, Style};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::{CONTENT, EMBED_TEXT, INPUT_TEXT};
use gatemaster_rules::at43::company::{
    Company, MAX_UNITS, import, sheet, write, write_json, write_toml,
};
use gatemaster_rules::at43::profile::Library;
use gatemaster_store::KeptCompany;

use super::super::picture;
use super::bench::{Bench, library_here};
use super::press::CompanyPress;
use super::sheets::{Shown, page};
use super::shelf;
use crate::answer::{Answer, Reply};
use crate::face::Hall;
use crate::request::Request;
use crate::table::NEUTRAL;
use crate::trouble::Trouble;
use crate::words::esc;

const TEXT: &str = "text";
const NAME: &str = "name";

/// The text in a frame of its own, that can be copied as it is.
fn framed(text: &str) -> String {
    // three of these would end the frame
    format!("```\n{}\n```", text.replace('`', "'"))
}

/// The three forms of a company as files, to whoever asks alone.
pub fn export(library: &Library, company: &Company) -> Card {
    let text = write(library, company);
    let name = file_name(&company.name);
    let file = |ending: &str, text: String| File {
        name: format!("{name}.{ending}"),
        bytes: text.into_bytes(),
    };
    let mut content =
        "The company as text, JSON and TOML; *As text…* and `/at43 company` read each of them."
            .to_owned();
    let shown = framed(&text);
    if content.chars().count() + shown.chars().count() < CONTENT {
        let _ = write!(content, "\n{shown}");
    }
    Card {
        files: vec![
            file("txt", text),
            file("json", write_json(company)),
            file("toml", write_toml(company)),
        ],
        ..Card::line(content)
    }
}

/// One file of plain text, for what has no room in a message.
pub fn as_text(name: &str, what: &str, text: String) -> File {
    File { name: format!("{}-{what}.txt", file_name(name)), bytes: text.into_bytes() }
}

/// "rock-and-roll"; "company" where nothing of the name can stand in a file's.
fn file_name(name: &str) -> String {
    let letters = name.to_lowercase();
    let parts: Vec<&str> = letters
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty())
        .collect();
    if parts.is_empty() { "company".to_owned() } else { parts.join("-") }
}

/// The company as text, to be changed or replaced.
pub fn text_form(bench: &Bench) -> Form {
    let company = &bench.draft.company;
    let text =
        if company.army.is_empty() { String::new() } else { write(bench.library(), company) };
    // a text that is cut would come back as another company
    let text = if text.chars().count() <= INPUT_TEXT { text } else { String::new() };
    Form {
        title: "A company as text".to_owned(),
        press: bench.pressed(CompanyPress::Text(bench.draft.hash())).into(),
        inputs: vec![
            Input::line(TEXT, "The army, then a unit a line; or JSON, TOML", text)
                .such_as("White Stars: Patrol\n9 steel troopers, 2 missile launchers, sergeant\n3 steel TacArms")
                .several_lines()
                .needed(),
        ],
    }
}

pub fn from_form(bench: &Bench, written: &FilledForm) -> Result<Company, Trouble> {
    read(bench.library(), written.get(TEXT))
}

/// A company from outside, whole or not at all.
pub fn read(library: &Library, text: &str) -> Result<Company, Trouble> {
    let company = import(library, text).map_err(|faults| shelf::in_lines(&faults))?;
    if company.units.len() > MAX_UNITS {
        return Err(Trouble::refused(format!("A company has at most {MAX_UNITS} units.")));
    }
    if library.army_of_key(&company.army).is_none() {
        let known: Vec<String> = library.armies.iter().map(|army| esc(&army.name)).collect();
        return Err(Trouble::refused(format!(
            "The company's army is not known here. Begin with one of these: {}.",
            known.join(", ")
        )));
    }
    Ok(company)
}

pub fn name_form(bench: &Bench) -> Form {
    Form {
        title: "Keep the company".to_owned(),
        press: bench.pressed(CompanyPress::Save(bench.draft.hash())).into(),
        inputs: vec![
            Input::line(NAME, "Its name; one of that name is replaced", &bench.company().name)
                .such_as("Rock and Roll")
                .needed(),
        ],
    }
}

pub fn name_of(written: &FilledForm) -> &str {
    written.get(NAME)
}

/// The question before a company is shown to everybody.
pub fn may_share(bench: &Bench, request: &Request) -> Card {
    let company = &bench.draft.company;
    let name = if company.name.is_empty() { "this company" } else { &company.name };
    let share = bench
        .button("Show it to everybody here", CompanyPress::ShareNow(bench.draft.hash()))
        .marked("📣")
        .styled(Style::Yes);
    let back = bench.button("Back", CompanyPress::Bench(0)).marked("⬅️");
    let place = request.channel;
    Card::line(format!(
        "**{}** would be shown to everybody in <#{place}>, with all its units. That cannot be taken back: do not show what \
         you mean to bring in secret.",
        esc(name)
    ))
    .with_row(vec![share, back])
}

/// The sheet for everybody. Where its owner keeps just this company, others can take a copy with a press; its text is there for
/// all others.
pub fn shared(bench: &Bench, request: &Request, kept: Option<&KeptCompany>) -> Answer {
    let (library, company) = (bench.library(), &bench.draft.company);
    let shown = Shown {
        library,
        company,
        limits: bench.limits(),
        whose: &request.actor.player.name,
        colour: NEUTRAL,
        pictures: false,
    };
    let (mut card, _) = page(shown, 0);
    let text = framed(&write(library, company));
    if text.chars().count() <= EMBED_TEXT {
        card.text = text;
        card.footer.push_str("This text can be taken over: /at43 company, “As text…”.");
        if request.server.pictures {
            let sheet = sheet(library, company, &bench.limits());
            card.picture = picture::sheet(&sheet, shown.whose, NEUTRAL);
        }
    } else {
        let text = write(library, company);
        card.files = vec![File {
            name: format!("{}.txt", file_name(&company.name)),
            bytes: text.into_bytes(),
        }];
    }
    let take = kept.map(|kept| take_button(bench, kept));
    Answer::public(card.with_row(take.into_iter().collect()))
}

fn take_button(bench: &Bench, kept: &KeptCompany) -> Button {
    let half = |part: u64| u32::try_from(part & u64::from(u32::MAX)).unwrap_or_default();
    let press = CompanyPress::TakeCopy {
        high: half(kept.user_id >> 32),
        low: half(kept.user_id),
        sum: shelf::sum(kept),
    };
    bench.button("Take a copy", press).marked("📥")
}

/// What somebody has shown is kept by whoever asks too, under a name of theirs.
pub async fn take_copy(
    hall: &Hall,
    request: &Request,
    owner: u64,
    sum: u32,
) -> Result<Reply, Trouble> {
    let kept = shelf::of(hall, owner, request.guild).await?;
    let Some(kept) = kept.into_iter().find(|kept| shelf::sum(kept) == sum) else {
        return Err(Trouble::refused(
            "Its owner has changed it since, and what they have made of it is theirs alone. The text above can still be taken \
             over: `/at43 company`, *As text…*.",
        ));
    };
    let library = &library_here(hall, request).await?;
    let mut company = shelf::read(library, &kept)?;
    if owner != request.user().0 {
        company.name = shelf::free_name(hall, request, &company.name).await?;
        shelf::keep(hall, request, library, &company).await?;
    }
    Ok(Answer::private(taken(&company)).into())
}

/// What somebody hears who has taken a copy.
pub fn taken(company: &Company) -> Card {
    Card::line(format!(
        "💾 **{}** is among your companies now. It is offered in your games here; `/at43 company` changes it.",
        esc(&company.name)
    ))
}
