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
    of(hall, request.user().0, request.guild).await
}

/// What a person keeps on a server, and what they keep in direct messages under a name that is not taken there.
pub async fn of(hall: &Hall, user: u64, guild: Option<u64>) -> Result<Vec<KeptCompany>, Trouble> {
    let (store, system) = (&hall.desk.store, SystemId::At43.key());
    let mut kept = store.companies_of(user, guild, system).await?;
    if guild.is_some() {
        let taken: Vec<String> = kept.iter().map(|one| one.name.to_lowercase()).collect();
        let own = store.companies_of(user, None, system).await?;
        kept.extend(own.into_iter().filter(|one| !taken.contains(&one.name.to_lowercase())));
    }
    Ok(kept)
}

/// Whether it is kept in direct messages and offered elsewhere.
pub fn is_from_messages(kept: &KeptCompany, request: &Request) -> bool {
    kept.guild_id.is_none() && request.guild.is_some()
}

pub async fn named(hall: &Hall, request: &Request, name: &str) -> Result<KeptCompany, Trouble> {
    let wanted = name.trim().to_lowercase();
    let kept = all(hall, request).await?.into_iter().find(|one| one.name.to_lowercase() == wanted);
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

/// Kept under its own name, here; one of that name is replaced.
pub async fn keep(
    hall: &Hall,
    request: &Request,
    library: &Library,
    company: &Company,
) -> Result<(), Trouble> {
    keep_in(hall, request, request.guild, library, company).await
}

/// The same on this server, or in direct messages.
pub async fn keep_in(
    hall: &Hall,
    request: &Request,
    guild_id: Option<u64>,
    library: &Library,
    company: &Company,
) -> Result<(), Trouble> {
    let Some(name) = clean_title(&company.name) else {
        return Err(Trouble::refused("Give the company a name first, of at most 64 letters."));
    };
    let kept = KeptCompany {
        guild_id,
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

pub async fn forget(hall: &Hall, kept: &KeptCompany) -> Result<(), Trouble> {
    let KeptCompany { user_id, guild_id, system, name, .. } = kept;
    hall.desk.store.forget_company(*user_id, *guild_id, system, name).await?;
    Ok(())
}

/// What is kept that is this very company, name and all.
pub async fn same(
    hall: &Hall,
    request: &Request,
    library: &Library,
    company: &Company,
) -> Result<Option<KeptCompany>, Trouble> {
    let mut kept = all(hall, request).await?.into_iter();
    let is_it = |kept: &KeptCompany| read(library, kept).is_ok_and(|kept| kept == *company);
    Ok(kept.find(is_it))
}

/// Where what is kept is offered.
pub fn offered_in(guild: Option<u64>) -> &'static str {
    match guild {
        Some(_) => "in your games here",
        None => "in all your games",
    }
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
