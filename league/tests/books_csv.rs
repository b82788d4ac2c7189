//! Tables that go to a spreadsheet and come from one.

use crate::club;
use crate::club::{ANN, BOB, DAN, DAY, MONDAY, league};
use gatemaster_league::action::{Imported, MatchPlace};
use gatemaster_league::books::players::{self, ReadPlayer};
use gatemaster_league::books::{csv, results};
use gatemaster_league::league::Stage;
use gatemaster_league::standings::{Parted, Row, Tie};
use gatemaster_league::{FixtureId, MatchResult, Side, TieBreaker, Verdict};

/// What stands in the lines, wherever they stand.
fn read(text: &str) -> Vec<Imported> {
    let matches = results::read(text.as_bytes()).unwrap().matches;
    matches.into_iter().map(|imported| Imported { line: 0, ..imported }).collect()
}

fn faults(text: &str) -> Vec<String> {
    results::read(text.as_bytes()).unwrap_err()
}

fn plain(first: &str, second: &str, verdict: Verdict) -> Imported {
    Imported::new(first, second, MatchResult::plain(verdict))
}

#[test]
fn every_match_is_a_line_and_formulas_stay_text() {
    let text = csv::results(&league());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            r#""season","stage","round","match","date","first","second","result","score first","score second","faction first","faction second","game""#,
            r#"1,"main",1,1,"2024-01-01","Ann","Bob","first",7,3,"","","""#,
            r#"1,"main",1,2,"2024-01-02","Cid","'=Dan","draw","","","","","""#,
            r#"1,"main",1,3,"2024-01-03","Ann","Cid","walkover-second","","","","","""#,
            r#"2,"main",1,4,"2024-01-11","Bob","Ann","second",-2,5,"Algoryn","freeborn","ABCDE""#,
            r#"2,"main",1,5,"2024-01-12","Cid","Ann","second","","","","","""#,
            r#"2,"main",1,6,"","'=Dan","","bye","","","","","""#,
            r#"2,"main",1,7,"","'=Dan","Ann","open","","","","","""#,
            r#"2,"main",1,8,"2024-01-13","Bob","Cid","reported","","","","","""#,
            r#"2,"main",1,9,"2024-01-14","Bob","'=Dan","not-played","","","","","""#,
            r#"2,"main",1,10,"","Cid","'=Dan","cancelled","","","","","""#,
        ]
    );
}

#[test]
fn what_was_written_is_read_again() {
    let league = league();
    let read = results::read(csv::results(&league).as_bytes()).unwrap();
    assert_eq!(read.left_out, 4, "a bye, an open, a reported and a cancelled match");
    let expected: Vec<Imported> = league
        .seasons()
        .flat_map(|season| season.fixtures.iter().map(move |fixture| (season, fixture)))
        .zip(2..)
        .filter_map(|((season, fixture), line)| {
            let result = MatchResult { game: None, ..fixture.result()?.clone() };
            let (first, second) = (season.name_of(fixture.first), season.name_of(fixture.second?));
            let place = MatchPlace {
                season: Some(season.number),
                stage: Some(fixture.stage),
                round: fixture.round,
                leg: None,
                fixture: Some(fixture.no),
            };
            // days are written without the hour, and all of these were decided at midnight
            let at_ms = fixture.decided_ms();
            Some(Imported { at_ms, place, line, ..Imported::new(first, second, result) })
        })
        .collect();
    assert_eq!(read.matches, expected);
}

#[test]
fn standings_have_a_line_for_everybody_with_their_tie_breakers() {
    let mut season = league().season;
    season.settings.divisions = vec!["Gold".to_owned(), "-Silver".to_owned()];
    season.settings.ties = vec![TieBreaker::Beaten, TieBreaker::HeadToHead];
    let row = |entrant, beaten, head_to_head| Row {
        entrant,
        place: 1,
        points: 7,
        played: 3,
        won: 2,
        drawn: 1,
        lost: 0,
        byes: 1,
        score_for: 12,
        score_against: -4,
        adjusted: -2,
        ties: vec![
            Tie { breaker: TieBreaker::Beaten, halves: beaten },
            Tie { breaker: TieBreaker::HeadToHead, halves: head_to_head },
        ],
        parted: head_to_head.map(|_| Parted::Lot),
    };
    let tables = [vec![row(ANN, Some(9), None)], vec![row(DAN, Some(-1), Some(6))], Vec::new()];
    assert_eq!(
        csv::standings_of(&season, &tables).lines().collect::<Vec<_>>(),
        [
            r#""division","place","player","points","played","won","drawn","lost","byes","score for","score against","bonus or penalty","beaten","head-to-head","level""#,
            r#""Gold",1,"Ann",7,3,2,1,0,1,12,-4,-2,4.5,"","""#,
            r#""'-Silver",1,"'=Dan",7,3,2,1,0,1,12,-4,-2,-0.5,3,"by lot""#,
        ]
    );
    assert!(csv::standings(&season).starts_with("\"division\",\"place\""));
}

#[test]
fn players_are_listed_without_their_ids_and_read_again() {
    let mut season = league().season;
    season.settings.divisions = vec!["Gold".to_owned(), "Silver".to_owned()];
    season.entrants[2].division = 1;
    season.entrants[1].out = true;
    let text = csv::players(&season);
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            r#""name","faction","division","seed","status","entered""#,
            r#""Ann","Freeborn","Gold",1,"in","2024-01-01""#,
            r#""Bob","","Gold",2,"out","2024-01-01""#,
            r#""Cid","Ghar","Silver",3,"in","2024-01-01""#,
            r#""'=Dan","","Gold",4,"in","2024-01-01""#,
        ]
    );
    let read = players::read(text.as_bytes(), &season.settings.divisions).unwrap();
    let names: Vec<&str> = read.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Ann", "Bob", "Cid", "=Dan"]);
    assert_eq!(read[2].division, Some(1));
    assert_eq!(read[2].faction.as_deref(), Some("Ghar"));
}

#[test]
fn columns_may_stand_in_any_order_and_only_three_are_needed() {
    let expected = [plain("Ann", "Bob", Verdict::Win(Side::First))];
    assert_eq!(read("first,second,result\nAnn,Bob,first\n"), expected);
    assert_eq!(read("\u{feff}RESULT;Referee;Second;First\r\nFirst;Zed;Bob;  Ann \r\n"), expected);
    assert_eq!(read("\n\nfirst\tsecond\tresult\nAnn\tBob\t1"), expected);
    assert_eq!(read("First,Second,Result\n\n,,\nAnn,Bob,win,too,many,cells\n"), expected);
}

#[test]
fn scores_tell_the_result_where_nobody_else_does() {
    let matches = read(
        "first,second,Score_First,score-second,result,date,faction first\n\
         Ann,Bob,3,1,,2024-01-01,Freeborn\n\
         Ann,Bob,-3,1,,,\n\
         Ann,Bob,'-3,-3\n\
         Ann,Bob,3,3,first\n\
         Ann,Bob,,,draw\n",
    );
    let verdicts: Vec<Verdict> = matches.iter().map(|imported| imported.result.verdict).collect();
    assert_eq!(
        verdicts,
        [
            Verdict::Win(Side::First),
            Verdict::Win(Side::Second),
            Verdict::Draw,
            Verdict::Win(Side::First),
            Verdict::Draw,
        ],
        "and where somebody says it, equal scores do not make a draw"
    );
    assert_eq!(matches[0].result.scores, Some([3, 1]));
    assert_eq!(matches[0].at_ms, Some(MONDAY));
    assert_eq!(matches[0].result.factions, [Some("Freeborn".to_owned()), None]);
    assert_eq!(matches[4].result.scores, None);
    assert_eq!(read("first,second,score first,score second\nAnn,Bob,2,2").len(), 1);
}

#[test]
fn all_faults_are_told_together_with_their_lines() {
    let text = format!(
        "first,second,result,score first,score second,date\n\
         Ann,ANN ,first\n\
         \n\
         ,Bob,first\n\
         {},Bob,first\n\
         Ann,Bob,maybe,1,x,yesterday\n\
         \"An\nn\",Bob,draw\n\
         Ann,Bob,\n\
         Ann,Bob,,1000001,0\n\
         Ann,Bob,,99999999999999999999,0\n\
         Ann,Bob,draw,1,\n\
         Ann,Bob,draw,,,2023-02-29\n\
         Ann,Bob,second,2,1\n",
        "x".repeat(65)
    );
    let scores = "scores are whole numbers from −1000000 to 1000000, both or none.";
    assert_eq!(
        faults(&text),
        [
            "Line 2: Ann cannot play against themselves.".to_owned(),
            "Line 4: “first” must be a name of 1 to 64 characters.".to_owned(),
            "Line 5: “first” must be a name of 1 to 64 characters.".to_owned(),
            "Line 6: the result is first, second, draw, walkover-first, walkover-second or \
             not-played."
                .to_owned(),
            format!("Line 6: {scores}"),
            "Line 6: a date is written as 2024-01-31, between 1970 and 9999.".to_owned(),
            "Line 9: there is neither a result nor both scores.".to_owned(),
            format!("Line 10: {scores}"),
            format!("Line 11: {scores}"),
            format!("Line 12: {scores}"),
            "Line 13: a date is written as 2024-01-31, between 1970 and 9999.".to_owned(),
            "Line 14: the winner would have the lower score.".to_owned(),
        ]
    );
    // the same from another system, which ends its lines otherwise
    assert_eq!(faults(&text.replace('\n', "\r\n")), faults(&text));
}

#[test]
fn after_twenty_faults_the_rest_is_counted() {
    let text = format!("first,second,result\n{}", "Ann,Ann,first\n".repeat(33));
    let told = faults(&text);
    assert_eq!(told.len(), 21);
    assert_eq!(told[19], "Line 21: Ann cannot play against themselves.");
    assert_eq!(told[20], "And 13 more.");
}

#[test]
fn files_that_are_no_results_are_refused_in_one_sentence() {
    let columns = "The first line must name the columns: first, second, and result or both score \
                   first and score second.";
    for text in ["", "\n\n", "Ann,Bob,first", "first,second,score first\n", "first,result\n", "\0"]
    {
        assert_eq!(faults(text), [columns], "{text:?}");
    }
    assert_eq!(
        faults("first,second,result,First\nAnn,Bob,draw,Cid"),
        ["The column “first” stands twice in the first line."]
    );
    assert_eq!(faults("first,second,result\n"), ["There is no result in this file."]);
    assert_eq!(
        results::read(b"first,second,result\nJ\xfcrgen,Bob,draw").unwrap_err(),
        ["The file is not plain text in UTF-8; in a spreadsheet, save it as “CSV UTF-8”."]
    );
}

#[test]
fn twenty_thousand_lines_are_read_and_not_one_more() {
    let lines = |n| format!("first,second,result\n{}", "Ann,Bob,draw\n\n".repeat(n));
    assert_eq!(read(&lines(20_000)).len(), 20_000);
    assert_eq!(
        faults(&lines(20_001)),
        ["A file can have 20000 lines below its header; please split it."]
    );
}

#[test]
fn a_line_says_which_match_it_is_as_far_as_it_can() {
    let matches = read(
        "first,second,result,season,stage,Round,leg,match\n\
         Ann,Bob,draw,2,Finals,Round 3,2,17\n\
         Ann,Bob,draw,,,,,\n\
         Ann,Bob,draw,,,3\n",
    );
    let places: Vec<MatchPlace> = matches.iter().map(|imported| imported.place).collect();
    let round = Some(3);
    assert_eq!(
        places,
        [
            MatchPlace {
                season: Some(2),
                stage: Some(Stage::Finals),
                round,
                leg: Some(2),
                fixture: Some(FixtureId(17)),
            },
            MatchPlace::default(),
            MatchPlace { round, ..MatchPlace::default() },
        ]
    );
    assert_eq!(
        faults(
            "first,second,result,season,stage,round,leg,match\nAnn,Bob,draw,0,Cup,x,-1,99999999999"
        ),
        [
            "Line 2: the stage is main or finals.",
            "Line 2: “season” must be a whole number from 1.",
            "Line 2: “round” must be a whole number from 1.",
            "Line 2: “leg” must be a whole number from 1.",
            "Line 2: “match” must be a whole number from 1.",
        ]
    );
}

#[test]
fn people_come_one_on_each_line_or_in_a_table() {
    let player = |name: &str, faction: Option<&str>, division| ReadPlayer {
        name: name.to_owned(),
        faction: faction.map(str::to_owned),
        division,
    };
    let divisions = ["Gold".to_owned(), "Silver".to_owned()];
    assert_eq!(
        players::read(b"\xef\xbb\xbfAnn\r\n\r\n  Smith, Bob \n'=Dan", &[]).unwrap(),
        [player("Ann", None, None), player("Smith, Bob", None, None), player("=Dan", None, None)]
    );
    assert_eq!(
        players::read(b"Division;NAME;Faction\nsilver;Ann;Ghar\n;Bob;\n1;Cid", &divisions).unwrap(),
        [
            player("Ann", Some("Ghar"), Some(1)),
            player("Bob", None, None),
            player("Cid", None, Some(0))
        ]
    );
    assert_eq!(players::read(b"name\nAnn\n", &[]).unwrap(), [player("Ann", None, None)]);
}

#[test]
fn faults_in_a_file_of_people_are_told_together() {
    let divisions = ["Gold".to_owned(), "Silver".to_owned()];
    let long = "x".repeat(65);
    let text = format!("name,faction,division\nAnn\nann\n,Ghar\nBob,{long},Bronze\nCid,,3\nDan,,0");
    assert_eq!(
        players::read(text.as_bytes(), &divisions).unwrap_err(),
        [
            "Line 3: ann stands in the file twice.",
            "Line 4: a name has 1 to 64 characters.",
            "Line 5: a faction has at most 64 characters.",
            "Line 5: the divisions are Gold, Silver.",
            "Line 6: the divisions are Gold, Silver.",
            "Line 7: the divisions are Gold, Silver.",
        ]
    );
    assert_eq!(
        players::read(b"name,division\nAnn,Gold", &[]).unwrap_err(),
        ["Line 2: this league has no divisions."]
    );
    assert_eq!(players::read(b"\n \n", &[]).unwrap_err(), ["There is no name in this file."]);
    let many = |n: u32| (0..n).map(|at| format!("Player {at}")).collect::<Vec<_>>().join("\n");
    assert_eq!(players::read(many(200).as_bytes(), &[]).unwrap().len(), 200);
    assert_eq!(
        players::read(many(201).as_bytes(), &[]).unwrap_err(),
        ["A league is for 200 people; the file has more lines."]
    );
    let table = format!("name\n{}", many(201));
    assert_eq!(
        players::read(table.as_bytes(), &[]).unwrap_err(),
        ["A file can have 200 lines below its header; please split it."]
    );
}

#[test]
fn whatever_bytes_come_nothing_breaks() {
    let mut state = 88_172_645_463_325_252_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let pieces: [&[u8]; 16] = [
        b"first",
        b"second",
        b"result",
        b"name",
        b",",
        b";",
        b"\n",
        b"\r",
        b"\"",
        b"'=",
        b"\t",
        b"Ann",
        b"-999999999999",
        b"draw",
        b"\xff",
        b"\xef\xbb\xbf",
    ];
    let mut understood = 0;
    for _ in 0..3_000 {
        let mut file: Vec<u8> =
            if next() % 2 == 0 { b"first,second,result,name\n".to_vec() } else { Vec::new() };
        for _ in 0..next() % 40 {
            file.extend(pieces[usize::try_from(next() % 16).unwrap()]);
        }
        if let Err(faults) = results::read(&file) {
            assert!(!faults.is_empty() && faults.len() <= 21);
        }
        match players::read(&file, &[]) {
            Ok(players) => {
                understood += 1;
                assert!(!players.is_empty());
            }
            Err(faults) => assert!(!faults.is_empty() && faults.len() <= 21),
        }
    }
    assert!(understood > 0, "nothing was ever read, so nothing odd was tried");
    let written = csv::results(&league());
    for cut in 0..written.len() {
        if let Ok(read) = results::read(&written.as_bytes()[..cut]) {
            assert!(read.matches.len() <= 6);
        }
    }
}

#[test]
fn dates_of_files_are_days_and_not_hours() {
    let mut league = league();
    let fixture = &mut league.past[0].fixtures[0];
    fixture.state = club::decided(Verdict::Draw, None, MONDAY + DAY - 1);
    let read = results::read(csv::results(&league).as_bytes()).unwrap();
    assert_eq!(read.matches[0].at_ms, Some(MONDAY));
    assert_eq!(read.matches[0].second, league.past[0].name_of(BOB));
}
