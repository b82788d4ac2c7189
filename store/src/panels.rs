//! Messages with a person's own dice buttons.

use sqlx::sqlite::SqliteRow;

use crate::boxed;
use crate::sql::{get, id};
use crate::statement::Statement;
use crate::{Room, Store, StoreError};

/// A dice panel as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panel {
    pub id: String,
    pub guild_id: Option<u64>,
    pub channel_id: u64,
    pub owner: u64,
    pub owner_name: String,
    pub title: String,
    /// What only `commands` understands.
    pub buttons: String,
    /// How often it was made or changed.
    pub revision: u32,
    pub made_at_ms: i64,
}

macro_rules! panels_where {
    ($which:literal) => {
        concat!(
            "SELECT id, guild_id, channel_id, owner, owner_name, title, buttons, revision, made_at_ms FROM panels WHERE ",
            $which
        )
    };
}

impl Store {
    /// `false` when there are as many as there may be, of this person or in this place, or when this form has made one already.
    #[boxed]
    pub async fn add_panel(
        &self,
        panel: &Panel,
        interaction: u64,
        room: Room,
    ) -> Result<bool, StoreError> {
        // a statement has no empty values, so a panel without a server has the server 0
        let add = Statement::new(
            "INSERT INTO panels (id, guild_id, channel_id, owner, owner_name, title, buttons, interaction_id, made_at_ms) \
             SELECT ?1, nullif(?2, 0), ?3, ?4, ?5, ?6, ?7, ?8, ?9 \
             WHERE (SELECT count(*) FROM panels WHERE owner = ?4) < ?10 \
             AND (SELECT count(*) FROM panels \
                  WHERE coalesce(guild_id, channel_id) = coalesce(nullif(?2, 0), ?3)) < ?11 \
             ON CONFLICT (interaction_id) DO NOTHING",
        )
        .text(&panel.id)
        .id(panel.guild_id.unwrap_or(0))
        .id(panel.channel_id)
        .id(panel.owner)
        .text(&panel.owner_name)
        .text(&panel.title)
        .text(&panel.buttons)
        .id(interaction)
        .number(panel.made_at_ms)
        .number(room.by_one.into())
        .number(room.on_server.into());
        Ok(self.ask(vec![add]).await? > 0)
    }

    /// Its owner gives it another title and other buttons. `false` when it is not theirs or not there.
    #[boxed]
    pub async fn change_panel(
        &self,
        panel: &str,
        owner: u64,
        title: &str,
        buttons: &str,
    ) -> Result<bool, StoreError> {
        let change = Statement::new(
            "UPDATE panels SET title = ?, buttons = ?, revision = revision + 1 WHERE id = ? AND owner = ?",
        )
        .text(title)
        .text(buttons)
        .text(panel)
        .id(owner);
        Ok(self.ask(vec![change]).await? > 0)
    }

    /// From now on it stands in this channel.
    #[boxed]
    pub async fn move_panel(
        &self,
        panel: &str,
        guild: Option<u64>,
        channel: u64,
    ) -> Result<bool, StoreError> {
        let moved = Statement::new(
            "UPDATE panels SET guild_id = nullif(?, 0), channel_id = ? WHERE id = ?",
        )
        .id(guild.unwrap_or(0))
        .id(channel)
        .text(panel);
        Ok(self.ask(vec![moved]).await? > 0)
    }

    /// Whether there was one.
    #[boxed]
    pub async fn remove_panel(&self, panel: &str) -> Result<bool, StoreError> {
        let remove = Statement::new("DELETE FROM panels WHERE id = ?").text(panel);
        Ok(self.ask(vec![remove]).await? > 0)
    }

    #[boxed]
    pub async fn panel(&self, panel: &str) -> Result<Option<Panel>, StoreError> {
        let row =
            sqlx::query(panels_where!("id = ?")).bind(panel).fetch_optional(&self.readers).await?;
        Ok(row.as_ref().map(read).transpose()?)
    }

    #[boxed]
    pub async fn panel_of_interaction(
        &self,
        interaction: u64,
    ) -> Result<Option<Panel>, StoreError> {
        let row = sqlx::query(panels_where!("interaction_id = ?"))
            .bind(interaction.cast_signed())
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.as_ref().map(read).transpose()?)
    }

    /// The panels of a person, the oldest first.
    #[boxed]
    pub async fn panels_of(&self, owner: u64) -> Result<Vec<Panel>, StoreError> {
        let rows = sqlx::query(panels_where!("owner = ? ORDER BY made_at_ms, id"))
            .bind(owner.cast_signed())
            .fetch_all(&self.readers)
            .await?;
        Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
    }

    /// Every panel in a server, or in a channel of direct messages, the oldest first.
    #[boxed]
    pub async fn panels_in(
        &self,
        guild: Option<u64>,
        channel: u64,
    ) -> Result<Vec<Panel>, StoreError> {
        let rows = sqlx::query(panels_where!(
            "coalesce(guild_id, channel_id) = ? ORDER BY made_at_ms, id"
        ))
        .bind(guild.unwrap_or(channel).cast_signed())
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
    }
}

fn read(row: &SqliteRow) -> Result<Panel, sqlx::Error> {
    Ok(Panel {
        id: get(row, 0)?,
        guild_id: get::<Option<i64>>(row, 1)?.map(i64::cast_unsigned),
        channel_id: id(row, 2)?,
        owner: id(row, 3)?,
        owner_name: get(row, 4)?,
        title: get(row, 5)?,
        buttons: get(row, 6)?,
        revision: get(row, 7)?,
        made_at_ms: get(row, 8)?,
    })
}
