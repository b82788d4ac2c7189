//! Every message of a battle as people read it in the channel, kept as a text that somebody has read from beginning to end.
//! The script says who does what and how the dice fall; `UPDATE_GOLDEN=1` writes the text anew.
//!
//! - `Ann: /draw dice:Red`, `Bob: [Stay up] dice:4 9`: somebody types a command or presses a button of the newest message, and
//!   just these dice fall.
//! - `Ann: {Fire at…} Gang Fighters`: somebody picks from a list.
//! - `look`: what the newest message shows in the middle of it, with its buttons, is kept as well.

use std::fmt::Write as _;

use gatemaster_sandbox::{Answer, Person, Seen};

use crate::battlefield::{Battlefield, forces};
use crate::club::Club;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/battle.script");
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/battle.txt");

struct Reading {
    club: Club,
    field: Battlefield,
    /// What was seen on the way.
    looks: String,
}

impl Reading {
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
        let who = self.club.discord.outsider(name);
        let before = (self.field.steps().await, self.field.dice().await.len());
        let (deed, dice) = match deed.split_once(" dice:") {
            Some((deed, dice)) if !deed.starts_with("/draw") => (deed, dice),
            _ => (deed, ""),
        };
        let faces = dice.split_whitespace().map(|face| face.parse().unwrap());
        let faces: Vec<u32> = faces.collect();
        self.club.clock.dice.lay_out(faces.iter().copied());
        let answer = self.deed(&who, deed).await;
        let done = answer.failed().is_none() && !answer.is_private();
        assert!(done, "{}\n{line}: {}", self.looks, answer.text());
        let rolled = self.field.dice().await.len() - before.1;
        let drawn = usize::from(deed.starts_with("/draw"));
        assert_eq!(rolled, faces.len() + drawn, "{line}: so many dice fell\n{}", answer.text());
    }

    async fn deed(&self, who: &Person, deed: &str) -> Answer {
        let hall = &self.club.hall;
        if deed.starts_with('/') {
            return self.club.does(who, hall, deed).await;
        }
        if let Some(label) = deed.strip_prefix('[').and_then(|deed| deed.strip_suffix(']')) {
            let message = self.newest().await;
            let button = message.buttons.iter().find(|button| button.label.starts_with(label));
            let button = button.unwrap_or_else(|| panic!("no {label} on\n{}", shown(&message)));
            return who.clicks(&message, &button.custom_id).await;
        }
        let (list, pick) = deed.strip_prefix('{').unwrap().split_once("} ").unwrap();
        who.selects(&self.newest().await, list, &[pick]).await
    }

    /// The message that something can be done with now, besides the board.
    async fn newest(&self) -> Seen {
        let now = format!("a1:{}:{}:", self.field.id, self.field.steps().await);
        let usable = |seen: &Seen| {
            let buttons = seen.buttons.iter().map(|button| &button.custom_id);
            let mut ids = buttons.chain(seen.selects.iter().map(|list| &list.custom_id));
            !is_board(seen) && ids.any(|id| id.starts_with(&now))
        };
        self.club.hall.wait_for(usable).await
    }
}

/// Only boards say which step they show.
fn is_board(seen: &Seen) -> bool {
    seen.embeds.iter().any(|embed| embed.footer.starts_with("Step "))
}

/// A message as it is read, with what can be pressed and picked.
fn shown(seen: &Seen) -> String {
    let mut text = String::new();
    // whether the way to the board still stands there depends on who was quicker
    let told = plain(&seen.all_text()).replace("-# [The board]", "");
    for line in told.trim_end().lines() {
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

#[tokio::test]
async fn every_message_of_a_battle_is_short_and_clear() {
    let club = Club::open().await;
    let setup = forces(
        &["ai_squad", "ai_command_squad", "ai_assault_squad"],
        &["outcast_squad", "gang_fighters", "lavamites"],
    );
    let field = Battlefield::open(&club, setup).await;
    field.board().await;
    let mut reading = Reading { club, field, looks: String::new() };
    let script = std::fs::read_to_string(SCRIPT).unwrap();
    for line in script.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        reading.line(line).await;
    }
    let Reading { club, looks, .. } = reading;
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
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(GOLDEN, text).unwrap();
        return;
    }
    let golden = std::fs::read_to_string(GOLDEN).unwrap();
    for (number, (told, kept)) in (1..).zip(text.lines().zip(golden.lines())) {
        assert_eq!(told, kept, "line {number} of {GOLDEN}; UPDATE_GOLDEN=1 writes it anew");
    }
    assert_eq!(text, golden, "{GOLDEN}; UPDATE_GOLDEN=1 writes it anew");
}
