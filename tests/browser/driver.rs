//! A chromedriver of our own, and the browsers it drives. Nothing of it is left when it is dropped, even by a panic.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;

const FLAGS: [&str; 14] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-sync",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-proxy-server",
    "--window-size=1280,900",
];

pub struct Driver {
    child: Child,
    port: u16,
    /// The browsers' own processes, in case chromedriver fails to end them.
    browsers: Mutex<Vec<u64>>,
    /// Profiles, temporary files and settings: all of it goes with us.
    home: TempDir,
}

impl Driver {
    pub fn start() -> Driver {
        let home = tempfile::tempdir().unwrap();
        let mut child = Command::new("chromedriver")
            .arg("--port=0")
            .env("HOME", home.path())
            .env("TMPDIR", home.path())
            .env("XDG_CONFIG_HOME", home.path())
            .env("XDG_CACHE_HOME", home.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| {
                panic!("chromedriver cannot be started ({error}); ./test installs it, or: apt-get install chromium chromium-driver")
            });
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (found, port) = std::sync::mpsc::channel();
        // Read on to the end, so that chromedriver never waits for a full pipe.
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if let Some((_, port)) = line.split_once("started successfully on port ") {
                    found.send(port.trim_end_matches('.').parse().unwrap()).ok();
                }
            }
        });
        let Ok(port) = port.recv_timeout(Duration::from_mins(2)) else {
            drop(child.kill());
            panic!("chromedriver did not say on which port it listens");
        };
        Driver { child, port, browsers: Mutex::default(), home }
    }

    /// A browser with a new, empty profile.
    pub async fn browser(&self) -> Browser {
        let profile = tempfile::tempdir_in(self.home.path()).unwrap().keep();
        let profile = format!("--user-data-dir={}", profile.display());
        let args: Vec<&str> = FLAGS.into_iter().chain([profile.as_str()]).collect();
        let wanted = json!({
            "browserName": "chrome",
            "goog:loggingPrefs": {"browser": "ALL"},
            "goog:chromeOptions": {"args": args},
        });
        let Value::Object(wanted) = wanted else { unreachable!() };
        let wanted: Capabilities = wanted.into_iter().collect();
        let url = format!("http://127.0.0.1:{}/", self.port);
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = builder.capabilities(wanted).connect(&url).await.expect("a browser");
        let process = client.capabilities().and_then(|got| got.get("goog:processID")?.as_u64());
        self.browsers.lock().unwrap_or_else(PoisonError::into_inner).extend(process);
        let session = client.session_id().await.unwrap().unwrap();
        Browser { client, session: format!("{url}session/{session}"), http: plain_http() }
    }

    /// Asks chromedriver to end itself with all its browsers, and tells whether it did.
    fn shut_down(&mut self) -> std::io::Result<bool> {
        let mut line = TcpStream::connect(("127.0.0.1", self.port))?;
        line.set_read_timeout(Some(Duration::from_secs(30)))?;
        write!(line, "GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")?;
        line.read_to_end(&mut Vec::new())?;
        let deadline = Instant::now() + Duration::from_secs(30);
        while self.child.try_wait()?.is_none() {
            if Instant::now() > deadline {
                return Ok(false);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(true)
    }
}

fn plain_http() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().unwrap()
}

impl Drop for Driver {
    fn drop(&mut self) {
        if self.shut_down().unwrap_or(false) {
            return;
        }
        drop(self.child.kill());
        drop(self.child.wait());
        for process in self.browsers.get_mut().unwrap_or_else(PoisonError::into_inner) {
            let mut kill = Command::new("kill");
            drop(kill.args(["-9", &process.to_string()]).stderr(Stdio::null()).status());
        }
    }
}

/// One browser, with what chromedriver offers beyond the standard.
pub struct Browser {
    pub client: Client,
    session: String,
    http: reqwest::Client,
}

impl Browser {
    async fn ask(&self, path: &str, body: &Value) -> Value {
        let request = self.http.post(format!("{}/{path}", self.session));
        let request = request.header("content-type", "application/json").body(body.to_string());
        let answer = request.send().await.unwrap().text().await.unwrap();
        let mut answer: Value = serde_json::from_str(&answer).unwrap();
        assert!(answer["value"]["error"].is_null(), "{path}: {answer}");
        answer["value"].take()
    }

    /// A command of Chrome's own protocol.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.ask("goog/cdp/execute", &json!({"cmd": command, "params": parameters})).await
    }

    /// What the page's console has complained about since it was last asked.
    pub async fn complaints(&self) -> Vec<String> {
        let entries = self.ask("se/log", &json!({"type": "browser"})).await;
        // Errors and broken policies, and what the page itself warns of.
        let complains = |entry: &&Value| {
            entry["level"] == "SEVERE"
                || entry["level"] == "WARNING" && entry["source"] == "console-api"
        };
        let complaints = entries.as_array().unwrap().iter().filter(complains);
        complaints.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }
}
