//! What one person alone may see. What is made of a secret is a secret as well. It is opened in two places only: where an
//! answer to the asker alone is sent (`run.rs`), and where it decides what the asker does (`face/any.rs`).

/// A value that one person alone may see.
#[derive(Clone, Copy)]
pub struct Secret<T>(T);

/// Logs print nothing of it.
impl<T> std::fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(a secret)")
    }
}

impl<T> Secret<T> {
    pub fn new(secret: T) -> Self {
        Self(secret)
    }

    /// Something made of it, as secret as before.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Secret<U> {
        Secret(make(self.0))
    }

    pub fn as_ref(&self) -> Secret<&T> {
        Secret(&self.0)
    }

    /// For an answer that nobody but the asker sees.
    pub fn for_the_asker_alone(self) -> T {
        self.0
    }

    /// For what the asker does with it: the desk keeps that as hidden as the system says.
    pub fn for_a_decision(self) -> T {
        self.0
    }
}

impl<T> Secret<Option<T>> {
    pub fn transpose(self) -> Option<Secret<T>> {
        self.0.map(Secret)
    }
}
