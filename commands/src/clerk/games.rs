//! Games that were played for a match report their end themselves.

use gatemaster_discord::card::{Button, Card};
use gatemaster_discord::send::SendFault;
use gatemaster_league::campaign::Campaign;
use gatemaster_league::{Book as _, FixtureId, League, State};
use gatemaster_store::BookGame;
use serenity::all::ChannelId;

use super::Clerk;
use crate::boxed;
use crate::desk::Loaded;
use crate::league::from_game::{counted, game_into_book};
use crate::league::press::LeaguePress;
use crate::league::show::button;
use crate::ledger::StoredBook;
use crate::trouble::Trouble;
use crate::words::esc;

impl Clerk {
    #[boxed]
    pub(super) async fn note_games(&self) -> Result<(), Trouble> {
        for game in self.desk.store.book_games_to_note().await? {
            if self.stopping.is_cancelled() {
                return Ok(());
            }
            if self.retries.waits(&game.game_id) {
                continue;
            }
            let noted = match game.kind.as_str() {
                Campaign::KIND => self.note_campaign_game(&game).await,
                _ => self.note_league_game(&game).await,
            };
            if let Err(trouble) = noted {
                tracing::warn!(
                    game = game.game_id,
                    trouble = trouble.in_short(),
                    "the end of a game has to wait for its book"
                );
                self.retries.postpone(&game.game_id);
            }
        }
        Ok(())
    }

    async fn note_league_game(&self, game: &BookGame) -> Result<(), Trouble> {
        let loaded = self.desk.load_any(&game.game_id).await?;
        let kept = self.ledger.load_any::<League>(&game.book_id).await?;
        let (Some(loaded), Some(kept)) = (loaded, kept) else {
            return Ok(self.desk.store.note_book_game(&game.game_id).await?);
        };
        let no = FixtureId(game.place);
        match game_into_book(&self.ledger, &kept, no, &loaded).await {
            Ok(kept) => {
                self.retries.forget(&game.game_id);
                self.bell.nudge();
                // the entry is made; if the line here gets lost in a stop, the league's channel still has it
                self.say_at_table(&loaded, &counted(&kept, no), "counted").await
            }
            Err(why) if why.is_refusal() => {
                self.say_not_counted(&kept, no, &loaded, &why.to_string()).await?;
                Ok(self.desk.store.note_book_game(&game.game_id).await?)
            }
            Err(fault) => Err(fault),
        }
    }

    async fn say_not_counted(
        &self,
        kept: &StoredBook<League>,
        no: FixtureId,
        game: &Loaded,
        why: &str,
    ) -> Result<(), Trouble> {
        let mark = format!("-# league {} · game {}", kept.id, game.id);
        if self.has_line(ChannelId::new(game.channel), &mark).await? {
            return Ok(());
        }
        let card = not_counted(kept, no, why, &mark);
        self.say_at_table(game, &card, "not counted").await
    }

    /// In the channel of the game. Where nobody can be told, the book is right all the same.
    #[boxed]
    pub(super) async fn say_at_table(
        &self,
        game: &Loaded,
        card: &Card,
        what: &str,
    ) -> Result<(), Trouble> {
        let name = format!("{what} {}", game.id);
        match self.post.post(ChannelId::new(game.channel), card, &name).await {
            Ok(()) => Ok(()),
            Err(SendFault::Other(fault)) if what == "not counted" => Err(Trouble::fault(fault)),
            Err(fault) => {
                tracing::info!(game = game.id, %fault, "a table was not told about its league");
                Ok(())
            }
        }
    }
}

fn not_counted(kept: &StoredBook<League>, no: FixtureId, why: &str, mark: &str) -> Card {
    let season = &kept.book.season;
    let open = season.fixture(no).is_some_and(|fixture| fixture.state == State::Open);
    let way_out = if open { " Report it by hand, or play again." } else { "" };
    let mut row: Vec<Button> = Vec::new();
    if open {
        row.push(button(kept, format!("Report {no}…"), LeaguePress::Report { fixture: no }));
    }
    Card::line(format!(
        "This game does not count for match {no} of **{}**: {why}{way_out}\n{mark}",
        esc(&kept.book.name)
    ))
    .with_row(row)
}
