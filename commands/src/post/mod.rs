//! What the bot says by itself: reminders, "you are next", and questions about games that nobody touches. Each is said once,
//! whatever happens in between: that it is being said is noted before, that it was said is noted after, and what lies
//! between the two at a start is looked up in the channel before it is said again.

mod untouched;
mod when;

use std::sync::Arc;
use std::time::Duration;

use gatemaster_rules::ids::Seq;
use gatemaster_rules::ids::UserId;
use gatemaster_store::{Notice, NoticeKind, StoreError, Told};
use serde_json::json;
use serenity::all::{Cache, ChannelId, Http, Message};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::boards::Boards;
use crate::card::{Button, Card, Seen};
use crate::desk::Desk;
use crate::prefs::PersonPrefs;
use crate::press::{Press, Pressed};
use crate::send::{SendFault, persist};
use crate::words::{self, esc};
use when::{Way, way_now};

/// How often the post goes round when nothing hurries it.
const ROUND: Duration = Duration::from_secs(20);
/// Changes that come quickly share a round.
const PAUSE: Duration = Duration::from_millis(300);
/// A step's time is taken a moment before it is on the disk; looking back this far misses none.
const LOOK_BACK_MS: i64 = 60_000;

#[derive(Clone, Debug)]
pub struct Post {
    desk: Desk,
    http: Arc<Http>,
    cache: Arc<Cache>,
    boards: Boards,
    hurry: Arc<Notify>,
    tasks: TaskTracker,
    stopping: CancellationToken,
}

impl Post {
    pub fn new(desk: Desk, http: Arc<Http>, cache: Arc<Cache>, boards: Boards) -> Self {
        Self {
            desk,
            http,
            cache,
            boards,
            hurry: Arc::default(),
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
    pub async fn settle(&self) {
        self.stopping.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }

    async fn go_round(&self) {
        let mut since = 0;
        let mut looked_for_untouched = i64::MIN;
        loop {
            let now = self.desk.clock.now_ms();
            match self.round(since, now).await {
                Ok(()) => since = now - LOOK_BACK_MS,
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
                () = self.desk.clock.moved() => {}
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
            let prefs = PersonPrefs::load(store, notice.user_id).await?;
            let absence = match notice.guild_id {
                Some(guild) => store.absence(guild, notice.user_id).await?,
                None => None,
            };
            match way_now(&notice, &prefs, absence.as_ref(), now) {
                None => {}
                Some(Way::Direct) => self.tell_directly(&notice).await?,
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
            self.mention(&group).await?;
        }
        Ok(())
    }

    /// In a direct message; where that is closed, a reminder comes as a mention after all.
    async fn tell_directly(&self, notice: &Notice) -> Result<(), StoreError> {
        let recipient = json!({ "recipient_id": notice.user_id.to_string() });
        let channel = match persist(|| self.http.create_private_channel(&recipient)).await {
            Ok(channel) => channel.id,
            Err(fault) => return self.not_directly(notice, &fault).await,
        };
        if !self.begin(notice, channel).await? {
            return Ok(());
        }
        match self.post(channel, &direct_card(notice, self.server_name(notice))).await {
            Ok(()) => self.desk.store.note_told(notice, Told::Done).await.map(|_| ()),
            Err(fault) => self.not_directly(notice, &fault).await,
        }
    }

    async fn not_directly(&self, notice: &Notice, fault: &SendFault) -> Result<(), StoreError> {
        tracing::info!(game = notice.game_id, %fault, "a direct message could not be sent");
        match (fault, notice.kind) {
            (SendFault::Other(_), _) => Ok(()),
            (_, NoticeKind::Reminder) => self.mention(std::slice::from_ref(notice)).await,
            // the game's own messages tell them as well
            (_, NoticeKind::NextUp) => {
                self.desk.store.note_told(notice, Told::Done).await.map(|_| ())
            }
        }
    }

    async fn mention(&self, group: &[Notice]) -> Result<(), StoreError> {
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
        match self.post(channel, &mention_card(&told)).await {
            Ok(()) => {}
            // trying again later is all that can be done; what arrived after all is found then
            Err(SendFault::Other(fault)) => {
                tracing::warn!(
                    game = first.game_id,
                    fault,
                    "a reminder could not be sent; trying again"
                );
                return Ok(());
            }
            Err(fault) => {
                tracing::warn!(game = first.game_id, %fault, "a reminder cannot be sent");
            }
        }
        for notice in told {
            self.desk.store.note_told(notice, Told::Done).await?;
        }
        Ok(())
    }

    /// Notes that this is being said. `false` where it need not be: it is owed no more, or it was said before a stop.
    async fn begin(&self, notice: &Notice, channel: ChannelId) -> Result<bool, StoreError> {
        match notice.told {
            Told::Not => self.desk.store.note_told(notice, Told::Begun).await,
            Told::Begun => {
                let (mark, person) = (mark(notice), words::person(notice.user_id));
                let said = |message: &Message| {
                    let direct = message.guild_id.is_none() && notice.kind == NoticeKind::NextUp;
                    message.content.contains(&mark)
                        && (direct
                            || message.content.contains(&person)
                            || message.mentions.is_empty())
                };
                match self.find(channel, said).await {
                    Ok(true) => {
                        self.desk.store.note_told(notice, Told::Done).await?;
                        Ok(false)
                    }
                    Ok(false) => Ok(true),
                    Err(fault) => {
                        tracing::info!(%fault, "a channel could not be looked through; trying again");
                        Ok(matches!(fault, SendFault::Forbidden | SendFault::Gone))
                    }
                }
            }
            Told::Done => Ok(false),
        }
    }

    /// Whether one of our last messages in this channel is of that kind.
    async fn find(
        &self,
        channel: ChannelId,
        wanted: impl Fn(&Message) -> bool,
    ) -> Result<bool, SendFault> {
        const LAST: u8 = 100;
        let me = self.cache.current_user().id;
        let messages = persist(|| self.http.get_messages(channel, None, Some(LAST))).await?;
        Ok(messages.iter().any(|message| message.author.id == me && wanted(message)))
    }

    async fn post(&self, channel: ChannelId, card: &Card) -> Result<(), SendFault> {
        let body = card.body(Seen::ByAll);
        persist(|| self.http.send_message(channel, Vec::new(), &body)).await.map(|_| ())
    }

    fn server_name(&self, notice: &Notice) -> Option<String> {
        let guild = self.cache.guild(notice.guild_id?)?;
        Some(guild.name.clone())
    }
}

/// What a notice is recognised by in its channel.
fn mark(notice: &Notice) -> String {
    let kind = match notice.kind {
        NoticeKind::NextUp => "You are next",
        NoticeKind::Reminder => "Reminder",
    };
    format!("-# {kind} · game {} · step {}", notice.game_id, notice.seq)
}

fn mention_card(group: &[&Notice]) -> Card {
    let Some(first) = group.first() else { return Card::default() };
    let mut owed: Vec<String> = Vec::new();
    for notice in group {
        if !owed.contains(&notice.what) {
            owed.push(notice.what.clone());
        }
    }
    let marks: Vec<String> = group.iter().map(|notice| mark(notice)).collect();
    let mut marks_once = marks;
    marks_once.dedup();
    let board = Pressed::new(&first.game_id, Seq(first.seq), Press::Board);
    Card {
        pings: group.iter().map(|notice| UserId(notice.user_id)).collect(),
        buttons: vec![vec![Button::new("Show the board", board)]],
        ..Card::line(format!(
            "**{}** has waited for you since {}: {}.\n{}",
            esc(&first.game_name),
            words::relative(first.since_ms),
            esc(&words::list(&owed)),
            marks_once.join("\n")
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
