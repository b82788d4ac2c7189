//! `/dicegame`: a server's own gate cards, traits and faces, and how the game is played.

use gatemaster_rules::dice::Roll;
use gatemaster_rules::dicegame;
use gatemaster_rules::dicegame::data::Source;
use gatemaster_rules::game::{Game, Setup};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::Table;
use gatemaster_sandbox::{Answer, At, Person, Place, Seen};

use crate::club::Club;

const NEW: &str = "/game new system:Gates of Antares: The Dice Game";

/// Every skirmish die is victory and strike, and every control die a 3: each turn comes out alike.
const CLUB: &str = r#"
[faces]
skirmish = ["both", "both", "both", "both", "both", "both"]
control = [3, 3, 3, 3, 3, 3]

[[gate]]
key = "twin_gate"
name = "Twin *Gate*"
points = 4

[[trait]]
key = "rush"
faction = "algoryn"
name = "Gate rush"
strikes = 2
effect = "claim_one_more"

[[trait]]
key = "burrow"
faction = "ghar"
name = "Gate rush"
strikes = 2
timing = "before_claim"
effect = "claim_one_more"
"#;

async fn load(at: &At, name: &str, text: impl Into<Vec<u8>>) -> Answer {
    at.slash("/dicegame load").with_file("file", name, text).await
}

fn file(answer: &Answer) -> (String, String) {
    let file = &answer.message().files[0];
    (file.name.clone(), String::from_utf8(file.bytes.to_vec()).unwrap())
}

async fn table(club: &Club, place: &Place) -> Table {
    let store = club.store().await;
    let game = store.open_game_in(place.id()).await.unwrap().unwrap();
    store.close().await;
    serde_json::from_str(&game.state).unwrap()
}

async fn setup(club: &Club, place: &Place) -> dicegame::Setup {
    match table(club, place).await.setup {
        Setup::DiceGame(setup) => setup,
        _ => panic!("this is no Dice Game"),
    }
}

async fn state(club: &Club) -> dicegame::State {
    match table(club, &club.hall).await.game {
        Some(Game::DiceGame(state)) => state,
        _ => panic!("no Dice Game has begun"),
    }
}

/// The dice of the latest step that rolled some.
async fn last_dice(club: &Club) -> Vec<Roll> {
    let store = club.store().await;
    let game = store.open_game_in(club.hall.id()).await.unwrap().unwrap();
    let steps = store.steps(&game.id).await.unwrap();
    store.close().await;
    let dice = steps.iter().map(|step| serde_json::from_str::<Vec<Roll>>(&step.dice).unwrap());
    dice.rev().find(|dice| !dice.is_empty()).unwrap()
}

/// The gate cards of the lobby's list, and which of them is chosen.
fn gates(lobby: &Seen) -> Vec<(String, bool)> {
    let list = lobby.select("Which gate is fought for").unwrap();
    list.options.iter().map(|option| (option.label.clone(), option.chosen)).collect()
}

async fn opened(club: &Club) -> Seen {
    club.ann.at(&club.hall).slash(NEW).await.message()
}

/// The live board before the start, once it says this.
async fn lobby_saying(club: &Club, text: &str) -> Seen {
    let is_lobby =
        |seen: &Seen| seen.buttons.iter().any(|button| button.label.starts_with("House traits"));
    let fits = |seen: &Seen| is_lobby(seen) && seen.all_text().contains(text);
    club.hall.wait_for(fits).await
}

/// Ann as Algoryn and Bob as Ghar, after the first roll of six by whoever was drawn to go first.
async fn rolled(club: &Club) -> (Seen, Person) {
    let lobby = lobby_saying(club, "Choose a faction each").await;
    club.ann.clicks(&lobby, "Play Algoryn").await;
    club.bob.clicks(&lobby.again().unwrap(), "Play Ghar").await;
    let lobby = lobby_saying(club, "2 players fight over").await;
    let begun = club.ann.clicks(&lobby, "Start").await.message();
    club.ann.clicks(&begun, "Draw the first player").await;
    let first = state(club).await.roller().unwrap();
    let people = [club.ann.clone(), club.bob.clone()];
    let (roller, other) = (&people[first.index()], &people[1 - first.index()]);
    press(club, roller, "Roll all six").await;
    press(club, other, "Add none").await;
    // one roll in ten is a bust
    let fell =
        |seen: &Seen| ["keep or roll?", "Bust!"].iter().any(|told| seen.all_text().contains(told));
    let told = club.hall.wait_for(fell).await;
    (told, roller.clone())
}

/// Somebody presses a button on the message that has it.
async fn press(club: &Club, person: &Person, label: &str) {
    let message = club.hall.wait_for(|seen| seen.button(label).is_some()).await;
    person.clicks(&message, label).await;
}

/// D-SET-4, D-SET-5, D-TRT-1, D-TRT-2
#[tokio::test]
async fn a_server_plays_with_the_cards_traits_and_faces_of_its_file() {
    let mut club = Club::open().await;
    let loaded = load(&club.mia.at(&club.hall), "club.toml", CLUB).await;
    assert!(!loaded.is_private());
    for line in [
        "Loaded: club.toml",
        "**Gate cards:** Twin \\*Gate\\* (4 points, this server's own)",
        "Skirmish dice: 6 🌟 both; 🌟 is a victory and a strike in one; this server's own",
        "control dice: 3, 3, 3, 3, 3, 3",
        "🔴 Algoryn, from 2 strikes ⚡: *Gate rush* (this server's own), claim one control die more",
    ] {
        assert!(loaded.text().contains(line), "{line}\n{}", loaded.text());
    }

    let lobby = opened(&club).await;
    assert_eq!(gates(&lobby), [("Xilos".into(), true), ("Twin *Gate*".into(), false)]);
    let text = lobby.all_text();
    assert!(text.contains("; this server's own") && text.contains("no traits"), "{text}");
    club.ann.selects(&lobby, "Which gate is fought for", &["Twin *Gate*"]).await;
    let lobby = lobby_saying(&club, "Gate: **Twin \\*Gate\\***, worth 4 points").await;
    assert_eq!(gates(&lobby), [("Xilos".into(), false), ("Twin *Gate*".into(), true)]);
    club.ann.clicks(&lobby, "House traits: off").await;
    let lobby = lobby_saying(&club, "**House traits** (house rules)").await;
    let text = lobby.all_text();
    assert!(text.contains("*Gate rush* (this server's own)"), "{text}");
    assert!(text.contains("⚪ Concord, from 5 strikes ⚡: *Shard guidance*"), "{text}");
    assert!(!text.contains("Scorched earth"), "the house's trait of Ghar is replaced: {text}");
    assert!(lobby.button("House traits: on").is_some());

    club.restart_bot().await;
    let (rolled, roller) = rolled(&club).await;
    let both = rolled.raw["components"].to_string().matches("🌟").count();
    assert_eq!(both, 6, "{}", rolled.all_text());
    press(&club, &roller, "Stop: choose the claim").await;
    press(&club, &roller, "Use Gate rush").await;
    press(&club, &roller, "Claim 4 control dice").await;
    let state = state(&club).await;
    let roller = state.last.as_ref().unwrap().roller;
    let log = state.at(roller).unwrap().log;
    assert_eq!((log.threes, log.dice(), state.gate), (4, 4, 5), "three of them, and one more");
    assert_eq!((state.card.points, state.card.source), (4, Source::Server));
}

/// D-SET-4, D-SET-5, D-TRT-1
#[tokio::test]
async fn a_file_with_faults_is_not_loaded_and_every_fault_is_told() {
    let club = Club::open().await;
    let mia = club.mia.at(&club.hall);
    load(&mia, "club.toml", CLUB).await;
    let bad = CLUB
        .replace("[\"both\", \"both\"", "[\"bot\"")
        .replace("points = 4", "points = 12")
        .replace("faction = \"ghar\"", "faction = \"gar\"")
        .replace("effect", "efect");
    let refused = load(&mia, "bad.toml", bad).await;
    assert!(refused.is_private(), "{}", refused.text());
    for line in [
        "The file has 8 things to put right, so nothing was loaded:",
        "bad.toml, faces, field \"skirmish\": a die has 6 faces, and this list has 5",
        "bad.toml, faces, field \"skirmish\": expected one of \"victory\", \"both\", \"strike\", found \"bot\" (did you mean \"both\"?)",
        "bad.toml, gate \"twin_gate\", field \"points\": expected a whole number from 0 to 9, found 12",
        "bad.toml, trait \"rush\", field \"efect\": unknown field (did you mean \"effect\"?)",
        "bad.toml, trait \"rush\", field \"effect\": expected one of \"turn_up_own\"",
        "bad.toml, trait \"burrow\", field \"faction\": expected one of",
    ] {
        assert!(refused.text().contains(line), "{line}\n{}", refused.text());
    }
    for (name, bytes, says) in [
        ("no.toml", b"key = = 3".to_vec(), "this is not TOML"),
        ("odd.toml", vec![0xff, 0xfe, 0x00], "odd.toml is not a plain text file"),
        ("large.toml", vec![b'#'; 70_000], "large.toml has 70000 bytes; I read up to 65536."),
        ("empty.toml", b"# nothing yet\n".to_vec(), "holds no gate cards, traits or faces"),
    ] {
        let refused = load(&mia, name, bytes).await;
        assert!(refused.is_private() && refused.text().contains(says), "{}", refused.text());
    }
    assert_eq!(file(&mia.slash("/dicegame list").await).0, "club.toml", "the one before stays");
}

/// D-SET-5, D-TRT-1
#[tokio::test]
async fn only_those_who_organise_change_it_and_get_files_back() {
    let club = Club::open().await;
    let (mia, pat) = (club.mia.at(&club.hall), club.pat.at(&club.hall));
    for refused in [load(&pat, "club.toml", CLUB).await, pat.slash("/dicegame remove").await] {
        assert!(refused.is_private(), "{}", refused.text());
        assert!(
            refused.text().contains("Only people who manage this server"),
            "{}",
            refused.text()
        );
    }
    let none = mia.slash("/dicegame remove").await;
    assert!(none.is_private() && none.text().contains("no gate cards"), "{}", none.text());

    load(&mia, "club.toml", CLUB).await;
    let listed = pat.slash("/dicegame list").await;
    assert!(listed.is_private());
    for line in [
        "Xilos (1 point, printed) and Twin \\*Gate\\* (4 points, this server's own)",
        "**House traits (house rules; a table switches traits on in its lobby):**",
        "*Shard guidance*",
        "**Traits of this server:**",
    ] {
        assert!(listed.text().contains(line), "{line}\n{}", listed.text());
    }
    let other = CLUB.replace("Twin *Gate*", "Lone Gate");
    let loaded = load(&mia, "other.toml", other.clone()).await;
    assert!(loaded.text().contains("It replaces the file before"), "{}", loaded.text());
    assert_eq!(file(&loaded), ("club.toml".to_owned(), CLUB.to_owned()));

    opened(&club).await;
    let removed = mia.slash("/dicegame remove").await;
    assert!(!removed.is_private(), "{}", removed.text());
    assert_eq!(file(&removed), ("other.toml".to_owned(), other));
    assert_eq!(setup(&club, &club.hall).await.gates.len(), 2, "a table keeps what it has");
    let listed = pat.slash("/dicegame list").await;
    assert!(listed.text().contains("the house's values"), "{}", listed.text());
    assert!(listed.message().files.is_empty() && !listed.text().contains("this server's own"));
}

/// D-SET-5
#[tokio::test]
async fn other_servers_see_nothing_of_it() {
    let club = Club::open().await;
    load(&club.mia.at(&club.hall), "club.toml", CLUB).await;
    let neighbours = club.discord.server("Neighbours");
    club.ann.joins(&neighbours);
    for place in [&neighbours.channel("yard"), &club.ann.dm()] {
        let ann = club.ann.at(place);
        let lobby = ann.slash(NEW).await.message();
        assert!(lobby.selects.is_empty(), "with one card there is nothing to choose");
        assert_eq!(setup(&club, place).await, dicegame::Setup::default());
        let listed = ann.slash("/dicegame list").await;
        assert!(listed.text().contains("the house's values"), "{}", listed.text());
    }
    let refused = load(&club.ann.at(&club.ann.dm()), "club.toml", CLUB).await;
    assert!(refused.text().contains("There is no server here"), "{}", refused.text());
}

#[tokio::test]
async fn the_guide_has_the_server_s_values_and_the_template_loads() {
    let club = Club::open().await;
    let (mia, pat) = (club.mia.at(&club.hall), club.pat.at(&club.hall));
    let guide = pat.slash("/dicegame guide").await;
    assert!(guide.is_private() && guide.text().contains("house values"), "{}", guide.text());
    let given = pat.slash("/dicegame template").await;
    assert!(given.is_private(), "{}", given.text());
    let (name, text) = file(&given);
    assert_eq!(name, "cards.toml");
    let loaded = load(&mia, &name, text).await;
    assert!(loaded.text().contains("Twin Gate (2 points"), "{}", loaded.text());
    load(&mia, "club.toml", CLUB).await;
    let guide = pat.slash("/dicegame guide").await;
    let says = "Skirmish dice: 6 🌟 both; 🌟 is a victory and a strike in one; this server's own";
    assert!(guide.text().contains(says), "{}", guide.text());
}

/// D-SET-4: every die of a roll, by its number and face.
#[tokio::test]
async fn a_roll_is_explained_die_by_die_and_its_rules_are_a_page() {
    let club = Club::open().await;
    opened(&club).await;
    let (rolled, _) = rolled(&club).await;
    let dice = last_dice(&club).await;
    assert_eq!(dice.len(), 6);
    let pat = club.pat.at(&club.hall);
    let explained = pat.slash("/explain").await;
    let on_message = pat.uses_on_message("Explain this", &rolled).await;
    let faces = dicegame::Setup::default().faces.skirmish;
    for answer in [explained, on_message] {
        assert!(answer.is_private());
        let text = answer.text();
        for roll in &dice {
            let face = faces[usize::try_from(roll.face).unwrap() - 1];
            let name = match face {
                dicegame::faces::Skirmish::Victory => "🔺 victory",
                dicegame::faces::Skirmish::Both => "🌟 victory and strike",
                dicegame::faces::Skirmish::Strike => "⚡ strike",
            };
            let line = format!("die {} fell on face {}: {name}\n", roll.number.unwrap(), roll.face);
            assert!(text.contains(&line), "{line}\n{text}");
        }
        assert!(text.contains("rolled by me from its sealed seed"), "{text}");
        assert!(!text.contains("Read a rule"), "{text}");
    }
    let rules = pat.slash("/rules search:bust").await;
    assert!(rules.is_private(), "{}", rules.text());
    assert!(rules.text().contains("How the Dice Game is played"), "{}", rules.text());
    let antares = pat.slash("/rules search:A-SHT-6").await;
    assert!(!antares.text().contains("Dice Game"), "{}", antares.text());
    assert!(state(&club).await.at(Seat(0)).is_some());
}
