//! A turn of the Dice Game on a phone. Whatever is told and asked, it is seen at once, without scrolling.

use gatemaster_commands::systems::dicegame::press::{DicePress, Hand};
use gatemaster_rules::dicegame::command::{Command, SixChoice, TraitTarget, TraitUse};
use gatemaster_rules::dicegame::state::{DieState, Stage as Waits};
use gatemaster_rules::dicegame::{Setup, State};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::Phase;
use gatemaster_sandbox::Person;
use serde_json::json;

use crate::dice_table::DiceTable;
use crate::stage::Stage;
use crate::tab::Tab;

/// How tall the newest message is, from the line above its author to its last button, and how much of the screen there is
/// for messages; once its pictures are there.
const MEASURED: &str = "const message = all('li[data-message]', list()).at(-1);
    if (!message || all('img', message).some((img) => !img.complete)) return null;
    let room = list();
    while (!['auto', 'scroll'].includes(getComputedStyle(room).overflowY)) room = room.parentElement;
    const parts = ['.head', '.content', '.embed', '.components'].map((part) => all(part, message).length);
    return [message.getBoundingClientRect().height, room.clientHeight, said(message), parts]";

/// The newest message of the channel is seen as a whole.
pub async fn fits_one_screen(tab: &Tab, pose: &str) {
    let measured = tab.until("the newest message is drawn", MEASURED, json!([])).await;
    tab.poses(&format!("dicegame-phone-{pose}.png")).await;
    let [tall, room] = [0, 1].map(|place| measured[place].as_f64().unwrap());
    assert_eq!(measured[3].as_array().map(Vec::len), Some(4), "{measured}");
    for part in measured[3].as_array().unwrap() {
        assert!(part.as_u64() > Some(0), "all of it is measured: {measured}");
    }
    assert!(tall <= room, "{pose}: {tall} of {room} pixels: {}", measured[2]);
}

/// A table of the hall, and Pat, who looks on with a phone.
struct Onlooker<'a> {
    stage: &'a Stage,
    table: DiceTable,
    pat: &'a Tab,
}

impl<'a> Onlooker<'a> {
    async fn at(stage: &'a Stage, pat: &'a Tab, people: &[&Person], bots: usize) -> Self {
        let setup = Setup { house_traits: true, ..Setup::default() };
        let (table, _) = DiceTable::open_with(&stage.club, people, bots, setup).await;
        table.first(Seat(0)).await;
        table.board(&stage.club).await;
        Self { stage, table, pat }
    }

    /// Somebody presses this while these faces lie ready.
    async fn presses(&self, seat: u8, press: DicePress, faces: &str) {
        let person = self.table.person(Seat(seat)).clone();
        let pressing = self.table.presses(&self.stage.club, &person, press);
        match faces {
            "" => pressing.await,
            faces => self.stage.club.with_dice(faces, pressing).await,
        };
    }

    /// The message that asks for the next thing to do is there, and seen as a whole.
    async fn sees_all_of_it(&self, pose: &str) {
        let told = self.table.tells(&self.stage.club).await;
        self.pat.sees_step(self.table.loaded().await.seq.0).await;
        let labels: Vec<&str> = told.buttons.iter().map(|button| button.label.as_str()).collect();
        let drawn = "const message = all('li[data-message]', list()).at(-1);
            const labels = all('.components button', message).map(named);
            return message?.dataset.message === arguments[0] && labels.join('|') === arguments[1].join('|')";
        let what = format!("{labels:?} stand below the newest message");
        self.pat.until(&what, drawn, json!([told.id.to_string(), labels])).await;
        fits_one_screen(self.pat, pose).await;
    }

    async fn state(&self) -> State {
        self.table.state().await
    }

    /// A whole turn beside the messages: all six dice fall like this, nobody adds fate dice, and what is claimed rolls that.
    async fn plays_a_turn(&self, seat: u8, skirmish: &str, control: &str) {
        let roll = Command::Roll { fate: 0 };
        let others = self.state().await.others_with_fate(Seat(seat));
        self.table.play(Seat(seat), roll, others.is_empty().then_some(skirmish)).await;
        for (place, other) in (1..).zip(&others) {
            let none = Command::AddFate { seat: *other, dice: 0 };
            self.table.play(*other, none, (place == others.len()).then_some(skirmish)).await;
        }
        self.table.play(Seat(seat), Command::Stop, Some(control)).await;
    }
}

/// Two victories: they claim a control die.
const TWO: &str = "1 2 4 5 6 4";
/// Four of them claim two.
const FOUR: &str = "1 2 1 2 4 5";

/// D-UX-1: five people with long names, fate dice from several of them, and everything that a turn can ask.
#[tokio::test]
async fn the_fullest_turns_of_five_fit_one_screen_of_a_phone() {
    let mut stage = Stage::open().await;
    let pat = stage.tab("Pat").await;
    pat.goes_to("hall").await;
    pat.is_sized(390, 844, true).await;
    let names = [
        "Anastasia of Domari",
        "Bartholomew the Red",
        "Constantin of Xilos",
        "Desdemona",
        "Evangeline",
    ];
    let people = names.map(|name| stage.club.discord.person(name));
    let game = Onlooker::at(&stage, &pat, &people.each_ref(), 0).await;
    let adds = |seat: u8, dice: u8| (seat, DicePress::AddFate { seat: Seat(seat), dice });

    // the first player has no fate die and claims one, but all of them are with the others
    game.presses(0, DicePress::Roll(0), "").await;
    for seat in 1..4 {
        game.sees_all_of_it(&format!("asked-{seat}")).await;
        let (seat, none) = adds(seat, 0);
        game.presses(seat, none, "").await;
    }
    game.presses(4, adds(4, 0).1, "1 2 3 4 5 6").await;
    game.sees_all_of_it("rolled").await;
    game.presses(0, DicePress::Stop, "").await;
    game.sees_all_of_it("taking-fate").await;
    game.presses(0, DicePress::TakeFateFrom(Seat(1)), "").await;
    game.sees_all_of_it("ready").await;

    // everybody logs threes, and little is left on the gate
    for seat in [1, 2, 3, 4, 0] {
        game.plays_a_turn(seat, FOUR, "5 5").await;
    }
    game.plays_a_turn(1, TWO, "5").await;
    game.table.board(&stage.club).await;

    // Constantin has a fate die, and those of three others change the log
    game.presses(2, DicePress::Roll(0), "").await;
    for seat in [3, 4] {
        game.sees_all_of_it(&format!("asked-with-{seat}")).await;
        let (seat, one) = adds(seat, 1);
        game.presses(seat, one, "").await;
    }
    game.sees_all_of_it("asked-with-0").await;
    game.presses(0, adds(0, 1).1, "1 4 5 6 4 5 3 1 4").await;
    game.sees_all_of_it("fate-of-three").await;
    let again = Hand::of(&[1, 2, 3, 4, 5]);
    game.presses(2, DicePress::Choose(Hand { fate: 1, ..again }), "").await;
    game.sees_all_of_it("own-fate").await;
    // a bust, and Constantin's own fate die takes the last of the log
    game.presses(2, DicePress::RollAgain(Hand { fate: 1, ..again }), "1 2 1 2 4 1").await;
    game.sees_all_of_it("after-a-bust").await;

    // six of both let Ghar use a trait on anybody, and choose
    game.plays_a_turn(3, TWO, "1").await;
    game.table.board(&stage.club).await;
    game.presses(4, DicePress::Roll(0), "3 3 3 3 3 3").await;
    game.sees_all_of_it("six-of-both").await;
    game.presses(4, DicePress::Stop, "").await;
    game.sees_all_of_it("traits").await;
    let on = Some(TraitTarget::Player(Seat(0)));
    let place = game.state().await.traits_of(Seat(4)).next().unwrap().0;
    game.presses(4, DicePress::Trait(Some(TraitUse { place, on })), "").await;
    game.sees_all_of_it("choice-of-six").await;
    game.presses(4, DicePress::Claim(SixChoice::Fate), "").await;
    game.sees_all_of_it("after-a-trait").await;
    stage.club.stop_bot().await;
    pat.closes().await;
}

/// Faces that look like chance and are the same in every run.
fn faces(number: usize) -> impl Iterator<Item = u32> {
    let next = |seed: &u32| Some(seed.wrapping_mul(1_103_515_245).wrapping_add(12_345));
    std::iter::successors(Some(2_026_u32), next).map(|seed| (seed >> 16) % 6 + 1).take(number)
}

/// What somebody presses who rolls a second time.
fn press(state: &State) -> DicePress {
    let turn = state.turn.as_ref().unwrap();
    match &turn.stage {
        Waits::Ready => DicePress::Roll(0),
        Waits::Adding { asked, .. } => DicePress::AddFate { seat: asked.unwrap(), dice: 0 },
        Waits::Rolled if turn.rolls < 3 && turn.victories() < 4 => {
            let rolled = turn.places(DieState::JustRolled);
            let is_victory = |die: &u8| turn.dice[usize::from(*die)].face.is_victory();
            let mut again: Vec<u8> =
                rolled.iter().copied().filter(|die| !is_victory(die)).collect();
            if again.len() == rolled.len() {
                again.pop();
            }
            if again.is_empty() { DicePress::Stop } else { DicePress::RollAgain(Hand::of(&again)) }
        }
        Waits::Rolled => DicePress::Stop,
        Waits::Traits => DicePress::Trait(None),
        Waits::Six => DicePress::Claim(SixChoice::Fate),
        Waits::TakingFate => DicePress::TakeFateFrom(state.others_with_fate(turn.roller)[0]),
        Waits::Claiming => panic!("nothing is left to decide"),
    }
}

/// D-UX-1: between two turns of one person the program plays four, and all that is told before their dice.
#[tokio::test]
async fn the_turns_of_four_bots_and_the_own_one_fit_one_screen_of_a_phone() {
    let mut stage = Stage::open().await;
    let pat = stage.tab("Pat").await;
    pat.goes_to("hall").await;
    pat.is_sized(390, 844, true).await;
    let ann = stage.club.ann.clone();
    let game = Onlooker::at(&stage, &pat, &[&ann], 4).await;
    stage.club.clock.dice.lay_out(faces(5_000));
    let (mut turns, mut rolled_after_bots) = (0, false);
    for number in 0..60 {
        let state = game.state().await;
        if game.table.loaded().await.table.phase == Phase::Ended {
            break;
        }
        if number > 0 {
            game.sees_all_of_it(&format!("bots-{number:02}")).await;
        }
        let turn = state.turn.as_ref().unwrap();
        turns += u32::from(turn.stage == Waits::Ready);
        if turn.stage == Waits::Rolled && turn.number > 5 {
            let before = game.table.tells(&stage.club).await.all_text();
            // what the others did in the turns before stands above the dice
            for told in ["Before: Isorian ", " · Algoryn ", " · Boromite ", " · Ghar "] {
                assert!(before.contains(told), "{told}: {before}");
            }
            rolled_after_bots = true;
        }
        game.presses(0, press(&state), "").await;
    }
    assert!(turns > 2 && rolled_after_bots, "{turns} turns");
    stage.club.stop_bot().await;
    pat.closes().await;
}
