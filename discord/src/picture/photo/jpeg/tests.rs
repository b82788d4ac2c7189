use super::super::read;
use super::*;

/// Land at the left, sea at the right, 32 by 16 pixels.
const PLAIN: &[u8] = include_bytes!("../../../../tests/fixtures/land-and-sea.jpg");
const PROGRESSIVE: &[u8] =
    include_bytes!("../../../../tests/fixtures/land-and-sea-progressive.jpg");
const GREY: &[u8] = include_bytes!("../../../../tests/fixtures/land-and-sea-grey.jpg");
const PRINTED: &[u8] = include_bytes!("../../../../tests/fixtures/land-and-sea-cmyk.jpg");
/// The same by a camera that was held upright: land above, sea below.
const TURNED: &[u8] = include_bytes!("../../../../tests/fixtures/land-and-sea-turned.jpg");

const LAND: [u8; 3] = [30, 160, 40];
const SEA: [u8; 3] = [20, 60, 200];

fn looks(picture: &Pixmap, (x, y): (u32, u32), expected: [u8; 3], about: u8) {
    let pixel = picture.pixel(x, y).unwrap();
    let seen = [pixel.red(), pixel.green(), pixel.blue()];
    let near = seen.iter().zip(expected).all(|(one, other)| one.abs_diff(other) <= about);
    assert!(near && pixel.alpha() == 255, "{seen:?} at {x}, {y}");
}

#[test]
fn photographs_of_every_usual_kind_are_read() {
    for (bytes, about) in [(PLAIN, 6), (PROGRESSIVE, 6), (PRINTED, 12)] {
        let picture = read(bytes).unwrap();
        assert_eq!((picture.width(), picture.height()), (32, 16));
        looks(&picture, (4, 8), LAND, about);
        looks(&picture, (28, 8), SEA, about);
    }
    let grey = read(GREY).unwrap();
    let (land, sea) = (grey.pixel(4, 8).unwrap(), grey.pixel(28, 8).unwrap());
    assert!(land.red() == land.blue() && land.red() > sea.red());
}

#[test]
fn a_photograph_stands_as_the_camera_was_held() {
    let picture = read(TURNED).unwrap();
    assert_eq!((picture.width(), picture.height()), (16, 32));
    looks(&picture, (8, 4), LAND, 6);
    looks(&picture, (8, 28), SEA, 6);
}

#[test]
fn all_eight_ways_to_hold_a_camera_are_turned_upright() {
    // two columns and three rows
    let colours: Vec<u8> = (0..6).flat_map(|number| [number, 0, 0]).collect();
    let seen = |number: u16| {
        let picture = upright(&colours, (2, 3), Turned::numbered(number)).unwrap();
        (picture.width(), picture.pixels().iter().map(|pixel| pixel.red()).collect::<Vec<_>>())
    };
    assert_eq!(seen(1), (2, vec![0, 1, 2, 3, 4, 5]));
    assert_eq!(seen(2), (2, vec![1, 0, 3, 2, 5, 4]));
    assert_eq!(seen(3), (2, vec![5, 4, 3, 2, 1, 0]));
    assert_eq!(seen(4), (2, vec![4, 5, 2, 3, 0, 1]));
    assert_eq!(seen(5), (3, vec![0, 2, 4, 1, 3, 5]));
    assert_eq!(seen(6), (3, vec![4, 2, 0, 5, 3, 1]));
    assert_eq!(seen(7), (3, vec![5, 3, 1, 4, 2, 0]));
    assert_eq!(seen(8), (3, vec![1, 3, 5, 0, 2, 4]));
    assert_eq!(seen(9), seen(1));
}

#[test]
fn a_picture_that_promises_too_much_is_refused_before_it_is_unpacked() {
    let frame = PLAIN.windows(2).position(|two| two == [0xff, 0xc0]).unwrap();
    let sized = |height: u16, width: u16| {
        let mut bytes = PLAIN.to_vec();
        bytes[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
        bytes[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
        read(&bytes).err()
    };
    assert_eq!(sized(20_000, 20_000), Some(PhotoFault::TooLarge));
    assert_eq!(sized(5_000, 5_000), Some(PhotoFault::TooLarge));
    assert!(sized(u16::MAX, u16::MAX).is_some());
    assert!(sized(0, 16).is_some());
}

/// Cut off anywhere, or with any byte changed: a picture or a refusal, and never an end of the program.
#[test]
fn a_damaged_photograph_harms_nobody() {
    for whole in [PLAIN, PROGRESSIVE, GREY, PRINTED, TURNED] {
        for end in 0..whole.len() {
            let _ = read(&whole[..end]);
        }
        for at in 3..whole.len() {
            for change in [0x01, 0x80, 0xff] {
                let mut bytes = whole.to_vec();
                bytes[at] ^= change;
                let _ = read(&bytes);
            }
        }
    }
    assert_eq!(read(&[0xff, 0xd8, 0xff]).err(), Some(PhotoFault::Unreadable));
    for odd in [&b""[..], b"MM", b"II*\0\xff\xff\xff\xff", b"MM\0*\0\0\0\x08\xff\xff\x01\x12"] {
        assert_eq!(Turned::of(odd), Turned::default());
    }
}
