//! "Dice luck": the dice that somebody has rolled here, compared with what fair dice do.

use std::collections::HashSet;

use gatemaster_discord::card::{Button, Card};
use gatemaster_league::luck::{Die, Luck, luck};
use gatemaster_rules::dice::Roll;
use gatemaster_rules::history::Step;
use gatemaster_rules::ids::UserId;
use gatemaster_rules::roll::Rolled;
use gatemaster_rules::table::Event;
use gatemaster_store::Secrecy;
use serenity::all::GuildId;

use super::past::{Subject, ended_games};
use super::press::{PlayerPress, PlayerPressed};
use crate::app::App;
use crate::boxed;
use crate::desk::read_step;
use crate::face::Systems;
use crate::ledger::server;
use crate::request::Request;
use crate::table::NEUTRAL;
use crate::trouble::Trouble;
use crate::words::{count, esc};

/// As many as can be read while somebody waits.
const MOST_GAMES: u32 = 100;
const MOST_ROLLS: usize = 2_000;
/// Kinds of dice that are told one by one.
const MOST_KINDS: usize = 6;

/// What somebody has rolled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cupful {
    dice: Vec<Die>,
    /// Faces that were typed in; whoever types them is believed, but it is not my luck.
    by_hand: u32,
}

impl Cupful {
    fn add(&mut self, roll: Roll) {
        if roll.is_hand_rolled() {
            self.by_hand = self.by_hand.saturating_add(1);
        } else {
            self.dice.push(Die { sides: roll.sides, face: roll.face });
        }
    }

    fn add_all(&mut self, rolls: Vec<Roll>) {
        for roll in rolls {
            self.add(roll);
        }
    }
}

/// From games that have ended and from rolls that everybody saw, in places that the asker sees. What is rolled in a game
/// that goes on stays there.
#[boxed]
pub(super) async fn rolled_by(
    app: &App,
    request: &Request,
    player: UserId,
) -> Result<Cupful, Trouble> {
    let mut cupful = Cupful::default();
    for (row, _) in ended_games(app, request, player, MOST_GAMES).await? {
        for step in app.desk.store.steps(&row.id).await? {
            if step.user_id == player.0 && step.dice.len() > "[]".len() {
                let step = read_step(step)?;
                cupful.add_all(thrown(app.systems, &step));
            }
        }
    }
    let here = channels_of(app, server(request)?);
    let rolls = app.desk.store.rolls_by(player.0).await?;
    for row in rolls.iter().rev().take(MOST_ROLLS) {
        let open = match row.secrecy {
            Secrecy::Open | Secrecy::Shown => true,
            Secrecy::Secret => false,
        };
        if open && here.contains(&row.channel_id) && request.sees(row.channel_id) {
            let rolled: Rolled = serde_json::from_str(&row.rolled)?;
            cupful.add_all(rolled.dice());
        }
    }
    Ok(cupful)
}

/// Rolls know their channel and not their server.
fn channels_of(app: &App, guild: u64) -> HashSet<u64> {
    let Some(guild) = app.cache.guild(GuildId::new(guild.max(1))) else { return HashSet::new() };
    let channels = guild.channels.keys().map(|id| id.get());
    channels.chain(guild.threads.iter().map(|thread| thread.id.get())).collect()
}

/// The dice of a step. What is drawn from a bag or by lot is no die that anybody throws.
fn thrown(systems: Systems, step: &Step) -> Vec<Roll> {
    let drawn = step.events.iter().any(|event| {
        let Event::Played(event) = event else { return false };
        systems.all().any(|face| face.is_lot(event))
    });
    if drawn { Vec::new() } else { step.dice.clone() }
}

pub(super) fn card(subject: &Subject, cupful: &Cupful) -> Card {
    let mut kinds = luck(&cupful.dice);
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.dice));
    let mut card = Card {
        title: format!("Dice of {}", esc(&subject.name)),
        colour: Some(NEUTRAL),
        ..Card::default()
    };
    card.text = if kinds.is_empty() {
        "No dice of theirs that you can see: I count games that have ended and open rolls, on this server.".to_owned()
    } else {
        "Dice that fell when they pressed or typed, in games that have ended and in open rolls, where you can see them. \
         Everybody's dice look odd somewhere; this says how usual that is, and never why. Whether high is good depends on \
         the game."
            .to_owned()
    };
    let more = kinds.split_off(kinds.len().min(MOST_KINDS));
    card.fields = kinds.iter().map(field).collect();
    if !more.is_empty() {
        let dice = more.iter().fold(0_u32, |all, kind| all.saturating_add(kind.dice));
        let text =
            format!("{} of other kinds, too few to say anything.", count(dice, "die", "dice"));
        card.fields.push(("The rest".to_owned(), text));
    }
    if cupful.by_hand > 0 {
        let typed = count(cupful.by_hand, "die was", "dice were");
        card.footer = format!("{typed} rolled by hand and typed in; those are not counted.");
    }
    let back = PlayerPressed::new(&subject.who, PlayerPress::Card);
    card.with_row(vec![Button::new("Card", back)])
}

fn field(kind: &Luck) -> (String, String) {
    let title = format!("d{}: {}", kind.sides, kind.verdict.title());
    let text = format!(
        "Average **{:.2}**, fair dice {:.1}. {}\n{}",
        kind.mean,
        kind.expected,
        kind.in_words(),
        kind.sample()
    );
    (title, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::press::Who;
    use crate::systems;
    use gatemaster_discord::card::SeenBy;
    use gatemaster_league::person::Person;
    use gatemaster_rules::antares::Event as BattleEvent;
    use gatemaster_rules::antares::event::Drawn;
    use gatemaster_rules::dicegame::Event as DiceGameEvent;
    use gatemaster_rules::game::Event as GameEvent;
    use gatemaster_rules::ids::{Seat, Seq};
    use gatemaster_rules::table::{Action, Deed};
    use gatemaster_rules::version::RulesVersion;

    fn ann() -> Subject {
        let id = UserId(1 << 50);
        Subject { who: Who::User(id), person: Person::User(id), name: "*Ann*".to_owned() }
    }

    fn cupful(dice: impl IntoIterator<Item = (u32, u32)>) -> Cupful {
        let mut cupful = Cupful::default();
        for (number, (sides, face)) in (1..).zip(dice) {
            cupful.add(Roll { number: Some(number), sides, face });
        }
        cupful
    }

    #[test]
    fn fair_dice_look_ordinary_and_say_what_they_are_good_for() {
        let fair = cupful((0..600).map(|at| (10, at % 10 + 1)));
        let card = card(&ann(), &fair);
        assert_eq!(card.title, "Dice of \\*Ann\\*");
        let (title, text) = &card.fields[0];
        assert_eq!(title, "d10: ordinary");
        assert!(
            text.starts_with("Average **5.50**, fair dice 5.5. Of people with fair dice"),
            "{text}"
        );
        assert!(text.contains("600 dice"), "{text}");
        assert!(card.text.contains("never why"), "{}", card.text);
    }

    #[test]
    fn dice_that_were_typed_in_are_only_mentioned() {
        let mut cupful = cupful([(6, 1)]);
        cupful.add(Roll { number: None, sides: 6, face: 6 });
        let card = card(&ann(), &cupful);
        assert_eq!(card.fields.len(), 1);
        assert!(card.fields[0].1.starts_with("Average **1.00**"), "{}", card.fields[0].1);
        assert_eq!(card.footer, "1 die was rolled by hand and typed in; those are not counted.");
    }

    #[test]
    fn what_is_drawn_from_a_bag_is_no_throw() {
        let dice = vec![Roll { number: Some(1), sides: 6, face: 4 }];
        let step = |event: GameEvent| Step {
            seq: Seq(2),
            user: UserId(1 << 50),
            name: "Ann".to_owned(),
            deed: Deed {
                action: Action::Start,
                rules: RulesVersion(1),
                manager: false,
                standing: false,
            },
            dice: dice.clone(),
            events: vec![Event::Played(event)],
            revokes: None,
            at_ms: 0,
        };
        let drawn = BattleEvent::Drawn { position: 4, of: 6, whose: Drawn::Distort };
        assert_eq!(thrown(systems::all(), &step(GameEvent::Antares(drawn))), []);
        let first = DiceGameEvent::FirstDrawn { seat: Seat(0) };
        assert_eq!(thrown(systems::all(), &step(GameEvent::DiceGame(first))), []);
        let offered = DiceGameEvent::FateOffered { seat: Seat(0) };
        assert_eq!(thrown(systems::all(), &step(GameEvent::DiceGame(offered))), dice);
    }

    #[test]
    fn many_kinds_of_dice_are_told_as_far_as_they_fit() {
        let odd = cupful((2..100).flat_map(|sides| [(sides, 1), (sides, sides), (sides, 900)]));
        let card = card(&ann(), &odd);
        assert_eq!(card.fields.len(), MOST_KINDS + 1);
        assert_eq!(card.fields[MOST_KINDS].0, "The rest");
        let body = card.body(SeenBy::One);
        assert_eq!(body["embeds"][0]["fields"].as_array().unwrap().len(), MOST_KINDS + 1);
    }

    #[test]
    fn without_dice_the_card_says_what_would_count() {
        let card = card(&ann(), &Cupful::default());
        assert!(card.text.starts_with("No dice of theirs that you can see"), "{}", card.text);
        assert_eq!(card.fields, []);
    }
}
