//! Companies as files that [`super::import`] reads: JSON and TOML with the fields of [`Company`].

use std::fmt::Write as _;

use super::{Chosen, Company};

pub fn write_json(company: &Company) -> String {
    // only texts, numbers and lists of them: there is nothing that JSON cannot hold
    serde_json::to_string_pretty(company).unwrap_or_default()
}

pub fn write_toml(company: &Company) -> String {
    let mut file = format!("name = {}\narmy = {}\n", quoted(&company.name), quoted(&company.army));
    for chosen in &company.units {
        file.push_str("\n[[units]]\n");
        file.push_str(&unit(chosen));
    }
    file
}

/// What has its default is left out.
fn unit(chosen: &Chosen) -> String {
    let mut lines = format!("unit = {}\nnumber = {}\n", quoted(&chosen.unit), chosen.number);
    let mut line = |field: &str, value: &str| {
        // writing into a text cannot fail
        let _ = writeln!(lines, "{field} = {value}");
    };
    if !chosen.equipment.is_empty() {
        line("equipment", &listed(chosen.equipment.iter().map(|key| quoted(key))));
    }
    if let Some(special) = &chosen.special {
        line("special", &quoted(special));
        line("bearers", &chosen.bearers.to_string());
    }
    if chosen.officer > 0 {
        line("officer", &chosen.officer.to_string());
    }
    if let Some(hero) = &chosen.hero {
        line("hero", &quoted(hero));
    }
    if !chosen.specialists.is_empty() {
        let kinds = chosen.specialists.iter();
        let names = kinds.map(|kind| serde_json::to_string(kind).unwrap_or_default());
        line("specialists", &listed(names));
    }
    if chosen.reinforcement {
        line("reinforcement", "true");
    }
    lines
}

fn listed(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// A JSON text is a TOML text as well, but for one letter that needs no sign of its own there.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use super::super::import;
    use super::*;
    use crate::at43::data::{companies, library};
    use crate::at43::profile::Specialist;

    /// T-BLD-9
    #[test]
    fn a_company_comes_back_from_json_and_toml_as_it_was() {
        let mut all: Vec<Company> = companies().iter().map(|it| it.company.clone()).collect();
        let mut odd = all[2].clone();
        odd.name = "\"Rock\" \\ Röll 🎸".to_owned();
        odd.units[0].hero = Some("nobody-we-know".to_owned());
        odd.units[1].specialists = vec![Specialist::CombatEngineer, Specialist::Mechanic];
        odd.units[1].reinforcement = true;
        all.push(odd);
        for company in all {
            for text in [write_json(&company), write_toml(&company)] {
                assert_eq!(import(library(), &text), Ok(company.clone()), "{text}");
            }
        }
    }
}
