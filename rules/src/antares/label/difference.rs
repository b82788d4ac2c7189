//! What tells one way of placing hits from the others, in as few words as a button shows on a phone.

use super::super::command::{Answer, Command, Mark};
use super::super::report::words::{capital, number, plural, word};
use super::super::state::State;
use super::MAX_TEXT;
use super::placing::{Board, open};

/// The words of each of these answers, where all of them place hits and few words tell each from the others; else nothing.
pub fn differences(state: &State, ways: &[Command]) -> Option<Vec<String>> {
    let marks: Vec<&[Option<Mark>]> = ways
        .iter()
        .map(|way| match way {
            Command::Answer(Answer::Place(marks)) => Some(marks.as_slice()),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let (strike, placer) = open(state)?;
    let unit = state.unit(strike.on)?;
    let board = Board::new(state, unit, strike, placer);
    let classes = board.classes();
    let table: Vec<Vec<Share>> = marks
        .iter()
        .map(|marks| classes.iter().map(|class| share(&board, class, marks)).collect())
        .collect();
    // what is the same in all ways tells nothing
    let differ: Vec<usize> = (0..classes.len())
        .filter(|class| table.iter().any(|way| way[*class] != table[0][*class]))
        .collect();
    let words = |way: usize, used: usize| {
        let share = |class: &usize| (&table[way][*class], &classes[*class]);
        let hit = |class: &&usize| share(class).0.hits > 0;
        let mut told: Vec<String> = differ[..used]
            .iter()
            .filter(hit)
            .map(|class| share(class).0.words(share(class).1))
            .collect();
        if told.is_empty() {
            // who is spared is said where it is one; else who is hit instead
            let instead = differ[used..].iter().find(hit).filter(|_| used > 1);
            let (share, class) = share(instead.unwrap_or(&differ[0]));
            told.push(share.words(class));
        }
        let left = marks[way].iter().filter(|mark| mark.is_none()).count();
        match left {
            0 => told.join(", "),
            left if left == marks[way].len() => "leave it to them".to_owned(),
            left => format!("{}, leave {}", told.join(", "), word(number(left))),
        }
    };
    let enough = (1..=differ.len()).find(|used| {
        let mut all: Vec<String> = (0..table.len()).map(|way| words(way, *used)).collect();
        all.sort();
        all.windows(2).all(|pair| pair[0] != pair[1])
    })?;
    let told: Vec<String> = (0..table.len()).map(|way| capital(&words(way, enough))).collect();
    told.iter().all(|words| words.chars().count() <= MAX_TEXT).then_some(told)
}

/// Models that nothing tells apart.
pub(super) struct Class {
    pub marks: Vec<Mark>,
    /// "Leader", "Trooper in cover"
    pub name: String,
}

/// What falls to a class in one way: how many hits, and of which kinds on each that is hit.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Share {
    hits: u32,
    /// Kinds of hits on each model that is hit, in words; empty where all hits are alike.
    kinds: Vec<String>,
}

fn share(board: &Board<'_>, class: &Class, marks: &[Option<Mark>]) -> Share {
    let mut loads: Vec<Vec<usize>> = class
        .marks
        .iter()
        .map(|mark| board.placed_on(*mark, marks))
        .filter(|load| !load.is_empty())
        .collect();
    loads.sort();
    let hits = number(loads.iter().map(Vec::len).sum());
    let kinds = if board.is_one_kind() {
        Vec::new()
    } else {
        loads.iter().map(|load| board.kinds_of(load)).collect()
    };
    Share { hits, kinds }
}

impl Share {
    /// "spare the Leader", "Leader takes SV 1", "3 on Troopers"
    fn words(&self, class: &Class) -> String {
        let Class { marks, name } = class;
        let alone = marks.len() == 1;
        match (self.hits, self.kinds.as_slice()) {
            (0, _) if alone => format!("spare the {name}"),
            (0, _) => format!("spare the {}", plural(name)),
            (hits, []) if alone => format!("{name} takes {}", word(hits)),
            (_, [kinds]) if alone => format!("{name} takes {kinds}"),
            (1, []) => format!("{name} takes one"),
            (1, kinds) => format!("{name} takes {}", kinds.join(" + ")),
            (hits, []) => format!("{hits} on {}", plural(name)),
            (_, kinds) => format!("{} on {}", kinds.join(" + "), plural(name)),
        }
    }
}
