//! Level people where a place decides something: who they are, and how an organiser has them separated.

use std::fmt::Write as _;

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_league::lots::{self, Lot, Stakes};
use gatemaster_league::settings::LastResort;
use gatemaster_league::standings::level::Question;
use gatemaster_league::{Action, EntrantId, Event, League, Season, decide};

use super::press::LeaguePress;
use super::{find, offers, show, told, write};
use crate::answer::{Answer, Reply};
use crate::app::App;
use crate::boxed;
use crate::ledger::{BookOutcome, StoredBook};
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use crate::words::{esc, list};

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
enum HowChoice {
    #[name = "lot"]
    Lot,
    #[name = "decider"]
    Decider,
    #[name = "ruling"]
    Ruling,
}

/// Separate level people: draw a lot, pair a decider, or rule. Without a word: who is level.
#[poise::command(slash_command)]
pub async fn level(
    ctx: Ctx<'_>,
    #[description = "A lot, a decider, or your ruling with a reason"] how: Option<HowChoice>,
    #[description = "Ruling: who comes first"]
    #[autocomplete = "offers::entrants"]
    #[max_length = 100]
    first: Option<String>,
    #[description = "Ruling: who comes next"]
    #[autocomplete = "offers::entrants"]
    #[max_length = 100]
    second: Option<String>,
    #[description = "Ruling: and then"]
    #[autocomplete = "offers::entrants"]
    #[max_length = 100]
    third: Option<String>,
    #[description = "Ruling: why, for the history"]
    #[max_length = 300]
    why: Option<String>,
    #[description = "Which league"]
    #[autocomplete = "offers::leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/organise level", move |app, request| async move {
        let kept = find::organised(&app, &request, league.as_deref()).await?;
        let order: Vec<String> = [first, second, third].into_iter().flatten().collect();
        if how != Some(HowChoice::Ruling) && (!order.is_empty() || why.is_some()) {
            return Err(Trouble::refused(
                "Names and a reason belong to a ruling: `/organise level how:ruling`.",
            ));
        }
        match how {
            None => Ok(Answer::private(who_is_level(&kept)).into()),
            Some(HowChoice::Lot) => draw(&app, &request, &kept.id).await,
            Some(HowChoice::Decider) => pair(&app, &request, &kept.id).await,
            Some(HowChoice::Ruling) => {
                let why = why.unwrap_or_default();
                rule(&app, &request, &kept.id, &order, &why).await
            }
        }
    })
    .await
}

#[boxed]
pub(super) async fn draw(app: &App, request: &Request, id: &str) -> Result<Reply, Trouble> {
    let written = write(app, request, id, |_| Ok(Action::DrawLot)).await?;
    if let Some(reply) = held_up(&written) {
        return Ok(reply);
    }
    let card = Card::line(lots_told(&written));
    Ok(told(&written, card.with_row(show::organiser_buttons(&written.kept))))
}

/// The lots that an entry has drawn, in words; empty where it drew none.
pub(super) fn lots_told(written: &BookOutcome<League>) -> String {
    let seasons = || written.kept.book.seasons().rev();
    let lines = written.events.iter().filter_map(|event| match event {
        // the next season may be open already
        Event::LotDrawn { lot, next_hash } => seasons()
            .find(|season| season.level.lots.contains(lot))
            .map(|season| drawn(season, lot, next_hash)),
        _ => None,
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[boxed]
pub(super) async fn pair(app: &App, request: &Request, id: &str) -> Result<Reply, Trouble> {
    let written = write(app, request, id, |_| Ok(Action::Decider)).await?;
    held_up(&written).ok_or_else(|| Trouble::fault("a decider was neither paired nor refused"))
}

async fn rule(
    app: &App,
    request: &Request,
    id: &str,
    order: &[String],
    why: &str,
) -> Result<Reply, Trouble> {
    if order.is_empty() {
        return Err(Trouble::refused(
            "Say who comes `first`, and `second` and `third` if need be.",
        ));
    }
    let written = write(app, request, id, |kept| {
        let season = &kept.book.season;
        let order =
            order.iter().map(|name| find::entrant(season, name)).collect::<Result<_, _>>()?;
        Ok(Action::Rule { order, why: why.to_owned() })
    })
    .await?;
    let season = &written.kept.book.season;
    let lines = written.events.iter().filter_map(|event| match event {
        Event::Ruled { stakes, order, behind, why } => {
            Some(ruled(season, *stakes, order, behind, why))
        }
        _ => None,
    });
    let line = lines.collect::<Vec<_>>().join("\n");
    Ok(told(&written, Card::line(line).with_row(show::organiser_buttons(&written.kept))))
}

/// What an organiser is told where something else had to happen before what they asked for.
pub(super) fn held_up(written: &BookOutcome<League>) -> Option<Reply> {
    if !decide::held_up(&written.events) {
        return None;
    }
    let kept = &written.kept;
    let season = &kept.book.season;
    let round = written.events.iter().find_map(|event| match event {
        Event::Paired { round } => Some(*round),
        _ => None,
    });
    let lines: Vec<String> =
        written.events.iter().filter_map(|event| about_level(season, event)).collect();
    let line = lines.join("\n");
    Some(match (round, season.settings.announce) {
        (Some(round), None) => {
            let card = show::pairings(kept, round, true);
            Answer::public(Card { content: line, ..card }).into()
        }
        (Some(round), Some(_)) => {
            let card = show::pairings(kept, round, false);
            Answer::private(Card { content: line, ..card }).into()
        }
        (None, _) => {
            let line = format!(
                "{line}\n{} Do the same again, and the lot is drawn.",
                sentences(season, &decide::waiting(season))
            );
            told(written, Card::line(line))
        }
    })
}

/// An event about level people in words; nothing for others.
pub(crate) fn about_level(season: &Season, event: &Event) -> Option<String> {
    Some(match event {
        Event::LotPromised { seed_hash } => format!(
            "A lot will be drawn between level people. Its seed is fixed now; SHA-256 `{seed_hash}`"
        ),
        Event::LotDrawn { lot, next_hash } => drawn(season, lot, next_hash),
        Event::ToPlay { division, stakes, among } => {
            format!("{} They play a decider.", sentence(season, *division, *stakes, among))
        }
        Event::Ruled { stakes, order, behind, why } => ruled(season, *stakes, order, behind, why),
        _ => return None,
    })
}

/// "Ann and Bob are level for first place."
fn sentence(season: &Season, division: u8, stakes: Stakes, among: &[EntrantId]) -> String {
    let division = season.settings.division_name(division);
    let division = division.map_or(String::new(), |name| format!(" in {}", esc(name)));
    format!("{} are level {}{division}.", list(&names(season, among)), stakes.title())
}

fn sentences(season: &Season, questions: &[Question]) -> String {
    let told = questions.iter().map(|one| sentence(season, one.division, one.stakes, &one.among));
    told.collect::<Vec<_>>().join(" ")
}

fn names(season: &Season, people: &[EntrantId]) -> Vec<String> {
    people.iter().map(|no| format!("**{}**", esc(season.name_of(*no)))).collect()
}

/// Everything that is needed to draw it again by oneself.
fn drawn(season: &Season, lot: &Lot, next_hash: &str) -> String {
    let mut text = String::new();
    for draw in &lot.draws {
        let dice: Vec<String> =
            draw.dice.iter().map(|die| format!("d{} {}", die.sides, die.face)).collect();
        let level = sentence(season, draw.division, draw.stakes, &draw.among);
        let order = names(season, &draw.order).join(", then ");
        let _ = writeln!(text, "{level} 🎲 The lot: {order} ({}).", dice.join(", "));
    }
    let _ = write!(
        text,
        "-# lot `{}` · seed `{}` · its SHA-256, shown before, `{}` · `/league export` has a file for `gatemaster verify` · \
         SHA-256 of the next seed `{next_hash}`",
        lot.id, lot.seed, lot.seed_hash
    );
    text
}

fn ruled(
    season: &Season,
    stakes: Stakes,
    order: &[EntrantId],
    behind: &[EntrantId],
    why: &str,
) -> String {
    let first = names(season, order).join(", then ");
    let behind = match behind {
        [] => String::new(),
        behind => format!(", ahead of {}", list(&names(season, behind))),
    };
    format!(
        "An organiser rules between level people {}: {first}{behind} (“{}”).",
        stakes.title(),
        esc(why)
    )
}

/// Who is level where it matters, and what can be done about it.
fn who_is_level(kept: &StoredBook<League>) -> Card {
    let season = &kept.book.season;
    let questions = decide::waiting(season);
    if questions.is_empty() {
        return Card::line(
            "Nobody is level where a place decides something, as far as it is played. `/league table` shows how everybody \
             stands.",
        );
    }
    let line = format!(
        "{}\nA lot is drawn as dice that anybody can check; a decider is an extra match that counts in no table. \
         `/organise level how:ruling first:… why:…` takes your word.",
        sentences(season, &questions)
    );
    Card::line(line).with_row(ways_out(kept))
}

/// What an organiser can do about level people, most fitting first.
pub(super) fn ways_out(kept: &StoredBook<League>) -> Vec<Button> {
    let season = &kept.book.season;
    if decide::waiting(season).is_empty() {
        return Vec::new();
    }
    let lot = show::button(kept, "Draw a lot", LeaguePress::DrawLot);
    let open = season.unsettled().any(|one| one.stage == gatemaster_league::league::Stage::Decider);
    if decide::to_be_played(season).is_empty() || open {
        return vec![lot];
    }
    let decider = show::button(kept, "Pair the decider", LeaguePress::Decider);
    match season.settings.last_resort {
        LastResort::Lot => vec![lot.styled(Style::Yes), decider],
        LastResort::Decider => vec![decider.styled(Style::Yes), lot],
    }
}

/// The lots of all seasons as a file, for `gatemaster verify`; nothing where none was drawn.
pub(super) fn proof(league: &League) -> Option<lots::Proof> {
    let lots: Vec<Lot> = league.seasons().flat_map(|season| season.level.lots.clone()).collect();
    let drawn =
        |no: EntrantId| lots.iter().flat_map(|lot| &lot.draws).any(|one| one.among.contains(&no));
    let mut people: Vec<lots::NamedEntrant> = Vec::new();
    for entrant in league.seasons().flat_map(|season| &season.entrants) {
        if drawn(entrant.no) && people.iter().all(|one| one.no != entrant.no) {
            people.push(lots::NamedEntrant { no: entrant.no, name: entrant.name.clone() });
        }
    }
    people.sort_by_key(|one| one.no);
    let format = lots::FORMAT.to_owned();
    (!lots.is_empty()).then(|| lots::Proof { format, league: league.name.clone(), people, lots })
}
