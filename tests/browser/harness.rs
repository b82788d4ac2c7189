//! Whether these tests would notice.

use std::time::Duration;

use serde_json::json;

use crate::stage::Stage;

#[tokio::test]
async fn what_goes_wrong_in_the_page_is_noticed() {
    let stage = Stage::open().await;
    let ann = stage.blank("Ann").await;
    let address = ann.address("/");
    ann.browser.client.goto(&address).await.unwrap();
    let mischief = "setTimeout(() => { throw new Error('thrown') });
        Promise.reject(new Error('rejected'));
        document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' }));
        fetch('/sandbox/world?as=Nobody');
        return new Promise((resolve) => setTimeout(resolve, 0))";
    ann.asks(mischief, json!([])).await;
    let known = ["thrown", "rejected", "Content Security Policy", "400 (Bad Request)"];
    let mut complaints: Vec<String> = Vec::new();
    let told = async {
        while !known.iter().all(|known| complaints.iter().any(|told| told.contains(known))) {
            complaints.extend(ann.browser.complaints().await);
        }
    };
    let in_time = tokio::time::timeout(Duration::from_secs(90), told).await.is_ok();
    assert!(in_time, "{complaints:#?}");
    assert_eq!(ann.asks("return window.ran ?? null", json!([])).await, json!(null));
    assert!(ann.received("nobody is called"), "the line remembers what it carried");
    ann.closes_expecting(&known).await;
}
