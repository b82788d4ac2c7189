use super::*;

/// Tries every place of every unit; for small companies.
fn any_placement(pieces: &[Piece]) -> bool {
    fn go(pieces: &[Piece], unit: usize, taken: &mut Vec<[Option<usize>; SLOTS]>) -> bool {
        let Some(piece) = pieces.get(unit) else {
            let sole = |row: &[Option<usize>; SLOTS]| {
                row.iter().flatten().filter(|unit| pieces[**unit].sole).count() <= 1
            };
            let (last, full) = taken.split_last().unwrap();
            return last[0].is_some()
                && full.iter().all(|row| row.iter().all(Option::is_some))
                && taken.iter().all(sole);
        };
        for row in 0..taken.len() {
            for slot in 0..SLOTS {
                if piece.fits[slot] && taken[row][slot].is_none() {
                    taken[row][slot] = Some(unit);
                    if go(pieces, unit + 1, taken) {
                        return true;
                    }
                    taken[row][slot] = None;
                }
            }
        }
        false
    }
    let platoons = pieces.len().div_ceil(SLOTS);
    pieces.is_empty() || go(pieces, 0, &mut vec![[None; SLOTS]; platoons])
}

fn is_right(pieces: &[Piece], platoons: &[Platoon]) -> bool {
    let mut units: Vec<usize> = platoons.iter().flat_map(Platoon::units).collect();
    units.sort_unstable();
    let (last, full) = platoons.split_last().unwrap();
    units == (0..pieces.len()).collect::<Vec<_>>()
        && last.slots[0].is_some()
        && full.iter().all(|platoon| platoon.slots.iter().all(Option::is_some))
        && platoons.iter().all(|platoon| {
            let fits = (0..SLOTS)
                .all(|slot| platoon.slots[slot].is_none_or(|unit| pieces[unit].fits[slot]));
            fits && platoon.units().filter(|unit| pieces[*unit].sole).count() <= 1
        })
}

/// Numbers that are all over the place and the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn piece(&mut self, sole_in: u64) -> Piece {
        let fits = [(); SLOTS].map(|()| self.below(2) == 0);
        Piece { fits, sole: self.below(sole_in) == 0 }
    }
}

/// T-BLD-2, T-BLD-3
#[test]
fn a_placement_is_found_exactly_where_trying_everything_finds_one() {
    let mut numbers = Numbers(43);
    let (mut found, mut none) = (0, 0);
    for round in 0..4_000 {
        let units = 1 + usize::try_from(numbers.below(8)).unwrap();
        let sole_in = 2 + round % 5;
        let pieces: Vec<Piece> = (0..units).map(|_| numbers.piece(sole_in)).collect();
        let mut search = Search { pieces: &pieces, looks: 0 };
        if let Some(platoons) = search.place() {
            assert!(is_right(&pieces, &platoons), "{pieces:?}: {platoons:?}");
            found += 1;
        } else {
            assert!(!any_placement(&pieces), "{pieces:?}");
            none += 1;
        }
    }
    assert!(found > 500 && none > 500, "{found} found, {none} without");
}

/// T-BLD-2
#[test]
fn thirty_and_sixty_units_are_placed_or_refused_after_few_looks() {
    let mut numbers = Numbers(7);
    let mut most = [0, 0];
    for _ in 0..400 {
        for (size, units) in [30_usize, 60].into_iter().enumerate() {
            let kinds: Vec<Piece> = (0..4).map(|_| numbers.piece(12)).collect();
            let pieces: Vec<Piece> =
                (0..units).map(|_| kinds[usize::try_from(numbers.below(4)).unwrap()]).collect();
            let mut search = Search { pieces: &pieces, looks: 0 };
            let found = search.place();
            if found.is_none() {
                let names = vec![String::from("unit"); units];
                search.explain(&vec![Slot::default(); SLOTS], &names, String::new());
            }
            most[size] = most[size].max(search.looks);
        }
    }
    assert!(most[0] <= 6 * 30 * 30 * 5, "{most:?}");
    assert!(most[1] <= 6 * 60 * 60 * 5, "{most:?}");
}
