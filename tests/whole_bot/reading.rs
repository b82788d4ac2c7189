//! A script of what people do at a table, and every message that comes of it, as a text that somebody has read from beginning
//! to end. `UPDATE_GOLDEN=1` writes the text anew.
//!
//! - `Ann: /draw dice:Red`, `Bob: [Stay up] dice:4 9`: somebody types a command or presses a button of the newest message, and
//!   just these dice fall.
//! - `Ann: {Fire at…} Gang Fighters`: somebody picks from a list.
//! - `Ann: (Exact range…) range=24; seeing=3`: somebody presses a button that opens a form, and fills it in.
//! - `Ann alone: [Lock]`: the same on the newest message that Ann alone sees.
//! - `look`: what the newest message shows in the middle of it, with its buttons, is kept as well.

use std::fmt::Write as _;
use std::time::Duration;

use gatemaster_sandbox::{Answer, Person, Seen};
use gatemaster_store::StoryKind;

use crate::club::Club;

/// The table that is read about.
pub trait Told {
    /// What the custom ids of its buttons begin with.
    fn tag(&self) -> &'static str;
    fn id(&self) -> &str;
    async fn steps(&self) -> u32;
    /// How many dice have fallen.
    async fn dice(&self) -> usize;
}

pub struct Reading<T> {
    pub club: Club,
    pub table: T,
    /// What was seen on the way.
    looks: String,
}

impl<T: Told> Reading<T> {
    pub fn of(club: Club, table: T) -> Self {
        Self { club, table, looks: String::new() }
    }

    /// The whole script, and in the end what everybody sees in the channel.
    pub async fn read(mut self, script: &str) -> String {
        for line in script.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
            self.line(line).await;
        }
        let Self { club, looks, .. } = self;
        // whatever has served is tidied up a moment after the last step
        club.until(|| {
            let all = club.hall.everything_said();
            let mut told = all.iter().rev().filter(|seen| !is_board(seen)).skip(1);
            told.all(|seen| seen.buttons.is_empty() && seen.selects.is_empty())
        })
        .await;
        let mut text = format!("In the middle of things\n=======================\n\n{looks}");
        text.push_str("What stays in the channel\n=========================\n\n");
        for seen in club.hall.everything_said().iter().filter(|seen| !is_board(seen)) {
            let _ = writeln!(text, "{}", shown(seen));
        }
        text
    }

    async fn line(&mut self, line: &str) {
        if line == "look" {
            let shown = shown(&self.newest().await);
            let _ = writeln!(self.looks, "{shown}");
            return;
        }
        if let Some(title) = line.strip_prefix("## ") {
            let _ = writeln!(self.looks, "## {title}\n");
            return;
        }
        let (name, deed) = line.split_once(": ").unwrap_or_else(|| panic!("who does {line}?"));
        let (name, alone) = match name.strip_suffix(" alone") {
            Some(name) => (name, true),
            None => (name, false),
        };
        let who = self.club.discord.outsider(name);
        let before = (self.table.steps().await, self.table.dice().await);
        let (deed, dice) = match deed.split_once(" dice:") {
            Some((deed, dice)) if !deed.starts_with("/draw") => (deed, dice),
            _ => (deed, ""),
        };
        let faces = dice.split_whitespace().map(|face| face.parse().unwrap());
        let faces: Vec<u32> = faces.collect();
        self.club.clock.dice.lay_out(faces.iter().copied());
        let answer = self.deed(&who, deed, alone).await;
        let done = answer.failed().is_none() && answer.is_private() == alone;
        assert!(done, "{}\n{line}: {}", self.looks, answer.text());
        if alone {
            let _ = writeln!(self.looks, "({name} alone sees:)\n{}", shown(&answer.message()));
        }
        let rolled = self.table.dice().await - before.1;
        let drawn = usize::from(deed.starts_with("/draw"));
        assert_eq!(rolled, faces.len() + drawn, "{line}: so many dice fell\n{}", answer.text());
    }

    async fn deed(&self, who: &Person, deed: &str, alone: bool) -> Answer {
        let hall = &self.club.hall;
        if deed.starts_with('/') {
            return self.club.does(who, hall, deed).await;
        }
        let has = |seen: &Seen, label: &str| {
            let button = seen.buttons.iter().find(|button| button.label.starts_with(label));
            button.map(|button| button.custom_id.clone())
        };
        if let Some(label) = deed.strip_prefix('[').and_then(|deed| deed.strip_suffix(']')) {
            let message = self.with(who, alone, |seen| has(seen, label).is_some()).await;
            let button = has(&message, label)
                .unwrap_or_else(|| panic!("{}\nno {label} on\n{}", self.looks, shown(&message)));
            return who.clicks(&message, &button).await;
        }
        if let Some((label, values)) = deed.strip_prefix('(').and_then(|deed| deed.split_once(") "))
        {
            let message = self.with(who, alone, |seen| has(seen, label).is_some()).await;
            let button = has(&message, label)
                .unwrap_or_else(|| panic!("{}\nno {label} on\n{}", self.looks, shown(&message)));
            let form = who.clicks(&message, &button).await.modal().expect("a form");
            let values: Vec<(&str, String)> = values
                .split(" | ")
                .map(|value| value.split_once('=').expect("key=value"))
                .map(|(key, value)| (key, value.replace("\\n", "\n")))
                .collect();
            let values: Vec<(&str, &str)> =
                values.iter().map(|(key, value)| (*key, value.as_str())).collect();
            return form.submit(&values).await;
        }
        let (list, picks) = deed.strip_prefix('{').unwrap().split_once("} ").unwrap();
        let picks: Vec<&str> = picks.split(" + ").filter(|pick| *pick != "nothing").collect();
        let message = self.with(who, alone, |seen| seen.select(list).is_some()).await;
        who.selects(&message, list, &picks).await
    }

    /// The newest message, or the newest with such a control among all that somebody sees.
    async fn with(&self, who: &Person, alone: bool, has: impl Fn(&Seen) -> bool) -> Seen {
        if !alone {
            return self.newest().await;
        }
        let all = who.at(&self.club.hall).sees();
        let mut fitting = all.into_iter().rev().filter(|seen| !is_board(seen) && has(seen));
        match fitting.next() {
            Some(seen) => seen,
            None => self.newest().await,
        }
    }

    /// Nobody presses faster than the bot notes which message shows what.
    async fn is_noted(&self) {
        let store = self.club.store().await;
        let steps = self.table.steps().await;
        for _ in 0..20 {
            let live = store.live_stories(self.table.id()).await.unwrap();
            let newest = live.iter().rev().find(|story| story.kind == StoryKind::Story);
            if newest.is_none_or(|story| story.shown >= steps) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        store.close().await;
    }

    /// The message that something can be done with now; the board only where there is no other.
    async fn newest(&self) -> Seen {
        self.is_noted().await;
        let now = format!("{}:{}:{}:", self.table.tag(), self.table.id(), self.table.steps().await);
        // before the first step of a reading there is nothing but the board
        let said = self.club.hall.everything_said();
        let only_board = said.iter().all(|seen| seen.private || is_board(seen));
        let usable = |seen: &Seen| {
            let buttons = seen.buttons.iter().map(|button| &button.custom_id);
            let mut ids = buttons.chain(seen.selects.iter().map(|list| &list.custom_id));
            !seen.private && (only_board || !is_board(seen)) && ids.any(|id| id.starts_with(&now))
        };
        self.club.hall.wait_for(usable).await
    }
}

/// Only boards say which step they show.
pub fn is_board(seen: &Seen) -> bool {
    seen.embeds.iter().any(|embed| embed.footer.starts_with("Step "))
}

/// A message as it is read, with what can be pressed and picked.
pub fn shown(seen: &Seen) -> String {
    let mut text = String::new();
    // whether the way to the board still stands there depends on who was quicker
    let told = plain(&seen.all_text()).replace("-# [The board]", "");
    // a board's last line differs from game to game
    for line in told.trim_end().lines().filter(|line| !line.starts_with("Step ")) {
        let _ = writeln!(text, "| {line}");
    }
    for list in &seen.selects {
        let options: Vec<&str> = list.options.iter().map(|option| option.label.as_str()).collect();
        let _ = writeln!(text, "| {{{}}} {}", list.placeholder, options.join(" / "));
    }
    let labels: Vec<String> =
        seen.buttons.iter().map(|button| format!("[{}]", button.label)).collect();
    if !labels.is_empty() {
        let _ = writeln!(text, "| {}", labels.join(" "));
    }
    text
}

/// Pictures as figures, and nothing that differs from battle to battle.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<:") {
        plain.push_str(before);
        let Some((emoji, after)) = after.split_once('>') else { break };
        let name = emoji.split(':').next().unwrap_or_default();
        let parts: Vec<&str> = name.split('_').collect();
        let shown = match parts.as_slice() {
            [die, face] if die.starts_with('d') => (*face).to_owned(),
            [_, face, "hit"] => format!("{face}✓"),
            [_, face, "miss"] => format!("{face}✗"),
            [_, face, "lucky"] => format!("{face}★"),
            [_, face, "dud"] => format!("{face}✖"),
            ["order", order] => match *order {
                "fire" => "🎯",
                "advance" => "🚶",
                "run" => "🏃",
                "ambush" => "👁️",
                "rally" => "📣",
                _ => "⬇️",
            }
            .to_owned(),
            _ => "📌".to_owned(),
        };
        plain.push_str(&shown);
        rest = after;
    }
    plain.push_str(rest);
    let lines =
        plain.lines().map(|line| match (line.split_once("](http"), line.strip_prefix("<@")) {
            (Some((before, _)), _) => format!("{before}]"),
            (None, Some(mention)) => {
                let asked = mention.trim_start_matches(char::is_numeric);
                format!("(rings){}", asked.trim_start_matches('>'))
            }
            (None, None) => line.to_owned(),
        });
    lines.collect::<Vec<_>>().join("\n")
}

/// Compares a text with the one that was kept, line by line.
pub fn compare(text: &str, golden: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(golden, text).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(golden).unwrap();
    for (number, (told, kept)) in (1..).zip(text.lines().zip(kept.lines())) {
        assert_eq!(told, kept, "line {number} of {golden}; UPDATE_GOLDEN=1 writes it anew");
    }
    assert_eq!(text, kept, "{golden}; UPDATE_GOLDEN=1 writes it anew");
}
