//! Series of numbers, whose rows are made in any order, torn at any byte, and resumed.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde::Deserialize;
use tempfile::TempDir;

use super::super::files::new_beside;
use super::super::indices::IndexRange;
use super::super::log::locked;
use super::super::sidecar::Part;
use super::*;

/// What decides the rows: the limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Identity {
    limits: Limits,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Limits {
    most: u64,
}

/// Rows of indices, each with the index again or the limit if that is smaller, which may be undecided, and a text of some
/// hundred bytes.
struct Numbers {
    sidecar: Sidecar<Identity>,
}

fn numbers(first: u64, count: u64, most: u64) -> Numbers {
    let part = Part::new(IndexRange::new(first, count).unwrap(), None, None);
    Numbers { sidecar: Sidecar::new(Identity { limits: Limits { most } }, part) }
}

impl Series for Numbers {
    type Row = (u64, u64);
    type Identity = Identity;

    const KIND: &'static str = "batch";

    fn sidecar(&self) -> &Sidecar<Identity> {
        &self.sidecar
    }

    fn header(&self) -> String {
        "index,number,text\n".into()
    }

    fn line(&self, &(index, number): &(u64, u64)) -> String {
        format!("{index},{number},{}\n", "x".repeat(100 + index as usize % 7))
    }

    fn parse(&self, line: &str) -> Result<(u64, (u64, u64)), String> {
        let mut fields = line.split(',').map(|field| field.parse().map_err(|_| "has no number".to_owned()));
        let (index, number) = (fields.next().unwrap()?, fields.next().ok_or("has no comma")??);
        Ok((index, (index, number)))
    }

    fn check(&self, &(index, number): &(u64, u64)) -> Result<(), String> {
        if number <= index.min(self.sidecar.identity.limits.most) { Ok(()) } else { Err("is wrong".into()) }
    }

    fn covers(&self, smaller: &Identity) -> bool {
        self.sidecar.identity.limits.most >= smaller.limits.most
    }

    fn keeps(&self, row: &(u64, u64), smaller: &Identity) -> bool {
        row.1 < smaller.limits.most
    }
}

impl Numbers {
    fn row(&self, place: u64) -> (u64, u64) {
        let index = self.sidecar.part.first + place;
        (index, index.min(self.sidecar.identity.limits.most))
    }

    /// The lines of some places.
    fn lines(&self, places: impl IntoIterator<Item = u64>) -> String {
        places.into_iter().map(|place| self.line(&self.row(place))).collect()
    }

    /// The complete file.
    fn whole(&self) -> String {
        self.header() + &self.lines(0..self.sidecar.part.rows)
    }

    /// Resumes the file; returns it with the places that it gives.
    fn resume(&self, path: &Path) -> Result<(RowFile<'_, Self>, BTreeSet<u64>), Error> {
        let mut seen = BTreeSet::new();
        let first = self.sidecar.part.first;
        let file = RowFile::resume(self, path, &mut |row| assert!(seen.insert(row.0 - first)))?;
        assert_eq!(file.missing().collect::<BTreeSet<u64>>(), &(0..file.rows()).collect() - &seen);
        Ok((file, seen))
    }

    /// Resumes the file, adds these rows, and closes it.
    fn add(&self, path: &Path, places: impl IntoIterator<Item = u64>) {
        let (mut file, _) = self.resume(path).unwrap();
        places.into_iter().for_each(|place| file.put(place, &self.row(place)).unwrap());
        file.close().unwrap();
    }
}

fn path(folder: &TempDir) -> PathBuf {
    folder.path().join("deals.csv")
}

fn files(folder: &TempDir) -> BTreeSet<String> {
    let names = fs::read_dir(folder.path()).unwrap();
    names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Asserts that the files are those of a run that nothing disturbed.
fn assert_done(series: &Numbers, folder: &TempDir) {
    assert_eq!(fs::read_to_string(path(folder)).unwrap(), series.whole());
    assert_eq!(files(folder), ["deals.csv", "deals.meta.json"].map(Into::into).into());
    let sidecar = Sidecar::<Identity>::read(&sidecar_path(&path(folder)), "batch").unwrap().unwrap();
    assert_eq!(sidecar.identity, series.sidecar.identity);
    assert_eq!(sidecar.progress.rows_sha256, digest_of(&path(folder)).ok());
}

/// Cuts up to `cut` bytes off the last line of a file, if it exists.
fn tear(path: &Path, cut: usize) {
    let Ok(bytes) = fs::read(path) else { return };
    let last = bytes
        .strip_suffix(b"\n")
        .map_or(0, |bytes| bytes.rsplit(|&b| b == b'\n').next().map_or(0, <[u8]>::len) + 1);
    fs::write(path, &bytes[..bytes.len() - cut % (last + 1)]).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn rows_in_any_order_with_any_interruptions_make_the_same_file(
        order in Just((0..24).collect::<Vec<u64>>()).prop_shuffle(),
        stops in prop::collection::vec((0..24_usize, any::<usize>(), any::<bool>()), 0..4),
    ) {
        let folder = TempDir::new().unwrap();
        let series = numbers(u64::MAX - 23, 24, u64::MAX);
        let (mut file, mut seen) = series.resume(&path(&folder)).unwrap();
        for (after, cut, is_closed) in stops {
            for &place in order.iter().filter(|place| !seen.contains(place)).take(after) {
                file.put(place, &series.row(place)).unwrap();
            }
            if is_closed { file.close().unwrap() } else { drop(file) }
            tear(&log_path(&path(&folder)), cut);
            (file, seen) = series.resume(&path(&folder)).unwrap();
        }
        for &place in order.iter().filter(|place| !seen.contains(place)) {
            file.put(place, &series.row(place)).unwrap();
        }
        file.close().unwrap();
        assert_done(&series, &folder);
    }

    #[test]
    fn a_stream_gets_the_bytes_of_the_file(order in Just((0..24).collect::<Vec<u64>>()).prop_shuffle()) {
        let series = numbers(0, 24, 9);
        let (mut reader, writer) = io::pipe().unwrap();
        let mut file = RowFile::stream(&series, Box::new(writer)).unwrap();
        for place in order {
            file.put(place, &series.row(place)).unwrap();
        }
        file.close().unwrap();
        let mut text = String::new();
        io::Read::read_to_string(&mut reader, &mut text).unwrap();
        prop_assert_eq!(text, series.whole());
    }
}

#[test]
fn closing_a_stream_writes_waiting_rows() {
    let series = numbers(0, 8, 9);
    let (mut reader, writer) = io::pipe().unwrap();
    let mut file = RowFile::stream(&series, Box::new(writer)).unwrap();
    for place in [0, 5, 3] {
        file.put(place, &series.row(place)).unwrap();
    }
    file.close().unwrap();
    let mut text = String::new();
    io::Read::read_to_string(&mut reader, &mut text).unwrap();
    assert_eq!(text, series.header() + &series.lines([0, 3, 5]));
}

/// Every state that a crash leaves behind while a file is finished or made anew is resumed, and no row is lost.
#[test]
fn a_crash_at_any_step_loses_no_row() {
    let (small, large) = (numbers(0, 6, 3), numbers(0, 6, 9));
    let before = TempDir::new().unwrap();
    small.add(&path(&before), 0..6);
    // Finishing, of a new file and of one that takes the place of another.
    for old in [None, Some(&before)] {
        let (log, sidecar) =
            (large.header() + &large.lines([4, 2, 0, 5, 3, 1]), large.sidecar.to_json().unwrap());
        for step in 0..5 {
            let folder = TempDir::new().unwrap();
            let at = path(&folder);
            let write = |path: PathBuf, text: &[u8]| fs::write(path, text).unwrap();
            if let Some(old) = old {
                write(at.clone(), &fs::read(path(old)).unwrap());
                write(sidecar_path(&at), &fs::read(sidecar_path(&path(old))).unwrap());
            }
            write(log_path(&at), log.as_bytes());
            if step < 4 {
                write(log_sidecar_path(&at), &sidecar);
            }
            if step > 0 {
                remove(&sidecar_path(&at)).unwrap();
            }
            if step > 1 {
                write(at.clone(), large.whole().as_bytes());
            }
            if step > 2 {
                let mut done = large.sidecar.clone();
                done.progress.rows_sha256 = digest_of(&at).ok();
                done.write(&sidecar_path(&at)).unwrap();
            }
            let (file, seen) = large.resume(&at).unwrap();
            assert_eq!(seen.len(), 6, "{step}");
            file.close().unwrap();
            assert_done(&large, &folder);
        }
    }
    // The new log is there, and its sidecar is still that of smaller limits, or there is none yet.
    let folder = TempDir::new().unwrap();
    let at = path(&folder);
    small.add(&at, 0..6);
    fs::write(log_path(&at), large.header() + &large.lines([2, 0])).unwrap();
    let (file, seen) = large.resume(&at).unwrap();
    assert_eq!(seen, [0, 1, 2].into());
    assert_eq!(fs::read_to_string(&at).unwrap(), small.whole(), "the complete file stays");
    drop(file);
    small.sidecar.write(&log_sidecar_path(&at)).unwrap();
    assert_eq!(large.resume(&at).unwrap().1, [0, 1, 2].into());
    large.add(&at, 3..6);
    assert_done(&large, &folder);
}

#[test]
fn rows_that_larger_limits_may_change_are_made_anew() {
    let (small, large) = (numbers(3, 6, 5), numbers(3, 6, 7));
    for places in [vec![], vec![4, 0, 3], (0..6).collect()] {
        let folder = TempDir::new().unwrap();
        small.add(&path(&folder), places.clone());
        let kept: BTreeSet<u64> = places.into_iter().filter(|&place| place < 2).collect();
        // Once more, as after a crash: now they are rows of the larger limits.
        for _ in 0..2 {
            assert_eq!(large.resume(&path(&folder)).unwrap().1, kept);
        }
        let missing: Vec<u64> = (0..6).filter(|place| !kept.contains(place)).collect();
        large.add(&path(&folder), missing);
        assert_done(&large, &folder);
        assert!(matches!(small.resume(&path(&folder)), Err(Error::Differs { .. })));
    }
}

/// Before, a file grew in order, and rows before their turn waited in a log without a header.
#[test]
fn files_of_the_version_before_are_resumed() {
    let series = numbers(5, 9, 99);
    for (rows, ahead) in [
        (String::new(), String::new()),
        (series.header(), series.lines([3])),
        (series.header() + &series.lines(0..4) + "9,9,x", series.lines([6, 2, 6, 8]) + "1"),
        (series.whole(), String::new()),
    ] {
        for wider in [false, true] {
            let folder = TempDir::new().unwrap();
            let at = path(&folder);
            let old = if wider { numbers(5, 9, 98) } else { numbers(5, 9, 99) };
            old.sidecar.write(&sidecar_path(&at)).unwrap();
            fs::write(&at, &rows).unwrap();
            fs::write(log_path(&at), &ahead).unwrap();
            let lock = locked(&at).unwrap();
            assert!(matches!(series.resume(&at), Err(Error::Locked(_))));
            drop(lock);
            let (file, seen) = series.resume(&at).unwrap();
            drop(file);
            assert_eq!(series.resume(&at).unwrap().1, seen);
            series.add(&at, (0..9).filter(|place| !seen.contains(place)));
            assert_done(&series, &folder);
        }
    }
}

#[test]
fn files_that_exist_are_not_overwritten() {
    let folder = TempDir::new().unwrap();
    let at = path(&folder);
    let series = numbers(0, 2, 9);
    let (log, sidecar, log_sidecar) = (log_path(&at), sidecar_path(&at), log_sidecar_path(&at));
    for file in [&at, &log, &sidecar, &log_sidecar] {
        fs::write(file, "mine\n").unwrap();
        assert!(matches!(RowFile::create(&series, &at, false), Err(Error::Exists(taken)) if taken == *file));
        let resumed = series.resume(&at);
        assert!(matches!(resumed, Err(Error::NoSidecar(_) | Error::BadSidecar { .. })));
        assert_eq!(fs::read(file).unwrap(), b"mine\n");
        assert_eq!(files(&folder).len(), 1, "no empty file is left behind");
        let mut forced = RowFile::create(&series, &at, true).unwrap();
        forced.put(1, &series.row(1)).unwrap();
        forced.close().unwrap();
        // What the file holds stays until it is replaced.
        assert_eq!(fs::read(&at).is_ok(), file == &at);
        series.add(&at, [0]);
        assert_done(&series, &folder);
        fs::remove_file(&at).unwrap();
        fs::remove_file(&sidecar).unwrap();
    }
}

#[test]
fn refused_lines_change_nothing() {
    let folder = TempDir::new().unwrap();
    let at = path(&folder);
    let series = numbers(5, 3, 99);
    let log = series.header() + &series.lines([2, 0]);
    series.sidecar.write(&log_sidecar_path(&at)).unwrap();
    let refused = |text: &str| {
        fs::write(log_path(&at), text).unwrap();
        let Err(error) = series.resume(&at) else { panic!("{text}") };
        assert_eq!(fs::read_to_string(log_path(&at)).unwrap(), text);
        error.to_string().replace(log_path(&at).to_str().unwrap(), "LOG")
    };
    assert_eq!(refused(&(log.clone() + "?\n")), "line 4 of `LOG` has no number");
    assert_eq!(refused(&(log.clone() + "\n")), "line 4 of `LOG` is not as this program writes it");
    assert_eq!(refused(&log.replace("7,7", "7,9")), "line 2 of `LOG` is wrong");
    assert_eq!(refused(&log.replace("5,5", "8,8")), "line 3 of `LOG` is not as this program writes it");
    let other = numbers(8, 1, 99).lines([0]);
    assert_eq!(refused(&(log.clone() + &other)), "line 4 of `LOG` has index 8, which does not belong here");
    fs::write(log_path(&at), log).unwrap();
    assert_eq!(series.resume(&at).unwrap().1, [0, 2].into());
    series.add(&at, [1]);
    fs::write(&at, series.whole().replace("6,6", "7,6")).unwrap();
    assert!(matches!(series.resume(&at), Err(Error::BadLine { line: 3, .. })));
    fs::write(&at, series.whole()).unwrap();
    assert_done(&series, &folder);
}

#[test]
fn names_that_could_share_a_sidecar_and_what_is_no_file_are_refused() {
    let folder = TempDir::new().unwrap();
    let series = numbers(0, 1, 9);
    for name in ["deals", "deals.CSV", "deals.tsv", "deals.csv.part", "deals.meta.json", ".csv"] {
        let path = folder.path().join(name);
        assert!(matches!(RowFile::create(&series, &path, true), Err(Error::Name(_))), "{name}");
        assert!(matches!(series.resume(&path), Err(Error::Name(_))), "{name}");
    }
    let missing = folder.path().join("no/such/folder/deals.csv");
    for path in [folder.path(), Path::new("/dev/null"), &missing] {
        let Err(error) = RowFile::create(&series, path, true) else { panic!("{}", path.display()) };
        assert!(matches!(error, Error::Io { .. }), "{error}");
    }
    assert_eq!(files(&folder), BTreeSet::new());
}

#[test]
fn rows_are_locked_while_they_are_written() {
    let folder = TempDir::new().unwrap();
    let at = path(&folder);
    let series = numbers(0, 3, 9);
    let file = RowFile::create(&series, &at, false).unwrap();
    assert!(matches!(series.resume(&at), Err(Error::Locked(_))));
    assert!(matches!(RowFile::create(&series, &at, true), Err(Error::Locked(_))));
    assert_eq!(fs::read_to_string(log_path(&at)).unwrap(), series.header(), "others may read");
    drop(file);
    let larger = numbers(0, 3, 10);
    let (file, _) = larger.resume(&at).unwrap();
    assert!(matches!(larger.resume(&at), Err(Error::Locked(_))), "the log that took the place of another");
    fs::rename(log_path(&at), folder.path().join("elsewhere")).unwrap();
    let mut file = file;
    file.put(0, &larger.row(0)).unwrap();
    assert!(matches!(file.sync(), Err(Error::Lost(_))));
}

#[test]
fn temporary_files_of_killed_processes_are_removed() {
    let folder = TempDir::new().unwrap();
    let series = numbers(0, 1, 9);
    for name in ["deals.csv", "deals.csv.part", "deals.meta.json", "deals.meta.json.part"] {
        let file = new_beside(&folder.path().join(name)).unwrap();
        file.keep().unwrap();
    }
    let other = new_beside(&folder.path().join("other.csv.part")).unwrap();
    assert_eq!(files(&folder).len(), 5);
    series.add(&path(&folder), [0]);
    assert_eq!(files(&folder).len(), 3, "the rows, the sidecar, and the temporary file of another series");
    assert!(other.path().exists());
}
