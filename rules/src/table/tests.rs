mod result;

use super::*;
use crate::antares;
use crate::antares::correct::{Change, Correction};
use crate::antares::state::UnitId;
use crate::at43;
use crate::bag;
use crate::dice::{Keeper, Scripted};
use crate::dicegame::{self, faction::Faction};
use crate::history::{self, Step};
use crate::refusal::{Refusal, WayOut};

/// A table under test: a log, the people, and dice typed by the test.
struct Hall {
    steps: Vec<Step>,
    table: Table,
}

fn person(id: u64) -> Player {
    let name = ["Gatemaster", "Ann", "Bob", "Cid", "Mia"][usize::try_from(id).unwrap()];
    Player { id: UserId(id), name: name.into() }
}

const BOT: u64 = 0;
const ANN: u64 = 1;
const BOB: u64 = 2;
const CID: u64 = 3;
const MIA: u64 = 4;

impl Hall {
    fn open(organiser: Option<u64>) -> Hall {
        Hall::open_for(Setup::Bag(bag::Setup::default()), organiser)
    }

    fn open_for(setup: Setup, organiser: Option<u64>) -> Hall {
        let system = setup.system();
        let action = Action::Open {
            settings: Settings::default(),
            name: "Friday".into(),
            setup,
            organiser: organiser.map(person),
            start: false,
        };
        let actor = Actor { player: person(ANN), manager: false };
        let decided = open_table(&actor, &action).unwrap();
        let steps = vec![Step::new(Seq(1), system, &actor, action, vec![], decided, 0)];
        Hall { table: history::fold(&steps).unwrap(), steps }
    }

    fn playing(organiser: Option<u64>) -> Hall {
        Hall::open(organiser).started()
    }

    fn battle() -> Hall {
        Hall::open_for(Setup::Antares(antares::Setup::default()), None).started()
    }

    fn started(self) -> Hall {
        let mut hall = self;
        hall.act(ANN, Action::Join { seat: None, salt: None }).unwrap();
        hall.act(BOB, Action::Join { seat: None, salt: None }).unwrap();
        hall.act(ANN, Action::Start).unwrap();
        hall
    }

    fn act(&mut self, user: u64, action: Action) -> Result<Vec<Event>, Refusal> {
        self.act_with(user, false, action, &[])
    }

    fn act_with(
        &mut self,
        user: u64,
        manager: bool,
        action: Action,
        faces: &[u32],
    ) -> Result<Vec<Event>, Refusal> {
        let actor = Actor { player: person(user), manager };
        let mut scripted = Scripted::new(faces.iter().copied());
        let mut dice = Keeper::new(&mut scripted);
        let seq = Seq(u32::try_from(self.steps.len()).unwrap() + 1);
        let moment = Moment {
            next_die: history::next_die(&self.steps),
            undoable: history::undoable(&self.steps),
            seq,
            rules: self.table.system.version(),
        };
        let decided = decide(&self.table, &actor, &action, moment, &mut dice)?;
        let rolled = dice.into_rolled();
        scripted.finish()?;
        let events = decided.events.clone();
        self.steps.push(Step::new(seq, self.table.system, &actor, action, rolled, decided, 0));
        self.table = history::fold(&self.steps).unwrap();
        Ok(events)
    }

    fn last(&self) -> Seq {
        history::undoable(&self.steps).unwrap().seq
    }

    fn draw(&mut self, user: u64, face: u32) -> Seq {
        self.act_with(user, false, Action::Play(Command::Bag(bag::Command::Draw)), &[face])
            .unwrap();
        self.last()
    }

    fn in_bag(&self) -> u32 {
        match self.table.game.as_ref().unwrap() {
            Game::Bag(state) => state.in_bag(),
            other => panic!("these tables have bags, not {other:?}"),
        }
    }
}

fn undone(events: &[Event], step: Seq, grounds: &Grounds) {
    let [Event::Undone { undoing, grounds: by }] = events else { panic!("{events:?}") };
    assert_eq!((undoing.step, by), (step, grounds));
}

fn refused(result: Result<Vec<Event>, Refusal>, says: &str) {
    let refusal = result.unwrap_err();
    assert!(refusal.sentence().contains(says), "{refusal}");
}

#[test]
fn seats_fill_in_order_and_each_is_taken_once() {
    let mut hall = Hall::open(None);
    hall.act(ANN, Action::Join { seat: None, salt: Some("pepper".into()) }).unwrap();
    refused(hall.act(ANN, Action::Join { seat: None, salt: None }), "already plays Red");
    refused(hall.act(BOB, Action::Join { seat: Some(Seat(0)), salt: None }), "taken by Ann");
    refused(hall.act(BOB, Action::Join { seat: Some(Seat(7)), salt: None }), "free: Blue");
    hall.act(BOB, Action::Join { seat: None, salt: None }).unwrap();
    refused(hall.act(CID, Action::Join { seat: None, salt: None }), "Every seat");
    assert_eq!(hall.table.salts, [Salt { by: UserId(ANN), text: "pepper".into() }]);
    hall.act(BOB, Action::Leave).unwrap();
    refused(hall.act(BOB, Action::Leave), "no seat");
    assert_eq!(hall.table.free_seats(), [Seat(1)]);
}

#[test]
fn only_people_of_the_table_start_it_and_play() {
    let mut hall = Hall::open(None);
    refused(hall.act(CID, Action::Start), "Only people at this table");
    refused(hall.act(ANN, Action::Start), "needs 1 player");
    hall.act(ANN, Action::Join { seat: None, salt: None }).unwrap();
    hall.act(ANN, Action::Start).unwrap();
    let stranger = hall.act(CID, Action::Play(Command::Bag(bag::Command::Draw))).unwrap_err();
    assert_eq!(stranger.way_out(), Some(WayOut::Join));
    refused(
        hall.act(ANN, Action::SetUp { setup: hall.table.setup.clone(), name: None }),
        "has started",
    );
}

#[test]
fn an_undo_is_free_while_nothing_was_rolled() {
    let mut hall = Hall::playing(None);
    hall.draw(ANN, 1);
    let take = Action::Play(Command::Bag(bag::Command::TakeOut { pool: bag::PoolId(1) }));
    hall.act(ANN, take).unwrap();
    assert_eq!(hall.in_bag(), 10);
    let step = hall.last();
    let events = hall.act(ANN, Action::Undo { step }).unwrap();
    undone(&events, step, &Grounds::Free);
    assert_eq!(hall.in_bag(), 11);
    assert_eq!(hall.steps.len(), 7, "nothing is deleted");
}

#[test]
fn a_rolled_step_is_undone_by_the_other_side_s_consent() {
    let mut hall = Hall::playing(None);
    let step = hall.draw(ANN, 1);
    let events = hall.act(ANN, Action::Undo { step }).unwrap();
    let [Event::UndoAsked { by, undoing }] = &events[..] else { panic!("{events:?}") };
    assert_eq!((by, undoing.step, &undoing.done_by), (&person(ANN), step, &person(ANN)));
    assert_eq!(undoing.did.len(), 1, "what is undone can be told");
    assert_eq!(hall.table.owed().len(), 1);
    assert_eq!(hall.table.owed()[0].seat, Seat(1));
    refused(hall.act(ANN, Action::Undo { step }), "asked already");
    refused(hall.act(ANN, Action::Agree), "for Bob to answer");
    refused(hall.act(CID, Action::Agree), "for Bob to answer");
    refused(hall.act(CID, Action::Refuse), "for Bob to answer");
    hall.act(BOB, Action::Agree).unwrap();
    assert_eq!((hall.in_bag(), &hall.table.asked), (12, &None));
    refused(hall.act(BOB, Action::Agree), "Nothing waits");
}

#[test]
fn a_refused_or_overtaken_question_is_gone() {
    let mut hall = Hall::playing(None);
    let step = hall.draw(ANN, 1);
    hall.act(BOB, Action::Undo { step }).unwrap();
    hall.act(ANN, Action::Refuse).unwrap();
    assert_eq!(hall.table.asked, None);
    hall.act(BOB, Action::Undo { step }).unwrap();
    hall.draw(BOB, 1);
    assert_eq!(hall.table.asked, None, "play went on");
    refused(hall.act(BOB, Action::Undo { step }), "from the latest back");
}

#[test]
fn the_organiser_and_the_lonely_need_no_consent() {
    let mut hall = Hall::playing(Some(MIA));
    let step = hall.draw(ANN, 1);
    refused(hall.act(CID, Action::Undo { step }), "Only players");
    let events = hall.act(MIA, Action::Undo { step }).unwrap();
    undone(&events, step, &Grounds::Organiser);
    hall.act(BOB, Action::Leave).unwrap();
    let step = hall.draw(ANN, 2);
    let asked = hall.act(ANN, Action::Undo { step }).unwrap();
    assert!(matches!(asked[..], [Event::UndoAsked { .. }]), "an organiser has a say even then");
    hall.act(ANN, Action::Refuse).unwrap();

    let mut hall = Hall::playing(None);
    hall.act(BOB, Action::Leave).unwrap();
    let step = hall.draw(ANN, 2);
    let events = hall.act(ANN, Action::Undo { step }).unwrap();
    undone(&events, step, &Grounds::Alone);
}

#[test]
fn undo_reaches_back_step_by_step_to_the_lobby() {
    let mut hall = Hall::playing(Some(MIA));
    hall.draw(ANN, 1);
    hall.draw(BOB, 1);
    for _ in 0..3 {
        let step = hall.last();
        hall.act(MIA, Action::Undo { step }).unwrap();
    }
    assert_eq!(hall.table.phase, Phase::Lobby);
    assert!(hall.table.is_seated(UserId(BOB)), "seats are not moves");
    refused(hall.act(MIA, Action::Undo { step: Seq(1) }), "nothing to undo");
}

#[test]
fn the_end_is_agreed_ordered_or_managed() {
    let mut hall = Hall::playing(None);
    refused(hall.act(CID, Action::End), "Only players");
    hall.act(ANN, Action::End).unwrap();
    refused(hall.act(ANN, Action::End), "asked already");
    refused(hall.act(BOB, Action::End), "Ann has asked something first");
    hall.act(BOB, Action::Agree).unwrap();
    assert_eq!(hall.table.phase, Phase::Ended);
    refused(hall.act(ANN, Action::Start), "has ended");

    let mut hall = Hall::playing(None);
    hall.act_with(CID, true, Action::End, &[]).unwrap();
    assert_eq!(hall.table.phase, Phase::Ended);
}

#[test]
fn salt_goes_in_before_the_first_die_even_if_that_die_was_undone() {
    let hall = Hall::playing(Some(MIA));
    let salt = |text: &str| {
        Action::Change(SettingsChange { salt: Some(text.into()), ..SettingsChange::default() })
    };
    let actor = Actor { player: person(ANN), manager: false };
    let decide_at = |next_die, text: &str| {
        let (seq, rules) = (Seq(9), hall.table.system.version());
        let moment = Moment { next_die, undoable: None, seq, rules };
        decide(&hall.table, &actor, &salt(text), moment, &mut Scripted::new([]))
    };
    assert!(decide_at(1, "thyme").is_ok());
    assert!(decide_at(2, "thyme").unwrap_err().sentence().contains("before the first die"));
    assert!(decide_at(1, "\u{200b}").is_err());
    assert!(decide_at(1, &"x".repeat(101)).is_err());
}

#[test]
fn settings_say_who_may() {
    let mut hall = Hall::playing(None);
    let change = |change: SettingsChange| Action::Change(change);
    let name = |name: &str| {
        change(SettingsChange { name: Some(name.into()), ..SettingsChange::default() })
    };
    refused(hall.act(CID, name("Mine")), "Only people");
    hall.act(BOB, name("Saturday")).unwrap();
    assert_eq!(hall.table.name, "Saturday");
    refused(hall.act(BOB, name("Saturday")), "Nothing would change");
    refused(hall.act(BOB, name("")), "one line");
    let organiser =
        || change(SettingsChange { organiser: Some(person(MIA)), ..SettingsChange::default() });
    refused(hall.act(BOB, organiser()), "Only Ann");
    refused(hall.act(ANN, organiser()), "Others sat down");
    hall.act_with(CID, true, organiser(), &[]).unwrap();
    refused(hall.act(ANN, organiser()), "Only Mia");
    let quiet = change(SettingsChange { mentions: Some(false), ..SettingsChange::default() });
    hall.act(ANN, quiet).unwrap();
    assert!(!hall.table.settings.mentions);
}

#[test]
fn the_organiser_and_managers_seat_and_unseat_people() {
    let mut hall = Hall::playing(Some(MIA));
    let unseat = |id| Action::Unseat { player: person(id) };
    let seat = |id| Action::Seat { player: person(id), seat: None };
    refused(hall.act(ANN, unseat(BOB)), "Only Mia or somebody who manages");
    hall.act(MIA, unseat(BOB)).unwrap();
    refused(hall.act(MIA, unseat(BOB)), "Bob has no seat");
    hall.act_with(CID, true, seat(CID), &[]).unwrap();
    assert!(hall.table.is_seated(UserId(CID)));
    refused(hall.act(MIA, seat(BOB)), "Every seat");
}

#[test]
fn a_host_without_a_seat_is_asked_before_a_lobby_is_closed() {
    let mut hall = Hall::open(None);
    hall.act(CID, Action::Join { seat: None, salt: None }).unwrap();
    let asked = hall.act(CID, Action::End).unwrap();
    assert!(matches!(asked[..], [Event::EndAsked { .. }]), "{asked:?}");
    hall.act(ANN, Action::Agree).unwrap();
    assert_eq!(hall.table.phase, Phase::Ended);
}

#[test]
fn each_person_salts_once_and_strangers_not_at_all() {
    let mut hall = Hall::open(None);
    let salt = || {
        Action::Change(SettingsChange { salt: Some("sage".into()), ..SettingsChange::default() })
    };
    refused(hall.act(CID, salt()), "Only people at this table may add salt");
    hall.act(ANN, salt()).unwrap();
    refused(hall.act(ANN, salt()), "one from each person");
}

#[test]
fn a_table_waits_for_whoever_s_die_came_out_last() {
    let mut hall = Hall::playing(None);
    assert!(hall.table.owed().is_empty(), "anybody may draw the first die");
    hall.draw(ANN, 11);
    let [owed] = &hall.table.owed()[..] else { panic!("{:?}", hall.table.owed()) };
    assert_eq!((owed.seat, &*owed.what), (Seat(1), "act with your drawn die, then draw a die"));
}

#[test]
fn a_seat_is_handed_over_with_the_consent_of_both() {
    let mut hall = Hall::playing(None);
    let to_cid = || Action::HandOver { seat: None, to: person(CID) };
    refused(hall.act(CID, to_cid()), "no seat at this table");
    refused(
        hall.act(ANN, Action::HandOver { seat: Some(Seat(1)), to: person(CID) }),
        "Only an organiser or somebody who manages",
    );
    refused(
        hall.act(ANN, Action::HandOver { seat: None, to: person(ANN) }),
        "Ann plays Red already",
    );
    hall.act(ANN, to_cid()).unwrap();
    refused(hall.act(ANN, to_cid()), "the offer stands");
    refused(hall.act(BOB, Action::TakeOver), "offered to Cid");
    refused(hall.act(BOB, Action::TurnDown), "for Cid to answer");
    // by post an answer may take days, and play goes on meanwhile
    hall.draw(BOB, 1);
    hall.act(CID, Action::TakeOver).unwrap();
    assert_eq!(hall.table.player_at(Seat(0)), Some(&person(CID)));
    refused(hall.act(CID, Action::TakeOver), "No seat is on offer");
    refused(
        hall.act(ANN, Action::Play(Command::Bag(bag::Command::Draw))),
        "Only people at this table",
    );
}

#[test]
fn an_offered_seat_is_turned_down_taken_back_or_gone() {
    let mut hall = Hall::playing(Some(MIA));
    let to_cid = || Action::HandOver { seat: None, to: person(CID) };
    hall.act(ANN, to_cid()).unwrap();
    hall.act(CID, Action::TurnDown).unwrap();
    assert_eq!(hall.table.offer, None);
    hall.act(ANN, to_cid()).unwrap();
    hall.act(ANN, Action::TurnDown).unwrap();
    assert_eq!(hall.table.offer, None);
    hall.act(ANN, to_cid()).unwrap();
    hall.act(ANN, Action::Leave).unwrap();
    assert_eq!(hall.table.offer, None, "what she has left she cannot hand over");
    // the organiser needs nobody's consent
    hall.act(MIA, Action::HandOver { seat: Some(Seat(1)), to: person(CID) }).unwrap();
    assert_eq!(hall.table.player_at(Seat(1)), Some(&person(CID)));
    refused(
        hall.act(MIA, Action::HandOver { seat: Some(Seat(0)), to: person(BOB) }),
        "Nobody plays Red",
    );
}

#[test]
fn a_game_put_away_rests_until_it_is_taken_up_again() {
    let mut hall = Hall::playing(None);
    hall.draw(ANN, 11);
    refused(hall.act(CID, Action::Shelve), "Only people at this table");
    refused(hall.act(BOB, Action::Resume), "is open");
    hall.act(BOB, Action::Keep).unwrap();
    hall.act(BOB, Action::Shelve).unwrap();
    assert_eq!(hall.table.phase, Phase::Shelved);
    assert!(hall.table.owed().is_empty(), "nobody owes anything to a game that rests");
    refused(hall.act(ANN, Action::End), "`/game resume` takes it up again");
    refused(hall.act(CID, Action::Resume), "Only people of that table");
    hall.act(ANN, Action::Resume).unwrap();
    assert_eq!((hall.table.phase, hall.in_bag()), (Phase::Playing, 11));
    hall.draw(BOB, 1);

    let mut lobby = Hall::open(None);
    lobby.act(ANN, Action::Shelve).unwrap();
    lobby.act_with(MIA, true, Action::Resume, &[]).unwrap();
    assert_eq!(lobby.table.phase, Phase::Lobby);
}

#[test]
fn reminders_and_short_messages_are_the_table_s_own_choice() {
    let mut hall = Hall::open(None);
    let remind = |hours| {
        Action::Change(SettingsChange { remind_hours: Some(hours), ..SettingsChange::default() })
    };
    refused(hall.act(CID, remind(24)), "Only people at this table");
    refused(hall.act(ANN, remind(MAX_REMIND_HOURS + 1)), "four weeks");
    hall.act(ANN, remind(24)).unwrap();
    let compact =
        Action::Change(SettingsChange { compact: Some(true), ..SettingsChange::default() });
    hall.act(ANN, compact).unwrap();
    let expected = Settings { remind_hours: 24, compact: true, ..Settings::default() };
    assert_eq!(hall.table.settings, expected);
    refused(hall.act(ANN, remind(24)), "Nothing would change");
}

fn pins(pins: u32) -> Action {
    let correction = Correction::Unit { unit: UnitId(0), change: Change::Pins(pins) };
    Action::Play(Command::Antares(antares::Command::Correct(correction)))
}

/// Whether it was put right at once, and if so whether by somebody who asks nobody.
fn put_right(events: &[Event]) -> Option<bool> {
    match events.first() {
        Some(Event::Played(crate::game::Event::Antares(antares::Event::Corrected {
            organiser,
            ..
        }))) => Some(*organiser),
        _ => None,
    }
}

#[test]
fn a_manager_who_does_not_play_puts_a_battle_right_and_does_nothing_else_in_it() {
    let mut hall = Hall::battle();
    let draw = || Action::Play(Command::Antares(antares::Command::Draw));
    assert_eq!(put_right(&hall.act_with(MIA, true, pins(2), &[]).unwrap()), Some(true));
    refused(hall.act_with(MIA, true, draw(), &[]), "Only people at this table may play here");
    refused(hall.act_with(MIA, false, pins(1), &[]), "Only people at this table may play here");
    // one who plays proposes like anybody else, and cannot answer for the other side
    assert_eq!(put_right(&hall.act_with(ANN, true, pins(1), &[]).unwrap()), None);
    let agree = || Action::Play(Command::Antares(antares::Command::AgreeToCorrection(true)));
    refused(hall.act_with(ANN, true, agree(), &[]), "waits for Ghar's answer");
    assert_eq!(put_right(&hall.act_with(MIA, true, agree(), &[]).unwrap()), Some(true));
}

#[test]
fn a_player_whom_everybody_has_left_puts_a_battle_right_alone() {
    let mut hall = Hall::battle();
    assert_eq!(put_right(&hall.act(ANN, pins(2)).unwrap()), None, "Bob is asked");
    hall.act(BOB, Action::Leave).unwrap();
    let agree = Action::Play(Command::Antares(antares::Command::AgreeToCorrection(true)));
    assert_eq!(put_right(&hall.act(ANN, agree).unwrap()), Some(false), "nobody is left to ask");
    assert_eq!(put_right(&hall.act(ANN, pins(3)).unwrap()), Some(false));
}

fn gate() -> Hall {
    Hall::open_for(Setup::DiceGame(dicegame::Setup::default()), None)
}

fn join(seat: u8) -> Action {
    Action::Join { seat: Some(Seat(seat)), salt: None }
}

fn seat_bot(seat: u8) -> Action {
    Action::SeatBot { seat: Some(Seat(seat)) }
}

fn played(command: dicegame::Command) -> Action {
    Action::Play(Command::DiceGame(command))
}

/// Ann on the first seat and the program on the second; the lot falls on the seat with this number.
fn against_the_bot(first: u32) -> Hall {
    let mut hall = gate();
    hall.act(ANN, join(0)).unwrap();
    hall.act(ANN, seat_bot(1)).unwrap();
    hall.act(ANN, Action::Start).unwrap();
    hall.act_with(ANN, false, played(dicegame::Command::DrawFirst), &[first]).unwrap();
    hall
}

#[test]
fn anybody_of_the_table_lets_the_program_play_a_free_seat_and_frees_it_again() {
    let mut hall = gate();
    refused(hall.act(CID, seat_bot(0)), "Only people at this table may let me play a seat");
    hall.act(ANN, join(1)).unwrap();
    let events = hall.act(ANN, Action::SeatBot { seat: None }).unwrap();
    assert_eq!(events, [Event::Seated { seat: Seat(0), player: Player::bot() }]);
    refused(hall.act(ANN, seat_bot(0)), "Gatemaster already plays Concord");
    refused(hall.act(ANN, seat_bot(1)), "Isorian is taken by Ann");
    refused(hall.act(ANN, seat_bot(9)), "no such seat");
    for seat in 2..5 {
        hall.act(ANN, Action::SeatBot { seat: None }).unwrap();
        assert!(hall.table.player_at(Seat(seat)).is_some_and(Player::is_bot));
    }
    refused(hall.act(ANN, Action::SeatBot { seat: None }), "Every seat at this table is taken");

    let unseat = |seat| Action::UnseatBot { seat: Seat(seat) };
    refused(hall.act(CID, unseat(0)), "Only people at this table may free a seat of mine");
    refused(hall.act(ANN, unseat(1)), "Ann plays that seat, not I");
    hall.act(ANN, unseat(3)).unwrap();
    assert_eq!(hall.table.free_seats(), [Seat(3)]);
    refused(hall.act(ANN, unseat(3)), "I do not play that seat");
    refused(hall.act(ANN, unseat(200)), "I do not play that seat");
    hall.act(BOB, join(3)).unwrap();
    assert_eq!(hall.table.seats_of(UserId::BOT), [Seat(0), Seat(2), Seat(4)]);
    // a person who names its chair gets it
    let events = hall.act(CID, join(0)).unwrap();
    let left = Event::Left { seat: Seat(0), player: Player::bot() };
    assert_eq!(events, [left, Event::Seated { seat: Seat(0), player: person(CID) }]);
}

#[test]
fn a_game_that_the_program_cannot_play_says_so() {
    let mut hall = Hall::open(None);
    refused(hall.act(ANN, seat_bot(0)), "I do not know how to play Order-dice bag myself");
    let mut hall = Hall::open_for(Setup::Antares(antares::Setup::default()), None);
    refused(hall.act(ANN, seat_bot(0)), "I do not know how to play Beyond the Gates of Antares");
    let played = SystemId::ALL.iter().copied().filter(|system| system.has_bot());
    assert!(played.eq([SystemId::DiceGame, SystemId::At43]));
    let battle = Hall::battle();
    assert_eq!(battle.table.bot_owes(), None);
}

/// T-CTL-1
#[test]
fn a_count_is_for_another_person_to_confirm_where_there_is_one() {
    let agrees = at43::Command::AgreeCounts { seat: Seat(1), agree: true };
    let owes = Some((Seat(1), Command::At43(agrees)));
    for (sides, expected) in [(2, owes), (3, None)] {
        let mut setup =
            at43::Setup { mission: Some("seek-and-destroy".into()), ..at43::Setup::default() };
        if sides == 3 {
            let mut third = setup.sides[0].clone();
            third.name = "Green".into();
            third.colour = crate::colour::Colour::Green;
            setup.sides.push(third);
        }
        let mut hall = Hall::open_for(Setup::At43(setup), None);
        hall.act(ANN, join(0)).unwrap();
        hall.act(ANN, seat_bot(1)).unwrap();
        if sides == 3 {
            hall.act(BOB, join(2)).unwrap();
        }
        hall.act(ANN, Action::Start).unwrap();
        let Some(Game::At43(state)) = &mut hall.table.game else { panic!() };
        state.flow.tasks = vec![at43::flow::Task::Count].into();
        let counts = Vec::new();
        state.flow.counted = Some(at43::flow::CountedBy { by: Seat(0), counts });
        assert_eq!(hall.table.bot_owes(), expected, "{sides} sides");
    }
}

#[test]
fn the_program_does_not_begin_all_alone() {
    let mut hall = gate();
    hall.act(ANN, seat_bot(0)).unwrap();
    refused(hall.act(ANN, Action::Start), "needs 2 players at the table, and 1 have a seat");
    hall.act(ANN, seat_bot(2)).unwrap();
    refused(hall.act(ANN, Action::Start), "I do not play all alone");
    refused(hall.act_with(MIA, true, Action::Start, &[]), "I do not play all alone");
    assert!(!hall.table.has_people());
    hall.act(ANN, join(4)).unwrap();
    hall.act(ANN, Action::Start).unwrap();
    assert_eq!((hall.table.phase, hall.table.seats.len()), (Phase::Playing, 3));
}

/// D-SET-1: two to five play, and whoever has come keeps their faction.
#[test]
fn play_begins_with_whoever_has_come_each_with_their_faction() {
    let mut hall = gate();
    hall.act(BOB, join(3)).unwrap();
    refused(hall.act(ANN, Action::Start), "needs 2 players");
    hall.act(CID, join(1)).unwrap();
    hall.act(CID, Action::HandOver { seat: None, to: person(MIA) }).unwrap();
    let events = hall.act(CID, Action::Start).unwrap();
    let [Event::EmptySeatsGone { setup }, Event::Started { game }] = &events[..] else {
        panic!("{events:?}")
    };
    assert_eq!(setup, &hall.table.setup);
    let Setup::DiceGame(setup) = setup else { panic!() };
    assert_eq!(setup.factions, [Faction::Isorian, Faction::Boromite]);
    let Game::DiceGame(state) = game else { panic!() };
    assert_eq!((state.gate, state.headquarters.len()), (9, 2), "as for two players");
    let seats: Vec<(&str, Option<&Player>)> =
        hall.table.seats.iter().map(|chair| (&*chair.name, chair.player.as_ref())).collect();
    assert_eq!(seats, [("Isorian", Some(&person(CID))), ("Boromite", Some(&person(BOB)))]);
    assert_eq!(hall.table.offer, None, "the offered seat has another number now");

    // seats have other numbers now, and whoever came or went since goes by those: this start stands
    let step = hall.steps.last().unwrap().seq;
    hall.act(CID, Action::Leave).unwrap();
    refused(hall.act(BOB, Action::Undo { step }), "nothing to undo");
    hall.act(MIA, join(0)).unwrap();
    assert_eq!(hall.table.player_at(Seat(0)), Some(&person(MIA)));
    assert_eq!(hall.table.player_at(Seat(1)), Some(&person(BOB)));
}

/// D-SET-1: before the start another faction is a change of seats, afterwards everybody has one.
#[test]
fn whoever_takes_another_faction_gives_up_the_first() {
    let mut hall = gate();
    hall.act(ANN, join(0)).unwrap();
    hall.act(BOB, join(1)).unwrap();
    hall.act(ANN, join(2)).unwrap();
    assert_eq!(hall.table.seats_of(UserId(ANN)), [Seat(2)]);
    refused(hall.act(ANN, join(1)), "taken by");
    assert_eq!(hall.table.seats_of(UserId(ANN)), [Seat(2)], "nothing was given up for nothing");
    hall.act(ANN, Action::SeatBot { seat: Some(Seat(3)) }).unwrap();
    hall.act(ANN, Action::Start).unwrap();
    hall.act(BOB, Action::Leave).unwrap();
    refused(hall.act(ANN, join(0)), "everybody plays one seat here");
}

#[test]
fn a_full_table_begins_with_all_its_seats() {
    let mut hall = gate();
    hall.act(ANN, join(0)).unwrap();
    for seat in 1..5 {
        hall.act(ANN, seat_bot(seat)).unwrap();
    }
    let events = hall.act(ANN, Action::Start).unwrap();
    assert!(matches!(events[..], [Event::Started { .. }]), "{events:?}");
    assert_eq!(hall.table.seats.len(), 5);
    // systems whose seats are all needed, or may stay empty, keep them
    let mut hall = Hall::open(None);
    hall.act(ANN, Action::Join { seat: None, salt: None }).unwrap();
    let events = hall.act(ANN, Action::Start).unwrap();
    assert!(matches!(events[..], [Event::Started { .. }]), "{events:?}");
    assert_eq!(hall.table.seats.len(), 2);
}

#[test]
fn nobody_asks_the_program_for_its_consent() {
    let mut hall = against_the_bot(1);
    let step = hall.last();
    let events = hall.act(ANN, Action::Undo { step }).unwrap();
    undone(&events, step, &Grounds::Alone);
    hall.act_with(ANN, false, played(dicegame::Command::DrawFirst), &[2]).unwrap();
    let events = hall.act(ANN, Action::End).unwrap();
    assert_eq!(events, [Event::Ended { grounds: Grounds::Alone }]);

    // with another person there, that person is asked, and nobody else owes an answer
    let mut hall = gate();
    hall.act(ANN, join(0)).unwrap();
    hall.act(ANN, seat_bot(1)).unwrap();
    hall.act(BOB, join(2)).unwrap();
    hall.act(ANN, Action::Start).unwrap();
    hall.act_with(ANN, false, played(dicegame::Command::DrawFirst), &[2]).unwrap();
    let step = hall.last();
    let events = hall.act(ANN, Action::Undo { step }).unwrap();
    assert!(matches!(events[..], [Event::UndoAsked { .. }]), "{events:?}");
    let owed: Vec<Seat> = hall.table.owed().into_iter().map(|owed| owed.seat).collect();
    assert_eq!(owed, [Seat(2)]);
    refused(hall.act(BOT, Action::Agree), "It is for Bob to answer");
    assert_eq!(hall.table.bot_owes(), None, "it does not play over a question");
    hall.act(BOB, Action::Refuse).unwrap();
    assert!(hall.table.bot_owes().is_some());
}

/// D-FAT-2
#[test]
fn the_program_owes_what_the_game_waits_for_on_its_seats() {
    use dicegame::Command as Do;
    let mut hall = gate();
    hall.act(ANN, join(0)).unwrap();
    hall.act(ANN, seat_bot(1)).unwrap();
    assert_eq!(hall.table.bot_owes(), None, "not in the lobby");
    hall.act(ANN, Action::Start).unwrap();
    assert_eq!(hall.table.bot_owes(), None, "people draw who goes first");
    hall.act_with(ANN, false, played(Do::DrawFirst), &[1]).unwrap();
    assert_eq!(hall.table.bot_owes(), None, "it is Ann's turn");
    hall.act(ANN, played(Do::Roll { fate: 0 })).unwrap();
    let no_fate = Do::AddFate { seat: Seat(1), dice: 0 };
    let owes = Some((Seat(1), Command::DiceGame(no_fate.clone())));
    assert_eq!(hall.table.bot_owes(), owes, "it holds a fate die, so it is asked");
    refused(hall.act(ANN, played(no_fate.clone())), "It is for Isorian to say now");
    hall.act_with(BOT, false, played(no_fate), &[4; 6]).unwrap();
    assert_eq!(hall.table.bot_owes(), None);
    hall.act(ANN, played(Do::Stop)).unwrap();
    let owes = Some((Seat(1), Command::DiceGame(Do::Roll { fate: 0 })));
    assert_eq!(hall.table.bot_owes(), owes);
    hall.act(ANN, Action::Shelve).unwrap();
    assert_eq!(hall.table.bot_owes(), None, "not while the game is put away");
    hall.act(ANN, Action::Resume).unwrap();
    assert_eq!(hall.table.bot_owes(), owes);
    let mut left = Hall { steps: hall.steps.clone(), table: hall.table.clone() };
    left.act(ANN, Action::Leave).unwrap();
    assert_eq!(left.table.bot_owes(), None, "nobody is left to play with");
    hall.act(ANN, Action::End).unwrap();
    assert_eq!(hall.table.bot_owes(), None, "not after the end");
}

#[test]
fn the_program_takes_the_chair_that_somebody_left_in_the_middle_of_a_game() {
    let mut hall = gate().started();
    hall.act_with(ANN, false, played(dicegame::Command::DrawFirst), &[2]).unwrap();
    hall.act(BOB, Action::Leave).unwrap();
    assert_eq!(hall.table.bot_owes(), None);
    hall.act(ANN, Action::SeatBot { seat: None }).unwrap();
    let Some((Seat(1), roll)) = hall.table.bot_owes() else { panic!() };
    hall.act(BOT, Action::Play(roll)).unwrap();
    hall.act(ANN, Action::UnseatBot { seat: Seat(1) }).unwrap();
    hall.act(BOB, join(1)).unwrap();
    assert_eq!(hall.table.bot_owes(), None, "Bob plays himself again");
}

/// D-END-1: Ann and three seats of the program, with the choices that it makes, to the end.
#[test]
fn a_person_and_the_program_play_a_game_to_its_end() {
    let mut hall = gate();
    hall.act(ANN, join(2)).unwrap();
    for seat in [0, 1, 4] {
        hall.act(ANN, seat_bot(seat)).unwrap();
    }
    hall.act(ANN, Action::Start).unwrap();
    hall.act_with(ANN, false, played(dicegame::Command::DrawFirst), &[4]).unwrap();
    let mut chooser = crate::random_play::Chooser::new(5);
    let mut by_bot = 0;
    for _ in 0..2_000 {
        if hall.table.phase == Phase::Ended {
            break;
        }
        let (user, command) = match hall.table.bot_owes() {
            Some((_, command)) => (BOT, command),
            None => (ANN, hall.table.game.as_ref().unwrap().bot_plays(Seat(2)).unwrap()),
        };
        by_bot += u32::from(user == BOT);
        let faces: Vec<u32> =
            (0..20).map(|_| u32::try_from(chooser.below(6)).unwrap() + 1).collect();
        // as many of them as the command takes
        let mut dice = Scripted::new(faces.iter().copied());
        let actor = Actor { player: person(user), manager: false };
        let by = hall.table.by(actor.id());
        let mut kept = Keeper::new(&mut dice);
        hall.table.game.as_ref().unwrap().decide(&by, &command, &mut kept).unwrap();
        let needed = kept.into_rolled().len();
        hall.act_with(user, false, Action::Play(command), &faces[..needed]).unwrap();
    }
    assert_eq!(hall.table.phase, Phase::Ended);
    assert!(by_bot > 10, "the program did {by_bot} things");
    let record = crate::record::record(&hall.table).unwrap();
    assert!(record.decided);
    assert_eq!(record.sides[0].player, Some(Player::bot()));
    assert_eq!(record.sides[2].player, Some(person(ANN)));
}

#[cfg(feature = "sealed-bids")]
#[test]
fn nobody_changes_seats_in_a_game_that_hides_something() {
    let mut hall = Hall::open_for(SystemId::SealedBids.default_setup(), None);
    for (user, seat) in [(ANN, 0), (BOB, 1), (CID, 2)] {
        hall.act(user, join(seat)).unwrap();
    }
    hall.act(ANN, Action::Start).unwrap();
    hall.act(BOB, Action::Leave).unwrap();
    hall.act(CID, Action::Leave).unwrap();
    refused(hall.act(CID, join(1)), "its empty seats are given by its organiser or a manager");
    let seat = Action::Seat { player: person(CID), seat: Some(Seat(2)) };
    hall.act_with(MIA, true, seat, &[]).unwrap();
    assert!(hall.table.is_seated(UserId(CID)));
}
