//! Plan of a batch, made from its arguments.

use std::ffi::OsStr;

use solomids::batch::{BatchPlan, Deals, ExtraColumn, Limits};
use solomids::game::{Deal, Palette, ParseError, parse_deal};
use solomids::ledger::IndexRange;
use solomids::numbers::counted;

use crate::cli::args::{BatchArgs, DealerArg};
use crate::cli::failure::{Advised, BadText};
use crate::cli::input::Input;
use crate::cli::settings::{SearchSettings, indices};
use crate::cli::terminal::Terminal;

/// Validates the arguments and makes the plan of the batch.
pub(super) fn plan(
    arguments: &BatchArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<BatchPlan> {
    let deals = match (&arguments.file, arguments.dealer, arguments.seed) {
        (Some(file), ..) => Deals::Text(read_deals(file, terminal)?),
        (None, DealerArg::Tabletop, Some(seed)) => Deals::Tabletop { seed },
        (None, DealerArg::Tabletop, None) => {
            return Err(Advised::new(
                "no deals are given",
                "give a file, `-` for standard input, --seed with --count, or --dealer web with --count",
            )
            .into());
        }
        (None, DealerArg::Web, seed) => {
            if seed.is_some() {
                terminal
                    .warn("the web page's dealer takes no --seed: its seeds are the indices from --start on");
            }
            Deals::Web
        }
    };
    let count = match (arguments.count, &deals) {
        (Some(count), _) => count,
        (None, Deals::Text(deals)) => (deals.len() as u64).saturating_sub(arguments.start),
        (None, _) => {
            return Err(Advised::new("nothing says how many deals", "give --count").into());
        }
    };
    if let Deals::Text(deals) = &deals {
        let held = deals.len() as u64;
        if count == 0 || arguments.start.checked_add(count).is_none_or(|end| end > held) {
            let message = format!("the input has {}, with indices from 0", counted(held, "deal"));
            return Err(Advised::new(message, "choose --start and --count among these").into());
        }
    }
    let whole = indices(arguments.start, count)?;
    let whole = IndexRange::new(*whole.start(), count).expect("`indices` has checked the last index");
    let wanted = [
        (arguments.save_lines, &[ExtraColumn::Line][..]),
        (arguments.timings, &[ExtraColumn::Elapsed]),
        (arguments.difficulty, ExtraColumn::DIFFICULTY),
    ];
    Ok(BatchPlan {
        deals,
        whole,
        shard: arguments.shard,
        limits: Limits {
            max_nodes: settings.config.max_nodes,
            timeout: settings.config.timeout,
            memory: settings.given_memory,
        },
        rules: settings.config.rules,
        extras: wanted
            .into_iter()
            .filter(|(wanted, _)| *wanted)
            .flat_map(|(_, extras)| extras)
            .copied()
            .collect(),
    })
}

/// Reads deals, one a line. Skips blank lines and comments.
fn read_deals(file: &OsStr, terminal: Terminal) -> anyhow::Result<Vec<(Deal, Palette)>> {
    let input = Input::load_all(file, "batch takes a file with one deal a line, or --seed and --count")?;
    let text = &input.content;
    let mut deals = Vec::new();
    let mut faulty = 0_u64;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.split('#').next().unwrap_or(line);
        if !content.trim().is_empty() {
            let parsed = parse_deal(line).map_err(|error| {
                let span = start + error.span.start..start + error.span.end;
                BadText::new(&input.name, text, ParseError { span, ..error })
                    .with_help(Some("each line holds one deal, its nine rows joined by `/`".into()))
            })?;
            faulty += u64::from(!parsed.deal.setup_faults().is_empty());
            deals.push((parsed.deal, parsed.palette));
        }
        start += line.len();
    }
    if deals.is_empty() {
        return Err(
            Advised::new(format!("there is no deal in `{}`", input.name), "give one deal a line").into()
        );
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
