//! A long run of mixed input: the real program as a process of its own, many people in many channels of a sandbox beside it,
//! who type commands, press buttons, fill in forms and are offered words while they type, sensibly and not: every command
//! that is registered comes up, with any of its options. It prints the program's memory on the way, which must stay flat,
//! how much data there is, and what the program logged as its own fault.
//!
//! `cargo bench --bench soak -- [--commands N] [--people N] [--channels N] [--seed N]`
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod process;
mod random_input;

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use gatemaster_sandbox::{Answer, Options, Person, Place, Sandbox, Seen};
use process::{Bot, number};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

/// What people type; some of it at the wrong time, some of it nonsense.
const LINES: &[&str] = &[
    "/bag setup sides:Red 6, Blue 5",
    "/bag draw",
    "/bag draw",
    "/bag draw",
    "/bag next",
    "/bag undo",
    "/bag put-in die:Red",
    "/bag setup sides:🎲🎲🎲",
    "/game new system:Beyond the Gates of Antares force:Algoryn against:Ghar",
    "/game new system:Gates of Antares: The Dice Game",
    "/game join",
    "/game start",
    "/game board",
    "/game log",
    "/game end",
    "/game put-away",
    "/game resume",
    "/game recap",
    "/game list",
    "/game mine",
    "/game export",
    "/my games",
    "/roll dice:2d6+1",
    "/roll dice:20x 10d10!>=7f1",
    "/roll dice:((((((",
    "/rolls last",
    "/rules search:shooting at long range",
    "/rules search:shotign",
    "/rules search:zzzzzzzzzzzzzzzzzzzz",
    "/profile unit:strike squad",
    "/weapon weapon:mag gun",
    "/weapon weapon:mg gnu",
    "/help topic:dice",
    "/player",
    "/league list",
    "/league new name:Autumn format:Open challenge: anybody against anybody game:Bolt Action",
    "/campaign new name:War game:Skirmish",
    "/campaign list",
    "/leave-of-absence days:3",
    "/leave-of-absence back:true",
    "/privacy show",
    "/units template",
    "/unit",
    "/explain",
    "/draw",
    "/about",
];

const BEGUN: &[&str] = &[
    "/rules search:sho",
    "/profile unit:str",
    "/weapon weapon:m",
    "/help topic:di",
    "/game log game:a",
    "/league table league:au",
    "/my notices zone:ber",
];

/// Where the memory is read, in commands.
const MILESTONES: &[usize] = &[1_000, 10_000, 50_000, 100_000, 150_000, 200_000, 250_000, 300_000];

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(soak(
        number("--commands", 300_000),
        number("--people", 40),
        number("--channels", 24),
        number("--seed", 1),
    ));
}

async fn soak(commands: usize, people: usize, channels: usize, seed: usize) {
    let nowhere = Some("/nowhere/openapi.json".into());
    let options = Options { openapi: nowhere, history: 50, backlog: 500, ..Options::default() };
    let discord = Sandbox::start(options).await.unwrap();
    // one in ten manages the server, so that organisers' commands get through as well
    let person = |n: usize| {
        let name = format!("Player {n}");
        if n.is_multiple_of(10) { discord.manager(&name) } else { discord.person(&name) }
    };
    let people: Arc<[Person]> = (0..people).map(person).collect();
    let places: Arc<[Place]> =
        (0..channels).map(|n| discord.channel(&format!("table-{n}"))).collect();
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut command = Command::new(env!("CARGO_BIN_EXE_gatemaster"));
    command.arg("run").env("GATEMASTER_DATA", folder.path()).env("GATEMASTER_LOG", "error");
    command.stdout(Stdio::null()).stderr(std::fs::File::create(&log).unwrap());
    let bot = Bot::start(command, &discord);
    discord.bot_ready().await;
    discord.until("the commands are registered", || !discord.commands().is_empty()).await;
    let registered = Arc::new(random_input::Registered::read(&discord.commands()));
    println!("the program is process {}", bot.id());
    println!(
        "{:>9}{:>9}{:>9}{:>9}{:>10}{:>9}",
        "commands", "MB", "of data", "at most", "on disk", "per s"
    );
    let (done, began) = (Arc::new(AtomicUsize::new(0)), Instant::now());
    let tell = |milestone: usize| {
        let so_far = done.load(Ordering::Relaxed);
        #[expect(clippy::cast_precision_loss, reason = "a rate to look at")]
        let rate = so_far as f64 / began.elapsed().as_secs_f64();
        let [all, data, most] = ["VmRSS", "RssAnon", "VmHWM"].map(|name| bot.megabytes(name));
        let disk = on_disk(folder.path());
        println!("{milestone:>9}{all:>9.1}{data:>9.1}{most:>9.1}{disk:>10.1}{rate:>9.0}");
    };
    tell(0);

    let mut running = tokio::task::JoinSet::new();
    for n in 0..channels {
        let done = Arc::clone(&done);
        let dice = StdRng::seed_from_u64(u64::try_from(seed * 1_000 + n).unwrap());
        let mut table = Table {
            people: Arc::clone(&people),
            places: Arc::clone(&places),
            place: places[n].clone(),
            registered: Arc::clone(&registered),
            dice,
            last: None,
        };
        running.spawn(async move {
            while done.load(Ordering::Relaxed) < commands {
                // what never came to the bot, such as a press on a message that is gone, does not count
                if table.do_something().await {
                    done.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
    }
    for milestone in MILESTONES.iter().copied().filter(|it| *it < commands).chain([commands]) {
        while done.load(Ordering::Relaxed) < milestone && !running.is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            if let Some(ended) = running.try_join_next() {
                ended.unwrap();
            }
        }
        tell(milestone);
    }
    while let Some(ended) = running.join_next().await {
        ended.unwrap();
    }
    let faults = std::fs::read_to_string(&log).unwrap();
    println!("{} lines logged as faults", faults.lines().count());
    for line in faults.lines().take(20) {
        println!("  {line}");
    }
}

/// The size of the database, in megabytes.
fn on_disk(folder: &Path) -> f64 {
    let files = std::fs::read_dir(folder).unwrap().filter_map(Result::ok);
    let bytes: u64 = files.filter_map(|file| file.metadata().ok()).map(|it| it.len()).sum();
    #[expect(clippy::cast_precision_loss, reason = "a size to look at")]
    let bytes = bytes as f64;
    bytes / (1024.0 * 1024.0)
}

/// One channel, with whatever stood there last.
struct Table {
    people: Arc<[Person]>,
    places: Arc<[Place]>,
    place: Place,
    registered: Arc<random_input::Registered>,
    dice: StdRng,
    last: Option<Seen>,
}

impl Table {
    fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { of.get(self.dice.random_range(0..of.len())) }
    }

    async fn do_something(&mut self) -> bool {
        let people = Arc::clone(&self.people);
        let Some(person) = self.pick(&people) else { return false };
        let at = person.at(&self.place);
        let answer = match self.dice.random_range(0..10) {
            0..=1 => {
                let Some(line) = self.pick(LINES) else { return false };
                let answer = at.slash(line).attempt().await;
                Some(answer.unwrap_or_else(|fault| panic!("{line}: {fault}")))
            }
            2..=3 => {
                let registered = Arc::clone(&self.registered);
                registered.use_one(&at, &mut self.dice, &people, &self.places).await
            }
            4 => {
                let Some(line) = self.pick(BEGUN) else { return false };
                let offered = at.try_completes(line).await;
                offered.unwrap_or_else(|fault| panic!("{line}: {fault}"));
                return true;
            }
            _ => self.press(person).await,
        };
        let Some(answer) = answer else { return false };
        if let Some(form) = answer.modal() {
            let text = ["", "3", "Red 4, Blue 4", "🎲 – “?”", "2d6"][self.dice.random_range(0..5)];
            let filled: Vec<(&str, &str)> =
                form.inputs.iter().map(|input| (input.custom_id.as_str(), text)).collect();
            if let Ok(answer) = form.submit(&filled).attempt().await {
                self.remember(&answer);
            }
        } else {
            self.remember(&answer);
        }
        true
    }

    fn remember(&mut self, answer: &Answer) {
        let told = answer.messages().pop();
        if let Some(seen) = told.filter(|seen| !seen.buttons.is_empty()) {
            self.last = Some(seen);
        }
    }

    /// Nothing where there is nothing to press, or it is gone.
    async fn press(&mut self, person: &Person) -> Option<Answer> {
        let last = self.last.clone()?;
        let selects = last.selects.clone();
        if self.dice.random_range(0..3) == 0
            && let Some(select) = self.pick(&selects)
            && let Some(option) = self.pick(&select.options)
        {
            let act = person.selects(&last, &select.custom_id, &[&option.value]);
            return act.attempt().await.ok();
        }
        let buttons = last.buttons.clone();
        let button = self.pick(&buttons)?;
        person.clicks(&last, &button.custom_id).attempt().await.ok()
    }
}
