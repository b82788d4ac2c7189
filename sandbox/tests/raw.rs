//! A bot that says every request itself, to try what the sandbox takes and what it refuses.

use gatemaster_sandbox::{Options, Sandbox};
use reqwest::Method;
use serde_json::Value;

pub struct RawBot {
    pub discord: Sandbox,
    pub http: reqwest::Client,
}

impl RawBot {
    pub async fn new(options: Options) -> Self {
        Self { discord: Sandbox::start(options).await.unwrap(), http: reqwest::Client::new() }
    }

    /// The status of the answer, and what it says.
    pub async fn send(&self, method: Method, path: &str, body: &Value) -> (u16, Value) {
        let request = self.http.request(method, format!("{}/api/v10{path}", self.discord.url()));
        let request = request.header("authorization", format!("Bot {}", self.discord.token()));
        let request = if body.is_null() {
            request
        } else {
            request.header("content-type", "application/json").body(body.to_string())
        };
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        (status, serde_json::from_str(&response.text().await.unwrap()).unwrap_or_default())
    }
}
