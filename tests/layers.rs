//! Calls go downwards only: no modules of a crate need each other in a circle. A module is a file or folder right under a
//! crate's `src`; it needs another where its code, tests aside, names it.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Needs = BTreeMap<String, BTreeSet<String>>;

fn sources(of: &Path) -> Vec<PathBuf> {
    if of.is_file() {
        return vec![of.to_owned()];
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(of).unwrap() {
        let path = entry.unwrap().path();
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
        if !is_test && (path.is_dir() || path.extension().is_some_and(|ending| ending == "rs")) {
            found.extend(sources(&path));
        }
    }
    found
}

/// The code of a file without comments and without the tests at its end.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let mut code = Vec::new();
    let mut lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            let behind = lines.by_ref().find(|line| !line.trim().starts_with("#["));
            // the tests at the end; a declaration of a module of tests is just passed over
            if behind.is_some_and(|line| line.starts_with("mod ") && line.ends_with('{')) {
                break;
            }
            continue;
        }
        code.push(line);
    }
    code.join("\n")
}

/// The first names of the paths behind `crate::`, one or several in braces.
fn named(code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            names.extend(first_word(rest));
            continue;
        };
        let (mut depth, mut word) = (0, String::new());
        for letter in group.chars() {
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    names.extend(first_word(word.trim()));
                    word.clear();
                }
                letter if depth == 0 => word.push(letter),
                _ => {}
            }
        }
        names.extend(first_word(word.trim()));
    }
    names
}

fn first_word(text: &str) -> Option<String> {
    let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!word.is_empty()).then_some(word)
}

fn needs(source: &Path) -> Needs {
    let mut files: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for entry in std::fs::read_dir(source).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if !["lib", "main", "bin"].contains(&name.as_str()) {
            files.entry(name).or_default().extend(sources(&path));
        }
    }
    let modules: BTreeSet<String> = files.keys().cloned().collect();
    let of = |module: &String, files: &Vec<PathBuf>| {
        let named = files.iter().flat_map(|file| named(&code(file)));
        named.filter(|other| other != module && modules.contains(other)).collect()
    };
    files.iter().map(|(module, files)| (module.clone(), of(module, files))).collect()
}

/// What is left when everything that needs nothing left is taken away, again and again, is or hangs on a circle.
fn circle(mut needs: Needs) -> BTreeSet<String> {
    loop {
        let left: BTreeSet<String> = needs.keys().cloned().collect();
        let before = needs.len();
        needs.retain(|_, others| others.iter().any(|other| left.contains(other)));
        if needs.len() == before {
            return left;
        }
    }
}

#[test]
fn no_crate_has_modules_that_go_round_in_circles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = ["discord", "rules", "league", "store", "commands", "web", "sandbox", "."];
    for name in crates {
        let needs = needs(&root.join(name).join("src"));
        assert!(needs.len() > 3, "{name} has modules");
        let circle = circle(needs.clone());
        let told: Vec<String> =
            circle.iter().map(|module| format!("{module} needs {:?}", needs[module])).collect();
        assert!(circle.is_empty(), "{name} goes round in a circle:\n{}", told.join("\n"));
    }
}

#[test]
fn a_circle_is_found() {
    let needs = |pairs: &[(&str, &[&str])]| -> Needs {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        pairs.iter().map(|(name, others)| ((*name).to_owned(), owned(others))).collect()
    };
    assert!(circle(needs(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])])).is_empty());
    let round = circle(needs(&[("a", &["b"]), ("b", &["c"]), ("c", &["b"]), ("d", &[])]));
    assert_eq!(round.into_iter().collect::<Vec<_>>(), ["a", "b", "c"]);
    let code = "use crate::{desk::{self, Loaded}, words};\nlet x = crate::table::board();";
    assert_eq!(named(code).into_iter().collect::<Vec<_>>(), ["desk", "table", "words"]);
}

/// Which crates a crate's manifest names among ours.
fn knows(name: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join(name).join("Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap();
    let dependencies = dependencies.split("\n[").next().unwrap();
    let ours = dependencies.lines().filter_map(|line| line.strip_prefix("gatemaster-"));
    ours.map(|line| line.split(['.', ' ']).next().unwrap().to_owned()).collect()
}

#[test]
fn the_crates_know_only_those_below_them() {
    for bottom in ["discord", "rules", "store", "sandbox"] {
        assert_eq!(knows(bottom), [] as [&str; 0], "{bottom}");
    }
    assert_eq!(knows("league"), ["rules"]);
    let mut of_commands = knows("commands");
    of_commands.sort();
    assert_eq!(of_commands, ["discord", "league", "rules", "store"]);
}

/// Secrets come out in two places: in an answer to the asker alone, and in what they do.
#[test]
fn secrets_come_out_in_answers_to_one_person_alone() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("commands/src");
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for file in sources(&source) {
        let code = code(&file);
        let name = file.strip_prefix(&source).unwrap().to_string_lossy().into_owned();
        for way_out in ["for_the_asker_alone", "for_a_decision"] {
            if code.contains(way_out) && name != "secret.rs" {
                places.entry(way_out).or_default().push(name.clone());
            }
        }
    }
    assert_eq!(places["for_the_asker_alone"], ["run.rs"]);
    assert_eq!(places["for_a_decision"], ["face/any.rs"]);
}

/// One file alone talks to the allocator; everything else is safe code.
#[test]
fn unsafe_code_stands_in_one_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = ["", "rules/", "league/", "store/", "discord/", "commands/", "web/", "sandbox/"];
    let files = crates.iter().flat_map(|name| sources(&root.join(format!("{name}src"))));
    let allows: Vec<PathBuf> = files.filter(|file| code(file).contains("unsafe_code")).collect();
    assert_eq!(allows, [root.join("src/memory.rs")]);
}

/// The tests of a crate are one program, so a file of them that its `main.rs` does not name would never run.
#[test]
fn every_file_of_tests_is_part_of_a_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let programs = [
        "rules/tests",
        "league/tests",
        "store/tests",
        "sandbox/tests",
        "web/tests/page",
        "tests/whole_bot",
        "tests/browser",
    ];
    for folder in programs {
        let folder = root.join(folder);
        let named = std::fs::read_to_string(folder.join("main.rs")).unwrap();
        let mut files = 0;
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let is_module =
                path.extension().is_some_and(|end| end == "rs") || path.join("mod.rs").is_file();
            let name = path.file_stem().unwrap().to_string_lossy();
            if is_module && name != "main" {
                files += 1;
                assert!(named.contains(&format!("mod {name};\n")), "{} never runs", path.display());
            }
        }
        assert!(files > 3, "{} has tests", folder.display());
    }
}

/// What `deny.toml` says of the advisories that it passes over is true as long as the old TLS serves the gateway's line alone.
#[test]
fn the_old_tls_serves_the_line_to_the_gateway_and_nothing_else() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lock = std::fs::read_to_string(root.join("Cargo.lock")).unwrap();
    let package = |text: &str, key: &str| {
        let start = format!("{key} = \"");
        let line = text.lines().find_map(|line| line.strip_prefix(&start))?;
        Some(line.trim_end_matches('"').to_owned())
    };
    let users_of = |wanted: &str| -> Vec<String> {
        let uses = format!(" \"{wanted}\",");
        let all = lock.split("[[package]]").filter(|text| text.lines().any(|line| line == uses));
        all.map(|text| {
            format!("{} {}", package(text, "name").unwrap(), package(text, "version").unwrap())
        })
        .collect()
    };
    let denied = std::fs::read_to_string(root.join("deny.toml")).unwrap();
    let passed_over = denied.matches("{ id = \"RUSTSEC-").count();
    let reasons = denied.lines().filter(|line| line.contains("RUSTSEC-"));
    assert!(reasons.clone().all(|line| line.contains("reason = \"")), "each has its reason");
    let still_there = lock.contains("name = \"rustls-webpki\"\nversion = \"0.102");
    assert_eq!(
        passed_over,
        if still_there { 4 } else { 0 },
        "what is mended need not be passed over"
    );
    if still_there {
        assert_eq!(users_of("rustls-webpki 0.102.8"), ["rustls 0.22.4"]);
        assert_eq!(
            users_of("rustls 0.22.4"),
            ["tokio-rustls 0.25.0", "tokio-tungstenite 0.21.0", "tungstenite 0.21.0"]
        );
        assert_eq!(users_of("tokio-rustls 0.25.0"), ["tokio-tungstenite 0.21.0"]);
        assert_eq!(users_of("tokio-tungstenite 0.21.0"), ["serenity 0.12.5"]);
    }
}
