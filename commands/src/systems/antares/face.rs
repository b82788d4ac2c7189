//! The face of Antares: what it shows, and what its buttons and forms do.

use gatemaster_discord::card::{Card, Choice};
use gatemaster_discord::forms::FilledForm;
use gatemaster_discord::limits;
use gatemaster_discord::picture::Picture;
use gatemaster_discord::picture::emoji::Drawn;
use gatemaster_discord::press::{CustomId, decode};
use gatemaster_rules::antares::event::Event as BattleEvent;
use gatemaster_rules::antares::orders::is_before_the_first_die;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::rulebook::{self, Rule};
use gatemaster_rules::antares::state::Phase;
use gatemaster_rules::antares::{Antares, Command, Event, Setup, State, report};
use gatemaster_rules::game::{SystemId, View};
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::table::{Action, AskedFor, Player, SeenStep};
use gatemaster_rules::text::{count, list};
use gatemaster_store::Store;

use super::force::{self, BOOKLET};
use super::look::{self, LookPress};
use super::press::BattlePressed;
use super::{controls, draw, guide, picture, show, standing};
use crate::answer::PressedMessage;
use crate::desk::{Loaded, Log, Outcome, Page, StepInContext, Which, Work};
use crate::face::{
    Answering, Book, Controls, Drawing, Ending, Example, Explained, Hall, Lesson, Report, Stage,
    SystemFace, Topic, Welcome,
};
use crate::request::Request;
use crate::secret::Secret;
use crate::table::press::{Press, Steps};
use crate::table::{self, Framed, NEUTRAL, ROOM_FOR_QUESTIONS};
use crate::trouble::Trouble;
use crate::words::{esc, without_brackets};

#[derive(Debug)]
pub struct AntaresFace;

const TRY: Example = Example::Open {
    key: "battle",
    label: "Open a battle: Algoryn against Ghar",
    system: SystemId::Antares,
    start: false,
};

impl SystemFace for AntaresFace {
    type System = Antares;

    fn called(&self) -> &'static str {
        "a battle"
    }

    fn this_one(&self) -> &'static str {
        "This battle"
    }

    fn played_here(&self) -> &'static str {
        "A battle is fought in this channel"
    }

    fn instead(&self, _: &str) -> &'static str {
        "its dice lie in a bag of their own: `/draw` draws from it"
    }

    fn new_setup<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        sides: [Option<String>; 2],
    ) -> Work<'a, Result<Setup, Trouble>> {
        Box::pin(async move {
            let forces = sides.map(|side| side.and_then(|name| faction_named(&name)));
            force::ready(hall, request, forces).await
        })
    }

    fn example_setup<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
    ) -> Work<'a, Result<Setup, Trouble>> {
        self.new_setup(hall, request, [None, None])
    }

    /// A commander and a squad a side, two turns, everything explained.
    fn lesson(&self) -> Option<Lesson<Setup>> {
        let setup = Setup::guided().ok()?;
        Some(Lesson { title: LESSON, intro: LESSON_INTRO, setup })
    }

    fn sides(&self) -> Vec<&'static str> {
        BOOKLET.iter().map(|faction| faction.name()).collect()
    }

    fn lobby(&self, game: &Loaded, setup: &Setup, head: Vec<String>) -> Card {
        force::lobby(self, game, setup, &head)
    }

    fn set_up_line(&self, who: &str, setup: &Setup) -> String {
        format!("{who} set the forces: {}.", setup_text(setup))
    }

    fn board(&self, game: &Loaded, view: &State) -> Card {
        board_with(game, view, controls::controls(game, view))
    }

    fn controls(&self, game: &Loaded, view: &State) -> Controls {
        controls::controls(game, view)
    }

    fn now(&self, view: &State) -> String {
        format!("{}; {}.", show::when(view), show::bag(view))
    }

    fn in_one_line(&self, view: &State) -> String {
        show::one_line(view)
    }

    fn picture(&self, game: &Loaded, view: &State) -> Option<Picture> {
        let name = |seat| game.table.player_at(Seat(seat)).map(|player| player.name.as_str());
        picture::battle(view, &game.table.name, &[name(0), name(1)])
    }

    fn ending(&self, game: &Loaded, view: &State) -> Ending {
        let ending = show::ending(view)
            .unwrap_or_else(|| format!("It was left off in turn {}, undecided.", view.turn));
        let next = view.options.guided.then(|| guide::what_next(game));
        Ending {
            lines: vec![ending],
            buttons: next.into_iter().collect(),
            told_within: true,
            ..Ending::default()
        }
    }

    /// An activation is a chapter, from the drawn die to its end; the last of a turn tells the end of the turn, too. The whole
    /// deployment is one.
    fn page(&self, _: Option<&State>, before: &State, _: &[Seat], step: &SeenStep) -> Page {
        let goes_on = match before.phase {
            Phase::DeployingSnipers | Phase::Deploying | Phase::TurnEnd => true,
            // the first die ends the infiltration, and begins an activation
            Phase::Infiltrating => !draws(step),
            // whoever begins inside is part of the deployment
            Phase::Orders if is_before_the_first_die(before) => !draws(step),
            Phase::Orders | Phase::Over => {
                !before.flow.tasks.is_empty()
                    || before.flow.drawn.is_some()
                    || before.proposal.is_some()
            }
        };
        if goes_on { Page::GoesOn } else { Page::Begins }
    }

    fn tale(&self, game: &Loaded, told: &[StepInContext]) -> String {
        show::tale(self, game, told)
    }

    fn terms(&self, step: &SeenStep) -> Vec<&'static str> {
        show::terms(step)
    }

    fn stage(&self, game: &Loaded, view: &State) -> Stage {
        show::stage(game, view, controls::controls(game, view))
    }

    fn turn(&self, view: &State) -> u32 {
        view.turn
    }

    fn lines(&self, before: &State, step: &SeenStep) -> Vec<String> {
        show::lines(before, step)
    }

    fn brief_lines(&self, before: &State, step: &SeenStep) -> Vec<String> {
        show::lines(before, step).iter().map(|line| without_brackets(line)).collect()
    }

    fn event_line(&self, view: Option<&State>, who: &str, event: &Event) -> String {
        match view {
            Some(view) => show::headline(view, std::iter::once(event)),
            None => format!("{who} went on with the battle."),
        }
    }

    fn undoing(&self, view: &State, did: &[&Event]) -> Option<String> {
        Some(show::headline(view, did.iter().copied()))
    }

    fn is_lot(&self, event: &Event) -> bool {
        matches!(event, Event::Drawn { .. })
    }

    fn names_dice(&self) -> bool {
        true
    }

    fn spoken(&self, outcome: &Outcome) -> String {
        show::spoken(self, outcome)
    }

    fn explain(&self, game: &Loaded, before: &State, step: &SeenStep) -> Option<Explained> {
        let events = show::events_of(step);
        (!events.is_empty()).then(|| explained(game, before, &events, &esc(&step.name)))
    }

    fn report(&self, game: &Loaded, log: &Log) -> Report {
        Report::Whole(show::report::of_battle(self, game, log))
    }

    fn pressed<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        id: &str,
        picked: &'a [String],
        on: PressedMessage,
    ) -> Option<Answering<'a>> {
        let pressed = decode::<BattlePressed>(id)?;
        Some(Box::pin(super::pressed(hall, request, pressed, picked, on)))
    }

    fn filled_in<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        id: &str,
        written: &'a FilledForm,
        on: Option<PressedMessage>,
    ) -> Option<Answering<'a>> {
        let pressed = decode::<BattlePressed>(id)?;
        Some(Box::pin(super::filled_in(hall, request, pressed, written, on)))
    }

    fn drawn_at(&self, id: &str) -> Option<(String, Seq)> {
        // the books have no steps
        let pressed = decode::<BattlePressed>(id).filter(|pressed| pressed.seq > Seq(0))?;
        Some((pressed.game, pressed.seq))
    }

    fn draw(&self, game: &Loaded, dice: Option<&str>) -> Result<Drawing<Command>, Trouble> {
        let dice = match (dice, &game.table.game) {
            (Some(text), Some(View::Antares(view))) => Some(draw::position(view, text)?),
            (dice, _) => dice.map(str::to_owned),
        };
        Ok(Drawing { command: Command::Draw, dice })
    }

    fn drawable(&self, view: &State) -> Vec<String> {
        draw::sides_in_bag(view)
    }

    fn has_books(&self) -> bool {
        true
    }

    fn has_rule(&self, typed: &str) -> bool {
        look::has_rule(typed)
    }

    fn look_up<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: Option<&'a Loaded>,
        book: Book,
        typed: Option<&'a str>,
    ) -> Answering<'a> {
        Box::pin(look::look_up(hall, request, game, book, typed))
    }

    fn offered<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: Option<&'a Loaded>,
        book: Book,
        typed: &'a str,
    ) -> Work<'a, Vec<(String, String)>> {
        Box::pin(look::offered(hall, request, game, book, typed))
    }

    fn standing<'a>(
        &'a self,
        hall: &'a Hall,
        request: &'a Request,
        game: &'a Loaded,
    ) -> Option<Answering<'a>> {
        let which = Which::Now(game.id.clone());
        Some(Box::pin(async move { super::ask::my_card(hall, request, &which).await }))
    }

    /// Nothing is hidden.
    fn mine(&self, _: &Loaded, _: Secret<State>) -> Option<Secret<Card>> {
        None
    }

    fn hears_beforehand(&self, view: &State) -> bool {
        standing::is_asked(view)
    }

    fn answer_beforehand<'a>(
        &'a self,
        store: &'a Store,
        game: &'a Loaded,
        view: &'a State,
        player: &'a Player,
    ) -> Work<'a, Result<Option<Action>, Trouble>> {
        Box::pin(standing::answer(store, game, view, player))
    }

    fn emojis(&self) -> Vec<Drawn> {
        super::emoji::drawings()
    }

    fn topics(&self) -> &'static [Topic] {
        &[TOPIC]
    }

    fn welcome(&self) -> Vec<Welcome> {
        vec![LESSON_WELCOME, BATTLE_WELCOME]
    }

    fn has_winners(&self) -> bool {
        true
    }
}

/// Whether a die is drawn in this step.
fn draws(step: &SeenStep) -> bool {
    show::events_of(step).iter().any(|event| matches!(event, BattleEvent::Drawn { .. }))
}

fn faction_named(name: &str) -> Option<Faction> {
    let named = name.trim().to_lowercase();
    let mut all = Faction::ALL.into_iter();
    all.find(|faction| *faction != Faction::Other && faction.name().to_lowercase() == named)
}

/// The live message of a battle with other controls than its own: somebody is a step ahead.
pub fn board_with(game: &Loaded, state: &State, controls: Controls) -> Card {
    // a question comes first: while it stands, only its answer is owed; a seat on offer keeps nobody waiting
    let mut controls = match game.table.asked.as_ref().map(|asked| &asked.what) {
        None => controls,
        // whose dice are rolled by hand from now on keeps nobody waiting either
        Some(AskedFor::ByHand { .. }) => {
            let mut controls = controls;
            for row in table::question_rows(game) {
                controls.add_row(row);
            }
            controls
        }
        Some(_) => Controls { buttons: table::question_rows(game), ..Controls::default() },
    };
    if let (None, Some(offer)) = (&game.table.asked, &game.table.offer) {
        controls.add_row(table::offer_buttons(game, offer));
    }
    let own = table::join_button(game)
        .unwrap_or_else(|| table::button(game, "Standing orders…", Press::Standing));
    let mut own = vec![table::button(game, "Undo", Press::Undo), own];
    // a compact board is the only message that tells the latest result
    if let (true, Some(first), Some(last)) =
        (game.table.settings.compact, game.recent.first(), game.recent.last())
    {
        let steps = Steps { first: first.step.seq, last: last.step.seq };
        own.push(table::button(game, "Explain", Press::Explain(steps)));
    }
    controls.add_row(own);
    // no row of its own: `/unit` does the same
    let Controls { text, selects, buttons: mut rows } = controls;
    if let Some(last) = rows.last_mut().filter(|row| row.len() < limits::BUTTONS_PER_ROW) {
        last.push(controls::button(game, "Units…", LookPress::Units));
    }
    let guided = guide::buttons(game, state);
    if !guided.is_empty() && rows.len() + selects.len() < limits::ROWS {
        rows.push(guided);
    }
    let asked = if text.is_empty() { text } else { format!("\n\n{text}") };
    // what is waited for must not be cut off below many damaged units
    let below = table::organiser_line(game) + &asked;
    let room = limits::EMBED_TEXT.saturating_sub(below.chars().count() + ROOM_FOR_QUESTIONS);
    table::framed(
        &AntaresFace,
        game,
        Framed {
            text: show::board_text(game, state, room) + &below,
            now: show::one_line(state) + &asked,
            selects,
            buttons: rows,
            colour: Some(NEUTRAL),
            picture: if game.pictures { AntaresFace.picture(game, state) } else { None },
            ..Framed::default()
        },
    )
}

fn setup_text(setup: &Setup) -> String {
    let forces: Vec<String> = setup
        .sides
        .iter()
        .map(|side| {
            let units = u32::try_from(side.units.len()).unwrap_or(u32::MAX);
            format!("{} with {}", esc(&side.name), count(units, "unit", "units"))
        })
        .collect();
    let mut text = list(&forces);
    if setup.options.already_deployed {
        text.push_str(", on the table already");
    }
    if setup.options.effective_range_only {
        text.push_str(", effective range only");
    }
    if setup.options.indoors {
        text.push_str(", indoors");
    }
    if !setup.buildings.is_empty() {
        let number = u32::try_from(setup.buildings.len()).unwrap_or(u32::MAX);
        text.push_str(", ");
        text.push_str(&count(number, "building", "buildings"));
    }
    text
}

/// Each thing that happened, with the rules behind it.
fn explained(game: &Loaded, before: &State, events: &[BattleEvent], who: &str) -> Explained {
    let mut lines = Vec::new();
    let mut named: Vec<&'static Rule> = Vec::new();
    for explained in report::explain(before, events) {
        let rules: Vec<&'static Rule> =
            explained.rows.iter().filter_map(|row| rulebook::rule(row)).collect();
        let mut text = format!("▸ {}", esc(&explained.text));
        if !rules.is_empty() {
            text.push_str("\n-# ");
            text.push_str(&rules.iter().map(|rule| cited(rule)).collect::<Vec<_>>().join(" · "));
        }
        lines.push(text);
        for rule in rules {
            if !named.contains(&rule) {
                named.push(rule);
            }
        }
    }
    let overruled =
        events.iter().any(|event| matches!(event, BattleEvent::Corrected { organiser: true, .. }));
    if overruled {
        lines.push(format!(
            "⚖️ **The organiser's decision**: {who} set it right without asking the players."
        ));
    }
    let rules: Vec<Choice> = named.into_iter().map(look::rule_choice).collect();
    let read: CustomId = BattlePressed::new(&game.id, game.at, LookPress::OpenRule.into()).into();
    Explained { lines, rules, read_rule: Some(read), each_die_named: true }
}

/// "Hitting (A-SHT-6, page 15)"
fn cited(rule: &Rule) -> String {
    match rule.page {
        Some(page) => format!("{} ({}, page {page})", rule.title, rule.row),
        None => format!("{} ({})", rule.title, rule.row),
    }
}

const LESSON: &str = "Antares: a guided first battle";

const LESSON_INTRO: &str = "Your first battle: you play both sides, two units each, for two turns. The line with 💡 says what to do and why.";

const LEARN: Example =
    Example::Lesson { key: "lesson", label: "Guided first battle", system: SystemId::Antares };

const LESSON_WELCOME: Welcome = Welcome {
    title: "Learn Antares in ten minutes",
    text: "A guided first battle: two units a side, two turns, and every step says what to do and why.",
    line: "/game new system:Antares: a guided first battle",
    then: "Press *Draw next*, and follow the lines with 💡. You play both sides; *Somebody joins me* leaves one to another.",
};

const BATTLE_WELCOME: Welcome = Welcome {
    title: "Fight a battle of Antares",
    text: "Two forces are ready to start; Gatemaster knows the rules and asks for the rest.",
    line: "/game new system:Beyond the Gates of Antares",
    then: "*Start alone* plays both sides; or each of you picks a force from a list, and *Start*. Then *Draw next*.",
};

const TOPIC: Topic = Topic {
    key: "antares",
    title: "Antares",
    summary: "a whole battle: forces, orders, shots",
    words: "antares battle gates algoryn ghar concord boromite freeborn isorian force army list unit units own order shoot \
            shooting assault move react pins explain rules standing building buildings house roof storey",
    text: "**Learn.** *Guided first battle* below: two units a side, two turns, a line at each step.\n\
           **Set up.** `/game new system:Beyond the Gates of Antares` opens a battle with two sample forces and all models on the \
           table. Picking a force from a list takes its seat; *Start*, then *Draw next*: five presses for two people. Alone, \
           *Start alone* gives you both sides: three presses. *Deploy by drawn dice* switches to the book's deployment. \
           `/force add` takes single units, `/force list` a whole \
           pasted or attached list; `/units load` gives a server units of its own. \
           `/building add` puts a building on the table.\n\
           **A turn.** *Draw next* takes a die out of the bag. Its side picks a unit and an order; I roll the order test if \
           one is due. Then come buttons for what the order allows: you measure and push the models, I roll, and tell each \
           die, what it needed and why. If the other side has a choice, they are asked. Then *Draw next* again; when the \
           bag is empty, *End the turn*.\n\
           **In one command each.** `/draw`, `/deploy`, `/order`, `/move`, `/shoot`, `/assault`, `/react` and `/turn end` do the same \
           without buttons. `/standing` answers beforehand what you would always answer. `/explain` shows every die and rule \
           behind a result, `/rules` finds any rule, `/unit` shows a unit, `/correct change` sets one right.",
    examples: &[LEARN, TRY],
    see: &["tables", "undo", "voice", "by-post"],
};
