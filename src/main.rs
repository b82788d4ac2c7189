//! The `gatemaster` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    gatemaster::cli::main()
}
