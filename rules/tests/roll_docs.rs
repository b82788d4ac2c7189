//! The page for players promises nothing that the bot does not understand.

use gatemaster_rules::dice::{Scripted, Seed, Seeded};
use gatemaster_rules::roll::{Expression, Reading};

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
        let reading = Reading::of(example).unwrap_or_else(|refusal| panic!("{example}: {refusal}"));
        reading.expression.roll(&mut dice).unwrap();
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
        ("2d6!!", vec![6, 3, 2], "2d6 compound on 6: 9! (6+3) + 2 = 11"),
        ("3d6min3", vec![1, 4, 6], "3d6 each at least 3: 3(1) + 4 + 6 = 13"),
    ] {
        let mut dice = Scripted::new(faces);
        let rolled = Expression::parse(text).unwrap().roll(&mut dice).unwrap();
        dice.finish().unwrap();
        assert_eq!(rolled.explanation()[0].plain(), shown);
    }
    assert!(PAGE.contains("`6d10, 5 or less counts: 3✓ 7 1✓ 10 5✓ 8 → 3 successes`"));
    assert!(
        PAGE.contains("`2d6 compound on 6: 9! (6+3) + 2 = 11`") && PAGE.contains("`3(1) + 4 + 6`")
    );
    for doubtful in ["2d6<=9", "4d6!6>=9", "2d6d6"] {
        assert!(PAGE.contains(&format!("(`{doubtful}`)")));
        let doubt = Expression::parse(doubtful).unwrap().doubt().expect(doubtful);
        assert!(!doubt.instead.is_empty(), "{doubtful}");
    }
    for refused in ["d6!>=1", "10/(d6-1)"] {
        assert!(PAGE.contains(&format!("(`{refused}`)")));
        assert!(Expression::parse(refused).is_err(), "{refused}");
    }
}
