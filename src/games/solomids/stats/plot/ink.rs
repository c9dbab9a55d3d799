//! Colours of plots in light and dark mode.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Font of all texts.
pub(super) const FONT: &str = "system-ui, sans-serif";

/// Colour in light and dark mode, and its name in the style sheet of a picture.
pub(super) struct PlotInk {
    name: &'static str,
    pub(super) light: RGBColor,
    dark: RGBColor,
}

pub(super) const TEXT: PlotInk =
    PlotInk { name: "text", light: RGBColor(0x22, 0x26, 0x2b), dark: RGBColor(0xe4, 0xe8, 0xec) };
pub(super) const QUIET: PlotInk =
    PlotInk { name: "quiet", light: RGBColor(0x5c, 0x65, 0x70), dark: RGBColor(0x9d, 0xa7, 0xb3) };
pub(super) const GRID: PlotInk =
    PlotInk { name: "grid", light: RGBColor(0xdf, 0xe3, 0xe8), dark: RGBColor(0x31, 0x38, 0x41) };
pub(super) const PAPER: PlotInk =
    PlotInk { name: "paper", light: RGBColor(0xff, 0xff, 0xff), dark: RGBColor(0x16, 0x1a, 0x1f) };
/// Inks of the dealers, in the order of groups. They differ in lightness, too.
pub(super) const SERIES: [PlotInk; 3] = [
    PlotInk { name: "first", light: RGBColor(0x2b, 0x6c, 0x9f), dark: RGBColor(0x5b, 0x9b, 0xcd) },
    PlotInk { name: "second", light: RGBColor(0xc2, 0x5a, 0x14), dark: RGBColor(0xf0, 0x8c, 0x52) },
    PlotInk { name: "third", light: RGBColor(0x1f, 0x6b, 0x3a), dark: RGBColor(0x6c, 0xc0, 0x8b) },
];

/// The ink of a group, by its place among the groups.
pub(super) const fn series(place: usize) -> &'static PlotInk {
    &SERIES[place % SERIES.len()]
}

/// A line of text, vertically centred at a point.
pub(super) fn text<'a>(
    words: &str,
    at: (i32, i32),
    size: i32,
    ink: &PlotInk,
    side: HPos,
) -> Text<'a, (i32, i32), String> {
    let style = (FONT, size).into_font().color(&ink.light).pos(Pos::new(side, VPos::Center));
    Text::new(words.to_owned(), at, style)
}

/// Adds classes for the colours of a picture, and a style sheet that sets them in light and dark mode. Printed pictures are
/// light.
pub(super) fn with_modes(svg: &str, name: &str) -> String {
    let hex = |RGBColor(r, g, b): RGBColor| format!("#{r:02X}{g:02X}{b:02X}");
    let mut svg = svg.to_owned();
    let (mut light, mut dark) = (Vec::new(), Vec::new());
    for ink in [TEXT, QUIET, GRID, PAPER].iter().chain(&SERIES) {
        for property in ["fill", "stroke"] {
            let name = format!("{property}-{}", ink.name);
            let plain = format!("{property}=\"{}\"", hex(ink.light));
            svg = svg.replace(&plain, &format!("class=\"{name}\" {plain}"));
            light.push(format!(".{name}{{{property}:{}}}", hex(ink.light)));
            dark.push(format!(".{name}{{{property}:{}}}", hex(ink.dark)));
        }
    }
    let (light, dark) = (light.concat(), dark.concat());
    let style = format!(
        "<title>{}</title><style>{light}@media screen and (prefers-color-scheme:dark){{{dark}}}</style>",
        name.replace('&', "&amp;").replace('<', "&lt;")
    );
    match svg.find('>') {
        Some(end) => {
            let (open, rest) = svg.split_at(end);
            format!("{open} role=\"img\"{}{style}{}", &rest[..1], &rest[1..])
        }
        None => svg,
    }
}
