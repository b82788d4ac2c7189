//! The small words: names in a sentence, numbers, dice, and who of a unit is meant.

use super::super::command::Mark;
use super::super::flow::{Manner, ShotDie};
use super::super::profile::{Source, Troop};
use super::super::reason::Reason;
use super::super::shoot::shot_die;
use super::super::state::{State, Unit, UnitId, WeaponId};
use crate::check::Check;
use crate::dice::Roll;
use crate::ids::Seat;
use crate::text::{count, list};

/// Up to so many dice to hit are told one by one, as they fell; more are sorted into hits, misses and duds.
const TOLD_ONE_BY_ONE: usize = 8;

/// A unit or a side in a sentence. Names such as "Lavamites" want "they take" where "Strike-1" wants "it takes".
#[derive(Clone, Copy, Debug)]
pub struct Who<'a> {
    name: &'a str,
    many: bool,
}

impl<'a> Who<'a> {
    pub fn new(name: &'a str) -> Self {
        Self { name, many: is_many(name) }
    }

    pub fn unit(state: &'a State, id: UnitId) -> Self {
        Self::new(state.unit_name(id))
    }

    pub fn side(state: &'a State, seat: Seat) -> Self {
        Self::new(state.side_name(seat))
    }

    /// The verb that goes with the name: `does("takes", "take")`.
    pub fn does<'b>(&self, one: &'b str, many: &'b str) -> &'b str {
        if self.many { many } else { one }
    }

    pub fn it(&self) -> &'static str {
        self.does("it", "they")
    }

    pub fn its(&self) -> &'static str {
        self.does("its", "their")
    }

    pub fn is(&self) -> &'static str {
        self.does("is", "are")
    }

    pub fn has(&self) -> &'static str {
        self.does("has", "have")
    }

    /// "Strike-1's", "Lavamites'", "Lavamites 2's"
    pub fn whose(&self) -> String {
        let end = if self.many && self.name.ends_with(['s', 'S']) { "'" } else { "'s" };
        format!("{}{end}", self.name)
    }
}

impl std::fmt::Display for Who<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// "Gang Fighters 2" are many, "Strike-1" and "Boss" are one.
fn is_many(name: &str) -> bool {
    let word = name
        .trim_end_matches(|c: char| c.is_ascii_digit() || c.is_whitespace() || c == '-')
        .to_lowercase();
    word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end))
}

/// "needs 6 (Acc 5, Fire order +1)", from the check's own words.
pub fn needs(check: &Check<Reason>) -> String {
    wants(check, "needs")
}

/// The same of several: "need 6 (…)".
pub fn need(check: &Check<Reason>) -> String {
    wants(check, "need")
}

fn wants(check: &Check<Reason>, verb: &str) -> String {
    let text = check.to_string();
    let reasons = text.split_once(": ").map_or("", |(_, reasons)| reasons);
    format!("{verb} {} ({reasons})", number_needed(check.target()))
}

/// Under one there is still the natural 1.
pub fn number_needed(target: i32) -> String {
    if target < 1 { "a 1".into() } else { target.to_string() }
}

/// Small numbers in words, for models.
pub fn word(n: u32) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    usize::try_from(n)
        .ok()
        .and_then(|n| WORDS.get(n))
        .map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

pub fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// "now 3", "none left"
pub fn now(pins: u32) -> String {
    if pins == 0 { "none left".into() } else { format!("now {pins}") }
}

pub fn pins(n: u32) -> String {
    count(n, "pin", "pins")
}

pub fn faces(dice: &[Roll]) -> String {
    let faces: Vec<String> = dice.iter().map(|roll| roll.face.to_string()).collect();
    list(&faces)
}

/// "2 on a D3", "2 on a D6 and 5 on a D6"
pub fn on_dice(dice: &[Roll]) -> String {
    let all: Vec<String> =
        dice.iter().map(|roll| format!("{} on a D{}", roll.face, roll.sides)).collect();
    list(&all)
}

/// A weapon in the middle of a sentence; a server's own names are left as they are.
pub fn weapon(state: &State, id: WeaponId) -> String {
    let Some(weapon) = state.weapon(id) else { return "weapon".into() };
    let name = &weapon.name;
    let mut chars = name.chars();
    let (first, second) = (chars.next(), chars.next());
    match first {
        Some(first)
            if weapon.source != Source::Server && second.is_some_and(char::is_lowercase) =>
        {
            first.to_lowercase().chain(name.chars().skip(1)).collect()
        }
        _ => name.clone(),
    }
}

/// "plasma carbine (scatter)"
pub fn weapon_in_mode(state: &State, id: WeaponId, mode: u8) -> String {
    let name = weapon(state, id);
    let mode = state.weapon(id).and_then(|weapon| weapon.modes.get(usize::from(mode)));
    match mode {
        Some(mode) if !mode.name.is_empty() => format!("{name} ({})", mode.name),
        _ => name,
    }
}

/// "6 hit, 3 hit, 8, 10 dud"; many dice are sorted: "3 hits (1 lucky, 4, 5), 8 misses (…), 1 dud (10)".
pub fn shots(dice: &[Roll], needs: i32, manner: Manner) -> String {
    let dice: Vec<(u32, ShotDie)> =
        dice.iter().map(|roll| (roll.face, shot_die(*roll, needs, manner))).collect();
    if dice.is_empty() {
        return "no dice".into();
    }
    if let [(face, die)] = dice.as_slice()
        && !die.hit
        && !die.dud
    {
        return format!("{face} miss");
    }
    if dice.len() <= TOLD_ONE_BY_ONE {
        let told: Vec<String> =
            dice.iter().map(|(face, die)| one_shot(*face, *die, manner)).collect();
        return told.join(", ");
    }
    let sorted = |of: fn(&ShotDie) -> bool, one: &str, many: &str| {
        let mut faces: Vec<u32> =
            dice.iter().filter(|(_, die)| of(die)).map(|(face, _)| *face).collect();
        faces.sort_unstable();
        let told: Vec<String> = faces
            .iter()
            .map(|face| if *face == 1 { "1 lucky".into() } else { face.to_string() })
            .collect();
        (!faces.is_empty())
            .then(|| format!("{} ({})", count(number(faces.len()), one, many), told.join(", ")))
    };
    let groups: Vec<String> = [
        sorted(|die| die.hit, "hit", "hits"),
        sorted(|die| !die.hit && !die.dud, "miss", "misses"),
        sorted(|die| die.dud, "dud", "duds"),
    ]
    .into_iter()
    .flatten()
    .collect();
    groups.join(", ")
}

fn one_shot(face: u32, die: ShotDie, manner: Manner) -> String {
    if die.hit && manner == Manner::Blind {
        format!("{face} near")
    } else if die.lucky {
        format!("{face} lucky hit")
    } else if die.hit {
        format!("{face} hit")
    } else if die.dud {
        format!("{face} dud")
    } else {
        face.to_string()
    }
}

/// Where a stray template goes. The rose of the book is lost; the ten faces go round a clock in equal steps, with
/// twelve away from the shooter.
pub fn towards(face: u32) -> &'static str {
    match face {
        1 => "1 o'clock",
        2 => "half past 2",
        3 => "half past 3",
        4 => "5 o'clock",
        5 => "6 o'clock",
        6 => "7 o'clock",
        7 => "half past 8",
        8 => "half past 9",
        9 => "11 o'clock",
        _ => "12 o'clock",
    }
}

/// "the Gang Leader", "one Ganger", "two Gangers", "two of the AI Crew"
pub fn of_troop(troop: &Troop, n: u32) -> String {
    let name = &troop.name;
    if troop.count == 1 {
        format!("the {name}")
    } else if name.ends_with("Crew") {
        format!("{} of the {name}", word(n))
    } else if n == 1 {
        format!("one {name}")
    } else {
        format!("{} {}", word(n), plural(name))
    }
}

pub fn plural(name: &str) -> String {
    if let Some((who, with)) = name.split_once(" with ") {
        return format!("{} with {with}", plural(who));
    }
    let vowel_before_y = |stem: &str| stem.ends_with(['a', 'e', 'o', 'u']);
    if let Some(stem) = name.strip_suffix("man") {
        format!("{stem}men")
    } else if let Some(stem) = name.strip_suffix('y').filter(|stem| !vowel_before_y(stem)) {
        format!("{stem}ies")
    } else if ["s", "x", "ch", "sh"].iter().any(|end| name.ends_with(end)) {
        format!("{name}es")
    } else if name.ends_with('i') {
        name.to_owned()
    } else {
        format!("{name}s")
    }
}

/// What kind of thing a mark is, so that like ones are told together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Troop(u8),
    Gun,
    Drone(super::super::profile::Gear),
    Nothing,
}

fn kind(unit: &Unit, mark: Mark) -> Kind {
    match mark {
        Mark::Model(id) => {
            unit.models.get(id.index()).map_or(Kind::Nothing, |model| Kind::Troop(model.troop))
        }
        Mark::Gun => Kind::Gun,
        Mark::Drone(n) => {
            unit.gear.get(usize::from(n)).map_or(Kind::Nothing, |drone| Kind::Drone(drone.kind))
        }
    }
}

/// "the Gang Leader, two Gangers twice each and another once"
pub fn marks(state: &State, unit: &Unit, marks: &[Mark]) -> String {
    let mut loads: Vec<(Mark, u32)> = Vec::new();
    for mark in marks {
        match loads.iter_mut().find(|(other, _)| other == mark) {
            Some((_, times)) => *times += 1,
            None => loads.push((*mark, 1)),
        }
    }
    let mut groups: Vec<(Kind, u32, u32)> = Vec::new();
    for (mark, times) in loads {
        let kind = kind(unit, mark);
        match groups.iter_mut().find(|(other, load, _)| *other == kind && *load == times) {
            Some((_, _, number)) => *number += 1,
            None => groups.push((kind, times, 1)),
        }
    }
    // like beside like, so that "another" can only mean one of the kind before it
    let kinds: Vec<Kind> = groups.iter().map(|(kind, _, _)| *kind).collect();
    groups.sort_by_key(|(kind, _, _)| kinds.iter().position(|other| other == kind));
    let told: Vec<String> = groups
        .iter()
        .enumerate()
        .map(|(place, (kind, times, number))| {
            let (times, number) = (*times, *number);
            let others = groups[..place].iter().any(|(before, _, _)| before == kind);
            let who = match kind {
                Kind::Troop(_) if others && number == 1 => "another".into(),
                Kind::Troop(_) if others => format!("{} others", word(number)),
                Kind::Troop(troop) => unit
                    .profile
                    .troops
                    .get(usize::from(*troop))
                    .map_or_else(|| "one model".into(), |troop| of_troop(troop, number)),
                Kind::Gun => {
                    format!(
                        "the {}",
                        unit.gun.map_or("gun".into(), |gun| weapon(state, gun.weapon))
                    )
                }
                Kind::Drone(gear) => format!("the {}", gear.name()),
                Kind::Nothing => "nothing".into(),
            };
            let each = if number > 1 { " each" } else { "" };
            match times {
                1 if others => format!("{who} once"),
                1 => who,
                2 => format!("{who} twice{each}"),
                _ => format!("{who} {times} times{each}"),
            }
        })
        .collect();
    list(&told)
}

/// The marks with the name of their unit; a unit of one is called by its name alone.
pub fn marks_of(state: &State, unit: &Unit, which: &[Mark]) -> String {
    let alone = unit.started_with() == 1 && which.iter().all(|mark| matches!(mark, Mark::Model(_)));
    if alone {
        format!("{} itself", unit.name)
    } else {
        let who = marks(state, unit, which);
        let name = &unit.name;
        let (_, kind) = who.split_once(' ').unwrap_or_default();
        if kind == name || plural(kind) == *name {
            // "two Lavamites" need not be said to be of Lavamites
            who
        } else if [" once", " twice", " times"].iter().any(|times| who.contains(times)) {
            format!("{name} ({who})")
        } else {
            format!("{who} of {name}")
        }
    }
}
