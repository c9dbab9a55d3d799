//! Batches whose search is a function of the test.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use rayon::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::games::solomids::batch::fixtures::{self, read as rows};
use crate::games::solomids::batch::{Meta, RowVerdict};
use crate::games::solomids::dealer::tabletop;
use crate::games::solomids::solver::{Bounds, Stats};
use crate::series::SearchLimits;

const MEMORY: u64 = 1 << 30;

fn plan(count: u64) -> BatchPlan {
    fixtures::plan(3, 0, count)
}

fn options(threads: usize) -> RunOptions {
    RunOptions { threads, memory: MEMORY, interrupt: Arc::default() }
}

/// Index of the deal of a position.
fn number(position: &Position) -> u64 {
    (0..1000).find(|&index| tabletop::deal(3, index).position() == position).expect("a deal of the plan")
}

/// An undecided outcome that contradicts no deal.
fn undecided(nodes: u64, stopped: StopReason) -> Outcome {
    let stats = Stats { nodes, ..Stats::default() };
    Outcome {
        verdict: Verdict::Undecided { bounds: Bounds { lower: 0, upper: 17 }, stopped },
        line: Vec::new(),
        stats,
    }
}

fn run_to_file(solve: &SolveFn<'_>, plan: &BatchPlan, options: &RunOptions, path: &Path) -> (End, Vec<u8>) {
    let series = BatchRows::new(plan);
    let mut file = RowFile::resume(&series, path, &mut |_| {}).unwrap();
    let end = run_with(solve, plan, options, &mut file, &mut |_| {}).unwrap();
    file.close().unwrap();
    (end, fs::read(path).unwrap_or_default())
}

fn run_once(solve: &SolveFn<'_>, plan: &BatchPlan, options: &RunOptions) -> Vec<u8> {
    let folder = TempDir::new().unwrap();
    let (end, bytes) = run_to_file(solve, plan, options, &folder.path().join("deals.csv"));
    assert!(!end.interrupted);
    bytes
}

#[test]
fn failed_searches_are_recorded_and_the_others_go_on() {
    let wrong = AtomicUsize::new(0);
    let solve: &SolveFn<'_> = &|position, _| match number(position) {
        3 => panic!("three is too much"),
        5 => Outcome { verdict: Verdict::Won { swaps: 0 }, ..undecided(1, StopReason::Nodes) },
        // More swaps than there are overflow where the row is made, at least with checks of overflow.
        8 => Outcome { verdict: Verdict::Won { swaps: 200 }, ..undecided(1, StopReason::Nodes) },
        n => {
            wrong.fetch_add(1, Ordering::Relaxed);
            undecided(n, StopReason::Nodes)
        }
    };
    let plan = plan(12);
    for threads in [1, 2] {
        let folder = TempDir::new().unwrap();
        let series = BatchRows::new(&plan);
        let mut file = RowFile::create(&series, &folder.path().join("deals.csv"), false).unwrap();
        let mut failures = Vec::new();
        let end = run_with(solve, &plan, &options(threads), &mut file, &mut |event| {
            if let Event::Row(row, Some(Note::Failed(message))) = event {
                failures.push((row.index, row.seed, row.deal.len(), message.clone()));
            }
        });
        assert!(!end.unwrap().interrupted);
        file.close().unwrap();
        failures.sort();
        let contradiction = "the line reaches score 0, the verdict is Won { swaps: 0 }";
        assert_eq!(failures.pop().map(|(index, ..)| index), Some(8));
        assert_eq!(
            failures,
            [(3, Some(3), 134, "three is too much".to_owned()), (5, Some(3), 134, contradiction.to_owned())]
        );
        let rows = rows(&fs::read(folder.path().join("deals.csv")).unwrap());
        let failed: Vec<u64> =
            rows.iter().filter(|row| row.verdict == RowVerdict::Failed).map(|row| row.index).collect();
        assert_eq!((rows.len(), failed), (12, vec![3, 5, 8]));
    }
    assert_eq!(wrong.into_inner(), 18, "the others are solved");
}

#[test]
fn interrupted_run_resumes_without_solving_a_deal_twice() {
    let plan = plan(30);
    let calls = AtomicUsize::new(0);
    let plain: &SolveFn<'_> = &|position, _| {
        calls.fetch_add(1, Ordering::Relaxed);
        undecided(number(position), StopReason::Nodes)
    };
    let expected = run_once(plain, &plan, &options(1));
    calls.store(0, Ordering::Relaxed);
    for threads in [1, 2, 8] {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("deals.csv");
        let mut interruptions = 0;
        let bytes = loop {
            let options = options(threads);
            let interrupt = Arc::clone(&options.interrupt);
            let first = AtomicUsize::new(0);
            // The fourth search of each run sets the interrupt flag, and lasts until it is stopped.
            let solve: &SolveFn<'_> = &|position, config| {
                if first.fetch_add(1, Ordering::Relaxed) == 3 {
                    interrupt.store(true, Ordering::Relaxed);
                    let halt = config.limits.interrupt.as_ref().unwrap();
                    while !halt.load(Ordering::Relaxed) {
                        thread::sleep(Duration::from_millis(1));
                    }
                    return undecided(0, StopReason::Interrupted);
                }
                plain(position, config)
            };
            let (end, bytes) = run_to_file(solve, &plan, &options, &path);
            if !end.interrupted {
                break bytes;
            }
            interruptions += 1;
        };
        assert!(interruptions > 0);
        assert_eq!(bytes, expected, "{threads} threads");
        assert_eq!(calls.swap(0, Ordering::Relaxed), 30, "no deal is done twice");
    }
}

#[test]
fn memory_limit_is_the_same_for_any_number_of_threads() {
    // Deal n takes n/40 of all memory.
    let solve: &SolveFn<'_> = &|position, config| {
        let needed = MEMORY / 40 * number(position);
        assert!(config.is_memory_final, "what is found without a proof would depend on memory");
        if needed > config.limits.memory.unwrap() {
            undecided(1, StopReason::Memory)
        } else {
            undecided(needed, StopReason::Nodes)
        }
    };
    let plan = plan(40);
    let one = run_once(solve, &plan, &options(1));
    let decided = rows(&one).iter().filter(|row| row.nodes != Some(1)).count();
    assert_eq!(decided, 36, "a search may use seven eighths of it");
    for threads in [2, 8] {
        assert_eq!(run_once(solve, &plan, &options(threads)), one, "{threads} threads");
    }
}

/// Of deals whose searches take more than the share of a thread, the number of every search and whether it had all the memory.
fn searches(count: u64, stream: bool) -> Vec<(u64, bool)> {
    let plan = plan(count);
    let under_way = AtomicUsize::new(0);
    let log = Mutex::new(Vec::new());
    let solve: &SolveFn<'_> = &|position, config| {
        let others = under_way.fetch_add(1, Ordering::SeqCst);
        let (number, has_all) = (number(position), config.limits.memory == Some(MEMORY - MEMORY / 8));
        log.lock().unwrap().push((number, has_all));
        thread::sleep(Duration::from_millis(1));
        assert!(!has_all || others == 0 && under_way.load(Ordering::SeqCst) == 1, "it does not run alone");
        under_way.fetch_sub(1, Ordering::SeqCst);
        undecided(1, if number % 7 == 3 && !has_all { StopReason::Memory } else { StopReason::Nodes })
    };
    let (mut reader, writer) = std::io::pipe().unwrap();
    let folder = TempDir::new().unwrap();
    let series = BatchRows::new(&plan);
    let mut file = if stream {
        RowFile::stream(&series, Box::new(writer)).unwrap()
    } else {
        RowFile::create(&series, &folder.path().join("deals.csv"), false).unwrap()
    };
    run_with(solve, &plan, &options(2), &mut file, &mut |_| {}).unwrap();
    file.close().unwrap();
    if stream {
        let mut text = Vec::new();
        std::io::Read::read_to_end(&mut reader, &mut text).unwrap();
        assert!(rows(&text).iter().map(|row| row.index).eq(0..count), "rows in order");
    }
    log.into_inner().unwrap()
}

#[test]
fn searches_that_outgrow_their_share_run_last_and_alone() {
    let alone = |log: &[(u64, bool)]| {
        let at = log.iter().enumerate().filter(|(_, (_, has_all))| *has_all);
        at.map(|(at, &(number, _))| (at, number)).collect::<Vec<_>>()
    };
    assert_eq!(alone(&searches(20, false)), [(20, 3), (21, 10), (22, 17)]);
    // On a stream eight rows may wait: then the ones put off among them are due.
    assert_eq!(alone(&searches(20, true)), [(8, 3), (17, 10), (22, 17)]);
    for stream in [false, true] {
        assert_eq!(searches(1, stream), [(0, true)]);
    }
}

#[test]
fn limits_that_ended_searches_are_in_the_sidecar() {
    let solve: &SolveFn<'_> =
        &|position, _| undecided(1, if number(position) == 4 { StopReason::Time } else { StopReason::Nodes });
    let folder = TempDir::new().unwrap();
    run_to_file(solve, &plan(9), &options(2), &folder.path().join("deals.csv"));
    let meta = Meta::read(&folder.path().join("deals.meta.json"), "batch").unwrap().unwrap();
    assert_eq!(meta.progress.stopped_by, ["nodes", "time"]);
}

#[test]
fn idle_threads_help_the_last_search_and_deals_are_not_nested() {
    thread_local!(static BUSY: Cell<bool> = const { Cell::new(false) });
    let helpers = AtomicUsize::new(0);
    let solve: &SolveFn<'_> = &|position, config| {
        assert!(!BUSY.replace(true), "a search within a search of the same thread");
        assert!(config.parallelism.is_parallel());
        let owner = thread::current().id();
        let last = number(position) == 20;
        (0..64_u64).into_par_iter().for_each(|_| {
            if thread::current().id() != owner && last {
                helpers.fetch_add(1, Ordering::Relaxed);
            }
            thread::sleep(Duration::from_micros(if last { 2000 } else { 20 }));
        });
        BUSY.set(false);
        undecided(1, StopReason::Nodes)
    };
    let rows = rows(&run_once(solve, &plan(21), &options(3)));
    assert_eq!(rows.iter().filter(|row| row.verdict == RowVerdict::Failed).count(), 0);
    assert!(helpers.into_inner() > 0, "no thread helped");
}

#[test]
fn rows_that_were_decided_are_not_solved_again_within_larger_limits() {
    // Deal n takes n nodes; with fewer it is undecided.
    let solved = AtomicU64::new(0);
    let solve: &SolveFn<'_> = &|position, config| {
        let number = number(position);
        solved.fetch_add(1, Ordering::Relaxed);
        let max = config.limits.nodes.unwrap_or(u64::MAX);
        if number > max {
            return undecided(max, StopReason::Nodes);
        }
        Outcome { verdict: Verdict::Lost { trees: 0 }, ..undecided(number, StopReason::Nodes) }
    };
    let with =
        |max_nodes| BatchPlan { limits: SearchLimits { max_nodes, ..SearchLimits::default() }, ..plan(18) };
    for (limits, to_solve) in
        [([Some(10); 2], 0), ([Some(10), Some(13)], 8), ([Some(10), None], 8), ([None; 2], 0)]
    {
        let [old, new] = limits.map(with);
        let expected = run_once(solve, &new, &options(1));
        for threads in [1, 2, 8] {
            let folder = TempDir::new().unwrap();
            let path = folder.path().join("deals.csv");
            run_to_file(solve, &old, &options(threads), &path);
            solved.store(0, Ordering::Relaxed);
            assert_eq!(
                run_to_file(solve, &new, &options(threads), &path).1,
                expected,
                "{limits:?} {threads}"
            );
            assert_eq!(solved.load(Ordering::Relaxed), to_solve, "{limits:?} {threads}");
        }
    }
}
