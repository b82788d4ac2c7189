use gatemaster_discord::card::{Button, Select};
use gatemaster_discord::limits::{BUTTONS_PER_ROW, ROWS};

/// Words, lists and buttons: at most four rows of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Controls {
    /// What is waited for and the facts to decide it by; may be empty.
    pub text: String,
    pub selects: Vec<Select>,
    pub buttons: Vec<Vec<Button>>,
}

impl Controls {
    /// More buttons that fit below what is there already; a short row is filled up first.
    pub fn add_row(&mut self, more: Vec<Button>) {
        if let Some(last) = self.buttons.last_mut()
            && last.len() + more.len() <= BUTTONS_PER_ROW
        {
            last.extend(more);
        } else if self.buttons.len() + self.selects.len() < ROWS {
            self.buttons.push(more);
        }
    }
}
