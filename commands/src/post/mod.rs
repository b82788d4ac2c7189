//! The post: what the bot says about games without anybody asking, which is reminders, "you are next", and questions about
//! games that nobody touches. Each message is sent once: "begun" is stored before it goes out and "done" after it; a message
//! found begun at a start is looked up in the channel before it is sent again.

pub(crate) mod retries;
mod untouched;
mod when;

use std::sync::Arc;
use std::time::Duration;

use gatemaster_discord::card::{Button, Card, SeenBy};
use gatemaster_discord::send::{SendFault, persist};
use gatemaster_rules::dice::hex;
use gatemaster_rules::ids::Seq;
use gatemaster_store::{Delivery, Notice, NoticeKind, StoreError};
use serenity::all::{Cache, ChannelId, Http, Message, MessageId};
use sha2::{Digest as _, Sha256};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::boards::Boards;
use crate::boxed;
use crate::desk::Desk;
use crate::face::Systems;
use crate::prefs::PersonPrefs;
use crate::table::press::{Press, Pressed};
use crate::words::{self, esc};
use retries::Retries;
use serde_json::{Value, json};
use when::{Way, way_now};

/// How often the post goes round when nothing hurries it.
const ROUND: Duration = Duration::from_secs(20);
/// Changes that come quickly share a round: a busy evening is one round a second, not one for every draw.
const PAUSE: Duration = Duration::from_secs(1);
/// A step's time is taken a moment before it is on the disk; looking back this far misses none.
const LOOK_BACK_MS: i64 = 60_000;

#[derive(Clone, Debug)]
pub struct Post {
    desk: Desk,
    systems: Systems,
    http: Arc<Http>,
    cache: Arc<Cache>,
    boards: Boards,
    hurry: Arc<Notify>,
    /// What could not be sent a moment ago, and when it is tried again.
    retries: Retries,
    tasks: TaskTracker,
    stopping: CancellationToken,
}

impl Post {
    pub fn new(
        desk: Desk,
        systems: Systems,
        http: Arc<Http>,
        cache: Arc<Cache>,
        boards: Boards,
    ) -> Self {
        Self {
            desk,
            systems,
            http,
            cache,
            boards,
            hurry: Arc::default(),
            retries: Retries::default(),
            tasks: TaskTracker::new(),
            stopping: CancellationToken::new(),
        }
    }

    /// A game has changed, or somebody's wishes: the next round comes at once.
    pub fn nudge(&self) {
        self.hurry.notify_one();
    }

    pub fn start(&self) {
        let post = self.clone();
        self.tasks.spawn(async move { post.go_round().await });
    }

    /// Finishes the round under way.
    #[boxed]
    pub async fn settle(&self) {
        self.stopping.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }

    async fn go_round(&self) {
        let mut since = 0;
        let mut moves = self.desk.clock.moves();
        let mut looked_for_untouched = i64::MIN;
        loop {
            let now = self.desk.clock.now_ms();
            match self.round(since, now).await {
                Ok(()) => since = now.saturating_sub(LOOK_BACK_MS),
                Err(error) => tracing::warn!(%error, "the post could not go round; trying again"),
            }
            if now >= looked_for_untouched.saturating_add(untouched::EVERY_MS) {
                looked_for_untouched = now;
                if let Err(error) = self.ask_about_untouched(now).await {
                    tracing::warn!(%error, "games that nobody touches could not be looked through");
                }
            }
            tokio::select! {
                () = tokio::time::sleep(ROUND) => {}
                () = self.hurry.notified() => tokio::time::sleep(PAUSE).await,
                _ = moves.changed() => {}
                () = self.stopping.cancelled() => return,
            }
        }
    }

    async fn round(&self, since: i64, now: i64) -> Result<(), StoreError> {
        let store = &self.desk.store;
        store.refresh_owing(since).await?;
        let mut mentions: Vec<Vec<Notice>> = Vec::new();
        for notice in store.notices(now).await? {
            if self.stopping.is_cancelled() {
                return Ok(());
            }
            if self.is_held(&notice) {
                continue;
            }
            let prefs = PersonPrefs::load(store, notice.user_id).await?;
            let absence = match notice.guild_id {
                Some(guild) => store.absence(guild, notice.user_id).await?,
                None => None,
            };
            // a round may take its time, and quiet hours begin when they begin
            let now = self.desk.clock.now_ms();
            match way_now(&notice, &prefs, absence.as_ref(), now) {
                None => {}
                Some(Way::Direct) => self.tell_directly(&notice).await?,
                // a table without mentions tells its people where nobody else is rung for
                Some(Way::Mention) if !self.rings(&notice).await => {
                    self.tell_directly(&notice).await?;
                }
                Some(Way::Mention) => {
                    // people of one table who are reminded at the same time share a message
                    let together = mentions.iter_mut().find(|group| {
                        group[0].game_id == notice.game_id && group[0].told == notice.told
                    });
                    match together {
                        Some(group) => group.push(notice),
                        None => mentions.push(vec![notice]),
                    }
                }
            }
        }
        for group in mentions {
            if self.stopping.is_cancelled() {
                return Ok(());
            }
            self.mention(&group, true).await?;
        }
        Ok(())
    }

    async fn rings(&self, notice: &Notice) -> bool {
        match self.desk.load_any(&notice.game_id).await {
            Ok(Some(game)) => game.table.settings.pings(),
            Ok(None) => false,
            Err(trouble) => {
                tracing::warn!(
                    game = notice.game_id,
                    trouble = trouble.in_short(),
                    "a game could not be read"
                );
                false
            }
        }
    }

    fn is_held(&self, notice: &Notice) -> bool {
        self.retries.waits(&name(notice))
    }

    /// What Discord did not take is tried again later, and later still.
    fn hold(&self, notice: &Notice) {
        self.retries.postpone(&name(notice));
    }

    async fn done(&self, notice: &Notice) -> Result<(), StoreError> {
        self.retries.forget(&name(notice));
        self.desk.store.note_told(notice, Delivery::Done).await.map(|_| ())
    }

    /// In a direct message; where that is closed, a reminder comes as a mention after all.
    async fn tell_directly(&self, notice: &Notice) -> Result<(), StoreError> {
        let channel = match self.direct_channel(notice.user_id).await {
            Ok(channel) => channel,
            Err(fault) => return self.not_directly(notice, &fault).await,
        };
        if !self.begin(notice, channel).await? {
            return Ok(());
        }
        let card = direct_card(notice, self.server_name(notice));
        match self.post(channel, &card, &name(notice)).await {
            Ok(()) => self.done(notice).await,
            Err(fault) => self.not_directly(notice, &fault).await,
        }
    }

    async fn not_directly(&self, notice: &Notice, fault: &SendFault) -> Result<(), StoreError> {
        tracing::info!(game = notice.game_id, %fault, "a direct message could not be sent");
        match (fault, notice.kind) {
            (SendFault::Other(_), _) => {
                self.hold(notice);
                Ok(())
            }
            (_, NoticeKind::Reminder) => {
                // begun by us, perhaps a moment ago
                self.desk.store.note_told(notice, Delivery::Begun).await?;
                let rings = self.rings(notice).await;
                self.mention(&[Notice { told: Delivery::Begun, ..notice.clone() }], rings).await
            }
            // the game's own messages tell them as well
            (_, NoticeKind::NextUp) => self.done(notice).await,
        }
    }

    async fn mention(&self, group: &[Notice], rings: bool) -> Result<(), StoreError> {
        let Some(first) = group.first() else { return Ok(()) };
        let channel = ChannelId::new(first.channel_id);
        let mut told = Vec::new();
        for notice in group {
            if self.begin(notice, channel).await? {
                told.push(notice);
            }
        }
        if told.is_empty() {
            return Ok(());
        }
        match self.post(channel, &mention_card(&told, rings), &name(told[0])).await {
            Ok(()) => {}
            // trying again later is all that can be done; what arrived after all is found then
            Err(SendFault::Other(fault)) => {
                tracing::warn!(
                    game = first.game_id,
                    fault,
                    "a reminder could not be sent; trying again"
                );
                for notice in told {
                    self.hold(notice);
                }
                return Ok(());
            }
            Err(fault) => {
                tracing::warn!(game = first.game_id, %fault, "a reminder cannot be sent");
            }
        }
        for notice in told {
            self.done(notice).await?;
        }
        Ok(())
    }

    /// Notes that this is being said. `false` where it need not be: it is owed no more, or it was said before a stop.
    async fn begin(&self, notice: &Notice, channel: ChannelId) -> Result<bool, StoreError> {
        match notice.told {
            Delivery::Not => self.desk.store.note_told(notice, Delivery::Begun).await,
            Delivery::Begun => {
                let (mark, person) = (mark(notice), words::person(notice.user_id));
                // several people may share a reminder; a direct message names nobody
                let said = |message: &Message| {
                    let theirs = message.content.contains(&person) || message.mentions.is_empty();
                    message.content.contains(&mark) && theirs
                };
                match self.find(channel, said).await {
                    Ok(true) => {
                        self.done(notice).await?;
                        Ok(false)
                    }
                    Ok(false) => Ok(true),
                    Err(fault) => {
                        tracing::info!(%fault, "a channel could not be looked through");
                        let later = matches!(fault, SendFault::Other(_));
                        if later {
                            self.hold(notice);
                        }
                        Ok(!later)
                    }
                }
            }
            Delivery::Done => Ok(false),
        }
    }

    /// Whether one of our last messages in this channel is of that kind.
    async fn find(
        &self,
        channel: ChannelId,
        wanted: impl Fn(&Message) -> bool,
    ) -> Result<bool, SendFault> {
        Ok(self.find_message(channel, wanted).await?.is_some())
    }

    /// The newest of our last messages in this channel that is of that kind.
    pub(crate) async fn find_message(
        &self,
        channel: ChannelId,
        wanted: impl Fn(&Message) -> bool,
    ) -> Result<Option<MessageId>, SendFault> {
        const LAST: u8 = 100;
        let me = self.cache.current_user().id;
        let messages = persist(|| self.http.get_messages(channel, None, Some(LAST))).await?;
        let found = messages.iter().find(|message| message.author.id == me && wanted(message));
        Ok(found.map(|message| message.id))
    }

    /// Changes a message of ours.
    #[boxed]
    pub(crate) async fn edit(
        &self,
        (channel, message): (ChannelId, MessageId),
        body: &Value,
    ) -> Result<(), SendFault> {
        persist(|| self.http.edit_message(channel, message, body, Vec::new())).await.map(|_| ())
    }

    /// Where this person reads their direct messages.
    async fn direct_channel(&self, user: u64) -> Result<ChannelId, SendFault> {
        let recipient = json!({ "recipient_id": user.to_string() });
        persist(|| self.http.create_private_channel(&recipient)).await.map(|channel| channel.id)
    }

    /// Tells one person; `name` as for [`Self::post`].
    #[boxed]
    pub(crate) async fn post_directly(
        &self,
        user: u64,
        card: &Card,
        name: &str,
    ) -> Result<(), SendFault> {
        let channel = self.direct_channel(user).await?;
        self.post(channel, card, name).await
    }

    /// `name` tells Discord that a second try is the same message. What Discord does not take as it is, is said without its
    /// frame and controls.
    #[boxed]
    pub(crate) async fn post(
        &self,
        channel: ChannelId,
        card: &Card,
        name: &str,
    ) -> Result<(), SendFault> {
        match self.post_as_it_is(channel, card, name).await {
            Err(SendFault::Refused(why)) => {
                tracing::error!(name, why, "a message was refused; it is said plainly");
                self.post_as_it_is(channel, &card.plainly(), name).await.map(|_| ())
            }
            sent => sent.map(|_| ()),
        }
    }

    /// The same, and a refusal is handed back.
    #[boxed]
    pub(crate) async fn post_as_it_is(
        &self,
        channel: ChannelId,
        card: &Card,
        name: &str,
    ) -> Result<MessageId, SendFault> {
        let mut body = card.body(SeenBy::All);
        body["nonce"] = nonce(channel, name).into();
        body["enforce_nonce"] = true.into();
        persist(|| self.http.send_message(channel, Vec::new(), &body)).await.map(|sent| sent.id)
    }

    fn server_name(&self, notice: &Notice) -> Option<String> {
        let guild = self.cache.guild(notice.guild_id?)?;
        Some(guild.name.clone())
    }
}

/// The same for the same message in every version of the program, and short enough for Discord (25 letters).
fn nonce(channel: ChannelId, name: &str) -> String {
    hex(&Sha256::digest(format!("{channel} {name}"))[..12])
}

/// One notice and no other.
fn name(notice: &Notice) -> String {
    format!("{:?} {} {} {}", notice.kind, notice.game_id, notice.user_id, notice.seq)
}

/// What a notice is recognised by in its channel.
fn mark(notice: &Notice) -> String {
    let kind = match notice.kind {
        NoticeKind::NextUp => "You are next",
        NoticeKind::Reminder => "Reminder",
    };
    format!("-# {kind} · game {} · step {}", notice.game_id, notice.seq)
}

fn mention_card(group: &[&Notice], rings: bool) -> Card {
    let Some(first) = group.first() else { return Card::default() };
    let mut owed: Vec<String> = Vec::new();
    for notice in group {
        if !owed.contains(&notice.what) {
            owed.push(notice.what.clone());
        }
    }
    let mut marks: Vec<String> = group.iter().map(|notice| mark(notice)).collect();
    marks.dedup();
    let people: Vec<String> = group.iter().map(|notice| words::person(notice.user_id)).collect();
    let (pings, people) = if rings {
        (group.iter().map(|notice| notice.user_id).collect(), String::new())
    } else {
        (Vec::new(), format!("{}: ", words::list(&people)))
    };
    let board = Pressed::new(&first.game_id, Seq(first.seq), Press::Board);
    Card {
        pings,
        buttons: vec![vec![Button::new("Show the board", board)]],
        ..Card::line(format!(
            "{people}**{}** has waited for you since {}: {}.\n{}",
            esc(&first.game_name),
            words::relative(first.since_ms),
            esc(&words::list(&owed)),
            marks.join("\n")
        ))
    }
}

fn direct_card(notice: &Notice, server: Option<String>) -> Card {
    let place = server.map_or_else(String::new, |name| format!(" on {}", esc(&name)));
    let said = match notice.kind {
        NoticeKind::NextUp => "waits for you".to_owned(),
        NoticeKind::Reminder => {
            format!("has waited for you since {}", words::relative(notice.since_ms))
        }
    };
    let (channel, message) = notice
        .board
        .map_or((notice.channel_id, None), |board| (board.channel_id, Some(board.message_id)));
    let link = match message {
        Some(message) => words::message_link(notice.guild_id, channel, message),
        None => words::channel_link(notice.guild_id, channel),
    };
    Card {
        buttons: vec![vec![Button::link("Go there", link)]],
        ..Card::line(format!(
            "**{}**{place} {said}: {}.\n{}\n-# `/my notices` changes when and how I tell you.",
            esc(&notice.game_name),
            esc(&notice.what),
            mark(notice)
        ))
    }
}
