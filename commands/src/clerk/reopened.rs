//! Games whose result was taken back at the table: what their book has counted is corrected, or the table hears why not.

use gatemaster_discord::card::Card;
use gatemaster_league::campaign::{Action as Battles, BattleNo, Campaign, State};
use gatemaster_league::{Action, Book as _, FixtureId, League};
use gatemaster_store::BookGame;
use serenity::all::ChannelId;

use super::Clerk;
use crate::boxed;
use crate::desk::Loaded;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::esc;

impl Clerk {
    #[boxed]
    pub(super) async fn note_reopened_games(&self) -> Result<(), Trouble> {
        for game in self.desk.store.book_games_reopened().await? {
            if self.stopping.is_cancelled() {
                return Ok(());
            }
            if self.retries.waits(&game.game_id) {
                continue;
            }
            let noted = match game.kind.as_str() {
                Campaign::KIND => self.note_reopened_battle(&game).await,
                _ => self.note_reopened_match(&game).await,
            };
            if let Err(trouble) = noted {
                tracing::warn!(
                    game = game.game_id,
                    trouble = trouble.in_short(),
                    "a game that goes on has to wait for its book"
                );
                self.retries.postpone(&game.game_id);
            }
        }
        Ok(())
    }

    async fn note_reopened_match(&self, game: &BookGame) -> Result<(), Trouble> {
        let loaded = self.desk.load_any(&game.game_id).await?;
        let kept = self.ledger.load_any::<League>(&game.book_id).await?;
        let no = FixtureId(game.place);
        if let (Some(loaded), Some(kept)) = (loaded, kept)
            && kept
                .book
                .season
                .fixture(no)
                .is_some_and(|fixture| fixture.was_decided_by(&loaded.id))
        {
            let request = Request::by_the_bot(kept.guild, loaded.channel);
            let reopened = || Action::GameReopened { fixture: no, game: loaded.id.clone() };
            let written = self.ledger.write::<League>(&request, &kept.id, |_| Ok(reopened())).await;
            let name = esc(&kept.book.name);
            let said = match written {
                Ok(_) => {
                    self.bell.nudge();
                    format!(
                        "Match {no} of **{name}** is open again: the result is out of its table."
                    )
                }
                Err(why) if why.is_refusal() => format!(
                    "Match {no} of **{name}** keeps the result that was taken back here: {why} An organiser of the league \
                     can correct it with `/organise settle`."
                ),
                Err(fault) => return Err(fault),
            };
            self.say_goes_on(&loaded, &said, &format!("league {}", kept.id)).await?;
        }
        Ok(self.desk.store.unnote_book_game(&game.game_id).await?)
    }

    /// What people have built upon a battle since is for their organisers to judge; else it is to be fought again.
    async fn note_reopened_battle(&self, game: &BookGame) -> Result<(), Trouble> {
        let loaded = self.desk.load_any(&game.game_id).await?;
        let kept = self.ledger.load_any::<Campaign>(&game.book_id).await?;
        let no = BattleNo(game.place);
        if let (Some(loaded), Some(kept)) = (loaded, kept)
            && let Some(battle) = kept.book.battle(no)
            && battle.game.as_deref() == Some(&loaded.id)
            && matches!(battle.state, State::Fought { .. })
        {
            let request = Request::by_the_bot(kept.guild, loaded.channel);
            let reopened = || Battles::GameReopened { battle: no, game: loaded.id.clone() };
            let written =
                self.ledger.write::<Campaign>(&request, &kept.id, |_| Ok(reopened())).await;
            let name = esc(&kept.book.name);
            let said = match written {
                Ok(_) => {
                    self.bell.nudge();
                    format!(
                        "Battle {no} of **{name}** goes on: its result is out of the count, and the map stands as before it."
                    )
                }
                Err(why) if why.is_refusal() => format!(
                    "Battle {no} of **{name}** keeps its result, and the map stands as it was drawn by it: {why} An organiser of \
                     the campaign can correct it with `/chronicler settle`."
                ),
                Err(fault) => return Err(fault),
            };
            self.say_goes_on(&loaded, &said, &format!("campaign {}", kept.id)).await?;
        }
        Ok(self.desk.store.unnote_book_game(&game.game_id).await?)
    }

    /// At the table, once for each time that the game was opened again.
    async fn say_goes_on(&self, game: &Loaded, said: &str, book: &str) -> Result<(), Trouble> {
        let mark = format!("-# {book} · game {} goes on from step {}", game.id, game.seq);
        if self.has_line(ChannelId::new(game.channel), &mark).await? {
            return Ok(());
        }
        self.say_at_table(game, &Card::line(format!("{said}\n{mark}")), "reopened").await
    }
}
