//! The page for players promises nothing that the bot does not understand.

use gatemaster_rules::dice::{Scripted, Seed, Seeded};
use gatemaster_rules::roll::Expression;

const PAGE: &str = include_str!("../../docs/rolling.md");

#[test]
fn every_example_on_the_page_can_be_rolled() {
    let mut dice = Seeded::new(Seed::new([1; 32]), "page", [], 1);
    let cells = PAGE.lines().filter(|line| line.starts_with("| `"));
    let examples: Vec<&str> = cells
        .filter_map(|line| line.split(" | ").next())
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect();
    assert!(examples.len() > 35, "{examples:?}");
    for example in examples {
        let expression =
            Expression::parse(example).unwrap_or_else(|refusal| panic!("{example}: {refusal}"));
        expression.roll(&mut dice).unwrap();
    }
}

#[test]
fn the_answers_shown_on_the_page_are_real() {
    for (text, faces, shown) in [
        (
            "6d10<=5",
            vec![3, 7, 1, 10, 5, 8],
            "6d10, 5 or less counts: 3✓ 7 1✓ 10 5✓ 8 → 3 successes",
        ),
        ("2d6!", vec![6, 3, 2], "2d6 explode on 6: 6! + 3 + 2 = 11"),
    ] {
        let mut dice = Scripted::new(faces);
        let rolled = Expression::parse(text).unwrap().roll(&mut dice).unwrap();
        dice.finish().unwrap();
        assert_eq!(rolled.explanation()[0].plain(), shown);
    }
    assert!(PAGE.contains("`6d10, 5 or less counts: 3✓ 7 1✓ 10 5✓ 8 → 3 successes`"));
    for refused in ["d6!>=1", "10/(d6-1)"] {
        assert!(PAGE.contains(&format!("(`{refused}`)")));
        assert!(Expression::parse(refused).is_err(), "{refused}");
    }
}
