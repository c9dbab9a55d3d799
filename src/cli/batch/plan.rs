//! Plan of a batch, made from its arguments and from the files of deals and indices that they name.

use std::ffi::OsStr;
use std::path::Path;

use crate::batch::{BatchPlan, Columns, Deals};
use crate::game::{Deal, Palette, ParseError, Position, parse_position};
use crate::numbers::counted;
use crate::series::{IndexRange, overwrites};

use super::{BatchArgs, BatchOutput};
use crate::cli::args::DealerArg;
use crate::cli::error::SourceError;
use crate::cli::input::Input;
use crate::cli::settings::indices;
use crate::cli::{SearchSettings, Terminal, refuse};

pub(super) fn plan(
    arguments: &BatchArgs,
    output: &BatchOutput,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<BatchPlan> {
    check_inputs(arguments, output)?;
    let deals = match (&arguments.file, arguments.dealer, arguments.seed) {
        (Some(file), ..) => Deals::Text(read_deals(file, terminal)?.into()),
        (None, DealerArg::Tabletop, Some(seed)) => Deals::Tabletop { seed },
        (None, DealerArg::Tabletop, None) => {
            return refuse(
                "no deals are given",
                "give a file, `-` for standard input, --seed with --count, or --dealer web with --count",
            );
        }
        (None, DealerArg::Web, seed) => {
            if seed.is_some() {
                terminal
                    .warn("the web page's dealer takes no --seed: its seeds are the indices from --start on");
            }
            Deals::Web
        }
    };
    let chosen = arguments.indices.as_deref().map(read_indices).transpose()?;
    let count = match (arguments.count, &deals) {
        _ if let Some(chosen) = &chosen => chosen.len() as u64,
        (Some(count), _) => count,
        (None, Deals::Text(deals)) => (deals.len() as u64).saturating_sub(arguments.start),
        (None, _) => {
            return refuse("nothing says how many deals", "give --count");
        }
    };
    if let Deals::Text(deals) = &deals {
        let held = deals.len() as u64;
        let end = match &chosen {
            Some(chosen) => chosen.last().and_then(|last| last.checked_add(1)),
            None => arguments.start.checked_add(count),
        };
        if count == 0 || end.is_none_or(|end| end > held) {
            let message = format!("the input has {}, with indices from 0", counted(held, "deal"));
            let options = if chosen.is_some() { "--indices" } else { "--start and --count" };
            return refuse(message, format!("choose {options} among these"));
        }
    }
    let whole = indices(arguments.start, count)?;
    let whole = IndexRange::new(*whole.start(), count).expect("`indices` has checked the last index");
    Ok(BatchPlan {
        deals,
        chosen,
        whole,
        shard: arguments.shard,
        limits: settings.limits(),
        pruning: settings.config.pruning,
        columns: Columns {
            deals: !arguments.without_deals,
            lines: arguments.columns.save_lines,
            times: arguments.columns.timings,
            difficulty: arguments.columns.difficulty,
            proven: true,
        },
    })
}

/// Refuses inputs that the batch would overwrite.
fn check_inputs(arguments: &BatchArgs, output: &BatchOutput) -> anyhow::Result<()> {
    if arguments.file.as_deref() == Some(OsStr::new("-")) && arguments.file == arguments.indices {
        let help = "name a file for the deals or for the indices";
        return refuse("deals and indices cannot both be read from standard input", help);
    }
    let Some(out) = &output.rows.out else { return Ok(()) };
    for input in [&arguments.file, &arguments.indices].into_iter().flatten() {
        let path = (input != "-").then(|| Path::new(input));
        if overwrites(out, path) || output.overwrites(path) {
            let name = path.map_or_else(|| "standard input".into(), |path| format!("`{}`", path.display()));
            let message =
                format!("{name} cannot be both read and written: --out `{}` is the same file", out.display());
            let help = "choose another name for the rows; no file has changed";
            return refuse(message, help);
        }
    }
    Ok(())
}

/// Reads deals or other positions, one a line. Skips blank lines and comments.
fn read_deals(file: &OsStr, terminal: Terminal) -> anyhow::Result<Vec<(Position, Palette)>> {
    let input = Input::load_all(file, "batch takes a file with one deal a line, or --seed and --count")?;
    let text = &input.text.content;
    let mut deals = Vec::new();
    let mut faulty = 0_u64;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.split('#').next().unwrap_or(line);
        if !content.trim().is_empty() {
            let parsed = parse_position(line).map_err(|error| {
                let span = start + error.span.start..start + error.span.end;
                SourceError::new(&input.text.name, text, ParseError { span, ..error })
                    .with_help(Some("each line holds one deal or position, its rows joined by `/`".into()))
            })?;
            let deal = Deal::new(parsed.position);
            faulty += u64::from(deal.is_some_and(|deal| !deal.setup_faults().is_empty()));
            deals.push((parsed.position, parsed.palette));
        }
        start += line.len();
    }
    if deals.is_empty() {
        return refuse(format!("there is no deal in `{}`", input.text.name), "give one deal a line");
    }
    if faulty > 0 {
        terminal.warn(&format!(
            "{} of {} deals are not by the setup rules, but playable",
            faulty,
            deals.len()
        ));
    }
    Ok(deals)
}

/// Reads whole numbers, separated by blanks, commas or line ends; `#` starts a comment. A first word `index` is the heading
/// of a column. Returns them in ascending order.
fn read_indices(file: &OsStr) -> anyhow::Result<Vec<u64>> {
    let input = Input::load_all(file, "--indices takes a file with one index a line, or `-`")?;
    let text = &input.text.content;
    let mut found: Vec<(u64, usize, usize)> = Vec::new();
    let mut is_first = true;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.split('#').next().unwrap_or(line);
        let words = content.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        for word in words {
            // A word is a part of the line, so its place is the distance between their first bytes.
            let at = start + (word.as_ptr() as usize - line.as_ptr() as usize);
            let is_heading = std::mem::take(&mut is_first) && word == "index";
            match word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok()).flatten() {
                Some(index) => found.push((index, at, word.len())),
                None if is_heading => {}
                None => return Err(bad(&input, at, word.len(), format!("`{word}` is no index")).into()),
            }
        }
        start += line.len();
    }
    found.sort_unstable();
    if let Some(&[_, (index, at, length)]) =
        found.array_windows::<2>().find(|[(one, ..), (other, ..)]| one == other)
    {
        return Err(bad(&input, at, length, format!("index {index} comes twice")).into());
    }
    if found.is_empty() {
        return refuse(format!("there is no index in `{}`", input.text.name), "give one index a line");
    }
    Ok(found.into_iter().map(|(index, ..)| index).collect())
}

fn bad(input: &Input, at: usize, length: usize, message: String) -> SourceError {
    SourceError {
        name: input.text.name.clone(),
        text: input.text.content.clone(),
        message,
        label: "expected a whole number from 0 to 2^64 - 1, each once".into(),
        span: at..at + length,
        help: Vec::new(),
    }
}
