//! Files that people attach to a command.

use std::time::Duration;

use serenity::all::Attachment;

use crate::boxed;
use crate::trouble::Trouble;
use crate::words::esc;

/// How long Discord may take to hand a file over.
const PATIENCE: Duration = Duration::from_secs(5);

/// What stands in a text file of at most so many bytes; nothing is fetched of a larger one.
#[boxed]
pub async fn text_of(file: &Attachment, most: usize) -> Result<String, Trouble> {
    let bytes = bytes_of(file, most).await?;
    let text = String::from_utf8(bytes).map_err(|_| {
        let name = esc(&file.filename);
        Trouble::refused(format!("{name} is not a plain text file; save it as text in UTF-8."))
    })?;
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// The same for any file.
#[boxed]
pub async fn bytes_of(file: &Attachment, most: usize) -> Result<Vec<u8>, Trouble> {
    let name = esc(&file.filename);
    let size = usize::try_from(file.size).unwrap_or(usize::MAX);
    if size > most {
        return Err(Trouble::refused(format!("{name} has {size} bytes; I read up to {most}.")));
    }
    let again = || {
        Trouble::refused(format!(
            "Discord did not hand me {name}. Please attach it again in a moment."
        ))
    };
    let fetched = tokio::time::timeout(PATIENCE, file.download()).await;
    let bytes = match fetched {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(fault)) => {
            tracing::info!(%fault, "an attached file could not be fetched");
            return Err(again());
        }
        Err(_) => return Err(again()),
    };
    // a page that says why there is no file is not the file
    if bytes.len() == size { Ok(bytes) } else { Err(again()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    fn file(url: &str, size: usize) -> Attachment {
        let file = json!({"id": "1", "filename": "my_list.txt", "size": size, "url": url, "proxy_url": url});
        serde_json::from_value(file).unwrap()
    }

    /// A place that answers once with these words.
    async fn answering(status: &str, body: &str) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/file", listener.local_addr().unwrap());
        let answer = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        tokio::spawn(async move {
            let (mut asker, _) = listener.accept().await.unwrap();
            let mut asked = [0; 1024];
            assert!(asker.read(&mut asked).await.unwrap() > 0);
            asker.write_all(answer.as_bytes()).await.unwrap();
        });
        url
    }

    #[tokio::test]
    async fn what_stands_in_a_file_is_read() {
        let url = answering("200 OK", "\u{feff}2x AI Squad").await;
        assert_eq!(text_of(&file(&url, 14), 100).await.unwrap(), "2x AI Squad");
    }

    #[tokio::test]
    async fn a_file_that_does_not_come_is_asked_for_again() {
        let gone = answering("404 Not Found", "This content is no longer available.").await;
        for url in [gone.as_str(), "http://127.0.0.1:1/file", "no address"] {
            let refused = text_of(&file(url, 14), 100).await.unwrap_err().to_string();
            assert_eq!(
                refused,
                "Discord did not hand me my\\_list.txt. Please attach it again in a moment.",
                "{url}"
            );
        }
    }

    #[tokio::test]
    async fn a_large_file_is_refused_before_it_is_fetched() {
        let refused = text_of(&file("http://127.0.0.1:1/file", 101), 100).await.unwrap_err();
        assert_eq!(refused.to_string(), "my\\_list.txt has 101 bytes; I read up to 100.");
    }
}
