//! What the help and the sandbox's page say of AT-43.

use gatemaster_rules::game::SystemId;

use crate::face::{Example, Topic, Welcome};

const TRY: Example = Example::Open {
    key: "at43",
    label: "Open a table of AT-43",
    system: SystemId::At43,
    start: false,
};

/// The first page leads to all others.
pub const TOPICS: &[Topic] = &[START, COMPANY, PLANS, TURN, FIRE, MELEE, CONTROL, POST, MISTAKES];

const START: Topic = Topic {
    key: "at43",
    title: "AT-43",
    summary: "a mission from company to ceasefire, for two to four, or against me",
    words: "at43 at-43 white stars una therians begin start mission company table bot solo lobby setup miniatures",
    text: "**Open a table.** `/game new system:AT-43`. Each of you presses *Play*, one presses *Start*. One person is enough: \
           *Play against me*. Mission, army points and who attacks are chosen in the lobby; leave them, and you \
           play Seek and Destroy with 1000 AP.\n\
           **Bring companies.** *Take a ready one* locks one for you; *My company…* lets you pick or build your own, in private. When all are \
           locked, everybody sees the sheets.\n\
           **Lay the table.** One of you says what stands where, or leaves it; the other presses *Agreed*.\n\
           **Play.** Each round: your plan in secret, then turn by turn one card, one unit, and in the end who controls what. You measure \
           and push the models; I keep LP, cards, wounds, machines' parts and points, roll, and ask each player for what is theirs to decide.\n\
           **Look things up.** `/rules` has every rule in our words with its page, `/unit` how a unit stands, `/profile` and \
           `/weapon` the army lists, `/explain` each die of a step. Where no AT-43 is played, `/at43 look` does the same.",
    examples: &[TRY],
    see: &[
        "at43-company",
        "at43-plans",
        "at43-turn",
        "at43-fire",
        "at43-melee",
        "at43-control",
        "at43-post",
        "at43-mistakes",
    ],
};

const COMPANY: Topic = Topic {
    key: "at43-company",
    title: "AT-43: your company",
    summary: "ready ones, your own, secret until all are locked",
    words: "at43 at-43 company companies platoon platoons builder build ap officer hero specialist sheet export import share reserve",
    text: "*My company…* or `/at43` `company` opens your bench; only you see it.\n\
           **Ready.** *Take a ready one* locks one with a press; or pick one of the list.\n\
           **Your own.** *Add a unit* shows what still fits a free slot. Then number, equipment, special weapon and bearers, officer, \
           specialists; each choice says what it costs and what is left. *Check* names every fault together. Kept under a name, it is there \
           for the next game; as text or file it can be taken along, and you can share it.\n\
           **Lock.** Only a legal company can be locked. One that is over its points the others may accept. Until all are locked nobody \
           else learns more than that yours is; `/unit` shows you your own.\n\
           **Prices and figures** are in `/profile`: each says whether it is printed, derived, a house value or your server's own.",
    examples: &[],
    see: &["at43", "at43-plans", "organisers"],
};

const PLANS: Topic = Topic {
    key: "at43-plans",
    title: "AT-43: the tactical phase",
    summary: "the order of your cards and your wager, in secret",
    words: "at43 at-43 tactical plan sequence order cards wager authority lp commander initiative secret lock first",
    text: "All of you at the same time, each in private: *My plan…* or one line, `/at43 plan order:3 1 2 wager:2`.\n\
           **The order of your cards.** It begins as it was last round, new units at the end. *Up*, *Down*, *First*, or type the numbers.\n\
           **The wager.** LP from your pool for the Authority test; the list has the exact chance of winning it. They are spent \
           whether or not you win.\n\
           *Lock*. You may change it until the last of you has locked; nobody, spectators included, sees more than “locked”. Then wagers and dice \
           are shown at once, and the winner says who begins. `/at43 mine` shows your own order at any time; cards come to light one by one.",
    examples: &[],
    see: &["at43", "at43-turn", "at43-post"],
};

const TURN: Topic = Topic {
    key: "at43-turn",
    title: "AT-43: a turn",
    summary: "one card, one unit: move, act, drills",
    words: "at43 at-43 turn card activation relocate delay extra rally pay enter reserve movement rush drill drills knee cover specialist \
            medic mechanic engineer routine overseer",
    text: "*Play the next card* turns it up. Before that you may *Relocate* it (1 LP), *Delay* (2) or, right after a delay, take an *Extra \
           activation* (2). What cannot be done is greyed out and says why.\n\
           **By itself:** drills end, morale is tested if it is due, whoever lies on the ground gets up. **Asked:** rally for 2 LP, pay 1 LP for a unit without \
           officer or Relay, where to enter.\n\
           **Then in any order:** *Move* or *Rush* with how far; a press goes all the way, *Into contact, walls…* has the rest. Salvos, close combat, \
           specialists, routines. The end: *Done*, or *End with drills…* for 1 LP each.\n\
           **In one line**, and what comes before is done by itself: `/at43 card`, `/at43 move pace:rush contact:Storm golems 1`, \
           `/at43 special`, `/at43 routine`, `/at43 end overwatch:True`.",
    examples: &[],
    see: &["at43", "at43-fire", "at43-melee", "at43-control"],
};

const FIRE: Topic = Topic {
    key: "at43-fire",
    title: "AT-43: salvos and overwatch",
    summary: "the odds before the dice, zone of fire, cover, flamers, strikes",
    words: "at43 at-43 shoot salvo overwatch range zone cover flamer grenade indirect artillery strike sniper missile hit odds",
    text: "Pick a weapon and a target. A small table shows for each range what the dice need, the impacts and losses to expect; press the range you measured. \
           *Circumstances* and *Exact range, zone, who sees…* hold the rest: cover, who stands in the zone of fire (nearest first), how many \
           see something, who of the target is nearest. What you leave out is open ground.\n\
           **Indirect fire** asks after the dice who lies under it, unit by unit; a flamer needs none. What people see at the table is always yours to say.\n\
           **Overwatch.** Whoever has moved may be fired at: its owner is mentioned and fires or holds. \
           `/at43 standing` answers beforehand, so that games by post keep moving.\n\
           **In one line:** `/at43 shoot target:Fire Toads 1 range:24`, with `cover:`, `zone:` and what else is true; `preview:True` shows the numbers to you alone. `/at43 artillery` \
           where the table allows strikes.",
    examples: &[],
    see: &["at43", "at43-turn", "at43-post", "fair-dice"],
};

const MELEE: Topic = Topic {
    key: "at43-melee",
    title: "AT-43: close combat",
    summary: "who strikes whom, how many, with which odds",
    words: "at43 at-43 close combat melee fight strike contact engaged hero blades knife run over",
    text: "A movement that ends in contact says with whom: *Into contact, walls…*, or `contact:` in the line. Then *Close combat…* lists the \
           combats there are: who strikes whom, how many on each side (all who can, unless you say otherwise), the number needed and the odds.\n\
           You choose the order. Whoever is in contact can be struck, a unit is split by role where that matters, and machines take impacts on their \
           parts. Which defenders fall is asked only where it makes a difference. Afterwards I ask whether the two are still in contact.\n\
           **In one line:** `/at43 fight on:Storm golems 1 strike:4 struck:3`.",
    examples: &[],
    see: &["at43", "at43-turn", "at43-fire"],
};

const CONTROL: Topic = Topic {
    key: "at43-control",
    title: "AT-43: control and reinforcements",
    summary: "who holds what, VP, RP, purchases, the end",
    words: "at43 at-43 control phase objective objectives vp rp points reinforcement reinforcements buy purchase ceasefire win places",
    text: "When all cards are played, one of you counts the infantry within 10 cm of each place; last round's figures stand there already. The other confirms, \
           or says that it is not so. VP and RP are shown as sums with their reasons.\n\
           **Reinforcements.** RP buy units that were marked as such on the sheet, the loser of the Authority test first; then they wait in reserve and \
           have a card.\n\
           **In one line:** `/at43` `count`, `buy` and `done`.\n\
           **The end.** I look at the mission's ceasefire after each round. *Result…* on the board concedes, offers a draw or settles it \
           in another way. In a league it counts by itself.",
    examples: &[],
    see: &["at43", "at43-plans", "ending", "leagues"],
};

const POST: Topic = Topic {
    key: "at43-post",
    title: "AT-43: by post",
    summary: "answers given beforehand, and whom the game waits for",
    words: "at43 at-43 post standing answers beforehand always overwatch medic pay wait",
    text: "A round waits for each of you once for the plans, once a turn, once for the counts, and once for purchases if you have RP for any; \
           for who begins, at overwatch and medics only where you have not answered beforehand.\n\
           *Always…* or `/at43 standing`: what units in overwatch do (ask, fire at anything, at machines or infantry alone, hold; also for one \
           unit), whom medics save, whether activations are paid for, whether you begin when you may, whether an undo is agreed to. Nobody else sees that until it is \
           carried out. In overwatch I fire only at a range that was told before and still holds; else you are asked.\n\
           If somebody stays away, the table's organiser fills in their plan (`/at43 plan fill:`). `/game recap` tells what happened since you \
           last acted. For voice calls `/game settings compact:True` keeps all of it in one message.",
    examples: &[],
    see: &["at43", "by-post", "voice"],
};

const MISTAKES: Topic = Topic {
    key: "at43-mistakes",
    title: "AT-43: put right, own dice",
    summary: "undo, corrections, dice by hand",
    words: "at43 at-43 undo correction correct wrong mistake put right dice hand typed",
    text: "**Undo** takes back the last step. Once a die fell or a secret came to light, the others are asked; nobody can forget a card.\n\
           **Put right.** *Put right…* or `/at43` `correct` changes what the game believes: fighters, who lies on the ground, drills, \
           structure points, morale, who is in contact with whom, where a unit is, LP, VP, RP, who controls what. The other side is asked; the organiser of a table does it at once, and the log says so.\n\
           **Your own dice.** `/game by-hand` for everybody, one side or the next throw. I ask whoever's throw it is; one line takes \
           `dice:` with the faces in order. Typed dice are marked ✋.\n\
           **Check.** *Explain* or `/explain` shows every die, what was counted for it and the rule behind it.",
    examples: &[],
    see: &["at43", "undo", "voice", "fair-dice"],
};

pub fn welcome() -> Vec<Welcome> {
    vec![
        Welcome {
            title: "Play AT-43 alone against a bot",
            text: "A whole mission with a ready company; Gatemaster plays the other side.",
            line: "/game new system:AT-43",
            then: "Press *Play against me*, *Take a ready one*, *Agreed*; then lock your plan and play.",
        },
        Welcome {
            title: "Play AT-43 with a friend",
            text: "Two companies meet in a mission; plans are secret, everything else is on the board.",
            line: "/game new system:AT-43 name:With a friend",
            then: "Each of you presses *Play …*, one *Start*. Then bring your companies: *Take a ready one*.",
        },
    ]
}
