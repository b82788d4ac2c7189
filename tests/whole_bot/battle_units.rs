//! `/units`: what a server adds to the booklet.

use gatemaster_rules::antares;
use gatemaster_rules::antares::profile::Source;
use gatemaster_rules::game::{Game, Setup};
use gatemaster_rules::table::Table;
use gatemaster_sandbox::{Answer, At, Choice, Place, Seen};

use crate::club::Club;

const NEW: &str = "/game new system:Beyond the Gates of Antares";

const WARDENS: &str = r#"
[[weapon]]
key = "gate_lance"
name = "Gate lance"
class = "hand"
[[weapon.mode]]
sv = 3
range = [10, 20]

[[unit]]
key = "gate_wardens"
name = "Gate Wardens"
force = "other"
kind = "infantry"
[[unit.model]]
name = "Warden"
count = 5
ag = 5
acc = 5
str = 5
res = 5
init = 7
co = 8
armour = ["reflex"]
weapons = ["gate_lance"]
"#;

async fn load(at: &At, name: &str, text: impl Into<Vec<u8>>) -> Answer {
    at.slash("/units load").with_file("file", name, text).await
}

fn file(answer: &Answer) -> (String, String) {
    let file = &answer.message().files[0];
    (file.name.clone(), String::from_utf8(file.bytes.to_vec()).unwrap())
}

fn names(choices: Vec<Choice>) -> Vec<String> {
    choices.into_iter().map(|choice| choice.name).collect()
}

async fn table(club: &Club, place: &Place) -> Table {
    let store = club.store().await;
    let game = store.open_game_in(place.id()).await.unwrap().unwrap();
    store.close().await;
    serde_json::from_str(&game.state).unwrap()
}

async fn setup(club: &Club, place: &Place) -> antares::Setup {
    match table(club, place).await.setup {
        Setup::Antares(setup) => setup,
        _ => panic!("that is no battle"),
    }
}

#[tokio::test]
async fn a_server_loads_units_of_its_own_and_fields_them() {
    let club = Club::open().await;
    let (ann, mia) = (club.ann.at(&club.hall), club.mia.at(&club.hall));
    let none = ann.slash("/units list").await;
    assert!(none.is_private() && none.text().contains("only the booklet's"), "{}", none.text());
    let loaded = load(&mia, "wardens.toml", WARDENS).await;
    assert!(!loaded.is_private(), "{}", loaded.text());
    for line in [
        "Loaded: wardens.toml",
        "**Units:** Gate Wardens (5 models, infantry)",
        "**Weapons:** Gate lance",
    ] {
        assert!(loaded.text().contains(line), "{line}: {}", loaded.text());
    }
    let listed = ann.slash("/units list").await;
    assert!(listed.is_private(), "{}", listed.text());
    assert!(listed.text().contains("Gate Wardens (5 models, infantry)"), "{}", listed.text());
    assert_eq!(file(&listed), ("wardens.toml".to_owned(), WARDENS.to_owned()));

    let lobby = ann.slash(NEW).await.message();
    ann.slash("/game join").await;
    assert_eq!(
        names(ann.completes("/force add unit:warden").await),
        ["Gate Wardens (this server's own, 5 models)"]
    );
    let told = ann.slash("/force add unit:gate wardens name:Keepers").await;
    assert_eq!(told.text(), "Ann set 🔴 Algoryn: Gate Wardens more, 7 units in all.");
    let sits = |seen: &Seen| seen.id == lobby.id && seen.select("🔴 Algoryn fields…").is_some();
    let lobby = club.hall.wait_for(sits).await;
    let lists = club.ann.selects(&lobby, "🔴 Algoryn fields…", &["Unit by unit…"]).await.message();
    let add = lists.select("Add a unit…").unwrap();
    let own = add.options.iter().find(|option| option.value == "gate_wardens").unwrap();
    assert_eq!(own.description, "5 models, infantry, this server's own");
    club.ann.selects(&lists, "Add a unit…", &["Gate Wardens"]).await;
    let told =
        ann.slash("/force list text:Force: mixed, 2x Gate Wardens, AI Squad side:Ghar").await;
    assert_eq!(told.text(), "Ann set 🔵 Mixed force: a list of its own, 3 units in all.");
    let setup = setup(&club, &club.hall).await;
    let own = |side: usize| {
        let units = setup.sides[side].units.iter();
        units.filter(|unit| unit.profile.source == Source::Server).count()
    };
    assert_eq!([own(0), own(1)], [2, 2]);
}

#[tokio::test]
async fn a_file_with_faults_is_not_loaded_and_every_fault_is_told() {
    let club = Club::open().await;
    let mia = club.mia.at(&club.hall);
    load(&mia, "wardens.toml", WARDENS).await;
    let bad = WARDENS
        .replace("acc = 5", "acc = \"five\"")
        .replace("\"gate_lance\"]", "\"gate_lanze\"]")
        .replace("force = \"other\"", "force = \"othr\"");
    let refused = load(&mia, "bad.toml", bad).await;
    assert!(refused.is_private(), "{}", refused.text());
    let text = refused.text();
    for line in [
        "The file has 3 things to put right, so nothing was loaded:",
        "bad.toml, unit \"gate_wardens\", field \"force\": expected one of",
        "bad.toml, unit \"gate_wardens\", model 1, field \"acc\": expected a whole number from 1 to 20, found \"five\"",
        "there is no weapon \"gate_lanze\" (did you mean \"gate_lance\"?)",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(refused.message().files.is_empty());

    let many: Vec<String> = (0..40)
        .map(|n| format!("[[unit]]\nkey = \"unit_{n}\"\nname = \"Unit {n}\"\nforce = \"zog\"\n"))
        .collect();
    let many = many.join("\n");
    let refused = load(&mia, "many.toml", many).await;
    assert!(
        refused.is_private() && refused.text().contains("more stand in the file."),
        "{}",
        refused.text()
    );
    let (name, all) = file(&refused);
    assert_eq!(name, "to-put-right.txt");
    let told = refused.text().matches("many.toml").count();
    assert!((1..all.lines().count()).contains(&told), "{told}");
    for n in 0..40 {
        assert!(all.contains(&format!("unit \"unit_{n}\", field \"force\"")), "{n}");
    }

    for (name, bytes, says) in [
        ("no.toml", b"key = = 3".to_vec(), "this is not TOML"),
        ("odd.toml", vec![0xff, 0xfe, 0x00], "odd.toml is not a plain text file"),
        ("large.toml", vec![b'#'; 70_000], "large.toml has 70000 bytes; I read up to 65536."),
        ("empty.toml", b"# nothing yet\n".to_vec(), "holds no units, weapons or armour"),
    ] {
        let refused = load(&mia, name, bytes).await;
        assert!(
            refused.is_private() && refused.text().contains(says),
            "{name}: {}",
            refused.text()
        );
    }
    let listed = mia.slash("/units list").await;
    assert_eq!(file(&listed).0, "wardens.toml", "the one before stays");
}

#[tokio::test]
async fn only_those_who_organise_change_a_server_s_units() {
    let club = Club::open().await;
    let home = club.discord.home();
    let role = home.role("Umpires", 0);
    club.mia.at(&club.hall).slash("/settings organisers:@Umpires").await;
    let refused = load(&club.pat.at(&club.hall), "wardens.toml", WARDENS).await;
    assert!(refused.is_private(), "{}", refused.text());
    assert!(refused.text().contains("Only people who manage this server"), "{}", refused.text());
    club.bob.gets_role(&home, role);
    let loaded = load(&club.bob.at(&club.hall), "wardens.toml", WARDENS).await;
    assert!(loaded.text().contains("Loaded: wardens.toml"), "{}", loaded.text());
    let refused = club.pat.at(&club.hall).slash("/units remove").await;
    assert!(refused.is_private() && refused.text().contains("Only people"), "{}", refused.text());
    assert_eq!(file(&club.pat.at(&club.hall).slash("/units list").await).0, "wardens.toml");

    let other = WARDENS.replace("Gate Wardens", "Gate Guards");
    let loaded = load(&club.mia.at(&club.hall), "guards.toml", other.clone()).await;
    assert!(loaded.text().contains("It replaces the file before"), "{}", loaded.text());
    assert_eq!(file(&loaded), ("wardens.toml".to_owned(), WARDENS.to_owned()));
    let removed = club.bob.at(&club.hall).slash("/units remove").await;
    assert_eq!(file(&removed), ("guards.toml".to_owned(), other));
    let none = club.mia.at(&club.hall).slash("/units remove").await;
    assert!(none.is_private() && none.text().contains("only the booklet's"), "{}", none.text());
}

#[tokio::test]
async fn other_servers_do_not_see_them() {
    let club = Club::open().await;
    load(&club.mia.at(&club.hall), "wardens.toml", WARDENS).await;
    let neighbours = club.discord.server("Neighbours");
    club.ann.joins(&neighbours);
    let yard = neighbours.channel("yard");
    for place in [&yard, &club.ann.dm()] {
        let ann = club.ann.at(place);
        ann.slash(NEW).await;
        ann.slash("/game join").await;
        assert!(ann.completes("/force add unit:warden").await.is_empty());
        let refused = ann.slash("/force add unit:gate_wardens").await;
        assert!(
            refused.is_private() && refused.text().contains("I know no unit"),
            "{}",
            refused.text()
        );
        let refused = ann.slash("/force list text:Gate Wardens").await;
        assert!(
            refused.is_private() && refused.text().contains("there is no unit"),
            "{}",
            refused.text()
        );
    }
    let none = club.ann.at(&yard).slash("/units list").await;
    assert!(none.is_private() && none.text().contains("only the booklet's"), "{}", none.text());
}

#[tokio::test]
async fn a_battle_keeps_its_units_when_the_file_goes() {
    let mut club = Club::open().await;
    load(&club.mia.at(&club.hall), "wardens.toml", WARDENS).await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    ann.slash(NEW).await;
    ann.slash("/game join").await;
    bob.slash("/game join").await;
    ann.slash("/force add unit:gate_wardens name:Keepers").await;
    club.mia.at(&club.hall).slash("/units remove").await;
    club.restart_bot().await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    assert!(ann.completes("/force add unit:warden").await.is_empty());
    // both sides can still be changed around them
    let told = ann.slash("/force add unit:ai_squad").await;
    assert!(told.text().contains("8 units in all"), "{}", told.text());
    bob.slash("/force sample force:Isorian").await;
    let before = setup(&club, &club.hall).await;
    assert!(before.weapons.iter().any(|weapon| weapon.key == "gate_lance"));
    let begun = ann.slash("/game start").await;
    assert!(begun.text().contains("Keepers"), "{}", begun.text());
    let Some(Game::Antares(state)) = table(&club, &club.hall).await.game else {
        panic!("no battle has begun")
    };
    let keepers = state.units.iter().find(|unit| unit.name == "Keepers").unwrap();
    let lance = &state.armoury[usize::from(keepers.models[0].weapons[0].0)];
    assert_eq!((lance.key.as_str(), lance.source), ("gate_lance", Source::Server));
}

#[tokio::test]
async fn a_server_s_weapons_arm_the_booklet_s_units_too() {
    let club = Club::open().await;
    let heavy = "[[weapon]]\nkey = \"mag_gun\"\nname = \"Club mag gun\"\nclass = \"standard\"\n\
                 [[weapon.mode]]\nrange = [20, 30]\nsv = 4\n";
    load(&club.mia.at(&club.hall), "arms.toml", heavy).await;
    club.ann.at(&club.hall).slash(NEW).await;
    let own = |setup: &antares::Setup| {
        setup.weapons.iter().any(|weapon| weapon.name == "Club mag gun" && weapon.modes[0].sv == 4)
    };
    let opened = setup(&club, &club.hall).await;
    assert!(opened.weapons.iter().any(|weapon| weapon.key == "mag_gun"));
    assert!(own(&opened), "a battle opened here has this server's weapons");
    let bobs = club.discord.channel("bobs");
    let page = club.bob.at(&bobs).slash("/help topic:antares").await.message();
    club.bob.clicks(&page, "Open a battle: Algoryn against Ghar").await;
    assert!(own(&setup(&club, &bobs).await), "by whatever way");
}

#[tokio::test]
async fn the_template_is_a_file_that_loads() {
    let club = Club::open().await;
    let given = club.pat.at(&club.hall).slash("/units template").await;
    assert!(given.is_private(), "{}", given.text());
    let (name, text) = file(&given);
    assert_eq!(name, "units.toml");
    let loaded = load(&club.mia.at(&club.hall), &name, text).await;
    assert!(
        loaded.text().contains("**Units:** Gate Wardens (5 models, infantry)"),
        "{}",
        loaded.text()
    );
}

#[tokio::test]
async fn points_of_a_server_s_units_are_summed_and_a_limit_is_kept() {
    let club = Club::open().await;
    let (ann, mia) = (club.ann.at(&club.hall), club.mia.at(&club.hall));
    let costly = WARDENS.replace("kind = \"infantry\"", "kind = \"infantry\"\npoints = 120");
    load(&mia, "wardens.toml", costly).await;
    ann.slash(NEW).await;
    ann.slash("/game join").await;
    ann.slash("/force list text:2 Gate Wardens").await;
    let over = ann.slash("/force options points:200").await.text();
    assert!(over.contains("Limit: 200 points a side."), "{over}");
    let lobby = ann.slash("/force show").await.message().all_text();
    assert!(lobby.contains("⚠️ **240 of 200 points**: 40 too many"), "{lobby}");
    assert!(lobby.contains("5 models, 120 points"), "{lobby}");
    club.bob.at(&club.hall).slash("/game join").await;
    let refused = ann.slash("/game start").await;
    assert!(refused.is_private(), "{}", refused.text());
    assert!(refused.text().contains("40 more than the 200 that were agreed"), "{}", refused.text());
    ann.slash("/force options points:240").await;
    let lobby = ann.slash("/force show").await.message().all_text();
    assert!(lobby.contains("240 of 240 points"), "{lobby}");
    ann.slash("/game start").await;
    assert!(table(&club, &club.hall).await.game.is_some());
    let odd = load(&mia, "odd.toml", WARDENS.replace("count = 5", "count = 5\npoints = 12")).await;
    assert!(odd.text().contains("points"), "a model has no points: {}", odd.text());
}
