//! Who hears what of a game of AT-43. Every secret has marks: words that its owner is told and nobody else before its time.
//! Everything that reaches anybody is looked through for them, with the bot's log and the public page.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;

use gatemaster_rules::at43::State;
use gatemaster_rules::ids::Seat;
use gatemaster_sandbox::Person;

use crate::club::Club;
use crate::secrets::{Heard, listen, public_page};

const PEOPLE: [&str; 3] = ["Ann", "Bob", "Pat"];

/// What looks at the game and changes nothing.
const LOOKS: [&str; 13] = [
    "/game log",
    "/game recap",
    "/game mine",
    "/game list",
    "/game settings",
    "/my games",
    "/explain",
    "/unit",
    "/standing",
    "/at43 mine",
    "/at43 sheet side:Blue",
    "/at43 sheet side:Red",
    "/at43 table",
];

/// What is suggested while somebody types.
const TYPES: [&str; 16] = [
    "/explain step:",
    "/unit unit:",
    "/at43 company name:Q",
    "/at43 plan order:",
    "/at43 plan commander:",
    "/at43 move contact:",
    "/at43 move enter:",
    "/at43 shoot target:",
    "/at43 shoot weapon:",
    "/at43 fight on:",
    "/at43 special what:",
    "/at43 routine what:",
    "/at43 answer answer:",
    "/at43 standing unit:",
    "/at43 count figures:",
    "/at43 buy unit:",
];

/// What one person alone may know for a while.
struct Secret {
    owner: &'static str,
    marks: BTreeSet<String>,
    /// Those that their owner has not been told yet, so that nothing could have come through.
    untold: BTreeSet<String>,
}

pub struct Ears {
    heard: BTreeMap<&'static str, Heard>,
    log: Heard,
    /// How much has been looked through, by name; the log is nobody's.
    read: BTreeMap<&'static str, usize>,
    secrets: Vec<Secret>,
    said: u32,
    /// How many marks were kept in all.
    pub kept: usize,
}

impl Ears {
    pub async fn open(club: &Club, log: Heard) -> Self {
        let mut heard = BTreeMap::new();
        for name in PEOPLE {
            heard.insert(name, listen(club, name).await);
        }
        let (read, secrets) = (BTreeMap::new(), Vec::new());
        Self { heard, log, read, secrets, said: 0, kept: 0 }
    }

    /// Whether the log was kept at all.
    pub fn log_is_kept(&self) -> bool {
        !self.log.text().is_empty()
    }

    /// What everybody has received since it was looked through the last time, and the log; all that was sent is there.
    async fn arrived(&mut self, club: &Club) -> BTreeMap<&'static str, (String, usize)> {
        self.said += 1;
        let words = format!("hem no {}.", self.said);
        club.pat.at(&club.hall).says(&words).await;
        let from = |name: &str| self.read.get(name).copied().unwrap_or(0);
        let hear = |(name, heard): (&&str, &Heard)| heard.since(from(name)).0.contains(&words);
        club.until(|| self.heard.iter().all(hear)).await;
        let mut news: BTreeMap<_, _> =
            self.heard.iter().map(|(name, heard)| (*name, heard.since(from(name)))).collect();
        news.insert("", self.log.since(from("")));
        news
    }

    /// This person has heard some of this since it was looked through the last time, and nobody else any of it.
    pub async fn nobody_else_hears(&mut self, club: &Club, owner: &str, words: &[&str]) {
        for (name, (news, _)) in self.arrived(club).await {
            if name == owner {
                assert!(words.iter().any(|word| news.contains(word)), "{name} has heard nothing");
                continue;
            }
            for word in words {
                let said = news.contains(word).then(|| around(&news, word));
                assert!(said.is_none(), "{name:?} heard of {owner}'s {word}: {said:?}");
            }
        }
    }

    /// From now on this is a secret of this person; what has come since the last look counts.
    pub fn keep(&mut self, owner: &'static str, marks: impl IntoIterator<Item = String>) {
        let marks: BTreeSet<String> = marks.into_iter().collect();
        self.kept += marks.len();
        self.secrets.push(Secret { owner, untold: marks.clone(), marks });
    }

    /// Everything that has come is looked through.
    pub async fn look_through(&mut self, club: &Club) {
        self.look_through_but(club, &[]).await;
    }

    /// The same, and what these people kept is for everybody now. They must have heard it themselves, or nothing is shown by
    /// the silence of the others.
    pub async fn look_through_but(&mut self, club: &Club, shown: &[&str]) {
        let news = self.arrived(club).await;
        for (name, (text, all)) in &news {
            self.read.insert(name, *all);
            for secret in &mut self.secrets {
                if secret.owner == *name {
                    secret.untold.retain(|mark| !text.contains(mark));
                } else if !shown.contains(&secret.owner) {
                    let mark = secret.marks.iter().find(|mark| text.contains(*mark));
                    let said = mark.map(|mark| around(text, mark));
                    assert!(
                        mark.is_none(),
                        "{name:?} heard of {}'s {mark:?}: {said:?}",
                        secret.owner
                    );
                }
            }
        }
        for secret in self.secrets.extract_if(.., |secret| shown.contains(&secret.owner)) {
            let Secret { owner, untold, .. } = secret;
            assert!(untold.is_empty(), "{owner} has never heard {untold:?}");
        }
    }

    /// These people look at everything there is to look at, also with what is suggested while they type.
    pub async fn look_round(&mut self, club: &Club, people: &[&Person]) {
        for person in people {
            let at = person.at(&club.hall);
            for line in LOOKS {
                at.slash(line).await.settled().await;
            }
            let name = person.name();
            let heard = self.heard.iter_mut().find(|(known, _)| **known == name).unwrap().1;
            for line in TYPES {
                let offered = at.completes(line).await;
                heard.write_all(format!("{offered:?}").as_bytes()).unwrap();
            }
            let export = at.slash("/game export").await;
            assert!(export.is_private(), "{}", export.text());
            assert!(export.message().files.is_empty(), "a game with secrets was given away");
            // pictures are drawn of what is public; files of text are read
            for file in at.sees().iter().flat_map(|seen| &seen.files) {
                heard.write_all(file.description.as_bytes()).unwrap();
                if !file.name.contains(".png") {
                    heard.write_all(&file.bytes).unwrap();
                }
            }
        }
        let page = public_page(club).await;
        for secret in &self.secrets {
            let mark = secret.marks.iter().find(|mark| page.contains(*mark));
            assert!(mark.is_none(), "the page has {}'s: {mark:?}", secret.owner);
        }
        self.look_through(club).await;
    }
}

/// Where it stands.
fn around<'t>(text: &'t str, mark: &str) -> &'t str {
    const CONTEXT: usize = 300;
    let at = text.find(mark).unwrap_or(0);
    &text[text.floor_char_boundary(at.saturating_sub(CONTEXT))
        ..text.ceil_char_boundary(at + CONTEXT)]
}

/// The cards that their player is shown by `/at43 mine`, in order.
pub async fn cards_of(club: &Club, person: &Person) -> Vec<String> {
    let mine = person.at(&club.hall).slash("/at43 mine").await;
    assert!(mine.is_private(), "{}", mine.text());
    let text = mine.text();
    let lines = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    lines.map(|line| line.split("**").nth(1).unwrap().to_owned()).collect()
}

/// What tells this order of cards: "1. **Steel troopers**" and so on.
pub fn marks_of(order: &[String]) -> Vec<String> {
    (1..).zip(order).map(|(place, name)| format!("{place}. **{name}**")).collect()
}

/// All names in one line, unless they stand as on the sheet, where everybody may read them.
pub fn line_of(state: &State, seat: Seat, order: &[String]) -> Option<String> {
    let place = |name: &String| state.units_of(seat).position(|(_, unit)| unit.name == *name);
    (!order.iter().is_sorted_by_key(place)).then(|| order.join(", "))
}
