//! `docs/verify.py`, the verifier that anybody could write from `docs/fair-dice.md`, says of the dice what ours says.

use std::path::Path;
use std::process::Command;

use gatemaster_rules::export::verify;
use gatemaster_rules::game::SystemId;
use gatemaster_rules::random_play::Walk;
use gatemaster_rules::roll::proof::{self, Proof};
use gatemaster_rules::stored;
use gatemaster_rules::table::Phase;
use serde_json::{Value, json};

use crate::club::Club;
use crate::earlier_versions::text;
use crate::tools;

/// Runs the verifier as its own program for each line of arguments, and tells how it ended and what it said.
const DRIVER: &str = "
import contextlib, io, json, runpy, sys
for line in sys.stdin:
    sys.argv, said, code = ['verify.py'] + json.loads(line), io.StringIO(), None
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            runpy.run_path(sys.executable_script, run_name='__main__')
        except SystemExit as end:
            code = end.code
    print(json.dumps([code, said.getvalue()]))
";

/// How the verifier in Python ends with each file and the hash that was seen, and what it says.
fn pythons(files: &[(&Value, Option<&str>)]) -> Vec<(i32, String)> {
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/verify.py");
    let mut lines = String::new();
    for (at, (file, hash)) in files.iter().enumerate() {
        let path = folder.path().join(format!("{at}.json"));
        std::fs::write(&path, file.to_string()).unwrap();
        let hash = hash.map(|hash| ["--seed-hash", hash]).into_iter().flatten();
        let args: Vec<&str> = [path.to_str().unwrap()].into_iter().chain(hash).collect();
        lines += &(json!(args).to_string() + "\n");
    }
    let input = folder.path().join("lines");
    std::fs::write(&input, lines).unwrap();
    let driver = DRIVER.replace("sys.executable_script", &json!(script).to_string());
    let output = Command::new("python3")
        .args(["-c", &driver])
        .stdin(std::fs::File::open(input).unwrap())
        .output()
        .expect("python3 is missing; ./test installs it");
    let said = String::from_utf8(output.stdout).unwrap();
    let ended: Vec<(i32, String)> =
        said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(ended.len(), files.len(), "{}", String::from_utf8_lossy(&output.stderr));
    ended
}

pub fn python(file: &Value, shown_hash: Option<&str>) -> (i32, String) {
    pythons(&[(file, shown_hash)]).remove(0)
}

/// Whether our own verifier finds a fault, and which.
fn ours(file: &Value) -> Vec<String> {
    let text = file.to_string();
    if file["format"] == proof::FORMAT {
        return serde_json::from_str::<Proof>(&text)
            .map_or_else(|error| vec![error.to_string()], |proof| proof::verify(&proof).faults);
    }
    stored::read_export(&text)
        .map_or_else(|error| vec![error.to_string()], |export| verify(&export).faults)
}

pub(crate) fn both_find_it_right(what: &str, file: &Value) {
    assert_eq!(ours(file), Vec::<String>::new(), "{what}");
    let (code, text) = python(file, None);
    assert_eq!(code, 0, "{what}: {text}");
}

fn both_find_a_fault(forged: &[(String, Value)]) {
    let files: Vec<(&Value, Option<&str>)> = forged.iter().map(|(_, file)| (file, None)).collect();
    for ((what, file), (code, text)) in forged.iter().zip(pythons(&files)) {
        assert_ne!(ours(file), Vec::<String>::new(), "{what}");
        assert!(code == 1 && text.contains("FAULT"), "{what}: {text}");
    }
}

/// The same file with one thing changed.
fn changed(file: &Value, pointer: &str, change: impl Fn(&Value) -> Value) -> Value {
    let mut file = file.clone();
    let place = file.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not there"));
    let before = place.take();
    *place = change(&before);
    assert_ne!(*place, before, "{pointer}");
    file
}

/// Another first character, of the same kind.
fn other_text(text: &Value) -> Value {
    let text = text.as_str().unwrap();
    let first = if text.starts_with('1') { '2' } else { '1' };
    json!(format!("{first}{}", &text[1..]))
}

fn other_face(die: &Value) -> Value {
    let (sides, face) = (die["sides"].as_u64().unwrap(), die["face"].as_u64().unwrap());
    let mut die = die.clone();
    die["face"] = json!(face % sides + 1);
    die
}

/// Where the dice with numbers stand in an export.
fn numbered_dice(game: &Value) -> Vec<String> {
    let steps = game["steps"].as_array().unwrap().iter().enumerate();
    let dice = steps.flat_map(|(at, step)| {
        let dice = step["dice"].as_array().map_or(&[][..], Vec::as_slice).iter().enumerate();
        dice.filter(|(_, die)| die["number"].is_u64())
            .map(move |(i, _)| format!("/steps/{at}/dice/{i}"))
    });
    dice.collect()
}

/// Every way to change what the dice of a game come from; of many dice some.
fn tampered(game: &Value) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for pointer in ["/seed", "/seed_hash", "/game"] {
        all.push((pointer.to_owned(), changed(game, pointer, other_text)));
    }
    let dice = numbered_dice(game);
    assert!(dice.len() > 3, "{}", dice.len());
    for pointer in dice.iter().step_by(1.max(dice.len() / 12)) {
        let die = game.pointer(pointer).unwrap();
        if die["sides"].as_u64().unwrap() > 1 {
            all.push((format!("{pointer} face"), changed(game, pointer, other_face)));
        }
        let number = format!("{pointer}/number");
        let next = |number: &Value| json!(number.as_u64().unwrap() + 1);
        all.push((number.clone(), changed(game, &number, next)));
        let twice = |number: &Value| json!(if number == &json!(1) { 2 } else { 1 });
        all.push((format!("{number} twice"), changed(game, &number, twice)));
        let impossible = |_: &Value| json!(0);
        all.push((
            format!("{pointer} is 0"),
            changed(game, &format!("{pointer}/face"), impossible),
        ));
    }
    let steps = game["steps"].as_array().unwrap().iter().enumerate();
    let salt = steps
        .flat_map(|(at, step)| {
            let events = step["events"].as_array().unwrap().iter().enumerate();
            events.map(move |(i, event)| (format!("/steps/{at}/events/{i}/salted/text"), event))
        })
        .find(|(_, event)| event.get("salted").is_some());
    if let Some((pointer, _)) = salt {
        all.push((pointer.clone(), changed(game, &pointer, other_text)));
    }
    all
}

fn fixture(name: &str) -> Value {
    serde_json::from_str(&text(name)).unwrap()
}

#[test]
fn both_verifiers_say_the_same_of_what_0_1_0_exported() {
    for name in ["antares.json", "dicegame.json", "rolls.json"] {
        both_find_it_right(name, &fixture(name));
    }
    for name in ["antares.json", "dicegame.json", "bag.json"] {
        both_find_a_fault(&tampered(&fixture(name)));
    }
    // a die was typed into a bag whose dice were not rolled by hand; rules 1 let everybody do that
    let bag = fixture("bag.json");
    assert_eq!(ours(&bag), Vec::<String>::new());
    let (code, text) = python(&bag, None);
    assert!(code == 3 && text.contains("NOT VERIFIED: step 5"), "{text}");
}

#[test]
fn both_verifiers_say_the_same_of_new_games_of_every_system() {
    for system in SystemId::ALL {
        let mut walk = Walk::start(*system, 11);
        let few = |walk: &Walk| walk.steps.iter().map(|step| step.dice.len()).sum::<usize>() < 8;
        for number in 0..2_000 {
            if walk.table.phase != Phase::Ended && (number < 60 || few(&walk)) {
                walk.go();
            }
        }
        let game = serde_json::to_value(walk.end()).unwrap();
        let name = system.key();
        both_find_it_right(name, &game);
        let hash = game["seed_hash"].as_str().unwrap();
        assert_eq!(python(&game, Some(&hash.to_uppercase())).0, 0, "{name}");
        for wrong in ["0".repeat(64).as_str(), &hash[..12]] {
            let (code, text) = python(&game, Some(wrong));
            assert!(code == 1 && text.contains("the hash given"), "{name}: {text}");
        }
        let mut forged = tampered(&game);
        // a game that goes on shows no seed yet
        let mut open = game.clone();
        open["steps"].as_array_mut().unwrap().pop();
        forged.push(("a seed before the end".to_owned(), open.clone()));
        open.as_object_mut().unwrap().remove("seed");
        open.as_object_mut().unwrap().remove("record");
        both_find_it_right("no seed before the end", &open);
        let mut gap = game.clone();
        gap["steps"].as_array_mut().unwrap().remove(3);
        forged.push(("a step is missing".to_owned(), gap));
        both_find_a_fault(&forged);
    }
}

#[tokio::test]
async fn both_verifiers_say_the_same_of_rolls_open_secret_and_typed() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    ann.slash("/roll dice:6d10<=5 # volley: \"a\"").await;
    ann.slash("/roll dice:d1000 # hidden secret:true").await;
    let secret = ann.slash("/roll dice:3d6!+2d20kh1 # revealed secret:true").await.message();
    ann.slash("/roll dice:4dF faces:1 2 3 3").await;
    let typed = ann.slash("/roll dice:2d6 secret:true faces:6 3").await.message();
    club.bob.at(&club.hall).slash("/roll dice:2x d%+3").await;
    for seen in [&secret, &typed] {
        club.ann.clicks(seen, "Show it to everybody").await.wait_for_messages(2).await;
    }
    let file = club.pat.at(&club.hall).slash("/rolls proof").await.message();
    let file: Value = serde_json::from_slice(&file.files[0].bytes).unwrap();
    assert_eq!(file["rolls"].as_array().unwrap().len(), 5);
    both_find_it_right("rolls", &file);

    let own = file["rolls"][1]["own_seed"]["seed_hash"].as_str().unwrap();
    let (cup, mark) =
        (file["seed_hash"].as_str().unwrap(), file["rolls"][4]["mark"].as_str().unwrap());
    std::fs::write(club.folder().join("rolls.json"), file.to_string()).unwrap();
    let nothing = "0".repeat(64);
    for hash in [cup, own, mark, &cup[..12], &own[..12], &mark[..12], &own[..11], &nothing] {
        let args = ["verify", "rolls.json", "--seed-hash", hash];
        let (good, said) = tools::run(&club, &args, false).await;
        let (code, text) = python(&file, Some(hash));
        assert_eq!(good, code == 0, "{hash}: {said}\n{text}");
        assert_eq!(good, hash.len() >= 12 && hash != nothing, "{hash}: {said}\n{text}");
    }

    let mut pointers: Vec<String> =
        ["/seed", "/seed_hash", "/cup", "/entries/0", "/entries/1"].map(str::to_owned).into();
    let mut dice = Vec::new();
    for roll in 0..5 {
        pointers.extend(["id", "dice", "mark"].map(|field| format!("/rolls/{roll}/{field}")));
        if file["rolls"][roll].get("own_seed").is_some() {
            pointers.extend(["seed", "seed_hash"].map(|f| format!("/rolls/{roll}/own_seed/{f}")));
        }
        if file["rolls"][roll].get("typed_by").is_some() {
            pointers.push(format!("/rolls/{roll}/typed_by"));
        }
        let first = format!("/rolls/{roll}/rolled/series/0/answers/0/pieces/0/dice/dice");
        let many = file.pointer(&first).unwrap().as_array().unwrap().len();
        dice.extend((0..many).map(|die| format!("{first}/{die}/roll")));
    }
    let mut forged: Vec<(String, Value)> = pointers
        .iter()
        .map(|pointer| (pointer.clone(), changed(&file, pointer, other_text)))
        .collect();
    for pointer in &dice {
        forged.push((format!("{pointer} face"), changed(&file, pointer, other_face)));
        if file.pointer(pointer).unwrap()["number"].is_u64() {
            let number = format!("{pointer}/number");
            let next = |number: &Value| json!(number.as_u64().unwrap() + 1);
            forged.push((number.clone(), changed(&file, &number, next)));
        }
    }
    let mut swapped = file.clone();
    swapped["rolls"].as_array_mut().unwrap().swap(1, 2);
    forged.push(("another order".to_owned(), swapped));
    let mut unmarked = file.clone();
    unmarked["rolls"][3].as_object_mut().unwrap().remove("mark");
    forged.push(("a mark is missing".to_owned(), unmarked));
    both_find_a_fault(&forged);
    let mut deleted = file.clone();
    deleted["rolls"].as_array_mut().unwrap().remove(2);
    both_find_it_right("a roll was deleted", &deleted);
}

/// A bag of rules 2 with Ann on seat 0 and Bob on seat 1, where the draw of seat 1 was typed.
fn typed_game(settings: &Value) -> Value {
    let ann = json!({"id": "10", "name": "Ann"});
    let bob = json!({"id": "11", "name": "Bob"});
    let step = |seq: u32, user: &str, action: Value, dice: Value, events: Value| {
        json!({"seq": seq, "user": user, "name": "", "action": action, "rules": 2, "dice": dice,
               "events": events, "at_ms": 0})
    };
    let throwing = json!({"throwing": {"by": bob, "command": {}, "rolled": [], "typed": [],
        "wanted": {"seat": 1, "dice": 2, "sides": 10, "what": "a test", "draw": false}}});
    json!({"format": "gatemaster-game-1", "game": "typed", "system": "antares", "rules_version": 2,
    "seed_hash": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    "steps": [
        step(1, "10", json!({"open": {}}), json!([]), json!([
            {"opened": {"seats": [{}, {}, {}], "settings": settings}},
            {"seated": {"seat": 0, "player": ann}}])),
        step(2, "11", json!({"join": {}}), json!([]), json!([{"seated": {"seat": 2, "player": bob}}])),
        step(3, "10", json!("start"), json!([]), json!([{"empty_seats_gone": {}}, {"started": {}}])),
        step(4, "11", json!({"play": {}}), json!([]), json!([throwing])),
        step(5, "11", json!({"type_dice": {"faces": [3, 10]}}),
            json!([{"sides": 10, "face": 3}, {"sides": 10, "face": 10}]),
            json!([{"thrown": {"typed": []}}, {"played": {}}])),
    ]})
}

#[test]
fn a_typed_die_is_right_only_where_the_table_waits_for_it() {
    for settings in [
        json!({"by_hand": true}),
        json!({"by_hand": false, "hand_seats": [1]}),
        json!({"next_by_hand": true}),
    ] {
        let (code, text) = python(&typed_game(&settings), None);
        assert_eq!(code, 0, "{settings}: {text}");
    }
    for settings in [json!({}), json!({"by_hand": false}), json!({"hand_seats": [0, 2]})] {
        let (code, text) = python(&typed_game(&settings), None);
        assert!(code == 1 && text.contains("step 5: seat 1"), "{settings}: {text}");
    }
    let game = typed_game(&json!({"hand_seats": [1]}));
    let fails = |what: &str, change: &dyn Fn(&mut Value)| {
        let mut game = game.clone();
        change(&mut game);
        let (code, text) = python(&game, None);
        assert!(code == 1 && text.contains("FAULT: step 5"), "{what}: {text}");
    };
    fails("the Dice Game has none", &|game| game["system"] = json!("dice_game"));
    fails("Ann types for Bob", &|game| game["steps"][4]["user"] = json!("10"));
    fails("another action", &|game| game["steps"][4]["action"] = json!({"play": {}}));
    fails("the stream was to roll", &|game| game["steps"][4]["action"] = json!("roll_dice"));
    fails("other faces than were typed", &|game| game["steps"][4]["dice"][0]["face"] = json!(4));
    fails("other sides", &|game| game["steps"][4]["dice"][1]["sides"] = json!(12));
    fails("a face that is none", &|game| {
        game["steps"][4]["dice"][1]["face"] = json!(11);
        game["steps"][4]["action"]["type_dice"]["faces"][1] = json!(11);
    });
    fails("one die too few", &|game| {
        game["steps"][4]["dice"].as_array_mut().unwrap().pop();
        game["steps"][4]["action"]["type_dice"]["faces"].as_array_mut().unwrap().pop();
    });
    fails("nothing waits", &|game| game["steps"][3]["events"] = json!([]));
    fails("it was thrown already", &|game| {
        game["steps"][3]["events"].as_array_mut().unwrap().push(json!({"thrown": {"typed": []}}));
    });
    fails("Bob has left, and Ann acts", &|game| {
        game["steps"][3]["events"][0]["throwing"]["by"] = json!({"id": "10", "name": "Ann"});
        game["steps"][3]["events"].as_array_mut().unwrap().push(json!({"left": {"seat": 1}}));
    });
    fails("Bob has departed, and Ann acts", &|game| {
        game["steps"][3]["events"][0]["throwing"]["by"] = json!({"id": "10", "name": "Ann"});
        let gone = json!({"departed": {"player": {"id": "11"}}});
        game["steps"][3]["events"].as_array_mut().unwrap().push(gone);
    });
    // the step that waited was undone
    let mut undone = game.clone();
    let steps = undone["steps"].as_array_mut().unwrap();
    steps[4]["seq"] = json!(6);
    let undo = json!({"seq": 5, "user": "11", "action": {"undo": {"step": 4}}, "rules": 2,
        "events": [{"undone": {}}], "revokes": 4});
    steps.insert(4, undo);
    let (code, text) = python(&undone, None);
    assert!(code == 1 && text.contains("FAULT: step 6"), "{text}");
    undone["steps"][4]["revokes"] = json!(null);
    assert_eq!(python(&undone, None).0, 0);
}

#[test]
fn typed_dice_may_follow_one_another_and_outlive_a_change_of_the_settings() {
    let mut game = typed_game(&json!({"next_by_hand": true}));
    let steps = game["steps"].as_array_mut().unwrap();
    // the settings say no more that the next throw is by hand, and another one is waited for
    steps[3]["events"].as_array_mut().unwrap().push(json!({"settings_changed": {"settings": {}}}));
    let throwing = steps[3]["events"][0].clone();
    let mut again = steps[4].clone();
    steps[4]["events"] = json!([throwing]);
    again["seq"] = json!(6);
    steps.push(again.clone());
    let (code, text) = python(&game, None);
    assert!(code == 0 && text.contains("4 typed"), "{text}");
    // what was thrown is not waited for any more
    again["seq"] = json!(7);
    game["steps"].as_array_mut().unwrap().push(again);
    let (code, text) = python(&game, None);
    assert!(code == 1 && text.contains("FAULT: step 7"), "{text}");
}

#[test]
fn dice_typed_under_rules_1_are_right_where_the_table_rolled_by_hand_and_else_not_verified() {
    for rules in [json!(1), json!("0.1.0")] {
        for (settings, expected) in
            [(json!({"by_hand": true}), 0), (json!({}), 3), (json!({"hand_seats": [1]}), 3)]
        {
            let mut game = typed_game(&settings);
            for step in game["steps"].as_array_mut().unwrap() {
                step["rules"] = rules.clone();
            }
            game["steps"][3]["events"] = json!([]);
            game["steps"][4]["action"] = json!({"play": {}});
            let (code, text) = python(&game, None);
            assert_eq!(code, expected, "{rules} {settings}: {text}");
            // a fault counts more than a doubt
            let forged = changed(&game, "/steps/4/dice/0/face", |_| json!(11));
            assert_eq!(python(&forged, None).0, 1);
        }
    }
}

#[test]
fn the_python_verifier_is_short_and_reads_nothing_but_what_it_is_given() {
    let source = include_str!("../../docs/verify.py");
    assert!(source.lines().count() < 100, "{} lines", source.lines().count());
    let imports: Vec<&str> = source.lines().filter(|line| line.contains("import ")).collect();
    assert_eq!(imports, ["import argparse, hashlib, hmac, json, re"]);
    for odd in [json!({}), json!([]), json!({"format": "gatemaster-game-9"}), json!("text")] {
        let (code, text) = python(&odd, None);
        assert!(code == 1 && text.contains("no file of Gatemaster"), "{odd}: {text}");
    }
}
