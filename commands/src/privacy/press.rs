//! What the buttons about somebody's data mean.

use gatemaster_discord::press::{Press, Reader, Writer};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivacyPress {
    Forget,
    Keep,
}

impl Press for PrivacyPress {
    const TAG: &'static str = "p1";

    fn write(&self, words: &mut Writer) {
        words.add(match self {
            PrivacyPress::Forget => "forget",
            PrivacyPress::Keep => "keep",
        });
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        match words.word()? {
            "forget" => Some(PrivacyPress::Forget),
            "keep" => Some(PrivacyPress::Keep),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use gatemaster_discord::press::{decode, encode};

    use super::*;

    #[test]
    fn every_press_about_data_survives_its_custom_id() {
        for press in [PrivacyPress::Forget, PrivacyPress::Keep] {
            assert_eq!(decode(&encode(&press)), Some(press));
        }
        assert_eq!(decode::<PrivacyPress>("p1:forget:1"), None);
    }
}
