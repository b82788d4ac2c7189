//! Organisers, sides, and who fights for them.

use gatemaster_rules::colour::Colour;
use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::table::Player;
use gatemaster_rules::text::clean_title;

use super::words::name_of;
use super::{Draft, nothing_new, somebody};
use crate::campaign::happening::Happening;
use crate::campaign::ids::SideNo;
use crate::campaign::limits::{MOST_MEMBERS, MOST_ORGANISERS, MOST_SIDES};
use crate::campaign::{Campaign, SideOf};

impl Draft<'_> {
    pub(super) fn appoint(&mut self, organiser: &Player) -> Result<(), Refusal> {
        let organiser = somebody(organiser)?;
        if self.book.is_organiser(organiser.id) {
            return Err(Refusal::new(format!("{} is an organiser already.", organiser.name)));
        }
        if self.book.organisers.len() >= MOST_ORGANISERS {
            return Err(Refusal::new(format!(
                "A campaign has at most {MOST_ORGANISERS} organisers; dismiss one first."
            )));
        }
        self.book.organisers.push(organiser.clone());
        self.tell(Happening::Appointed { organiser });
        Ok(())
    }

    pub(super) fn dismiss(&mut self, organiser: &Player) -> Result<(), Refusal> {
        let Some(index) = self.book.organisers.iter().position(|o| o.id == organiser.id) else {
            return Err(Refusal::new(format!(
                "{} is not an organiser of {}.",
                organiser.name, self.book.name
            )));
        };
        if self.book.organisers.len() == 1 {
            return Err(Refusal::new(format!(
                "{} is the only organiser; appoint another one first.",
                organiser.name
            )));
        }
        let organiser = self.book.organisers.remove(index);
        self.tell(Happening::Dismissed { organiser });
        Ok(())
    }

    pub(super) fn add_side(
        &mut self,
        name: Option<&str>,
        player: Option<&Player>,
        colour: Option<Colour>,
    ) -> Result<(), Refusal> {
        if self.book.sides.len() >= MOST_SIDES {
            return Err(Refusal::new(format!("A campaign has at most {MOST_SIDES} sides.")));
        }
        let no = self.book.next.side;
        let player = player.map(somebody).transpose()?;
        if let Some(player) = &player {
            self.fights_for_nobody(player)?;
        }
        let (id, name) = match (name, &player) {
            (Some(name), _) => (None, self.free_side_name(name, no)?),
            // two people may have the same name; each side is theirs all the same
            (None, Some(player)) => {
                let name = clean_title(&player.name).unwrap_or_else(|| format!("Side {no}"));
                (Some(player.id), name)
            }
            (None, None) => {
                return Err(Refusal::new("A side needs a name, or a player it is called after."));
            }
        };
        let colour = match colour {
            Some(colour) => self.free_colour(colour, no)?,
            None => self.rarest_colour(),
        };
        self.book.next.side = SideNo(no.0.saturating_add(1));
        let members = player.into_iter().collect();
        self.book.sides.push(SideOf { no, id, name, colour, members, awarded: 0 });
        self.tell(Happening::SideAdded { side: no });
        Ok(())
    }

    pub(super) fn change_side(
        &mut self,
        no: SideNo,
        name: Option<&str>,
        colour: Option<Colour>,
    ) -> Result<(), Refusal> {
        let before = self.side(no)?.clone();
        let name = name.map(|name| self.free_side_name(name, no)).transpose()?;
        let colour = colour.map(|colour| self.free_colour(colour, no)).transpose()?;
        let side = self.side_mut(no)?;
        side.name = name.unwrap_or_else(|| before.name.clone());
        side.colour = colour.unwrap_or(before.colour);
        if *side == before {
            return Err(nothing_new());
        }
        self.tell(Happening::SideChanged { side: no });
        Ok(())
    }

    pub(super) fn remove_side(&mut self, no: SideNo) -> Result<(), Refusal> {
        let side = self.side(no)?;
        if let Some(battle) = self.book.battles.iter().find(|battle| battle.has(no)) {
            return Err(Refusal::new(format!(
                "{} stands in battle {}, so it stays in the book; rename it or let its members leave instead.",
                side.name, battle.no
            )));
        }
        let Campaign { sides, places, units, .. } = &mut self.book;
        sides.retain(|side| side.no != no);
        units.retain(|unit| unit.side != no);
        for place in places {
            if place.owner == Some(no) {
                place.owner = None;
            }
            if let Some(taken) = &mut place.taken {
                taken.from = taken.from.filter(|from| *from != no);
            }
        }
        self.tell(Happening::SideRemoved { side: no });
        Ok(())
    }

    pub(super) fn enlist(&mut self, no: SideNo, player: &Player) -> Result<(), Refusal> {
        let player = somebody(player)?;
        self.fights_for_nobody(&player)?;
        let side = self.side_mut(no)?;
        if side.members.len() >= MOST_MEMBERS {
            return Err(Refusal::new(format!(
                "{} has its {MOST_MEMBERS} members; choose another side.",
                side.name
            )));
        }
        side.members.push(player.clone());
        self.tell(Happening::Joined { side: no, player });
        Ok(())
    }

    pub(super) fn leave(&mut self) -> Result<(), Refusal> {
        if self.book.side_of(self.actor.id()).is_none() {
            return Err(Refusal::new(format!("You are on no side of {}.", self.book.name)));
        }
        self.discharge(&self.actor.player.clone())
    }

    pub(super) fn discharge(&mut self, player: &Player) -> Result<(), Refusal> {
        for side in &mut self.book.sides {
            if let Some(index) = side.members.iter().position(|member| member.id == player.id) {
                let (side, player) = (side.no, side.members.remove(index));
                self.tell(Happening::Left { side, player });
                return Ok(());
            }
        }
        Err(Refusal::new(format!("{} is on no side of {}.", player.name, self.book.name)))
    }

    fn fights_for_nobody(&self, player: &Player) -> Result<(), Refusal> {
        match self.book.side_of(player.id) {
            None => Ok(()),
            Some(side) => Err(Refusal::new(format!(
                "{} fights for {}; leave that side first.",
                player.name, side.name
            ))),
        }
    }

    fn free_side_name(&self, name: &str, for_side: SideNo) -> Result<String, Refusal> {
        let name = name_of(name, "A side")?;
        let lower = name.to_lowercase();
        match self
            .book
            .sides
            .iter()
            .find(|side| side.no != for_side && side.name.to_lowercase() == lower)
        {
            None => Ok(name),
            Some(side) => Err(Refusal::new(format!(
                "There is a side called {} already; choose another name.",
                side.name
            ))),
        }
    }

    fn rarest_colour(&self) -> Colour {
        let worn =
            |colour: &Colour| self.book.sides.iter().filter(|side| side.colour == *colour).count();
        Colour::ALL.into_iter().min_by_key(worn).unwrap_or(Colour::Red)
    }

    /// Sides share a colour only when there are more of them than colours.
    fn free_colour(&self, colour: Colour, for_side: SideNo) -> Result<Colour, Refusal> {
        let others = || self.book.sides.iter().filter(|side| side.no != for_side);
        let Some(holder) = others().find(|side| side.colour == colour) else { return Ok(colour) };
        let free: Vec<&str> = Colour::ALL
            .into_iter()
            .filter(|colour| others().all(|side| side.colour != *colour))
            .map(Colour::name)
            .collect();
        if free.is_empty() {
            return Ok(colour);
        }
        Err(Refusal::new(format!(
            "{} is {} already; still free: {}.",
            holder.name,
            colour.name(),
            gatemaster_rules::text::list(&free)
        )))
    }
}
