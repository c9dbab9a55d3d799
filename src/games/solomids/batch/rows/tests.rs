//! Sidecars of other batches and rows of other deals are refused, larger limits take rows up; all else are properties of
//! series.

use std::fs;
use tempfile::TempDir;

use super::*;
use crate::games::solomids::batch::fixtures::{failed_row, plan, read};
use crate::games::solomids::dealer::tabletop;
use crate::games::solomids::game::{Palette, TREES};
use crate::games::solomids::solver::{Config, Limits, Parallelism, PruningSet, solve};
use crate::series::{IndexRange, RowFile};

/// A file of all rows, and its text. The rows of failed searches need no search.
fn file_of(folder: &TempDir, plan: &BatchPlan) -> (PathBuf, String) {
    let path = folder.path().join("deals.csv");
    let rows = BatchRows::new(plan);
    let mut file = RowFile::create(&rows, &path, true).unwrap();
    for place in 0..plan.whole.count() {
        file.put(place, &failed_row(plan, 7, plan.whole.index(place))).unwrap();
    }
    file.close().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    (path, text)
}

fn resume(plan: &BatchPlan, path: &Path) -> Result<Vec<Row>, Error> {
    let rows = BatchRows::new(plan);
    let mut found = Vec::new();
    RowFile::resume(&rows, path, &mut |row| found.push(row))?.close()?;
    Ok(found)
}

fn with_nodes(max_nodes: Option<u64>, plan: &BatchPlan) -> BatchPlan {
    BatchPlan { limits: SearchLimits { max_nodes, ..plan.limits }, ..plan.clone() }
}

#[test]
fn rows_of_another_batch_are_not_added() {
    let folder = TempDir::new().unwrap();
    let plan = with_nodes(Some(9), &plan(7, 5, 3));
    let (path, kept) = file_of(&folder, &plan);
    let limits = |limits| BatchPlan { limits, ..plan.clone() };
    let columns = |columns| BatchPlan { columns, ..plan.clone() };
    let others = [
        BatchPlan { deals: Deals::Tabletop { seed: 8 }, ..plan.clone() },
        BatchPlan { deals: Deals::Web, ..plan.clone() },
        BatchPlan { whole: IndexRange::new(4, 3).unwrap(), ..plan.clone() },
        BatchPlan { whole: IndexRange::new(5, 4).unwrap(), ..plan.clone() },
        BatchPlan { shard: "1/2".parse().ok(), ..plan.clone() },
        with_nodes(Some(8), &plan),
        limits(SearchLimits { timeout_seconds: Some(1.5), ..plan.limits }),
        BatchPlan { pruning: PruningSet::default().without(Pruning::Unions), ..plan.clone() },
        columns(Columns { lines: true, ..Columns::default() }),
        columns(Columns { deals: false, ..Columns::default() }),
    ];
    let mut messages = Vec::new();
    for other in others {
        let Err(error @ Error::Differs { .. }) = resume(&other, &path) else { panic!("{other:?}") };
        let message = error.to_string().replace(folder.path().to_str().unwrap(), "");
        messages.push(message.split_once("batch: ").unwrap().1.to_owned());
    }
    insta::assert_snapshot!(messages.join("\n"), @r"
    seed: 7 in `/deals.meta.json`, 8 now
    dealer: tabletop-1 in `/deals.meta.json`, web-1 now; seed: 7 in `/deals.meta.json`, none now
    start: 5 in `/deals.meta.json`, 4 now
    count: 3 in `/deals.meta.json`, 4 now
    shard: none in `/deals.meta.json`, 1/2 now
    limits.max_nodes: 9 in `/deals.meta.json`, 8 now
    limits.timeout_seconds: none in `/deals.meta.json`, 1.5 now
    without: none in `/deals.meta.json`, unions now
    columns: no others in `/deals.meta.json`, line now
    columns: deal in `/deals.meta.json`, no others now
    ");
    assert_eq!(fs::read_to_string(&path).unwrap(), kept);
    let meta = path.with_file_name("deals.meta.json");
    let text = fs::read_to_string(&meta).unwrap();
    let version = format!("version: {} in `", env!("CARGO_PKG_VERSION"));
    let revision = format!("\"search_revision\": {SEARCH_REVISION}");
    for (from, to, message) in [
        (&*revision, "\"search_revision\": 999", "version: search revision 999 in `"),
        (&revision, "\"search_revision\": null", &version),
        ("tabletop-1", "tabletop-2", "deals.meta.json`, tabletop-1 now"),
        ("solomids-1", "solomids-2", "rules: solomids-2 in"),
        ("\"schema\": 1", "\"schema\": 2", "has schema 2, and this version reads 1"),
        ("\"seed\": 7", "\"seed\": x", "expected value at line "),
        ("\"rules\": ", "\"roles\": ", "does not describe a batch: missing field `rules`"),
        ("\"rows\": 3", "\"rows\": 18446744073709551615", "its rows go beyond the last index"),
    ] {
        assert!(text.contains(from), "{from}");
        fs::write(&meta, text.replace(from, to)).unwrap();
        let error = resume(&plan, &path).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
    // The version itself does not count.
    fs::write(&meta, text.replace("\"version\": \"", "\"version\": \"9")).unwrap();
    assert_eq!(resume(&plan, &path).unwrap().len(), 3);
}

#[test]
fn altered_rows_are_refused() {
    let folder = TempDir::new().unwrap();
    let plan = plan(7, 5, 3);
    let (path, kept) = file_of(&folder, &plan);
    let rows: Vec<&str> = kept.split_inclusive('\n').collect();
    let deal = |line: usize| rows[line].split(',').nth(3).unwrap();
    // A header alone would be kept as it is, and make another file.
    let returns = [&kept, rows[0]].map(|text| text.replace('\n', "\r\n"));
    for (text, message) in [
        ([rows[0], rows[2]].concat(), "line 2 of `FILE` has index 6, which is not the next one"),
        ([rows[0], rows[1], rows[1]].concat(), "line 3 of `FILE` has index 5, which is not the next one"),
        (
            kept.clone() + &rows[2].replace('6', "9"),
            "line 5 of `FILE` has index 9, which does not belong here",
        ),
        (rows[1..].concat(), "line 1 of `FILE` does not name the columns of this batch"),
        (kept.replace("\n6,", "\n\n6,"), "line 3 of `FILE` is not as this program writes it"),
        (
            returns[0].clone(),
            "line 1 of `FILE` ends with a carriage return, which this program does not write",
        ),
        (
            returns[1].clone(),
            "line 1 of `FILE` ends with a carriage return, which this program does not write",
        ),
        (kept.replace("\n6,", "\r\n6,"), "line 2 of `FILE` is not as this program writes it"),
        (kept.replace(",0,17,", ",00,17,"), "line 2 of `FILE` is not as this program writes it"),
        (kept.replace("\n6,7,", "\n6,8,"), "line 3 of `FILE` has another seed or dealer"),
        (
            [rows[0], rows[1], &rows[2].replace(deal(2), deal(1))].concat(),
            "line 3 of `FILE` does not have the deal with index 6",
        ),
        (
            kept.replace(",failed,,0,17,", ",no-deal,,,,"),
            "line 2 of `FILE` does not have the deal with index 5",
        ),
        (
            kept.replace(",failed,", ",fine,"),
            "line 2 of `FILE` is no row: `fine` in column `verdict` is none of won, lost, undecided, no-deal, failed",
        ),
        (
            kept.replace(",failed,,0,17,", ",won,99,99,99,"),
            "line 2 of `FILE` is no row: verdict `won` does not go with score 99, bounds 99 to 99, swaps empty",
        ),
    ] {
        fs::write(&path, &text).unwrap();
        let error = resume(&plan, &path).unwrap_err().to_string();
        assert_eq!(error.replace(path.to_str().unwrap(), "FILE"), message);
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "nothing is changed");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "file and sidecar");
    }
    fs::write(&path, &kept).unwrap();
    assert_eq!(resume(&plan, &path).unwrap(), read(kept.as_bytes()));
}

#[test]
fn rows_of_an_unfinished_batch_are_checked_against_their_deals() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let dealt = |index| (*tabletop::deal(7, index).position(), Palette::default());
    for deals in [Deals::Tabletop { seed: 7 }, Deals::Text((0..3).map(dealt).collect())] {
        let plan = BatchPlan { deals, ..plan(7, 0, 3) };
        let rows = BatchRows::new(&plan);
        for (deal, fine) in [(2, true), (1, false)] {
            let mut file = RowFile::create(&rows, &path, true).unwrap();
            let (deal, palette) = dealt(deal);
            file.put(2, &Row::failed(plan.deals.id(2), &deal, &palette)).unwrap();
            file.close().unwrap();
            let resumed = resume(&plan, &path);
            assert_eq!(resumed.is_ok(), fine);
            if let Err(error) = resumed {
                let error = error.to_string();
                assert!(error.ends_with("does not have the deal with index 2"), "{error}");
            }
        }
    }
}

/// A row that a search within a limit of 8 nodes can give.
fn row(plan: &BatchPlan, index: u64, verdict: RowVerdict, nodes: u64) -> Row {
    let failed = failed_row(plan, 7, index);
    let (score, swaps, lower) = match verdict {
        RowVerdict::Won => (Some(16), Some(1), 16),
        RowVerdict::Lost => (Some(3), None, 3),
        RowVerdict::Undecided => (None, None, 0),
        _ => return failed,
    };
    // Numbers of a line of banks and swaps only, which no check can refuse.
    let banks = lower.min(TREES);
    let none = Some(0);
    Row {
        verdict,
        score,
        swaps,
        lower_bound: Some(lower),
        upper_bound: score.or(failed.upper_bound),
        trees: Some(banks),
        nodes: Some(nodes),
        banks: Some(banks.into()),
        moves: Some(u32::from(banks + swaps.unwrap_or(0))),
        stacks: none,
        slides: none,
        transfers: none,
        ..failed
    }
}

#[test]
fn larger_limits_take_up_what_they_may_change() {
    use RowVerdict::{Failed, Lost, Undecided, Won};
    let rows = [
        (Won, 3),
        (Undecided, 8),
        (Lost, 8),
        (Failed, 0),
        (Undecided, 5),
        (Won, 8),
        (Lost, 0),
        (Undecided, 8),
    ];
    let limits =
        |max_nodes, timeout_seconds, memory_bytes| SearchLimits { max_nodes, timeout_seconds, memory_bytes };
    let old = BatchPlan { limits: limits(Some(8), Some(9.0), Some(100)), ..plan(7, 5, 10) };
    for (new, kept, stopped_by) in [
        (limits(Some(8), Some(9.0), Some(100)), &[0, 1, 2, 3, 4, 5, 6, 9][..], &["time"][..]),
        (limits(Some(9), Some(9.0), Some(100)), &[0, 6], &[]),
        (limits(None, None, None), &[0, 6], &[]),
        (limits(Some(8), Some(10.0), Some(100)), &[0, 1, 2, 5, 6, 9], &["nodes"]),
        (limits(Some(8), Some(9.0), Some(101)), &[0, 1, 2, 5, 6, 9], &["nodes"]),
    ] {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("deals.csv");
        let series = BatchRows::new(&old);
        let mut file = RowFile::create(&series, &path, false).unwrap();
        for (place, &(verdict, nodes)) in [0, 1, 2, 3, 4, 5, 6, 9].into_iter().zip(&rows) {
            file.put(place, &row(&old, 5 + place, verdict, nodes)).unwrap();
        }
        file.note("time").unwrap();
        file.close().unwrap();
        let new = BatchPlan { limits: new, ..old.clone() };
        let mut found: Vec<u64> = resume(&new, &path).unwrap().iter().map(|row| row.index - 5).collect();
        found.sort_unstable();
        assert_eq!(found, kept);
        // Once more, as after a crash: now they are rows of the new batch.
        assert_eq!(resume(&new, &path).unwrap().len(), kept.len());
        let meta = Meta::read(&path.with_file_name("deals.meta.json.part"), "batch").unwrap().unwrap();
        assert_eq!(meta.identity, BatchRows::new(&new).meta.identity);
        assert_eq!(meta.progress.stopped_by, stopped_by);
        let smaller = BatchPlan { limits: limits(Some(7), None, None), ..old.clone() };
        let error = resume(&smaller, &path).unwrap_err();
        assert!(error.to_string().contains("limits.max_nodes: "), "{error}");
        assert!(error.help().unwrap().contains("or larger ones"), "{error:?}");
    }
}

/// The reason why rows with as many nodes as the limit allows are not kept.
#[test]
fn win_with_the_last_node_depends_on_the_limit() {
    let outcome = |index, nodes| {
        let limits = Limits { nodes, ..Limits::default() };
        solve(
            tabletop::deal(1, index).position(),
            &Config { parallelism: Parallelism::Sequential, limits, ..Config::default() },
        )
    };
    // A deal won in the middle of a batch of boards.
    let found = (0..200).find_map(|index| {
        let nodes = outcome(index, Some(10_000)).stats.nodes;
        let cut = outcome(index, Some(nodes - 1));
        cut.verdict.score().is_some().then_some((index, nodes, cut))
    });
    let (index, nodes, cut) = found.expect("there is such a deal");
    assert_eq!(cut.stats.nodes, nodes - 1, "it has spent all nodes");
    let whole = outcome(index, Some(nodes + 1));
    for max in [Some(nodes + 2), Some(10 * nodes), None] {
        let more = outcome(index, max);
        assert_eq!((more.verdict, more.stats.nodes), (whole.verdict, nodes));
        assert_eq!(more.line, whole.line);
    }
}
