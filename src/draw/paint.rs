//! Paints: the colours in which pyramids are drawn, chosen to stay apart for the colour-blind.
//!
//! A paint belongs to the letter of a colour, and knows nothing of a game. In each of the stashes `R Y G B K`,
//! `C P O W A` and `K W C` any two sides differ by at least 30 in CIELAB, in full sight and without one kind of cones; a test holds
//! that. Other combinations may be closer, so drawings show the letters too.

use anstyle::{Ansi256Color, AnsiColor, Color, Effects, Style};

/// The colours of a pyramid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// Colour of the sides, `#rrggbb`.
    pub fill: &'static str,
    /// Colour of the outline from the side, and of the shade, `#rrggbb`. Contrast with the sides: 2 at least.
    pub edge: &'static str,
    /// Colour of the letter, `#rrggbb`. Contrast with the sides: 4.5 at least.
    pub ink: &'static str,
    /// Foreground colour of text in a terminal.
    pub terminal: Color,
}

const LIGHT: &str = "#ffffff";
const DARK: &str = "#1d1a16";

impl Paint {
    /// The paint of an upper-case letter that suggests a colour; `None` for any other letter.
    ///
    /// ```
    /// use solomids::draw::paint::Paint;
    ///
    /// let white = Paint::of_letter('W').expect("white");
    /// assert_eq!((white.fill, white.ink), ("#f6f3ea", "#1d1a16"));
    /// assert_eq!(Paint::of_letter('Z'), None);
    /// ```
    pub const fn of_letter(letter: char) -> Option<Self> {
        const GREY: Color = Color::Ansi256(Ansi256Color(245));
        const ORANGE: Color = Color::Ansi256(Ansi256Color(208));
        let (fill, edge, ink, terminal) = match letter {
            'R' => ("#cc3126", "#6f130c", LIGHT, Color::Ansi(AnsiColor::Red)),
            'Y' => ("#f5c93c", "#7d5c00", DARK, Color::Ansi(AnsiColor::Yellow)),
            'G' => ("#34b084", "#0c5a3f", DARK, Color::Ansi(AnsiColor::Green)),
            'B' => ("#2d52b5", "#10235c", LIGHT, Color::Ansi(AnsiColor::BrightBlue)),
            'K' => ("#2c2b31", "#908d98", LIGHT, GREY),
            'C' => ("#45c1f2", "#0c5c80", DARK, Color::Ansi(AnsiColor::Cyan)),
            'P' => ("#843a9e", "#3f124f", LIGHT, Color::Ansi(AnsiColor::Magenta)),
            'O' => ("#ee8130", "#7c3500", DARK, ORANGE),
            'W' => ("#f6f3ea", "#75705f", DARK, Color::Ansi(AnsiColor::BrightWhite)),
            'A' => ("#84878b", "#3c3f43", DARK, GREY),
            'M' => ("#e06aa8", "#7c1c4e", DARK, Color::Ansi(AnsiColor::Magenta)),
            _ => return None,
        };
        Some(Self { fill, edge, ink, terminal })
    }

    /// The sides with as many hundredths of white.
    pub(crate) fn lit(self, percent: u32) -> String {
        mixed(self.fill, LIGHT, percent)
    }

    /// The sides with as many hundredths of the shade, which is black for black: its outline is lighter than its sides.
    pub(crate) fn shaded(self, percent: u32) -> String {
        if brightness(self.edge) > brightness(self.fill) {
            return mixed(self.fill, "#000000", percent * 2 / 3);
        }
        mixed(self.fill, self.edge, percent)
    }

    /// Colour of pips on a facet of this colour. Contrast: 4.5 at least.
    pub(crate) fn pips(facet: &str) -> &'static str {
        if brightness(facet) < 112 { LIGHT } else { DARK }
    }

    pub(crate) const fn style(self) -> Style {
        Style::new().fg_color(Some(self.terminal)).effects(Effects::BOLD)
    }

    /// The paint of a letter, or else that of another letter, which has one.
    pub(crate) fn of_letter_or(letter: char, other: char) -> Self {
        Self::of_letter(letter).or_else(|| Self::of_letter(other)).expect("the other letter has a paint")
    }
}

/// Red, green and blue of a colour `#rrggbb`.
fn channels(colour: &str) -> [u32; 3] {
    [1, 3, 5].map(|at| colour.get(at..at + 2).and_then(|two| u32::from_str_radix(two, 16).ok()).unwrap_or(0))
}

/// A colour with as many hundredths of another one.
fn mixed(one: &str, other: &str, percent: u32) -> String {
    let (a, b) = (channels(one), channels(other));
    let [red, green, blue] = [0, 1, 2].map(|i| (a[i] * (100 - percent) + b[i] * percent) / 100);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// How bright a colour looks, 0 to 255.
fn brightness(colour: &str) -> u32 {
    let [red, green, blue] = channels(colour);
    (2 * red + 5 * green + blue) / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    type Triple = [f64; 3];

    /// Linear red, green and blue as perceived in full sight and without the cones for long, middle and short waves
    /// (Machado, Oliveira and Fernandes 2009, severity 1, to three decimal places).
    const VISIONS: [(&str, [Triple; 3]); 4] = [
        ("full", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        ("protanopia", [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
        ("deuteranopia", [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
        ("tritanopia", [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]),
    ];

    /// Linear red, green and blue, 0 to 1, of an sRGB colour `#rrggbb`.
    fn linear(colour: &str) -> Triple {
        [1, 3, 5].map(|at| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn times(matrix: &[Triple; 3], [x, y, z]: Triple) -> Triple {
        matrix.map(|[a, b, c]| a * x + b * y + c * z)
    }

    /// CIELAB coordinates of linear red, green and blue under daylight D65.
    fn lab(linear: Triple) -> Triple {
        const XYZ: [Triple; 3] =
            [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
        let [x, y, z] = times(&XYZ, linear.map(|value| value.clamp(0.0, 1.0)));
        let [x, y, z] = [x / 0.95047, y, z / 1.08883]
            .map(|t| if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn paints(letters: &str) -> Vec<(char, Paint)> {
        letters.chars().map(|letter| (letter, Paint::of_letter(letter).unwrap())).collect()
    }

    #[test]
    fn colours_of_a_stash_differ_for_the_colour_blind() {
        for letters in ["RYGBK", "CPOWA", "KWC"] {
            let stash = paints(letters);
            for (vision, matrix) in VISIONS {
                for (i, (a, one)) in stash.iter().enumerate() {
                    for (b, other) in &stash[i + 1..] {
                        let [p, q] = [one, other].map(|paint| lab(times(&matrix, linear(paint.fill))));
                        let distance = (0..3).map(|k| (p[k] - q[k]).powi(2)).sum::<f64>().sqrt();
                        assert!(distance >= 30.0, "{a} and {b} with {vision}: {distance:.1}");
                    }
                }
            }
        }
    }

    #[test]
    fn letters_pips_and_outlines_have_contrast() {
        let contrast = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|colour| {
                let [red, green, blue] = linear(colour);
                0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
            });
            a.max(b) / a.min(b)
        };
        for (letter, paint) in paints("RYGBKCPOWAM") {
            let Paint { fill, edge, ink, .. } = paint;
            let (inked, edged) = (contrast(ink, fill), contrast(edge, fill));
            assert!(inked >= 4.5, "letter {letter}: {inked:.2}");
            assert!(edged >= 2.0, "outline of {letter}: {edged:.2}");
            let lowest = paint.shaded(68);
            let dotted = contrast(Paint::pips(&lowest), &lowest);
            assert!(dotted >= 4.5, "pips of {letter}: {dotted:.2}");
            // The cells of a dark page.
            let rimmed = contrast(&paint.lit(55), "#3a4043");
            assert!(rimmed >= 3.0, "rim of {letter}: {rimmed:.2}");
        }
    }
}
