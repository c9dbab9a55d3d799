//! CSV: lines as this program writes them, whose fields are quoted where they have to be and hold no line ends, and files of any
//! program: a header, then records of as many fields, with the numbers of their lines.

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::error::Error;
use crate::kit::numbers::counted;

/// A line with these fields, with its line end.
pub fn csv_line<T: AsRef<str>>(fields: impl IntoIterator<Item = T>) -> String {
    let mut line = String::new();
    for field in fields {
        let field = field.as_ref();
        if field.contains([',', '"', '\n', '\r']) {
            line.push('"');
            line.push_str(&field.replace('"', "\"\""));
            line.push_str("\",");
        } else {
            line.push_str(field);
            line.push(',');
        }
    }
    line.pop();
    line.push('\n');
    line
}

/// The fields of a line, given without its end. A line with odd quotes has fields that [`csv_line`] writes in another way.
pub fn csv_fields(line: &str) -> Vec<Cow<'_, str>> {
    let mut quoted = false;
    let fields = line.split(|letter| {
        quoted ^= letter == '"';
        letter == ',' && !quoted
    });
    let unquoted = |field: &str| Some(field.strip_prefix('"')?.strip_suffix('"')?.replace("\"\"", "\""));
    fields.map(|field| unquoted(field).map_or(Cow::Borrowed(field), Cow::Owned)).collect()
}

/// Fault of a record that is not of this encoding.
const NOT_UTF8: &str = "is not UTF-8 text";

/// What files that are no CSV begin with, and what they are.
const OTHER_FORMATS: [(&[u8], &str); 4] = [
    (b"PAR1", "Parquet"),
    (b"{\"index\":", "JSON lines"),
    (b"\x1f\x8b", "compressed"),
    (b"\x28\xb5\x2f\xfd", "compressed"),
];

/// The error of a file that begins like one of another format; `None` if it does not.
pub(super) fn of_other_format(path: &Path, begin: &[u8]) -> Option<Error> {
    let (_, name) = OTHER_FORMATS.iter().find(|(magic, _)| begin.starts_with(magic))?;
    let message = format!("`{}` is {name}, and rows are read from CSV", path.display());
    Some(Error::refused(message, "give the file of the same rows whose name ends in .csv"))
}

/// Reader of a CSV with a header. Messages name the file by its path.
pub struct CsvReader<R> {
    records: csv::Reader<Newlines<R>>,
    header: Vec<String>,
    path: PathBuf,
    is_torn: bool,
}

impl<R: Read> CsvReader<R> {
    /// Reads the header, without a byte order mark before it; it is empty if the source is.
    ///
    /// # Errors
    /// If the header cannot be read, or is no text.
    pub fn new(source: R, path: &Path) -> Result<Self, Error> {
        let source = Newlines { source, after_return: false, bytes: 0, last: b'\n' };
        let records = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(source);
        let mut reader = Self { records, header: Vec::new(), path: path.into(), is_torn: false };
        if let Some(record) = reader.next_fields()? {
            if let Some(error) = of_other_format(path, record.as_slice()) {
                return Err(error);
            }
            reader.header = texts(&record).map_err(|message| reader.bad_record(&message))?;
            // The parser knows a mark only if the source gives it in one piece.
            if let Some(first) = reader.header.first_mut() {
                *first = first.trim_start_matches('\u{feff}').into();
            }
        }
        Ok(reader)
    }

    /// Names of the columns.
    pub fn header(&self) -> &[String] {
        &self.header
    }

    /// The error of the header; `message` follows the name of its line.
    pub fn bad_header(&self, message: &str, help: &str) -> Error {
        refused(&self.path, self.line(), message, help)
    }

    /// Whether the last line, which has been passed over, has no end, as after a crash.
    pub const fn is_torn(&self) -> bool {
        self.is_torn
    }

    /// The next record, read by `read`, whose faults follow the name of the line. A last line without a line end is none: its
    /// numbers may be short by digits.
    ///
    /// # Errors
    /// If the record cannot be read, or `read` refuses it.
    pub fn next_record<T>(
        &mut self,
        read: impl FnOnce(Vec<String>) -> Result<T, String>,
    ) -> Result<Option<T>, Error> {
        let Some(record) = self.next_fields()? else { return Ok(None) };
        let (source, end) = (self.records.get_ref(), self.records.position().byte());
        if end == source.bytes && source.last != b'\n' {
            self.is_torn = true;
            return Ok(None);
        }
        if end == source.bytes && record.as_slice().ends_with(b"\n") {
            let line = record.position().map_or(1, csv::Position::line);
            return Err(refused(&self.path, line, "opens a quote that is not closed", CORRECT));
        }
        let fields = texts(&record).and_then(|fields| {
            if fields.len() != self.header.len() {
                return Err(format!(
                    "has {}, not {}",
                    counted(fields.len() as u64, "field"),
                    self.header.len()
                ));
            }
            read(fields)
        });
        fields.map(Some).map_err(|message| self.bad_record(&message))
    }

    /// The next record; `None` after the last.
    fn next_fields(&mut self) -> Result<Option<csv::ByteRecord>, Error> {
        let mut record = csv::ByteRecord::new();
        let read = self.records.read_byte_record(&mut record);
        let is_there = read.map_err(|error| Error::io("read", &self.path)(error.into()))?;
        Ok(is_there.then_some(record))
    }

    /// An error of the record last read; `message` follows the name of its line.
    fn bad_record(&self, message: &str) -> Error {
        refused(
            &self.path,
            self.line(),
            message,
            if message == NOT_UTF8 { "save it as UTF-8 text" } else { CORRECT },
        )
    }

    /// Number of the line of the record last read, behind whose end the reader stands.
    fn line(&self) -> u64 {
        self.records.position().line().saturating_sub(1).max(1)
    }
}

/// Advice where a record is wrong.
const CORRECT: &str = "correct the line, or take it out";

fn refused(path: &Path, line: u64, message: &str, help: &str) -> Error {
    Error::refused(format!("line {line} of `{}` {message}", path.display()), help)
}

fn texts(record: &csv::ByteRecord) -> Result<Vec<String>, String> {
    let text = |field: &[u8]| str::from_utf8(field).map(Into::into).map_err(|_| NOT_UTF8.to_owned());
    record.iter().map(text).collect()
}

/// A source whose lines, which may end with `\n`, `\r\n` or `\r`, all end with `\n`: the library `csv` counts these alone.
struct Newlines<R> {
    source: R,
    /// Whether the byte last read was `\r`, so that a `\n` next belongs to it.
    after_return: bool,
    /// Number of bytes given, and the last of them.
    bytes: u64,
    last: u8,
}

impl<R: Read> Read for Newlines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.source.read(buffer)?;
            let mut kept = 0;
            for at in 0..read {
                let byte = buffer[at];
                if std::mem::replace(&mut self.after_return, byte == b'\r') && byte == b'\n' {
                    continue;
                }
                buffer[kept] = if byte == b'\r' { b'\n' } else { byte };
                kept += 1;
            }
            if kept > 0 || read == 0 {
                self.bytes += kept as u64;
                self.last = buffer[..kept].last().copied().unwrap_or(self.last);
                return Ok(kept);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The fields of all records, or an error, and whether the last one is torn.
    fn records(text: &[u8]) -> (Result<Vec<Vec<String>>, String>, bool) {
        let mut reader = CsvReader::new(text, Path::new("x")).unwrap();
        let mut all = vec![reader.header().to_vec()];
        loop {
            match reader.next_record(Ok) {
                Ok(Some(record)) => all.push(record),
                Ok(None) => return (Ok(all), reader.is_torn()),
                Err(error) => return (Err(error.to_string()), false),
            }
        }
    }

    #[test]
    fn records_have_any_line_end_and_a_torn_one_is_none() {
        for (text, is_torn) in [
            ("a,b\n\n\n1,\"x\"\"y\"\n", false),
            ("a,b\r\n\r\n1,\"x\"\"y\"\r\n", false),
            ("a,b\r1,\"x\"\"y\"\r", false),
            ("\u{feff}a,b\n1,\"x\"\"y\"\n2,", true),
        ] {
            let whole = vec![vec!["a".to_owned(), "b".into()], vec!["1".into(), "x\"y".into()]];
            assert_eq!(records(text.as_bytes()), (Ok(whole), is_torn), "{text:?}");
        }
        // A source may give its bytes in pieces.
        let text = "\u{feff}a,b\n".as_bytes();
        let reader = CsvReader::new(text[..2].chain(&text[2..]), Path::new("x")).expect("a header");
        assert_eq!(reader.header(), ["a", "b"]);
        assert_eq!(records(b""), (Ok(vec![vec![]]), false));
        let open = records(b"a,b\n1,\"2\n");
        assert_eq!(open.0, Err("line 2 of `x` opens a quote that is not closed".into()));
    }

    proptest! {
        #[test]
        fn lines_are_those_of_the_usual_writer(fields in prop::collection::vec("[a\", ]{0,5}", 2..6)) {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(&fields).unwrap();
            let line = csv_line(&fields);
            prop_assert_eq!(line.as_bytes(), writer.into_inner().unwrap());
            prop_assert_eq!(csv_fields(line.trim_end_matches('\n')), fields);
        }

        #[test]
        fn faults_name_their_lines(blank in 0..4_usize, whole in 0..4_usize, end in 0..3_usize) {
            let end = ["\n", "\r\n", "\r"][end];
            let text = format!("{}a{end}{}1,2{end}3{end}", end.repeat(blank), format!("1{end}").repeat(whole));
            let message = format!("line {} of `x` has 2 fields, not 1", blank + whole + 2);
            prop_assert_eq!(records(text.as_bytes()).0, Err(message));
        }
    }
}
