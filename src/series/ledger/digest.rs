//! SHA-256 of files, by which a file is recognised.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use sha2::{Digest as _, Sha256};

/// SHA-256 of the first `len` bytes of a file, in hexadecimal digits. Moves the read position.
///
/// # Errors
/// If the system refuses.
pub fn sha256(mut file: &File, len: u64) -> io::Result<String> {
    file.seek(SeekFrom::Start(0))?;
    let mut rest = file.take(len);
    let mut hash = Sha256::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        match rest.read(&mut piece) {
            Ok(0) => return Ok(hex(hash.finalize().into())),
            Ok(count) => hash.update(&piece[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Bytes of a hash in hexadecimal digits.
pub fn hex(bytes: [u8; 32]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from_digit(digit.into(), 16).unwrap_or('?')).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn the_hash_is_that_of_the_standard() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"abcdef").unwrap();
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(&file, 3).unwrap(), abc);
    }
}
