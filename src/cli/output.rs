//! What a command writes: the printed answer, picture files, and other files, which are checked before the work begins and
//! written as a whole when it is done.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;
use solomids::series;

use super::args::PictureArgs;
use super::failure::ErrorWithHelp;
use super::terminal::{Terminal, print_raw, unless_closed};

/// What a command prints.
pub(crate) enum Printed {
    /// A text with ANSI styles.
    Styled(String),
    /// A text or a picture, unchanged: a seed may hold escape sequences.
    Raw(String),
}

impl Printed {
    /// A record on one line.
    pub(crate) fn json(record: &impl Serialize) -> anyhow::Result<Self> {
        Ok(Self::Styled(serde_json::to_string(record)? + "\n"))
    }
}

/// Destinations of an SVG and an HTML picture, and their title.
pub(crate) struct PictureFiles {
    svg: Option<Output>,
    html: Option<Output>,
    title: Option<String>,
}

impl PictureFiles {
    /// Checks that all files can be written. `prints_text` is whether the command prints a text, which a picture may replace,
    /// and `is_drawn` whether something other than these files has a title.
    ///
    /// # Errors
    /// A file that cannot be written or is no picture, two outputs for standard output or for one file, and a title of nothing.
    pub(crate) fn open(arguments: &PictureArgs, prints_text: bool, is_drawn: bool) -> anyhow::Result<Self> {
        let open = |name: Option<&OsStr>, endings: &[&str]| {
            name.map(|name| Output::named(name, endings)).transpose()
        };
        let svg = open(arguments.svg.as_deref(), &["svg"])?;
        let html = open(arguments.html.as_deref(), &["html", "htm"])?;
        let pictures = Self { svg, html, title: arguments.title.clone() };
        let (svg, html) = (&pictures.svg, &pictures.html);
        let (message, help) = if pictures.on_stdout() && (!prints_text || svg == html) {
            (
                "two things for standard output",
                "give a picture a file name instead of `-`, or leave out --format",
            )
        } else if svg
            .as_ref()
            .zip(html.as_ref())
            .is_some_and(|(svg, html)| svg.canonical_path() == html.canonical_path())
        {
            ("--svg and --html name the same file", "give two different names")
        } else if pictures.title.is_some() && !is_drawn && svg.is_none() && html.is_none() {
            (
                "--title is that of a picture or a page, and none is asked for",
                "give --svg FILE or --html FILE as well, or leave --title out",
            )
        } else {
            return Ok(pictures);
        };
        Err(ErrorWithHelp::new(message, help).into())
    }

    /// The title that was given, or the usual one.
    pub(crate) fn title(&self, usual: impl FnOnce() -> String) -> String {
        self.title.clone().unwrap_or_else(usual)
    }

    /// Whether a picture replaces the printed output.
    fn on_stdout(&self) -> bool {
        [&self.svg, &self.html].into_iter().flatten().any(|output| *output == Output::Stdout)
    }

    /// Whether one of the pictures has the file of another output.
    pub(super) fn have_file_of(&self, other: &Output) -> bool {
        let path = other.canonical_path();
        [&self.svg, &self.html].into_iter().flatten().any(|own| own.canonical_path() == path)
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
        check_folder(path)?;
        let file_type = match fs::metadata(path) {
            Ok(found) => found.file_type(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                series::can_replace(path)?;
                return Ok(Self::File(path.to_path_buf()));
            }
            Err(error) => return Err(error).with_context(|| format!("cannot write `{shown}`")),
        };
        refuse_folder(path)?;
        if !file_type.is_file() {
            return Ok(Self::File(path.to_path_buf()));
        }
        // Opened only to test the permission to write.
        let opened = OpenOptions::new().write(true).open(path);
        opened.with_context(|| format!("cannot write `{shown}`"))?;
        let mut start = Vec::new();
        let read = File::open(path).and_then(|file| file.take(64).read_to_end(&mut start));
        read.with_context(|| format!("cannot read `{shown}`"))?;
        if !(kind.is_one)(&start) {
            let message = format!("`{shown}` exists and is no {}", kind.name);
            return Err(ErrorWithHelp::new(message, kind.help).into());
        }
        series::can_replace(&path.canonicalize().with_context(|| format!("cannot write `{shown}`"))?)?;
        Ok(Self::File(path.to_path_buf()))
    }

    /// Canonical path of the file; `None` for standard output.
    fn canonical_path(&self) -> Option<PathBuf> {
        let Self::File(path) = self else { return None };
        let in_folder = || Some(series::folder_of(path).canonicalize().ok()?.join(path.file_name()?));
        path.canonicalize().ok().or_else(in_folder).or_else(|| Some(path.clone()))
    }

    pub(crate) fn write(&self, content: impl AsRef<[u8]>, terminal: Terminal) -> anyhow::Result<()> {
        let content = content.as_ref();
        let path = match self {
            Self::Stdout => return unless_closed(print_raw(content)),
            Self::File(path) => path,
        };
        // The path may be a pipe that its reader has closed.
        unless_closed(write(path, content))?;
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

/// Writes a text or bytes as a file ([`write_with`]).
pub(super) fn write(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    write_with(path, |file| file.write_all(content.as_ref()))
}

/// Writes a file as a whole or not at all. Follows links that lead to a file; writes in place to a device or a pipe.
pub(super) fn write_with(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> anyhow::Result<()> {
    let failed = || format!("cannot write `{}`", path.display());
    check_folder(path)?;
    match path.metadata() {
        Ok(found) if found.is_file() => replace(&path.canonicalize().with_context(failed)?, fill)?,
        Ok(_) => {
            let open = OpenOptions::new().write(true).open(path);
            open.and_then(|mut file| fill(&mut file)).with_context(failed)?;
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => replace(path, fill)?,
        Err(error) => return Err(error).with_context(failed),
    }
    Ok(())
}

/// Replaces a file; the advice of a series of rows is not for it.
fn replace(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> anyhow::Result<()> {
    series::replace(path, fill).map_err(|error| anyhow::anyhow!("{:#}", anyhow::Error::from(error)))
}

/// Checks that the folder of a file exists.
pub(super) fn check_folder(path: &Path) -> anyhow::Result<()> {
    let folder = series::folder_of(path);
    if folder.exists() {
        return Ok(());
    }
    let message = format!("cannot write `{}`: there is no folder `{}`", path.display(), folder.display());
    Err(ErrorWithHelp::new(message, "make it first").into())
}

/// Refuses a folder in place of a file.
pub(super) fn refuse_folder(path: &Path) -> anyhow::Result<()> {
    if !path.is_dir() {
        return Ok(());
    }
    let help = "give the name of a file in it";
    Err(ErrorWithHelp::new(format!("`{}` is a folder", path.display()), help).into())
}
