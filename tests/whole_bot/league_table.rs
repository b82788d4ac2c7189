//! A league to test on, kept beside the running bot: what people do to it is written by the same ledger.

use std::sync::Arc;
use std::time::Duration;

use gatemaster_commands::desk::{Desk, Which};
use gatemaster_commands::ledger::{Ledger, StoredBook};
use gatemaster_commands::request::Request;
use gatemaster_commands::trouble::Trouble;
use gatemaster_league::league::Fixture;
use gatemaster_league::{
    Action, EntrantId, Event, FixtureId, Format, League, MatchResult, Played, Settings, Side,
    Verdict,
};
use gatemaster_rules::dicegame::Command as DiceCommand;
use gatemaster_rules::game::{Command, Setup, SystemId};
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::table::{self, Actor, Phase, Player};
use gatemaster_sandbox::{Person, Place, Seen};

use crate::club::{Club, eventually};

pub struct LeagueTable {
    pub ledger: Ledger,
    pub id: String,
    guild: u64,
}

pub fn player(person: &Person) -> Player {
    Player { id: UserId(person.id()), name: person.name() }
}

/// Somebody wins 5 to 3.
pub fn won(side: Side) -> MatchResult {
    let scores = match side {
        Side::First => [5, 3],
        Side::Second => [3, 5],
    };
    MatchResult { scores: Some(scores), ..MatchResult::plain(Verdict::Win(side)) }
}

pub fn settings(format: Format, announce: &Place) -> Settings {
    let mut settings = Settings::new(format);
    settings.announce = Some(announce.id());
    settings.seeding = gatemaster_league::settings::Seeding::Entry;
    settings
}

impl LeagueTable {
    /// Mia opens it.
    pub async fn open(club: &Club, name: &str, played: Played, settings: Settings) -> Self {
        let ledger = Ledger::new(club.store().await, Arc::clone(&club.clock));
        let guild = club.discord.home().id();
        let open = Action::Open {
            name: name.to_owned(),
            about: String::new(),
            played,
            settings: Box::new(settings),
        };
        let request = request(guild, &club.mia);
        let written = ledger.open::<League>(&request, open).await.unwrap();
        Self { id: written.kept.id, ledger, guild }
    }

    /// Ann and Bob are in, and it has started.
    pub async fn of_two(club: &Club, played: Played, settings: Settings) -> Self {
        let league = Self::open(club, "Winter", played, settings).await;
        for person in [&club.ann, &club.bob] {
            league.act(person, Action::Join { faction: None }).await;
        }
        league.act(&club.mia, Action::Start).await;
        league
    }

    pub async fn act(&self, person: &Person, action: Action) -> Vec<Event> {
        self.try_act(person, action).await.unwrap()
    }

    pub async fn try_act(&self, person: &Person, action: Action) -> Result<Vec<Event>, Trouble> {
        let request = request(self.guild, person);
        let written = self.ledger.write::<League>(&request, &self.id, |_| Ok(action.clone()));
        Ok(written.await?.events)
    }

    pub async fn kept(&self) -> StoredBook<League> {
        self.ledger.load_any(&self.id).await.unwrap().unwrap()
    }

    pub async fn fixture(&self, no: u32) -> Fixture {
        self.kept().await.book.season.fixture(FixtureId(no)).unwrap().clone()
    }

    pub async fn number_of(&self, person: &Person) -> EntrantId {
        self.kept().await.book.season.entrant_of(UserId(person.id())).unwrap().no
    }

    /// Until the book says so.
    pub async fn until(&self, so: impl Fn(&League) -> bool) {
        let look = async || so(&self.kept().await.book).then_some(());
        eventually("the league came to that", look).await;
    }

    /// Until everything has been told.
    pub async fn all_told(&self) {
        eventually("everything is told", async || {
            let row = self.ledger.store.book(&self.id).await.unwrap().unwrap();
            (row.told_seq == row.seq).then_some(())
        })
        .await;
    }
}

fn request(guild: u64, person: &Person) -> Request {
    let actor = Actor { player: player(person), manager: false };
    Request::made_up(actor, Some(guild), 1, None)
}

/// The clerk looks at once.
pub fn clerk_looks(club: &Club) {
    club.clock.advance(Duration::from_millis(1));
}

/// What the league has said in this channel, the oldest first.
pub fn said(place: &Place) -> Vec<Seen> {
    let mut said = place.everything();
    said.retain(|seen| seen.text.contains("-# league "));
    said.sort_by_key(|seen| seen.id);
    said
}

/// A message of ours with a button that stands nowhere else yet.
pub async fn message_with(club: &Club, label: &str, custom_id: &str) -> Seen {
    let body = serde_json::json!({
        "content": label,
        "components": [{ "type": 1, "components": [
            { "type": 2, "style": 1, "label": label, "custom_id": custom_id }
        ] }],
    });
    let path = format!("channels/{}/messages", club.hall.id());
    club.as_bot("POST", &path, &body.to_string()).await;
    club.hall.wait_for(|seen| seen.button(custom_id).is_some()).await
}

/// Two people play a Dice Game beside the bot, as the program would play it, to its end or until it is broken off.
pub struct DiceMatch {
    desk: Desk,
    guild: u64,
    pub id: String,
}

impl DiceMatch {
    pub async fn at(club: &Club, id: &str) -> Self {
        let desk = gatemaster_commands::open_desk(club.store().await, Arc::clone(&club.clock));
        Self { desk, guild: club.discord.home().id(), id: id.to_owned() }
    }

    /// Ann and Bob sit down in the hall without any league.
    pub async fn open(club: &Club) -> Self {
        let desk = gatemaster_commands::open_desk(club.store().await, Arc::clone(&club.clock));
        let open = table::Action::Open {
            name: "Just so".to_owned(),
            setup: Setup::DiceGame(gatemaster_rules::dicegame::Setup::default()),
            organiser: None,
            start: false,
            settings: table::Settings::default(),
        };
        let guild = club.discord.home().id();
        let at = |person| request(guild, person).at(club.hall.id());
        let id = desk.open(&at(&club.ann), open).await.unwrap().game.id;
        let game = Self { desk, guild, id };
        for person in [&club.ann, &club.bob] {
            game.act(player(person), table::Action::Join { seat: None, salt: None }).await;
        }
        game
    }

    pub async fn act(&self, player: Player, action: table::Action) {
        let actor = Actor { player, manager: false };
        let request = Request::made_up(actor, Some(self.guild), 1, None);
        let which = Which::Now(self.id.clone());
        self.desk.act(&request, &which, |_| Ok(action.into())).await.unwrap();
    }

    /// The whole of it, as it is stored.
    pub async fn table(&self) -> table::Table {
        let row = self.desk.store.game(&self.id).await.unwrap().unwrap();
        serde_json::from_str(&row.state).unwrap()
    }

    /// Gives who won: `None` is a draw.
    pub async fn to_the_end(&self) -> Option<UserId> {
        assert_eq!(self.table().await.system, SystemId::DiceGame);
        loop {
            let table = self.table().await;
            let player = |seat: Seat| table.player_at(seat).cloned();
            match table.phase {
                Phase::Lobby => {
                    let first = table.all_seats().find_map(player).unwrap();
                    self.act(first, table::Action::Start).await;
                }
                Phase::Playing => {
                    let game = table.game.as_ref().unwrap();
                    let (seat, command) = table
                        .all_seats()
                        .find_map(|seat| game.bot_plays(seat).map(|command| (seat, command)))
                        // before the first turn anybody may draw who begins
                        .unwrap_or((Seat(0), Command::DiceGame(DiceCommand::DrawFirst)));
                    self.act(player(seat).unwrap(), table::Action::Play(command)).await;
                }
                Phase::Shelved => panic!("put away"),
                Phase::Ended => {
                    let record = gatemaster_rules::record::record(&table).unwrap();
                    let won = |side: &&gatemaster_rules::record::SideRecord| {
                        side.result == gatemaster_rules::record::Outcome::Win
                    };
                    let winner = record.sides.iter().find(won)?;
                    return winner.player.as_ref().map(|player| player.id);
                }
            }
        }
    }
}
