//! `/at43 look`: the books of AT-43 wherever one is, whatever is played there.

use serenity::all::{CreateAutocompleteResponse, ResolvedOption, ResolvedValue};

use crate::desk::{Loaded, Which};
use crate::face::Book;
use crate::offers;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::trouble::Fault;

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum BookChoice {
    #[name = "A rule, in our own words"]
    Rules,
    #[name = "A unit or hero of the army lists"]
    Profile,
    #[name = "A weapon"]
    Weapon,
    #[name = "A unit of the game here, as it stands"]
    Unit,
}

impl BookChoice {
    fn book(self) -> Book {
        match self {
            Self::Rules => Book::Rules,
            Self::Profile => Book::Profile,
            Self::Weapon => Book::Weapon,
            Self::Unit => Book::Unit,
        }
    }
}

/// Look up a rule, a unit or a weapon.
#[poise::command(slash_command)]
pub async fn look(
    ctx: Ctx<'_>,
    #[description = "In which book"] what: BookChoice,
    #[description = "Its name or a word of it; a rule's number, such as T-SHT-4"]
    #[autocomplete = "names"]
    #[max_length = 100]
    name: String,
) -> Result<(), Fault> {
    run(ctx, "/at43 look", move |hall, request| async move {
        let book = what.book();
        let game = hall.desk.load(&request, &which(book)).await.ok();
        super::look_up(&hall, &request, game.as_ref(), book, Some(&name)).await
    })
    .await
}

/// Units of a game that has ended can still be looked at.
fn which(book: Book) -> Which {
    match book {
        Book::Unit => Which::LastHere,
        Book::Profile | Book::Weapon | Book::Rules => Which::Here,
    }
}

async fn names(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let hall = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, hall.lookup()).await;
    let book = chosen(ctx).unwrap_or(Book::Rules);
    let game: Option<Loaded> = hall.desk.load(&request, &which(book)).await.ok();
    let offered = super::offered(hall, &request, game.as_ref(), book, typed).await;
    offers::choices(offered.into_iter())
}

/// The book that has been picked in the option before.
fn chosen(ctx: Ctx<'_>) -> Option<Book> {
    let options = ctx.interaction.data.options();
    let [ResolvedOption { value: ResolvedValue::SubCommand(options), .. }] = &options[..] else {
        return None;
    };
    let place =
        options.iter().find(|option| option.name == "what").and_then(|option| {
            match &option.value {
                ResolvedValue::Integer(place) => usize::try_from(*place).ok(),
                _ => None,
            }
        })?;
    let all = [BookChoice::Rules, BookChoice::Profile, BookChoice::Weapon, BookChoice::Unit];
    all.get(place).map(|choice| choice.book())
}
