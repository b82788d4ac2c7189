//! `/roll`: any dice, for everybody, everywhere. What was rolled is kept before anybody hears of it.

mod doubtful;
pub mod panel;
pub mod press;
mod saved;
mod show;
mod throw;

pub use saved::rolls;
pub(crate) use throw::{RollRequest, StoredRoll, Wanted};

use gatemaster_discord::limits::CHOICE_NAME;
use gatemaster_rules::roll::{Expression, Reading};
use gatemaster_rules::text::clean_name;
use gatemaster_store::{SavedRoll, Secrecy, Shelf};
use serenity::all::CreateAutocompleteResponse;

use crate::answer::{Answer, Reply};
use crate::app::App;
use crate::boxed;
use crate::offers;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use press::{MeantPressed, RollPress};
use throw::How;

/// Roll any dice: 2d6+3, 6d10<=5, 4d6kh3, 3x d20. Each die is shown, and why it counts.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn roll(
    ctx: Ctx<'_>,
    #[description = "What to roll, such as 2d6+3, or the name of a saved roll"]
    #[autocomplete = "dice_offered"]
    #[max_length = 200]
    dice: String,
    #[description = "What it is for"]
    #[max_length = 80]
    label: Option<String>,
    #[description = "Only you see it, until you show it"] secret: Option<bool>,
    #[description = "Let Discord read the result aloud"] spoken: Option<bool>,
    #[description = "Rolled by hand: the faces in order, such as 4 1 6"]
    #[max_length = 1000]
    faces: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/roll", move |app, request| async move {
        let asked = RollRequest {
            dice: Wanted::Typed(dice),
            label,
            secret: secret.unwrap_or(false),
            faces,
            spoken: spoken.unwrap_or(request.server.spoken),
        };
        roll_and_answer(&app, &request, asked).await
    })
    .await
}

#[boxed]
pub(crate) async fn roll_and_answer(
    app: &App,
    request: &Request,
    asked: RollRequest,
) -> Result<Reply, Trouble> {
    let RollRequest { dice, label, secret, faces, spoken } = asked;
    let mut known = understood(app, request, dice).await?;
    if let Some(label) = &label {
        known.expression = known.expression.with_label(label)?;
    }
    if known.fresh {
        // before a die is seen that would not count
        doubtful::ask_first(&known.expression, secret, spoken, faces.is_some())?;
    }
    let thrown = throw::throw(app, request, known.expression, How { secret, faces }).await?;
    Ok(told(request, &thrown, &known.remarks, spoken).into())
}

/// What was asked for, as it was read.
struct Understood {
    expression: Expression,
    /// How it was read, where other tools read it otherwise.
    remarks: Vec<String>,
    /// Somebody wrote it just now.
    fresh: bool,
}

/// What is typed may be the name of a saved roll: one's own first, then the server's.
async fn understood(app: &App, request: &Request, wanted: Wanted) -> Result<Understood, Trouble> {
    let kept = |expression| Understood { expression, remarks: Vec::new(), fresh: false };
    let typed = match wanted {
        Wanted::Known(expression) => return Ok(kept(*expression)),
        Wanted::Typed(typed) => typed,
    };
    if let Some(name) = clean_name(&typed) {
        for shelf in shelves(request) {
            if let Some(saved) = app.desk.store.saved_roll(shelf, &name).await? {
                return Ok(kept(named(&saved)?));
            }
        }
    }
    let Reading { expression, remarks } = Reading::of(&typed).map_err(|refusal| {
        Trouble::refused(format!(
            "{} `/help topic:Rolling dice` shows how dice are written.",
            refusal.sentence()
        ))
    })?;
    Ok(Understood { expression, remarks, fresh: true })
}

fn told(request: &Request, thrown: &StoredRoll, remarks: &[String], spoken: bool) -> Answer {
    match thrown.secrecy {
        Secrecy::Secret => Answer::private(show::secret(thrown, remarks)),
        Secrecy::Open | Secrecy::Shown => {
            let card = show::result(thrown, request.server.compact, remarks);
            Answer::public(if spoken { show::spoken(thrown, card) } else { card })
        }
    }
}

/// What was probably meant, or what was typed after all.
#[boxed]
pub async fn pressed_meant(
    app: &App,
    request: &Request,
    pressed: MeantPressed,
) -> Result<Reply, Trouble> {
    let MeantPressed { secret, spoken, dice } = pressed;
    let dice = Wanted::Known(Box::new(Expression::parse(&dice)?));
    roll_and_answer(app, request, RollRequest { dice, label: None, secret, faces: None, spoken })
        .await
}

/// A button below a roll.
#[boxed]
pub async fn pressed(
    app: &App,
    request: &Request,
    id: &str,
    press: RollPress,
) -> Result<Reply, Trouble> {
    let row = app.desk.store.roll(id).await?;
    // a button is only seen where the roll was made
    let row = row.filter(|row| row.channel_id == request.channel).ok_or_else(gone)?;
    let theirs = row.user_id == request.user().0;
    if row.secrecy == Secrecy::Secret && !theirs {
        return Err(gone());
    }
    let before = StoredRoll::read(row)?;
    if press == RollPress::Show {
        if !theirs {
            return Err(Trouble::refused("Only whoever rolled it may show it."));
        }
        // once shown it may be shown again: the first time may have got lost on its way
        app.desk.store.show_roll(id, request.user().0).await?;
        return Ok(Answer::public(show::revealed(&before)).into());
    }
    let expression = match press {
        RollPress::Again | RollPress::Show => before.expression.clone(),
        RollPress::More => before
            .expression
            .one_more_die()
            .ok_or_else(|| Trouble::refused("One die more would be too many for one roll."))?,
        RollPress::Meant(guess) => {
            let doubt = before.expression.doubt().ok_or_else(gone)?;
            doubt.instead.into_iter().nth(guess as usize).ok_or_else(gone)?
        }
    };
    let how = How { secret: before.secrecy == Secrecy::Secret, faces: None };
    let thrown = throw::throw(app, request, expression, how).await?;
    let answer = told(request, &thrown, &[], request.server.spoken);
    if request.server.compact && thrown.secrecy == Secrecy::Open {
        // one message that rolls on, with what was rolled just before
        let rows = app.desk.store.last_rolls(request.channel, request.user().0, 3).await?;
        let earlier =
            rows.into_iter().filter(|row| row.secrecy != Secrecy::Secret && row.id != thrown.id);
        let earlier: Vec<StoredRoll> = earlier.map(StoredRoll::read).collect::<Result<_, _>>()?;
        return Ok(Answer::public(show::rolling(&thrown, &earlier)).in_place().into());
    }
    Ok(answer.into())
}

fn gone() -> Trouble {
    Trouble::refused("I do not have that roll any more. `/roll` makes a new one.")
}

/// A saved roll is labelled with its name, unless it has a label or leaves no room for one.
fn named(saved: &SavedRoll) -> Result<Expression, Trouble> {
    let expression = Expression::parse(&saved.dice)?;
    Ok(match expression.label() {
        Some(_) => expression,
        None => expression.clone().with_label(&saved.name).unwrap_or(expression),
    })
}

/// Whether a stored text means the same when somebody types it now.
fn can_be_typed(dice: &str) -> bool {
    match (Expression::parse(dice), Reading::of(dice)) {
        (Ok(stored), Ok(typed)) => stored == typed.expression,
        _ => false,
    }
}

fn shelves(request: &Request) -> Vec<Shelf> {
    let own = Shelf::Person(request.user().0);
    let server = request.guild.map(Shelf::Server);
    [own].into_iter().chain(server).collect()
}

/// Saved rolls by name, and what the person rolled before.
async fn dice_offered(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, app.lookup()).await;
    let mut offered: Vec<(String, String)> = Vec::new();
    if let Ok(Reading { expression, .. }) = Reading::of(typed) {
        offered.push((expression.to_string(), typed.trim().to_owned()));
    }
    for shelf in shelves(&request) {
        let saved = app.desk.store.saved_rolls(shelf).await.unwrap_or_default();
        offered.extend(
            saved.into_iter().map(|SavedRoll { name, dice, .. }| (format!("{name}: {dice}"), name)),
        );
    }
    let before = app.desk.store.dice_rolled_by(request.user().0, 20).await.unwrap_or_default();
    let before = before.into_iter().filter(|dice| can_be_typed(dice));
    offered.extend(before.map(|dice| (dice.clone(), dice)));
    if typed.trim().is_empty() && offered.is_empty() {
        let examples = ["2d6", "d20+5", "6d10<=5", "4d6kh3", "d%"];
        offered.extend(examples.map(|dice| (dice.to_owned(), dice.to_owned())));
    }
    let mut known = std::collections::HashSet::new();
    offered.retain(|(label, value)| {
        // Discord takes no longer values
        value.chars().count() <= CHOICE_NAME
            && (offers::contains(label, typed) || value == typed.trim())
            && known.insert(value.to_lowercase())
    });
    offers::choices(offered.into_iter())
}
