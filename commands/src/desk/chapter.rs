//! The chapters of a game's story. A chapter is what one message tells: an activation, a turn, a whole deployment. It grows
//! step by step, and the next one begins where the system says so.

use std::collections::BTreeSet;
use std::sync::Arc;

use gatemaster_rules::ids::Seq;
use gatemaster_rules::system::Viewer;
use gatemaster_rules::table::{Event, Kind, SeenStep};

use super::game::{StepInContext, WholeStep};

/// Where a step stands in the story of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// It belongs to the chapter that has begun.
    GoesOn,
    /// It begins a chapter.
    Begins,
    /// It is the last of its chapter: the next one begins after it.
    NextBegins,
}

/// The steps of a chapter so far.
#[derive(Clone, Debug)]
pub(super) struct Chapter {
    pub first: Seq,
    pub steps: Vec<Arc<WholeStep>>,
    /// What special words mean that appear in it, and those that have appeared before it.
    pub terms: BTreeSet<&'static str>,
    pub known: BTreeSet<&'static str>,
}

/// A chapter as everybody may know it.
#[derive(Clone, Debug, Default)]
pub struct SeenChapter {
    pub first: Seq,
    pub steps: Vec<StepInContext>,
    /// What special words mean that appear here for the first time in the game.
    pub new_terms: Vec<&'static str>,
}

impl SeenChapter {
    /// The last step it tells; the one before its first while it tells none.
    pub fn last(&self) -> Seq {
        let before = Seq(self.first.0.saturating_sub(1));
        self.steps.last().map_or(before, |told| told.step.seq)
    }
}

impl Chapter {
    /// The chapter whose first step comes next.
    pub fn after(seq: Seq) -> Self {
        Self::from(seq.next(), BTreeSet::new())
    }

    /// The chapter that begins with this step, with what is known by then.
    fn from(first: Seq, known: BTreeSet<&'static str>) -> Self {
        Self { first, steps: Vec::new(), terms: BTreeSet::new(), known }
    }

    /// The chapter that follows this one.
    fn next(&self, first: Seq) -> Self {
        Self::from(first, self.known.union(&self.terms).copied().collect())
    }

    pub fn seen(&self, viewer: &Viewer) -> SeenChapter {
        SeenChapter {
            first: self.first,
            steps: self.steps.iter().map(|made| made.seen(viewer)).collect(),
            new_terms: self.terms.difference(&self.known).copied().collect(),
        }
    }

    /// Takes a step in. Gives the chapter that it has ended, if so.
    pub fn take(
        &mut self,
        made: Arc<WholeStep>,
        page: Page,
        terms: Vec<&'static str>,
    ) -> Option<Chapter> {
        let seq = made.step.seq;
        if let Some(revoked) = made.step.revokes {
            let undone = self.steps.iter().position(|told| told.step.seq == revoked);
            if let Some(place) = undone.filter(|place| *place > 0) {
                self.steps.remove(place);
                self.steps.push(made);
                return None;
            }
            // what began the chapter is gone, or it was told before: the message that told it is marked, and a new one begins
            let next = Chapter { steps: vec![made], ..self.next(seq) };
            return Some(std::mem::replace(self, next));
        }
        match page {
            Page::GoesOn => {
                self.steps.push(made);
                self.terms.extend(terms);
                None
            }
            Page::Begins => {
                let mut next = Chapter { steps: vec![made], ..self.next(seq) };
                next.terms.extend(terms);
                Some(std::mem::replace(self, next))
            }
            Page::NextBegins => {
                self.steps.push(made);
                self.terms.extend(terms);
                let next = self.next(seq.next());
                Some(std::mem::replace(self, next))
            }
        }
    }
}

/// Whether a step is part of the story. What people settle among themselves beside it is told by itself.
pub fn is_told(step: &SeenStep) -> bool {
    step.kind == Kind::Play
        || step.events.iter().any(|event| {
            matches!(
                event,
                Event::Played(_)
                    | Event::Undone { .. }
                    | Event::Settled { .. }
                    | Event::DrawAccepted { .. }
                    | Event::Objected { .. }
            )
        })
}

/// Whether the game itself, and what it waits for, is the same after this step: somebody took a seat or left it, or set the table.
pub fn is_aside(step: &SeenStep) -> bool {
    step.revokes.is_none()
        && step.events.iter().all(|event| {
            matches!(
                event,
                Event::Seated { .. }
                    | Event::Left { .. }
                    | Event::Salted { .. }
                    | Event::Renamed { .. }
                    | Event::SettingsChanged { .. }
                    | Event::OrganiserNamed { .. }
                    | Event::SeatOffered { .. }
                    | Event::OfferTurnedDown { .. }
                    | Event::Kept
                    | Event::PointsAsked { .. }
                    | Event::PointsEntered { .. }
            )
        })
}
