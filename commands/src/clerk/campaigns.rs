//! What campaigns do by themselves: games report how their battles ended, and the story is told in its channel.

use gatemaster_discord::card::{Button, Card, Style};

use gatemaster_league::campaign::sentence::sentence;
use gatemaster_league::campaign::{
    Action, BattleNo, Campaign, Happening, Part, Phase, Setting, State,
};
use gatemaster_store::{BookGame, EntryRow, PostKind};
use serenity::all::ChannelId;

use super::Clerk;
use super::draft::{ChannelPosts, MessageDraft, Speaks};
use crate::boxed;
use crate::campaign::from_game::told_of;
use crate::campaign::press::CampaignPress;
use crate::campaign::show::{self, Reader, button};
use crate::desk::Loaded;
use crate::ledger::StoredBook;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::esc;

impl Clerk {
    #[boxed]
    pub(super) async fn note_campaign_game(&self, game: &BookGame) -> Result<(), Trouble> {
        let loaded = self.desk.load_any(&game.game_id).await?;
        let kept = self.ledger.load_any::<Campaign>(&game.book_id).await?;
        let (Some(loaded), Some(kept)) = (loaded, kept) else {
            return Ok(self.desk.store.note_book_game(&game.game_id).await?);
        };
        let no = BattleNo(game.place);
        match self.battle_into_book(&kept, no, &loaded).await {
            Ok(card) => {
                self.retries.forget(&game.game_id);
                // the entry is made; if the line here gets lost in a stop, the chronicle still has it
                self.say_at_table(&loaded, &card, "counted").await
            }
            Err(why) if why.is_refusal() => {
                let mark = format!("-# campaign {} · game {}", kept.id, loaded.id);
                if !self.has_line(ChannelId::new(loaded.channel), &mark).await? {
                    let card = not_counted(&kept, no, &why.to_string(), &mark);
                    self.say_at_table(&loaded, &card, "not counted").await?;
                }
                Ok(self.desk.store.note_book_game(&game.game_id).await?)
            }
            Err(fault) => Err(fault),
        }
    }

    /// Writes the end of a game into the book and gives what there is to say. What stands against it comes back as a refusal.
    async fn battle_into_book(
        &self,
        kept: &StoredBook<Campaign>,
        no: BattleNo,
        game: &Loaded,
    ) -> Result<Card, Trouble> {
        let record = game.record().ok_or_else(|| {
            Trouble::refused(format!("“{}” has not ended yet.", esc(&game.table.name)))
        })?;
        let request = Request::by_the_bot(kept.guild, game.channel);
        let written = self.ledger.write::<Campaign>(&request, &kept.id, |kept| {
            let campaign = &kept.book;
            let battle = campaign
                .battle(no)
                .ok_or_else(|| Trouble::refused("That battle is not in the book any more."))?;
            let told = told_of(campaign, battle, &record).map_err(Trouble::refused)?;
            Ok(Action::GameEnded { battle: no, game: game.id.clone(), told })
        });
        let written = written.await?;
        self.bell.nudge();
        let kept = &written.kept;
        let line = format!(
            "**{}**: {}",
            esc(&kept.book.name),
            show::happened(&kept.book, &written.events)
        );
        Ok(Card::line(line).with_row(show::look_buttons(kept)))
    }
}

fn not_counted(kept: &StoredBook<Campaign>, no: BattleNo, why: &str, mark: &str) -> Card {
    let battle = kept.book.battle(no);
    let open = battle.is_some_and(|battle| battle.state == State::Planned);
    let way_out = if open { " Report it by hand, or play again." } else { "" };
    let mut row: Vec<Button> = Vec::new();
    if open {
        row.push(button(kept, format!("Report {no}…"), CampaignPress::Report { battle: no }));
    }
    let name = esc(&kept.book.name);
    Card::line(format!(
        "This game does not count for battle {no} of **{name}**: {why}{way_out}\n{mark}"
    ))
    .with_row(row)
}

impl Speaks for Campaign {
    fn said(
        kept: &StoredBook<Campaign>,
        _: &EntryRow,
        events: &[Happening],
        standing: &ChannelPosts,
    ) -> MessageDraft {
        let mut said = MessageDraft::default();
        for event in events {
            tell(&mut said, kept, events, event, standing);
        }
        said
    }

    fn reported(event: &Happening) -> Option<u32> {
        match event {
            Happening::Reported { battle, .. } => Some(battle.0),
            _ => None,
        }
    }
}

fn tell(
    said: &mut MessageDraft,
    kept: &StoredBook<Campaign>,
    events: &[Happening],
    event: &Happening,
    standing: &ChannelPosts,
) {
    let campaign = &kept.book;
    if shows_who_is_in(event) {
        if !standing.sign_up && (standing.retold || campaign.phase == Phase::Open) {
            said.frame = Some((PostKind::SignUp, whole(kept)));
        }
        return;
    }
    if !is_told(campaign, event) || stands_as_report(events, event, standing) {
        return;
    }
    let battle = show::battle_told(std::slice::from_ref(event));
    let Some(battle) = battle.and_then(|no| campaign.battle(no)) else {
        said.line(esc(&sentence(campaign, event)));
        if *event == Happening::Closed {
            said.frame = Some((PostKind::News, whole(kept)));
        }
        return;
    };
    let no = battle.no;
    // only what still waits for somebody rings for them
    match (event, &battle.state) {
        (Happening::Planned { .. }, State::Planned) => {
            said.line(esc(&sentence(campaign, event)));
            said.rings(show::people_of(campaign, battle));
            let look = CampaignPress::Battle { battle: no };
            said.row(vec![button(kept, format!("Battle {no}"), look)]);
        }
        (Happening::Reported { .. }, State::Reported { side, .. }) => {
            said.line(esc(&sentence(campaign, event)));
            said.rings(show::others_of(campaign, battle, Some(*side)));
            said.row(show::confirm_buttons(kept, battle));
        }
        (Happening::Contested { .. }, State::Contested { .. }) => {
            said.line(esc(&sentence(campaign, event)));
            said.line("An organiser settles it.");
            said.rings(campaign.organisers.iter().map(|organiser| organiser.id));
            let settle = CampaignPress::Settle { battle: no };
            let settle = button(kept, format!("Settle {no}…"), settle).styled(Style::Main);
            said.row(vec![settle]);
        }
        // nobody is asked any more, so it is told as it has come out
        (Happening::Reported { .. }, _) => said.line(show::battle_line(campaign, battle)),
        _ => said.line(esc(&sentence(campaign, event))),
    }
}

fn whole(kept: &StoredBook<Campaign>) -> Card {
    show::info(kept, Reader { side: None, organises: false })
}

/// Who is in stands in a list that is kept up to date.
fn shows_who_is_in(event: &Happening) -> bool {
    match event {
        // it speaks in another channel from now on
        Happening::Set { what } => what.contains(&Setting::Announce),
        event => matches!(event.part(), Part::Opening | Part::People),
    }
}

/// A report that came to count is told where it was reported; a place that it moved is told again with it.
fn stands_as_report(events: &[Happening], event: &Happening, standing: &ChannelPosts) -> bool {
    let counts = match event {
        Happening::Fought { battle, .. } => standing.reports.contains(&battle.0),
        _ => false,
    };
    counts && !events.iter().any(|event| matches!(event, Happening::PlaceTaken { .. }))
}

/// Whether people hear of it; how the stage is set, they see when they look.
fn is_told(campaign: &Campaign, event: &Happening) -> bool {
    match (event, event.part()) {
        // a note that was struck before anybody heard it is not read out
        (Happening::Noted { .. }, _) => {
            campaign.chronicle.iter().any(|entry| entry.struck.is_none() && entry.what == *event)
        }
        (_, Part::Office | Part::Battle(_) | Part::Story) => true,
        // the list of who is in shows the first two
        (_, Part::Opening | Part::People | Part::Stage | Part::Table(_)) => false,
    }
}
