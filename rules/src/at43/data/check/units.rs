//! A unit and its army, its weapons, its numbers and its prices.

use super::Check;
use crate::at43::profile::{Army, Carried, Category, Entry, Price, SLOTS, WeaponAbility, WeaponId};
use crate::file::fault::shown;

impl Check<'_> {
    pub(super) fn unit(&mut self, entry: &Entry, item: &str) {
        let army = self.sound_army(entry.army).filter(|army| army.pattern.len() == SLOTS);
        let fits = army.is_none_or(|army| army.pattern.iter().any(|slot| slot.fits(entry)));
        self.demand(fits, item, &["type", "category", "army"], || {
            let army = army.map_or("its army", |army| army.name.as_str());
            format!("no slot of {army} takes {} of type {}", entry.category.name(), entry.grade)
        });
        self.machine(entry, item);
        self.arms(&entry.ranged, &entry.close, entry.category == Category::Vehicles, item);
        let armed = entry.ranged.len() + entry.close.len() + entry.special.len() > 0;
        self.demand(armed, item, &["ranged", "close", "special"], || {
            "the unit has no weapon at all".to_owned()
        });
        self.demand(entry.standard <= entry.maximum, item, &["maximum", "standard"], || {
            format!("{} is less than the standard number {}", entry.maximum, entry.standard)
        });
        self.special_weapons(entry, item);
        self.specialists(entry, item);
        self.support(entry, item);
        self.officers(entry, item);
        self.prices(entry, army, item);
    }

    /// T-UNI-2: machines have structure points, all others none.
    fn machine(&mut self, entry: &Entry, item: &str) {
        if self.is_faulty(item, "category") {
            return;
        }
        let machine = entry.category.is_machine();
        for (n, carried) in entry.ranged.iter().enumerate() {
            let row = format!("{item}, ranged {}", n + 1);
            self.demand(!machine || carried.structure.is_some(), &row, &["structure"], || {
                "it is missing; each weapon of a machine has structure points".to_owned()
            });
            self.demand(machine || carried.structure.is_none(), &row, &["structure"], || {
                format!("weapons of {} have no structure points", entry.category.name())
            });
        }
    }

    pub(super) fn arms(
        &mut self,
        ranged: &[Carried],
        close: &[WeaponId],
        vehicle: bool,
        item: &str,
    ) {
        for (n, carried) in ranged.iter().enumerate() {
            let row = format!("{item}, ranged {}", n + 1);
            self.ranged_weapon(carried.weapon, &row);
            let twice = ranged.iter().take(n).any(|other| other.weapon == carried.weapon);
            self.demand(!twice, &row, &["weapon"], || {
                "it stands there twice; write count = 2".to_owned()
            });
            self.demand(vehicle || carried.field.is_none(), &row, &["field"], || {
                "only the weapons of vehicles do not see all round".to_owned()
            });
            let sees = !vehicle || carried.field.is_some() || self.is_faulty(item, "category");
            self.demand(sees, &row, &["field"], || {
                "it is missing; say what the vehicle's weapon sees, as in \"to the front\""
                    .to_owned()
            });
        }
        for (n, id) in close.iter().enumerate() {
            if let Some(weapon) = self.sound_weapon(*id) {
                self.demand(weapon.close, item, &["close"], || {
                    format!("{} is no close combat weapon", shown(&weapon.key))
                });
            }
            self.demand(!close.iter().take(n).any(|other| other == id), item, &["close"], || {
                "a weapon stands there twice".to_owned()
            });
        }
    }

    /// What fighters fire themselves.
    fn ranged_weapon(&mut self, id: WeaponId, row: &str) {
        let Some(weapon) = self.sound_weapon(id) else { return };
        self.demand(!weapon.close, row, &["weapon"], || {
            format!("{} is a close combat weapon", shown(&weapon.key))
        });
        self.demand(!weapon.has(WeaponAbility::ArtilleryStrike), row, &["weapon"], || {
            format!("{} is called in and carried by nobody", shown(&weapon.key))
        });
    }

    /// T-BLD-6
    fn special_weapons(&mut self, entry: &Entry, item: &str) {
        let (below, at_maximum) = entry.bearers;
        for (n, special) in entry.special.iter().enumerate() {
            let row = format!("{item}, special {}", n + 1);
            self.ranged_weapon(special.weapon, &row);
            let twice = entry.special.iter().take(n).any(|other| other.weapon == special.weapon);
            self.demand(!twice, &row, &["weapon"], || "it stands there twice".to_owned());
        }
        let machine = entry.category.is_machine();
        self.demand(!machine || entry.special.is_empty(), item, &["special", "category"], || {
            "machines have no special weapon bearers".to_owned()
        });
        let bears = at_maximum > 0 || entry.all_bearers;
        self.demand(entry.special.is_empty() || bears, item, &["bearers", "special"], || {
            "somebody must bear the special weapons, as in bearers = [1, 2]".to_owned()
        });
        let none = below == 0 && at_maximum == 0;
        let nothing = entry.special.is_empty() || entry.all_bearers;
        self.demand(!nothing || none, item, &["bearers", "special", "all_bearers"], || {
            "there is nothing to bear, or all bear it".to_owned()
        });
        let within = below <= entry.standard && at_maximum <= entry.maximum && below <= at_maximum;
        self.demand(within, item, &["bearers", "standard", "maximum"], || {
            format!(
                "expected at most {} below the maximum number and {} at it, and not fewer there",
                entry.standard, entry.maximum
            )
        });
    }

    /// T-BLD-7
    fn specialists(&mut self, entry: &Entry, item: &str) {
        let fields = ["specialists", "specialist_kinds"];
        let any = entry.specialists > 0;
        self.demand(any != entry.specialist_kinds.is_empty(), item, &fields, || {
            "a number of specialists and their kinds belong together".to_owned()
        });
        self.demand(!any || entry.is_infantry(), item, &["specialists", "category"], || {
            "machines have none".to_owned()
        });
        self.demand(
            entry.specialists <= entry.standard,
            item,
            &["specialists", "standard"],
            || format!("there are only {} in the unit", entry.standard),
        );
    }

    /// T-UNI-5
    fn support(&mut self, entry: &Entry, item: &str) {
        let support = entry.category == Category::Support;
        let fields = ["gunners_each", "all_bearers", "category"];
        let ways = u8::from(entry.is_static()) + u8::from(entry.all_bearers);
        self.demand(!support || ways == 1, item, &fields, || {
            "a support unit has either gunners or all_bearers = true".to_owned()
        });
        self.demand(support || ways == 0, item, &fields, || {
            "only support units have gunners or are all bearers".to_owned()
        });
        self.demand(
            !entry.all_bearers || entry.close.is_empty(),
            item,
            &["close", "all_bearers"],
            || "special weapon bearers have no close combat weapon".to_owned(),
        );
        let Some(gunners) = entry.gunners_each else { return };
        let crew = gunners.saturating_add(1);
        let whole = entry.standard.is_multiple_of(crew) && entry.maximum.is_multiple_of(crew);
        self.demand(whole, item, &["gunners_each", "standard", "maximum"], || {
            format!("a weapon and its gunners are {crew}: the numbers must be made up of them")
        });
        self.demand(entry.ranged.len() == 1, item, &["ranged", "gunners_each"], || {
            "a static support unit has one weapon that its gunners serve".to_owned()
        });
        self.demand(entry.special.is_empty(), item, &["special", "gunners_each"], || {
            "a static support unit has no special weapons".to_owned()
        });
    }

    fn officers(&mut self, entry: &Entry, item: &str) {
        let costs: Vec<u32> = entry.officers.iter().flatten().copied().collect();
        self.demand(costs.is_sorted(), item, &["officers"], || {
            "a higher rank costs no less than a lower one".to_owned()
        });
    }

    /// T-BLD-4, T-BLD-5
    fn prices(&mut self, entry: &Entry, army: Option<&Army>, item: &str) {
        let counted = ["standard", "maximum"].iter().all(|field| !self.is_faulty(item, field));
        let between = u32::from(entry.maximum.saturating_sub(entry.standard).saturating_sub(1));
        let grows = army.is_some_and(|army| {
            let ranks = army.ranks.iter().skip(1).zip(&entry.officers);
            ranks.into_iter().any(|(rank, cost)| rank.numbers_bonus > 0 && cost.is_some())
        }) && !self.is_faulty(item, "officers");
        for (n, price) in entry.prices.iter().enumerate() {
            let row = format!("{item}, price {}", n + 1);
            let same = entry.prices.iter().take(n).any(|other| same_equipment(other, price));
            self.demand(!same, &row, &["equipment"], || {
                "another line has the same equipment".to_owned()
            });
            let fields = ["at_maximum", "at_standard"];
            self.demand(price.at_standard <= price.at_maximum, &row, &fields, || {
                format!("{} is less than at the standard number", price.at_maximum)
            });
            if !counted {
                continue;
            }
            let level = entry.standard != entry.maximum || price.at_standard == price.at_maximum;
            self.demand(level, &row, &fields, || {
                "standard and maximum number are the same, and so is the price".to_owned()
            });
            self.demand(price.extra.is_some() || between == 0, &row, &["extra"], || {
                "it is missing; the numbers in between are paid with it".to_owned()
            });
            self.demand(price.extra.is_some() || !grows || between > 0, &row, &["extra"], || {
                "it is missing; an officer's Numbers bonus is paid with it".to_owned()
            });
            let last = price.at_standard + between * price.extra.unwrap_or(0);
            let fields = ["extra", "at_standard", "at_maximum"];
            let good = last <= price.at_maximum || price.at_standard > price.at_maximum;
            self.demand(good, &row, &fields, || {
                format!("one below the maximum number would cost {last}, more than at it")
            });
        }
    }
}

fn same_equipment(one: &Price, other: &Price) -> bool {
    one.equipment.len() == other.equipment.len()
        && one.equipment.iter().all(|piece| other.equipment.contains(piece))
}
