//! Every button, list and form of a league, whoever posted it and however long ago.

use gatemaster_discord::card::{Card, Choice, Select};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_league::{Action, EntrantId, FixtureId, League, State};

use super::everybody::{close_it, enter, report_it};
use super::find::{self, ReportedMatch, ResultChoice, TypedResult, VerdictChoice};
use super::organise::{next_round, settle_it, start_it};
use super::press::{Ended, LeaguePress, LeaguePressed};
use super::{bring, level, play, show, table, told, write};
use crate::answer::{Answer, Reply, unknown};
use crate::app::App;
use crate::boxed;
use crate::ledger::StoredBook;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::esc;

#[boxed]
pub(crate) async fn pressed(
    app: &App,
    request: &Request,
    pressed: LeaguePressed,
    picked: &[String],
) -> Result<Reply, Trouble> {
    let id = &pressed.league;
    let kept: StoredBook<League> = app.ledger.load(request, id).await?;
    match pressed.press {
        LeaguePress::Info => {
            let organises = find::organises(&kept.book, request);
            Ok(Answer::private(show::info(&kept, request.user(), organises)).into())
        }
        LeaguePress::Join => enter(app, request, id, None).await,
        LeaguePress::Table { division } => {
            let card = table::card(&kept, division, request.server.pictures);
            Ok(Answer::private(card).into())
        }
        LeaguePress::Picture { division } => {
            Ok(Answer::private(table::picture_card(&kept, division)).into())
        }
        LeaguePress::Match { .. } => {
            let picked = picked.first().and_then(|value| value.parse().ok()).ok_or_else(unknown)?;
            let fixture = find::fixture(&kept.book.season, picked)?;
            let me = kept.book.season.entrant_of(request.user()).map(|me| me.no);
            let organises = find::organises(&kept.book, request);
            Ok(Answer::private(show::match_card(&kept, fixture, me, organises)).into())
        }
        LeaguePress::Fixtures { round } => {
            let round = Some(round).filter(|round| *round > 0);
            Ok(Answer::private(show::fixtures(&kept, round)).into())
        }
        LeaguePress::My => Ok(Answer::private(show::my(&kept, request.user())).into()),
        LeaguePress::Confirm { fixture, revision } => {
            let written =
                write(app, request, id, |_| Ok(Action::Confirm { fixture, revision })).await?;
            let season = &written.kept.book.season;
            let stands = season
                .fixture(fixture)
                .map_or(String::new(), |fixture| show::fixture_line(season, fixture));
            Ok(served(&written, format!("It counts.\n{stands}")))
        }
        LeaguePress::Dispute { fixture, revision } => {
            let Some(found) = kept.book.season.fixture(fixture) else { return Err(unknown()) };
            let me = kept.book.season.entrant_of(request.user()).map(|me| me.no);
            let asked = match found.state {
                State::Reported { by, .. } => me.is_some_and(|me| found.has(me) && me != by),
                State::Open
                | State::Disputed { .. }
                | State::Decided { .. }
                | State::Bye
                | State::Cancelled { .. } => false,
            };
            if !asked || found.revision != revision {
                // the book says why not
                write(app, request, id, |_| {
                    Ok(Action::Dispute { fixture, revision, says: "—".to_owned() })
                })
                .await?;
                return Err(unknown());
            }
            Ok(Reply::Form(Form {
                title: format!("Match {fixture}: not so"),
                press: LeaguePressed::new(id, LeaguePress::Dispute { fixture, revision }).into(),
                inputs: vec![
                    Input::line("says", "What happened instead?", "")
                        .such_as("It was 5–3 for me; the last turn counted.")
                        .needed(),
                ],
            }))
        }
        LeaguePress::Withdraw { fixture } => {
            let written = write(app, request, id, |_| Ok(Action::Withdraw { fixture })).await?;
            let season = &written.kept.book.season;
            let stands = season
                .fixture(fixture)
                .map_or(String::new(), |fixture| show::fixture_line(season, fixture));
            Ok(served(&written, format!("Taken back.\n{stands}")))
        }
        LeaguePress::Report { fixture } => report_form(&kept, request, fixture, None),
        LeaguePress::ReportAs { fixture, ended } => {
            report_form(&kept, request, fixture, Some(ended))
        }
        LeaguePress::Settle { fixture } => settle_form(&kept, request, fixture),
        LeaguePress::Play { fixture } => Box::pin(play::play(app, request, &kept, fixture)).await,
        LeaguePress::TakeGame { fixture, game } => {
            Box::pin(play::take_game(app, request, &kept, fixture, &game)).await
        }
        LeaguePress::File { draft, press } => {
            bring::pressed(app, request, &kept, &draft, press, picked).await
        }
        LeaguePress::Start => start_it(app, request, id).await,
        LeaguePress::NextRound => next_round(app, request, id).await,
        LeaguePress::Decider => level::pair(app, request, id).await,
        LeaguePress::DrawLot => level::draw(app, request, id).await,
        LeaguePress::CloseAnyway => close_it(app, request, &kept, true).await,
        LeaguePress::Explain { entrant } => Ok(explain(&kept, entrant, picked)),
    }
}

/// A press that has done its work: the post in the league's channel changes by itself; elsewhere the buttons go at once.
fn served(written: &crate::ledger::BookOutcome<League>, line: String) -> Reply {
    match (told(written, Card::line(line)), written.kept.book.season.settings.announce) {
        (Reply::Message(answer), None) => answer.spends_pressed().into(),
        (told, _) => told,
    }
}

fn explain(kept: &StoredBook<League>, entrant: Option<EntrantId>, picked: &[String]) -> Reply {
    let picked = picked.first().and_then(|value| value.parse().ok()).map(EntrantId);
    // a table has several lists, told apart by whom they begin with
    if let Some(no) = picked.or(entrant) {
        return Answer::private(table::explain_card(kept, no)).into();
    }
    let people = kept.book.season.entrants.iter().take(25);
    let people = people.map(|entrant| Choice::new(entrant.name.clone(), entrant.no)).collect();
    let press = LeaguePressed::new(&kept.id, LeaguePress::Explain { entrant: None });
    let card = Card {
        selects: vec![Select::new("Whose place?", press, people)],
        ..Card::line(
            "Whose place shall I explain? `/league table explain:` finds everybody by name.",
        )
    };
    Answer::private(card).into()
}

/// The form opens only for people who may report. Where the button says how it ended, only the rest is asked.
fn report_form(
    kept: &StoredBook<League>,
    request: &Request,
    fixture: FixtureId,
    ended: Option<Ended>,
) -> Result<Reply, Trouble> {
    let season = &kept.book.season;
    let found = find::fixture(season, fixture.0)?;
    let me = season.entrant_of(request.user()).filter(|me| found.has(me.no));
    let Some(me) = me else {
        return Err(Trouble::refused(format!(
            "Match {fixture} is between others. `/league my` shows yours."
        )));
    };
    if found.state != State::Open {
        return Err(Trouble::first(show::match_card(kept, found, Some(me.no), false)));
    }
    let other = found.opponent_of(me.no).map_or("nobody", |no| season.name_of(no));
    let title = match ended {
        None => format!("Match {fixture} against {other}"),
        Some(Ended::Won) => format!("You won against {other}"),
        Some(Ended::Lost) => format!("You lost against {other}"),
        Some(Ended::Draw) => format!("A draw with {other}"),
    };
    let press = ended
        .map_or(LeaguePress::Report { fixture }, |ended| LeaguePress::ReportAs { fixture, ended });
    let asked = ended
        .is_none()
        .then(|| Input::line("result", "How did it end for you?", "").such_as("won, lost or draw"));
    let rest = [
        Input::line("mine", "Your score, if you count one", "").such_as("5"),
        Input::line("theirs", "Your opponent's score", "").such_as("3"),
        Input::line("my_faction", "What you played", me.faction.clone().unwrap_or_default()),
        Input::line("their_faction", "What your opponent played", ""),
    ];
    Ok(Reply::Form(Form {
        title,
        press: LeaguePressed::new(&kept.id, press).into(),
        inputs: asked.into_iter().chain(rest).collect(),
    }))
}

fn settle_form(
    kept: &StoredBook<League>,
    request: &Request,
    fixture: FixtureId,
) -> Result<Reply, Trouble> {
    if !find::organises(&kept.book, request) {
        return Err(Trouble::refused("Only an organiser of the league settles a match."));
    }
    let season = &kept.book.season;
    let found = find::fixture(season, fixture.0)?;
    let first = season.name_of(found.first);
    let second = found.second.map_or("nobody", |no| season.name_of(no));
    Ok(Reply::Form(Form {
        title: format!("Match {fixture}: {first} – {second}"),
        press: LeaguePressed::new(&kept.id, LeaguePress::Settle { fixture }).into(),
        inputs: vec![
            Input::line("result", "Who won? Or a walkover, or not played", "")
                .such_as("first, second, draw, walkover first, walkover second, not played"),
            Input::line("first", "Score of the first", "").such_as("5"),
            Input::line("second", "Score of the second", "").such_as("3"),
            Input::line("why", "Why; everybody reads it", ""),
        ],
    }))
}

#[boxed]
pub(crate) async fn filled_in(
    app: &App,
    request: &Request,
    pressed: LeaguePressed,
    filled: &FilledForm,
) -> Result<Reply, Trouble> {
    let id = &pressed.league;
    match pressed.press {
        LeaguePress::Dispute { fixture, revision } => {
            let says = filled.get("says").to_owned();
            let written = write(app, request, id, |_| {
                Ok(Action::Dispute { fixture, revision, says: says.clone() })
            })
            .await?;
            let season = &written.kept.book.season;
            let organisers: Vec<String> =
                written.kept.book.organisers.iter().map(|one| esc(&one.name)).collect();
            let line = format!(
                "Match {fixture} is disputed, and an organiser settles it: {}.",
                crate::words::list(&organisers)
            );
            let mut card = Card::line(line);
            if season.settings.announce.is_none() {
                card.pings = written.kept.book.organisers.iter().map(|one| one.id.0).collect();
                let settle = LeaguePress::Settle { fixture };
                card = card.with_row(vec![show::button(&written.kept, "Settle…", settle)]);
            }
            Ok(told(&written, card))
        }
        LeaguePress::Report { fixture } => {
            let ended = result(filled.get("result"))?;
            let said = typed(filled, ended)?;
            report_it(app, request, id, ReportedMatch::Fixture(fixture), &said).await
        }
        LeaguePress::ReportAs { fixture, ended } => {
            let said = typed(filled, Some(ended.into()))?;
            report_it(app, request, id, ReportedMatch::Fixture(fixture), &said).await
        }
        LeaguePress::Settle { fixture } => {
            let said = TypedResult {
                result: verdict(filled.get("result"))?,
                scores: [score(filled.get("first"))?, score(filled.get("second"))?],
                factions: [None, None],
            };
            settle_it(app, request, id, fixture.0, &said, filled.get("why")).await
        }
        LeaguePress::Info
        | LeaguePress::Join
        | LeaguePress::Table { .. }
        | LeaguePress::Picture { .. }
        | LeaguePress::Match { .. }
        | LeaguePress::Fixtures { .. }
        | LeaguePress::My
        | LeaguePress::Confirm { .. }
        | LeaguePress::Withdraw { .. }
        | LeaguePress::Play { .. }
        | LeaguePress::TakeGame { .. }
        | LeaguePress::File { .. }
        | LeaguePress::Start
        | LeaguePress::NextRound
        | LeaguePress::Decider
        | LeaguePress::DrawLot
        | LeaguePress::CloseAnyway
        | LeaguePress::Explain { .. } => Err(unknown()),
    }
}

fn typed(filled: &FilledForm, ended: Option<ResultChoice>) -> Result<TypedResult, Trouble> {
    Ok(TypedResult {
        scores: [score(filled.get("mine"))?, score(filled.get("theirs"))?],
        factions: ["my_faction", "their_faction"].map(|key| text(filled.get(key))),
        ..TypedResult::new(ended)
    })
}

fn text(typed: &str) -> Option<String> {
    (!typed.is_empty()).then(|| typed.to_owned())
}

fn score(typed: &str) -> Result<Option<i32>, Trouble> {
    if typed.is_empty() {
        return Ok(None);
    }
    typed.replace('−', "-").parse().map(Some).map_err(|_| {
        Trouble::refused(format!(
            "“{}” is not a score; write a whole number.",
            esc(&gatemaster_discord::limits::clip(typed, 40))
        ))
    })
}

fn result(typed: &str) -> Result<Option<ResultChoice>, Trouble> {
    if typed.is_empty() {
        return Ok(None);
    }
    ResultChoice::parse(typed).map(Some).ok_or_else(|| {
        Trouble::refused("Write *won*, *lost* or *draw*; *walkover* if your opponent did not come.")
    })
}

fn verdict(typed: &str) -> Result<Option<gatemaster_league::Verdict>, Trouble> {
    if typed.is_empty() {
        return Ok(None);
    }
    VerdictChoice::parse(typed).map(|choice| Some(choice.verdict())).ok_or_else(|| {
        Trouble::refused(
            "Write *first*, *second*, *draw*, *walkover first*, *walkover second* or *not played*.",
        )
    })
}
