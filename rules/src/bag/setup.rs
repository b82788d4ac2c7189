//! Which dice go into the bag, and how people write it: `Red 6, Blue 5`.

use serde::{Deserialize, Serialize};

use crate::colour::Colour;
use crate::text::{MAX_NAME, clean_name};

/// As many as there are seats with colours of their own.
pub const MAX_SIDES: usize = 8;
pub const MAX_EXTRAS: usize = 4;
/// More than the largest battle needs; small enough to count at a glance.
pub const MAX_DICE_PER_POOL: u32 = 60;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    pub sides: Vec<PoolSetup>,
    /// Dice that belong to no side.
    pub extras: Vec<PoolSetup>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PoolSetup {
    pub name: String,
    pub colour: Colour,
    pub dice: u32,
}

impl Default for Setup {
    fn default() -> Self {
        let side = |colour, name: &str| PoolSetup { name: name.into(), colour, dice: 6 };
        Self {
            sides: vec![side(Colour::Red, "Red"), side(Colour::Blue, "Blue")],
            extras: Vec::new(),
        }
    }
}

impl Setup {
    /// Reads what people write: pools apart by commas or lines, each a name and a count, with an
    /// optional colour in brackets: `Red 6, Algoryn (green) 5`. All faults are reported together.
    pub fn parse(sides: &str, extras: &str) -> Result<Setup, Vec<String>> {
        let mut faults = Vec::new();
        let mut taken = Vec::new();
        let sides = parse_pools(sides, "Red 6", &mut taken, &mut faults);
        let extras = parse_pools(extras, "Distort 1", &mut taken, &mut faults);
        let setup = Setup { sides, extras };
        if let Err(more) = setup.check() {
            // a text that could not be read is not also told that it has no sides
            if faults.is_empty() {
                faults = more;
            }
        }
        if faults.is_empty() { Ok(setup) } else { Err(faults) }
    }

    /// Everything that is wrong with this set-up.
    pub fn check(&self) -> Result<(), Vec<String>> {
        let mut faults = Vec::new();
        if self.sides.is_empty() {
            faults.push("A bag needs at least one side, such as `Red 6`.".to_owned());
        }
        if self.sides.len() > MAX_SIDES {
            faults.push(format!(
                "A bag holds dice of up to {MAX_SIDES} sides; this has {}.",
                self.sides.len()
            ));
        }
        if self.extras.len() > MAX_EXTRAS {
            faults.push(format!(
                "A bag holds up to {MAX_EXTRAS} kinds of extra dice; this has {}.",
                self.extras.len()
            ));
        }
        let mut names: Vec<String> = Vec::new();
        for pool in self.sides.iter().chain(&self.extras) {
            if clean_name(&pool.name).as_deref() != Some(&pool.name) {
                faults.push(format!("A name is one line of up to {MAX_NAME} characters."));
            }
            if pool.dice > MAX_DICE_PER_POOL {
                faults.push(format!(
                    "{} has {} dice; up to {MAX_DICE_PER_POOL} fit.",
                    pool.name, pool.dice
                ));
            }
            let folded = pool.name.to_lowercase();
            if names.contains(&folded) {
                faults.push(format!("Two sides are called {}; give each its own name.", pool.name));
            }
            names.push(folded);
        }
        if !self.sides.is_empty() && self.sides.iter().chain(&self.extras).all(|p| p.dice == 0) {
            faults.push("There is not a single die in this bag.".to_owned());
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// The same text that [`Setup::parse`] reads, for showing it in a form.
    pub fn sides_text(&self) -> String {
        pools_text(&self.sides)
    }

    pub fn extras_text(&self) -> String {
        pools_text(&self.extras)
    }
}

fn pools_text(pools: &[PoolSetup]) -> String {
    let pools: Vec<String> = pools
        .iter()
        .map(|pool| {
            if Colour::parse(&pool.name) == Some(pool.colour) {
                format!("{} {}", pool.name, pool.dice)
            } else {
                format!("{} ({}) {}", pool.name, pool.colour.name(), pool.dice)
            }
        })
        .collect();
    pools.join(", ")
}

/// A text that is longer than any sensible set-up is not worth reading piece by piece.
const MAX_TEXT: usize = 1_000;

fn parse_pools(
    text: &str,
    example: &str,
    taken: &mut Vec<Colour>,
    faults: &mut Vec<String>,
) -> Vec<PoolSetup> {
    if text.chars().count() > MAX_TEXT {
        faults.push(format!(
            "That is too long to read; write each pool as a name and a number, such as `{example}`."
        ));
        return Vec::new();
    }
    let parts = text.split([',', '\n', ';']).map(str::trim).filter(|part| !part.is_empty());
    let read: Vec<_> = parts.filter_map(|part| parse_pool(part, example, faults)).collect();
    // colours that were asked for by name come first, so that nobody takes them by chance
    taken.extend(read.iter().filter_map(|(_, colour, _)| *colour));
    read.into_iter()
        .map(|(name, colour, dice)| {
            let colour = colour.unwrap_or_else(|| {
                let free = Colour::free(taken);
                taken.push(free);
                free
            });
            PoolSetup { name, colour, dice }
        })
        .collect()
}

fn parse_pool(
    part: &str,
    example: &str,
    faults: &mut Vec<String>,
) -> Option<(String, Option<Colour>, u32)> {
    let shown: String = part.chars().take(40).collect();
    let Some((name, dice)) = name_and_number(part) else {
        faults.push(format!(
            "`{shown}` should be a name and how many dice, from 0 to {MAX_DICE_PER_POOL}, like `{example}`."
        ));
        return None;
    };
    let (name, colour) = match name.trim().strip_suffix(')').and_then(|n| n.rsplit_once('(')) {
        Some((name, colour)) => {
            let Some(colour) = Colour::parse(colour) else {
                let known: Vec<_> = Colour::ALL.into_iter().map(Colour::name).collect();
                faults.push(format!(
                    "`{shown}` names a colour I do not have; there are {}.",
                    crate::text::list(&known)
                ));
                return None;
            };
            (name, Some(colour))
        }
        None => (name, None),
    };
    if has_number_inside(name) {
        faults.push(format!(
            "`{shown}` looks like more than one side; put a comma between them, like `Red 6, Blue 5`."
        ));
        return None;
    }
    let Some(name) = clean_name(&name.replace('`', "'")) else {
        faults.push(format!("A name is one line of 1 to {MAX_NAME} characters, like `{example}`."));
        return None;
    };
    let colour = colour.or_else(|| Colour::parse(&name));
    Some((name, colour, dice))
}

/// `Red 6`, `Red: 6`, `Red x6` and `6 Red` all mean the same.
fn name_and_number(part: &str) -> Option<(&str, u32)> {
    let number = |text: &str| text.trim_start_matches(['x', '×']).parse::<u32>().ok();
    let apart = |c: char| c.is_whitespace() || c == ':' || c == '=';
    if let Some((name, last)) = part.rsplit_once(apart)
        && let Some(dice) = number(last)
    {
        return Some((name.trim_end_matches(apart), dice));
    }
    let (first, name) = part.split_once(apart)?;
    Some((name.trim_start_matches(apart), number(first.trim_end_matches(['x', '×']))?))
}

/// `Red 6 Blue` is not a name, it is a forgotten comma; `Squad 2` and `21 Army Group` are names.
fn has_number_inside(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let inner = words.get(1..words.len().saturating_sub(1)).unwrap_or_default();
    inner.iter().any(|word| word.bytes().all(|b| b.is_ascii_digit()))
}
