use std::borrow::Cow;

use gatemaster_rules::game::SystemId;
use gatemaster_rules::table::Action;
use poise::ChoiceParameter;
use serenity::all::{GuildChannel, User};

use super::RemindChoice;
use crate::face::Face;
use crate::home::{Home, open_at, open_lesson};
use crate::request::chosen;
use crate::run::{Ctx, run};
use crate::systems;
use crate::trouble::{Fault, Trouble};

/// What can be opened, as Discord offers it, from the one list: each system, and its lesson where it has one.
#[derive(Clone, Copy, Debug)]
pub struct SystemChoice {
    system: SystemId,
    title: &'static str,
    lesson: bool,
}

/// One that the help does not know is there for tests alone.
fn offered() -> Vec<SystemChoice> {
    let of = |face: &'static dyn Face| {
        let system = face.id();
        let whole = SystemChoice { system, title: system.title(), lesson: false };
        let lesson = face.lesson();
        let lesson = lesson.map(|one| SystemChoice { system, title: one.title, lesson: true });
        std::iter::once(whole).chain(lesson)
    };
    systems::all().in_manual().flat_map(of).collect()
}

impl ChoiceParameter for SystemChoice {
    fn list() -> Cow<'static, [poise::CommandParameterChoice]> {
        offered().into_iter().map(|one| choice(one.title)).collect()
    }

    fn from_index(index: usize) -> Option<Self> {
        offered().get(index).copied()
    }

    fn from_name(name: &str) -> Option<Self> {
        offered().into_iter().find(|one| one.title.eq_ignore_ascii_case(name))
    }

    fn name(&self) -> &'static str {
        self.title
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
    #[max_length = 64]
    name: Option<String>,
    #[description = "Somebody who may correct, undo and end without asking"] organiser: Option<
        User,
    >,
    #[description = "Give the game a thread of its own"] thread: Option<bool>,
    #[description = "Give the game a post of its own in this forum"]
    #[channel_types("Forum")]
    forum: Option<GuildChannel>,
    #[description = "When whoever owes an action is reminded"] remind: Option<RemindChoice>,
    #[description = "The game ends with this turn"]
    #[min = 1]
    #[max = 99]
    turns: Option<u16>,
    #[description = "Antares: the sample force of one side; it can be changed before the battle"]
    force: Option<SideChoice>,
    #[description = "Antares: the sample force of the other side"] against: Option<SideChoice>,
) -> Result<(), Fault> {
    run(ctx, "/game new", move |app, request| async move {
        let SystemChoice { system, title, lesson } = system;
        let face = app.systems.of(system);
        let lesson = if lesson { face.lesson() } else { None };
        let sides = [force, against].map(|side| side.map(|side| side.0.to_owned()));
        if lesson.is_some() && sides.iter().any(Option::is_some) {
            return Err(Trouble::refused(
                "The guided battle has forces of its own: leave `force` and `against` out.",
            ));
        }
        let intro = lesson.as_ref().map(|lesson| lesson.intro);
        let setup = match lesson {
            Some(lesson) => lesson.setup,
            None => face.new_setup(&app, &request, sides).await?,
        };
        let mut settings = request.server.table_settings();
        if let Some(remind) = remind {
            settings.remind_hours = remind.hours();
        }
        settings.turn_limit = turns.unwrap_or_default();
        let action = Action::Open {
            name: name.unwrap_or_else(|| title.to_owned()),
            setup,
            organiser: organiser.as_ref().map(chosen).transpose()?,
            start: intro.is_some(),
            settings,
        };
        let home = Home::wished(thread, forum.map(|forum| forum.id.get()));
        match intro {
            Some(intro) => open_lesson(&app, &request, home, action, intro).await,
            None => open_at(&app, &request, home, action).await,
        }
    })
    .await
}
