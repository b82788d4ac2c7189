//! Looking things up, and why a result is what it is.

use gatemaster_rules::antares::arms;
use gatemaster_rules::antares::command::{Command, GiveOrder, Mark, Scene, Shot};
use gatemaster_rules::antares::correct::Change;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::question::question;
use gatemaster_rules::antares::state::ModelId;
use gatemaster_rules::ids::Seat;
use gatemaster_sandbox::Seen;

use crate::battlefield::{Battlefield, on_the_table};
use crate::club::Club;

/// Discord's number for the right to see a channel.
const VIEW_CHANNEL: u64 = 1 << 10;

/// Without the marks that keep names from formatting a sentence.
fn plain(seen: &Seen) -> String {
    seen.all_text().replace('\\', "")
}

fn title(seen: &Seen) -> &str {
    &seen.embeds[0].title
}

/// Red's Ghar shoot at Blue's AI Squad; whatever is asked is answered without a thought.
async fn shots_fall(club: &Club, field: &Battlefield) {
    field.draw(Seat(0)).await;
    let (ghar, target) = (field.id_of("Ghar Battle Squad").await, field.id_of("AI Squad 1").await);
    field.play(&club.ann, Command::Order(GiveOrder::plain(ghar, Order::Fire)), None).await;
    let state = field.state().await;
    let range = Inches::whole(9);
    let uses = arms::ways(&state, state.unit(ghar).unwrap(), Manner::Fire, range).remove(0);
    let shot = Shot { target, range, uses, scene: Scene::default() };
    field.play(&club.ann, Command::Shoot { shots: vec![shot] }, None).await;
    loop {
        let state = field.state().await;
        let waits = state.flow.tasks.last().and_then(|task| question(&state, task));
        let Some(waits) = waits else { break };
        let person = if waits.seat == Seat(0) { &club.ann } else { &club.bob };
        field.play(person, waits.options[0].clone(), None).await;
    }
}

async fn at_war(club: &Club) -> Battlefield {
    let red = ["ghar_battle_squad", "outcast_squad"];
    Battlefield::open(club, on_the_table(&red, &["ai_squad", "ai_squad"])).await
}

#[tokio::test]
async fn a_unit_s_card_says_how_it_stands_and_what_its_words_mean() {
    let club = Club::open().await;
    let field = at_war(&club).await;
    field.set("Ghar Battle Squad", Change::Pins(2)).await;
    field.set("Ghar Battle Squad", Change::Remove(Mark::Model(ModelId(2)))).await;
    let answer = club.pat.at(&club.hall).slash("/unit unit:ghar BATTLE squad").await;
    assert!(answer.is_private());
    let card = answer.message();
    assert_eq!(title(&card), "Ghar Battle Squad");
    let text = plain(&card);
    for says in [
        "🔴 **Red** (Ann)",
        "2 of 3 models · 📌 2 pins",
        "Order die: in the bag",
        "An order needs 6: Command 8, 2 pins −2; Rally needs 8: Command 8.",
        "Moves 5″, runs 10″; it does not sprint.",
        "**Ghar Leader** 1 of 1",
        "**Ghar Trooper** 1 of 2",
        "Ag 3 · Acc 5 · Str 10 · Res 12 · Init 7 · Co 7",
        "**Scourer cannon** · ",
        "**Plasma Reactor**: When a lucky hit kills it",
        "(A-SPC-5, page ",
        "page 46",
    ] {
        assert!(text.contains(says), "{says}\nis missing in\n{text}");
    }

    let shown = club.pat.clicks(&card, "Show everybody").await.wait_for_messages(2).await.remove(1);
    assert!(!shown.private && title(&shown) == "Ghar Battle Squad", "{}", shown.all_text());
    assert!(shown.buttons.is_empty() && shown.selects.is_empty());
}

#[tokio::test]
async fn units_are_offered_while_typing_and_in_lists() {
    let mut club = Club::open().await;
    let field = at_war(&club).await;
    let bob = club.bob.at(&club.hall);
    let offered = bob.completes("/unit unit:").await;
    assert_eq!(offered.len(), 4);
    let offered = bob.completes("/unit unit:ai squad 2").await;
    assert_eq!(offered.len(), 1);
    assert_eq!(offered[0].value, "AI Squad 2");
    assert!(offered[0].name.starts_with("AI Squad 2 (Blue): 5 models"), "{}", offered[0].name);

    let board = field.board().await;
    let lists = club.bob.clicks(&board, "Units…").await.message();
    assert!(lists.private && lists.selects.len() == 2, "{}", lists.all_text());
    let lists = bob.slash("/unit").await.message();
    assert!(lists.private && lists.selects.len() == 2, "{}", lists.all_text());
    club.restart_bot().await;
    let list = "Look at a unit of Blue…";
    let card = club.bob.selects(&lists, list, &["AI Squad 2"]).await.message();
    assert_eq!((card.id, title(&card)), (lists.id, "AI Squad 2"), "in place");
    let other = club.bob.selects(&card, "Look at a unit of Red…", &["Outcast Squad"]).await;
    assert_eq!(title(&other.message()), "Outcast Squad");

    let wrong = bob.slash("/unit unit:Space Marines").await;
    assert!(wrong.is_private(), "{}", wrong.text());
    assert_eq!(wrong.text(), "No unit here is called “Space Marines”. Which one?");
    assert_eq!(wrong.message().selects.len(), 2);
}

#[tokio::test]
async fn where_no_battle_is_there_are_no_units() {
    let club = Club::open().await;
    let pat = club.pat.at(&club.hall);
    assert!(pat.slash("/unit").await.text().contains("No game is open in this channel"));
    assert!(pat.completes("/unit unit:").await.is_empty());
    club.bag_game().await;
    let bag = pat.slash("/unit unit:Red").await;
    assert!(bag.is_private() && bag.text().contains("has no battle"), "{}", bag.text());
}

#[tokio::test]
async fn profiles_and_weapons_are_found_by_whoever_cannot_spell() {
    let club = Club::open().await;
    let pat = club.pat.at(&club.hall);
    let card = pat.slash("/profile unit:gahr batle squad").await.message();
    assert_eq!(title(&card), "Ghar Battle Squad");
    let text = plain(&card);
    for says in [
        "**Ghar** · infantry · 3 models · 1 order die",
        "Destroyed, it counts as 2 order dice lost (A-GAM-3, page 52)",
        "**Ghar Trooper** 2 ×",
        "Page 46 of the booklet",
    ] {
        assert!(text.contains(says), "{says}\nis missing in\n{text}");
    }
    let weapon = club.pat.selects(&card, "Look at a weapon…", &["Scourer cannon"]).await.message();
    assert_eq!((weapon.id, title(&weapon)), (card.id, "Scourer cannon"));
    assert!(plain(&weapon).contains("Ghar Battle Squad (Ghar)"), "{}", plain(&weapon));
    let back = club.pat.selects(&weapon, "Who carries it…", &["Ghar Battle Squad"]).await;
    assert_eq!(title(&back.message()), "Ghar Battle Squad");

    let carbine = pat.slash("/weapon weapon:plasma carbne").await.message();
    assert_eq!(title(&carbine), "Plasma carbine");
    let text = plain(&carbine);
    assert!(text.contains("- single shot: 20″ / 30″ / 50″ · SV 2 · 1 shot"), "{text}");
    assert!(text.contains("**RF2**: Rapid fire: 2 shots"), "{text}");
    assert!(text.contains("**Standard weapon**: "), "{text}");

    let several = pat.slash("/weapon weapon:mag").await.message();
    assert!(several.private && several.text.contains("It may be one of these"), "{}", several.text);
    let gun = club.pat.selects(&several, "Which one do you mean?", &["Mag gun"]).await.message();
    assert_eq!((gun.id, title(&gun)), (several.id, "Mag gun"));
    let nothing = pat.slash("/profile unit:Death Star").await.message();
    assert!(nothing.private && nothing.selects.is_empty(), "{}", nothing.text);
    assert!(nothing.text.contains("I know no unit that is just called “Death Star”"));

    let offered = pat.completes("/weapon weapon:plasma ca").await;
    assert!(offered.iter().any(|choice| choice.value == "Plasma carbine"), "{offered:?}");
    let offered = pat.completes("/profile unit:ghar").await;
    assert!(offered.iter().all(|choice| choice.name.contains("Ghar")), "{offered:?}");
}

#[tokio::test]
async fn the_books_are_open_in_direct_messages_and_wherever_one_brings_the_bot() {
    let club = Club::open().await;
    let dm = club.ann.dm();
    let rule = club.ann.at(&dm).slash("/rules search:ambush").await.message();
    let shown = club.ann.clicks(&rule, "Show everybody").await;
    assert!(shown.failed().is_none());
    club.pat.installs_bot();
    let chat = club.pat.private_chat(&[&club.bob]);
    let pat = club.pat.at(&chat);
    let card = pat.slash("/weapon weapon:Mag gun").await.message();
    assert_eq!(title(&card), "Mag gun");
    let shown = club.pat.clicks(&card, "Show everybody").await.wait_for_messages(2).await.remove(1);
    assert!(!shown.private, "{}", shown.all_text());
    assert_eq!(title(&pat.slash("/profile unit:AI Squad").await.message()), "AI Squad");
}

#[tokio::test]
async fn a_server_s_own_units_are_in_its_own_books_only() {
    let club = Club::open().await;
    let troop = |n: u32| {
        format!(
            "[[unit.model]]\nname = \"Warden {n}\"\ncount = 1\nag = 5\nacc = 5\nstr = 5\nres = 5\ninit = 7\nco = 8\n\
             weapons = [\"gate_lance_{n}\"]\nspecial = [\"Leader\"]\n"
        )
    };
    let troops: String = (0..10).map(troop).collect();
    let mode = |n: u32| {
        format!(
            "[[weapon.mode]]\nname = \"beam {n}\"\nrange = [10, 20]\nsv = 1\nspecial = [\"RF2\"]\n"
        )
    };
    let modes: String = (0..6).map(mode).collect();
    let weapons: String = (0..12)
        .map(|n| format!("gate_lance_{n}"))
        .map(|key| {
            let head =
                format!("[[weapon]]\nkey = \"{key}\"\nname = \"{key}\"\nclass = \"support\"\n");
            head + &modes
        })
        .collect();
    let unit = "[[unit]]\nkey = \"wardens\"\nname = \"Gate Wardens\"\nforce = \"other\"\nkind = \"infantry\"\n";
    let file = format!("{weapons}{unit}{troops}");
    let loaded =
        club.mia.at(&club.hall).slash("/units load").with_file("file", "own.toml", file).await;
    assert!(loaded.text().contains("Gate Wardens"), "{}", loaded.text());

    let card = club.pat.at(&club.hall).slash("/profile unit:gate wardens").await.message();
    assert!(plain(&card).contains("This server's own."), "{}", plain(&card));
    // long as it is, it is read page by page; a page that is shown stays, and others read on for themselves
    let second = club.pat.clicks(&card, "More ▸").await.message();
    assert_eq!(second.id, card.id);
    assert!(second.embeds[0].footer.starts_with("Page 2 of "), "{}", second.all_text());
    let shown =
        club.pat.clicks(&second, "Show everybody").await.wait_for_messages(2).await.remove(1);
    assert_eq!(shown.embeds[0].description, second.embeds[0].description);
    let back = club.bob.clicks(&shown, "◂ Back").await.message();
    assert!(back.private && back.id != shown.id, "{}", back.all_text());
    assert_eq!(back.embeds[0].description, card.embeds[0].description);
    assert_eq!(shown.again().unwrap().embeds[0].description, second.embeds[0].description);

    let elsewhere = club.pat.at(&club.pat.dm()).slash("/profile unit:gate wardens").await;
    assert!(elsewhere.text().contains("I know no unit"), "{}", elsewhere.text());
}

#[tokio::test]
async fn rules_are_found_with_the_words_people_use() {
    let club = Club::open().await;
    let pat = club.pat.at(&club.hall);
    for (typed, found) in [
        ("order test", "Order test"),
        ("A-SHT-18", "Armour"),
        ("stat tset", "Stat test"),
        ("plasma fade", "Plasma Fade"),
    ] {
        let card = pat.slash(&format!("/rules search:{typed}")).await.message();
        assert!(card.private, "{typed}");
        assert!(title(&card).contains(found), "{typed}: {}", plain(&card));
        assert!(plain(&card).contains(" of the booklet"), "{}", plain(&card));
    }
    let card = pat.slash("/rules search:order test").await.message();
    let also = card.select("See also…").unwrap();
    assert!((1..=5).contains(&also.options.len()));
    let first = also.options[0].label.clone();
    let next = club.pat.selects(&card, "See also…", &[&first]).await.message();
    assert_eq!((next.id, title(&next)), (card.id, first.as_str()));

    let nothing = pat.slash("/rules search:qqqqqqqqqq").await.message();
    assert!(nothing.private && nothing.text.contains("I know no rule"), "{}", nothing.text);
    let near = nothing.select("Perhaps one of these…").unwrap().options[0].label.clone();
    let rule = club.pat.selects(&nothing, "Perhaps one of these…", &[&near]).await.message();
    assert_eq!(title(&rule), near);

    let offered = pat.completes("/rules search:pins").await;
    assert!((1..=25).contains(&offered.len()));
    for choice in offered {
        let value = choice.value.as_str().unwrap();
        let card = pat.slash(&format!("/rules search:{value}")).await.message();
        assert_eq!(title(&card), value);
    }
}

#[tokio::test]
async fn every_die_of_a_shooting_is_explained_with_its_rules() {
    let mut club = Club::open().await;
    let field = at_war(&club).await;
    field.set("AI Squad 1", Change::Pins(1)).await;
    shots_fall(&club, &field).await;
    let mut told = String::new();
    for step in 1..=field.steps().await {
        let mut page =
            club.pat.at(&club.hall).slash(&format!("/explain step:{step}")).await.message();
        assert_eq!(title(&page), format!("Step {step} explained"));
        told += &plain(&page);
        while page.button("More ▸").is_some() {
            let next = club.pat.clicks(&page, "More ▸").await.message();
            assert_eq!(next.id, page.id, "turned in place");
            page = next;
            told += &plain(&page);
        }
    }
    for says in [
        "Counted for it: Acc 5",
        "D10 no. ",
        "(A-SHT-6, page 18)",
        "rolled by me",
        "gatemaster verify",
        "/game export",
    ] {
        assert!(told.contains(says), "{says}\nis missing in\n{told}");
    }

    let page = club.pat.at(&club.hall).slash("/explain").await.message();
    let latest = title(&page).to_owned();
    assert!(page.private && plain(&page).contains("rolled by me"), "{}", page.all_text());
    assert!(plain(&page).contains(&field.id), "the small print names the game");

    // a rule opens beside the explanation
    let rule = page.select("Read a rule…").unwrap().options[0].label.clone();
    let opened = club.pat.selects(&page, "Read a rule…", &[&rule]).await.message();
    assert_ne!(opened.id, page.id);
    assert_eq!(title(&opened), rule);

    // shown to everybody, it can be read on by anybody, each for themselves
    club.restart_bot().await;
    let shown = club.pat.clicks(&page, "Show everybody").await.wait_for_messages(2).await.remove(1);
    assert!(!shown.private && shown.all_text().contains("explained"), "{}", shown.all_text());
    let again = club.bob.at(&club.hall).uses_on_message("Explain this", &shown).await.message();
    assert!(again.private);
    assert_eq!(title(&again), title(&shown));

    let offered = club.ann.at(&club.hall).completes("/explain step:").await;
    let first = offered[0].value.as_u64().unwrap();
    assert_eq!(latest, format!("Step {first} explained"), "{offered:?}");
    assert!(offered[0].name.starts_with(&format!("{first}: ")), "{offered:?}");
    assert!(!offered[0].name.contains('\\'), "{offered:?}");
    let none = club.ann.at(&club.hall).slash("/explain step:900").await;
    assert!(none.is_private() && none.text().contains("has steps 1 to "), "{}", none.text());
}

#[tokio::test]
async fn a_result_is_explained_by_its_button_and_long_after_it_has_gone() {
    let club = Club::open().await;
    let field = at_war(&club).await;
    field.board().await;
    let drawn = club.draws(&club.ann, &club.hall, "Red").await.message();
    let step = field.steps().await;
    let why = club.pat.clicks(&drawn, "Explain").await.message();
    assert!(why.private && why.id != drawn.id);
    assert_eq!(title(&why), format!("Step {step} explained"));
    let text = plain(&why);
    assert!(text.contains("Drawing a die (A-BAG-2, page 9)"), "{text}");
    assert!(text.contains("Die 1 of this game, rolled by me"), "{text}");

    let asked = club.ann.clicks(&drawn, "Undo").await.wait_for_messages(2).await.remove(1);
    let spent = drawn.again().unwrap();
    assert!(spent.buttons.is_empty(), "a message that has served loses its buttons");
    let why = club.bob.at(&club.hall).uses_on_message("Explain this", &spent).await.message();
    assert!(why.private);
    assert_eq!(title(&why), format!("Step {step} explained"));

    club.bob.clicks(&asked, "Agree").await;
    let pat = club.pat.at(&club.hall);
    let taken = pat.slash(&format!("/explain step:{step}")).await.message();
    let undo = field.steps().await;
    let says = format!("Taken back** later, by step {undo}.");
    assert!(plain(&taken).contains(&says), "{}", plain(&taken));
    let undone = pat.slash(&format!("/explain step:{undo}")).await.message();
    let text = plain(&undone);
    assert!(text.contains(&format!("Taken back: step {step}, ")), "{text}");
    assert!(text.contains("(Ann asked, Bob agreed)"), "{text}");
    assert!(text.contains("Dice that fell do not come back"), "{text}");
    assert!(text.contains("No dice were rolled for this."), "{text}");
}

#[tokio::test]
async fn a_board_and_a_bag_can_be_asked_about_too() {
    let club = Club::open().await;
    let field = at_war(&club).await;
    let board = field.board().await;
    let why = club.pat.at(&club.hall).uses_on_message("Explain this", &board).await.message();
    assert_eq!(title(&why), format!("Step {} explained", field.steps().await));
    let yard = club.discord.channel("yard");
    club.ann.at(&yard).slash("/bag setup sides:Red 6, Blue 5").await;
    let drawn = club.ann.at(&yard).slash("/bag draw").await.message();
    let why = club.pat.at(&yard).uses_on_message("Explain this", &drawn).await.message();
    let text = plain(&why);
    assert!(
        text.contains("Ann drew ") && text.contains("🎲 Die 1 of this game (die 1: "),
        "{text}"
    );
    assert!(text.contains("SHA-256"), "{text}");
}

#[tokio::test]
async fn what_tells_no_step_gets_a_kind_word() {
    let club = Club::open().await;
    let pat = club.pat.at(&club.hall);
    let said = club.bob.at(&club.hall).says("Step 1 · game abc").await;
    let foreign = pat.uses_on_message("Explain this", &said).await;
    assert!(foreign.is_private() && foreign.text().starts_with("I did not write this."));
    assert!(foreign.text().contains("`/explain`"), "{}", foreign.text());
    let rolled = club.bob.at(&club.hall).slash("/roll dice:2d6").await.message();
    let roll = pat.uses_on_message("Explain this", &rolled).await;
    assert!(roll.is_private() && roll.text().contains("`/rolls proof`"), "{}", roll.text());
    let nothing = pat.slash("/explain").await;
    assert!(nothing.text().contains("No game is open in this channel"), "{}", nothing.text());
}

#[tokio::test]
async fn nobody_learns_of_a_battle_that_is_not_theirs_to_see() {
    let club = Club::open().await;
    let field = at_war(&club).await;
    let told = format!(
        r#"{{"embeds":[{{"description":"x","footer":{{"text":"Step 1 · game {}"}}}}]}}"#,
        field.id
    );
    // in another server
    let strangers = club.discord.server("Strangers");
    club.pat.joins(&strangers);
    let yard = strangers.channel("yard");
    club.as_bot("POST", &format!("channels/{}/messages", yard.id()), &told).await;
    let forged = yard.last().unwrap();
    let refused = club.pat.at(&yard).uses_on_message("Explain this", &forged).await;
    assert!(refused.is_private() && refused.text().contains("I know no such game here"));
    // in a channel of the same server, for somebody who does not see the hall
    let lobby = club.discord.channel("lobby");
    club.as_bot("POST", &format!("channels/{}/messages", lobby.id()), &told).await;
    let forged = lobby.last().unwrap();
    let seen = club.pat.at(&lobby).uses_on_message("Explain this", &forged).await.message();
    assert_eq!(title(&seen), "Step 1 explained");
    assert!(seen.button("Show everybody").is_none(), "the lobby need not know");
    club.hall.deny(&club.pat, VIEW_CHANNEL);
    let refused = club.pat.at(&lobby).uses_on_message("Explain this", &forged).await;
    assert!(refused.is_private() && refused.text().contains("I know no such game here"));
}

#[tokio::test]
async fn forged_presses_are_refused_kindly() {
    let club = Club::open().await;
    let field = at_war(&club).await;
    let lists = club.pat.at(&club.hall).slash("/unit").await.message();
    let card =
        club.pat.selects(&lists, "Look at a unit of Red…", &["Outcast Squad"]).await.message();
    let real = card.button("Show everybody").unwrap().custom_id.clone();
    let id = &field.id;
    for forged in [
        format!("a1:{id}:2:l:why:0"),
        format!("a1:{id}:2:l:why:4294967295"),
        format!("a1:{id}:2:l:steps:1.4294967295.0"),
        format!("a1:{id}:2:l:show-steps:9.1.0"),
        format!("a1:{id}:2:l:unit:999"),
        format!("a1:{id}:2:l:card:65535.7"),
        format!("a1:{id}:2:l:pick-unit:9"),
        format!("a1:{id}:2:l:pick-rule"),
        "a1:book:0:l:units".to_owned(),
        "a1:book:0:l:why:1".to_owned(),
        "a1:book:0:l:rule:1.0".to_owned(),
        "a1:book:0:l:weapon:1.0".to_owned(),
        "a1:book:0:l:show-profile:1.0".to_owned(),
    ] {
        let mut message = card.clone();
        for button in message.raw["components"].as_array_mut().unwrap() {
            for control in button["components"].as_array_mut().unwrap() {
                if control["custom_id"] == real.as_str() {
                    control["custom_id"] = forged.clone().into();
                }
            }
        }
        for button in &mut message.buttons {
            if button.custom_id == real {
                button.custom_id.clone_from(&forged);
            }
        }
        let answer = club.pat.clicks_as_seen(&message, &forged).await;
        assert!(answer.is_private(), "{forged}: {}", answer.text());
        let text = answer.text();
        let kind =
            ["name one of those", "no longer does anything", "no such game", "not in my books"];
        assert!(kind.iter().any(|words| text.contains(words)), "{forged}: {text}");
    }
    let far = format!("a1:{id}:2:l:card:1.4000000000");
    let mut message = card.clone();
    message.buttons[0].custom_id.clone_from(&far);
    message.raw["components"][2]["components"][0]["custom_id"] = far.clone().into();
    let last = club.pat.clicks_as_seen(&message, &far).await.message();
    assert_eq!(title(&last), "Outcast Squad", "beyond the last page is the last page");
}
