//! What the desk is for games, the ledger is for the books: it loads a league or a campaign, lets the book decide, commits
//! the entry, and only then returns it. It sends nothing.

use std::sync::Arc;

use gatemaster_league::{Book, Decided, League, Moment, Stored as _};
use gatemaster_store::{BookRewriting, BookRow, Entered, NewEntry, Room, Store};
use rand::RngExt as _;

use crate::boxed;
use crate::caps::{CAMPAIGNS, Kind, LEAGUES, Most};
use crate::clock::Clock;
use crate::desk::{Work, new_id};
use crate::request::Request;
use crate::rewrites::Rewrites;
use crate::trouble::Trouble;
use crate::words::esc;

#[derive(Clone, Debug)]
pub struct Ledger {
    pub store: Store,
    pub clock: Arc<Clock>,
    /// How much servers may allow themselves.
    most: Most,
    /// Held by whoever writes in a book, and by whoever rewrites it.
    rewrites: Rewrites,
}

/// A book as it stands, with what the store knows about it.
#[derive(Clone, Debug)]
pub struct StoredBook<B> {
    pub id: String,
    pub guild: u64,
    /// How many entries it has.
    pub seq: u32,
    pub book: B,
}

/// An accepted action: the book before and after it, and what there is to tell.
#[derive(Clone, Debug)]
pub struct BookOutcome<B: Book> {
    pub before: Option<B>,
    pub kept: StoredBook<B>,
    pub events: Vec<B::Event>,
    /// The same interaction had done it before; the book is as it stands now.
    pub repeated: bool,
}

/// Says what exactly is to be done with a book, from how it stands.
pub type Choose<'a, B> =
    Box<dyn Fn(&StoredBook<B>) -> Result<<B as Book>::Action, Trouble> + Send + Sync + 'a>;

/// Somebody else may write in the book meanwhile; after so many clashes something else is wrong.
const TRIES: usize = 50;

impl Ledger {
    pub fn new(store: Store, clock: Arc<Clock>) -> Self {
        Self { store, clock, most: Most::DEFAULT, rewrites: Rewrites::default() }
    }

    /// The same where the operator has said how much servers may allow themselves.
    #[must_use]
    pub fn within(self, most: Most) -> Self {
        Self { most, ..self }
    }

    /// Opens a book on the asker's server.
    #[boxed]
    pub async fn open<B: Book>(
        &self,
        request: &Request,
        action: B::Action,
    ) -> Result<BookOutcome<B>, Trouble> {
        let guild = server(request)?;
        if let Some(before) = self.made_before(request).await? {
            return Ok(before);
        }
        let moment = self.moment();
        let decided = B::decide(None, &request.actor, &action, moment)?;
        match self.keep(request, guild, &new_id(), None, &action, decided, moment).await? {
            Ok(written) => Ok(written),
            Err(Entered::NameTaken) => Err(name_taken::<B>()),
            Err(Entered::Full(full)) => Err(kind::<B>().full(full, self.room(request))),
            Err(_) => self
                .made_before(request)
                .await?
                .ok_or_else(|| Trouble::fault("a new book was neither kept nor refused")),
        }
    }

    /// Writes one entry. `choose` sees the book and says what exactly is to be done; it is asked again if somebody was
    /// faster.
    pub fn write<'a, B: Book>(
        &'a self,
        request: &'a Request,
        id: &'a str,
        choose: impl Fn(&StoredBook<B>) -> Result<B::Action, Trouble> + Send + Sync + 'a,
    ) -> Work<'a, Result<BookOutcome<B>, Trouble>> {
        Box::pin(self.write_chosen(request, id, Box::new(choose)))
    }

    async fn write_chosen<B: Book>(
        &self,
        request: &Request,
        id: &str,
        choose: Choose<'_, B>,
    ) -> Result<BookOutcome<B>, Trouble> {
        let _writing = self.rewrites.in_use(id).await;
        if let Some(before) = self.made_before(request).await? {
            return Ok(before);
        }
        for _ in 0..TRIES {
            let kept = self.load::<B>(request, id).await?;
            let moment = self.moment();
            let tried = choose(&kept).and_then(|action| {
                let decided = B::decide(Some(&kept.book), &request.actor, &action, moment)
                    .map_err(|refusal| {
                        Trouble::refused(kept.book.safe(refusal.sentence(), &esc))
                    })?;
                Ok((action, decided))
            });
            let (action, decided) = match tried {
                Ok(decided) => decided,
                // the same interaction, delivered twice, may have been faster
                Err(trouble) => return self.made_before(request).await?.ok_or(trouble),
            };
            let guild = kept.guild;
            match self.keep(request, guild, id, Some(kept), &action, decided, moment).await? {
                Ok(written) => return Ok(written),
                Err(Entered::NameTaken) => return Err(name_taken::<B>()),
                Err(Entered::Full(full)) => {
                    return Err(kind::<B>().full_again(full, self.room(request)));
                }
                Err(Entered::Repeated { .. }) => {
                    if let Some(before) = self.made_before(request).await? {
                        return Ok(before);
                    }
                }
                Err(Entered::Clash | Entered::Done) => {}
            }
        }
        Err(Trouble::fault("an entry clashed again and again"))
    }

    #[expect(clippy::too_many_arguments, reason = "all of them make the one row")]
    async fn keep<B: Book>(
        &self,
        request: &Request,
        guild: u64,
        id: &str,
        before: Option<StoredBook<B>>,
        action: &B::Action,
        decided: Decided<B, B::Event>,
        moment: Moment,
    ) -> Result<Result<BookOutcome<B>, Entered>, Trouble> {
        let expected_seq = before.as_ref().map_or(0, |kept| kept.seq);
        let Decided { book, events } = decided;
        let was_open = before.as_ref().is_some_and(|kept| kept.book.is_open());
        let opens = (book.is_open() && !was_open).then(|| self.room(request));
        let entered = self
            .store
            .enter(NewEntry {
                book_id: id.to_owned(),
                expected_seq,
                kind: B::KIND,
                guild_id: guild,
                name: book.name().to_owned(),
                open: book.is_open(),
                state: book.to_text()?,
                wakes_at_ms: book.wakes_at_ms(),
                user_id: request.user().0,
                user_name: request.actor.player.name.clone(),
                interaction_id: request.interaction,
                action: action.to_text()?,
                events: B::Event::list_to_text(&events)?,
                at_ms: moment.now_ms,
                opens_game: B::opens_game(action).map(|(game, place)| (game.to_owned(), place)),
                notes_game: B::notes_game(action).map(str::to_owned),
                opens,
            })
            .await?;
        Ok(match entered {
            Entered::Done => {
                let kept = StoredBook { id: id.to_owned(), guild, seq: expected_seq + 1, book };
                Ok(BookOutcome {
                    before: before.map(|kept| kept.book),
                    kept,
                    events,
                    repeated: false,
                })
            }
            other => Err(other),
        })
    }

    /// What this very interaction has done already, if it was delivered before.
    async fn made_before<B: Book>(
        &self,
        request: &Request,
    ) -> Result<Option<BookOutcome<B>>, Trouble> {
        let Some(interaction) = request.interaction else { return Ok(None) };
        let Some((id, seq)) = self.store.entry_of_interaction(interaction).await? else {
            return Ok(None);
        };
        let kept = self.load::<B>(request, &id).await?;
        let entries = self.store.entries(&id, seq.saturating_sub(1), 1).await?;
        let events = match entries.first() {
            Some(entry) => B::Event::list_from_text(&entry.events)?,
            None => Vec::new(),
        };
        Ok(Some(BookOutcome { before: Some(kept.book.clone()), kept, events, repeated: true }))
    }

    /// A book of the asker's server by its id.
    #[boxed]
    pub async fn load<B: Book>(
        &self,
        request: &Request,
        id: &str,
    ) -> Result<StoredBook<B>, Trouble> {
        let guild = server(request)?;
        let row = self.store.book(id).await?;
        let row = row.filter(|row| row.guild_id == guild && row.kind == B::KIND);
        row.map(kept)
            .transpose()?
            .ok_or_else(|| Trouble::refused(format!("I know no such {} on this server.", B::KIND)))
    }

    /// The book by its id, for work that nobody asked for.
    #[boxed]
    pub async fn load_any<B: Book>(&self, id: &str) -> Result<Option<StoredBook<B>>, Trouble> {
        let row = self.store.book(id).await?.filter(|row| row.kind == B::KIND);
        row.map(kept).transpose()
    }

    /// Every book of this kind on a server, the open ones first.
    #[boxed]
    pub async fn all_on<B: Book>(&self, guild: u64) -> Result<Vec<StoredBook<B>>, Trouble> {
        self.store.books_on(guild, B::KIND).await?.into_iter().map(kept).collect()
    }

    /// The book that somebody means: by its id or name, or without a word the only one that could be meant. `theirs` says
    /// whether the asker has to do with it.
    #[boxed]
    pub async fn meant<B: Book>(
        &self,
        request: &Request,
        word: Option<&str>,
        theirs: &(dyn Fn(&B) -> bool + Send + Sync),
    ) -> Result<StoredBook<B>, Trouble> {
        let mut all = self.all_on::<B>(server(request)?).await?;
        let kind = B::KIND;
        if let Some(word) = word.map(str::trim).filter(|word| !word.is_empty()) {
            let folded = word.to_lowercase();
            let found = all
                .iter()
                .position(|kept| kept.id == word)
                .or_else(|| all.iter().position(|kept| kept.book.name().to_lowercase() == folded));
            return match found {
                Some(found) => Ok(all.swap_remove(found)),
                None => Err(Trouble::refused(format!(
                    "There is no {kind} “{}” on this server. `/{kind} list` shows them all.",
                    esc(&gatemaster_discord::limits::clip(word, 60))
                ))),
            };
        }
        let open: Vec<usize> = (0..all.len()).filter(|at| all[*at].book.is_open()).collect();
        let mine: Vec<usize> = open.iter().copied().filter(|at| theirs(&all[*at].book)).collect();
        match (&mine[..], &open[..], all.len()) {
            ([only], _, _) | ([], [only], _) => Ok(all.swap_remove(*only)),
            ([], [], 1) => Ok(all.swap_remove(0)),
            ([], [], 0) => Err(Trouble::refused(format!(
                "There is no {kind} on this server yet. `/{kind} new` opens one."
            ))),
            _ => {
                let several = if mine.is_empty() { open } else { mine };
                let names: Vec<String> =
                    several.iter().take(10).map(|at| esc(all[*at].book.name())).collect();
                Err(Trouble::refused(format!(
                    "Say which {kind} you mean with `{kind}:`{}",
                    if names.is_empty() {
                        ".".to_owned()
                    } else {
                        format!(": {}.", crate::words::list(&names))
                    }
                )))
            }
        }
    }

    /// Takes a person out of a book, while nobody writes in it on what they have seen before.
    #[boxed]
    pub async fn rewrite(&self, rewriting: BookRewriting) -> Result<(), Trouble> {
        let _nobody_else = self.rewrites.alone(&rewriting.book_id).await;
        Ok(self.store.rewrite_book(rewriting).await?)
    }

    fn room(&self, request: &Request) -> Room {
        request.server.caps.books(self.most)
    }

    fn moment(&self) -> Moment {
        let mut chance = rand::rng();
        Moment { now_ms: self.clock.now_ms(), lot: chance.random(), seed: chance.random() }
    }
}

/// Books belong to servers.
pub fn server(request: &Request) -> Result<u64, Trouble> {
    request.guild.ok_or_else(|| {
        Trouble::refused(
            "Leagues and campaigns are kept on a server; ask me in one of its channels.",
        )
    })
}

fn kept<B: Book>(row: BookRow) -> Result<StoredBook<B>, Trouble> {
    Ok(StoredBook {
        book: B::from_text(&row.state)?,
        id: row.id,
        guild: row.guild_id,
        seq: row.seq,
    })
}

fn kind<B: Book>() -> Kind {
    if B::KIND == League::KIND { LEAGUES } else { CAMPAIGNS }
}

fn name_taken<B: Book>() -> Trouble {
    Trouble::refused(format!(
        "Another {} on this server has that name. Choose a different one.",
        B::KIND
    ))
}
