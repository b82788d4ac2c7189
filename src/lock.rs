//! One program per data folder: two would redraw each other's boards.

use std::fs::{File, TryLockError};
use std::path::Path;

use anyhow::{Context as _, bail};

/// Holds the folder until it is dropped. The system lets go of it however the process ends.
pub fn take(data: &Path) -> anyhow::Result<File> {
    std::fs::create_dir_all(data)
        .with_context(|| format!("the folder {} cannot be made", data.display()))?;
    let path = data.join("lock");
    let file =
        File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
    match file.try_lock() {
        // some network disks cannot lock; the database protects itself
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!(
            "another Gatemaster is running with the folder {}; stop it, or give this one its own with GATEMASTER_DATA",
            data.display()
        ),
    }
}
