//! Files in an answer, whatever their size. Small ones go with it; larger ones follow it one by one, because the answer itself must
//! be with Discord within three seconds; and what Discord would not take is packed.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use gatemaster_discord::card::{Card, File};
use tokio::sync::mpsc;

use crate::answer::{Answer, More};
use crate::boxed;
use crate::trouble::Trouble;

/// So much goes with the answer itself.
pub const SMALL: usize = 4 * 1024 * 1024;

pub const HOW_TO_OPEN: &str =
    "What ends in `.gz` is packed with gzip: double-click it, or open it with 7-Zip or `gunzip`.";

/// The answer with these files, none of them above `largest` bytes.
#[boxed]
pub async fn with_files(
    mut answer: Answer,
    files: Vec<File>,
    largest: usize,
) -> Result<Answer, Trouble> {
    let total: usize = files.iter().map(|file| file.bytes.len()).sum();
    if total <= SMALL.min(largest) {
        answer.card.files = files;
        return Ok(answer);
    }
    let (tell, heard) = mpsc::channel(files.len().max(1));
    let mut packs = false;
    for file in files {
        let fits = file.bytes.len() <= largest;
        packs |= !fits;
        let file = if fits { file } else { packed(file, largest).await? };
        let card =
            Card { content: format!("`{}`", file.name), files: vec![file], ..Card::default() };
        // there is a place for each
        let _ = tell.try_send(Ok(card));
    }
    answer.card.content.push_str(" The files follow.");
    if packs {
        answer.card.content.push(' ');
        answer.card.content.push_str(HOW_TO_OPEN);
    }
    Ok(Answer { more: Some(More(heard)), ..answer })
}

async fn packed(file: File, largest: usize) -> Result<File, Trouble> {
    let name = format!("{}.gz", file.name);
    let pack = move || {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(&file.bytes)?;
        gzip.finish()
    };
    let bytes =
        tokio::task::spawn_blocking(pack).await.map_err(|_| Trouble::fault("packing panicked"))?;
    let bytes = bytes.map_err(|error| Trouble::fault(error.to_string()))?;
    if bytes.len() > largest {
        return Err(Trouble::refused(format!(
            "`{name}` has {} MB even when packed, and Discord takes {} MB here. Whoever runs me has it in the database and can \
             hand it to you.",
            bytes.len().div_ceil(1024 * 1024),
            largest / (1024 * 1024)
        )));
    }
    Ok(File { name, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    const MB: usize = 1024 * 1024;

    fn file(name: &str, bytes: Vec<u8>) -> File {
        File { name: name.to_owned(), bytes }
    }

    async fn sent(files: Vec<File>, largest: usize) -> Result<(String, Vec<Vec<File>>), Trouble> {
        let answer = with_files(Answer::private(Card::line("Here.")), files, largest).await?;
        let mut messages = vec![answer.card.files];
        if let Some(mut more) = answer.more {
            while let Some(next) = more.0.recv().await {
                messages.push(next?.files);
            }
        }
        Ok((answer.card.content, messages))
    }

    #[tokio::test]
    async fn small_files_go_with_the_answer() {
        let files = vec![file("a.json", b"{}".to_vec()), file("b.txt", b"b".to_vec())];
        let (words, messages) = sent(files.clone(), 10 * MB).await.unwrap();
        assert_eq!((words.as_str(), messages), ("Here.", vec![files]));
    }

    #[tokio::test]
    async fn larger_ones_follow_and_what_is_too_large_is_packed() {
        let large = b"abcdefgh".repeat(11 * MB / 8);
        let files = vec![file("a.json", large.clone()), file("b.txt", vec![b'b'; 5 * MB])];
        let (words, messages) = sent(files.clone(), 10 * MB).await.unwrap();
        assert!(
            words.starts_with("Here. The files follow.") && words.contains("gunzip"),
            "{words}"
        );
        let [first, packed, plain] = &messages[..] else { panic!("{} messages", messages.len()) };
        assert!(first.is_empty());
        assert_eq!(plain, &files[1..]);
        assert_eq!(packed[0].name, "a.json.gz");
        assert!(packed[0].bytes.len() < 10 * MB);
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(&packed[0].bytes[..]).read_to_end(&mut unpacked).unwrap();
        assert!(unpacked == large);
    }

    #[tokio::test]
    async fn what_is_too_large_even_so_is_refused_with_the_sizes() {
        let noise: Vec<u8> = (0_u64..(3 * MB / 8) as u64)
            .flat_map(|at| {
                (at + 1)
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                    .rotate_left(17)
                    .wrapping_mul(at | 1)
                    .to_le_bytes()
            })
            .collect();
        let refused = sent(vec![file("a.json", noise)], MB).await.unwrap_err().to_string();
        assert!(refused.contains("`a.json.gz` has") && refused.contains("takes 1 MB"), "{refused}");
    }
}
