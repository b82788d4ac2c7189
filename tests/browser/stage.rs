//! A club on its page: the sandbox, the real bot, and a browser for each person.

use gatemaster_sandbox::Options;
use tokio::sync::MutexGuard;

use crate::club::Club;
use crate::driver::Driver;
use crate::forwarder::Forwarder;
use crate::tab::Tab;

/// nextest starts one of these tests at a time by its settings; `cargo test` by this.
static ONE_AT_A_TIME: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

pub struct Stage {
    pub club: Club,
    driver: Driver,
    _turn: MutexGuard<'static, ()>,
}

impl Stage {
    pub async fn open() -> Stage {
        let turn = ONE_AT_A_TIME.lock().await;
        let options = Options { welcome: gatemaster::sandbox::welcome(), ..Options::for_tests() };
        let mut club = Club::without_bot(options).await;
        club.start_bot().await;
        Stage { driver: Driver::start(), club, _turn: turn }
    }

    /// Somebody opens the page, in a browser and over a line of their own.
    pub async fn tab(&self, who: &str) -> Tab {
        let tab = self.blank(who).await;
        tab.opens(&format!("/?as={who}")).await;
        tab
    }

    /// The same before the page is opened.
    pub async fn blank(&self, who: &str) -> Tab {
        let forwarder = Forwarder::to(self.club.discord.addr()).await;
        Tab::new(who, self.driver.browser().await, forwarder)
    }
}
