//! Every button, list and form of a campaign, whoever posted it and however long ago.

use gatemaster_discord::card::{Card, Style};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_league::campaign::sentence::{side_name, those_who_meet};
use gatemaster_league::campaign::{Action, Battle, BattleNo, Campaign, SideNo, State};

use super::chronicler::settle_it;
use super::everybody::{reader, report_it};
use super::press::{CampaignPress, CampaignPressed};
use super::typed::TypedOutcome;
use super::{find, play, show, told, told_as_written, write};
use crate::answer::{Answer, Reply, unknown};
use crate::app::App;
use crate::boxed;
use crate::ledger::StoredBook;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{esc, list};

#[boxed]
pub(crate) async fn pressed(
    app: &App,
    request: &Request,
    pressed: CampaignPressed,
    picked: &[String],
) -> Result<Reply, Trouble> {
    let id = &pressed.campaign;
    let kept: StoredBook<Campaign> = app.ledger.load(request, id).await?;
    match pressed.press {
        CampaignPress::Info => {
            Ok(Answer::private(show::info(&kept, reader(&kept, request))).into())
        }
        CampaignPress::Join { side } => {
            let picked = picked.first().and_then(|value| value.parse().ok()).map(SideNo);
            let side = side.or(picked).ok_or_else(unknown)?;
            let written = write(app, request, id, |_| Ok(Action::Join { side })).await?;
            Ok(told_as_written(&written))
        }
        CampaignPress::Map => {
            let ground = app.desk.store.book_picture(id).await?;
            let card = show::map(&kept, request.server.pictures, ground.as_deref());
            Ok(Answer::private(card).into())
        }
        CampaignPress::Units => Ok(Answer::private(show::units(&kept, None)).into()),
        CampaignPress::Chronicle { from } => {
            Ok(Answer::private(show::chronicle(&kept, from)).into())
        }
        CampaignPress::Battle { battle } => {
            let battle = find::battle(&kept.book, battle)?;
            Ok(Answer::private(show::battle_card(&kept, battle, reader(&kept, request))).into())
        }
        CampaignPress::Report { battle } => {
            report_form(&kept, request, battle, CampaignPress::Report { battle })
        }
        CampaignPress::ReportAs { battle, winner } => {
            report_form(&kept, request, battle, CampaignPress::ReportAs { battle, winner })
        }
        CampaignPress::Settle { battle } => settle_form(&kept, request, battle),
        CampaignPress::Confirm { battle, revision } => {
            let written =
                write(app, request, id, |_| Ok(Action::Confirm { battle, revision })).await?;
            Ok(told_as_written(&written))
        }
        CampaignPress::Contest { battle, revision } => {
            contest_form(app, request, &kept, battle, revision).await
        }
        CampaignPress::Play { battle } => Box::pin(play::play(app, request, id, battle)).await,
    }
}

/// The form opens only for people who may report.
fn report_form(
    kept: &StoredBook<Campaign>,
    request: &Request,
    no: BattleNo,
    press: CampaignPress,
) -> Result<Reply, Trouble> {
    let campaign = &kept.book;
    let battle = find::battle(campaign, no)?;
    let reader = reader(kept, request);
    let mine = reader.side.filter(|side| battle.has(*side));
    if mine.is_none() && !reader.organises {
        return Err(Trouble::refused(format!(
            "Battle {no} is reported by those who fought it, or by an organiser."
        )));
    }
    let open = match battle.state {
        State::Planned => true,
        State::Reported { side, .. } | State::Contested { side, .. } => {
            Some(side) == mine && !reader.organises
        }
        State::Fought { .. } | State::Cancelled { .. } => false,
    };
    if !open {
        let card = show::battle_card(kept, battle, reader);
        return Err(Trouble::first(card));
    }
    let mut asked = inputs(campaign, battle);
    if let CampaignPress::ReportAs { .. } = &press {
        // the button has said so
        asked.retain(|input| input.key != "winner");
    }
    Ok(Reply::Form(result_form(kept, battle, press, asked)))
}

fn settle_form(
    kept: &StoredBook<Campaign>,
    request: &Request,
    no: BattleNo,
) -> Result<Reply, Trouble> {
    if !find::organises(&kept.book, request) {
        return Err(Trouble::refused("Only an organiser of the campaign settles a battle."));
    }
    let battle = find::battle(&kept.book, no)?;
    let mut asked = inputs(&kept.book, battle);
    asked.push(Input::line("points", "Points, if not the usual ones", "").such_as("5, 1"));
    asked.push(Input::line("why", "Why, for the chronicle", ""));
    Ok(Reply::Form(result_form(kept, battle, CampaignPress::Settle { battle: no }, asked)))
}

fn result_form(
    kept: &StoredBook<Campaign>,
    battle: &Battle,
    press: CampaignPress,
    inputs: Vec<Input>,
) -> Form {
    Form {
        title: format!("Battle {}: {}", battle.no, those_who_meet(&kept.book, battle)),
        press: CampaignPressed::new(&kept.id, press).into(),
        inputs,
    }
}

/// What is asked about an end; the scores stand in the order of the form's title.
fn inputs(campaign: &Campaign, battle: &Battle) -> Vec<Input> {
    let told = battle.state.outcome();
    let winner = told
        .map(|told| told.winner.map_or("draw".to_owned(), |side| side_name(campaign, side)))
        .unwrap_or_default();
    let mut inputs = vec![
        Input::line("winner", "Which side won?", winner).such_as("The name of a side, or draw"),
        Input::line("scores", "Scores, in the order above", "").such_as("12, 7"),
    ];
    if battle.place.is_some() {
        inputs.push(
            Input::line("takes", "Who holds the place now?", "")
                .such_as("Empty: the winner. Or a side, or nobody if it stays as it was"),
        );
    }
    inputs
}

async fn contest_form(
    app: &App,
    request: &Request,
    kept: &StoredBook<Campaign>,
    battle: BattleNo,
    revision: u16,
) -> Result<Reply, Trouble> {
    let found = find::battle(&kept.book, battle)?;
    let reader = reader(kept, request);
    let may = match found.state {
        State::Reported { side, .. } => {
            reader.organises || reader.side.is_some_and(|mine| mine != side && found.has(mine))
        }
        State::Planned
        | State::Contested { .. }
        | State::Fought { .. }
        | State::Cancelled { .. } => false,
    };
    if !may || found.revision != revision {
        // the book says why not
        let says = "—".to_owned();
        write(app, request, &kept.id, |_| {
            Ok(Action::Contest { battle, revision, says: says.clone() })
        })
        .await?;
        return Err(unknown());
    }
    let press = CampaignPress::Contest { battle, revision };
    Ok(Reply::Form(Form {
        title: format!("Battle {battle}: not so"),
        press: CampaignPressed::new(&kept.id, press).into(),
        inputs: vec![
            Input::line("says", "What happened instead?", "")
                .such_as("The bridge was ours at the end.")
                .needed(),
        ],
    }))
}

#[boxed]
pub(crate) async fn filled_in(
    app: &App,
    request: &Request,
    pressed: CampaignPressed,
    filled: &FilledForm,
) -> Result<Reply, Trouble> {
    let id = &pressed.campaign;
    let said = || TypedOutcome {
        winner: filled.get("winner").to_owned(),
        scores: filled.get("scores").to_owned(),
        points: filled.get("points").to_owned(),
        takes: filled.get("takes").to_owned(),
    };
    match pressed.press {
        CampaignPress::Report { battle } => report_it(app, request, id, battle, &said()).await,
        CampaignPress::ReportAs { battle, winner } => {
            let kept: StoredBook<Campaign> = app.ledger.load(request, id).await?;
            let winner = winner.map_or("draw".to_owned(), |side| side_name(&kept.book, side));
            report_it(app, request, id, battle, &TypedOutcome { winner, ..said() }).await
        }
        CampaignPress::Settle { battle } => {
            settle_it(app, request, id, battle, &said(), filled.get("why")).await
        }
        CampaignPress::Contest { battle, revision } => {
            let says = filled.get("says").to_owned();
            let written = write(app, request, id, |_| {
                Ok(Action::Contest { battle, revision, says: says.clone() })
            })
            .await?;
            let campaign = &written.kept.book;
            let organisers: Vec<String> =
                campaign.organisers.iter().map(|one| esc(&one.name)).collect();
            let mut card = Card::line(format!(
                "{}\nAn organiser settles it: {}.",
                show::happened(campaign, &written.events),
                list(&organisers)
            ));
            if campaign.announce.is_none() {
                card.pings = campaign.organisers.iter().map(|one| one.id.0).collect();
                let settle = CampaignPress::Settle { battle };
                let settle = show::button(&written.kept, format!("Settle {battle}…"), settle);
                card = card.with_row(vec![settle.styled(Style::Main)]);
            }
            Ok(told(&written, card))
        }
        CampaignPress::Info
        | CampaignPress::Join { .. }
        | CampaignPress::Map
        | CampaignPress::Units
        | CampaignPress::Chronicle { .. }
        | CampaignPress::Battle { .. }
        | CampaignPress::Confirm { .. }
        | CampaignPress::Play { .. } => Err(unknown()),
    }
}
