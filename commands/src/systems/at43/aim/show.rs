//! A shot as it is shown before its dice: what each distance needs and promises, a button for each, and lists for the rest.

use gatemaster_discord::card::{Button, Choice, Select, Style};
use gatemaster_discord::limits::{BUTTONS_PER_ROW, CHOICES, clip};
use gatemaster_rules::at43::armament::Shooter;
use gatemaster_rules::at43::caught::Passed;
use gatemaster_rules::at43::command::{Cover, Hyper, Mark, Under};
use gatemaster_rules::at43::lineup::melee;
use gatemaster_rules::at43::need::{Band, Range};
use gatemaster_rules::at43::profile::{Aim, Fire, Weapon};
use gatemaster_rules::at43::report::words::{capital, names, terms, weapons as arms};
use gatemaster_rules::at43::state::UnitId;
use gatemaster_rules::at43::{State, label};
use gatemaster_rules::text::count;

use super::super::press::{BattlePressed, button};
use super::super::show::why_skipped;
use super::outlook::{Exactly, Outlook, known, outlooks};
use super::shot::{self, Draft, Shot, asks_cover, ready};
use super::{AimPress, marks, range_number, scene, table};
use crate::desk::Loaded;
use crate::face::Controls;
use crate::words::esc;

/// The room for words above a frame.
const LONGEST: usize = 1_500;

/// `notes` is what is to be told beside.
pub fn controls(
    game: &Loaded,
    state: &State,
    shooter: &Shooter,
    draft: &Draft,
    notes: &[String],
) -> Controls {
    let exact = match draft.it.weapon(state).map(Weapon::fire) {
        Some(Fire::Indirect) => "Exact range…",
        Some(Fire::Projection) => "Exact range, how many under it…",
        Some(Fire::Direct) if matches!(draft.it.salvo.at, Mark::Terrain(_)) => {
            "Exact range, zone, who stands on it…"
        }
        Some(Fire::Direct) | None => "Exact range, zone, who sees…",
    };
    let back = if draft.it.watcher.is_some() { AimPress::Back } else { AimPress::Menu };
    let behind = vec![button(game, exact, AimPress::Exact), button(game, "Back", back)];
    with_buttons(game, state, shooter, draft, notes, behind)
}

/// The same with these buttons behind those that fire.
pub fn with_buttons(
    game: &Loaded,
    state: &State,
    shooter: &Shooter,
    draft: &Draft,
    notes: &[String],
    behind: Vec<Button>,
) -> Controls {
    let shot = &draft.it;
    let all = outlooks(state, shooter, shot);
    let known = known(state, shooter, shot, &all);
    let mut selects = Vec::new();
    selects.extend(weapons(game, state, shooter, shot));
    selects.extend(aimed_at(game, state, shot));
    let options = scene::options(state, shooter, shot);
    if !options.is_empty() {
        let press = BattlePressed::new(&game.id, game.at, AimPress::Scene.into());
        selects.push(Select::new("Circumstances", press, options).any_number());
    }
    // two rows of buttons have to fit as well
    if selects.len() < MOST_LISTS {
        selects.extend(scene::others(game, state, shooter, shot));
    }
    let buttons = rows(fire_buttons(game, draft, &all, known), behind);
    Controls { text: text(state, shooter, shot, &all, known, notes), selects, buttons }
}

/// There can be six faces and a known range: what the first row has no room for goes before the others in the second.
fn rows(mut fire: Vec<Button>, behind: Vec<Button>) -> Vec<Vec<Button>> {
    let mut second = fire.split_off(fire.len().min(BUTTONS_PER_ROW));
    second.truncate(BUTTONS_PER_ROW.saturating_sub(behind.len()));
    second.extend(behind);
    let mut rows = vec![fire, second];
    rows.retain(|row| !row.is_empty());
    rows
}

const MOST_LISTS: usize = 3;

/// One for each distance; the known one first of all.
fn fire_buttons(
    game: &Loaded,
    draft: &Draft,
    all: &[Outlook],
    known: Option<(usize, Range)>,
) -> Vec<Button> {
    let hash = draft.hash();
    let fire = |label: String, range: Range, main: bool| {
        let style = if main { Style::Main } else { Style::Plain };
        let press = AimPress::Fire { hash, range: range_number(range) };
        button(game, label, press).marked("🎯").styled(style)
    };
    let mut buttons = Vec::new();
    if let Some((place, range)) = known
        && let Some(outlook) = all.get(place)
    {
        buttons.push(fire(format!("{range}: {}", outlook.needs()), range, true));
    }
    // a known band that ends where the face changes has its button already
    let others = all.iter().filter(|outlook| known.is_none_or(|(_, range)| range != outlook.range));
    for outlook in others {
        let label = match outlook.exact {
            Exactly::Anywhere => format!("Fire ({})", outlook.needs()),
            Exactly::Measured | Exactly::UpTo => format!("{}: {}", outlook.far(), outlook.needs()),
        };
        let main = known.is_none() && outlook.exact != Exactly::UpTo;
        buttons.push(fire(label, outlook.range, main));
    }
    buttons
}

/// Everything there is to know before the dice, without the controls.
pub fn text(
    state: &State,
    shooter: &Shooter,
    shot: &Shot,
    all: &[Outlook],
    known: Option<(usize, Range)>,
    notes: &[String],
) -> String {
    let mut lines: Vec<String> = notes.iter().map(|note| format!("ℹ️ {note}")).collect();
    lines.push(heading(state, shooter, shot));
    lines.extend(said(state, shooter, shot));
    if all.is_empty() {
        let why = shot.aimed(state, shooter, super::nearest_range()).err();
        let why = why.map(|refusal| esc(refusal.sentence()));
        lines.push(why.unwrap_or_else(|| "Nothing can be hit from any distance.".to_owned()));
    }
    lines.extend(table::lines(state, shot, all, known.map(|(place, _)| place)));
    let main = known.map_or(0, |(place, _)| place);
    if let Some(outlook) = all.get(main) {
        let mut remarks = numbers(state, shooter, shot, outlook);
        remarks.extend(table::remarks(state, shot, outlook));
        if !remarks.is_empty() {
            lines.push(format!("-# {}", remarks.join(" · ")));
        }
    }
    clip(&lines.join("\n"), LONGEST)
}

/// "🎯 **Steel troopers 1** at **all of Storm golems 2** (6 fighters · Protection 6) with 7 laser rifles."
fn heading(state: &State, shooter: &Shooter, shot: &Shot) -> String {
    let name = esc(state.unit_name(shooter.unit));
    let aimed = shot.aimed(state, shooter, super::nearest_range()).ok();
    let number = aimed.map_or(1, |aimed| aimed.shooters);
    let number = match shot.weapon(state).map(Weapon::fire) {
        Some(Fire::Projection) | None => 1,
        Some(Fire::Direct | Fire::Indirect) => number * u32::from(shot.salvo.each),
    };
    let with = esc(&arms(state, shot.salvo.weapon, number));
    let at = esc(&marks::in_sentence(state, shot.salvo.at));
    let line = match shot.salvo.at {
        Mark::Unit(unit) | Mark::Machine(unit, _) | Mark::Fighter(unit, _) => {
            format!(" ({})", esc(&label::target_line(state, shooter.unit, unit)))
        }
        Mark::Terrain(_) | Mark::Wreck => String::new(),
    };
    let mark = if shooter.overwatch.is_some() { "👁️" } else { "🎯" };
    format!("{mark} **{name}** at **{at}**{line} with {with}.")
}

/// What was said of the table.
fn said(state: &State, shooter: &Shooter, shot: &Shot) -> Vec<String> {
    let salvo = &shot.salvo;
    let mut said: Vec<String> = Vec::new();
    if shot::is_own(state, shooter, shot.target()) {
        said.push("that is your own side".to_owned());
    }
    if let Mark::Unit(unit) = salvo.at {
        let others: Vec<UnitId> = melee(state, unit).into_iter().skip(1).collect();
        if !others.is_empty() {
            said.push(format!(
                "in a melee with {}, who are hit as well",
                esc(&names(state, &others))
            ));
        }
    }
    match salvo.cover {
        Cover::None => {}
        Cover::Yes => said.push("in cover".to_owned()),
        Cover::Disputed => said.push("cover of disputed height".to_owned()),
        Cover::TooClose => said.push("no help from its cover, we are too close".to_owned()),
    }
    said.extend(zone(state, shooter, shot));
    if !salvo.under.is_empty() {
        let under = esc(&label::bodies_in_words(state, &salvo.under));
        let whereabouts = match salvo.at {
            Mark::Terrain(_) => "on it or in it",
            Mark::Unit(_) | Mark::Machine(..) | Mark::Fighter(..) | Mark::Wreck => {
                "under the template"
            }
        };
        said.push(format!("{whereabouts}: {under}"));
    }
    if let Some(seeing) = salvo.seeing {
        said.push(format!("{seeing} see something"));
    }
    if (salvo.shooters_on, salvo.target_on) != (0, 0) {
        said.push(format!("standing on Size {} and {}", salvo.shooters_on, salvo.target_on));
    }
    if !salvo.nearest.is_empty() {
        let near: Vec<String> =
            salvo.nearest.iter().map(|near| label::roles(near.role, near.fighters)).collect();
        said.push(format!("nearest: {}", near.join(", ")));
    }
    if salvo.moves_after {
        said.push("it moves afterwards".to_owned());
    }
    if salvo.hyper != Hyper::No {
        said.push("Hyper nanonucleus kept in mind".to_owned());
    }
    if said.is_empty() { Vec::new() } else { vec![capital(&format!("{}.", said.join("; ")))] }
}

/// Who stands between, and who of them takes no hit (T-SHT-9).
fn zone(state: &State, shooter: &Shooter, shot: &Shot) -> Vec<String> {
    let entries = shot.salvo.zone.iter().map(|entry| Under {
        who: entry.who,
        role: entry.role,
        fighters: entry.fighters,
        which: entry.which,
    });
    let entries: Vec<Under> = entries.collect();
    if entries.is_empty() {
        return Vec::new();
    }
    let mut told =
        vec![format!("in the zone of fire: {}", esc(&label::bodies_in_words(state, &entries)))];
    let aimed = shot.aimed(state, shooter, super::nearest_range());
    // whoever was named by roles is told as one
    let mut passed: Vec<Passed> = Vec::new();
    for one in aimed.map(|aimed| aimed.skipped).unwrap_or_default() {
        match passed.iter_mut().find(|known| (known.unit, known.why) == (one.unit, one.why)) {
            Some(known) => known.fighters += one.fighters,
            None => passed.push(one),
        }
    }
    let passed = passed.into_iter().map(|one| {
        let who = match one.unit {
            Some(unit) => format!("{} of {}", one.fighters, esc(state.unit_name(unit))),
            None => "the wreck".to_owned(),
        };
        format!("{who} ({})", why_skipped(one.why))
    });
    let passed: Vec<String> = passed.collect();
    if !passed.is_empty() {
        told.push(format!("passed over: {}", passed.join(", ")));
    }
    told
}

/// "4 dice · Accuracy 5, range −1 · Penetration 5 against 6"
fn numbers(state: &State, shooter: &Shooter, shot: &Shot, outlook: &Outlook) -> Vec<String> {
    let mut told = Vec::new();
    let Ok(aimed) = shot.aimed(state, shooter, outlook.range) else { return told };
    if aimed.dice > 0 {
        let again = match aimed.rerolls {
            0 => "",
            1 => ", misses again once",
            _ => ", misses again",
        };
        told.push(format!("{}{again}", count(aimed.dice, "die", "dice")));
    }
    if let Some(test) = &aimed.test {
        let far = outlook.far();
        let at = if far.is_empty() { String::new() } else { format!("{far}: ") };
        told.push(format!("{at}{}", terms(test)));
    }
    if let Some(weapon) = shot.weapon(state) {
        told.push(format!("Penetration {}, Damage {}", weapon.penetration, weapon.damage));
        if let Aim::Reaches(most) = weapon.aim {
            told.push(format!("reaches {} cm", Band(most).centimetres().1));
        }
        if asks_cover(weapon, shooter, &shot.salvo) && shot.salvo.cover == Cover::None {
            told.push("no cover".to_owned());
        }
    }
    told
}

/// The other weapons that could be fired at it.
fn weapons(game: &Loaded, state: &State, shooter: &Shooter, shot: &Shot) -> Option<Select> {
    let mut options = Vec::new();
    for armed in ready(state, shooter) {
        let Some(other) = shot.with(state, shooter, &armed) else { continue };
        let weapon = state.library.weapon(armed.weapon)?;
        let all = other.salvo.each;
        let sizes: Vec<u8> =
            if all > 1 && weapon.fire() != Fire::Projection { vec![all, 1] } else { vec![all] };
        for each in sizes {
            let chosen = shot.salvo.weapon == armed.weapon && shot.salvo.each == each;
            let label = match (all, each) {
                (2.., 1) => format!("{}: one of {all} each, the others later", weapon.name),
                (2.., all) => format!("{}: all {all} each", weapon.name),
                _ => weapon.name.clone(),
            };
            options.push(
                Choice::new(label, format!("{}.{each}", armed.weapon.0))
                    .more(values(weapon))
                    .chosen_if(chosen),
            );
        }
    }
    options.truncate(CHOICES.into());
    let press = BattlePressed::new(&game.id, game.at, AimPress::Weapon.into());
    (options.len() > 1).then(|| Select::new("Weapon", press, options))
}

/// "Accuracy 5 · 1/0 · 5/1"
pub fn values(weapon: &Weapon) -> String {
    let aim = match weapon.aim {
        Aim::Accuracy(accuracy) => format!("Accuracy {accuracy}"),
        Aim::Needs(face) => format!("needs {face}+"),
        Aim::Reaches(band) => format!("reaches {} cm", Band(band).centimetres().1),
    };
    let area = weapon.area.map(|area| format!(" · Area {area} cm")).unwrap_or_default();
    format!(
        "{aim} · dice {}, again {} · Penetration {}, Damage {}{area}",
        weapon.rate, weapon.rerolls, weapon.penetration, weapon.damage
    )
}

/// The whole unit, one of its machines, one kind of fighter.
fn aimed_at(game: &Loaded, state: &State, shot: &Shot) -> Option<Select> {
    let weapon = shot.weapon(state)?;
    let all = marks::marks(state, weapon, shot.target());
    if all.len() < 2 {
        return None;
    }
    let options = all.into_iter().take(CHOICES.into()).map(|mark| {
        Choice::new(marks::words(state, mark), marks::value(mark)).chosen_if(mark == shot.salvo.at)
    });
    let press = BattlePressed::new(&game.id, game.at, AimPress::Mark.into());
    Some(Select::new("Aimed at", press, options.collect()))
}
