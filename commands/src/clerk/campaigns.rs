//! What campaigns do by themselves: games report how their battles ended, and the story is told in its channel.

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_discord::limits::{CONTENT, ROWS, clip};
use gatemaster_league::Book as _;
use gatemaster_league::campaign::sentence::sentence;
use gatemaster_league::campaign::{Action, BattleNo, Campaign, Happening, State};
use gatemaster_rules::ids::UserId;
use gatemaster_store::{BookGame, EntryRow};
use serenity::all::ChannelId;

use super::announce::Announcement;
use super::{Clerk, mark};
use crate::boxed;
use crate::campaign::from_game::told_of;
use crate::campaign::press::CampaignPress;
use crate::campaign::show::{self, Reader, button};
use crate::desk::Loaded;
use crate::ledger::StoredBook;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{LARGEST_FORMER, esc, ids};

/// A message of more lines is a wall; what comes after begins the next one.
const MOST_LINES: usize = 12;
/// Discord takes 2,000 characters; what several entries say together stays well below.
const MOST_LETTERS: usize = 1_400;
/// Mentions stand in the same text, and this is as many as leave room for the words.
const MOST_PINGS: usize = 40;
/// As many characters as a mention takes at most.
const PING: usize = 23;

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

/// Words and buttons on their way to a message.
#[derive(Clone, Debug, Default)]
struct MessageDraft {
    lines: Vec<String>,
    pings: Vec<UserId>,
    rows: Vec<Vec<Button>>,
    /// The whole campaign, where it begins or ends.
    whole: bool,
}

/// What there is to say about entries that wait together, the oldest first.
pub(super) fn announcements(
    kept: &StoredBook<Campaign>,
    entries: &[(EntryRow, Vec<Happening>)],
) -> Vec<Announcement> {
    let mut all = Vec::new();
    let mut together = MessageDraft::default();
    let mut last = None;
    for (entry, events) in entries {
        let said = said(kept, events);
        if !together.has_room_for(&said)
            && let Some(seq) = last
        {
            all.push(Announcement { seq, card: std::mem::take(&mut together).card(kept, seq) });
        }
        together.add(said);
        last = Some(entry.seq);
    }
    if let Some(seq) = last {
        all.push(Announcement { seq, card: together.card(kept, seq) });
    }
    all
}

fn said(kept: &StoredBook<Campaign>, events: &[Happening]) -> MessageDraft {
    let campaign = &kept.book;
    let mut said = MessageDraft::default();
    for event in events.iter().filter(|event| is_told(campaign, event)) {
        said.lines.push(esc(&sentence(campaign, event)));
        let battle = show::battle_told(std::slice::from_ref(event));
        let Some(battle) = battle.and_then(|no| campaign.battle(no)) else {
            said.whole |= matches!(event, Happening::Closed);
            continue;
        };
        let no = battle.no;
        // only what still waits for somebody rings for them
        if let (Happening::Planned { .. }, State::Planned) = (event, &battle.state) {
            said.pings.extend(show::people_of(campaign, battle));
            let look = CampaignPress::Battle { battle: no };
            said.rows.push(vec![button(kept, format!("Battle {no}"), look)]);
        } else if let (Happening::Reported { .. }, State::Reported { side, .. }) =
            (event, &battle.state)
        {
            said.pings.extend(show::others_of(campaign, battle, Some(*side)));
            said.rows.push(show::confirm_buttons(kept, battle));
        } else if let (Happening::Contested { .. }, State::Contested { .. }) =
            (event, &battle.state)
        {
            said.lines.push("An organiser settles it.".to_owned());
            said.pings.extend(campaign.organisers.iter().map(|organiser| organiser.id));
            let settle = CampaignPress::Settle { battle: no };
            let settle = button(kept, format!("Settle {no}…"), settle).styled(Style::Main);
            said.rows.push(vec![settle]);
        }
    }
    said
}

/// Whether people hear of it; how the stage is set, they see when they look.
fn is_told(campaign: &Campaign, event: &Happening) -> bool {
    match event {
        Happening::Opened
        | Happening::Appointed { .. }
        | Happening::Dismissed { .. }
        | Happening::SideAdded { .. }
        | Happening::SideRemoved { .. }
        | Happening::Joined { .. }
        | Happening::Left { .. }
        | Happening::RoundOpened { .. }
        | Happening::RoundClosed { .. }
        | Happening::Planned { .. }
        | Happening::Reported { .. }
        | Happening::Contested { .. }
        | Happening::Fought { .. }
        | Happening::Corrected { .. }
        | Happening::Cancelled { .. }
        | Happening::PlaceTaken { .. }
        | Happening::UnitCarries { .. }
        | Happening::UnitBecame { .. }
        | Happening::UnitHonoured { .. }
        | Happening::Awarded { .. }
        | Happening::Closed
        | Happening::Resumed => true,
        // a note that was struck before anybody heard it is not read out
        Happening::Noted { .. } => {
            campaign.chronicle.iter().any(|entry| entry.struck.is_none() && entry.what == *event)
        }
        Happening::Set { .. }
        | Happening::SideChanged { .. }
        | Happening::GameLinked { .. }
        | Happening::PlacePut { .. }
        | Happening::PlaceChanged { .. }
        | Happening::PlaceRemoved { .. }
        | Happening::Linked { .. }
        | Happening::Unlinked { .. }
        | Happening::UnitPut { .. }
        | Happening::UnitChanged { .. }
        | Happening::UnitRemoved { .. }
        | Happening::Struck { .. } => false,
    }
}

impl MessageDraft {
    fn letters(&self) -> usize {
        self.lines.iter().map(|line| line.chars().count() + 1).sum::<usize>()
            + self.pings.len() * PING
    }

    fn has_room_for(&self, other: &MessageDraft) -> bool {
        self.lines.is_empty()
            || (self.lines.len() + other.lines.len() <= MOST_LINES
                && self.letters() + other.letters() <= MOST_LETTERS
                && self.rows.len() + other.rows.len() <= ROWS
                && !self.whole)
    }

    fn add(&mut self, other: MessageDraft) {
        self.lines.extend(other.lines);
        self.rows.extend(other.rows);
        self.whole |= other.whole;
        for id in other.pings {
            if id.0 > LARGEST_FORMER && !self.pings.contains(&id) {
                self.pings.push(id);
            }
        }
    }

    fn card(mut self, kept: &StoredBook<Campaign>, seq: u32) -> Option<Card> {
        if self.lines.is_empty() {
            return None;
        }
        let name = esc(&kept.book.name);
        let words = match &self.lines[..] {
            [only] => format!("**{name}**: {only}"),
            lines => format!("**{name}**\n{}", lines.join("\n")),
        };
        self.pings.truncate(MOST_PINGS);
        let mark = mark(Campaign::KIND, &kept.id, seq);
        let room = CONTENT
            .saturating_sub(self.pings.len() * PING)
            .saturating_sub(mark.chars().count())
            .saturating_sub(2);
        let mut card = if self.whole {
            show::info(kept, Reader { side: None, organises: false })
        } else {
            Card::default()
        };
        // what the entry is recognised by must not be cut off
        card.content = format!("{}\n{mark}", clip(&words, room));
        card.pings = ids(self.pings);
        let taken = card.selects.len() + card.buttons.len();
        card.buttons.extend(self.rows.into_iter().take(ROWS.saturating_sub(taken)));
        Some(card)
    }
}
