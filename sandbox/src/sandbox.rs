//! The handle on a running sandbox.

use std::net::SocketAddr;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::net::TcpListener;

use crate::boxed;
use crate::door::Door;
#[cfg(feature = "tls")]
use crate::door::Hosts;
use crate::faults::Fault;
use crate::misbehave::Misbehave;
use crate::options::Options;
use crate::play::person::Person;
use crate::play::place::{Place, Server};
use crate::play::wait;
use crate::serve::{self, Wrap};
use crate::state::Core;
use crate::world::keep;

/// Why a sandbox did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("{0} is not a loopback address; the sandbox is for this machine only")]
    NotLoopback(SocketAddr),
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    #[error("the state file {0} cannot be read: {1}")]
    State(String, std::io::Error),
    #[error("TLS: {0}")]
    Tls(String),
}

/// A running local Discord. Clones are handles on the same one; it stops when the last is dropped.
#[derive(Clone, Debug)]
pub struct Sandbox {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    core: Arc<Core>,
    addr: SocketAddr,
    tls: Option<(SocketAddr, String)>,
}

impl Sandbox {
    /// Starts listening. The bot can connect as soon as this returns.
    #[boxed]
    pub async fn start(options: Options) -> Result<Self, StartError> {
        if !serve::is_loopback(options.addr) {
            return Err(StartError::NotLoopback(options.addr));
        }
        let world = match &options.state_file {
            Some(path) => keep::load(path)
                .map_err(|error| StartError::State(path.display().to_string(), error))?,
            None => None,
        };
        let (listener, addr) = listen(options.addr).await?;
        let wants_tls = options.tls;
        let core = Core::new(options, format!("http://{addr}"), world);
        core.hosts.add(addr);
        let router = serve::router(Arc::clone(&core), Door::plain(core.hosts.clone()));
        let tls = if wants_tls { Some(start_tls(&core).await?) } else { None };
        tokio::spawn(serve::accept(listener, router, core.stop.clone(), Wrap::Plain));
        if core.options.state_file.is_some() {
            tokio::spawn(keep_saving(Arc::clone(&core)));
        }
        Ok(Self { inner: Arc::new(Inner { core, addr, tls }) })
    }

    /// `http://127.0.0.1:PORT`, for `HttpBuilder::proxy`.
    pub fn url(&self) -> String {
        self.inner.core.base.clone()
    }

    pub fn addr(&self) -> SocketAddr {
        self.inner.addr
    }

    /// The bot token that is accepted: another one at each start, unless [`Options::token`] named it.
    pub fn token(&self) -> &str {
        &self.inner.core.token
    }

    /// People may also come by this address of the same machine, where something in between passes them on.
    pub fn is_also_at(&self, addr: SocketAddr) {
        self.inner.core.hosts.add(addr);
    }

    /// Where TLS is spoken as `discord.com`, if it was asked for.
    pub fn tls_addr(&self) -> Option<SocketAddr> {
        self.inner.tls.as_ref().map(|(addr, _)| *addr)
    }

    /// The authority to trust for [`Self::tls_addr`].
    pub fn ca_pem(&self) -> Option<&str> {
        self.inner.tls.as_ref().map(|(_, pem)| pem.as_str())
    }

    /// Whether bodies are checked against Discord's own description, in words.
    pub fn openapi_note(&self) -> String {
        #[cfg(feature = "openapi")]
        return self.inner.core.description.note();
        #[cfg(not(feature = "openapi"))]
        "built without the feature openapi: bodies are checked by the sandbox's own rules only"
            .to_owned()
    }

    /// Somebody by name, a member of the default server; made up on first use.
    pub fn person(&self, name: &str) -> Person {
        Person::member(&self.inner.core, name)
    }

    /// A member of the default server with the permission to manage it.
    pub fn manager(&self, name: &str) -> Person {
        Person::manager(&self.inner.core, name)
    }

    /// Somebody who is in no server.
    pub fn outsider(&self, name: &str) -> Person {
        Person::outsider(&self.inner.core, name)
    }

    /// The default server.
    pub fn home(&self) -> Server {
        Server::home(&self.inner.core)
    }

    /// A server by name, with the bot in it; made up on first use.
    pub fn server(&self, name: &str) -> Server {
        Server::called(&self.inner.core, name)
    }

    /// A text channel of the default server; made up on first use.
    pub fn channel(&self, name: &str) -> Place {
        self.home().channel(name)
    }

    /// A forum of the default server; made up on first use.
    pub fn forum(&self, name: &str) -> Place {
        self.home().forum(name)
    }

    /// Whether a bot is connected to the gateway right now.
    pub fn bot_connected(&self) -> bool {
        self.inner.core.lock().sessions.anyone_connected()
    }

    /// Waits until a bot is connected and commands are registered.
    ///
    /// # Panics
    /// If no bot comes for two minutes.
    #[boxed]
    pub async fn bot_ready(&self) {
        let ready = wait::until(&self.inner.core, |state| {
            let registered = !state.world.commands.is_empty()
                || state.world.guild_commands.values().any(|commands| !commands.is_empty());
            // A bot whose commands were refused will not come round by waiting.
            let refused =
                state.faults.unexpected.iter().any(|fault| fault.path.ends_with("/commands"));
            (refused || registered && state.sessions.anyone_connected()).then_some(!refused)
        });
        if ready.await != Some(true) {
            let faults: Vec<String> = self.faults().iter().map(Fault::to_string).collect();
            panic!("no bot has connected and registered commands; refused so far: {faults:?}");
        }
    }

    /// Waits until this is so.
    ///
    /// # Panics
    /// If it does not come to that for two minutes; `what` says to what.
    pub async fn until(&self, what: &str, so: impl Fn() -> bool) {
        let came = wait::until_so(so).await;
        let faults: Vec<String> = self.faults().iter().map(Fault::to_string).collect();
        assert!(came, "waited in vain until {what}; refused so far: {faults:?}");
    }

    /// How many interactions the bot has not acknowledged and still can.
    pub fn unanswered(&self) -> usize {
        let state = self.inner.core.lock();
        let (now, patient) = (state.now(), state.patient);
        let waiting = state.interactions.all().filter(|found| found.ack.is_none());
        waiting.filter(|found| !found.is_too_late(now, patient)).count()
    }

    /// The commands registered for everywhere, as Discord would list them.
    pub fn commands(&self) -> Vec<Value> {
        self.inner.core.lock().world.commands.clone()
    }

    /// The application, whose bot has the same number.
    pub fn app_id(&self) -> u64 {
        self.inner.core.lock().world.app
    }

    /// The names of the application's own emoji, each with its number, in the order they were made.
    pub fn emojis(&self) -> Vec<(u64, String)> {
        let state = self.inner.core.lock();
        state.world.emojis.iter().map(|(id, name)| (*id, name.clone())).collect()
    }

    /// Refused requests nobody announced, so far.
    pub fn faults(&self) -> Vec<Fault> {
        self.inner.core.lock().faults.unexpected.clone()
    }

    /// Takes the unannounced faults away, so that dropping a strict sandbox does not panic over them.
    pub fn take_faults(&self) -> Vec<Fault> {
        std::mem::take(&mut self.inner.core.lock().faults.unexpected)
    }

    /// From now on, faults whose text contains this (`"40060"`, `"/pins"`, …) are expected.
    pub fn expect_fault(&self, part: &str) {
        self.inner.core.lock().faults.announce(part);
    }

    /// Faults that were announced and came.
    pub fn expected_faults(&self) -> Vec<Fault> {
        self.inner.core.lock().faults.expected.clone()
    }

    /// Makes it misbehave.
    pub fn misbehave(&self) -> Misbehave {
        Misbehave { core: Arc::clone(&self.inner.core) }
    }

    /// Moves the sandbox's clock forward: what was fresh a moment ago may now be too late.
    pub fn advance(&self, by: Duration) {
        self.inner.core.clock.advance(by);
    }

    /// Stops listening and writes the state file. Handles that are left can still be asked.
    #[boxed]
    pub async fn stop(&self) {
        self.inner.core.stop.cancel();
        let core = Arc::clone(&self.inner.core);
        if let Err(error) = tokio::task::spawn_blocking(move || save_if_needed(&core)).await {
            tracing::error!(%error, "the state file was not written");
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.core.stop.cancel();
        save_if_needed(&self.core);
        let faults = std::mem::take(&mut self.core.lock().faults.unexpected);
        if self.core.options.strict && !faults.is_empty() && !std::thread::panicking() {
            let list: Vec<String> = faults.iter().map(|fault| format!("  {fault}")).collect();
            panic!(
                "Discord would have refused {} request(s) of the bot:\n{}",
                faults.len(),
                list.join("\n")
            );
        }
    }
}

async fn listen(addr: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let listener =
        TcpListener::bind(addr).await.map_err(|error| StartError::Listen(addr, error))?;
    let local = listener.local_addr().map_err(|error| StartError::Listen(addr, error))?;
    Ok((listener, local))
}

#[cfg(feature = "tls")]
async fn start_tls(core: &Arc<Core>) -> Result<(SocketAddr, String), StartError> {
    let made = crate::tls::make().map_err(|error| StartError::Tls(error.to_string()))?;
    let (listener, addr) = listen(SocketAddr::new(core.options.addr.ip(), 0)).await?;
    let hosts = Hosts::default();
    hosts.add(addr);
    // Whoever asks for these has a certificate of ours to trust, which no browser does.
    for name in crate::tls::NAMES {
        hosts.add_name(name.to_owned());
        hosts.add_name(format!("{name}:{}", addr.port()));
    }
    tokio::spawn(serve::accept(
        listener,
        serve::router(Arc::clone(core), Door::tls(hosts)),
        core.stop.clone(),
        Wrap::Tls(made.acceptor),
    ));
    Ok((addr, made.ca_pem))
}

#[cfg(not(feature = "tls"))]
#[allow(clippy::unused_async)] // the same shape as with the feature
async fn start_tls(_: &Arc<Core>) -> Result<(SocketAddr, String), StartError> {
    Err(StartError::Tls("this build has no TLS; the feature is called tls".to_owned()))
}

fn save_if_needed(core: &Core) {
    let Some(path) = &core.options.state_file else { return };
    let _writing = core.saving.lock().unwrap_or_else(PoisonError::into_inner);
    let json = {
        let mut state = core.lock();
        if !std::mem::take(&mut state.unsaved) {
            return;
        }
        serde_json::to_vec(&state.world)
    };
    if let Err(error) = json.map_err(std::io::Error::from).and_then(|json| keep::save(path, &json))
    {
        core.lock().unsaved = true;
        tracing::error!(%error, path = %path.display(), "the state file was not written");
    }
}

/// Writes a moment after things happened, so that a burst is written once.
async fn keep_saving(core: Arc<Core>) {
    let mut changes = core.changed.subscribe();
    changes.mark_changed();
    let mut pause = Duration::from_millis(200);
    loop {
        tokio::select! {
            () = core.stop.cancelled() => return,
            changed = changes.changed() => if changed.is_err() { return },
        }
        tokio::select! {
            // Whoever stops the sandbox writes the last word.
            () = core.stop.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
        changes.mark_unchanged();
        let began = tokio::time::Instant::now();
        let writer = Arc::clone(&core);
        drop(tokio::task::spawn_blocking(move || save_if_needed(&writer)).await);
        // A big world must not keep the machine busy with writing itself down.
        pause = (began.elapsed() * 10).max(Duration::from_millis(200));
    }
}
