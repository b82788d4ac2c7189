//! The rules of answering, tried directly on the state.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::limits::Refusal;
use crate::limits::message::Upload;
use crate::options::Options;
use crate::state::{Core, State};
use crate::world::Id;

struct Table {
    core: Arc<Core>,
    ann: Id,
    bob: Id,
    hall: Id,
}

fn table() -> Table {
    let core = Core::new(Options::default(), "http://127.0.0.1:1".to_owned(), None);
    let mut state = core.lock();
    let option = json!({"type": 4, "name": "n", "description": "d", "autocomplete": true});
    let command = |name: &str, options: Value| json!({"id": "5", "type": 1, "name": name, "description": "d", "options": options});
    state.world.commands = vec![command("go", json!([])), command("count", json!([option]))];
    let (ann, bob) = (state.somebody("Ann"), state.somebody("Bob"));
    let hall = state.world.channel_called(state.world.home, "general").unwrap().id;
    drop(state);
    Table { core, ann, bob, hall }
}

impl State {
    fn somebody(&self, name: &str) -> Id {
        self.world.user_called(name).unwrap().id
    }

    fn token(&self, interaction: Id) -> String {
        self.interactions.get(interaction).unwrap().token.clone()
    }

    fn answer(&mut self, interaction: Id, body: &Value) -> Result<Value, Refusal> {
        let token = self.token(interaction);
        self.callback(interaction, &token, body, Vec::new())
    }
}

impl Table {
    fn go(&self) -> Id {
        let mut state = self.core.lock();
        let prepared = state.prepare(self.ann, self.hall, "/go", Vec::new(), false).unwrap();
        state.start_command(self.ann, self.hall, &prepared).unwrap()
    }

    fn complete(&self) -> Id {
        let mut state = self.core.lock();
        let prepared = state.prepare(self.ann, self.hall, "/count n:1", Vec::new(), true).unwrap();
        state.start_command(self.ann, self.hall, &prepared).unwrap()
    }

    /// A message with a button, by an answered command.
    fn board(&self, flags: u64) -> Id {
        let go = self.go();
        let row = json!({"type": 1, "components": [{"type": 2, "style": 1, "label": "B", "custom_id": "b"}]});
        let mut state = self.core.lock();
        state.answer(go, &json!({"type": 4, "data": {"content": "board", "components": [row], "flags": flags}})).unwrap();
        state.interactions.get(go).unwrap().original.unwrap()
    }

    fn click(&self, message: Id) -> Id {
        self.core.lock().start_component(self.ann, self.hall, message, "b", None, None).unwrap()
    }
}

fn code<T: std::fmt::Debug>(result: Result<T, Refusal>) -> u32 {
    result.unwrap_err().code
}

fn said(text: &str) -> Value {
    json!({"type": 4, "data": {"content": text}})
}

#[test]
fn an_interaction_is_acknowledged_once_and_in_time() {
    let table = table();
    let go = table.go();
    assert!(table.core.lock().answer(go, &said("one")).is_ok());
    assert_eq!(code(table.core.lock().answer(go, &said("two"))), 40_060);
    let late = table.go();
    table.core.clock.advance(Duration::from_millis(3100));
    assert_eq!(code(table.core.lock().answer(late, &said("late"))), 10_062);
    assert_eq!(code(table.core.lock().callback(late, "wrong", &said("x"), Vec::new())), 10_062);
}

#[test]
fn a_token_lives_fifteen_minutes_and_works_only_after_the_acknowledgement() {
    let table = table();
    let go = table.go();
    let token = table.core.lock().token(go);
    let follow =
        |text: &str| table.core.lock().follow_up(&token, &json!({"content": text}), Vec::new());
    assert_eq!(code(follow("early")), 10_015);
    table.core.lock().answer(go, &said("now")).unwrap();
    follow("in time").unwrap();
    table.core.clock.advance(Duration::from_secs(15 * 60 + 1));
    assert_eq!(code(follow("late")), 50_027);
    assert_eq!(
        code(table.core.lock().edit_by_token(
            &token,
            "@original",
            &json!({"content": "x"}),
            Vec::new()
        )),
        50_027
    );
    table.core.clock.advance(Duration::from_mins(5));
    table.go();
    assert!(table.core.lock().interactions.get(go).is_none(), "forgotten");
    assert_eq!(code(follow("much too late")), 50_027);
}

#[test]
fn every_interaction_takes_only_its_own_kinds_of_answer() {
    let table = table();
    let modal = json!({"custom_id": "m", "title": "M", "components": [{"type": 1, "components": [{"type": 4, "custom_id": "i", "style": 1, "label": "I", "required": false}]}]});
    for wrong in [6, 7, 8, 1, 99] {
        let go = table.go();
        assert_eq!(
            code(table.core.lock().answer(go, &json!({"type": wrong, "data": {"content": "x"}}))),
            50_035,
            "{wrong}"
        );
    }
    for wrong in [4, 5, 6, 7, 9] {
        let typing = table.complete();
        assert_eq!(
            code(
                table.core.lock().answer(typing, &json!({"type": wrong, "data": {"content": "x"}}))
            ),
            50_035,
            "{wrong}"
        );
    }
    let go = table.go();
    table.core.lock().answer(go, &json!({"type": 9, "data": modal})).unwrap();
    let submitted = table.core.lock().start_modal(table.ann, go, &[]).unwrap();
    assert_eq!(
        code(table.core.lock().answer(submitted, &json!({"type": 9, "data": modal}))),
        50_035,
        "no modal upon a modal"
    );
    assert_eq!(
        code(table.core.lock().answer(submitted, &json!({"type": 7, "data": {"content": "x"}}))),
        50_035,
        "there is no message to update"
    );
    assert!(table.core.lock().answer(submitted, &json!({"type": 6})).is_ok());
    let go = table.go();
    assert_eq!(code(table.core.lock().answer(go, &json!({"type": 4}))), 50_006);
}

#[test]
fn the_first_answer_after_a_private_deferral_is_private() {
    for by_edit in [false, true] {
        let table = table();
        let go = table.go();
        let mut state = table.core.lock();
        let response = state.answer(go, &json!({"type": 5, "data": {"flags": 64}})).unwrap();
        assert_eq!(response["interaction"]["response_message_loading"], true);
        let token = state.token(go);
        let body = json!({"content": "the secret"});
        if by_edit {
            state.edit_by_token(&token, "@original", &body, Vec::new()).unwrap();
        } else {
            state.follow_up(&token, &body, Vec::new()).unwrap();
        }
        assert_eq!(state.visible(table.ann, table.hall).len(), 1);
        assert!(state.visible(table.bob, table.hall).is_empty());
        // The next one is a message of its own and speaks for itself.
        state.follow_up(&token, &json!({"content": "aloud"}), Vec::new()).unwrap();
        assert_eq!(state.visible(table.bob, table.hall).len(), 1);
    }
}

#[test]
fn an_ephemeral_message_does_not_exist_on_the_channel_routes() {
    let table = table();
    let secret = table.board(64);
    let mut state = table.core.lock();
    let hall = table.hall.to_string();
    let secret = secret.to_string();
    for (method, tail) in
        [("GET", vec![]), ("PATCH", vec![]), ("DELETE", vec![]), ("POST", vec!["threads"])]
    {
        let mut path = vec!["channels", hall.as_str(), "messages", secret.as_str()];
        path.extend(tail);
        let asked = crate::rest::Asked {
            method,
            path,
            query: Vec::new(),
            body: json!({"content": "x", "name": "n"}),
            uploads: Vec::new(),
            gateway: String::new(),
        };
        assert_eq!(code(state.route(asked)), 10_008, "{method}");
    }
    let id = secret.parse().unwrap();
    assert!(
        state
            .start_component(table.bob, table.hall, id, "b", None, None)
            .unwrap_err()
            .contains("cannot see")
    );
    assert!(state.start_component(table.ann, table.hall, id, "b", None, None).is_ok());
}

#[test]
fn a_click_can_update_its_message_at_once_or_later() {
    let table = table();
    let board = table.board(0);
    let now = table.click(board);
    table.core.lock().answer(now, &json!({"type": 7, "data": {"content": "updated"}})).unwrap();
    assert_eq!(table.core.lock().world.message(table.hall, board).unwrap().content, "updated");
    let later = table.click(board);
    let mut state = table.core.lock();
    state.answer(later, &json!({"type": 6})).unwrap();
    assert!(!state.interactions.get(later).unwrap().settled);
    let token = state.token(later);
    state.edit_by_token(&token, "@original", &json!({"content": "later"}), Vec::new()).unwrap();
    assert!(state.interactions.get(later).unwrap().settled);
    assert_eq!(state.world.message(table.hall, board).unwrap().content, "later");
    assert_eq!(code(state.token_message(&token, "12345")), 10_008);
}

#[test]
fn suggestions_fit_their_option() {
    let table = table();
    let choices = |choices: Value| {
        let typing = table.complete();
        table.core.lock().answer(typing, &json!({"type": 8, "data": {"choices": choices}}))
    };
    let many: Vec<Value> = (0..26).map(|n| json!({"name": n.to_string(), "value": n})).collect();
    assert_eq!(code(choices(json!(many))), 50_035);
    assert_eq!(
        code(choices(json!([{"name": "one", "value": "1"}]))),
        50_035,
        "a text for a number"
    );
    assert_eq!(code(choices(json!([{"name": "", "value": 1}]))), 50_035);
    assert_eq!(code(choices(json!([{"name": "x".repeat(101), "value": 1}]))), 50_035);
    assert!(choices(json!([])).is_ok());
    assert!(choices(json!([{"name": "one", "value": 1}])).is_ok());
}

#[test]
fn modals_beyond_a_limit_are_refused() {
    let table = table();
    let input = |change: fn(&mut Value)| {
        let mut input = json!({"type": 4, "custom_id": "i", "style": 1, "label": "I"});
        change(&mut input);
        json!({"custom_id": "m", "title": "M", "components": [{"type": 1, "components": [input]}]})
    };
    let fine = input(|_| ());
    let with = |key: &str, value: Value| {
        let mut modal = fine.clone();
        modal[key] = value;
        modal
    };
    let row = &fine["components"][0];
    for modal in [
        with("title", "x".repeat(46).into()),
        with("title", Value::Null),
        with("custom_id", "".into()),
        with("components", json!([])),
        with("components", json!(vec![row; 6])),
        with("components", json!([row, row])),
        with(
            "components",
            json!([{"type": 1, "components": [row["components"][0], row["components"][0]]}]),
        ),
        input(|input| input["label"] = "x".repeat(46).into()),
        input(|input| input["label"] = Value::Null),
        input(|input| input["style"] = 3.into()),
        input(|input| input["value"] = "x".repeat(4001).into()),
        input(|input| input["placeholder"] = "x".repeat(101).into()),
        input(|input| input["type"] = 2.into()),
        input(|input| {
            input["min_length"] = 5.into();
            input["max_length"] = 4.into();
        }),
    ] {
        let go = table.go();
        assert_eq!(
            code(table.core.lock().answer(go, &json!({"type": 9, "data": modal}))),
            50_035,
            "{modal}"
        );
    }
    let go = table.go();
    assert!(table.core.lock().answer(go, &json!({"type": 9, "data": fine})).is_ok());
}

#[test]
fn files_are_counted_and_weighed() {
    let table = table();
    let file = |slot: u64, size: usize| Upload {
        slot,
        filename: "f".into(),
        content_type: None,
        bytes: vec![0; size].into(),
    };
    let mut state = table.core.lock();
    state.attachment_limit = 10;
    let mut send = |uploads: Vec<Upload>| {
        let hall = table.hall.to_string();
        let asked = crate::rest::Asked {
            method: "POST",
            path: vec!["channels", &hall, "messages"],
            query: Vec::new(),
            body: Value::Null,
            uploads,
            gateway: String::new(),
        };
        state.route(asked)
    };
    assert_eq!(code(send(vec![file(0, 11)])), 40_005);
    assert_eq!(code(send((0..11).map(|slot| file(slot, 1)).collect())), 50_035);
    assert_eq!(code(send(vec![file(0, 1), file(0, 1)])), 50_035);
    assert!(send((0..10).map(|slot| file(slot, 10)).collect()).is_ok());
}

#[test]
fn history_is_bounded_and_forgets_its_files() {
    let core = Core::new(Options { history: 3, ..Options::default() }, String::new(), None);
    let mut state = core.lock();
    let ann = state.somebody("Ann");
    let hall = state.world.channel_called(state.world.home, "general").unwrap().id;
    let file = Upload { slot: 0, filename: "f".into(), content_type: None, bytes: vec![1].into() };
    state.say(ann, hall, "0", vec![file]).unwrap();
    assert_eq!(state.world.files.len(), 1);
    for n in 1..5 {
        state.say(ann, hall, &n.to_string(), Vec::new()).unwrap();
    }
    assert_eq!(state.visible(ann, hall).len(), 3);
    assert!(state.world.files.is_empty());
}
