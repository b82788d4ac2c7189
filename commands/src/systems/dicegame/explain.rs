//! A step of the Dice Game in full: every die by its number, the face it fell on, and what the count claims.

use gatemaster_rules::dice::Roll;
use gatemaster_rules::dicegame::command::Event;
use gatemaster_rules::dicegame::faces::{Control, FACES, Fate, Skirmish};
use gatemaster_rules::dicegame::{DiceGame, State};
use gatemaster_rules::game;
use gatemaster_rules::system::System as _;
use gatemaster_rules::table::{self, SeenStep};
use gatemaster_rules::text::count;

use super::show::{control_text, fate_mark, lines, reward_text, skirmish_mark, skirmish_name};

/// What happened, then each die with the face it fell on, then what stands on such a die.
pub(crate) fn in_full(before: &State, step: &SeenStep) -> Vec<String> {
    let told = lines(before, step);
    let mut account: Vec<String> = told.into_iter().map(|line| format!("▸ {line}")).collect();
    let mut state = before.clone();
    let mut dice = step.dice.iter();
    for event in &step.events {
        let table::Event::Played(game::Event::DiceGame(event)) = event else { continue };
        account.extend(behind(&state, event, &mut dice));
        DiceGame::apply(&mut state, event);
    }
    account
}

/// The dice of one event, which fell in the order in which it tells them.
fn behind<'d>(
    state: &State,
    event: &Event,
    dice: &mut impl Iterator<Item = &'d Roll>,
) -> Vec<String> {
    match event {
        Event::FirstDrawn { seat } => {
            let seats: Vec<String> = (1..)
                .zip(state.seats())
                .map(|(i, seat)| format!("{i} {}", state.faction(seat)))
                .collect();
            let fell = dice.next().map_or_else(
                || "The lot".to_owned(),
                |roll| format!("{} fell on {} of {}", die(roll), roll.face, roll.sides),
            );
            vec![
                format!("Lot: {fell}: {}.", state.faction(*seat)),
                format!("-# The seats in the order of play: {}.", seats.join(", ")),
            ]
        }
        Event::Rolled { dice: fallen, fate } => {
            let skirmish: Vec<String> =
                fallen.iter().map(|fallen| fell(dice.next(), skirmish_text(fallen.face))).collect();
            let mut said = kind("Skirmish", &skirmish, state.faces.skirmish.map(skirmish_text));
            let fate: Vec<String> =
                fate.iter().map(|face| fell(dice.next(), fate_text(*face))).collect();
            said.extend(kind("Fate", &fate, state.faces.fate.map(fate_text)));
            said
        }
        Event::ControlRolled { faces } => {
            let control: Vec<String> =
                faces.iter().map(|face| fell(dice.next(), control_words(*face))).collect();
            kind("Control", &control, state.faces.control.map(control_words))
        }
        Event::Stopped { victories, .. } => vec![format!(
            "-# {} {}; a face with victory and strike counts as both.",
            count((*victories).into(), "victory claims", "victories claim"),
            reward_text(state, *victories)
        )],
        Event::TurnBegan { .. }
        | Event::Taken { .. }
        | Event::FateOffered { .. }
        | Event::FateAdded { .. }
        | Event::Sabotaged { .. }
        | Event::Warped { .. }
        | Event::Routed
        | Event::Bust
        | Event::TraitsOffered
        | Event::TraitUsed { .. }
        | Event::TraitsDone
        | Event::SixOffered
        | Event::SixChosen { .. }
        | Event::FateDue { .. }
        | Event::FateClaimed { .. }
        | Event::NoFateLeft { .. }
        | Event::VictimAsked
        | Event::GameEnded { .. } => Vec::new(),
    }
}

/// "die 7"
fn die(roll: &Roll) -> String {
    roll.number.map_or_else(|| "a die".to_owned(), |number| format!("die {number}"))
}

/// "die 7 fell on face 3: 🌟 victory and strike"
fn fell(roll: Option<&Roll>, face: String) -> String {
    match roll {
        Some(roll) => format!("{} fell on face {}: {face}", die(roll), roll.face),
        None => face,
    }
}

/// The dice of one kind, a line each, and below them all the faces that such a die has.
fn kind(name: &str, fallen: &[String], faces: [String; FACES]) -> Vec<String> {
    if fallen.is_empty() {
        return Vec::new();
    }
    let faces: Vec<String> = (1..).zip(faces).map(|(i, face)| format!("{i} {face}")).collect();
    vec![
        format!("{name} dice:\n{}", fallen.join("\n")),
        format!("-# Faces of a {} die: {}.", name.to_lowercase(), faces.join(" · ")),
    ]
}

fn skirmish_text(face: Skirmish) -> String {
    format!("{} {}", skirmish_mark(face), skirmish_name(face))
}

fn fate_text(face: Fate) -> String {
    format!("{} {}", fate_mark(face), face.key())
}

fn control_words(face: Control) -> String {
    match face.points() {
        Some(points) => count(points.number().into(), "point", "points"),
        None => format!("{}, back to the gate", control_text(face)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatemaster_rules::dice::Recorded;
    use gatemaster_rules::dicegame::{Command, Setup};
    use gatemaster_rules::game::{Game, SystemId};
    use gatemaster_rules::history;
    use gatemaster_rules::history::Step;
    use gatemaster_rules::ids::{Seat, Seq, UserId};
    use gatemaster_rules::random_play::Walk;
    use gatemaster_rules::system::Doer;
    use gatemaster_rules::system::Viewer;
    use gatemaster_rules::table::{Action, Actor, Player};

    /// What a command came to, with these faces from die number 7 on.
    fn step(state: &State, command: Command, faces: &[u32]) -> SeenStep {
        let rolls: Vec<Roll> = (7..)
            .zip(faces)
            .map(|(number, face)| Roll { number: Some(number), sides: 6, face: *face })
            .collect();
        let by = Doer { seats: vec![Seat(0), Seat(1)], organiser: false };
        let mut dice = Recorded::new(rolls.clone());
        let events = DiceGame::decide(state, &by, &command, &mut dice).unwrap();
        dice.finish().unwrap();
        let events: Vec<table::Event> = events
            .into_iter()
            .map(|event| table::Event::Played(game::Event::DiceGame(event)))
            .collect();
        let player = Player { id: UserId(1), name: "Ann".to_owned() };
        let actor = Actor { player, manager: false };
        let action = Action::Play(game::Command::DiceGame(command));
        let step = Step::new(Seq(5), SystemId::DiceGame, &actor, action, rolls, events.into(), 0);
        step.seen(&Viewer::spectator())
    }

    fn after(state: &State, step: &SeenStep) -> State {
        let mut state = state.clone();
        for event in &step.events {
            let table::Event::Played(game::Event::DiceGame(event)) = event else { continue };
            DiceGame::apply(&mut state, event);
        }
        state
    }

    /// Concord's turn, and Isorian has a fate die.
    fn first_turn() -> State {
        let mut state = DiceGame::set_up(&Setup::default().with_seats(&[0, 1])).unwrap();
        DiceGame::apply(&mut state, &Event::FirstDrawn { seat: Seat(0) });
        DiceGame::apply(&mut state, &Event::TurnBegan { number: 1, roller: Seat(0) });
        state
    }

    /// D-SET-4, D-ROL-8
    #[test]
    fn each_die_of_a_roll_is_told_with_its_number_and_its_face() {
        let state = first_turn();
        let state = after(&state, &step(&state, Command::Roll { fate: 0 }, &[]));
        let rolled =
            step(&state, Command::AddFate { seat: Seat(1), dice: 1 }, &[3, 1, 4, 5, 6, 6, 2]);
        let text = in_full(&state, &rolled).join("\n");
        for line in [
            "▸ 🟣 **Isorian** adds one fate die to the roll.",
            "▸ ⚪ **Concord** rolls 1 🔺 victory, 1 🌟 both and 4 ⚡ strikes, and fate: ⚙️ sabotage.",
            "[dice 7–13]",
            "Skirmish dice:\ndie 7 fell on face 3: 🌟 victory and strike\ndie 8 fell on face 1: 🔺 victory\n\
             die 9 fell on face 4: ⚡ strike\n",
            "Fate dice:\ndie 13 fell on face 2: ⚙️ sabotage\n",
            "-# Faces of a fate die: 1 ⚙️ sabotage · 2 ⚙️ sabotage · 3 🌀 warped · 4 🌀 warped · 5 ✖️ routed · 6 ✖️ routed.",
        ] {
            assert!(text.contains(line), "{line}\nis missing in\n{text}");
        }
    }

    /// D-ROL-2, D-CTL-1
    #[test]
    fn a_claim_tells_the_count_it_comes_from_and_its_control_dice() {
        let state = first_turn();
        let state = after(&state, &step(&state, Command::Roll { fate: 0 }, &[]));
        let none = Command::AddFate { seat: Seat(1), dice: 0 };
        let state = after(&state, &step(&state, none, &[3, 1, 1, 2, 6, 6]));
        let stopped = step(&state, Command::Stop, &[5, 6]);
        let text = in_full(&state, &stopped).join("\n");
        for line in [
            "-# 4 victories claim 2 control dice; a face with victory and strike counts as both.",
            "Control dice:\ndie 7 fell on face 5: 3 points\ndie 8 fell on face 6: fate, back to the gate",
        ] {
            assert!(text.contains(line), "{line}\nis missing in\n{text}");
        }
    }

    /// D-SET-4: in whole games, whatever happens in them.
    #[test]
    fn no_die_of_a_game_goes_untold() {
        let faces = Setup::default().faces;
        let mut dice = 0;
        for seed in 0..4 {
            let mut walk = Walk::start(game::SystemId::DiceGame, seed);
            for _ in 0..80 {
                walk.go();
            }
            for place in 0..walk.steps.len() {
                let step = &walk.steps[place];
                let Some(Game::DiceGame(before)) =
                    history::fold(&walk.steps[..place]).ok().and_then(|table| table.game)
                else {
                    continue;
                };
                let text = in_full(&before, &step.seen(&Viewer::spectator())).join("\n");
                for roll in &step.dice {
                    dice += 1;
                    let number = roll.number.unwrap();
                    if text.contains(&format!("Lot: die {number} fell on {} of ", roll.face)) {
                        continue;
                    }
                    let face = usize::try_from(roll.face).unwrap() - 1;
                    let fell = format!("die {number} fell on face {}: ", roll.face);
                    let told = [
                        skirmish_text(faces.skirmish[face]),
                        fate_text(faces.fate[face]),
                        control_words(faces.control[face]),
                    ];
                    let line = text.lines().find_map(|line| line.strip_prefix(fell.as_str()));
                    assert!(
                        line.is_some_and(|line| told.iter().any(|t| t == line)),
                        "{fell}\n{text}"
                    );
                }
            }
        }
        assert!(dice > 200, "{dice}");
    }
}
