//! A club on its page: the sandbox, the real bot, and a browser for each person.

use gatemaster_discord::signs;
use gatemaster_sandbox::Options;
use gatemaster_web::Listening;
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
        Self::opened(None, false).await
    }

    /// The same with dice as emoji of the application's own, once all of them are there.
    pub async fn with_emojis() -> Stage {
        let stage = Self::opened(None, true).await;
        let discord = &stage.club.discord;
        discord.until("every emoji is known", || !signs::known().is_empty()).await;
        stage
    }

    /// The same with a public page.
    pub async fn for_readers() -> Stage {
        Self::opened(Listening::at(([127, 0, 0, 1], 0).into(), "Our club").ok(), false).await
    }

    async fn opened(page: Option<Listening>, emojis: bool) -> Stage {
        let turn = ONE_AT_A_TIME.lock().await;
        let options = Options { welcome: gatemaster::sandbox::welcome(), ..Options::for_tests() };
        let mut club = Club::without_bot(options).await;
        (club.page, club.emojis) = (page, emojis);
        club.start_bot().await;
        Stage { driver: Driver::start(), club, _turn: turn }
    }

    /// Discord's three seconds pass while somebody waits for a bot that is not there.
    pub async fn nobody_answers(&self) {
        let discord = &self.club.discord;
        discord.until("the bot was asked", || discord.unanswered() > 0).await;
        discord.advance(std::time::Duration::from_secs(4));
    }

    /// Somebody opens the page, in a browser and over a line of their own.
    pub async fn tab(&self, who: &str) -> Tab {
        let tab = self.blank(who).await;
        tab.opens(&format!("/?as={who}")).await;
        tab
    }

    /// Somebody with a browser and a line to the public page.
    pub async fn reader(&self, who: &str) -> Tab {
        let page = self.club.page.as_ref().expect("a public page");
        let forwarder = Forwarder::to(page.addr()).await;
        Tab::new(who, self.driver.browser().await, forwarder)
    }

    /// The same before the page is opened.
    pub async fn blank(&self, who: &str) -> Tab {
        let forwarder = Forwarder::to(self.club.discord.addr()).await;
        self.club.discord.is_also_at(forwarder.addr());
        Tab::new(who, self.driver.browser().await, forwarder)
    }
}
