//! Buildings: deployment, moves, assaults and falling back, by buttons and by commands.

use gatemaster_rules::antares::buildings::{BuildingId, Facing, Plan, Roof, Size, Spot};
use gatemaster_rules::antares::command::{Charge, Command, GiveOrder};
use gatemaster_rules::antares::correct::Change;
use gatemaster_rules::antares::flow::Task;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{Phase, State};
use gatemaster_rules::antares::{Antares, Setup};
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Doer, System as _, Who};
use gatemaster_sandbox::{Answer, Choice, Seen};

use crate::battlefield::{Battlefield, forces, on_the_table};
use crate::club::Club;

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);

const TOWER: BuildingId = BuildingId(0);
const HOUSE: BuildingId = BuildingId(1);

fn told(answer: &Answer) -> Seen {
    answer.messages().pop().unwrap_or_else(|| panic!("nothing was told: {:?}", answer.failed()))
}

async fn followed(answer: &Answer) -> Seen {
    answer.settled().await;
    told(answer)
}

fn refusal(answer: &Answer) -> String {
    let seen = told(answer);
    assert!(seen.private, "everybody sees: {}", seen.all_text());
    seen.all_text()
}

fn labels(seen: &Seen) -> Vec<&str> {
    seen.buttons.iter().map(|button| button.label.as_str()).collect()
}

fn lists(seen: &Seen) -> Vec<&str> {
    seen.selects.iter().map(|select| select.placeholder.as_str()).collect()
}

fn options<'s>(seen: &'s Seen, list: &str) -> Vec<&'s str> {
    let select = seen.select(list).unwrap_or_else(|| panic!("no list “{list}”: {:?}", lists(seen)));
    select.options.iter().map(|option| option.label.as_str()).collect()
}

fn values(choices: &[Choice]) -> Vec<&str> {
    choices.iter().map(|choice| choice.value.as_str().unwrap()).collect()
}

/// A tower of six storeys with a flat roof in Red's zone, and a house of two blocks that nobody's zone holds.
fn town(mut setup: Setup) -> Setup {
    let tower =
        Plan { roof: Roof::Flat, zone: Some(RED), ..Plan::plain("Tower", Size::Standard, 6) };
    let house = Plan { blocks: 2, ..Plan::plain("House", Size::Standard, 1) };
    setup.buildings = vec![tower, house];
    setup
}

fn ground() -> Spot {
    Spot::block(TOWER, 0, 0)
}

fn upstairs() -> Spot {
    Spot::block(TOWER, 0, 1)
}

fn house(block: u8) -> Spot {
    Spot::block(HOUSE, block - 1, 0)
}

/// Dice that follow from a seed and are written down.
struct Noted {
    seed: u64,
    faces: Vec<u32>,
}

impl Dice for Noted {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        let face = u32::try_from((self.seed >> 20) % u64::from(sides)).unwrap() + 1;
        self.faces.push(face);
        Ok(Roll { number: None, sides, face })
    }
}

/// A fight that begins with this charge comes to what is wanted: dice are found that make it so.
async fn fight(club: &Club, field: &Battlefield, wanted: impl Fn(&State) -> bool) {
    let charge = Command::Charge(Charge { contact: true, ..Charge::default() });
    let start = field.state().await;
    let both = Doer { seats: vec![RED, BLUE], organiser: false };
    for seed in 1..2_000_u64 {
        let mut dice = Noted { seed: seed * 0x9E37_79B9, faces: Vec::new() };
        let mut state = start.clone();
        let mut played: Vec<(Seat, Command, Vec<u32>)> = Vec::new();
        let mut next = Some((RED, charge.clone()));
        while let Some((seat, command)) = next.take() {
            let events = Antares::decide(&state, &both, &command, &mut dice).unwrap();
            for event in &events {
                Antares::apply(&mut state, event);
            }
            played.push((seat, command, std::mem::take(&mut dice.faces)));
            if wanted(&state) {
                for (seat, command, faces) in played {
                    let who = if seat == RED { &club.ann } else { &club.bob };
                    let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
                    let faces = (!faces.is_empty()).then(|| faces.join(" "));
                    field.play(who, command, faces.as_deref()).await;
                }
                return;
            }
            if state.flow.assault.is_some() {
                let open = Antares::open(&state).remove(0);
                let Who::Seat(seat) = open.who else { continue };
                next = open.options.into_iter().next().map(|option| (seat, option));
            }
        }
    }
    panic!("no dice make it so");
}

async fn ordered(field: &Battlefield, club: &Club, order: GiveOrder) {
    field.draw(RED).await;
    field.play(&club.ann, Command::Order(order), None).await;
}

/// B-DEP-1
#[tokio::test]
async fn a_squad_deploys_inside_with_two_choices_and_others_at_once() {
    let mut club = Club::open().await;
    let setup = forces(&["ai_squad", "ai_command_squad", "rock_rider_squad"], &["gang_fighters"]);
    let field = Battlefield::open(&club, town(setup)).await;
    field.board().await;
    let drawn = told(&club.draws(&club.ann, &club.hall, "Red").await);
    let which = "Which unit comes onto the table?";
    let stranger = club.bob.selects(&drawn, which, &["AI Squad"]).await;
    assert!(refusal(&stranger).contains("for Ann to choose"), "{}", refusal(&stranger));
    club.ann.selects(&drawn, which, &["AI Squad"]).await;
    let page = drawn.again().unwrap();
    assert!(page.text.contains("**AI Squad** deploys"), "{}", page.text);
    assert_eq!(labels(&page)[..2], ["On the table", "Another unit"]);
    let inside = "Inside or on…";
    assert_eq!(
        options(&page, inside),
        [
            "Deploy in Tower, floors 1 to 3: AI Squad",
            "Deploy in Tower, floors 4 to 6: AI Squad",
            "Deploy on the roof of Tower: AI Squad"
        ]
    );
    let room = &page.select(inside).unwrap().options[0].description;
    assert_eq!(room, "Room for 30 models and 3 units");
    club.ann.clicks(&page, "Another unit").await;
    assert_eq!(lists(&drawn.again().unwrap()), [which]);
    club.ann.selects(&drawn, which, &["AI Squad"]).await;
    club.restart_bot().await;
    let page = drawn.again().unwrap();
    let stranger =
        club.bob.selects(&page, inside, &["Deploy on the roof of Tower: AI Squad"]).await;
    assert!(refusal(&stranger).contains("Red"), "{}", refusal(&stranger));
    let deployed =
        club.ann.selects(&page, inside, &["Deploy in Tower, floors 4 to 6: AI Squad"]).await;
    let deployed = followed(&deployed).await;
    assert!(deployed.all_text().contains("Tower"), "{}", deployed.all_text());
    assert_eq!(field.unit("AI Squad").await.spot, Some(upstairs()));

    field.draw(RED).await;
    let board = field.board().await;
    club.ann.selects(&board, which, &["Rock Rider Squad"]).await;
    let riders = field.unit("Rock Rider Squad").await;
    assert!(riders.deployed && riders.spot.is_none(), "no building takes riders in");

    field.draw(RED).await;
    let ann = club.ann.at(&club.hall);
    let offered = ann.completes("/deploy unit:AI Command Squad into:floors 1").await;
    assert_eq!(values(&offered), ["Tower, floors 1 to 3"]);
    for (line, sentence) in [
        ("into:House", "House does not lie wholly in the deployment zone of Red"),
        ("into:shed", "There is no building “shed” on the table. You can name"),
        ("into:Tower", "several places to go to"),
        ("into:roof of House, block 1", "Nobody can stand on the roof of House, block 1"),
        ("opening:Front", "An opening belongs to a building"),
        ("into:Tower, floors 1 to 3 opening:Front", "needs no opening of its own"),
    ] {
        let refused = refusal(&ann.slash(&format!("/deploy unit:AI Command Squad {line}")).await);
        assert!(refused.contains(sentence), "{line}: {refused}");
    }
    ann.slash("/deploy unit:AI Command Squad into:the roof of tower").await;
    assert_eq!(field.unit("AI Command Squad").await.spot, Some(Spot::roof(TOWER, 0)));
}

/// B-DEP-1
#[tokio::test]
async fn a_heavy_team_is_emplaced_at_one_opening_and_never_moves() {
    let club = Club::open().await;
    let setup = forces(&["ai_x_howitzer_team"], &["gang_fighters"]);
    let field = Battlefield::open(&club, town(setup)).await;
    field.board().await;
    let drawn = told(&club.draws(&club.ann, &club.hall, "Red").await);
    assert_eq!(labels(&drawn)[0], "On the table", "the only unit needs no list");
    let floors = "Deploy in Tower, floors 1 to 3: AI X-Howitzer Team";
    club.ann.selects(&drawn, "Inside or on…", &[floors]).await;
    let page = drawn.again().unwrap();
    assert_eq!(
        labels(&page)[..5],
        ["At the front", "At the right", "At the back", "At the left", "Somewhere else"]
    );
    club.ann.clicks(&page, "Somewhere else").await;
    let refused = club.ann.at(&club.hall);
    let said = "/deploy unit:AI X-Howitzer Team into:Tower, floors 1 to 3";
    let refused = refusal(&refused.slash(said).await);
    assert!(refused.contains("say on which side: front, right, back or left"), "{refused}");
    club.ann.selects(&drawn.again().unwrap(), "Inside or on…", &[floors]).await;
    let stranger = club.bob.clicks(&drawn.again().unwrap(), "At the left").await;
    assert!(refusal(&stranger).contains("Red"), "{}", refusal(&stranger));
    club.ann.clicks(&drawn.again().unwrap(), "At the left").await;
    let team = field.unit("AI X-Howitzer Team").await;
    assert_eq!((team.spot, team.emplaced), (Some(ground()), Some(Facing::Left)));

    field.draw(BLUE).await;
    club.bob.at(&club.hall).slash("/deploy unit:Gang Fighters").await;
    let sheet = told(&club.draws(&club.ann, &club.hall, "Red").await);
    assert!(sheet.all_text().contains("It is emplaced and never moves"), "{}", sheet.all_text());
}

/// B-DEP-1
#[tokio::test]
async fn where_models_stand_already_those_inside_are_named_before_the_first_die() {
    let club = Club::open().await;
    let setup = on_the_table(&["ai_squad", "ai_x_howitzer_team"], &["gang_fighters"]);
    let field = Battlefield::open(&club, town(setup)).await;
    let board = field.board().await;
    let hint = "Whoever begins inside or on a building says so first";
    assert!(board.all_text().contains(hint), "{}", board.all_text());
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    let units = ann.completes("/deploy unit:").await;
    assert_eq!(values(&units), ["AI Squad", "AI X-Howitzer Team"]);
    assert!(bob.completes("/deploy unit:").await.is_empty(), "nothing lies in Blue's zone");
    let refused = refusal(&ann.slash("/deploy unit:AI Squad").await);
    assert!(refused.contains(hint), "{refused}");
    let refused = refusal(&bob.slash("/deploy unit:AI Squad into:roof of Tower").await);
    assert!(refused.contains("AI Squad is not yours to deploy"), "{refused}");
    // by lists alone
    let which = "Who begins inside or on a building?";
    let refused = club.bob.selects(&board, which, &["AI Squad"]).await;
    assert!(refused.is_private(), "{}", refused.text());
    let chosen = club.ann.selects(&board, which, &["AI Squad"]).await.message();
    assert!(chosen.all_text().contains("begins inside or on a building: where?"));
    assert!(chosen.button("On the table").is_none(), "it stands there already");
    club.ann.clicks(&chosen, "Another unit").await;
    let chosen = club.ann.selects(&board.again().unwrap(), which, &["AI Squad"]).await.message();
    let places = &chosen.selects[0];
    let floor = places.options.iter().find(|one| one.label.contains("floors 1 to 3")).unwrap();
    club.ann.selects(&chosen, &places.custom_id, &[&floor.value]).await;
    ann.slash("/deploy unit:AI X-Howitzer Team into:Tower, floors 4 to 6 opening:Back").await;
    assert_eq!(field.unit("AI Squad").await.spot, Some(ground()));
    assert_eq!(field.unit("AI X-Howitzer Team").await.emplaced, Some(Facing::Back));
    let drawn = told(&club.draws(&club.ann, &club.hall, "Red").await);
    assert!(!drawn.all_text().contains(hint), "{}", drawn.all_text());
    let late = refusal(&ann.slash("/deploy unit:AI Squad into:roof of Tower").await);
    assert!(late.contains("Everybody is on the table already"), "{late}");
}

/// B-ENT-1, B-ENT-2, B-OCC-1
#[tokio::test]
async fn a_run_leads_inside_and_an_advance_does_not() {
    let club = Club::open().await;
    let red = ["ai_squad", "ai_command_squad", "rock_rider_squad"];
    let field = Battlefield::open(&club, town(on_the_table(&red, &["gang_fighters"]))).await;
    field.set("Gang Fighters", Change::Spot(Some(house(2)))).await;
    field.draw(RED).await;
    let ann = club.ann.at(&club.hall);
    let before = field.steps().await;
    for (line, sentence) in [
        ("unit:AI Squad into:House, block 1", "Entering House, block 1 takes a Run order"),
        ("unit:AI Squad pace:Run into:House, block 2", "Gang Fighters holds House, block 2"),
        ("unit:AI Squad pace:Run into:Tower, floors 4 to 6", "no way in from outside"),
        ("unit:AI Squad pace:Run into:roof of Tower", "No stairs lead to the roof of Tower"),
        ("unit:Rock Rider Squad pace:Run into:Tower", "Rock Rider Squad is too large for Tower"),
        ("unit:AI Squad pace:Run into:the moon", "There is no building “the moon”"),
    ] {
        let refused = refusal(&ann.slash(&format!("/move {line}")).await);
        assert!(refused.contains(sentence), "{line}: {refused}");
    }
    assert_eq!(field.steps().await, before, "nothing is done by halves");
    assert!(ann.completes("/move unit:AI Squad into:").await.is_empty(), "not by an Advance");
    let offered = ann.completes("/move unit:AI Squad pace:Run into:").await;
    assert_eq!(values(&offered), ["Tower, floors 1 to 3", "House, block 1"]);

    ann.slash("/order unit:AI Squad order:Run").await;
    let board = field.board().await;
    assert_eq!(
        options(&board, "Go to…"),
        ["Run into Tower, floors 1 to 3", "Run into House, block 1"]
    );
    assert_eq!(labels(&board)[..2], ["Ran (up to 10″)", "Ran through terrain…"]);
    let stranger = club.bob.selects(&board, "Go to…", &["Run into House, block 1"]).await;
    assert!(refusal(&stranger).contains("Red"), "{}", refusal(&stranger));
    let went = club.ann.selects(&board, "Go to…", &["Run into House, block 1"]).await;
    assert!(told(&went).all_text().contains("House"), "{}", told(&went).all_text());
    assert_eq!(field.unit("AI Squad").await.spot, Some(house(1)));

    // the form for terrain asks where it ends, too
    field.draw(RED).await;
    let run = told(&ann.slash("/order unit:AI Command Squad order:Run").await);
    let form = club.ann.clicks(&run, "Ran through terrain…").await.modal().unwrap();
    assert!(form.inputs.iter().any(|input| input.label == "Into or onto (building)"));
    let refused = refusal(
        &form.submit(&[("into", "House, block 1"), ("obstacles", "a,b,c,d,e,f,g,h,i")]).await,
    );
    assert!(refused.contains("at most 8 features"), "{refused}");
    form.submit(&[("into", "the tower")]).await;
    assert_eq!(field.unit("AI Command Squad").await.spot, Some(ground()));
}

/// B-ENT-1
#[tokio::test]
async fn whoever_was_slowed_down_on_the_way_says_whether_it_still_got_inside() {
    let club = Club::open().await;
    let setup = town(on_the_table(&["ai_squad"], &["gang_fighters"]));
    let field = Battlefield::open(&club, setup).await;
    field.draw(RED).await;
    let ann = club.ann.at(&club.hall);
    let slowed =
        told(&club.with_dice("7", ann.slash("/move pace:Run into:Tower difficult:the wood")).await);
    assert!(slowed.all_text().contains("Did AI Squad get inside?"), "{}", slowed.all_text());
    let still = "It still gets to Tower, floors 1 to 3";
    assert_eq!(labels(&slowed)[..2], ["It falls short of Tower, floors 1 to 3", still]);
    assert_eq!(field.unit("AI Squad").await.spot, None);
    club.ann.clicks(&slowed, still).await;
    assert_eq!(field.unit("AI Squad").await.spot, Some(ground()));
}

/// B-OCC-1
#[tokio::test]
async fn a_hut_that_is_full_takes_nobody_in() {
    let club = Club::open().await;
    let mut setup = on_the_table(&["ai_squad", "ai_command_squad"], &["gang_fighters"]);
    setup.buildings = vec![Plan::plain("Hut", Size::VerySmall, 1)];
    let field = Battlefield::open(&club, setup).await;
    field.draw(RED).await;
    let ann = club.ann.at(&club.hall);
    let refused = refusal(&ann.slash("/move unit:AI Squad pace:Run into:Hut").await);
    assert!(refused.contains("Hut has room for 3 more models; AI Squad has 5"), "{refused}");
    ann.slash("/move unit:AI Command Squad pace:Run into:the hut").await;
    assert_eq!(field.unit("AI Command Squad").await.spot, Some(ground()));
    field.draw(RED).await;
    let refused = refusal(&ann.slash("/move unit:AI Squad pace:Run into:Hut").await);
    assert!(refused.contains("Hut is full"), "{refused}");
}

/// B-MOV-1, B-MOV-2, B-MOV-4
#[tokio::test]
async fn up_the_tower_onto_its_roof_and_out_again() {
    let mut club = Club::open().await;
    let red = ["ai_squad", "ai_command_squad"];
    let field = Battlefield::open(&club, town(on_the_table(&red, &["gang_fighters"]))).await;
    field.set("AI Squad", Change::Spot(Some(ground()))).await;
    let squad = field.id_of("AI Squad").await;
    ordered(&field, &club, GiveOrder::plain(squad, Order::Advance)).await;
    let board = field.board().await;
    assert_eq!(
        options(&board, "Go to…"),
        ["Advance out of Tower up to 5″", "Advance into Tower, floors 4 to 6"]
    );
    assert_eq!(labels(&board)[..2], ["Left Tower (up to 5″)", "Left through terrain…"]);
    club.restart_bot().await;
    let up = club.ann.selects(&board, "Go to…", &["Advance into Tower, floors 4 to 6"]).await;
    assert!(told(&up).all_text().contains("floors 4 to 6"), "{}", told(&up).all_text());
    assert_eq!(field.unit("AI Squad").await.spot, Some(upstairs()));
    club.ann.at(&club.hall).slash("/move pace:Stay").await;

    field.set("AI Squad", Change::Orders(Vec::new())).await;
    field.draw(RED).await;
    let ann = club.ann.at(&club.hall);
    let refused = refusal(&ann.slash("/move unit:AI Squad into:outside").await);
    assert!(refused.contains("no stairs lead down outside"), "{refused}");
    let offered = ann.completes("/move unit:AI Squad into:").await;
    assert_eq!(values(&offered), ["Tower, floors 1 to 3", "the roof of Tower"]);
    ann.slash("/move unit:AI Squad into:roof of Tower").await;
    assert_eq!(field.unit("AI Squad").await.spot, Some(Spot::roof(TOWER, 0)));
    ann.slash("/move pace:Stay").await;

    field.set("AI Squad", Change::Orders(Vec::new())).await;
    ordered(&field, &club, GiveOrder::plain(squad, Order::Advance)).await;
    let board = field.board().await;
    assert!(!lists(&board).contains(&"Go to…"), "going in from the roof takes a Run");
    assert_eq!(labels(&board)[..2], ["Moved (up to 5″)", "Moved through terrain…"]);
    club.ann.clicks(&board, "Moved (up to 5″)").await;
    assert_eq!(field.unit("AI Squad").await.spot, Some(Spot::roof(TOWER, 0)), "about the roof");
    club.ann.at(&club.hall).slash("/move pace:Stay").await;

    field.set("AI Squad", Change::Orders(Vec::new())).await;
    field.set("AI Squad", Change::Spot(Some(ground()))).await;
    ordered(&field, &club, GiveOrder::plain(squad, Order::Advance)).await;
    let board = field.board().await;
    let form = club.ann.clicks(&board, "Left through terrain…").await.modal().unwrap();
    form.submit(&[("difficult", "the wood")]).await;
    assert_eq!(field.unit("AI Squad").await.spot, None);
}

/// B-MOV-2: out of one building and into another by one Run; B-TRN-1
#[tokio::test]
async fn a_run_leads_from_house_to_tower_and_a_transporter_whatever_the_distance() {
    let club = Club::open().await;
    let mut setup = town(on_the_table(&["ai_squad"], &["gang_fighters", "work_gang"]));
    setup
        .buildings
        .push(Plan { links: vec!["Tower".into()], ..Plan::plain("Gate", Size::Standard, 1) });
    let field = Battlefield::open(&club, setup).await;
    field.set("AI Squad", Change::Spot(Some(house(2)))).await;
    field.draw(RED).await;
    let ann = club.ann.at(&club.hall);
    let offered = ann.completes("/move pace:Advance into:").await;
    assert_eq!(values(&offered), ["outside", "House, block 1"]);
    ann.slash("/move pace:Run into:Gate").await;
    assert_eq!(field.unit("AI Squad").await.spot, Some(Spot::block(BuildingId(2), 0, 0)));

    field.set("AI Squad", Change::Orders(Vec::new())).await;
    field.set("Gang Fighters", Change::Spot(Some(upstairs()))).await;
    field.draw(RED).await;
    let refused = refusal(&ann.slash("/move into:Tower, floors 4 to 6").await);
    assert!(refused.contains("Tower"), "{refused}");
    let went = told(&ann.slash("/move into:Tower").await);
    assert!(went.all_text().contains("transporter"), "{}", went.all_text());
    assert_eq!(field.unit("AI Squad").await.spot, Some(ground()));
}

/// B-ASL-1, B-ASL-2
#[tokio::test]
async fn a_house_is_stormed_and_the_loser_falls_back_next_door() {
    let mut club = Club::open().await;
    let setup = town(on_the_table(&["ai_assault_squad"], &["gang_fighters", "work_gang"]));
    let field = Battlefield::open(&club, setup).await;
    field.set("Gang Fighters", Change::Spot(Some(house(1)))).await;
    field.board().await;
    let drawn = told(&club.draws(&club.ann, &club.hall, "Red").await);
    let whom = "Run and assault…";
    let page = followed(&club.ann.selects(&drawn, whom, &["Gang Fighters"]).await).await;
    let text = page.all_text();
    assert!(text.contains("Gang Fighters is inside House, block 1"), "{text}");
    assert!(text.contains("the walls add +2 to Res"), "{text}");
    assert!(text.contains("In contact inside House, block 1, expect"), "{text}");
    assert_eq!(
        labels(&page)[..4],
        ["In contact", "Fell short", "Through terrain…", "Done, no charge"]
    );
    let refused =
        refusal(&club.ann.at(&club.hall).slash("/assault target:Gang Fighters cover:2").await);
    assert!(refused.contains("whose walls count by themselves"), "{refused}");
    let form = club.ann.clicks(&page, "Through terrain…").await.modal().unwrap();
    assert!(form.inputs.iter().all(|input| !input.label.contains("cover")));

    let gang = field.id_of("Gang Fighters").await;
    let beaten = |state: &State| {
        state.flow.tasks.last() == Some(&Task::Consolidate { unit: gang })
            && state.flow.assault.as_ref().is_some_and(|assault| assault.losers == [gang])
    };
    fight(&club, &field, beaten).await;
    let board = field.board().await;
    let text = board.all_text();
    assert!(text.contains("Fall back with Gang Fighters"), "{text}");
    let (out, next) = ("Out of House, block 1, up to 5″", "Fall back into House, block 2");
    assert_eq!(labels(&board)[..3], [out, next, "Through terrain…"]);
    let stranger = club.ann.clicks(&board, next).await;
    assert!(refusal(&stranger).contains("Blue"), "{}", refusal(&stranger));
    let bob = club.bob.at(&club.hall);
    for (line, sentence) in [
        ("/react into:Tower, floors 1 to 3", "Gang Fighters cannot consolidate to Tower"),
        ("/move", "Say with `into` where Gang Fighters goes: “outside” and “House, block 2”"),
        ("/move pace:Stay", "has lost the fight for the building and has to leave it"),
        ("/move into:House, block 2 difficult:the wood", "Nothing lies in the way inside"),
    ] {
        let refused = refusal(&bob.slash(line).await);
        assert!(refused.contains(sentence), "{line}: {refused}");
    }
    assert_eq!(values(&bob.completes("/react into:").await), ["outside", "House, block 2"]);
    assert_eq!(values(&bob.completes("/move into:block").await), ["House, block 2"]);
    club.restart_bot().await;
    club.bob.clicks(&board, next).await;
    assert_eq!(field.unit("Gang Fighters").await.spot, Some(house(2)));
    assert_eq!(field.unit("AI Assault Squad").await.spot, Some(house(1)), "the winner moves in");
}

/// B-ASL-2
#[tokio::test]
async fn a_loser_leaves_through_the_wood() {
    let club = Club::open().await;
    let setup = town(on_the_table(&["ai_assault_squad"], &["gang_fighters", "work_gang"]));
    let field = Battlefield::open(&club, setup).await;
    field.set("Gang Fighters", Change::Spot(Some(house(1)))).await;
    let (squad, gang) = (field.id_of("AI Assault Squad").await, field.id_of("Gang Fighters").await);
    let run = GiveOrder::plain(squad, Order::Run);
    ordered(&field, &club, GiveOrder { assault: Some(gang), ..run }).await;
    let leaves = |state: &State| state.flow.tasks.last() == Some(&Task::Consolidate { unit: gang });
    fight(&club, &field, leaves).await;
    let board = field.board().await;
    let form = club.bob.clicks(&board, "Through terrain…").await.modal().unwrap();
    assert_eq!(form.inputs.len(), 2, "only one way leads over the ground");
    let out = form.submit(&[("difficult", "the wood")]).await;
    assert!(told(&out).all_text().contains("the wood"), "{}", told(&out).all_text());
    assert_eq!(field.unit("Gang Fighters").await.spot, None);
}

/// B-ASL-3
#[tokio::test]
async fn next_door_there_is_nothing_to_measure() {
    let club = Club::open().await;
    let setup = town(on_the_table(&["ai_assault_squad"], &["gang_fighters", "work_gang"]));
    let field = Battlefield::open(&club, setup).await;
    field.set("Gang Fighters", Change::Spot(Some(house(1)))).await;
    field.set("AI Assault Squad", Change::Spot(Some(house(2)))).await;
    field.set("Work Gang", Change::Spot(Some(upstairs()))).await;
    field.board().await;
    let drawn = told(&club.draws(&club.ann, &club.hall, "Red").await);
    let whom = options(&drawn, "Run and assault…");
    assert_eq!(whom, ["Gang Fighters"], "nobody sprints inside, and no stairs lead to the gang");
    let page = club.ann.selects(&drawn, "Run and assault…", &["Gang Fighters"]).await;
    let page = followed(&page).await;
    assert_eq!(labels(&page)[..2], ["In contact", "Done, no charge"]);
    let gang = field.id_of("Gang Fighters").await;
    let gone = |state: &State| {
        state.flow.assault.is_none() && state.unit(gang).is_some_and(|gang| gang.destroyed)
    };
    fight(&club, &field, gone).await;
    assert_eq!(field.unit("AI Assault Squad").await.spot, Some(house(1)), "it moves in");
}

/// B-ENT-1, A-MOV-9
#[tokio::test]
async fn infiltrators_run_into_a_house_before_the_first_turn() {
    let club = Club::open().await;
    let setup = on_the_table(&["ai_infiltration_squad"], &["ai_infiltration_squad"]);
    let field = Battlefield::open(&club, town(setup)).await;
    let board = field.board().await;
    let (one, two) = ("AI Infiltration Squad 1", "AI Infiltration Squad 2");
    club.ann.selects(&board, "Red: which infiltrators?", &[one]).await;
    let page = board.again().unwrap();
    let into = format!("Run into House, block 1: {one}");
    assert!(options(&page, "Run to…").contains(&into.as_str()), "{:?}", options(&page, "Run to…"));
    let stranger = club.bob.selects(&page, "Run to…", &[&into]).await;
    assert!(refusal(&stranger).contains("not yours to move"), "{}", refusal(&stranger));
    club.ann.selects(&page, "Run to…", &[&into]).await;
    assert_eq!(field.unit(one).await.spot, Some(house(1)));
    let bob = club.bob.at(&club.hall);
    let refused = refusal(&bob.slash("/move into:House, block 1").await);
    assert!(refused.contains("going in takes an assault"), "{refused}");
    bob.slash("/move into:House, block 2").await;
    assert_eq!(field.unit(two).await.spot, Some(house(2)));
    assert_eq!(field.state().await.phase, Phase::Orders);
}

/// More places than a list holds are shown building by building.
#[tokio::test]
async fn a_city_is_chosen_from_building_by_building() {
    let club = Club::open().await;
    let mut setup = on_the_table(&["ai_squad"], &["gang_fighters"]);
    setup.buildings = (1..=12)
        .map(|number| Plan {
            blocks: 3,
            stairs: true,
            roof: Roof::Parapet,
            ..Plan::plain(&format!("House {number}"), Size::Standard, 6)
        })
        .collect();
    let field = Battlefield::open(&club, setup).await;
    let squad = field.id_of("AI Squad").await;
    ordered(&field, &club, GiveOrder::plain(squad, Order::Run)).await;
    let board = field.board().await;
    assert_eq!(options(&board, "Go to…").len(), 12);
    club.ann.selects(&board, "Go to…", &["House 7…"]).await;
    let page = board.again().unwrap();
    assert_eq!(options(&page, "Go to…").len(), 9, "two blocks and a roof, three times");
    club.ann.clicks(&page, "Somewhere else").await;
    assert_eq!(options(&board.again().unwrap(), "Go to…").len(), 12);
    club.ann.selects(&board.again().unwrap(), "Go to…", &["House 7…"]).await;
    let roof = "Run onto the roof of House 7, block 2";
    club.ann.selects(&board.again().unwrap(), "Go to…", &[roof]).await;
    assert_eq!(field.unit("AI Squad").await.spot, Some(Spot::roof(BuildingId(6), 1)));
}
