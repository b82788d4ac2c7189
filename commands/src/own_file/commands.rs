//! What can be done with a server's own file, whatever it is for: load it, look at it, take it away, begin one.

use gatemaster_discord::card::{Card, File};
use gatemaster_rules::file::DataFault;
use gatemaster_store::Store;
use serenity::all::Attachment;

use super::{OwnFile, OwnKind, told_together};
use crate::answer::{Answer, Reply};
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::table::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::words::esc;

/// Each is the whole work of the subcommand of its name; `place` names that for the log.
impl<Library: Send + Sync> OwnKind<Library> {
    pub async fn load(
        &'static self,
        ctx: Ctx<'_>,
        place: &'static str,
        file: Attachment,
    ) -> Result<(), Fault> {
        run(ctx, place, move |hall, request| async move {
            let guild = self.may_change(&request)?;
            let own = OwnFile::attached(&file, self.file_name).await?;
            self.take(&hall.desk.store, guild, own).await
        })
        .await
    }

    pub async fn list(&'static self, ctx: Ctx<'_>, place: &'static str) -> Result<(), Fault> {
        run(ctx, place, move |hall, request| async move {
            let own = self.kept(&hall.desk.store, request.guild).await?;
            Ok(Answer::private(self.list_card(own)?).into())
        })
        .await
    }

    pub async fn remove(&'static self, ctx: Ctx<'_>, place: &'static str) -> Result<(), Fault> {
        run(ctx, place, move |hall, request| async move {
            self.give_back(&hall.desk.store, &request).await
        })
        .await
    }

    pub async fn template(&'static self, ctx: Ctx<'_>, place: &'static str) -> Result<(), Fault> {
        run(ctx, place, move |_, _| async move { Ok(Answer::private(self.template_card()).into()) })
            .await
    }

    /// Keeps a file in which nothing is wrong.
    async fn take(&self, store: &Store, guild: u64, own: OwnFile) -> Result<Reply, Trouble> {
        let library = self
            .read(&own)
            .map_err(|faults| Trouble::first(wrong("so nothing was loaded", &faults)))?;
        let added = self.added(&library);
        if added.is_empty() {
            return Err(Trouble::refused(format!(
                "{} holds no {}, so there is nothing to load. `{} template` gives you a file to start from.",
                esc(&own.file),
                self.words.may_hold,
                self.command
            )));
        }
        let before = own.replace(store, guild, self.key).await?;
        let replaced = match &before {
            Some(_) => {
                "\nIt replaces the file before, which is attached here in case you want it back."
            }
            None => "",
        };
        let card = Card {
            title: format!("Loaded: {}", esc(&own.file)),
            text: format!("{added}\n\n{}{replaced}", self.words.loaded),
            colour: Some(NEUTRAL),
            files: before.map(File::from).into_iter().collect(),
            ..Card::default()
        };
        Ok(Answer::public(card).into())
    }

    async fn give_back(&self, store: &Store, request: &Request) -> Result<Reply, Trouble> {
        let guild = self.may_change(request)?;
        let own = self.kept(store, Some(guild)).await?.ok_or_else(|| self.none())?;
        OwnFile::remove(store, guild, self.key).await?;
        let said = format!("{} Here is the file, in case you want it back.", self.words.removed);
        Ok(Answer::public(Card { files: vec![own.into()], ..Card::line(said) }).into())
    }

    fn list_card(&self, own: Option<OwnFile>) -> Result<Card, Trouble> {
        let listed = |of: &str, library: &Library| Card {
            title: format!("{}: {of}", self.words.title),
            colour: Some(NEUTRAL),
            ..Card::text(self.listed(library))
        };
        let Some(own) = own else {
            let built_in = self.built_in.as_ref().ok_or_else(|| self.none())?;
            return Ok(listed(built_in.called, (built_in.library)()));
        };
        let mut card = match self.read(&own) {
            Ok(library) => listed(&esc(&own.file), &library),
            // loaded by an older version that knew other rules
            Err(faults) => wrong(self.words.unread, &faults),
        };
        card.files.push(own.into());
        Ok(card)
    }

    fn template_card(&self) -> Card {
        let file =
            File { name: self.file_name.to_owned(), bytes: self.template.as_bytes().to_vec() };
        let said = format!(
            "{}, then `{} load`. If something in it is wrong, I tell you everything at once, and nothing is changed.",
            self.words.template, self.command
        );
        Card { files: vec![file], ..Card::line(said) }
    }
}

/// Everything that is wrong with a file; what does not fit on the card is in a file beside it.
fn wrong(so: &str, faults: &[DataFault]) -> Card {
    let lines: Vec<String> = faults.iter().map(DataFault::to_string).collect();
    told_together("The file has", so, &lines)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::super::{BuiltIn, Words};
    use super::*;
    use gatemaster_rules::ids::UserId;
    use gatemaster_rules::table::{Actor, Player};

    /// Songs, a line each; whatever counts is wrong.
    fn songs(built_in: Option<BuiltIn<String>>) -> OwnKind<String> {
        OwnKind {
            key: "songs",
            command: "/songs",
            file_name: "songs.txt",
            template: "Hey ho",
            read: |own| {
                let fault = || DataFault {
                    file: own.file.clone(),
                    item: String::new(),
                    field: None,
                    problem: "a song is sung, not counted".to_owned(),
                };
                let counts = own.text.contains('1');
                if counts { Err(vec![fault()]) } else { Ok(own.text.clone()) }
            },
            added: |songs| songs.lines().map(str::to_owned).collect(),
            listed: |songs| songs.lines().map(|song| format!("♪ {song}")).collect(),
            built_in,
            words: Words {
                may_hold: "songs or hymns",
                own: "songs",
                changes: "choir",
                title: "Sung here",
                unread: "so nobody sings",
                none: "This server has no songs.",
                loaded: "Everybody may sing.",
                removed: "All is quiet.",
                template: "A song. Change it",
            },
        }
    }

    fn listed(built_in: Option<BuiltIn<String>>, text: Option<&str>) -> Result<Card, Trouble> {
        let file =
            text.map(|text| OwnFile { file: "my_songs.txt".to_owned(), text: text.to_owned() });
        songs(built_in).list_card(file)
    }

    fn asked_by(manager: bool, guild: Option<u64>) -> Request {
        let player = Player { id: UserId(1), name: "Ann".to_owned() };
        Request::made_up(Actor { player, manager }, guild, 2, None)
    }

    #[test]
    fn a_list_has_the_file_with_it_even_when_that_cannot_be_read_any_more() {
        let card = listed(None, Some("Hey ho")).unwrap();
        assert_eq!((&*card.title, &*card.text), ("Sung here: my\\_songs.txt", "♪ Hey ho"));
        assert_eq!(card.files[0].name, "my_songs.txt");
        let card = listed(None, Some("1, 2")).unwrap();
        let head = "The file has 1 thing to put right, so nobody sings:\n";
        assert!(card.content.starts_with(head), "{}", card.content);
        assert_eq!(card.files[0].bytes, b"1, 2");
    }

    #[test]
    fn without_a_file_a_list_has_what_the_game_knows_by_itself_or_says_that_there_is_none() {
        static OLD: LazyLock<String> = LazyLock::new(|| "Lullaby".to_owned());
        let refused = listed(None, None).unwrap_err();
        assert_eq!(refused.to_string(), "This server has no songs.");
        let old: BuiltIn<String> = BuiltIn { called: "old songs", library: || &OLD };
        let card = listed(Some(old), None).unwrap();
        assert_eq!((&*card.title, &*card.text), ("Sung here: old songs", "♪ Lullaby"));
        assert!(card.files.is_empty());
    }

    #[test]
    fn only_managers_of_a_server_change_its_file() {
        let may = |manager, guild| songs(None).may_change(&asked_by(manager, guild));
        assert_eq!(may(true, Some(7)).unwrap(), 7);
        assert_eq!(
            may(false, Some(7)).unwrap_err().to_string(),
            "Only people who manage this server, or have its role of organisers, change its choir. `/songs list` shows \
             what there is."
        );
        assert_eq!(
            may(true, None).unwrap_err().to_string(),
            "There is no server here that could have songs of its own."
        );
    }

    #[test]
    fn a_template_says_how_it_is_loaded() {
        let card = songs(None).template_card();
        assert_eq!(
            card.content,
            "A song. Change it, then `/songs load`. If something in it is wrong, I tell you everything at once, and nothing \
             is changed."
        );
        assert_eq!((&*card.files[0].name, &*card.files[0].bytes), ("songs.txt", &b"Hey ho"[..]));
    }
}
