//! A script of what people do and what is said to it, a line for each, played through Discord:
//!
//! - `@ hall`, `@ Elsewhere/lounge`, `@ thread hall/Side show`, `@ dm Ann`: what follows happens there.
//! - `Ann: /bag draw`, `Ann: [Start]`, `Bob: {Which unit…} Gang`: somebody types a command, presses a button (`[Stop*]` begins
//!   so) or picks from a list, on the newest message that has it.
//! - `? Turn 1`: the answer to that says this, sooner or later.
//! - `! Red Host`: something here says this, sooner or later.
//! - `to-the-end`: the Dice Game that is played here is played to its end.
//! - `told`: every league and campaign has taken in the games that have ended, and has said what it had to say.
//! - `export bag.json`: `/game export` gives this game, and it verifies.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gatemaster_commands::desk::{Desk, Loaded};
use gatemaster_commands::systems::dicegame::press::{DicePress, DicePressed};
use gatemaster_discord::press::encode;
use gatemaster_rules::export::{Export, verify};
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::stored;
use gatemaster_sandbox::{Answer, Person, Place, Seen};

use crate::club::Club;

/// For a machine that has much else to do.
const PATIENCE: Duration = Duration::from_mins(1);

/// `Err` says why not.
type Done<T = ()> = Result<T, String>;

pub struct Script<'a> {
    club: &'a Club,
    desk: Desk,
    place: Place,
    answer: Option<Answer>,
    /// Reads a file that the script names.
    file: fn(&str) -> String,
}

/// Looks again until it is so.
async fn until<T>(mut look: impl AsyncFnMut() -> Done<T>) -> Done<T> {
    let begin = Instant::now();
    loop {
        match look().await {
            Err(_) if begin.elapsed() < PATIENCE => {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            done => return done,
        }
    }
}

impl<'a> Script<'a> {
    /// Plays a script at a club, from its first line to its last.
    pub async fn play(club: &'a Club, script: &str, file: fn(&str) -> String) {
        let desk = gatemaster_commands::open_desk(club.store().await, Arc::clone(&club.clock));
        let mut all = Self { club, desk, place: club.hall.clone(), answer: None, file };
        for (number, line) in (1..).zip(script.lines()) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Err(why) = Box::pin(all.line(line)).await {
                panic!("line {number}, {line}: {why}");
            }
        }
        all.desk.store.close().await;
    }

    async fn line(&mut self, line: &str) -> Done {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("@", place) => self.place = self.place_called(place),
            ("?", text) => self.answers(text).await?,
            ("!", text) => self.is_said(text).await?,
            ("to-the-end", "") => self.to_the_end().await?,
            ("told", "") => self.told().await?,
            ("export", file) => self.exports(file).await?,
            _ => {
                let (name, deed) = line.split_once(": ").ok_or("nobody does that")?;
                let answer = self.deed(&self.person(name), deed).await?;
                if let Some(failed) = answer.failed() {
                    return Err(failed);
                }
                self.answer = Some(answer);
            }
        }
        Ok(())
    }

    fn person(&self, name: &str) -> Person {
        // nobody joins a server by being looked up
        self.club.discord.outsider(name)
    }

    fn place_called(&self, name: &str) -> Place {
        let discord = &self.club.discord;
        if let Some(name) = name.strip_prefix("dm ") {
            return self.person(name).dm();
        }
        let thread = name.strip_prefix("thread ").and_then(|name| name.split_once('/'));
        if let Some((channel, thread)) = thread {
            return discord.channel(channel).thread(thread);
        }
        match name.split_once('/') {
            Some((server, channel)) => discord.server(server).channel(channel),
            None => discord.channel(name),
        }
    }

    async fn deed(&self, person: &Person, deed: &str) -> Done<Answer> {
        if deed.starts_with('/') {
            return person.at(&self.place).slash(deed).attempt().await;
        }
        if let Some(label) = deed.strip_prefix('[').and_then(|deed| deed.strip_suffix(']')) {
            let fits = |known: &str| match label.strip_suffix('*') {
                Some(beginning) => known.starts_with(beginning),
                None => known == label,
            };
            return self.presses(person, |label, _| fits(label)).await;
        }
        let (list, pick) = deed
            .strip_prefix('{')
            .and_then(|deed| deed.split_once("} "))
            .ok_or("that is nothing to do")?;
        until(async || {
            let current = self.current().await;
            let sees = person.at(&self.place).sees();
            let found = sees.iter().rev().find_map(|seen| {
                let mut usable = seen.selects.iter().filter(|known| current(&known.custom_id));
                let found = usable.find(|known| known.placeholder == list)?;
                Some((seen, found.custom_id.clone()))
            });
            let (seen, id) = found.ok_or_else(|| shown(&sees))?;
            person.selects(seen, &id, &[pick]).attempt().await
        })
        .await
    }

    /// Presses the newest button whose label and id fit, as soon as there is one.
    async fn presses(&self, person: &Person, fits: impl Fn(&str, &str) -> bool) -> Done<Answer> {
        until(async || {
            let current = self.current().await;
            let sees = person.at(&self.place).sees();
            let found = sees.iter().rev().find_map(|seen| {
                let mut usable =
                    seen.buttons.iter().filter(|b| !b.disabled && current(&b.custom_id));
                usable.find(|b| fits(&b.label, &b.custom_id)).map(|b| (seen, b.custom_id.clone()))
            });
            let (seen, id) = found.ok_or_else(|| shown(&sees))?;
            person.clicks(seen, &id).attempt().await
        })
        .await
    }

    /// Boards are redrawn a moment after a step: a button of the game that is played here must be of its latest step.
    async fn current(&self) -> impl Fn(&str) -> bool {
        let open = self.desk.store.open_game_in(self.place.id()).await.unwrap();
        move |custom_id| {
            let mut words = custom_id.split(':').skip(1);
            open.as_ref().is_none_or(|game| {
                words.next() != Some(&game.id) || words.next() == Some(&game.seq.to_string())
            })
        }
    }

    async fn answers(&self, text: &str) -> Done {
        let answer = self.answer.as_ref().ok_or("nothing was done")?;
        until(async || says(&answer.messages(), text)).await
    }

    async fn is_said(&self, text: &str) -> Done {
        until(async || says(&self.place.everything_said(), text)).await
    }

    /// The game that is played here, if there is one.
    async fn game(&self) -> Option<Loaded> {
        let open = self.desk.store.open_game_in(self.place.id()).await.unwrap()?;
        self.desk.load_any(&open.id).await.unwrap()
    }

    async fn to_the_end(&self) -> Done {
        let mut chooser = Chooser::new(11);
        for _ in 0..3_000 {
            let Some(game) = self.game().await else { return Ok(()) };
            let table = game.table.game.as_ref().ok_or("it has not begun")?;
            let (seat, press) =
                crate::dicegame::lively(table, &mut chooser).ok_or("nobody has anything to do")?;
            let person = self.person(&game.table.player_at(seat).ok_or("nobody sits there")?.name);
            let wanted = encode(&DicePressed::new(&game.id, game.seq, press));
            let again = format!("d1:{}:{}:again:", game.id, game.seq);
            let stop = encode(&DicePressed::new(&game.id, game.seq, DicePress::Stop));
            self.presses(&person, |_, id| match press {
                // the dice that are offered; where all of them are good, there is only to stop
                DicePress::RollAgain(_) => id.starts_with(&again) || id == stop,
                _ => id == wanted,
            })
            .await?;
            until(async || match self.game().await {
                Some(now) if now.seq == game.seq => Err(format!("{wanted} did nothing")),
                _ => Ok(()),
            })
            .await?;
        }
        Err("it goes on for ever".to_owned())
    }

    async fn told(&self) -> Done {
        until(async || {
            // wakes whoever waits for a time
            self.club.clock.advance(Duration::from_millis(1));
            let games = self.desk.store.book_games_to_note().await.unwrap();
            let books = self.desk.store.books_to_tell().await.unwrap();
            match (games.is_empty(), books.is_empty()) {
                (true, true) => Ok(()),
                _ => Err(format!("these were not told: {games:?} {books:?}")),
            }
        })
        .await
    }

    async fn exports(&self, file: &str) -> Done {
        let answer = self.deed(&self.club.ann, "/game export").await?;
        let files = answer.message().files;
        let json = files.iter().find(|file| file.name.contains(".json"));
        let json = json.ok_or_else(|| answer.text())?;
        let now = stored::read_export(std::str::from_utf8(&json.bytes).unwrap()).unwrap();
        let then = stored::read_export(&(self.file)(file)).unwrap();
        assert_eq!(now, Export { program: now.program.clone(), ..then });
        let report = verify(&now);
        assert!(report.faults.is_empty() && report.other_rules.is_empty(), "{report:?}");
        Ok(())
    }
}

fn says(messages: &[Seen], text: &str) -> Done {
    if messages.iter().any(|seen| seen.all_text().contains(text)) {
        return Ok(());
    }
    Err(format!("nobody says that; {}", shown(messages)))
}

/// The last messages and what can be pressed on them, for whoever looks for a fault.
fn shown(messages: &[Seen]) -> String {
    let each = messages.iter().rev().take(4).map(|seen| {
        let buttons: Vec<_> = seen.buttons.iter().map(|b| (&b.label, &b.custom_id)).collect();
        let lists: Vec<_> = seen.selects.iter().map(|list| &list.placeholder).collect();
        format!("{}\n{buttons:?} {lists:?}", seen.all_text())
    });
    format!("there are\n{}", each.collect::<Vec<_>>().join("\n---\n"))
}
