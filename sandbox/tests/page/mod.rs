//! A page's hands: what a browser would send, without a browser.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used)]

use gatemaster_sandbox::Sandbox;
use serde_json::{Value, json};

pub struct Page {
    pub url: String,
    pub http: reqwest::Client,
}

impl Page {
    pub fn new(discord: &Sandbox) -> Self {
        Self { url: discord.url(), http: reqwest::Client::new() }
    }

    pub async fn get(&self, path: &str) -> Value {
        let response = self.http.get(format!("{}/sandbox/{path}", self.url)).send().await.unwrap();
        serde_json::from_str(&response.text().await.unwrap()).unwrap()
    }

    pub async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let request = self
            .http
            .post(format!("{}/sandbox/{path}", self.url))
            .header("content-type", "application/json");
        let response = request.body(body.to_string()).send().await.unwrap();
        let status = response.status().as_u16();
        (status, serde_json::from_str(&response.text().await.unwrap()).unwrap_or_default())
    }

    /// Something that works.
    pub async fn done(&self, path: &str, body: Value) -> Value {
        let (status, answer) = self.post(path, body).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    /// Something that is refused; gives the words.
    pub async fn refused(&self, path: &str, body: Value) -> String {
        let (status, answer) = self.post(path, body).await;
        assert_eq!(status, 400, "{path}: {answer}");
        answer["error"].as_str().unwrap().to_owned()
    }

    /// With files, as a form.
    pub async fn send(&self, path: &str, body: &Value, files: &[(&str, &[u8])]) -> (u16, Value) {
        let mut form = Vec::new();
        let mut part = |head: &str, bytes: &[u8]| {
            form.extend(
                format!("--edge\r\nContent-Disposition: form-data; {head}\r\n\r\n").bytes(),
            );
            form.extend(bytes);
            form.extend(b"\r\n");
        };
        part("name=\"payload_json\"", body.to_string().as_bytes());
        for (slot, (name, bytes)) in files.iter().enumerate() {
            part(&format!("name=\"files[{slot}]\"; filename=\"{name}\""), bytes);
        }
        form.extend(b"--edge--\r\n");
        let request = self
            .http
            .post(format!("{}/sandbox/{path}", self.url))
            .header("content-type", "multipart/form-data; boundary=edge");
        let response = request.body(form).send().await.unwrap();
        let status = response.status().as_u16();
        (status, serde_json::from_str(&response.text().await.unwrap()).unwrap_or_default())
    }

    /// The texts a person sees in #general.
    pub async fn texts(&self, who: &str) -> Vec<String> {
        let all = self.get(&format!("messages?as={who}&channel=general")).await;
        let texts = all.as_array().unwrap().iter();
        texts.map(|message| message["content"].as_str().unwrap().to_owned()).collect()
    }
}

/// A body for #general.
#[allow(clippy::needless_pass_by_value)] // a body is written where it is needed
pub fn at_general(who: &str, more: Value) -> Value {
    let mut body = json!({"as": who, "channel": "general"});
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    body
}
