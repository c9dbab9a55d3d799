//! Lines of a file as bytes, with their numbers and places.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read, Seek as _, SeekFrom};
use std::ops::Range;
use std::path::Path;

use super::csv::of_other_format;
use super::error::Error;

/// Reader of the lines of a file, or of a part of it.
pub struct Lines<'a> {
    reader: BufReader<io::Take<&'a File>>,
    path: &'a Path,
    /// The line last read, with its line end.
    line: Vec<u8>,
    /// Number of the line last read, from 1; 0 before the first.
    number: u64,
    /// Bytes read so far.
    end: u64,
}

impl<'a> Lines<'a> {
    /// Lines in a range of bytes of a file.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn new(mut file: &'a File, path: &'a Path, bytes: Range<u64>) -> Result<Self, Error> {
        file.seek(SeekFrom::Start(bytes.start)).map_err(Error::io("read", path))?;
        let reader = BufReader::with_capacity(1 << 16, file.take(bytes.end - bytes.start));
        Ok(Self { reader, path, line: Vec::new(), number: 0, end: 0 })
    }

    /// Lines after the header, among the first `len` bytes of a file; no lines if `len` is 0.
    ///
    /// # Errors
    /// If the first line is not the header, or the system refuses.
    pub fn after_header(file: &'a File, path: &'a Path, len: u64, header: &[u8]) -> Result<Self, Error> {
        let mut lines = Self::new(file, path, 0..len)?;
        let fault = match lines.next_line()? {
            Some(first) if first != header => {
                if let Some(error) = of_other_format(path, first) {
                    return Err(error);
                }
                if first.strip_suffix(b"\r\n").is_some_and(|text| Some(text) == header.strip_suffix(b"\n")) {
                    "ends with a carriage return, which this program does not write"
                } else {
                    "does not name the columns of this batch"
                }
            }
            _ => return Ok(lines),
        };
        Err(lines.bad(fault))
    }

    /// The next line with its line end; `None` after the last.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, Error> {
        self.line.clear();
        self.number += 1;
        let read = self.reader.read_until(b'\n', &mut self.line);
        let count = read.map_err(Error::io("read", self.path))?;
        self.end += count as u64;
        Ok((count > 0).then_some(&self.line))
    }

    /// Skips `count` lines, or all that are left; returns how many were skipped.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn skip(&mut self, count: u64) -> Result<u64, Error> {
        for skipped in 0..count {
            if self.next_line()?.is_none() {
                return Ok(skipped);
            }
        }
        Ok(count)
    }

    /// Byte range of the line last read, counted from the start of the range that is read.
    pub fn span(&self) -> Range<u64> {
        self.end - self.line.len() as u64..self.end
    }

    /// An error of the line last read; `message` follows its name.
    pub fn bad(&self, message: &str) -> Error {
        Error::BadLine { path: self.path.into(), line: self.number, message: message.into() }
    }
}

/// Bytes of a file up to and with the last line end, trailing blank lines left out. Moves the read position.
///
/// # Errors
/// If the system refuses.
pub fn whole_lines(mut file: &File) -> io::Result<u64> {
    let mut end = file.seek(SeekFrom::End(0))?;
    let mut piece = [0; 1 << 12];
    while end > 0 {
        let start = end.saturating_sub(piece.len() as u64);
        let piece = &mut piece[..(end - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(piece)?;
        if let Some(at) = piece.iter().rposition(|&b| b == b'\n') {
            return without_blank_lines(file, start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

/// Bytes up to the end of the last line that is not blank, given the end of a line.
fn without_blank_lines(mut file: &File, mut end: u64) -> io::Result<u64> {
    let mut before = [0];
    while end > 1 {
        file.seek(SeekFrom::Start(end - 2))?;
        file.read_exact(&mut before)?;
        if before != *b"\n" {
            return Ok(end);
        }
        end -= 1;
    }
    Ok(0)
}
