//! A battle for a tower of three storeys, from the first unit that enters it to the dust of its collapse: set up, fought
//! and looked at through Discord alone, with dice as they are typed.

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::buildings::{BuildingId, Spot};
use gatemaster_rules::export::{Export, verify};
use gatemaster_rules::game::View;
use gatemaster_sandbox::{Answer, Person};

use crate::club::Club;

struct Siege {
    club: Club,
    id: String,
}

const TOWER: Spot = Spot {
    building: BuildingId(0),
    column: 0,
    level: gatemaster_rules::antares::buildings::Level::Block(0),
};

impl Siege {
    /// Boromites, with a gang and a borer, against Freeborn with two squads; a tower between them, all set up by commands.
    async fn laid() -> Self {
        let club = Club::open().await;
        let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
        for (who, line) in [
            (
                &ann,
                "/game new system:Beyond the Gates of Antares force:Boromite against:Freeborn name:The tower",
            ),
            (&ann, "/game join seat:Boromite"),
            (&bob, "/game join seat:Freeborn"),
            (&ann, "/force list text:Gang: Gang Fighters; Borer: Boromite Heavy Frag Borer Team"),
            (&bob, "/force list text:Ferals: Feral Squad; Domari: Domari Squad"),
            (&bob, "/building add name:Tower storeys:3 roof:flat with a parapet stairs:True"),
            (&ann, "/game start"),
        ] {
            let answer = who.slash(line).await;
            assert!(answer.failed().is_none(), "{line}: {:?}", answer.failed());
        }
        let store = club.store().await;
        let id = store.open_game_in(club.hall.id()).await.unwrap().unwrap().id;
        store.close().await;
        Self { club, id }
    }

    async fn state(&self) -> State {
        let desk = gatemaster_commands::open_desk(
            self.club.store().await,
            std::sync::Arc::clone(&self.club.clock),
        );
        let game = desk.load_any(&self.id).await.unwrap().unwrap();
        match game.table.game {
            Some(View::Antares(state)) => state,
            other => panic!("no battle: {other:?}"),
        }
    }

    /// Somebody types this, and something comes of it.
    async fn types(&self, who: &Person, line: &str) -> String {
        let before = self.state().await;
        let answer = self.club.does(who, &self.club.hall, line).await;
        assert_ne!(self.state().await, before, "{line} did nothing: {}", answer.text());
        all(&answer)
    }

    async fn ann(&self, line: &str) -> String {
        self.types(&self.club.ann, line).await
    }

    async fn bob(&self, line: &str) -> String {
        self.types(&self.club.bob, line).await
    }

    /// The reason of a number stands behind *Explain*.
    async fn explains(&self, reason: &str) {
        let mut page = self.club.pat.at(&self.club.hall).slash("/explain").await;
        while !page.text().contains(reason) {
            let shown = page.message();
            assert!(shown.button("More ▸").is_some(), "{reason}: {}", shown.all_text());
            page = self.club.pat.clicks(&shown, "More ▸").await;
        }
    }

    /// A private word, and nothing else.
    async fn refused(&self, who: &Person, line: &str) -> String {
        let before = self.state().await;
        let answer = who.at(&self.club.hall).slash(line).await;
        assert_eq!(self.state().await, before, "{line}");
        assert!(answer.is_private(), "{line}: {}", answer.text());
        answer.text()
    }

    async fn spot(&self, unit: &str) -> Option<Spot> {
        let state = self.state().await;
        state.units.iter().find(|one| one.name == unit).unwrap().spot
    }

    async fn left(&self) -> u32 {
        self.state().await.buildings[0].columns[0].left
    }

    async fn board(&self) -> String {
        self.club.bob.at(&self.club.hall).slash("/game board").await.message().all_text()
    }

    /// A mistake put right by both.
    async fn correct(&self, line: &str) {
        self.ann(&format!("/correct change {line}")).await;
        self.bob("/correct agree").await;
    }
}

fn all(answer: &Answer) -> String {
    answer.messages().iter().map(gatemaster_sandbox::Seen::all_text).collect::<Vec<_>>().join("\n")
}

/// So many faces of one kind.
fn faces(face: u32, number: usize) -> String {
    vec![face.to_string(); number].join(" ")
}

/// B-ENT-1, B-SHT-4, B-DMG-1, B-ASL-1, B-ASL-2, B-MOV-4, B-DMG-2, B-ROF-1
#[tokio::test]
async fn a_tower_of_three_storeys_is_entered_stormed_retaken_and_brought_down() {
    let mut siege = Siege::laid().await;
    let pat = siege.club.pat.clone();
    let listed = siege.club.pat.at(&siege.club.hall).slash("/building list").await.text();
    assert!(listed.contains("Tower") && listed.contains("20"), "{listed}");

    // turn 1: the ferals go in, the gang shoots at them, the borer tries the walls
    siege.bob("/draw dice:Freeborn").await;
    let slow = siege.refused(&siege.club.bob, "/move unit:Ferals pace:Advance into:Tower").await;
    assert!(slow.contains("takes a Run order"), "{slow}");
    siege.refused(&pat, "/move unit:Ferals pace:Run into:Tower").await;
    let entered = siege.bob("/move unit:Ferals pace:Run into:Tower").await;
    assert!(entered.contains("Ferals enter Tower"), "{entered}");
    assert_eq!(siege.spot("Ferals").await, Some(TOWER));
    let board = siege.board().await;
    assert!(board.contains("in Tower") && board.contains("room for 24 models"), "{board}");

    siege.ann("/draw dice:Boromite").await;
    let barred = siege.refused(&siege.club.ann, "/move unit:Gang pace:Run into:Tower").await;
    assert!(barred.contains("going in takes an assault"), "{barred}");
    let shot =
        siege.ann(&format!("/shoot unit:Gang target:Ferals range:18 dice:{}", faces(9, 5))).await;
    assert!(shot.contains("Gang misses Ferals"), "{shot}");
    siege.explains("target in a building −1").await;
    siege.club.restart_bot().await;
    siege.ann("/draw dice:Boromite").await;
    // it hits, and five of a fractal D10 and its strike value of six count
    let bored = siege.ann("/shoot unit:Borer target:Tower itself range:18 dice:3 5").await;
    assert!(bored.contains("Tower takes 11 damage"), "{bored}");
    assert_eq!(siege.left().await, 9);
    siege.bob("/draw dice:Freeborn").await;
    siege.bob("/order unit:Domari order:Rally").await;
    siege.ann("/turn end").await;

    // turn 2: the gang storms it, and the ferals climb onto the roof
    siege.correct("unit:Ferals what:pins value:1").await;
    siege.correct("unit:Ferals what:soma grafts value:active").await;
    siege.ann("/draw dice:Boromite").await;
    // nobody hits anybody; the ferals had a pin, lose, and pass their test
    let script = format!("{} 2", faces(9, 22));
    let stormed = siege.ann(&format!("/assault unit:Gang target:Ferals dice:{script}")).await;
    assert!(stormed.contains("**Ferals lose the fight and hold**"), "{stormed}");
    siege.explains("target in a building −1").await;
    siege.club.restart_bot().await;
    let question = siege
        .club
        .hall
        .everything()
        .into_iter()
        .rev()
        .find(|seen| seen.button("Fall back onto the roof of Tower").is_some())
        .expect("the loser is asked");
    let stranger = pat.clicks(&question, "Fall back onto the roof of Tower").await;
    assert!(stranger.is_private(), "{}", stranger.text());
    siege.club.bob.clicks(&question, "Fall back onto the roof of Tower").await;
    siege.club.hall.wait_for(|seen| seen.all_text().contains("Gang occupies Tower")).await;
    assert_eq!(siege.spot("Gang").await, Some(TOWER));
    assert!(siege.spot("Ferals").await.is_some_and(Spot::is_roof));
    siege.correct("unit:Ferals what:pins value:0").await;
    siege.bob("/draw dice:Freeborn").await;
    siege.bob("/order unit:Ferals order:Rally").await;
    siege.bob("/draw dice:Freeborn").await;
    // by the stairs outside, to the others on the roof
    siege.bob("/move unit:Domari pace:Run into:roof of Tower").await;
    siege.ann("/draw dice:Boromite").await;
    siege.ann("/order unit:Borer order:Rally").await;
    siege.ann("/turn end").await;

    // turn 3: the ferals come down through the trapdoor and take it back
    siege.correct("unit:Gang what:pins value:1").await;
    siege.bob("/draw dice:Freeborn").await;
    let back = siege.bob(&format!("/assault unit:Ferals target:Gang dice:{script}")).await;
    assert!(back.contains("**Gang loses the fight and holds**"), "{back}");
    siege.explains("target in a building −1").await;
    let out = siege.ann("/move into:outside").await;
    assert!(out.contains("Ferals occupy Tower"), "{out}");
    assert_eq!((siege.spot("Gang").await, siege.spot("Ferals").await), (None, Some(TOWER)));

    // and the borer ends it
    siege.ann("/draw dice:Boromite").await;
    let fallen = siege.ann("/shoot unit:Borer target:Tower itself range:18 dice:3 3").await;
    for line in [
        "Tower collapses!",
        "**Ferals are buried and destroyed**",
        "Domari, on the roof, comes down with it and stands in the rubble",
    ] {
        assert!(fallen.contains(line), "{line}\n{fallen}");
    }
    let state = siege.state().await;
    assert!(state.units.iter().find(|unit| unit.name == "Ferals").unwrap().destroyed);
    assert_eq!(siege.spot("Domari").await, None);
    let board = siege.board().await;
    assert!(board.contains("rubble"), "{board}");
    siege.bob("/draw dice:Freeborn").await;
    let rubble = siege.refused(&siege.club.bob, "/move unit:Domari pace:Run into:Tower").await;
    assert!(rubble.to_lowercase().contains("rubble"), "{rubble}");
    siege.bob("/move unit:Domari pace:Advance difficult:rubble of Tower dice:3").await;

    // every die of it can be proved, and the report tells of the tower
    // who manages the server needs nobody's consent
    siege.club.mia.at(&siege.club.hall).slash("/game end").await;
    let exported = siege.club.ann.at(&siege.club.hall).slash("/game export").await;
    let message = exported.message();
    let json = message.files.iter().find(|file| file.name.contains(".json")).unwrap();
    let export: Export = serde_json::from_slice(&json.bytes).unwrap();
    // the faces were laid out for the test, which is the one thing that does not add up
    let report = verify(&export);
    assert!(report.faults.iter().all(|fault| fault.contains("but the seed gives")), "{report:?}");
    assert!(report.other_rules.is_empty() && report.stream_dice > 20, "{report:?}");
    let text = message.files.iter().find(|file| file.name.contains(".txt")).unwrap();
    let report = String::from_utf8(text.bytes.to_vec()).unwrap();
    assert!(report.contains("Tower collapses!"), "{report}");
}
