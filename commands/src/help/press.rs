//! What the buttons of the help mean. Topics and examples go by short words of our own.

use gatemaster_discord::press::{Press, Reader, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpPress {
    Topic(String),
    Example(String),
}

impl Press for HelpPress {
    const TAG: &'static str = "h1";

    fn write(&self, words: &mut Writer) {
        match self {
            HelpPress::Topic(key) => words.add("topic").add(key),
            HelpPress::Example(key) => words.add("try").add(key),
        };
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        let (kind, key) = (words.word()?, words.word().filter(|key| is_key(key))?);
        match kind {
            "topic" => Some(HelpPress::Topic(key.to_owned())),
            "try" => Some(HelpPress::Example(key.to_owned())),
            _ => None,
        }
    }
}

fn is_key(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=32).contains(&text.len()) && text.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use gatemaster_discord::press::{decode, encode};

    use super::*;

    #[test]
    fn every_press_of_the_help_survives_its_custom_id() {
        for press in
            [HelpPress::Topic("order-dice".to_owned()), HelpPress::Example("roll-over".to_owned())]
        {
            assert_eq!(decode(&encode(&press)), Some(press));
        }
        for topic in crate::help::topics::all() {
            let pressed = HelpPress::Topic(topic.key.to_owned());
            assert_eq!(decode(&encode(&pressed)), Some(pressed), "{}", topic.key);
        }
        for odd in ["h1:topic:Big", "h1:try:", "h1:topic", "h1:topic:a:b"] {
            assert_eq!(decode::<HelpPress>(odd), None, "{odd}");
        }
    }
}
