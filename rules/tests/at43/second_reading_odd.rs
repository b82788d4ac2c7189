//! Commands that nobody in his senses would give, thrown at games in the middle of play: each is refused, or leaves a legal
//! game in which everything that is offered can be done.

use gatemaster_rules::at43::command::{
    Against, Answer, Body, Cohesion, Combat, Command, Counted, Cover, Entry, Field, Hyper, InZone,
    Laid, MachinePart, Mark, Movement, Near, OnElement, OnPath, Pace, Routine, Salvo, Special,
    Strike, Told, Under, Victim,
};
use gatemaster_rules::at43::company::Company;
use gatemaster_rules::at43::correct::Correction;
use gatemaster_rules::at43::need::{Band, Millimetres, Range};
use gatemaster_rules::at43::profile::{Specialist, WeaponId};
use gatemaster_rules::at43::state::{
    Drill, ElementKind, Gone, MemberId, Phase, PlaceId, Plan, Role, Stands, State, TerrainId,
    Tough, UnitId,
};
use gatemaster_rules::at43::{At43, Setup};
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Doer, System as _, Viewer, Who};

use super::random::{games, legal, setup};
use super::sample::{Chance, Game};

/// Steps of ordinary play in one game, and odd commands tried after each.
const STEPS: usize = 250;
const ODD: usize = 12;

struct ByChance<'a>(&'a mut Chance);

impl Dice for ByChance<'_> {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let below = usize::try_from(sides).unwrap();
        let face = u32::try_from(self.0.below(below)).unwrap() + 1;
        Ok(Roll { number: None, sides, face })
    }
}

/// Whatever comes to mind.
struct Odd<'a> {
    state: &'a State,
    chance: &'a mut Chance,
}

impl Odd<'_> {
    fn one_of<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.chance.below(of.len())].clone()
    }

    fn coin(&mut self) -> bool {
        self.chance.below(2) == 0
    }

    fn small(&mut self, below: usize) -> u8 {
        if self.chance.below(12) == 0 {
            return u8::MAX;
        }
        u8::try_from(self.chance.below(below)).unwrap()
    }

    fn number(&mut self) -> u32 {
        self.one_of(&[0, 1, 1, 1, 2, 2, 3, 4, 9, 100, u32::MAX - 1, u32::MAX])
    }

    fn seat(&mut self) -> Seat {
        let sides = self.state.sides.len();
        Seat(self.small(sides + 1))
    }

    fn unit(&mut self) -> UnitId {
        if self.chance.below(15) == 0 {
            return self.one_of(&[UnitId(u16::MAX), UnitId(999)]);
        }
        let units = self.state.units.len().max(1);
        UnitId(u16::try_from(self.chance.below(units)).unwrap())
    }

    fn units(&mut self) -> Vec<UnitId> {
        (0..self.chance.below(4)).map(|_| self.unit()).collect()
    }

    fn member(&mut self) -> MemberId {
        MemberId(self.small(10))
    }

    fn members(&mut self) -> Vec<MemberId> {
        (0..self.chance.below(5)).map(|_| self.member()).collect()
    }

    fn role(&mut self) -> Role {
        self.one_of(&[
            Role::Standard,
            Role::Standard,
            Role::Bearer,
            Role::Officer,
            Role::Hero,
            Role::Gunner,
            Role::SupportWeapon,
            Role::Specialist(Specialist::Medic),
            Role::Specialist(Specialist::Mechanic),
        ])
    }

    fn weapon(&mut self) -> WeaponId {
        let weapons = self.state.library.weapons.len();
        WeaponId(u16::try_from(self.chance.below(weapons + 1)).unwrap())
    }

    fn range(&mut self) -> Range {
        match self.chance.below(4) {
            0 => Range::Measured(Millimetres(self.number())),
            1 => Range::Measured(Millimetres(100)),
            2 => Range::Band(Band(self.small(6))),
            _ => Range::Band(Band(1)),
        }
    }

    fn cover(&mut self) -> Cover {
        self.one_of(&[Cover::None, Cover::Yes, Cover::Disputed, Cover::TooClose])
    }

    fn hyper(&mut self) -> Hyper {
        self.one_of(&[Hyper::No, Hyper::Yes, Hyper::Ask])
    }

    fn body(&mut self) -> Body {
        if self.chance.below(6) == 0 { Body::Wreck } else { Body::Unit(self.unit()) }
    }

    fn which(&mut self) -> Option<MemberId> {
        if self.chance.below(4) == 0 { Some(self.member()) } else { None }
    }

    fn place(&mut self) -> PlaceId {
        let places = self.state.places.len();
        PlaceId(self.small(places + 1))
    }

    fn element(&mut self) -> TerrainId {
        let elements = self.state.terrain.len();
        TerrainId(self.small(elements + 1))
    }

    fn drills(&mut self) -> Vec<Drill> {
        let all = [Drill::Knee, Drill::Overwatch, Drill::TakeCover, Drill::SplitFire];
        (0..self.chance.below(4)).map(|_| self.one_of(&all)).collect()
    }

    fn mark(&mut self) -> Mark {
        match self.chance.below(8) {
            0..=2 => Mark::Unit(self.unit()),
            3 => Mark::Machine(self.unit(), self.member()),
            4 | 5 => Mark::Fighter(self.unit(), self.role()),
            6 => Mark::Terrain(self.element()),
            _ => Mark::Wreck,
        }
    }

    fn under(&mut self) -> Vec<Under> {
        let some = self.chance.below(4);
        (0..some)
            .map(|_| Under {
                who: self.body(),
                role: self.role(),
                fighters: self.number(),
                which: self.which(),
            })
            .collect()
    }

    fn salvo(&mut self) -> Salvo {
        let (zone, nearest) = (self.chance.below(3), self.chance.below(3));
        Salvo {
            weapon: self.weapon(),
            each: self.one_of(&[0, 1, 1, 1, 2, u8::MAX]),
            at: self.mark(),
            range: self.range(),
            up_to: self.coin(),
            seeing: if self.coin() { None } else { Some(self.number()) },
            zone: (0..zone)
                .map(|_| InZone {
                    who: self.body(),
                    role: self.role(),
                    fighters: self.number(),
                    cover: self.cover(),
                    on: self.small(4),
                    which: self.which(),
                })
                .collect(),
            cover: self.cover(),
            shooters_on: self.small(3),
            target_on: self.small(3),
            nearest: (0..nearest)
                .map(|_| Near {
                    unit: self.unit(),
                    role: self.role(),
                    fighters: self.number(),
                    which: self.which(),
                })
                .collect(),
            under: self.under(),
            hyper: self.hyper(),
            moves_after: self.coin(),
        }
    }

    fn movement(&mut self) -> Movement {
        let (path, ranges) = (self.chance.below(3), self.chance.below(3));
        Movement {
            pace: self.one_of(&[Pace::Combat, Pace::Rush]),
            distance: if self.coin() { None } else { Some(Millimetres(self.number())) },
            contact: self.units(),
            crosses: self.coin(),
            path: (0..path)
                .map(|_| OnPath {
                    unit: self.unit(),
                    role: self.role(),
                    fighters: self.number(),
                    engaged: self.number(),
                    no_room: self.number(),
                })
                .collect(),
            cohesion: self.one_of(&[Cohesion::Kept, Cohesion::Impossible, Cohesion::Broken]),
            dash: self.chance.below(4) == 0,
            ranges: (0..ranges).map(|_| Told { unit: self.unit(), range: self.range() }).collect(),
            leaves: self.chance.below(6) == 0,
            pilot_home: self.chance.below(6) == 0,
        }
    }

    fn part(&mut self) -> MachinePart {
        match self.chance.below(3) {
            0 => MachinePart::Frame,
            1 => MachinePart::Propulsion,
            _ => MachinePart::Weapon(self.small(4)),
        }
    }

    fn special(&mut self) -> Special {
        match self.chance.below(5) {
            0 => {
                let some = self.chance.below(3);
                let element = self.element();
                let on_it = (0..some).map(|_| OnElement {
                    unit: self.unit(),
                    role: self.role(),
                    fighters: self.number(),
                });
                Special::Sabotage { element, on_it: on_it.collect() }
            }
            1 => Special::Repair { unit: self.unit(), machine: self.member(), part: self.part() },
            2 => Special::Tag { on: self.unit() },
            3 => Special::Open,
            _ => Special::Hoist,
        }
    }

    fn routine(&mut self) -> Routine {
        let on = self.unit();
        match self.chance.below(5) {
            0 => Routine::Transfer { on, leaves: self.role(), returns: self.role() },
            1 => Routine::Reconstruction { on, returns: self.role() },
            2 => Routine::Repair { on, machine: self.member(), part: self.part() },
            3 => Routine::Creation,
            _ => Routine::Fusion { on, machines: (self.member(), self.member()) },
        }
    }

    fn answer(&mut self) -> Answer {
        match self.chance.below(16) {
            0 => Answer::First(self.seat()),
            1 => Answer::FirstOfTwo(self.unit()),
            2 => Answer::Rally(self.coin()),
            3 => Answer::Pay(self.coin()),
            4 => {
                Answer::Enter(if self.coin() { Entry::Wait } else { Entry::Through(self.place()) })
            }
            5 => Answer::Abandon(self.members()),
            6 => Answer::Watch(if self.coin() { None } else { Some(self.unit()) }),
            7 => Answer::Weapon(self.small(4)),
            8 => Answer::Under(self.under()),
            9 => {
                let some = self.chance.below(4);
                let victims = (0..some).map(|_| Victim {
                    member: self.member(),
                    part: if self.coin() { None } else { Some(self.part()) },
                });
                Answer::Victims(victims.collect())
            }
            10 => Answer::Fall(self.members()),
            11 => {
                let some = self.chance.below(4);
                Answer::Share((0..some).map(|_| (self.member(), self.number())).collect())
            }
            12 => Answer::Medic(if self.coin() { None } else { Some(self.member()) }),
            13 => Answer::Hyper(self.coin()),
            14 => Answer::StillInContact(self.coin()),
            _ => Answer::Join(if self.coin() { None } else { Some(self.unit()) }),
        }
    }

    fn correction(&mut self) -> Correction {
        let (unit, member) = (self.unit(), self.member());
        match self.chance.below(9) {
            0 | 1 => Correction::Member { unit, member, out: self.coin(), grounded: self.coin() },
            2 => {
                let weapons = self.chance.below(4);
                Correction::Machine {
                    unit,
                    member,
                    frame: self.small(6),
                    propulsion: self.small(3),
                    weapons: (0..weapons).map(|_| self.small(3)).collect(),
                }
            }
            3 => Correction::Drills { unit, drills: self.drills() },
            4 => Correction::Morale { unit, disorganized: self.coin() },
            5 => Correction::Contact { unit, with: self.units() },
            6 => {
                let other = self.unit();
                let stands = self.one_of(&[
                    Stands::Field,
                    Stands::Reserve,
                    Stands::Reinforcement,
                    Stands::Gone(Gone::Routed),
                    Stands::Gone(Gone::Joined(other)),
                ]);
                Correction::Stands { unit, stands }
            }
            7 => Correction::Leadership { seat: self.seat(), pool: self.number() },
            _ => Correction::Control {
                place: self.place(),
                by: if self.coin() { None } else { Some(self.seat()) },
            },
        }
    }

    fn command(&mut self) -> Command {
        let seat = self.seat();
        match self.chance.below(40) {
            0 => Command::RollMission,
            1 => Command::RollRoles,
            2 => Command::Muster { seat, company: Company::default() },
            3 => Command::LockCompany { seat },
            4 => Command::UnlockCompany { seat },
            5 => Command::AcceptOver { seat, of: self.seat(), accept: self.coin() },
            6 => {
                let some = self.chance.below(50);
                let elements = (0..some).map(|_| Laid {
                    name: self.one_of(&["", "Wall", "\u{202e}", "x\ny"]).to_owned(),
                    kind: self.one_of(&[ElementKind::Other, ElementKind::LowWall]),
                    size: self.small(12),
                    tough: Some(Tough { protection: self.small(30), structure: self.small(9) }),
                });
                let field = Field {
                    elements: elements.collect(),
                    places: vec!["by the wall".repeat(self.chance.below(90))],
                    containers: Some(self.small(9)),
                    nanogenerators: None,
                    words: String::new(),
                };
                Command::LayField { seat, field, alone: self.coin() }
            }
            7 => Command::AgreeField { seat },
            8 => {
                let commander = if self.coin() { None } else { Some(self.unit()) };
                let sequence = (0..self.chance.below(9)).map(|_| self.unit()).collect();
                Command::Plan { seat, plan: Plan { sequence, wager: self.number(), commander } }
            }
            9 => self.one_of(&[
                Command::FillPlan { seat },
                Command::FillCompany { seat },
                Command::AnswerFor { seat },
            ]),
            10 => Command::PlayCard,
            11 => Command::Relocate { to: self.one_of(&[0, 1, 2, 3, usize::MAX]) },
            12 => Command::Delay,
            13 => Command::ExtraActivation,
            14 | 15 => Command::Artillery(Strike { seen_by: self.unit(), at: self.mark() }),
            16 => Command::SplitFire,
            17..=19 => Command::Move(self.movement()),
            20..=23 => Command::Shoot(self.salvo()),
            24 | 25 => Command::Fight(Combat {
                weapon: self.weapon(),
                hero: self.chance.below(4) == 0,
                attackers: self.number(),
                on: self.unit(),
                against: self.one_of(&[
                    Against::Fighters,
                    Against::Hero,
                    Against::Gunners,
                    Against::SupportWeapons,
                ]),
                defenders: self.number(),
                hyper: self.hyper(),
            }),
            26 => Command::Special(self.special()),
            27 => Command::Routine(self.routine()),
            28 => Command::End { drills: self.drills() },
            29..=31 => Command::Answer(self.answer()),
            32 => {
                let some = self.chance.below(5);
                let counts = (0..some)
                    .map(|_| {
                        let sides = self.chance.below(4);
                        let fighters = (0..sides).map(|_| self.number()).collect();
                        Counted { place: self.place(), fighters }
                    })
                    .collect();
                Command::Count { seat, counts }
            }
            33 => Command::AgreeCounts { seat, agree: self.coin() },
            34 => Command::Buy { seat, unit: self.unit() },
            35 => Command::DoneBuying { seat },
            36 | 37 => Command::Correct(self.correction()),
            38 => Command::AgreeToCorrection(self.coin()),
            _ => Command::WithdrawCorrection,
        }
    }

    fn doer(&mut self) -> Doer {
        let all: Vec<Seat> = self.state.seats().collect();
        match self.chance.below(8) {
            0 => Doer { seats: Vec::new(), organiser: true },
            1 => Doer { seats: vec![Seat(200)], organiser: false },
            2 | 3 => Doer { seats: vec![self.seat()], organiser: self.coin() },
            _ => Doer { seats: all, organiser: false },
        }
    }
}

fn applied(state: &State, by: &Doer, command: &Command, chance: &mut Chance) -> Option<State> {
    let events = At43::decide(state, by, command, &mut ByChance(chance)).ok()?;
    let mut after = state.clone();
    for event in &events {
        At43::apply(&mut after, event);
    }
    Some(after)
}

/// Legal, and everything that is offered is accepted.
fn look_over(state: &State, why: &str) {
    legal(state).unwrap_or_else(|fault| panic!("{why}: {fault}"));
    let open = At43::open(state);
    assert!(state.phase == Phase::Over || !open.is_empty(), "{why}: nothing can be done");
    for open in &open {
        let seats = match open.who {
            Who::Seat(seat) | Who::May(seat) => vec![seat],
            Who::AnyPlayer => vec![Seat(0)],
        };
        assert!(!open.options.is_empty(), "{why}: nothing can be answered to {}", open.what);
        let by = Doer { seats, organiser: false };
        for option in &open.options {
            let done = At43::decide(state, &by, option, &mut ByChance(&mut Chance::new(7)));
            assert!(done.is_ok(), "{why}: offered {option:?}: {}", done.unwrap_err());
            let thrown = At43::next_throw(state, &by, option, &[]);
            assert!(thrown.is_ok(), "{why}: throws of {option:?}: {}", thrown.unwrap_err());
        }
    }
    let viewers = state.seats().map(Viewer::on).chain([Viewer::spectator()]);
    for viewer in viewers {
        let _ = At43::view(state, &viewer);
    }
}

fn oddities(mut state: State, seed: u64) -> (usize, usize) {
    let mut chance = Chance::new(seed);
    let (mut refused, mut done) = (0, 0);
    for step in 0..STEPS {
        if state.phase == Phase::Over {
            break;
        }
        for _ in 0..ODD {
            let mut odd = Odd { state: &state, chance: &mut chance };
            let (by, command) = (odd.doer(), odd.command());
            match applied(&state, &by, &command, &mut chance) {
                None => refused += 1,
                Some(after) => {
                    done += 1;
                    look_over(&after, &format!("seed {seed}, step {step}, {by:?} {command:?}"));
                    // now and then it goes on from there
                    if after.phase != Phase::Over && chance.below(3) == 0 {
                        state = after;
                    }
                }
            }
        }
        state = a_step(&state, &mut chance);
    }
    (refused, done)
}

/// Something that is offered.
fn a_step(state: &State, chance: &mut Chance) -> State {
    let open = At43::open(state);
    let choices: Vec<(Seat, &Command)> = open
        .iter()
        .flat_map(|open| {
            let seat = match open.who {
                Who::Seat(seat) | Who::May(seat) => seat,
                Who::AnyPlayer => Seat(0),
            };
            open.options.iter().map(move |option| (seat, option))
        })
        .collect();
    let Some((seat, command)) = choices.get(chance.below(choices.len())) else {
        return state.clone();
    };
    let by = Doer { seats: vec![*seat], organiser: false };
    applied(state, &by, command, chance).unwrap_or_else(|| panic!("{command:?} was offered"))
}

fn try_all(setup: &Setup, salt: u64) {
    let (mut refused, mut done) = (0, 0);
    for game in 0..games() / 4 {
        let state = At43::set_up(setup).unwrap();
        let (no, yes) = oddities(state, salt * 1_000 + game);
        refused += no;
        done += yes;
    }
    assert!(refused > 1_000 && done > 50, "{refused} refused, {done} done");
}

const BLUE_SIDE: &str = "White Stars\n9 steel troopers, sergeant, 2 laser guns, grenades\n3 steel TacArms\n\
    8 star troopers, medic, combat engineer, 1 flamer, triple lens helmet\n3 fire toads, sergeant\n\
    9 steel troopers, medic, mechanic, 2 missile launchers";
const RED_SIDE: &str = "Therians\n9 storm golems, omicron, 3 sonic guns, nanostorms\n6 storm golems, 1 flamer, relay\n\
    3 bane goliaths\n4 assault medusas, 1 nucleus gun\n1 Wraith golgoth, alpha\n6 storm golems, sigma";

/// T-RND-2, T-ACT-6
#[test]
fn odd_commands_in_the_middle_of_a_battle_are_refused_or_do_no_harm() {
    let (mut refused, mut done) = (0, 0);
    for seed in 0..games() {
        let mut game = Game::playing(BLUE_SIDE, RED_SIDE);
        game.state.switches.artillery = true;
        game.state.switches.terrain_damage = true;
        let (no, yes) = oddities(game.state, 20_000 + seed);
        refused += no;
        done += yes;
    }
    assert!(refused > 5_000 && done > 300, "{refused} refused, {done} done");
}

/// T-RND-1, T-MIS-61 to T-MIS-67
#[test]
fn odd_commands_in_an_extraction_are_refused_or_do_no_harm() {
    try_all(&setup(Some("extraction"), 2), 31);
}

/// T-RND-1, T-MIS-51 to T-MIS-56
#[test]
fn odd_commands_in_a_landing_are_refused_or_do_no_harm() {
    try_all(&setup(Some("landing"), 2), 32);
}

/// T-RND-1, T-MIS-5
#[test]
fn odd_commands_of_three_sides_are_refused_or_do_no_harm() {
    try_all(&setup(Some("bridgehead"), 3), 33);
}

/// T-MIS-1, T-MIS-4
#[test]
fn odd_commands_before_the_dice_have_picked_a_mission_are_refused_or_do_no_harm() {
    try_all(&setup(None, 2), 34);
}
