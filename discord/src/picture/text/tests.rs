//! Letters of every kind, in little room and at the ends of a picture.

use super::*;

const STYLE: Style = bold(28);

fn fitted(text: &str, room: u16) -> String {
    fitting(text, STYLE, room).into_iter().collect()
}

fn drawn(text: &str) -> Pixmap {
    let mut on = Pixmap::new(400, 80).unwrap();
    let mut letters = Lettering::default();
    letters.write(&mut on, text, STYLE, (40, 50), 320, 0x00ff_ffff);
    on
}

#[test]
fn every_letter_of_europe_has_a_shape_of_its_own() {
    let letters = "AaZz019ßéŁőçğΩЖщỆ…’–№";
    assert_eq!(fitted(letters, u16::MAX), letters);
    for letter in letters.chars() {
        assert_ne!(drawn(&letter.to_string()).data(), drawn("😀").data(), "{letter}");
    }
}

#[test]
fn emoji_and_every_script_in_daily_use_have_shapes_of_their_own() {
    let texts = [
        "😀",
        "深い",
        "東京",
        "서울",
        "שלום",
        "سلام",
        "ไทย",
        "नमस्ते",
        "Ελλάς",
        "Հայ",
        "ქარ",
        "বাংলা",
        "தமிழ்",
        "తెలుగు",
        "ಕನ್ನಡ",
        "മലയാളം",
        "ગુજરાતી",
        "ਪੰਜਾਬੀ",
        "ଓଡ଼ିଆ",
        "සිංහල",
        "ລາວ",
        "ខ្មែរ",
        "မြန်မာ",
        "አማርኛ",
    ];
    let unknown = drawn("\u{10ffff}");
    for text in texts {
        assert!(!fitted(text, u16::MAX).contains(UNKNOWN), "{text}");
        assert_ne!(drawn(text).data(), unknown.data(), "{text}");
    }
    for (text, seen) in [("👩\u{200d}🚀", "👩"), ("👍🏽", "👍"), ("❤\u{fe0f}", "❤")]
    {
        assert_eq!(fitted(text, u16::MAX), seen);
    }
    assert_eq!(fitted("de\u{301}j\u{202e}a", u16::MAX), "deja");
}

#[test]
fn a_letter_that_no_typeface_has_is_a_box_and_any_other_sign_is_left_out() {
    assert_eq!(fitted("𒀀𒀁", u16::MAX), UNKNOWN.to_string().repeat(2));
    assert_eq!(fitted("Ann\u{1fbf0}\u{1f8c0}", u16::MAX).trim_end_matches(UNKNOWN), "Ann");
    assert_eq!(fitted("\u{1f8c0}", u16::MAX), UNKNOWN.to_string());
    assert!(drawn("𒀀").data().iter().any(|byte| *byte > 0), "a box is seen");
}

/// The letters that stand on the line, from the left.
fn seen(text: &str) -> String {
    let letters = shown(text);
    line(&letters, STYLE).iter().map(|placed| letters[placed.letter]).collect()
}

#[test]
fn what_is_read_from_the_right_stands_in_that_order() {
    assert_eq!(seen("Ann"), "Ann");
    assert_eq!(seen("אבג דה"), "הד גבא");
    assert_eq!(seen("Ann אב and גד"), "Ann בא and דג");
    // a name that begins so runs so as a whole, and its numbers are read from the left
    assert_eq!(seen("אב and גד 12"), "12 דג and בא");
    let cut = fitting("אבגדהוזחטי אבגדהוזחטי", STYLE, 120);
    assert!(seen(&cut.iter().collect::<String>()).starts_with('…'), "{cut:?}");
    let open = |text: &str| line(&shown(text), STYLE)[0].shape;
    assert_eq!(open("(א)"), open("(x)"), "brackets hold what is between them");
}

fn shapes(text: &str) -> Vec<Shape> {
    line(&shown(text), STYLE).iter().map(|placed| placed.shape).collect()
}

#[test]
fn letters_that_join_have_other_shapes_than_those_that_stand_alone() {
    let alone = |letter: &str| shapes(letter)[0];
    // seen, lam, alef, meem: the first joins to the left, lam and alef become one
    let peace = shapes("سلام");
    assert_eq!(peace.len(), 3, "{peace:?}");
    assert!(!peace.contains(&alone("س")), "{peace:?}");
    // a vowel sign that is written behind its consonant and stands before it
    assert_eq!(seen("कि"), "कक");
    let hindi = shapes("कि");
    assert_eq!(hindi.len(), 2);
    assert_eq!(hindi[1], alone("क"));
    // consonants without a vowel between them become one
    assert!(shapes("क्ष").len() < 3);
    assert_ne!(shapes("क्\u{200c}ष"), shapes("क्ष"), "unless they are held apart");
    // a tone mark stands above its letter and takes no room
    assert_eq!(width_of(&shown("กี่"), STYLE), width_of(&shown("ก"), STYLE));
}

#[test]
fn a_cut_goes_through_no_shape() {
    for text in ["क्षत्रिय", "السلام عليكم", "สวัสดีครับ", "বাংলাদেশ", "தமிழ்நாடு"]
    {
        for room in 0..300 {
            let fitted = fitting(text, STYLE, room);
            assert!(width_of(&fitted, STYLE) <= room, "{text} in {room}");
        }
        assert_eq!(fitted(text, u16::MAX), text);
    }
}

#[test]
fn a_name_that_is_too_long_keeps_its_number() {
    let name = "Boromite X-Launcher Team 12";
    assert_eq!(fitted(name, u16::MAX), name);
    let short = fitted(name, 250);
    assert!(short.starts_with("Boromite") && short.ends_with("… 12"), "{short}");
    assert!(fitted("Number 1234567890123", 120).ends_with('…'));
}

#[test]
fn whatever_the_room_is_the_words_stay_in_it() {
    let texts = ["", "W", "Outcast Command Squad", "WWWWWWWWWWWWWWWW 12", "深い深い深い 3", "007"];
    for text in texts {
        for room in 0..400 {
            let fitted = fitting(text, STYLE, room);
            assert!(width_of(&fitted, STYLE) <= room, "{text} in {room}");
        }
    }
}

#[test]
fn nothing_is_drawn_beyond_the_ends_of_a_picture() {
    let mut on = Pixmap::new(30, 30).unwrap();
    let mut letters = Lettering::default();
    for at in [(0, 0), (0, 40), (29, 35), (500, 36), (3, 900)] {
        letters.write(&mut on, "Widely", STYLE, at, 300, 0x00ff_ffff);
    }
    assert_eq!(on.data().len(), 30 * 30 * 4);
}
