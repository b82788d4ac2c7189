//! A battle at Gatemaster's own table: opened by one press, with a seat for each of its two sides.

use gatemaster_discord::limits::clip;
use gatemaster_league::campaign::sentence::{side_name, state, those_who_meet};
use gatemaster_league::campaign::{Action, Battle, BattleNo, Campaign, State};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{Action as TableAction, Player};
use gatemaster_rules::text::MAX_TITLE;

use super::{find, show as campaign_show};
use crate::answer::{Answer, NewBoard, Reply};
use crate::app::App;
use crate::books::opening;
use crate::boxed;
use crate::ledger::StoredBook;
use crate::request::Request;
use crate::table;
use crate::trouble::Trouble;
use crate::words::{LARGEST_FORMER, esc};

/// Opens a table for the battle in this channel. If the program is stopped between the steps, an ordinary game stands there,
/// and the battle is open as before.
#[boxed]
pub async fn play(app: &App, request: &Request, id: &str, no: BattleNo) -> Result<Reply, Trouble> {
    // one at a time: the same interaction delivered twice must find the game that the first one made
    let _turn = app.opening.lock().await;
    if let Some(reply) = opening::opened_before(app, request).await? {
        return Ok(reply);
    }
    // another press may have opened one while this one waited
    let kept: StoredBook<Campaign> = app.ledger.load(request, id).await?;
    let campaign = &kept.book;
    let system = opening::kept_here(&campaign.played)?;
    let battle = open_battle(&kept, request, no)?;
    let says = format!("Battle {no} is being fought");
    opening::no_game_is_open(app, request, battle.game.as_deref(), &says).await?;
    let seated = seated(campaign, battle, request.user())?;
    let open = TableAction::Open {
        name: clip(&those_who_meet(campaign, battle), MAX_TITLE),
        setup: opening::setup(app, request, system, [None, None]).await?,
        organiser: None,
        start: false,
        settings: request.server.table_settings(),
    };
    let opened = app.desk.open(request, open).await?;
    let seats = opening::seat_all(app, request, seated.iter(), |_, _| None, opened);
    let outcome = Box::pin(seats).await;
    let game = outcome.game.id.clone();
    let link =
        super::write(app, request, id, |_| Ok(Action::LinkGame { battle: no, game: game.clone() }));
    let name = esc(&campaign.name);
    let words = match link.await {
        Ok(_) => format!("Battle {no} of **{name}**: the table is set, and its result will count."),
        // the game stands; that it does not count must be said
        Err(trouble) => {
            let trouble = trouble.in_short();
            tracing::info!(game, trouble, "a game was not linked to its battle");
            format!(
                "The table is set, but it could not be noted for battle {no} of **{name}**. Report the result by hand."
            )
        }
    };
    let mut card = table::board(app.systems, &outcome.game);
    card.content = words;
    let mine = campaign.side_of(request.user()).map(|side| side.no);
    card.pings =
        campaign_show::others_of(campaign, battle, mine).into_iter().map(|id| id.0).collect();
    let board = Some(NewBoard { game: outcome.game, pin: false });
    Ok(Answer { board, ..Answer::public(card) }.into())
}

/// The battle, if it is still to be fought and the asker fights it or organises.
fn open_battle<'k>(
    kept: &'k StoredBook<Campaign>,
    request: &Request,
    no: BattleNo,
) -> Result<&'k Battle, Trouble> {
    let campaign = &kept.book;
    let battle = find::battle(campaign, no)?;
    let mine = campaign.side_of(request.user()).is_some_and(|side| battle.has(side.no));
    if !mine && !find::organises(campaign, request) {
        return Err(Trouble::refused(format!(
            "The game of battle {no} is opened by those who fight it, or by an organiser."
        )));
    }
    if battle.state != State::Planned || campaign.closed_ms.is_some() {
        return Err(Trouble::refused(format!(
            "Battle {no} is not open: {}.",
            esc(&state(campaign, battle))
        )));
    }
    if battle.sides.len() != 2 {
        return Err(Trouble::refused(format!(
            "My tables are for two sides, and battle {no} has {}. Play it at yours and report the result.",
            battle.sides.len()
        )));
    }
    Ok(battle)
}

/// Who sits down at once: the asker for their side, and of another side its only member. A seat of a team that has several is
/// for whichever of them takes it.
fn seated(campaign: &Campaign, battle: &Battle, asker: UserId) -> Result<Vec<Player>, Trouble> {
    let mut seated = Vec::new();
    for no in &battle.sides {
        let members = campaign.side(*no).map_or(&[][..], |side| &side.members);
        let here: Vec<&Player> =
            members.iter().filter(|member| member.id.0 > LARGEST_FORMER).collect();
        let player = here.iter().find(|member| member.id == asker);
        match (player, &here[..]) {
            (Some(player), _) => seated.push((*player).clone()),
            (None, [only]) => seated.push((*only).clone()),
            (None, []) => {
                return Err(Trouble::refused(format!(
                    "{} has nobody on Discord to sit at my table. Play it at yours and report the result.",
                    esc(&side_name(campaign, *no))
                )));
            }
            (None, _) => {}
        }
    }
    Ok(seated)
}
