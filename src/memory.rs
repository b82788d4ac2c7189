//! Memory that is free again goes back to the system. By default glibc keeps what many threads have freed between what they still use,
//! and after its first large block it keeps large ones too: over weeks a program that needs some 10 MB would hold 100 and more.
#![allow(unsafe_code)]

use std::time::Duration;

use crate::boxed;

/// How often free memory is given back: a few milliseconds of work, beside everything else.
const EVERY: Duration = Duration::from_secs(30);

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod glibc {
    /// Pictures and long texts: they come from the system one by one, and go back to it at once.
    const LARGE: libc::c_int = 256 * 1024;

    /// Each arena has its own gaps between what is in use, and our few threads hardly ever wait for one another.
    const ARENAS: libc::c_int = 2;

    pub fn hold_less() {
        for (what, number) in [(libc::M_MMAP_THRESHOLD, LARGE), (libc::M_ARENA_MAX, ARENAS)] {
            // SAFETY: it takes two numbers and sets one of the allocator's own. An allocator that will not be told goes on as it was.
            let _ = unsafe { libc::mallopt(what, number) };
        }
    }

    pub fn give_back() {
        // SAFETY: it may be called at any time and by any thread, and touches nothing that is in use.
        let _ = unsafe { libc::malloc_trim(0) };
    }
}

/// Other allocators give back by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod glibc {
    pub fn hold_less() {}
    pub fn give_back() {}
}

pub use glibc::hold_less;

/// For as long as the program runs.
#[boxed]
pub async fn give_back_regularly() {
    loop {
        tokio::time::sleep(EVERY).await;
        if tokio::task::spawn_blocking(glibc::give_back).await.is_err() {
            return;
        }
    }
}
