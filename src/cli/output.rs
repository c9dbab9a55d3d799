//! What a command writes: the printed answer, picture files, and other files, which are checked before the work begins and
//! written as a whole when it is done.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Display, Path, PathBuf, is_separator};

use crate::kit::compression::decompressed;
use crate::series;
use anyhow::Context as _;
use serde_json::Value;

use super::args::PictureArgs;
use super::terminal::unless_closed;
use super::{Terminal, json_line, print_raw, refuse};

pub(crate) enum Printed {
    /// A text with ANSI styles.
    Styled(String),
    /// A text or a picture, unchanged: a seed may hold escape sequences.
    Raw(String),
}

impl Printed {
    pub(crate) fn json(record: &Value) -> Self {
        Self::Styled(json_line(record))
    }
}

pub(crate) struct PictureFiles {
    svg: Option<Output>,
    html: Option<Output>,
    title: Option<String>,
}

impl PictureFiles {
    /// Checks that all files can be written. `prints_text` is whether the command prints a text, which a picture may replace,
    /// and `is_drawn` whether something other than these files has a title.
    pub(crate) fn open(arguments: &PictureArgs, prints_text: bool, is_drawn: bool) -> anyhow::Result<Self> {
        let open = |name: Option<&OsStr>| name.map(Output::open).transpose();
        let (svg, html) = (open(arguments.svg.as_deref())?, open(arguments.html.as_deref())?);
        let pictures = Self { svg, html, title: arguments.title.clone() };
        let is_one = pictures.svg.is_some() && pictures.svg == pictures.html;
        let (message, help) = if pictures.on_stdout() && (!prints_text || is_one) {
            (
                "two things for standard output",
                "give a picture a file name instead of `-`, or leave out --format",
            )
        } else if is_one {
            ("--svg and --html name the same file", "give two different names")
        } else if pictures.title.is_some() && !is_drawn && pictures.files().next().is_none() {
            (
                "--title is that of a picture or a page, and none is asked for",
                "give --svg FILE or --html FILE as well, or leave --title out",
            )
        } else {
            return Ok(pictures);
        };
        refuse(message, help)
    }

    pub(crate) fn title(&self, usual: impl FnOnce() -> String) -> String {
        self.title.clone().unwrap_or_else(usual)
    }

    /// Whether a picture replaces the printed output.
    fn on_stdout(&self) -> bool {
        self.files().any(Output::is_stdout)
    }

    pub(super) fn files(&self) -> impl Iterator<Item = &Output> {
        self.svg.iter().chain(&self.html)
    }

    /// Prints what a command has to say, unless a picture replaces it, and writes the pictures that were asked for: each even if
    /// another fails, and all even if the reader of standard output has closed it.
    pub(crate) fn answer(
        &self,
        terminal: Terminal,
        printed: Printed,
        svg: impl FnOnce() -> anyhow::Result<String>,
        html: impl FnOnce() -> anyhow::Result<String>,
    ) -> anyhow::Result<()> {
        let printed = match printed {
            _ if self.on_stdout() => Ok(()),
            Printed::Styled(text) => terminal.answer(&text),
            Printed::Raw(text) => unless_closed(print_raw(text)),
        };
        let svg = self.svg.as_ref().map_or(Ok(()), |output| output.write(&svg()?, terminal));
        let html = self.html.as_ref().map_or(Ok(()), |output| output.write(&html()?, terminal));
        svg.and(html).and(printed)
    }
}

/// Kind of the files that an output replaces; any other file is left alone.
pub(super) struct FileKind {
    pub(super) name: &'static str,
    /// How such files begin, once they are unpacked; empty ones are replaced as well.
    pub(super) starts: &'static [&'static [u8]],
    /// Advice where a file is none.
    pub(super) help: &'static str,
}

const PICTURE: FileKind = FileKind {
    name: "picture",
    starts: &[b"<svg", b"<!DOCTYPE html"],
    help: "only SVG and HTML files are replaced: give another name",
};

#[derive(PartialEq)]
pub(crate) enum Output {
    Stdout,
    File(Target),
}

impl Output {
    /// Checks that a picture can be written.
    pub(crate) fn open(name: &OsStr) -> anyhow::Result<Self> {
        Self::of_kind(name, &PICTURE)
    }

    /// Checks that a file can be written.
    pub(super) fn of_kind(name: &OsStr, kind: &FileKind) -> anyhow::Result<Self> {
        if name == "-" {
            return Ok(Self::Stdout);
        }
        if name.is_empty() {
            return refuse("the file name is empty", "`-` is standard output");
        }
        Ok(Self::File(Target::new(Path::new(name), Some(kind))?))
    }

    pub(crate) const fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout)
    }

    pub(crate) fn write(&self, content: impl AsRef<[u8]>, terminal: Terminal) -> anyhow::Result<()> {
        let content = content.as_ref();
        let target = match self {
            Self::Stdout => return unless_closed(print_raw(content)),
            Self::File(target) => target,
        };
        // The path may be a pipe that its reader has closed.
        unless_closed(target.write_with(terminal, |file| file.write_all(content)))?;
        terminal.note(&format!("wrote `{}`, {} KiB", target.name(), content.len().div_ceil(1024)));
        Ok(())
    }
}

/// A file that is written as a whole or not at all, as [`series::write_file`] does.
#[derive(Debug, PartialEq)]
pub(crate) struct Target(PathBuf);

impl Target {
    /// Checks that a file can be written.
    pub(super) fn new(path: &Path, kind: Option<&FileKind>) -> anyhow::Result<Self> {
        let failed = || format!("cannot write `{}`", path.display());
        check_folder(path)?;
        refuse_folder(path)?;
        if series::is_special(path) {
            return Ok(Self(path.into()));
        }
        match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => {
                let is_empty = file.metadata().with_context(failed)?.len() == 0;
                let mut start = Vec::new();
                // What cannot be read is of no kind.
                let _ = decompressed(file).and_then(|content| content.take(64).read_to_end(&mut start));
                let is_of = |kind: &FileKind| kind.starts.iter().any(|&begin| start.starts_with(begin));
                if let Some(kind) = kind.filter(|kind| !is_empty && !is_of(kind)) {
                    let message = format!("`{}` exists and is no {}", path.display(), kind.name);
                    return refuse(message, kind.help);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(failed),
        }
        series::can_write(path).with_context(failed)?;
        Ok(Self(path.into()))
    }

    pub(super) fn name(&self) -> Display<'_> {
        self.0.display()
    }

    pub(super) fn write_with(
        &self,
        terminal: Terminal,
        fill: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let written = series::write_file(&self.0, fill);
        let is_in_place = written.with_context(|| format!("cannot write `{}`", self.name()))?;
        if is_in_place {
            let reason = "the system does not let another file take its place";
            terminal.warn(&format!("`{}` was written in place: {reason}", self.name()));
        }
        Ok(())
    }
}

/// Writes a text as a file, in place of any that is there ([`Target`]).
pub(super) fn write(path: &Path, content: impl AsRef<[u8]>, terminal: Terminal) -> anyhow::Result<()> {
    Target::new(path, None)?.write_with(terminal, |file| file.write_all(content.as_ref()))
}

/// Checks that the folder of a file exists.
pub(super) fn check_folder(path: &Path) -> anyhow::Result<()> {
    let folder = series::folder_of(path);
    if folder.exists() {
        return Ok(());
    }
    let message = format!("cannot write `{}`: there is no folder `{}`", path.display(), folder.display());
    refuse(message, "make it first")
}

/// Refuses a folder, or the name of one, in place of a file.
pub(super) fn refuse_folder(path: &Path) -> anyhow::Result<()> {
    let last = path.as_os_str().as_encoded_bytes().last();
    if !path.is_dir() && !last.is_some_and(|&end| is_separator(end.into())) {
        return Ok(());
    }
    let help = "give the name of a file in it";
    refuse(format!("`{}` is a folder", path.display()), help)
}
