//! Which campaign, side, place, unit or battle somebody means.

use gatemaster_league::campaign::sentence::battle_name;
use gatemaster_league::campaign::{Battle, BattleNo, Campaign, PlaceNo, SideNo, UnitNo};
use gatemaster_rules::ids::UserId;

use crate::app::App;
use crate::books;
pub use crate::books::organises;
use crate::boxed;
use gatemaster_discord::limits::clip;

use crate::ledger::StoredBook;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{esc, list};

/// The campaign that is meant; without a word, the only one that the asker has to do with.
#[boxed]
pub async fn campaign(
    app: &App,
    request: &Request,
    word: Option<&str>,
) -> Result<StoredBook<Campaign>, Trouble> {
    let me = request.user();
    let theirs = |campaign: &Campaign| campaign.side_of(me).is_some() || campaign.is_organiser(me);
    app.ledger.meant(request, word, &theirs).await
}

/// The same for what organisers do: without a word, the only one that the asker organises.
#[boxed]
pub async fn organised(
    app: &App,
    request: &Request,
    word: Option<&str>,
) -> Result<StoredBook<Campaign>, Trouble> {
    books::organised(app, request, word).await
}

/// Closed ones count here.
#[boxed]
pub async fn to_go_on(
    app: &App,
    request: &Request,
    word: Option<&str>,
) -> Result<StoredBook<Campaign>, Trouble> {
    books::to_go_on(app, request, word).await
}

/// A side: by the number that Discord's list gave (`s2`), by a member's mention, or by name.
pub fn side(campaign: &Campaign, text: &str) -> Result<SideNo, Trouble> {
    let mention = text
        .trim()
        .strip_prefix("<@")
        .and_then(|rest| rest.strip_suffix('>'))
        .and_then(|id| id.trim_start_matches('!').parse().ok())
        .map(UserId);
    if let Some(side) = mention.and_then(|id| campaign.side_of(id)) {
        return Ok(side.no);
    }
    let all = campaign.sides.iter().map(|side| (side.no.0, side.name.as_str()));
    named(text, 's', &all, "side").map(SideNo)
}

/// A place: by the number that Discord's list gave (`p2`), or by name.
pub fn place(campaign: &Campaign, text: &str) -> Result<PlaceNo, Trouble> {
    let all = campaign.places.iter().map(|place| (place.no.0, place.name.as_str()));
    named(text, 'p', &all, "place").map(PlaceNo)
}

/// A unit: by the number that Discord's list gave (`u2`), or by name.
pub fn unit(campaign: &Campaign, text: &str) -> Result<UnitNo, Trouble> {
    let all = campaign.units.iter().map(|unit| (unit.no.0, unit.name.as_str()));
    named(text, 'u', &all, "unit").map(UnitNo)
}

fn named<'c>(
    text: &str,
    letter: char,
    all: &(impl Iterator<Item = (u32, &'c str)> + Clone),
    kind: &str,
) -> Result<u32, Trouble> {
    let text = text.trim();
    let number = text.strip_prefix(letter).and_then(|number| number.parse().ok());
    if let Some(number) = number.filter(|number| all.clone().any(|(no, _)| no == *number)) {
        return Ok(number);
    }
    let folded = text.to_lowercase();
    let alike = |fits: &dyn Fn(&str) -> bool| -> Vec<(u32, &'c str)> {
        all.clone().filter(|(_, name)| fits(&name.to_lowercase())).collect()
    };
    let mut found = alike(&|name| name == folded);
    if found.is_empty() && !folded.is_empty() {
        found = alike(&|name| name.contains(&folded));
    }
    match found[..] {
        [(only, _)] => Ok(only),
        [] => Err(Trouble::refused(format!(
            "This campaign has no {kind} called “{}”. Pick from what Discord offers while you type.",
            esc(&clip(text, 40))
        ))),
        _ => {
            let names: Vec<String> = found.iter().take(8).map(|(_, name)| esc(name)).collect();
            Err(Trouble::refused(format!(
                "Do you mean {}? Pick from what Discord offers while you type.",
                list(&names)
            )))
        }
    }
}

/// A battle by its number.
pub fn battle(campaign: &Campaign, no: BattleNo) -> Result<&Battle, Trouble> {
    campaign.battle(no).ok_or_else(|| {
        Trouble::refused(format!(
            "This campaign has no battle {no}. `/campaign info` lists those that are open."
        ))
    })
}

pub fn battle_number(text: &str) -> Result<BattleNo, Trouble> {
    text.trim().trim_start_matches('#').parse().map(BattleNo).map_err(|_| {
        Trouble::refused(
            "A battle goes by its number, such as 3. `/campaign info` lists those that are open.",
        )
    })
}

/// The battle that somebody speaks of: by its number, or the only open one that is theirs.
pub fn spoken_of(
    campaign: &Campaign,
    me: UserId,
    number: Option<&str>,
) -> Result<BattleNo, Trouble> {
    if let Some(number) = number {
        return battle(campaign, battle_number(number)?).map(|battle| battle.no);
    }
    let side = campaign.side_of(me).map(|side| side.no);
    let mine = |battle: &&Battle| side.is_none_or(|side| battle.has(side));
    let open: Vec<&Battle> = campaign.unsettled().filter(mine).collect();
    match open[..] {
        [only] => Ok(only.no),
        [] if side.is_some() => Err(Trouble::refused(format!(
            "No battle of yours is open in “{}”. Say which you mean with `battle:`.",
            esc(&campaign.name)
        ))),
        [] => Err(Trouble::refused(format!(
            "No battle is open in “{}”. An organiser plans one with `/chronicler plan`.",
            esc(&campaign.name)
        ))),
        _ => {
            let names: Vec<String> =
                open.iter().take(5).map(|one| esc(&battle_name(campaign, one.no))).collect();
            Err(Trouble::refused(format!(
                "Several battles are open: {}. Say which with `battle:`.",
                list(&names)
            )))
        }
    }
}
