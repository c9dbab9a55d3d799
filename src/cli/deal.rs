//! `deal`: prints deals of a seed, an index range, or the web page's seeds.

use std::io::Write as _;
use std::sync::atomic::Ordering;

use crate::dealer::{DealerError, Source, tabletop, web};
use crate::game::Palette;
use crate::kit::json::SCHEMA;
use crate::solver::{Config, Limits};
use clap::Args;
use serde_json::json;

use super::args::{FilterArgs, values};
use super::process::interrupt_flag;
use super::settings;
use super::{CommandResult, ErrorWithHelp, ExitStatus, FormatArg, Terminal, cannot_write, json_line};

/// Print deals of a seed, an index range, or the web page's seeds
///
/// With --level or --winnable the first --count such deals from --start on, each after a line with its index; of the
/// seeds of the web page, those with such deals. Exit status: 0, 130 interrupted, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids deal --seed 7 --index 3 --board > deal.txt
  solomids deal --seed 7 --start 100 --count 10
  solomids deal --seed 7 --count 3 --level easy --winnable
  solomids deal --web-seed 0 1 0001")]
#[command(group(clap::ArgGroup::new("dealer").args(["seed", "web_seed"]).required(true)))]
pub(crate) struct DealArgs {
    /// Seed of the tabletop dealer, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", value_parser = values::seed)]
    pub(crate) seed: Option<u64>,
    /// Number of the one deal to print, from 0
    #[arg(long, value_name = "I", value_parser = values::index,
          requires = "seed", conflicts_with_all = ["start", "count", "web_seed"])]
    pub(crate) index: Option<u64>,
    /// Number of the first deal to print, from 0
    #[arg(long, value_name = "A", value_parser = values::index, conflicts_with = "index")]
    pub(crate) start: Option<u64>,
    /// How many deals to print, 1 unless given
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub(crate) count: Option<u64>,
    /// Seeds as typed on the web page; one that starts with a dash and is no number is written --web-seed=-S
    #[arg(long, value_name = "S", num_args = 1..)]
    pub(crate) web_seed: Vec<String>,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    /// One row a line instead of one deal a line
    #[arg(long)]
    pub(crate) board: bool,
    /// What to print
    #[arg(
        long,
        value_name = "FORMAT",
        help_heading = "Output",
        default_value = "text",
        conflicts_with = "board"
    )]
    pub(crate) format: FormatArg,
}

pub(super) fn run(arguments: &DealArgs, terminal: Terminal) -> CommandResult {
    let (filter, interrupt) = (arguments.filter.conditions(), interrupt_flag()?);
    let config = Config { limits: Limits::default().interrupted_by(&interrupt), ..Config::default() };
    let is_interrupted = || interrupt.load(Ordering::SeqCst);
    if let Some(error) = range_of_web_seeds(arguments) {
        return Err(error.into());
    }
    let mut out = terminal.out();
    let mut print = |text: String| {
        let written = out.write_all(text.as_bytes());
        // Those that pass are rare: each is shown when it is found.
        written.and_then(|()| if filter.is_some() { out.flush() } else { Ok(()) }).map_err(cannot_write)
    };
    let mut found = false;
    if let Some(seed) = arguments.seed {
        let range = (arguments.start.unwrap_or(0), arguments.count.unwrap_or(1));
        let (first, count) = arguments.index.map_or(range, |index| (index, 1));
        let indices = settings::indices(first, count)?;
        if arguments.format == FormatArg::Text && !arguments.board && !filter.is_some() {
            let range = settings::range_in_words(&indices);
            print(format!("# {}, seed {seed}, {range}\n", tabletop::FORMAT))?;
        }
        // Deals with an index of their own are looked into, too; `--count` counts those that pass.
        let last = if filter.is_some() && arguments.index.is_none() { u64::MAX } else { *indices.end() };
        let passes = |&index: &u64| {
            !filter.is_some() || filter.passes(tabletop::deal(seed, index).position(), &config)
        };
        let looked_at = (first..=last).take_while(|_| !is_interrupted());
        for index in looked_at.filter(passes).take(usize::try_from(count).unwrap_or(usize::MAX)) {
            print(entry(&Source::Seed { seed, index }, arguments)?)?;
            found = true;
        }
    }
    for seed in &arguments.web_seed {
        if !filter.is_some() || web::deal(seed).is_some_and(|deal| filter.passes(deal.position(), &config)) {
            print(entry(&Source::WebSeed { seed: seed.clone() }, arguments)?)?;
            found = true;
        }
    }
    out.flush().map_err(cannot_write)?;
    if is_interrupted() {
        return Ok(ExitStatus::Interrupted);
    }
    if !found {
        terminal.note("none of the deals has what --level and --winnable ask for");
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

fn entry(source: &Source, arguments: &DealArgs) -> anyhow::Result<String> {
    let palette = Palette::default();
    let deal = match source.deal() {
        Ok(deal) => Some(*deal.position()),
        Err(DealerError::Refused(_)) => None,
        Err(error) => return Err(error.into()),
    };
    let (format, name) = match source {
        Source::WebSeed { seed } => (web::FORMAT, format!("seed {seed:?}")),
        Source::Seed { seed, index } => (tabletop::FORMAT, format!("seed {seed}, index {index}")),
        Source::Text => return Err(DealerError::Text.into()),
    };
    if arguments.format == FormatArg::Json {
        let deal = deal.map(|deal| palette.canonical(&deal));
        // The deal is null where the page deals nothing for the seed.
        let record = json!({ "schema": SCHEMA, "deal": deal, "source": source, "format": format });
        return Ok(json_line(&record));
    }
    let Some(deal) = deal else {
        return Ok(format!("# {format}, {name}: the page deals nothing for this seed\n"));
    };
    let text = if arguments.board { palette.position_text(&deal) } else { palette.canonical(&deal) };
    // Deals of a range have one line of their own, with the range before all of them.
    let of_range = matches!(source, Source::Seed { .. }) && !arguments.filter.conditions().is_some();
    let heading = if of_range && !arguments.board { String::new() } else { format!("# {format}, {name}\n") };
    Ok(format!("{heading}{text}\n"))
}
