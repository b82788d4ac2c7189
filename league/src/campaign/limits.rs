//! How much a campaign can hold, so that its book stays small enough to be shown, stored and sent as one file.

pub const MOST_ORGANISERS: usize = 12;
pub const MOST_SIDES: usize = 12;
pub const MOST_MEMBERS: usize = 40;
pub const MOST_ROUNDS: usize = 60;
pub const MOST_BATTLES: usize = 500;
pub const MOST_PLACES: usize = 60;
pub const MOST_UNITS: usize = 300;
pub const MOST_HONOURS: usize = 20;
pub const MOST_ENTRIES: usize = 3_000;
/// Lines at the end of the chronicle that members cannot fill by themselves, so that the organisers can bring the story to
/// its end.
pub const KEPT_FOR_ORGANISERS: usize = 500;
/// Notes, reasons and descriptions.
pub const LONGEST_TEXT: usize = 500;
pub const LONGEST_HONOUR: usize = 100;
/// Names on Discord are kept as they are, up to this length.
pub const LONGEST_PERSON: usize = 100;
pub const LONGEST_GAME: usize = 40;
/// The worth of a place lies between 0 and this.
pub const MOST_WORTH: i32 = 1_000;
/// Experience and losses of one unit.
pub const MOST_CARRIED: u32 = 1_000_000;
/// The end of the year 9999; the calendar begins in 1970.
pub const LAST_MS: i64 = 253_402_300_799_999;
