//! The board of a battle before it begins: both forces, and everything to set them up.

use gatemaster_rules::antares::Setup;
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::setup::{SideSetup, UnitSetup};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::count;

use super::ForcePress;
use super::sides::{BOOKLET, is_named_after_its_force};
use crate::battle::controls;
use crate::battle::press::BattlePressed;
use crate::card::{Button, Card, Choice, Select, Style};
use crate::desk::Loaded;
use crate::limits::{EMBED_TEXT, ROWS};
use crate::press::{Press, Pressed};
use crate::show::{self, NEUTRAL};
use crate::words::esc;

/// Picked from the list of forces: what opens something else.
pub(super) const UNIT_BY_UNIT: &str = "units";
pub(super) const OWN_LIST: &str = "list";

/// The lobby of a battle; `lines` say which table it is.
pub fn lobby(game: &Loaded, setup: &Setup, lines: &[String]) -> Card {
    let selects: Vec<Select> = seats(setup).map(|(seat, side)| forces(game, seat, side)).collect();
    let mut buttons = show::question_rows(game);
    buttons.push(table_row(game));
    if selects.len() + buttons.len() < ROWS {
        buttons.push(options_row(game, setup));
    }
    Card {
        title: esc(&game.table.name),
        text: fitting(|told| show::with_question(game, text(game, setup, lines, told))),
        fields: show::fair_dice_field(game),
        footer: show::footer(game),
        colour: Some(NEUTRAL),
        selects,
        buttons,
        ..Card::default()
    }
}

fn seats(setup: &Setup) -> impl Iterator<Item = (Seat, &SideSetup)> {
    (0..).map(Seat).zip(&setup.sides)
}

/// "🔴 Algoryn fields…"
fn forces(game: &Loaded, seat: Seat, side: &SideSetup) -> Select {
    let mut options: Vec<Choice> = BOOKLET
        .into_iter()
        .map(|faction| Choice::new(faction.name(), word(faction)).more(sample(faction)))
        .collect();
    options.push(
        Choice::new("Unit by unit…", UNIT_BY_UNIT)
            .more("Add and take out single units, this server's own as well")
            .marked("➕"),
    );
    options.push(
        Choice::new("Own list…", OWN_LIST)
            .more("Type or paste an army list; names and colour too")
            .marked("📋"),
    );
    let placeholder = format!("{} {} fields…", side.colour.mark(), side.name);
    let press = BattlePressed::new(&game.id, game.seq, ForcePress::Pick(seat).into());
    Select::new(placeholder, press, options)
}

/// The word of a force in lists.
pub(super) fn word(faction: Faction) -> String {
    faction.name().to_lowercase()
}

/// "6 units: AI Command Squad, 2 × AI Squad, …"
fn sample(faction: Faction) -> String {
    let library = Library::built_in();
    let keys = library.force(faction).map(|force| force.quick_start.as_slice()).unwrap_or_default();
    let mut units: Vec<(&str, u32)> = Vec::new();
    for key in keys {
        let name = library.unit(key).map_or(key.as_str(), |unit| unit.name.as_str());
        match units.iter_mut().find(|(other, _)| *other == name) {
            Some((_, number)) => *number += 1,
            None => units.push((name, 1)),
        }
    }
    let units: Vec<String> = units
        .into_iter()
        .map(
            |(name, number)| {
                if number == 1 { name.to_owned() } else { format!("{number} × {name}") }
            },
        )
        .collect();
    let number = u32::try_from(keys.len()).unwrap_or(u32::MAX);
    format!("{}: {}", count(number, "unit", "units"), units.join(", "))
}

fn table_row(game: &Loaded) -> Vec<Button> {
    let own = |label: &str, press| Button::new(label, Pressed::new(&game.id, game.seq, press));
    let mut row = show::join_buttons(game);
    row.push(own("Start", Press::Start).styled(Style::Yes));
    row.push(controls::button(game, "Edit my list…", ForcePress::EditMine));
    row.push(own("Leave", Press::Leave));
    row
}

fn options_row(game: &Loaded, setup: &Setup) -> Vec<Button> {
    let ticked = |on| if on { "✅" } else { "⬜" };
    let deployed = setup.options.already_deployed;
    let effective = setup.options.effective_range_only;
    vec![
        controls::button(game, "Models already on the table", ForcePress::Deployed(!deployed))
            .marked(ticked(deployed)),
        controls::button(game, "Effective range only", ForcePress::EffectiveOnly(!effective))
            .marked(ticked(effective)),
    ]
}

/// How much is told of each unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// A line each.
    Lines,
    /// One after the other.
    Row,
    /// The same, without models and profiles.
    Names,
}

/// The fullest text that fits.
fn fitting(text: impl Fn(Told) -> String) -> String {
    let fullest = [Told::Lines, Told::Row].into_iter().map(&text);
    let fits = |text: &String| text.chars().count() <= EMBED_TEXT;
    fullest.into_iter().find(fits).unwrap_or_else(|| text(Told::Names))
}

fn text(game: &Loaded, setup: &Setup, lines: &[String], told: Told) -> String {
    let mut lines = lines.to_vec();
    for (seat, side) in seats(setup) {
        lines.push(String::new());
        lines.push(head(game, seat, side));
        lines.extend(units(side, told));
    }
    lines.push(String::new());
    lines.push(agreed(setup).to_owned());
    let missing = setup.unfinished();
    lines.push(if missing.is_empty() {
        "Pick what each side fields, take a seat, then press Start.".to_owned()
    } else {
        format!("⚠️ Before it can start: {}", esc(&missing.join(" ")))
    });
    lines.join("\n")
}

/// "🔴 **Algoryn** (Ann) · 6 units, 24 models, 6 order dice"
fn head(game: &Loaded, seat: Seat, side: &SideSetup) -> String {
    let who = game.table.player_at(seat).map_or_else(|| "free".to_owned(), |p| esc(&p.name));
    let sum = |of: fn(&UnitSetup) -> usize| {
        u32::try_from(side.units.iter().map(of).sum::<usize>()).unwrap_or(u32::MAX)
    };
    let force = match side.faction {
        Faction::Other => "a mixed force, ".to_owned(),
        _ if is_named_after_its_force(side) => String::new(),
        Faction::Concord
        | Faction::Algoryn
        | Faction::Boromite
        | Faction::Freeborn
        | Faction::Isorian
        | Faction::Ghar => format!("{}, ", side.faction.name()),
    };
    format!(
        "{} **{}** ({who}) · {force}{}, {}, {}",
        side.colour.mark(),
        esc(&side.name),
        count(sum(|_| 1), "unit", "units"),
        count(sum(|unit| unit.profile.models()), "model", "models"),
        count(sum(|unit| usize::from(unit.profile.dice())), "order die", "order dice"),
    )
}

fn units(side: &SideSetup, told: Told) -> Vec<String> {
    let units = side.units.iter();
    match told {
        Told::Lines => units.map(|unit| format!("• {}", unit_text(unit))).collect(),
        Told::Row => vec![units.map(unit_text).collect::<Vec<_>>().join(" · ")],
        Told::Names => vec![units.map(|unit| esc(&unit.name)).collect::<Vec<_>>().join(" · ")],
    }
}

/// "Strike-1 (AI Squad), 5 models"
fn unit_text(unit: &UnitSetup) -> String {
    let models = u32::try_from(unit.profile.models()).unwrap_or(u32::MAX);
    let models = count(models, "model", "models");
    if unit.name.starts_with(&unit.profile.name) {
        format!("{}, {models}", esc(&unit.name))
    } else {
        format!("{} ({}), {models}", esc(&unit.name), esc(&unit.profile.name))
    }
}

/// What the players have agreed on beside their forces.
pub(super) fn agreed(setup: &Setup) -> &'static str {
    match (setup.options.already_deployed, setup.options.effective_range_only) {
        (false, false) => "The units are placed by drawn dice.",
        (true, false) => "All models are on the table already.",
        (false, true) => {
            "The units are placed by drawn dice. House rule: weapons reach effective range only."
        }
        (true, true) => {
            "All models are on the table already. House rule: weapons reach effective range only."
        }
    }
}
