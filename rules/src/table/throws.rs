//! Dice that people roll by hand. Whoever's throw it is rolls and types it; the game waits for them, through restarts. What
//! was begun lies in the table's state with the dice that have fallen, and is carried out when the last one is there.

use serde::{Deserialize, Serialize};

use super::decide::{game_of, no_seat, who_plays};
use super::{Actor, AskedFor, Decided, Event, Moment, Player, Settings, Table, result};
use crate::by_hand::{Part, Wanted};
use crate::dice::{Dice, Recorded, Roll};
use crate::game::Command;
use crate::ids::{Seat, UserId};
use crate::refusal::Refusal;
use crate::system::Doer;
use crate::text::count;
use crate::version::RulesVersion;

/// From these rules on, dice are typed only by whoever's throw it is; before, by whoever did something.
pub(crate) const THROWS_HAVE_OWNERS: RulesVersion = RulesVersion(2);

/// Something that waits for dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Throw {
    /// Whoever does it.
    pub by: Player,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub manager: bool,
    /// The seats they did it for: should they leave the table, it is carried out all the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<Seat>,
    /// What they do. It is left out where the table is shown, as a command may hold secrets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Command>,
    /// Every die that has fallen for it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolled: Vec<Roll>,
    /// Those of them that were typed, and by whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub typed: Vec<Typed>,
    /// The throw that comes next.
    pub wanted: Wanted,
}

/// Dice that somebody rolled by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Typed {
    pub by: Player,
    /// What they were for.
    pub what: String,
    pub dice: Vec<Roll>,
    /// They named a die that came out of a bag.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draw: bool,
}

/// Whose dice are rolled by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByHand {
    Everybody,
    Nobody,
    /// This side alone.
    Side(Seat),
    /// The next throw, whosever it is.
    NextThrow,
}

impl Settings {
    /// Whether the dice of this seat are rolled by hand now.
    pub fn rolls_by_hand(&self, seat: Seat) -> bool {
        self.by_hand || self.next_by_hand || self.hand_seats.contains(&seat)
    }

    /// Whether anybody's are.
    pub fn has_hand_dice(&self) -> bool {
        self.by_hand || self.next_by_hand || !self.hand_seats.is_empty()
    }

    /// The same table with these dice rolled by hand.
    #[must_use]
    pub fn with_hand_dice(&self, hand: ByHand) -> Settings {
        let none = Settings {
            by_hand: false,
            hand_seats: Vec::new(),
            next_by_hand: false,
            ..self.clone()
        };
        match hand {
            ByHand::Everybody => Settings { by_hand: true, ..none },
            ByHand::Nobody => none,
            ByHand::Side(seat) => Settings { hand_seats: vec![seat], ..none },
            ByHand::NextThrow => Settings { next_by_hand: true, ..self.clone() },
        }
    }
}

impl<G> Table<G> {
    /// Whoever rolls the dice that the table waits for: the player whose throw it is, or whoever acts where nobody sits
    /// there. `None` where nothing is waited for, or only the program could roll.
    pub fn thrower(&self) -> Option<&Player> {
        let throw = self.throw.as_ref()?;
        self.throws_for(throw.wanted.seat, &throw.by)
    }

    fn throws_for<'a>(&'a self, seat: Seat, acting: &'a Player) -> Option<&'a Player> {
        self.player_at(seat).or(Some(acting)).filter(|player| !player.is_bot())
    }
}

impl Table {
    /// What the throw consists of that the table waits for: a part for each weapon, where several are rolled for at once. As
    /// long as one person types dice, all of it can be typed together.
    pub fn throw_parts(&self) -> Vec<Part> {
        let Some(throw) = &self.throw else { return Vec::new() };
        let whole = vec![Part::from(&throw.wanted)];
        let Ok(begun) = Begun::of(throw) else { return whole };
        let Ok(game) = game_of(self) else { return whole };
        let by = begun.doer(self);
        let parts = game.throw_parts(&by, &begun.command, &begun.rolled).unwrap_or_default();
        // the next throw alone is what was asked for first; the rest is rolled for them
        let next_alone = Settings { next_by_hand: false, ..self.settings.clone() };
        let typed_on = next_alone.rolls_by_hand(throw.wanted.seat);
        let mut dice = 0;
        let mut reached = false;
        let mut kept = Vec::new();
        for part in parts {
            if reached && !typed_on {
                break;
            }
            dice += part.dice;
            reached |= dice == throw.wanted.dice;
            kept.push(part);
        }
        if reached { kept } else { whole }
    }
}

/// What somebody does, where dice may be rolled by hand. Dice of the stream fall at once; the first throw that is
/// somebody's to roll by hand is waited for.
pub(super) fn begin(
    table: &Table,
    actor: &Actor,
    command: &Command,
    moment: Moment<'_>,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    let begun = Begun {
        by: actor.clone(),
        seats: who_plays(table, actor, command).seats,
        command: command.clone(),
        rolled: Vec::new(),
        typed: Vec::new(),
    };
    go_on(table, &table.settings, begun, moment, dice)
}

/// A throw without the one that is waited for.
struct Begun {
    by: Actor,
    seats: Vec<Seat>,
    command: Command,
    rolled: Vec<Roll>,
    typed: Vec<Typed>,
}

impl Begun {
    fn of(throw: &Throw) -> Result<Self, Refusal> {
        let command = throw.command.clone().ok_or_else(nothing_thrown)?;
        let by = Actor { player: throw.by.clone(), manager: throw.manager };
        let (seats, rolled) = (throw.seats.clone(), throw.rolled.clone());
        Ok(Self { by, seats, command, rolled, typed: throw.typed.clone() })
    }

    /// Whoever does it, for the seats they did it for at first.
    fn doer(&self, table: &Table) -> Doer {
        let mut by = who_plays(table, &self.by, &self.command);
        if by.seats.is_empty() {
            by.seats.clone_from(&self.seats);
        }
        by
    }

    fn waits_for(self, wanted: Wanted) -> Throw {
        let Self { by: Actor { player: by, manager }, seats, command, rolled, typed } = self;
        Throw { by, manager, seats, command: Some(command), rolled, typed, wanted }
    }
}

/// Goes on until somebody has to roll, or everything is done. `settings` are those that hold from here on.
fn go_on(
    table: &Table,
    settings: &Settings,
    mut begun: Begun,
    moment: Moment<'_>,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    let game = game_of(table)?;
    let by = begun.doer(table);
    while let Some(wanted) = game.next_throw(&by, &begun.command, &begun.rolled)? {
        let by_hand = settings.rolls_by_hand(wanted.seat)
            && table.throws_for(wanted.seat, &begun.by.player).is_some();
        if by_hand {
            return Ok(vec![Event::Throwing(begun.waits_for(wanted))]);
        }
        for _ in 0..wanted.dice {
            begun.rolled.push(dice.roll(wanted.sides)?);
        }
    }
    let Begun { command, rolled, typed, .. } = begun;
    let mut fallen = Recorded::new(rolled);
    let played = game.decide(&by, &command, &mut fallen)?;
    fallen.finish()?;
    let (played, ending) = result::finished(table, game, played);
    // a die that was drawn by hand is shown to the others, once
    let drawn = typed.iter().find(|typed| typed.draw).map(|typed| typed.by.clone());
    let mut events = Vec::new();
    if !typed.is_empty() {
        events.push(Event::Thrown { typed });
    }
    events.extend(played.into_iter().map(Event::Played));
    if !ending.is_empty() {
        events.extend(ending);
    } else if let Some(by) = drawn.filter(|_| !table.objected)
        && !table.others(by.id).is_empty()
    {
        events.push(Event::DrawShown { by, step: moment.seq });
    }
    Ok(events)
}

/// The faces of the throw that the table waits for.
pub(super) fn type_dice(
    table: &Table,
    actor: &Actor,
    faces: &[u32],
    moment: Moment<'_>,
    dice: &mut dyn Dice,
) -> Result<Decided, Refusal> {
    let throw = waiting(table)?;
    let wanted = &throw.wanted;
    if table.thrower().is_none_or(|thrower| thrower.id != actor.id()) {
        return Err(not_yours(table, throw));
    }
    let wants = usize::try_from(wanted.dice).unwrap_or(usize::MAX);
    if faces.len() != wants {
        let typed = count(u32::try_from(faces.len()).unwrap_or(u32::MAX), "face", "faces");
        return Err(Refusal::new(format!(
            "This takes {}, and you typed {typed}.",
            wanted.sentence()
        )));
    }
    let mut begun = Begun::of(throw)?;
    let mut typed = Vec::new();
    for face in faces {
        typed.push(dice.typed(wanted.sides, *face)?);
    }
    begun.rolled.extend(&typed);
    let (by, what, draw) = (actor.player.clone(), wanted.what.clone(), wanted.draw);
    begun.typed.push(Typed { by, what, dice: typed, draw });
    let (settings, mut events) = after_a_throw(table);
    events.extend(go_on(table, &settings, begun, moment, dice)?);
    Ok(events.into())
}

/// The dice of the stream after all, for the throw that the table waits for.
pub(super) fn roll_dice(
    table: &Table,
    actor: &Actor,
    moment: Moment<'_>,
    dice: &mut dyn Dice,
) -> Result<Decided, Refusal> {
    let throw = waiting(table)?;
    // where whoever should roll has left the table, anybody who plays here helps out
    let theirs = table.thrower().is_none_or(|thrower| {
        let gone = !table.is_seated(thrower.id) && !table.is_organiser(thrower.id);
        thrower.id == actor.id() || gone && table.is_seated(actor.id())
    });
    let referee = actor.manager && !table.is_seated(actor.id());
    if !theirs && !table.is_organiser(actor.id()) && !referee {
        return Err(not_yours(table, throw));
    }
    let mut begun = Begun::of(throw)?;
    for _ in 0..throw.wanted.dice {
        begun.rolled.push(dice.roll(throw.wanted.sides)?);
    }
    let (settings, mut events) = after_a_throw(table);
    events.extend(go_on(table, &settings, begun, moment, dice)?);
    Ok(events.into())
}

/// The settings once a throw has been made: the next one by hand was this one.
fn after_a_throw(table: &Table) -> (Settings, Vec<Event>) {
    let settings = Settings { next_by_hand: false, ..table.settings.clone() };
    if settings == table.settings {
        return (settings, Vec::new());
    }
    (settings.clone(), vec![Event::SettingsChanged { settings }])
}

/// What a throw that is waited for comes to, once the table is set otherwise: nobody types what the stream rolls now.
pub(super) fn resettled(
    table: &Table,
    settings: &Settings,
    moment: Moment<'_>,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    match &table.throw {
        Some(throw) => go_on(table, settings, Begun::of(throw)?, moment, dice),
        None => Ok(Vec::new()),
    }
}

fn waiting(table: &Table) -> Result<&Throw, Refusal> {
    table.throw.as_ref().ok_or_else(nothing_thrown)
}

fn nothing_thrown() -> Refusal {
    Refusal::new("The table waits for no dice now.")
}

fn not_yours(table: &Table, throw: &Throw) -> Refusal {
    let wanted = throw.wanted.sentence();
    match table.thrower() {
        Some(thrower) => {
            Refusal::new(format!("These are for {} to roll and type: {wanted}.", thrower.name))
        }
        None => no_seat(table, "type dice here"),
    }
}

/// Why nothing else is done meanwhile.
pub(super) fn dice_first(table: &Table, user: UserId) -> Result<(), Refusal> {
    if let Some(throw) = &table.throw {
        let wanted = throw.wanted.sentence();
        return Err(Refusal::new(match table.thrower() {
            Some(thrower) if thrower.id == user => {
                format!("First your dice: {wanted}. Type them with the button, or with `/dice`.")
            }
            Some(thrower) => format!("The table waits for {}'s dice: {wanted}.", thrower.name),
            None => format!("The table waits for dice: {wanted}."),
        }));
    }
    if let Some(asked) = &table.asked
        && matches!(asked.what, AskedFor::Draw { .. })
        && asked.by.id == user
    {
        let others: Vec<&str> =
            table.others(user).into_iter().map(|player| player.name.as_str()).collect();
        return Err(Refusal::new(format!(
            "{} may look at the die that you drew first, and say that it is right or object.",
            crate::text::list(&others)
        )));
    }
    Ok(())
}
