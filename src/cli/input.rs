//! Input texts from files, standard input and arguments.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::game::notation::is_line_like;
use crate::kit::error::NamedText;
use crate::start::NoPosition;
use anyhow::Context as _;

use super::error::{SourceError, TYPED};
use super::output::refuse_folder;
use super::{ErrorWithHelp, refuse};

/// A text from a file, standard input or an argument.
pub(crate) struct Input {
    /// The text; its name is that of the file, `<stdin>`, [`TYPED`], or the name of an option in angle brackets.
    pub(crate) text: NamedText,
    /// Whether the text was an argument that could also be a file name.
    may_be_file_name: bool,
}

impl Input {
    /// Reads an existing file, or standard input for `-`; any other argument is the text itself.
    pub(crate) fn load(argument: &OsStr) -> anyhow::Result<Self> {
        /// Limit on the size of a deal or a line, in bytes.
        const MOST: u64 = 1 << 20;
        match argument.to_str() {
            Some("-") => Self::read(io::stdin().lock(), "<stdin>", Some(MOST)),
            Some(text) if !Path::new(text).exists() => {
                Ok(Self { text: NamedText::new(TYPED, text), may_be_file_name: true })
            }
            _ => {
                let path = Path::new(argument);
                Self::read(open(path, "give the name of a file")?, &path.display().to_string(), Some(MOST))
            }
        }
    }

    /// Reads a file, or standard input for `-`, without a limit on its size.
    pub(crate) fn load_all(argument: &OsStr, help: &str) -> anyhow::Result<Self> {
        if argument == "-" {
            return Self::read(io::stdin().lock(), "<stdin>", None);
        }
        let path = Path::new(argument);
        Self::read(open(path, help)?, &path.display().to_string(), None)
    }

    /// Takes the value of an option as a text.
    pub(crate) fn typed(name: &str, text: &str) -> Self {
        Self { text: NamedText::new(name, text), may_be_file_name: false }
    }

    /// Reads a text in UTF-8 of at most `most` bytes.
    fn read(reader: impl Read, name: &str, most: Option<u64>) -> anyhow::Result<Self> {
        let mut bytes = Vec::new();
        let read = reader.take(most.map_or(u64::MAX, |most| most + 1)).read_to_end(&mut bytes);
        read.with_context(|| format!("cannot read `{name}`"))?;
        if let Some(most) = most.filter(|&most| bytes.len() as u64 > most) {
            let message = format!("`{name}` is longer than {} MiB: that is no deal or line", most >> 20);
            return refuse(message, "give a file with one deal, position or line");
        }
        // No text has zeros, but UTF-16 does, and most of it is valid UTF-8 as well.
        let zero = bytes.iter().position(|&byte| byte == 0);
        let invalid = str::from_utf8(&bytes).err().map(|error| error.valid_up_to());
        if let Some(at) = zero.into_iter().chain(invalid).min() {
            let line = String::from_utf8_lossy(&bytes[..at]).matches('\n').count() + 1;
            let message = format!("`{name}` is not UTF-8 text: byte 0x{:02x} on line {line}", bytes[at]);
            return refuse(message, "save it as plain text in UTF-8 or ASCII");
        }
        Ok(Self { text: NamedText::new(name, str::from_utf8(&bytes)?), may_be_file_name: false })
    }

    /// The error of a text that cannot be read: that there is no such file, if it was typed and is one word without a sign of the
    /// notation. Texts of which `is_text` holds are mistakes in the notation.
    pub(crate) fn unless_name(
        &self,
        error: impl Into<anyhow::Error>,
        is_text: impl Fn(&str) -> bool,
        help: &str,
    ) -> anyhow::Error {
        let text = self.text.content.as_str();
        let is_word = !text.is_empty() && !text.contains(char::is_whitespace) && !text.starts_with('{');
        if self.may_be_file_name && is_word && !is_text(text) {
            return ErrorWithHelp::new(format!("there is no file `{text}`"), help).into();
        }
        error.into()
    }

    /// Advice for the case that the text is a mistyped file name.
    pub(crate) fn missing_file(&self) -> Option<String> {
        let content = &self.text.content;
        let is_text = content.is_empty() || content.contains(['\n', ',']) || is_line_like(content);
        let may_be = self.may_be_file_name && !is_text;
        may_be.then(|| format!("if a file was meant: there is no file `{content}`"))
    }

    pub(crate) fn position_error(&self, reason: NoPosition) -> anyhow::Error {
        let NamedText { name, content } = &self.text;
        match reason {
            NoPosition::Several(deals) => {
                let message = format!("`{name}` holds {deals} deals, and this command takes one");
                let file = if name == TYPED { "FILE" } else { name.trim_matches(['<', '>']) };
                let file = if file == "stdin" { "-" } else { file };
                ErrorWithHelp::new(message, format!("`solomids batch {file}` solves them all")).into()
            }
            NoPosition::Mistake(error) => {
                let help = self.missing_file().filter(|_| !content.contains('/'));
                SourceError::new(name, content, *error).with_help(help).into()
            }
        }
    }
}

/// Opens a file for reading; `help` is the advice where there is no such file.
pub(crate) fn open(path: &Path, help: &str) -> anyhow::Result<File> {
    let name = path.display();
    refuse_folder(path)?;
    match File::open(path) {
        Ok(file) => Ok(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            refuse(format!("there is no file `{name}`"), help)
        }
        Err(error) => Err(error).with_context(|| format!("cannot read `{name}`")),
    }
}
