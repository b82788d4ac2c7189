use gatemaster_discord::picture::{MAX_ALT, Picture, contrast};
use gatemaster_rules::bag::{Pool, PoolId, State};
use gatemaster_rules::colour::Colour;

use super::layout::{Layout, MAX_HEIGHT, MAX_ROWS, Spot, WIDTH};
use super::{GROUNDS, bag};
use crate::die::{ENOUGH_CONTRAST, edge};

fn pool(name: &str, colour: Colour, in_bag: u32, on_table: u32, lost: u32) -> Pool {
    Pool { name: name.to_owned(), colour, seat: None, in_bag, on_table, lost }
}

fn typical() -> State {
    State {
        turn: 3,
        pools: vec![
            pool("Red", Colour::Red, 3, 2, 1),
            pool("Blue", Colour::Blue, 4, 1, 0),
            pool("Distort", Colour::White, 0, 1, 0),
        ],
        drawn: [0, 1, 2, 0].map(PoolId).to_vec(),
    }
}

fn many(pools: usize, dice: u32, name: &str) -> State {
    let colours = Colour::ALL.into_iter().cycle();
    let pools = (0..pools)
        .zip(colours)
        .map(|(i, colour)| pool(&format!("{name}{i}"), colour, dice, dice, dice));
    State { turn: u32::MAX, pools: pools.collect(), drawn: vec![PoolId(11); 1_000] }
}

fn draw(state: &State) -> Picture {
    bag(state).unwrap()
}

fn size(picture: &Picture) -> (u32, u32) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(&picture.png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height)
}

#[test]
fn it_is_a_png_of_a_size_that_discord_shows_without_shrinking_dice_much() {
    let picture = draw(&typical());
    let (width, height) = size(&picture);
    assert_eq!(width, u32::from(WIDTH));
    assert!((250..=500).contains(&height), "{height}");
    assert!(picture.png.len() < 60 * 1024, "{}", picture.png.len());
}

#[test]
fn the_same_state_gives_the_same_bytes() {
    assert_eq!(draw(&typical()), draw(&typical()));
}

#[test]
fn whatever_changes_in_the_bag_changes_the_picture() {
    let before = draw(&typical());
    let changes: [fn(&mut State); 6] = [
        |state| state.pools[0].in_bag += 1,
        |state| state.pools[1].on_table += 1,
        |state| state.pools[2].lost += 1,
        |state| state.pools[0].colour = Colour::Green,
        |state| state.drawn.push(PoolId(1)),
        |state| state.drawn.swap(0, 1),
    ];
    for (i, change) in changes.into_iter().enumerate() {
        let mut state = typical();
        change(&mut state);
        let after = draw(&state);
        assert_ne!(before.png, after.png, "change {i}");
        assert_ne!(before.alt, after.alt, "change {i}");
    }
}

#[test]
fn pools_of_one_colour_still_differ() {
    let mut one = typical();
    one.pools[1].colour = Colour::Red;
    one.drawn.clear();
    let mut other = one.clone();
    other.pools.swap(0, 1);
    assert_ne!(draw(&one).png, draw(&other).png);
}

#[test]
fn a_draw_does_not_change_the_shape_of_the_picture() {
    let mut state = typical();
    let before = size(&draw(&state));
    state.pools[1].in_bag -= 1;
    state.pools[1].on_table += 1;
    state.drawn.push(PoolId(1));
    assert_eq!(size(&draw(&state)), before);
}

#[test]
fn the_words_say_what_the_picture_shows() {
    assert_eq!(
        draw(&typical()).alt,
        "Turn 3, 7 dice in the bag. Red (red, dot): 3 in the bag, 2 on the table, 1 lost. \
         Blue (blue, bar): 4 in the bag, 1 on the table. \
         Distort (white, triangle): 0 in the bag, 1 on the table. \
         Draws of this turn, in order: Red, Blue, Distort, Red. Last draw: Red."
    );
    let mut fresh = typical();
    fresh.drawn.clear();
    assert!(draw(&fresh).alt.ends_with("No die is drawn yet this turn."));
}

#[test]
fn twelve_pools_with_long_names_all_have_their_counts_in_the_words() {
    let state = many(12, 1_000, "The Ancient Host of the Far No");
    let alt = draw(&state).alt;
    assert!(alt.chars().count() <= MAX_ALT, "{}", alt.chars().count());
    assert_eq!(alt.matches("1000 in bag, 1000 on table, 1000 lost.").count(), 12, "{alt}");
    assert!(alt.starts_with("Turn 4294967295, 12000 dice in the bag."), "{alt}");
    assert!(alt.contains("Last draw: The"), "{alt}");
}

#[test]
fn extremes_are_drawn_within_the_limits() {
    let empty = State { turn: 0, pools: Vec::new(), drawn: Vec::new() };
    let astray = State { drawn: vec![PoolId(200), PoolId(3)], ..typical() };
    let all = [empty, astray, many(12, 0, "A"), many(12, 1_000, "B"), many(300, u32::MAX, "C")];
    for state in all {
        let picture = draw(&state);
        let (width, height) = size(&picture);
        let told = format!("{} pools: {width} × {height}", state.pools.len());
        assert!(width == u32::from(WIDTH) && height <= u32::from(MAX_HEIGHT), "{told}");
        assert!(picture.png.len() < 200 * 1024, "{told}, {} bytes", picture.png.len());
        assert!(picture.alt.chars().count() <= MAX_ALT, "{}", picture.alt);
    }
}

#[test]
fn however_many_dice_there_are_they_lie_where_they_belong() {
    for pools in 0..=13 {
        for dice in (0..=70).chain([200, 1_000, u32::MAX]) {
            let layout = Layout::of(&many(pools, dice, "Side "));
            let told = format!("{pools} pools of {dice}: {layout:?}");
            assert!(layout.height <= MAX_HEIGHT, "{told}");
            for row in 0..pools.min(MAX_ROWS) {
                for (spots, area) in [
                    (layout.in_bag(row, dice), layout.bag),
                    (layout.on_table(row, dice), layout.table),
                    (layout.lost(row, dice), layout.lost),
                ] {
                    let inside = |(x, y): &Spot| {
                        let half = layout.die() / 2;
                        (area.left + half..=area.right() - half).contains(x)
                            && (area.top + half..=area.bottom() - half).contains(y)
                    };
                    assert!(spots.dice.iter().chain(&spots.more).all(inside), "{told}");
                    let all = u32::try_from(spots.dice.len()).unwrap() == dice;
                    assert_eq!(spots.more.is_none(), all, "{told}");
                }
                let most = layout.in_bag(row, dice).dice.len();
                assert!(dice > 60 || u32::try_from(most).unwrap() == dice, "{told}");
            }
        }
    }
}

#[test]
fn every_colour_or_its_edge_is_clear_of_all_it_lies_on() {
    for colour in Colour::ALL {
        for ground in GROUNDS {
            let rgb = colour.rgb();
            let best = contrast(rgb, ground).max(contrast(edge(rgb, &GROUNDS), ground));
            assert!(best >= ENOUGH_CONTRAST, "{} on {ground:06x}: {best}", colour.name());
        }
    }
}
