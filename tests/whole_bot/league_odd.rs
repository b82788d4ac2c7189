//! Leagues and odd input: everything that cannot be is refused privately, with the reason, and changes nothing.

use gatemaster_commands::league::press::{LeaguePress, LeaguePressed};
use gatemaster_commands::ledger::{Ledger, StoredBook};
use gatemaster_discord::press::encode;
use gatemaster_league::league::Phase;
use gatemaster_league::{Fixture, FixtureId, League, State, standings};
use gatemaster_sandbox::{Answer, Person, Seen};
use gatemaster_store::Store;

use crate::club::Club;
use crate::league_table::message_with;

const ROUND_ROBIN: &str = "format:Round robin: everybody against everybody game:Chess";
const SWISS: &str = "format:Swiss: a few rounds, level people meet game:Chess";
const KNOCKOUT: &str = "format:Knockout game:Chess";
const LADDER: &str = "format:Ladder: challenge people above you game:Chess";
const OPEN: &str = "format:Open challenge: anybody against anybody game:Chess";
const SILENT: &str = "/organise settings silent:True seeding:In the order of entry, or as placed";

struct Table {
    club: Club,
    /// Organises the league and does not play.
    ola: Person,
    store: Store,
    id: String,
}

impl Table {
    /// A league of Ola's called Spring, which speaks nowhere by itself.
    async fn open(options: &str) -> Table {
        let club = Club::open().await;
        let ola = club.discord.person("Ola");
        let opened = ola.at(&club.hall).slash(&format!("/league new name:Spring {options}")).await;
        assert!(opened.is_private() && opened.text().contains("is open"), "{}", opened.text());
        ola.at(&club.hall).slash(SILENT).await;
        let store = club.store().await;
        let ledger = Ledger::new(store.clone(), club.clock.clone());
        let guild = club.discord.home().id();
        let id = ledger.all_on::<League>(guild).await.unwrap().remove(0).id;
        Table { club, ola, store, id }
    }

    /// The same with these people in it, on.
    async fn started(options: &str, names: &[&str]) -> Table {
        let table = Table::open(options).await;
        for name in names {
            table.joins(&table.somebody(name), "You are in").await;
        }
        let started = table.says(&table.ola, "/organise start").await;
        assert!(!started.is_private(), "{}", started.text());
        table
    }

    fn somebody(&self, name: &str) -> Person {
        self.club.discord.person(name)
    }

    async fn kept(&self) -> StoredBook<League> {
        let ledger = Ledger::new(self.store.clone(), self.club.clock.clone());
        ledger.load_any::<League>(&self.id).await.unwrap().unwrap()
    }

    async fn fixture(&self, no: u32) -> Fixture {
        self.kept().await.book.season.fixture(FixtureId(no)).unwrap().clone()
    }

    /// The two of a match.
    async fn two(&self, no: u32) -> (Person, Person) {
        let book = self.kept().await.book;
        let fixture = book.season.fixture(FixtureId(no)).unwrap();
        let person = |no| self.somebody(book.season.name_of(no));
        (person(fixture.first), person(fixture.second.unwrap()))
    }

    async fn says(&self, who: &Person, line: &str) -> Answer {
        who.at(&self.club.hall).slash(line).await
    }

    async fn done(&self, who: &Person, line: &str, says: &str) -> Seen {
        let answer = self.says(who, line).await;
        let text = answer.text();
        assert!(!answer.is_private() && text.contains(says), "{line}: {text}");
        answer.message()
    }

    /// Who joins is told so; everybody else sees it in the list.
    async fn joins(&self, who: &Person, says: &str) {
        let answer = self.says(who, "/league join").await;
        assert!(answer.is_private() && answer.text().contains(says), "{}", answer.text());
    }

    async fn refused(&self, who: &Person, line: &str, says: &str) {
        let before = self.kept().await;
        let answer = self.says(who, line).await;
        assert!(answer.is_private(), "{line}: {}", answer.text());
        assert!(answer.text().contains(says), "{line}: {}", answer.text());
        self.unchanged(&before, line).await;
    }

    async fn press_refused(&self, who: &Person, message: &Seen, label: &str, says: &str) {
        let before = self.kept().await;
        let answer = who.clicks_as_seen(message, label).await;
        refusal(&answer, says);
        self.unchanged(&before, label).await;
    }

    async fn unchanged(&self, before: &StoredBook<League>, what: &str) {
        let after = self.kept().await;
        assert_eq!((after.seq, &after.book), (before.seq, &before.book), "{what}");
    }
}

fn texts(answer: &Answer) -> Vec<String> {
    answer.messages().iter().map(Seen::all_text).collect()
}

/// Only the one who pressed hears this.
fn refusal(answer: &Answer, says: &str) {
    let messages = answer.messages();
    let found = messages.iter().any(|seen| seen.private && seen.all_text().contains(says));
    assert!(found, "nobody says “{says}”: {:?}", texts(answer));
}

/// Everybody hears this; where a press was made in private, a moment after the answer itself.
async fn public(answer: &Answer, says: &str) {
    answer.wait_for(|seen| !seen.private && seen.all_text().contains(says)).await;
}

#[tokio::test]
async fn reports_that_cannot_be_are_refused_with_the_reason() {
    let table = Table::open(ROUND_ROBIN).await;
    let [ann, bob, cid, dan] = ["Ann", "Bob", "Cid", "Dan"].map(|name| table.somebody(name));
    for who in [&ann, &bob, &cid, &dan] {
        table.joins(who, "You are in").await;
    }
    table.refused(&ann, "/league report result:I won", "has not started yet").await;
    table.done(&table.ola, "/organise start", "Round 1").await;
    let (one, other) = table.two(1).await;
    let outside = [&ann, &bob, &cid, &dan]
        .into_iter()
        .find(|who| who.id() != one.id() && who.id() != other.id())
        .unwrap();
    let name = one.name();
    for (line, says) in [
        (format!("/league report result:I won opponent:{name}"), "against yourself"),
        ("/league report result:I won".to_owned(), "You have several open matches"),
        ("/league report match:1".to_owned(), "Say how it ended"),
        ("/league report match:1 my_score:5".to_owned(), "Give both scores or none"),
        (
            "/league report match:1 result:I won my_score:2 their_score:3".to_owned(),
            "The winner would have the lower score",
        ),
        ("/league report match:99 result:I won".to_owned(), "no match 99"),
        ("/league report match:one result:I won".to_owned(), "A match goes by its number"),
        ("/league report match:9999999999 result:I won".to_owned(), "A match goes by its number"),
        ("/league report match:-1 result:I won".to_owned(), "A match goes by its number"),
        ("/league report result:I won opponent:**Zoë** @everyone".to_owned(), "\\*\\*Zoë\\*\\*"),
        ("/league report result:I won opponent:<@1>".to_owned(), "is not in this season"),
        ("/league report result:I won league:Autumn".to_owned(), "There is no league “Autumn”"),
        ("/league challenge opponent:Bob".to_owned(), "come with its rounds"),
    ] {
        table.refused(&one, &line, says).await;
    }
    table.refused(outside, "/league report match:1 result:I won", "is between others").await;
    let pat = &table.club.pat;
    table.refused(pat, "/league report match:1 result:I won", "You are not in “Spring”").await;
    table.refused(pat, "/league report result:I won", "You are not in “Spring”").await;

    let told =
        table.done(&one, "/league report match:1 result:I won", "waits to be confirmed").await;
    assert!(told.pings(&other) && !told.pings(&one), "only the opponent is asked");
    table.refused(&one, "/league report match:1 result:I won", "reported this match already").await;
    table.refused(&other, "/league report match:1 result:I won", "has reported it already").await;
    table.press_refused(&one, &told, "Confirm 1", "You reported this match yourself").await;
    table.press_refused(&one, &told, "Not so (1)…", "That is your own report").await;
    table.press_refused(pat, &told, "Confirm 1", "is between others").await;
    table.press_refused(pat, &told, "Not so (1)…", "You are not in “Spring”").await;
    table.press_refused(outside, &told, "Not so (1)…", "is between others").await;
    table.press_refused(outside, &told, "Confirm 1", "is between others").await;
    public(&other.clicks(&told, "Confirm 1").await, "It counts.").await;
    table.press_refused(&other, &told, "Confirm 1", "counts already").await;
    table.press_refused(&other, &told, "Not so (1)…", "counts already").await;
    table.refused(&one, "/league report match:1 result:I lost", "This match counts already").await;
}

#[tokio::test]
async fn an_old_button_does_not_confirm_a_new_report() {
    let table = Table::started(ROUND_ROBIN, &["Ann", "Bob"]).await;
    let (one, other) = table.two(1).await;
    let line = "/league report match:1 my_score:5 their_score:3";
    let old = table.done(&one, line, "waits to be confirmed").await;
    let mine = table.says(&one, "/league my").await.message();
    public(&one.clicks(&mine, "Take report 1 back").await, "Taken back.").await;
    table.press_refused(&other, &old, "Confirm 1", "Nothing has been reported").await;
    let line = "/league report match:1 my_score:9 their_score:0";
    let new = table.done(&one, line, "waits to be confirmed").await;
    table.press_refused(&other, &old, "Confirm 1", "The report has changed").await;
    table.press_refused(&other, &old, "Not so (1)…", "The report has changed").await;
    // a form that stood open while the report was taken back and made anew
    let form = other.clicks(&new, "Not so (1)…").await.modal().unwrap();
    let mine = table.says(&one, "/league my").await.message();
    one.clicks(&mine, "Take report 1 back").await;
    table.done(&one, line, "waits to be confirmed").await;
    let late = form.submit(&[("says", "It was 5–3.")]).await;
    refusal(&late, "The report has changed");
    assert!(matches!(table.fixture(1).await.state, State::Reported { .. }));
}

#[tokio::test]
async fn typed_scores_are_read_with_care() {
    let table = Table::started(ROUND_ROBIN, &["Ann", "Bob"]).await;
    let (one, _) = table.two(1).await;
    let mine = table.says(&one, "/league my").await.message();
    // a button of an earlier version asks how it ended; today's say so themselves
    assert!(mine.button("I won vs Bob…").is_some() || mine.button("I won vs Ann…").is_some());
    let press = LeaguePress::Report { fixture: FixtureId(1) };
    let id = encode(&LeaguePressed::new(&table.kept().await.id, press));
    let asks = message_with(&table.club, "Report 1…", &id).await;
    let form = one.clicks(&asks, &id).await.modal().unwrap();
    let before = table.kept().await;
    for (result, a, b, says) in [
        ("", "", "", "Say how it ended"),
        ("vctory", "5", "3", "Write *won*, *lost* or *draw*"),
        ("", "5-3", "", "“5-3” is not a score"),
        ("", "five", "3", "“five” is not a score"),
        ("", "🙂", "3", "is not a score"),
        ("", "5", "", "Give both scores or none"),
        ("", "99999999999999999999", "3", "is not a score"),
        ("", "2000000000", "3", "Scores go up to 1000000"),
        ("", "5", "−2000000", "Scores go up to 1000000"),
        ("won", "3", "5", "The winner would have the lower score"),
        ("", "**@everyone**", "5", "“\\*\\*\\@everyone"),
    ] {
        let answer = form.submit(&[("result", result), ("mine", a), ("theirs", b)]).await;
        refusal(&answer, says);
        table.unchanged(&before, says).await;
    }
    for line in ["my_score:1000001 their_score:0", "my_score:5 their_score:-1000001"] {
        let line = format!("/league report match:1 {line}");
        let tried = one.at(&table.club.hall).slash(&line).attempt().await;
        assert!(tried.is_err(), "the client holds that back");
    }
    let fine = form.submit(&[("result", "Won"), ("mine", "1000000"), ("theirs", "−1000000")]).await;
    public(&fine, "waits to be confirmed").await;
}

#[tokio::test]
async fn what_is_delivered_twice_counts_once() {
    let table = Table::started(ROUND_ROBIN, &["Ann", "Bob", "Cid"]).await;
    let (one, other) = table.two(1).await;
    let before = table.kept().await.seq;
    table.club.discord.misbehave().deliver_always_twice(true);
    table.club.discord.expect_fault("40060");
    let line = "/league report match:1 my_score:5 their_score:3";
    let told = table.done(&one, line, "waits to be confirmed").await;
    public(&other.clicks(&told, "Confirm 1").await, "It counts.").await;
    let pat = &table.club.pat;
    table.joins(pat, "You are in").await;
    table.done(&table.ola, "/organise points who:Pat points:3 why:a cake", "+3 points").await;
    table.club.discord.misbehave().deliver_always_twice(false);
    let kept = table.kept().await;
    assert_eq!(kept.seq, before + 4, "four things were done");
    assert_eq!(table.fixture(1).await.revision, 2);
    assert_eq!(kept.book.season.adjustments.len(), 1);
    assert_eq!(kept.book.season.entrants.len(), 4);
}

#[tokio::test]
async fn two_who_decide_the_same_match_at_once_decide_it_once() {
    let table = Table::started(ROUND_ROBIN, &["Ann", "Bob", "Cid", "Dan"]).await;
    for no in 1..=4 {
        let (one, other) = table.two(no).await;
        let line = format!("/league report match:{no} my_score:5 their_score:3");
        let told = table.done(&one, &line, "waits to be confirmed").await;
        let label = format!("Confirm {no}");
        let before = table.kept().await.seq;
        let (a, b) = tokio::join!(other.clicks(&told, &label), table.ola.clicks(&told, &label));
        let late = |one: &Answer| one.messages().iter().any(|seen| seen.private);
        let (late, first) = if late(&a) { (&a, &b) } else { (&b, &a) };
        refusal(late, "counts already");
        public(first, "It counts.").await;
        assert_eq!(table.kept().await.seq, before + 1);
    }
    let settle = |result: &str| format!("/organise settle match:5 result:{result}");
    let (first, second) = (settle("The first won"), settle("The second won"));
    let (ola, mia) = (&table.ola, &table.club.mia);
    let (a, b) = tokio::join!(table.says(ola, &first), table.says(mia, &second));
    public(&a, "Settled.").await;
    public(&b, "Settled.").await;
    let fixture = table.fixture(5).await;
    assert_eq!((fixture.revision, fixture.history.len()), (2, 1), "the later one is a correction");
}

#[tokio::test]
async fn organising_is_for_organisers_and_managers() {
    let table = Table::started(ROUND_ROBIN, &["Ann", "Bob"]).await;
    let (ann, pat) = (&table.club.ann, &table.club.pat);
    table.done(&table.ola, "/organise points who:Ann points:1 why:a cake", "+1 points").await;
    for line in [
        "start",
        "round",
        "settle match:1 result:Draw",
        "cancel match:1 why:rain",
        "reopen match:1 why:sun",
        "points who:Ann points:9 why:me",
        "revoke who:Ann",
        "enter guest:Zoe",
        "enter player:@Pat",
        "drop who:Bob",
        "return who:Bob",
        "place who:Ann seed:1",
        "deadline days:3",
        "season",
        "resume",
        "appoint player:@Ann",
        "dismiss player:@Ola",
        "settings days:3",
        "rename name:Mine",
    ] {
        for who in [ann, pat] {
            table.refused(who, &format!("/organise {line}"), "Only an organiser").await;
        }
    }
    table.refused(ann, "/league close", "Only an organiser closes a season: Ola").await;
    // somebody who manages the server may, without being asked to
    let mia = &table.club.mia;
    table.done(mia, "/organise settle match:1 result:Draw", "Settled.").await;
    table.refused(&table.ola, "/organise dismiss player:@Ola", "keeps one organiser").await;
    table.refused(&table.ola, "/organise dismiss player:@Pat", "does not organise").await;
    table.refused(&table.ola, "/organise appoint player:@Gatemaster", "is a bot").await;
    table.done(&table.ola, "/organise appoint player:@Pat", "Pat organises").await;
    table.done(pat, "/organise dismiss player:@Ola", "does not organise").await;
    let line = "/organise points who:Ann points:9 why:me";
    table.refused(&table.ola, line, "Only an organiser gives and takes points: Pat").await;
}

#[tokio::test]
async fn entering_has_its_time_and_its_room() {
    let table = Table::open(&format!("{SWISS} limit:2 rounds:3")).await;
    let [ann, bob, cid] = ["Ann", "Bob", "Cid"].map(|name| table.somebody(name));
    let ola = &table.ola;
    table.joins(&ann, "1 person so far").await;
    table.refused(&ann, "/league join league:Spring", "You are in “Spring” already").await;
    table.refused(ola, "/organise start", "It takes two to play").await;
    table.joins(&bob, "2 people so far").await;
    table.refused(&cid, "/league join", "“Spring” is full: 2 people are in it").await;
    table.refused(ola, "/organise enter guest:Zoe", "“Spring” is full").await;
    table.refused(ola, "/organise enter", "Name either").await;
    table.refused(ola, "/organise enter guest:Zoe player:@Cid", "Name either").await;
    table.refused(ola, "/organise place who:Ann", "Say where").await;
    table.refused(ola, "/organise place who:Ann division:Gold", "has no divisions").await;
    table.says(ola, "/organise settings limit:0 late_entry:False").await;
    table.done(ola, "/organise start", "Round 1").await;
    table.refused(&cid, "/league join", "takes nobody in any more").await;
    table.refused(ola, "/organise start", "has started already").await;
    table.refused(ola, "/organise round", "These are still open: match 1").await;
    table.refused(ola, "/organise settings format:Knockout", "its format stands").await;
    table.refused(ola, "/organise settings divisions:Gold, Silver", "its divisions stand").await;
    table.refused(ola, "/organise settings legs:2", "`legs` belongs to a round robin").await;
    table.refused(ola, "/organise settings points:3/x/0", "Write the points as").await;
    table.refused(ola, "/organise settings points:9999/1/0", "Points go from").await;
    table.refused(ola, "/organise settings ties:luck", "I know no tie-breaker").await;
    table.refused(ola, "/organise settings ties:wins, wins", "stands twice").await;
    table.refused(&cid, "/league leave", "You are not in").await;
    table.done(&ann, "/league leave", "1 open match goes to your opponents").await;
    table.refused(&ann, "/league join league:Spring", "only an organiser can bring you back").await;
    table.refused(ola, "/organise round", "Fewer than two people are left").await;
    table.done(ola, "/organise return who:Ann", "Back again").await;

    let again = ola.at(&table.club.hall).slash(&format!("/league new name:spring {SWISS}")).await;
    assert!(again.is_private() && again.text().contains("has that name"), "{}", again.text());
    for (line, says) in [
        ("/league new name:Other format:Knockout", "Say what is played"),
        ("/league new name:Other format:Knockout game:Chess legs:2", "`legs` belongs to"),
        ("/league new name:Other format:Knockout game:Chess finals:4", "Finals follow"),
        ("/league new name:\u{202e}\u{200b} format:Knockout game:Chess", "1 to 64 letters"),
        ("/league new name:Other format:Knockout game:Chess divisions:A, B", "have no divisions"),
    ] {
        let answer = ola.at(&table.club.hall).slash(line).await;
        assert!(answer.is_private() && answer.text().contains(says), "{line}: {}", answer.text());
    }
}

#[tokio::test]
async fn a_closed_season_takes_nothing_more() {
    let table = Table::started(ROUND_ROBIN, &["Ann", "Bob", "Cid"]).await;
    let (one, other) = table.two(1).await;
    let line = "/league report match:1 my_score:5 their_score:3";
    let told = table.done(&one, line, "waits to be confirmed").await;
    let asked = table.says(&table.ola, "/league close").await;
    refusal(&asked, "3 matches are still open");
    let closed = table.ola.clicks(&asked.message(), "Close anyway").await;
    public(&closed, "is closed").await;
    table.press_refused(&other, &told, "Confirm 1", "is closed, and its results stand").await;
    table.refused(&one, "/league report match:2 result:I won", "is closed").await;
    table.refused(&table.ola, "/organise settle match:2 result:Draw", "is closed").await;
    table.refused(&table.ola, "/league close", "is closed").await;
    table.refused(&table.club.pat, "/league join league:Spring", "is closed").await;
    table.done(&table.ola, "/organise resume", "goes on").await;
    table.done(&table.ola, "/organise reopen match:1 why:we go on", "Open again").await;
    let history = table.fixture(1).await.history;
    assert!(matches!(history[0].before, State::Reported { .. }), "the report is remembered");
}

#[tokio::test]
async fn another_server_and_a_direct_conversation_see_nothing_of_it() {
    let table = Table::started(ROUND_ROBIN, &["Ann", "Bob", "Pat"]).await;
    let rivals = table.club.discord.server("Rivals");
    let pat = &table.club.pat;
    pat.joins(&rivals);
    table.ola.joins(&rivals);
    let yard = rivals.channel("yard");
    let before = table.kept().await;
    let list = pat.at(&yard).slash("/league list").await.text();
    assert!(list.contains("No league is open"), "{list}");
    assert!(pat.at(&yard).completes("/league my league:").await.is_empty());
    for word in [table.id.clone(), "Spring".to_owned()] {
        for line in ["/league my", "/league info", "/league fixtures", "/league leave"] {
            let answer = pat.at(&yard).slash(&format!("{line} league:{word}")).await;
            assert!(answer.is_private(), "{line}");
            assert!(answer.text().contains("There is no league"), "{line}: {}", answer.text());
        }
        let line = format!("/organise settle match:1 result:Draw league:{word}");
        let answer = table.ola.at(&yard).slash(&line).await;
        assert!(answer.is_private() && answer.text().contains("no league"), "{}", answer.text());
    }
    let answer = pat.at(&yard).slash("/league my").await;
    assert!(answer.text().contains("There is no league on this server yet"), "{}", answer.text());
    // a button that somebody has carried over there
    for press in ["info", "join", "my", "report:1", "settle:1", "confirm:1:0", "next", "close"] {
        let custom_id = format!("l1:{}:{press}", table.id);
        let body = serde_json::json!({"content": press, "components": [{"type": 1, "components": [
            {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id}]}]});
        let path = format!("channels/{}/messages", yard.id());
        table.club.as_bot("POST", &path, &body.to_string()).await;
        let posted = yard.wait_for(|seen| seen.text == press).await;
        refusal(&table.ola.clicks(&posted, "Press").await, "no such league on this server");
    }
    // the same name is free there, and both leagues go their own ways
    let opened = pat.at(&yard).slash(&format!("/league new name:Spring {SWISS}")).await;
    assert!(opened.text().contains("is open"), "{}", opened.text());
    let dm = table.club.ann.dm();
    let tried = table.club.ann.at(&dm).slash("/league my").attempt().await;
    assert!(tried.is_err(), "leagues are not on offer in a direct conversation");
    table.unchanged(&before, "nobody over there has touched it").await;
}

#[tokio::test]
async fn names_are_shown_as_they_are_and_ring_nobody() {
    let table = Table::open(KNOCKOUT).await;
    let ola = &table.ola;
    for (guest, shown) in [
        ("**Bold** @everyone", "\\*\\*Bold\\*\\*"),
        ("[link](https://x.example)", "\\[link\\]"),
        ("<@1> <@&2> <#3>", "1"),
        ("a\u{202e}b\u{200f}c", "abc"),
        ("`code` ~~no~~ ||x||", "\\`code\\`"),
    ] {
        let told = table.done(ola, &format!("/organise enter guest:{guest}"), "so far").await;
        assert!(told.all_text().contains(shown), "{guest}: {}", told.all_text());
    }
    table.refused(ola, "/organise enter guest:A\u{200b}BC", "is in “Spring” already").await;
    table.refused(ola, "/organise enter guest:\u{202e}\u{200b}", "A guest needs a name").await;
    table.done(ola, "/organise rename name:__@everyone__ about:**<@1>**", "It is called").await;
    table.done(ola, "/organise start", "Quarter-finals").await;
    table
        .done(ola, "/organise settle match:2 result:The first won why:@here", "Settled: \\@here")
        .await;
    table.says(ola, "/league fixtures").await;
    table.says(ola, "/league match match:2").await;
    table.says(ola, "/league info").await;
    table.says(ola, "/league list").await;
    for seen in table.club.hall.everything() {
        assert!(seen.pinged.is_empty(), "{} pings {:?}", seen.all_text(), seen.pinged);
        assert_eq!(seen.raw["mention_everyone"], false, "{}", seen.all_text());
        assert!(!seen.all_text().contains(['\u{202e}', '\u{200f}']), "{}", seen.all_text());
    }
}

#[tokio::test]
async fn a_knockout_of_six_has_byes_no_draws_and_guests_who_are_spoken_for() {
    let table = Table::open(&format!("{KNOCKOUT} third_place:True")).await;
    let (ann, ola) = (&table.club.ann, &table.ola);
    for guest in ["Bea", "Cleo", "Dora", "Enid", "Fran"] {
        table.done(ola, &format!("/organise enter guest:{guest}"), "is in").await;
    }
    table.joins(ann, "You are in").await;
    let placed = table.says(ola, "/organise place who:Ann seed:4").await;
    assert!(placed.text().contains("Bea, Cleo, Dora, Ann, Enid, Fran"), "{}", placed.text());
    let told = table.done(ola, "/organise start", "Quarter-finals").await.all_text();
    assert!(told.contains("**Bea** has a bye") && told.contains("**Cleo** has a bye"), "{told}");
    table.refused(ann, "/league report result:Draw", "A knockout match needs a winner").await;
    table.refused(ola, "/organise settle match:1 result:The first won", "That is a bye").await;
    table.refused(ola, "/organise cancel match:2 why:rain", "Somebody must go on").await;
    let told = table.done(ann, "/league report my_score:3 their_score:1", "Ann beat Enid").await;
    assert!(told.all_text().contains("An organiser confirms it"), "{}", told.all_text());
    assert!(told.pinged.is_empty());
    table.press_refused(ann, &told, "Confirm 2", "You reported this match yourself").await;
    public(&ola.clicks(&told, "Confirm 2").await, "It counts.").await;
    table.done(ola, "/organise settle match:4 result:Walkover for the second", "Fran won").await;
    table.done(ola, "/organise round", "Semi-finals").await;
    // Ann beats Bea, Cleo beats Fran
    table.done(ann, "/league report my_score:2 their_score:0 match:5", "Ann beat Bea").await;
    table.done(ola, "/organise settle match:5 first_score:0 second_score:2", "Settled.").await;
    table.done(ola, "/organise settle match:6 result:The first won", "Cleo beat Fran").await;
    let told = table.done(ola, "/organise round", "Final").await.all_text();
    assert!(told.contains("**Ann** – **Cleo**"), "{told}");
    assert!(told.contains("**Bea** – **Fran** (for third place)"), "{told}");
    // the sheet of the first semi-final was wrong: now Bea plays the final, and Ann for third place
    table.done(ola, "/organise settle match:5 first_score:3 second_score:2", "Settled.").await;
    let told = table.says(ola, "/league fixtures").await.text();
    assert!(told.contains("**Bea** – **Cleo**") && told.contains("**Ann** – **Fran**"), "{told}");
    table.done(ola, "/organise settle match:7 result:The second won", "Cleo beat Bea").await;
    table.done(ola, "/organise settle match:8 result:The first won", "Ann beat Fran").await;
    table.refused(ola, "/organise round", "The final is played").await;
    let closed = table.done(ola, "/league close", "is closed").await.all_text();
    assert!(closed.contains("1. **Cleo** · 2. **Bea** · 3. **Ann**"), "{closed}");
    let book = table.kept().await.book;
    let order: Vec<(u32, &str)> = standings::final_order(&book.season, 0)
        .into_iter()
        .map(|(place, no)| (place, book.season.name_of(no)))
        .collect();
    let expected = [(1, "Cleo"), (2, "Bea"), (3, "Ann"), (4, "Fran"), (5, "Dora"), (5, "Enid")];
    assert_eq!(order, expected);
}

#[tokio::test]
async fn a_ladder_is_climbed_by_its_rules() {
    let names = ["Ann", "Bob", "Cid", "Dan", "Eve"];
    let table = Table::started(&format!("{LADDER} reach:2"), &names).await;
    let [ann, bob, cid, dan, eve] = names.map(|name| table.somebody(name));
    table.refused(&table.ola, "/organise round", "This league has no rounds").await;
    table.refused(&bob, "/league challenge opponent:Bob", "against yourself").await;
    table
        .refused(&bob, "/league challenge opponent:Cid", "stands below you (rung 3 to your 2)")
        .await;
    table.refused(&eve, "/league challenge opponent:Bob", "Bob is 3 rungs above you").await;
    table.refused(&table.club.pat, "/league challenge opponent:Bob", "You are not in").await;
    let told = table.done(&eve, "/league challenge opponent:Cid", "A challenge").await;
    assert!(told.pings(&cid) && !told.pings(&eve));
    table.refused(&eve, "/league challenge opponent:Dan", "One at a time").await;
    table.press_refused(&cid, &told, "Call 1 off", "a challenge is played or lost").await;
    table.press_refused(&ann, &told, "I won vs Cid…", "is between others").await;
    let told = table.done(&cid, "/league report result:I lost", "Eve beat Cid").await;
    public(&eve.clicks(&told, "Confirm 1").await, "It counts.").await;
    let my = table.says(&eve, "/league my").await.text();
    assert!(my.contains("Place **3**"), "{my}");
    table.refused(&eve, "/league challenge opponent:Dan", "Dan stands below you").await;
    table.done(&dan, "/league challenge opponent:Eve", "A challenge").await;
    let points = "/organise points who:Dan points:3 why:style";
    table.refused(&table.ola, points, "A ladder and a knockout have no points").await;
}

#[tokio::test]
async fn an_open_challenge_counts_how_often_two_have_met() {
    let names = ["Ann", "Bob", "Cid"];
    let table = Table::started(&format!("{OPEN} meetings:1"), &names).await;
    let [ann, bob, cid] = names.map(|name| table.somebody(name));
    table.refused(&ann, "/league report result:I won", "Say whom you played").await;
    let line = "/league report my_score:5 their_score:3 opponent:Bob";
    let told = table.done(&ann, line, "Ann beat Bob 5–3").await;
    table.refused(&bob, "/league challenge opponent:Ann", "an open match already: match 1").await;
    public(&bob.clicks(&told, "Confirm 1").await, "It counts.").await;
    table.refused(&bob, "/league challenge opponent:Ann", "have met 1 time this season").await;
    let line = "/league report result:I won opponent:Ann";
    table.refused(&bob, line, "have met 1 time this season").await;
    let told = table.done(&cid, "/league challenge opponent:Ann", "A challenge").await;
    public(&cid.clicks(&told, "Call 2 off").await, "called it off").await;
    table.done(&ann, "/league challenge opponent:Cid", "A challenge").await;
}

#[tokio::test]
async fn eight_divisions_move_up_and_down_over_two_seasons() {
    const TIERS: [&str; 8] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"];
    let line = format!("{ROUND_ROBIN} divisions:{}", TIERS.join(", "));
    let table = Table::open(&line).await;
    let ola = &table.ola;
    for tier in TIERS {
        for guest in ["Low", "High"] {
            let line = format!("/organise enter guest:{guest} of {tier} division:{tier}");
            table.done(ola, &line, "is in").await;
        }
    }
    table.refused(ola, "/organise enter guest:Zoe division:IX", "There is no such division").await;
    let many = format!("/organise settings divisions:{}, IX", TIERS.join(", "));
    table.refused(ola, &many, "at most 8 divisions").await;
    for season in 1..=2 {
        table.done(ola, "/organise start", "Round 1").await;
        let book = table.kept().await.book;
        for fixture in &book.season.fixtures {
            // whoever is called High wins, and among two of them the first
            let names = [Some(fixture.first), fixture.second];
            let [first, second] = names.map(|no| book.season.name_of(no.unwrap()).to_owned());
            let result = if second.starts_with("High") && first.starts_with("Low") {
                "The second won"
            } else {
                "The first won"
            };
            let line = format!("/organise settle match:{} result:{result}", fixture.no);
            table.done(ola, &line, "Settled.").await;
        }
        let says = format!("Season {} of **Spring** is open, with 16 people", season + 1);
        table.done(ola, "/organise season", &says).await;
        let book = table.kept().await.book;
        assert_eq!((book.season.phase, book.past.len()), (Phase::Entry, season));
        let here = |tier: u8| -> Vec<&str> {
            let mut here: Vec<&str> =
                book.season.in_division(tier).map(|one| one.name.as_str()).collect();
            here.sort_unstable();
            here
        };
        if season == 1 {
            assert_eq!(here(0), ["High of I", "High of II"]);
            assert_eq!(here(1), ["High of III", "Low of I"]);
            assert_eq!(here(6), ["High of VIII", "Low of VI"]);
            assert_eq!(here(7), ["Low of VII", "Low of VIII"]);
        }
        for tier in 0..8 {
            assert_eq!(here(tier).len(), 2, "season {season}");
        }
    }
    let book = table.kept().await.book;
    let top: Vec<&str> = book.season.in_division(0).map(|one| one.name.as_str()).collect();
    assert!(top.contains(&"High of III"), "one rung a season: {top:?}");
}
