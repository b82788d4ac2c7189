//! Games that nobody touches: their people are asked, and if nobody answers the game is put away. Nothing is lost by that.

use gatemaster_discord::press::encode;
use gatemaster_discord::send::SendFault;
use gatemaster_rules::ids::{Seq, UserId};
use gatemaster_rules::table::{Action, Actor, Player};
use gatemaster_store::{Delivery, StoreError, Untouched};
use serenity::all::{ActionRowComponent, ButtonKind, ChannelId, Message};

use super::Post;
use crate::boxed;
use crate::desk::Which;
use crate::prefs::{MIN_UNTOUCHED_DAYS, ServerPrefs};
use crate::request::Request;
use crate::table;
use crate::table::press::{Press, Pressed};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
/// How often games are looked through.
pub(super) const EVERY_MS: i64 = 10 * 60 * 1_000;
/// How long people have to answer.
const TO_ANSWER_MS: i64 = 14 * DAY_MS;

impl Post {
    #[boxed]
    pub(super) async fn ask_about_untouched(&self, now: i64) -> Result<(), StoreError> {
        let store = &self.desk.store;
        let earliest = now - i64::from(MIN_UNTOUCHED_DAYS) * DAY_MS;
        for game in store.untouched_since(earliest).await? {
            if self.stopping.is_cancelled() {
                return Ok(());
            }
            let prefs = ServerPrefs::load(store, game.guild_id).await?;
            let days = i64::from(prefs.untouched_days);
            if days == 0 || now - game.touched_ms < days * DAY_MS {
                continue;
            }
            match game.asked {
                None | Some((_, Delivery::Not)) => self.ask(&game, now).await?,
                Some((asked_ms, Delivery::Begun)) => self.ask_if_not_asked(&game, asked_ms).await?,
                Some((asked_ms, Delivery::Done)) if now - asked_ms >= TO_ANSWER_MS => {
                    self.put_away(&game).await;
                }
                Some((_, Delivery::Done)) => {}
            }
        }
        Ok(())
    }

    async fn ask(&self, game: &Untouched, now: i64) -> Result<(), StoreError> {
        self.desk.store.note_asked(&game.game_id, game.seq, now, Delivery::Begun).await?;
        self.say_question(game, now).await
    }

    /// The bot stopped while it asked; perhaps the question stands there already.
    async fn ask_if_not_asked(&self, game: &Untouched, asked_ms: i64) -> Result<(), StoreError> {
        let keep = encode(&Pressed::new(&game.game_id, Seq(game.seq), Press::Keep));
        let asked = |message: &Message| has_button(message, &keep);
        match self.find(ChannelId::new(game.channel_id), asked).await {
            Ok(true) => {
                self.desk.store.note_asked(&game.game_id, game.seq, asked_ms, Delivery::Done).await
            }
            Ok(false) | Err(SendFault::Forbidden | SendFault::Gone) => {
                self.say_question(game, asked_ms).await
            }
            Err(_) => Ok(()),
        }
    }

    async fn say_question(&self, game: &Untouched, asked_ms: i64) -> Result<(), StoreError> {
        let loaded = match self.desk.load_any(&game.game_id).await {
            Ok(Some(loaded)) if loaded.seq.0 == game.seq => loaded,
            Ok(_) => return Ok(()),
            Err(trouble) => {
                tracing::warn!(
                    game = game.game_id,
                    trouble = trouble.in_short(),
                    "a game could not be asked about"
                );
                return Ok(());
            }
        };
        let card = table::still_wanted(&loaded, game.touched_ms, asked_ms + TO_ANSWER_MS);
        let name = format!("untouched {} {}", game.game_id, game.seq);
        match self.post(ChannelId::new(game.channel_id), &card, &name).await {
            Err(SendFault::Other(fault)) => {
                tracing::warn!(
                    game = game.game_id,
                    fault,
                    "a question could not be asked; trying again"
                );
                Ok(())
            }
            // where nobody can be asked any more, nobody can answer either: the time runs all the same
            Ok(()) | Err(_) => {
                self.desk.store.note_asked(&game.game_id, game.seq, asked_ms, Delivery::Done).await
            }
        }
    }

    async fn put_away(&self, game: &Untouched) {
        let me = self.cache.current_user().id.get();
        let player = Player { id: UserId(me), name: "Gatemaster".to_owned() };
        let actor = Actor { player, manager: true };
        let request = Request::made_up(actor, game.guild_id, game.channel_id, None);
        let which = Which::At(game.game_id.clone(), Seq(game.seq));
        match self.desk.act(&request, &which, |_| Ok(Action::Shelve.into())).await {
            Ok(outcome) => {
                let name = format!("put away {} {}", game.game_id, game.seq);
                let channel = ChannelId::new(game.channel_id);
                let told = self.post(channel, &table::outcome(self.systems, &outcome), &name).await;
                if let Err(fault) = told {
                    tracing::info!(game = game.game_id, %fault, "a game was put away unheard");
                }
                self.boards.touch(&game.game_id);
            }
            Err(trouble) => {
                tracing::info!(
                    game = game.game_id,
                    trouble = trouble.in_short(),
                    "a game was not put away"
                );
            }
        }
    }
}

fn has_button(message: &Message, custom_id: &str) -> bool {
    let buttons = message.components.iter().flat_map(|row| &row.components);
    buttons.into_iter().any(|component| match component {
        ActionRowComponent::Button(button) => {
            matches!(&button.data, ButtonKind::NonLink { custom_id: id, .. } if id == custom_id)
        }
        _ => false,
    })
}
