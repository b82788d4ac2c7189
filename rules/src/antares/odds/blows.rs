//! Blows hand to hand: what each side does to the other, for all that may be left of both.

use std::rc::Rc;

use super::super::command::Scene;
use super::super::flow::Manner;
use super::super::inches::Inches;
use super::super::run::Run;
use super::hits::{Kinds, Known, Luck, Pool, Salvo};
use super::nerve::{Party, Standing};
use super::target::{Harm, Harms, Target};

/// What one side's blows do.
#[derive(Debug)]
pub struct Struck {
    pub harms: Vec<(Harm, f64)>,
    /// By number of hits.
    pub hits: Vec<f64>,
}

/// A victim in one state, and what the combinations of hits known so far do to it.
#[derive(Debug)]
struct Victim {
    target: Target,
    harms: Vec<Option<Harms>>,
}

/// One direction: a side strikes the other.
#[derive(Debug, Default)]
struct Direction {
    kinds: Kinds,
    pool: Pool,
    luck: Option<Luck>,
    /// By what is left of the strikers.
    strikers: Known<usize, Rc<Vec<(usize, f64)>>>,
    /// By what is left of the struck.
    victims: Known<usize, Victim>,
    known: Known<[usize; 2], Rc<Struck>>,
}

/// Both directions; what has been worked out is kept.
#[derive(Debug, Default)]
pub struct Blows([Direction; 2]);

impl Blows {
    /// What this side does to the other when so much is left of both.
    pub fn of(
        &mut self,
        run: &mut Run<'_>,
        parties: &[Party; 2],
        side: usize,
        left: [usize; 2],
    ) -> Rc<Struck> {
        let direction = &mut self.0[side];
        if let Some(known) = direction.known.get(&left) {
            return Rc::clone(known);
        }
        let (by, on) = (&parties[side], &parties[1 - side]);
        let hits = direction.strike(run, by, on, left[side]);
        let struck = Rc::new(direction.harm(run, by, on, left[1 - side], &hits));
        direction.known.insert(left, Rc::clone(&struck));
        struck
    }
}

impl Direction {
    /// The combinations of hits that the strikers make, and their chances (A-ASL-6).
    fn strike(
        &mut self,
        run: &mut Run<'_>,
        by: &Party,
        on: &Party,
        left: usize,
    ) -> Rc<Vec<(usize, f64)>> {
        if let Some(known) = self.strikers.get(&left) {
            return Rc::clone(known);
        }
        // what can tell lucky hits from plain ones is there from the beginning
        let luck = *self.luck.get_or_insert_with(|| {
            arm(run, by, 0);
            let salvo = Salvo::blows(&run.state, by.id, &mut self.kinds);
            let target = target(run, by, on, 0, &self.kinds);
            // what a hull strikes with may change as its weapons fail
            if by.uses_chart { Luck::All } else { target.luck(&salvo.kinds()) }
        });
        arm(run, by, left);
        let salvo = Salvo::blows(&run.state, by.id, &mut self.kinds);
        let hits = salvo.hits(Manner::HandToHand, luck, &self.kinds, &mut self.pool);
        let hits = Rc::new(hits.chances);
        self.strikers.insert(left, Rc::clone(&hits));
        hits
    }

    fn harm(
        &mut self,
        run: &mut Run<'_>,
        by: &Party,
        on: &Party,
        left: usize,
        hits: &[(usize, f64)],
    ) -> Struck {
        let (kinds, pool) = (&self.kinds, &self.pool);
        let victim = self.victims.entry(left).or_insert_with(|| {
            let target = target(run, by, on, left, kinds);
            Victim { target, harms: Vec::new() }
        });
        if !victim.target.knows(kinds) {
            on.impose(run, &Standing { left, ..on.start });
            victim.target.meet(&run.state, kinds);
        }
        victim.harms.resize_with(pool.all.len(), || None);
        let (mut sums, mut counted) = (super::Sums::default(), Vec::new());
        for (place, chance) in hits {
            let target = &mut victim.target;
            let harms = victim.harms[*place]
                .get_or_insert_with(|| target.harm(&run.state, &on.ranks, &pool.all[*place]));
            super::count(&mut counted, harms.hits, *chance);
            for (harm, share) in &harms.all {
                sums.add(&on.ranks, harm, chance * share);
            }
        }
        Struck { harms: sums.all(&on.ranks).collect(), hits: counted }
    }
}

/// Everybody left has a hand weapon in hand, as chosen by default.
fn arm(run: &mut Run<'_>, by: &Party, left: usize) {
    by.impose(run, &Standing { left, ..by.start });
    if let Some(assault) = &mut run.state.flow.assault {
        assault.hand_weapons.retain(|(unit, _, _)| *unit != by.id);
    }
    run.choose_hand_weapons(by.id, None);
}

fn target(run: &mut Run<'_>, by: &Party, on: &Party, left: usize, kinds: &Kinds) -> Target {
    on.impose(run, &Standing { left, ..on.start });
    let (range, scene) = (Inches::default(), Scene::default());
    let place = run.add_volley(by.id, Some(on.id), Manner::HandToHand, range, &scene, Vec::new());
    let volley = run.state.flow.volleys.swap_remove(place);
    let strike = run.strike(&volley, on.id, Vec::new());
    let mut target = Target::new(&run.state, strike, &on.ranks, left);
    target.meet(&run.state, kinds);
    target
}
