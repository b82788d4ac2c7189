//! One person at the page. Everything is waited for; nothing is slept for.

use std::path::PathBuf;
use std::time::Duration;

use fantoccini::elements::{Element, ElementRef};
use fantoccini::error::CmdError;
use fantoccini::key::Key;
use fantoccini::wd::WindowHandle;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::driver::Browser;
use crate::forwarder::Forwarder;

const PATIENCE: Duration = Duration::from_secs(90);
const BLINK: Duration = Duration::from_millis(40);
const LOOKING: &str = include_str!("page.js");

/// The name under which the standard hands elements to and from scripts.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

pub const MESSAGES: &str = r#"ol[aria-label="Messages"]"#;
pub const CHANNELS: &str = r#"nav[aria-label="Channels"]"#;
pub const DIRECT: &str = r#"nav[aria-label="Direct messages"]"#;
pub const PEOPLE: &str = r#"aside[aria-label="People"]"#;

pub struct Tab {
    pub who: String,
    pub browser: Browser,
    pub line: Forwarder,
    closed: bool,
}

impl Tab {
    pub fn new(who: &str, browser: Browser, line: Forwarder) -> Tab {
        Tab { who: who.to_owned(), browser, line, closed: false }
    }

    /// Opens an address of the sandbox and waits until the page is live.
    pub async fn opens(&self, path: &str) {
        self.browser.client.goto(&self.address(path)).await.unwrap();
        self.is_live().await;
    }

    /// An address of the sandbox over this person's own line.
    pub fn address(&self, path: &str) -> String {
        format!("{}{path}", self.line.url())
    }

    pub async fn reloads(&self) {
        self.browser.client.refresh().await.unwrap();
        self.is_live().await;
    }

    async fn is_live(&self) {
        self.until("the page is live", "return document.body.dataset.live === 'yes'", json!([]))
            .await;
    }

    /// The person leaves. The page's console must have had nothing to complain about.
    pub async fn closes(self) {
        self.closes_expecting(&[]).await;
    }

    /// The same where every complaint contains one of these.
    pub async fn closes_expecting(mut self, known: &[&str]) {
        self.closed = true;
        let mut complaints = self.browser.complaints().await;
        complaints.retain(|complaint| !known.iter().any(|known| complaint.contains(known)));
        assert!(complaints.is_empty(), "{}'s console: {complaints:#?}", self.who);
        self.browser.client.clone().close().await.unwrap();
    }

    // Looking

    /// Runs a script that looks at the page.
    pub async fn asks(&self, script: &str, arguments: Value) -> Value {
        self.try_asks(script, &arguments).await.unwrap()
    }

    async fn try_asks(&self, script: &str, arguments: &Value) -> Result<Value, CmdError> {
        let Value::Array(arguments) = arguments.clone() else { panic!("a list of arguments") };
        self.browser.client.execute(&format!("{LOOKING}\n{script}"), arguments).await
    }

    /// Waits until the script gives anything but false or nothing, and gives that.
    pub async fn until(&self, what: &str, script: &str, arguments: Value) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            // A page that is just being left or loaded answers with an error; that counts as no.
            let found = self.try_asks(script, &arguments).await;
            match found {
                Ok(found) if found != Value::Bool(false) && !found.is_null() => return found,
                found if Instant::now() > deadline => {
                    let last = found.map_or_else(|error| error.to_string(), |_| String::new());
                    self.gives_up(&format!("waited in vain until {what} {last}")).await;
                }
                _ => tokio::time::sleep(BLINK).await,
            }
        }
    }

    /// Panics with all one needs to see why.
    pub async fn gives_up(&self, why: &str) -> ! {
        let text = self.try_asks("return said(document.body)", &json!([])).await;
        let text = text.ok().and_then(|text| text.as_str().map(str::to_owned)).unwrap_or_default();
        let shot = match self.browser.client.screenshot().await {
            Ok(png) => {
                let test = std::thread::current().name().unwrap_or("test").replace("::", "-");
                let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
                    .join(format!("{test}-{}.png", self.who));
                std::fs::write(&path, png).unwrap();
                path.display().to_string()
            }
            Err(error) => format!("none, {error}"),
        };
        let console = self.browser.complaints().await;
        panic!(
            "{}: {why}\nscreenshot: {shot}\nconsole: {console:#?}\nthe page says:\n{text}",
            self.who
        );
    }

    /// Waits until the messages show this text.
    pub async fn sees(&self, text: &str) {
        self.sees_in(MESSAGES, text).await;
    }

    /// Waits until this part of the page shows this text.
    pub async fn sees_in(&self, part: &str, text: &str) {
        let look = "return all(arguments[0]).some((part) => said(part).includes(arguments[1]))";
        self.until(&format!("{part} says {text:?}"), look, json!([part, text])).await;
    }

    /// Waits until a thing found by a selector can be seen.
    pub async fn sees_a(&self, selector: &str) {
        let look = "return all(arguments[0]).length > 0";
        self.until(&format!("{selector} is there"), look, json!([selector])).await;
    }

    /// Waits until no thing of that selector can be seen.
    pub async fn sees_no(&self, selector: &str) {
        let look = "return all(arguments[0]).length === 0";
        self.until(&format!("{selector} is gone"), look, json!([selector])).await;
    }

    /// Right now the page does not show this text anywhere.
    pub async fn does_not_see(&self, text: &str) {
        let text_now = self.text().await;
        if text_now.contains(text) {
            self.gives_up(&format!("the page must not say {text:?}")).await;
        }
    }

    /// All that can be read on the page.
    pub async fn text(&self) -> String {
        let text = self.asks("return said(document.body)", json!([])).await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// The text of the last message that says this.
    pub async fn message(&self, saying: &str) -> String {
        let look = "const found = messages(arguments[0]).at(-1); return found ? said(found) : null";
        let found = self.until(&format!("a message says {saying:?}"), look, json!([saying])).await;
        found.as_str().unwrap_or_default().to_owned()
    }

    /// The id of the last message that says this.
    pub async fn message_id(&self, saying: &str) -> String {
        let look = "return messages(arguments[0]).at(-1)?.dataset.message ?? null";
        let found = self.until(&format!("a message says {saying:?}"), look, json!([saying])).await;
        found.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the page says the bot is there or away.
    pub async fn sees_bot(&self, state: &str) {
        let look = "return document.body.dataset.bot === arguments[0]";
        self.until(&format!("the bot is {state}"), look, json!([state])).await;
    }

    // Acting

    /// Waits until the page shows a message that tells this step: what is pressed before that is an old button.
    pub async fn sees_step(&self, seq: u32) {
        let find =
            "const told = [...document.body.textContent.matchAll(/(?:Step |–)(\\d+) · game/g)];
            return told.some((step) => Number(step[1]) >= arguments[0]) || null";
        self.until(&format!("step {seq} is told"), find, json!([seq])).await;
    }

    /// Presses the newest button of that name among the messages.
    pub async fn presses(&self, label: &str) {
        self.presses_on("", label).await;
    }

    /// Presses a button on the newest message that says this.
    pub async fn presses_on(&self, saying: &str, label: &str) {
        let find = "return messages(arguments[0]).toReversed().flatMap((message) => all('button', message))
            .find((button) => named(button) === arguments[1] && !button.disabled) ?? null";
        self.clicks_found(
            &format!("button {label:?} on a message saying {saying:?}"),
            find,
            json!([saying, label]),
        )
        .await;
    }

    /// Presses the highlighted button of the newest message that has one, as most people would.
    pub async fn presses_what_is_likely(&self) {
        let find = "const fits = (button) => ['primary', 'success'].some((look) => button.classList.contains(look));
            return messages('').toReversed().map((message) => all('.components button', message)
            .find((button) => !button.disabled && fits(button))).find(Boolean) ?? null";
        self.clicks_found("a highlighted button", find, json!([])).await;
    }

    /// Presses the newest button whose name begins like this.
    pub async fn presses_one_like(&self, start: &str) {
        let find = "return messages('').toReversed().flatMap((message) => all('button', message))
            .find((button) => named(button).startsWith(arguments[0]) && !button.disabled) ?? null";
        self.clicks_found(&format!("a button like {start:?}"), find, json!([start])).await;
    }

    /// Picks from the newest list of that name; the option is the first that begins like this.
    pub async fn picks(&self, list: &str, option: &str) {
        let pick = "const choice = messages('').toReversed().flatMap((message) => all('select', message))
                .find((list) => list.ariaLabel?.includes(arguments[0]) && !list.disabled);
            const option = [...(choice?.options ?? [])].find((one) => one.value && one.text.startsWith(arguments[1]));
            if (!option) return null;
            choice.value = option.value;
            choice.dispatchEvent(new Event('change', { bubbles: true }));
            return true";
        self.until(&format!("{option:?} in the list {list:?}"), pick, json!([list, option])).await;
    }

    /// Brings the newest message that says this into view.
    pub async fn looks_at(&self, saying: &str) {
        let look = "const found = messages(arguments[0]).at(-1);
            found?.scrollIntoView({ block: 'start' });
            return found ? true : null";
        self.until(&format!("a message says {saying:?}"), look, json!([saying])).await;
    }

    /// Presses a button of that name in a part of the page.
    pub async fn presses_in(&self, part: &str, label: &str) {
        let find = "return all(arguments[0]).flatMap((part) => all('button, [role=button], summary', part))
            .find((button) => named(button) === arguments[1] && !button.disabled) ?? null";
        self.clicks_found(&format!("button {label:?} in {part}"), find, json!([part, label])).await;
    }

    /// Clicks what a selector finds first.
    pub async fn clicks(&self, selector: &str) {
        let find = "return all(arguments[0])[0] ?? null";
        self.clicks_found(selector, find, json!([selector])).await;
    }

    /// Goes to a channel or thread by its name in the list.
    pub async fn goes_to(&self, channel: &str) {
        let find = "return all('a[data-channel]').find((link) => spoken(link).includes(arguments[0])) ?? null";
        self.clicks_found(&format!("the channel {channel}"), find, json!([channel])).await;
        let look = "return all('a[data-channel][aria-current=page]').some((link) => spoken(link).includes(arguments[0]))";
        self.until(&format!("{channel} is the channel shown"), look, json!([channel])).await;
    }

    /// Opens a thread in the channel shown, and goes there.
    pub async fn opens_thread(&self, name: &str) {
        self.presses_in("body", "New thread").await;
        self.fills("name", name).await;
        self.presses_in("dialog[open]", "Open it").await;
        self.goes_to(name).await;
    }

    /// A real click, once the thing is there and nothing lies on it; a redrawn thing is found anew.
    async fn clicks_found(&self, what: &str, find: &str, arguments: Value) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let element = self.element(what, find, arguments.clone()).await;
            match element.click().await {
                Ok(()) => return,
                Err(error) if Instant::now() > deadline => {
                    self.gives_up(&format!("{what} cannot be clicked: {error}")).await;
                }
                Err(_) => tokio::time::sleep(BLINK).await,
            }
        }
    }

    async fn element(&self, what: &str, find: &str, arguments: Value) -> Element {
        let found = self.until(&format!("there is {what}"), find, arguments).await;
        let id = found[ELEMENT].as_str().expect("an element").to_owned();
        Element::from_element_id(self.browser.client.clone(), ElementRef::from(id))
    }

    /// Types a line and sends it, as a fast typist does.
    pub async fn types(&self, line: &str) {
        self.writes(line).await;
        self.key(Key::Enter).await;
        self.has_written("").await;
    }

    /// Types at the end of the entry line, without sending.
    pub async fn writes(&self, text: &str) {
        let find = "return all('#entry')[0] ?? null";
        let entry = self.element("the entry line", find, json!([])).await;
        entry.send_keys(text).await.unwrap();
    }

    /// Takes away what stands in the entry line.
    pub async fn wipes(&self) {
        let entry =
            self.element("the entry line", "return all('#entry')[0] ?? null", json!([])).await;
        let control = char::from(Key::Control);
        let everything = format!("{control}a{}{}", char::from(Key::Null), char::from(Key::Delete));
        entry.send_keys(&everything).await.unwrap();
        self.has_written("").await;
    }

    /// Waits until this stands in the entry line; a space at its end, ready for the next word, counts for nothing.
    pub async fn has_written(&self, text: &str) {
        let look = "return document.querySelector('#entry').value.trimEnd() === arguments[0]";
        self.until(&format!("the entry line says {text:?}"), look, json!([text])).await;
    }

    /// Presses a key wherever the focus is.
    pub async fn key(&self, key: Key) {
        let focused = self.browser.client.active_element().await.unwrap();
        focused.send_keys(&char::from(key).to_string()).await.unwrap();
    }

    /// Goes on with the Tab key until the focus is where the script says.
    pub async fn tabs_to(&self, what: &str, there: &str) {
        for _ in 0..200 {
            self.key(Key::Tab).await;
            if self.asks(there, json!([])).await == true {
                return;
            }
        }
        self.gives_up(&format!("the Tab key does not lead to {what}")).await;
    }

    /// Waits for a window besides this one.
    pub async fn other_window(&self, than: &WindowHandle) -> WindowHandle {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let windows = self.browser.client.windows().await.unwrap();
            match windows.into_iter().find(|window| window != than) {
                Some(other) => return other,
                None if Instant::now() > deadline => self.gives_up("no other window opened").await,
                None => tokio::time::sleep(BLINK).await,
            }
        }
    }

    /// Waits until the completion list offers exactly these, by the names people read, and gives its whole text.
    pub async fn is_offered(&self, names: &[&str]) -> String {
        let look = "const names = offered().map(([name]) => name);
            return names.length > 0 && names.join('|') === arguments[0].join('|')
              ? said(document.querySelector('#completion')) : false";
        let text = self.until(&format!("{names:?} are offered"), look, json!([names])).await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the completion list is open, and gives the names of its items.
    pub async fn offers(&self) -> Vec<String> {
        let look = "return offered().length > 0 ? offered().map(([name]) => name) : null";
        let names = self.until("something is offered", look, json!([])).await;
        serde_json::from_value(names).unwrap()
    }

    /// Waits until this is the active item of the completion list, also for a screen reader.
    pub async fn is_on(&self, name: &str) {
        let look =
            "const active = offered().filter(([, option]) => option.ariaSelected === 'true');
            const entry = document.querySelector('#entry');
            return active.length === 1 && active[0][0] === arguments[0]
              && entry.getAttribute('aria-activedescendant') === active[0][1].id
              && entry.getAttribute('aria-expanded') === 'true'
              && entry.getAttribute('aria-controls') === 'completion'";
        self.until(&format!("the list is on {name:?}"), look, json!([name])).await;
    }

    /// Goes down the completion list to this item.
    pub async fn goes_down_to(&self, name: &str) {
        let look = "return offered().some(([name, option]) => option.ariaSelected === 'true' && name === arguments[0])";
        for _ in 0..self.offers().await.len() {
            if self.asks(look, json!([name])).await == true {
                break;
            }
            self.key(Key::Down).await;
        }
        self.is_on(name).await;
    }

    /// Waits until the hint line says this.
    pub async fn is_hinted(&self, text: &str) {
        self.sees_in("#hint", text).await;
    }

    /// Fills a field of the open form.
    pub async fn fills(&self, field: &str, text: &str) {
        let find = "return all('dialog[open] [name]').find((input) => input.name === arguments[0]) ?? null";
        let input = self.element(&format!("the field {field}"), find, json!([field])).await;
        input.clear().await.unwrap();
        input.send_keys(text).await.unwrap();
    }

    // The line

    /// The text came to this person's browser.
    pub fn received(&self, text: &str) -> bool {
        self.line.heard().contains(text)
    }

    /// The text has not come to this person's browser, in whatever request or event.
    pub fn never_received(&self, text: &str) {
        let heard = self.line.heard();
        if let Some(at) = heard.find(text) {
            let from = heard[..at].char_indices().rev().nth(200).map_or(0, |(at, _)| at);
            let to = heard[at..].char_indices().nth(200).map_or(heard.len(), |(end, _)| at + end);
            panic!("{} was sent {text:?}: …{}…", self.who, &heard[from..to]);
        }
    }

    /// The page on a screen of this size.
    pub async fn is_sized(&self, width: u32, height: u32, phone: bool) {
        let screen =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone});
        self.browser.devtools("Emulation.setDeviceMetricsOverride", screen).await;
        self.browser
            .devtools("Emulation.setTouchEmulationEnabled", json!({"enabled": phone}))
            .await;
    }

    /// Keeps a picture for the documentation, where `GATEMASTER_SCREENSHOTS` names a folder for them.
    pub async fn poses(&self, name: &str) {
        let Some(folder) = std::env::var_os("GATEMASTER_SCREENSHOTS") else { return };
        std::fs::create_dir_all(&folder).unwrap();
        let png = self.browser.client.screenshot().await.unwrap();
        std::fs::write(PathBuf::from(folder).join(name), png).unwrap();
    }

    /// A thing to try, offered by the welcome, that mentions this.
    pub async fn tries(&self, what: &str) {
        let find = "return all('#welcome button[data-try]')
            .find((button) => said(button).toLowerCase().includes(arguments[0])) ?? null";
        self.clicks_found(&format!("a {what} to try"), find, json!([what])).await;
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        assert!(
            self.closed || std::thread::panicking(),
            "{}'s tab was not closed, so its console was not looked at",
            self.who
        );
    }
}
