//! Everything that is shown goes out as a [`Card`]: plain data, made by pure functions, fitted to Discord's
//! limits here and nowhere else. A card pings nobody but the people it names.

use std::collections::HashSet;
use std::sync::Arc;

use crate::limits::{self, clip};
use crate::picture::Picture;
use crate::press::CustomId;
use crate::signs::{self, Emojis};
use serde_json::{Value, json};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    /// Text above the frame. Mentions only ping from here.
    pub content: String,
    pub title: String,
    pub text: String,
    pub fields: Vec<(String, String)>,
    pub footer: String,
    pub colour: Option<u32>,
    /// Lists to choose from; they stand above the buttons.
    pub selects: Vec<Select>,
    pub buttons: Vec<Vec<Button>>,
    /// People who owe something and are told so.
    pub pings: Vec<u64>,
    pub files: Vec<File>,
    /// Shown within the frame; the text says the same.
    pub picture: Option<Picture>,
    /// Discord reads the text above the frame aloud.
    pub spoken: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    pub label: String,
    pub emoji: Option<&'static str>,
    pub style: Style,
    pub press: Press,
    pub disabled: bool,
}

/// What happens when a button is pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// We hear of it.
    Id(CustomId),
    /// Discord opens this address, and nobody is asked anything.
    Link(String),
}

/// A list to choose from. What was chosen comes with the press.
#[derive(Clone, Debug, PartialEq)]
pub struct Select {
    pub placeholder: String,
    pub press: CustomId,
    pub options: Vec<Choice>,
    /// How many may be chosen at once, and how many must.
    pub least: usize,
    pub most: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    pub label: String,
    pub value: String,
    /// A second line in small print.
    pub more: String,
    pub emoji: Option<&'static str>,
    pub chosen: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The one thing most people want to do next.
    Main,
    Plain,
    Yes,
    No,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Whether one person sees a message or everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenBy {
    All,
    One,
}

/// The name under which a card's picture travels.
const PICTURE: &str = "board.png";

/// A footer is small print; what is longer belongs into the text.
const FOOTER: usize = 300;

/// Discord's number for a button that opens an address.
const LINK: u8 = 5;

/// Discord's flag for a message that one person sees.
const EPHEMERAL: u64 = 1 << 6;

/// Where Discord shows no emoji of ours.
fn plain_clip(text: &str, max: usize) -> String {
    signs::plainly(&clip(text, max))
}

impl Card {
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A single sentence without a frame.
    pub fn line(text: impl Into<String>) -> Self {
        Self { content: text.into(), ..Self::default() }
    }

    #[must_use]
    pub fn with_row(mut self, row: Vec<Button>) -> Self {
        if !row.is_empty() {
            self.buttons.push(row);
        }
        self
    }

    /// The body of a message, within every limit.
    pub fn body(&self, seen: SeenBy) -> Value {
        let mut content = self.fitted_content();
        let embeds: Vec<Value> = self.embed().into_iter().collect();
        if content.is_empty() && embeds.is_empty() && self.files.is_empty() {
            // Discord refuses an empty message; a dash says at least that something arrived
            content.push('—');
        }
        let mut body = json!({
            "content": content,
            "embeds": embeds,
            "components": self.components(),
            "allowed_mentions": self.allowed_mentions(),
            "flags": match seen { SeenBy::All => 0, SeenBy::One => EPHEMERAL },
        });
        if let Some(picture) = &self.picture {
            body["attachments"] = json!([{
                "id": "0",
                "filename": PICTURE,
                "description": plain_clip(&picture.alt, limits::ALT_TEXT),
            }]);
        }
        if self.spoken && seen == SeenBy::All {
            body["tts"] = true.into();
        }
        body
    }

    /// The body of an edit: who sees a message cannot change any more.
    pub fn edit_body(&self) -> Value {
        let mut body = self.body(SeenBy::All);
        if let Some(body) = body.as_object_mut() {
            body.remove("flags");
            body.remove("tts");
            // a picture that was there before is not wanted any more
            if self.picture.is_none() && self.files.is_empty() {
                body.insert("attachments".to_owned(), json!([]));
            }
        }
        body
    }

    /// The body of an edit that leaves frame and picture as they are.
    pub fn controls_body(&self) -> Value {
        json!({
            "content": self.fitted_content(),
            "components": self.components(),
            "allowed_mentions": { "parse": [] },
        })
    }

    /// The text above the frame, within its limit. Several files go with text alone. What is read aloud has figures.
    pub fn fitted_content(&self) -> String {
        let content = self.mentions_and_content();
        let emojis = if self.spoken { Arc::default() } else { self.emojis() };
        emojis.dress(&clip(&content, limits::CONTENT))
    }

    /// The emoji that this message can show: those of the application, or none where they would make it too long. Then it
    /// has figures throughout, and nothing is cut for the sake of pictures.
    fn emojis(&self) -> Arc<Emojis> {
        let known = signs::known();
        if known.is_empty() {
            return known;
        }
        let content = self.mentions_and_content();
        let mut framed = vec![(&self.title, limits::EMBED_TITLE), (&self.text, limits::EMBED_TEXT)];
        for (name, value) in self.fields.iter().take(limits::EMBED_FIELDS) {
            framed.extend([(name, limits::FIELD_NAME), (value, limits::FIELD_VALUE)]);
        }
        // in pictures and in figures
        let lengths = |text: &str| (known.dressed_length(text), signs::plain_length(text));
        let fits = |text: &str, max: usize| {
            let (dressed, plain) = lengths(text);
            dressed <= max || dressed == plain
        };
        let footer = signs::plain_length(&self.footer).min(FOOTER);
        let (dressed, plain) =
            framed.iter().fold((footer, footer), |(dressed, plain), (text, _)| {
                let (more_dressed, more_plain) = lengths(text);
                (dressed + more_dressed, plain + more_plain)
            });
        let all_fit = fits(&content, limits::CONTENT)
            && framed.iter().all(|(text, max)| fits(text, *max))
            && (dressed <= limits::EMBEDS_TOTAL || dressed == plain);
        if all_fit { known } else { Arc::default() }
    }

    fn mentions_and_content(&self) -> String {
        let people: Vec<String> = self.pings().iter().map(|id| format!("<@{id}>")).collect();
        match (people.is_empty(), self.content.is_empty()) {
            (true, _) => self.content.clone(),
            (false, true) => people.join(" "),
            (false, false) => format!("{} {}", people.join(" "), self.content),
        }
    }

    fn pings(&self) -> &[u64] {
        &self.pings[..self.pings.len().min(limits::MENTIONS)]
    }

    fn allowed_mentions(&self) -> Value {
        let users: Vec<String> = self.pings().iter().map(ToString::to_string).collect();
        json!({ "parse": [], "users": users })
    }

    fn embed(&self) -> Option<Value> {
        let nothing = self.title.is_empty() && self.text.is_empty() && self.fields.is_empty();
        if nothing {
            return None;
        }
        let emojis = self.emojis();
        let mut left = limits::EMBEDS_TOTAL;
        let mut take = |text: &str, max: usize| {
            let text = emojis.dress(&clip(text, max.min(left)));
            left = left.saturating_sub(text.chars().count());
            text
        };
        let title = take(&self.title, limits::EMBED_TITLE);
        // Discord shows no emoji of ours there
        let footer = take(&signs::plainly(&self.footer), FOOTER);
        let text = take(&self.text, limits::EMBED_TEXT);
        let mut fields = Vec::new();
        for (name, value) in self.fields.iter().take(limits::EMBED_FIELDS) {
            let name = take(name, limits::FIELD_NAME);
            let value = take(value, limits::FIELD_VALUE);
            if !name.is_empty() && !value.is_empty() {
                fields.push(json!({ "name": name, "value": value, "inline": false }));
            }
        }
        let mut embed = json!({ "fields": fields });
        for (key, text) in [("title", title), ("description", text)] {
            if !text.is_empty() {
                embed[key] = text.into();
            }
        }
        if !footer.is_empty() {
            embed["footer"] = json!({ "text": footer });
        }
        if let Some(colour) = self.colour {
            embed["color"] = colour.into();
        }
        if self.picture.is_some() {
            embed["image"] = json!({ "url": format!("attachment://{PICTURE}") });
        }
        Some(embed)
    }

    /// Discord refuses a message in which two controls mean the same. What is put together from several sources may well
    /// have such a pair; the first of them stays.
    fn components(&self) -> Value {
        let mut seen = HashSet::new();
        let mut rows: Vec<Vec<Value>> = Vec::new();
        for select in self.selects.iter().filter(|select| !select.options.is_empty()) {
            if seen.insert(select.press.as_str()) {
                rows.push(vec![select.json()]);
            }
        }
        for row in &self.buttons {
            let fresh = row.iter().filter(|button| match &button.press {
                Press::Id(id) => seen.insert(id.as_str()),
                Press::Link(_) => true,
            });
            rows.push(fresh.take(limits::BUTTONS_PER_ROW).map(Button::json).collect());
        }
        rows.retain(|row| !row.is_empty());
        rows.truncate(limits::ROWS);
        rows.into_iter().map(|row| json!({ "type": 1, "components": row })).collect()
    }

    /// The same without frame, controls and files, for when Discord does not take it as it is.
    #[must_use]
    pub fn plainly(&self) -> Card {
        let parts = [&self.content, &self.title, &self.text];
        let mut lines: Vec<String> =
            parts.into_iter().filter(|part| !part.is_empty()).cloned().collect();
        lines.extend(self.fields.iter().map(|(name, value)| format!("{name}: {value}")));
        Card { pings: self.pings.clone(), ..Card::line(lines.join("\n")) }
    }

    /// What is uploaded with the message.
    pub fn uploads(&self) -> Vec<File> {
        let picture = self.picture.as_ref();
        let picture =
            picture.map(|picture| File { name: PICTURE.to_owned(), bytes: picture.png.clone() });
        self.files.iter().cloned().chain(picture).collect()
    }

    /// The same card as plain text, for transcripts.
    pub fn plain(&self) -> String {
        let parts = [&self.title, &self.content, &self.text];
        let mut lines: Vec<String> =
            parts.into_iter().filter(|part| !part.is_empty()).cloned().collect();
        lines.extend(self.fields.iter().map(|(name, value)| format!("{name}: {value}")));
        signs::plainly(&lines.join("\n"))
    }
}

impl Select {
    /// A list of which one thing is chosen.
    pub fn new(
        placeholder: impl Into<String>,
        press: impl Into<CustomId>,
        options: Vec<Choice>,
    ) -> Self {
        let (placeholder, press) = (placeholder.into(), press.into());
        Self { placeholder, press, options, least: 1, most: 1 }
    }

    /// Any number of them may be chosen, none as well.
    #[must_use]
    pub fn any_number(mut self) -> Self {
        self.least = 0;
        self.most = self.options.len().clamp(1, usize::from(limits::CHOICES));
        self
    }

    fn json(&self) -> Value {
        // two options that mean the same are refused as well
        let mut seen = HashSet::new();
        let fresh = self.options.iter().filter(|option| seen.insert(option.value.as_str()));
        let options: Vec<Value> = fresh.take(limits::CHOICES.into()).map(Choice::json).collect();
        json!({
            "type": 3,
            "custom_id": self.press.as_str(),
            "placeholder": plain_clip(&self.placeholder, limits::PLACEHOLDER),
            "min_values": self.least,
            "max_values": self.most.min(options.len()).max(1),
            "options": options,
        })
    }
}

impl Choice {
    #[expect(clippy::needless_pass_by_value, reason = "numbers and texts alike, as they come")]
    pub fn new(label: impl Into<String>, value: impl ToString) -> Self {
        Self { label: label.into(), value: value.to_string(), ..Self::default() }
    }

    #[must_use]
    pub fn more(mut self, more: impl Into<String>) -> Self {
        self.more = more.into();
        self
    }

    #[must_use]
    pub fn marked(mut self, emoji: &'static str) -> Self {
        self.emoji = Some(emoji);
        self
    }

    #[must_use]
    pub fn chosen_if(mut self, chosen: bool) -> Self {
        self.chosen = chosen;
        self
    }

    fn json(&self) -> Value {
        let mut option = json!({
            "label": plain_clip(&self.label, limits::CHOICE_NAME),
            "value": clip(&self.value, limits::CHOICE_NAME),
            "default": self.chosen,
        });
        if !self.more.is_empty() {
            option["description"] = plain_clip(&self.more, limits::CHOICE_NAME).into();
        }
        if let Some(emoji) = self.emoji {
            option["emoji"] = json!({ "name": emoji });
        }
        option
    }
}

impl Button {
    pub fn new(label: impl Into<String>, press: impl Into<CustomId>) -> Self {
        Self::with(label, Press::Id(press.into()))
    }

    /// Opens a page or jumps to a message; nobody is asked anything.
    pub fn link(label: impl Into<String>, url: impl Into<String>) -> Self {
        Self::with(label, Press::Link(url.into()))
    }

    fn with(label: impl Into<String>, press: Press) -> Self {
        Self { label: label.into(), emoji: None, style: Style::Plain, press, disabled: false }
    }

    #[must_use]
    pub fn styled(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    #[must_use]
    pub fn marked(mut self, emoji: &'static str) -> Self {
        self.emoji = Some(emoji);
        self
    }

    #[must_use]
    pub fn disabled_if(mut self, disabled: bool) -> Self {
        self.disabled = disabled;
        self
    }

    fn json(&self) -> Value {
        let style = match self.style {
            Style::Main => 1,
            Style::Plain => 2,
            Style::Yes => 3,
            Style::No => 4,
        };
        let mut button = json!({
            "type": 2,
            "style": style,
            "label": plain_clip(&self.label, limits::BUTTON_LABEL),
            "disabled": self.disabled,
        });
        match &self.press {
            Press::Link(url) => {
                button["style"] = LINK.into();
                button["url"] = url.as_str().into();
            }
            Press::Id(id) => button["custom_id"] = id.as_str().into(),
        }
        if let Some(emoji) = self.emoji {
            button["emoji"] = json!({ "name": emoji });
        }
        button
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::press::{self, Reader, Writer};

    /// A button that means one word.
    struct Word(&'static str);

    impl press::Press for Word {
        const TAG: &'static str = "w1";

        fn write(&self, words: &mut Writer) {
            words.add(self.0);
        }

        fn read(_: &mut Reader<'_>) -> Option<Self> {
            None
        }
    }

    #[test]
    fn an_overfull_card_is_cut_to_discord_s_limits() {
        let card = Card {
            content: "c".repeat(5_000),
            title: "t".repeat(5_000),
            text: "x".repeat(5_000),
            fields: vec![("f".repeat(500), "v".repeat(5_000)); 40],
            footer: "z".repeat(5_000),
            pings: (0..200).collect(),
            ..Card::default()
        };
        let body = card.body(SeenBy::All);
        let count = |v: &Value| v.as_str().unwrap().chars().count();
        assert_eq!(count(&body["content"]), limits::CONTENT);
        let embed = &body["embeds"][0];
        let fields = embed["fields"].as_array().unwrap();
        assert!(fields.len() <= limits::EMBED_FIELDS);
        let total: usize = count(&embed["title"])
            + count(&embed["description"])
            + count(&embed["footer"]["text"])
            + fields.iter().map(|f| count(&f["name"]) + count(&f["value"])).sum::<usize>();
        assert!(total <= limits::EMBEDS_TOTAL, "{total}");
        assert_eq!(body["allowed_mentions"]["users"].as_array().unwrap().len(), limits::MENTIONS);
    }

    #[test]
    fn an_empty_card_is_still_a_message_and_pings_nobody() {
        let body = Card::default().body(SeenBy::One);
        assert_eq!(body["content"], "—");
        assert_eq!(body["flags"], 64);
        assert_eq!(body["allowed_mentions"], json!({ "parse": [], "users": [] }));
    }

    #[test]
    fn controls_that_mean_the_same_stand_in_a_message_once() {
        let id = |word| CustomId::from(Word(word));
        let choices =
            vec![Choice::new("Ann", 1), Choice::new("Ann again", 1), Choice::new("Bob", 2)];
        let card = Card {
            selects: vec![
                Select::new("Who?", id("who"), choices.clone()),
                Select::new("Who again?", id("who"), choices),
            ],
            buttons: vec![
                vec![Button::new("My matches", id("my")), Button::new("Table", id("table"))],
                vec![Button::new("My matches", id("my"))],
                vec![
                    Button::link("There", "https://example.org"),
                    Button::link("There", "https://example.org"),
                    Button::new("Look", id("who")),
                    Button::new("Settle", id("settle")),
                ],
            ],
            ..Card::default()
        };
        let body = card.body(SeenBy::All);
        let rows: Vec<Vec<&str>> = body["components"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                let inside = row["components"].as_array().unwrap().iter();
                inside.map(|one| one["label"].as_str().unwrap_or("select")).collect()
            })
            .collect();
        assert_eq!(
            rows,
            [vec!["select"], vec!["My matches", "Table"], vec!["There", "There", "Settle"]]
        );
        let options = body["components"][0]["components"][0]["options"].as_array().unwrap();
        assert_eq!(options.len(), 2);
        assert_eq!(card.controls_body()["components"], body["components"]);
    }

    #[test]
    fn said_plainly_a_card_keeps_its_words_and_whom_it_rings_for() {
        let card = Card {
            content: "**Winter**: it has started.\n-# entry 7".to_owned(),
            title: "Round 1".to_owned(),
            text: "Ann – Bob".to_owned(),
            fields: vec![("Due".to_owned(), "soon".to_owned())],
            pings: vec![7],
            buttons: vec![vec![Button::link("There", "https://example.org")]],
            ..Card::default()
        };
        let body = card.plainly().body(SeenBy::All);
        assert_eq!(
            body["content"],
            "<@7> **Winter**: it has started.\n-# entry 7\nRound 1\nAnn – Bob\nDue: soon"
        );
        assert_eq!((&body["embeds"], &body["components"]), (&json!([]), &json!([])));
    }

    /// What a process knows is known to every card, so one test tries all of it.
    #[test]
    fn dice_are_emoji_where_there_is_room_for_them_and_figures_where_there_is_not() {
        use crate::signs::{Look, die, know};
        know(Emojis::new([("d10_7_hit".to_owned(), 1_234_567_890_123_456_789)]));
        let seven = die(10, 7, Look::Hit);
        let shown = "<:d10_7_hit:1234567890123456789>";
        let card = Card {
            content: seven.clone(),
            title: format!("Fire {seven}"),
            text: format!("{seven}{}", die(6, 2, Look::Miss)),
            fields: vec![(seven.clone(), seven.clone())],
            footer: seven.clone(),
            selects: vec![Select::new(
                seven.clone(),
                Word("one"),
                vec![Choice::new(seven.clone(), 1).more(seven.clone())],
            )],
            buttons: vec![vec![Button::new(seven.clone(), Word("two"))]],
            picture: Some(Picture { png: Vec::new(), alt: seven.clone() }),
            ..Card::default()
        };
        let body = card.body(SeenBy::All);
        assert_eq!(body["content"], shown);
        assert_eq!(card.controls_body()["content"], shown);
        let embed = &body["embeds"][0];
        assert_eq!(embed["title"], format!("Fire {shown}"));
        assert_eq!(embed["description"], format!("{shown}2✗"), "figures for what is not there");
        assert_eq!(embed["fields"][0]["value"], shown);
        // where Discord shows text alone, and where there are only words
        assert_eq!(embed["footer"]["text"], "7✓");
        assert_eq!(body["attachments"][0]["description"], "7✓");
        let list = &body["components"][0]["components"][0];
        assert_eq!(
            (&list["placeholder"], &list["options"][0]["label"]),
            (&json!("7✓"), &json!("7✓"))
        );
        assert_eq!(list["options"][0]["description"], "7✓");
        assert_eq!(body["components"][1]["components"][0]["label"], "7✓");
        assert_eq!(card.plain(), "Fire 7✓\n7✓\n7✓2✗\n7✓: 7✓");

        let spoken = Card { spoken: true, ..Card::line(seven.clone()) };
        assert_eq!(spoken.body(SeenBy::All)["content"], "7✓", "what is read aloud");

        // 32 characters each: 62 of them fit above a frame, 63 only as figures
        let many =
            |count: usize| Card::line(vec![seven.as_str(); count].join("")).body(SeenBy::All);
        assert_eq!(many(62)["content"], shown.repeat(62));
        assert_eq!(many(63)["content"], "7✓".repeat(63));
        let cut = many(1_001)["content"].as_str().unwrap().to_owned();
        assert_eq!(cut, format!("{}…", "7✓".repeat(999)), "cut between two dice");

        // each part fits, all of them together do not
        let long = vec![seven.as_str(); 100].join("");
        let whole = Card { text: long.clone(), ..Card::default() };
        assert_eq!(whole.body(SeenBy::All)["embeds"][0]["description"], shown.repeat(100));
        let fields = vec![("more".to_owned(), vec![seven.as_str(); 30].join("")); 4];
        let whole = Card { text: long, fields, ..Card::default() };
        assert_eq!(whole.body(SeenBy::All)["embeds"][0]["description"], "7✓".repeat(100));
        know(Emojis::default());
    }

    #[test]
    fn names_cannot_format_the_sentence_around_them() {
        use crate::words::esc;
        assert_eq!(esc("**Bob** <@1>"), "\\*\\*Bob\\*\\* \\<\\@1\\>");
    }
}
