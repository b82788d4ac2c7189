//! The desk between Discord and the games: it loads a game, lets the rules decide, commits the step, and only then returns
//! what everybody may see of it. It shows nothing and sends nothing.

mod chapter;
mod game;
mod log;
mod standing;
mod telling;
mod typing;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

pub use chapter::{Page, SeenChapter, is_told};
pub use game::{ActionWithDice, LATEST, Loaded, Outcome, StepInContext, Which};
pub use log::{Entry, Log};
pub use standing::{Standing, Work};

use gatemaster_rules::dice::{Dice, Keeper, Seed, Seeded};
use gatemaster_rules::export::{Export, FORMAT};
use gatemaster_rules::game::SystemId;
use gatemaster_rules::history::{self, Step};
use gatemaster_rules::ids::Seq;
use gatemaster_rules::record::record;
use gatemaster_rules::stored::{self, StepText, StoredStep};
use gatemaster_rules::table::{self, Action, Actor, Moment, Phase, Player, Table};
use gatemaster_rules::text::searched;
use gatemaster_rules::version::{RELEASE, RulesVersion};
use gatemaster_store::{
    Appended, Created, Filter, GameRow, GameSummary, NewGame, NewStep, Rewriting, SeatRow,
    StepData, StepRow, Store, Summary,
};
use rand::RngExt as _;

use crate::boxed;
use crate::caps::{Most, TABLES};
use crate::clock::Clock;
use crate::prefs::ServerPrefs;
use crate::request::Request;
use crate::rewrites::{InUse, Rewrites};
use crate::trouble::Trouble;
use chapter::Chapter;
use game::{Whole, WholeStep};

/// Says what exactly is to be done at a table, from how it stands.
pub type Choose<'a> = Box<dyn FnOnce(&Loaded) -> Result<ActionWithDice, Trouble> + Send + 'a>;

#[derive(Clone, Debug)]
pub struct Desk {
    pub store: Store,
    pub clock: Arc<Clock>,
    /// How much servers may allow themselves.
    pub most: Most,
    /// Held by whoever uses a game, and by whoever rewrites it.
    pub rewrites: Rewrites,
    recent: Recent,
    standing: &'static dyn Standing,
}

/// The last steps of tables that are played at now, so that the whole log need not be read for each.
#[derive(Clone, Debug, Default)]
struct Recent(Arc<Mutex<HashMap<String, Lately>>>);

#[derive(Clone, Debug)]
struct Lately {
    /// The step a game was at.
    seq: Seq,
    /// The last ones up to it, on compact tables.
    steps: Vec<Arc<WholeStep>>,
    /// What the newest message tells.
    chapter: Option<Chapter>,
}

impl Recent {
    /// As many tables as are likely to be played at in one hour.
    const TABLES: usize = 64;

    fn of(&self, game: &Loaded) -> Option<Lately> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(&game.id).filter(|lately| lately.seq == game.seq).cloned()
    }

    fn forget(&self, id: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    fn keep(&self, game: &Loaded) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= Self::TABLES && !kept.contains_key(&game.id) {
            kept.clear();
        }
        let (steps, chapter) = (game.whole.recent.clone(), game.whole.chapter.clone());
        kept.insert(game.id.clone(), Lately { seq: game.seq, steps, chapter });
    }
}

/// As many results as a compact board tells.
const RECENT: u32 = 3;

impl Desk {
    /// `standing` knows what the systems do without asking.
    pub fn new(store: Store, clock: Arc<Clock>, standing: &'static dyn Standing) -> Self {
        let (rewrites, recent) = (Rewrites::default(), Recent::default());
        Self { store, clock, most: Most::DEFAULT, rewrites, recent, standing }
    }

    /// The same where the operator has said how much servers may allow themselves.
    #[must_use]
    pub fn within(self, most: Most) -> Self {
        Self { most, ..self }
    }

    /// Refuses what would be refused at the opening of a table anyway, because as many are open as may be.
    #[boxed]
    pub async fn has_room(&self, request: &Request) -> Result<(), Trouble> {
        let room = request.server.caps.tables(self.most);
        let user = request.user().0;
        let left = self.store.room_for_game(request.guild, request.channel, user, room).await?;
        left.map_err(|full| TABLES.full(full, room))
    }

    /// Id and seed of a table that is opened, by chance.
    fn new_table(&self) -> (String, [u8; 32]) {
        #[cfg(feature = "scripted-dice")]
        if let Some(set) = self.clock.dice.next_table() {
            return set;
        }
        (new_id(), rand::rng().random())
    }

    /// Opens a table in the request's channel.
    #[boxed]
    pub async fn open(&self, request: &Request, action: Action) -> Result<Outcome, Trouble> {
        let Action::Open { ref setup, .. } = action else {
            return Err(Trouble::fault("a table is opened by another action"));
        };
        let system = setup.system();
        let decided = match table::open_table(&request.actor, &action) {
            Ok(decided) => decided,
            Err(refusal) => return self.repeated_or(request, refusal.into()).await,
        };
        let (id, seed_bytes) = self.new_table();
        let seed = Seed::new(seed_bytes);
        let now = self.clock.now_ms();
        let step = Step::new(Seq(1), system, &request.actor, action, Vec::new(), decided, now);
        let table = history::fold(std::slice::from_ref(&step))?;
        let game = Loaded {
            id,
            guild: request.guild,
            channel: request.channel,
            seq: Seq(1),
            at: Seq(1),
            next_die: 1,
            seed_hash: seed.hash(),
            rules_version: system.version(),
            board: None,
            table: table.seen(&table.onlooker()),
            recent: Vec::new(),
            pictures: request.server.pictures,
            whole: Arc::new(Whole { table, recent: Vec::new(), chapter: None, seed }),
        };
        let room = request.server.caps.tables(self.most);
        let created = self
            .store
            .create_game(NewGame {
                id: game.id.clone(),
                guild_id: game.guild,
                channel_id: game.channel,
                system: game.table.system.key().to_owned(),
                created_by: request.user().0,
                seed: seed_bytes,
                seed_hash: game.seed_hash.clone(),
                rules_version: game.rules_version.to_string(),
                first: step_data(&step, request)?,
                state: stored::write_table(&game.whole.table)?,
                summary: summary(&game.whole.table),
                room: Some(room),
            })
            .await?;
        match created {
            Created::Done => Ok(Outcome::new(game, &WholeStep { before: None, step })),
            Created::Repeated { game_id, seq } => self.as_before(&game_id, Seq(seq)).await,
            Created::Full(full) => Err(TABLES.full(full, room)),
            Created::Occupied { game_id } => {
                let other = self.load(request, &Which::Now(game_id)).await?;
                Err(Trouble::refused(format!(
                    "“{}” has this channel. Finish it with `/game end`, rest it with `/game put-away`, or open \
                     yours with `thread:True` or in another channel.",
                    crate::words::esc(&other.table.name)
                )))
            }
        }
    }

    /// Takes a person out of a game, while nobody makes a step on what they have seen of it before.
    #[boxed]
    pub async fn rewrite(&self, rewriting: Rewriting) -> Result<(), Trouble> {
        let _nobody_else = self.rewrites.alone(&rewriting.game_id).await;
        self.recent.forget(&rewriting.game_id);
        Ok(self.store.rewrite_game(rewriting).await?)
    }

    /// Does one thing at a table. `choose` sees the table and says what exactly is to be done.
    pub fn act<'a>(
        &'a self,
        request: &'a Request,
        which: &'a Which,
        choose: impl FnOnce(&Loaded) -> Result<ActionWithDice, Trouble> + Send + 'a,
    ) -> Work<'a, Result<Outcome, Trouble>> {
        Box::pin(self.act_with(request, which, Box::new(choose)))
    }

    async fn act_with(
        &self,
        request: &Request,
        which: &Which,
        choose: Choose<'_>,
    ) -> Result<Outcome, Trouble> {
        match Box::pin(self.try_act(request, which, choose)).await {
            // a repeated interaction is answered as before, whatever would be said to it now
            Err(
                trouble @ (Trouble::Refused(_)
                | Trouble::Stale(_)
                | Trouble::WrongGame(_)
                | Trouble::First(_)),
            ) => self.repeated_or(request, trouble).await,
            Ok(outcome) => Ok(Box::pin(self.keep_standing_orders(outcome)).await),
            other => other,
        }
    }

    /// Answers for players who have said beforehand what they want. The action itself stands whatever comes of this.
    #[boxed]
    pub async fn keep_standing_orders(&self, mut outcome: Outcome) -> Outcome {
        /// More than any action asks, and than four bots do in their turns; a longer chain would be a mistake of ours.
        const AT_MOST: usize = 250;
        for _ in 0..AT_MOST {
            // after an undo, standing orders are not applied again: nobody could undo what they answer
            if outcome.last().revokes.is_some() {
                break;
            }
            match self.keep_one_standing_order(&outcome.game).await {
                Ok(Some(next)) => outcome = outcome.followed_by(next),
                Ok(None) => break,
                Err(trouble) => {
                    tracing::warn!(
                        game = outcome.game.id,
                        trouble = trouble.in_short(),
                        "a standing order was not kept"
                    );
                    break;
                }
            }
        }
        outcome
    }

    /// What the game waits for now, answered as somebody has said beforehand; `None` where nobody has.
    #[boxed]
    async fn keep_one_standing_order(&self, game: &Loaded) -> Result<Option<Outcome>, Trouble> {
        let Some((player, action)) = self.said_beforehand(game).await? else { return Ok(None) };
        let beforehand = !player.is_bot();
        let actor = Actor { player, manager: false };
        let request = Request::made_up(actor, game.guild, game.channel, None);
        let making_a_step = self.rewrites.in_use(&game.id).await;
        // what was taken out of the game since it was looked at must not come back with this step
        let fresh = self.load_any_in_use(&game.id).await?.filter(|fresh| fresh.seq == game.seq);
        let Some(fresh) = fresh else { return Ok(None) };
        let made = self.make(&request, fresh, action, beforehand).await;
        drop(making_a_step);
        made.map(Some)
    }

    /// What the program owes on its own seats, or what a player has said beforehand to what the table waits for.
    async fn said_beforehand(&self, game: &Loaded) -> Result<Option<(Player, Action)>, Trouble> {
        let table = &game.whole.table;
        if table.phase != Phase::Playing {
            return Ok(None);
        }
        if let Some((_, command)) = table.bot_owes() {
            return Ok(Some((Player::bot(), Action::Play(command))));
        }
        if table.asked.is_none() && !self.standing.is_heard(game) {
            return Ok(None);
        }
        // a question comes first: while it stands, only its answer is waited for
        let asked: Vec<&Player> = if let Some(asked) = &table.asked {
            table.others(asked.by.id)
        } else {
            let owing = table.owed().into_iter().filter_map(|owed| table.player_at(owed.seat));
            owing.filter(|player| !player.is_bot()).collect()
        };
        for player in asked {
            if let Some(action) = self.standing.answer(&self.store, game, player).await? {
                return Ok(Some((player.clone(), action)));
            }
        }
        Ok(None)
    }

    /// The same for a game whose last step may have been cut short by a stop.
    #[boxed]
    pub async fn catch_up_on_standing_orders(&self, id: &str) -> Result<(), Trouble> {
        let Some(game) = self.load_any(id).await? else { return Ok(()) };
        let steps = self.store.steps_between(id, game.seq.0, game.seq.0).await?;
        if steps.iter().all(|step| step.revokes.is_none()) {
            Box::pin(self.keep_new_standing_orders(id)).await?;
        }
        Ok(())
    }

    /// The same for a game that waits while somebody says what they want from now on.
    #[boxed]
    pub async fn keep_new_standing_orders(&self, id: &str) -> Result<Option<Outcome>, Trouble> {
        let Some(game) = self.load_any(id).await? else { return Ok(None) };
        match self.keep_one_standing_order(&game).await? {
            Some(first) => Ok(Some(self.keep_standing_orders(first).await)),
            None => Ok(None),
        }
    }

    async fn try_act(
        &self,
        request: &Request,
        which: &Which,
        choose: Choose<'_>,
    ) -> Result<Outcome, Trouble> {
        let (making_a_step, before) = self.taken_up(request, which).await?;
        let ActionWithDice { action, dice } = choose(&before)?;
        let mut typed = match dice {
            None => VecDeque::new(),
            Some(text) => typing::theirs(&before, &request.actor, &action, &text)?,
        };
        let mut made = self.make(request, before, action, false).await?;
        // what is typed with an action is typed for the throws that it waits for; they are steps of their own
        let later = request.without_interaction();
        while let Some(faces) = typing::next_faces(&made.game, request.user(), &mut typed) {
            let next =
                self.make(&later, made.game.clone(), Action::TypeDice { faces }, false).await?;
            made = made.followed_by(next);
        }
        drop(making_a_step);
        Ok(made)
    }

    /// Lets the rules decide about a game as it was loaded, and keeps what comes of it.
    #[boxed]
    async fn make(
        &self,
        request: &Request,
        before: Loaded,
        action: Action,
        standing: bool,
    ) -> Result<Outcome, Trouble> {
        let steps = if table::reaches_back(&before.whole.table, &action) {
            let steps = self.steps(&before.id).await?;
            if steps.last().map(|step| step.seq) != Some(before.seq) {
                // a step came between the two looks
                return Err(Trouble::Stale(before.id));
            }
            steps
        } else {
            Vec::new()
        };
        let Next { mut step, table, next_die } =
            self.decide(&before, &request.actor, action, &steps)?;
        step.deed.standing = standing;
        let reopens = !before.whole.table.phase.is_open() && table.phase.is_open();
        let room = request.server.caps.tables(self.most);
        let appended = self
            .store
            .append(NewStep {
                game_id: before.id.clone(),
                expected_seq: before.seq.0,
                next_die: dice_rolled(next_die),
                step: step_data(&step, request)?,
                state: stored::write_table(&table)?,
                summary: summary(&table),
                reopens: reopens.then_some(room),
            })
            .await?;
        let before = self.with_chapter(before).await?;
        let made = Arc::new(WholeStep { before: before.whole.table.game.clone(), step });
        let told = before.whole.chapter.clone();
        let mut chapter = told.unwrap_or_else(|| Chapter::after(before.seq));
        let finished = self.tell(&mut chapter, &table, &made);
        let mut recent = before.whole.recent.clone();
        if table.settings.compact {
            recent.push(Arc::clone(&made));
            recent.drain(..recent.len().saturating_sub(RECENT as usize));
        }
        let viewer = table.onlooker();
        let seed = before.whole.seed.clone();
        let game = Loaded {
            seq: made.step.seq,
            at: made.step.seq,
            next_die,
            table: table.seen(&viewer),
            recent: recent.iter().map(|made| made.seen(&viewer)).collect(),
            whole: Arc::new(Whole { table, recent, chapter: Some(chapter), seed }),
            ..before
        };
        match appended {
            Appended::Done => {
                self.recent.keep(&game);
                let finished = finished.map(|chapter| chapter.seen(&viewer));
                Ok(Outcome { finished, ..Outcome::new(game, &made) })
            }
            Appended::Clash { .. } => Err(Trouble::Stale(game.id)),
            Appended::Repeated { game_id, seq } => self.as_before(&game_id, Seq(seq)).await,
            Appended::Occupied { .. } => Err(Trouble::refused(
                "Another game is open in that channel by now. Finish it or put it away first.",
            )),
            Appended::Full(full) => Err(TABLES.full_again(full, room)),
            Appended::NoSuchGame => Err(no_game()),
        }
    }

    /// The game that is meant as everybody may see it, if the asker may know of it.
    #[boxed]
    pub async fn load(&self, request: &Request, which: &Which) -> Result<Loaded, Trouble> {
        self.taken_up(request, which).await.map(|(_, game)| game)
    }

    /// The same, and as long as the first of the two is held, it is not rewritten.
    async fn taken_up(&self, request: &Request, which: &Which) -> Result<(InUse, Loaded), Trouble> {
        loop {
            let id = match which {
                Which::Here => self.store.open_game_in(request.channel).await?.map(|row| row.id),
                Which::LastHere => self.last_here(request).await?.map(|row| row.id),
                Which::At(id, _) | Which::Now(id) => Some(id.clone()),
            };
            let in_use = self.rewrites.in_use(id.as_deref().unwrap_or_default()).await;
            let game = self.load_in_use(request, which).await?;
            // else another game has been opened in the channel meanwhile
            if id.as_ref() == Some(&game.id) {
                return Ok((in_use, game));
            }
        }
    }

    async fn load_in_use(&self, request: &Request, which: &Which) -> Result<Loaded, Trouble> {
        let row = match which {
            Which::Here => self.store.open_game_in(request.channel).await?,
            Which::LastHere => self.last_here(request).await?,
            Which::At(id, _) | Which::Now(id) => self.store.game(id).await?,
        };
        let row = row.filter(|row| belongs(row, request)).ok_or_else(|| match which {
            Which::Here | Which::LastHere => no_game_here(),
            Which::At(..) | Which::Now(_) => no_game(),
        })?;
        let mut game = self.with_recent(self.loaded(row).await?).await?;
        game.pictures = request.server.pictures;
        if !may_see(&game, request) {
            return Err(no_game());
        }
        match which {
            Which::At(_, seq) if *seq != game.seq => {
                if self.stands_since(&game, *seq).await? {
                    game.at = *seq;
                    return Ok(game);
                }
                Err(Trouble::Stale(game.id))
            }
            _ => Ok(game),
        }
    }

    async fn last_here(&self, request: &Request) -> Result<Option<GameRow>, Trouble> {
        if let Some(open) = self.store.open_game_in(request.channel).await? {
            return Ok(Some(open));
        }
        let here = Filter { ended: true, channel_id: Some(request.channel), ..Filter::default() };
        match self.store.games_on(request.guild, here, 1, 0).await?.first() {
            Some(last) => Ok(self.store.game(&last.id).await?),
            None => Ok(None),
        }
    }

    /// The game of this channel that was put away last.
    #[boxed]
    pub async fn shelved_here(&self, request: &Request) -> Result<Which, Trouble> {
        const LOOKED_AT: u32 = 50;
        if self.store.open_game_in(request.channel).await?.is_some() {
            return Ok(Which::Here);
        }
        let here = Filter { ended: true, channel_id: Some(request.channel), ..Filter::default() };
        let games = self.store.games_on(request.guild, here, LOOKED_AT, 0).await?;
        let shelved = games.into_iter().find(|game| game.phase == gatemaster_store::Phase::Shelved);
        shelved.map(|game| Which::Now(game.id)).ok_or_else(|| {
            Trouble::refused("No game of this channel has been put away. `/game list archive:True` shows the others.")
        })
    }

    /// Games of the asker's server by name, those in channels that they may see.
    #[boxed]
    pub async fn games_for(
        &self,
        request: &Request,
        ended: bool,
        mine: bool,
        name: Option<&str>,
        limit: usize,
    ) -> Result<Vec<GameSummary>, Trouble> {
        /// More than are shown, as some may lie in channels that the asker does not see.
        const LOOKED_AT: u32 = 200;
        let filter = Filter {
            ended,
            person: mine.then_some(request.user().0),
            name_like: name
                .map(|name| searched(name).trim_end().to_owned())
                .filter(|name| !name.is_empty()),
            channel_id: request.guild.is_none().then_some(request.channel),
        };
        let mut games = self.store.games_on(request.guild, filter, LOOKED_AT, 0).await?;
        let user = request.user().0;
        games.retain(|game| {
            let theirs = game.created_by == user
                || game.organiser_id == Some(user)
                || game
                    .seats
                    .iter()
                    .any(|seat| [seat.user_id, seat.offered_to].contains(&Some(user)));
            theirs || request.sees(game.channel_id)
        });
        games.truncate(limit);
        Ok(games)
    }

    /// The game by its id as everybody may see it, for work that nobody asked for (a board that is redrawn).
    #[boxed]
    pub async fn load_any(&self, id: &str) -> Result<Option<Loaded>, Trouble> {
        let _in_use = self.rewrites.in_use(id).await;
        self.load_any_in_use(id).await
    }

    async fn load_any_in_use(&self, id: &str) -> Result<Option<Loaded>, Trouble> {
        match self.store.game(id).await? {
            Some(row) => {
                let mut game = self.with_recent(self.loaded(row).await?).await?;
                game.pictures = ServerPrefs::load(&self.store, game.guild).await?.pictures;
                Ok(Some(game))
            }
            None => Ok(None),
        }
    }

    /// The game of this row. A state that an earlier version stored in another form is made anew from its steps.
    async fn loaded(&self, row: GameRow) -> Result<Loaded, Trouble> {
        let table = if let Ok(table) = stored::read_table(&row.state) {
            table
        } else {
            let rows = self.store.steps_between(&row.id, 1, row.seq).await?;
            let steps: Vec<Step> = rows.into_iter().map(read_step).collect::<Result<_, _>>()?;
            history::fold(&steps)?
        };
        Ok(loaded(row, table))
    }

    /// A compact board tells the last results; others leave that to the channel.
    async fn with_recent(&self, game: Loaded) -> Result<Loaded, Trouble> {
        if !game.table.settings.compact {
            return Ok(game);
        }
        let recent = match self.recent.of(&game) {
            Some(lately) if !lately.steps.is_empty() => lately.steps,
            _ => self.read_recent(&game).await?,
        };
        let whole = Whole { recent, ..Whole::clone(&game.whole) };
        let viewer = whole.table.onlooker();
        let recent = whole.recent.iter().map(|made| made.seen(&viewer)).collect();
        let game = Loaded { recent, whole: Arc::new(whole), ..game };
        self.recent.keep(&game);
        Ok(game)
    }

    async fn read_recent(&self, game: &Loaded) -> Result<Vec<Arc<WholeStep>>, Trouble> {
        let steps = self.steps_up_to(game).await?;
        let from = steps.len().saturating_sub(RECENT as usize);
        let mut table = history::fold(&steps[..from]).ok();
        let mut recent = Vec::new();
        for (place, step) in steps.iter().enumerate().skip(from) {
            let before = table.as_ref().and_then(|table| table.game.clone());
            table = Some(history::after(table, &steps[..=place])?);
            recent.push(Arc::new(WholeStep { before, step: step.clone() }));
        }
        Ok(recent)
    }

    /// The log of this game as it was loaded, as everybody may know it, whatever has come since.
    #[boxed]
    pub async fn log(&self, game: &Loaded) -> Result<Log, Trouble> {
        let _in_use = self.rewrites.in_use(&game.id).await;
        Ok(Log { steps: self.steps_up_to(game).await?, viewer: game.table.onlooker() })
    }

    /// Everything of this game, to be verified. What it hides may be known by all once it has ended, not before.
    #[boxed]
    pub async fn export(&self, game: &Loaded) -> Result<Export, Trouble> {
        if game.table.system.hides() && game.table.phase != Phase::Ended {
            return Err(Trouble::refused(
                "Parts of this game are still hidden, so it can be exported when it has ended.",
            ));
        }
        self.export_whole(game).await
    }

    /// The same at any time, for whoever runs the program and has the database anyway.
    #[boxed]
    pub async fn export_whole(&self, game: &Loaded) -> Result<Export, Trouble> {
        let _in_use = self.rewrites.in_use(&game.id).await;
        Ok(Export {
            format: FORMAT.to_owned(),
            game: game.id.clone(),
            program: Some(RELEASE.to_owned()),
            system: game.table.system,
            rules_version: game.rules_version,
            seed_hash: game.seed_hash.clone(),
            seed: game.revealed_seed(),
            record: record(&game.whole.table),
            steps: self.steps_up_to(game).await?,
        })
    }

    /// Lets the rules decide with the dice of the game's stream. `steps` is the whole log where the action reaches back into
    /// it, and may be empty otherwise.
    pub fn decide(
        &self,
        before: &Loaded,
        actor: &Actor,
        action: Action,
        steps: &[Step],
    ) -> Result<Next, Trouble> {
        let salts = before.table.salts.iter().map(|salt| salt.text.as_str());
        let stream = Seeded::new(before.whole.seed.clone(), &before.id, salts, before.next_die);
        #[cfg(feature = "scripted-dice")]
        let stream = self.clock.dice.over(stream);
        let mut stream = stream;
        let next = decide(before, actor, action, steps, &mut stream, self.clock.now_ms())?;
        let next_die = stream.next_number();
        Ok(Next { next_die, ..next })
    }

    async fn steps_up_to(&self, game: &Loaded) -> Result<Vec<Step>, Trouble> {
        let rows = self.store.steps_between(&game.id, 1, game.seq.0).await?;
        rows.into_iter().map(read_step).collect()
    }

    async fn steps(&self, id: &str) -> Result<Vec<Step>, Trouble> {
        self.store.steps(id).await?.into_iter().map(read_step).collect()
    }

    async fn repeated_or(&self, request: &Request, trouble: Trouble) -> Result<Outcome, Trouble> {
        self.made_before(request).await?.ok_or(trouble)
    }

    /// For each of several things that one command does, the faces typed with it, if they are all for the asker to type.
    pub fn deal(
        &self,
        request: &Request,
        game: &Loaded,
        actions: &[Action],
        text: &str,
    ) -> Result<Vec<Option<String>>, Trouble> {
        let dealt = typing::deal(game, &request.actor, actions, text)?;
        let written = dealt.into_iter().map(|faces| {
            let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
            (!faces.is_empty()).then(|| faces.join(" "))
        });
        let mut written: Vec<Option<String>> = written.collect();
        written.resize(actions.len(), None);
        Ok(written)
    }

    /// What this very interaction has done already, if it was delivered before.
    #[boxed]
    pub async fn made_before(&self, request: &Request) -> Result<Option<Outcome>, Trouble> {
        let Some(interaction) = request.interaction else { return Ok(None) };
        match self.store.step_of_interaction(interaction).await? {
            Some((id, seq)) => Ok(Some(self.as_before(&id, Seq(seq)).await?)),
            None => Ok(None),
        }
    }

    /// The outcome of a step that was made earlier, exactly as it was then.
    async fn as_before(&self, id: &str, seq: Seq) -> Result<Outcome, Trouble> {
        let row = self.store.game(id).await?.ok_or_else(no_game)?;
        let mut steps = self.steps(id).await?;
        steps.truncate(seq.0 as usize);
        let table = history::fold(&steps)?;
        let next_die = history::next_die(&steps);
        let (chapter, finished) = self.chapter_at(id, &steps, seq).await?;
        let step = steps.pop().ok_or_else(|| Trouble::fault("a repeated step is missing"))?;
        let before = history::fold(&steps).ok().and_then(|table| table.game);
        let now = self.loaded(row).await?;
        let viewer = table.onlooker();
        let made = WholeStep { before, step };
        let game = Loaded {
            seq,
            at: seq,
            next_die,
            table: table.seen(&viewer),
            pictures: ServerPrefs::load(&self.store, now.guild).await?.pictures,
            whole: Arc::new(Whole { table, chapter: Some(chapter), ..Whole::clone(&now.whole) }),
            ..now
        };
        let finished = finished.map(|chapter| chapter.seen(&viewer));
        Ok(Outcome { finished, ..Outcome::new(game, &made) })
    }
}

/// What an action would come to, before anything is stored.
#[derive(Clone)]
pub struct Next {
    pub step: Step,
    pub table: Table,
    pub next_die: u64,
}

/// It is the whole of it.
impl std::fmt::Debug for Next {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "(step {}, not stored yet)", self.step.seq)
    }
}

/// Lets the rules decide with these dice.
fn decide(
    before: &Loaded,
    actor: &Actor,
    action: Action,
    steps: &[Step],
    dice: &mut dyn Dice,
    at_ms: i64,
) -> Result<Next, Trouble> {
    let moment = Moment {
        next_die: before.next_die,
        undoable: history::undoable(steps),
        seq: before.seq.next(),
        rules: before.table.system.version(),
    };
    let action = name_the_step(action, moment.undoable);
    let mut keeper = Keeper::new(dice);
    let decided = table::decide(&before.whole.table, actor, &action, moment, &mut keeper)
        .map_err(|refusal| Trouble::refused_at(&before.id, &refusal))?;
    let rolled = keeper.into_rolled();
    let step =
        Step::new(before.seq.next(), before.table.system, actor, action, rolled, decided, at_ms);
    let table = after(before.whole.table.clone(), steps, &step)?;
    Ok(Next { step, table, next_die: before.next_die })
}

/// Each server sees only its own games; in direct messages, each conversation its own.
fn belongs(row: &GameRow, request: &Request) -> bool {
    match row.guild_id {
        Some(_) => row.guild_id == request.guild,
        None => request.guild.is_none() && row.channel_id == request.channel,
    }
}

/// A game in a channel that the asker cannot see is only for its own people and for managers.
fn may_see(game: &Loaded, request: &Request) -> bool {
    game.table.belongs(request.user()) || request.sees(game.channel)
}

/// Buttons and commands ask to undo "the latest step"; the log says which one that is.
fn name_the_step(action: Action, undoable: Option<&Step>) -> Action {
    match action {
        Action::Undo { step: LATEST } => {
            Action::Undo { step: undoable.map_or(Seq(0), |step| step.seq) }
        }
        other => other,
    }
}

/// The state after the step. Only a revocation needs the log before it.
fn after(table: Table, steps: &[Step], step: &Step) -> Result<Table, Trouble> {
    let log: Vec<Step> = match step.revokes {
        Some(_) => steps.iter().chain([step]).cloned().collect(),
        None => vec![step.clone()],
    };
    Ok(history::after(Some(table), &log)?)
}

/// The store counts dice from 0, people from 1.
fn dice_rolled(next_die: u64) -> u64 {
    next_die.saturating_sub(1)
}

fn loaded(row: GameRow, table: Table) -> Loaded {
    let viewer = table.onlooker();
    let seed = Seed::new(*row.seed.expose());
    Loaded {
        id: row.id,
        guild: row.guild_id,
        channel: row.channel_id,
        seq: Seq(row.seq),
        at: Seq(row.seq),
        next_die: row.next_die.saturating_add(1),
        seed_hash: row.seed_hash,
        rules_version: RulesVersion::named(&row.rules_version),
        board: row.board,
        table: table.seen(&viewer),
        recent: Vec::new(),
        pictures: true,
        whole: Arc::new(Whole { table, recent: Vec::new(), chapter: None, seed }),
    }
}

/// A step as the rules know it, from its row.
pub fn read_step(row: StepRow) -> Result<Step, Trouble> {
    Ok(stored::read_step(StoredStep {
        seq: Seq(row.seq),
        user: gatemaster_rules::ids::UserId(row.user_id),
        name: row.user_name,
        text: StepText { deed: row.action, dice: row.dice, events: row.events },
        revokes: row.revokes.map(Seq),
        at_ms: row.at_ms,
    })?)
}

fn step_data(step: &Step, request: &Request) -> Result<StepData, Trouble> {
    let StepText { deed, dice, events } = stored::write_step(step)?;
    Ok(StepData {
        user_id: step.user.0,
        user_name: step.name.clone(),
        interaction_id: request.interaction,
        action: deed,
        dice,
        events,
        revokes: step.revokes.map(|seq| seq.0),
        at_ms: step.at_ms,
    })
}

/// What lists show of a game; it follows from the table alone.
pub fn summary(table: &Table) -> Summary {
    let owed = table.owed();
    let seats = table.all_seats().zip(&table.seats).map(|(seat, chair)| {
        // nobody on Discord is told what the program owes
        let bot = chair.player.as_ref().is_some_and(Player::is_bot);
        let owes = owed.iter().find(|owed| owed.seat == seat).filter(|_| !bot);
        SeatRow {
            seat: seat.0,
            name: chair.name.clone(),
            colour: chair.colour.name().to_owned(),
            user_id: chair.player.as_ref().map(|player| player.id.0),
            owes: owes.is_some(),
            owes_what: owes.map(|owed| owed.what.clone()).unwrap_or_default(),
            owes_matter: owes.map(|owed| owed.matter.clone()).unwrap_or_default(),
            offered_to: table
                .offer
                .as_ref()
                .filter(|offer| offer.seat == seat)
                .map(|offer| offer.to.id.0),
        }
    });
    Summary {
        name: table.name.clone(),
        phase: match table.phase {
            Phase::Lobby => gatemaster_store::Phase::Lobby,
            Phase::Playing => gatemaster_store::Phase::Playing,
            Phase::Shelved => gatemaster_store::Phase::Shelved,
            Phase::Ended => gatemaster_store::Phase::Ended,
        },
        organiser_id: table.organiser.as_ref().map(|organiser| organiser.id.0),
        seats: seats.collect(),
        remind_hours: table.settings.remind_hours,
    }
}

fn no_game_here() -> Trouble {
    let systems: Vec<&str> = SystemId::ALL.iter().map(|system| system.title()).collect();
    Trouble::refused(format!(
        "No game is open in this channel. Start one with `/bag setup sides:Red 6, Blue 5`, or open a table with \
         `/game new` ({}).",
        systems.join(", ")
    ))
}

fn no_game() -> Trouble {
    Trouble::refused("I know no such game here. `/game list` shows the games of this server.")
}

/// Ten letters and digits: short enough for buttons, too many to meet by chance.
pub(crate) fn new_id() -> String {
    const LETTERS: &[u8] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut rng = rand::rng();
    (0..10).map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())])).collect()
}
