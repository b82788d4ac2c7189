//! The board of a battle before it begins: both forces, and everything to set them up.

use gatemaster_discord::card::{Button, Card, Choice, Select};
use gatemaster_discord::limits::{EMBED_TEXT, ROWS};
use gatemaster_rules::antares::Setup;
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::setup::{SideSetup, UnitSetup};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::count;

use super::sides::{BOOKLET, is_named_after_its_force, unfinished};
use super::{ForcePress, limits, points};
use crate::desk::Loaded;
use crate::face::Face;
use crate::systems::antares::press::BattlePressed;
use crate::systems::antares::{controls, site};
use crate::table::press::Press;
use crate::table::{self, Lobby, Missing};
use crate::words::{esc, seat_text};

/// Picked from the list of forces: what opens something else.
pub(super) const UNIT_BY_UNIT: &str = "units";
pub(super) const OWN_LIST: &str = "list";

/// The lobby of a battle; `lines` say which table it is.
pub fn lobby(face: &dyn Face, game: &Loaded, setup: &Setup, lines: &[String]) -> Card {
    let selects: Vec<Select> = seats(setup).map(|(seat, side)| forces(game, seat, side)).collect();
    let mut buttons = Vec::new();
    // the row of the seats and Start is there as well
    if selects.len() + table::question_rows(game).len() + 1 < ROWS {
        buttons.push(options_row(game, setup));
    }
    let missing = missing_here(game, setup);
    let beside = beside(game, setup);
    let ready = "Both sides are ready: press Start, then *Draw next*.".to_owned();
    // what is missing and the question below must fit in as well
    let below: usize = missing.iter().map(|one| one.text.chars().count() + MARK).sum();
    let asked = table::with_question(face, game, String::new()).chars().count();
    let words = fitting(asked + below.max(ready.len()), |told| text(game, setup, lines, told));
    let lobby = Lobby { lines: vec![words], selects, missing, ready, beside, buttons };
    table::framed_lobby(face, game, lobby)
}

/// The sign before a line about something missing, and the end of the line.
const MARK: usize = 4;

/// What is missing before the battle can begin, with what mends it.
fn missing_here(game: &Loaded, setup: &Setup) -> Vec<Missing> {
    let unfinished = unfinished(setup).map(|text| {
        let sides =
            seats(setup).filter(|(_, side)| !side.unfinished(setup.points_limit).is_empty());
        let edit = sides.map(|(seat, side)| {
            controls::button(game, format!("Edit {}…", side.name), ForcePress::List(seat))
        });
        Missing { text, mends: edit.collect() }
    });
    let finished = unfinished.is_none();
    unfinished.into_iter().chain(no_player(game, finished)).collect()
}

/// "🔵 Ghar has no player: …"
fn no_player(game: &Loaded, finished: bool) -> Option<Missing> {
    let table = &game.table;
    let free = table.free_seats();
    let named = match free[..] {
        [] => return None,
        [only] => format!("{} has no player: press *Play*", seat_text(table, only)),
        _ => "Neither side has a player: press *Play*".to_owned(),
    };
    let text = format!("{named}, or pick a force from the list, which takes the seat.");
    let mut people: Vec<_> = table.seats.iter().flat_map(|chair| &chair.player).collect();
    people.dedup_by_key(|player| player.id);
    if !finished || people.len() > 1 {
        return Some(Missing::text(text));
    }
    let text = format!("{text} Alone? *Start alone* gives you both sides.");
    let alone = table::button(game, "Start alone", Press::StartAlone).marked("🧍");
    Some(Missing { text, mends: vec![alone] })
}

fn seats(setup: &Setup) -> impl Iterator<Item = (Seat, &SideSetup)> {
    (0..).map(Seat).zip(&setup.sides)
}

/// "🔴 Algoryn fields…"; picking from the list of a free side takes its seat.
fn forces(game: &Loaded, seat: Seat, side: &SideSetup) -> Select {
    let mut options: Vec<Choice> = BOOKLET
        .into_iter()
        .map(|faction| Choice::new(faction.name(), word(faction)).more(sample(faction)))
        .collect();
    options.push(
        Choice::new("Unit by unit…", UNIT_BY_UNIT)
            .more("Add and take out single units, this server's own as well")
            .marked("➕"),
    );
    options.push(
        Choice::new("Own list…", OWN_LIST)
            .more("Type or paste an army list; names and colour too")
            .marked("📋"),
    );
    let placeholder = match game.table.player_at(seat) {
        Some(_) => format!("{} {} fields…", side.colour.mark(), side.name),
        None => format!("{} Play as…", side.colour.mark()),
    };
    let press = BattlePressed::new(&game.id, game.at, ForcePress::Pick(seat).into());
    Select::new(placeholder, press, options)
}

/// The word of a force in lists.
pub(super) fn word(faction: Faction) -> String {
    faction.name().to_lowercase()
}

/// "6 units: AI Command Squad, 2 × AI Squad, …"
fn sample(faction: Faction) -> String {
    let library = Library::built_in();
    let keys = library.force(faction).map(|force| force.quick_start.as_slice()).unwrap_or_default();
    let mut units: Vec<(&str, u32)> = Vec::new();
    for key in keys {
        let name = library.unit(key).map_or(key.as_str(), |unit| unit.name.as_str());
        match units.iter_mut().find(|(other, _)| *other == name) {
            Some((_, number)) => *number += 1,
            None => units.push((name, 1)),
        }
    }
    let units: Vec<String> = units
        .into_iter()
        .map(
            |(name, number)| {
                if number == 1 { name.to_owned() } else { format!("{number} × {name}") }
            },
        )
        .collect();
    let number = u32::try_from(keys.len()).unwrap_or(u32::MAX);
    format!("{}: {}", count(number, "unit", "units"), units.join(", "))
}

/// While a list is unfinished, a button for just that side is there already.
fn beside(game: &Loaded, setup: &Setup) -> Vec<Button> {
    let edit = || controls::button(game, "Edit my list…", ForcePress::EditMine);
    let edit = setup.unfinished().is_empty().then(edit);
    edit.into_iter().chain([limits::button(game)]).collect()
}

fn options_row(game: &Loaded, setup: &Setup) -> Vec<Button> {
    let ticked = |on| if on { "✅" } else { "⬜" };
    let deployed = setup.options.already_deployed;
    let effective = setup.options.effective_range_only;
    let indoors = setup.options.indoors;
    let mut row = vec![
        controls::button(game, "Deploy by drawn dice", ForcePress::Deployed(!deployed))
            .marked(ticked(!deployed)),
        controls::button(game, "Effective range only", ForcePress::EffectiveOnly(!effective))
            .marked(ticked(effective)),
        controls::button(game, "Indoors, no overhead fire", ForcePress::Indoors(!indoors))
            .marked(ticked(indoors)),
    ];
    row.extend(site::lobby_buttons(game, setup.buildings.len()));
    row
}

/// How much is told of each unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// A line each: what it is called, what it is, how many models.
    Lines,
    /// One after the other: what it is called, how many models.
    Row,
    /// What it is called.
    Names,
    /// The same, and only the number of buildings.
    Fewest,
}

impl Detail {
    fn of_buildings(self) -> site::Detail {
        match self {
            Detail::Lines | Detail::Row => site::Detail::InShort,
            Detail::Names => site::Detail::ByName,
            Detail::Fewest => site::Detail::Number,
        }
    }
}

/// The fullest text that leaves this much room.
fn fitting(room: usize, text: impl Fn(Detail) -> String) -> String {
    let mut fullest = [Detail::Lines, Detail::Row, Detail::Names].into_iter().map(&text);
    let fits = |text: &String| text.chars().count() + room <= EMBED_TEXT;
    fullest.find(fits).unwrap_or_else(|| text(Detail::Fewest))
}

fn text(game: &Loaded, setup: &Setup, lines: &[String], told: Detail) -> String {
    let mut lines = lines.to_vec();
    for (seat, side) in seats(setup) {
        lines.push(String::new());
        lines.push(format!("{}{}", head(game, seat, side), points::of_side(setup, side)));
        lines.extend(units(side, told));
    }
    lines.push(String::new());
    lines.extend(site::lobby_line(&setup.buildings, told.of_buildings()));
    let agreed = std::iter::once(agreed(setup)).chain(limits::last_turn(game));
    lines.push(agreed.collect::<Vec<_>>().join(" "));
    lines.join("\n")
}

/// "🔴 **Algoryn** (Ann) · 6 units, 24 models, 6 order dice"
fn head(game: &Loaded, seat: Seat, side: &SideSetup) -> String {
    let who = game.table.player_at(seat).map_or_else(|| "free".to_owned(), |p| esc(&p.name));
    let sum = |of: fn(&UnitSetup) -> usize| {
        u32::try_from(side.units.iter().map(of).sum::<usize>()).unwrap_or(u32::MAX)
    };
    let force = match side.faction {
        Faction::Other => "a mixed force, ".to_owned(),
        _ if is_named_after_its_force(side) => String::new(),
        Faction::Concord
        | Faction::Algoryn
        | Faction::Boromite
        | Faction::Freeborn
        | Faction::Isorian
        | Faction::Ghar => format!("{}, ", side.faction.name()),
    };
    format!(
        "{} **{}** ({who}) · {force}{}, {}, {}",
        side.colour.mark(),
        esc(&side.name),
        count(sum(|_| 1), "unit", "units"),
        count(sum(|unit| unit.profile.models()), "model", "models"),
        count(sum(|unit| usize::from(unit.profile.dice())), "order die", "order dice"),
    )
}

fn units(side: &SideSetup, told: Detail) -> Vec<String> {
    let units = side.units.iter();
    match told {
        Detail::Lines => units.map(|unit| format!("• {}", unit_text(unit))).collect(),
        Detail::Row => {
            let brief =
                |unit: &UnitSetup| format!("{} ×{}", esc(&unit.name), unit.profile.models());
            vec![units.map(brief).collect::<Vec<_>>().join(" · ")]
        }
        Detail::Names | Detail::Fewest => {
            vec![units.map(|unit| esc(&unit.name)).collect::<Vec<_>>().join(" · ")]
        }
    }
}

/// "Strike-1 (AI Squad), 5 models"
fn unit_text(unit: &UnitSetup) -> String {
    let models = u32::try_from(unit.profile.models()).unwrap_or(u32::MAX);
    let models = count(models, "model", "models");
    let models = format!("{models}{}", points::of_unit(&unit.profile));
    if unit.name.starts_with(&unit.profile.name) {
        format!("{}, {models}", esc(&unit.name))
    } else {
        format!("{} ({}), {models}", esc(&unit.name), esc(&unit.profile.name))
    }
}

/// What the players have agreed on beside their forces.
pub(super) fn agreed(setup: &Setup) -> String {
    let options = &setup.options;
    let limit = points::limit(setup);
    let mut told = vec![if options.already_deployed {
        "All models are on the table already."
    } else {
        "The units are placed by drawn dice."
    }];
    if options.effective_range_only {
        told.push("House rule: weapons reach effective range only.");
    }
    if options.indoors {
        told.push("The table lies indoors: no overhead fire.");
    }
    told.extend(limit.as_deref());
    told.join(" ")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gatemaster_rules::antares::buildings::{MAX_BUILDINGS, Plan, Size};
    use gatemaster_rules::antares::state::Options;
    use gatemaster_rules::game;
    use gatemaster_rules::ids::{Seq, UserId};
    use gatemaster_rules::table::{
        self, Action, Actor, Asked, AskedFor, Offer, Player, Settings, Table,
    };

    use super::*;
    use gatemaster_discord::card::SeenBy;
    use gatemaster_discord::limits;

    fn player(name: &str) -> Player {
        Player { id: UserId(u64::MAX), name: name.to_owned() }
    }

    fn table(setup: &Setup, name: &str) -> Table {
        let setup = game::Setup::Antares(setup.clone());
        let settings = Settings::default();
        let open =
            Action::Open { name: name.to_owned(), setup, organiser: None, start: false, settings };
        let actor = Actor { player: player("Ann"), manager: false };
        let decided = table::open_table(&actor, &open).unwrap();
        Table::opened(&decided.events[0]).unwrap()
    }

    fn quick() -> Setup {
        Setup::quick(Library::built_in(), Faction::Algoryn, Faction::Ghar).unwrap()
    }

    fn shown(game: &Loaded) -> Card {
        use crate::systems::antares::AntaresFace;

        let game::Setup::Antares(setup) = &game.table.setup else { panic!("no battle") };
        lobby(
            &AntaresFace,
            game,
            setup,
            &["**Beyond the Gates of Antares** · opened by Ann".to_owned()],
        )
    }

    #[test]
    fn a_fresh_lobby_tells_both_forces_and_offers_all_there_is_to_choose() {
        let mut table = table(&quick(), "Friday");
        table.seats[0].player = Some(player("Ann"));
        let card = shown(&Loaded::for_show("lobby", Seq(1), table));
        let (algoryn, ghar) = card.text.split_once("\n\n🔵").unwrap();
        assert_eq!(
            algoryn,
            "**Beyond the Gates of Antares** · opened by Ann\n\n\
             🔴 **Algoryn** (Ann) · 6 units, 22 models, 6 order dice\n\
             • AI Command Squad, 3 models\n• AI Squad 1, 5 models\n• AI Squad 2, 5 models\n\
             • AI Infiltration Squad, 5 models\n• AI Mag Cannon Team, 2 models\n• AI X-Launcher Team, 2 models"
        );
        assert!(ghar.starts_with(" **Ghar** (free) · 5 units, "), "{ghar}");
        assert!(
            ghar.ends_with(
                "The units are placed by drawn dice.\n⚠️ 🔵 Ghar has no player: press *Play*, or pick a force from the \
                 list, which takes the seat. Alone? *Start alone* gives you both sides."
            ),
            "{ghar}"
        );
        let labels = |select: &Select| {
            select.options.iter().map(|option| option.label.clone()).collect::<Vec<_>>()
        };
        let lists = [&card.selects[0].placeholder, &card.selects[1].placeholder];
        assert_eq!(lists, ["🔴 Algoryn fields…", "🔵 Play as…"]);
        assert_eq!(
            labels(&card.selects[0]),
            [
                "Concord",
                "Algoryn",
                "Boromite",
                "Freeborn",
                "Isorian",
                "Ghar",
                "Unit by unit…",
                "Own list…"
            ]
        );
        assert_eq!(
            card.selects[0].options[5].more,
            "5 units: 2 × Ghar Battle Squad, Outcast Command Squad, 2 × Outcast Squad"
        );
        let rows: Vec<Vec<&str>> = card
            .buttons
            .iter()
            .map(|row| row.iter().map(|button| button.label.as_str()).collect())
            .collect();
        assert_eq!(
            rows,
            [
                vec!["Play Ghar", "Start alone", "Edit my list…", "Turns, points…", "Leave"],
                vec![
                    "Deploy by drawn dice",
                    "Effective range only",
                    "Indoors, no overhead fire",
                    "Add a building…"
                ]
            ]
        );
    }

    #[test]
    fn start_is_there_when_both_sides_are_ready_and_else_what_mends_it() {
        let labels = |card: &Card| -> Vec<String> {
            card.buttons[0].iter().map(|button| button.label.clone()).collect()
        };
        let mut table = table(&quick(), "Friday");
        let card = shown(&Loaded::for_show("lobby", Seq(1), table.clone()));
        let offered =
            ["Play Algoryn", "Play Ghar", "Start alone", "Edit my list…", "Turns, points…"];
        assert_eq!(labels(&card), offered);
        table.seats[0].player = Some(player("Ann"));
        table.seats[1].player = Some(Player { id: UserId(7), name: "Bob".to_owned() });
        let card = shown(&Loaded::for_show("lobby", Seq(1), table.clone()));
        assert_eq!(labels(&card), ["Start", "Edit my list…", "Turns, points…", "Leave"]);
        assert!(card.text.ends_with("press Start, then *Draw next*."), "{}", card.text);
        // an unfinished list: whose, and the way to it
        let mut setup = quick();
        setup.sides[1].units.clear();
        table.setup = game::Setup::Antares(setup);
        let card = shown(&Loaded::for_show("lobby", Seq(1), table.clone()));
        assert_eq!(labels(&card), ["Edit Ghar…", "Turns, points…", "Leave"]);
        // somebody else is here: nobody plays alone
        table.setup = game::Setup::Antares(quick());
        table.seats[0].player = None;
        table.host = player("Ann");
        let card = shown(&Loaded::for_show("lobby", Seq(1), table));
        let offered = ["Play Algoryn", "Start alone", "Edit my list…", "Turns, points…", "Leave"];
        assert_eq!(labels(&card), offered);
    }

    #[test]
    fn call_signs_show_what_they_stand_for_and_what_is_missing_is_told() {
        let mut setup = quick();
        setup.sides[0].name = "The *Iron* Fist".to_owned();
        setup.sides[0].units[1].name = "Strike-1".to_owned();
        setup.sides[1].units.truncate(3);
        setup.options.already_deployed = true;
        setup.options.effective_range_only = true;
        setup.options.indoors = true;
        setup.buildings = vec![Plan::plain("The *Keep*", Size::Small, 2)];
        let mut table = table(&quick(), "Friday");
        table.setup = game::Setup::Antares(setup);
        let text = shown(&Loaded::for_show("lobby", Seq(1), table)).text;
        for line in [
            "🔴 **The \\*Iron\\* Fist** (free) · Algoryn, 6 units, 22 models, 6 order dice",
            "• Strike-1 (AI Squad), 5 models",
            "🏢 **Buildings:** The \\*Keep\\* (small, 2 storeys)",
            "All models are on the table already. House rule: weapons reach effective range only. The table lies indoors: \
             no overhead fire.",
            "⚠️ Before it can start: Ghar has 1 × Outcast Command Squad but only 0 × Outcast Squad; take as many of the \
             second.",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }

    /// Twenty units a side and twelve buildings, each with the longest and oddest name of its own.
    fn crowded(odd: char) -> Setup {
        let mut setup = quick();
        for (place, side) in setup.sides.iter_mut().enumerate() {
            side.name = format!("{place}{}", odd.to_string().repeat(31));
            let mut profile = (*side.units[0].profile).clone();
            profile.name = odd.to_string().repeat(32);
            profile.not_more_than = Some("nobody_that_was_ever_seen_in_any_battle".to_owned());
            let profile = Arc::new(profile);
            side.units = (0..20)
                .map(|number| UnitSetup {
                    name: format!("{place}{number:02}{}", odd.to_string().repeat(29)),
                    profile: Arc::clone(&profile),
                })
                .collect();
        }
        setup.buildings = (0..MAX_BUILDINGS)
            .map(|number| {
                let name = format!("{number:02}{}", odd.to_string().repeat(30));
                Plan::plain(&name, Size::VerySmall, 12)
            })
            .collect();
        setup.options = Options { effective_range_only: true, indoors: true, ..setup.options };
        setup.options = setup.options.deployed(true);
        setup
    }

    #[test]
    fn twenty_units_a_side_with_odd_names_and_every_question_fit() {
        for odd in ['*', '_', 'x', '🜁', '\\'] {
            let setup = crowded(odd);
            assert_eq!(setup.wrong(), [] as [&str; 0]);
            let mut table = table(&quick(), &"*".repeat(32));
            table.setup = game::Setup::Antares(setup.clone());
            for (chair, side) in table.seats.iter_mut().zip(&setup.sides) {
                chair.name.clone_from(&side.name);
                chair.player = Some(player(&"_".repeat(32)));
            }
            for questions in [false, true] {
                if questions {
                    let by = player(&"*".repeat(32));
                    table.asked =
                        Some(Asked { by: by.clone(), what: AskedFor::End, agreed: Vec::new() });
                    table.offer = Some(Offer { seat: Seat(0), by: by.clone(), to: by });
                    table.seats.iter_mut().for_each(|chair| chair.player = None);
                }
                let card = shown(&Loaded::for_show(&"g".repeat(32), Seq(u32::MAX), table.clone()));
                let length = card.text.chars().count();
                assert!(length <= limits::EMBED_TEXT, "{odd}: {length}");
                let names = setup.sides.iter().flat_map(|side| &side.units);
                for name in names.map(|unit| esc(&unit.name)) {
                    assert!(card.text.contains(&name), "{odd}: {name} is missing");
                }
                let told = setup.buildings.iter().all(|it| card.text.contains(&esc(&it.name)));
                let counted = card.text.contains("🏢 12 buildings; `/building list` tells them.");
                assert!(told != counted, "{odd}: {}", card.text);
                assert!(card.selects.len() + card.buttons.len() <= limits::ROWS);
                for row in &card.buttons {
                    assert!(row.len() <= limits::BUTTONS_PER_ROW);
                }
                assert_eq!(card.buttons.len(), if questions { 3 } else { 2 });
                let body = card.body(SeenBy::All);
                assert_eq!(body["embeds"][0]["description"].as_str(), Some(card.text.as_str()));
                assert!(body["embeds"][0]["footer"]["text"].is_string());
            }
        }
    }

    #[test]
    fn what_does_not_fit_in_lines_is_told_more_briefly() {
        for (odd, lines, row) in [('x', true, false), ('*', false, true)] {
            let mut table = table(&quick(), "Friday");
            let open = Setup { buildings: Vec::new(), options: Options::default(), ..crowded(odd) };
            table.setup = game::Setup::Antares(open);
            let text = shown(&Loaded::for_show("lobby", Seq(1), table)).text;
            assert_eq!(text.matches("\n• ").count(), if lines { 40 } else { 0 }, "{text}");
            assert_eq!(text.contains(" ×3 · "), row, "{text}");
        }
    }
}
