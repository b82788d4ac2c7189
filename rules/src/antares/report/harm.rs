//! What hits do: where they go, Res tests, damage, casualties.

use super::super::command::Mark;
use super::super::event::{DestroyedBy, Event, Resist};
use super::super::flow::Hit;
use super::super::state::{ModelId, Unit, UnitId, WeaponId};
use super::super::strike::damage;
use super::Teller;
use super::words::{Who, capital, faces, marks, marks_of, needs, number, weapon, word};
use crate::dice::Roll;
use crate::ids::Seat;
use crate::text::list;

impl Teller {
    pub(super) fn placed(&mut self, by: Seat, on: UnitId, lucky: bool, hits: &[Hit]) {
        let Some(unit) = self.state.unit(on) else { return };
        let side = Who::side(&self.state, by);
        let which: Vec<Mark> = hits.iter().filter_map(|hit| hit.on).collect();
        let where_to = marks_of(&self.state, unit, &which);
        let drones = which.iter().any(|mark| matches!(mark, Mark::Drone(_)));
        // a disruptor's hits on drones need no luck (A-SPC-3)
        let shooter = lucky || by != unit.side;
        let line = if drones && shooter {
            format!("{side} {} out {where_to}.", side.does("picks", "pick"))
        } else if !lucky {
            let hits = match which.len() {
                _ if self.is_the_rest(on) => "the rest",
                1 => "the hit",
                _ => "the hits",
            };
            format!("{side} {} {hits} on {where_to}.", side.does("places", "place"))
        } else {
            let hits = if which.len() == 1 { "the lucky hit" } else { "the lucky hits" };
            format!("{side} {} {hits} on {where_to}.", side.does("puts", "put"))
        };
        self.say(line);
        if shooter {
            self.picked.push(on);
        }
    }

    /// The shooter has placed some of these hits before, in this step or an earlier one.
    fn is_the_rest(&self, on: UnitId) -> bool {
        let before = self.state.flow.strikes.iter().any(|strike| {
            strike.on == on
                && strike.hits.iter().any(|hit| hit.on.is_some())
                && strike.hits.iter().any(|hit| hit.on.is_none())
        });
        before || self.picked.contains(&on)
    }

    /// Tests that need the same are told together: "7 fails; 4 and 6 hold".
    pub(super) fn resisted(&mut self, first: &Resist, after: &[Event]) -> usize {
        let mut tests = vec![first];
        tests.extend(after.iter().map_while(|event| match event {
            Event::Resisted(other) if other.unit == first.unit => Some(other),
            _ => None,
        }));
        let others = tests.len() - 1;
        let like = |one: &Resist, other: &Resist| {
            one.check == other.check
                && one.hits == other.hits
                && (one.mark == Mark::Gun) == (other.mark == Mark::Gun)
        };
        let mut groups: Vec<Vec<&Resist>> = Vec::new();
        for test in tests {
            match groups.iter_mut().find(|group| like(group[0], test)) {
                Some(group) => group.push(test),
                None => groups.push(vec![test]),
            }
        }
        for group in groups {
            self.resisted_alike(&group);
        }
        others
    }

    fn resisted_alike(&mut self, tests: &[&Resist]) {
        let Some((first, unit)) =
            tests.first().and_then(|first| Some((first, self.state.unit(first.unit)?)))
        else {
            return;
        };
        let subject = match first.mark {
            Mark::Gun => capital(&marks_of(&self.state, unit, &[Mark::Gun])),
            Mark::Model(_) | Mark::Drone(_) => format!("{} Res", Who::new(&unit.name).whose()),
        };
        let together = match first.hits {
            1 => String::new(),
            hits => format!(" against {hits} hits at once"),
        };
        let group = |passed: bool, one: &str, many: &str| {
            let rolls: Vec<Roll> = tests
                .iter()
                .filter(|test| test.again.is_none() && test.passed == passed)
                .map(|test| test.roll)
                .collect();
            let does = if rolls.len() == 1 { one } else { many };
            (!rolls.is_empty()).then(|| format!("{} {does}", faces(&rolls)))
        };
        let mut told: Vec<String> = [group(false, "fails", "fail"), group(true, "holds", "hold")]
            .into_iter()
            .flatten()
            .collect();
        told.extend(tests.iter().filter_map(|test| {
            let again = test.again?;
            let leader = marks(&self.state, unit, &[test.mark]);
            let result = if test.passed { "holds" } else { "fails too" };
            Some(format!(
                "{} fails, but {leader} has a second chance: {} {result}",
                test.roll.face, again.face
            ))
        }));
        let line = format!("{subject} {}{together}: {}.", needs(&first.check), told.join("; "));
        self.say(line);
    }

    /// Only what has no event of its own is said here: pins, dice and tests follow.
    pub(super) fn chart(&mut self, event: &Event) {
        let Event::ChartRolled { unit, mark, chart, dice, armoured, row, again } = event else {
            return;
        };
        let Some(unit) = self.state.unit(*unit) else { return };
        let effect = damage(*chart, *row);
        let gun = jamming(self, unit, *mark);
        let result = if effect.destroyed {
            match mark {
                Mark::Gun => "it is beyond repair".to_owned(),
                Mark::Model(_) | Mark::Drone(_) => "it is a wreck".to_owned(),
            }
        } else if effect.immobilised {
            "it cannot move any more".into()
        } else if effect.malfunction {
            gun
        } else if effect.break_test {
            "badly hit".into()
        } else if effect.down {
            "shaken".into()
        } else if effect.pins == super::super::strike::DamagePins::None {
            "no harm done".into()
        } else {
            "a heavy knock".into()
        };
        let head = if *again {
            format!("{} leader has it rolled again", Who::new(&unit.name).whose())
        } else if unit.started_with() == 1 {
            format!("Damage to {}", unit.name)
        } else {
            format!("Damage to {}", marks_of(&self.state, unit, &[*mark]))
        };
        self.gun_written_off |= effect.destroyed && *mark == Mark::Gun;
        let line = format!("{head}, {}: {result}.", rolled_damage(dice, *armoured, *row));
        self.say(line);
    }

    pub(super) fn chart_kept(&mut self, unit: UnitId) {
        let whose = self.who(unit).whose();
        self.say(format!("{whose} leader lets it stand."));
    }

    /// Which one, where the damage roll could not say.
    pub(super) fn malfunctioned(&mut self, id: UnitId, mark: Mark, jammed: WeaponId) {
        let Some(unit) = self.state.unit(id) else { return };
        if kinds_of_weapon(unit, mark).len() > 1 {
            let line = format!("It is the {}.", weapon(&self.state, jammed));
            self.go_on(&line);
        }
    }

    /// The models that fell together, and how many are left.
    pub(super) fn casualties(&mut self, id: UnitId, first: ModelId, after: &[Event]) -> usize {
        let mut fallen = vec![Mark::Model(first)];
        fallen.extend(after.iter().map_while(|event| match event {
            Event::Casualty { unit, model } if *unit == id => Some(Mark::Model(*model)),
            _ => None,
        }));
        let others = fallen.len() - 1;
        let Some(unit) = self.state.unit(id) else { return others };
        let left = unit.alive().saturating_sub(number(fallen.len()));
        let gone = matches!(
            after.get(others),
            Some(Event::Destroyed { unit, why: DestroyedBy::Losses }) if *unit == id
        );
        let who = Who::new(&unit.name);
        if unit.started_with() == 1 && gone {
            self.say(format!("{who} {} destroyed.", who.is()));
            return others + 1;
        }
        let lost = marks(&self.state, unit, &fallen);
        let loses = who.does("loses", "lose");
        let line = if gone {
            format!("{who} {loses} {lost}. Nobody is left: {who} {} destroyed.", who.is())
        } else {
            format!(
                "{who} {loses} {lost}; {} {} left.",
                word(left),
                if left == 1 { "is" } else { "are" }
            )
        };
        self.say(line);
        if gone { others + 1 } else { others }
    }

    pub(super) fn drone_lost(&mut self, id: UnitId, drone: u8) {
        let who = self.who(id);
        let kind = self
            .state
            .unit(id)
            .and_then(|unit| unit.gear.get(usize::from(drone)))
            .map_or("drone", |drone| drone.kind.name());
        self.say(format!("{who} {} {} {kind}.", who.does("loses", "lose"), who.its()));
    }

    pub(super) fn gun_lost(&mut self, id: UnitId) {
        if std::mem::take(&mut self.gun_written_off) {
            return;
        }
        let Some(gun) = self.state.unit(id).and_then(|unit| unit.gun) else { return };
        let who = self.who(id);
        let gun = weapon(&self.state, gun.weapon);
        self.say(format!("{who} {} {} {gun}.", who.does("loses", "lose"), who.its()));
    }

    /// A-SPC-5: a die for every survivor.
    pub(super) fn reactors(&mut self, id: UnitId, first: Roll, after: &[Event]) -> usize {
        let mut dice = vec![first];
        dice.extend(after.iter().map_while(|event| match event {
            Event::Reactor { unit, roll, .. } if *unit == id => Some(*roll),
            _ => None,
        }));
        let survivors = if dice.len() == 1 { "the survivor" } else { "each survivor" };
        let line = format!(
            "A plasma reactor of {} goes up, and {survivors} is lost on a 10: {}.",
            self.who(id),
            faces(&dice)
        );
        self.say(line);
        dice.len() - 1
    }
}

/// "7", "7 halved to 4", "3 and 8 for massive damage, so 8", "4 and 4 for massive damage, a double, so 5"
fn rolled_damage(dice: &[Roll], armoured: bool, row: u8) -> String {
    let mut text = faces(dice);
    if armoured {
        let halves: Vec<String> =
            dice.iter().map(|roll| roll.face.div_ceil(2).to_string()).collect();
        text = format!("{text} halved by heavy armour to {}", list(&halves));
    }
    if dice.len() > 1 {
        let value = |roll: &Roll| if armoured { roll.face.div_ceil(2) } else { roll.face };
        let double = dice.windows(2).all(|pair| value(&pair[0]) == value(&pair[1]));
        let double = if double { ", a double" } else { "" };
        text = format!("{text} for massive damage{double}, so {row}");
    }
    text
}

fn kinds_of_weapon(unit: &Unit, mark: Mark) -> Vec<WeaponId> {
    let Mark::Model(id) = mark else { return Vec::new() };
    let mut kinds: Vec<WeaponId> = Vec::new();
    for weapon in unit.models.get(id.index()).map_or(&[][..], |model| &model.weapons) {
        if !kinds.contains(weapon) {
            kinds.push(*weapon);
        }
    }
    kinds
}

/// What jams, in words.
fn jamming(teller: &Teller, unit: &Unit, mark: Mark) -> String {
    let kinds = kinds_of_weapon(unit, mark);
    match (mark, kinds.as_slice()) {
        (Mark::Gun, _) => "it jams".into(),
        (_, [one]) => {
            let Mark::Model(id) = mark else { return "a weapon jams".into() };
            let several = unit.models.get(id.index()).is_some_and(|model| model.weapons.len() > 1);
            let article = if several { "a" } else { "its" };
            format!("{article} {} jams", weapon(&teller.state, *one))
        }
        _ => "a weapon jams".into(),
    }
}
