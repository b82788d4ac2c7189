//! A long run of mixed input: the real program as a process of its own, many people in many channels of a sandbox beside it,
//! who type commands, press buttons, fill in forms and are offered words while they type, sensibly and not. It prints the
//! program's memory on the way, which must stay flat.
//!
//! `cargo bench --bench soak -- [--commands N] [--people N] [--channels N] [--seed N]`
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use gatemaster_sandbox::{Answer, Options, Person, Place, Sandbox, Seen};
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
    let args: Vec<String> = std::env::args().collect();
    let number = |name: &str, default: usize| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(soak(
        number("--commands", 300_000),
        number("--people", 40),
        number("--channels", 24),
        number("--seed", 1),
    ));
}

struct Bot(Child);

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Bot {
    /// All that lies in memory, and what of it is not the program's own file.
    fn megabytes(&self) -> [f64; 2] {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap();
        ["VmRSS", "RssAnon"].map(|name| {
            let line = status.lines().find(|line| line.starts_with(name)).unwrap();
            line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() / 1024.0
        })
    }
}

async fn soak(commands: usize, people: usize, channels: usize, seed: usize) {
    let nowhere = Some("/nowhere/openapi.json".into());
    let options = Options { openapi: nowhere, history: 50, backlog: 500, ..Options::default() };
    let discord = Sandbox::start(options).await.unwrap();
    let people: Vec<Person> = (0..people).map(|n| discord.person(&format!("Player {n}"))).collect();
    let places: Vec<Place> =
        (0..channels).map(|n| discord.channel(&format!("table-{n}"))).collect();
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_gatemaster"));
    command.arg("run").env("GATEMASTER_DATA", folder.path()).env("GATEMASTER_LOG", "error");
    command.env("DISCORD_TOKEN", discord.token()).env("DISCORD_API_URL", discord.url());
    let bot = Bot(command.stdout(Stdio::null()).spawn().unwrap());
    discord.bot_ready().await;
    println!("{:>9}{:>9}{:>9}{:>10}", "commands", "MB", "of data", "per s");
    let [all, data] = bot.megabytes();
    println!("{:>9}{all:>9.1}{data:>9.1}", 0);

    let (done, began) = (Arc::new(AtomicUsize::new(0)), Instant::now());
    let mut running = tokio::task::JoinSet::new();
    for (n, place) in places.into_iter().enumerate() {
        let (people, done) = (people.clone(), Arc::clone(&done));
        let dice = StdRng::seed_from_u64(u64::try_from(seed * 1_000 + n).unwrap());
        running.spawn(async move {
            let mut table = Table { people, place, dice, last: None };
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
        let so_far = done.load(Ordering::Relaxed);
        #[expect(clippy::cast_precision_loss, reason = "a rate to look at")]
        let rate = so_far as f64 / began.elapsed().as_secs_f64();
        let [all, data] = bot.megabytes();
        println!("{milestone:>9}{all:>9.1}{data:>9.1}{rate:>10.0}");
    }
    while let Some(ended) = running.join_next().await {
        ended.unwrap();
    }
}

/// One channel, with whatever stood there last.
struct Table {
    people: Vec<Person>,
    place: Place,
    dice: StdRng,
    last: Option<Seen>,
}

impl Table {
    fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { of.get(self.dice.random_range(0..of.len())) }
    }

    async fn do_something(&mut self) -> bool {
        let people = self.people.clone();
        let Some(person) = self.pick(&people) else { return false };
        let answer = match self.dice.random_range(0..10) {
            0..=3 => {
                let Some(line) = self.pick(LINES) else { return false };
                let answer = person.at(&self.place).slash(line).attempt().await;
                Some(answer.unwrap_or_else(|fault| panic!("{line}: {fault}")))
            }
            4 => {
                let Some(line) = self.pick(BEGUN) else { return false };
                let offered = person.at(&self.place).try_completes(line).await;
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
