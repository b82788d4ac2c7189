//! The map: places, who holds them, and the ways between them.

use gatemaster_discord::limits::clip;
use gatemaster_league::campaign::map::{HEIGHT, WIDTH};
use gatemaster_league::campaign::{Action, Campaign, Cell, SetAt};
use serenity::all::Attachment;

use super::super::files::ground_of;
use super::super::{find, offers, show, told_as_written, write};
use crate::answer::Answer;
use crate::own_file::bytes_of;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use crate::words::esc;

/// Put a place on the map, or change or remove one.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
pub async fn place(
    ctx: Ctx<'_>,
    #[description = "Its name"]
    #[max_length = 64]
    name: Option<String>,
    #[description = "What it is worth"]
    #[min = 0]
    #[max = 1000]
    worth: Option<i32>,
    #[description = "Who holds a new place"]
    #[autocomplete = "offers::sides"]
    #[max_length = 100]
    owner: Option<String>,
    #[description = "Column and row, such as 3, 2, or 40%, 65% of the map; anywhere lets the map choose"]
    #[max_length = 20]
    at: Option<String>,
    #[description = "A few words about it"]
    #[max_length = 500]
    note: Option<String>,
    #[description = "Changes this place instead of adding one"]
    #[autocomplete = "offers::places"]
    #[max_length = 100]
    change: Option<String>,
    #[description = "Takes that place off the map"] remove: Option<bool>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    let remove = remove == Some(true);
    run(ctx, "/chronicler place", move |app, request| async move {
        let at = at.as_deref().map(cell).transpose()?;
        let wish = PlaceWish { name, worth, owner, at, note, change, remove };
        wish.check()?;
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |kept| wish.action(&kept.book)).await?;
        Ok(told_as_written(&written))
    })
    .await
}

/// The options of `/chronicler place`.
#[derive(Clone, Debug)]
struct PlaceWish {
    name: Option<String>,
    worth: Option<i32>,
    owner: Option<String>,
    at: Option<SetAt>,
    note: Option<String>,
    change: Option<String>,
    remove: bool,
}

impl PlaceWish {
    /// Whether these options go together.
    fn check(&self) -> Result<(), Trouble> {
        let wrong = match (&self.change, &self.name, &self.owner) {
            (None, _, _) if self.remove => "Say which place is removed with `change:`.",
            (None, None, _) => "Give the new place a `name`.",
            (Some(_), _, Some(_)) => {
                "`/chronicler take` gives a place that is there already to a side."
            }
            (None, Some(_), _) | (Some(_), _, None) => return Ok(()),
        };
        Err(Trouble::refused(wrong))
    }

    fn action(&self, campaign: &Campaign) -> Result<Action, Trouble> {
        let (name, note) = (self.name.clone(), self.note.clone());
        let Some(change) = &self.change else {
            let owner = self.owner.as_deref().map(|side| find::side(campaign, side)).transpose()?;
            return Ok(Action::PlacePut {
                name: name.unwrap_or_default(),
                worth: self.worth.unwrap_or(1),
                owner,
                at: self.at.and_then(|at| match at {
                    SetAt::Cell(cell) => Some(cell),
                    SetAt::Anywhere => None,
                }),
                note: note.unwrap_or_default(),
            });
        };
        let place = find::place(campaign, change)?;
        if self.remove {
            return Ok(Action::PlaceRemove { place });
        }
        Ok(Action::PlaceChange { place, name, worth: self.worth, at: self.at, note })
    }
}

/// "3, 2": people count from 1. Or "40%, 65%" from the left and from the top.
fn cell(text: &str) -> Result<SetAt, Trouble> {
    if text.trim().eq_ignore_ascii_case("anywhere") {
        return Ok(SetAt::Anywhere);
    }
    let between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '/');
    let numbers: Vec<&str> = text.split(between).filter(|word| !word.is_empty()).collect();
    let read = match numbers[..] {
        [x, y] => part(x, WIDTH).zip(part(y, HEIGHT)),
        _ => None,
    };
    let found = read.map(|(x, y)| Cell { x, y }).filter(|cell| cell.is_on_map());
    found.map(SetAt::Cell).ok_or_else(|| {
        Trouble::refused(format!(
            "“{}” is not on the map; write the column (1 to {WIDTH}) and the row (1 to {HEIGHT}), such as 3, 2, or how far it \
             is from the left and from the top, such as 40%, 65%.",
            esc(&clip(text, 20))
        ))
    })
}

/// Which of so many columns or rows is meant.
fn part(word: &str, of: u8) -> Option<u8> {
    match word.strip_suffix('%') {
        Some(percent) => {
            let percent = percent.parse::<u16>().ok().filter(|percent| *percent <= 100)?;
            u8::try_from(percent * u16::from(of) / 100).ok().map(|part| part.min(of - 1))
        }
        None => word.parse::<u8>().ok().and_then(|number| number.checked_sub(1)),
    }
}

/// Draw the map upon a picture of your own. Places lie on it where /chronicler place has put them.
#[poise::command(slash_command)]
pub async fn map(
    ctx: Ctx<'_>,
    #[description = "A PNG or JPEG picture, best wider than high"] picture: Option<Attachment>,
    #[description = "Takes the picture away; the map is plain again"] remove: Option<bool>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler map", move |app, request| async move {
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        if !find::organises(&kept.book, &request) {
            return Err(Trouble::refused("Only an organiser of the campaign changes its map."));
        }
        let bytes = match (picture, remove) {
            (Some(picture), None | Some(false)) => {
                let bytes = bytes_of(&picture, MOST_BYTES).await?;
                Some(ground_of(bytes, &esc(&picture.filename)).await?)
            }
            (None, Some(true)) => None,
            (Some(_), Some(true)) | (None, None | Some(false)) => {
                return Err(Trouble::refused(
                    "Attach a PNG or JPEG as `picture:`, or take the present one away with `remove:True`.",
                ));
            }
        };
        app.desk.store.set_book_picture(&kept.id, bytes.as_deref()).await?;
        let mut card = show::map(&kept, request.server.pictures, bytes.as_deref());
        card.content = match bytes {
            Some(_) => "The map lies upon your picture now. `/chronicler place change: at:40%, 65%` moves a place: so far from \
                        the left, so far from the top."
                .to_owned(),
            None => "The picture is gone; the map is plain again.".to_owned(),
        };
        Ok(Answer::private(card).into())
    })
    .await
}

/// As large as Discord takes them without being asked.
const MOST_BYTES: usize = 10 * 1024 * 1024;

/// Give a place to a side, or to nobody, outside a battle.
#[poise::command(slash_command)]
pub async fn take(
    ctx: Ctx<'_>,
    #[description = "Which place"]
    #[autocomplete = "offers::places"]
    #[max_length = 100]
    place: String,
    #[description = "Who holds it now"]
    #[autocomplete = "offers::holders"]
    #[max_length = 100]
    side: String,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler take", move |app, request| async move {
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |kept| {
            let nobody = side.trim().eq_ignore_ascii_case("nobody");
            let side = if nobody { None } else { Some(find::side(&kept.book, &side)?) };
            Ok(Action::Take { place: find::place(&kept.book, &place)?, side })
        })
        .await?;
        Ok(told_as_written(&written))
    })
    .await
}

/// Make a way between two places, or close it.
#[poise::command(slash_command)]
pub async fn link(
    ctx: Ctx<'_>,
    #[description = "From here"]
    #[autocomplete = "offers::places"]
    #[max_length = 100]
    one: String,
    #[description = "To there"]
    #[autocomplete = "offers::places"]
    #[max_length = 100]
    other: String,
    #[description = "Closes the way"] close: Option<bool>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler link", move |app, request| async move {
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |kept| {
            let one = find::place(&kept.book, &one)?;
            let other = find::place(&kept.book, &other)?;
            Ok(if close == Some(true) {
                Action::Unlink { one, other }
            } else {
                Action::Link { one, other }
            })
        })
        .await?;
        Ok(told_as_written(&written))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_count_columns_and_rows_from_one() {
        assert_eq!(cell("1, 1").unwrap(), SetAt::Cell(Cell { x: 0, y: 0 }));
        assert_eq!(cell("12/8").unwrap(), SetAt::Cell(Cell { x: 11, y: 7 }));
        assert_eq!(cell(" Anywhere ").unwrap(), SetAt::Anywhere);
        assert_eq!(cell("0%, 100%").unwrap(), SetAt::Cell(Cell { x: 0, y: 7 }));
        assert_eq!(cell("50% 51%").unwrap(), SetAt::Cell(Cell { x: 6, y: 4 }));
        for odd in [
            "101%, 5%", "-1%, 5%", "%, %", "", "0, 1", "13, 1", "1, 9", "3", "1, 2, 3", "-1, 2",
            "a, b", "999, 1",
        ] {
            assert!(cell(odd).is_err(), "{odd}");
        }
    }
}
