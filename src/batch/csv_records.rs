//! Records of any CSV as text, each with the number of the line on which it begins.

use std::io::{self, BufRead, BufReader, Read};

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

    /// The text of the next record, and the number of its first line, from 1; `None` after the last.
    ///
    /// # Errors
    /// If the source cannot be read.
    pub(super) fn next_record(&mut self) -> io::Result<Option<(u64, &[u8])>> {
        loop {
            self.text.clear();
            let first = self.lines + 1;
            let mut more = self.append_line()?;
            // An odd number of quotes leaves the record open; a doubled quote within quotes changes nothing.
            while more && self.text.split(|&byte| byte == b'"').count() % 2 == 0 {
                self.text.push(b'\n');
                more = self.append_line()?;
            }
            if !self.text.iter().all(u8::is_ascii_whitespace) {
                return Ok(Some((first, &self.text)));
            }
            if !more {
                return Ok(None);
            }
        }
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
        while let Some((line, text)) = records.next_record().unwrap() {
            all.push((line, String::from_utf8(text.to_vec()).unwrap()));
        }
        all
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
