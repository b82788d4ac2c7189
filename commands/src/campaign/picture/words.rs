//! The map for those who do not see it: every place with its holder and its ways, as far as there is room.

use gatemaster_discord::limits::clip;
use gatemaster_discord::picture::MAX_ALT;
use gatemaster_league::campaign::{Campaign, Place};
use gatemaster_rules::text::{count, list};

pub(super) fn alt(campaign: &Campaign) -> String {
    let places = u32::try_from(campaign.places.len()).unwrap_or(u32::MAX);
    let head = format!("Map of {} with {}.", campaign.name, count(places, "place", "places"));
    // what all places can be said with, or else who holds how many
    for say in [whole, short] {
        let all: Vec<String> = campaign.places.iter().map(|place| say(campaign, place)).collect();
        let text = format!("{head} {}", all.join(" "));
        if text.chars().count() <= MAX_ALT {
            return text;
        }
    }
    clip(&format!("{head} {} The text beside it names every place.", held(campaign)), MAX_ALT)
}

fn holder<'c>(campaign: &'c Campaign, place: &Place) -> &'c str {
    place.owner.and_then(|side| campaign.side(side)).map_or("nobody", |side| &side.name)
}

/// "1 Old Mill, worth 3, held by Red Host, ways to 2 and 3."
fn whole(campaign: &Campaign, place: &Place) -> String {
    let ways: Vec<String> = place.links.iter().map(ToString::to_string).collect();
    let ways = match ways.len() {
        0 => String::new(),
        1 => format!(", a way to {}", list(&ways)),
        _ => format!(", ways to {}", list(&ways)),
    };
    let holder = holder(campaign, place);
    format!("{} {}, worth {}, held by {holder}{ways}.", place.no, place.name, place.worth)
}

/// "1 Old Mill: Red Host."
fn short(campaign: &Campaign, place: &Place) -> String {
    format!("{} {}: {}.", place.no, place.name, holder(campaign, place))
}

/// "Red Host holds 12, Blue Legion 3, nobody 5."
fn held(campaign: &Campaign) -> String {
    let sides = campaign
        .sides
        .iter()
        .map(|side| format!("{} holds {}", side.name, campaign.places_of(side.no).count()));
    let nobody = campaign.places.iter().filter(|place| place.owner.is_none()).count();
    let all: Vec<String> = sides.chain([format!("{nobody} are nobody's")]).collect();
    format!("{}.", all.join(", "))
}
