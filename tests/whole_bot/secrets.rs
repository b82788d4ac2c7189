//! Sealed bids, with three players and a passer-by: whatever happens, nobody receives a byte of what they must not know, and
//! neither the public page nor the log has one.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex};

use gatemaster_commands::open_desk;
use gatemaster_commands::request::Request;
use gatemaster_rules::export::{Export, verify};
use gatemaster_rules::game::SystemId;
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{Action, Actor, Player, Settings};
use gatemaster_sandbox::{Options, Person, Seen};
use gatemaster_web::Listening;
use tracing_subscriber::fmt::MakeWriter;

use crate::club::{Club, eventually};

/// Bytes that somebody has received so far.
#[derive(Clone, Default)]
pub struct Heard(Arc<Mutex<Vec<u8>>>);

impl Heard {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }

    /// What has come since so many bytes were there, and how many there are now.
    pub fn since(&self, from: usize) -> (String, usize) {
        let bytes = self.0.lock().unwrap();
        (String::from_utf8_lossy(&bytes[from..]).into_owned(), bytes.len())
    }

    /// Waits until these words have come.
    pub async fn hears(&self, words: &str) {
        eventually(words, async || self.text().contains(words).then_some(())).await;
    }

    pub fn has_none_of(&self, words: &[&str]) {
        let text = self.text();
        for word in words {
            assert!(!text.contains(word), "{word} was heard");
        }
    }

    /// Whether this number stands there, not as a part of a longer one.
    fn has(&self, number: u32) -> bool {
        let (text, number) = (self.text(), number.to_string());
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        text.match_indices(&number).any(|(at, _)| {
            !is_digit(text[..at].chars().next_back())
                && !is_digit(text[at + number.len()..].chars().next())
        })
    }
}

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Heard {
    type Writer = Heard;

    fn make_writer(&'a self) -> Heard {
        self.clone()
    }
}

/// A club with a public page, its chattiest log and what keeps that on. The bot is yet to be started.
pub async fn watched() -> (Club, Heard, tracing::subscriber::DefaultGuard) {
    let log = Heard::default();
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(gatemaster::logging::filter(tracing::Level::DEBUG))
        .with_writer(log.clone())
        .finish();
    let logging = tracing::subscriber::set_default(subscriber);
    let mut club = Club::without_bot(Options::for_tests()).await;
    club.page = Some(Listening::at(([127, 0, 0, 1], 0).into(), "Our club").unwrap());
    (club, log, logging)
}

/// What the public page says of all games.
pub async fn public_page(club: &Club) -> String {
    let addr = club.page.as_ref().unwrap().addr();
    let store = club.store().await;
    let ids = store.all_game_ids().await.unwrap();
    store.close().await;
    let mut all = String::new();
    for id in ids {
        for path in [
            "/".to_owned(),
            format!("/g/{id}"),
            format!("/g/{id}/game.json"),
            format!("/g/{id}/report.txt"),
        ] {
            let page = reqwest::get(format!("http://{addr}{path}")).await.unwrap();
            all.push_str(&page.text().await.unwrap());
        }
    }
    all
}

struct Auction {
    club: Club,
    cid: Person,
    heard: BTreeMap<&'static str, Heard>,
    log: Heard,
    _logging: tracing::subscriber::DefaultGuard,
}

impl Auction {
    async fn open() -> Self {
        let (mut club, log, logging) = watched().await;
        club.start_bot().await;
        let cid = club.discord.person("Cid");
        let mut heard = BTreeMap::new();
        for name in ["Ann", "Bob", "Cid", "Pat"] {
            heard.insert(name, listen(&club, name).await);
        }
        Self { club, cid, heard, log, _logging: logging }
    }

    fn people(&self) -> [(&'static str, &Person); 4] {
        [
            ("Ann", &self.club.ann),
            ("Bob", &self.club.bob),
            ("Cid", &self.cid),
            ("Pat", &self.club.pat),
        ]
    }

    async fn begin(&self) {
        let hall = &self.club.hall;
        // it is there for tests alone, so Discord does not offer it
        let desk = open_desk(self.club.store().await, Arc::clone(&self.club.clock));
        let open = Action::Open {
            name: "Three prizes".to_owned(),
            setup: SystemId::SealedBids.default_setup(),
            organiser: None,
            start: false,
            settings: Settings::default(),
        };
        let player = Player { id: UserId(self.club.ann.id()), name: "Ann".to_owned() };
        let actor = Actor { player, manager: false };
        let home = self.club.discord.home().id();
        let request = Request::made_up(actor, Some(home), hall.id(), None);
        desk.open(&request, open).await.unwrap();
        desk.store.close().await;
        let lobby = self.club.ann.at(hall).slash("/game board").await.message();
        for (seat, (_, person)) in ["Amber", "Basalt", "Coral"].iter().zip(self.people()) {
            person.clicks(&lobby.again().unwrap(), &format!("Play {seat}")).await;
        }
        self.club.ann.clicks(&lobby.again().unwrap(), "Start").await;
        hall.wait_for(|seen| seen.button("Bid…").is_some()).await;
    }

    /// Bids by the form on the board as it stands.
    async fn bid(&self, person: &Person, amount: u32) {
        let opened = person.clicks(&self.board().await, "Bid…").await;
        let form = opened.modal().unwrap_or_else(|| panic!("{}", opened.text()));
        let told = form.submit(&[("amount", &amount.to_string())]).await;
        assert!(told.is_private(), "{}", told.text());
        // the last bid of a round ends it, and the next one has none yet
        let own = [format!("your bid is **{amount}**"), "your bid is **none yet**".to_owned()];
        assert!(own.iter().any(|own| told.text().contains(own)), "{}", told.text());
        told.settled().await;
    }

    /// The same, until the board has caught up with it.
    async fn bid_and_wait(&self, person: &Person, amount: u32) {
        self.bid(person, amount).await;
        self.quiet().await;
    }

    /// Boards are redrawn by and by; this one has caught up with the game.
    async fn quiet(&self) {
        let store = self.club.store().await;
        let open = store.open_game_in(self.club.hall.id()).await.unwrap();
        store.close().await;
        // the last bid ends the game
        let Some(open) = open else { return };
        let steps = format!("Step {} ", open.seq);
        let caught_up = async || {
            let board = self.board().await;
            (board.all_text().contains(&steps) || board.button("Bid…").is_none()).then_some(())
        };
        eventually("the board has caught up", caught_up).await;
    }

    /// The board, wherever it is now: it goes to the end of the channel with each round.
    async fn board(&self) -> Seen {
        eventually("there is a board", async || {
            let store = self.club.store().await;
            let open = store.open_game_in(self.club.hall.id()).await.unwrap()?;
            store.close().await;
            let now = open.board?.message_id;
            self.club.hall.everything().into_iter().find(|seen| seen.id == now)
        })
        .await
    }

    /// What was sent before this has arrived: everybody has heard somebody speak.
    async fn all_have_heard(&self) {
        let said = self.club.hall.everything().len();
        let words = format!("hem no {said}");
        self.club.pat.at(&self.club.hall).says(&words).await;
        let hear = || self.heard.values().all(|heard| heard.text().contains(&words));
        self.club.until(hear).await;
    }

    /// Whoever bid this knows it; nobody else does, nor the log, nor the public page.
    async fn known_to(&self, amount: u32, knows: &[&str]) {
        self.all_have_heard().await;
        for (name, heard) in &self.heard {
            assert_eq!(heard.has(amount), knows.contains(name), "{name} and {amount}");
        }
        assert!(!self.log.has(amount), "the log has {amount}");
        let public = public_page(&self.club).await;
        assert!(!public.contains(&amount.to_string()), "the page has {amount}");
    }

    /// Everybody looks at everything there is to look at.
    async fn all_look_round(&self) {
        let steps = self.club.steps().await;
        for (_, person) in self.people() {
            let at = person.at(&self.club.hall);
            for line in [
                "/game log",
                "/game recap",
                "/game settings",
                "/game mine",
                "/game list",
                "/my games",
                "/explain",
                "/standing",
                "/unit",
                "/draw",
                "/rules search:bids",
            ] {
                at.slash(line).await.settled().await;
            }
            for step in 1..=steps {
                at.slash(&format!("/explain step:{step}")).await.settled().await;
            }
            let refused = at.slash("/game export").await;
            assert!(refused.text().contains("still hidden"), "{}", refused.text());
            at.completes("/explain step:").await;
            at.uses_on_message("Explain this", &self.board().await).await.settled().await;
        }
    }
}

/// Everything that the sandbox's page would receive for this person, to the byte.
pub async fn listen(club: &Club, name: &str) -> Heard {
    let url = format!("{}/sandbox/events?as={name}", club.discord.url());
    let mut stream = reqwest::get(url).await.unwrap();
    assert!(stream.status().is_success());
    let heard = Heard::default();
    let mut ear = heard.clone();
    tokio::spawn(async move {
        while let Ok(Some(bytes)) = stream.chunk().await {
            ear.write_all(&bytes).unwrap();
        }
    });
    heard
}

#[tokio::test]
async fn nobody_receives_a_byte_of_what_they_must_not_know() {
    let mut auction = Auction::open().await;
    auction.begin().await;
    let (ann, bob, cid) = (auction.club.ann.clone(), auction.club.bob.clone(), auction.cid.clone());

    // side by side: all three owe a bid, and who has bid is public
    auction.bid_and_wait(&ann, 711_003).await;
    auction.known_to(711_003, &["Ann"]).await;
    assert!(auction.board().await.all_text().contains("Amber has bid"));
    assert!(auction.board().await.all_text().contains("Basalt thinks"));

    // nothing was shown to anybody, so it is taken back freely, and bid anew
    let undone = ann.clicks(&auction.board().await, "Undo").await.text();
    assert!(undone.contains("nothing had been rolled"), "{undone}");
    auction.quiet().await;
    auction.bid_and_wait(&ann, 733_111).await;

    // a die that Bob alone sees
    let told = bob.clicks(&auction.board().await, "Have it appraised").await;
    assert!(told.is_private() && told.text().contains("the prize is worth"), "{}", told.text());
    told.settled().await;
    auction.quiet().await;
    auction.all_have_heard().await;
    for name in ["Ann", "Cid", "Pat"] {
        assert!(!auction.heard[name].text().contains("on a d6"), "{name} saw the die");
    }
    // it told him something, so he asks before it is taken back; the question tells nothing
    let asked = bob.at(&auction.club.hall).slash("/game undo").await.text();
    assert!(asked.contains("had the prize appraised") && !asked.contains("worth"), "{asked}");
    ann.at(&auction.club.hall).slash("/game log").await;
    let question = auction.club.hall.wait_for(|seen| seen.button("Refuse").is_some()).await;
    ann.clicks(&question, "Refuse").await;
    auction.quiet().await;

    // something of which the others learn only that it was done
    cid.clicks(&auction.board().await, "Ponder").await.settled().await;
    auction.quiet().await;
    auction.bid_and_wait(&bob, 522_019).await;
    auction.all_look_round().await;
    auction.club.restart_bot().await;
    auction.all_look_round().await;
    auction.all_have_heard().await;
    for (name, heard) in &auction.heard {
        assert!(!heard.text().contains("ponders"), "{name} heard of it");
        assert!(heard.text().contains("Cid did something in secret"), "{name}");
        assert!(heard.text().contains("Its dice are not for everybody to see yet"), "{name}");
    }
    auction.known_to(733_111, &["Ann"]).await;
    auction.known_to(522_019, &["Bob"]).await;
    auction.known_to(711_003, &["Ann"]).await;

    // short messages, read aloud, and a reminder for whoever owes a bid
    let set = "/game settings compact:True spoken:True remind:after 6 hours";
    ann.at(&auction.club.hall).slash(set).await.settled().await;
    auction.bid(&bob, 522_020).await;
    let told = async || auction.board().await.all_text().contains("**▸** Bob").then_some(());
    eventually("the board tells of it", told).await;
    auction.known_to(522_020, &["Bob"]).await;
    let set = "/game settings compact:False spoken:False";
    ann.at(&auction.club.hall).slash(set).await.settled().await;
    auction.quiet().await;

    // the last bid shows them all, what was appraised too
    auction.bid_and_wait(&cid, 640_077).await;
    auction.all_have_heard().await;
    for shown in [733_111, 522_020, 640_077] {
        for (name, heard) in &auction.heard {
            assert!(heard.has(shown), "{name} has not seen {shown}");
        }
    }
    // what never counted is never shown, but to whoever bid it
    auction.known_to(711_003, &["Ann"]).await;
    auction.known_to(522_019, &["Bob"]).await;

    // what was shown cannot be forgotten: even the one who did it asks
    let asked = cid.at(&auction.club.hall).slash("/game undo").await.text();
    assert!(asked.contains("do you agree?"), "{asked}");
    let agreed = ann.at(&auction.club.hall);
    let question = auction.club.hall.wait_for(|seen| seen.button("Agree").is_some()).await;
    ann.clicks(&question, "Agree").await.settled().await;
    let told = agreed.slash("/game log").await.text();
    assert!(told.contains("(taken back)"), "{told}");
    auction.quiet().await;

    // on to the end, after which everything may be known and verified
    for round in 0..3 {
        for (person, amount) in [(&ann, 10), (&bob, 20), (&cid, 30)] {
            let text = auction.board().await.all_text();
            let name = if amount == 10 {
                "Amber"
            } else if amount == 20 {
                "Basalt"
            } else {
                "Coral"
            };
            if !text.contains(&format!("{name} has bid")) {
                auction.bid_and_wait(person, amount + round).await;
            }
        }
    }
    let ended = auction.club.hall.wait_for(|seen| seen.all_text().contains("ended after")).await;
    assert!(ended.all_text().contains("The seed of its dice"), "{}", ended.all_text());
    let files = ann.at(&auction.club.hall).slash("/game export").await.message().files;
    let json = files.iter().find(|file| file.name.contains(".json")).unwrap();
    let export: Export = serde_json::from_slice(&json.bytes).unwrap();
    let report = verify(&export);
    assert!(report.seed_shown && report.faults.is_empty(), "{report:?}");
}
