//! A club with a season behind it, to be looked at: leagues, a campaign and battles, filled in as people would.

use std::sync::Arc;
use std::time::Duration;

use gatemaster_commands::clock::Clock;
use gatemaster_commands::desk::{Desk, Which};
use gatemaster_commands::ledger::{Ledger, StoredBook};
use gatemaster_commands::request::Request;
use gatemaster_league::campaign::{self, Campaign, Count, ReportedOutcome, SideNo};
use gatemaster_league::league::{MatchResult, Side, State, Verdict};
use gatemaster_league::{Action, EntrantId, FixtureId, League, Played, Settings};
use gatemaster_rules::game::SystemId;
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{self, Actor, Player};
use gatemaster_store::Store;

/// Ids as Discord gives them.
pub const ANN: u64 = 900_000_000_000_000_001;
pub const BOB: u64 = 900_000_000_000_000_002;
pub const MIA: u64 = 900_000_000_000_000_003;

/// Writes in the books of one server.
pub struct Pen {
    pub ledger: Ledger,
    pub desk: Desk,
    pub clock: Arc<Clock>,
    pub guild: u64,
    /// Where the next game is played.
    pub next_channel: std::sync::atomic::AtomicU64,
}

fn player(id: u64, name: &str) -> Player {
    Player { id: UserId(id), name: name.to_owned() }
}

impl Pen {
    pub fn new(store: &Store, clock: &Arc<Clock>, guild: u64) -> Pen {
        Pen {
            ledger: Ledger::new(store.clone(), Arc::clone(clock)),
            desk: gatemaster_commands::open_desk(store.clone(), Arc::clone(clock)),
            clock: Arc::clone(clock),
            guild,
            next_channel: (guild + 1_000).into(),
        }
    }

    /// Mia manages the server.
    pub fn mia(&self) -> Request {
        self.request(&player(MIA, "Mia"), true, 1)
    }

    pub fn ann(&self) -> Request {
        self.request(&player(ANN, "Ann"), false, 1)
    }

    fn request(&self, who: &Player, manager: bool, channel: u64) -> Request {
        let actor = Actor { player: who.clone(), manager };
        Request::made_up(actor, Some(self.guild), channel, None)
    }

    pub fn days_pass(&self, days: u64) {
        self.clock.advance(Duration::from_hours(days * 24));
    }

    pub async fn league(&self, name: &str, played: Played, settings: Settings) -> String {
        let open = Action::Open {
            name: name.to_owned(),
            about: format!("What {name} is about."),
            played,
            settings: Box::new(settings),
        };
        self.ledger.open::<League>(&self.mia(), open).await.unwrap().kept.id
    }

    pub async fn act(&self, league: &str, action: Action) -> StoredBook<League> {
        let written =
            self.ledger.write::<League>(&self.mia(), league, |_| Ok(action.clone())).await;
        written.unwrap().kept
    }

    /// People with a Discord id; a name with a star is a guest's.
    pub async fn enter(&self, league: &str, names: &[&str]) {
        for (id, name) in (ANN..).zip(names) {
            let (name, guest) = match name.strip_prefix('*') {
                Some(name) => (name, true),
                None => (*name, false),
            };
            let factions = ["Algoryn", "Concord", "Boromites", "Freeborn"];
            let faction = usize::try_from(id % 4).map(|at| factions[at].to_owned()).ok();
            let action = Action::Enter {
                player: (!guest).then(|| player(if name == "Mia" { MIA } else { id }, name)),
                name: name.to_owned(),
                faction,
                division: None,
            };
            self.act(league, action).await;
        }
    }

    /// The organiser notes a result.
    pub async fn settle(
        &self,
        league: &str,
        no: FixtureId,
        result: MatchResult,
    ) -> StoredBook<League> {
        self.act(league, Action::Settle { fixture: no, result, why: "as reported".to_owned() })
            .await
    }

    /// Plays so many of the matches that wait, each with a score of its own.
    pub async fn play(&self, league: &str, most: usize) -> StoredBook<League> {
        let mut kept = self.ledger.load::<League>(&self.mia(), league).await.unwrap();
        for _ in 0..most {
            let waiting = kept.book.season.fixtures.iter().find(|one| one.state == State::Open);
            let Some(no) = waiting.map(|fixture| fixture.no) else { break };
            kept = self.settle(league, no, score(no)).await;
        }
        kept
    }

    /// A battle that Ann and Bob fight to some point and then end, for a match that is open.
    pub async fn battle(&self, league: &str, no: FixtureId, steps: usize) -> String {
        let (ann, bob) = (player(ANN, "Ann"), player(BOB, "Bob"));
        let game = self.game("The crossing", &[&ann, &bob], steps).await;
        self.act(league, Action::Link { fixture: no, game: game.clone() }).await;
        self.end(&game).await;
        self.settle(league, no, MatchResult { game: Some(game.clone()), ..score(no) }).await;
        game
    }

    /// A game of Antares that is being played.
    pub async fn game(&self, name: &str, people: &[&Player; 2], steps: usize) -> String {
        let channel = self.next_channel.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let request = |who: &Player| self.request(who, false, channel);
        let open = table::Action::Open {
            name: name.to_owned(),
            setup: SystemId::Antares.default_setup(),
            organiser: None,
            start: false,
            settings: table::Settings::default(),
        };
        let mut game = self.desk.open(&request(people[0]), open).await.unwrap().game;
        let join = table::Action::Join { seat: None, salt: None };
        let which = Which::Now(game.id.clone());
        for (who, action) in
            [(people[0], join.clone()), (people[1], join), (people[0], table::Action::Start)]
        {
            let acted = self.desk.act(&request(who), &which, |_| Ok(action.clone().into())).await;
            game = acted.unwrap().game;
        }
        for step in 0..steps {
            let row = self.desk.store.game(&game.id).await.unwrap().unwrap();
            let whole: table::Table = serde_json::from_str(&row.state).unwrap();
            let open = whole.open();
            let options =
                open.iter().flat_map(|open| open.options.iter().map(|one| (&open.who, one)));
            let options: Vec<_> = options.collect();
            let Some((who, option)) = options.get(step % options.len().max(1)) else { break };
            let seat = game.table.all_seats().find(|seat| who.includes(&[*seat])).unwrap();
            let player = game.table.player_at(seat).cloned().unwrap();
            let action = table::Action::Play((*option).clone());
            let acted =
                self.desk.act(&request(&player), &which, |_| Ok(action.clone().into())).await;
            game = acted.unwrap().game;
        }
        game.id
    }

    pub async fn end(&self, game: &str) {
        let loaded = self.desk.load_any(game).await.unwrap().unwrap();
        let request = self.mia().at(loaded.channel);
        let end = |_: &_| Ok(table::Action::End.into());
        self.desk.act(&request, &Which::Now(game.to_owned()), end).await.unwrap();
    }

    pub async fn campaign(&self, name: &str) -> String {
        let open = campaign::Action::Open {
            name: name.to_owned(),
            about: "Three sides and one valley.".to_owned(),
            played: Played::System(SystemId::Antares),
            points: campaign::BattlePoints { win: 3, draw: 1, loss: 0 },
        };
        let id = self.ledger.open::<Campaign>(&self.mia(), open).await.unwrap().kept.id;
        for (name, who) in [("Red Host", (ANN, "Ann")), ("Blue Legion", (BOB, "Bob"))] {
            let side = campaign::Action::AddSide {
                name: Some(name.to_owned()),
                player: Some(player(who.0, who.1)),
                colour: None,
            };
            self.march(&id, side).await;
        }
        for (name, worth, owner) in [
            ("Old Mill", 3, Some(SideNo(1))),
            ("Bridge", 2, Some(SideNo(2))),
            ("The ford by the ruined tower", 1, None),
            ("North road", 1, Some(SideNo(2))),
        ] {
            let note = String::new();
            let put =
                campaign::Action::PlacePut { name: name.to_owned(), worth, owner, at: None, note };
            self.march(&id, put).await;
        }
        for (one, other) in [(1, 2), (2, 3), (2, 4)] {
            let (one, other) = (campaign::PlaceNo(one), campaign::PlaceNo(other));
            self.march(&id, campaign::Action::Link { one, other }).await;
        }
        let round = campaign::Action::OpenRound { name: "Spring".to_owned(), about: String::new() };
        self.march(&id, round).await;
        let plan = campaign::Action::Plan {
            name: None,
            sides: vec![SideNo(1), SideNo(2)],
            place: Some(campaign::PlaceNo(2)),
            note: String::new(),
        };
        self.march(&id, plan).await;
        let told = ReportedOutcome {
            winner: Some(SideNo(1)),
            scores: vec![Count { side: SideNo(1), count: 5 }, Count { side: SideNo(2), count: 3 }],
            points: Vec::new(),
            takes: Some(SideNo(1)),
        };
        self.march(&id, campaign::Action::Report { battle: campaign::BattleNo(1), told }).await;
        let unit = campaign::Action::UnitPut {
            side: SideNo(1),
            name: "First squad".to_owned(),
            kind: "Strike squad".to_owned(),
            experience: 2,
            losses: 1,
            note: String::new(),
        };
        self.march(&id, unit).await;
        id
    }

    pub async fn march(&self, campaign: &str, action: campaign::Action) {
        let request = self.mia();
        let written = self.ledger.write::<Campaign>(&request, campaign, |_| Ok(action.clone()));
        written.await.unwrap();
    }
}

/// Scores that follow from the match alone, so that the same season always comes to the same table.
pub fn score(no: FixtureId) -> MatchResult {
    let first = i32::try_from(no.0 * 7 % 11).unwrap();
    let second = i32::try_from(no.0 * 5 % 9).unwrap();
    let verdict = match first.cmp(&second) {
        std::cmp::Ordering::Greater => Verdict::Win(Side::First),
        std::cmp::Ordering::Less => Verdict::Win(Side::Second),
        std::cmp::Ordering::Equal => Verdict::Draw,
    };
    MatchResult { scores: Some([first, second]), ..MatchResult::plain(verdict) }
}

/// An open match of these two, in this order or the other.
pub fn match_of(kept: &StoredBook<League>, one: &str, other: &str) -> FixtureId {
    let season = &kept.book.season;
    let no = |name: &str| -> EntrantId {
        season.entrants.iter().find(|entrant| entrant.name == name).unwrap().no
    };
    let (one, other) = (no(one), no(other));
    let mut open = season.fixtures.iter().filter(|fixture| fixture.state == State::Open);
    open.find(|fixture| fixture.has(one) && fixture.has(other)).unwrap().no
}
