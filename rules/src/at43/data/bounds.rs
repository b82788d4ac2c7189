//! What a file may say at most: no odd file may make a game overflow or fill pages. `docs/at43-units.md` has the same table.

use std::ops::RangeInclusive;

use crate::at43::profile::HIGHEST_RANK;

pub const MAX_ARMIES: usize = 6;
pub const MAX_UNITS: usize = 80;
pub const MAX_WEAPONS: usize = 80;
pub const MAX_EQUIPMENT: usize = 40;
pub const MAX_HEROES: usize = 30;
pub const MAX_MISSIONS: usize = 15;
/// Places of one mission.
pub const MAX_PLACES: usize = 24;
/// Ranged weapons of one fighter or machine, and close combat weapons.
pub const MAX_CARRIED: usize = 4;
/// Kinds of special weapons of one unit.
pub const MAX_SPECIAL: usize = 6;
/// Price lines of one unit.
pub const MAX_PRICES: usize = 12;
/// Pieces of equipment in one price line.
pub const MAX_TOGETHER: usize = 4;
/// Letters of a line about a place, or about what a weapon sees.
pub const MAX_LINE: usize = 120;
/// Letters of what a mission tells its players.
pub const MAX_TOLD: usize = 400;

/// T-UNI-2
pub const TYPE: RangeInclusive<u8> = 1..=3;
pub const SIZE: RangeInclusive<u8> = 1..=20;
/// In centimetres.
pub const MOVEMENT: RangeInclusive<u8> = 0..=60;
pub const MORALE: RangeInclusive<u8> = 1..=20;
pub const PROTECTION: RangeInclusive<u8> = 0..=30;
pub const COMBAT: RangeInclusive<u8> = 0..=20;
pub const STRUCTURE: RangeInclusive<u8> = 1..=30;

pub const ACCURACY: RangeInclusive<u8> = 0..=20;
/// A face of the die.
pub const NEEDS: RangeInclusive<u8> = 2..=6;
/// Range bands.
pub const REACHES: RangeInclusive<u8> = 0..=20;
pub const RATE: RangeInclusive<u8> = 1..=8;
pub const REROLLS: RangeInclusive<u8> = 0..=3;
pub const PENETRATION: RangeInclusive<u8> = 0..=30;
pub const DAMAGE: RangeInclusive<u8> = 1..=20;
/// In centimetres; 0 is none.
pub const AREA: RangeInclusive<u8> = 0..=10;
/// How many of one weapon a fighter or machine has.
pub const COUNT: RangeInclusive<u8> = 1..=4;

pub const NUMBERS: RangeInclusive<u8> = 1..=20;
pub const BEARERS: RangeInclusive<u8> = 0..=20;
pub const SPECIALISTS: RangeInclusive<u8> = 0..=4;
pub const GUNNERS: RangeInclusive<u8> = 1..=4;
/// In AP.
pub const COST: RangeInclusive<u32> = 0..=9_999;

pub const AUTHORITY: RangeInclusive<u8> = 0..=12;
pub const LEADERSHIP: RangeInclusive<u8> = 0..=20;
pub const NUMBERS_BONUS: RangeInclusive<u8> = 0..=5;
pub const OFFICER_RANK: RangeInclusive<u8> = 1..=HIGHEST_RANK;

/// AP of one side.
pub const FORCES: RangeInclusive<u32> = 0..=20_000;
/// VP for one thing.
pub const PAYS: RangeInclusive<u32> = 0..=99;
/// RP for one thing.
pub const SUPPLIES: RangeInclusive<u32> = 0..=9_999;
/// Containers or nanogenerators on the table.
pub const ON_TABLE: RangeInclusive<u8> = 0..=12;
pub const LAST_ROUND: RangeInclusive<u32> = 1..=50;
pub const WINNING_POINTS: RangeInclusive<u32> = 1..=999;
/// In centimetres.
pub(super) const TABLE_SIDE: RangeInclusive<u16> = 30..=600;
/// T-MIS-1
pub(super) const MISSION_NUMBER: RangeInclusive<u8> = 1..=6;
