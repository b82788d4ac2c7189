//! Long series of seeded rolls come out as often as they should. The seed is fixed, so a run either always
//! passes or always fails; the bounds say how surprised we may be by the dice.

use gatemaster_rules::dice::{Seed, Seeded};
use gatemaster_rules::roll::Expression;

fn mean(text: &str, rolls: u32) -> f64 {
    let expression = Expression::parse(text).unwrap();
    let mut dice = Seeded::new(Seed::new([42; 32]), text, [], 1);
    let numbers = (0..rolls).map(|_| {
        let rolled = expression.roll(&mut dice).unwrap();
        i32::try_from(rolled.series[0].answers[0].outcome.number()).unwrap()
    });
    f64::from(numbers.sum::<i32>()) / f64::from(rolls)
}

/// The mean of a series strays from the exact mean by more than four times `spread / √rolls` about once in
/// 16,000 series; `spread` is the standard deviation of one roll, rounded up.
fn comes_out(text: &str, rolls: u32, exact: f64, spread: f64) {
    let mean = mean(text, rolls);
    let tolerance = 4.0 * spread / f64::from(rolls).sqrt();
    assert!((mean - exact).abs() <= tolerance, "{text}: {mean} instead of {exact} ± {tolerance}");
}

/// The exact mean and standard deviation of the best three of four d6, by trying all 1,296 throws.
#[test]
fn the_best_three_of_four() {
    let (mut sum, mut squares) = (0_u32, 0_u32);
    for throw in 0..1_296_u32 {
        let faces = [throw % 6, throw / 6 % 6, throw / 36 % 6, throw / 216].map(|face| face + 1);
        let best = faces.iter().sum::<u32>() - faces.iter().min().unwrap();
        sum += best;
        squares += best * best;
    }
    let exact = f64::from(sum) / 1_296.0;
    let spread = (f64::from(squares) / 1_296.0 - exact * exact).sqrt();
    assert!((exact - 12.2446).abs() < 0.0001);
    comes_out("4d6kh3", 10_000, exact, spread);
    comes_out("4d6dl1", 2_000, exact, spread);
}

#[test]
fn sums_successes_explosions_and_rerolls() {
    comes_out("2d6+3", 2_000, 10.0, 2.42); // variance 2 · 35/12
    comes_out("6d10<=5", 2_000, 3.0, 1.23); // binomial: 6 · ½, variance 6 · ¼
    comes_out("8d10>=7f1", 2_000, 2.4, 1.84); // a die is worth 0.4 − 0.1, variance 0.5 − 0.09, times eight
    comes_out("d6!", 2_000, 4.2, 3.4); // 3.5 · 6/5; stopping after twenty takes away less than 10⁻¹⁵
    comes_out("d6!!", 2_000, 4.2, 3.4); // adding up is the same
    comes_out("D66", 2_000, 38.5, 17.2); // 11 · 3.5, variance 101 · 35/12
    comes_out("max(d6,d6)", 2_000, 161.0 / 36.0, 1.5);
    comes_out("d6min3", 2_000, 4.0, 1.2); // (3+3+3+4+5+6)/6
    comes_out("d6r1", 2_000, 47.0 / 12.0, 1.6); // (2+3+4+5+6)/6 + 3.5/6
    comes_out("d6rr<=2", 2_000, 4.5, 1.12); // 3 to 6, equally often
    comes_out("4dF", 2_000, 0.0, 1.64); // variance 4 · 2/3
    comes_out("d%", 2_000, 50.5, 28.9);
    comes_out("(2d6+3>=10)*1", 2_000, 21.0 / 36.0, 0.5); // seven or more with two dice
}
