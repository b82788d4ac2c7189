//! What people see of a campaign, and what they do not.

use gatemaster_discord::card::SeenBy;
use gatemaster_league::campaign::{Action, BattleNo, UnitNo, UnitState};

use super::super::made_up::*;
use super::*;

const FIRST: BattleNo = BattleNo(1);

fn labels(row: &[Button]) -> Vec<&str> {
    row.iter().map(|button| button.label.as_str()).collect()
}

fn reader(campaign: &Campaign, actor: &gatemaster_rules::table::Actor) -> Reader {
    Reader::of(campaign, actor.id(), campaign.is_organiser(actor.id()))
}

fn buttons_for(campaign: &Campaign, actor: &gatemaster_rules::table::Actor) -> Vec<String> {
    let kept = kept(campaign.clone());
    let battle = campaign.battle(FIRST).unwrap();
    let row = battle_buttons(&kept, battle, reader(campaign, actor));
    labels(&row).into_iter().map(str::to_owned).collect()
}

#[test]
fn the_card_of_a_campaign_says_who_leads_and_what_is_open() {
    let mut campaign = war();
    let award = Action::Award { side: RED, points: 1, why: "Painted".to_owned() };
    does(&mut campaign, &olga(), award);
    let card = info(&kept(campaign.clone()), reader(&campaign, &ann()));
    let text = card.plain();
    assert!(text.contains("1. 🔴 **Red Host** · **1** point · 0–0–0 · 1 place worth 2"), "{text}");
    assert!(text.contains("2. 🔵 **Blue Legion** · **0** points"), "{text}");
    assert!(text.contains("Now: **Round 1 (The Crossing)**"), "{text}");
    assert!(
        text.contains("**Battle 1, Red Host against Blue Legion** at Old Mill: to be fought"),
        "{text}"
    );
    assert!(card.selects.is_empty(), "Ann is on a side already");
    assert_eq!(labels(&card.buttons[0]), ["1: Red Host won…", "1: Blue Legion won…", "1: draw…"]);
    assert_eq!(labels(&card.buttons[1]), ["Map", "Units", "Chronicle"]);
}

#[test]
fn a_stranger_may_join_a_side_and_touches_no_battle() {
    let campaign = war();
    let card = info(&kept(campaign.clone()), reader(&campaign, &person(9, "Pat")));
    let list = &card.selects[0];
    assert_eq!(
        list.options.iter().map(|side| side.label.as_str()).collect::<Vec<_>>(),
        ["Red Host", "Blue Legion"]
    );
    assert_eq!(card.buttons.len(), 1, "only where else to look");
}

#[test]
fn what_can_be_done_about_a_battle_follows_its_state_and_the_reader() {
    let mut campaign = war();
    let pat = person(9, "Pat");
    assert_eq!(buttons_for(&campaign, &pat), Vec::<String>::new());
    does(&mut campaign, &ann(), Action::Report { battle: FIRST, told: red_wins() });
    assert_eq!(buttons_for(&campaign, &ann()), ["Tell it anew: 1…"]);
    assert_eq!(buttons_for(&campaign, &ben()), ["Confirm 1", "Not so (1)…"]);
    assert_eq!(buttons_for(&campaign, &olga()), ["Confirm 1", "Not so (1)…"]);
    let says = "It was ours".to_owned();
    does(&mut campaign, &ben(), Action::Contest { battle: FIRST, revision: 1, says });
    assert_eq!(buttons_for(&campaign, &ben()), Vec::<String>::new());
    assert_eq!(buttons_for(&campaign, &olga()), ["Let the report of 1 stand", "Settle 1…"]);
    does(&mut campaign, &olga(), Action::Confirm { battle: FIRST, revision: 2 });
    assert_eq!(buttons_for(&campaign, &ann()), Vec::<String>::new());
    assert_eq!(buttons_for(&campaign, &olga()), ["Correct 1…"]);
    let card = battle_card(
        &kept(campaign.clone()),
        campaign.battle(FIRST).unwrap(),
        reader(&campaign, &ben()),
    );
    assert!(card.text.contains("Red Host wins (Red Host 12, Blue Legion 7)"), "{}", card.text);
    assert!(card.text.contains("contested\\: It was ours"), "what was said stays: {}", card.text);
    does(&mut campaign, &olga(), Action::Close);
    assert_eq!(buttons_for(&campaign, &olga()), Vec::<String>::new());
}

#[test]
fn a_team_with_a_table_of_ours_is_offered_to_play_there() {
    let mut campaign = war();
    campaign.played = gatemaster_league::Played::System(gatemaster_rules::game::SystemId::DiceGame);
    assert_eq!(
        buttons_for(&campaign, &ann()),
        ["Play 1 here", "1: Red Host won…", "1: Blue Legion won…", "1: draw…"]
    );
}

#[test]
fn the_chronicle_is_read_backwards_page_by_page_and_every_line_once() {
    let mut campaign = war();
    for no in 0..40 {
        let text = format!("Note {no}: {}", "long ".repeat(if no % 7 == 0 { 90 } else { 2 }));
        does(&mut campaign, &ann(), Action::Note { text, battle: None });
    }
    let told = gatemaster_league::campaign::chronicle::story(&campaign);
    let all: Vec<u32> = told.iter().rev().map(|entry| entry.no.0).collect();
    let kept = kept(campaign);
    let (mut from, mut read) = (0, Vec::new());
    loop {
        let card = chronicle(&kept, from);
        let shown = card
            .text
            .lines()
            .filter_map(|line| line.strip_prefix('`')?.split('`').next()?.parse::<u32>().ok());
        read.extend(shown);
        let older = card.buttons.iter().flatten().find(|button| button.label == "Older ▶");
        let Some(older) = older else { break };
        let gatemaster_discord::card::Press::Id(id) = &older.press else { panic!("a link") };
        let pressed: CampaignPressed = gatemaster_discord::press::decode(id.as_str()).unwrap();
        let CampaignPress::Chronicle { from: next } = pressed.press else { panic!("another page") };
        assert!(from == 0 || next < from, "pages go back");
        from = next;
    }
    assert_eq!(read, all);
    assert_eq!(chronicle(&kept, u32::MAX).text, chronicle(&kept, 0).text);
}

#[test]
fn a_struck_note_is_not_read_out() {
    let mut campaign = war();
    does(&mut campaign, &ann(), Action::Note { text: "Secret".to_owned(), battle: None });
    let entry = campaign.chronicle.last().unwrap().no;
    assert!(chronicle(&kept(campaign.clone()), 0).text.contains("“Secret”"));
    does(&mut campaign, &ann(), Action::Strike { entry });
    let text = chronicle(&kept(campaign), 0).text;
    assert!(!text.contains("Secret") && text.contains("*A note, struck by Ann.*"), "{text}");
}

#[test]
fn a_unit_shows_what_it_carries() {
    let mut campaign = war();
    let change = Action::UnitChange {
        unit: UnitNo(1),
        name: None,
        kind: None,
        experience: 2,
        losses: 3,
        state: Some(UnitState::Lost),
        honour: Some("Held the bridge".to_owned()),
        note: None,
        battle: Some(FIRST),
    };
    does(&mut campaign, &olga(), change);
    let card = units(&kept(campaign.clone()), None);
    let line =
        "~~**Iron Guard**~~ (Strike squad): experience 6, losses 4, lost; honours: Held the bridge";
    assert!(card.text.contains(line), "{}", card.text);
    assert!(!card.text.contains("Blue Legion"), "who has no units is not listed");
    assert!(units(&kept(campaign), Some(BLUE)).text.contains("0 units"));
}

#[test]
fn names_that_people_choose_format_nothing() {
    let hostile = "**[x](http://a.b)** @everyone";
    let mut campaign = named(hostile);
    let (name, player) = (Some("`_Red_`".to_owned()), Some(ann().player));
    does(&mut campaign, &olga(), Action::AddSide { name, player, colour: None });
    put(&mut campaign, "<@1> ||Mill||", Some(RED), None);
    let unit = Action::UnitPut {
        side: RED,
        name: "# Guard".to_owned(),
        kind: String::new(),
        experience: 0,
        losses: 0,
        note: "*note*".to_owned(),
    };
    does(&mut campaign, &olga(), unit);
    let text = "```\n@here **bold**".to_owned();
    does(&mut campaign, &ann(), Action::Note { text, battle: None });
    let anybody = Reader { side: None, organises: false };
    let kept = kept(campaign.clone());
    let shown =
        [info(&kept, anybody), map(&kept, false, None), units(&kept, None), chronicle(&kept, 0)];
    for card in shown {
        let text = card.plain().replace("```text", "").replace("\n```", "");
        for odd in
            ["**[x]", "`_Red_`", "<@1>", "||Mill", "# Guard**", "*note*", "@here", "@everyone"]
        {
            let bare = text.match_indices(odd).find(|(at, _)| !text[..*at].ends_with('\\'));
            assert!(bare.is_none(), "{odd} in {text}");
        }
        assert_eq!(card.body(SeenBy::All)["allowed_mentions"]["users"], serde_json::json!([]));
    }
}

#[test]
fn a_campaign_that_is_as_full_as_can_be_stays_within_every_limit() {
    let mut campaign = named(&"N".repeat(64));
    for no in 0..12 {
        let name = Some(format!("{:*<62}{no:02}", ""));
        does(&mut campaign, &olga(), Action::AddSide { name, player: None, colour: None });
    }
    for no in 0..60 {
        put(&mut campaign, &format!("{:_<62}{no:02}", ""), Some(SideNo(no % 12 + 1)), None);
    }
    let (name, about) = ("R".repeat(64), "a".repeat(500));
    does(&mut campaign, &olga(), Action::OpenRound { name, about });
    for no in 0..40 {
        let sides = (1..=12).map(SideNo).collect();
        let plan = Action::Plan { name: None, sides, place: None, note: "n".repeat(500 - no) };
        does(&mut campaign, &olga(), plan);
    }
    let organiser = reader(&campaign, &olga());
    let kept = kept(campaign);
    let battle = kept.book.battle(FIRST).unwrap();
    let cards = [
        info(&kept, organiser),
        map(&kept, false, None),
        units(&kept, None),
        chronicle(&kept, 0),
        battle_card(&kept, battle, organiser),
    ];
    for card in cards {
        assert!(card.text.chars().count() <= limits::EMBED_TEXT);
        assert!(card.selects.len() + card.buttons.len() <= limits::ROWS);
        for (_, value) in &card.fields {
            assert!(value.chars().count() <= limits::FIELD_VALUE);
        }
    }
}
