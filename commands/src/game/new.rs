use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::game::{self, SystemId};
use gatemaster_rules::table::Action;
use serenity::all::{GuildChannel, User};

use super::{Home, RemindChoice, open_at};
use crate::battle::force::{ForceChoice, ready};
use crate::request::chosen;
use crate::trouble::{Fault, Trouble};
use crate::{Ctx, dicegame, run};

/// The systems as Discord offers them.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum SystemChoice {
    #[name = "Beyond the Gates of Antares"]
    Antares,
    #[name = "Gates of Antares: The Dice Game"]
    DiceGame,
    #[name = "Order-dice bag"]
    Bag,
}

impl From<SystemChoice> for SystemId {
    fn from(choice: SystemChoice) -> Self {
        match choice {
            SystemChoice::Antares => SystemId::Antares,
            SystemChoice::DiceGame => SystemId::DiceGame,
            SystemChoice::Bag => SystemId::Bag,
        }
    }
}

/// Open a table in this channel, in a thread of its own, or as a post in a forum.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
pub async fn new(
    ctx: Ctx<'_>,
    #[description = "What is played"] system: SystemChoice,
    #[description = "A name for the game"]
    #[max_length = 32]
    name: Option<String>,
    #[description = "Somebody who may correct, undo and end without asking"] organiser: Option<
        User,
    >,
    #[description = "Give the game a thread of its own"] thread: Option<bool>,
    #[description = "Give the game a post of its own in this forum"]
    #[channel_types("Forum")]
    forum: Option<GuildChannel>,
    #[description = "When whoever owes an action is reminded"] remind: Option<RemindChoice>,
    #[description = "Antares: the sample force of one side; it can be changed before the battle"]
    force: Option<ForceChoice>,
    #[description = "Antares: the sample force of the other side"] against: Option<ForceChoice>,
) -> Result<(), Fault> {
    run(ctx, "/game new", move |face, request| async move {
        let system = SystemId::from(system);
        let setup = match system {
            SystemId::Antares => {
                let forces = [force, against].map(|force| force.map(Faction::from));
                ready(&face, &request, forces).await?
            }
            SystemId::DiceGame | SystemId::Bag if force.is_some() || against.is_some() => {
                let holds = match system {
                    SystemId::DiceGame => "The Dice Game has dice, not forces, and everybody chooses a faction at the table",
                    SystemId::Antares | SystemId::Bag => "A bag holds dice, not forces",
                };
                return Err(Trouble::refused(format!(
                    "{holds}; leave `force` and `against` out, or open a battle of Antares."
                )));
            }
            SystemId::DiceGame => {
                game::Setup::DiceGame(dicegame::setup(&face.desk.store, request.guild).await?)
            }
            SystemId::Bag => system.default_setup(),
        };
        let mut settings = request.server.table_settings();
        if let Some(remind) = remind {
            settings.remind_hours = remind.hours();
        }
        let action = Action::Open {
            name: name.unwrap_or_else(|| system.title().to_owned()),
            setup,
            organiser: organiser.as_ref().map(chosen).transpose()?,
            start: false,
            settings,
        };
        let home = Home::wished(thread, forum.map(|forum| forum.id.get()));
        open_at(&face, &request, home, action).await
    })
    .await
}
