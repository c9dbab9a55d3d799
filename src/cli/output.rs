//! What a command writes: the printed answer, picture files, and other files, which are checked before the work begins and
//! written as a whole when it is done.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Display, Path, PathBuf};

use crate::series;
use anyhow::Context as _;
use serde::Serialize;

use super::args::PictureArgs;
use super::terminal::unless_closed;
use super::{ErrorWithHelp, Terminal, json_line, print_raw, refuse};

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
        Ok(Self::Styled(json_line(record)?))
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
        let is_one =
            pictures.svg.as_ref().zip(pictures.html.as_ref()).is_some_and(|(svg, html)| svg.is_same(html));
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

    /// The title that was given, or the usual one.
    pub(crate) fn title(&self, usual: impl FnOnce() -> String) -> String {
        self.title.clone().unwrap_or_else(usual)
    }

    /// Whether a picture replaces the printed output.
    fn on_stdout(&self) -> bool {
        self.files().any(Output::is_stdout)
    }

    fn files(&self) -> impl Iterator<Item = &Output> {
        self.svg.iter().chain(&self.html)
    }

    /// Whether one of the pictures has the file of another output.
    pub(super) fn have_file_of(&self, other: &Output) -> bool {
        self.files().any(|own| own.is_same(other))
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
#[derive(Debug)]
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
pub(crate) enum Output {
    Stdout,
    File(Target),
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
            return refuse(message, format!("give a name that ends in .{}", own[0]));
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
    pub(super) fn of_kind(name: &OsStr, kind: &'static FileKind) -> anyhow::Result<Self> {
        if name == "-" || is_stdout(Path::new(name)) {
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

    /// Whether two outputs are one file, or both standard output.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Stdout, Self::Stdout) => true,
            (Self::File(one), Self::File(two)) => one.path == two.path,
            _ => false,
        }
    }

    pub(crate) fn write(&self, content: impl AsRef<[u8]>, terminal: Terminal) -> anyhow::Result<()> {
        let content = content.as_ref();
        let target = match self {
            Self::Stdout => return unless_closed(print_raw(content)),
            Self::File(target) => target,
        };
        // The path may be a pipe that its reader has closed.
        unless_closed(target.write(content))?;
        terminal.note(&format!("wrote `{}`, {} KiB", target.name.display(), content.len().div_ceil(1024)));
        Ok(())
    }
}

/// A file that is written as a whole or not at all: a new one, or one to be replaced. A pipe or a device is written in place.
///
/// A link stands for the file behind it, whether or not that exists, as for a shell. Links are followed once, when the name is
/// checked, and the content is written to the file found then, whose place must still hold no link and no file of another
/// kind. So links or files that are exchanged in between never direct it to a file that was not checked.
#[derive(Debug)]
pub(crate) struct Target {
    /// The name as given.
    name: PathBuf,
    /// The file itself, without links.
    path: PathBuf,
    /// Kind of the files that are replaced; any file if there is none.
    kind: Option<&'static FileKind>,
    /// Whether it is a pipe or a device.
    is_special: bool,
}

impl Target {
    /// Checks that a file can be written.
    ///
    /// # Errors
    /// A file that cannot be written, or that exists and is of another kind.
    pub(super) fn new(name: &Path, kind: Option<&'static FileKind>) -> anyhow::Result<Self> {
        let failed = || format!("cannot write `{}`", name.display());
        let help = "give the name of a file in it";
        if name.as_os_str().as_encoded_bytes().ends_with(b"/") && !name.exists() {
            let message = format!("`{}` is the name of a folder", name.display());
            return refuse(message, help);
        }
        check_folder(name)?;
        refuse_folder(name)?;
        // Links to pipes, such as those in /dev/fd, lead to no path.
        if fs::metadata(name).is_ok_and(|found| !found.is_file()) {
            return Ok(Self { name: name.into(), path: name.into(), kind, is_special: true });
        }
        let real = series::real_path(name);
        check_folder(&real)?;
        let folder = series::folder_of(&real).canonicalize().with_context(failed)?;
        let path = folder.join(real.file_name().unwrap_or_default());
        let target = Self { name: name.into(), path, kind, is_special: false };
        match fs::metadata(&target.path) {
            Ok(_) => {
                // Opened only to test the permission to write.
                OpenOptions::new().write(true).open(&target.path).with_context(failed)?;
                target.check_kind().with_context(|| format!("cannot read `{}`", name.display()))??;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(failed),
        }
        series::can_replace(&target.path).map_err(|error| target.failed(error))?;
        Ok(target)
    }

    /// The name as given.
    pub(super) fn name(&self) -> Display<'_> {
        self.name.display()
    }

    /// Checks that the file that is there is of the kind that may be replaced.
    fn check_kind(&self) -> io::Result<Result<(), ErrorWithHelp>> {
        let Some(kind) = self.kind else { return Ok(Ok(())) };
        let mut start = Vec::new();
        File::open(&self.path)?.take(64).read_to_end(&mut start)?;
        let refusal = || {
            ErrorWithHelp::new(format!("`{}` exists and is no {}", self.name.display(), kind.name), kind.help)
        };
        Ok(if (kind.is_one)(&start) { Ok(()) } else { Err(refusal()) })
    }

    /// Checks that nothing else has taken the place of the file since it was checked.
    fn check_again(&self) -> io::Result<()> {
        match fs::symlink_metadata(&self.path) {
            Ok(found) if found.is_file() => {
                self.check_kind()?.map_err(|error| io::Error::other(error.message))
            }
            Ok(_) => Err(io::Error::other("something else has taken its place")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Writes a text or bytes.
    pub(super) fn write(&self, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
        self.write_with(|file| file.write_all(content.as_ref()))
    }

    /// Writes what `fill` writes.
    pub(super) fn write_with(&self, fill: impl FnOnce(&mut File) -> io::Result<()>) -> anyhow::Result<()> {
        if !self.is_special {
            let checked = |file: &mut File| fill(file).and_then(|()| self.check_again());
            return series::replace(&self.path, checked).map_err(|error| self.failed(error));
        }
        let opened = OpenOptions::new().write(true).open(&self.path);
        let written = opened.and_then(|mut file| {
            if file.metadata()?.is_file() {
                return Err(io::Error::other("a file has taken its place"));
            }
            fill(&mut file)
        });
        written.with_context(|| format!("cannot write `{}`", self.name.display()))
    }

    /// The error of a file that could not be replaced; the advice of a series of rows is not for it.
    fn failed(&self, error: series::Error) -> anyhow::Error {
        match error {
            series::Error::Io { source, .. } => {
                anyhow::Error::from(source).context(format!("cannot write `{}`", self.name.display()))
            }
            error => error.into(),
        }
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

/// Writes a text as a file, in place of any that is there ([`Target`]).
pub(super) fn write(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    Target::new(path, None)?.write(content)
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

/// Refuses a folder in place of a file.
pub(super) fn refuse_folder(path: &Path) -> anyhow::Result<()> {
    if !path.is_dir() {
        return Ok(());
    }
    let help = "give the name of a file in it";
    refuse(format!("`{}` is a folder", path.display()), help)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// A link or a file that is exchanged between the check and the end does not lead to another file.
    #[test]
    fn links_are_followed_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let (link, picture, other) = (
            folder.path().join("link.svg"),
            folder.path().join("picture.svg"),
            folder.path().join("other.txt"),
        );
        let read = |path: &Path| fs::read_to_string(path).expect("a file");
        fs::write(&other, "mine").expect("written");
        fs::write(&picture, "<svg/>").expect("written");
        symlink(&picture, &link).expect("a link");
        let open = || Target::new(&link, Some(&PICTURE)).expect("a picture");
        let target = open();
        fs::remove_file(&link).and_then(|()| symlink(&other, &link)).expect("another link");
        target.write("<svg>1</svg>").expect("written");
        assert_eq!((read(&picture).as_str(), read(&other).as_str()), ("<svg>1</svg>", "mine"));
        let error = Target::new(&link, Some(&PICTURE)).expect_err("no picture");
        assert!(
            error.to_string().ends_with(
                "exists and is no picture (only SVG and HTML files are replaced: give another name)"
            )
        );
        fs::remove_file(&link).and_then(|()| symlink(&picture, &link)).expect("the link");
        for put in [
            |path: &Path, other: &Path| symlink(other, path),
            |path: &Path, _: &Path| fs::write(path, "text"),
        ] {
            let target = open();
            fs::remove_file(&picture).and_then(|()| put(&picture, &other)).expect("something else");
            target.write("<svg>2</svg>").expect_err("no file that was checked");
            assert_eq!(
                (read(&other).as_str(), fs::read_dir(folder.path()).expect("a folder").count()),
                ("mine", 3)
            );
            fs::remove_file(&picture).and_then(|()| fs::write(&picture, "<svg/>")).expect("the picture");
        }
    }
}
