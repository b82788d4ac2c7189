//! `/at43 setup`: the table before the game, in one line.

use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::{At43, Setup};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::{list, searched};
use serenity::all::CreateAutocompleteResponse;

use super::DIE;
use super::about::in_one_line;
use super::change::{Changes, To};
use crate::answer::Answer;
use crate::desk::{Loaded, Which};
use crate::face::lobby_of;
use crate::offers::{choices, contains, here};
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::{Fault, Trouble};
use crate::words::{code, esc};

/// Set the table before the game: mission, army points, who attacks, sides, switches.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "the options of a command")]
pub async fn setup(
    ctx: Ctx<'_>,
    #[description = "The mission by name, or die"]
    #[autocomplete = "missions"]
    #[max_length = 100]
    mission: Option<String>,
    #[description = "Army points, where the mission names none"]
    #[min = 1]
    #[max = 20000]
    points: Option<u32>,
    #[description = "The side that attacks, or dice"]
    #[autocomplete = "attackers"]
    #[max_length = 100]
    attacker: Option<String>,
    #[description = "How many sides, in missions without roles"]
    #[min = 2]
    #[max = 4]
    sides: Option<u8>,
    #[description = "Home turf: this side has +1 in Authority tests; or nobody"]
    #[autocomplete = "side_or_nobody"]
    #[max_length = 100]
    home_turf: Option<String>,
    #[description = "Artillery strikes, one a round for each player"] artillery: Option<bool>,
    #[description = "Weapons harm terrain"] terrain_damage: Option<bool>,
    #[description = "This side wins the first Authority test without dice; or nobody"]
    #[autocomplete = "side_or_nobody"]
    #[max_length = 100]
    first_round: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/at43 setup", move |hall, request| async move {
        let said = Said {
            mission,
            points,
            attacker,
            sides,
            home_turf,
            artillery,
            terrain_damage,
            first_round,
        };
        if said == Said::default() {
            let game = hall.desk.load(&request, &Which::Here).await?;
            lobby_of::<At43>(&game)?;
            return Ok(Answer::private(table::board(hall.systems, &game)).into());
        }
        let choose = |game: &Loaded| {
            let setup = lobby_of::<At43>(game)?;
            said.changes(setup)?.step(setup)
        };
        let outcome = hall.desk.act(&request, &Which::Here, choose).await?;
        Ok(table::told(hall.systems, &outcome, &request).into())
    })
    .await
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Said {
    mission: Option<String>,
    points: Option<u32>,
    attacker: Option<String>,
    sides: Option<u8>,
    home_turf: Option<String>,
    artillery: Option<bool>,
    terrain_damage: Option<bool>,
    first_round: Option<String>,
}

impl Said {
    /// Names of sides mean those that there will be.
    fn changes(&self, setup: &Setup) -> Result<Changes, Trouble> {
        let mut changes = Changes {
            mission: match self.mission.as_deref() {
                Some(typed) => Some(To(mission_named(setup, typed)?)),
                None => None,
            },
            sides: self.sides.map(usize::from),
            points: self.points,
            artillery: self.artillery,
            terrain_damage: self.terrain_damage,
            ..Changes::default()
        };
        let then = changes.upon(setup)?;
        let side =
            |typed: Option<&str>| typed.map(|typed| side_named(&then, typed).map(To)).transpose();
        changes.attacker = side(self.attacker.as_deref())?;
        changes.home_turf = side(self.home_turf.as_deref())?;
        changes.first_round = side(self.first_round.as_deref())?;
        Ok(changes)
    }
}

/// Words for leaving it open.
fn is_open(typed: &str) -> bool {
    ["die", "dice", "a die", "a die picks it", "dice decide", "nobody", "none", "off", "-"]
        .contains(&typed)
}

fn mission_named(setup: &Setup, typed: &str) -> Result<Option<String>, Trouble> {
    let wanted = searched(typed).trim().to_lowercase();
    if is_open(&wanted) {
        return Ok(None);
    }
    let missions = &setup.missions;
    let exact = missions.iter().find(|it| it.key == wanted || it.name.to_lowercase() == wanted);
    let number =
        || missions.iter().find(|it| it.number.map(|n| n.to_string()) == Some(wanted.clone()));
    let part = || {
        let mut like = missions.iter().filter(|it| it.name.to_lowercase().contains(&wanted));
        let first = like.next().filter(|_| !wanted.is_empty())?;
        like.next().is_none().then_some(first)
    };
    let found = exact.or_else(number).or_else(part);
    found.map(|mission| Some(mission.key.clone())).ok_or_else(|| {
        let names: Vec<String> = missions.iter().map(|mission| esc(&mission.name)).collect();
        Trouble::refused(format!(
            "No mission here is called {}. There are {}; `die` lets a die pick it.",
            code(&clip(typed.trim(), 64)),
            list(&names)
        ))
    })
}

fn side_named(setup: &Setup, typed: &str) -> Result<Option<Seat>, Trouble> {
    let wanted = searched(typed).trim().to_lowercase();
    if is_open(&wanted) {
        return Ok(None);
    }
    let place = setup.sides.iter().position(|side| side.name.to_lowercase() == wanted);
    let seat = place.and_then(|place| u8::try_from(place).ok()).map(Seat);
    seat.map(Some).ok_or_else(|| {
        let names: Vec<String> = setup.sides.iter().map(|side| esc(&side.name)).collect();
        Trouble::refused(format!(
            "No side is called {}. There are {}.",
            code(&clip(typed.trim(), 64)),
            list(&names)
        ))
    })
}

async fn setup_here(ctx: Ctx<'_>) -> Option<Setup> {
    lobby_of::<At43>(&here(ctx).await?).ok().cloned()
}

async fn missions(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(setup) = setup_here(ctx).await else { return CreateAutocompleteResponse::new() };
    let die = ("A die picks it".to_owned(), DIE.to_owned());
    let offers = setup.missions.iter().map(|mission| {
        (format!("{} · {}", mission.name, in_one_line(mission)), mission.name.clone())
    });
    let offers: Vec<_> =
        std::iter::once(die).chain(offers).filter(|(label, _)| contains(label, typed)).collect();
    choices(offers.into_iter())
}

async fn attackers(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    sides_or("dice", ctx, typed).await
}

async fn side_or_nobody(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    sides_or("nobody", ctx, typed).await
}

async fn sides_or(open: &str, ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(setup) = setup_here(ctx).await else { return CreateAutocompleteResponse::new() };
    let names = setup.sides.iter().map(|side| side.name.clone()).chain([open.to_owned()]);
    let names: Vec<String> = names.filter(|name| contains(name, typed)).collect();
    choices(names.into_iter().map(|name| (name.clone(), name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup_of(said: &Said) -> Result<Setup, Trouble> {
        let setup = Setup::default();
        said.changes(&setup)?.upon(&setup)
    }

    /// T-MIS-1, T-MIS-4
    #[test]
    fn a_table_is_set_in_one_line() {
        let text = |text: &str| Some(text.to_owned());
        let said = Said {
            mission: text("HOLD the position"),
            attacker: text("red"),
            home_turf: text("Blue"),
            artillery: Some(true),
            terrain_damage: Some(true),
            first_round: text("nobody"),
            ..Said::default()
        };
        let setup = setup_of(&said).unwrap();
        assert_eq!(setup.mission.as_deref(), Some("hold-the-position"));
        assert_eq!((setup.attacker, setup.switches.home_turf), (Some(Seat(1)), Some(Seat(0))));
        assert!(setup.switches.artillery && setup.switches.terrain_damage);
        let green = Said { sides: Some(3), home_turf: text("green"), ..Said::default() };
        assert_eq!(setup_of(&green).unwrap().switches.home_turf, Some(Seat(2)));
        for (typed, key) in [("5", Some("landing")), ("extract", Some("extraction")), ("die", None)]
        {
            let said = Said { mission: text(typed), ..Said::default() };
            assert_eq!(setup_of(&said).unwrap().mission.as_deref(), key, "{typed}");
        }
    }

    #[test]
    fn what_there_is_not_is_refused_with_what_there_is() {
        let said = Said { mission: Some("*Moon* base".to_owned()), ..Said::default() };
        assert_eq!(
            setup_of(&said).unwrap_err().to_string(),
            "No mission here is called `*Moon* base`. There are Seek and destroy, Bridgehead, Hold the position, Skirmish, \
             Landing and Extraction; `die` lets a die pick it."
        );
        let said = Said { home_turf: Some("Green".to_owned()), ..Said::default() };
        assert_eq!(
            setup_of(&said).unwrap_err().to_string(),
            "No side is called `Green`. There are Blue and Red."
        );
        let said = Said { mission: Some(String::new()), ..Said::default() };
        assert!(setup_of(&said).is_err());
    }
}
