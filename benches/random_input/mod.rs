//! Commands made up at random from what the bot has registered: every command, every option, sensible values and nonsense.

use gatemaster_sandbox::{At, Person, Place};
use rand::RngExt as _;
use rand::rngs::StdRng;
use serde_json::Value;

/// Texts for any option.
const TEXTS: &[&str] = &[
    "Red 6, Blue 5",
    "Algoryn",
    "Ghar",
    "strike squad",
    "2d6+3",
    "20x 10d10!>=7f1",
    "((((((((((",
    "10 10 10",
    "Autumn",
    "all",
    "-1",
    "0",
    "99999999999999999999",
    "2026-11-31",
    "a b c d e f g h i j k l m n o p",
    "@everyone <@1> **x** `y` ||z||",
    "🎲🎲🎲 👩‍🚀",
    "\u{202e}\u{200b}\u{feff}",
    "עברית, 日本語, ไทย",
    "'; DROP TABLE games; --",
    "{\"a\":[[[[[[[[[[",
    "1 2 3 4 5 6 7 8 9 10 1 2 3 4 5 6 7 8 9 10",
];

const NUMBERS: &[i64] = &[0, 1, 2, 3, 5, 10, 25, 100, -1, 1_000_000, 9_007_199_254_740_991];

/// A command or subcommand with its options.
struct Line {
    name: String,
    options: Vec<Value>,
}

pub struct Registered(Vec<Line>);

impl Registered {
    pub fn read(commands: &[Value]) -> Self {
        let mut lines = Vec::new();
        for command in commands {
            // the others belong to the menus of people and messages
            if command["type"].as_u64().unwrap_or(1) == 1 {
                add("", command, &mut lines);
            }
        }
        assert!(lines.len() > 100, "only {} commands are registered", lines.len());
        Self(lines)
    }

    /// Has somebody give a command. Nothing where the client would not have let them send it.
    pub async fn use_one(
        &self,
        at: &At,
        dice: &mut StdRng,
        people: &[Person],
        places: &[Place],
    ) -> Option<gatemaster_sandbox::Answer> {
        let command = &self.0[dice.random_range(0..self.0.len())];
        let mut line = format!("/{}", command.name);
        let mut files = Vec::new();
        for option in &command.options {
            if option["required"] != true && dice.random_range(0..4) > 0 {
                continue;
            }
            let name = option["name"].as_str()?;
            if option["type"] == 11 {
                files.push((name, file(dice)));
                continue;
            }
            let begun = format!("{line} {name}:{}", text(option, dice));
            let offered = if option["autocomplete"] == true && dice.random_range(0..2) == 0 {
                at.try_completes(&begun).await.unwrap_or_default()
            } else {
                Vec::new()
            };
            if offered.is_empty() {
                let value = value(option, dice, people, places);
                line = format!("{line} {name}:{value}");
            } else {
                let choice = &offered[dice.random_range(0..offered.len())];
                let value =
                    choice.value.as_str().map_or_else(|| choice.value.to_string(), str::to_owned);
                line = format!("{line} {name}:{value}");
            }
        }
        let mut act = at.slash(&line);
        for (name, (filename, bytes)) in files {
            act = act.with_file(name, filename, bytes);
        }
        act.attempt().await.ok()
    }
}

/// Goes down to the commands that can be given.
fn add(before: &str, command: &Value, lines: &mut Vec<Line>) {
    let name = format!("{before}{}", command["name"].as_str().unwrap_or_default());
    let options = command["options"].as_array().cloned().unwrap_or_default();
    if options.iter().any(|option| matches!(option["type"].as_i64(), Some(1 | 2))) {
        for branch in &options {
            add(&format!("{name} "), branch, lines);
        }
    } else {
        lines.push(Line { name, options });
    }
}

fn text(option: &Value, dice: &mut StdRng) -> String {
    let most = option["max_length"].as_u64().unwrap_or(6_000);
    let most = usize::try_from(most).unwrap_or(6_000);
    let text = TEXTS[dice.random_range(0..TEXTS.len())];
    if dice.random_range(0..10) == 0 {
        // as long as the client lets it be
        let once: Vec<char> = text.chars().collect();
        return once.iter().cycle().take(most).collect();
    }
    text.chars().take(most).collect()
}

fn value(option: &Value, dice: &mut StdRng, people: &[Person], places: &[Place]) -> String {
    if let Some(choices) = option["choices"].as_array().filter(|choices| !choices.is_empty()) {
        let choice = &choices[dice.random_range(0..choices.len())];
        return choice["name"].as_str().unwrap_or_default().to_owned();
    }
    match option["type"].as_i64() {
        Some(4 | 10) => {
            let number = NUMBERS[dice.random_range(0..NUMBERS.len())];
            let least = option["min_value"].as_i64().unwrap_or(i64::MIN);
            let most = option["max_value"].as_i64().unwrap_or(i64::MAX);
            number.clamp(least, most).to_string()
        }
        Some(5) => ["true", "false"][dice.random_range(0..2)].to_owned(),
        Some(6 | 9) => people[dice.random_range(0..people.len())].mention(),
        Some(7) => format!("<#{}>", places[dice.random_range(0..places.len())].id()),
        _ => text(option, dice),
    }
}

fn file(dice: &mut StdRng) -> (&'static str, Vec<u8>) {
    match dice.random_range(0..5) {
        0 => ("units.toml", b"[[unit]]\nname = \"Somebody\"\n".repeat(2_000)),
        1 => ("table.csv", b"round,match,one,two,score\n1,1,Ann,Bob,3\n".repeat(20_000)),
        2 => ("league.json", b"[".repeat(50_000)),
        3 => ("nothing.txt", Vec::new()),
        _ => {
            let mut bytes = vec![0; 200_000];
            dice.fill(&mut bytes[..]);
            ("picture.png", bytes)
        }
    }
}
