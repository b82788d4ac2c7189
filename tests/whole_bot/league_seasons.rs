//! Whole seasons, played by people through Discord. The tables at the end must be those that a pencil comes to, from the
//! results that this file has kept for itself.

use std::collections::{BTreeMap, BTreeSet};

use gatemaster_commands::ledger::Ledger;
use gatemaster_commands::request::Request;
use gatemaster_league::league::Phase;
use gatemaster_league::{Action, Fixture, FixtureId, League, State, standings};
use gatemaster_rules::table::{Actor, Player};
use gatemaster_sandbox::{Answer, Person, Seen};
use gatemaster_store::Store;

use crate::club::{Club, eventually};
use crate::league_pencil::{Breaker, End, Game, Line, Pencil, worth};

const NAMES: [&str; 24] = [
    "Abe", "Bea", "Cora", "Drew", "Elsa", "Finn", "Gwen", "Hugo", "Iris", "Jack", "Kara", "Liam",
    "Maja", "Nils", "Olga", "Paul", "Quin", "Rosa", "Seth", "Tara", "Ulf", "Vera", "Wim", "Xena",
];

/// How a result finds its way into the book.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// The first reports, the second confirms with a press.
    Pressed,
    /// The second fills in the form of `/league my`, the first confirms from their own matches.
    Formed,
    /// Both report the same.
    BothSay,
    /// A wrong report, an objection, and the organiser's word in the form.
    Disputed,
    /// A wrong report taken back, the right one confirmed.
    TakenBack,
    /// Nobody objects until it counts.
    LeftAlone,
    /// The organiser writes it down.
    Settled,
}

const WAYS: [Way; 8] = [
    Way::Pressed,
    Way::Formed,
    Way::BothSay,
    Way::Disputed,
    Way::Pressed,
    Way::TakenBack,
    Way::LeftAlone,
    Way::Settled,
];

struct Play {
    club: Club,
    /// Organises the league and does not play.
    ola: Person,
    people: BTreeMap<String, Person>,
    store: Store,
    id: String,
    dice: u64,
    /// What this file knows about each match, by its number.
    games: BTreeMap<u32, Game>,
    given: Vec<(String, i64)>,
    next_way: usize,
}

impl Play {
    /// A league that speaks nowhere by itself, so that everybody hears everything in the hall.
    async fn open(names: &[&str], new: &str, settings: &str) -> Play {
        let club = Club::open().await;
        let ola = club.discord.person("Ola");
        let opened = ola.at(&club.hall).slash(new).await;
        assert!(opened.is_private() && opened.text().contains("is open"), "{}", opened.text());
        let set = ola.at(&club.hall).slash(settings).await;
        assert!(set.text().contains("Announced nowhere"), "{}", set.text());
        let store = club.store().await;
        let guild = club.discord.home().id();
        let all = Ledger::new(store.clone(), club.clock.clone()).all_on::<League>(guild).await;
        let id = all.unwrap().remove(0).id;
        let mut play = Play {
            club,
            ola,
            people: BTreeMap::new(),
            store,
            id,
            dice: 0x2545_f491_4f6c_dd1d,
            games: BTreeMap::new(),
            given: Vec::new(),
            next_way: 0,
        };
        for name in names {
            play.joins(name).await;
        }
        play
    }

    async fn joins(&mut self, name: &str) {
        let person = self.club.discord.person(name);
        let joined = person.at(&self.club.hall).slash("/league join").await;
        assert!(joined.is_private() && joined.text().contains("You are in"), "{}", joined.text());
        self.people.insert(name.to_owned(), person);
    }

    fn ledger(&self) -> Ledger {
        Ledger::new(self.store.clone(), self.club.clock.clone())
    }

    async fn league(&self) -> League {
        self.ledger().load_any::<League>(&self.id).await.unwrap().unwrap().book
    }

    async fn fixture(&self, no: u32) -> Fixture {
        self.league().await.season.fixture(FixtureId(no)).unwrap().clone()
    }

    fn roll(&mut self, end: u64) -> u64 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        (self.dice >> 11) % end
    }

    async fn says(&self, who: &Person, line: &str) -> Answer {
        who.at(&self.club.hall).slash(line).await
    }

    /// What the organiser does in public, with what must be said.
    async fn organises(&self, line: &str, says: &str) -> Seen {
        let answer = self.says(&self.ola, line).await;
        let text = answer.text();
        assert!(!answer.is_private() && text.contains(says), "{line}: {text}");
        answer.message()
    }

    /// Writes the new pairings down, with byes as they are, and gives back those that are to be played.
    async fn pairings(&mut self, round: u16) -> Vec<u32> {
        let league = self.league().await;
        let season = &league.season;
        let finals = season.phase == Phase::Finals;
        let mut open = Vec::new();
        for fixture in season.fixtures_of_round(round) {
            let first = season.name_of(fixture.first).to_owned();
            let (second, end) = match fixture.second {
                Some(second) => (season.name_of(second).to_owned(), End::NobodyCame),
                None => ("nobody".to_owned(), End::Bye),
            };
            if end != End::Bye {
                assert_eq!(fixture.state, State::Open);
                open.push(fixture.no.0);
            }
            self.games.insert(fixture.no.0, Game { finals, first, second, end });
        }
        open
    }

    fn names_of(&self, no: u32) -> (String, String) {
        let game = &self.games[&no];
        (game.first.clone(), game.second.clone())
    }

    fn people_of(&self, no: u32) -> (Person, Person) {
        let (first, second) = self.names_of(no);
        (self.people[&first].clone(), self.people[&second].clone())
    }

    /// A score from the dice; a draw only where there may be one.
    fn score(&mut self, draws: bool) -> (i64, i64) {
        let (a, b) = (self.roll(8), self.roll(8));
        let b = if a == b && !draws { b + 1 } else { b };
        (i64::try_from(a).unwrap(), i64::try_from(b).unwrap())
    }

    /// A match is played and its result finds its way.
    async fn plays(&mut self, no: u32) {
        let way = WAYS[self.next_way % WAYS.len()];
        self.next_way += 1;
        let draws = !self.games[&no].finals;
        let (a, b) = self.score(draws);
        self.goes(no, way, a, b).await;
    }

    async fn goes(&mut self, no: u32, way: Way, a: i64, b: i64) {
        let (one, other) = self.people_of(no);
        match way {
            Way::Pressed => {
                let told = self.reports(&one, no, a, b).await;
                self.confirms(&other, &told, no).await;
            }
            Way::Formed => {
                let name = self.names_of(no).0;
                let mine = self.opens(&other, no, &name).await;
                let ended = match b.cmp(&a) {
                    std::cmp::Ordering::Greater => "I won vs ",
                    std::cmp::Ordering::Less => "I lost vs ",
                    std::cmp::Ordering::Equal => "Draw vs ",
                };
                let form = other.clicks(&mine, &format!("{ended}{name}…")).await.modal().unwrap();
                assert!(form.title.ends_with(&name), "{}", form.title);
                let (a, b) = (a.to_string(), b.to_string());
                let told = form.submit(&[("mine", &b), ("theirs", &a)]).await;
                said_publicly(&told, "is that so?").await;
                let theirs = self.opens(&one, no, &self.names_of(no).1).await;
                self.confirms(&one, &theirs, no).await;
            }
            Way::BothSay => {
                self.reports(&other, no, b, a).await;
                let line = format!("/league report my_score:{a} their_score:{b} match:{no}");
                let told = self.says(&one, &line).await.text();
                assert!(told.contains("You both say so: it counts."), "{told}");
            }
            Way::Disputed => {
                let told = self.reports(&one, no, 99, 0).await;
                let form = other.clicks(&told, &format!("Not so ({no})…")).await.modal().unwrap();
                let told = form.submit(&[("says", "Those are not the numbers.")]).await;
                let told = said_publicly(&told, "is disputed").await;
                let form = self.ola.clicks(&told, "Settle…").await.modal().unwrap();
                let (a, b) = (a.to_string(), b.to_string());
                let why = ("why", "the sheet was found");
                let told = form.submit(&[("first", &a), ("second", &b), why]).await;
                said_publicly(&told, "Settled: the sheet was found").await;
            }
            Way::TakenBack => {
                self.reports(&one, no, 98, 97).await;
                let mine = self.opens(&one, no, &self.names_of(no).1).await;
                let told = one.clicks(&mine, &format!("Take report {no} back")).await;
                said_publicly(&told, "Taken back.").await;
                let told = self.reports(&one, no, a, b).await;
                self.confirms(&other, &told, no).await;
            }
            Way::LeftAlone => {
                self.reports(&one, no, a, b).await;
                self.club.hours_pass(49);
                self.time_tells(no).await;
            }
            Way::Settled => {
                let line = format!("/organise settle match:{no} first_score:{a} second_score:{b}");
                self.organises(&line, "Settled.").await;
            }
        }
        self.games.get_mut(&no).unwrap().end = End::Score(a, b);
    }

    /// The message with the buttons of one's match; of many matches it is picked from a list.
    async fn opens(&self, who: &Person, no: u32, opponent: &str) -> Seen {
        let mine = self.says(who, "/league my").await.message();
        let Some(list) = mine.selects.first() else { return mine };
        let choice = format!("{no} against {opponent}");
        who.selects(&mine, &list.placeholder, &[&choice]).await.message()
    }

    async fn reports(&self, who: &Person, no: u32, mine: i64, theirs: i64) -> Seen {
        let line = format!("/league report my_score:{mine} their_score:{theirs} match:{no}");
        let told = self.says(who, &line).await;
        said_publicly(&told, "waits to be confirmed").await
    }

    async fn confirms(&self, who: &Person, message: &Seen, no: u32) {
        let told = who.clicks(message, &format!("Confirm {no}")).await;
        said_publicly(&told, "It counts.").await;
    }

    /// The bot looks at its clock; whether it does so by itself or is asked to, the report counts by now.
    async fn time_tells(&self, no: u32) {
        let bot = Actor { player: Player::bot(), manager: false };
        let guild = Some(self.club.discord.home().id());
        let request = Request::made_up(bot, guild, self.club.hall.id(), None);
        let ledger = self.ledger();
        eventually("the match counts", async || {
            // refused when the bot was faster
            let _ = ledger.write::<League>(&request, &self.id, |_| Ok(Action::Tick)).await;
            self.fixture(no).await.result().map(|_| ())
        })
        .await;
    }

    /// The bot goes down with a press on its way and comes up again; whoever pressed presses again if it is still asked.
    async fn a_press_meets_a_restart(&mut self, no: u32) {
        let (one, other) = self.people_of(no);
        let (a, b) = (4, 2);
        let told = self.reports(&one, no, a, b).await;
        let label = format!("Confirm {no}");
        other.clicks(&told, &label).start().unwrap();
        self.club.restart_bot().await;
        let again = other.clicks_as_seen(&told, &label).await;
        let text: String = again.messages().iter().map(Seen::all_text).collect();
        assert!(text.contains("It counts.") || text.contains("counts already"), "{text}");
        let fixture = self.fixture(no).await;
        assert_eq!(fixture.revision, 2, "one report and one confirmation");
        self.games.get_mut(&no).unwrap().end = End::Score(a, b);
    }

    fn pencil(&self, breakers: &[Breaker]) -> Pencil {
        Pencil {
            people: self.people.keys().cloned().collect(),
            games: self.games.values().cloned().collect(),
            given: self.given.clone(),
            breakers: breakers.to_vec(),
        }
    }

    /// The table of the book, line by line, is the one of the pencil; so is what people are told about themselves.
    async fn table_is(&self, breakers: &[Breaker]) {
        let counted = self.pencil(breakers).lines();
        let league = self.league().await;
        let season = &league.season;
        let book: BTreeMap<String, Line> = standings::table(season, 0)
            .into_iter()
            .map(|row| {
                let line = Line {
                    place: row.place,
                    points: row.points.into(),
                    won: row.won,
                    drawn: row.drawn,
                    lost: row.lost,
                    byes: row.byes,
                    scored: row.score_for.into(),
                    conceded: row.score_against.into(),
                    given: row.adjusted.into(),
                };
                (season.name_of(row.entrant).to_owned(), line)
            })
            .collect();
        assert_eq!(book, counted);
        for (name, line) in counted.iter().step_by(7) {
            let text = self.says(&self.people[name], "/league my").await.text();
            let points = match line.points {
                1 => "1 point".to_owned(),
                points => format!("{points} points").replace('-', "−"),
            };
            let says = format!("Place **{}** with **{points}**", line.place);
            assert!(text.contains(&says), "{name}, {says}: {text}");
        }
    }
}

/// The message of an answer that everybody sees and that says this. Where a press was made in private, it comes a moment after
/// the answer itself.
async fn said_publicly(answer: &Answer, says: &str) -> Seen {
    answer.wait_for(|seen| !seen.private && seen.all_text().contains(says)).await
}

#[tokio::test]
async fn a_swiss_season_of_24_people_with_finals_comes_out_as_counted_with_a_pencil() {
    use Breaker::{AmongThemselves, Buchholz, Difference, SonnebornBerger};
    const BREAKERS: [Breaker; 4] = [Buchholz, SonnebornBerger, AmongThemselves, Difference];
    let mut play = Play::open(
        &NAMES[..23],
        "/league new name:Autumn format:Swiss: a few rounds, level people meet game:Skirmish rounds:5 finals:8",
        "/organise settings silent:True seeding:In the order of entry, or as placed",
    )
    .await;

    play.organises("/organise start", "Round 1").await;
    let open = play.pairings(1).await;
    assert_eq!(open.len(), 11);
    for no in open {
        play.plays(no).await;
    }
    play.table_is(&BREAKERS).await;
    play.joins("Xena").await;
    play.club.restart_bot().await;

    let paired = play.organises("/organise round", "Round 2").await;
    assert!(paired.pings(&play.people["Xena"]), "the latecomer is in it");
    let open = play.pairings(2).await;
    assert_eq!(open.len(), 12);
    let walkover = open[4];
    let line = format!("/organise settle match:{walkover} result:Walkover for the second");
    play.organises(&line, "won by walkover").await;
    play.games.get_mut(&walkover).unwrap().end = End::SecondWasThere;
    play.a_press_meets_a_restart(open[5]).await;
    for no in open.into_iter().filter(|no| ![walkover, walkover + 1].contains(no)) {
        play.plays(no).await;
    }
    // whoever leaves between two rounds keeps what they have
    let gone = play.people["Hugo"].clone();
    assert!(play.says(&gone, "/league leave").await.text().contains("You have left"));

    play.organises("/organise round", "Round 3").await;
    let open = play.pairings(3).await;
    assert_eq!(open.len(), 11);
    let not_played = open[2];
    let line = format!("/organise settle match:{not_played} result:Not played: both lose");
    play.organises(&line, "did not play").await;
    for no in open.into_iter().filter(|no| *no != not_played) {
        play.plays(no).await;
    }
    // the first match of the season was written down the wrong way round
    let (first, _) = play.names_of(1);
    let line =
        "/organise settle match:1 first_score:1 second_score:7 why:the sheet was upside down";
    play.organises(line, &format!("beat {first} 7–1")).await;
    play.games.get_mut(&1).unwrap().end = End::Score(1, 7);
    play.organises("/organise points who:Rosa points:2 why:the painting prize", "+2 points").await;
    play.organises("/organise points who:Nils points:-40 why:loaded dice", "-40 points").await;
    play.given = vec![("Rosa".to_owned(), 2), ("Nils".to_owned(), -40)];
    play.table_is(&BREAKERS).await;
    play.club.restart_bot().await;

    play.organises("/organise round", "Round 4").await;
    let mut open = play.pairings(4).await;
    // somebody leaves in the middle of a round, and their match goes to the opponent
    let left = open.pop().unwrap();
    let (leaver, _) = play.names_of(left);
    play.organises(&format!("/organise drop who:{leaver}"), "is out").await;
    play.games.get_mut(&left).unwrap().end = End::SecondWasThere;
    for no in open {
        play.plays(no).await;
    }

    play.organises("/organise round", "Round 5").await;
    for no in play.pairings(5).await {
        play.plays(no).await;
    }
    play.organises("/organise points who:Abe points:5 why:a mistake", "+5 points").await;
    play.organises("/organise revoke who:Abe", "Taken back").await;
    play.table_is(&BREAKERS).await;
    rounds_were_fair(&play);
    play.club.restart_bot().await;

    let seeds = seeds_of(&play, &BREAKERS, &["Hugo", &leaver], 8);
    play.organises("/organise round", "Quarter-finals").await;
    let quarters = play.pairings(6).await;
    let meet: Vec<(String, String)> = quarters.iter().map(|no| play.names_of(*no)).collect();
    let seeded =
        [(0, 7), (3, 4), (1, 6), (2, 5)].map(|(a, b)| (seeds[a].clone(), seeds[b].clone()));
    assert_eq!(meet, seeded, "the best meet as late as possible");
    let mut beaten: Vec<BTreeSet<String>> = Vec::new();
    let semis = knockout_round(&mut play, &quarters, &mut beaten).await;
    play.organises("/organise round", "Semi-finals").await;
    let open = play.pairings(7).await;
    assert_eq!(open.iter().map(|no| play.names_of(*no)).collect::<Vec<_>>(), in_pairs(&semis));
    let finalists = knockout_round(&mut play, &open, &mut beaten).await;
    play.club.restart_bot().await;
    play.organises("/organise round", "Final").await;
    let open = play.pairings(8).await;
    assert_eq!(open.iter().map(|no| play.names_of(*no)).collect::<Vec<_>>(), in_pairs(&finalists));
    let champion = knockout_round(&mut play, &open, &mut beaten).await.remove(0);
    let over = play.says(&play.ola, "/organise round").await;
    assert!(over.is_private() && over.text().contains("The final is played"), "{}", over.text());

    let closed = play.organises("/league close", "is closed").await.all_text();
    assert!(closed.contains(&format!("1. **{champion}**")), "{closed}");
    play.table_is(&BREAKERS).await;
    final_order_is(&play, &BREAKERS, &champion, &beaten).await;
    assert_eq!(play.league().await.season.phase, Phase::Closed);
}

/// Nobody met anybody twice before the finals, and nobody had two byes.
fn rounds_were_fair(play: &Play) {
    let mut met = BTreeSet::new();
    let mut byes = BTreeSet::new();
    for game in play.games.values() {
        if game.end == End::Bye {
            assert!(byes.insert(&game.first), "{} has two byes", game.first);
        } else {
            let pair = BTreeSet::from([&game.first, &game.second]);
            assert!(met.insert(pair), "{} and {} met twice", game.first, game.second);
        }
    }
    assert_eq!(byes.len(), 3, "rounds 1, 3 and 4 had an odd number of people");
}

/// The best who are still in, by the pencil; those who share a place by their names.
fn seeds_of(play: &Play, breakers: &[Breaker], gone: &[&str], many: usize) -> Vec<String> {
    let order = play.pencil(breakers).order();
    let there = order.into_iter().flatten().filter(|name| !gone.contains(&name.as_str()));
    there.take(many).collect()
}

fn in_pairs(names: &[String]) -> Vec<(String, String)> {
    names.chunks(2).map(|two| (two[0].clone(), two[1].clone())).collect()
}

/// Plays these matches and gives back who goes on, in order.
async fn knockout_round(
    play: &mut Play,
    open: &[u32],
    beaten: &mut Vec<BTreeSet<String>>,
) -> Vec<String> {
    let mut go_on = Vec::new();
    let mut out = BTreeSet::new();
    for no in open {
        play.plays(*no).await;
        let (first, second) = play.names_of(*no);
        let (winner, loser) =
            if worth(play.games[no].end).0 > 0 { (first, second) } else { (second, first) };
        go_on.push(winner);
        out.insert(loser);
    }
    beaten.push(out);
    go_on
}

/// The champion, whoever lost the final, the semi-finals, the quarter-finals, and then everybody as in the table.
async fn final_order_is(
    play: &Play,
    breakers: &[Breaker],
    champion: &str,
    beaten: &[BTreeSet<String>],
) {
    let mut expected: BTreeMap<String, u32> = BTreeMap::from([(champion.to_owned(), 1)]);
    let mut place = 2;
    for level in beaten.iter().rev() {
        for name in level {
            expected.insert(name.clone(), place);
        }
        place += u32::try_from(level.len()).unwrap();
    }
    for level in play.pencil(breakers).order() {
        let rest: Vec<String> =
            level.into_iter().filter(|name| !expected.contains_key(name)).collect();
        for name in &rest {
            expected.insert(name.clone(), place);
        }
        place += u32::try_from(rest.len()).unwrap();
    }
    let league = play.league().await;
    let order: BTreeMap<String, u32> = standings::final_order(&league.season, 0)
        .into_iter()
        .map(|(place, no)| (league.season.name_of(no).to_owned(), place))
        .collect();
    assert_eq!(order, expected);
}

#[tokio::test]
async fn a_double_round_robin_of_ten_with_somebody_leaving_halfway_comes_out_as_counted_too() {
    use Breaker::{AmongThemselves, Difference, Scored, Wins};
    let mut play = Play::open(
        &NAMES[..10],
        "/league new name:Everybody format:Round robin: everybody against everybody game:Chess legs:2",
        "/organise settings silent:True seeding:In the order of entry, or as placed days:0 \
         ties:wins, head-to-head, score, difference",
    )
    .await;
    let breakers = [Wins, AmongThemselves, Scored, Difference];
    play.organises("/organise start", "Round 1").await;
    let mut rounds = Vec::new();
    for round in 1..=18 {
        rounds.push(play.pairings(round).await);
    }
    assert!(rounds.iter().all(|open| open.len() == 5));
    everybody_meets_everybody_twice(&play);

    let second_half = rounds.split_off(9);
    for (round, open) in (1..).zip(rounds) {
        for no in open {
            play.plays(no).await;
        }
        if round % 4 == 0 {
            play.club.restart_bot().await;
        }
    }
    let gone = play.people["Gwen"].clone();
    let left = play.says(&gone, "/league leave").await.text();
    assert!(left.contains("9 open matches go to your opponents"), "{left}");
    for no in second_half.iter().flatten() {
        let game = play.games.get_mut(no).unwrap();
        if game.first == "Gwen" {
            game.end = End::SecondWasThere;
        } else if game.second == "Gwen" {
            game.end = End::FirstWasThere;
        }
    }
    let early = play.says(&play.ola, "/league close").await;
    assert!(
        early.is_private() && early.text().contains("36 matches are still open"),
        "{}",
        early.text()
    );

    for open in second_half {
        for no in open {
            let (first, second) = play.names_of(no);
            if first != "Gwen" && second != "Gwen" {
                play.plays(no).await;
            }
        }
    }
    play.club.restart_bot().await;
    play.table_is(&breakers).await;
    play.organises("/league close", "is closed").await;
    let after =
        play.says(&play.people["Abe"], "/league report my_score:5 their_score:0 match:1").await;
    assert!(after.is_private() && after.text().contains("is closed"), "{}", after.text());
    play.table_is(&breakers).await;
}

fn everybody_meets_everybody_twice(play: &Play) {
    let mut met: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for game in play.games.values() {
        *met.entry((&game.first, &game.second)).or_default() += 1;
    }
    assert_eq!(met.len(), 90, "each pair has each of the two named first once");
    assert!(met.values().all(|times| *times == 1));
}
