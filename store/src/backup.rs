//! A copy of the database while it is in use.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::boxed;
use crate::{Store, StoreError};

impl Store {
    /// Writes a complete copy to a new file. It appears under its name only when it is whole.
    #[boxed]
    pub async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let failed = |reason: String| StoreError::Backup { path: to.to_owned(), reason };
        if exists(to) {
            return Err(StoreError::BackupExists(to.to_owned()));
        }
        if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| failed(error.to_string()))?;
        }
        let part = part_of(to);
        // Left behind by a backup that was cut short; SQLite would refuse to write over it.
        let _ = std::fs::remove_file(&part);
        let name = part.to_str().ok_or_else(|| failed("its name is not plain text".to_owned()))?;
        let copied = sqlx::query("VACUUM INTO ?").bind(name).execute(&self.readers).await;
        let kept = match copied {
            Ok(_) => keep(part.clone(), to.to_owned()).await,
            Err(sqlx::Error::PoolClosed) => return Err(StoreError::Closed),
            Err(error) => Err(failed(error.to_string())),
        };
        if kept.is_err() {
            let _ = std::fs::remove_file(&part);
        }
        kept
    }
}

fn part_of(to: &Path) -> PathBuf {
    let mut name = OsString::from(to);
    name.push(".part");
    PathBuf::from(name)
}

/// A dangling link counts too.
fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Off the async threads: flushing a large file takes its time.
async fn keep(part: PathBuf, to: PathBuf) -> Result<(), StoreError> {
    let work = tokio::task::spawn_blocking(move || {
        if exists(&to) {
            return Err(StoreError::BackupExists(to));
        }
        std::fs::File::open(&part)
            .and_then(|file| file.sync_all())
            .and_then(|()| std::fs::rename(&part, &to))
            .map_err(|error| StoreError::Backup { path: to, reason: error.to_string() })
    });
    work.await.unwrap_or_else(|error| Err(StoreError::Other(error.to_string())))
}
