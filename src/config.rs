//! Configuration by environment and flags. Every fault is found at the start, all at once, each with the name of its
//! variable.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use gatemaster_commands::caps::Most;

pub const TOKEN: &str = "DISCORD_TOKEN";
pub const DATABASE_URL: &str = "DATABASE_URL";
pub const API_URL: &str = "DISCORD_API_URL";
pub const API_ADDR: &str = "DISCORD_API_ADDR";
pub const CA_FILE: &str = "DISCORD_CA_FILE";
pub const DATA: &str = "GATEMASTER_DATA";
pub const LOG: &str = "GATEMASTER_LOG";
pub const SANDBOX_ADDR: &str = "GATEMASTER_SANDBOX_ADDR";
pub const PAGE_ADDR: &str = "GATEMASTER_PAGE_ADDR";
pub const PAGE_TITLE: &str = "GATEMASTER_PAGE_TITLE";
pub const MOST_TABLES: &str = "GATEMASTER_MOST_TABLES";
pub const MOST_BOOKS: &str = "GATEMASTER_MOST_BOOKS";

/// Where the sandbox listens unless told otherwise.
pub const DEFAULT_SANDBOX_ADDR: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 4280);

/// What the public page calls itself unless told otherwise.
pub const DEFAULT_PAGE_TITLE: &str = "Gatemaster";
/// It stands at the head of every page.
const LONGEST_PAGE_TITLE: usize = 60;
/// What `/settings` can be told.
const LARGEST_MOST: u32 = 1_000_000;

/// What may also be given on the command line. The token may not: other users of the machine could read it there.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Flags {
    /// Where the database is, such as sqlite:data/gatemaster.db [env: `DATABASE_URL`]
    #[arg(long, global = true, value_name = "URL")]
    pub database_url: Option<String>,
    /// The folder for everything that is kept [env: `GATEMASTER_DATA`; default: ./data]
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// How much is logged: error, warn, info or debug [env: `GATEMASTER_LOG`; default: info]
    #[arg(long, global = true, value_name = "LEVEL")]
    pub log: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Config {
    pub token: Option<Token>,
    pub data: PathBuf,
    database_url: Option<String>,
    pub discord: Discord,
    pub log: tracing::Level,
    pub sandbox_addr: SocketAddr,
    /// Where the public page listens; without, there is none.
    pub page_addr: Option<SocketAddr>,
    pub page_title: String,
    /// How many tables, leagues and campaigns a server may allow itself.
    pub most: Most,
}

/// The bot's token; never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    pub fn new(token: impl Into<String>) -> Self {
        Self(token.into())
    }

    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

/// Which Discord the bot talks to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Discord {
    /// discord.com
    Real,
    /// A compatible server in plain HTTP; serenity's rate limiter is off, as it ignores the address otherwise.
    Plain { url: String },
    /// A compatible server that answers as discord.com in TLS, with its own certificate authority.
    Tls { addr: SocketAddr, ca_file: PathBuf },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigFault {
    pub variable: &'static str,
    pub what: String,
}

impl fmt::Display for ConfigFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.variable, self.what)
    }
}

impl Config {
    pub fn from_env(flags: &Flags) -> Result<Self, Vec<ConfigFault>> {
        Self::gather(flags, |name| {
            std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
        })
    }

    /// `look_up` gives the value of a variable; an empty one counts as not set.
    pub fn gather(
        flags: &Flags,
        look_up: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, Vec<ConfigFault>> {
        let mut faults = Vec::new();
        let env = |name: &str| look_up(name).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty());
        let token = env(TOKEN).and_then(|text| token(&text, &mut faults));
        let data = flags.data.clone().or_else(|| env(DATA).map(PathBuf::from));
        let data = data.unwrap_or_else(|| PathBuf::from("data"));
        if data.is_file() {
            faults.push(fault(DATA, format!("{} is a file; it must be a folder.", data.display())));
        }
        let database_url = flags.database_url.clone().or_else(|| env(DATABASE_URL));
        if let Some(url) = &database_url
            && !url.starts_with("sqlite:")
        {
            let what = "this version keeps its data in SQLite: write sqlite:path/to/gatemaster.db.";
            faults.push(fault(DATABASE_URL, what));
        }
        let discord = discord(env(API_URL), env(API_ADDR), env(CA_FILE), &mut faults);
        let log = flags.log.clone().or_else(|| env(LOG));
        let log = log.map_or(Some(tracing::Level::INFO), |text| level(&text));
        if log.is_none() {
            faults.push(fault(LOG, "it is one of error, warn, info or debug."));
        }
        let sandbox_addr = env(SANDBOX_ADDR)
            .map_or(Some(DEFAULT_SANDBOX_ADDR), |text| loopback(&text, SANDBOX_ADDR, &mut faults));
        let page_addr = env(PAGE_ADDR).and_then(|text| loopback(&text, PAGE_ADDR, &mut faults));
        let page_title = env(PAGE_TITLE).unwrap_or_else(|| DEFAULT_PAGE_TITLE.to_owned());
        if page_title.chars().count() > LONGEST_PAGE_TITLE
            || page_title.chars().any(char::is_control)
        {
            let what = format!("a title is one line of at most {LONGEST_PAGE_TITLE} characters.");
            faults.push(fault(PAGE_TITLE, what));
        }
        let most = Most {
            tables: number(env(MOST_TABLES), MOST_TABLES, Most::DEFAULT.tables, &mut faults),
            books: number(env(MOST_BOOKS), MOST_BOOKS, Most::DEFAULT.books, &mut faults),
        };
        match (log, sandbox_addr) {
            (Some(log), Some(sandbox_addr)) if faults.is_empty() => Ok(Self {
                token,
                data,
                database_url,
                discord,
                log,
                sandbox_addr,
                page_addr,
                page_title,
                most,
            }),
            _ => Err(faults),
        }
    }

    pub fn database_url(&self) -> String {
        self.database_url.clone().unwrap_or_else(|| sqlite_in(&self.data, "gatemaster.db"))
    }

    /// The sandbox has its own database, so that trying things out never touches real games.
    pub fn sandbox_database_url(&self) -> String {
        self.database_url.clone().unwrap_or_else(|| sqlite_in(&self.data, "sandbox.db"))
    }

    /// The database that the operator's tools look at: the bot's, or the sandbox's where that is the only one.
    pub fn existing_database_url(&self) -> String {
        let only_sandbox =
            !self.data.join("gatemaster.db").exists() && self.data.join("sandbox.db").exists();
        if only_sandbox { self.sandbox_database_url() } else { self.database_url() }
    }

    pub fn sandbox_state(&self) -> PathBuf {
        self.data.join("sandbox.json")
    }
}

fn sqlite_in(data: &Path, file: &str) -> String {
    format!("sqlite:{}", data.join(file).display())
}

fn fault(variable: &'static str, what: impl Into<String>) -> ConfigFault {
    ConfigFault { variable, what: what.into() }
}

fn token(text: &str, faults: &mut Vec<ConfigFault>) -> Option<Token> {
    let text = text.strip_prefix("Bot ").unwrap_or(text);
    let fits = text.len() >= 20 && text.bytes().all(|b| b.is_ascii_graphic());
    if !fits {
        faults.push(fault(
            TOKEN,
            "this is not a bot token; copy it whole from the Bot page of your application at Discord.",
        ));
        return None;
    }
    Some(Token::new(text))
}

fn number(
    text: Option<String>,
    variable: &'static str,
    default: u32,
    faults: &mut Vec<ConfigFault>,
) -> u32 {
    let Some(text) = text else { return default };
    text.parse().ok().filter(|number| (1..=LARGEST_MOST).contains(number)).unwrap_or_else(|| {
        faults.push(fault(variable, format!("write a whole number from 1 to {LARGEST_MOST}.")));
        default
    })
}

fn level(text: &str) -> Option<tracing::Level> {
    match text.to_lowercase().as_str() {
        "error" => Some(tracing::Level::ERROR),
        "warn" => Some(tracing::Level::WARN),
        "info" => Some(tracing::Level::INFO),
        "debug" => Some(tracing::Level::DEBUG),
        _ => None,
    }
}

fn discord(
    url: Option<String>,
    addr: Option<String>,
    ca_file: Option<String>,
    faults: &mut Vec<ConfigFault>,
) -> Discord {
    if url.is_some() && (addr.is_some() || ca_file.is_some()) {
        let what = format!("set either this, or {API_ADDR} with {CA_FILE}, not both.");
        faults.push(fault(API_URL, what));
        return Discord::Real;
    }
    if let Some(url) = url {
        return plain(&url, faults);
    }
    match (addr, ca_file) {
        (None, None) => Discord::Real,
        (Some(addr), Some(ca_file)) => {
            let addr = loopback(&addr, API_ADDR, faults);
            let ca_file = PathBuf::from(ca_file);
            if let Err(error) = std::fs::read(&ca_file) {
                faults.push(fault(
                    CA_FILE,
                    format!("{} cannot be read: {error}.", ca_file.display()),
                ));
            }
            addr.map_or(Discord::Real, |addr| Discord::Tls { addr, ca_file })
        }
        (Some(_), None) => {
            faults.push(fault(
                CA_FILE,
                format!("{API_ADDR} needs the certificate authority of that server."),
            ));
            Discord::Real
        }
        (None, Some(_)) => {
            faults.push(fault(
                API_ADDR,
                format!("{CA_FILE} alone does nothing; say which server it is for."),
            ));
            Discord::Real
        }
    }
}

/// `http://127.0.0.1:PORT`; over plain HTTP the token must not leave this machine.
fn plain(url: &str, faults: &mut Vec<ConfigFault>) -> Discord {
    let url = url.trim_end_matches('/');
    let host = url.strip_prefix("http://").filter(|rest| !rest.contains(['/', '?', '#', '@']));
    let is_loopback = host.is_some_and(|host| {
        host.parse::<SocketAddr>().is_ok_and(|addr| addr.ip().is_loopback())
            || host.strip_prefix("localhost:").is_some_and(|port| port.parse::<u16>().is_ok())
    });
    if !is_loopback {
        let what = "write it as http://127.0.0.1:PORT; only servers on this machine are spoken to in plain HTTP.";
        faults.push(fault(API_URL, what));
        return Discord::Real;
    }
    Discord::Plain { url: url.to_owned() }
}

fn loopback(
    text: &str,
    variable: &'static str,
    faults: &mut Vec<ConfigFault>,
) -> Option<SocketAddr> {
    match text.parse::<SocketAddr>() {
        Ok(addr) if addr.ip().is_loopback() => Some(addr),
        Ok(_) => {
            faults.push(fault(
                variable,
                "only addresses of this machine are allowed, such as 127.0.0.1:4280.",
            ));
            None
        }
        Err(_) => {
            faults.push(fault(variable, "write it as address and port, such as 127.0.0.1:4280."));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gather(vars: &[(&str, &str)]) -> Result<Config, Vec<ConfigFault>> {
        Config::gather(&Flags::default(), |name| {
            vars.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn nothing_set_is_a_sandbox_in_data() {
        let config = gather(&[(TOKEN, "  ")]).unwrap();
        assert_eq!(config.token, None);
        assert_eq!(config.database_url(), "sqlite:data/gatemaster.db");
        assert_eq!(config.discord, Discord::Real);
    }

    #[test]
    fn all_faults_come_at_once_with_their_names() {
        let faults = gather(&[
            (TOKEN, "short"),
            (DATABASE_URL, "mysql://x"),
            (API_URL, "http://example.org"),
            (LOG, "loud"),
            (SANDBOX_ADDR, "0.0.0.0:80"),
            (PAGE_ADDR, "page"),
            (PAGE_TITLE, &"long".repeat(16)),
            (MOST_TABLES, "0"),
            (MOST_BOOKS, "many"),
        ])
        .unwrap_err();
        let names: Vec<&str> = faults.iter().map(|fault| fault.variable).collect();
        let all = [
            TOKEN,
            DATABASE_URL,
            API_URL,
            LOG,
            SANDBOX_ADDR,
            PAGE_ADDR,
            PAGE_TITLE,
            MOST_TABLES,
            MOST_BOOKS,
        ];
        assert_eq!(names, all);
    }

    #[test]
    fn the_public_page_is_off_unless_asked_for_and_stays_on_this_machine() {
        let quiet = gather(&[]).unwrap();
        assert_eq!((quiet.page_addr, quiet.page_title.as_str()), (None, DEFAULT_PAGE_TITLE));
        let shown = gather(&[(PAGE_ADDR, "127.0.0.1:8080"), (PAGE_TITLE, "Our club")]).unwrap();
        assert_eq!(shown.page_addr, "127.0.0.1:8080".parse().ok());
        assert_eq!(shown.page_title, "Our club");
        for addr in ["0.0.0.0:8080", "192.0.2.1:80", "8080", "127.0.0.1"] {
            assert_eq!(gather(&[(PAGE_ADDR, addr)]).unwrap_err()[0].variable, PAGE_ADDR, "{addr}");
        }
    }

    #[test]
    fn the_operator_says_how_much_servers_may_allow_themselves() {
        assert_eq!(gather(&[]).unwrap().most, Most::DEFAULT);
        let config = gather(&[(MOST_TABLES, "40"), (MOST_BOOKS, "8")]).unwrap();
        assert_eq!(config.most, Most { tables: 40, books: 8 });
        for odd in ["-1", "1.5", "1000001", "99999999999999999999"] {
            assert_eq!(gather(&[(MOST_BOOKS, odd)]).unwrap_err()[0].variable, MOST_BOOKS, "{odd}");
        }
    }

    #[test]
    fn another_server_is_named_by_url_or_by_address_and_authority() {
        let config = gather(&[(API_URL, "http://127.0.0.1:9000/")]).unwrap();
        assert_eq!(config.discord, Discord::Plain { url: "http://127.0.0.1:9000".into() });
        assert!(gather(&[(API_URL, "http://localhost:9000")]).is_ok());
        for url in [
            "https://127.0.0.1:1",
            "http://127.0.0.1",
            "http://10.0.0.1:80",
            "http://127.0.0.1:1/x",
            "http://a@127.0.0.1:1",
        ] {
            assert_eq!(gather(&[(API_URL, url)]).unwrap_err()[0].variable, API_URL, "{url}");
        }
        assert_eq!(gather(&[(API_ADDR, "127.0.0.1:1")]).unwrap_err()[0].variable, CA_FILE);
        assert_eq!(gather(&[(CA_FILE, "x.pem")]).unwrap_err()[0].variable, API_ADDR);
        let both =
            gather(&[(API_URL, "http://127.0.0.1:1"), (API_ADDR, "127.0.0.1:1")]).unwrap_err();
        assert_eq!(both[0].variable, API_URL);
        let missing = gather(&[(API_ADDR, "127.0.0.1:1"), (CA_FILE, "/no/such.pem")]).unwrap_err();
        assert_eq!(missing[0].variable, CA_FILE);
    }

    #[test]
    fn the_token_is_never_printed() {
        let secret = "MTIzNDU2Nzg5MDEyMzQ1Njc4.abcdef.ghijklmnop";
        let config = gather(&[(TOKEN, &format!("Bot {secret}"))]).unwrap();
        assert_eq!(config.token.as_ref().unwrap().expose(), secret);
        assert!(!format!("{config:?}").contains("ghijk"));
        let odd = gather(&[(TOKEN, "secret with spaces in the middle of it")]).unwrap_err();
        assert!(!odd[0].to_string().contains("middle"));
    }
}
