//! Companies that a person keeps for games to come, on a server or in direct messages.

use gatemaster_discord::press::checksum;
use gatemaster_rules::at43::company::{Company, import, write};
use gatemaster_rules::at43::profile::Library;
use gatemaster_rules::game::SystemId;
use gatemaster_rules::text::clean_title;
use gatemaster_store::{Keeping, KeptCompany, MAX_COMPANIES, MAX_COMPANY};

use crate::face::Hall;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::esc;

pub async fn all(hall: &Hall, request: &Request) -> Result<Vec<KeptCompany>, Trouble> {
    let (user, guild) = (request.user().0, request.guild);
    Ok(hall.desk.store.companies_of(user, guild, SystemId::At43.key()).await?)
}

pub async fn named(hall: &Hall, request: &Request, name: &str) -> Result<KeptCompany, Trouble> {
    let (user, guild) = (request.user().0, request.guild);
    let kept = hall.desk.store.company(user, guild, SystemId::At43.key(), name.trim()).await?;
    kept.ok_or_else(|| {
        let name = esc(name.trim());
        Trouble::refused(format!(
            "You keep no company named {name} here. `/at43 company` lists those you have."
        ))
    })
}

/// Keys stay what they are when names change; a company too long for that is kept as text.
fn as_kept(library: &Library, company: &Company) -> Result<String, Trouble> {
    let keys = serde_json::to_string(company)?;
    Ok(if keys.len() <= MAX_COMPANY { keys } else { write(library, company) })
}

pub fn read(library: &Library, kept: &KeptCompany) -> Result<Company, Trouble> {
    let mut company = import(library, &kept.text).map_err(|faults| in_lines(&faults))?;
    company.name.clone_from(&kept.name);
    Ok(company)
}

/// A shared company as its button names it.
pub fn sum(kept: &KeptCompany) -> u32 {
    checksum(&kept.text)
}

/// What cannot be read, a line each.
pub fn in_lines(faults: &[String]) -> Trouble {
    const MOST: usize = 10;
    let shown: Vec<String> =
        faults.iter().take(MOST).map(|fault| format!("- {}", esc(fault))).collect();
    let more = match faults.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("\n… and {more} more."),
    };
    Trouble::refused(format!("I cannot read that company:\n{}{more}", shown.join("\n")))
}

/// Kept under its own name; one of that name is replaced.
pub async fn keep(
    hall: &Hall,
    request: &Request,
    library: &Library,
    company: &Company,
) -> Result<(), Trouble> {
    let Some(name) = clean_title(&company.name) else {
        return Err(Trouble::refused("Give the company a name first, of at most 64 letters."));
    };
    let kept = KeptCompany {
        guild_id: request.guild,
        user_id: request.user().0,
        system: SystemId::At43.key().to_owned(),
        text: as_kept(library, company)?,
        name,
        changed_at_ms: hall.desk.clock.now_ms(),
    };
    match hall.desk.store.keep_company(&kept).await? {
        Keeping::Kept => Ok(()),
        Keeping::Full => Err(Trouble::refused(format!(
            "You keep {MAX_COMPANIES} companies here already. Take one away first: `/at43 company` with `doing: delete`."
        ))),
        Keeping::TooLong => Err(Trouble::refused(
            "This company is too long to be kept. Export it as a file instead.",
        )),
    }
}

pub async fn forget(hall: &Hall, request: &Request, name: &str) -> Result<(), Trouble> {
    let (user, guild) = (request.user().0, request.guild);
    hall.desk.store.forget_company(user, guild, SystemId::At43.key(), name).await?;
    Ok(())
}

/// The name itself, or with the first number behind it that nobody of yours has.
pub async fn free_name(hall: &Hall, request: &Request, name: &str) -> Result<String, Trouble> {
    let kept = all(hall, request).await?;
    let taken =
        |name: &str| kept.iter().any(|kept| kept.name.to_lowercase() == name.to_lowercase());
    let base: String = name.chars().take(60).collect();
    let numbered = (2..=MAX_COMPANIES.saturating_add(2)).map(|n| format!("{base} {n}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    Ok(names.find(|name| !taken(name)).unwrap_or_else(|| name.to_owned()))
}
