//! Where hits could go, in words that tell every way from every other: who takes how many, and of which.

use super::super::arms::{hit_has, targets};
use super::super::command::{Cover, Mark};
use super::super::flow::{Strike, Task};
use super::super::place::{Placer, hits_for, kinds, placements, same};
use super::super::profile::{Stat, WeaponRule};
use super::super::report::words::{number, number_needed, plural, weapon};
use super::super::state::{State, Unit};
use super::super::strike::{res_tests, resist_check};
use super::called::{hit_words, short, shortest};
use super::difference::Class;
use super::{Label, MAX_MORE, MAX_TEXT, clip, facts, fit};
use crate::text::{count, list};

/// The strike whose hits are being placed, and who places them.
pub(super) fn open(state: &State) -> Option<(&Strike, Placer)> {
    let (strike, placer) = match state.flow.tasks.last()? {
        Task::PlaceLucky { strike } => (strike, Placer::Shooter),
        Task::PlaceRest { strike } => (strike, Placer::Target),
        _ => return None,
    };
    Some((state.flow.strikes.get(*strike)?, placer))
}

pub(super) fn place(state: &State, marks: &[Option<Mark>]) -> Label {
    let plain = || {
        let hits = count(number(marks.len()), "hit", "hits");
        Label::new(format!("Place {hits}"), "")
    };
    let Some((strike, placer)) = open(state) else { return plain() };
    let Some(unit) = state.unit(strike.on) else { return plain() };
    let board = Board::new(state, unit, strike, placer);
    let groups = board.groups(marks);
    let left = marks.iter().filter(|mark| mark.is_none()).count();
    let side = state.side_name(unit.side);
    let leave = match (left, groups.is_empty()) {
        (0, _) => String::new(),
        (1, true) => format!("Leave the hit to {side}"),
        (_, true) => format!("Leave the hits to {side}"),
        (left, false) => format!(", leave {left}"),
    };
    let hit = if groups.is_empty() { "" } else { "Hit " };
    let told = |room: Room| -> Vec<String> {
        groups.iter().map(|group| board.told(group, room)).collect()
    };
    let wordings = [
        format!("{hit}{}{leave}", list(&told(Room::Enough))),
        format!("{hit}{}{leave}", list(&told(Room::Little))),
        format!("{hit}{}{leave}", told(Room::Little).join(", ")),
    ];
    let text = fit(wordings, MAX_TEXT);
    let text = if text.ends_with('…') { board.numbered(&text, marks) } else { text };
    let more: Vec<String> = board.outcomes(marks, &groups);
    Label::new(text, super::capital(&facts(&more, MAX_MORE)))
}

/// What a placement is described with: the kinds of hits, and who can be told from whom.
pub(super) struct Board<'a> {
    state: &'a State,
    unit: &'a Unit,
    strike: &'a Strike,
    placer: Placer,
    /// Which of the strike's hits are placed now.
    hits: Vec<usize>,
    /// The kind of each hit of the strike.
    kinds: Vec<usize>,
    /// What each hit of the strike is called; empty where there is but one kind.
    words: Vec<String>,
}

/// How many words there is room for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Room {
    Enough,
    Little,
}

/// Marks that nothing tells apart and that take the same.
pub(super) struct Group {
    marks: Vec<Mark>,
    /// Kinds of hits that were placed before, sorted.
    before: Vec<usize>,
    /// Hits placed now, by their place in the strike.
    now: Vec<usize>,
}

impl<'a> Board<'a> {
    pub fn new(state: &'a State, unit: &'a Unit, strike: &'a Strike, placer: Placer) -> Self {
        let kinds = kinds(state, &strike.hits);
        let words = hit_words(state, &strike.hits, &kinds);
        let hits = hits_for(state, strike, placer);
        Self { state, unit, strike, placer, hits, kinds, words }
    }

    fn groups(&self, marks: &[Option<Mark>]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut named: Vec<Mark> = marks.iter().flatten().copied().collect();
        named.sort();
        named.dedup();
        for mark in named {
            let mut now: Vec<usize> = self
                .hits
                .iter()
                .zip(marks)
                .filter(|(_, on)| **on == Some(mark))
                .map(|(place, _)| *place)
                .collect();
            now.sort_by_key(|place| (self.kinds[*place], *place));
            let before = self.before(mark);
            let kinds = |hits: &[usize]| -> Vec<usize> {
                hits.iter().map(|place| self.kinds[*place]).collect()
            };
            let like = groups.iter_mut().find(|group| {
                group.marks.first().is_some_and(|other| same(self.unit, self.strike, *other, mark))
                    && group.before == before
                    && kinds(&group.now) == kinds(&now)
            });
            match like {
                Some(group) => group.marks.push(mark),
                None => groups.push(Group { marks: vec![mark], before, now }),
            }
        }
        groups
    }

    /// Kinds of the hits that this mark has taken already.
    fn before(&self, mark: Mark) -> Vec<usize> {
        let hits = self.strike.hits.iter().zip(&self.kinds);
        let mut kinds: Vec<usize> =
            hits.filter(|(hit, _)| hit.on == Some(mark)).map(|(_, kind)| *kind).collect();
        kinds.sort_unstable();
        kinds
    }

    /// Where no words are short enough to tell the ways apart, their number does.
    fn numbered(&self, text: &str, marks: &[Option<Mark>]) -> String {
        let ways = placements(self.state, self.strike, self.placer);
        let place = ways.iter().position(|way| way == marks).map_or(0, |place| place + 1);
        let number = format!("{place}: ");
        number.clone() + &clip(text, MAX_TEXT - number.len())
    }

    /// "2 Troopers in cover (SV 2 each)"
    fn told(&self, group: &Group, room: Room) -> String {
        let Some(mark) = group.marks.first() else { return String::new() };
        let each = if group.marks.len() > 1 { " each" } else { "" };
        let again = !group.before.is_empty();
        let alike = self.hits.iter().all(|place| self.kinds[*place] == self.kinds[self.hits[0]]);
        let load = match (group.now.len(), again) {
            (1, false) if alike => String::new(),
            (1, true) if alike => " again".into(),
            (2, false) if alike => format!(" twice{each}"),
            (2, true) if alike => format!(" twice more{each}"),
            (n, false) if alike => format!(" {n} times{each}"),
            (n, true) if alike => format!(" {n} times more{each}"),
            (_, false) => format!(" ({}{each})", self.kinds_of(&group.now)),
            (_, true) => format!(" again ({}{each})", self.kinds_of(&group.now)),
        };
        let who = self.who(*mark, number(group.marks.len()), room);
        format!("{who}{}{load}", self.had(group))
    }

    /// "SV 2 and 2 × SV 0"
    pub fn kinds_of(&self, hits: &[usize]) -> String {
        let mut told: Vec<(usize, u32)> = Vec::new();
        for place in hits {
            match told.iter_mut().find(|(other, _)| self.kinds[*other] == self.kinds[*place]) {
                Some((_, number)) => *number += 1,
                None => told.push((*place, 1)),
            }
        }
        let words: Vec<String> = told
            .iter()
            .map(|(place, number)| match number {
                1 => self.words[*place].clone(),
                n => format!("{n} × {}", self.words[*place]),
            })
            .collect();
        words.join(", ")
    }

    /// By what a mark was hit before, where that differs from another of its unit.
    fn had(&self, group: &Group) -> String {
        let loads = self.marks().into_iter().map(|mark| self.before(mark));
        let differ = loads.into_iter().any(|load| !load.is_empty() && load != group.before);
        if group.before.is_empty() || !differ {
            return String::new();
        }
        let words: Vec<&str> = group.before.iter().map(|kind| self.words[*kind].as_str()).collect();
        format!(" (had {})", words.join(", "))
    }

    /// The kinds of hits that fall on a mark in this way, by their place in the strike.
    pub fn placed_on(&self, mark: Mark, marks: &[Option<Mark>]) -> Vec<usize> {
        let placed = self.hits.iter().zip(marks).filter(|(_, on)| **on == Some(mark));
        let mut places: Vec<usize> = placed.map(|(place, _)| *place).collect();
        places.sort_by_key(|place| (self.kinds[*place], *place));
        // hits of one kind are the same, whichever they are
        let first = |place: &usize| {
            self.hits.iter().copied().find(|other| self.kinds[*other] == self.kinds[*place])
        };
        places.iter().filter_map(first).collect()
    }

    /// Whether nothing tells one of the hits from another.
    pub fn is_one_kind(&self) -> bool {
        self.hits.windows(2).all(|pair| self.kinds[pair[0]] == self.kinds[pair[1]])
    }

    /// Whoever can be told from others, those that are alone of their kind first.
    pub fn classes(&self) -> Vec<Class> {
        let mut classes: Vec<Class> = Vec::new();
        for mark in self.marks() {
            let name = self.who(mark, 1, Room::Little);
            let name = ["the ", "1 of the ", "1 "]
                .iter()
                .find_map(|start| name.strip_prefix(start))
                .unwrap_or(&name)
                .to_owned();
            match classes.iter_mut().find(|class| class.name == name) {
                Some(class) => class.marks.push(mark),
                None => classes.push(Class { marks: vec![mark], name }),
            }
        }
        classes.sort_by_key(|class| class.marks.len() > 1);
        classes
    }

    /// Everything that hits could be on.
    fn marks(&self) -> Vec<Mark> {
        let drones = (0..u8::try_from(self.unit.gear.len()).unwrap_or(u8::MAX)).map(Mark::Drone);
        targets(self.unit).into_iter().chain(drones).collect()
    }

    /// "the Leader", "1 Trooper", "2 Troopers in cover", "the mag cannon"
    fn who(&self, mark: Mark, n: u32, room: Room) -> String {
        let name = match mark {
            Mark::Gun => {
                let name = self.unit.gun.map_or("gun".into(), |gun| weapon(self.state, gun.weapon));
                return format!("the {name}");
            }
            Mark::Drone(place) => {
                let drone = self.unit.gear.get(usize::from(place));
                let name = drone.map_or("drone", |drone| drone.kind.name());
                let others =
                    self.unit.gear.iter().filter(|other| Some(other.kind) == drone.map(|d| d.kind));
                return match (n, others.count()) {
                    (1, 0 | 1) => format!("the {name}"),
                    (n, _) => {
                        format!("{n} {}", if n == 1 { name.to_owned() } else { format!("{name}s") })
                    }
                };
            }
            Mark::Model(id) => match self.unit.troop(id) {
                None => "nobody".into(),
                Some(troop) => {
                    let name = match room {
                        Room::Enough => short(self.unit, &troop.name),
                        Room::Little => shortest(self.unit, &troop.name),
                    };
                    if troop.count == 1 {
                        format!("the {name}")
                    } else if name.ends_with("Crew") {
                        format!("{n} of the {name}")
                    } else if n == 1 {
                        format!("1 {name}")
                    } else {
                        format!("{n} {}", plural(&name))
                    }
                }
            },
        };
        format!("{name}{}", self.told_apart(mark, room))
    }

    /// Whatever tells this model from another of its kind: cover, sight, damage, another stat.
    fn told_apart(&self, mark: Mark, room: Room) -> String {
        let of_kind: Vec<Mark> = self
            .marks()
            .into_iter()
            .filter(|other| troop_of(self.unit, *other) == troop_of(self.unit, mark))
            .collect();
        let mut words = String::new();
        for trait_of in TRAITS {
            let own = trait_of(self, mark, room);
            let differs = of_kind.iter().any(|other| trait_of(self, *other, room) != own);
            if differs && !own.is_empty() {
                words.push(' ');
                words.push_str(&own);
            }
        }
        words
    }

    /// What each group then needs to survive: "2 Troopers need 6", "the camo drone is lost".
    fn outcomes(&self, marks: &[Option<Mark>], groups: &[Group]) -> Vec<String> {
        let mut strike = self.strike.clone();
        for (place, mark) in self.hits.iter().zip(marks) {
            strike.hits[*place].on = *mark;
        }
        let tests = res_tests(self.state, &strike);
        let mut told: Vec<String> = Vec::new();
        let mut all_need: Vec<String> = Vec::new();
        for group in groups {
            let Some(mark) = group.marks.first().copied() else { continue };
            let many = group.marks.len() > 1;
            let who = self.who(mark, number(group.marks.len()), Room::Enough);
            if let Mark::Drone(_) = mark {
                told.push(format!("{who} {} lost", if many { "are" } else { "is" }));
                continue;
            }
            let mut needs: Vec<String> = Vec::new();
            for test in tests.iter().filter(|test| test.mark == mark) {
                let number = number_needed(test.check.target());
                if !needs.contains(&number) {
                    needs.push(number);
                }
            }
            let need = if many { "need" } else { "needs" };
            told.push(format!("{who} {need} {}", list(&needs)));
            all_need.push(list(&needs));
        }
        match all_need.as_slice() {
            // the same for everybody is said once
            [one, others @ ..]
                if told.len() == all_need.len() && others.iter().all(|n| n == one) =>
            {
                vec![if told.len() > 1 { format!("each needs {one}") } else { told.remove(0) }]
            }
            _ => told,
        }
    }

    /// What each kind of model or gun would need against each kind of hit: for the question.
    pub fn prospects(&self) -> Vec<String> {
        let mut told: Vec<(String, String)> = Vec::new();
        let mut seen: Vec<String> = Vec::new();
        for mark in targets(self.unit) {
            let who = self.who(mark, 1, Room::Enough);
            if seen.contains(&who) {
                continue;
            }
            seen.push(who.clone());
            let mut needs: Vec<(String, String)> = Vec::new();
            for place in &self.hits {
                let hit = self.strike.hits[*place];
                let check = resist_check(self.state, self.strike, mark, hit, u32::from(hit.sv));
                let needed = (number_needed(check.target()), self.words[*place].clone());
                if !needs.contains(&needed) {
                    needs.push(needed);
                }
            }
            let words: Vec<String> = match needs.as_slice() {
                [(needed, _)] => vec![needed.clone()],
                several => {
                    several.iter().map(|(needed, hit)| format!("{needed} ({hit})")).collect()
                }
            };
            let who = match who.strip_prefix("1 ") {
                Some(name) if name.starts_with("of the ") => format!("one {name}"),
                Some(name) if name.starts_with(['A', 'E', 'I', 'O', 'U']) => format!("an {name}"),
                Some(name) => format!("a {name}"),
                None => who,
            };
            told.push((who, list(&words)));
        }
        match told.as_slice() {
            [(_, needs), _, ..] if told.iter().all(|(_, other)| other == needs) => {
                vec![format!("anybody needs {needs}")]
            }
            _ => told.iter().map(|(who, needs)| format!("{who} needs {needs}")).collect(),
        }
    }

    /// Whether lucky hits may all go on one model (A-SPC-6).
    pub fn lucky_together(&self) -> bool {
        let mut lucky = self.hits.iter().map(|n| self.strike.hits[*n]).filter(|hit| hit.lucky);
        lucky.all(|hit| hit_has(self.state, hit, WeaponRule::LuckyTogether))
    }

    pub fn has_drones(&self) -> bool {
        self.unit.gear.iter().any(|drone| !drone.lost)
    }

    /// "2 × SV 0, 1 × lucky SV 2" where they differ, else "SV 2".
    pub fn hits_in_words(&self) -> String {
        let hits = &self.hits;
        let one_kind = hits.windows(2).all(|pair| self.kinds[pair[0]] == self.kinds[pair[1]]);
        match hits.first() {
            Some(first) if one_kind => format!("SV {}", self.strike.hits[*first].sv),
            _ => self.kinds_of(hits),
        }
    }

    pub fn to_place(&self) -> usize {
        self.hits.len()
    }

    pub fn lucky(&self) -> usize {
        self.hits.iter().filter(|place| self.strike.hits[**place].lucky).count()
    }

    pub fn is_shooters(&self) -> bool {
        self.placer == Placer::Shooter
    }
}

/// Which of the profile's troops a mark belongs to; guns and drones to none.
fn troop_of(unit: &Unit, mark: Mark) -> Option<u8> {
    match mark {
        Mark::Model(id) => unit.models.get(id.index()).map(|model| model.troop),
        Mark::Gun | Mark::Drone(_) => None,
    }
}

type Trait = fn(&Board, Mark, Room) -> String;

/// What two models of one troop may differ in, as far as it matters for hits. Empty is the ordinary case.
const TRAITS: [Trait; 6] = [
    |board, mark, _| {
        let covered = matches!(
            (&board.strike.cover, mark),
            (Cover::Only { models, .. }, Mark::Model(id)) if models.contains(&id)
        );
        if covered { "in cover".into() } else { String::new() }
    },
    |board, mark, room| {
        let Strike { first, then, .. } = board.strike;
        match room {
            _ if then.contains(&mark) => "behind".into(),
            _ if first.contains(&mark) => String::new(),
            Room::Enough => "out of sight".into(),
            Room::Little => "unseen".into(),
        }
    },
    |board, mark, room| match room {
        _ if !board.strike.overhead_first.contains(&mark) => String::new(),
        Room::Enough => "under the template".into(),
        Room::Little => "under it".into(),
    },
    |board, mark, room| match room {
        _ if !model(board.unit, mark).is_some_and(|model| model.immobilised) => String::new(),
        Room::Enough => "immobilised".into(),
        Room::Little => "stuck".into(),
    },
    |board, mark, room| {
        let broken = model(board.unit, mark).map_or(&[][..], |model| &model.broken);
        if room == Room::Little && !broken.is_empty() {
            return format!("jammed{}", if broken.len() > 1 { " twice" } else { "" });
        }
        let names: Vec<String> =
            broken.iter().map(|id| format!("with jammed {}", weapon(board.state, *id))).collect();
        names.join(" ")
    },
    |board, mark, _| {
        let stats = model(board.unit, mark).map(|model| model.stats);
        let printed = match mark {
            Mark::Model(id) => board.unit.troop(id).map(|troop| troop.stats),
            Mark::Gun | Mark::Drone(_) => None,
        };
        let (Some(stats), Some(printed)) = (stats, printed) else { return String::new() };
        let changed: Vec<String> = Stat::ALL
            .into_iter()
            .filter(|stat| stats.get(*stat) != printed.get(*stat))
            .map(|stat| format!("with {} {}", stat.name(), stats.get(stat)))
            .collect();
        changed.join(" ")
    },
];

fn model(unit: &Unit, mark: Mark) -> Option<&super::super::state::Model> {
    match mark {
        Mark::Model(id) => unit.models.get(id.index()),
        Mark::Gun | Mark::Drone(_) => None,
    }
}
