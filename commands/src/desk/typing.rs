//! Dice that somebody types together with what they do: they must be theirs, all of them, before anything is done.

use std::collections::VecDeque;

use gatemaster_rules::dice::{Dice, DiceFault, Roll, Scripted};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::table::{Action, Actor, Table};

use super::{Loaded, decide};
use crate::trouble::Trouble;

/// The typed faces, if this table rolls by hand and every one of them is for a throw of theirs.
pub(super) fn theirs(
    game: &Loaded,
    actor: &Actor,
    action: &Action,
    text: &str,
) -> Result<VecDeque<u32>, Trouble> {
    let dealt = deal(game, actor, std::slice::from_ref(action), text)?;
    Ok(dealt.into_iter().flatten().collect())
}

/// The same for several things that are done one after the other: for each, the faces that are typed for it. Nothing is
/// done; dice that others or the stream would roll show a 1, so that nothing is given away.
pub(super) fn deal(
    game: &Loaded,
    actor: &Actor,
    actions: &[Action],
    text: &str,
) -> Result<Vec<Vec<u32>>, Trouble> {
    by_hand_at(game)?;
    let mut faces: VecDeque<u32> =
        Scripted::parse(text).map_err(Refusal::from)?.faces().iter().copied().collect();
    let given = faces.len();
    let mut now = game.clone();
    let mut dealt = Vec::new();
    let mut wanted = None;
    for (place, action) in actions.iter().enumerate() {
        now = match after(&now, actor, action.clone()) {
            Ok(now) => now,
            // the first has failed: what was rolled for the rest does not count
            Err(trouble) if place > 0 && trouble.is_refusal() => return Ok(dealt),
            Err(trouble) => return Err(trouble),
        };
        let mut own = Vec::new();
        while let Some(next) = next_faces(&now, actor.id(), &mut faces) {
            own.extend(&next);
            now = after(&now, actor, Action::TypeDice { faces: next })?;
        }
        dealt.push(own);
        wanted = now.table.throw.as_ref().map(|throw| {
            (throw.wanted.sentence(), now.table.thrower().map(|thrower| thrower.name.clone()))
        });
        if wanted.is_some() {
            break;
        }
    }
    if faces.is_empty() {
        return Ok(dealt);
    }
    let used = given - faces.len();
    Err(Trouble::refused(match wanted {
        Some((what, Some(thrower))) if thrower != actor.player.name => format!(
            "You roll {used} of those dice; the next are for {thrower} to roll and type: {what}."
        ),
        Some((what, _)) => format!("The next throw is {what}, and you typed {} more.", faces.len()),
        None if used == 0 => {
            "No die of yours falls yet: do it without `dice`, and you are asked for your dice when they do.".to_owned()
        }
        None => DiceFault::LeftOver { given, used }.to_string(),
    }))
}

/// The faces for the throw that the table waits for, if it is this person's and there are as many.
pub(super) fn next_faces(
    game: &Loaded,
    user: UserId,
    faces: &mut VecDeque<u32>,
) -> Option<Vec<u32>> {
    let table: &Table = &game.whole.table;
    let wants = usize::try_from(table.throw.as_ref()?.wanted.dice).ok()?;
    let own = table.thrower().is_some_and(|thrower| thrower.id == user);
    (own && wants <= faces.len()).then(|| faces.drain(..wants).collect())
}

fn by_hand_at(game: &Loaded) -> Result<(), Trouble> {
    if game.table.settings.has_hand_dice() {
        return Ok(());
    }
    let system = game.table.system;
    Err(Trouble::refused(if system.takes_dice_by_hand() {
        "I roll the dice at this table, so none are typed. `/game by-hand` asks the others whether you roll your own."
            .to_owned()
    } else {
        format!("I roll the dice of {} myself, so none are typed.", system.title())
    }))
}

/// The table after this, tried out.
fn after(game: &Loaded, actor: &Actor, action: Action) -> Result<Loaded, Trouble> {
    let next = decide(game, actor, action, &[], &mut Ones, 0)?;
    Ok(Loaded::for_show(&game.id, next.step.seq, next.table))
}

/// Dice that always show a 1, with which every test is passed.
#[derive(Debug)]
struct Ones;

impl Dice for Ones {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        Ok(Roll { number: Some(1), sides, face: 1 })
    }
}
