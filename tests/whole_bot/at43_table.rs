//! AT-43 from the open table to the first round: mission, roles and switches, dice before the game, and the battlefield that
//! its players describe and agree on.

use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::setup::{SideSetup, Switches};
use gatemaster_rules::at43::state::{ElementKind, Phase};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::{Action, Settings};
use gatemaster_sandbox::{Answer, Person, Seen};

use crate::club::Club;
use crate::mission::{Mission, ready, refused, says};
use crate::reading::is_board;

const NEW: &str = "/game new system:AT-43 name:The Mine";
const SETTINGS: &str = "Points, roles, more…";

/// An evening at one table: Ann plays Blue, Bob Red, Pat Green where there is one.
struct Evening {
    club: Club,
    mission: Mission,
}

fn with_sides(number: usize) -> Setup {
    let mut setup = Setup::default();
    let green = SideSetup { name: "Green".to_owned(), colour: Colour::Green };
    setup.sides.extend((2..number).map(|_| green.clone()));
    setup
}

impl Evening {
    /// A table that was opened beside the running bot, with its lobby in the hall.
    async fn opened(setup: Setup, settings: Settings) -> Self {
        let club = Club::open().await;
        let mission = Mission::lobby(&club, setup, settings, None).await;
        mission.board().await;
        Self { club, mission }
    }

    /// The same, and everybody has taken a seat and started.
    async fn started(setup: Setup, settings: Settings) -> Self {
        let sides = setup.sides.len();
        let evening = Self::opened(setup, settings).await;
        for (seat, person) in (0..).map(Seat).zip(evening.people()).take(sides) {
            evening
                .mission
                .act(&person, Action::Join { seat: Some(seat), salt: None }.into())
                .await;
        }
        evening.mission.act(&evening.club.ann, Action::Start.into()).await;
        evening
    }

    /// The same, with companies of which everybody knows: the table is to be described.
    async fn mustered(setup: Setup) -> Self {
        let sides = setup.sides.len();
        let evening = Self::started(setup, Settings::default()).await;
        let keys = ["white-stars-ready", "therians-ready", "white-stars-ready"];
        for ((seat, person), key) in (0..).map(Seat).zip(evening.people()).zip(keys).take(sides) {
            let company = ready(key);
            evening.mission.play(&person, Command::Muster { seat, company }).await;
            evening.mission.play(&person, Command::LockCompany { seat }).await;
        }
        assert_eq!(evening.mission.state().await.phase, Phase::Laying);
        evening.mission.board().await;
        evening
    }

    fn people(&self) -> [Person; 3] {
        [self.club.ann.clone(), self.club.bob.clone(), self.club.pat.clone()]
    }

    /// The newest message for everybody with this button.
    async fn with_button(&self, label: &str) -> Seen {
        let of_now = format!(":{}:{}:", self.mission.id, self.mission.steps().await);
        let fits = |seen: &Seen| {
            !seen.private
                && seen.button(label).is_some_and(|button| button.custom_id.contains(&of_now))
        };
        self.club.hall.wait_for(fits).await
    }

    async fn presses(&self, person: &Person, label: &str) -> Answer {
        person.clicks(&self.with_button(label).await, label).await
    }

    async fn lobby_saying(&self, text: &str) -> Seen {
        let fits = |seen: &Seen| is_board(seen) && !seen.private && seen.all_text().contains(text);
        self.club.hall.wait_for(fits).await
    }

    async fn slash(&self, person: &Person, line: &str) -> Answer {
        person.at(&self.club.hall).slash(line).await
    }
}

fn chosen(page: &Seen, list: &str) -> Vec<String> {
    let options = &page.select(list).unwrap().options;
    options.iter().filter(|option| option.chosen).map(|option| option.label.clone()).collect()
}

/// T-MIS-1, T-MIS-11: one line and three presses, as with every other system.
#[tokio::test]
async fn two_people_are_at_their_companies_with_one_line_and_three_presses() {
    let club = Club::open().await;
    let lobby = club.ann.at(&club.hall).slash(NEW).await.message();
    assert!(
        lobby.all_text().contains("**Seek and destroy** · 1000 AP each"),
        "{}",
        lobby.all_text()
    );
    club.ann.clicks(&lobby, "Play Blue").await;
    club.bob.clicks(&lobby, "Play Red").await;
    let ready = club.hall.wait_for(|seen| seen.button("Start").is_some()).await;
    club.ann.clicks(&ready, "Start").await;
    let mission = Mission::found(&club).await;
    assert_eq!(mission.steps().await, 4);
    assert_eq!(mission.state().await.phase, Phase::Mustering);
}

/// T-MIS-1, T-MIS-4, T-TAC-4, T-TAC-6, T-TER-3, T-WPN-4
#[tokio::test]
async fn mission_points_and_switches_are_set_by_lists_while_the_lobby_stays_short() {
    let mut evening = Evening::opened(Setup::default(), Settings::default()).await;
    let (ann, bob, pat) =
        (evening.club.ann.clone(), evening.club.bob.clone(), evening.club.pat.clone());
    let lobby = evening.lobby_saying("Seek and destroy").await;
    ann.selects(&lobby, "Mission", &["Bridgehead"]).await;
    let lobby = evening.lobby_saying("**Bridgehead** · 1000 AP each · first to 20 VP").await;
    assert!(lobby.all_text().lines().count() < 14, "{}", lobby.all_text());

    let page = ann.clicks(&lobby, SETTINGS).await.message();
    assert!(page.private);
    evening.club.discord.misbehave().deliver_twice(1);
    evening.club.discord.expect_fault("40060");
    ann.selects(&page, "Army points", &["1500 AP for every side"]).await;
    evening.lobby_saying("**Bridgehead** · 1500 AP each").await;
    let page = page.again().unwrap();
    assert_eq!(chosen(&page, "Army points"), ["1500 AP for every side"]);
    let all =
        ["Artillery strikes", "Weapons harm terrain", "Blue plays at home", "Red wins round 1"];
    ann.selects(&page, "Switches: all off", &all).await;
    evening.lobby_saying("artillery strikes · weapons harm terrain").await;
    evening.club.restart_bot().await;
    // the page of before the restart goes on
    let page = page.again().unwrap();
    let other = ["Other points…"];
    let form = ann.selects(&page, "Army points", &other).await.modal().unwrap();
    refused(&form.submit(&[("points", "a lot")]).await, "Army points are a number from 1 to 20000");
    let form = ann.selects(&page, "Army points", &other).await.modal().unwrap();
    form.submit(&[("points", "1234 AP")]).await;
    evening.lobby_saying("**Bridgehead** · 1234 AP each").await;
    let home = Switches {
        home_turf: Some(Seat(0)),
        artillery: true,
        terrain_damage: true,
        first_round: Some(Seat(1)),
    };
    assert_eq!(evening.mission.setup().await.switches, home);

    // whoever has nothing to do with the table changes nothing
    let before = evening.mission.steps().await;
    let lobby = evening.lobby_saying("1234 AP").await;
    refused(&pat.clicks(&lobby, SETTINGS).await, "Only people at this table may");
    refused(&pat.selects(&lobby, "Mission", &["Landing"]).await, "Only people at this table may");
    refused(
        &evening.slash(&pat, "/at43 setup mission:Landing").await,
        "Only people at this table may",
    );
    assert_eq!(evening.mission.steps().await, before);

    // what was wished for from an old page is done as well: several people set a table up at once
    bob.clicks(&lobby, "Play Red").await;
    ann.selects_as_seen(&page, "How many sides", &["3 sides"]).await;
    let lobby = evening.lobby_saying("🟢 **Green**").await;
    pat.clicks(&lobby, "Play Green").await;
    let lobby = evening.lobby_saying("(Pat)").await;
    refused(
        &pat.selects(&lobby, "Mission", &["Landing"]).await,
        "That would leave no chair for Green",
    );
    refused(
        &evening.slash(&ann, "/at43 setup mission:Landing sides:3").await,
        "Landing is for 2 sides. More can play Seek and destroy and Bridgehead.",
    );
    pat.clicks(&lobby, "Leave").await;
    let lobby = evening.lobby_saying("🟢 **Green** (free)").await;
    pat.selects(&lobby, "Mission", &["Landing"]).attempt().await.unwrap();
    assert_eq!(
        evening.mission.setup().await.mission.as_deref(),
        Some("bridgehead"),
        "Pat has left"
    );
    ann.selects(&lobby, "Mission", &["Landing"]).await;
    let lobby = evening.lobby_saying("**Landing**").await;
    assert!(!lobby.all_text().contains("Green"), "{}", lobby.all_text());
    assert!(lobby.all_text().contains("Attacker: dice decide"));
}

/// T-MIS-1, T-MIS-4
#[tokio::test]
async fn a_table_is_set_in_one_line_and_started_as_it_was_set() {
    let evening = Evening::opened(Setup::default(), Settings::default()).await;
    let (ann, bob) = (evening.club.ann.clone(), evening.club.bob.clone());
    let line = "/at43 setup mission:landing attacker:Red home_turf:Blue artillery:True";
    let told = evening.slash(&ann, line).await;
    assert!(!told.is_private());
    assert_eq!(
        told.text().trim(),
        "Ann set the table: Landing, attacker 1500 + 500 AP, defender 1000 + 1000, 🔴 Red attacks, home turf 🔵 Blue, \
         artillery strikes."
    );
    refused(&evening.slash(&ann, line).await, "It is set like that already");
    refused(&evening.slash(&ann, "/at43 setup points:800").await, "Landing names its own AP");
    refused(
        &evening.slash(&ann, "/at43 setup mission:Moon").await,
        "No mission here is called `Moon`",
    );
    refused(&evening.slash(&ann, "/at43 setup attacker:Green").await, "There are Blue and Red.");
    let lobby = evening.lobby_saying("Attacker: 🔴 Red").await;
    ann.clicks(&lobby, "Play Blue").await;
    bob.clicks(&lobby, "Play Red").await;
    evening.slash(&ann, "/game start").await;
    let state = evening.mission.state().await;
    assert_eq!((state.phase, state.switches.artillery), (Phase::Mustering, true));
    refused(&evening.slash(&ann, "/at43 setup points:800").await, "The game has started");
    refused(
        &evening.slash(&ann, "/at43 roll").await,
        "There is nothing to roll for: the mission is Landing",
    );
    refused(&evening.slash(&ann, "/at43 table agree:True").await, "once all companies are shown");
}

/// T-MIS-1, T-MIS-4
#[tokio::test]
async fn one_press_rolls_for_the_mission_and_then_for_who_attacks() {
    let setup = Setup { mission: None, ..Setup::default() };
    let evening = Evening::started(setup, Settings::default()).await;
    evening.mission.board().await;
    let (bob, pat) = (evening.club.bob.clone(), evening.club.pat.clone());
    let before = evening.mission.steps().await;
    let asked = evening.with_button("Roll for mission and roles").await;
    let refusal = pat.clicks(&asked, "Roll for mission and roles").await;
    assert!(refusal.is_private(), "{}", refusal.text());
    assert_eq!(evening.mission.steps().await, before);
    // Hold the position; a tie, then Red
    let roll = bob.clicks(&asked, "Roll for mission and roles");
    let told = evening.club.with_dice("3 4 4 2 5", roll).await;
    let state = evening.mission.state().await;
    assert_eq!(state.phase, Phase::Mustering);
    assert_eq!(evening.mission.steps().await, before + 2);
    assert_eq!(state.mission.as_ref().unwrap().key, "hold-the-position");
    assert_eq!(state.seat_of_part(gatemaster_rules::at43::mission::Role::Attacker), Some(Seat(1)));
    assert!(!told.is_private(), "{}", told.text());
    let told = says(&evening.club, "Red attacks").await;
    assert!(told.all_text().contains("Hold the position"), "{}", told.all_text());
    // an old button shows how it stands
    let late = bob.clicks_as_seen(&asked, "Roll for mission and roles").await;
    assert!(late.is_private(), "{}", late.text());
    assert_eq!(evening.mission.steps().await, before + 2);
}

/// T-MIS-1, T-MIS-5
#[tokio::test]
async fn a_mission_for_two_is_thrown_again_among_three_and_nobody_attacks() {
    let setup = Setup { mission: None, ..with_sides(3) };
    let evening = Evening::started(setup, Settings::default()).await;
    let before = evening.mission.steps().await;
    let line =
        evening.club.does(&evening.club.bob, &evening.club.hall, "/at43 roll dice:6 3 2").await;
    assert!(line.text().contains("Bridgehead"), "{}", line.text());
    assert_eq!(evening.mission.steps().await, before + 1);
    assert_eq!(evening.mission.state().await.phase, Phase::Mustering);
}

/// T-MIS-4
#[tokio::test]
async fn dice_by_hand_are_typed_one_throw_after_the_other() {
    let setup = Setup { mission: None, ..Setup::default() };
    let by_hand = Settings { by_hand: true, ..Settings::default() };
    let evening = Evening::started(setup, by_hand).await;
    evening.mission.board().await;
    let (ann, bob) = (evening.club.ann.clone(), evening.club.bob.clone());
    evening.presses(&ann, "Roll for mission and roles").await;
    let form = evening.presses(&ann, "Type them…").await.modal().unwrap();
    form.submit(&[("faces", "5")]).await;
    assert_eq!(evening.mission.state().await.mission.as_ref().unwrap().key, "landing");
    evening.presses(&bob, "Roll for the roles").await;
    for (person, face) in [(&ann, "2"), (&bob, "6")] {
        let form = evening.presses(person, "Type them…").await.modal().unwrap();
        form.submit(&[("faces", face)]).await;
    }
    let state = evening.mission.state().await;
    assert_eq!(state.phase, Phase::Mustering);
    assert_eq!(state.seat_of_part(gatemaster_rules::at43::mission::Role::Attacker), Some(Seat(1)));
}

/// T-MIS-2, T-MIS-11: with the table as it is offered, one press each.
#[tokio::test]
async fn the_table_as_it_is_offered_is_agreed_on_with_one_press_each() {
    let evening = Evening::mustered(Setup::default()).await;
    let (ann, bob, pat) =
        (evening.club.ann.clone(), evening.club.bob.clone(), evening.club.pat.clone());
    let before = evening.mission.steps().await;
    let asked = evening.with_button("Agreed").await;
    let stranger = pat.clicks(&asked, "Agreed").await;
    assert!(stranger.is_private(), "{}", stranger.text());
    assert!(pat.clicks(&asked, "Describe it…").await.is_private());
    evening.club.discord.misbehave().deliver_twice(1);
    evening.club.discord.expect_fault("40060");
    ann.clicks(&asked, "Agreed").await;
    refused(&ann.clicks_as_seen(&asked, "Agreed").await, "You have agreed already");
    // Bob presses on what he saw before Ann did: the table is the same
    let told = evening.club.with_dice("1", bob.clicks_as_seen(&asked, "Agreed")).await;
    assert_eq!(evening.mission.steps().await, before + 2);
    let state = evening.mission.state().await;
    assert_eq!((state.phase, state.round), (Phase::Tactical, 1));
    let lies: Vec<&str> = state.places.iter().map(|place| place.lies.as_str()).collect();
    assert_eq!(lies, ["on the north edge", "on the south edge"]);
    assert!(!told.is_private(), "{}", told.text());
    let told = says(&evening.club, "Blue north and Red south").await;
    assert!(told.all_text().contains("Round 1"), "{}", told.all_text());
    refused(&evening.slash(&bob, "/at43 table add:Low wall").await, "the battle has begun");
}

/// T-MIS-2, T-MIS-4, T-MIS-21, T-TER-2, T-TER-3
#[tokio::test]
async fn a_table_is_described_by_lists_and_forms_changed_by_another_and_agreed_on() {
    let setup = Setup {
        mission: Some("bridgehead".to_owned()),
        switches: Switches { terrain_damage: true, ..Switches::default() },
        ..Setup::default()
    };
    let mut evening = Evening::mustered(setup).await;
    let (ann, bob) = (evening.club.ann.clone(), evening.club.bob.clone());
    let asked = evening.with_button("Describe it…").await;
    let page = ann.clicks(&asked, "Describe it…").await.message();
    assert!(page.private);
    ann.selects(&page, "Add terrain", &["Low wall"]).await;
    ann.selects(&page, "Add terrain", &["Low wall"]).await;
    let form =
        ann.selects(&page, "Add terrain", &["Something else, or several…"]).await.modal().unwrap();
    // what cannot be read is not lost
    let written = "2 × Low wall\nBunker\nHut, Size 2, 8/2";
    let wrong = form.submit(&[("terrain", written)]).await;
    refused(&wrong, "Say the Size of ˋBunkerˋ");
    let again = ann.clicks(&wrong.message(), "Put it right…").await.modal().unwrap();
    assert_eq!(again.value("terrain"), Some(written));
    again.submit(&[("terrain", "2 × Low wall\nBunker, Size 4\nHut, Size 2, 8/2")]).await;
    let page = page_of(&evening, &ann).await;
    assert!(
        page.all_text().contains("🧱 2 × Low wall · Bunker, Size 4 · Hut, Size 2, 8/2"),
        "{}",
        page.all_text()
    );
    ann.selects(&page, "Take one off", &["2 × Low wall"]).await;

    // Bob begins his own meanwhile, and the bot is restarted
    let his = page_of(&evening, &bob).await;
    bob.selects(&his, "Add terrain", &["Container"]).await;
    evening.club.restart_bot().await;
    let page = page_of(&evening, &ann).await;
    let form = ann.selects(&page, "Say where a place lies", &["Hill"]).await.modal().unwrap();
    form.submit(&[("lies", "on the *old* mill")]).await;
    let page = page_of(&evening, &ann).await;
    let form = ann.clicks(&page, "Numbers and words…").await.modal().unwrap();
    form.submit(&[("containers", "3"), ("words", "A city. https://example.org/city.png")]).await;
    let page = page_of(&evening, &ann).await;
    let before = evening.mission.steps().await;
    evening.club.discord.misbehave().deliver_twice(1);
    evening.club.discord.expect_fault("40060");
    ann.clicks(&page, "Put it to the others").await;
    assert_eq!(evening.mission.steps().await, before + 1);
    let asked = evening.with_button("Agreed").await;
    for line in [
        "✅ 🔵 Ann agrees · ✏️ 🔴 Bob has yet to agree",
        "🧱 Low wall · Bunker, Size 4 · Hut, Size 2, 8/2",
        "📍 Hill: on the \\*old\\* mill",
        "📦 3 containers",
        "📝 A city. https://example.org/city.png",
    ] {
        assert!(asked.all_text().contains(line), "{line}\n{}", asked.all_text());
    }

    // what Bob was writing is still there, and he knows that Ann was quicker
    let his = page_of(&evening, &bob).await;
    assert!(his.all_text().contains("⚠️ Somebody has described the table since you began."));
    assert!(his.all_text().contains("🧱 Container"), "{}", his.all_text());
    bob.clicks(&his, "Take theirs").await;
    let his = page_of(&evening, &bob).await;
    bob.selects(&his, "Take one off", &["Bunker, Size 4"]).await;
    let his = page_of(&evening, &bob).await;
    bob.clicks(&his, "Put it to the others").await;
    // Ann's agreement was to another table, and so is an old button
    let state = evening.mission.state().await;
    assert_eq!(state.field_agreed, [Seat(1)]);
    refused(&ann.clicks_as_seen(&asked, "Agreed").await, "The table has been described otherwise");
    let asked = evening.with_button("Agreed").await;
    let told = asked.all_text();
    assert_eq!(told.matches("describes the table").count(), 1, "only the last one counts: {told}");
    evening.club.with_dice("2", ann.clicks(&asked, "Agreed")).await;

    let state = evening.mission.state().await;
    assert_eq!(state.phase, Phase::Tactical);
    let terrain: Vec<(&str, u8)> =
        state.terrain.iter().map(|element| (element.name.as_str(), element.size)).collect();
    assert_eq!(
        terrain,
        [("Low wall", 1), ("Hut", 2), ("Container 1", 3), ("Container 2", 3), ("Container 3", 3)]
    );
    assert_eq!(state.terrain[1].kind, ElementKind::Other);
    let hut = state.terrain[1].tough.as_ref().unwrap();
    assert_eq!((hut.protection, hut.structure), (8, 2));
    assert_eq!(state.places[0].lies, "on the *old* mill");
    let shown = evening.slash(&evening.club.pat, "/at43 table").await;
    assert!(
        shown.is_private() && shown.text().contains("🧱 Low wall · Hut, Size 2, 8/2"),
        "{}",
        shown.text()
    );
}

/// A fresh private page of whoever asks.
async fn page_of(evening: &Evening, person: &Person) -> Seen {
    let board = evening.with_button("Describe it…").await;
    let page = person.clicks(&board, "Describe it…").await.message();
    assert!(page.private, "{}", page.all_text());
    page
}

/// T-MIS-4, T-MIS-5, T-TER-2
#[tokio::test]
async fn three_sides_describe_and_agree_in_typed_lines() {
    let evening = Evening::mustered(with_sides(3)).await;
    let [ann, bob, pat] = evening.people();
    let told = evening
        .slash(&ann, "/at43 table add:3 low walls; Bunker, Size 4 containers:2 words:Snow")
        .await;
    assert!(!told.is_private(), "{}", told.text());
    assert!(told.text().contains("🧱 3 × Low wall · Bunker, Size 4"), "{}", told.text());
    let wrong = evening.slash(&bob, "/at43 table add:Tower remove:Hut places:Able: here").await;
    for fault in [
        "What you wrote has 3 things to put right, so nothing was changed:",
        "There is no ˋhutˋ to take off.",
        "Say the Size of ˋTowerˋ",
        "ˋAbleˋ is no place of this mission",
    ] {
        assert!(wrong.is_private() && wrong.text().contains(fault), "{fault}\n{}", wrong.text());
    }
    refused(
        &evening.slash(&evening.club.mia, "/at43 table agree:True").await,
        "You have no side in this game",
    );
    refused(&evening.slash(&ann, "/at43 table agree:True").await, "You have agreed already");
    evening.slash(&bob, "/at43 table agree:True").await;
    evening.slash(&pat, "/at43 table remove:Bunker").await;
    assert_eq!(evening.mission.state().await.field_agreed, [Seat(2)], "it is another table");
    evening.slash(&ann, "/at43 table agree:True").await;
    let last =
        evening.club.does(&bob, &evening.club.hall, "/at43 table agree:True dice:4 1 2").await;
    assert!(!last.is_private(), "{}", last.text());
    let state = evening.mission.state().await;
    assert_eq!(state.phase, Phase::Tactical);
    let lies: Vec<&str> = state.places.iter().take(3).map(|place| place.lies.as_str()).collect();
    assert_eq!(lies, ["on the west edge", "on the north edge", "on the south edge"]);
    assert_eq!(state.terrain.len(), 5);
}

/// A server's own units and missions are there for its tables, and for nobody else's.
#[tokio::test]
async fn a_server_plays_with_the_armies_and_missions_of_its_file() {
    let club = Club::open().await;
    let (mia, pat) = (club.mia.at(&club.hall), club.pat.at(&club.hall));
    let given = pat.slash("/armies template").await;
    let file = given.message().files[0].clone();
    assert_eq!(file.name, "armies.toml");
    let text = String::from_utf8(file.bytes.to_vec()).unwrap();
    let load = |text: String| mia.slash("/armies load").with_file("file", "club.toml", text);
    let stranger = pat.slash("/armies load").with_file("file", "club.toml", text.clone()).await;
    refused(&stranger, "Only people who manage this server");
    refused(&load(text.replace("morale = 7", "moral = 7")).await, "unknown field");
    let loaded = load(text).await;
    assert!(!loaded.is_private() && loaded.text().contains("The crossroads"), "{}", loaded.text());
    let lobby = club.ann.at(&club.hall).slash(NEW).await.message();
    club.ann.selects(&lobby, "Mission", &["The crossroads"]).await;
    let says =
        |seen: &Seen| seen.all_text().contains("**The crossroads** · 750 AP each · first to 12 VP");
    club.hall.wait_for(says).await;
    let neighbours = club.discord.server("Neighbours");
    club.ann.joins(&neighbours);
    let lobby = club.ann.at(&neighbours.channel("yard")).slash(NEW).await.message();
    assert_eq!(lobby.select("Mission").unwrap().options.len(), 7);
}
