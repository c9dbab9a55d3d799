//! SVG documents, and single pyramids seen from above and from the side, for any game of such pyramids.
//!
//! A document defines each kind of pyramid once, as a [`symbol`] or [`side_symbol`] in its `defs`, includes [`STYLE`], and
//! places [`instance`]s. A size is the number of its pips: 1 for a small, 2 for a medium, 3 for a large.
//!
//! From above, pyramids of one stack or nest have one centre and are placed from the lowest to the topmost: a smaller one hides
//! letter and pips of a larger one, but not its outline. From the side, the origin of a drawing is the middle of the
//! foot of its pyramid: for games in which pieces stand on each other or lie in each other.
//!
//! ```
//! use solomids::draw::paint::Paint;
//! use solomids::draw::svg::{PyramidPlacement, id, instance, symbol};
//!
//! let black = Paint::of_letter('K').expect("black");
//! let definition = symbol('K', 3, black).into_string();
//! assert!(definition.starts_with(r#"<g id="K3">"#));
//! let drawn = instance(&id('K', 3), PyramidPlacement { x: 30, y: 30, scale: 1.0 }).into_string();
//! assert_eq!(drawn, r##"<use href="#K3" x="30" y="30"></use>"##);
//! ```

use std::fmt;

use maud::{Markup, PreEscaped, html};

use super::paint::Paint;

/// Style rules of pyramids: font and anchor of their letters.
pub const STYLE: &str = include_str!("svg/pyramid.css");
/// Further style rules of a picture on its own. Pages have other ones, for light and dark.
const PICTURE_STYLE: &str = include_str!("svg/style.css");
/// Width of the empty border around the content of a picture.
const BORDER: u32 = 12;

/// How a board lies on a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Orientation {
    /// For pictures, and for screens that are higher than wide.
    #[default]
    Upright,
    /// For screens about twice as wide as high.
    Sideways,
}

/// Place of a drawing: its centre in units of the document, and its scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PyramidPlacement {
    /// Distance of the centre from the left.
    pub x: u32,
    /// Distance of the centre from the top.
    pub y: u32,
    /// Scale factor, of which pictures show two decimal places. At 1 the side of a large is 51 units.
    pub scale: f64,
}

/// The id of the symbol of a pyramid seen from above: letter and pips, `R1`.
pub fn id(letter: char, pips: u8) -> String {
    format!("{letter}{pips}")
}

/// The id of the symbol of a pyramid seen from the side: `side-K3`.
pub fn side_id(letter: char, pips: u8) -> String {
    format!("side-{letter}{pips}")
}

/// A `use` element that shows the symbol with this id at a place.
pub fn instance(id: &str, PyramidPlacement { x, y, scale }: PyramidPlacement) -> Markup {
    html! {
        @if (scale - 1.0).abs() > f64::EPSILON {
            use href={ "#" (id) } transform={ "translate(" (x) " " (y) ")scale(" (Hundredths::of(scale)) ")" } {}
        } @else {
            use href={ "#" (id) } x=(x) y=(y) {}
        }
    }
}

/// The definition of a kind of pyramid seen from above, centred on the origin, as a `g` element with its [`id`]: a soft shadow,
/// the base with a light rim, four facets lit from above left, the letter on the flat top, and pips where a smaller pyramid hides
/// them.
pub fn symbol(letter: char, pips: u8, paint: Paint) -> Markup {
    // Half the sides of base and top; size and baseline of the letter; height, radius and half the distance of the pips.
    let (half, top, [font_size, baseline], [lower, radius, apart]) = match pips {
        1 => (1300, 550, [1000, 360], [940, 170, 220]),
        2 => (1925, 725, [1250, 450], [1040, 190, 260]),
        _ => (2550, 875, [1500, 540], [1520, 230, 330]),
    };
    let [base, side, below, k, t] = [half, 2 * half, half + 120, half - 75, top].map(Hundredths);
    let [font_size, baseline, lower, radius] = [font_size, baseline, lower, radius].map(Hundredths);
    let lowest = paint.shaded(68);
    let count = i64::from(pips);
    // A small l looks like a capital I in most other fonts.
    let font = (letter == 'l').then_some("font-family:monospace");
    html! {
        g id=(id(letter, pips)) {
            path d={ "M-" (base) "-" (base) "H" (base) "V" (below) "H-" (base) "z" } fill-opacity=".25" stroke="#000"
                stroke-opacity=".12" stroke-width="4" stroke-linejoin="round" {}
            rect x={ "-" (base) } y={ "-" (base) } width=(side) height=(side) rx="2.5" fill=(paint.fill) stroke=(paint.lit(55))
                stroke-width="1.2" {}
            path d={ "M-" (k) "-" (k) "H" (k) "L" (t) "-" (t) "H-" (t) "z" } fill=(paint.lit(42)) {}
            path d={ "M-" (k) "-" (k) "V" (k) "L-" (t) " " (t) "V-" (t) "z" } fill=(paint.lit(10)) {}
            path d={ "M" (k) "-" (k) "V" (k) "L" (t) " " (t) "V-" (t) "z" } fill=(paint.shaded(30)) {}
            path d={ "M-" (k) " " (k) "H" (k) "L" (t) " " (t) "H-" (t) "z" } fill=(lowest) {}
            text.letter y=(baseline) font-size=(font_size) style=[font] fill=(paint.ink) { (letter) }
            g fill=(Paint::pips(&lowest)) {
                @for pip in 0..count {
                    circle cx=(Hundredths(apart * (2 * pip - count + 1))) cy=(lower) r=(radius) {}
                }
            }
        }
    }
}

/// The definition of a kind of pyramid seen from the side, as a `g` element with its [`side_id`]: a triangle lit from the left,
/// with its letter at the foot.
pub fn side_symbol(letter: char, pips: u8, paint: Paint) -> Markup {
    // Half the width of the foot, and the height.
    let (half, height) = match pips {
        1 => (20, 34),
        2 => (32, 66),
        _ => (44, 100),
    };
    html! {
        g id=(side_id(letter, pips)) {
            path d={ "M-" (half) " 0L0-" (height) "L" (half) " 0z" } fill=(paint.lit(14)) stroke=(paint.edge) stroke-width="1.5"
                stroke-linejoin="round" {}
            path d={ "M" (half - 1) "-1L0-" (height - 3) "V-1z" } fill=(paint.shaded(25)) {}
            text.letter y="-3.5" font-size="13" fill=(paint.ink) { (letter) }
        }
    }
}

/// Content of a picture, with what screen readers say of it.
pub(crate) struct Picture<'a> {
    /// Width and height of the content, without the border.
    pub(crate) size: (u32, u32),
    pub(crate) title: &'a str,
    pub(crate) description: &'a str,
    pub(crate) defs: Markup,
    pub(crate) content: Markup,
}

impl Picture<'_> {
    pub(crate) fn document(&self) -> String {
        let (width, height) = (self.size.0 + 2 * BORDER, self.size.1 + 2 * BORDER);
        let view = format!("-{BORDER} -{BORDER} {width} {height}");
        html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox=(view) width=(width) height=(height) role="img"
                aria-labelledby="title description" {
                title id="title" { (readable(self.title)) }
                desc id="description" { (readable(self.description)) }
                style { (PreEscaped(STYLE)) (PreEscaped(PICTURE_STYLE)) }
                defs { (self.defs) }
                rect.paper x={ "-" (BORDER) } y={ "-" (BORDER) } width=(width) height=(height) rx="14" {}
                (self.content)
            }
        }
        .into_string()
            + "\n"
    }
}

/// The text with characters that XML forbids replaced by U+FFFD.
pub(crate) fn readable(text: &str) -> String {
    let allowed = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    text.chars().map(|c| if allowed(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

/// A number in hundredths, shown without zeros at its end: `0.62`, `13.5`, `-20`. Formatting of floating-point numbers would add
/// kilobytes to the module of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hundredths(pub(crate) i64);

impl Hundredths {
    pub(crate) fn of(number: f64) -> Self {
        Self((number * 100.0).round() as i64)
    }
}

impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, size) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        match (size / 100, size % 100) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, rest) if rest % 10 == 0 => write!(f, "{sign}{whole}.{}", rest / 10),
            (whole, rest) => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letter and pips of what lies below are hidden by the next smaller pyramid, and there are pips on the facet alone.
    #[test]
    fn a_smaller_pyramid_hides_the_pips_of_a_larger_one() {
        let paint = Paint::of_letter('R').expect("red");
        let numbers = |pips: u8, tag: &str, name: &str| -> Vec<f64> {
            let svg = symbol('R', pips, paint).into_string();
            let document = roxmltree::Document::parse(&svg).expect("XML");
            let found = document.descendants().filter(|node| node.has_tag_name(tag));
            found.map(|node| node.attribute(name).expect("a number").parse().expect("a number")).collect()
        };
        for pips in 1..=3 {
            assert_eq!(numbers(pips, "circle", "cx").len(), usize::from(pips));
            let lowest = numbers(pips, "circle", "cy")[0] + numbers(pips, "circle", "r")[0];
            let half = numbers(pips.saturating_sub(1).max(1), "rect", "width")[0] / 2.0;
            assert!(lowest < half, "{pips}: {lowest}");
        }
    }

    #[test]
    fn numbers_are_shown_as_floating_point_numbers_are() {
        for number in -3000..3000 {
            let float = f64::from(number) / 100.0;
            assert_eq!(Hundredths::of(float).to_string(), float.to_string());
        }
    }
}
