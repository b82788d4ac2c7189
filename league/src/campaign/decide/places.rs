//! The map: places, what they are worth, who holds them, and the ways between them.

use gatemaster_rules::refusal::Refusal;

use super::words::{name_of, text_of};
use super::{Draft, nothing_new};
use crate::campaign::Place;
use crate::campaign::action::SetAt;
use crate::campaign::happening::Happening;
use crate::campaign::ids::{PlaceNo, SideNo};
use crate::campaign::limits::{MOST_PLACES, MOST_WORTH};
use crate::campaign::map::{Cell, HEIGHT, WIDTH};

impl Draft<'_> {
    pub(super) fn put_place(
        &mut self,
        name: &str,
        worth: i32,
        owner: Option<SideNo>,
        at: Option<Cell>,
        note: &str,
    ) -> Result<(), Refusal> {
        if self.book.places.len() >= MOST_PLACES {
            return Err(Refusal::new(format!("The map has room for {MOST_PLACES} places.")));
        }
        let no = self.book.next.place;
        if let Some(owner) = owner {
            self.side(owner)?;
        }
        let place = Place {
            no,
            name: self.free_place_name(name, no)?,
            owner,
            taken: None,
            worth: sound_worth(worth)?,
            at: at.map(|cell| self.free_cell(cell, no)).transpose()?,
            links: Vec::new(),
            note: text_of(note)?,
        };
        self.book.next.place = PlaceNo(no.0.saturating_add(1));
        self.book.places.push(place);
        self.tell(Happening::PlacePut { place: no });
        Ok(())
    }

    pub(super) fn change_place(
        &mut self,
        no: PlaceNo,
        name: Option<&str>,
        worth: Option<i32>,
        at: Option<SetAt>,
        note: Option<&str>,
    ) -> Result<(), Refusal> {
        let mut place = self.place(no)?.clone();
        if let Some(name) = name {
            place.name = self.free_place_name(name, no)?;
        }
        if let Some(worth) = worth {
            place.worth = sound_worth(worth)?;
        }
        match at {
            Some(SetAt::Cell(cell)) => place.at = Some(self.free_cell(cell, no)?),
            Some(SetAt::Anywhere) => place.at = None,
            None => {}
        }
        if let Some(note) = note {
            place.note = text_of(note)?;
        }
        let before = self.place_mut(no)?;
        if *before == place {
            return Err(nothing_new());
        }
        *before = place;
        self.tell(Happening::PlaceChanged { place: no });
        Ok(())
    }

    pub(super) fn remove_place(&mut self, no: PlaceNo) -> Result<(), Refusal> {
        let place = self.place(no)?;
        if let Some(battle) = self.book.battles.iter().find(|battle| battle.place == Some(no)) {
            return Err(Refusal::new(format!(
                "Battle {} stands in the book at {}, so it stays on the map; rename it instead.",
                battle.no, place.name
            )));
        }
        self.book.places.retain(|place| place.no != no);
        for place in &mut self.book.places {
            place.links.retain(|link| *link != no);
        }
        self.tell(Happening::PlaceRemoved { place: no });
        Ok(())
    }

    pub(super) fn take(&mut self, no: PlaceNo, side: Option<SideNo>) -> Result<(), Refusal> {
        if let Some(side) = side {
            self.side(side)?;
        }
        let place = self.place_mut(no)?;
        if place.owner == side {
            return Err(nothing_new());
        }
        let from = place.owner;
        place.owner = side;
        place.taken = None;
        self.tell(Happening::PlaceTaken { place: no, side, from, battle: None, back: false });
        Ok(())
    }

    pub(super) fn link(&mut self, one: PlaceNo, other: PlaceNo) -> Result<(), Refusal> {
        let (here, there) = (self.place(one)?, self.place(other)?);
        if one == other {
            return Err(Refusal::new(format!(
                "A way leads from {} to another place; name two.",
                here.name
            )));
        }
        if here.links.contains(&other) {
            return Err(Refusal::new(format!(
                "There is a way between {} and {} already.",
                here.name, there.name
            )));
        }
        self.place_mut(one)?.links.push(other);
        self.place_mut(other)?.links.push(one);
        self.tell(Happening::Linked { one, other });
        Ok(())
    }

    pub(super) fn unlink(&mut self, one: PlaceNo, other: PlaceNo) -> Result<(), Refusal> {
        let (here, there) = (self.place(one)?, self.place(other)?);
        if !here.links.contains(&other) {
            return Err(Refusal::new(format!(
                "There is no way between {} and {}.",
                here.name, there.name
            )));
        }
        self.place_mut(one)?.links.retain(|link| *link != other);
        self.place_mut(other)?.links.retain(|link| *link != one);
        self.tell(Happening::Unlinked { one, other });
        Ok(())
    }

    fn free_place_name(&self, name: &str, for_place: PlaceNo) -> Result<String, Refusal> {
        let name = name_of(name, "A place")?;
        let lower = name.to_lowercase();
        let mut others = self.book.places.iter().filter(|place| place.no != for_place);
        match others.find(|place| place.name.to_lowercase() == lower) {
            None => Ok(name),
            Some(place) => Err(Refusal::new(format!(
                "{} is on the map already; choose another name.",
                place.name
            ))),
        }
    }

    fn free_cell(&self, cell: Cell, for_place: PlaceNo) -> Result<Cell, Refusal> {
        if !cell.is_on_map() {
            return Err(Refusal::new(format!(
                "The map has {WIDTH} columns and {HEIGHT} rows; choose a cell of it."
            )));
        }
        let mut others = self.book.places.iter().filter(|place| place.no != for_place);
        match others.find(|place| place.at == Some(cell)) {
            None => Ok(cell),
            Some(place) => Err(Refusal::new(format!(
                "{} is in that cell already; choose a free one.",
                place.name
            ))),
        }
    }
}

fn sound_worth(worth: i32) -> Result<i32, Refusal> {
    if (0..=MOST_WORTH).contains(&worth) {
        return Ok(worth);
    }
    Err(Refusal::new(format!("A place is worth 0 to {MOST_WORTH}.")))
}
