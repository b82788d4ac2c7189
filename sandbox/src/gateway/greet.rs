//! What a bot hears first, after identifying.

use serde_json::{Value, json};

use crate::state::State;

impl State {
    pub(super) fn greet(&mut self, session: &str, shard: (u64, u64)) {
        let world = &self.world;
        let mine = |guild: &&crate::world::Guild| {
            (guild.id >> 22) % shard.1.max(1) == shard.0 && guild.members.contains_key(&world.app)
        };
        let guilds: Vec<Value> = world
            .guilds
            .values()
            .filter(mine)
            .map(|guild| json!({"id": guild.id.to_string(), "unavailable": true}))
            .collect();
        let details: Vec<Value> = world
            .guilds
            .values()
            .filter(mine)
            .map(|guild| world.guild_create_json(guild))
            .collect();
        let ready = json!({
            "v": 10,
            "user": world.current_user_json(),
            "guilds": guilds,
            "session_id": session,
            "resume_gateway_url": self.base.replacen("http", "ws", 1),
            "shard": [shard.0, shard.1],
            "application": {"id": world.app.to_string(), "flags": 0},
            "session_type": "normal",
            "relationships": [],
            "private_channels": [],
            "presences": [],
            "guild_join_requests": [],
            "user_settings": {},
            "_trace": ["sandbox"],
        });
        self.sessions.send_to(session, "READY", &ready);
        for guild in details {
            self.sessions.send_to(session, "GUILD_CREATE", &guild);
        }
        self.nudge();
    }
}
