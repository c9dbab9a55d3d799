//! Compressed files: written as gzip, which every language reads; read as gzip or plain text, by their first bytes.

use std::io::{self, BufRead, BufReader, Read, Write};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

/// The first bytes of a gzip member (RFC 1952).
const GZIP_MAGIC: [u8; 2] = [0x1F, 0x8B];

/// Whether data that begin like this are compressed.
pub fn is_compressed(start: &[u8]) -> bool {
    start.starts_with(&GZIP_MAGIC)
}

/// A writer whose output is gzip. It has to be ended by `finish`. Equal data give equal bytes.
pub fn compressed<W: Write>(out: W) -> GzEncoder<W> {
    GzEncoder::new(out, Compression::default())
}

/// A reader of what some data hold, compressed or not.
///
/// # Errors
/// If the first bytes cannot be read.
pub fn decompressed<'a>(mut data: impl Read + 'a) -> io::Result<Box<dyn BufRead + 'a>> {
    // A reader may give fewer bytes than there are, so two are asked for.
    let mut start = Vec::with_capacity(2);
    data.by_ref().take(2).read_to_end(&mut start)?;
    let is_gzip = is_compressed(&start);
    let whole = BufReader::new(io::Cursor::new(start).chain(data));
    Ok(if is_gzip { Box::new(BufReader::new(Members(Some(GzDecoder::new(whole))))) } else { Box::new(whole) })
}

/// Members of a gzip file, one after the other; none at its end. Zeros after a member, to which tapes and blocks are filled up, are
/// passed over, as `gzip` does.
struct Members<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let rest = member.get_mut();
            while rest.fill_buf()?.first() == Some(&0) {
                rest.consume(1);
            }
            let is_end = rest.fill_buf()?.is_empty();
            self.0 = self.0.take().filter(|_| !is_end).map(|member| GzDecoder::new(member.into_inner()));
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What some data hold, or the error.
    fn read(data: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        decompressed(data)?.read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn gzip_and_text_are_read_and_damaged_data_are_not() {
        let text: Vec<u8> = (0_u32..50_000).flat_map(|i| (i * i).to_string().into_bytes()).collect();
        let mut gzip = compressed(Vec::new());
        gzip.write_all(&text).expect("memory");
        let gzip = gzip.finish().expect("memory");
        let twice = [&text[..], &text].concat();
        let cases = [
            (text.clone(), &text),
            (Vec::new(), &Vec::new()),
            (gzip.clone(), &text),
            ([&gzip[..], &gzip].concat(), &twice),
            ([&gzip[..], &[0; 1000]].concat(), &text),
        ];
        for (i, (data, expected)) in cases.iter().enumerate() {
            assert!(read(data).expect("whole data") == **expected, "case {i}");
        }
        for end in [5, gzip.len() / 2, gzip.len() - 1] {
            read(&gzip[..end]).expect_err("a part only");
        }
        read(&[&gzip[..], &[0, 0], b"rest"].concat()).expect_err("something else after zeros");
        let mut damaged = gzip.clone();
        damaged[gzip.len() / 2] ^= 0x10;
        read(&damaged).expect_err("a checksum tells");
    }
}
