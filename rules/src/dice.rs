//! Where dice come from. Engines ask a [`Dice`] for a roll and never know whether the face was computed
//! from the game's seed, typed by a person, scripted by a test or read back from the log.

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// One die as it fell. A die from the game's own stream has a number there; a hand-rolled one has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub number: Option<u64>,
    pub sides: u32,
    pub face: u32,
}

impl Roll {
    pub fn is_hand_rolled(self) -> bool {
        self.number.is_none()
    }
}

pub trait Dice {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault>;

    /// A die that a person rolled by hand, as they typed it. It has no number in any stream.
    fn typed(&mut self, sides: u32, face: u32) -> Result<Roll, DiceFault> {
        if face == 0 || face > sides {
            return Err(DiceFault::NoSuchFace { sides, face });
        }
        Ok(Roll { number: None, sides, face })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiceFault {
    #[error("This needs more dice than the {given} you typed: die {} is a d{sides}.", given + 1)]
    RanOut { given: usize, sides: u32 },
    #[error("This rolls {used} {}, but you typed {given} faces.", if *used == 1 { "die" } else { "dice" })]
    LeftOver { given: usize, used: usize },
    #[error("Die {position} is a d{sides}, so its face is 1 to {sides}; you typed {face}.")]
    OutOfRange { position: usize, sides: u32, face: u32 },
    #[error("A d{sides} shows 1 to {sides}; you typed {face}.")]
    NoSuchFace { sides: u32, face: u32 },
    #[error(
        "Die {position} of this step was typed by hand, but this table rolls it from the game's stream."
    )]
    TypedForStream { position: usize },
    #[error("Die {position} of this step is not the one that was typed.")]
    OtherThanTyped { position: usize },
    #[error("A die needs at least one side.")]
    NoSides,
    #[error(
        "The log has a d{recorded} as die {position} of this step, but the rules ask for a d{asked}."
    )]
    OtherDie { position: usize, recorded: u32, asked: u32 },
    #[error(
        "The dice could not be read: write faces as numbers with spaces or commas, such as `4 1 10`."
    )]
    Unreadable,
}

/// Faces given beforehand, in the order asked: typed by a person with real dice, or scripted by a test.
#[derive(Clone, Debug)]
pub struct Scripted {
    faces: Vec<u32>,
    used: usize,
}

/// More faces than any single action rolls; a longer text is a mistake or mischief.
pub const MAX_TYPED_FACES: usize = 200;

impl Scripted {
    pub fn new(faces: impl IntoIterator<Item = u32>) -> Self {
        Self { faces: faces.into_iter().collect(), used: 0 }
    }

    /// Reads what a person typed: numbers apart by spaces, commas, semicolons or plus signs.
    pub fn parse(text: &str) -> Result<Self, DiceFault> {
        let faces = text
            .split(Self::is_between)
            .filter(|part| !part.is_empty())
            .map(|part| part.parse::<u32>().map_err(|_| DiceFault::Unreadable))
            .collect::<Result<Vec<_>, _>>()?;
        if faces.is_empty() || faces.len() > MAX_TYPED_FACES {
            return Err(DiceFault::Unreadable);
        }
        Ok(Self::new(faces))
    }

    /// Whether this stands between two faces that somebody typed.
    pub fn is_between(c: char) -> bool {
        c.is_whitespace() || matches!(c, ',' | ';' | '+' | '/')
    }

    pub fn faces(&self) -> &[u32] {
        &self.faces
    }

    /// Every face must have been used; a face left over means that somebody miscounted.
    pub fn finish(&self) -> Result<(), DiceFault> {
        if self.used == self.faces.len() {
            Ok(())
        } else {
            Err(DiceFault::LeftOver { given: self.faces.len(), used: self.used })
        }
    }
}

impl Dice for Scripted {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let face = *self
            .faces
            .get(self.used)
            .ok_or(DiceFault::RanOut { given: self.faces.len(), sides })?;
        self.used += 1;
        if face == 0 || face > sides {
            return Err(DiceFault::OutOfRange { position: self.used, sides, face });
        }
        Ok(Roll { number: None, sides, face })
    }
}

/// The dice of a step already played, for checking that the rules give the same events again.
#[derive(Clone, Debug)]
pub struct Recorded {
    rolls: Vec<Roll>,
    used: usize,
    /// Whether a die that the rules roll must have a number in the stream.
    from_stream: bool,
}

impl Recorded {
    pub fn new(rolls: Vec<Roll>) -> Self {
        Self { rolls, used: 0, from_stream: false }
    }

    /// The same where typed dice stand only in the place of typed dice.
    pub fn from_stream(rolls: Vec<Roll>) -> Self {
        Self { from_stream: true, ..Self::new(rolls) }
    }

    fn next(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let roll = *self
            .rolls
            .get(self.used)
            .ok_or(DiceFault::RanOut { given: self.rolls.len(), sides })?;
        self.used += 1;
        if roll.sides != sides {
            return Err(DiceFault::OtherDie {
                position: self.used,
                recorded: roll.sides,
                asked: sides,
            });
        }
        Ok(roll)
    }

    pub fn finish(&self) -> Result<(), DiceFault> {
        if self.used == self.rolls.len() {
            Ok(())
        } else {
            Err(DiceFault::LeftOver { given: self.rolls.len(), used: self.used })
        }
    }
}

impl Dice for Recorded {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let roll = self.next(sides)?;
        if self.from_stream && roll.is_hand_rolled() {
            return Err(DiceFault::TypedForStream { position: self.used });
        }
        Ok(roll)
    }

    fn typed(&mut self, sides: u32, face: u32) -> Result<Roll, DiceFault> {
        let roll = self.next(sides)?;
        if !roll.is_hand_rolled() || roll.face != face {
            return Err(DiceFault::OtherThanTyped { position: self.used });
        }
        Ok(roll)
    }
}

/// The secret that a game's dice come from. It never appears in a log or a debug print.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The fingerprint shown when the game opens: SHA-256 of the 32 bytes, in hexadecimal.
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// The seed itself, in hexadecimal. Only for a game that has ended.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    pub fn from_hex(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() != 64 || !text.is_ascii() {
            return None;
        }
        let mut seed = [0; 32];
        for (byte, pair) in seed.iter_mut().zip(bytes.chunks_exact(2)) {
            let pair = std::str::from_utf8(pair).ok()?;
            *byte = u8::from_str_radix(pair, 16).ok()?;
        }
        Some(Self(seed))
    }
}

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(secret)")
    }
}

/// The stream of numbered dice that a game's seed and salts give. The construction is public and
/// simple on purpose, see `docs/fair-dice.md`:
///
/// ```text
/// salts = hex(SHA-256(SHA-256(salt 1) ‖ SHA-256(salt 2) ‖ …))
/// block = HMAC-SHA-256(key: seed, message: "gatemaster-dice-1:<game>:<salts>:<number>:<attempt>")
/// x     = the first 8 bytes of block, big-endian; thrown away (attempt + 1) if x ≥ ⌊2⁶⁴ / sides⌋ · sides
/// face  = x mod sides + 1
/// ```
#[derive(Clone, Debug)]
pub struct Seeded {
    seed: Seed,
    prefix: String,
    next: u64,
}

impl Seeded {
    /// `next` is the number of the first die that has not been rolled yet; the first of a game is 1.
    pub fn new<'a>(
        seed: Seed,
        game: &str,
        salts: impl IntoIterator<Item = &'a str>,
        next: u64,
    ) -> Self {
        let mut all = Sha256::new();
        for salt in salts {
            all.update(Sha256::digest(salt.as_bytes()));
        }
        let salts = hex(&all.finalize());
        Self { seed, prefix: format!("gatemaster-dice-1:{game}:{salts}"), next }
    }

    pub fn next_number(&self) -> u64 {
        self.next
    }

    /// The face of any die of the stream, rolled or not.
    pub fn face(&self, number: u64, sides: u32) -> Result<u32, DiceFault> {
        if sides == 0 {
            return Err(DiceFault::NoSides);
        }
        let range = 1_u128 << 64;
        let fair = range / u128::from(sides) * u128::from(sides);
        let mut attempt = 0_u32;
        loop {
            let x = self.block(number, attempt);
            if u128::from(x) < fair {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "the remainder is below a u32"
                )]
                return Ok((x % u64::from(sides)) as u32 + 1);
            }
            attempt += 1;
        }
    }

    fn block(&self, number: u64, attempt: u32) -> u64 {
        #[expect(clippy::expect_used, reason = "HMAC takes a key of any length")]
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.seed.0).expect("any key length is fine");
        mac.update(format!("{}:{number}:{attempt}", self.prefix).as_bytes());
        let block = mac.finalize().into_bytes();
        let mut first = [0; 8];
        first.copy_from_slice(&block[..8]);
        u64::from_be_bytes(first)
    }
}

impl Dice for Seeded {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let number = self.next;
        let face = self.face(number, sides)?;
        self.next += 1;
        Ok(Roll { number: Some(number), sides, face })
    }
}

/// Passes rolls through and keeps them, so that the step can store what was rolled.
pub struct Keeper<'a> {
    source: &'a mut dyn Dice,
    rolled: Vec<Roll>,
}

impl<'a> Keeper<'a> {
    pub fn new(source: &'a mut dyn Dice) -> Self {
        Self { source, rolled: Vec::new() }
    }

    pub fn into_rolled(self) -> Vec<Roll> {
        self.rolled
    }
}

impl std::fmt::Debug for Keeper<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keeper").field("rolled", &self.rolled).finish_non_exhaustive()
    }
}

impl Dice for Keeper<'_> {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let roll = self.source.roll(sides)?;
        self.rolled.push(roll);
        Ok(roll)
    }

    fn typed(&mut self, sides: u32, face: u32) -> Result<Roll, DiceFault> {
        let roll = self.source.typed(sides, face)?;
        self.rolled.push(roll);
        Ok(roll)
    }
}

/// Bytes in lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed() -> Seed {
        Seed::new(std::array::from_fn(|i| u8::try_from(i).unwrap()))
    }

    /// The same numbers stand in docs/fair-dice.md, with a dozen lines of Python that give them.
    #[test]
    fn the_published_example_holds() {
        let dice = Seeded::new(seed(), "example", ["ann's salt", "bob's salt"], 1);
        let faces: Vec<u32> = (1..=8).map(|n| dice.face(n, 10).unwrap()).collect();
        assert_eq!(faces, [4, 3, 6, 3, 4, 9, 3, 4]);
        assert_eq!(
            seed().hash(),
            "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
        );
    }

    #[test]
    fn every_face_comes_up_about_equally_often() {
        // 11 does not divide 2^64; a modulo without rejection would still pass this, the next test would not
        let dice = Seeded::new(seed(), "fair", [], 1);
        let mut counts = [0_u32; 11];
        for number in 1..=22_000 {
            counts[dice.face(number, 11).unwrap() as usize - 1] += 1;
        }
        for (face, count) in counts.iter().enumerate() {
            assert!((1_800..2_200).contains(count), "face {} came up {count} times", face + 1);
        }
    }

    #[test]
    fn a_block_beyond_the_last_whole_range_is_thrown_away() {
        // with 2^31 + 1 sides about one block in 2^31 is rejected; use the largest u32, where the
        // remainder range is small, and check the bound itself
        let sides = u32::MAX;
        let fair = (1_u128 << 64) / u128::from(sides) * u128::from(sides);
        assert_eq!(fair, (1_u128 << 64) - 1, "2^64 mod (2^32 - 1) is 1");
        let dice = Seeded::new(seed(), "bound", [], 1);
        for number in 1..1_000 {
            let face = dice.face(number, sides).unwrap();
            assert_eq!(u64::from(face) - 1, dice.block(number, 0) % u64::from(sides));
        }
    }

    #[test]
    fn another_salt_gives_other_dice_and_the_seam_between_salts_matters() {
        let faces = |salts: &[&str]| {
            let dice = Seeded::new(seed(), "salt", salts.iter().copied(), 1);
            (1..=20).map(|n| dice.face(n, 1_000).unwrap()).collect::<Vec<_>>()
        };
        assert_ne!(faces(&[]), faces(&["a"]));
        assert_ne!(faces(&["ab", "c"]), faces(&["a", "bc"]));
        assert_ne!(faces(&["a", "b"]), faces(&["b", "a"]));
    }

    #[test]
    fn typed_faces_are_checked_for_count_and_range() {
        let mut dice = Scripted::parse("4, 1 10").unwrap();
        assert_eq!(dice.roll(10).unwrap().face, 4);
        assert_eq!(dice.finish(), Err(DiceFault::LeftOver { given: 3, used: 1 }));
        assert_eq!(dice.roll(6).unwrap().face, 1);
        assert_eq!(dice.roll(6), Err(DiceFault::OutOfRange { position: 3, sides: 6, face: 10 }));
        assert_eq!(dice.finish(), Ok(()));
        assert_eq!(dice.roll(6), Err(DiceFault::RanOut { given: 3, sides: 6 }));
        for odd in ["", "  ", "four", "4 -1", "4.5", "99999999999", "🎲"] {
            assert!(Scripted::parse(odd).is_err(), "{odd:?}");
        }
        assert!(Scripted::parse(&"1 ".repeat(201)).is_err());
    }

    #[test]
    fn recorded_dice_insist_on_the_same_kind_of_die() {
        let mut dice = Recorded::new(vec![Roll { number: Some(7), sides: 10, face: 3 }]);
        assert!(matches!(dice.roll(6), Err(DiceFault::OtherDie { .. })));
    }

    #[test]
    fn a_seed_survives_its_own_hexadecimal_and_nothing_else_does() {
        assert_eq!(Seed::from_hex(&seed().reveal()), Some(seed()));
        assert_eq!(Seed::from_hex("00"), None);
        assert_eq!(Seed::from_hex(&"zz".repeat(32)), None);
        assert_eq!(Seed::from_hex(&"é".repeat(32)), None);
        assert_eq!(format!("{:?}", seed()), "Seed(secret)");
    }
}
