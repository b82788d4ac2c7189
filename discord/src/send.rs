//! Requests to Discord that are worth more than one try, and errors without secrets in them.

use std::future::Future;
use std::time::Duration;

use serenity::all::{Error, HttpError};

/// Why a request to Discord failed, without its address: that one holds tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendFault {
    /// The interaction has been acknowledged before: the same delivery twice, or an answer that got lost.
    AlreadyAnswered,
    /// The same, but after a try of our own whose answer got lost: it did arrive.
    AnsweredByUs,
    /// The interaction, its token or the message is gone.
    Gone,
    /// The bot may not do this here.
    Forbidden,
    /// Discord said no for another reason, and would say no again.
    Refused(String),
    /// It may well work later.
    Other(String),
    /// It may have been done or not, and nobody can look.
    Unclear(String),
}

/// How far a request came that did not end well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Nothing was done, and the same may well succeed in a moment.
    NotDone,
    /// Discord may have done it before it stumbled.
    Unclear,
    /// Discord did it, but its answer cannot be read.
    Done,
    /// Nothing was done, and nothing would be the next time.
    Refused,
}

impl std::fmt::Display for SendFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SendFault::AlreadyAnswered | SendFault::AnsweredByUs => {
                f.write_str("already acknowledged")
            }
            SendFault::Gone => f.write_str("unknown interaction, token or message"),
            SendFault::Forbidden => f.write_str("missing access or permissions"),
            SendFault::Refused(what) | SendFault::Other(what) | SendFault::Unclear(what) => {
                f.write_str(what)
            }
        }
    }
}

/// Waits between tries; together well within the three seconds that Discord allows for an answer.
pub(crate) const WAITS: [Duration; 3] =
    [Duration::from_millis(80), Duration::from_millis(250), Duration::from_millis(600)];

/// Tries again when Discord is busy or stumbles; serenity itself does not. Only for what may be done twice: looking, editing,
/// and what Discord tells apart itself, by its nonce or as an interaction that is answered already.
pub async fn persist<T, F>(mut request: impl FnMut() -> F) -> Result<T, SendFault>
where
    F: Future<Output = Result<T, Error>>,
{
    let mut tried = 0;
    loop {
        let error = match request().await {
            Ok(done) => return Ok(done),
            Err(error) => error,
        };
        match WAITS.get(tried) {
            Some(wait) if is_passing(&error) => tokio::time::sleep(*wait).await,
            _ => {
                return Err(match classify(error) {
                    SendFault::AlreadyAnswered if tried > 0 => SendFault::AnsweredByUs,
                    fault => fault,
                });
            }
        }
        tried += 1;
    }
}

/// One try only, for what must not be done twice.
pub async fn once<T>(request: impl Future<Output = Result<T, Error>>) -> Result<T, SendFault> {
    request.await.map_err(classify)
}

/// Whether the same request may well succeed in a moment.
fn is_passing(error: &Error) -> bool {
    fate(error) != Fate::Refused
}

/// What became of a request that came back with this.
pub fn fate(error: &Error) -> Fate {
    match error {
        Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            let status = response.status_code;
            if status.as_u16() == 429 {
                Fate::NotDone
            } else if status.is_server_error() {
                Fate::Unclear
            } else {
                Fate::Refused
            }
        }
        Error::Http(HttpError::Request(error)) if error.is_builder() => Fate::Refused,
        Error::Http(HttpError::Request(error)) if error.is_connect() => Fate::NotDone,
        Error::Http(HttpError::Request(_)) => Fate::Unclear,
        // only what came with a success is read at all
        Error::Json(_) => Fate::Done,
        _ => Fate::Refused,
    }
}

/// What an error of serenity means for us.
pub fn classify(error: Error) -> SendFault {
    match error {
        Error::Http(HttpError::UnsuccessfulRequest(response)) => match response.error.code {
            40_060 => SendFault::AlreadyAnswered,
            10_062 | 10_015 | 10_008 | 10_003 | 50_027 => SendFault::Gone,
            // 50007: this person takes no direct messages
            50_001 | 50_007 | 50_013 | 50_278 => SendFault::Forbidden,
            code => {
                let status = response.status_code;
                let words = first_words(&response.error.message);
                let what = format!("Discord answered {status} (code {code}): {words}");
                if status.is_client_error() && status.as_u16() != 429 {
                    SendFault::Refused(what)
                } else {
                    SendFault::Other(what)
                }
            }
        },
        Error::Http(HttpError::Request(error)) => SendFault::Other(error.without_url().to_string()),
        Error::Json(error) => SendFault::Other(format!("an answer was not understood: {error}")),
        other => SendFault::Other(first_words(&other.to_string())),
    }
}

fn first_words(text: &str) -> String {
    crate::limits::clip(text, 200)
}
