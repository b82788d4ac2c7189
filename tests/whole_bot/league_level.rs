//! Level people where a place decides something, through Discord: a lot that everybody can check, and a decider.

use gatemaster_commands::ledger::Ledger;
use gatemaster_league::league::{Phase, Stage};
use gatemaster_league::{Fixture, League, lots};
use gatemaster_sandbox::{Answer, Person};
use gatemaster_store::Store;

use crate::club::Club;

const NAMES: [&str; 4] = ["Abe", "Bea", "Cora", "Drew"];

struct Table {
    club: Club,
    /// Organises the league and does not play.
    ola: Person,
    store: Store,
}

impl Table {
    /// A round robin of four with a final, in which everything was drawn. It speaks nowhere by itself.
    async fn all_level(options: &str) -> Table {
        let club = Club::open().await;
        let ola = club.discord.person("Ola");
        let store = club.store().await;
        let table = Table { club, ola, store };
        let new = "/league new name:Spring format:Round robin: everybody against everybody game:Chess finals:2";
        table.says(&table.ola, &format!("{new} {options}")).await;
        table.says(&table.ola, "/organise settings silent:True ties:none").await;
        for name in NAMES {
            table.says(&table.somebody(name), "/league join").await;
        }
        table.says(&table.ola, "/organise start").await;
        for fixture in table.open().await {
            let line = format!("/organise settle match:{} result:Draw", fixture.no);
            let told = table.says(&table.ola, &line).await.text();
            assert!(told.contains("Settled."), "{told}");
        }
        table
    }

    fn somebody(&self, name: &str) -> Person {
        self.club.discord.person(name)
    }

    async fn says(&self, who: &Person, line: &str) -> Answer {
        who.at(&self.club.hall).slash(line).await
    }

    async fn league(&self) -> League {
        let ledger = Ledger::new(self.store.clone(), self.club.clock.clone());
        let guild = self.club.discord.home().id();
        ledger.all_on::<League>(guild).await.unwrap().remove(0).book
    }

    async fn open(&self) -> Vec<Fixture> {
        self.league().await.season.unsettled().cloned().collect()
    }

    /// Who plays the final, by name.
    async fn finalists(&self) -> Vec<String> {
        let season = self.league().await.season;
        assert_eq!(season.phase, Phase::Finals);
        let mut finals = season.fixtures.iter().filter(|one| one.stage == Stage::Finals);
        let last = finals.next().unwrap();
        let mut names =
            [last.first, last.second.unwrap()].map(|no| season.name_of(no).to_owned()).to_vec();
        names.sort_unstable();
        names
    }
}

#[tokio::test]
async fn a_cut_between_level_people_is_settled_by_a_lot_that_everybody_can_check() {
    let mut table = Table::all_level("").await;
    let info = table.says(&table.ola, "/league info").await.text();
    assert!(info.contains("Still level where a place decides something: a lot"), "{info}");
    let promised = table.league().await.season.level.promise.unwrap().seed_hash;
    assert!(info.contains(&promised), "the hash is shown before the lot: {info}");
    let level = table.says(&table.ola, "/organise level").await.text();
    assert!(level.contains("are level for a place in the finals"), "{level}");

    // the promise outlives the bot
    table.club.restart_bot().await;
    let told = table.says(&table.ola, "/organise round").await.text();
    assert!(told.contains("The lot: ") && told.contains(&promised), "{told}");
    let season = table.league().await.season;
    let lot = season.level.lots[0].clone();
    assert_eq!(lot.seed_hash, promised);
    assert!(told.contains(&lot.seed), "{told}");
    let mut best: Vec<String> =
        lot.draws[0].order[..2].iter().map(|no| season.name_of(*no).to_owned()).collect();
    best.sort_unstable();
    assert_eq!(table.finalists().await, best);
    let shown = table.says(&table.ola, "/league table").await.text();
    assert_eq!(shown.matches(" lot\n").count(), 4, "{shown}");
    let again = table.says(&table.ola, "/organise level how:lot").await;
    assert!(again.is_private() && again.text().contains("when everything is played"));

    let exported = table.says(&table.somebody("Abe"), "/league export").await.message();
    let file = exported.files.iter().find(|file| file.name == "lots.json").unwrap();
    let proof: lots::Proof = serde_json::from_slice(&file.bytes).unwrap();
    let report = lots::verify(&proof);
    assert_eq!((report.lots, report.dice, &report.faults[..]), (1, 3, &[][..]));
    let path = table.club.folder().join("lots.json");
    std::fs::write(&path, &file.bytes).unwrap();
    let finding = gatemaster::tools::verify::run(&path, Some(&promised)).unwrap();
    assert_eq!(finding, gatemaster::tools::Finding::Clean);
    let forged =
        String::from_utf8(file.bytes.to_vec()).unwrap().replacen("\"face\": ", "\"face\": 1", 1);
    std::fs::write(&path, forged).unwrap();
    let finding = gatemaster::tools::verify::run(&path, None).unwrap();
    assert_ne!(finding, gatemaster::tools::Finding::Clean, "a forged lot is found");
}

#[tokio::test]
async fn a_league_that_plays_deciders_waits_for_them_and_says_what_is_missing() {
    let table = Table::all_level("level:A played decider").await;
    let organiser = &table.ola;
    let paired = table.says(organiser, "/organise round").await;
    assert!(paired.text().contains("They play a decider."), "{}", paired.text());
    let deciders = table.open().await;
    assert_eq!(deciders.len(), 6, "four people play everybody against everybody");
    let early = table.says(organiser, "/organise round").await;
    assert!(early.is_private() && early.text().contains("a decider"), "{}", early.text());
    assert!(early.text().contains("`/organise level how:lot`"), "{}", early.text());

    // whoever stands further down the alphabet wins, and one of them is reported by those who play it
    let season = table.league().await.season;
    for (at, fixture) in deciders.iter().enumerate() {
        let names = [fixture.first, fixture.second.unwrap()].map(|no| season.name_of(no));
        let first_wins = names[0] > names[1];
        if at == 0 {
            let (winner, loser) = if first_wins { (0, 1) } else { (1, 0) };
            let line = format!("/league report match:{} result:I won", fixture.no);
            let told = table.says(&table.somebody(names[winner]), &line).await;
            assert!(told.text().contains("waits to be confirmed"), "{}", told.text());
            let confirm = format!("Confirm {}", fixture.no);
            table.somebody(names[loser]).clicks(&told.message(), &confirm).await;
        } else {
            let who = if first_wins { "The first won" } else { "The second won" };
            let line = format!("/organise settle match:{} result:{who}", fixture.no);
            let told = table.says(organiser, &line).await.text();
            assert!(told.contains("Settled."), "{told}");
        }
    }
    let shown = table.says(organiser, "/league table").await.text();
    assert_eq!(shown.matches(" decider\n").count(), 4, "{shown}");
    table.says(organiser, "/organise round").await;
    assert_eq!(table.finalists().await, ["Cora", "Drew"]);
    assert!(table.league().await.season.level.lots.is_empty(), "nothing was left to a lot");
}
