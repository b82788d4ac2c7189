//! Taking turns at the dice cup of a channel.

use std::sync::Arc;

use gatemaster_store::Cup;
use tokio::sync::{Mutex, MutexGuard};

/// Channels share turns where their numbers meet; that costs them a moment and keeps this small.
const QUEUES: u64 = 64;

/// People who roll in one channel at the same moment do it one after the other. The store would refuse a die that has been
/// rolled; without an order, a crowd would spend its time on being refused.
#[derive(Clone, Debug)]
pub(crate) struct Cups {
    queues: Arc<[Mutex<Option<Opened>>]>,
}

/// The cup that was opened last for a proof, and by which interaction: the same one delivered again gets the same proof.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub interaction: u64,
    pub cup: Cup,
}

impl Default for Cups {
    fn default() -> Self {
        Self { queues: (0..QUEUES).map(|_| Mutex::default()).collect() }
    }
}

impl Cups {
    pub async fn turn(&self, channel: u64) -> MutexGuard<'_, Option<Opened>> {
        // ids of neighbours differ in their upper bits, which are the time
        let queue = (channel ^ channel >> 22) % QUEUES;
        let queue = usize::try_from(queue).unwrap_or_default();
        self.queues[queue].lock().await
    }
}
