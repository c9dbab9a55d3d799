//! Records of any CSV as text, each with the number of the line on which it begins.

use std::io::{self, BufRead, BufReader, Read};

/// Bytes of a record above which a quote that is still open is a stray one.
const LONGEST: usize = 1 << 20;

/// Text of a record.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CsvRecord<'a> {
    /// Number of its first line, from 1.
    pub(super) line: u64,
    /// The text, without its line end.
    pub(super) text: &'a [u8],
    pub(super) end: RecordEnd,
}

/// End of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordEnd {
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
/// over. The CSV reader itself counts them in another way.
pub(super) struct CsvRecords<R> {
    reader: BufReader<R>,
    /// Text of the record last read, without its line end.
    text: Vec<u8>,
    /// Number of lines read.
    lines: u64,
    /// Whether the line last read ended with `\r`, so that a `\n` next belongs to it.
    after_return: bool,
}

impl<R: Read> CsvRecords<R> {
    /// A splitter of a source that has not been read from.
    pub(super) fn new(source: R) -> Self {
        let reader = BufReader::with_capacity(1 << 16, source);
        Self { reader, text: Vec::new(), lines: 0, after_return: false }
    }

    /// The next record; `None` after the last.
    ///
    /// # Errors
    /// If the source cannot be read.
    pub(super) fn next_record(&mut self) -> io::Result<Option<CsvRecord<'_>>> {
        loop {
            self.text.clear();
            let line = self.lines + 1;
            let mut has_end = self.append_line()?;
            let mut end = if has_end { RecordEnd::Line } else { RecordEnd::Source };
            let mut quote = self.open_quote(None, 0);
            while let Some(opened) = quote.filter(|_| has_end) {
                if self.text.len() > LONGEST {
                    end = RecordEnd::OpenQuote(opened);
                    break;
                }
                self.text.push(b'\n');
                let start = self.text.len();
                has_end = self.append_line()?;
                quote = self.open_quote(quote, start);
                end = match quote {
                    _ if has_end => RecordEnd::Line,
                    Some(opened) => RecordEnd::OpenQuote(opened),
                    None => RecordEnd::Source,
                };
            }
            if !self.text.iter().all(u8::is_ascii_whitespace) {
                return Ok(Some(CsvRecord { line, text: &self.text, end }));
            }
            if !has_end {
                return Ok(None);
            }
        }
    }

    /// The line whose quote is open after the line that starts at byte `start` of the text, given the one before it.
    ///
    /// An odd number of quotes opens or closes; a doubled quote within quotes changes nothing.
    fn open_quote(&self, before: Option<u64>, start: usize) -> Option<u64> {
        let is_odd = self.text[start..].iter().fold(false, |is_odd, &byte| is_odd ^ (byte == b'"'));
        if is_odd { before.xor(Some(self.lines)) } else { before }
    }

    /// Appends the next line without its end; returns whether it had one.
    fn append_line(&mut self) -> io::Result<bool> {
        let mut is_empty = true;
        loop {
            let bytes = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            let Some(&byte) = bytes.first() else {
                self.lines += u64::from(!is_empty);
                return Ok(false);
            };
            if std::mem::take(&mut self.after_return) && byte == b'\n' {
                self.reader.consume(1);
                continue;
            }
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            self.text.extend_from_slice(&bytes[..end.unwrap_or(bytes.len())]);
            if let Some(at) = end {
                self.after_return = bytes[at] == b'\r';
                self.reader.consume(at + 1);
                self.lines += 1;
                return Ok(true);
            }
            let count = bytes.len();
            self.reader.consume(count);
            is_empty = false;
        }
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
    fn a_last_line_without_an_end_is_told() {
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
        fn each_line_has_its_number(lines in prop::collection::vec("[a-c,]{0,3}", 0..20), end in 0..3_usize) {
            let end = ["\n", "\r\n", "\r"][end];
            let text = lines.iter().map(|line| format!("{line}{end}")).collect::<Vec<_>>().concat();
            let numbered = (1..).zip(lines.iter().cloned()).filter(|(_, line)| !line.is_empty());
            prop_assert_eq!(records(text.as_bytes()), numbered.collect::<Vec<_>>());
        }
    }
}
