//! The combats of a melee, each with what its dice need and what is to be expected.

use gatemaster_discord::card::{Choice, Select, Style};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::at43::command::{Against, Combat, Hyper, RoutineName};
use gatemaster_rules::at43::melee::PossibleCombat;
use gatemaster_rules::at43::odds;
use gatemaster_rules::at43::report::words::{terms, weapons};
use gatemaster_rules::at43::{State, View, label, routines};

use super::super::press::{BattlePressed, button};
use super::{Draft, FightPress, usual};
use crate::desk::Loaded;
use crate::face::Controls;
use crate::words::esc;

/// Whom a combat is against, where a unit is split: "its hero".
pub fn against(kind: Against) -> &'static str {
    match kind {
        Against::Fighters => "",
        Against::Hero => "its hero",
        Against::Gunners => "its gunners",
        Against::SupportWeapons => "its support weapons",
    }
}

fn whom(state: &State, combat: &Combat) -> String {
    let name = state.unit_name(combat.on);
    match against(combat.against) {
        "" => name.to_owned(),
        kind => format!("{name}, {kind}"),
    }
}

/// "6 combat knives on Storm golems 1: 4+, then 5+"
pub fn line(state: &State, possible: &PossibleCombat) -> String {
    let combat = usual(possible);
    let who = if possible.hero { "the hero's " } else { "" };
    format!(
        "{who}{} on {}",
        weapons(state, possible.weapon, combat.attackers),
        whom(state, &combat)
    )
}

fn needs(possible: &PossibleCombat) -> String {
    format!("hits on {}, damage on {}", possible.hit.need(), possible.damage.need())
}

pub fn controls(game: &Loaded, state: &View, all: &[PossibleCombat], draft: &Draft) -> Controls {
    let combat = &draft.it;
    let mut selects = Vec::new();
    if all.len() > 1 {
        selects.push(list(game, state, all, combat));
    }
    let sound = super::check(state, combat);
    let strike = button(game, "Strike", FightPress::Strike(draft.hash()))
        .marked("⚔️")
        .styled(Style::Main)
        .disabled_if(sound.is_err());
    let mut row = vec![strike, button(game, "How many…", FightPress::Numbers)];
    let acting = state.flow.acting.as_ref().map(|acting| acting.unit);
    let able =
        acting.is_some_and(|unit| routines::affordable(state, RoutineName::HyperNanonucleus, unit));
    if able || combat.hyper != Hyper::No {
        let kept = if combat.hyper == Hyper::No { "⬜" } else { "✅" };
        row.push(button(game, "Hyper nanonucleus", FightPress::Hyper).marked(kept));
    }
    row.push(button(game, "Back", FightPress::Back));
    Controls { text: text(state, all, combat), selects, buttons: vec![row] }
}

fn list(game: &Loaded, state: &View, all: &[PossibleCombat], combat: &Combat) -> Select {
    let options = all.iter().enumerate().take(CHOICES.into()).map(|(place, possible)| {
        let chosen = possible.weapon == combat.weapon
            && possible.hero == combat.hero
            && possible.on == combat.on
            && possible.against == combat.against;
        Choice::new(line(state, possible), place).more(needs(possible)).chosen_if(chosen)
    });
    let press = BattlePressed::new(&game.id, game.at, FightPress::Pick.into());
    Select::new("Which combat first?", press, options.collect())
}

fn text(state: &View, all: &[PossibleCombat], combat: &Combat) -> String {
    let Some(acting) = state.flow.acting.as_ref() else { return String::new() };
    let name = esc(state.unit_name(acting.unit));
    let with = esc(&weapons(state, combat.weapon, combat.attackers));
    let at = esc(&whom(state, combat));
    let mut lines = vec![format!(
        "⚔️ **{name}** at **{at}** ({}) with {with}: {} in contact.",
        esc(&label::unit_line(state, combat.on)),
        combat.defenders
    )];
    match odds::combat(state, acting.unit, combat) {
        Ok(odds) => lines.push(format!("Expect {}.", esc(&odds::combat_in_words(&odds)))),
        Err(refusal) => lines.push(format!("⚠️ {}", esc(refusal.sentence()))),
    }
    let chosen = all.iter().find(|possible| {
        possible.weapon == combat.weapon
            && possible.hero == combat.hero
            && possible.on == combat.on
            && possible.against == combat.against
    });
    if let Some(possible) = chosen {
        let weapon = state.library.weapon(combat.weapon);
        let again = weapon.filter(|weapon| weapon.rerolls > 0).map_or("", |_| ", misses again");
        let dice = weapon.map_or(0, |weapon| combat.attackers * u32::from(weapon.rate));
        lines.push(format!(
            "-# {dice} dice{again} · hits on {}: {} · damage on {}: {}",
            possible.hit.need(),
            terms(&possible.hit),
            possible.damage.need(),
            terms(&possible.damage)
        ));
    }
    lines.join("\n")
}
