//! Who hears what, tried directly on the state.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::options::Options;
use crate::sessions::{Outgoing, intents};
use crate::state::Core;
use crate::world::Id;

fn heard(from: &mut UnboundedReceiver<Outgoing>) -> Vec<Value> {
    let mut all = Vec::new();
    while let Ok(Outgoing::Text(text)) = from.try_recv() {
        all.push(serde_json::from_str(&text).unwrap());
    }
    all
}

fn room() -> (Arc<Core>, Id, Id) {
    let core = Core::new(Options { backlog: 3, ..Options::default() }, String::new(), None);
    let state = core.lock();
    let ann = state.world.user_called("Ann").unwrap().id;
    let hall = state.world.channel_called(state.world.home, "general").unwrap().id;
    drop(state);
    (core, ann, hall)
}

#[test]
fn what_people_write_is_hidden_from_a_bot_that_did_not_ask_for_it() {
    let (core, ann, hall) = room();
    let mut state = core.lock();
    let (link, mut from) = unbounded_channel();
    let asked = intents::GUILDS | intents::GUILD_MESSAGES | intents::DIRECT_MESSAGES;
    state.sessions.identify((0, 1), asked, 1, link);
    let bot = state.world.app;
    let now = state.now();
    let dm = state.world.direct_channel(&[ann, bot], now);
    for (place, text) in
        [(hall, "hello".to_owned()), (hall, format!("<@{bot}> hi")), (dm, "psst".to_owned())]
    {
        state.say(ann, place, &text, Vec::new()).unwrap();
    }
    let texts: Vec<Value> =
        heard(&mut from).iter().map(|event| event["d"]["content"].clone()).collect();
    assert_eq!(texts, [String::new(), format!("<@{bot}> hi"), "psst".to_owned()]);
}

#[test]
fn events_not_asked_for_are_not_sent() {
    let (core, ann, hall) = room();
    let mut state = core.lock();
    let (link, mut from) = unbounded_channel();
    state.sessions.identify((0, 1), intents::GUILDS, 1, link);
    let said = state.say(ann, hall, "hello", Vec::new()).unwrap();
    state.pin(hall, said, true).unwrap();
    let names: Vec<Value> = heard(&mut from).iter().map(|event| event["t"].clone()).collect();
    assert_eq!(names, ["CHANNEL_PINS_UPDATE"]);
}

#[test]
fn a_resume_brings_what_was_missed_unless_it_was_too_much() {
    let (core, ann, hall) = room();
    let mut state = core.lock();
    let (link, mut from) = unbounded_channel();
    let session = state.sessions.identify(
        (0, 1),
        intents::GUILD_MESSAGES | intents::MESSAGE_CONTENT,
        1,
        link,
    );
    state.say(ann, hall, "one", Vec::new()).unwrap();
    assert_eq!(heard(&mut from).len(), 1);
    state.sessions.disconnected(1);
    state.say(ann, hall, "two", Vec::new()).unwrap();
    let (link, mut from) = unbounded_channel();
    state.sessions.resume(&session, 1, 2, link).unwrap();
    let events = heard(&mut from);
    assert_eq!(
        (events[0]["d"]["content"].as_str(), events[1]["t"].as_str()),
        (Some("two"), Some("RESUMED"))
    );
    state.sessions.disconnected(2);
    for _ in 0..4 {
        state.say(ann, hall, "more", Vec::new()).unwrap();
    }
    let (link, _from) = unbounded_channel();
    assert!(
        state.sessions.resume(&session, 3, 3, link.clone()).is_none(),
        "more was missed than is kept"
    );
    assert!(state.sessions.resume(&session, 99, 3, link.clone()).is_none(), "from the future");
    assert!(state.sessions.resume("nobody", 1, 3, link).is_none());
}
