//! Draws how effort grows, from the rows of `data/benchmark.py --out`:
//! `cargo run --release --example growth < data/benchmark-results.csv > docs/growth.svg`.
//!
//! Three panels of one point a position: nodes by the trees that are to go, processor time by nodes, memory by nodes. Scales are logarithmic,
//! but for that of trees, on which tiers lie side by side. A tier has a colour.

use std::io;
use std::ops::Range;

use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

/// A row, as far as it is drawn.
#[derive(serde::Deserialize)]
struct Row {
    tier: usize,
    trees: f64,
    lower_bound: u8,
    upper_bound: u8,
    nodes: f64,
    seconds: f64,
    megabytes: f64,
}

type Error = Box<dyn std::error::Error>;

/// Colours of the tiers from 2 on, the paper and the ink: a scale from light to dark that colour-blind readers see as well.
const TIERS: [u32; 6] = [0x009f_c8e8, 0x006b_aed6, 0x0042_92c6, 0x0021_71b5, 0x0008_519c, 0x0008_306b];
const SIZE: (u32, u32) = (960, 340);

fn colour(rgb: u32) -> RGBColor {
    let [_, red, green, blue] = rgb.to_be_bytes();
    RGBColor(red, green, blue)
}

/// Least and most of a measure, with some room.
fn range(rows: &[Row], of: fn(&Row) -> f64) -> Range<f64> {
    let values = || rows.iter().map(of);
    values().fold(f64::MAX, f64::min) / 1.3..values().fold(0.0, f64::max) * 1.3
}

type Cell<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// One panel; powers of ten are written as such.
fn panel<X>(
    cell: &Cell<'_>,
    rows: &[Row],
    words: [&str; 2],
    x: X,
    of: [fn(&Row) -> f64; 2],
) -> Result<(), Error>
where
    X: AsRangedCoord<Value = f64>,
    X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let y = range(rows, of[1]).log_scale();
    let mut chart = ChartBuilder::on(cell)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(x, y)?;
    let number = |value: &f64| if *value >= 10_000.0 { format!("{value:e}") } else { format!("{value}") };
    chart
        .configure_mesh()
        .disable_mesh()
        .x_labels(6)
        .y_labels(6)
        .x_label_formatter(&number)
        .y_label_formatter(&number)
        .x_desc(words[0])
        .y_desc(words[1])
        .label_style(("sans-serif", 12))
        .draw()?;
    chart.draw_series(rows.iter().map(|row| {
        let ink = colour(TIERS[row.tier.saturating_sub(2).min(5)]);
        Circle::new((of[0](row), of[1](row)), 3, ink.mix(0.8).filled())
    }))?;
    Ok(())
}

fn main() -> Result<(), Error> {
    let mut rows: Vec<Row> = csv::Reader::from_reader(io::stdin()).deserialize().collect::<Result<_, _>>()?;
    rows.retain(|row| row.lower_bound == row.upper_bound);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let cells = root.split_evenly((1, 3));
        let nodes: fn(&Row) -> f64 = |row| row.nodes;
        let by_nodes = || range(&rows, nodes).log_scale();
        panel(
            &cells[0],
            &rows,
            ["trees to go", "nodes"],
            8.5..15.6,
            [|row| row.trees + (row.tier as f64 - 4.5) / 10.0, nodes],
        )?;
        panel(&cells[1], &rows, ["nodes", "seconds"], by_nodes(), [nodes, |row| row.seconds])?;
        panel(&cells[2], &rows, ["nodes", "megabytes"], by_nodes(), [nodes, |row| row.megabytes])?;
        root.present()?;
    }
    println!("{}", svg.trim_end());
    Ok(())
}
