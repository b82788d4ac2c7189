//! How many tables, leagues and campaigns there may be, and how long a text: kindly refused, and nobody is locked out.

use gatemaster_commands::caps::Most;
use gatemaster_sandbox::Options;

use crate::club::Club;

const OPEN: &str = "/bag setup sides:Red 3, Blue 3";

/// Managers let everybody have two tables and a league.
async fn small_club() -> Club {
    let club = Club::open().await;
    let set = club.mia.at(&club.hall);
    let set = set.slash("/settings tables:3 tables_each:2 books:2 books_each:1").await;
    for line in ["Open tables: **3**, by one person **2**", "campaigns: **2**, by one person **1**"]
    {
        assert!(set.text().contains(line), "{}", set.text());
    }
    club
}

#[tokio::test]
async fn whoever_has_enough_tables_open_is_told_how_many_and_what_to_do() {
    let club = small_club().await;
    let tables: Vec<_> = (0..5).map(|n| club.discord.channel(&format!("table-{n}"))).collect();
    for table in &tables[..2] {
        assert!(!club.ann.at(table).slash(OPEN).await.is_private());
    }
    let full = club.ann.at(&tables[2]).slash(OPEN).await;
    assert!(full.is_private());
    assert_eq!(
        full.text(),
        "You have 2 tables open on this server, and 2 is the most for one person. End one with `/game end`, rest one with \
         `/game put-away`, or ask somebody who manages the server: `/settings` has the number."
    );
    // no empty thread is left behind either
    let thread = club.ann.at(&tables[2]).slash("/game new system:Order-dice bag thread:true").await;
    assert!(thread.is_private() && thread.text().contains("2 is the most"), "{}", thread.text());
    assert!(tables[2].threads().is_empty());

    assert!(!club.bob.at(&tables[2]).slash(OPEN).await.is_private());
    let full = club.bob.at(&tables[3]).slash(OPEN).await;
    assert!(
        full.is_private() && full.text().contains("3 tables are open on this server, and 3 is")
    );

    // put away, one makes room; taken up again, it needs room
    let away = club.ann.at(&tables[0]).slash("/game put-away").await;
    assert!(!away.is_private(), "{}", away.text());
    assert!(!club.ann.at(&tables[3]).slash(OPEN).await.is_private());
    let again = club.ann.at(&tables[0]).slash("/game resume").await;
    assert!(
        again.is_private() && again.text().contains("Whoever opened this one has 2"),
        "{}",
        again.text()
    );
    club.mia.at(&club.hall).slash("/settings tables:10 tables_each:10").await;
    let again = club.ann.at(&tables[0]).slash("/game resume").await;
    assert!(!again.is_private(), "{}", again.text());
}

#[tokio::test]
async fn a_rush_of_clicks_opens_no_more_than_there_is_room_for() {
    let club = small_club().await;
    let mut rush = tokio::task::JoinSet::new();
    for n in 0..12 {
        let person = club.discord.person(&format!("Guest {n}"));
        let table = club.discord.channel(&format!("table-{n}"));
        rush.spawn(async move { person.at(&table).slash(OPEN).await.is_private() });
    }
    let refused = rush.join_all().await.into_iter().filter(|refused| *refused).count();
    assert_eq!(refused, 9);
}

#[tokio::test]
async fn leagues_and_campaigns_have_their_own_limits_and_a_closed_one_needs_room_to_go_on() {
    let club = small_club().await;
    let ann = club.ann.at(&club.hall);
    let campaign = |name: &str| format!("/campaign new name:{name} game:Skirmish");
    for name in ["One", "Two"] {
        let opened = ann.slash(&campaign(name)).await;
        assert_eq!(opened.is_private(), name == "Two", "{}", opened.text());
        if name == "Two" {
            let says = "You have 1 campaign open on this server, and 1 is the most for one person. Close one";
            assert!(opened.text().contains(says), "{}", opened.text());
        }
    }
    assert!(!ann.slash("/chronicler close").await.text().contains("most"));
    assert!(!ann.slash(&campaign("Two")).await.is_private());
    let again = ann.slash("/chronicler resume campaign:One").await;
    assert!(again.is_private() && again.text().contains("1 is the most"), "{}", again.text());
    // leagues are counted by themselves
    let league =
        "/league new name:Autumn format:Open challenge: anybody against anybody game:Bolt Action";
    let opened = ann.slash(league).await;
    assert!(opened.text().contains("is open, and you organise it"), "{}", opened.text());
    let other = ann.slash(&league.replace("Autumn", "Winter")).await;
    let says = "You have 1 league open on this server, and 1 is the most for one person. Close one with `/league close`";
    assert!(other.is_private() && other.text().contains(says), "{}", other.text());
}

#[tokio::test]
async fn managers_choose_within_what_the_operator_allows() {
    let mut club = Club::without_bot(Options::for_tests()).await;
    club.most = Most { tables: 4, books: 3 };
    club.start_bot().await;
    let mia = club.mia.at(&club.hall);
    assert!(
        mia.slash("/settings").await.text().contains("Open tables: **4**, by one person **4**")
    );
    let over = mia.slash("/settings tables:5").await;
    assert_eq!(
        over.text(),
        "That is more tables than whoever runs me allows a server: 4 is the most you can choose."
    );
    let set = mia.slash("/settings tables:2").await;
    assert!(set.text().contains("Open tables: **2**, by one person **2**"), "{}", set.text());
    club.restart_bot().await;
    let kept = club.mia.at(&club.hall).slash("/settings").await;
    assert!(kept.text().contains("Open tables: **2**"), "{}", kept.text());
}

#[tokio::test]
async fn tables_from_before_the_limit_stay_and_go_on() {
    let club = Club::open().await;
    let tables: Vec<_> = (0..4).map(|n| club.discord.channel(&format!("table-{n}"))).collect();
    for table in &tables {
        club.ann.at(table).slash(OPEN).await;
    }
    club.mia.at(&club.hall).slash("/settings tables:1").await;
    for table in &tables {
        let drawn = club.ann.at(table).slash("/bag draw").await;
        assert!(drawn.text().contains("Die 1 of this game"), "{}", drawn.text());
    }
}

#[tokio::test]
async fn a_text_longer_than_anybody_can_type_is_turned_away_in_one_private_sentence() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    let lobby = ann.slash("/game new system:Order-dice bag").await.message();
    club.ann.clicks(&lobby, "Play Red").await;
    club.discord.misbehave().let_texts_be_longer(true);
    let told = |length: usize, most: usize| {
        format!(
            "That text has {length} characters, and nobody can type more than {most} there, so I have not read it. Please \
             make it shorter."
        )
    };
    for letter in ["x", "あ", "👩"] {
        let form = club.ann.clicks(&lobby, "Change the dice…").await.modal().unwrap();
        let answer = form.submit(&[("sides", &letter.repeat(100_000))]).await;
        assert_eq!((answer.is_private(), answer.text()), (true, told(100_000, 4_000)));
        let typed = letter.repeat(200_000);
        for line in
            ["/roll dice:", "/rules search:", "/weapon weapon:", "/help topic:", "/game log game:"]
        {
            let answer = ann.slash(&format!("{line}{typed}")).await;
            assert_eq!(
                (answer.is_private(), answer.text()),
                (true, told(200_000, 6_000)),
                "{line}"
            );
        }
        assert_eq!(ann.completes(&format!("/rules search:{typed}")).await, []);
        // as long as Discord lets people type, it is read, and said to be nothing
        let longest = letter.repeat(6_000);
        for line in ["/roll dice:", "/rules search:", "/weapon weapon:", "/profile unit:"] {
            let answer = ann.slash(&format!("{line}{longest}")).await;
            assert!(answer.is_private() && !answer.text().contains("on my side"), "{line}");
        }
        ann.completes(&format!("/profile unit:{longest}")).await;
    }
}
