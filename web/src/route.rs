//! Which page an address means. Ids are letters and digits, so nothing in an address is ever decoded.

use gatemaster_commands::trouble::Trouble;

use crate::answer::Answer;
use crate::boxed;
use crate::html::{ICON, STYLE};
use crate::pages;
use crate::site::Site;

/// `None` for whatever is not there, or not for everybody.
#[boxed]
pub(crate) async fn found(site: &Site, path: &str) -> Result<Option<Answer>, Trouble> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let path = path.strip_suffix('/').filter(|rest| !rest.is_empty()).unwrap_or(path);
    let parts: Vec<&str> = path.split('/').take(6).collect();
    match parts[..] {
        [""] => pages::home::page(site).await,
        ["about"] => Ok(Some(pages::about::page(site))),
        ["style.css"] => {
            let style = Answer::of("text/css; charset=utf-8", STYLE.as_bytes().to_vec());
            Ok(Some(style.for_a_day()))
        }
        ["icon.svg"] => {
            let icon = Answer::of("image/svg+xml", ICON.as_bytes().to_vec());
            Ok(Some(icon.for_a_day()))
        }
        ["robots.txt"] => {
            let robots = b"User-agent: *\nAllow: /\n".to_vec();
            Ok(Some(Answer::of("text/plain; charset=utf-8", robots).for_a_day()))
        }
        ["s", server] => pages::server::page(site, server).await,
        ["l", league] => pages::league::page(site, league).await,
        ["l", league, "season", number] => match number.parse() {
            Ok(number) => pages::league::season(site, league, number).await,
            Err(_) => Ok(None),
        },
        ["l", league, "fixtures"] => pages::league::fixtures(site, league).await,
        ["l", league, "results"] => pages::league::results(site, league).await,
        ["l", league, "results.csv"] => pages::league::results_file(site, league).await,
        ["l", league, "table.csv"] => pages::league::table_file(site, league).await,
        ["l", league, "p", number] => match number.parse() {
            Ok(number) => pages::player::page(site, league, number).await,
            Err(_) => Ok(None),
        },
        ["p", key] => pages::person::page(site, key).await,
        ["g", game] => pages::battle::page(site, game).await,
        ["g", game, "board.png"] => pages::battle::picture(site, game).await,
        ["g", game, "game.json"] => pages::battle::file(site, game).await,
        ["g", game, "report.txt"] => pages::battle::report(site, game).await,
        ["c", campaign] => pages::campaign::page(site, campaign).await,
        _ => Ok(None),
    }
}
