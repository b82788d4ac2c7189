//! Random expressions and random rubbish: nothing panics, nothing runs long, every refusal is a sentence,
//! and every answer can be worked out again from the dice in it.

use gatemaster_rules::dice::{Recorded, Seed, Seeded};
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::roll::{
    Answer, Expression, Fate, Kind, MAX_ROLLED_DICE, Operator, Outcome, Pick, Piece, Reading,
    Rolled, RolledPool, Select,
};

const RUBBISH: u64 = 20_000;
const EXPRESSIONS: u64 = 5_000;

/// Replays one text when a failure has named its seed: `GATEMASTER_SEED=17 cargo test -p gatemaster-rules`.
fn seeds(many: u64) -> Vec<u64> {
    match std::env::var("GATEMASTER_SEED").ok().and_then(|seed| seed.parse().ok()) {
        Some(seed) => vec![seed],
        None => (0..many).collect(),
    }
}

fn dice(seed: u64) -> Seeded {
    let mut chooser = Chooser::new(seed);
    let seed = Seed::new(std::array::from_fn(|_| chooser.number().to_le_bytes()[0]));
    Seeded::new(seed, "random rolls", [], 1)
}

/// Writes expressions by the grammar; now and then one is against a limit and is refused.
struct Writer(Chooser);

impl Writer {
    fn any<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.0.below(choices.len())]
    }

    fn text(&mut self) -> String {
        let mut parts = Vec::new();
        for _ in 0..=self.0.below(3) / 2 {
            let times = 1 + self.0.below(5);
            let (before, behind) = match self.0.below(12) {
                0 | 1 => (format!("{times}x"), String::new()),
                2 => (format!("{times}#"), String::new()),
                3 => (String::new(), format!(" x{times}")),
                4 => (String::new(), self.any(&[" adv", " dis", " vs 9", " 5+"]).to_owned()),
                _ => (String::new(), String::new()),
            };
            parts.push(format!("{before} {}{behind}", self.formula(2)));
        }
        let before = self.any(&["", "", "", "", "attack ", "Squad 3: "]);
        let label = self.any(&[
            "",
            "",
            "",
            "# to hit",
            "\"Sal's shot\"",
            " #  # \u{202e}ab [c]; `d` ",
            " to wound 4+",
            " dread",
        ]);
        format!("{before}{}{label}", parts.join(";"))
    }

    fn formula(&mut self, depth: usize) -> String {
        match self.0.below(4) {
            0 => {
                let failure = self.any(&["", "", "f1", "f<=1", " f =2"]);
                let label = self.label();
                format!("{}{}{failure}{label}", self.pool(), self.comparison())
            }
            1 => format!("{}{}", self.sum(depth), self.comparison()),
            _ => self.sum(depth),
        }
    }

    fn sum(&mut self, depth: usize) -> String {
        let mut text = self.term(depth);
        for _ in 0..self.0.below(4) {
            text += self.any(&["+", " - ", "*", "/", "×", "÷", "−", " + "]);
            text += &self.term(depth);
        }
        text
    }

    fn term(&mut self, depth: usize) -> String {
        match self.0.below(8) {
            0 | 1 => format!("{}{}", self.0.below(30), self.label()),
            2 if depth > 0 => format!("({}){}", self.formula(depth - 1), self.label()),
            3 if depth > 0 => format!("-{}", self.term(depth - 1)),
            4 if depth > 0 => {
                let word = self.any(&["max", "min", "floor", "MAX "]);
                let more = if word == "floor" || self.0.one_in(3) {
                    String::new()
                } else {
                    format!(", {}", self.sum(depth - 1))
                };
                format!("{word}({}{more}){}", self.sum(depth - 1), self.label())
            }
            _ => format!("{}{}", self.pool(), self.label()),
        }
    }

    fn label(&mut self) -> &'static str {
        self.any(&["", "", "", "[fire]", " [ #1 “x” ; ] "])
    }

    fn comparison(&mut self) -> String {
        format!(
            "{}{}",
            self.any(&[">=", ">", "<=", "<", "=", " ≤ ", "≥", ">=-", "< -"]),
            self.0.below(12)
        )
    }

    fn pool(&mut self) -> String {
        let count =
            if self.0.one_in(4) { String::new() } else { (1 + self.0.below(8)).to_string() };
        let kind = self.any(&["d6", "d10", "d20", "d%", "dF", "d3", "D 5", "d2", "d1", "d1000"]);
        if self.0.one_in(12) {
            return self.any(&["d66", "D66", "3d66", "d(66)", "adv", "dis"]).to_owned();
        }
        let mut text = format!("{count}{kind}");
        for _ in 0..self.0.below(8).saturating_sub(4) {
            let number = 1 + self.0.below(6);
            let condition = if self.0.one_in(2) { number.to_string() } else { self.comparison() };
            let rule = match self.0.below(11) {
                0 => format!("k{number}"),
                1 => format!("{}{number}", self.any(&["kh", " kl ", "KH"])),
                2 => format!("{}{number}", self.any(&["dl", "dh"])),
                3 => format!("r{condition}"),
                4 => format!("rr{condition}"),
                5 => "!".to_owned(),
                6 => format!("!!{condition}"),
                7 => format!("ro{condition}"),
                8 => format!("d{number}"),
                9 => format!("{}{number}", self.any(&["min", "max", " mi ", "ma-"])),
                _ => format!("{}{condition}", self.any(&["!", "!o"])),
            };
            text += &rule;
        }
        text
    }

    /// The text with a few characters changed, doubled or taken out.
    fn spoilt(&mut self) -> String {
        const BITS: [&str; 56] = [
            "!!",
            "ro",
            "d1",
            "min3",
            "max(",
            "min(d6,",
            "floor(",
            ",",
            "adv",
            " dis ",
            " vs ",
            " vs. AC 15",
            " 5+",
            " x3",
            "6#",
            "d66",
            "D66",
            " to hit ",
            "d",
            "D",
            "k",
            "kh",
            "l",
            "!",
            "!o",
            "r",
            "rr",
            "f",
            "x",
            "3x",
            "#",
            "\"",
            "“",
            "[",
            "]",
            "(",
            ")",
            "((((((((((((((((((((((",
            "-",
            "---------------------",
            "/0",
            "*1000000",
            "999999999999",
            "200d1000!",
            ">=",
            "≤",
            "=",
            ";",
            ";;",
            "%",
            "F",
            " ",
            "🎲",
            "\u{202e}",
            "\n",
            "`",
        ];
        let mut chars: Vec<char> = self.text().chars().collect();
        for _ in 0..=self.0.below(4) {
            let at = self.0.below(chars.len() + 1);
            let bit = self.any(&BITS);
            match self.0.below(3) {
                0 if at < chars.len() => {
                    chars.remove(at);
                }
                1 => chars.truncate(at),
                _ => {
                    chars.splice(at..at, bit.chars());
                }
            }
        }
        chars.into_iter().collect()
    }

    fn rubbish(&mut self) -> String {
        match self.0.below(4) {
            0 => {
                const CHARS: &str = "0123456789dDkKhHlLrRxXfFoOmMaAiInNvVsS!%+-*/×÷()[]<>=≤≥;#\"“ .,`äß🎲\u{200b}\0";
                let chars: Vec<char> = CHARS.chars().collect();
                let length = self.0.below(250);
                (0..length).map(|_| chars[self.0.below(chars.len())]).collect()
            }
            _ => self.spoilt(),
        }
    }
}

fn one_sentence(text: &str, sentence: &str) {
    assert!(sentence.chars().count() <= 200, "{text:?}: too long: {sentence}");
    assert!(sentence.ends_with('.'), "{text:?}: {sentence}");
    assert!(!sentence.chars().any(char::is_control), "{text:?}: {sentence}");
    let own_words: String = sentence.split('`').step_by(2).collect();
    for end in [". ", "! ", "? "] {
        assert!(!own_words.contains(end), "{text:?}: {sentence}");
    }
    assert_eq!(sentence.matches('`').count() % 2, 0, "{text:?}: {sentence}");
}

#[test]
fn rubbish_is_refused_in_one_sentence_or_rolled() {
    let mut refused = 0;
    for seed in seeds(RUBBISH) {
        let text = Writer(Chooser::new(seed)).rubbish();
        match Reading::of(&text) {
            Err(refusal) => {
                refused += 1;
                one_sentence(&text, refusal.sentence());
            }
            Ok(reading) => check(seed, &text, &reading),
        }
    }
    println!("{refused} refused");
}

#[test]
fn random_expressions_hold_together() {
    let seeds = seeds(EXPRESSIONS);
    let mut good = 0;
    for seed in &seeds {
        let text = Writer(Chooser::new(*seed)).text();
        match Reading::of(&text) {
            Err(refusal) => one_sentence(&text, refusal.sentence()),
            Ok(reading) => {
                good += 1;
                check(*seed, &text, &reading);
            }
        }
    }
    println!("{good} of {} read", seeds.len());
    assert!(seeds.len() == 1 || good > seeds.len() / 2, "only {good} could be read at all");
}

fn check(seed: u64, text: &str, Reading { expression, remarks }: &Reading) {
    for remark in remarks {
        assert!(
            remark.ends_with('.') && remark.matches('`').count() % 2 == 0,
            "{text:?}: {remark}"
        );
    }
    if let Some(doubt) = expression.doubt() {
        one_sentence(text, &doubt.sentence);
        for other in &doubt.instead {
            assert_ne!(other, expression, "seed {seed}: {text:?}");
            let again = Expression::parse(&other.to_string());
            assert_eq!(again.as_ref(), Ok(other), "seed {seed}: {text:?}");
        }
    }
    let canonical = expression.to_string();
    let again = Expression::parse(&canonical)
        .unwrap_or_else(|refusal| panic!("seed {seed}: {text:?} → {canonical:?}: {refusal}"));
    assert_eq!(&again, expression, "seed {seed}: {text:?} → {canonical:?}");
    assert_eq!(again.to_string(), canonical, "seed {seed}");

    let rolled = expression.roll(&mut dice(seed)).unwrap_or_else(|refusal| {
        panic!("seed {seed}: {text:?} was refused with dice on the table: {refusal}")
    });
    let count = rolled.dice().len();
    assert!(count >= expression.written_dice() as usize, "seed {seed}: {text:?}");
    assert!(count <= MAX_ROLLED_DICE as usize, "seed {seed}: {text:?}");
    for answer in rolled.series.iter().flat_map(|series| &series.answers) {
        let stopped = !answer.notes.is_empty();
        answer.pools().for_each(|pool| fates_are_right(seed, pool, stopped));
        assert_eq!(worked_out(answer), answer.outcome, "seed {seed}: {text:?}: {answer:?}");
    }
    assert!(!rolled.headline().is_empty());
    assert!(rolled.explanation().iter().all(|line| !line.plain().is_empty()));

    let json = serde_json::to_string(&rolled).unwrap();
    let back: Rolled = serde_json::from_str(&json).unwrap();
    assert_eq!(back, rolled, "seed {seed}: {text:?} does not survive JSON");

    let mut recorded = Recorded::new(rolled.dice());
    assert_eq!(expression.roll(&mut recorded).unwrap(), rolled, "seed {seed}: {text:?}");
    recorded.finish().unwrap();

    if let Some(more) = expression.one_more_die() {
        assert!(more.written_dice() > expression.written_dice(), "seed {seed}: {text:?}");
    }
}

/// Who is left after keep and drop, worked out by sorting faces; what was rolled again and what exploded.
/// Only a roll that says it was stopped may leave a die lying that should have been rolled again.
fn fates_are_right(seed: u64, rolled: &RolledPool, stopped: bool) {
    let pool = &rolled.pool;
    if pool.kind == Kind::TensAndOnes {
        assert!(rolled.dice.iter().all(|die| die.fate == Fate::Counted), "seed {seed}: {rolled:?}");
        return;
    }
    let mut lying = Vec::new();
    // what has come together of a die that compounds
    let mut sum = 0;
    for die in &rolled.dice {
        let again = pool.reroll_once.iter().chain(&pool.reroll_until);
        let shows = pool.kind.value(die.roll.face);
        let worth = shows.max(pool.at_least.unwrap_or(shows));
        assert_eq!(die.value, worth.min(pool.at_most.unwrap_or(worth)), "seed {seed}: {rolled:?}");
        if die.fate == Fate::Rerolled {
            assert!(again.clone().any(|c| c.is_met_by(shows)), "seed {seed}: {rolled:?}");
            continue;
        }
        let stuck = pool.reroll_until.iter().any(|c| c.is_met_by(shows));
        assert!(!stuck || stopped, "seed {seed}: {rolled:?}");
        let explodes = pool.explode.iter().any(|c| c.is_met_by(shows));
        assert!(!die.exploded || explodes, "seed {seed}: {rolled:?}");
        assert!(
            die.exploded || !explodes || pool.explode_once || stopped,
            "seed {seed}: {rolled:?}"
        );
        sum += die.value;
        if !(pool.compound && die.exploded) {
            lying.push(std::mem::take(&mut sum));
        }
    }
    lying.sort_unstable();
    for select in &pool.select {
        let (n, keep, high) = match select {
            Select::KeepHighest(n) => (*n, true, true),
            Select::KeepLowest(n) => (*n, true, false),
            Select::DropHighest(n) => (*n, false, true),
            Select::DropLowest(n) => (*n, false, false),
        };
        let n = (n as usize).min(lying.len());
        lying = match (keep, high) {
            (true, true) => lying.split_off(lying.len() - n),
            (false, false) => lying.split_off(n),
            (true, false) => lying[..n].to_vec(),
            (false, true) => lying[..lying.len() - n].to_vec(),
        };
    }
    let mut kept: Vec<i64> = as_one(rolled)
        .into_iter()
        .filter(|(_, fate)| *fate != Fate::Dropped)
        .map(|one| one.0)
        .collect();
    kept.sort_unstable();
    assert_eq!(kept, lying, "seed {seed}: {rolled:?}");
}

/// What lies on the table: each die, or what a compounding die has come to, with the fate of it.
fn as_one(rolled: &RolledPool) -> Vec<(i64, Fate)> {
    let mut all = Vec::new();
    let mut sum = 0;
    for die in rolled.dice.iter().filter(|die| die.fate != Fate::Rerolled) {
        sum += die.value;
        if !(rolled.pool.compound && die.exploded) {
            all.push((std::mem::take(&mut sum), die.fate));
        } else if rolled.counting.is_some() && die.fate != Fate::Dropped {
            assert_eq!(die.fate, Fate::Joined, "{rolled:?}");
        }
    }
    all
}

/// The answer again, from the faces alone. Numbers are followed as points, successes or neither.
fn worked_out(answer: &Answer) -> Outcome {
    let mut pieces = answer.pieces.as_slice();
    let (value, unit) = formula(&mut pieces);
    assert!(pieces.is_empty());
    match answer.pieces.last() {
        Some(Piece::Test { needed, .. }) => {
            let Outcome::Verdict { total, passed, .. } = answer.outcome else {
                panic!("no verdict")
            };
            assert_eq!(passed, value == 1);
            let distance = |n: i64| (n - total).abs();
            let nearest = (needed.number - 1..=needed.number + 1)
                .filter(|n| needed.is_met_by(*n))
                .min_by_key(|n| distance(*n) + (n - needed.number).abs() * 3);
            let by = distance(nearest.unwrap());
            Outcome::Verdict { total, passed, by }
        }
        _ if unit == Some("successes") => Outcome::Successes(value),
        _ => Outcome::Total(value),
    }
}

type Unit = Option<&'static str>;

fn formula(pieces: &mut &[Piece]) -> (i64, Unit) {
    let (mut sum, mut unit) = product(pieces);
    while let [Piece::Operator(operator @ (Operator::Add | Operator::Subtract)), rest @ ..] =
        *pieces
    {
        *pieces = rest;
        let (right, other) = product(pieces);
        sum = if *operator == Operator::Add { sum + right } else { sum - right };
        unit = both(unit, other);
    }
    if let [Piece::Test { needed, total, passed }, rest @ ..] = *pieces {
        *pieces = rest;
        assert_eq!((*total, *passed), (sum, needed.is_met_by(sum)));
        return (i64::from(*passed), Some("successes"));
    }
    (sum, unit)
}

fn product(pieces: &mut &[Piece]) -> (i64, Unit) {
    let (mut product, mut unit) = term(pieces);
    while let [Piece::Operator(operator @ (Operator::Multiply | Operator::Divide)), rest @ ..] =
        *pieces
    {
        *pieces = rest;
        let (right, other) = term(pieces);
        product = if *operator == Operator::Multiply {
            product * right
        } else {
            // the whole number q for which the rest lies between 0 and the divisor
            let rest = product.rem_euclid(right.abs());
            let rest = if right < 0 && rest != 0 { rest + right } else { rest };
            (product - rest) / right
        };
        unit = both(unit, other);
    }
    (product, unit)
}

fn term(pieces: &mut &[Piece]) -> (i64, Unit) {
    let (first, rest) = pieces.split_first().unwrap();
    *pieces = rest;
    match first {
        Piece::Number { value, .. } => (*value, None),
        Piece::Negative => {
            let (value, unit) = term(pieces);
            (-value, unit)
        }
        Piece::Open => {
            let inside = formula(pieces);
            assert!(matches!(pieces.first(), Some(Piece::Close { .. })));
            *pieces = &pieces[1..];
            inside
        }
        Piece::Pick(pick) => {
            let (mut best, mut unit) = formula(pieces);
            while let [Piece::Comma, rest @ ..] = *pieces {
                *pieces = rest;
                let (value, other) = formula(pieces);
                best = match pick {
                    Pick::Highest => best.max(value),
                    Pick::Lowest => best.min(value),
                };
                unit = both(unit, other);
            }
            assert!(matches!(pieces.first(), Some(Piece::Close { .. })));
            *pieces = &pieces[1..];
            (best, unit)
        }
        Piece::Dice(pool) if pool.pool.kind == Kind::TensAndOnes => {
            let [tens, ones] = pool.dice.as_slice() else { panic!("{pool:?}") };
            assert_eq!(pool.value, i64::from(tens.roll.face * 10 + ones.roll.face));
            (pool.value, Some("points"))
        }
        Piece::Dice(pool) => {
            let number = |fate| pool.dice.iter().filter(|die| die.fate == fate).count();
            let value = if let Some(counting) = pool.counting {
                let lying = as_one(pool);
                let lying = lying.iter().filter(|(_, fate)| *fate != Fate::Dropped);
                let good =
                    lying.clone().filter(|(sum, _)| counting.success.is_met_by(*sum)).count();
                let bad = lying
                    .filter(|(sum, _)| counting.failure.is_some_and(|f| f.is_met_by(*sum)))
                    .count();
                assert_eq!((good, bad), (number(Fate::Success), number(Fate::Failure)));
                i64::try_from(good).unwrap() - i64::try_from(bad).unwrap()
            } else {
                let counted = pool.dice.iter().filter(|die| die.fate == Fate::Counted);
                counted.map(|die| die.value).sum()
            };
            assert_eq!(value, pool.value);
            (value, Some(if pool.counting.is_some() { "successes" } else { "points" }))
        }
        other => panic!("{other:?} does not begin a term"),
    }
}

fn both(a: Unit, b: Unit) -> Unit {
    match (a, b) {
        (Some("points"), _) | (_, Some("points")) => Some("points"),
        _ => a.or(b),
    }
}
