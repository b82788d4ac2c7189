//! Exact odds against every roll there is.

use gatemaster_rules::dice::Scripted;
use gatemaster_rules::dicegame::command::{Command, Event};
use gatemaster_rules::dicegame::faces::{Control, FACES, Faces, Fate, Skirmish};
use gatemaster_rules::dicegame::odds::{COUNTS, Chance, RollOdds, bust, control_die, counts, rout};
use gatemaster_rules::dicegame::{DiceGame, Setup};
use gatemaster_rules::system::System as _;

use crate::dicegame::tabletop::{Tabletop, by, roll};

/// The house's faces and several others.
pub fn distributions() -> Vec<Faces> {
    let house = Setup::default().faces;
    let skirmish = |victories: usize, both: usize| {
        let mut faces = house.clone();
        faces.skirmish = std::array::from_fn(|i| match i {
            i if i < victories => Skirmish::Victory,
            i if i < victories + both => Skirmish::Both,
            _ => Skirmish::Strike,
        });
        faces
    };
    let mut all = vec![house.clone()];
    all.extend([(1, 0), (0, 1), (1, 1), (2, 2), (0, 5), (6, 0)].map(|(v, b)| skirmish(v, b)));
    let mut calm = house.clone();
    calm.fate = [Fate::Sabotage; FACES];
    calm.control = [Control::Three; FACES];
    let mut wild = house;
    wild.fate = [Fate::Routed; FACES];
    wild.control =
        [Control::One, Control::Fate, Control::Fate, Control::Fate, Control::Fate, Control::Fate];
    all.extend([calm, wild]);
    all
}

/// Every way in which so many dice of six faces can fall, by the numbers of their faces.
pub fn every_fall(dice: u8) -> impl Iterator<Item = Vec<usize>> {
    (0..FACES.pow(dice.into())).map(move |fall| {
        let mut rest = fall;
        (0..dice)
            .map(|_| {
                let face = rest % FACES;
                rest /= FACES;
                face
            })
            .collect()
    })
}

/// D-ROL-3, D-ROL-7, D-ROL-4
#[test]
fn the_chance_of_every_count_is_that_of_all_rolls() {
    for faces in distributions() {
        for dice in 0..=6_u8 {
            let mut fell = [0_u64; COUNTS];
            let mut all = 0;
            for fall in every_fall(dice) {
                let victories =
                    fall.iter().filter(|face| faces.skirmish[**face] != Skirmish::Strike).count();
                fell[victories] += 1;
                all += 1;
            }
            for staying in 0..=6 - dice {
                let chances = counts(&faces, staying, dice);
                for (count, chance) in chances.iter().enumerate() {
                    let ways = count.checked_sub(staying.into()).map_or(0, |rolled| fell[rolled]);
                    assert_eq!((chance.ways, chance.of), (ways, all), "{staying} and {dice}");
                }
                assert_eq!(chances.iter().map(|chance| chance.ways).sum::<u64>(), all);
                let bust = bust(&faces, staying, dice);
                assert_eq!(bust, chances[5]);
                assert_eq!(bust.is_never(), bust.ways == 0);
            }
        }
    }
}

/// D-ROL-3: the ledger's own figure for dice of which half the faces are victories.
#[test]
fn the_first_roll_of_the_house_s_dice_busts_in_six_of_sixty_four() {
    let first = bust(&Setup::default().faces, 0, 6);
    assert_eq!(first.ways * 64, first.of * 6);
    assert!((first.share() - 0.093_75).abs() < 1e-12);
}

/// D-FAT-6
#[test]
fn the_chance_of_a_rout_is_that_of_all_rolls() {
    for faces in distributions() {
        for dice in 0..=4_u8 {
            let all = every_fall(dice).count() as u64;
            let routs = every_fall(dice)
                .filter(|fall| fall.iter().any(|face| faces.fate[*face] == Fate::Routed))
                .count() as u64;
            let chance = rout(&faces, dice);
            assert_eq!((chance.ways, chance.of), (routs, all), "{dice} fate dice");
        }
    }
}

/// D-ROL-8, D-FAT-6: every fall of skirmish and fate dice together; a rout comes before anything is counted.
#[test]
fn own_fate_dice_count_in_the_chances_of_every_roll() {
    for faces in distributions() {
        for (dice, fate) in [(1, 0), (1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (1, 4), (4, 1)] {
            let (mut routs, mut all, mut fell) = (0, 0, [0_u64; COUNTS]);
            for fall in every_fall(dice + fate) {
                let (skirmish, fates) = fall.split_at(dice.into());
                let won = |face: &&usize| faces.skirmish[**face] != Skirmish::Strike;
                all += 1;
                if fates.iter().any(|face| faces.fate[*face] == Fate::Routed) {
                    routs += 1;
                } else {
                    fell[skirmish.iter().filter(won).count()] += 1;
                }
            }
            for staying in 0..=6 - dice {
                let odds = RollOdds::of(&faces, staying, dice, fate);
                assert!((odds.rout.share() - share(routs, all)).abs() < 1e-12);
                for (count, chance) in odds.counts.iter().enumerate() {
                    let ways = count.checked_sub(staying.into()).map_or(0, |rolled| fell[rolled]);
                    assert_eq!((chance.ways, chance.of), (ways, all), "{staying}, {dice}, {fate}");
                }
                assert_eq!(odds.bust(), odds.counts[5]);
            }
        }
    }
}

fn share(ways: u64, of: u64) -> f64 {
    Chance { ways, of }.share()
}

/// D-ROL-3, D-FAT-6: the engine itself, with every fall of two dice rolled again and an own fate die among them.
#[test]
fn a_re_roll_with_an_own_fate_die_comes_out_as_its_odds_say() {
    let mut at_table = Tabletop::quiet(2);
    at_table.fates(&[1, 0]);
    at_table.play(0, &roll(), "VVVVSS");
    let odds = RollOdds::of(&at_table.state.faces, 4, 2, 1);
    let (mut routed, mut bust, mut all) = (0, 0, 0);
    for fall in every_fall(3) {
        let command = Command::RollAgain { dice: vec![4, 5], fate: 1 };
        let mut dice = Scripted::new(fall.iter().map(|face| u32::try_from(face + 1).unwrap()));
        let events = DiceGame::decide(&at_table.state, &by(0), &command, &mut dice).unwrap();
        dice.finish().unwrap();
        all += 1;
        routed += u64::from(events.contains(&Event::Routed));
        bust += u64::from(events.contains(&Event::Bust));
    }
    assert!(routed > 0 && bust > 0);
    assert!((odds.rout.share() - share(routed, all)).abs() < 1e-12);
    assert_eq!((odds.bust().ways, odds.bust().of), (bust, all));
}

/// D-CTL-1: a fate face is worth the two points of the fate die that it claims.
#[test]
fn the_average_of_a_control_die_is_that_of_its_faces() {
    for faces in distributions() {
        let sum: u32 = faces
            .control
            .iter()
            .map(|face| match face {
                Control::One => 1,
                Control::Two | Control::Fate => 2,
                Control::Three => 3,
            })
            .sum();
        assert!((control_die(&faces) - f64::from(sum) / 6.0).abs() < 1e-12);
    }
    assert!((control_die(&Setup::default().faces) - 11.0 / 6.0).abs() < 1e-12);
}
