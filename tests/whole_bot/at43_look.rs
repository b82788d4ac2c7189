//! Looking things up at a table of AT-43 and away from it, and why a result is what it is.

use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::command::{Answer, Command, Entry, Movement, Pace};
use gatemaster_rules::at43::entering::ways_in;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::UnitId;
use gatemaster_sandbox::Seen;

use crate::club::Club;
use crate::mission::{BLUE, Mission, RED, ready};

/// Without the marks that keep names from formatting a sentence.
fn plain(seen: &Seen) -> String {
    seen.all_text().replace('\\', "")
}

fn title(seen: &Seen) -> &str {
    &seen.embeds[0].title
}

/// The first unit of Blue, by its name.
async fn first_of_blue(mission: &Mission) -> String {
    let state = mission.state().await;
    state.units_of(BLUE).next().unwrap().1.name.clone()
}

#[tokio::test]
async fn a_unit_says_how_it_stands_and_can_be_shown_to_everybody() {
    let mut club = Club::open().await;
    let mission = Mission::begun(&club).await;
    let name = first_of_blue(&mission).await;
    let pat = club.pat.at(&club.hall);
    let answer = pat.slash(&format!("/unit unit:{}", name.to_uppercase())).await;
    assert!(answer.is_private());
    let card = answer.message();
    assert_eq!(title(&card), name);
    let text = plain(&card);
    for says in
        ["🔵 **Ann** (Blue)", "in reserve", "Its activation ", "### Weapons", "-# Printed: "]
    {
        assert!(text.contains(says), "{says}\nis missing in\n{text}");
    }
    let all = mission.state().await.units.len();
    assert_eq!(pat.completes("/unit unit:").await.len(), all.min(25));

    club.restart_bot().await;
    let other = card.select("Look at a unit of Red…").unwrap().options[0].label.clone();
    let turned = club.pat.selects(&card, "Look at a unit of Red…", &[&other]).await.message();
    assert_eq!((turned.id, title(&turned)), (card.id, other.as_str()), "in place");
    let shown =
        club.pat.clicks(&turned, "Show everybody").await.wait_for_messages(2).await.remove(1);
    assert!(!shown.private && title(&shown) == other && shown.selects.is_empty());

    let wrong = pat.slash("/unit unit:Space Marines").await;
    assert!(
        wrong.is_private() && wrong.text().starts_with("No unit here is just called"),
        "{}",
        wrong.text()
    );
    assert_eq!(wrong.message().selects.len(), 2);
    assert_eq!(pat.slash("/unit").await.message().selects.len(), 2);
}

/// T-BLD-9: until all are locked nobody learns anything of another's company, whatever they press or type.
#[tokio::test]
async fn a_company_in_the_making_is_read_by_its_owner_alone() {
    let club = Club::open().await;
    let mission = Mission::open(&club, Setup::default()).await;
    let company = ready("white-stars-ready");
    mission.play(&club.ann, Command::Muster { seat: BLUE, company }).await;
    let ann = club.ann.at(&club.hall);
    let lists = ann.slash("/unit").await;
    assert!(lists.is_private());
    let lists = lists.message();
    let first = lists.select("Look at a unit of your company…").unwrap().options[0].clone();
    let card = club.ann.selects(&lists, "Look at a unit of your company…", &[&first.label]).await;
    assert!(card.is_private());
    let card = card.message();
    assert!(plain(&card).contains("nobody else sees it until all are locked"), "{}", plain(&card));
    assert!(card.button("Show everybody").is_none());
    assert!(!ann.completes("/unit unit:").await.is_empty());

    for other in [&club.bob, &club.pat] {
        let here = other.at(&club.hall);
        assert!(here.completes("/unit unit:").await.is_empty());
        for line in ["/unit", &format!("/unit unit:{}", first.label)] {
            let refused = here.slash(line).await;
            assert!(refused.is_private(), "{line}");
            assert!(
                refused.text().starts_with("Companies stay secret until all are locked"),
                "{}",
                refused.text()
            );
        }
    }
    // everybody's units are open to all once the companies are
    mission.play(&club.ann, Command::LockCompany { seat: BLUE }).await;
    let company = ready("therians-ready");
    mission.play(&club.bob, Command::Muster { seat: RED, company }).await;
    mission.play(&club.bob, Command::LockCompany { seat: RED }).await;
    let open = club.pat.at(&club.hall).slash("/unit").await.message();
    assert_eq!(open.selects.len(), 2);
}

#[tokio::test]
async fn before_the_start_and_where_nothing_is_played_there_are_no_units() {
    let club = Club::open().await;
    let pat = club.pat.at(&club.hall);
    assert!(
        pat.slash("/at43 look what:A unit of the game here, as it stands name:x")
            .await
            .text()
            .contains("not played in this channel")
    );
    club.ann.at(&club.hall).slash("/game new system:AT-43").await;
    let none = pat.slash("/unit").await;
    assert!(
        none.is_private() && none.text().contains("once the game has started"),
        "{}",
        none.text()
    );
}

/// T-BLD-5, T-UTR-1, T-SHT-7: the books of the game that is played here, under the general words.
#[tokio::test]
async fn at_its_table_the_general_words_open_the_books_of_at43() {
    let club = Club::open().await;
    let _mission = Mission::begun(&club).await;
    let pat = club.pat.at(&club.hall);
    let card = pat.slash("/profile unit:steel trooprs").await.message();
    assert_eq!(title(&card), "Steel troopers");
    let text = plain(&card);
    for says in [
        "**White Stars** · soldiers of type 2",
        "### Price",
        "Officer: Sergeant +",
        "Derived from print: Movement",
    ] {
        assert!(text.contains(says), "{says}\nis missing in\n{text}");
    }
    let weapon = club.pat.selects(&card, "Look at a weapon…", &["Laser rifle"]).await.message();
    assert_eq!((weapon.id, title(&weapon)), (card.id, "Laser rifle"));
    assert!(plain(&weapon).contains("`4+` up to 70 cm (range 4 to 6)"), "{}", plain(&weapon));
    let back = club.pat.selects(&weapon, "Who carries it…", &["Steel troopers"]).await.message();
    assert_eq!(title(&back), "Steel troopers");
    let offered = pat.completes("/weapon weapon:sonic").await;
    assert!(
        !offered.is_empty() && offered.iter().all(|it| it.name.to_lowercase().contains("sonic"))
    );

    let rule = pat.slash("/rules search:overwatch").await.message();
    assert!(
        title(&rule) == "Overwatch!" && plain(&rule).contains("of the rule book"),
        "{}",
        plain(&rule)
    );
    let other = rule.select("Another part of the book…").unwrap().options[6].label.clone();
    assert_eq!(other, "Shooting");
    let first = club.pat.selects(&rule, "Another part of the book…", &[&other]).await.message();
    assert_eq!(first.id, rule.id);
    let next = first.buttons.iter().rfind(|button| button.label.ends_with(" ▸")).unwrap();
    let next_title = next.label.trim_end_matches(" ▸").trim_end_matches('…').to_owned();
    let turned = club.pat.clicks(&first, &next.label).await.message();
    assert!(turned.id == rule.id && title(&turned).starts_with(&next_title), "{}", plain(&turned));
    let number = pat.slash("/rules search:t-dmg-5").await.message();
    assert!(plain(&number).contains("T-DMG-5"), "{}", plain(&number));
    // a rule of another game is found all the same
    let elsewhere = pat.slash("/rules search:A-SHT-18").await.message();
    assert_eq!(title(&elsewhere), "Armour");
}

#[tokio::test]
async fn the_books_of_at43_can_be_read_wherever_one_is() {
    let club = Club::open().await;
    let yard = club.discord.channel("yard");
    let pat = club.pat.at(&yard);
    for (line, found) in [
        ("/at43 look what:A rule, in our own words name:T-MOR-1", "Morale test"),
        ("/at43 look what:A unit or hero of the army lists name:storm golems", "Storm golems"),
        ("/at43 look what:A weapon name:laser rifle", "Laser rifle"),
        ("/rules search:T-WPN-3", "Sniper"),
    ] {
        let answer = pat.slash(line).await;
        assert!(answer.is_private(), "{line}");
        assert_eq!(title(&answer.message()), found, "{line}");
    }
    let offered = pat.completes("/at43 look what:A weapon name:laser").await;
    assert!(offered.iter().any(|it| it.value == "Laser rifle"), "{offered:?}");
    let offered = pat.completes("/at43 look what:A rule, in our own words name:wager").await;
    assert_eq!(offered[0].value, "The wager");
    let card = pat.slash("/at43 look what:A weapon name:Laser rifle").await.message();
    let shown = club.pat.clicks(&card, "Show everybody").await.wait_for_messages(2).await.remove(1);
    assert!(!shown.private && title(&shown) == "Laser rifle");
    let nothing = pat.slash("/at43 look what:A weapon name:*Death* Ray").await;
    assert!(nothing.text().contains("I know no weapon of AT-43"), "{}", nothing.text());
}

/// T-MOV-3: which way a unit goes, and past whom, people see for themselves: nothing is asked about it, and the account of the
/// movement leads to the rule.
#[tokio::test]
async fn a_movement_is_explained_with_the_rules_behind_it_to_be_read() {
    let mut club = Club::open().await;
    let mission = Mission::begun(&club).await;
    mission.planned().await;
    mission.play(&club.ann, Command::PlayCard).await;
    let state = mission.state().await;
    let Some(Task::Enter { unit }) = state.flow.tasks.last() else { panic!("nobody enters") };
    let way = ways_in(&state, state.unit(*unit).unwrap())[0];
    mission.play(&club.ann, Command::Answer(Answer::Enter(Entry::Through(way)))).await;
    if let Some(Task::Pay { .. }) = mission.state().await.flow.tasks.last() {
        mission.play(&club.ann, Command::Answer(Answer::Pay(true))).await;
    }
    mission.play(&club.ann, Command::Move(Movement::plain(Pace::Combat))).await;
    let step = mission.steps().await;
    let page = club.pat.at(&club.hall).slash(&format!("/explain step:{step}")).await.message();
    assert_eq!(title(&page), format!("Step {step} explained"));
    assert!(plain(&page).contains("Getting past others (T-MOV-3, page 58)"), "{}", plain(&page));
    club.restart_bot().await;
    let rule = club.pat.selects(&page, "Read a rule…", &["Getting past others"]).await.message();
    assert!(rule.private && rule.id != page.id, "it opens beside the explanation");
    assert!(plain(&rule).contains("through soldiers of its own side"), "{}", plain(&rule));
}

/// What others may come to know of cards stays out of every explanation until they are turned.
#[tokio::test]
async fn an_explanation_of_a_plan_holds_no_card() {
    let club = Club::open().await;
    let mission = Mission::begun(&club).await;
    let state = mission.state().await;
    let sequence: Vec<UnitId> = state.units_of(BLUE).map(|(id, _)| id).collect();
    let names: Vec<String> = state.units_of(BLUE).map(|(_, unit)| unit.name.clone()).collect();
    let plan = gatemaster_rules::at43::state::Plan { sequence, wager: 1, commander: None };
    mission.play(&club.ann, Command::Plan { seat: BLUE, plan }).await;
    let step = mission.steps().await;
    for person in [&club.bob, &club.pat] {
        let told = person.at(&club.hall).slash(&format!("/explain step:{step}")).await.message();
        assert_eq!(title(&told), format!("Step {step} explained"));
        let text = plain(&told);
        assert!(names.iter().all(|name| !text.contains(name.as_str())), "{text}");
    }
}

#[tokio::test]
async fn the_help_has_pages_for_at43_and_opens_a_table() {
    let club = Club::open().await;
    let pat = club.pat.at(&club.hall);
    let first = pat.slash("/help topic:at43").await.message();
    assert_eq!(title(&first), "AT-43");
    for (words, page) in [
        ("at43 overwatch", "AT-43: salvos and overwatch"),
        ("wager", "AT-43: the tactical phase"),
        ("relocate a card", "AT-43: a turn"),
        ("AT-43: by post", "AT-43: by post"),
        ("at43 reinforcements", "AT-43: control and reinforcements"),
        ("lock my company", "AT-43: your company"),
    ] {
        let found = pat.slash(&format!("/help topic:{words}")).await.message();
        assert_eq!(title(&found), page, "{words}");
    }
    for label in ["AT-43: your company", "AT-43: close combat", "AT-43: put right, own dice"] {
        let page = club.pat.clicks(&first, label).await.message();
        assert_eq!((page.id, title(&page)), (first.id, label));
        let back = club.pat.clicks(&page, "AT-43").await.message();
        assert_eq!(title(&back), "AT-43");
    }
    let again = club.ann.at(&club.hall).slash("/help topic:at43").await.message();
    let opened = club.ann.clicks(&again, "Open a table of AT-43").await.message();
    assert!(!opened.private, "{}", opened.all_text());
}
