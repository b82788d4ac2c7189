//! Campaigns in words and buttons. Pure rendering: a campaign in, cards out.

mod story;
#[cfg(test)]
mod tests;

pub use story::{chronicle, happened, map, units};

use std::fmt::Write as _;

use gatemaster_discord::card::{Button, Card, Choice, Select, Style};
use gatemaster_discord::limits::{self, clip};
use gatemaster_league::campaign::sentence::{battle_name, round_name, state};
use gatemaster_league::campaign::standing::{Row, standing};
use gatemaster_league::campaign::{
    Battle, BattleNo, Campaign, Happening, Part, Phase, SideNo, SideOf, State,
};
use gatemaster_rules::ids::UserId;

use super::press::{CampaignPress, CampaignPressed};
use crate::ledger::StoredBook;
use crate::table::{NEUTRAL, QUIET};
use crate::words::{self, count, esc, on_off};

/// As many open battles as are shown in one field.
const BATTLES: usize = 10;
/// With so many sides, each of them has a button to say that it won.
const NAMED_SIDES: usize = 3;
/// As much of a name as a button shows.
const NAME_ON_BUTTON: usize = 24;
/// Rows of buttons about battles; the others of a message are for joining and looking.
const BATTLE_ROWS: usize = 3;

pub fn button(
    kept: &StoredBook<Campaign>,
    label: impl Into<String>,
    press: CampaignPress,
) -> Button {
    Button::new(label, CampaignPressed::new(&kept.id, press))
}

/// A number of things as people count them.
pub fn number(things: usize) -> u32 {
    u32::try_from(things).unwrap_or(u32::MAX)
}

/// Who looks at a campaign, and what they may do.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// The side they fight for.
    pub side: Option<SideNo>,
    pub organises: bool,
}

impl Reader {
    pub fn of(campaign: &Campaign, user: UserId, organises: bool) -> Self {
        Self { side: campaign.side_of(user).map(|side| side.no), organises }
    }
}

/// "🔴 **Red Host**"
pub fn side_text(side: &SideOf) -> String {
    format!("{} **{}**", side.colour.mark(), esc(&side.name))
}

/// "battle 3, The Bridge: to be fought", with its place.
pub fn battle_line(campaign: &Campaign, battle: &Battle) -> String {
    let name = battle_name(campaign, battle.no);
    let name = name.strip_prefix("battle ").unwrap_or(&name);
    let place = battle
        .place
        .and_then(|place| campaign.place(place))
        .map_or(String::new(), |place| format!(" at {}", esc(&place.name)));
    let game = match (&battle.state, &battle.game) {
        (State::Planned, Some(_)) => ", a game is on",
        _ => "",
    };
    format!("**Battle {}**{place}: {}{game}", esc(name), esc(&state(campaign, battle)))
}

/// What a campaign is, how it stands, and what waits.
pub fn info(kept: &StoredBook<Campaign>, reader: Reader) -> Card {
    let campaign = &kept.book;
    let (phase, colour) = match campaign.phase {
        Phase::Open => ("on", NEUTRAL),
        Phase::Closed => ("closed", QUIET),
    };
    let organisers: Vec<String> =
        campaign.organisers.iter().map(|one| words::person(one.id.0)).collect();
    let about = match campaign.about.as_str() {
        "" => String::new(),
        about => format!("{}\n\n", esc(about)),
    };
    let round = match campaign.open_round() {
        Some(round) => format!("Now: **{}**", esc(&round_name(campaign, round.no))),
        None => "No round is on.".to_owned(),
    };
    let round_about = campaign
        .open_round()
        .filter(|round| !round.about.is_empty())
        .map_or(String::new(), |round| format!("\n{}", esc(&round.about)));
    let mut fields = vec![("Standing".to_owned(), standing_text(campaign))];
    let open: Vec<String> =
        campaign.unsettled().map(|battle| battle_line(campaign, battle)).collect();
    if !campaign.sides.is_empty() {
        fields.push(("Who fights".to_owned(), story::sides_line(campaign)));
    }
    if !open.is_empty() {
        fields.push(("Open battles".to_owned(), lines(&open, BATTLES, limits::FIELD_VALUE)));
    }
    fields.push(("How it is set".to_owned(), settings_text(campaign)));
    let mut card = Card {
        title: esc(&campaign.name),
        text: format!(
            "{about}**{}** · {phase} since {}\n{round}{round_about}\nOrganised by {}.",
            esc(campaign.played.title()),
            words::day(campaign.opened_ms),
            words::list(&organisers),
        ),
        fields,
        colour: Some(colour),
        ..Card::default()
    };
    if reader.side.is_none() && campaign.phase == Phase::Open {
        card.selects.extend(join_list(kept));
    }
    let mut waiting: Vec<&Battle> = campaign.unsettled().collect();
    // what waits for an answer first
    waiting.sort_by_key(|battle| matches!(battle.state, State::Planned));
    let rows = waiting.into_iter().map(|battle| battle_buttons(kept, battle, reader));
    for row in rows.filter(|row| !row.is_empty()).take(BATTLE_ROWS) {
        card = card.with_row(row);
    }
    card.with_row(look_buttons(kept))
}

/// Where else one may look.
pub fn look_buttons(kept: &StoredBook<Campaign>) -> Vec<Button> {
    let mut row = Vec::new();
    if !kept.book.places.is_empty() {
        row.push(button(kept, "Map", CampaignPress::Map));
    }
    if !kept.book.units.is_empty() {
        row.push(button(kept, "Units", CampaignPress::Units));
    }
    row.push(button(kept, "Chronicle", CampaignPress::Chronicle { from: 0 }));
    row
}

/// The sides to choose from, if there are any.
pub fn join_list(kept: &StoredBook<Campaign>) -> Option<Select> {
    let sides = kept.book.sides.iter().map(|side| {
        let members = count(number(side.members.len()), "member", "members");
        Choice::new(side.name.clone(), side.no).marked(side.colour.mark()).more(members)
    });
    let sides: Vec<Choice> = sides.collect();
    let press = CampaignPressed::new(&kept.id, CampaignPress::Join { side: None });
    (!sides.is_empty()).then(|| Select::new("Join a side…", press, sides))
}

fn standing_text(campaign: &Campaign) -> String {
    let rows: Vec<String> = standing(campaign)
        .iter()
        .filter_map(|row| campaign.side(row.side).map(|side| standing_line(row, side)))
        .collect();
    if rows.is_empty() {
        return "No side yet. An organiser adds them with `/chronicler side`.".to_owned();
    }
    lines(&rows, rows.len(), limits::FIELD_VALUE)
}

/// "1. 🔴 **Red Host** · **7** points · 2–0–1 · 2 places worth 5"
fn standing_line(row: &Row, side: &SideOf) -> String {
    let Row { place, points, places_held, worth, won, drawn, lost, .. } = row;
    let unit = if points.unsigned_abs() == 1 { "point" } else { "points" };
    let held = match places_held {
        0 => String::new(),
        held => format!(" · {} worth {worth}", count(*held, "place", "places")),
    };
    format!("{place}. {} · **{points}** {unit} · {won}–{drawn}–{lost}{held}", side_text(side))
}

/// How a campaign is set, a few short lines.
pub fn settings_text(campaign: &Campaign) -> String {
    let points = campaign.points;
    let announced = campaign
        .announce
        .map_or("Told where it is done".to_owned(), |channel| format!("Announced in <#{channel}>"));
    format!(
        "Points: win {}, draw {}, loss {} · the standing shows won–drawn–lost\n{announced} · public page {}",
        points.win,
        points.draw,
        points.loss,
        on_off(campaign.page)
    )
}

/// One battle with everything about it, and what the reader can do.
pub fn battle_card(kept: &StoredBook<Campaign>, battle: &Battle, reader: Reader) -> Card {
    let campaign = &kept.book;
    let sides: Vec<String> =
        battle.sides.iter().filter_map(|no| campaign.side(*no)).map(side_text).collect();
    let mut text = vec![
        battle_line(campaign, battle),
        format!("{} · {}", words::list(&sides), esc(&round_name(campaign, battle.round))),
    ];
    if !battle.note.is_empty() {
        text.push(esc(&battle.note));
    }
    for change in battle.history.iter().rev().take(5) {
        let before = Battle { state: change.before.clone(), ..battle.clone() };
        let why = match change.why.as_str() {
            "" => String::new(),
            why => format!(" ({})", esc(why)),
        };
        text.push(format!(
            "-# {} · {}: was {}{why}",
            words::moment(change.at_ms),
            esc(&change.by.name),
            esc(&state(campaign, &before)),
        ));
    }
    Card {
        title: format!("{}: battle {}", esc(&campaign.name), battle.no),
        text: lines(&text, text.len(), limits::EMBED_TEXT),
        colour: Some(NEUTRAL),
        ..Card::default()
    }
    .with_row(battle_buttons(kept, battle, reader))
}

/// What somebody can do about a battle.
pub fn battle_buttons(kept: &StoredBook<Campaign>, battle: &Battle, reader: Reader) -> Vec<Button> {
    let no = battle.no;
    let mine = reader.side.filter(|side| battle.has(*side));
    if kept.book.phase == Phase::Closed || (mine.is_none() && !reader.organises) {
        return Vec::new();
    }
    let report =
        |label: &str| button(kept, format!("{label} {no}…"), CampaignPress::Report { battle: no });
    let settle =
        |label: &str| button(kept, format!("{label} {no}…"), CampaignPress::Settle { battle: no });
    match &battle.state {
        State::Planned => {
            let mut row = Vec::new();
            if kept.book.played.system().is_some() && battle.sides.len() == 2 {
                let play = CampaignPress::Play { battle: no };
                row.push(button(kept, format!("Play {no} here"), play).styled(Style::Main));
            }
            if battle.sides.len() <= NAMED_SIDES {
                row.extend(report_buttons(kept, battle));
            } else {
                row.push(report("Report"));
            }
            row
        }
        State::Reported { side, .. } | State::Contested { side, .. }
            if Some(*side) == mine && !reader.organises =>
        {
            vec![report("Tell it anew:")]
        }
        State::Reported { .. } => confirm_buttons(kept, battle),
        State::Contested { .. } if reader.organises => {
            let confirm = CampaignPress::Confirm { battle: no, revision: battle.revision };
            vec![
                button(kept, format!("Let the report of {no} stand"), confirm),
                settle("Settle").styled(Style::Main),
            ]
        }
        State::Fought { .. } | State::Cancelled { .. } if reader.organises => {
            vec![settle("Correct")]
        }
        State::Contested { .. } | State::Fought { .. } | State::Cancelled { .. } => Vec::new(),
    }
}

/// Who won; each opens a form for the scores.
fn report_buttons(kept: &StoredBook<Campaign>, battle: &Battle) -> Vec<Button> {
    let no = battle.no;
    let won = battle.sides.iter().map(|side| {
        let name = kept.book.side(*side).map_or("", |side| side.name.as_str());
        let press = CampaignPress::ReportAs { battle: no, winner: Some(*side) };
        button(kept, format!("{no}: {} won…", clip(name, NAME_ON_BUTTON)), press)
    });
    let draw = CampaignPress::ReportAs { battle: no, winner: None };
    won.chain([button(kept, format!("{no}: draw…"), draw)]).collect()
}

/// Yes and no to a reported result.
pub fn confirm_buttons(kept: &StoredBook<Campaign>, battle: &Battle) -> Vec<Button> {
    let (no, revision) = (battle.no, battle.revision);
    vec![
        button(kept, format!("Confirm {no}"), CampaignPress::Confirm { battle: no, revision })
            .styled(Style::Yes),
        button(kept, format!("Not so ({no})…"), CampaignPress::Contest { battle: no, revision })
            .styled(Style::No),
    ]
}

/// Everybody on Discord who fights a battle, to be told about it.
pub fn people_of(campaign: &Campaign, battle: &Battle) -> Vec<UserId> {
    others_of(campaign, battle, None)
}

/// The same without this side.
pub fn others_of(campaign: &Campaign, battle: &Battle, but: Option<SideNo>) -> Vec<UserId> {
    let sides = battle.sides.iter().filter(|side| Some(**side) != but);
    let members = sides.filter_map(|side| campaign.side(*side)).flat_map(|side| &side.members);
    members.map(|member| member.id).filter(|id| id.0 > words::LARGEST_FORMER).collect()
}

/// One campaign in a list.
pub fn list_line(kept: &StoredBook<Campaign>) -> String {
    let campaign = &kept.book;
    let round = match (campaign.phase, campaign.open_round()) {
        (Phase::Closed, _) => "closed".to_owned(),
        (Phase::Open, Some(round)) => esc(&round_name(campaign, round.no)),
        (Phase::Open, None) => "on".to_owned(),
    };
    format!(
        "**{}** · {} · {} · {round}",
        esc(&campaign.name),
        esc(campaign.played.title()),
        count(number(campaign.sides.len()), "side", "sides")
    )
}

/// The battle that an entry was about.
pub fn battle_told(events: &[Happening]) -> Option<BattleNo> {
    events.iter().find_map(|event| match event.part() {
        Part::Table(battle) | Part::Battle(battle) => Some(battle),
        Part::Opening | Part::People | Part::Office | Part::Stage | Part::Story => None,
    })
}

/// As many whole lines as fit, and how many more there are.
fn lines(all: &[String], most: usize, room: usize) -> String {
    const SAYS_MORE: usize = 24;
    let mut text = String::new();
    let mut shown = 0;
    for line in all.iter().take(most) {
        let line = clip(line, room.saturating_sub(SAYS_MORE));
        if text.chars().count() + line.chars().count() + SAYS_MORE > room {
            break;
        }
        if shown > 0 {
            text.push('\n');
        }
        text.push_str(&line);
        shown += 1;
    }
    if shown < all.len() {
        let _ = write!(text, "\n… and {} more.", all.len() - shown);
    }
    text
}
