//! A load run: the real program as a process of its own, against the sandbox. It prints throughput, latencies, CPU
//! and memory of durable draws beside a bot that only acknowledges, in one run.
//!
//! `cargo bench --bench load -- [--commands N] [--tables N]`
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod process;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use gatemaster_sandbox::{Options, Place, Raw, Sandbox};
use hdrhistogram::Histogram;
use process::{Bot, number};
use serenity::all::{
    ClientBuilder, Context, CreateInteractionResponse, CreateInteractionResponseMessage,
    EventHandler, GatewayIntents, HttpBuilder, Interaction,
};

const PATIENCE: Duration = Duration::from_secs(10);
/// All the dice of eight full sides.
const BAG: &str = "/bag setup sides:a 60,b 60,c 60,d 60,e 60,f 60,g 60,h 60";
const DRAWS_PER_TURN: usize = 480;

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    if std::env::args().any(|arg| arg == "--bare-bot") {
        runtime.block_on(bare_bot());
    } else {
        runtime.block_on(load(number("--commands", 5_000), number("--tables", 16)));
    }
}

async fn load(commands: usize, tables: usize) {
    println!("{commands} commands a row; latency in milliseconds until Discord has the answer\n");
    println!(
        "{:<34}{:>8}{:>8}{:>8}{:>10}{:>12}{:>9}",
        "", "p50", "p95", "p99", "per s", "CPU µs each", "MB"
    );
    let bare = bare(commands).await;
    let disk = tempfile::tempdir().unwrap();
    let one = durable("durable /bag draw, 1 table", disk.path(), commands, 1).await;
    let disk = tempfile::tempdir().unwrap();
    durable(&format!("durable /bag draw, {tables} tables"), disk.path(), commands, tables).await;
    let memory = tempfile::tempdir_in("/dev/shm").ok();
    let unsynced = match &memory {
        Some(folder) => {
            Some(durable("the same on a disk in memory, 1 table", folder.path(), commands, 1).await)
        }
        None => None,
    };
    let disk = tempfile::tempdir().unwrap();
    let sync = sync_time(disk.path());
    println!("\none synced write to this disk: {sync:.2} ms (p50)");
    println!("a durable draw costs {:.2} ms more than a bare acknowledgement (p50)", one - bare);
    println!("  of which the disk's own sync: {sync:.2} ms, the rest: {:.2} ms", one - bare - sync);
    if let Some(unsynced) = unsynced {
        println!("  measured without a disk: {:.2} ms", unsynced - bare);
    }
}

/// How long one small appended write with its sync takes, by itself.
fn sync_time(folder: &Path) -> f64 {
    // like SQLite's log, the file has its size already
    let path = folder.join("sync");
    std::fs::write(&path, vec![0; 8192 * 500]).unwrap();
    let mut file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
    file.sync_all().unwrap();
    let mut times = Histogram::<u64>::new(3).unwrap();
    for _ in 0..500 {
        let began = Instant::now();
        file.write_all(&[7; 8192]).unwrap();
        file.sync_data().unwrap();
        times.record(micros(began.elapsed())).unwrap();
    }
    ms(times.value_at_quantile(0.5))
}

/// Processor time used so far. Linux counts it in hundredths of a second.
fn cpu(bot: &Bot) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", bot.id())).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    Duration::from_millis(ticks * 10)
}

async fn sandbox() -> Sandbox {
    // bodies are checked by the sandbox's own rules only: the description's check is for tests
    let nowhere = Some("/nowhere/openapi.json".into());
    Sandbox::start(Options { openapi: nowhere, history: 200, ..Options::default() }).await.unwrap()
}

async fn bare(commands: usize) -> f64 {
    let discord = sandbox().await;
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg("--bare-bot").stdout(Stdio::null());
    let bot = Bot::start(command, &discord);
    discord.bot_ready().await;
    let hall = discord.channel("hall");
    let raw = discord.person("Ann").at(&hall).slash_raw("/ping").unwrap();
    measure("bare acknowledgement", &bot, commands, vec![Stream { draw: raw, next: None }]).await
}

async fn durable(name: &str, folder: &Path, commands: usize, tables: usize) -> f64 {
    let discord = sandbox().await;
    let mut command = Command::new(env!("CARGO_BIN_EXE_gatemaster"));
    command.arg("run").env("GATEMASTER_DATA", folder).env("GATEMASTER_LOG", "warn");
    command.stdout(Stdio::null());
    command.env("DATABASE_URL", format!("sqlite:{}", folder.join("load.db").display()));
    let bot = Bot::start(command, &discord);
    discord.bot_ready().await;
    let mut streams = Vec::new();
    for table in 0..tables {
        let place = discord.channel(&format!("table-{table}"));
        let ann = discord.person("Ann").at(&place);
        let opened = ann.slash(BAG).await;
        assert!(!opened.is_private(), "{}", opened.text());
        streams.push(stream(&discord, &place));
    }
    measure(name, &bot, commands, streams).await
}

fn stream(discord: &Sandbox, place: &Place) -> Stream {
    let ann = discord.person("Ann").at(place);
    Stream {
        draw: ann.slash_raw("/bag draw").unwrap(),
        next: Some(ann.slash_raw("/bag next").unwrap()),
    }
}

struct Stream {
    draw: Raw,
    next: Option<Raw>,
}

/// Runs the streams side by side and prints one row; gives the median in milliseconds.
async fn measure(name: &str, bot: &Bot, commands: usize, streams: Vec<Stream>) -> f64 {
    for stream in &streams {
        for _ in 0..20 {
            stream.draw.run(PATIENCE).await.expect("a warm-up command is answered");
        }
    }
    let times = Arc::new(std::sync::Mutex::new(Histogram::<u64>::new(3).unwrap()));
    let each = commands / streams.len();
    let (before, began) = (cpu(bot), Instant::now());
    let total = each * streams.len();
    let mut running = tokio::task::JoinSet::new();
    for stream in streams {
        let times = Arc::clone(&times);
        running.spawn(async move {
            let mut left = DRAWS_PER_TURN - 20;
            for _ in 0..each {
                if left == 0
                    && let Some(next) = &stream.next
                {
                    next.run(PATIENCE).await.expect("the next turn is answered");
                    left = DRAWS_PER_TURN;
                }
                left = left.saturating_sub(1);
                let took = stream.draw.run(PATIENCE).await.expect("every command is answered");
                times.lock().unwrap().record(micros(took)).unwrap();
            }
        });
    }
    while let Some(done) = running.join_next().await {
        done.unwrap();
    }
    let wall = began.elapsed();
    let cpu = cpu(bot).saturating_sub(before).as_secs_f64() * 1e6 / per(total);
    let times = times.lock().unwrap();
    let at = |quantile| ms(times.value_at_quantile(quantile));
    println!(
        "{name:<34}{:>8.2}{:>8.2}{:>8.2}{:>10.0}{cpu:>12.0}{:>9.1}",
        at(0.5),
        at(0.95),
        at(0.99),
        per(total) / wall.as_secs_f64(),
        bot.megabytes("VmRSS")
    );
    at(0.5)
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[allow(clippy::cast_precision_loss)]
fn ms(micros: u64) -> f64 {
    micros as f64 / 1_000.0
}

#[allow(clippy::cast_precision_loss)]
fn per(count: usize) -> f64 {
    count as f64
}

/// The least a bot on this stack can do: one command, acknowledged with a word.
async fn bare_bot() {
    struct Ping;

    #[serenity::async_trait]
    impl EventHandler for Ping {
        async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
            if let Interaction::Command(command) = interaction {
                let message = CreateInteractionResponseMessage::new().content("pong");
                command
                    .create_response(&ctx.http, CreateInteractionResponse::Message(message))
                    .await
                    .unwrap();
            }
        }

        async fn ready(&self, ctx: Context, _: serenity::all::Ready) {
            let ping = serenity::all::CreateCommand::new("ping").description("Answers");
            ctx.http.create_global_commands(&[ping]).await.unwrap();
        }
    }

    let token = std::env::var("DISCORD_TOKEN").unwrap();
    let url = std::env::var("DISCORD_API_URL").unwrap();
    let http = HttpBuilder::new(token).proxy(url).ratelimiter_disabled(true).build();
    let client = ClientBuilder::new_with_http(http, GatewayIntents::empty()).event_handler(Ping);
    client.await.unwrap().start().await.unwrap();
}
