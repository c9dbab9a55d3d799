//! Ledgers of lines that only their indices tell apart, torn at any byte and resumed.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tempfile::TempDir;

use super::super::files::new_beside;
use super::super::indices::IndexRange;
use super::super::sidecar::Part;
use super::*;

const HEADER: &[u8] = b"index,text\n";
const SIDECAR: &[u8] = b"lines of a test\n";

fn contents(range: IndexRange) -> LedgerContents<'static> {
    LedgerContents { header: HEADER, rows: range.count(), sidecar: SIDECAR }
}

fn range(first: u64, count: u64) -> IndexRange {
    IndexRange::new(first, count).unwrap()
}

fn create(path: &Path, range: IndexRange, force: bool) -> Result<Ledger, Error> {
    Ledger::create(path, &contents(range), force)
}

/// A check of a sidecar that may say anything but another hash.
fn claim(digest: Option<&str>) -> impl FnMut(&Path) -> Result<Option<SidecarClaim>, Error> {
    move |sidecar| Ok(sidecar.exists().then(|| SidecarClaim { digest: digest.map(Into::into) }))
}

/// Resumes a ledger whose sidecar may say anything; gives every index to `each`.
fn resume(path: &Path, range: IndexRange, each: &mut dyn FnMut(u64)) -> Result<Ledger, Error> {
    let parse: &mut LineParser<'_, u64> = &mut |line, expected| {
        let text = std::str::from_utf8(line).unwrap();
        let (index, _) = text.split_once(',').ok_or("has no comma")?;
        let index = index.parse().map_err(|_| "has no index")?;
        Ok((Part::new(range, None, None).expect(index, expected)?, index))
    };
    Ledger::resume(path, &contents(range), &mut claim(None), parse, &mut |_, index| each(index))
}

/// The line at a place, of some hundred bytes.
fn line(range: IndexRange, place: u64) -> Vec<u8> {
    let index = range.index(place);
    format!("{index},{}\n", "x".repeat(100 + index as usize % 7)).into_bytes()
}

/// The complete file.
fn whole(range: IndexRange) -> Vec<u8> {
    let lines = (0..range.count()).flat_map(|place| line(range, place));
    HEADER.iter().copied().chain(lines).collect()
}

fn files(folder: &TempDir) -> BTreeSet<String> {
    let names = fs::read_dir(folder.path()).unwrap();
    names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Cuts up to `cut` bytes off the last line of a file, if it exists.
fn tear(path: &Path, cut: usize) {
    let Ok(bytes) = fs::read(path) else { return };
    let torn = bytes
        .strip_suffix(b"\n")
        .map_or(0, |bytes| bytes.iter().rev().take_while(|&&b| b != b'\n').count() + 1);
    fs::write(path, &bytes[..bytes.len() - cut % (torn + 1)]).unwrap();
}

/// An order in which no line is more than `LOOK_AHEAD` ahead of the first missing one.
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
    fn lines_in_any_order_with_any_interruptions_make_the_same_file(
        order in order(24),
        stops in prop::collection::vec((0..24_usize, any::<(usize, usize)>(), any::<bool>()), 0..4),
    ) {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("deals.csv");
        let range = range(u64::MAX - 23, 24);
        let mut ledger = create(&path, range, false).unwrap();
        let mut stops = stops.into_iter();
        let mut stop = stops.next();
        let mut written = 0;
        while !ledger.is_complete() {
            let done = ledger.waiting();
            let front = ledger.front();
            let next = order.iter().find(|&&n| n >= front && !done.contains(&n) && n <= front + LOOK_AHEAD);
            let place = *next.unwrap();
            ledger.put(place, &line(range, place)).unwrap();
            written += 1;
            if let Some((after, (rows, part), closed)) = stop
                && written > after
            {
                if closed { ledger.close().unwrap() } else { drop(ledger) }
                tear(&path, rows);
                tear(&journal_path(&path), part);
                let mut seen = BTreeSet::new();
                ledger = resume(&path, range, &mut |index| assert!(seen.insert(index))).unwrap();
                prop_assert_eq!(seen.len() as u64, ledger.front() + ledger.waiting().len() as u64);
                stop = stops.next();
                written = 0;
            }
        }
        ledger.close().unwrap();
        prop_assert_eq!(fs::read(&path).unwrap(), whole(range));
        prop_assert_eq!(files(&folder), ["deals.csv", "deals.meta.json"].map(Into::into).into());
    }

    #[test]
    fn stream_gets_the_bytes_of_the_file(order in order(24)) {
        let range = range(0, 24);
        let (mut reader, writer) = io::pipe().unwrap();
        let mut ledger = Ledger::stream(&contents(range), Box::new(writer)).unwrap();
        for place in order {
            ledger.put(place, &line(range, place)).unwrap();
        }
        prop_assert!(ledger.is_complete());
        ledger.close().unwrap();
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut reader, &mut bytes).unwrap();
        prop_assert_eq!(bytes, whole(range));
    }
}

#[test]
fn closing_a_stream_writes_waiting_lines() {
    let range = range(0, 8);
    let (mut reader, writer) = io::pipe().unwrap();
    let mut ledger = Ledger::stream(&contents(range), Box::new(writer)).unwrap();
    for place in [0, 5, 3] {
        ledger.put(place, &line(range, place)).unwrap();
    }
    ledger.close().unwrap();
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut reader, &mut bytes).unwrap();
    let expected = [HEADER.to_vec(), line(range, 0), line(range, 3), line(range, 5)];
    assert_eq!(bytes, expected.concat());
}

#[test]
fn trailing_blank_lines_are_cut_off() {
    let range = range(0, 3);
    for (rows, blank) in [(0, "\n"), (2, "\n\n"), (3, "\n")] {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("deals.csv");
        let mut ledger = create(&path, range, false).unwrap();
        (0..rows).for_each(|place| ledger.put(place, &line(range, place)).unwrap());
        ledger.close().unwrap();
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(blank.as_bytes()).unwrap();
        let mut ledger = resume(&path, range, &mut |_| {}).unwrap();
        assert_eq!(ledger.front(), rows);
        (rows..3).for_each(|place| ledger.put(place, &line(range, place)).unwrap());
        ledger.close().unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole(range));
    }
}

#[test]
fn journal_is_compacted() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let range = range(0, 400);
    let mut ledger = create(&path, range, false).unwrap();
    // Of each four lines the first comes last, so the journal is never empty for long.
    let mut most = 0;
    for place in (0..400).map(|n| [1, 2, 3, 0][n % 4] + n as u64 / 4 * 4) {
        ledger.put(place, &line(range, place)).unwrap();
        most = most.max(fs::metadata(journal_path(&path)).unwrap().len());
    }
    let longest = line(range, 399).len() as u64;
    assert!(most <= JOURNAL_BYTES + 4 * longest, "{most}");
    ledger.close().unwrap();
    assert_eq!(fs::read(&path).unwrap(), whole(range));
}

#[test]
fn existing_files_are_not_overwritten() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let range = range(0, 2);
    let (journal, sidecar) = (journal_path(&path), sidecar_path(&path));
    for file in [&path, &journal] {
        fs::write(file, "mine\n").unwrap();
        assert!(matches!(create(&path, range, false), Err(Error::Exists(taken)) if taken == *file));
        let resumed = resume(&path, range, &mut |_| {});
        assert!(matches!(resumed, Err(Error::NoSidecar(missing)) if missing == sidecar));
        assert_eq!(fs::read(file).unwrap(), b"mine\n");
        assert_eq!(files(&folder).len(), 1, "no empty file is left behind");
        fs::remove_file(file).unwrap();
    }
    fs::write(&sidecar, "mine\n").unwrap();
    assert!(matches!(create(&path, range, false), Err(Error::Exists(taken)) if taken == sidecar));
    create(&path, range, true).unwrap();
    assert_eq!((fs::read(&path).unwrap(), fs::read(&sidecar).unwrap()), (HEADER.to_vec(), SIDECAR.to_vec()));
    fs::remove_file(&sidecar).unwrap();
    fs::write(&path, "").unwrap();
    create(&path, range, false).expect("an empty file holds nothing");
}

#[test]
fn refused_lines_and_sidecars_change_nothing() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let range = range(5, 30);
    let mut ledger = create(&path, range, false).unwrap();
    (0..2).for_each(|place| ledger.put(place, &line(range, place)).unwrap());
    ledger.close().unwrap();
    let kept = fs::read_to_string(&path).unwrap();
    let refused = |rows: String, journal: String| {
        fs::write(&path, &rows).unwrap();
        fs::write(journal_path(&path), &journal).unwrap();
        let Err(error) = resume(&path, range, &mut |_| {}) else { panic!("{rows}{journal}") };
        assert_eq!(fs::read_to_string(&path).unwrap(), rows, "nothing is changed");
        assert_eq!(fs::read_to_string(journal_path(&path)).unwrap_or_default(), journal);
        let message = error.to_string();
        let place = message.replace(folder.path().to_str().unwrap(), "");
        place.replace("`/deals.csv.part`", "JOURNAL").replace("`/deals.csv`", "FILE")
    };
    let none = String::new;
    let swapped = kept.replace("\n5,", "\n7,");
    assert_eq!(refused(swapped, none()), "line 2 of FILE has index 7, which is not the next one");
    let foreign = kept.replace("\n6,", "\n4,");
    assert_eq!(refused(foreign, none()), "line 3 of FILE has index 4, which does not belong here");
    let unnamed = kept.replace("index", "number");
    assert_eq!(refused(unnamed, none()), "line 1 of FILE does not name the columns of this batch");
    assert_eq!(refused(kept.clone() + "?\n", none()), "line 4 of FILE has no comma");
    assert_eq!(
        refused(kept.clone(), "35,\n".into()),
        "line 1 of JOURNAL has index 35, which does not belong here"
    );
    let far = "9,\n34,\n".into();
    assert_eq!(refused(kept.clone(), far), "line 2 of JOURNAL is far beyond the rows before");
    fs::write(&path, &kept).unwrap();
    fs::write(journal_path(&path), "9,\n9,\n5,\n").unwrap();
    let mut seen = Vec::new();
    resume(&path, range, &mut |index| seen.push(index)).unwrap();
    assert_eq!(seen, [5, 6, 9], "each place once");
    let refuses: &mut dyn FnMut(&Path) -> Result<Option<SidecarClaim>, Error> =
        &mut |path| Err(Error::Name(path.into()));
    let resumed = Ledger::resume(&path, &contents(range), refuses, &mut |_, _| Ok((0, ())), &mut |_, ()| {});
    assert!(matches!(resumed, Err(Error::Name(sidecar)) if sidecar == sidecar_path(&path)));
}

#[test]
fn a_complete_file_with_another_hash_is_left_alone() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let range = range(0, 2);
    let mut ledger = create(&path, range, false).unwrap();
    (0..2).for_each(|place| ledger.put(place, &line(range, place)).unwrap());
    ledger.close().unwrap();
    let torn = [whole(range), b"2,x".to_vec()].concat();
    fs::write(&path, &torn).unwrap();
    let before = files(&folder);
    let resume = |digest: &str| {
        let parse: &mut LineParser<'_, ()> = &mut |line, _| Ok((u64::from(line[0] - b'0'), ()));
        Ledger::resume(&path, &contents(range), &mut claim(Some(digest)), parse, &mut |_, ()| {})
    };
    assert!(matches!(resume("0123"), Err(Error::Altered(altered)) if altered == path));
    assert_eq!((files(&folder), fs::read(&path).unwrap()), (before.clone(), torn));
    let rows = tempfile::tempfile().unwrap();
    (&rows).write_all(&whole(range)).unwrap();
    let digest = sha256(&rows, whole(range).len() as u64).unwrap();
    resume(&digest).unwrap().close().unwrap();
    assert_eq!((files(&folder), fs::read(&path).unwrap()), (before, whole(range)));
}

#[test]
fn names_that_could_share_a_sidecar_are_refused() {
    let folder = TempDir::new().unwrap();
    for name in ["deals", "deals.CSV", "deals.tsv", "deals.csv.part", "deals.meta.json", ".csv"] {
        let path = folder.path().join(name);
        assert!(matches!(create(&path, range(0, 1), true), Err(Error::Name(_))), "{name}");
        assert!(matches!(resume(&path, range(0, 1), &mut |_| {}), Err(Error::Name(_))), "{name}");
    }
    assert_eq!(files(&folder), BTreeSet::new());
}

#[test]
fn file_is_locked_while_it_is_written() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let range = range(0, 3);
    let ledger = create(&path, range, false).unwrap();
    assert!(matches!(resume(&path, range, &mut |_| {}), Err(Error::Locked(_))));
    assert!(matches!(create(&path, range, true), Err(Error::Locked(_))));
    drop(ledger);
    resume(&path, range, &mut |_| {}).unwrap();
}

#[test]
fn temporary_files_of_killed_processes_are_removed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.csv");
    let range = range(0, 1);
    for name in ["deals.csv.part", "deals.meta.json"] {
        let (file, _) = new_beside(&folder.path().join(name)).unwrap();
        file.keep().unwrap();
    }
    let (other, _) = new_beside(&folder.path().join("other.csv.part")).unwrap();
    assert_eq!(files(&folder).len(), 3);
    let mut ledger = resume(&path, range, &mut |_| {}).unwrap();
    ledger.put(0, &line(range, 0)).unwrap();
    ledger.close().unwrap();
    assert_eq!(files(&folder).len(), 3, "the lines, the sidecar, and the temporary file of another ledger");
    assert!(other.path().exists());
}

#[test]
fn only_regular_files_can_be_written() {
    let folder = TempDir::new().unwrap();
    for path in [folder.path(), Path::new("/dev/null")] {
        let Err(error) = create(path, range(0, 1), true) else { panic!("{}", path.display()) };
        assert!(matches!(error, Error::Io { .. }), "{error}");
    }
    let missing = folder.path().join("no/such/folder/deals.csv");
    assert!(matches!(create(&missing, range(0, 1), false), Err(Error::Io { .. })));
}

/// Lines that are taken out are made anew, from a file cut off anywhere, with lines in the journal, in any case of a crash.
#[test]
fn lines_that_are_taken_out_are_missing_and_no_others_are_lost() {
    let range = range(3, 12);
    for (taken, rows, cut) in [
        (&[0, 5][..], &[0, 1, 2, 3, 4, 5, 7, 9][..], 0),
        (&[4], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 0),
        (&[7, 9], &[0, 1, 2, 7, 8, 9], 0),
        (&[], &[0, 1, 5], 0),
        (&[11], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 1),
    ] {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("deals.csv");
        let mut ledger = create(&path, range, false).unwrap();
        for &place in rows {
            ledger.put(place, &line(range, place)).unwrap();
        }
        ledger.close().unwrap();
        let before = (fs::read(&path).unwrap(), fs::read(journal_path(&path)).ok());
        let mut ledger = resume(&path, range, &mut |_| {}).unwrap();
        ledger.take_out(taken, b"wider\n").unwrap();
        let kept: Vec<u64> = rows.iter().copied().filter(|place| !taken.contains(place)).collect();
        let found: Vec<u64> = (0..ledger.front()).chain(ledger.waiting()).collect();
        assert_eq!(found, kept, "{taken:?}");
        drop(ledger);
        assert_eq!(fs::read(sidecar_path(&path)).unwrap(), b"wider\n");
        let after = (fs::read(&path).unwrap(), fs::read(journal_path(&path)).ok());
        // A crash before the old file was cut off, and before the journal was written anew.
        let (mut appended, longer) =
            (before.1.clone().unwrap_or_default(), after.1.clone().unwrap_or_default());
        appended.extend(longer);
        let all: BTreeSet<u64> = rows.iter().map(|&place| range.index(place)).collect();
        for file in [&before.0, &after.0] {
            fs::write(&path, file).unwrap();
            fs::write(journal_path(&path), &appended).unwrap();
            let mut seen = BTreeSet::new();
            let ledger = resume(&path, range, &mut |index| assert!(seen.insert(index))).unwrap();
            let lost = all.difference(&seen).count();
            assert!(lost <= taken.len() && seen.is_subset(&all), "{taken:?} {seen:?}");
            drop(ledger);
        }
        fs::write(&path, &after.0[..after.0.len() - cut * 20]).unwrap();
        fs::write(journal_path(&path), after.1.unwrap_or_default()).unwrap();
        let mut ledger = resume(&path, range, &mut |_| {}).unwrap();
        while !ledger.is_complete() {
            let front = ledger.front();
            ledger.put(front, &line(range, front)).unwrap();
        }
        ledger.close().unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole(range));
        assert_eq!(files(&folder).len(), 2);
    }
}
