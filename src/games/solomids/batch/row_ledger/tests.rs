//! Sidecars of other batches and rows of other deals are refused; all else are properties of the ledger.

use std::fs;
use std::time::Duration;

use tempfile::TempDir;

use super::*;
use crate::games::solomids::batch::fixtures::{failed_row, plan};
use crate::games::solomids::batch::{BatchShard, Deals, ExtraColumn, Limits, RowVerdict};
use crate::games::solomids::dealer::tabletop;
use crate::games::solomids::game::Palette;
use crate::games::solomids::solver::{Pruning, PruningSet};
use crate::series::ledger::IndexRange;

fn row(plan: &BatchPlan, place: u64) -> Row {
    failed_row(plan, 7, plan.range().index(place))
}

#[test]
fn rows_of_another_batch_are_not_added() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let plan = plan(7, 5, 3);
    let mut ledger = RowLedger::create(&plan, &path, false).unwrap();
    ledger.put(0, &row(&plan, 0)).unwrap();
    ledger.close().unwrap();
    let kept = fs::read(&path).unwrap();
    let others = [
        BatchPlan { deals: Deals::Tabletop { seed: 8 }, ..plan.clone() },
        BatchPlan { deals: Deals::Web, ..plan.clone() },
        BatchPlan { whole: IndexRange::new(4, 3).unwrap(), ..plan.clone() },
        BatchPlan { whole: IndexRange::new(5, 4).unwrap(), ..plan.clone() },
        BatchPlan { shard: Some("1/2".parse::<BatchShard>().unwrap()), ..plan.clone() },
        BatchPlan { limits: Limits { max_nodes: Some(1), ..Limits::default() }, ..plan.clone() },
        BatchPlan {
            limits: Limits { timeout: Some(Duration::from_millis(1500)), ..Limits::default() },
            ..plan.clone()
        },
        BatchPlan { limits: Limits { memory: Some(1 << 30), ..Limits::default() }, ..plan.clone() },
        BatchPlan { pruning: PruningSet::default().without(Pruning::Unions), ..plan.clone() },
        BatchPlan {
            columns: Columns { extras: vec![ExtraColumn::Line], ..Columns::default() },
            ..plan.clone()
        },
        BatchPlan { columns: Columns { deals: false, ..Columns::default() }, ..plan.clone() },
    ];
    let mut messages = Vec::new();
    for other in others {
        let Err(error @ Error::Differs { .. }) = RowLedger::resume(&other, &path, &mut |_| {}) else {
            panic!("{other:?}")
        };
        let message = error.to_string().replace(folder.path().to_str().unwrap(), "");
        messages.push(message.split_once("batch: ").unwrap().1.to_owned());
    }
    insta::assert_snapshot!(messages.join("\n"), @r"
    seed: 7 in `/deals.meta.json`, 8 now
    dealer: tabletop-1 in `/deals.meta.json`, web-1 now; seed: 7 in `/deals.meta.json`, none now
    start: 5 in `/deals.meta.json`, 4 now
    count: 3 in `/deals.meta.json`, 4 now
    shard: none in `/deals.meta.json`, 1/2 now
    limits.max_nodes: none in `/deals.meta.json`, 1 now
    limits.timeout_seconds: none in `/deals.meta.json`, 1.5 now
    limits.memory_bytes: none in `/deals.meta.json`, 1073741824 now
    without: none in `/deals.meta.json`, unions now
    columns: the usual ones in `/deals.meta.json`, the usual ones and line now
    columns: the usual ones in `/deals.meta.json`, the usual ones without deal now
    ");
    assert_eq!(fs::read(&path).unwrap(), kept);
    let meta = path.with_file_name("deals.meta.json");
    let text = fs::read_to_string(&meta).unwrap();
    for (from, to, message) in [
        (crate::VERSION, "0.0.9", "version: 0.0.9 in `"),
        (crate::VERSION, "0.1.0+0123", "version: 0.1.0+0123 in `"),
        ("tabletop-1", "tabletop-2", "deals.meta.json`, tabletop-1 now"),
        ("solomids-1", "solomids-2", "rules: solomids-2 in"),
        ("\"schema\": 1", "\"schema\": 2", "has schema 2, and this version reads 1"),
        ("\"seed\": 7", "\"seed\": x", "expected value at line 7 column 11"),
    ] {
        fs::write(&meta, text.replace(from, to)).unwrap();
        let Err(error) = RowLedger::resume(&plan, &path, &mut |_| {}) else { panic!("{to}") };
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn altered_rows_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let plan = plan(7, 5, 3);
    let mut ledger = RowLedger::create(&plan, &path, false).unwrap();
    ledger.put(0, &row(&plan, 0)).unwrap();
    ledger.put(1, &row(&plan, 1)).unwrap();
    ledger.close().unwrap();
    let kept = fs::read_to_string(&path).unwrap();
    let refused = |text: &str| {
        fs::write(&path, text).unwrap();
        let Err(error) = RowLedger::resume(&plan, &path, &mut |_| {}) else { panic!("{text}") };
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "nothing is changed");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "file and sidecar");
        error.to_string().replace(path.to_str().unwrap(), "FILE")
    };
    let rows: Vec<&str> = kept.split_inclusive('\n').collect();
    assert_eq!(
        refused(&[rows[0], rows[2]].concat()),
        "line 2 of `FILE` has index 6, which is not the next one"
    );
    assert_eq!(
        refused(&[rows[0], rows[1], rows[1]].concat()),
        "line 3 of `FILE` has index 5, which is not the next one"
    );
    assert_eq!(
        refused(&(kept.clone() + &rows[2].replace('6', "9"))),
        "line 4 of `FILE` has index 9, which does not belong here"
    );
    assert_eq!(refused(&rows[1..].concat()), "line 1 of `FILE` does not name the columns of this batch");
    assert_eq!(refused(&kept.replace("\n6,", "\n\n6,")), "line 3 of `FILE` is not as this program writes it");
    // A header alone would be kept as it is, and make another file.
    for text in [&kept, rows[0]] {
        assert_eq!(
            refused(&text.replace('\n', "\r\n")),
            "line 1 of `FILE` ends with a carriage return, which this program does not write"
        );
    }
    assert_eq!(refused(&kept.replace("\n6,", "\r\n6,")), "line 2 of `FILE` is not as this program writes it");
    assert_eq!(refused(&kept.replace("\n6,7,", "\n6,8,")), "line 3 of `FILE` has another seed or dealer");
    let deal = |line: usize| rows[line].split(',').nth(3).unwrap();
    assert_eq!(
        refused(&[rows[0], rows[1], &rows[2].replace(deal(2), deal(1))].concat()),
        "line 3 of `FILE` does not have the deal with index 6"
    );
    assert_eq!(
        refused(&kept.replace(",failed,,0,17,", ",no-deal,,,,")),
        "line 2 of `FILE` does not have the deal with index 5"
    );
    assert_eq!(
        refused(&kept.replace(",failed,", ",fine,")),
        "line 2 of `FILE` is no row: unknown variant `fine`, expected one of `won`, `lost`, `undecided`, `no-deal`, `failed`"
    );
    assert_eq!(
        refused(&kept.replace(",failed,", ",won,")),
        "line 2 of `FILE` is no row: verdict `won` does not go with score empty, bounds 0 to 17, swaps empty"
    );
    fs::write(&path, &kept).unwrap();
    let mut ledger =
        RowLedger::resume(&plan, &path, &mut |row| assert_eq!(row.verdict, RowVerdict::Failed)).unwrap();
    ledger.put(2, &row(&plan, 2)).unwrap();
    ledger.close().unwrap();
    let whole = kept.into_bytes().into_iter().chain(row(&plan, 2).to_csv(&Columns::default()).unwrap());
    assert_eq!(fs::read(&path).unwrap(), whole.collect::<Vec<u8>>());
}

#[test]
fn rows_in_the_journal_are_checked_against_their_deals() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let dealt = |index| (*tabletop::deal(7, index).position(), Palette::default());
    for deals in [Deals::Tabletop { seed: 7 }, Deals::Text((0..3).map(dealt).collect())] {
        let plan = BatchPlan { deals, ..plan(7, 0, 3) };
        for (deal, fine) in [(2, true), (1, false)] {
            let mut ledger = RowLedger::create(&plan, &path, true).unwrap();
            let (deal, palette) = dealt(deal);
            ledger.put(2, &Row::failed(plan.deals.id(2), &deal, &palette)).unwrap();
            ledger.close().unwrap();
            let resumed = RowLedger::resume(&plan, &path, &mut |_| {});
            assert_eq!(resumed.is_ok(), fine);
            if let Err(error) = resumed {
                let error = error.to_string();
                assert!(error.ends_with("does not have the deal with index 2"), "{error}");
            }
        }
    }
}
