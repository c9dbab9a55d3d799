//! CSV: lines as this program writes them, whose fields are quoted where they have to be and hold no line ends, and files of any
//! program: a header, then records of as many fields, with the numbers of their lines.

use std::borrow::Cow;
use std::io::{self, BufReader, Read};
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
    records: CsvRecords<R>,
    header: Vec<String>,
    /// Number of the line of the header.
    line: u64,
    path: PathBuf,
    is_torn: bool,
}

impl<R: Read> CsvReader<R> {
    /// Reads the header, without a byte order mark before it; it is empty if the source is.
    ///
    /// # Errors
    /// If the header cannot be read, or is no text.
    pub fn new(source: R, path: &Path) -> Result<Self, Error> {
        let mut records = CsvRecords::new(source);
        let (mut header, mut line) = (Vec::new(), 1);
        if let Some(record) = records.next_record().map_err(Error::io("read", path))? {
            line = record.line;
            let text = record.text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(record.text);
            if let Some(error) = of_other_format(path, text) {
                return Err(error);
            }
            check_quotes(path, record.end)?;
            header = fields(text).map_err(|message| bad_record(path, line, &message))?;
        }
        Ok(Self { records, header, line, path: path.into(), is_torn: false })
    }

    /// Names of the columns.
    pub fn header(&self) -> &[String] {
        &self.header
    }

    /// The error of the header; `message` follows the name of its line.
    pub fn bad_header(&self, message: &str, help: &str) -> Error {
        refused(&self.path, self.line, message, help)
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
        let Self { records, header, path, is_torn, .. } = self;
        let next = records.next_record().map_err(Error::io("read", path))?;
        let Some(CsvRecord { line, text, end }) = next else { return Ok(None) };
        if end == RecordEnd::Source {
            *is_torn = true;
            return Ok(None);
        }
        check_quotes(path, end)?;
        let record = fields(text).and_then(|fields| {
            if fields.len() != header.len() {
                return Err(format!("has {}, not {}", counted(fields.len() as u64, "field"), header.len()));
            }
            read(fields)
        });
        record.map(Some).map_err(|message| bad_record(path, line, &message))
    }
}

/// The fields of a record.
fn fields(text: &[u8]) -> Result<Vec<String>, String> {
    let text = str::from_utf8(text).map_err(|_| NOT_UTF8)?;
    Ok(csv_fields(text).into_iter().map(Into::into).collect())
}

/// An error of a record; `message` follows the name of its line.
fn bad_record(path: &Path, line: u64, message: &str) -> Error {
    let help = if message == NOT_UTF8 { "save it as UTF-8 text" } else { "correct the line, or take it out" };
    refused(path, line, message, help)
}

fn refused(path: &Path, line: u64, message: &str, help: &str) -> Error {
    Error::refused(format!("line {line} of `{}` {message}", path.display()), help)
}

/// Checks that a record has closed its quotes.
fn check_quotes(path: &Path, end: RecordEnd) -> Result<(), Error> {
    let RecordEnd::OpenQuote(line) = end else { return Ok(()) };
    Err(bad_record(path, line, "opens a quote that is not closed"))
}

/// Bytes of a record above which a quote that is still open is a stray one.
const LONGEST: usize = 1 << 20;

/// Text of a record.
#[derive(Debug, PartialEq, Eq)]
struct CsvRecord<'a> {
    /// Number of its first line, from 1.
    line: u64,
    /// The text, without its line end.
    text: &'a [u8],
    end: RecordEnd,
}

/// End of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecordEnd {
    /// A line end.
    Line,
    /// The end of the source: its last line has no end, and may be torn.
    Source,
    /// None: the quote that is opened on the line with this number is not closed. No record can be read after it.
    OpenQuote(u64),
}

/// Splitter of a CSV into the texts of its records.
///
/// Lines end with `\n`, `\r\n` or `\r`. A line end between quotes belongs to its record. Blank lines count and are passed
/// over. Readers of the library `csv` count them in another way.
struct CsvRecords<R> {
    bytes: io::Bytes<BufReader<R>>,
    /// Text of the record last read, without its line end.
    text: Vec<u8>,
    /// Number of line ends read.
    lines: u64,
    /// Whether the byte last read was `\r`, so that a `\n` next belongs to it.
    after_return: bool,
}

impl<R: Read> CsvRecords<R> {
    /// A splitter of a source that has not been read from.
    fn new(source: R) -> Self {
        let bytes = BufReader::with_capacity(1 << 16, source).bytes();
        Self { bytes, text: Vec::new(), lines: 0, after_return: false }
    }

    /// The next record; `None` after the last.
    ///
    /// # Errors
    /// If the source cannot be read.
    fn next_record(&mut self) -> io::Result<Option<CsvRecord<'_>>> {
        self.text.clear();
        let mut line = self.lines + 1;
        // The line whose quote is open. A doubled quote within quotes changes nothing.
        let mut quote = None;
        let end = loop {
            let Some(byte) = self.bytes.next().transpose()? else {
                if self.text.iter().all(u8::is_ascii_whitespace) {
                    return Ok(None);
                }
                // A quote that is open on the only line of a torn record may have been closed on the same line.
                break quote
                    .filter(|_| self.lines + 1 > line)
                    .map_or(RecordEnd::Source, RecordEnd::OpenQuote);
            };
            if std::mem::replace(&mut self.after_return, byte == b'\r') && byte == b'\n' {
                continue;
            }
            match byte {
                b'\n' | b'\r' => {
                    self.lines += 1;
                    match quote {
                        Some(opened) if self.text.len() > LONGEST => break RecordEnd::OpenQuote(opened),
                        Some(_) => self.text.push(b'\n'),
                        None if self.text.iter().all(u8::is_ascii_whitespace) => {
                            self.text.clear();
                            line = self.lines + 1;
                        }
                        None => break RecordEnd::Line,
                    }
                }
                _ => {
                    if byte == b'"' {
                        quote = quote.xor(Some(self.lines + 1));
                    }
                    self.text.push(byte);
                }
            }
        };
        Ok(Some(CsvRecord { line, text: &self.text, end }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn records(text: &[u8]) -> Vec<(u64, String)> {
        let mut records = CsvRecords::new(text);
        let mut all = Vec::new();
        while let Some(CsvRecord { line, text, .. }) = records.next_record().unwrap() {
            all.push((line, String::from_utf8(text.to_vec()).unwrap()));
        }
        all
    }

    /// End of the last record.
    fn end(text: &[u8]) -> RecordEnd {
        let mut records = CsvRecords::new(text);
        let mut end = None;
        while let Some(record) = records.next_record().unwrap() {
            end = Some(record.end);
        }
        end.unwrap()
    }

    #[test]
    fn lines_are_counted_with_any_line_end() {
        let expected = vec![(1, "a,b".into()), (4, "c".into()), (5, "d".into())];
        assert_eq!(records(b"a,b\n\n\nc\nd\n"), expected);
        assert_eq!(records(b"a,b\r\n\r\n\r\nc\r\nd"), expected);
        assert_eq!(records(b"a,b\r\r\rc\rd\r"), expected);
        assert_eq!(records(b"\n \n"), []);
        assert_eq!(records(b""), []);
    }

    #[test]
    fn line_ends_between_quotes_belong_to_the_record() {
        assert_eq!(
            records(b"1,\"x\r\ny\"\"\n\",2\r\n\r\n3"),
            [(1, "1,\"x\ny\"\"\n\",2".into()), (5, "3".into())]
        );
        assert_eq!(records(b"1\n\"2"), [(1, "1".into()), (2, "\"2".into())]);
    }

    #[test]
    fn a_last_line_without_an_end_is_reported() {
        for whole in ["1\n2\n", "1\r2\r", "1\n2\n\n ", "1\n\"2\n\"\n"] {
            assert_eq!(end(whole.as_bytes()), RecordEnd::Line, "{whole:?}");
        }
        for torn in ["1\n2", "1\n\"2", "1\n\"2\n3\",4"] {
            assert_eq!(end(torn.as_bytes()), RecordEnd::Source, "{torn:?}");
        }
        for open in ["1\n2,\"\n3\n4\n", "1\n2,\"\n3", "1\n2,\"\n"] {
            assert_eq!(end(open.as_bytes()), RecordEnd::OpenQuote(2), "{open:?}");
        }
    }

    #[test]
    fn a_stray_quote_ends_the_reading_soon() {
        let text = "1\n2\"\n".to_owned() + &"3\n".repeat(LONGEST);
        let mut records = CsvRecords::new(text.as_bytes());
        assert_eq!(records.next_record().unwrap().unwrap().end, RecordEnd::Line);
        let record = records.next_record().unwrap().unwrap();
        assert_eq!((record.line, record.end, record.text.len()), (2, RecordEnd::OpenQuote(2), LONGEST + 2));
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
        fn each_line_has_its_number(lines in prop::collection::vec("[a-c,]{0,3}", 0..20), end in 0..3_usize) {
            let end = ["\n", "\r\n", "\r"][end];
            let text = lines.iter().map(|line| format!("{line}{end}")).collect::<Vec<_>>().concat();
            let numbered = (1..).zip(lines.iter().cloned()).filter(|(_, line)| !line.is_empty());
            prop_assert_eq!(records(text.as_bytes()), numbered.collect::<Vec<_>>());
        }
    }
}
