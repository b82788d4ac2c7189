//! What is done with a company that somebody keeps: it gets another name, or it goes.

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::{BUTTON_LABEL, clip};
use gatemaster_discord::press::checksum;
use gatemaster_rules::at43::company::write;
use gatemaster_rules::at43::profile::Library;
use gatemaster_rules::text::clean_title;
use gatemaster_store::KeptCompany;

use super::bench::{Bench, library_here};
use super::press::CompanyPress;
use super::shelf;
use crate::face::Hall;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::esc;

const NAME: &str = "name";

/// As a button names it: a name never stands in one.
fn sum(kept: &KeptCompany) -> u32 {
    checksum(&format!("{}\n{}", kept.name, kept.text))
}

/// What can be done with the one that was just picked to go on from.
pub fn row(bench: &Bench, kept: &KeptCompany) -> Vec<Button> {
    let label = clip(&format!("Rename {}…", kept.name), BUTTON_LABEL);
    vec![
        bench.button(label, CompanyPress::RenameKept(sum(kept))).marked("✏️"),
        bench
            .button("Delete it", CompanyPress::DeleteKept(sum(kept)))
            .marked("🗑️")
            .styled(Style::No),
    ]
}

pub async fn of_sum(hall: &Hall, request: &Request, wanted: u32) -> Result<KeptCompany, Trouble> {
    let found = shelf::all(hall, request).await?.into_iter().find(|kept| sum(kept) == wanted);
    found.ok_or_else(|| {
        Trouble::refused(
            "You keep that company no more, or it has changed since. *Go on from…* lists what you keep.",
        )
    })
}

pub fn title(name: &str) -> Result<String, Trouble> {
    clean_title(name)
        .ok_or_else(|| Trouble::refused("A company's name is one line of 1 to 64 letters."))
}

/// It goes; who did not mean it can have it back from its text.
pub async fn delete(hall: &Hall, request: &Request, kept: &KeptCompany) -> Result<Card, Trouble> {
    shelf::forget(hall, kept).await?;
    let card = Card::line(format!("**{}** is not among your companies any more.", esc(&kept.name)));
    let library = &library_here(hall, request).await?;
    Ok(match shelf::read(library, kept) {
        Ok(company) => {
            let bytes = write(library, &company).into_bytes();
            let file = gatemaster_discord::card::File { name: "company.txt".to_owned(), bytes };
            Card { files: vec![file], ..card }
        }
        Err(_) => card,
    })
}

/// What became of it, in a line.
pub async fn rename(
    hall: &Hall,
    request: &Request,
    library: &Library,
    kept: &KeptCompany,
    to: &str,
) -> Result<String, Trouble> {
    let to = title(to)?;
    let same = to.to_lowercase() == kept.name.to_lowercase();
    if !same && shelf::named(hall, request, &to).await.is_ok() {
        let to = esc(&to);
        return Err(Trouble::refused(format!("You keep another company named {to} already.")));
    }
    let mut company = shelf::read(library, kept)?;
    company.name = to;
    // first the new one, so that nothing is lost in between
    shelf::keep_in(hall, request, kept.guild_id, library, &company).await?;
    if !same {
        shelf::forget(hall, kept).await?;
    }
    Ok(format!("**{}** is now named **{}**.", esc(&kept.name), esc(&company.name)))
}

pub fn rename_form(bench: &Bench, kept: &KeptCompany) -> Form {
    Form {
        title: "Another name".to_owned(),
        press: bench.pressed(CompanyPress::RenameKept(sum(kept))).into(),
        inputs: vec![Input::line(NAME, "Its name", &kept.name).such_as("Rock and Roll").needed()],
    }
}

pub fn written(form: &FilledForm) -> &str {
    form.get(NAME)
}
