//! One game with something of everything in it, and an example of every event that can happen in it.

use gatemaster_rules::at43::command::{
    Against, Cohesion, Combat, Counted, Cover, Field, Hyper, MachinePart, Mark, Measured, Movement,
    Pace, Pair, Routine, RoutineName, Salvo, Special, Strike,
};
use gatemaster_rules::at43::company::Company;
use gatemaster_rules::at43::correct::Correction;
use gatemaster_rules::at43::event::{
    Allowance, Authority, Change, DrawnEdge, DrillLoss, Edge, Event, Fall, Gain, GainWhy,
    MoraleCause, Rerolled, RunOver, Skip, Spending, Victims,
};
use gatemaster_rules::at43::flow::Template;
use gatemaster_rules::at43::mission::PlaceKind;
use gatemaster_rules::at43::need::{Band, Millimetres, Range, Reason, Test};
use gatemaster_rules::at43::report::{digest, explain, lines, rolls};
use gatemaster_rules::at43::state::{
    Drill, Element, ElementKind, Ending, Gone, Group, LossKind, MemberId, Phase, Pilot, Place,
    PlaceId, Plan, Proposal, Role, Sight, Stands, TerrainId, Tough, UnitId, Why, Wreck,
};
use gatemaster_rules::at43::{At43, State, View};
use gatemaster_rules::check::Check;
use gatemaster_rules::dice::Roll;
use gatemaster_rules::system::{System as _, Viewer};

use super::sample::{BLUE, Game, RED};

/// Blue: two units of steel troopers, three `TacArms` between them, and three striders.
const WHITE_STARS: &str = "White Stars\n9 steel troopers, sergeant, medic\n3 steel TacArms\n6 steel troopers\n3 fire toads";
/// Red: two units of golems and goliaths.
const THERIANS: &str = "Therians\n9 storm golems, alpha\n6 storm golems\n2 bane goliaths";

pub const TROOPERS: UnitId = UnitId(0);
pub const TACARMS: UnitId = UnitId(1);
pub const OTHER_TROOPERS: UnitId = UnitId(2);
pub const TOADS: UnitId = UnitId(3);
pub const GOLEMS: UnitId = UnitId(4);
pub const OTHER_GOLEMS: UnitId = UnitId(5);
pub const GOLIATHS: UnitId = UnitId(6);
pub const HILL: PlaceId = PlaceId(0);
pub const EDGE: PlaceId = PlaceId(1);
pub const DROP: PlaceId = PlaceId(2);
pub const WALL: TerrainId = TerrainId(0);

pub fn game() -> Game {
    let mut game = Game::playing(WHITE_STARS, THERIANS);
    let state = &mut game.state;
    let place = |name: &str, kind| Place {
        name: name.to_owned(),
        kind,
        control: 5,
        pays: None,
        of: None,
        bars: None,
        controlled_by: None,
        captured_by: Vec::new(),
        counts: Vec::new(),
        lies: String::new(),
        gone: false,
    };
    state.places = vec![
        place("the hill", PlaceKind::Point),
        place("the north edge", PlaceKind::AccessZone),
        place("drop point X-Ray", PlaceKind::DropPoint),
    ];
    state.terrain = vec![Element {
        name: "the low wall".to_owned(),
        kind: ElementKind::LowWall,
        size: 1,
        tough: Some(Tough { protection: 12, structure: 2 }),
        place: None,
        gone: false,
    }];
    state.wreck =
        Some(Wreck { protection: 11, structure: 5, pilot: Pilot::Inside, home_paid: false });
    state.sides[0].pool = 6;
    state.sides[1].pool = 6;
    game
}

pub fn seen_by_nobody(state: &State) -> View {
    At43::view(state, &Viewer::spectator())
}

/// A die of the game's stream.
pub fn die(number: u64, face: u32) -> Roll {
    Roll { number: Some(number), sides: 6, face }
}

/// Dice that were thrown once.
pub fn once(faces: &[u32]) -> Vec<Rerolled> {
    (1..).zip(faces).map(|(number, face)| Rerolled(vec![die(number, *face)])).collect()
}

pub fn table(base: (i32, Reason), term: (i32, Reason)) -> Test {
    Test::Table(Check::new(base.0, base.1).with(term.0, term.1))
}

pub fn accuracy(value: i32, range: i32) -> Test {
    table((value, Reason::Accuracy), (-range, Reason::Range))
}

pub fn damage(penetration: i32, protection: i32) -> Test {
    table((penetration, Reason::Penetration), (-protection, Reason::Protection))
}

pub fn morale(value: i32) -> Test {
    table((value, Reason::Morale), (-8, Reason::MoraleDifficulty))
}

pub fn salvo(at: Mark) -> Salvo {
    Salvo {
        cover: Cover::Yes,
        ..Salvo::plain(Game::weapon("laser-rifle"), at, Range::Band(Band(4)))
    }
}

pub fn combat() -> Combat {
    Combat {
        weapon: Game::weapon("combat-knife"),
        hero: false,
        attackers: 4,
        on: GOLEMS,
        against: Against::Fighters,
        defenders: 3,
        hyper: Hyper::No,
    }
}

pub fn members(ids: &[u8]) -> Vec<MemberId> {
    ids.iter().map(|id| MemberId(*id)).collect()
}

pub fn rush() -> Event {
    Event::Moved {
        unit: TROOPERS,
        movement: Movement { contact: vec![GOLEMS], ..Movement::plain(Pace::Rush) },
        allowance: Allowance {
            movement: 14,
            rush: 6,
            halved: false,
            dash: false,
            millimetres: 200,
        },
    }
}

/// The example that comes after this one; every event stands on the left once, so a new one is missed here first.
#[expect(clippy::too_many_lines, reason = "an arm for each event")]
fn next(event: &Event, state: &State) -> Option<Event> {
    let machine = MemberId(0);
    Some(match event {
        Event::MissionRolled { .. } => Event::MissionRolledAgain { roll: die(2, 5) },
        Event::MissionRolledAgain { .. } => Event::RolesRolled {
            rolls: vec![(BLUE, die(3, 2)), (RED, die(4, 5))],
            attacker: Some(RED),
        },
        Event::RolesRolled { .. } => Event::CompanyBuilt {
            seat: BLUE,
            company: Some(Company { name: "Hidden Tigers".into(), ..Company::default() }),
        },
        Event::CompanyBuilt { .. } => Event::CompanyLocked { seat: BLUE, over: 40 },
        Event::CompanyLocked { .. } => Event::CompanyUnlocked { seat: BLUE },
        Event::CompanyUnlocked { .. } => Event::OverAnswered { seat: RED, of: BLUE, accept: true },
        Event::OverAnswered { .. } => Event::CompaniesShown {
            companies: state.sides.iter().filter_map(|side| side.company.clone()).collect(),
            units: state.units.clone(),
        },
        Event::CompaniesShown { .. } => Event::EdgesDrawn {
            edges: vec![
                DrawnEdge { seat: BLUE, edge: Edge::North, roll: Some(die(5, 1)) },
                DrawnEdge { seat: RED, edge: Edge::South, roll: None },
            ],
        },
        Event::EdgesDrawn { .. } => Event::SectorsRolled {
            rolls: vec![(BLUE, die(6, 6)), (RED, die(7, 2))],
            first: Some(BLUE),
        },
        Event::SectorsRolled { .. } => {
            Event::FieldLaid { seat: BLUE, field: Field::default(), alone: false }
        }
        Event::FieldLaid { .. } => Event::FieldAgreed { seat: RED },
        Event::FieldAgreed { .. } => Event::FieldSet {
            places: state.places.clone(),
            terrain: state.terrain.clone(),
            wreck: state.wreck,
        },
        Event::FieldSet { .. } => Event::RoundBegan {
            round: 2,
            pools: vec![7, 6],
            commanders: vec![Some(TROOPERS), None],
        },
        Event::RoundBegan { .. } => Event::Planned {
            seat: BLUE,
            plan: Some(Plan {
                sequence: vec![TOADS, OTHER_TROOPERS, TACARMS, TROOPERS],
                wager: 2,
                commander: Some(TROOPERS),
            }),
            filled_in: false,
        },
        Event::Planned { .. } => Event::WagersShown {
            wagers: vec![2, 0],
            commanders: vec![Some(TROOPERS), Some(GOLEMS)],
        },
        Event::WagersShown { .. } => Event::AuthorityRolled {
            rolls: vec![
                Authority {
                    seat: BLUE,
                    roll: die(8, 4),
                    authority: 3,
                    wager: 2,
                    home_turf: 1,
                    total: 10,
                },
                Authority {
                    seat: RED,
                    roll: die(9, 5),
                    authority: 2,
                    wager: 0,
                    home_turf: 0,
                    total: 7,
                },
            ],
        },
        Event::AuthorityRolled { .. } => {
            Event::AuthorityWon { winner: BLUE, named_by_mission: false }
        }
        Event::AuthorityWon { .. } => Event::FirstChosen { first: RED },
        Event::FirstChosen { .. } => Event::LeadPassed { to: RED },
        Event::LeadPassed { .. } => Event::ActivationOver,
        Event::ActivationOver => Event::Relocated { seat: BLUE, to: Some(2) },
        Event::Relocated { .. } => Event::Delayed { seat: BLUE },
        Event::Delayed { .. } => Event::ExtraTaken { seat: BLUE },
        Event::ExtraTaken { .. } => Event::CardRevealed { seat: BLUE, unit: TROOPERS },
        Event::CardRevealed { .. } => Event::CardDropped { seat: BLUE, unit: OTHER_TROOPERS },
        Event::CardDropped { .. } => {
            Event::Spent { seat: BLUE, lp: 1, on: Spending::Activation(TACARMS) }
        }
        Event::Spent { .. } => Event::DrillEnded { unit: TROOPERS, drill: Drill::TakeCover },
        Event::DrillEnded { .. } => Event::Activated { unit: TROOPERS, free: true },
        Event::Activated { .. } => Event::Unpaid { unit: TACARMS },
        Event::Unpaid { .. } => Event::Waited { unit: TACARMS },
        Event::Waited { .. } => Event::Entered { unit: TACARMS, through: DROP },
        Event::Entered { .. } => Event::StoodUp { unit: TROOPERS, fighters: 6, whole_unit: true },
        Event::StoodUp { .. } => Event::StayedTogether { unit: TOADS },
        Event::StayedTogether { .. } => Event::Abandoned { unit: TOADS, machine: MemberId(1) },
        Event::Abandoned { .. } => Event::DrillGiven { unit: TROOPERS, drill: Drill::Overwatch },
        Event::DrillGiven { .. } => {
            Event::DrillLost { unit: TROOPERS, drill: Drill::Overwatch, why: DrillLoss::Engaged }
        }
        Event::DrillLost { .. } => Event::Ended { unit: TROOPERS },
        Event::Ended { .. } => Event::MoraleTested {
            unit: GOLEMS,
            test: morale(7),
            roll: Some(die(10, 2)),
            passed: false,
            why: MoraleCause::Few,
        },
        Event::MoraleTested { .. } => Event::Disorganized { unit: GOLEMS },
        Event::Disorganized { .. } => Event::Rallied { unit: GOLEMS },
        Event::Rallied { .. } => rush(),
        Event::Moved { .. } => Event::RanOver {
            unit: TOADS,
            on: GOLEMS,
            role: Role::Standard,
            rolls: vec![
                RunOver { roll: Some(die(11, 5)), engaged: false, eliminated: true },
                RunOver { roll: Some(die(12, 2)), engaged: true, eliminated: false },
                RunOver { roll: None, engaged: false, eliminated: true },
            ],
        },
        Event::RanOver { .. } => Event::Contacts { unit: TROOPERS, with: vec![GOLEMS] },
        Event::Contacts { .. } => Event::ContactLost { unit: TROOPERS, enemy: GOLEMS },
        Event::ContactLost { .. } => {
            Event::Cohesion { unit: TROOPERS, cohesion: Cohesion::Impossible }
        }
        Event::Cohesion { .. } => Event::Held { seat: RED, mover: TROOPERS },
        Event::Held { .. } => Event::WatchBegan { unit: GOLEMS, mover: TROOPERS },
        Event::WatchBegan { .. } => {
            Event::WatchEnded { unit: GOLEMS, fired: true, group: Some(Group::Bearers) }
        }
        Event::WatchEnded { .. } => Event::RangesAsked {
            seat: BLUE,
            pairs: vec![
                Pair { from: TROOPERS, to: GOLEMS },
                Pair { from: TROOPERS, to: OTHER_GOLEMS },
            ],
        },
        Event::RangesAsked { .. } => Event::RangesTold {
            seat: RED,
            sights: vec![
                Sight {
                    from: TROOPERS,
                    to: GOLEMS,
                    told: Some(Measured {
                        from: TROOPERS,
                        to: GOLEMS,
                        range: Range::Measured(Millimetres::cm(24)),
                        cover: Cover::Yes,
                        seeing: Some(4),
                    }),
                },
                Sight { from: TROOPERS, to: OTHER_GOLEMS, told: None },
            ],
        },
        Event::RangesTold { .. } => Event::SalvoFired {
            unit: TROOPERS,
            salvo: salvo(Mark::Unit(GOLEMS)),
            overwatch: false,
            shooters: 6,
        },
        Event::SalvoFired { .. } => Event::StrikeCalled {
            seat: BLUE,
            strike: Strike { seen_by: TROOPERS, at: Mark::Fighter(GOLEMS, Role::Standard) },
        },
        Event::StrikeCalled { .. } => Event::Fought { unit: TROOPERS, combat: combat() },
        Event::Fought { .. } => Event::ShotsRolled {
            unit: TROOPERS,
            test: accuracy(5, 4),
            dice: once(&[5, 2, 4, 6, 1, 4]),
            impacts: 4,
        },
        Event::ShotsRolled { .. } => Event::OutOfReach { unit: TROOPERS, test: accuracy(3, 9) },
        Event::OutOfReach { .. } => {
            Event::Skipped { unit: Some(OTHER_GOLEMS), fighters: 2, why: Skip::Knee }
        }
        Event::Skipped { .. } => {
            Event::ImpactsTaken { on: Victims::Unit(OTHER_GOLEMS), impacts: 2, in_zone: true }
        }
        Event::ImpactsTaken { .. } => Event::Deviated {
            roll: Some(die(13, 4)),
            template: Template { shift: 2, direction: Some(4), radius: 3, impacts_each: 1 },
        },
        Event::Deviated { .. } => Event::CoverRolled {
            on: GOLEMS,
            test: Test::Fixed { face: 5, why: Reason::Cover },
            rolls: vec![die(14, 5), die(15, 2), die(16, 3), die(17, 1)],
            stopped: 1,
        },
        Event::CoverRolled { .. } => Event::DamageRolled {
            on: Victims::Unit(GOLEMS),
            test: damage(5, 6),
            dice: vec![
                Rerolled(vec![die(18, 3), die(21, 5)]),
                Rerolled(vec![die(19, 6)]),
                Rerolled(vec![die(20, 2), die(22, 2)]),
            ],
            successes: 2,
        },
        Event::DamageRolled { .. } => {
            Event::LocationRolled { unit: TOADS, machine, roll: die(23, 4) }
        }
        Event::LocationRolled { .. } => {
            Event::PartHit { unit: TOADS, machine, part: MachinePart::Propulsion, lost: 2, left: 0 }
        }
        Event::PartHit { .. } => Event::MachineDestroyed { unit: TOADS, machine },
        Event::MachineDestroyed { .. } => {
            Event::Fell { unit: GOLEMS, members: members(&[5, 6, 7, 8]), why: Fall::Shot }
        }
        Event::Fell { .. } => Event::Grounded { unit: GOLEMS, members: members(&[3, 4]) },
        Event::Grounded { .. } => Event::Rescued {
            unit: TROOPERS,
            member: MemberId(4),
            medic: MemberId(1),
            grounded: true,
        },
        Event::Rescued { .. } => Event::WreckHit { left: 3 },
        Event::WreckHit { .. } => Event::ElementHit { element: WALL, left: 1 },
        Event::ElementHit { .. } => Event::ElementGone { element: WALL },
        Event::ElementGone { .. } => Event::LeaderChanged { unit: GOLEMS, leader: MemberId(3) },
        Event::LeaderChanged { .. } => Event::RelayLost { unit: GOLEMS },
        Event::RelayLost { .. } => Event::UnitGone { unit: GOLEMS, gone: Gone::Destroyed },
        Event::UnitGone { .. } => {
            Event::Lost { unit: GOLEMS, what: LossKind::Infantry, by: Some(BLUE) }
        }
        Event::Lost { .. } => Event::CommanderChanged { seat: RED, unit: None },
        Event::CommanderChanged { .. } => {
            Event::SpecialUsed { unit: TROOPERS, special: Special::Tag { on: GOLEMS } }
        }
        Event::SpecialUsed { .. } => {
            Event::PartRepaired { unit: TOADS, machine, part: MachinePart::Weapon(1), left: 1 }
        }
        Event::PartRepaired { .. } => Event::Tagged { seat: BLUE, on: GOLEMS },
        Event::Tagged { .. } => Event::RoutineUsed {
            unit: GOLEMS,
            routine: RoutineName::Reconstruction,
            on: OTHER_GOLEMS,
        },
        Event::RoutineUsed { .. } => Event::RoutineDone {
            unit: OTHER_GOLEMS,
            routine: Routine::Reconstruction { on: OTHER_GOLEMS, returns: Role::Standard },
        },
        Event::RoutineDone { .. } => {
            Event::Returned { unit: OTHER_GOLEMS, leaves: None, returns: MemberId(2) }
        }
        Event::Returned { .. } => {
            let mut unit = state.unit(GOLEMS)?.clone();
            unit.name = "Sergeant Novak".into();
            Event::UnitAppeared { unit: Box::new(unit) }
        }
        Event::UnitAppeared { .. } => Event::HeroJoined { hero: OTHER_GOLEMS, unit: GOLIATHS },
        Event::HeroJoined { .. } => Event::ControlBegan,
        Event::ControlBegan => Event::Counted { seat: BLUE, counts: counts() },
        Event::Counted { .. } => Event::AnsweredFor { seat: RED },
        Event::AnsweredFor { .. } => Event::CountsDisputed { seat: RED },
        Event::CountsDisputed { .. } => Event::Controlled {
            counts: counts(),
            control: vec![Some(BLUE), None, Some(RED)],
            captured: vec![(HILL, BLUE)],
        },
        Event::Controlled { .. } => Event::Scored {
            gains: vec![
                Gain { seat: BLUE, vp: 5, rp: 0, why: GainWhy::Controls(HILL) },
                Gain { seat: RED, vp: 0, rp: 100, why: GainWhy::Captured(DROP) },
                Gain {
                    seat: BLUE,
                    vp: 2,
                    rp: 0,
                    why: GainWhy::Eliminated(GOLEMS, LossKind::Infantry),
                },
            ],
        },
        Event::Scored { .. } => Event::PilotMet { unit: TROOPERS },
        Event::PilotMet { .. } => Event::PilotHome,
        Event::PilotHome => Event::PilotDied,
        Event::PilotDied => Event::Bought { seat: BLUE, unit: TACARMS, rp: 200 },
        Event::Bought { .. } => Event::DoneBuying { seat: BLUE },
        Event::DoneBuying { .. } => Event::Proposed(Proposal {
            by: RED,
            correction: Correction::Leadership { seat: RED, pool: 4 },
        }),
        Event::Proposed(_) => Event::ProposalAnswered { agreed: false },
        Event::ProposalAnswered { .. } => Event::ProposalWithdrawn,
        Event::ProposalWithdrawn => Event::Corrected {
            correction: Correction::Leadership { seat: RED, pool: 4 },
            by_organiser: true,
            alone: false,
            change: Change::Pool(RED, 4),
        },
        Event::Corrected { .. } => Event::Flow(Box::default()),
        Event::Flow(_) => Event::GameOver(Ending { winner: Some(BLUE), why: Why::RoundsPlayed }),
        Event::GameOver(_) => return None,
    })
}

fn counts() -> Vec<Counted> {
    vec![
        Counted { place: HILL, fighters: vec![5, 3] },
        Counted { place: EDGE, fighters: vec![0, 0] },
    ]
}

/// An example of every event there is, each by itself to be told in [`game`].
pub fn every_event(state: &State) -> Vec<Event> {
    let first = Event::MissionRolled { roll: die(1, 4), mission: "skirmish".into() };
    std::iter::successors(Some(first), |event| next(event, state)).collect()
}

/// The same events with whatever else can stand in them.
#[expect(clippy::too_many_lines, reason = "a list")]
pub fn variations(_state: &State) -> Vec<Event> {
    let mut all = Vec::new();
    let unit = TROOPERS;
    for on in [
        Spending::Relocate,
        Spending::Delay,
        Spending::ExtraActivation,
        Spending::Rally(unit),
        Spending::Drill(unit, Drill::Knee),
        Spending::Artillery,
        Spending::Routine(GOLEMS, RoutineName::Dash),
    ] {
        all.push(Event::Spent { seat: BLUE, lp: 2, on });
    }
    for drill in [Drill::Knee, Drill::Overwatch, Drill::TakeCover, Drill::SplitFire] {
        all.push(Event::DrillGiven { unit, drill });
        for why in [DrillLoss::Engaged, DrillLoss::Grounded, DrillLoss::Used] {
            all.push(Event::DrillLost { unit, drill, why });
        }
    }
    for why in [MoraleCause::Few, MoraleCause::Immobilised, MoraleCause::MachineLost] {
        for passed in [true, false] {
            let roll = Some(die(1, 4));
            all.push(Event::MoraleTested { unit, test: morale(8), roll, passed, why });
        }
        let (test, roll) = (morale(15), None);
        all.push(Event::MoraleTested { unit, test, roll, passed: true, why });
    }
    for why in [Skip::Smaller, Skip::Grounded, Skip::Knee] {
        all.push(Event::Skipped { unit: None, fighters: 1, why });
        all.push(Event::Skipped { unit: Some(GOLEMS), fighters: 1, why });
    }
    for why in [
        Fall::Shot,
        Fall::Fight,
        Fall::Blast,
        Fall::RunOver,
        Fall::NoRoom,
        Fall::NoGunner,
        Fall::Element,
    ] {
        all.push(Event::Fell { unit, members: members(&[0]), why });
        all.push(Event::Fell { unit, members: members(&[0, 1, 5]), why });
    }
    for gone in [Gone::Destroyed, Gone::Routed, Gone::Evacuated, Gone::Joined(TACARMS), Gone::Fused]
    {
        all.push(Event::UnitGone { unit, gone });
    }
    for what in [LossKind::Infantry, LossKind::Machines, LossKind::Officer] {
        all.push(Event::Lost { unit, what, by: None });
    }
    let repair = |part| Special::Repair { unit: TOADS, machine: MemberId(1), part };
    for special in [
        Special::Sabotage { element: WALL, on_it: Vec::new() },
        repair(MachinePart::Propulsion),
        repair(MachinePart::Frame),
        repair(MachinePart::Weapon(0)),
        Special::Open,
        Special::Hoist,
    ] {
        all.push(Event::SpecialUsed { unit, special });
    }
    let part = MachinePart::Frame;
    for routine in [
        Routine::Transfer { on: GOLEMS, leaves: Role::Standard, returns: Role::Bearer },
        Routine::Repair { on: TOADS, machine: MemberId(0), part },
        Routine::Creation,
        Routine::Fusion { on: TOADS, machines: (MemberId(0), MemberId(1)) },
    ] {
        all.push(Event::RoutineDone { unit: GOLEMS, routine });
    }
    for routine in [
        RoutineName::Transfer,
        RoutineName::Dash,
        RoutineName::HyperNanonucleus,
        RoutineName::Repair,
        RoutineName::Creation,
        RoutineName::Fusion,
    ] {
        all.push(Event::RoutineUsed { unit: GOLEMS, routine, on: GOLEMS });
    }
    for at in [
        Mark::Machine(TOADS, MemberId(2)),
        Mark::Fighter(GOLEMS, Role::Officer),
        Mark::Fighter(TOADS, Role::Standard),
        Mark::Terrain(WALL),
        Mark::Wreck,
    ] {
        let salvo = Salvo { range: Range::Measured(Millimetres(425)), ..salvo(at) };
        all.push(Event::SalvoFired { unit, salvo, overwatch: true, shooters: 1 });
    }
    for against in [Against::Hero, Against::Gunners, Against::SupportWeapons] {
        let combat = Combat { against, hero: true, ..combat() };
        all.push(Event::Fought { unit, combat });
    }
    for on in [Victims::Machine(TOADS, MemberId(1)), Victims::Wreck, Victims::Terrain(WALL)] {
        all.push(Event::ImpactsTaken { on, impacts: 1, in_zone: false });
        for (test, successes) in [(damage(1, 12), 0), (damage(12, 1), 3), (damage(5, 5), 0)] {
            let dice = if successes == 0 { once(&[1]) } else { Vec::new() };
            all.push(Event::DamageRolled { on, test, dice, successes });
        }
    }
    for correction in [
        Correction::Member { unit, member: MemberId(0), out: true, grounded: false },
        Correction::Member { unit, member: MemberId(5), out: false, grounded: true },
        Correction::Machine {
            unit: TOADS,
            member: MemberId(0),
            frame: 2,
            propulsion: 1,
            weapons: vec![1, 1],
        },
        Correction::Drills { unit, drills: vec![Drill::Knee, Drill::Overwatch] },
        Correction::Drills { unit, drills: Vec::new() },
        Correction::Morale { unit, disorganized: true },
        Correction::Contact { unit, with: vec![GOLEMS] },
        Correction::Points { seat: BLUE, vp: 3, rp: 100 },
        Correction::Control { place: HILL, by: Some(RED) },
        Correction::Control { place: HILL, by: None },
    ] {
        all.push(Event::Proposed(Proposal { by: BLUE, correction }));
    }
    for why in [Why::RoundsPlayed, Why::PointsReached, Why::NothingLeftToWin, Why::PilotDead] {
        all.push(Event::GameOver(Ending { winner: None, why }));
    }
    for stands in [
        Stands::Reinforcement,
        Stands::Reserve,
        Stands::Field,
        Stands::Gone(Gone::Destroyed),
        Stands::Gone(Gone::Routed),
        Stands::Gone(Gone::Evacuated),
        Stands::Gone(Gone::Joined(TACARMS)),
        Stands::Gone(Gone::Fused),
    ] {
        let correction = Correction::Stands { unit, stands };
        all.push(Event::Proposed(Proposal { by: BLUE, correction }));
    }
    all.push(Event::Cohesion { unit, cohesion: Cohesion::Broken });
    all.push(Event::AuthorityWon { winner: RED, named_by_mission: true });
    all.push(Event::Planned { seat: RED, plan: None, filled_in: true });
    all.push(Event::WatchEnded { unit, fired: false, group: None });
    all.push(Event::WatchEnded { unit, fired: true, group: None });
    all.push(Event::Scored { gains: Vec::new() });
    all.push(Event::RolesRolled {
        rolls: vec![(BLUE, die(1, 3)), (RED, die(2, 3))],
        attacker: None,
    });
    all.push(Event::OverAnswered { seat: RED, of: BLUE, accept: false });
    all.push(Event::CompanyLocked { seat: RED, over: 0 });
    all
}

/// Enough for a line on a telephone's screen with a salvo's dice in it.
const LONGEST_LINE: usize = 300;

/// Sentences for people: no names of types, no numbers of the machine's own, no doubled or missing marks.
pub fn is_plain(text: &str, of: &str) {
    assert!(!text.is_empty(), "{of} has no words");
    assert!(text.chars().count() <= LONGEST_LINE, "{of} is long: {text}");
    for odd in [
        "UnitId",
        "MemberId",
        "PlaceId",
        "TerrainId",
        "Seat(",
        "Some(",
        "None",
        "{",
        "}",
        "  ",
        "..",
        " .",
        " ,",
        "!.",
        "::",
        "\n",
        "Check",
        "a unit",
        "nobody's",
        "—",
    ] {
        assert!(!text.contains(odd), "{of} says {odd:?}: {text}");
    }
    let first = text.chars().next().unwrap();
    assert!(first.is_uppercase() || first.is_numeric(), "{of} begins small: {text}");
    assert!(text.ends_with('.'), "{of} has no end: {text}");
}

/// What this viewer reads of a step is plain, has all its dice, and lets them see the game as it is afterwards.
pub fn step_can_be_told(before: &State, events: &[Event], viewer: &Viewer) {
    let view = At43::view(before, viewer);
    let seen: Vec<Event> = events.iter().filter_map(|event| At43::seen(event, viewer)).collect();
    for line in lines(&view, &seen) {
        is_plain(&line.text, &format!("{:?}", seen[line.event]));
    }
    let thrown: usize = seen.iter().map(|event| rolls(event).len()).sum();
    let explained: usize = explain(&view, &seen).iter().map(|one| one.dice.len()).sum();
    assert_eq!(thrown, explained, "{seen:?}");
    let known = digest([(&view, seen.as_slice())]).unwrap().after;
    let mut after = before.clone();
    for event in events {
        At43::apply(&mut after, event);
    }
    // the end of a game shows everything at once
    if after.phase != Phase::Over {
        let shown = At43::view(&after, viewer);
        assert_eq!(known.sides, shown.sides, "{viewer:?} {seen:?}");
        assert!(known == shown, "{viewer:?} {seen:?}");
    }
}
