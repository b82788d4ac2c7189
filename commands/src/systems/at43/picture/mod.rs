//! The board as a picture, and the sheet of a company.

mod sheet;

pub use sheet::sheet;

use gatemaster_discord::picture::Picture;
use gatemaster_rules::at43::View;

/// The board; `names` are the players in the order of the seats.
pub fn board(_state: &View, _title: &str, _names: &[Option<&str>]) -> Option<Picture> {
    None
}
