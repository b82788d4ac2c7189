//! Whether an action is allowed, and what comes of it.

use super::{
    Action, Actor, ByHand, Event, MAX_REMIND_HOURS, MAX_SALT, MAX_TURNS, Phase, Settings,
    SettingsChange, Step, Table, ask, result, seats, shelf, start, throws,
};
use crate::dice::Dice;
use crate::game::{Command, Game, Setup};
use crate::ids::{Seat, Seq};
use crate::refusal::{Refusal, WayOut};
use crate::system::Doer;
use crate::text::{MAX_TITLE, clean_line, clean_title, list};
use crate::version::RulesVersion;

/// What the table itself does not know: where the stream of dice and the log stand, which step undo would revoke, and by
/// which rules it is judged.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The number of the next die of the game's stream; 1 while none has been rolled.
    pub next_die: u64,
    pub undoable: Option<&'a Step>,
    /// The number that this step will have.
    pub seq: Seq,
    /// The rules that judge this step: today's, or, when an old log is judged again, those that the step names. A game is
    /// played to its end by those it is started under.
    pub rules: RulesVersion,
}

/// What an accepted action comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    pub events: Vec<Event>,
    pub revokes: Option<Seq>,
}

/// Whether judging this action needs the whole log, because it reaches back into it.
pub fn reaches_back(table: &Table, action: &Action) -> bool {
    ask::reaches_back(table, action)
}

impl From<Vec<Event>> for Decided {
    fn from(events: Vec<Event>) -> Self {
        Self { events, revokes: None }
    }
}

/// The first step of every game.
pub fn open_table(actor: &Actor, action: &Action) -> Result<Decided, Refusal> {
    let today = match action {
        Action::Open { setup, .. } => setup.system().version(),
        _ => RulesVersion::UNKNOWN,
    };
    open_table_by(actor, action, today)
}

/// The same under the rules of then.
pub fn open_table_by(
    actor: &Actor,
    action: &Action,
    rules: RulesVersion,
) -> Result<Decided, Refusal> {
    let Action::Open { name, setup, organiser, start, settings } = action else {
        return Err(Refusal::new("There is no game here yet. Open one with `/game new`."));
    };
    let name = named(name)?;
    let game = setup.set_up().map_err(|faults| Refusal::new(faults.join(" ")))?;
    let mut events = vec![Event::Opened {
        name,
        system: setup.system(),
        host: actor.player.clone(),
        organiser: organiser.clone(),
        setup: setup.clone(),
        seats: setup.seats(),
        settings: settings.clone(),
    }];
    if *start {
        events.push(Event::Seated { seat: Seat(0), player: actor.player.clone() });
        if setup.players_needed() > 1 {
            return Err(Refusal::new(format!(
                "This game needs {} players before it can start.",
                setup.players_needed()
            )));
        }
        events.push(Event::Started { game: game.played_by(rules) });
    }
    Ok(events.into())
}

pub fn decide(
    table: &Table,
    actor: &Actor,
    action: &Action,
    moment: Moment<'_>,
    dice: &mut dyn Dice,
) -> Result<Decided, Refusal> {
    let about_the_end =
        matches!(action, Action::Undo { .. } | Action::Agree | Action::Refuse | Action::Close);
    if table.phase == Phase::Ended && !(about_the_end && table.can_reopen()) {
        return Err(Refusal::new(format!(
            "“{}” has ended. It stays in the archive; open a new one with `/game new`.",
            table.name
        )));
    }
    if table.phase == Phase::Shelved && !matches!(action, Action::Resume | Action::Depart) {
        return Err(Refusal::new(format!(
            "“{}” has been put away unfinished. `/game resume` takes it up again.",
            table.name
        )));
    }
    match action {
        Action::Open { .. } => Err(Refusal::new("This table is already open.")),
        Action::Join { seat, salt } => seats::join(table, actor, *seat, salt.as_deref(), moment),
        Action::Leave => seats::leave(table, actor),
        Action::Seat { player, seat } => seats::seat_somebody(table, actor, player, *seat),
        Action::Unseat { player } => seats::unseat(table, actor, player),
        Action::SeatBot { seat } => seats::seat_bot(table, actor, *seat),
        Action::UnseatBot { seat } => seats::unseat_bot(table, actor, *seat),
        Action::HandOver { seat, to } => seats::hand_over(table, actor, *seat, to),
        Action::TakeOver => seats::take_over(table, actor),
        Action::TurnDown => seats::turn_down(table, actor),
        Action::Shelve => shelf::shelve(table, actor),
        Action::Resume => shelf::resume(table, actor),
        Action::Keep => shelf::keep(table, actor),
        Action::Depart => Ok(vec![Event::Departed { player: actor.player.clone() }].into()),
        Action::SetUp { setup, name } => set_up(table, actor, setup, name.as_deref()),
        Action::Change(change) => settings(table, actor, change, moment, dice),
        Action::Start => start::start(table, actor, moment.rules),
        Action::Play(command) => play(table, actor, command, moment, dice),
        Action::TypeDice { faces } => throws::type_dice(table, actor, faces, moment, dice),
        Action::RollDice => throws::roll_dice(table, actor, moment, dice),
        Action::Undo { step } => ask::undo(table, actor, *step, moment.undoable),
        Action::Agree => ask::agree(table, actor, moment, dice),
        Action::Refuse => ask::refuse(table, actor, moment.undoable),
        Action::End => ask::end(table, actor),
        Action::Settle(claim) => result::settle(table, actor, claim, moment),
        Action::Rule { scores, why } => result::rule(table, actor, scores, why),
        Action::Score { turn, points } => result::score(table, actor, (*turn, points), moment),
        Action::Close => result::close(table, actor),
    }
}

fn set_up(
    table: &Table,
    actor: &Actor,
    setup: &Setup,
    name: Option<&str>,
) -> Result<Decided, Refusal> {
    table_business(table, actor, "change the set-up")?;
    if table.phase != Phase::Lobby {
        return Err(Refusal::new("The game has started, so its set-up stands."));
    }
    if setup.system() != table.system {
        return Err(Refusal::new(format!("This table is set for {}.", table.system.title())));
    }
    setup.may_stand().map_err(|faults| Refusal::new(faults.join(" ")))?;
    let seats = setup.seats();
    let unseated: Vec<&str> = table.seats[seats.len().min(table.seats.len())..]
        .iter()
        .filter(|chair| chair.player.is_some())
        .map(|chair| chair.name.as_str())
        .collect();
    if !unseated.is_empty() {
        return Err(Refusal::new(format!(
            "That would leave no chair for {}. They can `/game leave` first.",
            list(&unseated)
        )));
    }
    let mut events = vec![Event::SetUpChanged { setup: setup.clone(), seats }];
    if let Some(name) = name {
        events.push(Event::Renamed { name: named(name)? });
    }
    Ok(events.into())
}

fn settings(
    table: &Table,
    actor: &Actor,
    change: &SettingsChange,
    moment: Moment<'_>,
    dice: &mut dyn Dice,
) -> Result<Decided, Refusal> {
    let mut events = Vec::new();
    if change.name.is_some() || changes_settings(change) {
        table_business(table, actor, "change this table's settings")?;
    }
    if let Some(name) = &change.name {
        let name = named(name)?;
        if name != table.name {
            events.push(Event::Renamed { name });
        }
    }
    let hand = change.hand_dice();
    if hand.is_some_and(|hand| hand != ByHand::Nobody) && !table.system.takes_dice_by_hand() {
        return Err(Refusal::new(format!(
            "I roll the dice of {} myself: often somebody else's answer makes them fall. Every die can be checked at the end.",
            table.system.title()
        )));
    }
    if let Some(ByHand::Side(seat)) = hand
        && seat.index() >= table.seats.len()
    {
        return Err(Refusal::new("There is no such seat at this table."));
    }
    let settings = changed(&table.settings, change)?;
    if settings.turn_limit != table.settings.turn_limit && table.phase != Phase::Lobby {
        return Err(Refusal::new(
            "The last turn is agreed before the start. `/game result` ends the game earlier, with a result.",
        ));
    }
    let by_hand = hand.map_or_else(|| settings.clone(), |hand| settings.with_hand_dice(hand));
    let mut question = None;
    let settings = if by_hand == settings || moment.rules < throws::THROWS_HAVE_OWNERS {
        by_hand
    } else if let Some(hand) = hand {
        match ask::about_hand_dice(table, actor, hand, moment)? {
            Some(asked) => {
                question = Some(asked);
                settings
            }
            None => by_hand,
        }
    } else {
        settings
    };
    if settings != table.settings {
        events.push(Event::SettingsChanged { settings: settings.clone() });
        events.extend(throws::resettled(table, &settings, moment, dice)?);
    }
    events.extend(question);
    if let Some(organiser) = &change.organiser {
        may_name_organiser(table, actor)?;
        if table.organiser.as_ref() != Some(organiser) {
            events.push(Event::OrganiserNamed { organiser: organiser.clone() });
        }
    }
    if let Some(salt) = &change.salt {
        if !table.belongs(actor.id()) {
            return Err(no_seat(table, "add salt"));
        }
        events.push(salted(table, actor, salt, moment)?);
    }
    if events.is_empty() {
        return Err(Refusal::new("Nothing would change: the table is already set like that."));
    }
    Ok(events.into())
}

fn changes_settings(change: &SettingsChange) -> bool {
    change.mentions.is_some()
        || change.remind_hours.is_some()
        || change.compact.is_some()
        || change.spoken.is_some()
        || change.hand_dice().is_some()
        || change.turn_limit.is_some()
}

fn changed(before: &Settings, change: &SettingsChange) -> Result<Settings, Refusal> {
    let remind_hours = change.remind_hours.unwrap_or(before.remind_hours);
    if remind_hours > MAX_REMIND_HOURS {
        return Err(Refusal::new(format!(
            "Reminders come after {MAX_REMIND_HOURS} hours (four weeks) at the latest; 0 turns them off."
        )));
    }
    let turn_limit = change.turn_limit.unwrap_or(before.turn_limit);
    if turn_limit > MAX_TURNS {
        return Err(Refusal::new(format!(
            "The last turn is turn {MAX_TURNS} at the latest; 0 takes the limit away."
        )));
    }
    Ok(Settings {
        turn_limit,
        mentions: change.mentions.unwrap_or(before.mentions),
        remind_hours,
        compact: change.compact.unwrap_or(before.compact),
        spoken: change.spoken.unwrap_or(before.spoken),
        ..before.clone()
    })
}

/// The organiser names a successor, a server manager anybody. The host names the first one, but not over the heads of
/// people who sat down to a game without: an organiser needs nobody's consent.
fn may_name_organiser(table: &Table, actor: &Actor) -> Result<(), Refusal> {
    let in_time = table.phase == Phase::Lobby || table.others(actor.id()).is_empty();
    let may = match &table.organiser {
        Some(organiser) => organiser.id == actor.id(),
        None => table.host.id == actor.id() && in_time,
    };
    if may || actor.manager {
        return Ok(());
    }
    let sentence = match &table.organiser {
        Some(organiser) => format!(
            "Only {} or somebody who manages this server may name another organiser.",
            organiser.name
        ),
        None if table.host.id == actor.id() => {
            "Others sat down to a game without an organiser, so now only \
             somebody who manages this server may name one."
                .to_owned()
        }
        None => format!(
            "Only {} or somebody who manages this server may name the organiser.",
            table.host.name
        ),
    };
    Err(Refusal::new(sentence))
}

pub(super) fn salted(
    table: &Table,
    actor: &Actor,
    salt: &str,
    moment: Moment<'_>,
) -> Result<Event, Refusal> {
    if moment.next_die > 1 {
        return Err(Refusal::new(
            "Salt goes in before the first die is rolled, and dice have been rolled here.",
        ));
    }
    if table.salts.iter().any(|salt| salt.by == actor.id()) {
        return Err(Refusal::new("You have added your salt; one from each person is enough."));
    }
    let text = clean_line(salt, MAX_SALT).ok_or_else(|| {
        Refusal::new(format!("A salt is one line of 1 to {MAX_SALT} characters."))
    })?;
    Ok(Event::Salted { by: actor.id(), text })
}

fn play(
    table: &Table,
    actor: &Actor,
    command: &Command,
    moment: Moment<'_>,
    dice: &mut dyn Dice,
) -> Result<Decided, Refusal> {
    let game = game_of(table)?;
    let by = who_plays(table, actor, command);
    if by.seats.is_empty() && !by.organiser {
        return Err(no_seat(table, "play here"));
    }
    throws::dice_first(table, actor.id())?;
    if table.settings.has_hand_dice() && moment.rules >= throws::THROWS_HAVE_OWNERS {
        return Ok(throws::begin(table, actor, command, moment, dice)?.into());
    }
    let played = game.decide(&by, command, dice)?;
    let (played, ending) = result::finished(table, game, played);
    let events: Vec<Event> = played.into_iter().map(Event::Played).chain(ending).collect();
    Ok(events.into())
}

pub(super) fn game_of(table: &Table) -> Result<&Game, Refusal> {
    table.game.as_ref().ok_or_else(|| {
        Refusal::new("The game has not started yet. Press Start, or use `/game start`.")
    })
}

/// The seats somebody acts for. Mistakes are put right as steps are undone: by a manager of the server who does not play
/// here, and by a player alone where nobody is left to be asked. Such a manager also goes on for whoever does not answer.
pub(super) fn who_plays(table: &Table, actor: &Actor, command: &Command) -> Doer {
    let mut by = table.by(actor.id());
    if command.fills_in() && by.seats.is_empty() {
        by.organiser |= actor.manager;
    }
    if command.corrects() {
        if by.seats.is_empty() {
            by.organiser |= actor.manager;
        } else if table.consenters(actor.id()).is_empty() {
            by.seats = table.all_seats().collect();
        }
    }
    by
}

/// Players at the table, its host and organiser, and whoever manages the server may do this.
pub(super) fn table_business(table: &Table, actor: &Actor, what: &str) -> Result<(), Refusal> {
    let may = table.belongs(actor.id()) || actor.manager;
    if may { Ok(()) } else { Err(no_seat(table, what)) }
}

pub(super) fn no_seat(table: &Table, what: &str) -> Refusal {
    let refusal =
        Refusal::new(format!("Only people at this table may {what}; {}", free_text(table)));
    if table.free_seats().is_empty() { refusal } else { refusal.with_way_out(WayOut::Join) }
}

pub(super) fn free_text(table: &Table) -> String {
    match table.free_seats() {
        free if free.is_empty() => "every seat is taken.".to_owned(),
        free => format!("free: {}.", seat_names(table, &free)),
    }
}

pub(super) fn seat_names(table: &Table, seats: &[Seat]) -> String {
    let names: Vec<&str> =
        seats.iter().filter_map(|seat| table.seats.get(seat.index())).map(|c| &*c.name).collect();
    list(&names)
}

fn named(name: &str) -> Result<String, Refusal> {
    clean_title(name).ok_or_else(|| {
        Refusal::new(format!("A game's name is one line of 1 to {MAX_TITLE} characters."))
    })
}
