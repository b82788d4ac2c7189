//! Everything that is kept of a person, as files. It is read from the database a little at a time and sent as it is made, so that
//! it never stands in memory as a whole. What is small is one plain file; what is not is packed into parts, each of them whole by
//! itself. Few copies are made at a time, and what waits in them waits as text: as values it would take ten times the memory.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use gatemaster_discord::card::{Card, File};
use gatemaster_store::{Scope, Shelf, Store};
use serde_json::{Map, Value, json};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{self, Receiver, Sender};

use super::books;
use crate::boxed;
use crate::parcel::HOW_TO_OPEN;
use crate::prefs::PersonPrefs;
use crate::trouble::Trouble;
use crate::words;

/// Up to this it is one plain file.
const PLAIN: usize = 1024 * 1024;
/// So many rows are read at a time.
const ROWS: u32 = 200;
/// What gzip may still hold back while a part grows, and the end of the part.
const HELD_BACK: usize = 512 * 1024;
/// However large a file may be, more is not held in memory.
const LARGEST: usize = 10 * 1024 * 1024;
/// So many copies are made at a time; whoever asks meanwhile waits for their turn.
const AT_A_TIME: usize = 2;
static TURNS: Semaphore = Semaphore::const_new(AT_A_TIME);
/// What a copy is made of, in this order.
const SECTIONS: [&str; 10] = [
    "absences",
    "saved_rolls",
    "panels",
    "companies",
    "rolls",
    "games",
    "steps",
    "books",
    "notes",
    "waiting_files",
];

/// The messages of the copy, as they are made.
pub(super) fn messages(store: Store, user: u64, largest: usize) -> Receiver<Result<Card, Trouble>> {
    let (tell, heard) = mpsc::channel(1);
    tokio::spawn(async move {
        // never closed; and if it were, a copy is still owed
        let _turn = TURNS.acquire().await.ok();
        if let Err(trouble) = make(&store, user, largest.min(LARGEST), &tell).await {
            // whoever asked may have gone
            let _ = tell.send(Err(trouble)).await;
        }
    });
    heard
}

#[boxed]
async fn make(
    store: &Store,
    user: u64,
    largest: usize,
    tell: &Sender<Result<Card, Trouble>>,
) -> Result<(), Trouble> {
    let prefs = PersonPrefs::load(store, user).await?;
    let mut head = Map::new();
    head.insert("format".to_owned(), "gatemaster-person-1".into());
    head.insert("id".to_owned(), user.to_string().into());
    let settings = store.settings(&Scope::Person(user)).await?;
    let settings: Map<String, Value> =
        settings.into_iter().map(|(key, value)| (key, value.into())).collect();
    let mut first = head.clone();
    first.insert("settings".to_owned(), settings.into());
    let quiet = prefs.quiet.map_or(Value::Null, |quiet| quiet.to_string().into());
    first.insert("quiet_hours".to_owned(), quiet);
    let mut copy =
        Copy { head, first, largest, tell, waiting: Vec::new(), size: 0, part: None, parts: 0 };
    for away in store.absences_of(user).await? {
        let what = json!({
            "server": away.guild_id.to_string(),
            "from_ms": away.from_ms,
            "until_ms": away.until_ms,
            "note": away.note,
        });
        copy.add("absences", &what).await?;
    }
    for roll in store.saved_rolls(Shelf::Person(user)).await? {
        copy.add("saved_rolls", &json!({ "name": roll.name, "dice": roll.dice })).await?;
    }
    for panel in store.panels_of(user).await? {
        let what = json!({
            "channel": panel.channel_id.to_string(),
            "at_ms": panel.made_at_ms,
            "name": panel.owner_name,
            "title": panel.title,
            "buttons": serde_json::from_str::<Value>(&panel.buttons)?,
        });
        copy.add("panels", &what).await?;
    }
    companies(store, user, &mut copy).await?;
    rolls(store, user, &mut copy).await?;
    for game in store.games_with(user).await? {
        copy.add("games", &game.into()).await?;
    }
    steps(store, user, &mut copy).await?;
    for book in store.ids_of_books_with(user).await? {
        books::copy(store, user, &book, &mut copy).await?;
    }
    for note in store.notes_by(user).await? {
        let text = serde_json::from_str::<Value>(&note.text).unwrap_or(Value::String(note.text));
        // standing orders, and choices that were begun
        let what = json!({ "game": note.game_id, "what": note.what, "noted": text });
        copy.add("notes", &what).await?;
    }
    // attached for a league, and not in it yet
    for file in store.file_drafts_by(user).await? {
        let (book, at_ms) = (file.book_id, file.made_at_ms);
        let what =
            json!({ "book": book, "at_ms": at_ms, "file": file.file, "answers": file.answers });
        copy.add("waiting_files", &what).await?;
    }
    copy.end().await
}

async fn companies(store: &Store, user: u64, copy: &mut Copy<'_>) -> Result<(), Trouble> {
    let mut last = None;
    loop {
        let mut kept = store.some_companies_of(user, last.as_ref(), ROWS).await?;
        for company in &kept {
            let what = json!({
                "server": company.guild_id.map(|guild| guild.to_string()),
                "system": company.system,
                "name": company.name,
                "text": company.text,
                "at_ms": company.changed_at_ms,
            });
            copy.add("companies", &what).await?;
        }
        last = kept.pop();
        if last.is_none() {
            return Ok(());
        }
    }
}

async fn rolls(store: &Store, user: u64, copy: &mut Copy<'_>) -> Result<(), Trouble> {
    let mut after = 0;
    loop {
        let rows = store.some_rolls_by(user, after, ROWS).await?;
        let Some((last, _)) = rows.last() else { return Ok(()) };
        after = *last;
        for (_, row) in rows {
            let what = json!({
                "channel": row.channel_id.to_string(),
                "at_ms": row.at_ms,
                "name": row.user_name,
                "dice": row.dice,
                "rolled": serde_json::from_str::<Value>(&row.rolled)?,
            });
            copy.add("rolls", &what).await?;
        }
    }
}

async fn steps(store: &Store, user: u64, copy: &mut Copy<'_>) -> Result<(), Trouble> {
    for game in store.games_with_steps_by(user).await? {
        let mut after = 0;
        loop {
            let rows = store.some_steps_by(user, game, after, ROWS).await?;
            let Some(last) = rows.last() else { break };
            after = last.seq;
            for step in rows {
                let what = json!({
                    "game": step.game_id,
                    "game_name": step.game_name,
                    "step": step.seq,
                    "name": step.user_name,
                    "at_ms": step.at_ms,
                    "action": serde_json::from_str::<Value>(&step.action)?,
                });
                copy.add("steps", &what).await?;
            }
        }
    }
    Ok(())
}

/// A copy that grows, and is sent in parts once it is too large for one plain file.
pub(super) struct Copy<'a> {
    /// What stands at the head of each part, and of the first.
    head: Map<String, Value>,
    first: Map<String, Value>,
    largest: usize,
    tell: &'a Sender<Result<Card, Trouble>>,
    /// What has come while it was small, as JSON.
    waiting: Vec<(&'static str, String)>,
    size: usize,
    part: Option<Part>,
    parts: u32,
}

impl Copy<'_> {
    #[boxed]
    pub(super) async fn add(&mut self, section: &'static str, what: &Value) -> Result<(), Trouble> {
        let text = serde_json::to_string(what)?;
        if self.part.is_none() && self.parts == 0 {
            self.size += text.len();
            self.waiting.push((section, text));
            if self.size <= PLAIN.min(self.largest / 4) {
                return Ok(());
            }
            let words = "What I keep about you, from all servers, is more than fits one file. It follows in parts; each of them \
                         is JSON and can be read by itself. Only you see this. ";
            self.say(Card::line(format!("{words}{HOW_TO_OPEN}"))).await?;
            for (section, text) in std::mem::take(&mut self.waiting) {
                self.pack(section, &text).await?;
            }
            return Ok(());
        }
        self.pack(section, &text).await
    }

    async fn pack(&mut self, section: &'static str, text: &str) -> Result<(), Trouble> {
        if let Some(part) = self.part.take_if(|part| part.is_full(text, self.largest)) {
            self.send(part, false).await?;
        }
        let part = match &mut self.part {
            Some(part) => part,
            empty => {
                self.parts += 1;
                let head = if self.parts == 1 { &self.first } else { &self.head };
                empty.insert(Part::begun(self.parts, head)?)
            }
        };
        part.add(section, text)
    }

    async fn send(&self, part: Part, last: bool) -> Result<(), Trouble> {
        let (number, mut words) = (part.number, part.in_words());
        let bytes = part.ended()?;
        if bytes.len() > self.largest {
            return Err(Trouble::fault("a single entry of a copy is larger than a file may be"));
        }
        if last {
            words.push_str(" This is the last part.");
        }
        let file = File { name: format!("my-gatemaster-data-{number}.json.gz"), bytes };
        self.say(Card { files: vec![file], ..Card::line(words) }).await
    }

    async fn end(mut self) -> Result<(), Trouble> {
        if let Some(part) = self.part.take() {
            return self.send(part, true).await;
        }
        let bytes = plain(&self.first, &self.waiting)?.into_bytes();
        let file = File { name: "my-gatemaster-data.json".to_owned(), bytes };
        let line = "Everything I keep about you, from all servers. Only you see this.";
        self.say(Card { files: vec![file], ..Card::line(line) }).await
    }

    async fn say(&self, card: Card) -> Result<(), Trouble> {
        let gone = |_| Trouble::fault("nobody waits for the copy any more");
        self.tell.send(Ok(card)).await.map_err(gone)
    }
}

/// One plain file: the head, and a list for each section, with an entry a line.
fn plain(head: &Map<String, Value>, entries: &[(&'static str, String)]) -> Result<String, Trouble> {
    let head = serde_json::to_string_pretty(head)?;
    let mut text = head.strip_suffix("\n}").unwrap_or(&head).to_owned();
    for section in SECTIONS {
        let of_it = entries.iter().filter(|(its, _)| *its == section);
        let lines: Vec<String> = of_it.map(|(_, entry)| format!("\n    {entry}")).collect();
        let end = if lines.is_empty() { "" } else { "\n  " };
        let _ = write!(text, ",\n  \"{section}\": [{}{end}]", lines.join(","));
    }
    text.push_str("\n}\n");
    Ok(text)
}

/// One packed file: an object with the head, and a list for each section that has something in it.
struct Part {
    number: u32,
    gzip: GzEncoder<Vec<u8>>,
    /// The sections in it so far, and how many entries each has.
    sections: Vec<(&'static str, u32)>,
}

impl Part {
    fn begun(number: u32, head: &Map<String, Value>) -> Result<Self, Trouble> {
        let mut head = head.clone();
        head.insert("part".to_owned(), number.into());
        let text = serde_json::to_string(&Value::Object(head))?;
        let open = text.strip_suffix('}').unwrap_or(&text);
        let mut part = Self {
            number,
            gzip: GzEncoder::new(Vec::new(), Compression::default()),
            sections: Vec::new(),
        };
        part.write(open)?;
        Ok(part)
    }

    fn write(&mut self, text: &str) -> Result<(), Trouble> {
        self.gzip.write_all(text.as_bytes()).map_err(|error| Trouble::fault(error.to_string()))
    }

    /// Whether this would not fit any more, however badly it packs.
    fn is_full(&self, text: &str, largest: usize) -> bool {
        let held_back = HELD_BACK.min(largest / 4);
        self.gzip.get_ref().len() + held_back + text.len() > largest
    }

    fn add(&mut self, section: &'static str, text: &str) -> Result<(), Trouble> {
        match self.sections.last_mut() {
            Some((same, number)) if *same == section => {
                *number += 1;
                self.write(",")?;
            }
            before => {
                let end = if before.is_some() { "]" } else { "" };
                self.sections.push((section, 1));
                self.write(&format!("{end},\"{section}\":["))?;
            }
        }
        self.write(text)
    }

    fn in_words(&self) -> String {
        let mut words = format!("Part {}:", self.number);
        for (place, (section, number)) in self.sections.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            let _ = write!(words, "{comma} {}", entries(section, *number));
        }
        words.push('.');
        words
    }

    fn ended(mut self) -> Result<Vec<u8>, Trouble> {
        self.write(if self.sections.is_empty() { "}" } else { "]}" })?;
        self.gzip.finish().map_err(|error| Trouble::fault(error.to_string()))
    }
}

fn entries(section: &str, number: u32) -> String {
    match section {
        "absences" => words::count(number, "absence", "absences"),
        "saved_rolls" => words::count(number, "saved roll", "saved rolls"),
        "panels" => words::count(number, "dice panel", "dice panels"),
        "companies" => words::count(number, "company", "companies"),
        "rolls" => words::count(number, "roll", "rolls"),
        "games" => words::count(number, "game", "games"),
        "waiting_files" => words::count(number, "waiting file", "waiting files"),
        "steps" => words::count(number, "step in games", "steps in games"),
        "books" => words::count(
            number,
            "entry about leagues and campaigns",
            "entries about leagues and campaigns",
        ),
        _ => words::count(number, "note", "notes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_copy_is_one_json_object_with_an_entry_a_line() {
        let mut head = Map::new();
        head.insert("id".to_owned(), "7".into());
        // closes with two braces
        head.insert("settings".to_owned(), json!({ "theme": { "of": "night" } }));
        let entries = [
            ("steps", json!({ "step": 1, "name": "\u{202e}\"}],\n" }).to_string()),
            ("steps", json!({ "step": 2 }).to_string()),
            ("notes", json!("x").to_string()),
        ];
        let text = plain(&head, &entries).unwrap();
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["settings"], json!({ "theme": { "of": "night" } }));
        assert_eq!(read["steps"], json!([{ "step": 1, "name": "\u{202e}\"}],\n" }, { "step": 2 }]));
        assert_eq!(read["notes"], json!(["x"]));
        for section in SECTIONS {
            assert!(read[section].is_array(), "{section}: {text}");
        }
        assert!(text.contains("\n    {\"step\":2}\n  ]"), "{text}");
    }

    /// Whoever asks while as many copies are made as may be waits, and then gets theirs.
    #[tokio::test]
    async fn copies_are_made_two_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.unwrap();
        let others = TURNS.acquire_many(2).await.unwrap();
        let mut copy = messages(store, 7, LARGEST);
        let early = tokio::time::timeout(std::time::Duration::from_millis(500), copy.recv()).await;
        assert!(early.is_err(), "a third copy was made beside two others");
        drop(others);
        let card = copy.recv().await.unwrap().unwrap();
        assert_eq!(card.files.len(), 1);
    }
}
