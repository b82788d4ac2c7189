//! What a button means, carried in its `custom_id`: a tag that says whose button it is, then words and numbers between
//! colons. No memory of the process is needed to understand a press, so buttons work after any restart.
//!
//! Every family of buttons writes and reads its own words with [`Press`]; the envelope around them is here.

/// What the buttons of one family mean, and how that is written into their custom ids.
pub trait Press: Sized {
    /// The first word of every id of this family, with a version number.
    const TAG: &'static str;

    fn write(&self, words: &mut Writer);

    /// Understands what [`Press::write`] wrote, and nothing else.
    fn read(words: &mut Reader<'_>) -> Option<Self>;
}

/// The `custom_id` of a component, of whichever family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomId(String);

impl CustomId {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<P: Press> From<P> for CustomId {
    fn from(press: P) -> Self {
        Self(encode(&press))
    }
}

pub fn encode<P: Press>(press: &P) -> String {
    let mut words = Writer(P::TAG.to_owned());
    press.write(&mut words);
    words.0
}

/// `None` for whatever was not written by [`encode`], to the letter: a number has one way to be written.
pub fn decode<P: Press>(custom_id: &str) -> Option<P> {
    let rest = custom_id.strip_prefix(P::TAG)?.strip_prefix(':')?;
    let mut words = Reader { left: Some(rest) };
    let press = P::read(&mut words)?;
    (words.left.is_none() && encode(&press) == custom_id).then_some(press)
}

#[derive(Debug)]
pub struct Writer(String);

impl Writer {
    /// One more part: a word, an id or a number.
    pub fn add(&mut self, part: impl std::fmt::Display) -> &mut Self {
        use std::fmt::Write as _;
        let _ = write!(self.0, ":{part}");
        self
    }

    /// Several numbers as one part; no part where there are none.
    pub fn numbers(&mut self, numbers: &[u32]) -> &mut Self {
        if !numbers.is_empty() {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            self.add(numbers.join("."));
        }
        self
    }
}

#[derive(Debug)]
pub struct Reader<'a> {
    left: Option<&'a str>,
}

impl<'a> Reader<'a> {
    pub fn word(&mut self) -> Option<&'a str> {
        let left = self.left.take()?;
        let (word, left) = match left.split_once(':') {
            Some((word, left)) => (word, Some(left)),
            None => (left, None),
        };
        self.left = left;
        Some(word)
    }

    /// Letters and digits only, as ids of games, books and rolls are.
    pub fn id(&mut self) -> Option<&'a str> {
        self.word().filter(|word| is_id(word))
    }

    pub fn number<N: std::str::FromStr>(&mut self) -> Option<N> {
        self.word()?.parse().ok()
    }

    /// What [`Writer::numbers`] wrote.
    pub fn numbers(&mut self) -> Option<Vec<u32>> {
        match self.word() {
            None => Some(Vec::new()),
            Some(word) => word.split('.').map(|number| number.parse().ok()).collect(),
        }
    }

    /// Every part that is left.
    pub fn rest(&mut self) -> Vec<&'a str> {
        std::iter::from_fn(|| self.word()).collect()
    }
}

/// A short checksum of what a button shows, so that a press tells whether it still means the same. It is FNV-1a of 32 bits,
/// fixed for good: buttons of all ages carry it. It keeps nothing secret and proves nothing.
pub fn checksum(text: &str) -> u32 {
    const BASIS: u32 = 0x811c_9dc5;
    const PRIME: u32 = 0x0100_0193;
    text.bytes().fold(BASIS, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(PRIME))
}

/// Letters and digits only; whatever else stands in a `custom_id` was not written by us.
pub fn is_id(text: &str) -> bool {
    (1..=32).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    struct Knock {
        door: String,
        times: Vec<u32>,
    }

    impl Press for Knock {
        const TAG: &'static str = "k1";

        fn write(&self, words: &mut Writer) {
            words.add(&self.door).numbers(&self.times);
        }

        fn read(words: &mut Reader<'_>) -> Option<Self> {
            Some(Knock { door: words.id()?.to_owned(), times: words.numbers()? })
        }
    }

    #[test]
    fn a_press_comes_back_as_it_went() {
        for times in [vec![], vec![3], vec![1, u32::MAX]] {
            let knock = Knock { door: "front".to_owned(), times };
            assert_eq!(decode::<Knock>(&encode(&knock)), Some(knock));
        }
    }

    /// The values that the algorithm's authors publish.
    #[test]
    fn a_checksum_is_the_same_in_every_version() {
        assert_eq!(checksum(""), 0x811c_9dc5);
        assert_eq!(checksum("a"), 0xe40c_292c);
        assert_eq!(checksum("foobar"), 0xbf9c_f968);
    }

    #[test]
    fn what_was_not_written_by_us_means_nothing() {
        for odd in [
            "",
            "k1",
            "k1:",
            "k2:front",
            "k10:front",
            "k1:a b",
            "k1:front:",
            "k1:front:01",
            "k1:front:+1",
            "k1:front:1:1",
            "k1:front:4294967296",
            "🙂",
        ] {
            assert_eq!(decode::<Knock>(odd), None, "{odd}");
        }
    }
}
