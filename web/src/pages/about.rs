//! What this page is, and what it is not.

use maud::html;

use crate::answer::Answer;
use crate::html::frame;
use crate::site::Site;

pub(crate) fn page(site: &Site) -> Answer {
    let main = html! {
        h1 { "About this page" }
        p {
            "These are the books of clubs that play tabletop wargames on Discord with Gatemaster, a game master that keeps \
             rules, dice and results. The page is for reading only: results are reported, confirmed and corrected on Discord, \
             and what you see here follows at once."
        }
        h2 { "What is shown" }
        ul {
            li { "Leagues and campaigns whose organisers have put them on the page, with their tables, fixtures and results." }
            li { "People by the name they play under. Nothing here leads to their Discord account." }
            li { "Battles of these leagues and campaigns once they are over, with every step and every die." }
        }
        h2 { "What is not" }
        ul {
            li { "Games that are still being played, and games that belong to no league or campaign." }
            li { "Leagues that are kept off the page, and everything of servers that have switched it off." }
            li { "What was said in a dispute, messages, channels, and Discord ids." }
        }
        p {
            "Whoever does not want to be named here asks the organiser of the league, or takes their data out themselves with "
            code { "/privacy" } " on Discord. The page keeps nothing about its readers: it has no scripts, no cookies and \
            nothing from other sites."
        }
        h2 { "How a table is counted" }
        p {
            "Points first, and then the tie-breakers from left to right, each only among those who are still level. A player's \
             page says in words what their points are made of and what separates them from their neighbours."
        }
        h2 { "How ratings are counted" }
        p {
            "By Glicko-2, a week at a time, from the matches on this page that were really played: walkovers and byes do not \
             count. Everybody begins at 1500. The number after ± is how uncertain the rating is: with 95 in 100 chances the \
             true strength lies within twice that. Above 110 a rating is still a guess and is called provisional. Each game \
             system has its own ratings."
        }
        h2 { "How a battle is verified" }
        p {
            "All dice of a game come from one secret number, its seed. A hash of it is shown before the first die falls, and \
             the seed itself when the game is over, so nobody can have chosen the dice. Download the game from its page and run "
            code { "gatemaster verify game.json" }
            ": it recomputes every die and every event, without a network and without our database."
        }
    };
    Answer::page(frame(&site.title, &[], "About this page", &main))
}
