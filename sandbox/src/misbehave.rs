//! The handle with which a test makes the sandbox misbehave.

use std::sync::Arc;
use std::time::Duration;

use crate::mischief::{Deed, Gate, Mischief, Rule};
use crate::play::wait;
use crate::sessions::Outgoing;
use crate::state::Core;

/// Makes the sandbox misbehave. Each method takes effect at once.
#[derive(Clone, Debug)]
pub struct Misbehave {
    pub(crate) core: Arc<Core>,
}

impl Misbehave {
    /// Cuts the gateway connection; the session can be resumed and keeps collecting events.
    pub fn drop_gateway(&self) {
        let mut state = self.core.lock();
        state.sessions.send_all(&Outgoing::Close(4000, "dropped by the sandbox"));
        state.tell_of_bot();
    }

    /// Tears the gateway connection down without a closing handshake; the session can be resumed.
    pub fn tear_gateway(&self) {
        let mut state = self.core.lock();
        state.sessions.send_all(&Outgoing::Tear);
        state.tell_of_bot();
    }

    /// Asks the bot to reconnect (op 7); the session can be resumed.
    pub fn ask_to_reconnect(&self) {
        self.core
            .lock()
            .sessions
            .send_all(&Outgoing::Text(r#"{"op":7,"d":null,"s":null,"t":null}"#.into()));
    }

    /// Cuts the connection and forgets the session: a resume is answered with op 9, and the bot must identify again.
    pub fn lose_session(&self) {
        let mut state = self.core.lock();
        state.sessions.send_all(&Outgoing::Close(4000, "dropped by the sandbox"));
        state.sessions.forget();
        state.tell_of_bot();
    }

    /// Like [`Self::lose_session`], but says so at once with close code 4006.
    pub fn end_session(&self) {
        let mut state = self.core.lock();
        state.sessions.send_all(&Outgoing::Close(4006, "session is no longer valid"));
        state.sessions.forget();
        state.tell_of_bot();
    }

    /// The next `count` requests of the bot are treated as the returned rule says.
    #[must_use = "say what shall happen to them"]
    pub fn next_requests(&self, count: u32) -> Requests {
        Requests { core: Arc::clone(&self.core), count, method: None, path: None }
    }

    /// Delivers the next `count` interactions twice.
    pub fn deliver_twice(&self, count: u32) {
        self.core.lock().mischief.twice = count;
    }

    /// Delivers every interaction twice from now on, or no longer.
    pub fn deliver_always_twice(&self, on: bool) {
        self.core.lock().mischief.always_twice = on;
    }

    /// People type texts longer than commands and forms allow from now on, as a server of somebody's own might let them, or no
    /// longer.
    pub fn let_texts_be_longer(&self, on: bool) {
        self.core.lock().mischief.any_length = on;
    }

    /// Whether everything that was asked for has happened; what goes on until it is taken back does not count.
    pub fn is_over(&self) -> bool {
        self.core.lock().mischief.is_over()
    }

    /// Takes back everything that has not happened yet.
    pub fn behave(&self) {
        self.core.lock().mischief = Mischief::default();
    }
}

/// Which requests, and what happens to them.
#[derive(Clone, Debug)]
pub struct Requests {
    core: Arc<Core>,
    count: u32,
    method: Option<String>,
    path: Option<String>,
}

impl Requests {
    /// Only those with this method and with this text in their path.
    #[must_use = "say what shall happen to them"]
    pub fn matching(mut self, method: &str, path_part: &str) -> Self {
        self.method = Some(method.to_owned());
        self.path = Some(path_part.to_owned());
        self
    }

    /// Answered with 429 and not carried out.
    pub fn are_too_many(self, retry_after: Duration) {
        self.add(Deed::TooMany { retry_after, global: false });
    }

    /// Answered with a global 429 and not carried out.
    pub fn are_too_many_globally(self, retry_after: Duration) {
        self.add(Deed::TooMany { retry_after, global: true });
    }

    /// Answered with this status (500 and up) and not carried out.
    pub fn fail_with(self, status: u16) {
        self.add(Deed::Fail(status));
    }

    /// Carried out and answered after a while of real time.
    pub fn are_delayed(self, by: Duration) {
        self.add(Deed::Delay(by));
    }

    /// Kept waiting before they are carried out, until the handle lets them go.
    #[must_use = "they are let go when it is dropped"]
    pub fn are_held(self) -> Held {
        let gate = Gate::closed();
        self.add(Deed::Hold(Arc::clone(&gate)));
        Held { gate }
    }

    /// Carried out, but the connection closes without an answer.
    pub fn lose_their_answer(self) {
        self.add(Deed::LoseAnswer);
    }

    /// Carried out, but answered with this status (500 and up) as if nothing had come of it.
    pub fn are_done_but_fail_with(self, status: u16) {
        self.add(Deed::DoAndFail(status));
    }

    /// Carried out, but the body of the answer cannot be read.
    pub fn are_answered_unreadably(self) {
        self.add(Deed::Garble);
    }

    /// Answered as a body that Discord does not take (400), and not carried out.
    pub fn are_refused(self) {
        self.add(Deed::Refuse);
    }

    fn add(self, deed: Deed) {
        let rule = Rule { left: self.count, method: self.method, path: self.path, deed };
        self.core.lock().mischief.add(rule);
    }
}

/// Requests that are kept waiting. Dropping it lets them go.
#[derive(Debug)]
pub struct Held {
    gate: Arc<Gate>,
}

impl Held {
    /// Waits until this many have come.
    ///
    /// # Panics
    /// If they do not come for two minutes.
    pub async fn came(&self, count: usize) {
        let came = wait::until_so(|| *self.gate.waiting.borrow() >= count).await;
        assert!(came, "waited in vain for {count} requests to hold");
    }

    /// Lets them go.
    pub fn let_go(self) {}
}

impl Drop for Held {
    fn drop(&mut self) {
        self.gate.open.send_replace(true);
    }
}
