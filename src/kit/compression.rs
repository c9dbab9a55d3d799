//! Compressed files: written as gzip, which every language reads; read as gzip, Zstandard or plain text, by their first bytes.

use std::io::{self, BufRead, BufReader, Read, Write};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, DEFAULT_MAX_WINDOW_SIZE, FrameDecoder};

/// The first bytes of a gzip member (RFC 1952).
const GZIP_MAGIC: [u8; 2] = [0x1F, 0x8B];
/// The first bytes of a frame of Zstandard (RFC 8878).
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// Whether data that begin like this are compressed.
pub fn is_compressed(start: &[u8]) -> bool {
    // The magic numbers of skippable frames of Zstandard differ in four bits.
    let is_skippable = matches!(start, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..]);
    start.starts_with(&GZIP_MAGIC) || start.starts_with(&ZSTD_MAGIC) || is_skippable
}

/// A writer whose output is gzip. It has to be ended by `finish`. Equal data give equal bytes.
pub fn compressed<W: Write>(out: W) -> GzEncoder<W> {
    GzEncoder::new(out, Compression::default())
}

/// A reader of what some data hold, compressed or not, and the memory that it takes, in bytes: `most` at most, but for some
/// kilobytes. Data that take more give an error of the kind `OutOfMemory`.
///
/// # Errors
/// If the first bytes cannot be read.
pub fn decompressed<'a>(data: impl Read + 'a, most: u64) -> io::Result<(Box<dyn BufRead + 'a>, u64)> {
    let mut data = BufReader::new(data);
    // A reader may give fewer bytes than there are, so four are asked for.
    let mut start = Vec::with_capacity(4);
    data.by_ref().take(4).read_to_end(&mut start)?;
    let is_gzip = start.starts_with(&GZIP_MAGIC);
    let is_zstd = !is_gzip && is_compressed(&start);
    let whole = io::Cursor::new(start).chain(data);
    Ok(if is_gzip {
        (Box::new(BufReader::new(MultiGzDecoder::new(whole))), 0)
    } else if is_zstd {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(most.min(DEFAULT_MAX_WINDOW_SIZE));
        let most = decoder.max_window_size();
        (Box::new(BufReader::new(Frames { decoder, source: whole, is_within: false })), most)
    } else {
        (Box::new(whole), 0)
    })
}

/// Whether an error comes from the system, a disk that fails, say, and not from the data.
pub fn is_of_system(error: &io::Error) -> bool {
    if error.raw_os_error().is_some() {
        return true;
    }
    // Decoders wrap the errors of what they read from.
    let mut cause = error.get_ref().and_then(|inner| inner.source());
    while let Some(error) = cause {
        if error.downcast_ref::<io::Error>().is_some_and(|inner| inner.raw_os_error().is_some()) {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Frames of Zstandard one after the other, without the skippable ones.
struct Frames<R: BufRead> {
    decoder: FrameDecoder,
    source: R,
    /// Whether the decoder is in a frame.
    is_within: bool,
}

impl<R: BufRead> Frames<R> {
    /// Begins the next frame; false at the end of the data.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.init(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    io::copy(&mut self.source.by_ref().take(length.into()), &mut io::sink())?;
                }
                Err(error @ FrameDecoderError::WindowSizeTooBig { .. }) => {
                    return Err(io::Error::new(io::ErrorKind::OutOfMemory, error));
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() {
            if !self.is_within {
                self.is_within = self.begin()?;
                if !self.is_within {
                    break;
                }
            }
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            }
            if self.decoder.is_finished() {
                let (stated, found) =
                    (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
                if stated.is_some() && stated != found {
                    return Err(io::Error::new(io::ErrorKind::InvalidData, "a frame has another checksum"));
                }
                self.is_within = false;
            } else {
                self.decoder
                    .decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1))
                    .map_err(io::Error::other)?;
            }
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    /// What some data hold, or the error.
    fn read(data: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        decompressed(data, 1 << 23)?.0.read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn gzip_zstandard_and_text_are_read_and_damaged_data_are_not() {
        let text: Vec<u8> = (0_u32..50_000).flat_map(|i| (i * i).to_string().into_bytes()).collect();
        let mut gzip = compressed(Vec::new());
        gzip.write_all(&text).expect("memory");
        let gzip = gzip.finish().expect("memory");
        let frame = compress_to_vec(&text[..], CompressionLevel::Fastest);
        let skippable = [0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3];
        let twice = [&text[..], &text].concat();
        let cases = [
            (text.clone(), &text),
            (Vec::new(), &Vec::new()),
            (gzip.clone(), &text),
            ([&gzip[..], &gzip].concat(), &twice),
            (frame.clone(), &text),
            ([&skippable[..], &frame, &skippable, &frame, &skippable].concat(), &twice),
            (skippable.into(), &Vec::new()),
        ];
        for (i, (data, expected)) in cases.iter().enumerate() {
            assert!(read(data).expect("whole data") == **expected, "case {i}");
        }
        // A frame says how much of what it has given must be kept.
        let error = decompressed(&frame[..], 1 << 9).and_then(|mut it| it.0.read_to_end(&mut Vec::new()));
        assert_eq!(error.expect_err("more is needed").kind(), io::ErrorKind::OutOfMemory);
        for whole in [&gzip, &frame] {
            for end in [5, whole.len() / 2, whole.len() - 1] {
                let error = read(&whole[..end]).expect_err("a part only");
                assert!(!is_of_system(&error), "{error:?}");
            }
            let mut damaged = whole.clone();
            damaged[whole.len() / 2] ^= 0x10;
            assert!(read(&damaged).is_err_and(|error| !is_of_system(&error)));
        }
    }

    #[test]
    fn errors_of_the_system_are_told_from_damaged_data() {
        /// A disk that fails.
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::from_raw_os_error(5))
            }
        }
        let frame = compress_to_vec(&[7; 1000][..], CompressionLevel::Fastest);
        let mut gzip = compressed(Vec::new());
        gzip.write_all(&[7; 1000]).expect("memory");
        let gzip = gzip.finish().expect("memory");
        for data in [&frame[..6], &frame[..frame.len() - 4], &gzip[..12], b"text that is read"] {
            let mut text = Vec::new();
            let error =
                decompressed(data.chain(Broken), 1 << 23).and_then(|mut it| it.0.read_to_end(&mut text));
            assert!(is_of_system(&error.expect_err("the disk fails")));
        }
    }
}
