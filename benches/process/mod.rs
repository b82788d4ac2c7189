//! The real program as a process of its own, and what the system says of it.

use std::process::{Child, Command};

use gatemaster_sandbox::Sandbox;

/// Ended with the run.
pub struct Bot(Child);

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Bot {
    /// Starts it, connected to the sandbox.
    pub fn start(mut command: Command, discord: &Sandbox) -> Self {
        let command =
            command.env("DISCORD_TOKEN", discord.token()).env("DISCORD_API_URL", discord.url());
        Self(command.spawn().unwrap())
    }

    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// A figure of `/proc/…/status` in megabytes: `VmRSS` is all that lies in memory, `RssAnon` what of it is not the program's
    /// own file, `VmHWM` the most that ever lay there.
    pub fn megabytes(&self, name: &str) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() / 1024.0
    }
}

/// The number behind `--name` on the command line.
pub fn number(name: &str, default: usize) -> usize {
    let args: Vec<String> = std::env::args().collect();
    let at = args.iter().position(|arg| arg == name);
    at.and_then(|at| args.get(at + 1)).and_then(|text| text.parse().ok()).unwrap_or(default)
}
