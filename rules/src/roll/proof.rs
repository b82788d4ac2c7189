//! What was rolled from a cup, with its seed, as a file that anybody can check without our database and without a network.

use serde::{Deserialize, Serialize};

use super::{Expression, Rolled};
use crate::dice::{Recorded, Seed, Seeded};
use crate::refusal::Refusal;

/// The name of the format; a later one gets another number.
pub const FORMAT: &str = "gatemaster-rolls-1";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proof {
    pub format: String,
    pub cup: String,
    /// SHA-256 of the seed, shown with every roll.
    pub seed_hash: String,
    pub seed: String,
    pub rolls: Vec<ProvenRoll>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProvenRoll {
    pub id: String,
    pub by: String,
    pub at_ms: i64,
    /// What was asked for.
    pub dice: String,
    pub rolled: Rolled,
    /// A roll that was secret once came from a seed of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_seed: Option<OwnSeed>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnSeed {
    pub seed_hash: String,
    pub seed: String,
}

/// What checking a proof found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub rolls: usize,
    pub stream_dice: usize,
    pub hand_dice: usize,
    /// Numbers of dice that are in no roll of the file: rolls that are still secret have none, so these were deleted or left
    /// out.
    pub missing: u64,
    /// What does not add up. Empty means that every die and every result is as it should be.
    pub faults: Vec<String>,
}

/// Recomputes every die from its seed and every result from its dice.
pub fn verify(proof: &Proof) -> Report {
    let mut report = Report { rolls: proof.rolls.len(), ..Report::default() };
    if proof.format != FORMAT {
        report.faults.push(format!("The format is “{}”, not “{FORMAT}”.", proof.format));
        return report;
    }
    let Some(cup) = seed(&proof.seed, &proof.seed_hash) else {
        report.faults.push("The seed does not have the hash that was shown.".to_owned());
        return report;
    };
    let mut next = 1;
    for roll in &proof.rolls {
        if let Err(fault) = check(proof, &cup, roll, &mut next, &mut report) {
            report.faults.push(format!("Roll {} ({}): {fault}", roll.id, roll.dice));
        }
    }
    report
}

fn seed(text: &str, hash: &str) -> Option<Seed> {
    Seed::from_hex(text).filter(|seed| seed.hash().eq_ignore_ascii_case(hash))
}

fn check(
    proof: &Proof,
    cup: &Seed,
    roll: &ProvenRoll,
    next: &mut u64,
    report: &mut Report,
) -> Result<(), String> {
    let dice = roll.rolled.dice();
    let own = match &roll.own_seed {
        None => None,
        Some(own) => Some(
            seed(&own.seed, &own.seed_hash)
                .ok_or("its own seed does not have the hash that was shown.")?,
        ),
    };
    let stream = match &own {
        Some(seed) => Seeded::new(seed.clone(), &roll.id, [], 1),
        None => Seeded::new(cup.clone(), &proof.cup, [], 1),
    };
    // rolls that their owners had deleted leave gaps, but the numbers never come twice
    let mut lowest = if own.is_some() { 1 } else { *next };
    for die in &dice {
        let Some(number) = die.number else {
            report.hand_dice += 1;
            continue;
        };
        if number < lowest {
            return Err(format!("die {number} was rolled before."));
        }
        report.missing += number - lowest;
        let face = stream.face(number, die.sides).map_err(|fault| fault.to_string())?;
        if face != die.face {
            return Err(format!("die {number} is a {face} by the seed, not a {}.", die.face));
        }
        lowest = number + 1;
        report.stream_dice += 1;
    }
    if own.is_none() {
        *next = lowest;
    }
    let mut recorded = Recorded::new(dice);
    let again = Expression::parse(&roll.dice)
        .and_then(|expression| {
            let again = expression.roll(&mut recorded)?;
            recorded.finish().map_err(Refusal::from)?;
            Ok(again)
        })
        .map_err(|refusal| refusal.to_string())?;
    if again == roll.rolled { Ok(()) } else { Err("the dice give another result.".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Scripted;

    fn proof() -> Proof {
        let cup = Seed::new([7; 32]);
        let mut stream = Seeded::new(cup.clone(), "cup", [], 1);
        let own = Seed::new([8; 32]);
        let mut secret = Seeded::new(own.clone(), "r2", [], 1);
        let mut typed = Scripted::new([4, 2]);
        let roll = |id: &str, dice: &str, stream: &mut dyn crate::dice::Dice| ProvenRoll {
            id: id.into(),
            by: "Ann".into(),
            at_ms: 0,
            dice: dice.into(),
            rolled: Expression::parse(dice).unwrap().roll(stream).unwrap(),
            own_seed: None,
        };
        let mut rolls =
            vec![roll("r1", "4d6kh3 + 1", &mut stream), roll("r2", "2d10<=5", &mut secret)];
        rolls[1].own_seed = Some(OwnSeed { seed_hash: own.hash(), seed: own.reveal() });
        rolls.push(roll("r3", "2d6", &mut typed));
        rolls.push(roll("r4", "d%", &mut stream));
        Proof {
            format: FORMAT.into(),
            cup: "cup".into(),
            seed_hash: cup.hash(),
            seed: cup.reveal(),
            rolls,
        }
    }

    #[test]
    fn an_honest_proof_adds_up() {
        let report = verify(&proof());
        assert_eq!(report.faults, Vec::<String>::new());
        assert_eq!((report.rolls, report.stream_dice, report.hand_dice), (4, 7, 2));
        let mut gap = proof();
        gap.rolls.remove(0);
        let report = verify(&gap);
        assert_eq!(report.faults, Vec::<String>::new(), "a deleted roll leaves a gap");
        assert_eq!(report.missing, 4, "and the gap is counted");
    }

    #[test]
    fn whatever_is_changed_is_found() {
        let text = serde_json::to_string(&proof()).unwrap();
        let forge = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            let forged: Proof = serde_json::from_str(&text.replacen(from, to, 1)).unwrap();
            assert!(!verify(&forged).faults.is_empty(), "{from} became {to}");
        };
        forge("gatemaster-rolls-1", "gatemaster-rolls-9");
        forge("\"seed\":\"0707", "\"seed\":\"0708");
        forge("\"seed\":\"0808", "\"seed\":\"0809");
        forge("\"dice\":\"2d10<=5\"", "\"dice\":\"2d10<=6\"");
        forge("\"number\":5", "\"number\":6");
        forge("\"face\":", "\"face\":1");
        let mut twice = proof();
        twice.rolls.push(twice.rolls[0].clone());
        assert!(verify(&twice).faults[0].contains("rolled before"));
    }
}
