//! A local Discord, so that the real bot runs and is tested with no account and no network
