//! Companies that a player keeps on a server, for games to come.

use crate::boxed;
use crate::sql::{get, id};
use crate::statement::Statement;
use crate::{Store, StoreError};

/// The most that one of them may take, in bytes.
pub const MAX_COMPANY: usize = 8 * 1024;
/// The most that one person keeps on one server, of all systems.
pub const MAX_COMPANIES: u32 = 50;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptCompany {
    /// None in direct messages.
    pub guild_id: Option<u64>,
    pub user_id: u64,
    pub system: String,
    /// Capitals do not tell two apart.
    pub name: String,
    /// What only the system understands.
    pub text: String,
    pub changed_at_ms: i64,
}

/// Whether a company was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    Kept,
    /// There are as many others as there may be.
    Full,
    /// Its text is longer than [`MAX_COMPANY`].
    TooLong,
}

macro_rules! companies_where {
    ($which:literal) => {
        concat!(
            "SELECT guild_id, user_id, system, name, text, changed_at_ms FROM companies WHERE ",
            $which
        )
    };
}

impl Store {
    /// Replaces a company of the same name.
    #[boxed]
    pub async fn keep_company(&self, company: &KeptCompany) -> Result<Keeping, StoreError> {
        if company.text.len() > MAX_COMPANY {
            return Ok(Keeping::TooLong);
        }
        let keep = Statement::new(
            "INSERT INTO companies (guild_id, user_id, system, name_folded, name, text, changed_at_ms) \
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 \
             WHERE (SELECT count(*) FROM companies WHERE user_id = ?2 AND guild_id = ?1 \
                    AND (system, name_folded) <> (?3, ?4)) < ?8 \
             ON CONFLICT (user_id, guild_id, system, name_folded) DO UPDATE \
             SET name = excluded.name, text = excluded.text, changed_at_ms = excluded.changed_at_ms",
        )
        .id(company.guild_id.unwrap_or(0))
        .id(company.user_id)
        .text(&company.system)
        .text(&company.name.to_lowercase())
        .text(&company.name)
        .text(&company.text)
        .number(company.changed_at_ms)
        .number(MAX_COMPANIES.into());
        let kept = self.ask(vec![keep]).await? > 0;
        Ok(if kept { Keeping::Kept } else { Keeping::Full })
    }

    /// What this person keeps for a system on a server, or in direct messages, by name.
    #[boxed]
    pub async fn companies_of(
        &self,
        user: u64,
        guild: Option<u64>,
        system: &str,
    ) -> Result<Vec<KeptCompany>, StoreError> {
        let rows = sqlx::query(companies_where!(
            "user_id = ? AND guild_id = ? AND system = ? ORDER BY name_folded"
        ))
        .bind(user.cast_signed())
        .bind(guild.unwrap_or(0).cast_signed())
        .bind(system)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(company).collect::<Result<_, _>>()?)
    }

    #[boxed]
    pub async fn company(
        &self,
        user: u64,
        guild: Option<u64>,
        system: &str,
        name: &str,
    ) -> Result<Option<KeptCompany>, StoreError> {
        let row = sqlx::query(companies_where!(
            "user_id = ? AND guild_id = ? AND system = ? AND name_folded = ?"
        ))
        .bind(user.cast_signed())
        .bind(guild.unwrap_or(0).cast_signed())
        .bind(system)
        .bind(name.to_lowercase())
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.as_ref().map(company).transpose()?)
    }

    /// Whether there was one of that name.
    #[boxed]
    pub async fn forget_company(
        &self,
        user: u64,
        guild: Option<u64>,
        system: &str,
        name: &str,
    ) -> Result<bool, StoreError> {
        let forget = Statement::new(
            "DELETE FROM companies WHERE user_id = ? AND guild_id = ? AND system = ? AND name_folded = ?",
        )
        .id(user)
        .id(guild.unwrap_or(0))
        .text(system)
        .text(&name.to_lowercase());
        Ok(self.ask(vec![forget]).await? > 0)
    }

    /// The next of all that this person keeps anywhere, after this one, for their own copy of what is kept. A person on many
    /// servers may have many.
    #[boxed]
    pub async fn some_companies_of(
        &self,
        user: u64,
        after: Option<&KeptCompany>,
        most: u32,
    ) -> Result<Vec<KeptCompany>, StoreError> {
        let (guild, system, name) = after.map_or((i64::MIN, "", String::new()), |last| {
            let guild = last.guild_id.unwrap_or(0).cast_signed();
            (guild, last.system.as_str(), last.name.to_lowercase())
        });
        let rows = sqlx::query(companies_where!(
            "user_id = ? AND (guild_id, system, name_folded) > (?, ?, ?) \
             ORDER BY guild_id, system, name_folded LIMIT ?"
        ))
        .bind(user.cast_signed())
        .bind(guild)
        .bind(system)
        .bind(name)
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(company).collect::<Result<_, _>>()?)
    }
}

fn company(row: &sqlx::sqlite::SqliteRow) -> Result<KeptCompany, sqlx::Error> {
    Ok(KeptCompany {
        guild_id: Some(id(row, 0)?).filter(|guild| *guild != 0),
        user_id: id(row, 1)?,
        system: get(row, 2)?,
        name: get(row, 3)?,
        text: get(row, 4)?,
        changed_at_ms: get(row, 5)?,
    })
}
