//! Rolls under a name, the last rolls of a channel, and the proof of its dice.

use std::collections::{HashMap, HashSet};

use gatemaster_rules::dice::Seed;
use gatemaster_rules::roll::proof::{OwnSeed, Proof, verify};
use gatemaster_sandbox::{Choice, Seen};
use sqlx::{Connection as _, Executor as _, SqliteConnection};

use crate::club::Club;

fn working(seen: &Seen) -> &str {
    &seen.embeds[0].description
}

fn values(choices: &[Choice]) -> Vec<&str> {
    choices.iter().map(|choice| choice.value.as_str().unwrap()).collect()
}

/// The file of a proof, checked.
fn proof(seen: &Seen) -> Proof {
    assert_eq!(seen.files.len(), 1, "{}", seen.all_text());
    let proof: Proof = serde_json::from_slice(&seen.files[0].bytes).unwrap();
    assert_eq!(verify(&proof).faults, Vec::<String>::new());
    assert!(seen.text.contains(&proof.seed) && seen.text.contains(&proof.seed_hash));
    proof
}

#[tokio::test]
async fn a_roll_is_saved_rolled_by_name_changed_and_forgotten() {
    let mut club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    let none = ann.slash("/rolls list").await;
    assert!(none.is_private() && none.text().contains("none yet"), "{}", none.text());
    let saved = ann.slash("/rolls save name:Attack dice:6D10 <= 5").await;
    assert!(saved.is_private());
    assert_eq!(saved.text(), "Saved: **Attack** rolls `6d10<=5`.");
    club.restart_bot().await;
    for name in ["Attack", "attack", "  ATTACK "] {
        let rolled = ann.slash(&format!("/roll dice:{name} faces:3 7 1 10 5 8")).await.message();
        assert_eq!(rolled.text, "🎲 **Ann**, Attack: **3 successes**", "{name}");
    }
    // what one says now counts more than the name
    let labelled = ann.slash("/roll dice:attack label:again faces:1 1 1 1 1 1").await.message();
    assert_eq!(labelled.text, "🎲 **Ann**, again: **6 successes**");
    ann.slash("/rolls save name:attack dice:2d6 # smite").await;
    let list = ann.slash("/rolls list").await.text();
    assert!(list.contains("**attack** `2d6 # smite`") && !list.contains("6d10"), "{list}");
    let rolled = ann.slash("/roll dice:attack faces:4 1").await.message();
    assert_eq!(rolled.text, "🎲 **Ann**, smite: **5**", "a label of its own stays");
    let forgotten = ann.slash("/rolls forget name:Attack").await;
    assert!(
        forgotten.is_private() && forgotten.text().contains("Forgotten"),
        "{}",
        forgotten.text()
    );
    let gone = ann.slash("/roll dice:attack").await;
    assert!(gone.is_private() && gone.text().contains("not `attack`"), "{}", gone.text());
    let twice = ann.slash("/rolls forget name:Attack").await;
    assert!(
        twice.is_private() && twice.text().contains("no saved roll “Attack”"),
        "{}",
        twice.text()
    );
}

#[tokio::test]
async fn mine_comes_before_the_server_s() {
    let club = Club::open().await;
    let saved = club.mia.at(&club.hall).slash("/rolls save name:hit dice:2d6 whose:this server's");
    assert!(saved.await.text().contains("Saved"), "the server's");
    let ann = club.ann.at(&club.hall);
    let servers = ann.slash("/roll dice:hit faces:4 1").await.message();
    assert_eq!(working(&servers), "2d6: 4 + 1 = 5");
    ann.slash("/rolls save name:Hit dice:3d6").await;
    let own = ann.slash("/roll dice:hit faces:4 1 1").await.message();
    assert_eq!(working(&own), "3d6: 4 + 1 + 1 = 6");
    let bobs = club.bob.at(&club.hall).slash("/roll dice:hit faces:4 1").await.message();
    assert_eq!(working(&bobs), "2d6: 4 + 1 = 5", "Ann's is Ann's");
    let list = ann.slash("/rolls list").await.text();
    assert!(list.contains("__Yours__\n**Hit** `3d6`"), "{list}");
    assert!(list.contains("__This server's__\n**hit** `2d6`"), "{list}");
    ann.slash("/rolls forget name:hit").await;
    let again = ann.slash("/roll dice:hit faces:4 1").await.message();
    assert_eq!(working(&again), "2d6: 4 + 1 = 5", "the server's is still there");
}

#[tokio::test]
async fn a_server_s_rolls_are_kept_by_those_who_manage_or_organise() {
    let club = Club::open().await;
    let line = "/rolls save name:hit dice:2d6 whose:this server's";
    let refused = club.ann.at(&club.hall).slash(line).await;
    assert!(
        refused.is_private() && refused.text().contains("Only people who manage"),
        "{}",
        refused.text()
    );
    let role = club.discord.home().role("Umpires", 0);
    club.mia.at(&club.hall).slash("/settings organisers:@Umpires").await;
    club.ann.gets_role(&club.discord.home(), role);
    let saved = club.ann.at(&club.hall).slash(line).await;
    assert!(saved.text().contains("Saved: **hit**"), "{}", saved.text());
    let forget = "/rolls forget name:hit whose:this server's";
    let refused = club.bob.at(&club.hall).slash(forget).await;
    assert!(
        refused.is_private() && refused.text().contains("Only people who manage"),
        "{}",
        refused.text()
    );
    let rolled = club.bob.at(&club.hall).slash("/roll dice:hit").await;
    assert!(!rolled.is_private(), "{}", rolled.text());
    let forgotten = club.mia.at(&club.hall).slash(forget).await;
    assert!(forgotten.text().contains("Forgotten: **hit**"), "{}", forgotten.text());
    let dm = club.ann.dm();
    let nowhere = club.ann.at(&dm).slash(line).await;
    assert!(nowhere.text().contains("There is no server here"), "{}", nowhere.text());
}

#[tokio::test]
async fn nobody_sees_what_others_or_other_servers_saved() {
    let club = Club::open().await;
    club.ann.at(&club.hall).slash("/rolls save name:annsown dice:2d6").await;
    club.mia.at(&club.hall).slash("/rolls save name:clubs dice:2d6 whose:this server's").await;
    let rivals = club.discord.server("Rivals");
    club.ann.joins(&rivals);
    club.bob.joins(&rivals);
    let yard = rivals.channel("yard");
    for place in [&club.hall, &yard, &club.bob.dm()] {
        let bob = club.bob.at(place);
        let list = bob.slash("/rolls list").await.text();
        assert!(!list.contains("annsown"), "{list}");
        assert_eq!(list.contains("clubs"), place.id() == club.hall.id(), "{list}");
        let offered = bob.completes("/roll dice:").await;
        assert!(!values(&offered).contains(&"annsown"), "{offered:?}");
        assert_eq!(values(&offered).contains(&"clubs"), place.id() == club.hall.id());
        let refused = bob.slash("/roll dice:annsown").await;
        assert!(
            refused.is_private() && refused.text().contains("not `annsown`"),
            "{}",
            refused.text()
        );
        let refused = bob.slash("/rolls forget name:annsown").await;
        assert!(refused.text().contains("no saved roll"), "{}", refused.text());
    }
    let refused = club.bob.at(&yard).slash("/roll dice:clubs").await;
    assert!(refused.is_private(), "{}", refused.text());
    // one's own go along everywhere
    for place in [&yard, &club.ann.dm()] {
        let rolled = club.ann.at(place).slash("/roll dice:annsown faces:4 1").await.message();
        assert_eq!(working(&rolled), "2d6: 4 + 1 = 5");
    }
}

#[tokio::test]
async fn typing_is_helped_by_saved_rolls_and_by_what_was_rolled_before() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    let examples = ann.completes("/roll dice:").await;
    assert_eq!(values(&examples), ["2d6", "d20+5", "6d10<=5", "4d6kh3", "d%"]);
    ann.slash("/rolls save name:attack dice:6d10<=5").await;
    ann.slash("/rolls save name:damage dice:2d8").await;
    club.mia.at(&club.hall).slash("/rolls save name:attack dice:d6 whose:this server's").await;
    club.mia.at(&club.hall).slash("/rolls save name:shared dice:d4 whose:this server's").await;
    ann.slash("/roll dice:3d6+1").await;
    let offered = ann.completes("/roll dice:").await;
    assert_eq!(values(&offered), ["attack", "damage", "shared", "3d6+1"]);
    assert_eq!(offered[0].name, "attack: 6d10<=5", "one's own stands for the name");
    assert_eq!(values(&ann.completes("/roll dice:DAM").await), ["damage"]);
    assert_eq!(values(&ann.completes("/roll dice:2d8").await), ["2d8", "damage"]);
    assert_eq!(values(&ann.completes("/roll dice:2D8 + 1").await), ["2D8 + 1"]);
    assert_eq!(values(&ann.completes("/rolls forget name:").await), ["attack", "damage", "shared"]);
    assert_eq!(values(&ann.completes("/rolls forget name:da").await), ["damage"]);
    assert!(ann.completes("/roll dice:zzz").await.is_empty());
    // what is offered can be rolled as it is offered, or it is not offered
    let long = "d6+".repeat(39) + "d6";
    for choice in ann.completes(&format!("/roll dice:{long}")).await {
        let value = choice.value.as_str().unwrap();
        let rolled = ann.slash(&format!("/roll dice:{value}")).await;
        assert!(!rolled.is_private(), "{value}: {}", rolled.text());
    }
}

#[tokio::test]
async fn names_that_are_dice_or_nothing_are_refused() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    for name in ["2d6", "D20", "5", "d%", "2d6 # x"] {
        let refused = ann.slash(&format!("/rolls save name:{name} dice:d6")).await;
        assert!(refused.is_private(), "{name}");
        assert!(refused.text().contains("is a roll by itself"), "{name}: {}", refused.text());
    }
    let refused = ann.slash("/rolls save name:\u{202e}\u{200b} dice:d6").await;
    assert!(
        refused.is_private() && refused.text().contains("1 to 32 characters"),
        "{}",
        refused.text()
    );
    let refused = ann.slash("/rolls save name:hit dice:2d6+").await;
    assert!(
        refused.is_private() && refused.text().contains("I understood `2d6+`"),
        "{}",
        refused.text()
    );
    assert!(ann.slash("/rolls list").await.text().contains("none yet"));
}

#[tokio::test]
async fn names_may_be_odd() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    for (name, shown) in [
        ("**bold** `x`", "\\*\\*bold\\*\\* \\`x\\`"),
        ("@everyone <@1>", "\\@everyone \\<\\@1\\>"),
        ("Ärger & Öl", "Ärger & Öl"),
        ("שלום", "שלום"),
        ("👩‍🚀 go", "👩‍🚀 go"),
        ("'; DROP TABLE rolls; --", "'; DROP TABLE rolls; --"),
        ("100%", "100%"),
        ("two  words", "two words"),
        ("# ; \" [", "\\# ; \" \\["),
    ] {
        let saved = ann.slash(&format!("/rolls save name:{name} dice:2d6")).await;
        assert_eq!(saved.text(), format!("Saved: **{shown}** rolls `2d6`."), "{name}");
        let rolled = ann.slash(&format!("/roll dice:{name} faces:4 1")).await.message();
        assert_eq!(rolled.text, format!("🎲 **Ann**, {shown}: **5**"), "{name}");
        assert!(rolled.pinged.is_empty() && rolled.raw["mention_everyone"] == false, "{name}");
        let again = club.ann.clicks(&rolled, "Roll again").await.message();
        assert!(
            again.text.starts_with(&format!("🎲 **Ann**, {shown}: **")),
            "{name}: {}",
            again.text
        );
        let folded = ann.slash(&format!("/roll dice:{} faces:4 1", name.to_uppercase())).await;
        assert!(!folded.is_private(), "{name}: {}", folded.text());
        let listed = ann.slash("/rolls list").await.text();
        assert!(listed.contains(&format!("**{shown}** `2d6`")), "{name}: {listed}");
        let forgotten = ann.slash(&format!("/rolls forget name:{name}")).await;
        assert!(forgotten.text().contains("Forgotten"), "{name}: {}", forgotten.text());
    }
    // dice that were saved with an odd label stay within their frame
    ann.slash("/rolls save name:odd dice:2d6 # a`b **c** @here").await;
    let listed = ann.slash("/rolls list").await.text();
    let line = listed.lines().find(|line| line.starts_with("**odd**")).unwrap();
    assert_eq!(line.matches('`').count(), 2, "{line}");
}

#[tokio::test]
async fn the_longest_roll_can_be_saved_under_the_longest_name_and_rolled() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    let dice = "d1000+".repeat(33) + "d6";
    assert_eq!(dice.len(), 200);
    let name = "n".repeat(32);
    let saved = ann.slash(&format!("/rolls save name:{name} dice:{dice}")).await;
    assert!(saved.text().contains("Saved"), "{}", saved.text());
    let rolled = ann.slash(&format!("/roll dice:{name}")).await;
    assert!(!rolled.is_private(), "{}", rolled.text());
    let again = club.bob.clicks(&rolled.message(), "Roll again").await;
    assert!(!again.is_private(), "{}", again.text());
}

#[tokio::test]
async fn fifty_rolls_are_saved_and_no_more() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    for n in 0..50 {
        let saved = ann.slash(&format!("/rolls save name:roll number {n} dice:{}d6", n + 1)).await;
        assert!(saved.text().contains("Saved"), "{n}: {}", saved.text());
    }
    let refused = ann.slash("/rolls save name:one more dice:d6").await;
    assert!(refused.is_private(), "{}", refused.text());
    assert_eq!(refused.text(), "There are 50 saved rolls already. `/rolls forget` makes room.");
    let changed = ann.slash("/rolls save name:roll number 7 dice:d20").await;
    assert!(changed.text().contains("Saved"), "one that is there can be changed");
    let list = ann.slash("/rolls list").await.text();
    for n in 0..50 {
        assert!(list.contains(&format!("**roll number {n}** ")), "{n}: {list}");
    }
    assert_eq!(ann.completes("/roll dice:").await.len(), 25, "as many as Discord shows");
    let bobs = club.bob.at(&club.hall).slash("/rolls save name:one more dice:d6").await;
    assert!(bobs.text().contains("Saved"), "{}", bobs.text());
    ann.slash("/rolls forget name:roll number 7").await;
    let saved = ann.slash("/rolls save name:one more dice:d6").await;
    assert!(saved.text().contains("Saved"), "{}", saved.text());
}

#[tokio::test]
async fn the_last_rolls_of_a_channel_are_listed_for_one_reader() {
    let club = Club::open().await;
    for n in 1..=12 {
        let who = if n % 2 == 0 { &club.ann } else { &club.bob };
        who.at(&club.hall).slash(&format!("/roll dice:d20 # number-{n} faces:{n}")).await;
    }
    let yard = club.discord.channel("yard");
    club.ann.at(&yard).slash("/roll dice:d6 # elsewhere").await;
    let last = club.pat.at(&club.hall).slash("/rolls last").await;
    assert!(last.is_private());
    let text = last.text();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(lines.len(), 10, "{text}");
    assert!(lines[0].starts_with("<t:"), "{text}");
    assert!(
        lines[0].ends_with("🎲 **Ann**, number-12: **12** · d20: 12 · hand-rolled, typed by Ann"),
        "{text}"
    );
    assert!(
        lines[9].ends_with("🎲 **Bob**, number-3: **3** · d20: 3 · hand-rolled, typed by Bob"),
        "{text}"
    );
    assert!(!text.contains("elsewhere"), "{text}");
    let three = club.pat.at(&club.hall).slash("/rolls last count:3").await.text();
    assert_eq!(three.lines().count(), 4, "{three}");
    for count in ["0", "26", "-1"] {
        let line = format!("/rolls last count:{count}");
        assert!(club.pat.at(&club.hall).slash(&line).attempt().await.is_err(), "{count}");
    }
    // the longest of rolls in the longest of lists
    for _ in 0..25 {
        club.ann.at(&club.hall).slash("/roll dice:200d1000>=500 # a label that says a lot").await;
    }
    let long = club.pat.at(&club.hall).slash("/rolls last count:25").await.text();
    assert_eq!(long.matches("🎲").count(), 25, "{long}");
}

#[tokio::test]
async fn the_proof_opens_the_cup_and_every_die_adds_up() {
    let mut club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    let nothing = club.pat.at(&club.hall).slash("/rolls proof").await;
    assert!(
        nothing.is_private() && nothing.text().contains("Nothing has been rolled here"),
        "{}",
        nothing.text()
    );
    let first = ann.slash("/roll dice:6d10<=5 # volley").await.message();
    let hash = first.embeds[0].footer.clone();
    club.bob.at(&club.hall).slash("/roll dice:3d6!").await;
    ann.slash("/roll dice:2d6 faces:4 1").await;
    ann.slash("/roll dice:d1000 # hidden secret:true").await;
    let shown = ann.slash("/roll dice:d1000 # revealed secret:true").await.message();
    club.ann.clicks(&shown, "Show it to everybody").await;
    club.bob.clicks(&first, "Roll again").await;
    club.restart_bot().await;

    // anybody may ask
    let answer = club.pat.at(&club.hall).slash("/rolls proof").await;
    assert!(!answer.is_private(), "{}", answer.text());
    let opened = proof(&answer.message());
    assert!(hash.contains(&opened.seed_hash[..12]), "the hash that was shown with every roll");
    let rolled: Vec<(&str, &str)> =
        opened.rolls.iter().map(|roll| (roll.by.as_str(), roll.dice.as_str())).collect();
    assert_eq!(
        rolled,
        [
            ("Ann", "6d10<=5 # volley"),
            ("Bob", "3d6!6"),
            ("Ann", "2d6"),
            ("Ann", "d1000 # revealed"),
            ("Bob", "6d10<=5 # volley"),
        ]
    );
    let report = verify(&opened);
    assert_eq!((report.rolls, report.hand_dice), (5, 2), "typed dice are told apart");
    assert!(opened.rolls[2].rolled.dice().iter().all(|die| die.number.is_none()));
    assert!(opened.rolls[3].own_seed.is_some() && opened.rolls[0].own_seed.is_none());
    let said = answer.text();
    assert!(
        said.starts_with("The dice cup of this channel lies open: 3 rolls came from"),
        "{said}"
    );
    for part in ["1 roll that had been secret", "Typed by hand: 1 roll, by Ann", "deleted: 1 roll"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    let typed_by: Vec<_> = opened.rolls.iter().map(|roll| roll.typed_by.as_deref()).collect();
    assert_eq!(typed_by, [None, None, Some("Ann"), None, None]);
    // what is still secret has left its entry in the marks and nothing else
    let file = String::from_utf8_lossy(&answer.message().files[0].bytes).into_owned();
    let secrets = club.store().await.rolls_by(club.ann.id()).await.unwrap();
    let hidden = secrets.iter().find(|row| row.dice.contains("hidden")).unwrap();
    let seed = Seed::new(*hidden.secret_seed.as_ref().unwrap().expose());
    for secret in ["hidden", &hidden.id, &seed.hash(), &seed.reveal()] {
        assert!(!file.contains(secret), "{secret}");
    }
    assert_eq!((opened.entries.len(), report.left_out), (6, 1));

    let again = club.pat.at(&club.hall).slash("/rolls proof").await;
    assert!(again.is_private(), "{}", again.text());
    // whoever knows the old seed knows nothing of the next roll
    let fresh = club.ann.at(&club.hall).slash("/roll dice:2d6").await.message();
    assert!(!fresh.embeds[0].footer.contains(&opened.seed_hash[..12]));
    assert!(
        fresh.embeds[0].footer.starts_with("dice 1 to 2 of cup "),
        "{}",
        fresh.embeds[0].footer
    );
    let next = proof(&club.pat.at(&club.hall).slash("/rolls proof").await.message());
    assert_ne!((next.seed_hash, next.cup), (opened.seed_hash, opened.cup));
    assert_eq!(next.rolls.len(), 1);
    // buttons of rolls from the old cup roll from the new one
    let pressed = club.bob.clicks(&first, "Roll again").await.message();
    assert!(
        pressed.embeds[0].footer.starts_with("dice 1 to 6 of cup "),
        "{}",
        pressed.embeds[0].footer
    );
}

#[tokio::test]
async fn a_secret_roll_is_checked_with_the_hash_that_its_owner_saw_and_with_a_mark_that_everybody_saw()
 {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    let secret = ann.slash("/roll dice:4d1000 # ambush secret:true").await.message();
    let own = working(&secret).split("the SHA-256 `").nth(1).unwrap()[..64].to_owned();
    let open = club.bob.at(&club.hall).slash("/roll dice:2d6").await.message();
    let mark = open.embeds[0].footer.split("mark ").nth(1).unwrap()[..12].to_owned();
    let cup = open.embeds[0].footer.split("of cup ").nth(1).unwrap()[..12].to_owned();
    club.ann.clicks(&secret, "Show it to everybody").await.wait_for_messages(2).await;
    let seen = club.hall.wait_for(|seen| !seen.private && seen.all_text().contains("ambush")).await;
    assert!(seen.all_text().contains(&own), "everybody sees the hash: {}", seen.all_text());
    let file = club.pat.at(&club.hall).slash("/rolls proof").await.message();
    let honest = proof(&file);
    let check = async |proof: &Proof, hash: Option<&str>| {
        let path = club.folder().join("rolls.json");
        std::fs::write(&path, serde_json::to_string(proof).unwrap()).unwrap();
        let mut args = vec!["verify", "rolls.json"];
        args.extend(hash.map(|hash| ["--seed-hash", hash]).into_iter().flatten());
        crate::tools::run(&club, &args, false).await
    };
    let id = honest.rolls[0].id.as_str();
    for (hash, says) in [
        (own.as_str(), format!("own seed of roll {id}")),
        (&own[..12], format!("own seed of roll {id}")),
        (&mark, format!("the mark below roll {}", honest.rolls[1].id)),
        (&cup, "that of the cup's seed".to_owned()),
        (&honest.seed_hash, "that of the cup's seed".to_owned()),
    ] {
        let (good, text) = check(&honest, Some(hash)).await;
        assert!(good && text.contains(&says), "{hash}: {text}");
    }
    for wrong in [&"0".repeat(64), &own[..11], &format!("{own}0")] {
        let (good, text) = check(&honest, Some(wrong)).await;
        assert!(!good && text.contains("is none of this file"), "{wrong}: {text}");
    }
    // another seed, with its hash, its faces and their result
    let mut forged = honest.clone();
    let other = Seed::new([9; 32]);
    let roll = &mut forged.rolls[0];
    let mut stream = gatemaster_rules::dice::Seeded::new(other.clone(), &roll.id, [], 1);
    let expression = gatemaster_rules::roll::Expression::parse(&roll.dice).unwrap();
    roll.rolled = expression.roll(&mut stream).unwrap();
    roll.own_seed = Some(OwnSeed::of(&other));
    for hash in [Some(own.as_str()), Some(&cup), Some(&mark), None] {
        let (good, text) = check(&forged, hash).await;
        assert!(!good && text.contains("FAULT"), "{hash:?}: {text}");
    }
    // with no marks it looks like a file of an earlier version, but not to whoever saw anything
    forged.entries.clear();
    forged.rolls.iter_mut().for_each(|roll| roll.mark = None);
    let (good, text) = check(&forged, None).await;
    assert!(good && text.contains("has no mark"), "{text}");
    for hash in [&own, &mark] {
        let (good, text) = check(&forged, Some(hash)).await;
        assert!(!good && text.contains("is none of this file"), "{text}");
    }
}

#[tokio::test]
async fn a_cup_of_an_earlier_version_goes_on_with_marks() {
    let mut club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    ann.slash("/roll dice:2d6").await;
    let secret = ann.slash("/roll dice:d20 secret:true").await.message();
    club.stop_bot().await;
    let mut database = SqliteConnection::connect(&club.database_url()).await.unwrap();
    database.execute("DELETE FROM marks; UPDATE cups SET mark = NULL").await.unwrap();
    database.close().await.unwrap();
    club.start_bot().await;
    ann.slash("/roll dice:3d6").await;
    club.ann.clicks(&secret, "Show it to everybody").await.wait_for_messages(2).await;
    let opened = proof(&club.pat.at(&club.hall).slash("/rolls proof").await.message());
    let marked: Vec<bool> = opened.rolls.iter().map(|roll| roll.mark.is_some()).collect();
    assert_eq!(marked, [false, false, true]);
    let report = verify(&opened);
    assert_eq!((report.unmarked_secrets, report.left_out), (1, 0));
}

#[tokio::test]
async fn a_proof_whose_answer_got_lost_is_given_again() {
    let club = Club::open().await;
    club.ann.at(&club.hall).slash("/roll dice:2d6").await;
    // the first answer gets lost on the way, and Discord delivers the same command again
    club.discord.misbehave().deliver_twice(1);
    club.discord.misbehave().next_requests(1).matching("POST", "/callback").fail_with(502);
    club.discord.expect_fault("40060");
    let answer = club.bob.at(&club.hall).slash("/rolls proof").await;
    assert!(!answer.is_private(), "{}", answer.text());
    assert_eq!(proof(&answer.message()).rolls.len(), 1);
}

#[tokio::test]
async fn people_who_roll_while_the_proof_is_made_roll_from_one_cup_or_the_other() {
    let club = Club::open().await;
    club.ann.at(&club.hall).slash("/roll dice:d6").await;
    let people: Vec<_> = (0..12).map(|n| club.discord.person(&format!("Roller {n}"))).collect();
    let mut rolling = tokio::task::JoinSet::new();
    for (n, person) in people.iter().enumerate() {
        let (at, pat) = (person.at(&club.hall), club.pat.at(&club.hall));
        rolling.spawn(async move {
            if n % 4 == 1 {
                pat.slash("/rolls proof").await
            } else {
                at.slash("/roll dice:2d6").await
            }
        });
    }
    while let Some(answer) = rolling.join_next().await {
        assert!(answer.unwrap().failed().is_none());
    }
    club.pat.at(&club.hall).slash("/rolls proof").await;
    let said = club.hall.everything_said();
    // two who ask at the same moment may both be given the same cup
    let proofs: HashMap<String, Proof> = said
        .iter()
        .filter(|seen| !seen.files.is_empty())
        .map(proof)
        .map(|proof| (proof.cup.clone(), proof))
        .collect();
    let proven: Vec<&str> =
        proofs.values().flat_map(|proof| &proof.rolls).map(|roll| roll.id.as_str()).collect();
    let rolled = said.iter().filter(|seen| seen.text.starts_with("🎲")).count();
    assert_eq!((rolled, proven.len()), (10, 10), "every roll is in one proof");
    assert_eq!(proven.into_iter().collect::<HashSet<_>>().len(), 10);
}
