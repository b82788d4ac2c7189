//! Whatever is changed in an export is found.
