//! `gatemaster doctor`: looks at everything the bot needs and says in words what is wrong.

use std::path::Path;

use gatemaster_store::{Store, path_of};
use serenity::all::{Http, Permissions};

use crate::boxed;
use crate::config::{Config, ConfigFault, DATABASE_URL, TOKEN};
use crate::{connect, health};

/// What the bot asks for when it is invited. The README has the same list.
pub const PERMISSIONS: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::SEND_MESSAGES_IN_THREADS)
    .union(Permissions::EMBED_LINKS)
    .union(Permissions::ATTACH_FILES)
    .union(Permissions::READ_MESSAGE_HISTORY)
    .union(Permissions::MANAGE_MESSAGES)
    .union(Permissions::CREATE_PUBLIC_THREADS)
    .union(Permissions::SEND_TTS_MESSAGES)
    .union(PIN_MESSAGES);

/// Newer than serenity's list; pinning moved from “Manage Messages” to a right of its own.
const PIN_MESSAGES: Permissions = Permissions::from_bits_retain(1 << 51);

#[derive(Debug, Default)]
struct Findings {
    wrong: usize,
}

impl Findings {
    fn good(what: impl std::fmt::Display) {
        println!("  ok     {what}");
    }

    fn bad(&mut self, what: impl std::fmt::Display) {
        self.wrong += 1;
        println!("  WRONG  {what}");
    }

    fn note(what: impl std::fmt::Display) {
        println!("  note   {what}");
    }
}

/// `true` when nothing is wrong.
#[boxed]
pub async fn run(config: Result<Config, Vec<ConfigFault>>) -> bool {
    let mut findings = Findings::default();
    println!("Configuration");
    let config = match config {
        Ok(config) => {
            Findings::good("every variable makes sense");
            config
        }
        Err(faults) => {
            for fault in faults {
                findings.bad(fault);
            }
            return false;
        }
    };
    println!("Database");
    database(&config, &mut findings).await;
    println!("Discord");
    match &config.token {
        None => Findings::note(format!(
            "{TOKEN} is not set: `gatemaster` will run the sandbox, a local Discord"
        )),
        Some(token) => match connect::http(&config.discord, token) {
            Ok(http) => discord(&http, &mut findings).await,
            Err(error) => findings.bad(format!("{error:#}")),
        },
    }
    println!(
        "{}",
        match findings.wrong {
            0 => "Everything is in order.".to_owned(),
            1 => "One thing is wrong.".to_owned(),
            n => format!("{n} things are wrong."),
        }
    );
    findings.wrong == 0
}

/// For a health check: only whether the running bot has given a sign of life lately.
pub fn live(config: &Config) -> bool {
    match health::check(&health::file_in(&config.data)) {
        Ok(()) => true,
        Err(why) => {
            println!("{why}");
            false
        }
    }
}

async fn database(config: &Config, findings: &mut Findings) {
    let url =
        if config.token.is_some() { config.database_url() } else { config.existing_database_url() };
    let path = match path_of(&url) {
        Ok(path) => path,
        Err(error) => return findings.bad(format!("{DATABASE_URL}: {error}")),
    };
    let folder = Path::new(path).parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Err(why) = trial_write(folder.unwrap_or(Path::new("."))) {
        return findings.bad(format!("{DATABASE_URL}: {why}"));
    }
    if !Path::new(path).exists() {
        return Findings::note(format!(
            "there is no database at {path} yet; the first start makes it"
        ));
    }
    let store = match Store::look(&url).await {
        Ok(store) => store,
        Err(error) => return findings.bad(format!("{DATABASE_URL}: {error}")),
    };
    match store.check().await {
        Ok(found) if found.is_empty() => Findings::good(format!("{path} opens and is sound")),
        Ok(found) => found.into_iter().for_each(|finding| findings.bad(finding)),
        Err(error) => findings.bad(error),
    }
    store.close().await;
    let writable = std::fs::OpenOptions::new().append(true).open(path);
    if let Err(error) = writable {
        findings.bad(format!("{DATABASE_URL}: {path} cannot be written: {error}"));
    }
}

/// Whether files can be made in this folder, or in the one it will be made in.
fn trial_write(folder: &Path) -> Result<(), String> {
    let existing = folder.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    let existing = if existing.as_os_str().is_empty() { Path::new(".") } else { existing };
    let trial = existing.join(".gatemaster-trial");
    std::fs::write(&trial, b"")
        .and_then(|()| std::fs::remove_file(&trial))
        .map_err(|error| format!("nothing can be written to {}: {error}", existing.display()))
}

async fn discord(http: &Http, findings: &mut Findings) {
    match http.get_current_user().await {
        Ok(user) => Findings::good(format!("{TOKEN}: Discord knows this bot as {}", user.name)),
        Err(serenity::Error::Http(error))
            if error.status_code().is_some_and(|s| s.as_u16() == 401) =>
        {
            return findings.bad(format!(
                "{TOKEN}: Discord does not accept this token; make a new one on the Bot page of your application"
            ));
        }
        Err(error) => {
            let error = gatemaster_discord::send::classify(error);
            return findings.bad(format!("Discord cannot be reached: {error}"));
        }
    }
    Findings::good(
        "intents: the bot asks for none of the privileged ones, so nothing has to be switched on",
    );
    guilds(http, findings).await;
}

/// The rights that the bot's roles give it, server by server.
async fn guilds(http: &Http, findings: &mut Findings) {
    let guilds = match http.get_guilds(None, Some(100)).await {
        Ok(guilds) => guilds,
        Err(error) => {
            let error = gatemaster_discord::send::classify(error);
            return findings.bad(format!("the servers of this bot cannot be listed: {error}"));
        }
    };
    if guilds.is_empty() {
        Findings::note("the bot is in no server yet; the README has the link that invites it");
    }
    for guild in guilds {
        let has = guild.permissions;
        let missing: Vec<&str> = named_permissions()
            .into_iter()
            .filter(|(right, _)| !has.contains(Permissions::ADMINISTRATOR) && !has.contains(*right))
            .map(|(_, name)| name)
            .collect();
        let wanted: Vec<&str> = useful_permissions()
            .into_iter()
            .filter(|(right, _)| !has.intersects(*right | Permissions::ADMINISTRATOR))
            .map(|(_, without)| without)
            .collect();
        if !missing.is_empty() {
            findings.bad(format!("{}: the bot's role lacks {}", guild.name, missing.join(", ")));
        } else if wanted.is_empty() {
            Findings::good(format!(
                "{}: all permissions are there (a channel may still deny some)",
                guild.name
            ));
        } else {
            Findings::note(format!("{}: {}", guild.name, wanted.join("; ")));
        }
    }
}

/// What works without, and what does not work then.
fn useful_permissions() -> [(Permissions, &'static str); 3] {
    [
        (
            Permissions::MANAGE_MESSAGES.union(PIN_MESSAGES),
            "without “Pin Messages” boards cannot be pinned",
        ),
        (
            Permissions::CREATE_PUBLIC_THREADS,
            "without “Create Public Threads” games get no thread of their own",
        ),
        (
            Permissions::SEND_TTS_MESSAGES,
            "without “Send Text-to-Speech Messages” rolls are not read aloud",
        ),
    ]
}

fn named_permissions() -> [(Permissions, &'static str); 6] {
    [
        (Permissions::VIEW_CHANNEL, "View Channels"),
        (Permissions::SEND_MESSAGES, "Send Messages"),
        (Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
        (Permissions::EMBED_LINKS, "Embed Links"),
        (Permissions::ATTACH_FILES, "Attach Files"),
        (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
    ]
}
