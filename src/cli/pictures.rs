//! Picture files, and other outputs: checked before the work begins, written as a whole when it is done.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use solomids::ledger;

use super::args::PictureArgs;
use super::failure::ErrorWithHelp;
use super::file;
use super::terminal::{Terminal, print_raw, unless_closed};

/// Destinations of an SVG and an HTML picture.
pub(crate) struct PictureFiles {
    svg: Option<Output>,
    html: Option<Output>,
}

/// Kind of the files that an output replaces; any other file is left alone.
pub(super) struct FileKind {
    /// Name of one such file.
    pub(super) name: &'static str,
    /// Whether a file that begins with these bytes is one, or is empty.
    pub(super) is_one: fn(&[u8]) -> bool,
    /// Advice where a file is none.
    pub(super) help: &'static str,
}

/// Pictures and pages.
const PICTURE: FileKind = FileKind {
    name: "picture",
    is_one: is_picture,
    help: "only SVG and HTML files are replaced: give another name",
};

/// Destination of one file.
#[derive(Debug, PartialEq)]
pub(crate) enum Output {
    Stdout,
    /// A new file, a file to be replaced, a pipe or a device.
    File(PathBuf),
}

impl PictureFiles {
    /// Checks that all files can be written.
    ///
    /// # Errors
    /// A file that cannot be written or is no picture, and two outputs for standard output or for one file.
    pub(crate) fn open(arguments: &PictureArgs, prints_text: bool) -> anyhow::Result<Self> {
        let (svg, html) = (arguments.svg.as_deref(), arguments.html.as_deref());
        let svg = svg.map(|name| Output::named(name, &["svg"])).transpose()?;
        let html = html.map(|name| Output::named(name, &["html", "htm"])).transpose()?;
        let pictures = Self { svg, html };
        if pictures.on_stdout() && (!prints_text || pictures.svg == pictures.html) {
            return Err(ErrorWithHelp::new(
                "two things for standard output",
                "give a picture a file name instead of `-`, or leave out --format",
            )
            .into());
        }
        if let (Some(svg), Some(html)) = (&pictures.svg, &pictures.html)
            && svg.canonical_path() == html.canonical_path()
        {
            return Err(ErrorWithHelp::new(
                "--svg and --html name the same file",
                "give two different names",
            )
            .into());
        }
        Ok(pictures)
    }

    /// Refuses a title where there is nothing that could have it; `is_drawn` tells whether a picture is printed.
    pub(crate) fn check_title(&self, title: Option<&str>, is_drawn: bool) -> anyhow::Result<()> {
        if title.is_some() && !is_drawn && self.svg.is_none() && self.html.is_none() {
            let help = "give --svg FILE or --html FILE as well, or leave --title out";
            return Err(ErrorWithHelp::new(
                "--title is that of a picture or a page, and none is asked for",
                help,
            )
            .into());
        }
        Ok(())
    }

    /// Whether a picture replaces the printed output.
    pub(crate) fn on_stdout(&self) -> bool {
        [&self.svg, &self.html].into_iter().flatten().any(|output| *output == Output::Stdout)
    }

    /// Whether one of the pictures has the file of another output.
    pub(super) fn have_file_of(&self, other: &Output) -> bool {
        let path = other.canonical_path();
        [&self.svg, &self.html].into_iter().flatten().any(|own| own.canonical_path() == path)
    }

    /// Writes the requested pictures, each even if the other fails.
    pub(crate) fn write(
        &self,
        terminal: Terminal,
        svg: impl FnOnce() -> anyhow::Result<String>,
        html: impl FnOnce() -> anyhow::Result<String>,
    ) -> anyhow::Result<()> {
        let svg = self.svg.as_ref().map_or(Ok(()), |output| output.write(&svg()?, terminal));
        let html = self.html.as_ref().map_or(Ok(()), |output| output.write(&html()?, terminal));
        svg.and(html)
    }
}

impl Output {
    /// Refuses a name with the extension of another format, else [opens](Self::open) it. `own` are the extensions of the
    /// format.
    fn named(name: &OsStr, own: &[&str]) -> anyhow::Result<Self> {
        const PICTURES: [&str; 14] = [
            "svg", "html", "htm", "png", "jpg", "jpeg", "gif", "webp", "avif", "bmp", "tif", "tiff", "pdf",
            "eps",
        ];
        let path = Path::new(name);
        let ends_in = |names: &[&str]| {
            path.extension().is_some_and(|ending| names.iter().any(|name| ending.eq_ignore_ascii_case(name)))
        };
        if ends_in(&PICTURES) && !ends_in(own) {
            let message = format!("`{}` is named as another kind of picture", path.display());
            return Err(ErrorWithHelp::new(message, format!("give a name that ends in .{}", own[0])).into());
        }
        Self::open(name)
    }

    /// Checks that a picture can be written.
    ///
    /// # Errors
    /// A file that cannot be written, or that exists and is no picture.
    pub(crate) fn open(name: &OsStr) -> anyhow::Result<Self> {
        Self::of_kind(name, &PICTURE)
    }

    /// Checks that a file can be written.
    ///
    /// # Errors
    /// A file that cannot be written, or that exists and is of another kind.
    pub(super) fn of_kind(name: &OsStr, kind: &FileKind) -> anyhow::Result<Self> {
        if name == "-" {
            return Ok(Self::Stdout);
        }
        let path = Path::new(name);
        let shown = path.display();
        if name.is_empty() {
            return Err(ErrorWithHelp::new("the file name is empty", "`-` is standard output").into());
        }
        if is_stdout(path) {
            return Ok(Self::Stdout);
        }
        if name.as_encoded_bytes().ends_with(b"/") && !path.exists() {
            let help = "give the name of a file in it";
            return Err(ErrorWithHelp::new(format!("`{shown}` is the name of a folder"), help).into());
        }
        file::check_folder(path)?;
        let file_type = match fs::metadata(path) {
            Ok(found) => found.file_type(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                ledger::can_replace(path)?;
                return Ok(Self::File(path.to_path_buf()));
            }
            Err(error) => return Err(error).with_context(|| format!("cannot write `{shown}`")),
        };
        file::refuse_folder(path)?;
        if !file_type.is_file() {
            return Ok(Self::File(path.to_path_buf()));
        }
        // Opened only to test the permission to write.
        let opened = fs::OpenOptions::new().write(true).open(path);
        opened.with_context(|| format!("cannot write `{shown}`"))?;
        let mut start = Vec::new();
        let read = File::open(path).and_then(|file| file.take(64).read_to_end(&mut start));
        read.with_context(|| format!("cannot read `{shown}`"))?;
        if !(kind.is_one)(&start) {
            let message = format!("`{shown}` exists and is no {}", kind.name);
            return Err(ErrorWithHelp::new(message, kind.help).into());
        }
        ledger::can_replace(&path.canonicalize().with_context(|| format!("cannot write `{shown}`"))?)?;
        Ok(Self::File(path.to_path_buf()))
    }

    /// Canonical path of the file; `None` for standard output.
    fn canonical_path(&self) -> Option<PathBuf> {
        let Self::File(path) = self else { return None };
        let in_folder = || Some(ledger::folder_of(path).canonicalize().ok()?.join(path.file_name()?));
        path.canonicalize().ok().or_else(in_folder).or_else(|| Some(path.clone()))
    }

    pub(crate) fn write(&self, content: impl AsRef<[u8]>, terminal: Terminal) -> anyhow::Result<()> {
        let content = content.as_ref();
        let path = match self {
            Self::Stdout => return unless_closed(print_raw(content)),
            Self::File(path) => path,
        };
        // The path may be a pipe that its reader has closed.
        unless_closed(file::write(path, content))?;
        terminal.note(&format!("wrote `{}`, {} KiB", path.display(), content.len().div_ceil(1024)));
        Ok(())
    }
}

/// Whether a path leads to the file or pipe of standard output and is not named as standard error.
#[cfg(unix)]
fn is_stdout(path: &Path) -> bool {
    use std::os::fd::AsFd as _;
    use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};

    let is_one_of = |names: [&str; 3]| names.iter().any(|name| path == Path::new(name));
    if is_one_of(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]) {
        return true;
    }
    let stdout = io::stdout().as_fd().try_clone_to_owned().and_then(|fd| File::from(fd).metadata());
    let (Ok(found), Ok(stdout)) = (path.metadata(), stdout) else { return false };
    let is_same = (found.dev(), found.ino()) == (stdout.dev(), stdout.ino());
    is_same
        && !found.file_type().is_char_device()
        && !is_one_of(["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"])
}

#[cfg(not(unix))]
const fn is_stdout(_: &Path) -> bool {
    false
}

/// Whether a file that begins with these bytes is empty or begins like SVG, HTML, PNG or PDF.
fn is_picture(start: &[u8]) -> bool {
    if start.starts_with(b"\x89PNG") || start.starts_with(b"%PDF-") {
        return true;
    }
    let start = String::from_utf8_lossy(start).trim_start_matches('\u{feff}').trim_start().to_lowercase();
    ["<svg", "<!doctype html", "<html", "<?xml"].iter().any(|begin| start.starts_with(begin))
        || start.is_empty()
}
