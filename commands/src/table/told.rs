//! Which steps a message tells: its footer says so, and is read again when somebody asks about that message long after its
//! buttons have gone.

use gatemaster_discord::press::is_id;
use gatemaster_rules::ids::Seq;

use crate::desk::Loaded;
use crate::words::short_hash;

/// "Step 12 · game 4k2m… · dice 9f86d081884c", "Steps 12–14 · …"
pub fn steps_footer(game: &Loaded, first: Seq, last: Seq) -> String {
    let steps =
        if first == last { format!("Step {last}") } else { format!("Steps {first}–{last}") };
    format!("{steps} · game {} · dice {}", game.id, short_hash(&game.seed_hash))
}

/// The game and the steps that one message tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldSteps {
    pub game: String,
    pub first: Seq,
    pub last: Seq,
}

/// Understands what [`steps_footer`] wrote, and nothing else.
pub fn told_by(footer: &str) -> Option<ToldSteps> {
    let mut parts = footer.split(" · ");
    let steps = parts.next()?;
    let steps = steps.strip_prefix("Steps ").or_else(|| steps.strip_prefix("Step "))?;
    let (first, last) = steps.split_once('–').unwrap_or((steps, steps));
    let number = |text: &str| text.parse().ok().map(Seq);
    let (first, last) = (number(first)?, number(last)?);
    let game = parts.next()?.strip_prefix("game ").filter(|game| is_id(game))?;
    (first <= last).then(|| ToldSteps { game: game.to_owned(), first, last })
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::game::SystemId;
    use gatemaster_rules::random_play::Walk;

    use super::*;

    #[test]
    fn what_stands_below_a_message_leads_back_to_its_steps() {
        let table = Walk::with_setup(SystemId::Bag.default_setup(), 1).table;
        let game = Loaded::for_show("4k2m9x", Seq(14), table);
        for (first, last) in [(Seq(12), Seq(14)), (Seq(14), Seq(14)), (Seq(1), Seq(u32::MAX))] {
            let told = ToldSteps { game: "4k2m9x".to_owned(), first, last };
            assert_eq!(told_by(&steps_footer(&game, first, last)), Some(told));
        }
        let board = super::super::footer(&game);
        assert_eq!(told_by(&board).map(|told| told.last), Some(Seq(14)), "{board}");
    }

    #[test]
    fn other_small_print_tells_no_step() {
        for other in [
            "",
            "Page 1 of 3 · 12 steps",
            "Step 12",
            "Step 12 · game a b",
            "Step · game abc",
            "Step -1 · game abc",
            "Steps 14–12 · game abc",
            "Steps 1–2–3 · game abc",
            "Step 99999999999 · game abc",
            "Step 12 · dice abc",
        ] {
            assert_eq!(told_by(other), None, "{other}");
        }
    }
}
