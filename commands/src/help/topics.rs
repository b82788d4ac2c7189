//! The pages of the help. Short, in the bot's own voice, with something to press on each.

use gatemaster_rules::game::SystemId;

use crate::face::{Example, Topic};
use crate::systems;

const SUM: Example = Example::Roll { key: "roll-sum", dice: "2d6+1" };
const UNDER: Example = Example::Roll { key: "roll-under", dice: "6d10<=5" };
const KEEP: Example = Example::Roll { key: "roll-keep", dice: "4d6kh3" };
const EXPLODE: Example = Example::Roll { key: "roll-explode", dice: "3d6!" };
const REPEAT: Example = Example::Roll { key: "roll-repeat", dice: "3x d20+4" };
/// The same as on the page about Antares.
const LESSON: Example =
    Example::Lesson { key: "lesson", label: "Guided first battle", system: SystemId::Antares };
const BAG: Example = Example::Open {
    key: "bag",
    label: "Fill a bag: Red 6, Blue 5",
    system: SystemId::Bag,
    start: true,
};

pub fn key_of(example: Example) -> &'static str {
    match example {
        Example::Roll { key, .. } | Example::Open { key, .. } | Example::Lesson { key, .. } => key,
        Example::MyGames => "my-games",
    }
}

pub fn label_of(example: Example) -> String {
    match example {
        Example::Roll { dice, .. } => format!("Roll {dice}"),
        Example::Open { label, .. } | Example::Lesson { label, .. } => label.to_owned(),
        Example::MyGames => "Show my games".to_owned(),
    }
}

/// Whether it opens a game, which is played only where the bot is at home.
pub fn opens_game(example: Example) -> bool {
    match example {
        Example::Open { .. } | Example::Lesson { .. } => true,
        Example::Roll { .. } | Example::MyGames => false,
    }
}

pub fn example_named(key: &str) -> Option<Example> {
    all().flat_map(|topic| topic.examples).copied().find(|example| key_of(*example) == key)
}

/// The pages that the contents name: of a system its first one, which leads to its others.
pub fn front() -> impl Iterator<Item = &'static Topic> {
    let systems = systems::all().all().filter_map(|face| face.topics().first());
    FIRST.iter().chain(systems).chain(&TOPICS)
}

/// Every page: how to begin, the systems, and what all tables have.
pub fn all() -> impl Iterator<Item = &'static Topic> {
    let systems = systems::all().all().flat_map(crate::face::Face::topics);
    FIRST.iter().chain(systems).chain(&TOPICS)
}

const FIRST: [Topic; 2] = [
    Topic {
        key: "start",
        title: "First steps",
        summary: "roll, fill a bag, draw",
        words: "begin new how hello tutorial",
        text: "Things to try, each one press:\n\
               **1.** Roll dice. Each die is shown, and why it counts.\n\
               **2.** Fill a bag with order dice. You play Red; somebody else presses *Play Blue* on the board.\n\
               **3.** Press *Draw* on the board, and again. *Undo* asks the other side if a die was rolled, `/game end` ends it.\n\
               **4.** Learn a wargame in ten minutes: a small battle of Antares that says at each step what to do and why.\n\n\
               Everything on buttons is also a command: type `/` and look through mine.",
        examples: &[SUM, BAG, LESSON],
        see: &["rolling", "bag", "dice-game", "tables"],
    },
    Topic {
        key: "rolling",
        title: "Rolling dice",
        summary: "sums, successes, keep, explode, saved rolls, panels",
        words: "roll dice notation d6 d10 d20 d66 percent reroll explode keep drop success label secret hidden spoken voice save \
                alias advantage adv dis versus repeat panel buttons",
        text: "`/roll dice:` takes any of these, and mixtures:\n\
               `2d6+3` a sum · `d20` · `d%` · `d3` · `(2d6+1)*2`\n\
               `6d10<=5` count dice of 5 or less · `8d6 4+` of 4 or more · `8d10>=7f1` ones count against\n\
               `2d6+3>=9` or `2d6+3 vs 9` does the total reach 9?\n\
               `4d6kh3` keep the highest 3 · `kl` lowest · `4d6d1` drop the lowest · `d20+5 adv` · `dis`\n\
               `3d6!` sixes explode · `!!` into one die · `4d6r1` re-roll ones once · `rr1` until none is left\n\
               `3x d20+4` or `d20+4 x3` three times · `2d6; d8` two rolls · `d66` tens and ones\n\
               `2d6 to hit` or `attack 2d6` a name · `max(2d6, d12)` · `4d6min2` each at least 2\n\n\
               `secret:True` shows it to you alone until you show it. `faces:4 1` takes dice you rolled by hand. \
               `spoken:True` has Discord read it aloud. `/rolls save` keeps a roll under a name, `/rolls panel` \
               puts your own dice buttons into the channel, `/rolls last` shows the last ones here, `/rolls proof` lets anybody check the dice.",
        examples: &[SUM, UNDER, KEEP, EXPLODE, REPEAT],
        see: &["fair-dice", "voice"],
    },
];

const TOPICS: [Topic; 10] = [
    Topic {
        key: "leagues",
        title: "Leagues",
        summary: "seasons, pairings, results, tables",
        words: "league season swiss round robin knockout ladder challenge tournament pairing fixture result report confirm \
                standings table points tie break rating division promotion organiser player record bracket",
        text: "**Open one.** `/league new name:Winter format:Swiss` with `system:` for games that I keep or `game:` for any other. People \
               press *Join*; `/organise start` draws the first round.\n\
               **Play.** `/league my` shows your matches. *Play … here* opens the game, and its result goes into the table by itself. \
               Played elsewhere? Press *I won*, *I lost* or *Draw* there, and your opponent confirms with one press.\n\
               **Look.** `/league table` with reasons on request, `/league fixtures`, `/league match` with its whole history; `/player` \
               for records, rating and head to head.\n\
               **Organise.** `/organise round` pairs, `settle` decides or corrects, `points` gives and takes, `settings` has points, \
               tie-breakers, deadlines, divisions and finals, `season` opens the next one. `/league export` gives files.",
        examples: &[],
        see: &["campaigns", "organisers", "tables"],
    },
    Topic {
        key: "campaigns",
        title: "Campaigns",
        summary: "linked battles, a map, a chronicle",
        words: "campaign map territory place unit experience losses veteran chronicle story round narrative points",
        text: "A campaign links battles into a story. `/campaign new` opens one; sides are players or teams, rounds have names, places on \
               the map change hands, units carry experience and losses from battle to battle as the organiser enters them.\n\
               `/campaign info` shows how it stands, `/campaign map` who holds what (`/chronicler map` draws it upon your own picture), `/campaign note` adds your own words, and \
               `/campaign chronicle` tells it all; `/campaign export` gives it to you to keep.\n\
               **Organise.** `/chronicler side`, `place` and `unit` set the stage, `round` and `plan` say what is fought, `settle` corrects, \
               `carry` writes down what a unit brings home.",
        examples: &[],
        see: &["leagues", "tables"],
    },
    Topic {
        key: "tables",
        title: "Tables and seats",
        summary: "open, join, threads, hand a seat over",
        words: "game new join leave seat organiser thread forum hand over board pin archive list salt",
        text: "One game per channel, thread or forum post. `/game new` opens a table; `thread:True` or `forum:` gives it a \
               place of its own. People join with the buttons on the board or `/game join`.\n\
               The board is one live message; `/game board pin:True` posts it afresh and pins it. `/game log` and `/game recap` \
               look back, `/game export` gives files.\n\
               `/game hand-over` gives your seat to somebody else; they are asked. `/game put-away` rests a game, `/game resume` \
               takes it up again. `/game list archive:True` has what ended.",
        examples: &[BAG, Example::MyGames],
        see: &["by-post", "undo", "organisers"],
    },
    Topic {
        key: "by-post",
        title: "Play by post",
        summary: "whose turn, reminders, absence",
        words: "my games reminder remind mention dm direct quiet hours time zone away holiday absence next turn waiting",
        text: "`/my games` lists what waits for you, and whom you wait for.\n\
               A table chooses when it reminds whoever owes something: `/game settings remind:`. Each person chooses how: \
               `/my notices reminders:` by mention, by direct message or not at all; `quiet:22:00-08:00` with your `zone:` keeps \
               the night quiet; `next:True` tells you as soon as it is your turn.\n\
               `/leave-of-absence days:7` pauses your reminders and tells the people you play with. Games that nobody touches \
               for long are asked about, then put away; nothing is lost.",
        examples: &[Example::MyGames],
        see: &["tables", "voice"],
    },
    Topic {
        key: "voice",
        title: "Live in a voice call",
        summary: "short messages, one board, read aloud",
        words: "voice live compact short spoken tts aloud hand rolled",
        text: "`/game settings compact:True` makes a table brief: one message that rolls on in place, no mentions, and the next \
               button always under your finger. `/settings messages:compact` makes that the habit of a server.\n\
               `/game settings spoken:True` has Discord read results of a table aloud, `/roll spoken:True` a roll. With \
               `/game by-hand` you roll your own dice: everybody, one side, or the next throw alone. Whoever's throw it is \
               types it, with the button or `/dice faces:4 1`; in a running game the others are asked first. Typed dice are \
               marked everywhere. `/roll dice:2d6 faces:4 1` does it for a single roll.",
        examples: &[SUM, BAG],
        see: &["rolling", "bag"],
    },
    Topic {
        key: "fair-dice",
        title: "Fair dice",
        summary: "how anybody can check every die",
        words: "fair random seed hash salt proof verify cheat check export",
        text: "Each game has a secret seed. Its SHA-256 is shown when the game opens, every die has a number, players may add \
               salt before the first one, and the seed is shown at the end (after a settled result when somebody asks for it). `/game export` gives a file, and `gatemaster verify` \
               recomputes every die of it on any machine.\n\
               `/roll` works the same way with a cup per channel: `/rolls proof` shows its seed and takes a fresh one. \
               A secret roll shows you the hash of its own seed, and the mark below later rolls holds it for everybody.",
        examples: &[UNDER],
        see: &["rolling", "dice-game", "undo"],
    },
    Topic {
        key: "undo",
        title: "Mistakes",
        summary: "undo, consent, corrections",
        words: "undo mistake wrong take back correct consent agree refuse",
        text: "*Undo* or `/game undo` takes back the latest step. It is free where nothing was rolled; else somebody else at the \
               table is asked. Dice never come back: the next roll is a new one, and the log keeps everything.\n\
               The organiser of a table may correct without asking, and so may people who manage or organise on the server where they do \
               not play themselves; the log says so. In a battle, `/correct change` sets a unit right; the other side is asked. \
               A settled result is taken back in the same way, until somebody has the seed of the dice shown.",
        examples: &[BAG],
        see: &["ending", "tables", "organisers"],
    },
    Topic {
        key: "ending",
        title: "How a game ends",
        summary: "concede, draw, scores, points, last turn",
        words: "result end finish concede surrender give up draw tie score scores win winner victory scenario points turn limit last ruling \
                rule seed reopen",
        text: "*Result…* on the board or `/game result` has every way to a result. Conceding takes a second press; a draw, scores and \
               scenario points are asked of the others; the table's organiser may rule. `/game new turns:6` makes turn 6 the last: then \
               the scenario points decide, or the game's own count.\n\
               It goes to the league by itself. *Take it back…* or `/game undo` asks the others and opens the game again, and the league \
               takes the result out; once somebody presses *Show the seed* to check the dice, the end stands.\n\
               `/game end` asks the others and gives the game up, undecided.",
        examples: &[],
        see: &["undo", "leagues", "fair-dice"],
    },
    Topic {
        key: "organisers",
        title: "For organisers",
        summary: "settings of the server, rights",
        words: "organiser manager settings server role rights permissions league club admin limit most full many",
        text: "`/settings` is for people who manage the server: when new tables remind, full or compact messages, pictures, \
               results read aloud, which role may organise, when untouched games are asked about, and how many tables, leagues and \
               campaigns may be open at once.\n\
               Whoever organises may seat and unseat people (`/game join player:`, `/game leave player:`), hand seats over, undo and \
               end at any table. `/game new organiser:` names one for a single table.\n\
               Leagues have organisers of their own: `/organise`. To keep boards fresh I need to see the channel, send messages and embed links; for threads “Create Public \
               Threads”, for pins “Pin Messages”.",
        examples: &[],
        see: &["leagues", "tables", "by-post", "privacy"],
    },
    Topic {
        key: "privacy",
        title: "Privacy",
        summary: "what is kept, a copy, deletion",
        words: "privacy data delete export gdpr forget stored secret",
        text: "`/privacy show` says what I keep about you, `/privacy export` gives you a copy, `/privacy delete` deletes what is \
               yours alone and takes your name out of games, which stay readable for the others.\n\
               I use only my own commands and buttons; what people write to each other is not my business. Each server sees only its own games.",
        examples: &[],
        see: &["start"],
    },
];

pub fn by_key(key: &str) -> Option<&'static Topic> {
    all().find(|topic| topic.key == key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatemaster_discord::limits;

    #[test]
    fn every_page_fits_and_its_links_lead_somewhere() {
        for topic in all() {
            assert!(topic.text.chars().count() <= limits::EMBED_TEXT, "{}", topic.key);
            for key in topic.see {
                assert!(by_key(key).is_some() && *key != topic.key, "{} sees {key}", topic.key);
            }
            for example in topic.examples {
                assert_eq!(example_named(key_of(*example)), Some(*example));
            }
        }
    }

    /// The contents have room for 25 buttons, and a page for nine others beside the contents.
    #[test]
    fn every_page_is_in_the_contents_or_linked_from_the_first_page_of_its_system() {
        assert!(front().count() <= 25, "{}", front().count());
        for face in systems::all().all() {
            let Some((first, others)) = face.topics().split_first() else { continue };
            assert!(front().any(|topic| topic.key == first.key), "{}", first.key);
            for other in others {
                assert!(first.see.contains(&other.key), "{} is found nowhere", other.key);
                assert!(other.see.contains(&first.key), "{} does not lead back", other.key);
            }
            assert!(face.topics().iter().all(|topic| topic.see.len() <= 9), "{}", first.key);
        }
    }

    /// Whoever reads the first page finds all others.
    #[test]
    fn every_page_of_the_documents_is_linked() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
        let mut pages = 0;
        for file in std::fs::read_dir(root.join("docs")).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.extension().is_some_and(|ending| ending == "md") {
                assert!(readme.contains(&format!("](docs/{name})")), "{name} is linked nowhere");
                pages += 1;
            }
        }
        assert!(pages > 10, "{pages}");
    }

    /// "[how a mission goes](docs/at43.md#a-round)": what stands in the brackets leads to a file that is there.
    #[test]
    fn every_picture_and_file_that_the_documents_lead_to_exists() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let pages = std::fs::read_dir(root.join("docs")).unwrap().map(|file| file.unwrap().path());
        let pages = pages.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
        let mut missing = Vec::new();
        let mut followed = 0;
        for page in pages.chain([root.join("README.md")]) {
            let text = std::fs::read_to_string(&page).unwrap();
            let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            for target in targets {
                let file = target.split('#').next().unwrap_or_default();
                if file.is_empty() || file.contains("://") || file.contains(' ') {
                    continue;
                }
                followed += 1;
                if !page.parent().unwrap().join(file).exists() {
                    missing.push(format!("{} leads to {target}", page.display()));
                }
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
        assert!(followed > 50, "{followed}");
    }

    #[test]
    fn every_roll_in_the_examples_can_be_rolled() {
        for example in all().flat_map(|topic| topic.examples) {
            if let Example::Roll { dice, .. } = example {
                gatemaster_rules::roll::Reading::of(dice).unwrap();
            }
        }
    }

    /// Whatever the help names must be there.
    #[test]
    fn every_command_in_the_text_exists() {
        let commands = crate::all();
        let mut named = 0;
        for topic in all() {
            for quoted in
                topic.text.split('`').skip(1).step_by(2).filter(|text| text.starts_with('/'))
            {
                let mut words = quoted.trim_start_matches('/').split_whitespace();
                let Some(name) = words.next() else { continue };
                let command = commands.iter().find(|command| command.name == name);
                let command = command.unwrap_or_else(|| panic!("{}: no /{name}", topic.key));
                let mut command = command;
                for word in words {
                    if let Some((option, _)) = word.split_once(':') {
                        let known = command.parameters.iter().any(|p| p.name == option);
                        assert!(
                            known,
                            "{}: /{} has no {option}",
                            topic.key, command.qualified_name
                        );
                        break;
                    }
                    let sub = command.subcommands.iter().find(|sub| sub.name == word);
                    command = sub.unwrap_or_else(|| panic!("{}: no {quoted}", topic.key));
                }
                named += 1;
            }
        }
        assert!(named > 20, "{named}");
    }
}
