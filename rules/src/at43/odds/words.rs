//! Odds in a line of words.

use super::{CombatOdds, GroupOdds, Landing, MachineOdds, SalvoOdds, UnitOdds, dist};
use crate::at43::flow::Struckee;

/// "about 3.1 hits; 1.4 of Storm golems 1 fall (at least one 78%), wiped out 2%"
pub fn in_words(odds: &SalvoOdds) -> String {
    if odds.hit == Some(0.0) {
        return "nothing can be hit at this range".to_owned();
    }
    let mut parts = Vec::new();
    match &odds.template {
        Some(template) => {
            let on_target = |landing: &&Landing| landing.shift == 0;
            let there: f64 = template.landings.iter().filter(on_target).map(|one| one.chance).sum();
            let radius =
                template.landings.iter().map(|one| one.chance * f64::from(one.radius)).sum::<f64>();
            parts.push(format!(
                "no deviation {}, radius about {} cm",
                percent(there),
                tenths(radius)
            ));
            parts.push(format!(
                "a model like the one aimed at, under it, is lost {}",
                percent(template.falls)
            ));
        }
        None => parts.push(impacts(&odds.impacts)),
    }
    parts.extend(odds.groups.iter().filter_map(group));
    let machines = |unit: &UnitOdds| -> Vec<&MachineOdds> {
        let groups = odds.groups.iter().filter(|group| group.on == Struckee::Unit(unit.unit));
        groups.flat_map(|group| &group.machines).collect()
    };
    parts.extend(odds.units.iter().map(|one| unit(one, &machines(one))));
    parts.join("; ")
}

/// The same of a combat.
pub fn combat_in_words(odds: &CombatOdds) -> String {
    let machines: Vec<&MachineOdds> = odds.machines.iter().collect();
    [impacts(&odds.impacts), unit(&odds.unit, &machines)].join("; ")
}

fn impacts(counts: &[f64]) -> String {
    let number = tenths(dist::mean(counts));
    let what = if number == "1" { "hit" } else { "hits" };
    format!("about {number} {what}")
}

/// Of the wreck and of terrain; units have lines of their own.
fn group(group: &GroupOdds) -> Option<String> {
    match group.on {
        Struckee::Unit(_) => None,
        Struckee::Wreck | Struckee::Terrain(_) => {
            Some(format!("{} destroyed {}", group.name, percent(group.destroyed)))
        }
    }
}

fn unit(odds: &UnitOdds, machines: &[&MachineOdds]) -> String {
    let name = &odds.name;
    let any = percent(dist::at_least(&odds.losses, 1));
    let all = |words: &str| {
        if odds.wiped_out > SURE {
            format!(", {words} {}", percent(odds.wiped_out))
        } else {
            String::new()
        }
    };
    if odds.machines {
        let lost = tenths(machines.iter().map(|machine| machine.lost).sum());
        return match odds.strength {
            ..=1 => format!("{name}: {lost} SP lost, destroyed {any}"),
            2.. => format!("{name}: {lost} SP lost, a machine destroyed {any}{}", all("all")),
        };
    }
    if odds.strength <= 1 {
        return format!("{name}: falls {any}");
    }
    let number = tenths(dist::mean(&odds.losses));
    format!("{number} of {name} fall (at least one {any}){}", all("wiped out"))
}

/// What differs by less is the same.
const SURE: f64 = 1e-9;

/// One place, and none where it is nothing.
fn tenths(number: f64) -> String {
    let told = format!("{number:.1}");
    told.strip_suffix(".0").map(str::to_owned).unwrap_or(told)
}

/// What is possible is never none, and what is not certain never all.
pub fn percent(chance: f64) -> String {
    let told = chance * 100.0;
    match chance {
        chance if chance > SURE && told < 0.5 => "<1%".to_owned(),
        chance if chance < 1.0 - SURE && told > 99.5 => ">99%".to_owned(),
        _ => format!("{told:.0}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::{percent, tenths};

    #[test]
    fn only_what_is_certain_is_told_as_certain() {
        assert_eq!(
            [0.0, 0.004, 0.426, 0.997, 1.0].map(percent),
            ["0%", "<1%", "43%", ">99%", "100%"]
        );
        assert_eq!([0.04, 1.0, 3.12].map(tenths), ["0", "1", "3.1"]);
    }
}
