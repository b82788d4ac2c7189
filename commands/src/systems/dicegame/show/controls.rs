//! The buttons of the Dice Game for whatever it waits for, with the exact odds to decide it by.

use std::fmt::Write as _;

use gatemaster_discord::card::{Button, Card, Choice, Select, Style};
use gatemaster_discord::limits::BUTTONS_PER_ROW;
use gatemaster_rules::dicegame::command::{SixChoice, TraitTarget, TraitUse};
use gatemaster_rules::dicegame::odds::{Chance, RollOdds};
use gatemaster_rules::dicegame::state::{
    Die, DieState, FATE_POINTS, Reward, SKIRMISH_DICE, Stage, Turn,
};
use gatemaster_rules::dicegame::usable;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table;
use gatemaster_rules::text::{count, list};

use super::{State, control_dice, fate_dice, fate_to_claim, reward_text, side, skirmish_mark};
use crate::desk::Loaded;
use crate::face::Controls;
use crate::systems::dicegame::button;
use crate::systems::dicegame::press::{DicePress, DicePressed, Hand};
use crate::systems::dicegame::standing::Standing;
use crate::table::button as table_button;
use crate::table::press::Press;
use crate::words::esc;

/// "9.4 % (4,374 of 46,656)"
fn chance_text(chance: Chance) -> String {
    if chance.is_never() {
        return "none".to_owned();
    }
    format!("{} ({} of {})", percent(chance), thousands(chance.ways), thousands(chance.of))
}

fn percent(chance: Chance) -> String {
    match chance.share() * 100.0 {
        share if share > 0.0 && share < 0.1 => "under 0.1 %".to_owned(),
        share => format!("{share:.1} %"),
    }
}

/// Where there is little room, and on one line: "13 %"
fn rounded(chance: Chance) -> String {
    match chance.share() * 100.0 {
        share if share > 0.0 && share < 1.0 => "under\u{a0}1\u{a0}%".to_owned(),
        share => format!("{share:.0}\u{a0}%"),
    }
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

pub fn rematch(game: &Loaded) -> Button {
    button(game, "Rematch", DicePress::Rematch).marked("🔁").styled(Style::Main)
}

/// A chair that somebody has left need not hold up the others.
pub fn add_bot(game: &Loaded) -> Button {
    button(game, "Let me play it", DicePress::AddBot).marked("🤖")
}

/// Below everything that the game waits for.
pub fn table_row(game: &Loaded) -> Vec<Button> {
    vec![
        table_button(game, "Undo", Press::Undo),
        button(game, "Fate dice…", DicePress::Standing),
        button(game, "How to play", DicePress::Guide),
    ]
}

/// The table's buttons below those of the turn. Whoever chooses dice has only what they may need for it, beside the other
/// buttons: on a phone each row is one less for the dice.
pub fn with_table_row(
    game: &Loaded,
    state: &State,
    mut buttons: Vec<Vec<Button>>,
) -> Vec<Vec<Button>> {
    let choosing = state.turn.as_ref().is_some_and(|turn| turn.stage == Stage::Rolled);
    match buttons.last_mut() {
        Some(last) if choosing && last.len() <= BUTTONS_PER_ROW - 2 => last.extend([
            table_button(game, "Undo", Press::Undo),
            button(game, "How to play", DicePress::Guide),
        ]),
        _ => buttons.push(table_row(game)),
    }
    buttons
}

/// What the game waits for, with everything to answer it.
pub fn controls(game: &Loaded, state: &State) -> Controls {
    let hand = state.turn.as_ref().map(suggested).unwrap_or_default();
    controls_with(game, state, hand)
}

/// Most people keep what counts: every other die goes back into the hand, except one if there is nothing to keep.
fn suggested(turn: &Turn) -> Hand {
    let rolled = turn.places(DieState::JustRolled);
    let is_victory =
        |place: &u8| turn.dice.get(usize::from(*place)).is_some_and(|die| die.face.is_victory());
    let mut again: Vec<u8> = rolled.iter().copied().filter(|place| !is_victory(place)).collect();
    if again.len() == rolled.len() {
        again.pop();
    }
    Hand::of(&again)
}

/// The same, with these dice about to be rolled.
pub fn controls_with(game: &Loaded, state: &State, hand: Hand) -> Controls {
    let Some(turn) = &state.turn else {
        let draw = button(game, "Draw the first player", DicePress::DrawFirst);
        return with(
            "Draw who goes first. Everybody else begins with a fate die.",
            vec![vec![draw.marked("🎲").styled(Style::Main)]],
        );
    };
    let who = who(game, state, turn.roller);
    let bot = |seat: Seat| game.table.player_at(seat).is_some_and(table::Player::is_bot);
    let waits_for = match turn.stage {
        Stage::Adding { asked, .. } => asked.unwrap_or(turn.roller),
        Stage::Ready
        | Stage::Rolled
        | Stage::Traits
        | Stage::Six
        | Stage::TakingFate
        | Stage::Claiming => turn.roller,
    };
    if bot(waits_for) {
        return bot_waits(game);
    }
    if game.table.player_at(waits_for).is_none() {
        return empty_chair(game, state, waits_for);
    }
    match &turn.stage {
        Stage::Ready => ready(game, state, turn, &who, hand),
        Stage::Adding { asked, .. } => adding(game, state, turn, asked.unwrap_or(turn.roller)),
        Stage::Rolled => rolled(game, state, turn, &who, hand),
        Stage::Traits => traits(game, state, turn, &who),
        Stage::Six => six(game, state, turn, &who),
        Stage::TakingFate => taking_fate(game, state, turn, &who),
        Stage::Claiming => Controls::default(),
    }
}

/// The program acts by itself; where it is seen waiting, something keeps it.
fn bot_waits(game: &Loaded) -> Controls {
    if !game.waits_for_the_program() {
        let text =
            "It is my turn, but nobody plays with me any more. Take a seat, or end the game.";
        return with(text, Vec::new());
    }
    let go = button(game, "Go on, Gatemaster", DicePress::PlayOn).marked("🤖");
    let text = "It is my turn. I wait until you let me go on, so that you can take back more.";
    with(text, vec![vec![go.styled(Style::Main)]])
}

/// Whoever the game waits for has left; somebody takes the chair, or the program does.
fn empty_chair(game: &Loaded, state: &State, seat: Seat) -> Controls {
    let join = format!("Play {}", state.faction(seat));
    let row =
        vec![table_button(game, &join, Press::Join(Some(seat))).styled(Style::Main), add_bot(game)];
    with(format!("The game waits for {}, whose chair is empty.", side(state, seat)), vec![row])
}

fn with(text: impl Into<String>, buttons: Vec<Vec<Button>>) -> Controls {
    Controls { text: text.into(), buttons, ..Controls::default() }
}

/// "🔴 **Algoryn** (Ann)"
fn who(game: &Loaded, state: &State, seat: Seat) -> String {
    match game.table.player_at(seat) {
        Some(player) => format!("{} ({})", side(state, seat), esc(&player.name)),
        None => side(state, seat),
    }
}

fn ready(game: &Loaded, state: &State, turn: &Turn, who: &str, hand: Hand) -> Controls {
    let held = state.at(turn.roller).map_or(0, |at| at.fate);
    let fate = hand.fate.min(held);
    let label = match fate {
        0 => "Roll all six".to_owned(),
        dice => format!("Roll all six with {}", fate_dice(dice)),
    };
    let mut row = vec![button(game, label, DicePress::Roll(fate)).marked("🎲").styled(Style::Main)];
    row.extend(own_fate(game, held, Hand { again: 0, fate }));
    let odds = RollOdds::of(&state.faces, 0, SKIRMISH_DICE, fate);
    let rout = rout_text(&odds, fate);
    with(
        format!(
            "{who}, roll the six skirmish dice. Chance of a bust: {}.{rout}",
            chance_text(odds.bust())
        ),
        vec![row],
    )
}

/// Own fate dice are seldom wise; one button goes through their numbers (D-FAT-2).
fn own_fate(game: &Loaded, held: u8, hand: Hand) -> Option<Button> {
    let next = if hand.fate >= held { 0 } else { hand.fate + 1 };
    let label = format!("Own fate: {}", hand.fate);
    (held > 0).then(|| button(game, label, DicePress::Choose(Hand { fate: next, ..hand })))
}

/// What fate dice in the hand may do to the turn itself (D-FAT-6).
fn rout_text(odds: &RollOdds, fate: u8) -> String {
    if fate == 0 {
        return String::new();
    }
    let routs = if fate == 1 { "routs" } else { "rout" };
    format!(" Chance that {} {routs} the turn: {}.", fate_dice(fate), chance_text(odds.rout))
}

fn adding(game: &Loaded, state: &State, turn: &Turn, asked: Seat) -> Controls {
    let held = state.at(asked).map_or(0, |at| at.fate);
    let add = |dice: u8| DicePress::AddFate { seat: asked, dice };
    let mut row = vec![button(game, "Add none", add(0)).styled(Style::Main)];
    row.extend((1..=held).map(|dice| {
        let label = if dice == 1 { "Add one".to_owned() } else { format!("Add {dice}") };
        button(game, label, add(dice)).styled(Style::No)
    }));
    let never = DicePress::NeverFor { seat: asked, roller: turn.roller };
    let later = vec![
        button(game, "Not this turn", DicePress::NotThisTurn(asked)),
        button(game, format!("Never for {}", state.faction(turn.roller)), never),
    ];
    let hand = turn.in_hand();
    let so_far = match turn.fate_in_hand() {
        0 => String::new(),
        dice => format!(
            " {} in it already.",
            if dice == 1 { "One fate die is".to_owned() } else { format!("{dice} fate dice are") }
        ),
    };
    let text = format!(
        "{}, {} rolls {}{}.{so_far} Do you add fate dice? You have {}, worth {FATE_POINTS} points each if kept.",
        who(game, state, asked),
        side(state, turn.roller),
        count(hand.into(), "die", "dice"),
        if turn.dice.is_empty() {
            String::new()
        } else {
            format!(", with {} kept", count(turn.victories().into(), "victory", "victories"))
        },
        held
    );
    with(text, vec![row, later])
}

/// As many as a phone shows beside each other.
const DICE_PER_ROW: usize = 3;

fn rolled(game: &Loaded, state: &State, turn: &Turn, who: &str, hand: Hand) -> Controls {
    let mut places = turn.places(DieState::JustRolled);
    // as the picture shows them: what counts first
    places.sort_by_key(|place| turn.dice.get(usize::from(*place)).map(|die| die.face));
    let held = state.at(turn.roller).map_or(0, |at| at.fate);
    let again: Vec<u8> = places.iter().copied().filter(|place| hand.holds(*place)).collect();
    let hand = Hand { fate: hand.fate.min(held), ..Hand::of(&again) };
    let dice: Vec<Button> = places
        .iter()
        .filter_map(|place| Some((*place, turn.dice.get(usize::from(*place))?)))
        .map(|(place, die)| die_button(game, place, *die, hand))
        .collect();
    let mut rows: Vec<Vec<Button>> = dice.chunks(DICE_PER_ROW).map(<[Button]>::to_vec).collect();
    let possible = !again.is_empty() && again.len() < places.len();
    let staying = staying_victories(turn, hand);
    let number = u8::try_from(again.len()).unwrap_or(0);
    let label = match (possible, hand.fate) {
        (false, _) => "Roll again".to_owned(),
        (true, 0) => format!("Roll {number} again"),
        (true, fate) => format!("Roll {number} and {fate} fate"),
    };
    let stop = match Reward::for_victories(turn.victories()) {
        // what is claimed is asked next
        Reward::Either { .. } => "Stop: choose the claim".to_owned(),
        _ => format!("Stop: {}", reward_text(state, turn.victories())),
    };
    let mut row = vec![
        button(game, label, DicePress::RollAgain(hand)).styled(Style::Main).disabled_if(!possible),
        button(game, stop, DicePress::Stop).styled(Style::Yes),
    ];
    row.extend(own_fate(game, held, hand));
    rows.push(row);
    let mut text = format!("{who}: keep or roll?");
    if possible {
        // the picture says what each number of victories claims
        let short = game.pictures;
        let _ = write!(text, "\n{}", outlook(state, turn, staying, number, hand.fate, short));
    } else if again.is_empty() {
        text.push_str("\nAll of them are kept: press one to roll it again, or stop.");
    } else {
        text.push_str("\nAt least one die of every roll must be kept.");
    }
    with(text, rows)
}

/// Short, so that three fit beside each other on a phone; the picture says which sign is which face.
fn die_button(game: &Loaded, place: u8, die: Die, hand: Hand) -> Button {
    let again = hand.holds(place);
    let (label, style) = if again { ("Roll", Style::Plain) } else { ("Keep", Style::Yes) };
    button(game, label, DicePress::Choose(hand.turned(place)))
        .marked(skirmish_mark(die.face))
        .styled(style)
}

/// The victories that show while these dice are in the hand.
fn staying_victories(turn: &Turn, hand: Hand) -> u8 {
    let taken = (0_u8..)
        .zip(&turn.dice)
        .filter(|(place, die)| hand.holds(*place) && die.face.is_victory())
        .count();
    turn.victories().saturating_sub(u8::try_from(taken).unwrap_or(0))
}

/// "3 dice beside 2 🔺: **bust 12.5 % (27 of 216)**", what a fate die may do to it, and below
/// "2 🔺 12.5 %: one control die · …", in short "🔺 victories 2: 13 % · …"
fn outlook(state: &State, turn: &Turn, staying: u8, dice: u8, fate: u8, short: bool) -> String {
    let odds = RollOdds::of(&state.faces, staying, dice, fate);
    let dice = count(dice.into(), "die", "dice");
    let bust = if short { percent(odds.bust()) } else { chance_text(odds.bust()) };
    let mut text = format!("{dice} beside {staying} 🔺: **bust {bust}**");
    if fate > 0 && !short {
        let _ = write!(text, ".{}", rout_text(&odds, fate));
    }
    let others: Vec<String> = (0_u8..)
        .zip(odds.counts)
        .filter(|(victories, chance)| {
            !chance.is_never() && !matches!(Reward::for_victories(*victories), Reward::Bust)
        })
        .map(|(victories, chance)| {
            if short {
                return format!("{victories}:\u{a0}{}", rounded(chance));
            }
            format!("{victories} 🔺 {}: {}", percent(chance), reward_text(state, victories))
        })
        .collect();
    let head = match (short, fate) {
        (true, 0) => "🔺 victories ".to_owned(),
        (true, _) => format!("rout {} · 🔺 victories ", rounded(odds.rout)),
        (false, _) => String::new(),
    };
    let _ = write!(text, "\n-# {head}{}", others.join(" · "));
    let others = state.others_with_fate(turn.roller);
    if !others.is_empty() {
        text.push_str(" · others' fate dice not counted");
    }
    text
}

/// More than so many ways to use traits stand in a list.
const MOST_TRAIT_BUTTONS: usize = 4;

fn traits(game: &Loaded, state: &State, turn: &Turn, who: &str) -> Controls {
    let uses = usable(state);
    let without = button(game, "Go on without", DicePress::Trait(None));
    let mut named: Vec<u8> = uses.iter().map(|wish| wish.place).collect();
    named.dedup();
    let head = format!(
        "{who}, your {} let you use a house trait before the claim.",
        count(turn.strikes().into(), "strike", "strikes"),
    );
    if uses.len() > MOST_TRAIT_BUTTONS {
        let options = (0..).zip(&uses).map(|(place, wish): (u8, &TraitUse)| {
            let held = state.traits.get(usize::from(wish.place));
            Choice::new(trait_label(state, *wish, false), place.to_string())
                .more(held.map_or("", |held| held.effect.words()))
        });
        let press = DicePressed::new(&game.id, game.at, DicePress::PickTrait);
        let list = Select::new("Which trait", press, options.collect());
        return Controls { selects: vec![list], ..with(head, vec![vec![without]]) };
    }
    let alone = named.len() == 1;
    let mut buttons: Vec<Button> = uses
        .iter()
        .map(|wish| {
            let label = trait_label(state, *wish, alone);
            button(game, label, DicePress::Trait(Some(*wish))).styled(Style::Main)
        })
        .collect();
    buttons.push(without);
    let named: Vec<String> = named
        .into_iter()
        .filter_map(|place| state.traits.get(usize::from(place)))
        .map(|held| format!("*{}*: {}", esc(&held.name), held.effect.words()))
        .collect();
    let text = format!("{head} {}.", named.join("; "));
    with(text, buttons.chunks(BUTTONS_PER_ROW).map(<[Button]>::to_vec).collect())
}

/// Where there is one trait alone, its name stands in the text above.
fn trait_label(state: &State, wish: TraitUse, alone: bool) -> String {
    let name = state.traits.get(usize::from(wish.place)).map_or("Trait", |held| held.name.as_str());
    match wish.on {
        None => format!("Use {name}"),
        Some(TraitTarget::Own(points)) if alone => format!("On a {}", points.number()),
        Some(TraitTarget::Own(points)) => format!("{name} on a {}", points.number()),
        Some(TraitTarget::Player(seat)) if alone => format!("On {}", state.faction(seat)),
        Some(TraitTarget::Player(seat)) => format!("{name} on {}", state.faction(seat)),
    }
}

/// Both options with what they would really yield (D-CTL-4).
fn six(game: &Loaded, state: &State, turn: &Turn, who: &str) -> Controls {
    let Reward::Either { control, fate } = Reward::for_victories(turn.victories()) else {
        return Controls::default();
    };
    let earned = control.saturating_add(turn.more);
    let yields = earned.min(state.gate);
    let beside = turn.more.min(state.gate);
    let fates = fate.min(fate_to_claim(state));
    let from = fates.saturating_sub(state.fate_on_table);
    let claims_fate = match beside {
        0 => format!("Claim {}", fate_dice(fates)),
        dice => format!("Claim {} and {}", fate_dice(fates), control_dice(dice)),
    };
    let claims_control = format!("Claim {}", control_dice(yields));
    let row = vec![
        button(game, claims_control, DicePress::Claim(SixChoice::Control)).styled(Style::Main),
        button(game, claims_fate, DicePress::Claim(SixChoice::Fate)).styled(Style::Main),
    ];
    let mut text = format!("{who}, six victories: control dice or fate dice?");
    if yields < earned {
        let _ = write!(text, " The gate has {yields} left of the {earned} that you have earned.");
    }
    if beside > 0 {
        let _ = write!(text, " Your trait adds {} to either.", control_dice(beside));
    }
    if from > 0 {
        let _ = write!(
            text,
            " {} would come from other players.",
            if from == 1 { "One fate die".to_owned() } else { format!("{from} fate dice") }
        );
    }
    if fates < fate {
        let _ = write!(
            text,
            " There {} left to claim.",
            if fates == 1 {
                "is only one fate die".to_owned()
            } else {
                "are no fate dice".to_owned()
            }
        );
    }
    with(text, vec![row])
}

fn taking_fate(game: &Loaded, state: &State, turn: &Turn, who: &str) -> Controls {
    let holders = state.others_with_fate(turn.roller);
    let row = holders
        .iter()
        .filter_map(|seat| {
            let at = state.at(*seat)?;
            let label = format!("From {} ({})", at.faction.name(), at.fate);
            let press = DicePress::TakeFateFrom(*seat);
            Some(button(game, label, press).marked(at.faction.colour().mark()).styled(Style::Main))
        })
        .collect();
    let due = turn.fates_due;
    let text = format!(
        "{who}, no fate die is on the table: whose do you take?{}",
        if due > 1 { format!(" You take {due}, one after the other.") } else { String::new() }
    );
    with(text, vec![row])
}

/// What somebody has said beforehand, for their eyes alone.
pub fn standing(game: &Loaded, state: &State, standing: &Standing, own: &[Seat]) -> Card {
    let mut lines = vec!["**Your fate dice, before others roll**".to_owned()];
    for seat in own {
        let held = state.at(*seat).map_or(0, |at| at.fate);
        lines.push(format!(
            "{} has {}.",
            side(state, *seat),
            match held {
                0 => "no fate die".to_owned(),
                dice => fate_dice(dice),
            }
        ));
    }
    let now = state.turn.as_ref().map(|turn| turn.number);
    let never: Vec<String> = standing
        .never_for
        .iter()
        .filter(|seat| !own.contains(seat))
        .map(|seat| side(state, *seat))
        .collect();
    let spared = standing.not_in_turn.is_some() && standing.not_in_turn == now;
    if spared {
        lines.push("You add none in this turn; after that I ask again.".to_owned());
    }
    lines.push(if never.is_empty() && spared {
        String::new()
    } else if never.is_empty() {
        "I ask you before every roll of somebody else, as long as you have one.".to_owned()
    } else {
        format!("You never add any for {}; I do not ask.", list(&never))
    });
    lines.retain(|line| !line.is_empty());
    lines.push("-# Nobody else sees this.".to_owned());
    let row = vec![
        button(game, "Ask me every time", DicePress::AskAgain),
        button(game, "Never ask me", DicePress::NeverForAnybody),
    ];
    Card { buttons: vec![row], ..Card::line(lines.join("\n")) }
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::dice::Scripted;
    use gatemaster_rules::dicegame::command::Command;
    use gatemaster_rules::dicegame::{DiceGame, Setup};
    use gatemaster_rules::system::{Doer, System as _};

    use super::*;

    /// The first player has been drawn.
    fn begun() -> State {
        let mut state = DiceGame::set_up(&Setup::default()).unwrap();
        let by = Doer { seats: vec![Seat(0)], organiser: false };
        let mut lot = Scripted::new([1]);
        for event in DiceGame::decide(&state, &by, &Command::DrawFirst, &mut lot).unwrap() {
            DiceGame::apply(&mut state, &event);
        }
        state
    }

    /// D-FAT-6, D-ROL-8: a third of the house's fate faces rout, and three dice are victories in 27 of 216.
    #[test]
    fn a_re_roll_with_an_own_fate_die_tells_the_rout_as_the_first_roll_does() {
        let state = begun();
        let turn = state.turn.as_ref().unwrap();
        let plain = outlook(&state, turn, 2, 3, 0, false);
        assert!(plain.contains("3 dice beside 2 🔺: **bust 12.5 % (27 of 216)**\n"), "{plain}");
        assert!(!plain.contains("rout"), "{plain}");
        let risky = outlook(&state, turn, 2, 3, 1, false);
        let told = ": **bust 8.3 % (108 of 1,296)**. \
                    Chance that one fate die routs the turn: 33.3 % (2 of 6).\n";
        assert!(risky.contains(told), "{risky}");
        assert!(risky.contains("2 🔺 8.3 %: one control die"), "{risky}");
        let short = outlook(&state, turn, 2, 3, 1, true);
        let told = "3 dice beside 2 🔺: **bust 8.3 %**\n-# rout 33 % · 🔺 victories 2: 8 % · 3: 25 % · 4: 25 %";
        assert!(short.replace('\u{a0}', " ").starts_with(told), "{short}");
        let two = outlook(&state, turn, 2, 3, 2, false);
        assert!(two.contains("Chance that 2 fate dice rout the turn: 55.6 % (20 of 36)."), "{two}");
    }
}
