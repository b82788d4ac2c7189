//! A club to play at: a sandbox, a bot in it, and a few people.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gatemaster::bot::{self, Settings};
use gatemaster::config::{Discord, Token};
use gatemaster_commands::caps::Most;
use gatemaster_commands::clock::Clock;
use gatemaster_rules::dice::Scripted;
use gatemaster_sandbox::{Answer, Options, Person, Place, Sandbox, Seen};
use gatemaster_store::Store;
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Looks again and again, at the database say, until there is something to give. On a busy machine that may take a while.
pub async fn eventually<T>(what: &str, look: impl AsyncFn() -> Option<T>) -> T {
    const PATIENCE: Duration = Duration::from_mins(2);
    let begin = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(begin.elapsed() < PATIENCE, "waited in vain until {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

pub struct Club {
    pub discord: Sandbox,
    pub ann: Person,
    pub bob: Person,
    /// Manages the server.
    pub mia: Person,
    /// Just passes by.
    pub pat: Person,
    pub hall: Place,
    /// The bot's clock, which goes on through restarts.
    pub clock: Arc<Clock>,
    /// The public page, where a test wants one.
    pub page: Option<gatemaster_web::Listening>,
    /// How much the operator lets servers allow themselves.
    pub most: Most,
    /// Whether dice are shown as emoji. What is asked of texts elsewhere is asked of the figures.
    pub emojis: bool,
    folder: TempDir,
    bot: Option<Running>,
}

struct Running {
    stop: CancellationToken,
    job: JoinHandle<anyhow::Result<()>>,
}

impl Club {
    pub async fn open() -> Club {
        let mut club = Club::without_bot(Options::for_tests()).await;
        club.start_bot().await;
        club
    }

    pub async fn without_bot(options: Options) -> Club {
        let discord = Sandbox::start(options).await.unwrap();
        Club {
            ann: discord.person("Ann"),
            bob: discord.person("Bob"),
            mia: discord.manager("Mia"),
            pat: discord.person("Pat"),
            hall: discord.channel("hall"),
            discord,
            clock: Arc::default(),
            page: None,
            most: Most::DEFAULT,
            emojis: false,
            folder: tempfile::tempdir().unwrap(),
            bot: None,
        }
    }

    pub fn database_url(&self) -> String {
        format!("sqlite:{}", self.folder.path().join("games.db").display())
    }

    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    pub async fn start_bot(&mut self) {
        let discord = Discord::Plain { url: self.discord.url() };
        self.start_bot_at(discord).await;
    }

    pub async fn start_bot_at(&mut self, discord: Discord) {
        let settings = Settings {
            token: Token::new(self.discord.token()),
            discord,
            alive_file: Some(self.folder.path().join("alive")),
            clock: Arc::clone(&self.clock),
            page: self.page.clone(),
            most: self.most,
            emojis: self.emojis,
        };
        let store = bot::open_store(&self.database_url()).await.unwrap();
        let stop = CancellationToken::new();
        let job = tokio::spawn(bot::run(settings, store, stop.clone()));
        self.bot = Some(Running { stop, job });
        self.discord.bot_ready().await;
    }

    pub async fn stop_bot(&mut self) {
        let Some(bot) = self.bot.take() else { return };
        bot.stop.cancel();
        bot.job.await.unwrap().unwrap();
        // else the next one would be taken for ready before it is there
        self.bot_is_gone().await;
    }

    pub async fn restart_bot(&mut self) {
        self.stop_bot().await;
        self.start_bot().await;
    }

    /// A request with the bot's token that is not the bot's doing.
    pub async fn as_bot(&self, method: &str, path: &str, body: &str) {
        let url = format!("{}/api/v10/{path}", self.discord.url());
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        let request = reqwest::Client::new()
            .request(method, url)
            .header("authorization", format!("Bot {}", self.discord.token()))
            .header("content-type", "application/json")
            .body(body.to_owned());
        let answer = request.send().await.unwrap();
        assert!(answer.status().is_success(), "{}", answer.status());
    }

    /// The database, opened beside the running bot.
    pub async fn store(&self) -> Store {
        Store::open(&self.database_url()).await.unwrap()
    }

    /// How many steps the open game of the hall has.
    pub async fn steps(&self) -> u32 {
        let store = self.store().await;
        let game = store.open_game_in(self.hall.id()).await.unwrap().unwrap();
        store.close().await;
        game.seq
    }

    /// A bag of 6 red and 5 blue dice, with Ann as Red and Bob as Blue. Gives the board.
    pub async fn bag_game(&self) -> Seen {
        let opened = self.ann.at(&self.hall).slash("/bag setup sides:Red 6, Blue 5").await;
        let board = opened.message();
        self.bob.at(&self.hall).slash("/game join").await;
        self.board_saying("(Bob)").await;
        board.again().unwrap()
    }

    /// Does something while these faces lie ready for the dice that fall; all of them must be used.
    pub async fn with_dice<T>(&self, faces: &str, doing: impl IntoFuture<Output = T>) -> T {
        let faces = Scripted::parse(faces).unwrap();
        self.clock.dice.lay_out(faces.faces().iter().copied());
        let done = doing.await;
        assert_eq!(self.clock.dice.left(), 0, "all dice that were laid out have fallen");
        done
    }

    /// The next die that is drawn in this place is one of this side.
    pub async fn next_draw(&self, place: &Place, side: &str) {
        let desk = gatemaster_commands::open_desk(self.store().await, Arc::clone(&self.clock));
        let id = desk.store.open_game_in(place.id()).await.unwrap().unwrap().id;
        let game = desk.load_any(&id).await.unwrap().unwrap();
        let face = gatemaster_commands::systems::all().of(game.table.system);
        let position = face.draw(&game, Some(side)).unwrap().dice.unwrap();
        desk.store.close().await;
        self.clock.dice.lay_out([position.parse().unwrap()]);
    }

    /// Somebody draws a die of this side.
    pub async fn draws(&self, who: &Person, place: &Place, side: &str) -> Answer {
        self.next_draw(place, side).await;
        let drawn = who.at(place).slash("/draw").await;
        assert_eq!(self.clock.dice.left(), 0, "the die was drawn");
        drawn
    }

    /// Somebody types this line, and the dice at its end (`dice:4 1`, `dice:Red`) are those that fall.
    pub async fn does(&self, who: &Person, place: &Place, line: &str) -> Answer {
        match line.split_once(" dice:") {
            None => who.at(place).slash(line).await,
            Some(("/draw", side)) => self.draws(who, place, side).await,
            Some((line, faces)) => self.with_dice(faces, who.at(place).slash(line)).await,
        }
    }

    /// Sets the note on every reminder back, as if the bot had not come so far: 0 not told, 1 being told.
    pub async fn unsay_reminders(&self, told: i64) {
        let path = self.folder.path().join("games.db");
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
        let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
        let set = sqlx::query("UPDATE owing SET reminded = ?").bind(told);
        assert!(set.execute(&mut connection).await.unwrap().rows_affected() > 0);
        sqlx::Connection::close(connection).await.unwrap();
    }

    /// Waits until this is so.
    pub async fn until(&self, so: impl Fn() -> bool) {
        self.discord.until("it came to that", so).await;
    }

    /// Waits until nobody is connected as the bot, whichever process it was.
    pub async fn bot_is_gone(&self) {
        self.discord.until("the bot has gone", || !self.discord.bot_connected()).await;
    }

    /// Time passes for the bot.
    pub fn hours_pass(&self, hours: u64) {
        self.clock.advance(Duration::from_secs(hours * 60 * 60));
    }

    pub fn days_pass(&self, days: u64) {
        self.hours_pass(days * 24);
    }

    /// The newest message of the hall that something can be done with at this step of a battle; a step is stored a moment
    /// before it is told.
    pub async fn newest_usable(&self, battle: &str, step: u32) -> Seen {
        let now = format!("a1:{battle}:{step}:");
        let usable = |seen: &Seen| {
            let buttons = seen.buttons.iter().map(|button| &button.custom_id);
            let mut ids = buttons.chain(seen.selects.iter().map(|list| &list.custom_id));
            !seen.private && ids.any(|id| id.starts_with(&now))
        };
        self.hall.wait_for(usable).await
    }

    /// The live board, once it says this.
    pub async fn board_saying(&self, text: &str) -> Seen {
        let fits = |seen: &Seen| {
            !seen.private
                && seen.button("Return a die…").is_some()
                && seen.all_text().contains(text)
        };
        self.hall.wait_for(fits).await
    }
}
