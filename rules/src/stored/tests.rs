use super::*;
use crate::game::SystemId;
use crate::history;
use crate::random_play::Walk;
use crate::version::RulesVersion;

fn as_stored(step: &Step) -> StoredStep {
    StoredStep {
        seq: step.seq,
        user: step.user,
        name: step.name.clone(),
        text: write_step(step).unwrap(),
        revokes: step.revokes,
        at_ms: step.at_ms,
    }
}

#[test]
fn whatever_is_written_is_read_again() {
    for &system in SystemId::ALL {
        let mut walk = Walk::start(system, 11);
        for _ in 0..60 {
            walk.go();
        }
        assert_eq!(read_table(&write_table(&walk.table).unwrap()).unwrap(), walk.table);
        let steps: Vec<Step> =
            walk.steps.iter().map(|step| read_step(as_stored(step)).unwrap()).collect();
        assert_eq!(history::fold(&steps).unwrap(), walk.table);
        let export = walk.end();
        assert_eq!(read_export(&write_export(&export).unwrap()).unwrap(), export);
    }
}

#[test]
fn the_first_release_named_itself_where_the_number_of_the_rules_stands_now() {
    let mut walk = Walk::start(SystemId::Bag, 3);
    walk.go();
    let mut stored = as_stored(&walk.steps[0]);
    stored.text.deed = stored.text.deed.replace(r#""rules":2"#, r#""rules":"0.1.0""#);
    assert!(stored.text.deed.contains("0.1.0"));
    let mut first = walk.steps[0].clone();
    first.deed.rules = RulesVersion(1);
    assert_eq!(read_step(stored).unwrap(), first);
}

/// Sealed bids, the game for tests, once said `coins` for an amount: in commands, in events, in files.
#[cfg(feature = "sealed-bids")]
#[test]
fn what_earlier_rules_stored_in_another_form_reads_today() {
    use crate::sealed_bids;
    use crate::table::Action;

    let mut walk = Walk::start(SystemId::SealedBids, 2);
    for _ in 0..80 {
        walk.go();
    }
    let is_bid = |step: &&Step| {
        let bid = |command: &_| matches!(command, sealed_bids::Command::Bid { .. });
        matches!(&step.deed.action, Action::Play(crate::game::Command::SealedBids(command)) if bid(command))
    };
    let step = walk.steps.iter().find(is_bid).unwrap().clone();
    let mut old = as_stored(&step);
    let before = |text: &str| {
        text.replace("\"amount\"", "\"coins\"").replace(r#""rules":2"#, r#""rules":"0.1.0""#)
    };
    old.text.deed = before(&old.text.deed);
    old.text.events = before(&old.text.events);
    assert!(old.text.deed.contains("coins") && old.text.events.contains("coins"), "{old:?}");
    let read = read_step(old.clone()).unwrap();
    assert_eq!((&read.deed.action, &read.events), (&step.deed.action, &step.events));
    assert_eq!(read.deed.rules.0, 1, "by which rules it was judged stays known");

    old.text.deed = old.text.deed.replace(r#""0.1.0""#, "2");
    assert!(read_step(old).is_err(), "the rules of today have no coins");

    let export = walk.end();
    let file =
        before(&write_export(&export).unwrap().replace(r#""rules": 2"#, r#""rules": "0.1.0""#));
    let read = read_export(&file).unwrap();
    assert_eq!(history::fold(&read.steps), history::fold(&export.steps));
}
