//! Every system's rules have a number (`System::VERSION`), and this test notices when it has to go up: games played out
//! from fixed seeds are boiled down to one digest for each system, over every command, die, event and stored state. The
//! digests stand in `versions.toml`, the newest last; a line that has been released stays as it is.

use crate::town;
use std::collections::BTreeMap;

use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::dice::hex;
use gatemaster_rules::game::{Setup, SystemId};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::random_play::Walk;
use gatemaster_rules::stored;
use gatemaster_rules::version::RulesVersion;
use gatemaster_rules::{antares, at43, bag};
use serde::Deserialize;
use sha2::{Digest, Sha256};

const DIGESTS: &str = include_str!("versions.toml");
const WALKS: u64 = 24;
const ACTIONS: usize = 300;
/// States are long; one in this many goes into the digest, and the last.
const STATE_EVERY: usize = 20;

#[derive(Debug, Deserialize)]
struct Released {
    version: u32,
    digest: String,
}

/// Set-ups that reach different parts of the rules.
fn setups(system: SystemId) -> Vec<Setup> {
    match system {
        SystemId::Antares => {
            let library = Library::built_in();
            // those with a force to start with
            let all = &Faction::ALL[..6];
            (0..all.len())
                .map(|i| {
                    let (one, other) = (all[i], all[(i + 1) % all.len()]);
                    let mut setup = antares::Setup::quick(library, one, other).unwrap();
                    setup.options.already_deployed = i % 3 != 0;
                    if i % 2 == 0 {
                        setup.buildings = town::town(i as u64);
                    }
                    Setup::Antares(setup)
                })
                .chain([system.default_setup()])
                .collect()
        }
        SystemId::Bag => {
            let busy = bag::Setup::parse("a 6,b 6,c 6", "d 2").unwrap();
            vec![system.default_setup(), Setup::Bag(busy)]
        }
        SystemId::At43 => {
            let setup = at43::Setup::default();
            let mut all: Vec<Setup> = setup
                .missions
                .iter()
                .map(|mission| {
                    let mission = Some(mission.key.clone());
                    Setup::At43(at43::Setup { mission, ..setup.clone() })
                })
                .collect();
            // dice pick the mission and the roles, and what no mission of the book uses is played with
            let switches = at43::setup::Switches {
                home_turf: Some(Seat(1)),
                artillery: true,
                terrain_damage: true,
                first_round: None,
            };
            all.push(Setup::At43(at43::Setup { mission: None, switches, ..setup }));
            all
        }
        // one set-up reaches everything; a system with several kinds of game gets an arm of its own
        _ => vec![system.default_setup()],
    }
}

fn digest(system: SystemId, rules: RulesVersion) -> String {
    let mut hasher = Sha256::new();
    for setup in setups(system) {
        for seed in 0..WALKS {
            let mut walk = Walk::by_rules(rules, setup.clone(), seed);
            for action in 1..=ACTIONS {
                walk.go();
                if action % STATE_EVERY == 0 || action == ACTIONS {
                    hasher.update(stored::write_table(&walk.table).unwrap());
                }
            }
            for step in &walk.steps {
                let mut step = step.clone();
                // the number itself is not part of what it counts
                step.deed.rules.0 = 0;
                let text = stored::write_step(&step).unwrap();
                for part in [text.deed, text.dice, text.events] {
                    hasher.update(part);
                }
            }
        }
    }
    hex(&hasher.finalize())
}

#[test]
fn rules_that_play_otherwise_or_are_stored_otherwise_have_a_new_number() {
    let released: BTreeMap<String, Vec<Released>> = toml::from_str(DIGESTS).unwrap();
    let mut wrong = Vec::new();
    for &system in SystemId::ALL {
        let (key, version, digest) =
            (system.key(), system.version(), digest(system, system.version()));
        let newest = released.get(key).and_then(|lines| lines.last());
        match newest {
            Some(line) if line.version == version.0 && line.digest == digest => {}
            Some(line) if line.version == version.0 => wrong.push(format!(
                "{key} plays or stores its games otherwise than rules {version} did. If that is meant, give \
                 `System::VERSION` of {key} the number {} and add a [[{key}]] to rules/tests/versions.toml with that \
                 version and digest = \"{digest}\". If not, what has changed is a mistake.",
                version.0 + 1
            )),
            _ => wrong.push(format!(
                "Rules {version} of {key} have no digest. Add a [[{key}]] to rules/tests/versions.toml with version = \
                 {version} and digest = \"{digest}\"."
            )),
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// Games go on by the rules they were started under, and are judged by them again: both need that nothing has changed there.
#[test]
fn games_of_earlier_rules_are_still_played_and_stored_just_as_they_were() {
    let released: BTreeMap<String, Vec<Released>> = toml::from_str(DIGESTS).unwrap();
    let mut earlier = 0;
    for &system in SystemId::ALL {
        for rules in (system.oldest_version().0..system.version().0).map(RulesVersion) {
            let line = released[system.key()].iter().find(|line| line.version == rules.0).unwrap();
            assert_eq!(digest(system, rules), line.digest, "rules {rules} of {}", system.key());
            earlier += 1;
        }
    }
    assert!(earlier > 0, "no system has earlier rules");
}

/// A number is given once, and they go up one by one.
#[test]
fn versions_are_counted_from_one() {
    let released: BTreeMap<String, Vec<Released>> = toml::from_str(DIGESTS).unwrap();
    for (key, lines) in released {
        let numbers: Vec<u32> = lines.iter().map(|line| line.version).collect();
        let first = numbers[0];
        let expected: Vec<u32> = (first..).take(numbers.len()).collect();
        assert_eq!(numbers, expected, "{key}");
    }
}
