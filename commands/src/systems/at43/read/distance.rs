//! Distances as people measure them: centimetres, or a range band.

use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::need::{Band, Millimetres, Range};

use crate::words::code;

/// "24", "24.5 cm", "r2", "range 2"
pub fn range(text: &str) -> Result<Range, String> {
    let typed = text.trim().to_lowercase();
    let band = ["range", "band", "r"].iter().find_map(|word| typed.strip_prefix(word));
    let read = match band {
        Some(band) => band.trim().parse().ok().map(|band| Range::Band(Band(band))),
        None => centimetres(&typed).map(Range::Measured),
    };
    let read = read.ok_or_else(|| {
        format!(
            "{} is no range; write centimetres such as `24` or `24.5`, or the band: `r2`.",
            code(&clip(text.trim(), 40))
        )
    })?;
    if read.is_on_a_table() {
        Ok(read)
    } else {
        Err(format!("A range is at most {}.", Range::MOST))
    }
}

/// "14", "12.5 cm"
pub fn distance(text: &str) -> Result<Millimetres, String> {
    centimetres(&text.trim().to_lowercase()).ok_or_else(|| {
        format!(
            "{} is no distance; write centimetres, such as `14` or `12.5`.",
            code(&clip(text.trim(), 40))
        )
    })
}

/// Whole centimetres with a tenth, as far as any table goes and somewhat beyond.
fn centimetres(text: &str) -> Option<Millimetres> {
    const MOST: u32 = 10_000;
    let text = text.strip_suffix("cm").unwrap_or(text).trim();
    let (whole, tenths) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let digits = |text: &str| {
        let plain = !text.is_empty() && text.len() <= 5 && text.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| text.parse::<u32>().ok()).flatten()
    };
    let (whole, tenths) =
        (digits(whole)?, if tenths.len() == 1 { digits(tenths)? } else { return None });
    (whole < MOST).then(|| Millimetres(whole * 10 + tenths))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T-MEA-2
    #[test]
    fn ranges_are_read_in_centimetres_or_as_bands() {
        let measured = |millimetres| Ok(Range::Measured(Millimetres(millimetres)));
        for (typed, read) in [
            ("24", measured(240)),
            (" 24.5 ", measured(245)),
            ("24,5 cm", measured(245)),
            ("24CM", measured(240)),
            ("0", measured(0)),
            ("300", measured(3000)),
            ("r2", Ok(Range::Band(Band(2)))),
            ("Range 11", Ok(Range::Band(Band(11)))),
            ("band 0", Ok(Range::Band(Band(0)))),
        ] {
            assert_eq!(range(typed), read, "{typed}");
        }
        for odd in ["", "far", "-3", "24.55", "301", "r", "r300", "99999999999", "2²", "1e3"] {
            assert!(range(odd).is_err(), "{odd}");
        }
        assert_eq!(range("301").unwrap_err(), "A range is at most 300 cm.");
    }

    #[test]
    fn distances_are_read_to_a_tenth_of_a_centimetre() {
        assert_eq!(distance("12.5 cm"), Ok(Millimetres(125)));
        assert!(distance("12.55").is_err() && distance("r2").is_err());
    }
}
