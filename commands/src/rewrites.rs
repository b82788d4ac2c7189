//! Games and books are used side by side, but none is used while it is being rewritten: a step on what was seen before would
//! bring back what was taken out. Each waits for itself alone, never for another.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};

use crate::boxed;

/// Held while a game or a book is looked at or gets a step.
pub type InUse = OwnedRwLockReadGuard<()>;
/// Held while it is rewritten.
pub type Alone = OwnedRwLockWriteGuard<()>;

#[derive(Clone, Debug, Default)]
pub struct Rewrites(Arc<Mutex<HashMap<String, Weak<RwLock<()>>>>>);

impl Rewrites {
    fn of(&self, id: &str) -> Arc<RwLock<()>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(id).and_then(Weak::upgrade) {
            return known;
        }
        // only what somebody uses just now is remembered
        all.retain(|_, one| one.strong_count() > 0);
        let new = Arc::default();
        all.insert(id.to_owned(), Arc::downgrade(&new));
        new
    }

    /// Whoever holds this must not ask for it again.
    #[boxed]
    pub async fn in_use(&self, id: &str) -> InUse {
        self.of(id).read_owned().await
    }

    #[boxed]
    pub async fn alone(&self, id: &str) -> Alone {
        self.of(id).write_owned().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_waits_for_itself_alone() {
        let rewrites = Rewrites::default();
        let rewriting = rewrites.alone("one").await;
        let (_a, _b) = (rewrites.in_use("two").await, rewrites.in_use("two").await);
        assert!(rewrites.of("one").try_read().is_err());
        assert!(rewrites.of("two").try_write().is_err());
        drop(rewriting);
        rewrites.in_use("one").await;
        assert!(rewrites.of("one").try_write().is_ok());
    }

    #[tokio::test]
    async fn what_nobody_uses_is_not_remembered() {
        let rewrites = Rewrites::default();
        for id in 0..100 {
            drop(rewrites.in_use(&id.to_string()).await);
        }
        assert_eq!(rewrites.0.lock().unwrap().len(), 1);
    }
}
