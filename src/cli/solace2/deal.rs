//! `solace2 deal`: random deals of a seed.

use std::io::Write as _;

use solomids::solace2::dealer;
use solomids::solace2::game::{MAX_STASHES, Palette};

use crate::cli::args::{FormatArg, Solace2DealArgs};
use crate::cli::exit_status::ExitStatus;
use crate::cli::settings;
use crate::cli::terminal::{Terminal, cannot_write};
use solomids::solace2::record::{DealRecord, DealSource};

pub(super) fn run(arguments: &Solace2DealArgs, terminal: Terminal) -> anyhow::Result<ExitStatus> {
    let &Solace2DealArgs { seed, index, start, count, stashes, format } = arguments;
    let (first, count) = index.map_or((start, count), |index| (index, 1));
    let indices = settings::indices(first, count)?;
    let mut out = terminal.out();
    let mut print = |text: String| out.write_all(text.as_bytes()).map_err(cannot_write);
    if format == FormatArg::Text {
        let range = match count {
            1 => format!("index {first}"),
            _ => format!("indices {first} to {}", indices.end()),
        };
        let size = match stashes {
            MAX_STASHES => String::new(),
            _ => format!(", {stashes} of {MAX_STASHES} stashes"),
        };
        print(format!("# {}, seed {seed}, {range}{size}\n", dealer::FORMAT))?;
    }
    for index in indices {
        let deal = dealer::deal_of(stashes, seed, index);
        print(match format {
            FormatArg::Text => Palette::default().deal(&deal) + "\n",
            FormatArg::Json => {
                let record = DealRecord::new(&deal, DealSource::Seed { seed, index }, dealer::FORMAT);
                serde_json::to_string(&record)? + "\n"
            }
        })?;
    }
    out.flush().map_err(cannot_write)?;
    Ok(ExitStatus::Done)
}
