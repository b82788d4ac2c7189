use gatemaster_discord::card::SeenBy;
use gatemaster_discord::limits;
use gatemaster_league::{Settings, TieBreaker};

use super::*;
use crate::league::made_up::{entered, kept, league, opened};
use serde_json::Value;

fn lines(card: &Card) -> Vec<&str> {
    card.text.lines().filter(|line| !line.starts_with("```")).collect()
}

#[test]
fn a_table_reads_like_a_table() {
    let card =
        card(&kept(league(4, |no| ["Ann", "Bob", "Cid", "Dora"][no as usize - 1].into())), 0, true);
    assert_eq!(
        lines(&card),
        [
            "# Name  P W D L Pts H2H +/−",
            "1 Ann   3 3 0 0   9   –   6",
            "2 Bob   3 2 0 1   6   –   2",
            "3 Cid   3 1 0 2   3   –  −2",
            "4 Dora  3 0 0 3   0   –  −6",
        ]
    );
    assert_eq!(card.title, "Club, Season 1");
    let (_, legend) = &card.fields[0];
    assert!(legend.contains("**Pts** points, 3 for a win, 1 for a draw, 0 for a loss"), "{legend}");
    assert!(
        legend.ends_with(
            "Level on points: head to head, then score difference, then score, then wins."
        ),
        "{legend}"
    );
}

#[test]
fn the_picture_stands_behind_a_button_where_pictures_are_wanted() {
    let four = kept(league(4, |no| format!("P{no}")));
    let plain = card(&four, 0, false);
    assert_eq!((plain.picture, plain.buttons.len()), (None, 0));
    let offered = card(&four, 0, true);
    assert_eq!(offered.buttons[0][0].label, "As a picture");
    let shown = picture_card(&four, 0);
    assert!(shown.picture.is_some_and(|picture| picture.alt.contains("1. P1: P 3")));
    let nobody = kept(opened(Settings::new(Format::Swiss { rounds: 1 })));
    assert_eq!(picture_card(&nobody, 0).text, "Nobody is in it yet.");
}

#[test]
fn a_post_shows_the_first_and_says_how_many_more_there_are() {
    let many = league(12, |no| format!("Player {no}"));
    let text = first_rows(&many, 0, 3).unwrap();
    assert_eq!(text.lines().filter(|line| line.contains("Player")).count(), 3);
    assert!(text.ends_with("\n… and 9 more: *Table* has everybody."), "{text}");
    assert_eq!(first_rows(&many, 7, 3), None);
}

#[test]
fn sixty_people_with_hostile_names_fit_every_limit() {
    let hostile = [
        "```@everyone ```",
        "深い深い深い深い深い",
        "שלום",
        "**`x`**||",
        "Bartholomew the Very Long Name",
    ];
    let mut many = league(60, |no| format!("{}{no}", hostile[no as usize % hostile.len()]));
    many.season.settings.ties = TieBreaker::ALL.to_vec();
    many.season.entrants[7].out = true;
    let card = card(&kept(many), 0, true);
    assert_eq!(card.text.matches("```").count(), 2, "nobody ends the block");
    assert_eq!(lines(&card).len(), 61, "everybody is there");
    assert!(card.text.chars().count() <= limits::EMBED_TEXT);
    let head = lines(&card)[0];
    for line in lines(&card) {
        assert!(width(line) <= WIDEST, "{line}");
        assert_eq!(width(line), width(head), "{line}");
    }
    let body = card.body(SeenBy::All);
    let rows = body["components"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    let ids: std::collections::HashSet<&str> =
        rows.iter().filter_map(|row| row["components"][0]["custom_id"].as_str()).collect();
    assert_eq!(ids.len(), 4, "each list has an id of its own, and so has the picture");
    let offered: usize = rows
        .iter()
        .filter_map(|row| row["components"][0]["options"].as_array().map(Vec::len))
        .sum();
    assert_eq!(offered, 60);
    assert!(card.text.contains('†'));
}

#[test]
fn two_hundred_people_are_told_as_many_as_there_is_room_for() {
    let card = card(&kept(league(200, |no| format!("Somebody with a long name {no}"))), 0, true);
    let text = card.body(SeenBy::All)["embeds"][0]["description"].as_str().unwrap().to_owned();
    assert_eq!(text, card.text, "nothing was cut off");
    let shown = lines(&card).len() - 2;
    assert!(shown > 60, "{shown}");
    assert!(
        text.ends_with(&format!("… and {} more: `/league export` has everybody.", 200 - shown))
    );
    assert!(card.selects.len() <= limits::ROWS);
}

#[test]
fn eight_divisions_have_a_button_each_and_the_lists_still_fit() {
    let mut settings = Settings::new(Format::RoundRobin { legs: 1 });
    settings.divisions = (1..=8).map(|no| format!("Division {no}")).collect();
    let mut book = opened(settings);
    for no in 0..90 {
        book = entered(&book, &format!("Guest {no}"), Some(2));
    }
    let book = kept(book);
    let third = card(&book, 2, true);
    let labels: Vec<&str> =
        third.buttons.iter().flatten().map(|button| button.label.as_str()).collect();
    assert_eq!(labels.len(), 8, "the picture and seven others");
    assert!(!labels.contains(&"Division 3"), "{labels:?}");
    assert_eq!(third.selects.len() + third.buttons.len(), limits::ROWS);
    assert_eq!(third.title, "Club, Season 1, Division 3");

    let nobody = card(&book, 200, true);
    assert_eq!(nobody.title, "Club, Season 1, Division 8");
    assert!(nobody.text.starts_with("Nobody is in it yet."));
    assert_eq!((nobody.picture.is_some(), nobody.selects.len()), (false, 0));
}

#[test]
fn a_ladder_and_a_bracket_have_no_points() {
    for format in [Format::Ladder { reach: 0 }, Format::Knockout { third_place: false }] {
        let book = entered(&entered(&opened(Settings::new(format)), "Ann", None), "Bob", None);
        let card = card(&kept(book), 0, false);
        assert_eq!(
            lines(&card)[0].split_whitespace().collect::<Vec<_>>(),
            ["#", "Name", "P", "W", "D", "L"]
        );
        assert_eq!(lines(&card).len(), 3);
    }
}

#[test]
fn an_explanation_is_in_words_and_escapes_names() {
    let book = kept(league(4, |no| format!("*P{no}*")));
    let second = book.book.season.entrants[1].no;
    let card = explain_card(&book, second);
    assert_eq!(card.title, "Why \\*P2\\* stands where they stand");
    assert!(card.text.starts_with("\\*P2\\* has 6 points\\: 2 wins × 3."), "{}", card.text);
    assert!(card.text.contains("Behind \\*P1\\*\\: 6 points against 9."), "{}", card.text);
    let body: Value = card.body(SeenBy::One);
    assert_eq!(body["components"][0]["components"][0]["custom_id"], "l1:0123456789:table:0");
    assert!(explain_card(&book, EntrantId(999)).content.contains("`/league table`"));
}
