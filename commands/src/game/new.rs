use std::borrow::Cow;

use gatemaster_rules::game::SystemId;
use gatemaster_rules::table::Action;
use poise::ChoiceParameter;
use serenity::all::{GuildChannel, User};

use super::RemindChoice;
use crate::face::Face;
use crate::home::{Home, open_at};
use crate::request::chosen;
use crate::run::{Ctx, run};
use crate::systems;
use crate::trouble::Fault;

/// The systems as Discord offers them, from the one list.
#[derive(Clone, Copy, Debug)]
pub struct SystemChoice(pub SystemId);

/// One that the help does not know is there for tests alone.
fn offered() -> Vec<SystemId> {
    systems::all().in_manual().map(Face::id).collect()
}

impl ChoiceParameter for SystemChoice {
    fn list() -> Cow<'static, [poise::CommandParameterChoice]> {
        offered().into_iter().map(|system| choice(system.title())).collect()
    }

    fn from_index(index: usize) -> Option<Self> {
        offered().get(index).copied().map(SystemChoice)
    }

    fn from_name(name: &str) -> Option<Self> {
        let mut all = offered().into_iter();
        all.find(|system| system.title().eq_ignore_ascii_case(name)).map(SystemChoice)
    }

    fn name(&self) -> &'static str {
        self.0.title()
    }

    fn localized_name(&self, _: &str) -> Option<&'static str> {
        None
    }
}

/// Sides that can be wished for by name: the sample forces of Antares, say.
#[derive(Clone, Debug)]
pub struct SideChoice(&'static str);

fn sides() -> Vec<&'static str> {
    systems::all().all().flat_map(Face::sides).collect()
}

impl ChoiceParameter for SideChoice {
    fn list() -> Cow<'static, [poise::CommandParameterChoice]> {
        sides().into_iter().map(choice).collect()
    }

    fn from_index(index: usize) -> Option<Self> {
        sides().get(index).map(|side| SideChoice(side))
    }

    fn from_name(name: &str) -> Option<Self> {
        let side = sides().into_iter().find(|side| side.eq_ignore_ascii_case(name));
        side.map(SideChoice)
    }

    fn name(&self) -> &'static str {
        self.0
    }

    fn localized_name(&self, _: &str) -> Option<&'static str> {
        None
    }
}

/// One choice of a command.
pub fn choice(name: &'static str) -> poise::CommandParameterChoice {
    poise::CommandParameterChoice {
        name: Cow::Borrowed(name),
        localizations: Cow::default(),
        __non_exhaustive: (),
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
    force: Option<SideChoice>,
    #[description = "Antares: the sample force of the other side"] against: Option<SideChoice>,
) -> Result<(), Fault> {
    run(ctx, "/game new", move |app, request| async move {
        let SystemChoice(system) = system;
        let sides = [force, against].map(|side| side.map(|side| side.0.to_owned()));
        let setup = app.systems.of(system).new_setup(&app, &request, sides).await?;
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
        open_at(&app, &request, home, action).await
    })
    .await
}
