//! What of a server is public. The page leaves no trace of anything else.

use std::collections::HashSet;

use gatemaster_commands::ledger::StoredBook;
use gatemaster_commands::prefs::ServerPrefs;
use gatemaster_commands::trouble::Trouble;
use gatemaster_league::campaign::Campaign;
use gatemaster_league::person::Person;
use gatemaster_league::{Book, EntrantId, League, Season};
use gatemaster_store::BookRow;

use crate::boxed;
use crate::site::Site;

/// A server, as its pages speak of it.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    pub guild: u64,
    pub key: String,
    pub name: String,
}

/// A server with everything of it that is public, the open books first.
#[derive(Debug)]
pub(crate) struct Club {
    pub home: Home,
    pub leagues: Vec<StoredBook<League>>,
    pub campaigns: Vec<StoredBook<Campaign>>,
}

/// A public book with where it stands.
#[derive(Debug)]
pub(crate) struct Shown<B> {
    pub home: Home,
    pub id: String,
    pub book: B,
    /// Its games that were played to the end and can be looked at.
    pub games: HashSet<String>,
}

/// Books that can be on the page.
pub(crate) trait Showable: Book {
    fn is_public(&self) -> bool;
}

impl Showable for League {
    fn is_public(&self) -> bool {
        self.season.settings.page
    }
}

impl Showable for Campaign {
    fn is_public(&self) -> bool {
        self.page
    }
}

impl Home {
    pub fn href(&self) -> String {
        format!("/s/{}", self.key)
    }
}

impl<B> Shown<B> {
    /// The address of a battle, where it can be looked at.
    pub fn battle_href(&self, game: Option<&String>) -> Option<String> {
        game.filter(|game| self.games.contains(*game)).map(|game| format!("/g/{game}"))
    }
}

impl Shown<League> {
    pub fn href(&self) -> String {
        format!("/l/{}", self.id)
    }

    pub fn player_href(&self, no: EntrantId) -> String {
        format!("/l/{}/p/{no}", self.id)
    }

    pub fn season_href(&self, season: &Season) -> String {
        format!("/l/{}/season/{}", self.id, season.number)
    }
}

impl Site {
    /// The server, unless its people keep it off the page.
    async fn home(&self, guild: u64) -> Result<Option<Home>, Trouble> {
        let prefs = ServerPrefs::load(&self.store, Some(guild)).await?;
        Ok(prefs.public_page.then(|| Home {
            guild,
            key: self.secret.server(guild),
            name: (self.names)(guild).unwrap_or_else(|| "Server".to_owned()),
        }))
    }

    /// Every server with something public.
    #[boxed]
    pub async fn clubs(&self) -> Result<Vec<Club>, Trouble> {
        let mut clubs = Vec::new();
        for guild in self.store.servers_with_books().await? {
            clubs.extend(self.club(guild).await?);
        }
        clubs.sort_by_cached_key(|club| (club.home.name.to_lowercase(), club.home.key.clone()));
        Ok(clubs)
    }

    #[boxed]
    pub async fn club_by_key(&self, key: &str) -> Result<Option<Club>, Trouble> {
        for guild in self.store.servers_with_books().await? {
            if self.secret.server(guild) == key {
                return self.club(guild).await;
            }
        }
        Ok(None)
    }

    /// Nothing where nothing is public.
    #[boxed]
    pub async fn club(&self, guild: u64) -> Result<Option<Club>, Trouble> {
        let Some(home) = self.home(guild).await? else { return Ok(None) };
        let leagues = public(self.store.books_on(guild, League::KIND).await?);
        let campaigns = public(self.store.books_on(guild, Campaign::KIND).await?);
        let any = !leagues.is_empty() || !campaigns.is_empty();
        Ok(any.then_some(Club { home, leagues, campaigns }))
    }

    #[boxed]
    pub async fn shown<B: Showable>(&self, id: &str) -> Result<Option<Shown<B>>, Trouble> {
        let Some(row) = self.store.book(id).await?.filter(|row| row.kind == B::KIND) else {
            return Ok(None);
        };
        let Some(home) = self.home(row.guild_id).await? else { return Ok(None) };
        let Some(kept) = public::<B>(vec![row]).pop() else { return Ok(None) };
        let games = self.store.ended_games_of_book(&kept.id).await?.into_iter().collect();
        Ok(Some(Shown { home, id: kept.id, book: kept.book, games }))
    }

    pub fn person_href(&self, home: &Home, person: &Person) -> String {
        format!("/p/{}-{}", home.key, self.secret.person(home.guild, person))
    }
}

/// A book that cannot be read is the business of `gatemaster replay`; the others are shown without it.
fn public<B: Showable>(rows: Vec<BookRow>) -> Vec<StoredBook<B>> {
    let read = |row: BookRow| {
        let Ok(book) = B::from_text(&row.state) else {
            tracing::warn!(book = row.id, "a book cannot be read and is left out of the page");
            return None;
        };
        let BookRow { id, guild_id, seq, .. } = row;
        book.is_public().then_some(StoredBook { id, guild: guild_id, seq, book })
    };
    rows.into_iter().filter_map(read).collect()
}
