//! How often tests that depend on chance repeat themselves: a part by default, all of it with `./test --thorough`.

/// All of them, or this part of them.
pub fn times(all: u32, part: u32) -> u32 {
    if std::env::var_os("GATEMASTER_THOROUGH").is_some() { all } else { all / part }
}
