//! `/campaign` and `/chronicler`: a story told by four people, and what nobody may do to it.

use gatemaster_league::campaign::{BattleNo, Campaign, SideNo, State};
use gatemaster_rules::ids::UserId;
use gatemaster_sandbox::{Answer, At, Person, Seen};

use crate::club::Club;
use crate::league_table::{DiceMatch, clerk_looks};

pub const NEW: &str = "/campaign new name:War for the North game:Skirmish";

/// Ann organises; Bob fights for Red and Pat for Blue over the Old Mill, which is Blue's.
pub async fn war(club: &Club, new: &str) {
    let ann = club.ann.at(&club.hall);
    does(&ann, new).await;
    for line in [
        "/chronicler side name:Red Host",
        "/chronicler side name:Blue Legion colour:Blue",
        "/chronicler place name:Old Mill worth:3 owner:Blue Legion at:1, 1",
        "/chronicler place name:Bridge at:2, 1",
        "/chronicler link one:Old Mill other:Bridge",
        "/chronicler unit name:Iron Guard side:Red Host kind:Strike squad",
        "/chronicler round open:The Crossing",
    ] {
        does(&ann, line).await;
    }
    does(&club.bob.at(&club.hall), "/campaign join side:Red Host").await;
    does(&club.pat.at(&club.hall), "/campaign join side:Blue Legion").await;
    does(&ann, "/chronicler plan first:Red Host second:Blue Legion place:Old Mill").await;
}

/// Without a channel of its own, a campaign tells everybody where it is done.
pub async fn does(at: &At, line: &str) -> Answer {
    let answer = at.slash(line).await;
    assert!(!answer.is_private(), "{line}: {}", answer.text());
    answer
}

async fn refused(at: &At, line: &str, why: &str) {
    let answer = at.slash(line).await;
    assert!(answer.is_private() && answer.text().contains(why), "{line}: {}", answer.text());
}

pub async fn book(club: &Club) -> Campaign {
    let store = club.store().await;
    let rows = store.books_on(club.discord.home().id(), "campaign").await.unwrap();
    store.close().await;
    serde_json::from_str(&rows[0].state).unwrap()
}

pub fn file(answer: &Answer, ending: &str) -> String {
    let message = answer.message();
    let file = message.files.iter().find(|file| file.name.ends_with(ending)).unwrap();
    String::from_utf8(file.bytes.to_vec()).unwrap()
}

pub async fn info(person: &Person, club: &Club) -> Seen {
    person.at(&club.hall).slash("/campaign info").await.message()
}

#[tokio::test]
async fn a_small_campaign_from_its_opening_to_its_chronicle() {
    let mut club = Club::open().await;
    war(&club, NEW).await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));

    // Bob reports, and Pat is asked whether that is so
    let report = does(&bob, "/campaign report winner:Red Host scores:12, 7").await.message();
    assert!(report.text.contains("Red Host wins (Red Host 12, Blue Legion 7)"), "{}", report.text);
    assert!(report.pings(&club.pat) && !report.pings(&club.bob), "{:?}", report.pinged);
    assert_eq!(
        book(&club).await.place(gatemaster_league::campaign::PlaceNo(1)).unwrap().owner,
        Some(SideNo(2))
    );

    // Pat says that it was not so, in a form; the bot is restarted in the middle of the quarrel
    let form = club.pat.clicks(&report, "Not so (1)…").await.modal().unwrap();
    let contested =
        form.submit(&[("What happened instead?", "We held the *mill*")]).await.message();
    assert!(contested.text.contains("We held the \\*mill\\*"), "{}", contested.text);
    assert!(contested.pings(&club.ann), "{:?}", contested.pinged);
    club.restart_bot().await;
    assert!(matches!(
        book(&club).await.battle(BattleNo(1)).unwrap().state,
        State::Contested { .. }
    ));

    // Ann settles it with the button of before: Red has won, and the mill stays where it was
    let form = club.ann.clicks(&contested, "Settle 1…").await.modal().unwrap();
    assert_eq!(form.title, "Battle 1: Red Host against Blue Legion");
    let settled = form
        .submit(&[
            ("Which side won?", "Red Host"),
            ("Scores, in the order above", "12, 9"),
            ("Who holds the place now?", "nobody"),
            ("Why, for the chronicle", "Counted again"),
        ])
        .await;
    assert!(settled.text().contains("Counted again"), "{}", settled.text());

    // the next battle: losses are carried over, and this time the mill falls
    does(
        &ann,
        "/chronicler carry unit:Iron Guard experience:2 losses:1 battle:1 honour:First at the mill",
    )
    .await;
    does(
        &ann,
        "/chronicler plan first:Red Host second:Blue Legion place:Old Mill name:The Second Day",
    )
    .await;
    let report = does(&bob, "/campaign report winner:Red Host").await.message();
    let counted = club.pat.clicks(&report, "Confirm 2").await;
    assert!(
        counted.text().contains("Red Host takes Old Mill from Blue Legion"),
        "{}",
        counted.text()
    );
    does(&ann, "/chronicler carry unit:Iron Guard losses:2 state:Resting battle:2").await;
    does(&bob, "/campaign note text:A cold morning. battle:2").await;

    let shown = info(&club.bob, &club).await;
    assert!(
        shown.all_text().contains("1. 🔴 **Red Host** · **6** points · 2–0–0 · 1 place worth 3"),
        "{}",
        shown.all_text()
    );
    let units = club.pat.clicks(&info(&club.pat, &club).await, "Units").await;
    assert!(units.text().contains("**Iron Guard** (Strike squad): experience 2, losses 3, resting; honours: First at the mill"), "{}", units.text());
    let map = club.bob.clicks(&shown, "Map").await.message();
    assert!(map.all_text().contains("1A 2-"), "{}", map.all_text());
    let alt = &map.files[0].description;
    assert!(alt.contains("1 Old Mill, worth 3, held by Red Host, a way to 2."), "{alt}");
    let story = club.bob.clicks(&shown, "Chronicle").await;
    assert!(
        story.text().contains("“On battle 2, The Second Day\\: A cold morning.”"),
        "{}",
        story.text()
    );
    let older = club.bob.clicks(&story.message(), "Older ▶").await;
    assert!(older.text().contains("The campaign begins."), "{}", older.text());

    does(&ann, "/chronicler round close:true").await;
    does(&ann, "/chronicler close").await;
    let files = club.pat.at(&club.hall).slash("/campaign export campaign:War for the North").await;
    assert!(files.is_private());
    let chronicle = file(&files, ".md");
    for line in [
        "# War for the North",
        "| 1 | Red Host | 6 | 1 (3) | 2 | 0 | 0 |",
        "Red Host takes Old Mill from Blue Legion after battle 2 (The Second Day).",
        "The campaign is over.",
    ] {
        assert!(chronicle.contains(line), "{line}: {chronicle}");
    }
}

#[tokio::test]
async fn strangers_and_members_are_told_who_may_do_it() {
    let club = Club::open().await;
    war(&club, NEW).await;
    let (bob, mia) = (club.bob.at(&club.hall), club.mia.at(&club.hall));
    let zoe = club.discord.person("Zoe");
    let stranger = zoe.at(&club.hall);
    for line in [
        "/chronicler side name:Green",
        "/chronicler round close:true",
        "/chronicler award side:Red Host points:5 why:Because",
        "/chronicler settle battle:1 winner:Red Host",
        "/chronicler cancel battle:1",
        "/chronicler place change:Bridge worth:9",
        "/chronicler take place:Bridge side:Red Host",
        "/chronicler carry unit:Iron Guard losses:1",
        "/chronicler settings points:9, 1, 0",
        "/chronicler organiser player:@Bob",
        "/chronicler close",
    ] {
        for at in [&bob, &stranger] {
            refused(at, line, "That is for the organisers of War for the North; ask Ann.").await;
        }
    }
    refused(
        &stranger,
        "/campaign report winner:Red Host battle:1",
        "reported by those who fought it",
    )
    .await;
    refused(&stranger, "/campaign note text:Hello", "join a side first").await;
    refused(&bob, "/campaign join side:Blue Legion", "leave that side first").await;
    refused(
        &bob,
        "/campaign report winner:Red Host points:9, 0",
        "Only an organiser gives other points",
    )
    .await;
    refused(&bob, "/campaign report", "Say who won").await;
    refused(&bob, "/campaign report scores:1, 2, 3", "one whole number for each side").await;
    refused(&bob, "/campaign report winner:Green", "no side called “Green”").await;
    refused(&bob, "/campaign report winner:Red Host battle:77", "no battle 77").await;
    // those who manage the server organise everything on it
    does(&mia, "/chronicler award side:Red Host points:1 why:Painted").await;

    let report = does(&bob, "/campaign report winner:Red Host").await.message();
    for (person, why) in
        [(&club.bob, "another side that fought it confirms"), (&zoe, "Somebody of another side")]
    {
        let answer = person.clicks(&report, "Confirm 1").await;
        assert!(answer.is_private() && answer.text().contains(why), "{}", answer.text());
        let answer = person.clicks(&report, "Not so (1)…").await;
        assert!(answer.modal().is_none() && answer.is_private(), "{}", answer.text());
    }
    // a button of before, when it was told anew
    does(&bob, "/campaign report winner:draw").await;
    let late = club.pat.clicks(&report, "Confirm 1").await;
    assert!(late.text().contains("told anew"), "{}", late.text());
}

#[tokio::test]
async fn another_server_knows_nothing_of_a_campaign() {
    let club = Club::open().await;
    war(&club, NEW).await;
    let elsewhere = club.discord.server("Elsewhere");
    let lounge = elsewhere.channel("lounge");
    club.bob.joins(&elsewhere);
    let id = {
        let store = club.store().await;
        let rows = store.books_on(club.discord.home().id(), "campaign").await.unwrap();
        store.close().await;
        rows[0].id.clone()
    };
    let there = club.bob.at(&lounge);
    refused(&there, "/campaign info", "There is no campaign on this server yet").await;
    refused(&there, &format!("/campaign info campaign:{id}"), "There is no campaign").await;
    refused(&there, &format!("/campaign report winner:draw campaign:{id}"), "There is no campaign")
        .await;
    refused(&there, &format!("/campaign export campaign:{id}"), "There is no campaign").await;
}

#[tokio::test]
async fn names_that_want_to_shout_stay_names() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    let new = "/campaign new name:**@everyone** [x](http://a.b) game:`_Skirmish_`";
    let opened = does(&ann, new).await;
    let added = does(&ann, "/chronicler side name:||Red|| <@1>").await;
    let noted = does(&ann, "/campaign note text:@here **loud** `code`").await;
    let shown = ann.slash("/campaign info").await;
    let refusal = club.bob.at(&club.hall).slash("/chronicler close").await;
    for answer in [opened, added, noted, shown, refusal] {
        let text = answer.text();
        assert!(answer.message().pinged.is_empty(), "{text}");
        for odd in ["**@everyone**", "[x](", "||Red||", "<@1>", "@here", "**loud**", "`code`"] {
            let bare = text.match_indices(odd).find(|(at, _)| !text[..*at].ends_with('\\'));
            assert!(bare.is_none(), "{odd} in {text}");
        }
    }
}

#[tokio::test]
async fn a_campaign_moves_to_another_server_with_its_story_and_without_its_people() {
    let club = Club::open().await;
    war(&club, NEW).await;
    let files = club.ann.at(&club.hall).slash("/campaign export").await;
    let json = file(&files, ".json");
    let elsewhere = club.discord.server("Elsewhere");
    let lounge = elsewhere.channel("lounge");
    club.bob.joins(&elsewhere);
    let there = club.bob.at(&lounge);
    let moved = there.slash("/campaign import").with_file("file", "war.json", json.clone()).await;
    assert!(
        moved.text().contains("“War for the North” goes on here with 2 sides"),
        "{}",
        moved.text()
    );
    let store = club.store().await;
    let rows = store.books_on(elsewhere.id(), "campaign").await.unwrap();
    store.close().await;
    let book: Campaign = serde_json::from_str(&rows[0].state).unwrap();
    let people: Vec<UserId> = book.organisers.iter().map(|one| one.id).collect();
    assert_eq!(people, [UserId(club.bob.id())]);
    assert_eq!(book.side_of(UserId(club.bob.id())).unwrap().name, "Red Host");
    assert!(!rows[0].state.contains(&club.pat.id().to_string()), "Pat did not ask for it");
    assert!(!rows[0].state.contains(&club.ann.id().to_string()), "nor did Ann");
    // the story goes on, under the one who brought it
    let shown = there.slash("/campaign chronicle").await;
    assert!(shown.text().contains("The campaign begins."), "{}", shown.text());
    assert!(!shown.text().contains("Pat joins"), "how the stage was set is no story");
    does(&there, "/chronicler cancel battle:1").await;

    let twice = there.slash("/campaign import").with_file("file", "war.json", json.clone()).await;
    assert!(
        twice.text().contains("Another campaign on this server has that name"),
        "{}",
        twice.text()
    );
    let again = there
        .slash("/campaign import name:A Second Time")
        .with_file("file", "war.json", json)
        .await;
    assert!(again.text().contains("“A Second Time” goes on here"), "{}", again.text());
    let odd =
        there.slash("/campaign import").with_file("file", "war.json", "{\"format\": 7}").await;
    assert!(
        odd.is_private() && odd.text().contains("does not say that it is a campaign"),
        "{}",
        odd.text()
    );
}

#[tokio::test]
async fn a_campaign_with_a_channel_is_told_there_and_rings_for_those_who_are_asked() {
    let club = Club::open().await;
    war(&club, NEW).await;
    let ann = club.ann.at(&club.hall);
    let court = club.discord.channel("court");
    ann.slash("/chronicler settings announce:#court").await;
    clerk_looks(&club);
    let list = court.wait_for(|seen| seen.all_text().contains("Who fights")).await;
    assert!(!list.selects.is_empty() && list.all_text().contains("Pat"), "{}", list.all_text());
    let quiet = club.bob.at(&club.hall).slash("/campaign report winner:Red Host").await;
    assert!(quiet.is_private() && quiet.message().buttons.is_empty(), "{}", quiet.text());
    clerk_looks(&club);
    let report = court.wait_for(|seen| seen.text.contains("Red Host reports battle 1")).await;
    assert!(report.pings(&club.pat) && !report.pings(&club.bob), "{:?}", report.pinged);
    club.pat.clicks(&report, "Confirm 1").await;
    clerk_looks(&club);
    let counts = court.wait_for(|seen| seen.text.contains("Red Host takes Old Mill")).await;
    assert!(counts.pinged.is_empty(), "{:?}", counts.pinged);
    let told = court.wait_for(|seen| seen.id == report.id && seen.buttons.is_empty()).await;
    assert!(told.text.contains("Red Host wins"), "{}", told.text);
    // who comes and goes stands in the list, and nowhere else
    let mia = club.mia.at(&club.hall);
    mia.slash("/campaign join side:Blue Legion").await;
    clerk_looks(&club);
    let joined = court.wait_for(|seen| seen.all_text().contains("Mia")).await;
    assert_eq!(joined.id, list.id, "{}", joined.all_text());
    ann.slash("/chronicler place name:Ford").await;
    ann.slash("/chronicler close").await;
    clerk_looks(&club);
    let over = court.wait_for(|seen| seen.text.contains("The campaign is over.")).await;
    assert!(over.all_text().contains("1. 🔴 **Red Host**"), "{}", over.all_text());
    assert!(court.everything().iter().all(|seen| !seen.text.contains("Ford is on the map")));
}

#[tokio::test]
async fn a_battle_that_is_played_at_the_table_is_written_down_by_itself() {
    let club = Club::open().await;
    war(&club, "/campaign new name:War for the North system:Gates of Antares: The Dice Game").await;
    let shown = info(&club.bob, &club).await;
    club.bob.clicks(&shown, "Play 1 here").await;
    // what Bob pressed was for his eyes; the table is for everybody
    let board = club.hall.wait_for(|seen| seen.text.contains("its result will count")).await;
    assert!(!board.private && board.pings(&club.pat), "{:?}", board.pinged);
    let game = book(&club).await.battle(BattleNo(1)).unwrap().game.clone().unwrap();
    let again = club.pat.at(&club.hall).slash("/campaign play").await;
    assert!(
        again.is_private() && again.text().contains("is being fought already"),
        "{}",
        again.text()
    );

    let winner = DiceMatch::at(&club, &game).await.to_the_end().await;
    clerk_looks(&club);
    let told = club.hall.wait_for(|seen| seen.text.contains("(from the game)")).await;
    assert!(told.text.starts_with("**War for the North**: Battle 1"), "{}", told.text);
    let book = book(&club).await;
    let won = book.battle(BattleNo(1)).unwrap().result().unwrap().winner;
    let expected = winner.and_then(|id| book.side_of(id)).map(|side| side.no);
    assert_eq!(won, expected);
    let held = book.places[0].owner;
    assert_eq!(
        held,
        expected.or(Some(SideNo(2))),
        "the winner holds the mill; a draw changes nothing"
    );
}

#[tokio::test]
async fn discord_offers_names_while_people_type() {
    let club = Club::open().await;
    war(&club, NEW).await;
    let bob = club.bob.at(&club.hall);
    let names = async |line: &str| -> Vec<String> {
        bob.completes(line).await.into_iter().map(|choice| choice.name).collect()
    };
    assert_eq!(names("/campaign info campaign:war").await, ["War for the North (on)"]);
    assert_eq!(names("/campaign report winner:").await, ["🔴 Red Host", "🔵 Blue Legion", "Draw"]);
    assert_eq!(names("/chronicler take place:b").await, ["2 Bridge"]);
    assert_eq!(names("/chronicler carry unit:iron").await, ["Iron Guard (Red Host, ready)"]);
    let battle = "1, Red Host against Blue Legion: to be fought";
    assert_eq!(names("/campaign battle battle:").await, [battle]);
}
