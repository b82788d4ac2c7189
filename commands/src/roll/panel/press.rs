//! What the buttons of a dice panel mean.

use gatemaster_discord::press::{Press, Reader, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PanelPressed {
    /// The form for a new one.
    New,
    /// Roll what stands on a button, as the panel was when it was drawn.
    Roll {
        panel: String,
        revision: u32,
        button: u32,
    },
    /// The form with its buttons.
    Change {
        panel: String,
    },
    Remove {
        panel: String,
    },
}

impl Press for PanelPressed {
    const TAG: &'static str = "b1";

    fn write(&self, words: &mut Writer) {
        match self {
            Self::New => words.add("new"),
            Self::Roll { panel, revision, button } => {
                words.add("roll").add(panel).add(revision).add(button)
            }
            Self::Change { panel } => words.add("change").add(panel),
            Self::Remove { panel } => words.add("remove").add(panel),
        };
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        Some(match words.word()? {
            "new" => Self::New,
            "roll" => Self::Roll {
                panel: words.id()?.to_owned(),
                revision: words.number()?,
                button: words.number()?,
            },
            "change" => Self::Change { panel: words.id()?.to_owned() },
            "remove" => Self::Remove { panel: words.id()?.to_owned() },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use gatemaster_discord::limits;
    use gatemaster_discord::press::{decode, encode};

    use super::*;

    #[test]
    fn every_press_of_a_panel_survives_its_custom_id() {
        let panel = "p".repeat(32);
        for press in [
            PanelPressed::New,
            PanelPressed::Roll { panel: panel.clone(), revision: u32::MAX, button: 19 },
            PanelPressed::Change { panel: panel.clone() },
            PanelPressed::Remove { panel },
        ] {
            let id = encode(&press);
            assert!(id.len() <= limits::CUSTOM_ID);
            assert_eq!(decode(&id), Some(press));
        }
        for odd in ["b1", "b1:roll:abc:1", "b1:roll:a b:1:1", "b1:roll:abc:01:1", "b1:new:x"] {
            assert_eq!(decode::<PanelPressed>(odd), None, "{odd}");
        }
    }
}
