use gatemaster_discord::{card, limits};
use gatemaster_rules::ids::UserId;

use super::*;
use crate::league::made_up::{self, MONDAY};

const WEEK: i64 = 7 * 24 * 60 * 60 * 1000;

fn archive(leagues: Vec<League>) -> Archive {
    let leagues: Vec<StoredBook<League>> = (0..)
        .zip(leagues)
        .map(|(number, league)| StoredBook { id: format!("id{number}"), ..made_up::kept(league) })
        .collect();
    let records = records::games(leagues.iter().map(|kept| &kept.book));
    Archive { leagues, records }
}

/// Four people, each of whom beat those after them.
fn four(name: impl Fn(u32) -> String) -> Archive {
    archive(vec![made_up::league(4, name)])
}

fn shown(archive: &Archive, subject: &Subject, others: &Others) -> Card {
    card(&CardFacts {
        archive,
        subject,
        league: None,
        others,
        now_ms: MONDAY + WEEK,
        pictures: true,
    })
}

fn field<'a>(card: &'a Card, title: &str) -> &'a str {
    card.fields.iter().find(|(name, _)| name == title).map_or("", |(_, text)| text)
}

/// A game outside of leagues that the subject has won.
fn won(subject: &Subject, at_ms: i64) -> Record {
    let mut won = four(|no| no.to_string()).records[0].clone();
    won.league.clear();
    won.persons = [subject.person.clone(), Person::User(UserId(7 << 50))];
    won.names = [subject.name.clone(), "Zoe".to_owned()];
    won.factions = [Some("Ghar".to_owned()), None];
    won.decided_ms = at_ms;
    won
}

#[test]
fn a_card_tells_places_record_form_and_rating() {
    let archive = four(|no| format!("P{no}"));
    let subject = archive.named("p2").unwrap();
    let card = shown(&archive, &subject, &Others::default());
    assert_eq!(card.title, "P2");
    assert_eq!(
        card.text,
        "**3 matches: 2 won, 0 drawn, 1 lost**\nForm, the newest first: W W L\nLongest winning streak: 2"
    );
    assert_eq!(field(&card, "Leagues"), "**Club**, Season 1: place 2 of 4, 6 points");
    let rating = field(&card, "Rating");
    assert!(
        rating.starts_with("Bolt Action: **1")
            && rating.ends_with("after 3 matches, still a guess"),
        "{rating}"
    );
    let list = &card.selects[0];
    assert_eq!(list.placeholder, "Head to head…");
    assert_eq!(list.options.len(), 3);
    assert_eq!(card.buttons, Vec::<Vec<Button>>::new(), "nothing was rolled for a guest");
}

#[test]
fn games_outside_of_leagues_count_for_the_record_and_not_for_the_rating() {
    let archive = four(|no| format!("P{no}"));
    let subject = archive.named("P2").unwrap();
    let others = Others { records: vec![won(&subject, MONDAY + 5)], undecided: 2 };
    let with = shown(&archive, &subject, &others);
    let without = shown(&archive, &subject, &Others::default());
    assert!(with.text.starts_with("**4 matches: 3 won, 0 drawn, 1 lost**"), "{}", with.text);
    assert!(
        with.text.contains("Of these outside of leagues: 1 won, 0 drawn, 0 lost"),
        "{}",
        with.text
    );
    assert!(with.text.contains("2 games ended without a winner."), "{}", with.text);
    assert_eq!(field(&with, "By own faction"), "Ghar: 1 won, 0 drawn, 0 lost");
    assert_eq!(field(&with, "Rating"), field(&without, "Rating"));
}

#[test]
fn somebody_new_is_told_where_to_play() {
    let archive = archive(Vec::new());
    let subject = archive.user(UserId(1 << 50), Some("@everyone"));
    let card = shown(&archive, &subject, &Others::default());
    assert_eq!(card.title, "\\@everyone");
    assert!(card.text.contains("`/league list`"), "{}", card.text);
    assert_eq!((card.fields.len(), card.selects.len(), card.buttons.len()), (0, 0, 1));
}

#[test]
fn a_rating_of_several_weeks_has_its_picture() {
    let mut league = made_up::league(4, |no| format!("P{no}"));
    for (week, fixture) in (0..).zip(&mut league.season.fixtures) {
        if let gatemaster_league::State::Decided { at_ms, .. } = &mut fixture.state {
            *at_ms = MONDAY + week * WEEK;
        }
    }
    let archive = archive(vec![league]);
    let subject = archive.named("P1").unwrap();
    let picture = shown(&archive, &subject, &Others::default()).picture.unwrap();
    assert!(
        picture.alt.starts_with("Rating of P1 in Bolt Action over 3 weeks of play"),
        "{}",
        picture.alt
    );
    let none = Others::default();
    let plain = CardFacts {
        archive: &archive,
        subject: &subject,
        league: None,
        others: &none,
        now_ms: MONDAY,
        pictures: false,
    };
    assert_eq!(card(&plain).picture, None);
}

#[test]
fn two_people_side_by_side() {
    let archive = four(|no| format!("*P{no}*"));
    let (one, two) = (archive.named("*P1*").unwrap(), archive.named("*P3*").unwrap());
    let none = Others::default();
    let seen = CardFacts {
        archive: &archive,
        subject: &one,
        league: None,
        others: &none,
        now_ms: MONDAY,
        pictures: true,
    };
    let card = against(&seen, &two);
    assert_eq!(card.title, "\\*P1\\* against \\*P3\\*");
    assert_eq!(card.text, "\\*P1\\* has won **1**, \\*P3\\* **0**.\nScores together: 3–1");
    assert_eq!(
        field(&card, "The latest"),
        "<t:1704067200:D>: \\*P1\\* beat \\*P3\\* 3–1 (Club, season 1)"
    );
    assert!(field(&card, "By their ratings").contains("of 100 points"), "{card:?}");

    let stranger = archive.user(UserId(5), None);
    assert!(against(&seen, &stranger).text.starts_with("They have not met here"));
    assert!(against(&seen, &one).text.starts_with("Nobody plays against themselves"));
}

#[test]
fn hostile_names_and_many_leagues_fit_every_limit() {
    let name = |no: u32| format!("{no}```**<@1>||深い深い深い深い");
    let leagues: Vec<League> = (0..40)
        .map(|number| {
            let mut league = made_up::league(60, name);
            league.name = format!("__League__ {number} {}", "`*".repeat(10));
            league.played = gatemaster_league::Played::Elsewhere(format!("**Game** {number}"));
            league
        })
        .collect();
    let archive = archive(leagues);
    let subject = archive.named(&name(1)).unwrap();
    let card = shown(&archive, &subject, &Others::default());
    let body = card.body(card::SeenBy::One);
    let embed = &body["embeds"][0];
    for (at, (_, text)) in card.fields.iter().enumerate() {
        assert!(text.chars().count() <= limits::FIELD_VALUE);
        assert_eq!(embed["fields"][at]["value"], text.as_str(), "nothing was cut off");
    }
    let told = field(&card, "Leagues");
    let lines = told.lines().count();
    assert!((5..=MOST_LEAGUES + 1).contains(&lines), "{told}");
    assert!(told.ends_with(&format!("\n… and {} more", 40 - (lines - 1))), "{told}");
    assert!(!card.plain().contains("**<@1>"), "names do not format: {}", card.plain());
}

#[test]
fn a_league_that_is_named_counts_alone() {
    let mut other = made_up::league(4, |no| format!("P{no}"));
    other.name = "Other".to_owned();
    let archive = archive(vec![made_up::league(4, |no| format!("P{no}")), other]);
    let subject = archive.named("P1").unwrap();
    let none = Others::default();
    let only = Some(&archive.leagues[1]);
    let seen = CardFacts {
        archive: &archive,
        subject: &subject,
        league: only,
        others: &none,
        now_ms: MONDAY,
        pictures: true,
    };
    let card = card(&seen);
    assert_eq!(card.title, "P1 in Other");
    assert!(card.text.starts_with("**3 matches: 3 won"), "{}", card.text);
    assert_eq!(field(&card, "Leagues"), "**Other**, Season 1: place 1 of 4, 9 points");
}
