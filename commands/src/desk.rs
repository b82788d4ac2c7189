//! The desk between Discord and the games: it loads a game, lets the rules decide, commits the step, and only
//! then lets anybody answer. It knows nothing of messages.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use gatemaster_rules::dice::{Dice, Keeper, Scripted, Seed, Seeded};
use gatemaster_rules::game::{Game, SystemId};
use gatemaster_rules::history::{self, Step};
use gatemaster_rules::ids::Seq;
use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::table::{self, Action, Actor, Moment, Phase, Player, Table};
use gatemaster_rules::{RULES_VERSION, game};
use gatemaster_store::{
    Appended, Board, Created, Filter, GameRow, GameSummary, NewGame, NewStep, Rewriting, SeatRow,
    StepData, StepRow, Store, Summary,
};
use rand::RngExt as _;
use tokio::sync::RwLock;

use crate::battle::{by_hand, standing};
use crate::clock::Clock;
use crate::dicegame;
use crate::prefs::ServerPrefs;
use crate::request::Request;
use crate::show;
use crate::trouble::Trouble;

#[derive(Clone, Debug)]
pub struct Desk {
    pub store: Store,
    pub clock: Arc<Clock>,
    /// Steps are made side by side, but none while a game is rewritten: it would bring back what was taken out.
    rewriting: Arc<RwLock<()>>,
    recent: Recent,
}

/// The last steps of compact tables that are played at now, so that the whole log need not be read for each.
#[derive(Clone, Debug, Default)]
struct Recent(Arc<Mutex<HashMap<String, Lately>>>);

/// The step a game was at, and the last ones up to it.
type Lately = (Seq, Vec<Made>);

impl Recent {
    /// As many tables as are likely to be played at in one hour.
    const TABLES: usize = 64;

    fn of(&self, game: &Loaded) -> Option<Vec<Made>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(&game.id).filter(|(seq, _)| *seq == game.seq).map(|(_, made)| made.clone())
    }

    fn forget(&self, id: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    fn keep(&self, game: &Loaded) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !game.table.settings.compact {
            kept.remove(&game.id);
            return;
        }
        if kept.len() >= Self::TABLES && !kept.contains_key(&game.id) {
            kept.clear();
        }
        kept.insert(game.id.clone(), (game.seq, game.recent.clone()));
    }
}

/// A game as it stands, with what the store knows about it.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub id: String,
    pub guild: Option<u64>,
    pub channel: u64,
    pub seq: Seq,
    pub next_die: u64,
    pub seed_hash: String,
    pub rules_version: String,
    pub board: Option<Board>,
    pub table: Table,
    /// The last few steps, where the board tells them: on compact tables.
    pub recent: Vec<Made>,
    /// Whether the server likes pictures on boards.
    pub pictures: bool,
    seed: Seed,
}

/// As many results as a compact board tells.
const RECENT: u32 = 3;

/// A step, and the game as it was before it.
#[derive(Clone, Debug)]
pub struct Made {
    pub before: Option<Game>,
    pub step: Step,
}

/// An accepted action: the game after it, and the step it made.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub game: Loaded,
    /// The game before the step.
    pub before: Option<Game>,
    pub step: Step,
    /// What came of it at once: the rest of the same command, and answers that players had given beforehand.
    pub then: Vec<Made>,
}

impl Outcome {
    /// This, and what was done right after it, as one.
    #[must_use]
    pub fn followed_by(mut self, next: Outcome) -> Outcome {
        self.game = next.game;
        self.then.push(Made { before: next.before, step: next.step });
        self.then.extend(next.then);
        self
    }

    /// All its steps in order.
    pub fn made(&self) -> impl Iterator<Item = (Option<&Game>, &Step)> {
        let first = std::iter::once((self.before.as_ref(), &self.step));
        first.chain(self.then.iter().map(|made| (made.before.as_ref(), &made.step)))
    }
}

/// Stands for the step that undo would revoke, until the log has been read.
pub const LATEST: Seq = Seq(u32::MAX);

/// What exactly is to be done, and with which dice if they are typed.
#[derive(Clone, Debug)]
pub struct Doing {
    pub action: Action,
    pub dice: Option<String>,
}

impl From<Action> for Doing {
    fn from(action: Action) -> Self {
        Self { action, dice: None }
    }
}

/// Which game is meant.
#[derive(Clone, Debug)]
pub enum Which {
    /// The open game of this channel.
    Here,
    /// The open game of this channel, or the last one that ended here.
    LastHere,
    /// This game, as somebody saw it at this step; it must not have moved on since.
    At(String, Seq),
    /// This game, however it stands now.
    Now(String),
}

impl Loaded {
    /// A game that is in no database, to be looked at: rendering is tried out with it.
    pub fn for_show(id: &str, seq: Seq, table: Table) -> Self {
        let seed = Seed::new([0; 32]);
        Self {
            id: id.to_owned(),
            guild: None,
            channel: 1,
            seq,
            next_die: 1,
            seed_hash: seed.hash(),
            rules_version: RULES_VERSION.to_owned(),
            board: None,
            table,
            recent: Vec::new(),
            pictures: true,
            seed,
        }
    }

    /// The seed, which is secret until the game has ended.
    pub fn revealed_seed(&self) -> Option<String> {
        (self.table.phase == Phase::Ended).then(|| self.seed.reveal())
    }
}

impl Desk {
    pub fn new(store: Store, clock: Arc<Clock>) -> Self {
        Self { store, clock, rewriting: Arc::default(), recent: Recent::default() }
    }

    /// Opens a table in the request's channel.
    pub async fn open(&self, request: &Request, action: Action) -> Result<Outcome, Trouble> {
        let decided = match table::open_table(&request.actor, &action) {
            Ok(decided) => decided,
            Err(refusal) => return self.repeated_or(request, refusal.into()).await,
        };
        let seed_bytes: [u8; 32] = rand::rng().random();
        let seed = Seed::new(seed_bytes);
        let now = self.clock.now_ms();
        let step = Step::new(Seq(1), &request.actor, action, Vec::new(), decided, now);
        let table = history::fold(std::slice::from_ref(&step))?;
        let game = Loaded {
            id: new_id(),
            guild: request.guild,
            channel: request.channel,
            seq: Seq(1),
            next_die: 1,
            seed_hash: seed.hash(),
            rules_version: RULES_VERSION.to_owned(),
            board: None,
            table,
            recent: Vec::new(),
            pictures: request.server.pictures,
            seed,
        };
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
                rules_version: game.rules_version.clone(),
                first: step_data(&step, request)?,
                state: serde_json::to_string(&game.table)?,
                summary: summary(&game.table),
            })
            .await?;
        match created {
            Created::Done => Ok(Outcome { game, before: None, step, then: Vec::new() }),
            Created::Repeated { game_id, seq } => self.as_before(&game_id, Seq(seq)).await,
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
    pub async fn rewrite(&self, rewriting: Rewriting) -> Result<(), Trouble> {
        let _nobody_else = self.rewriting.write().await;
        self.recent.forget(&rewriting.game_id);
        Ok(self.store.rewrite_game(rewriting).await?)
    }

    /// Does one thing at a table. `choose` sees the table and says what exactly is to be done.
    pub async fn act(
        &self,
        request: &Request,
        which: &Which,
        choose: impl FnOnce(&Loaded) -> Result<Doing, Trouble> + Send,
    ) -> Result<Outcome, Trouble> {
        self.act_with(request, which, true, choose).await
    }

    /// The same with the game's own dice, even where people roll theirs by hand.
    pub async fn act_rolling(
        &self,
        request: &Request,
        which: &Which,
        choose: impl FnOnce(&Loaded) -> Result<Doing, Trouble> + Send,
    ) -> Result<Outcome, Trouble> {
        self.act_with(request, which, false, choose).await
    }

    async fn act_with(
        &self,
        request: &Request,
        which: &Which,
        by_hand: bool,
        choose: impl FnOnce(&Loaded) -> Result<Doing, Trouble> + Send,
    ) -> Result<Outcome, Trouble> {
        match self.try_act(request, which, by_hand, choose).await {
            // a repeated interaction is answered as before, whatever would be said to it now
            Err(trouble @ (Trouble::Refused(_) | Trouble::Stale(_))) => {
                self.repeated_or(request, trouble).await
            }
            Ok(outcome) => Ok(Box::pin(self.keep_standing_orders(outcome)).await),
            other => other,
        }
    }

    /// Answers for players who have said beforehand what they want. The action itself stands whatever comes of this.
    pub async fn keep_standing_orders(&self, mut outcome: Outcome) -> Outcome {
        /// More than any action asks, and than four bots do in their turns; a longer chain would be a mistake of ours.
        const AT_MOST: usize = 250;
        for _ in 0..AT_MOST {
            // what an undo has laid bare is asked anew, or nobody could ever get behind it
            let last = outcome.then.last().map_or(&outcome.step, |made| &made.step);
            if last.revokes.is_some() {
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
    async fn keep_one_standing_order(&self, game: &Loaded) -> Result<Option<Outcome>, Trouble> {
        let said = match game.table.system {
            SystemId::Antares => standing::answer(&self.store, game).await?,
            SystemId::DiceGame => dicegame::standing::answer(&self.store, game).await?,
            SystemId::Bag => None,
        };
        let Some((player, action)) = said else { return Ok(None) };
        if by_hand::rolls_by_hand(game, player.id, &action) {
            // these dice are for the players to roll
            return Ok(None);
        }
        let beforehand = !player.is_bot();
        let actor = Actor { player, manager: false };
        let request = Request::made_up(actor, game.guild, game.channel, None);
        let making_a_step = self.rewriting.read().await;
        // what was taken out of the game since it was looked at must not come back with this step
        let fresh = self.load_any(&game.id).await?.filter(|fresh| fresh.seq == game.seq);
        let Some(fresh) = fresh else { return Ok(None) };
        let made = self.make(&request, fresh, action.into(), beforehand).await;
        drop(making_a_step);
        made.map(Some)
    }

    /// The same for a game whose last step may have been cut short by a stop.
    pub async fn catch_up_on_standing_orders(&self, id: &str) -> Result<(), Trouble> {
        let Some(game) = self.load_any(id).await? else { return Ok(()) };
        let steps = self.store.steps_between(id, game.seq.0, game.seq.0).await?;
        if steps.iter().all(|step| step.revokes.is_none()) {
            Box::pin(self.keep_new_standing_orders(id)).await?;
        }
        Ok(())
    }

    /// The same for a game that waits while somebody says what they want from now on.
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
        by_hand: bool,
        choose: impl FnOnce(&Loaded) -> Result<Doing, Trouble> + Send,
    ) -> Result<Outcome, Trouble> {
        let making_a_step = self.rewriting.read().await;
        let before = self.load(request, which).await?;
        let doing = choose(&before)?;
        if by_hand
            && let Some(card) = by_hand::ask_for_dice(&self.store, request, &before, &doing).await?
        {
            return Err(Trouble::Refused(Box::new(card)));
        }
        let made = self.make(request, before, doing, false).await;
        drop(making_a_step);
        made
    }

    /// Lets the rules decide about a game as it was loaded, and keeps what comes of it.
    async fn make(
        &self,
        request: &Request,
        before: Loaded,
        doing: Doing,
        standing: bool,
    ) -> Result<Outcome, Trouble> {
        let Doing { action, dice } = doing;
        let steps = if table::reaches_back(&before.table, &action) {
            let steps = self.steps(&before.id).await?;
            if steps.last().map(|step| step.seq) != Some(before.seq) {
                // a step came between the two looks
                return Err(self.stale(request, &before.id).await);
            }
            steps
        } else {
            Vec::new()
        };
        let Next { mut step, table, next_die } =
            decide(&before, &request.actor, action, &steps, dice.as_deref(), self.clock.now_ms())?;
        step.deed.standing = standing;
        let appended = self
            .store
            .append(NewStep {
                game_id: before.id.clone(),
                expected_seq: before.seq.0,
                next_die: dice_rolled(next_die),
                step: step_data(&step, request)?,
                state: serde_json::to_string(&table)?,
                summary: summary(&table),
            })
            .await?;
        let was = before.table.game.clone();
        let mut recent = before.recent.clone();
        if table.settings.compact {
            recent.push(Made { before: was.clone(), step: step.clone() });
            recent.drain(..recent.len().saturating_sub(RECENT as usize));
        }
        let game = Loaded { seq: step.seq, next_die, table, recent, ..before };
        match appended {
            Appended::Done => {
                self.recent.keep(&game);
                Ok(Outcome { game, before: was, step, then: Vec::new() })
            }
            Appended::Clash { .. } => Err(self.stale(request, &game.id).await),
            Appended::Repeated { game_id, seq } => self.as_before(&game_id, Seq(seq)).await,
            Appended::Occupied { .. } => Err(Trouble::refused(
                "Another game is open in that channel by now. Finish it or put it away first.",
            )),
            Appended::NoSuchGame => Err(no_game()),
        }
    }

    /// The game that is meant, if the asker may know of it.
    pub async fn load(&self, request: &Request, which: &Which) -> Result<Loaded, Trouble> {
        let row = match which {
            Which::Here => self.store.open_game_in(request.channel).await?,
            Which::LastHere => self.last_here(request).await?,
            Which::At(id, _) | Which::Now(id) => self.store.game(id).await?,
        };
        let row = row.filter(|row| belongs(row, request)).ok_or_else(|| match which {
            Which::Here | Which::LastHere => no_game_here(),
            Which::At(..) | Which::Now(_) => no_game(),
        })?;
        let mut game = self.with_recent(loaded(row)?).await?;
        game.pictures = request.server.pictures;
        if !may_see(&game, request) {
            return Err(no_game());
        }
        match which {
            Which::At(_, seq) if *seq != game.seq => {
                Err(Trouble::Stale(Box::new(show::stale(&game, request.user()))))
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
            name_like: name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()),
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

    /// The game by its id, for work that nobody asked for (a board that is redrawn).
    pub async fn load_any(&self, id: &str) -> Result<Option<Loaded>, Trouble> {
        match self.store.game(id).await? {
            Some(row) => {
                let mut game = self.with_recent(loaded(row)?).await?;
                game.pictures = ServerPrefs::load(&self.store, game.guild).await?.pictures;
                Ok(Some(game))
            }
            None => Ok(None),
        }
    }

    /// A compact board tells the last results; others leave that to the channel.
    async fn with_recent(&self, game: Loaded) -> Result<Loaded, Trouble> {
        if !game.table.settings.compact {
            return Ok(game);
        }
        if let Some(recent) = self.recent.of(&game) {
            return Ok(Loaded { recent, ..game });
        }
        let steps = self.steps_of(&game).await?;
        let from = steps.len().saturating_sub(RECENT as usize);
        let mut table = history::fold(&steps[..from]).ok();
        let mut recent = Vec::new();
        for (place, step) in steps.iter().enumerate().skip(from) {
            let before = table.as_ref().and_then(|table| table.game.clone());
            table = Some(history::after(table, &steps[..=place])?);
            recent.push(Made { before, step: step.clone() });
        }
        let game = Loaded { recent, ..game };
        self.recent.keep(&game);
        Ok(game)
    }

    /// The steps of this game as it was loaded, whatever has come since.
    pub async fn steps_of(&self, game: &Loaded) -> Result<Vec<Step>, Trouble> {
        let rows = self.store.steps_between(&game.id, 1, game.seq.0).await?;
        rows.into_iter().map(read_step).collect()
    }

    pub async fn steps(&self, id: &str) -> Result<Vec<Step>, Trouble> {
        self.store.steps(id).await?.into_iter().map(read_step).collect()
    }

    async fn stale(&self, request: &Request, id: &str) -> Trouble {
        match self.load(request, &Which::Now(id.to_owned())).await {
            Ok(game) => Trouble::Stale(Box::new(show::stale(&game, request.user()))),
            Err(trouble) => trouble,
        }
    }

    async fn repeated_or(&self, request: &Request, trouble: Trouble) -> Result<Outcome, Trouble> {
        self.made_before(request).await?.ok_or(trouble)
    }

    /// What this very interaction has done already, if it was delivered before.
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
        let step = steps.pop().ok_or_else(|| Trouble::fault("a repeated step is missing"))?;
        let before = history::fold(&steps).ok().and_then(|table| table.game);
        let mut game = Loaded { seq, next_die, table, ..loaded(row)? };
        game.pictures = ServerPrefs::load(&self.store, game.guild).await?.pictures;
        Ok(Outcome { game, before, step, then: Vec::new() })
    }
}

/// What an action would come to, before anything is stored.
#[derive(Clone, Debug)]
pub struct Next {
    pub step: Step,
    pub table: Table,
    pub next_die: u64,
}

/// Lets the rules decide, with dice from the game's stream or from the hand. `steps` is the whole log where the
/// action reaches back into it, and may be empty otherwise.
pub fn decide(
    before: &Loaded,
    actor: &Actor,
    action: Action,
    steps: &[Step],
    typed_dice: Option<&str>,
    at_ms: i64,
) -> Result<Next, Trouble> {
    let moment = Moment { next_die: before.next_die, undoable: history::undoable(steps) };
    let action = name_the_step(action, moment.undoable);
    let mut dice = DiceInHand::new(before, typed_dice)?;
    let mut keeper = Keeper::new(dice.as_dice());
    let decided = table::decide(&before.table, actor, &action, moment, &mut keeper)
        .map_err(|refusal| Trouble::Refused(Box::new(show::refusal(before, &refusal))))?;
    let rolled = keeper.into_rolled();
    let next_die = dice.finish(before.next_die)?;
    let step = Step::new(before.seq.next(), actor, action, rolled, decided, at_ms);
    let table = after(before.table.clone(), steps, &step)?;
    Ok(Next { step, table, next_die })
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

/// Dice from the game's stream, or the faces a person typed.
enum DiceInHand {
    Stream(Seeded),
    Typed(Scripted),
}

impl DiceInHand {
    fn new(game: &Loaded, typed: Option<&str>) -> Result<Self, Refusal> {
        match typed {
            Some(text) => Ok(Self::Typed(Scripted::parse(text)?)),
            None => Ok(Self::Stream(Seeded::new(
                game.seed.clone(),
                &game.id,
                game.table.salts.iter().map(|salt| salt.text.as_str()),
                game.next_die,
            ))),
        }
    }

    fn as_dice(&mut self) -> &mut dyn Dice {
        match self {
            Self::Stream(dice) => dice,
            Self::Typed(dice) => dice,
        }
    }

    /// The number of the next die of the stream. Typed faces must all have been used.
    fn finish(&self, next_die: u64) -> Result<u64, Refusal> {
        match self {
            Self::Stream(dice) => Ok(dice.next_number()),
            Self::Typed(dice) => dice.finish().map(|()| next_die).map_err(Refusal::from),
        }
    }
}

/// The store counts dice from 0, people from 1.
fn dice_rolled(next_die: u64) -> u64 {
    next_die.saturating_sub(1)
}

pub(crate) fn loaded(row: GameRow) -> Result<Loaded, Trouble> {
    Ok(Loaded {
        table: serde_json::from_str(&row.state)?,
        id: row.id,
        guild: row.guild_id,
        channel: row.channel_id,
        seq: Seq(row.seq),
        next_die: row.next_die.saturating_add(1),
        seed_hash: row.seed_hash,
        rules_version: row.rules_version,
        board: row.board,
        recent: Vec::new(),
        pictures: true,
        seed: Seed::new(*row.seed.expose()),
    })
}

/// A step as the rules know it, from its row.
pub fn read_step(row: StepRow) -> Result<Step, Trouble> {
    Ok(Step {
        seq: Seq(row.seq),
        user: gatemaster_rules::ids::UserId(row.user_id),
        name: row.user_name,
        deed: serde_json::from_str(&row.action)?,
        dice: serde_json::from_str(&row.dice)?,
        events: serde_json::from_str(&row.events)?,
        revokes: row.revokes.map(Seq),
        at_ms: row.at_ms,
    })
}

fn step_data(step: &Step, request: &Request) -> Result<StepData, Trouble> {
    Ok(StepData {
        user_id: step.user.0,
        user_name: step.name.clone(),
        interaction_id: request.interaction,
        action: serde_json::to_string(&step.deed)?,
        dice: serde_json::to_string(&step.dice)?,
        events: serde_json::to_string(&step.events)?,
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
    let systems: Vec<&str> = game::SystemId::ALL.into_iter().map(game::SystemId::title).collect();
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
