//! What a game at Gatemaster's table means for a battle: which of its sides won, and with which score.

use std::cmp::Ordering;

use gatemaster_league::campaign::sentence::side_name;
use gatemaster_league::campaign::{Battle, Campaign, Count, ReportedOutcome, SideNo};
use gatemaster_league::settings::MOST_SCORE;
use gatemaster_rules::record::{Record, SideRecord};

use crate::league::from_game::{best_of, compare, is_decided};
use crate::words::esc;

/// The result of a battle from the game in which it was fought, or why there is none: a sentence for people. The winner
/// holds the place they fought over.
pub fn told_of(
    campaign: &Campaign,
    battle: &Battle,
    record: &Record,
) -> Result<ReportedOutcome, String> {
    let seats: Vec<(SideNo, &SideRecord)> = battle
        .sides
        .iter()
        .map(|no| seat_of(campaign, *no, record).map(|seat| (*no, seat)))
        .collect::<Result<_, _>>()?;
    is_decided(record)?;
    let beats_all = |(no, seat): &(SideNo, &SideRecord)| {
        seats.iter().all(|(other, their)| other == no || compare(seat, their) == Ordering::Greater)
    };
    let winner = seats.iter().find(|seat| beats_all(seat)).map(|(no, _)| *no);
    let scores = seats.iter().map(|(side, seat)| {
        let count = i32::try_from(seat.score).ok().filter(|score| *score <= MOST_SCORE)?;
        Some(Count { side: *side, count })
    });
    Ok(ReportedOutcome {
        winner,
        scores: scores.collect::<Option<Vec<_>>>().unwrap_or_default(),
        points: Vec::new(),
        takes: winner.filter(|_| battle.place.is_some()),
    })
}

/// Where a member of this side sat.
fn seat_of<'r>(
    campaign: &Campaign,
    no: SideNo,
    record: &'r Record,
) -> Result<&'r SideRecord, String> {
    let ours = |player| campaign.side(no).is_some_and(|side| side.has(player));
    best_of(record, ours).ok_or_else(|| {
        format!("Nobody of {} sat at that table at its end.", esc(&side_name(campaign, no)))
    })
}

#[cfg(test)]
mod tests {
    use gatemaster_league::campaign::BattleNo;
    use gatemaster_rules::game::SystemId;
    use gatemaster_rules::record::Outcome;
    use gatemaster_rules::table::Actor;

    use super::super::made_up::*;
    use super::*;

    fn seat(actor: &Actor, score: u32, result: Outcome) -> SideRecord {
        let player = Some(actor.player.clone());
        SideRecord { name: "Seat".to_owned(), force: None, player, score, result }
    }

    fn told(sides: Vec<SideRecord>) -> Result<ReportedOutcome, String> {
        let war = war();
        let battle = war.battle(BattleNo(1)).unwrap();
        told_of(
            &war,
            battle,
            &Record { system: SystemId::DiceGame, decided: true, turns: None, sides },
        )
    }

    #[test]
    fn whoever_won_at_the_table_wins_the_battle_and_its_place() {
        let told =
            told(vec![seat(&ben(), 3, Outcome::Loss), seat(&ann(), 5, Outcome::Win)]).unwrap();
        assert_eq!((told.winner, told.takes), (Some(RED), Some(RED)));
        let scores = [Count { side: RED, count: 5 }, Count { side: BLUE, count: 3 }];
        assert_eq!(told.scores, scores);
    }

    #[test]
    fn a_shared_win_is_a_draw_and_moves_no_place() {
        let shared = |actor: &Actor| seat(actor, 4, Outcome::SharedWin);
        let told = told(vec![shared(&ann()), shared(&ben())]).unwrap();
        assert_eq!((told.winner, told.takes), (None, None));
    }

    #[test]
    fn scores_beyond_the_book_are_left_out() {
        let told = told(vec![seat(&ann(), u32::MAX, Outcome::Win), seat(&ben(), 0, Outcome::Loss)]);
        let told = told.unwrap();
        assert_eq!((told.winner, told.scores), (Some(RED), Vec::new()));
    }

    #[test]
    fn a_table_without_one_of_the_sides_says_nothing_about_the_battle() {
        let pat = person(9, "Pat");
        let told = told(vec![seat(&ann(), 5, Outcome::Win), seat(&pat, 3, Outcome::Loss)]);
        assert_eq!(told, Err("Nobody of Blue Legion sat at that table at its end.".to_owned()));
    }

    #[test]
    fn a_game_that_was_broken_off_decides_no_battle() {
        let war = war();
        let sides = vec![seat(&ann(), 0, Outcome::Undecided), seat(&ben(), 0, Outcome::Undecided)];
        let record = Record { system: SystemId::Antares, decided: false, turns: None, sides };
        let told = told_of(&war, war.battle(BattleNo(1)).unwrap(), &record);
        assert_eq!(told, Err("The game was broken off before it was decided.".to_owned()));
    }
}
