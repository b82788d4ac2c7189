//! A die was drawn: which unit it is for, and which order that unit gets.

use gatemaster_discord::card::{Button, Choice, Select, Style};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::antares::arms::can_shoot;
use gatemaster_rules::antares::command::{GiveOrder, Nerve};
use gatemaster_rules::antares::event::Pace;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::moves::distance;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::orders::check_order;
use gatemaster_rules::antares::question::nerves;
use gatemaster_rules::antares::state::{Soma, State, Unit, UnitId};
use gatemaster_rules::antares::values::{self, commanders_command};
use gatemaster_rules::antares::{label, reason::Reason};
use gatemaster_rules::check::Check;
use gatemaster_rules::ids::Seat;

use super::super::aim::{self, Target};
use super::super::controls::button;
use super::super::press::BattlePressed;
use super::press::{OrderPress, Sheet, help_number};
use crate::desk::Loaded;
use crate::face::Controls;
use crate::systems::antares::show::order_mark;
use crate::words::{count, esc};

/// Marks an assault at a sprint in a list's values.
pub(super) const AT_A_SPRINT: char = 's';

/// Units of the side that could use the drawn die in one way or another.
pub(super) fn usable(state: &State, seat: Seat) -> Vec<UnitId> {
    let some_order =
        |id: UnitId| Order::ALL.iter().any(|order| may(state, seat, &GiveOrder::plain(id, *order)));
    state.waiting_for_orders(seat).map(|(id, _)| id).filter(|id| some_order(*id)).collect()
}

/// Enemies on the table.
pub(super) fn enemies(state: &State, seat: Seat) -> Vec<UnitId> {
    let enemies = state.living(state.enemy_of(seat));
    enemies.filter(|(_, unit)| unit.deployed).map(|(id, _)| id).collect()
}

fn may(state: &State, seat: Seat, order: &GiveOrder) -> bool {
    check_order(state, seat, order).is_ok()
}

/// The order with everything that was chosen for it. What takes no test needs no help.
pub(super) fn given(
    state: &State,
    sheet: Sheet,
    order: Order,
    sprint: bool,
    assault: Option<UnitId>,
) -> GiveOrder {
    let tests = state.unit(sheet.unit).is_some_and(|unit| tests(unit, order));
    let nerve = if tests { sheet.help } else { Nerve::default() };
    GiveOrder { unit: sheet.unit, order, sprint, assault, nerve }
}

/// A-ORD-2, A-ORD-7, A-ORD-10
pub(super) fn tests(unit: &Unit, order: Order) -> bool {
    unit.pins > 0 && order != Order::Down && unit.soma != Soma::Wild
}

/// The distort die has its way with this die (A-BAG-7).
fn is_distorted(state: &State, seat: Seat, id: UnitId) -> bool {
    state.distort.pending && !may(state, seat, &GiveOrder::plain(id, Order::Fire))
}

pub fn drawn(game: &Loaded, state: &State, seat: Seat) -> Controls {
    let units = usable(state, seat);
    if let [only] = units[..] {
        return sheet(game, state, seat, Sheet::of(only));
    }
    let side = &state.sides[seat.index()];
    let mark = side.colour.mark();
    let mut text = format!("{mark} **{}** was drawn. Which unit acts?", esc(&side.name));
    if units.iter().any(|id| is_distorted(state, seat, *id)) {
        text += " The distort die came before it, so that unit must go **Down**.";
    }
    let options = units.into_iter().map(|id| {
        Choice::new(state.unit_name(id), id.0).more(label::unit_line(state, id)).marked(mark)
    });
    let select = list(game, "Which unit acts?", OrderPress::Unit, options.collect());
    Controls { text, selects: vec![select], buttons: Vec::new() }
}

pub(super) fn list(
    game: &Loaded,
    placeholder: &str,
    press: OrderPress,
    options: Vec<Choice>,
) -> Select {
    Select::new(placeholder, BattlePressed::new(&game.id, game.at, press.into()), options)
}

/// The orders of one unit.
pub(super) fn sheet(game: &Loaded, state: &State, seat: Seat, sheet: Sheet) -> Controls {
    let Some(unit) = state.unit(sheet.unit) else { return Controls::default() };
    let give = |order, sprint| OrderPress::Give { sheet, order, sprint };
    let name = esc(&unit.name);
    let line = esc(&label::unit_line(state, sheet.unit));
    let head = format!("{} **{name}** · {line}", state.sides[seat.index()].colour.mark());
    let others = (usable(state, seat).len() > 1)
        .then(|| button(game, "Another unit", OrderPress::AnotherUnit).marked("↩️"));
    if unit.soma == Soma::Wild {
        let text = format!(
            "{head}\nIts soma grafts run wild: whatever it is told, a die chooses its order."
        );
        let grafts = button(game, "Let the grafts choose", give(Order::Fire, false))
            .marked("🎲")
            .styled(Style::Main);
        return Controls { text, selects: Vec::new(), buttons: vec![row([grafts], others)] };
    }
    if is_distorted(state, seat, sheet.unit) {
        let text = format!(
            "{head}\nThe distort die was drawn before this one, so it must give a **Down** order. No test is taken."
        );
        let down = order_button(game, state, seat, sheet, Order::Down).styled(Style::Main);
        return Controls { text, selects: Vec::new(), buttons: vec![row([down], others)] };
    }
    let helps = helps(state, sheet.unit, unit);
    let fire = fire_at(game, state, seat, sheet, unit);
    let assaults = assaults(state, seat, sheet);
    // four rows are all there is: with a list of what helps, assaults have a page of their own
    let listed = helps.len() < 2 && assaults.len() <= usize::from(CHOICES);
    let mut selects: Vec<Select> = fire.into_iter().collect();
    if helps.len() > 1 {
        selects.push(help_list(game, state, sheet, unit, &helps));
    }
    let of = |order| order_button(game, state, seat, sheet, order);
    let sprint = unit.may_sprint().then(|| {
        let allowed = may(state, seat, &given(state, sheet, Order::Run, true, None));
        button(game, "Sprint", give(Order::Run, true)).marked("💨").disabled_if(!allowed)
    });
    let mut first = vec![of(Order::Fire), of(Order::Advance), of(Order::Run)];
    first.extend(sprint);
    first.push(of(Order::Ambush));
    let mut second = vec![of(Order::Rally), of(Order::Down)];
    if listed && !assaults.is_empty() {
        selects.push(list(game, ASSAULT, OrderPress::Assault(sheet), assaults));
    } else if !assaults.is_empty() {
        second.push(button(game, ASSAULT, OrderPress::Assaults(sheet)).marked("⚔️"));
    }
    second.extend(others);
    let text = [head, test_text(state, sheet, unit), paces(unit)].join("\n");
    Controls { text, selects, buttons: vec![first, second] }
}

const ASSAULT: &str = "Run and assault…";

fn row<const N: usize>(first: [Button; N], last: Option<Button>) -> Vec<Button> {
    first.into_iter().chain(last).collect()
}

fn order_button(game: &Loaded, state: &State, seat: Seat, sheet: Sheet, order: Order) -> Button {
    let allowed = may(state, seat, &given(state, sheet, order, false, None));
    button(game, order.name(), OrderPress::Give { sheet, order, sprint: false })
        .marked(order_mark(order))
        .disabled_if(!allowed)
}

fn fire_at(game: &Loaded, state: &State, seat: Seat, sheet: Sheet, unit: &Unit) -> Option<Select> {
    let may_fire = may(state, seat, &given(state, sheet, Order::Fire, false, None));
    let targets = aim::targets(state, sheet.unit, Manner::Fire);
    if !may_fire || targets.is_empty() || !can_shoot(state, unit, Manner::Fire) {
        return None;
    }
    let options = aims(state, sheet.unit, targets);
    Some(list(game, "Fire at…", OrderPress::FireAt(sheet), options))
}

/// What a unit could shoot at, as many as a list holds.
pub(super) fn aims(state: &State, from: UnitId, targets: Vec<Target>) -> Vec<Choice> {
    targets.into_iter().take(CHOICES.into()).map(|at| at.choice(state, from)).collect()
}

/// Whom the unit may assault; those it may assault at a sprint once more.
fn assaults(state: &State, seat: Seat, sheet: Sheet) -> Vec<Choice> {
    let allowed = |at, sprint| may(state, seat, &given(state, sheet, Order::Run, sprint, Some(at)));
    let mut choices = Vec::new();
    for at in enemies(state, seat) {
        let line = label::target_line(state, sheet.unit, at);
        if allowed(at, false) {
            choices.push(Choice::new(state.unit_name(at), at.0).more(line.clone()));
        }
        if allowed(at, true) {
            let label = format!("{}, at a sprint", state.unit_name(at));
            choices.push(Choice::new(label, format!("{}{AT_A_SPRINT}", at.0)).more(line));
        }
    }
    choices
}

/// The enemies on a page of their own, run and sprint apart.
pub(super) fn assault_page(game: &Loaded, state: &State, seat: Seat, sheet: Sheet) -> Controls {
    let Some(unit) = state.unit(sheet.unit) else { return Controls::default() };
    let (sprints, runs): (Vec<Choice>, Vec<Choice>) = assaults(state, seat, sheet)
        .into_iter()
        .partition(|choice| choice.value.ends_with(AT_A_SPRINT));
    let lists = [
        (runs, ASSAULT, OrderPress::Assault(sheet)),
        (sprints, "Sprint and assault…", OrderPress::SprintingAssault(sheet)),
    ];
    let selects = lists
        .into_iter()
        .filter(|(choices, _, _)| !choices.is_empty())
        .map(|(choices, name, press)| list(game, name, press, choices))
        .collect();
    let back = button(game, "Another order", OrderPress::Orders(sheet)).marked("↩️");
    let text = format!(
        "{} **{}** assaults: whom?\n{}\n{}",
        state.sides[seat.index()].colour.mark(),
        esc(&unit.name),
        test_text(state, sheet, unit),
        paces(unit)
    );
    Controls { text, selects, buttons: vec![vec![back]] }
}

/// What could help in the order test, nothing first; nothing at all where none is taken.
fn helps(state: &State, id: UnitId, unit: &Unit) -> Vec<Nerve> {
    if tests(unit, Order::Fire) { nerves(state, id, unit) } else { Vec::new() }
}

fn help_list(game: &Loaded, state: &State, sheet: Sheet, unit: &Unit, helps: &[Nerve]) -> Select {
    let options = helps.iter().map(|help| {
        let needs = or_less(needed(state, unit, *help).target());
        let (label, more) = match *help {
            Nerve { soma: true, .. } => (
                "Wake the soma grafts".to_owned(),
                format!("Needs {needs} in every command test from now on; failed, they run wild"),
            ),
            Nerve { commander: Some(by), .. } => {
                let lent = state.unit(by).map_or(0, commanders_command);
                let name = state.unit_name(by);
                let label = format!("The commander of {name}, within 10″");
                (label, format!("Command {lent}, needs {needs}"))
            }
            Nerve { commander: None, soma: false } => {
                ("Nobody helps".to_owned(), format!("Needs {needs}"))
            }
        };
        Choice::new(label, help_number(*help)).more(more).chosen_if(*help == sheet.help)
    });
    list(game, "What helps in the order test?", OrderPress::Help(sheet.unit), options.collect())
}

/// What an order test is rolled against with this help.
fn needed(state: &State, unit: &Unit, help: Nerve) -> Check<Reason> {
    if help.soma {
        return Check::new(values::SOMA_VALUE, Reason::SomaGraft);
    }
    values::command(state, unit, help, false)
}

/// Why a test is due and what it needs, or why none is.
fn test_text(state: &State, sheet: Sheet, unit: &Unit) -> String {
    if !tests(unit, Order::Fire) {
        return "No pins, so no order test: whatever you order is done.".to_owned();
    }
    let pins = count(unit.pins, "pin", "pins");
    let check = needed(state, unit, sheet.help);
    let needs = format!("{} ({})", or_less(check.target()), reasons(&check));
    let rally = if sheet.help.soma {
        check.target()
    } else {
        values::command(state, unit, sheet.help, true).target()
    };
    let rally = if rally == check.target() {
        String::new()
    } else {
        format!(" Rally leaves the pins out: {}.", or_less(rally))
    };
    format!("Order test for {pins}: needs {needs}.{rally} Down takes none.")
}

/// "6 or less"; a 1 always passes, a 10 never does.
fn or_less(target: i32) -> String {
    match target {
        ..=1 => "a 1".to_owned(),
        2..=8 => format!("{target} or less"),
        9.. => "anything but a 10".to_owned(),
    }
}

/// "Command 8, 2 pins −2"
fn reasons(check: &Check<Reason>) -> String {
    let text = check.to_string();
    text.split_once(": ").map_or(text.clone(), |(_, reasons)| reasons.to_owned())
}

/// "Advance 5″ · Run 10″ · Sprint 15″"
fn paces(unit: &Unit) -> String {
    if unit.emplaced.is_some() {
        return "It is emplaced and never moves.".to_owned();
    }
    if !unit.can_move() {
        return "It is immobilised and cannot move.".to_owned();
    }
    let mut paces =
        vec![("Advance", distance(unit, Pace::Advance)), ("Run", distance(unit, Pace::Run))];
    if unit.may_sprint() {
        paces.push(("Sprint", distance(unit, Pace::Sprint)));
    }
    let paces: Vec<String> = paces.iter().map(|(pace, far)| format!("{pace} {far}")).collect();
    paces.join(" · ")
}
