use std::path::PathBuf;

use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::state::Phase;
use gatemaster_rules::antares::{Antares, Setup, State};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::{By, System, Who};
use gatemaster_rules::ids::Seat;

use super::super::Picture;
use super::battle;

struct Fair<'a>(&'a mut Chooser);

impl Dice for Fair<'_> {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let face = u32::try_from(self.0.below(sides as usize)).unwrap() + 1;
        Ok(Roll { number: None, sides, face })
    }
}

/// A battle that plays itself for so many steps, or to its end.
fn played(setup: &Setup, seed: u64, steps: usize) -> State {
    let mut state = Antares::set_up(setup).unwrap();
    let mut chooser = Chooser::new(seed);
    for _ in 0..steps {
        if state.phase == Phase::Over {
            break;
        }
        let open = Antares::open(&state);
        let open = &open[chooser.below(open.len())];
        let command = open.options[chooser.below(open.options.len())].clone();
        let seat = match open.who {
            Who::Seat(seat) => seat,
            Who::AnyPlayer => Seat(0),
        };
        let by = By { seats: vec![seat], organiser: false };
        let events = Antares::decide(&state, &by, &command, &mut Fair(&mut chooser)).unwrap();
        for event in &events {
            Antares::apply(&mut state, event);
        }
    }
    state
}

fn quick() -> Setup {
    Setup::quick(Library::built_in(), Faction::Algoryn, Faction::Ghar).unwrap()
}

fn many(units: usize) -> Setup {
    let keys: Vec<&str> = ["ai_squad", "outcast_squad", "gang_fighters", "lavamites", "c3_strike_squad", "phase_squad", "domari_squad", "boromite_x_launcher_team", "ghar_command_crawler"].into_iter().cycle().take(units).collect();
    let sides = [
        ("Red", Colour::Black, Faction::Other, &keys[..]),
        ("Blue", Colour::Green, Faction::Other, &keys[..]),
    ];
    Setup::of(Library::built_in(), sides).unwrap()
}

fn keep(name: &str, picture: &Picture) {
    let Some(folder) = std::env::var_os("GATEMASTER_SCREENSHOTS") else { return };
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(PathBuf::from(folder).join(name), &picture.png).unwrap();
}

#[test]
fn samples() {
    let players = [Some("Anna"), Some("Ben the Unbreakable")];
    for steps in [0, 5, 30, 60, 100, 200, 3000] {
        let state = played(&quick(), 3, steps);
        let t = std::time::Instant::now();
        let picture = battle(&state, "Saturday at the club", &players).unwrap();
        println!("{steps}: {:?} {} bytes {} alt: {}", t.elapsed(), picture.png.len(), picture.alt.chars().count(), picture.alt);
        keep(&format!("quick-{steps}.png"), &picture);
    }
    for (units, steps) in [(1, 20), (7, 100), (8, 120), (12, 200), (20, 0), (20, 150), (20, 400), (20, 800)] {
        let state = played(&many(units), 5, steps);
        let t = std::time::Instant::now();
        let picture = battle(&state, "Saturday at the club", &players).unwrap();
        println!("{units} {steps}: {:?} {} bytes {} alt {}", t.elapsed(), picture.png.len(), picture.alt.chars().count(), picture.alt);
        keep(&format!("many-{units}-{steps}.png"), &picture);
    }
}
