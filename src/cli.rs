//! The command line: what the program is asked to do, and how it ends.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, LazyLock};

use clap::{Parser, Subcommand};
use gatemaster_commands::clock::Clock;
use gatemaster_rules::game::rules_of_all;
use gatemaster_rules::version::RELEASE;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::config::{self, Config, Flags};
use crate::{bot, health, lock, logging, memory, sandbox, tools};

/// A Discord game master for tabletop wargames.
///
/// Without a command: `run` if `DISCORD_TOKEN` is set, else `sandbox`.
#[derive(Debug, Parser)]
#[command(version, long_version = versions())]
struct Cli {
    #[command(flatten)]
    flags: Flags,
    #[command(subcommand)]
    command: Option<Command>,
}

/// This release, and the rules of each system in it.
fn versions() -> &'static str {
    static VERSIONS: LazyLock<String> =
        LazyLock::new(|| format!("{RELEASE}\nrules: {}", rules_of_all()));
    &VERSIONS
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Connect to Discord and run games there (needs `DISCORD_TOKEN`)
    Run,
    /// Run in a local Discord on this machine, with no account and no network
    Sandbox,
    /// Fold and judge every game of the database again and print any difference
    Replay,
    /// Recompute every die and every event of an exported game, or every die of a channel's rolls
    Verify {
        /// The JSON file that `/game export`, `gatemaster export` or `/rolls proof` wrote
        file: PathBuf,
        /// The hash of the seed as the players saw it at the start; for rolls also the hash of a secret roll, or a mark
        #[arg(long, value_name = "HASH")]
        seed_hash: Option<String>,
    },
    /// Write games as files: JSON to verify, text to read
    Export {
        /// The game's id; all games if left out
        game: Option<String>,
        /// The folder to write to
        #[arg(long, default_value = "export")]
        out: PathBuf,
    },
    /// Copy the whole database while the bot runs
    Backup {
        /// The file to write; a new one in data/backups if left out
        to: Option<PathBuf>,
    },
    /// Check configuration, database, token, intents and permissions, and say what is wrong
    Doctor {
        /// Only ask whether the running bot is connected (for health checks)
        #[arg(long)]
        live: bool,
    },
    /// Check a file of your own units and weapons (docs/antares-units.md, docs/at43-units.md)
    CheckUnits {
        /// The TOML file
        file: PathBuf,
        /// The game it is for
        #[arg(long, value_enum, default_value_t = tools::units::Game::Antares)]
        game: tools::units::Game,
    },
    /// Print the command reference (docs/commands.md)
    #[command(hide = true)]
    Commands,
}

/// The whole program. It stands in the library, because whatever a program awaits by itself is compiled once more for it.
pub fn main() -> ExitCode {
    // before there are threads: what each of them uses is chosen with its first allocation
    memory::hold_less();
    let cli = Cli::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return complain(&error),
    };
    runtime.block_on(start(cli))
}

async fn start(cli: Cli) -> ExitCode {
    let config = Config::from_env(&cli.flags);
    if let Some(Command::Doctor { live: false }) = cli.command {
        return worth(tools::doctor::run(config).await);
    }
    let config = match config {
        Ok(config) => config,
        Err(faults) => {
            eprintln!("Gatemaster cannot start like this:");
            for fault in faults {
                eprintln!("  {fault}");
            }
            return ExitCode::from(2);
        }
    };
    logging::start(config.log);
    if let Err(error) = outlive_full_files() {
        return complain(&error);
    }
    let command = cli.command.unwrap_or(match config.token {
        Some(_) => Command::Run,
        None => Command::Sandbox,
    });
    if matches!(command, Command::Run | Command::Sandbox) {
        tokio::spawn(memory::give_back_regularly());
    }
    match act(command, &config).await {
        Ok(code) => code,
        Err(error) => complain(&format!("{error:#}")),
    }
}

async fn act(command: Command, config: &Config) -> anyhow::Result<ExitCode> {
    let url = config.existing_database_url();
    let good = match command {
        Command::Replay => return Ok(tools::replay::run(&url).await?.into()),
        Command::Verify { file, seed_hash } => {
            return Ok(tools::verify::run(&file, seed_hash.as_deref())?.into());
        }
        Command::Run => run(config).await.map(|()| true)?,
        Command::Sandbox => {
            let _lock = lock::take(&config.data)?;
            sandbox::run(config, stop_signal()?).await.map(|()| true)?
        }
        Command::Export { game, out } => {
            tools::export::run(&url, game.as_deref(), &out).await.map(|()| true)?
        }
        Command::Backup { to } => {
            tools::backup::run(&url, &config.data, to).await.map(|()| true)?
        }
        Command::Doctor { .. } => tools::doctor::live(config),
        Command::CheckUnits { file, game } => tools::units::run(&file, game)?,
        Command::Commands => {
            print!("{}", gatemaster_commands::manual::commands());
            true
        }
    };
    Ok(worth(good))
}

async fn run(config: &Config) -> anyhow::Result<()> {
    let Some(token) = config.token.clone() else {
        anyhow::bail!(
            "{}: set it to your bot's token; without one, `gatemaster sandbox` runs offline",
            config::TOKEN
        );
    };
    std::fs::create_dir_all(&config.data).map_err(|error| {
        anyhow::anyhow!("the folder {} cannot be made: {error}", config.data.display())
    })?;
    let _lock = lock::take(&config.data)?;
    let page = bot::listen_for_readers(config)?;
    let store = bot::open_store(&config.database_url()).await?;
    let settings = bot::Settings {
        token,
        discord: config.discord.clone(),
        alive_file: Some(health::file_in(&config.data)),
        clock: Arc::new(Clock::default()),
        page,
        most: config.most,
        emojis: true,
    };
    bot::run(settings, store, stop_signal()?).await
}

/// Cancelled at the first SIGTERM or SIGINT. A second one ends the program at once.
fn stop_signal() -> anyhow::Result<CancellationToken> {
    let stop = CancellationToken::new();
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let told = stop.clone();
    tokio::spawn(async move {
        for first in [true, false] {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            if first {
                told.cancel();
            } else {
                std::process::exit(130);
            }
        }
    });
    Ok(stop)
}

/// A file that has reached the largest size the system allows (`ulimit -f`) is a fault of that one write, told like a full
/// disk. The signal that comes with it would end the program if nobody heard it; once heard, it stays so.
fn outlive_full_files() -> std::io::Result<()> {
    signal(SignalKind::from_raw(libc::SIGXFSZ)).map(drop)
}

fn worth(good: bool) -> ExitCode {
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn complain(error: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("Gatemaster: {error}");
    ExitCode::FAILURE
}
