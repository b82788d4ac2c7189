//! Whom an unknown name could mean: people of the league and of the server with a name like it.

use gatemaster_discord::card::Choice;
use gatemaster_league::{EntrantId, League, Season};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::Player;
use serenity::all::GuildId;

use super::plan::NameAnswer;
use crate::app::App;
use crate::boxed;
use crate::ledger::server;
use crate::request::{self, Request};
use crate::trouble::Trouble;
use crate::words::LARGEST_FORMER;

/// Above this two names look like the same one, typed otherwise.
const ALIKE: f64 = 0.8;
/// So many people are offered for a name.
const MOST_OFFERED: usize = 15;
/// Discord finds members by how their names begin.
const BEGINNING: usize = 3;

/// People on this server who are known, from its leagues and from Discord.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    people: Vec<Player>,
}

/// One of those whom a name could mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Candidate {
    Entrant(EntrantId),
    Player(Player),
}

impl Candidates {
    #[boxed]
    pub(super) async fn known(app: &App, request: &Request) -> Result<Self, Trouble> {
        let guild = server(request)?;
        let mut found = Self::default();
        for kept in app.ledger.all_on::<League>(guild).await? {
            for organiser in &kept.book.organisers {
                found.add(organiser.clone());
            }
            for entrant in kept.book.seasons().flat_map(|season| &season.entrants) {
                if let Some(id) = entrant.id {
                    found.add(Player { id, name: entrant.name.clone() });
                }
            }
        }
        if let Some(guild) = app.cache.guild(GuildId::new(guild.max(1))) {
            for member in guild.members.values().filter(|member| !member.user.bot) {
                found.add(request::player(&member.user, member.nick.as_deref()));
            }
        }
        Ok(found)
    }

    fn add(&mut self, player: Player) {
        let known = self.people.iter().any(|one| one.id == player.id);
        if !known && player.id.0 > LARGEST_FORMER {
            self.people.push(player);
        }
    }

    /// Asks Discord as well. If it does not answer, there are only those whom we know.
    #[boxed]
    pub(super) async fn search(&mut self, app: &App, request: &Request, name: &str) {
        let Some(guild) = request.guild.filter(|guild| *guild > 0) else { return };
        let begin: String = name.chars().take(BEGINNING).collect();
        let http = &app.line.http;
        match http.search_guild_members(GuildId::new(guild), &begin, Some(100)).await {
            Ok(members) => {
                for member in members.iter().filter(|member| !member.user.bot) {
                    self.add(request::player(&member.user, member.nick.as_deref()));
                }
            }
            Err(error) => {
                let fault = gatemaster_discord::send::classify(error);
                tracing::info!(%fault, "members could not be searched");
            }
        }
    }

    /// Those with a name like this one, the likeliest first.
    pub(super) fn like(&self, season: &Season, name: &str) -> Vec<Candidate> {
        let entrants = season.entrants.iter();
        let entrants = entrants.map(|one| (alike(name, &one.name), Candidate::Entrant(one.no)));
        let others = self.people.iter().filter(|one| season.entrant_of(one.id).is_none());
        let others = others.map(|one| (alike(name, &one.name), Candidate::Player(one.clone())));
        let mut all: Vec<(f64, Candidate)> =
            entrants.chain(others).filter(|(alike, _)| *alike >= ALIKE).collect();
        all.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        all.truncate(MOST_OFFERED);
        all.into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// What can be said about a name.
    pub(super) fn choices(&self, season: &Season, name: &str) -> Vec<Choice> {
        let like = self.like(season, name).into_iter().map(|candidate| match candidate {
            Candidate::Entrant(no) => {
                let out = season.entrant(no).is_some_and(|one| one.out);
                let more = if out { "was in this season" } else { "in this season" };
                Choice::new(season.name_of(no), format!("e{no}")).more(more)
            }
            Candidate::Player(player) => Choice::new(player.name, format!("m{}", player.id.0))
                .more("on this server; enters with the file"),
        });
        let mut choices: Vec<Choice> = like.collect();
        if gatemaster_league::decide::named(season, name).is_empty() {
            choices.push(Choice::new(name, "guest").more("a new guest, who is not on Discord"));
        }
        choices.push(Choice::new("Leave these lines out", "nobody"));
        choices
    }
}

/// From 0 to 1.
fn alike(one: &str, other: &str) -> f64 {
    let (one, other) = (one.trim().to_lowercase(), other.trim().to_lowercase());
    let (short, long) =
        if one.chars().count() <= other.chars().count() { (&one, &other) } else { (&other, &one) };
    // "Ann" and "Ann Miller"
    let part = long.split_whitespace().any(|word| word == short);
    if part { 1.0 } else { strsim::jaro_winkler(&one, &other) }
}

/// What was picked from such a list.
#[boxed]
pub(super) async fn chosen(
    app: &App,
    request: &Request,
    picked: &str,
) -> Result<NameAnswer, Trouble> {
    let outdated = crate::answer::unknown;
    if let Some(no) = picked.strip_prefix('e') {
        return no.parse().map(|no| NameAnswer::Entrant(EntrantId(no))).map_err(|_| outdated());
    }
    if let Some(id) = picked.strip_prefix('m') {
        let id: u64 = id.parse().ok().filter(|id| *id > 0).ok_or_else(outdated)?;
        let guild = GuildId::new(server(request)?.max(1));
        let member = app.line.http.get_member(guild, id.into()).await;
        let member = member.map_err(|_| {
            Trouble::refused(
                "I cannot find this person on the server any more. Choose somebody else.",
            )
        })?;
        let player = request::player(&member.user, member.nick.as_deref());
        return Ok(NameAnswer::Player(Player { id: UserId(id), ..player }));
    }
    match picked {
        "guest" => Ok(NameAnswer::Guest),
        "nobody" => Ok(NameAnswer::Nobody),
        _ => Err(outdated()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_and_short_forms_look_like_the_name_they_mean() {
        for (one, other) in
            [("Bobb", "Bob"), ("ANN", "Ann Miller"), ("Jürgen", "Jurgen"), ("Bob", "Bob")]
        {
            assert!(alike(one, other) >= ALIKE, "{one} {other}");
        }
        for (one, other) in [("Ann", "Bob"), ("Hana", "Pat"), ("", "Ann")] {
            assert!(alike(one, other) < ALIKE, "{one} {other}");
        }
    }
}
