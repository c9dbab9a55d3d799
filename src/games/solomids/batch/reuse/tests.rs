//! Reuse of rows that no search has made.

use proptest::prelude::*;
use tempfile::TempDir;

use std::fs;

use super::*;
use crate::games::solomids::batch::{BatchShard, Columns, Deals, Limits, RowLedger, fixtures};
use crate::games::solomids::dealer::tabletop;
use crate::games::solomids::game::TREES;
use crate::games::solomids::solver::{Config, Parallelism, Pruning, PruningSet, solve};

/// The old node limit.
const MAX: u64 = 8;

fn plan(first: u64, count: u64, max_nodes: Option<u64>) -> BatchPlan {
    BatchPlan { limits: Limits { max_nodes, ..Limits::default() }, ..fixtures::plan(7, first, count) }
}

fn with(extra: ExtraColumn) -> Columns {
    Columns { extras: vec![extra], ..Columns::default() }
}

/// A row that a search within the old limit can give.
fn row(plan: &BatchPlan, index: u64, verdict: RowVerdict, nodes: u64) -> Row {
    let failed = fixtures::failed_row(plan, 7, index);
    let row = match verdict {
        RowVerdict::Won => {
            let score = Some(16);
            Row { score, lower_bound: score, upper_bound: score, swaps: Some(1), ..failed }
        }
        RowVerdict::Lost => {
            Row { score: Some(3), lower_bound: Some(3), upper_bound: Some(3), trees: Some(3), ..failed }
        }
        _ => failed,
    };
    if verdict == RowVerdict::Failed {
        return row;
    }
    // Numbers of a line of banks and swaps only, which no check can refuse.
    let banks = row.lower_bound.map(|lower| lower.min(TREES));
    let moves = banks.map(|banks| u32::from(banks + row.swaps.unwrap_or(0)));
    let none = Some(0);
    let row = Row {
        verdict,
        nodes: Some(nodes),
        trees: banks,
        banks: banks.map(u32::from),
        moves,
        stacks: none,
        slides: none,
        transfers: none,
        ..row
    };
    row.check().and_then(|()| row.check_counts()).unwrap();
    row
}

fn verdict() -> impl Strategy<Value = RowVerdict> {
    prop::sample::select(vec![
        RowVerdict::Won,
        RowVerdict::Won,
        RowVerdict::Lost,
        RowVerdict::Undecided,
        RowVerdict::Failed,
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn decided_rows_are_found_in_file_and_journal(
        (end, first, count) in (any::<bool>(), 0..12_u64, 0..24_u64),
        old_first in 0..12_u64,
        rows in prop::collection::vec((verdict(), 0..=MAX), 1..24),
        (ordered, early) in (0..24_usize, any::<u32>()),
        asked in any::<u64>(),
        cut in 0..200_usize,
    ) {
        let base = if end { u64::MAX - 35 } else { 0 };
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("old.csv");
        let old = plan(base + old_first, rows.len() as u64, Some(MAX));
        let new = plan(base + first, count, None);
        let rows: Vec<Row> =
            (0..).zip(&rows).map(|(i, &(verdict, nodes))| row(&old, old.range().index(i), verdict, nodes)).collect();

        // Some rows in the file, then some in the journal; the file is cut anywhere.
        let ordered = ordered.min(rows.len());
        let mut ledger = RowLedger::create(&old, &path, false).unwrap();
        let present: Vec<usize> =
            (0..rows.len()).filter(|&i| i < ordered || i > ordered && early >> i & 1 == 1).collect();
        for &i in &present {
            ledger.put(i as u64, &rows[i]).unwrap();
        }
        ledger.close().unwrap();
        let bytes = fs::read(&path).unwrap();
        let torn = &bytes[..bytes.len() - cut.min(bytes.len() - Columns::default().header().unwrap().len())];
        fs::write(&path, torn).unwrap();
        let kept = torn.split(|&b| b == b'\n').count() - 2;

        let expected = |index: u64| {
            let place = usize::try_from(index.checked_sub(old.range().first())?).ok()?;
            let there = place < kept || place > ordered && present.contains(&place);
            let row = rows.get(place).filter(|_| there)?;
            let decided = matches!(row.verdict, RowVerdict::Won | RowVerdict::Lost);
            (decided && row.nodes < Some(MAX)).then(|| row.clone())
        };
        let reuse = Reuse::open(&new, &path, None).unwrap();
        let all = (0..count).map(|offset| new.range().index(offset));
        prop_assert_eq!(reuse.usable(), all.clone().filter(|&index| expected(index).is_some()).count() as u64);
        let mut reader = reuse.reader().unwrap();
        for index in all {
            if let Some(row) = expected(index) {
                prop_assert!(reuse.has(&row));
            }
            if asked >> (index % 64) & 1 == 1 {
                prop_assert_eq!(reader.row(index).unwrap(), expected(index), "{}", index);
            }
        }
    }
}

/// Two rows of an earlier batch, and its plan.
fn two_rows(path: &Path) -> BatchPlan {
    let plan = plan(5, 2, Some(MAX));
    let mut ledger = RowLedger::create(&plan, path, false).unwrap();
    ledger.put(0, &row(&plan, 5, RowVerdict::Won, 3)).unwrap();
    ledger.put(1, &row(&plan, 6, RowVerdict::Lost, 3)).unwrap();
    ledger.close().unwrap();
    plan
}

#[test]
fn batches_that_differ_in_more_than_range_and_limits_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("old.csv");
    let old = two_rows(&path);
    let limits = |max_nodes| Limits { max_nodes, ..Limits::default() };
    let fine = [
        BatchPlan {
            whole: IndexRange::new(0, 100).unwrap(),
            shard: "2/7".parse::<BatchShard>().ok(),
            ..old.clone()
        },
        BatchPlan { limits: limits(Some(MAX + 1)), ..old.clone() },
        BatchPlan { limits: Limits { memory: Some(1), ..limits(None) }, ..old.clone() },
        old.clone(),
    ];
    for plan in fine {
        Reuse::open(&plan, &path, None).unwrap();
    }
    let others = [
        BatchPlan { deals: Deals::Tabletop { seed: 8 }, ..old.clone() },
        BatchPlan { deals: Deals::Web, ..old.clone() },
        BatchPlan { pruning: PruningSet::default().without(Pruning::Unions), ..old.clone() },
        BatchPlan { columns: with(ExtraColumn::Line), ..old.clone() },
        BatchPlan { columns: with(ExtraColumn::Elapsed), ..old.clone() },
        BatchPlan { limits: limits(Some(MAX - 1)), ..old.clone() },
        BatchPlan {
            limits: Limits { timeout: Some(std::time::Duration::from_mins(1)), ..limits(None) },
            ..old.clone()
        },
    ];
    let mut messages = Vec::new();
    for other in &others {
        let error = Reuse::open(other, &path, None).unwrap_err();
        assert!(error.help().is_some());
        messages.push(error.to_string().replace(folder.path().to_str().unwrap(), ""));
    }
    insta::assert_snapshot!(messages.join("\n"), @r"
    the rows of `/old.csv` cannot be taken over: seed: 7 in `/old.meta.json`, 8 now
    the rows of `/old.csv` cannot be taken over: dealer: tabletop-1 in `/old.meta.json`, web-1 now; seed: 7 in `/old.meta.json`, none now
    the rows of `/old.csv` cannot be taken over: without: none in `/old.meta.json`, unions now
    the rows of `/old.csv` cannot be taken over: columns: the usual ones in `/old.meta.json`, the usual ones and line now
    rows with times are not taken over: times differ from run to run
    the limits are smaller than those of `/old.csv`: limits.max_nodes: 8 in `/old.meta.json`, 7 now
    the limits are smaller than those of `/old.csv`: limits.timeout_seconds: none in `/old.meta.json`, 60.0 now
    ");
    let meta = path.with_file_name("old.meta.json");
    let text = fs::read_to_string(&meta).unwrap();
    for (from, to, message) in [
        (crate::VERSION, "0.0.9", "version: 0.0.9 in `"),
        (crate::VERSION, "0.1.0+0123", "version: 0.1.0+0123 in `"),
        ("tabletop-1", "tabletop-2", "old.meta.json`, tabletop-1 now"),
        ("solomids-1", "solomids-2", "rules: solomids-2 in"),
        ("\"schema\": 1", "\"schema\": 2", "has schema 2, and this version reads 1"),
        ("\"memory_bytes\": null", "\"memory_bytes\": 512", "limits.memory_bytes: 512 in `"),
    ] {
        fs::write(&meta, text.replace(from, to)).unwrap();
        let small = BatchPlan { limits: Limits { memory: Some(511), ..limits(None) }, ..old.clone() };
        let error = Reuse::open(&small, &path, None).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
    fs::write(&meta, text.replace("\"timeout_seconds\": null", "\"timeout_seconds\": 60.0")).unwrap();
    for (seconds, refused) in [(Some(59), true), (Some(60), false), (None, false)] {
        let timeout = seconds.map(std::time::Duration::from_secs);
        let plan = BatchPlan { limits: Limits { timeout, ..limits(None) }, ..old.clone() };
        assert_eq!(Reuse::open(&plan, &path, None).is_err(), refused, "{seconds:?}");
    }
    fs::remove_file(&meta).unwrap();
    assert!(
        matches!(Reuse::open(&old, &path, None), Err(Error::Ledger(LedgerError::NoSidecar(missing))) if missing == meta)
    );
}

#[test]
fn file_that_is_being_written_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("old.csv");
    let plan = two_rows(&path);
    let roundabout = folder.path().join(".").join("old.csv");
    let same_sidecar = folder.path().join("old");
    for out in [&path, &roundabout, &same_sidecar] {
        let error = Reuse::open(&plan, &path, Some(out)).unwrap_err();
        assert!(error.to_string().ends_with("old.csv` cannot be both read and written"), "{error}");
    }
    let link = folder.path().join("link.csv");
    fs::hard_link(&path, &link).unwrap();
    let error = Reuse::open(&plan, &path, Some(&link)).unwrap_err();
    assert!(error.to_string().contains("cannot be both read and written"), "one file, another name: {error}");
    let reuse = Reuse::open(&plan, &path, None).unwrap();
    assert!(
        matches!(RowLedger::create(&plan, &link, true), Err(Error::Ledger(LedgerError::Locked(_)))),
        "one file, another name"
    );
    drop(reuse);
    let ledger = RowLedger::resume(&plan, &path, &mut |_| {}).unwrap();
    assert!(
        matches!(Reuse::open(&plan, &path, None), Err(Error::Ledger(LedgerError::Locked(_)))),
        "it is being written"
    );
    drop(ledger);
    let once = Reuse::open(&plan, &path, None).unwrap();
    let twice = Reuse::open(&plan, &path, None).unwrap();
    assert_eq!((once.usable(), twice.usable()), (2, 2), "many may read it");
}

#[test]
fn altered_rows_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("old.csv");
    let plan = two_rows(&path);
    let text = fs::read_to_string(&path).unwrap();
    let deal = |line: usize| text.lines().nth(line).unwrap().split(',').nth(3).unwrap();
    for (from, to, message) in [
        (deal(2), deal(1), "line 3 of `FILE` does not have the deal with index 6"),
        ("\n6,", "\n7,", "line 3 of `FILE` has index 7, which does not belong here"),
        ("\n5,", "\n6,", "line 2 of `FILE` has index 6, which is not the next one"),
        ("\n6,7,", "\n6,8,", "line 3 of `FILE` has another seed or dealer"),
        ("\n6,", "\n\n6,", "line 3 of `FILE` is not as this program writes it"),
        (",lost,", ",won,", "line 3 of `FILE` is no row: verdict `won` does not go with"),
        ("index,", "number,", "line 1 of `FILE` does not name the columns of this batch"),
    ] {
        fs::write(&path, text.replace(from, to)).unwrap();
        let error = Reuse::open(&plan, &path, None).unwrap_err().to_string();
        assert!(error.replace(path.to_str().unwrap(), "FILE").starts_with(message), "{error}");
    }
    // Also if they change after the check.
    fs::write(&path, &text).unwrap();
    let reuse = Reuse::open(&plan, &path, None).unwrap();
    fs::write(&path, "").unwrap();
    let error = reuse.reader().unwrap().row(5).unwrap_err().to_string();
    assert!(error.ends_with("is not there any more"), "{error}");
}

/// The reason why rows with as many nodes as the limit allows are not reused.
#[test]
fn win_with_the_last_node_depends_on_the_limit() {
    let outcome = |index, max_nodes| {
        solve(
            tabletop::deal(1, index).position(),
            &Config { parallelism: Parallelism::Sequential, max_nodes, ..Config::default() },
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
