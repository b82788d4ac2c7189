//! Every limit is tried with a raw request: what Discord refuses is refused, and in the right words.

use gatemaster_sandbox::Options;
use reqwest::Method;
use serde_json::{Value, json};

use crate::raw::RawBot;

/// Lenient, because here every fault is wanted; and by the sandbox's own rules only, because those are tried.
async fn bot() -> RawBot {
    RawBot::new(Options { openapi: Some("/nowhere".into()), ..Options::default() }).await
}

async fn app(bot: &RawBot) -> String {
    bot.send(Method::GET, "/users/@me", &Value::Null).await.1["id"].as_str().unwrap().to_owned()
}

fn buttons(count: usize) -> Value {
    let buttons: Vec<Value> = (0..count)
        .map(|n| json!({"type": 2, "style": 1, "label": "b", "custom_id": format!("b{n}")}))
        .collect();
    json!({"type": 1, "components": buttons})
}

fn row(component: &Value) -> Value {
    json!({"content": "x", "components": [{"type": 1, "components": [component]}]})
}

fn select(options: &[Value]) -> Value {
    json!({"type": 3, "custom_id": "s", "options": options})
}

fn embed(embed: &Value) -> Value {
    json!({"embeds": [embed]})
}

#[allow(clippy::too_many_lines)] // a table
/// A message body and the place of the fault in it.
fn refused_messages() -> Vec<(Value, &'static str)> {
    let long = |count: usize| "x".repeat(count);
    let option = |value: &str| json!({"label": "o", "value": value});
    let many: Vec<Value> = (0..26).map(|n| option(&n.to_string())).collect();
    let fields: Vec<Value> = (0..26).map(|_| json!({"name": "n", "value": "v"})).collect();
    vec![
        (json!({"content": long(2001)}), "/content"),
        (json!({"content": 5}), "/content"),
        (json!({"content": "x", "embeds": "no"}), "/embeds"),
        (json!({"embeds": vec![json!({"title": "t"}); 11]}), "/embeds"),
        (embed(&json!({"title": long(257)})), "/embeds/0/title"),
        (embed(&json!({"description": long(4097)})), "/embeds/0/description"),
        (embed(&json!({})), "/embeds/0/description"),
        (embed(&json!({"title": "t", "fields": fields})), "/embeds/0/fields"),
        (embed(&json!({"fields": [{"name": "", "value": "v"}]})), "/embeds/0/fields/0/name"),
        (embed(&json!({"fields": [{"name": "n", "value": " "}]})), "/embeds/0/fields/0/value"),
        (embed(&json!({"fields": [{"name": long(257), "value": "v"}]})), "/embeds/0/fields/0/name"),
        (
            embed(&json!({"fields": [{"name": "n", "value": long(1025)}]})),
            "/embeds/0/fields/0/value",
        ),
        (embed(&json!({"title": "t", "footer": {"text": long(2049)}})), "/embeds/0/footer/text"),
        (embed(&json!({"title": "t", "author": {"name": long(257)}})), "/embeds/0/author/name"),
        (embed(&json!({"title": "t", "url": "nonsense"})), "/embeds/0/url"),
        (embed(&json!({"title": "t", "color": 0x0100_0000})), "/embeds/0/color"),
        (embed(&json!({"title": "t", "timestamp": "yesterday"})), "/embeds/0/timestamp"),
        (json!({"embeds": [{"description": long(4000)}, {"description": long(2001)}]}), "/embeds"),
        (json!({"content": "x", "components": vec![buttons(1); 6]}), "/components"),
        (json!({"content": "x", "components": [buttons(6)]}), "/components/0/components"),
        (json!({"content": "x", "components": [buttons(0)]}), "/components/0/components"),
        (
            json!({"content": "x", "components": [buttons(1), buttons(1)]}),
            "/components/1/components/0/custom_id",
        ),
        (json!({"content": "x", "components": [{"type": 9}]}), "/components/0/type"),
        (
            json!({"content": "x", "components": [{"type": 1, "components": [select(&[option("a")]), {"type": 2, "style": 1, "label": "l", "custom_id": "c"}]}]}),
            "/components/0/components",
        ),
        (
            row(&json!({"type": 2, "style": 1, "label": long(81), "custom_id": "c"})),
            "/components/0/components/0/label",
        ),
        (
            row(&json!({"type": 2, "style": 1, "custom_id": "c"})),
            "/components/0/components/0/label",
        ),
        (
            row(&json!({"type": 2, "style": 1, "label": "l"})),
            "/components/0/components/0/custom_id",
        ),
        (
            row(&json!({"type": 2, "style": 1, "label": "l", "custom_id": long(101)})),
            "/components/0/components/0/custom_id",
        ),
        (
            row(&json!({"type": 2, "style": 1, "label": "l", "custom_id": ""})),
            "/components/0/components/0/custom_id",
        ),
        (
            row(&json!({"type": 2, "style": 7, "label": "l", "custom_id": "c"})),
            "/components/0/components/0/style",
        ),
        (row(&json!({"type": 2, "style": 5, "label": "l"})), "/components/0/components/0/url"),
        (
            row(
                &json!({"type": 2, "style": 5, "label": "l", "url": "https://a.b", "custom_id": "c"}),
            ),
            "/components/0/components/0/custom_id",
        ),
        (
            row(
                &json!({"type": 2, "style": 1, "label": "l", "url": "https://a.b", "custom_id": "c"}),
            ),
            "/components/0/components/0/url",
        ),
        (
            row(&json!({"type": 2, "style": 1, "emoji": {"name": "smile"}, "custom_id": "c"})),
            "/components/0/components/0/emoji/name",
        ),
        (row(&select(&[])), "/components/0/components/0/options"),
        (row(&select(&many)), "/components/0/components/0/options"),
        (row(&select(&[option("a"), option("a")])), "/components/0/components/0/options/1/value"),
        (
            row(&select(&[json!({"label": long(101), "value": "v"})])),
            "/components/0/components/0/options/0/label",
        ),
        (
            row(&select(&[json!({"label": "l", "value": long(101)})])),
            "/components/0/components/0/options/0/value",
        ),
        (
            row(&select(&[json!({"label": "l", "value": "v", "description": long(101)})])),
            "/components/0/components/0/options/0/description",
        ),
        (
            row(
                &json!({"type": 3, "custom_id": "s", "placeholder": long(151), "options": [option("a")]}),
            ),
            "/components/0/components/0/placeholder",
        ),
        (
            row(&json!({"type": 3, "custom_id": "s", "max_values": 2, "options": [option("a")]})),
            "/components/0/components/0/max_values",
        ),
        (
            row(&json!({"type": 3, "custom_id": "s", "min_values": 26, "options": [option("a")]})),
            "/components/0/components/0/min_values",
        ),
        (json!({"content": "x", "nonce": long(26)}), "/nonce"),
        (json!({"content": "x", "flags": 64}), "/flags"),
        (json!({"content": "x", "tts": "loud"}), "/tts"),
        (
            json!({"content": "x", "allowed_mentions": {"parse": ["people"]}}),
            "/allowed_mentions/parse/0",
        ),
        (
            json!({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}),
            "/allowed_mentions/parse",
        ),
        (
            json!({"content": "x", "allowed_mentions": {"users": (0..101).map(|n| n.to_string()).collect::<Vec<_>>()}}),
            "/allowed_mentions/users",
        ),
        (json!({"content": "x", "message_reference": {"message_id": "1"}}), "/message_reference"),
        (json!({"content": "x", "attachments": vec![json!({"id": "1"}); 11]}), "/attachments"),
    ]
}

#[tokio::test]
async fn messages_beyond_a_limit_are_refused_at_the_right_place() {
    let bot = bot().await;
    let path = format!("/channels/{}/messages", bot.discord.channel("hall").id());
    for (body, place) in refused_messages() {
        let (status, answer) = bot.send(Method::POST, &path, &body).await;
        assert_eq!((status, answer["code"].as_u64()), (400, Some(50_035)), "{body}\n{answer}");
        let found = answer.pointer(&format!("/errors{place}/_errors/0/code"));
        assert!(found.is_some(), "{place} in {answer}");
    }
    for empty in [
        json!({}),
        json!({"content": "  "}),
        json!({"components": [buttons(1)]}),
        json!({"embeds": []}),
    ] {
        let (status, answer) = bot.send(Method::POST, &path, &empty).await;
        assert_eq!((status, answer["code"].as_u64()), (400, Some(50_006)), "{empty}");
    }
    assert_eq!(bot.discord.take_faults().len(), refused_messages().len() + 4);
    assert!(bot.discord.channel("hall").everything().is_empty());
}

#[tokio::test]
async fn messages_at_a_limit_are_taken() {
    let bot = bot().await;
    let path = format!("/channels/{}/messages", bot.discord.channel("hall").id());
    let options: Vec<Value> = (0..25).map(|n| json!({"label": "l".repeat(100), "value": format!("{n:0100}"), "description": "d".repeat(100)})).collect();
    let mut rows: Vec<Value> = (0..4)
        .map(|r| json!({"type": 1, "components": (0..5).map(|b| json!({"type": 2, "style": 1, "label": "l".repeat(80), "custom_id": format!("{r}{b:099}")})).collect::<Vec<_>>()}))
        .collect();
    rows.push(json!({"type": 1, "components": [{"type": 3, "custom_id": "s", "placeholder": "p".repeat(150), "min_values": 0, "max_values": 25, "options": options}]}));
    let body = json!({
        "content": "é".repeat(2000),
        "embeds": [{"title": "t".repeat(256), "description": "d".repeat(4096), "footer": {"text": "f".repeat(1648)}}],
        "components": rows,
        "nonce": "n".repeat(25),
        "allowed_mentions": {"parse": ["roles"], "users": ["1"]},
    });
    let (status, answer) = bot.send(Method::POST, &path, &body).await;
    assert_eq!(status, 200, "{answer}");
    assert!(bot.discord.faults().is_empty());
}

fn command(options: &[Value]) -> Value {
    json!({"name": "c", "description": "d", "options": options})
}

fn refused_commands() -> Vec<(Value, &'static str)> {
    let text = |name: &str| json!({"type": 3, "name": name, "description": "d"});
    let with = |key: &str, value: Value| {
        let mut option = text("o");
        option[key] = value;
        command(&[option])
    };
    let choices = |count: usize| {
        (0..count)
            .map(|n| json!({"name": n.to_string(), "value": n.to_string()}))
            .collect::<Vec<_>>()
    };
    let sub =
        |options: &[Value]| json!({"type": 1, "name": "s", "description": "d", "options": options});
    let huge: Vec<Value> = (0..25)
        .map(|n| {
            let choices: Vec<Value> = (0..25)
                .map(|c| json!({"name": format!("{c:050}"), "value": format!("{c:050}")}))
                .collect();
            json!({"type": 3, "name": format!("o{n}"), "description": "d", "choices": choices})
        })
        .collect();
    vec![
        (json!({"name": "Upper", "description": "d"}), "/0/name"),
        (json!({"name": "two words", "description": "d"}), "/0/name"),
        (json!({"name": "x".repeat(33), "description": "d"}), "/0/name"),
        (json!({"description": "d"}), "/0/name"),
        (json!({"name": "c"}), "/0/description"),
        (json!({"name": "c", "description": "x".repeat(101)}), "/0/description"),
        (json!({"name": "c", "description": "d", "type": 9}), "/0/type"),
        (json!({"name": "Menu", "description": "d", "type": 3}), "/0/description"),
        (json!({"name": "c", "description": "d", "contexts": [3]}), "/0/contexts/0"),
        (
            json!({"name": "c", "description": "d", "integration_types": [2]}),
            "/0/integration_types/0",
        ),
        (
            json!({"name": "c", "description": "d", "default_member_permissions": "many"}),
            "/0/default_member_permissions",
        ),
        (command(&(0..26).map(|n| text(&format!("o{n}"))).collect::<Vec<_>>()), "/0/options"),
        (command(&[text("a"), text("a")]), "/0/options/1/name"),
        (
            command(&[
                text("a"),
                json!({"type": 3, "name": "b", "description": "d", "required": true}),
            ]),
            "/0/options/1",
        ),
        (command(&[text("a"), sub(&[])]), "/0/options"),
        (command(&[sub(&[sub(&[])])]), "/0/options/0/options/0/type"),
        (command(&[json!({"type": 12, "name": "o", "description": "d"})]), "/0/options/0/type"),
        (with("choices", json!(choices(26))), "/0/options/0/choices"),
        (with("choices", json!([{"name": "n", "value": 1}])), "/0/options/0/choices/0/value"),
        (
            with("choices", json!([{"name": "n", "value": "x".repeat(101)}])),
            "/0/options/0/choices/0/value",
        ),
        (with("choices", json!([{"name": "", "value": "x"}])), "/0/options/0/choices/0/name"),
        (with("min_value", json!(1)), "/0/options/0/min_value"),
        (with("max_length", json!(6001)), "/0/options/0/max_length"),
        (with("channel_types", json!([0])), "/0/options/0/channel_types"),
        (
            command(&[
                json!({"type": 3, "name": "o", "description": "d", "autocomplete": true, "choices": choices(1)}),
            ]),
            "/0/options/0/autocomplete",
        ),
        (
            command(&[json!({"type": 5, "name": "o", "description": "d", "autocomplete": true})]),
            "/0/options/0",
        ),
        (command(&huge), "/0"),
    ]
}

#[tokio::test]
async fn commands_beyond_a_limit_are_refused_at_the_right_place() {
    let bot = bot().await;
    let path = format!("/applications/{}/commands", app(&bot).await);
    for (body, place) in refused_commands() {
        let (status, answer) = bot.send(Method::PUT, &path, &json!([body])).await;
        assert_eq!((status, answer["code"].as_u64()), (400, Some(50_035)), "{body}\n{answer}");
        assert!(
            answer.pointer(&format!("/errors{place}/_errors/0/code")).is_some(),
            "{place} in {answer}"
        );
    }
    let named = |name: String| json!({"name": name, "description": "d"});
    let twice = json!([named("a".into()), named("a".into())]);
    assert_eq!(bot.send(Method::PUT, &path, &twice).await.0, 400);
    let too_many: Vec<Value> = (0..101).map(|n| named(format!("c{n}"))).collect();
    assert_eq!(bot.send(Method::PUT, &path, &json!(too_many)).await.1["code"], 30_032);
    let (status, all) = bot.send(Method::PUT, &path, &json!(too_many[..100])).await;
    assert_eq!((status, all.as_array().unwrap().len()), (200, 100));
    assert_eq!(bot.send(Method::POST, &path, &named("one-more".into())).await.1["code"], 30_032);
    let one = format!("{path}/{}", all[0]["id"].as_str().unwrap());
    assert_eq!(
        bot.send(Method::PATCH, &one, &json!({"description": "new"})).await.1["description"],
        "new"
    );
    assert_eq!(bot.send(Method::GET, &one, &Value::Null).await.1["description"], "new");
    assert_eq!(bot.send(Method::DELETE, &one, &Value::Null).await.0, 204);
    assert_eq!(bot.send(Method::GET, &one, &Value::Null).await.1["code"], 10_063);
}

#[tokio::test]
async fn strangers_and_unknown_things_are_refused() {
    let bot = bot().await;
    let discord = &bot.discord;
    let hall = discord.channel("hall");
    let said = discord.person("Ann").at(&hall).says("mine").await;
    let messages = format!("/channels/{}/messages", hall.id());
    let own = bot.send(Method::POST, &messages, &json!({"content": "own"})).await.1;
    let own = format!("{messages}/{}", own["id"].as_str().unwrap());
    let long = "x".repeat(2001);
    for (method, path, body, status, code) in [
        (Method::GET, "/channels/1".to_owned(), Value::Null, 404, 10_003),
        (Method::GET, format!("{messages}/1"), Value::Null, 404, 10_008),
        (Method::GET, "/guilds/1".to_owned(), Value::Null, 404, 10_004),
        (Method::GET, "/users/1".to_owned(), Value::Null, 404, 10_013),
        (Method::GET, "/nothing/here".to_owned(), Value::Null, 404, 0),
        (
            Method::PATCH,
            format!("{messages}/{}", said.id),
            json!({"content": "yours"}),
            403,
            50_005,
        ),
        (Method::PATCH, own.clone(), json!({"content": ""}), 400, 50_006),
        (Method::PATCH, own.clone(), json!({"content": long}), 400, 50_035),
        (
            Method::POST,
            format!("/channels/{}/messages", discord.forum("campaigns").id()),
            json!({"content": "x"}),
            400,
            50_008,
        ),
        (Method::POST, "/webhooks/1/x".to_owned(), json!({"content": "x"}), 404, 10_015),
        (Method::POST, "/interactions/1/x/callback".to_owned(), json!({"type": 5}), 404, 10_062),
        (Method::PUT, "/applications/1/commands".to_owned(), json!([]), 403, 20_012),
        (
            Method::POST,
            format!("/channels/{}/threads", hall.id()),
            json!({"name": ""}),
            400,
            50_035,
        ),
        (Method::POST, "/users/@me/channels".to_owned(), json!({"recipient_id": "1"}), 400, 50_033),
    ] {
        let (got, answer) = bot.send(method, &path, &body).await;
        assert_eq!((got, answer["code"].as_u64()), (status, Some(code)), "{path}: {answer}");
    }
    let edited = bot.send(Method::PATCH, &own, &json!({"content": "better"})).await.1;
    assert!(edited["edited_timestamp"].is_string());
    let unauthorized =
        bot.http.get(format!("{}/api/v10/users/@me", discord.url())).send().await.unwrap();
    assert_eq!(unauthorized.status(), 401);
    assert_eq!(discord.faults().len(), 15);
}

#[tokio::test]
async fn threads_pins_and_lists_work() {
    let bot = bot().await;
    let discord = &bot.discord;
    let hall = discord.channel("hall");
    let messages = format!("/channels/{}/messages", hall.id());
    let mut ids = Vec::new();
    for n in 0..5 {
        let sent = bot.send(Method::POST, &messages, &json!({"content": n.to_string()})).await.1;
        ids.push(sent["id"].as_str().unwrap().to_owned());
    }
    let list = |answer: Value| {
        answer
            .as_array()
            .unwrap()
            .iter()
            .map(|message| message["content"].as_str().unwrap().to_owned())
            .collect::<String>()
    };
    for (query, expected) in [
        (String::new(), "43210"),
        ("?limit=2".to_owned(), "43"),
        (format!("?before={}&limit=2", ids[2]), "10"),
        (format!("?after={}&limit=1", ids[2]), "3"),
        (format!("?around={}&limit=3", ids[2]), "321"),
    ] {
        assert_eq!(
            list(bot.send(Method::GET, &format!("{messages}{query}"), &Value::Null).await.1),
            expected,
            "{query}"
        );
    }
    for pins in [format!("/channels/{}/pins", hall.id()), format!("{messages}/pins")] {
        assert_eq!(bot.send(Method::PUT, &format!("{pins}/{}", ids[0]), &Value::Null).await.0, 204);
        assert_eq!(hall.pinned().len(), 1);
        let listed = bot.send(Method::GET, &pins, &Value::Null).await.1;
        assert!(
            listed[0]["pinned"] == true || listed["items"][0]["message"]["pinned"] == true,
            "{listed}"
        );
        assert_eq!(
            bot.send(Method::DELETE, &format!("{pins}/{}", ids[0]), &Value::Null).await.0,
            204
        );
        assert!(hall.pinned().is_empty());
    }
    let (status, thread) = bot
        .send(
            Method::POST,
            &format!("{messages}/{}/threads", ids[1]),
            &json!({"name": "from a message"}),
        )
        .await;
    assert_eq!((status, thread["id"].as_str()), (201, Some(ids[1].as_str())));
    assert_eq!(
        bot.send(
            Method::POST,
            &format!("{messages}/{}/threads", ids[1]),
            &json!({"name": "again"})
        )
        .await
        .1["code"],
        160_004
    );
    let forum = discord.forum("campaigns");
    let post = json!({"name": "The long war", "message": {"content": "it begins"}});
    let (status, post) =
        bot.send(Method::POST, &format!("/channels/{}/threads", forum.id()), &post).await;
    assert_eq!((status, post["message"]["id"] == post["id"]), (201, true), "{post}");
    let thread = forum.thread("The long war");
    let path = format!("/channels/{}", thread.id());
    forum.allow_bot(gatemaster_sandbox::permissions::MANAGE_THREADS);
    let locked = bot.send(Method::PATCH, &path, &json!({"archived": true, "locked": true})).await;
    assert_eq!(locked.0, 200);
    assert!(thread.is_archived() && thread.is_locked());
    assert_eq!(
        bot.send(Method::POST, &format!("{path}/messages"), &json!({"content": "x"})).await.1["code"],
        50_083
    );
    let dm = bot
        .send(
            Method::POST,
            "/users/@me/channels",
            &json!({"recipient_id": discord.person("Ann").id().to_string()}),
        )
        .await
        .1;
    let dm_messages = format!("/channels/{}/messages", dm["id"].as_str().unwrap());
    assert_eq!(bot.send(Method::POST, &dm_messages, &json!({"content": "hello"})).await.0, 200);
    discord.person("Ann").refuses_dms();
    assert_eq!(
        bot.send(Method::POST, &dm_messages, &json!({"content": "hello"})).await.1["code"],
        50_007
    );
}
