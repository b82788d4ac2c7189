//! Dice as pictures within a text, seen on a phone.

use gatemaster_discord::signs::{self, Emojis};
use gatemaster_rules::ids::Seat;
use gatemaster_sandbox::Seen;
use serde_json::json;

use crate::battlefield::{Battlefield, on_the_table};
use crate::phone::fits;
use crate::stage::Stage;

/// What the pictures within the messages say instead, and how wide the files behind them are; once all of them have come.
const PICTURES: &str = "const pictures = list() ? all('.embed img.emoji, .content img.emoji', list()) : [];
    if (pictures.length === 0 || pictures.some((picture) => !picture.complete)) return null;
    return pictures.map((picture) => [picture.alt, picture.naturalWidth, picture.getBoundingClientRect().height])";

#[tokio::test]
async fn the_dice_of_a_shot_are_pictures_that_say_their_figure() {
    let mut stage = Stage::with_emojis().await;
    let pat = stage.tab("Pat").await;
    pat.goes_to("hall").await;
    pat.is_sized(390, 844, true).await;
    let club = &stage.club;
    let field = Battlefield::open(club, on_the_table(&["ai_squad"], &["gang_fighters"])).await;
    field.board().await;
    field.draw(Seat(0)).await;
    // more than fall: twos hit, and nines do not
    club.clock.dice.lay_out([2, 9].into_iter().cycle().take(40));
    let shot = "/shoot target:Gang Fighters range:10 unit:AI Squad";
    club.ann.at(&club.hall).slash(shot).await;
    let shows_dice = |seen: &Seen| seen.raw.to_string().contains("<:d10_");
    let goes_on = |seen: &Seen| shows_dice(seen) || seen.button("Stay up").is_some();
    let asked = club.hall.wait_for(goes_on).await;
    if asked.button("Stay up").is_some() {
        club.bob.clicks(&asked, "Stay up").await;
        club.hall.wait_for(shows_dice).await;
    }

    let pictures = pat.until("the dice are drawn", PICTURES, json!([])).await;
    let pictures = pictures.as_array().unwrap();
    let mut figures = Vec::new();
    for picture in pictures {
        let alt = picture[0].as_str().unwrap();
        assert!(picture[1].as_u64() > Some(0), "{alt} is broken: {pictures:?}");
        assert!(picture[2].as_f64() < Some(30.0), "{alt} is as tall as a line: {pictures:?}");
        // ":d10_9_miss:"
        let die = alt.trim_matches(':').strip_prefix("d10_");
        figures.extend(die.map(|die| die.split('_').next().unwrap().to_owned()));
    }
    for figure in ["2", "9"] {
        assert!(figures.iter().any(|shown| shown == figure), "{figure}: {pictures:?}");
    }
    assert!(figures.iter().all(|shown| ["2", "9"].contains(&shown.as_str())), "{pictures:?}");
    fits(&pat).await;
    pat.poses("emojis-phone.png").await;
    stage.club.stop_bot().await;
    signs::know(Emojis::default());
    pat.closes().await;
}

/// How many lines of ordinary size the newest result takes as it is broken on the screen, once it says what was lost and
/// its pictures have come; and what it says.
const LINES: &str = "const texts = list() ? all('.embed-text', list()).filter((text) => said(text).includes('Lost:')) : [];
    const text = texts.at(-1);
    if (!text || all('img', text).some((picture) => !picture.complete)) return null;
    const tops = [];
    for (const part of all('p:not(.md-small), h1, h2, h3', text)) {
      const range = document.createRange();
      range.selectNodeContents(part);
      for (const box of range.getClientRects()) {
        const middle = (box.top + box.bottom) / 2;
        if (box.height > 0 && !tops.some((top) => Math.abs(top - middle) < 10)) tops.push(middle);
      }
    }
    return [tops.length, said(text)]";

#[tokio::test]
async fn an_ordinary_shot_is_told_in_six_lines_of_a_phone() {
    let mut stage = Stage::with_emojis().await;
    let pat = stage.tab("Pat").await;
    pat.goes_to("hall").await;
    pat.is_sized(390, 844, true).await;
    let club = &stage.club;
    let field = Battlefield::open(club, on_the_table(&["gang_fighters"], &["ai_squad"])).await;
    field.board().await;
    field.draw(Seat(0)).await;
    club.ann.at(&club.hall).slash("/shoot target:AI Squad range:10 unit:Gang Fighters").await;
    // the pistol misses, two of four guns hit, and one of them gets through
    club.clock.dice.lay_out([9, 2, 8, 3, 9, 9, 2, 9, 2]);
    while field.state().await.flow.acting.is_some() {
        let message = club.newest_usable(&field.id, field.steps().await).await;
        let first = message.buttons.first().unwrap().custom_id.clone();
        if club.bob.clicks(&message, &first).await.is_private() {
            club.ann.clicks(&message, &first).await;
        }
    }
    let told = pat.until("the result is there", LINES, json!([])).await;
    pat.poses("shot-phone.png").await;
    let lines = told[0].as_u64().unwrap();
    assert!((4..=6).contains(&lines), "{lines} lines: {}", told[1]);
    fits(&pat).await;
    stage.club.stop_bot().await;
    signs::know(Emojis::default());
    pat.closes().await;
}
