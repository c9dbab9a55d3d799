//! Plots as figures for papers: PDF with text as text, and PNG.
//!
//! The font is built in, so that the same plot is the same bytes on every machine.

use std::sync::Arc;

use resvg::render;
use resvg::tiny_skia::{Pixmap, Transform};
use svg2pdf::usvg::{self, Tree, fontdb};
use svg2pdf::{ConversionOptions, PageOptions, to_pdf};

use super::plot::PlotError;

/// Name of the font that is built in.
const FONT: &str = "DejaVu Sans";
/// Pixels of a PNG for each unit of the plot.
const SCALE: f32 = 2.0;

/// A plot as PDF. A unit of the plot is three quarters of a point.
///
/// # Errors
/// None of the plots of this program.
pub fn pdf(svg: &str) -> Result<Vec<u8>, PlotError> {
    let page = PageOptions { dpi: 96.0 };
    to_pdf(&tree(svg)?, ConversionOptions::default(), page).map_err(|error| PlotError::new(&error))
}

/// A plot as PNG, with two pixels for each unit of the plot.
///
/// # Errors
/// None of the plots of this program.
pub fn png(svg: &str) -> Result<Vec<u8>, PlotError> {
    let tree = tree(svg)?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or_else(|| PlotError::new(&"it has no size"))?;
    let mut pixels =
        Pixmap::new(size.width(), size.height()).ok_or_else(|| PlotError::new(&"it is too large"))?;
    render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PlotError::new(&error))
}

/// Reads a plot.
fn tree(svg: &str) -> Result<Tree, PlotError> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.set_sans_serif_family(FONT);
    let options =
        usvg::Options { fontdb: Arc::new(fonts), font_family: FONT.into(), ..usvg::Options::default() };
    Tree::from_str(svg, &options).map_err(|error| PlotError::new(&error))
}
