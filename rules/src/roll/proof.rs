//! What was rolled from a cup, with its seed, as a file that anybody can check without our database and without a network.

use serde::{Deserialize, Serialize};

use super::{Expression, Rolled, mark};
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
    /// What every roll from the cup has added to its mark, in order: those that are still secret or were deleted among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<String>,
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
    /// Who typed the faces of dice without numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed_by: Option<String>,
    /// The mark of the cup after this roll, as it stands below it; files of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// A roll that was secret once came from a seed of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_seed: Option<OwnSeed>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnSeed {
    /// SHA-256 of the seed, shown to its owner with the secret result, and to everybody with the roll.
    pub seed_hash: String,
    pub seed: String,
}

impl OwnSeed {
    pub fn of(seed: &Seed) -> Self {
        Self { seed_hash: seed.hash(), seed: seed.reveal() }
    }
}

/// A fingerprint that somebody has seen, found in a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The hash of the cup's seed.
    Cup,
    /// The hash of the own seed of this roll, which was secret.
    Own(String),
    /// The mark below this roll.
    Mark(String),
}

/// Below a roll stand the first digits; fewer prove too little.
const FEWEST_DIGITS: usize = 12;

impl Proof {
    /// Which fingerprint of this file begins with what somebody has seen.
    pub fn find(&self, seen: &str) -> Option<Shown> {
        let seen = seen.trim().to_lowercase();
        let fits = |whole: &str| {
            seen.len() >= FEWEST_DIGITS && whole.to_lowercase().starts_with(seen.as_str())
        };
        if fits(&self.seed_hash) {
            return Some(Shown::Cup);
        }
        let own =
            |roll: &&ProvenRoll| roll.own_seed.as_ref().is_some_and(|own| fits(&own.seed_hash));
        if let Some(roll) = self.rolls.iter().find(own) {
            return Some(Shown::Own(roll.id.clone()));
        }
        let marked = |roll: &&ProvenRoll| roll.mark.as_deref().is_some_and(fits);
        self.rolls.iter().find(marked).map(|roll| Shown::Mark(roll.id.clone()))
    }
}

impl ProvenRoll {
    pub fn is_typed(&self) -> bool {
        self.rolled.dice().iter().any(|die| die.is_hand_rolled())
    }
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
    /// Rolls that the marks of the file speak of and that are not in it: still secret, or deleted.
    pub left_out: usize,
    /// Rolls that had been secret and have no mark: their own hash is all that speaks for them.
    pub unmarked_secrets: usize,
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
    let mut marks =
        Marks { entries: &proof.entries, mark: proof.seed_hash.to_lowercase(), begun: false };
    for roll in &proof.rolls {
        let dice = check(proof, &cup, roll, &mut next, &mut report);
        for fault in [dice, marks.check(roll)].into_iter().filter_map(Result::err) {
            report.faults.push(format!("Roll {} ({}): {fault}", roll.id, roll.dice));
        }
    }
    let marked = proof.rolls.iter().filter(|roll| roll.mark.is_some()).count();
    report.left_out = proof.entries.len().saturating_sub(marked);
    let unmarked = |roll: &&ProvenRoll| roll.own_seed.is_some() && roll.mark.is_none();
    report.unmarked_secrets = proof.rolls.iter().filter(unmarked).count();
    report
}

/// The marks of a cup, followed from the hash of its seed.
struct Marks<'a> {
    /// Those that are still to come.
    entries: &'a [String],
    mark: String,
    begun: bool,
}

impl Marks<'_> {
    /// Goes on to this roll, passing over entries of rolls that are not in the file.
    fn check(&mut self, roll: &ProvenRoll) -> Result<(), String> {
        let own = roll.own_seed.as_ref().and_then(|own| Seed::from_hex(&own.seed));
        let entry = mark::entry(&roll.id, own.as_ref(), &roll.rolled, &roll.dice);
        let place = self.entries.iter().position(|other| *other == entry);
        let Some(shown) = &roll.mark else {
            // a cup of an earlier version goes on with marks, but no cup goes on without them
            return if self.begun || place.is_some() {
                Err("its mark is missing.".to_owned())
            } else {
                Ok(())
            };
        };
        self.begun = true;
        let at = place.ok_or(
            "it is not what its mark was made of: somebody has changed it since, or its entry.",
        )?;
        for entry in &self.entries[..=at] {
            self.mark = mark::next(&self.mark, entry);
        }
        self.entries = &self.entries[at + 1..];
        if self.mark.eq_ignore_ascii_case(shown) {
            Ok(())
        } else {
            Err(format!("its mark comes to {}, not {shown}.", self.mark))
        }
    }
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
    match &roll.typed_by {
        Some(_) if !roll.is_typed() => return Err("nothing of it was typed.".to_owned()),
        Some(by) if *by != roll.by => return Err(format!("{by} typed what {} rolled.", roll.by)),
        _ => {}
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
            typed_by: None,
            mark: None,
            own_seed: None,
        };
        let mut rolls =
            vec![roll("r1", "4d6kh3 + 1", &mut stream), roll("r2", "2d10<=5", &mut secret)];
        rolls[1].own_seed = Some(OwnSeed::of(&own));
        rolls.push(roll("r3", "2d6", &mut typed));
        rolls[2].typed_by = Some("Ann".into());
        rolls.push(roll("r4", "d%", &mut stream));
        Proof {
            format: FORMAT.into(),
            cup: "cup".into(),
            seed_hash: cup.hash(),
            seed: cup.reveal(),
            entries: Vec::new(),
            rolls,
        }
    }

    /// The same with marks, as this version writes it; between r2 and r3 somebody rolled what is still secret.
    fn marked() -> Proof {
        let mut proof = proof();
        let mut before = proof.seed_hash.clone();
        for at in 0..proof.rolls.len() {
            if at == 2 {
                let hidden = mark::next("anything", "at all");
                before = mark::next(&before, &hidden);
                proof.entries.push(hidden);
            }
            let roll = &mut proof.rolls[at];
            let own = roll.own_seed.as_ref().and_then(|own| Seed::from_hex(&own.seed));
            let entry = mark::entry(&roll.id, own.as_ref(), &roll.rolled, &roll.dice);
            before = mark::next(&before, &entry);
            roll.mark = Some(before.clone());
            proof.entries.push(entry);
        }
        proof
    }

    /// The secret roll as if it had been rolled from another seed, with everything that belongs to it.
    fn re_seed(proof: &mut Proof) {
        let other = Seed::new([9; 32]);
        let roll = proof.rolls.iter_mut().find(|roll| roll.own_seed.is_some()).unwrap();
        let mut stream = Seeded::new(other.clone(), &roll.id, [], 1);
        let before = roll.rolled.clone();
        roll.rolled = Expression::parse(&roll.dice).unwrap().roll(&mut stream).unwrap();
        assert_ne!(roll.rolled, before, "other faces");
        roll.own_seed = Some(OwnSeed::of(&other));
    }

    #[test]
    fn what_somebody_has_seen_is_found_and_named() {
        let proof = marked();
        let own = proof.rolls[1].own_seed.clone().unwrap().seed_hash;
        let mark = proof.rolls[3].mark.clone().unwrap();
        for (seen, shown) in [
            (&proof.seed_hash, Shown::Cup),
            (&own, Shown::Own("r2".into())),
            (&mark, Shown::Mark("r4".into())),
        ] {
            for text in [seen.clone(), seen.to_uppercase(), format!(" {}\n", &seen[..12])] {
                assert_eq!(proof.find(&text), Some(shown.clone()), "{text}");
            }
            assert_eq!(proof.find(&seen[..11]), None, "too few digits");
            assert_eq!(proof.find(&format!("{seen}0")), None, "too many digits");
        }
        assert_eq!(proof.find(&"0".repeat(64)), None);
        assert_eq!(proof.find(""), None);
    }

    #[test]
    fn a_secret_roll_from_another_seed_is_found_by_its_own_hash_and_by_the_marks() {
        // an earlier version: only whoever saw the hash can tell
        let mut old = proof();
        let own = old.rolls[1].own_seed.clone().unwrap().seed_hash;
        assert_eq!(verify(&old).unmarked_secrets, 1);
        re_seed(&mut old);
        assert_eq!(verify(&old).faults, Vec::<String>::new());
        assert_eq!(old.find(&own), None);

        let honest = marked();
        let report = verify(&honest);
        assert_eq!(report.faults, Vec::<String>::new());
        assert_eq!((report.left_out, report.unmarked_secrets), (1, 0));
        let mut forged = marked();
        re_seed(&mut forged);
        assert_eq!(forged.find(&own), None);
        let faults = verify(&forged).faults;
        assert!(faults[0].contains("Roll r2") && faults[0].contains("its mark"), "{faults:?}");
        // with the entry changed as well, every mark that the channel has seen since is another one
        let roll = &forged.rolls[1];
        let other = Seed::new([9; 32]);
        forged.entries[1] = mark::entry(&roll.id, Some(&other), &roll.rolled, &roll.dice);
        let faults = verify(&forged).faults;
        assert_eq!(faults.len(), 3, "{faults:?}");
        // the same seed in the stream of another roll gives other faces
        let mut renamed = marked();
        renamed.rolls[1].id = "r22".into();
        let mut stream = Seeded::new(Seed::new([8; 32]), "r22", [], 1);
        let roll = &mut renamed.rolls[1];
        roll.rolled = Expression::parse(&roll.dice).unwrap().roll(&mut stream).unwrap();
        assert!(verify(&renamed).faults[0].contains("its mark"));
    }

    #[test]
    fn no_marked_roll_changes_its_place_its_faces_or_its_mark() {
        let fails = |change: &dyn Fn(&mut Proof)| {
            let mut forged = marked();
            change(&mut forged);
            assert!(!verify(&forged).faults.is_empty(), "{forged:#?}");
        };
        fails(&|proof| proof.rolls.swap(1, 2));
        fails(&|proof| proof.entries.swap(2, 3));
        fails(&|proof| proof.entries.clear());
        fails(&|proof| drop(proof.entries.remove(2)));
        fails(&|proof| proof.rolls[3].mark = None);
        fails(&|proof| proof.rolls[0].mark = None);
        fails(&|proof| proof.rolls[3].mark = proof.rolls[2].mark.clone());
        // typed dice come from no seed, but the marks hold them as well
        fails(&|proof| {
            let mut typed = Scripted::new([6, 6]);
            proof.rolls[2].rolled = Expression::parse("2d6").unwrap().roll(&mut typed).unwrap();
        });
        fails(&|proof| proof.rolls[0].typed_by = Some("Ann".into()));
        fails(&|proof| proof.rolls[2].typed_by = Some("Bob".into()));
        // a cup of an earlier version goes on with marks
        let mut begun = marked();
        begun.rolls[0].mark = None;
        begun.entries.remove(0);
        let mut mark = begun.seed_hash.clone();
        for (at, entry) in begun.entries.iter().enumerate() {
            mark = mark::next(&mark, entry);
            if let Some(roll) = [Some(1), None, Some(2), Some(3)][at] {
                begun.rolls[roll].mark = Some(mark.clone());
            }
        }
        assert_eq!(verify(&begun).faults, Vec::<String>::new());
        // rolls that were deleted leave their entries behind
        let mut deleted = marked();
        deleted.rolls.remove(1);
        let report = verify(&deleted);
        assert_eq!((report.faults.len(), report.left_out), (0, 2), "{report:?}");
    }

    #[test]
    fn a_file_of_an_earlier_version_reads_and_writes_as_it_was() {
        let mut old = proof();
        old.rolls[2].typed_by = None;
        let text = serde_json::to_string(&old).unwrap();
        assert!(!text.contains("mark") && !text.contains("entries") && !text.contains("typed_by"));
        assert_eq!(serde_json::from_str::<Proof>(&text).unwrap(), old);
        assert_eq!(verify(&old).faults, Vec::<String>::new());
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
