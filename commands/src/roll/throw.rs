//! Throwing dice from the channel's cup, and keeping what came of it.

use std::fmt;

use gatemaster_rules::dice::{Scripted, Seed, Seeded};
use gatemaster_rules::roll::{Expression, Rolled, mark};
use gatemaster_store::{Cup, NewRoll, RollRow, RollTaken, Secrecy};
use rand::RngExt as _;

use crate::app::App;
use crate::boxed;
use crate::desk::new_id;
use crate::request::Request;
use crate::trouble::Trouble;

/// What somebody wants to roll.
#[derive(Clone, Debug)]
pub(crate) struct RollRequest {
    pub dice: Wanted,
    pub label: Option<String>,
    pub secret: bool,
    /// Faces of real dice, typed.
    pub faces: Option<String>,
    pub spoken: bool,
}

/// How a roll is made.
#[derive(Clone, Debug, Default)]
pub(crate) struct How {
    pub secret: bool,
    /// Faces of real dice, typed.
    pub faces: Option<String>,
}

/// The dice of a request.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    /// Somebody wrote it just now; it may be the name of a saved roll.
    Typed(String),
    /// It was read before, and means what it meant then.
    Known(Box<Expression>),
}

/// A roll as it is stored.
#[derive(Clone)]
pub(crate) struct StoredRoll {
    pub id: String,
    pub user_name: String,
    pub expression: Expression,
    pub rolled: Rolled,
    pub secrecy: Secrecy,
    /// The hash of the seed that its dice came from.
    pub seed_hash: String,
    /// The seed itself, if it is the roll's own because that is secret or was once.
    pub own_seed: Option<Seed>,
    /// The mark of the cup after it; rolls of earlier versions have none.
    pub mark: Option<String>,
    pub at_ms: i64,
}

/// It may be secret: a print for the log tells nothing of it.
impl fmt::Debug for StoredRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredRoll").field("id", &self.id).finish_non_exhaustive()
    }
}

impl StoredRoll {
    pub fn read(row: RollRow) -> Result<Self, Trouble> {
        let own_seed = row.secret_seed.as_ref().map(|seed| Seed::new(*seed.expose()));
        Ok(Self {
            seed_hash: own_seed.as_ref().map_or(row.cup_hash, Seed::hash),
            own_seed,
            mark: row.mark,
            id: row.id,
            user_name: row.user_name,
            expression: Expression::parse(&row.dice)?,
            rolled: serde_json::from_str(&row.rolled)?,
            secrecy: row.secrecy,
            at_ms: row.at_ms,
        })
    }
}

/// The cup may be exchanged in between; after so many clashes something else is wrong.
const TRIES: usize = 50;

#[boxed]
pub(crate) async fn throw(
    app: &App,
    request: &Request,
    expression: Expression,
    how: How,
) -> Result<StoredRoll, Trouble> {
    let store = &app.desk.store;
    let interaction =
        request.interaction.ok_or_else(|| Trouble::fault("a roll needs its interaction"))?;
    if let Some(row) = store.roll_of_interaction(interaction).await? {
        return StoredRoll::read(row);
    }
    let _turn = app.cups.turn(request.channel).await;
    for _ in 0..TRIES {
        let cup = cup_of(app, request.channel).await?;
        let id = new_id();
        let secret = how.secret.then(|| -> [u8; 32] { rand::rng().random() });
        let own_seed = secret.map(Seed::new);
        let (rolled, next_die) =
            roll(&expression, &cup, &id, own_seed.as_ref(), how.faces.as_deref())?;
        let dice = expression.to_string();
        let entry = mark::entry(&id, own_seed.as_ref(), &rolled, &dice);
        let mark = mark::next(&cup.mark, &entry);
        let new = NewRoll {
            id: id.clone(),
            cup_id: cup.id.clone(),
            expected_die: cup.next_die,
            next_die,
            expected_mark: cup.mark,
            entry,
            mark: mark.clone(),
            channel_id: request.channel,
            user_id: request.user().0,
            user_name: request.actor.player.name.clone(),
            interaction_id: interaction,
            dice,
            rolled: serde_json::to_string(&rolled)?,
            secret_seed: secret.map(Into::into),
            at_ms: app.desk.clock.now_ms(),
        };
        let at_ms = new.at_ms;
        match store.add_roll(new).await? {
            RollTaken::Done => {
                return Ok(StoredRoll {
                    id,
                    user_name: request.actor.player.name.clone(),
                    expression,
                    rolled,
                    secrecy: if how.secret { Secrecy::Secret } else { Secrecy::Open },
                    seed_hash: own_seed.as_ref().map_or(cup.seed_hash, Seed::hash),
                    own_seed,
                    mark: Some(mark),
                    at_ms,
                });
            }
            RollTaken::Repeated(row) => return StoredRoll::read(*row),
            RollTaken::Clash => {}
        }
    }
    Err(Trouble::fault("the dice cup of a channel was never free"))
}

/// What came of it, and how many dice the cup has given then.
fn roll(
    expression: &Expression,
    cup: &Cup,
    id: &str,
    own_seed: Option<&Seed>,
    faces: Option<&str>,
) -> Result<(Rolled, u64), Trouble> {
    if let Some(faces) = faces {
        let mut typed = Scripted::parse(faces).map_err(gatemaster_rules::refusal::Refusal::from)?;
        let rolled = expression.roll(&mut typed)?;
        typed.finish().map_err(gatemaster_rules::refusal::Refusal::from)?;
        return Ok((rolled, cup.next_die));
    }
    if let Some(seed) = own_seed {
        let mut dice = Seeded::new(seed.clone(), id, [], 1);
        return Ok((expression.roll(&mut dice)?, cup.next_die));
    }
    let seed = Seed::new(*cup.seed.expose());
    // the store counts dice from 0, people from 1
    let mut dice = Seeded::new(seed, &cup.id, [], cup.next_die + 1);
    let rolled = expression.roll(&mut dice)?;
    Ok((rolled, dice.next_number() - 1))
}

/// The cup in use in this channel; a fresh one at the first roll.
#[boxed]
pub(crate) async fn cup_of(app: &App, channel: u64) -> Result<Cup, Trouble> {
    let store = &app.desk.store;
    if let Some(cup) = store.cup(channel).await? {
        return Ok(cup);
    }
    let seed: [u8; 32] = rand::rng().random();
    let seed_hash = Seed::new(seed).hash();
    let new = Cup {
        id: new_id(),
        channel_id: channel,
        seed: seed.into(),
        mark: seed_hash.clone(),
        seed_hash,
        next_die: 0,
        opened_at_ms: app.desk.clock.now_ms(),
    };
    store.open_cup(&new).await?;
    // somebody else may have been faster
    store.cup(channel).await?.ok_or_else(|| Trouble::fault("a fresh dice cup is missing"))
}
