//! `/at43`: every action of a game in one typed line.

use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::Fault;

/// AT-43: companies, plans, and every action in one line.
#[poise::command(
    slash_command,
    rename = "at43",
    subcommands(
        "super::lobby::setup",
        "super::field::roll",
        "super::field::table",
        "super::company::company",
        "super::company::sheet",
        "super::plan::plan",
        "super::turn::card",
        "super::go::move_",
        "super::aim::shoot",
        "super::aim::artillery",
        "super::fight::fight",
        "super::special::special",
        "super::special::routine",
        "super::turn::end",
        "super::ask::answer",
        "super::ask::standing",
        "super::measure::range",
        "super::control::count",
        "super::control::buy",
        "super::control::done",
        "super::correct::correct",
        "super::look::look",
        "mine"
    ),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn at43(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// What only you may see of the game here: your company, your sequence and your wager.
#[poise::command(slash_command)]
async fn mine(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/at43 mine", move |hall, request| async move {
        let game = hall.desk.load(&request, &crate::desk::Which::Here).await?;
        Ok(table::mine(hall.systems, &game, &request)?.into())
    })
    .await
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::at43::routines::{DASH, HYPER_NANONUCLEUS};
    use gatemaster_rules::at43::turn::{
        ACTIVATION, ARTILLERY, DELAY, DRILL, EXTRA_ACTIVATION, RELOCATE,
    };

    use super::*;

    fn words(command: &str) -> Vec<String> {
        let at43 = at43();
        let found = at43.subcommands.iter().find(|it| it.name == command);
        let command = found.unwrap_or_else(|| panic!("no {command}"));
        let mut words: Vec<String> = vec![command.description.as_deref().unwrap().to_owned()];
        for parameter in &command.parameters {
            words.push(parameter.description.as_deref().unwrap_or_default().to_owned());
            words.extend(parameter.choices.iter().map(|choice| choice.name.to_string()));
        }
        words
    }

    /// T-TAC-7: attributes hold no constants, so what they say is compared with the rules.
    #[test]
    fn what_commands_say_of_lp_is_what_the_rules_take() {
        for (command, about, lp) in [
            ("card", "relocate it (", RELOCATE),
            ("card", "delay (", DELAY),
            ("card", "extra activation (", EXTRA_ACTIVATION),
            ("end", "drills for ", DRILL),
            ("move", "Dash, ", DASH),
            ("shoot", "Hyper nanonucleus for the damage dice, ", HYPER_NANONUCLEUS),
            ("fight", "Hyper nanonucleus for the damage dice, ", HYPER_NANONUCLEUS),
            ("artillery", "before your card (", ARTILLERY),
            ("standing", "", ACTIVATION),
        ] {
            let said = format!("{about}{lp} LP");
            let words = words(command);
            assert!(
                words.iter().any(|it| it.contains(&said)),
                "{command}: no {said:?} in {words:#?}"
            );
        }
    }
}
