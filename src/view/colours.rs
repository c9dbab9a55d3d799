//! Colours of the pieces on a screen and on paper, chosen so that colour-blind people tell them apart.
//!
//! A letter that suggests a colour gets it; every other letter gets the colour of its place among the five. In each
//! of the stashes `R Y G B K` and `C P O W A` no two colours come closer than 30 in CIELAB, neither in full sight
//! nor as people without one kind of cones see them; a test holds that. Other stashes may come closer: every
//! drawing shows the letters too.

use crate::game::{Colour, Palette};

/// How a piece of one colour is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// Its sides.
    pub fill: &'static str,
    /// Its outline, which tells the sizes in a stack apart.
    pub edge: &'static str,
    /// Its letter and pips: at least 4.5 times as light or as dark as the sides.
    pub ink: &'static str,
}

const LIGHT: &str = "#ffffff";
const DARK: &str = "#1d1a16";

/// The paint of a colour.
pub fn paint(palette: &Palette, colour: Colour) -> Paint {
    by_letter(palette, colour, |letter| {
        let (fill, edge, ink) = match letter {
            'R' => ("#cc3126", "#6f130c", LIGHT),
            'Y' => ("#f5c93c", "#7d5c00", DARK),
            'G' => ("#34b084", "#0c5a3f", DARK),
            'B' => ("#2d52b5", "#10235c", LIGHT),
            'K' => ("#2c2b31", "#908d98", LIGHT),
            'C' => ("#45c1f2", "#0c5c80", DARK),
            'P' => ("#843a9e", "#3f124f", LIGHT),
            'O' => ("#ee8130", "#7c3500", DARK),
            'W' => ("#f6f3ea", "#75705f", DARK),
            'A' => ("#84878b", "#3c3f43", DARK),
            'M' => ("#e06aa8", "#7c1c4e", DARK),
            _ => return None,
        };
        Some(Paint { fill, edge, ink })
    })
}

/// What a table has for the letter of a colour, or else for the default letter of its place among the five,
/// which then stands for no other colour.
pub(super) fn by_letter<T>(palette: &Palette, colour: Colour, table: impl Fn(char) -> Option<T>) -> T {
    table(palette.letter(colour))
        .or_else(|| table(Palette::default().letter(colour)))
        .expect("tables have the default letters")
}

#[cfg(test)]
mod tests {
    use super::*;

    type Triple = [f64; 3];

    /// What is seen of red, green and blue light by full sight, and without the cones for long, middle and short
    /// waves (Machado, Oliveira and Fernandes 2009, severity 1).
    const SIGHTS: [(&str, [Triple; 3]); 4] = [
        ("full", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        ),
    ];

    /// Linear light of an sRGB colour `#rrggbb`.
    fn light(colour: &str) -> Triple {
        [1, 3, 5].map(|at| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn times(matrix: &[Triple; 3], [x, y, z]: Triple) -> Triple {
        matrix.map(|[a, b, c]| a * x + b * y + c * z)
    }

    /// CIELAB of linear light, for daylight D65.
    fn lab(light: Triple) -> Triple {
        const XYZ: [Triple; 3] =
            [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
        let [x, y, z] = times(&XYZ, light.map(|value| value.clamp(0.0, 1.0)));
        let [x, y, z] = [x / 0.95047, y, z / 1.08883]
            .map(|t| if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn stash(letters: &str) -> Vec<(char, Paint)> {
        let palette = Palette::for_letters(&letters.chars().collect::<Vec<_>>());
        Colour::ALL.map(|colour| (palette.letter(colour), paint(&palette, colour))).to_vec()
    }

    #[test]
    fn the_colours_of_a_stash_stay_apart_for_the_colour_blind() {
        for letters in ["RYGBK", "CPOWA"] {
            let stash = stash(letters);
            for (sight, matrix) in SIGHTS {
                for (i, (a, one)) in stash.iter().enumerate() {
                    for (b, other) in &stash[i + 1..] {
                        let [p, q] = [one, other].map(|paint| lab(times(&matrix, light(paint.fill))));
                        let distance = (0..3).map(|k| (p[k] - q[k]).powi(2)).sum::<f64>().sqrt();
                        assert!(distance >= 30.0, "{a} and {b} with {sight}: {distance:.1}");
                    }
                }
            }
        }
    }

    #[test]
    fn letters_can_be_read_and_outlines_seen() {
        let contrast = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|colour| {
                let [red, green, blue] = light(colour);
                0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
            });
            a.max(b) / a.min(b)
        };
        for letters in ["RYGBK", "CPOWA", "M"] {
            for (letter, Paint { fill, edge, ink }) in stash(letters) {
                let (inked, edged) = (contrast(ink, fill), contrast(edge, fill));
                assert!(inked >= 4.5, "letter {letter}: {inked:.2}");
                assert!(edged >= 2.0, "outline of {letter}: {edged:.2}");
            }
        }
    }

    #[test]
    fn five_colours_have_five_paints() {
        for letters in ["RYGBK", "CPOWA", "XRCZQ", "M", "KWMTR", "ZYXWV", ""] {
            let mut fills: Vec<_> = stash(letters).into_iter().map(|(_, paint)| paint.fill).collect();
            fills.sort_unstable();
            fills.dedup();
            assert_eq!(fills.len(), 5, "{letters}");
        }
    }
}
