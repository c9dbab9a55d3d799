//! `deal`: prints deals of a seed, an index range, or the web page's seeds.

use std::io::Write as _;

use serde::Serialize;
use solomids::dealer::{DealerError, Source, tabletop, web};
use solomids::game::{Deal, Palette};

use super::args::{DealArgs, FormatArg};
use super::exit_status::ExitStatus;
use super::failure::ErrorWithHelp;
use super::settings;
use super::terminal::{Terminal, cannot_write};

/// A deal as `deal --format json` prints it, one a line.
#[derive(Serialize)]
struct DealRecord<'a> {
    schema: u32,
    /// Null where the page deals nothing for the seed.
    deal: Option<String>,
    source: &'a Source,
    /// Identifier of the dealer's algorithm.
    format: &'static str,
}

/// Message where no deal is printed.
const NONE_PASSES: &str = "none of the deals has what --level and --winnable ask for";

pub(super) fn run(arguments: &DealArgs, terminal: Terminal) -> anyhow::Result<ExitStatus> {
    let mut out = terminal.out();
    let filter = arguments.filter.conditions();
    let mut print = |text: String| {
        let written = out.write_all(text.as_bytes());
        // Those that pass are rare: each is shown when it is found.
        written.and_then(|()| if filter.is_some() { out.flush() } else { Ok(()) }).map_err(cannot_write)
    };
    if let Some(error) = range_of_web_seeds(arguments) {
        return Err(error.into());
    }
    if let Some(seed) = arguments.seed {
        let range = (arguments.start.unwrap_or(0), arguments.count.unwrap_or(1));
        let (first, count) = arguments.index.map_or(range, |index| (index, 1));
        let indices = settings::indices(first, count)?;
        if filter.is_some() {
            // Deals with an index of their own are looked into, too; `--count` counts those that pass.
            let last = if arguments.index.is_some() { first } else { u64::MAX };
            let passing =
                (first..=last).filter(|&index| filter.passes(tabletop::deal(seed, index).position()));
            let mut found = false;
            for index in passing.take(usize::try_from(count).unwrap_or(usize::MAX)) {
                print(entry(&Source::Seed { seed, index }, arguments)?)?;
                found = true;
            }
            out.flush().map_err(cannot_write)?;
            if !found {
                terminal.note(NONE_PASSES);
            }
            return Ok(ExitStatus::Done);
        }
        if arguments.format == FormatArg::Text && !arguments.board {
            let range = match count {
                1 => format!("index {first}"),
                _ => format!("indices {first} to {}", indices.end()),
            };
            print(format!("# {}, seed {seed}, {range}\n", tabletop::FORMAT))?;
        }
        for index in indices {
            print(entry(&Source::Seed { seed, index }, arguments)?)?;
        }
    }
    let mut found = false;
    for seed in &arguments.web_seed {
        let passes = |deal: Deal| filter.passes(deal.position());
        if !filter.is_some() || web::deal(seed).is_some_and(passes) {
            print(entry(&Source::WebSeed { seed: seed.clone() }, arguments)?)?;
            found = true;
        }
    }
    out.flush().map_err(cannot_write)?;
    if !found && arguments.seed.is_none() {
        terminal.note(NONE_PASSES);
    }
    Ok(ExitStatus::Done)
}

/// The error of a range for seeds of the web page, with what prints these deals.
fn range_of_web_seeds(arguments: &DealArgs) -> Option<ErrorWithHelp> {
    /// Number of seeds that advice lists.
    const LISTED: u64 = 10;
    let seed = arguments.web_seed.first()?;
    let option = match (arguments.start, arguments.count) {
        (None, None) => return None,
        (_, Some(_)) => "--count",
        (Some(_), None) => "--start",
    };
    let message = format!("{option} belongs to --seed: the web page deals one board for a seed");
    let number = seed.parse::<u64>().ok().filter(|number| number.to_string() == *seed);
    let first = number.and_then(|number| number.checked_add(arguments.start.unwrap_or(0)));
    let help = match (first, arguments.count.unwrap_or(1)) {
        (Some(first), count) if count <= LISTED && first.checked_add(count).is_some() => {
            let seeds: Vec<String> = (first..first + count).map(|seed| seed.to_string()).collect();
            format!("list the seeds: --web-seed {}", seeds.join(" "))
        }
        (Some(first), count) => format!(
            "list the seeds after --web-seed; `solomids batch --dealer web --start {first} --count {count}` solves them"
        ),
        (None, _) => "list the seeds: --web-seed FIRST SECOND …".into(),
    };
    Some(ErrorWithHelp::new(message, help))
}

/// Formats one deal.
fn entry(source: &Source, arguments: &DealArgs) -> anyhow::Result<String> {
    let palette = Palette::default();
    let deal = match source.deal() {
        Ok(deal) => Some(deal),
        Err(DealerError::Refused(_)) => None,
        Err(error) => return Err(error.into()),
    };
    let (format, name) = match source {
        Source::WebSeed { seed } => (web::FORMAT, format!("{}, seed {seed:?}", web::FORMAT)),
        Source::Seed { seed, index } => {
            (tabletop::FORMAT, format!("{}, seed {seed}, index {index}", tabletop::FORMAT))
        }
        Source::Text => return Err(DealerError::Text.into()),
    };
    if arguments.format == FormatArg::Json {
        let deal = deal.map(|deal| palette.canonical(deal.position()));
        return Ok(serde_json::to_string(&DealRecord { schema: 1, deal, source, format })? + "\n");
    }
    let Some(deal) = deal else {
        return Ok(format!("# {name}: the page deals nothing for this seed\n"));
    };
    Ok(match (arguments.board, source) {
        (false, Source::Seed { .. }) if arguments.filter.conditions().is_some() => {
            format!("# {name}\n{}\n", palette.canonical(deal.position()))
        }
        (true, _) => format!("# {name}\n{}\n", palette.position_text(deal.position())),
        (false, Source::WebSeed { .. }) => format!("# {name}\n{}\n", palette.canonical(deal.position())),
        (false, _) => palette.canonical(deal.position()) + "\n",
    })
}
