//! Lots between level people, drawn as dice that anybody can check: a seed whose hash was shown beforehand, numbered dice,
//! and the seed itself once they have fallen. The construction stands in `docs/fair-dice.md`, "Lots in leagues".

use gatemaster_rules::dice::{Dice, Recorded, Roll, Seed, Seeded};
use serde::{Deserialize, Serialize};

use crate::ids::EntrantId;

/// The name of the file's format; a later one gets another number.
pub const FORMAT: &str = "gatemaster-lots-1";

/// The seed of the next lot. Its hash is shown, the seed itself stays in the book until the lot is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promise {
    /// Names the stream of dice: "season-2-lot-1".
    pub id: String,
    pub seed_hash: String,
    seed: HiddenSeed,
}

/// In hexadecimal. No debug print shows it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
struct HiddenSeed(String);

impl std::fmt::Debug for HiddenSeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("HiddenSeed(secret)")
    }
}

/// Everything that was drawn at once, with the seed it came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lot {
    pub id: String,
    pub seed_hash: String,
    pub seed: String,
    pub at_ms: i64,
    pub draws: Vec<Draw>,
}

/// One question, and the order that the dice gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    pub division: u8,
    pub stakes: Stakes,
    /// Who is level, by their numbers in the league.
    pub among: Vec<EntrantId>,
    pub dice: Vec<Roll>,
    /// From the best to the last.
    pub order: Vec<EntrantId>,
}

/// What a place decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stakes {
    /// Who goes on to the finals.
    FinalsPlace,
    /// Whom one meets there, and who has the byes.
    FinalsSeeds,
    First,
    Promotion,
    Relegation,
}

impl Stakes {
    /// "Ann and Bob are level *for first place*."
    pub fn title(self) -> &'static str {
        match self {
            Stakes::FinalsPlace => "for a place in the finals",
            Stakes::FinalsSeeds => "for the seeds of the finals",
            Stakes::First => "for first place",
            Stakes::Promotion => "for promotion",
            Stakes::Relegation => "for staying up",
        }
    }
}

impl Promise {
    /// The lot with this number of a season, both counted from 1.
    pub fn new(season: u16, number: usize, seed: [u8; 32]) -> Self {
        let seed = Seed::new(seed);
        Self {
            id: format!("season-{season}-lot-{number}"),
            seed_hash: seed.hash(),
            seed: HiddenSeed(seed.reveal()),
        }
    }

    /// Whether the seed has the hash that was shown; only a damaged book has another.
    pub fn is_whole(&self) -> bool {
        Seed::from_hex(&self.seed.0).is_some_and(|seed| seed.hash() == self.seed_hash)
    }

    /// Draws for every question and shows the seed. `None` for a damaged seed.
    pub fn draw(self, questions: Vec<(u8, Stakes, Vec<EntrantId>)>, at_ms: i64) -> Option<Lot> {
        let mut dice = Seeded::new(Seed::from_hex(&self.seed.0)?, &self.id, [], 1);
        let mut draws = Vec::new();
        for (division, stakes, mut among) in questions {
            among.sort_unstable();
            let (order, rolled) = order(&among, &mut dice)?;
            draws.push(Draw { division, stakes, among, dice: rolled, order });
        }
        Some(Lot { id: self.id, seed_hash: self.seed_hash, seed: self.seed.0, at_ms, draws })
    }
}

/// A die with as many sides as there are people left says who comes next; the last needs none.
fn order(among: &[EntrantId], dice: &mut dyn Dice) -> Option<(Vec<EntrantId>, Vec<Roll>)> {
    let mut left = among.to_vec();
    let (mut order, mut rolled) = (Vec::new(), Vec::new());
    while left.len() > 1 {
        let roll = dice.roll(u32::try_from(left.len()).ok()?).ok()?;
        let at = usize::try_from(roll.face).ok()?.checked_sub(1)?;
        if at >= left.len() {
            return None;
        }
        order.push(left.remove(at));
        rolled.push(roll);
    }
    order.extend(left);
    Some((order, rolled))
}

/// The lots of a league as a file that anybody can check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    pub format: String,
    pub league: String,
    /// By their numbers, so that the draws can be read.
    pub people: Vec<NamedEntrant>,
    pub lots: Vec<Lot>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedEntrant {
    pub no: EntrantId,
    pub name: String,
}

/// What checking found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub lots: usize,
    pub dice: usize,
    /// Empty means that every die comes from its seed and every order from its dice.
    pub faults: Vec<String>,
}

/// Recomputes every die and every order.
pub fn verify(proof: &Proof) -> Report {
    let mut report = Report { lots: proof.lots.len(), ..Report::default() };
    if proof.format != FORMAT {
        report.faults.push(format!("The format is “{}”, not “{FORMAT}”.", proof.format));
        return report;
    }
    let mut seen: Vec<&str> = Vec::new();
    for lot in &proof.lots {
        if seen.contains(&lot.id.as_str()) {
            report.faults.push(format!("{} is there twice.", lot.id));
        }
        seen.push(&lot.id);
        match check(lot) {
            Ok(dice) => report.dice += dice,
            Err(fault) => report.faults.push(format!("{}: {fault}", lot.id)),
        }
    }
    report
}

/// How many dice there are, if all of them are right.
pub fn check(lot: &Lot) -> Result<usize, String> {
    let seed = Seed::from_hex(&lot.seed)
        .filter(|seed| seed.hash().eq_ignore_ascii_case(&lot.seed_hash))
        .ok_or("the seed does not have the hash that was shown.")?;
    let stream = Seeded::new(seed, &lot.id, [], 1);
    let mut next = 1;
    for draw in &lot.draws {
        if !draw.among.is_sorted_by(|one, other| one < other) {
            return Err("its people are not in the order of their numbers.".to_owned());
        }
        for die in &draw.dice {
            let face = stream.face(next, die.sides).map_err(|fault| fault.to_string())?;
            if die.number != Some(next) || die.face != face {
                return Err(format!("die {next} is a {face} by the seed, not a {}.", die.face));
            }
            next += 1;
        }
        let mut recorded = Recorded::new(draw.dice.clone());
        let again = order(&draw.among, &mut recorded);
        let used_up = recorded.finish().is_ok();
        if !used_up || again.is_none_or(|(order, _)| order != draw.order) {
            return Err("the dice give another order.".to_owned());
        }
    }
    usize::try_from(next - 1).map_err(|_| "it has too many dice.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same numbers stand in `docs/fair-dice.md`.
    fn example() -> Lot {
        let seed = std::array::from_fn(|at| u8::try_from(at).unwrap());
        let people = |all: &[u32]| all.iter().copied().map(EntrantId).collect::<Vec<_>>();
        let questions = vec![
            (0, Stakes::FinalsPlace, people(&[9, 2, 5, 4])),
            (1, Stakes::Promotion, people(&[8, 3])),
        ];
        Promise::new(1, 1, seed).draw(questions, 0).unwrap()
    }

    #[test]
    fn the_published_example_holds() {
        let lot = example();
        let faces: Vec<(u64, u32, u32)> = lot
            .draws
            .iter()
            .flat_map(|draw| &draw.dice)
            .map(|die| (die.number.unwrap(), die.sides, die.face))
            .collect();
        let order: Vec<Vec<u32>> =
            lot.draws.iter().map(|draw| draw.order.iter().map(|no| no.0).collect()).collect();
        let guide = include_str!("../../docs/fair-dice.md");
        assert_eq!(lot.id, "season-1-lot-1");
        for (number, sides, face) in faces {
            let line = format!("| {number} | {sides} | {face} |");
            assert!(guide.contains(&line), "{line} is not in docs/fair-dice.md");
        }
        for order in order {
            let order: Vec<String> = order.iter().map(u32::to_string).collect();
            let line = format!("**{}**", order.join(", "));
            assert!(guide.contains(&line), "{line} is not in docs/fair-dice.md");
        }
        assert!(guide.contains(&lot.seed_hash));
    }

    #[test]
    fn whatever_is_changed_in_a_file_of_lots_is_found() {
        let proof = Proof {
            format: FORMAT.to_owned(),
            league: "Winter".to_owned(),
            people: Vec::new(),
            lots: vec![example()],
        };
        let report = verify(&proof);
        assert_eq!((report.lots, report.dice, report.faults.len()), (1, 4, 0), "{report:?}");
        let text = serde_json::to_string(&proof).unwrap();
        let forge = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            let forged: Proof = serde_json::from_str(&text.replacen(from, to, 1)).unwrap();
            assert!(!verify(&forged).faults.is_empty(), "{from} became {to}");
        };
        forge("gatemaster-lots-1", "gatemaster-lots-2");
        forge("season-1-lot-1", "season-1-lot-2");
        forge("\"seed\":\"0001", "\"seed\":\"0002");
        forge("\"number\":2", "\"number\":7");
        forge("\"among\":[2,4,5,9]", "\"among\":[4,2,5,9]");
        forge("\"among\":[2,4,5,9]", "\"among\":[2,4,5,10]");
        let order = serde_json::to_string(&proof.lots[0].draws[1].order).unwrap();
        let turned = if order == "[3,8]" { "[8,3]" } else { "[3,8]" };
        forge(&format!("\"order\":{order}"), &format!("\"order\":{turned}"));
        let mut twice = proof.clone();
        twice.lots.push(example());
        assert!(verify(&twice).faults[0].contains("twice"));
        let mut fewer = proof;
        fewer.lots[0].draws[0].dice.pop();
        assert!(!verify(&fewer).faults.is_empty());
    }

    #[test]
    fn every_order_of_three_comes_up_about_equally_often() {
        let mut counts = std::collections::HashMap::new();
        for number in 0..6_000_u32 {
            let mut seed = [0; 32];
            seed[..4].copy_from_slice(&number.to_be_bytes());
            let among = [1, 2, 3].map(EntrantId).to_vec();
            let lot = Promise::new(1, 1, seed).draw(vec![(0, Stakes::First, among)], 0).unwrap();
            *counts.entry(lot.draws[0].order.clone()).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (850..1_150).contains(count)), "{counts:?}");
    }

    #[test]
    fn no_debug_print_shows_a_seed_before_its_time() {
        let promise = Promise::new(1, 1, [0xab; 32]);
        assert!(!format!("{promise:?}").contains("abab"), "{promise:?}");
        assert!(promise.is_whole());
    }
}
