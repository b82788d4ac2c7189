//! A line to the sandbox that remembers every byte that went to the browser.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What went over each connection.
type Lines = Arc<Mutex<Vec<Vec<u8>>>>;

pub struct Forwarder {
    addr: SocketAddr,
    lines: Lines,
    /// Whether anything gets through.
    whole: watch::Sender<bool>,
    job: JoinHandle<()>,
}

impl Forwarder {
    pub async fn to(sandbox: SocketAddr) -> Forwarder {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        let lines = Lines::default();
        let recording = Arc::clone(&lines);
        let (whole, state) = watch::channel(true);
        let job = tokio::spawn(async move {
            while let Ok((browser, _)) = listener.accept().await {
                let recording = Arc::clone(&recording);
                let mut state = state.clone();
                tokio::spawn(async move {
                    tokio::select! {
                        _ = state.wait_for(|whole| !whole) => {}
                        // A line that breaks by itself is the browser's business.
                        _ = carry(browser, sandbox, &recording) => {}
                    }
                });
            }
        });
        Forwarder { addr, lines, whole, job }
    }

    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.addr)
    }

    /// Breaks every connection, and new ones at once, until it is mended.
    pub fn breaks(&self) {
        self.whole.send_replace(false);
    }

    pub fn is_mended(&self) {
        self.whole.send_replace(true);
    }

    /// Everything the sandbox has sent to the browser so far.
    pub fn heard(&self) -> String {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let heard: Vec<_> = lines.iter().map(|line| String::from_utf8_lossy(line)).collect();
        let heard = heard.join("\n");
        for coded in ["\r\ncontent-encoding:", "\r\nsec-websocket-extensions:"] {
            let plain = !heard.to_lowercase().contains(coded);
            assert!(plain, "the traffic is compressed, so nothing can be said about it");
        }
        heard
    }
}

impl Drop for Forwarder {
    fn drop(&mut self) {
        self.job.abort();
    }
}

async fn carry(
    mut browser: TcpStream,
    sandbox: SocketAddr,
    recording: &Mutex<Vec<Vec<u8>>>,
) -> std::io::Result<()> {
    let mut sandbox = TcpStream::connect(sandbox).await?;
    browser.set_nodelay(true)?;
    sandbox.set_nodelay(true)?;
    let line = {
        let mut lines = recording.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push(Vec::new());
        lines.len() - 1
    };
    let (mut from_browser, mut to_browser) = browser.split();
    let (mut from_sandbox, mut to_sandbox) = sandbox.split();
    let asking = async {
        tokio::io::copy(&mut from_browser, &mut to_sandbox).await?;
        to_sandbox.shutdown().await
    };
    let answering = async {
        let mut piece = vec![0; 16 * 1024];
        loop {
            let read = from_sandbox.read(&mut piece).await?;
            if read == 0 {
                return to_browser.shutdown().await;
            }
            recording.lock().unwrap_or_else(PoisonError::into_inner)[line]
                .extend_from_slice(&piece[..read]);
            to_browser.write_all(&piece[..read]).await?;
        }
    };
    tokio::try_join!(asking, answering).map(|_| ())
}
