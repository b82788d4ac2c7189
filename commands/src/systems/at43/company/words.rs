//! A company in words, as its sheet has it.

use gatemaster_rules::at43::company::{Company, Fault};
use gatemaster_rules::at43::company::{Left, Limits, Sheet, SheetUnit, sheet};
use gatemaster_rules::at43::profile::Library;
use gatemaster_rules::text::count;

use crate::words::esc;

/// The sheet, line by line: the sums, then platoons with their slots, then who commands (T-BLD-9).
pub fn sheet_lines(sheet: &Sheet) -> Vec<String> {
    let army = if sheet.army.is_empty() { "No army yet" } else { &sheet.army };
    let mut lines = vec![format!("**{}** · {}", esc(army), sheet.points())];
    for (number, platoon) in (1_u32..).zip(&sheet.platoons) {
        lines.push(format!("**Platoon {number}** · {} AP", platoon.value));
        for (slot, place) in (1_u32..).zip(&platoon.slots) {
            lines.push(match &place.unit {
                Some(unit) => format!("{slot}. {}", unit_line(unit)),
                None => format!("{slot}. *free for {}*", esc(&place.takes)),
            });
        }
    }
    if !sheet.left.is_empty() {
        lines.push("**Without a slot**".to_owned());
        lines.extend(sheet.left.iter().map(|unit| format!("- {}", unit_line(unit))));
    }
    let commanders: Vec<String> = sheet.commanders.iter().map(|one| esc(one)).collect();
    lines.push(match commanders.as_slice() {
        [] => "Nobody commands.".to_owned(),
        [one] => format!("Commander: {one}."),
        several => format!("Commander, as you choose each round: {}.", several.join(" or ")),
    });
    lines
}

/// "Steel troopers 1: 9 with Sergeant, 2 × missile launcher, 195 AP"
fn unit_line(unit: &SheetUnit) -> String {
    esc(&unit.to_string())
}

/// "640 of 1000 AP, 4 units"
pub fn in_short(library: &Library, company: &Company, limits: &Limits) -> String {
    let points = sheet(library, company, limits).points();
    let units = u32::try_from(company.units.len()).unwrap_or(u32::MAX);
    format!("{}, {}", points, count(units, "unit", "units"))
}

/// What is left of the agreed points; nothing where none are agreed.
pub fn left_words(left: Left, limits: &Limits) -> Option<String> {
    let one = |left: i64| match left {
        0.. => format!("{left} AP left"),
        _ => format!("⚠️ {} AP too many", left.unsigned_abs()),
    };
    if *limits == Limits::FREE {
        return None;
    }
    Some(match left.reinforcement {
        None => one(left.assault),
        Some(reinforcement) => {
            format!("assault: {} · reinforcement: {}", one(left.assault), one(reinforcement))
        }
    })
}

/// Everything that is wrong, a line each.
pub fn fault_lines(faults: &[Fault]) -> Vec<String> {
    faults.iter().map(|fault| format!("⚠️ {}", esc(&fault.to_string()))).collect()
}

/// Whether opponents may accept it as it is (T-BLD-1).
pub fn only_over(faults: &[Fault]) -> bool {
    !faults.is_empty() && faults.iter().all(|fault| matches!(fault, Fault::Over { .. }))
}

/// What a side may spend: "up to 1000 AP".
pub fn limit_words(limits: &Limits) -> String {
    match limits.reinforcement {
        None => format!("up to {} AP", limits.assault),
        Some(reinforcement) => format!(
            "up to {} AP of assault units and {reinforcement} AP of reinforcements",
            limits.assault
        ),
    }
}
