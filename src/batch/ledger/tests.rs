//! Rows in any order, cut off at any byte, end as the same file.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::batch::{Deals, Extra, Finding, Limits, Shard};
use crate::dealer::tabletop;
use crate::game::Palette;
use crate::solver::Rules;

/// A plan of rows that nobody needs to search for.
fn plan(first: u64, count: u64) -> Plan {
    Plan {
        deals: Deals::Tabletop { seed: 7 },
        whole: Range::new(first, count).unwrap(),
        shard: None,
        limits: Limits::default(),
        rules: Rules::default(),
        extras: Vec::new(),
    }
}

fn line(plan: &Plan, offset: u64) -> Vec<u8> {
    let index = plan.range().index(offset);
    let deal = tabletop::deal(7, index);
    Row::failed(plan.deals.place(index), &deal, &Palette::default()).to_csv(&plan.extras).unwrap()
}

/// What the file must be in the end.
fn whole(plan: &Plan) -> Vec<u8> {
    let mut bytes = header(&plan.extras).unwrap();
    for offset in 0..plan.range().count() {
        bytes.extend(line(plan, offset));
    }
    bytes
}

fn files(folder: &TempDir) -> BTreeSet<String> {
    let names = fs::read_dir(folder.path()).unwrap();
    names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Cuts a file somewhere in the last bytes that were written to it, if it is there.
fn tear(path: &Path, cut: usize) {
    let Ok(bytes) = fs::read(path) else { return };
    let torn = bytes
        .strip_suffix(b"\n")
        .map_or(0, |bytes| bytes.iter().rev().take_while(|&&b| b != b'\n').count() + 1);
    fs::write(path, &bytes[..bytes.len() - cut % (torn + 1)]).unwrap();
}

/// An order in which no row is more than `LOOK_AHEAD` ahead of the first that is missing.
fn order(count: u64) -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(0..=LOOK_AHEAD as usize, count as usize).prop_map(move |choices| {
        let mut open: Vec<u64> = (0..count).collect();
        let near = |open: &Vec<u64>| open.iter().take_while(|&&n| n <= open[0] + LOOK_AHEAD).count();
        choices.into_iter().map(|choice| open.remove(choice % near(&open))).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn rows_in_any_order_with_any_interruptions_end_as_the_same_file(
        order in order(24),
        stops in prop::collection::vec((0..24_usize, any::<(usize, usize)>(), any::<bool>()), 0..4),
    ) {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("deals.csv");
        let plan = plan(u64::MAX - 23, 24);
        let mut ledger = Ledger::create(&plan, &path, false).unwrap();
        let mut stops = stops.into_iter();
        let mut stop = stops.next();
        let mut written = 0;
        while !ledger.is_complete() {
            let done = ledger.waiting();
            let front = ledger.front();
            // What a run would do next: the deals that the ledger does not have.
            let next = order.iter().find(|&&n| n >= front && !done.contains(&n) && n <= front + LOOK_AHEAD);
            let offset = *next.unwrap();
            ledger.put(offset, &line(&plan, offset)).unwrap();
            written += 1;
            if let Some((after, (rows, part), closed)) = stop
                && written > after
            {
                if closed { ledger.close().unwrap() } else { drop(ledger) }
                tear(&path, rows);
                tear(&journal::path_for(&path), part);
                let mut seen = BTreeSet::new();
                ledger = Ledger::resume(&plan, &path, &mut |row| assert!(seen.insert(row.index))).unwrap();
                prop_assert_eq!(seen.len() as u64, ledger.front() + ledger.waiting().len() as u64);
                stop = stops.next();
                written = 0;
            }
        }
        ledger.close().unwrap();
        prop_assert_eq!(fs::read(&path).unwrap(), whole(&plan));
        prop_assert_eq!(files(&folder), ["deals.csv", "deals.meta.json"].map(Into::into).into());
    }

    #[test]
    fn a_stream_gets_the_same_bytes(order in order(24)) {
        let plan = plan(0, 24);
        let (mut reader, writer) = io::pipe().unwrap();
        let mut ledger = Ledger::stream(&plan, Box::new(writer)).unwrap();
        for offset in order {
            ledger.put(offset, &line(&plan, offset)).unwrap();
        }
        prop_assert!(ledger.is_complete());
        ledger.close().unwrap();
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut reader, &mut bytes).unwrap();
        prop_assert_eq!(bytes, whole(&plan));
    }
}

#[test]
fn a_stream_that_ends_early_gets_what_waits() {
    let plan = plan(0, 8);
    let (mut reader, writer) = io::pipe().unwrap();
    let mut ledger = Ledger::stream(&plan, Box::new(writer)).unwrap();
    for offset in [0, 5, 3] {
        ledger.put(offset, &line(&plan, offset)).unwrap();
    }
    ledger.close().unwrap();
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut reader, &mut bytes).unwrap();
    let expected = [header(&plan.extras).unwrap(), line(&plan, 0), line(&plan, 3), line(&plan, 5)];
    assert_eq!(bytes, expected.concat());
}

#[test]
fn blank_lines_at_the_end_are_cut_off_like_torn_ones() {
    let plan = plan(0, 3);
    for (rows, blank) in [(0, "\n"), (2, "\n\n"), (3, "\n")] {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("deals.csv");
        let mut ledger = Ledger::create(&plan, &path, false).unwrap();
        (0..rows).for_each(|offset| ledger.put(offset, &line(&plan, offset)).unwrap());
        ledger.close().unwrap();
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(blank.as_bytes()).unwrap();
        let mut ledger = Ledger::resume(&plan, &path, &mut |_| ()).unwrap();
        assert_eq!(ledger.front(), rows);
        (rows..3).for_each(|offset| ledger.put(offset, &line(&plan, offset)).unwrap());
        ledger.close().unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole(&plan));
    }
}

#[test]
fn a_journal_does_not_grow_without_end() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let plan = plan(0, 400);
    let mut ledger = Ledger::create(&plan, &path, false).unwrap();
    // The front is always the last of a few to come, so the journal is never quite empty.
    let mut most = 0;
    for offset in (0..400).map(|n| [1, 2, 3, 0][n % 4] + n as u64 / 4 * 4) {
        ledger.put(offset, &line(&plan, offset)).unwrap();
        most = most.max(fs::metadata(journal::path_for(&path)).unwrap().len());
    }
    let row = line(&plan, 399).len() as u64;
    assert!(most <= JOURNAL_BYTES + 4 * row, "{most}");
    ledger.close().unwrap();
    assert_eq!(fs::read(&path).unwrap(), whole(&plan));
}

#[test]
fn a_file_that_holds_something_is_not_overwritten() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let plan = plan(0, 2);
    fs::write(&path, "mine\n").unwrap();
    assert!(matches!(Ledger::create(&plan, &path, false), Err(Error::Exists(taken)) if taken == path));
    assert!(matches!(Ledger::resume(&plan, &path, &mut |_| {}), Err(Error::NoMeta(_))));
    assert_eq!(fs::read(&path).unwrap(), b"mine\n");
    Ledger::create(&plan, &path, true).unwrap();
    assert_eq!(fs::read(&path).unwrap(), header(&[]).unwrap());
    fs::remove_file(&path).unwrap();
    let meta = path.with_file_name("deals.meta.json");
    assert!(matches!(Ledger::create(&plan, &path, false), Err(Error::Exists(taken)) if taken == meta));
    let other = Plan { deals: Deals::Web, ..plan.clone() };
    assert!(matches!(Ledger::resume(&other, &path, &mut |_| {}), Err(Error::Differs { .. })));
    assert!(!path.exists(), "no empty file is left behind");
    fs::remove_file(&meta).unwrap();
    let journal = journal::path_for(&path);
    fs::write(&journal, "mine\n").unwrap();
    assert!(matches!(Ledger::create(&plan, &path, false), Err(Error::Exists(taken)) if taken == journal));
    assert!(matches!(Ledger::resume(&plan, &path, &mut |_| {}), Err(Error::NoMeta(_))));
    assert!(!path.exists(), "no empty file is left behind");
    fs::remove_file(&journal).unwrap();
    fs::write(&path, "").unwrap();
    Ledger::create(&plan, &path, false).unwrap();
}

#[test]
fn nothing_else_is_added_to_a_file() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let plan = plan(5, 3);
    let mut ledger = Ledger::create(&plan, &path, false).unwrap();
    ledger.put(0, &line(&plan, 0)).unwrap();
    ledger.close().unwrap();
    let kept = fs::read(&path).unwrap();
    let others = [
        Plan { deals: Deals::Tabletop { seed: 8 }, ..plan.clone() },
        Plan { deals: Deals::Web, ..plan.clone() },
        Plan { whole: Range::new(4, 3).unwrap(), ..plan.clone() },
        Plan { whole: Range::new(5, 4).unwrap(), ..plan.clone() },
        Plan { shard: Some("1/2".parse::<Shard>().unwrap()), ..plan.clone() },
        Plan { limits: Limits { max_nodes: Some(1), ..Limits::default() }, ..plan.clone() },
        Plan {
            limits: Limits { timeout: Some(std::time::Duration::from_millis(1500)), ..Limits::default() },
            ..plan.clone()
        },
        Plan { limits: Limits { memory: Some(1 << 30), ..Limits::default() }, ..plan.clone() },
        Plan { rules: Rules::default().without(crate::solver::Rule::Unions), ..plan.clone() },
        Plan { extras: vec![Extra::Line], ..plan.clone() },
    ];
    let mut messages = Vec::new();
    for other in others {
        let Err(error @ Error::Differs { .. }) = Ledger::resume(&other, &path, &mut |_| {}) else {
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
    ");
    assert_eq!(fs::read(&path).unwrap(), kept);
    let meta = path.with_file_name("deals.meta.json");
    let text = fs::read_to_string(&meta).unwrap();
    for (from, to, message) in [
        ("\"0.1.0\"", "\"0.0.9\"", "version: 0.0.9 in `"),
        ("tabletop-1", "tabletop-2", "deals.meta.json`, tabletop-1 now"),
        ("solomids-1", "solomids-2", "rules: solomids-2 in"),
        ("\"schema\": 1", "\"schema\": 2", "it has schema 2, this version reads 1"),
        ("\"seed\": 7", "\"seed\": x", "expected value at line 7 column 11"),
    ] {
        fs::write(&meta, text.replace(from, to)).unwrap();
        let Err(error) = Ledger::resume(&plan, &path, &mut |_| {}) else { panic!("{to}") };
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn a_file_that_was_changed_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let plan = plan(5, 3);
    let mut ledger = Ledger::create(&plan, &path, false).unwrap();
    ledger.put(0, &line(&plan, 0)).unwrap();
    ledger.put(1, &line(&plan, 1)).unwrap();
    ledger.close().unwrap();
    let kept = fs::read_to_string(&path).unwrap();
    let refused = |text: &str| {
        fs::write(&path, text).unwrap();
        let Err(error) = Ledger::resume(&plan, &path, &mut |_| {}) else { panic!("{text}") };
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "nothing is changed");
        assert_eq!(files(&folder), ["deals.csv", "deals.meta.json"].map(Into::into).into());
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
    assert_eq!(refused(&kept.replace('\n', "\r\n")), "line 2 of `FILE` is not as this program writes it");
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
        Ledger::resume(&plan, &path, &mut |row| assert_eq!(row.verdict, Finding::Failed)).unwrap();
    ledger.put(2, &line(&plan, 2)).unwrap();
    ledger.close().unwrap();
    assert_eq!(fs::read(&path).unwrap(), whole(&plan));
}

#[test]
fn a_row_before_its_turn_has_its_deal_too() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let dealt = |index| (tabletop::deal(7, index), Palette::default());
    for deals in [Deals::Tabletop { seed: 7 }, Deals::Text((0..3).map(dealt).collect())] {
        let plan = Plan { deals, ..plan(0, 3) };
        let line = |index: u64, deal: u64| {
            let (deal, palette) = dealt(deal);
            Row::failed(plan.deals.place(index), &deal, &palette).to_csv(&[]).unwrap()
        };
        for (deal, fine) in [(2, true), (1, false)] {
            let mut ledger = Ledger::create(&plan, &path, true).unwrap();
            ledger.put(2, &line(2, deal)).unwrap();
            ledger.close().unwrap();
            let resumed = Ledger::resume(&plan, &path, &mut |_| {});
            assert_eq!(resumed.is_ok(), fine);
            if let Err(error) = resumed {
                let error = error.to_string();
                assert!(error.ends_with("does not have the deal with index 2"), "{error}");
            }
        }
    }
}

#[test]
fn no_two_batches_share_a_sidecar() {
    let folder = TempDir::new().unwrap();
    for name in ["deals", "deals.CSV", "deals.tsv", "deals.csv.part", "deals.meta.json", ".csv"] {
        let path = folder.path().join(name);
        assert!(matches!(Ledger::create(&plan(0, 1), &path, true), Err(Error::Name(_))), "{name}");
        assert!(matches!(Ledger::resume(&plan(0, 1), &path, &mut |_| {}), Err(Error::Name(_))), "{name}");
    }
    assert_eq!(files(&folder), BTreeSet::new());
}

#[test]
fn two_processes_do_not_write_one_file() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let plan = plan(0, 3);
    let ledger = Ledger::create(&plan, &path, false).unwrap();
    assert!(matches!(Ledger::resume(&plan, &path, &mut |_| {}), Err(Error::Locked(_))));
    assert!(matches!(Ledger::create(&plan, &path, true), Err(Error::Locked(_))));
    drop(ledger);
    Ledger::resume(&plan, &path, &mut |_| {}).unwrap();
}

#[test]
fn what_a_killed_process_leaves_behind_is_removed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let plan = plan(0, 1);
    for name in ["deals.csv.part", "deals.meta.json"] {
        let (file, _) = crate::batch::replace::new_beside(&folder.path().join(name)).unwrap();
        file.keep().unwrap();
    }
    let (other, _) = crate::batch::replace::new_beside(&folder.path().join("other.csv.part")).unwrap();
    assert_eq!(files(&folder).len(), 3);
    let mut ledger = Ledger::resume(&plan, &path, &mut |_| {}).unwrap();
    ledger.put(0, &line(&plan, 0)).unwrap();
    ledger.close().unwrap();
    assert_eq!(files(&folder).len(), 3, "the rows, the sidecar, and what is somebody else's");
    assert!(other.path().exists());
}

#[test]
fn only_files_can_be_resumed() {
    let folder = TempDir::new().unwrap();
    for path in [folder.path(), Path::new("/dev/null")] {
        let Err(error) = Ledger::create(&plan(0, 1), path, true) else { panic!("{}", path.display()) };
        assert!(matches!(error, Error::Io { .. }), "{error}");
    }
    let missing = folder.path().join("no/such/folder/deals.csv");
    assert!(matches!(Ledger::create(&plan(0, 1), &missing, false), Err(Error::Io { .. })));
}
