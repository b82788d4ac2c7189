//! The regularised incomplete gamma function, by which a chi-square value becomes a probability. Its series where that
//! converges quickly, its continued fraction elsewhere (Abramowitz and Stegun 6.5.29 and 6.5.31).

const CLOSE_ENOUGH: f64 = 1e-15;
/// Near its middle the series needs a few times the root of `a` terms; this is enough for a die with a million sides.
const MOST_TERMS: u32 = 20_000;
/// Stands in for zero where one divides by it.
const TINY: f64 = 1e-300;

/// The chance that chi-square with so many degrees of freedom comes out at least this large.
pub fn chi_square_tail(chi_square: f64, degrees: u32) -> f64 {
    upper(f64::from(degrees) / 2.0, chi_square / 2.0)
}

/// Q(a, x): 1 at x = 0, falling to 0; also 1 for values that make no sense.
pub fn upper(a: f64, x: f64) -> f64 {
    if a.is_nan() || a <= 0.0 || x.is_nan() || x <= 0.0 {
        return 1.0;
    }
    if x.is_infinite() {
        return 0.0;
    }
    let weight = (a * x.ln() - x - ln_gamma(a)).exp();
    let tail = if x < a + 1.0 { 1.0 - weight * series(a, x) } else { weight * fraction(a, x) };
    tail.clamp(0.0, 1.0)
}

fn series(a: f64, x: f64) -> f64 {
    let mut term = 1.0 / a;
    let mut sum = term;
    let mut n = a;
    for _ in 0..MOST_TERMS {
        n += 1.0;
        term *= x / n;
        sum += term;
        if term < sum * CLOSE_ENOUGH {
            break;
        }
    }
    sum
}

/// Lentz's way of working a continued fraction from the front.
fn fraction(a: f64, x: f64) -> f64 {
    let mut below = x + 1.0 - a;
    let mut upward = 1.0 / TINY;
    let mut downward = 1.0 / below;
    let mut value = downward;
    for term in 1..MOST_TERMS {
        let term = f64::from(term);
        let above = -term * (term - a);
        below += 2.0;
        downward = 1.0 / away_from_zero(above * downward + below);
        upward = away_from_zero(below + above / upward);
        let step = downward * upward;
        value *= step;
        if (step - 1.0).abs() < CLOSE_ENOUGH {
            break;
        }
    }
    value
}

fn away_from_zero(x: f64) -> f64 {
    if x.abs() < TINY { TINY } else { x }
}

/// Lanczos' approximation with g = 7 and nine terms, good to fifteen digits for positive numbers.
fn ln_gamma(x: f64) -> f64 {
    const G: f64 = 7.0;
    const FIRST: f64 = 0.999_999_999_999_809_9;
    const TERMS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    // the approximation holds from one half on; below, Γ(x) = Γ(x + 1) / x
    if x < 0.5 {
        return ln_gamma(x + 1.0) - x.ln();
    }
    let x = x - 1.0;
    let mut sum = FIRST;
    let mut n = x;
    for term in TERMS {
        n += 1.0;
        sum += term / n;
    }
    let t = x + G + 0.5;
    0.5 * std::f64::consts::TAU.ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, known: f64, within: f64) {
        assert!((value - known).abs() < within, "{value} is not {known}");
    }

    #[test]
    fn the_logarithm_of_gamma_is_that_of_the_factorials() {
        close(ln_gamma(1.0), 0.0, 1e-13);
        close(ln_gamma(5.0), 24.0_f64.ln(), 1e-13);
        close(ln_gamma(0.5), std::f64::consts::PI.sqrt().ln(), 1e-13);
        close(ln_gamma(0.25), 1.288_022_524_698_077_4, 1e-12);
        close(ln_gamma(100.0), 359.134_205_369_575_4, 1e-10);
    }

    #[test]
    fn the_tail_of_chi_square_is_as_in_the_tables() {
        // the upper points of the usual tables (degrees, chi-square, probability)
        for (degrees, chi_square, p) in [
            (1, 3.841_458_820_694_124, 0.05),
            (1, 10.827_566_170_662_733, 0.001),
            (2, 5.991_464_547_107_979, 0.05),
            (5, 11.070_497_693_516_351, 0.05),
            (5, 4.351_460_191_095_526, 0.5),
            (5, 1.145_476_226_061_769_6, 0.95),
            (5, 20.515_005_652_432_873, 0.001),
            (9, 16.918_977_604_620_448, 0.05),
            (9, 21.665_994_333_461_924, 0.01),
            (19, 30.143_527_205_646_16, 0.05),
            (99, 123.225_221_453_361_8, 0.05),
        ] {
            close(chi_square_tail(chi_square, degrees), p, 1e-9);
        }
    }

    #[test]
    fn with_two_degrees_it_is_the_exponential_and_with_one_half_the_error_function() {
        for x in [0.01, 0.5, 1.0, 2.9, 3.1, 10.0, 50.0] {
            close(chi_square_tail(x, 2), (-x / 2.0).exp(), 1e-13);
        }
        // erfc(1)
        close(upper(0.5, 1.0), 0.157_299_207_050_285_13, 1e-13);
    }

    #[test]
    fn series_and_fraction_meet_where_one_takes_over_from_the_other() {
        for a in [0.5, 2.5, 10.0, 500.0, 100_000.0] {
            let before = upper(a, (a + 1.0) * (1.0 - 1e-12));
            let after = upper(a, (a + 1.0) * (1.0 + 1e-12));
            close(before, after, 1e-8);
        }
    }

    #[test]
    fn what_means_nothing_leaves_nothing_to_wonder_at() {
        for (a, x) in [(0.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (f64::NAN, 1.0), (1.0, f64::NAN)] {
            close(upper(a, x), 1.0, f64::EPSILON);
        }
        close(upper(3.0, f64::INFINITY), 0.0, f64::EPSILON);
        close(chi_square_tail(1e300, 5), 0.0, f64::EPSILON);
        let far = chi_square_tail(f64::from(u32::MAX), u32::MAX);
        assert!((0.0..=1.0).contains(&far));
    }
}
