//! Why steps came out as they did: who did them, every die, what it needed, and how to check it. What is peculiar to a system
//! is told by its face.

use gatemaster_discord::card::{Button, Card, Choice, Select};
use gatemaster_discord::limits::CHOICES;
use gatemaster_discord::press::CustomId;
use gatemaster_rules::table::SeenStep;

use super::press::{Press, Steps};
use super::sheet::{Sheet, heading};
use super::{NEUTRAL, button, hand, short_line, steps_footer};
use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{Entry, Loaded, Log, Which};
use crate::face::{Explained, Face, Hall};
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{self, dice_text, esc};

/// As many steps as one message ever tells.
const AT_MOST: u32 = 100;

/// Steps explained, to be turned page by page.
#[derive(Debug)]
pub struct Account {
    steps: Steps,
    sheet: Sheet,
    selects: Vec<Select>,
    /// Nobody hears of a game in another channel than its own.
    may_be_shown: bool,
}

impl Account {
    /// For one person, with everything that leads on.
    pub fn own(&self, game: &Loaded, page: u32) -> Card {
        let mut row = self.page_buttons(game, page);
        if self.may_be_shown {
            let show = Press::ShowExplained(self.steps, page);
            row.push(button(game, "Show everybody", show).marked("📣"));
        }
        Card { selects: self.selects.clone(), ..self.sheet.page(page) }.with_row(row)
    }

    pub fn last_page(&self) -> u32 {
        self.sheet.last_page()
    }

    /// For everybody. Whoever turns its pages gets them privately.
    pub fn shown(&self, game: &Loaded, page: u32) -> Card {
        self.sheet.page(page).with_row(self.page_buttons(game, page))
    }

    fn page_buttons(&self, game: &Loaded, page: u32) -> Vec<Button> {
        let last = self.sheet.last_page();
        let page = page.min(last);
        let turn = |label: &str, to| button(game, label, Press::ExplainPage(self.steps, to));
        let back = page.checked_sub(1).map(|before| turn("◂ Back", before));
        let more = (page < last).then(|| turn("More ▸", page + 1));
        back.into_iter().chain(more).collect()
    }
}

/// A button about an explanation.
#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    game: &str,
    press: Press,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let (steps, page) = match press {
        Press::Explain(steps) => (steps, 0),
        Press::ExplainPage(steps, page) | Press::ShowExplained(steps, page) => (steps, page),
        _ => return Err(unknown()),
    };
    let game = hall.desk.load(request, &Which::Now(game.to_owned())).await?;
    let account = account(hall, request, &game, steps).await?;
    if matches!(press, Press::ShowExplained(..)) {
        if !account.may_be_shown {
            return Err(Trouble::refused(
                "This game is played in another channel; it can be shown to everybody there.",
            ));
        }
        return Ok(Answer::public(account.shown(&game, page)).into());
    }
    let answer = Answer::private(account.own(&game, page));
    // a message that others read too stays as it is
    let here = on.private && matches!(press, Press::ExplainPage(..));
    Ok(if here { answer.in_place() } else { answer }.into())
}

/// The account of these steps, if the game has them.
#[boxed]
pub async fn account(
    hall: &Hall,
    request: &Request,
    game: &Loaded,
    steps: Steps,
) -> Result<Account, Trouble> {
    let log = hall.desk.log(game).await?;
    in_full(hall.systems.of(game.table.system), game, &log, request, steps)
}

pub fn in_full(
    face: &dyn Face,
    game: &Loaded,
    log: &Log,
    request: &Request,
    steps: Steps,
) -> Result<Account, Trouble> {
    let Steps { first, last } = steps;
    let some = first.0 >= 1 && first <= last && last.0 - first.0 < AT_MOST;
    if !some || last > game.seq {
        return Err(Trouble::refused(format!(
            "“{}” has steps 1 to {}; name one of those.",
            esc(&game.table.name),
            game.seq
        )));
    }
    let mut telling = Telling::default();
    for entry in log.entries(first.0 as usize - 1..last.0 as usize) {
        if first < last {
            telling.lines.push(heading(&format!("Step {}", entry.step.seq)));
        }
        telling.tell(face, game, log, &entry);
    }
    telling.how_to_check(game);
    let title = if first == last {
        format!("Step {last} explained")
    } else {
        format!("Steps {first} to {last} explained")
    };
    let rules: Vec<Choice> = telling.rules.into_iter().take(CHOICES.into()).collect();
    let selects = match telling.read_rule {
        Some(read) if !rules.is_empty() => vec![Select::new("Read a rule…", read, rules)],
        _ => Vec::new(),
    };
    let footer = steps_footer(game, first, last);
    Ok(Account {
        steps,
        sheet: Sheet::new(&title, &telling.lines, footer, NEUTRAL),
        selects,
        may_be_shown: game.channel == request.channel,
    })
}

/// What is said of some steps, and the rules that it names.
#[derive(Default)]
struct Telling {
    lines: Vec<String>,
    rules: Vec<Choice>,
    read_rule: Option<CustomId>,
    /// Whether any of the dice can be recomputed, and whether any fell on a table.
    from_stream: bool,
    by_hand: bool,
}

impl Telling {
    fn tell(&mut self, face: &dyn Face, game: &Loaded, log: &Log, entry: &Entry) {
        let step = &entry.step;
        let (who, when) = (esc(&step.name), words::moment(step.at_ms));
        self.lines.push(if step.standing {
            format!("For **{who}**, {when}: done by itself, as they had said beforehand.")
        } else {
            format!("By **{who}**, {when}.")
        });
        if let Some(later) = entry.taken_back_by {
            self.lines.push(format!("**Taken back** later, by step {later}."));
        }
        let explained = face.explain(game, entry.before.as_ref(), step);
        let each_die_named = explained.as_ref().is_some_and(|explained| explained.each_die_named);
        match explained {
            Some(Explained { lines, rules, read_rule, .. }) => {
                self.lines.extend(lines);
                for rule in rules {
                    if !self.rules.contains(&rule) {
                        self.rules.push(rule);
                    }
                }
                self.read_rule = self.read_rule.take().or(read_rule);
            }
            None => self.lines.push(short_line(face, entry.before.as_ref(), &entry.after, step)),
        }
        if step.revokes.is_some() {
            let dice = log.next_die_after(step.seq);
            self.lines.push(format!(
                "Dice that fell do not come back: the next one of this game is number {dice}."
            ));
        }
        if step.dice_hidden {
            self.lines.push("Its dice are not for everybody to see yet.".to_owned());
        } else {
            self.dice(step, each_die_named);
        }
    }

    /// Who rolled, and which dice of the game's stream they were.
    fn dice(&mut self, step: &SeenStep, each_named: bool) {
        let dice = &step.dice;
        let numbers: Vec<u64> = dice.iter().filter_map(|roll| roll.number).collect();
        let typed = hand::typed_in(step);
        if let (Some(first), Some(last)) = (numbers.first(), numbers.last()) {
            self.from_stream = true;
            let which = if first == last {
                format!("Die {first} of this game")
            } else {
                format!("Dice {first} to {last} of this game")
            };
            // an account in full names each die where it counted
            let faces = if each_named { String::new() } else { format!(" ({})", dice_text(dice)) };
            self.lines.push(format!("🎲 {which}{faces}, rolled by me from its sealed seed."));
        }
        if !typed.is_empty() {
            self.by_hand = true;
            self.lines.push(format!("✋ Rolled by hand, as they typed: {}.", typed.join("; ")));
        }
        if dice.is_empty() {
            self.lines.push("No dice were rolled for this.".to_owned());
        }
    }

    fn how_to_check(&mut self, game: &Loaded) {
        if !self.from_stream && !self.by_hand {
            return;
        }
        self.lines.push(heading("To check it yourself"));
        if self.from_stream {
            let export = format!("`/game export game:{}`", game.id);
            let hash = &game.seed_hash;
            self.lines.push(match game.revealed_seed() {
                Some(seed) => format!(
                    "The seed was `{seed}`; its SHA-256, shown since before the first die, is `{hash}`. {export} gives a \
                     file that `gatemaster verify` recomputes die by die."
                ),
                None => format!(
                    "The SHA-256 of the sealed seed, shown since before the first die, is `{hash}`. The seed itself is \
                     shown when the game has ended; {export} then gives a file that `gatemaster verify` recomputes die \
                     by die."
                ),
            });
        }
        if self.by_hand {
            self.lines.push(
                "Dice that were rolled by hand are known to those who saw them fall; the log says whose word it is."
                    .to_owned(),
            );
        }
    }
}
