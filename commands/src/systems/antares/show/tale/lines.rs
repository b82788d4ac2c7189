//! The lines below the first: the dice, a line for each weapon, and what follows.

use gatemaster_discord::signs::{Look, sign};
use gatemaster_rules::antares::command::Mark;
use gatemaster_rules::antares::event::{Forced, Resist, TestKind, TestResult};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::ModelRule;
use gatemaster_rules::antares::report::deed::{Again, Aimed, Deed, Harm, Shots, Tested, Topic};
use gatemaster_rules::antares::report::{Digest, Who, marks, weapon_in_mode};
use gatemaster_rules::antares::state::{State, Unit, UnitId};
use gatemaster_rules::dice::Roll;
use gatemaster_rules::text::list;

use super::super::order_mark;
use super::dice::{Faces, hits, needing, pins, saves};
use super::headline::left;
use crate::words::{capital, count, esc, without_brackets};

/// A sentence of the report without its reasons and its full stop.
pub fn plain(text: &str) -> String {
    esc(without_brackets(text).trim_end_matches('.'))
}

/// With the face of the order die before it.
pub fn with_mark(order: Order, words: &str) -> String {
    let name = format!("order_{}", order.name().to_lowercase());
    format!("{} {words}", sign(&name, order_mark(order)))
}

/// Everything but what the first line has told by itself.
pub fn of(digest: &Digest, told: Option<usize>) -> Vec<String> {
    let mut writer = Writer {
        state: &digest.after,
        digest,
        faces: Faces::for_deeds(&digest.deeds),
        several: struck(digest).len() > 1,
        striker: None,
        manner: None,
        lines: Vec::new(),
    };
    for (place, deed) in digest.deeds.iter().enumerate() {
        if Some(place) != told {
            writer.deed(deed);
        }
    }
    writer.last();
    writer.lines
}

/// The units that tests are told of: with one alone there is no need to name it.
fn struck(digest: &Digest) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = Vec::new();
    for deed in &digest.deeds {
        let unit = match deed {
            Deed::Saves { unit, .. } | Deed::Harm(Harm { unit, .. }) => *unit,
            Deed::Tested(tested) if !matches!(tested.test.what, TestKind::Order(_)) => {
                tested.test.unit
            }
            _ => continue,
        };
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    units
}

struct Writer<'a> {
    state: &'a State,
    digest: &'a Digest,
    faces: Faces,
    /// Several units are struck or tested.
    several: bool,
    /// Who shoots or strikes in an assault.
    striker: Option<UnitId>,
    /// The part of an assault that has its title already.
    manner: Option<Manner>,
    lines: Vec<String>,
}

impl Writer<'_> {
    fn name(&self, unit: UnitId) -> String {
        esc(self.state.unit_name(unit))
    }

    /// "Rabble's " where somebody else could be meant.
    fn whose(&self, unit: UnitId) -> String {
        if self.several {
            format!("{} ", esc(&Who::unit(self.state, unit).whose()))
        } else {
            String::new()
        }
    }

    fn has(&self, wanted: impl Fn(&Deed) -> bool) -> bool {
        self.digest.deeds.iter().any(wanted)
    }

    fn deed(&mut self, deed: &Deed) {
        match deed {
            Deed::Drawn(_) | Deed::Deployed { .. } | Deed::Kept(_) | Deed::Finished(_) => {}
            Deed::Ordered { unit, assault, sprint, .. } => self.ordered(*unit, *assault, *sprint),
            Deed::Aimed(aimed) => self.aimed(aimed),
            Deed::Shots(shots) => self.shots(shots),
            Deed::Again { why, needs, dice } => {
                let (faces, came_to) = (self.faces.cast(dice), hits(dice));
                let why = needing(&capital(again(*why)), *needs);
                self.lines.push(format!("{why}: {faces} – {came_to}"));
            }
            Deed::Saves { unit, tests } => self.saves(*unit, tests),
            Deed::Harm(harm) => self.harm(harm),
            Deed::Tested(tested) => self.tested(tested),
            Deed::Unpinned { unit, off, dice, now } => {
                let dice: Vec<String> =
                    dice.iter().map(|roll| self.faces.one(*roll, Look::Plain)).collect();
                let who = self.name(*unit);
                let off = pins_off(*off);
                self.lines.push(format!("{who}: {} – {off}, {}", dice.join(" "), left(*now)));
            }
            Deed::Charged { unit, at, contact } => {
                // the shooting and the blows tell that it came to them
                if !contact {
                    let falls = Who::unit(self.state, *unit).does("falls", "fall");
                    let line = format!("{} {falls} short of {}", self.name(*unit), self.name(*at));
                    self.lines.push(line);
                }
            }
            Deed::Decided { attacker, defender, pins, losers } => {
                let result = match losers.as_slice() {
                    [loser] => {
                        let loses = Who::unit(self.state, *loser).does("loses", "lose");
                        format!("{} {loses} the fight", self.name(*loser))
                    }
                    _ => "a draw, and both are beaten".to_owned(),
                };
                let (one, other) = (self.name(*attacker), self.name(*defender));
                self.lines.push(format!("Pins: {one} {}, {other} {} – {result}", pins.0, pins.1));
            }
            Deed::TurnBegan(turn) => self.turn_began(*turn),
            Deed::Told { text, .. } => self.lines.push(plain(text)),
        }
    }

    /// What order it was shows in what was done with it; only an assault is told before it comes to blows.
    fn ordered(&mut self, unit: UnitId, assault: Option<UnitId>, sprint: bool) {
        let Some(enemy) = assault else { return };
        let who = Who::unit(self.state, unit);
        let how = if sprint { " at a sprint" } else { "" };
        let words = format!(
            "{} {} {}{how}",
            self.name(unit),
            who.does("assaults", "assault"),
            self.name(enemy)
        );
        self.lines.push(with_mark(Order::Run, &words));
    }

    fn aimed(&mut self, aimed: &Aimed) {
        let title = match aimed.manner {
            Manner::PointBlank => "*Point-blank*",
            Manner::HandToHand => "*Hand to hand*",
            Manner::Fire | Manner::Advance | Manner::Blind => {
                self.striker = None;
                self.shooting(aimed);
                return;
            }
        };
        self.striker = Some(aimed.from);
        if self.manner != Some(aimed.manner) {
            self.manner = Some(aimed.manner);
            self.lines.push(title.to_owned());
        }
    }

    /// "🎯 Ferals at Rabble, 12″"
    fn shooting(&mut self, aimed: &Aimed) {
        let name = self.name(aimed.from);
        let order = if aimed.manner == Manner::Advance { Order::Advance } else { Order::Fire };
        let at = match (aimed.at, aimed.part) {
            (Some(at), _) => format!(" at {}", self.name(at)),
            (None, Some(part)) => format!(" at {} itself", esc(&self.state.part_name(part))),
            (None, None) => " blind".to_owned(),
        };
        let ambush = if aimed.sprung { " from ambush" } else { "" };
        let down = match aimed.at.filter(|_| aimed.ducked) {
            Some(at) => {
                let at = Who::unit(self.state, at);
                format!("; {} {} down", at.it(), at.does("goes", "go"))
            }
            None => String::new(),
        };
        let words = format!("{name}{ambush}{at}, {}{down}", aimed.range);
        self.lines.push(with_mark(order, &words));
    }

    /// "Mag gun ≤6: 3 8 10; spotter drone again 5 – 2 hits"
    fn shots(&mut self, shots: &Shots) {
        let arm = match shots.weapon {
            Some(id) => esc(&weapon_in_mode(self.state, id, shots.mode)),
            None => "bare strength".to_owned(),
        };
        let arm = match self.striker {
            Some(unit) => format!("{}, {arm}", self.name(unit)),
            None => capital(&arm),
        };
        if shots.automatic > 0 {
            let hits = count(shots.automatic, "hit", "hits");
            self.lines.push(format!("{arm}, locked on: {hits} without a die"));
            return;
        }
        let number: Vec<String> =
            shots.number.iter().map(|roll| self.faces.one(*roll, Look::Plain)).collect();
        let number = match number.as_slice() {
            [] => String::new(),
            several => {
                let shots = u32::try_from(shots.dice.len()).unwrap_or(u32::MAX);
                format!(" ({} for {})", several.join(" "), count(shots, "shot", "shots"))
            }
        };
        if shots.dice.is_empty() {
            self.lines.push(format!("{arm}{number}: no shot"));
            return;
        }
        let near = if shots.manner == Manner::Blind { " lands near" } else { "" };
        let needs = needing(&format!("{arm}{number}"), shots.needs);
        let mut faces = self.faces.cast(&shots.dice);
        for more in &shots.again {
            let dice = self.faces.cast(&more.dice);
            faces = format!("{faces}; {} {dice}", again(more.why));
        }
        let came_to = hits(&shots.standing());
        let blast = self.blasts(&shots.blasts);
        self.lines.push(format!("{needs}{near}: {faces} – {came_to}{blast}"));
    }

    /// ", blast 2: 2 hits"
    fn blasts(&self, blasts: &[Roll]) -> String {
        let faces: Vec<String> =
            blasts.iter().map(|roll| self.faces.one(*roll, Look::Plain)).collect();
        let blast = match faces.as_slice() {
            [] => return String::new(),
            [_] => "blast",
            _ => "blasts",
        };
        let hits = count(blasts.iter().map(|roll| roll.face).sum(), "hit", "hits");
        format!(", {blast} {}: {hits}", faces.join(" "))
    }

    /// Tests against the same number stand together: "Res ≤7: 7 8; Res ≤6: 3 5 – 3 saved".
    fn saves(&mut self, unit: UnitId, tests: &[Resist]) {
        let (gun, models): (Vec<&Resist>, Vec<&Resist>) =
            tests.iter().partition(|test| test.mark == Mark::Gun);
        for (what, tests) in [("Res", models), ("Gun", gun)] {
            if tests.is_empty() {
                continue;
            }
            let mut groups: Vec<(i32, Vec<String>)> = Vec::new();
            for test in &tests {
                let (needs, face) = (test.check.target(), self.save(test));
                match groups.iter_mut().find(|group| group.0 == needs) {
                    Some(group) => group.1.push(face),
                    None => groups.push((needs, vec![face])),
                }
            }
            let groups: Vec<String> = groups
                .into_iter()
                .map(|(needs, faces)| format!("{}: {}", needing(what, needs), faces.join(" ")))
                .collect();
            let passed = tests.iter().filter(|test| test.passed).count();
            let (whose, came_to) = (self.whose(unit), saves(passed, tests.len()));
            self.lines.push(format!("{whose}{} – {came_to}", groups.join("; ")));
        }
    }

    /// A die, or two where the leader has a second chance.
    fn save(&self, test: &Resist) -> String {
        let look = |passed: bool| if passed { Look::Hit } else { Look::Miss };
        match test.again {
            None => self.faces.one(test.roll, look(test.passed)),
            Some(again) => {
                let first = self.faces.one(test.roll, Look::Miss);
                format!("{first} (leader again {})", self.faces.one(again, look(test.passed)))
            }
        }
    }

    /// "Lost: one Outcast, 6 left · 📌 now 2"; of several units each by its name. Pins that the first line has told are not
    /// told again.
    fn harm(&mut self, harm: &Harm) {
        let who = Who::unit(self.state, harm.unit);
        let name = self.name(harm.unit);
        let mut parts = Vec::new();
        let gone_alone =
            |unit: &Unit| unit.started_with() == 1 && harm.left == 0 && harm.lost.len() == 1;
        let unit = self.state.unit(harm.unit).filter(|unit| !gone_alone(unit));
        if let (Some(unit), false) = (unit, harm.lost.is_empty()) {
            let lost = esc(&marks(self.state, unit, &harm.lost));
            let loses = if self.several {
                format!("{name} {}", who.does("loses", "lose"))
            } else {
                "Lost:".to_owned()
            };
            parts.push(format!("{loses} {lost}, {}", left(harm.left)));
        }
        let all_told = self.digest.fates.iter().any(|fate| {
            (fate.unit, fate.pins) == (harm.unit, harm.pins) && fate.destroyed.is_none()
        });
        let pinned = match (all_told, harm.now == harm.pins) {
            _ if harm.pins == 0 => None,
            (true, true) => None,
            (true, false) => Some(format!("now {}", pins(harm.now))),
            (false, true) => Some(pins(harm.pins)),
            (false, false) => Some(format!("{}, now {}", pins(harm.pins), harm.now)),
        };
        if let Some(pinned) = pinned {
            let mark = sign("pin", "📌");
            let whose =
                if self.several && parts.is_empty() { format!("{name}: ") } else { String::new() };
            parts.push(format!("{whose}{mark} {pinned}"));
        }
        if !parts.is_empty() {
            self.lines.push(parts.join(" · "));
        }
    }

    /// "Break test ≤5: 9 – goes down"
    fn tested(&mut self, tested: &Tested) {
        let test = &tested.test;
        let what = match &test.what {
            TestKind::Order(order) => format!("order test for {order}"),
            TestKind::Recovery => "recovery".to_owned(),
            TestKind::Break(_) => "break test".to_owned(),
            TestKind::Exhaustion => "breath after the sprint".to_owned(),
            TestKind::Obstacle(name) => format!("over {}", esc(name)),
            TestKind::Difficult(name) => format!("through {}", esc(name)),
        };
        let named = self.several || test.what == TestKind::Recovery;
        let what = if named {
            format!("{} {what}", esc(&Who::unit(self.state, test.unit).whose()))
        } else {
            capital(&what)
        };
        let look = match test.result {
            TestResult::Bonus => Look::Lucky,
            TestResult::Pass => Look::Hit,
            TestResult::Fail => Look::Miss,
            TestResult::Penalty => Look::Dud,
        };
        let face = self.faces.one(test.roll, look);
        let what = needing(&what, test.check.target());
        let result = result(self.state, tested, self.faces);
        self.lines.push(format!("{what}: {face} – {result}"));
    }

    /// Who came onto the table, side by side; the turn that begins.
    fn turn_began(&mut self, turn: u32) {
        if self.has(|deed| matches!(deed, Deed::Deployed { .. })) {
            self.deployed();
        }
        self.kept();
        // the first line says it where nothing else has happened
        if turn > 1 || self.has(|deed| matches!(deed, Deed::Deployed { .. })) {
            self.lines.push(format!("Turn {turn} begins"));
        }
    }

    /// What was left for the end.
    fn last(&mut self) {
        let begun = self.has(|deed| matches!(deed, Deed::TurnBegan(_)));
        if !begun {
            self.deployed();
            self.kept();
        }
        let did = self.has(|deed| {
            matches!(
                deed,
                Deed::Aimed(_) | Deed::Charged { .. } | Deed::Told { topic: Topic::Moved, .. }
            )
        });
        if !did && self.has(|deed| matches!(deed, Deed::Finished(_))) {
            self.lines.push("It does no more".to_owned());
        }
    }

    fn deployed(&mut self) {
        for seat in self.state.seats() {
            let names: Vec<String> = self
                .digest
                .deeds
                .iter()
                .filter_map(|deed| match deed {
                    Deed::Deployed { unit, into } => {
                        let of = self.state.unit(*unit)?;
                        let place = into
                            .map(|berth| format!(" ({})", esc(&self.state.spot_name(berth.spot))));
                        (of.side == seat)
                            .then(|| format!("{}{}", esc(&of.name), place.unwrap_or_default()))
                    }
                    _ => None,
                })
                .collect();
            if !names.is_empty() {
                let mark = self.state.sides[seat.index()].colour.mark();
                self.lines.push(format!("{mark} {}", list(&names)));
            }
        }
    }

    fn kept(&mut self) {
        let kept: Vec<String> = self
            .digest
            .deeds
            .iter()
            .filter_map(|deed| match deed {
                Deed::Kept(unit) => Some(self.name(*unit)),
                _ => None,
            })
            .collect();
        if !kept.is_empty() {
            self.lines.push(with_mark(Order::Ambush, &format!("Still in ambush: {}", list(&kept))));
        }
    }
}

fn again(why: Again) -> &'static str {
    match why {
        Again::Spotter => "spotter drone again",
        Again::Target(Forced::Down) => "down, again",
        Again::Target(Forced::FastAndRunning) => "running fast, again",
        Again::Target(Forced::Sprinting) => "sprinting, again",
    }
}

fn pins_off(off: u32) -> String {
    if off == 0 { "no pin off".to_owned() } else { format!("{} off", pins(off)) }
}

fn is_large(state: &State, unit: UnitId) -> bool {
    state.unit(unit).is_some_and(|unit| unit.any(ModelRule::Large))
}

/// "passed, one pin off, 2 left", "failed, goes down"
fn result(state: &State, tested: &Tested, faces: Faces) -> String {
    let test = &tested.test;
    let who = Who::unit(state, test.unit);
    let passed = test.result.passed();
    let word = match &test.what {
        TestKind::Order(_) | TestKind::Exhaustion if passed => "passed",
        TestKind::Exhaustion => "out of breath",
        TestKind::Recovery if passed => "up again",
        TestKind::Recovery => "still down",
        TestKind::Break(_) if passed => who.does("it holds", "they hold"),
        TestKind::Order(_) | TestKind::Break(_) => "failed",
        TestKind::Obstacle(_) => match test.result {
            TestResult::Bonus => "across, and there is a gap for others",
            TestResult::Pass => "across",
            TestResult::Fail | TestResult::Penalty => "no way over",
        },
        // A-MOV-7, A-MOV-8
        TestKind::Difficult(_) => match (test.result, is_large(state, test.unit)) {
            (TestResult::Bonus, false) => "a path that stays open",
            (TestResult::Bonus, true) | (TestResult::Pass, false) => "no trouble",
            (TestResult::Pass, true) | (TestResult::Fail, false) => "half pace",
            (TestResult::Fail, true) | (TestResult::Penalty, _) => "stuck",
        },
    };
    let mut parts = vec![word.to_owned()];
    if tested.off > 0 || !tested.dice.is_empty() {
        let dice: Vec<String> =
            tested.dice.iter().map(|roll| faces.one(*roll, Look::Plain)).collect();
        let dice =
            if dice.is_empty() { String::new() } else { format!("rolled {}, ", dice.join(" ")) };
        parts.push(format!("{dice}{}", pins_off(tested.off)));
        parts.push(left(tested.now));
    }
    if tested.pins > 0 {
        parts.push(pins(tested.pins));
        if tested.now != tested.pins {
            parts.push(format!("now {}", tested.now));
        }
    }
    if tested.down {
        parts.push(format!("{} down", who.does("goes", "go")));
    }
    if tested.destroyed {
        parts.push("destroyed".to_owned());
    }
    parts.join(", ")
}
