//! Companies and table (p. 101).

use gatemaster_rules::at43::command::{Command, Field, Laid};
use gatemaster_rules::at43::data;
use gatemaster_rules::at43::state::{ElementKind, Phase};

use super::battle::{Battle, STARS, THERIANS};

pub fn play(battle: &mut Battle) {
    for (seat, key) in [(STARS, "baker-company"), (THERIANS, "wraith-company")] {
        let ready = data::companies().iter().find(|ready| ready.key == key).unwrap();
        battle.step(seat, Command::Muster { seat, company: ready.company.clone() }, &[]);
        battle.step(seat, Command::LockCompany { seat }, &[]);
    }
    // the printed prices of the Therians come to 2065 A.P. where the sides are said to be equal (tables-at43-lists, 5)
    assert_eq!((battle.state.sides[0].over, battle.state.sides[1].over), (0, 65));
    battle.step(STARS, Command::AcceptOver { seat: STARS, of: THERIANS, accept: true }, &[]);
    assert_eq!(battle.state.units.len(), 13);

    let laid = |kind| Laid { name: String::new(), kind, size: 0, tough: None };
    let bunker = Laid { name: "Bunker".to_owned(), kind: ElementKind::Other, size: 3, tough: None };
    let field = Field {
        elements: vec![
            bunker,
            laid(ElementKind::LowWall),
            laid(ElementKind::LowWall),
            laid(ElementKind::LowWall),
            laid(ElementKind::Container),
        ],
        places: vec!["in the middle of the table".to_owned()],
        ..Field::default()
    };
    battle.step(STARS, Command::LayField { seat: STARS, field, alone: false }, &[]);
    // Baker Company comes from the north, so the Therians have the south
    battle.step(THERIANS, Command::AgreeField { seat: THERIANS }, &[1]);
    assert_eq!(battle.state.phase, Phase::Tactical);
    assert_eq!(battle.pools(), (10, 8));
}
