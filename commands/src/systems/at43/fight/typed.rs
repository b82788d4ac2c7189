//! `/at43 fight`: one combat in one line.

use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::{Against, Combat, Command, Hyper};
use gatemaster_rules::at43::melee::PossibleCombat;
use gatemaster_rules::at43::state::UnitId;

use super::super::chain::{self, Way};
use super::super::{offers, read};
use super::possible;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use crate::words::{code, esc, list};

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum AgainstChoice {
    #[name = "fighters or machines"]
    Fighters,
    #[name = "the hero"]
    Hero,
    #[name = "gunners"]
    Gunners,
    #[name = "support weapons"]
    SupportWeapons,
}

/// What was typed, before it is understood.
#[derive(Debug)]
struct Typed {
    on: Option<String>,
    weapon: Option<String>,
    strike: Option<u32>,
    struck: Option<u32>,
    against: Option<AgainstChoice>,
    hero: bool,
    hyper: bool,
}

/// Fight one close combat with the unit that acts.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "what people see at the table, each by itself")]
pub async fn fight(
    ctx: Ctx<'_>,
    #[description = "An enemy in contact; the only one if left out"]
    #[autocomplete = "offers::struck"]
    #[max_length = 100]
    on: Option<String>,
    #[description = "How many strike; all who can if left out"]
    #[min = 1]
    #[max = 60]
    strike: Option<u32>,
    #[description = "How many are in contact; as many as strike if left out"]
    #[min = 1]
    #[max = 60]
    struck: Option<u32>,
    #[description = "The weapon; the only one if left out"]
    #[autocomplete = "offers::blades"]
    #[max_length = 100]
    weapon: Option<String>,
    #[description = "Whom of them, where a unit is split"] against: Option<AgainstChoice>,
    #[description = "Your hero strikes by himself"] hero: Option<bool>,
    #[description = "Hyper nanonucleus for the damage dice, 2 LP"] hyper: Option<bool>,
    #[description = "By hand: the faces in order"]
    #[max_length = 1000]
    dice: Option<String>,
) -> Result<(), Fault> {
    let typed = Typed {
        on,
        weapon,
        strike,
        struck,
        against,
        hero: hero == Some(true),
        hyper: hyper == Some(true),
    };
    run(ctx, "/at43 fight", move |hall, request| async move {
        let before = |state: &State, by: &_| chain::until_it_acts(state, by, Way::OnlyOne);
        let action = |state: &State| typed.combat(state).map(Command::Fight);
        chain::carry_out(&hall, &request, dice, &before, &action).await
    })
    .await
}

impl Typed {
    fn combat(&self, state: &State) -> Result<Combat, Trouble> {
        let all = possible(state);
        let mut foes: Vec<UnitId> = all.iter().map(|one| one.on).collect();
        foes.sort();
        foes.dedup();
        let on = read::named_or_only(state, self.on.as_deref(), &foes, "on", "in contact with it")?;
        let kind = self.against.map(|choice| match choice {
            AgainstChoice::Fighters => Against::Fighters,
            AgainstChoice::Hero => Against::Hero,
            AgainstChoice::Gunners => Against::Gunners,
            AgainstChoice::SupportWeapons => Against::SupportWeapons,
        });
        let fitting: Vec<&PossibleCombat> = all
            .iter()
            .filter(|one| one.on == on && one.hero == self.hero)
            .filter(|one| kind.is_none_or(|kind| kind == one.against))
            .collect();
        let chosen = match &self.weapon {
            None => fitting.first(),
            Some(name) => {
                let typed = name.trim().to_lowercase();
                let called = |one: &&&PossibleCombat| {
                    state.weapon_name(one.weapon).to_lowercase().contains(&typed)
                };
                fitting.iter().find(called)
            }
        };
        let chosen = chosen.ok_or_else(|| {
            let known: Vec<String> = all.iter().map(|one| esc(&super::line(state, one))).collect();
            let asked = self.weapon.as_deref().unwrap_or("that");
            Trouble::refused(format!(
                "There is no combat with {} here; there are: {}.",
                code(&clip(asked.trim(), 64)),
                list(&known)
            ))
        })?;
        let attackers = self.strike.unwrap_or(chosen.attackers);
        let mut combat = chosen.with(chosen.attackers, self.struck.unwrap_or(attackers));
        combat.attackers = attackers;
        if let Some(struck) = self.struck {
            combat.defenders = struck;
        }
        combat.hyper = if self.hyper { Hyper::Yes } else { Hyper::No };
        Ok(combat)
    }
}
