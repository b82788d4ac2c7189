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

/// What is to be done about a game that nobody has touched for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    Nothing,
    Asking,
    /// It was begun at this time, and a stop came between.
    AskingOn(i64),
    PuttingAway,
}

fn due(game: &Untouched, days: u16, now: i64) -> Due {
    if days == 0 || now.saturating_sub(game.touched_ms) < i64::from(days) * DAY_MS {
        return Due::Nothing;
    }
    match game.asked {
        None | Some((_, Delivery::Not)) => Due::Asking,
        Some((asked_ms, Delivery::Begun)) => Due::AskingOn(asked_ms),
        Some((asked_ms, Delivery::Done)) if now.saturating_sub(asked_ms) >= TO_ANSWER_MS => {
            Due::PuttingAway
        }
        Some((_, Delivery::Done)) => Due::Nothing,
    }
}

impl Post {
    #[boxed]
    pub(super) async fn ask_about_untouched(&self, now: i64) -> Result<(), StoreError> {
        let store = &self.desk.store;
        let earliest = now.saturating_sub(i64::from(MIN_UNTOUCHED_DAYS) * DAY_MS);
        for game in store.untouched_since(earliest).await? {
            if self.stopping.is_cancelled() {
                return Ok(());
            }
            let prefs = ServerPrefs::load(store, game.guild_id).await?;
            match due(&game, prefs.untouched_days, now) {
                Due::Nothing => {}
                Due::Asking => self.ask(&game, now).await?,
                Due::AskingOn(asked_ms) => self.ask_if_not_asked(&game, asked_ms).await?,
                Due::PuttingAway => self.put_away(&game).await,
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
        let put_away_at = asked_ms.saturating_add(TO_ANSWER_MS);
        let card = table::still_wanted(&loaded, game.touched_ms, put_away_at);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn game(touched_ms: i64, asked: Option<(i64, Delivery)>) -> Untouched {
        Untouched {
            game_id: "g".to_owned(),
            guild_id: Some(1),
            channel_id: 2,
            seq: 3,
            touched_ms,
            asked,
        }
    }

    #[test]
    fn games_are_asked_about_after_their_days_and_put_away_when_nobody_answers() {
        let (touched, week) = (1_000, 7 * DAY_MS);
        assert_eq!(due(&game(touched, None), 7, touched + week - 1), Due::Nothing);
        assert_eq!(due(&game(touched, None), 7, touched + week), Due::Asking);
        assert_eq!(due(&game(touched, None), 0, i64::MAX), Due::Nothing);
        let asked = game(touched, Some((week, Delivery::Done)));
        assert_eq!(due(&asked, 7, week + TO_ANSWER_MS - 1), Due::Nothing);
        assert_eq!(due(&asked, 7, week + TO_ANSWER_MS), Due::PuttingAway);
        assert_eq!(due(&game(0, Some((5, Delivery::Begun))), 7, week), Due::AskingOn(5));
    }

    #[test]
    fn stored_times_at_the_ends_of_time_are_long_ago_or_far_ahead_and_never_a_panic() {
        let ends = [i64::MIN, i64::MIN + 1, -1, 0, i64::MAX - 1, i64::MAX];
        for now in ends {
            for touched in ends {
                for asked in
                    ends.map(|asked| Some((asked, Delivery::Done))).into_iter().chain([None])
                {
                    let long_ago = i128::from(now) - i128::from(touched) >= i128::from(7 * DAY_MS);
                    let found = due(&game(touched, asked), 7, now);
                    assert_eq!(
                        found != Due::Nothing,
                        long_ago && {
                            let answered = |(at, _): (i64, _)| {
                                i128::from(now) - i128::from(at) >= i128::from(TO_ANSWER_MS)
                            };
                            asked.is_none_or(answered)
                        },
                        "{now} {touched} {asked:?}"
                    );
                }
            }
        }
    }
}
