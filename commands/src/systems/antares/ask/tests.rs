//! Random battles, with everything that is asked drawn as it would be sent.

use std::collections::BTreeSet;

use gatemaster_discord::limits;
use gatemaster_rules::antares::command::{Answer, Command};
use gatemaster_rules::antares::correct::Correction;
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::flow::Task;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::state::Phase;
use gatemaster_rules::antares::{Antares, Setup, State};
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::game::{self, Game, SystemId};
use gatemaster_rules::history::{self, Step};
use gatemaster_rules::ids::{Seat, Seq, UserId};
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::{Doer, System, Who};
use gatemaster_rules::table::{self, Action, Actor, Player, Settings, Table};
use poise::ChoiceParameter;

use super::change::{self, What};
use super::placing::Open;
use super::{AskPress, proposal, question, turn_end};
use crate::desk::Loaded;
use crate::face::Controls;

struct Fair<'a>(&'a mut Chooser);

impl Dice for Fair<'_> {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let face = u32::try_from(self.0.below(sides as usize)).unwrap() + 1;
        Ok(Roll { number: None, sides, face })
    }
}

fn table(setup: Setup) -> Table {
    let player = Player { id: UserId(1), name: "Ann".into() };
    let actor = Actor { player, manager: false };
    let action = Action::Open {
        name: "The Gate".into(),
        setup: game::Setup::Antares(setup),
        organiser: None,
        start: true,
        settings: Settings::default(),
    };
    let decided = table::open_table(&actor, &action).unwrap();
    history::fold(&[Step::new(Seq(1), SystemId::Antares, &actor, action, vec![], decided, 0)])
        .unwrap()
}

struct Battle {
    seed: u64,
    table: Table,
    state: State,
    chooser: Chooser,
    /// Kinds of questions that were drawn.
    asked: BTreeSet<String>,
}

impl Battle {
    fn new(one: Faction, other: Faction, seed: u64) -> Self {
        let setup = Setup::quick(Library::built_in(), one, other).unwrap();
        let table = table(setup);
        let Some(Game::Antares(state)) = table.game.clone() else { panic!("no battle") };
        Self { seed, table, state, chooser: Chooser::new(seed), asked: BTreeSet::new() }
    }

    fn shown(&self) -> Loaded {
        let mut table = self.table.clone();
        table.game = Some(Game::Antares(self.state.clone()));
        Loaded::for_show("0123456789", Seq(4_000_000), table)
    }

    fn act(&mut self, seat: Seat, command: &Command) -> Result<(), String> {
        let by = Doer { seats: vec![seat], organiser: false };
        let mut dice = Fair(&mut self.chooser);
        let events = Antares::decide(&self.state, &by, command, &mut dice)
            .map_err(|refusal| refusal.sentence().to_owned())?;
        for event in &events {
            Antares::apply(&mut self.state, event);
        }
        Ok(())
    }

    fn play(mut self) -> Self {
        while !Antares::is_over(&self.state) {
            self.draw();
            if self.chooser.one_in(12) && self.state.proposal.is_none() {
                self.correct();
                continue;
            }
            let all = Antares::open(&self.state);
            let open = &all[self.chooser.below(all.len())];
            let seat = match open.who {
                Who::Seat(seat) | Who::May(seat) => seat,
                Who::AnyPlayer => Seat(0),
            };
            let mut option = open.options[self.chooser.below(open.options.len())].clone();
            if let Command::Answer(Answer::Place(_)) = option {
                option = self.place_one_by_one();
            }
            let done = self.act(seat, &option);
            assert_eq!(done, Ok(()), "seed {}: {option:?}", self.seed);
        }
        self
    }

    fn draw(&mut self) {
        let game = self.shown();
        if let Some(task) = self.state.flow.tasks.last()
            && !matches!(task, Task::Act | Task::Ambushes { .. })
        {
            self.fits(&question(&game, &self.state), 3);
            let kind = serde_json::to_value(task).unwrap();
            let kind = kind.as_object().and_then(|kind| kind.keys().next().cloned());
            self.asked.insert(kind.unwrap_or_else(|| format!("{task:?}")));
        }
        if self.state.flow.tasks.is_empty() && self.state.phase == Phase::TurnEnd {
            let controls = turn_end(&game, &self.state);
            self.fits(&controls, 4);
            self.asked.insert(format!("{} lists at the turn's end", controls.selects.len()));
        }
        if self.state.proposal.is_some() {
            self.fits(&proposal(&game, &self.state), 3);
            self.asked.insert("proposal".into());
        }
    }

    /// Everything is within Discord's limits and means something of its own, with room for two buttons more.
    fn fits(&self, controls: &Controls, in_a_row: usize) {
        let seed = self.seed;
        let Controls { text, selects, buttons } = controls;
        assert!(text.chars().count() <= 1_500, "seed {seed}: {text}");
        assert!(!text.is_empty() && !buttons.is_empty(), "seed {seed}: nothing is asked");
        assert!(selects.len() + buttons.len() <= 4, "seed {seed}: {controls:?}");
        assert!(buttons.last().unwrap().len() <= in_a_row, "seed {seed}: {controls:?}");
        let mut ids = BTreeSet::new();
        for select in selects {
            assert!(ids.insert(select.press.as_str().to_owned()), "seed {seed}: {select:?}");
            assert!((1..=25).contains(&select.options.len()), "seed {seed}: {select:?}");
            let values: BTreeSet<&str> = select.options.iter().map(|o| o.value.as_str()).collect();
            assert_eq!(values.len(), select.options.len(), "seed {seed}: {select:?}");
            for option in &select.options {
                let label = option.label.chars().count();
                assert!((1..=limits::CHOICE_NAME).contains(&label), "seed {seed}: {option:?}");
            }
        }
        for button in buttons.iter().flatten() {
            assert!(ids.insert(pressed(button)), "seed {seed}: {button:?}");
            let label = button.label.chars().count();
            assert!((1..=limits::BUTTON_LABEL).contains(&label), "seed {seed}: {button:?}");
        }
        assert!(buttons.iter().all(|row| row.len() <= limits::BUTTONS_PER_ROW), "seed {seed}");
    }

    /// Hit by hit, wherever the list offers, and then perhaps the rest as usual.
    fn place_one_by_one(&mut self) -> Command {
        let open = Open::of(&self.state).unwrap();
        let mut marks = Vec::new();
        loop {
            let places = open.places(&marks);
            if places.is_empty() || self.chooser.one_in(5) {
                return Command::Answer(Answer::Place(open.completed(&marks)));
            }
            marks.push(places[self.chooser.below(places.len())].mark);
        }
    }

    /// Somebody proposes a correction by picking from what is offered; it is answered in the course of play.
    fn correct(&mut self) {
        let id = self.state.ids().nth(self.chooser.below(self.state.units.len())).unwrap();
        let whats = What::list();
        let what = What::from_index(self.chooser.below(whats.len())).unwrap();
        let unit = self.state.unit(id).unwrap();
        let values = change::values(&self.state, unit, what);
        let models = change::models(&self.state, unit, what);
        let mut pick = |words: &[String]| words.get(self.chooser.below(words.len())).cloned();
        let (value, model) = (pick(&values), pick(&models));
        let read = change::read(&self.state, unit, what, value.as_deref(), model.as_deref());
        let change = match read {
            Ok(change) => change,
            // a weapon and a model that does not carry it
            Err(_) if what == What::Weapon => return,
            Err(trouble) => {
                assert!(values.is_empty(), "seed {}: {what:?} {value:?}: {trouble}", self.seed);
                return;
            }
        };
        // what cannot be done now is refused in a sentence; that is the rules' business
        let _ = self.act(Seat(0), &Command::Correct(Correction::Unit { unit: id, change }));
    }
}

#[test]
fn whatever_is_asked_in_random_battles_fits_on_a_message() {
    let pairs = [
        (Faction::Algoryn, Faction::Ghar),
        (Faction::Concord, Faction::Boromite),
        (Faction::Isorian, Faction::Freeborn),
        (Faction::Boromite, Faction::Algoryn),
    ];
    let mut asked = BTreeSet::new();
    for (place, (one, other)) in (0_u64..).zip(pairs) {
        for seed in 0..6 {
            asked.extend(Battle::new(one, other, place * 100 + seed).play().asked);
        }
    }
    for kind in [
        "go_down",
        "place_rest",
        "place_lucky",
        "template",
        "break_test",
        "point_blank",
        "consolidate",
        "proposal",
        "0 lists at the turn's end",
        "1 lists at the turn's end",
    ] {
        assert!(asked.contains(kind), "{kind} was never asked: {asked:?}");
    }
}

#[test]
fn odd_words_are_no_press() {
    for (word, numbers) in [
        ("a", vec![]),
        ("a", vec![1, 2]),
        ("agree", vec![2]),
        ("keep", vec![0]),
        ("keep", vec![256, 1]),
        ("under", vec![1000]),
        ("x", vec![]),
    ] {
        assert_eq!(AskPress::from_words(word, &numbers), None, "{word} {numbers:?}");
    }
}

fn pressed(button: &gatemaster_discord::card::Button) -> String {
    match &button.press {
        gatemaster_discord::card::Press::Id(id) => id.as_str().to_owned(),
        gatemaster_discord::card::Press::Link(url) => url.clone(),
    }
}
