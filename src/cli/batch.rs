//! `batch`: solves many deals, one CSV row each, then prints a summary.

mod progress;

use std::ffi::OsStr;
use std::io;

use solomids::batch::{
    self, Deals, End, Error, Event, Extra, Finding, Ledger, Limits, Means, Meta, Plan, Range, Reuse, Row,
    journal_path,
};
use solomids::game::{Deal, Palette, ParseError, parse_deal};
use solomids::numbers::counted;
use solomids::stats::{Confidence, SourceFile, Summary, table};

use super::args::{BatchArgs, DealerArg};
use super::failure::{Advised, BadText, of_batch};
use super::input::Input;
use super::settings::{SearchSettings, indices};
use super::terminal::Terminal;
use super::{Status, interrupt};
use progress::{BatchProgress, duration_in_words};

pub(super) fn run(
    arguments: &BatchArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<Status> {
    let plan = plan(arguments, settings, terminal)?;
    let out = arguments.to.out.as_deref();
    let reuse = arguments
        .reuse
        .as_deref()
        .map(|old| Reuse::open(&plan, old, out))
        .transpose()
        .map_err(reuse_error)?;
    let means = Means {
        threads: settings.thread_count(),
        memory: settings.config.memory.unwrap_or(u64::MAX),
        interrupt: interrupt::flag()?,
        reuse: reuse.as_ref(),
    };
    let total = plan.range().count();
    let mut tally = BatchTally::new(&plan)?;
    let mut to_take = reuse.as_ref().map_or(0, Reuse::usable);
    let mut ledger = match out {
        None => Ledger::stream(&plan, Box::new(io::stdout())),
        Some(path) if arguments.to.resume => Ledger::resume(&plan, path, &mut |row| {
            tally.add(row);
            let has = reuse.as_ref().is_some_and(|reuse| reuse.has(row));
            to_take = to_take.saturating_sub(has.into());
        }),
        Some(path) => Ledger::create(&plan, path, arguments.to.force),
    }
    .map_err(of_batch)?;
    if tally.done > 0 {
        terminal.note(&format!("{} of {total} rows are there already", tally.done));
    }
    if let (Some(reuse), Some(old)) = (&reuse, &arguments.reuse) {
        let usable = reuse.usable();
        terminal.note(&format!("{usable} of {total} rows are taken over from `{}`", old.display()));
    }
    let mut progress = BatchProgress::new(terminal, total, tally.done, to_take);
    let ran = batch::run(&plan, &means, &mut ledger, &mut |event| match event {
        Event::Row(row) => tally.add(row),
        Event::Taken(row) => {
            tally.add(row);
            progress.taken();
        }
        Event::Broken { place, deal, message } => progress.broken(place, deal, message),
        Event::Tick { elapsed, longest } => progress.show(&tally, elapsed, longest),
    });
    progress.clear();
    let end = ran.map_err(of_batch)?;
    let waiting = ledger.waiting().len() as u64;
    ledger.close().map_err(of_batch)?;
    tally.finish(arguments, &plan, end, waiting, means.threads, terminal)
}

/// Error of `--reuse` with its advice.
fn reuse_error(error: Error) -> anyhow::Error {
    match error {
        Error::NoMeta(_) => Advised::new(error.to_string(), "put it back, or leave --reuse out").into(),
        error => of_batch(error),
    }
}

/// Validates the arguments and makes the plan of the batch.
fn plan(arguments: &BatchArgs, settings: &SearchSettings, terminal: Terminal) -> anyhow::Result<Plan> {
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
    let whole = Range::new(*whole.start(), count).expect("`indices` has checked the last index");
    let wanted = [
        (arguments.save_lines, &[Extra::Line][..]),
        (arguments.timings, &[Extra::Elapsed]),
        (arguments.difficulty, Extra::DIFFICULTY),
    ];
    Ok(Plan {
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

/// Counts and summary of the rows so far.
struct BatchTally {
    summary: Summary,
    source: usize,
    done: u64,
    failed: u64,
    /// Rows with a deal.
    deals: u64,
    /// Deals with 17, 16, 15, lost and undecided ones.
    results: [u64; 5],
}

impl BatchTally {
    fn new(plan: &Plan) -> anyhow::Result<Self> {
        let mut summary = Summary::new(1);
        let source = summary.source(SourceFile { name: "the batch".into(), meta: Some(Meta::new(plan)) })?;
        Ok(Self { summary, source, done: 0, failed: 0, deals: 0, results: [0; 5] })
    }

    fn add(&mut self, row: &Row) {
        self.summary.add(self.source, row).expect("the ledger takes each index once");
        self.done += 1;
        self.failed += u64::from(row.verdict == Finding::Failed);
        let result = match (row.verdict, row.score) {
            (Finding::NoDeal, _) => return,
            (Finding::Won, Some(17)) => 0,
            (Finding::Won, Some(16)) => 1,
            (Finding::Won, _) => 2,
            (Finding::Lost, _) => 3,
            (Finding::Undecided | Finding::Failed, _) => 4,
        };
        self.deals += 1;
        self.results[result] += 1;
    }

    /// Formats the shares of the results so far: `17: 99.1 %, lost: 0.9 %`. They are biased, since deals that take long are
    /// done late.
    fn shares(&self) -> String {
        let names = ["17", "16", "15", "lost", "undecided"];
        let there = names.into_iter().zip(self.results).filter(|&(_, count)| count > 0);
        let shares =
            there.map(|(name, count)| format!("{name}: {:.1} %", 100.0 * count as f64 / self.deals as f64));
        shares.collect::<Vec<_>>().join(", ")
    }

    /// Prints the summary; `waiting` is the number of rows kept in the journal.
    fn finish(
        self,
        arguments: &BatchArgs,
        plan: &Plan,
        end: End,
        waiting: u64,
        threads: usize,
        terminal: Terminal,
    ) -> anyhow::Result<Status> {
        let total = plan.range().count();
        if !terminal.is_quiet() && self.done > 0 {
            let said = if end.interrupted {
                table::interrupted_to_text(&self.summary)
            } else {
                table::to_text(&self.summary, Confidence::default())
            };
            terminal.complain(said.trim_end());
            let busy = end.searching.as_secs_f64() / (end.elapsed.as_secs_f64() * threads as f64).max(1e-9);
            terminal.complain(&format!(
                "\n{} with {}, {:.1} % of that in searches",
                duration_in_words(end.elapsed),
                counted(threads as u64, "thread"),
                busy * 100.0
            ));
        }
        if end.interrupted {
            terminal.note(&match &arguments.to.out {
                Some(path) => format!(
                    "interrupted: {} of {} are kept{}; the same command with --resume{} goes on with `{}`",
                    self.done,
                    counted(total, "row"),
                    if waiting > 0 {
                        format!(", {waiting} of them in `{}`", journal_path(path).display())
                    } else {
                        String::new()
                    },
                    if arguments.to.force { " in place of --force" } else { "" },
                    path.display()
                ),
                None => format!("interrupted after {} of {total} rows", self.done),
            });
            return Ok(Status::Interrupted);
        }
        if self.failed > 0 {
            anyhow::bail!(
                "the solver broke down over {}: their rows say `failed`, please report them",
                counted(self.failed, "deal")
            );
        }
        Ok(Status::Done)
    }
}
